"""The text of a log to which events are added, and from which the last ones are removed; everything else stays as it is."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from referee.core.harmless import yaml_item, yaml_line
from referee.core.places import Complaint, Key, LogError, Place, Unjudgeable
from referee.judging.log import Log, parse_log
from referee.source.files import PACKED


class Piece(NamedTuple):
    """The lines of one event, and the comments and blank lines before the next."""

    rows: tuple[str, ...]
    after: tuple[str, ...] = ()


class Page(NamedTuple):
    """The text of a log in YAML: what comes before the first event, the events, and what comes after the last."""

    before: tuple[str, ...]
    pieces: tuple[Piece, ...]
    behind: tuple[str, ...]
    indent: str

    @property
    def text(self) -> str:
        """All of it."""
        lines = [*self.before, *(line for piece in self.pieces for line in (*piece.rows, *piece.after)), *self.behind]
        return "\n".join(lines) + "\n"

    def with_event(self, item: Mapping[str, Any]) -> Page:
        """The text with one more event."""
        rows = (f"{self.indent}{row}" for row in yaml_item(item))
        return self._replace(pieces=(*self.pieces, Piece(tuple(rows))))

    def without_last(self) -> Page:
        """The text without its last event; comments after it stay."""
        *pieces, last = self.pieces
        if not pieces:
            return self._replace(pieces=(), before=(*self.before, *last.after))
        pieces[-1] = pieces[-1]._replace(after=(*pieces[-1].after, *last.after))
        return self._replace(pieces=tuple(pieces))


def page_of(text: str, path: str) -> tuple[Page, Log]:
    """The text of a log in its parts, and the log. Raises SourceError or LogError, also if no line can be added to it."""
    log = parse_log(text, path)
    place = log.place(())
    if path.endswith((".json", ".jsonl", *PACKED)):
        raise _cannot(place, "a game is recorded into a YAML file; name one that ends in .yaml")
    lines = text.splitlines()
    if "events" not in log.data:
        lines.append("events:")
        log = parse_log("\n".join(lines) + "\n", path)
    head = log.place((Key("events"),)).line - 1
    lines[head] = re.sub(r"^events:\s*(\[\s*\]|null|~)?", "events:", lines[head]).rstrip()
    behind = _next_key(log, head, len(lines))
    starts = [log.place(("events", number)).line - 1 for number in range(len(log.items))]
    in_list = all(lines[start].lstrip().startswith("- ") for start in starts) and len(set(starts)) == len(starts)
    if not in_list or not lines[head].startswith("events:"):
        raise _cannot(
            log.place(("events",)), "these events are not a list with a line for each, so no line can be added to them"
        )
    ends = [*starts[1:], behind] if starts else []
    pieces = tuple(_piece(lines[start:end]) for start, end in zip(starts, ends, strict=True))
    first = starts[0] if starts else behind
    indent = re.match(r"\s*", lines[starts[-1]])[0] if starts else "  "  # type: ignore[index]
    return Page(tuple(lines[:first]), pieces, tuple(lines[behind:]), indent), log


def _next_key(log: Log, head: int, end: int) -> int:
    """The line of the first thing after the events."""
    keys = [log.place((Key(key),)).line - 1 for key in log.data]
    return min((line for line in keys if line > head), default=end)


def _piece(lines: Sequence[str]) -> Piece:
    last = max(number for number, line in enumerate(lines) if line.strip() and not line.lstrip().startswith("#"))
    return Piece(tuple(lines[: last + 1]), tuple(lines[last + 1 :]))


def _cannot(place: Place, message: str) -> LogError:
    return LogError([Complaint(place, message)])


def renamed(text: str, path: str, old: str, new: str) -> str | None:
    """The text of a log with another name for a player, also in comments; None if that must be done by hand."""
    written = yaml_line(new)
    changed = re.sub(rf"(?<![\w'\"-]){re.escape(old)}(?![\w'\"-])", lambda found: written, text)
    try:
        log = parse_log(changed, path)
    except (Unjudgeable, ValueError):
        return None
    return changed if log.data == _with_name(parse_log(text, path).data, old, new) else None


def _with_name(data: Any, old: str, new: str) -> Any:
    if isinstance(data, Mapping):
        return {new if key == old else key: _with_name(value, old, new) for key, value in data.items()}
    if isinstance(data, list):
        return [_with_name(value, old, new) for value in data]
    return new if data == old else data
