"""Points of a round that a score pad has without what was harvested: whether any round gives them.

Each part of the score is worth something to sides by itself: most of some cards to one of them, cards that count to whoever has
them, tokens likewise. So the points of all sides are sums of what the parts may give, and all such sums are tried.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from functools import lru_cache
from itertools import combinations
from operator import add
from typing import NamedTuple

from referee.core import pads
from referee.core.findings import Faults, Finding
from referee.engines.fishing.rules import counts
from referee.engines.fishing.state import FishingState
from referee.engines.fishing.words.compiled import FishingRules
from referee.engines.fishing.words.scoring import ScoreLine

MOST_SUMS = 300_000
"""With more sums than this, only what each side can score by itself is worked out; nothing with more than this for one side."""
NEVER_FLOORED = 1_000_000
"""In place of a total that is not known: so much that no loss ends at 0."""
Points = tuple[int, ...]
"""What each side gains, and then what each loses."""


class Tokens(NamedTuple):
    """What a pad says of okus, Luminaries, sweeps and the last capture, by side; None where it does not say."""

    okus: tuple[int, ...] | None
    luminaries: tuple[int, ...] | None
    """What those are worth that each side claimed."""
    sweeps: tuple[int, ...] | None
    last: int | None


def faults(rules: FishingRules, state: FishingState, told: Mapping[str, Mapping[int, int]], tokens: Tokens) -> Faults:
    """Yield what is wrong with the points and totals of a pad that says no more of a round, or only of its tokens."""
    scores, totals = told.get("score", {}), told.get("totals", {})
    yield from pads.wrongly_added(
        "scoring", state.players, pads.known_totals(state.scores, state.untold), scores, totals
    )
    apart = [
        Finding("scoring", message, seat, word=("partners",), at=("result", what))
        for what, said in told.items()
        for seat, message in pads.partners_apart(
            state.players, rules.sides, said, ("scores" if what == "score" else "totals", "written as")
        )
    ]
    yield from apart
    able = possible(rules, state, tokens) if not apart else None
    if able is None:
        return

    def beside(points: Mapping[int, int]) -> str:
        fits = able.together({rules.side_of[seat]: number for seat, number in points.items()})
        return "" if fits else f"together; a round is worth {able.most} in all at most"

    each = {seat: able.numbers(side) for seat, side in enumerate(rules.side_of)}
    yield from pads.unscorable("scoring", state, told, rules.sides, each.__getitem__, beside)


class SideScores(NamedTuple):
    """What sides can score in a round, each for itself, and together where that was tried; besides that up to so many sweeps of
    so many points."""

    each: list[set[int]]
    sums: set[tuple[int, ...]] | None
    sweep: int
    sweeps: int

    def numbers(self, side: int) -> list[int]:
        """Return what one side can score."""
        more = range(0, self.sweep * self.sweeps + 1, self.sweep or 1)
        return sorted({number + extra for number in self.each[side] for extra in more})

    def together(self, points: Mapping[int, int]) -> bool:
        """Return whether these sides can score this in one round."""
        return self.sums is None or any(
            self._swept([number - sums[side] for side, number in points.items()]) for sums in self.sums
        )

    @property
    def most(self) -> int:
        """Return what all sides together can score."""
        return max(map(sum, self.sums or ())) + self.sweep * self.sweeps

    def _swept(self, rest: list[int]) -> bool:
        """Return whether what is left are points of sweeps."""
        if not self.sweep:
            return not any(rest)
        return min(rest) >= 0 and not any(more % self.sweep for more in rest) and sum(rest) <= self.sweep * self.sweeps


def possible(rules: FishingRules, state: FishingState, tokens: Tokens) -> SideScores | None:
    """Return what the sides can score in a round; None where formulas, or too many sums, make that hard to tell."""
    scoring = rules.scoring
    swept = scoring.sweeps if tokens.sweeps is None else 0
    if scoring.parts or swept < 0 or (swept and scoring.floor):
        return None
    totals = tuple(NEVER_FLOORED if state.untold[seats[0]] else state.scores[seats[0]] for seats in rules.sides)
    nothing = not any(any(held or ()) for held in tokens[:3]) and tokens.last is None
    points = _points(tuple(map(frozenset, _parts(rules, tokens))), totals, scoring.floor, nothing)
    return points and SideScores(*points, swept, rules.pack.bit_count() // 2 if swept else 0)


@lru_cache(maxsize=64)
def _points(
    parts: tuple[frozenset[Points], ...], totals: tuple[int, ...], floor: bool, nothing: bool
) -> tuple[list[set[int]], set[Points] | None] | None:
    """Return what each side, and all together, can score; None where there are too many sums. Kept, because judging again by
    every other reading of a ruling asks the same of every round."""
    sides = range(len(totals))
    sums = _sums(parts, len(sides))
    if sums is not None:
        # With nothing written, nobody may get anything in the round.
        floored = {_floored(floor, one, totals) for one in sums | ({(0,) * (2 * len(sides))} if nothing else set())}
        return [{points[side] for points in floored} for side in sides], floored
    each = []
    for side in sides:
        alone = _sums([{(one[side], one[len(sides) + side]) for one in part} for part in parts], 1)
        if alone is None:
            return None
        each.append({_floored(floor, one, totals[side : side + 1])[0] for one in alone})
    return each, None


def _sums(parts: Iterable[Set[Points]], sides: int) -> set[Points] | None:
    """Return what this number of sides get from all parts together; None if there are too many sums."""
    sums = {(0,) * (2 * sides)}
    for part in parts:
        if len(sums) * len(part) > MOST_SUMS:
            return None
        sums = {tuple(map(add, one, more)) for one in sums for more in part}
    return sums


def _floored(floor: bool, points: Points, totals: Sequence[int]) -> tuple[int, ...]:
    """Gains and losses together; with a floor, losses end at a total of 0."""
    sides = len(totals)
    both = []
    for side, total in enumerate(totals):
        gains, losses = points[side], points[sides + side]
        least = min(0, total + gains) if floor else total + gains + losses
        both.append(max(total + gains + losses, least) - total)
    return tuple(both)


def _parts(rules: FishingRules, tokens: Tokens) -> Iterator[set[Points]]:
    """Yield what each part of the score may give the sides."""
    scoring = rules.scoring
    changed: dict[str, set[int]] = {}
    names = rules.in_sets if rules.dealt_luminaries else ()
    for name in names:
        for word, told in rules.luminaries[name].claim:
            for line_name, points in told.items() if word == "score" else ():
                changed.setdefault(line_name, set()).add(points)
    for line in scoring.lines:
        values = {line.points, *changed.get(line.name, ())}
        yield set(_most(rules, line, values) if line.most else _each(rules, line, values))
    if scoring.okus:
        shared = _shares(len(rules.sides), rules.okus, whole=False) if tokens.okus is None else [tokens.okus]
        yield {_spread([scoring.okus * number for number in share]) for share in shared}
    if scoring.luminaries and tokens.luminaries is None:
        worths = sorted((rules.luminaries[name].worth for name in names), reverse=True)
        most = rules.dealt_luminaries + sum(map(rules.brings_another, names))
        for place in range(min(most, 2 * rules.dealt_luminaries, len(worths))):
            yield {
                _spread([scoring.luminaries * worth * (side == other) for other in range(len(rules.sides))])
                for side in range(len(rules.sides))
                for worth in (0, *worths[place:])
            }
    elif scoring.luminaries and tokens.luminaries:
        yield {_spread([scoring.luminaries * worth for worth in tokens.luminaries])}
    if scoring.sweeps and tokens.sweeps is not None:
        yield {_spread([scoring.sweeps * number for number in tokens.sweeps])}
    if scoring.last:
        takers = range(len(rules.sides)) if tokens.last is None else [tokens.last]
        yield {_spread([scoring.last * (side == other) for other in range(len(rules.sides))]) for side in takers}


def _most(rules: FishingRules, line: ScoreLine, values: Iterable[int]) -> Iterator[Points]:
    """Most of some cards: for one side, for nobody on a tie, or for all that are tied where they share."""
    sides = range(len(rules.sides))
    shared = rules.scoring.tied_loss == "all" if line.points < 0 else rules.scoring.ties_shared
    none = not rules.scoring.none_counted and not counts.all_captured(rules)
    if none or (not shared and may_tie(rules, line)):
        yield _spread([0] * len(sides))
    for size in range(1, len(sides) + 1 if shared else 2):
        for level in combinations(sides, size) if _alike(rules, line, size) else ():
            for points in values:
                yield _spread([points * (side in level) for side in sides])


def may_tie(rules: FishingRules, line: ScoreLine) -> bool:
    """Return whether sides can be level in a line: not where two share out an odd number of cards, and none is left."""
    return len(rules.sides) != 2 or _alike(rules, line, 2)


def _alike(rules: FishingRules, line: ScoreLine, size: int) -> bool:
    """Return whether so many sides can have most of a line: not where all share out a number of cards that cannot be divided
    so."""
    if size < len(rules.sides) or line.best or not counts.all_captured(rules):
        return True
    return not rules.countable(line).bit_count() % size


def _each(rules: FishingRules, line: ScoreLine, values: Collection[int]) -> Iterator[Points]:
    """Cards that count one by one, shared out in every way."""
    many = rules.countable(line).bit_count()
    if not any(values):
        yield _spread([0] * len(rules.sides))
        return
    for share in _shares(len(rules.sides), many, whole=counts.all_captured(rules)):
        for points in values:
            yield _spread([points * number for number in share])


def _spread(points: list[int]) -> Points:
    """Gains and losses apart."""
    return (*[max(number, 0) for number in points], *[min(number, 0) for number in points])


def _shares(sides: int, many: int, *, whole: bool) -> Iterator[tuple[int, ...]]:
    """Yield every way to share out a number of things among the sides; if not `whole`, some may be left over."""
    if not sides:
        if not (whole and many):
            yield ()
        return
    for first in range(many + 1):
        yield from ((first, *rest) for rest in _shares(sides - 1, many - first, whole=whole))
