"""Which known word somebody may have meant."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from typing import Any

_LONGEST = 60


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word nearest to `word`, upper and lower case alike; None when nothing is near."""
    if len(word) > _LONGEST:
        return None
    from difflib import get_close_matches

    by_folded = {name.casefold(): name for name in known}
    found = get_close_matches(word.casefold(), by_folded, n=1)
    return by_folded[found[0]] if found else None


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """The end of a sentence about an unknown word: "; did you mean 'deal'?", or "" when nothing is near."""
    found = nearest(word, known)
    return "" if found is None else f"; did you mean {found!r}?"


def nearly(word: str, known: Iterable[str]) -> str | None:
    """The known word that `word` is a slip of: all but the same letters."""
    from difflib import get_close_matches

    found = get_close_matches(word, [*known], n=1, cutoff=0.85) if len(word) <= _LONGEST else []
    return found[0] if found else None


def cut_texts(entries: Mapping[Any, Any], known: Container[Any] | None = None) -> dict[Any, str]:
    """What to say of each key that is the rest of a formula, or of another text, which stood in `{…}` without quotes.

    YAML parts the entries of `{…}` at commas: it reads `{when: max(a, b) > 3}` as `when: max(a` and `b) > 3` without a value.
    A rest is known by the bracket that is open before it; where all keys are `known`, by its being none of them.
    """
    said = {}
    whole = owner = ""
    for name, value in entries.items():
        is_open = whole.count("(") > whole.count(")")
        if whole and value is None and (is_open or (known is not None and name not in known)):
            whole = f"{whole}, {name}"
            what = "formula" if is_open else "text"
            said[name] = f'; a comma parts the entries of {{…}}: put the {what} in quotes, as in {owner}: "{whole}"'
        elif isinstance(value, str):
            whole, owner = value, str(name)
        else:
            whole = ""
    return said
