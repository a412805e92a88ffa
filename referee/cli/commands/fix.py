"""`referee fix`: corrects misspelt names, words and keys in a log or ruleset."""

from __future__ import annotations

import os

import click

from referee import source
from referee.cli.exit_codes import ANSWERED, Misuse
from referee.cli.out_file import show_and_write
from referee.cli.shared_options import example, offered
from referee.cli.terminal import say, warn
from referee.core.wording import counted
from referee.editing.fixes import fixed
from referee.source.files import PACKED


@click.command(
    epilog=example("referee simulate illuminate -n 1 --seed 7 --out game.json", "referee fix game.json --diff")
)
@click.argument("path", metavar="FILE", shell_complete=offered("files"))
@click.option("--diff", "only_shown", is_flag=True, help="Show what would change, and write nothing.")
def command(path: str, only_shown: bool) -> int:
    """Correct misspelt keys, players, cards, games, variants and words in a log, a house rule or a ruleset.

    It changes only what cannot be read at all, and only if a single known word is close to it and makes it right: never what
    was played. Comments and layout stay as they are. Changes are shown as a diff; `referee validate` reports what is left.
    """
    if path == "-" or source.is_lines(path) or path.endswith(PACKED):
        raise Misuse(f"fix corrects one YAML or JSON file; {path} is not one")
    text = source.read_text(path)
    found = fixed(text, path, os.path.realpath(path))
    if not found.made:
        say(f"{path}: nothing to correct")
        return ANSWERED
    show_and_write(path, text, found.text, only_show=only_shown)
    would = "would be corrected" if only_shown else "corrected"
    warn(f"{path}: {counted(len(found.made), 'words')} {would}")
    return ANSWERED
