"""Whatever cannot be read in a log after the item at which judging stopped, or in a log that cannot begin."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from referee.core.events import Finding, Item, Misread, Unknown
from referee.core.formula import FormulaError
from referee.core.merging import at, replace
from referee.core.places import Complaint, Key, Pointer, Unjudgeable
from referee.core.ruleset import Ruleset
from referee.judging.complaints import cut, shape_complaints
from referee.judging.fold import Folded, of_item
from referee.judging.log import Log
from referee.judging.replay import Replay
from referee.rules.tables import table

MOST = 50
"""The most unknown names that are looked for in an item."""


def unreadable(played: Replay) -> Iterator[Finding | Complaint]:
    """Yield faults and complaints about the items after the point where judging stopped: unknown names, and what is
    no event.

    Nothing else is judged there, as what comes after an illegal event depends on what should have happened. Faults
    that were found already are passed over.
    """
    folded = played.folded
    number = folded.events
    known = {fault.at for fault in folded.faults}
    for position in range(folded.items, len(played.log.items)):
        item = played.log.items[position]
        for misread in _misread(played, item):
            if misread.shapeless:
                yield from shape_complaints(played.log, played.game.ruleset, position, item, misread.faults)
                continue
            for fault in misread.faults:
                there = of_item(fault, number + 1, position)
                if there.at not in known:
                    yield there
        number += played.game.size(item)


def beside_the_head(log: Log, rules: Ruleset) -> Iterator[Complaint]:
    """Yield what cannot be read in the events of a log that cannot begin: unknown names and items that are no events."""
    played = _begin_without(log, rules)
    if played is None:
        return
    for fault in unreadable(played):
        if isinstance(fault, Finding):
            fault = Complaint(log.place(fault.at), cut(fault.message))
        yield fault


def _begin_without(log: Log, rules: Ruleset) -> Replay | None:
    """A log begun without the one part of its set-up that is wrong, or with none but a dealer; None if it cannot
    begin so, either."""
    setups: list[Mapping[str, Any]] = []
    for wrong in log.setup:
        setups.append({key: value for key, value in log.setup.items() if key != wrong})
    setups += [{}, {"dealer": log.players[0]}]
    for setup in setups:
        try:
            game = table(rules, len(log.players))
            return Replay(log, game, Folded(game, game.start(log.players, setup, None)))
        except (Unjudgeable, Misread, FormulaError):
            continue
    return None


def _misread(played: Replay, item: Item) -> Iterator[Misread]:
    """Yield each reason why an item is not an event; an unknown name is replaced by a known one, to find the next."""
    for _ in range(MOST):
        try:
            played.game.read(played.folded.state, item)
        except Unknown as unknown:
            yield unknown
            mended = _replace_text(item, unknown.faults[0].at, unknown.instead)
            if not unknown.instead or mended is None:
                return
            item = mended
        except Misread as misread:
            if not misread.faults:
                yield misread
            elif misread.beside:
                yield Unknown(misread.beside)
            return
        else:
            return


def _replace_text(value: Any, pointer: Pointer, instead: str) -> Any:
    """A copy of a value with another text or key at a pointer; None if no text is there, or the key exists already."""
    if not pointer:
        if not isinstance(value, str):
            return None
        return instead
    step = pointer[0]
    if isinstance(step, Key):
        if instead in value:
            return None
        return {_other_key(key, step, instead): part for key, part in value.items()}
    inside = at(value, (step,))
    if inside is None:
        return None
    part = _replace_text(inside, pointer[1:], instead)
    if part is None:
        return None
    return replace(value, (step,), part)


def _other_key(key: str, wrong: str, instead: str) -> str:
    if key == wrong:
        return instead
    return key
