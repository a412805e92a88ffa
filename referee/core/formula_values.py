"""Every value that a formula can have when a name in it may be one of several.

A name has a set of values, or ANY if nothing is known about it. Names are taken to be independent of each other, so a formula
may seem to have more values than it has, but never fewer. Whoever needs it exact calculates it for one value of each name.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache, reduce
from itertools import product
from typing import Any

from referee.core.cards import mask_of
from referee.core.formula import LARGEST, Formula, FormulaError, divided

Values = frozenset[Any] | None
"""What something may be; None (ANY) if it may be anything."""
Row = Mapping[str, Any]
"""Values by name; for `side()` and `others()` the rows that they look at."""
Of = Callable[[Row, Sequence[Row]], Values]

ANY: Values = None
NEVER: frozenset[Any] = frozenset()
BOTH: frozenset[Any] = frozenset((False, True))
NOTHING: Values = frozenset((0,))
MOST = 20_000
"""A set larger than this is ANY."""
MOST_PAIRS = 400_000
"""What is combined of more pairs of values than this is ANY."""
MANY_PAIRS = 1_000
MOST_APART = 100_000
"""More pairs of whole numbers than the first, none further apart than the second, are added as a mask: it is quicker."""

_SIGNS: dict[type[ast.AST], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}


def possible(formula: Formula, row: Row, rows: Sequence[Row]) -> Values:
    """Every value that a formula can have, without the cases in which it has none."""
    if not formula.over:
        plain = {}
        for name in formula.names:
            values = row[name]
            if values is None or len(values) != 1:
                break
            (plain[name],) = values
        else:
            try:
                return frozenset((formula.run(plain, ()),))
            except FormulaError:
                return NEVER
    values = _compiled(formula.source)(row, rows)
    if not values or (min(values) >= -LARGEST and max(values) <= LARGEST and float not in {*map(type, values)}):
        return values
    return frozenset(
        int(value) if type(value) is float and value.is_integer() else value
        for value in values
        if -LARGEST <= value <= LARGEST
    )


def added(first: Values, second: Values) -> Values:
    """Every sum of one of these and one of those."""
    return _combined(operator.add, first, second)


def truth(values: Values) -> frozenset[bool]:
    """Whether something with these values is true, false or may be both."""
    return BOTH if values is None else frozenset(map(bool, values))


def either(first: Values, second: Values) -> Values:
    """What is one of these or one of those."""
    return None if first is None or second is None else _small(first | second)


def _small(values: frozenset[Any]) -> Values:
    return values if len(values) <= MOST else ANY


def _combined(sign: Callable[[Any, Any], Any], first: Values, second: Values) -> Values:
    if first == NEVER or second == NEVER:
        return NEVER
    if first is None or second is None or len(first) * len(second) > MOST_PAIRS:
        return ANY
    if sign is operator.add:
        several, one = (first, second) if len(second) == 1 else (second, first)
        if len(one) == 1:
            (more,) = one
            return frozenset([number + more for number in several])
        if len(first) * len(second) > MANY_PAIRS and _whole(first | second):
            return _small(_sums(first, second))
    try:
        return _small(frozenset({sign(left, right) for left in first for right in second}))
    except (ZeroDivisionError, OverflowError):
        return _small(frozenset(_that_have_values(sign, first, second)))


def _that_have_values(sign: Callable[[Any, Any], Any], first: Iterable[Any], second: Iterable[Any]) -> Iterator[Any]:
    """The values of a formula, without the pairs for which it has none."""
    for left, right in product(first, second):
        with suppress(ZeroDivisionError, OverflowError):
            yield sign(left, right)


def _whole(values: frozenset[Any]) -> bool:
    return {*map(type, values)} <= {int, bool} and max(values) - min(values) < MOST_APART


def _sums(first: frozenset[int], second: frozenset[int]) -> frozenset[int]:
    """Sums of many pairs of whole numbers, as a mask."""
    least, other = min(first), min(second)
    mask = mask_of(number - least for number in first)
    sums = 0
    for number in second:
        sums |= mask << number - other
    return frozenset([least + other + place for place, bit in enumerate(reversed(bin(sums))) if bit == "1"])


def _compared(sign: type[ast.AST], first: Values, second: Values) -> frozenset[bool]:
    """Whether a comparison may be true, and false."""
    if first == NEVER or second == NEVER:
        return NEVER
    if first is None or second is None:
        return BOTH
    if sign in (ast.Gt, ast.GtE):
        return _compared(ast.Lt if sign is ast.Gt else ast.LtE, second, first)
    if sign in (ast.Lt, ast.LtE):
        below = operator.lt if sign is ast.Lt else operator.le
        return frozenset((below(min(first), max(second)), below(max(first), min(second))))
    same = not first.isdisjoint(second)
    differ = len(first) > 1 or len(second) > 1 or not same
    return frozenset(found for found, may in ((sign is ast.Eq, same), (sign is ast.NotEq, differ)) if may)


def _extreme(which: Callable[..., Any], several: Sequence[Values]) -> Values:
    """The largest, or the smallest, of one value of each; never of none."""
    known = [values for values in several if values is not None]
    if not several or NEVER in known:
        return NEVER
    if len(known) < len(several):
        return ANY
    bound = which(map(min if which is max else max, known))
    return frozenset(value for values in known for value in values if which(value, bound) == value)


def _all(several: Sequence[frozenset[bool]], *, end: bool) -> frozenset[bool]:
    """Whether any of these is true (if `end`), or all are (if not)."""
    if NEVER in several:
        return NEVER
    ends = any(end in truths for truths in several)
    goes_on = all((not end) in truths for truths in several)
    return frozenset(found for found, may in ((end, ends), (not end, goes_on)) if may)


@lru_cache(maxsize=1024)
def _compiled(source: str) -> Of:
    """What finds the values of a formula, from its emitted source."""
    return _of(ast.parse(source, mode="eval").body)


def _of(node: ast.expr) -> Of:
    match node:
        case ast.Constant(value=value):
            only = frozenset((value,))
            return lambda row, rows: only
        case ast.Subscript(slice=ast.Constant(value=str(name))):
            return lambda row, rows: row[name]
        case ast.UnaryOp(op=ast.Not(), operand=inner):
            return _of_truth(_of(inner), lambda truths: frozenset(not found for found in truths))
        case ast.UnaryOp(operand=inner):
            return _of_two(operator.sub, _of(ast.Constant(0)), _of(inner))
        case ast.BinOp(left=left, op=sign, right=right):
            return _of_two(_SIGNS[type(sign)], _of(left), _of(right))
        case ast.BoolOp(op=sign, values=values):
            return _of_series(isinstance(sign, ast.Or), [_of(value) for value in values])
        case ast.Compare(left=left, ops=signs, comparators=others):
            return _of_comparison(_of(left), list(zip(signs, others, strict=True)))
        case ast.IfExp(test=test, body=body, orelse=otherwise):
            return _of_choice(_of(test), _of(body), _of(otherwise))
        case ast.Call(func=ast.Name(id=name), args=[ast.ListComp() as looked]):
            return _of_rows(name, looked)
        case ast.Call(func=ast.Name(id=name), args=arguments):
            return _of_call(name, arguments)
    raise AssertionError(ast.dump(node))


def _of_truth(inner: Of, turned: Callable[[frozenset[bool]], Values]) -> Of:
    return lambda row, rows: turned(truth(inner(row, rows)))


def _of_two(sign: Callable[[Any, Any], Any], left: Of, right: Of) -> Of:
    return lambda row, rows: _combined(sign, left(row, rows), right(row, rows))


def _of_series(ends: bool, several: Sequence[Of]) -> Of:
    """`or` (which ends with the first true value) and `and` (with the first false one)."""

    def run(row: Row, rows: Sequence[Row]) -> Values:
        found: Values = NEVER
        for one in several[:-1]:
            values = one(row, rows)
            kept = _falsy(values) if not ends else None if values is None else frozenset(filter(None, values))
            found = either(found, kept)
            if (not ends) not in truth(values):
                return found
        return either(found, several[-1](row, rows))

    return run


def _falsy(values: Values) -> Values:
    return frozenset((False,)) if values is None else frozenset(value for value in values if not value)


def _of_comparison(first: Of, others: Sequence[tuple[ast.cmpop, ast.expr]]) -> Of:
    steps = [
        (type(sign), frozenset(ast.literal_eval(other)) if isinstance(other, ast.Tuple) else _of(other))
        for sign, other in others
    ]

    def run(row: Row, rows: Sequence[Row]) -> Values:
        left, found = first(row, rows), list[frozenset[bool]]()
        for sign, other in steps:
            if isinstance(other, frozenset):
                within = BOTH if left is None else frozenset(value in other for value in left)
                found.append(within if sign is ast.In else frozenset(not one for one in within))
                continue
            right = other(row, rows)
            found.append(_compared(sign, left, right))
            left = right
        return _all(found, end=False)

    return run


def _of_choice(test: Of, body: Of, otherwise: Of) -> Of:
    def run(row: Row, rows: Sequence[Row]) -> Values:
        found: Values = NEVER
        for holds in truth(test(row, rows)):
            found = either(found, (body if holds else otherwise)(row, rows))
        return found

    return run


def _of_call(name: str, arguments: Sequence[ast.expr]) -> Of:
    """A function of some values: sum of a tuple, max and min of several, abs of one, or a quotient."""
    if isinstance(arguments[0], ast.Tuple):
        arguments = arguments[0].elts
    several = [_of(argument) for argument in arguments]
    if name == "over":
        return _of_two(divided, *several)
    if name == "sum":
        return reduce(lambda first, second: _of_two(operator.add, first, second), several)
    if name == "abs":
        return lambda row, rows: _absolute(several[0](row, rows))
    which = max if name == "max" else min
    return lambda row, rows: _extreme(which, [one(row, rows) for one in several])


def _absolute(values: Values) -> Values:
    return None if values is None else frozenset(map(abs, values))


def _of_rows(name: str, looked: ast.ListComp) -> Of:
    """A function of many rows: all of them, those of a player's own side, or those of the others."""
    (loop,) = looked.generators
    around = loop.iter.slice.value if isinstance(loop.iter, ast.Subscript) else ""  # type: ignore[attr-defined]
    each = _of(loop.ifs[0] if name == "len" else looked.elt)

    def run(row: Row, rows: Sequence[Row]) -> Values:
        looked_at = row[around] if around else rows
        several = [each(one, rows) for one in looked_at]
        if name == "sum":
            return reduce(added, several, NOTHING)
        if name in ("max", "min"):
            return _extreme(max if name == "max" else min, several)
        truths = [truth(values) for values in several]
        if name == "len":
            least = sum(False not in found for found in truths)
            most = sum(True in found for found in truths)
            return NEVER if NEVER in truths else frozenset(range(least, most + 1))
        return _all(truths, end=name == "any")

    return run
