"""Whether an argument of a public function is in the form that its signature says: one sentence instead of a crash."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import wraps
from typing import ParamSpec, TypeVar

from referee.core.ruleset import Ruleset

P = ParamSpec("P")
T = TypeVar("T")
MOST = 999
"""The highest number that is passed: no pad, purse or hand of cards has more."""
IN_WORDS = {
    "str": "a text",
    "int": f"a whole number from 0 to {MOST}",
    "bool": "True or False",
    "Ruleset": "a loaded ruleset",
    "Sequence[str]": "a list of texts",
    "Mapping[str, str]": "a map of texts",
    "Mapping[str, int]": "a map of whole numbers",
    "Mapping[str, Data]": "a map of maps",
    "Data": "a map",
    "Entry": "a map",
    "None": "None",
}
"""What is written in a signature, in words."""


def in_form(function: Callable[P, T]) -> Callable[P, T]:
    """Return a public function that raises ValueError, with one sentence, for an argument that is not what its signature
    says."""
    signature = inspect.signature(function)

    @wraps(function)
    def called(*args: P.args, **named: P.kwargs) -> T:
        for name, value in signature.bind(*args, **named).arguments.items():
            require_form(name, value, signature.parameters[name])
        return function(*args, **named)

    return called


def require_form(name: str, value: object, parameter: inspect.Parameter) -> None:
    """Check the value of a parameter against its annotation, as `str | None`; one without a form in IN_WORDS is not checked.

    Raises ValueError, which names the parameter.
    """
    forms = str(parameter.annotation).split(" | ")
    if parameter.kind is inspect.Parameter.VAR_KEYWORD or not set(forms) <= set(IN_WORDS):
        return
    if any(_has_form(value, form) for form in forms):
        return
    expected = " or ".join(IN_WORDS[form] for form in forms)
    raise ValueError(f"`{name}=`: expected {expected}, not {value!r}")


def _has_form(value: object, form: str) -> bool:
    """Whether a value is what one part of an annotation says."""
    if form == "None":
        return value is None
    if form == "str":
        return isinstance(value, str)
    if form == "bool":
        return isinstance(value, bool)
    if form == "int":
        return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST
    if form == "Ruleset":
        return isinstance(value, Ruleset)
    if form == "Sequence[str]":
        return isinstance(value, Sequence) and not isinstance(value, str) and _are_all(value, "str")
    if not isinstance(value, Mapping):
        return False
    if form in ("Data", "Entry"):
        return True
    part = form.removeprefix("Mapping[str, ").removesuffix("]")
    return _are_all(value, "str") and _are_all(value.values(), part)


def _are_all(values: Iterable[object], form: str) -> bool:
    return all(_has_form(value, form) for value in values)
