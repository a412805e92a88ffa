"""The formulas of a ruleset, parsed one after another, keeping every fault."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from referee.core import formula
from referee.core.formula import Formula, of_cases
from referee.core.formula_parser import FormulaFault
from referee.core.places import Pointer
from referee.core.suggest import Told, fix_in


class Parser:
    """Parses the formulas of a ruleset and collects faults with their pointers."""

    def __init__(self) -> None:
        self.faults: list[tuple[Pointer, str]] = []

    def at(self, pointer: Pointer, text: Any, names: Collection[str], *, around: bool = False) -> Formula:
        """Return the formula at `pointer`, with `around` as in `formula.parse`; after a fault, which is kept, the formula 0."""
        try:
            return formula.parse(text, names, around=around)
        except FormulaFault as fault:
            self.faults.append(
                (pointer, Told(f"{fault.message} (at character {fault.column} of the formula)", fix_in(fault.message)))
            )
            return formula.parse(0, ())

    def definitions(self, texts: Mapping[str, Any], names: set[str]) -> list[tuple[str, Formula]]:
        """Return the formulas of `define:` in order, by name; each name is added to `names`, as those after it may use it."""
        defined = []
        for name, text in texts.items():
            defined.append((name, self.at(("define", name), text, names)))
            names.add(name)
        return defined

    def parts(self, at: Pointer, parts: Mapping[str, Any], names: Collection[str]) -> dict[str, Formula]:
        """Return the parts of a section that are added up, by name, each of them cases."""
        compiled = {}
        for name, part in parts.items():
            cases = []
            for place, case in enumerate(part["cases"]):
                here = (*at, name, "cases", place)
                when = self.at((*here, "when"), case["when"], names) if "when" in case else None
                cases.append((when, self.at((*here, "points"), case["points"], names)))
            compiled[name] = of_cases(cases)
        return compiled


def define(rows: Sequence[dict[str, Any]], defined: Sequence[tuple[str, Formula]]) -> None:
    """Add to each row what the definitions come to for it, one after the other."""
    for name, definition in defined:
        for row, value in zip(rows, [definition.run(row, rows) for row in rows], strict=True):
            row[name] = value
