"""The answer to `resolve score` as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.core.questions import Answer
from referee.core.rulings import OtherReading
from referee.report.answers import formats
from referee.report.paper import PAPER, Paper, table


def text(answer: Answer, others: Sequence[OtherReading], paper: Paper = PAPER) -> str:
    """One row per player: bid, tricks, counts if known, and the points."""
    hand = answer.data
    players = list(hand["points"])
    columns: dict[str, list[Any]] = {"": players}
    for key, title in (("bids", "bid"), ("won", "won")):
        values = [hand.get(key, {}).get(player) for player in players]
        if any(value is not None for value in values):
            columns[title] = values
    counts = hand.get("counts", {})
    for name in dict.fromkeys(name for counted in counts.values() for name in counted):
        columns[name.replace("_", " ")] = [counts[player].get(name, "") for player in players]
    columns["points"] = [hand["points"][player] for player in players]
    lines = [table(list(columns), list(zip(*columns.values(), strict=True)), paper)]
    return "\n".join([*lines, *(f"Doubt: {doubt}." for doubt in hand["doubts"])])


FORMATS = formats(text)
