"""Between what numbers a formula lies, against the formula itself for values of its names."""

from __future__ import annotations

from itertools import islice, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from slowness import tries
from test_formula import NAMES, Tree, printed, trees

from referee.core.formula import FormulaError, parse
from referee.core.formula_parser import FormulaFault
from referee.core.formula_spans import NumberSpan, either, exactly, span

KNOWN = ("bid", "won", "declarer", "total")


@pytest.mark.parametrize(
    ("text", "least", "most", "step"),
    [
        ("10 * bid + won", 0, 143, 1),
        ("10 * bid + 20", 20, 150, 10),
        ("-10 * bid if won == 0 else 50 * bid", -130, 650, 10),
        ("bid if won > 13 else 7", 7, 7, 0),
        ("bid / 2 + total", float("-inf"), float("inf"), None),
        ("max(won, 5)", 5, 13, 1),
        ("count(won > 2)", 0, 4, 1),
        ("sum(10 * won)", 0, 520, 10),
        ("100 if won in [0, 13] else 0", 0, 100, 100),
        ("not declarer", 0, 1, 1),
    ],
)
def test_spans(text: str, least: int, most: int, step: int | None) -> None:
    row = {"bid": NumberSpan(0, 13, 1), "won": NumberSpan(0, 13, 1), "declarer": NumberSpan(0, 1, 1)}
    row["total"] = NumberSpan(float("-inf"), float("inf"))
    assert span(parse(text, KNOWN), row, row, 4) == (least, most, step)


some = st.lists(st.integers(-3, 13) | st.sampled_from([0.5, 10**9, True]), min_size=1, max_size=3)


@settings(max_examples=tries(300), deadline=None)
@given(trees, st.lists(st.fixed_dictionaries(dict.fromkeys(NAMES, some)), min_size=1, max_size=3))
def test_no_value_lies_outside(tree: Tree, table: list[dict[str, list[int]]]) -> None:
    try:
        formula = parse(printed(tree), NAMES)
    except FormulaFault:
        return
    rows = [{name: either(*map(exactly, values)) for name, values in row.items()} for row in table]
    anybody = {name: either(*[row[name] for row in rows]) for name in rows[0]}
    least, most, step = span(formula, rows[0], anybody, len(rows))
    for numbers in islice(product(*(values for row in table for values in row.values())), 400):
        left = iter(numbers)
        chosen = [{name: next(left) for name in row} for row in table]
        try:
            value = formula.run(chosen[0], chosen)
        except FormulaError:
            continue
        assert least <= value <= most
        assert step is None or value in range(least, most + 1, step or 1)
