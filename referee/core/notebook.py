"""How an object looks in a notebook: as HTML."""

from __future__ import annotations

import importlib


def in_html(shown: object) -> str:
    """Return a verdict, a table or a ruleset in HTML.

    A notebook asks the object itself, which knows nothing about reports. This door imports them by name when it is opened.
    """
    drawn: str = importlib.import_module("referee.notebook").in_html(shown)
    return drawn
