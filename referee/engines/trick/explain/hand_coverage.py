"""What the end of a hand triggers: the cases of the score that applied, what was counted, bags, the end of the game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from referee.core import formula
from referee.core.formula import Formula
from referee.engines.trick.rules import comparing, contracts, seats
from referee.engines.trick.state import OVER, Hand, State
from referee.engines.trick.words.compiled import CompiledRules
from referee.engines.trick.words.ended_hands import Ended, Row


def at_end_of_hand(rules: CompiledRules, before: State, after: State) -> Iterator[str]:
    """What scored the hand that ended between two states, and what ended the game with it."""
    hand = after.history[-1]
    passed_out = rules.auction is not None and hand.contract < 0 and not rules.auction.played_by_nobody
    if hand.points is not None and hand.counts is not None and not passed_out:
        yield from _scored(rules, before, after, hand)
    yield from _ended(rules, after)
    if after.talon:
        yield "talon.counts_for" if rules.talon_goes_to == "declarer" else "talon.goes_to"
    if after.out != before.out:
        yield "end.knock_out"


def _scored(rules: CompiledRules, before: State, after: State, hand: Hand) -> Iterator[str]:
    scoring = rules.scoring
    counts = hand.counts or ()
    players, sides = scoring.rows(
        Ended(
            hand.number, hand.cards, hand.dealer, _known(hand.bids), _known(hand.won), counts, before.scores, before.bags,
            hand.sides, hand.last, hand.chosen, comparing.scored(rules, after, hand.sides, hand.dealer),
            contracts.scored(
                rules, hand.sides, hand.declarer, hand.contract, hand.doubled, hand.bid_for, hand.matadors
            ), hand.vulnerable, before.carried,
        )
    )  # fmt: skip
    yield from (f"count.{name}" for name, taken in zip(scoring.counts, counts, strict=True) if any(taken))
    yield from (f"define.{name}" for name, _ in scoring.defined if any(row[name] for row in (*players, *sides)))
    if sides is not players:
        yield "partners"
    if hand.vulnerable:
        yield "vulnerable"
    for name, part in rules.ruleset.full["scoring"].items():
        rows = sides if part["each"] == "side" else [row for seat, row in enumerate(players) if hand.played(seat)]
        cases = _cases(rules, name)
        yield from (f"scoring.{name}.cases.{_applies(cases, row, rows)}" for row in rows)
    yield from (f"carry.{name}" for name, _ in scoring.carry if after.carried[name] != before.carried[name])
    if scoring.bags and any(scoring.bags.counted.run(row, sides) for row in sides):
        yield "bags.count"
        if any(new < old for new, old in zip(after.bags, before.bags, strict=True)):
            yield "bags.limit"


def _known(numbers: Sequence[int | None]) -> list[int]:
    """Bids or tricks; 0 for those who did not play."""
    return [number or 0 for number in numbers]


@lru_cache(maxsize=256)
def _cases(rules: CompiledRules, name: str) -> tuple[Formula | None, ...]:
    """The conditions of a part of the score, in order; None is always."""
    cases = rules.ruleset.data["scoring"][name]["cases"]
    return tuple(
        formula.parse(case["when"], rules.scoring.names, around=True) if "when" in case else None for case in cases
    )


def _applies(cases: tuple[Formula | None, ...], row: Row, rows: list[Row]) -> int:
    """The first case whose condition holds."""
    return next(place for place, when in enumerate(cases) if when is None or when.run(row, rows))


def _ended(rules: CompiledRules, after: State) -> Iterator[str]:
    scoring = rules.scoring
    shared = scoring.shared(after.scores)
    if after.phase == OVER:
        yield "end.winner"
        if scoring.hands and after.history[-1].number >= scoring.hands:
            yield "deal.hands"
        else:
            yield from ("end.when", "end.target")
        if shared:
            yield "end.tied"
        if seats.first_out(rules, after) and scoring.leaders(after.scores) != seats.first_out(rules, after):
            yield "end.first_out"
    elif (
        shared
        and scoring.play_on
        and scoring.reached(after.scores, after.target, after.history[-1].number, after.carried)
    ):
        yield "end.tied"
