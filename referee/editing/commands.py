"""`referee fix`: what is misspelt in a file; `lsp`: the language server for editors."""

from __future__ import annotations

import os
from pathlib import Path

from referee import source
from referee.cli import options
from referee.cli.logs import Intake, sources
from referee.cli.out_file import file_for
from referee.cli.terminal import RUNS, Misuse, say, warn
from referee.core.places import Trust, Unjudgeable
from referee.core.wording import number_of
from referee.corpus.paths import LogFile, no_log
from referee.editing.fixes import Fixed
from referee.source import records
from referee.source.files import BOM, PACKED


@options.command("referee simulate illuminate -n 1 --seed 7 --out game.json", "referee fix game.json --diff")
@options.logs(metavar="FILE...")
@options.flag("--diff only_shown", "Show what would change, and write nothing.")
@options.trust
def fix(paths: tuple[str, ...], only_shown: bool, trust: Trust | None) -> int:
    """Correct misspelt keys, players, cards, games, variants and words in logs, house rules and rulesets; in a folder, in every
    log that `referee validate` would judge.

    It changes only what cannot be read at all, and only if a single known word is close to it and makes it right: never what
    was played. Comments and layout stay as they are. Changes are shown as a diff. What can still not be read is reported,
    and the exit code is then 3; `referee validate` also reports illegal moves.
    """
    for path in paths:
        if _is_other(path) and not Path(path).is_dir():
            raise Misuse(f"fix corrects YAML and JSON files of one log or ruleset; {path} is not one")
    run = Intake()
    numbers = list[int]()
    what_happens = "corrected"
    if only_shown:
        what_happens = "would be corrected"
    for item in sources(paths, out=trust == "all"):
        with run.excuse():
            if isinstance(item, Unjudgeable):
                raise item
            loads: Trust = trust or "folder"
            if item.found:
                loads = trust or "names"
                why = _no_single_log(item.path)
                if why:
                    warn(f"{item.path}: skipped; {why}")
                    continue
            fixed = _fix(item, loads, only_shown=only_shown)
            numbers.append(len(fixed.made))
            if fixed.made:
                warn(f"{item.path}: {number_of(numbers[-1], 'words')} {what_happens}")
            if fixed.left:
                raise Unjudgeable(fixed.left)
            if not fixed.made and not item.found:
                say(f"{item.path}: nothing to correct")
    if len(numbers) > 1 or any(Path(path).is_dir() for path in paths):
        files = f"{sum(map(bool, numbers)):,} of {number_of(len(numbers), 'files')}"
        warn(f"{number_of(sum(numbers), 'words')} {what_happens} in {files}")
    return run.code


def _is_other(path: str) -> bool:
    """Whether a path is not that of a YAML or JSON file with one log or ruleset."""
    if path == "-" or source.is_lines(path) or path.lower().endswith(PACKED):
        return True
    return path.lower().endswith(records.suffixes(of_any_game=False) + records.suffixes(of_any_game=True))


def _no_single_log(path: str) -> str:
    """Why a file in a folder is not corrected; empty if it has one log."""
    if _is_other(path):
        return "fix corrects YAML and JSON"
    return no_log(path)


def _fix(item: LogFile, trust: Trust, *, only_shown: bool) -> Fixed:
    """Correct a file, unless the correction is only to be shown, print the difference, and return what was done.
    Raises Unjudgeable if the file cannot be read.

    trust: which rules a log may load.
    """
    import difflib

    from referee.editing.fixes import correct

    path = item.path
    file = Path(item.path)
    text = source.read_text(path)
    fixed = correct(text, path, os.path.realpath(path), trust)
    old = text.splitlines(keepends=True)
    new = fixed.text.splitlines(keepends=True)
    for line in difflib.unified_diff(old, new, path, path, n=1):
        say(line.rstrip("\r\n"), "diff")
    if fixed.made and not only_shown:
        byte_order_mark = b""
        if file.read_bytes().startswith(BOM):
            byte_order_mark = BOM
        with file_for(path, "FILE", rewrites=True) as part:
            part.write_bytes(byte_order_mark + fixed.text.encode())
    return fixed


@options.command("referee lsp --help")
def lsp() -> None:
    """Editor support for logs, house rules and rulesets, over standard input and output.

    Findings with their rule as you type, completion of legal moves, quick fixes, and a jump to the line of a house rule that
    decided. Editors start it themselves; docs/how-to/editors.md explains how to set them up.
    """
    try:
        from referee.editing.language_server import server
    except ImportError:
        raise Misuse("lsp needs the package pygls; install it with pip install 'referee[lsp]'") from None
    RUNS[-1].printed = True  # an editor waits for no answer on a terminal
    # pygls closes the output that it writes to, and ours is still to be flushed
    server().start_io(stdout=os.fdopen(os.dup(1), "wb"))
