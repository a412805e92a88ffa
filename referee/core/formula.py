"""The value of a number in a rule book: formulas such as `bid + 2 if won == bid else 0`.

`formula_parser` reads the text and writes Python source made of fixed texts, plain numbers and `row['name']` for known names,
which is compiled here.

Values stay small. A formula has at most 60 factors and an aggregate adds only the digits of the number of
rows, so a product of nine-digit numbers has fewer than 600 digits: microseconds. A result must fit in
15 digits, so a total that is fed back into formulas hand after hand cannot grow without end either.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Literal, NamedTuple, cast

from referee.core.data import Words
from referee.core.exact import exact, ratio
from referee.core.formula_parser import (
    AROUND,
    DIGITS,
    FUNCTIONS,
    FormulaFault,
    FormulaSource,
    decimal_source,
    tokens,
    tree_of,
)
from referee.core.places import Pointer
from referee.core.wording import Told, fix_in

Value = int | float | bool
Row = Mapping[str, Value]
Run = Callable[[Row, Sequence[Row]], Value]
"""A compiled formula: it makes a value from one row, and from all of them. Raises FormulaError."""
LARGEST = 10**15 - 1


class FormulaError(Exception):
    """A sound formula has no value for this row; for example, it divides by zero. `text` is the formula on one line."""

    def __init__(self, message: str, text: str) -> None:
        super().__init__(message, text)
        self.message = message
        self.text = text

    def __str__(self) -> str:
        return self.message


class Formula(NamedTuple):
    """A formula, parsed and compiled.

    names: every name used, those inside aggregates included; each row must hold all of them.
    run: row, rows → value; raises FormulaError.
    over: its aggregates, as emitted: everything it depends on in rows other than its own.
    around: whether it asks who sits where: then each row must hold what `AROUND` names.
    """

    text: str
    names: frozenset[str]
    run: Run
    source: str = "0"
    over: tuple[str, ...] = ()
    around: bool = False

    def of(self, **names: Value) -> Value:
        """Return the value for one row alone."""
        return self.run(names, (names,))


def parse(text: str | Value, known: Collection[str], *, around: bool = False) -> Formula:
    """Return the formula for a text, or for a number or truth value already read from YAML.

    known: the names that may be used. A known name that is also a function counts as a function only before '('.
    around: whether side(…) and others(…) may be used.
    Raises FormulaFault.
    """
    if isinstance(text, bool):
        text = "true" if text else "false"
    if isinstance(text, int | float):
        if not -(10**DIGITS) < text < 10**DIGITS:
            raise FormulaFault(f"a number has at most {DIGITS} digits, so it is at most {10**DIGITS - 1}", 1)
        if isinstance(text, float):
            number = str(exact(text))
            source = decimal_source(number)
            return Formula(number, frozenset(), _compile(source, number), source)
        text = str(text)
    return _read(text, frozenset(known), around)


@lru_cache(maxsize=4096)
def _read(text: str, known: frozenset[str], around: bool) -> Formula:
    """Return the formula in a text, which is read once: a ruleset is compiled for every number of players and variant."""
    source = FormulaSource(*tree_of(text, known, (*FUNCTIONS, *AROUND) if around else FUNCTIONS))
    run = _compile(source.text, text)
    return Formula(text, frozenset(source.names), run, source.text, tuple(source.over), source.around)


def of_cases(cases: Sequence[tuple[Formula | None, Formula]]) -> Formula:
    """Return the first formula whose condition holds (None always does), or 0, as one formula."""
    source = "0"
    for when, value in reversed(cases):
        if when is None:
            source = f"({value.source})"
        else:
            source = f"({value.source}) if ({when.source}) else ({source})"
    text = cases_text([(when and when.text, value.text) for when, value in cases])
    parts = []
    for case in cases:
        for formula in case:
            if formula is not None:
                parts.append(formula)
    names = frozenset[str]().union(*(formula.names for formula in parts))
    over = tuple([over for formula in parts for over in formula.over])
    return Formula(text, names, _compile(source, text), source, over, any(formula.around for formula in parts))


def cases_text(cases: Iterable[tuple[object, object]]) -> str:
    """Return cases, each with its condition or None, written on one line."""
    return ", ".join(f"{value}" if when is None else f"{value} when {when}" for when, value in cases)


def sum_of(formulas: Sequence[Formula]) -> Formula:
    """The sum of formulas, as one formula."""
    source = " + ".join(f"({formula.source})" for formula in formulas) or "0"
    text = " + ".join(formula.text for formula in formulas) or "0"
    names = frozenset[str]().union(*(formula.names for formula in formulas))
    over = tuple([over for formula in formulas for over in formula.over])
    return Formula(text, names, _compile(source, text), source, over, any(formula.around for formula in formulas))


class Aggregate(NamedTuple):
    """An aggregate in a formula as a function of row and rows; the values of groups of rows can be `merged`."""

    run: Run
    merged: Literal["sum", "max", "min"]


_MERGED: dict[str, Literal["sum", "max", "min"]] = {
    "len": "sum", "sum": "sum", "max": "max", "any": "max", "min": "min", "all": "min",
}  # fmt: skip


def aggregates(formulas: Iterable[Formula]) -> list[Aggregate]:
    """Return the aggregates in these formulas: everything they take from other rows."""
    return [
        Aggregate(_compile(source, source), _MERGED[source.partition("(")[0]])
        for source in dict.fromkeys(over for formula in formulas for over in formula.over)
    ]


_SOURCE = """
def run(row, rows):
    try:
        value = {}
    except faults as fault:
        raise error(fault) from None
    if -{largest} <= value <= {largest}:
        return value
    raise error(too_large)
"""
_FAULTS = {
    ZeroDivisionError: "divides by zero; guard it, as in: x / y if y != 0 else 0",
    OverflowError: "gives too large a number; a result has at most 15 digits",
    ValueError: "asks for the largest or smallest of no rows; there must be at least one",
}
_BUILTINS = ("abs", "all", "any", "len", "max", "min", "sum")
_decimal = lru_cache(maxsize=1024)(exact)


@lru_cache(maxsize=1024)
def _compile(source: str, text: str) -> Callable[[Row, Sequence[Row]], Value]:
    """A function of row and rows that gives the value of Python source made of known pieces only.

    `text` is the formula as its author wrote it, for faults. Only the functions of formulas are known to the source,
    and `over` (exact division) and `decimal`.
    """

    def error(fault: Exception) -> FormulaError:
        line = " ".join(text.split())
        return FormulaError(f"the formula '{line}' {_FAULTS[type(fault)]}", line)

    scope: dict[str, object] = {name: getattr(builtins, name) for name in _BUILTINS}
    scope |= {"__builtins__": {}, "over": divide, "decimal": _decimal}
    scope |= {"error": error, "faults": tuple(_FAULTS), "too_large": OverflowError()}
    exec(compile(_SOURCE.format(source, largest=LARGEST), "<formula>", "exec"), scope)
    return cast(Callable[[Row, Sequence[Row]], Value], scope["run"])


def divide(left: Value, right: Value) -> Value:
    """Return the quotient that `/` gives: whole if it comes out even."""
    if isinstance(left, float) or isinstance(right, float):
        return left / right
    if left % right == 0:
        return left // right
    return ratio(left, right)


class Parser:
    """Parses the formulas of a ruleset and collects faults with their pointers."""

    def __init__(self) -> None:
        self.faults: list[tuple[Pointer, str]] = []

    def at(self, pointer: Pointer, text: str | Value, names: Collection[str], *, around: bool = False) -> Formula:
        """Return the formula at `pointer`, with `around` as in `parse`; after a fault, which is kept, the formula 0."""
        try:
            return parse(text, names, around=around)
        except FormulaFault as fault:
            self.faults.append(
                (pointer, Told(f"{fault.message} (at character {fault.column} of the formula)", fix_in(fault.message)))
            )
            return parse(0, ())

    def number_of_cards(self, pointer: Pointer, text: str | Value, players: int, deck: int) -> int:
        """The number of cards that a formula over players and the cards of the deck gives; after a fault, which is kept, 1."""
        number = self.at(pointer, text, ("players", "deck")).of(players=players, deck=deck)
        if isinstance(number, bool):
            self.faults.append((pointer, f"this is {str(number).lower()}; it must be a number of cards"))
        elif number < 1 or number != int(number):
            self.faults.append((pointer, f"with {players} players this is {number}; it must be a whole number from 1"))
        else:
            return int(number)
        return 1

    def definitions(self, texts: Mapping[str, str | Value], names: set[str]) -> list[tuple[str, Formula]]:
        """The formulas of `define:` by name, each after those that it uses; the names are added to `names`."""
        defined = []
        for name, text in self.in_order(texts):
            defined.append((name, self.at(("define", name), text, names)))
            names.add(name)
        return defined

    def in_order(self, texts: Mapping[str, str | Value]) -> list[tuple[str, str | Value]]:
        """Names with their formulas, each after those that it uses.

        A circle of formulas that use each other is a fault; each of them is 0.
        """
        uses: dict[str, list[str]] = {}
        for name, text in texts.items():
            uses[name] = [used for used in names_in(text) if used in texts]
        order: list[str] = []
        circular = set[str]()
        for name in texts:
            for circle in _put_after_what_it_uses(name, uses, [], order):
                if circular.isdisjoint(circle):
                    self.faults.append((("define", circle[0]), _circle_in_words(circle)))
                circular.update(circle)
        return [(name, 0 if name in circular else texts[name]) for name in order]

    def parts(self, at: Pointer, parts: Mapping[str, Words], names: Collection[str]) -> dict[str, Formula]:
        """The parts of a section of a score that are added up, by name, each as one formula made of its cases.

        `names` are the names that the formulas may use. Faults are kept with the pointer to the case.
        """
        compiled = {}
        for name, part in parts.items():
            cases = []
            for place, case in enumerate(part["cases"]):
                here = at + (name, "cases", place)
                when = None
                if "when" in case:
                    when = self.at(here + ("when",), case["when"], names)
                cases.append((when, self.at(here + ("points",), case["points"], names)))
            compiled[name] = of_cases(cases)
        return compiled


def names_in(text: object) -> list[str]:
    """The words of a formula that can be names; none if it is not a formula."""
    if not isinstance(text, str):
        return []
    try:
        pieces = tokens(text)
    except FormulaFault:
        return []
    names = []
    for token, after in pairwise(pieces):
        if token.kind == "name" and after.text != "(":  # before a bracket it is a function
            names.append(token.text)
    return names


def _put_after_what_it_uses(
    name: str, uses: Mapping[str, Sequence[str]], users: list[str], order: list[str]
) -> Iterator[list[str]]:
    """Add a name to the order, in place, after all names that its formula uses.

    `uses` maps each name to the names in its formula; `users` is the chain of names that led here. Yields each circle
    that is met, as the names from one user round to it again.
    """
    if name in order:
        return
    if name in users:
        yield users[users.index(name) :]
        return
    for used in uses[name]:
        yield from _put_after_what_it_uses(used, uses, [*users, name], order)
    if name not in order:
        order.append(name)


def _circle_in_words(circle: Sequence[str]) -> str:
    if len(circle) == 1:
        return f"`{circle[0]}` is defined by itself; write a formula without it"
    path = " → ".join([*circle, circle[0]])
    return f"`{circle[0]}` is defined by itself: {path}; write one of these formulas without the next"


def define(rows: Sequence[dict[str, Value]], defined: Sequence[tuple[str, Formula]]) -> None:
    """Add to each row, in place, the value of every definition for it; later definitions may use earlier ones."""
    for name, definition in defined:
        for row, value in zip(rows, [definition.run(row, rows) for row in rows], strict=True):
            row[name] = value
