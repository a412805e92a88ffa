"""Which words an event of a fishing game sets off, and no other: what `referee coverage` counts, worked out by hand."""

from __future__ import annotations

from typing import Any, cast

import pytest

from referee.engines import covering
from referee.engines.fishing.game import Game
from referee.play.simulate import happen
from referee.rules import rulesets

PLAYERS = ("Ann", "Ben", "Cyd", "Dov")
Data = dict[str, Any]
PLAY = "rules.order rules.turn direction values"
RESULT = "rules.order rules.scoring end.leftovers"
ENDED = "end.target end.when end.won deal.rounds"
CASSINOS = "scoring.each.aces scoring.each.big-cassino scoring.each.little-cassino"
MOST = "scoring.most.bumper-crop scoring.most.sunkissed scoring.most.frostbit"
SOWS, TAKES = f"{PLAY} rules.sow box.forbids.Autumn", f"{PLAY} rules.harvest box.forbids.Autumn"
PILE: Data = {
    "turn": "Ann",
    "fields": {"table": ["8D", "5H", "3D", "2C"]},
    "hands": {"Ann": ["8S", "2S", "9C"], "Ben": ["7S"]},
}
BOX: Data = {
    "turn": "Ann", "fields": {"Summer": ["5wi", "3au"], "Spring": ["5su"], "Winter": ["6su"], "Autumn": ["7su"]},
    "hands": {"Ann": ["5sp", "8au"], "Ben": ["9sp"]},
}  # fmt: skip
"""Nothing may be sown in Autumn, which each hand could do; the six in Winter could be harvested by a six, and so on."""
KING: Data = {**BOX, "hands": {"Ann": ["Nau", "8au"], "Ben": ["9sp"]}}
SOWN = {**BOX, "fields": {"Summer": [], "Spring": ["5su"]}}
CLEARED = [{"play": "harvest 5sp take 5su @Spring"}, {"draw": ["2sp", "3sp", "4sp"]}, {"reseed": ["6sp", "7sp", "8sp"]}]


def scopa(*cards: str) -> Data:
    return {"turn": "Ann", "fields": {"table": [*cards]}, "hands": {"Ann": ["7S", "NB"], "Ben": ["6S"]}}


def build(thing: str, *hand: str) -> Data:
    return {**PILE, "fields": {"table": [thing, "4C", "5H"]}, "hands": {"Ann": [*hand], "Ben": ["7S"]}}


def counted(ann: Data, ben: Data, **more: Any) -> list[Data]:
    return [{"result": {"piles": {"Ann": ann, "Ben": ben}, **more}}]


FIRED: list[tuple[str, str, Data | None, list[Data], str]] = [
    (
        "scopa",
        "",
        scopa("7D", "5C", "2C"),
        [{"play": "harvest 7S take 7D"}],
        f"{PLAY} rules.harvest harvest.single_first",
    ),
    ("scopa", "", scopa("7D", "2C"), [{"play": "harvest 7S take 7D"}], f"{PLAY} rules.harvest"),
    ("scopa", "", scopa("5C", "2C", "AC"), [{"play": "harvest 7S take 5C+2C"}], f"{PLAY} rules.harvest harvest.sums"),
    (
        "scopa",
        "",
        scopa("5C", "2C"),
        [{"play": "harvest 7S take 5C+2C"}],
        f"{PLAY} rules.harvest harvest.sums clearing.sweep",
    ),
    ("scopa", "", scopa("5C", "2C"), [{"play": "sow NB"}], f"{PLAY} rules.sow"),
    ("cassino", "", PILE, [{"play": "harvest 8S take 8D"}], f"{PLAY} rules.harvest"),
    (
        "cassino",
        "",
        PILE,
        [{"play": "harvest 8S take 8D | 5H+3D"}],
        f"{PLAY} rules.harvest harvest.several harvest.sums",
    ),
    (
        "cassino",
        "",
        build("8D", "3S", "8C"),
        [{"play": "stockpile 3S make 8 of 3S+5H"}],
        f"{PLAY} rules.stockpile stockpile.allowed stockpile.owned stockpile.passive",
    ),
    (
        "cassino",
        "",
        build("S5(3H+2D) Ben", "3S", "8C"),
        [{"play": "stockpile 3S make 8 of 3S+S5(3H+2D)"}],
        f"{PLAY} rules.stockpile stockpile.allowed stockpile.owned stockpile.passive stockpile.raised",
    ),
    (
        "cassino",
        "",
        build("S9(7H+2D) Ann", "9S", "4S"),
        [{"play": "harvest 4S take 4C"}],
        f"{PLAY} rules.harvest sow.while_owning stockpile.keep",
    ),
    ("cassino", "", build("S9(7H+2D) Ben", "9S", "4S"), [{"play": "harvest 4S take 4C"}], f"{PLAY} rules.harvest"),
    ("illimat", "beginners", BOX, [{"play": "harvest 5sp take 5wi @Summer"}], TAKES),
    ("illimat", "beginners", BOX, [{"play": "sow 8au @Summer"}], SOWS),
    ("illimat", "beginners", KING, [{"play": "sow Nau @Summer"}], f"{SOWS} box.turned_by box.turned_on box.suits"),
    (
        "illimat",
        "beginners",
        {**BOX, "hands": {"Ann": ["6sp", "8au"], "Ben": []}},
        [{"play": "sow 8au @Summer"}],
        f"{SOWS} box.forbids.Winter",
    ),
    (
        "illimat",
        "beginners",
        {**BOX, "hands": {"Ann": ["2sp", "7sp"], "Ben": []}},
        [{"play": "sow 2sp @Summer"}],
        f"{SOWS} box.forbids.Spring",
    ),
    (
        "illimat",
        "",
        {**BOX, "luminaries": {"Winter": "The Maiden"}, "hands": {"Ann": ["6sp"], "Ben": []}},
        [{"play": "harvest 6sp take 6su @Winter"}],
        f"{TAKES} luminaries.cards.The Maiden.in_play.allow",
    ),
    (
        "illimat",
        "",
        {**KING, "luminaries": {"Summer": "The Forest Queen"}},
        [{"play": "sow Nau @Summer"}],
        f"{SOWS} luminaries.cards.The Forest Queen.in_play.seasons_stay",
    ),
    ("illimat", "", {**BOX, "luminaries": {"Summer": "The Forest Queen"}}, [{"play": "sow 8au @Summer"}], SOWS),
    (
        "illimat",
        "promo",
        {**BOX, "luminaries": {"Summer": "The Rusalka"}},
        [{"play": "sow 8au @Summer"}],
        f"{SOWS} luminaries.cards.The Rusalka.in_play.turned_by",
    ),
    ("illimat", "promo", {**BOX, "luminaries": {"Summer": "The Rusalka"}}, [{"play": "sow 8au @Winter"}], SOWS),
    (
        "illimat",
        "",
        {**BOX, "luminaries": {"Summer": "The Union"}, "fields": {"Summer": ["Kwi"]}},
        [{"play": "harvest 5sp+8au take Kwi @Summer"}],
        f"{TAKES} luminaries.cards.The Union.in_play.together",
    ),
    (
        "illimat",
        "",
        {**BOX, "luminaries": {"Summer": "The Rake"}},
        [{"play": "harvest 5sp take 5wi @Summer"}, {"play": "sow 8au @Summer"}],
        f"{SOWS} luminaries.cards.The Rake.in_play.extra",
    ),
    ("illimat", "beginners", BOX, CLEARED[:2], "rules.order draw_up draw_when clearing.okus okus.per_player"),
    ("illimat", "beginners", BOX, CLEARED, "rules.order clearing.reseed"),
    (
        "illimat",
        "",
        {**BOX, "luminaries": {"Spring": "The Maiden"}, "face_down": {"Winter": "The Children"}},
        CLEARED[:2],
        "rules.order draw_up draw_when clearing.okus okus.per_player luminaries.sets.base luminaries.cards.The Maiden.worth",
    ),
    (
        "illimat",
        "",
        {**BOX, "face_down": {"Spring": "The Children"}},
        [*CLEARED, {"reveal": "The Children"}],
        "rules.order luminaries.sets.base luminaries.cards.The Children.reveal.hide",
    ),
    (
        "illimat",
        "",
        {**BOX, "luminaries": {"Summer": "The Changeling"}},
        [{"swap": {"8au": "5wi"}}],
        "rules.order luminaries.cards.The Changeling.in_play.swap",
    ),
    (
        "illimat",
        "beginners freebooter",
        SOWN,
        [{"play": "sow 8au @Summer"}, {"draw": ["2sp", "3sp", "4sp", "9au"]}],
        "rules.order draw_up draw_when draw_fallow",
    ),
    (
        "illimat",
        "beginners",
        SOWN,
        [{"play": "sow 8au @Summer"}, {"draw": ["2sp", "3sp", "4sp"]}],
        "rules.order draw_up draw_when",
    ),
    (
        "cassino",
        "",
        None,
        counted({"cards": 30, "spades": 5, "aces": 2, "big": 1}, {"cards": 22, "spades": 8, "aces": 2, "little": 1}),
        f"{RESULT} scoring.most.cards scoring.most.spades {CASSINOS}",
    ),
    (
        "cassino",
        "ended",
        None,
        counted({"cards": 26, "spades": 5, "aces": 4}, {"cards": 26, "spades": 8, "big": 1, "little": 1}),
        f"{RESULT} end.tied scoring.ties scoring.most.spades {CASSINOS}",
    ),
    (
        "cassino",
        "ended",
        None,
        counted({"cards": 26, "spades": 5, "aces": 4, "big": 1}, {"cards": 26, "spades": 8, "little": 1}),
        f"{RESULT} {ENDED} scoring.ties scoring.most.spades {CASSINOS}",
    ),
    (
        "illimat",
        "beginners",
        None,
        counted(
            {"bumper-crop": 20, "sunkissed": 5, "frostbit": 4, "fools": 1},
            {"bumper-crop": 20, "sunkissed": 6, "frostbit": 6},
            okus={"Ann": 1},
        ),
        f"{RESULT} scoring.ties {MOST} scoring.each.fools scoring.okus",
    ),
    (
        "illimat",
        "",
        None,
        counted(
            {"bumper-crop": 22, "sunkissed": 5, "frostbit": 4},
            {"bumper-crop": 20, "sunkissed": 5, "frostbit": 4},
            luminaries={"Ann": ["The River"], "Ben": ["The Maiden"]},
        ),
        f"{RESULT} scoring.ties scoring.tied_loss scoring.most.bumper-crop scoring.luminaries",
    ),
    (
        "illimat",
        "beginners",
        None,
        counted({"bumper-crop": 20, "frostbit": 4}, {"bumper-crop": 21, "sunkissed": 6, "frostbit": 3}),
        f"{RESULT} scoring.floor {MOST}",
    ),
    (
        "scopone",
        "",
        None,
        counted({"cards": 20, "coins": 5, "primiera": 70, "settebello": 1}, {"cards": 20, "coins": 5, "primiera": 70}),
        f"{RESULT} partners scoring.ties scoring.each.settebello",
    ),
]
"""A game, its variants (or that the game may end), a position, events, and what the last one sets off."""


@pytest.mark.parametrize(("name", "how", "position", "events", "wanted"), FIRED, ids=range(len(FIRED)))
def test_what_an_event_sets_off(name: str, how: str, position: Any, events: list[Data], wanted: str) -> None:
    rules = rulesets.load_ruleset(name, variants=[one for one in how.split() if one != "ended"])
    game = cast(Game, rulesets.table(rules, 4 if name == "scopone" else 2))
    players = PLAYERS[: game.rules.players]
    setup = {"dealer": "Ben"} | ({"scores": {"Ann": 20, "Ben": 20}} if how == "ended" else {})
    state = game.start(players, setup if position is None else {}, position)
    for item in events[:-1]:
        happen(game, state, item)
    (event,) = game.read(state, events[-1])
    coverage = covering("fishing")
    points = coverage.points(rules).keys()
    assert coverage.fired(game, state, event) & points == {*wanted.split()} & points | named(wanted) & points


def named(wanted: str) -> set[str]:
    """The words of Luminaries in a text, whose names have spaces."""
    return {f"luminaries.{part.strip()}" for part in wanted.replace(" luminaries.", "\n").splitlines()[1:]}
