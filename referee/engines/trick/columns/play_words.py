"""The words of play for many hands at once: the twins of `words.plays`, held equal by a property test."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from referee.core.cards import Deck
from referee.engines.trick.words.compiled import PlayRule
from referee.engines.trick.words.selectors import choose

Masks = NDArray[np.uint64]


class Table(NamedTuple):
    """What the words look at, each a column of masks: the cards of the suit that was led, the trumps, and the cards of earlier
    tricks."""

    led: Masks
    trumps: Masks
    gone: Masks


NarrowMany = Callable[[Table, Masks], Masks]


def _or_all(left: Masks, held: Masks) -> Masks:
    """What is left, or everything that is held where nothing is."""
    return np.where(left != 0, left, held)


def _follow_suit(argument: Any, deck: Deck) -> NarrowMany:
    return lambda table, held: _or_all(held & table.led, held)


def _must_trump(argument: Any, deck: Deck) -> NarrowMany:
    return lambda table, held: np.where(held & table.led != 0, held, _or_all(held & table.trumps, held))


def _only(argument: Any, deck: Deck) -> NarrowMany:
    wanted = np.uint64(choose(argument, deck))
    return lambda table, held: _or_all(held & wanted, held)


def _without(argument: Any, deck: Deck) -> NarrowMany:
    spared = ~np.uint64(choose(argument, deck))
    return lambda table, held: _or_all(held & spared, held)


def _break_before_leading(argument: Any, deck: Deck) -> NarrowMany:
    kept_back = ~np.uint64(choose(argument["cards"], deck))
    breakers, alone = (np.uint64(choose(argument.get(key) or [], deck)) for key in ("broken_by", "unless_only"))

    def narrow(table: Table, held: Masks) -> Masks:
        free = held & kept_back
        return np.where((table.gone & breakers != 0) | (free & ~alone == 0), held, free)

    return narrow


WORDS: dict[str, Callable[[Any, Deck], NarrowMany]] = {
    "follow_suit": _follow_suit,
    "must_trump": _must_trump,
    "open_with": _only,
    "first_trick_without": _without,
    "break_before_leading": _break_before_leading,
    "never_lead": _without,
}
"""Words that look at nothing which changes within a trick; a ruleset with any other is not judged in columns."""


def chain(ruleset: Sequence[PlayRule], deck: Deck) -> NarrowMany | None:
    """Words of play one after another; None where there are none."""
    words = [WORDS[rule.name](rule.argument, deck) for rule in ruleset]
    if not words:
        return None

    def narrow(table: Table, held: Masks) -> Masks:
        for word in words:
            held = word(table, held)
        return held

    return narrow
