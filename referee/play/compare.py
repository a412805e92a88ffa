"""The same deals played under two rulesets: the effect of a house rule on a game.

Random numbers for the deals and for the choices come from separate streams, and both restart with every deal. So a house rule
that changes what is played does not change what is dealt, and a hand that it does not affect goes as it would have gone without
it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from referee.core.game import Game
from referee.core.ruleset import Ruleset
from referee.engines import recording
from referee.play.simulate import happen, stream_of
from referee.rules import rulesets

Share = tuple[int, int]
"""A number, and the total that it is part of."""


class Played(NamedTuple):
    """One game: final totals, winners, whether it reached its end, its length, named shares, and the leaders at half time."""

    totals: Mapping[str, Any]
    winners: tuple[str, ...]
    over: bool
    length: int
    shares: Mapping[str, Share]
    led: tuple[str, ...]

    @property
    def caught(self) -> bool:
        """Whether nobody who led at half time won."""
        return not set(self.led) & set(self.winners)


def played(rules: Ruleset, players: Sequence[str], seed: int, number: int) -> Played:
    """Game `number` (from 0) of a comparison, played at random under one ruleset."""
    game = rulesets.table(rules, len(players))
    module = recording(rules.family)
    state = game.start(players, module.setup(rules, players, stream_of(seed, number, "setup")), None)
    is_chance = getattr(module, "chance", None) or _nobody_acts(game)
    deals = 0
    choices = stream_of(seed, number, "choices")
    while not module.too_long(state):
        draw = choices
        if is_chance(state):
            deals += 1
            draw, choices = stream_of(seed, number, f"deal {deals}"), stream_of(seed, number, f"choices {deals}")
        item = game.draw_next(state, draw)
        if item is None:
            break
        happen(game, state, item)
    score = game.score(state)[0]
    count = getattr(module, "shares", None)
    shares: Mapping[str, Share] = count(game, state) if count else {}
    winners = tuple(score["winners"])
    length = game.counts(state)[module.LENGTH]
    return Played(score["totals"], winners, score["over"], length, shares, _led(score))


def _nobody_acts(game: Game) -> Any:
    return lambda state: game.options(state).player is None


def _led(score: Mapping[str, Any]) -> tuple[str, ...]:
    """Who led after the first half of the hands; nobody in a game with fewer than two, or without an end."""
    hands, totals, winners = score["hands"], score["totals"], score["winners"]
    if not winners or len(hands) < 2:
        return ()
    best = max if totals[winners[0]] == max(totals.values()) else min
    then = hands[len(hands) // 2 - 1]["totals"]
    return tuple(player for player in then if then[player] == best(then.values()))
