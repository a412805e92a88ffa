"""The moments of a recording: the text of its log up to an event, and the game at that point."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from referee.core.data import Item
from referee.core.places import Key, LogError
from referee.core.text import yaml_item
from referee.judging.log import Log, parse_log
from referee.recording.here import Here, Refused
from referee.source.files import PACKED


class Moment(NamedTuple):
    """The game as recorded so far: the text of its log in YAML, as the lines up to its last event, at which of them each event
    begins, and the lines behind; the points before each event and after the last, and the events."""

    lines: tuple[str, ...]
    starts: tuple[int, ...]
    behind: tuple[str, ...]
    points: tuple[Here, ...] = ()
    items: tuple[Item, ...] = ()

    @property
    def text(self) -> str:
        """The text of the log."""
        return "\n".join((*self.lines, *self.behind)) + "\n"

    def after(self, item: Item) -> Moment:
        """The moment after one more event, with its lines added to the text. Raises Refused, Shapeless or
        RulesetError."""
        starts = self.starts + (len(self.lines),)
        points = self.points + (self.points[-1].after(item),)
        return Moment(self.lines + self._rows_of(item), starts, self.behind, points, self.items + (item,))

    def _rows_of(self, item: Item) -> tuple[str, ...]:
        """The lines of the log for an event, indented as its events are."""
        indent = "  "
        if self.starts:
            last = self.lines[self.starts[-1]]
            indent = last[: len(last) - len(last.lstrip())]
        return tuple(f"{indent}{row}" for row in yaml_item(item))

    def before_last(self) -> Moment:
        """The moment before the last event; comments that follow it stay in the text."""
        last = self.starts[-1]
        remarks = len(self.lines)
        while remarks > last and _is_remark(self.lines[remarks - 1]):
            remarks -= 1
        lines = self.lines[:last] + self.lines[remarks:]
        return Moment(lines, self.starts[:-1], self.behind, self.points[: len(self.items)], self.items[:-1])

    def with_other(self, place: int, items: Sequence[Item]) -> tuple[Moment, Refused | None]:
        """The moment with these events in the place of one, up to the first event after them that no longer fits, and the
        refusal of that one, or None if all of them fit. Raises Refused or Shapeless if these events do not fit themselves."""
        first = self.starts[place]
        end = (self.starts + (len(self.lines),))[place + 1]
        while _is_remark(self.lines[end - 1]):
            end -= 1
        rows = tuple[str, ...]()
        starts = self.starts[:place]
        for item in items:
            starts += (first + len(rows),)
            rows += self._rows_of(item)
        shift = first + len(rows) - end
        starts += tuple(start + shift for start in self.starts[place + 1 :])
        events = self.items[:place] + tuple(items) + self.items[place + 1 :]
        moment = Moment(self.lines[:first] + rows + self.lines[end:], starts, self.behind, items=events)
        points = list(self.points[: place + 1])
        misfit = None
        for item in events[place:]:
            try:
                points.append(points[-1].after(item))
            except Refused as no:
                if len(points) <= place + len(items):
                    raise
                misfit = no
                break
        moment = moment._replace(points=tuple(points))
        while len(moment.items) >= len(points):
            moment = moment.before_last()
        return moment, misfit


def _is_remark(line: str) -> bool:
    """Whether a line of a log has no data."""
    return not line.strip() or line.lstrip().startswith("#")


def moment_of(text: str, path: str) -> tuple[Moment, Log]:
    """The text of a log, taken apart so that lines can be added behind its events, and the log itself.

    Raises SourceError or LogError, also if its events are not a list with a line for each.
    """
    log = parse_log(text, path)
    if path.lower().endswith((".json", ".jsonl", *PACKED)):
        raise LogError.at(log.place(()), "a game is recorded into a YAML file; name one that ends in .yaml")
    lines = text.splitlines()
    if "events" not in log.data:
        lines.append("events:")
        log = parse_log("\n".join(lines) + "\n", path)
    line_of_events = log.place((Key("events"),)).line - 1
    lines[line_of_events] = re.sub(r"^events:\s*(\[\s*\]|null|~)?", "events:", lines[line_of_events]).rstrip()
    behind = len(lines)
    for key in log.data:
        line = log.place((Key(key),)).line - 1
        if line_of_events < line < behind:
            behind = line
    starts = [log.place(("events", number)).line - 1 for number in range(len(log.items))]
    marked = all(lines[start].lstrip().startswith("- ") for start in starts)
    if not marked or len(set(starts)) != len(starts) or not lines[line_of_events].startswith("events:"):
        message = "these events are not a list with a line for each, so no line can be added to them"
        raise LogError.at(log.place(("events",)), message)
    return Moment(tuple(lines[:behind]), tuple(starts), tuple(lines[behind:])), log
