"""What is said of each claim after an event, of whom, and where in the claim it stands."""

from __future__ import annotations

from typing import Any

import pytest

from referee.core.events import Misread
from referee.play.simulate import happen
from referee.rules import rulesets

GAME: Any = rulesets.table(rulesets.load_ruleset("illimat"), 4)
PLAYERS = ("Ann", "Ben", "Cyd", "Dov")
TABLE: dict[str, Any] = {
    "irregular": True,
    "turn": "Ann", "dealer": "Dov", "stock": 9, "okus": {"Ann": 1, "box": 2}, "claimed": {"Ann": ["The Union"]},
    "fields": {"Summer": ["5wi", "S10(6sp+4wi)"], "Spring": [], "Winter": ["Kau"], "Autumn": ["2au"]},
    "piles": {"Ann": ["9su"]}, "piles_unseen": {"Ben": 5}, "hands": {"Ann": ["7su", "8su"]}, "scores": {"Cyd": 3},
}  # fmt: skip
OVER = {"result": {"score": {"Ann": 3, "Ben": 1, "Cyd": 0, "Dov": 18}, "convergences": 0}}
Said = tuple[str, str | None, str]
WRONG: list[tuple[dict[str, Any], list[Said]]] = [
    ({"dealer": "Dov", "turn": "Ann", "stock": 9, "piles": {"Ann": 1, "Ben": 5}, "totals": {"Ann": 0, "Cyd": 3}}, []),
    ({"okus": {"Ann": 1, "box": 2, "Ben": 0}, "luminaries": {"Ann": "the union", "Ben": []}}, []),
    ({"fields": {"Summer": ["S10(4wi+6sp)", "5wi"], "far left": []}}, []),
    ({"dealer": "Ann"}, [("Ann is claimed to deal; it is Dov", "Ann", "dealer")]),
    ({"turn": "Ben"}, [("Ben is claimed to be next to act; it is Ann", "Ben", "turn")]),
    ({"winners": ["Ann"]}, [("winners are claimed, but the game is not over", None, "winners")]),
    ({"score": {"Ann": 0}}, [("a score is claimed, but no round ended here", None, "score")]),
    ({"totals": {"Ann": 0, "Cyd": 4}}, [("the total of Cyd is claimed to be 4; it is 3", "Cyd", "totals Cyd")]),
    (
        {"piles": {"Ann": 2, "Ben": 6}},
        [
            ("the number of cards harvested by Ann is claimed to be 2; it is 1", "Ann", "piles Ann"),
            ("the number of cards harvested by Ben is claimed to be 6; it is 5", "Ben", "piles Ben"),
        ],
    ),
    (
        {"okus": {"Ann": 2, "box": 0}},
        [
            ("the okus of Ann are claimed to be 2; they are 1", "Ann", "okus Ann"),
            ("the okus of the box are claimed to be 0; they are 2", None, "okus box"),
        ],
    ),
    ({"stock": 1}, [("the pile is claimed to have 1 card; it has 9", None, "stock")]),
    (
        {"fields": {"Summer": ["5wi"], "near right": []}},
        [
            ("the Summer field is claimed to hold 5wi; there lies 5wi S10(6sp+4wi)", None, "fields Summer"),
            ("the Autumn field is claimed to hold nothing; there lies 2au", None, "fields near right"),
        ],
    ),
    (
        {"luminaries": {"Ann": ["The Rake", "The River"], "Ben": "The Union"}},
        [
            ("Ann is said to have claimed The Rake, The River; it is The Union", "Ann", "luminaries Ann"),
            ("Ben is said to have claimed The Union; it is none", "Ben", "luminaries Ben"),
        ],
    ),
    (
        {"luminaries": {"Ann": []}},
        [("Ann is said to have claimed no Luminary; it is The Union", "Ann", "luminaries Ann")],
    ),
]
ENDED: list[tuple[dict[str, Any], list[Said]]] = [
    ({"winners": ["Dov"], "score": {"Ann": 3, "Dov": 18}, "totals": {"Ben": 1}}, []),
    ({"score": {"Ann": 4, "Ben": 1}}, [("the score of Ann is claimed to be 4; it is 3", "Ann", "score Ann")]),
    ({"totals": {"Cyd": 9}}, [("the total of Cyd is claimed to be 9; it is 0", "Cyd", "totals Cyd")]),
    ({"winners": "Ann"}, [("Ann is claimed to have won the game; Dov won it", None, "winners")]),
    ({"turn": "Ann"}, [("Ann is claimed to be next to act; it is nobody", "Ann", "turn")]),
]
EVE = "nobody here is called 'Eve'; the players are Ann, Ben, Cyd, Dov"
ROOK = "'The Rook' is not a Luminary of this game; did you mean 'The Loom'?"
UNKNOWN = [
    ({"dealer": "Eve"}, EVE, "dealer"),
    ({"turn": "Eve"}, EVE, "turn"),
    ({"winners": ["Ann", "Eve"]}, EVE, "winners 1"),
    *(({what: {"Ann": 0, "Eve": 1}}, EVE, f"{what} Eve") for what in ("piles", "okus", "score", "totals")),
    ({"luminaries": {"Eve": []}}, EVE, "luminaries Eve"),
    ({"luminaries": {"Ann": ["The Rake", "The Rook"]}}, ROOK, "luminaries Ann 1"),
    ({"fields": {"Summr": []}}, "there is no field 'Summr'; did you mean 'Summer'?", "fields Summr"),
]
SHAPELESS: list[dict[str, Any]] = [
    {"okus": 1}, {"okus": {"Ann": "1"}}, {"okus": {"box": True}}, {"stock": "9"}, {"stock": True}, {"fields": []},
    {"fields": {"Summer": "5wi"}}, {"fields": {"Summer": [5]}}, {"piles": {"Ann": 1.5}}, {"luminaries": {"Ann": 1}},
]  # fmt: skip


def found(state: Any, claim: dict[str, Any]) -> list[Said]:
    """What is said of a claim, of whom, and the way to it."""
    said = list(GAME.claims(state, claim))
    assert {fault.rule for fault in said} <= {"claim"}
    who = [None if fault.seat is None else PLAYERS[fault.seat] for fault in said]
    places = [" ".join(map(str, fault.at)) for fault in said]
    return [(fault.message, one, at.removeprefix("expect ")) for fault, one, at in zip(said, who, places, strict=True)]


@pytest.mark.parametrize(("claim", "said"), WRONG)
def test_claims_in_the_middle_of_a_round(claim: dict[str, Any], said: list[Said]) -> None:
    assert found(GAME.start(PLAYERS, {}, TABLE), claim) == said


@pytest.mark.parametrize(("claim", "said"), ENDED)
def test_claims_at_the_end(claim: dict[str, Any], said: list[Said]) -> None:
    state = GAME.start(PLAYERS, {"dealer": "Dov"}, None)
    happen(GAME, state, OVER)
    assert found(state, claim) == said


@pytest.mark.parametrize(("claim", "message", "there"), UNKNOWN)
def test_claims_of_what_nobody_knows(claim: dict[str, Any], message: str, there: str) -> None:
    with pytest.raises(Misread) as misread:
        list(GAME.claims(GAME.start(PLAYERS, {}, TABLE), claim))
    said = [(fault.message, " ".join(map(str, fault.at))) for fault in misread.value.faults]
    assert said == [(message, f"expect {there}")]


@pytest.mark.parametrize("claim", SHAPELESS, ids=str)
def test_what_is_no_claim_at_all(claim: dict[str, Any]) -> None:
    with pytest.raises(Misread) as misread:
        list(GAME.claims(GAME.start(PLAYERS, {}, TABLE), claim))
    assert (misread.value.shapeless, misread.value.faults) == (True, [])
