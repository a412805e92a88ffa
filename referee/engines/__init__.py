"""The families: a literal table from the name in `family:` to the module that gives its words meaning."""

from __future__ import annotations

import importlib
from typing import cast

from referee.core.family import Family, Recording

FAMILIES = {
    "trick": "referee.engines.trick",
    "conspiracy": "referee.engines.conspiracy",
}
"""Module names rather than modules: a command about one game does not pay for importing the other families."""


def family(name: str) -> Family:
    """The family module with this name; KeyError when there is none."""
    return cast("Family", importlib.import_module(FAMILIES[name]))


def recording(name: str) -> Recording:
    """The module of this family that writes played games down."""
    return cast("Recording", importlib.import_module(f"{FAMILIES[name]}.record"))
