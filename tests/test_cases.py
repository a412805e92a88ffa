"""Every case of tests/cases, one test each."""

from __future__ import annotations

from pathlib import Path

import pytest
from case_runner import Case, cases, families, run


@pytest.fixture(scope="module")
def cases_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for what the cases write: `tmp_path` takes longer to make than many a case takes to judge."""
    return tmp_path_factory.mktemp("cases")


@pytest.mark.parametrize("case", [case for family in families() for case in cases(family)], ids=lambda case: case.name)
def test_case(case: Case, cases_folder: Path) -> None:
    folder = cases_folder / case.name
    folder.mkdir()
    run(case.data, folder)
