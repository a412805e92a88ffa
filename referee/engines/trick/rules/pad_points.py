"""A score pad that says too little to score a hand: whether what it counts and its points are possible, and how the hand ends.

What each side may have had is tried by itself, under every contract that the hand may have had. Sides may have had it beside
each other if their tricks and the cards that count add up.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import product
from math import inf
from operator import add
from typing import NamedTuple

from referee.core.cards import members
from referee.core.data import Said
from referee.core.events import Finding, number_of
from referee.core.formula import FormulaError, Value
from referee.core.pads import NOTHING, Course, PadPoints, RoundScores, Taken
from referee.core.places import Pointer
from referee.engines.trick.compiled import TrickRules
from referee.engines.trick.rules import auctions, outcomes, pad_contracts, seats, stocks
from referee.engines.trick.state import TrickState
from referee.engines.trick.words.bids import Worded, words_of
from referee.engines.trick.words.counts import ANYHOW, Count
from referee.engines.trick.words.scoring import Hand, Sides, in_play

Seats = tuple[int, ...]
MOST_TRIES = 40_000
"""The most hands that are looked at; with more, nothing is said."""
MOST_COUNTED = 20_000
"""The most different amounts that cards can count, by their number, that are kept."""
TRIED = {"bids", "tricks", "captured cards", "bags so far"}
"""Numbers in which the ways of a hand differ, besides its contract and the matadors."""
SEEN = (
    "cards", "seats", "trump", "roles", "own_cards", "phase", "taken", "contract", "bid_for", "declarer", "partner", "doubled",
    "bags", "carried",
)  # fmt: skip
"""Parts of a state on which the score of a hand may depend, besides the names of its formulas."""


COUNTS: Pointer = ("result", "counts")


def count_faults(rules: TrickRules, state: TrickState, value: Said, won: Mapping[int, int]) -> Iterator[Finding]:
    """Yield the faults of counts in a result (`value`) that are impossible; `state` is that hand, `won` its tricks as
    far as they are given."""
    if "captured" in value:
        message = "the captured cards are given, and the counts follow from them; remove `counts`"
        yield Finding("order", message, at=COUNTS, bars=True)
        return
    given = value["counts"]
    wrong = list(_wrong_numbers(rules, state, given, won))
    if wrong:
        yield from wrong
    else:
        yield from _wrong_totals(rules, state, given)


def _wrong_numbers(
    rules: TrickRules, state: TrickState, given: Mapping[int, Mapping[str, int]], won: Mapping[int, int]
) -> Iterator[Finding]:
    """Yield numbers of more than there is, or of somebody who does not play or won nothing."""
    by_name = dict(zip(rules.scoring.counts, rules.scoring.counted, strict=True))
    for seat, numbers in given.items():
        who = state.players[seat]
        may_have_cards = _may_have_cards(rules, state, seat, won)
        for name, number in numbers.items():
            most = 0
            if seat in state.seats:
                most = in_all(rules, state, by_name[name], seat)
            beyond = not 0 <= number <= most  # a log may write the beginning of a name
            if beyond:
                says = _there_are(most)
            elif number and not may_have_cards and by_name[name].fell == ANYHOW:
                says = "without a trick it is 0"
            else:
                continue
            message = f"{who} counts {number} for {_with_spaces(name)}; {says}"
            yield Finding("result", message, seat, at=COUNTS + (who,), bars=beyond)


def _may_have_cards(rules: TrickRules, state: TrickState, seat: int, won: Mapping[int, int]) -> bool:
    """Whether a player, or a partner if these count together, may have taken cards: in tricks, or beside them."""
    if rules.goes_back or (rules.stock and not rules.stock.tricks_count):
        return True
    side: Sequence[int] = (seat,)
    if rules.scoring.by_side:
        side = seats.side_of(rules, state, seat)
    if stocks.talon_counted(rules, state, side)[1]:
        return True
    return any(won.get(other, 1) for other in side)


def _wrong_totals(rules: TrickRules, state: TrickState, given: Mapping[int, Mapping[str, int]]) -> Iterator[Finding]:
    """Yield counts that the cards of the hand are not worth together."""
    for name, count in zip(rules.scoring.counts, rules.scoring.counted, strict=True):
        if count.own or (count.by_trump and not count.compares and not outcomes.trump_known(rules, state)):
            continue
        total = sum([numbers.get(name, 0) for numbers in given.values()])
        most = in_all(rules, state, count)
        known = not count.compares and count.fell == ANYHOW and _ends_with_players(rules, state)
        if total > most or (total < most and known):
            message = f"{total} {'is' if total == 1 else 'are'} counted for {_with_spaces(name)}; {_there_are(most)}"
            yield Finding("result", message, at=COUNTS)


def _with_spaces(name: str) -> str:
    return name.replace("_", " ")


def _there_are(most: int) -> str:
    return f"in all there {'is' if most == 1 else 'are'} {most or 'none'}"


def in_all(rules: TrickRules, state: TrickState, count: Count, seat: int = 0) -> int:
    """The most that all cards together can count for the player at `seat`, with the best role and trump suit if these
    are not known."""
    if count.compares:  # it counts the highest or the lowest of some cards: that is one card, or all equal copies of it
        return max([mask.bit_count() for mask in rules.deck.twins])
    trumps = [state.trump]
    if not outcomes.trump_known(rules, state):
        trumps = list(rules.trumps)
    own = [state.own_cards[seat]]
    if state.roles is None and count.own:
        own = [rules.role_cards(role) for role in range(len(rules.roles))]
    cards = list(members(rules.pack))
    totals = []
    for trump, mine in product(trumps, own):
        totals.append(sum([max(count.worth(card, mine, trump), 0) for card in cards]))
    return max(totals)


def all_counted(rules: TrickRules, state: TrickState, value: Said, won: Mapping[int, int]) -> bool:
    """Return whether the captured cards of a result are all that players took, as far as they count.

    A player with tricks who is not mentioned may have taken any card that counts and is in nobody's pile. `won` are the tricks
    as far as they are known; if the result gives them for sides, partners have one pile.
    """
    captured = value["captured"]
    for_sides = rules.scoring.by_side and len(value.get("won", won)) < rules.players
    for side in seats.sides(rules, state):
        omitted = []
        for seat in side:
            if seat not in captured and won.get(seat, 1):
                omitted.append(seat)
        if for_sides and len(omitted) < len(side):
            continue  # they have one pile
        if omitted:
            return not counts_outside_piles(rules, state)
    return True


def counts_outside_piles(rules: TrickRules, state: TrickState) -> bool:
    """Return whether a card that is in nobody's pile counts for somebody."""
    outside = members(rules.pack & ~sum(state.taken))
    each = product(outside, rules.scoring.counted, state.own_cards)
    return any(count.worth(card, mine, state.trump) for card, count, mine in each)


def _ends_with_players(rules: TrickRules, state: TrickState) -> bool:
    """Return whether every card of the pack ends with somebody who plays."""
    if rules.may_be_short:
        return False
    tricks = rules.tricks_counted(rules.cards_in_hand(state.hand), len(state.seats))
    beside = sum([stocks.talon_counted(rules, state, side)[0] for side in seats.sides(rules, state)])
    return tricks * len(state.seats) + beside == rules.pack.bit_count() and not rules.goes_back


def faults(rules: TrickRules, state: TrickState, value: Said, out: Hand) -> Iterator[Finding]:
    """Yield the faults of points, in a result or claimed beside it, that no way of sharing the tricks and cards can
    give."""
    pad = _points_in(rules, state, value)
    won = _tricks_known(state, out)
    dealt = rules.cards_in_hand(state.hand)
    everybody = _of_everybody(rules, pad.sides, pad.points)
    wrong_sum = ""
    if everybody and (any(everybody) or not _may_be_passed_out(rules, state, out)):
        wrong_sum = rules.scoring.wrong_sum(everybody, state.cards, state.hand)

    def given(seat: int) -> str:
        """The facts with which a message about a player's points begins."""
        if won is None:
            return f"in a hand of {number_of(dealt, 'cards')} it"
        side = seats.side_of(rules, state, seat) or (seat,)
        tricks = sum([won[other] for other in side])
        return f"with {tricks or 'none'} of {rules.tricks_counted(dealt, len(state.seats))} tricks it"

    more = ""
    same = _same_for_all(rules, state)
    if same:
        more = f" (in all: {', '.join(same)})"
    able = _scores(rules, state, out)
    yield from pad.faults(able, more, unit="hand", given=given, wrong_sum=wrong_sum)
    yield from pad.impossible_totals(state.may_have, _gains(rules, able, pad))


def _same_for_all(rules: TrickRules, state: TrickState) -> list[str]:
    """What all cards of the hand count together, however they are shared, by name: 'hearts 13'."""
    if not _ends_with_players(rules, state):
        return []
    same = []
    for name, count in zip(rules.scoring.counts, rules.scoring.counted, strict=True):
        if not count.own:
            same.append(f"{_with_spaces(name)} {in_all(rules, state, count)}")
    return same


def _gains(rules: TrickRules, able: RoundScores | None, pad: PadPoints) -> list[Collection[Value] | None]:
    """The points that each player can have from a hand, by seat: the one number on the pad, if it has one, or else all
    that are possible (`able`); None if it may be any."""
    gains: list[Collection[Value] | None] = [None] * rules.players
    if able:
        gains = list(able.each)
    for side in pad.sides:
        written = [pad.points[seat] for seat in side if seat in pad.points]
        if written:
            for seat in side:
                gains[seat] = {pad.points.get(seat, written[0])}
    return gains


def close(rules: TrickRules, state: TrickState, value: Said, out: Hand) -> None:
    """Score a hand from its results (`value`). If they are not enough, with the only possible points, or with those
    claimed, unless these are impossible."""
    if outcomes.can_score(rules, state, out):
        outcomes.score(rules, state, out)
        return
    pad = _points_in(rules, state, value)
    able = _scores(rules, state, out)
    only = _only_points(rules, able)
    impossible = any(faults(rules, state, value, out))
    points = None
    if only and not impossible:
        points = only
    elif pad.told and not (impossible and next(iter(pad.told)) in pad.beside):
        # what the table wrote stands even if it is impossible, unlike a claim `beside` the result
        points = _of_everybody(rules, pad.sides, pad.points)
        if points is not None:
            state.miss("score")
    if not only:
        outcomes.note_unknown(rules, state, out, value)
    lost = seats_knocked_out(rules, state, value, out)
    if lost:
        state.out += tuple(lost)
    totals = outcomes.totals_after(state.scores, points)
    if points:
        gained: Sequence[Collection[Value] | None] = [{more} for more in points]
    else:
        gained = _gains(rules, able, pad)
    state.may_have = outcomes.totals_possible(state, gained)
    if None in state.scores:
        totals = _of_everybody(rules, rules.sides, value.get("totals", {}))
    outcomes.close_unscored(rules, state, out, points, totals)
    if len(seats.sides_at_target(rules, state)) > 1:
        state.miss("declarer")


def _only_points(rules: TrickRules, able: RoundScores | None) -> list[Value] | None:
    """The points of every player if each can have only one number of them; None otherwise."""
    if not able:
        return None
    only = [min(each) for each in able.each if len(each) == 1]
    if len(only) < rules.players:
        return None
    return only


def seats_knocked_out(rules: TrickRules, state: TrickState, value: Said, out: Hand) -> list[int] | None:
    """The seats that are knocked out by the points on a pad; None if these do not say."""
    rule = rules.scoring.knock_out
    if rule is None or rule.over or rule.around or "total" in rule.names:
        return None
    able = _scores(rules, state, out)
    if not able:
        return None
    points = _points_in(rules, state, value).points
    lost = list[int]()
    for seat in state.seats:
        ends = set()
        for course in able.courses:
            for way in course.scores(seat).get(points.get(seat), ()):
                ends.add(way[-1])  # whether it knocks the player out
        if len(ends) != 1:
            return None
        if True in ends:
            lost.append(seat)
    return lost


def _points_in(rules: TrickRules, state: TrickState, value: Said) -> PadPoints:
    """The points that a result has, or that are claimed beside it."""
    sides = rules.sides
    if not rules.scoring.unpooled:
        sides = seats.sides(rules, state)
    with_idle = list(sides)
    for seat in range(rules.players):
        if not any(seat in side for side in sides):
            with_idle.append((seat,))
    return PadPoints("result", state.players, state.scores, value, tuple(with_idle), value.get("claimed", ()))


def _of_everybody(rules: TrickRules, sides: Sides, given: Mapping[int, Value]) -> list[Value] | None:
    """The points or totals on a pad, by seat, if it names at least one player of each side; None if it does not."""
    same = {}
    for side in sides:
        for seat in side:
            if seat in given:
                for other in side:
                    same[other] = given[seat]
    known = {**same, **given}
    if len(known) != rules.players:
        return None
    return [known[seat] for seat in range(rules.players)]


def _tricks_known(state: TrickState, out: Hand) -> list[int] | None:
    """The tricks of all players, if they are known."""
    if None in in_play(state.seats, out.won):
        return None
    return [tricks or 0 for tricks in out.won]


def _may_be_passed_out(rules: TrickRules, state: TrickState, out: Hand) -> bool:
    """Return whether nobody may have bid, so that the hand was not played."""
    if rules.auction is None or rules.auction.somebody_must or rules.auction.played_by_nobody:
        return False
    return state.contract < 0 and not _tricks_known(state, out)


WITHOUT_LIMIT = (-inf, inf)


class TooManyWaysError(Exception):
    """There are more ways than are tried, or those of a side depend on more than the side."""


def _scores(rules: TrickRules, state: TrickState, out: Hand) -> RoundScores | None:
    """What a hand can have scored, found once for hands that scoring cannot tell apart. None if there are too many ways,
    or if it depends on something else that is not known."""
    scoring = rules.scoring
    if scoring.choices or ((scoring.compares or scoring.by_play) and out.counts is None):
        return None
    if state.vulnerable is None and (rules.vulnerable or rules.vulnerable_when):
        return None
    if state.dealer < 0 and "dealer" in scoring.columns:
        return None
    ended = seats.end_of_hand(rules, state, out)
    columns = [list(column(rules.players, scoring.hands, ended)) for column in scoring.columns.values()]
    seen = [getattr(state, name) for name in SEEN]
    return rules.remember(repr((columns, out, seen)), partial(_try_scores, rules, state, out))


def _try_scores(rules: TrickRules, state: TrickState, out: Hand) -> RoundScores | None:
    """What a hand can have scored, under each contract that it may have had. None if there are too many ways, or if it
    depends on more than is tried."""
    courses: list[Course] = []
    if _may_be_passed_out(rules, state, out):
        courses.append(NOTHING)
    tries = iter(range(MOST_TRIES))
    with suppress(TooManyWaysError, FormulaError):
        if _contract_named_later(rules, state, out):
            able = pad_contracts.courses(rules, state, out)
            if able is None:
                return None
            return RoundScores(courses + list(able), rules.players)
        for hand, known in _contracts(rules, state, out):
            if not TRIED.issuperset(outcomes.unknown(rules, hand, known)):
                return None
            courses += _OpenHand(rules, hand, known, tries).courses()
        return RoundScores(courses, rules.players)
    return None


def _contract_named_later(rules: TrickRules, state: TrickState, out: Hand) -> bool:
    """Whether the contract or the bid of a hand is not known, and the contract is one that a declarer names after the
    auction."""
    if rules.auction is None or not rules.auction.contracts:
        return False
    lacking = set(outcomes.unknown(rules, state, out))
    return not lacking.isdisjoint(("contract", "declarer", "bid")) and lacking <= pad_contracts.UNKNOWN


def _contracts(rules: TrickRules, state: TrickState, out: Hand) -> Iterator[tuple[TrickState, Hand]]:
    """Yield the hand with each contract that it may have had, and each number of matadors. Contracts that are named
    after the auction are too many: with these it stays as it is."""
    for hand in _hands_by_contract(rules, state):
        if any(won for seat, won in enumerate(out.won) if seat not in hand.seats):
            continue
        matadors: Iterable[int | None] = [out.matadors]
        if rules.matadors_count and out.matadors is None and hand.contract >= 0:
            trumps = (hand.ranking.trumps & rules.pack).bit_count()
            matadors = range(min(1, trumps), trumps + 1)
        for many in matadors:
            yield hand, out._replace(matadors=many)


def _hands_by_contract(rules: TrickRules, state: TrickState) -> list[TrickState]:
    """The hand with each contract that it may have had; as it is if that is known, or named after the auction."""
    auction = rules.auction
    if auction is None or auction.contracts or state.contract >= 0 or outcomes.played_by_nobody(rules, state):
        return [state]
    times = [1]
    if auction.doubles >= 0:
        times.append(2)
    if auction.redoubles >= 0:
        times.append(4)
    declarers: Sequence[int] = state.seats
    alone = any(words["partner"] == "sits_out" for words in auction.marks.values())
    if auction.partner == "partner" and not alone:  # of partners who always play together the first
        declarers = [side[0] for side in rules.sides]
    hands = []
    for declarer, call, doubled in product(declarers, range(auction.bids), times):
        hand = state.copy()
        auctions.settle_contract(rules, hand, {"contract": call, "declarer": declarer, "doubled": doubled})
        hands.append(hand)
    if auction.played_by_nobody:
        hand = state.copy()
        auctions.settle_contract(rules, hand, {"contract": auction.passes})
        hands.append(hand)
    return hands


def _counts_together(rules: TrickRules, own: int, trump: int) -> list[set[Taken]] | None:
    """Everything that cards of the pack can count, by how many cards they are: sets of tuples with a number for each
    count. None if there are too many. `own` are the cards with the player's symbol."""
    worths = []
    for card in members(rules.pack):
        worths.append(tuple([count.worth(card, own, trump) for count in rules.scoring.counted]))
    reached: list[set[Taken]] = [{(0,) * len(rules.scoring.counted)}]
    for one, copies in Counter(worths).items():  # cards that are worth the same, added together to those before
        longer = [set[Taken]() for _ in range(len(reached) + copies)]
        for many, sums in enumerate(reached):
            for taken in range(copies + 1):
                more = [taken * worth for worth in one]
                longer[many + taken].update(tuple(map(add, each, more)) for each in sums)
        reached = longer
        if sum(map(len, reached)) > MOST_COUNTED:
            return None
    return reached


class Way(NamedTuple):
    """A way in which a side may have made its points: the bids and tricks of its players, what its cards count, and the bags
    brought, if nobody knows them."""

    bids: tuple[int | None, ...] = ()
    won: tuple[int, ...] = ()
    counts: Taken = ()
    bags: int = 0


class _OpenHand:
    """The ways of each side in a hand with one contract. A score may look at other sides only through formulas such as
    `count(made_all) > 0`; what these ask sorts the ways of a side. `tries` are how many hands may still be looked at."""

    def __init__(self, rules: TrickRules, state: TrickState, out: Hand, tries: Iterator[int]) -> None:
        """Prepare a hand with one contract. Raises TooManyWaysError if a side's score depends on more than the side."""
        self.rules = rules
        self.state = state
        self.out = out
        self.tries = tries
        self.scoring = rules.scoring
        self.hand = seats.end_of_hand(rules, state, out)
        self.sides = self.hand.sides
        alone = all(len(side) == 1 for side in self.sides)
        if alone:
            self.own = []
        else:
            self.own = [part for part in self.scoring.parts if not part.by_side]
        """Parts of the score that are for players, not for sides together."""
        apart = alone or not (self.scoring.unpooled or self.scoring.by_symbol)
        if self.scoring.looks_around or not apart or (self.own and (self.scoring.counts or self.scoring.looked_at)):
            raise TooManyWaysError  # a score that depends on other sides, or on which partner did what
        self.won = _tricks_known(state, out)
        self.tricks = rules.tricks_counted(rules.cards_in_hand(state.hand), len(state.seats))
        self.by_tricks = self.won is None and "won" in self.scoring.needs

    def courses(self) -> Iterator[Course]:
        """Yield what all sides can score beside each other: one course for each combination of what formulas ask of
        others.

        With its points each side takes tricks, counts of cards, bids, and whether it is knocked out; the limits say what
        these may add up to.
        """
        limits = self._limits()
        for sorts in product(*[self._ways_by_effect(side).values() for side in self.sides]):
            others = {side: ways[0] for side, ways in zip(self.sides, sorts, strict=True)}
            able = {side: self._points_of(side, ways, others) for side, ways in zip(self.sides, sorts, strict=True)}
            for bids in self._sums_of_bids():
                course = Course(able, limits + [bids, WITHOUT_LIMIT])
                if course.together({}):
                    yield course

    def _limits(self) -> list[tuple[float, float]]:
        """The least and the most that the tricks, and then each count, of all sides can add up to; without limit where
        that does not matter."""
        limits: list[tuple[float, float]] = [WITHOUT_LIMIT]
        if self.by_tricks:
            limits = [(0 if self.rules.may_be_short else self.tricks, self.tricks)]
        most = self.rules.pack.bit_count()
        fewest = 0
        if _ends_with_players(self.rules, self.state):
            fewest = most
        for count in self.scoring.counted:
            if count.own or self.out.counts is not None:
                limits.append(WITHOUT_LIMIT)
            else:
                limits.append(self._span(count, 0, fewest, most))
        return limits

    def _sums_of_bids(self) -> list[tuple[float, float]]:
        """The sums that all bids together can have, as runs of numbers (first, last): where bids may not add up to the
        cards, all below and all above."""
        rules = self.rules
        cards = self.state.cards
        players = len(self.state.seats)
        known = {"cards", "players", "bid", "bids", "spoken", "last"}
        if not rules.bids_spoken or "bids" not in rules.bid_names or not rules.bid_names <= known:
            return [(-inf, inf)]
        names = {"cards": cards, "players": rules.players, "spoken": players - 1, "last": True}
        possible = set[int]()
        for before in range(cards * (players - 1) + 1):
            left = (2 << cards) - 1  # the bids of the last player, from 0 to the number of cards
            for _, leaves in auctions.in_force(rules, names | {"bids": before}, left):
                left &= leaves
            possible |= {before + bid for bid in members(left)}
        runs: list[tuple[float, float]] = []
        for total in sorted(possible):
            if total - 1 in possible:
                runs[-1] = (runs[-1][0], total)
            else:
                runs.append((total, total))
        return runs

    def _points_of(self, side: Seats, ways: Sequence[Way], others: dict[Seats, Way]) -> Mapping[Value, set[Taken]]:
        """The points that a side can score in these ways, each with all that it may take with them: tricks, counts,
        bids, and whether it is knocked out. `others` had this."""
        scored = defaultdict[Value, set[Taken]](set)
        for way in ways:
            ended = self._hand_with(others | {side: way})
            points, bags = self.scoring.points(ended)
            if self.scoring.bags and bags[side[0]] < 0:
                raise TooManyWaysError  # nobody knows how far below none the bags were
            lost = side[0] in self.scoring.knocked_out(ended, [0] * self.rules.players)
            bids = sum([bid or 0 for bid in way.bids])
            scored[points[side[0]]].add((sum(way.won),) + way.counts + (bids, lost))
        return scored

    def _ways_by_effect(self, side: Seats) -> dict[tuple[object, ...], list[Way]]:
        """The ways of a side, sorted by the values of those names about which the formulas of others ask."""
        alike = defaultdict[tuple[object, ...], list[Way]](list)
        asked = self.scoring.looked_at
        for way in self._ways(side):
            row = {}
            if asked:
                row = self.scoring.rows(self._hand_with({side: way}))[1][self.sides.index(side)]
            alike[tuple([row[name] for name in asked])].append(way)
        return alike

    def _hand_with(self, had: Mapping[Seats, Way]) -> Hand:
        """The hand as it ended if these sides had this and the others nothing. Raises TooManyWaysError once that was
        asked too often."""
        if next(self.tries, None) is None:
            raise TooManyWaysError  # too many hands to look at
        players = self.rules.players
        bids: list[int | None] = [0] * players
        won = [0] * players
        counts = [[0] * players for _ in self.scoring.counts]
        bags = []
        for brought in self.state.bags:
            bags.append(brought or 0)
        for side, way in had.items():
            for seat, bid, tricks in zip(side, way.bids, way.won, strict=True):
                bids[seat], won[seat], bags[seat] = bid, tricks, way.bags or bags[seat]
            for count, number in zip(counts, way.counts, strict=False):
                count[side[0]] = number
        return self.hand._replace(bids=bids, won=won, counts=tuple(map(tuple, counts)), bags=bags)

    def _ways(self, side: Seats) -> Iterator[Way]:
        """Yield what a side may have had, but only one of all ways that score the same."""
        brought = [0]
        if self.scoring.bags and None in self.state.bags:
            brought.append(self.scoring.bags.limit - 1)  # others fill up as one of these do
        for way in self._bids_and_tricks(side):
            for counts, bags in product(self._counts(side, way), brought):
                yield way._replace(counts=counts, bags=bags)

    def _bids_and_tricks(self, side: Seats) -> Iterable[Way]:
        """The bids and tricks that a side may have had, player by player, but only one of all ways that score the
        same."""
        # by what decides the score: points of players alone, bids together, tricks, and words of bids
        begun: dict[tuple[Value, int, int, frozenset[str]], Way] = {(0, 0, 0, frozenset()): Way()}
        for seat in side:
            longer = dict[tuple[Value, int, int, frozenset[str]], Way]()
            able = list(self._of_player(seat))
            for (worth, together, won, words), way in begun.items():
                for bid, tricks, more in able:
                    if won + tricks <= self.tricks:
                        alike = worth + more, together + (bid or 0), won + tricks, words | {words_of(bid)}
                        longer.setdefault(alike, Way(way.bids + (bid,), way.won + (tricks,)))
            begun = longer
        return begun.values()

    def _of_player(self, seat: int) -> Iterator[tuple[int | None, int, Value]]:
        """Yield the bids and tricks that a player may have had, each with what it is worth to the player alone."""
        bids = [self.out.bids[seat]]
        tricks: Iterable[int] = [0]
        if self.won:
            tricks = [self.won[seat]]
        if seat in self.state.seats:
            if bids == [None] and "bid" in self.scoring.needs:
                bids = self._possible_bids()
            if self.by_tricks:
                tricks = range(self.tricks + 1)
        for bid, won in product(bids, tricks):
            worth: Value = 0
            if self.own:
                rows, _ = self.scoring.rows(self._hand_with({(seat,): Way((bid,), (won,))}))
                worth = sum(part.worth(rows[seat], rows) for part in self.own)
            yield bid, won, worth

    def _possible_bids(self) -> list[int | None]:
        """The bids that a player may have made, whatever others bid before and whatever the player held."""
        rules = self.rules
        cards = self.state.cards
        known = {"cards": cards, "players": rules.players}
        left = (2 << cards) - 1  # as a mask, the bids from 0 to the number of cards
        if rules.by_cards:
            left &= rules.by_cards.bids(rules.pack)
        for rule in rules.bidding:
            if not rule.names <= {"bid"}.union(known):
                break  # this one and later ones may give way
            left = left & rule.allow(known) or left
        possible: list[int | None] = list(members(left))
        for word in rules.bid_marks:
            bid = int(rules.bid_words[word].run(known, (known,)))
            if 0 <= bid <= cards:
                possible.append(Worded.by(word, bid))
        return possible

    def _counts(self, side: Seats, way: Way) -> Iterable[Taken]:
        """What the cards of a side can count, for all numbers of cards that may come with the tricks that it won."""
        if self.out.counts is not None:
            return [tuple([sum(count[seat] for seat in side) for count in self.out.counts])]
        fewest, most = self._cards_of(side, way)
        own = self.state.own_cards[side[0]]
        trump = self.state.trump
        count_together = partial(_counts_together, self.rules, own, trump)
        together = self.rules.remember(("counted_together", own, trump), count_together)
        if together is not None:
            return set[Taken]().union(*together[fewest : most + 1])
        spans = [self._span(count, own, fewest, most) for count in self.scoring.counted]
        return product(*[range(low, high + 1) for low, high in spans])

    def _cards_of(self, side: Seats, way: Way) -> tuple[int, int]:
        """The fewest and the most cards that a side can have taken."""
        rules = self.rules
        if rules.stock and not rules.stock.tricks_count:
            return 0, rules.pack.bit_count()
        fewest = 0
        most = self.tricks
        if self.by_tricks or self.won is not None:
            fewest = sum(way.won)
            most = fewest
        players = len(self.state.seats)
        least, beside = stocks.talon_counted(rules, self.state, side)
        back = rules.goes_back.bit_count()
        return max(fewest * players + least - back, 0), most * players + beside + back

    def _span(self, count: Count, own: int, fewest: int, most: int) -> tuple[int, int]:
        """The lowest and the highest value of a count for some cards, from `fewest` to `most` of them."""
        worths = sorted([count.worth(card, own, self.state.trump) for card in members(self.rules.pack)])
        low = sum(worths[:fewest]) + sum([min(one, 0) for one in worths[fewest:most]])
        worths.reverse()
        return low, sum(worths[:fewest]) + sum([max(one, 0) for one in worths[fewest:most]])
