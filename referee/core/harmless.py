"""What text from files may do where it is printed: nothing. Everything that leaves the program passes through here.

`visible` is for every output, whatever its form: anything that would move a terminal, reverse a line or command a workflow
runner is written as an escape, `\\u202e`, which is also the escape of JSON and of quoted YAML. `csv_cell`, `markdown` and
`annotation` also do what their forms need.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

HIDDEN = (
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\xad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0"
    "\ufff9-\ufffb\U000e0000-\U000e007f]"
)
"""Characters that move a terminal, reverse a line, end a line or cannot be seen at all; except the line feed.

Compiled when it is first met, like the patterns below: most runs never do.
"""

_COMMAND = r"(?m)^(?:(?!\n)[\s\ud800-\udbff])*:(?=:)|#(?=#[\w.-]*\[)"
"""Text that a workflow runner takes for a command: `::error::` at the beginning of a line, and `##[error]` anywhere. Marks of
colours may come before it."""

_PLAIN = (
    r"(?!(?i:true|false|null|yes|no|on|off|[0-9.+-]+)$)(?:[\w(]|(?:\.{0,2}/|[-+.])(?=\w))"
    r"""(?:[^\s:#,\[\]{}"\\]| (?! |$)|:(?=[\w(]))*"""
)
"""Text that needs no quotes anywhere in YAML, for a person or for a program of either version."""
LONGEST_LINE = 110
"""A value of several parts is on the line of its key if that is no longer than this."""
_FORMULA = r"\s*([=@\uff1d\uff20]|[+\-\uff0b\uff0d].)"
_NUMBER = r"[+-]?[0-9]+(\.[0-9]+)?%?"
_MARKDOWN = r"[\\`\[\]<>|&$]"
_ENTITIES = {"<": "&lt;", ">": "&gt;", "&": "&amp;"}


class Command(str):
    """A line that is meant to be a command of a workflow."""

    __slots__ = ()


def visible(text: str) -> str:
    """Return the text with an escape for everything in it that would not be seen as what it is."""
    harmless = text.isprintable() or (text.isascii() and text.replace("\n", "").isprintable())
    shown = text if harmless else re.sub(HIDDEN, lambda match: escape(match[0]), text)
    if "::" not in shown and "##" not in shown:
        return shown
    begin = 2 if isinstance(text, Command) else 0
    return shown[:begin] + re.sub(_COMMAND, lambda match: f"{match[0][:-1]}\\u{ord(match[0][-1]):04x}", shown[begin:])


def all_seen(name: str) -> bool:
    """Return whether everything in a name can be seen."""
    return name.isprintable() or not (re.search(HIDDEN, name) or "\n" in name)


def one_line(text: str) -> str:
    """Return the text with its line feeds escaped as well, for text on a line of its own."""
    return text.replace("\n", "\\u000a") if "\n" in text else text


def yaml_line(value: Any) -> str:
    """Return plain data as YAML on one line, which reads as the same data."""
    if isinstance(value, Mapping):
        keys = (key if str(key).isdecimal() else yaml_line(str(key)) for key in value)
        return f"{{{', '.join(f'{key}: {yaml_line(part)}' for key, part in zip(keys, value.values(), strict=True))}}}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(yaml_line, value))}]"
    if isinstance(value, float) and "e" in repr(value):
        from decimal import Decimal

        return f"{Decimal(repr(value)):f}"
    if isinstance(value, str) and re.fullmatch(_PLAIN, value) and visible(value) == value:
        return value
    import json  # which most runs do not need

    return re.sub(HIDDEN, lambda match: f"\\U{ord(match[0]):08x}", json.dumps(value, ensure_ascii=False))


def yaml_lines(data: Mapping[str, Any]) -> Iterator[str]:
    """Yield the keys of a map with their values as YAML: each on one line if that is short enough."""
    for key, value in data.items():
        name, flow = yaml_line(key), yaml_line(value)
        nested = isinstance(value, Mapping) or (
            isinstance(value, list) and any(isinstance(part, Mapping | list) for part in value)
        )
        if not nested or len(key) + len(flow) + 2 <= LONGEST_LINE:
            yield f"{name}: {flow}"
            continue
        yield f"{name}:"
        parts = yaml_lines(value) if isinstance(value, Mapping) else (f"- {yaml_line(part)}" for part in value)
        yield from (f"  {part}" for part in parts)


def yaml_item(item: Mapping[str, Any]) -> Iterator[str]:
    """Yield a map as an entry of a list in YAML."""
    for number, line in enumerate(yaml_lines(item)):
        yield f"{'  ' if number else '- '}{line}"


def csv_cell(value: object) -> object:
    """Return a value for a cell: text that a spreadsheet would take for a formula gets an apostrophe before it."""
    if not isinstance(value, str) or not re.match(_FORMULA, value) or re.fullmatch(_NUMBER, value):
        return value
    return f"'{value}"


def markdown(text: str) -> str:
    """Return text for a page in Markdown, or a table cell there: it cannot hold a tag, a link or the end of the cell."""
    return re.sub(_MARKDOWN, lambda match: _ENTITIES.get(match[0], f"\\{match[0]}"), visible(one_line(text)))


def annotation(text: str) -> str:
    """Return text for the message of a workflow command."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def annotation_property(text: str) -> str:
    """Return text for a property of a workflow command."""
    return annotation(text).replace(":", "%3A").replace(",", "%2C")


def escape(signs: str) -> str:
    """Return signs as JSON escapes them, in two halves where one needs them."""
    halves = signs.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{halves[at]:02x}{halves[at + 1]:02x}" for at in range(0, len(halves), 2))
