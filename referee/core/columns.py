"""How wide text is on a terminal: 小 takes two columns, a combining accent none; and text in ASCII: signs with a close likeness
there become that, everything else the escape of JSON, `\\u5c0f`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from referee.core.harmless import escape

HANG = 2
"""How much deeper a line continues than it begins."""
DEEPEST = 32
"""A wrapped line is indented to the text after its label, if the label takes no more columns than this."""


def columns(text: str) -> int:
    """Return how many columns of a terminal a text takes; marks of colours take none."""
    if text.isascii():
        return len(text)
    from wcwidth import wcswidth

    text = re.sub("[\ud800-\udfff]", "", text)
    wide = wcswidth(text)
    return wide if wide >= 0 else len(text)


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
    """Yield a line broken into lines of at most that width, except for a wider word; all after the first are indented."""
    if columns(line) <= width:
        yield line
        return
    label = re.match(r" *(?:\S+ )*\S+ {2,}(?=\S)", line)
    margin = len(line) - len(line.lstrip(" "))
    deep = columns(label[0]) if label and columns(label[0]) <= min(DEEPEST, width // 2) else margin + HANG
    begun, wide = " " * margin, margin
    for gap, word in re.findall(r"( *)([^ ]+)", line[margin:]):
        room = wide + len(gap) + columns(word)
        if room > width and begun.strip():
            yield begun
            begun, wide = " " * deep + word, deep + columns(word)
        else:
            begun, wide = begun + gap + word, room
    yield begun


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
"""What replaces a sign in ASCII."""


def in_ascii(text: str) -> str:
    """Return a text in ASCII. Text after a run of spaces stays in its column if there is room before it.

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
