"""The ways in which a hand can have gone, as far as its scoring can tell them apart.

What each side may have had is tried by itself, under every contract that the hand may have had. Sides may have had it beside
each other if their bids were allowed, and if their tricks, the last trick and the cards that count add up.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import islice, product
from math import prod
from typing import Any, NamedTuple

from referee.core.cards import members
from referee.core.findings import counted
from referee.core.formula import FormulaError
from referee.core.pads import numbers
from referee.engines.trick.rules import auctions, outcomes, seats
from referee.engines.trick.rules.counted import MOST_WAYS, Kind, Limits, Piles, Seats, TooManyWaysError, add_up
from referee.engines.trick.rules.outcomes import Outcome
from referee.engines.trick.state import TrickState
from referee.engines.trick.words.bids import Marked, word_of
from referee.engines.trick.words.compiled import TrickRules
from referee.engines.trick.words.scoring import HandEnd
from referee.engines.trick.words.selectors import sum_over

MOST_COURSES = 1_000
"""The same with more contracts."""


class PadHandFacts:
    """A hand as far as a pad says what happened in it; `scores` are what every player can have scored, and perhaps more."""

    scores: Sequence[Collection[Any]] = ()

    def __init__(self, rules: TrickRules, state: TrickState, out: Outcome) -> None:
        self.rules, self.state, self.out, self.scoring = rules, state, out, rules.scoring
        self.players = rules.players
        self.won = None if None in seats.in_play(state, out.won) else list(out.won)
        """The tricks of all players, if they are known."""
        self.dealt = rules.cards_in_hand(state.hand)
        self.tricks = rules.tricks_counted(self.dealt, len(state.seats))
        captured, whole = sum(mask.bit_count() for mask in state.taken), self.tricks * len(state.seats)
        if captured and captured != (rules.pack.bit_count() if rules.talon else whole):
            self.out = out._replace(counts=None if self.scoring.counts else ())

    @property
    def passed_out(self) -> bool:
        """Return whether nobody may have bid, so that the hand was not played."""
        auction = self.rules.auction
        unplayed = auction is not None and auction.nobody not in ("dealer_must", "play")
        return unplayed and self.state.contract < 0 and not self.won

    def ended(self) -> HandEnd:
        """Return the hand as scoring sees it, with nothing in place of what is not known."""
        bids, won = [bid or 0 for bid in self.out.bids], [tricks or 0 for tricks in self.won or self.out.won]
        return outcomes.ended(self.rules, self.state, self.out._replace(bids=bids, won=won))

    def together(self, points: Mapping[int, Any]) -> bool:
        """Return whether these players can score this in one hand."""
        return True

    def knocked_out(self, points: Mapping[int, Any]) -> list[int] | None:
        """Return who is knocked out with these scores; None if that depends on more than the points."""
        return None

    def in_all(self) -> str:
        """Return what the counts that are the same for everybody add up to in a hand, as the end of a sentence."""
        return ""

    def span(self, seat: int, said: Any) -> str:
        """Return what one player can score, in words, after a claim of something else."""
        if self.won is None:
            given = f"in a hand of {counted(self.dealt, 'cards')}"
        else:
            side = seats.side_of(self.rules, self.state, seat) or (seat,)
            given = f"with {sum(self.won[other] or 0 for other in side) or 'none'} of {self.tricks} tricks"
        return f"{given} it {numbers(self.scores[seat], said)}"


def ways_of(hand: PadHandFacts) -> Ways | None:
    """Return the ways in which a hand can have gone; None if they are too many, or if the score depends on something else that
    is not known. Tried once for hands that scoring cannot tell apart."""
    rules, state, scoring, out = hand.rules, hand.state, hand.scoring, hand.out
    ended = hand.ended()._replace(counts=())
    columns = tuple([tuple(column(hand.players, scoring.hands, ended)) for column in scoring.columns.values()])
    contract = state.contract, state.bid_for, state.declarer, state.partner, state.doubled, out.matadors
    cards = state.cards, state.seats, state.trump, tuple(state.roles or ()), tuple(state.own_cards), state.phase
    given = tuple(map(repr, out.bids)), tuple(hand.won or ()), out.last, out.counts, tuple(state.bags)
    open_bids = "bid" in scoring.needs and None in out.bids
    order = (state.dealer, state.hand, tuple(state.scores)) if open_bids else ()
    unset = state.vulnerable is None, None in state.scores, repr(state.carried), tuple(state.taken)
    return rules.remembered((columns, contract, cards, given, order, unset), lambda: _ways_of(hand))


def _ways_of(hand: PadHandFacts) -> Ways | None:
    scoring, state, rules = hand.scoring, hand.state, hand.rules
    open_vulnerable = state.vulnerable is None and bool(rules.vulnerable or rules.vulnerable_when)
    if open_vulnerable or (state.dealer < 0 and "dealer" in scoring.columns):
        return None
    if scoring.choices or ((scoring.compares or scoring.by_play) and hand.out.counts is None):
        return None
    contracts = list(islice(_contracts(hand), MOST_COURSES + 1))
    known = all({*outcomes.unknown(rules, one.state, one.out)} <= TRIED for one in contracts)
    if len(contracts) > MOST_COURSES or not known:
        return None
    courses, left = list[Course](), MOST_WAYS
    with suppress(TooManyWaysError):
        for one in contracts:
            courses.append(Course(one, left))
            left -= courses[-1].many
        return Ways(hand, courses)
    return None


TRIED = {"bids", "tricks", "last trick", "captured cards", "roles", "bags so far"}
"""What the ways of a hand differ in, besides its contract."""


def _contracts(hand: PadHandFacts) -> Iterator[PadHandFacts]:
    """Yield the hand with each contract that it may have had, each partner, and each number of matadors."""
    rules, out = hand.rules, hand.out
    for contract in _auctions(rules, hand.state):
        if any(won for seat, won in enumerate(hand.won or ()) if seat not in contract.seats):
            continue
        called = contract.partner < 0 and seats.calls_partner(rules, contract)
        for partner in contract.seats if called else (contract.partner,):  # the declarer if nobody had the card
            state = contract.copy() if called else contract
            state.partner = partner
            many: Sequence[int | None] = (out.matadors,)
            if rules.matadors_count and out.matadors is None and state.contract >= 0:
                trumps = (state.ranking.trumps & rules.pack).bit_count()
                many = range(min(1, trumps), trumps + 1)
            yield from (PadHandFacts(rules, state, out._replace(matadors=matadors)) for matadors in many)


def _auctions(rules: TrickRules, state: TrickState) -> Iterator[TrickState]:
    """Yield a hand with each contract that its auction may have given it."""
    auction = rules.auction
    if auction is None or (auction.played_by_nobody and state.contract < 0):
        yield state
        return
    levels = {bid.level: call for call, bid in enumerate(auction.calls[: auction.bids])} if auction.contracts else {}
    if state.contract >= 0:
        for call in levels.values() if state.bid_for < 0 and levels else (state.bid_for,):
            trial = state.copy()
            trial.bid_for = call
            yield trial
        return
    times = [1, *([2] if auction.doubles >= 0 else []), *([4] if auction.redoubles >= 0 else [])]
    calls = auction.contract_index.values() if levels else range(auction.bids)
    alone = any(words["partner"] == "sits_out" for words in auction.marks.values())
    of_sides = auction.partner == "partner" and not alone  # of partners who always play together the first
    declarers = [side[0] for side in rules.sides] if of_sides else state.seats
    for declarer, call, doubled, bid in product(declarers, calls, times, levels.values() or (state.bid_for,)):
        trial = state.copy()
        contract = {"contract": call, "declarer": declarer, "doubled": doubled, "bid": bid}
        auctions.settle_contract(rules, trial, contract)
        yield trial


class Way(NamedTuple):
    """What a side may have had in a hand: the bids and tricks of its players, who of them took the last trick (a seat), what
    its cards count, and the bags brought, if nobody knows them."""

    bids: tuple[Any, ...]
    won: tuple[int, ...]
    last: int | None = None
    counts: Kind = ()
    bags: int = 0


Scored = list[list[tuple[Way, Any]]]
"""The ways of each side with what they score."""


class Ways(PadHandFacts):
    """The ways in which a hand can have gone, under all contracts."""

    def __init__(self, hand: PadHandFacts, courses: Sequence[Course]) -> None:
        super().__init__(hand.rules, hand.state, hand.out)
        self.courses = courses
        nothing = {0} if self.passed_out else set[Any]()
        self.scores = [nothing.union(*[course.scored(seat) for course in courses]) for seat in range(self.players)]

    def together(self, points: Mapping[int, Any]) -> bool:
        """Return whether these players can score this in one hand."""
        nothing = self.passed_out and not any(points.values())
        return nothing or any(course.together(points) for course in self.courses)

    def knocked_out(self, points: Mapping[int, Any]) -> list[int] | None:
        """Return who is knocked out with these scores; None if that depends on more than the points."""
        formula, out = self.scoring.knock_out, list[int]()
        if formula is None or formula.over or formula.around or "total" in formula.names:
            return None
        for seat in self.state.seats:
            ends = {end for course in self.courses for end in course.knocks_out(seat, points.get(seat))}
            if len(ends) != 1:
                return None
            out += [seat] * ends.pop()
        return out

    def in_all(self) -> str:
        """Return what the counts that are the same for everybody add up to in a hand, as the end of a sentence."""
        if self.tricks * self.players != self.rules.pack.bit_count():
            return ""
        whole = [
            f"{name.replace('_', ' ')} {sum_over(count, self.rules.pack, self.state.trump)}"
            for name, count in zip(self.scoring.counts, self.scoring.counted, strict=True)
            if not count.own
        ]
        return f" (in all: {', '.join(whole)})" if whole else ""


class Course(PadHandFacts):
    """What each side may have had in a hand with one contract. A score may look at other sides only through formulas such as
    `count(made_all) > 0`; what these ask sorts the ways of a side."""

    def __init__(self, hand: PadHandFacts, most: int) -> None:
        super().__init__(hand.rules, hand.state, hand.out)
        scoring = self.scoring
        self.sides: Sequence[Seats] = seats.sides(self.rules, self.state)
        self.alone = all(len(side) == 1 for side in self.sides)
        self.only_sides = all(part.by_side for part in scoring.parts)
        """Whether only what a side does together is scored."""
        self.looks = bool(scoring.looked_at)
        if not self._looks_apart():
            raise TooManyWaysError
        self.by_tricks = self.won is None and "won" in scoring.needs
        counts = dict(zip(scoring.counts, scoring.counted, strict=True))
        self.piles = None if self.out.counts is not None else Piles(self.rules, self.state, counts)
        self.limits = self._limits()
        self.sorts = [self._sorted(side, most) for side in self.sides]
        """The ways of each side, by what the formulas of others ask about it."""
        several = prod(map(len, self.sorts))
        self.many = sum(several // len(sorts) * len(ways) for sorts in self.sorts for ways in sorts.values())
        if self.many > most:
            raise TooManyWaysError
        scored = map(self._scored, product(*self.sorts))
        self.found = [each for each in scored if not self.looks or self._add_up(each, {})]
        """For each way of sharing out what formulas ask for: what each side can score."""

    def _looks_apart(self) -> bool:
        """Return whether a side scores by what it had itself, and by what formulas ask about all others."""
        scoring = self.scoring
        by_card = bool(scoring.counts) or "last_trick" in scoring.needs
        if scoring.looks_around or not (self.alone or self.only_sides or not (self.looks or by_card)):
            return False
        return self.alone or not (scoring.unpooled or scoring.by_symbol)

    def scored(self, seat: int) -> set[Any]:
        """Return what one player can score; nothing if the player does not play."""
        place = next((place for place, side in enumerate(self.sides) if seat in side), None)
        return {0} if place is None else {points for each in self.found for _, points in each[place]}

    def together(self, points: Mapping[int, Any]) -> bool:
        """Return whether the sides can have scored this beside each other."""
        playing = {seat for side in self.sides for seat in side}
        silent = not any(score for seat, score in points.items() if seat not in playing)
        return silent and any(self._add_up(each, points) for each in self.found)

    def knocks_out(self, seat: int, score: Any) -> Iterator[bool]:
        """Yield whether a player is knocked out with this score, in each way to it."""
        place = self.sides.index((seat,))
        for way in [way for each in self.found for way, scored in each[place] if scored == score]:
            yield seat in self.scoring.knocked_out(self._ended({(seat,): way}), [0] * self.players)

    def _sorted(self, side: Seats, most: int) -> dict[tuple[Any, ...], list[Way]]:
        ways = list(islice(self._ways(side), most + 1))
        if len(ways) > most:
            raise TooManyWaysError
        found = defaultdict[tuple[Any, ...], list[Way]](list)
        for way in ways if self.looks else ():
            with suppress(FormulaError):
                ended = self._ended({side: way})
                row = self.scoring.rows(ended)[1][ended.sides.index(side)]
                found[tuple([row[name] for name in self.scoring.looked_at])].append(way)
        return found if self.looks else {(): ways}

    def _scored(self, sorts: Sequence[tuple[Any, ...]]) -> Scored:
        """Return what each side scores by its ways of this sort, beside sides of these sorts."""
        ways = [of_side[sort] for of_side, sort in zip(self.sorts, sorts, strict=True)]
        others = {side: those[0] for side, those in zip(self.sides, ways, strict=True) if self.looks}
        found: Scored = []
        for side, those in zip(self.sides, ways, strict=True):
            found.append([])
            for way in those:
                with suppress(FormulaError):
                    points, bags = self.scoring.points(self._ended({side: way} | others | {side: way}))
                    if self.scoring.bags and bags[side[0]] < 0:
                        raise TooManyWaysError  # nobody knows how far below none they were
                    found[-1].append((way, points[side[0]]))
        return found

    def _ended(self, had: Mapping[Seats, Way]) -> HandEnd:
        """Return the hand if these sides had this and the others nothing."""
        bids: list[Any] = [0] * self.players
        won, counts = [0] * self.players, [[0] * self.players for _ in self.scoring.counts]
        bags = [brought or 0 for brought in self.state.bags]
        for side, way in had.items():
            for seat, bid, tricks in zip(side, way.bids, way.won, strict=True):
                bids[seat], won[seat], bags[seat] = bid, tricks, way.bags or bags[seat]
            for count, number in zip(counts, way.counts, strict=False):
                count[side[0]] = number
        last = next((way.last for way in had.values() if way.last is not None), None)
        out = self.out._replace(bids=bids, won=won, counts=tuple(map(tuple, counts)), last=last)
        return outcomes.ended(self.rules, self.state, out)._replace(bags=bags)

    def _ways(self, side: Seats) -> Iterator[Way]:
        """Yield what a side may have had: one of all ways that make no difference to its score."""
        begun = {(0, 0, 0, frozenset[str]()): Way((), ())}
        for seat in side:
            able, longer = [*self._of_player(side, seat)], dict[Any, Way]()
            for (worth, bids, won, words), way in begun.items():
                for bid, tricks, more in able:
                    if won + tricks <= self.tricks:
                        alike = worth + more, bids + (bid or 0), won + tricks, words | {word_of(bid)}
                        longer.setdefault(alike, Way((*way.bids, bid), (*way.won, tricks)))
            begun = longer
        rule = self.scoring.bags
        brought = (0, rule.limit - 1) if rule and None in self.state.bags else (0,)
        """With the fewest bags and the most; any others fill up as one of these do."""
        for way in begun.values():
            many = sum(way.won) if self.by_tricks or self.won else None
            for last, counts, bags in product(self._last(side, many), self._piles(side, many), brought):
                yield way._replace(last=last, counts=counts, bags=bags)

    def _of_player(self, side: Seats, seat: int) -> Iterator[tuple[Any, int, Any]]:
        """Yield what a player may have bid and won, and what is scored for that alone; a side's tricks go to its first player
        where only what it does together is scored."""
        playing = [other for other in side if other in self.state.seats]
        bids: Sequence[Any] = (self.out.bids[seat],)
        if "bid" in self.scoring.needs and self.out.bids[seat] is None:
            bids = self._possible_bids(seat) if seat in playing else (0,)
        tricks: Sequence[int] = (self.won[seat] or 0 if self.won else 0,)
        if self.by_tricks and seat in (playing[:1] if self.only_sides else playing):
            tricks = range(self.tricks + 1)
        for bid, won in product(bids, tricks):
            with suppress(FormulaError):
                worth: Any = 0
                if not (self.alone or self.only_sides):
                    rows, _ = self.scoring.rows(self._ended({(seat,): Way((bid,), (won,))}))
                    worth = sum(part.worth(rows[seat], rows) for part in self.scoring.parts if not part.by_side)
                yield bid, won, worth

    def _last(self, side: Seats, tricks: int | None) -> Iterator[int | None]:
        """Yield who of a side may have taken the last trick: its first player for all of them, or nobody."""
        needed, last = "last_trick" in self.scoring.needs, self.out.last
        if needed and tricks != 0 and (last is None or last in side):
            yield side[0]
        if not needed or (last not in side and tricks != self.tricks):
            yield None

    def _piles(self, side: Seats, tricks: int | None) -> Collection[Kind]:
        """Return what the cards of a side can count in this many tricks."""
        if self.piles is not None:
            return self.piles.taken(side, tricks)
        return [tuple([sum(count[seat] for seat in side) for count in self.out.counts or ()])]

    def _limits(self) -> Limits:
        """Return what the tricks, the last tricks and the cards of all sides add up to."""
        tricks = self.tricks if self.by_tricks else 0
        last = int("last_trick" in self.scoring.needs and self.tricks > 0)
        return [(tricks, tricks), (last, last), *(self.piles.limits() if self.piles else ())]

    def _add_up(self, each: Scored, points: Mapping[int, Any]) -> bool:
        """Return whether the sides can have one of these ways each and score this."""
        sums = [
            {
                (sum(way.won) * self.by_tricks, way.last is not None, *(way.counts if self.piles else ()))
                for way, score in those
                if {points.get(seat, score) for seat in side} == {score}
            }
            for side, those in zip(self.sides, each, strict=True)
        ]
        return add_up(sums, self.limits)

    def _possible_bids(self, seat: int) -> list[Any]:
        """Return the bids that a player may have made, whatever was bid before."""
        rules, cards = self.rules, self.state.cards
        known = {"cards": cards, "players": rules.players}
        words = {word: int(rules.bid_words[word].run(known, (known,))) for word in rules.bid_marks}
        marked = [Marked.by(word, bid) for word, bid in words.items() if 0 <= bid <= cards]
        names, left = auctions.names_for(rules, self.state, seat), (2 << cards) - 1
        left = left if rules.by_cards is None else rules.by_cards.bids(rules.pack) & left
        unknown = {"bids", "spoken", "last", "partner_bid", *rules.held_names}
        unknown |= {"total"} if None in self.state.scores else set()
        for rule in rules.bidding:
            if rule.names & unknown:
                break  # whether a later word gives way depends on this one
            left = left & rule.allow(names) or left
        return [*members(left), *marked]
