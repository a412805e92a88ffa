"""`referee upgrade`: old words become those of today, wherever they stand, and the file says the same as before."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_runner import LEGAL, run, write

from referee.rules import rulesets
from referee.source import parse

OLD = """\
# our Cassino
extends: cassino
why: as we wrote it down years ago
left_out: {3: {card: 2C}}   # the two of clubs is lost
deal:
  hand: 5

end:
  # two rounds are enough
  rounds: 2 # really
  target: null
  tied: another_round
variants:
  short: {text: One round., source: us, patch: {end: {rounds: 1}}}
rulings:
  last-round:
    {question: A tie?, about: end.tied, source: us, sure: low,
     readings: {more: {text: On., value: another_round}, shared: {text: Both., value: shared}}}
"""
NEW = """\
# our Cassino
extends: cassino
why: as we wrote it down years ago
leave_out: {3: {card: 2C}}   # the two of clubs is lost
deal:
  rounds: 2 # really
  each: 5

end:
  # two rounds are enough
  target: null
  tied: play_on
variants:
  short: {text: One round., source: us, patch: {deal: {rounds: 1}}}
rulings:
  last-round:
    {question: A tie?, about: end.tied, source: us, sure: low,
     readings: {more: {text: On., value: play_on}, shared: {text: Both., value: shared}}}
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_house_rule_of_years_ago() -> None:
    write("ours.yaml", OLD)
    assert "still read" in run("check", "ours.yaml").out
    said = run("upgrade", "ours.yaml")
    assert (said.code, said.err) == (0, "ours.yaml: 6 words brought up to date\n")
    assert Path("ours.yaml").read_text(encoding="utf-8") == NEW
    assert [line for line in said.out.splitlines() if line[:1] in "+-"][:4] == [
        "--- ours.yaml",
        "+++ ours.yaml",
        "-left_out: {3: {card: 2C}}   # the two of clubs is lost",
        "+leave_out: {3: {card: 2C}}   # the two of clubs is lost",
    ]
    assert "still read" not in run("check", "ours.yaml").out
    assert run("upgrade", "ours.yaml") == (0, "ours.yaml: nothing to upgrade\n", "")


def test_lines_that_end_as_on_windows() -> None:
    Path("ours.yaml").write_bytes(OLD.replace("\n", "\r\n").encode())
    assert run("upgrade", "ours.yaml").code == 0
    assert Path("ours.yaml").read_bytes() == NEW.replace("\n", "\r\n").encode()


def test_diff_only_shows() -> None:
    write("ours.yaml", OLD)
    said = run("upgrade", "ours.yaml", "--diff")
    assert (said.code, said.err) == (0, "ours.yaml: 6 words would be brought up to date\n")
    assert Path("ours.yaml").read_text(encoding="utf-8") == OLD


HEAD = "extends: cassino\nwhy: x\n"
MOVED = {
    "into a map that is not there": ("end:\n  rounds: 2\n  target: 5\n", "deal:\n  rounds: 2\nend:\n  target: 5\n"),
    "the only one of its map": ("end:\n  rounds: 2\n", "deal:\n  rounds: 2\n"),
    "the only one of its map, in brackets": ("end: {rounds: 2}\n", "deal: {rounds: 2}\n"),
    "the first in brackets": ("end: {rounds: 2, target: 5}\n", "deal: {rounds: 2}\nend: {target: 5}\n"),
    "the last in brackets": ("end: {target: 5, rounds: 2}\n", "deal: {rounds: 2}\nend: {target: 5}\n"),
    "into a map in brackets": ("deal: {hand: 5}\nend: {rounds: 2}\n", "deal: {rounds: 2, each: 5}\n"),
    "a comment after brackets": ("end: {rounds: 2}   # two\n", "deal: {rounds: 2}  # two\n"),
    "a comment after the map": ("end:  # the end\n  rounds: 2\n", "# the end\ndeal:\n  rounds: 2\n"),
    "two comments": ("end:  # the end\n  rounds: 2  # two\n", "# the end\ndeal:\n  rounds: 2  # two\n"),
    "a comment between": ("end:\n  # not long\n  rounds: 2\n", "# not long\ndeal:\n  rounds: 2\n"),
    "a sign in quotes": ('end: {rounds: "2"}  # it\'s "#2"\n', 'deal: {rounds: "2"}  # it\'s "#2"\n'),
    "a formula in quotes": ('end: {rounds: "2", target: 5}\n', 'deal: {rounds: "2"}\nend: {target: 5}\n'),
}


@pytest.mark.parametrize("what", MOVED)
def test_words_that_moved(what: str) -> None:
    old, new = MOVED[what]
    write("ours.yaml", HEAD + old)
    assert run("upgrade", "ours.yaml").code == 0
    assert Path("ours.yaml").read_text(encoding="utf-8") == HEAD + new


def test_a_word_that_moved_to_the_top() -> None:
    write("ours.yaml", "extends: illuminati\nwhy: x\nturn:\n  order: counter_clockwise\n  actions: 3\n")
    assert run("upgrade", "ours.yaml").code == 0
    assert Path("ours.yaml").read_text(encoding="utf-8") == (
        "extends: illuminati\nwhy: x\ndirection: counterclockwise\nturn:\n  actions: 3\n"
    )


def test_json_with_the_line_ends_of_windows() -> None:
    old = '{\r\n  "extends": "cassino",\r\n  "why": "x",\r\n  "end": {"rounds": 2, "tied": "another_round"}\r\n}\r\n'
    Path("ours.json").write_bytes(old.encode())
    said = run("upgrade", "ours.json")
    assert (said.code, said.err) == (0, "ours.json: 2 words brought up to date\n")
    text = Path("ours.json").read_bytes().decode()
    assert parse(text, "ours.json").data == {
        "extends": "cassino", "why": "x", "deal": {"rounds": 2}, "end": {"tied": "play_on"}
    }  # fmt: skip
    assert text.count("\r\n") == text.count("\n") == old.count("\n")


def test_what_cannot_be_moved_is_left_and_said() -> None:
    old = f"{HEAD}end: {{\n  rounds:\n    2,\n  target: 5}}\n"
    write("ours.yaml", old)
    said = run("upgrade", "ours.yaml")
    assert said == (1, "ours.yaml:4:3: `end.rounds:` is called `deal.rounds:` now; change it by hand\n", "")
    assert Path("ours.yaml").read_text(encoding="utf-8") == old


def test_nothing_to_upgrade() -> None:
    write("friday.yaml", LEGAL)
    write("ours.yaml", f"{HEAD}end: {{target: 5}}\n")
    write("games.jsonl", "")
    said = run("upgrade", "friday.yaml", "ours.yaml", "games.jsonl")
    assert said == (
        0,
        "friday.yaml: nothing to upgrade\nours.yaml: nothing to upgrade\n"
        "games.jsonl: nothing to upgrade; logs of every format are read as they are\n",
        "",
    )


def test_what_cannot_be_read() -> None:
    write("ours.yaml", "extends: casino\nwhy: x\n")
    said = run("upgrade", "ours.yaml", "nothing.yaml")
    assert (said.code, said.out) == (3, "")
    assert said.err.splitlines()[0].startswith("ours.yaml:1:10: no game is called 'casino'; did you mean 'cassino'?")
    assert said.err.splitlines()[1] == "nothing.yaml:1:1: no such file"
    assert (
        run("upgrade", "-").err
        == "referee upgrade: upgrade changes files, so it cannot read standard input (see `referee upgrade --help`)\n"
    )


def test_what_was_upgraded_is_judged_the_same() -> None:
    old, new = write("old.yaml", OLD), write("new.yaml", NEW)
    before, after = (rulesets.load_ruleset("cassino", houses=[path]) for path in (old, new))
    assert before.data == after.data
