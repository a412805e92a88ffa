"""Every value that a formula may have, against the formula itself for each value of its names."""

from __future__ import annotations

from itertools import islice, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from slowness import tries
from test_formula import NAMES, Tree, printed, trees

from referee.core.formula import Formula, FormulaError, parse
from referee.core.formula_parser import FormulaFault
from referee.core.formula_values import ANY, Values, either, possible

KNOWN = ("bid", "won", "declarer", "total")


def of(*values: Any) -> Values:
    return frozenset(values)


CASES = (
    ("won >= bid", {"won": of(3, 4), "bid": of(4)}, of(True, False)),
    ("won >= bid", {"won": of(4, 5), "bid": of(3, 4)}, of(True)),
    ("won == bid", {"won": of(4, 5), "bid": of(3)}, of(False)),
    ("won != bid", {"won": of(4), "bid": of(4)}, of(False)),
    ("10 * bid + won", {"bid": of(1, 2), "won": of(0, 3)}, of(10, 13, 20, 23)),
    ("-bid if won == 0 else bid", {"bid": of(2, 3), "won": of(0, 1)}, of(-2, -3, 2, 3)),
    ("-bid if won == 0 else bid", {"bid": of(2), "won": of(1)}, of(2)),
    ("bid / won", {"bid": of(6), "won": of(0, 4, 3)}, of(2, 1.5)),
    ("bid // won", {"bid": of(6), "won": of(0)}, of()),
    ("max(bid, won)", {"bid": of(1, 4), "won": of(2, 3)}, of(2, 3, 4)),
    ("min(bid, won, 2)", {"bid": of(1, 4), "won": of(2, 3)}, of(1, 2)),
    ("abs(won - bid)", {"bid": of(1), "won": of(0, 3)}, of(1, 2)),
    ("won in [0, 13]", {"won": of(0, 13)}, of(True)),
    ("won not in [0, 13]", {"won": of(0, 1)}, of(True, False)),
    ("declarer and won", {"declarer": of(True, False), "won": of(2)}, of(False, 2)),
    ("declarer or won > 3", {"declarer": of(True), "won": ANY}, of(True)),
    ("not (won > 3)", {"won": of(1, 2)}, of(True)),
    ("bid + total", {"bid": of(1), "total": ANY}, ANY),
    ("bid if total > 3 else won", {"bid": of(1), "won": of(2), "total": ANY}, of(1, 2)),
    ("sum(bid, won, 1)", {"bid": of(1, 2), "won": of(5)}, of(7, 8)),
)


@pytest.mark.parametrize(("text", "row", "values"), CASES)
def test_values(text: str, row: dict[str, Values], values: Values) -> None:
    assert possible(parse(text, KNOWN), row, [row]) == values


ROWS = (
    ("max(bid)", [of(1, 5), of(2, 3), of(0)], of(2, 3, 5)),
    ("min(bid)", [of(1, 5), of(2, 3)], of(1, 2, 3)),
    ("sum(bid)", [of(1, 5), of(2)], of(3, 7)),
    ("count(bid > 2)", [of(1, 5), of(3), of(0)], of(1, 2)),
    ("any(bid > 2)", [of(1), of(0)], of(False)),
    ("any(bid > 2)", [of(1, 5), of(0)], of(True, False)),
    ("all(bid > 2)", [of(4), of(1, 3)], of(True, False)),
    ("bid == max(bid)", [of(4), of(1, 3)], of(True)),
    ("max(bid)", [of(4), ANY], ANY),
)


@pytest.mark.parametrize(("text", "bids", "values"), ROWS)
def test_values_over_rows(text: str, bids: list[Values], values: Values) -> None:
    rows = [{"bid": each} for each in bids]
    assert possible(parse(text, KNOWN), rows[0], rows) == values


def test_what_is_one_of_two_may_be_anything_if_either_may() -> None:
    assert either(of(1, 2), of(2, 3)) == of(1, 2, 3)
    assert [either(ANY, of(1)), either(of(1), ANY), either(ANY, ANY)] == [ANY] * 3


@pytest.mark.parametrize(
    ("bids", "won"),
    [
        (range(0, 5000, 10), range(-30, 31)),
        (range(50), range(100, 150)),
        ([number / 2 for number in range(50)], range(100, 150)),
        ([number * 10**6 for number in range(50)], range(50)),
    ],
)
def test_many_sums_are_exact(bids: Any, won: Any) -> None:
    row = {"bid": of(*bids), "won": of(*won)}
    assert possible(parse("bid + won", KNOWN), row, [row]) == {one + other for one in bids for other in won}


some = st.frozensets(st.integers(-3, 13) | st.sampled_from([0.5, 10**9, True]), min_size=1, max_size=3)
open_tables = st.lists(st.fixed_dictionaries(dict.fromkeys(NAMES, some)), min_size=1, max_size=3)


@settings(max_examples=tries(300), deadline=None)
@given(trees, open_tables)
def test_no_value_is_missing(tree: Tree, table: list[dict[str, Values]]) -> None:
    try:
        formula = parse(printed(tree), NAMES)
    except FormulaFault:
        return
    values = possible(formula, table[0], table)
    if values is not ANY:
        for value in _values(formula, table):
            assert value in values


def _values(formula: Formula, table: list[dict[str, Values]]) -> list[Any]:
    """What the formula gives for the first few hundred ways of choosing a value for each name."""
    chosen = product(*(tuple(values or ()) for row in table for values in row.values()))
    found = []
    for numbers in islice(chosen, 400):
        numbers = iter(numbers)
        rows = [{name: next(numbers) for name in row} for row in table]
        try:
            found.append(formula.run(rows[0], rows))
        except FormulaError:
            continue
    return found
