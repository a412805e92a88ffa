"""The sentence that is in force: what a rule says once house rules, variants and readings have changed its words.

A rule's text is written for the values next to it. If a later layer changes words that cite the rule and leaves the text alone,
the text is stale. After a house rule the sentences about the words are cited in its place; what a house rule only adds, and
what a variant or a reading says about a part of it, after it. `blamed` finds the line of a house rule that causes a fault in a
file that is sound without it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from referee.core.family import RuleLine
from referee.core.merging import at, laid_over
from referee.core.places import Complaint, Place, Pointer
from referee.core.ruleset import Layer, Rule, Ruleset
from referee.core.wording import Rest
from referee.engines import family

MOST = 12
"""The most sentences that are cited in place of a text; of more, those that changed are cited after it."""


class Stale(NamedTuple):
    """A text that no longer holds: its rule, the words that the last layer to change any changed, and what is cited."""

    rule: str
    layer: Layer
    words: tuple[Pointer, ...]
    instead: Rule


def restated(rules: Ruleset, rule_id: str) -> Rule | None:
    """Return the rule in the words of what is in force; None if its text still says it."""
    if found := stale(rules, rule_id):
        return found.instead
    before = _before(rules, rule_id)
    if before is None or not _words(before, rule_id):
        return None
    files = {layer.name for layer in rules.layers if not layer.own}
    added = [each for each in _new(before, rules, rule_id) if each[1].file in files]
    return (
        _after(rules, rule_id, "Here also", [line for line, _ in added], f"house rule, {added[0][1].where}")
        if added
        else None
    )


def stale(rules: Ruleset, rule_id: str) -> Stale | None:
    """Return how a rule's text has become stale, if it has."""
    before = _before(rules, rule_id)
    if before is None:
        return None
    cited, citing = _words(before, rule_id), _words(rules, rule_id)
    # Words turned on or off count only if the text mentioned others.
    either = cited | citing if cited else set()
    both = {word for word in either if at(before.data, word) is not None or word in cited & citing}
    words = {word for word in both if not any(word[:end] in both for end in range(1, len(word)))}
    changed = [word for word in sorted(words, key=str) if at(before.data, word) != at(rules.data, word)]
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
    data: dict[str, Any] = {}
    for layer in kept:
        data = laid_over(data, layer.data)
    return Ruleset(data, rules.deck, rules.words, tuple(kept), (), ())


def _words(rules: Ruleset, rule_id: str) -> set[Pointer]:
    """Return the words that cite a rule."""
    return _citing(rules).get(rule_id, set())


@lru_cache(maxsize=8)
def _citing(rules: Ruleset) -> dict[str, set[Pointer]]:
    """Return the words that cite each rule."""
    words: dict[str, set[Pointer]] = {}
    for point in family(rules.family).points(rules).values():
        if point.pointer[0] != "rules":
            words.setdefault(point.cites, set()).add(_plain(rules.data, point.pointer))
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
            says, now = "Here instead", _lines(rules, {*changed, *_words(rules, rule_id)})
            silent = [word for word in changed if not _lines(rules, [word])]
            lines += _written(rules, silent)
            if len(now) <= MOST and not whole:
                source = rules.own_words(rule_id).source
                return Rule(rule_id, " ".join([*now, *_written(rules, silent)]), f"{who}; the rest {source}")
    return Rule(rule_id, " ".join(lines), who) if whole else _after(rules, rule_id, says, lines, who)


def _after(rules: Ruleset, rule_id: str, says: str, lines: Iterable[str], who: str) -> Rule:
    """Return a rule in its own words with more sentences after them."""
    _, text, source = rules.own_words(rule_id)
    return Rule(rule_id, f"{text} {says}: {' '.join(lines)}", f"{source}; {who}")


def _new(before: Ruleset, rules: Ruleset, rule_id: str) -> Iterator[tuple[str, Place]]:
    """Yield the sentences about the words of a rule that were not said before, and where a house rule or another layer does."""
    said = set(_lines(before, _words(before, rule_id)))
    for line in _described(rules, _words(rules, rule_id)):
        place = rules.origin_if_changed(line.pointer)
        if place is not None and line.text not in said:
            said.add(line.text)
            yield line.text, place


def _lines(rules: Ruleset, words: Iterable[Pointer]) -> list[str]:
    """Return the sentences about some words."""
    return list(dict.fromkeys(line.text for line in _described(rules, words)))


def _described(rules: Ruleset, words: Iterable[Pointer]) -> Iterator[RuleLine]:
    for line in _sentences(rules):
        if any(all(a == b for a, b in zip(line.pointer, word, strict=False)) for word in words):
            yield line


@lru_cache(maxsize=8)
def _sentences(rules: Ruleset) -> list[RuleLine]:
    """Return the sentences about all that is in force."""
    return [line for _, lines in family(rules.family).describe(rules) for line in lines]


def _written(rules: Ruleset, changed: list[Pointer]) -> list[str]:
    """Return what some words are now, as they are written, for want of sentences about them."""
    values = [(".".join(map(str, word)), at(rules.data, word)) for word in changed]
    return [f"There is no `{word}`." if value is None else f"`{word}: {value}`." for word, value in values]


MOST_TRIES = 40
"""How many parts of a house rule are removed one by one to find the cause; what none of them cures is blamed on the part that
holds them."""

FaultsOf = Callable[[Sequence[Layer]], Sequence[Complaint]]
"""What is wrong with the ruleset that these layers make."""
Cure = Callable[[Pointer, Sequence[Complaint]], list[Complaint]]
"""Which of these faults are gone without a part of a house rule."""


def blamed(layers: Sequence[Layer], complaints: Sequence[Complaint], faults_of: FaultsOf) -> list[Complaint]:
    """Return the complaints; each one in a file below a house rule is moved to the part of the house rule that causes it.

    The message ends with the place where the fault appears; if there are several, with the first and how many more.
    """
    houses = [layer for layer in layers if not layer.own and layer.name == layer.place(()).file]
    files = {layer.name for layer in houses}
    elsewhere = (complaint for complaint in complaints if complaint.place.file not in files)
    left = [complaint for complaint in elsewhere if not isinstance(complaint.message, Rest)]
    if not houses or not left:
        return list(complaints)
    tries = iter(range(MOST_TRIES))
    found: dict[tuple[Place, str], list[Complaint]] = {}
    for house in reversed(houses):

        def cured(pointer: Pointer, ill: Sequence[Complaint], house: Layer = house) -> list[Complaint]:
            without = house._replace(data=_pruned(house.data, pointer))
            # Only places are compared: the words may differ, with a deck of another title.
            still = {complaint.place for complaint in faults_of([without if one is house else one for one in layers])}
            return [complaint for complaint in ill if complaint.place not in still]

        for pointer, gone in _causes(house.data, (), left, cured, tries):
            for complaint in gone:
                found.setdefault((house.place(pointer), complaint.message), []).append(complaint)
            left = [complaint for complaint in left if complaint not in gone]
    moved = {complaint for gone in found.values() for complaint in gone}
    return [
        *(complaint for complaint in complaints if complaint not in moved),
        *(
            Complaint(place, f"{message} [{gone[0].place.where}{f' and {len(gone) - 1} more' * (len(gone) > 1)}]")
            for (place, message), gone in found.items()
        ),
    ]


def _causes(
    data: Mapping[str, Any], pointer: Pointer, ill: Sequence[Complaint], cured: Cure, tries: Iterator[int]
) -> Iterator[tuple[Pointer, list[Complaint]]]:
    """Yield the smallest parts of a house rule below a pointer that cause some of these faults."""
    part = at(data, pointer)
    alone = isinstance(part, Mapping) and len(part) == 1 and bool(pointer)
    left = list(ill)
    for key in part if isinstance(part, Mapping) else ():
        gone = left if alone else cured((*pointer, key), left) if left and next(tries, None) is not None else []
        if gone:
            yield from _causes(data, (*pointer, key), gone, cured, tries)
            left = [complaint for complaint in left if complaint not in gone]
    if left and pointer:
        yield pointer, left


def _pruned(data: Any, pointer: Pointer) -> Any:
    """Return data without what is at a pointer."""
    key, *rest = pointer
    if rest:
        return {**data, key: _pruned(data[key], tuple(rest))}
    return {name: value for name, value in data.items() if name != key}
