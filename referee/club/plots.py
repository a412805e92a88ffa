"""Plots of a season as small SVG: ratings over time, and shares won. Dashes and names also tell lines apart."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from referee.club.ratings import Change
from referee.core.harmless import one_line
from referee.core.markup import Markup, cut, joined, tag

MOST_LINES, MOST_BARS, MOST_POINTS = 8, 20, 160
"""The most players with a line or a bar, and the most points of a line."""
WIDE, HIGH, NAMES, AXIS = 640, 300, 150, 34
DASHES = ("", "8 3", "2 3", "10 3 2 3", "5 5", "14 4", "1 4", "6 2 1 2")
LONGEST = 18

Points = list[tuple[int, float]]


def of_ratings(changes: Sequence[Change]) -> Markup:
    """The ratings of those who played most, game by game; empty if there is no line to draw."""
    lines: dict[str, Points] = {}
    for number, change in enumerate(changes, 1):
        for player, rating in change.after.items():
            lines.setdefault(player, []).append((number, rating.sure))
    most = sorted(lines, key=lambda player: (-len(lines[player]), player))[:MOST_LINES]
    if len(changes) < 2 or not most:
        return Markup("")
    values = [value for player in most for _, value in lines[player]]
    least, best = min(0.0, *values), max(0.0, *values)
    across, up = (WIDE - NAMES - AXIS) / (len(changes) - 1), (HIGH - 30) / ((best - least) or 1)

    def at(number: int, value: float) -> str:
        return f"{AXIS + (number - 1) * across:.1f} {HIGH - 20 - (value - least) * up:.1f}"

    drawn = [_grid(least, best, up)]
    ends = []
    for place, player in enumerate(most):
        points = _thinned(lines[player])
        last_number, last = points[-1]
        way = f"M{'L'.join(at(*point) for point in points)}"
        drawn.append(tag("path", class_=f"line hue-{place}", stroke_dasharray=DASHES[place] or None, d=way))
        drawn.append(_dot(at(last_number, last), place))
        ends.append((HIGH - 20 - (last - least) * up, place, f"{_cut(player)} {last:.1f}"))
    drawn += _labels(ends)
    drawn.append(_text(AXIS, HIGH - 4, "first game"))
    drawn.append(_text(WIDE - NAMES, HIGH - 4, f"game {len(changes):,}", "end"))
    says = "The ratings, game by game. In the end: " + ", ".join(words for _, _, words in sorted(ends))
    return _svg(says, WIDE, max(HIGH, 14 * len(most)), drawn)


def of_shares(shares: Iterable[tuple[str, int, int]]) -> Markup:
    """Bars of (player, won, played); empty if nobody has one."""
    rows = [row for row in shares if row[2]][:MOST_BARS]
    if not rows:
        return Markup("")
    drawn, step = [], 24
    for place, (player, won, of) in enumerate(rows):
        top, length = place * step + 4, (WIDE - NAMES - 130) * won / of
        drawn.append(_text(NAMES - 8, top + 13, _cut(player), "end"))
        drawn.append(tag("rect", class_="bar", x=NAMES, y=top, width=max(length, 1.0), height=16, rx=2))
        drawn.append(_text(NAMES + length + 8, top + 13, f"{100 * won / of:.0f}%, {won:,} of {of:,}"))
    says = "Games won: " + ", ".join(f"{_cut(player)} {won} of {of}" for player, won, of in rows)
    return _svg(says, WIDE, len(rows) * step + 4, drawn)


def _grid(least: float, best: float, up: float) -> Markup:
    """Horizontal lines at round numbers, with the numbers."""
    step = next(size for size in (1, 2, 5, 10, 20, 50, 100) if (best - least) / size <= 6 or size == 100)
    drawn = []
    value = -(-int(least) // step) * step
    while value <= best:
        y = HIGH - 20 - (value - least) * up
        drawn.append(tag("path", class_="grid", d=f"M{AXIS} {y:.1f}H{WIDE - NAMES}"))
        drawn.append(_text(AXIS - 6, y + 4, str(value), "end"))
        value += step
    return joined(*drawn)


def _labels(ends: Iterable[tuple[float, int, str]]) -> list[Markup]:
    """The names at the ends of the lines, without overlaps."""
    drawn, low = [], 0.0
    for y, place, words in sorted(ends):
        low = max(y + 4, low + 14)
        drawn.append(_text(WIDE - NAMES + 8, low, words, hue=place))
    return drawn


def _thinned(points: Points) -> Points:
    """At most `MOST_POINTS` of the points, and always the last."""
    step = -(-len(points) // MOST_POINTS)
    return points if step < 2 else [*points[:-1:step], points[-1]]


def _dot(at: str, place: int) -> Markup:
    x, y = at.split()
    return tag("circle", class_=f"dot hue-{place}", cx=x, cy=y, r=3)


def _text(x: float, y: float, words: str, anchor: str = "start", hue: int | None = None) -> Markup:
    what = None if hue is None else f"hue-{hue}"
    return tag("text", words, x=float(x), y=float(y), text_anchor=anchor, class_=what)


def _svg(says: str, wide: float, high: float, drawn: Iterable[Markup]) -> Markup:
    return tag(
        "svg", *drawn, class_="plot", viewBox=f"0 0 {wide:.0f} {high:.0f}", role="img", aria_label=one_line(says)
    )


def _cut(name: str) -> str:
    return cut(one_line(name), LONGEST)
