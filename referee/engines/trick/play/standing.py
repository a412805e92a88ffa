"""How a game stands: places, and what each player did in the hands that have ended."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from referee.core import placing
from referee.core.family import Standing, Tally
from referee.core.placing import named
from referee.engines.trick.explain.summary import AT_LEAST, EXACT, bid_goal
from referee.engines.trick.rules import seats
from referee.engines.trick.state import OVER, Hand, State
from referee.engines.trick.words.compiled import CompiledRules


def standing(rules: CompiledRules, state: State) -> Standing:
    """The places, and the tallies of each player."""
    scoring = rules.scoring
    over, leaders = state.phase == OVER, seats.leaders(rules, state)
    return placing.standing(
        rules.sides, state.scores, leaders, _tallies(rules, state), over=over, lowest_wins=scoring.lowest_wins
    )


def _tallies(rules: CompiledRules, state: State) -> Iterator[Tally]:
    hands, every = state.history, range(rules.players)
    yield Tally("hands", tuple([sum([hand.played(seat) for hand in hands]) for seat in every]))
    by_player = [hand for hand in hands if not hand.together and any(tricks != 0 for tricks in hand.won)]
    if by_player:
        yield Tally("tricks", tuple([_sum(hand.won[seat] for hand in by_player) for seat in every]))
    if rules.bids_spoken:
        yield Tally("tricks bid", tuple([_sum(hand.bids[seat] for hand in hands) for seat in every]))
        made = [0] * rules.players
        bids = [0] * rules.players
        for hand in hands:
            for side, hit in bids_met(rules, hand):
                for seat in side:
                    made[seat] += hit
                    bids[seat] += 1
        yield Tally(bids_named(rules), tuple(made), tuple(bids))
    if rules.auction:
        contracts = [hand for hand in hands if hand.declarer >= 0 and hand.points is not None]
        yield Tally(
            "contracts that scored",
            tuple([sum([_scored(hand, seat) for hand in contracts]) for seat in every]),
            tuple([sum([hand.declarer == seat for hand in contracts]) for seat in every]),
        )
    if rules.declarations:
        yield Tally(
            "declarations",
            tuple([sum([len(hand.declared[seat]) for hand in hands if hand.declared]) for seat in every]),
        )
    for place, name in enumerate(rules.scoring.counts):
        known = [hand.counts[place] for hand in hands if hand.counts is not None]
        yield Tally(named(name), tuple([sum([count[seat] for count in known]) for seat in every]))


def bids_met(rules: CompiledRules, hand: Hand) -> Iterator[tuple[tuple[int, ...], bool]]:
    """The sides whose bids and tricks in a hand are known, and whether each met its bid: partners meet theirs together."""
    at_least = bids_are_for(rules) == AT_LEAST
    for side in rules.sides:
        bids, won = [hand.bids[seat] for seat in side], [hand.won[seat] for seat in side]
        if None not in bids and None not in won:
            bid, tricks = sum(filter(None, bids)), sum(filter(None, won))
            yield side, tricks >= bid if at_least else tricks == bid


def bids_named(rules: CompiledRules) -> str:
    """The name for a bid that was met."""
    return "bids made" if bids_are_for(rules) in (EXACT, AT_LEAST) else "bids hit"


@lru_cache(maxsize=128)
def bids_are_for(rules: CompiledRules) -> str:
    """The aim of bids, by the rules of scoring."""
    return bid_goal(rules)


def _scored(hand: Hand, seat: int) -> bool:
    return hand.declarer == seat and hand.points is not None and hand.points[seat] > 0


def _sum(numbers: Iterator[int | None]) -> int | None:
    """The sum, if all of them are known."""
    total = 0
    for number in numbers:
        if number is None:
            return None
        total += number
    return total
