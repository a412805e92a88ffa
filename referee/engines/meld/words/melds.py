"""The words for melds: which cards make a set, a run or a flush.

Cards that can stand together in one meld (of a rank, of a suit) are a group, so that a hand falls into small parts whose melds
are worked out once and remembered. `makes` lists every meld that can be made of the cards held of one group, wild ones too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain, combinations_with_replacement, product
from typing import NamedTuple

from referee.core.cards import Deck
from referee.core.data import Words
from referee.core.events import number_of
from referee.core.selectors import kinds as kinds_of
from referee.core.wording import in_list

ANY_NUMBER = 99
"""The most cards of a meld without a limit."""
Held = Mapping[int, int]
"""Cards by kind and number."""
LaidMeld = tuple[tuple[int, ...], int]
"""A meld as its cards are laid out, a wild card in the place it stands for, and how many of them are wild."""


class Arguments(NamedTuple):
    """The make-up of a meld: `least` to `most` cards, up to `wild` of them wild; `order` are the ranks of a run, low to high.
    `suits` says 'same', 'any' or 'different'; `cards` are the kinds it may be made of, wild cards apart; `around` lets a run go
    on from the last rank of the order to the first; `natural` are the fewest cards that are not wild."""

    least: int
    most: int
    wild: int
    suits: str
    cards: frozenset[int]
    order: tuple[str, ...]
    around: bool
    natural: int = 1


class MeldWord(NamedTuple):
    """A kind of meld: by what the deck falls into groups, what can be made of one, and the word in a player's terms."""

    suits: str
    by: str
    makes: Callable[[Arguments, Deck, Held, Held], Iterator[LaidMeld]]
    says: Callable[[Arguments], str]

    def groups(self, arguments: Arguments, deck: Deck) -> list[frozenset[int]]:
        """The groups of cards that can stand together in one such meld, as the cards of a rank for sets."""
        if self.by == "suit" and arguments.suits == "any":
            return [arguments.cards] if arguments.cards else []
        together: dict[str, set[int]] = {}
        for card in arguments.cards:
            together.setdefault(getattr(deck.cards[card], self.by), set()).add(card)
        return list(map(frozenset, together.values()))


def _wild_choices(natural: Sequence[int], wilds: Held, number: int) -> Sequence[tuple[int, ...]]:
    """Every choice of `number` wild cards from those held. A wild card that stands for itself among the `natural` cards
    is no longer there to choose."""
    if not number:
        return ((),)
    every = combinations_with_replacement(wilds, number)
    found = []
    for one in every:
        if all(one.count(card) + natural.count(card) <= wilds[card] for card in set(one)):
            found.append(one)
    return found


def _of_a_group(arguments: Arguments, deck: Deck, held: Held, wilds: Held) -> Iterator[LaidMeld]:
    """Yield every set or flush that can be made of cards held of one group and of wild cards (both by card and number):
    its cards and how many are wild."""
    most = arguments.most
    each = most
    if arguments.suits == "different":
        most = min(most, len(deck.suits))
        each = 1
    able = min(arguments.wild, sum(wilds.values()))
    spare = sum(held.values()) + able - arguments.least  # cards that may be left out
    choices = []
    for kind, many in held.items():
        numbers = range(max(0, many - spare), min(many, each) + 1)
        choices.append([(kind,) * number for number in numbers])
    for bundles in product(*choices):
        natural = tuple(chain.from_iterable(bundles))
        if len(natural) < max(arguments.natural, 1):
            continue
        if arguments.suits == "same" and len({deck.cards[card].suit for card in natural}) > 1:
            continue
        fewest = max(0, arguments.least - len(natural))
        for number in range(fewest, min(able, most - len(natural)) + 1):
            for chosen in _wild_choices(natural, wilds, number):
                yield natural + chosen, number


def _runs(arguments: Arguments, deck: Deck, held: Held, wilds: Held) -> Iterator[LaidMeld]:
    """Yield every run that can be made of cards held of one group and of wild cards (both by card and number): its
    cards in order and how many are wild."""
    order = arguments.order
    of_rank: dict[str, list[int]] = {}
    for card in held:
        of_rank.setdefault(deck.cards[card].rank, []).append(card)
    places = [of_rank.get(rank, []) for rank in order]
    longest = min(arguments.most, len(order))
    gaps = min(arguments.wild, sum(wilds.values()))
    if len(of_rank) + gaps < arguments.least:
        return
    ahead = places
    if arguments.around:  # from the last rank on to the first
        ahead = places + places
    for first in reversed(range(len(order))):
        empty = 0
        for end in range(first + 1, min(first + longest, len(ahead)) + 1):
            empty += not ahead[end - 1]  # a place without a card held
            if empty > gaps:
                break
            if end - first >= arguments.least:
                yield from _fill(arguments, ahead[first:end], held, wilds, gaps)


def _fill(arguments: Arguments, window: list[list[int]], held: Held, wilds: Held, most: int) -> Iterator[LaidMeld]:
    """Yield every way to fill the places of a run. `window` has the cards held for each place; up to `most` places may
    have a wild card instead (-1 until it is chosen)."""
    if most:
        window = [cards + [-1] for cards in window]
    for chosen in product(*window):
        gaps = chosen.count(-1)
        if gaps > most or len(chosen) - gaps < arguments.natural:
            continue
        natural = [card for card in chosen if card >= 0]
        if len(set(natural)) < len(natural) and any(natural.count(card) > held[card] for card in natural):
            continue
        for wild in _wild_choices(natural, wilds, gaps):
            yield _with_wild_ones(chosen, wild), gaps


def _with_wild_ones(places: Sequence[int], wild: Sequence[int]) -> tuple[int, ...]:
    """The cards of a run, with these wild ones in the places that are -1."""
    laid = list(places)
    for card in wild:
        laid[laid.index(-1)] = card
    return tuple(laid)


def _long(arguments: Arguments) -> str:
    if arguments.least == arguments.most:
        return f"{arguments.least} cards"
    if arguments.most == ANY_NUMBER:
        return f"{arguments.least} or more cards"
    return f"{arguments.least} to {arguments.most} cards"


def _say_run(arguments: Arguments) -> str:
    """A run in words: '3 or more cards in a row of one suit, in the order A 2 3 …'."""
    suits = "of one suit"
    if arguments.suits == "any":
        suits = "of any suits"
    around = ""
    if arguments.around:
        around = ", and around the corner"
    return f"{_long(arguments)} in a row {suits}, in the order {' '.join(arguments.order)}{around}"


def _say_set(arguments: Arguments) -> str:
    return f"{_long(arguments)} of one rank, {OF_SUITS[arguments.suits]}"


def _say_flush(arguments: Arguments) -> str:
    return f"{_long(arguments)} of one suit"


OF_SUITS = {"any": "of any suits", "different": "of different suits", "same": "of one suit"}
MELD_WORDS: dict[str, MeldWord] = {
    "set": MeldWord("any", "rank", _of_a_group, _say_set),
    "run": MeldWord("same", "suit", _runs, _say_run),
    "flush": MeldWord("same", "suit", _of_a_group, _say_flush),
}
"""Every kind of meld; `suits` is what its argument of that name means where it is left out."""


def kinds_in_words(kinds: Sequence[str]) -> str:
    """Return kinds of melds in words: '2 sets and 1 run'."""
    return in_list([number_of(kinds.count(kind), f"{kind}s") for kind in dict.fromkeys(kinds)])


def arguments_of(data: Words, wild: Words, order: Sequence[str], deck: Deck) -> Arguments:
    """The arguments of an entry of `melds:`, with those that are omitted filled in."""
    wilds = kinds_of(wild["cards"], deck)
    plain = frozenset(card.number for card in deck.cards if card.suit)
    if "cards" in data:
        cards = kinds_of(data["cards"], deck)
        plain &= cards
        if data["shape"] == "set":  # as honours of Mah-jong, which have no suit: each is a rank of its own
            plain |= cards - wilds
    word = MELD_WORDS[data["shape"]]
    return Arguments(
        least=data["least"],
        most=data.get("most", ANY_NUMBER),
        wild=data.get("wild", wild["most"]) if wilds else 0,
        suits=data.get("suits", word.suits),
        cards=plain,
        order=tuple(data.get("order", order)),
        around=data["around"],
        natural=data["natural"],
    )
