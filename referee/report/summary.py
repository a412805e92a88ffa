"""The summary of a simulation as text and JSON."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from referee.core.wording import counted
from referee.report.paper import PAPER, Paper, table
from referee.report.plain import as_json


class Summary:
    """The final scores of many games, player by player; `measure` is the unit of their lengths, such as 'hands'."""

    def __init__(self, game: str, title: str, seed: int, players: Sequence[str], out: str | None, measure: str) -> None:
        self.game = game
        self.title = title
        self.seed = seed
        self.out = out
        self.games = 0
        self.shared = 0
        self.stopped = 0
        self.measure = measure
        self.lengths: list[int] = []
        self.totals: dict[str, list[float]] = {player: [] for player in players}
        self.wins = dict.fromkeys(players, 0)

    def add(self, length: int, score: Mapping[str, Any]) -> None:
        """Counts one game, from the data of its score pad."""
        winners = score["winners"]
        self.games += 1
        self.lengths.append(length)
        self.shared += len(winners) > 1
        self.stopped += not score["over"]
        for player, total in score["totals"].items():
            self.totals[player].append(total)
        for player in winners:
            self.wins[player] += 1


def _spread(values: Sequence[float]) -> str:
    return f"{min(values)}–{max(values)}"


def text(summary: Summary, paper: Paper = PAPER) -> str:
    """How long the games were, then one row per player: mean, median and spread of the final scores, games won."""
    games = f"{counted(summary.games, 'games')} of {summary.title}, seed {summary.seed}"
    if not summary.games:
        return games
    few, many = min(summary.lengths), max(summary.lengths)
    average = f"{few}–{many} {summary.measure}, {statistics.fmean(summary.lengths):.1f} on average"
    length = f"{counted(many, summary.measure)} each" if few == many else average
    rows = [
        (
            player,
            f"{statistics.fmean(totals):.1f}",
            f"{statistics.median(totals):g}",
            _spread(totals),
            summary.wins[player],
        )
        for player, totals in summary.totals.items()
    ]
    lines = [f"{games}: {length}", table(("player", "mean", "median", "spread", "won"), rows, paper)]
    if summary.shared:
        lines.append(f"{counted(summary.shared, 'games')} ended in a shared win, counted for each winner.")
    if summary.stopped:
        lines.append(f"{counted(summary.stopped, 'games')} stopped after {counted(many, summary.measure)}, not over.")
    return "\n".join(lines)


def json(summary: Summary, paper: Paper = PAPER) -> str:
    """schemas/report.schema.json, $defs/simulate."""
    scores: dict[str, Any] = {}
    if summary.games:
        scores = {
            player: {
                "mean": round(statistics.fmean(totals), 3),
                "median": statistics.median(totals),
                "least": min(totals),
                "most": max(totals),
                "won": summary.wins[player],
            }
            for player, totals in summary.totals.items()
        }
    return as_json(
        {
            "game": summary.game,
            "games": summary.games,
            "seed": summary.seed,
            summary.measure: {"least": min(summary.lengths), "most": max(summary.lengths)} if summary.games else {},
            "shared_wins": summary.shared,
            "stopped": summary.stopped,
            "scores": scores,
            "out": summary.out,
        }
    )


FORMATS: dict[str, Callable[[Summary, Paper], str]] = {"text": text, "json": json}
