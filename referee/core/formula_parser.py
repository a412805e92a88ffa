"""A formula's text, read into Python source: a small parser of its own, with a method for each level of binding.

Anything outside the language is refused with its column, and the messages are the same on every version of Python. What is
emitted is made of only three things: fixed texts of this module, plain numbers, and `row['name']` for known names. The grammar
binds as Python's does, so the source means what the formula says.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from typing import NamedTuple, NoReturn, TypeVar

T = TypeVar("T")

LENGTH, DEPTH, PIECES, DIGITS = 400, 20, 120, 9
FUNCTIONS = ("abs", "all", "any", "count", "max", "min", "sum")
AROUND = {"side": "row['side()']", "others": "row['others()']"}
"""Functions for rows that know the players around them: each with the rows that it looks at."""

_TOKEN = re.compile(
    r"""(?P<space>[ \t\r\n]+)
      | (?P<text>[A-Za-z]{0,2}['"])
      | (?P<name>[A-Za-z_][A-Za-z0-9_]*)
      | (?P<number>[0-9][0-9A-Za-z_.]*)
      | (?P<sign>\*\*|//|:=|<<|>>|<>|=>|=<|&&|\|\||[=!<>]=|.)""",
    re.VERBOSE | re.DOTALL,
)
_NUMBER = re.compile(r"(0|[1-9][0-9]*)(\.[0-9]+)?")
_WORDS = frozenset({"and", "or", "not", "in", "if", "else"})
_BRACKETS = frozenset("()[],")
_COMPARISONS = frozenset({"==", "!=", "<", "<=", ">", ">="})
_SIGNS = _BRACKETS | _COMPARISONS | {"+", "-", "*", "/", "//", "%"}
_TRUTH = {"true": "True", "True": "True", "false": "False", "False": "False"}

_MADE_OF = "it is made of numbers, names, + - * / // %, comparisons, and, or, not, if, else and functions"
_INSTEAD = {
    **dict.fromkeys(("**", "^", "<<"), "write a power as a product, such as 2 * 2"),
    **dict.fromkeys(("=", ":=", "is"), "write '==' to compare"),
    **dict.fromkeys(("&", "&&"), "write 'and'"),
    **dict.fromkeys(("|", "||"), "write 'or'"),
    **dict.fromkeys(("!", "~"), "write 'not'"),
    **dict.fromkeys(("×", "·"), "write '*'"),
    **dict.fromkeys(("−", "–"), "write '-'"),
    **dict.fromkeys(("≤", "=<"), "write '<='"),
    **dict.fromkeys(("≥", "=>"), "write '>='"),
    **dict.fromkeys(("≠", "<>"), "write '!='"),
    **dict.fromkeys(("None", "null"), "write 0 or false"),
    "\u00a0": "write a plain space",
    ">>": "write '//' to divide",
    "÷": "write '/' or '//'",
    ".": "write a name alone, without attributes, and a decimal begins with a digit, such as 0.5",
}
_REFUSED_WORDS = frozenset({"is", "None", "null", "lambda", "for"})


class FormulaFault(Exception):  # noqa: N818 - a fault in a ruleset, found when it is loaded
    """A text that is not a formula: `message` is one sentence, `column` counts from 1 in the text."""

    def __init__(self, message: str, column: int) -> None:
        self.message = message
        self.column = column
        super().__init__(message)


class _Token(NamedTuple):
    kind: str  # "name", "number", "sign" (words such as `and` too) or "end"
    text: str
    column: int

    def __str__(self) -> str:
        return "the end of the formula" if self.kind == "end" else f"'{_short(self.text)}'"


def _short(text: str) -> str:
    return text if len(text) <= 30 else text[:29] + "…"


def tokens(text: str) -> list[_Token]:
    """The signs, names and numbers of a formula, then its end; refuses anything outside the language."""
    if len(text) > LENGTH:
        raise FormulaFault(f"a formula has at most {LENGTH} characters, not {len(text)}", 1)
    tokens = []
    for match in _TOKEN.finditer(text):
        kind, word, column = str(match.lastgroup), match[0], match.start() + 1
        if kind == "space":
            continue
        if kind == "number":
            _check_number(word, column)
        elif word in _WORDS:
            kind = "sign"
        elif word in _REFUSED_WORDS if kind == "name" else word not in _SIGNS:
            raise FormulaFault(_refusal(kind, word), column)
        tokens.append(_Token(kind, word, column))
    if not tokens:
        raise FormulaFault("a formula may not be empty; write at least a number", 1)
    pieces = [token for token in tokens if token.text not in _BRACKETS]
    if len(pieces) > PIECES:
        message = f"a formula has at most {PIECES} numbers, names and operators"
        raise FormulaFault(message, pieces[PIECES].column)
    tokens.append(_Token("end", "", tokens[-1].column + len(tokens[-1].text)))
    return tokens


def _check_number(word: str, column: int) -> None:
    if not _NUMBER.fullmatch(word):
        raise FormulaFault(f"'{_short(word)}' is not a plain number; write it like 12 or 2.5", column)
    digits = len(word.replace(".", ""))
    if digits > DIGITS:
        raise FormulaFault(f"a number has at most {DIGITS} digits, not {digits}", column)


def _refusal(kind: str, word: str) -> str:
    if kind == "text":
        return "a formula cannot contain quoted text; write names without quotes"
    seen = f"'{word}'" if word.isprintable() else f"the character U+{ord(word):04X}"
    right = _INSTEAD.get(word)
    if right is None and not word.isascii():
        seen = f"{seen} (U+{ord(word):04X})" if word.isprintable() else seen
        right = "its letters are plain a to z and its digits plain 0 to 9"
    return f"{seen} is not allowed in a formula; {right or _MADE_OF}"


class Parser:
    """One pass over the tokens, with a method for each level of binding that gives the Python source."""

    def __init__(self, tokens: list[_Token], known: Collection[str], functions: Collection[str]) -> None:
        self.tokens = tokens
        self.known = known
        self.functions = functions
        self.at = 0
        self.depth = 0
        self.names: set[str] = set()
        self.aggregates: list[_Token] = []
        self.over: list[str] = []

    @property
    def token(self) -> _Token:
        return self.tokens[self.at]

    def take(self, signs: Collection[str]) -> str:
        """The next sign, taken, if it is one of these; otherwise an empty string."""
        token = self.token
        if token.kind != "sign" or token.text not in signs:
            return ""
        self.at += 1
        return token.text

    def deeper(self, rule: Callable[[], T]) -> T:
        self.depth += 1
        if self.depth > DEPTH:
            message = f"a formula nests at most {DEPTH} deep; split it or remove brackets"
            raise FormulaFault(message, self.tokens[self.at - 1].column)
        result = rule()
        self.depth -= 1
        return result

    def stray(self, expected: str) -> NoReturn:
        if self.token.text == "[":
            expected = "after 'in', as in: x in [6, 12]"
        raise FormulaFault(f"{self.token} is not allowed here, only {expected}", self.token.column)

    def close(self, opening: _Token) -> None:
        if not self.take((")",)):
            self.stray(f"an operator, or ')' for the '(' at column {opening.column}")

    def formula(self) -> str:
        source = self.choice()
        if self.token.kind != "end":
            self.stray("an operator such as + or ==, or the end of the formula")
        return source

    def choice(self) -> str:
        value = self.either()
        if not self.take(("if",)):
            return value
        condition = self.either()
        if not self.take(("else",)):
            self.stray("an operator, or 'else', as in: x if condition else y")
        return f"{value} if {condition} else {self.deeper(self.choice)}"

    def either(self) -> str:
        return self.series(("or",), self.both)

    def both(self) -> str:
        return self.series(("and",), self.negation)

    def negation(self) -> str:
        return f"not {self.deeper(self.negation)}" if self.take(("not",)) else self.comparison()

    def comparison(self) -> str:
        source = self.terms()
        while operator := self.comparator():
            if operator in _COMPARISONS:
                source += f" {operator} {self.terms()}"
                continue
            source += f" {operator} {self.numbers()}"
            end = self.at
            if self.comparator():
                self.at = end
                self.stray("an operator such as 'and', or the end of the formula")
        return source

    def comparator(self) -> str:
        if self.token.text == "not" and self.tokens[self.at + 1].text == "in":
            self.at += 2
            return "not in"
        return self.take(_COMPARISONS | {"in"})

    def numbers(self) -> str:
        opening = self.token
        if not self.take(("[",)):
            self.stray("a list of numbers, such as [6, 12]")
        found = [self.number()]
        while self.take((",",)):
            found.append(self.number())
        if not self.take(("]",)):
            self.stray(f"',' or ']' for the '[' at column {opening.column}")
        return f"({', '.join(found)},)"

    def number(self) -> str:
        minus = self.take(("-",))
        if self.token.kind != "number":
            self.stray("a number, as in [6, 12]")
        self.at += 1
        return minus + self.tokens[self.at - 1].text

    def terms(self) -> str:
        return self.series(("+", "-"), self.factors)

    def factors(self) -> str:
        return self.series(("*", "/", "//", "%"), self.minus)

    def series(self, signs: Collection[str], operand: Callable[[], str]) -> str:
        source = operand()
        while sign := self.take(signs):
            right = operand()
            source = f"over({source}, {right})" if sign == "/" else f"{source} {sign} {right}"
        return source

    def minus(self) -> str:
        return f"-{self.deeper(self.minus)}" if self.take(("-",)) else self.atom()

    def atom(self) -> str:
        token = self.token
        if self.take(("(",)):
            source = self.deeper(self.choice)
            self.close(token)
            return f"({source})"
        if token.kind not in ("number", "name"):
            self.stray("a number, a name or '('")
        self.at += 1
        if token.kind == "number":
            return token.text
        if self.token.text == "(":
            return self.call(token)
        return _TRUTH.get(token.text) or self.name(token)

    def name(self, token: _Token) -> str:
        word = token.text
        if word in self.known:
            self.names.add(word)
            return f"row[{word!r}]"
        if word in self.functions:
            raise FormulaFault(f"'{word}' is a function; write {word}(…)", token.column)
        raise FormulaFault(_unknown("name", word, self.known), token.column)

    def call(self, token: _Token) -> str:
        if token.text not in self.functions:
            raise FormulaFault(_unknown("function", token.text, self.functions), token.column)
        if token.text in AROUND:
            return self.over_rows("sum", token)
        if token.text != "abs" and self.only_around():
            self.at += 2
            source = self.over_rows(token.text, self.tokens[self.at - 1])
            self.at += 1
            return source
        return self.over_rows(token.text, token)

    def only_around(self) -> bool:
        """Whether the brackets that open here hold only side(…) or others(…)."""
        function = self.tokens[self.at + 1].text
        if function not in AROUND or function not in self.functions or self.tokens[self.at + 2].text != "(":
            return False
        depth = 0
        for place, token in enumerate(self.tokens[self.at + 2 :], self.at + 2):
            depth += (token.text == "(") - (token.text == ")")
            if not depth:
                return self.tokens[place + 1].text == ")"
        return False

    def over_rows(self, function: str, token: _Token) -> str:
        """A function of the arguments in the brackets that open here; for rows, those that `token` names."""
        within = len(self.aggregates)
        found = self.deeper(self.arguments)
        if len(found) > 1 and token.text not in ("max", "min", "sum"):
            message = f"{token.text} takes one value, not {len(found)}; only max, min and sum take more"
            raise FormulaFault(message, token.column)
        if token.text == "abs":
            return f"abs({found[0]})"
        if len(found) > 1:
            values = ", ".join(found)
            return f"sum(({values}))" if token.text == "sum" else f"{token.text}({values})"
        if len(self.aggregates) > within:
            inner = self.aggregates[within]
            which = "other" if AROUND.keys() & {inner.text, token.text} else "all"
            both = f"{_over_all(inner)} stands inside {_over_all(token)}"
            raise FormulaFault(f"{both}; only one of the two may look at {which} rows", inner.column)
        self.aggregates.append(token)
        counting, rows = function == "count", AROUND.get(token.text, "rows")
        looked = f"[1 for row in {rows} if ({found[0]})]" if counting else f"[{found[0]} for row in {rows}]"
        self.over.append(f"{'len' if counting else function}({looked})")
        return self.over[-1]

    def arguments(self) -> list[str]:
        opening = self.token
        self.at += 1
        found = [self.choice()]
        while self.take((",",)):
            found.append(self.choice())
        self.close(opening)
        return found


def _over_all(token: _Token) -> str:
    return f"{token.text}(…)" if token.text in AROUND else f"{token.text} over all rows"


def _unknown(kind: str, word: str, known: Collection[str]) -> str:
    from referee.core.suggest import did_you_mean, told

    near = did_you_mean(word, known)
    if not near:
        near = f"; known here: {', '.join(sorted(known))}" if known else "; write a number"
    return told(f"unknown {kind} '{_short(word)}'", near)
