"""The scoring of a ruleset by each reading of its rulings that the table has not chosen."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from referee.core.merging import merge
from referee.core.ruleset import Ruleset
from referee.engines.trick.words.scoring import Scoring

SCORED = ("define", "scoring", "carry", "bags")
"""The parts of a ruleset that say what a hand scores."""


def by_other_readings(
    ruleset: Ruleset, data: Mapping[str, Any], made: Callable[[Mapping[str, Any]], Scoring]
) -> Iterator[tuple[str, Scoring]]:
    """The subject of a ruling about the score, as a path, with the scoring `made` by another of its readings.

    Only if nobody settled it: what a log, a variant or a house rule has chosen is not reported.
    """
    for ruling in ruleset.get("rulings", default={}).values():
        path = tuple(ruling["about"].split("."))
        if path[0] not in SCORED or ruleset.is_changed(path):
            continue
        for reading in ruling["readings"].values():
            if "value" in reading and reading["value"] != ruleset.get(*path):
                patch = reading["value"]
                for key in reversed(path):
                    patch = {key: patch}
                yield ruling["about"], made(merge(data, patch))
