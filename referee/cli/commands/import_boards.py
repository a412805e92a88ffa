"""`referee import`: logs from the records of other programs."""

from __future__ import annotations

import json
import os
from pathlib import Path

import click

from referee.cli.exit_codes import ANSWERED, Misuse
from referee.cli.out_file import file_for, folder_for, output_to
from referee.cli.ruleset_options import log_head, ruleset
from referee.cli.shared_options import example, names_option, rules_options
from referee.cli.terminal import counted_out, warn
from referee.corpus.ruleset_cache import RulesetOptions
from referee.report.plain import as_yaml
from referee.rules.shipped import reading
from referee.source import pbn
from referee.source.files import read_foreign, shown

MOST_REMARKS = 20
"""The most remarks about a file that are printed one by one."""


@click.command(epilog=example("referee import club.pbn --out club.jsonl"))
@click.argument("paths", metavar="FILE.pbn...", nargs=-1, required=True)
@names_option(
    "--out",
    "FILE.jsonl|FOLDER",
    "files",
    "Write one log per line to a file, or one file per board to a folder; default: standard output.",
)
@click.option("--game", help="The game of the logs, if not the one shipped for the notation.")
@rules_options
def command(paths: tuple[str, ...], out: str | None, game: str | None, chosen: RulesetOptions) -> int:
    """Convert Portable Bridge Notation into logs: deals, calls with their alerts, cards, claims, results and scores.

    Each board becomes one log. A card belongs to the player who holds it, since files do not always keep to the standard. The
    result and the score in a file become claims of the log, which `referee validate` checks. What is not understood, or had to
    be guessed, is reported on standard error with its line, and in the log under `unsure:`, so that it is a doubt and nobody's
    fault. FILE may be compressed, or - for standard input.
    """
    game = game or reading("pbn")
    rules = ruleset(game, chosen)
    if rules.get("reads", "pbn") is None:
        raise Misuse(f"{rules.title} has no records in this notation; a ruleset names it under `reads:`")
    if not chosen.variants:
        chosen = chosen._replace(variants=tuple(rules.get("reads", "pbn")))
        rules = ruleset(game, chosen)
    head = log_head(game, rules, chosen, out)
    folder = folder_for(out) if out and (out.endswith(("/", os.sep)) or Path(out).is_dir()) else None
    written = 0
    with output_to(None if folder else out, paths, "jsonl") as write:
        for path in paths:
            text, foreign = read_foreign(path)
            remarks = [pbn.Remark(foreign, "this is not UTF-8; it is read as Latin 1")] if foreign else []
            number = 0
            for log, unsure in pbn.logs(text, shown(path), head):
                remarks += unsure
                if log is None:
                    continue
                number += 1
                if folder is None:
                    write(json.dumps(log, separators=(",", ":"), ensure_ascii=False))
                else:
                    name = f"{Path(path).stem if path != '-' else 'board'}-{number:03}.yaml"
                    with file_for(str(folder / name), inputs=paths) as part:
                        part.write_text(as_yaml(log), encoding="utf-8")
            written += number
            for line, message in remarks[:MOST_REMARKS]:
                warn(f"{shown(path)}:{line}: {message}")
            if len(remarks) > MOST_REMARKS:
                warn(f"{shown(path)}: {counted_out(len(remarks) - MOST_REMARKS, 'more remarks')}")
    warn(f"{counted_out(written, 'boards')} written" + (f" to {out}" if out else ""))
    return ANSWERED
