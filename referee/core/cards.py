"""Decks: small integers inside the engines, names outside.

A card is its index in `Deck.cards`; a set of cards is a bit mask in which card `c` is `1 << c`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

from referee.core.data import Data, Entry

_FOLDED = re.compile(r"[\s.,'\"’‘‚“”„«»_-]+")


class Card(NamedTuple):
    """One card of a deck; `number` is its index there. `strength` orders cards from 0, the weakest; equal ranks are equal.

    `suit` is "" for a card without a suit. A deck may hold several equal cards: there are `copies` of this one, or up to
    `at_most` if the number is not certain.
    """

    number: int
    id: str
    suit: str
    rank: str
    strength: int
    symbols: tuple[str, ...]
    facts: Entry
    copies: int = 1
    at_most: int = 1


def members(mask: int) -> Iterator[int]:
    """Yield the cards in a mask, lowest index first."""
    while mask:
        bit = mask & -mask
        yield bit.bit_length() - 1
        mask ^= bit


def mask_of(cards: Iterable[int]) -> int:
    """Return the mask that holds these cards."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def fold_name(text: str) -> str:
    """Return a name without case, spaces, hyphens, quotes and the like: 'Mark 4:2' and 'mark4:2' are the same."""
    return _FOLDED.sub("", text).casefold()


Facts = Mapping[str, Entry]
"""Facts written about each suit, or each rank."""


def _fact(key: str, told: Facts) -> dict[str, str]:
    """Return one of the facts about suits or ranks, of those that have it."""
    return {name: facts[key] for name, facts in told.items() if key in facts}


class Deck:
    """The cards of a game and their names.

    Equal cards are one card with several `copies`, or, told `apart`, cards of one name: then `by_id` has the first of them and
    `twins` maps each card to the mask of all of them. Cards are in order of strength, equally strong ones in the order of their
    suits, so that the strongest card of a mask is its highest bit. `suits` maps suit ids to names; `symbols` maps each symbol
    to the mask of the cards that bear it; `equals` maps each card to the mask of the cards that are as strong. Cards outside
    the ranks that have no strength are `unplaced`: they are above all others, in the order in which they were written.
    """

    def __init__(
        self, name: str, title: str, cards: Iterable[Card], suits: Facts, ranks: Facts, unplaced: Collection[str] = ()
    ) -> None:
        """Order and number the cards, and work out the attributes described in the docstring of the class.

        `suits` and `ranks` are the facts written about each suit and rank (name, sign, colour); `unplaced` names the
        cards without a place in the order of ranks. `rank_names` maps rank ids to names, `signs` and `rank_signs` to
        signs such as ♠, `colours` suits to colours, `bits` each card's name to its bit mask; `all` is the mask of
        every card.
        """
        self.name = name
        self.title = title
        self.facts = suits, ranks
        self.suits: dict[str, str] = {suit: facts.get("name", suit) for suit, facts in suits.items()}
        self.rank_names: dict[str, str] = {rank: facts.get("name", rank) for rank, facts in ranks.items()}
        self.signs, self.rank_signs = (_fact("sign", told) for told in self.facts)
        self.colours = _fact("colour", suits)
        self.unplaced = frozenset(unplaced)
        places = {suit: place for place, suit in enumerate(self.suits)}
        ordered = sorted(cards, key=lambda card: (card.strength, places.get(card.suit, len(places))))
        self.cards = tuple(card._replace(number=index) for index, card in enumerate(ordered))
        # how a player sorts a hand: by suit, cards without a suit last, then by strength
        self._order = [(places.get(card.suit, len(places)), card.number) for card in self.cards]
        self.ids = tuple(card.id for card in self.cards)
        self.by_id: dict[str, int] = {card.id: card.number for card in reversed(self.cards)}
        self.bits = {name: 1 << number for name, number in self.by_id.items()}
        self.all = (1 << len(self.cards)) - 1
        by_strength: dict[int, int] = {}
        by_name: dict[str, int] = {}
        self.symbols: dict[str, int] = {}
        for card in self.cards:
            by_strength[card.strength] = by_strength.get(card.strength, 0) | 1 << card.number
            by_name[card.id] = by_name.get(card.id, 0) | 1 << card.number
            for symbol in card.symbols:
                self.symbols[symbol] = self.symbols.get(symbol, 0) | 1 << card.number
        self.equals = tuple(by_strength[card.strength] for card in self.cards)
        self.twins = tuple(by_name[card.id] for card in self.cards)

    def apart(self) -> Deck:
        """Return the same cards with each copy as a card of its own; the same deck if no card has copies."""
        if all(card.copies == 1 for card in self.cards):
            return self
        return self.of([card._replace(copies=1, at_most=1) for card in self.cards for _ in range(card.copies)])

    @property
    def has_twins(self) -> bool:
        """Whether some cards have the same name."""
        return len(self.by_id) < len(self.cards)

    def of(self, cards: Iterable[Card]) -> Deck:
        """Return the same deck of other cards, or of the same with other strengths."""
        return Deck(self.name, self.title, cards, *self.facts, self.unplaced)

    def __len__(self) -> int:
        return len(self.cards)

    @property
    def total(self) -> int:
        """How many cards there are when the deck is counted, equal cards included."""
        return sum(card.copies for card in self.cards)

    def once(self, cards: int) -> int:
        """The cards of a mask with only one copy of each name: its lowest bit."""
        if not self.has_twins:
            return cards
        # a copy goes if the mask has a lower twin of it
        return mask_of(card for card in members(cards) if not cards & self.twins[card] & (1 << card) - 1)

    def each_apart(self, cards: Iterable[int]) -> list[int]:
        """A copy for each card named, a different one each time a name returns; once the copies run out, the last of
        them again."""
        apart: list[int] = []
        for card in cards:
            copies = list(members(self.twins[card]))
            apart.append(next((copy for copy in copies if copy not in apart), copies[-1]))
        return apart

    def twice(self, card: int, what: str) -> str:
        """The words for a card that 'is dealt', 'is here' (this is `what`) and so on more often than the deck has
        copies of it."""
        name = self.ids[card]
        many = self.twins[card].bit_count()
        if many == 1:
            return f"{name} {what} twice"
        return f"{name} {what} too often; the deck has only {many} copies"

    def find(self, text: str) -> int | None:
        """Return the card that a player may have meant by `text`, or None: 'Mk4:2' and 'Mark 4:2' are the same, and so is
        'Mk4' if there is no other card of that chapter."""
        card = self.by_id.get(text)
        if card is None:
            card = self._spellings.get(fold_name(text))
        if card is None:
            card = self._chapters.get(fold_name(text))
        return card

    @cached_property
    def _chapters(self) -> dict[str, int]:
        """The only card of a chapter by what stands before the colon in its name, folded: 'mt22' for Mt22:37."""
        of_chapter: dict[str, set[int]] = {}
        for spelling, card in self._spellings.items():
            chapter, colon, _ = spelling.partition(":")
            if colon:
                of_chapter.setdefault(chapter, set()).add(card)
        return {chapter: cards.pop() for chapter, cards in of_chapter.items() if len(cards) == 1}

    def find_suit(self, text: str) -> str:
        """Return the id of the suit that a player may have meant by `text`: S for 'spades' and '♠', or else `text` itself."""
        if text in self.suits:
            return text
        for suit, title in self.suits.items():
            names = (suit, title, title.removesuffix("s"), self.signs.get(suit, suit))
            if fold_name(text) in map(fold_name, names):
                return suit
        return text

    def names(self, mask: int) -> list[str]:
        """Return the ids of the cards in a mask, suit by suit, lowest first."""
        return [self.ids[card] for card in self.sort(mask)]

    def sort(self, mask: int) -> list[int]:
        """Return the cards in a mask as a player sorts a hand."""
        return sorted(members(mask), key=self._order.__getitem__)

    def sort_key(self, card: int) -> tuple[int, int]:
        """Order cards as a player sorts a hand: by suit, then by strength."""
        return self._order[card]

    def suit_mask(self, suit: str) -> int:
        """Return the cards of one suit."""
        return mask_of(card.number for card in self.cards if card.suit == suit)

    def same_colour(self, suit: str) -> list[str]:
        """Return the other suits that have the colour of this one."""
        colour = self.colours.get(suit)
        found = []
        for other in self.suits:
            if other != suit and colour and self.colours.get(other) == colour:
                found.append(other)
        return found

    @cached_property
    def _spellings(self) -> dict[str, int]:
        """The card that each spelling means, folded by `fold_name`: 'S7', '7S', '7 of spades', with names or signs.

        A spelling that fits several cards means none of them, unless it is the id of one.
        """
        spellings: dict[str, int] = {}
        doubtful: set[str] = set()
        for card in self.cards:
            suits = {card.suit, self.suits.get(card.suit, card.suit), self.signs.get(card.suit, card.suit)}
            ranks = {names.get(card.rank, card.rank) for names in ({}, self.rank_names, self.rank_signs)}
            names = {card.id, card.facts.get("name", card.id)}
            for suit in suits:
                for rank in ranks:
                    names |= {f"{suit}{rank}", f"{rank}{suit}", f"{rank} of {suit}"}
            for name in map(fold_name, names):
                if spellings.setdefault(name, card.number) != card.number:
                    doubtful.add(name)
        for name in doubtful:
            del spellings[name]
        for card in self.cards:
            spellings[fold_name(card.id)] = card.number
        return spellings


def rows(deck: Deck) -> list[Data]:
    """One row for each card of a deck with its id, suit, rank and symbols, suit by suit from low to high.

    There is a column 'copies' only if some card has several.
    """
    ordered = [deck.cards[card] for card in sorted(range(len(deck)), key=deck.sort_key)]
    several = any(card.copies > 1 for card in ordered)
    found = []
    for card in ordered:
        found.append(
            {"card": card.id, "suit": card.suit, "rank": card.rank, "symbols": list(card.symbols)}
            | ({"copies": card.copies} if several else {})
        )
    return found
