"""The numbers in docs/explanation/testing.md are no more than there are, and not long out of date."""

from __future__ import annotations

import re

import pytest
from claims import PAGE, TABLE, TABLES, claims

FOUND = {found["name"]: found["table"] for found in TABLE.finditer(PAGE.read_text(encoding="utf-8"))}


def test_the_page_has_every_table() -> None:
    assert FOUND.keys() == TABLES.keys()


@pytest.mark.parametrize("name", ["mutation", "fuzz"])
def test_the_page_says_what_was_measured(name: str) -> None:
    assert FOUND[name] == TABLES[name](), "python tests/claims.py --write"


def test_the_page_claims_what_there_is() -> None:
    told = {
        what: int(number.replace(",", ""))
        for what, number in re.findall(r"^\| (.*?) \| ([\d,]+) \|", FOUND["claims"], re.MULTILINE)
    }
    there = {what: number for what, number, _ in claims()}
    assert told.keys() == there.keys(), "python tests/claims.py --write"
    wrong = [
        f"{what}: {number} claimed, {there[what]} there"
        for what, number in told.items()
        if not number <= there[what] <= 1.25 * number + 5
    ]
    assert wrong == [], "python tests/claims.py --write"
