"""The examples that shipped rules carry are true: `referee explain` shows nothing that the judge does not say."""

from __future__ import annotations

import json
from typing import Any

import pytest

from referee import book, shipped, source
from referee.judge import judge
from referee.log import make_log

PLAYERS = ["Ann", "Ben", "Cyd", "Dov"]


def carried() -> list[Any]:
    """Every example of every shipped ruleset, with an id that names the rule."""
    found = []
    for path in (*shipped.rulesets(), *shipped.houses()):
        data = source.load(str(path)).data
        holders = {"": data, **(data.get("rules") or {})}
        for rule, entry in holders.items():
            for place, example in enumerate((entry or {}).get("examples", ())):
                found.append(pytest.param(str(path), example, id=f"{path.stem}/{rule}-{place}"))
    return found


@pytest.mark.parametrize(("game", "example"), carried())
def test_an_example_gets_the_verdict_that_it_shows(game: str, example: dict[str, Any]) -> None:
    log = {"game": game, "players": example.get("players", PLAYERS), "events": [example["event"]]}
    log |= {key: example[key] for key in ("variants", "ruling", "setup", "position") if key in example}
    verdict = judge(make_log(source.parse(json.dumps(log), "example.json")))
    assert verdict.complaints == []
    wanted = example.get("verdict", "legal")
    if wanted == "legal":
        assert verdict.violations == []
    else:
        (finding,) = verdict.violations
        assert wanted in (finding.message, finding.rule.rpartition("/")[2])


def test_every_rule_that_decides_a_trick_of_illuminate_has_an_example() -> None:
    rules = book.load_ruleset("illuminate").data["rules"]
    deciding = [
        "highest-card",
        "grace",
        "tie",
        "lowest-takes",
        "grace-off",
        "leader-takes",
        "rotate-roles",
        "star-clash",
    ]
    assert [rule for rule in deciding if "examples" not in rules[rule]] == []
