"""`referee new`: a commented file to start from."""

from __future__ import annotations

import click

from referee.cli.lazy import Lazy

KINDS = {
    "house": ("referee.cli.commands.new_house", "A house rule for a game, with everything it may change."),
    "log": ("referee.cli.commands.new_log", "A log of a game about to begin."),
    "ruleset": ("referee.cli.commands.new_ruleset", "A small complete game of a family, to turn into your own."),
}


@click.group(cls=Lazy, modules=KINDS, epilog="\b\nExample:\n  referee new house illuminate")
def command() -> None:
    """Print a commented file to start from; save it with `> FILE`."""
