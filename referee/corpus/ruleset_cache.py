"""The rulesets of many logs: what is chosen besides what the logs say, and each ruleset read once."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING

from referee.core.named_tuple import NamedTuple
from referee.core.places import Trust

if TYPE_CHECKING:
    from referee.core.ruleset import Ruleset
    from referee.judging.log import Log


KEPT = 128
"""How many rulesets are kept: those of the logs judged last. A game has thousands of variants and readings."""


class RulesetOptions(NamedTuple):
    """Additions to the rules of a log, what it may load (None: by its kind), and the game of unnamed score sheets."""

    houses: tuple[str, ...] = ()
    variants: tuple[str, ...] = ()
    ruling: Mapping[str, str] = {}
    trust: Trust | None = None
    game: str = ""

    def __hash__(self) -> int:
        return hash((*self[:2], *self.ruling.items(), *self[3:]))


class RulesetCache:
    """The rulesets of the logs of one run, each loaded once as long as logs keep using it."""

    def __init__(self, chosen: RulesetOptions) -> None:
        self.chosen = chosen
        self._loaded: dict[tuple[object, ...], Ruleset] = {}

    def ruleset(self, log: Log) -> Ruleset:
        """Return the rules of a log, with the additional choices. Raises Unjudgeable."""
        trust = self.chosen.trust or log.trust
        key = (log.game, log.houses, log.variants, str(log.ruling), log.pinned, os.path.dirname(log.path), trust)
        rules = self._loaded.pop(key, None)
        if rules is None:
            from referee.judging.replay import ruleset_of

            houses, variants, ruling, *_ = self.chosen
            rules = ruleset_of(log, houses=houses, variants=variants, ruling=ruling, trust=trust)
        self._loaded[key] = rules
        if len(self._loaded) > KEPT:
            del self._loaded[next(iter(self._loaded))]
        return rules
