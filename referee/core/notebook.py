"""What a notebook asks of an object: how it looks in HTML."""

from __future__ import annotations

import importlib


def in_html(shown: object) -> str:
    """A verdict, a table or a ruleset in HTML.

    A notebook asks the object itself, which knows nothing of reports: this door leads up, by name, once it is opened.
    """
    drawn: str = importlib.import_module("referee.notebook").in_html(shown)
    return drawn
