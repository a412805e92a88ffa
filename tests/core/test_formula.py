"""Formulas: what they come to, what they refuse and in which words, and a brute-force twin."""

from __future__ import annotations

import ast
import operator
import re
import time
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.core.exact import Exact, exact
from referee.core.formula import FormulaError, Row, Value, parse
from referee.core.formula_parser import FormulaFault

NAMES = ("bid", "cards", "total", "won")
ANN: Row = {"bid": 2, "won": 2, "cards": 6, "total": 11}
BEN: Row = {"bid": 0, "won": 1, "cards": 6, "total": -3}
CYD: Row = {"bid": 3, "won": 3, "cards": 6, "total": exact("2.5")}
ROWS = (ANN, BEN, CYD)

MADE_OF = "it is made of numbers, names, + - * / // %, comparisons, and, or, not, if, else and functions"
ASCII = "its letters are plain a to z and its digits plain 0 to 9"
DEEP = "a formula nests at most 20 deep; split it or remove brackets"
MANY = "a formula has at most 120 numbers, names and operators"
BIG = "a number has at most 9 digits, so it is at most 999999999"
OPERAND = "is not allowed here, only a number, a name or '('"
OPERATOR = "is not allowed here, only an operator such as + or ==, or the end of the formula"
ELSE = "is not allowed here, only an operator, or 'else', as in: x if condition else y"
AFTER_IN = "'[' is not allowed here, only after 'in', as in: x in [6, 12]"
KNOWN = "known here: bid, cards, total, won"
FUNCTIONS = "known here: abs, all, any, count, max, min, sum"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("bid + 2", 4),
        ("bid + 2 if won == bid else 0", 4),
        ("0 if won == bid else -won", 0),
        ("1 + 2 * 3 - 4 // 3", 6),
        ("-7 // 2", -4),
        ("-7 % 3", 2),
        ("8 - 4 - 2", 2),
        ("16 / 4 / 2", 2),
        ("2 * 7 / 4", 3.5),
        ("920096753 * 167760436 * 373878287 / (373878287 * 167760436)", 920096753),  # whole, however large
        ("900000003 * 100000007 / 3 % 10", 7),
        ("3.5 * 2", 7),
        ("0.5 - 0.5", 0),
        ("1 <= bid <= 3", True),
        ("1 <= bid < 2", False),
        ("bid in [2, -3.5]", True),
        ("cards not in [6, 12]", False),
        ("-bid in [-2]", True),
        ("bid in [-2]", False),
        ("not bid == won", False),
        ("not not bid", True),
        ("- - bid", 2),
        ("true and not False", True),
        ("false or True", True),
        ("bid == won or 1 // 0", True),
        ("1 if false else 2 if false else 3", 3),
        ("(won == bid) * 10", 10),
        ("total\n  + 1\r\n\t", 12),
        ("count(won == cards)", 0),
        ("count(won == bid)", 2),
        ("count(won if bid else 0)", 2),
        ("count(true)", 3),
        ("sum(bid)", 5),
        ("sum(total if total > 0 else 0)", 13.5),
        ("max(total)", 11),
        ("total == max(total)", True),
        ("min(total) - min(won, bid)", -5),
        ("any(bid == 0)", True),
        ("all(cards == 6 and bid <= cards)", True),
        ("abs(min(total))", 3),
        ("max(bid, won + 1, sum(bid))", 5),
        ("sum(bid, won, 1.5)", 5.5),
        ("sum(max(bid, won) + 1)", 9),
        ("min(bid, 1 if won else 0)", 1),
        (7, 7),
        (-7, -7),
        (2.5, 2.5),
        (3.0, 3),
        (0.0000001, 0.0000001),
        (True, True),
        (False, False),
    ],
)
def test_value(text: str | Value, value: Value) -> None:
    found = parse(text, NAMES).run(ANN, ROWS)
    right = value if isinstance(value, bool) else exact(value)
    assert (found, type(found)) == (right, type(right))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1.1 + 1.1 + 1.1", "3.3"),
        ("0.1 * 3", "0.3"),
        ("0.1 * 3 == 0.3", "True"),
        ("2 + (won - bid) / 10 + 0.1", "2.1"),
        ("10 / 3", "10/3"),
        ("-10 / 3", "-10/3"),
        ("10 / 3 * 3", "10"),
        ("1 / 3 + 1 / 3 + 1 / 3 == 1", "True"),
        ("sum(1.1)", "3.3"),
        ("7.7 // 1.1", "7"),
        ("7.7 % 1.1", "0"),
        ("-0.5 // 1", "-1"),
        ("max(0.1 + 0.2, 0.3) - 0.3", "0"),
        ("1 / 0.3", "10/3"),
        ("1000000 * 0.000001", "1"),
        (3.3, "3.3"),
    ],
)
def test_values_are_exact(text: str | Value, value: str) -> None:
    assert str(parse(text, NAMES).run(ANN, ROWS)) == value


@pytest.mark.parametrize(
    ("text", "names"), [("bid + sum(won)", {"bid", "won"}), ("true and 2", set()), ("count(true)", set()), (5, set())]
)
def test_names(text: str | Value, names: set[str]) -> None:
    assert parse(text, NAMES).names == names


@pytest.mark.parametrize(("given_", "text"), [(" bid + 1 ", " bid + 1 "), (-3, "-3"), (True, "true"), (2.5, "2.5")])
def test_text_is_kept(given_: str | Value, text: str) -> None:
    assert parse(given_, NAMES).text == text


def test_a_name_may_be_called_like_a_function() -> None:
    formula = parse("count + count(count > 1)", {"count"})
    assert formula.run({"count": 2}, [{"count": 2}, {"count": 1}]) == 3


def test_formulas_compare_by_text_and_names() -> None:
    assert parse("bid + 1", NAMES) == parse("bid + 1", ("bid",))
    assert parse("bid + 1", NAMES) != parse("bid + 2", NAMES)


def test_sums_over_a_side_and_over_the_others() -> None:
    rows: list[dict[str, Any]] = [{"bid": bid, "won": won} for bid, won in ((2, 3), (0, 1), (4, 5), (1, 4))]
    for seat, row in enumerate(rows):
        row["side()"] = [row, rows[(seat + 2) % 4]]
        row["others()"] = [other for other in rows if other is not row]
    found = {text: parse(text, NAMES, around=True).run(rows[0], rows) for text in AROUND}
    assert found == AROUND


AROUND = {
    "side(won)": 8,
    "others(won)": 10,
    "others(won if bid else 0) + 1": 10,
    "max(others(won))": 5,
    "min(others(won + bid))": 1,
    "max(others(won), 99)": 99,
    "min(3, others(won))": 3,
    "count(side(bid == 0))": 0,
    "any(others(bid == 0))": True,
    "all(side(bid))": True,
    "sum(side(bid))": 6,
    "sum(side(bid), won)": 9,
    "abs(others(-won))": 10,
}


def test_side_and_others_may_be_names() -> None:
    assert parse("side + others", ("side", "others"), around=True).run({"side": 2, "others": 3}, ()) == 5


AROUND_REFUSED = [
    ("max(others(won) + 1)", 5,
     "others(…) stands inside max over all rows; only one of the two may look at other rows"),
    ("others(max(won))", 8, "max over all rows stands inside others(…); only one of the two may look at other rows"),
    ("side(others(won))", 6, "others(…) stands inside side(…); only one of the two may look at other rows"),
    ("max(others(1, 2))", 5, "others takes one value, not 2; only max, min and sum take more"),
    ("side + 1", 1, "'side' is a function; write side(…)"),
    ("max(side", 5, "'side' is a function; write side(…)"),
    ("max(side(won", 13,
     "the end of the formula is not allowed here, only an operator, or ')' for the '(' at column 9"),
    ("odders(1)", 1, "unknown function 'odders'; did you mean 'others'?"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "column", "message"), AROUND_REFUSED, ids=[case[0] for case in AROUND_REFUSED])
def test_refused_of_those_around(text: str, column: int, message: str) -> None:
    with pytest.raises(FormulaFault) as fault:
        parse(text, NAMES, around=True)
    assert (fault.value.message, fault.value.column) == (message, column)


def test_others_are_unknown_where_nobody_sits_around() -> None:
    with pytest.raises(FormulaFault) as fault:
        parse("others(won)", NAMES)
    assert fault.value.message == f"unknown function 'others'; {FUNCTIONS}"


REFUSED = [
    # names and functions
    ("bidd + 1", 1, "unknown name 'bidd'; did you mean 'bid'?"),
    ("1 + qqqqqqqq", 5, f"unknown name 'qqqqqqqq'; {KNOWN}"),
    ("q" * 400, 1, f"unknown name '{'q' * 29}…'; {KNOWN}"),
    ("cuont(bid)", 1, "unknown function 'cuont'; did you mean 'count'?"),
    ("__import__(1)", 1, f"unknown function '__import__'; {FUNCTIONS}"),
    ("bid(1)", 1, f"unknown function 'bid'; {FUNCTIONS}"),
    ("true(1)", 1, f"unknown function 'true'; {FUNCTIONS}"),
    ("1 + max", 5, "'max' is a function; write max(…)"),
    ("abs(1, 2)", 1, "abs takes one value, not 2; only max, min and sum take more"),
    ("count(bid, won, 1)", 1, "count takes one value, not 3; only max, min and sum take more"),
    ("any(1, 2)", 1, "any takes one value, not 2; only max, min and sum take more"),
    ("max()", 5, f"')' {OPERAND}"),
    ("max(1,)", 7, f"')' {OPERAND}"),
    ("max(*bid)", 5, f"'*' {OPERAND}"),
    ("max(bid, key=won)", 13, "'=' is not allowed in a formula; write '==' to compare"),
    ("sum(1 + count(won))", 9,
     "count over all rows stands inside sum over all rows; only one of the two may look at all rows"),
    ("any(max(bid, min(won)))", 14,
     "min over all rows stands inside any over all rows; only one of the two may look at all rows"),
    # numbers
    ("1 + 1e999", 5, "'1e999' is not a plain number; write it like 12 or 2.5"),
    ("0x10", 1, "'0x10' is not a plain number; write it like 12 or 2.5"),
    ("1_000", 1, "'1_000' is not a plain number; write it like 12 or 2.5"),
    ("1j", 1, "'1j' is not a plain number; write it like 12 or 2.5"),
    ("007", 1, "'007' is not a plain number; write it like 12 or 2.5"),
    ("5.", 1, "'5.' is not a plain number; write it like 12 or 2.5"),
    ("1.real", 1, "'1.real' is not a plain number; write it like 12 or 2.5"),
    ("1234567890", 1, "a number has at most 9 digits, not 10"),
    ("12345.67890", 1, "a number has at most 9 digits, not 10"),
    ("9" * 400, 1, "a number has at most 9 digits, not 400"),
    (10**9, 1, BIG),
    (-(10**9), 1, BIG),
    (10**10_000, 1, BIG),
    (1e9, 1, BIG),
    (float("inf"), 1, BIG),
    (float("nan"), 1, BIG),
    # signs and words that are not of the language
    ("9**9**9", 2, "'**' is not allowed in a formula; write a power as a product, such as 2 * 2"),
    ("bid ^ 2", 5, "'^' is not allowed in a formula; write a power as a product, such as 2 * 2"),
    ("1 << 9", 3, "'<<' is not allowed in a formula; write a power as a product, such as 2 * 2"),
    ("9 >> 1", 3, "'>>' is not allowed in a formula; write '//' to divide"),
    ("bid & won", 5, "'&' is not allowed in a formula; write 'and'"),
    ("bid && won", 5, "'&&' is not allowed in a formula; write 'and'"),
    ("bid | won", 5, "'|' is not allowed in a formula; write 'or'"),
    ("bid || won", 5, "'||' is not allowed in a formula; write 'or'"),
    ("!bid", 1, "'!' is not allowed in a formula; write 'not'"),
    ("~bid", 1, "'~' is not allowed in a formula; write 'not'"),
    ("bid <> 1", 5, "'<>' is not allowed in a formula; write '!='"),
    ("bid => 1", 5, "'=>' is not allowed in a formula; write '>='"),
    ("bid =< 1", 5, "'=<' is not allowed in a formula; write '<='"),
    ("bid = 1", 5, "'=' is not allowed in a formula; write '==' to compare"),
    ("(bid := 1)", 6, "':=' is not allowed in a formula; write '==' to compare"),
    ("bid is 1", 5, "'is' is not allowed in a formula; write '==' to compare"),
    ("None", 1, "'None' is not allowed in a formula; write 0 or false"),
    ("null", 1, "'null' is not allowed in a formula; write 0 or false"),
    ("lambda: 0", 1, f"'lambda' is not allowed in a formula; {MADE_OF}"),
    ("[x for x in won]", 4, f"'for' is not allowed in a formula; {MADE_OF}"),
    ("bid @ won", 5, f"'@' is not allowed in a formula; {MADE_OF}"),
    ("{1}", 1, f"'{{' is not allowed in a formula; {MADE_OF}"),
    ("1; 2", 2, f"';' is not allowed in a formula; {MADE_OF}"),
    ("1 # one", 3, f"'#' is not allowed in a formula; {MADE_OF}"),
    ("1 \\\n + 1", 3, f"'\\' is not allowed in a formula; {MADE_OF}"),
    ("1\0", 2, f"the character U+0000 is not allowed in a formula; {MADE_OF}"),
    ("1\x0c", 2, f"the character U+000C is not allowed in a formula; {MADE_OF}"),
    ("'bid'", 1, "a formula cannot contain quoted text; write names without quotes"),
    ('1 + f"{bid}"', 5, "a formula cannot contain quoted text; write names without quotes"),
    (
        "().__class__",
        3,
        "'.' is not allowed in a formula; "
        "write a name alone, without attributes, and a decimal begins with a digit, such as 0.5",
    ),
    (
        "bid.real",
        4,
        "'.' is not allowed in a formula; "
        "write a name alone, without attributes, and a decimal begins with a digit, such as 0.5",
    ),
    # outside ASCII
    ("bid × 2", 5, "'×' is not allowed in a formula; write '*'"),
    ("bid ÷ 2", 5, "'÷' is not allowed in a formula; write '/' or '//'"),
    ("bid − 2", 5, "'−' is not allowed in a formula; write '-'"),
    ("bid ≤ 2", 5, "'≤' is not allowed in a formula; write '<='"),
    ("bid ≥ 2", 5, "'≥' is not allowed in a formula; write '>='"),
    ("bid ≠ 2", 5, "'≠' is not allowed in a formula; write '!='"),
    ("bid\u00a0+ 2", 4, "the character U+00A0 is not allowed in a formula; write a plain space"),
    ("１２", 1, f"'１' (U+FF11) is not allowed in a formula; {ASCII}"),
    ("1²", 2, f"'²' (U+00B2) is not allowed in a formula; {ASCII}"),
    ("bıd", 2, f"'ı' (U+0131) is not allowed in a formula; {ASCII}"),
    ("ｂid", 1, f"'ｂ' (U+FF42) is not allowed in a formula; {ASCII}"),
    ("bid\u202e", 4, f"the character U+202E is not allowed in a formula; {ASCII}"),
    ("\ud800", 1, f"the character U+D800 is not allowed in a formula; {ASCII}"),
    # order
    ("", 1, "a formula may not be empty; write at least a number"),
    (" \n ", 1, "a formula may not be empty; write at least a number"),
    ("1 +", 4, f"the end of the formula {OPERAND}"),
    ("not", 4, f"the end of the formula {OPERAND}"),
    ("+1", 1, f"'+' {OPERAND}"),
    ("1 + not 2", 5, f"'not' {OPERAND}"),
    ("1 2", 3, f"'2' {OPERATOR}"),
    ("bid AND won", 5, f"'AND' {OPERATOR}"),
    ("bid not won", 5, f"'not' {OPERATOR}"),
    ("1, 2", 2, f"',' {OPERATOR}"),
    ("1)", 2, f"')' {OPERATOR}"),
    ("2 * (1 + 2", 11, "the end of the formula is not allowed here, only an operator, or ')' for the '(' at column 5"),
    ("max(1, 2", 9, "the end of the formula is not allowed here, only an operator, or ')' for the '(' at column 4"),
    ("(1]", 3, "']' is not allowed here, only an operator, or ')' for the '(' at column 1"),
    ("1 if bid", 9, f"the end of the formula {ELSE}"),
    ("1 if 1 if 1", 8, f"'if' {ELSE}"),
    ("bid[0]", 4, AFTER_IN),
    ("[1]*10", 1, AFTER_IN),
    ("bid == [1]", 8, AFTER_IN),
    ("bid in 6", 8, "'6' is not allowed here, only a list of numbers, such as [6, 12]"),
    ("bid in (6, 12)", 8, "'(' is not allowed here, only a list of numbers, such as [6, 12]"),
    ("bid in []", 9, "']' is not allowed here, only a number, as in [6, 12]"),
    ("bid in [won]", 9, "'won' is not allowed here, only a number, as in [6, 12]"),
    ("bid in [true]", 9, "'true' is not allowed here, only a number, as in [6, 12]"),
    ("bid in [1", 10, "the end of the formula is not allowed here, only ',' or ']' for the '[' at column 8"),
    ("bid in [1 + 1]", 11, "'+' is not allowed here, only ',' or ']' for the '[' at column 8"),
    ("1 in [1] == 1", 10, "'==' is not allowed here, only an operator such as 'and', or the end of the formula"),
    ("1 in [1] not in [2]", 10, "'not' is not allowed here, only an operator such as 'and', or the end of the formula"),
    # size
    ("(" * 1_000_000, 1, "a formula has at most 400 characters, not 1000000"),
    ("9" * 10_000, 1, "a formula has at most 400 characters, not 10000"),
    ("(" * 200 + ")" * 200, 21, DEEP),
    ("(" * 21 + "1" + ")" * 21, 21, DEEP),
    ("not " * 99, 81, DEEP),
    ("-" * 100 + "1", 21, DEEP),
    ("abs(" * 30, 81, DEEP),
    ("1 if 1 else " * 25 + "1", 248, DEEP),
    ("-" * 399 + "1", 121, MANY),
    ("1+" * 60 + "1", 121, MANY),
    ("1 " * 200, 241, MANY),
]  # fmt: skip


@pytest.mark.parametrize(("text", "column", "message"), REFUSED, ids=[str(n) for n in range(len(REFUSED))])
def test_refused(text: str | Value, column: int, message: str) -> None:
    start = time.process_time()
    with pytest.raises(FormulaFault) as fault:
        parse(text, NAMES)
    spent = time.process_time() - start
    assert (fault.value.message, fault.value.column) == (message, column)
    assert str(fault.value) == message
    assert spent < 0.1


def test_nothing_known() -> None:
    with pytest.raises(FormulaFault) as fault:
        parse("bid", ())
    assert fault.value.message == "unknown name 'bid'; write a number"


@pytest.mark.parametrize(
    "text",
    [
        "(" * 20 + "1" + ")" * 20,
        "-" * 20 + "1",
        "not " * 20 + "false" + " == 1",
        "1 if 1 else " * 20 + "1",
        "+".join(["1"] * 60),
        "/".join(["1"] * 40) + "/" + "(1/" * 19 + "1" + ")" * 19,
        "max(1, " * 20 + "1" + ")" * 20,
    ],
)
def test_the_largest_formulas_run(text: str) -> None:
    assert isinstance(parse(text, NAMES).run(ANN, ROWS), int)


ZERO = "divides by zero; guard it, as in: x / y if y != 0 else 0"
LARGE = "gives too large a number; a result has at most 15 digits"
NOBODY = "asks for the largest or smallest of no rows; there must be at least one"


@pytest.mark.parametrize(
    ("text", "rows", "message"),
    [
        ("won / (bid - 2)", ROWS, f"the formula 'won / (bid - 2)' {ZERO}"),
        ("won\n  // (bid - 2)", ROWS, f"the formula 'won // (bid - 2)' {ZERO}"),
        ("won % 0", ROWS, f"the formula 'won % 0' {ZERO}"),
        ("won % 0.0", ROWS, f"the formula 'won % 0.0' {ZERO}"),
        ("1 / 0", ROWS, f"the formula '1 / 0' {ZERO}"),
        ("any(6 / bid)", ROWS, f"the formula 'any(6 / bid)' {ZERO}"),
        ("max(total)", (), f"the formula 'max(total)' {NOBODY}"),
        ("999999999 * 999999999", ROWS, f"the formula '999999999 * 999999999' {LARGE}"),
        ("1.5" + "*999999999" * 38, ROWS, f"the formula '1.5{'*999999999' * 38}' {LARGE}"),
        ("999999999*" * 38 + "9/2", ROWS, f"the formula '{'999999999*' * 38}9/2' {LARGE}"),
        ("1.5" + "*999999999" * 38 + " % 2", ROWS, f"the formula '1.5{'*999999999' * 38} % 2' {LARGE}"),
    ],
)
def test_no_value(text: str, rows: Sequence[Row], message: str) -> None:
    formula = parse(text, NAMES)
    with pytest.raises(FormulaError) as error:
        formula.run(ANN, rows)
    assert str(error.value) == message


@pytest.mark.parametrize("sign", [1, -1])
def test_the_largest_result(sign: int) -> None:
    formula = parse("total", NAMES)
    assert formula.run({"total": sign * (10**15 - 1)}, ()) == sign * 999_999_999_999_999
    with pytest.raises(FormulaError) as error:
        formula.run({"total": sign * 10**15}, ())
    assert str(error.value) == f"the formula 'total' {LARGE}"


def test_a_total_fed_back_stays_small() -> None:
    formula = parse("total" + " * total" * 40, NAMES)
    row: dict[str, Value] = {"total": 3}
    with pytest.raises(FormulaError):
        for _ in range(1000):
            row["total"] = formula.run(row, [row])


# The twin: trees, a printer that writes as few brackets as the rule books' binding allows, and an evaluator.

Tree = tuple[Any, ...]
BINARY = {
    "or": 1, "and": 2, "+": 5, "-": 5, "*": 6, "/": 6, "//": 6, "%": 6,
}  # fmt: skip
COMPARE: dict[str, Callable[[Any, Any], Any]] = {
    "==": operator.eq, "!=": operator.ne,
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
    "in": lambda left, right: left in right, "not in": lambda left, right: left not in right,
}  # fmt: skip
COUNT: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "//": operator.floordiv, "%": operator.mod,
}  # fmt: skip
EACH: dict[str, Callable[[list[Any]], Any]] = {
    "min": min, "max": max, "any": any, "all": all,
    "sum": sum, "count": lambda values: len([value for value in values if value]),
    "abs": lambda values: abs(*values),
}  # fmt: skip


def printed(tree: Tree, level: int = 0) -> str:
    text, own = _printed(tree)
    return f"({text})" if own < level else text


def _printed(tree: Tree) -> tuple[str, int]:
    match tree:
        case ("leaf", text):
            return text, 8
        case ("group", inner):
            return f"( {printed(inner)} )", 8
        case ("call" | "each", name, *values):
            return f"{name}({' , '.join(printed(value) for value in values)})", 8
        case ("minus", inner):
            return f"- {printed(inner, 7)}", 7
        case ("not", inner):
            return f"not {printed(inner, 3)}", 3
        case ("if", value, condition, other):
            return f"{printed(value, 1)} if {printed(condition, 1)} else {printed(other)}", 0
        case ("compare", first, rest):
            links = (f" {sign} {right if 'in' in sign else printed(right, 5)}" for sign, right in rest)
            return printed(first, 5) + "".join(links), 4
        case ("binary", sign, left, right):
            own = BINARY[sign]
            return f"{printed(left, own)} {sign} {printed(right, own + 1)}", own
    raise AssertionError(tree)


def worth(tree: Tree, row: Row, rows: Sequence[Row]) -> Any:
    match tree:
        case ("leaf", text):
            words = {"true": True, "false": False}
            return row[text] if text in row else words[text] if text in words else Fraction(text)
        case ("group", inner):
            return worth(inner, row, rows)
        case ("call", name, *values):
            return EACH[name]([worth(value, row, rows) for value in values])
        case ("each", name, value):
            return EACH[name]([worth(value, other, rows) for other in rows])
        case ("minus", inner):
            return -worth(inner, row, rows)
        case ("not", inner):
            return not worth(inner, row, rows)
        case ("if", value, condition, other):
            return worth(value if worth(condition, row, rows) else other, row, rows)
        case ("compare", first, rest):
            left = worth(first, row, rows)
            for sign, right in rest:
                right = right if "in" in sign else worth(right, row, rows)
                if not COMPARE[sign](left, right):
                    return False
                left = right
            return True
        case ("binary", sign, left, right):
            value = worth(left, row, rows)
            if sign in ("or", "and"):
                return value if bool(value) == (sign == "or") else worth(right, row, rows)
            other = worth(right, row, rows)
            return Fraction(value) / other if sign == "/" else COUNT[sign](value, other)
    raise AssertionError(tree)


def outcome(value: Any) -> Any:
    """The result as a formula gives it, with its type: nothing beyond 15 digits."""
    if abs(value) > 10**15 - 1:
        return None
    if isinstance(value, Fraction):
        whole = value.denominator == 1
        return (value, int if whole else Exact)
    return value, type(value)


def fraction(value: Any) -> Any:
    return Fraction(value.above, value.below) if isinstance(value, Exact) else value


numbers = st.one_of(st.integers(0, 20), st.integers(0, 10**9 - 1), st.sampled_from([0.5, 1.5, 2.0, 0.1]))
leaves = st.one_of(
    numbers.map(lambda number: ("leaf", str(number))),
    st.sampled_from([*NAMES, *NAMES, "true", "false"]).map(lambda word: ("leaf", word)),
)
lists = st.lists(st.integers(-3, 12) | st.sampled_from([0.5, -1.5]), min_size=1, max_size=3)


@st.composite
def _grown(draw: st.DrawFn, trees: st.SearchStrategy[Tree]) -> Tree:
    kind = draw(st.sampled_from(["binary", "binary", "compare", "if", "minus", "not", "group", "abs", "call"]))
    if kind == "binary":
        return kind, draw(st.sampled_from(sorted(BINARY))), draw(trees), draw(trees)
    if kind == "if":
        return kind, draw(trees), draw(trees), draw(trees)
    if kind == "abs":
        return "call", "abs", draw(trees)
    if kind == "call":
        return (kind, draw(st.sampled_from(["min", "max", "sum"])), *draw(st.lists(trees, min_size=2, max_size=3)))
    if kind != "compare":
        return kind, draw(trees)
    signs = draw(st.lists(st.sampled_from(["==", "!=", "<", "<=", ">", ">="]), max_size=2))
    rest: list[tuple[str, Any]] = [(sign, draw(trees)) for sign in signs]
    if not signs or draw(st.booleans()):
        rest.append((draw(st.sampled_from(["in", "not in"])), draw(lists)))
    return kind, draw(trees), rest


plain = st.deferred(lambda: st.recursive(leaves, _grown, max_leaves=8))
aggregates = st.tuples(st.just("each"), st.sampled_from(["min", "max", "sum", "count", "any", "all"]), plain)
trees = st.deferred(lambda: st.recursive(leaves | aggregates, _grown, max_leaves=8))
values = st.integers(-5, 13) | st.integers() | st.sampled_from([exact("0.5"), exact("2.5"), exact("0.1")])
tables = st.lists(st.fixed_dictionaries(dict.fromkeys(NAMES, values)), min_size=1, max_size=4)
gaps = st.sampled_from([" ", "  ", "\n", "\t "])


@settings(max_examples=400, deadline=None)
@given(trees, tables, gaps)
def test_formulas_equal_their_twin(tree: Tree, rows: list[dict[str, Value]], gap: str) -> None:
    text = printed(tree).replace(" ", gap)
    try:
        formula = parse(text, NAMES)
    except FormulaFault as fault:
        assert fault.message in (DEEP, MANY) or len(text) > 400
        return
    try:
        exactly = [{name: fraction(value) for name, value in row.items()} for row in rows]
        expected = outcome(worth(tree, exactly[0], exactly))
    except ZeroDivisionError:
        expected = None
    try:
        value = formula.run(rows[0], rows)
    except FormulaError:
        assert expected is None
    else:
        assert (fraction(value), type(value)) == expected


WORDS = (
    "bid", "won", "0", "2", "(", ")", "-", "+", "*", "//", "==", "<",
    "in", "[1, 2]", "and", "or", "not", "if", "else",
)  # fmt: skip
ALLOWED = (
    ast.Expression, ast.BinOp, ast.BoolOp, ast.UnaryOp, ast.Compare, ast.IfExp,
    ast.Name, ast.Constant, ast.List, ast.operator, ast.boolop, ast.cmpop, ast.Load, ast.Not, ast.USub,
)  # fmt: skip


def python_allows(text: str) -> bool:
    """Whether Python reads the text, with lists only after `in` and `in` only at the end of a chain."""
    try:
        nodes = list(ast.walk(ast.parse(text, mode="eval")))
    except SyntaxError:
        return False
    chains = [node for node in nodes if isinstance(node, ast.Compare)]
    middle = [sign for chain in chains for sign in chain.ops[:-1] if isinstance(sign, ast.In | ast.NotIn)]
    after = [chain.comparators[-1] for chain in chains if isinstance(chain.ops[-1], ast.In | ast.NotIn)]
    lists = [node for node in nodes if isinstance(node, ast.List)]
    fits = all(isinstance(node, ALLOWED) for node in nodes) and not middle
    return fits and all(isinstance(node, ast.List) for node in after) and len(lists) == len(after)


def _woven(trees: st.SearchStrategy[Tree]) -> st.SearchStrategy[Tree]:
    signs = st.sampled_from(["+", "-", "*", "//", "and", "or"])
    links = st.lists(st.tuples(st.sampled_from(["==", "<"]), trees), min_size=1, max_size=2)
    member = st.sampled_from(["in", "not in"]).map(lambda sign: [(sign, [1, 2])])
    return st.one_of(
        st.tuples(st.just("binary"), signs, trees, trees),
        st.tuples(st.just("compare"), trees, links | member),
        st.tuples(st.just("if"), trees, trees, trees),
        st.tuples(st.sampled_from(["minus", "not"]), trees),
    )


woven = st.recursive(st.sampled_from([("leaf", word) for word in ("bid", "won", "0", "2")]), _woven, max_leaves=6)


@settings(max_examples=400, deadline=None)
@given(woven, st.lists(st.tuples(st.integers(0, 20), st.integers(0, 1), st.sampled_from(WORDS)), max_size=3))
def test_binding_equals_python(tree: Tree, changes: list[tuple[int, int, str]]) -> None:
    """Near-formulas in words that Python shares: both take the same ones, and come to the same value."""
    words = re.findall(r"\[1, 2\]|\w+|//|==|[-+*<()]", printed(tree))
    for at, kept, word in changes:
        words[at : at + 1 - kept] = [word]
    text = " ".join(words)
    try:
        formula = parse(text, NAMES)
    except FormulaFault:
        assert not python_allows(text)
        return
    assert python_allows(text)
    try:
        expected = eval(text, {"__builtins__": {}}, dict(ANN))
    except ZeroDivisionError:
        expected = None
    try:
        assert formula.run(ANN, ROWS) == expected
    except FormulaError:
        assert expected is None


pieces = st.sampled_from([*WORDS, "cards", "1.5", "true", "max(", "sum(", "count(", ",", ")", "%", "/", ".", "]"])


@settings(max_examples=400, deadline=None)
@given(
    st.lists(pieces, max_size=20).map(" ".join) | st.text(max_size=40),
    st.lists(st.fixed_dictionaries(dict.fromkeys(NAMES, st.integers())), max_size=3),
)
def test_any_text_is_a_formula_or_a_fault(text: str, rows: list[dict[str, Value]]) -> None:
    try:
        formula = parse(text, NAMES)
    except FormulaFault as fault:
        assert 1 <= fault.column <= len(text) + 1
        assert fault.message.isprintable()
        return
    try:
        assert isinstance(formula.run(ANN, rows), int | float)
    except FormulaError as error:
        assert str(error).isprintable()
