"""The sentence that is in force: what a rule says once house rules, variants and readings have changed its words.

A rule's text is written for the values next to it. If a later layer changes words that cite the rule and leaves the text alone,
the text is stale: if all of its words changed, what they say now is cited in its place; if some did, after it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from referee.core.merging import laid_over
from referee.core.places import Pointer
from referee.core.ruleset import Layer, Rule, Ruleset
from referee.engines import covering, family


class Stale(NamedTuple):
    """A text that no longer says what is in force: its rule, the changed words of the last layer that changed any, and what is
    cited instead."""

    rule: str
    layer: Layer
    words: tuple[Pointer, ...]
    instead: Rule


def restated(rules: Ruleset, rule_id: str) -> Rule | None:
    """The rule in the words of what is in force; None if its text still says it."""
    found = stale(rules, rule_id)
    return found.instead if found else None


def stale(rules: Ruleset, rule_id: str) -> Stale | None:
    """How a rule's text has become stale, if it has."""
    written = rules.layers.index(rules.layer(("rules", rule_id, "text")))
    if rules.get("abstract") or all(layer.own for layer in rules.layers[written + 1 :]):
        return None
    before = _as_of(rules, written)
    words = _shortest(set(_of_both(before, rules, rule_id)))
    changed = [word for word in sorted(words, key=str) if _at(before.data, word) != _at(rules.data, word)]
    if not changed:
        return None
    layer = rules.layer(rules.latest(*changed))
    text, source = rules.own_words(rule_id)[1:]
    whole = len(changed) == len(words)
    now, says, who = _says(rules, layer, changed, None if whole else before)
    instead = Rule(rule_id, now, who) if whole else Rule(rule_id, f"{text} {says}: {now}", f"{source}; {who}")
    return Stale(rule_id, layer, tuple(changed), instead)


@lru_cache(maxsize=8)
def _as_of(rules: Ruleset, number: int) -> Ruleset:
    """The rules as layer `number` left them; the game's own files, which are written together, count as one."""
    kept = [layer for at, layer in enumerate(rules.layers) if at <= number or layer.own]
    data: dict[str, Any] = {}
    for layer in kept:
        data = laid_over(data, layer.data)
    return Ruleset(data, rules.deck, rules.words, tuple(kept), (), ())


def _of_both(before: Ruleset, rules: Ruleset, rule_id: str) -> Iterator[Pointer]:
    """The words that cite a rule before and now; also those turned on or off, if its text mentioned others."""
    cited, citing = _words(before, rule_id), _words(rules, rule_id)
    for word in cited | citing if cited else ():
        if _at(before.data, word) is not None or (word in cited and word in citing):
            yield word


def _words(rules: Ruleset, rule_id: str) -> set[Pointer]:
    """The words that cite a rule."""
    return _citing(rules).get(rule_id, set())


@lru_cache(maxsize=8)
def _citing(rules: Ruleset) -> dict[str, set[Pointer]]:
    """The words that cite each rule."""
    words: dict[str, set[Pointer]] = {}
    for point in covering(rules.family).points(rules).values():
        if point.pointer[0] != "rules":
            words.setdefault(point.cites, set()).add(_plain(rules.data, point.pointer))
    return words


def _shortest(words: set[Pointer]) -> set[Pointer]:
    """Without those below others."""
    return {word for word in words if not any(word[:end] in words for end in range(1, len(word)))}


def _plain(data: Mapping[str, Any], pointer: Pointer) -> Pointer:
    """A pointer down to the first list or value: lists are replaced as a whole."""
    value: Any = data
    for end, key in enumerate(pointer):
        if not isinstance(value, Mapping) or key not in value:
            return pointer[:end]
        value = value[key]
    return pointer


def _at(data: Mapping[str, Any], pointer: Pointer) -> Any:
    value: Any = data
    for key in pointer:
        value = value.get(key) if isinstance(value, Mapping) else None
    return value


def _says(rules: Ruleset, layer: Layer, changed: list[Pointer], before: Ruleset | None) -> tuple[str, str, str]:
    """What changed words say now, without what they said before; with what they are in force; and who says so."""
    kind, _, name = layer.name.partition(" ")
    if kind == "variant" and name in rules.get("variants", default={}):
        variant = rules.get("variants", name)
        return variant["text"], f"With the variant {name}", f"variant {name}: {variant['source']}"
    lines = " ".join(_lines(rules, changed, before)) or f"{_written(rules, changed)}."
    place = layer.place(changed[0])
    if kind != "reading":
        return lines, "Here instead", f"house rule, {place.where}"
    ruling, _, reading = name.partition(": ")
    entry = rules.get("rulings", ruling)
    answer = entry["readings"][reading]["text"]
    return f"{entry['question']} {answer}", "Ruled here", f"ruling {ruling}, read as {reading}"


def _lines(rules: Ruleset, changed: list[Pointer], before: Ruleset | None) -> Iterator[str]:
    """The sentences about some words, without those that the rules already said."""
    described = family(rules.family).describe
    said = {line.text for _, lines in described(before) for line in lines} if before else set()
    for _, lines in described(rules):
        for line in lines:
            if line.text not in said and any(_related(line.pointer, word) for word in changed):
                yield line.text


def _related(one: Pointer, other: Pointer) -> bool:
    shorter = min(len(one), len(other))
    return one[:shorter] == other[:shorter]


def _written(rules: Ruleset, changed: list[Pointer]) -> str:
    values = [(".".join(map(str, word)), _at(rules.data, word)) for word in changed]
    return " and ".join(f"no `{word}`" if value is None else f"`{word}: {value}`" for word, value in values)
