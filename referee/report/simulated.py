"""Many games played at random: their summary, and one game under two rulesets side by side."""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from referee.core.wording import counted
from referee.report.paper import PAPER, Paper, table
from referee.report.plain import as_csv, forms

if TYPE_CHECKING:
    from referee.play.simulate import Played


@dataclass
class Summary:
    """The final scores of many games, player by player; `measure` is the unit of their lengths, such as 'hands'."""

    game: str
    title: str
    seed: int
    players: Sequence[str]
    out: str | None
    measure: str
    games: int = 0
    shared: int = 0
    stopped: int = 0
    lengths: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.totals: dict[str, list[float]] = {player: [] for player in self.players}
        self.wins = dict.fromkeys(self.players, 0)

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


def summary_text(summary: Summary, paper: Paper = PAPER) -> str:
    """Return how long the games were, then one row per player: mean, median and spread of the final scores, games won."""
    games = f"{counted(summary.games, 'games')} of {summary.title}, seed {summary.seed}"
    if not summary.games:
        return games
    few, many = min(summary.lengths), max(summary.lengths)
    average = f"{few}–{many} {summary.measure}, {statistics.fmean(summary.lengths):.1f} on average"
    length = f"{counted(many, summary.measure)} each" if few == many else average
    rows = []
    for player, totals in summary.totals.items():
        middle = (f"{statistics.fmean(totals):.1f}", f"{statistics.median(totals):g}")
        rows.append((player, *middle, f"{min(totals)}–{max(totals)}", summary.wins[player]))
    lines = [f"{games}: {length}", table(("player", "mean", "median", "spread", "won"), rows, paper)]
    if summary.shared:
        lines.append(f"{counted(summary.shared, 'games')} ended in a shared win, counted for each winner.")
    if summary.stopped:
        lines.append(f"{counted(summary.stopped, 'games')} stopped after {counted(many, summary.measure)}, not over.")
    return "\n".join(lines)


def summary_data(summary: Summary) -> dict[str, Any]:
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
    return {
        "game": summary.game,
        "games": summary.games,
        "seed": summary.seed,
        summary.measure: {"least": min(summary.lengths), "most": max(summary.lengths)} if summary.games else {},
        "shared_wins": summary.shared,
        "stopped": summary.stopped,
        "scores": scores,
        "out": summary.out,
    }


SUMMARY = forms(summary_text, summary_data)


class Side(NamedTuple):
    """One of the two: its name, its rules in one line, its games, and the unit of their length."""

    label: str
    brief: str
    games: Sequence[Played]
    unit: str

    @property
    def scores(self) -> list[Any]:
        """The final score of every player of every game."""
        return [total for game in self.games for total in game.totals.values()]


class Comparison(NamedTuple):
    """Both sides: their games are in the same order, and each has the same deals on both."""

    old: Side
    new: Side
    seed: int
    players: Sequence[str]

    @property
    def other_winner(self) -> int:
        """In how many games the winner changes."""
        return sum(old.winners != new.winners for old, new in zip(self.old.games, self.new.games, strict=True))


def comparison_text(compared: Comparison, paper: Paper = PAPER) -> str:
    """Both rulesets in one line each, then one row per statistic, side by side."""
    old, new = compared.old, compared.new
    games = f"{counted(len(old.games), 'games')} of {counted(len(compared.players), 'players')}, seed {compared.seed}"
    rows = [(name, *map(shown, pair), _difference(*pair)) for name, pair in _rows(compared)]
    lines = [f"- {old.brief}", f"+ {new.brief}", "", f"{games}, the same deals under both:"]
    lines.append(table(("", old.label, new.label, "difference"), rows, paper))
    changed = compared.other_winner
    share = f"{100 * changed / len(old.games):.1f}%"
    return "\n".join([*lines, f"The winner changes in {counted(changed, 'games')} ({share})."])


def _rows(compared: Comparison) -> Iterator[tuple[str, tuple[Any, Any]]]:
    """Yield every statistic that either side has: its name, and its two values."""
    columns = [_statistics(side) for side in (compared.old, compared.new)]
    for name in dict.fromkeys(name for column in columns for name in column):
        yield name, (columns[0].get(name), columns[1].get(name))


def _statistics(side: Side) -> dict[str, Any]:
    """Return a number by name; percentages are Per, and what cannot be computed is omitted."""
    scores, lengths = side.scores, [game.length for game in side.games]
    found: dict[str, Any] = {
        "score, mean": statistics.fmean(scores),
        "score, median": statistics.median(scores),
        "score, standard deviation": statistics.pstdev(scores),
        "score, lowest": min(scores),
        "score, highest": max(scores),
        f"{side.unit} in a game, mean": statistics.fmean(lengths),
    }
    if len(set(lengths)) > 1:
        found |= {f"{side.unit} in a game, fewest": min(lengths), f"{side.unit} in a game, most": max(lengths)}
    for name in dict.fromkeys(name for game in side.games for name in game.shares):
        parts = [game.shares[name] for game in side.games if name in game.shares]
        found[name] = Per(sum(part for part, _ in parts), sum(of for _, of in parts))
    ended = [game for game in side.games if game.led]
    found["leader at half time caught"] = Per(sum(game.caught for game in ended), len(ended))
    found["shared wins"] = Per(sum(len(game.winners) > 1 for game in side.games), len(side.games))
    if not all(game.over for game in side.games):
        found["stopped before the end"] = Per(sum(not game.over for game in side.games), len(side.games))
    return {name: value for name, value in found.items() if not (isinstance(value, Per) and not value.of)}


class Per(NamedTuple):
    """`number` of `of`, such as 3 of 4."""

    number: int
    of: int

    @property
    def share(self) -> float:
        """As a number from 0 to 1."""
        return self.number / self.of


def shown(value: Any) -> str:
    """Return a statistic as it is printed: '34.1%', '6.2', '12'."""
    if value is None:
        return ""
    if isinstance(value, Per):
        return f"{100 * value.share:.1f}%"
    return f"{value:.1f}" if isinstance(value, float) else str(value)


def _difference(old: Any, new: Any) -> str:
    if old is None or new is None:
        return ""
    if isinstance(old, Per):
        return f"{100 * (new.share - old.share):+.1f}"
    return f"{new - old:+.1f}" if isinstance(old, float) or isinstance(new, float) else f"{new - old:+d}"


def comparison_data(compared: Comparison) -> dict[str, Any]:
    """schemas/report.schema.json, $defs/compare."""
    return {
        "games": len(compared.old.games),
        "seed": compared.seed,
        "players": list(compared.players),
        "old": {"rules": compared.old.label, "brief": compared.old.brief},
        "new": {"rules": compared.new.label, "brief": compared.new.brief},
        "statistics": [{"name": name, "old": _plain(old), "new": _plain(new)} for name, (old, new) in _rows(compared)],
        "other_winner": compared.other_winner,
    }


def _plain(value: Any) -> Any:
    value = value.share if isinstance(value, Per) else value
    return round(value, 4) if isinstance(value, float) else value


def comparison_csv(compared: Comparison, paper: Paper = PAPER) -> str:
    """One line per statistic after a line of headers; shares are numbers from 0 to 1."""
    rows = [(name, _plain(old), _plain(new)) for name, (old, new) in _rows(compared)]
    return as_csv([("statistic", compared.old.label, compared.new.label), *rows])


COMPARISON = forms(comparison_text, comparison_data, csv=comparison_csv)
