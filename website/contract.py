"""The JSON that commands print, from its schema."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from website.families import kind_of
from website.markdown import page, plain, table

SCHEMA = Path(__file__).resolve().parent.parent / "schemas" / "report.schema.json"
Data = dict[str, Any]


def pages() -> dict[str, str]:
    """One page: a section for each shape."""
    schema: Data = json.loads(SCHEMA.read_text(encoding="utf-8"))
    parts = [_shape(name, shape) for name, shape in schema["$defs"].items()]
    about = f"{schema['description']} `referee schema report` prints the schema, which every output is tested against."
    return {"index": page("# JSON", plain(about), *parts)}


def _shape(name: str, shape: Data) -> str:
    needed = shape.get("required", ())
    rows = [
        (f"`{key}`", _kind(part), "always" if key in needed else "", plain(part.get("description", "")))
        for key, part in shape.get("properties", {}).items()
    ]
    keys = table(("key", "value", "there", "what it is"), rows) if rows else f"Each is {_kind(shape)}."
    return f"## {name}\n\n{plain(shape.get('description', ''))}\n\n{keys}"


def _kind(part: Data) -> str:
    """Return what a value is; a shape with a section of its own as a link to it."""
    if "$ref" in part:
        name = part["$ref"].rpartition("/")[2]
        return f"[{name}](#{name})" if part["$ref"].startswith("#/$defs/") else plain(name)
    if part.get("type") == "array" and isinstance(part.get("items"), dict):
        return f"list of {_kind(part['items'])}"
    if "anyOf" in part:
        return " or ".join(dict.fromkeys(map(_kind, part["anyOf"])))
    return kind_of(part)
