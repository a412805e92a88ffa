"""Logs: from plain data to players, set-up and events, each with its place."""

from __future__ import annotations

import marshal
import re
from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from functools import cache
from itertools import islice
from typing import Any, NamedTuple

from referee import source
from referee.core.exact import exact, in_json
from referee.core.places import Complaint, LogError, Place, Pointer, RecordError, SourceError, Trust, Unjudgeable
from referee.core.ruleset import Ruleset
from referee.core.text import all_seen
from referee.core.wording import MOST_COUNTED, abridge
from referee.engines import family, family_names
from referee.judging.heads import fits_at_a_glance, form
from referee.rules import rulesets, shipped
from referee.source import Document, records
from referee.source.records import ForeignRecord, RecordDocument, RecordFile
from referee.source.text import data_in_one_form, json_map, quote, wrong_day

WITHOUT_REFERENCES = 2
"""The format of marshal in which equal data give equal bytes."""
HEADS_KEPT, LONGEST_HEAD = 1_000, 10_000
"""The most sound heads that are remembered, and their most bytes: most logs of a corpus share a head with another."""
ONLY_IN_A_HEAD = ("game", "players", "events")
"""Keys that no event has: on a line with any of them a game begins, or should."""
WHEN_AND_WHERE = ("date", "place", "event")
"""Keys of a log that say when and where it was played."""
KEYS = tuple(f'"{key}"'.encode() for key in ONLY_IN_A_HEAD)
HEADS = tuple(b"{" + key for key in KEYS)
Head = Mapping[str, Any]


class Occasion(NamedTuple):
    """The date, the place and the event of a game; empty if the log does not say."""

    date: str = ""
    place: str = ""
    event: str = ""

    @property
    def said(self) -> dict[str, str]:
        """Return what the log does say, by key."""
        return {key: text for key, text in self._asdict().items() if text}


class Log:
    """One recorded game; `place` says where something is in the file. `cut` is why its last lines cannot be read, if so.

    `trust` is what it may load unless told otherwise: a log that has a file to itself may load files from its folder.
    """

    game: str
    houses: tuple[str, ...]
    variants: tuple[str, ...]
    ruling: Mapping[str, str]
    pinned: str
    players: tuple[str, ...]
    setup: Mapping[str, Any]
    position: Mapping[str, Any] | None
    occasion: Occasion
    board: Mapping[str, Any]
    unsure: tuple[str, ...]

    def __init__(
        self, path: str, data: Mapping[str, Any], document: Document, head: Head | None = None, trust: Trust = "names"
    ) -> None:
        self.path = path
        self._data: Mapping[str, Any] | None = data
        self.head = head or head_of(data)
        """Everything that it says before its events; the same object for logs with the same head."""
        vars(self).update(self.head)
        self._items: list[Mapping[str, Any]] | None = data.get("events") or []
        self.expect: Mapping[str, Any] = data.get("expect", {})
        self._document = document
        self._lines: list[Document] = []
        self.cut: Unjudgeable | None = None
        self.as_written = False
        """True if what the table wrote stands, even if it is impossible, so that all that follows is judged, too."""
        self.trust = trust

    @property
    def data(self) -> Mapping[str, Any]:
        """Everything that it says, as plain data; read again if it was put away."""
        if self._data is None:
            assert self._document.again is not None
            self._document = self._document.again()
            self._data = self._document.data
        data: Mapping[str, Any] = self._data
        return data

    @property
    def items(self) -> list[Mapping[str, Any]]:
        """The events as written."""
        if self._items is None:
            self._items = self.data.get("events") or []
        return self._items

    def put_away(self) -> None:
        """Keep only the head, and the line from which the events can be read again: memory stays small and fast."""
        if self._document.again is not None and not self._lines:
            self._data = self._items = None
            self._document.put_away()

    def without_events(self) -> Log:
        """Return the same log before anything has happened."""
        other = copy(self)
        other._items = []
        return other

    @property
    def line(self) -> int:
        """The line on which it begins."""
        return self._document.line

    @property
    def grows(self) -> bool:
        """Return whether this is only the head of a log whose events come on lines of their own."""
        return self._data is not None and "events" not in self._data

    def place(self, pointer: Pointer) -> Place:
        """Return the place of the value at `pointer`, or of the key that it ends with."""
        if self._data is None:
            self._data = self.data  # read again
        if self._lines and pointer[:1] == ("events",):
            if len(pointer) > 1 and isinstance(pointer[1], int) and pointer[1] < len(self._lines):
                return self._lines[pointer[1]].place(pointer[2:])
            return self._lines[-1].place(())
        return self._document.place(pointer)

    def add(self, line: Document) -> None:
        """Append one event of a stream, which has its own line."""
        self._lines.append(line)
        self.items.append(line.data)


def make_log(document: Document, trust: Trust = "names") -> Log:
    """Return the log in a document. Raises LogError with every fault of its head, and with what is left of the log without."""
    data = document.data
    if not isinstance(data, dict):
        raise LogError.at(document.place(()), "a log is a map with `game:`, `players:` and `events:`")
    kind = another_kind(data)
    if kind:
        raise LogError.at(document.place(()), kind)
    text = _head_in_bytes(data)
    if text is None:
        head = None
    else:
        head = _sound_heads.get(text)
    if head is None:
        faults = list(islice(head_faults(document, data), MOST_COUNTED + 1))
        if faults:
            complaints = (fault for _, fault in faults)
            error = LogError(abridge(complaints, source.MOST_FAULTS, lambda last, more: last._replace(message=more)))
            wrong = {key for key, _ in faults}
            rest = {key: value for key, value in data.items() if key not in wrong}
            if "game" in rest and len(faults) <= MOST_COUNTED:
                error.rest = Log(document.path, rest, document, head_of({"players": [], **rest}), trust)
            raise error
        head = head_of(data)
        if text is not None and len(_sound_heads) < HEADS_KEPT and len(text) < LONGEST_HEAD:
            _sound_heads[text] = head
    return Log(document.path, data, document, head, trust)


def another_kind(data: object) -> str:
    """Return what kind of file plain data are, if they are not meant to be a log, and what reads such files; else nothing."""
    if not isinstance(data, dict) or data.keys() & {"game", "events"}:
        return ""
    if data.keys() & {"extends", "family", "suits"}:
        return "this is a ruleset, not a log (`referee check` judges it)"
    if data.keys() & {"given", "examples"}:
        return "these are examples of a ruleset, not a log (`referee check` runs them)"
    if isinstance(data.get("players"), dict) or "different" in data:
        return "these are names of players, not a log (`referee club` reads them)"
    if isinstance(data.get("games"), dict):
        return "this is a project, not a log (the logs beside it and below are judged by it)"
    return ""


_sound_heads: dict[bytes, Head] = {}


def head_of(data: Mapping[str, Any]) -> Head:
    """Return what a log says before its events, as a `Log` has it; logs with the same head share it."""
    house = data.get("house", [])
    return {
        "game": data["game"],
        "houses": (house,) if isinstance(house, str) else tuple(house),
        "variants": tuple(data.get("variants", ())),
        "ruling": data.get("ruling", {}),
        "pinned": data.get("rules", ""),
        "players": tuple(data["players"]),
        "setup": data.get("setup", {}),
        "position": data.get("position"),
        "occasion": Occasion(*(data.get(key, "").strip() for key in WHEN_AND_WHERE)),
        "board": data.get("board", {}),
        "unsure": tuple(data.get("unsure", ())),
    }


def head_faults(document: Document, data: Mapping[str, object]) -> Iterator[tuple[str, Complaint]]:
    """Yield what is wrong with the form of a log outside its events, each with the key that it is about."""
    if not fits_at_a_glance(data):
        for pointer, message in source.schema_faults(data, form()):
            yield "".join(map(str, pointer[:1])), Complaint(document.place(pointer), message)
    date, players, events = (data.get(key) for key in ("date", "players", "events"))
    if isinstance(date, str) and (wrong := wrong_day(date)):
        yield "date", Complaint(document.place(("date",)), f"`date:` {quote(date)} {wrong}")
    names: list[tuple[Pointer, Any]] = [((key,), data.get(key)) for key in ("place", "event")]
    names += [(("players", index), name) for index, name in enumerate(players if isinstance(players, list) else ())]
    for pointer, name in names:
        if isinstance(name, str) and not all_seen(name):
            message = f"a name may not contain control or invisible characters: {quote(name)}"
            yield str(pointer[0]), Complaint(document.place(pointer), message)
    for index, item in enumerate(events if isinstance(events, list) else ()):
        if not isinstance(item, dict):
            message = f"an event is a map with one verb, like `- {_event_meant(item) or 'bid: 1'}`"
            yield "events", Complaint(document.place(("events", index)), message)


def _event_meant(item: object) -> str:
    """Return the event that was meant by a text without a space after its colon, or without a colon: 'play:QS', 'play QS'."""
    match = None
    if isinstance(item, str):
        match = re.fullmatch(r"(\w+)(?::| )\s*([^:{}\[\]\n]{1,60})", item)
    verbs = set()
    for name in family_names():
        verbs.update(rulesets.schema(family(name).schema)["$defs"]["event"]["properties"])
    if match and match[1] in verbs:
        return f"{match[1]}: {match[2]}"
    return ""


def _head_in_bytes(data: Mapping[str, object]) -> bytes | None:
    """Return all of a log on which its faults may depend, as bytes; None if its events or claims have a wrong form."""
    head = {**data, "events": None, "expect": None}
    events = data.get("events", [])
    expect = data.get("expect", {})
    if type(events) is not list or type(expect) is not dict or not {dict}.issuperset(map(type, events)):
        return None
    try:
        return marshal.dumps(head, WITHOUT_REFERENCES)
    except ValueError:
        return None


def log_of(data: Mapping[str, object], path: str = "<data>") -> Log:
    """Return the log in plain data without places: anything that JSON can say, with tuples for lists. Raises LogError."""
    import json

    try:
        plain = data_in_one_form(json.loads(json.dumps(in_json(data)), parse_float=exact, parse_constant=exact))
    except (TypeError, ValueError, RecursionError) as error:
        raise LogError.at(Place(path, 1, 1), f"this is not plain data: {error}") from None
    return make_log(Document(path, plain, "", lambda text: 0))


def parse_log(text: str, path: str = "<text>") -> Log:
    """Return the log in a text: JSON if `path` ends in .json, otherwise YAML. Raises SourceError or LogError."""
    return make_log(source.parse(text, path))


def load_logs(path: str, max_unpacked: int = source.UNPACKED, game: str = "") -> Iterator[Log | Unjudgeable]:
    """Yield every log in a file, or in standard input for "-".

    One in YAML or JSON, any number in JSON Lines (one game per line, or a head and then its events). At most `max_unpacked`
    bytes of an unpacked compressed file are read. `game` is that of a score sheet that does not say which game it is of.

    What cannot be read is yielded in its place, so that one bad line never hides the next: after a log that it cuts off.
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


def logs_of(file: RecordFile, unsaid: str = "") -> Iterator[Log | Unjudgeable]:
    """Yield the logs of games that another program recorded; score sheets that name no game are of `unsaid`."""
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
    """The game of a record that its notation calls by this code, and the variants that its records play; None if there is no
    such game."""
    if not file.is_of_any_game:
        return shipped.reading(file.notation, code)
    if not code:
        return None
    return code, ()


@cache
def _with_partners(game: str) -> tuple[int, ...]:
    """The same of a game by its name; none if its rules cannot be read."""
    try:
        return partners_of(rulesets.load_ruleset(game))
    except Unjudgeable:
        return ()


def partners_of(rules: Ruleset) -> tuple[int, ...]:
    """The numbers of players of a game with partners; none of a game without."""
    if not rules.get("partners"):
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
    """Return whether this is one of the games in a file of another program, of which there may be several."""
    return isinstance(log, RecordError) or (isinstance(log, Log) and isinstance(log._document, RecordDocument))


def whole_logs(lines: Iterable[Document | SourceError | RecordFile], game: str = "") -> Iterator[Log | Unjudgeable]:
    """Yield the logs in the lines of a file, each with all its events, or with those before it was cut off. `game` is for
    records of another program in place of lines, as for `load_logs`."""
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


def growing_logs(lines: Iterable[Document | SourceError | RecordFile], game: str = "") -> Iterator[Log | Unjudgeable]:
    """Yield the logs in the lines of a file as they come: a growing log once more after each of its events.

    A line that cannot be read cuts such a log off. The events that follow it, or follow an unreadable head, are skipped.
    """
    growing: Log | None = None
    lost = False
    for line in lines:
        if isinstance(line, RecordFile):
            yield from logs_of(line, game)
            continue
        event = isinstance(line, Document) and isinstance(line.data, dict) and not _is_head(line.data)
        if isinstance(line, Document) and event and (growing or lost):
            if growing:
                growing.add(line)
                yield growing
        elif growing and not event and not (begins(line.raw) if isinstance(line, SourceError) else _is_head(line.data)):
            no_event = 'an event is a map with one verb, like {"bid": 1}'
            if isinstance(line, SourceError):
                growing.cut = line
            else:
                growing.cut = LogError.at(line.place(()), no_event)
            yield growing
            growing = None
            lost = True
        else:
            log: Log | Unjudgeable
            try:
                if isinstance(line, SourceError):
                    log = line
                else:
                    log = make_log(line)
            except LogError as unjudgeable:
                log = unjudgeable
            growing = None
            if isinstance(log, Log) and log.grows:
                growing = log
            whole = isinstance(line, Document) and isinstance(line.data, dict) and "events" in line.data
            lost = not isinstance(log, Log) and not event and not whole
            yield log


def begins(line: bytes) -> bool:
    """Return whether a line is a game or the head of one: not one more event of the game before it, and not unreadable."""
    if line.startswith(HEADS):
        return True  # even if it is broken; and a whole game need not be read twice
    may_have_a_key = b"\\" in line or KEYS[0] in line or KEYS[1] in line or KEYS[2] in line
    return may_have_a_key and _is_head(json_map(line))


def is_whole(line: bytes) -> bool:
    """Return whether a line is a game with all its events, so that nothing after it is part of it."""
    return "events" in (json_map(line) or ())


def _is_head(data: object) -> bool:
    return isinstance(data, dict) and not data.keys().isdisjoint(ONLY_IN_A_HEAD)


def load_log(path: str, game: str = "") -> Log:
    """Return the one log in a file, or, in a file with several, the one that begins on a line: 'games.jsonl:17', 'club.pbn:9'.
    Raises SourceError or LogError; LogError also if the file holds several games and no line is named. `game` is for
    `load_logs`."""
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
