"""Pictures for a page or a blog, drawn by matplotlib, which is in the extra `referee[plot]`.

Every picture is made here in one style: the colours are Paul Tol's bright ones and cividis, which colour-blind people can
tell apart, and nothing is shown by colour alone. The same data gives the same picture.
"""

from __future__ import annotations

import io
import warnings
from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from referee.core.harmless import one_line, visible
from referee.core.wording import counted
from referee.report.comparison import Comparison, Side
from referee.report.coverage import about_game, share
from referee.report.pictures import FORMATS, Finals, Picture, Race

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from referee.judging.coverage import Coverage

COLOURS = ("#4477aa", "#ee6677", "#228833", "#aa3377", "#ccbb44", "#66ccee", "#555555")
MARKS, DASHES = "osD^vPX*", ("-", "--", "-.", ":")
MOST_BARS, MOST_PLAYERS, LONGEST = 40, 20, 34
ACROSS = 4
"""How many rules are next to each other in a map."""


def written(picture: Picture, suffix: str) -> bytes:
    """A picture as a file. Raises ImportError without matplotlib."""
    import matplotlib
    from matplotlib.figure import Figure

    form = FORMATS.get(suffix.lower(), "svg")
    told = {"Title": "referee", "Description": visible(picture.says)}
    settings: Any = {"svg.hashsalt": "referee", "svg.fonttype": "none", "font.size": 11, "axes.titlesize": 12}
    with matplotlib.rc_context(settings), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing")  # a name in letters that the font lacks
        figure = Figure(figsize=picture.size, layout="constrained", facecolor="white")
        picture.draw(figure)
        stream = io.BytesIO()
        left_out = {"Date": None} if form == "svg" else {"Software": None}
        figure.savefig(stream, format=form, dpi=200, metadata={**told, **left_out})
    return stream.getvalue()


def compared(found: Comparison) -> Picture:
    """The scores under two rulesets, one over the other."""
    games = f"{counted(len(found.old.games), 'games')}, the same deals under both"

    def draw(figure: Figure) -> None:
        axes = _axes(figure, games, "final score of a player (dashed: the mean)", "% of players")
        sides = (found.old, found.new)
        bars = _bars(sides)
        for side, colour, hatch in zip(sides, COLOURS, ("", "///"), strict=False):
            weights = [100 / len(side.scores)] * len(side.scores)
            looks: Any = {"color": colour, "alpha": 0.55, "hatch": hatch, "edgecolor": colour}
            axes.hist(side.scores, bars, weights=weights, label=_label(side.label), **looks)
            axes.axvline(sum(side.scores) / len(side.scores), color=colour, linestyle="--", linewidth=1)
        axes.legend(frameon=False)

    return Picture((8, 4.5), f"Final scores with {found.old.label} and {found.new.label}: {games}", draw)


def race(game: Race) -> Picture:
    """The totals of one game, from its beginning to its end; players whose totals are always equal share a line."""
    hands = [entry for entry in game.score["hands"] if entry.get("totals")]
    lines: dict[tuple[Any, ...], list[str]] = {}
    for player in game.score["players"]:
        lines.setdefault(tuple(entry["totals"].get(player) for entry in hands), []).append(player)
    winners = game.score["winners"] if game.score["over"] else ()

    def draw(figure: Figure) -> None:
        axes = _axes(figure, game.title, game.unit, f"total after each {game.unit}")
        numbers = [entry["hand"] for entry in hands]
        for place, (totals, players) in enumerate(lines.items()):
            known = [(number, total) for number, total in zip(numbers, totals, strict=True) if total is not None]
            name = " and ".join(players) + (" (won)" if players[0] in winners else "")
            style: Any = {"color": _of(COLOURS, place), "marker": _of(MARKS, place), "linestyle": _of(DASHES, place)}
            axes.plot(*zip(*known, strict=True), label=_label(name), **style) if known else None
        axes.locator_params(axis="x", integer=True)
        if lines and hands:
            axes.legend(frameon=False, loc="upper left", bbox_to_anchor=(1, 1))

    return Picture((9, 4.5), f"{game.title}: the total of each player after each {game.unit}", draw)


def finals(games: Sequence[Finals]) -> Picture:
    """How each player's games ended, one panel per ruleset; those who played most come first."""
    shown = [(of, sorted(of.totals, key=lambda name: -len(of.totals[name]))[:MOST_PLAYERS]) for of in games]
    height = sum(1.4 + 0.45 * len(names) for _, names in shown)

    def draw(figure: Figure) -> None:
        panels = figure.subplots(len(shown), height_ratios=[3 + len(names) for _, names in shown], squeeze=False)
        for (of, names), (axes,) in zip(shown, panels, strict=True):
            _dressed(axes, of.title, "final total (the box holds half of the games, the line in it is the median)", "")
            box: Any = {"boxprops": {"facecolor": "#d6e2ee"}, "medianprops": {"color": "#ee6677", "linewidth": 2}}
            axes.boxplot(
                [of.totals[name] for name in reversed(names)], orientation="horizontal", patch_artist=True, **box
            )
            axes.set_yticks(
                range(1, len(names) + 1),
                [_label(f"{name}, {counted(len(of.totals[name]), 'games')}") for name in reversed(names)],
            )

    return Picture((8, height), f"Final totals of the players of {counted(len(games), 'games')}", draw)


def covered(games: Sequence[tuple[str, Coverage]]) -> Picture:
    """The rules, words and card powers of each game as tiles: the more often one fired, the brighter."""
    maps = [(found, _tiles(found)) for _, found in games]
    rows = [sum(-(-len(names) // ACROSS) + 1 for _, names in tiles) for _, tiles in maps]

    def draw(figure: Figure) -> None:
        panels = figure.subplots(len(maps), height_ratios=[number + 2 for number in rows], squeeze=False)
        for (found, tiles), (axes,) in zip(maps, panels, strict=True):
            _map(figure, axes, found, tiles)

    return Picture((11, 1.2 + sum(0.3 * number + 0.7 for number in rows)), "How often the logs fired each rule", draw)


def _tiles(found: Coverage) -> list[tuple[str, list[str]]]:
    """The points of a game by section of its ruleset, in the order of the sections."""
    ordered = sorted(
        found.points, key=lambda name: list(dict.fromkeys(map(_section, found.points))).index(_section(name))
    )
    return [(section, list(names)) for section, names in groupby(ordered, _section)]


def _section(name: str) -> str:
    return name.partition(".")[0]


def _map(figure: Figure, axes: Axes, found: Coverage, tiles: Sequence[tuple[str, Sequence[str]]]) -> None:
    from matplotlib import colormaps
    from matplotlib.cm import ScalarMappable
    from matplotlib.colors import LogNorm
    from matplotlib.patches import Rectangle

    colours = colormaps["cividis"]
    scale = LogNorm(1, max(*found.fired.values(), 10))
    row = 0
    for section, names in tiles:
        axes.text(0, row + 0.7, _label(section), fontweight="bold")
        for place, name in enumerate(names):
            x, y = place % ACROSS, row + 1 + place // ACROSS
            times = found.fired[name]
            fill: Any = colours(scale(times)) if times else "white"
            hatch: Any = {} if times else {"hatch": "////", "edgecolor": "#999999"}
            axes.add_patch(Rectangle((x + 0.01, y + 0.05), 0.98, 0.9, facecolor=fill, **hatch))
            dark = times and sum(fill[:3]) < 1.5
            around: Any = {} if times else {"bbox": {"facecolor": "white", "edgecolor": "none", "pad": 1}}
            text = f"{_cut(_plain(name))}  {times or 'never'}"
            axes.text(x + 0.04, y + 0.65, _label(text), fontsize=8, color="white" if dark else "black", **around)
        row += 1 - (-len(names) // ACROSS)
    axes.set(xlim=(0, ACROSS), ylim=(row + 0.3, 0))
    axes.axis("off")
    axes.set_title(
        _label(f"{about_game(found.rules)}: {counted(found.logs, 'logs')}, {share(found)}% fired"), loc="left"
    )
    bar = figure.colorbar(
        ScalarMappable(scale, colours), ax=axes, orientation="horizontal", aspect=60, shrink=0.6, pad=0.01
    )
    bar.ax.xaxis.set_major_formatter("{x:g}")
    bar.set_label("events that fired it (hatched: none)")


def _plain(name: str) -> str:
    """The name of a point within its section."""
    return (name.partition(".")[2] or name).removeprefix("cards.").replace("_", " ")


def _cut(name: str) -> str:
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"


def _axes(figure: Figure, title: str, along: str, up: str) -> Axes:
    axes: Axes = figure.subplots()
    _dressed(axes, title, along, up)
    return axes


def _dressed(axes: Axes, title: str, along: str, up: str) -> None:
    axes.set_title(_label(title), loc="left")
    axes.set_xlabel(along)
    axes.set_ylabel(up)
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(axis="y", color="#dddddd", linewidth=0.7)
    axes.set_axisbelow(True)


def _label(text: str) -> str:
    """A text that no dollar sign turns into a formula, and no underscore hides from a legend."""
    shown = visible(one_line(text)).replace("$", r"\$")
    return f"\u200a{shown}" if shown.startswith("_") else shown


def _of(choices: Sequence[str], place: int) -> str:
    return choices[place % len(choices)]


def _bars(sides: Sequence[Side]) -> list[float]:
    """The edges of the bars, the same for both: whole numbers, at most `MOST_BARS` of them."""
    low = min(min(side.scores) for side in sides)
    high = max(max(side.scores) for side in sides)
    width = max(1, -(-int(high - low + 1) // MOST_BARS))
    return [low - 0.5 + width * step for step in range(int((high - low) // width) + 2)]
