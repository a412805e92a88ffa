"""What one side can score, from everything that its names may be.

A side's names are first given one value each, as far as that leaves few enough cases, so that what depends on the same name
fits together; the formulas of the scoring are then calculated for all the values that are left.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import Any, NamedTuple

from referee.core.formula import Formula
from referee.core.formula_values import ANY, NEVER, NOTHING, Row, Values, added, possible
from referee.engines.trick.rules.spans import Seats, Spans, Unit
from referee.engines.trick.words.scoring import Scoring

FEW = 4
"""A definition with at most this many values is looked at for each of them."""
MANY = 32
"""A name with more values leaves room for those of definitions."""
Rows = tuple[Row, ...]


class Around(NamedTuple):
    """What may be in the rows that formulas look at besides the one that they are calculated for: all the others, those of
    the player's own side, and those of other players."""

    rows: Rows = ()
    own: Rows = ()
    others: Rows = ()

    def values(self, formula: Formula, row: Row) -> Values:
        """Every value that a formula can have for a row."""
        seen = row
        if formula.around:
            seen = {**row, "side()": self.own or (row,), "others()": self.others}
        return possible(formula, seen, (row, *self.rows) if formula.over else ())


class Member(NamedTuple):
    """A player or a side, and the rows around."""

    unit: Unit
    around: Around


class Side(NamedTuple):
    """A side whose points are looked for: as a whole, and its players, if a part of the scoring looks at each of them; and the
    bags that it may have brought."""

    whole: Member
    players: tuple[Member, ...]
    bags: Values


def sides_of(scoring: Scoring, spans: Spans) -> Iterator[Side]:
    """Every side of a hand, with what it may ask about the others."""
    alone, everyone = len(spans.sides) == scoring.players, range(scoring.players)
    each = not alone and any(not part.by_side for part in scoring.parts)
    looks = any(formula.over for formula in scoring.formulas)
    wholes = [spans.unit(seats) for seats in spans.sides]
    units = wholes if alone else [spans.unit((seat,)) for seat in everyone] if each or looks else []
    rows: Rows = ()
    whole_rows: Rows = ()
    if looks:
        mine = [next((side for side in spans.sides if seat in side), (seat,)) for seat in everyone]
        but = [tuple(other for other in everyone if other != seat) for seat in everyone]
        rows = _defined(scoring, [unit.row for unit in units], mine, but)
        apart = [tuple(seat for other in spans.sides if other != seats for seat in other) for seats in spans.sides]
        whole_rows = rows if alone else _defined(scoring, [unit.row for unit in wholes], spans.sides, apart, rows)
    for place, seats in enumerate(spans.sides):
        around, players = Around(), [Around()] * len(seats)
        if looks:
            partners = () if alone else tuple(rows[seat] for seat in seats)
            around = Around(_without(whole_rows, place), partners, tuple(rows[seat] for seat in apart[place]))
            players = [
                Around(_without(rows, seat), partners, tuple(rows[other] for other in but[seat])) for seat in seats
            ]
        members = [Member(units[seat], near) for seat, near in zip(seats, players, strict=True)] if each else []
        row = whole_rows[place] if looks else _defined(scoring, [wholes[place].row], [()], [()])[0]
        bags = _bags(scoring, around, row, spans.state.bags[seats[0]] if scoring.bags else 0)
        yield Side(Member(wholes[place], around), tuple(members), bags)


def _without(rows: Rows, place: int) -> Rows:
    return rows[:place] + rows[place + 1 :]


def _defined(
    scoring: Scoring,
    given: Sequence[Row],
    own: Sequence[Seats],
    others: Sequence[Seats],
    players: Sequence[Row] = (),
) -> Rows:
    """Rows with what the definitions may be in them; the `players` are the rows themselves, or are given."""
    rows = [dict(row) for row in given]
    seen = players or rows
    for name, formula in scoring.definitions:
        found = []
        for place, row in enumerate(rows):
            near = Around(
                _without(tuple(rows), place),
                tuple(seen[seat] for seat in own[place]),
                tuple(seen[seat] for seat in others[place]),
            )
            found.append(near.values(formula, row))
        for row, values in zip(rows, found, strict=True):
            row[name] = values
    return tuple(rows)


def _bags(scoring: Scoring, near: Around, row: Row, brought: Any) -> Values:
    """The bags that a side may have brought into the hand."""
    if scoring.bags is None or brought is not None:
        return frozenset((brought or 0,))
    counted = near.values(scoring.bags.counted, row)
    return frozenset(range(scoring.bags.limit)) if counted and min(counted) >= 0 else ANY


def frozen(thing: Any) -> Any:
    """Something made of rows, as a key."""
    if isinstance(thing, Mapping):
        return tuple([(name, frozen(values)) for name, values in thing.items()])
    return tuple(map(frozen, thing)) if isinstance(thing, tuple | list) else thing


def ways_of_side(scoring: Scoring, side: Side, most: int) -> Iterator[tuple[Row, Values]]:
    """What a side may have had, and what it scores with that."""
    begun = (
        _by_players(scoring, side, most)
        if side.players
        else [(world, NOTHING) for world in _begun(side.whole.unit, most)]
    )
    for start, scored in begun:
        for world in _worlds(scoring, side.whole, start, most // len(begun) or 1):
            points = added(scored, _points(scoring, side, world, side.whole.around))
            if points != NEVER:
                yield world, points


def _points(scoring: Scoring, side: Side, world: Row, around: Around) -> Values:
    """What a side scores as a whole with this, its bags included."""
    points = NOTHING
    for part in scoring.parts:
        if part.by_side or not side.players:
            points = added(points, around.values(part.whole, world))
    return added(points, _bag_points(scoring, side, world))


def scores_beside(scoring: Scoring, side: Side, world: Row, others: Rows, said: frozenset[Any]) -> bool:
    """Whether a side can have had this and scored as is said, with these rows around."""
    around = Around(others)
    for name, formula in scoring.definitions:
        values, there = around.values(formula, world), world[name]
        if values is not None and there is not None and not values & there:
            return False
    points = _points(scoring, side, world, around)
    return points is None or said <= points


def _begun(unit: Unit, most: int) -> list[Row]:
    """What a player or a side may have bid and won, one by one if that is few enough."""
    worlds: list[Row] = (
        [{**unit.row, **bid} for bid in unit.by_bid] if 0 < len(unit.by_bid) <= most else [dict(unit.row)]
    )
    if 0 < len(worlds) * len(unit.by_tricks) <= most:
        worlds = [
            {**world, "won": frozenset((won,)), **counts}
            for world, (won, counts) in product(worlds, enumerate(unit.by_tricks))
        ]
    return worlds


def _worlds(scoring: Scoring, member: Member, start: Row, most: int) -> list[Row]:
    """The cases of a row in which names have one value, as far as there are no more than this, with the definitions."""
    worlds = [start]
    several = [(name, values) for name, values in start.items() if values is not None and len(values) > 1]
    # what was declared is mostly just added, so it comes last
    for name, values in sorted(several, key=lambda one: (one[0] in scoring.of_declarations, len(one[1]))):
        room = most // 2 ** min(3, len(scoring.definitions)) if len(values) > MANY else most
        if len(worlds) * len(values) <= room:
            worlds = [{**world, name: frozenset((value,))} for world in worlds for value in values]
    for name, formula in scoring.definitions:
        found = [(world, member.around.values(formula, world)) for world in worlds]
        many = sum(1 if values is None or len(values) > FEW else len(values) for _, values in found)
        worlds = []
        for world, values in found:
            if values is not None and (values == NEVER or (len(values) <= FEW and many <= most)):
                worlds += [{**world, name: frozenset((value,))} for value in values]
            else:
                worlds.append({**world, name: values})
    return worlds


def _by_players(scoring: Scoring, side: Side, most: int) -> list[tuple[Row, Values]]:
    """What the players of a side may have had together, and what they score one by one with that."""
    whole = side.whole.unit.row
    names = [name for name in whole if name in {*scoring.added_up, *scoring.of_anybody}]
    tricks = max(whole["won"] or (0,)) if "won" in whole else 0
    join = lru_cache(maxsize=None)(lambda name, first, second: _joined(scoring, name, first, second))
    together: dict[tuple[Values, tuple[Values, ...]], None] = {}
    for place, member in enumerate(side.players):
        own = dict.fromkeys(_one_by_one(scoring, member, names, most))
        if place:
            own = dict.fromkeys(
                (added(points, more), tuple(map(join, names, first, second)))
                for (points, first), (more, second) in product(together, own)
            )
        together = own
    worlds = [({**whole, **dict(zip(names, values, strict=True))}, points) for points, values in together]
    return [(world, points) for world, points in worlds if min(world.get("won") or (0,)) <= tricks]


def _one_by_one(
    scoring: Scoring, member: Member, names: Sequence[str], most: int
) -> Iterator[tuple[Values, tuple[Values, ...]]]:
    """What a player may score alone, with what is then added up for the side."""
    parts = [part.whole for part in scoring.parts if not part.by_side]
    begun = _begun(member.unit, most)
    for start in begun:
        for world in _worlds(scoring, member, start, most // len(begun)):
            points = NOTHING
            for part in parts:
                points = added(points, member.around.values(part, world))
            if points != NEVER:
                yield points, tuple([world[name] for name in names])


def _joined(scoring: Scoring, name: str, first: Values, second: Values) -> Values:
    """What a name is for two players together."""
    if name in scoring.added_up:
        return added(first, second)
    return ANY if first is None or second is None else frozenset(a or b for a in first for b in second)


def _bag_points(scoring: Scoring, side: Side, world: Row) -> Values:
    """What full bags may cost a side."""
    rule = scoring.bags
    if rule is None:
        return NOTHING
    bags = added(side.whole.around.values(rule.counted, world), side.bags)
    if bags is None or min(bags, default=0) < 0:
        return ANY
    return frozenset(many // rule.limit * rule.points for many in bags)
