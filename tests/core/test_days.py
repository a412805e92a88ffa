"""Days: which there are is asked of the standard library, which nobody here wrote."""

from __future__ import annotations

from datetime import date

import pytest

from referee.source.text import meant_by, wrong_day


def there_is(year: int, month: int, day: int) -> bool:
    try:
        date(year, month, day)
    except ValueError:
        return False
    return True


def test_there_are_the_days_of_the_calendar() -> None:
    for year in (1896, 1900, 1999, 2000, 2023, 2024, 2026, 2100):
        for month in range(15):
            for day in range(34):
                assert (wrong_day(f"{year}-{month:02}-{day:02}") == "") == there_is(year, month, day)


@pytest.mark.parametrize(
    ("written", "wrong"),
    [
        ("2026-02-30", "is not a day; February 2026 has days 01 to 28"),
        ("2024-02-30", "is not a day; February 2024 has days 01 to 29"),
        ("2026-18-09", "is not a day; a year has months 01 to 12, and the month comes second"),
        ("18.9.2026", "is not a day; write the year, the month and the day, like 2026-09-18"),
        ("2026/9/3", "is not a day; write the year, the month and the day, like 2026-09-03"),
        ("last Friday", "is not a day; write the year, the month and the day, like 2026-09-18"),
        ("9/3/2026", "is not a day; write the year, the month and the day, like 2026-09-18"),
        ("٢٠٢٦-٠٩-١٨", "is not a day; write the year, the month and the day, like 2026-09-18"),
    ],
)
def test_what_is_not_a_day(written: str, wrong: str) -> None:
    assert wrong_day(written) == wrong


@pytest.mark.parametrize(
    ("written", "day"),
    [("2026.09.18", "2026-09-18"), ("2026-9-8", "2026-09-08"), ("18. 9. 2026", "2026-09-18"), ("3/4/2026", ""),
     ("2026.02.30", ""), ("2026.09.??", ""), ("26-Aug-2013", "2013-08-26"), ("1 September 2026", "2026-09-01"),
     ("03-04-2013", "")],
)  # fmt: skip
def test_which_day_is_meant(written: str, day: str) -> None:
    assert meant_by(written) == day
