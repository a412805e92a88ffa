"""A fault in a ruleset is shown at a word that is to blame: without that word there is no such fault, or it is the one that is
missing."""

from __future__ import annotations

import copy
import json
import re
from pathlib import Path
from typing import Any

import pytest
from case_runner import cases, families, own_ruleset

from referee.core.places import Pointer, RulesetError
from referee.core.ruleset import Ruleset
from referee.rules import rulesets

NEEDED = re.compile("needs an? `")
"""What is said where the word that is shown is missing."""
WRONG_WITHOUT_IT = ("a-stock-too-small", "trump-twice")
"""Cases in which the game as it was is as wrong: too many players for its stock, and a trump that bids do not set."""
UNSOUND = [case for name in families() for case in cases(name) if "unsound" in case.data and "ruleset" in case.data]


def faults(data: dict[str, Any], folder: Path, patch: pytest.MonkeyPatch) -> tuple[list[str], set[Pointer]]:
    """What is said of a ruleset in a file, and the places that were asked for on the way."""
    asked = set[Pointer]()
    find = Ruleset.origin

    def origin(ruleset: Ruleset, pointer: Pointer) -> Any:
        asked.add(pointer)
        return find(ruleset, pointer)

    path = folder / "ruleset.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    with patch.context() as patched:
        patched.setattr(Ruleset, "origin", origin)
        try:
            rulesets.load_ruleset(str(path))
        except RulesetError as error:
            return sorted(one.message for one in error.complaints), asked
    return [], asked


def without(data: Any, pointer: Pointer) -> Any:
    """The data without what is there; None if nothing is."""
    data = copy.deepcopy(data)
    inner = data
    for step in pointer[:-1]:
        try:
            inner = inner[step]
        except (KeyError, IndexError, TypeError):
            return None
    try:
        del inner[pointer[-1]]
    except (KeyError, IndexError, TypeError):
        return None
    return data


@pytest.mark.parametrize("case", UNSOUND, ids=lambda case: case.id)
def test_what_is_wrong_is_shown_at_what_makes_it_wrong(
    case: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = own_ruleset(case.data)
    messages, asked = faults(data, tmp_path, monkeypatch)
    for pointer in asked:
        less = without(data, pointer) or without(data, ("changes", 0, "patch", *pointer))
        if less is None:
            assert NEEDED.search(" ".join(messages)), pointer
        elif case.id not in WRONG_WITHOUT_IT:
            assert faults(less, tmp_path, monkeypatch)[0] != messages, pointer
