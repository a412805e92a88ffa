"""What a log may load: a log from a stranger must not make the referee read any file that it names."""

from __future__ import annotations

from typing import Literal, NamedTuple

Trust = Literal["names", "folder", "all"]
"""names: games and house rules named without a path. folder: also files in the log's own folder and below. all: any file."""

CHOICES: tuple[Trust, ...] = ("names", "folder", "all")


class Reach(NamedTuple):
    """Which files may be loaded for a log in the file `near`, trusted this far; it named the game and the first `houses` of the
    house rules. What others name is trusted."""

    trust: Trust = "all"
    near: str = ""
    houses: int = 0


ANYTHING = Reach()
