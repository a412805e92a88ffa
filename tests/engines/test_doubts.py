"""Doubts of every family: they say what to write, in words that a log may have there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from referee.core.unseen.leader import WHO_LED
from referee.engines import FAMILIES
from referee.engines.climbing.claims import DOUBTS as CLIMBING
from referee.engines.conspiracy.claims import DOUBTS as CONSPIRACY
from referee.engines.conspiracy.game import LOSING
from referee.engines.fishing.claims import DOUBTS as FISHING
from referee.engines.meld.claims import DOUBTS as MELD
from referee.engines.shedding.claims import DOUBTS as SHEDDING
from referee.engines.trick.claims import DOUBTS as TRICK
from referee.engines.trick.rules.courses import CARD_PLAYED, HAND_FROM_BEGINNING, ROLES_AFTER
from referee.rules.rulesets import SCHEMAS

NOTHING_MISSING = ("unusual-copies", "arrangement")
"""Doubts about what is written, not about what is left out."""
OF_COURSES = ("unseen-leader", "unseen-meaning", "unseen-meanings", "lost-groups", "unseen-money")
"""Doubts that several courses are possible, which add the words of the events that left it open."""
OF_CARDS = {"unseen-card": CARD_PLAYED, "unseen-end": HAND_FROM_BEGINNING}
"""Doubts that ask for cards where cards stand in any log, under no key of their own, each with the words for that."""
DOUBTS: dict[str, Mapping[str, str]] = {
    "trick": TRICK,
    "meld": MELD,
    "shedding": SHEDDING,
    "climbing": CLIMBING,
    "fishing": FISHING,
    "conspiracy": CONSPIRACY,
}
OF_AN_EVENT: dict[str, list[str]] = {
    "trick": [*WHO_LED, *ROLES_AFTER],
    "climbing": [*WHO_LED],
    "fishing": ["`by:`", "`clear:`"],
    "conspiracy": [word for words in LOSING.values() for word in words] + ["`money:` and `tax:`"],
}
"""The words of the events that leave several courses open."""
ALL = [(family, rule, text) for family, doubts in DOUBTS.items() for rule, text in doubts.items()]
PARTS = ("event", "setup", "position")
"""What a log consists of."""


def test_a_doubt_ends_with_the_words_to_write() -> None:
    silent = [rule for _, rule, text in ALL if not re.search(r"; write .*`\w+:.*`", text)]
    assert set(silent) == {*NOTHING_MISSING, *OF_COURSES, *OF_CARDS}


def test_a_doubt_that_needs_cards_asks_for_them() -> None:
    for rule, words in OF_CARDS.items():
        assert TRICK[rule].endswith(f"; write {words[0]}")


def keys_of(family: str, part: str) -> set[str]:
    """Every key that is somewhere in a part of a log."""
    schema: dict[str, Any] = SCHEMAS[f"{family}.schema.json"]
    return set(_keys(schema["$defs"], schema["$defs"][part], set()))


def _keys(defs: dict[str, Any], node: Any, seen: set[str]) -> Iterator[str]:
    if isinstance(node, list):
        for entry in node:
            yield from _keys(defs, entry, seen)
    if not isinstance(node, dict):
        return
    named = str(node.get("$ref", "")).removeprefix("#/$defs/")
    if named in defs and named not in seen:
        seen.add(named)
        yield from _keys(defs, defs[named], seen)
    yield from node.get("properties", {})
    for value in node.values():
        yield from _keys(defs, value, seen)


def keys_in(text: str) -> Iterator[tuple[tuple[str, ...], str]]:
    """The keys that a text asks for, each with the parts of a log in which it may be."""
    asked = text.rpartition("; write ")[2]
    for code in re.findall("`([^`]*)`", asked):
        parts = PARTS
        if f"`{code}` of the `position:`" in asked:
            parts = ("position",)
        for key in re.findall(r"(\w+):", code):
            if key != "position":
                yield parts, key


TEXTS = [(family, text) for family, _, text in ALL]
TEXTS += [(family, f"; write {word}") for family, words in OF_AN_EVENT.items() for word in words]


@pytest.mark.parametrize(("family", "text"), TEXTS)
def test_the_words_to_write_are_keys_of_a_log(family: str, text: str) -> None:
    for parts, key in keys_in(text):
        assert any(key in keys_of(family, part) for part in parts), key


def test_doubts_of_every_family_are_known_here() -> None:
    assert set(DOUBTS) == set(FAMILIES)
