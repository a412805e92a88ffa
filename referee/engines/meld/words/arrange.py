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

from referee.core.cards import Deck
from referee.core.formula import Formula
from referee.core.named_tuple import NamedTuple
from referee.engines.meld.words import packs
from referee.engines.meld.words.melds import Arguments, MeldWord

SCALE = 4096
EACH_CARD = 16
WHOLE = 100_000
"""What a card in a meld is worth where no card may lie idle: more than any points."""
REMEMBERED = 100_000


class Meld(NamedTuple):
    """Cards laid out as a meld: its kind by name, its cards as a pack and in order, its points, and how many are wild. `worth`
    orders melds in the search; `notation` is its cards in words, sorted as the deck sorts a hand."""

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
        """Return how many cards are arranged."""
        return packs.size(self.idle) + sum(len(meld.laid) for meld in self.melds)


class MeldKind(NamedTuple):
    """One entry of `melds:`, compiled."""

    name: str
    word: MeldWord
    arguments: Arguments
    points: Formula
    """From the sum of the cards' `values`, the number of `cards` and how many of them are `wild`."""
    values: tuple[float, ...] = ()
    """What each card of the deck counts in it, if that is not the same as in every other."""


class _Group(dict[int, tuple[float, tuple[Meld, ...]]]):
    """The melds that can be made of some cards that can stand together in one, by what a hand holds of them, and what its idle
    cards score. A card of two groups is counted as idle in one of them, by its field in `counts`; of melds with a wild card,
    none is."""

    def __init__(
        self, table: Arranger, cards: frozenset[int], kinds: Sequence[MeldKind], counts: int, *, wild: bool
    ) -> None:
        super().__init__()
        self.table, self.cards, self.kinds, self.counts, self.wild = table, cards, kinds, counts, wild

    def __missing__(self, pack: int) -> tuple[float, tuple[Meld, ...]]:
        if len(self) >= REMEMBERED:
            self.clear()
        melds = self.table.melds_of(self.cards, self.kinds, pack, wild=self.wild)
        self[pack] = self.table.idle_points(pack & self.counts), melds
        return self[pack]


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
        by_cards: dict[frozenset[int], list[MeldKind]] = {}
        for kind in self.kinds:
            for together in kind.word.groups(kind.arguments, deck):
                by_cards.setdefault(together, []).append(kind)
        in_no_meld = frozenset(range(len(self.deck))).difference(*by_cards)
        self._groups: list[tuple[int, _Group]] = []
        counted = 0
        for cards, able in (*by_cards.items(), (in_no_meld, [])):
            mask = packs.mask(cards)
            self._groups.append((mask, _Group(self, cards, able, mask & ~counted, wild=False)))
            counted |= mask
        self._with_wild = self._groups + [
            (packs.mask(cards | self.wilds), _Group(self, cards, able, 0, wild=True))
            for cards, able in by_cards.items()
        ]

    def idle_points(self, hand: int) -> float:
        """Return what these cards score when they all lie idle."""
        idle = self.idle
        return sum(idle[card] * number for card, number in packs.counts(hand))

    def melds_of(self, cards: frozenset[int], kinds: Sequence[MeldKind], hand: int, *, wild: bool) -> tuple[Meld, ...]:
        """Return every meld of these kinds that some cards of a hand make, wild ones or not, each set of cards once."""
        counted = dict(packs.counts(hand))
        wilds = {card: number for card, number in counted.items() if card in self.wilds} if wild else {}
        plain = {card: number for card, number in counted.items() if card in cards}
        best: dict[int, tuple[float, int, str, tuple[int, ...]]] = {}
        for kind in kinds:
            for laid, number in kind.word.makes(kind.arguments, self.deck, plain, wilds):
                if bool(number) == wild:
                    values = kind.values or self.values
                    row = {"values": sum(map(values.__getitem__, laid)), "cards": len(laid), "wild": number}
                    points = kind.points.run(row, (row,))
                    pack = packs.pack(laid)
                    if pack not in best or best[pack][:2] < (points, number):
                        best[pack] = points, number, kind.name, laid
        melds = []
        for pack, (points, number, name, laid) in best.items():
            worth = (points - sum(map(self.idle.__getitem__, laid))) * SCALE + len(laid) * EACH_CARD - 1
            melds.append(Meld(worth, self.notation(laid), pack, name, laid, points, number))
        return tuple(melds)

    def notation(self, cards: Sequence[int]) -> str:
        """Return cards in words, as a player sorts a hand."""
        ids = self.deck.ids
        return " ".join([ids[card] for card in sorted(cards, key=self.sorted_by)])

    def best(self, hand: int) -> Arrangement:
        """Return the arrangement with the most points; idle cards are allowed."""
        idle: float = 0
        able: list[Meld] = []
        for mask, group in self._with_wild if hand & self.wild_mask else self._groups:
            part = hand & mask
            if part:
                worth, melds = group[part]
                idle += worth
                able += melds
        return self.arrangement_into(hand, self._best_melds(hand, able) if able else (), idle)

    def melds(self, hand: int) -> list[Meld]:
        """Return every meld that can be made from this hand, the best first."""
        best: dict[int, Meld] = {}
        for meld in self._melds(hand):
            if meld.cards not in best or best[meld.cards].points < meld.points:
                best[meld.cards] = meld
        return sorted(best.values(), key=_worthiest_first)

    def _melds(self, hand: int) -> Iterator[Meld]:
        for mask, group in self._with_wild if hand & self.wild_mask else self._groups:
            if hand & mask:
                yield from group[hand & mask][1]

    def meld(self, cards: int) -> Meld | None:
        """Return the most that exactly these cards make as one meld; None when they are not a meld."""
        melds = (meld for meld in self._melds(cards) if meld.cards == cards)
        return max(melds, key=lambda meld: meld.points, default=None)

    def readings(self, cards: int) -> list[Meld]:
        """Return the melds that exactly these cards make, one of each kind."""
        groups = [group for mask, group in self._with_wild if cards & mask == cards]
        melds = [
            self.melds_of(group.cards, (kind,), cards, wild=group.wild) for group in groups for kind in group.kinds
        ]
        return [meld for melds in melds for meld in melds if meld.cards == cards]

    def _best_melds(self, hand: int, melds: list[Meld]) -> tuple[Meld, ...]:
        """Return the best melds that can lie side by side; one may lie there twice where the hand holds its cards twice."""
        melds.sort(key=_worthiest_first)
        guards, shortest, number = self.guards, self.shortest, len(melds)
        best: float = 0
        chosen: tuple[Meld, ...] = ()

        def grow(start: int, left: int, cards: int, worth: float, taken: tuple[Meld, ...]) -> None:
            nonlocal best, chosen
            more = cards // shortest
            for place in range(start, number):
                meld = melds[place]
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
        return chosen

    def whole(self, hand: int) -> Arrangement | None:
        """Return the arrangement with the most points that leaves no card idle; None when there is none."""
        melds = {meld.cards: meld for meld in self.melds(hand)}
        by_cards = [one._replace(worth=len(one.laid) * WHOLE + one.points) for one in melds.values()]
        chosen = self._best_melds(hand, by_cards)
        arranged = self.arrangement_into(hand, [melds[one.cards] for one in chosen])
        return None if arranged.idle else arranged

    def arrangements(self, hand: int) -> Iterator[Arrangement]:
        """Yield every arrangement of a hand."""
        melds, guards, idle = self.melds(hand), self.guards, self.idle_points(hand)

        def grow(start: int, left: int, taken: tuple[Meld, ...]) -> Iterator[Arrangement]:
            yield self.arrangement_into(hand, taken, idle)
            for place in range(start, len(melds)):
                part = melds[place].cards
                if (left | guards) - part & guards == guards:
                    yield from grow(place, left - part, (*taken, melds[place]))

        return grow(0, hand, ())

    def arrangement_into(self, hand: int, melds: Sequence[Meld], all_idle: float | None = None) -> Arrangement:
        """Return the arrangement of a hand into melds that lie side by side in it; `all_idle` is what it scores all idle."""
        points: float = 0
        idle = self.idle_points(hand) if all_idle is None else all_idle
        for meld in melds:
            hand -= meld.cards
            points += meld.points
            idle -= sum([self.idle[card] for card in meld.laid])
        shown = sorted(melds, key=lambda meld: (-meld.points, meld.notation)) if len(melds) > 1 else melds
        return Arrangement(points + idle, tuple(shown), hand, idle)


def _worthiest_first(meld: Meld) -> tuple[float, str]:
    return (-meld.worth, meld.notation)


def _notation(melds: Sequence[Meld]) -> list[str]:
    return sorted([meld.notation for meld in melds])
