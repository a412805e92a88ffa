"""Cards that a player may declare for points: marriages, runs, sets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from referee.core.cards import Deck, mask_of, members
from referee.core.formula import Formula, Value
from referee.core.wording import did_you_mean, fix_in, in_list, with_fix
from referee.engines.trick.words.ranking import Ranking

BEFORE_PLAY, FIRST_TURN, LEADING, PLAYING = "before_play", "first_turn", "leading", "playing"
BEFORE_LEADING, ANY_TIME = "before_leading", "any_time"
PROMISING = (LEADING, PLAYING)
"""Moments at which the player who declares plays one of the cards at once."""
HIGHER, LOWER, BY_RANK = "higher", "lower", "by_rank"
"""Values of `better`."""
SAME, TRUMP, EACH = "same", "trump", "each"
NO_SUIT = -1
ALWAYS, NEVER = "always", "never"
END_HAND, CLOSE_STOCK, TAKE_TURNED = "end_hand", "close_stock", "take_turned"
"""What happens once something is declared: the hand is over, nobody draws from the stock any more, or the card declared is
exchanged for the one turned up."""
SHORTENING = (END_HAND, CLOSE_STOCK)
NEEDS_STOCK = (CLOSE_STOCK, TAKE_TURNED)
"""Those after which a hand has fewer tricks than it would have."""


class Declaration(NamedTuple):
    """A possible declaration: cards of these ranks, exactly these cards, or a `run` of this many cards of one suit in the
    `order` of the ranks. Declarations of one `kind` share no card; of those `compared` only the best side's score. It is worth
    `points`, or what `by_suit` says of its suit; its suit may become trump, `never`, `always` or only with the `first`."""

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
    by_suit: tuple[int, ...]
    from_trick: int
    sets_trump: str
    then: str | None = None
    better: str = HIGHER
    """Which of two that are compared equal is better: of runs the higher or the lower one, or whichever ranks higher in
    tricks (`by_rank`)."""
    in_stock: int = 0
    """The least number of cards in the stock while it may be declared."""
    only: Formula | None = None
    """What else must hold for the player who declares it, if anything."""

    @property
    def of_cards(self) -> bool:
        """Whether it takes any cards."""
        return bool(self.ranks or self.cards or self.run)

    def text(self, deck: Deck, suit: int) -> str:
        """Return it as a log writes it: 'marriage H'; a run with its highest card instead of the suit: 'tierce KH'."""
        name = self.name.replace("_", " ")
        if self.run:
            return f"{name} {deck.ids[suit]}"
        if self.suits == SAME and suit != NO_SUIT:
            return f"{name} {list(deck.suits)[suit]}"
        return name

    def asks_for(self, deck: Deck, suit: int, trump: int) -> list[tuple[int, int]]:
        """The cards that it takes, when made in a suit (a run: up to the card `suit`): for each card the mask of its
        copies, and how many of these."""
        suits = list(deck.suits)
        wanted = Counter[tuple[str, str]]()
        if self.run:
            ranks = self.order[self.height(deck, suit) - self.run + 1 :][: self.run]
            wanted.update((deck.cards[suit].suit, rank) for rank in ranks)
        wanted.update((deck.cards[deck.by_id[card]].suit, deck.cards[deck.by_id[card]].rank) for card in self.cards)
        if self.suits == EACH:
            of = suits
        else:
            of = suits[trump if self.suits == TRUMP else suit :][:1]
        wanted.update((each, rank) for rank in self.ranks for each in of)
        return [
            (mask_of(card.number for card in deck.cards if (card.suit, card.rank) == face), many)
            for face, many in wanted.items()
        ]

    def height(self, deck: Deck, card: int) -> int:
        """Return the place of a card in the order of runs."""
        return self.order.index(deck.cards[card].rank)

    def goodness(self, deck: Deck, suit: int, heights: Mapping[str, int]) -> int:
        """How good it is among those that are compared equal: runs by their highest card, which `suit` is; others are alike.
        Or both by their best card in tricks, if these rules say so: `heights` are those of a hand without trump, by card id."""
        if self.better == BY_RANK:
            asked = self.asks_for(deck, suit, NO_SUIT)
            return max([heights[deck.ids[next(members(copies))]] for copies, _ in asked])
        if not self.run:
            return 0
        if self.better == LOWER:
            return -self.height(deck, suit)
        return self.height(deck, suit)

    def each_suit(self, deck: Deck) -> list[int]:
        """The suits in which it can be declared, by index; for a run, the highest card of each that is possible. One
        entry, NO_SUIT, if neither matters."""
        if self.run:
            found = []
            for card in deck.cards:
                if card.suit and self.height(deck, card.number) >= self.run - 1:
                    found.append(card.number)
            return found
        if self.suits == SAME:
            return list(range(len(deck.suits)))
        return [NO_SUIT]

    def worth(self, made: Declared, ranking: Ranking) -> Value:
        """The points that it scores. Cards of a declaration that makes its suit trump are trumps, whatever is trump at
        the end."""
        if self.by_suit:
            return self.by_suit[made.suit]
        row = {"trump": self.sets_trump == ALWAYS or not made.cards & ~ranking.trumps}
        return self.points.run(row, (row,))


class Declared(NamedTuple):
    """A declaration that was made: which one, its suit (of a run its highest card), its cards, and the number of the event."""

    what: int
    suit: int
    cards: int = 0
    event: int = 0


def names_of_only(declared: Collection[str]) -> set[str]:
    """The names that a formula `only` knows, where these may be declared."""
    return {"cards", "players", "left", "trick", "declarer", "defender", "late", "waiting"}.union(declared)


def pick(asked: Sequence[tuple[int, int]], there: int, taken: int) -> tuple[int, int]:
    """Pick the cards for a declaration from those `there` without those `taken` before. `asked` has a mask of copies and
    how many of them, for each card. Returns two masks: the cards picked, and one copy of each card that is missing."""
    cards = missing = 0
    for copies, many in asked:
        free = list(members(copies & there & ~taken))[:many]
        cards |= mask_of(free)
        if len(free) < many:
            missing |= copies & -copies
    return cards, missing


def read_declaration(text: str, listed: Sequence[Declaration], deck: Deck) -> tuple[int, int] | str:
    """Read what somebody declares, 'marriage H': its place among the declarations that are `listed`, and its suit (of a
    run its highest card). If nothing like that can be declared, the complaint instead."""
    each = [(place, suit) for place, one in enumerate(listed) for suit in one.each_suit(deck)]
    texts = {listed[place].text(deck, suit): (place, suit) for place, suit in reversed(each)}
    words = text.replace("_", " ").split()
    if " ".join(words) in texts:
        return texts[" ".join(words)]
    examples = [one.text(deck, one.each_suit(deck)[-1]) for one in listed]
    near = did_you_mean(text, texts)
    known = f"what may be declared is, for example, {in_list(examples, 'or')}"
    known = f"; {known if listed else 'this game has no declarations'}"
    return with_fix(f"{text!r} cannot be declared", near if fix_in(near) else known)
