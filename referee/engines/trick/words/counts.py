"""What the cards that a player took in tricks are worth: how many of some cards, or their points."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from referee.core.cards import Deck, members
from referee.engines.trick.words.ranking import Ranking
from referee.engines.trick.words.selectors import choose, choose_for

Seats = Sequence[int]
"""Masks of cards, seat by seat."""


class Count(NamedTuple):
    """A count of a ruleset. `taken` is its value for each of the players who took these cards and have these symbols, in
    a hand with this trump; `worth` is the value of one card, for a player with these own cards.

    own: whether it depends on the player's own symbol. by_trump: whether it depends on the trump suit. compares: whether it
    depends on what the others have; then it is not a sum over cards, and `worth` only says whether a card may count.
    by_player: whether it uses the cards that players played, not those that they took.
    """

    taken: Callable[[Seats, Seats, int], tuple[int, ...]]
    worth: Callable[[int, int, int], int]
    own: bool = False
    by_trump: bool = False
    compares: bool = False
    by_player: bool = False


EXTREMES = ("highest", "lowest")


def make_count(data: Any, deck: Deck, rankings: Mapping[int, Ranking]) -> Count:
    """A count as a ruleset writes it: some cards, `{suit: H}`, or points for ranks and cards, `{points: {A: 11}}`."""
    if is_points(data):
        return _points(data, deck, rankings)
    if is_extreme(data):
        return _extreme(data, deck, rankings)
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


def is_extreme(data: Any) -> bool:
    """Whether a count asks for the highest or the lowest of some cards."""
    return isinstance(data, Mapping) and bool(data.keys() & {*EXTREMES, "to"})


def _extreme(data: Mapping[str, Any], deck: Deck, rankings: Mapping[int, Ranking]) -> Count:
    which = "highest" if "highest" in data else "lowest"
    cards = {trump: choose(data.get(which, []), deck, ranking) for trump, ranking in rankings.items()}

    def taken(piles: Seats, symbols: Seats, trump: int) -> tuple[int, ...]:
        there, found = 0, 0
        for pile in piles:
            there |= pile & cards[trump]
        if there:
            card = _of_all(there, rankings[trump], highest=which == "highest")
            found = 1 << card if deck.twins[card] == 1 << card else there & deck.twins[card]
        return tuple([(pile & found).bit_count() for pile in piles])

    return Count(
        taken,
        lambda card, mine, trump: cards[trump] >> card & 1,
        by_trump=len(set(cards.values())) > 1,
        compares=True,
        by_player=data.get("to") == "player",
    )


def _of_all(cards: int, ranking: Ranking, *, highest: bool) -> int:
    """The highest or the lowest of some cards."""
    if ranking.places is None:
        return (cards if highest else cards & -cards).bit_length() - 1
    return (max if highest else min)(members(cards), key=ranking.places.__getitem__)


def is_points(data: Any) -> bool:
    """Whether a count gives points to cards, and does not just name some."""
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
    """The value of all these cards in a count that is the same for everybody."""
    return sum(count.worth(card, 0, trump) for card in members(cards))
