"""One file of rules: its path as it is written, whether it may be loaded, and the map in it."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from functools import cache

from referee import source
from referee.core.places import ANYTHING, Complaint, Place, Reach, RulesetError, SourceError, with_slashes
from referee.rules import shipped
from referee.source import Document
from referee.source.files import PACKED, lies_in, real_path
from referee.source.text import refuse

Where = Callable[[], Place]
"""The place where something was written, worked out only for a message, because it costs a second reading of the file."""
LOADED: dict[str, str] = {}
"""The files of rules that this process has read or looked for, by where they lie, except those that are part of referee."""

BYTES = 1 << 18
"""The most bytes of one of them."""


def named_at(at: Where | None, path: str) -> Place:
    """The place where something was written, or the beginning of the file itself."""
    if at is None:
        return Place(path, 1, 1)
    return at()


def beside(name: str, near: str | None) -> str:
    """Return a path written in the file `near`, as seen from the working folder; any other name unchanged."""
    if not is_path(name) or near in (None, "-", "<stdin>"):
        return name
    return with_slashes(os.path.normpath(os.path.join(os.path.dirname(str(near)), name)))


def name_and_version(name: str) -> tuple[str, str]:
    """Return a game and the version that is asked for: 'illuminate@1'; without one, no version. A path may hold an @."""
    wanted, sign, version = name.rpartition("@")
    if sign and not is_path(version):
        return (wanted, version)
    return (name, "")


def is_path(name: str) -> bool:
    """Return whether a name of a ruleset or house rule is a path."""
    return name.endswith(shipped.SUFFIXES) or "/" in name or os.sep in name


def require_reach(path: str, reach: Reach, at: Where | None) -> None:
    """Refuse, by raising RulesetError, a file that a log may not load; nobody looks whether the file exists."""
    if reach.trust == "all":
        return
    inside = lies_in(path, os.path.dirname(reach.near))
    if inside and reach.trust == "folder":
        return
    only = "games and house rules by name"
    if reach.trust == "folder":
        only = "files of its own folder"
    allows = f"--trust {'folder' if inside else 'all'} allows it"
    message = f"this {reach.of} may load only {only}, not {path}; {allows}"
    raise RulesetError.at(named_at(at, path), message)


def load_map(path: str, at: Where | None, reach: Reach = ANYTHING) -> Document:
    """The map in a file of rules, which may name files within `reach`.

    Raises SourceError for a file that cannot be read or is longer than rules are, at the place `at` where it was
    named; RulesetError if it is no map.
    """
    try:
        lies = real_path(path)
        if os.path.exists(lies) and stat.S_ISFIFO(os.stat(lies).st_mode):
            refuse(path, "this is a pipe; rules are read from a file")
        size = 0
        if os.path.isfile(lies):
            size = os.path.getsize(lies)
        if size > BYTES:
            refuse(path, f"the file has {size >> 10:,} KB; rules have at most {BYTES >> 10} KB")
        if path.lower().endswith(PACKED):
            refuse(path, "this is compressed; rules are read from a file as it is")
        if is_shipped(path):
            document = shipped.document(path)
            reach = ANYTHING
        else:
            LOADED[os.path.realpath(lies)] = path
            document = source.load(path)
        document.reach = reach
    except SourceError as error:
        if at is None or any(complaint.place.line > 1 for complaint in error.complaints):
            raise
        raise SourceError([Complaint(at(), f"{c.place.file}: {c.message}") for c in error.complaints]) from None
    if not isinstance(document.data, dict):
        raise RulesetError.at(document.place(()), "a ruleset is a map of rules")
    return document


def is_shipped(path: str) -> bool:
    """Return whether a file is part of referee."""
    top = shipped.path("rulesets", "")
    lies = real_path(path)
    if lies.startswith(top):
        return _lies_there(lies, top)
    return os.path.realpath(lies).startswith(top)


@cache
def _lies_there(path: str, top: str) -> bool:
    """Return whether a path that begins like referee's own files leads to one; looked up once, for they stay."""
    return os.path.realpath(path).startswith(top)


def label(document: Document) -> str:
    """Return a file's name without its folder and suffix."""
    return os.path.splitext(os.path.basename(document.path))[0]


def top_of(document: Document) -> Place:
    """Return where a file begins."""
    return Place(document.path, 1, 1)
