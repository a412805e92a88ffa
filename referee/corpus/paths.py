"""Paths to the files of logs: files, folders with everything below them, patterns; with a remark on whatever is skipped."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from referee import source
from referee.core.places import Place, SourceError, Unjudgeable, with_slashes
from referee.core.wording import in_list
from referee.judging.log import Log, another_kind
from referee.judging.read import load_logs
from referee.source import records
from referee.source.files import PACKED, read_foreign

SUFFIXES = (".yaml", ".yml", ".json", ".jsonl", *(f".jsonl{ending}" for ending in PACKED))
FOLLOWS = " (--trust all follows it)"


NAMES_A_GAME = re.compile(r"(?i)\W*game\W+\w[^,;\t]*\W*")
"""A line of a score sheet that says which game it is of."""


class LogFile(NamedTuple):
    """A file of logs; `found` says that it was found in a folder and not named."""

    path: str
    found: bool = False


class PathRemark(str):
    """Something to report about paths that is not a verdict: a ruleset among the logs, a folder that leads back into itself."""


def logs_in(source: LogFile, max_unpacked: int, game: str = "") -> Iterator[Log | Unjudgeable]:
    """Yield the logs in a file; those in a file that was found, not named, may not load any files."""
    for log in load_logs(source.path, max_unpacked, game):
        if isinstance(log, Log) and source.found:
            log.trust = "names"
        yield log


def sources(paths: Iterable[str], *, out: bool = False) -> Iterator[LogFile | SourceError | PathRemark]:
    """Yield the files that paths name, each only once: files themselves, the files that match a pattern, every log below a
    folder, sorted.

    out: whether links in a folder may lead out of it.
    """
    for path in paths:
        if set("*?[") & set(path) and not os.path.lexists(path):
            yield from _fitting(path, out)
        elif os.path.isdir(path):
            yield from _in_folder(path, out)
        else:
            yield LogFile(path)


def _fitting(pattern: str, out: bool) -> Iterator[LogFile | SourceError | PathRemark]:
    passed = Passed([], [], None if out else [])
    pattern = with_slashes(pattern)
    top = os.path.dirname(pattern[: re.search(r"[*?[]", pattern).start()])  # type: ignore[union-attr]
    named = sorted(name for name in set(_names(pattern, passed)) if not _leads_out(name, top, passed))
    yield from _remarks(passed)
    if not named:
        yield SourceError.at(Place(pattern, 1, 1), "no file fits this pattern")
    seen: set[str] = set()
    for name in named:
        for item in _in_folder(name, out) if os.path.isdir(name) else [LogFile(name, found=True)]:
            real = ""
            if isinstance(item, LogFile):
                real = os.path.realpath(item.path)
            if real not in seen:
                yield item
            seen |= {real} - {""}


def _names(pattern: str, passed: Passed) -> Iterator[str]:
    """Yield what matches a pattern; `**` means any folder below, by links that do not lead back, too."""
    import glob  # which most runs do not need

    parts = pattern.split("/")
    if "**" not in parts:
        yield from map(with_slashes, glob.glob(pattern))
        return
    at = parts.index("**")
    top = "/".join(parts[:at])
    rest = "/".join(parts[at + 1 :])
    if top:
        tops = [with_slashes(each) for each in glob.glob(f"{top}/")]
    else:
        tops = ["/" if at else ""]
    for each in tops:
        if not rest:
            yield each or os.curdir
            continue
        for folder, _ in _folders(each or os.curdir, passed):
            if each:
                inside = folder
            else:
                inside = folder.removeprefix(os.curdir).removeprefix("/")
            yield from _names(_join(glob.escape(inside), rest), passed)


class Passed(NamedTuple):
    """Paths skipped below a folder: links that lead back, unreadable folders, links out of it (None: followed)."""

    loops: list[str]
    unread: list[SourceError]
    out: list[str] | None = None


def _join(folder: str, name: str) -> str:
    return with_slashes(os.path.join(folder, name))


def _remarks(passed: Passed) -> Iterator[SourceError | PathRemark]:
    for loop in sorted(passed.loops):
        yield PathRemark(f"{loop}: skipped; this link leads back to a folder above it")
    for link in sorted(set(passed.out or ())):
        yield PathRemark(f"{link}: skipped; this link leads out of the folder{FOLLOWS}")
    yield from sorted(passed.unread, key=str)


def _in_folder(path: str, out: bool) -> Iterator[LogFile | SourceError | PathRemark]:
    nothing = True
    others = records.suffixes(of_any_game=False) + records.suffixes(of_any_game=True)
    for item in files_below(path, SUFFIXES + others, out=out):
        nothing = False
        yield item
    if nothing:
        endings = in_list(SUFFIXES, "or")
        if others:
            endings += f", a record of another program in {in_list(others, 'or')}"
        yield SourceError.at(Place(path, 1, 1), f"there is no log in this folder; a log ends in {endings}")


def files_below(
    path: str, suffixes: tuple[str, ...], *, out: bool = False
) -> Iterator[LogFile | SourceError | PathRemark]:
    """Yield the files below a folder with these endings, sorted, after remarks about links that are not followed: those that
    lead back and, unless `out`, those that lead out of the folder. Pipes are not read."""
    passed = Passed([], [], None if out else [])
    files = sorted(below(path, suffixes, passed))
    yield from _remarks(passed)
    for file in files:
        if os.path.exists(file) and stat.S_ISFIFO(os.stat(file).st_mode):
            yield PathRemark(f"{file}: skipped; this is a pipe, which is read only if it is named itself")
        else:
            yield LogFile(file, found=True)


def below(path: str, suffixes: tuple[str, ...], passed: Passed | None = None) -> Iterator[str]:
    """Yield the files below a folder with these endings, but hidden ones; what is skipped is added to `passed`."""
    if not passed:
        passed = Passed([], [])
    for folder, files in _folders(path, passed):
        for name in files:
            file = _join(folder, name)  # the path as the user began it, with its "./"
            if name.lower().endswith(suffixes) and not name.startswith(".") and not _leads_out(file, path, passed):
                yield file


def _folders(path: str, passed: Passed) -> Iterator[tuple[str, list[str]]]:
    """Yield a folder and those below it, each with the names of its files."""

    def unread(error: OSError) -> None:
        why = "you have no permission to read this folder"
        if not isinstance(error, PermissionError):
            why = f"the folder cannot be read: {(error.strerror or str(error)).lower()}"
        passed.unread.append(SourceError.at(Place(with_slashes(error.filename), 1, 1), why))

    for walked, folders, files in os.walk(path, onerror=unread, followlinks=True):
        folder = with_slashes(walked)
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in [name for name in folders if _leads_back(_join(folder, name), path)]:
            folders.remove(name)
            passed.loops.append(_join(folder, name))
        folders[:] = [name for name in folders if not _leads_out(_join(folder, name), path, passed)]
        yield folder, files


def _leads_out(path: str, top: str, passed: Passed) -> bool:
    """Return whether a link on the way leads out of the folder `top` and must not be followed; if so, it is noted."""
    if passed.out is None or _is_in(os.path.realpath(path), os.path.realpath(top)):
        return False
    passed.out.append(path)
    return True


def _leads_back(folder: str, top: str) -> bool:
    """Return whether a link leads to a folder above it, by name or by the links that were followed from `top` on."""
    if not os.path.islink(folder):
        return False
    real = os.path.realpath(folder)
    above = os.path.dirname(folder)
    while not _is_in(os.path.realpath(above), real):
        if len(above) <= len(top):
            return False
        above = os.path.dirname(above)
    return True


def _is_in(folder: str, other: str) -> bool:
    return folder == other or folder.startswith(os.path.join(other, ""))


def no_log(path: str) -> str:
    """Return why a file among logs is skipped: what it is; empty if it should be a log."""
    try:
        if path.lower().endswith(records.suffixes(of_any_game=True)):
            named = any(
                NAMES_A_GAME.fullmatch(line) for line in source.lines_of(read_foreign(path)[0]) if len(line) < 200
            )
            if named:
                return ""
            return "it is a table without a line that names a game, such as `game,hearts`"
        if path == "-" or path.lower().endswith(records.suffixes(of_any_game=False)) or source.is_lines(path):
            return ""
        return another_kind(source.load(path).data)
    except Unjudgeable:
        return ""
