"""Everything that families share: cards, events, findings, formulas, rulesets, and the parts that a family gives.

Standard library only, and pure: no clock, no dice, no disk, no print.
"""

from collections.abc import Callable
from typing import ClassVar


class Shown:
    """Something that a notebook shows. The package sets how it is drawn, for what draws it is far above."""

    __slots__ = ()

    _draw: ClassVar[Callable[[object], str]]

    def _repr_html_(self) -> str:
        """Return it in HTML, as a notebook asks for it."""
        return Shown._draw(self)
