"""Numbers and lists in a sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import islice
from types import MappingProxyType
from typing import Any, TypeVar

T = TypeVar("T")

Called = Mapping[str, str]
"""What the names in formulas mean: 'the tricks won', or 'the player is the dealer' for a condition."""
NOTHING: Called = MappingProxyType({})

MOST_COUNTED = 1_000
"""How far is counted to say how many more there are."""


class Rest(str):
    """A sentence in place of all that there was no room for: 'and 12 more'."""

    __slots__ = ()


def shortened(found: Iterable[T], most: int, rest: Callable[[T, Rest], T]) -> list[T]:
    """Return what was found; if there are more than `most`, the last one says how many more, as `rest` of the one in its
    place."""
    first = list(islice(found, MOST_COUNTED + 1))
    if len(first) <= most:
        return first
    left = len(first) - most + 1
    more = f"and {left} more" if len(first) <= MOST_COUNTED else f"and more than {left - 1} more"
    return [*first[: most - 1], rest(first[most - 1], Rest(more))]


def counted(number: int, plural: str) -> str:
    """'1 card', '2 cards', '1 Luminary', from the plural."""
    one = f"{plural[:-3]}y" if plural.endswith("ies") else plural.removesuffix("s")
    return f"{number} {one if number == 1 else plural}"


def listed(words: Iterable[object], last: str = "and") -> str:
    """'a', 'a and b', 'a, b and c'."""
    texts = list(map(str, words))
    return f"{', '.join(texts[:-1])} {last} {texts[-1]}" if len(texts) > 1 else "".join(texts)


def unrecorded(state: Any, seat: int) -> str:
    """Return how many cards in the hand of a player are not recorded; nothing if all are."""
    number = state.hidden[seat]
    of = f"{number} of the cards in {state.players[seat]}'s hand"
    return f"{of} {'is' if number == 1 else 'are'} not recorded" if number else ""
