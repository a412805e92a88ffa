"""Points of a round that a score pad has without what was harvested: whether any round gives them.

Each line of the score is worth something by itself: most of some cards to one side, cards that count to whoever has them,
tokens likewise. So the points of a side are sums of what each line may give it, and all lines give all sides only so much.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from itertools import product

from referee.core import pads
from referee.core.findings import Faults
from referee.core.named_tuple import NamedTuple
from referee.core.pads import Course, PadPoints, RoundScores, Taken
from referee.engines.fishing.compiled import FishingRules
from referee.engines.fishing.rules import counts
from referee.engines.fishing.state import FishingState
from referee.engines.fishing.words.scoring import ScoreLine


class Tokens(NamedTuple):
    """What a pad says of okus, Luminaries (what they are worth) and sweeps, by side, and of who captured last; None where it
    does not say."""

    okus: tuple[int, ...] | None
    luminaries: tuple[int, ...] | None
    sweeps: tuple[int, ...] | None
    last: int | None


class _Line(NamedTuple):
    """What a line of the score can give each side, and all sides together at least and at most."""

    each: list[Collection[int]]
    least: int
    most: int


def faults(rules: FishingRules, state: FishingState, told: pads.Told, tokens: Tokens) -> Faults:
    """Yield what is wrong with the points and totals of a pad that says no more of a round, or only of its tokens."""
    said = PadPoints("scoring", state.players, pads.known_totals(state.scores, state.untold), told, rules.sides)
    most = sum(line.most for line in _lines(rules, tokens))
    yield from said.faults(possible(rules, state, tokens), f"; a round is worth {most} in all at most")


def possible(rules: FishingRules, state: FishingState, tokens: Tokens) -> RoundScores | None:
    """Return what the sides can score in a round; None where formulas decide that."""
    if rules.scoring.parts:
        return None
    able, lines = list[dict[int, set[Taken]]](), list(_lines(rules, tokens))
    for side, seats in enumerate(rules.sides):
        ways = {(0, 0)}  # gains and losses, of which only losses end at a total of 0
        for line in lines:
            ways = {(up + max(more, 0), down + min(more, 0)) for (up, down), more in product(ways, line.each[side])}
        scored, open_floor = defaultdict[int, set[Taken]](set), rules.scoring.floor and state.untold[seats[0]]
        for up, down in ways:
            floored = rules.scoring.with_floor((up, down), state.scores[seats[0]])
            for points in range(up + down, up + 1) if open_floor else (floored,):
                scored[points].add((up + down,))
        able.append(scored)
    courses = [Course(rules.sides, able, [(sum(line.least for line in lines), sum(line.most for line in lines))])]
    if not any(any(held or ()) for held in tokens[:3]) and tokens.last is None:
        courses.append(pads.NOTHING)
    return RoundScores(courses, rules.players)


def _lines(rules: FishingRules, tokens: Tokens) -> Iterator[_Line]:
    """Yield what each line of the score can give."""
    scoring, many, names = rules.scoring, len(rules.sides), rules.in_sets if rules.dealt_luminaries else ()
    changed = defaultdict[str, set[int]](set)
    for name in names:
        for word, told in rules.luminaries[name].claim:
            for line_name, points in told.items() if word == "score" else ():
                changed[line_name].add(points)
    for line in scoring.lines:
        values, whole, there = {line.points, *changed[line.name]}, counts.all_captured(rules), 1
        if line.most:
            ties = scoring.tied_loss == "all" if line.points < 0 else scoring.ties_shared
            least = int((scoring.none_counted or whole) and (ties or not may_tie(rules, line)))
            most = many - (not _may_be_level(rules, line)) if ties else 1
        else:
            there = most = rules.countable(line).bit_count()
            least = most * whole
        sums = [points * number for points in values for number in (least, most)]
        yield _Line(
            [{points * number for points in values for number in range(there + 1)}] * many, min(sums), max(sums)
        )
    worths = sorted((rules.luminaries[name].worth for name in names), reverse=True)
    places = min(rules.dealt_luminaries + sum(map(rules.brings_another, names)), 2 * rules.dealt_luminaries)
    last = None if tokens.last is None else [int(side == tokens.last) for side in range(many)]
    for points, held, least, most in (
        (scoring.okus, tokens.okus, 0, rules.okus),
        (scoring.luminaries, tokens.luminaries, 0, sum(worths[:places])),
        (scoring.sweeps, tokens.sweeps, 0, rules.pack.bit_count() // 2),
        (scoring.last, last, 1, 1),
    ):
        if held is not None:
            yield _Line([[points * number] for number in held], *[points * sum(held)] * 2)
        else:
            yield _Line([[points * number for number in range(most + 1)]] * many, points * least, points * most)


def may_tie(rules: FishingRules, line: ScoreLine) -> bool:
    """Return whether sides can be level in a line: not where two share out an odd number of cards, and none is left."""
    return len(rules.sides) != 2 or _may_be_level(rules, line)


def _may_be_level(rules: FishingRules, line: ScoreLine) -> bool:
    """Return whether all sides can have the same of a line."""
    indivisible = rules.countable(line).bit_count() % len(rules.sides)
    return line.best is not None or not counts.all_captured(rules) or not indivisible
