"""The best arrangement of a hand: exact, never greedy.

A hand is a pack (see `packs`). The deck falls into groups (its suits for runs, its ranks for sets), and the melds that can be
made of the cards of one group are worked out once and remembered, so that a hand costs a few looks into tables. What melds a
hand allows are then tried in all combinations that fit, the best first, and a branch is left as soon as the best
melds for which the other cards have room could not catch up with what is found already.

The worth of a meld puts in one number what makes an arrangement better: the points that it adds to a hand in which all its
cards lie idle, then more cards that do not lie idle, then fewer melds. Of arrangements that are equal in all this the one
counts whose melds, in notation, come first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from operator import attrgetter
from typing import NamedTuple

from referee.core.cards import Deck
from referee.core.formula import Formula
from referee.engines.meld.words import packs
from referee.engines.meld.words.melds import ANY_NUMBER, Arguments, MeldWord

SCALE = 4096
EACH_CARD = 16
REMEMBERED = 100_000
OF_LATE = 1_000
"""Hands that stay arranged: a hand is looked at several times while it is shown."""


class Meld(NamedTuple):
    """Cards laid out as a meld: its kind by name, its cards as a pack and in order, and its points. `worth` orders melds
    in the search; `notation` is its cards in words, sorted as the deck sorts a hand."""

    worth: float
    notation: str
    cards: int
    kind: str
    laid: tuple[int, ...]
    points: float


class Arrangement(NamedTuple):
    """A hand arranged: what it scores, its melds, the best first, and the idle cards as a pack."""

    score: float
    melds: tuple[Meld, ...]
    idle: int
    idle_points: float

    @property
    def hand(self) -> int:
        """The cards that are arranged, as a pack."""
        return self.idle + sum(meld.cards for meld in self.melds)

    @property
    def cards(self) -> int:
        """The number of cards that are arranged."""
        return packs.size(self.idle) + sum([len(meld.laid) for meld in self.melds])


class MeldKind(NamedTuple):
    """One entry of `melds:`, compiled."""

    name: str
    word: MeldWord
    arguments: Arguments
    points: Formula
    """From the sum of the cards' `values`, the number of `cards` and how many of them are `wild`."""
    values: tuple[float, ...] = ()
    """The points of each card of the deck in it, if they are not the same as in every other."""


class _Group(dict[int, Sequence[Meld]]):
    """The melds that can be made of cards that can stand together in one, and of wild cards, by what a hand holds of them."""

    def __init__(self, table: Arranger, cards: frozenset[int], kinds: Sequence[MeldKind]) -> None:
        super().__init__()
        self.table = table
        self.cards = cards
        self.kinds = kinds

    def __missing__(self, pack: int) -> Sequence[Meld]:
        if len(self) >= REMEMBERED:
            self.clear()
        enough = packs.size(pack) >= self.table.shortest
        self[pack] = melds = self.table.melds_of(self.cards, self.kinds, pack) if enough else ()
        return melds


class Arranger:
    """Arranges hands by the melds of one ruleset. `values` and `idle` are the cards' values and their points when idle."""

    def __init__(
        self,
        deck: Deck,
        kinds: Sequence[MeldKind],
        wilds: Iterable[int],
        values: Sequence[float],
        idle: Sequence[float],
        order: Sequence[str] = (),
        most: int = ANY_NUMBER,
    ) -> None:
        """Prepare to arrange hands. `wilds` are the wild cards, `values` and `idle` the value of each card and its
        points when idle, `order` the ranks as a hand is sorted, `most` how many melds of a hand count."""
        self.deck = deck
        self.most = most
        # a rank that stands twice in the order, as an ace low and high, has its first place
        places = {rank: place for place, rank in reversed(list(enumerate(order)))}
        suited = [(deck.sort_key(card.number)[0], places.get(card.rank, len(deck)), card.number) for card in deck.cards]
        self.sorted_by = suited.__getitem__
        self.kinds = {kind.name: kind for kind in kinds}
        self.values = tuple(values)
        self.idle = tuple(idle)
        self.counting = packs.mask(card for card, points in enumerate(idle) if points)  # cards that score when idle
        self.wilds = frozenset(wilds)
        self.wild_mask = packs.mask(self.wilds)
        self.guards = packs.guards(len(deck))
        self.shortest = min((kind.arguments.least for kind in kinds), default=1)
        by_cards: dict[frozenset[int], list[MeldKind]] = {}
        for kind in kinds:
            for together in kind.word.groups(kind.arguments, deck):
                by_cards.setdefault(together, []).append(kind)
        self._groups = [
            (packs.mask(cards) | self.wild_mask, _Group(self, cards, able)) for cards, able in by_cards.items()
        ]
        self.meld = lru_cache(REMEMBERED)(self._one_meld)
        self._laid = lru_cache(REMEMBERED)(self._lay)
        self.best = lru_cache(OF_LATE)(self._best)
        self.whole = lru_cache(OF_LATE)(self._whole)

    def idle_points(self, hand: int) -> float:
        """The score of these cards when they all lie idle."""
        idle = self.idle
        return sum([idle[card] * number for card, number in packs.counts(hand & self.counting)])

    def melds_of(self, cards: frozenset[int], kinds: Sequence[MeldKind], hand: int) -> Sequence[Meld]:
        """Every meld of these kinds that can be made of `cards`, and wild ones, in a hand; each set of cards once, as
        its best meld."""
        held = list(packs.counts(hand))
        plain = {card: number for card, number in held if card in cards}
        wilds = {}
        if hand & self.wild_mask:
            wilds = {card: number for card, number in held if card in self.wilds}
        most = sum(plain.values()), sum(wilds.values())
        best: dict[int, tuple[tuple[float, bool, int], Meld]] = {}
        for name, word, arguments, _, _ in kinds:
            if most[0] + min(most[1], arguments.wild) < arguments.least:
                continue
            for laid, wild in word.makes(arguments, self.deck, plain, wilds):
                better, meld = self._laid(name, laid, wild)
                if meld.cards not in best or best[meld.cards][0] < better:
                    best[meld.cards] = better, meld
        return [meld for _, meld in best.values()]

    def _lay(self, name: str, laid: tuple[int, ...], wild: int) -> tuple[tuple[float, bool, int], Meld]:
        """Lay cards out as a meld of the kind `name`, `wild` of them wild. Gives a key that is higher for the better of
        two ways to lay the same cards, and the meld."""
        kind = self.kinds[name]
        values = kind.values
        if not values:
            values = self.values
        row = {"values": sum(map(values.__getitem__, laid)), "cards": len(laid), "wild": wild}
        points = kind.points.run(row, (row,))
        # points above idle cards first, then more cards, then fewer melds
        worth = (points - sum(map(self.idle.__getitem__, laid))) * SCALE + len(laid) * EACH_CARD - 1
        return (points, not wild, wild), Meld(worth, self.notation(laid), packs.pack(laid), name, laid, points)

    def notation(self, cards: Sequence[int]) -> str:
        """Return cards in words, as a player sorts a hand."""
        ids = self.deck.ids
        return " ".join([ids[card] for card in sorted(cards, key=self.sorted_by)])

    def _best(self, hand: int) -> Arrangement:
        """The arrangement of a hand with the most points; cards may lie idle."""
        able = list[Meld]()
        for mask, group in self._groups:
            if hand & mask:
                able += group[hand & mask]
        return self.arrangement_into(hand, self._best_melds(hand, able))

    def melds(self, hand: int) -> list[Meld]:
        """Return every meld that can be made from this hand, the best first."""
        return sorted(self._by_cards(hand).values(), key=_worthiest_first)

    def _by_cards(self, hand: int) -> dict[int, Meld]:
        """Every meld that can be made from a hand, by its cards as a pack."""
        best: dict[int, Meld] = {}
        for mask, group in self._groups:
            if hand & mask:
                for meld in group[hand & mask]:
                    if meld.cards not in best or best[meld.cards].points < meld.points:
                        best[meld.cards] = meld
        return best

    def _one_meld(self, cards: int) -> Meld | None:
        """The meld with the most points that exactly these cards make; None if they are not a meld."""
        return max(self.readings(cards), key=attrgetter("points"), default=None)

    def readings(self, cards: int) -> list[Meld]:
        """The melds that exactly these cards make, one of each kind."""
        size = packs.size(cards)
        melds = list[Meld]()
        for mask, group in self._groups:
            if cards & mask == cards:
                for kind in group.kinds:
                    if kind.arguments.least <= size <= kind.arguments.most:
                        of_all = kind._replace(arguments=kind.arguments._replace(least=size, most=size))
                        melds += self.melds_of(group.cards, (of_all,), cards)
        return melds

    def _best_melds(self, hand: int, melds: list[Meld]) -> tuple[Meld, ...]:
        """The best melds that can lie side by side in a hand; one may lie there twice if the hand has its cards twice.

        They are looked for in all combinations, the worthiest first; a branch is left when even the worthiest melds
        could not fill its cards to beat the best so far: so many cards have room for `more` melds at most, none of them worth
        more than the next in line. A hand is a pack: a number with a few bits for each card (see `packs`).
        """
        melds.sort(key=_worthiest_first)
        guards = self.guards
        shortest = self.shortest
        number = len(melds)
        best: float = 0
        chosen: tuple[Meld, ...] = ()

        def grow(start: int, left: int, cards: int, worth: float, taken: tuple[Meld, ...]) -> None:
            """Add melds from the place `start` on to those `taken`. `left` is the pack of the cards left, `cards` their
            number, `worth` that of the melds taken."""
            nonlocal best, chosen
            more = cards // shortest
            for place in range(start, number):
                meld = melds[place]
                gain = meld[0]  # its worth; fields by number are faster
                if gain <= 0 or worth + gain * more < best:
                    return
                part = meld[2]  # its cards
                # a guard bit is lost where the part has more of a card than is left
                if (left | guards) - part & guards != guards:
                    continue
                total = worth + gain
                now = taken + (meld,)
                if total > best or (total == best and _notation(now) < _notation(chosen)):
                    best = total
                    chosen = now
                rest = cards - len(meld[4])  # its cards as they are laid
                if rest >= shortest and len(now) < self.most:
                    grow(place, left - part, rest, total, now)

        grow(0, hand, packs.size(hand), 0, ())
        return chosen

    def _whole(self, hand: int) -> Arrangement | None:
        """The arrangement with the most points that leaves no card idle; None if there is none."""
        guards = self.guards
        by_lowest = dict[int, list[Meld]]()
        covers: dict[int, tuple[float, tuple[Meld, ...]] | None] = {0: (0, ())}
        for meld in self._by_cards(hand).values():
            by_lowest.setdefault(packs.lowest(meld.cards), []).append(meld)

        def cover(left: int) -> tuple[float, tuple[Meld, ...]] | None:
            """The points and the melds of the best way to lay all of these cards in melds; None if there is none. The
            lowest card is the lowest of its meld."""
            if left in covers:
                return covers[left]
            best: tuple[float, tuple[Meld, ...]] | None = None
            for meld in by_lowest.get(packs.lowest(left), ()):
                rest = None
                if (left | guards) - meld.cards & guards == guards:  # the meld lies within what is left
                    rest = cover(left - meld.cards)
                if rest is not None:
                    melds = (meld,) + rest[1]
                    points = sum([one.points for one in melds])
                    equal = best is not None and points == best[0]
                    if best is None or points > best[0] or (equal and _notation(melds) < _notation(best[1])):
                        best = points, melds
            covers[left] = best
            return best

        whole = cover(hand)
        if whole is None:
            return None
        return self.arrangement_into(hand, whole[1])

    def arrangements(self, hand: int) -> Iterator[Arrangement]:
        """Yield every arrangement of a hand, that without any meld first."""
        melds = self.melds(hand)
        guards = self.guards

        def grow(start: int, left: int, taken: tuple[Meld, ...]) -> Iterator[Arrangement]:
            """Yield the arrangement with the melds `taken`, then all with more, from the place `start` on and of the
            cards `left`."""
            yield self.arrangement_into(hand, taken)
            for place in range(start, len(melds)):
                part = melds[place].cards
                # the meld lies within what is left
                if len(taken) < self.most and (left | guards) - part & guards == guards:
                    yield from grow(place, left - part, taken + (melds[place],))

        return grow(0, hand, ())

    def arrangement_into(self, hand: int, melds: Sequence[Meld]) -> Arrangement:
        """The arrangement of a hand into these melds, which must lie side by side in it; the other cards are idle."""
        points: float = 0
        for meld in melds:
            hand -= meld.cards
            points += meld.points
        idle = self.idle_points(hand)
        return Arrangement(points + idle, tuple(sorted(melds, key=_most_points_first)), hand, idle)


arranger = lru_cache(maxsize=8)(Arranger)
"""The arranger of some melds, the same for all rulesets that differ only elsewhere, with the hands that it remembers."""


def _worthiest_first(meld: Meld) -> tuple[float, str]:
    return (-meld.worth, meld.notation)


def _most_points_first(meld: Meld) -> tuple[float, str]:
    return (-meld.points, meld.notation)


def _notation(melds: Sequence[Meld]) -> list[str]:
    return sorted([meld.notation for meld in melds])
