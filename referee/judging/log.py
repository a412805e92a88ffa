"""Log: the players, the set-up and the items of one game, from plain data, each with its place."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from typing import Any

from referee import source
from referee.core.exact import exact, in_json
from referee.core.places import LogError, Place, Pointer, Trust, Unjudgeable, from_the_caller
from referee.core.wording import MOST_COUNTED, abridge
from referee.judging.heads import Head, HeadFault, head_of, read_head
from referee.judging.heads import Occasion as Occasion
from referee.rules.soundness import reword
from referee.source import Document
from referee.source.text import data_in_one_form

DATA = "<data>"
"""The name of a log that is plain data, in place of a path."""


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
        """A log made of its plain data; `document` knows the places in the file, `head` spares reading the head
        again.

        `trust` says which files it may load: those of games and house rules by name, of its own folder, or all.
        """
        self.path = path
        self._data: Mapping[str, Any] | None = data
        self.head = head or head_of(data)
        """Everything that it says before its events; the same object for logs with the same head."""
        self.game = self.head.game
        self.houses = self.head.houses
        self.variants = self.head.variants
        self.ruling = self.head.ruling
        self.pinned = self.head.pinned
        self.players = self.head.players
        self.setup = self.head.setup
        self.position = self.head.position
        self.occasion = self.head.occasion
        self.board = self.head.board
        self.unsure = self.head.unsure
        # None once they are put away; `items` then reads them again
        self._items: list[Mapping[str, Any]] | None = data.get("events") or []
        self.expect: Mapping[str, Any] = data.get("expect", {})
        self._document = document
        # of a log that grows, the line of each event
        self._lines: list[Document] = []
        self.cut: Unjudgeable | None = None
        self.as_written = False
        """True if what the table wrote stands, even if it is impossible, so that all that follows is judged, too."""
        self.trust: Trust = trust

    @property
    def data(self) -> Mapping[str, Any]:
        """Everything that it says, as plain data; read again if it was put away."""
        if self._data is None:
            assert self._document.again is not None
            self._document = self._document.again()
            data: Mapping[str, Any] = self._document.data
            self._data = data
        return self._data

    @property
    def items(self) -> list[Mapping[str, Any]]:
        """The events as written."""
        if self._items is None:
            items: list[Mapping[str, Any]] = self.data.get("events") or []
            self._items = items
        return self._items

    def put_away(self) -> None:
        """Keep only the head, and the line from which the events can be read again: memory stays small and fast."""
        if self._document.again is not None and not self._lines:
            self._data = self._items = None
            self._document.put_away()

    def without_events(self) -> Log:
        """The same log before anything has happened."""
        other = copy(self)
        other._items = []
        return other

    @property
    def line(self) -> int:
        """The line on which it begins."""
        return self._document.line

    @property
    def grows(self) -> bool:
        """Whether this is only the head of a log whose events come on lines of their own."""
        return self._data is not None and "events" not in self._data

    def place(self, pointer: Pointer) -> Place:
        """The place in the file of the value at a pointer, or of the key that the pointer ends with.

        Events that came on lines of their own have their places there.
        """
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
    """The log in a document. Raises LogError with every fault of its head, and as `rest` the log without the wrong
    parts."""
    data = document.data
    if not isinstance(data, dict):
        raise LogError.at(document.place(()), "a log is a map with `game:`, `players:` and `events:`")
    kind = another_kind(data)
    if kind:
        raise LogError.at(document.place(()), kind)
    head = read_head(document, data)
    if isinstance(head, Head):
        return Log(document.path, data, document, head, trust)
    error = LogError(abridge([fault.complaint for fault in head], source.MOST_FAULTS, reword))
    error.rest = _log_without(document, data, head, trust)
    raise error


def _log_without(document: Document, data: Mapping[str, Any], faults: list[HeadFault], trust: Trust) -> Log | None:
    """The log without the parts of its head that are wrong; None if that leaves no game, or if there are too many to know."""
    wrong = {fault.key for fault in faults}
    rest = {key: value for key, value in data.items() if key not in wrong}
    if "game" not in rest or len(faults) > MOST_COUNTED:
        return None
    return Log(document.path, rest, document, head_of({"players": [], **rest}), trust)


def another_kind(data: object) -> str:
    """A sentence on data that are no log: which kind of file they are, and which command reads it; "" if they may be
    a log."""
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


@from_the_caller
def log_of(data: Mapping[str, object], path: str = DATA) -> Log:
    """The log in plain data without places: anything that JSON can say, with tuples for lists. Raises LogError."""
    import json

    try:
        plain = data_in_one_form(json.loads(json.dumps(in_json(data)), parse_float=exact, parse_constant=exact))
    except (TypeError, ValueError, RecursionError) as error:
        raise LogError.at(Place(path, 1, 1), f"this is not plain data: {error}") from None
    return make_log(Document(path, plain, "", lambda text: 0))


@from_the_caller
def parse_log(text: str, path: str = "<text>") -> Log:
    """The log in a text: JSON if `path` ends in .json, otherwise YAML. Raises SourceError or LogError."""
    return make_log(source.parse(text, path))
