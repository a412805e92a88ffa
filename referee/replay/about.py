"""What the things on a page are: what a ruleset says of each card and role that a log touches, and where it says so."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from referee.core.family import RuleLine
from referee.core.merging import at
from referee.core.places import Pointer
from referee.core.ruleset import Ruleset
from referee.core.scene import Scene
from referee.engines import family
from referee.report.library import cell
from referee.report.rulebook import IN_TABLES, NAMES

Lines = list[tuple[str, str]]
"""What is known of a thing, line by line: what about it, and what the ruleset says."""


def about(rules: Ruleset, scenes: Sequence[Scene]) -> dict[str, Lines]:
    """Return what the ruleset says of everything that the scenes show, by its name."""
    shown = {name for scene in scenes for name in _names(scene)}
    lines = [line for _, part in family(rules.family).describe(rules) for line in part]
    said = {name: list(_sentences(rules, lines, name)) for name in shown if re.fullmatch(r"\D{3,}", name)}
    for row in family(rules.family).cards(rules, len(scenes[0].seats)):
        if row["card"] in shown:
            said[row["card"]] = list(_card(rules, row, said))
    return {name: told for name, told in said.items() if told}


def _names(scene: Scene) -> Iterator[str]:
    """Yield the names of everything in a scene: cards, and what is said of players and fields."""
    yield from (node.name for node in scene.loose)
    for seat in scene.seats:
        yield from seat.facts
        yield from seat.kept
        yield from (node.name for node in seat.tree)
        yield from [seat.laid.name] if seat.laid else []
    for field in scene.fields:
        yield from field.note.split(", ")
    everywhere = (scene.piles, *(seat.rows for seat in scene.seats), *(field.rows for field in scene.fields))
    yield from {card.name for rows in everywhere for row in rows for card in row.cards if card.name}


def _sentences(rules: Ruleset, lines: Sequence[RuleLine], name: str) -> Iterator[tuple[str, str]]:
    """Yield the sentences of the rules in force that name something, and those of the words that need these."""
    naming = [line for line in lines if re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", line.text)]
    sections = {line.pointer[0] for line in naming}
    for line in lines:
        needed = {word for need in rules.words.at(line.pointer).needs for word in need.get("all", ())}
        if line in naming or needed & sections:
            yield "", line.text
            yield "set at", _place(rules, line.pointer)


def _card(rules: Ruleset, row: Mapping[str, Any], said: Mapping[str, Lines]) -> Iterator[tuple[str, str]]:
    """Yield what is known of a card, where it is set, and what the rules say of its symbols."""
    known = {key: cell(rules, key, value) for key, value in row.items() if key not in NAMES and value not in ("", [])}
    yield from ((key.replace("_", " "), str(value)) for key, value in known.items() if str(value) != row.get("rank"))
    section = next((section for section in IN_TABLES if at(rules.data, (*section, row["card"])) is not None), ())
    if section:
        yield "set at", _place(rules, (*section, row["card"]))
    for symbol in row.get("symbols", ()):
        yield from said.get(symbol, ())


def _place(rules: Ruleset, pointer: Pointer) -> str:
    """Return the path of a value in a ruleset, with the file and line of a change."""
    place = rules.origin_if_changed(pointer)
    return f"{rules.name}: {'.'.join(map(str, pointer))}{f' ({place.where})' if place else ''}"
