"""Replay: a log begun by its rules, folded as far as it is wanted, and where that ended."""

from __future__ import annotations

import re
from functools import partial
from typing import Any, NamedTuple

from referee.core.events import Item, Misread
from referee.core.family import Block
from referee.core.formula import FormulaError
from referee.core.game import Game
from referee.core.places import LogError, Place, Pointer, RulesetError
from referee.core.ruleset import Ruleset
from referee.core.text import yaml_line
from referee.judging.complaints import part_complaints
from referee.judging.fold import NOBODY, Folded, Items, Visitor
from referee.judging.fold import fold as fold
from referee.judging.log import Log
from referee.judging.rules import ruleset_of
from referee.rules.tables import table
from referee.source.text import shorten


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
            self.folded.state = again.folded.state
            self.folded.in_batch = False
        return self.folded.state

    @property
    def score(self) -> tuple[dict[str, Any], list[Block]]:
        """The score pad after the last event that was judged, as data and as blocks."""
        return self.game.score(self.folded.state)

    def place(self, event: int) -> Place:
        """The place of event number `event` (from 1) in the log."""
        return self.log.place(self.pointer(event))

    def pointer(self, event: int) -> Pointer:
        """The way from the log to its event number `event`, from 1; an item may stand for several events."""
        events_before = 0
        for position, item in enumerate(self.log.items):
            size = self.game.size(item)
            if event <= events_before + size:
                return ("events", position) + _in_short_form(item, size, event - events_before - 1)
            events_before += size
        return ("events",)


def _in_short_form(item: Item, size: int, number: int) -> Pointer:
    """The way from an item to one of its events, if it is a short form for several."""
    if size < 2:
        return ()
    for verb, value in item.items():
        if isinstance(value, list) and len(value) == size:
            return (verb, number)
    return ()


def replay(
    log: Log,
    ruleset: Ruleset | None = None,
    *,
    until: int | None = None,
    as_played: bool = False,
    visitor: Visitor = NOBODY,
) -> Replay:
    """A log played through, or up to event number `until`; `visitor` sees what happens on the way.

    With `as_played` illegal events stand. Raises LogError or RulesetError if it cannot begin.
    """
    played = begin(log, ruleset or ruleset_of(log), visitor)
    advance(played, until=until, as_played=as_played)
    return played


class Checkpoints:
    """Folds of a log that is judged again after each change, as while somebody types it: one after every hundred items.

    A change costs only what comes after the last of them before it.
    """

    EVERY = 100

    def __init__(self) -> None:
        self._head: tuple[Any, ...] = ()
        self._items: Items = ()
        self._kept: list[Folded] = []

    def replay(self, log: Log, rules: Ruleset, items: int | None = None) -> Replay:
        """A log played through, or only its first `items`, from the last kept fold before the first change.

        Raises LogError or RulesetError if it cannot begin.
        """
        played = begin(log, rules)
        wanted = log.items[:items]
        self._forget_changed(log, rules)
        for kept in reversed(self._kept):
            if kept.items <= len(wanted):
                played = played._replace(folded=kept.beside(played.game))
                break
        folded = played.folded
        while not folded.halted and len(wanted) - folded.items > self.EVERY:
            advance(played, items=wanted[: folded.items + self.EVERY])
            if not folded.halted:
                self._kept.append(folded.beside(played.game))
        advance(played, items=wanted)
        return played

    def _forget_changed(self, log: Log, rules: Ruleset) -> None:
        """Drop all folds if the head of the log or the rules have changed, or else those that went beyond the first
        changed item."""
        head = rules.data, log.players, log.setup, log.position, log.as_written
        if head != self._head:
            self._kept = []
        while self._kept and log.items[: self._kept[-1].items] != self._items[: self._kept[-1].items]:
            self._kept.pop()
        self._head = head
        self._items = log.items


def begin(log: Log, rules: Ruleset, visitor: Visitor = NOBODY) -> Replay:
    """A log before its first event, ready to be judged. Raises LogError or RulesetError if it cannot begin."""
    try:
        game = table(rules, len(log.players), at=partial(log.place, ("players",)))
    except RulesetError as error:
        hint = _names_without_commas(log)
        if not hint:
            raise
        raise RulesetError(each._replace(message=each.message + hint) for each in error.complaints) from None
    try:
        return Replay(log, game, Folded(game, game.start(log.players, log.setup, log.position), visitor))
    except Misread as misread:
        raise LogError(part_complaints(log, rules, misread, "setup", "position")) from None
    except FormulaError as error:
        raise rules.without_value(error) from None


def _names_without_commas(log: Log) -> str:
    """The end of a sentence about the number of players, if the only one may be several without commas; or nothing."""
    if len(log.players) != 1:
        return ""
    names = re.split(r"[\s,;]+", log.players[0].strip())
    if len(names) < 2:
        return ""
    return f"; put a comma between names: {yaml_line(list(map(shorten, names)))}"


def advance(played: Replay, *, items: Items | None = None, until: int | None = None, as_played: bool = False) -> None:
    """Judge the events of a log, or of its first `items`, that have not been judged yet. Raises RulesetError if a formula has
    no value."""
    if items is None:
        items = played.log.items
    try:
        played.folded.go_on(items, until=until, as_played=as_played or played.log.as_written)
    except FormulaError as error:
        raise played.game.ruleset.without_value(error) from None
