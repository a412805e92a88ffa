"""Read: the logs in a file, in the lines of a stream, or in the records of another program, each as soon as it is whole."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from referee import source
from referee.core.places import LogError, Place, RecordError, SourceError, Unjudgeable, from_the_caller
from referee.core.ruleset import Ruleset
from referee.judging.log import Log, make_log
from referee.rules import shipped
from referee.rules.rulesets import load_ruleset
from referee.source import Document, records
from referee.source.records import ForeignRecord, RecordDocument, RecordFile
from referee.source.text import json_map

ONLY_IN_A_HEAD = ("game", "players", "events")
"""Keys that no event has: on a line with any of them a game begins, or should."""
KEYS = tuple(f'"{key}"'.encode() for key in ONLY_IN_A_HEAD)
HEADS = tuple(b"{" + key for key in KEYS)
Line = Document | SourceError | RecordFile
"""A line of a file: plain data, or why it cannot be read; or a file of another program in its place."""


def load_logs(path: str, max_unpacked: int = source.UNPACKED, game: str = "") -> Iterator[Log | Unjudgeable]:
    """Yield every log in a file, or in standard input for "-"; in place of one that cannot be read, the error.

    A file holds one log in YAML or JSON, or any number in JSON Lines (one per line, or a head and then its events).
    At most `max_unpacked` bytes of an unpacked compressed file are read. `game` is the game of score sheets that do
    not name theirs. A log that is cut off by a bad line is followed by the error.
    """
    if path != "-" and not source.is_lines(path):
        try:
            file = records.load_unless_log(path, max_unpacked)
            if file:
                yield from logs_of(file, game)
                return
            yield make_log(source.load(path, max_unpacked), "folder")
        except Unjudgeable as unjudgeable:
            yield unjudgeable
        return
    from referee.source.lines import load_lines

    for log in whole_logs(load_lines(path, begins, max_unpacked), game):
        yield log
        if isinstance(log, Log) and log.cut is not None:
            yield log.cut


@from_the_caller
def load_log(path: str, game: str = "") -> Log:
    """The one log in a file, or in a file with several the one that begins on a line: 'games.jsonl:17', 'club.pbn:9'.

    `game` is for score sheets, as in `load_logs`. Raises SourceError or LogError; LogError also if the file holds
    several games and no line is named.
    """
    file, _, line = path.rpartition(":")
    if line.isdecimal() and (source.is_lines(file) or records.may_hold(file)):
        for one in load_logs(file, game=game):
            if isinstance(one, Log):
                begun = one.line
            else:
                begun = one.complaints[0].place.line
            if begun == int(line):
                return _sound(one)
            if begun > int(line):
                break
        raise LogError.at(Place(file, int(line), 1), "no game begins on this line")
    logs = load_logs(path, game=game)
    first = next(logs, None)
    if first is None:
        raise LogError.at(Place(path, 1, 1), "there is no game in this file")
    log = _sound(first)
    second = next(logs, None)
    if second:
        several = f"this file holds several games; name one by its line, such as {path}:{_sound(second).line}"
        raise LogError.at(_sound(second).place(()), f"{several} (`referee validate` and `score` read them all)")
    return log


def _sound(log: Log | Unjudgeable) -> Log:
    if isinstance(log, Unjudgeable):
        raise log
    return log


# -- lines -------------------------------------------------------------------------------------------------------------


def whole_logs(lines: Iterable[Line], game: str = "") -> Iterator[Log | Unjudgeable]:
    """Yield the logs in the lines of a file, each once all its events have come, or those before a bad line.

    `game` is for score sheets, as in `load_logs`.
    """
    growing: Log | None = None
    for log in growing_logs(lines, game):
        if growing is not None and log is not growing:
            yield growing
        growing = None
        if isinstance(log, Log) and log.grows:
            growing = log
        if growing is None:
            yield log
    if growing is not None:
        yield growing


def growing_logs(lines: Iterable[Line], game: str = "") -> Iterator[Log | Unjudgeable]:
    """Yield the logs in the lines of a file as they come: a growing log once more after each of its events.

    A line that cannot be read cuts such a log off. The events that follow it, or follow an unreadable head, are skipped.
    """
    stream = _Stream()
    for line in lines:
        if isinstance(line, RecordFile):
            yield from logs_of(line, game)
        else:
            yield from stream.read(line)


class _Stream:
    """The log that is `growing` at this point of a file, if one is; or whether its head, or the rest of it, is `lost`."""

    def __init__(self) -> None:
        self.growing: Log | None = None
        self.lost = False

    def read(self, line: Document | SourceError) -> Iterator[Log | Unjudgeable]:
        """Take the next line; yield the log that grows by it, begins with it or is cut off by it, or nothing if it is
        skipped."""
        if isinstance(line, Document) and _is_event(line):
            if self.growing is not None:
                self.growing.add(line)
                yield self.growing
            elif not self.lost:
                yield self._begin(line)
        elif self.growing is not None and not _begins_log(line):
            yield self._cut(self.growing, line)
        else:
            yield self._begin(line)

    def _cut(self, log: Log, line: Document | SourceError) -> Log:
        """Cut off the growing log at a line that is not an event; the lines that follow are lost."""
        if isinstance(line, SourceError):
            log.cut = line
        else:
            log.cut = LogError.at(line.place(()), 'an event is a map with one verb, like {"bid": 1}')
        self.growing = None
        self.lost = True
        return log

    def _begin(self, line: Document | SourceError) -> Log | Unjudgeable:
        """Begin a log with a line; return it, or why it cannot be read."""
        self.growing = None
        self.lost = False
        if isinstance(line, SourceError):
            self.lost = True
            return line
        try:
            log = make_log(line)
        except LogError as error:
            whole = isinstance(line.data, dict) and "events" in line.data
            self.lost = not whole and not _is_event(line)
            return error
        if log.grows:
            self.growing = log
        return log


def _is_event(line: Document) -> bool:
    """Whether a line is a map that does not begin a game, so that it may be one more event."""
    return isinstance(line.data, dict) and not _is_head(line.data)


def _begins_log(line: Document | SourceError) -> bool:
    if isinstance(line, SourceError):
        return begins(line.raw)
    return _is_head(line.data)


def begins(line: bytes) -> bool:
    """Whether a line is a game or the head of one: not one more event of the game before it, and not unreadable."""
    if line.startswith(HEADS):
        return True  # even if it is broken; and a whole game need not be read twice
    may_have_a_key = b"\\" in line or KEYS[0] in line or KEYS[1] in line or KEYS[2] in line
    return may_have_a_key and _is_head(json_map(line))


def is_whole(line: bytes) -> bool:
    """Whether a line is a game with all its events, so that nothing after it is part of it."""
    return "events" in (json_map(line) or ())


def _is_head(data: object) -> bool:
    return isinstance(data, dict) and not data.keys().isdisjoint(ONLY_IN_A_HEAD)


# -- records of other programs -----------------------------------------------------------------------------------------


def logs_of(file: RecordFile, unsaid: str = "") -> Iterator[Log | Unjudgeable]:
    """Yield the logs of games that another program recorded, or errors; score sheets that name no game are of the
    game `unsaid`."""
    for record in file.records():
        game = None
        if record.log:
            game = game_of_record(file, record.code or unsaid)
        if game is None:
            note_no_game(file, record)
            yield file.left_out(record)
            continue
        name, variants = game
        if file.is_of_any_game:
            record.seat_sides(_with_partners(name))
        try:
            log = make_log(RecordDocument(file, record, {"game": name, "variants": [*variants, *record.variants]}))
            log.as_written = file.is_of_any_game
            yield log
        except LogError as error:
            yield error


def game_of_record(file: RecordFile, code: str) -> tuple[str, tuple[str, ...]] | None:
    """The game that a notation calls by this code, and the variants that its records play; None if there is no such
    game.

    In a notation of any game, the code is the name of the game.
    """
    if not file.is_of_any_game:
        return shipped.reading(file.notation, code)
    if not code:
        return None
    return code, ()


@cache
def _with_partners(game: str) -> tuple[int, ...]:
    """The same of a game by its name; none if its rules cannot be read."""
    try:
        return partners_of(load_ruleset(game))
    except Unjudgeable:
        return ()


def partners_of(rules: Ruleset) -> tuple[int, ...]:
    """The numbers of players of a game with partners; none of a game without."""
    if rules.get("partners", default="none") == "none":
        return ()
    return tuple(rules.get("players", default=()))


def note_no_game(file: RecordFile, record: ForeignRecord) -> None:
    """Add a doubt to a record that is of no game: what it is a record of, if that is the reason why it could not be read."""
    why = shipped.unread(file.notation, record.code)
    if why:
        record.doubts = [(record.at, why)]
    elif record.log:
        record.doubt(record.at, file.no_game)


def is_of_records(log: Log | Unjudgeable) -> bool:
    """Whether this is one of the games, perhaps several, in a file of another program."""
    return isinstance(log, RecordError) or (isinstance(log, Log) and isinstance(log._document, RecordDocument))
