"""Cards as a ruleset names them: `{suit: su}`, `{rank: [N, Q, K]}`, `{card: 10D}`; those that fit all that is said."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from referee.core.cards import Deck
from referee.core.suggest import did_you_mean, told
from referee.core.wording import listed

Selector = Mapping[str, Any]


def named(selector: Selector, key: str) -> list[str]:
    """What a selector says under `suit`, `rank` or `card`, as a list; empty where it says nothing."""
    told = selector.get(key)
    return [] if told is None else told if isinstance(told, list) else [told]


def faults(selector: Selector, deck: Deck) -> Iterator[str]:
    """Names in a selector that name nothing, and selectors that no card fits."""
    wrong = False
    for name in named(selector, "card"):
        if name not in deck.by_id:
            wrong = True
            yield told(f"{name} is not a card of {deck.title}", did_you_mean(name, deck.ids))
    for key in ("suit", "rank"):
        known = list(dict.fromkeys(getattr(card, key) for card in deck.cards))
        for name in named(selector, key):
            if name not in known:
                wrong = True
                yield f"{deck.title} has no {key} {name!r}; it has {', '.join(known)}"
    if not wrong and not any(fits(selector, card) for card in deck.cards):
        yield f"no card of {deck.title} is all of this; remove a key with null"


def fits(selector: Selector, card: Any) -> bool:
    """Whether a card is one of those named."""
    told = (("suit", card.suit), ("rank", card.rank), ("card", card.id))
    return all(name in named(selector, key) for key, name in told if selector.get(key) is not None)


def in_words(selector: Selector, deck: Deck) -> str:
    """The cards in a player's words: 'Summer cards', 'Fools', 'Kings and Queens of Stars', 'cards'."""
    cards, ranks, suits = (named(selector, key) for key in ("card", "rank", "suit"))
    if cards:
        return listed(cards)
    suited = [deck.suits.get(suit, suit) for suit in suits]
    if not ranks:
        return f"{listed(suited)} cards" if suited else "cards"
    ranked = [f"{deck.rank_names.get(rank, rank)}s" for rank in ranks]
    return listed(ranked) + (f" of {listed(suited)}" if suited else "")
