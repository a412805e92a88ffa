"""What cannot be read in a log after the event at which judging stopped: one run reports all of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from referee.core.events import Misread, Unknown
from referee.core.formula import FormulaError
from referee.core.places import Complaint, Key, Pointer, Unjudgeable
from referee.core.ruleset import Ruleset
from referee.judging.complaints import cut, shape_complaints
from referee.judging.fold import Flaw, Folded
from referee.judging.log import Log
from referee.judging.replay import Replay
from referee.rules import rulesets

MOST = 50
"""The most unknown names that are looked for in an item."""


def unreadable(played: Replay) -> Iterator[Flaw | Complaint]:
    """Yield what cannot be read from the item at which judging stopped, besides what was found there.

    Unknown names, and items that are not events. Nothing else is judged there: what comes after an illegal event depends on
    what should have happened.
    """
    log, game, folded = played.log, played.game, played.folded
    number, told = folded.events, {flaw.pointer for flaw in folded.flaws}
    for position in range(folded.items, len(log.items)):
        item = log.items[position]
        for misread in _misread(played, item):
            flaws = [Flaw(number + 1, (position, *fault.at), fault) for fault in misread.faults]
            if misread.shapeless:
                yield from shape_complaints(log, game.ruleset, position, item, misread.faults)
            else:
                yield from (flaw for flaw in flaws if flaw.pointer not in told)
        number += game.size(item)


def beside_the_head(log: Log, rules: Ruleset) -> Iterator[Complaint]:
    """Yield what cannot be read in the events of a log that cannot begin: names that nobody knows, and items that are not
    events."""
    without_one = [{key: value for key, value in log.setup.items() if key != wrong} for wrong in log.setup]
    for setup in (*without_one, {}, {"dealer": log.players[0]}):
        try:
            game = rulesets.table(rules, len(log.players))
            played = Replay(log, game, Folded(game.start(log.players, setup, None)))
        except (Unjudgeable, Misread, FormulaError):
            continue
        for found in unreadable(played):
            if isinstance(found, Flaw):
                yield Complaint(log.place(("events", *found.pointer)), cut(found.fault.message))
            else:
                yield found
        return


def _misread(played: Replay, item: Mapping[str, Any]) -> Iterator[Misread]:
    """Yield why an item is not an event; each unknown name is replaced by a known one to find the next."""
    for _ in range(MOST):
        try:
            played.game.read(played.folded.state, item)
        except Unknown as unknown:
            yield unknown
            mended = _replaced(item, unknown.faults[0].at, unknown.instead)
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


def _replaced(value: Any, pointer: Pointer, instead: str) -> Any:
    """Return a value with another text or another key at a pointer; None without a text there, or if there is such a key
    already."""
    if not pointer:
        return instead if isinstance(value, str) else None
    step, *rest = pointer
    if isinstance(step, Key):
        return None if instead in value else {instead if key == step else key: part for key, part in value.items()}
    if isinstance(value, list) and isinstance(step, int) and step < len(value):
        part = _replaced(value[step], tuple(rest), instead)
        return None if part is None else [*value[:step], part, *value[step + 1 :]]
    if isinstance(value, Mapping) and step in value:
        part = _replaced(value[step], tuple(rest), instead)
        return None if part is None else {**value, step: part}
    return None
