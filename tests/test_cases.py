"""Every case of tests/cases, one test each."""

from __future__ import annotations

from pathlib import Path

import pytest
from case_runner import Case, cases, run


@pytest.mark.parametrize("case", list(cases("trick")), ids=lambda case: case.name)
def test_case(case: Case, tmp_path: Path) -> None:
    run(case.data, tmp_path)
