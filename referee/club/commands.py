"""`referee club`: the results of a folder of games, player by player; what was judged before is not judged again."""

from __future__ import annotations

import json
import os
import sys
from collections import deque
from collections.abc import Iterator, Sequence, Set
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple, cast

import click

from referee.cli import options
from referee.cli.logs import Intake, inputs, watch_logs
from referee.cli.out_file import write_lines, write_whole
from referee.cli.terminal import ANSWERED, BUG, UNJUDGED, Misuse, paper, warn
from referee.club import season
from referee.club.tables import FORMATS, TABLES, page
from referee.core.data import Data
from referee.core.events import Finding
from referee.core.family import Tally
from referee.core.places import SourceError, Unjudgeable
from referee.core.verdict import Verdict
from referee.core.wording import in_list
from referee.corpus import pool
from referee.corpus.parts import JudgeOptions, Part
from referee.corpus.paths import LogFile
from referee.judging.heads import Occasion
from referee.plugins import packages
from referee.report.paper import counted_out, csv_lines
from referee.rules import shipped
from referee.rules.project import project_files
from referee.source.files import require_own_file
from referee.source.lines import LineBatch
from referee.source.text import quote
from referee.version import __version__

ALIASES, CACHE = "players.yaml", ".referee-club"
"""Files in a folder of logs: of aliases, and of earlier verdicts; the latter is hidden, so that nobody takes it for a log."""
TITLE = "referee club, what was judged before; it can be thrown away"


@options.command(
    "referee simulate cassino -n 5 --seed 7 --out games.jsonl", "referee club games.jsonl --format csv --table games"
)
@options.logs(metavar="FOLDER...")
@options.choice("--format form", ("html", *FORMATS, "csv"), "[html with --out, else text]")
@options.choice("--table", list(TABLES), "Which table csv holds.  [players]")
@options.value("--title", "TEXT", "The heading.  [the name of the folder]")
@options.value("--players aliases", "FILE", f"Who is who.  [{ALIASES} in the folder]", "files")
@options.value("--cache", "FILE", f"Verdicts for next time.  [{CACHE}]", "files")
@options.value("--replays", "FOLDER", "Write a replay of each log there; html only.", "files")
@options.flag("--afresh", "Judge unchanged logs again, too.")
@options.jobs("Judge", default=0)
@options.out
@options.judging(packed=True)
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
    out: str | None,
    judging: JudgeOptions,
) -> int:
    """Judge every log of a club's season, and sum the games up by player, game and house rule.

    The result is a page for any browser, or tables: games won, average places and points, bids, melds, captures and attacks,
    ratings by OpenSkill in order of date, and disputes, each with its rule. Only logs that have changed are judged again. Logs
    that could not be judged are listed, and the exit code is then 3.
    """
    if not form:
        form = "text"
        if out:
            form = "html"
    if "-" in paths:
        raise Misuse("club needs files, not standard input; name a folder")
    if table and form != "csv":
        raise Misuse("--table needs --format csv; the other formats contain all tables")
    if replays and (form != "html" or out is None):
        raise Misuse("--replays needs a page, as in --out season.html --replays replays")
    if form == "html" and out is None and sys.stdout.isatty():
        raise Misuse("--format html writes a page; name its file, as in --out season.html")
    folder = _first_folder(paths)
    people = _aliases_in(aliases, folder)
    read = list(inputs(out, paths, judging.chosen))
    if people.path:
        read.append(people.path)
    kept = cache
    if folder and not cache:
        kept = os.path.join(folder, CACHE)
    heading = title or _title_of(paths, folder)
    judging = judging._replace(keep=season.entry_of)
    run = Intake()

    def code() -> int:  # an illegal log is not a failure here
        if run.code in (BUG, UNJUDGED):
            return run.code
        return ANSWERED

    def judge_all() -> tuple[season.Season, Set[tuple[str, int]]]:
        """Judge the logs; return the season, and the files and lines of games that were not judged before."""
        before = JudgedBefore(kept, judging, afresh=afresh, named=cache is not None)
        judged = _judge(run, paths, judging, before, people, jobs)
        if out and code() and not any(entry.players for entry in judged.entries):
            raise click.exceptions.Exit(code())  # nothing is known of any game, as was said; no file is written
        return judged, before.judged_now

    def rows(name: str) -> Iterator[Sequence[object]]:
        judged, _ = judge_all()
        yield from TABLES[name][1](judged, _ratings(judged, name))

    def lines() -> Iterator[str]:
        judged, now = judge_all()
        if form == "html":
            links = {}
            if replays and out:
                write_replays = options.added_format("club", "replays")
                links = write_replays(replays, judged.entries, judging, out, afresh=now, run=run)

            def link_of(entry: season.ClubGame) -> str:
                return str(links.get((entry.path, entry.line), ""))

            yield page(heading, judged, _ratings(judged), link_of)
        else:
            yield from FORMATS[form](heading, judged, _ratings(judged), paper(out, form))

    if form == "csv":
        if not table:
            table = "players"
        write_lines(csv_lines(TABLES[table][0], rows(table)), out, read, form)
    else:
        write_lines(lines(), out, read, form)
    return code()


class Aliases(NamedTuple):
    """The file of aliases, which need not exist, and what it says."""

    path: str | None
    people: season.People
    default: str


def _aliases_in(named: str | None, folder: str | None) -> Aliases:
    """The aliases in the file that was `named`, or else in players.yaml in the folder, if there is one."""
    if named:
        return Aliases(named, season.load_people(named), named)
    default = os.path.join(folder or "", ALIASES)
    if folder and os.path.lexists(default):
        require_own_file(default, "; --players names a file elsewhere")
        return Aliases(default, season.load_people(default), default)
    return Aliases(named, season.NOBODY, default)


def _first_folder(paths: Sequence[str]) -> str | None:
    for path in paths:
        if os.path.isdir(path):
            return path
    return None


def _title_of(paths: Sequence[str], folder: str | None) -> str:
    """The heading of the season in a folder, or in the first of some files, if none is given."""
    if not folder:
        return Path(os.path.abspath(paths[0])).name.partition(".")[0]
    name = Path(os.path.abspath(folder)).name
    return name[:1].upper() + name[1:]


def _judge(
    run: Intake, paths: tuple[str, ...], judging: JudgeOptions, before: JudgedBefore, aliases: Aliases, cores: int
) -> season.Season:
    """Judge all logs, or take their verdicts from before, and make a season of the games; remarks go to standard
    error."""
    with watch_logs(paths) as watch:

        def known(part: Part) -> Sequence[season.ClubGame] | None:
            """The games of a part that was judged before; None if it must be judged now."""
            return before.games_of(part, left_out=part.path == aliases.path)

        def done(part: Part) -> None:
            before.done()
            watch.done(part)

        items = pool.judge_paths(paths, judging, known=known, jobs=cores, stop=watch.stop, done=done)
        for item in watch.passing(run.verdicts(items)):
            before.add(item)
        watch.clear()
        before.save()
        if watch.stop.asked:
            warn("stopped by Ctrl-C; the verdicts so far are kept for the next time")
            raise KeyboardInterrupt
    entries = before.entries
    games = counted_out(len(entries), "games")
    if before.count:
        warn(f"{before.count:,} of {games} already judged, according to {before.path}")
    judged = season.Season(entries, *_people(aliases, [entry.players for entry in entries]))
    run.remark_once(judged.projects)
    for question in judged.questions[:MOST_ASKED]:
        warn(question)
    run.count(entry.status for entry in judged.entries)
    unjudged = [entry for entry in judged.entries if entry.status == "unjudged"]
    if unjudged:
        warn(f"{len(unjudged):,} of {games} not judged; the first: {unjudged[0].complaints[0]}")
    return judged


def _ratings(judged: season.Season, table: str | None = None) -> list[season.RatingChange] | None:
    """The ratings after each game, if the table that is wanted has them; None if it has not, or if the package is
    missing."""
    if table not in (None, "players", "games", "ratings"):
        return None
    try:
        return season.ratings(judged.entries)
    except SourceError as missing:
        if table == "ratings":
            raise
        warn(f"{missing.complaints[0].message}; ratings are omitted")
        return None


MOST_ASKED = 10
"""The most questions about names on standard error; the tables have all of them."""


def _people(aliases: Aliases, tables: Sequence[Sequence[str]]) -> tuple[season.People, list[str]]:
    """The names of the club, and the questions on names that nobody was there to answer; at a terminal they are
    asked.

    `tables` are the players of each game. Raises Misuse if names look the same and nobody can be asked.
    """
    groups, near = season.look_alikes(aliases.people, tables)
    alike = list[Sequence[str]](groups)
    alike += near
    if alike and sys.stdin.isatty() and sys.stderr.isatty():
        return _ask_about(alike, aliases), []
    if groups:
        asked = groups[:MOST_ASKED]
        message = "; ".join(f"{in_list(map(quote, group))} may be the same player" for group in asked)
        if len(groups) > MOST_ASKED:
            message += f" (and {counted_out(len(groups) - MOST_ASKED, 'more such groups')})"
        raise Misuse(f"{message}; {_what_to_write(asked, aliases.default)}")
    questions = []
    for one, other in near:
        write = _what_to_write([(one, other)], aliases.default)
        questions.append(f"is {quote(other)} {quote(one)}? {write}")
    return aliases.people, questions


def _ask_about(groups: Sequence[Sequence[str]], aliases: Aliases) -> season.People:
    """Ask at the terminal whether the names of each group are one player's; the names of the club as they are then.

    The answers are saved if there is no file of aliases yet; else the lines to add to it are printed.
    """
    same = dict[str, list[str]]()
    apart = list[list[str]]()
    for group in groups:
        if click.confirm(f"Are {in_list(map(quote, group))} the same player?", err=True):
            name = click.prompt("Name in the club", default=group[0], err=True).strip()
            if not name:
                name = group[0]
            same[name] = [other for other in group if other != name]
        else:
            apart.append(list(group))
    text = season.as_file(same, apart)
    if aliases.path is None:
        write_whole(text, aliases.default, "--players", named=False)
        warn(f"{aliases.default} now says so")
    else:
        warn(f"to stop being asked, add this to {aliases.path}:\n{text.partition(chr(10))[2].rstrip()}")
    known = dict(aliases.people.known_as)
    for name, others in same.items():
        known[name] = name
        known.update(dict.fromkeys(others, name))
    known_as = {written: known.get(name, name) for written, name in known.items()}
    return season.People(known_as, aliases.people.different)


def _what_to_write(groups: Sequence[Sequence[str]], path: str) -> str:
    """The lines of a file of aliases that say of groups of names that each is one player, or that all are different."""
    same = ", ".join(f"{quote(one)}: [{', '.join(map(quote, others))}]" for one, *others in groups)
    apart = ", ".join(f"[{', '.join(map(quote, group))}]" for group in groups)
    return f"write `players: {{{same}}}` or `different: [{apart}]` into {path}"


class JudgedBefore:
    """The games of a run in the order of their files, of parts judged before and of those judged now.

    The verdicts are kept in a file that begins with a checksum of all the rest, so that only what we wrote is believed. They
    hold for the same part of a log, the same project file or none, the same files of rules, and the same version and options. A
    file that is not such a cache is never replaced; one that was found and not `named` is also left alone if it is a link.
    """

    def __init__(self, path: str | None, judging: JudgeOptions, *, afresh: bool, named: bool) -> None:
        """Load the games that were judged before from the cache at `path` (None: none is kept).

        `afresh` judges all again; `named` says that the user named the file. Raises Misuse if a named file is no
        cache.
        """
        self.path = path
        self.count = 0
        self._judging_checksum = _judging_checksum(judging)
        self.entries: list[season.ClubGame] = []
        # files and lines of games judged in this run
        self.judged_now = set[tuple[str, int]]()
        # of the parts that are not done, and the entry with which they begin
        self._keys = deque[str]()
        self._first = 0
        # checksums of files by path, each read once
        self._sums = dict[str, str]()
        self._now = Data()
        self._chosen = judging.chosen
        self._named = named
        self._projects = dict[str, str]()
        text = ""
        try:
            if path:
                text = _text_of_cache(path, named=named)
        except Misuse as not_ours:
            if named:
                raise
            warn(f"{not_ours.message}; verdicts are not kept")
            self.path = None
        self._before: Data = {}
        if not afresh:
            self._before = self._parts_in(text)

    def _parts_in(self, text: str) -> Data:
        """The parts of logs in the text of a cache, by key: for each the files it depends on, with checksums, and its
        games.

        There are none if something else wrote the text, or if logs were judged in another way then.
        """
        checksum, _, body = text.removeprefix(f"{TITLE}\n").partition("\n")
        if not body or checksum != _sum(body.encode()):
            if text:
                warn(f"{self.path}: this file was changed by something else, so all logs are judged again")
            return {}
        data: Any = {}
        with suppress(ValueError, RecursionError):  # whoever can compute a checksum can write anything
            data = json.loads(body)
        if not isinstance(data, dict) or data.get("judged_by") != self._judging_checksum:
            return {}
        parts: Data = data["parts"]
        return parts

    def games_of(self, part: Part, *, left_out: bool) -> Sequence[season.ClubGame] | None:
        """The games of a part that was judged before; None if it must be judged now, [] if it is `left_out`, as the
        file of aliases."""
        if left_out:
            self._keys.append("")
            return []
        key = self._key(part)
        self._keys.append(key)
        files, games = self._before.get(key, ({}, None))
        if games is None or any(self._sum_of(file) != checksum for file, checksum in files.items()):
            return None
        self.count += len(games)
        return list(map(_entry, games))

    def add(self, game: Verdict | season.ClubGame) -> None:
        """Add the next game."""
        if isinstance(game, Verdict):
            if game.kept is None:
                self._keys[0] = ""  # the process that judged it died: next time it may succeed
            game = cast(season.ClubGame, game.kept) or season.entry_of(game)
            self.judged_now.add((game.path, game.line))
        self.entries.append(game)

    def done(self) -> None:
        """Note that all games of the next part have been added; they are kept unless rules did not even let one of
        them begin."""
        key = self._keys.popleft()
        entries = self.entries[self._first :]
        self._first = len(self.entries)
        if key and all(map(_has_begun, entries)):
            files = dict[str, str]()
            for entry in entries:
                files.update({file: self._sum_of(file) for file in entry.rests_on})
            self._now[key] = files, entries

    def save(self) -> None:
        """Write the verdicts into the cache; if that fails, a remark tells that all logs are judged again next time."""
        if self.path is None:
            return
        body = json.dumps({"judged_by": self._judging_checksum, "parts": self._now}, separators=(",", ":")) + "\n"
        try:
            write_whole(f"{TITLE}\n{_sum(body.encode())}\n{body}", self.path, "--cache", named=self._named)
        except (Misuse, Unjudgeable) as no:
            if isinstance(no, Misuse):
                why = no.message
            else:
                why = no.complaints[0].message
            warn(f"{why}; all logs are judged again next time")

    def _key(self, part: Part) -> str:
        """The key of a part in the cache, which changes with its text or its project file; "" for a part that is
        never kept."""
        key = self._key_of_text(part)
        if not key:
            return ""
        return f"{key}\n{self._project(part.path)}"

    def _project(self, path: str) -> str:
        """The project file for the logs in the folder of `path`, with its checksum; "" if there is none."""
        folder = os.path.dirname(path)
        if folder not in self._projects:
            self._projects[folder] = ""
            with suppress(SourceError):  # that nobody may read it is said of each log, which is not kept
                used = project_files(path, self._chosen.trust or "names", self._chosen.project).used
                if used:
                    self._projects[folder] = f"{used} {self._sum_of(used)}"
        return self._projects[folder]

    def _key_of_text(self, part: Part) -> str:
        """The name of a part with a checksum of its text; "" for a part that cannot be read twice."""
        what = part.what
        if isinstance(what, LineBatch):
            lines = []
            for _, line in what.lines:
                if not isinstance(line, bytes):
                    line = repr(line).encode(errors="replace")
                lines.append(line)
            return f"{part.path}\n{what.first}\n{_sum(b''.join(lines))}"
        checksum = ""
        if isinstance(what, LogFile):
            checksum = self._sum_of(part.path)
        if not checksum:
            return ""
        return f"{what!r}\n{checksum}"

    def _sum_of(self, file: str) -> str:
        if file not in self._sums:
            self._sums[file] = ""
            with suppress(OSError):
                if Path(file).is_file():  # a pipe can be read only once
                    self._sums[file] = _sum(Path(file).read_bytes())
        return self._sums[file]


def _has_begun(game: season.ClubGame) -> bool:
    """Whether rules let a game begin, or it is not known which game it is."""
    return bool(game.players) or not game.game


def _text_of_cache(path: str, *, named: bool) -> str:
    """The text of a cache file; "" if there is none yet. Raises Misuse if something else is there, or it cannot be
    read."""
    if not os.path.lexists(path):
        return ""
    file = Path(path)
    if not file.is_file() or (not named and file.is_symlink()):
        raise Misuse(f"--cache {path} is not a regular file and is not replaced; name another file")
    try:
        with file.open("rb") as stream:
            begun = stream.read(len(TITLE)).decode("ascii", "replace")
            if begun and begun != TITLE:
                raise Misuse(f"--cache {path} is not a cache of referee and is not replaced; name another file")
            return begun + stream.read().decode("ascii", "replace")
    except OSError as error:
        raise Misuse(f"--cache {path} cannot be read: {(error.strerror or str(error)).lower()}") from None


def _sum(content: bytes) -> str:
    return sha256(content).hexdigest()


def _judging_checksum(judging: JudgeOptions) -> str:
    """A checksum of all that decides a verdict besides the log: this version of referee, rulesets, schemas and
    options.

    Of files only their sizes and times are used, which is fast and enough.
    """
    files = set(shipped.own().values())
    for top in (str(Path(__file__).parent.parent), shipped.path("rulesets"), shipped.path("schemas")):
        for folder, _, names in os.walk(top):
            files.update(os.path.join(folder, name) for name in names if name.endswith((".py", *shipped.SUFFIXES)))
    about = [f"{__version__}\n{judging._replace(run='', keep=None)!r}", *packages()]
    for file in sorted(files):
        there = os.stat(file)
        about.append(f"{file} {there.st_size} {there.st_mtime_ns}")
    return _sum("\n".join(about).encode(errors="surrogateescape"))


def _entry(game: Sequence[object]) -> season.ClubGame:
    """A game of a club made of its values in a cache, in which all tuples have become lists."""
    entry = season.ClubGame(*map(_tuples, game))
    board = None
    if entry.board:
        board = season.ClubBoard(*entry.board)
    return entry._replace(
        occasion=Occasion(*entry.occasion),
        tallies=tuple([Tally(*tally) for tally in entry.tallies]),
        disputes=tuple([Finding(*dispute) for dispute in entry.disputes]),
        board=board,
    )


def _tuples(value: object) -> Any:
    """A value of JSON with tuples in place of lists, at every depth."""
    if isinstance(value, list):
        return tuple([_tuples(one) for one in value])
    return value
