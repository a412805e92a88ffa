"""Which rulings decide a log: asked side by side and asked one by one, each judged from the beginning, is the same."""

from __future__ import annotations

import pytest

from referee.cli.options import players_of
from referee.judging import otherwise
from referee.judging.log import log_of
from referee.judging.replay import Replay, replay
from referee.play.simulate import details, draw_of, simulate_game
from referee.rules import rulesets


def decided(played: Replay) -> list[tuple[str, tuple[int, ...]]]:
    rulings = otherwise.unsettled_rulings(played.game.ruleset)
    found = otherwise.decisive(played, rulings, otherwise.Allowance(10**9))
    return [(ruling.name, events) for ruling, events in found]


@pytest.mark.parametrize("name", ["illuminati", "illimat", "luminars", "illuminate"])
def test_asking_side_by_side_finds_what_judging_from_the_beginning_finds(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the second game of Illuminati here a group with money is dropped: its word is asked for long after the first time, and
    `dropped-money` decides the log."""
    rules = rulesets.load_ruleset(name)
    players = players_of(rules, None)
    for number in (4, 5):
        game = simulate_game(rules, players, details(rules)[0], draw_of(1, number))
        data = {"game": name, "players": players, "setup": game.setup, "events": game.items}
        played = replay(log_of(data), rules)
        side_by_side = decided(played)
        with monkeypatch.context() as patch:
            patch.setattr(otherwise, "FEW", 999)
            assert side_by_side == decided(played), number


def test_what_may_not_be_judged_again_is_named() -> None:
    """As many events as the readings of the first ruling of Gin rummy take: nothing is left for the other two."""
    rules = rulesets.load_ruleset("gin-rummy")
    players = players_of(rules, None)
    game = simulate_game(rules, players, details(rules)[0], draw_of(1, 5))
    data = {"game": "gin-rummy", "players": players, "setup": game.setup, "events": game.items[:4]}
    played = replay(log_of(data), rules)
    rulings = list(otherwise.unsettled_rulings(rules))
    first, *others = rulings
    allowance = otherwise.Allowance(len(first.others) * played.folded.events)
    list(otherwise.decisive(played, rulings, allowance))
    assert allowance.unasked == [ruling.name for ruling in others]
