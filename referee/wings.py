"""The wings of referee: a list of the folders that can be removed.

A wing adds commands, notations, forms of output and schemas, and its package says which, in a `plugins.Wing` called `WING`.
Nothing that stays imports a wing: it asks `referee.plugins` for what it was given. The records in there are also what a
stranger's package gives as entry points.
"""

from __future__ import annotations

WINGS = [
    "referee.club",
    "referee.recording",
    "referee.notations",
    "referee.replay",
    "referee.editing",
    "referee.workers",
]
"""The packages of the wings, in the order in which `referee --help` lists their commands."""
