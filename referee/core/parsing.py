"""The formulas of a ruleset, parsed one after another, keeping every fault."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from referee.core import formula
from referee.core.formula import Formula
from referee.core.formula_parser import FormulaFault
from referee.core.places import Pointer
from referee.core.suggest import Told, fix_in


class Parser:
    """Parses the formulas of a ruleset and collects faults with their pointers."""

    def __init__(self) -> None:
        self.faults: list[tuple[Pointer, str]] = []

    def at(self, pointer: Pointer, text: Any, names: Collection[str], *, around: bool = False) -> Formula:
        """The formula at `pointer`, with `around` as in `formula.parse`; after a fault, which is kept, the formula 0."""
        try:
            return formula.parse(text, names, around=around)
        except FormulaFault as fault:
            self.faults.append(
                (pointer, Told(f"{fault.message} (at character {fault.column} of the formula)", fix_in(fault.message)))
            )
            return formula.parse(0, ())
