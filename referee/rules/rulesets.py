"""Rulesets, from files to a game: found, laid in layers, merged, checked, and compiled for a table. Each stage is a file.

    find ──► layers ──► merge ──► soundness ──► tables

A ruleset is a chain of files (`extends:`) merged by JSON Merge Patch (RFC 7396), then the house rules, the variants that were
picked and the readings of rulings. Every layer is kept, so that each value can say which file and line set it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from operator import attrgetter
from typing import Any

from referee.core.places import ANYTHING, Complaint, Place, Pointer, Reach, RulesetError, Unjudgeable, from_the_caller
from referee.core.ruleset import Layer, Ruleset
from referee.rules import shipped
from referee.rules.blame import blame
from referee.rules.decks import NO_DECK
from referee.rules.files import is_shipped, top_of
from referee.rules.find import PlaceOf, find_files
from referee.rules.layers import FileLayers, lay, lay_files, require_game
from referee.rules.merge import merge_rules, remake, require_agreement
from referee.rules.shipped import SCHEMAS as SCHEMAS
from referee.rules.shipped import schema as schema
from referee.rules.soundness import NOTHING, faults, schema_complaints
from referee.rules.tables import table as table
from referee.rules.words import log_words as log_words
from referee.rules.words import words as words
from referee.source import Document


@from_the_caller
def load_ruleset(
    name: str,
    *,
    houses: Sequence[str] = (),
    variants: Sequence[str] = (),
    ruling: Mapping[str, str] | None = None,
    near: str | None = None,
    at: PlaceOf | None = None,
    reach: Reach = ANYTHING,
) -> Ruleset:
    """The rules in force for a game, by its name ('illuminate', 'illuminate@1') or path, with house rules, variants
    and readings.

    Paths are relative to the file `near`, or to the working folder. `at` says where the names were written, by their
    pointers in a log: ('game',), ('house', 0), ('variants', 0), ('ruling', id); `reach` says which files that log may
    load. Raises SourceError for files that cannot be read and RulesetError for rules that do not hold together.
    """
    pile = gather(name, houses, near=near, at=at, reach=reach)
    ruleset = assemble(pile, variants, ruling, at=at)
    if not all(is_shipped(file.document.path) for file in pile.files):
        complaints = soundness(ruleset)
        if complaints:
            raise RulesetError(complaints)
    return ruleset


def game_paths() -> dict[str, str]:
    """Return the paths of all games by name: those that are shipped, those of other packages, and those in the folders that
    REFEREE_PATH lists."""
    # other packages are looked for only where all games are wanted
    from referee.plugins import added_games

    shipped_games = {path.stem: str(path) for path in shipped.rulesets()}
    return shipped_games | added_games() | shipped.own()


def games() -> list[Ruleset]:
    """Return the games that can be judged, each a ruleset with its `name`, `title`, `family` and `version`.

    A file in REFEREE_PATH that is no sound ruleset is left out; `referee games` says why.
    """
    found = []
    for path in game_paths().values():
        try:
            rules = load_ruleset(path)
        except Unjudgeable:
            continue
        if not rules.get("abstract") and not rules.houses:
            found.append(rules)
    return sorted(found, key=attrgetter("name"))


def gather(
    name: str,
    houses: Sequence[str] = (),
    *,
    near: str | None = None,
    at: PlaceOf | None = None,
    reach: Reach = ANYTHING,
) -> FileLayers:
    """The files of a game and of house rules on top of it as layers, as `load_ruleset` finds them."""
    return lay_files(find_files(name, houses, near=near, at=at, reach=reach))


def assemble(
    base: FileLayers,
    variants: Sequence[str] = (),
    ruling: Mapping[str, str] | None = None,
    *,
    at: PlaceOf | None = None,
) -> Ruleset:
    """The ruleset that files make with these variants and readings, not yet checked by its schema and family.

    `at` says where each of them was picked, for faults. Raises RulesetError.
    """
    require_game(base)
    if ruling is None:
        ruling = {}
    if at is None:
        at = partial(_at_top_of, base.files[-1].document)
    try:
        laid = lay(base, variants, ruling, at)
        require_agreement(laid, variants)
    except (AttributeError, KeyError, RecursionError, TypeError):
        # Something to pick from is missing, so this is not a ruleset: its schema says why.
        complaints = schema_complaints(Ruleset(base.data, NO_DECK, words(base.data["family"]), base.layers, (), ()))
        if not complaints:
            raise
        raise RulesetError(complaints) from None
    return merge_rules(laid, words(laid.data["family"]), base.houses, variants)


def _at_top_of(document: Document, pointer: Pointer) -> Place:
    return top_of(document)


def soundness(ruleset: Ruleset, sound: Mapping[str, Any] = NOTHING) -> list[Complaint]:
    """Every fault of a ruleset, from its schema or else from its family, each at the line to blame for it.

    `sound` is the data of a sound ruleset that this one was made from; parts that both share are not checked again.
    """
    complaints = faults(ruleset, sound)
    if complaints:
        complaints = blame(ruleset.layers, complaints, partial(_faults_with, ruleset, sound, complaints))
    return sorted(dict.fromkeys(complaints), key=attrgetter("order"))


def _faults_with(
    ruleset: Ruleset, sound: Mapping[str, Any], complaints: Sequence[Complaint], layers: Sequence[Layer]
) -> Sequence[Complaint]:
    """The faults of the ruleset made of these layers instead of its own; `complaints` are those with its own layers.

    They are also the answer if the layers do not even make a deck: leaving out that part corrects nothing.
    """
    try:
        return faults(remake(ruleset, layers), sound)
    except RulesetError:  # without that part there is not even a deck, which corrects nothing
        return complaints
