"""The deck of a ruleset: named, in a file, or written out; a deck that extends another is a patch of it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from typing import Any

from referee import source
from referee.core.cards import Deck
from referee.core.decks import build_deck
from referee.core.family import Unsound
from referee.core.merging import merge
from referee.core.places import Complaint, Place, Pointer, RulesetError
from referee.core.ruleset import Ruleset, sets
from referee.core.suggest import did_you_mean, told
from referee.core.trust import ANYTHING, Reach
from referee.rules import ready, shipped
from referee.rules.find import Where, beside, is_path, load_map, require_reach
from referee.rules.shipped import schema
from referee.source import Document

MOST = 16
"""The most decks that extend one another."""


def deck_of(
    wanted: str | Mapping[str, Any], at: Where, place: Callable[[Pointer], Place], reach: Reach = ANYTHING
) -> Deck:
    """Return the deck for a name, a path from the file of `at`, or a deck written out, whose parts are at `place`.

    Raises RulesetError with every fault.
    """
    if isinstance(wanted, str) and not is_path(wanted):
        return _shipped(_named(wanted, at))
    contents, place = _whole(wanted, at, place, reach)
    faults = source.schema_faults(contents, schema("deck.schema.json"))
    if faults:
        raise RulesetError(Complaint(place(pointer), message) for pointer, message in faults)
    try:
        return build_deck(contents)
    except Unsound as unsound:
        raise RulesetError(Complaint(place(pointer), message) for pointer, message in unsound.faults) from None


def in_file(document: Document) -> Deck | None:
    """Return the deck in a file, if it is one rather than rules. Raises RulesetError with every fault."""
    data = document.data
    extended = data.get("extends")
    known = schema("deck.schema.json")["properties"].keys()
    listed = data.keys() <= known and data.keys() & {"suits", "ranks", "cards"}
    a_game = isinstance(extended, str) and extended not in _names() and shipped.named(extended)
    if (not listed and ("suits" not in data or data.keys() & {"family", "extends"})) or a_game:
        return None
    return deck_of(data, partial(document.place, ()), document.place)


def _whole(
    wanted: str | Mapping[str, Any], at: Where, place: Callable[[Pointer], Place], reach: Reach, depth: int = 1
) -> tuple[Mapping[str, Any], Callable[[Pointer], Place]]:
    """Return the data of a deck with everything it extends, and the place of each part."""
    if isinstance(wanted, str):
        path = beside(wanted, at().file) if is_path(wanted) else _named(wanted, at)
        if is_path(wanted):
            require_reach(path, reach, at)
        document = load_map(path, at)
        return _whole(document.data, at, document.place, reach, depth)
    if not isinstance(wanted, Mapping):
        message = "`deck:` names a deck, like `deck: french`, or is a map with its suits and ranks"
        raise RulesetError([Complaint(at(), message)])
    if "extends" not in wanted:
        return wanted, place
    here = partial(place, ("extends",))
    if depth >= MOST:
        raise RulesetError([Complaint(here(), f"more than {MOST} decks extend one another")])
    if not isinstance(wanted["extends"], str):
        raise RulesetError([Complaint(here(), "`extends:` names one deck, like `extends: french`")])
    below, below_at = _whole(wanted["extends"], here, place, reach, depth + 1)
    own = {key: value for key, value in wanted.items() if key != "extends"}

    def either(pointer: Pointer) -> Place:
        return place(pointer) if sets(own, pointer) else below_at(pointer)

    return merge(below, own), either


@cache
def _shipped(path: str) -> Deck:
    return build_deck(ready.document(path).data)


def _named(name: str, at: Where) -> str:
    """Return where a shipped deck is."""
    path = shipped.path("rulesets", "decks", f"{name}.yaml")
    if not os.path.isfile(path):
        names = _names()
        hint = did_you_mean(name, names) or f"; decks: {', '.join(names)}"
        raise RulesetError([Complaint(at(), told(f"no deck is called {name!r}", hint))])
    return path


def _names() -> list[str]:
    """Return the shipped decks."""
    return sorted(file.removesuffix(".yaml") for file in os.listdir(shipped.path("rulesets", "decks")))


def files_of(rules: Ruleset) -> Iterator[str]:
    """Yield the files of the game, of what it extends and of house rules, and those of its deck."""
    yield from (layer.place(()).file for layer in rules.layers)
    if rules.get("deck") is not None:
        yield from _of_deck(rules.get("deck"), rules.origin(("deck",)).file)


def _of_deck(wanted: Any, near: str) -> Iterator[str]:
    """Yield the file of a deck, and those of the decks that it extends."""
    for _ in range(MOST):
        if isinstance(wanted, Mapping):
            wanted = wanted.get("extends")
        if not isinstance(wanted, str) or not is_path(wanted):
            return
        near = beside(wanted, near)
        yield near
        wanted = load_map(near, None).data
