"""A picture of a session in a terminal, drawn from a real one: `python -m website.terminal` draws docs/session.svg."""

from __future__ import annotations

import re
import shlex
import textwrap
from collections.abc import Iterator
from contextlib import chdir
from html import escape
from pathlib import Path

from click.testing import CliRunner

from referee.cli import cli

ROOT = Path(__file__).resolve().parent.parent
PICTURE = ROOT / "docs" / "session.svg"
SESSION = (
    "referee validate examples/illuminate/friday.yaml",
    "referee validate examples/broken/revoke.yaml",
    "referee resolve trick illuminate Mk1:11 Mk1:31 Lk7:50! Mk4:2 --roles doctor,neighbor,preacher,teacher",
)
COLUMNS = 112
WIDE, HIGH, ROOM = 8, 19, 16
"""Of a letter, of a line, and around the text, in points."""
COLOURS = {"31": "#ff7b72", "32": "#7ee787", "33": "#e3b341", "2": "#8b949e", "": "#e6edf3", "$": "#79c0ff"}
_CODE = re.compile(r"\x1b\[(\d*)m")

Run = tuple[str, str]
"""Text and the code of its colour."""


def session() -> list[list[Run]]:
    """Every line that the terminal shows."""
    lines: list[list[Run]] = []
    with chdir(ROOT):
        for command in SESSION:
            args = ["--color", "always", *shlex.split(command)[1:]]
            output = CliRunner().invoke(cli, args, color=True, prog_name="referee").output
            lines += [[("$ ", "$"), (command, "")], *_lines(output), []]
    return lines[:-1]


def _lines(output: str) -> Iterator[list[Run]]:
    """Lines in colour; a long one continues below with the same indentation."""
    for line in output.rstrip("\n").split("\n"):
        runs = list(_runs(line))
        if sum(len(text) for text, _ in runs) <= COLUMNS:
            yield runs
            continue
        whole = "".join(text for text, _ in runs)
        indent = " " * (len(whole) - len(whole.lstrip()) + 2)
        colours = [colour for text, colour in runs for _ in text]
        at = 0
        for part in textwrap.wrap(whole, COLUMNS, subsequent_indent=indent, drop_whitespace=True):
            text = part if not at else part[len(indent) :]
            at = whole.index(text, at)
            row = list(_joined(text, colours[at : at + len(text)]))
            yield ([(indent, ""), *row] if at else row)
            at += len(text)


def _runs(line: str) -> Iterator[Run]:
    parts = _CODE.split(line)
    for text, colour in zip(parts[::2], ["", *parts[1::2]], strict=True):
        if text:
            yield text, "" if colour == "0" else colour


def _joined(text: str, colours: list[str]) -> Iterator[Run]:
    start = 0
    for at in range(1, len(text) + 1):
        if at == len(text) or colours[at] != colours[start]:
            yield text[start:at], colours[start]
            start = at


def svg(lines: list[list[Run]]) -> str:
    """Lines as a picture that needs no font."""
    width, height = COLUMNS * WIDE + 2 * ROOM, len(lines) * HIGH + 2 * ROOM
    rows = [
        f'<text x="{ROOM}" y="{ROOM + number * HIGH + 14}" xml:space="preserve">{"".join(map(_span, line))}</text>'
        for number, line in enumerate(lines)
        if line
    ]
    said = escape(" ".join(SESSION))
    font = 'font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, Liberation Mono, monospace" font-size="13.3px"'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" {font}>',
            f"<title>A terminal: {said}</title>",
            f'<rect width="{width}" height="{height}" rx="8" fill="#0d1117"/>',
            *rows,
            "</svg>\n",
        ]
    )


def _span(run: Run) -> str:
    text, colour = run
    return f'<tspan fill="{COLOURS[colour]}" textLength="{len(text) * WIDE}">{escape(text, quote=False)}</tspan>'


if __name__ == "__main__":
    PICTURE.write_text(svg(session()), encoding="utf-8")
