"""`date:`, `place:` and `event:` in the head of a log."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_runner import run

LOG = "game: hearts\nplayers: [Ann, Ben, Cyd, Dov]\n{}setup: {{dealer: Dov}}\nevents: []\n"
pytestmark = pytest.mark.usefixtures("folder")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("date: 18.9.2026", "3:7: `date:` '18.9.2026' is not a day; write the year, the month and the day, like 2026-09-18"),
        ("date: 2026-02-30", "3:7: `date:` '2026-02-30' is not a day; February 2026 has days 01 to 28"),
        ("date: 2026", "3:7: expected text, not the number 2026; put it in quotes"),
        ("place: [here]", "3:8: expected text, not a list; write here"),
        ("event: {bid: 1}", "3:8: expected text, not a map; write for example autumn league"),
        ('event: "two\\nlines"', "3:8: a name may not contain control or invisible characters: 'two\\nlines'"),
        ('unsure: ["a card", 3]', "3:20: expected text, not the number 3; put it in quotes"),
        ("unsure: a card", "3:9: expected a list, not the text 'a card'; "
         'write for example ["friday.pbn:12: \'1Z\' is not a call"]'),
        ("day: 2026-09-18", "3:1: unknown key 'day'; known here: $schema, game, house, variants, ruling, rules, players, date, "
         "place, event, board, setup, position, events, expect, note, unsure"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_it_is_told_at_its_place(line: str, message: str) -> None:
    Path("friday.yaml").write_text(LOG.format(line + "\n"), encoding="utf-8")
    said = run("validate", "friday.yaml", "--format", "concise")
    assert (said.code, said.out.splitlines()[0]) == (3, f"friday.yaml:{message}")


def test_the_score_pad_says_when_and_where() -> None:
    head = "date: 2026-09-18\nplace: the old bakery\nevent: autumn league\n"
    Path("friday.yaml").write_text(LOG.format(head), encoding="utf-8")
    game = {"game": "hearts", "players": ["Ann", "Ben", "Cyd", "Dov"], "setup": {"dealer": "Dov"}, "events": []}
    games = [{**game, "date": "2026-09-18"}, game]
    Path("games.jsonl").write_text("".join(json.dumps(each) + "\n" for each in games), encoding="utf-8")
    assert run("score", "friday.yaml").out.splitlines()[1] == "2026-09-18, the old bakery, autumn league"
    lines = run("score", "games.jsonl").out.splitlines()
    assert ("games.jsonl:1: 2026-09-18" in lines, "games.jsonl:2:" in lines) == (True, True)
    said = run("score", "friday.yaml", "--format", "json").data
    assert (said["date"], said["place"], said["event"]) == ("2026-09-18", "the old bakery", "autumn league")


def test_a_game_is_recorded_with_its_day_where_that_is_said() -> None:
    asked = ("record", "hearts", "friday.yaml", "--players", "Ann,Ben,Cyd,Dov")
    run(*asked, "--date", "2026-09-18", "--event", " autumn league ", given="quit\n")
    head = Path("friday.yaml").read_text(encoding="utf-8")
    assert '\ndate: "2026-09-18"\nevent: autumn league\nsetup:' in head
    assert run("validate", "friday.yaml").code == 0
    wrong = run("record", "hearts", "saturday.yaml", "--date", "19.9.2026")
    assert (wrong.code, wrong.err) == (
        2,
        "referee record: --date: '19.9.2026' is not a day; write the year, the month and the day, like 2026-09-19, or "
        "`today` (see `referee record --help`)\n",
    )


def test_what_the_writer_of_a_log_was_not_sure_of_is_a_doubt() -> None:
    text = LOG.format('unsure: ["was it 5S?", "who led"]\n')
    Path("friday.yaml").write_text(text, encoding="utf-8")
    said = run("validate", "friday.yaml", "--format", "concise")
    assert said.code == 0
    assert [line.partition(": doubt: ")[::2] for line in said.out.splitlines() if "/unsure" in line] == [
        ("friday.yaml:3:10", "hearts/unsure: was it 5S?"),
        ("friday.yaml:3:24", "hearts/unsure: who led"),
    ]
    assert run("validate", "friday.yaml", "--strict").code == 1
