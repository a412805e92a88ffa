"""Pages written as Markdown: tables, blocks of code, and text in which nothing is markup."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from referee.core.text import yaml_line

_MEANS = re.compile(r"([\\*_\[\]<>|$~])")
_BAR = re.compile(r"(?<!\\)\|")
_QUOTED = re.compile(r"(`[^`]*`)")


def plain(text: str) -> str:
    """Text as it is, with only the parts in backticks as code."""
    parts = _QUOTED.split(" ".join(text.split()))
    return "".join(part if part.startswith("`") else _MEANS.sub(r"\\\1", part).replace("{", "&#123;") for part in parts)


def code(text: str) -> str:
    """A word of the rules or of a program, in a line or in a table."""
    return f"`{text}`" if text else ""


def block(text: str, language: str = "text") -> str:
    """Lines as they are."""
    return f"````{language}\n{text.rstrip()}\n````"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table of cells that are already Markdown."""
    lines = [f"| {' | '.join(head)} |", f"|{' --- |' * len(head)}"]
    return "\n".join(lines + [f"| {' | '.join(map(_cell, row))} |" for row in rows])


def _cell(text: str) -> str:
    return _BAR.sub(r"\\|", text.replace("\n", " "))


def page(*parts: str) -> str:
    """A whole page."""
    return "\n\n".join(filter(None, parts)) + "\n"


def toctree(docs: Iterable[str], caption: str = "", depth: int = 1) -> str:
    """The pages below this one, only for the navigation."""
    options = [":hidden:", f":maxdepth: {depth}", *([f":caption: {caption}"] if caption else [])]
    return "\n".join(["```{toctree}", *options, "", *docs, "```"])


def as_yaml(data: Any) -> str:
    """Plain data as it would be written in a log: one key per line, what is inside it on one line."""
    if isinstance(data, dict):
        return "\n".join(f"{key}: {yaml_line(value)}" for key, value in data.items())
    return yaml_line(data)
