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

SUFFIXES = (".yaml", ".yml", ".json", ".jsonl") + tuple(f".jsonl{ending}" for ending in PACKED)
"""The endings of files of logs; those of records of other programs come with their notations."""
FOLLOWS = " (--trust all follows it)"
"""The end of a remark about a link that is not followed."""

NAMES_A_GAME = re.compile(r"(?i)\W*game\W+\w[^,;\t]*\W*")
"""A line of a score sheet that names its game, such as `game,hearts`."""


class LogFile(NamedTuple):
    """A file of logs, by its path; `found` says that it was found in a folder or by a pattern, rather than named."""

    path: str
    found: bool = False


class PathRemark(str):
    """Something to report about paths that is not a verdict: a ruleset among the logs, a folder that leads back into itself."""


def logs_in(source: LogFile, max_unpacked: int, game: str = "") -> Iterator[Log | Unjudgeable]:
    """Yield the logs in a file, or why one cannot be read; those in a file that was found, not named, may not load any files.

    max_unpacked: the most bytes that are read of a compressed file. game: the game of a score sheet that names none.
    """
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
    """Yield the files that match a pattern, and the files of logs below the folders that match it, each once; `out` is whether
    links may lead out of the folder with which the pattern begins."""
    passed = _none_passed(out)
    pattern = with_slashes(pattern)
    top = _folder_before_wildcards(pattern)
    named = sorted(name for name in set(_names(pattern, passed)) if not _leads_out(name, top, passed))
    yield from _remarks(passed)
    if not named:
        yield SourceError.at(Place(pattern, 1, 1), "no file fits this pattern")
    seen: set[str] = set()
    for name in named:
        items: Iterable[LogFile | SourceError | PathRemark] = [LogFile(name, found=True)]
        if os.path.isdir(name):
            items = _in_folder(name, out)
        for item in items:
            if not isinstance(item, LogFile):
                yield item
                continue
            real = os.path.realpath(item.path)
            if real not in seen:
                yield item
            seen.add(real)


def _folder_before_wildcards(pattern: str) -> str:
    """The folder with which a pattern begins, up to its first `*`, `?` or `[`."""
    return os.path.dirname(re.split(r"[*?[]", pattern, maxsplit=1)[0])


def _names(pattern: str, passed: Passed) -> Iterator[str]:
    """Yield the paths that match a pattern, a path perhaps more than once. `**` is any folder below, also by links that do not
    lead back; whatever is skipped is added to `passed`."""
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
    elif at:
        tops = ["/"]
    else:
        tops = [os.curdir]
    for each in tops:
        if not rest:
            yield each
            continue
        for folder, _ in _folders(each, passed):
            if not at:  # the user did not write "./" and does not get it back
                folder = folder.removeprefix(os.curdir).removeprefix("/")
            yield from _names(_join(glob.escape(folder), rest), passed)


class Passed(NamedTuple):
    """What was skipped below a folder, which is added while its files are looked for.

    loops: links that lead back to a folder above them. unread: folders that cannot be read, each as its complaint. out: links
    that lead out of the folder; None if these are followed.
    """

    loops: list[str]
    unread: list[SourceError]
    out: list[str] | None = None


def _none_passed(out: bool) -> Passed:
    """A list of skipped paths that is still empty; `out` is whether links may lead out of a folder."""
    if out:
        return Passed([], [])
    return Passed([], [], [])


def _join(folder: str, name: str) -> str:
    """The path of a file in a folder, with slashes on every system."""
    return with_slashes(os.path.join(folder, name))


def _remarks(passed: Passed) -> Iterator[SourceError | PathRemark]:
    """Yield a line for everything that was skipped, sorted by kind and path; folders that cannot be read are errors."""
    for loop in sorted(passed.loops):
        yield PathRemark(f"{loop}: skipped; this link leads back to a folder above it")
    if passed.out is not None:
        for link in sorted(set(passed.out)):
            yield PathRemark(f"{link}: skipped; this link leads out of the folder{FOLLOWS}")
    yield from sorted(passed.unread, key=str)


def _in_folder(path: str, out: bool) -> Iterator[LogFile | SourceError | PathRemark]:
    """Yield the files of logs and of records below a folder, or that there are none; `out` is as for `files_below`."""
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
    passed = _none_passed(out)
    files = sorted(below(path, suffixes, passed))
    yield from _remarks(passed)
    for file in files:
        if os.path.exists(file) and stat.S_ISFIFO(os.stat(file).st_mode):
            yield PathRemark(f"{file}: skipped; this is a pipe, which is read only if it is named itself")
        else:
            yield LogFile(file, found=True)


def below(path: str, suffixes: tuple[str, ...], passed: Passed | None = None) -> Iterator[str]:
    """Yield the files below a folder with these endings, unsorted, without hidden ones. Links and folders that are skipped are
    added to `passed`; without it, links out of the folder are followed."""
    if not passed:
        passed = Passed([], [])
    for folder, files in _folders(path, passed):
        for name in files:
            file = _join(folder, name)  # the path as the user began it, with its "./"
            if name.lower().endswith(suffixes) and not name.startswith(".") and not _leads_out(file, path, passed):
                yield file


def _folders(path: str, passed: Passed) -> Iterator[tuple[str, list[str]]]:
    """Yield a folder and those below it, each with the names of its files. Hidden folders, links that lead back, and those that
    lead out and must not are left out; the links, and folders that cannot be read, are added to `passed`."""

    def note_unread(error: OSError) -> None:
        why = "you have no permission to read this folder"
        if not isinstance(error, PermissionError):
            reason = error.strerror
            if not reason:
                reason = str(error)
            why = f"the folder cannot be read: {reason.lower()}"
        passed.unread.append(SourceError.at(Place(with_slashes(error.filename), 1, 1), why))

    for walked, folders, files in os.walk(path, onerror=note_unread, followlinks=True):
        folder = with_slashes(walked)
        # os.walk goes on to whatever is left in this very list.
        folders[:] = [name for name in folders if _is_entered(_join(folder, name), path, passed)]
        yield folder, files


def _is_entered(folder: str, top: str, passed: Passed) -> bool:
    """Whether a folder below `top` is walked through; if it is a link that is not followed, it is added to `passed`."""
    if os.path.basename(folder).startswith("."):
        return False
    if _leads_back(folder, top):
        passed.loops.append(folder)
        return False
    return not _leads_out(folder, top, passed)


def _leads_out(path: str, top: str, passed: Passed) -> bool:
    """Whether a link on the way leads out of the folder `top` and must not be followed; if so, it is added to `passed`."""
    if passed.out is None or _is_in(os.path.realpath(path), os.path.realpath(top)):
        return False
    passed.out.append(path)
    return True


def _leads_back(folder: str, top: str) -> bool:
    """Whether a folder is a link to one above it, as it is named or by the links that were followed from `top` on."""
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
    """Whether a folder is another, or below it; both are real paths, without links."""
    return folder == other or folder.startswith(os.path.join(other, ""))


def no_log(path: str) -> str:
    """Why a file that was found among logs is skipped, in words: another kind of file; empty if it should be a log."""
    of_one_game = records.suffixes(of_any_game=False)
    of_any_game = records.suffixes(of_any_game=True)
    try:
        if path.lower().endswith(of_any_game):
            if _names_a_game(path):
                return ""
            return "it is a table without a line that names a game, such as `game,hearts`"
        if path == "-" or path.lower().endswith(of_one_game) or source.is_lines(path):
            return ""
        return another_kind(source.load(path).data)
    except Unjudgeable:
        return ""


def _names_a_game(path: str) -> bool:
    """Whether a score sheet has a line that names its game. Raises SourceError."""
    for line in source.lines_of(read_foreign(path)[0]):
        if len(line) < 200 and NAMES_A_GAME.fullmatch(line):  # a long line takes the pattern too much time
            return True
    return False
