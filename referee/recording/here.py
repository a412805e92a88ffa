"""A point in a game that is being recorded: what may happen there, what an event causes, and its short forms."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from referee.core.events import Event, Misread
from referee.core.family import Option, Options
from referee.core.findings import Fault
from referee.core.formula import FormulaError
from referee.core.game import Game
from referee.judging.fold import fold

Item = Mapping[str, Any]
ENDS = ("deal", "result")
"""Verbs before which nothing is omitted."""


class Refused(Exception):  # noqa: N818 - what a referee would say
    """An event that the rules forbid; `barred` if it cannot even be let stand. `before` are the events of the line before
    it."""

    def __init__(self, item: Item, faults: Sequence[Fault], *, barred: bool, before: Sequence[Item] = ()) -> None:
        self.item, self.faults, self.barred = item, tuple(faults), barred
        self.before, self.rest = tuple(before), ""
        super().__init__("; ".join(fault.message for fault in faults))


class Shapeless(Exception):  # noqa: N818 - what the item is
    """What was typed is not an event of this game, whatever the rules say; `faults` may say why."""

    def __init__(self, item: Item, faults: Sequence[Fault]) -> None:
        self.item, self.faults = item, tuple(faults)
        super().__init__(str(item))


class Here:
    """A game at one point. `unseen`: deals are not recorded, so what follows one may come at once."""

    def __init__(self, game: Game, state: Any, *, unseen: bool) -> None:
        self.game, self.state, self.unseen = game, state, unseen

    def after(self, item: Item) -> Here:
        """The point after an event. Raises Refused, Shapeless or RulesetError."""
        state = self.state.copy()
        try:
            folded = fold(self.game, state, [item])
        except FormulaError as error:
            raise self.game.ruleset.without_value(error) from None
        if folded.shapeless is not None:
            raise Shapeless(item, folded.shapeless[2])
        if folded.halted or any(flaw.reason is None for flaw in folded.flaws):
            raise Refused(item, [flaw.fault for flaw in folded.flaws], barred=folded.stuck)
        return Here(self.game, folded.state, unseen=self.unseen)

    def of_player(self, item: Item) -> Item:
        """Return an event as a line says it here, which names nobody."""
        return item

    def legal(self, item: Item) -> bool:
        """Whether an event may happen."""
        try:
            self.after(item)
        except (Refused, Shapeless):
            return False
        return True

    def read(self, item: Item) -> list[Event] | None:
        """The events of an item; None if it is not one."""
        try:
            return self.game.read(self.state.copy(), item)
        except Misread:
            return None

    def comes_of(self, item: Item) -> list[str]:
        """What the events of an item cause, one after the other, in sentences."""
        state, told = self.state.copy(), list[str]()
        for event in self.read(item) or ():
            before = state.copy()
            if self.game.take(state, [event]) != 1:
                break
            told += self.game.aftermath(before, state)
        return told

    @cached_property
    def met(self) -> Any:
        """The state that the player to act finds, after what is not recorded."""
        options = self.game.options(self.state)
        if not self.unseen or (options.options and not options.doubt):
            return self.state
        passed = self.game.unseen_passed(self.state)
        if passed is not self.state:
            return passed
        possible = self.game.possible_in
        for verb in reversed(list(self.game.acts)):
            event = Event(verb, 0)
            if possible and verb not in ENDS and self.game.behind(self.state, event):
                here = self.state.copy()
                if not self.game.catch_up(here, event) and verb in possible.get(here.phase, ()):
                    return here
        return self.state

    @cached_property
    def options(self) -> Options:
        """Who must act, doing what, and every option."""
        try:
            return self.game.options(self.met)
        except FormulaError as error:
            raise self.game.ruleset.without_value(error) from None

    @cached_property
    def legal_options(self) -> list[Option]:
        """The options that no rule forbids."""
        return self.options.legal

    @property
    def verbs(self) -> list[str]:
        """What may be written here, as far as the phase shows."""
        possible = self.game.possible_in.get(self.state.phase)
        return [verb for verb in self.game.acts if possible is None or verb in possible]

    @cached_property
    def led(self) -> str:
        """The suit of the first card of the trick on the table; empty if there is none."""
        trick = self.game.view(self.state)[0].get("trick") or [{}]
        deck = self.game.ruleset.deck
        card = deck.by_id.get(str(trick[0].get("card")))
        return "" if card is None else deck.cards[card].suit

    @property
    def players(self) -> tuple[str, ...]:
        """Who plays, clockwise."""
        players: tuple[str, ...] = self.state.players
        return players

    def led_by(self, who: str) -> Iterator[Option]:
        """The cards that a player could play if the log does not know whose turn it is."""
        for verb in self.verbs:
            for name in self.game.ruleset.deck.ids:
                item = {verb: name, "by": who}
                if self.legal(item):
                    yield Option(name, item)


def together(here: Here, items: Sequence[Item]) -> list[Item]:
    """Events, with short forms for as many of them as possible."""
    written: list[Item] = []
    rest = list(items)
    while rest:
        short = next(_shorter(here, rest), None)
        item, used = short or (rest[0], 1)
        here = here.after(item)
        written.append(item)
        rest = rest[used:]
    return written


def _shorter(here: Here, items: Sequence[Item]) -> Iterator[tuple[Item, int]]:
    """One event that stands for the first of several, and for how many."""
    for verb, short in (("play", "trick"), ("bid", "bids")):
        run = 0
        while (
            run < len(items)
            and verb in items[run]
            and (items[run].keys() <= {verb} or (not run and len(items[0]) == 2))
        ):
            run += 1
        for size in range(run, 1, -1):
            said: list[Any] = [item[verb] for item in items[:size]]
            by = {"by": items[0]["by"]} if "by" in items[0] else {}
            for value in (said, dict(zip(_speakers(here, items[:size]), said, strict=False))):
                events = here.read({short: value, **by})
                if events is not None and len(events) == size and here.legal({short: value, **by}):
                    yield {short: value, **by}, size


def _speakers(here: Here, items: Sequence[Item]) -> Iterator[str]:
    for item in items:
        yield str(here.options.player)
        here = here.after(item)
