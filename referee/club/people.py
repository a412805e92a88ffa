"""Who is who: the names in logs, and the one name of each player in the club.

Names that differ only by case, spaces or the form of their letters may be one player's or two players'. That is never guessed:
a file of aliases says it, or the person who runs the command. Two names at the same table are two players.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from referee import source
from referee.core.harmless import all_seen, yaml_line, yaml_lines
from referee.core.places import Complaint, Key, LogError
from referee.rules.rulesets import SCHEMAS
from referee.source import Document
from referee.source.text import quoted

SCHEMA = "players.schema.json"


class People(NamedTuple):
    """The names of a club: `known_as` maps a name in logs to the name in the club; pairs in `different` are two players."""

    known_as: Mapping[str, str]
    different: frozenset[frozenset[str]]

    def name(self, written: str) -> str:
        """Return the player whom a name in a log means."""
        return self.known_as.get(written, written)


NOBODY = People({}, frozenset())


def load_people(path: str) -> People:
    """Return the names in a file of aliases. Raises SourceError or LogError with every fault."""
    document = source.load(path)
    faults = source.schema_faults(document.data, {"$ref": SCHEMA}, store=SCHEMAS)
    complaints = [Complaint(document.place(pointer), message) for pointer, message in faults]
    complaints = complaints or list(_faults(document))
    if complaints:
        raise LogError(complaints)
    players: Mapping[str, list[str] | None] = document.data.get("players") or {}
    known_as = {written: name for name, aliases in players.items() for written in [name, *(aliases or ())]}
    pairs = [pair for group in document.data.get("different") or () for pair in combinations(group, 2)]
    return People(known_as, frozenset(map(frozenset, pairs)))


def _faults(document: Document) -> Iterator[Complaint]:
    """Yield what is wrong with names of the right form."""
    players: Mapping[str, list[str] | None] = document.data.get("players") or {}
    whose: dict[str, str] = {}
    for name, aliases in players.items():
        if not name.strip() or not all_seen(name):
            message = f"{quoted(name)} is not a name; a name has characters that are seen"
            yield Complaint(document.place(("players", Key(name))), message)
        for place, written in enumerate(aliases or ()):
            here = document.place(("players", name, place))
            if written in players:
                message = f"{quoted(written)} has an entry of its own; a name is either a player or an alias of one"
                yield Complaint(here, message)
            elif written in whose:
                twice = f"{quoted(written)} is an alias of {quoted(whose[written])} already"
                yield Complaint(here, f"{twice}; a name means one player")
            whose.setdefault(written, name)
    for number, group in enumerate(document.data.get("different") or ()):
        for one, other in combinations(group, 2):
            if whose.get(one, one) == whose.get(other, other):
                message = (
                    f"{quoted(one)} and {quoted(other)} are one player by `players:`; they cannot be different, too"
                )
                yield Complaint(document.place(("different", number)), message)


def _folded(name: str) -> str:
    """Return a name without anything that may be an accident of writing."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def alike(people: People, tables: Iterable[Sequence[str]]) -> list[tuple[str, ...]]:
    """Groups of names of the club that differ only by case, spaces or the form of letters, and that nobody has said to be
    different, known names first.

    `tables` are the players of each game, as logs write them; what they write for a player counts as well.
    """
    by_look: dict[str, dict[str, None]] = {}
    apart = set(people.different)
    for written, name in people.known_as.items():
        by_look.setdefault(_folded(written), {})[name] = None
    for table in tables:
        looks = [_folded(written) for written in table]
        names = list(map(people.name, table))
        for look, name in zip(looks, names, strict=True):
            by_look.setdefault(look, {})[name] = None
        if len(set(looks)) < len(looks):
            apart |= {frozenset(pair) for pair in combinations(names, 2)}
    known = {*people.known_as.values()}
    groups = (tuple(sorted(names, key=lambda name: (name not in known, name))) for _, names in sorted(by_look.items()))
    return [
        group
        for group in dict.fromkeys(groups)
        if any(_unsettled(pair, known, apart) for pair in combinations(group, 2))
    ]


def _unsettled(pair: tuple[str, str], known: Collection[str], apart: Collection[frozenset[str]]) -> bool:
    """Return whether nobody has said that two names are two players, or listed both."""
    return frozenset(pair) not in apart and not (pair[0] in known and pair[1] in known)


def as_file(people: Mapping[str, Any]) -> str:
    """Return a file of aliases as text, from its plain data."""
    lines = ["# The names of a club: each player, and how logs write the name besides."]
    if people.get("players"):
        named = {name: aliases or [] for name, aliases in people["players"].items()}
        lines += ["players:", *(f"  {line}" for line in yaml_lines(named))]
    if people.get("different"):
        lines += ["different:", *(f"  - {yaml_line(group)}" for group in people["different"])]
    return "\n".join(lines) + "\n"
