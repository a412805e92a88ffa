"""What `.ci/run size` counts, by hand, and what it says of a program that is over its limits."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parent.parent


def _module() -> ModuleType:
    spec = importlib.util.spec_from_file_location("decisions", ROOT / ".ci/decisions.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules["decisions"] = module  # a dataclass looks its module up
    spec.loader.exec_module(module)
    return module


counting = _module()


@pytest.mark.parametrize(
    ("code", "decisions"),
    [
        ("a = b", 0),
        ("if a: b()\nelif c: d()\nelse: e()", 2),
        ("a = b if c else d", 1),
        ("for a in b: c()", 1),
        ("while a: b()", 1),
        ("try: a()\nexcept B: c()\nexcept D: e()", 2),
        ("assert a", 1),
        ("match a:\n case 1: b()\n case _: c()", 2),
        ("a = b and c and d", 2),
        ("a = [b for b in c]", 1),
        ("a = {b for b in c if d if e}", 3),
        ("a = {b: c for b in d for c in e if f and g}", 4),
    ],
)
def test_decisions_of_a_piece_of_code(tmp_path: Path, code: str, decisions: int) -> None:
    file = tmp_path / "code.py"
    file.write_text(code, encoding="utf-8")
    assert counting.tally_of(file, "code.py").decisions == decisions


@pytest.mark.parametrize(
    ("code", "patterns"),
    [
        ("a = [b for b in c if d]", {}),
        ("a = [b for b in c if d if e]", {"involved comprehensions": 1}),
        ("a = [b for b in c for d in e]", {"involved comprehensions": 1}),
        ("a = [b or c for b in d]", {"involved comprehensions": 1, "and/or as a value": 1}),
        ("a = [b if c else d for b in e]", {"involved comprehensions": 1, "conditional expressions": 1}),
        ("a = [[b for b in c] for c in d]", {"involved comprehensions": 1}),
        ("a = b or c", {"and/or as a value": 1}),
        ("f(b or c)", {"and/or as a value": 1}),
        ("if a or b and c: d()", {}),
        ("def f(): return a or b", {}),
        ("a = [*b, *c]", {"stars in displays": 2}),
        ("a = {*b}", {"stars in displays": 1}),
        ("a, *b = c", {}),
        ("f(*a)", {}),
        ("a, b = c, d", {"a, b = x, y": 1}),
        ("a, b = c", {}),
        ("a = b, c", {}),
        ("a = lambda b: b", {"lambda": 1}),
        ("if a := b: c()", {"walrus": 1}),
    ],
)
def test_patterns_of_a_piece_of_code(tmp_path: Path, code: str, patterns: dict[str, int]) -> None:
    file = tmp_path / "code.py"
    file.write_text(code, encoding="utf-8")
    assert counting.tally_of(file, "code.py").patterns == patterns


def test_a_function_does_not_answer_for_the_functions_inside_it(tmp_path: Path) -> None:
    file = tmp_path / "code.py"
    file.write_text("def a():\n    if b: c()\n    def d():\n        if e and f: g()\n", encoding="utf-8")
    assert counting.tally_of(file, "code.py").functions == {"code.py:1 a": 2, "code.py:3 d": 3}


def test_a_text_with_values_in_it_counts_alike_in_every_python() -> None:
    assert counting.tokens_in("a = f'{b + c:>{d}} of {e}'  # f\n") == 2
    assert counting.tokens_in("(a,\n b) = 1 + c\n") == 9


def test_a_line_says_what_is_over_its_limit() -> None:
    limits = {"decisions": {"referee": 3, "referee/core": 5}, "density": {"lambda": 4}, "functions": {"15": 7.5}}
    there = {"decisions": {"referee": 4, "referee/new": 2}, "density": {"lambda": 4.0}, "functions": {"15": 7.6}}
    assert list(counting.excesses(there, limits)) == [
        "decisions, referee: 4, over its limit of 3; decide less, or raise it in .ci/limits.toml and say why in the commit",
        "decisions, referee/new: 2 without a limit; write one in .ci/limits.toml",
        "functions, 15: 7.6, over its limit of 7.5; decide less, or raise it in .ci/limits.toml and say why in the commit",
    ]


def test_limits_are_brought_down_and_never_up() -> None:
    text = (
        '# why\n[decisions]\n"referee" = 5\n"referee/core" = 3\n\n[density] # in 10,000 tokens\n"a, b = x, y" = 26.5\n'
    )
    there = {"decisions": {"referee": 4, "referee/core": 9}, "density": {"a, b = x, y": 20.25}}
    assert counting.lowered(text, there) == (
        '# why\n[decisions]\n"referee" = 4\n"referee/core" = 3\n\n[density] # in 10,000 tokens\n"a, b = x, y" = 20.25\n'
    )
