"""The project of a log: the file `referee.yaml` in its folder or above, which says what the table plays by, game by game."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cache
from typing import Any

from referee import source
from referee.core.places import Complaint, Place, Pointer, RulesetError
from referee.core.ruleset import Ruleset
from referee.core.suggest import did_you_mean
from referee.engines import family
from referee.rules.find import LOADED, beside, is_path, lies_in
from referee.rules.shipped import schema
from referee.source import Document
from referee.source.files import located

NAME = "referee.yaml"


class Project:
    """What a project adds to the rules of one game, and where it says so."""

    def __init__(self, document: Document, game: str) -> None:
        self.document, self.game = document, game
        said: Mapping[str, Any] = (document.data.get("games") or {}).get(game) or {}
        self.houses = tuple(beside(house, document.path) for house in said.get("house", ()))
        self.variants: tuple[str, ...] = tuple(said.get("variants", ()))
        self.ruling: Mapping[str, str] = said.get("ruling", {})
        self.ignored: tuple[str, ...] = tuple(said.get("ignore", ()))

    @property
    def adds(self) -> bool:
        """Return whether anything is added to the rules."""
        return bool(self.houses or self.variants or self.ruling)

    def place(self, *pointer: str | int) -> Place:
        """Return where the project says something about the game."""
        return self.document.place(("games", self.game, *pointer))

    def require_houses(self) -> None:
        """Refuse house rules outside the folder of the project."""
        for number, house in enumerate(self.houses):
            if is_path(house) and not lies_in(house, os.path.dirname(self.document.path)):
                message = f"a project may use only house rules in its folder and below, not {house}"
                raise RulesetError([Complaint(self.place("house", number), message)])

    def require_ignored(self, rules: Ruleset) -> None:
        """Refuse to ignore what is neither a doubt nor a ruling of the game: what is against the rules is never ignored."""
        known = [*family(rules.family).doubts(), *rules.rulings]
        for number, name in enumerate(self.ignored):
            if name in known:
                continue
            if name in rules.full["rules"]:
                message = f"{name} is a rule, and what breaks it is reported; a house rule may allow it"
            else:
                message = f"{rules.title} has no doubt or ruling {name!r}{did_you_mean(name, known)}"
            raise RulesetError([Complaint(self.place("ignore", number), message)])


def project_of(path: str, game: str) -> Project | None:
    """Return what the project of a log adds to the rules of a game; None if there is no project, or the log is no file.

    Raises SourceError or RulesetError.
    """
    if not path or not os.path.isfile(located(path)):
        return None
    found = _above(os.path.dirname(os.path.abspath(located(path))))
    return None if found is None else Project(_read(found, os.stat(found).st_mtime_ns), game)


def _above(folder: str) -> str | None:
    """Return the project file of a folder: its own, or the nearest one above."""
    path = os.path.join(folder, NAME)
    if os.path.isfile(path):
        return path
    above = os.path.dirname(folder)
    return None if above == folder else _above(above)


@cache
def _read(path: str, _: int) -> Document:
    """Return what a project file says. Raises SourceError or RulesetError."""
    shown = os.path.relpath(path)
    document = source.load(shown if len(shown) < len(path) else path)
    LOADED.add(document.path)
    if faults := source.schema_faults(document.data, schema("project.schema.json")):
        raise RulesetError(Complaint(document.place(at), message) for at, message in faults)
    return document


def placed(project: Project, log_place: Any, houses: int, variants: int, ruling: Mapping[str, str]) -> Any:
    """Return where something stands that a log or its project chose: what is beyond the log's own is the project's."""

    def place(pointer: Pointer) -> Place:
        first, *rest = pointer or ("",)
        if first == "house" and rest and int(rest[0]) >= houses:
            return project.place("house", int(rest[0]) - houses)
        if first == "variants" and rest and int(rest[0]) >= variants:
            return project.place("variants", int(rest[0]) - variants)
        if first == "ruling" and rest and rest[0] not in ruling:
            return project.place("ruling", rest[0])
        found: Place = log_place(pointer)
        return found

    return place
