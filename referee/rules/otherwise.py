"""A ruleset with one thing otherwise: with another reading of a ruling, or without one of its words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache, partial
from typing import Any

from referee.core.cards import Deck
from referee.core.formula import FormulaError
from referee.core.merging import at, merge, replace
from referee.core.places import Pointer
from referee.core.ruleset import Ruleset
from referee.core.words import Word, same
from referee.engines import family
from referee.rules.decks import deck_in
from referee.rules.layers import reading_layer, variant_layers
from referee.rules.shipped import SCHEMAS, schema
from referee.rules.soundness import shared_parts
from referee.source import fits

OTHERWISE = 8
"""The most rulesets whose other readings are kept: a game has up to sixty, and each is compiled by itself."""
ROUNDS = 6
"""Rounds in which what needs a missing word is taken away, too."""


@lru_cache(maxsize=OTHERWISE)
def _others(ruleset: Ruleset) -> dict[Any, Any]:
    """Return the rulesets that were made of this one: by ruling and reading, and by the word they are without."""
    return {}


def read_otherwise(ruleset: Ruleset, ruling: str, reading: str) -> Ruleset:
    """The same ruleset with another reading of a ruling; made once and kept. Raises RulesetError if its deck does not
    go with it."""
    kept = _others(ruleset)
    if (ruling, reading) not in kept:
        layers = list(ruleset.layers)
        where = partial(ruleset.origin, ("rulings", ruling))
        variant = ruleset.data["rulings"][ruling]["readings"][reading].get("variant")
        if variant:
            added = variant_layers(variant, ruleset.data, layers, where)
        else:
            added = [reading_layer(ruling, reading, ruleset.data, layers, where)]
        layers += added
        data = ruleset.data
        deck = ruleset.deck
        for layer in added:
            data = merge(data, layer.data)
        if any("deck" in layer.data for layer in added):
            deck = deck_in(data, layers)
        kept[ruling, reading] = ruleset.alike_with(data, deck=deck, layers=tuple(layers))
    other: Ruleset = kept[ruling, reading]
    return other


def without(ruleset: Ruleset, word: Pointer) -> list[Ruleset]:
    """Sound rulesets that differ from this one in what a word says, to see whether the word decides anything.

    The word is omitted or off, or has another choice or the value of another reading. If no such ruleset is sound,
    what needs the word goes with it; if even that is not, or if the word says what something is worth, it has a value
    near its own.
    """
    kept = _others(ruleset)
    if word not in kept:
        kept[word] = _without(ruleset, word)
    others: list[Ruleset] = kept[word]
    return others


def _without(ruleset: Ruleset, word: Pointer) -> list[Ruleset]:
    """The rulesets of `without`, worked out."""
    record = ruleset.words.at(word)
    value = at(ruleset.data, word)
    # values that need not be tried, as the word has them or had them in a ruleset made before
    tried = [record.fill(value)]
    absent = [None] + list(record.schema.get("off", ()))
    others = _with_each(ruleset, word, absent, tried)
    if not others:
        others = _without_what_needs_it(ruleset, word, absent)
    for form in [record] + list(record.forms):
        others += _with_each(ruleset, word, form.choices, tried)
    for ruling in ruleset.rulings.values():
        if ruling.about == word:
            others += _with_each(ruleset, word, ruling.values.values(), tried)
    if not others or (isinstance(value, dict) and "points" in value):
        others += _with_near_value(ruleset, word, record, value)
    return others


def _with_each(ruleset: Ruleset, word: Pointer, values: Iterable[Any], tried: list[Any]) -> list[Ruleset]:
    """The sound rulesets with each of these values for a word, except values in `tried`, to which they are added."""
    record = ruleset.words.at(word)
    found = []
    for value in values:
        filled = record.fill(value)
        if any(same(filled, one) for one in tried):
            continue
        tried.append(filled)
        found += _with_values(ruleset, {word: value})
    return found


def _without_what_needs_it(ruleset: Ruleset, word: Pointer, absent: Iterable[Any]) -> list[Ruleset]:
    """The ruleset without a word and without what needs it, in a list; [] if that is not sound in any way.

    `absent` are the values with which the word says nothing.
    """
    for value in absent:
        found = _with_what_needs_it(ruleset, {word: value})
        if found:
            return found
    return []


def _with_near_value(ruleset: Ruleset, word: Pointer, record: Word, value: Any) -> list[Ruleset]:
    """The ruleset with a value near the present one of a word, the first that is sound, in a list; [] if none is."""
    for other in _near(record, value, ruleset.deck):
        found = _with_values(ruleset, {word: other})
        if found:
            return found
    return []


def _with_values(ruleset: Ruleset, values: Mapping[Pointer, Any]) -> list[Ruleset]:
    """Return the ruleset with other values of words, None for none, if it is sound and other rules."""
    other = _with(ruleset, values)
    if _plays_alike(other, ruleset) or _flaws(other, ruleset):
        return []
    return [other]


def _with(ruleset: Ruleset, values: Mapping[Pointer, Any]) -> Ruleset:
    # What it is now is none of the readings of rulings.
    data = {key: value for key, value in ruleset.data.items() if key != "rulings"}
    for pointer in sorted(values, key=str, reverse=True):
        data = replace(data, pointer, values[pointer])
    return ruleset.alike_with(data)


def _plays_alike(other: Ruleset, ruleset: Ruleset) -> bool:
    return other.full == {key: value for key, value in ruleset.full.items() if key != "rulings"}


def _flaws(other: Ruleset, ruleset: Ruleset) -> set[Pointer]:
    """The places where a ruleset made of a sound one is not sound; the empty pointer stands for the whole."""
    its = family(other.family)
    if not fits(other.data, schema(its.schema), SCHEMAS, set(shared_parts(ruleset.data))):
        return {()}
    try:
        return {pointer for pointer, _ in its.soundness(other)}
    except FormulaError:
        return {()}


def _with_what_needs_it(ruleset: Ruleset, gone: dict[Pointer, Any]) -> list[Ruleset]:
    """The ruleset with a word changed as in `gone`, and without its section or other words that are unsound then, in
    a list.

    It is [] if that does not help or changes nothing. What was removed is added to `gone`.
    """
    (word,) = gone
    for _ in range(ROUNDS):
        other = _with(ruleset, gone)
        flaws = _flaws(other, ruleset)
        if not flaws:
            if _plays_alike(other, ruleset):
                return []
            return [other]
        settled = gone.keys() | {()}
        if flaws & settled:
            flaws = {word[:-1]} - settled
        for pointer in flaws:
            if not isinstance(at(other.data, pointer[:-1]), dict | list | None):
                return []
            off = ruleset.words.at(pointer).schema.get("off")
            gone[pointer] = off[0] if off else None
    return []


def _near(record: Word, value: Any, deck: Deck) -> Iterator[Any]:
    """Yield values near one that decide something else: more or less, other cards, the opposite, another order."""
    if record.names == "cards":
        yield from ([deck.ids[0]], [deck.ids[-1]])
    elif isinstance(value, bool):
        yield not value
    elif isinstance(value, int | float):
        yield from (2 * value + 1, value + 1, value - 1)
    elif isinstance(value, str):
        yield from (f"2 * ({value}) + 1", f"not ({value})")
    elif isinstance(value, list):
        yield from (value[1:], value[:-1], value[::-1])
    elif isinstance(value, dict):
        keys: Iterable[str] = value
        if "points" in value:
            keys = ("points",)
        for key in keys:
            if key != "points" and isinstance(value[key], str):  # most likely a condition
                yield {**value, key: f"not ({value[key]})"}
            yield from ({**value, key: one} for one in _near(record.at((key,)), value[key], deck))
