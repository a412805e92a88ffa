"""Numbers and lists in a sentence."""

from __future__ import annotations

from collections.abc import Sequence


def counted(number: int, plural: str) -> str:
    """'1 card', '2 cards', from the plural."""
    return f"{number} {plural.removesuffix('s') if number == 1 else plural}"


def listed(words: Sequence[str], last: str = "and") -> str:
    """'a', 'a and b', 'a, b and c'."""
    return f"{', '.join(words[:-1])} {last} {words[-1]}" if len(words) > 1 else "".join(words)
