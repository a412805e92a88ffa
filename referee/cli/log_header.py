"""The head of a log that a command writes: the game, and the house rules, variants and readings chosen."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from referee.cli.ruleset_options import RulesetOptions
from referee.core.places import with_slashes
from referee.core.ruleset import Ruleset


def log_head(game: str, rules: Ruleset, chosen: RulesetOptions, out: str | None = None) -> dict[str, Any]:
    """What a log says about its rules: the game with its version, and what was chosen. Paths are relative to the log."""
    from referee.rules.rulesets import is_path

    folder = str(Path(out).parent) if out else "."

    def seen_from_log(name: str) -> str:
        if not is_path(name) or Path(name).is_absolute():
            return name
        try:
            path = with_slashes(os.path.relpath(name, folder))
        except ValueError:  # another drive of Windows
            return with_slashes(str(Path(name).absolute()))
        return path if is_path(path) else f"./{path}"

    head: dict[str, Any] = {
        "game": seen_from_log(game) if is_path(game) else f"{game.partition('@')[0]}@{rules.version}"
    }
    if chosen.houses:
        head["house"] = [seen_from_log(house) for house in chosen.houses]
    if chosen.variants:
        head["variants"] = list(chosen.variants)
    if chosen.ruling:
        head["ruling"] = dict(chosen.ruling)
    return head
