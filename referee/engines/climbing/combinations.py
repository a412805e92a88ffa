"""Combinations: what cards make one, which beats which, and every combination that a hand holds.

A kind is data (see `combinations` in the schema). Its main part is a set of equal ranks, a run of such sets, cards of one suit,
or cards that are named; other cards may come along with a set, and do not count when combinations are compared.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations
from typing import NamedTuple

from referee.core.cards import Deck, mask_of, members
from referee.core.data import Words
from referee.core.leading import opening_cards
from referee.core.wording import article, in_list

SET, RUN, FLUSH, CARDS = "set", "run", "flush", "cards"
ABOVE = "above"
"""A wild card played alone is above what it lies on."""
Height = tuple[int, ...]
MOST_KNOWN = 50_000
"""The most sets of cards whose combinations are kept in mind."""


class CombinationKind(NamedTuple):
    """A kind of combination, compiled: its `place` among all, what it is made of, and the names of the kinds that it beats.

    `of` is the number of cards of each rank, or of a flush; there are `least` to `most` ranks. With each rank come `with_each`
    sets of `with_of` equal cards, each of them of a rank of its own if they are `apart`. No card of a `natural` one is wild.
    Only its `ranks` can be its main part, or any if there are none.
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
    natural: bool
    passes_lead: bool
    gives_trick: bool
    turns_ranks: bool
    ranks: frozenset[str]

    @property
    def each(self) -> int:
        """How many cards there are for each rank of the main part."""
        return self.of + self.with_of * self.with_each

    @property
    def in_words(self) -> str:
        """The words of players for it: 'a run of pairs'."""
        return article(self.name.replace("-", " "))

    def sizes(self, cards: int) -> Sequence[int]:
        """The numbers of cards that it may have, up to so many."""
        if self.shape in (CARDS, FLUSH):
            fixed = self.of
            if self.cards:
                fixed = self.cards.bit_count()
            if fixed <= cards:
                return [fixed]
            return []
        return range(self.least * self.each, min(self.most * self.each, cards) + 1, self.each)

    def fits(self, cards: int) -> bool:
        """Return whether so many cards may be one."""
        return cards in self.sizes(cards)


class Combination(NamedTuple):
    """Cards as a combination of a kind; of two of the same kind and size the one with the greater `height` is higher.

    A wild card alone is `above` the card on which it lies.
    """

    kind: CombinationKind
    cards: int
    height: Height
    above: int = 0

    @property
    def size(self) -> int:
        """How many cards it has."""
        return self.cards.bit_count()


def _place_and_height(one: Combination) -> tuple[int, Height]:
    return one.kind.place, one.height


class Combinations:
    """All kinds of combinations of a game, with the order of its ranks and suits."""

    def __init__(self, data: Words, deck: Deck) -> None:
        """Prepare the orders of ranks and suits, and compile the kinds of combinations. `data` is the whole ruleset."""
        order = data["order"]
        suits = data["suits"]
        self.deck = deck
        self.wild = 0
        for name in data["wild"]["cards"]:
            if name in deck.by_id:
                self.wild |= deck.twins[deck.by_id[name]]
        self.above: bool = data["wild"]["alone"] == ABOVE
        self._suited = frozenset(card.rank for card in deck.cards if card.suit)
        self.runs = tuple(order)
        if data["runs"]:
            self.runs = tuple(data["runs"])
        self.rank_of = tuple(card.rank for card in deck.cards)
        self.strength = {rank: place for place, rank in enumerate(order)}
        self.highest = order[-1] if order else ""
        heights = {suit: place for place, suit in enumerate(suits)}
        self.suit = tuple(heights.get(card.suit, 0) for card in deck.cards)
        self.suits_decide = bool(suits)
        self.equal: bool = data["play"]["equal"]
        self.first = opening_cards(data["lead"]["by"], deck).bit_length() - 1
        """The card that a first lead may have to contain: of equal cards it is the one to choose."""
        kinds: list[CombinationKind] = []
        for name, entry in data["combinations"].items():
            kinds.append(self._kind(name, entry, kinds))
        self.kinds = tuple(kinds)
        self.bombs = tuple(kind for kind in kinds if kind.bomb)
        self._sets: list[tuple[int, Sequence[str]]] = [(place, (rank,)) for rank, place in self.strength.items()]
        self._known: dict[int, list[Combination]] = {}

    def _kind(self, name: str, entry: Words, above: Sequence[CombinationKind]) -> CombinationKind:
        """Compile a kind of combination; `above` are the kinds listed before it, which it beats if the ruleset says
        `beats: all`."""
        along = entry["with"]
        shape = entry["shape"]
        beats = entry["beats"]
        ranks = 1
        if shape == RUN:
            ranks = entry.get("most", len(self.runs))
        if beats == "all":
            named = frozenset(kind.name for kind in above)
        else:
            named = frozenset(beats)
        return CombinationKind(
            name, len(above), shape, entry["of"], entry["least"] if shape == RUN else 1, ranks,
            entry["suits"] == "same", mask_of(self.deck.by_id[card] for card in entry["cards"]),
            along["of"], along["each"] if along["of"] else 0, along["apart"], named, beats == "all", entry["longer"],
            entry["compare"], entry["natural"], entry["passes_lead"], entry["gives_trick"], entry["turns_ranks"],
            frozenset(entry["ranks"]),
        )  # fmt: skip

    def place(self, card: int) -> int:
        """Return the place of a card in the order of ranks; those without one come last."""
        return self.strength.get(self.rank_of[card], len(self.strength))

    # -- what cards are ------------------------------------------------------------------------------------------------

    def readings(self, cards: int) -> list[Combination]:
        """Every combination as which these cards can be taken, the likeliest last."""
        if cards not in self._known:
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            size = cards.bit_count()
            readings: list[Combination] = []
            for kind in self.kinds:
                if kind.fits(size):
                    readings += self._as(kind, cards)
            self._known[cards] = sorted(readings, key=_place_and_height)
        return self._known[cards]

    def _as(self, kind: CombinationKind, cards: int) -> Iterator[Combination]:
        """Yield the cards as combinations of one kind: of a run with cards along, or with wild cards, there may be several."""
        if kind.shape == CARDS:
            if cards == kind.cards:
                yield Combination(kind, cards, (0,))
            return
        if any(self.rank_of[card] not in self.strength for card in members(cards)):
            return
        if kind.shape == FLUSH:
            yield from self._as_flush(kind, cards)
        else:
            yield from self._as_sets(kind, cards)

    def _as_flush(self, kind: CombinationKind, cards: int) -> Iterator[Combination]:
        """Yield the cards as a flush, if they are of one suit and none is wild."""
        if not self._of_one_suit(cards) or cards & self.wild:
            return
        ranks = [self.rank_of[card] for card in members(cards)]
        if kind.ranks and not kind.ranks.issuperset(ranks):
            return
        highest = max(map(self.place, members(cards)))
        yield Combination(kind, cards, self._height(kind, highest, cards, ranks))

    def _as_sets(self, kind: CombinationKind, cards: int) -> Iterator[Combination]:
        """Yield the cards as a set or a run of sets, for each main part that they may have beside the cards that come
        along."""
        wild = cards & self._wild_in(kind)
        plain = cards & ~wild
        counts = Counter(self.rank_of[card] for card in members(plain))
        for top, ranks in self._mains(kind, cards.bit_count() // kind.each):
            if counts.keys().isdisjoint(ranks) or not self._has_enough_of_each(kind, counts, ranks, wild.bit_count()):
                continue
            rest = {rank: many for rank, many in counts.items() if rank not in ranks}
            main = mask_of(card for card in members(plain) if self.rank_of[card] in ranks)
            along = self._come_along(kind, rest, plain & ~main, len(ranks) * kind.with_each)
            if along and (not kind.one_suit or self._of_one_suit(main)):
                yield Combination(kind, cards, self._height(kind, top, main, ranks))

    def _has_enough_of_each(self, kind: CombinationKind, counts: Counter[str], ranks: Sequence[str], wild: int) -> bool:
        """Return whether there are enough cards of each rank of a main part, with so many wild ones for those that lack."""
        for rank in ranks:
            lacking = kind.of - counts[rank]
            wild -= lacking
            if not self._fills(rank, lacking):
                return False
        return wild >= 0

    def _fills(self, rank: str, number: int) -> bool:
        """Return whether wild cards may stand for so many cards of a rank: for none, or for cards that have a suit."""
        return not number or (number > 0 and rank in self._suited)

    def _wild_in(self, kind: CombinationKind) -> int:
        """Return the cards that stand for any other in a combination of a kind; alone each has its own rank."""
        if kind.natural or kind.each == kind.most == 1:
            return 0
        return self.wild

    def _mains(self, kind: CombinationKind, number: int) -> Sequence[tuple[int, Sequence[str]]]:
        """The main parts that a combination of this kind may have with so many ranks: for each its height (a number, the
        greater the higher) and its ranks."""
        mains = self._sets
        if kind.shape != SET:
            ends = range(number, len(self.runs) + 1)
            mains = [
                (end, self.runs[end - number : end])
                for end in ends
                if len(set(self.runs[end - number : end])) == number
            ]
        if kind.ranks:
            return [(end, ranks) for end, ranks in mains if kind.ranks.issuperset(ranks)]
        return mains

    def _come_along(self, kind: CombinationKind, rest: Mapping[str, int], loose: int, sets: int) -> bool:
        """Whether cards of other ranks may come along, as so many sets, filled up with wild cards; a bomb may not.
        `rest` is how many cards of each rank there are, `loose` the same cards as a mask."""
        of = max(kind.with_of, 1)
        lacks = {}
        for rank, many in rest.items():
            # to one set, or to whole sets
            lacks[rank] = kind.with_of - many if kind.apart else -many % of
        needed = sum(-(-many // of) for many in rest.values())  # rounded up
        if not all(map(self._fills, lacks, lacks.values())) or needed > sets:
            return False
        bomb_size = len(self.deck)
        for bomb in self.bombs:
            if bomb.shape == CARDS and bomb.cards & loose == bomb.cards:
                return False
            if bomb.shape == SET:
                bomb_size = min(bomb_size, bomb.of)
        return max(rest.values(), default=0) < bomb_size

    def _of_one_suit(self, cards: int) -> bool:
        """Return whether all cards are of one suit, or there is only one; a card without a suit is of no other's."""
        if cards.bit_count() == 1:
            return True
        suits = {self.deck.cards[card].suit for card in members(cards)}
        return len(suits) == 1 and "" not in suits

    def _height(self, kind: CombinationKind, top: int, main: int, ranks: Sequence[str]) -> Height:
        """How high a main part of these ranks is, as numbers to compare; `top` is its height among those of its kind.
        Wild cards in it are none of these cards, and have the lowest suit."""
        if kind.each == kind.most == 1 and main & self.wild and self.above:
            return (0, len(self.deck.suits), 1)
        if kind.shape == RUN:
            highest = self.runs[top - 1]
        else:
            highest = max(ranks, key=self.strength.__getitem__)
        suits = (self.suit[card] for card in members(main) if self.rank_of[card] == highest)
        suit = 0
        if self.suits_decide:
            suit = max(suits, default=-1)
        places = sorted((self.strength[rank] for rank in ranks), reverse=True)
        if kind.compare == "suit":
            return tuple([suit] + places)
        if kind.compare == "cards":
            return tuple(places + [suit])
        return (top, suit)

    # -- which beats which ---------------------------------------------------------------------------------------------

    def on(self, cards: int, under: Combination | None) -> list[Combination]:
        """The combinations as which these cards may be played on another, or led if that is None; the likeliest last."""
        readings = self.readings(cards)
        if under is None:
            return readings
        return [self.lie_on(one, under) for one in readings if self.beats(one, under)]

    def lie_on(self, over: Combination, under: Combination) -> Combination:
        """A combination that lies on another: a wild card alone is a little higher than the card below it."""
        if self.above and over.kind is under.kind and over.size == 1 and over.cards & self.wild:
            above = under.above
            if not above:
                above = under.cards
            return over._replace(height=under.height + (1,), above=above)
        return over

    def beats(self, over: Combination, under: Combination) -> bool:
        """Return whether one combination may be played on another."""
        kind = over.kind
        over = self.lie_on(over, under)
        if kind.name != under.kind.name:
            return under.kind.name in kind.beats
        if over.size != under.size:
            return kind.longer and over.size > under.size
        return over.height > under.height or (self.equal and over.height == under.height)

    def what_beats(self, under: Combination) -> str:
        """The combinations that beat one, in words: 'a higher pair, a bomb or a rocket'."""
        kind = under.kind
        fixed = len(kind.sizes(len(self.deck))) == 1
        equal = ""
        if self.equal:
            equal = " or equal"
        if kind.shape == CARDS:
            same = ""
        else:
            same = f"a higher{equal} {kind.in_words.partition(' ')[2]}"
        if not fixed:
            same += f" of {under.size} cards{' or more' if kind.longer else ''}"
        ways = list(filter(None, [same]))
        ways += [other.in_words for other in self.kinds if kind.name in other.beats]
        if not ways:
            return "nothing"
        return in_list(ways, "or")

    # -- what a hand holds ---------------------------------------------------------------------------------------------

    def in_hand(self, hand: int, under: Combination | None = None) -> Iterator[int]:
        """Yield every combination in a hand that may beat another, of equal cards only the first where suits say nothing."""
        able = []
        for kind in self.kinds:
            if under is None or kind is under.kind or under.kind.name in kind.beats:
                able.append(kind)
        every = dict.fromkeys(chain.from_iterable(self._combinations(kind, hand, under) for kind in able))
        yield from (cards for cards in every if self.on(cards, under))

    def _combinations(self, kind: CombinationKind, hand: int, under: Combination | None) -> Iterator[int]:
        """Yield the combinations of a kind in a hand, as masks. If they are to beat one of the same kind, and a longer
        one does not, only those of its size."""
        if kind.shape == CARDS:
            if kind.cards & hand == kind.cards:
                yield kind.cards
            return
        if kind.shape == FLUSH:
            for suit in self.deck.suits:
                yield from map(mask_of, combinations(members(hand & self.deck.suit_mask(suit)), kind.of))
            return
        by_rank = self._by_rank(hand & ~self._wild_in(kind))
        wild = tuple(members(hand & self._wild_in(kind)))
        sizes = kind.sizes(hand.bit_count())
        if under is not None and under.kind is kind and not kind.longer:
            sizes = [under.size]
        for size in sizes:
            for _, ranks in self._mains(kind, size // kind.each):
                if kind.of * sum(rank not in by_rank for rank in ranks) <= len(wild):
                    yield from self._with_main(kind, ranks, by_rank, wild)

    def _by_rank(self, cards: int) -> dict[str, list[int]]:
        """The cards of each rank, the one of the first lead first, then by suit."""
        by_rank: dict[str, list[int]] = {}
        for card in sorted(members(cards), key=self._lead_and_suit):
            by_rank.setdefault(self.rank_of[card], []).append(card)
        return by_rank

    def _lead_and_suit(self, card: int) -> tuple[bool, int, int]:
        return card != self.first, self.suit[card], card

    def _with_main(
        self, kind: CombinationKind, ranks: Sequence[str], by_rank: Mapping[str, list[int]], wild: tuple[int, ...]
    ) -> Iterator[int]:
        """Yield the combinations whose main part has these ranks, with each choice of cards that come along. `by_rank`
        are the cards of the hand, without the `wild` ones."""
        needs = [(rank, kind.of) for rank in ranks]
        others = [rank for rank in by_rank if rank not in ranks]
        every = self.suits_decide
        if kind.one_suit:
            every = True
        for main, spare in _ways_to_fill(needs, by_rank, wild, every=every):
            for sets in self._along(kind, len(ranks) * kind.with_each, others, by_rank, len(spare)):
                for loose, _ in _ways_to_fill(sets, by_rank, spare, every=self.suits_decide):
                    yield mask_of(main + loose)

    def _along(
        self, kind: CombinationKind, number: int, others: Sequence[str], by_rank: Mapping[str, list[int]], spare: int
    ) -> Iterable[Sequence[tuple[str, int]]]:
        """Each choice of so many sets that may come along, as ranks with their numbers of cards; the rank "" stands for
        sets of wild cards alone. `spare` wild cards are left for them."""
        of = max(kind.with_of, 1)
        most = 1 if kind.apart else number
        able = []
        for rank in others:
            able += [rank] * min(most, (len(by_rank[rank]) + spare) // of)
        able += [""] * (spare // of)
        sets = []
        for ranks in dict.fromkeys(combinations(able, number)):
            sets.append([(rank, kind.with_of * many) for rank, many in Counter(ranks).items()])
        return sets


def _ways_to_fill(
    needs: Sequence[tuple[str, int]], by_rank: Mapping[str, list[int]], wild: tuple[int, ...], *, every: bool
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Yield cards that are so many of each rank, as pairs: these cards, and the wild cards left. Of equally good sets of
    a rank `every` one, or only the first."""
    if not needs:
        yield (), wild
        return
    (rank, of), *rest = needs  # this rank first, and then the others for each way to fill it
    plain = by_rank.get(rank, [])
    for many in range(max(0, of - len(wild)), min(of, len(plain)) + 1):
        for chosen in combinations(plain, many) if every else [tuple(plain[:many])]:
            for jokers in combinations(wild, of - many):
                left = tuple(card for card in wild if card not in jokers)
                for more, spare in _ways_to_fill(rest, by_rank, left, every=every):
                    yield chosen + jokers + more, spare
