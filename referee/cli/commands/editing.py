"""`referee fix` and `referee lsp`: what is misspelt in a file, corrected at once or shown in an editor."""

from __future__ import annotations

import os
from pathlib import Path

import click

from referee import source
from referee.cli.exit_codes import ANSWERED, Misuse
from referee.cli.options import argument, example, flag
from referee.cli.out_file import file_for
from referee.cli.terminal import say, warn
from referee.core.wording import counted
from referee.source.files import BOM, PACKED

MISSING = "lsp needs the package pygls; install it with pip install 'referee[lsp]'"


@click.command(
    epilog=example("referee simulate illuminate -n 1 --seed 7 --out game.json", "referee fix game.json --diff")
)
@argument("path", "FILE", "files")
@flag("--diff only_shown", "Show what would change, and write nothing.")
def fix(path: str, only_shown: bool) -> int:
    """Correct misspelt keys, players, cards, games, variants and words in a log, a house rule or a ruleset.

    It changes only what cannot be read at all, and only if a single known word is close to it and makes it right: never what
    was played. Comments and layout stay as they are. Changes are shown as a diff; `referee validate` reports what is left.
    """
    import difflib

    from referee.editing.fixes import fixed

    if path == "-" or source.is_lines(path) or path.endswith(PACKED):
        raise Misuse(f"fix corrects one YAML or JSON file; {path} is not one")
    text = source.read_text(path)
    found = fixed(text, path, os.path.realpath(path))
    if not found.made:
        say(f"{path}: nothing to correct")
        return ANSWERED
    old, new = (each.splitlines(keepends=True) for each in (text, found.text))
    for line in difflib.unified_diff(old, new, path, path, n=1):
        say(line.rstrip("\r\n"), "diff")
    if not only_shown:
        file = Path(path)
        mark = BOM if file.read_bytes().startswith(BOM) else b""
        with file_for(path, "FILE", rewrites=True) as part:
            part.chmod(file.stat().st_mode)
            part.write_bytes(mark + found.text.encode())
    would = "would be corrected" if only_shown else "corrected"
    warn(f"{path}: {counted(len(found.made), 'words')} {would}")
    return ANSWERED


@click.command(epilog=example("referee lsp --help"))
def lsp() -> int:
    """Editor support for logs, house rules and rulesets, over standard input and output.

    Findings with their rule as you type, completion of legal moves, quick fixes, and a jump to the line of a house rule that
    decided. Editors start it themselves; docs/how-to/editors.md explains how to set them up.
    """
    try:
        from referee.cli.language_server import server
    except ImportError:
        raise Misuse(MISSING) from None
    # pygls closes the output that it writes to, and ours is still to be flushed
    server().start_io(stdout=os.fdopen(os.dup(1), "wb"))
    return ANSWERED
