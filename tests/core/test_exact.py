"""Exact numbers beside the fractions of the standard library, which know nothing of them."""

from __future__ import annotations

import copy
import json
import operator
import pickle
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.core.exact import Exact, Number, exact, is_quotient, ratio, written
from referee.core.text import yaml_line

FRACTIONS = st.fractions(-1000, 1000, max_denominator=1000) | st.decimals(-100, 100, places=2).map(Fraction)
ARITHMETIC = (operator.add, operator.sub, operator.mul, operator.truediv, operator.floordiv, operator.mod)
COMPARISONS = (operator.lt, operator.le, operator.gt, operator.ge, operator.eq, operator.ne)


def number(fraction: Fraction) -> Number:
    return ratio(fraction.numerator, fraction.denominator)


def fraction(found: Any) -> Any:
    return Fraction(found.above, found.below) if isinstance(found, Exact) else found


@given(FRACTIONS, FRACTIONS, st.sampled_from(ARITHMETIC))
def test_arithmetic(left: Fraction, right: Fraction, sign: Callable[[Any, Any], Any]) -> None:
    if not right and sign not in (operator.add, operator.sub, operator.mul):
        with pytest.raises(ZeroDivisionError):
            sign(number(left), number(right))
        return
    if isinstance(number(left), int) and isinstance(number(right), int) and sign is operator.truediv:
        return
    found, true = sign(number(left), number(right)), sign(left, right)
    assert fraction(found) == true
    assert isinstance(found, int) == (Fraction(true).denominator == 1)


@given(FRACTIONS, FRACTIONS, st.sampled_from(COMPARISONS))
def test_order(left: Fraction, right: Fraction, sign: Callable[[Any, Any], Any]) -> None:
    assert sign(number(left), number(right)) is sign(left, right)


@given(FRACTIONS)
def test_one_number(value: Fraction) -> None:
    one = number(value)
    assert fraction(-one) == -value
    assert fraction(abs(one)) == abs(value)
    assert fraction(+one) == value
    assert int(one) == int(value)
    assert bool(one) is bool(value)
    assert float(one) == float(value)
    assert fraction(exact(str(one))) == value
    assert fraction(exact(written(one))) == value
    assert (float(one) == one) is True
    assert hash(float(one)) == hash(one)
    assert fraction(pickle.loads(pickle.dumps(one))) == fraction(copy.deepcopy(one)) == value


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_float_is_its_shortest_decimals(value: float) -> None:
    assert fraction(exact(value)) == Fraction(repr(value))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("3.3", "3.3"), ("3.30", "3.3"), ("-0.05", "-0.05"), ("7.0", "7"), ("10/3", "10/3"), ("-2/6", "-1/3"), ("9/3", "3"),
        ("1e-3", "0.001"), ("1.5e3", "1500"), ("12345678901234567890.5", "12345678901234567890.5"),
    ],
)  # fmt: skip
def test_text(text: str, shown: str) -> None:
    value = exact(text)
    assert str(value) == repr(value) == f"{value}" == yaml_line(value) == shown


@pytest.mark.parametrize(
    "text", ["", "x", "1/0", "1.", ".5", "1e999999999", "1e-500", "inf", "nan", "1/3/5", "+1", "0." + "1" * 401, "१.५"]
)
def test_no_number(text: str) -> None:
    with pytest.raises(ValueError):
        exact(text)


def test_beside_floats() -> None:
    """A plain float is never made exact by the way: what is computed with one is one."""
    third = ratio(1, 3)
    assert type(third + 0.5) is type(0.5 + third) is type(third * 0.5) is float
    assert third < 0.5 < 2 + third
    assert third == 1 / 3
    assert third != 0.3333
    assert max(third, float("-inf")) is third


def test_in_json() -> None:
    """JSON has the nearest float; a log in JSON has text where that is another number."""
    assert json.dumps([exact("3.3"), ratio(10, 3)]) == "[3.3, 3.3333333333333335]"
    assert written(exact("3.3")) == 3.3
    assert written(ratio(10, 3)) == "10/3"
    assert written(7) == 7
    assert is_quotient("10/3")
    assert not is_quotient("10/0")
    assert not is_quotient(3)


def test_what_is_added_again_and_again_stays_small() -> None:
    total: Number = 1
    for prime in range(3, 3000, 2):
        total += ratio(1, prime)
    assert len(str(total)) < 1300
    assert abs(float(total) - 1 - sum(1 / prime for prime in range(3, 3000, 2))) < 1e-9


def test_signs() -> None:
    assert [f"{value:+}" for value in (exact("3.3"), exact("-3.3"), ratio(1, 3))] == ["+3.3", "-3.3", "+1/3"]
    assert f"{ratio(10, 3):.2f}" == "3.33"
