"""Cards that a player may declare for points: marriages, runs, sets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from referee.core.cards import Deck, mask_of, members
from referee.core.formula import Formula
from referee.core.suggest import did_you_mean, told
from referee.engines.trick.words.ranking import Ranking

BEFORE_PLAY, FIRST_TURN, LEADING, PLAYING = "before_play", "first_turn", "leading", "playing"
PROMISING = (LEADING, PLAYING)
"""When the player who declares plays one of the cards at once."""
SAME, TRUMP, EACH = "same", "trump", "each"
NO_SUIT = -1
DECLARE_NAMES = {"trump": "true where all its cards are trumps"}


class Declaration(NamedTuple):
    """What may be declared: cards of these ranks, exactly these cards, or a `run` of this many cards of one suit in the `order`
    of the ranks. Declarations of one `kind` do not share a card; of those `compared` only the best side's score."""

    name: str
    ranks: tuple[str, ...]
    cards: tuple[str, ...]
    suits: str
    when: str
    kind: str
    points: Formula
    run: int
    compared: int | None
    order: tuple[str, ...]

    def text(self, deck: Deck, suit: int) -> str:
        """Return it as a log writes it: 'marriage H'; a run with its highest card instead of the suit: 'tierce KH'."""
        name = self.name.replace("_", " ")
        if self.run:
            return f"{name} {deck.ids[suit]}"
        return f"{name} {list(deck.suits)[suit]}" if self.suits == SAME and suit != NO_SUIT else name

    def asks_for(self, deck: Deck, suit: int, trump: int) -> list[tuple[int, int]]:
        """Return the cards that it takes: for each card of the deck the mask of its copies, and how many of them."""
        suits = list(deck.suits)
        if self.run:
            top = deck.cards[suit]
            ranks = self.order[self.height(deck, suit) - self.run + 1 :][: self.run]
            return [
                (mask_of(card.number for card in deck.cards if (card.suit, card.rank) == (top.suit, rank)), 1)
                for rank in ranks
            ]
        wanted: Counter[tuple[str, str]] = Counter()
        for card in self.cards:
            found = deck.cards[deck.by_id[card]]
            wanted[found.suit, found.rank] += 1
        for rank in self.ranks:
            of = suits if self.suits == EACH else [suits[trump if self.suits == TRUMP else suit]]
            for each in of:
                wanted[each, rank] += 1
        return [
            (mask_of(card.number for card in deck.cards if (card.suit, card.rank) == face), many)
            for face, many in wanted.items()
        ]

    def height(self, deck: Deck, card: int) -> int:
        """Return the place of a card in the order of runs."""
        return self.order.index(deck.cards[card].rank)

    def tops(self, deck: Deck) -> list[int]:
        """Return the cards that can be the highest of a run."""
        return [card.number for card in deck.cards if card.suit and self.height(deck, card.number) >= self.run - 1]

    def worth(self, cards: int, ranking: Ranking) -> Any:
        """Return what it scores, made of these cards."""
        row = {"trump": not cards & ~ranking.trumps}
        return self.points.run(row, (row,))


class Declared(NamedTuple):
    """What somebody declared in a hand: the declaration, its suit (an index; of a run its highest card), its cards, and the
    number of the event."""

    what: int
    suit: int
    cards: int
    event: int


def picked(asked: Sequence[tuple[int, int]], there: int, taken: int) -> tuple[int, int]:
    """Return the required cards, from those `there` without those `taken`, and one of each that is missing."""
    found = missing = 0
    for copies, many in asked:
        free = list(members(copies & there & ~taken))[:many]
        found |= mask_of(free)
        if len(free) < many:
            missing |= copies & -copies
    return found, missing


def understood(text: str, listed: Sequence[Declaration], deck: Deck) -> tuple[int, int] | str:
    """Return what somebody declares, 'marriage H', as its place among the declarations and its suit (of a run its highest
    card); or what is wrong with it."""
    suits = list(deck.suits)
    names = [found.name for found in listed]
    words = text.split()
    whole, first = "_".join(words), "_".join(words[:-1])
    suited = {found.name for found in listed if found.suits == SAME}
    runs = {found.name: found for found in listed if found.run}
    if first in runs or whole in runs:
        return _run_understood(text, words[-1], runs.get(first) or runs[whole], names, deck)
    if whole in names and whole not in suited:
        return names.index(whole), NO_SUIT
    if first in suited and words[-1] in suits:
        return names.index(first), suits.index(words[-1])
    if whole in suited:
        return f"{text!r} is declared with its suit, such as '{text} {suits[-1]}'"
    if first in suited:
        return f"{words[-1]!r} in {text!r} is not a suit; the suits are {', '.join(suits)}"
    if first in names:
        return f"{first.replace('_', ' ')!r} is declared without a suit"
    known = f"; what may be declared is {', '.join(name.replace('_', ' ') for name in names)}"
    near = (
        did_you_mean(first if words[-1] in suits and len(words) > 1 else whole, names) or known
        if names
        else "; this game has no declarations"
    )
    return told(f"{text!r} cannot be declared", near)


def _run_understood(text: str, card: str, run: Declaration, names: list[str], deck: Deck) -> tuple[int, int] | str:
    tops = run.tops(deck)
    if card in deck.by_id and deck.by_id[card] in tops:
        return names.index(run.name), deck.by_id[card]
    plain = run.name.replace("_", " ")
    if text == plain:
        return f"{text!r} is declared with its highest card, such as '{text} {deck.ids[tops[-1]]}'"
    if card in deck.by_id:
        return f"no {plain} of {run.run} cards has {card} at its top"
    return f"{card!r} in {text!r} is not a card of {deck.title}"
