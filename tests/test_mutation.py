"""The list of tests that mutants are put to names tests that there are: a night without one of them would measure nothing."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from mutation import PACKAGES, ROOT, explained, lies_at

NAMED = sorted({test for package in PACKAGES.values() for test in (*package.tests, *package.properties)})


@pytest.mark.parametrize("test", NAMED)
def test_there_is_such_a_test(test: str) -> None:
    file, _, name = lies_at(test).partition("::")
    if name:
        there = ast.parse(Path(ROOT / file).read_text(encoding="utf-8")).body
        assert name.partition("[")[0] in {one.name for one in there if isinstance(one, ast.FunctionDef)}


def test_lines_that_are_listed_stand_in_the_code() -> None:
    lost = [(path, line) for path, line, _ in explained() if line not in (ROOT / path).read_text(encoding="utf-8")]
    assert lost == []
