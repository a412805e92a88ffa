"""What is said at a climbing table besides what its cases print."""

from __future__ import annotations

from typing import Any

import pytest
from command_runner import run

from referee.rules import rulesets

PLAYERS = ("Ann", "Ben", "Cyd", "Dov")


def at_table(name: str, position: dict[str, Any]) -> tuple[Any, Any]:
    rules = rulesets.load_ruleset(name)
    players = PLAYERS[: rules.get("players")[0]]
    game: Any = rulesets.table(rules, len(players))
    return game, game.start(players, {}, position)


@pytest.mark.parametrize(
    ("item", "said"), [({"play": "9C"}, ["Ann has no cards left."]), ({"pass": True}, ["Dov leads to the next trick."])]
)
def test_what_came_of_an_event_is_told(item: dict[str, Any], said: list[str]) -> None:
    position = {
        "turn": "Ann", "dealer": "Dov", "hands": {"Ann": ["9C"]}, "unseen": {"Ben": 5, "Cyd": 5, "Dov": 5},
        "table": {"single": ["7S"]}, "last": "Dov", "passed": ["Ben", "Cyd"],
    }  # fmt: skip
    game, before = at_table("president", position)
    after = before.copy()
    game.happen(after, game.read(after, item)[0])
    assert game.aftermath(before, after) == said


def test_what_is_counted_of_each_player() -> None:
    game, state = at_table("dou-dizhu", {"dealer": "Cyd", "phase": "deal"})
    result = {"out": ["Ann"], "landlord": "Ann", "bid": 1, "bombs": 0, "plays": {"Ann": 3, "Ben": 1, "Cyd": 1}}
    game.happen(state, game.read(state, {"result": result})[0])
    counted = {tally.name: tally.counted for tally in game.standing(state).tallies}
    assert counted == {
        "hands": (1, 1, 1), "out first": (1, 0, 0), "hands as landlord": (1, 0, 0), "cards left": (0, None, None),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("asked", "answer", "code"),
    [
        (("big-two", "9C", "9S", "--on", "7H 7D"), "Yes. 9C 9S, a pair, beats 7D 7H, a pair.\n", 0),
        (("big-two", "7H,7D", "--on", "9C 9S"),
         "No. 7D 7H is a pair, which does not beat 9C 9S; that takes a higher pair.\n", 1),
        (("dou-dizhu", "BJ", "RJ"), "Yes. BJ RJ is a rocket.\n", 0),
        (("big-two", "4S", "5S", "6S", "7S", "9S", "--on", "4H 6H 8H 9H KH"),
         "Yes. 4S 5S 6S 7S 9S, a flush, beats 4H 6H 8H 9H KH, a flush.\n"
         "Ruling flushes: read here as suit; read as top-card, it does not beat it (--ruling flushes=top-card).\n"
         "Ruling flushes: read here as suit; read as all-cards, it does not beat it (--ruling flushes=all-cards).\n", 0),
    ],
)  # fmt: skip
def test_whether_cards_beat_others(asked: tuple[str, ...], answer: str, code: int) -> None:
    said = run("resolve", "beat", *asked)
    assert (said.out, said.code) == (answer, code)


def test_cards_that_are_no_combination() -> None:
    said = run("resolve", "beat", "big-two", "7H", "8D")
    assert (said.out, said.err, said.code) == ("", "7H 8D are no combination; 2 cards must be a pair\n", 1)
    said = run("resolve", "beat", "big-two", "7H", "7X")
    assert (said.out, said.code) == ("", 2)
    assert "'7X' is not a card of the French deck" in said.err
