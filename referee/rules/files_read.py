"""The files that a ruleset was read from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from referee.core.ruleset import Ruleset
from referee.rules.decks import MOST
from referee.rules.find import beside, is_path, load_map


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
