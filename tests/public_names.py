"""Every name that somebody outside may rely on, one per line: Python, commands, JSON keys, words, events, rules, games.

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

import click
from every_word import Word, _below, words

import referee
from referee.cli import cli, exit_codes
from referee.engines import FAMILIES
from referee.engines import family as engine
from referee.rules import rulesets, shipped

FILE = Path(__file__).with_name("public_names.txt")
LOG = "log.schema.json"
REPORT = "report.schema.json"


def names() -> set[str]:
    """Every public name there is now."""
    return {*_python(), *_commands(), *_codes(), *_reports(), *_logs(), *_words(), *_games()}


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


def _commands() -> Iterator[str]:
    def below(command: click.Command, said: str) -> Iterator[str]:
        yield said
        for param in command.params:
            for written in (*param.opts, *param.secondary_opts) if isinstance(param, click.Option) else ():
                yield f"{said} {written}"
                if isinstance(param.type, click.Choice):
                    yield from (f"{said} {written} {choice}" for choice in param.type.choices)
        if isinstance(command, click.Group):
            context = click.Context(command)
            for name in command.list_commands(context):
                inner = command.get_command(context, name)
                assert inner is not None
                yield from below(inner, f"{said} {name}")

    return below(cli, "command referee")


def _codes() -> Iterator[str]:
    for name in ("ANSWERED", "WANTING", "USAGE", "UNJUDGED", "BUG", "INTERRUPTED", "PIPE_CLOSED"):
        yield f"exit {getattr(exit_codes, name)} {name.lower().replace('_', ' ')}"


def _reports() -> Iterator[str]:
    schema = rulesets.schema(REPORT)
    for found in schema["anyOf"]:
        name = found["$ref"].rpartition("/")[2]
        for word in _below(schema["$defs"][name], REPORT, (name,)):
            yield from _ways("json", word)


def _logs() -> Iterator[str]:
    for key in rulesets.schema(LOG)["properties"]:
        yield f"log {key}"
    for family in FAMILIES:
        name = engine(family).schema
        for part in ("event", "setup", "position", "expect"):
            for word in _below(rulesets.schema(name)["$defs"][part], name, (part,)):
                yield from _ways(f"log {family}", word)


def _words() -> Iterator[str]:
    for family in FAMILIES:
        for word in words(family):
            yield from _ways(f"word {family}", word)
            yield from (f"word {family} {word} = {choice}" for choice in word.choices if isinstance(choice, str))


def _ways(what: str, word: Word) -> Iterator[str]:
    """A word, and all that it stands in."""
    for length in range(1, len(word.path) + 1):
        yield f"{what} {'.'.join(word.path[:length])}"


def _games() -> Iterator[str]:
    for path in (*shipped.rulesets(), *shipped.houses()):
        yield f"{'house' if path.parent.name == 'house' else 'game'} {path.stem}"
    for path in shipped.rulesets():
        rules = rulesets.load_ruleset(path.stem)
        yield f"game {path.stem}@{rules.version}"
        yield from (f"rule {path.stem}/{rule}" for rule in rules.get("rules", default={}))
        yield from (f"variant {path.stem} {variant}" for variant in rules.get("variants", default={}))
        for ruling, said in rules.get("rulings", default={}).items():
            yield from (f"ruling {path.stem} {ruling}={reading}" for reading in said["readings"])


def _in_order(name: str) -> list[Any]:
    return [int(piece) if piece.isdigit() else piece for piece in re.split(r"(\d+)", name)]


def main() -> None:
    there, kept = names(), promised() if FILE.exists() else set()
    FILE.write_text("".join(f"{name}\n" for name in sorted(there, key=_in_order)), encoding="utf-8")
    print(f"{len(there):,} names; {len(there - kept):,} new, {len(kept - there):,} gone")
    sys.exit(0)


if __name__ == "__main__":
    main()
