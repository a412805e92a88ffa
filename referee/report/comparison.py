"""A game under two rulesets side by side: as text, JSON, CSV, and a picture of the scores."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from referee.core.wording import counted
from referee.report.paper import PAPER, Paper, table
from referee.report.plain import as_csv, as_json

if TYPE_CHECKING:
    from referee.play.compare import Played


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


def text(compared: Comparison, paper: Paper = PAPER) -> str:
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
    """Every statistic that either side has: its name, and its two values."""
    columns = [_statistics(side) for side in (compared.old, compared.new)]
    for name in dict.fromkeys(name for column in columns for name in column):
        yield name, (columns[0].get(name), columns[1].get(name))


def _statistics(side: Side) -> dict[str, Any]:
    """A number by name; percentages are Per, and what cannot be computed is omitted."""
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
    """A statistic as it is printed: '34.1%', '6.2', '12'."""
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


def json(compared: Comparison, paper: Paper = PAPER) -> str:
    """schemas/report.schema.json, $defs/compare."""
    return as_json(
        {
            "games": len(compared.old.games),
            "seed": compared.seed,
            "players": list(compared.players),
            "old": {"rules": compared.old.label, "brief": compared.old.brief},
            "new": {"rules": compared.new.label, "brief": compared.new.brief},
            "statistics": [
                {"name": name, "old": _plain(old), "new": _plain(new)} for name, (old, new) in _rows(compared)
            ],
            "other_winner": compared.other_winner,
        }
    )


def _plain(value: Any) -> Any:
    value = value.share if isinstance(value, Per) else value
    return round(value, 4) if isinstance(value, float) else value


def csv(compared: Comparison, paper: Paper = PAPER) -> str:
    """One line per statistic after a line of headers; shares are numbers from 0 to 1."""
    rows = [(name, _plain(old), _plain(new)) for name, (old, new) in _rows(compared)]
    return as_csv([("statistic", compared.old.label, compared.new.label), *rows])


FORMATS: dict[str, Callable[[Comparison, Paper], str]] = {"text": text, "json": json, "csv": csv}
