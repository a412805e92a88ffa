"""What fits at a glance fits by the schema, nearly every log does, and jsonschema is loaded only for the others."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from slowness import tries

from referee import source
from referee.judging.heads import LONGEST_NAME, MOST_NAMES, fits_at_a_glance, form

ROOT = Path(__file__).resolve().parents[2]
HASH = "sha256:" + 64 * "0"
PLAIN: dict[str, Any] = {
    "$schema": "log.schema.json",
    "game": "hearts",
    "house": ["no-sixes", "./ours.yaml"],
    "variants": ["shorter"],
    "ruling": {"tie": "led-suit"},
    "rules": HASH,
    "players": ["Ann", "Ben", "小明", "Dov"],
    "date": "2026-09-18",
    "place": "the old bakery",
    "event": "autumn league",
    "board": {"number": 7, "table": 2, "session": "final"},
    "setup": {"dealer": "Dov"},
    "position": {"hand": 3},
    "events": [{"play": "QS"}],
    "expect": {"winner": "Ann"},
    "note": "",
    "unsure": ["friday.pbn:12: '1Z' is not a call"],
}
LONG = "x" * (LONGEST_NAME + 1)
MANY = [f"n{number}" for number in range(MOST_NAMES + 1)]
VALUES = [
    None, True, 1, 1.0, -1, "", " ", "x", LONG[1:], LONG, HASH, HASH + "\n", HASH + "0", HASH.upper(),
    [], [1], [""], [" "], ["a"], ["a", "a"], [LONG], MANY[1:], MANY,
    {}, {"a": "b"}, {"a": 1}, {"a": ""}, {"a": LONG}, {"number": 1}, {"number": True}, {"number": 1.0}, {"number": ""},
    {"number": "x", "table": "x"}, {"number": 1, "session": 1}, {"number": 1, "table": None}, {"table": 1},
    {"number": 1, "awarded": {"Ann": 101}}, {"number": 1, "other": 1}, dict.fromkeys(MANY, "x"),
]  # fmt: skip


def test_what_fits_at_a_glance_fits() -> None:
    assert fits_at_a_glance(PLAIN)
    seen = {True: 0, False: 0}
    logs = [{**PLAIN, key: value} for key in [*PLAIN, "zzz"] for value in VALUES]
    logs += [{other: value for other, value in PLAIN.items() if other != key} for key in PLAIN]
    for log in logs:
        at_a_glance = fits_at_a_glance(log)
        assert not at_a_glance or source.schema_faults(log, form()) == [], log
        seen[at_a_glance] += 1
    assert min(seen.values()) > 50


def test_several_changes_fit_at_a_glance_only_if_they_fit() -> None:
    chance = random.Random(1)
    for _ in range(tries(3_000)):
        kept = [key for key in PLAIN if chance.random() < 0.8]
        log = {key: chance.choice([*[PLAIN[key]] * 60, *VALUES]) for key in kept}
        assert not fits_at_a_glance(log) or source.fits(log, form(), {}), log


@pytest.mark.parametrize("path", sorted((ROOT / "examples").rglob("friday.yaml")), ids=lambda path: path.parent.name)
def test_the_logs_that_we_show_fit_at_a_glance(path: Path) -> None:
    assert fits_at_a_glance(source.load(str(path)).data)


def loads_jsonschema(*args: str) -> bool:
    """Whether a run of the program has loaded jsonschema at its end."""
    code = (
        "import sys, atexit\n"
        "atexit.register(lambda: print('jsonschema' in sys.modules, file=sys.stderr))\n"
        "from referee.cli import cli\n"
        f"cli.main({list(args)!r})\n"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False, cwd=ROOT)
    return ran.stderr.decode().split()[-1] == "True"


def test_jsonschema_is_loaded_only_to_validate_something(tmp_path: Path) -> None:
    unusual = tmp_path / "unusual.yaml"
    unusual.write_text("{game: hearts, players: [Ann, Ann, Ben, Cyd], events: []}")
    assert not loads_jsonschema("resolve", "trick", "hearts", "2C", "3C", "4C", "5C")
    assert not loads_jsonschema("validate", "examples/illuminate/friday.yaml")
    assert not loads_jsonschema("validate", "examples/dou-dizhu/friday.yaml"), "its deck is written out in the ruleset"
    assert loads_jsonschema("check", "rulesets/house/no-sixes.yaml")
    assert loads_jsonschema("validate", str(unusual))
