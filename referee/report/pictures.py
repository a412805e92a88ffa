"""What pictures are drawn of; `plot` draws them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FORMATS = {".svg": "svg", ".png": "png"}
"""The format of a picture, by its file's suffix; without one it is SVG."""


class Picture(NamedTuple):
    """A picture: its size in inches, what it shows in one sentence, and the function that draws it."""

    size: tuple[float, float]
    says: str
    draw: Callable[[Figure], None]


class Race(NamedTuple):
    """One game: its title, what is counted along its length ('hand'), and the totals after each."""

    title: str
    unit: str
    score: Mapping[str, Any]


class Finals(NamedTuple):
    """Many games under one ruleset: its title, and every final total by player."""

    title: str
    totals: Mapping[str, Sequence[float]]
