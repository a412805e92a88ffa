"""A formula: it is read and comes to a number of few digits for every player, or is refused in a line with its column."""

from __future__ import annotations

from target import fuzz, instrumented, require_lines, text_of

with instrumented():
    from referee.core.formula import LARGEST, FormulaError, FormulaFault, parse

ROWS = (
    {"bid": 2, "won": 2, "cards": 6, "total": 11},
    {"bid": 0, "won": 1, "cards": 6, "total": -3},
    {"bid": 3, "won": 0, "cards": 6, "total": 2.5},
)


def TestOneInput(data: bytes) -> None:
    text = text_of(data)
    try:
        formula = parse(text, ROWS[0])
    except FormulaFault as fault:
        require_lines([fault.message])
        assert 1 <= fault.column <= len(text) + 1, fault
        return
    assert formula.names <= ROWS[0].keys()
    for row in ROWS:
        try:
            value = formula.run(row, ROWS)
        except FormulaError as error:
            require_lines([error.message])
            continue
        assert isinstance(value, int | float), value
        assert abs(value) <= LARGEST, value


if __name__ == "__main__":
    fuzz(TestOneInput)
