"""What a JSON Schema tells about each key: in words, its default, its choices, and the keys below it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Schemas = Mapping[str, Mapping[str, Any]]


class Outline:
    """One value as its schema describes it, references followed; the schemas are known by file name.

    says: the description. default: what holds where the key is left out, or None. choices: the values that it may have,
    null aside, where they can be listed. named: whether it is a map of names that its writer chooses.
    """

    def __init__(self, schema: Any, home: str, schemas: Schemas) -> None:
        self._schemas = schemas
        self._schema, self._home = _followed(schema, home, schemas)
        self.says: str = self._schema.get("description", "")
        self.default: Any = self._schema.get("default")
        self.named = "$ref" in self._schema.get("propertyNames", ())
        self.choices: tuple[Any, ...] = tuple(choice for choice in self._schema.get("enum", ()) if choice is not None)

    def keys(self) -> dict[str, Outline]:
        """The keys that it may have, where it is a map whose keys are fixed."""
        return {key: self._below(part) for key, part in self._schema.get("properties", {}).items()}

    def entry(self) -> Outline | None:
        """What each key holds, where it is a map whose keys are free."""
        part = self._schema.get("additionalProperties")
        return self._below(part) if isinstance(part, Mapping) else None

    def _below(self, part: Any) -> Outline:
        return Outline(part, self._home, self._schemas)


def outline(file: str, schemas: Schemas, *path: str) -> Outline:
    """What a schema file describes, or what stands in it at a path such as '$defs', 'event'."""
    found: Any = schemas[file]
    for step in path:
        found = found[step]
    return Outline(found, file, schemas)


def _followed(schema: Any, home: str, schemas: Schemas) -> tuple[dict[str, Any], str]:
    """A schema with what its reference leads to; what stands beside the reference wins."""
    if not isinstance(schema, Mapping):
        return {}, home
    if "$ref" not in schema:
        return dict(schema), home
    file, _, path = schema["$ref"].partition("#")
    file = file or home
    target: Any = schemas[file]
    for step in path.split("/")[1:]:
        target = target[step]
    found, home = _followed(target, file, schemas)
    return {**found, **{key: value for key, value in schema.items() if key != "$ref"}}, home
