"""What the schemas say about rulesets, events and logs: what fits, and every message for what does not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from referee import source
from referee.rules import rulesets

STORE = rulesets.SCHEMAS
PLAYERS = ["Ann", "Ben", "Cyd", "Dov"]


def faults(data: Any, part: str, schema: str = "trick") -> list[str]:
    """What is wrong with data by a schema, or by one of its definitions, as 'where: message'."""
    name = f"{schema}.schema.json"
    wanted = {"$ref": f"{name}#/$defs/{part}"} if part else STORE[name]
    found = source.schema_faults(data, wanted, store=STORE)
    return [f"{'/'.join(map(str, pointer))}: {message}" for pointer, message in found]


def test_a_ruleset_is_whole_unless_it_extends_another_or_is_abstract() -> None:
    missing = ["deal", "deck", "end", "name", "play", "players", "rules", "scoring", "trick", "version"]
    assert faults({"family": "trick"}, "") == [f": key '{key}' is missing" for key in missing]
    assert faults({"family": "trick", "abstract": False, "extends": "tricks"}, "") == []
    assert faults({"family": "trick", "abstract": True}, "") == []


PARTS_MISSING = {
    "name": "x",
    "version": 1,
    "family": "trick",
    "deck": "french",
    "players": [4],
    "rules": {"scoring": {"text": "Points."}},
    "deal": {"next_dealer": "left"},
    "play": {"if_able": {"break_before_leading": {"broken_by": "QS"}}},
    "trick": {},
    "scoring": {"points": {"each": "side"}},
    "end": {},
    "bags": {"count": 1},
    "pass": {"cards": 3},
    "roles": {},
}


def test_the_parts_of_a_whole_ruleset_are_whole() -> None:
    assert faults(PARTS_MISSING, "") == [
        "bags: key 'limit' is missing",
        "bags: key 'points' is missing",
        "deal: this is not allowed here: a deal with neither `sequence:` nor `each:`",
        "end: key 'when' is missing",
        "pass: expected a map with 'owed' or a map with 'cards' and 'to', not a map with 'cards'",
        "play/if_able/break_before_leading: key 'cards' is missing",
        "roles: key 'choose' is missing",
        "rules/scoring: key 'source' is missing",
        "scoring/points: key 'cases' is missing",
    ]


MISTAKES: list[tuple[Any, str]] = [
    ({"biding": {}}, "biding: unknown key 'biding'; did you mean 'bidding'?"),
    ({"play": {"if_able": {"must_bead": True}}},
     "play/if_able/must_bead: unknown key 'must_bead'; did you mean 'must_beat'?"),
    ({"play": {"if_able": {"open_with": True}}},
     "play/if_able/open_with: this is not allowed here: true, which does not say which cards"),
    ({"play": {"if_able": {"open_with": {"suit": "C", "rank": "2"}}}},
     "play/if_able/open_with: expected at most 1 key, not 2; write `{all: [{suit: …}, {rank: …}]}` for cards that are all of "
     "these, a list for any of them"),
    (
        {"lead": {"by": "dealr"}},
        "lead/by: 'dealr' is not one of left_of_dealer, right_of_dealer, dealer, high_bidder, declarer, left_of_declarer, "
        "null; did you mean 'dealer'?",
    ),
    ({"bidding": {"hook": []}}, "bidding/hook: expected a formula or nothing (null), not a list"),
    ({"trick": {"order": [2]}}, "trick/order/0: expected text, not the number 2; put it in quotes"),
    (
        {"powers": {"QS": {"trick_goes_to": "lowset"}}},
        "powers/QS/trick_goes_to: 'lowset' is not one of lowest, lowest_without_grace, highest, leader, player, "
        "last_player, null; did you mean 'lowest'?",
    ),
    (
        {"count": {"Hearts": {"suit": "H"}}},
        "count/Hearts: 'Hearts' does not have the expected form: a name that formulas can use: "
        "lower-case letters, digits and underscores",
    ),
    ({"variants": {"x": {"patch": {"biding": {}}}}},
     "variants/x/patch/biding: unknown key 'biding'; did you mean 'bidding'?"),
    ({"scoring": {"points": {"cases": [{"when": "won"}]}}}, "scoring/points/cases/0: key 'points' is missing"),
]  # fmt: skip


@pytest.mark.parametrize(("patch", "message"), MISTAKES, ids=[next(iter(patch)) for patch, _ in MISTAKES])
def test_mistakes_in_a_ruleset(patch: Mapping[str, Any], message: str) -> None:
    assert faults({"extends": "tricks", **patch}, "") == [message]


EVENTS: list[Any] = [
    {"deal": {"Ann": ["QS", "2C"], "Ben": []}},
    {"turn": "QS"},
    {"pass": ["QS"], "by": "Ann"},
    {"pass": {"Ann": ["QS"], "Ben": ["2C"]}},
    {"bid": 1},
    {"bid": "nil", "stands": "we were tired"},
    {"bids": {"Ann": 1, "Ben": "nil"}},
    {"trump": "none"},
    {"play": "Mk1:11!", "note": "boldly"},
    {"trick": ["QS", "2C", "3C", "4C"], "expect": {"winner": "Ann", "roles": {"Ann": "doctor"}}},
    {"grace": "Mk1:11"},
    {"result": {"cards": 2, "bids": {"Ann": 1}, "won": {"Ann": 1}, "captured": {"Ann": ["QS"]}}},
    {"play": "QS", "expect": {"score": {"Ann": -5}, "totals": {"Ann": 2.5}, "winners": ["Ann", "Ben"]}},
]


@pytest.mark.parametrize("event", EVENTS, ids=[" ".join(event) for event in EVENTS])
def test_event_fits(event: Mapping[str, Any]) -> None:
    assert faults(event, "event") == []


VERBS = (
    "deal, turn, talon, draw, pass, bid, bids, call, give, put_away, contract, trump, open, dummy, rest, play, trick, "
    "grace, declare, choose and result"
)
NOT_EVENTS: list[tuple[Any, str]] = [
    ({"plya": "QS"}, "plya: unknown key 'plya'; did you mean 'play'?"),
    ({"by": "Ann"}, f": this is not allowed here: an event without a verb; its verbs are {VERBS}"),
    ({"bid": 1, "play": "QS"}, ": the keys 'bid' and 'play' do not go together"),
    ({"bid": 1.5}, "bid: expected a whole number, text or a map, not the number 1.5; write for example 2"),
    ({"play": 10}, "play: expected text, not the number 10; put it in quotes"),
    ({"trick": "QS"}, "trick: expected a list, not the text 'QS'; write [QS]"),
    ({"pass": 3}, "pass: expected a list of cards or a map from players to cards: {Ann: [QS, 2C]}, not the number 3"),
    ({"result": {"won": {"Ann": "two"}}}, "result/won/Ann: expected a whole number, not the text 'two'"),
    ({"play": "QS", "expect": {"winer": "Ann"}}, "expect/winer: unknown key 'winer'; did you mean 'winner'?"),
    (
        {"play": "QS", "expect": "Ann"},
        "expect: expected a map, not the text 'Ann'; write for example {winner: Ann, score: {Ann: 12}}",
    ),
]


@pytest.mark.parametrize(("event", "message"), NOT_EVENTS, ids=[" ".join(event) for event, _ in NOT_EVENTS])
def test_mistakes_in_an_event(event: Mapping[str, Any], message: str) -> None:
    assert faults(event, "event") == [message]


def test_log_fits() -> None:
    log = {
        "$schema": "log.schema.json",
        "game": "illuminate@1",
        "house": ["no-sixes", "./mine.yaml"],
        "variants": ["shorter"],
        "ruling": {"tie": "led-suit"},
        "players": PLAYERS,
        "setup": {"dealer": "Dov", "roles": {"Ann": "doctor"}, "scores": {"Ann": 3}},
        "events": EVENTS,
        "expect": {"totals": {"Ann": 3}, "winners": "Ann"},
        "note": "Friday",
    }
    assert faults(log, "", "log") == []
    assert faults({"game": "hearts", "players": ["Ann", "Ben"], "house": "queen-breaks"}, "", "log") == []


def test_mistakes_in_a_log() -> None:
    log = {"players": ["Ann", "Ann", ""], "variants": "shorter", "setup": {"delaer": "Ann"}, "expect": {"total": {}}}
    assert faults(log, "", "log") == [
        ": key 'game' is missing",
        "expect/total: unknown key 'total'; did you mean 'totals'?",
        "players/1: 'Ann' is already item 1 of this list; each may be listed once",
        "players/2: '' does not have the expected form: the name of a player",
        "setup: expected what is fixed before the first hand, what is settled before the first round, "
        "what is settled before the first hand or what is fixed before the first turn, not a map with 'delaer'; "
        "write for example {dealer: Dov}",
        "variants: expected a list, not the text 'shorter'; write [shorter]",
    ]
