"""The fold: one pass over the events of a log. Every command is a reading of where it ends.

The family lets events happen for as long as they are legal (`Game.take`); the fold stops at the first that is not, keeps its
faults, and checks what the log claims along the way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from referee.core.events import Event, Misread
from referee.core.family import Game
from referee.core.findings import Fault
from referee.core.places import Pointer


class Flaw(NamedTuple):
    """A fault found by the fold: on which event (from 1), and the way to it from the log's `events`."""

    event: int
    pointer: Pointer
    fault: Fault
    reason: str | None = None


@dataclass(slots=True)
class Folded:
    """Where a fold ended: the state, how many events and items were judged, and what was found.

    `flaws` are violations, or accepted where they have a reason; `halted` says that judging stopped at an event that is not
    legal, `stuck` that no such event could take effect even as played; `shapeless` is the item that could not be read as an
    event at all, with its index; `in_batch` says that all of it was judged in a batch: the
    state knows the score, but not what lies on the table.
    """

    state: Any
    events: int = 0
    items: int = 0
    claims: int = 0
    flaws: list[Flaw] = field(default_factory=list)
    halted: bool = False
    stuck: bool = False
    shapeless: tuple[int, Mapping[str, Any], tuple[Fault, ...]] | None = None
    in_batch: bool = False


def fold(
    game: Game,
    state: Any,
    items: Sequence[Mapping[str, Any]],
    *,
    until: int | None = None,
    as_played: bool = False,
) -> Folded:
    """Judges items in order, changing `state`; stops before event number `until + 1`, or at the first illegal event.

    With `as_played` an illegal event that can take effect does, and judging goes on.
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
) -> None:
    """Judges the items that have come since a fold ended: `items` are all of them, from the first."""
    if folded.halted:
        return
    state = folded.state
    read, take, sweep = game.read, game.take, game.sweep
    events, position = folded.events, folded.items
    while position < len(items) and (until is None or events < until):
        item = items[position]
        if until is None:
            swept, happened = sweep(state, items, position)
            if swept:
                position += swept
                events += happened
                item = items[position - 1]
                if "expect" in item:
                    _claims(game, folded, position - 1, item, events, as_played)
                    if folded.halted:
                        position -= 1
                        break
                continue
        try:
            batch = read(state, item)
        except Misread as misread:
            folded.halted = folded.stuck = True
            if misread.shapeless:
                folded.shapeless = (position, item, tuple(misread.faults))
            else:
                folded.flaws += [Flaw(events + 1, (position, *fault.at), fault) for fault in misread.faults]
            break
        room = len(batch) if until is None else until - events
        cut = room < len(batch)
        if cut:
            batch = batch[:room]
        done = take(state, batch)
        events += done
        if done < len(batch) or len(item) > 1:
            events += _the_rest(game, folded, position, item, batch, done, events, as_played, cut)
            if folded.halted:
                break
        position += 1
    folded.events, folded.items = events, position


def _the_rest(
    game: Game,
    folded: Folded,
    position: int,
    item: Mapping[str, Any],
    batch: list[Event],
    done: int,
    events: int,
    as_played: bool,
    cut: bool,
) -> int:
    """Deals with an item that is not plainly legal: faults, irregularities let stand, claims. The events that happened.

    Of an item that is `cut` short nothing is checked that it says about all its events.
    """
    state = folded.state
    reason = item.get("stands")
    irregular = False
    happened = 0
    while done < len(batch):
        event = batch[done]
        faults = game.check(state, event)
        number = events + happened + 1
        if faults:
            irregular = True
            folded.flaws += [
                Flaw(
                    number,
                    (position, *_where(item, batch, done, fault)),
                    fault,
                    None if fault.bars else reason,
                )
                for fault in faults
            ]
            folded.stuck = any(fault.bars for fault in faults)
            if folded.stuck or not (as_played or reason is not None):
                folded.halted = True
                return happened
        game.apply(state, event)
        happened += 1
        done += 1
    number = events + happened
    if "expect" in item and not cut:
        irregular |= _claims(game, folded, position, item, number, as_played)
        if folded.shapeless:
            return happened
    if reason is not None and not irregular and not cut:
        message = "this is legal, so there is nothing to let stand; take `stands:` away"
        folded.flaws.append(Flaw(number, (position, "stands"), Fault("stands", message)))
        folded.halted |= not as_played
    return happened


def _claims(game: Game, folded: Folded, position: int, item: Mapping[str, Any], number: int, as_played: bool) -> bool:
    """Checks what an item claims after its last event, number `number`; whether any of it is false."""
    try:
        wrong = list(game.claims(folded.state, item["expect"]))
    except Misread as misread:
        folded.halted = folded.stuck = True
        folded.shapeless = (position, item, tuple(misread.faults))
        return False
    folded.claims += len(item["expect"])
    reason = item.get("stands")
    for fault in wrong:
        folded.flaws.append(Flaw(number, (position, *fault.at), fault, reason))
        folded.halted |= not (as_played or reason is not None)
    return bool(wrong)


def _where(item: Mapping[str, Any], batch: list[Event], place: int, fault: Fault) -> Pointer:
    """The way from an item to what a fault is about: a shared event does not know, its short form's list does."""
    if fault.at:
        return fault.at
    for verb, value in item.items():
        if verb == batch[place].verb or isinstance(value, list):
            return (verb, place) if isinstance(value, list) and len(value) == len(batch) else (verb,)
    return ()
