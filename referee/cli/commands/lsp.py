"""`referee lsp`: the language server for logs and rulesets."""

from __future__ import annotations

import os

import click

from referee.cli.exit_codes import ANSWERED, Misuse
from referee.cli.shared_options import example

MISSING = "lsp needs the package pygls; install it with pip install 'referee[lsp]'"


@click.command(epilog=example("referee lsp --help"))
def command() -> int:
    """Editor support for logs, house rules and rulesets, over standard input and output.

    Findings with their rule as you type, completion of legal moves, quick fixes, and a jump to the line of a house rule that
    decided. Editors start it themselves; docs/how-to/editors.md explains how to set them up.
    """
    try:
        from referee.cli.language_server import made
    except ImportError:
        raise Misuse(MISSING) from None
    # pygls closes the output that it writes to, and ours is still to be flushed
    made().start_io(stdout=os.fdopen(os.dup(1), "wb"))
    return ANSWERED
