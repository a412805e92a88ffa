"""Why a log, or a part of it, cannot be read as what it should be: in the family's words, or else in the schema's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee import source
from referee.core.events import Misread
from referee.core.findings import Fault
from referee.core.items import EXTRAS
from referee.core.places import Complaint, Key, Pointer
from referee.core.ruleset import Ruleset
from referee.core.suggest import did_you_mean, slip_of, told
from referee.core.wording import shortened
from referee.core.words import Word, word_at
from referee.engines import family
from referee.judging.log import Log
from referee.rules import rulesets
from referee.source.text import quoted, shorten

LONGEST_MESSAGE = 1_000


def head_complaints(log: Log, rules: Ruleset, misread: Misread) -> list[Complaint]:
    """Return why the set-up or position of a log cannot be read: in the family's words, or else in the schema's."""
    if misread.faults:
        return _told(log, (), misread.faults)
    complaints = []
    for part in ("setup", "position"):
        if part in log.data:
            complaints += _schema_complaints(log, rules, part, log.data[part], (part,))
    return complaints or [Complaint(log.place(("setup",)), "the set-up cannot be read")]


def claim_complaints(log: Log, rules: Ruleset, misread: Misread) -> list[Complaint]:
    """Return why the claims about the end of a log cannot be read."""
    if misread.faults:
        return _told(log, (), misread.faults)
    return _schema_complaints(log, rules, "expect", log.expect, ("expect",)) or [
        Complaint(log.place(("expect",)), "these claims cannot be read")
    ]


def shape_complaints(
    log: Log, rules: Ruleset, position: int, item: Mapping[str, Any], faults: Sequence[Fault]
) -> list[Complaint]:
    """Return why an item is not an event: an unknown verb or key, or a value of the wrong form."""
    base: Pointer = ("events", position)
    if faults:
        return _told(log, base, faults)
    verbs = _verbs(rules)
    named = [key for key in item if key in verbs]
    unknown = [key for key in item if key not in verbs and key not in EXTRAS]
    if unknown and not named:
        hint = did_you_mean(unknown[0], verbs) or f"; verbs here: {', '.join(_verbs_of(rules, verbs))}"
        return [Complaint(log.place((*base, Key(unknown[0]))), told(f"unknown verb {quoted(unknown[0])}", hint))]
    if len(named) != 1:
        has = f"this one has {' and '.join(named)}" if named else "this one has none"
        verbs_here = ", ".join(_verbs_of(rules, verbs))
        return [Complaint(log.place(base), f"an event has exactly one verb; {has} (verbs: {verbs_here})")]
    complaints = _schema_complaints(log, rules, "event", item, base)
    by_player = bool(complaints) and isinstance(item[named[0]], Mapping)
    meant = _verb_meant(rules, verbs, named[0], item) if by_player else ""
    if meant:
        message = f"a map of players is written as `{meant}: …`, not `{named[0]}:`"
        return [Complaint(complaints[0].place, message)]
    return complaints or [Complaint(log.place((*base, named[0])), f"this {named[0]} cannot be read")]


def _verb_meant(rules: Ruleset, verbs: Mapping[str, Word], verb: str, item: Mapping[str, Any]) -> str:
    """Return the verb one letter away with which an item would have the right form: 'bids' for `bid: {Ann: 2, Ben: 0}`."""
    schema = {"$ref": f"{family(rules.family).schema}#/$defs/event"}
    for other in _verbs_of(rules, verbs):
        if other != verb and slip_of(verb, [other]):
            fits = {other: item[verb], **{key: value for key, value in item.items() if key in EXTRAS}}
            if not source.schema_faults(fits, schema, store=rulesets.SCHEMAS):
                return other
    return ""


def _told(log: Log, base: Pointer, faults: Sequence[Fault]) -> list[Complaint]:
    """Faults in the family's words."""
    told = [Complaint(log.place((*base, *fault.at)), cut(fault.message)) for fault in faults]
    return shortened(told, source.MOST_FAULTS, lambda last, more: last._replace(message=more))


def cut(message: str) -> str:
    """Return a message as it is reported: a very long one holds a long name from the log."""
    return shorten(message, LONGEST_MESSAGE)


def _verbs(rules: Ruleset) -> dict[str, Word]:
    """Return the verbs of the family."""
    event = word_at(family(rules.family).schema, rulesets.SCHEMAS, "$defs", "event")
    return {verb: word for verb, word in event.keys.items() if verb not in EXTRAS}


def _verbs_of(rules: Ruleset, verbs: Mapping[str, Word]) -> list[str]:
    """Return the verbs that this game can have."""
    return [verb for verb, word in verbs.items() if word.goes_with(rules.full)]


def _schema_complaints(log: Log, rules: Ruleset, part: str, data: Any, base: Pointer) -> list[Complaint]:
    name = family(rules.family).schema
    schema = {"$ref": f"{name}#/$defs/{part}"}
    faults = source.schema_faults(data, schema, store=rulesets.SCHEMAS)
    return [Complaint(log.place((*base, *pointer)), message) for pointer, message in faults]
