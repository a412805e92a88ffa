"""What the meld family says outside of verdicts, and what only simulated games show."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from referee.cli import cli
from referee.core.events import Misread
from referee.play.simulate import draw_of, simulate_game
from referee.rules import rulesets

DOUBTS = {
    "gin-rummy/unseen-upcard": (
        "whether a hand was good enough depends on the card first turned up, which is not recorded; "
        "write it in `face_up:`, or in `upcard:`"
    ),
    "luminars/undeclared": "the log does not say that anybody ended the round, but somebody had the cards to; write `declare:`",
    "luminars/unusual-copies": (
        "this round has more equal cards than the deck is thought to have; the true number is not certain"
    ),
    "luminars/arrangement": "a hand counts as it was laid out, though it could have been arranged for a better score",
}


@pytest.mark.parametrize("name", DOUBTS)
def test_explain_knows_every_doubt(name: str) -> None:
    told = CliRunner().invoke(cli, ["explain", name]).output
    assert DOUBTS[name] in " ".join(told.split())


@pytest.mark.parametrize("points", [[7], [-7, 8]])
def test_simulated_games_draw_the_Action_cards_of_the_ruleset(points: list[int], tmp_path: Path) -> None:  # noqa: N802
    house = tmp_path / "house.yaml"
    house.write_text(f"extends: luminars\naction_cards: {{points: {points}}}\n", encoding="utf-8")
    rules = rulesets.load_ruleset("luminars", houses=[str(house)])
    drawn = {
        item["action"]["points"]
        for seed in range(4)
        for item in simulate_game(rules, ("Ann", "Ben"), "deals", draw_of(seed, 1)).items
        if "action" in item
    }
    assert drawn == set(points)


def test_a_hand_is_read_otherwise_only_where_nobody_has_settled_the_question(tmp_path: Path) -> None:
    asked = ["resolve", "hand", "luminars", "R5", "W", "W"]
    other = "Ruling wild-cards: read here as two; read as one, the hand scores 0 (--ruling wild-cards=one)."
    assert other in CliRunner().invoke(cli, asked).output.splitlines()
    house = tmp_path / "house.yaml"
    house.write_text("extends: luminars\nwild: {most: 3}\n", encoding="utf-8")
    assert "Ruling" not in CliRunner().invoke(cli, [*asked, "--house", str(house)]).output


PLACED_TWICE = {
    "in two hands": ({"hands": {"Ann": ["R7"], "Ben": ["R7"]}}, "Ben holds R7; the deck has 1, and 1 is in Ann's hand"),
    "in one hand": ({"hands": {"Ann": ["R7", "R7"]}}, "Ann holds 2 R7; the deck has 1"),
    "set aside": ({"pile": ["R7"], "aside": ["R7"]}, "set aside are R7; the deck has 1, and 1 is in the face-up pile"),
}


@pytest.mark.parametrize("how", PLACED_TWICE)
def test_a_card_is_placed_no_more_often_than_the_deck_has_it(how: str) -> None:
    position, message = PLACED_TWICE[how]
    table = rulesets.table(rulesets.load_ruleset("luminars"), 2)
    with pytest.raises(Misread) as refused:
        table.start(("Ann", "Ben"), {}, {"phase": "take", **position})
    assert [fault.message for fault in refused.value.faults] == [message]
