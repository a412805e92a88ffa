"""Days as they are written, `2026-09-18`: whether the day exists, and which one was meant if it is written in another way."""

from __future__ import annotations

import re

MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip
_DAY = r"([0-9]{4})-([0-9]{2})-([0-9]{2})"
_YEAR_FIRST = r"([0-9]{4})[-./ ]([0-9]{1,2})[-./ ]([0-9]{1,2})"
_DAY_FIRST = r"([0-9]{1,2})\.\s?([0-9]{1,2})\.\s?([0-9]{4})"


def wrong_day(text: str) -> str:
    """Return what is wrong with a day, as the end of a sentence; empty if it exists."""
    found = re.fullmatch(_DAY, text)
    if found is None:
        return f"is not a day; write the year, the month and the day, like {meant_by(text) or '2026-09-18'}"
    year, month, day = map(int, found.groups())
    if not 1 <= month <= 12:
        return "is not a day; a year has months 01 to 12, and the month comes second"
    if not 1 <= day <= length_of(year, month):
        return f"is not a day; {MONTHS[month - 1]} {year} has days 01 to {length_of(year, month)}"
    return ""


def meant_by(text: str) -> str:
    """Return the day written in another, unambiguous way: 2026.09.18, 2026/9/18 or 18.9.2026; empty if there is none."""
    found, turned = re.fullmatch(_YEAR_FIRST, text.strip()), re.fullmatch(_DAY_FIRST, text.strip())
    year, month, day = found.groups() if found else turned.groups()[::-1] if turned else ("0", "0", "0")
    said = f"{year}-{int(month):02}-{int(day):02}"
    return "" if not (found or turned) or wrong_day(said) else said


def length_of(year: int, month: int) -> int:
    """Return how many days a month has, by the Gregorian calendar."""
    if month == 2:
        return 29 if year % 4 == 0 and (year % 100 or year % 400 == 0) else 28
    return 30 if month in (4, 6, 9, 11) else 31
