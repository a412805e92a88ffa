"""Nothing of the fishing family goes without a case: no sentence, no verb, no claim, no Luminary."""

from __future__ import annotations

import json

import pytest
from case_runner import cases
from message_templates import unshown

from referee import book

CASES = list(cases("fishing"))


def _shaped(part: str) -> list[str]:
    keys = book.schema("fishing.schema.json")["$defs"][part]["properties"]
    return [key for key in keys if key not in ("by", "expect", "note", "stands")]


def test_every_sentence_is_asserted_by_a_case() -> None:
    assert unshown("fishing") == []


@pytest.mark.parametrize("verb", _shaped("event"))
def test_every_verb_has_a_case_both_ways(verb: str) -> None:
    legal = [case for case in CASES if any(verb in event for event in case.data.get("events", ()))]
    legal += [case for case in CASES if case.data.get("legal") and verb in case.data["event"]]
    assert legal
    assert [case for case in CASES if case.data.get("breaks") and verb in case.data["event"]]


@pytest.mark.parametrize("claim", _shaped("expect"))
def test_every_claim_has_a_case_both_ways(claim: str) -> None:
    about = [case.data for case in CASES if claim in case.data.get("event", {}).get("expect", {})]
    assert [data for data in about if data.get("legal")]
    assert [data for data in about if data.get("breaks") == "claim"]


@pytest.mark.parametrize("name", book.load_ruleset("illimat").get("luminaries", "cards"))
def test_every_luminary_has_a_case(name: str) -> None:
    assert [case for case in CASES if name in json.dumps(case.data.get("position"))]
