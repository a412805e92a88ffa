"""Selectors: how a ruleset names some cards of its deck; and counts: what the cards that a player took are worth.

A selector is a card ('QS'), a map of one of `suit`, `rank`, `symbol` or `card`, or a list of selectors (any of them).
`{symbol: own}` depends on who is asked about and is resolved seat by seat. A suit is the one printed on a card when cards
are counted or left out, and the one it now belongs to when a word of play names it; there `{suit: trump}` means
the trumps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import chain
from operator import or_
from typing import NamedTuple, TypeGuard

from referee.core.cards import Deck, mask_of, members
from referee.core.data import Words
from referee.core.wording import article, in_list
from referee.core.words import as_list
from referee.engines.trick.words.ranking import Ranking

Selector = str | Mapping[str, str] | list["Selector"]
"""Some cards, as a ruleset names them."""
OWN = "own"
TRUMP = "trump"


def choose(selector: Selector, deck: Deck, ranking: Ranking | None = None, own: int = 0) -> int:
    """Return the mask of the cards that a selector names, for a player whose own symbol is on the cards in `own`; with a
    ranking, by the suits that cards have under it."""
    mask = 0
    for by, wanted in parts(selector):
        if by == "card":
            mask |= deck.twins[deck.by_id[wanted]]
        elif by == "rank":
            mask |= mask_of(card.number for card in deck.cards if card.rank == wanted)
        elif by == "symbol":
            if wanted == OWN:
                mask |= own
            else:
                mask |= deck.symbols.get(wanted, 0)
        elif ranking is None:
            mask |= deck.suit_mask(wanted)
        else:
            if wanted in deck.suits:
                mask |= ranking.members[list(deck.suits).index(wanted)]
            else:
                mask |= ranking.trumps
    return mask


def parts(selector: Selector) -> Iterator[tuple[str, str]]:
    """Yield everything that a selector names, one by one: a kind ("card", "suit", "rank" or "symbol") and its value."""
    if isinstance(selector, list):
        yield from chain.from_iterable(map(parts, selector))
    else:
        if isinstance(selector, str):
            yield from {"card": selector}.items()
        else:
            yield from selector.items()


def bans_nothing(argument: object) -> bool:
    """Return whether a word of play names no cards, or is switched off."""
    return argument is False or argument == [] or (isinstance(argument, dict) and argument.get("cards") == [])


def in_words(selector: Selector, deck: Deck) -> str:
    """Return a selector as a player would say it: 'a card of Hearts or QS'."""
    return " or ".join([_part_in_words(by, wanted, deck)[0] for by, wanted in parts(selector)])


def in_plural(selector: Selector, deck: Deck) -> str:
    """Return a selector as a player would say it of several cards: 'Hearts', 'Queens and 2C'."""
    return in_list([_part_in_words(by, wanted, deck)[1] for by, wanted in parts(selector)])


def _part_in_words(by: str, wanted: str, deck: Deck) -> tuple[str, str]:
    """A part of a selector in words, as one card and as several: "a card of Hearts" and "Hearts"."""
    if by == "suit" and wanted not in deck.suits:
        return "a trump", "trumps"
    if by == "suit":
        return f"a card of {deck.suits[wanted]}", deck.suits[wanted]
    if by == "rank":
        rank = deck.rank_names.get(wanted, wanted)
        return article(rank), f"{rank}{'es' if rank.endswith('x') else 's'}"
    if by == "symbol":
        if wanted == OWN:
            symbol = "with the player's own symbol"
        else:
            symbol = f"with the {wanted} symbol"
        return f"a card {symbol}", f"cards {symbol}"
    return wanted, wanted


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


class HowCardsFell(NamedTuple):
    """The fall that the cards of a count must have had: in one of these tricks (from the end if below 0; in any if none is
    given), caught by the other side or not, winning the trick or not. `to_player`: they count for who played them."""

    tricks: tuple[int, ...] = ()
    caught: bool | None = None
    wins: bool | None = None
    to_player: bool = False

    def piles(self, fallen: Iterable[Fallen], players: int) -> list[int]:
        """The cards that count for each player, as masks seat by seat, among the cards that have fallen."""
        piles = [0] * players
        for one in fallen:
            whose = one.player if self.to_player else one.taker
            there = not self.tricks or not set(self.tricks).isdisjoint(one.trick)
            if there and whose >= 0 and self.caught in (None, one.caught) and self.wins in (None, one.won):
                piles[whose] |= 1 << one.card
        return piles

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
    if is_points(data):
        count = _points(data, deck, rankings)
    elif is_extreme(data):
        count = _extreme(data, deck, rankings)
    else:
        count = _of_cards(cards_of(data), deck)
    if isinstance(data, Mapping):
        return count._replace(fell=how_cards_fell(data))
    return count


TRICKS_BY_WORD: Words = {"first_trick": 1, "last_trick": -1}


def how_cards_fell(data: Words) -> HowCardsFell:
    """How cards must have fallen to be counted, from the words of a count: in which tricks, caught or not, winning or
    not."""
    numbers = tuple([TRICKS_BY_WORD.get(trick, trick) for trick in as_list(data.get("in") or ())])
    return HowCardsFell(numbers, data.get("caught"), data.get("wins"), data.get("to") == "player")


def cards_of(data: Selector | Words) -> Selector:
    """Return the selector of a count of some cards."""
    if isinstance(data, Mapping) and data.keys() & {"cards", "in", "to", "caught", "wins"}:
        return data.get("cards", [])
    return data


def _of_cards(selector: Selector, deck: Deck) -> Count:
    """A count of some cards, each as 1."""
    always = choose(selector, deck)
    own = choose(selector, deck, own=deck.all) ^ always  # those that count only for the player whose symbol they have
    return Count(
        lambda taken, symbols, trump: tuple(
            [(cards & (always | mine & own)).bit_count() for cards, mine in zip(taken, symbols, strict=False)]
        ),
        lambda card, mine, trump: (always | mine & own) >> card & 1,
        own=bool(own),
    )


def is_extreme(data: object) -> TypeGuard[Words]:
    """Return whether a count asks for the highest or the lowest of some cards."""
    return isinstance(data, Mapping) and bool(data.keys() & set(EXTREMES))


def _extreme(data: Words, deck: Deck, rankings: Mapping[int, Ranking]) -> Count:
    """A count of 1 for whoever took the highest (or lowest) of some cards that anybody took."""
    which = "highest" if "highest" in data else "lowest"
    cards = {trump: choose(data.get(which, []), deck, ranking) for trump, ranking in rankings.items()}

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


def _points(data: Words, deck: Deck, rankings: Mapping[int, Ranking]) -> Count:
    """A count of points for ranks and cards, perhaps others for trumps."""
    plain = data.get("points", {})
    of_trumps = data.get("trump_points", {})
    tables: dict[int, list[int]] = {}
    stacks: dict[int, dict[int, int]] = {}
    for trump, ranking in rankings.items():
        worths = [plain.get(card.id, plain.get(card.rank, 0)) for card in deck.cards]
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
