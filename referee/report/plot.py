"""Charts as SVG: lines, bars and boxes, for a page or as a file of their own.

Names at the ends of lines, dashes and edges also tell apart what colours do. The same data gives the same text.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from referee.core.markup import Markup, at, file_of, tag
from referee.core.text import one_line

HUES = 8
DASHES = ("", "8 3", "2 3", "10 3 2 3", "5 5", "14 4", "1 4", "6 2 1 2")
LEFT = 34
"""The width of the numbers left of a chart of lines."""
BAR = 24
"""The height of a bar or box with the gap below it."""
PAPER = {"--ink": "#1d2125", "--line": "#d5d2ca", "--act": "#00566b"}
"""The colours of a file of its own, which is on white."""


class Chart(NamedTuple):
    """A drawn chart: a sentence with all that it says, how wide and high it is, and its elements."""

    says: str
    wide: float
    high: float
    drawn: Markup


class PlotLine(NamedTuple):
    """A line: the words at its end, and its points in order, each with how far across it is."""

    words: str
    points: Sequence[tuple[float, float]]


def on_page(chart: Chart) -> Markup:
    """A chart as an element of a page."""
    return _svg(chart.says, chart.wide, chart.high, [chart.drawn])


def alone(says: str, charts: Iterable[tuple[str, Chart]]) -> str:
    """An SVG file with charts below one another, each under its title; `says` describes all of it for who cannot see
    it."""
    parts = []
    y = 10.0
    wide = 0.0
    for title, chart in charts:
        parts += [_text(10, y + 16, title, class_="title"), tag("g", chart.drawn, transform=at(10, y + 30))]
        y = y + chart.high + 46
        wide = max(wide, chart.wide + 20, 9.0 * len(title) + 20)
    # the style without its comment and without the colours of a dark page
    rules = file_of("referee.report", "plot.css").partition("*/\n")[2].partition("@media")[0]
    for name, colour in PAPER.items():
        rules = rules.replace(f"var({name})", colour)
    ground = tag("rect", width="100%", height="100%", fill="#fff")
    head = [tag("title", says), tag("style", Markup(f"{rules}.plot {{ font-family: sans-serif; }}")), ground]
    return f"{_svg(says, wide, y, head + parts, xmlns='http://www.w3.org/2000/svg', width=wide, height=y)}\n"


def lines(
    series: Sequence[PlotLine],
    says: str,
    *,
    size: tuple[float, float],
    names: float,
    ends: tuple[str, str] = ("", ""),
    dots: bool = True,
) -> Chart:
    """A chart of lines with the words of each at its right end, for which there is the width `names`.

    `says` begins the description; `size` is the width and height; `ends` are words at the left and right edge; `dots`
    mark the last points.
    """
    wide, high = size
    values = [0.0]
    places = []
    for line in series:
        values += [value for _, value in line.points]
        places += [place for place, _ in line.points]
    least = min(values)
    most = max(values)
    first = min(places, default=0)
    across = _scale(wide - names - LEFT, max(places, default=0) - first)
    up = _scale(high - 30, most - least)

    def point(place: float, value: float) -> tuple[float, float]:
        """Where a value at a place across is drawn, as x and y."""
        return LEFT + (place - first) * across, high - 20 - (value - least) * up

    drawn = []
    tips = []
    for value in _round_values(least, most, max(high / 50, 2)):
        _, y = point(first, value)
        drawn.append(tag("path", class_="grid", d=f"M{LEFT} {y:.1f}H{wide - names}"))
        drawn.append(_text(LEFT - 6, y + 4, f"{value:g}", "end"))
    for number, line in enumerate(series):
        way = "L".join("{:.1f} {:.1f}".format(*point(*one)) for one in line.points)
        hue = number % HUES
        drawn.append(tag("path", class_=f"line hue-{hue}", stroke_dasharray=DASHES[hue] or None, d=f"M{way}"))
        x, y = point(*line.points[-1])
        if dots:
            drawn += [tag("circle", class_=f"dot hue-{hue}", cx=x, cy=y, r=3)]
        tips.append((y, hue, line.words))
    low = 0.0
    # words that would overlap are moved down
    for y, hue, words in sorted(tips):
        low = max(y + 4, low + 14)
        drawn.append(_text(wide - names + 8, low, words, class_=f"hue hue-{hue}"))
    if ends[0]:
        drawn += [_text(LEFT, high - 4, ends[0])]
    if ends[1]:
        drawn += [_text(wide - names, high - 4, ends[1], "end")]
    return Chart(
        f"{says} {', '.join(words for _, _, words in sorted(tips))}", wide, max(high, low + 6), Markup("".join(drawn))
    )


def _scale(length: float, range_: float) -> float:
    """The length of one unit if a range of values has this length; all of it if there is only one value."""
    return length / (range_ or 1)


def _round_values(least: float, most: float, parts: float) -> Iterable[float]:
    """Round numbers within these bounds, for a grid: multiples of 1, 2 or 5 times a power of ten, about `parts` of
    them."""
    step = (most - least) / parts
    tens = 1.0
    if step > 1:
        tens = 10.0 ** math.floor(math.log10(step))
    step = next(size * tens for size in (1, 2, 5, 10) if size * tens >= min(step, 10 * tens))
    return (number * step for number in range(math.ceil(least / step), math.floor(most / step) + 1))


def bars(rows: Sequence[tuple[str, float, str]], says: str, *, wide: float, names: float) -> Chart:
    """A chart with a bar for each row: a name, the length as a share from 0 to 1, and words after it. `names` is
    their width."""
    drawn = []
    for place, (name, share, words) in enumerate(rows):
        top = place * BAR + 4
        length = (wide - names - 130) * share
        drawn.append(_text(names - 8, top + 13, name, "end"))
        drawn.append(tag("rect", class_="bar", x=names, y=top, width=max(length, 1.0), height=16, rx=2))
        drawn.append(_text(names + length + 8, top + 13, words))
    said = ", ".join(f"{name} {words}" for name, _, words in rows)
    return Chart(f"{says} {said}", wide, len(rows) * BAR + 4, Markup("".join(drawn)))


def boxes(rows: Sequence[tuple[str, Sequence[float]]], says: str) -> Chart:
    """A chart with a box for each name and its numbers: the lowest and highest value, the middle half, and the
    median."""
    wide = 760
    names = 250
    values = list[float]()
    for _, numbers in rows:
        values += numbers
    least = min(values, default=0.0)
    most = max(values, default=0.0)
    across = _scale(wide - names - 20, most - least)
    bottom = len(rows) * BAR + 4

    def x(value: float) -> float:
        return names + (value - least) * across

    drawn = []
    for value in _round_values(least, most, 8):
        drawn.append(tag("path", class_="grid", d=f"M{x(value):.1f} 0V{bottom}"))
        drawn.append(_text(x(value), bottom + 14, f"{value:g}", "middle"))
    said = []
    for number, (name, numbers) in enumerate(rows):
        low, first, middle, third, high = (_share(sorted(numbers), share) for share in (0, 0.25, 0.5, 0.75, 1))
        top = number * BAR + 4
        drawn.append(_text(names - 12, top + 13, name, "end"))
        drawn.append(tag("path", class_="whisker", d=f"M{x(low):.1f} {top + 8}H{x(high):.1f}"))
        drawn.append(tag("rect", class_="box", x=x(first), y=top, width=max(x(third) - x(first), 1.0), height=16))
        drawn.append(tag("path", class_="median", d=f"M{x(middle):.1f} {top}v16"))
        said.append(f"{name}: median {middle:g}, from {low:g} to {high:g}")
    return Chart(f"{says} {'; '.join(said)}", wide, bottom + 20, Markup("".join(drawn)))


def _share(ordered: Sequence[float], share: float) -> float:
    """The value below which this share of ordered values lies, such as 0.5 for the median; between two of them if
    need be."""
    place = share * (len(ordered) - 1)
    low = math.floor(place)
    return ordered[low] + (ordered[math.ceil(place)] - ordered[low]) * (place - low)


def _text(x: float, y: float, words: str, anchor: str | None = None, class_: str | None = None) -> Markup:
    return tag("text", one_line(words), x=float(x), y=float(y), text_anchor=anchor, class_=class_)


def _svg(says: str, wide: float, high: float, drawn: Iterable[Markup], **more: str | float) -> Markup:
    box = f"0 0 {wide:.0f} {high:.0f}"
    return tag("svg", *drawn, class_="plot", viewBox=box, role="img", aria_label=one_line(says), **more)
