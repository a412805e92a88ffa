"""A formula's text, read by Python's own parser and written as Python source.

What is outside the language is refused before Python reads it, with its column and in the same words on every version of
Python. What is written is made of only three things: fixed texts of this module, plain numbers (those with decimals as
`decimal('2.5')`), and `row['name']` for names.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection
from typing import NamedTuple, NoReturn

from referee.core.wording import did_you_mean, with_fix

LENGTH = 400
DEPTH = 20
PIECES = 120
DIGITS = 9
FUNCTIONS = ("abs", "all", "any", "count", "max", "min", "sum")
AROUND = {"side": "row['side()']", "others": "row['others()']"}
"""Functions for rows that know the players around them: each with the rows that it looks at."""
EVERY_FUNCTION = FUNCTIONS + tuple(AROUND)

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
_BETWEEN = _COMPARISONS | {"+", "-", "*", "/", "//", "%", "in", "not"}
_BEFORE_NOT = frozenset({"", "(", ",", "and", "or", "not", "if", "else"})
_OPERATORS: dict[type[ast.AST], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "//", ast.Mod: "%", ast.In: "in", ast.NotIn: "not in",
    ast.And: "and", ast.Or: "or", ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
}  # fmt: skip
TRUTHS = {"true": True, "True": True, "false": False, "False": False}

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
RESERVED = _WORDS | TRUTHS.keys()
"""Words that mean something else in a formula than a name."""


class FormulaFault(Exception):  # noqa: N818 - a fault in a ruleset, found when it is loaded
    """A text that is not a formula: `message` is one sentence, `column` counts from 1 in the text."""

    def __init__(self, message: str, column: int) -> None:
        self.message = message
        self.column = column
        super().__init__(message)


class _Token(NamedTuple):
    kind: str  # "name", "number", "sign" (words such as `and` too), "end", or "call" for the bracket after a function
    text: str
    column: int

    def __str__(self) -> str:
        if self.kind == "end":
            return "the end of the formula"
        return f"'{_short(self.text)}'"


def _short(text: str) -> str:
    if len(text) <= 30:
        return text
    return text[:29] + "…"


def tokens(text: str) -> list[_Token]:
    """Return the signs, names and numbers of a formula, then its end; refuses anything outside the language."""
    if len(text) > LENGTH:
        raise FormulaFault(f"a formula has at most {LENGTH} characters, not {len(text)}", 1)
    tokens = []
    for match in _TOKEN.finditer(text):
        kind = str(match.lastgroup)
        word = match[0]
        column = match.start() + 1
        if kind == "space":
            continue
        if kind == "number":
            if not _NUMBER.fullmatch(word):
                raise FormulaFault(f"'{_short(word)}' is not a plain number; write it like 12 or 2.5", column)
            digits = len(word.replace(".", ""))
            if digits > DIGITS:
                raise FormulaFault(f"a number has at most {DIGITS} digits, not {digits}", column)
        elif word in _WORDS:
            kind = "sign"
        elif word in _REFUSED_WORDS if kind == "name" else word not in _SIGNS:
            raise FormulaFault(_refusal(kind, word), column)
        tokens.append(_Token(kind, word, column))
    if not tokens:
        raise FormulaFault("a formula may not be empty; write at least a number", 1)
    pieces = [token for token in tokens if token.text not in _BRACKETS]
    if len(pieces) > PIECES:
        raise FormulaFault(f"a formula has at most {PIECES} numbers, names and operators", pieces[PIECES].column)
    tokens.append(_Token("end", "", tokens[-1].column + len(tokens[-1].text)))
    return tokens


def _refusal(kind: str, word: str) -> str:
    """The sentence that refuses a piece of text which is not part of the language, with what to write instead.

    `kind` is the kind of token ('text', 'name', 'sign'), `word` the piece itself.
    """
    if kind == "text":
        return "a formula cannot contain quoted text; write names without quotes"
    if word.isprintable():
        seen = f"'{word}'"
    else:
        seen = f"the character U+{ord(word):04X}"
    right = _INSTEAD.get(word)
    if right is None and not word.isascii():
        if word.isprintable():
            seen = f"{seen} (U+{ord(word):04X})"
        right = "its letters are plain a to z and its digits plain 0 to 9"
    if right is None:
        right = _MADE_OF
    return f"{seen} is not allowed in a formula; {right}"


def tree_of(
    text: str, known: Collection[str] | None = None, functions: Collection[str] = EVERY_FUNCTION
) -> tuple[ast.expr, dict[int, _Token]]:
    """Return a formula as Python's tree, and its tokens by the places (`col_offset`) of the nodes that begin with them.

    known: the names that may be used; any if None. Raises FormulaFault.
    """
    pieces = tokens(text)
    _Order(pieces, known, functions).check()
    source = ""
    places = dict[int, _Token]()
    for token in pieces:
        places[len(source)] = token
        # the underscore keeps a name from being a word of Python's, such as `class`; it is taken off again below
        if token.kind == "name":
            source += f"_{token.text} "
        else:
            source += f"{token.text} "
    tree = ast.parse(source.strip(), mode="eval").body
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            node.id = node.id[1:]
    return tree, places


class _Order:
    """The order of the tokens of a formula, read from left to right."""

    def __init__(self, pieces: list[_Token], known: Collection[str] | None, functions: Collection[str]) -> None:
        """Begin to check these tokens; `known` are the names that may be used (any if None), `functions` those before
        a bracket."""
        self._pieces = pieces
        self._known = known
        self._functions = functions
        self._at = 0
        self._stack: list[_Token] = []
        """Brackets, each `if` without its `else`, and what binds all that follows: - not else."""
        self._ended = False
        """True if a value has just ended."""
        self._listed = False
        """True if a list has ended it."""

    def check(self) -> None:
        """Raise FormulaFault at the first token that may not stand where it does, nests too deep or is an unknown name."""
        while not self._is_complete():
            token = self._pieces[self._at]
            if not self._ended:
                self._begin_value(token)
            elif token.text in _BETWEEN:
                self._continue_value(token)
            else:
                self._end_value(token)
            # a minus sign binds one value only, so it ends with it
            while self._ended and self._stack and self._stack[-1].text == "-":
                self._stack.pop()
            if sum(one.text != "if" for one in self._stack) > DEPTH:
                raise FormulaFault(f"a formula nests at most {DEPTH} deep; split it or remove brackets", token.column)
            self._at += 1

    def _is_complete(self) -> bool:
        return self._ended and self._pieces[self._at].kind == "end" and self._opening() is None

    def _opening(self) -> _Token | None:
        """The innermost bracket or `if` that is still open."""
        for one in reversed(self._stack):
            if one.text in ("(", "if"):
                return one
        return None

    def _next_text(self) -> str:
        return self._pieces[self._at + 1].text

    def _begin_value(self, token: _Token) -> None:
        """Take a token where a value must begin: a number, a name, or what opens a value."""
        if token.kind == "number":
            self._ended = True
        elif token.kind == "name":
            self._take_name(token)
        elif token.text in ("(", "-") or (token.text == "not" and self._may_negate()):
            self._stack.append(token)
        else:
            _stray(token, "a number, a name or '('")

    def _take_name(self, token: _Token) -> None:
        """A name is a value by itself, or the bracket after it opens the arguments of a function."""
        calls = self._next_text() == "("
        _check_name(token.text, token.column, self._known, self._functions, calls=calls)
        if not calls:
            self._ended = True
            return
        self._at += 1
        self._stack.append(_Token("call", "(", self._pieces[self._at].column))

    def _may_negate(self) -> bool:
        """Return whether `not` may stand here: at the beginning of a condition, but not after a number's sign."""
        return self._at == 0 or self._pieces[self._at - 1].text in _BEFORE_NOT

    def _continue_value(self, token: _Token) -> None:
        """Take an operator after a value: another value follows, or after `in` a list of numbers, which is skipped."""
        if self._listed:
            _stray(token, "an operator such as 'and', or the end of the formula")
        if token.text == "in":
            self._at = _end_of_list(self._pieces, self._at + 1)
            self._listed = True
        elif token.text != "not":
            self._ended = False
        elif self._next_text() != "in":
            self._end_value(token)

    def _end_value(self, token: _Token) -> None:
        """Take a token that ends the value before it: a bracket, comma, `if`, `else`, `and` or `or`, if it may stand
        here."""
        text = token.text
        opening = self._opening()
        inside = ""
        if opening is not None:
            inside = opening.text
        self._ended = False
        self._listed = False
        self._close_bound(text)
        if text == "if" and inside != "if":
            self._stack.append(token)
        elif text == "else" and inside == "if":
            self._stack[-1] = token
        elif text == ")" and inside == "(":
            self._stack.pop()
            self._ended = True
        elif text not in ("and", "or") and not (text == "," and opening is not None and opening.kind == "call"):
            _stray(token, _what_may_follow(opening))

    def _close_bound(self, text: str) -> None:
        """Close what binds the value that ends before this: `not` reaches to the next `and`, `or`, `if` or `else`."""
        closes: tuple[str, ...] = ("not", "else")
        if text in _BEFORE_NOT - {","}:
            closes = ("not",)
        while self._stack and self._stack[-1].text in closes:
            self._stack.pop()


def _what_may_follow(opening: _Token | None) -> str:
    """Return what may follow a value, by the bracket or `if` that is still open."""
    if opening is None:
        return "an operator such as + or ==, or the end of the formula"
    if opening.text == "if":
        return "an operator, or 'else', as in: x if condition else y"
    return f"an operator, or ')' for the '(' at column {opening.column}"


def _end_of_list(pieces: list[_Token], at: int) -> int:
    """The index of the `]` that ends the list of numbers which begins with the token at index `at`; refuses any other
    list."""
    opening = pieces[at]
    if opening.text != "[":
        _stray(opening, "a list of numbers, such as [6, 12]")
    while True:
        if pieces[at + 1].text == "-":
            at += 2
        else:
            at += 1
        if pieces[at].kind != "number":
            _stray(pieces[at], "a number, as in [6, 12]")
        at += 1
        if pieces[at].text == "]":
            return at
        if pieces[at].text != ",":
            _stray(pieces[at], f"',' or ']' for the '[' at column {opening.column}")


def _stray(token: _Token, expected: str) -> NoReturn:
    if token.text == "[":
        expected = "after 'in', as in: x in [6, 12]"
    raise FormulaFault(f"{token} is not allowed here, only {expected}", token.column)


def _check_name(
    word: str, column: int, known: Collection[str] | None, functions: Collection[str], *, calls: bool
) -> None:
    """Raise FormulaFault if a name is not known: one that `calls` must be a function, any other one of the names
    `known`."""
    if calls and word not in functions:
        raise FormulaFault(_unknown("function", word, functions), column)
    if calls or known is None or word in known or word in TRUTHS:
        return
    if word in functions:
        raise FormulaFault(f"'{word}' is a function; write {word}(…)", column)
    raise FormulaFault(_unknown("name", word, known), column)


def _unknown(kind: str, word: str, known: Collection[str]) -> str:
    hint = did_you_mean(word, known)
    if not hint:
        hint = "; write a number"
        if known:
            hint = f"; known here: {', '.join(sorted(known))}"
    return with_fix(f"unknown {kind} '{_short(word)}'", hint)


def decimal_source(number: str) -> str:
    """The source of a number with decimals, which is kept as it is written."""
    return f"decimal({number!r})"


class FormulaSource:
    """Python source for a formula's tree. Raises FormulaFault.

    text: the source. names: every name in it. over: its aggregates. around: whether one of them looks at seats around.
    """

    def __init__(self, tree: ast.expr, places: dict[int, _Token]) -> None:
        """Write the source of a tree; `places` maps the column of a node to the token that it begins with, for
        faults."""
        self._places = places
        self._looking: list[_Token] = []
        self.names: set[str] = set()
        self.over: list[str] = []
        self.text = self._of(tree)
        self.around = any(token.text in AROUND for token in self._looking)

    def _of(self, node: ast.expr) -> str:
        """The Python source of one node of the tree, in brackets of its own; notes names and aggregates on the way."""
        match node:
            case ast.Constant(value=float() as number):
                return decimal_source(repr(number))
            case ast.Constant(value=number):
                return repr(number)
            case ast.Name(id=name) if name in TRUTHS:
                return str(TRUTHS[name])
            case ast.Name(id=name):
                self.names.add(name)
                return f"row[{name!r}]"
            case ast.UnaryOp(op=ast.Not(), operand=inner):
                return f"(not {self._of(inner)})"
            case ast.UnaryOp(operand=inner):
                return f"(-{self._of(inner)})"
            case ast.BinOp(left=left, op=ast.Div(), right=right):
                return f"over({self._of(left)}, {self._of(right)})"
            case ast.BinOp(left=left, op=op, right=right):
                return f"({self._of(left)} {_OPERATORS[type(op)]} {self._of(right)})"
            case ast.BoolOp(op=op, values=values):
                return f"({f' {_OPERATORS[type(op)]} '.join(map(self._of, values))})"
            case ast.Compare():
                return self._comparison(node)
            case ast.List(elts=numbers):
                return f"({', '.join(map(self._of, numbers))},)"
            case ast.IfExp(test=test, body=body, orelse=other):
                value = self._of(body)
                condition = self._of(test)
                return f"({value} if {condition} else {self._of(other)})"
            case ast.Call(func=ast.Name(id=name), args=arguments):
                return self._call(name, self._places[node.col_offset], arguments)
        raise AssertionError(ast.dump(node))

    def _comparison(self, node: ast.Compare) -> str:
        text = self._of(node.left)
        for op, other in zip(node.ops, node.comparators, strict=True):
            text += f" {_OPERATORS[type(op)]} {self._of(other)}"
        return f"({text})"

    def _call(self, name: str, token: _Token, arguments: list[ast.expr]) -> str:
        """A function of some values, or one value's aggregate over the rows that `token` names."""
        if name in AROUND:
            name = "sum"
        elif name != "abs" and len(arguments) == 1 and isinstance(arguments[0], ast.Call):
            seats = self._places[arguments[0].col_offset]
            if seats.text in AROUND:
                token = seats
                arguments = arguments[0].args
        # aggregates noted from here on stand inside this one
        within = len(self._looking)
        values = list(map(self._of, arguments))
        if len(values) > 1 and token.text not in ("max", "min", "sum"):
            message = f"{token.text} takes one value, not {len(values)}; only max, min and sum take more"
            raise FormulaFault(message, token.column)
        if token.text == "abs":
            return f"abs({values[0]})"
        if len(values) > 1:
            if name == "sum":
                return f"sum(({', '.join(values)}))"
            return f"{name}({', '.join(values)})"
        if len(self._looking) > within:
            within_it = self._looking[within]
            which = "all"
            if AROUND.keys() & {within_it.text, token.text}:
                which = "other"
            both = f"{_over_all(within_it)} stands inside {_over_all(token)}"
            raise FormulaFault(f"{both}; only one of the two may look at {which} rows", within_it.column)
        self._looking.append(token)
        rows = AROUND.get(token.text, "rows")
        aggregate = f"{name}([{values[0]} for row in {rows}])"
        if name == "count":
            aggregate = f"len([1 for row in {rows} if {values[0]}])"
        self.over.append(aggregate)
        return aggregate


def _over_all(token: _Token) -> str:
    if token.text in AROUND:
        return f"{token.text}(…)"
    return f"{token.text} over all rows"
