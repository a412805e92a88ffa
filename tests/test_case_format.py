"""The cases fit the schema beside them, so that another implementation knows what it gets."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import jsonschema
import pytest
from case_runner import FOLDER, Case, families
from case_runner import cases as cases_of

from referee import source
from referee.source import schema_faults

SCHEMA: Any = json.loads((FOLDER / "cases.schema.json").read_text(encoding="utf-8"))
COMPLETE = jsonschema.Draft202012Validator({"$schema": SCHEMA["$schema"], **SCHEMA["$defs"]["complete"]})


@cache
def cases(family: str) -> list[Case]:
    return list(cases_of(family))


def test_the_schema_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("family", families())
def test_files_fit_the_schema(family: str) -> None:
    found = {
        path.name: faults
        for path in sorted((FOLDER / family).glob("*.yaml"))
        if (faults := schema_faults(source.load(str(path)).data, SCHEMA))
    }
    assert found == {}


@pytest.mark.parametrize("family", families())
def test_merged_cases_are_complete(family: str) -> None:
    found = {case.name: error.message for case in cases(family) for error in COMPLETE.iter_errors(case.data)}
    assert found == {}


@pytest.mark.parametrize("family", families())
def test_ids_are_unique_in_their_file(family: str) -> None:
    names = [case.name for case in cases(family)]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize(
    ("case", "said"),
    [
        ({"event": {"bid": 1}, "legal": True, "legl_here": []}, "unknown key 'legl_here'; did you mean 'legal_here'?"),
        ({"event": {"bid": 1}, "legal": False}, "expected true, not false"),
        ({"event": {"bid": 1}, "breaks": "bid"}, "expected a map or nothing (null), not the text 'bid'"),
        ({"event": {"bid": 1}}, "is not valid under any of the given schemas"),
        ({"breaks": {"bid": "no"}}, "'event' is a dependency of 'breaks'"),
    ],
)
def test_what_does_not_fit_is_refused(case: dict[str, Any], said: str) -> None:
    whole = {"about": "bids", "words": [], "cases": [{"id": "a", "source": "a book", **case}]}
    found = [message for _, message in schema_faults(whole, SCHEMA)]
    found += [error.message for error in COMPLETE.iter_errors(whole["cases"][0])]
    assert any(said in message for message in found), found
