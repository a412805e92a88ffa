"""Cards as a ruleset names them: a card, all of a suit or a rank, or a list of these."""

from __future__ import annotations

from typing import Any

from referee.core.cards import Deck

Selector = Any


def choose(selector: Selector, deck: Deck) -> frozenset[int]:
    """Return the kinds of cards that a selector names."""
    if isinstance(selector, list):
        return frozenset().union(*(choose(part, deck) for part in selector))
    if isinstance(selector, str):
        card = deck.find(selector)
        return frozenset() if card is None else frozenset((card,))
    ((what, name),) = selector.items()
    return frozenset(card.number for card in deck.cards if (card.suit if what == "suit" else card.rank) == name)


def in_words(selector: Selector, deck: Deck) -> str:
    """Return a selector in a player's words: 'Gold cards', 'Dregs', 'W'."""
    if isinstance(selector, list):
        return " or ".join(in_words(part, deck) for part in selector)
    if isinstance(selector, str):
        return selector
    ((what, name),) = selector.items()
    if what == "suit":
        return f"{deck.suits[name]} cards"
    return f"cards of rank {deck.rank_names.get(name, name)}"
