"""Every name that a program outside may rely on: Python names, JSON keys, exit codes. A line has what belongs to one thing.

    python tests/public_names.py

writes them to `public_names.txt`, which docs/reference/stability.md promises to keep. A name that is gone fails a test; one
that is new is only reported, and promised by writing the file again.
"""

from __future__ import annotations

import inspect
import re
import sys
import textwrap
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from every_word import _below

import referee
from referee.cli import terminal
from referee.rules import rulesets

FILE = Path(__file__).with_name("public_names.txt")
REPORT = "report.schema.json"
INDENT = "    "


def names() -> set[str]:
    """Every public name there is now."""
    return {*_python(), *_codes(), *_reports()}


def promised() -> set[str]:
    """Those that are promised."""
    found: set[str] = set()
    for line in FILE.read_text(encoding="utf-8").replace(f"\n{INDENT}", " ").splitlines():
        thing, _, members = line.partition(": ")
        for member in members.split():
            found.update(_along(f"{thing[:-1]}{member})" if thing.endswith("()") else f"{thing}.{member}"))
        if not members:
            found.add(thing)
    return found


def _along(name: str) -> Iterator[str]:
    """A name, and the names of all that it belongs to."""
    yield name
    yield from (name[: joint.start()] for joint in re.finditer(r"[.(]", name))


def _parted(name: str) -> tuple[str, str]:
    """What a name belongs to, and how it is called there."""
    called, _, parameter = name.partition("(")
    if parameter:
        return f"{called}()", parameter.removesuffix(")")
    member = re.search(r"\.([^.]+(\.\[\]|\.\*)*)$", name)
    return (name[: member.start()], member[1]) if member else (name, "")


def _written(found: Iterable[str]) -> Iterator[str]:
    """The lines that list the names: a thing, and what belongs to it; an entry of a list (`[]`) or map (`*`) with its key."""
    listed: dict[str, list[str]] = {}
    belonged_to = {thing for name in found for thing in _along(name) if thing != name}
    for name in sorted(set(found) - belonged_to):
        thing, member = _parted(name)
        listed.setdefault(thing, []).extend([member] if member else [])
    for thing, members in sorted(listed.items(), key=lambda found: _in_order(found[0])):
        line = f"{thing}: {' '.join(members)}" if members else thing
        yield from textwrap.wrap(line, 120, subsequent_indent=INDENT, break_long_words=False, break_on_hyphens=False)


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
    FILE.write_text("".join(f"{line}\n" for line in _written(there)), encoding="utf-8")
    print(f"{len(there):,} names; {len(there - kept):,} new, {len(kept - there):,} gone")
    sys.exit(0)


if __name__ == "__main__":
    main()
