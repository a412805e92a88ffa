"""The list of slips of English that the lint finds: each pattern finds its slip, and leaves plain English alone."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).resolve().parent.parent
LIST = ROOT / ".ci" / "plain-english.yaml"
CONFIG: dict[str, Any] = yaml.safe_load(LIST.read_text(encoding="utf-8"))
HOOKS: dict[str, dict[str, Any]] = {hook["id"]: hook for repo in CONFIG["repos"] for hook in repo["hooks"]}
SLIPS = {
    "away": ("take --jobs away", "omit --jobs"),
    "per": ("a game a line", "one game per line"),
    "hangs-on": ("the result hangs on it", "the result depends on it"),
    "for-people": ("told to people only", "for readers only"),
    "but-for": ("all cards but for the ace", "all cards except the ace"),
    "all-but": ("all but the last", "all except the last"),
    "so-many": ("after so many hands", "after n hands"),
    "is-no": ("it is no fault", "it is not a fault"),
    "somebody-else": ("Somebody else wins in 60 games", "The winner changes in 60 games"),
    "anew": ("dealt anew", "dealt again"),
    "can-be-had": ("it can be had as data", "it is available as data"),
    "lets-happen": ("lets it happen", "applies it"),
    "brings-along": ("which the extra brings along", "which is in the extra"),
    "brings-about": ("what it brings about", "what it causes"),
    "comes-about": ("how it came about", "how it happened"),
    "whoever-it-is": ("whoever it is", "no matter who"),
    "lest": ("lest it be lost", "so that it is not lost"),
    "whereby": ("whereby it ends", "which ends it"),
    "says-nothing-of": ("the log says nothing of it", "the log does not mention it"),
    "what-stands": ("what stands in a log", "what a log says"),
    "behind": ("behind the name", "after the name"),
    "beside": ("beside its verb", "besides its verb"),
    "goes-on": ("it goes on with it", "it continues it"),
    "put-right": ("puts it right", "corrects it"),
    "passed-over": ("it is passed over", "it is skipped"),
    "is-told": ("it is told at once", "it is reported at once"),
    "parted": ("parted by commas", "separated by commas"),
    "has-to-be": ("it has to be known", "it must be known"),
    "as-ever": ("judged as ever", "judged as usual"),
    "otherwise-than": ("otherwise than they say", "not as they say"),
    "there-already": ("the file is there already", "the file already exists"),
    "take-it-so": ("made when somebody asks", "made when needed"),
}
"""For each pattern a slip, and what to say."""


def test_the_list_is_not_empty_and_every_pattern_is_tried() -> None:
    assert len(HOOKS) >= 25
    assert list(HOOKS) == list(SLIPS)


@pytest.mark.parametrize("slip", SLIPS)
def test_a_pattern_finds_its_slip(slip: str) -> None:
    wrong, right = SLIPS[slip]
    assert re.search(HOOKS[slip]["entry"], wrong)
    assert [name for name, hook in HOOKS.items() if re.search(hook["entry"], right)] == []


def test_each_hook_gives_its_advice() -> None:
    for hook in HOOKS.values():
        assert re.match(r"say .*, not `", hook["name"]), hook["name"]
        assert hook["language"] == "pygrep"


@pytest.mark.parametrize(
    ("file", "excluded"),
    [
        (".ci/plain-english.yaml", True),
        ("docs/reference/style.md", True),
        ("tests/test_plain_english.py", True),
        ("CHANGELOG.md", True),
        ("README.md", False),
        ("docs/reference/limits.md", False),
        ("referee/cli/lazy.py", False),
    ],
)
def test_only_the_list_the_style_page_and_history_are_excluded(file: str, excluded: bool) -> None:
    assert bool(re.search(CONFIG["exclude"], file)) is excluded
