"""What is shown in words next to the drawing of a table."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from command_runner import run, write

from referee.core.scene import mark_barred
from referee.play.simulate import happen
from referee.rules import rulesets

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
ILLUMINATI = """
game: illuminati
players: [Ann, Ben]
position:
  structures:
    Ann: {illuminati: The Bavarian Illuminati, money: 0, groups: {KKK: {'on': {The Bavarian Illuminati: top}}}}
    Ben: {illuminati: The Bermuda Triangle, money: 0}
  uncontrolled: []
events: []
"""


@pytest.mark.parametrize(
    ("log", "at", "says"),
    [
        ("whist/friday.yaml", "hand 1 trick 2", "Ben took the trick with QS"),
        ("illuminati/friday.yaml", "53", "roll this or less"),
    ],
)
def test_what_is_said_beside_the_drawing(log: str, at: str, says: str) -> None:
    assert f">{says}<" in run("show", str(EXAMPLES / log), "--at", at, "--format", "svg").out


def test_nothing_left_to_take_over(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    write("late.yaml", ILLUMINATI)
    assert ">Nothing is uncontrolled.<" in run("show", "late.yaml", "--format", "svg").out


@pytest.mark.parametrize(("name", "verb"), [("hearts", "play"), ("skat", "play"), ("gin-rummy", "discard")])
def test_a_card_that_may_not_be_played_says_why_in_the_hand_of_whoever_must_play(name: str, verb: str) -> None:
    rules = rulesets.load_ruleset(name)
    players = ("Ann", "Ben", "Cyd", "Dov")[: min(max(rules.get("players")), 4)]
    game = rulesets.table(rules, len(players))
    state, chance = game.start(players, {"dealer": "Ann"}, None), random.Random(name)
    met = set[bool]()
    for _ in range(150):
        waiting = game.options(state)
        for seat in mark_barred(game.scene(state), waiting).seats:
            for card in (card for row in seat.rows for card in row.cards if card.name):
                rule = ""
                if seat.player == waiting.player and (" trick " in waiting.doing or verb in waiting.doing):
                    faults = game.check(state, game.read(state, {verb: card.name})[0])
                    rule = faults[0].rule if faults else ""
                    met.add(bool(rule))
                assert card.barred == (f"not now: {rule}" if rule else ""), (seat.player, card)
        item = game.draw_next(state, chance.randrange)
        if item is None:
            break
        happen(game, state, item)
    assert met == {False, True}


def test_calls_stand_below_their_players_and_bar_no_card() -> None:
    game = rulesets.table(rulesets.load_ruleset("bridge"), 4)
    state = game.start(("Ann", "Ben", "Cyd", "Dov"), {"dealer": "Ann"}, None)
    hand = [f"{rank}C" for rank in ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")]
    for item in ({"deal": {"Ben": hand}}, {"bid": "6C"}):
        game.advance(state, item)
    scene = mark_barred(game.scene(state), game.options(state))
    assert scene.auction == (("Ann", "Ben", "Cyd", "Dov"), ("6C", "", "", ""))
    assert not any(card.barred for seat in scene.seats for row in seat.rows for card in row.cards)
