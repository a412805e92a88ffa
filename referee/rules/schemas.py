"""The shipped JSON Schemas, read when they are needed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from referee.rules import shipped


@cache
def schema(name: str) -> dict[str, Any]:
    """Return a shipped JSON Schema by file name."""
    import json  # not at the top: not every command needs a schema

    with open(shipped.path("schemas", name), encoding="utf-8") as file:
        data: dict[str, Any] = json.load(file)
    return data


class SchemaStore(Mapping[str, Mapping[str, Any]]):
    """The shipped schemas by file name, read when needed."""

    def __getitem__(self, name: str) -> Mapping[str, Any]:
        try:
            return schema(name)
        except OSError:
            raise KeyError(name) from None

    def __iter__(self) -> Iterator[str]:
        return (path.name for path in sorted(shipped.folder("schemas").glob("*.json")))

    def __len__(self) -> int:
        return sum(1 for _ in self)


SCHEMAS = SchemaStore()
