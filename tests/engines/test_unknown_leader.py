"""What the check of a single play says if nobody knows who leads; a game takes it as a reason to try each player as leader."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from referee.engines.climbing import plays as climbing_plays
from referee.engines.trick.rules import plays as trick_plays
from referee.judging.fold import fold
from referee.rules import rulesets

PLAYERS = ("Ann", "Ben", "Cyd", "Dov")


@pytest.mark.parametrize(
    ("name", "check", "message"),
    [
        (
            "hearts",
            trick_plays.check_play,
            "it is not known who leads, because no recorded hand holds the opening card; add `by:`",
        ),
        (
            "big-two",
            climbing_plays.check_play,
            "it is not known who leads; write it, as in `{by: Ann, play: …}`",
        ),
    ],
)
def test_a_play_without_a_leader_asks_who_leads(name: str, check: Callable[..., Any], message: str) -> None:
    game: Any = rulesets.table(rulesets.load_ruleset(name), len(PLAYERS))
    state = game.start(PLAYERS, {"dealer": "Dov"}, None)
    assert state.turn < 0
    event = game.read(state, {"play": "3D"})[0]
    found = [(finding.rule, finding.message, finding.asks) for finding in check(game.rules, state, event)]
    assert found == [("turn", message, True)]


@pytest.mark.parametrize(
    ("name", "items", "cards", "doing"),
    [
        ("hearts", [{"trick": ["2C", "9C", "KC", "4C"]}], 48, "the next play is awaited"),
        ("big-two", [{"play": "3D"}], 51, "the next play is awaited"),
    ],
)
def test_what_each_player_may_do_who_may_be_the_one_to_act(
    name: str, items: list[dict[str, Any]], cards: int, doing: str
) -> None:
    """Whatever is listed is legal in a log that names the player, and every single card that is legal there is listed."""
    game: Any = rulesets.table(rulesets.load_ruleset(name), len(PLAYERS))

    def judged(*last: dict[str, Any]) -> Any:
        return fold(game, game.start(PLAYERS, {"dealer": "Dov"}, None), [*items, *last])

    options = game.legal(judged().state)
    assert (options.player, options.doing) == (None, doing)
    assert options.doubt == "who led this hand is not recorded, so it is not known whose turn it is"
    listed = {option.notation for option in options.options}
    legal = set()
    for who in PLAYERS:
        for card in game.rules.deck.ids:
            if not judged({"by": who, "play": card}).faults:
                legal.add(f"{who} {card}")
    assert {notation for notation in listed if notation.count(" ") == 1 and not notation.endswith("pass")} == legal
    assert len(legal) == len(PLAYERS) * cards
