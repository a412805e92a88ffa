"""The texts of rules as their writer should see them: slots that no word fills, and values that a slot should write."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

from referee.core.merging import at
from referee.core.places import Complaint, Pointer
from referee.core.ruleset import Layer, Ruleset
from referee.core.stated import values_held, values_stated
from referee.core.templates import dotted, faults, literal, slots
from referee.core.wording import in_list
from referee.rules.citing import cited_by, written_for


def slot_faults(rules: Ruleset, rule: str) -> Iterator[Complaint]:
    """Yield what is wrong with the slots of the text of a rule, in the rules for which it was written."""
    place = rules.origin(("rules", rule, "text"))
    text = rules.own_words(rule).text
    for fault in faults(text, written_for(rules, rule)):
        yield Complaint(place, fault)


MOST_HOLDERS = 3
"""Of a value that more words of a rule hold, nobody can say which one its text means."""
MOST_SUITS = 2
"""A text that names more suits speaks of the deck."""


def values_written_out(rules: Ruleset, layer: Layer) -> Iterator[Complaint]:
    """Yield a remark for each value that a text of a layer writes out, though a word that cites the rule holds it.

    A slot in place of the value would follow when a house rule changes the word.
    """
    entries = layer.data.get("rules")
    if not entries:
        return
    for rule, entry in entries.items():
        at_text = ("rules", rule, "text")
        if not isinstance(entry, Mapping) or "text" not in entry or rules.layer(at_text) is not layer:
            continue
        stated = _clearly_stated(entry["text"], rules)
        written = set(chain.from_iterable(slot.words for slot in slots(entry["text"])))
        for value, words in _holders(rules, rule).items():
            if value not in stated or len(words) > MOST_HOLDERS or not written.isdisjoint(words):
                continue
            said = stated[value]
            forms = in_list([_slot(rules, word, said) for word in words], "or")
            message = (
                f"this text says {said!r}, and keeps saying so when a house rule or variant changes {_named(words)}"
            )
            yield Complaint(layer.place(at_text), f"{message}; write {forms} instead")


def _clearly_stated(text: str, rules: Ruleset) -> dict[str, str]:
    """The values that a text states for certain, with the words for them: numbers, and names written as the deck
    writes them.

    With many suits a text speaks of the whole deck, so they do not count.
    """
    stated = values_stated(literal(text), rules.deck)
    suits = [value for value in stated if value.startswith("suit ")]
    of_deck = set[str]()
    if len(suits) > MOST_SUITS:
        of_deck = set(suits)
    clear: dict[str, str] = {}
    for value, words in stated.items():
        if value.isdecimal() or (_is_name(words) and value not in of_deck):
            clear[value] = words
    return clear


def _is_name(words: str) -> bool:
    """Return whether words are written as the name of a card, a suit or a rank: 'Queen of Spades'."""
    return all(word[0].isupper() for word in words.split() if word != "of")


def _named(words: list[Pointer]) -> str:
    return in_list([f"`{dotted(word)}`" for word in words], "or")


def _holders(rules: Ruleset, rule: str) -> dict[str, list[Pointer]]:
    """For each value, the places of the words citing a rule that hold just this value; numbers only above 1.

    A sentence says 'one' of much, so that number means nothing.
    """
    holders: dict[str, list[Pointer]] = {}
    for word in sorted(cited_by(rules, rule), key=str):
        for pointer, value in _single(at(rules.data, word), word):
            for held in values_held(value, rules.deck):
                holders.setdefault(held, []).append(pointer)
    return holders


def _single(value: Any, pointer: Pointer) -> Iterator[tuple[Pointer, Any]]:
    """Yield the numbers and names inside a value that stand by themselves, not in lists or formulas, each with its
    place."""
    if isinstance(value, Mapping):
        for key, part in value.items():
            yield from _single(part, pointer + (key,))
    elif isinstance(value, str):
        if " " not in value:
            yield pointer, value
    elif isinstance(value, int) and not isinstance(value, bool) and value > 1:
        yield pointer, value


def _slot(rules: Ruleset, word: Pointer, words: str) -> str:
    """The slot that writes a word as a text does."""
    path = dotted(word)
    if words.isdecimal() or not isinstance(at(rules.data, word), int):
        return f"{{{path}}}"
    return f"{{{path}:{'Word' if words[0].isupper() else 'word'}}}"
