"""Every case of tests/cases, one test each."""

from __future__ import annotations

from pathlib import Path

import pytest
from case_runner import Case, cases, families, run


@pytest.mark.parametrize("case", [case for family in families() for case in cases(family)], ids=lambda case: case.name)
def test_case(case: Case, tmp_path: Path) -> None:
    run(case.data, tmp_path)
