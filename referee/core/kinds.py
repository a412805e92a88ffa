"""Kinds of values in the `position:` of a log: their shapes, and how they are read and written."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from referee.core.items import Shape, refuse
from referee.core.places import Pointer

Read = Callable[[Any, Any, Any, Pointer], Any]
"""From what a log says to a value: takes the reader of the log, the state so far, what is written and where. Raises Misread."""
Write = Callable[[Any, Any, Any], Any]
"""From a value to what a log says: takes the rules, the state and the value."""


class Kind(NamedTuple):
    """The shapes that a value may have in a `position:`, and how to read and write it."""

    shapes: tuple[Shape, ...]
    read: Read = lambda reading, state, value, at: value
    write: Write = lambda rules, state, value: value


def first_target(rules: Any) -> Any:
    """The score that a game is played to unless a table chooses another; None if there is none."""
    return rules.scoring.target({"players": rules.players}, ()) if rules.scoring.target else None


def _target(reading: Any, state: Any, target: int, at: Pointer) -> int:
    if reading.rules.scoring.target is None:
        raise refuse("this game is not played to a target", at)
    return target


NUMBER, POINTS, YES_NO, TEXT = Kind((int,)), Kind((int, float)), Kind((bool,)), Kind((str,))
TARGET = Kind((int,), _target)
SEAT = Kind(
    (str,),
    lambda reading, state, name, at: reading.seat(state, name, at),
    lambda rules, state, seat: state.players[seat],
)
CARD = Kind(
    (str,),
    lambda reading, state, name, at: reading.card(name, at),
    lambda rules, state, card: rules.deck.ids[card],
)


def one_of(*words: str) -> Kind:
    """One of several words."""
    return Kind((frozenset(words),))


def listed(kind: Kind) -> Kind:
    """Values of a kind, in a list of texts."""
    return Kind(
        (list,),
        lambda reading, state, texts, at: [
            kind.read(reading, state, text, (*at, place)) for place, text in enumerate(texts)
        ],
        lambda rules, state, values: [kind.write(rules, state, value) for value in values],
    )


def keyed(key: Kind, entry: Kind) -> Kind:
    """A map with keys of one kind and entries of another."""
    return Kind(
        tuple((dict, shape) for shape in entry.shapes),
        lambda reading, state, told, at: {
            key.read(reading, state, name, (*at, name)): entry.read(reading, state, held, (*at, name))
            for name, held in told.items()
        },
        lambda rules, state, held: {
            key.write(rules, state, name): entry.write(rules, state, told) for name, told in held.items()
        },
    )
