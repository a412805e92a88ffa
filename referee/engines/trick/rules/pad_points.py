"""A score pad that says too little to score a hand: whether what it counts and its points are possible, and how the hand ends.

What each side may have had is tried by itself, under every contract that the hand may have had. Sides may have had it beside
each other if their tricks and the cards that count add up.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import product, takewhile
from math import inf
from operator import add
from typing import Any, NamedTuple

from referee.core.cards import members
from referee.core.events import Finding, number_of
from referee.core.formula import FormulaError
from referee.core.pads import NOTHING, Course, PadPoints, RoundScores, Taken
from referee.engines.trick.compiled import TrickRules
from referee.engines.trick.rules import auctions, outcomes, pad_contracts, seats, stocks
from referee.engines.trick.state import TrickState
from referee.engines.trick.words.bids import Worded, words_of
from referee.engines.trick.words.scoring import Hand, Sides, in_play
from referee.engines.trick.words.selectors import ANYHOW, Count

Seats = tuple[int, ...]
Value = Mapping[str, Any]
"""The result of a hand as a log says it, by key."""
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


def count_faults(rules: TrickRules, state: TrickState, value: Value, won: Mapping[int, int]) -> Iterator[Finding]:
    """Yield what is impossible in the counts of a hand; `state` is that hand, `won` its tricks as far as they are given."""
    given = value["counts"]
    at = ("result", "counts")
    if "captured" in value:
        message = "the captured cards are given, and the counts follow from them; remove `counts`"
        yield Finding("order", message, at=at, bars=True)
        return
    by_name = dict(zip(rules.scoring.counts, rules.scoring.counted, strict=True))
    wrong = False
    for seat, numbers in given.items():  # more than exists, or of somebody who does not play or won nothing
        who = state.players[seat]
        if rules.scoring.by_side:
            side = seats.side_of(rules, state, seat)
        else:
            side = (seat,)
        beside = rules.goes_back or (rules.stock and not rules.stock.tricks_count)
        beside = beside or stocks.talon_counted(rules, state, side)[1] or any(won.get(other, 1) for other in side)
        for name, number in numbers.items():
            most = 0
            if seat in state.seats:
                most = in_all(rules, state, by_name[name], seat)
            beyond = not 0 <= number <= most  # a log may write the beginning of a name
            if beyond or (number and not beside and by_name[name].fell == ANYHOW):
                says = "without a trick it is 0"
                if beyond:
                    says = _there_are(most)
                message = f"{who} counts {number} for {_spoken(name)}; {says}"
                yield Finding("result", message, seat, at=(*at, who), bars=beyond)
                wrong = True
    for name, count in by_name.items() if not wrong else ():  # what the cards of the hand are not worth together
        if count.own or (count.by_trump and not count.compares and not outcomes.trump_known(rules, state)):
            continue
        total = sum(numbers.get(name, 0) for numbers in given.values())
        most = in_all(rules, state, count)
        known = not count.compares and count.fell == ANYHOW and _ends_with_players(rules, state)
        if total > most or (total < most and known):
            message = f"{total} {'is' if total == 1 else 'are'} counted for {_spoken(name)}; {_there_are(most)}"
            yield Finding("result", message, at=at)


def _spoken(name: str) -> str:
    return name.replace("_", " ")


def _there_are(most: int) -> str:
    return f"in all there {'is' if most == 1 else 'are'} {most or 'none'}"


def in_all(rules: TrickRules, state: TrickState, count: Count, seat: int = 0) -> int:
    """Return the most that all cards together can count, with the best role and trump suit if these are not known."""
    if count.compares:
        return max(mask.bit_count() for mask in rules.deck.twins)
    if outcomes.trump_known(rules, state):
        trumps = [state.trump]
    else:
        trumps = list(rules.trumps)
    own = [state.own_cards[seat]]
    cards = [*members(rules.pack)]
    if state.roles is None and count.own:
        own = [rules.role_cards(role) for role in range(len(rules.roles))]
    return max(sum(max(count.worth(card, mine, trump), 0) for card in cards) for trump in trumps for mine in own)


def all_counted(rules: TrickRules, state: TrickState, value: Value, won: Mapping[int, int]) -> bool:
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
        one_pile = for_sides and len(omitted) < len(side)
        if omitted and not one_pile:
            return not counts_outside_piles(rules, state)
    return True


def counts_outside_piles(rules: TrickRules, state: TrickState) -> bool:
    """Return whether a card that is in nobody's pile counts for somebody."""
    outside = members(rules.pack & ~sum(state.taken))
    each = product(outside, rules.scoring.counted, state.own_cards)
    return any(count.worth(card, mine, state.trump) for card, count, mine in each)


def _ends_with_players(rules: TrickRules, state: TrickState) -> bool:
    """Return whether every card of the pack ends with somebody who plays."""
    tricks = rules.tricks_counted(rules.cards_in_hand(state.hand), len(state.seats))
    beside = sum([stocks.talon_counted(rules, state, side)[0] for side in seats.sides(rules, state)])
    return tricks * len(state.seats) + beside == rules.pack.bit_count() and not rules.goes_back


def faults(rules: TrickRules, state: TrickState, value: Value, out: Hand) -> Iterator[Finding]:
    """Yield points, in a result or claimed beside it, that no way of sharing its tricks and cards can give."""
    pad = _points_in(rules, state, value)
    won = _tricks_known(state, out)
    dealt = rules.cards_in_hand(state.hand)
    everybody = _of_everybody(rules, pad.sides, pad.points)
    played = everybody and (any(everybody) or not _passed_out(rules, state, out))
    wrong_sum = ""
    if everybody and played:
        wrong_sum = rules.scoring.wrong_sum(everybody, state.cards, state.hand)

    def given(seat: int) -> str:
        if won is None:
            return f"in a hand of {number_of(dealt, 'cards')} it"
        tricks = sum(won[other] for other in seats.side_of(rules, state, seat) or (seat,))
        return f"with {tricks or 'none'} of {rules.tricks_counted(dealt, len(state.seats))} tricks it"

    counts = zip(rules.scoring.counts, rules.scoring.counted, strict=True) if _ends_with_players(rules, state) else ()
    same = [f"{_spoken(name)} {in_all(rules, state, count)}" for name, count in counts if not count.own]
    more = ""
    if same:
        more = f" (in all: {', '.join(same)})"
    able = _scores(rules, state, out)
    yield from pad.faults(able, more, unit="hand", given=given, wrong_sum=wrong_sum)
    yield from pad.impossible_totals(state.may_have, _gains(rules, able, pad))


def _gains(rules: TrickRules, able: RoundScores | None, pad: PadPoints) -> list[Collection[Any] | None]:
    """Return the points that each player can have from a hand, those on the pad if it has them; None if it may be any."""
    gains: list[Collection[Any] | None] = list(able.each) if able else [None] * rules.players
    for side in pad.sides:
        written = [pad.points[seat] for seat in side if seat in pad.points]
        for seat in side:
            gains[seat] = {pad.points.get(seat, written[0])} if written else gains[seat]
    return gains


def close(rules: TrickRules, state: TrickState, value: Value, out: Hand) -> None:
    """Score a hand from its results; if they are not enough, with the only possible points, or with those claimed."""
    if outcomes.can_score(rules, state, out):
        outcomes.score(rules, state, out)
        return
    pad = _points_in(rules, state, value)
    able = _scores(rules, state, out)
    if able:
        only = [min(each) for each in able.each if len(each) == 1]
    else:
        only = []
    impossible = any(faults(rules, state, value, out))
    points = None
    if len(only) == rules.players and not impossible:
        points = only
    elif pad.told and not (impossible and next(iter(pad.told)) in pad.beside):
        # what the table wrote stands, unlike a claim
        points = _of_everybody(rules, pad.sides, pad.points)
        if points is not None:
            state.miss("score")
    if len(only) < rules.players:
        outcomes.note_unknown(rules, state, out, value)
    state.out += tuple(knocked_out(rules, state, value, out) or ())
    totals = outcomes.totals_after(state.scores, points)
    state.may_have = outcomes.totals_possible(
        state, [{more} for more in points] if points else _gains(rules, able, pad)
    )
    if None in state.scores:
        totals = _of_everybody(rules, rules.sides, value.get("totals", {}))
    outcomes.close_unscored(rules, state, out, points, totals)
    if len(seats.reached_first(rules, state)) > 1:
        state.miss("declarer")


def knocked_out(rules: TrickRules, state: TrickState, value: Value, out: Hand) -> list[int] | None:
    """Return who is knocked out by the points on a pad; None if they do not say."""
    rule = rules.scoring.knock_out
    if rule is None or rule.over or rule.around or "total" in rule.names or not (able := _scores(rules, state, out)):
        return None
    points = _points_in(rules, state, value).points
    lost = list[int]()
    for seat in state.seats:
        ends = set()
        for course in able.courses:
            for way in course.scores(seat).get(points.get(seat), ()):
                ends.add(way[-1])
        if len(ends) != 1:
            return None
        if True in ends:
            lost += [seat]
    return lost


def _points_in(rules: TrickRules, state: TrickState, value: Value) -> PadPoints:
    """Return the points that a result has, or that are claimed beside it."""
    if rules.scoring.unpooled:
        sides = rules.sides
    else:
        sides = seats.sides(rules, state)
    idle = []
    for seat in range(rules.players):
        if not any(seat in side for side in sides):
            idle.append((seat,))
    return PadPoints("result", state.players, state.scores, value, (*sides, *idle), value.get("claimed", ()))


def _of_everybody(rules: TrickRules, sides: Sides, given: Mapping[int, Any]) -> list[Any] | None:
    """Return what a pad gives everybody, by seat, if it names at least one player of each side; None if it does not."""
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
    """Return the tricks of all players, if they are known."""
    if None in in_play(state.seats, out.won):
        return None
    found = []
    for tricks in out.won:
        found.append(tricks or 0)
    return found


def _passed_out(rules: TrickRules, state: TrickState, out: Hand) -> bool:
    """Return whether nobody may have bid, so that the hand was not played."""
    unplayed = rules.auction is not None and rules.auction.nobody not in ("dealer_must", "play")
    return unplayed and state.contract < 0 and not _tricks_known(state, out)


class TooManyWaysError(Exception):
    """There are more ways than are tried, or those of a side depend on more than the side."""


def _scores(rules: TrickRules, state: TrickState, out: Hand) -> RoundScores | None:
    """Return what a hand can have scored; None if there are too many ways, or if that depends on something else that is not
    known. Tried once for hands that scoring cannot tell apart."""
    scoring = rules.scoring
    unknown = bool(scoring.choices) or ((scoring.compares or scoring.by_play) and out.counts is None)
    unknown |= state.vulnerable is None and bool(rules.vulnerable or rules.vulnerable_when)
    if unknown or (state.dealer < 0 and "dealer" in scoring.columns):
        return None
    ended = seats.end_of_hand(rules, state, out)
    columns = [[*column(rules.players, scoring.hands, ended)] for column in scoring.columns.values()]

    def scores() -> RoundScores | None:
        if _passed_out(rules, state, out):
            courses = [NOTHING]
        else:
            courses = []
        tries = iter(range(MOST_TRIES))
        with suppress(TooManyWaysError, FormulaError):
            if _contract_named_later(rules, state, out):
                able = pad_contracts.courses(rules, state, out)
                if able is None:
                    return None
                return RoundScores([*courses, *able], rules.players)
            for hand, known in _contracts(rules, state, out):
                if not {*outcomes.unknown(rules, hand, known)} <= TRIED:
                    return None
                courses += _OpenHand(rules, hand, known, tries).courses()
            return RoundScores(courses, rules.players)
        return None

    return rules.remember(repr((columns, out, [getattr(state, name) for name in SEEN])), scores)


def _contract_named_later(rules: TrickRules, state: TrickState, out: Hand) -> bool:
    """Return whether the contract of a hand, which a declarer names after the auction, or the bid is not known."""
    lacking = {*outcomes.unknown(rules, state, out)}
    named = rules.auction is not None and bool(rules.auction.contracts)
    return named and bool(lacking & {"contract", "declarer", "bid"}) and lacking <= pad_contracts.UNKNOWN


def _contracts(rules: TrickRules, state: TrickState, out: Hand) -> Iterator[tuple[TrickState, Hand]]:
    """Yield the hand with each contract that it may have had, and each number of matadors; contracts that are named after the
    auction are too many."""
    auction = rules.auction
    hands = [state]
    open_still = auction is not None and state.contract < 0 and not outcomes.played_by_nobody(rules, state)
    if auction is not None and open_still and not auction.contracts:
        hands = []
        times = [1, *([2] if auction.doubles >= 0 else []), *([4] if auction.redoubles >= 0 else [])]
        alone = any(words["partner"] == "sits_out" for words in auction.marks.values())
        by_sides = auction.partner == "partner" and not alone  # of partners who always play together the first
        declarers = [side[0] for side in rules.sides] if by_sides else state.seats
        for declarer, call, doubled in product(declarers, range(auction.bids), times):
            hands.append(state.copy())
            auctions.settle_contract(rules, hands[-1], {"contract": call, "declarer": declarer, "doubled": doubled})
        if auction.played_by_nobody:
            hands.append(state.copy())
            auctions.settle_contract(rules, hands[-1], {"contract": auction.passes})
    for hand in hands:
        if any(won for seat, won in enumerate(out.won) if seat not in hand.seats):
            continue
        trumps = (hand.ranking.trumps & rules.pack).bit_count()
        unknown = rules.matadors_count and out.matadors is None and hand.contract >= 0
        for matadors in range(min(1, trumps), trumps + 1) if unknown else [out.matadors]:
            yield hand, out._replace(matadors=matadors)


def _counted_together(rules: TrickRules, own: int, trump: int) -> list[set[Taken]] | None:
    """Return what cards can count, all counts together, by how many cards they are; None if there are too many ways."""
    worths = []
    for card in members(rules.pack):
        worths.append(tuple([count.worth(card, own, trump) for count in rules.scoring.counted]))
    reached: list[set[Taken]] = [{(0,) * len(rules.scoring.counted)}]
    for one, copies in Counter(worths).items():
        longer = [set[Taken]() for _ in range(len(reached) + copies)]
        for many, sums in enumerate(reached):
            for taken in range(copies + 1):
                more = [taken * worth for worth in one]
                longer[many + taken] |= {tuple(map(add, each, more)) for each in sums}
        reached = longer
        if sum(map(len, reached)) > MOST_COUNTED:
            return None
    return reached


class Way(NamedTuple):
    """A way in which a side may have made its points: the bids and tricks of its players, what its cards count, and the bags
    brought, if nobody knows them."""

    bids: tuple[Any, ...] = ()
    won: tuple[int, ...] = ()
    counts: Taken = ()
    bags: int = 0


class _OpenHand:
    """The ways of each side in a hand with one contract. A score may look at other sides only through formulas such as
    `count(made_all) > 0`; what these ask sorts the ways of a side. `tries` are how many hands may still be looked at."""

    def __init__(self, rules: TrickRules, state: TrickState, out: Hand, tries: Iterator[int]) -> None:
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
        """Yield what the sides can score, for each way of sharing out what formulas ask of others. A side takes tricks and
        cards that count, and may be knocked out by this, of which there is no limit."""
        pack = self.rules.pack.bit_count()
        without_limit = (-inf, inf)
        fewest = 0
        if _ends_with_players(self.rules, self.state):
            fewest = pack
        limits: list[tuple[float, float]] = [(self.tricks, self.tricks) if self.by_tricks else without_limit]
        for count in self.scoring.counted:
            counted_already = count.own or self.out.counts is not None
            limits.append(without_limit if counted_already else self._span(count, 0, fewest, pack))
        for sorts in product(*[self._sorted(side).values() for side in self.sides]):
            others = {side: ways[0] for side, ways in zip(self.sides, sorts, strict=True)}
            able = {side: self._points_of(side, ways, others) for side, ways in zip(self.sides, sorts, strict=True)}
            for bids in self._sums_of_bids():
                course = Course(able, [*limits, bids, without_limit])
                if course.together({}):
                    yield course

    def _sums_of_bids(self) -> list[tuple[float, float]]:
        """Return to what all bids together can add up, as runs of numbers: where bids may not add up to the cards, all below
        and all above."""
        rules = self.rules
        cards = self.state.cards
        players = len(self.state.seats)
        known = {"cards", "players", "bid", "bids", "spoken", "last"}
        if not rules.bids_spoken or "bids" not in rules.bid_names or not rules.bid_names <= known:
            return [(-inf, inf)]
        names = {"cards": cards, "players": rules.players, "spoken": players - 1, "last": True}
        possible = set[int]()
        for before in range(cards * (players - 1) + 1):
            left = (2 << cards) - 1
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

    def _points_of(self, side: Seats, ways: Sequence[Way], others: dict[Seats, Way]) -> Mapping[Any, set[Taken]]:
        """Return what a side can score in these ways, each with what it takes."""
        scored = defaultdict[Any, set[Taken]](set)
        for way in ways:
            ended = self._ended(others | {side: way})
            points, bags = self.scoring.points(ended)
            if self.scoring.bags and bags[side[0]] < 0:
                raise TooManyWaysError  # nobody knows how far below none the bags were
            lost = side[0] in self.scoring.knocked_out(ended, [0] * self.rules.players)
            scored[points[side[0]]].add((sum(way.won), *way.counts, sum([bid or 0 for bid in way.bids]), lost))
        return scored

    def _sorted(self, side: Seats) -> dict[tuple[Any, ...], list[Way]]:
        """Return the ways of a side, by what the formulas of others ask about it."""
        alike = defaultdict[tuple[Any, ...], list[Way]](list)
        asked = self.scoring.looked_at
        for way in self._ways(side):
            if asked:
                row = self.scoring.rows(self._ended({side: way}))[1][self.sides.index(side)]
            else:
                row = {}
            alike[tuple([row[name] for name in asked])].append(way)
        return alike

    def _ended(self, had: Mapping[Seats, Way]) -> Hand:
        """Return the hand if these sides had this and the others nothing."""
        if next(self.tries, None) is None:
            raise TooManyWaysError  # too many hands to look at
        players = self.rules.players
        bids: list[Any] = [0] * players
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
        """Yield what a side may have had: one of all ways that make no difference to its score."""
        begun: dict[Any, Way] = {(0, 0, 0, frozenset[str]()): Way()}
        for seat in side:
            longer = dict[Any, Way]()
            able = [*self._of_player(seat)]
            for (worth, together, won, words), way in begun.items():
                for bid, tricks, more in able:
                    if won + tricks <= self.tricks:
                        alike = worth + more, together + (bid or 0), won + tricks, words | {words_of(bid)}
                        longer.setdefault(alike, Way((*way.bids, bid), (*way.won, tricks)))
            begun = longer
        rule = self.scoring.bags
        brought = (0, rule.limit - 1) if rule and None in self.state.bags else (0,)  # others fill up as one of these do
        for way in begun.values():
            for counts, bags in product(self._counts(side, way), brought):
                yield way._replace(counts=counts, bags=bags)

    def _of_player(self, seat: int) -> Iterator[tuple[Any, int, Any]]:
        """Yield the bids and tricks that a player may have had, each with what it is worth to the player alone."""
        bids = [self.out.bids[seat]]
        tricks = [self.won[seat] if self.won else 0]
        if seat in self.state.seats:
            if bids == [None] and "bid" in self.scoring.needs:
                bids = self._possible_bids()
            if self.by_tricks:
                tricks = [*range(self.tricks + 1)]
        for bid, won in product(bids, tricks):
            rows, _ = self.scoring.rows(self._ended({(seat,): Way((bid,), (won,))})) if self.own else ([], [])
            yield bid, won, sum(part.worth(rows[seat], rows) for part in self.own)

    def _possible_bids(self) -> list[Any]:
        """Return the bids that a player may have made, whatever was bid before and held."""
        rules = self.rules
        cards = self.state.cards
        known = {"cards": cards, "players": rules.players}
        words = [(word, int(rules.bid_words[word].run(known, (known,)))) for word in rules.bid_marks]
        left = (2 << cards) - 1 & (rules.by_cards.bids(rules.pack) if rules.by_cards else -1)
        for rule in takewhile(lambda rule: rule.names <= {"bid", *known}, rules.bidding):  # later ones may give way
            left = left & rule.allow(known) or left
        return [*members(left), *[Worded.by(word, bid) for word, bid in words if 0 <= bid <= cards]]

    def _counts(self, side: Seats, way: Way) -> Iterable[Taken]:
        """Return what the cards of a side can count, from the lowest to the highest that come with the tricks that it won."""
        rules = self.rules
        state = self.state
        if self.out.counts is not None:
            return [tuple([sum(count[seat] for seat in side) for count in self.out.counts])]
        least, beside = stocks.talon_counted(rules, state, side)
        known = self.by_tricks or self.won is not None
        back = rules.goes_back.bit_count()
        fewest, most = (sum(way.won) if known else many for many in (0, self.tricks))
        fewest = max(fewest * len(state.seats) + least - back, 0)
        most = most * len(state.seats) + beside + back
        if rules.stock and not rules.stock.tricks_count:
            fewest = 0
            most = rules.pack.bit_count()
        own = state.own_cards[side[0]]
        trump = state.trump
        together = rules.remember(("counted_together", own, trump), lambda: _counted_together(rules, own, trump))
        if together is not None:
            return set[Taken]().union(*together[fewest : most + 1])
        spans = [self._span(count, own, fewest, most) for count in self.scoring.counted]
        return product(*[range(low, high + 1) for low, high in spans])

    def _span(self, count: Count, own: int, fewest: int, most: int) -> tuple[int, int]:
        """Return the lowest and the highest that this many cards can count."""
        worths = sorted([count.worth(card, own, self.state.trump) for card in members(self.rules.pack)])
        low = sum(worths[:fewest]) + sum(min(one, 0) for one in worths[fewest:most])
        worths.reverse()
        return low, sum(worths[:fewest]) + sum(max(one, 0) for one in worths[fewest:most])
