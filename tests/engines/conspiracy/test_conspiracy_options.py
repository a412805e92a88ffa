"""What may happen next at small tables, everything in its words and with the item that stands for it."""

from __future__ import annotations

from typing import Any

import pytest

from referee.play.simulate import happen
from referee.rules import rulesets

PLAYERS = ("Ann", "Ben", "Cyd")
GNOMES = "The Gnomes of Zurich"
Data = dict[str, Any]
TABLE: Data = {
    "structures": {
        "Ann": {"illuminati": "Gnomes", "money": 3},
        "Ben": {"illuminati": "UFOs", "money": 2, "groups": {"KKK": {"on": {"UFOs": "left"}, "money": 1}}},
        "Cyd": {"illuminati": "Network"},
    },
    "uncontrolled": ["Hollywood"],
}
HELD = {
    "specials": {
        "Ann": ["Bribery", "Whispering Campaign", "Media Campaign", "Slush Fund"],
        "Cyd": ["Computer Espionage", "Deep Agent", "Secrets"],
    },
    "destroyed": ["Moonies"],
    "uncontrolled": ["Boy Sprouts"],
}
ON_KKK = {"attack": {"control": "KKK", "with": "Gnomes"}}


def attacks(name: str, *odds: str) -> dict[str, Data]:
    """Attacks on a group to control, neutralize, destroy, each with its odds; an empty one cannot be made."""
    kinds = ("control", "neutralize", "destroy")
    return {
        f"{kind} {name} with {GNOMES}: {said}": {"attack": {kind: name, "with": GNOMES}}
        for kind, said in zip(kinds, odds, strict=True)
        if said
    }


FREELY = {
    "move money freely": {"redistribute": {}},
    "pass": {"pass": True},
    "end the turn": {"end": True},
    "give Ben 1–3 MB": {"give": {"to": "Ben", "money": 1}},
    "give Cyd 1–3 MB": {"give": {"to": "Cyd", "money": 1}},
    "leave the game": {"leave": True, "by": "Ann"},
}
AGAINST_KKK = attacks("KKK", "-8, hopeless", "-2, hopeless", "-5, hopeless")
AGAINST_HOLLYWOOD = attacks("Hollywood", "7 or less, 21 in 36", "", "5 or less, 10 in 36")
OPTIONS: list[tuple[Data, list[Data], str | None, str, dict[str, Data]]] = [
    ({}, [], "Ann", "Ann must act or end the turn", AGAINST_HOLLYWOOD | AGAINST_KKK | FREELY),
    (
        {}, [ON_KKK], "Ann", "Ann's attack on KKK is under way: money, then the roll",
        {
            f"Ann: spend 1–3 for it from {GNOMES}": {"spend": {GNOMES: 1}},
            "Ben: spend 1 against it from KKK": {"spend": {"KKK": 1}},
            "Ben: spend 1–2 against it from The UFOs": {"spend": {"The UFOs": 1}},
            "roll (-8, hopeless)": {"roll": 7},
            "call it off": {"call_off": True},
        },
    ),
    (
        HELD, [], "Ann", "Ann must act or end the turn",
        attacks("Boy Sprouts", "4 or less, 6 in 36", "", "")
        | AGAINST_KKK
        | FREELY
        | {
            f"destroy Boy Sprouts with {GNOMES} and Whispering Campaign: 4 or less, 6 in 36": {
                "attack": {"destroy": "Boy Sprouts", "with": GNOMES, "special": "Whispering Campaign"}
            },
            f"Ann: play Bribery, Boy Sprouts to the top of {GNOMES}, the right of {GNOMES}, the bottom of {GNOMES} "
            f"or the left of {GNOMES}": {
                "special": {"play": "Bribery", "group": "Boy Sprouts", "onto": {GNOMES: "top"}}, "by": "Ann",
            },
            "give Ben Bribery, Whispering Campaign, Media Campaign or Slush Fund": {
                "give": {"to": "Ben", "specials": ["Bribery"]}
            },
            "give Cyd Bribery, Whispering Campaign, Media Campaign or Slush Fund": {
                "give": {"to": "Cyd", "specials": ["Bribery"]}
            },
            "Ann: play Media Campaign for Moonies": {
                "special": {"play": "Media Campaign", "group": "Moonies"}, "by": "Ann",
            },
            "Ann: play Slush Fund": {"special": "Slush Fund", "by": "Ann"},
            "Cyd: play Computer Espionage on the Specials of Ann or Ben": {
                "special": {"play": "Computer Espionage", "player": "Ann"}, "by": "Cyd",
            },
            "Cyd: play Computer Espionage on the money on a card of Ann or Ben": {
                "special": {"play": "Computer Espionage", "group": GNOMES}, "by": "Cyd",
            },
        },
    ),
    ({"phase": "over", "winners": ["Ann"]}, [], None, "the game is over", {}),
    (
        {"phase": "draw"}, [], "Ann", "Ann must draw a card",
        {"draw (any of 96 cards)": {"draw": "American Autoduel Association"}},
    ),
    (
        {"phase": "refill"}, [], "Ann", "Ann must turn up a card for the uncontrolled groups",
        {"refill (any of 96 cards)": {"refill": "American Autoduel Association"}},
    ),
    ({"phase": "income"}, [], "Ann", "Ann must collect income", {"income": {"income": {}}}),
    (
        {"phase": "rolls"}, [], None, "everybody must roll for the next turn",
        {"roll for the next turn": {"rolls": {"Ann": 2, "Ben": 3, "Cyd": 4}}},
    ),
    (
        {"specials": {"Ann": ["Slush Fund"], "Ben": ["Secrets", "special"]}},
        [{"attack": {"control": "Hollywood", "with": "Gnomes", "privilege": "Slush Fund"}}],
        "Ann", "Ann's attack on Hollywood is under way: money, then the roll",
        {
            "Ben: play Secrets Man Was Not Meant To Know": {"special": "Secrets Man Was Not Meant To Know", "by": "Ben"},
            "Ben: discard 2 Specials against the privilege": {
                "abolish": ["Secrets Man Was Not Meant To Know", "special"], "by": "Ben",
            },
            f"Ann: spend 1–3 for it from {GNOMES}": {"spend": {GNOMES: 1}},
            "roll (7 or less, 21 in 36)": {"roll": 7},
            "call it off": {"call_off": True},
        },
    ),
    (
        {}, [{"attack": {"control": "Hollywood", "with": "Gnomes"}}, {"roll": 9}], "Ann",
        "Hollywood was attacked with a roll of 9: failure; then Ann must act or end the turn",
        {"move money freely": {"redistribute": {}}, "end the turn": {"end": True}},
    ),
]  # fmt: skip
"""What the position has otherwise, events, who may do something, what they are doing, and everything that is legal."""

PRIVILEGED = "a privileged attack; its privilege must be abolished first"
OUT: dict[int, dict[str, str]] = {
    2: {"Cyd: play Deep Agent": "Deep Agent is played in a privileged attack; there is no attack"},
    8: {f"Ben: {verb} it with 1–2": f"Ben cannot {verb} {PRIVILEGED}" for verb in ("support", "oppose")},
    9: {"pass": "Ann has taken 1 action and cannot pass; end the turn"},
}
"""By the number of the table: what is ruled out there, and why."""


@pytest.mark.parametrize(
    ("number", "more", "events", "who", "doing", "wanted"), [(place, *given) for place, given in enumerate(OPTIONS)]
)
def test_what_may_happen(
    number: int, more: Data, events: list[Data], who: str | None, doing: str, wanted: dict[str, Data]
) -> None:
    variants = ["random-sequence"] if more.get("phase") == "rolls" else []
    game = rulesets.table(rulesets.load_ruleset("illuminati", variants=variants), 3)
    state = game.start(PLAYERS, {}, TABLE | more)
    for item in events:
        happen(game, state, item)
    options = game.options(state)
    assert (options.player, options.doing) == (who, doing)
    assert {option.notation: option.item for option in options.legal} == wanted
    assert {option.notation: option.fault.message for option in options.options if option.fault} == OUT.get(number, {})
