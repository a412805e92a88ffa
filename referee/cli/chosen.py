"""The rules that the command line asks for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from referee.cli.endings import COMMAND_LINE
from referee.core.places import Place

if TYPE_CHECKING:
    from referee.core.ruleset import Ruleset
    from referee.log import Log


def typed() -> Place:
    """Where a name stands that was typed."""
    return Place(COMMAND_LINE, 1, 1)


class Chosen(NamedTuple):
    """House rules, variants and readings from the command line; they come after those of a log."""

    houses: tuple[str, ...] = ()
    variants: tuple[str, ...] = ()
    ruling: Mapping[str, str] = {}


def ruleset(game: str, chosen: Chosen) -> Ruleset:
    """The rules of a game as chosen. Raises Unjudgeable."""
    from referee import book

    houses, variants, ruling = chosen
    return book.load_ruleset(game, houses=houses, variants=variants, ruling=ruling, at=lambda pointer: typed())


def game_or_house(name: str) -> tuple[str, bool]:
    """The file of a game or a house rule, by name or path, and whether it is a house rule. Raises Unjudgeable."""
    from referee import book, shipped
    from referee.core.near import did_you_mean
    from referee.core.places import Complaint, RulesetError
    from referee.finding import load_map

    wanted = name.partition("@")[0]
    for house in (False, True):
        try:
            path = book.find(wanted, None, typed, house=house)
        except RulesetError:
            continue
        data = load_map(path, None).data
        return path, "extends" in data and "name" not in data
    known = [*(path.stem for path in (*shipped.rulesets(), *shipped.houses())), *shipped.own()]
    hint = did_you_mean(name, known) or f"; known here: {', '.join(known)}"
    raise RulesetError([Complaint(typed(), f"no game or house rule is called {name!r}{hint}")])


class Shelf:
    """The rulesets of the logs of one run, each loaded once."""

    def __init__(self, chosen: Chosen) -> None:
        self.chosen = chosen
        self._loaded: dict[tuple[object, ...], Ruleset] = {}

    def ruleset(self, log: Log) -> Ruleset:
        """The rules of a log, with what was chosen on top. Raises Unjudgeable."""
        from pathlib import Path

        from referee.judge import ruleset_of

        key = (log.game, log.houses, log.variants, str(log.ruling), str(Path(log.path).parent))
        if key not in self._loaded:
            houses, variants, ruling = self.chosen
            self._loaded[key] = ruleset_of(log, houses=houses, variants=variants, ruling=ruling)
        return self._loaded[key]
