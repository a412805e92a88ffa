"""Decks: small integers inside the engines, names at the edge.

A card is its index in `Deck.cards`; a set of cards is a bit mask in which card `c` is `1 << c`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

_FOLDED = re.compile(r"[\s.,'’_-]+")


class Card(NamedTuple):
    """One card of a deck. `strength` orders ranks from 0, the lowest; equal ranks are equally strong."""

    index: int
    id: str
    suit: str
    rank: str
    strength: int
    symbols: tuple[str, ...]
    facts: Mapping[str, Any]


def members(mask: int) -> Iterator[int]:
    """The cards in a mask, lowest index first."""
    while mask:
        bit = mask & -mask
        yield bit.bit_length() - 1
        mask ^= bit


def mask_of(cards: Iterable[int]) -> int:
    """The mask that holds these cards."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def fold_name(text: str) -> str:
    """A name without case, spaces, hyphens and the like: 'Mark 4:2' and 'mark4:2' are one."""
    return _FOLDED.sub("", text).casefold()


class Deck:
    """The cards of a game and their names.

    `suits` maps suit ids to names in the deck's order; `symbols` maps each symbol to the mask of the cards that bear it.
    """

    def __init__(
        self,
        name: str,
        title: str,
        cards: Iterable[Card],
        suits: Mapping[str, str],
        *,
        rank_names: Mapping[str, str],
        signs: Mapping[str, str],
    ) -> None:
        self.name = name
        self.title = title
        self.cards = tuple(cards)
        self.suits = dict(suits)
        self.rank_names = dict(rank_names)
        self.signs = dict(signs)
        self.ids = tuple(card.id for card in self.cards)
        self.by_id = {card.id: card.index for card in self.cards}
        self.all = (1 << len(self.cards)) - 1
        self.symbols: dict[str, int] = {}
        for card in self.cards:
            for symbol in card.symbols:
                self.symbols[symbol] = self.symbols.get(symbol, 0) | 1 << card.index
        self._aliases: dict[str, int] | None = None

    def __len__(self) -> int:
        return len(self.cards)

    def find(self, text: str) -> int | None:
        """The card that a player may have meant by `text`, or None: 'Mk4:2', 'mk 4:2' and 'Mark 4:2' are one card."""
        card = self.by_id.get(text)
        if card is not None:
            return card
        if self._aliases is None:
            self._aliases = self._spellings()
        return self._aliases.get(fold_name(text))

    def names(self, mask: int) -> list[str]:
        """The ids of the cards in a mask, suit by suit, lowest first."""
        return [self.ids[card] for card in sorted(members(mask), key=self.sort_key)]

    def sort_key(self, card: int) -> tuple[int, int]:
        """Orders cards as a player sorts a hand: by suit, then by strength."""
        facts = self.cards[card]
        return (list(self.suits).index(facts.suit) if facts.suit in self.suits else len(self.suits), facts.strength)

    def suit_mask(self, suit: str) -> int:
        """The cards of one suit."""
        return mask_of(card.index for card in self.cards if card.suit == suit)

    def _spellings(self) -> dict[str, int]:
        spellings: dict[str, int] = {}
        doubtful: set[str] = set()
        for card in self.cards:
            suits = {card.suit, self.suits.get(card.suit, card.suit), self.signs.get(card.suit, card.suit)}
            ranks = {card.rank, self.rank_names.get(card.rank, card.rank)}
            names = {card.id}
            for suit in suits:
                for rank in ranks:
                    names |= {f"{suit}{rank}", f"{rank}{suit}", f"{rank} of {suit}"}
            for name in map(fold_name, names):
                if spellings.setdefault(name, card.index) != card.index:
                    doubtful.add(name)
        for name in doubtful:
            del spellings[name]
        for card in self.cards:
            spellings[fold_name(card.id)] = card.index
        return spellings
