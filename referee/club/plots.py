"""Plots of a season: ratings over time, and shares won."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from referee.club.ratings import Change
from referee.core.harmless import one_line
from referee.core.markup import Markup, cut
from referee.picture.plot import Line, bars, lines, on_page

MOST_LINES, MOST_BARS, MOST_POINTS = 8, 20, 160
"""The most players with a line or a bar, and the most points of a line."""


def of_ratings(changes: Sequence[Change]) -> Markup:
    """Return the ratings of those who played most, game by game; empty if there is no line to draw."""
    points: dict[str, list[tuple[float, float]]] = {}
    for number, change in enumerate(changes, 1):
        for player, rating in change.after.items():
            points.setdefault(player, []).append((number, rating.sure))
    most = sorted(points, key=lambda player: (-len(points[player]), player))[:MOST_LINES]
    if len(changes) < 2 or not most:
        return Markup("")
    series = [Line(f"{_cut(player)} {points[player][-1][1]:.1f}", _thinned(points[player])) for player in most]
    ends = ("first game", f"game {len(changes):,}")
    return on_page(lines(series, "The ratings, game by game. In the end:", ends=ends))


def of_shares(shares: Iterable[tuple[str, int, int]]) -> Markup:
    """Return bars of (player, won, played); empty if nobody has one."""
    rows = [(_cut(player), won / of, f"{100 * won / of:.0f}%, {won:,} of {of:,}") for player, won, of in shares if of]
    return on_page(bars(rows[:MOST_BARS], "Games won:")) if rows else Markup("")


def _thinned(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return at most `MOST_POINTS` of the points, and always the last."""
    step = -(-len(points) // MOST_POINTS)
    return points if step < 2 else [*points[:-1:step], points[-1]]


def _cut(name: str) -> str:
    return cut(one_line(name), 18)
