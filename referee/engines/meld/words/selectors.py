"""Cards named by a ruleset: a card, `{suit: Y}`, `{rank: "1"}`, or a list of these."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.core.cards import Deck
from referee.core.suggest import did_you_mean, told

Selector = Any


def choose(selector: Selector, deck: Deck) -> frozenset[int]:
    """The kinds of cards that a selector names."""
    if isinstance(selector, list):
        return frozenset().union(*(choose(part, deck) for part in selector))
    if isinstance(selector, str):
        card = deck.find(selector)
        return frozenset() if card is None else frozenset((card,))
    ((what, name),) = selector.items()
    return frozenset(card.number for card in deck.cards if (card.suit if what == "suit" else card.rank) == name)


def faults(selector: Selector, deck: Deck) -> Iterator[str]:
    """Unknown names in a selector."""
    if isinstance(selector, list):
        for part in selector:
            yield from faults(part, deck)
    elif isinstance(selector, str):
        if deck.find(selector) is None:
            yield told(f"{selector} is not a card of {deck.title}", did_you_mean(selector, deck.ids))
    else:
        ((what, name),) = selector.items()
        known = list(dict.fromkeys(card.suit if what == "suit" else card.rank for card in deck.cards))
        if name not in known:
            yield f"{deck.title} has no {what} {name!r}; it has {', '.join(filter(None, known))}"


def in_words(selector: Selector, deck: Deck) -> str:
    """A selector in a player's words: 'Gold cards', 'Dregs', 'W'."""
    if isinstance(selector, list):
        return " or ".join(in_words(part, deck) for part in selector)
    if isinstance(selector, str):
        return selector
    ((what, name),) = selector.items()
    if what == "suit":
        return f"{deck.suits[name]} cards"
    return f"cards of rank {deck.rank_names.get(name, name)}"
