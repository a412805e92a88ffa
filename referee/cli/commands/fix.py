"""`referee fix`: misspelt names, words and keys put right in a log or ruleset."""

from __future__ import annotations

import os

import click

from referee import source
from referee.cli.exit_codes import ANSWERED, Misuse
from referee.cli.output import say, warn
from referee.cli.rewriting import show_and_write
from referee.cli.shared_options import example, offered
from referee.core.wording import counted
from referee.editing.fixes import fixed
from referee.source.files import PACKED


@click.command(
    epilog=example("referee simulate illuminate -n 1 --seed 7 --out game.json", "referee fix game.json --diff")
)
@click.argument("path", metavar="FILE", shell_complete=offered("files"))
@click.option("--diff", "only_shown", is_flag=True, help="Show what would change, and write nothing.")
def command(path: str, only_shown: bool) -> int:
    """Put misspelt keys, players, cards, games, variants and words right in a log, a house rule or a ruleset.

    Only what cannot be read at all is changed, and only where one known word is near it and nothing is wrong with it then:
    never what was played. Words of rulesets that have another name now get it. Comments and layout stay as they are. What
    changes is shown as a diff; `referee validate` tells what is left.
    """
    if path == "-" or source.is_lines(path) or path.endswith(PACKED):
        raise Misuse(f"fix puts one YAML or JSON file right; {path} is none")
    text = source.read_text(path)
    found = fixed(text, path, os.path.realpath(path))
    if not found.made:
        say(f"{path}: there is nothing to put right")
        return ANSWERED
    show_and_write(path, text, found.text, only_show=only_shown)
    would = "would be put right" if only_shown else "put right"
    warn(f"{path}: {counted(len(found.made), 'words')} {would}")
    return ANSWERED
