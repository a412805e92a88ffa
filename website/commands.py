"""A page for each command: its help, and the output of its example."""

from __future__ import annotations

import os
import re
import shlex
import tempfile
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import chdir
from pathlib import Path

import click
from click.testing import CliRunner

from referee.cli import cli
from website.markdown import block, page, plain, table, toctree

ROOT = Path(__file__).resolve().parent.parent
BEYOND = 60
"""How many lines of an output are shown."""


def pages() -> dict[str, str]:
    """The pages by name; a command of a group has its group before it: 'resolve-trick'."""
    named = dict(every_command())
    helps = {name: command.get_short_help_str(200) for name, command in named.items()}
    rows = [(f"[`referee {name}`]({_file(name)}.md)", plain(about)) for name, about in helps.items()]
    for name, row in cli.shipped.items():
        rows = [
            (link, plain(row.says)) if link.startswith(f"[`referee {name}`]") else (link, text) for link, text in rows
        ]
    index = page(
        "# Commands",
        "Exit codes: 0 legal, or answered; 1 judged and found wanting; 2 usage; 3 could not be judged; 4 a bug in referee.",
        table(("command", "what it does"), rows),
        toctree([_file(name) for name in named]),
    )
    with ProcessPoolExecutor() as pool:
        shown = dict(zip(named, pool.map(example, map(lines_of, named.values())), strict=True))
    return {"index": index, **{_file(name): _page(name, shown[name]) for name in named}}


def every_command() -> Iterator[tuple[str, click.Command]]:
    """Each command with its words, those of a group after it."""
    context = click.Context(cli)
    for name in cli.shipped:
        command = cli.get_command(context, name)
        assert command is not None
        yield name, command
        if isinstance(command, click.Group):
            inner = click.Context(command, parent=context)
            for below in command.list_commands(inner):
                found = command.get_command(inner, below)
                assert found is not None
                yield f"{name} {below}", found


def _file(name: str) -> str:
    return name.replace(" ", "-")


def _page(name: str, shown: str) -> str:
    told = CliRunner().invoke(cli, [*name.split(), "--help"], prog_name="referee").output
    return page(f"# referee {name}", block(told), "## What it prints", block(shown))


def lines_of(command: click.Command) -> list[str]:
    """The example of a command's help."""
    return re.findall(r"^ *(referee .*)$", command.epilog or "", re.MULTILINE)


def example(lines: list[str]) -> str:
    """Commands with their output, run in a folder of their own."""
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        return "\n".join(f"$ {line}\n{_shown(_printed(line), folder)}".rstrip() for line in lines)


def _printed(line: str) -> str:
    return CliRunner().invoke(cli, shlex.split(line)[1:], input="", prog_name="referee").output


def _shown(text: str, folder: str) -> str:
    """Return what a reader sees of an output: without paths of this machine, and long ones shortened."""
    for place in (folder, os.path.realpath(folder), str(ROOT)):
        text = text.replace(place, "…")
    lines = text.rstrip().splitlines()
    more = [f"… {len(lines) - BEYOND} more lines"] if len(lines) > BEYOND else []
    return "\n".join([line if len(line) <= 400 else f"{line[:400]} …" for line in lines[:BEYOND]] + more)
