"""The players of games that nobody recorded, and a progress bar."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from typing import Any

import click

from referee.cli.exit_codes import Misuse
from referee.cli.question import require_players
from referee.core.harmless import all_seen
from referee.core.ruleset import Ruleset
from referee.source.text import quoted

NAMES = ("Ann", "Ben", "Cyd", "Dov", "Eve", "Fay", "Gus", "Hal")
SEVERAL = 2
"""With this many games or more, a terminal shows how far it is and how long it will take."""


def players_option(function: Any) -> Any:
    """`--players`, a number or names."""
    return click.option("--players", metavar="N|NAME,…", help="How many players, or their names.")(function)


def players_of(rules: Ruleset, given: str | None, also: Ruleset | None = None) -> tuple[str, ...]:
    """The players by `--players`, a number or names; by default up to four, as the game and the game `also` allow."""
    allowed = rules.get("players", default=[])
    if given is None:
        if also is not None:
            allowed = [count for count in allowed if count in also.get("players", default=[])] or allowed
        few = [count for count in allowed if count <= 4]
        return NAMES[: max(few, default=min(allowed, default=2))]
    if given.strip().isdecimal():
        count = int(given)
        require_players(rules, count, "players")
        return (*NAMES[:count], *(f"player {number}" for number in range(len(NAMES) + 1, count + 1)))
    names = tuple(name.strip() for name in given.split(","))
    if "" in names or len(set(names)) < len(names):
        raise Misuse(f"--players: {given!r} has a missing or repeated name; write different names, as in Ann,Ben,Cyd")
    hidden = next((name for name in names if not all_seen(name)), None)
    if hidden is not None:
        raise Misuse(f"--players: a name may not contain control or invisible characters: {quoted(hidden)}")
    require_players(rules, len(names), "players")
    return names


@contextlib.contextmanager
def progress(number: int) -> Iterator[Any]:
    """The numbers of the games, with a progress bar on a terminal if there are several."""
    if number < SEVERAL or not sys.stderr.isatty():
        yield range(number)
        return
    with click.progressbar(range(number), label="games", file=sys.stderr) as bar:
        yield bar
