"""Combinations: what cards make one, which beats which, and every combination that a hand holds.

A kind is data (see `combinations` in the schema). Its main part is a set of equal ranks, a run of such sets, cards of one suit,
or cards that are named; other cards may come along with a set, and do not count when combinations are compared.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations, product
from typing import Any, NamedTuple

from referee.core.cards import Deck, mask_of, members

SET, RUN, FLUSH, CARDS = "set", "run", "flush", "cards"
ALL = "all"
BY_SUIT, BY_CARDS = "suit", "cards"
Height = tuple[int, ...]
MOST_KNOWN = 50_000
"""Of how many sets of cards it is kept in mind what they are."""


class CombinationKind(NamedTuple):
    """A kind of combination, compiled: its `place` among all, what it is made of, and the names of the kinds that it beats.

    `of` is the number of cards of each rank, or of a flush; there are `least` to `most` ranks. With each rank come `with_each`
    sets of `with_of` equal cards, each of them of a rank of its own if they are `apart`.
    """

    name: str
    place: int
    shape: str
    of: int
    least: int
    most: int
    one_suit: bool
    cards: int
    with_of: int
    with_each: int
    apart: bool
    beats: frozenset[str]
    bomb: bool
    longer: bool
    compare: str

    @property
    def each(self) -> int:
        """How many cards there are for each rank of the main part."""
        return self.of + self.with_of * self.with_each

    @property
    def called(self) -> str:
        """What players call it: 'a run of pairs'."""
        said = self.name.replace("-", " ")
        return f"{'an' if said[0] in 'aeiou' else 'a'} {said}"

    def sizes(self, cards: int) -> Sequence[int]:
        """Return the numbers of cards that it may have, at most as many as these."""
        if self.shape in (CARDS, FLUSH):
            fixed = self.cards.bit_count() or self.of
            return [fixed] if fixed <= cards else []
        return range(self.least * self.each, min(self.most * self.each, cards) + 1, self.each)

    def fits(self, cards: int) -> bool:
        """Return whether so many cards may be one."""
        return cards in self.sizes(cards)


class Combination(NamedTuple):
    """Cards as a combination of a kind; of two of the same kind and size the one with the greater `height` is higher."""

    kind: CombinationKind
    cards: int
    height: Height

    @property
    def size(self) -> int:
        """How many cards it has."""
        return self.cards.bit_count()


class Combinations:
    """All kinds of combinations of a game, with the order of its ranks and suits."""

    def __init__(self, data: Mapping[str, Any], deck: Deck) -> None:
        order, suits = data["order"], data["suits"]
        self.deck = deck
        self.runs = tuple(data["runs"] or order)
        self.rank_of = tuple(card.rank for card in deck.cards)
        self.strength = {rank: place for place, rank in enumerate(order)}
        self.suit = tuple(suits.index(card.suit) if card.suit in suits else 0 for card in deck.cards)
        self.suits_decide = bool(suits)
        self.equal: bool = data["play"]["equal"]
        self.first = deck.by_id.get(data["lead"].get("card", ""), -1)
        """The card that a first lead may have to contain: of equal cards it is the one to choose."""
        kinds: list[CombinationKind] = []
        for name, entry in data["combinations"].items():
            kinds.append(self._kind(name, entry, kinds))
        self.kinds = tuple(kinds)
        self.bombs = tuple(kind for kind in kinds if kind.bomb)
        self._sets = [(place, (rank,)) for rank, place in self.strength.items()]
        self._known: dict[int, list[Combination]] = {}

    def _kind(self, name: str, entry: Mapping[str, Any], above: Sequence[CombinationKind]) -> CombinationKind:
        along, shape, beats = entry["with"], entry["shape"], entry["beats"]
        ranks = entry.get("most", len(self.runs)) if shape == RUN else 1
        named = frozenset(kind.name for kind in above) if beats == ALL else frozenset(beats)
        return CombinationKind(
            name, len(above), shape, entry["of"], entry["least"] if shape == RUN else 1, ranks,
            entry["suits"] == "same", mask_of(self.deck.by_id[card] for card in entry["cards"]),
            along["of"], along["each"] if along["of"] else 0, along["apart"], named, beats == ALL, entry["longer"],
            entry["compare"],
        )  # fmt: skip

    # -- what cards are ------------------------------------------------------------------------------------------------

    def readings(self, cards: int) -> list[Combination]:
        """Return every combination that these cards are, the last the one that they are usually taken for."""
        if cards not in self._known:
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            counts, size = Counter(self.rank_of[card] for card in members(cards)), cards.bit_count()
            found = [one for kind in self.kinds if kind.fits(size) for one in self._as(kind, cards, counts)]
            self._known[cards] = sorted(found, key=lambda one: (one.kind.place, one.height))
        return self._known[cards]

    def _as(self, kind: CombinationKind, cards: int, counts: Mapping[str, int]) -> Iterator[Combination]:
        """Yield the cards as combinations of one kind: a run with cards along with it may be several."""
        if kind.shape == CARDS:
            if cards == kind.cards:
                yield Combination(kind, cards, (0,))
            return
        if kind.shape == FLUSH:
            if self._of_one_suit(cards):
                top = max(self.strength[self.rank_of[card]] for card in members(cards))
                yield Combination(kind, cards, self._height(kind, top, [*members(cards)]))
            return
        for top, ranks in self._mains(kind, cards.bit_count() // kind.each):
            if any(counts[rank] != kind.of for rank in ranks):
                continue
            rest = {rank: many for rank, many in counts.items() if rank not in ranks}
            if not self._come_along(kind, rest, cards):
                continue
            main = [card for card in members(cards) if self.rank_of[card] in ranks]
            if not kind.one_suit or self._of_one_suit(mask_of(main)):
                yield Combination(kind, cards, self._height(kind, top, main))

    def _mains(self, kind: CombinationKind, number: int) -> Sequence[tuple[int, tuple[str, ...]]]:
        """Return the ranks that may be the main part, with how high that is."""
        if kind.shape == SET:
            return self._sets
        ends = range(number, len(self.runs) + 1)
        return [(end, self.runs[end - number : end]) for end in ends if len({*self.runs[end - number : end]}) == number]

    def _come_along(self, kind: CombinationKind, rest: Mapping[str, int], cards: int) -> bool:
        """Return whether the cards of other ranks may come along; a bomb may not."""
        if not kind.with_of:
            return not rest
        if any(many != kind.with_of if kind.apart else many % kind.with_of for many in rest.values()):
            return False
        loose = mask_of(card for card in members(cards) if self.rank_of[card] in rest)
        named = any(bomb.shape == CARDS and bomb.cards & loose == bomb.cards for bomb in self.bombs)
        fours = min((bomb.of for bomb in self.bombs if bomb.shape == SET), default=len(self.deck))
        return not named and max(rest.values()) < fours

    def _of_one_suit(self, cards: int) -> bool:
        return len({self.deck.cards[card].suit or card for card in members(cards)}) == 1

    def _height(self, kind: CombinationKind, top: int, main: Sequence[int]) -> Height:
        ranks = sorted((self.strength[self.rank_of[card]] for card in main), reverse=True)
        highest = max(self.suit[card] for card in main if self.rank_of[card] == self._top_rank(kind, top, main))
        suit = highest if self.suits_decide else 0
        if kind.compare == BY_SUIT:
            return (suit, *ranks)
        return (*ranks, suit) if kind.compare == BY_CARDS else (top, suit)

    def _top_rank(self, kind: CombinationKind, top: int, main: Sequence[int]) -> str:
        """Return the rank that is highest in a main part: of a run the one that it ends with."""
        if kind.shape == RUN:
            return str(self.runs[top - 1])
        return max((self.rank_of[card] for card in main), key=self.strength.__getitem__)

    # -- which beats which ---------------------------------------------------------------------------------------------

    def beats(self, over: Combination, under: Combination) -> bool:
        """Return whether one combination may be played on another."""
        kind = over.kind
        if kind.name != under.kind.name:
            return under.kind.name in kind.beats
        if over.size != under.size:
            return kind.longer and over.size > under.size
        return over.height > under.height or (self.equal and over.height == under.height)

    def wanted(self, under: Combination) -> str:
        """Return what it takes to beat a combination, in words: 'a higher pair, a bomb or a rocket'."""
        kind = under.kind
        fixed = len(kind.sizes(len(self.deck))) == 1
        equal = " or equal" if self.equal else ""
        same = "" if kind.shape == CARDS else f"a higher{equal} {kind.called.partition(' ')[2]}"
        same += "" if fixed else f" of {under.size} cards{' or more' if kind.longer else ''}"
        ways = [same, *(other.called for other in self.kinds if kind.name in other.beats)]
        *most, last = list(filter(None, ways)) or ["nothing"]
        return f"{', '.join(most)} or {last}" if most else last

    # -- what a hand holds ---------------------------------------------------------------------------------------------

    def in_hand(self, hand: int, under: Combination | None = None) -> Iterator[int]:
        """Yield the cards of every combination in a hand once, as far as they may beat another; where suits say nothing, of
        equal cards only the first."""
        by_rank: dict[str, list[int]] = {}
        for card in sorted(members(hand), key=lambda card: (card != self.first, self.suit[card], card)):
            by_rank.setdefault(self.rank_of[card], []).append(card)
        able = [kind for kind in self.kinds if under is None or kind is under.kind or under.kind.name in kind.beats]
        made = chain.from_iterable(self._made(kind, hand, by_rank, under) for kind in able)
        for cards in dict.fromkeys(made):
            if any(under is None or self.beats(one, under) for one in self.readings(cards)):
                yield cards

    def _made(
        self, kind: CombinationKind, hand: int, by_rank: Mapping[str, list[int]], under: Combination | None
    ) -> Iterator[int]:
        if kind.shape == CARDS:
            yield from [kind.cards] * (kind.cards & hand == kind.cards)
            return
        if kind.shape == FLUSH:
            for suit in self.deck.suits:
                yield from map(mask_of, combinations(members(hand & self.deck.suit_mask(suit)), kind.of))
            return
        every = self.suits_decide or kind.one_suit
        fixed = under is not None and under.kind is kind and not kind.longer
        for size in [under.size] if under and fixed else kind.sizes(hand.bit_count()):
            for _, ranks in self._mains(kind, size // kind.each):
                sets = [list(_chosen(by_rank.get(rank, ()), kind.of, every=every)) for rank in ranks]
                others = {rank: cards for rank, cards in by_rank.items() if rank not in ranks}
                along = [*self._along(kind, len(ranks) * kind.with_each, others)] if all(sets) else []
                yield from (mask_of(chain(*main, loose)) for main, loose in product(product(*sets), along))

    def _along(self, kind: CombinationKind, number: int, others: Mapping[str, list[int]]) -> Iterator[tuple[int, ...]]:
        """Yield the cards that may come along with a main part."""
        if not number:
            yield ()
            return
        of = kind.with_of
        most = 1 if kind.apart else number
        able = [rank for rank, cards in others.items() for _ in range(min(most, len(cards) // of))]
        for ranks in dict.fromkeys(combinations(able, number)):
            many = Counter(ranks)
            sets = [_chosen(others[rank], of * many[rank], every=self.suits_decide) for rank in many]
            yield from (tuple(chain(*chosen)) for chosen in product(*sets))


def _chosen(cards: Sequence[int], of: int, *, every: bool) -> Iterable[tuple[int, ...]]:
    """Return the sets of so many equal cards, or only the first."""
    if every:
        return combinations(cards, of)
    return [tuple(cards[:of])] if len(cards) >= of else []
