"""Found: the files of a game, of all that it extends, and of house rules, by path or by name, as far as they are trusted."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

from referee.core.places import ANYTHING, Place, Pointer, Reach, RulesetError
from referee.core.wording import did_you_mean, meant, with_fix
from referee.rules import shipped
from referee.rules.files import (
    Where,
    beside,
    is_path,
    is_shipped,
    label,
    load_map,
    name_and_version,
    named_at,
    require_reach,
    top_of,
)
from referee.source import Document
from referee.source.files import real_path

PlaceOf = Callable[[Pointer], Place]
"""Says where something was written, by its pointer."""
CHAIN_LIMIT = 16
"""The most files that extend one another."""
VALUES = 6_000
"""The most values in all of them that are not part of referee."""


class RulesetFile(NamedTuple):
    """A file that a ruleset is made of, whether it is the game's own, and the ids of itself and of all that it extends."""

    document: Document
    own: bool
    chain: frozenset[str]

    @property
    def id(self) -> str:
        """The same for each path that leads to the file."""
        return file_id(self.document)


def file_id(document: Document) -> str:
    """The real path of a file, the same for each path that leads to it."""
    return os.path.realpath(real_path(document.path))


class RulesetFiles(NamedTuple):
    """The files that a ruleset is made of, oldest first, and the names of those that are house rules."""

    files: tuple[RulesetFile, ...]
    houses: tuple[str, ...]


def find_files(
    name: str,
    houses: Sequence[str] = (),
    *,
    near: str | None = None,
    at: PlaceOf | None = None,
    reach: Reach = ANYTHING,
) -> RulesetFiles:
    """The files of a game and of the house rules on top of it, oldest first; the arguments are those of
    `load_ruleset`."""
    own = chain_of(name, near, _below(at, "game"), reach)
    known = [document.data["name"] for document in own if "name" in document.data]
    last_named = _last_with_a_name(own)
    files = _files_of(own, last_named)
    for index, house in enumerate(houses):
        added = house_chain(house, near, _below(at, "house", index), known, reach.of_house(index))
        present = {file.id for file in files}
        files += [file for file in _files_of(own[: last_named + 1] + added, last_named) if file.id not in present]
    return RulesetFiles(tuple(files), tuple(label(file.document) for file in files if not file.own))


def _last_with_a_name(documents: Sequence[Document]) -> int:
    """The number of the last file that names a game, counted from 0; -1 if none does."""
    named = -1
    for number, document in enumerate(documents):
        if "name" in document.data:
            named = number
    return named


def _below(at: PlaceOf | None, *pointer: str | int) -> Where | None:
    """The place in a log where a name was written, if it was written in one."""
    if at is None:
        return None
    return partial(at, pointer)


def _files_of(documents: Sequence[Document], named: int) -> list[RulesetFile]:
    """The files of a game, the oldest first; up to number `named` they are the game's own."""
    files: list[RulesetFile] = []
    below = frozenset[str]()
    for number, document in enumerate(documents):
        below |= {file_id(document)}
        files.append(RulesetFile(document, number <= named, below))
    return files


def find(name: str, near: str | None, at: Where | None, *, house: bool = False) -> str:
    """The path of a game or, with `house`, a house rule: a path beside the file `near`, or one by name or title.

    Names are looked up in REFEREE_PATH, among shipped ones, and in other packages. Raises RulesetError.
    """
    if is_path(name):
        return shipped.ruleset_of_examples(beside(name, near))
    path = shipped.own().get(name)
    if not path:
        path = shipped.shipped_path(name, house=house)
    if path:
        return path
    if house:
        known = [path.stem for path in shipped.houses()] + list(shipped.own())
        raise RulesetError.at(named_at(at, name), _no_house(name, known))
    titles = shipped.titles()
    game = meant(name, titles)
    if game and len(name) >= len(game):  # not only the beginning of a title, which may be another name as a whole
        return titles[game]
    from referee.plugins import added_games

    added = added_games().get(name)
    if added:
        return added
    if game:
        return titles[game]
    raise RulesetError.at(named_at(at, name), _no_game(name))


def _no_game(name: str) -> str:
    """The sentence that no game has this name, with the one that may be meant."""
    from referee.plugins import added_games

    own = list(shipped.own()) + list(added_games())
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


def chain_of(name: str, near: str | None, at: Where | None, reach: Reach = ANYTHING) -> list[Document]:
    """A ruleset and all that it extends, oldest first, as documents.

    `near` is the file that named it, `at` the place there. A game named without a path is trusted, with all that it
    extends. Raises RulesetError for a circle, a wrong version, or too many files or values.
    """
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
            raise RulesetError.at(named_at(at, path), f"`extends:` leads in a circle: {circle}")
        document = load_map(path, at, reach)
        if version and str(document.data.get("version", 1)) != version:
            has = document.data.get("version", 1)
            message = f"{wanted}@{version} is asked for, but this referee has {wanted}@{has}; the rules may have changed since"
            raise RulesetError.at(named_at(at, document.path), message)
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
    """A house rule and the house rules that it extends, oldest first, without the files of the game, whose names are
    `known`.

    Raises RulesetError if it changes another game.
    """
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


def _values(data: Any) -> int:
    """The number of values that plain data holds, itself included."""
    if isinstance(data, dict):
        return 1 + sum(map(_values, data.values()))
    if isinstance(data, list):
        return 1 + sum(map(_values, data))
    return 1
