"""How many ways there are to play a hand out: what chess calls perft."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

from referee.core.cards import Deck, members
from referee.core.events import Event
from referee.engines.trick.state import PLAY, State

if TYPE_CHECKING:
    from referee.engines.trick.game import Game

Ways = tuple[int, ...]
"""How many sequences there are of one card, of two, and so on to the last card of the hand."""


def deals(deck: Deck, cards: int, players: int, each: int) -> Iterator[list[int]]:
    """Every way to deal the cards of a mask to the players, `each` cards per player: masks, seat by seat.

    Which of two equal cards a player gets makes no difference: earlier seats get the earlier copies.
    """
    if players == 1:
        yield [cards]
        return
    for hand in combinations([1 << card for card in members(cards)], each):
        mask = sum(hand)
        if all(not deck.twins[card] & cards & ~mask & (1 << card) - 1 for card in members(mask)):
            for rest in deals(deck, cards & ~mask, players - 1, each):
                yield [mask, *rest]


def playouts(game: Game, state: State) -> Ways:
    """The ways to play on from here to the end of the hand; equal cards count as one. Grace is never said unless it must be."""
    return _ways(game, state, {})


def _ways(game: Game, state: State, known: dict[Any, Ways]) -> Ways:
    """The same, remembering earlier states: two orders of play may lead to the same state."""
    key = (tuple(state.hands), tuple(state.trick), state.turn, state.trump, state.roles and tuple(state.roles))
    found = known.get(key)
    if found is None:
        ways: list[int] = []
        for card in members(game.rules.deck.once(game.playable(state))):
            after = state.copy()
            game.happen(after, Event("play", card, bit=1 << card))
            further = _ways(game, after, known) if after.phase == PLAY and after.hand == state.hand else ()
            ways = _added(ways, (1, *further))
        found = known[key] = tuple(ways)
    return found


def _added(some: Sequence[int], more: Sequence[int]) -> list[int]:
    """Two counts, length by length; the hand is as long whatever is played."""
    return [a + b for a, b in zip(some, more, strict=True)] if some else list(more)
