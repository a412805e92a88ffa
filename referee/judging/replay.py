"""A log played through: by which rules, how far, and the state that it reached."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from referee.core.events import Misread
from referee.core.family import Block
from referee.core.formula import FormulaError
from referee.core.game import Game
from referee.core.places import LogError, Place, RulesetError
from referee.core.ruleset import Ruleset
from referee.core.trust import Reach, Trust
from referee.judging.complaints import head_complaints
from referee.judging.fold import Folded, Watch, go_on
from referee.judging.head_faults import comma_missing
from referee.judging.log import Log
from referee.rules import rulesets
from referee.rules.find import beside


class Replay(NamedTuple):
    """A log played through: its game, the state that it reached, and where the fold ended."""

    log: Log
    game: Game
    folded: Folded

    @property
    def state(self) -> Any:
        """The state after the last event that was judged."""
        if self.folded.in_batch:
            again = replay(self.log, self.game.ruleset)
            self.folded.state, self.folded.in_batch = again.folded.state, False
        return self.folded.state

    @property
    def score(self) -> tuple[dict[str, Any], list[Block]]:
        """The score pad after the last event that was judged, as data and as blocks."""
        return self.game.score(self.folded.state)

    def place(self, event: int) -> Place:
        """Return where event number `event` (from 1) is in the log."""
        before = 0
        for position, item in enumerate(self.log.items):
            size = self.game.size(item)
            if event <= before + size:
                short = (verb for verb, value in item.items() if isinstance(value, list) and len(value) == size > 1)
                within = next(((verb, event - before - 1) for verb in short), ())
                return self.log.place(("events", position, *within))
            before += size
        return self.log.place(("events",))


def ruleset_of(
    log: Log,
    *,
    houses: Sequence[str] = (),
    variants: Sequence[str] = (),
    ruling: Mapping[str, str] | None = None,
    trust: Trust | None = None,
) -> Ruleset:
    """Return the rules that a log is judged by: its own game, house rules, variants and readings, and then these.

    trust: which files the log may load; by default what its own `trust` says.
    """
    base_houses = [beside(house, log.path) for house in log.houses]
    return rulesets.load_ruleset(
        beside(log.game, log.path),
        houses=[*base_houses, *houses],
        variants=[*log.variants, *variants],
        ruling={**log.ruling, **(ruling or {})},
        at=log.place,
        reach=Reach(trust or log.trust, log.path, len(log.houses)),
    )


def replay(
    log: Log,
    ruleset: Ruleset | None = None,
    *,
    until: int | None = None,
    as_played: bool = False,
    watch: Watch | None = None,
) -> Replay:
    """Plays a log through, reporting each event to `watch`. Raises LogError or RulesetError if it cannot begin."""
    played = begin(log, ruleset or ruleset_of(log))
    advance(played, until=until, as_played=as_played, watch=watch)
    return played


def begin(log: Log, rules: Ruleset) -> Replay:
    """Return a log none of whose events has been judged yet. Raises LogError or RulesetError if it cannot begin."""
    try:
        game = _table(log, rules)
        return Replay(log, game, Folded(game.start(log.players, log.setup, log.position)))
    except Misread as misread:
        raise LogError(head_complaints(log, rules, misread)) from None
    except FormulaError as error:
        raise rules.without_value(error) from None


def _table(log: Log, rules: Ruleset) -> Game:
    """Return the rules for this number of players. Raises RulesetError."""
    try:
        return rulesets.table(rules, len(log.players), at=partial(log.place, ("players",)))
    except RulesetError as error:
        missing = comma_missing(log.players)
        if not missing:
            raise
        raise RulesetError(each._replace(message=each.message + missing) for each in error.complaints) from None


def advance(played: Replay, *, until: int | None = None, as_played: bool = False, watch: Watch | None = None) -> None:
    """Judges the events of a log that have not been judged yet. Raises RulesetError if a formula has no value."""
    log, game, folded = played
    try:
        go_on(game, folded, log.items, until=until, as_played=as_played, watch=watch)
    except FormulaError as error:
        raise game.ruleset.without_value(error) from None
