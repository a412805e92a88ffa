"""What random games score is never refused when only their points are written down, or whatever else is left of the pad."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, cast

import pytest
from recorded import PLAYERS, Data, heads_in_use, rules_of
from slowness import NIGHTLY, one_in

from referee.core.events import Misread
from referee.core.ruleset import Ruleset
from referee.engines.trick.game import TrickGame
from referee.engines.trick.state import TrickState
from referee.play import simulate
from referee.rules import rulesets

SEATED = (*PLAYERS, "Eve", "Fay", "Gus")
LARGE = (
    *(("spades", 4, head) for head in heads_in_use("spades")),
    *(("skat", 3, head) for head in heads_in_use("skat")),
    *(("pitch", 4, head) for head in heads_in_use("pitch")),
    *(("pinochle", 4, head) for head in heads_in_use("pinochle")),
    ("hearts", 4, {"variants": ["no-tricks-bonus"]}),
    ("hearts", 4, {"house": "black-maria"}),
    ("hearts", 4, {"house": "they-or-me"}),
    ("hearts", 3, {"house": "hearts-for-three"}),
    ("skat", 4, {}),
    ("bridge", 4, {"variants": ["rubber"]}),
    ("euchre", 4, {"variants": ["lone-defender"]}),
    ("briscola", 4, {"variants": ["partners"]}),
    ("pitch", 2, {}),
    ("pitch", 7, {"variants": ["smudge"]}),
)
"""Games with too many ways for some pad to be tried one by one: the game, how many play, and the head of the log."""
HANDS = 8 if NIGHTLY else 2


def hands(rules: Ruleset, players: int, seed: int) -> Iterator[tuple[TrickGame, TrickState, Data, Data]]:
    """The hands of a random game: the game, the state before, what a full pad says, and the points."""
    names = list(SEATED[:players])
    drawn = simulate.simulate_game(rules, names, "results", simulate.draw_of(seed, 0))
    game = cast(TrickGame, rulesets.table(rules, players))
    state = game.start(names, drawn.setup, None)
    for item in drawn.items[:HANDS]:
        before = state.copy()
        game.take(state, game.read(state, item))
        result = item.get("result", {})
        if len(state.history) > len(before.history):
            points = state.history[-1].points
            assert points is not None
            yield game, before, result, dict(zip(names, points, strict=True))


def refused(game: TrickGame, state: TrickState, result: Data) -> list[str]:
    (event,) = game.read(state, {"result": result})
    return [fault.message for fault in game.check(state, event)]


def possible_alone(game: TrickGame, state: TrickState, part: Data) -> bool:
    """Whether what is left of a pad can be read and is complete enough, without the points."""
    try:
        return not refused(game, state, part)
    except Misread:  # some parts need each other
        return False


@pytest.mark.parametrize(("name", "players", "head"), one_in(4, LARGE))
def test_true_points_are_never_refused(name: str, players: int, head: Data) -> None:
    rng = random.Random(f"{name} {players} {head}")
    rules = rules_of(name, head)
    pads: TrickState | None = None
    for game, before, result, score in hands(rules, players, rng.randrange(1000)):
        pads = before.copy() if pads is None else pads
        totals = {who: before.scores[seat] + score[who] for seat, who in enumerate(score)}
        some: dict[str, Any] = {who: points for who, points in score.items() if rng.random() < 0.5}
        for _ in range(HANDS // 2):
            part = {key: said for key, said in result.items() if rng.random() < 0.5}
            if possible_alone(game, before, part):
                for claim in ({"score": score}, {"score": some}, {"totals": totals}):
                    assert not refused(game, before, {**part, **claim}), (part, claim)
        for claim in ({"score": score}, {"totals": totals}):
            assert not refused(game, before, claim), claim
        assert not refused(game, pads, {"score": score}), score
        game.apply(pads, game.read(pads, {"result": {"score": score}})[0])
