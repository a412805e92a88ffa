"""Records of other programs: a text in, logs out, and whatever was not understood as a doubt with its place in the text.

A notation has a `plugins.NotationEntry`, which a wing or another package adds: its name, the pattern that finds a file of it by
its content, and the place of its reader. **A reader** is a function of a text that yields a `ForeignRecord` for each game in
the order of the text: with a `log`, or with none and a doubt that says why. A ruleset that lists the notation under `reads:`
is its game. A reader is pure, raises nothing whatever the text, and loses nothing: what it does not understand, had to guess
or found contradicted is a `doubt`, and nothing that depends on it is claimed.

Places are offsets in the text, in which every line ends with a line feed. An event says where it stands under the key `AT`: its
offset, or one for each part of a list (the calls of `bids`, the cards of `trick`), or a map from the way to each part in the
event; the key is not part of the log.
"""

from __future__ import annotations

import os
import re
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property
from itertools import chain, pairwise, tee
from typing import Any

from referee import plugins
from referee.core.data import Data, Head
from referee.core.places import Complaint, Place, Pointer, RecordError
from referee.core.text import all_seen
from referee.plugins import NotationEntry
from referee.source.files import BOM, STDIN, UNPACKED, bare, display_path, foreign_text, read_foreign, real_path
from referee.source.text import Document, in_one_form, line_starts, place_at, refuse

OF_A_LOG = re.compile(r"(?m)^(?:game|players|events)\s*:")
"""A line with which a log in YAML shows that it is no record of another program."""
BEGINNING = 64 * 1024
"""Characters of a file that show its notation."""
LOGS = (".yaml", ".yml", ".json", ".jsonl")
"""Endings of the names of logs, which need not be looked into."""
AT = "@"
MOST_UNSURE = 20
MOST_LINES, LONGEST_LINE = 1_000_000, 1 << 20
"""The most lines of a file, and the most characters of one."""
MOST_RECORDS, LONGEST_RECORD, MOST_DOUBTS = 100_000, 1 << 18, 1_000
"""The most games of a file, the most characters of one that are read, and the most doubts about one."""
MOST_ROWS, MOST_CELLS = 20_000, 500_000
"""The most rows and cells of a score sheet; all are in memory at once."""
NO_GAME = "no game that referee knows has records like this; the record is left out"
WITH_GAME = "(`referee validate`, `verify` and `import` take --game hearts)"
UNSAID = f"nothing says which game this is; write a first line such as `game,hearts` {WITH_GAME}"


def suffixes(*, of_any_game: bool) -> tuple[str, ...]:
    """The endings of the names of records in our own notations that are looked for in a folder: of files of any game, or of
    the others."""
    endings: list[str] = []
    for entry in plugins.own_notations().values():
        if entry.any_game == of_any_game:
            endings += entry.suffixes
    return tuple(endings)


def find_notation(name: str) -> NotationEntry | None:
    """The notation with this name; None if nothing that is installed reads it."""
    return plugins.own_notations().get(name) or plugins.added(NotationEntry, name)


class ForeignRecord:
    """One game of a text, which begins `at` an offset: its tags, by name in lower case, with their offsets (-1: not in this
    record); the `log` without its rules, or None, and the `doubts` about it, each with its offset. `code` is what the record
    calls its game, where a notation is of several, and `variants` are those that it names; `dealt` identifies what was dealt
    under a number, which may be dealt only once."""

    def __init__(self, at: int) -> None:
        """A record that begins at an offset of the text, without anything in it yet; for the attributes see the
        class.

        `number` identifies the deal by the names around it, `places` has the offset of each event of the log, or of
        its parts.
        """
        self.at = at
        self.tags: dict[str, tuple[str, int]] = {}
        self.doubts: list[tuple[int, str]] = []
        self.log: Data | None = None
        self.is_cut = False
        self.code = ""
        self.number: tuple[str, ...] = ()
        self.dealt: Any = None
        self.places: list[int | list[int] | Data] = []
        self.variants: tuple[str, ...] = ()

    def seat_sides(self, numbers: Collection[int]) -> None:
        """Make two players of each side that the record names, for a game with partners and so many players; most records
        name players."""

    def __getitem__(self, tag: str) -> str:
        """Return the value of a tag; empty if it says nothing."""
        value = self.tags.get(tag.lower(), ("", -1))[0].strip()
        if value in ("?", "-"):
            return ""
        return value

    def say(self, at: int, **tags: str) -> None:
        """Add tags that stand at an offset."""
        self.tags |= {tag: (value, at) for tag, value in tags.items()}

    def of(self, tag: str) -> int:
        """Return the offset of a tag; without it that of the record."""
        at = self.tags.get(tag.lower(), ("", -1))[1]
        if at < 0:
            return self.at
        return at

    def doubt(self, about: str | int, why: str) -> None:
        """Add what is doubtful: about a tag, after its name and value, or at an offset."""
        if isinstance(about, str):
            why = f"{about} {quote(self[about])} {why}"
        if len(self.doubts) < MOST_DOUBTS:
            self.doubts.append((about if isinstance(about, int) else self.of(about), why))

    def ends_before(self, at: int) -> bool:
        """Whether the part that ends at an offset is too far from the beginning of the record; the record is then
        left out."""
        if at - self.at <= LONGEST_RECORD:
            return False
        if not self.is_cut:
            self.is_cut = True
            self.doubt(self.at, f"a game has at most {LONGEST_RECORD >> 10} KB here; this one has more and is left out")
        return True


def quote(text: str) -> str:
    """Return a text of the file in quotation marks, on one line, cut off where it is long."""
    if len(text) > 60:
        text = f"{text[:60]}…"
    return repr(text)


def people(names: list[str]) -> tuple[str, ...] | None:
    """The players with these names; None if somebody has none, or one that cannot be told from another."""
    if len(set(names)) < len(names) or not all(map(_is_name, names)):
        return None
    return tuple(names)


def _is_name(name: str) -> bool:
    return 0 < len(name) < 100 and all_seen(name)


class RecordFile:
    """A text in the notation of another program, and the path under which it is shown."""

    def __init__(self, path: str, text: str, notation: str, not_utf8: int = 0) -> None:
        """Keep a text with its lines ended in one way; `not_utf8` is the first line that is not UTF-8, 0 if all are.

        Raises SourceError if the text is too large.
        """
        self.path = path
        self.notation = notation
        text = in_one_form(text)
        if "\r" in text:
            self.text = text.replace("\r\n", "\n").replace("\r", "\n")
        else:
            self.text = text
        self._not_utf8 = not_utf8
        large = self._too_large()
        if large:
            refuse(path, f"{large}; split the file into several")

    def _too_large(self) -> str:
        """The limit that the text exceeds, in words; "" if none."""
        lines = self.text.count("\n")
        if lines > MOST_LINES:
            return f"the file has more than {MOST_LINES:,} lines"
        if len(self.text) > LONGEST_LINE and any(end - start > LONGEST_LINE for start, end in self._lines()):
            return f"a line is longer than {LONGEST_LINE >> 20} MB"
        if self.is_of_any_game:
            if lines > MOST_ROWS:
                return f"the table has more than {MOST_ROWS:,} rows"
            if lines + max(map(self.text.count, "\t;,")) > MOST_CELLS:
                return f"the table has more than {MOST_CELLS:,} cells"
        return ""

    def _lines(self) -> Iterator[tuple[int, int]]:
        """Yield where each line begins, and where the next one does."""
        return pairwise(chain(self.starts, [len(self.text)]))

    @cached_property
    def entry(self) -> NotationEntry:
        """The notation."""
        entry = find_notation(self.notation)
        if entry is None:
            refuse(self.path, f"nothing that is installed reads the notation {self.notation!r}")
        return entry

    @property
    def is_of_any_game(self) -> bool:
        """Whether the file says by name which game it is of."""
        return self.entry.any_game

    @cached_property
    def starts(self) -> list[int]:
        """The offset at which each line begins."""
        return line_starts(self.text)

    def line(self, at: int) -> int:
        """Return the number of the line with an offset."""
        return bisect_right(self.starts, at)

    def records(self) -> Iterator[ForeignRecord]:
        """Yield the games in the text, each with its doubts.

        Among these are a deal whose number another deal has, and bytes that are not UTF-8, in the record where they
        stand.
        """
        dealt: dict[tuple[str, ...], tuple[Any, int]] = {}
        if self._not_utf8:
            not_utf8_at = self.starts[min(self._not_utf8, len(self.starts)) - 1]
        else:
            not_utf8_at = -1
        read: Iterable[ForeignRecord] = plugins.load(self.entry, callable, "a function")(self.text)
        records, following = tee(read)
        next(following, None)
        for number, (record, next_record) in enumerate(zip(records, chain(following, [None]), strict=True)):
            if number == MOST_RECORDS:
                rest = ForeignRecord(record.at)
                rest.doubt(record.at, f"the file has more than {MOST_RECORDS:,} games; from here on it is not read")
                yield rest
                return
            if record.is_cut:
                record.log = None
            if record.number:
                other, at = dealt.setdefault(record.number, (record.dealt, record.at))
                if other != record.dealt:
                    record.doubt(record.at, f"{record.number[-1]} is dealt differently on line {self.line(at)}")
            if not_utf8_at >= 0 and (next_record is None or not_utf8_at < next_record.at):
                record.doubt(not_utf8_at, "this is not UTF-8; it is read as Latin 1")
                not_utf8_at = -1
            yield record

    @property
    def no_game(self) -> str:
        """Why a record that could be read is left out."""
        if self.is_of_any_game:
            return UNSAID
        return NO_GAME

    def remarks(self, record: ForeignRecord) -> list[tuple[int, str]]:
        """Return what was not understood of a game, or guessed, each with its line."""
        return [(self.line(at), why) for at, why in record.doubts]

    def left_out(self, record: ForeignRecord) -> RecordError:
        """Return why a record is not a game."""
        return RecordError([Complaint(place_at(self.starts, at, self.path), why) for at, why in record.doubts])


class RecordDocument(Document):
    """The log of one game of a file of another program with the head that names its rules; its places are in that file."""

    __slots__ = ("_file", "_record")

    def __init__(self, file: RecordFile, record: ForeignRecord, head: Head) -> None:
        log = as_log(record, head, [why for _, why in record.doubts])
        super().__init__(file.path, log, "", lambda text: 0, file.line(record.at))
        self._file = file
        self._record = record

    def place(self, pointer: Pointer) -> Place:
        """The place in the file from which the value at a pointer was read; of a part of an event, if its place is
        known."""
        at: Any = self._record.at
        if pointer[:1] == ("unsure",) and len(pointer) > 1:
            at = self._record.doubts[int(pointer[1])][0]
        elif pointer[:1] == ("events",) and len(pointer) > 1:
            at = self._record.places[int(pointer[1])]
            if isinstance(at, dict):
                at = at.get(pointer[2:5], at[()])
            if not isinstance(at, int):
                part = 0
                if len(pointer) > 3 and isinstance(pointer[3], int):
                    part = pointer[3]
                at = at[min(part, len(at) - 1)]
        return place_at(self._file.starts, at, self.path)


def as_log(record: ForeignRecord, head: Head, unsure: list[str]) -> Data:
    """The log of a record with its head, and under `unsure` what is doubtful about it.

    The places of its events are taken out of these and kept in the record.
    """
    assert record.log is not None
    record.places = [event.pop(AT, record.at) for event in record.log["events"]]
    if unsure:
        left_open = {"unsure": unsure[:MOST_UNSURE]}
    else:
        left_open = {}
    return {**head, "players": record.log["players"], **left_open, **record.log}


def notation_of(text: str) -> str:
    """Return the notation of a text by what it holds; empty if no reader knows it."""
    begun = text[:BEGINNING].removeprefix(BOM.decode())
    found = _fitting(begun, plugins.own_notations())
    if not found and not begun.lstrip().startswith("{"):
        found = _fitting(begun, plugins.all_added(NotationEntry, plugins.own_notations()))
    return found


def _fitting(begun: str, notations: Mapping[str, NotationEntry]) -> str:
    """The first of these notations whose pattern fits the beginning of a text; empty if none does."""
    for name, entry in notations.items():
        if re.search(entry.pattern, begun):
            return name
    return ""


def load(path: str, notation: str | None = None, most: int = UNPACKED) -> RecordFile | None:
    """The records of a file in this notation, or in the one that its content shows; None if it shows none."""
    text, not_utf8 = read_foreign(path, most)
    if not notation:
        notation = notation_of(text)
    if not notation:
        notation = _notation_by_ending(bare(path).lower())
    if not notation:
        return None
    return RecordFile(display_path(path), text, notation, not_utf8)


def _notation_by_ending(path: str) -> str:
    """The notation of any game, whose files begin in any way, that a file has by its name; empty if none."""
    for name, entry in plugins.own_notations().items():
        if entry.any_game and path.endswith(entry.suffixes):
            return name
    return ""


def load_unless_log(path: str, most: int = UNPACKED) -> RecordFile | None:
    """Return the records of a file whose name is not that of a log, if its content shows a notation."""
    if not may_hold(path):
        return None
    return load(path, most=most)


def records_in(raw: bytes) -> RecordFile | None:
    """The records in bytes that came through a pipe, where no name tells them from a log; None if they are anything
    else."""
    text, not_utf8 = foreign_text(raw)
    if OF_A_LOG.search(text, 0, BEGINNING):
        notation = ""
    else:
        notation = notation_of(text)
    if not notation:
        return None
    return RecordFile(STDIN, text, notation, not_utf8)


def may_hold(path: str) -> bool:
    """Return whether a path names a file that may hold records, as it has not the name of a log."""
    return not bare(path).lower().endswith(LOGS) and os.path.isfile(real_path(path))  # noqa: PTH113 - as in files
