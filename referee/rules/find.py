"""Finds the files of rulesets and house rules, by path or by name, and follows `extends:` from each to the next.

The project of a log is the file `referee.yaml` in its folder or above, which says what the table plays by, game by game. It may
name only house rules in its own folder and below.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache, partial
from typing import Any, NamedTuple

from referee import source
from referee.core.places import ANYTHING, Complaint, Place, Reach, RulesetError, SourceError, Trust, with_slashes
from referee.core.ruleset import ProjectUse, Ruleset
from referee.core.wording import did_you_mean, meant, with_fix
from referee.engines import family
from referee.rules import shipped
from referee.rules.shipped import schema
from referee.source import Document
from referee.source.files import PACKED, lies_in, real_path, require_own_file
from referee.source.text import refuse

Where = Callable[[], Place]
"""The place where something was written, worked out only for a message, because it costs a second reading of the file."""

LOADED: dict[str, str] = {}
"""The files of rules that this process has read or looked for, by where they lie, except those that are part of referee."""

CHAIN_LIMIT = 16
"""The most files that extend one another."""
BYTES = 1 << 18
"""The most bytes of one of them."""
VALUES = 6_000
"""The most values in all of them that are not part of referee."""


def find(name: str, near: str | None, at: Where | None, *, house: bool = False) -> str:
    """Return the path of a ruleset or house rule: as written beside `near`, or a shipped one by name or title."""
    if is_path(name):
        return shipped.ruleset_of_examples(beside(name, near))
    path = shipped.own().get(name)
    if not path:
        path = shipped.shipped_path(name, house=house)
    if path:
        return path
    if house:
        known = [path.stem for path in shipped.houses()] + list(shipped.own())
        raise RulesetError.at(_or_top(at, name), _no_house(name, known))
    titles = shipped.titles()
    game = meant(name, titles)
    if game:
        return titles[game]
    raise RulesetError.at(_or_top(at, name), _no_game(name))


def _no_game(name: str) -> str:
    """The message that no game has a name, with the one that may be meant."""
    own = list(shipped.own())
    hint = did_you_mean(name, [path.stem for path in shipped.rulesets()] + own)
    if not hint:
        hint = f"; games: {', '.join([path.stem for path in shipped.games()] + own)}"
    house = shipped.shipped_path(name, house=True)
    if house:
        hint = f"; it is a house rule of {shipped.document(house).data['extends']}"
    return with_fix(f"no game is called {name!r}", hint)


def _no_house(name: str, known: Sequence[str]) -> str:
    """The message that no house rule has a name, with the one that may be meant."""
    hint = did_you_mean(name, known)
    if not hint:
        hint = f"; house rules: {', '.join(known)}"
    if shipped.shipped_path(name, house=False):
        hint = "; it is a game"
    return with_fix(f"no house rule is called {name!r}", hint)


def _or_top(at: Where | None, path: str) -> Place:
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
    """Refuse a file that a log may not load; whether it exists, and what it holds, is not looked at."""
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
    raise RulesetError.at(_or_top(at, path), message)


def chain_of(name: str, near: str | None, at: Where | None, reach: Reach = ANYTHING) -> list[Document]:
    """Return a ruleset and all that it extends, oldest first. What is named is trusted, with all it extends."""
    chain: list[Document] = []
    seen: list[str] = []
    values = 0
    while True:
        wanted, version = name_and_version(name)
        path = find(wanted, near, at)
        if not is_path(wanted):
            reach = ANYTHING
        require_reach(path, reach, at)
        real = os.path.realpath(real_path(path))
        if real in seen:
            circle = " → ".join(map(os.path.basename, seen[seen.index(real) :] + [real]))
            raise RulesetError.at(_or_top(at, path), f"`extends:` leads in a circle: {circle}")
        document = load_map(path, at, reach)
        if version and str(document.data.get("version", 1)) != version:
            has = document.data.get("version", 1)
            message = f"{wanted}@{version} is asked for, but this referee has {wanted}@{has}; the rules may have changed since"
            raise RulesetError.at(_or_top(at, document.path), message)
        if not is_shipped(path):
            values += _values(document.data)
        if values > VALUES:
            raise RulesetError.at(top_of(document), f"there are more than {VALUES:,} values here; rules are shorter")
        chain.insert(0, document)
        seen.append(real)
        if "extends" not in document.data:
            return chain
        name = document.data["extends"]
        near = document.path
        at = partial(document.place, ("extends",))
        if not isinstance(name, str):
            raise RulesetError.at(at(), "`extends:` names one ruleset, like `extends: illuminate`")
        if len(chain) >= CHAIN_LIMIT:
            raise RulesetError.at(at(), f"more than {CHAIN_LIMIT} rulesets extend one another")


def house_chain(
    name: str, near: str | None, at: Where | None, known: Sequence[str], reach: Reach = ANYTHING
) -> list[Document]:
    """Return a house rule, and the house rules that it extends, down to the game itself."""
    path = find(name, near, at, house=True)
    if not is_path(name):
        reach = ANYTHING
    require_reach(path, reach, at)
    document = load_map(path, at)
    if "extends" not in document.data:
        message = "a house rule says which game it changes; write for example `extends: illuminate`"
        raise RulesetError.at(top_of(document), message)
    chain = chain_of(path, None, at, reach)
    added = [link for link in chain if link.data.get("name") not in known]
    changes = None
    for link in added:
        changes = link.data.get("name", changes)
    if changes is None and len(added) < len(chain):
        return added
    if not changes:
        changes = document.data["extends"]
    place = document.place(("extends",))
    if at is not None:
        place = at()
    raise RulesetError.at(place, f"this house rule changes {changes}, not {known[-1]}")


def load_map(path: str, at: Where | None, reach: Reach = ANYTHING) -> Document:
    """Return the map in a file, which must not be longer than rules can be, and may name files within `reach`. Raises
    SourceError and RulesetError."""
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


def _values(data: Any) -> int:
    """The number of values that plain data holds, itself included."""
    if isinstance(data, dict):
        return 1 + sum(map(_values, data.values()))
    if isinstance(data, list):
        return 1 + sum(map(_values, data))
    return 1


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
        self.document = document
        self.game = game
        entry = _entry_of(document, game)
        self.houses = tuple(beside(house, document.path) for house in entry.get("house", ()))
        self.variants: tuple[str, ...] = tuple(entry.get("variants", ()))
        self.ruling: Mapping[str, str] = entry.get("ruling", {})
        self.ignored: tuple[str, ...] = tuple(entry.get("ignore", ()))

    @property
    def adds(self) -> bool:
        """Return whether anything is added to the rules."""
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
        """Refuse to ignore what is neither a doubt nor a ruling of the game: what is against the rules is never ignored."""
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
    """Return the project file of a log: the one that is `named`, or else the nearest in its folder and above.

    A link that leads out of its folder is followed only if everything is trusted. A file that belongs to another user, such as
    one in a folder where everybody may write, is passed over. Every place where a project was looked for is noted in LOADED,
    since a file may appear there. Raises SourceError.
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
    """Return what a project file adds to the rules of a game; None if there is no file. Raises SourceError or RulesetError."""
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
