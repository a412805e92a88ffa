"""Between what numbers the value of a formula lies, from those of its names: what nobody, however lucky, can exceed.

Names are taken one by one, as if they had nothing to do with each other, so a span is never too small and often too wide.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from functools import cache, reduce
from math import gcd, inf
from typing import Any, NamedTuple

from referee.core.formula import Formula


class NumberSpan(NamedTuple):
    """The whole numbers from the least to the greatest that are `step` apart (0 for one alone); any between if it is None."""

    least: Any
    most: Any
    step: int | None = None

    def __or__(self, other: NumberSpan) -> NumberSpan:
        return _between([*self[:2], *other[:2]], self.step, other.step)

    def __add__(self, other: Any) -> NumberSpan:
        return _between([self.least + other.least, self.most + other.most], self.step, other.step)

    def __mul__(self, other: Any) -> NumberSpan:
        corners = [0 if 0 in (one, more) else one * more for one in self[:2] for more in other[:2]]
        if self.step is None or other.step is None:
            return _between(corners, None)
        return _between(corners, self.step * other.step, self.step * other.least, other.step * self.least)

    @property
    def true(self) -> bool | None:
        """Return whether it is true as a condition; None if it may be either."""
        return None if self.least <= 0 <= self.most and self[:2] != (0, 0) else self[:2] != (0, 0)


def _between(ends: list[Any], *steps: int | None) -> NumberSpan:
    """Return the span between these ends, all of which lie on its steps."""
    if any(end != end for end in ends):  # infinity less infinity
        return ANY
    whole = all(isinstance(number, int) for number in (*ends, *steps))
    return NumberSpan(min(ends), max(ends), gcd(*map(int, steps), *[end - ends[0] for end in ends]) if whole else None)  # type: ignore[arg-type]


def exactly(number: Any) -> NumberSpan:
    """Return the span of one number."""
    return _between([number], 0)


def either(*spans: NumberSpan) -> NumberSpan:
    """Return the span of what lies in one of these."""
    return reduce(NumberSpan.__or__, spans)


ANY, TRUTH, MINUS = NumberSpan(-inf, inf), NumberSpan(0, 1, 1), NumberSpan(-1, -1, 0)
Names = Mapping[str, NumberSpan]
_tree = cache(ast.parse)


def span(formula: Formula, row: Names, rows: Names, most: int) -> NumberSpan:
    """Between what numbers a formula lies for a row with these names, among at most so many rows with names like `rows`."""
    return _of(_tree(formula.source, mode="eval").body, row, rows, most)


def _of(node: Any, row: Names, rows: Names, most: int) -> NumberSpan:
    def of(part: ast.expr) -> NumberSpan:
        return _of(part, row, rows, most)

    match node:
        case ast.Constant(value=number):
            return exactly(number)
        case ast.Subscript(slice=ast.Constant(value=str(name))):
            return row[name]
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            return MINUS * of(inner)
        case ast.UnaryOp(operand=inner):
            return TRUTH if of(inner).true is None else exactly(not of(inner).true)
        case ast.IfExp(test=test, body=body, orelse=other):
            true = of(test).true
            return of(body) | of(other) if true is None else of(body if true else other)
        case ast.BoolOp(op=op, values=[first, *_] as values):
            return of(first) if of(first).true is isinstance(op, ast.Or) else either(exactly(0), *map(of, values))
        case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in _COMPARED:
            always, never = _COMPARED[type(op)](*(of(left) + MINUS * of(right))[:2])
            return exactly(always) if always or never else TRUTH
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub() as op, right=right):
            return of(left) + (of(right) if isinstance(op, ast.Add) else MINUS * of(right))
        case ast.BinOp(left=left, op=ast.Mult(), right=right):
            return of(left) * of(right)
        case ast.BinOp(left=left, op=op, right=right):
            whole = of(left).step is not None and of(right).step is not None
            name = "mod" if isinstance(op, ast.Mod) else "over"
            return _of_call(name, [of(left), of(right)])._replace(step=1 if whole else None)
        case ast.Call(func=ast.Name(id=name), args=[ast.ListComp(elt=value, generators=[loop])]):
            never = bool(loop.ifs) and _of(loop.ifs[0], rows, rows, most).true is False
            each = exactly(0) if never else _of(value, rows, rows, most)
            if name in ("any", "all"):
                return TRUTH
            return each if name in ("max", "min") else exactly(0) | each * NumberSpan(0, most, 1)
        case ast.Call(func=ast.Name(id=name), args=[ast.Tuple(elts=values)] | values):
            return _of_call(name, list(map(of, values)))
    return TRUTH


_COMPARED: Mapping[type, Callable[[Any, Any], tuple[bool, bool]]] = {
    ast.Lt: lambda least, most: (most < 0, least >= 0),
    ast.LtE: lambda least, most: (most <= 0, least > 0),
    ast.Gt: lambda least, most: (least > 0, most <= 0),
    ast.GtE: lambda least, most: (least >= 0, most < 0),
    ast.Eq: lambda least, most: (least == most == 0, least > 0 or most < 0),
    ast.NotEq: lambda least, most: (least > 0 or most < 0, least == most == 0),
}
"""Whether a comparison always holds, or never, by what its left side exceeds its right."""


def _of_call(name: str, values: list[NumberSpan]) -> NumberSpan:
    first, last = values[0], values[-1]
    if name == "sum":
        return reduce(NumberSpan.__add__, values)
    if name == "abs":
        return either(first, MINUS * first, exactly(0))._replace(least=0)
    if name in ("max", "min"):
        pick = max if name == "max" else min
        least, most = pick(value.least for value in values), pick(value.most for value in values)
        return either(*values)._replace(least=least, most=most)
    if last.step is None:
        return ANY
    by = last if name == "mod" else first
    far = max(abs(by.least), abs(by.most)) + (by.step is None)  # -0.5 // 1 is -1
    return NumberSpan(-far, far)
