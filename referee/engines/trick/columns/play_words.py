"""The words of play asked about many hands at once, as `words.plays` asks about one; a property test keeps them equal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from referee.engines.trick.words.play_rules import PlayRule
from referee.engines.trick.words.plays import NONE, Cards, Narrowing

Masks = NDArray[np.uint64]
EVERY = 2**64 - 1


class Table(NamedTuple):
    """What the words look at, each a column of masks: the cards of the suit that was led, the trumps, and the cards of earlier
    tricks."""

    led: Masks
    trumps: Masks
    gone: Masks


NarrowMany = Callable[[Table, Masks], Masks]


def narrowed(word: Narrowing) -> NarrowMany:
    """The cards that a word leaves of each hand."""
    until, counts = np.uint64(word.until), np.uint64(~word.beside & EVERY)

    def narrow(table: Table, held: Masks) -> Masks:
        left = held & _at_table(word.keep, table)
        whole = left & counts == 0
        if until:
            whole = whole | (np.bitwise_count(table.gone & until) >= word.many)
        if word.unless:
            whole = whole | (held & _at_table(word.unless, table) != 0)
        return np.where(whole, held, left)

    return narrow


def _at_table(cards: Cards, table: Table) -> Masks | np.uint64:
    if isinstance(cards, str):
        masks: Masks = getattr(table, cards)
        return masks
    return np.uint64(cards & EVERY)


def can_be_asked(rule: PlayRule) -> bool:
    """Whether a word looks at nothing that changes within a trick, and keeps nothing besides what it asks for."""
    return rule.narrowing is not None and not rule.shifts and rule.narrowing.also == NONE


def chain(ruleset: Sequence[PlayRule]) -> NarrowMany | None:
    """Words of play one after another; None if there are none."""
    words = [narrowed(rule.narrowing) for rule in ruleset if rule.narrowing]
    if not words:
        return None

    def narrow(table: Table, held: Masks) -> Masks:
        for word in words:
            held = word(table, held)
        return held

    return narrow
