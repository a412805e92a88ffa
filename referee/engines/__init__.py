"""The families: a literal table from the name in `family:` to the module that gives its words meaning."""

from __future__ import annotations

import importlib
import importlib.util
from typing import Any, cast

from referee.core.events import Event
from referee.core.family import Coverage, Family, Point, Recording
from referee.core.ruleset import Ruleset

FAMILIES = {
    "trick": "referee.engines.trick",
    "meld": "referee.engines.meld",
    "fishing": "referee.engines.fishing",
    "conspiracy": "referee.engines.conspiracy",
}
"""Module names rather than modules: a command about one game does not pay for importing the other families."""


def family(name: str) -> Family:
    """The family module with this name; KeyError when there is none."""
    return cast("Family", importlib.import_module(FAMILIES[name]))


def recording(name: str) -> Recording:
    """The module of this family that writes played games down."""
    return cast("Recording", importlib.import_module(f"{FAMILIES[name]}.play.record"))


class Uncovered:
    """Stands for the module of a family that does not say what events exercise: nothing in its rulesets can fire."""

    @staticmethod
    def points(ruleset: Ruleset) -> dict[str, Point]:
        """Nothing."""
        return {}

    @staticmethod
    def fired(game: Any, state: Any, event: Event) -> set[str]:
        """Nothing."""
        return set()


def covering(name: str) -> Coverage:
    """The module of this family that says what events exercise."""
    module = f"{FAMILIES[name]}.explain.coverage"
    if importlib.util.find_spec(module) is None:
        return Uncovered()
    return cast("Coverage", importlib.import_module(module))
