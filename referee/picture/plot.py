"""Scores as lines: one for each player; dashes and names tell them apart besides their colours."""

from __future__ import annotations

from collections.abc import Sequence

from referee.core.markup import Markup, cut, tag

WIDE, HIGH, NAMES = 340, 120, 76
DASHES = ("", "7 3", "2 3", "9 3 2 3", "4 4", "12 4", "1 4", "6 2 1 2 1 2")


def plot(players: Sequence[str], totals: Sequence[Sequence[str]]) -> Markup:
    """The scores, step by step; nothing if no score is known."""
    values = [[_number(total) for total in row] for row in totals]
    known = [value for row in values for value in row if value is not None]
    if len(values) < 2 or not known or min(known) == max(known) == 0:
        return Markup("")
    least, most = min(0, *known), max(0, *known)
    scale = (HIGH - 16) / ((most - least) or 1)

    def height(value: float) -> float:
        return HIGH - 8 - (value - least) * scale

    across = (WIDE - NAMES) / (len(values) - 1)
    lines = [tag("path", d=f"M0 {height(0):.1f}H{WIDE - NAMES}", class_="axis")]
    ends: list[tuple[float, int, str]] = []
    for place, player in enumerate(players):
        points, before = [], None
        for step, row in enumerate(values):
            value = row[place] if place < len(row) else None
            if value is not None and (value != before or step == len(values) - 1):
                if before is not None:
                    points.append(f"{step * across:.1f} {height(before):.1f}")
                points.append(f"{step * across:.1f} {height(value):.1f}")
            before = value if value is not None else before
        if points:
            lines.append(
                tag(
                    "path",
                    d=f"M{'L'.join(points)}",
                    class_=f"line line-{place % 6}",
                    stroke_dasharray=DASHES[place % 8] or None,
                )
            )
            ends.append((height(before or 0), place, f"{cut(player, 9)} {before:g}"))
    low = -9.0
    for y, place, words in sorted(ends):
        low = max(y + 4, low + 12)
        lines.append(tag("text", words, x=WIDE - NAMES + 5, y=low, class_=f"line-name name-{place % 6}"))
    lines.append(tag("path", d=f"M0 0V{HIGH}", class_="now", id="now", data_across=WIDE - NAMES))
    return tag("svg", *lines, viewBox=f"0 -2 {WIDE} {max(HIGH, low + 6):.0f}", class_="drawing plot", role="img",
               aria_label=f"The score as it went: {', '.join(words for _, _, words in ends)}")  # fmt: skip


def _number(total: str) -> float | None:
    """A score as a number: '27', '5 groups'; None if it is not known."""
    try:
        return float(total.partition(" ")[0])
    except ValueError:
        return None
