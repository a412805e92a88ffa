"""What hands can score in games in which the declarer names a contract after the auction, if a score pad does not say which.

There are too many contracts, bids and numbers of matadors to try each way of sharing out the tricks and cards. But scores
mostly compare these with numbers, as `pips >= 90` does, and then one way stands for all on the same side of each number.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import product

from referee.core.cards import members
from referee.core.formula import Formula, Value
from referee.core.pads import Course, Taken
from referee.engines.trick.compiled import TrickRules
from referee.engines.trick.rules import auctions, seats, stocks
from referee.engines.trick.state import TrickState
from referee.engines.trick.words.scoring import Hand, Known

UNKNOWN = {"contract", "declarer", "bid", "matadors", "tricks", "captured cards"}
"""What may be unknown of a hand whose scores are found here."""
SAME_FOR_ALL = {"cards", "players", "hand", "hands", "won"}
"""Names of a hand that formulas may use here besides the contract and what cards count: the same whoever declares."""
_COMPARED = r"\b{}\s*(?:>=|<=|==|!=|>|<)\s*(\d+|cards)\b(?!\s*[-+*/%(])"
_SUM = "+-*/%"
MOST_HANDS = 5_000
"""The most hands that differ for their score that are looked at, each with every bid."""
Way = tuple[int, Taken]
"""The tricks of the declarer, and what the declarer's cards count."""


def courses(rules: TrickRules, state: TrickState, out: Hand) -> list[Course] | None:
    """What everybody can have scored together, a course for each way. None if there are too many, or if the score
    depends on more than is tried here."""
    if not _can_try(rules):
        return None
    if state.declarer >= 0:
        declarers = [state.declarer]
    else:
        declarers = list(state.seats)
    known: list[object] = [len(state.seats), state.cards, state.contract, state.bid_for, state.declarer, out.matadors]
    if state.declarer >= 0:
        known += [out.won[state.declarer], repr(out.counts)]
    key = ("contracts", *known)
    scores = rules.remember(key, lambda: _scores_by_role(rules, state, out, declarers[0]))
    if scores is None:
        return None
    return [_course(state, declarer, score) for declarer in declarers for score in scores]


def _scores_by_role(rules: TrickRules, state: TrickState, out: Hand, declarer: int) -> set[tuple[Value, ...]] | None:
    """The points that the declarer and the others may have, as pairs. They are the same whoever declares, so `declarer`
    is any player who may. None if there are too many ways, or not two sides."""
    auction = rules.the_auction
    ways = _ways(rules, state, out, declarer)
    if ways is None:
        return None
    if state.contract >= 0:
        contracts = [state.contract]
    else:
        contracts = list(auction.contract_index.values())
    bids = [state.bid_for] if state.bid_for >= 0 else range(auction.bids)
    levels = [auction.calls[bid].level for bid in bids]
    # The contract is settled with any of the bids: `points_by_level` puts each level in.
    scores = set[tuple[Value, ...]]()
    seen = set[tuple[Known, ...]]()
    for contract in contracts:
        hand = state.copy()
        auctions.settle_contract(rules, hand, {"contract": contract, "declarer": declarer, "bid": bids[0]})
        ended = seats.end_of_hand(rules, hand, out)
        if len(ended.sides) != 2:
            return None
        for matadors, (won, counts) in product(_matadors(rules, hand, out), ways):
            names = {**ended.names, "matadors": matadors or 0}
            shared = _share_out(rules, state, ended._replace(names=names), won, counts)
            scores |= set(rules.scoring.points_by_level(shared, levels, seen))
            if len(seen) > MOST_HANDS:
                return None
    return scores


def _can_try(rules: TrickRules) -> bool:
    """Return whether scores depend only on the contract, the declarer's tricks and what cards count."""
    scoring = rules.scoring
    known = SAME_FOR_ALL.union(rules.the_auction.known)
    alone = rules.the_auction.partner == "nobody" and all(part.by_side for part in scoring.parts)
    depends = scoring.looks_around or scoring.bags or scoring.carry or scoring.by_symbol or scoring.by_trump
    return alone and not depends and {"declarer"} <= scoring.columns.keys() <= known


def _matadors(rules: TrickRules, hand: TrickState, out: Hand) -> Sequence[int | None]:
    """Return the numbers of trumps in a row that the declarer may have held or lacked."""
    if not rules.matadors_count or out.matadors is not None:
        return [out.matadors]
    trumps = (hand.ranking.trumps & rules.pack).bit_count()
    return range(min(1, trumps), trumps + 1)


def _ways(rules: TrickRules, state: TrickState, out: Hand, declarer: int) -> list[Way] | None:
    """The tricks of the declarer and what the declarer's cards count, one way for all between which no formula makes a
    difference. None if there are too many."""
    tricks = rules.tricks_counted(rules.cards_in_hand(state.hand), len(state.seats))
    least, beside = stocks.talon_counted(rules, state, (declarer,))
    formulas = rules.scoring.formulas
    marks = {name: numbers_compared_with(formulas, name, state.cards) for name in ("won", *rules.scoring.counts)}
    ways: dict[tuple[tuple[int, ...], ...], Way] = {}
    known = None
    if state.declarer >= 0:
        known = out.won[declarer]
    for won in range(tricks + 1) if known is None else [known]:
        fewest = won * len(state.seats) + least
        most = won * len(state.seats) + beside
        spans = []
        for count, name in enumerate(rules.scoring.counts):
            if out.counts is not None and state.declarer >= 0:
                spans.append({out.counts[count][declarer]})
                continue
            low, high = _span(rules, count, fewest, most)
            numbers = marks[name]
            if numbers is None:
                return None
            # one number on either side of each that formulas compare it with, and that number
            beyond = {number + more for number in numbers for more in (-1, 0, 1)}
            spans.append({low, high} | {number for number in beyond if low < number < high})
        for counts in product(*spans):
            kind = tuple([_sides_of(marks[name], value) for name, value in zip(marks, (won, *counts), strict=True)])
            ways.setdefault(kind, (won, counts))
    return list(ways.values())


def _sides_of(numbers: Iterable[int] | None, value: int) -> tuple[int, ...]:
    """For each number whether a value is below it (-1), equal (0) or above it (1); the value itself if no numbers
    decide."""
    if numbers is None:
        return (value,)
    return tuple([(value > number) - (value < number) for number in numbers])


def _span(rules: TrickRules, count: int, fewest: int, most: int) -> tuple[int, int]:
    """The lowest and the highest value of count number `count` for some cards, from `fewest` to `most` of them."""
    counted = rules.scoring.counted[count]
    # the worth of a card depends neither on own cards nor on trump here, so any will do
    worths = sorted([counted.worth(card, 0, -1) for card in members(rules.pack)])
    low = sum(worths[:fewest]) + sum([min(one, 0) for one in worths[fewest:most]])
    worths.reverse()
    return low, sum(worths[:fewest]) + sum([max(one, 0) for one in worths[fewest:most]])


def numbers_compared_with(formulas: Iterable[Formula], name: str, cards: int) -> list[int] | None:
    """The numbers with which formulas compare a name, in order (`cards` is the size of the hand); None if a formula does
    anything else with it."""
    numbers = set[int]()
    for formula in formulas:
        if name not in formula.names:
            continue
        compared = list(re.finditer(_COMPARED.format(name), formula.text))
        summed = []
        for one in compared:
            # a name behind an operator is only a part of what is compared
            if formula.text[: one.start()].rstrip()[-1:] in _SUM and one.start():
                summed.append(one)
        if summed or len(compared) != len(re.findall(rf"\b{name}\b", formula.text)):
            return None
        numbers |= {cards if one[1] == "cards" else int(one[1]) for one in compared}
    return sorted(numbers)


def _share_out(rules: TrickRules, state: TrickState, ended: Hand, won: int, counts: Taken) -> Hand:
    """A hand in which the declarer won so many tricks and counts this much, and one defender has all the rest."""
    defender = next(seat for seat in state.seats if seat != ended.declarer)
    tricks = [0] * rules.players
    taken = [[0] * rules.players for _ in counts]
    tricks[ended.declarer] = won
    tricks[defender] = rules.tricks_counted(rules.cards_in_hand(state.hand), len(state.seats)) - won
    for number, (of_seats, mine) in enumerate(zip(taken, counts, strict=True)):
        # the worth of a card depends neither on own cards nor on trump here, so any will do
        of_seats[ended.declarer] = mine
        of_seats[defender] = (
            sum(rules.scoring.counted[number].worth(card, 0, -1) for card in members(rules.pack)) - mine
        )
    return ended._replace(won=tricks, counts=tuple(map(tuple, taken)))


def _course(state: TrickState, declarer: int, score: tuple[Value, ...]) -> Course:
    """Return the course in which the declarer and the others score this."""
    others = tuple([seat for seat in state.seats if seat != declarer])
    return Course({(declarer,): {score[0]: [()]}, others: {score[1]: [()]}})
