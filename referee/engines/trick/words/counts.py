"""What the cards that a player took in tricks come to: how many of some cards, or their points."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from referee.core.cards import Deck, members
from referee.engines.trick.words.ranking import Ranking
from referee.engines.trick.words.selectors import choose_for

Seats = Sequence[int]
"""Masks of cards, seat by seat."""


class Count(NamedTuple):
    """A count of a ruleset. `taken` is what it comes to for each of the players who took these cards and bear these symbols, in
    a hand with this trump; `worth` the same of one card, for a player with such cards of the own symbol.

    own: whether it hangs on the player's own symbol. by_trump: whether it hangs on the trump suit.
    """

    taken: Callable[[Seats, Seats, int], tuple[int, ...]]
    worth: Callable[[int, int, int], int]
    own: bool = False
    by_trump: bool = False


def make_count(data: Any, deck: Deck, rankings: Mapping[int, Ranking]) -> Count:
    """The count that a ruleset writes: some cards, `{suit: H}`, or points for ranks and cards, `{points: {A: 11}}`."""
    if is_points(data):
        return _points(data, deck, rankings)
    always = choose_for(data, deck, 0)
    own = choose_for(data, deck, deck.all) ^ always
    if own:
        return Count(
            lambda taken, symbols, trump: tuple(
                [(cards & (always | mine & own)).bit_count() for cards, mine in zip(taken, symbols, strict=True)]
            ),
            lambda card, mine, trump: (always | mine & own) >> card & 1,
            own=True,
        )
    return Count(
        lambda taken, symbols, trump: tuple([(cards & always).bit_count() for cards in taken]),
        lambda card, mine, trump: always >> card & 1,
    )


def is_points(data: Any) -> bool:
    """Whether a count gives points to cards, rather than that it names some."""
    return isinstance(data, Mapping) and bool(data.keys() & {"points", "trump_points"})


def _points(data: Mapping[str, Any], deck: Deck, rankings: Mapping[int, Ranking]) -> Count:
    plain, of_trumps = data.get("points", {}), data.get("trump_points", {})
    tables = {trump: _table(plain, of_trumps, deck, ranking.trumps) for trump, ranking in rankings.items()}
    stacks = {trump: _stacks(table) for trump, table in tables.items()}

    def taken(piles: Seats, symbols: Seats, trump: int) -> tuple[int, ...]:
        stack = stacks[trump]
        return tuple([sum([points * (cards & mask).bit_count() for points, mask in stack]) for cards in piles])

    by_trump = len({tuple(table) for table in tables.values()}) > 1
    return Count(taken, lambda card, mine, trump: tables[trump][card], by_trump=by_trump)


def _table(plain: Mapping[str, int], of_trumps: Mapping[str, int], deck: Deck, trumps: int) -> list[int]:
    """The points of each card, where these are the trumps."""
    return [
        _of(of_trumps, card, _of(plain, card, 0)) if trumps >> number & 1 else _of(plain, card, 0)
        for number, card in enumerate(deck.cards)
    ]


def _of(points: Mapping[str, int], card: Any, otherwise: int) -> int:
    return points.get(card.id, points.get(card.rank, otherwise))


def _stacks(table: Sequence[int]) -> list[tuple[int, int]]:
    """The cards that are worth the same, as masks, with what they are worth."""
    stacks: dict[int, int] = {}
    for card, points in enumerate(table):
        if points:
            stacks[points] = stacks.get(points, 0) | 1 << card
    return list(stacks.items())


def sum_over(count: Count, cards: int, trump: int) -> int:
    """What a count that is the same for everybody comes to for all these cards."""
    return sum(count.worth(card, 0, trump) for card in members(cards))
