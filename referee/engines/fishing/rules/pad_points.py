"""Points of a round that a score pad has without what was harvested: whether any round gives them.

Each line of the score is worth something by itself: most of some cards to one side, cards that count to whoever has them,
tokens likewise. So the points of a side are sums of what it may take of each line, and of each line there is only so much.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import product

from referee.core import pads
from referee.core.findings import Faults
from referee.core.named_tuple import NamedTuple
from referee.core.pads import Course, PadPoints, RoundScores, Taken
from referee.engines.fishing.compiled import FishingRules
from referee.engines.fishing.rules import counts
from referee.engines.fishing.state import FishingState
from referee.engines.fishing.words.scoring import ScoreLine

MOST_WAYS = 50_000
"""With more ways than this for one side nothing is said about a round."""
NEVER_FLOORED = 1_000_000
"""In place of a total that is not known: so much that no loss ends at 0."""


class Tokens(NamedTuple):
    """What a pad says of okus, Luminaries, sweeps and the last capture, by side; None where it does not say."""

    okus: tuple[int, ...] | None
    luminaries: tuple[int, ...] | None
    """What those are worth that each side claimed."""
    sweeps: tuple[int, ...] | None
    last: int | None


class SharedLine(NamedTuple):
    """What the sides share out in a round: how much of it they take together, at least and at most, and for each side how much
    it can take, for what points."""

    least: int
    most: int
    worth: tuple[frozenset[tuple[int, int]], ...]


def faults(rules: FishingRules, state: FishingState, told: pads.Told, tokens: Tokens) -> Faults:
    """Yield what is wrong with the points and totals of a pad that says no more of a round, or only of its tokens."""
    said = PadPoints("scoring", state.players, pads.known_totals(state.scores, state.untold), told, rules.sides)
    yield from said.faults(
        possible(rules, state, tokens), lambda: f"; a round is worth {_in_all(rules, tokens)} in all at most"
    )


def possible(rules: FishingRules, state: FishingState, tokens: Tokens) -> RoundScores | None:
    """Return what the sides can score in a round; None where formulas, or too many ways, make that hard to tell."""
    if rules.scoring.parts:
        return None
    totals = tuple(NEVER_FLOORED if state.untold[seats[0]] else state.scores[seats[0]] for seats in rules.sides)
    nothing = not any(any(held or ()) for held in tokens[:3]) and tokens.last is None
    floored = totals if rules.scoring.floor else ()
    return _scores(tuple(map(tuple, rules.sides)), tuple(_lines(rules, tokens)), floored, nothing)


def _in_all(rules: FishingRules, tokens: Tokens) -> int:
    """Return the most points that a round can be worth to all sides together."""
    most = 0
    for line in _lines(rules, tokens):
        best = {0: 0}
        for worth in line.worth:
            sums = sorted(
                (before + taken, score + points) for (before, score), (taken, points) in product(best.items(), worth)
            )
            best = dict(sums)  # of those that take as much the last, which is worth most
        most += max(points for taken, points in best.items() if line.least <= taken <= line.most)
    return most


@lru_cache(maxsize=64)
def _scores(
    sides: tuple[tuple[int, ...], ...], lines: tuple[SharedLine, ...], floored: tuple[int, ...], nothing: bool
) -> RoundScores | None:
    """Return what sides with these totals can score; with `nothing` written, nobody may get anything. Kept, because judging
    again by every other reading of a ruling asks the same of every round."""
    able = []
    for side in range(len(sides)):
        ways: set[tuple[int, int, Taken]] = {(0, 0, ())}
        for line in lines:
            ways = {
                (gained + max(points, 0), lost + min(points, 0), (*taken, more))
                for (gained, lost, taken), (more, points) in product(ways, line.worth[side])
            }
            if len(ways) > MOST_WAYS:
                return None
        scored = defaultdict[int, set[Taken]](set)
        for gained, lost, taken in ways:
            if floored:  # losses end at a total of 0
                lost = max(lost, -max(floored[side] + gained, 0))
            scored[gained + lost].add(taken)
        able.append(scored)
    courses = [Course(sides, able, [(line.least, line.most) for line in lines]), *([pads.NOTHING] if nothing else ())]
    return RoundScores(courses, sum(map(len, sides)))


def _lines(rules: FishingRules, tokens: Tokens) -> Iterator[SharedLine]:
    """Yield what the sides share out in a round, line by line of the score."""
    scoring, each_side = rules.scoring, range(len(rules.sides))
    names = rules.in_sets if rules.dealt_luminaries else ()
    changed = defaultdict[str, set[int]](set)
    for name in names:
        for word, told in rules.luminaries[name].claim:
            for line_name, points in told.items() if word == "score" else ():
                changed[line_name].add(points)

    def shared(least: int, most: int, worth: Iterable[tuple[int, int]]) -> SharedLine:
        return SharedLine(least, most, (frozenset(worth),) * len(each_side))

    def known(points: int, held: Sequence[int]) -> SharedLine:
        return SharedLine(0, 0, tuple(frozenset({(0, points * number)}) for number in held))

    for line in scoring.lines:
        values, all_captured = {line.points, *changed[line.name]}, counts.all_captured(rules)
        if line.most:
            ties = scoring.tied_loss == "all" if line.points < 0 else scoring.ties_shared
            none = (not scoring.none_counted and not all_captured) or (not ties and may_tie(rules, line))
            most = len(each_side) - (not _may_be_level(rules, line)) if ties else 1
            yield shared(1 - none, most, {(0, 0), *((1, points) for points in values)})
        elif any(values):
            many = rules.countable(line).bit_count()
            worth = {(number, number * points) for number in range(many + 1) for points in values}
            yield shared(many * all_captured, many, worth)
    if scoring.okus and tokens.okus is None:
        yield shared(0, rules.okus, [(number, scoring.okus * number) for number in range(rules.okus + 1)])
    elif scoring.okus and tokens.okus:
        yield known(scoring.okus, tokens.okus)
    if scoring.luminaries and tokens.luminaries is None:
        worths = sorted((rules.luminaries[name].worth for name in names), reverse=True)
        places = min(
            rules.dealt_luminaries + sum(map(rules.brings_another, names)), 2 * rules.dealt_luminaries, len(worths)
        )
        claimed = {(0, 0)}
        for place in range(places):
            claimed |= {
                (number + 1, points + scoring.luminaries * worth)
                for number, points in claimed
                for worth in worths[place:]
            }
        yield shared(0, places, claimed)
    elif scoring.luminaries and tokens.luminaries:
        yield known(scoring.luminaries, tokens.luminaries)
    if scoring.sweeps and tokens.sweeps is None:
        most = rules.pack.bit_count() // 2
        yield shared(0, most, [(number, scoring.sweeps * number) for number in range(most + 1)])
    elif scoring.sweeps and tokens.sweeps:
        yield known(scoring.sweeps, tokens.sweeps)
    if scoring.last and tokens.last is None:
        yield shared(1, 1, [(0, 0), (1, scoring.last)])
    elif scoring.last:
        yield known(scoring.last, [int(side == tokens.last) for side in each_side])


def may_tie(rules: FishingRules, line: ScoreLine) -> bool:
    """Return whether sides can be level in a line: not where two share out an odd number of cards, and none is left."""
    return len(rules.sides) != 2 or _may_be_level(rules, line)


def _may_be_level(rules: FishingRules, line: ScoreLine) -> bool:
    """Return whether all sides can have the same of a line."""
    indivisible = rules.countable(line).bit_count() % len(rules.sides)
    return line.best is not None or not counts.all_captured(rules) or not indivisible
