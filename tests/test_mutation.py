"""What is named for mutants is there, and they are put in where the code runs."""

from __future__ import annotations

import types
from collections.abc import Callable
from typing import Any

import pytest
from mutation import APART, PACKAGES, ROOT, explained, functions_of, inner_code, put_into_made, unnoticed, words_changed


@pytest.mark.parametrize(
    "pattern", sorted({one for package in PACKAGES.values() for one in package.first} | set(APART))
)
def test_there_are_such_tests(pattern: str) -> None:
    assert list((ROOT / "tests").glob(pattern)) or list((ROOT / "tests").rglob(pattern))


def test_functions_that_are_listed_are_in_the_code() -> None:
    listed = explained()
    assert listed
    assert [each for each in listed if each.function not in functions_of(each.path)] == []


@pytest.mark.parametrize(
    ("gone", "come", "words"),
    [
        ("if gain <= 0 or worth < best:", "if gain < 0 or worth < best:", ("<=", "<")),
        ("return most + 1", "return most - 1", ("+", "-")),
        ("locate(card, fresh=1)", "locate(card, fresh=2)", ("1", "2")),
        ("locate(card, fresh=1)", "locate(card)", (", fresh = 1", "")),
        ("pile = None", 'pile = ""', ("None", '""')),
    ],
)
def test_a_mutant_is_named_by_the_words_that_it_changes(gone: str, come: str, words: tuple[str, str]) -> None:
    assert words_changed(gone, come) == words


@pytest.mark.parametrize(
    ("path", "gone", "come", "nobody"),
    [
        ("table.py", "zip(seats, names, strict=True)", "zip(seats, names, strict=False)", True),
        ("table.py", "zip(seats, names, strict=True)", "zip(seats, None, strict=True)", False),
        ("moves.py", "if draw(4) == 0:", "if draw(5) == 0:", True),
        ("moves.py", "if draw(4) == 0:", "if draw(4) != 0:", True),
        ("moves.py", "if draw(2) == 0:", "if draw(2) == 1:", True),
        ("moves.py", "if not self.draw(3):", "if self.draw(3):", True),
        ("moves.py", "if not self.draw(1):", "if self.draw(1):", False),
        ("moves.py", "if draw(2) == 0:", "if draw(2) == 2:", False),
        ("moves.py", "if draw(2) == 0:", "if draw(1) == 0:", False),
        ("moves.py", "if found and draw(2):", "if found or draw(2):", False),
        ("moves.py", "unseen.pop(draw(len(unseen)))", "unseen.pop(draw(None))", False),
        ("rules/deals.py", "if draw(4) == 0:", "if draw(5) == 0:", False),
    ],
)
def test_what_a_mutant_may_change_without_anybody_noticing(path: str, gone: str, come: str, nobody: bool) -> None:
    assert unnoticed((path, gone, come)) is nobody


def adding(first: int, second: int) -> Callable[..., int]:
    def added(third: int, *, fourth: int = 1) -> int:
        return first + second + third + fourth

    return added


def without_the_second(first: int, second: int) -> Callable[..., int]:
    def added(third: int, *, fourth: int = 1) -> int:
        return first + third + fourth

    return added


def subtracting(first: int, second: int) -> Callable[..., int]:
    def added(third: int, *, fourth: int = 1) -> int:
        return first - second + third + fourth

    return added


@pytest.mark.parametrize(("mutant", "sums"), [(without_the_second, [108, 118]), (subtracting, [106, 116])])
def test_functions_that_were_made_before_a_mutant_was_put_in_run_its_code(mutant: Any, sums: list[int]) -> None:
    maker = types.FunctionType(adding.__code__.replace(), globals())
    made = [maker(first, 2) for first in (5, 15)]
    put_into_made(list(inner_code(maker.__code__)), list(inner_code(mutant.__code__)))
    assert [one(100, fourth=3) for one in made] == sums
