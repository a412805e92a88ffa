"""All that cannot be read in a log is reported in one run, also after the event at which judging stops."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_runner import run, write
from slowness import one_in

from referee import source
from referee.judging.judge import judge
from referee.judging.log import parse_log

ROOT = Path(__file__).resolve().parent.parent.parent

HEAD = {
    "hearts": "game: hearts\nplayers: [Ann, Ben, Cyd, Dov]\nsetup: {dealer: Dov}\n",
    "luminars": "game: luminars\nplayers: [Ann, Ben]\nsetup: {dealer: Ben}\n",
    "cassino": "game: cassino\nplayers: [Ann, Ben]\nsetup: {dealer: Ben}\n",
    "spades": "game: spades\nplayers: [Ann, Ben, Cyd, Dov]\nsetup: {dealer: Dov}\n",
    "bridge": "game: bridge\nplayers: [Ann, Ben, Cyd, Dov]\nsetup: {dealer: Dov}\n",
    "illuminati": "game: illuminati\nplayers: [Ann, Ben, Cyd]\nsetup: {illuminati: {Ann: Bavarian, Ben: Gnomes, Cyd: UFOs}, "
    "first: Ann, uncontrolled: [Yuppies, Trekkies, Empty Vee, S.M.O.F.]}\n",
}
pytestmark = pytest.mark.usefixtures("folder")


def told(game: str, *events: str) -> list[str]:
    """The place and the sentence of everything that is wrong, and the verdict."""
    write("log.yaml", HEAD[game] + "events:\n" + "".join(f"  - {event}\n" for event in events))
    return [
        line.removeprefix("log.yaml:") for line in run("validate", "log.yaml", "--format", "concise").out.splitlines()
    ]


def test_three_misspelt_cards_are_three_findings() -> None:
    assert told("hearts", "trick: [2X, KC, AY, 3C]", "trick: [4C, 5C, 6C, 7C]", "play: 1C") == [
        "5:13: hearts/deck: '2X' is not a card of the French deck",
        "5:21: hearts/deck: 'AY' is not a card of the French deck",
        "7:11: hearts/deck: '1C' is not a card of the French deck; did you mean '10C'?",
        " illegal: 0 hands, 0 plays, 0 scores; 3 findings, 0 doubts; judged to event 1, 8 events not judged",
    ]


def test_names_of_players_and_verbs_too() -> None:
    assert told("hearts", "play: 1C", "paly: 2C", "{by: Bne, play: 3C}") == [
        "5:11: hearts/deck: '1C' is not a card of the French deck; did you mean '10C'?",
        "6:5: unknown verb 'paly'; did you mean 'play'?",
        "7:10: nobody here is called 'Bne'; did you mean 'Ben'?",
        " illegal: 0 hands, 0 plays, 0 scores; 1 finding, 2 complaints, 0 doubts; judged to event 1, 2 events not judged",
    ]


def test_the_verdict_is_that_of_what_was_found_first() -> None:
    assert told("hearts", "paly: 2C", "play: 1C")[-1].startswith(" not judged: ")
    assert told("hearts", "play: 1C", "paly: 2C")[-1].startswith(" illegal: ")


@pytest.mark.parametrize(
    ("game", "events", "places"),
    [
        ("luminars", ["take: Xx1", "discard: Xx2", "turn: [Xx3, Xx4]"], ["5:11", "6:14", "7:12", "7:17"]),
        ("cassino", ["lay: Xx1", "lay: Xx2"], ["5:10", "6:10"]),
        ("illuminati", ["draw: Nobody At All", "draw: Nobody Either"], ["5:11", "6:11"]),
    ],
)
def test_in_every_family(game: str, events: list[str], places: list[str]) -> None:
    found = [line.split(": ")[0] for line in told(game, *events)[:-1]]
    assert [place for place in found if place > "4"] == places  # 1:1 is a doubt about the whole log


def test_what_is_not_legal_hides_no_misspelling_and_is_told_first() -> None:
    lines = told("hearts", "deal: {Ann: [2C, 3C]}", "trick: [2X, KC, AY, 3C]")
    assert lines[0].startswith("5:17: hearts/deal: ")
    assert [line[:5] for line in lines[1:3]] == ["6:13:", "6:21:"]


@pytest.mark.parametrize(
    ("game", "meant", "written", "event", "says"),
    [
        ("hearts", "Dov}", "Dvo}", "play: 1C", "'1C' is not a card of the French deck; did you mean '10C'?"),
        ("luminars", "dealer", "daeler", "take: Xx1", "'Xx1' is not a card of the Luminars deck"),
        ("cassino", "Ben}", "[Ben]}", "deal: {hands: {Ann: [Xx2]}}", "'Xx2' is not a card of the French deck"),
    ],
)
def test_what_is_wrong_with_the_head_hides_no_misspelling(
    game: str, meant: str, written: str, event: str, says: str
) -> None:
    write("log.yaml", f"{HEAD[game].replace(meant, written)}events:\n  - {event}\n  - paly: 1\n")
    said = run("validate", "log.yaml", "--format", "concise")
    assert said.code == 3
    first, second, third, verdict = said.out.splitlines()
    assert first.startswith("log.yaml:3:")
    assert second.startswith("log.yaml:5:")
    assert says in second
    assert third.startswith("log.yaml:6:5: unknown verb 'paly'")
    assert verdict == "log.yaml: not judged: 3 complaints"


LEGAL = [
    path
    for path in sorted((ROOT / "examples").glob("*/*.yaml"))
    if path.parent.name != "broken"
    and "\nposition:" not in path.read_text(encoding="utf-8")  # which goes with no set-up
]


@pytest.mark.parametrize("path", one_in(12, LEGAL), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_what_is_wrong_with_the_head_makes_nothing_else_wrong(path: Path) -> None:
    data = source.load(str(path)).data
    for head in ({"setup": {**data.get("setup", {}), "xyzzy": 1}}, {"setup": {"dealer": "Nobody"}}):
        log = parse_log(json.dumps({**data, **head}, indent=1), str(path.with_suffix(".json")))
        log.trust = "all"
        assert not [place for place in judge(log).complaints if place.place.line > log.place(("events",)).line]


def test_misspelt_cards_in_tricks_of_the_wrong_length() -> None:
    assert told("hearts", "trick: [2C, 3X, 4C]", "play: 2D", "trick: [2D, 3D, 4D, 5D, 6Q]") == [
        "5:12: hearts/trick-size: a trick is 4 cards here, one from each player; this one has 3",
        "5:17: hearts/deck: '3X' is not a card of the French deck",
        "7:29: hearts/deck: '6Q' is not a card of the French deck",
        " illegal: 0 hands, 0 plays, 0 scores; 3 findings, 0 doubts; judged to event 1, 8 events not judged",
    ]
    assert told("hearts", "{by: Ann, play: 2C}", "trick: [3C, 4X, 5C, 6C]")[:2] == [
        "6:5: hearts/trick-size: a whole trick is given, but one is in progress with 1 of its 4 cards on the table already",
        "6:17: hearts/deck: '4X' is not a card of the French deck",
    ]


def test_bids_of_which_several_cannot_be_read() -> None:
    bid = "is not a bid; a bid is a number of tricks or 'nil'"
    assert told("spades", "bids: {Ann: three, Ben: sven, Cyd: 1}")[:-1] == [
        "5:11: spades/turn: Dov has not bid; a bid from each player is needed",
        f"5:17: spades/bid-range: 'three' {bid}",
        f"5:29: spades/bid-range: 'sven' {bid}",
    ]
    assert told("spades", "bids: {Ann: three, Ben: sven, Cyd: 1, Dov: 2}")[:-1] == [
        f"5:17: spades/bid-range: 'three' {bid}",
        f"5:29: spades/bid-range: 'sven' {bid}",
    ]
    call = "is not a call of this game; a call is 1C, 1D … 7NT, pass, double or redouble"
    assert told("bridge", "bids: [1C, 8D, pass, pss]")[:-1] == [
        f"5:16: bridge/auction: '8D' {call}",
        f"5:26: bridge/auction: 'pss' {call}",
    ]


def test_a_wrong_date_hides_nothing_else() -> None:
    write(
        "a.yaml",
        f"date: 2026-13-40\nday: Friday\n{HEAD['hearts']}events:\n  - play: {{Adda: 2}}\n  - pass: {{Bee: [2C]}}\n",
    )
    assert run("validate", "a.yaml", "--format", "concise").out.splitlines()[:4] == [
        "a.yaml:1:7: `date:` '2026-13-40' is not a day; a year has months 01 to 12, and the month comes second",
        "a.yaml:2:1: unknown key 'day'; known here: $schema, game, house, variants, ruling, rules, players, date, "
        "place, event, board, setup, position, events, expect, note, unsure",
        "a.yaml:7:11: expected text, not a map; write for example QS",
        "a.yaml:8:12: nobody here is called 'Bee'; did you mean 'Ben'?",
    ]


def test_a_misspelt_game_is_corrected_beside_a_wrong_date() -> None:
    write("a.yaml", "game: hearst\ndate: 2026-13-40\nplayers: [Ann, Ben, Ann, Dov]\nevents: []\n")
    assert run("validate", "a.yaml", "--format", "concise").out.splitlines()[:3] == [
        "a.yaml:1:7: no game is called 'hearst'; did you mean 'hearts'?",
        "a.yaml:2:7: `date:` '2026-13-40' is not a day; a year has months 01 to 12, and the month comes second",
        "a.yaml:3:21: 'Ann' is already item 1 of this list; each may be listed once",
    ]
    assert run("fix", "a.yaml").err.splitlines() == [
        "a.yaml: 1 word corrected",
        "a.yaml:2:7: `date:` '2026-13-40' is not a day; a year has months 01 to 12, and the month comes second",
        "a.yaml:3:21: 'Ann' is already item 1 of this list; each may be listed once",
    ]
    assert Path("a.yaml").read_text(encoding="utf-8").startswith("game: hearts\n")


def test_a_map_of_bids_is_written_as_bids() -> None:
    assert told("spades", "bid: {Ann: 2, Ben: 1, Cyd: 0, Dov: 3}")[0] == (
        "5:10: a map of players is written as `bids: …`, not `bid:`"
    )


@pytest.mark.parametrize(
    ("game", "event", "message"),
    [
        ("spades", "bids: {Adda: 2, Ben: 1, Cyd: 0, Dov: 3}", "5:12: nobody here is called 'Adda'; "),
        ("hearts", "result: {counts: {Ann: {heards: 1}}}",
         "5:29: hearts/result: 'heards' is not a count of this game; "),
        ("luminars", "result: {counts: {Ann: {sats: 1}}}",
         "5:29: luminars/result: 'sats' is not something that a hand "),
        ("cassino", "result: {piles: {Ann: {spads: 1}}}",
         "5:28: cassino/scoring: no line of the score is called 'spads'"),
        ("cassino", "result: {most: {spads: Ann}}", "5:21: cassino/scoring: nobody scores for most of 'spads'"),
    ],
)  # fmt: skip
def test_a_name_that_is_a_key_is_pointed_at_itself(game: str, event: str, message: str) -> None:
    [line, *_] = told(game, event)
    assert line.startswith(message)
