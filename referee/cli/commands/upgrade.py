"""`referee upgrade`: brings logs and rules of an older format up to date."""

from __future__ import annotations

import os

import click

from referee import source
from referee.cli.exit_codes import ANSWERED, UNJUDGED, WANTING, Misuse, complain
from referee.cli.output import say, warn
from referee.cli.rewriting import show_and_write
from referee.cli.shared_options import example, offered
from referee.core.places import Unjudgeable
from referee.core.wording import counted
from referee.editing.upgrades import upgraded
from referee.source.files import PACKED


@click.command(
    epilog=example("referee simulate illuminate -n 1 --seed 7 --out game.json", "referee upgrade game.json --diff")
)
@click.argument("paths", metavar="FILE...", nargs=-1, required=True, shell_complete=offered("files"))
@click.option("--diff", "only_shown", is_flag=True, help="Show what would change, and write nothing.")
def command(paths: tuple[str, ...], only_shown: bool) -> int:
    """Bring rulesets, house rules and logs of an older format up to date.

    Words that were renamed get their new name, and those that moved are put where they belong. Comments and layout stay as they
    are, and the file means the same as before. Old names are still read, so you need not upgrade. Changes are shown as a diff.
    The exit code is 1 if something must be changed by hand.
    """
    if "-" in paths:
        raise Misuse("upgrade changes files, so it cannot read standard input")
    return max(_upgrade(path, only_shown) for path in paths)


def _upgrade(path: str, only_shown: bool) -> int:
    if source.is_lines(path) or path.endswith(PACKED):
        say(f"{path}: nothing to upgrade; logs of every format are read as they are")
        return ANSWERED
    try:
        text = source.read_text(path)
        found = upgraded(text, path, os.path.realpath(path))
    except Unjudgeable as unjudgeable:
        complain(unjudgeable.complaints)
        return UNJUDGED
    show_and_write(path, text, found.text, only_show=only_shown)
    for complaint in found.left:
        say(str(complaint))
    if found.changes:
        would = "would be brought up to date" if only_shown else "brought up to date"
        warn(f"{path}: {counted(found.changes, 'words')} {would}")
    elif not found.left:
        say(f"{path}: nothing to upgrade")
    return WANTING if found.left else ANSWERED
