"""The text of a log in its current state, even with half an event: its head, and its events each by itself.

A keystroke changes one event; the others are not read again. What cannot be read costs only its own event, and judging goes as
far as that one, so that something is known about a log at every stage of writing it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from referee.core.places import Complaint, LogError, SourceError, Unjudgeable
from referee.judging.log import Log, make_log
from referee.source import Document, parse
from referee.source import yaml_text as yaml
from referee.source.text import Node

MOST_KEPT = 50_000
"""How many events are remembered."""
_EVENTS = re.compile(r"^events:[ \t]*(?:#.*)?$", re.MULTILINE)
_BEYOND = re.compile(r"^[^\s#-]", re.MULTILINE)
_ITEM = re.compile(r"^([ \t]*)-(?=\s|$)", re.MULTILINE)


class Piece(NamedTuple):
    """The text of one event, the offset and line at which it begins, and what it says, or why it cannot be read."""

    text: str
    start: int
    line: int
    data: Any
    fault: Complaint | None


class Draft(NamedTuple):
    """A log as far as it can be read: the log, if it has a head, its pieces, and what cannot be read."""

    log: Log | None
    pieces: tuple[Piece, ...]
    faults: tuple[Complaint, ...]

    def piece_at(self, offset: int) -> int | None:
        """The number of the event that contains an offset or comes before it."""
        found = [index for index, piece in enumerate(self.pieces) if piece.start <= offset]
        return found[-1] if found else None


class Reader:
    """Reads the drafts of one file."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._kept: dict[str, tuple[Any, Complaint | None]] = {}

    def read(self, text: str) -> Draft:
        """The draft for a text."""
        parted = None if self.path.endswith(".json") else _parted(text)
        try:
            if parted is None:
                return Draft(make_log(parse(text, self.path)), (), ())
            head, found = parted
            pieces = tuple(self._piece(each, start, line) for each, start, line in found)
            log = make_log(parse(head, self.path))
        except Unjudgeable as unjudgeable:
            return Draft(None, (), unjudgeable.complaints)
        log.trust = "folder"
        for piece in pieces:
            if piece.fault is not None:
                log.cut = LogError([piece.fault])
                break
            log.add(Document(self.path, piece.data, piece.text, _of_item, piece.line))
        return Draft(log, pieces, tuple(piece.fault for piece in pieces if piece.fault))

    def _piece(self, text: str, start: int, line: int) -> Piece:
        known = self._kept.get(text)
        if known is None:
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            known = self._kept[text] = self._said(text)
        data, fault = known
        if fault is not None:
            place = fault.place
            fault = fault._replace(place=place._replace(line=place.line + line - 1))
        return Piece(text, start, line, data, fault)

    def _said(self, text: str) -> tuple[Any, Complaint | None]:
        try:
            listed = yaml.read(text, self.path)
        except SourceError as error:
            return None, _within(error.complaints[0], text)
        document = Document(self.path, listed, text, yaml.places)
        if not isinstance(listed, list) or len(listed) != 1 or not isinstance(listed[0], dict):
            return None, Complaint(document.place((0,)), "an event is a map with one verb, like `- bid: 1`")
        return listed[0], None


def _within(fault: Complaint, text: str) -> Complaint:
    """What is wrong with the text of an event; at its last line if the text ends too soon."""
    lines = text.rstrip().split("\n")
    if fault.place.line <= len(lines):
        return fault
    return fault._replace(place=fault.place._replace(line=len(lines), column=len(lines[-1]) + 1))


def _of_item(text: str) -> Node:
    """The places in the only item of a list."""
    listed: Any = yaml.places(text)
    node: Node = listed[1][0]
    return node


def _parted(text: str) -> tuple[str, list[tuple[str, int, int]]] | None:
    """The text without its events, their lines left empty, and the text of each event with its offset and line.

    None if the events are not a list with one or more lines for each.
    """
    found = _EVENTS.search(text)
    if found is None:
        return None
    beyond = _BEYOND.search(text, found.end())
    end = beyond.start() if beyond else len(text)
    first = _ITEM.search(text, found.end(), end)
    if first is None or not _only_remarks(text[found.end() : first.start()]):
        return None
    begins = [each.start() for each in _ITEM.finditer(text, first.start(), end) if each[1] == first[1]]
    line = text.count("\n", 0, begins[0]) + 1
    pieces = []
    for start, stop in zip(begins, [*begins[1:], end], strict=True):
        pieces.append((text[start:stop], start, line))
        line += text.count("\n", start, stop)
    gap = "\n" * text.count("\n", begins[0], end)
    return text[: begins[0]] + gap + text[end:], pieces


def _only_remarks(text: str) -> bool:
    return all(not line.strip() or line.lstrip().startswith("#") for line in text.splitlines())


def common(before: tuple[Piece, ...], now: tuple[Piece, ...]) -> int:
    """How many events at the beginning are the same in two drafts."""
    return next((index for index, same in enumerate(_equal(before, now)) if not same), min(len(before), len(now)))


def _equal(before: tuple[Piece, ...], now: tuple[Piece, ...]) -> Iterator[bool]:
    return (one.text == other.text for one, other in zip(before, now, strict=False))
