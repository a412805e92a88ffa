"""`referee import`: logs from records of other programs; `export`: boards of logs as such records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import click

from referee.cli import options
from referee.cli.logs import Intake, every_log, inputs
from referee.cli.out_file import folder_named, output_to, write_whole
from referee.cli.terminal import ANSWERED, UNJUDGED, Misuse, warn
from referee.core.exact import in_json
from referee.core.places import LogError, RulesetOptions, Unjudgeable
from referee.core.ruleset import Ruleset
from referee.core.wording import in_list
from referee.corpus.parts import JudgeOptions, RulesetCache
from referee.judging.read import game_of_record, note_no_game, partners_of
from referee.notations import writing
from referee.plugins import own_notations
from referee.report.paper import as_yaml, counted_out, json_line
from referee.source import records
from referee.source.files import display_path
from referee.source.text import refuse

MOST_REMARKS = 20
"""The most remarks about a file that are printed one by one."""


@options.command(
    "referee simulate bridge -n 1 --seed 7 --out games.jsonl",
    "referee export games.jsonl --out club.pbn",
    "referee import club.pbn --out club.jsonl",
)
@click.argument("paths", metavar="FILE...", nargs=-1, required=True)
@options.value(
    "--out",
    "FILE.jsonl|FOLDER",
    "Write one log per line to a file, one log to a .yaml file, or one file per board to a folder; default: standard output.",
    "files",
    type=options.a_file,
)
@options.choice("--as notation", list(own_notations()), "The notation, if the content does not show it.")
@options.value(
    "--game",
    "GAME",
    "The game of the logs, if not the one shipped for the notation or named in a score sheet.",
    "games",
)
@options.rules
def import_records(
    paths: tuple[str, ...], out: str | None, notation: str | None, game: str | None, chosen: RulesetOptions
) -> int:
    """Convert records of other programs into logs: PBN and LIN boards, SGF of a Skat server, PTN hands, score sheets (CSV).

    The notation is recognized by the content. Each game becomes one log. Results and scores in a file become claims of the
    log, which `referee validate` checks. What is not understood, or had to be guessed, is reported on standard error with its
    line, and in the log under `unsure:`, so that it is a doubt and nobody's fault. `referee validate` judges such files
    directly, too. FILE may be compressed (.gz, .bz2, .xz, .zst), or - for standard input. The exit code is 3 if the players
    of a score sheet do not fit its game.
    """

    @cache
    def head_of(
        file: records.RecordFile, code: str, named: tuple[str, ...]
    ) -> tuple[Mapping[str, Any], Ruleset] | None:
        """The head of a log with the variants that a record has `named`, and its rules; None if no game is known for what the
        notation calls its game."""
        name = _game_of_records(file, code, game)
        if not name:
            return None
        choices = _with_variants(chosen, named)
        rules = options.ruleset(name, choices)
        if not file.is_of_any_game:
            reads = rules.get("reads", file.notation)
            if reads is None:
                raise Misuse(f"{rules.title} has no records in this notation; a ruleset names it under `reads:`")
            if isinstance(reads, Mapping):
                reads = reads.get(code, ())
            choices = _with_variants(chosen, tuple(reads))
            rules = options.ruleset(name, choices)
        return options.log_head(name, rules, choices, out), rules

    code = ANSWERED
    folder = folder_named(out)
    file_out = out
    if folder:
        file_out = None
    with output_to(file_out, paths, "jsonl") as write:
        logs = ImportedLogs(out, folder, write, paths)
        for path in paths:
            file = records.load(path, notation)
            shown = display_path(path)
            if file is None:
                refuse(shown, f"no notation is recognized here; --as forces one: {', '.join(own_notations())}")
            remarks = list[tuple[int, str]]()
            for record in file.records():
                known = None
                if record.log:
                    known = head_of(file, record.code, record.variants)
                if known is None:
                    note_no_game(file, record)
                    remarks += file.remarks(record)
                    continue
                head, rules = known
                record.seat_sides(partners_of(rules))
                unsure = file.remarks(record)
                remarks += unsure
                misfit = _misfit(record, rules)
                if misfit:
                    warn(f"{shown}:{file.line(record.at)}: {misfit}")
                    code = UNJUDGED
                    continue
                logs.add(records.as_log(record, head, [f"{file.path}:{line}: {why}" for line, why in unsure]), path)
            for line, message in remarks[:MOST_REMARKS]:
                warn(f"{shown}:{line}: {message}")
            if len(remarks) > MOST_REMARKS:
                warn(f"{shown}: {counted_out(len(remarks) - MOST_REMARKS, 'more remarks')}")
    written = f"{counted_out(logs.number, 'logs')} written"
    if out:
        written += f" to {out}"
    warn(written)
    return code


def _with_variants(chosen: RulesetOptions, variants: tuple[str, ...]) -> RulesetOptions:
    """Choices with these variants, unless others were chosen."""
    if chosen.variants:
        return chosen
    return chosen._replace(variants=variants)


def _game_of_records(file: records.RecordFile, code: str, named: str | None) -> str | None:
    """The game of records: the one that a score sheet names, the one that was `named`, or the one shipped for the notation."""
    known = game_of_record(file, code)
    if known and file.is_of_any_game:
        return known[0]
    if named or not known:
        return named
    return known[0]


class ImportedLogs:
    """Logs as they are written: one per line, the only one as YAML, or each into a file of its own in a folder."""

    def __init__(
        self, out: str | None, folder: Path | None, write: Callable[[str], None], paths: Sequence[str]
    ) -> None:
        """Write no log yet.

        out, folder: where logs go, the second if it is a folder. write: writes a text to a single file or to standard
        output. paths: the records, which must not be overwritten.
        """
        self.number = 0
        self._out = out
        self._holds_one = str(out).endswith((".yaml", ".yml"))
        self._folder = folder
        self._write = write
        self._paths = paths
        self._stems = Counter[str]()

    def add(self, log: dict[str, Any], path: str) -> None:
        """Write the next log, which was read from a path. Raises Misuse if there is room for only one."""
        self.number += 1
        if self._holds_one and self.number > 1:
            raise Misuse(f"--out {self._out} would hold more than one log; write a .jsonl file or a folder")
        if self._folder is not None:
            write_whole(as_yaml(log), self._new_file(self._folder, path), inputs=self._paths, named=False)
        elif self._holds_one:
            self._write(as_yaml(log).removesuffix("\n"))
        else:
            self._write(json_line(in_json(log)))

    def _new_file(self, folder: Path, path: str) -> str:
        """The path of the next file in a folder for a log that was read from a path."""
        stem = "board"
        if path != "-":
            stem = Path(path).stem
        self._stems[stem] += 1  # two files may have the same, such as night.pbn and night.lin
        return str(folder / f"{stem}-{self._stems[stem]:03}.yaml")


def _misfit(record: records.ForeignRecord, rules: Ruleset) -> str:
    """Why the game of a record is not for as many players as it names; empty if it is."""
    assert record.log is not None
    number = len(record.log["players"])
    allowed = rules.get("players", default=[])
    if not allowed or number in allowed:
        return ""
    some = in_list([str(count) for count in allowed], "or")
    return f"{rules.title} is for {some} players; this sheet names {number}, so it is left out"


@options.command("referee simulate bridge -n 1 --seed 7 --out games.jsonl", "referee export games.jsonl --format lin")
@options.logs()
@options.formats(writing.FORMATS)
@options.out
@options.judging(packed=True)
def export(paths: tuple[str, ...], form: str, out: str | None, judging: JudgeOptions) -> int:
    """Write the boards of logs for other programs: PBN for solvers and clubs, LIN for viewers.

    The first player is North. What a log notes and claims is written, too, so that `referee import` gives the same log again.
    A log whose game has no records in the notation, or that cannot be read, gets one line on standard error and exit code 3.
    One more line says what was left out because the notation has no room for it.
    """
    run = Intake()
    cache = RulesetCache(judging.chosen)
    written = 0
    unwritten = dict[str, None]()
    dealt = dict[Any, Any]()
    with output_to(out, inputs(out, paths, judging.chosen), form) as write:
        for file, log in every_log(paths, judging):
            with run.excuse(file):
                if isinstance(log, Unjudgeable):
                    raise log
                rules = cache.ruleset(log)
                run.name_project(rules.project)
                if rules.get("reads", form) is None:
                    raise LogError.at(log.place(("game",)), f"{rules.title} is not written as {form}")
                for board in writing.boards_of(log, rules):
                    writing.keep_apart(board, dealt)
                    write(writing.FORMATS[form](board))
                    written += 1
                    unwritten |= dict.fromkeys(writing.unwritten(board, form))
                    if board.broken >= 0:
                        why = "this cannot have happened (`referee validate` says why), so the board is written up to here"
                        raise LogError.at(log.place(("events", board.broken)), why)
    if out:
        warn(f"{counted_out(written, 'boards')} written to {out}")
    if unwritten:
        how = "; --format pbn writes them"
        if not unwritten.keys().isdisjoint(writing.NOWHERE):
            how = ""
        warn(f"{form.upper()} has no room for {in_list(unwritten)}, which are left out{how}")
    return run.code
