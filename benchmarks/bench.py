"""How fast referee is, as ratios from one run on one machine. See README.md beside this file.

python benchmarks/bench.py [--games N] [--only NAME]
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from typing import NamedTuple

from tabulate import tabulate


class Row(NamedTuple):
    """One line of the table: something measured, what it is measured against, and the ratio that is wanted."""

    what: str
    measured: str
    against: str
    measured_there: str
    ratio: float | None
    wanted: str


def fold_rows(games: int) -> Iterator[Row]:
    """Judged plays a second, beside OpenSpiel's Hearts."""
    from folds import measure

    rates = measure(games)
    peer = rates.pop("OpenSpiel, Hearts")
    no_chance = rates.pop("OpenSpiel, Hearts, the deal unchecked")
    for what, rate in rates.items():
        yield Row(what, _rate(rate), "OpenSpiel, Hearts", _rate(peer), rate / peer, ">= 1")
        yield Row("", "", "… the deal unchecked", _rate(no_chance), rate / no_chance, "")


def resolve_rows(games: int) -> Iterator[Row]:
    """A whole process that answers one question, beside one that only imports."""
    from processes import resolve_and_imports

    ours, imports = resolve_and_imports()
    yield Row(
        "referee resolve trick", _ms(ours), 'python -c "import click, yaml"', _ms(imports), ours / imports, "<= 1.8"
    )


def validate_rows(games: int) -> Iterator[Row]:
    """The judging of a YAML log, beside the bare parse of the same file; memory."""
    from processes import validate

    run = validate()

    def beside_parse(what: str, seconds: float) -> Row:
        return Row(what, _ms(seconds), "yaml.load, C loader", _ms(run.parse), seconds / run.parse, "<= 4")

    yield Row("referee validate", _ms(run.whole), "referee --version", _ms(run.version), run.whole / run.version, "")
    yield beside_parse("… less referee --version", run.whole - run.version)
    yield beside_parse("… less a log without events", run.whole - run.head)
    yield beside_parse("… in a process that is warm", run.warm)
    peak, bare = run.peak, run.version_peak
    yield Row("… peak memory", _mb(peak), "referee --version", _mb(bare), peak / bare, "< 60 MB")


def check_rows(games: int) -> Iterator[Row]:
    """Checking every shipped ruleset, beside the imports; what a patch of 50 keys adds to a command."""
    from processes import check, hostile, patched

    ours, imports = check()
    yield Row(
        "referee check",
        _ms(ours),
        'python -c "import click, yaml, jsonschema"',
        _ms(imports),
        ours / imports,
        "< 3",
    )
    yield Row("referee check, 5,900 wrong keys", _ms(hostile()), "", "", None, "< 1000 ms")
    rules, rules_ours, judged, judged_ours = patched()
    for what, bare, more in (("rules", rules, rules_ours), ("validate", judged, judged_ours)):
        yield Row(
            f"referee {what} --house, 50 keys, adds", _ms(more - bare), f"referee {what}", _ms(bare), None, "< 10 ms"
        )


def memory_rows(games: int) -> Iterator[Row]:
    """The peak memory of judging a corpus of 200,000 games, beside that for 10,000."""
    from memory import FEW, MANY, measure

    for what, few, many in measure():
        yield Row(f"{what}, {MANY:,} games", _mb(many), f"{FEW:,} games", _mb(few), many / few, "0.8 to 1.2")


PARTS: dict[str, Callable[[int], Iterator[Row]]] = {
    "fold": fold_rows,
    "resolve": resolve_rows,
    "validate": validate_rows,
    "check": check_rows,
    "memory": memory_rows,
}


def _rate(plays: float) -> str:
    return f"{plays:,.0f} plays/s"


def _mb(kilobytes: int) -> str:
    return f"{kilobytes / 1024:.1f} MB"


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:.1f} ms"


def main() -> None:
    """Measures what is asked for and prints one table."""
    parser = argparse.ArgumentParser(description="How fast referee is, as ratios from one run on one machine.")
    parser.add_argument("--games", type=int, default=2000, help="games in each corpus of the fold (default: 2000)")
    parser.add_argument("--only", choices=PARTS, help="measure only this part")
    asked = parser.parse_args()
    rows = [row for name, part in PARTS.items() if asked.only in (None, name) for row in part(asked.games)]
    cells = [(*row[:4], "" if row.ratio is None else f"{row.ratio:.2f}", row.wanted) for row in rows]
    print(f"Python {sys.version.split()[0]}")
    print(tabulate(cells, headers=("", "measured", "against", "measured", "ratio", "wanted"), disable_numparse=True))


if __name__ == "__main__":
    main()
