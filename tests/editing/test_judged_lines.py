"""A file with one log per line in an editor: each line has its own findings, and only what changed is judged again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from referee.editing.judged import JudgedLines, JudgedLog
from referee.judging.read import load_log

ROOT = Path(__file__).resolve().parent.parent.parent
LEGAL, REVOKE = (
    json.dumps(load_log(str(ROOT / "examples" / path)).data)
    for path in ("illuminate/friday.yaml", "broken/revoke.yaml")
)


def test_each_line_has_its_own_findings() -> None:
    text = f"{LEGAL}\n\n{REVOKE}\n{{\n"
    lines = JudgedLines("games.jsonl")
    revoke, broken = (mark for mark in lines.change(text) if mark.weight == "error")
    assert text[revoke.start : revoke.end] == '"Lk6:31"'
    assert revoke.message == "Dov played Lk6:31 on a Mark lead, holding Mk1:17 Mk10:52; legal here: Mk1:17 Mk10:52"
    assert text[: broken.start].count("\n") == 3
    rules, line, offset = lines.at(revoke.start)
    assert (rules and rules.name, line, line[offset:][:8]) == ("illuminate", REVOKE, '"Lk6:31"')


def test_only_a_line_that_changed_is_judged_again(monkeypatch: pytest.MonkeyPatch) -> None:
    judged: list[str] = []
    begin = JudgedLog.__init__
    monkeypatch.setattr(
        JudgedLog, "__init__", lambda log, text, *a, **b: (judged.append(text), begin(log, text, *a, **b))[1]
    )
    lines = JudgedLines("games.jsonl")
    lines.change(f"{LEGAL}\n{REVOKE}\n")
    changed = REVOKE.replace("Lk6:31", "Mk1:17")
    lines.change(f"{LEGAL}\n{changed}\n")
    assert judged == [LEGAL, REVOKE, changed]
    lines.change(f"{LEGAL}\n{changed}\n")
    assert judged[3:] == [LEGAL, changed]


def test_a_log_that_is_spread_over_lines_is_left_alone() -> None:
    head = json.dumps({key: value for key, value in json.loads(REVOKE).items() if key != "events"})
    lines = JudgedLines("games.jsonl")
    marks = lines.change(f'{head}\n{{"bid": 1}}\n{REVOKE}\n')
    assert {mark.start > len(head) + 13 for mark in marks} == {True}
