"""What may be added to referee, and who adds it: wings of its own (`referee.wings`), and packages of strangers.

Each thing that is added has a record here: a command, a family, a notation, a form of output. A wing lists its records in its
`WING`; another package names each as an entry point, in the group of its kind:

    [project.entry-points."referee.families"]
    gofish = "referee_gofish:FAMILY"

A record says where something is, as "module:name", so that the module is imported only when it is needed. To look for entry
points takes longer than to resolve a trick: they are searched only for a name that nothing in referee has, and for lists of
all names, as in `--help`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from referee.core.places import COMMAND_LINE, Place, Unjudgeable

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


class CommandEntry(NamedTuple):
    """A command of `referee`: its name, the place of a `click.Command`, and the line about it in `referee --help`, which
    stands under a heading.

    `words` are other words that people type for it, each with the command line that is meant (`cli.ListedCommand`).
    """

    name: str
    place: str
    says: str
    heading: str = "Added"
    words: tuple[tuple[str, str], ...] = ()


class FamilyEntry(NamedTuple):
    """A family of games: its name, as a ruleset writes it, the place of its parts (`core.parts.Parts`), and its package.

    In the folder of the package are its schema, `NAME.schema.json`, and a folder with its games.
    """

    name: str
    place: str
    package: str
    games: str = "rulesets"

    @property
    def schema(self) -> str:
        """The path of the schema."""
        return os.path.join(folder_of(self.package), f"{self.name}.schema.json")  # noqa: PTH118 - slow to import

    @property
    def rulesets(self) -> dict[str, str]:
        """The paths of the games, by name; none if there is no such folder."""
        folder = os.path.join(folder_of(self.package), self.games)  # noqa: PTH118
        found = {}
        if os.path.isdir(folder):  # noqa: PTH112
            for file in sorted(os.listdir(folder)):  # noqa: PTH208
                name, suffix = os.path.splitext(file)  # noqa: PTH122
                if suffix == ".yaml" and not name.endswith(".examples"):
                    found[name] = os.path.join(folder, file)  # noqa: PTH118
        return found


class NotationEntry(NamedTuple):
    """A notation of another program: its name, the place of the function that reads it (`source.records` says what it
    yields), a pattern found near the beginning of a file in it, and the endings of such files, the name itself by default.

    A file of `any_game` says by name which game it is of, and what the table wrote counts, even if it is impossible.
    """

    name: str
    place: str
    pattern: str
    endings: tuple[str, ...] = ()
    any_game: bool = False

    @property
    def suffixes(self) -> tuple[str, ...]:
        """The endings of the names of its files, with their dots."""
        if self.endings:
            return tuple(f".{ending}" for ending in self.endings)
        return (f".{self.name}",)


class FormatEntry(NamedTuple):
    """A form of output: the name that `--format` has for it, the command whose answer it is, and the place of a function.

    For `show` the function gets a game (`core.game.Game`), a state and what may be done next, and returns a text; for
    `validate` and `score` it gets and yields what the functions in `FORMATS` of `report.verdicts` and `report.scores` do.
    """

    name: str
    place: str
    command: str


Entry = CommandEntry | FamilyEntry | NotationEntry | FormatEntry
E = TypeVar("E", CommandEntry, FamilyEntry, NotationEntry, FormatEntry)


class Wing(NamedTuple):
    """What a wing adds: its records, and the names of its schemas, which are files in its folder. One wing may have the
    module of `workers` that judge in other processes (`corpus.pool.OtherProcesses`)."""

    commands: tuple[CommandEntry, ...] = ()
    notations: tuple[NotationEntry, ...] = ()
    formats: tuple[FormatEntry, ...] = ()
    schemas: tuple[str, ...] = ()
    workers: str = ""


GROUPS: Mapping[type[Any], str] = {
    CommandEntry: "referee.commands",
    FamilyEntry: "referee.families",
    NotationEntry: "referee.notations",
    FormatEntry: "referee.formats",
}
"""The group of entry points of each kind of record."""
FAULTS: dict[str, str] = {}
"""What is wrong with entry points that were looked at, a sentence about each, by group and name."""


ADDED_BY: dict[Entry, str] = {}
"""The records that other packages add, with the package in words."""


def value_at(place: str) -> Any:
    """The value of a module's name: "package.module:name". The module is imported."""
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)


def folder_of(package: str) -> str:
    """The folder of a package, or of a module; it is not imported. Empty if there is no such package."""
    with suppress(ImportError, ValueError):
        found = find_spec(package)
        if found is not None and found.origin is not None:
            return os.path.dirname(os.path.realpath(found.origin))  # noqa: PTH120
    return ""


@cache
def wings() -> dict[str, Wing]:
    """The wings by the names of their packages; they are imported, but none of the modules that their records name."""
    from referee.wings import WINGS

    found = {}
    for package in WINGS:
        found[package] = import_module(package).WING
    return found


@cache
def own_commands() -> dict[str, CommandEntry]:
    """The commands of the wings, by name."""
    found = {}
    for wing in wings().values():
        for entry in wing.commands:
            found[entry.name] = entry
    return found


@cache
def own_notations() -> dict[str, NotationEntry]:
    """The notations of the wings, by name."""
    found = {}
    for wing in wings().values():
        for entry in wing.notations:
            found[entry.name] = entry
    return found


def own_formats(command: str) -> dict[str, FormatEntry]:
    """The forms that wings add to the answers of a command, by name."""
    found = {}
    for wing in wings().values():
        for entry in wing.formats:
            if entry.command == command:
                found[entry.name] = entry
    return found


def own_workers() -> str:
    """The name of the module of workers that judge in other processes; empty if no wing has any."""
    for wing in wings().values():
        if wing.workers:
            return wing.workers
    return ""


def own_schemas() -> dict[str, str]:
    """The paths of the schemas of wings, by the names of their files."""
    found = {}
    for package, wing in wings().items():
        for name in wing.schemas:
            found[name] = os.path.join(folder_of(package), name)  # noqa: PTH118
    return found


def added_games() -> dict[str, str]:
    """The paths of all games that other packages add with their families, by name."""
    found: dict[str, str] = {}
    for entry in all_added(FamilyEntry).values():
        for name, path in entry.rulesets.items():
            found.setdefault(name, path)
    return found


def packages() -> list[str]:
    """The packages that add something, each with its version."""
    found = {}
    for group in GROUPS.values():
        for point in _points(group):
            if point.dist is not None:
                found[point.dist.name] = point.dist.version
    return [f"{name} {version}" for name, version in sorted(found.items())]


def load(entry: Entry, is_right: Callable[[Any], bool], what: str) -> Any:
    """What a record stands for, imported. Raises Unjudgeable, which names the package, if another package adds what
    cannot be imported, or is not right.

    is_right: whether a value is of the right kind. what: the right kind, in words.
    """
    if entry not in ADDED_BY:
        return value_at(entry.place)
    why_not = f"is not {what}"
    try:
        value = value_at(entry.place)
        if is_right(value):
            return value
    except Exception as error:  # whatever goes wrong in a stranger's module when it is imported
        why_not = f"cannot be loaded ({_in_one_line(error)})"
    message = f"{ADDED_BY[entry]} adds {entry.name!r}, but {entry.place} {why_not}"
    raise Unjudgeable.at(Place(COMMAND_LINE, 1, 1), message)


def added(kind: type[E], name: str, *, known: Mapping[str, object] | None = None) -> E | None:
    """The record with this name that another package adds; None if there is none, or if it is faulty.

    known: the names that are taken.
    """
    found: E | None = None
    for point in _points(GROUPS[kind]):
        if point.name == name:
            found = found or _record(point, kind, known)
    return found


def all_added(kind: type[E], known: Mapping[str, object] | None = None) -> dict[str, E]:
    """All records of a kind that other packages add, by name, without those that are faulty or whose name is `known`."""
    found: dict[str, E] = {}
    for point in _points(GROUPS[kind]):
        taken_names = dict(known or {})
        taken_names.update(found)
        entry = _record(point, kind, taken_names)
        if entry is not None:
            found[entry.name] = entry
    return found


@cache
def _points(group: str) -> tuple[EntryPoint, ...]:
    """The entry points of a group, in order of name."""
    from importlib.metadata import entry_points

    return tuple(sorted(entry_points(group=group), key=lambda point: (point.name, point.value)))


def _record(point: EntryPoint, kind: type[E], known: Mapping[str, object] | None) -> E | None:
    """The record that an entry point names; None, and a sentence in `FAULTS`, if there is no such record.

    known: the names that are taken.
    """
    why_not = ""
    entry: object = None
    try:
        entry = point.load()
    except Exception as error:  # whatever goes wrong in a stranger's module when it is imported
        why_not = f"cannot be loaded ({_in_one_line(error)})"
    if not why_not and not isinstance(entry, kind):
        why_not = f"is a {type(entry).__name__}, not a {kind.__name__} of referee.plugins"
    if isinstance(entry, kind):
        if entry.name != point.name:
            why_not = f"calls itself {entry.name!r}; both must have one name"
        elif known and entry.name in known:
            why_not = f"has a name that is taken; call it something else than {entry.name!r}"
        if not why_not:
            ADDED_BY[entry] = _package_of(point)
            return entry
    FAULTS[f"{point.group} {point.name} {point.value}"] = f"{_package_of(point)} is left out: {_what(point)} {why_not}"
    return None


def _in_one_line(error: Exception) -> str:
    """An error as its kind and its message."""
    return f"{type(error).__name__}: {' '.join(str(error).split())}"


def _package_of(point: EntryPoint) -> str:
    """The package that has an entry point, in words."""
    if point.dist is None:
        return f"the package of {point.value}"
    return f"the package {point.dist.name}"


def _what(point: EntryPoint) -> str:
    """An entry point in words: its group and name, and what it stands for."""
    return f"its entry point {point.name!r} in {point.group}, {point.value},"
