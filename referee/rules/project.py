"""The project of a log: what a table plays by and what it leaves out of answers, game by game, in the file `referee.yaml` in
the folder of the log or above. It may name only house rules in its own folder and below."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from typing import Any, NamedTuple

from referee import source
from referee.core.places import Complaint, Place, RulesetError, Trust
from referee.core.ruleset import ProjectUse, Ruleset
from referee.core.wording import did_you_mean
from referee.engines import family
from referee.rules.files import LOADED, beside
from referee.rules.shipped import schema
from referee.source import Document
from referee.source.files import real_path, require_own_file

NAME = "referee.yaml"


def _entry_of(document: Document, game: str) -> Mapping[str, Any]:
    """The words of a project file about a game; empty if it has none."""
    games = document.data.get("games")
    if not games or not games.get(game):
        return {}
    entry: Mapping[str, Any] = games[game]
    return entry


class Project:
    """A project file's additions to the rules of one game, with their places."""

    def __init__(self, document: Document, game: str) -> None:
        """Take what a project file says about one game."""
        self.document = document
        self.game = game
        entry = _entry_of(document, game)
        self.houses = tuple(beside(house, document.path) for house in entry.get("house", ()))
        self.variants: tuple[str, ...] = tuple(entry.get("variants", ()))
        self.ruling: Mapping[str, str] = entry.get("ruling", {})
        self.ignored: tuple[str, ...] = tuple(entry.get("ignore", ()))

    @property
    def adds(self) -> bool:
        """Whether anything is added to the rules."""
        return bool(self.houses or self.variants or self.ruling)

    def use(self, passed: tuple[str, ...]) -> ProjectUse | None:
        """Return what is said of the project in an answer; None if it says nothing of the game and no file was `passed`."""
        if not self.adds and not self.ignored:
            if not passed:
                return None
            return ProjectUse(passed=passed)
        return ProjectUse(self.document.path, self.houses, self.variants, self.ruling, self.ignored, passed)

    def place(self, *pointer: str | int) -> Place:
        """Return where the project says something about the game."""
        return self.document.place(("games", self.game) + pointer)

    def require_ignored(self, rules: Ruleset) -> None:
        """Refuse, by raising RulesetError, to ignore anything but doubts and rulings of the game."""
        known = list(family(rules.family).doubts())
        known += rules.rulings
        for number, name in enumerate(self.ignored):
            if name not in known:
                message = f"{rules.title} has no doubt or ruling {name!r}{did_you_mean(name, known)}"
                if name in rules.full["rules"]:
                    message = f"{name} is a rule, and what breaks it is reported; a house rule may allow it"
                raise RulesetError.at(self.place("ignore", number), message)


class ProjectFiles(NamedTuple):
    """The project file that counts for a log, or none, and those nearer to it that belong to other users."""

    used: str | None
    passed: tuple[str, ...] = ()


def project_files(path: str, trust: Trust, named: str | None = None) -> ProjectFiles:
    """The project file that counts for the log at `path`: the one that is `named`, or else the nearest in its folder
    and above.

    A link that leads out of its folder is followed only if everything is trusted. A file that belongs to another
    user, such as one in a folder where everybody may write, is passed over. Every place where a project was looked
    for is noted in LOADED, since a file may appear there. Raises SourceError.
    """
    if named:
        LOADED[os.path.realpath(real_path(named))] = named
        return ProjectFiles(named)
    passed: list[str] = []
    if not path or not os.path.isfile(real_path(path)):
        return ProjectFiles(None)
    above = os.path.abspath(real_path(path))
    while above != os.path.dirname(above):
        above = os.path.dirname(above)
        file = os.path.join(above, NAME)
        # the shorter of the full path and the path from here
        shown = min(file, os.path.relpath(file), key=len)
        LOADED[file] = shown
        if not os.path.lexists(file):
            continue
        if _is_of_another_user(file):
            passed.append(shown)
            continue
        if trust != "all":
            require_own_file(shown, "; --trust all follows it")
        return ProjectFiles(shown, tuple(passed))
    return ProjectFiles(None, tuple(passed))


def _is_of_another_user(file: str) -> bool:
    """Return whether a file, or a link to it, belongs to somebody else; on Windows nobody can tell."""
    if not hasattr(os, "geteuid"):
        return False
    owners = {os.lstat(file).st_uid}
    with suppress(OSError):
        owners.add(os.stat(file).st_uid)
    return owners != {os.geteuid()}


def project_in(files: ProjectFiles, game: str) -> Project | None:
    """The part of a project file about a game; None if there is no file. Raises SourceError or RulesetError."""
    if files.used is None:
        return None
    try:
        written = os.stat(real_path(files.used)).st_mtime_ns
    except OSError:
        written = 0  # the reader says why
    return Project(_read(files.used, real_path(files.used), written), game)


@cache
def _read(path: str, *_: str | int) -> Document:
    """Return what a project file says. Raises SourceError or RulesetError."""
    document = source.load(path)
    faults = source.schema_faults(document.data, schema("project.schema.json"))
    if faults:
        raise RulesetError(Complaint(document.place(at), message) for at, message in faults)
    return document
