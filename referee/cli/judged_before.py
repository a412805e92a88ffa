"""Earlier verdicts, kept in a file next to the logs so that only what changed is judged again."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path

from referee.cli.exit_codes import Misuse
from referee.cli.out_file import file_for
from referee.cli.terminal import warn
from referee.club.remembered import TITLE, Remembered
from referee.club.season import Entry, entry_of
from referee.core.places import Unjudgeable
from referee.core.verdict import Verdict
from referee.corpus.parts import JudgeOptions, Part
from referee.corpus.paths import Source
from referee.rules import shipped
from referee.source.lines import Batch
from referee.version import __version__

NAME = ".referee-club"
"""The file in the folder of the logs; it is hidden, so that nobody takes it for a log."""


class JudgedBefore:
    """The games of a run in the order of their files, of parts judged before and of those judged now."""

    def __init__(self, path: str | None, options: JudgeOptions, *, afresh: bool, named: bool) -> None:
        self.path = path
        self._sums: dict[str, str] = {}
        before = "" if path is None else _read(path, named=named)
        before = "" if afresh else before
        self._remembered = Remembered(_judged_by(options), self._sum_of, before)
        if not self._remembered.believed:
            warn(f"{path}: this file was changed by something else, so all logs are judged again")
        self._parts: list[list[Entry]] = []
        self._waiting: list[tuple[Part, str, list[Entry]]] = []
        self.before = 0

    def known(self, part: Part) -> bool:
        """Whether a part was judged before; its earlier verdicts are used."""
        key = _key(part)
        found = self._remembered.known(key) if key else None
        if found is not None:
            self._parts.append(found)
            self.before += len(found)
            return True
        entries: list[Entry] = []
        self._parts.append(entries)
        self._waiting.append((part, key, entries))
        return False

    def add(self, verdict: Verdict) -> None:
        """Adds a game that was judged now."""
        part, _, entries = self._waiting[0]
        if isinstance(verdict.kept, Entry):
            entries.append(verdict.kept)
            return
        self._waiting[0] = (part, "", entries)  # the process that judged it died: next time it may succeed
        entries.append(entry_of(verdict))

    def done(self, part: Part) -> None:
        """Marks a part whose games have all been added."""
        judged, key, entries = self._waiting.pop(0)
        assert judged is part
        if key:
            self._remembered.add(key, entries)

    def entries(self) -> Iterator[Entry]:
        """The games in the order of their files."""
        for part in self._parts:
            yield from part

    def save(self) -> None:
        """Saves the verdicts; if that fails, all logs are judged again next time."""
        if self.path is None:
            return
        try:
            with file_for(self.path, "--cache") as part:
                part.write_text(self._remembered.text(), encoding="ascii")
        except (Misuse, Unjudgeable) as no:
            why = no.message if isinstance(no, Misuse) else no.complaints[0].message
            warn(f"{why}; all logs are judged again next time")

    def _sum_of(self, file: str) -> str:
        if file not in self._sums:
            try:
                self._sums[file] = sha256(Path(file).read_bytes()).hexdigest()
            except OSError:
                self._sums[file] = ""
        return self._sums[file]


def _read(path: str, *, named: bool) -> str:
    """The text of the file; empty if there is none. If the user named it and it is something else, it is refused."""
    try:
        text = Path(path).read_bytes().decode("ascii", "replace")
    except FileNotFoundError:
        return ""
    except OSError as error:
        raise Misuse(f"--cache {path} cannot be read: {(error.strerror or str(error)).lower()}") from None
    if named and text and not text.startswith(TITLE):
        raise Misuse(f"--cache {path} is not a cache of referee and is not replaced; name another file")
    return text


def _key(part: Part) -> str:
    """A checksum of a part and its place; empty for what is always judged again."""
    what = part.what
    if isinstance(what, Batch):
        found = sha256(f"{part.path}\n{what.first}\n".encode(errors="surrogateescape"))
        for line in what.lines or ():
            found.update(line if isinstance(line, bytes) else repr(line).encode(errors="surrogateescape"))
        return found.hexdigest()
    if isinstance(what, Source):
        try:
            content = Path(part.path).read_bytes()
        except OSError:
            return ""
        return sha256(f"{part.path}\n{what.found}\n".encode(errors="surrogateescape") + content).hexdigest()
    return ""


def _judged_by(options: JudgeOptions) -> str:
    """What decides a verdict besides the log: this version of referee, the rulesets it finds by name, and its options."""
    found = sha256(f"{__version__}\n{options._replace(run='', keep=None)!r}\n".encode(errors="surrogateescape"))
    for file in _files():
        found.update(f"{file}\n".encode(errors="surrogateescape"))
        if file.endswith(".py"):
            said = os.stat(file)
            found.update(f"{said.st_size} {said.st_mtime_ns}".encode())
        else:
            found.update(Path(file).read_bytes())
    return found.hexdigest()


def _files() -> Iterator[str]:
    """The rulesets and schemas that come with referee, those of REFEREE_PATH, and its own modules, whose times
    are enough."""
    yield from _below(shipped.path("rulesets"), shipped.SUFFIXES)
    yield from _below(shipped.path("schemas"), shipped.SUFFIXES)
    yield from sorted(shipped.own().values())
    yield from _below(str(Path(__file__).parent.parent), (".py",))


def _below(top: str, suffixes: tuple[str, ...]) -> Iterable[str]:
    return sorted(
        os.path.join(folder, name) for folder, _, names in os.walk(top) for name in names if name.endswith(suffixes)
    )
