"""What is special about the cases of the climbing family; see case_runner.py.

ends: what does the hand score that the events end? The points in a list; `totals`, `winners`, `over`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from case_runner import Data, require_legal, set_table


def head(data: Data, players: list[str]) -> Data:
    """The head of a log as it is: the last player deals first."""
    if "position" in data or "setup" in data:
        return data
    return {**data, "setup": {"dealer": players[-1]}}


def _ends(case: Data, folder: Path) -> None:
    table = set_table(case, case["events"], folder)
    require_legal(table.verdict(case))
    played = table.replay()
    pad: Any = played.game.score(played.state)[0]
    assert list(pad["hands"][-1]["points"].values()) == case["ends"]
    for key in ("totals", "winners", "over"):
        if key in case:
            value = list(pad[key].values()) if key == "totals" else pad[key]
            assert value == case[key]


QUESTIONS = {"ends": _ends}
