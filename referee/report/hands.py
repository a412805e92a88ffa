"""The answer to `resolve score` as text and JSON."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from referee.report.plain import as_json, table


def text(game: str, hand: Mapping[str, Any], doubts: Sequence[str]) -> str:
    """A row a player: bid, tricks, counts where known, and the points."""
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
    lines = [table(list(columns), list(zip(*columns.values(), strict=True)))]
    return "\n".join([*lines, *(f"Doubt: {doubt}." for doubt in doubts)])


def json(game: str, hand: Mapping[str, Any], doubts: Sequence[str]) -> str:
    """schemas/report.schema.json, $defs/resolve_score."""
    kept = {key: hand[key] for key in ("cards", "bids", "won", "counts", "points") if key in hand}
    return as_json({"game": game, **kept, "doubts": list(doubts)})


FORMATS: dict[str, Callable[[str, Mapping[str, Any], Sequence[str]], str]] = {"text": text, "json": json}
