"""How a game stands, in the same way for all families: who came in which place, and what counts are called."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from referee.core.family import Standing, Tally


def places(
    sides: Sequence[Sequence[int]], totals: Sequence[int | float | None], first: Collection[int], *, lowest_wins: bool
) -> tuple[int, ...]:
    """The place of each seat, 1 for the best: those in `first` before all others, then by totals, sides together.

    Equals share the better place, as in a race. Empty if a total is not known.
    """
    known = [total for total in totals if total is not None]
    if len(known) < len(totals):
        return ()
    best_first = known if lowest_wins else [-total for total in known]
    ranks = [(not any(seat in first for seat in side), best_first[side[0]]) for side in sides]
    of_sides = [1 + sum([other < own for other in ranks]) for own in ranks]
    place = {seat: found for side, found in zip(sides, of_sides, strict=True) for seat in side}
    return tuple([place[seat] for seat in range(len(totals))])


def standing(
    sides: Sequence[Sequence[int]],
    totals: Sequence[int | float | None],
    leaders: Collection[int],
    tallies: Iterable[Tally],
    *,
    over: bool,
    lowest_wins: bool,
) -> Standing:
    """How a game stands in which these players lead or have won."""
    placed = places(sides, totals, leaders, lowest_wins=lowest_wins)
    winners = tuple(sorted(leaders)) if over else ()
    return Standing(tuple(map(tuple, sides)), over, winners, tuple(totals), placed, tuple(tallies))


def named(word: str) -> str:
    """The name of a word of a ruleset that counts something: 'big cassino'."""
    return word.replace("_", " ").replace("-", " ")
