"""The files of shipped rulesets, from plain data made with the wheel where there are any, and otherwise from their YAML.

Plain data are read many times as fast, and nobody who asks one question waits for PyYAML. They hold only for the very text
that they were made from, so whoever edits a shipped file is judged by what it says then.
"""

from __future__ import annotations

import json
import os
import zlib
from functools import cache
from typing import Any

from referee import source
from referee.rules import shipped
from referee.source import Document
from referee.source.text import Node

FOLDER = "ready"
"""The folder of the plain data in a wheel, with the same folders and names as `rulesets`."""


@cache
def document(path: str) -> Document:
    """Return a shipped ruleset, house rule or deck, read once."""
    text = source.read_text(path)
    data = _made_from(text, path)
    return source.parse(text, path) if data is None else Document(path, data, text, _places)


def made(path: str) -> str:
    """Return the plain data for a YAML file, as they stand in a wheel."""
    text = source.read_text(path)
    return json.dumps({"of": _sum(text), "data": source.parse(text, path).data}, ensure_ascii=False)


def _made_from(text: str, path: str) -> Any:
    """Return the plain data that were made from this text; None if there are none."""
    inside = os.path.relpath(path, shipped.path("rulesets"))
    place = shipped.path(FOLDER, inside.removesuffix(".yaml") + ".json")
    try:
        found = json.loads(source.read_text(place)) if os.path.isfile(place) else {}
    except ValueError:
        return None
    return found.get("data") if found.get("of") == _sum(text) else None


def _sum(text: str) -> int:
    return zlib.crc32(text.encode())


def _places(text: str) -> Node:
    from referee.source import yaml_text  # read only to say where something is

    return yaml_text.read(text, "")[1]
