"""What scoring may know about a hand of which little was recorded: for each name every value that it may have."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from referee.core.cards import members
from referee.core.formula_values import ANY, BOTH, NOTHING, Row, Values, added
from referee.engines.trick.rules import card_sums, contract_results, contracts, declarable, outcomes, talons
from referee.engines.trick.rules.outcomes import Outcome
from referee.engines.trick.rules.trick_ways import possible_bids
from referee.engines.trick.rules.ways import Known
from referee.engines.trick.state import State
from referee.engines.trick.words.auction import Auction
from referee.engines.trick.words.bids import word_of
from referee.engines.trick.words.compiled import CompiledRules
from referee.engines.trick.words.counts import Count, sum_over

Seats = tuple[int, ...]
Of = Callable[[Seats], Values]


class Course(NamedTuple):
    """A contract that a hand may have had, if there was an auction: the hand with it, and the levels that it may have been
    bid at, if that is not known."""

    state: State
    levels: Values = ANY


class Unit(NamedTuple):
    """A player or a side: what each name may be; the same by the bids that were possible, if they are several; and what the
    counts may be by the tricks won, if these are not known."""

    row: Row
    by_bid: Sequence[Row]
    by_tricks: Sequence[Row]


class Limit(NamedTuple):
    """What a name adds up to over all sides: at least and at most this."""

    name: str
    least: int
    most: int


def times(auction: Auction) -> list[int]:
    """How often a contract may be doubled: 1 for not at all."""
    return [1, *([2] if auction.doubles >= 0 else []), *([4] if auction.redoubles >= 0 else [])]


def courses_of(hand: Known) -> Iterator[Course]:
    """The hand with each contract that it may have had, bids that differ only in their level together."""
    rules, auction, state = hand.rules, hand.rules.auction, hand.state
    if auction is None or state.contract >= 0:
        unsaid = auction is not None and auction.contracts and state.bid_for < 0
        known: Values = frozenset(bid.level for bid in auction.calls[: auction.bids]) if auction and unsaid else ANY
        yield from (Course(each, known) for each in _with_partners(rules, state))
        return
    if auction.played_by_nobody:
        yield Course(state)
    for declarer in declarers(rules, state):
        for call, levels in _called(auction).items():
            for doubled in times(auction):
                said = {"contract": call, "declarer": declarer, "doubled": doubled}
                trial = state.copy()
                contract_results.settle(rules, trial, {**said, "bid": 0} if auction.contracts else said)
                if sat_out_without(hand, trial):
                    yield from (Course(each, frozenset(levels)) for each in _with_partners(rules, trial))


def sat_out_without(hand: Known, state: State) -> bool:
    """Whether nobody who sits out with this contract won a trick."""
    return not any(won for seat, won in enumerate(hand.won or ()) if seat not in state.seats)


def declarers(rules: CompiledRules, state: State) -> Sequence[int]:
    """Who may be the declarer: of partners who always play together the first."""
    auction = rules.auction
    alone = auction is not None and any(words["partner"] == "sits_out" for words in auction.marks.values())
    if auction is not None and auction.partner == "partner" and not alone:
        return [side[0] for side in rules.sides]
    return state.seats


def _called(auction: Auction) -> Mapping[int, Collection[int]]:
    """The contracts that scoring can tell apart, each with the levels that it may have been bid at."""
    bids = auction.calls[: auction.bids]
    if auction.contracts:
        return dict.fromkeys(auction.contract_index.values(), frozenset(bid.level for bid in bids))
    alike: dict[tuple[Any, ...], int] = {}
    found: dict[int, set[int]] = {}
    for call, bid in enumerate(bids):
        first = alike.setdefault((bid.trump, tuple(sorted(bid.numbers.items())), bid.marks), call)
        found.setdefault(first, set()).add(bid.level)
    return found


def _with_partners(rules: CompiledRules, state: State) -> Iterator[State]:
    """The hand with each partner that the declarer may have called; the declarer if nobody had the card."""
    if state.partner >= 0 or not contracts.calls_partner(rules, state):
        yield state
        return
    for seat in state.seats:
        trial = state.copy()
        trial.partner = seat
        yield trial


def _of_anybody(values: Values, seats: Seats) -> Values:
    return values


class Spans:
    """What scoring may know about the players of a hand with one contract."""

    def __init__(self, hand: Known, out: Outcome, course: Course) -> None:
        rules, state = hand.rules, course.state
        self.rules, self.state, self.out = rules, state, out
        self.scoring = rules.scoring
        self.hand = Known(rules, state, hand.bids, hand.won, out.last)
        sides = outcomes.sides(rules, state)
        self.sides = sides if len(sides) < rules.players else tuple((seat,) for seat in range(rules.players))
        bids = [0 if bid is None else bid for bid in hand.bids]
        won = [tricks or 0 for tricks in hand.won or [0] * rules.players]
        known = outcomes.ended(rules, state, out._replace(bids=bids, won=won, counts=()))
        self.known = {
            name: column(rules.players, self.scoring.hands, known) for name, column in self.scoring.columns.items()
        }
        self.trumps = [state.trump] if outcomes.trump_known(rules, state) else sorted(rules.trumps)
        self.unknown = dict[str, Of](self._unknown(course.levels))
        captured, whole = sum(mask.bit_count() for mask in state.taken), self.hand.cards * len(state.seats)
        self.all_captured = captured == (rules.pack.bit_count() if rules.talon else whole)
        self.counts = out.counts if self.all_captured or not captured else None

    def _unknown(self, levels: Values) -> Iterator[tuple[str, Of]]:
        """The names that are not known, each with what it may be for some players together."""
        rules, state, scoring, out = self.rules, self.state, self.scoring, self.out
        if self.hand.won is None:
            yield "won", self.tricks
        if rules.bids_spoken and None in self.hand.bids:
            yield "bid", self._bid
            for mark in rules.bid_marks.values():
                yield mark, self._marked
        if out.last is None:
            yield "last_trick", self._last_trick
        if out.declared is None and rules.declarations:
            for name, values in declarable.names(rules, self.trumps):
                yield name, partial(_of_anybody, values)
        if state.vulnerable is None and (rules.vulnerable or rules.vulnerable_when):
            yield "vulnerable", partial(_of_anybody, BOTH)
        if state.dealer < 0:
            yield "dealer", partial(_of_anybody, BOTH)
        if levels is not None:
            yield "level", partial(_of_anybody, levels)
        if rules.matadors_count and out.matadors is None and state.contract >= 0:
            there = [(rules.rankings[trump].trumps & rules.pack).bit_count() for trump in self.trumps]
            yield "matadors", partial(_of_anybody, frozenset(range(min(1, *there), max(there) + 1)))
        for choice in scoring.choices:
            for option in choice.options:
                yield option, partial(self._chose, option)

    def _bid(self, seats: Seats) -> Values:
        bids = NOTHING
        for seat in seats:
            bids = added(bids, frozenset(map(int, self.bids(seat))))
        return bids

    def _marked(self, seats: Seats) -> Values:
        return BOTH if self._play(seats) else frozenset((False,))

    def _play(self, seats: Seats) -> bool:
        return any(seat in self.state.seats for seat in seats)

    def bids(self, seat: int) -> Sequence[Any]:
        """What a player may have bid."""
        if seat not in self.state.seats:
            return (0,)
        made = self.hand.bids[seat]
        return possible_bids(self.hand, seat) if made is None else (made,)

    def _last_trick(self, seats: Seats) -> Values:
        won = self.tricks(seats)
        return BOTH if won is None or max(won) else frozenset((False,))

    def _chose(self, option: str, seats: Seats) -> Values:
        return frozenset((True,)) if any(option in self.out.chosen[seat] for seat in seats) else BOTH

    def tricks(self, seats: Seats) -> Values:
        """The tricks that some players may have won together."""
        if self.hand.won is None:
            return frozenset(range(self.hand.cards + 1) if self._play(seats) else (0,))
        return frozenset((sum(self.hand.won[seat] or 0 for seat in seats if seat in self.state.seats),))

    def values(self, name: str, seats: Seats) -> Values:
        """What a name may be for some players together."""
        if name in self.unknown:
            return self.unknown[name](seats)
        several = [self.known[name][seat] for seat in seats]
        if None in several:
            return ANY
        if name in self.scoring.added_up:
            return frozenset((sum(several),))
        return frozenset((any(several) if name in self.scoring.of_anybody else several[0],))

    def unit(self, seats: Seats) -> Unit:
        """What scoring may know about a player, or about a side."""
        won = self.tricks(seats)
        row = {name: self.values(name, seats) for name in self.scoring.columns}
        counts = self._counts(seats, won)
        by_tricks: list[Row] = []
        if counts and "won" in row and won is not None and len(won) > 1:
            by_tricks = [self._counts(seats, frozenset((tricks,))) for tricks in range(self.hand.cards + 1)]
        by_bid: list[Row] = []
        if len(seats) == 1 and "bid" in self.unknown and "bid" in row:
            by_bid = [self._by_bid(bid) for bid in self.bids(seats[0])]
        return Unit({**row, **counts}, by_bid, by_tricks)

    def _by_bid(self, bid: Any) -> Row:
        marks = self.rules.bid_marks
        said = {mark: frozenset((mark == marks.get(word_of(bid)),)) for mark in marks.values()}
        return {"bid": frozenset((int(bid),))} | {
            mark: values for mark, values in said.items() if mark in self.scoring.columns
        }

    def _counts(self, seats: Seats, won: Values) -> Row:
        counts = zip(self.scoring.counts, self.scoring.counted, strict=True)
        return {name: self._count(place, count, seats, won) for place, (name, count) in enumerate(counts)}

    def _count(self, place: int, count: Count, seats: Seats, won: Values) -> Values:
        """What the cards of some players may count, if they won one of these numbers of tricks."""
        state = self.state
        if self.counts is not None:
            return frozenset((sum(self.counts[place][seat] for seat in seats),))
        told = not (count.by_trump and len(self.trumps) > 1) and not (count.own and state.roles is None)
        if self.all_captured and told and not count.by_player:
            taken = count.taken(state.taken, state.own_cards, self.trumps[0])
            return frozenset((sum(taken[seat] for seat in seats),))
        if not self._play(seats):
            return NOTHING
        spread = [self._cards(count, tricks, seats) for tricks in won or ()]
        cards = min(least for least, _ in spread), max(most for _, most in spread)
        own = frozenset(mask for seat in seats for mask in self.hand.own[seat])
        return card_sums.possible(self.rules, place, own, self.trumps, cards)

    def _cards(self, count: Count, tricks: int, seats: Seats) -> tuple[int, int]:
        """How many cards some players may have who won this many tricks: at least and at most."""
        rules, playing = self.rules, len(self.state.seats)
        everything = rules.pack.bit_count()
        if count.by_player or (rules.stock and not rules.stock.tricks_count):
            return 0, everything
        least, most = talons.counted_by(rules, self.state, seats)
        back = rules.goes_back.bit_count()
        least, most = tricks * playing + least - back, tricks * playing + most + back
        return max(0, least), min(everything, most)

    def limits(self) -> list[Limit]:
        """What the tricks, the last trick and the cards add up to over all sides."""
        found = [Limit("won", self.hand.cards, self.hand.cards)]
        if self.hand.cards:
            found.append(Limit("last_trick", 1, 1))
        everybody = len(self.state.seats) == self.rules.players and self.hand.all_dealt
        for name, count in zip(self.scoring.counts, self.scoring.counted, strict=True):
            told = not (count.by_trump and len(self.trumps) > 1)
            if count.compares:
                found.append(Limit(name, 0, max(mask.bit_count() for mask in self.rules.deck.twins)))
            elif not told and not count.own:
                whole = max(sum_over(count, self.rules.pack, trump) for trump in self.trumps)
                found += [Limit(name, 0, whole)] if self._positive(count) else []
            elif not count.own:
                whole = sum_over(count, self.rules.pack, self.trumps[0])
                if everybody or self._positive(count):
                    found.append(Limit(name, whole if everybody else 0, whole))
        known = {*self.scoring.columns, *self.scoring.counts}
        return [limit for limit in found if limit.name in known]

    def _positive(self, count: Count) -> bool:
        """Whether no card counts less than nothing."""
        return all(count.worth(card, 0, trump) >= 0 for card in members(self.rules.pack) for trump in self.trumps)
