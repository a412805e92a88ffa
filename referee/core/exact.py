"""Numbers with decimals, exact: 3.3 is thirty-three tenths, not the binary number next to it, and a third is a third.

Arithmetic with an `Exact` gives a plain int wherever the result is whole, so most games never meet one. It is a float for
everybody who wants one, such as a chart or JSON: the float nearest to it. Only what is compared, added up and printed is exact.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping
from math import gcd
from typing import Any

MOST_DECIMALS = 400
"""The most digits after the point of a number that is read or printed; more than any float has."""
LARGEST_FLOAT_DIGITS = 309
FINEST = 10**600
"""The smallest part of 1 that is kept, so that numbers fed back into formulas hand after hand do not grow without end. No
formula over ordinary numbers comes near it."""
_DECIMAL = re.compile(r"(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([-+]?[0-9]+))?", re.ASCII)
_QUOTIENT = re.compile(r"(-?[0-9]{1,600})/([1-9][0-9]{0,600})", re.ASCII)


class Exact(float):
    """A number that is not whole: `above` / `below`, in lowest terms. `ratio` and `exact` make one."""

    __slots__ = ("above", "below")
    above: int
    below: int

    def __new__(cls, above: int, below: int) -> Exact:
        number = super().__new__(cls, above / below)
        number.above = above
        number.below = below
        return number

    def __reduce__(self) -> tuple[type[Exact], tuple[int, int]]:
        return Exact, (self.above, self.below)

    def __str__(self) -> str:
        """Return it as people write it: 3.3, or 10/3 if no decimals can say it."""
        decimals = _decimals_of(self.below)
        if decimals is None:
            return f"{self.above}/{self.below}"
        digits = str(abs(self.above) * 10**decimals // self.below).zfill(decimals + 1)
        sign = ""
        if self.above < 0:
            sign = "-"
        return f"{sign}{digits[:-decimals]}.{digits[-decimals:]}"

    __repr__ = __str__

    def __format__(self, form: str) -> str:
        if form == "":
            return str(self)
        if form == "+":
            if self.above < 0:
                return str(self)
            return f"+{self}"
        return super().__format__(form)

    def __bool__(self) -> bool:
        return True

    def __int__(self) -> int:
        whole = abs(self.above) // self.below
        if self.above < 0:
            return -whole
        return whole

    def __neg__(self) -> Exact:
        return Exact(-self.above, self.below)

    def __pos__(self) -> Exact:
        return self

    def __abs__(self) -> Exact:
        return Exact(abs(self.above), self.below)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Exact):
            return self.above == other.above and self.below == other.below
        if isinstance(other, int):
            return False
        return float.__eq__(self, other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = float.__hash__


Number = int | Exact


def ratio(above: int, below: int) -> Number:
    """The quotient of two whole numbers: an int if it is whole. Raises ZeroDivisionError."""
    if not below:
        raise ZeroDivisionError
    # too fine a fraction is rounded to the nearest FINEST-th, so that its digits do not grow without end
    if below > FINEST or -below > FINEST:
        above = (above * FINEST + below // 2) // below
        below = FINEST
    common = gcd(above, below)
    if below < 0:
        common = -common
    above //= common
    below //= common
    if below == 1:
        return above
    return Exact(above, below)


def exact(written: str | float) -> Number:
    """A number as it is written: '3.3', '-2', '1e-3', '10/3'; a float stands for the shortest decimals that say it. Raises
    ValueError if it is none, too large for a float, or has too many decimals."""
    if isinstance(written, int | Exact):
        return written
    if isinstance(written, str):
        text = written
    else:
        text = repr(written)
    quotient = _QUOTIENT.fullmatch(text)
    if quotient:
        return ratio(int(quotient[1]), int(quotient[2]))
    match = _DECIMAL.fullmatch(text)
    if match is None or len(match[4] or "") > 5:
        raise ValueError(f"{text} is no number")
    sign, whole, fraction, exponent = match.groups()
    decimals = fraction or ""
    shift = int(exponent or 0) - len(decimals)
    if shift < -MOST_DECIMALS or len(whole.lstrip("0")) + int(exponent or 0) > LARGEST_FLOAT_DIGITS:
        raise ValueError(f"{text} is too large, or has too many decimals")
    number = int(sign + whole + decimals)
    return number * 10**shift if shift >= 0 else ratio(number, 10**-shift)


def is_number(value: object) -> bool:
    """Return whether plain data are a number, and not a truth value."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def is_quotient(value: object) -> bool:
    """Return whether a value is a text such as '10/3'."""
    return isinstance(value, str) and _QUOTIENT.fullmatch(value) is not None


def written(number: object) -> object:
    """A number for a log in JSON, which reads as the same again: the text '10/3' where a float does not say it exactly."""
    if not isinstance(number, Exact) or exact(float.__repr__(number)) == number:
        return number
    return str(number)


def in_json(data: object) -> Any:
    """A copy of plain data, such as a log, that says the same in JSON: with its numbers as `written`."""
    if isinstance(data, Mapping):
        return {key: in_json(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return list(map(in_json, data))
    return written(data)


def stands_for(number: Any, true: object) -> bool:
    """Return whether a number as written is a true one, or the float nearest to it: a program may say no more of a third."""
    return bool(number == true or (isinstance(true, Exact) and float(number) == true))


def _decimals_of(below: int) -> int | None:
    """The number of decimals that 1 / `below` needs; None if no decimals say it, or too many.

    It is a finite decimal if `below` has no prime factors but 2 and 5; the larger number of twos or fives counts.
    """
    # `below & -below` keeps only the lowest bit that is set: the power of two in it
    twos = (below & -below).bit_length() - 1
    rest = below >> twos
    fives = 0
    while rest % 5 == 0:
        rest //= 5
        fives += 1
    decimals = max(twos, fives)
    if rest == 1 and decimals <= MOST_DECIMALS:
        return decimals
    return None


def _add(above: int, below: int, other: int, others: int) -> Number:
    return ratio(above * others + other * below, below * others)


def _subtract(above: int, below: int, other: int, others: int) -> Number:
    return ratio(above * others - other * below, below * others)


def _multiply(above: int, below: int, other: int, others: int) -> Number:
    return ratio(above * other, below * others)


def _divide(above: int, below: int, other: int, others: int) -> Number:
    return ratio(above * others, below * other)


def _divide_down(above: int, below: int, other: int, others: int) -> Number:
    return above * others // (below * other)


def _remainder(above: int, below: int, other: int, others: int) -> Number:
    return ratio(above * others % (below * other), below * others)


_Of = Callable[[int, int, int, int], Number]
"""What an operator gives for two numbers: above and below the line of the left one, then of the right one."""
_OfFloats = Callable[[float, float], float]
_Method = Callable[[Exact, object], object]
_OPERATORS: dict[str, tuple[_OfFloats, _Of]] = {
    "add": (operator.add, _add),
    "sub": (operator.sub, _subtract),
    "mul": (operator.mul, _multiply),
    "truediv": (operator.truediv, _divide),
    "floordiv": (operator.floordiv, _divide_down),
    "mod": (operator.mod, _remainder),
}


def _left(of_floats: _OfFloats, of: _Of) -> _Method:
    """The method of an `Exact` on the left of an operator; beside a plain float it is a float itself."""

    def method(self: Exact, other: object) -> object:
        if isinstance(other, Exact):
            return of(self.above, self.below, other.above, other.below)
        if isinstance(other, int):
            return of(self.above, self.below, other, 1)
        if isinstance(other, float):
            return of_floats(float.__float__(self), other)
        return NotImplemented

    return method


def _right(of_floats: _OfFloats, of: _Of) -> _Method:
    """The method of an `Exact` on the right of an operator."""

    def method(self: Exact, other: object) -> object:
        if isinstance(other, int):
            return of(other, 1, self.above, self.below)
        if isinstance(other, float):
            return of_floats(other, float.__float__(self))
        return NotImplemented

    return method


def _comparison(compare: Callable[[float, float], bool]) -> _Method:
    """The method that compares an `Exact` with another number."""

    def method(self: Exact, other: object) -> object:
        if isinstance(other, Exact):
            return compare(self.above * other.below, other.above * self.below)
        if isinstance(other, int):
            return compare(self.above, other * self.below)
        if isinstance(other, float):
            return compare(float.__float__(self), other)
        return NotImplemented

    return method


for _name, (_of_floats, _of) in _OPERATORS.items():
    setattr(Exact, f"__{_name}__", _left(_of_floats, _of))
    setattr(Exact, f"__r{_name}__", _right(_of_floats, _of))
for _compare in (operator.lt, operator.le, operator.gt, operator.ge):
    setattr(Exact, f"__{_compare.__name__}__", _comparison(_compare))
