"""Pictures for a page or a blog, as SVG files: a comparison, one game, many games, the rules that logs exercised."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Any

from referee.core.markup import cut
from referee.core.wording import counted, listed
from referee.picture.plot import PlotLine, alone, boxes, lines, tiles
from referee.report.library import about_game, share
from referee.report.scores import Comparison

if TYPE_CHECKING:
    from referee.judging.otherwise import Coverage

MOST_BARS, MOST_PLAYERS = 40, 20


def compared(found: Comparison) -> str:
    """Return the shares of the final scores under two rulesets, one over the other."""
    sides = (found.old, found.new)
    low, high = min(min(side.scores) for side in sides), max(max(side.scores) for side in sides)
    width = max(1, -(-int(high - low + 1) // MOST_BARS))  # the edges of the steps are whole numbers and a half
    edges = [low - 0.5 + width * step for step in range(int((high - low + 0.5) // width) + 2)]
    series = []
    for side in sides:
        among = Counter(next(place for place, edge in enumerate(edges[1:]) if score < edge) for score in side.scores)
        points = [(edges[0], 0.0)]
        for place, both in enumerate(pairwise(edges)):
            points += [(edge, 100 * among[place] / len(side.scores)) for edge in both]
        mean = sum(side.scores) / len(side.scores)
        series.append(PlotLine(f"{cut(side.label, 24)}, mean {mean:.1f}", [*points, (edges[-1], 0.0)]))
    games = f"{counted(len(found.old.games), 'games')}, the same deals under both"
    says = f"Final scores with {found.old.label} and {found.new.label}: {games}."
    ends = (f"a final score of {edges[0] + 0.5:g}", f"{edges[-1] - 0.5:g}")
    chart = lines(series, says, size=(860, 360), names=260, ends=ends, dots=False)
    return alone(says, [(f"{games}: percent of the players", chart)])


def race(title: str, unit: str, score: Mapping[str, Any]) -> str:
    """Return the totals of one game after each `unit` of its length ('hand'); players whose totals are always equal share a
    line."""
    hands = [entry for entry in score["hands"] if entry.get("totals")]
    shared: dict[tuple[Any, ...], list[str]] = {}
    for player in score["players"]:
        shared.setdefault(tuple(entry["totals"].get(player) for entry in hands), []).append(player)
    winners = score["winners"] if score["over"] else ()
    series = []
    for totals, players in shared.items():
        points = [(entry["hand"], total) for entry, total in zip(hands, totals, strict=True) if total is not None]
        won = ", won" if players[0] in winners else ""
        series += [PlotLine(f"{cut(listed(players), 28)}: {points[-1][1]:g}{won}", points)] if points else []
    numbers = [entry["hand"] for entry in hands]
    ends = (f"{unit} {numbers[0]}", f"{unit} {numbers[-1]}") if numbers else ("", "")
    says = f"{title}: the total of each player after each {unit}."
    chart = lines(series, says, size=(860, 360), names=260, ends=ends)
    return alone(says, [(f"{title}: total after each {unit}", chart)])


def finals(games: Mapping[str, Mapping[str, Sequence[float]]]) -> str:
    """Return how the games under each ruleset ended, a chart for each, from every final total by player; those who played most
    come first."""
    charts = []
    for title, totals in games.items():
        names = sorted(totals, key=lambda name: -len(totals[name]))[:MOST_PLAYERS]
        rows = [(f"{cut(name, 18)}, {counted(len(totals[name]), 'games')}", totals[name]) for name in names]
        charts.append((f"{title}: final totals", boxes(rows, f"{title}: final totals.")))
    return alone(f"Final totals of the players of {counted(len(games), 'games')}", charts)


def covered(games: Sequence[Coverage]) -> str:
    """Return the rules, words and card powers of each game as tiles: the more often one fired, the darker."""
    charts = []
    for game in games:
        sections = list(dict.fromkeys(map(_section, game.points)))
        ordered = sorted(game.points, key=lambda name: sections.index(_section(name)))
        groups = []
        for section, names in groupby(ordered, _section):
            words = [
                (name, (name.partition(".")[2] or name).removeprefix("cards.").replace("_", " ")) for name in names
            ]
            groups.append((section, [(word, game.fired[name]) for name, word in words]))
        title = f"{about_game(game.rules)}: {counted(game.logs, 'logs')}, {share(game)}% fired"
        charts.append((f"{title} (events that fired each)", tiles(groups, title)))
    return alone("How often the logs fired each rule", charts)


def _section(name: str) -> str:
    return name.partition(".")[0]
