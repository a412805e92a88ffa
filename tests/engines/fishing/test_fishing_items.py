"""Every kind of item of a fishing log: what it is read as, who did it and where it stands; and what is said of a wrong name."""

from __future__ import annotations

from typing import Any

import pytest

from referee.core.cards import mask_of
from referee.core.events import Misread
from referee.engines.fishing.rules.results import FishingResult, Pile
from referee.engines.fishing.rules.rounds import Cards, Reseeded
from referee.rules import rulesets

GAME: Any = rulesets.table(rulesets.load_ruleset("illimat"), 4)
STATE: Any = GAME.start(("Ann", "Ben", "Cyd", "Dov"), {"dealer": "Dov"}, None)
ANN, BEN, CYD, BOX = 0, 1, 2, -1
Item = dict[str, Any]


def ids(*names: str) -> tuple[int, ...]:
    """Cards by their numbers in the deck."""
    return tuple(GAME.rules.deck.by_id[name] for name in names)


def shown(*names: str) -> Cards:
    return Cards(mask_of(ids(*names)), len(names), ids(*names))


def counted(number: int) -> Cards:
    return Cards(0, number)


PAD: Item = {
    "piles": {"Ann": ["7su"], "Ben": {"bumper-crop": 2, "fools": 0}}, "okus": {"Ann": 1}, "sweeps": {"Ann": 0},
    "luminaries": {"Ann": ["The Rake", "The River"], "Ben": "The Maiden"}, "last_capture": "Ann", "convergences": 2,
    "most": {"sunkissed": "nobody", "frostbit": "Cyd"},
}  # fmt: skip
CARDS_LISTED = Pile(GAME.rules.scoring.counts(mask_of(ids("7su")), {}), mask_of(ids("7su")))
POINTS: Item = {"score": {"Ann": -3}, "totals": {"Ben": 2}}
READ: list[tuple[Item, Any]] = [
    (
        {
            "deal": {
                "fields": {"Summer": ["2su", "3au"], "far left": ["3su"]},
                "hands": {"Ann": ["7su"], "Ben": 4},
                "luminaries": {"near left": "The Rake", "Autumn": "The Maiden"},
            }
        },
        {
            "fields": {0: ids("2su", "3au"), 1: ids("3su")},
            "hands": {ANN: shown("7su"), BEN: counted(4)},
            "luminaries": {0: "The Rake", 3: "The Maiden"},
        },
    ),
    ({"deal": {}}, {"fields": {}, "hands": {}, "luminaries": {}}),
    ({"draw": 2}, counted(2)),
    ({"draw": 0}, counted(0)),
    ({"draw": ["8su", "7su"]}, shown("8su", "7su")),
    ({"clear": "summer"}, "Summer"),
    ({"clear": "far left"}, "far left"),
    ({"reseed": ["7su"]}, Reseeded(ids("7su"), "")),
    ({"reseed": {"Summer": ["7su"]}}, Reseeded(ids("7su"), "Summer", ("Summer",))),
    ({"reveal": "the maiden"}, "The Maiden"),
    ({"uncover": ["7su", "8su"]}, ids("7su", "8su")),
    ({"swap": {"2au": "Ksu"}}, dict([ids("2au", "Ksu")])),
    ({"turn": "winter"}, "Winter"),
    ({"name": "Winter"}, "Winter"),
    ({"give": {"Ben": "5su", "Cyd": None}}, {BEN: ids("5su")[0], CYD: None}),
    ({"okus": "Ben"}, BEN),
    ({"okus": "box"}, BOX),
    ({"exchange": {"discard": 3, "draw": ["7su"]}}, {"discard": counted(3), "draw": shown("7su")}),
    ({"exchange": {}}, {}),
    ({"lay": {"Ann": ["7su"], "Ben": ["8su", "9su"]}}, {ANN: [*ids("7su")], BEN: [*ids("8su", "9su")]}),
    ({"done": True}, True),
    (
        {"result": PAD},
        FishingResult(
            {ANN: CARDS_LISTED, BEN: Pile({"bumper-crop": 2, "fools": 0})},
            {ANN: 1},
            {ANN: ("The Rake", "The River"), BEN: ("The Maiden",)},
            {ANN: 0},
            ANN,
            2,
            {"sunkissed": -1, "frostbit": CYD},
            {},
            frozenset(PAD),
        ),
    ),
    (
        {"result": POINTS},
        FishingResult({}, {}, {}, {}, None, None, {}, {"score": {ANN: -3}, "totals": {BEN: 2}}, frozenset(POINTS)),
    ),
]


@pytest.mark.parametrize(("item", "value"), READ)
@pytest.mark.parametrize("by", [None, "Cyd"])
def test_what_an_item_is_read_as(item: Item, value: Any, by: str | None) -> None:
    (event,) = GAME.read(STATE, item if by is None else {**item, "by": by})
    (verb,) = item
    assert (event.verb, event.value, event.seat, event.at) == (verb, value, None if by is None else CYD, (verb,))


def test_a_play_is_read_alike_whoever_made_it() -> None:
    for _ in range(2):
        for by, seat in (({}, None), ({"by": "Cyd"}, CYD)):
            (event,) = GAME.read(STATE, {"play": "sow 5sp @Spring turn Winter", **by})
            move = event.value
            assert (event.verb, event.seat, event.at) == ("play", seat, ("play",))
            assert (move.action, move.cards, move.field, move.turn) == ("sow", mask_of(ids("5sp")), "Spring", "Winter")


CARD = "'5xx' is not a card of the Illimat deck"
TWICE = "5su is listed twice; there is only one"
SLIP = "there is no field 'Summr'; did you mean 'Summer'?"
FIELD = (
    "there is no field 'Q'; the fields are Summer, Spring, Winter, Autumn, or by their places near left, far left, "
    "far right, near right"
)
ALIKE = "Summer and near left are the same field; name it once"
ROOK = "'The Rook' is not a Luminary of this game; did you mean 'The Loom'?"
EVE = "nobody here is called 'Eve'; the players are Ann, Ben, Cyd, Dov"
PAIRS = "a swap names a card of the board for each card given"
BY = "by"
"""Who the log says did it."""
WRONG: list[tuple[Item, str, str, Any, str]] = [
    ({"deal": {"fields": {"Summr": []}}}, "seasons", SLIP, BY, "fields Summr"),
    ({"deal": {"fields": {"Spring": [], "Summer": ["5xx"]}}}, "deck", CARD, BY, "fields Summer 0"),
    ({"deal": {"fields": {"Summer": [], "near left": []}}}, "seasons", ALIKE, BY, "fields near left"),
    ({"deal": {"hands": {"Ben": ["5su", "5xx"]}}}, "deck", CARD, BEN, "hands Ben 1"),
    ({"deal": {"hands": {"Ann": ["5su", "5su"]}}}, "deck", TWICE, ANN, "hands Ann 1"),
    ({"deal": {"hands": {"Eve": 3}}}, "players", EVE, None, "hands Eve"),
    ({"deal": {"luminaries": {"Summer": "The Rook"}}}, "luminaries", ROOK, BY, "luminaries Summer"),
    ({"deal": {"luminaries": {"Q": "The Rake"}}}, "seasons", FIELD, BY, "luminaries Q"),
    ({"play": "sow 5xx"}, "deck", CARD, BY, ""),
    ({"play": "saw 5su"}, "notation", "'saw' is not a move; did you mean 'sow'?", BY, ""),
    ({"draw": ["5xx"]}, "deck", CARD, BY, "0"),
    ({"draw": ["5su", "6su", "5su"]}, "deck", TWICE, BY, "2"),
    ({"clear": "Summr"}, "seasons", SLIP, BY, ""),
    ({"clear": "Q"}, "seasons", FIELD, BY, ""),
    ({"reseed": ["6su", "5xx"]}, "deck", CARD, BY, "1"),
    ({"reseed": {"Summer": ["5su", "5xx"]}}, "deck", CARD, BY, "Summer 1"),
    ({"reseed": {"Summr": ["5su"]}}, "seasons", SLIP, BY, "Summr"),
    ({"reveal": "The Rook"}, "luminaries", ROOK, BY, ""),
    ({"reveal": "Bob"}, "luminaries", "'Bob' is not a Luminary of this game", BY, ""),
    ({"uncover": ["5su", "5su"]}, "deck", TWICE, BY, "1"),
    ({"swap": {"5xx": "5su"}}, "deck", CARD, BY, "5xx"),
    ({"swap": {"5su": "5xx"}}, "deck", CARD, BY, "5su"),
    ({"swap": {}}, "luminaries", PAIRS, BY, ""),
    ({"swap": {"5su": "6su", "7su": "6su"}}, "luminaries", PAIRS, BY, ""),
    ({"turn": "Wintr"}, "seasons", "'Wintr' is not a season; did you mean 'Winter'?", BY, ""),
    ({"name": "Q"}, "seasons", "'Q' is not a season; the seasons are Summer, Spring, Winter, Autumn", BY, ""),
    ({"give": {"Eve": "5su"}}, "players", EVE, None, "Eve"),
    ({"give": {"Ben": "5xx"}}, "deck", CARD, BEN, "Ben"),
    ({"okus": "Eve"}, "players", EVE, None, ""),
    ({"exchange": {"discard": ["5xx"]}}, "deck", CARD, BY, "discard 0"),
    ({"exchange": {"draw": ["5su", "5su"]}}, "deck", TWICE, BY, "draw 1"),
    ({"lay": {"Eve": ["5su"]}}, "players", EVE, None, "Eve"),
    ({"lay": {"Ben": ["5su", "5xx"]}}, "deck", CARD, BEN, "Ben 1"),
    ({"result": {"piles": {"Ann": ["5xx"]}}}, "deck", CARD, ANN, "piles Ann 0"),
    ({"result": {"piles": {"Ann": {"fools": 1, "Fools": 1}}}}, "scoring", "fools is counted twice", ANN,
     "piles Ann Fools"),
    ({"result": {"piles": {"Ann": {"foolz": 1}}}}, "scoring",
     "no line of the score is called 'foolz'; did you mean 'fools'?", ANN, "piles Ann foolz"),
    ({"result": {"piles": {"Ann": {"Q": 1}}}}, "scoring",
     "no line of the score is called 'Q'; the lines are bumper-crop, sunkissed, frostbit, fools", ANN, "piles Ann Q"),
    ({"result": {"most": {"fools": "Ann"}}}, "scoring",
     "nobody scores for most of 'fools'; somebody does for bumper-crop, sunkissed, frostbit", BY, "most fools"),
    ({"result": {"most": {"frostbit": "Eve"}}}, "players", EVE, None, "most frostbit"),
    ({"result": {"luminaries": {"Ann": ["The Rake", "The Rook"]}}}, "luminaries", ROOK, ANN, "luminaries Ann 1"),
    *(
        ({"result": {what: {"Eve": 1}}}, "players", EVE, None, f"{what} Eve")
        for what in ("okus", "sweeps", "score", "totals")
    ),
    ({"result": {"last_capture": "Eve"}}, "players", EVE, None, "last_capture"),
]  # fmt: skip
"""An item, the rule that it breaks, what is said, whom it is said of, and the way to what is wrong, from the verb on."""


@pytest.mark.parametrize(("item", "rule", "message", "who", "there"), WRONG)
@pytest.mark.parametrize("by", [None, "Cyd"])
def test_what_is_said_of_a_wrong_name(
    item: Item, rule: str, message: str, who: Any, there: str, by: str | None
) -> None:
    (verb,) = item
    with pytest.raises(Misread) as misread:
        GAME.read(STATE, item if by is None else {**item, "by": by})
    (fault,) = misread.value.faults
    assert (fault.rule, fault.message, fault.bars) == (rule, message, True)
    assert fault.seat == ((None if by is None else CYD) if who == BY else who)
    assert " ".join(map(str, fault.at)) == f"{verb} {there}".strip()


SHAPELESS: list[Item] = [
    {"deal": {"felds": {}}}, {"deal": []}, {"deal": {"fields": []}}, {"deal": {"hands": {"Ann": -1}}},
    {"deal": {"hands": {"Ann": True}}},
    {"deal": {"luminaries": {"Summer": 1}}}, {"play": 5}, {"draw": "5su"}, {"draw": -1}, {"draw": 1.0}, {"clear": 1},
    {"reseed": {}}, {"reseed": {"Summer": ["5su"], "Winter": ["6su"]}}, {"reseed": 3}, {"reveal": 1}, {"uncover": 1},
    {"swap": []},
    {"turn": 1}, {"name": ["Winter"]}, {"give": []}, {"exchange": {"give": 1}}, {"exchange": 2}, {"lay": []}, {"done": 1},
    {"result": {}}, {"result": {"pile": {}}}, {"result": {"convergences": -1}}, {"result": {"convergences": True}},
    {"result": {"okus": {"Ann": -1}}}, {"result": {"sweeps": {"Ann": "1"}}}, {"result": {"piles": {"Ann": {"fools": -1}}}},
    {"result": {"piles": {"Ann": {"fools": True}}}}, {"result": {"piles": {"Ann": 3}}}, {"result": {"luminaries": {"Ann": 1}}},
    {"result": {"score": {"Ann": 1.5}}}, {"result": {"totals": {"Ann": None}}}, {"result": {"most": []}},
]  # fmt: skip


@pytest.mark.parametrize("item", SHAPELESS, ids=str)
def test_what_is_no_item_at_all(item: Item) -> None:
    with pytest.raises(Misread) as misread:
        GAME.read(STATE, item)
    assert misread.value.shapeless
    assert misread.value.faults == []
