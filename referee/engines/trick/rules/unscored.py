"""A hand that cannot be scored from what a score pad says of it: whether its points are possible, and how it ends.

What each side may have had is tried by itself, under every contract that the hand may have had. Sides may have had it beside
each other if their tricks and the cards that count add up.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import product, takewhile
from math import inf
from typing import Any

from referee.core.cards import members
from referee.core.findings import Finding, counted
from referee.core.formula import FormulaError
from referee.core.named_tuple import NamedTuple
from referee.core.pads import NOTHING, Course, PadPoints, RoundScores, Taken
from referee.engines.trick.compiled import TrickRules
from referee.engines.trick.rules import auctions, outcomes, seats, stocks
from referee.engines.trick.rules.counted import ends_with_players, in_all
from referee.engines.trick.rules.outcomes import Outcome
from referee.engines.trick.state import TrickState
from referee.engines.trick.words.bids import Worded, words_of
from referee.engines.trick.words.scoring import HandEnd, Sides

Seats = tuple[int, ...]
MOST_TRIES = 40_000
"""With more hands to look at than this nothing is said."""
TRIED = {"bids", "tricks", "captured cards", "bags so far"}
"""What the ways of a hand differ in, besides its contract and the matadors."""
SEEN = (
    "cards", "seats", "trump", "roles", "own_cards", "phase", "taken", "contract", "bid_for", "declarer", "partner", "doubled",
    "bags", "carried",
)  # fmt: skip
"""What in a state the score of a hand may depend on, besides the names of its formulas."""


def _points_in(rules: TrickRules, state: TrickState, value: Mapping[str, Any]) -> PadPoints:
    """Return the points that a result has, or that are claimed beside it."""
    sides = rules.sides if rules.scoring.unpooled else seats.sides(rules, state)
    idle = [(seat,) for seat in range(rules.players) if not any(seat in side for side in sides)]
    return PadPoints("result", state.players, state.scores, value, (*sides, *idle), value.get("claimed", ()))


def faults(rules: TrickRules, state: TrickState, value: Mapping[str, Any], out: Outcome) -> Iterator[Finding]:
    """Yield claims about a hand that no way of sharing its tricks and cards can give."""
    said, able = _points_in(rules, state, value), scores(rules, state, out)
    everybody = _of_everybody(rules, said.sides, said.points)
    unplayed = not any(everybody or ()) and able is not None and passed_out(rules, state, out)
    wrong = rules.scoring.wrong_sum(everybody, state.cards, state.hand) if everybody and not unplayed else ""
    grounds, sums = partial(_grounds, rules, state, out), _in_all(rules, state)
    yield from said.faults(able, sums, unit="hand", given=grounds, wrong_sum=wrong)


def close(rules: TrickRules, state: TrickState, value: Mapping[str, Any], out: Outcome) -> None:
    """End a hand that cannot be scored from its results: with the only possible points, or with those claimed."""
    said, able = _points_in(rules, state, value), scores(rules, state, out)
    points: list[Any] | None = None
    only = None if able is None or any(len(each) != 1 for each in able.each) else [min(each) for each in able.each]
    """The points of all seats if the hand can have given no others."""
    impossible = any(faults(rules, state, value, out))
    if only and not impossible:
        points = only
    elif said.told and not (
        impossible and next(iter(said.told)) in said.beside
    ):  # what the table wrote stands, unlike a claim
        points = _of_everybody(rules, said.sides, said.points)
    if points is not None and points is not only:
        state.unseen.setdefault("score", []).append(state.clock)
    if only is None:
        outcomes.note_unknown(rules, state, out, value)
    if rules.scoring.knock_out:
        state.out += tuple(knocked_out(rules, state, value, out) or ())
    totals = outcomes.totals_after(state.scores, points)
    if None in state.scores:
        totals = _of_everybody(rules, rules.sides, value.get("totals", {}))
    outcomes.close_unscored(rules, state, out, points, totals)
    if seats.out_at_once(rules, state):
        state.unseen.setdefault("declarer", []).append(state.clock)


def _of_everybody(rules: TrickRules, sides: Sides, given: Mapping[int, Any]) -> list[Any] | None:
    """Return what a pad gives everybody, by seat, if it names at least one player of each side; None if it does not."""
    same = {other: given[seat] for side in sides for seat in side if seat in given for other in side}
    known = {**same, **given}
    return [known[seat] for seat in range(rules.players)] if len(known) == rules.players else None


def knocked_out(rules: TrickRules, state: TrickState, value: Mapping[str, Any], out: Outcome) -> list[int] | None:
    """Return who is knocked out by the points on a pad; None if they do not say."""
    able, points = scores(rules, state, out), _points_in(rules, state, value).points
    ends = {seat: able.outs.get((seat, points.get(seat)), ()) for seat in state.seats} if able else {}
    if any(len(each) != 1 for each in ends.values()) or not ends:
        return None
    return [seat for seat, each in ends.items() if True in each]


def _grounds(rules: TrickRules, state: TrickState, out: Outcome, seat: int) -> str:
    """Return from what the score of a player must come, as the beginning of a sentence."""
    won, dealt = tricks_known(state, out), rules.cards_in_hand(state.hand)
    if won is None:
        return f"in a hand of {counted(dealt, 'cards')} it"
    side = seats.side_of(rules, state, seat) or (seat,)
    return f"with {sum(won[other] for other in side) or 'none'} of {rules.tricks_counted(dealt, len(state.seats))} tricks it"


def _in_all(rules: TrickRules, state: TrickState) -> str:
    """Return what the counts that are the same for everybody add up to in a hand, as the end of a sentence."""
    counts = zip(rules.scoring.counts, rules.scoring.counted, strict=True) if ends_with_players(rules, state) else ()
    whole = [f"{name.replace('_', ' ')} {in_all(rules, state, count)}" for name, count in counts if not count.own]
    return f" (in all: {', '.join(whole)})" if whole else ""


class TooManyWaysError(Exception):
    """There are more ways than are tried."""


class HandScores(RoundScores):
    """What can have been scored in a hand; `outs` are the answers to whether who scored this is knocked out by it."""

    def __init__(self, courses: Sequence[Course], players: int, outs: Mapping[tuple[int, Any], set[bool]]) -> None:
        super().__init__(courses, players)
        self.outs = outs


def tricks_known(state: TrickState, out: Outcome) -> list[int] | None:
    """Return the tricks of all players, if they are known."""
    return None if None in seats.in_play(state, out.won) else [tricks or 0 for tricks in out.won]


def passed_out(rules: TrickRules, state: TrickState, out: Outcome) -> bool:
    """Return whether nobody may have bid, so that the hand was not played."""
    unplayed = rules.auction is not None and rules.auction.nobody not in ("dealer_must", "play")
    return unplayed and state.contract < 0 and not tricks_known(state, out)


def scores(rules: TrickRules, state: TrickState, out: Outcome) -> HandScores | None:
    """Return what a hand can have scored; None if there are too many ways, or if that depends on something else that is not
    known. Tried once for hands that scoring cannot tell apart."""
    scoring, captured = rules.scoring, sum(state.taken).bit_count()
    whole = rules.pack.bit_count() if rules.talon else rules.cards_in_hand(state.hand) * len(state.seats)
    if scoring.counts and captured not in (0, whole):
        out = out._replace(counts=None)
    open_vulnerable = state.vulnerable is None and bool(rules.vulnerable or rules.vulnerable_when)
    if open_vulnerable or (state.dealer < 0 and "dealer" in scoring.columns):
        return None
    if scoring.choices or ((scoring.compares or scoring.by_play) and out.counts is None):
        return None
    ended = outcomes.hand_end(rules, state, out)
    columns = [[*column(rules.players, scoring.hands, ended)] for column in scoring.columns.values()]
    bidding = (state.dealer, state.hand, state.scores) if "bid" in scoring.needs and None in out.bids else ()
    key = repr((columns, out, bidding, None in state.scores, [getattr(state, name) for name in SEEN]))
    return rules.remembered(key, lambda: _scores(rules, state, out))


def _scores(rules: TrickRules, state: TrickState, out: Outcome) -> HandScores | None:
    courses, outs = [NOTHING] * passed_out(rules, state, out), defaultdict[tuple[int, Any], set[bool]](set)
    tries = iter(range(MOST_TRIES))
    with suppress(TooManyWaysError, FormulaError):
        for hand, said in _contracts(rules, state, out):
            if not {*outcomes.unknown(rules, hand, said)} <= TRIED:
                return None
            courses += _OpenHand(rules, hand, said, tries).courses(outs)
        return HandScores(courses, rules.players, outs)
    return None


def _contracts(rules: TrickRules, state: TrickState, out: Outcome) -> Iterator[tuple[TrickState, Outcome]]:
    """Yield the hand with each contract that it may have had, and each number of matadors; contracts that are named after the
    auction are too many."""
    auction, hands = rules.auction, [state]
    if auction is not None and state.contract < 0 and not (auction.played_by_nobody or auction.contracts):
        hands, times = [], [1, *([2] if auction.doubles >= 0 else []), *([4] if auction.redoubles >= 0 else [])]
        alone = any(words["partner"] == "sits_out" for words in auction.marks.values())
        of_sides = auction.partner == "partner" and not alone  # of partners who always play together the first
        declarers: Sequence[int] = [side[0] for side in rules.sides] if of_sides else state.seats
        for declarer, call, doubled in product(declarers, range(auction.bids), times):
            hands.append(state.copy())
            auctions.settle_contract(rules, hands[-1], {"contract": call, "declarer": declarer, "doubled": doubled})
    for hand in hands:
        if not any(won for seat, won in enumerate(out.won) if seat not in hand.seats):
            many: Sequence[int | None] = (out.matadors,)
            if rules.matadors_count and out.matadors is None and hand.contract >= 0:
                trumps = (hand.ranking.trumps & rules.pack).bit_count()
                many = range(min(1, trumps), trumps + 1)
            yield from ((hand, out._replace(matadors=matadors)) for matadors in many)


class Way(NamedTuple):
    """What a side may have had in a hand: the bids and tricks of its players, what its cards count, and the bags brought, if
    nobody knows them."""

    bids: tuple[Any, ...]
    won: tuple[int, ...]
    counts: Taken = ()
    bags: int = 0


class _OpenHand:
    """What each side may have had in a hand with one contract. A score may look at other sides only through formulas such as
    `count(made_all) > 0`; what these ask sorts the ways of a side. `tries` are how many hands may still be looked at."""

    def __init__(self, rules: TrickRules, state: TrickState, out: Outcome, tries: Iterator[int]) -> None:
        self.rules, self.state, self.out, self.tries, self.scoring = rules, state, out, tries, rules.scoring
        self.sides: Sequence[Seats] = seats.sides(rules, state)
        self.alone = all(len(side) == 1 for side in self.sides)
        self.only_sides = all(part.by_side for part in self.scoring.parts)
        """Whether only what a side does together is scored."""
        apart = self.alone or not (self.scoring.unpooled or self.scoring.by_symbol)
        asks = bool(self.scoring.counts or self.scoring.looked_at)
        if self.scoring.looks_around or not apart or not (self.alone or self.only_sides or not asks):
            raise TooManyWaysError
        self.won = tricks_known(state, out)
        self.tricks = rules.tricks_counted(rules.cards_in_hand(state.hand), len(state.seats))
        self.by_tricks = self.won is None and "won" in self.scoring.needs
        rule = self.scoring.bags
        self.brought = (0, rule.limit - 1) if rule and None in state.bags else (0,)
        """The fewest bags and the most, if nobody knows them; any others fill up as one of these do."""

    def courses(self, outs: Mapping[tuple[int, Any], set[bool]]) -> Iterator[Course]:
        """Yield what the sides can score, for each way of sharing out what formulas ask of others."""
        tricks = self.tricks * self.by_tricks
        limits = [(tricks, tricks), *(self._limits() if self.out.counts is None else ())]
        for sorts in product(*[self._sorted(side).values() for side in self.sides]):
            others = {side: ways[0] for side, ways in zip(self.sides, sorts, strict=True)}
            able = []
            for side, ways in zip(self.sides, sorts, strict=True):
                scored = defaultdict[Any, set[Taken]](set)
                for way in ways:
                    points = self._points(side, others | {side: way}, outs)
                    scored[points].add((sum(way.won) * self.by_tricks, *way.counts * (self.out.counts is None)))
                able.append(scored)
            course = Course(self.sides, able, limits)
            if course.together({}):
                yield course

    def _points(self, side: Seats, had: Mapping[Seats, Way], outs: Mapping[tuple[int, Any], set[bool]]) -> Any:
        """Return what a side scores if sides had this; keep whether it is knocked out if only the hand decides that."""
        ended = self._ended(had)
        points, bags = self.scoring.points(ended)
        if self.scoring.bags and bags[side[0]] < 0:
            raise TooManyWaysError  # nobody knows how far below none they were
        formula = self.scoring.knock_out
        if formula and not (formula.over or formula.around or "total" in formula.names):
            outs[side[0], points[side[0]]].add(side[0] in self.scoring.knocked_out(ended, [0] * self.rules.players))
        return points[side[0]]

    def _sorted(self, side: Seats) -> dict[tuple[Any, ...], list[Way]]:
        """Return the ways of a side, by what the formulas of others ask about it."""
        found = defaultdict[tuple[Any, ...], list[Way]](list)
        for way in self._ways(side):
            ended = self._ended({side: way})
            row = self.scoring.rows(ended)[1][ended.sides.index(side)] if self.scoring.looked_at else {}
            found[tuple([row[name] for name in self.scoring.looked_at])].append(way)
        return found

    def _ended(self, had: Mapping[Seats, Way]) -> HandEnd:
        """Return the hand if these sides had this and the others nothing."""
        if next(self.tries, None) is None:
            raise TooManyWaysError
        players = self.rules.players
        bids: list[Any] = [0] * players
        won, counts = [0] * players, [[0] * players for _ in self.scoring.counts]
        bags = [brought or 0 for brought in self.state.bags]
        for side, way in had.items():
            for seat, bid, tricks in zip(side, way.bids, way.won, strict=True):
                bids[seat], won[seat], bags[seat] = bid, tricks, way.bags or bags[seat]
            for count, number in zip(counts, way.counts, strict=False):
                count[side[0]] = number
        out = self.out._replace(bids=bids, won=won, counts=tuple(map(tuple, counts)))
        return outcomes.hand_end(self.rules, self.state, out)._replace(bags=bags)

    def _ways(self, side: Seats) -> Iterator[Way]:
        """Yield what a side may have had: one of all ways that make no difference to its score."""
        begun = {(0, 0, 0, frozenset[str]()): Way((), ())}
        for seat in side:
            able, longer = [*self._of_player(side, seat)], dict[Any, Way]()
            for (worth, bids, won, words), way in begun.items():
                for bid, tricks, more in able:
                    if won + tricks <= self.tricks:
                        alike = worth + more, bids + (bid or 0), won + tricks, words | {words_of(bid)}
                        longer.setdefault(alike, Way((*way.bids, bid), (*way.won, tricks)))
            begun = longer
        for way in begun.values():
            for counts, bags in product(self._counts(side, way), self.brought):
                yield way._replace(counts=counts, bags=bags)

    def _of_player(self, side: Seats, seat: int) -> Iterator[tuple[Any, int, Any]]:
        """Yield what a player may have bid and won, and what is scored for that alone. Of partners the first who plays has won
        all tricks, where only what a side does together is scored."""
        bids, tricks = [self.out.bids[seat]], [self.won[seat] if self.won else 0]
        playing = [one for one in side if one in self.state.seats]
        if "bid" in self.scoring.needs and self.out.bids[seat] is None:
            bids = self._possible_bids(seat) if seat in playing else [0]
        if self.by_tricks and seat in playing[: 1 if self.only_sides else None]:
            tricks = [*range(self.tricks + 1)]
        for bid, won in product(bids, tricks):
            worth: Any = 0
            if not (self.alone or self.only_sides):
                rows, _ = self.scoring.rows(self._ended({(seat,): Way((bid,), (won,))}))
                worth = sum(part.worth(rows[seat], rows) for part in self.scoring.parts if not part.by_side)
            yield bid, won, worth

    def _possible_bids(self, seat: int) -> list[Any]:
        """Return the bids that a player may have made, whatever was bid before and held."""
        rules, cards = self.rules, self.state.cards
        known = {"cards": cards, "players": rules.players}
        words = {word: int(rules.bid_words[word].run(known, (known,))) for word in rules.bid_marks}
        names, left = auctions.names_for(rules, self.state, seat), (2 << cards) - 1
        left = left if rules.by_cards is None else rules.by_cards.bids(rules.pack) & left
        unknown = {"bids", "spoken", "last", "partner_bid", *rules.held_names, *["total"] * (None in self.state.scores)}
        for rule in takewhile(
            lambda rule: not rule.names & unknown, rules.bidding
        ):  # later ones may give way to others
            left = left & rule.allow(names) or left
        return [*members(left), *[Worded.by(word, bid) for word, bid in words.items() if 0 <= bid <= cards]]

    def _limits(self) -> Iterator[tuple[float, float]]:
        """Yield what each count of all sides adds up to; anything, if it depends on the player's own symbol."""
        whole = ends_with_players(self.rules, self.state)
        for count in self.scoring.counted:
            worths = [count.worth(card, 0, self.state.trump) for card in members(self.rules.pack)]
            least, most = (sum([one for one in worths if whole or sign * one > 0]) for sign in (-1, 1))
            yield (-inf, inf) if count.own else (least, most)

    def _counts(self, side: Seats, way: Way) -> Iterable[Taken]:
        """Return what the cards of a side can count, from the lowest to the highest that come with the tricks that it won."""
        rules, state, known = self.rules, self.state, self.by_tricks or self.won is not None
        if self.out.counts is not None:
            return [tuple([sum(count[seat] for seat in side) for count in self.out.counts])]
        least, beside = stocks.talon_counted(rules, state, side)
        fewest, most = (sum(way.won) if known else many for many in (0, self.tricks))
        back = rules.goes_back.bit_count()
        fewest, most = max(fewest * len(state.seats) + least - back, 0), most * len(state.seats) + beside + back
        if rules.stock and not rules.stock.tricks_count:
            fewest, most = 0, rules.pack.bit_count()
        spans = []
        for count in self.scoring.counted:
            worths = sorted(
                max(count.worth(card, state.own_cards[seat], state.trump) for seat in side)
                for card in members(rules.pack)
            )
            low = sum(worths[:fewest]) + sum(min(one, 0) for one in worths[fewest:most])
            high = sum(max(one, 0) for one in worths[::-1][:most])
            spans.append(range(low, high + 1))
        return product(*spans)
