"""The meaning of the rules in force, however they are written: plain data and its hash, and what differs from other rules.

`canonical` writes plain data in one form only, as RFC 8785 has it: equal data have equal hashes, however they were written.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

from referee.core.exact import exact, written
from referee.core.family import RuleLine, Section
from referee.core.merging import meet
from referee.core.places import Pointer
from referee.core.ruleset import TOLD, Ruleset
from referee.core.text import yaml_line
from referee.core.words import Word
from referee.rules.citing import as_written
from referee.rules.otherwise import read_otherwise
from referee.source.text import shorten

ONLY_SAID = TOLD + ("name", "title", "summary", "version", "reads", "seats", "abstract", "revoke")
"""Keys with which a ruleset speaks of itself, or answers only when asked; they change no verdict."""
MOST_CHANGES = 3
"""The most changed words that are named."""
SHOWN = 19
"""Characters of a hash that a message shows, from its beginning."""


def meaning(rules: Ruleset) -> dict[str, Any]:
    """The rules in force as plain data that are equal for two rulesets if no verdict can differ; their hash names the
    rules.

    Words at their defaults are left out, so that a word which a later referee adds changes no hash. Where the order
    of keys means something, the empty key has it.
    """
    deck = rules.deck
    cards = {
        card.id: {**card.facts, "suit": card.suit, "rank": card.rank, "strength": card.strength, "copies": card.copies}
        for card in deck.cards
    }
    suits = [[suit, name, deck.signs.get(suit), deck.colours.get(suit)] for suit, name in deck.suits.items()]
    ranks = {rank: [name, deck.rank_signs.get(rank)] for rank, name in deck.rank_names.items()}
    words: dict[str, Any] = _essence(_words({**rules.full, "changes": []}), rules.words)
    words["deck"] = {"cards": cards, "suits": suits, "ranks": ranks}
    changes = rules.get("changes")
    if changes:
        words["changes"] = [_plain({**change, "patch": _words(change["patch"])}) for change in changes]
    return words


def hash_of(rules: Ruleset) -> str:
    """Return the hash of what the rules in force mean."""
    return sha256(meaning(rules))


def _words(data: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in data.items() if key not in ONLY_SAID}


def _essence(value: Any, word: Word) -> Any:
    """A value of a word without the parts that have their defaults, and with its texts in one form."""
    if isinstance(value, list):
        return [_essence(part, word.entry) for part in value]
    if not isinstance(value, dict):
        return _plain(value)
    kept = [key for key in value if canonical(value[key]) != canonical(word.part(key).omitted)]
    essence = {key: _essence(value[key], word.part(key)) for key in kept}
    if word.schema.get("ordered"):
        return essence | {"": kept}
    return essence


def _plain(value: Any) -> Any:
    """Return plain data with texts in one form: spaces and line breaks are one space, and none stands beside a sign."""
    if isinstance(value, Mapping):
        return {key: _plain(part) for key, part in value.items()}
    if isinstance(value, list):
        return list(map(_plain, value))
    if isinstance(value, str):
        return re.sub(r" ?([^\w\s]) ?", r"\1", " ".join(value.split()))
    return value


def changed_words(old: Mapping[str, Any], new: Mapping[str, Any], words: Word) -> str:
    """The differences between two meanings in words: '`trick.tie` was latest, is earliest; …'."""

    def phrase(value: Any, pointer: Pointer) -> str:
        if value is None:
            value = words.at(pointer).default
        if value is None:
            return "absent"
        return shorten(yaml_line(value))

    changes = []
    for pointer, was, now in changed_keys(old, new, ()):
        name = ".".join(key or "order" for key in map(str, pointer))
        changes.append(f"`{name}` was {phrase(was, pointer)}, is {phrase(now, pointer)}")
    shown = changes[:MOST_CHANGES]
    if len(changes) > MOST_CHANGES:
        shown.append(f"and {len(changes) - MOST_CHANGES} more")
    return "; ".join(shown)


def other_than_pinned(rules: Ruleset, pinned: str) -> str:
    """The sentence that these are not the rules whose hash a log pins, naming a reading that would be; "" if they
    are."""
    here = hash_of(rules)
    if here == pinned:
        return ""
    message = f"this log pins the rules {pinned[:SHOWN]}…; {rules.title} as it is in force here is {here[:SHOWN]}…"
    for ruling in rules.rulings.values():
        for reading in ruling.others:
            if hash_of(read_otherwise(rules, ruling.name, reading)) == pinned:
                return f"{message}; what is pinned is the game with {ruling.choice(reading)}"
    return f"{message}; restore the rules it was played by, or remove `rules:` to judge by those in force"


def canonical(data: Any) -> str:
    """Plain data as JSON in one form only: no spaces, keys in the order of their UTF-16 code units, numbers as in
    JavaScript."""
    if isinstance(data, Mapping):
        keys = sorted(data, key=_code_units)
        return "{" + ",".join(f"{canonical(key)}:{canonical(data[key])}" for key in keys) + "}"
    if isinstance(data, list | tuple):
        return "[" + ",".join(map(canonical, data)) + "]"
    data = written(data)
    if isinstance(data, float) and (data == 0 or 1e-6 <= abs(data) < 1e21):
        return str(exact(data))
    text = json.dumps(data, ensure_ascii=False)
    if isinstance(data, float):
        return re.sub(r"(?:\.0)?e([+-])0?", r"e\1", text)
    return text


def _code_units(key: Any) -> bytes:
    return str(key).encode("utf-16-be")


def sha256(data: Any) -> str:
    """Return the hash of plain data: 'sha256:' and 64 digits."""
    return f"sha256:{hashlib.sha256(canonical(data).encode()).hexdigest()}"


class RuleChange(NamedTuple):
    """A key with its values in two rulesets, None if one does not have it; `was` and `now` are the sentences about it."""

    pointer: Pointer
    old: Any
    new: Any
    was: tuple[str, ...] = ()
    now: tuple[str, ...] = ()


ABOUT_RULES = ("rules", "rulings", "variants")
"""Sections whose changes come last."""


def differences(
    old: Mapping[str, Any], new: Mapping[str, Any], old_words: Sequence[Section], new_words: Sequence[Section]
) -> list[RuleChange]:
    """Every key that differs between two rulesets, with the sentences about it that only one of them has; rules and
    texts last.

    `old_words` and `new_words` are the rules in sentences. Sentences about none of the keys, such as the size of a
    deck in a file, are a change of their own. Examples are not rules, and are skipped.
    """
    was = _only_in(old_words, new_words)
    now = _only_in(new_words, old_words)

    def change(pointer: Pointer, before: Any = None, after: Any = None) -> RuleChange:
        return RuleChange(pointer, before, after, _take_lines(was, pointer), _take_lines(now, pointer))

    keys = [each for each in changed_keys(old, new, ()) if "examples" not in each[0]]
    words = [each for each in keys if each[0][0] not in ABOUT_RULES]
    texts = [each for each in keys if each[0][0] in ABOUT_RULES]
    changes = [change(*each) for each in words + texts]
    for line in was + now:
        if line in was or line in now:  # a change takes the lines that it is about out of both
            changes.append(change(line.pointer))
    return changes


def with_values(change: RuleChange, old: Ruleset, new: Ruleset) -> RuleChange:
    """A change of the text of a rule with the values in force in both texts; any other change as it is."""
    section, *path = change.pointer
    if section != "rules" or path[1:] != ["text"]:
        return change
    rule = str(path[0])
    was = None
    if change.old:
        was = as_written(old, rule).text
    now = None
    if change.new:
        now = as_written(new, rule).text
    return change._replace(old=was, new=now)


def changed_keys(old: Any, new: Any, pointer: Pointer) -> Iterator[tuple[Pointer, Any, Any]]:
    """Yield the places where two trees of maps differ, with both values, None for none; lists are compared as a
    whole."""
    if old == new and type(old) is type(new):
        return
    was = _map_or_nothing(old)
    now = _map_or_nothing(new)
    if was is None or now is None or (not was and not now):
        yield pointer, old, new
        return
    for key in dict.fromkeys(chain(was, now)):
        yield from changed_keys(was.get(key), now.get(key), pointer + (key,))


def _map_or_nothing(value: Any) -> Mapping[str, Any] | None:
    """A map, an empty one for nothing; None for any other value."""
    if value is None:
        return {}
    if isinstance(value, Mapping):
        return value
    return None


def _only_in(words: Sequence[Section], others: Sequence[Section]) -> list[RuleLine]:
    """The sentences that only the first of two descriptions has."""
    texts = set[str]()
    for _, lines in others:
        texts.update(line.text for line in lines)
    found = []
    for _, lines in words:
        for line in lines:
            if line.text not in texts:
                found.append(line)
    return found


def _take_lines(lines: list[RuleLine], pointer: Pointer) -> tuple[str, ...]:
    """Take the lines out of a list that are about a key, about what holds it, or about something in it."""
    about = [line for line in lines if meet(line.pointer, pointer)]
    lines[:] = [line for line in lines if line not in about]
    return tuple(line.text for line in about)
