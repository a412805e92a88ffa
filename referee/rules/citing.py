"""The sentence that is in force: what a rule says once house rules, variants and readings have changed its words.

A rule's text is written for the values next to it. If a later layer changes words that cite the rule and leaves the text alone,
the text is stale. After a house rule the sentences about the words are cited in its place; what a house rule only adds, and
what a variant or a reading says, after it, if something of the rule is left.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache, reduce
from typing import Any

from referee.core.family import RuleLine
from referee.core.merging import at, lay_over, meet
from referee.core.named_tuple import NamedTuple
from referee.core.places import Place, Pointer
from referee.core.ruleset import Layer, Rule, Ruleset, deciding, points
from referee.core.text import yaml_line
from referee.engines import family

MOST = 12
"""The most sentences that are cited in place of a text; of more, those that changed are cited after it."""


class Stale(NamedTuple):
    """A text that no longer holds: its rule, the words that the last layer to change any changed, and what is cited."""

    rule: str
    layer: Layer
    words: tuple[Pointer, ...]
    instead: Rule


def restate(rules: Ruleset, rule_id: str) -> Rule | None:
    """Return the rule in the words of what is in force; None if its text still says it."""
    if text := stale(rules, rule_id):
        return text.instead
    before = _before(rules, rule_id)
    if before is None or not _citing(before).get(rule_id):
        return None
    files = {layer.name for layer in rules.layers if not layer.own}
    added = [(line, place) for line, place in _new(before, rules, rule_id) if place.file in files]
    if not added:
        return None
    return _after(rules, rule_id, "Here also", [line for line, _ in added], f"house rule, {added[0][1].where}")


def stale(rules: Ruleset, rule_id: str) -> Stale | None:
    """Return how a rule's text has become stale, if it has."""
    before = _before(rules, rule_id)
    if before is None:
        return None
    cited, citing = (_citing(one).get(rule_id, set()) for one in (before, rules))
    # Words turned on or off count only if the text mentioned others.
    either = cited | citing if cited else set()
    both = {word for word in either if at(before.data, word) is not None or word in cited}
    words = {word for word in both if not any(word[:end] in both for end in range(1, len(word)))}
    changed = [word for word in sorted(words, key=str) if at(before.full, word) != at(rules.full, word)]
    if not changed:
        return None
    layer = rules.layer(rules.latest(*changed))
    instead = _instead(before, rules, rule_id, layer, changed, len(changed) == len(words))
    return Stale(rule_id, layer, tuple(changed), instead)


def changed_lines(rules: Ruleset, rule_id: str) -> list[tuple[str, Place]]:
    """Return the sentences about the words of a rule that its game does not say, and the places that do."""
    return [] if rules.get("abstract") else list(_new(_as_of(rules, 0), rules, rule_id))


def _before(rules: Ruleset, rule_id: str) -> Ruleset | None:
    """Return the rules for which the text of a rule was written, if a later layer may have changed them."""
    written = rules.layers.index(rules.layer(("rules", rule_id, "text")))
    unchanged = rules.get("abstract") or all(layer.own for layer in rules.layers[written + 1 :])
    return None if unchanged else _as_of(rules, written)


@lru_cache(maxsize=8)
def _as_of(rules: Ruleset, number: int) -> Ruleset:
    """Return the rules as layer `number` left them; the game's own files, which are written together, count as one."""
    kept = [layer for place, layer in enumerate(rules.layers) if place <= number or layer.own]
    data = reduce(lay_over, (layer.data for layer in kept), dict[str, Any]())
    return Ruleset(data, rules.deck, rules.words, tuple(kept), (), ())


@lru_cache(maxsize=8)
def _citing(rules: Ruleset) -> dict[str, set[Pointer]]:
    """Return the words that cite each rule, those with only their default as well, if that is more than nothing."""
    words: dict[str, set[Pointer]] = {}
    usual = (word for word in deciding(rules, left_out=True) if word[0][0] != "changes" and at(rules.full, word[0]))
    listed = points(rules, usual) | family(rules.family).points(rules)
    for point in listed.values():
        if point.pointer[0] != "rules":
            words.setdefault(point.cites, set()).add(_plain(rules.full, point.pointer))
    return words


def _plain(data: Mapping[str, Any], pointer: Pointer) -> Pointer:
    """Return a pointer down to the first list or value: lists are replaced as a whole."""
    value: Any = data
    for end, key in enumerate(pointer):
        if not isinstance(value, Mapping) or key not in value:
            return pointer[:end]
        value = value[key]
    return pointer


def _instead(before: Ruleset, rules: Ruleset, rule_id: str, layer: Layer, changed: list[Pointer], whole: bool) -> Rule:
    """Return the rule in force, after the last layer that changed some of its words; `whole`: it changed all of them."""
    kind, _, name = layer.name.partition(" ")
    if kind in ("variant", "reading"):
        # It says what is new. A text may say more than its words do, unless it is the ruling's own or no word of it is left.
        whole = whole and (name.startswith(f"{rule_id}: ") or not _citing(rules).get(rule_id))
    if kind == "variant" and name in rules.get("variants", default={}):
        variant = rules.get("variants", name)
        lines, says, who = [variant["text"]], f"With the variant {name}", f"variant {name}: {variant['source']}"
    elif kind == "reading":
        ruling, _, reading = name.partition(": ")
        entry = rules.get("rulings", ruling)
        lines, says = [entry["question"], entry["readings"][reading]["text"]], "Ruled here"
        who = f"ruling {ruling}, read as {reading}"
    else:
        lines, says = [line for line, _ in _new(before, rules, rule_id)], "Here also"
        who = f"house rule, {layer.place(changed[0]).where}"
        if not lines or not set(_lines(before, changed)) <= set(_lines(rules, changed)):
            says, now = "Here instead", _lines(rules, {*changed, *_citing(rules).get(rule_id, ())})
            silent = [word for word in changed if not _lines(rules, [word])]
            lines += _write_words(rules, silent)
            if len(now) <= MOST and not whole:
                source = rules.own_words(rule_id).source
                return Rule(rule_id, " ".join([*now, *_write_words(rules, silent)]), f"{who}; the rest {source}")
    return Rule(rule_id, " ".join(lines), who) if whole else _after(rules, rule_id, says, lines, who)


def _after(rules: Ruleset, rule_id: str, says: str, lines: Iterable[str], who: str) -> Rule:
    """Return a rule in its own words with more sentences after them."""
    _, text, source = rules.own_words(rule_id)
    return Rule(rule_id, f"{text} {says}: {' '.join(lines)}", f"{source}; {who}")


def _new(before: Ruleset, rules: Ruleset, rule_id: str) -> Iterator[tuple[str, Place]]:
    """Yield the sentences about the words of a rule that were not said before, and where a house rule or another layer does."""
    words = {word for one in (before, rules) for word in _citing(one).get(rule_id, ())}
    seen = set(_lines(before, _citing(before).get(rule_id, ())))
    for line in sentences(rules):
        place = rules.origin_if_changed(line.pointer)
        about = any(meet(line.pointer, word) for word in words)
        if about and place is not None and line.text not in seen:
            seen.add(line.text)
            yield line.text, place


def _lines(rules: Ruleset, words: Iterable[Pointer]) -> list[str]:
    """Return the sentences about some words."""
    about = (line.text for line in sentences(rules) if any(meet(line.pointer, word) for word in words))
    return list(dict.fromkeys(about))


@lru_cache(maxsize=8)
def sentences(rules: Ruleset) -> list[RuleLine]:
    """Return the sentences about all that is in force."""
    return [line for _, lines in family(rules.family).describe(rules) for line in lines]


def _write_words(rules: Ruleset, changed: list[Pointer]) -> list[str]:
    """Return what some words are now, as they are written, for want of sentences about them."""
    values = [(".".join(map(str, word)), at(rules.data, word)) for word in changed]
    return [f"There is no `{word}`." if value is None else f"`{word}: {yaml_line(value)}`." for word, value in values]


def rulings_about(rules: Ruleset, rule: str) -> list[str]:
    """Return the rulings about a rule: of its own name, or about the word or the card that cites it."""
    points = {} if rules.get("abstract") else family(rules.family).points(rules)

    def is_about(name: str, word: str) -> bool:
        if name == rule or word in points:
            return name == rule or points[word].cites == rule
        path = word.split(".")
        cites = rules.get(*path[:-1], default={})
        return rule.replace("-", "_") in path or (isinstance(cites, dict) and cites.get("rule") == rule)

    return [name for name, ruling in rules.get("rulings", default={}).items() if is_about(name, ruling["about"])]
