"""Text made harmless before it is printed; its width on a screen; and text in ASCII.

Everything that leaves the program passes through here. `visible` is for every output, whatever its form: anything that would
move a terminal, reverse a line or command a workflow runner is written as an escape, `\u202e`, which is also the escape of
JSON and of quoted YAML. `csv_cell`, `markdown` and `annotation` also do what their forms need. On a terminal 小 takes two
columns and a combining accent none; in ASCII, signs with a close likeness become that, all else an escape, `\u5c0f`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from referee.core.events import Item
from referee.core.exact import Exact, exact

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
    """The text with an escape such as \\u202e for everything in it that would move a terminal, hide, or command a
    workflow.

    A `Command` keeps the `::` with which it begins.
    """
    harmless = text.isprintable() or (text.isascii() and text.replace("\n", "").isprintable())
    if harmless:
        shown = text
    else:
        shown = re.sub(HIDDEN, lambda match: escape(match[0]), text)
    if "::" not in shown and "##" not in shown:
        return shown
    begin = 0
    if isinstance(text, Command):
        begin = 2
    return shown[:begin] + re.sub(_COMMAND, lambda match: f"{match[0][:-1]}\\u{ord(match[0][-1]):04x}", shown[begin:])


_LIKE_LATIN = str.maketrans("аеорсухіјѕԁԛԝһвкмнтαβεζηικμνορτυχ", "aeopcyxijsdqwhbkmhtabezhikmnoptyx")
"""Small letters of the Cyrillic and Greek alphabets that look, small or capital, like Latin ones."""


def look_of(name: str) -> str:
    """A name reduced to how it looks, to find names that are easily confused: without case, spaces, forms and
    alphabets."""
    if not name.isascii():
        import unicodedata  # which most runs do not need

        name = unicodedata.normalize("NFKC", name).casefold().translate(_LIKE_LATIN)
    return " ".join(name.lower().split())


def all_seen(name: str) -> bool:
    """Return whether everything in a name can be seen."""
    return name.isprintable() or not (re.search(HIDDEN, name) or "\n" in name)


def one_line(text: str) -> str:
    """Return the text with its line feeds escaped as well, for text on a line of its own."""
    if "\n" in text:
        return text.replace("\n", "\\u000a")
    return text


def yaml_line(value: object) -> str:
    """Return plain data as YAML on one line, which reads as the same data."""
    if isinstance(value, Mapping):
        keys = (key if str(key).isdecimal() else yaml_line(str(key)) for key in value)
        return f"{{{', '.join(f'{key}: {yaml_line(part)}' for key, part in zip(keys, value.values(), strict=True))}}}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(yaml_line, value))}]"
    if isinstance(value, float):
        return str(exact(value))
    if isinstance(value, str) and re.fullmatch(_PLAIN, value) and visible(value) == value:
        return value
    import json  # which most runs do not need

    return re.sub(HIDDEN, lambda match: f"\\U{ord(match[0]):08x}", json.dumps(value, ensure_ascii=False))


def yaml_lines(data: Mapping[str, object]) -> Iterator[str]:
    """Yield a map as lines of YAML: each key with its value on one line if that is short or simple, else its parts
    below it."""
    for key, value in data.items():
        name = yaml_line(key)
        flow = yaml_line(value)
        nested = isinstance(value, Mapping) or (
            isinstance(value, list) and any(isinstance(part, Mapping | list) for part in value)
        )
        if not nested or len(key) + len(flow) + 2 <= LONGEST_LINE:
            yield f"{name}: {flow}"
            continue
        yield f"{name}:"
        parts: Iterable[str] = ()
        if isinstance(value, Mapping):
            parts = yaml_lines(value)
        elif isinstance(value, list):
            parts = [f"- {yaml_line(part)}" for part in value]
        yield from (f"  {part}" for part in parts)


def yaml_item(item: Item) -> Iterator[str]:
    """Yield a map as an entry of a list in YAML."""
    for number, line in enumerate(yaml_lines(item)):
        yield f"{'  ' if number else '- '}{line}"


def csv_cell(value: object) -> object:
    """A value for a cell of a table: text that a spreadsheet would take for a formula gets an apostrophe before it.

    A fraction becomes a decimal number, as `1/3` would be read as a day.
    """
    if isinstance(value, Exact):
        return float(value)
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


HANG = 2
"""Columns by which a line continues deeper than it begins."""
DEEPEST = 32
"""A wrapped line is indented to the text after its label, if the label takes no more columns than this."""


def columns(text: str) -> int:
    """The number of columns of a terminal that a text takes: a Chinese sign takes two, marks of colours take none."""
    if text.isascii():
        return len(text)
    from wcwidth import wcswidth

    # marks of colours are written as halves of characters, which are in no real text
    text = re.sub("[\ud800-\udfff]", "", text)
    wide = wcswidth(text)
    if wide >= 0:
        return wide
    return len(text)


def to_left(text: str, width: int) -> str:
    """Return the text with spaces after it, to this many columns."""
    return text + " " * (width - columns(text))


def to_right(text: str, width: int) -> str:
    """Return the text with spaces before it."""
    return " " * (width - columns(text)) + text


def centre(text: str, width: int) -> str:
    """Return the text with as many spaces before it as after it."""
    room = max(width - columns(text), 0)
    before = room // 2 + (room & width & 1)  # as str.center
    return " " * before + text + " " * (room - before)


def wrap(line: str, width: int) -> Iterator[str]:
    """Yield a line broken into lines of at most this many columns; only a wider word is longer.

    Further lines are indented to the text after a label ('turn: …'), if the line begins with one, or else by `HANG`
    more.
    """
    if columns(line) <= width:
        yield line
        return
    label = re.match(r" *(?:\S+ )*\S+ {2,}(?=\S)", line)
    margin = len(line) - len(line.lstrip(" "))
    if label and columns(label[0]) <= min(DEEPEST, width // 2):
        indent = columns(label[0])
    else:
        indent = margin + HANG
    current = " " * margin
    width_so_far = margin
    for gap, word in re.findall(r"( *)([^ ]+)", line[margin:]):
        room = width_so_far + len(gap) + columns(word)
        if room > width and current.strip():
            yield current
            current = " " * indent + word
            width_so_far = indent + columns(word)
        else:
            current = current + gap + word
            width_so_far = room
    yield current


def longest_word(texts: Sequence[str]) -> int:
    """Return the columns of the widest word."""
    return max((columns(word) for text in texts for word in text.split()), default=0)


LIKENESS = {
    "…": "...", "–": "-", "—": "-", "−": "-", "‐": "-", "‑": "-", "·": ".", "•": "*", "×": "x", "÷": "/",
    "≤": "<=", "≥": ">=", "≠": "!=", "→": "->", "←": "<-", "↑": "^", "↓": "v", "½": "1/2", "¼": "1/4", "¾": "3/4",
    "‘": "'", "’": "'", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "\u00a0": " ",
    "♠": "S", "♥": "H", "♦": "D", "♣": "C", "♤": "S", "♡": "H", "♢": "D", "♧": "C",
    "─": "-", "━": "-", "═": "-", "│": "|", "┃": "|", "║": "|", "✓": "x", "✗": "-", "★": "*", "☆": "*",
    **dict.fromkeys("┌┐└┘├┤┬┴┼╭╮╯╰╔╗╚╝╠╣╦╩╬", "+"),
}  # fmt: skip
"""Signs and what replaces them in ASCII."""


def in_ascii(text: str) -> str:
    """A text in ASCII: signs are replaced by similar ones, all else by an escape.

    A replacement may be longer; what follows after two or more spaces then stays in its column, if there is room.
    Marks of colours are kept: they are not part of the text.
    """

    def replace(match: re.Match[str]) -> str:
        letters, rest, room = match.groups()
        shown = "".join(LIKENESS.get(letter) or escape(letter) for letter in letters)
        if len(room) > 1:
            room = " " * max(len(room) - len(shown) + columns(letters), 1)
        return shown + rest + room

    return re.sub(r"([^\x00-\x7f\ud800-\udfff]+)([!-~]*)( *)", replace, text)


def with_escapes(text: str) -> str:
    """Return a text in ASCII as JSON writes it: with escapes only."""
    return re.sub(r"[^\x00-\x7f\ud800-\udfff]+", lambda match: escape(match[0]), text)
