"""Bytes to plain data that remembers its places: strict YAML, JSON and JSON Lines; JSON Schema checks.

Anything that cannot be read raises SourceError, each complaint one line with its place. The module `lines` reads files of many
documents. What needs jsonschema is in the module `validator`, which is imported when something is validated.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from referee.core.places import Pointer
from referee.core.wording import MOST_FAULTS
from referee.core.words import Schemas
from referee.source.files import LIMIT, UNPACKED, is_lines, load, parse, read_text
from referee.source.text import Document, lines_of

if TYPE_CHECKING:
    from referee.core.cards_named import InCards

__all__ = [
    "LIMIT",
    "MOST_FAULTS",
    "UNPACKED",
    "Document",
    "fits",
    "is_lines",
    "lines_of",
    "load",
    "parse",
    "read_text",
    "schema_faults",
]

_NO_SCHEMAS: Schemas = {}


def schema_faults(
    data: object,
    schema: Mapping[str, object],
    *,
    store: Schemas = _NO_SCHEMAS,
    trusted: Collection[int] = (),
    in_cards: InCards = str,
) -> list[tuple[Pointer, str]]:
    """The faults of plain data according to a JSON Schema, sorted by pointer; an empty list if there are none.

    store: the schemas that a `$ref` may name, by file name; nothing is ever fetched.
    trusted: ids of values inside the data that need no check: they fitted in their places, as parts of data that fitted.
    in_cards: puts the examples in messages into the cards of a game.
    """
    from referee.source import validator

    return validator.schema_faults(data, schema, store, trusted, in_cards)


def fits(data: object, schema: Mapping[str, object], store: Schemas, trusted: Collection[int] = ()) -> bool:
    """Return whether data has no faults, as for `schema_faults`."""
    from referee.source import validator

    return not validator.faults(data, schema, store, trusted, most=1)
