"""The numbers in docs/explanation/testing.md are no more than there are, and not long out of date."""

from __future__ import annotations

import re

from claims import PAGE, TABLE, claims


def test_the_page_claims_what_there_is() -> None:
    found = TABLE.search(PAGE.read_text(encoding="utf-8"))
    assert found
    told = {
        what: int(number.replace(",", ""))
        for what, number in re.findall(r"^\| (.*?) \| ([\d,]+) \|", found[0], re.MULTILINE)
    }
    there = {what: number for what, number, _ in claims()}
    assert told.keys() == there.keys(), "python tests/claims.py --write"
    wrong = [
        f"{what}: {number} claimed, {there[what]} there"
        for what, number in told.items()
        if not number <= there[what] <= 1.25 * number + 5
    ]
    assert wrong == [], "python tests/claims.py --write"
