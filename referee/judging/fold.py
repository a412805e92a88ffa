"""Fold: the events of a log one after another, each judged in the state before it and then applied to that state.

The fold goes through the events of a log once; every command is a view of the state that it ends in. The family applies events
as long as they are legal (`Game.take`). The fold stops at the first that is not, keeps its faults, and checks what the log
claims along the way. Whoever wants to see more of it than the end is a `Visitor`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.core.events import WHOLE, Event, Finding, Item, Misread
from referee.core.family import Judged
from referee.core.game import Game
from referee.core.items import EXTRAS, AtTable
from referee.core.places import Key, Pointer

Items = Sequence[Mapping[str, Any]]
CLAIM = "claim"
"""The rule that a false claim breaks, in every family."""
CANNOT_STAND = "; this cannot take effect, so `stands:` changes nothing"
"""The end of a sentence about something impossible that the table is said to have let stand."""


class Visitor:
    """Somebody who goes through a log with the fold, and is told what happens; a subclass says what it does then.

    Nobody may change a state that is shown. `each_event` says whether every event is shown: if not, the game may apply many at
    once, which is faster, and only faults and the end are told.
    """

    each_event = True

    def begin(self, game: Game, state: AtTable) -> None:
        """See the state before the first event."""

    def before(self, game: Game, state: AtTable, event: Event) -> None:
        """See an event that is about to happen, and the state before it."""

    def after(self, game: Game, state: AtTable, event: Event) -> None:
        """See the state after an event."""

    def fault(self, fault: Finding) -> None:
        """See what is wrong with an event or a claim, or that the table let it stand, as soon as it is found."""

    def end(self, game: Game, state: AtTable) -> None:
        """See the state after the last event that could be judged, or the last so far if the log is still growing."""


class Glance(Visitor):
    """A visitor to whom only the beginning, faults and the end are shown."""

    each_event = False


NOBODY = Glance()
"""Nobody who wants to see anything of a log but its verdict."""


class States(Visitor):
    """A visitor who keeps the state before each event, and the one after the last."""

    def __init__(self) -> None:
        self.states: list[AtTable] = []

    def before(self, game: Game, state: AtTable, event: Event) -> None:
        self.states.append(state.copy())

    def end(self, game: Game, state: AtTable) -> None:
        self.states.append(state)


class Folded:
    """A fold: the game, the state that it has reached, how many events, items and claims were judged, and what was found.

    `faults` are violations, or accepted if the table let them stand; `halted` says that judging stopped at an illegal event
    (not at a false claim, which changes nothing), `stuck` that no such event could take effect even as played; `shapeless` is
    the item that could not be read as an event at all, or that says too little to be judged, with its index; `in_batch` says
    that everything was judged in a batch: the state knows the score, but not what is on the table; `holds` that all that is
    expected at the end is known to be so; `as_played` that illegal but possible events stand.
    """

    def __init__(self, game: Game, state: AtTable, visitor: Visitor = NOBODY) -> None:
        """Begin a fold before the first event, and show that to the visitor; the attributes are described in the
        class."""
        self.game = game
        self.state = state
        self.events = self.items = self.claims = 0
        """How many of each have been judged."""
        self.faults: list[Finding] = []
        # halted: judging has stopped at an illegal event; stuck: the next event cannot take effect at all;
        # in_batch: judged together with other logs; holds: what the log expects at its end is so;
        # as_played: illegal but possible events stand
        self.halted = self.stuck = self.in_batch = self.holds = self.as_played = False
        # the item that is not an event, or says too little: its index, itself, and what is wrong with it
        self.shapeless: tuple[int, Mapping[str, Any], tuple[Finding, ...]] | None = None
        self._visitor = visitor
        visitor.begin(game, state)

    def go_on(self, items: Items, *, until: int | None = None, as_played: bool = False) -> None:
        """Judge the items after those already judged, up to the first illegal event, or up to event number `until`.

        `items` are all items of the log. With `as_played` illegal events stand, and only an impossible one stops. The
        visitor is shown the end.
        """
        if self.halted:
            return
        self.as_played = as_played
        at_once = until is None and not self._visitor.each_event
        while self.items < len(items) and not self.halted:
            if until is not None and self.events >= until:
                break
            if not at_once or not self._fast_forward(items):
                self._judge_item(items[self.items], until)
        if self.halted:
            self.game.overhear(self.state, items[self.items :])
        self._visitor.end(self.game, self.state)

    def _fast_forward(self, items: Items) -> bool:
        """Let the game apply several plainly legal items at once, and check the claims of the last; whether it did
        any."""
        passed, happened = self.game.fast_forward(self.state, items, self.items)
        if not passed:
            return False
        self.items += passed
        self.events += happened
        last = items[self.items - 1]
        if "expect" in last:
            self._check_claims(self.items - 1, last)
            if self.halted:  # it is not even a claim
                self.items -= 1
        return True

    def _judge_item(self, item: Item, until: int | None) -> None:
        """Judge the next item, up to event number `until`; it counts as judged unless judging stopped in it."""
        try:
            events = self.game.read(self.state, item)
        except Misread as misread:
            self._misread(item, misread)
            return
        cut = False
        if until is not None and until - self.events < len(events):
            cut = True
            events = events[: until - self.events]
        legal = 0
        if not self._visitor.each_event:
            legal = self.game.take(self.state, events)
        self.events += legal
        if legal < len(events) or len(item) > 1:
            self._judge_rest(item, events, legal, cut)
        if not self.halted:
            self.items += 1

    def _misread(self, item: Item, misread: Misread) -> None:
        """Stop at an item that cannot be read, and keep what is known to be wrong with it."""
        if misread.shapeless:
            self._stop(self.items, item, misread.faults)
            return
        self.halted = self.stuck = True
        for fault in misread.faults:
            self._find(of_item(fault, self.events + 1, self.items, item.get("stands")))

    @classmethod
    def of_batch(cls, game: Game, judged: Judged) -> Folded:
        """The fold of a log that was judged in a batch, together with others."""
        folded = cls(game, judged.state)
        folded.events = judged.events
        folded.items = judged.items
        folded.claims = judged.claims
        folded.in_batch = True
        folded.holds = judged.holds
        return folded

    def beside(self, game: Game) -> Folded:
        """A second fold of the same log that has come as far as this one, and goes on independently, in another game."""
        other = Folded(game, self.state.copy())
        other.events = self.events
        other.items = self.items
        other.claims = self.claims
        other.faults = list(self.faults)
        other.halted = self.halted
        other.stuck = self.stuck
        other.shapeless = self.shapeless
        other.as_played = self.as_played
        return other

    def is_like(self, other: Folded) -> bool:
        """Whether another fold of the same log has come as far, found the same, and reached an equal state."""
        if (self.events, self.halted, self.shapeless) != (other.events, other.halted, other.shapeless):
            return False
        return self.faults == other.faults and self.state.equals(other.state)

    def _find(self, fault: Finding) -> None:
        """Keep a fault, and show it to the visitor."""
        self.faults.append(fault)
        self._visitor.fault(fault)

    def _stop(self, position: int, item: Item, faults: Sequence[Finding]) -> None:
        """Stop at an item that cannot be read, or that says too little."""
        self.halted = self.stuck = True
        self.shapeless = (position, item, tuple(faults))

    def _judge_rest(self, item: Item, events: Sequence[Event], legal: int, cut: bool) -> None:
        """Judge what is left of an item after its first `legal` events: its other events, its claims, and `stands:`.

        `events` are all its events. If it is `cut` short, so that some of them are not wanted, its claims are not
        checked.
        """
        faults_before = len(self.faults)
        for place in range(legal, len(events)):
            self._judge_event(item, events, place)
            if self.halted:
                return
        if cut:
            return
        if "expect" in item:
            self._check_claims(self.items, item)
            if self.halted:
                return
        lets_stand = item.get("stands") is not None and self.game.unjudged(self.state) is None
        if lets_stand and len(self.faults) == faults_before:
            message = "this is legal, so there is nothing to let stand; remove `stands:`"
            self._find(of_item(Finding("stands", message, at=("stands",)), self.events, self.items))
            self.halted = not self.as_played

    def _judge_event(self, item: Item, events: Sequence[Event], place: int) -> None:
        """Judge one event of an item, the one at index `place` of `events`, and apply it if it may stand.

        An impossible event never stands; an illegal one does if the item says why (`stands:`), or if judging is as
        played. Otherwise judging stops here.
        """
        event = events[place]
        reason = item.get("stands")
        faults = self.game.check(self.state, event)
        # the log says too little to judge this event
        if faults and all(fault.asks for fault in faults):
            self._stop(self.items, item, faults)
            return
        self.stuck = any(fault.bars for fault in faults)
        illegal = any(fault.rule != CLAIM for fault in faults)
        for fault in faults:
            placed = fault._replace(at=_where(item, events, place, fault))
            self._find(of_item(placed, self.events + 1, self.items, reason))
        if self.stuck or (illegal and not self.as_played and reason is None):
            if self._visitor.each_event:
                self.game.take(self.state, (event,))  # even an illegal event may settle what was pending
            self.halted = True
            return
        self._visitor.before(self.game, self.state, event)
        self.game.apply(self.state, event)
        if illegal:
            self.game.let_stand(self.state)
        self.events += 1
        self._visitor.after(self.game, self.state, event)

    def _check_claims(self, position: int, item: Item) -> None:
        """Check what the item at index `position` claims under `expect:` after its last event.

        Where nothing is judged, only whether the claims can be read.
        """
        # a fault may have been found there already, as when a result was judged
        known = {fault.at for fault in self.faults}
        try:
            claims = list(self.game.claims(self.state, item["expect"]))
        except Misread as misread:
            self._stop(position, item, misread.faults)
            return
        if self.game.unjudged(self.state) is not None:
            return
        self.claims += len(item["expect"])
        if not claims:
            self.game.believe(self.state, item["expect"])
        for claim in claims:
            fault = of_item(claim, self.events, position, item.get("stands"))
            if fault.at not in known:
                self._find(fault)


def fold(game: Game, state: AtTable, items: Items, *, as_played: bool = False) -> Folded:
    """Judge items in order, changing `state`; return where that ended."""
    folded = Folded(game, state)
    folded.go_on(items, as_played=as_played)
    return folded


def of_item(fault: Finding, event: int, position: int, reason: str | None = None) -> Finding:
    """A fault with the number of its event and its place in the log; accepted if the table had a `reason` to let it
    stand.

    `position` is the index of its item. A fault that bars its event is never accepted, and says so.
    """
    at = fault.at
    if not fault.in_head:
        at = ("events", position) + tuple(at)
    if reason is None:
        return fault._replace(event=event, at=at)
    if fault.bars and fault.cites:
        return fault._replace(event=event, at=at, after=fault.after + CANNOT_STAND)
    if fault.bars:
        return fault._replace(event=event, at=at, message=fault.message + CANNOT_STAND)
    return fault._replace(event=event, at=at, kind="accepted", reason=reason)


def _where(item: Item, events: Sequence[Event], place: int, fault: Finding) -> Pointer:
    """The way from an item to what a fault of its event number `place` is about.

    Without a better place it is the verb, or in a short form, a list with a value for each event, the value of this
    one.
    """
    if fault.at == WHOLE:
        return tuple([Key(key) for key in item if key not in EXTRAS])
    at = fault.at
    if not at:
        at = events[place].at
    if at:
        return at
    for verb, value in item.items():
        if isinstance(value, list):
            if len(value) == len(events):
                return (verb, place)
            return (verb,)
        if verb == events[place].verb:
            return (verb,)
    return ()
