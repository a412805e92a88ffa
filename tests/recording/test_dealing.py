"""Deals of which cards lie open, typed part by part."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from referee.judging.judge import judge
from referee.judging.log import load_log, parse_log
from referee.judging.replay import ruleset_of
from referee.recording.recorder import Recorder

EXAMPLES = Path(__file__).resolve().parent.parent.parent / "examples"


def begun(game: str, detail: str) -> Recorder:
    text = (EXAMPLES / game / "friday.yaml").read_text(encoding="utf-8")
    return Recorder(text[: text.index("\nevents:") + 1] + "events:\n", "friday.yaml", ruleset_of, detail)


def type_in(recorder: Recorder, item: Mapping[str, Any]) -> None:
    deal = item.get("deal")
    if deal is None or "luminaries" in deal:
        assert recorder.enter(json.dumps(item))[0].startswith("Recorded: ")
        return
    for part in ("fields", "hands"):
        for name, cards in deal.get(part, {}).items():
            recorder.enter(f"{name} {' '.join(cards)}")


@pytest.mark.parametrize("game", ["cassino", "scopa", "illimat"])
def test_a_game_is_recorded_line_by_line(game: str) -> None:
    path = EXAMPLES / game / "friday.yaml"
    events = [{k: v for k, v in item.items() if k not in ("expect", "note")} for item in load_log(str(path)).items]
    recorder = begun(game, "deals")
    for item in events[:40]:
        type_in(recorder, item)
    assert [dict(item) for item in recorder.events] == events[:40]
    assert not judge(parse_log(recorder.text, "friday.yaml")).violations


def test_it_asks_for_the_table_and_then_for_the_hands() -> None:
    recorder = begun("cassino", "deals")
    assert recorder.status()[-1] == "The cards that lie open: table?"
    assert recorder.enter("2C QC 2D 9D") == []
    assert recorder.status() == ["The cards of Ann? Return if nobody recorded them."]
    assert recorder.enter("") == []
    assert recorder.enter("4C 6C 4S 5S")[0].startswith("Recorded: deal ")
    assert dict(recorder.events[0]) == {
        "deal": {"fields": {"table": ["2C", "QC", "2D", "9D"]}, "hands": {"Ben": ["4C", "6C", "4S", "5S"]}}
    }


def test_of_what_lies_open_only_the_table_is_asked_for() -> None:
    recorder = begun("cassino", "plays")
    assert recorder.enter("deal 2C QC 2D 9D")[0].startswith("Recorded: deal ")
    assert dict(recorder.events[0]) == {"deal": {"fields": {"table": ["2C", "QC", "2D", "9D"]}}}
    assert recorder.enter("sow 6S")[0].startswith("Recorded: ")
