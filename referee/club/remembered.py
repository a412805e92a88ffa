"""What was judged before, as text for a file: each part of the logs by its content and by what judged it.

A text that is not exactly as it was written is not trusted: it begins with a checksum of all of it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from hashlib import sha256
from typing import Any

from referee.club.season import Dispute, Entry
from referee.core.family import Tally
from referee.judging.log import Occasion

FORM = 1
"""Increased when entries change."""
KINDS = [tuple if isinstance(value, tuple) else type(value) for value in Entry("", 0, "")]
"""The type of each part of an entry when it is read."""
TITLE = "referee club, what was judged before; it can be thrown away"


class Remembered:
    """The games of parts that were judged before, and of those that are judged now; only the latter are written again.

    `judged_by` is what makes an old answer valid: the version, the rulesets, how to judge. `stamp` is called with files of
    rules that may change: returns the checksum of each, "" if it cannot be read.
    """

    def __init__(self, judged_by: str, stamp: Callable[[str], str], text: str = "") -> None:
        self._judged_by = judged_by
        self._stamp = stamp
        self._before = _read(text, judged_by) if text else {}
        self._now: dict[str, list[Entry]] = {}
        self.believed = not text or self._before is not None

    def known(self, key: str) -> list[Entry] | None:
        """The games of a part, if it was judged before by rules that are still the same."""
        found = (self._before or {}).get(key)
        if found is None or any(self._stamp(file) != mark for file, mark in found[0].items()):
            return None
        self._now[key] = found[1]
        return found[1]

    def add(self, key: str, entries: Iterable[Entry]) -> None:
        """Remembers the games of a part, unless the rules of one of them did not even let it begin: they may be corrected."""
        games = list(entries)
        if all(entry.players or not entry.game for entry in games):
            self._now[key] = games

    def text(self) -> str:
        """All of it as text."""
        body = json.dumps(
            {
                "form": FORM,
                "judged_by": self._judged_by,
                "parts": {key: [self._files(games), games] for key, games in self._now.items()},
            },
            ensure_ascii=True,
            separators=(",", ":"),
        )
        return f"{TITLE}\n{_sum(body)}\n{body}\n"

    def _files(self, games: Iterable[Entry]) -> dict[str, str]:
        return {file: self._stamp(file) for entry in games for file in entry.rests_on}


def _sum(body: str) -> str:
    return sha256(body.encode()).hexdigest()


def _read(text: str, judged_by: str) -> dict[str, tuple[Mapping[str, str], list[Entry]]] | None:
    """The parts in a text; none if something else judged them, None if it is not a text of ours."""
    title, _, rest = text.partition("\n")
    mark, _, body = rest.partition("\n")
    body = body.removesuffix("\n")
    if title != TITLE or mark != _sum(body):
        return None
    try:
        data = json.loads(body)
        if data["form"] != FORM or data["judged_by"] != judged_by:
            return {}
        return {key: (dict(files), [_entry(game) for game in games]) for key, (files, games) in data["parts"].items()}
    except (ValueError, KeyError, TypeError, AttributeError):  # not ours, whatever its checksum
        return None


def _entry(game: list[Any]) -> Entry:
    entry = Entry(*map(_tuples, game))
    for value, kind in zip(entry, KINDS, strict=True):
        if not isinstance(value, kind):
            raise TypeError
    return entry._replace(
        occasion=Occasion(*entry.occasion),
        tallies=tuple([Tally(*tally) for tally in entry.tallies]),
        disputes=tuple([Dispute(*dispute) for dispute in entry.disputes]),
    )


def _tuples(value: Any) -> Any:
    """JSON's lists as tuples, at every depth."""
    return tuple([_tuples(one) for one in value]) if isinstance(value, list) else value
