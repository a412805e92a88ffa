"""The fold: it goes through the events of a log once. Every command is a view of the state that it ends in.

The family applies events as long as they are legal (`Game.take`). The fold stops at the first that is not, keeps its faults,
and checks what the log claims along the way. If somebody watches, it goes event by event.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from referee.core.events import Event, Misread
from referee.core.findings import Fault
from referee.core.game import Game
from referee.core.places import Pointer

Watch = Callable[[Game, Any, Event], None]
"""Called with an event just before it happens: the game, the state before it, and the event. It must not change the state."""


CLAIM = "claim"
"""The rule that a false claim breaks, in every family."""


class Flaw(NamedTuple):
    """A fault found by the fold: on which event (from 1), and the way to it from the log's `events`."""

    event: int
    pointer: Pointer
    fault: Fault
    reason: str | None = None


class Folded:
    """The end of a fold: the state, how many events and items were judged, and what was found.

    `flaws` are violations, or accepted if they have a reason; `halted` says that judging stopped at an event that is not legal
    (not at a false claim, which changes nothing), `stuck` that no such event could take effect even as played; `shapeless` is
    the item that could not be read as an event at all, or that says too little to be judged, with its index; `in_batch` says
    that everything was judged in a batch: the state knows the score, but not what is on the table; `holds` that all that is
    expected at the end is known to be so; `as_played` that illegal but possible events
    stand.
    """

    def __init__(
        self,
        state: Any,
        events: int = 0,
        items: int = 0,
        claims: int = 0,
        *,
        in_batch: bool = False,
        holds: bool = False,
    ) -> None:
        self.state = state
        self.events = events
        self.items = items
        self.claims = claims
        self.flaws: list[Flaw] = []
        self.halted = False
        self.stuck = False
        self.shapeless: tuple[int, Mapping[str, Any], tuple[Fault, ...]] | None = None
        self.in_batch = in_batch
        self.holds = holds
        self.as_played = False


def fold(
    game: Game,
    state: Any,
    items: Sequence[Mapping[str, Any]],
    *,
    until: int | None = None,
    as_played: bool = False,
) -> Folded:
    """Judges items in order, changing `state`; stops before event number `until + 1`, or at the first illegal event.

    With `as_played` an illegal event that can take effect does, and judging continues.
    """
    folded = Folded(state)
    go_on(game, folded, items, until=until, as_played=as_played)
    return folded


def go_on(
    game: Game,
    folded: Folded,
    items: Sequence[Mapping[str, Any]],
    *,
    until: int | None = None,
    as_played: bool = False,
    watch: Watch | None = None,
) -> None:
    """Judges the items that have been added since a fold ended: `items` are all of them, from the first."""
    if folded.halted:
        return
    folded.as_played = as_played
    careful = _Careful(game, folded, as_played, watch)
    state, position = folded.state, folded.items
    read, take, fast_forward = game.read, game.take, game.fast_forward
    while position < len(items) and (until is None or folded.events < until):
        item = items[position]
        if until is None and watch is None:
            passed, happened = fast_forward(state, items, position)
            if passed:
                position += passed
                folded.events += happened
                if "expect" in items[position - 1]:
                    careful.claims(position - 1, items[position - 1])
                    if folded.halted:  # it is not even a claim
                        position -= 1
                        break
                continue
        try:
            batch = read(state, item)
        except Misread as misread:
            careful.misread(position, item, misread)
            break
        room = len(batch) if until is None else until - folded.events
        cut = room < len(batch)
        batch = batch[:room] if cut else batch
        done = take(state, batch) if watch is None else 0
        folded.events += done
        if done < len(batch) or len(item) > 1:
            careful.rest(position, item, batch, done, cut)
            if folded.halted:
                break
        position += 1
    folded.items = position


class _Careful(NamedTuple):
    """Handles items that are not plainly legal."""

    game: Game
    folded: Folded
    as_played: bool
    watch: Watch | None

    def misread(self, position: int, item: Mapping[str, Any], misread: Misread) -> None:
        """Stops at an item that is not an event of this game."""
        folded = self.folded
        folded.halted = folded.stuck = True
        if misread.shapeless:
            folded.shapeless = (position, item, tuple(misread.faults))
        else:
            folded.flaws += [Flaw(folded.events + 1, (position, *fault.at), fault) for fault in misread.faults]

    def rest(self, position: int, item: Mapping[str, Any], batch: list[Event], done: int, cut: bool) -> None:
        """Judges the events of an item from `done` on, irregularities let stand, claims.

        If an item is `cut` short, nothing is checked that it says about all its events.
        """
        folded, reason, found = self.folded, item.get("stands"), len(self.folded.flaws)
        for place in range(done, len(batch)):
            event = batch[place]
            faults = self.game.check(folded.state, event)
            if faults and all(fault.asks for fault in faults):
                folded.halted = folded.stuck = True
                folded.shapeless = (position, item, faults)
                return
            number = folded.events + 1
            folded.stuck = any(fault.bars for fault in faults)
            illegal = any(fault.rule != CLAIM for fault in faults)
            halts = folded.stuck or (illegal and not self.as_played and reason is None)
            for fault in faults:
                where = (position, *_where(item, batch, place, fault))
                folded.flaws.append(Flaw(number, where, fault, None if fault.bars else reason))
            if halts:
                if self.watch is not None:
                    self.game.take(folded.state, (event,))  # even an illegal event may settle what was pending
                folded.halted = True
                return
            if self.watch is not None:
                self.watch(self.game, folded.state, event)
            self.game.apply(folded.state, event)
            folded.events = number
        if cut:
            return
        if "expect" in item:
            self.claims(position, item)
            if folded.shapeless:
                return
        if reason is not None and len(folded.flaws) == found:
            message = "this is legal, so there is nothing to let stand; remove `stands:`"
            folded.flaws.append(Flaw(folded.events, (position, "stands"), Fault("stands", message)))
            folded.halted |= not self.as_played

    def claims(self, position: int, item: Mapping[str, Any]) -> None:
        """Checks what an item claims after its last event."""
        folded, reason = self.folded, item.get("stands")
        try:
            told = {flaw.pointer for flaw in folded.flaws if flaw.pointer[0] == position}  # as by the result of a hand
            claims = self.game.claims(folded.state, item["expect"])
            wrong = [fault for fault in claims if (position, *fault.at) not in told]
        except Misread as misread:
            folded.halted = folded.stuck = True
            folded.shapeless = (position, item, tuple(misread.faults))
            return
        folded.claims += len(item["expect"])
        folded.flaws += [Flaw(folded.events, (position, *fault.at), fault, reason) for fault in wrong]


def _where(item: Mapping[str, Any], batch: list[Event], place: int, fault: Fault) -> Pointer:
    """Return the way from an item to the value that a fault is about: where its event is, unless it says more. A shared event
    does not know its place, but the list of its short form does."""
    if at := fault.at or batch[place].at:
        return at
    for verb, value in item.items():
        if verb == batch[place].verb or isinstance(value, list):
            return (verb, place) if isinstance(value, list) and len(value) == len(batch) else (verb,)
    return ()
