"""Numbers and lists in a sentence."""

from __future__ import annotations

from collections.abc import Iterable


def counted(number: int, plural: str) -> str:
    """'1 card', '2 cards', from the plural."""
    return f"{number} {plural.removesuffix('s') if number == 1 else plural}"


def listed(words: Iterable[object], last: str = "and") -> str:
    """'a', 'a and b', 'a, b and c'."""
    texts = list(map(str, words))
    return f"{', '.join(texts[:-1])} {last} {texts[-1]}" if len(texts) > 1 else "".join(texts)
