"""The sentence that is in force: what a rule says after its words were changed by house rules, variants and readings.

A rule's text is a template over the words that it speaks of (`core/templates`), filled from the rules in force. What it says
besides is written for the rules that its file extends. If another layer changes words that cite the rule and leaves the text
alone, the text is stale. After a house rule the sentences about the words are cited in its place; what a house rule only adds,
and what a variant or a reading says, after it, if something of the rule is left. A text that states a value which no word that
it speaks of has any more is not cited at all: it also speaks of what the formulas of its words ask for.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, reduce
from itertools import chain
from typing import Any, NamedTuple

from referee.core.cards import Deck
from referee.core.family import RuleLine
from referee.core.merging import at, at_each, holds, lay_over, meet, replace
from referee.core.places import Place, Pointer
from referee.core.ruleset import Layer, Rule, Ruleset, deciding, every_word, points
from referee.core.text import yaml_line
from referee.engines import family
from referee.rules.decks import deck_in
from referee.rules.shipped import SUFFIXES

MOST = 12
"""The most sentences that are cited in place of a text; of more, those that changed are cited after it."""
ALSO = "Here also"
INSTEAD = "Here instead"


class Stale(NamedTuple):
    """A text that no longer holds: its rule, the last layer that changed words of it, the words, and what is cited."""

    rule: str
    layer: Layer
    words: tuple[Pointer, ...]
    instead: Rule


class Passage(NamedTuple):
    """Sentences that are cited for a rule: how they are introduced, and who says so."""

    says: str
    lines: tuple[str, ...]
    who: str


def restate(rules: Ruleset, rule_id: str) -> Rule:
    """The rule as it is cited: its text with the values in force, or what takes its place if layers have changed its
    words.

    Its source also names who changed the values that it states.
    """
    text = stale(rules, rule_id)
    if text:
        return text.instead
    before = _before(rules, rule_id)
    rule = as_written(rules, rule_id)
    if before is None:
        return rule
    slots = _slots(rules, rule_id)
    added = _house_sentences(before, rules, rule_id, _lines(rules, slots))
    if added:
        part = Passage(ALSO, tuple(line for line, _ in added), f"house rule, {added[0][1].where}")
        rule = _after(rule, [part])
    changed = [word for word in slots if at(before.full, word) != at(rules.full, word)]
    sources = [rule.source]
    for who in dict.fromkeys(_who(rules, word) for word in changed):
        if who not in rule.source:
            sources.append(who)
    return rule._replace(source="; ".join(sources))


def _house_sentences(before: Ruleset, rules: Ruleset, rule_id: str, written: Sequence[str]) -> list[tuple[str, Place]]:
    """The sentences that house rules add about the words of a rule, without those `written` already; each with its
    place."""
    if not _citing(before).get(rule_id):
        return []
    files = {layer.name for layer in rules.layers if not layer.own}
    added = []
    for line, place in _new(before, rules, rule_id):
        if place.file in files and line not in written:
            added.append((line, place))
    return added


def _who(rules: Ruleset, word: Pointer) -> str:
    """The layer that set a word, in words: 'house rule, ours.yaml:3', 'variant long', 'reading tie: last'."""
    layer = rules.layer(word)
    place = layer.place(word)
    if layer.name == place.file:
        return f"house rule, {place.where}"
    return layer.name


def as_written(rules: Ruleset, rule_id: str) -> Rule:
    """The rule in the words of its last text, with the values of these rules; a value that does not fit stays a slot."""
    rule = rules.own_words(rule_id)
    if "{" not in rule.text:
        return rule
    from referee.core.templates import Misfit, fill

    try:
        return rule._replace(text=fill(rule.text, rules))
    except Misfit:
        return rule


def as_meant(rules: Ruleset, rule_id: str) -> Rule:
    """The rule in the words of its last text, with the values for which that was written."""
    return as_written(written_for(rules, rule_id), rule_id)


def written_for(rules: Ruleset, rule_id: str) -> Ruleset:
    """The rules for which the text of a rule was written."""
    before = _before(rules, rule_id)
    if before is None:
        return rules
    return before


def cited_by(rules: Ruleset, rule_id: str) -> set[Pointer]:
    """The words that cite a rule."""
    return _citing(rules).get(rule_id, set())


def stale(rules: Ruleset, rule_id: str) -> Stale | None:
    """How the text of a rule has become stale, as later layers changed its words; None if it still holds."""
    before = _before(rules, rule_id)
    if before is None:
        return None
    cited_words = _words_about(before, rules, rule_id)
    slots = _slots(rules, rule_id)
    changed = [word for word in sorted(cited_words, key=str) if _differs(before, rules, word, slots)]
    untrue_words = _misfits(rules, rule_id) + _untrue(before, rules, rule_id)
    changed += [word for word in untrue_words if not _meets_any(word, changed)]
    if not changed:
        return None
    layer = rules.layer(rules.latest(*changed))
    instead = _instead(before, rules, rule_id, changed, whole=cited_words <= set(changed), untrue=bool(untrue_words))
    return Stale(rule_id, layer, tuple(changed), instead)


def changed_lines(rules: Ruleset, rule_id: str) -> list[tuple[str, Place]]:
    """Return the sentences about the words of a rule that its game does not say, and the places that do."""
    if rules.get("abstract"):
        return []
    own = [number for number, layer in enumerate(rules.layers) if layer.own]
    if not own:
        own = [0]
    return list(_new(_as_of(rules, tuple(own)), rules, rule_id))


def _meets_any(word: Pointer, words: Iterable[Pointer]) -> bool:
    """Return whether a word is one of some words, holds one, or lies in one."""
    return any(meet(word, other) for other in words)


def _before(rules: Ruleset, rule_id: str) -> Ruleset | None:
    """Return the rules for which the text of a rule was written, if another layer may have changed them."""
    written = rules.layers.index(rules.layer(("rules", rule_id, "text")))
    kept = _layers_below(rules, written)
    if rules.get("abstract") or len(kept) == len(rules.layers):
        return None
    return _as_of(rules, kept)


def _layers_below(rules: Ruleset, number: int) -> tuple[int, ...]:
    """The numbers of the layers that the writer of layer `number` knew.

    For the game's own files these are all of them, as they are written together; for a house rule also those that it
    extends, and itself; for a variant or a reading all before it, and itself.
    """
    layers = rules.layers
    own = [place for place, layer in enumerate(layers) if layer.own]
    if layers[number].own:
        return tuple(own)
    first = 0
    if layers[number].extends:
        games = {_label(layers[place].name) for place in own} | {rules.name}
        first = number
        while first > 0 and _label(layers[first].extends) not in games:
            first -= 1
    return tuple(sorted(set(own).union(range(first, number + 1))))


def _label(path: str) -> str:
    """A name or path of a ruleset without its folder, suffix and version."""
    name = path.replace("\\", "/").rpartition("/")[2]
    for suffix in SUFFIXES:
        name = name.removesuffix(suffix)
    return name.partition("@")[0]


@lru_cache(maxsize=8)
def _as_of(rules: Ruleset, kept: tuple[int, ...]) -> Ruleset:
    """Return the rules that some of the layers make together, by their numbers."""
    layers = tuple(rules.layers[number] for number in kept)
    data = reduce(lay_over, (layer.data for layer in layers), dict[str, Any]())
    return Ruleset(data, _deck(rules, data, layers), rules.words, layers, (), ())


def _deck(rules: Ruleset, data: Mapping[str, Any], layers: tuple[Layer, ...]) -> Deck:
    """The deck of some of the layers of the rules."""
    if data.get("deck") == rules.data.get("deck"):
        return rules.deck
    return deck_in(data, layers)


@lru_cache(maxsize=8)
def _citing(rules: Ruleset) -> dict[str, set[Pointer]]:
    """The words that cite each rule, by its id; words with only their default count, too, if that says anything."""
    words: dict[str, set[Pointer]] = {}
    usual = [word for word in deciding(rules, left_out=True) if _says_something(rules, word[0])]
    listed = points(rules, usual) | family(rules.family).points(rules)
    for point in listed.values():
        if point.pointer[0] != "rules":
            words.setdefault(point.cites, set()).add(_plain(rules.full, point.pointer))
    return words


def _says_something(rules: Ruleset, word: Pointer) -> bool:
    return word[0] != "changes" and bool(at(rules.full, word))


def _plain(data: Mapping[str, Any], pointer: Pointer) -> Pointer:
    """A pointer cut off at the first list or value: lists are replaced as a whole."""
    value: Any = data
    for end, key in enumerate(pointer):
        if not isinstance(value, Mapping) or key not in value:
            return pointer[:end]
        value = value[key]
    return pointer


def _words_about(before: Ruleset, rules: Ruleset, rule_id: str) -> set[Pointer]:
    """The words that cite a rule, before or now, without those inside another of them.

    A word that was added counts only if the rule had words before.
    """
    cited = _citing(before).get(rule_id, set())
    if cited:
        either = cited | _citing(rules).get(rule_id, set())
    else:
        either = set()
    both = set()
    for word in either:
        if at(before.data, word) is not None or word in cited:
            both.add(word)
    found = set()
    for word in both:
        if not any(word[:end] in both for end in range(1, len(word))):
            found.add(word)
    return found


def _slots(rules: Ruleset, rule_id: str) -> list[Pointer]:
    """The words, by their pointers, whose values in force the text of a rule writes."""
    text = rules.own_words(rule_id).text
    if "{" not in text:
        return []
    from referee.core.templates import slots

    return list(chain.from_iterable(slot.words for slot in slots(text)))


def _misfits(rules: Ruleset, rule_id: str) -> list[Pointer]:
    """The words in slots of a rule's text that cannot be written: they have no value now, or one of another form."""
    text = rules.own_words(rule_id).text
    found: list[Pointer] = []
    if "{" in text:
        from referee.core.templates import Misfit, slots, write

        for slot in slots(text):
            try:
                write(slot, rules)
            except Misfit:
                found += slot.words
    return found


def _differs(before: Ruleset, rules: Ruleset, word: Pointer, slots: Iterable[Pointer]) -> bool:
    """Whether a word is another than before, apart from the parts that slots write with the value in force."""
    was = at(before.full, word)
    now = at(rules.full, word)
    for slot in slots:
        if slot == word:
            return False
        if slot[: len(word)] == word and isinstance(was, Mapping) and isinstance(now, Mapping):
            was = replace(was, slot[len(word) :], None)
            now = replace(now, slot[len(word) :], None)
    return bool(was != now)


@lru_cache(maxsize=8)
def _words_for_formulas(rules: Ruleset) -> dict[str, Pointer]:
    """The places of the words that formulas can ask for, by name.

    These are sections, words inside a section whose name is unique, and names that the ruleset itself chose.
    """
    places_by_name: dict[str, list[Pointer]] = {}
    for section, value in rules.full.items():
        if isinstance(value, Mapping):
            for key in value:
                places_by_name.setdefault(str(key), []).append((section, key))
    words = {key: places[0] for key, places in places_by_name.items() if len(places) == 1}
    for section in rules.full:
        words[section] = (section,)
    for pointer, word, name in every_word(rules):
        if str(word.schema.get("names")).startswith("new"):
            words[str(name)] = pointer
    return words


def spoken_of(rules: Ruleset, words: Iterable[Pointer]) -> set[Pointer]:
    """These words, and all words that their formulas ask for, step by step."""
    known = _words_for_formulas(rules)
    found: set[Pointer] = set()
    to_follow = list(words)
    while to_follow:
        word = to_follow.pop()
        if word not in found:
            found.add(word)
            names = _names_in(at(rules.full, word))
            to_follow += [known[name] for name in names if name in known]
    return found


def _names_in(value: Any) -> set[str]:
    """All names in the formulas of a value, and of the values inside it."""
    if isinstance(value, str):
        return set(re.findall(r"[a-z]\w*", value))
    parts: Iterable[Any] = value if isinstance(value, list) else ()
    if isinstance(value, Mapping):
        parts = value.values()
    names: set[str] = set()
    for part in parts:
        names |= _names_in(part)
    return names


def _untrue(before: Ruleset, rules: Ruleset, rule_id: str) -> list[Pointer]:
    """The changed words on account of which the text of a rule states a value that no word it speaks of has any more."""
    words: set[Pointer] = set()
    for one in (before, rules):
        words |= spoken_of(one, _citing(one).get(rule_id, ()))
    changed = [word for word in sorted(words, key=str) if at(before.full, word) != at(rules.full, word)]
    if not changed:
        return []
    from referee.core.stated import values_stated
    from referee.core.templates import literal

    stated = values_stated(literal(rules.own_words(rule_id).text), before.deck)
    gone = stated.keys() & (_values_of_words(before, words) - _values_of_words(rules, words))
    return [word for word in changed if gone & _values_of_words(before, [word])]


def _values_of_words(rules: Ruleset, words: Iterable[Pointer]) -> set[str]:
    """The values that some words hold, as texts, and with the deck or the players the numbers of cards that follow."""
    from referee.core.stated import values_held

    held: set[str] = set()
    for word in words:
        value = at(rules.full, word)
        held |= set(values_held(value, rules.deck))
        if word in (("deck",), ("players",)):
            held.add(str(rules.deck.total))
            held |= {str(rules.deck.total // players) for players in rules.get("players", default=())}
    return held


def _instead(
    before: Ruleset, rules: Ruleset, rule_id: str, changed: list[Pointer], *, whole: bool, untrue: bool
) -> Rule:
    """The rule as it is cited after layers changed some of its words: `whole` if all of them, `untrue` if its text is
    wrong now."""
    parts = _parts(before, rules, rule_id, changed)
    if any(part.says == INSTEAD for part in parts):
        return _in_sentences(rules, rule_id, changed, parts, whole=whole, untrue=untrue)
    lines = list(chain.from_iterable(part.lines for part in parts))
    who = "; ".join(part.who for part in parts)
    if whole and _says_it_all(rules, rule_id, changed):
        return Rule(rule_id, " ".join(lines), who)
    if not untrue:
        return _after(as_written(rules, rule_id), parts)
    rest = [line for line in _lines(rules, _citing(rules).get(rule_id, set()) - set(changed)) if line not in lines]
    text = " ".join([_add_sentences(part) for part in parts] + rest)
    return Rule(rule_id, text, f"{who}; the rest {rules.own_words(rule_id).source}" if rest else who)


def _says_it_all(rules: Ruleset, rule_id: str, changed: list[Pointer]) -> bool:
    """Whether the sentences about the changed words may replace the whole text, all of whose words were changed.

    A text may say more than its words do. Nothing is lost if a house rule or the ruling of the same name changed
    them, or if no word cites the rule any more.
    """
    names = {rules.layer(word).name for word in changed}
    if all(name.startswith(f"reading {rule_id}: ") for name in names) or not _citing(rules).get(rule_id):
        return True
    return not any(name.startswith(("variant ", "reading ")) for name in names)


def _in_sentences(
    rules: Ruleset, rule_id: str, changed: list[Pointer], parts: list[Passage], *, whole: bool, untrue: bool
) -> Rule:
    """The rule as it is cited in the sentences about its words, some of which a house rule replaced.

    `parts` are the passages of the layers that changed words; `whole` if they changed all, `untrue` if the text is
    wrong now.
    """
    who = "; ".join(part.who for part in parts)
    silent = _write_words(rules, [word for word in changed if not _lines(rules, [word])])
    now = _lines(rules, cited_by(rules, rule_id).union(changed))
    if whole and len(parts) == 1:
        return Rule(rule_id, " ".join(parts[0].lines), who)
    if whole:
        return Rule(rule_id, " ".join(now + silent), who)
    if untrue or len(now) <= MOST:
        return Rule(rule_id, " ".join(now + silent), f"{who}; the rest {rules.own_words(rule_id).source}")
    return _after(as_written(rules, rule_id), parts)


def _parts(before: Ruleset, rules: Ruleset, rule_id: str, changed: list[Pointer]) -> list[Passage]:
    """A passage for each layer that changed words of a rule; house rules have one together, the first."""
    by_layer: dict[str, list[Pointer]] = {}
    for layer in rules.layers:
        words = [word for word in changed if rules.layer(word) is layer]
        if words:
            by_layer.setdefault(layer.name, []).extend(words)
    parts: list[Passage] = []
    others: list[Pointer] = []
    for name, words in by_layer.items():
        part = _of_variant(rules, name)
        if part is None:
            part = _of_reading(rules, name)
        if part:
            parts.append(part)
        else:
            others += words
    if others:
        parts.insert(0, _of_house_rules(before, rules, rule_id, others))
    return parts


def _of_variant(rules: Ruleset, layer: str) -> Passage | None:
    """The text of the variant that a layer is; None if it is no variant, or if later layers made its text untrue."""
    name = layer.removeprefix("variant ")
    variant = rules.get("variants", name)
    if name == layer or not variant or _is_outdated(variant, rules):
        return None
    return Passage(f"With the variant {name}", (variant["text"],), f"variant {name}: {variant['source']}")


def _is_outdated(variant: Mapping[str, Any], rules: Ruleset) -> bool:
    """Return whether the text of a variant states a value of its patch that later layers have changed."""
    if holds(variant["patch"], rules.data):
        return False
    from referee.core.stated import values_held, values_stated

    now = at_each(variant["patch"], rules.data)
    gone = set(values_held(variant["patch"], rules.deck)) - set(values_held(now, rules.deck))
    return not gone.isdisjoint(values_stated(variant["text"], rules.deck))


def _of_reading(rules: Ruleset, layer: str) -> Passage | None:
    """The question and text of the reading that a layer is; None if it is no reading, or another is in force."""
    kind, _, name = layer.partition(" ")
    ruling, _, reading = name.partition(": ")
    if kind != "reading" or rules.rulings[ruling].taken != reading:
        return None
    entry = rules.get("rulings", ruling)
    lines = (entry["question"], entry["readings"][reading]["text"])
    return Passage("Ruled here", lines, f"ruling {ruling}, read as {reading}")


def _of_house_rules(before: Ruleset, rules: Ruleset, rule_id: str, changed: list[Pointer]) -> Passage:
    """The sentences on words that house rules changed: "Here also" if all sentences on them before still hold, else
    "Here instead"."""
    lines = [line for line, _ in _new(before, rules, rule_id)]
    layer = rules.layer(rules.latest(*changed))
    who = f"house rule, {layer.place(changed[0]).where}"
    if lines and set(_lines(before, changed)) <= set(_lines(rules, changed)):
        return Passage(ALSO, tuple(lines), who)
    lines += _write_words(rules, [word for word in changed if not _lines(rules, [word])])
    return Passage(INSTEAD, tuple(lines), who)


def _add_sentences(part: Passage) -> str:
    return f"{part.says}: {' '.join(part.lines)}"


def _after(rule: Rule, parts: list[Passage]) -> Rule:
    """Return a rule with more sentences after it."""
    text = " ".join([rule.text] + [_add_sentences(part) for part in parts])
    return Rule(rule.id, text, "; ".join([rule.source] + [part.who for part in parts]))


def _new(before: Ruleset, rules: Ruleset, rule_id: str) -> Iterator[tuple[str, Place]]:
    """Yield the sentences on the words of a rule that a house rule, variant or reading added, each with its place."""
    words = cited_by(before, rule_id) | cited_by(rules, rule_id)
    seen = set(_lines(before, _citing(before).get(rule_id, ())))
    for line in sentences(rules):
        place = rules.origin_if_changed(line.pointer)
        if place is not None and line.text not in seen and _meets_any(line.pointer, words):
            seen.add(line.text)
            yield line.text, place


def _lines(rules: Ruleset, words: Iterable[Pointer]) -> list[str]:
    """Return the sentences about some words."""
    about = [line.text for line in sentences(rules) if _meets_any(line.pointer, words)]
    return list(dict.fromkeys(about))


@lru_cache(maxsize=8)
def sentences(rules: Ruleset) -> list[RuleLine]:
    """Return the sentences about all that is in force."""
    return list(chain.from_iterable(lines for _, lines in family(rules.family).describe(rules)))


def _write_words(rules: Ruleset, changed: list[Pointer]) -> list[str]:
    """Sentences that give the values of words as they are written, for words without a sentence of their own."""
    values = [(".".join(map(str, word)), at(rules.data, word)) for word in changed]
    found = []
    for word, value in values:
        if value is None:
            found.append(f"There is no `{word}`.")
        else:
            found.append(f"`{word}: {yaml_line(value)}`.")
    return found


def rulings_about(rules: Ruleset, rule: str) -> list[str]:
    """The names of the rulings about a rule: of its own name, or about the word or card that cites it."""
    if rules.get("abstract"):
        points = {}
    else:
        points = family(rules.family).points(rules)

    def is_about(name: str, word: str) -> bool:
        if name == rule or word in points:
            return name == rule or points[word].cites == rule
        path = word.split(".")
        cites = rules.get(*path[:-1], default={})
        return rule.replace("-", "_") in path or (isinstance(cites, dict) and cites.get("rule") == rule)

    return [name for name, ruling in rules.get("rulings", default={}).items() if is_about(name, ruling["about"])]
