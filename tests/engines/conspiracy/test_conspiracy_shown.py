"""A table, its drawing, its score pad and its places as data: one point of a game, written out by hand."""

from __future__ import annotations

from typing import Any, cast

import pytest

from referee.core.family import Tally
from referee.core.scene import Node, SceneSeat
from referee.engines.conspiracy import sentences
from referee.engines.conspiracy import table as seen
from referee.engines.conspiracy.game import ConspiracyGame
from referee.engines.conspiracy.state import ConspiracyState
from referee.play.simulate import happen
from referee.rules import rulesets

PLAYERS = ("Ann", "Ben", "Cyd")
BERMUDA = "The Bermuda Triangle"
POSITION = {
    "structures": {
        "Ann": {
            "illuminati": BERMUDA,
            "money": 12,
            "groups": {
                "Mafia": {"on": {"Bermuda": "top"}, "money": 5},
                "CIA": {"on": {"Bermuda": "right"}},
                "Boy Sprouts": {"on": {"Mafia": "top"}, "money": 4},
            },
        },
        "Ben": {"illuminati": "UFOs", "money": 9, "groups": {"Texas": {"on": {"UFOs": "left"}, "money": 4}}},
        "Cyd": {"illuminati": "Network"},
    },
    "out": ["Cyd"],
    "uncontrolled": ["Hollywood", "KKK"],
    "destroyed": ["Moonies", "Yuppies"],
    "kills": {"Ann": 2},
    "specials": {"Ann": ["Bribery", "special"]},
    "turns": {"Ann": 3, "Ben": 3},
    "number": 7,
}
ATTACK = ({"attack": {"control": "Texas", "with": "Bermuda", "aid": ["CIA"]}}, {"spend": {"Bermuda": 2}})


def table(
    *events: dict[str, Any], variants: tuple[str, ...] = (), **more: Any
) -> tuple[ConspiracyGame, ConspiracyState]:
    """A game after some events from the position, in which some keys may be otherwise."""
    game = cast(
        ConspiracyGame, rulesets.table(rulesets.load_ruleset("illuminati", variants=list(variants)), len(PLAYERS))
    )
    state = game.start(PLAYERS, {}, POSITION | more)
    for item in events:
        happen(game, state, item)
    return game, cast(ConspiracyState, game.settle(state))


def card(name: str, spot: tuple[int, int], turned: int, money: int, master: str | None, arrows: str) -> dict[str, Any]:
    column, row = spot
    return {
        "card": name, "column": column, "row": row, "turned": turned, "money": money, "master": master,
        "arrows": dict(arrow.split(": ") for arrow in arrows.split(", ") if arrow),
    }  # fmt: skip


SEATS = [
    {
        "player": "Ann", "illuminati": BERMUDA, "in_game": True, "groups": 4, "power": 8 + 7 + 6, "money": 10 + 5 + 4,
        "specials": ["Bribery", "special"],
        "cards": [
            card(BERMUDA, (0, 0), 0, 10, None, "top: holds, right: holds, bottom: free, left: free"),
            card("Boy Sprouts", (1, -1), 0, 4, "The Mafia", ""),
            card("C.I.A.", (1, 0), 2, 0, BERMUDA, "top: free, bottom: blocked, left: free"),
            card("The Mafia", (0, -1), 1, 5, BERMUDA, "top: holds, bottom: free, left: free"),
        ],
    },
    {
        "player": "Ben", "illuminati": "The UFOs", "in_game": True, "groups": 2, "power": 6 + 6, "money": 9 + 4,
        "specials": [],
        "cards": [
            card("The UFOs", (0, 0), 0, 9, None, "top: free, right: free, bottom: free, left: holds"),
            card("Texas", (-1, 0), 2, 4, "The UFOs", "top: free, right: free"),
        ],
    },
    {
        "player": "Cyd", "illuminati": "The Network", "in_game": False, "groups": 0, "power": 0, "money": 0,
        "specials": [], "cards": [],
    },
]  # fmt: skip
TERMS = {
    f"Power of {BERMUDA}": 8, "aid of C.I.A.": 4, "2 MB spent by the attacker": 2, "Resistance of Texas": -6,
    "next to its Illuminati": -10,
}  # fmt: skip
NEXT = "Ann's attack on Texas is under way: money, then the roll"


def test_a_table_as_data() -> None:
    game, state = table(*ATTACK)
    data, _ = seen.view(game.rules, state, game.next_step(state))
    assert data == {
        "turn_number": 7, "phase": "act", "turn": "Ann", "next": NEXT, "deck": 98 - 8 - 2, "bank": 19 + 13,
        "uncontrolled": ["Hollywood", "KKK"], "destroyed": ["Moonies", "Yuppies"], "seats": SEATS,
        "attack": {
            "kind": "control", "target": "Texas", "with": BERMUDA, "number": -2, "privileged": False,
            "terms": [{"what": what, "value": value} for what, value in TERMS.items()],
        },
    }  # fmt: skip


def test_a_table_as_text() -> None:
    game, state = table(*ATTACK)
    _, blocks = game.view(state)
    assert [(block.title, list(block.lines)) for block in blocks] == [
        ("", ["Turn 7, 88 cards in the deck, 32 MB paid out by the bank"]),
        (
            "Ann: 4 groups, Power 21, 19 MB, 2 Specials, whose turn it is",
            [
                "           -^-",
                "",
                "<- [    The Mafia     ] => [   Boy Sprouts    ]",
                "   [    7 R7 5 MB     ]    [    0 R3 4 MB     ]",
                "           =^=                     -x-",
                "   [   The Bermuda    ]",
                "<- [     Triangle     ] => [      C.I.A.      ] ->",
                "   [    8/8 10 MB     ]    [   6/4 R5 0 MB    ]",
                "           -v-                     -v-",
            ],
        ),
        (
            "Ben: 2 groups, Power 12, 13 MB",
            [
                "                                   -^-",
                "",
                "<- [      Texas       ] <= [     The UFOs     ] ->",
                "   [    6 R6 4 MB     ]    [     6/6 9 MB     ]",
                "           -v-                     -v-",
            ],
        ),
        ("Cyd is out of the game", []),
        (
            "",
            [
                "Uncontrolled: Hollywood (2 R0), KKK (2 R5).",
                "Destroyed: Moonies (2 R4), Yuppies (1/1 R4).",
                f"Attack: {BERMUDA} to control Texas: -2 or less (0 in 36).",
                "=> holds a group, -> is free, -x is blocked. On a card: Power/transferable, Resistance (R), money.",
                f"Next: {NEXT}.",
            ],
        ),
    ]


def test_a_table_to_draw() -> None:
    game, state = table(*ATTACK)
    drawn = seen.scene(game.rules, seen.view(game.rules, state, game.next_step(state))[0], "A game")
    assert (drawn.title, drawn.lines, drawn.next) == ("A game", ("Destroyed: Moonies, Yuppies.",), NEXT)
    assert drawn.loose == (
        Node("Hollywood", 0, 0, ("2 R0",), words=("Power 2", "Resistance 0")),
        Node("KKK", 1, 0, ("2 R5",), words=("Power 2", "Resistance 5")),
    )
    top = ((0, "holds"), (1, "holds"), (2, "free"), (3, "free"))
    assert drawn.seats[0] == SceneSeat(
        "Ann", "4 groups", ("Power 21", "19 MB"), to_act=True, kept=("Bribery", "special"),
        tree=(
            Node(BERMUDA, 0, 0, ("8/8", "10 MB"), top, root=True, words=("Power 8/8", "10 MB")),
            Node("Boy Sprouts", 1, -1, ("0 R3", "4 MB"), words=("Power 0", "Resistance 3", "4 MB")),
            Node(
                "C.I.A.", 1, 0, ("6/4 R5", "0 MB"), ((2, "free"), (0, "blocked"), (1, "free")),
                words=("Power 6/4", "Resistance 5", "0 MB"),
            ),
            Node(
                "The Mafia", 0, -1, ("7 R7", "5 MB"), ((1, "holds"), (3, "free"), (0, "free")),
                words=("Power 7", "Resistance 7", "5 MB"),
            ),
        ),
    )  # fmt: skip
    assert (drawn.seats[1].to_act, drawn.seats[2]) == (False, SceneSeat("Cyd", "", ("out of the game",)))
    terms = tuple((what, f"{value:+d}") for what, value in TERMS.items())
    assert drawn.sums == ((f"{BERMUDA} to control Texas", ""), *terms, ("roll this or less", "-2"))


def test_a_table_without_loose_cards_to_draw() -> None:
    game, state = table(uncontrolled=[], destroyed=[])
    drawn = seen.scene(game.rules, seen.view(game.rules, state, game.next_step(state))[0], "")
    assert (drawn.lines, drawn.loose, drawn.sums) == (("Nothing is uncontrolled.",), (), ())


def test_a_privileged_attack_to_draw() -> None:
    game, state = table({"attack": {"control": "KKK", "with": "Bermuda", "privilege": "Bribery"}})
    data, blocks = game.view(state)
    assert blocks[-1].lines[2] == f"Attack: {BERMUDA} to control KKK: 3 or less (3 in 36), privileged."
    assert seen.scene(game.rules, data, "").sums[0] == (f"{BERMUDA} to control KKK, privileged", "")


def test_a_race_as_data() -> None:
    game, state = table(goals={"Ann": "Bermuda"}, variants=("hidden-goals",))
    data, _ = seen.pad(game.rules, state)
    assert [entry["special"] for entry in data["race"]] == [
        {"what": "alignments among its groups", "have": 5, "need": 10, "met": False}, None, None,
    ]  # fmt: skip
    game, state = table(*ATTACK)
    data, (block,) = seen.pad(game.rules, state)
    ann, ben, cyd = data.pop("race")
    assert data == {
        "players": ["Ann", "Ben", "Cyd"], "hands": [], "totals": {"Ann": 4, "Ben": 2, "Cyd": 0}, "over": False, "winners": [],
    }  # fmt: skip
    facts = ("player", "illuminati", "in_game", "groups", "power", "money")
    assert [{key: entry[key] for key in facts} for entry in (ann, ben, cyd)] == [
        {key: seat[key] for key in facts} for seat in SEATS
    ]
    assert [entry["destroyed"] for entry in (ann, ben, cyd)] == [2, 0, 0]
    assert ann["basic"] == {"what": "groups", "have": 4, "need": 13, "met": False}
    assert (ann["special"]["have"], ben["special"], cyd["special"]["have"]) == (5, None, 0)
    assert block.headers == ("player", "Illuminati", "groups", "Power", "MB", "basic goal", "special goal")
    assert (block.title, block.lines) == ("Score", ("Not over: 0 turns played.",))
    assert block.rows == (
        ("Ann", BERMUDA, 4, 21, 19, "4 of 13", "5 of 10 alignments among its groups"),
        ("Ben", "The UFOs", 2, 12, 13, "2 of 13", "written down"),
        ("Cyd", "The Network", "out", "", "", "", ""),
    )


def test_there_is_no_basic_goal_where_every_group_is_fought_for() -> None:
    game, state = table(variants=("to-the-end",))
    _, (block,) = seen.pad(game.rules, state)
    assert block.rows[0][5:] == ("none", "none")


def test_turns_and_attacks_are_counted() -> None:
    again = {"attack": {"control": "KKK", "with": "Mafia"}}
    loose = ["Hollywood", "KKK", "Trekkies"]
    game, state = table(*ATTACK, {"roll": 7}, again, {"roll": 2}, {"end": True}, uncontrolled=loose)
    assert state.turn == 1
    (turn,) = seen.pad(game.rules, state)[0]["hands"]
    assert turn == {
        "hand": 7, "player": "Ann", "points": {"Ann": 4, "Ben": 1, "Cyd": -1}, "totals": {"Ann": 5, "Ben": 2, "Cyd": 0},
        "power": {"Ann": 23, "Ben": 12, "Cyd": 0}, "money": {"Ann": 19, "Ben": 13, "Cyd": 0},
    }  # fmt: skip
    found = game.standing(state)
    assert (found.sides, found.over, found.winners) == (((0,), (1,), (2,)), False, ())
    assert (found.totals, found.places) == ((5, 2, 0), (1, 2, 3))
    assert found.tallies == (
        Tally("turns", (1, 0, 0)),
        Tally("attacks won", (1, 0, 0), (2, 0, 0)),
        Tally("attacks beaten off", (0, 1, 0), (0, 1, 0)),
        Tally("groups destroyed", (2, 0, 0)),
    )


@pytest.mark.parametrize(
    "wanted",
    [
        {
            "card": BERMUDA, "kind": "illuminati", "power": 8, "transferable": 8, "resistance": "", "income": 9,
            "alignments": [], "in": "", "out": ["top", "right", "bottom", "left"], "copies": 1,
            "goal": "10 alignments among its groups", "does": "may rearrange its structure at the end of the turn",
        },
        {
            "card": "Texas", "kind": "group", "power": 6, "transferable": 0, "resistance": 6, "income": 4,
            "alignments": ["Government", "Conservative", "Violent"], "in": "left", "out": ["top", "right"], "copies": 1,
            "goal": "", "does": "",
        },
        {
            "card": "Bribery", "kind": "special", "power": "", "transferable": "", "resistance": "", "income": "",
            "alignments": [], "in": "", "out": [], "copies": 1, "goal": "",
            "does": "takes an uncontrolled group without a roll; an action",
        },
    ],
    ids=lambda wanted: str(wanted["kind"]),
)  # fmt: skip
def test_a_card_as_data(wanted: dict[str, Any]) -> None:
    rules = rulesets.load_ruleset("illuminati")
    assert [row for row in sentences.cards(rules, None) if row["card"] == wanted["card"]] == [wanted]
    assert {row["left_out"] for row in sentences.cards(rules, 4)} == {False}


def test_a_race_that_was_only_written_down() -> None:
    game = cast(ConspiracyGame, rulesets.table(rulesets.load_ruleset("illuminati"), len(PLAYERS)))
    state = game.start(PLAYERS, {}, {})
    held = {
        "Ann": {"groups": 13, "power": 40, "money": 9},
        "Ben": {"illuminati": "Gnomes", "groups": ["KKK"], "money": 20},
    }
    happen(game, state, {"result": {"structures": held, "won": {"Ann": "basic"}}})
    data, (block,) = seen.pad(game.rules, state)
    assert (data["totals"], data["over"], data["winners"]) == ({"Ann": 13, "Ben": 2, "Cyd": 0}, True, ["Ann"])
    assert [entry["special"] for entry in data["race"][:2]] == [
        None, {"what": "MB in all treasuries", "have": 20, "need": 150, "met": False},
    ]  # fmt: skip
    assert [row[2:] for row in block.rows] == [
        (13, 40, 9, "13 of 13", "not known"),
        (2, 7 + 2, 20, "2 of 13", "20 of 150 MB in all treasuries"),
        ("out", "", "", "", ""),
    ]
    assert block.lines == ("Ann wins.",)
    ben = game.scene(state).seats[1]  # it is not known where his group is
    assert [node.name for node in ben.tree] == ["The Gnomes of Zurich"]
    assert "The Gnomes of" in game.view(state)[1][2].lines[1]
    found = game.standing(state)
    assert (found.over, found.winners, found.totals) == (True, (0,), (13, 2, 0))


def test_a_wide_name_takes_its_place_in_a_drawing(tmp_path: Any) -> None:
    house = tmp_path / "house.json"
    house.write_text(
        '{"extends": "illuminati", "why": "a trial", "groups": {"中央情報局": {"resistance": 1, "in": "left"}}}'
    )
    game = cast(ConspiracyGame, rulesets.table(rulesets.load_ruleset("illuminati", houses=[str(house)]), len(PLAYERS)))
    groups = {"中央情報局": {"on": {"Gnomes": "left"}}}
    state = game.start(PLAYERS, {}, {"structures": {"Ann": {"illuminati": "Gnomes", "groups": groups}}})
    assert seen.drawing(game.scene(state).seats[0].tree) == [
        "                                -^-",
        "                        [  The Gnomes of   ]",
        "[    中央情報局    ] <= [      Zurich      ] ->",
        "[    0 R1 0 MB     ]    [     7/7 0 MB     ]",
        "                                -v-",
    ]


def test_a_special_beside_bought_privilege_is_out_of_the_game() -> None:
    attack = {"destroy": "Boy Sprouts", "with": "Bavarian", "privilege": "Bavarian", "special": "Whispering Campaign"}
    game, state = table(
        structures={"Ann": {"illuminati": "Bavarian", "money": 9}}, uncontrolled=["Boy Sprouts"], out=[], destroyed=[],
        specials={}, turns={}, attack=attack,
    )  # fmt: skip
    assert game.position(state)["gone"] == ["Whispering Campaign"]
    assert seen.view(game.rules, state, game.next_step(state))[0]["deck"] == 98 - 2
    attack = attack | {"privilege": "Slush Fund"}
    game, state = table(uncontrolled=["Boy Sprouts"], turns={}, structures=POSITION["structures"] | {
        "Ann": {"illuminati": "Bavarian"},
    }, specials={}, gone=["Slush Fund"], attack=attack)  # fmt: skip
    assert game.position(state)["gone"] == ["Slush Fund", "Whispering Campaign"]
