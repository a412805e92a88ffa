"""Counts: what the cards that a player took are worth.

Their suits are those printed on the cards, except in the highest or lowest of some cards, where a card is of the suit that it
belongs to under the trump of the hand. `{symbol: own}` depends on the player who took the cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import reduce
from operator import or_
from typing import NamedTuple, TypeGuard

from referee.core.cards import Deck, mask_of, members
from referee.core.data import Words
from referee.core.selectors import Selector, choose
from referee.core.words import as_list
from referee.engines.trick.words.ranking import Ranking


def bans_nothing(argument: object) -> bool:
    """Return whether a word of play names no cards, or is switched off."""
    return argument is False or argument == [] or (isinstance(argument, dict) and argument.get("cards") == [])


Seats = Sequence[int]
"""Masks of cards, seat by seat."""


class Fallen(NamedTuple):
    """A card of a hand and how it fell: the seats that played it and took it (-1 for nobody), whether that was the other side,
    the number of its trick, and the same from the end (none if not known), and whether it won the trick (None if not known)."""

    card: int
    player: int
    taker: int
    caught: bool
    trick: tuple[int, ...] = ()
    won: bool | None = None
    after: frozenset[str] = frozenset()
    """What had been declared before."""


class HowCardsFell(NamedTuple):
    """The fall that the cards of a count must have had: in one of these tricks (from the end if below 0; in any if none is
    given), caught by the other side or not, winning the trick or not. `to_player`: they count for who played them."""

    tricks: tuple[int, ...] = ()
    caught: bool | None = None
    wins: bool | None = None
    to_player: bool = False
    until: str = ""
    """The declaration after which cards do not count any more; empty if none stops them."""
    trick_worth: int = 0
    """The least that the cards of a trick must come to, by `points`; only the card that wins it counts then."""
    points: Sequence[int] = ()
    """What each card is worth in a trick, by its number."""

    def piles(self, fallen: Iterable[Fallen], players: int) -> list[int]:
        """The cards that count for each player, as masks seat by seat, among the cards that have fallen."""
        piles = [0] * players
        if self.trick_worth:
            fallen = self._of_much(list(fallen))
        for one in fallen:
            whose = one.player if self.to_player else one.taker
            there = self._fell_in_time(one)
            if there and whose >= 0 and self.caught in (None, one.caught) and self.wins in (None, one.won):
                piles[whose] |= 1 << one.card
        return piles

    def _of_much(self, fallen: Sequence[Fallen]) -> list[Fallen]:
        """The cards of tricks worth enough to count."""
        worth = Counter[tuple[int, ...]]()
        for one in fallen:
            worth[one.trick] += self.points[one.card]
        return [one for one in fallen if worth[one.trick] >= self.trick_worth]

    def _fell_in_time(self, one: Fallen) -> bool:
        """Whether a card fell in one of the tricks that count, and before the declaration that ends the count."""
        if self.until in one.after:
            return False
        if not self.tricks:
            return True
        return not set(self.tricks).isdisjoint(one.trick)

    def depends_on(self, one: Fallen) -> bool:
        """Return whether what is not known about a card decides if it counts."""
        return bool(self.tricks and not one.trick) or (self.wins is not None and one.won is None)


ANYHOW = HowCardsFell()


class Count(NamedTuple):
    """A count of a ruleset. `taken` is its value for each of the players who took these cards and have these symbols, in
    a hand with this trump; `worth` is the value of one card, for a player with these own cards.

    own: whether it depends on the player's own symbol. by_trump: whether it depends on the trump suit. compares: whether it
    depends on what the others have; then it is not a sum over cards, and `worth` only says whether a card may count.
    fell: how its cards must have fallen.
    """

    taken: Callable[[Seats, Seats, int], tuple[int, ...]]
    worth: Callable[[int, int, int], int]
    own: bool = False
    by_trump: bool = False
    compares: bool = False
    fell: HowCardsFell = ANYHOW


EXTREMES = ("highest", "lowest")


def make_count(data: Selector | Words, deck: Deck, rankings: Mapping[int, Ranking]) -> Count:
    """Return a count as a ruleset writes it: some cards, `{suit: H}`, or points for ranks and cards, `{points: {A: 11}}`."""
    if is_table(data):
        count = _points(data, deck, rankings)
    elif is_points(data):
        return _of_tricks(data, deck)
    elif is_extreme(data):
        count = _extreme(data, deck, rankings)
    else:
        count = _of_cards(cards_of(data), deck)
    if isinstance(data, Mapping):
        return count._replace(fell=how_cards_fell(data))
    return count


ALL_CARDS: Selector = "any"
TRICKS_BY_WORD: Words = {"first_trick": 1, "last_trick": -1}


def how_cards_fell(data: Words) -> HowCardsFell:
    """How cards must have fallen to be counted, from the words of a count: in which tricks, caught or not, winning or not,
    before what was declared, and in a trick worth so much (without what cards are worth in it)."""
    numbers = tuple([TRICKS_BY_WORD.get(trick, trick) for trick in as_list(data.get("in", ()))])
    until = data.get("until", "")
    least = data.get("trick_worth", 0)
    return HowCardsFell(numbers, data.get("caught"), data.get("wins"), data.get("to") == "player", until, least)


def cards_of(data: Selector | Words) -> Selector:
    """Return the selector of a count of some cards."""
    if isinstance(data, Mapping) and data.keys() & {"cards", "in", "to", "caught", "wins", "until"}:
        words: Words = data
        cards: Selector = words.get("cards", [])
        return cards
    return data


def _of_cards(selector: Selector, deck: Deck) -> Count:
    """A count of some cards, each as 1."""
    as_own = choose(selector, deck, own=deck.all)
    as_others = choose(selector, deck)

    def counted(mine: int) -> int:
        """Return the cards that count for a player, as a mask, who has these own cards."""
        return as_own & mine | as_others & ~mine

    def taken(piles: Seats, symbols: Seats, trump: int) -> tuple[int, ...]:
        return tuple([(cards & counted(mine)).bit_count() for cards, mine in zip(piles, symbols, strict=False)])

    def worth(card: int, mine: int, trump: int) -> int:
        return counted(mine) >> card & 1

    return Count(taken, worth, own=as_own != as_others)


def is_extreme(data: object) -> TypeGuard[Words]:
    """Return whether a count asks for the highest or the lowest of some cards."""
    return isinstance(data, Mapping) and bool(data.keys() & set(EXTREMES))


def _extreme(data: Words, deck: Deck, rankings: Mapping[int, Ranking]) -> Count:
    """A count of 1 for whoever took the highest (or lowest) of some cards that anybody took."""
    which = "highest" if "highest" in data else "lowest"
    cards = {trump: choose(data.get(which, []), deck, ranking.suits(deck)) for trump, ranking in rankings.items()}

    def taken(piles: Seats, symbols: Seats, trump: int) -> tuple[int, ...]:
        """For each pile (a mask) whether the highest card of all is in it; `trump` decides which is that."""
        there = reduce(or_, piles) & cards[trump]
        extreme = 0
        places = rankings[trump].places
        if there:
            height = None
            if places:
                height = places.__getitem__
            card = (max if which == "highest" else min)(members(there), key=height)
            extreme = there & deck.twins[card]
        return tuple([(pile & extreme).bit_count() for pile in piles])

    return Count(
        taken, lambda card, mine, trump: cards[trump] >> card & 1, by_trump=len(set(cards.values())) > 1, compares=True
    )


def is_points(data: object) -> TypeGuard[Words]:
    """Return whether a count gives points to cards, and does not just name some."""
    return isinstance(data, Mapping) and bool(data.keys() & {"points", "trump_points"})


def _of_tricks(data: Words, deck: Deck) -> Count:
    """A count of tricks that are worth enough: of the cards that won them, each as 1."""
    points = _worths(data["points"], deck)
    return _of_cards(ALL_CARDS, deck)._replace(fell=how_cards_fell(data)._replace(wins=True, points=points))


def _worths(points: Words, deck: Deck) -> list[int]:
    """What each card of a deck is worth by a table of points for ranks and cards."""
    return [points.get(card.id, points.get(card.rank, 0)) for card in deck.cards]


def is_table(data: object) -> TypeGuard[Words]:
    """Whether a count says what each card counts for whoever takes it, rather than what makes a trick count."""
    return is_points(data) and "trick_worth" not in data


def _points(data: Words, deck: Deck, rankings: Mapping[int, Ranking]) -> Count:
    """A count of points for ranks and cards, perhaps others for trumps."""
    plain = data.get("points", {})
    of_trumps = data.get("trump_points", {})
    tables: dict[int, list[int]] = {}
    stacks: dict[int, dict[int, int]] = {}
    for trump, ranking in rankings.items():
        worths = _worths(plain, deck)
        for card in members(ranking.trumps):
            worths[card] = of_trumps.get(deck.cards[card].id, of_trumps.get(deck.cards[card].rank, worths[card]))
        each = set(worths) - {0}  # the cards that are worth the same, as masks, by what they are worth
        stacks[trump] = {
            points: mask_of(card for card, worth in enumerate(worths) if worth == points) for points in each
        }
        tables[trump] = worths

    def taken(piles: Seats, symbols: Seats, trump: int) -> tuple[int, ...]:
        stack = stacks[trump].items()
        return tuple([sum([points * (cards & mask).bit_count() for points, mask in stack]) for cards in piles])

    by_trump = len({tuple(table) for table in tables.values()}) > 1
    return Count(taken, lambda card, mine, trump: tables[trump][card], by_trump=by_trump)
