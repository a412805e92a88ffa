"""Names of players in two forms of Unicode are one name; names that only look alike are two, and a doubt."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_runner import run, write

import referee
from referee.core.text import look_of
from referee.judging.judge import judge
from referee.judging.log import log_of, parse_log

pytestmark = pytest.mark.usefixtures("folder")

APART, WHOLE = "Zoe\u0308", "Zo\u00eb"
"""One name: with an accent of its own, and as one letter with it."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def pad(*names: str) -> str:
    """A score pad of Hearts, in which each place names the player in another form."""
    head, dealer, scorer = names
    result = f"{{score: {{Ann: 5, Ben: 8, Cyd: 13, {scorer}: 0}}}}"
    return (
        f"game: hearts\nplayers: [Ann, Ben, Cyd, {head}]\nsetup: {{dealer: {dealer}}}\nevents:\n  - result: {result}\n"
    )


@pytest.mark.parametrize("names", [(APART, WHOLE, WHOLE), (WHOLE, APART, APART), (APART, APART, WHOLE)])
def test_two_forms_of_a_name_are_one(names: tuple[str, str, str]) -> None:
    assert judge(parse_log(pad(*names))).status == "legal"
    write("a.yaml", pad(*names))
    said = run("score", "a.yaml", "--format", "json").data
    assert said["players"][3] == WHOLE
    data = {
        "game": "hearts",
        "players": ["Ann", "Ben", "Cyd", names[0]],
        "setup": {"dealer": names[1]},
        "events": [{"result": {"score": {"Ann": 5, "Ben": 8, "Cyd": 13, names[2]: 0}}}],
    }
    for text in (json.dumps(data), json.dumps(data, ensure_ascii=False)):  # with escapes, and without
        write("a.json", text)
        write("a.jsonl", f"{text}\n")
        assert run("validate", "a.json", "a.jsonl").code == 0
    assert judge(log_of(data)).status == "legal"
    write("a.csv", f"game,hearts\nAnn,Ben,Cyd,{names[0]}\n5,8,13,0\n")
    assert run("score", "a.csv", "--format", "json").data["players"][3] == WHOLE


@pytest.mark.parametrize("suffix", ["yaml", "json"])
def test_two_forms_of_a_name_do_not_name_two_players(suffix: str) -> None:
    players = json.dumps(["Ann", WHOLE, "Cyd", APART], ensure_ascii=False)
    text = f'"game": "hearts", "players": {players}, "events": []'
    path = write(f"a.{suffix}", f"{{{text}}}\n")
    said = run("validate", path, "--format", "concise")
    assert said.code == 3
    assert f"{WHOLE!r} is already item 2 of this list; each may be listed once" in said.out
    write(path, f'{{{text}, "setup": {{"{WHOLE}": 1, "{APART}": 2}}}}\n')
    assert f"the key {WHOLE!r} is already on line 1; keep one of the two" in run("validate", path).out


def test_a_place_is_found_by_either_form() -> None:
    head = f"game: hearts\nplayers: [Ann, Ben, Cyd, {WHOLE}]\nsetup: {{dealer: Ann}}\nevents: []\n"
    (found,) = judge(parse_log(f"{head}expect: {{totals: {{{APART}: 3}}}}\n")).violations
    assert (found.line, found.column) == (5, 25)


ALIKE = {
    ("Jo", "JO"): True,
    ("Mary Ann", "Mary  Ann"): True,
    ("Ann", "\u0410nn"): True,  # Cyrillic
    ("Nico", "Nic\u03bf"): True,  # Greek
    ("Ann", "\uff21nn"): True,  # a wide letter
    ("Ann", "Anna"): False,
    ("Zoe", WHOLE): False,
    ("\u0410\u043d\u044f", "Anya"): False,
}


@pytest.mark.parametrize("names", ALIKE)
def test_names_that_look_alike_are_doubted(names: tuple[str, str]) -> None:
    one, other = names
    assert (look_of(one) == look_of(other)) == ALIKE[names]
    text = f"game: hearts\nplayers: ['{one}', Ben, Cyd, '{other}']\nsetup: {{dealer: Ben}}\nevents: []\n"
    doubts = [doubt for doubt in judge(parse_log(text)).doubts if doubt.rule == "hearts/names-alike"]
    message = f"{one!r} and {other!r} look alike, and are two players here"
    assert [doubt.message for doubt in doubts] == ([message] if ALIKE[names] else [])


def test_the_doubt_is_explained_and_can_be_ignored() -> None:
    write("a.yaml", "game: hearts\nplayers: [Jo, JO, Cyd, Dov]\nsetup: {dealer: Cyd}\nevents: []\n")
    assert "1 doubt" in run("validate", "a.yaml").out
    said = run("validate", "a.yaml", "--ignore", "names-alike")
    assert ("0 doubts" in said.out, said.err) == (True, "")
    assert "two names at the table look alike" in run("explain", "hearts/names-alike").out
    assert referee.judge("a.yaml").status == "legal"
