"""A file that `referee new` wrote, in an editor: the YAML language server itself completes, explains and flags it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from command_runner import run
from language_server import Editor, editor, found

from referee.core.words import word_at
from referee.engines import FAMILIES, family
from referee.rules import rulesets

SERVER = found()
pytestmark = pytest.mark.skipif(
    SERVER is None,
    reason="yaml-language-server is not installed; `npm install -g yaml-language-server`, or set YAML_LANGUAGE_SERVER",
)


@pytest.fixture(scope="module")
def editing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Editor]:
    with editor([str(SERVER), "--stdio"], tmp_path_factory.getbasetemp()) as opened:
        yield opened


def new(folder: Path, *args: str) -> str:
    """What `referee new` writes where the schemas lie beside it, as in a club's repository."""
    assert run("schema", "--copy", str(folder / "schemas")).code == 0
    draft = folder / "draft.yaml"
    assert run("new", *args, "--out", str(draft)).code == 0
    return draft.read_text(encoding="utf-8")


def drafted(folder: Path, *args: str, more: str = "") -> tuple[Path, int]:
    """A file that `referee new` wrote, with more at its end; the number of its first added line."""
    path = folder / "ours.yaml"
    text = new(folder, *args)
    path.write_text(text + more, encoding="utf-8")
    return path, text.count("\n") + 1


@pytest.mark.parametrize("name", FAMILIES)
def test_completion_offers_the_keys_of_the_family_with_what_they_mean(
    name: str, editing: Editor, tmp_path: Path
) -> None:
    path, line = drafted(tmp_path, "ruleset", "--family", name, more="\n")
    editing.open(path)
    offered = editing.offers(path, line, 1)
    keys = word_at(family(name).schema, rulesets.SCHEMAS).keys
    written = {key for key in keys if f"\n{key}:" in path.read_text(encoding="utf-8")}
    assert set(offered) >= set(keys) - written - {"$schema"}
    assert all(keys[key].description.split("`")[0].strip() in says for key, says in offered.items() if key in keys)


def test_completion_further_down_in_a_house_rule(editing: Editor, tmp_path: Path) -> None:
    path, line = drafted(tmp_path, "house", "illuminate", more="bidding:\n  \n")
    editing.open(path)
    assert set(editing.offers(path, line + 1, 3)) >= {"least", "most", "hook", "all_or_nothing"}


def test_completion_offers_the_values_of_a_word(editing: Editor, tmp_path: Path) -> None:
    path, line = drafted(tmp_path, "house", "illuminate", more="trick:\n  tie: \n")
    editing.open(path)
    assert set(editing.offers(path, line + 1, 8)) >= {"earliest", "latest", "led_suit"}


def test_a_word_is_explained_where_the_pointer_rests(editing: Editor, tmp_path: Path) -> None:
    path, line = drafted(tmp_path, "house", "illuminate", more="trick:\n  tie: latest\n")
    editing.open(path)
    assert "Which of two equally high cards counts" in editing.says(path, line + 1, 4)


def test_a_file_as_it_was_written_has_no_marks(editing: Editor, tmp_path: Path) -> None:
    path, _ = drafted(tmp_path, "house", "illuminate")
    editing.open(path)
    assert editing.marks(path) == []


MISTAKES = {
    "biding: {least: 1}\n": (0, 1, "Property biding is not allowed."),
    "bidding: {hok: true}\n": (0, 11, "Property hok is not allowed."),
    "trick: {tie: frist}\n": (0, 14, 'Value is not accepted. Valid values: "earliest", "latest", "led_suit", null.'),
    "players: four\n": (0, 10, 'Incorrect type. Expected "array".'),
}


@pytest.mark.parametrize("mistake", MISTAKES, ids=str.strip)
def test_a_mistake_is_flagged_in_its_place(mistake: str, editing: Editor, tmp_path: Path) -> None:
    path, line = drafted(tmp_path, "house", "illuminate", more=mistake)
    editing.open(path)
    below, column, says = MISTAKES[mistake]
    assert editing.marks(path) == [(line + below, column, says)]


PAGE = Path(__file__).resolve().parent.parent / "docs" / "how-to" / "editors.md"
BLOCK = re.compile(r"(<!-- begin: mistakes -->\n```text\n)(.*?)(```\n<!-- end: mistakes -->)", re.DOTALL)


def test_the_page_shows_what_the_server_says(editing: Editor, tmp_path: Path) -> None:
    shown = BLOCK.search(PAGE.read_text(encoding="utf-8"))
    assert shown
    lines = [line for line in shown[2].splitlines() if not line.strip().startswith("~")]
    path = tmp_path / "ours.yaml"
    head = new(tmp_path, "house", "illuminate").partition("\n")[0]
    path.write_text("\n".join([head, *lines, ""]), encoding="utf-8")
    editing.open(path)
    marks = {line - 2: (column, says) for line, column, says in editing.marks(path)}
    expected = []
    for number, line in enumerate(lines):
        expected.append(line)
        if number in marks:
            column, says = marks[number]
            word = re.match(r"\w+", line[column - 1 :])
            assert word
            expected.append(f"{' ' * (column - 1)}{'~' * len(word[0])} {says}")
    assert shown[2].splitlines() == expected


def test_a_log_is_completed_and_checked(editing: Editor, tmp_path: Path) -> None:
    path, _ = drafted(tmp_path, "log", "illuminate", "--players", "Ann,Ben")
    text = path.read_text(encoding="utf-8").replace("\nevents:\n", "\nevents:\n  - bdi: 1\n")
    path.write_text(text, encoding="utf-8")
    line = text.split("\n").index("  - bdi: 1") + 1
    editing.open(path)
    assert (line, 5, "Property bdi is not allowed.") in editing.marks(path)
    assert set(editing.offers(path, line, 5)) >= {"deal", "bid", "trick", "result"}
