"""Every name that a formula of the meld family may use has a value wherever it is asked, even where no shipped game uses it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import pytest
from drawn_rules import games
from slowness import NIGHTLY

from referee.core import formula
from referee.core.formula import Formula
from referee.play.simulate import details, draw_of, simulate_game
from referee.rules import rulesets

PLAYERS = ("Ann", "Ben", "Cyd", "Dov")
GAMES = [name for name in games() if rulesets.load_ruleset(name).family == "meld"]
parse = formula.parse


def looks_all_up(text: Any, known: Collection[str], *, around: bool = False) -> Formula:
    """The formula for a text, which also looks up every name that it might have used."""
    found = parse(text, known, around=around)
    source = f"({''.join(f'row[{name!r}], ' for name in sorted(known))}{found.source})[-1]"
    return found._replace(source=source, run=formula._compile(source, found.text))


@pytest.mark.parametrize("name", GAMES)
def test_every_name_has_a_value(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = rulesets.load_ruleset(name)
    monkeypatch.setattr(rules, "tables", {})
    monkeypatch.setattr(formula, "parse", looks_all_up)
    for detail in details(rules)[: None if NIGHTLY else 1]:
        drawn = simulate_game(rules, PLAYERS[: max(rules.get("players"))], detail, draw_of(1, 0))
        assert drawn.items
