"""Says at the end how often each rule came up against other programs, over all batches, in whatever processes they ran."""

from __future__ import annotations

from collections import Counter

import pytest

pytest.register_assert_rewrite("openspiel", "one_hand")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Adds up what the batches recorded as `seen <game>`."""
    seen: dict[str, Counter[str]] = {}
    for report in terminalreporter.getreports("passed") + terminalreporter.getreports("failed"):
        for name, counts in report.user_properties:
            if report.when == "call" and str(name).startswith("seen "):
                seen.setdefault(str(name).removeprefix("seen "), Counter()).update(counts)
    for game, counts in sorted(seen.items()):
        terminalreporter.section(f"{game} against another program")
        for what, number in sorted(counts.items()):
            terminalreporter.write_line(f"{number:>8}  {what}")
