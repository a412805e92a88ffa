"""Places in files, complaints why a file cannot be judged, and the place in referee of an error that is a bug."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from typing import Any, Literal, NamedTuple, ParamSpec, Self, TypeVar

from referee.core.wording import Fix, Rest, fix_in

P = ParamSpec("P")
T = TypeVar("T")

Pointer = tuple[str | int, ...]
"""The way from the top of plain data to one value: keys of maps and indexes of lists. If the last step is a `Key`, it leads to
the key itself."""


class Key(str):
    """The last step of a pointer that means the key itself, not its value."""

    __slots__ = ()


def to_key(pointer: Pointer) -> Pointer:
    """Return the pointer to the key that a pointer ends with; the pointer itself if it ends with an index, or is empty."""
    if pointer and isinstance(pointer[-1], str):
        return (*pointer[:-1], Key(pointer[-1]))
    return pointer


COMMAND_LINE = "<command line>"
"""The file of a Place that is not in a file: the text was typed."""


def with_slashes(path: str, separator: str = os.sep) -> str:
    """Return a path as shown and written on every system, with slashes, which Windows knows, too."""
    return path.replace(separator, "/")


class Place(NamedTuple):
    """A point in a file; line and column start at 1, as editors count them."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"

    @property
    def where(self) -> str:
        """'ours.yaml:12', the line without the column."""
        return f"{self.file}:{self.line}"


class Complaint(NamedTuple):
    """One reason why a file cannot be judged: where, what is wrong, and what would be right."""

    place: Place
    message: str

    def __str__(self) -> str:
        return f"{self.place}: {self.message}"

    @property
    def order(self) -> tuple[bool, Place]:
        """Complaints in order of place; the last one says how many more there are."""
        return isinstance(self.message, Rest), self.place

    def as_dict(self) -> dict[str, str | int]:
        """Return it as plain data, ready to be written as JSON: `file`, `line`, `column` and `message`."""
        return {**self.place._asdict(), "message": self.message}

    @property
    def fix(self) -> Fix | None:
        """How to correct it, if that is clear."""
        return fix_in(self.message)


class Unjudgeable(Exception):  # noqa: N818 - the word a referee would use
    """A file cannot be judged: `complaints` holds every reason found, sorted by place.

    Unjudgeable
    ├── SourceError     not readable as data: missing, not UTF-8, a syntax error, a repeated key
    ├── RulesetError    readable, but not a sound ruleset or house rule
    └── LogError        readable, but the head of the log (game, players, set-up) does not hold together
    """

    def __init__(self, complaints: Iterable[Complaint]) -> None:
        self.complaints = tuple(sorted(complaints, key=lambda c: c.order))
        super().__init__("\n".join(map(str, self.complaints)))

    @classmethod
    def at(cls, place: Place, message: str) -> Self:
        """Return the error with one complaint."""
        return cls([Complaint(place, message)])

    def __reduce__(self) -> tuple[Any, ...]:
        """Return how to send it to another process and back."""
        return type(self), (self.complaints,)


def from_the_caller(function: Callable[P, T]) -> Callable[P, T]:
    """Return a public function whose Unjudgeable shows the line that called it last, instead of a dozen lines of ours below."""

    @wraps(function)
    def called(*args: P.args, **named: P.kwargs) -> T:
        try:
            return function(*args, **named)
        except Unjudgeable as unjudgeable:
            raise unjudgeable.with_traceback(None) from None

    return called


class SourceError(Unjudgeable):
    """The bytes cannot be read as strict YAML, JSON or JSON Lines. `raw` is the text there, if it is on one line."""

    raw = b""


class RecordError(SourceError):
    """A record of another program is not a game that can be judged; there may be others in its file."""


class RulesetError(Unjudgeable):
    """A ruleset or house rule is readable but not sound."""


class LogError(Unjudgeable):
    """The head of a log does not hold together. `rest` is the log without the parts of the head that are wrong, or None."""

    rest: Any = None


Trust = Literal["names", "folder", "all"]
"""names: games and house rules named without a path. folder: also files in the log's own folder and below. all: any file."""

CHOICES: tuple[Trust, ...] = ("names", "folder", "all")


class Reach(NamedTuple):
    """Files that may be loaded for a log in the file `near`, trusted this far; it named the game and the first `houses` of the
    house rules. The next `added` were named by its `project`, which may load files of its own folder. What others name is
    trusted. `of` is the word for what is in the file."""

    trust: Trust = "all"
    near: str = ""
    houses: int = 0
    project: str = ""
    added: int = 0
    of: str = "log"

    def of_house(self, number: int) -> Reach:
        """The files that a house rule may load; the rules of the log are numbered from 0, those of its project
        follow."""
        if number < self.houses or self.trust == "all":
            return self
        if number < self.houses + self.added:
            return Reach("folder", self.project, of="project")
        return ANYTHING


ANYTHING = Reach()


class RulesetOptions(NamedTuple):
    """Additions to the rules of a log, what it may load (None: by its kind), the game of unnamed score sheets, and the project
    file that counts instead of those that are found."""

    houses: tuple[str, ...] = ()
    variants: tuple[str, ...] = ()
    ruling: Mapping[str, str] = {}
    trust: Trust | None = None
    game: str = ""
    project: str | None = None

    def __hash__(self) -> int:
        return hash((*self[:2], *self.ruling.items(), *self[3:]))


def note_bug(bug: Exception, judging: str) -> None:
    """Note on an error where it arose and what was being judged, because its traceback stays in its process."""
    if not getattr(bug, "__notes__", None):
        bug.add_note(f"{_line(bug)}, judging {judging}")


def bug_in_words(bug: Exception, judging: str = "") -> str:
    """Where an error arose, and its text: ' at core/fold.py:64, judging friday.yaml (KeyError: 7)'.

    If the error came from another process, the place was noted on it there.
    """
    if judging:
        note_bug(bug, judging)
    where = (*getattr(bug, "__notes__", ()), _line(bug))[0]
    return f"{where} ({' '.join(f'{type(bug).__name__}: {bug}'.split())[:200]})"


def _line(bug: Exception) -> str:
    """Return where in referee an error arose: ' at core/fold.py:64'; empty if it did elsewhere."""
    import traceback  # not at the top: almost no run has a bug to locate
    from pathlib import Path

    root = Path(__file__).resolve().parent.parent
    where = ""
    for frame in traceback.extract_tb(bug.__traceback__):
        path = Path(frame.filename)
        if path.is_relative_to(root):
            where = f" at {path.relative_to(root).as_posix()}:{frame.lineno}"
    return where
