"""`referee club`: the results of a folder of games, player by player."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from referee.cli.exit_codes import ANSWERED, BUG, UNJUDGED, Misuse, debugging
from referee.cli.logs import Intake, inputs
from referee.cli.out_file import file_for, output_to
from referee.cli.progress import watched
from referee.cli.shared_options import (
    as_played_option,
    example,
    log_rules_options,
    names_option,
    offered,
    out_option,
    unpacked_option,
)
from referee.cli.terminal import counted_out, paper, warn
from referee.core.places import SourceError
from referee.core.wording import listed
from referee.corpus import pool
from referee.corpus.parts import JudgeOptions, Part
from referee.corpus.ruleset_cache import RulesetOptions
from referee.source.text import quoted

if TYPE_CHECKING:
    from referee.cli.commands.replay import Replays
    from referee.cli.judged_before import JudgedBefore
    from referee.club.people import People
    from referee.club.season import Change, Entry, Season
    from referee.report.paper import Paper

FORMS = ("html", "text", "markdown", "json", "csv", "parquet")
TABLES = ("players", "games", "tallies", "ratings", "logs", "disputes")
ALIASES = "players.yaml"
"""The file of aliases in a folder of logs."""


@click.command(
    epilog=example(
        "referee simulate cassino -n 5 --seed 7 --out games.jsonl",
        "referee club games.jsonl --format csv --table games",
    )
)
@click.argument("paths", metavar="FOLDER...", nargs=-1, required=True, shell_complete=offered("files"))
@click.option(
    "--format", "form", type=click.Choice(FORMS), help="The form of the answer.  [html with --out, else text]"
)
@click.option("--table", type=click.Choice(TABLES), help="Which table csv and parquet hold.  [players]")
@click.option("--title", metavar="TEXT", help="The heading; default: the name of the folder.")
@names_option("--players aliases", "FILE", "files", f"Who is who, if names differ; default: {ALIASES} in the folder.")
@names_option(
    "--cache", "FILE", "files", "Where to keep verdicts for the next time; default: .referee-club in the folder."
)
@names_option(
    "--replays", "FOLDER", "files", "Write a page to step through for each log there, and link to it; html only."
)
@click.option("--afresh", is_flag=True, help="Judge all logs again, even those that have not changed.")
@click.option(
    "--jobs", type=click.IntRange(min=0), default=0, metavar="N", help="Judge on N cores; default: all of them."
)
@as_played_option
@out_option
@unpacked_option
@log_rules_options
def command(
    paths: tuple[str, ...],
    form: str | None,
    table: str | None,
    title: str | None,
    aliases: str | None,
    cache: str | None,
    replays: str | None,
    afresh: bool,
    jobs: int,
    as_played: bool,
    out: str | None,
    max_unpacked: int,
    chosen: RulesetOptions,
) -> int:
    """The season of a club: judges every log in a folder and sums the games up by player, game and house rule.

    The result is a page for any browser, or tables: games won, average places and points, bids, melds, captures and attacks,
    ratings by OpenSkill in order of date, and disputes, each with its rule. Only logs that have changed are judged again. Logs
    that could not be judged are listed, and the exit code is then 3.
    """
    from referee.cli.judged_before import NAME, JudgedBefore
    from referee.club.season import entry_of

    form = form or ("html" if out else "text")
    _require_fitting(paths, form, table, out, replays)
    folder = next((path for path in paths if os.path.isdir(path)), None)
    people = _people(aliases, folder)
    options = JudgeOptions(chosen, as_played, max_unpacked=max_unpacked, debug=debugging(), keep=entry_of)
    kept = cache or (os.path.join(folder, NAME) if folder else None)
    read = [*inputs(out, paths, chosen), *([people.path] if people.path else [])]
    if form == "parquet" and out is not None:
        with file_for(out, inputs=read) as part:
            judged = JudgedBefore(kept, options, afresh=afresh, named=cache is not None)
            run, season = _season(paths, options, judged, people, jobs)
            _require_games(run, season)
            _write_parquet(season, _rated(season, table or "players"), table or "players", str(part))
        return run.answered
    if form == "html":
        from referee.cli.commands.replay import Replays
        from referee.club.page import page, require_package

        require_package()
    with output_to(out, read, form) as say:
        judged = JudgedBefore(kept, options, afresh=afresh, named=cache is not None)
        run, season = _season(paths, options, judged, people, jobs)
        if out:
            _require_games(run, season)
        if form == "html":
            pages = Replays(replays, chosen, max_unpacked, as_played=as_played, afresh=afresh) if replays else None
            link = _replayed(season, out, pages) if pages and out else lambda entry: ""
            say(page(title or _title(folder, paths), season, _rated(season, None), link))
            return run.answered
        table = (table or "players") if form == "csv" else None
        for text in _texts(
            form, table, title or _title(folder, paths), season, _rated(season, table), paper(out, form)
        ):
            say(text)
    return run.answered


def _require_games(run: Run, season: Season) -> None:
    """Ends the command before a file is written if nothing is known of any game, as it has already said."""
    if run.answered and not any(entry.players for entry in season.entries):
        raise click.exceptions.Exit(run.answered)


class Run(Intake):
    """One run and its exit code; an illegal log is not a failure here."""

    @property
    def answered(self) -> int:
        """The exit code."""
        return self.code if self.code in (BUG, UNJUDGED) else ANSWERED


class Aliases(NamedTuple):
    """The file of aliases, which need not exist, and what it says."""

    path: str | None
    people: People
    default: str


def _require_fitting(
    paths: tuple[str, ...], form: str, table: str | None, out: str | None, replays: str | None
) -> None:
    if "-" in paths:
        raise Misuse("club needs files, not standard input; name a folder")
    if table and form not in ("csv", "parquet"):
        raise Misuse("--table needs --format csv or parquet; the other formats contain all tables")
    if replays and (form != "html" or out is None):
        raise Misuse("--replays needs a page, as in --out season.html --replays replays")
    if form == "parquet" and out is None:
        raise Misuse("--format parquet writes a file; name it, as in --out season.parquet")
    if form == "html" and out is None and sys.stdout.isatty():
        raise Misuse("--format html writes a page; name its file, as in --out season.html")


def _people(named: str | None, folder: str | None) -> Aliases:
    """Who is who, by the file that was named or that is in the folder."""
    from referee.club.people import NOBODY, load_people

    default = os.path.join(folder or "", ALIASES)
    path = named or (default if os.path.lexists(default) and folder else None)
    return Aliases(path, load_people(path) if path else NOBODY, named or default)


def _season(
    paths: tuple[str, ...], options: JudgeOptions, judged: JudgedBefore, aliases: Aliases, jobs: int
) -> tuple[Run, Season]:
    """All logs judged, and the season that they make."""
    from referee.club.season import Season

    run = Run()
    with watched(paths) as watch:

        def done(part: Part) -> None:
            judged.done(part)
            watch.done(part)

        def known(part: Part) -> bool:
            found = part.path == aliases.path or judged.known(part)
            if found:
                watch.done(part)
            return found

        items = pool.judged(paths, options, known=known, jobs=jobs, stop=watch.stop, done=done)
        for verdict in watch.passing(run.verdicts(items)):
            judged.add(verdict)
        watch.clear()
        judged.save()
        if watch.stop.asked:
            warn("stopped by Ctrl-C; the verdicts so far are kept for the next time")
            raise KeyboardInterrupt
    entries = list(judged.entries())
    unjudged = [entry for entry in entries if entry.status == "unjudged"]
    if judged.before:
        warn(f"{judged.before:,} of {counted_out(len(entries), 'games')} already judged, according to {judged.path}")
    season = Season(entries, _settled(aliases, [entry.players for entry in entries]))
    run.heed(entry.status for entry in season.entries)
    if unjudged:
        warn(
            f"{len(unjudged):,} of {counted_out(len(entries), 'games')} not judged; the first: {unjudged[0].complaints[0]}"
        )
    return run, season


def _rated(season: Season, table: str | None) -> list[Change] | None:
    """The ratings, if the table asked for has them; None if it has not, or if the package is missing."""
    from referee.club.season import rated

    if table not in (None, "players", "ratings"):
        return None
    try:
        return rated(season.entries)
    except SourceError as missing:
        if table == "ratings":
            raise
        warn(f"{missing.complaints[0].message}; ratings are omitted")
        return None


def _settled(aliases: Aliases, tables: Iterable[Sequence[str]]) -> People:
    """Who is who, after asking about names that look alike."""
    from referee.club.people import alike

    groups = alike(aliases.people, tables)
    if not groups:
        return aliases.people
    if not _at_a_terminal():
        one, *others = groups[0]
        more = f" (and {counted_out(len(groups) - 1, 'more such groups')})" if len(groups) > 1 else ""
        same = f"players: {{{quoted(one)}: [{', '.join(map(quoted, others))}]}}"
        apart = f"different: [[{', '.join(map(quoted, groups[0]))}]]"
        raise Misuse(
            f"{listed([quoted(name) for name in groups[0]])} may be the same player{more}; "
            f"write `{same}` or `{apart}` into {aliases.default}"
        )
    return _asked(aliases, groups)


def _at_a_terminal() -> bool:
    return sys.stdin.isatty() and sys.stderr.isatty()


def _asked(aliases: Aliases, groups: Iterable[tuple[str, ...]]) -> People:
    """What the user at the terminal says about names that look alike; saved if there is no file of aliases yet."""
    from referee.club.people import People, as_file

    same: dict[str, list[str]] = {}
    apart: list[list[str]] = []
    for group in groups:
        names = listed([quoted(name) for name in group])
        if click.confirm(f"Are {names} the same player?", err=True):
            name = click.prompt("Name in the club", default=group[0], err=True).strip() or group[0]
            same[name] = [other for other in group if other != name]
        else:
            apart.append(list(group))
    said = as_file({"players": same, "different": apart})
    if aliases.path is None:
        with file_for(aliases.default, "--players") as part:
            part.write_text(said, encoding="utf-8")
        warn(f"{aliases.default} now says so")
    else:
        warn(f"to stop being asked, add this to {aliases.path}:\n{said.partition(chr(10))[2].rstrip()}")
    known = dict(aliases.people.known_as)
    known |= {other: name for name, others in same.items() for other in (name, *others)}
    known = {written: known.get(name, name) for written, name in known.items()}
    return People(known, aliases.people.different)


def _title(folder: str | None, paths: tuple[str, ...]) -> str:
    name = Path(os.path.abspath(folder or paths[0])).name
    return name[:1].upper() + name[1:] if folder else name.partition(".")[0]


def _replayed(season: Season, out: str, replays: Replays) -> Callable[[Entry], str]:
    """Writes the pages of the logs; returns the links to them."""
    replays.write(season.entries)
    warn(f"{replays.folder}: {counted_out(replays.written, 'pages')} written")
    return replays.links_from(out)


def _texts(
    form: str, table: str | None, title: str, season: Season, changes: list[Change] | None, sheet: Paper
) -> Iterator[str]:
    from referee.club.tables import FORMATS
    from referee.club.tables import TABLES as MADE
    from referee.report import plain

    if table is not None:
        found = MADE[table](season, changes)
        yield from plain.csv_lines(found.columns, found.rows)
    else:
        yield from FORMATS[form](title, season, changes, sheet)


def _write_parquet(season: Season, changes: list[Change] | None, table: str, path: str) -> None:
    from referee.club.tables import TABLES as MADE
    from referee.report import plain

    found = MADE[table](season, changes)
    plain.write_parquet(found.columns, found.rows, path)
