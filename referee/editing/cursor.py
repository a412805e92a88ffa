"""What comes before the cursor: the brackets around it, the key before it, and the part of the word already typed."""

from __future__ import annotations

from typing import Any, NamedTuple

from referee.core.places import SourceError
from referee.source import yaml_text as yaml

CLOSING = {"[": "]", "{": "}"}


class Cursor(NamedTuple):
    """Where somebody types: the word so far begins at `start`, after `key` if it is a value, inside the brackets `inside`.

    `said` is what comes before the word as plain data, with every bracket closed; None if that cannot be read.
    """

    start: int
    word: str
    key: str
    inside: str
    said: Any


def cursor_at(text: str, offset: int) -> Cursor:
    """The cursor at an offset of a text: the head of a log, a ruleset, or one event."""
    brackets: list[str] = []
    keys: list[str] = [""]
    quote, start = "", 0
    for at in range(offset):
        letter = text[at]
        if quote:
            quote = "" if letter == quote else quote
        elif letter in "'\"" and not text[start:at].strip():
            quote, start = letter, at + 1
        elif letter in CLOSING:
            brackets.append(letter)
            keys.append("")
            start = at + 1
        elif letter in "]}" and brackets:
            brackets.pop()
            keys.pop()
            start = at + 1
        elif letter == "," and brackets:
            keys[-1] = keys[-1] if brackets[-1] == "[" else ""
            start = at + 1
        elif letter == ":" and text[at + 1 : at + 2] in (" ", "\n", "") and at + 1 < offset:
            keys[-1], start = text[start:at].strip().strip("'\""), at + 1
        elif letter == "-" and text[at + 1 : at + 2] == " " and not text[start:at].strip() and not brackets:
            start = at + 1
        elif letter == "\n" and not brackets:
            keys[-1], start = "", at + 1
    while start < offset and text[start] in " \t\r\n":
        start += 1
    key = keys[-1] or (keys[-2] if brackets and brackets[-1] == "[" else "")
    closing = "".join(CLOSING[each] for each in reversed(brackets))
    before = text[: start - 1] if start and text[start - 1 : start] in "'\"" else text[:start]
    return Cursor(start, text[start:offset], key, "".join(brackets), _read(f"{before.rstrip()} {closing}"))


def _read(text: str) -> Any:
    try:
        return yaml.read(text, "")
    except SourceError:
        return None
