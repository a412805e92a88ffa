"""A picture of two distributions of scores, drawn by matplotlib, which the extra `referee[plot]` brings along."""

from __future__ import annotations

import io
from collections.abc import Sequence

from referee.core.harmless import visible
from referee.report.comparison import Comparison, Side

MOST_BARS = 40
COLOURS = ("#4477aa", "#ee6677")


def svg(compared: Comparison) -> str:
    """The scores under both rulesets as an SVG. Raises ImportError without matplotlib. The same games, the same picture."""
    import matplotlib
    from matplotlib.figure import Figure

    with matplotlib.rc_context({"svg.hashsalt": "referee", "svg.fonttype": "none"}):
        figure = Figure(figsize=(8, 4.5), layout="constrained")
        axes = figure.subplots()
        sides = (compared.old, compared.new)
        bars = _bars(sides)
        for side, colour in zip(sides, COLOURS, strict=True):
            weights = [100 / len(side.scores)] * len(side.scores)
            axes.hist(side.scores, bars, weights=weights, color=colour, alpha=0.55, label=_label(side))
            axes.axvline(sum(side.scores) / len(side.scores), color=colour, linestyle="--", linewidth=1)
        axes.set_xlabel("final score of a player (dashed: the mean)")
        axes.set_ylabel("% of players")
        axes.set_title(f"{len(compared.old.games)} games, the same deals under both", loc="left")
        axes.legend(frameon=False)
        axes.spines[["top", "right"]].set_visible(False)
        stream = io.StringIO()
        figure.savefig(stream, format="svg", metadata={"Date": None})
    return stream.getvalue()


def _label(side: Side) -> str:
    """What the side is called, of which no dollar begins a formula."""
    return visible(side.label).replace("$", r"\$")


def _bars(sides: Sequence[Side]) -> list[float]:
    """The edges of the bars, as wide for both: whole numbers, at most `MOST_BARS` of them."""
    low = min(min(side.scores) for side in sides)
    high = max(max(side.scores) for side in sides)
    width = max(1, -(-int(high - low + 1) // MOST_BARS))
    return [low - 0.5 + width * step for step in range(int((high - low) // width) + 2)]
