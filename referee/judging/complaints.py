"""Why an item, or another part of a log, cannot be read: in the words of its family, or else in those of the schema."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from referee import source
from referee.core.cards_named import in_cards_of
from referee.core.events import Finding, Item, Misread
from referee.core.items import EXTRAS
from referee.core.places import Complaint, Key, Pointer
from referee.core.ruleset import Ruleset
from referee.core.wording import abridge, did_you_mean, slip_of, with_fix
from referee.engines import family
from referee.judging.log import Log
from referee.rules.shipped import SCHEMAS
from referee.rules.soundness import reword
from referee.rules.words import log_words
from referee.source.text import quote, shorten

LONGEST_MESSAGE = 1_000


def part_complaints(log: Log, rules: Ruleset, misread: Misread, *parts: str) -> list[Complaint]:
    """Why the parts of a log with these keys, such as 'setup', cannot be read: in the family's words, or else in the
    schema's."""
    if misread.faults:
        return _in_words(log, (), misread.faults)
    found: list[Complaint] = []
    for part in parts:
        if part in log.data:
            found += _schema_complaints(log, rules, part, log.data[part], (part,))
    if not found:
        found.append(Complaint(log.place(parts[:1]), f"`{parts[0]}:` cannot be read"))
    return found


def shape_complaints(log: Log, rules: Ruleset, position: int, item: Item, faults: Sequence[Finding]) -> list[Complaint]:
    """Why an item of a log is not an event: it has no verb, several, or an unknown one, or a value of the wrong form.

    `position` is its index in `events:`, `faults` what the family found wrong with it, if that is known.
    """
    base: Pointer = ("events", position)
    if faults:
        return _in_words(log, base, faults)
    records = log_words(rules.family)
    verbs = [verb for verb in records if verb not in EXTRAS]
    # verbs that mean something by the rules in force
    usable = [verb for verb in verbs if records[verb].speaks_in(rules.full)]
    named = [key for key in item if key in verbs]
    unknown = _unknown(item, verbs)
    if unknown and not named:
        hint = did_you_mean(unknown[0], verbs)
        if not hint:
            hint = f"; verbs here: {', '.join(usable)}"
        place = log.place(base + (Key(unknown[0]),))
        return [Complaint(place, with_fix(f"unknown verb {quote(unknown[0])}", hint))]
    if len(named) != 1:
        has = "this one has none"
        if named:
            has = f"this one has {' and '.join(named)}"
        return [Complaint(log.place(base), f"an event has exactly one verb; {has} (verbs: {', '.join(usable)})")]
    verb = named[0]
    complaints = _schema_complaints(log, rules, "event", item, base)
    if not complaints:
        return [Complaint(log.place(base + (verb,)), f"this {verb} cannot be read")]
    other = _verb_for_all_players(log, rules, item, position, verb, usable)
    if other:
        return [Complaint(complaints[0].place, f"a map of players is written as `{other}: …`, not `{verb}:`")]
    return complaints


def _unknown(item: Item, verbs: Sequence[str]) -> list[str]:
    """The keys of an item that are neither verbs nor what may stand beside them."""
    return [key for key in item if key not in verbs and key not in EXTRAS]


def _verb_for_all_players(
    log: Log, rules: Ruleset, item: Item, position: int, verb: str, verbs: Sequence[str]
) -> str | None:
    """A verb like this one, one letter away, that takes this map of players; None if there is none or it is no map.

    For `bid: {Ann: 2, Ben: 0}` it is 'bids'.
    """
    if not isinstance(item[verb], Mapping):
        return None
    for other in verbs:
        if other == verb or not slip_of(verb, [other]):
            continue
        meant = {other: item[verb]}
        meant.update({key: value for key, value in item.items() if key in EXTRAS})
        if not _schema_complaints(log, rules, "event", meant, ("events", position)):
            return other
    return None


def _in_words(log: Log, base: Pointer, faults: Sequence[Finding]) -> list[Complaint]:
    """Faults in the family's words."""
    complaints = [Complaint(log.place(base + tuple(fault.at)), cut(fault.message)) for fault in faults]
    return abridge(complaints, source.MOST_FAULTS, reword)


def cut(message: str) -> str:
    """A message as it is reported: a very long one holds a long name from the log."""
    return shorten(message, LONGEST_MESSAGE)


def _schema_complaints(log: Log, rules: Ruleset, part: str, data: object, base: Pointer) -> list[Complaint]:
    schema = {"$ref": f"{family(rules.family).schema}#/$defs/{part}"}
    faults = source.schema_faults(data, schema, store=SCHEMAS, in_cards=partial(in_cards_of, rules.deck))
    return [Complaint(log.place(base + tuple(pointer)), message) for pointer, message in faults]
