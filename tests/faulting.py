"""Where the faults of a case point, whose they are, whether a table can let them stand, and which words they rest on.

A case that `breaks:` a rule may say so under `fault:`, as `there` (the value in the event), `who` (a player, or 'nobody'),
`barred` and `word` (the path of a word of the ruleset). What it leaves out is as a family usually has it: all that follows the
verb, the player who does it and nobody for some rules, barred for others, and no word.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any

from case_runner import Data, set_table

DoerOf = Callable[[Any, Any], str]
"""Who does what comes next, in a game and its state."""


def require_faults(
    case: Data, folder: Path, doer: DoerOf, of_nobody: Collection[str], barred: Collection[str] = ()
) -> None:
    """Asserts what a case says of each of its faults; a family names rules that nobody breaks, and those that always bar."""
    before, item = case.get("events", []), case["event"]
    table = set_table(case, [*before, {**item, "stands": "agreed"}], folder)
    last = Path(table.path).read_text(encoding="utf-8").splitlines()[-1]
    played = table.replay(len(before))
    by = item.get("by") or doer(played.game, played.state)
    wanted = [
        {
            "there": told(item),
            "who": NOBODY if entry["breaks"] in of_nobody else by,
            "barred": entry["breaks"] in barred,
            "word": "",
        }
        | entry.get("fault", {})
        for entry in (case, *case.get("also", ()))
    ]
    faults = [finding for finding in table.verdict(case).irregularities if finding.line == len(before) + 2]
    flaws = table.replay().folded.faults[-len(wanted) :]
    found = [
        {
            "there": json.JSONDecoder().raw_decode(last[finding.column - 1 :])[0],
            "who": finding.player or NOBODY,
            "barred": finding.kind == "violation",
            "word": ".".join(flaw.word),
        }
        for finding, flaw in zip(faults, flaws, strict=True)
    ]
    assert found == wanted


def told(item: Data) -> Any:
    """What follows the verb of an event."""
    return next(value for key, value in item.items() if key not in BESIDE)


BESIDE = ("by", "expect", "note", "stands")
"""What may be written with the verb of an event."""
NOBODY = "nobody"
