"""How fast referee is, as ratios from one run on one machine. See README.md in this folder.

python benchmarks/bench.py [--games N] [--only NAME]
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator
from typing import NamedTuple

from referee.report.paper import table


class Row(NamedTuple):
    """One line of the table: something measured, what it is measured against, and the ratio that is wanted."""

    what: str
    measured: str
    against: str
    measured_there: str
    ratio: float | None
    wanted: str


def meld_rows(games: int) -> Iterator[Row]:
    """Best arrangements of hands and judged events of The Luminars, beside OpenSpiel's Gin Rummy."""
    from melds import measure

    rates = measure(games)
    what, ours = "best arrangements of 8 cards", rates.arrangements
    yield Row(
        what, f"{ours:,.0f}/s", "OpenSpiel, Gin Rummy, hands", f"{rates.hands:,.0f}/s", ours / rates.hands, ">= 5"
    )
    yield Row("", "", "… its moves", f"{rates.moves:,.0f}/s", ours / rates.moves, "")
    events = f"{rates.events:,.0f}/s"
    yield Row(
        "fold, The Luminars, events", events, "… its moves", f"{rates.moves:,.0f}/s", rates.events / rates.moves, ""
    )


def fishing_rows(games: int) -> Iterator[Row]:
    """Judged events of Illimat."""
    from fishes import events

    yield Row("fold, Illimat", _per_second(events(games), "events"), "", "", None, ">= 100,000 events/s")


def memory_rows(games: int) -> Iterator[Row]:
    """The peak memory of judging a corpus of 200,000 games, beside that for 10,000."""
    from memory import FEW, MANY, measure

    for what, few, many in measure():
        yield Row(f"{what}, {MANY:,} games", _mb(many), f"{FEW:,} games", _mb(few), many / few, "0.8 to 1.2")


def conspiracy_rows(games: int) -> Iterator[Row]:
    """Attacks of Illuminati resolved, and events of whole games judged; a game is long, so a tenth of them."""
    from conspiracies import measure

    rates = measure(max(games // 10, 1))
    yield Row("attack, Illuminati", _per_second(rates.attacks, "attacks"), "", "", None, ">= 100,000 attacks/s")
    yield Row("fold, Illuminati", _per_second(rates.events, "events"), "", "", None, ">= 50,000 events/s")


def table_rows(games: int) -> Iterator[Row]:
    """The whole path from the disk to verdicts and scores, beside OpenSpiel and the bare parse; other programs."""
    import paths

    there: dict[str, float] = {}
    for name, rates in paths.whole_path(games):
        ours = rates["referee"]
        title = f"{name}: disk to scores"
        if "apply" in rates:
            there = there or rates
            yield Row(
                title, _each(ours), "OpenSpiel, apply with check", _each(rates["apply"]), ours / rates["apply"], ">= 1"
            )
            yield Row("", "", "OpenSpiel, look among the legal", _each(rates["look"]), ours / rates["look"], ">= 1.5")
        else:
            yield Row(
                title, _each(ours), "OpenSpiel's Hearts, apply", _each(there["apply"]), ours / there["apply"], ">= 1"
            )
            yield Row("", "", "OpenSpiel's Hearts, look", _each(there["look"]), ours / there["look"], ">= 1.5")
        yield Row("", "", "the bare parse, orjson", _each(rates["parse"]), ours / rates["parse"], "")
        yield Row("", "", "the bare parse, json", _each(rates["json"]), ours / rates["json"], "")
        if name == "hearts":
            hearts = ours
    for program in paths.other_programs():
        yield Row("hearts: disk to scores", _each(hearts), program.name, _each(program.rate), hearts / program.rate, "")


def shape_rows(games: int) -> Iterator[Row]:
    """The same hands in several shapes, each beside OpenSpiel on the same file; a few logs beside a process without NumPy."""
    import shapes

    for what, ours, theirs in shapes.measure(games * 3):
        peer = "OpenSpiel's Hearts, apply" if what.startswith("illuminate") else "OpenSpiel, apply with check"
        wanted = ">= 1.0" if "an item" in what else ">= 1.3" if "one hand" in what else ">= 1.5"
        yield Row(what, _each(ours), peer, _each(theirs), ours / theirs, wanted if what.startswith("hearts") else "")
    for what, seconds, without in shapes.few_logs():
        yield Row(what, _ms(seconds), "a process without NumPy", _ms(without), seconds / without, "<= 1")


def bots_rows(games: int) -> Iterator[Row]:
    """Moves chosen at random at a live table, with the list of legal ones and the table's checks, beside RLCard."""
    import paths

    ours, *theirs = paths.at_live_tables(max(games // 100, 1))
    for program in theirs or [None]:
        there, rate = (program.name, _each(program.rate)) if program else ("", "")
        ratio = ours.rate / program.rate if program else None
        yield Row(ours.name, _each(ours.rate), there, rate, ratio, ">= 10,000 decisions/s")


def games_rows(games: int) -> Iterator[Row]:
    """Every shipped ruleset: events a second and where the time goes."""
    import paths

    for name, rate, shares in paths.every_game(max(10, games // 10)):
        told = ", ".join(f"{stage} {share:.0%}" for stage, share in shares.items())
        yield Row(f"{name}: where time goes", f"{rate:,.0f} events/s", told, "", None, "")


def cores_rows(games: int) -> Iterator[Row]:
    """Two cores against one."""
    import paths

    yield Row("referee validate --jobs 2", "", "--jobs 1", "", paths.cores(games), ">= 1.8")


def cold_rows(games: int) -> Iterator[Row]:
    """Yield what starting costs."""
    import paths

    for (name, ratio), wanted in zip(paths.cold_starts().items(), ("<= 1.2", "<= 1.8", "<= 3"), strict=True):
        yield Row(name, "", 'python -c "import click, yaml"', "", ratio, wanted)


def growth_rows(games: int) -> Iterator[Row]:
    """Longer logs, against a straight line through those of 1 and of 100 hands; a game in larger corpora."""
    import paths

    logs = paths.by_hands()
    each = (logs[100] - logs[1]) / 99
    for number, seconds in logs.items():
        line = logs[1] + each * (number - 1)
        yield Row(
            f"a log of {number:,} hands", _us(seconds), "a straight line", _us(line), seconds / line, "0.9 to 1.1"
        )
    corpora = paths.by_games(games * 10)
    for number, seconds in corpora.items():
        there = corpora[BASE]
        yield Row(f"{number:,} games, each", _us(seconds), f"of {BASE:,}", _us(there), seconds / there, "0.9 to 1.1")


def club_rows(games: int) -> Iterator[Row]:
    """A season of a club, on two cores."""
    import club

    for game, season in club.seasons(games).items():
        what = f"referee club, {club.MANY:,} games of {game}"
        first, again, parse = (f"{seconds:.1f} s" for seconds in season)
        yield Row(what, first, "the bare parse, json", parse, season.first / season.parse, "<= 60 s")
        yield Row("… again, nothing changed", again, "the first time", first, season.again / season.first, "")


def ratio_rows(games: int) -> Iterator[Row]:
    """A log asked which rulings decide it beside one that is not, and without its deals beside one with them."""
    import ratios

    for one in ratios.asking():
        what = f"{one.game}: a log more, asked about its rulings"
        yield Row(what, _us(one.other), "with --quiet", _us(one.usual), one.other / one.usual, "<= 2")
        whole = one.all_other / one.all_usual
        yield Row(f"… all {ratios.MANY} logs", _ms(one.all_other), "with --quiet", _ms(one.all_usual), whole, "<= 2")
    for one in ratios.unseen():
        what, wanted = f"{one.game}: a log more, without deals", f"<= {ratios.UNSEEN[one.game]:g}"
        yield Row(what, _us(one.other), "with deals", _us(one.usual), one.other / one.usual, wanted)


BASE = 1000
"""The games in a corpus to which others are compared: fewer are judged one by one, as NumPy is not worth loading."""

PARTS: dict[str, Callable[[int], Iterator[Row]]] = {
    "meld": meld_rows,
    "fishing": fishing_rows,
    "table": table_rows,
    "shapes": shape_rows,
    "bots": bots_rows,
    "games": games_rows,
    "cores": cores_rows,
    "club": club_rows,
    "cold": cold_rows,
    "growth": growth_rows,
    "memory": memory_rows,
    "conspiracy": conspiracy_rows,
    "ratios": ratio_rows,
}


def _mb(kilobytes: int) -> str:
    return f"{kilobytes / 1024:.1f} MB"


def _per_second(rate: float, what: str) -> str:
    return f"{rate:,.0f} {what}/s"


def _each(decisions: float) -> str:
    return f"{decisions:,.0f} decisions/s"


def _us(seconds: float) -> str:
    return f"{seconds * 1e6:.0f} µs"


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:.1f} ms"


def main() -> None:
    """Measures what is asked for and prints one table."""
    parser = argparse.ArgumentParser(description="How fast referee is, as ratios from one run on one machine.")
    parser.add_argument("--games", type=int, default=2000, help="games in each corpus (default: 2000)")
    parser.add_argument("--only", choices=PARTS, action="append", help="measure only this part; may be repeated")
    asked = parser.parse_args()
    rows = [row for name, part in PARTS.items() if not asked.only or name in asked.only for row in part(asked.games)]
    cells = [(*row[:4], "" if row.ratio is None else f"{row.ratio:.2f}", row.wanted) for row in rows]
    print(f"Python {sys.version.split()[0]}, {os.cpu_count()} cores")
    print(table(("", "measured", "against", "measured", "ratio", "wanted"), cells))


if __name__ == "__main__":
    main()
