"""Compiled: a ruleset made ready for a number of players."""

from __future__ import annotations

from referee.core.family import Unsound
from referee.core.game import Game
from referee.core.places import Complaint, Place, RulesetError
from referee.core.ruleset import Ruleset
from referee.engines import family
from referee.rules.files import Where


def table(ruleset: Ruleset, players: int, *, at: Where | None = None) -> Game:
    """The game made of a ruleset for a number of players; made once for each number and kept in `ruleset.tables`.

    `at` is the place in a log that names the players. Raises RulesetError if there is no such game.
    """
    kept: Game | None = ruleset.tables.get(players)
    if kept is not None:
        return kept
    if ruleset.get("abstract"):
        place = _place_of_game(at, ruleset, "abstract")
        raise RulesetError.at(place, f"{ruleset.name} is not a game; it is what other rulesets extend")
    allowed = ruleset.get("players", default=[])
    if players not in allowed:
        counts = str(allowed[0])
        if len(allowed) > 1:
            counts = ", ".join(map(str, allowed[:-1])) + f" or {allowed[-1]}"
        message = f"{ruleset.title} is for {counts} players; this log names {players}"
        raise RulesetError.at(_place_of_game(at, ruleset, "players"), message)
    try:
        game = family(ruleset.family).compile(ruleset, players)
    except Unsound as unsound:
        raise RulesetError(Complaint(ruleset.origin(pointer), message) for pointer, message in unsound.faults) from None
    ruleset.tables[players] = game
    return game


def _place_of_game(at: Where | None, ruleset: Ruleset, word: str) -> Place:
    """The place in a log that names a game, or of a word of the game that does not go with it."""
    if at is None:
        return ruleset.origin((word,))
    return at()
