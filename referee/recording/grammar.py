"""What a grammar of typed lines is made of: kinds of words, and forms, which are patterns of such kinds with their meaning.

A pattern is written in words: `PLAYER` takes the part of a line that is of this kind, `over` only that word, and what stands in
brackets may be missing. A line has the first form of a list that takes all of it and finds a meaning for it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Generic, NamedTuple, TypeVar

from referee.core.data import Item

L = TypeVar("L")
Parts = Sequence[str]
"""The parts of a line that the words of a pattern have taken, in order; "" for one that is missing."""


class WordKind(NamedTuple, Generic[L]):
    """A kind of words that a pattern may name. `says` is its meaning in the documentation; `take` divides a text into what
    is of this kind at its beginning and the rest, or gives None."""

    says: str
    take: Callable[[L, str], tuple[str, str] | None]


class Form(NamedTuple, Generic[L]):
    """A form of typed lines: its `pattern`, its meaning in the documentation, with an `example`, and `read`, which gives the
    events of a line that fits, or None if the line cannot mean this after all."""

    pattern: str
    says: str
    example: str
    read: Callable[[L, Parts], list[Item] | None]


def fitting(pattern: str, kinds: Mapping[str, WordKind[L]], line: L, text: str) -> Parts | None:
    """The parts of a text that the words of a pattern take; None if they do not fit, or leave some of the text over."""
    parts = list[str]()
    for word in pattern.split():
        name = word.strip("[]")
        if name in kinds:
            taken = kinds[name].take(line, text)
        else:
            taken = _this_word(name, text)
        if taken is None and name == word:
            return None
        part = ""
        if taken is not None:
            part, text = taken
        parts.append(part)
    if text:
        return None
    return parts


def _this_word(wanted: str, text: str) -> tuple[str, str] | None:
    word, rest = first_word(text)
    if word.casefold() != wanted:
        return None
    return word, rest


def first_word(text: str) -> tuple[str, str]:
    """The first word of a text, and the rest."""
    word, _, rest = text.partition(" ")
    return word, rest.lstrip()
