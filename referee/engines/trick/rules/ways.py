"""The ways in which a hand can have gone, as far as its scoring can tell them apart.

`Apart` is for scoring that looks at one side at a time: what each side may have had is tried by itself, and the sides may
have it in one hand if their tricks and counts add up. `Together` is for scoring that looks at all of them: every way to share
out the tricks and cards is tried. Either also tries every contract, if it is not known.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property, partial, reduce
from itertools import islice, product
from math import comb, prod
from operator import ge, or_
from typing import Any, NamedTuple

from referee.core.cards import mask_of, members
from referee.core.findings import counted
from referee.core.formula import FormulaError
from referee.core.pads import numbers
from referee.engines.trick.rules import auctions, hands, outcomes, seats, stocks
from referee.engines.trick.rules.outcomes import Outcome
from referee.engines.trick.state import State
from referee.engines.trick.words.bids import Auction, Marked, word_of
from referee.engines.trick.words.compiled import CompiledRules
from referee.engines.trick.words.scoring import Ended
from referee.engines.trick.words.selectors import sum_over

MOST_WAYS = 20_000
"""With more ways than this nothing is said about a hand."""
MOST_COURSES = 1_000
"""The same with more contracts."""
MOST_SUMS = 300_000
"""With more pairs of what sides may have than this, they are taken to add up."""
Kind = tuple[int, ...]
"""What a card adds to each of the ruleset's counts."""
Seats = tuple[int, ...]


class Known:
    """A hand as far as it is known: its bids and, if given, the tricks won. Its cards are sorted by their kinds."""

    def __init__(
        self, rules: CompiledRules, state: State, bids: list[int | None], won: list[int | None] | None, out: Outcome
    ) -> None:
        self.rules, self.state, self.bids, self.won, self.out = rules, state, bids, won, out
        self.players, self.scoring = rules.players, rules.scoring
        everyone = range(self.players) if out.last is None else (out.last,)
        self.takers: Sequence[int | None] = [seat for seat in everyone if not won or won[seat]]
        """Who may have taken the last trick; None for anybody, if it does not matter."""
        if "last_trick" not in self.scoring.needs:
            self.takers = (None,)
        self.dealt = rules.cards_in_hand(state.hand)
        self.cards = rules.tricks_counted(self.dealt, len(state.seats))
        """How many tricks there are."""
        self.all_dealt = self.cards * self.players == rules.pack.bit_count()
        captured, whole = sum(mask.bit_count() for mask in state.taken), self.cards * len(state.seats)
        if captured and captured != (rules.pack.bit_count() if rules.talon else whole):
            self.out = out._replace(counts=None if self.scoring.counts else ())

    def with_course(self, state: State, matadors: int | None) -> Known:
        """Return the same hand with another contract."""
        return Known(self.rules, state, self.bids, self.won, self.out._replace(matadors=matadors))

    @property
    def bids_open(self) -> bool:
        """Whether the score depends on bids that are not known."""
        return "bid" in self.scoring.needs and None in self.bids

    @cached_property
    def own(self) -> list[list[int]]:
        """The cards with a player's own symbol, seat by seat: one mask, or one per role if roles are not known."""
        if self.state.roles is not None or not self.scoring.by_symbol:
            return [[mask] for mask in self.state.own_cards]
        return [[self.rules.role_cards(role) for role in range(len(self.rules.roles))]] * self.players

    def kind(self, card: int, own: int) -> Kind:
        """Return what a card counts for when a player takes it whose own symbol is on these cards."""
        return tuple([count.worth(card, own, self.state.trump) for count in self.scoring.counted])

    def classes(self) -> dict[tuple[Kind, ...], int]:
        """Return how many cards are of the same kinds for the same players."""
        owned = [masks[0] for masks in self.own]
        return Counter(tuple([self.kind(card, own) for own in owned]) for card in members(self.rules.pack))

    def ended(
        self,
        bids: Sequence[int | None],
        won: Sequence[int | None],
        last: int | None,
        counts: Sequence[Sequence[int]] = (),
    ) -> Ended:
        """Return the hand with these bids, tricks and counts (name by name and seat by seat), as scoring sees it."""
        counts = counts or [[0] * self.players for _ in self.scoring.counts]
        out = self.out._replace(bids=[*bids], won=[*won], counts=tuple(map(tuple, counts)), last=last)
        return outcomes.ended(self.rules, self.state, out)

    def bounds(self, seat: int, scores: Collection[Any], said: Any) -> str:
        """Return what one player can score, in words, after a claim of something else."""
        if self.won is None:
            given = f"in a hand of {counted(self.dealt, 'cards')}"
        else:
            side = seats.side_of(self.rules, self.state, seat) or (seat,)
            given = f"with {sum(self.won[other] or 0 for other in side) or 'none'} of {self.cards} tricks"
        return f"{given} it {numbers(scores, said)}"

    def in_all(self) -> str:
        """Return what the counts add up to over the hand, as the end of a sentence, for those that are the same for
        everybody."""
        if not self.all_dealt:
            return ""
        whole = [
            f"{name.replace('_', ' ')} {sum_over(count, self.rules.pack, self.state.trump)}"
            for name, count in zip(self.scoring.counts, self.scoring.counted, strict=True)
            if not count.own
        ]
        return f" (in all: {', '.join(whole)})" if whole else ""


def ways_of(hand: Known) -> Apart | Together | None:
    """Return the possible courses of a hand; None if they are too many, or if the score depends on something else that is not
    known. Tried once for hands that scoring cannot tell apart."""
    rules, state, scoring, out = hand.rules, hand.state, hand.scoring, hand.out
    blank = out._replace(bids=[bid or 0 for bid in hand.bids], won=[tricks or 0 for tricks in hand.won or out.won])
    ended = outcomes.ended(rules, state, blank._replace(counts=()))
    columns = tuple([tuple(column(hand.players, scoring.hands, ended)) for column in scoring.columns.values()])
    contract = state.contract, state.bid_for, state.declarer, state.partner, state.doubled, out.matadors
    cards = state.cards, state.seats, state.trump, tuple(state.roles or ()), tuple(state.own_cards), state.phase
    given = tuple(map(repr, hand.bids)), tuple(hand.won or ()), out.last, out.counts, tuple(state.bags)
    order = (state.dealer, state.hand, tuple(state.scores)) if hand.bids_open else ()
    unset = state.vulnerable is None, None in state.scores, repr(state.carried), tuple(state.taken)
    return rules.remembered((columns, contract, cards, given, order, unset), lambda: _ways_of(hand))


def _ways_of(hand: Known) -> Apart | Together | None:
    scoring = hand.scoring
    if scoring.choices or ((scoring.compares or scoring.by_player) and hand.out.counts is None):
        return None
    courses = list(islice(_courses(hand), MOST_COURSES + 1))
    if len(courses) > MOST_COURSES or not all(map(_else_known, courses)):
        return None
    by_all = bool(scoring.counts) and any(formula.over for formula in scoring.formulas)
    for together in (by_all, not by_all):
        with suppress(TooManyWaysError):
            if together and all(map(Together.fits, courses)):
                return Together(hand, courses)
            if not together and all(map(_looks_apart, courses)):
                return Apart(hand, courses)
    return None


class TooManyWaysError(Exception):
    """There are more ways than are tried."""


TRIED = {"bids", "tricks", "last trick", "captured cards", "roles", "bags so far"}
"""What the ways of a hand differ in, besides its contract."""


def _else_known(hand: Known) -> bool:
    """Return whether everything else that the score depends on is known."""
    rules, state, columns = hand.rules, hand.state, hand.scoring.columns
    dealer = state.dealer >= 0 or "dealer" not in columns
    vulnerable = state.vulnerable is not None or not (rules.vulnerable or rules.vulnerable_when)
    return dealer and vulnerable and {*outcomes.unknown(rules, state, hand.out)} <= TRIED


def _courses(hand: Known) -> Iterator[Known]:
    """Yield the hand with each contract that it may have had."""
    rules = hand.rules
    for contract in _contracts(hand):
        if any(won for seat, won in enumerate(hand.won or ()) if seat not in contract.seats):
            continue
        called = contract.partner < 0 and seats.calls_partner(rules, contract)
        for partner in contract.seats if called else (contract.partner,):  # the declarer if nobody had the card
            state = contract.copy() if called else contract
            state.partner = partner
            if rules.matadors_count and hand.out.matadors is None and state.contract >= 0:
                trumps = (state.ranking.trumps & rules.pack).bit_count()
                yield from (hand.with_course(state, many) for many in range(min(1, trumps), trumps + 1))
            else:
                yield hand.with_course(state, hand.out.matadors)


def _contracts(hand: Known) -> Iterator[State]:
    rules, state, auction = hand.rules, hand.state, hand.rules.auction
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
    for declarer, call, doubled in product(_declarers(rules, state, auction), calls, times):
        for bid in levels.values() or (state.bid_for,):
            trial = state.copy()
            contract = {"contract": call, "declarer": declarer, "doubled": doubled, "bid": bid}
            auctions.settle_contract(rules, trial, contract)
            yield trial


def _declarers(rules: CompiledRules, state: State, auction: Auction) -> Sequence[int]:
    """Return who may be the declarer: of partners who always play together the first."""
    alone = any(words["partner"] == "sits_out" for words in auction.marks.values())
    if auction.partner == "partner" and not alone:
        return [side[0] for side in rules.sides]
    return state.seats


def _passed_out(hand: Known) -> bool:
    """Return whether nobody may have bid, so that the hand was not played."""
    auction = hand.rules.auction
    return bool(auction and hand.state.contract < 0 and not hand.won and auction.nobody not in ("dealer_must", "play"))


class Way(NamedTuple):
    """What a side may have had in a hand: the bids and tricks of its players, who of them took the last trick (a seat), what
    its cards count, and the bags brought, if nobody knows them."""

    bids: tuple[Any, ...]
    won: tuple[int, ...]
    last: int | None = None
    counts: tuple[int, ...] = ()
    bags: int = 0


Scored = list[list[tuple[Way, Any]]]
"""The ways of each side with what they score."""


class Limit(NamedTuple):
    """What a side has of something of which there is only so much over all sides: at least and at most this."""

    of: Callable[[Way], int]
    least: int
    most: int


def _count_of(place: int, way: Way) -> int:
    return way.counts[place]


class Apart:
    """The possible courses of a hand whose scoring looks at one side at a time: for each side what it may have had. A score may
    look at other players only through formulas such as `count(made_all) > 0`; what these ask sorts the ways of a player."""

    def __init__(self, hand: Known, courses: Sequence[Known]) -> None:
        self.hand = hand
        self.passed_out = _passed_out(hand)
        left = MOST_WAYS
        self.courses = []
        for course in courses:
            self.courses.append(Course(course, left))
            left -= self.courses[-1].many
        self.scores = [self._scores(seat) for seat in range(hand.players)]
        """What every player can score."""

    def _scores(self, seat: int) -> set[Any]:
        return ({0} if self.passed_out else set()).union(*[course.scores(seat) for course in self.courses])

    def together(self, points: Mapping[int, Any]) -> bool:
        """Return whether these players can score this in one hand."""
        nothing = self.passed_out and not any(points.values())
        return nothing or any(course.together(points) for course in self.courses)

    def knocked_out(self, points: Mapping[int, Any]) -> list[int] | None:
        """Return who is knocked out with these scores; None if that depends on more than the points."""
        formula = self.hand.scoring.knock_out
        if formula is None or formula.over or formula.around or len(points) < len(self.hand.state.seats):
            return None
        out = []
        for seat, score in points.items():
            ends = {end for course in self.courses for end in course.knocked_out(seat, score)}
            if len(ends) != 1 or "total" in formula.names:
                return None
            out += [seat] * ends.pop()
        return out


def _looks_apart(hand: Known) -> bool:
    """Return whether what a side scores depends on what it had itself, and of others only on what formulas ask about all
    players."""
    scoring, sides = hand.scoring, seats.sides(hand.rules, hand.state)
    if scoring.looks_around or (any(formula.over for formula in scoring.formulas) and not scoring.each_apart):
        return False
    if all(len(side) == 1 for side in sides):
        return True
    by_card = bool(scoring.counts) or "last_trick" in scoring.needs
    return not (scoring.unpooled or scoring.by_symbol or (by_card and not _only_sides(hand)))


def _only_sides(hand: Known) -> bool:
    """Return whether only what a side does together is scored."""
    return all(part.by_side for part in hand.scoring.parts)


class Course:
    """What each side may have had in a hand with one contract."""

    def __init__(self, hand: Known, most: int) -> None:
        self.hand, self.rules, self.scoring, self.state = hand, hand.rules, hand.scoring, hand.state
        self.sides: Sequence[Seats] = seats.sides(hand.rules, hand.state)
        order = hands.speaking_order(hand.rules, hand.state) if hand.rules.bids_spoken else ()
        self.looks = any(formula.over for formula in self.scoring.formulas)
        self.alone = all(len(side) == 1 for side in self.sides)
        if self.alone and order:
            self.sides = [(seat,) for seat in order]
        self.by_tricks = hand.won is None and bool(self.scoring.needs & {"won", "last_trick"})
        self.limits = [*self._limits()]
        self.sorts = [self._sorted(side, most) for side in self.sides]
        """The ways of each side, by what the formulas of others ask about it."""
        self.many = prod(map(len, self.sorts)) * sum(len(ways) for sorts in self.sorts for ways in sorts.values())
        if self.many > most:
            raise TooManyWaysError
        self.found = [each for each in map(self._scored, product(*self.sorts)) if self._add_up(each, {})]
        """For each way of sharing out what formulas ask for: what each side can score."""

    def scores(self, seat: int) -> set[Any]:
        """Return what one player can score; nothing if the player does not play."""
        place = next((place for place, side in enumerate(self.sides) if seat in side), None)
        return {0} if place is None else {points for each in self.found for _, points in each[place]}

    def together(self, points: Mapping[int, Any]) -> bool:
        """Return whether the sides can have scored this beside each other, the bids made in order."""
        playing = {seat for side in self.sides for seat in side}
        silent = not any(score for seat, score in points.items() if seat not in playing)
        return silent and any(self._add_up(each, points) for each in self.found)

    def knocked_out(self, seat: int, score: Any) -> Iterator[bool]:
        """Yield whether a player is knocked out with this score, in each way to it."""
        place = self.sides.index((seat,))
        for way in [way for each in self.found for way, scored in each[place] if scored == score]:
            yield seat in self.scoring.knocked_out(self._ended({(seat,): way}), [0] * self.hand.players)

    def _sorted(self, side: Seats, most: int) -> dict[tuple[Any, ...], list[Way]]:
        ways = list(islice(self._ways(side), most + 1))
        if len(ways) > most:
            raise TooManyWaysError
        found = defaultdict[tuple[Any, ...], list[Way]](list)
        for way in ways if self.looks else ():
            with suppress(FormulaError):
                row = self.scoring.rows(self._ended({side: way}))[0][side[0]]
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
                    points, bags = self.scoring.points(self._ended({**others, side: way}))
                    if self.scoring.bags and bags[side[0]] < 0:
                        raise TooManyWaysError  # nobody knows how far below none they were
                    found[-1].append((way, points[side[0]]))
        return found

    def _ended(self, had: Mapping[Seats, Way]) -> Ended:
        """Return the hand if these sides had this and the others nothing."""
        bids: list[Any] = [0] * self.hand.players
        won, counts = [0] * self.hand.players, [[0] * self.hand.players for _ in self.scoring.counts]
        bags = [brought or 0 for brought in self.state.bags]
        for side, way in had.items():
            for seat, bid, tricks in zip(side, way.bids, way.won, strict=True):
                bids[seat], won[seat], bags[seat] = bid, tricks, way.bags or bags[seat]
            for count, number in zip(counts, way.counts, strict=False):
                count[side[0]] = number
        last = next((way.last for way in had.values() if way.last is not None), None)
        return self.hand.ended(bids, won, last, counts)._replace(bags=bags)

    def _ways(self, side: Seats) -> Iterator[Way]:
        """Yield what a side may have had: one of all ways that make no difference to its score."""
        begun = {(0, 0, 0, frozenset[str]()): Way((), ())}
        for seat in side:
            able, longer = [*self._of_player(side, seat)], dict[Any, Way]()
            for (worth, bids, won, words), way in begun.items():
                for bid, tricks, more in able:
                    if won + tricks <= self.hand.cards:
                        alike = worth + more, bids + (bid or 0), won + tricks, words | {word_of(bid)}
                        longer.setdefault(alike, Way((*way.bids, bid), (*way.won, tricks)))
            begun = longer
        rule = self.scoring.bags
        brought = (0, rule.limit - 1) if rule and None in self.state.bags else (0,)
        """With the fewest bags and the most; any others fill up as one of these do."""
        for way in begun.values():
            tricks = sum(way.won)
            for last, counts, bags in product(self._last(side, tricks), self._counts(side, tricks), brought):
                yield way._replace(last=last, counts=counts, bags=bags)

    def _of_player(self, side: Seats, seat: int) -> Iterator[tuple[Any, int, Any]]:
        """Yield what a player may have bid and won, and what is scored for that alone; a side's tricks go to its first player
        where only what it does together is scored."""
        hand, together = self.hand, _only_sides(self.hand)
        playing = [other for other in side if other in self.state.seats]
        bids: Sequence[Any] = (hand.bids[seat],)
        if "bid" in self.scoring.needs and hand.bids[seat] is None:
            bids = possible_bids(hand, seat) if seat in playing else (0,)
        tricks: Sequence[int] = (hand.won[seat] or 0 if hand.won else 0,)
        if self.by_tricks and seat in (playing[:1] if together else playing):
            tricks = range(hand.cards + 1)
        for bid, won in product(bids, tricks):
            with suppress(FormulaError):
                worth: Any = 0
                if not (self.alone or together):
                    rows, _ = self.scoring.rows(self._ended({(seat,): Way((bid,), (won,))}))
                    worth = sum(part.worth(rows[seat], rows) for part in self.scoring.parts if not part.by_side)
                yield bid, won, worth

    def _last(self, side: Seats, tricks: int) -> Iterator[int | None]:
        """Yield who of a side may have taken the last trick: nobody, or its first player for all of them."""
        hand = self.hand
        if "last_trick" not in self.scoring.needs:
            yield None
            return
        known = hand.out.last is not None
        if tricks and (not known or hand.out.last in side):
            yield side[0]
        if hand.out.last not in side if known else tricks < hand.cards:
            yield None

    def _counts(self, side: Seats, tricks: int) -> Iterator[tuple[int, ...]]:
        """Yield what the cards of a side can count in this many tricks."""
        known = self.hand.out.counts
        if known is not None:
            yield tuple([sum(count[seat] for seat in side) for count in known])
            return
        found = set[tuple[int, ...]]()
        least, most = self._cards(side, tricks)
        for own in {own for seat in side for own in self.hand.own[seat]}:
            sums, rest = self.rules.remembered(("sums", own, self.state.trump), partial(self._sums, own))
            sure = self._least_counts(side, own)
            found |= {
                counts
                for counts, cards in sums
                if cards <= most
                and least <= cards + rest
                and all(map(ge, counts, sure))  # a map ends with the shorter one
            }
        yield from found

    def _least_counts(self, side: Seats, own: int) -> list[int]:
        """Return the least of each count for a side that took these cards and perhaps more; empty without any."""
        taken = reduce(or_, [self.state.taken[seat] for seat in side], 0)
        kinds = [(taken >> card & 1, self.hand.kind(card, own)) for card in members(self.rules.pack if taken else 0)]
        sums = [[each if sure else min(each, 0) for each in kind] for sure, kind in kinds]
        return [sum(each) for each in zip(*sums, strict=True)]

    def _cards(self, side: Seats, tricks: int) -> tuple[int, int]:
        """Return how many cards a side may have taken in this many tricks: at least and at most."""
        rules, size = self.rules, len(self.state.seats)
        if rules.stock and not rules.stock.tricks_count:
            return 0, rules.pack.bit_count()
        fewest, many = (tricks, tricks) if self.by_tricks or self.hand.won else (0, self.hand.cards)
        least, most = stocks.talon_counted(rules, self.state, side)
        back = rules.goes_back.bit_count()
        return fewest * size + least - back, many * size + most + back

    def _sums(self, own: int) -> tuple[set[tuple[Kind, int]], int]:
        """Return what cards can count for a player with this symbol, with how many do, and how many others there are."""
        kinds = Counter(self.hand.kind(card, own) for card in members(self.rules.pack))
        sums = {((0,) * len(self.scoring.counts), 0)}
        for kind, size in kinds.items():
            if any(kind):
                sums = {
                    (tuple([count + many * each for count, each in zip(counts, kind, strict=True)]), cards + many)
                    for counts, cards in sums
                    for many in range(size + 1)
                }
                if len(sums) > MOST_WAYS:
                    raise TooManyWaysError
        return sums, sum(size for kind, size in kinds.items() if not any(kind))

    def _limits(self) -> Iterator[Limit]:
        """Yield what the tricks, the last tricks and the counts of all sides add up to."""
        if self.by_tricks:
            yield Limit(lambda way: sum(way.won), self.hand.cards, self.hand.cards)
        if "last_trick" in self.scoring.needs and self.hand.cards:
            yield Limit(lambda way: way.last is not None, 1, 1)
        everybody = len(self.state.seats) == self.hand.players and self.hand.all_dealt and not self.rules.goes_back
        for place, count in enumerate(self.scoring.counted if self.hand.out.counts is None else ()):
            worths = [count.worth(card, 0, self.state.trump) for card in members(self.rules.pack)]
            if not count.own and (everybody or min(worths) >= 0):
                yield Limit(partial(_count_of, place), sum(worths) * everybody, sum(worths))

    def _add_up(self, each: Scored, points: Mapping[int, Any]) -> bool:
        """Return whether the sides can have one of these ways each and score this, the bids made in order; assumed if that is
        too much to try."""
        reached = {(0,) * len(self.limits): 1}
        """By what the sides have so far: what their bids may add up to, as a mask."""
        in_order = self.alone and self.hand.bids_open
        for place, (side, ways) in enumerate(zip(self.sides, each, strict=True)):
            said = {points[seat] for seat in side if seat in points}
            able = {
                (tuple([limit.of(way) for limit in self.limits]), way.bids[0] or 0 if in_order else 0)
                for way, score in ways
                if not said or said == {score}
            }
            if len(reached) * len(able) > MOST_SUMS:
                return True
            sums = {bids: self._allowed(side[0], place, bids) for bids in members(reduce(or_, reached.values(), 0))}
            open_to = {
                bid: mask_of(bids for bids, allowed in sums.items() if allowed is None or allowed >> bid & 1)
                for _, bid in able
            }
            after = defaultdict[tuple[int, ...], int](int)
            for (spent, bids), (more, bid) in product(reached.items(), able):
                after[tuple([one + other for one, other in zip(spent, more, strict=True)])] |= (
                    bids & open_to[bid]
                ) << bid
            reached = after
        return any(
            bids and all(limit.least <= many <= limit.most for limit, many in zip(self.limits, spent, strict=True))
            for spent, bids in reached.items()
        )

    def _allowed(self, seat: int, place: int, bids: int) -> int | None:
        """Return the bids left to the last player after these; None if any of the possible ones is."""
        hand = self.hand
        if not (self.alone and hand.bids_open) or place < len(self.sides) - 1 or any(b is not None for b in hand.bids):
            return None
        names = auctions.names_for(hand.rules, hand.state, seat) | {"bids": bids, "spoken": place, "last": True}
        return _left(hand, names, {"bids", "spoken", "last"})


def possible_bids(hand: Known, seat: int) -> list[Any]:
    """Return the bids that a player may have made, whatever was bid before."""
    rules = hand.rules
    mask = _left(hand, auctions.names_for(rules, hand.state, seat), set())
    numbers: list[Any] = [bid for bid in range(hand.state.cards + 1) if mask >> bid & 1]
    known = {"cards": hand.state.cards, "players": rules.players}
    words = {word: int(rules.bid_words[word].run(known, (known,))) for word in rules.bid_marks}
    return numbers + [Marked.by(word, bid) for word, bid in words.items() if 0 <= bid <= hand.state.cards]


def _left(hand: Known, names: Mapping[str, Any], knows: set[str]) -> int:
    """Return the bids left by the words of bidding that need only what is known about a hand without recorded bids."""
    mask: int = (2 << hand.state.cards) - 1
    unknown = {"bids", "spoken", "last", "partner_bid", *hand.rules.held_names} - knows
    unknown |= {"total"} if None in hand.state.scores else set()
    for rule in hand.rules.bidding:
        if rule.names & unknown:
            break  # whether a later word gives way depends on this one
        mask = mask & rule.allow(names) or mask
    return mask


class Together:
    """The possible courses of a hand whose scoring looks at everybody: what all the players together score in each."""

    def __init__(self, hand: Known, courses: Sequence[Known]) -> None:
        self.hand = hand
        if sum(map(self._many, courses)) > MOST_WAYS:
            raise TooManyWaysError
        passed_out = {(0,) * hand.players} if _passed_out(hand) else set[tuple[Any, ...]]()
        self.found = passed_out.union(*map(self._all, courses))
        """What everybody scores in each of them."""
        self.scores = [{points[seat] for points in self.found} for seat in range(hand.players)]
        """What every player can score."""

    @staticmethod
    def fits(hand: Known) -> bool:
        """Return whether a hand is scored like this."""
        rules, scoring = hand.rules, hand.scoring
        if {*outcomes.unknown(rules, hand.state, hand.out)} & {"bids", "roles", "bags so far"}:
            return False
        everybody = len(hand.state.seats) == rules.players and not (rules.goes_back or rules.talon_goes_to)
        by_side = _only_sides(hand) and len(rules.sides) < rules.players
        return not scoring.counts and "last_trick" not in scoring.needs if by_side else everybody

    def together(self, points: Mapping[int, Any]) -> bool:
        """Return whether these players can score this in one hand."""
        return any(all(way[seat] == score for seat, score in points.items()) for way in self.found)

    def _takers(self, hand: Known) -> Sequence[int]:
        """Return who may have won tricks: of a side its first player, where only sides are scored."""
        if not _only_sides(hand):
            return hand.state.seats
        sides = seats.sides(hand.rules, hand.state)
        return [next(seat for seat in side if seat in hand.state.seats) for side in sides]

    def _many(self, hand: Known) -> int:
        spread = hand.players - hand.all_dealt
        many = prod([comb(many + spread, spread) for kinds, many in hand.classes().items() if any(map(any, kinds))])
        if hand.won is None and "won" in hand.scoring.needs:
            takers = len(self._takers(hand))
            many *= comb(hand.cards + takers - 1, takers - 1)
        return many * len(hand.takers)

    def _tricks(self, hand: Known) -> Iterator[list[int | None] | None]:
        """Yield every way in which the tricks can have been won; None for any, if that does not matter."""
        if hand.won or "won" not in hand.scoring.needs:
            yield hand.won
            return
        takers = self._takers(hand)
        for share in shares(hand.cards, len(takers)):
            won = dict(zip(takers, share, strict=True))
            yield [won.get(seat, 0) for seat in range(hand.players)]

    def _all(self, hand: Known) -> Iterator[tuple[Any, ...]]:
        everyone, classes = range(hand.players), hand.classes()
        fillers = sum(many for kinds, many in classes.items() if not any(map(any, kinds)))
        counting = [(kinds, many) for kinds, many in classes.items() if any(map(any, kinds))]
        tricks = list(self._tricks(hand))
        for dealt in product(*(list(shares(many, hand.players, whole=hand.all_dealt)) for _, many in counting)):
            held = [sum(share[seat] for share in dealt) for seat in everyone]
            counts = [[0] * hand.players for _ in hand.scoring.counts]
            for (kinds, _), share in zip(counting, dealt, strict=True):
                for seat, (name, count) in product(everyone, enumerate(counts)):
                    count[seat] += share[seat] * kinds[seat][name]
            for won, taker in product(tricks, hand.takers):
                if _fits(hand, held, fillers, won, taker):
                    with suppress(FormulaError):
                        ended = hand.ended(hand.bids, won or [0] * hand.players, taker, counts)
                        yield tuple(hand.scoring.points(ended)[0])


def _fits(hand: Known, held: Sequence[int], fillers: int, won: Sequence[int | None] | None, taker: int | None) -> bool:
    """Return whether players who won these tricks, one of them the last, can have taken this many cards that count."""
    size = len(hand.state.seats)
    if won is None:
        return sum([max(-(-many // size), seat == taker) for seat, many in enumerate(held)]) <= hand.cards
    if taker is not None and not won[taker]:
        return False
    rest = [(tricks or 0) * size - many for tricks, many in zip(won, held, strict=True)]
    return min(rest) >= 0 and (sum(rest) <= fillers or not hand.scoring.counts)


def shares(many: int, players: int, *, whole: bool = True) -> Iterator[tuple[int, ...]]:
    """Yield every way to share out a number of things among players; if not `whole`, some may be left over."""
    if not players:
        if not (whole and many):
            yield ()
        return
    for first in range(many + 1):
        for rest in shares(many - first, players - 1, whole=whole):
            yield (first, *rest)
