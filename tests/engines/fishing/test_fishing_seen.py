"""What is seen of a fishing game as a whole: the table in words and drawn, the score pad, the places, what a play brought."""

from __future__ import annotations

from typing import Any, cast

import pytest

from referee.core.family import PLAYS, RESULTS, Block, Standing, Tally
from referee.core.scene import Scene, SceneCard, SceneField, SceneRow, SceneSeat
from referee.engines.fishing.game import FishingGame
from referee.engines.fishing.record import FishingRecord
from referee.play.simulate import happen
from referee.rules import rulesets

Data = dict[str, Any]
PLAYERS = ("Ann", "Ben", "Cyd", "Dov")
MANY = ["2su", "3su", "4su", "6su", "7su", "8su", "10su"]
TABLE: Data = {
    "irregular": True,
    "hand": 2, "dealer": "Cyd", "turn": "Ann", "target": 20, "scores": {"Ann": 4, "Ben": 2, "Cyd": 6}, "stock": 9,
    "fields": {"Summer": ["5wi", "S10(6sp+4wi)", "M13(Ksp|4sp+9su)"], "Spring": MANY, "Winter": ["Kau"], "Autumn": []},
    "luminaries": {"Summer": "The Rake", "Winter": "The Children"}, "face_down": {"Spring": None}, "covered": {"5wi": 1},
    "under": {"Winter": 3}, "named": {"st": "Winter"}, "hands": {"Ann": ["7wi", "8wi"], "Ben": ["2wi"]},
    "unseen": {"Ben": 3, "Cyd": 4}, "piles": {"Ann": ["9wi", "9sp"]}, "piles_unseen": {"Ann": 1, "Ben": 5},
    "okus": {"Ann": 1, "box": 2}, "claimed": {"Ben": ["The River"]}, "untold": {"Cyd": True},
}  # fmt: skip
PILES = {
    "Ann": {"bumper-crop": 20, "sunkissed": 5, "frostbit": 4, "fools": 1},
    "Ben": {"bumper-crop": 20, "sunkissed": 6, "frostbit": 6},
}
SCORED: Data = {"result": {"piles": PILES, "okus": {"Ann": 1}, "luminaries": {"Ben": ["The River"]}, "convergences": 0}}
"""Both have as many cards, and Ben a Luminary, which makes the Frostbit his gain."""
HALF: Data = {"result": {"score": {"Ann": 3}}}
LINES: Data = {
    "bumper-crop": {"Ann": 0, "Ben": 4}, "sunkissed": {"Ann": 0, "Ben": 2}, "frostbit": {"Ann": 0, "Ben": 2},
    "fools": {"Ann": 1, "Ben": 0}, "okus": {"Ann": 1, "Ben": 0}, "luminaries": {"Ann": 0, "Ben": 1},
}  # fmt: skip
FIRST: Data = {
    "hand": 1, "dealer": "Ben", "lines": LINES, "counts": PILES, "unseen": {}, "points": {"Ann": 2, "Ben": 9},
    "totals": {"Ann": 2, "Ben": 9},
}  # fmt: skip
ROWS = (
    (1, "Ben", "bumper-crop", "", "+4"),
    (1, "Ben", "sunkissed", "", "+2"),
    (1, "Ben", "frostbit", "", "+2"),
    (1, "Ben", "fools", "+1", ""),
    (1, "Ben", "okus", "+1", ""),
    (1, "Ben", "luminaries", "", "+1"),
    (1, "Ben", "round", 2, 9),
)


def seated(
    name: str, players: int, setup: Data, position: Data | None, *items: Data, variants: tuple[str, ...] = ()
) -> Any:
    """A game and its state after some items."""
    game = rulesets.table(rulesets.load_ruleset(name, variants=variants), players)
    state = game.start(PLAYERS[:players], setup, position)
    for item in items:
        happen(game, state, item)
    return game, state


def test_a_table_in_words() -> None:
    game, state = seated("illimat", 3, {}, TABLE, variants=("promo", "false-baron"))
    data, blocks = game.view(state)
    assert data == {
        "hand": 2, "phase": "play", "dealer": "Cyd", "next": "Ann must play", "turn": "Ann",
        "seats": [
            {"player": "Ann", "total": 4, "hand": ["7wi", "8wi"], "unseen": 0, "harvested": 3, "okus": 1, "luminaries": []},
            {"player": "Ben", "total": 2, "hand": ["2wi"], "unseen": 3, "harvested": 5, "okus": 0,
             "luminaries": ["The River"]},
            {"player": "Cyd", "total": None, "hand": [], "unseen": 4, "harvested": 0, "okus": 0, "luminaries": []},
        ],
        "fields": [
            {"field": "Summer", "cards": ["5wi*", "S10(6sp+4wi)", "M13(Ksp|4sp+9su)"], "luminary": "The Rake",
             "face_down": False},
            {"field": "Spring", "cards": MANY, "luminary": None, "face_down": True},
            {"field": "Winter", "cards": ["Kau"], "luminary": "The Children", "face_down": False, "under": 3},
            {"field": "Autumn", "cards": [], "luminary": None, "face_down": False},
        ],
        "stock": 9, "okus": 2, "named": {"st": "Winter"},
    }  # fmt: skip
    rule = "─" * 68
    headers = ("", "player", "total", "harvested", "okus", "hand", "Luminaries")
    rows = (
        ("→", "Ann", 4, 3, 1, "7wi 8wi", ""),
        ("", "Ben", 2, 5, 0, "2wi + 3 unseen", "The River"),
        ("", "Cyd", "?", 0, 0, "4 unseen", ""),
    )
    board = (
        "Spring · a Luminary face down     │ Winter · The Children (3 cards under it)",
        "  2su 3su 4su 6su 7su 8su 10su    │   Kau",
        rule,
        "Summer · The Rake                 │ Autumn",
        "  5wi* S10(6sp+4wi)               │   nothing",
        "  M13(Ksp|4sp+9su)                │",
        rule,
        "9 cards in the pile; 2 okus on the box; Stars count as Winter",
        "* a hidden card lies below",
    )
    assert blocks == [
        Block(lines=("Round 2, Cyd deals, to 20",)),
        Block("Seats, clockwise", headers, rows),
        Block("On the table", lines=board),
        Block(lines=("Next: Ann must play.",)),
    ]


def test_a_table_drawn() -> None:
    game, state = seated("illimat", 3, {}, TABLE, variants=("promo", "false-baron"))

    def held(owner: str, *cards: str, more: int = 0) -> tuple[SceneRow, ...]:
        return (SceneRow("", tuple(map(SceneCard, cards)), more, owner),)

    def stockpile(name: str, *cards: str) -> SceneRow:
        return SceneRow(name, tuple(map(SceneCard, cards)), stacked=True)

    assert game.scene(state) == Scene(
        "Round 2, Cyd deals, to 20",
        (
            SceneSeat("Ann", "4", ("3 harvested", "1 okus"), True, False, held("Ann", "7wi", "8wi")),
            SceneSeat("Ben", "2", ("5 harvested", "0 okus", "The River"), rows=held("Ben", "2wi", more=3)),
            SceneSeat("Cyd", "?", ("0 harvested", "0 okus"), False, True, held("Cyd", more=4)),
        ),
        ("2 okus on the box", "Stars count as Winter"),
        (SceneRow("stock", more=9, stacked=True),),
        (
            SceneField(
                "Summer",
                "The Rake",
                (
                    SceneRow("", (SceneCard("5wi", ("one below",)),)),
                    stockpile("stockpile of 10", "6sp", "4wi"),
                    stockpile("stockpile of 13 ×2", "Ksp", "4sp", "9su"),
                ),
                suit="su",
            ),
            SceneField(
                "Spring",
                "a Luminary face down",
                (SceneRow("", tuple(map(SceneCard, MANY))),),
                "no stockpile",
                "sp",
            ),
            SceneField(
                "Winter", "The Children (3 cards under it)", (SceneRow("", (SceneCard("Kau"),)),), "no harvest", "wi"
            ),
            SceneField("Autumn", "", (), "no sow", "au"),
        ),
        next="Ann must play",
    )


def test_a_table_of_one_field() -> None:
    position: Data = {
        "irregular": True,
        "turn": "Ben", "dealer": "Ben", "fields": {"table": ["5H", "S9(5C+4S) Ben"]}, "hands": {"Ann": [], "Ben": ["9D"]},
        "stock": 1,
    }  # fmt: skip
    game, state = seated("cassino", 2, {}, position)
    data, blocks = game.view(state)
    seats: list[Data] = [
        {"player": "Ann", "total": 0, "hand": [], "unseen": 0, "harvested": 0},
        {"player": "Ben", "total": 0, "hand": ["9D"], "unseen": 0, "harvested": 0},
    ]
    fields = [{"field": "table", "cards": ["5H", "S9(5C+4S)"]}]
    assert data == {
        "hand": 1, "phase": "play", "dealer": "Ben", "next": "Ben must play", "turn": "Ben", "seats": seats, "fields": fields,
        "stock": 1,
    }  # fmt: skip
    headers = ("", "player", "total", "harvested", "hand")
    assert blocks == [
        Block(lines=("Round 1, Ben deals, to 21",)),
        Block("Seats, clockwise", headers, (("", "Ann", 0, 0, ""), ("→", "Ben", 0, 0, "9D"))),
        Block("On the table", lines=("table", "  5H S9(5C+4S)", "1 card in the pile")),
        Block(lines=("Next: Ben must play.",)),
    ]
    assert [field.title for field in game.scene(state).fields] == ["table"]


def test_between_two_rounds() -> None:
    game, state = seated("illimat", 2, {"dealer": "Ben"}, None, SCORED, HALF)
    data, blocks = game.view(state)
    seats = [{"player": "Ann", "total": 5}, {"player": "Ben", "total": None}]
    waits = "Ben must deal round 3"
    assert data == {"hand": 3, "phase": "deal", "dealer": "Ben", "next": waits, "turn": None, "seats": seats}
    assert blocks == [
        Block(lines=("Round 3, Ben deals, to 17",)),
        Block("Seats, clockwise", ("", "player", "total"), (("", "Ann", 5), ("", "Ben", "?"))),
        Block(lines=(f"Next: {waits}.",)),
    ]
    sitting = (SceneSeat("Ann", "5"), SceneSeat("Ben", "?", deals=True))
    assert game.scene(state) == Scene("Round 3, Ben deals, to 17", sitting, next=waits)


def test_the_score_pad() -> None:
    game, state = seated("illimat", 2, {"dealer": "Ben"}, None, SCORED)
    data, blocks = game.score(state)
    assert data == {
        "players": ["Ann", "Ben"], "hands": [FIRST], "totals": {"Ann": 2, "Ben": 9}, "over": False, "winners": [],
        "target": 17,
    }  # fmt: skip
    headers = ("round", "dealer", "for", "Ann", "Ben")
    said = ("Not over: 1 round scored; the game goes to 17.",)
    assert blocks == [Block("Score", headers, (*ROWS, ("total", "", "", 2, 9)), said)]


def test_a_pad_says_how_often_everybody_moved_in_its_round() -> None:
    game, before = seated("illimat", 2, {"dealer": "Ben"}, None)
    after = before.copy()
    happen(game, after, SCORED)
    before.plays["convergences"], after.plays["convergences"] = 2, 3
    assert next(iter(FishingRecord(cast(FishingGame, game), RESULTS).on_pad(before, after)))["convergences"] == 1


def test_a_score_pad_that_omits_points() -> None:
    game, state = seated("illimat", 2, {"dealer": "Ben"}, None, SCORED, HALF)
    data, blocks = game.score(state)
    second = {
        "hand": 2, "dealer": "Ann", "lines": {}, "counts": {}, "unseen": {}, "points": {"Ann": 3},
        "totals": {"Ann": 5, "Ben": None},
    }  # fmt: skip
    assert (data["hands"], data["totals"], data["winners"]) == ([FIRST, second], second["totals"], [])
    assert blocks[0].rows == (*ROWS, (2, "Ann", "round", 3, "?"), ("total", "", "", 5, "?"))
    assert blocks[0].lines == ("A score pad omits points, so the totals are not known.",)


def test_the_places_and_what_each_has_done() -> None:
    game, state = seated("illimat", 2, {"dealer": "Ben"}, None, SCORED)
    known = {
        "rounds": (1, 1), "captures": (None, None), "bumper crop": (20, 20), "sunkissed": (5, 6), "frostbit": (4, 6),
        "fools": (1, 0), "okus": (1, 0), "Luminaries": (0, 1),
    }  # fmt: skip
    tallies = tuple(Tally(name, told) for name, told in known.items())
    assert game.standing(state) == Standing(((0,), (1,)), False, (), (2, 9), (2, 1), tallies)
    happen(game, state, HALF)
    tallies = tuple(Tally(name, (2, 2) if name == "rounds" else (None, None)) for name in known)
    assert game.standing(state) == Standing(((0,), (1,)), False, (), (5, None), (), tallies)


def test_the_places_of_partners() -> None:
    piles = {
        "Ann": {"cards": 24, "coins": 6, "primiera": 70, "settebello": 1},
        "Ben": {"cards": 16, "coins": 4, "primiera": 70},
    }
    told = {"result": {"piles": piles, "sweeps": {"Ann": 9}}}
    game, state = seated("scopone", 4, {"dealer": "Dov", "target": 12}, None, told)
    known = {
        "rounds": (1,) * 4, "captures": (None,) * 4, "cards": (24, 16) * 2, "coins": (6, 4) * 2, "primiera": (70,) * 4,
        "settebello": (1, 0) * 2, "sweeps": (9, 0) * 2,
    }  # fmt: skip
    tallies = tuple(Tally(name, told) for name, told in known.items())
    sides = ((0, 2), (1, 3))
    assert game.standing(state) == Standing(sides, True, (0, 2), (12, 0, 12, 0), (1, 2, 1, 2), tallies)
    assert game.score(state)[1][0].lines == ("Ann and Cyd win with 12.",)


def test_fields_that_are_long() -> None:
    fields = {"Summer": ["2au"], "Spring": [], "Winter": [*(f"{rank}su" for rank in range(2, 10)), "2sp"], "Autumn": []}
    game, state = seated("illimat", 2, {}, {"turn": "Ann", "fields": fields, "hands": {"Ann": ["5sp"], "Ben": []}})
    assert game.view(state)[1][2].lines[:3] == (
        "Spring                            │ Winter",
        "  nothing                         │   2su 3su 4su 5su 6su 7su 8su 9su",
        "                                  │   2sp",
    )


def points(ann: int, ben: int) -> Data:
    return {"result": {"score": {"Ann": ann, "Ben": ben}}}


ENDINGS = [
    ("illimat", ("extra-round",), {"dealer": "Ben"}, [], "Not over: 0 rounds scored; the game goes to 17."),
    ("cassino", ("one-round",), {"dealer": "Ben"}, [], "Not over: 0 rounds scored."),
    ("illimat", (), {"dealer": "Ben"}, [points(4, 5), points(1, 2)], "Not over: 2 rounds scored; the game goes to 17."),
    ("cassino", (), {"dealer": "Ben", "target": 5}, [points(7, 4)], "Ann wins with 7."),
    ("cassino", ("one-round",), {"dealer": "Ben"}, [points(4, 4)], "Ann and Ben share the win with 4."),
]


def test_what_decides_between_equal_totals() -> None:
    piles = {"Ann": {"bumper-crop": 22, "sunkissed": 6, "frostbit": 1, "fools": 1}, "Ben": {"bumper-crop": 0}}
    told = {"result": {"piles": piles, "okus": {"Ben": 1}}}
    game, state = seated("illimat", 2, {"dealer": "Ben", "scores": {"Ann": 12, "Ben": 16}}, None, told)
    data, blocks = game.score(state)
    assert (data["over"], data["winners"]) == (True, ["Ben"])
    assert blocks[0].lines == ("Ben wins with 17, before Ann with as many: the okus of the last round decide.",)


@pytest.mark.parametrize(("name", "variants", "setup", "items", "said"), ENDINGS)
def test_how_a_score_pad_ends(name: str, variants: tuple[str, ...], setup: Data, items: list[Data], said: str) -> None:
    game, state = seated(name, 2, setup, None, *items, variants=variants)
    assert game.score(state)[1][0].lines == (said,)


BOX: Data = {
    "turn": "Ann", "dealer": "Ben",
    "fields": {"Summer": ["5wi", "3au"], "Spring": ["5su"], "Winter": ["6su"], "Autumn": ["7su"]},
    "hands": {"Ann": ["5sp", "Nau", "4au"], "Ben": ["9sp"]},
}  # fmt: skip
BROUGHT = [
    ("harvest 5sp take 5wi @Summer", ["Ann takes 5sp 5wi."]),
    ("harvest 5sp take 5su @Spring", ["Ann takes 5sp 5su.", "The Spring field is cleared."]),
    ("sow 4au @Spring", []),
    (
        "sow Nau @Summer",
        ["The box turns: Summer is Autumn now, Spring is Summer now, Winter is Spring now and Autumn is Winter now."],
    ),
]


@pytest.mark.parametrize(("play", "told"), BROUGHT)
def test_what_a_play_brought(play: str, told: list[str]) -> None:
    game, before = seated("illimat", 2, {}, BOX)
    after = before.copy()
    happen(game, after, {"play": play})
    assert game.aftermath(before, after) == told


def test_what_comes_on_top_of_a_turn_says_whose_turn_it_is() -> None:
    game, state = seated("illimat", 3, {}, TABLE, variants=("promo", "false-baron"))
    record = FishingRecord(cast(FishingGame, game), PLAYS)
    for item in ({"play": "sow 7wi @Autumn"}, {"play": "sow 8wi @Summer for The Rake"}, {"swap": {"7wi": "Kau"}}):
        record.before(state, item)
    assert record.items == [
        {"play": "sow 7wi @Autumn"},
        {"by": "Ann", "play": "sow 8wi @Summer for The Rake"},
        {"by": "Ann", "swap": {"7wi": "Kau"}},
    ]
