"""Score pads: a page for each game for people, all games in one table for programs; results of random games; pictures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice
from statistics import fmean, median, pstdev
from typing import Any, NamedTuple

from referee.core.data import Data, Entry
from referee.core.exact import Exact
from referee.core.family import Block
from referee.core.markup import cut
from referee.core.ruleset import project_data
from referee.core.text import one_line
from referee.core.verdict import Verdict
from referee.core.wording import in_list, number_of
from referee.play.simulate import SimulatedGame
from referee.report import plot
from referee.report.paper import Paper, as_csv, as_json, as_markdown, as_text, forms, json_list, table

Pads = Iterable[tuple[str, Verdict, Any]]
"""Logs that could begin, each by its name, with its verdict and its game as it was played (`Verdict.table`)."""


def _with_many(pads: Pads) -> tuple[Pads, bool]:
    """The same pads again, and whether there are at least two."""
    rest = iter(pads)
    first = list(islice(rest, 2))
    return chain(first, rest), len(first) > 1


def pad_text(pads: Pads, paper: Paper) -> Iterator[str]:
    """Yield the rules in one line whenever they change, then a score pad per game.

    If there are several games, the name of the log stands above each; `pads` are (name, verdict, game played).
    """
    pads, are_several = _with_many(pads)
    gap = brief = ""
    for label, verdict, played in pads:
        data, blocks = played.score
        if verdict.brief != brief:
            brief = verdict.brief
            yield gap + paper.paint(brief, "dim")
            gap = ""
        *pad, ending = as_text(_without_title(blocks), paper).split("\n")
        if data["over"]:
            ending = paper.paint(ending, "good")
        said = one_line(", ".join(played.log.occasion.said.values()))
        if are_several and said:
            heading = f"{label}: {said}"
        elif are_several:
            heading = f"{label}:"
        else:
            heading = said
        lines = list(pad)
        lines.append(ending)
        if heading:
            lines.insert(0, heading)
        yield gap + "\n".join(lines)
        gap = "\n"


def _without_title(blocks: Sequence[Block]) -> list[Block]:
    """Return blocks without the title that only repeats the command."""
    kept = []
    for block in blocks:
        if block.title == "Score":
            block = block._replace(title="")
        kept.append(block)
    return kept


def pad_json(pads: Pads, paper: Paper) -> Iterator[str]:
    """The score pads in JSON: $defs/score of schemas/report.schema.json, or a list of these for several games."""
    pads, many = _with_many(pads)
    entries = (
        {**({"path": label} if many else {}), "game": verdict.game, **played.log.occasion.said, **played.score[0]}
        | project_data(verdict.project)
        for label, verdict, played in pads
    )
    if many:
        return json_list("[", entries, "]")
    return map(as_json, entries)


def pad_markdown(pads: Pads, paper: Paper) -> Iterator[str]:
    """Yield the pad of one game in Markdown; several games are one table, of SHAPES."""
    for _, _, played in pads:
        yield as_markdown(_without_title(played.score[1]))


FORMATS: dict[str, Callable[[Pads, Paper], Iterator[str]]]
FORMATS = {"text": pad_text, "json": pad_json, "markdown": pad_markdown}


OWN = frozenset(("hand", "dealer", "cards", "bids", "won", "points", "totals"))
"""Keys with columns of their own in the table by hand; the rest are details."""
Row = tuple[object, ...]


def rows(verdicts: Iterable[Verdict]) -> Iterator[Row]:
    """Yield one row per player of each game that could begin, with the columns of SHAPES."""
    for game, score in _scores(verdicts):
        over = bool(score["over"])
        hands = len(score["hands"])
        for seat, player in enumerate(score["players"], 1):
            won = over and player in score["winners"]
            yield game + (over, hands, seat, player, score["totals"][player], won)


def hand_rows(verdicts: Iterable[Verdict]) -> Iterator[Row]:
    """Yield one row per player of each hand that was scored, with the columns of SHAPES."""
    for game, score in _scores(verdicts):
        for hand in score["hands"]:
            for seat, player in enumerate(score["players"], 1):
                bid = _of_player(hand, "bids", player)
                if bid is not None:
                    bid = str(bid)
                row: Row = (hand["hand"], hand.get("dealer"), hand.get("cards"), seat, player, bid)
                row += (_of_player(hand, "won", player), _of_player(hand, "points", player))
                yield game + row + (hand["totals"][player], _details(hand, player))


def _of_player(hand: Entry, key: str, player: str) -> object:
    """What a hand says of a player under a key; None if it says nothing."""
    by_player = hand.get(key) or {}
    return by_player.get(player)


def _scores(verdicts: Iterable[Verdict]) -> Iterator[tuple[Row, Entry]]:
    """Yield the first columns of each game that could begin, and its score pad."""
    for verdict in verdicts:
        if verdict.table is not None:
            yield (verdict.path, verdict.line, verdict.game, verdict.status), verdict.table.score[0]


def _details(hand: Entry, player: str) -> str:
    """The facts of a score pad about a hand and player that have no column of their own: 'contract: 4S by Nell; pips:
    62'."""
    players = hand["totals"].keys()
    details = dict[str, object]()
    for key, value in hand.items():
        if key in OWN:
            continue
        if not isinstance(value, Mapping):
            details[key] = value
        elif not value.keys() <= players:
            details |= {f"{title} points": points[player] for title, points in value.items()}
        elif isinstance(value.get(player), Mapping):
            details |= value[player]
        else:
            details[key] = value.get(player)
    return "; ".join(f"{name}: {_cell(value)}" for name, value in details.items() if _cell(value) != "")


def _cell(value: object) -> str:
    """A value as a table shows it: cards and melds as a player writes them, "" for a missing value."""
    if isinstance(value, Mapping):
        return _cell(value.get("cards"))
    if isinstance(value, list):
        return (", " if any(isinstance(one, Mapping) for one in value) else " ").join(map(_cell, value))
    if value is None:
        return ""
    return str(value)


GAME = "log line game verdict"
HAND = "hand dealer cards seat player bid won points total details"
SHAPES: dict[str, tuple[tuple[str, ...], Callable[[Iterable[Verdict]], Iterator[Row]]]] = {
    "game": (tuple(f"{GAME} over hands seat player points winner".split()), rows),
    "hand": (tuple(f"{GAME} {HAND}".split()), hand_rows),
}
"""The two tables, by what has one row per player: the columns (docs/how-to/corpora.md), and what makes rows of verdicts."""


@dataclass
class Summary:
    """The final scores of many games, player by player; `measure` is the unit of their lengths, such as 'hands'."""

    game: str
    title: str
    seed: int
    out: str | None
    measure: str
    shared: int = 0
    stopped: int = 0
    lengths: list[int] = field(default_factory=list)
    totals: dict[str, list[float]] = field(default_factory=dict)
    wins: Counter[str] = field(default_factory=Counter)

    def add(self, length: int, score: Entry) -> None:
        """Count one game, from the data of its score pad."""
        self.lengths.append(length)
        self.shared += len(score["winners"]) > 1
        self.stopped += not score["over"]
        self.wins.update(score["winners"])
        for player, total in score["totals"].items():
            self.totals.setdefault(player, []).append(total)

    @property
    def scores(self) -> dict[str, Data]:
        """For each player, the mean, median, least and most final score, and the number of games won."""
        kinds: dict[str, Callable[[Sequence[float]], float]] = {
            "mean": fmean,
            "median": median,
            "least": min,
            "most": max,
        }
        return {
            player: {**{kind: of(totals) for kind, of in kinds.items()}, "won": self.wins[player]}
            for player, totals in self.totals.items()
        }


def summary_text(summary: Summary, paper: Paper) -> str:
    """A line on how many games were played and how long they were, then a table with the final scores of each player."""
    games = f"{number_of(len(summary.lengths), 'games')} of {summary.title}, seed {summary.seed}"
    if not len(summary.lengths):
        return games
    shortest = min(summary.lengths)
    longest_game = max(summary.lengths)
    longest = number_of(longest_game, summary.measure)
    average = f"{shortest}–{longest_game} {summary.measure}, {fmean(summary.lengths):.1f} on average"
    if shortest == longest_game:
        length = f"{longest} each"
    else:
        length = average
    rows = [
        (player, f"{one['mean']:.1f}", f"{one['median']:g}", f"{one['least']}–{one['most']}", one["won"])
        for player, one in summary.scores.items()
    ]
    lines = [f"{games}: {length}", table(("player", "mean", "median", "spread", "won"), rows, paper)]
    if summary.shared:
        lines.append(f"{number_of(summary.shared, 'games')} ended in a shared win, counted for each winner.")
    if summary.stopped:
        lines.append(f"{number_of(summary.stopped, 'games')} stopped after {longest}, not over.")
    return "\n".join(lines)


def summary_data(summary: Summary) -> Data:
    """Return $defs/simulate of schemas/report.schema.json."""
    return {
        "game": summary.game,
        "games": len(summary.lengths),
        "seed": summary.seed,
        summary.measure: {"least": min(summary.lengths), "most": max(summary.lengths)} if len(summary.lengths) else {},
        "shared_wins": summary.shared,
        "stopped": summary.stopped,
        "scores": {player: {**one, "mean": round(one["mean"], 3)} for player, one in summary.scores.items()},
        "out": summary.out,
    }


SUMMARY = forms(summary_text, summary_data)


class ComparedSide(NamedTuple):
    """One of the two: its name, its rules in one line, its games, and the unit of their length."""

    label: str
    brief: str
    games: Sequence[SimulatedGame]
    unit: str

    @property
    def scores(self) -> list[float]:
        """The final score of every player of every game."""
        return [total for game in self.games for total in game.totals.values()]


class Comparison(NamedTuple):
    """Both sides: their games are in the same order, and each has the same deals on both."""

    old: ComparedSide
    new: ComparedSide
    seed: int
    players: Sequence[str]

    @property
    def other_winner(self) -> int:
        """The number of games in which the winner changes."""
        return sum(old.winners != new.winners for old, new in zip(self.old.games, self.new.games, strict=True))


def comparison_text(compared: Comparison, paper: Paper) -> str:
    """Both rulesets in one line each, then a table with one row per statistic, side by side, with the difference."""
    old = compared.old
    new = compared.new
    players = number_of(len(compared.players), "players")
    games = f"{number_of(len(old.games), 'games')} of {players}, seed {compared.seed}"
    rows = []
    for name, before, after in _pairs(compared):
        difference = ""
        if before is not None and after is not None:
            if isinstance(before, Per):
                change = 100 * (after.share - before.share)
            else:
                change = after - before
            if isinstance(change, float):
                difference = f"{change:+.1f}"
            else:
                difference = f"{change:+d}"
        rows.append((name, statistic_text(before), statistic_text(after), difference))
    lines = [f"- {old.brief}", f"+ {new.brief}", "", f"{games}, the same deals under both:"]
    lines.append(table(("", old.label, new.label, "difference"), rows, paper))
    changed = compared.other_winner
    share = f"{100 * changed / len(old.games):.1f}%"
    return "\n".join(lines + [f"The winner changes in {number_of(changed, 'games')} ({share})."])


def _pairs(compared: Comparison) -> list[tuple[str, Any, Any]]:
    """Return every statistic that either side has: its name, and its two values."""
    old = _statistics(compared.old)
    new = _statistics(compared.new)
    return [(name, old.get(name), new.get(name)) for name in {**old, **new}]


def _statistics(side: ComparedSide) -> Data:
    """The statistics of one side by name; shares are `Per`, and what cannot be computed is missing."""
    games = side.games
    lengths = [game.length for game in games]
    numbers: Data = {
        "score, mean": fmean(side.scores),
        "score, median": median(side.scores),
        "score, standard deviation": pstdev(side.scores),
        "score, lowest": min(side.scores),
        "score, highest": max(side.scores),
        f"{side.unit} in a game, mean": fmean(lengths),
    }
    if len(set(lengths)) > 1:
        numbers[f"{side.unit} in a game, fewest"] = min(lengths)
        numbers[f"{side.unit} in a game, most"] = max(lengths)
    numbers |= _shares(side)
    return numbers


def _shares(side: ComparedSide) -> dict[str, Per]:
    """The shares of one side by name, added up over its games; shares of nothing are missing."""
    games = side.games
    shares: dict[str, Per] = {}
    for game in games:
        for name, (part, of) in game.shares.items():
            before = shares.get(name, Per(0, 0))
            shares[name] = Per(before.number + part, before.of + of)
    ended = [game for game in games if game.led]
    shares["leader at half time caught"] = Per(sum(game.caught for game in ended), len(ended))
    shares["shared wins"] = Per(sum(len(game.winners) > 1 for game in games), len(games))
    stopped = sum(not game.over for game in games)
    if stopped:
        shares["stopped before the end"] = Per(stopped, len(games))
    return {name: share for name, share in shares.items() if share.of}


class Per(NamedTuple):
    """`number` of `of`, such as 3 of 4."""

    number: int
    of: int

    @property
    def share(self) -> float:
        """The share as a number from 0 to 1."""
        return self.number / self.of


def statistic_text(value: object) -> str:
    """Return a statistic as it is printed: '34.1%', '6.2', '12'."""
    if value is None:
        return ""
    if isinstance(value, Per):
        return f"{100 * value.share:.1f}%"
    if isinstance(value, Exact) or not isinstance(value, float):
        return str(value)
    return f"{value:.1f}"


def comparison_data(compared: Comparison) -> Data:
    """Return $defs/compare of schemas/report.schema.json."""
    return {
        "games": len(compared.old.games),
        "seed": compared.seed,
        "players": list(compared.players),
        "old": {"rules": compared.old.label, "brief": compared.old.brief},
        "new": {"rules": compared.new.label, "brief": compared.new.brief},
        "statistics": [{"name": name, "old": _plain(old), "new": _plain(new)} for name, old, new in _pairs(compared)],
        "other_winner": compared.other_winner,
    }


def _plain(value: object) -> object:
    if isinstance(value, Per):
        value = value.share
    if isinstance(value, float):
        return round(value, 4)
    return value


def comparison_csv(compared: Comparison, paper: Paper) -> str:
    """Return one line per statistic after a line of headers; shares are numbers from 0 to 1."""
    rows = [(name, _plain(old), _plain(new)) for name, old, new in _pairs(compared)]
    return as_csv([("statistic", compared.old.label, compared.new.label), *rows])


COMPARISON = forms(comparison_text, comparison_data, csv=comparison_csv)


MOST_PLAYERS = 20
"""The most players of the picture of many games."""


def race(title: str, unit: str, score: Entry) -> str:
    """An SVG picture of the totals of one game after each `unit` of its length, such as a hand.

    Players whose totals are always equal share a line; `score` is the data of the score pad.
    """
    hands = [entry for entry in score["hands"] if entry.get("totals")]
    players_by_totals: dict[tuple[float | None, ...], list[str]] = {}
    for player in score["players"]:
        players_by_totals.setdefault(tuple(entry["totals"].get(player) for entry in hands), []).append(player)
    if score["over"]:
        winners = score["winners"]
    else:
        winners = ()
    series = []
    for totals, players in players_by_totals.items():
        points = [(entry["hand"], total) for entry, total in zip(hands, totals, strict=True) if total is not None]
        won = ""
        if players[0] in winners:
            won = ", won"
        if points:
            series += [plot.PlotLine(f"{cut(in_list(players), 28)}: {points[-1][1]}{won}", points)]
    numbers = [entry["hand"] for entry in hands]
    if numbers:
        ends = (f"{unit} {numbers[0]}", f"{unit} {numbers[-1]}")
    else:
        ends = ("", "")
    says = f"{title}: the total of each player after each {unit}."
    chart = plot.lines(series, says, size=(860, 360), names=260, ends=ends)
    return plot.alone(says, [(f"{title}: total after each {unit}", chart)])


def finals(games: Mapping[str, Mapping[str, Sequence[float]]]) -> str:
    """An SVG picture of the final totals under each ruleset: a box for each player, those who played most first.

    `games` has the final totals by title of the game and name of the player.
    """
    charts = []
    for title, totals in games.items():
        names = sorted(totals, key=lambda name: -len(totals[name]))[:MOST_PLAYERS]
        rows = [(f"{cut(name, 18)}, {number_of(len(totals[name]), 'games')}", totals[name]) for name in names]
        charts.append((f"{title}: final totals", plot.boxes(rows, f"{title}: final totals.")))
    return plot.alone(f"Final totals of the players of {number_of(len(games), 'games')}", charts)
