"""A formula in words: 'the tricks won are at least the tricks bid', from `won >= bid`.

Each sentence means one thing: what could be read in two ways is in brackets, and a formula that no reader could follow in words
stays a formula, in quotes. So formulas that mean different things never read the same.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from functools import lru_cache

from referee.core.exact import exact
from referee.core.formula_parser import FUNCTIONS, TRUTHS, FormulaFault, tree_of
from referee.core.wording import NOTHING, Called, in_list

MOST_PIECES = 12
"""A formula with more names, numbers and operators than this is no easier to read in words."""
SO = re.compile(r" (is|are) ")
COMPARED: dict[type[ast.cmpop], str] = {
    ast.Lt: "less than ", ast.LtE: "at most ", ast.Gt: "more than ", ast.GtE: "at least ",
}  # fmt: skip
SUMS: dict[type[ast.operator], str] = {ast.Add: "plus", ast.Sub: "minus"}
OWN = {
    "a", "all", "always", "an", "and", "any", "applies", "apply", "are", "as", "at", "between", "by", "dealt", "difference",
    "divided", "does", "every", "exactly", "for", "highest", "holds", "if", "in", "is", "it", "larger", "largest", "least",
    "less", "lowest", "many", "minus", "more", "most", "never", "no", "not", "number", "of", "or", "others", "otherwise",
    "player", "players", "plus", "rounded", "smaller", "smallest", "so", "some", "than", "that", "the", "there", "times",
    "together", "when", "whom",
}  # fmt: skip
"""Words of our own sentences; a name that is one of them is quoted."""


class _Wordless(Exception):  # noqa: N818 - what a formula is
    """There are no words for a formula that anybody would want to read."""


def condition(formula: object, called: Called = NOTHING) -> str:
    """Return when a formula holds, as a clause after 'when': 'the tricks won are at least 3'."""
    return _in_words(str(_plain(formula)), tuple(called.items()), False)


def amount(formula: object, called: Called = NOTHING) -> str:
    """Return the value of a formula: '10 times the tricks bid'; a number stays a number."""
    return _in_words(str(_plain(formula)), tuple(called.items()), True)


def definition(name: str, formula: object, called: Called = NOTHING) -> str:
    """Return what a ruleset means by a name of its own: 'over is …', or 'made applies when …'."""
    text = str(_plain(formula))
    names = tuple(called.items())
    holds = _tree(text)
    if holds is not None and (_is_so(holds) or _Words(dict(called)).is_truth(holds)):
        when = _in_words(text, names, False)
        if when in ("always", "never"):
            return f"{_own(name)} {when} applies"
        return f"{_own(name)} applies when {when}"
    return f"{_own(name)} is {_in_words(text, names, True)}"


def _plain(formula: object) -> object:
    """Return a formula as text; YAML has already turned truth values and numbers into data."""
    if isinstance(formula, bool):
        return str(formula).lower()
    return formula


@lru_cache(maxsize=4096)
def _in_words(text: str, called: tuple[tuple[str, str], ...], is_number: bool) -> str:
    """A formula in words: its value if it `is_number`, or else the condition that it states.

    `called` pairs names with their meanings. A formula that is too long or has no words is quoted as it is.
    """
    parsed = _tree(text)
    words = _Words(dict(called))
    quoted = f'"{" ".join(text.split())}"'
    try:
        if parsed is None or sum(isinstance(part, ast.Name | ast.Constant) for part in ast.walk(parsed)) > MOST_PIECES:
            raise _Wordless
        if is_number:
            return words.whole(parsed)
        return words.clause(parsed)
    except _Wordless:
        if is_number:
            return quoted
        return f"{quoted} holds"


def _tree(text: str) -> ast.expr | None:
    """Return a formula's tree; None if the text is not a formula."""
    try:
        return tree_of(text)[0]
    except FormulaFault:
        return None


def _is_so(part: ast.expr) -> bool:
    """Whether a formula is a condition and not a number, by its shape: a comparison, and/or, not, any, all, true or
    false."""
    if isinstance(part, ast.IfExp):
        return _is_so(part.body) and _is_so(part.orelse)
    if isinstance(part, ast.Call) and isinstance(part.func, ast.Name):
        return part.func.id in ("any", "all")
    truth = isinstance(part, ast.Name) and part.id in TRUTHS
    return (
        truth
        or isinstance(part, ast.Compare | ast.BoolOp)
        or (isinstance(part, ast.UnaryOp) and isinstance(part.op, ast.Not))
    )


def _own(name: str) -> str:
    """Return a name that a ruleset chose; in quotes if it could be taken for our own words."""
    words = name.replace("_", " ")
    if words != name or name.lower() in OWN:
        return f'"{words}"'
    return name


def _there_are(number: str, of: str) -> str:
    """Return 'there are at least 2 players', 'there is 1 idle card', '6 or 12 cards are dealt'."""
    number = number.replace("less than", "fewer than")
    one = number in ("1", "at least 1", "at most 1")
    if one:
        of = re.sub(r"^((?:idle |wild |long )?\w+)s\b", r"\1", of)
    be = "is" if one else "are"
    dealt = re.fullmatch(r"(\w+) dealt", of)
    if dealt:
        return f"{number} {dealt[1]} {be} dealt"
    return f"there {be} {'no' if number == '0' else number} {of}"


class _Words:
    """The words for a formula, piece by piece. Raises `_Wordless`."""

    def __init__(self, called: Called) -> None:
        self.called = called
        self.depth = 0

    def within(self, say: Callable[[ast.expr], str], part: ast.expr) -> str:
        """Return the text in brackets; readers cannot follow brackets within brackets."""
        self.depth += 1
        if self.depth > 1:
            raise _Wordless
        text = f"({say(part)})"
        self.depth -= 1
        return text

    def whole(self, part: ast.expr) -> str:
        """Return the value of a formula, without brackets around all of it."""
        text = self.amount(part)
        if isinstance(part, ast.Call) and text.startswith("("):
            return text[1:-1]
        return text

    # Conditions.

    def clause(self, part: ast.expr) -> str:
        """A condition in words; may have 'and', 'or', 'if' or 'otherwise' in it, so it cannot be joined with others."""
        if isinstance(part, ast.BoolOp):
            joins = "and" if isinstance(part.op, ast.And) else "or"
            return f" {joins} ".join(map(self.simple, part.values))
        if isinstance(part, ast.IfExp):
            # which may continue
            if isinstance(part.orelse, ast.IfExp):
                last = self.clause
            else:
                last = self.simple
            return f"{self.simple(part.body)} if {self.simple(part.test)}, otherwise {last(part.orelse)}"
        return self.simple(part)

    def simple(self, part: ast.expr) -> str:
        """Return a clause that can be joined with others."""
        match part:
            case ast.Name(id=name):
                return self.truth(name, True)
            case ast.UnaryOp(op=ast.Not(), operand=ast.Name(id=name)):
                return self.truth(name, False)
            case ast.UnaryOp(op=ast.Not(), operand=inner):
                return f"it is not so that {self.within(self.clause, inner)}"
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                return self.comparison(left, op, right)
            case ast.Call(func=ast.Name(id="any" | "all" as which), args=[inner]):
                return self.of_players("some" if which == "any" else "every", inner)
            case ast.BoolOp() | ast.IfExp():
                return self.within(self.clause, part)
        raise _Wordless

    def of_players(self, who: str, part: ast.expr) -> str:
        """Return a clause about some, every or no player."""
        if isinstance(part, ast.Name) and part.id not in TRUTHS:
            clause = self.truth(part.id, True)
            if clause.startswith("the player is "):
                return f"{who} player{clause.removeprefix('the player')}"
            return f"{clause} for {who} player"
        return f"for {who} player {self.within(self.clause, part)}"

    def truth(self, name: str, so: bool) -> str:
        """The clause that a name, which stands for a truth, holds (`so`) or does not."""
        if name in TRUTHS:
            if so is TRUTHS[name]:
                return "always"
            return "never"
        meaning = self.called.get(name, "")
        if not SO.search(meaning):
            return f"{meaning or _own(name)} {'applies' if so else 'does not apply'}"
        if so:
            return meaning
        return SO.sub(r" \1 not ", meaning, count=1)

    def comparison(self, left: ast.expr, op: ast.cmpop, right: ast.expr) -> str:
        """A comparison of two numbers in words: 'the tricks won are at least 3'; two conditions: '(…) exactly when
        (…)'."""
        if isinstance(op, ast.Eq) and _is_so(right) and (_is_so(left) or self.is_truth(left)):
            return f"({self.simple(left)}) exactly when ({self.simple(right)})"
        if _is_so(left) or _is_so(right):
            raise _Wordless
        match left, op, right:
            case ast.Call(func=ast.Name(id="count"), args=[inner]), ast.Eq(), ast.Constant(value=0):
                return self.of_players("no", inner)
            case ast.Call(func=ast.Name(id="count"), args=[inner]), ast.Gt(), ast.Constant(value=0):
                return self.of_players("some", inner)
        subject = self.operand(left)
        verb = self.verb_of(left)
        no = ""
        if isinstance(op, ast.NotIn | ast.NotEq):
            no = "not "
        if isinstance(right, ast.List):
            compared = in_list([ast.unparse(number) for number in right.elts], "or")
        else:
            compared = f"{COMPARED.get(type(op), '')}{self.operand(right)}"
        if subject.startswith("the number of ") and not no and isinstance(right, ast.List | ast.Constant):
            return _there_are(compared, subject.removeprefix("the number of "))
        number = isinstance(right, ast.List | ast.Constant | ast.UnaryOp)
        if verb == "are" and isinstance(op, ast.Eq | ast.NotEq) and not number:
            compared = f"as many as {re.sub('^the number of ', 'the ', compared)}"
        return f"{subject} {verb} {no}{compared}"

    def verb_of(self, subject: ast.expr) -> str:
        """The form of 'to be' after a name: 'are' after one in the plural."""
        if isinstance(subject, ast.Name) and re.match(r"the \w+s\b", self.called.get(subject.id, "")):
            return "are"
        return "is"

    def is_truth(self, part: ast.expr) -> bool:
        return isinstance(part, ast.Name) and bool(SO.search(self.called.get(part.id, "")))

    # Numbers.

    def amount(self, part: ast.expr) -> str:
        """A number in words, as a choice, a sum or a product."""
        match part:
            case ast.IfExp(body=body, test=test, orelse=other):
                if isinstance(body, ast.IfExp):
                    first = self.within(self.amount, body)
                else:
                    first = self.amount(body)
                if isinstance(test, ast.IfExp):
                    when = self.simple(test)
                else:
                    when = self.clause(test)
                return f"{first} if {when}, otherwise {self.amount(other)}"
            case ast.BinOp(op=ast.Add() | ast.Sub()):
                return self.sum(part)
        return self.product(part)

    def sum(self, part: ast.expr) -> str:
        if isinstance(part, ast.BinOp) and type(part.op) in SUMS:
            return f"{self.sum(part.left)} {SUMS[type(part.op)]} {self.product(part.right)}"
        return self.product(part)

    def product(self, part: ast.expr) -> str:
        """A product or whole quotient in words; anything else as `operand` says it."""
        match part:
            case ast.BinOp(left=left, op=ast.Mult(), right=right):
                return f"{self.product(left)} times {self.operand(right)}"
            case ast.BinOp(left=left, op=ast.FloorDiv(), right=right) if not self.depth:
                return f"{self.operand(left)} divided by {self.operand(right)} (rounded down)"
        return self.operand(part)

    def operand(self, part: ast.expr) -> str:
        """Return a number that can be joined with others."""
        match part:
            case ast.Constant(value=int() | float() as number):
                return str(exact(number))
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as number)):
                return f"-{exact(number)}"
            case ast.UnaryOp(op=ast.USub(), operand=inner):
                return f"minus {self.operand(inner)}"
            case ast.Name(id=name) if name in TRUTHS:
                raise _Wordless
            case ast.Name(id=name):
                meaning = self.called.get(name) or _own(name)
                if SO.search(meaning):
                    return f"(1 if {meaning})"
                return meaning
            case ast.Call(func=ast.Name(id=name), args=args) if name in FUNCTIONS:
                return self.call(name, args)
        if _is_so(part):
            return self.within(self.one_if, part)
        return self.within(self.amount, part)

    def one_if(self, part: ast.expr) -> str:
        return f"1 if {self.clause(part)}"

    def call(self, name: str, args: list[ast.expr]) -> str:
        """The value of a function in words: 'the larger of', 'the number of players for whom (…)'."""
        match name, args:
            case (("max" | "min"), [one, other, *more]):
                which = {"max": ("larger", "largest"), "min": ("smaller", "smallest")}[name][bool(more)]
                # a list has commas and an 'and' of its own, so it is in brackets, and nothing in it may be
                self.depth += 1
                if self.depth > 1:
                    raise _Wordless
                text = f"the {which} of {in_list(map(self.sum, (one, other, *more)))}"
                self.depth -= 1
                return f"({text})"
            case (("max" | "min"), [ast.Name(id=what)]):
                return f"the {'highest' if name == 'max' else 'lowest'} {self.bare(what)}"
            case (("max" | "min"), [ast.Call(func=ast.Name(id="others"), args=[ast.Name(id=what)])]):
                return f"the {'highest' if name == 'max' else 'lowest'} {self.bare(what)} of the others"
            case "sum", [ast.Name(id=what)]:
                return f"the {self.bare(what)} of all together"
            case "count", [inner]:
                return f"the number of players for whom {self.within(self.clause, inner)}"
            case "abs", [ast.BinOp(left=left, op=ast.Sub(), right=right)]:
                return f"the difference between {self.operand(left)} and {self.operand(right)}"
        raise _Wordless

    def bare(self, name: str) -> str:
        """Return what a number is called, without its article."""
        meaning = self.called.get(name) or _own(name)
        if SO.search(meaning):
            raise _Wordless
        return meaning.removeprefix("the ")
