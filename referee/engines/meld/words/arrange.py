"""The best arrangement of a hand: exact, never greedy.

A hand is a pack (see `packs`). The deck falls into groups (its suits for runs, its ranks for sets), and the melds that can be
made of the cards of one group are worked out once and remembered, so that a hand costs a few looks into tables. What melds a
hand allows are then tried in all combinations that fit, the best first, and a branch is left as soon as the best
melds for which the other cards have room could not catch up with what is found already. A single wild card, which is common,
lies in one meld at most: then the melds without it are tried around each meld with it.

The worth of a meld puts in one number what makes an arrangement better: the points that it adds to a hand in which all its
cards lie idle, then more cards that do not lie idle, then fewer melds. Of arrangements that are equal in all this the one
counts whose melds, in notation, come first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from referee.core.cards import Deck
from referee.engines.meld.words import packs
from referee.engines.meld.words.melds import Arguments, MeldWord

SCALE = 4096
EACH_CARD = 16
SMALL = 8
"""The most kinds of cards looked up together; more would be fewer looks, but into tables seldom the same."""
REMEMBERED = 100_000


class Meld(NamedTuple):
    """Cards laid out as a meld: its kind by name, its cards as a pack and in order, its points, and how many are wild.

    `worth` orders melds in the search; `notation` is its cards in words, sorted as the deck sorts a hand.
    """

    worth: float
    notation: str
    cards: int
    kind: str
    laid: tuple[int, ...]
    points: float
    wild: int


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
        """How many cards are arranged."""
        return packs.size(self.idle) + sum(len(meld.laid) for meld in self.melds)


class Kind(NamedTuple):
    """One entry of `melds:`, compiled."""

    name: str
    word: MeldWord
    arguments: Arguments
    points: Callable[[int | float, int, int], float]
    """From the sum of the cards' values, the number of cards and how many of them are wild."""


Part = tuple[frozenset[int], list[Kind]]
"""Cards that can stand together in one meld, and the kinds of meld that can be made of them."""


class _Group(dict[int, tuple[float, tuple[Meld, ...]]]):
    """The melds that can be made within some fields of a hand, by what the hand holds there, and what its idle cards score.

    A card of two groups is counted as idle in one of them, by its field in `counts`; of melds with a wild card, none is.
    """

    def __init__(self, table: Arranger, parts: Sequence[Part], counts: int, *, wild: bool) -> None:
        super().__init__()
        self.table, self.parts, self.counts, self.wild = table, parts, counts, wild

    def __missing__(self, held: int) -> tuple[float, tuple[Meld, ...]]:
        if len(self) >= REMEMBERED:
            self.clear()
        melds = self.table.melds_of(self.parts, held, wild=self.wild)
        found = self[held] = (self.table.idle_points(held & self.counts), melds)
        return found


class Arranger:
    """Arranges hands by the melds of one ruleset. `values` and `idle` are the cards' values and their points when idle."""

    def __init__(
        self,
        deck: Deck,
        kinds: Sequence[Kind],
        wilds: Iterable[int],
        values: Sequence[float],
        idle: Sequence[float],
        order: Sequence[str] = (),
    ) -> None:
        self.deck = deck
        places = {rank: place for place, rank in reversed(list(enumerate(order)))}
        suited = [(deck.sort_key(card.number)[0], places.get(card.rank, len(deck)), card.number) for card in deck.cards]
        self.sorted_by = suited.__getitem__
        self.kinds = tuple(kinds)
        self.values = tuple(values)
        self.idle = tuple(idle)
        self.wilds = frozenset(wilds)
        self.wild_mask = packs.mask(self.wilds)
        self.guards = packs.guards(len(deck))
        self.shortest = min((kind.arguments.least for kind in kinds), default=1)
        self._groups: list[tuple[int, _Group]] = []
        self._wild_groups: list[tuple[int, _Group]] = []
        self._known: dict[int, tuple[Meld, ...]] = {}
        self._single: dict[int, Meld | None] = {}
        by_cards: dict[frozenset[int], list[Kind]] = {}
        for kind in self.kinds:
            for cards in kind.word.groups(kind.arguments, self.deck):
                by_cards.setdefault(frozenset(cards), []).append(kind)
        parts: list[Part] = sorted(by_cards.items(), key=lambda entry: -len(entry[0]))
        parts.append((frozenset(range(len(self.deck))).difference(*by_cards), []))
        counted = 0
        for together in _joined(parts):
            mask = packs.mask(card for cards, _ in together for card in cards)
            self._groups.append((mask, _Group(self, together, mask & ~counted, wild=False)))
            counted |= mask
            if self.wilds:
                self._wild_groups.append((mask | self.wild_mask, _Group(self, together, 0, wild=True)))

    def idle_points(self, held: int) -> float:
        """Return what these cards score when they all lie idle."""
        idle = self.idle
        return sum(idle[card] * number for card, number in packs.counts(held))

    def melds_of(self, parts: Sequence[Part], held: int, *, wild: bool) -> tuple[Meld, ...]:
        """Return every meld that can be made of the cards of one part, with wild cards or without, each set of cards once."""
        counted = dict(packs.counts(held))
        wilds = {card: number for card, number in counted.items() if card in self.wilds} if wild else {}
        found: dict[int, tuple[float, int, str, tuple[int, ...]]] = {}
        value = self.values.__getitem__
        for cards, kinds in parts:
            plain = {card: number for card, number in counted.items() if card in cards}
            for kind in kinds:
                for laid, number in kind.word.makes(kind.arguments, self.deck, plain, wilds):
                    if bool(number) == wild:
                        points = kind.points(sum(map(value, laid)), len(laid), number)
                        pack = packs.pack(laid)
                        if pack not in found or found[pack][:2] < (points, number):
                            found[pack] = points, number, kind.name, laid
        melds = []
        for pack, (points, number, name, laid) in found.items():
            worth = (points - sum(map(self.idle.__getitem__, laid))) * SCALE + len(laid) * EACH_CARD - 1
            melds.append(Meld(worth, self._notation(laid), pack, name, laid, points, number))
        return tuple(melds)

    def notation(self, held: int) -> str:
        """Cards in words, as a player sorts a hand."""
        return self._notation(packs.unpack(held))

    def _notation(self, cards: Sequence[int]) -> str:
        ids = self.deck.ids
        return " ".join([ids[card] for card in sorted(cards, key=self.sorted_by)])

    def best(self, hand: int) -> Arrangement:
        """Return the arrangement with the most points; idle cards are allowed."""
        idle: float = 0
        found: list[Meld] = []
        for mask, group in self._groups:
            part = hand & mask
            if part:
                worth, melds = group[part]
                idle += worth
                if melds:
                    found += melds
        held_wild = hand & self.wild_mask
        if held_wild:
            with_wild: list[Meld] = []
            for mask, wild_group in self._wild_groups:
                with_wild += wild_group[hand & mask][1]
            if with_wild:
                alone = held_wild in _ONE
                chosen = self._around_one(hand, with_wild, found) if alone else self._chosen(hand, found + with_wild)
                return self._arranged(hand, chosen, idle)
        if not found:
            return Arrangement(idle, (), hand, idle)
        return self._arranged(hand, self._chosen(hand, found), idle)

    def _around_one(self, hand: int, with_wild: list[Meld], found: list[Meld]) -> tuple[Meld, ...]:
        """Return the best melds of a hand with a single wild card, which lies in one of `with_wild` or in none."""
        with_wild.sort(key=_worthiest_first)
        first = with_wild[0]
        if not found:
            return (first,) if first.worth > 0 else ()
        chosen = self._chosen(hand, found)
        alone = best = sum([meld.worth for meld in chosen])
        guards = self.guards
        for meld in with_wild:
            if meld.worth <= 0 or meld.worth + alone < best:
                break
            rest = hand - meld.cards
            fitting = [other for other in found if (rest | guards) - other.cards & guards == guards]
            beside = self._chosen(rest, fitting) if fitting else ()
            worth = meld.worth + sum([other.worth for other in beside])
            now = (meld, *beside)
            if worth > best or (worth == best and _notation(now) < _notation(chosen)):
                best, chosen = worth, now
        return chosen

    def melds(self, hand: int) -> list[Meld]:
        """Return every meld that can be made from this hand, the best first."""
        best: dict[int, Meld] = {}
        groups = chain(self._groups, self._wild_groups if hand & self.wild_mask else ())
        for meld in chain.from_iterable(group[hand & mask][1] for mask, group in groups):
            if meld.cards not in best or best[meld.cards].points < meld.points:
                best[meld.cards] = meld
        return sorted(best.values(), key=_worthiest_first)

    def meld(self, cards: int) -> Meld | None:
        """Return the most that exactly these cards make as one meld; None when they are not a meld."""
        try:
            return self._single[cards]
        except KeyError:
            if len(self._single) >= REMEMBERED:
                self._single.clear()
            made = next((meld for meld in self.melds(cards) if meld.cards == cards), None)
            self._single[cards] = made
            return made

    def _chosen(self, hand: int, found: list[Meld]) -> tuple[Meld, ...]:
        """Return the best melds that can lie side by side; one meld may lie there twice where the hand holds its cards
        twice."""
        found.sort(key=_worthiest_first)
        key = hand if len(found) > 6 else 0
        if key and key in self._known:
            return self._known[key]
        guards, shortest, number = self.guards, self.shortest, len(found)
        best: float = 0
        chosen: tuple[Meld, ...] = ()

        def grow(start: int, left: int, cards: int, worth: float, taken: tuple[Meld, ...]) -> None:
            nonlocal best, chosen
            more = cards // shortest
            for place in range(start, number):
                meld = found[place]
                gain = meld[0]
                if gain <= 0 or worth + gain * more < best:
                    return
                part = meld[2]
                if (left | guards) - part & guards != guards:
                    continue
                total = worth + gain
                now = (*taken, meld)
                if total > best or (total == best and _notation(now) < _notation(chosen)):
                    best, chosen = total, now
                rest = cards - len(meld[4])
                if rest >= shortest:
                    grow(place, left - part, rest, total, now)

        grow(0, hand, packs.size(hand), 0, ())
        if key:
            if len(self._known) >= REMEMBERED:
                self._known.clear()
            self._known[key] = chosen
        return chosen

    def whole(self, hand: int) -> Arrangement | None:
        """Return the arrangement with the most points that leaves no card idle; None when there is none."""
        found = self.melds(hand)
        guards, width = self.guards, packs.WIDTH
        known: dict[int, tuple[float, tuple[Meld, ...]] | None] = {0: (0, ())}

        def cover(left: int) -> tuple[float, tuple[Meld, ...]] | None:
            if left in known:
                return known[left]
            first = (left & -left).bit_length() - 1
            field = packs.FIELD << first // width * width
            best: tuple[float, tuple[Meld, ...]] | None = None
            for meld in found:
                if meld.cards & field and (left | guards) - meld.cards & guards == guards:
                    rest = cover(left - meld.cards)
                    if rest is not None:
                        points, melds = meld.points + rest[0], (meld, *rest[1])
                        if (
                            best is None
                            or points > best[0]
                            or (points == best[0] and _notation(melds) < _notation(best[1]))
                        ):
                            best = (points, melds)
            known[left] = best
            return best

        covered = cover(hand)
        return None if covered is None else self._arranged(hand, covered[1], self.idle_points(hand))

    def arrangements(self, hand: int) -> Iterator[Arrangement]:
        """Yield every arrangement of a hand."""
        found, guards, idle = self.melds(hand), self.guards, self.idle_points(hand)

        def grow(start: int, left: int, taken: tuple[Meld, ...]) -> Iterator[Arrangement]:
            yield self._arranged(hand, taken, idle)
            for place in range(start, len(found)):
                part = found[place].cards
                if (left | guards) - part & guards == guards:
                    yield from grow(place, left - part, (*taken, found[place]))

        return grow(0, hand, ())

    def claimed(self, hand: int, melds: Sequence[Meld]) -> Arrangement:
        """Return the arrangement of a hand into these melds, which lie side by side in it."""
        return self._arranged(hand, tuple(melds), self.idle_points(hand))

    def _arranged(self, hand: int, melds: tuple[Meld, ...], idle: float) -> Arrangement:
        points: float = 0
        for meld in melds:
            hand -= meld.cards
            points += meld.points
            idle -= sum([self.idle[card] for card in meld.laid])
        shown = tuple(sorted(melds, key=lambda meld: (-meld.points, meld.notation))) if len(melds) > 1 else melds
        return Arrangement(points + idle, shown, hand, idle)


def _joined(parts: Sequence[Part]) -> list[list[Part]]:
    """Small parts put together, large ones alone."""
    together: list[list[Part]] = []
    for part in parts:
        last = together[-1] if together else []
        if last and sum(len(cards) for cards, _ in last) + len(part[0]) <= SMALL:
            last.append(part)
        elif part[0]:
            together.append([part])
    return together


def _worthiest_first(meld: Meld) -> tuple[float, str]:
    return (-meld.worth, meld.notation)


def _notation(melds: Sequence[Meld]) -> list[str]:
    return sorted([meld.notation for meld in melds])


_ONE = frozenset(packs.UNITS)
"""A single card, as a pack."""
