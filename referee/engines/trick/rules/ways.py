"""What a hand can have scored if a pad says too little: every way that it can have gone, as far as scoring can tell.

What each side may have had is tried by itself, under every contract that the hand may have had. Sides may have had it beside
each other if their tricks, the last trick and the cards that count add up.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import islice, product, takewhile
from math import prod
from typing import Any

from referee.core.cards import members
from referee.core.formula import FormulaError
from referee.core.named_tuple import NamedTuple
from referee.core.pads import NOTHING, Course, RoundScores, Taken
from referee.engines.trick.compiled import TrickRules
from referee.engines.trick.rules import auctions, outcomes, seats
from referee.engines.trick.rules.counted import MOST_WAYS, Piles, Seats, TooManyWaysError
from referee.engines.trick.rules.outcomes import Outcome
from referee.engines.trick.state import TrickState
from referee.engines.trick.words.bids import Marked, word_of
from referee.engines.trick.words.scoring import HandEnd

MOST_CONTRACTS = 1_000
"""With more contracts than this nothing is said about a hand."""
TRIED = {"bids", "tricks", "last trick", "captured cards", "roles", "bags so far"}
"""What the ways of a hand differ in, besides its contract."""
SEEN = (
    "cards", "seats", "trump", "roles", "own_cards", "phase", "taken", "contract", "bid_for", "declarer", "partner", "doubled",
    "bags", "carried",
)  # fmt: skip
"""What in a state the score of a hand may depend on, besides the names of its formulas."""


class HandScores(RoundScores):
    """What can have been scored in a hand; `outs` are the answers to whether who scored this is knocked out by it."""

    outs: Mapping[tuple[int, Any], set[bool]]


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
    scoring, captured = rules.scoring, sum(mask.bit_count() for mask in state.taken)
    whole = rules.pack.bit_count() if rules.talon else rules.cards_in_hand(state.hand) * len(state.seats)
    if scoring.counts and captured not in (0, whole):
        out = out._replace(counts=None)
    open_vulnerable = state.vulnerable is None and bool(rules.vulnerable or rules.vulnerable_when)
    if open_vulnerable or (state.dealer < 0 and "dealer" in scoring.columns):
        return None
    if scoring.choices or ((scoring.compares or scoring.by_play) and out.counts is None):
        return None
    ended = outcomes.ended(rules, state, out)
    columns = [[*column(rules.players, scoring.hands, ended)] for column in scoring.columns.values()]
    asked = "bid" in scoring.needs and None in out.bids
    order = (state.dealer, state.hand, state.scores) if asked else ()
    key = repr((columns, out, order, None in state.scores, [getattr(state, name) for name in SEEN]))
    return rules.remembered(key, lambda: _scores(rules, state, out))


def _scores(rules: TrickRules, state: TrickState, out: Outcome) -> HandScores | None:
    hands = list(islice(_contracts(rules, state, out), MOST_CONTRACTS + 1))
    known = all({*outcomes.unknown(rules, one, said)} <= TRIED for one, said in hands)
    if len(hands) > MOST_CONTRACTS or not known:
        return None
    courses, left = [NOTHING] * passed_out(rules, state, out), MOST_WAYS
    outs = defaultdict[tuple[int, Any], set[bool]](set)
    with suppress(TooManyWaysError):
        for one, said in hands:
            hand = _OpenHand(rules, one, said, left)
            courses += hand.courses(outs)
            left -= hand.many
        found = HandScores(courses, rules.players)
        found.outs = outs
        return found
    return None


def _contracts(rules: TrickRules, state: TrickState, out: Outcome) -> Iterator[tuple[TrickState, Outcome]]:
    """Yield the hand with each contract that it may have had, and each number of matadors."""
    for hand in _auctions(rules, state):
        many: Sequence[int | None] = (out.matadors,)
        if rules.matadors_count and out.matadors is None and hand.contract >= 0:
            trumps = (hand.ranking.trumps & rules.pack).bit_count()
            many = range(min(1, trumps), trumps + 1)
        if not any(won for seat, won in enumerate(out.won) if seat not in hand.seats):
            yield from ((hand, out._replace(matadors=matadors)) for matadors in many)


def _auctions(rules: TrickRules, state: TrickState) -> Iterator[TrickState]:
    """Yield a hand with each contract that its auction may have given it."""
    auction = rules.auction
    if auction is None or (auction.played_by_nobody and state.contract < 0):
        yield state
        return
    levels = {bid.level: call for call, bid in enumerate(auction.calls[: auction.bids])} if auction.contracts else {}
    raised = levels.values() if levels and state.bid_for < 0 else (state.bid_for,)
    if state.contract >= 0:
        whole = product((state.declarer,), (state.contract,), (state.doubled,), raised)
    else:
        times = [1, *([2] if auction.doubles >= 0 else []), *([4] if auction.redoubles >= 0 else [])]
        calls = auction.contract_index.values() if levels else range(auction.bids)
        alone = any(words["partner"] == "sits_out" for words in auction.marks.values())
        of_sides = auction.partner == "partner" and not alone  # of partners who always play together the first
        whole = product([side[0] for side in rules.sides] if of_sides else state.seats, calls, times, raised)
    for declarer, call, doubled, bid in whole:
        hand = state.copy()
        hand.bid_for = bid
        if state.contract < 0:
            auctions.settle_contract(
                rules, hand, {"contract": call, "declarer": declarer, "doubled": doubled, "bid": bid}
            )
        yield hand


class Way(NamedTuple):
    """What a side may have had in a hand: the bids and tricks of its players, who of them took the last trick (a seat), what
    its cards count, and the bags brought, if nobody knows them."""

    bids: tuple[Any, ...]
    won: tuple[int, ...]
    last: int | None = None
    counts: Taken = ()
    bags: int = 0


class _OpenHand:
    """What each side may have had in a hand with one contract. A score may look at other sides only through formulas such as
    `count(made_all) > 0`; what these ask sorts the ways of a side."""

    def __init__(self, rules: TrickRules, state: TrickState, out: Outcome, most: int) -> None:
        self.rules, self.state, self.out, self.scoring = rules, state, out, rules.scoring
        self.sides: Sequence[Seats] = seats.sides(rules, state)
        self.alone = all(len(side) == 1 for side in self.sides)
        self.only_sides = all(part.by_side for part in self.scoring.parts)
        """Whether only what a side does together is scored."""
        self.looks = bool(self.scoring.looked_at)
        if not self._looks_apart():
            raise TooManyWaysError
        self.won = tricks_known(state, out)
        self.tricks = rules.tricks_counted(rules.cards_in_hand(state.hand), len(state.seats))
        self.by_tricks = self.won is None and "won" in self.scoring.needs
        playing = [[seat for seat in side if seat in state.seats] for side in self.sides]
        self.takers = {seat for side in playing for seat in side[: 1 if self.only_sides else None]}
        """Who may have won tricks; of a side the first, where only what it does together is scored."""
        rule = self.scoring.bags
        self.brought = (0, rule.limit - 1) if rule and None in state.bags else (0,)
        """The fewest bags and the most, if nobody knows them; any others fill up as one of these do."""
        counts = dict(zip(self.scoring.counts, self.scoring.counted, strict=True))
        self.piles = None if out.counts is not None else Piles(rules, state, counts)
        self.sorts = [self._sorted(side, most) for side in self.sides]
        """The ways of each side, by what the formulas of others ask about it."""
        several = prod(map(len, self.sorts))
        self.many = sum(several // len(sorts) * len(ways) for sorts in self.sorts for ways in sorts.values())
        if self.many > most:
            raise TooManyWaysError

    def _looks_apart(self) -> bool:
        """Return whether a side scores by what it had itself, and by what formulas ask about all others."""
        scoring = self.scoring
        by_card = bool(scoring.counts) or "last_trick" in scoring.needs
        if scoring.looks_around or not (self.alone or self.only_sides or not (self.looks or by_card)):
            return False
        return self.alone or not (scoring.unpooled or scoring.by_symbol)

    def courses(self, outs: Mapping[tuple[int, Any], set[bool]]) -> Iterator[Course]:
        """Yield what the sides can score, for each way of sharing out what formulas ask of others."""
        tricks, last = self.tricks * self.by_tricks, int("last_trick" in self.scoring.needs and self.tricks > 0)
        limits = [(tricks, tricks), (last, last), *(self.piles.limits() if self.piles else ())]
        for sorts in product(*[each.values() for each in self.sorts]):
            others = {side: ways[0] for side, ways in zip(self.sides, sorts, strict=True) if self.looks}
            able = []
            for side, ways in zip(self.sides, sorts, strict=True):
                scored = defaultdict[Any, set[Taken]](set)
                for way in ways:
                    with suppress(FormulaError):
                        had = {side: way} | others | {side: way}  # its own last trick comes before that of others
                        points = self._points(side, had, outs)
                        scored[points].add(
                            (sum(way.won) * self.by_tricks, way.last is not None, *way.counts * bool(self.piles))
                        )
                able.append(scored)
            course = Course(self.sides, able, limits)
            if not self.looks or course.together({}):
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

    def _ended(self, had: Mapping[Seats, Way]) -> HandEnd:
        """Return the hand if these sides had this and the others nothing."""
        players = self.rules.players
        bids: list[Any] = [0] * players
        won, counts = [0] * players, [[0] * players for _ in self.scoring.counts]
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
            able, longer = [*self._of_player(seat)], dict[Any, Way]()
            for (worth, bids, won, words), way in begun.items():
                for bid, tricks, more in able:
                    if won + tricks <= self.tricks:
                        alike = worth + more, bids + (bid or 0), won + tricks, words | {word_of(bid)}
                        longer.setdefault(alike, Way((*way.bids, bid), (*way.won, tricks)))
            begun = longer
        for way in begun.values():
            many = sum(way.won) if self.by_tricks or self.won else None
            for last, counts, bags in product(self._last(side, many), self._counts(side, many), self.brought):
                yield way._replace(last=last, counts=counts, bags=bags)

    def _of_player(self, seat: int) -> Iterator[tuple[Any, int, Any]]:
        """Yield what a player may have bid and won, and what is scored for that alone."""
        bids, tricks = [self.out.bids[seat]], [self.won[seat] if self.won else 0]
        if "bid" in self.scoring.needs and self.out.bids[seat] is None:
            bids = self._possible_bids(seat) if seat in self.state.seats else [0]
        if self.by_tricks and seat in self.takers:
            tricks = [*range(self.tricks + 1)]
        for bid, won in product(bids, tricks):
            with suppress(FormulaError):
                worth: Any = 0
                if not (self.alone or self.only_sides):
                    rows, _ = self.scoring.rows(self._ended({(seat,): Way((bid,), (won,))}))
                    worth = sum(part.worth(rows[seat], rows) for part in self.scoring.parts if not part.by_side)
                yield bid, won, worth

    def _possible_bids(self, seat: int) -> list[Any]:
        """Return the bids that a player may have made, whatever was bid before."""
        rules, cards = self.rules, self.state.cards
        known = {"cards": cards, "players": rules.players}
        words = {word: int(rules.bid_words[word].run(known, (known,))) for word in rules.bid_marks}
        names, left = auctions.names_for(rules, self.state, seat), (2 << cards) - 1
        left = left if rules.by_cards is None else rules.by_cards.bids(rules.pack) & left
        unknown = {"bids", "spoken", "last", "partner_bid", *rules.held_names}
        unknown |= {"total"} if None in self.state.scores else set()
        for rule in takewhile(
            lambda rule: not rule.names & unknown, rules.bidding
        ):  # later words may give way to others
            left = left & rule.allow(names) or left
        return [*members(left), *[Marked.by(word, bid) for word, bid in words.items() if 0 <= bid <= cards]]

    def _last(self, side: Seats, tricks: int | None) -> Iterator[int | None]:
        """Yield who of a side may have taken the last trick: its first player for all of them, or nobody."""
        needed, last = "last_trick" in self.scoring.needs, self.out.last
        if needed and tricks != 0 and (last is None or last in side):
            yield side[0]
        if not needed or (last not in side and tricks != self.tricks):
            yield None

    def _counts(self, side: Seats, tricks: int | None) -> Collection[Taken]:
        """Return what the cards of a side can count in this many tricks."""
        if self.piles is not None:
            return self.piles.taken(side, tricks)
        return [tuple([sum(count[seat] for seat in side) for count in self.out.counts or ()])]
