"""Every name that a program outside may rely on, one per line: Python names, JSON keys, exit codes.

    python tests/public_names.py

writes them to `public_names.txt`, which docs/reference/stability.md promises to keep. A name that is gone fails a test; one
that is new is only reported, and promised by writing the file again.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from every_word import _below

import referee
from referee.cli import terminal
from referee.rules import rulesets

FILE = Path(__file__).with_name("public_names.txt")
REPORT = "report.schema.json"


def names() -> set[str]:
    """Every public name there is now."""
    return {*_python(), *_codes(), *_reports()}


def promised() -> set[str]:
    """Those that are promised."""
    return set(FILE.read_text(encoding="utf-8").splitlines())


def _python() -> Iterator[str]:
    for name in referee.__all__:
        thing = getattr(referee, name)
        yield f"python {name}"
        if inspect.isclass(thing):
            fields = [
                *getattr(thing, "__annotations__", ()),
                *(key for base in thing.__mro__ if base.__module__.startswith("referee") for key in vars(base)),
            ]
            yield from (f"python {name}.{field}" for field in fields if not field.startswith("_"))
        elif callable(thing):
            yield from (f"python {name}({parameter})" for parameter in inspect.signature(thing).parameters)


def _codes() -> Iterator[str]:
    for name in ("ANSWERED", "WANTING", "USAGE", "UNJUDGED", "BUG", "INTERRUPTED", "PIPE_CLOSED"):
        yield f"exit {getattr(terminal, name)} {name.lower().replace('_', ' ')}"


def _reports() -> Iterator[str]:
    schema = rulesets.schema(REPORT)
    for found in schema["anyOf"]:
        name = found["$ref"].rpartition("/")[2]
        for word in _below(schema["$defs"][name], REPORT, (name,)):
            for length in range(1, len(word.path) + 1):
                yield f"json {'.'.join(word.path[:length])}"


def _in_order(name: str) -> list[Any]:
    return [int(piece) if piece.isdigit() else piece for piece in re.split(r"(\d+)", name)]


def main() -> None:
    there, kept = names(), promised() if FILE.exists() else set()
    FILE.write_text("".join(f"{name}\n" for name in sorted(there, key=_in_order)), encoding="utf-8")
    print(f"{len(there):,} names; {len(there - kept):,} new, {len(kept - there):,} gone")
    sys.exit(0)


if __name__ == "__main__":
    main()
