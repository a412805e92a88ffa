"""What may be written at the cursor of a ruleset or house rule: games, the words of its family at any depth, values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from referee.core.harmless import yaml_line
from referee.core.places import Pointer, SourceError
from referee.core.words import Word
from referee.editing.cursor import CLOSING, Cursor, cursor_at
from referee.editing.offers import Offer, Offered
from referee.rules import rulesets, shipped
from referee.source import yaml_text as yaml

MARK = "the-cursor-stands-here"
"""Inserted in place of the word that is being typed, to find its place."""


class Spot(NamedTuple):
    """Where a word is: the way to the map whose key it is, or to the value itself; and what that map already has."""

    way: Pointer
    is_key: bool
    said: Mapping[str, Any]


def offered_in_rules(text: str, offset: int) -> Offered:
    """What may be written in a ruleset or house rule at an offset of its text."""
    cursor = cursor_at(text, offset)
    said = cursor.said if isinstance(cursor.said, Mapping) else {}
    if cursor.key == "extends" and not cursor.inside:
        return Offered(cursor.start, tuple(Offer(path.stem, "game") for path in shipped.rulesets()))
    spot = _spot(text, cursor, offset)
    name = _family(said)
    if name is None or spot is None:
        return Offered(cursor.start, ())
    word = rulesets.words(name).at(_in_the_game(spot.way))
    return Offered(cursor.start, tuple(_keys(word, spot.said) if spot.is_key else _values(word)))


def _in_the_game(way: Pointer) -> Pointer:
    """The way without the part through a variant's patch, which is written in the words of the game."""
    return way[3:] if way[:1] == ("variants",) and way[2:3] == ("patch",) else way


def _keys(word: Word, said: Mapping[str, Any]) -> Iterator[Offer]:
    for key, part in word.parts.items():
        if key not in said:
            yield Offer(f"{key}: ", "key", part.description, key)


def _values(word: Word) -> Iterator[Offer]:
    """The values that a word may have, if they can be listed, and those that it could start with."""
    forms = [word.schema, *word.schema.get("anyOf", ())]
    kinds = [form.get("type", ()) for form in forms]
    boolean = any("boolean" in ([kind] if isinstance(kind, str) else kind) for kind in kinds)
    booleans = ("true", "false") if boolean else ()
    shown = [choice for form in forms for choice in form.get("enum", ()) if choice is not None]
    shown += [each for each in word.examples if isinstance(each, str | int)]
    written = map(yaml_line, shown)
    yield from (Offer(value, "value", word.description) for value in dict.fromkeys([*booleans, *written]))


def _spot(text: str, cursor: Cursor, offset: int) -> Spot | None:
    """Where the word at the cursor is; None if the text before it cannot be read."""
    before, closing = text[: cursor.start], "".join(CLOSING[each] for each in reversed(cursor.inside))
    line_end = text.find("\n", offset)
    after = "" if line_end < 0 or cursor.inside else text[line_end:]
    is_value = bool(cursor.key) or cursor.inside[-1:] == "["
    typed = MARK if is_value else f"{MARK}: 0"
    for rest in (after, ""):
        try:
            data = yaml.read(f"{before}{typed}{closing}{rest}", "")
        except SourceError:
            continue
        return _found(data, (), is_value)
    return None


def _found(data: Any, way: Pointer, is_value: bool) -> Spot | None:
    if is_value and data == MARK:
        return Spot(way, False, {})
    if isinstance(data, Mapping) and MARK in data and not is_value:
        return Spot(way, True, data)
    parts = data.items() if isinstance(data, Mapping) else enumerate(data) if isinstance(data, list) else ()
    return next((spot for key, part in parts if (spot := _found(part, (*way, key), is_value)) is not None), None)


def _family(said: Mapping[str, Any]) -> str | None:
    """The family of a file, if its first lines show it."""
    from referee.core.places import Unjudgeable

    told = said.get("family")
    if isinstance(told, str):
        return told if told in _families() else None
    try:
        return str(rulesets.gather(said["extends"]).data["family"]) if isinstance(said.get("extends"), str) else None
    except (Unjudgeable, KeyError):
        return None


def _families() -> Iterable[str]:
    from referee.engines import FAMILIES

    return FAMILIES
