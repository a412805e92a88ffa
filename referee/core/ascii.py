"""Text in ASCII: signs with a close likeness there become that, everything else the escape of JSON, `\\u5c0f`."""

from __future__ import annotations

import re

LIKENESS = {
    "…": "...", "–": "-", "—": "-", "−": "-", "‐": "-", "‑": "-", "·": ".", "•": "*", "×": "x", "÷": "/",
    "≤": "<=", "≥": ">=", "≠": "!=", "→": "->", "←": "<-", "↑": "^", "↓": "v", "½": "1/2", "¼": "1/4", "¾": "3/4",
    "‘": "'", "’": "'", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "\u00a0": " ",
    "♠": "S", "♥": "H", "♦": "D", "♣": "C", "♤": "S", "♡": "H", "♢": "D", "♧": "C",
    "─": "-", "━": "-", "═": "-", "│": "|", "┃": "|", "║": "|", "✓": "x", "✗": "-", "★": "*", "☆": "*",
    **dict.fromkeys("┌┐└┘├┤┬┴┼╭╮╯╰╔╗╚╝╠╣╦╩╬", "+"),
}  # fmt: skip
"""What replaces a sign in ASCII."""
_OTHER = r"[^\x00-\x7f\ud800-\udfff]+"
_AND_ROOM = r"([^\x00-\x7f\ud800-\udfff]+)([!-~]*)( *)"


def in_ascii(text: str) -> str:
    """Return a text in ASCII. Text after a run of spaces stays in its column if there is room before it.

    Marks of colours are kept: they are not part of the text.
    """
    return re.sub(_AND_ROOM, _with_room, text)


def escaped(text: str) -> str:
    """Return a text in ASCII as JSON writes it: with escapes only."""
    return re.sub(_OTHER, lambda found: "".join(map(_escape, found[0])), text)


def _with_room(found: re.Match[str]) -> str:
    from referee.core.columns import columns

    letters, rest, room = found.groups()
    shown = "".join(LIKENESS.get(letter) or _escape(letter) for letter in letters)
    more = len(shown) - columns(letters)
    if len(room) > 1:
        room = " " * max(len(room) - more, 1)
    return shown + rest + room


def _escape(letter: str) -> str:
    halves = letter.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{halves[at]:02x}{halves[at + 1]:02x}" for at in range(0, len(halves), 2))
