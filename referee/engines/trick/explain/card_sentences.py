"""What is known about each card of a trick game, in words."""

from __future__ import annotations

from typing import Any

from referee.core.decks import rows
from referee.core.ruleset import Ruleset
from referee.engines.trick.words.compiled import CompiledRules
from referee.engines.trick.words.counts import is_points


def cards(ruleset: Ruleset, players: int | None) -> list[dict[str, Any]]:
    """What is known about each card of the deck: suit, rank, symbols, its power in words."""
    left_out = None if players is None else CompiledRules(ruleset, players).left_out()
    powers = ruleset.full["powers"]
    known = []
    for row in rows(ruleset.deck):
        does = {"power": power(powers.get(row["card"], {}))} if powers else {}
        out = {} if left_out is None else {"left_out": row["card"] in left_out}
        known.append({**row, **does, **_points(ruleset, row), **out})
    return known


def _points(ruleset: Ruleset, row: dict[str, Any]) -> dict[str, Any]:
    """What a card is worth in tricks, if cards are worth points: by the name of the count, if there are several."""
    counts = {name: what for name, what in ruleset.full["count"].items() if is_points(what)}
    return {
        key if len(counts) == 1 else f"{name}_{key}": table.get(row["card"], table.get(row["rank"], 0))
        for name, what in counts.items()
        for key, table in what.items()
    }


def power(words: dict[str, Any]) -> str:
    """What a card does to a trick."""
    said = []
    if "trick_goes_to" in words:
        goes_to = {
            "lowest": "its lowest card",
            "lowest_without_grace": "its lowest card that is not Grace",
            "highest": "its highest card of any suit",
            "leader": "the player who led it",
            "player": "the player of this card",
            "last_player": "the player who played last",
        }[words["trick_goes_to"]]
        said.append(f"the trick goes to {goes_to}")
    if "switch_off" in words:
        off = words["switch_off"]
        said.append(f"no {off if isinstance(off, str) else ' or '.join(off)} in this trick")
    if "rotate_roles" in words:
        said.append(f"every role moves one player to the {words['rotate_roles']}")
    return ", and ".join(said)
