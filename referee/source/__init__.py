"""Bytes to plain data that remembers its places: strict YAML, JSON and JSON Lines; JSON Schema checks.

Anything that cannot be read raises SourceError, each complaint one line with its place. The module `lines` reads files of many
documents.
"""

from __future__ import annotations

from referee.source.files import LIMIT, UNPACKED, is_lines, load, parse, read_text
from referee.source.schema import MOST_FAULTS, schema_faults
from referee.source.text import Document, lines_of

__all__ = [
    "LIMIT",
    "MOST_FAULTS",
    "UNPACKED",
    "Document",
    "is_lines",
    "lines_of",
    "load",
    "parse",
    "read_text",
    "schema_faults",
]
