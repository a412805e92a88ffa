"""What is special about the cases of the shedding family; see case_runner.py. They ask nothing that other families do not."""

from __future__ import annotations

from case_runner import Data

QUESTIONS: Data = {}


def head(data: Data, players: list[str]) -> Data:
    """The head of a log: the last player deals first."""
    return data if "position" in data or "setup" in data else {**data, "setup": {"dealer": players[-1]}}
