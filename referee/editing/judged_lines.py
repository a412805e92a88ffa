"""A file with one log per line, judged while it is written: only lines that changed are judged again."""

from __future__ import annotations

from referee.core.ruleset import Ruleset
from referee.editing.judged import JudgedLog
from referee.editing.marks import Mark, of_log
from referee.judging.log import begins, is_whole


class JudgedLines:
    """The marks of each line. The lines of a log that is spread over several lines are not judged."""

    def __init__(self, path: str) -> None:
        self._log = JudgedLog(path)  # one for all lines, because most of them have the same rules
        self._text = ""
        self._known: dict[str, tuple[Ruleset | None, list[Mark]]] = {}
        self._starts: list[tuple[int, str]] = []

    def change(self, text: str) -> list[Mark]:
        """The marks of a text; the same text is judged again from the start, since its rules may have changed."""
        known = {} if text == self._text else self._known
        self._text, self._known, self._starts = text, {}, []
        marks: list[Mark] = []
        start, spread = 0, False
        for line in text.split("\n"):
            if line.strip() and line not in known and line not in self._known:
                raw = line.encode()
                spread = (begins(raw) and not is_whole(raw)) or (spread and not begins(raw))
                if not spread:
                    known[line] = self._judged(line)
            if line in known:
                spread = False
                self._known[line] = known[line]
                self._starts.append((start, line))
                marks += [
                    mark._replace(start=mark.start + start, end=mark.end + start, fix=None) for mark in known[line][1]
                ]
            start += len(line) + 1
        return marks

    def _judged(self, line: str) -> tuple[Ruleset | None, list[Mark]]:
        self._log.change(line)
        return self._log.rules(), of_log(self._log, line)

    def at(self, offset: int) -> tuple[Ruleset | None, str, int]:
        """The rules and the text of the line at an offset, and the offset within it."""
        for start, line in self._starts:
            if start <= offset <= start + len(line):
                return self._known[line][0], line, offset - start
        return None, "", 0
