"""`referee new`, `schema` and `import`: files to start from, the schemas that complete them, and logs from elsewhere."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import click

from referee.cli import Lazy, options
from referee.cli.logs import Intake, every_log, inputs
from referee.cli.out_file import folder_for, folder_named, output_to, write_lines, write_whole
from referee.cli.terminal import ANSWERED, UNJUDGED, Misuse, say, say_all, warn
from referee.core.exact import in_json
from referee.core.merging import merge
from referee.core.places import LogError, RulesetOptions, SourceError, Unjudgeable
from referee.core.ruleset import Ruleset
from referee.core.text import one_line
from referee.core.wording import in_list, unknown_name
from referee.core.words import word_at
from referee.corpus.parts import JudgeOptions, RulesetCache
from referee.engines import FAMILIES, family
from referee.judging.log import note_no_game, partners_of
from referee.report import boards, drafts
from referee.report.paper import as_yaml, counted_out, json_line
from referee.rules import rulesets, shipped
from referee.rules.rulesets import SCHEMAS
from referee.source import records
from referee.source.files import display_path, require_own_file
from referee.source.text import refuse

FOLDER, SUFFIX = "schemas", ".schema.json"
LOG = f"log{SUFFIX}"
WITHOUT = "# Editor support: `referee lsp`, or the schemas; `referee schema --copy schemas` says how."
MOST_REMARKS = 20
"""The most remarks about a file that are printed one by one."""

new_file_option = options.value("--out", "FILE", "Write a new file instead of printing.", type=options.a_file)
all_words = options.flag("--all in_full", "Include everything that may be written, as comments that explain each word.")


SCHEMA_IS = "# yaml-language-server: $schema={}"
"""The comment that names a schema to the YAML language server."""


def schema_line(schema: str, out: str | None = None) -> str:
    """The line by which editors find the schema of a file written to `out`, or here; empty if it is not here."""
    here = Path()
    if out:
        here = Path(out).parent
    here = here.resolve()
    for above in (here, *here.parents):
        found = above / FOLDER / schema
        with suppress(SourceError, OSError, UnicodeDecodeError):
            require_own_file(str(found))
            with found.open(encoding="utf-8") as file:
                if f'"$id": "{schema}"' in file.read(200):  # not that of another program
                    return SCHEMA_IS.format(Path(os.path.relpath(found, here)).as_posix())
    return ""


def _deliver(draft: str, schema: str, out: str | None) -> None:
    """Print a draft below the line that names its schema, or write it to a file, which must not exist yet."""
    if out and Path(out).is_file():
        raise Misuse(f"--out {out} already exists; name a new file")
    first = schema_line(schema, out)
    if not first:
        first = WITHOUT
    write_lines([one_line(first), draft], out, form="yaml")


KINDS = {
    "house": (f"{__name__}:new_house", "A house rule for a game, with everything it may change."),
    "log": (f"{__name__}:new_log", "A log of a game about to begin."),
    "ruleset": (f"{__name__}:new_ruleset", "A small complete game of a family, to turn into your own."),
    "deck": (f"{__name__}:new_deck", "A deck of cards, to turn into your own."),
}


@click.group(cls=Lazy, groups={"": KINDS}, epilog=options.example("referee new house illuminate"))
def command() -> None:
    """Print a commented file to start from; save it with `> FILE`."""


@options.command("referee new house illuminate")
@options.game
@all_words
@new_file_option
def new_house(game: str, in_full: bool, out: str | None) -> None:
    """Print a house rule for a game, with a few of the lines that it may change as comments.

    With --all, it contains everything that it may change, with the values in force and what each means. It is sound as it is,
    and changes nothing until you uncomment a line.
    """
    rules = options.ruleset(game)
    if rules.get("abstract"):
        raise Misuse(f"{rules.name} is not a game; it is what other rulesets extend")
    file = family(rules.family).schema
    frame = word_at("ruleset.schema.json", SCHEMAS).keys
    draft = drafts.brief_house
    if in_full:
        draft = drafts.house
    _deliver(draft(rules, game, word_at(file, SCHEMAS), frame.keys()), file, out)


@options.command("referee new log illuminate --players Ann,Ben,Cyd,Dov")
@options.game
@options.players
@all_words
@new_file_option
@options.rules
def new_log(game: str, players: str | None, in_full: bool, out: str | None, chosen: RulesetOptions) -> None:
    """Print a log of a game about to begin, with its first events as examples in comments.

    The setup is an example, too: write who really deals, and what else your table has settled. With --all it explains every
    word that a log may use.
    """
    from referee.play.simulate import TARGET, draw_of, opening

    rules = options.ruleset(game, chosen)
    names = options.players_of(rules, players)
    begun, items = opening(rules, names, draw_of(0, 0))
    head = {**options.log_head(game, rules, chosen, out), "players": list(names)}
    file = family(rules.family).schema
    setup = word_at(file, SCHEMAS, "$defs", "setup")
    event = word_at(file, SCHEMAS, "$defs", "event")
    if in_full:
        variants = {name: entry["text"] for name, entry in rules.get("variants", default={}).items()}
        choices = {"house": options.houses_of(rules.name), "variants": variants}
        draft = drafts.log(head, choices, word_at(LOG, SCHEMAS), setup, event, (begun, items))
    else:
        needed = {key: value for key, value in begun.items() if key != TARGET}
        draft = drafts.brief_log(game, rules.title, head, setup, (needed, items))
    _deliver(draft, LOG, out)


@options.command("referee new ruleset --family trick --name our-game")
@options.value("--family wanted", "FAMILY", "The family whose words it uses.", "families", required=True)
@options.value("--name", "NAME", "The name of the game.")
@all_words
@new_file_option
def new_ruleset(wanted: str, name: str | None, in_full: bool, out: str | None) -> None:
    """Print a small complete game of a family, sound as it is.

    With --all, comments explain its words and offer what else may be written.
    """
    from referee.rules.offers import offers

    if wanted not in FAMILIES:
        raise Misuse(unknown_name(f"no family is called {wanted!r}", wanted, FAMILIES, "families:"))
    file = family(wanted).schema
    own = dict(rulesets.schema(file)["examples"][0])
    if name is not None:
        _require_name(name, "game", "our-game")
        own |= {"name": name, "title": name.replace("-", " ").capitalize()}
    if not in_full:
        _deliver(drafts.brief_ruleset(own, wanted), file, out)
        return
    extended: Mapping[str, Any] = {}
    if "extends" in own:
        extended = rulesets.load_ruleset(own["extends"]).data
    data = merge(extended, own)
    frame = word_at("ruleset.schema.json", SCHEMAS).keys.keys() - {"deck"}
    _deliver(drafts.ruleset(own, data, word_at(file, SCHEMAS), offers(data, frame)), file, out)


def _require_name(name: str, what: str, like: str) -> None:
    """Refuse what can be the name of no ruleset, and of no deck."""
    if not re.fullmatch(rulesets.schema("ruleset.schema.json")["$defs"]["name"]["pattern"], name):
        raise Misuse(f"no {what} can be called {name!r}; write small letters, digits and hyphens, as in {like}")


@options.command("referee new deck our-cards --out our-cards.yaml")
@click.argument("name", metavar="NAME")
@new_file_option
def new_deck(name: str, out: str | None) -> None:
    """Print a deck of four suits and thirteen ranks, sound as it is, with comments that explain what a deck may say.

    A game or a house rule uses it with `deck: ./our-cards.yaml`.
    """
    file = f"deck{SUFFIX}"
    known = rulesets.schema(file)
    _require_name(name, "deck", "our-cards")
    own = {**known["examples"][0], "name": name, "title": name.replace("-", " ")}
    parts = {f"a {part}": word_at(file, SCHEMAS, "$defs", part) for part in ("suit", "rank", "card")}
    _deliver(drafts.deck(own, word_at(file, SCHEMAS), parts), file, out)


@options.command("referee schema ruleset --path")
@options.argument("name", "[NAME]", "schemas", required=False)
@options.flag("--path as_path", "Print the path of the schema instead of the schema.")
@options.value("--copy", "FOLDER", "Write all schemas into a folder, for files that name them by path.")
def schema(name: str | None, as_path: bool, copy: str | None) -> None:
    """Print the JSON Schema of a kind of file; without a name, list the kinds.

    An editor with the YAML language server completes and checks a file whose first line names its schema:
    # yaml-language-server: $schema=PATH. Copy them next to your files with --copy schemas, and `referee new` writes that line.
    """
    files = {file.name.removesuffix(SUFFIX): file for file in sorted(shipped.folder("schemas").glob(f"*{SUFFIX}"))}
    if copy is not None:
        if as_path:
            raise Misuse("--copy writes all schemas; remove --path")
        if name is not None:
            raise Misuse(f"--copy writes all schemas; remove {name}")
        _copy_schemas(list(files.values()), copy)
    elif name is None and as_path:
        say_all(map(str, files.values()))
    elif name is None:
        for kind, file in files.items():
            say(f"{kind}: {rulesets.schema(file.name).get('description', '')}")
    elif name not in files:
        raise Misuse(unknown_name(f"no schema is called {name!r}", name, files, "schemas:"))
    elif as_path:
        say(str(files[name]))
    else:
        say(files[name].read_text(encoding="utf-8").rstrip("\n"), "json")


def _copy_schemas(files: Sequence[Path], folder: str) -> None:
    """Write schemas into a folder, and say how a log names its own."""
    target = folder_for(folder, "--copy")
    for file in files:
        write_whole(file.read_text(encoding="utf-8"), str(target / file.name), "--copy", named=False)
    say(f"{len(files)} schemas written to {folder}. A log next to that folder begins with this line:")
    say(SCHEMA_IS.format(f"{target.name}/{LOG}"))
    if target.name != FOLDER:
        say(f"`referee new` writes this line itself if the folder is called {FOLDER}.")


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
@options.choice("--as notation", list(records.READERS), "The notation, if the content does not show it.")
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
    def head_of(notation: str, code: str, named: tuple[str, ...]) -> tuple[Mapping[str, Any], Ruleset] | None:
        """The head of a log with the variants that a record has `named`, and its rules; None if no game is known for what the
        notation calls its game."""
        name = _game_of_records(notation, code, game)
        if not name:
            return None
        choices = _with_variants(chosen, named)
        rules = options.ruleset(name, choices)
        if notation != "sheet":
            reads = rules.get("reads", notation)
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
                refuse(shown, f"no notation is recognized here; --as forces one: {', '.join(records.READERS)}")
            remarks = list[tuple[int, str]]()
            for record in file.records():
                known = None
                if record.log:
                    known = head_of(file.notation, record.code, record.variants)
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


def _game_of_records(notation: str, code: str, named: str | None) -> str | None:
    """The game of records: the one that a score sheet names, the one that was `named`, or the one shipped for the notation."""
    known = shipped.reading(notation, code)
    if known and notation == "sheet":
        return known[0]
    if named or not known:
        return named
    return known[0]


class ImportedLogs:
    """Logs as they are written: one per line, the only one as YAML, or each into a file of its own in a folder."""

    def __init__(
        self, out: str | None, folder: Path | None, write: Callable[[str], None], paths: Sequence[str]
    ) -> None:
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
        """The next file in the folder for logs from a path."""
        stem = "board"
        if path != "-":
            stem = Path(path).stem
        self._stems[stem] += 1  # two files may have the same, such as night.pbn and night.lin
        return str(folder / f"{stem}-{self._stems[stem]:03}.yaml")


def _misfit(record: records.ForeignRecord, rules: Ruleset) -> str:
    """Why the players of a record cannot play its game; empty if they can."""
    assert record.log is not None
    number = len(record.log["players"])
    allowed = rules.get("players", default=[])
    if not allowed or number in allowed:
        return ""
    some = in_list([str(count) for count in allowed], "or")
    return f"{rules.title} is for {some} players; this sheet names {number}, so it is left out"


@options.command("referee simulate bridge -n 1 --seed 7 --out games.jsonl", "referee export games.jsonl --format lin")
@options.logs()
@options.formats(boards.FORMATS)
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
                for board in boards.boards_of(log, rules):
                    boards.keep_apart(board, dealt)
                    write(boards.FORMATS[form](board))
                    written += 1
                    unwritten |= dict.fromkeys(boards.unwritten(board, form))
                    if board.broken >= 0:
                        why = "this cannot have happened (`referee validate` says why), so the board is written up to here"
                        raise LogError.at(log.place(("events", board.broken)), why)
    if out:
        warn(f"{counted_out(written, 'boards')} written to {out}")
    if unwritten:
        how = "; --format pbn writes them"
        if not unwritten.keys().isdisjoint(boards.NOWHERE):
            how = ""
        warn(f"{form.upper()} has no room for {in_list(unwritten)}, which are left out{how}")
    return run.code
