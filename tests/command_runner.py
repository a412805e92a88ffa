"""Runs `referee` within the test's own process, and the logs that the tests of the command line share."""

from __future__ import annotations

import json
import re
import shlex
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from click.testing import CliRunner

from referee.cli import cli

HEAD = """\
game: illuminate@1
players: [Ann, Ben, Cyd, Dov]
setup: {dealer: Dov, roles: {Ann: doctor, Ben: neighbor, Cyd: preacher, Dov: teacher}}
position: {hand: 2, dealer: Dov, phase: deal, roles: {Ann: doctor, Ben: neighbor, Cyd: preacher, Dov: teacher}}
events:
  - deal: {Ann: [Mk1:11, Mt4:17], Ben: [Mk1:31, Mt5:6], Cyd: [Lk7:50, Lk9:6], Dov: [Mk4:2, Mt9:22]}
"""
LEGAL = f"""{HEAD}\
  - bids: {{Ann: 1, Ben: 0, Cyd: 1, Dov: 0}}
  - trick: [Mk1:11, Mk1:31, Lk7:50!, Mk4:2]
    expect: {{winner: Cyd}}
"""
REVOKE = f"""{HEAD}\
  - bids: {{Ann: 1, Ben: 0, Cyd: 1, Dov: 0}}
  - trick: [Mk1:11, Mt5:6, Lk7:50!, Mk4:2]
"""
STANDS = f"""{REVOKE}\
    stands: seen too late
"""
UNREADABLE = f"""{HEAD}\
  - bids: {{Ann: 1, Ben: 0, Cyd: 1, Dov: 0}}
  - trikc: [Mk1:11]
"""
RESULTS = """\
game: illuminate@1
players: [Ann, Ben]
setup: {dealer: Ben, roles: {Ann: doctor, Ben: teacher}}
events:
  - result: {cards: 1, bids: {Ann: 1, Ben: 0}, won: {Ann: 0, Ben: 1}}
  - result: {cards: 2, bids: {Ann: 1, Ben: 0}, won: {Ann: 1, Ben: 1}}
"""
BRIEF = "Illuminate, 2–4 players, 12 hands of 1–12 cards, exact bids, Grace must be said, all-or-nothing at 6 and 12"


class Said(NamedTuple):
    """What a run of the program said, and its exit code."""

    code: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        """Standard output as JSON."""
        return json.loads(self.out)


def run(*args: str, given: str | None = None) -> Said:
    """Runs `referee ARGS`; nothing but the exit leaves the program."""
    done = CliRunner().invoke(cli, args, input=given, prog_name="referee")
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exc_info
    return Said(done.exit_code, done.stdout, done.stderr)


@cache
def simulated(*args: str) -> str:
    """What `referee simulate ARGS` prints, drawn once: they are the same games every time."""
    done = run("simulate", *args)
    assert done.code == 0, done.err
    return done.out


def write(name: str, text: str) -> str:
    """Writes a file into the working folder; its name."""
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return name


def played_back(block: str) -> str:
    """A console block of a page with what its commands print now; `> FILE` writes it there."""
    printed = []
    for command in re.findall(r"^\$ (referee .*)$", block, re.MULTILINE):
        asked, _, file = command.partition(" > ")
        output = CliRunner().invoke(cli, shlex.split(asked)[1:]).output
        if file:
            write(file, output)
        printed.append(f"$ {command}\n{'' if file else output}")
    return "\n".join(printed)
