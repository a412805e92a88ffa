"""The texts of rules as their writer should see them: slots that no word fills, and values that a slot should write."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from referee.core.merging import at
from referee.core.places import Complaint, Pointer
from referee.core.ruleset import Layer, Ruleset
from referee.core.stated import values_held, values_stated
from referee.core.templates import faults, literal
from referee.core.wording import in_list
from referee.rules.citing import cited_by, written_for


def slot_faults(rules: Ruleset) -> Iterator[Complaint]:
    """Yield what is wrong with the slots of the texts of a ruleset, each in the rules for which it was written."""
    for rule, entry in rules.get("rules", default={}).items():
        text = entry["text"]
        if "{" in text or "}" in text:
            at_text = rules.origin(("rules", rule, "text"))
            yield from (Complaint(at_text, fault) for fault in faults(text, written_for(rules, rule)))


def values_written_out(rules: Ruleset, layer: Layer) -> Iterator[Complaint]:
    """Yield the values that texts of a layer state in words of their own, though a word that cites the rule holds them."""
    for rule, entry in (layer.data.get("rules") or {}).items():
        if not isinstance(entry, Mapping) or "text" not in entry or rules.get("rules", rule) is None:
            continue
        stated = values_stated(literal(entry["text"]), rules.deck)
        holders = _holders(rules, rule)
        for value, words in stated.items():
            slots = [_slot(rules, word, words) for word in holders.get(value, ())]
            if slots:
                message = f"this text says {words!r}, which {_named(holders[value])} may have otherwise in a house rule or variant"
                advice = f"write {in_list(slots, 'or')} in its place, so that the text says what is in force"
                yield Complaint(layer.place(("rules", rule, "text")), f"{message}; {advice}")


def _named(words: list[Pointer]) -> str:
    return in_list([f"`{'.'.join(map(str, word))}`" for word in words], "or")


def _holders(rules: Ruleset, rule: str) -> dict[str, list[Pointer]]:
    """The words that cite a rule, or parts of them, by the one value that each holds; of numbers only those above 1."""
    holders: dict[str, list[Pointer]] = {}
    for word in sorted(cited_by(rules, rule), key=str):
        for pointer, value in _single(at(rules.data, word), word):
            for held in values_held(value, rules.deck):
                if held not in ("0", "1"):
                    holders.setdefault(held, []).append(pointer)
    return holders


def _single(value: Any, pointer: Pointer) -> Iterator[tuple[Pointer, Any]]:
    """Yield the single numbers and names in maps that are written out, each with its place."""
    if isinstance(value, Mapping):
        for key, part in value.items():
            yield from _single(part, (*pointer, key))
    elif isinstance(value, int | str) and not isinstance(value, bool) and " " not in str(value):
        yield pointer, value


def _slot(rules: Ruleset, word: Pointer, words: str) -> str:
    """The slot that writes a word as a text does."""
    path = ".".join(map(str, word))
    if words.isdecimal() or not isinstance(at(rules.data, word), int):
        return f"{{{path}}}"
    return f"{{{path}:{'Word' if words[0].isupper() else 'word'}}}"
