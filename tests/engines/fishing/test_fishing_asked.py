"""What is answered about one play on a board and about all plays, as a whole; and what is said to what cannot be answered."""

from __future__ import annotations

from typing import Any, cast

import pytest

from referee.core.events import Misread
from referee.core.family import Unanswerable
from referee.core.ruleset import Rule
from referee.engines.fishing.game import FishingGame
from referee.engines.fishing.queries import play
from referee.rules import rulesets

SETS = ("the-crane-wife",)
TABLES = {
    "illimat": cast(FishingGame, rulesets.table(rulesets.load_ruleset("illimat", variants=SETS), 4)),
    "cassino": cast(FishingGame, rulesets.table(rulesets.load_ruleset("cassino"), 2)),
}
NOTHING: dict[str, Any] = {
    "pile": [], "counts": {}, "stockpile": "", "field": [], "cleared": [], "seasons": {}, "choice": [], "luminaries": [],
    "owed": [],
}  # fmt: skip
HELD = "it is not known whether another card worth {} stays in hand, which a {} of {} needs"
SEASONS = ["Summer", "Spring", "Winter", "Autumn"]
TURNED = {"Summer": "Autumn", "Spring": "Summer", "Winter": "Spring", "Autumn": "Winter"}
LEGAL: list[tuple[str, Any, str, str, dict[str, Any], list[str], list[str]]] = [
    ("illimat", ("Summer", ("5wi", "5au @Winter"), "5sp 8su", ("The Boat", "The Maiden @ Winter")),
     "harvest 5sp take 5wi | 5au", "harvest 5sp take 5wi | 5au @Summer",
     {"pile": ["5sp", "5au", "5wi"], "cleared": ["Summer", "Winter"], "luminaries": ["The Boat", "The Maiden"]},
     ["harvest", "luminaries", "clearing", "claiming", "The Boat"], []),
    ("illimat", ("", ("Fwi 2su @Spring",), "Fsp"), "harvest Fsp take Fwi", "harvest Fsp take Fwi @Spring",
     {"pile": ["Fsp", "Fwi"], "counts": {"fools": 2}, "field": ["2su"]}, ["harvest", "box"], []),
    ("illimat", ("Summer", ("9wi,5wi,3au",)), "stockpile 2sp make 5 of 2sp+3au | 5wi",
     "stockpile 2sp make 5 of 2sp+3au | 5wi @Summer",
     {"stockpile": "M5(2sp+3au|5wi)", "field": ["9wi", "M5(2sp+3au|5wi)"]}, ["stockpile"],
     [HELD.format(5, "stockpile", 5)]),
    ("illimat", ("Summer", ("5wi",), "Nau 8su", ("The Rake",)), "sow Nau", "sow Nau @Summer",
     {"field": ["5wi", "Nau"], "seasons": TURNED, "owed": ["The Rake: a sow in the Summer field"]}, ["sow", "box"], []),
    ("illimat", ("Summer", ("5wi",)), "sow Nst", "sow Nst @Summer",
     {"field": ["5wi", "Nst"], "choice": SEASONS}, ["sow", "box"], []),
    ("illimat", ("Summer", ("5wi",)), "sow Nst turn Autumn", "sow Nst @Summer turn Autumn",
     {"field": ["5wi", "Nst"], "seasons": TURNED}, ["sow", "box"], []),
    ("illimat", ("Winter",), "sow 5sp", "sow 5sp @Winter", {"field": ["5sp"]}, ["sow"], []),
    ("cassino", ("", ("8D 3H, 5C 2H",), "8S"), "harvest 8S take 8D | 3H+5C", "harvest 8S take 8D | 3H+5C",
     {"pile": ["5C", "8D", "3H", "8S"], "field": ["2H"]}, ["harvest"], []),
    ("cassino", ("table", ("5D",), None), "stockpile 3S make 8 of 3S+5D", "stockpile 3S make 8 of 3S+5D",
     {"stockpile": "S8(5D+3S)", "field": ["S8(5D+3S)"]}, ["stockpile"], [HELD.format(8, "build", 8)]),
]  # fmt: skip
"""A game, a board, a play as typed and as answered, what follows, the rules that are shown, what is not known."""


@pytest.mark.parametrize(("name", "asked", "typed", "told", "follows", "shown", "doubts"), LEGAL)
def test_a_legal_play(
    name: str,
    asked: tuple[Any, ...],
    typed: str,
    told: str,
    follows: dict[str, Any],
    shown: list[str],
    doubts: list[str],
) -> None:
    game = TABLES[name]
    answer = play(game, typed, *asked)
    luminaries = game.ruleset.get("luminaries", "cards", default={})
    rules = {}
    for rule in shown:
        if rule in luminaries:
            rules[rule] = Rule(rule, luminaries[rule]["text"], luminaries[rule]["source"])
        else:
            rules[rule] = game.ruleset.rule(rule)
    assert answer.legal
    assert answer.data == {
        "legal": True, "play": told, "violations": [], "outcomes": NOTHING | follows, "doubts": doubts, "readings": [],
        "rules": [{"rule": f"{name}/{rule}", "text": one.text, "source": one.source} for rule, one in rules.items()],
    }  # fmt: skip


def test_a_play_that_is_not_legal() -> None:
    game = TABLES["illimat"]
    answer = play(game, "sow 5sp", "Autumn", ("5wi",))
    rule = game.ruleset.rule("seasons")
    message = (
        "Player 1 plays 5sp to sow in the Autumn field, where sowing is barred; it is allowed in Summer, Spring, Winter"
    )
    violation = {"rule": "illimat/seasons", "text": rule.text, "source": rule.source, "message": message}
    assert not answer.legal
    assert answer.data == {
        "legal": False, "play": "sow 5sp", "violations": [violation], "outcomes": None, "rules": [], "doubts": [],
        "readings": [],
    }  # fmt: skip


def test_a_play_that_is_no_move_or_in_no_field() -> None:
    with pytest.raises((Misread, Unanswerable)) as told:
        play(TABLES["illimat"], "saw 5sp", "Summer", ("5wi",))
    assert str(told.value) == "'saw' is not a move; did you mean 'sow'?"
    answer = play(TABLES["illimat"], "sow 5sp", "", ("5wi @Summer", "6su @Winter"))
    said = [violation["message"] for violation in answer.data["violations"]]
    assert (answer.legal, said) == (
        False,
        ["Player 1 does not name a field; write it after the move, as in: … @Summer"],
    )


UNANSWERED = [
    ("illimat", ("Summr",), "'Summr' is not a season; did you mean 'Summer'?"),
    ("illimat", ("", ("5wi",)), "the season of the field decides; write for example --season Summer"),
    ("illimat", ("", ("5wi @Wet",)), "'Wet' is not a season; the seasons are Summer, Spring, Winter, Autumn"),
    ("illimat", ("Summer", ("5wi", "2su @Summer")), "the Summer field is given twice"),
    ("illimat", ("Summer", ("5wi",), None, ("The Boat", "The Rake")),
     "two Luminaries lie at the Summer field; write after one of them where it lies, as in @Summer"),
    ("illimat", ("Summer", ("5xx",)), "'5xx' is not a card of the Illimat deck"),
    ("illimat", ("Summer", ("5wi",), "5wi"), "5wi is placed twice; it already lies in the Summer field"),
    ("illimat", ("Summer", (), None, ("The Rook",)),
     "'The Rook' is not a Luminary of this game; did you mean 'The Loom'?"),
    ("cassino", ("Summer", ("8D",)), "Cassino has no seasons; omit 'Summer'"),
    ("cassino", ("", ("8D",), None, ("The Rake",)), "Cassino has no Luminaries"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "asked", "said"), UNANSWERED)
def test_a_board_that_there_is_not(name: str, asked: tuple[Any, ...], said: str) -> None:
    with pytest.raises((Misread, Unanswerable)) as told:
        play(TABLES[name], "sow 5sp", *asked)
    assert str(told.value) == said


def test_which_cards_are_asked_about_must_be_said() -> None:
    with pytest.raises((Misread, Unanswerable)) as told:
        play(TABLES["illimat"], "", "Summer", ("5wi",))
    assert str(told.value) == 'which cards may be played? write for example --hand "5sp 9au"'


def test_every_play_in_the_fields_asked_about() -> None:
    asked = ("Summer", ("5wi 3au", "6su @Winter"), "5sp, Nst", ("The Rake",))
    none: list[str] = []
    own = [
        {"play": "harvest 5sp take 5wi @Summer", "seasons": none},
        {"play": "sow 5sp @Summer", "seasons": none},
        {"play": "sow 5sp @Winter", "seasons": none},
        {"play": "stockpile 5sp make 11 of 5sp+6su @Winter", "seasons": none},
        {"play": "sow 5sp @Summer for The Rake", "seasons": none},
    ]
    turning = [
        {"play": "sow Nst @Summer", "seasons": SEASONS},
        {"play": "sow Nst @Winter", "seasons": SEASONS},
        {"play": "sow Nst @Summer for The Rake", "seasons": SEASONS},
    ]
    found = play(TABLES["illimat"], "", *asked).data
    assert (found["plays"], found["whole"]) == (8, True)
    assert [one["card"] for one in found["cards"]] == ["5sp", "Nst"]
    for one, wanted in zip(found["cards"], (own, turning), strict=True):
        assert sorted(one["plays"], key=str) == sorted(wanted, key=str)


def test_every_play_on_the_table() -> None:
    captured = [{"play": "sow 8S", "seasons": []}, {"play": "harvest 8S take 8D", "seasons": []}]
    assert play(TABLES["cassino"], "", "", ("8D",), "8S").data == {
        "cards": [{"card": "8S", "plays": captured}],
        "plays": 2,
        "whole": True,
    }
