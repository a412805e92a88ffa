"""The rules that the command line asks for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.core.places import COMMAND_LINE, Place
from referee.corpus.ruleset_cache import RulesetCache, RulesetOptions

if TYPE_CHECKING:
    from referee.core.ruleset import Ruleset

__all__ = ["RulesetCache", "RulesetOptions", "game_or_house", "ruleset", "typed"]


def typed() -> Place:
    """The place of a name that was typed."""
    return Place(COMMAND_LINE, 1, 1)


def ruleset(game: str, chosen: RulesetOptions) -> Ruleset:
    """The rules of a game as chosen. Raises Unjudgeable."""
    from referee.rules import rulesets

    houses, variants, ruling, _ = chosen
    return rulesets.load_ruleset(game, houses=houses, variants=variants, ruling=ruling, at=lambda pointer: typed())


def game_or_house(name: str) -> tuple[str, bool]:
    """The file of a game or a house rule, by name or path, and whether it is a house rule. Raises Unjudgeable."""
    from referee.core.places import Complaint, RulesetError
    from referee.core.suggest import did_you_mean
    from referee.rules import rulesets, shipped
    from referee.rules.find import load_map, versioned

    wanted, _ = versioned(name)
    for house in (False, True):
        try:
            path = rulesets.find(wanted, None, typed, house=house)
        except RulesetError:
            continue
        data = load_map(path, None).data
        return path, "extends" in data and "name" not in data
    known = [*(path.stem for path in (*shipped.games(), *shipped.houses())), *shipped.own()]
    hint = did_you_mean(name, known) or f"; known here: {', '.join(known)}"
    raise RulesetError([Complaint(typed(), f"no game or house rule is called {name!r}{hint}")])
