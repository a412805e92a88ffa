"""What a hand can have scored if there are too many ways to try them all.

Each side is looked at by itself, with everything that its names may be; of the others only what each name may be. Where a score
asks about the others, sides with the points that are claimed are then looked at together, as far as that is few enough. So
what is allowed here may still be impossible, but what is not allowed cannot have happened.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from itertools import product
from math import prod
from typing import Any, NamedTuple

from referee.core.formula_values import NOTHING, Row, Values, either
from referee.engines.trick.rules.outcomes import Outcome
from referee.engines.trick.rules.side_scores import Side, frozen, scores_beside, sides_of, ways_of_side
from referee.engines.trick.rules.spans import Course, Limit, Seats, Spans, courses_of
from referee.engines.trick.rules.ways import Known
from referee.engines.trick.words.scoring import Scoring

MOST_WORLDS = 6_000
"""How many worlds are looked at for a hand, in all its courses."""
MOST_OF_A_SIDE = 700
FEWEST = 8
"""How many of them for each side in each course: at most, and at least."""
MOST_TOGETHER = 2_000
"""How many cases of all sides together are looked at."""
MOST_SUMS = 20_000
"""If what the sides share could add up in more ways than this, it is taken to add up."""
Spent = tuple[tuple[Any, Any], ...]
"""What a side has of everything that is limited, at least and at most."""


class Way(NamedTuple):
    """What a side can score with this much of everything that is limited, and what its names may be then, if another side's
    score asks about it."""

    points: Values
    spent: Spent
    row: Row | None = None


class Found(NamedTuple):
    """What the sides can score in one course of a hand, and what they share; `asked` are the sides as they were looked at, if
    their scores ask about each other."""

    sides: tuple[tuple[Seats, tuple[Way, ...]], ...]
    limits: tuple[Limit, ...]
    asked: tuple[Side, ...] = ()


class Bounded:
    """The points that a hand can have given, each side by itself."""

    def __init__(self, hand: Known, out: Outcome) -> None:
        self.hand = hand
        self.found, self.scores = _remembered(hand, out)

    @property
    def known(self) -> bool:
        """Whether anything is known about what the players can score."""
        return None not in self.scores

    def bounds(self, seat: int, said: Any) -> str:
        """What one player can score, in words, after a claim of something else."""
        return self.hand.bounds(seat, self.scores[seat], said)

    def in_all(self) -> str:
        """What the cards of the hand are worth, as the end of a sentence."""
        compare = any(count.compares or count.by_trump for count in self.hand.rules.scoring.counted)
        return "" if compare else self.hand.in_all()

    def together(self, points: Mapping[int, Any]) -> bool:
        """Whether these players may have scored this in one hand, as far as that is known."""
        scoring = self.hand.rules.scoring
        return any(_fits(course, points) and _agree(scoring, course, points) for course in self.found)


def _fits(course: Found, points: Mapping[int, Any]) -> bool:
    """Whether the sides can score this and share what there is."""
    playing = {seat for seats, _ in course.sides for seat in seats}
    if any(score for seat, score in points.items() if seat not in playing):
        return False
    able = []
    for seats, ways in course.sides:
        said = {points[seat] for seat in seats if seat in points}
        spent = {way.spent for way in ways if way.points is None or said <= way.points}
        if not spent or len(said) > 1:
            return False
        able.append(spent if said else {_widest(spent)})
    limits = range(len(course.limits))
    return all(_shared(course.limits, able, some) for some in (limits, limits[1:], *([one] for one in limits)))


def _agree(scoring: Scoring, course: Found, points: Mapping[int, Any]) -> bool:
    """Whether the sides whose points are claimed can score them beside each other; it is assumed if there are too many ways."""
    said = {
        place: frozenset(points[seat] for seat in seats if seat in points)
        for place, (seats, _) in enumerate(course.sides[: len(course.asked)])
        if any(seat in points for seat in seats)
    }
    if not said:
        return True

    def beside(place: int, way: Way, rows: Sequence[Row]) -> bool:
        others = (*rows[:place], *rows[place + 1 :])
        return scores_beside(scoring, course.asked[place], way.row or {}, others, said[place])

    rows = list(_rows(course.asked))
    able = {
        place: [way for way in course.sides[place][1] if way.points is None or scored <= way.points]
        for place, scored in said.items()
    }
    for place, ways in able.items():
        rows[place] = _either([way.row or {} for way in ways])
    able = {place: [way for way in ways if beside(place, way, rows)] for place, ways in able.items()}
    if prod(map(len, able.values())) > MOST_TOGETHER:
        return True
    everything = range(len(course.limits))
    for some in product(*able.values()):
        if len(some) < len(rows) or _shared(course.limits, [{way.spent} for way in some], everything):
            for place, way in zip(said, some, strict=True):
                rows[place] = way.row or {}
            if all(beside(place, way, rows) for place, way in zip(said, some, strict=True)):
                return True
    return False


def _rows(sides: Sequence[Side]) -> Iterator[Row]:
    """What may be in the row of each side."""
    yield sides[1].whole.around.rows[0]
    yield from sides[0].whole.around.rows


def _either(worlds: Sequence[Row]) -> Row:
    """What each name is in one of these."""
    return {name: reduce(either, [world[name] for world in worlds]) for name in worlds[0]} if worlds else {}


def _shared(limits: Sequence[Limit], able: Sequence[set[Spent]], some: Sequence[int]) -> bool:
    """Whether there is enough, and not too much, of some of what is limited; it is assumed if there are too many ways."""
    sums: set[Spent] = {((0, 0),) * len(some)}
    for spent in able:
        these = {tuple([one[limit] for limit in some]) for one in spent}
        if len(sums) * len(these) > MOST_SUMS:
            return True
        sums = {
            tuple([(low + least, high + most) for (low, high), (least, most) in zip(one, more, strict=True)])
            for one, more in product(sums, these)
        }
    bounds = [limits[limit] for limit in some]
    return any(
        all(low <= limit.most and limit.least <= high for (low, high), limit in zip(one, bounds, strict=True))
        for one in sums
    )


def _widest(several: set[Spent]) -> Spent:
    """The least and the most of each of these."""
    each = zip(*several, strict=True)
    return tuple([(min(low for low, _ in ends), max(high for _, high in ends)) for ends in each])


def _remembered(hand: Known, out: Outcome) -> tuple[Sequence[Found], list[Any]]:
    """What the sides can score, course by course, and each player in all of them (None: anything), calculated once for hands
    that scoring cannot tell apart."""
    state = hand.state
    spans = Spans(hand, out, Course(state))
    named = state.contract, state.bid_for, state.declarer, state.partner
    at = state.cards, state.seats, *named, tuple(state.roles or ())
    bids = [spans.bids(seat) for seat in range(hand.players)] if "bid" in spans.unknown else []
    taken = state.taken if spans.all_captured else []
    had = hand.won, spans.counts, taken, state.bags, spans.trumps, spans.sides
    key = "bounded", at, frozen((spans.known, list(spans.unknown), bids, had))
    return hand.rules.remembered(key, lambda: _of_players(list(_found(hand, out)), hand.players))


def _of_players(courses: Sequence[Found], players: int) -> tuple[Sequence[Found], list[Any]]:
    return courses, [_of_player(courses, seat) for seat in range(players)]


def _of_player(courses: Sequence[Found], seat: int) -> Values:
    """What one player can score; a player who sits out scores nothing."""
    points = set[Any]()
    for course in courses:
        ways = next((ways for seats, ways in course.sides if seat in seats), (Way(NOTHING, ()),))
        for way in ways:
            if way.points is None:
                return None
            points |= way.points
    return frozenset(points)


def _found(hand: Known, out: Outcome) -> Iterator[Found]:
    auction, scoring = hand.rules.auction, hand.rules.scoring
    unbid = auction is not None and hand.state.contract < 0 and auction.nobody in ("next_deal", "same_dealer")
    if unbid and not hand.won:
        yield Found(tuple(((seat,), (Way(NOTHING, ()),)) for seat in range(hand.players)), ())
    able = list(courses_of(hand))
    most = max(FEWEST, min(MOST_OF_A_SIDE, MOST_WORLDS // (2 * len(able))))
    seen: dict[Any, tuple[Way, ...]] = {}
    for course in able:
        spans = Spans(hand, out, course)
        limits = tuple(spans.limits())
        sides, looked = [], tuple(sides_of(scoring, spans))
        asks = len(looked) > 1 and any(formula.over for formula in scoring.formulas) and not scoring.looks_around
        asks &= not any(side.players for side in looked)
        for seats, side in zip(spans.sides, looked, strict=True):
            key = frozen(side), limits
            if key not in seen:
                seen[key] = tuple(_ways(scoring, side, limits, most, asks=asks))
            sides.append((seats, seen[key]))
        yield Found(tuple(sides), limits, looked if asks else ())


def _ways(scoring: Scoring, side: Side, limits: Sequence[Limit], most: int, *, asks: bool) -> Iterator[Way]:
    """What a side can score, with the cases that others cannot tell apart together."""
    found: dict[Any, list[Row]] = {}
    for world, points in ways_of_side(scoring, side, most):
        asked = tuple([world.get(name) for name in scoring.looked_at]) if asks else ()
        found.setdefault((points, _spent(world, limits), asked), []).append(world)
    for (points, spent, _), worlds in found.items():
        yield Way(points, spent, _either(worlds) if asks else None)


def _spent(world: Row, limits: Sequence[Limit]) -> Spent:
    return tuple([_ends(world[limit.name], limit) for limit in limits])


def _ends(values: Values, limit: Limit) -> tuple[Any, Any]:
    return (0, limit.most) if values is None else (min(values), max(values))
