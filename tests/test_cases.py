"""Every case of tests/cases, one test each."""

from __future__ import annotations

from pathlib import Path

import pytest
from case_runner import FOLDER, Case, cases, families, run


@pytest.fixture(scope="module")
def cases_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for what the cases write: `tmp_path` takes longer to make than many a case takes to judge."""
    return tmp_path_factory.mktemp("cases")


@pytest.mark.parametrize("case", [case for family in families() for case in cases(family)], ids=lambda case: case.name)
def test_case(case: Case, cases_folder: Path) -> None:
    folder = cases_folder / case.name
    folder.mkdir()
    try:
        run(case.data, folder)
    except Exception as fault:
        fault.add_note(f"{case.place}: this case fails")
        raise


def test_a_case_that_fails_says_where_it_stands(cases_folder: Path) -> None:
    case = next(case for case in cases("trick") if len(case.at) > 2 and "event" in case.data)
    path, _, line = case.place.rpartition(":")
    text = (FOLDER.parent.parent / path).read_text(encoding="utf-8").splitlines()[int(line) - 1]
    assert f"id: {case.data['id']}" in text
    folder = cases_folder / "that-fails"
    folder.mkdir()
    wrong = case._replace(id="that-fails-too", data={**case.data, "legal": False, "breaks": "none", "message": "None."})
    with pytest.raises(AssertionError) as caught:
        test_case(wrong, folder)
    assert caught.value.__notes__ == [f"{case.place}: this case fails"]
