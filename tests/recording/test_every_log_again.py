"""Every legal log of the examples, recorded again: event by event as it is there, and in plain words."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from slowness import one_in

from referee.judging.log import Log, parse_log
from referee.judging.read import load_log
from referee.judging.rules import ruleset_of
from referee.recording import answers
from referee.recording.recorder import Recorder

ROOT = Path(__file__).resolve().parent.parent.parent
EXAMPLES = [
    path
    for path in sorted((ROOT / "examples").rglob("*.yaml"))
    if path.parent.name != "broken" and "\nevents:" in path.read_text(encoding="utf-8")
]


def rules(log: Log) -> Any:
    return ruleset_of(log, trust="all")


def begun(path: Path) -> tuple[Recorder, Log]:
    """A recorder that has the head of a log, and the log."""
    text, log = path.read_text(encoding="utf-8"), load_log(str(path))
    head = text[: text.index("\nevents:") + 1] + "events:\n"
    detail = "deals" if any("deal" in item for item in log.items) else "plays"
    return Recorder(head, str(path), rules, detail), log


def plain(items: list[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """The events of a log without what it claims and notes."""
    for item in items:
        yield {key: value for key, value in item.items() if key not in ("expect", "note")}


@pytest.mark.parametrize("path", one_in(15, EXAMPLES[::-1]), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_events_as_they_stand_in_a_log(path: Path) -> None:
    recorder, log = begun(path)
    for item in plain(log.items):
        told_back = recorder.enter(json.dumps(item, ensure_ascii=False))
        assert told_back[0].startswith("Recorded: "), (item, told_back)
    assert (parse_log(recorder.text, str(path)).data["events"] or []) == list(plain(log.items))


def hard_to_say(item: Mapping[str, Any]) -> bool:
    """Whether an event is better written as in a log: what stands, empty maps, all declarations of a hand on a score pad, power
    structures."""
    values = [value for value in item.values() if isinstance(value, dict)]
    maps = [*values, *(part for value in values for part in value.values())]
    result = item.get("result", {})
    return "stands" in item or {} in maps or isinstance(result.get("declared"), dict) or "structures" in result


@pytest.mark.parametrize("path", one_in(15, EXAMPLES[::-1]), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_what_is_told_of_an_event_may_be_typed(path: Path) -> None:
    recorder, log = begun(path)
    for item in plain(log.items):
        if hard_to_say(item):
            recorder.enter(json.dumps(item, ensure_ascii=False))
            continue
        before = recorder.here
        told_back = recorder.enter(answers.event(item))
        assert told_back[0].startswith("Recorded: "), (answers.event(item), told_back)
        assert answers.event(recorder.events[-1]).replace(",", "") == answers.event(item).replace(",", ""), (
            before.options.doing
        )


@pytest.mark.parametrize("path", one_in(15, EXAMPLES[::-1]), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_log_that_is_taken_back_to_its_head_and_done_again_is_the_same(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    recorder = Recorder(text, str(path), rules)
    data = parse_log(recorder.text, str(path)).data
    number = len(recorder.events)
    recorder.enter("undo 3")
    recorder.enter("redo 3")
    assert parse_log(recorder.text, str(path)).data == data
    assert len(recorder.events) == number
