"""A log that is judged while it is typed is judged as its file would be."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from slowness import one_in, tries

from referee import source
from referee.core.places import Unjudgeable
from referee.editing.judged import JudgedLog, meaning, read
from referee.judging.judge import judge
from referee.judging.log import make_log
from referee.rules import rulesets

ROOT = Path(__file__).resolve().parent.parent.parent
EXAMPLES = sorted((ROOT / "examples").glob("*/*.yaml"))
NAMED = pytest.mark.parametrize("path", one_in(13, EXAMPLES), ids=lambda path: f"{path.parent.name}/{path.stem}")


@NAMED
def test_what_is_read_event_by_event_is_what_the_file_says(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    log = make_log(source.parse(text, str(path)))
    log.trust = "folder"
    judged = JudgedLog(text, str(path))
    assert judged.draft.log is not None
    assert judged.draft.log.items == log.items
    verdict = judge(log)
    assert judged.findings == verdict.findings
    assert judged.complaints == verdict.complaints


@NAMED
def test_a_text_that_reads_as_a_whole_is_judged_as_the_file_would_be(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    chance = random.Random(path.stem)
    for _ in range(tries(6)):
        at = chance.randrange(len(text))
        other = text[:at] + chance.choice(["", "x", " ", "1"]) + text[at + 1 :]
        try:
            log = make_log(source.parse(other, str(path)))
        except Unjudgeable:
            continue
        log.trust = "folder"
        verdict, judged = judge(log), JudgedLog(other, str(path))
        assert judged.findings == verdict.findings
        assert judged.complaints == verdict.complaints


HEAD = "game: illuminate\nplayers: [Ann, Ben]\nsetup: {dealer: Ben, roles: {Ann: doctor, Ben: teacher}}\nevents:\n"


@pytest.mark.parametrize(
    ("events", "pieces"),
    [
        ("  - bid: 1\n  - bid: 0\n", 2),
        ("- bid: 1\n- bid: 0\n", 2),
        ("  # a remark\n  - bid: 1\n\n  - deal:\n      Ann:\n        - Mk1:11\n", 2),
        ("  - {note: 'a\n    - b', bid: 1}\n", 1),
        ("", 0),
    ],
)
def test_each_event_is_a_piece(events: str, pieces: int) -> None:
    draft = read(HEAD + events, "a.yaml")
    assert len(draft.pieces) == pieces
    assert draft.faults == ()


def test_what_stands_after_the_events_belongs_to_the_head() -> None:
    judged = JudgedLog(
        f"{HEAD}  - result: {{cards: 1, bids: {{Ann: 1, Ben: 0}}, won: {{Ann: 1, Ben: 0}}}}\nnoet: x\n", "a.yaml"
    )
    assert [str(each) for each in judged.complaints] == ["a.yaml:6:1: unknown key 'noet'; did you mean 'note'?"]


def test_an_event_that_cannot_be_read_costs_itself_and_what_follows() -> None:
    events = (
        "  - result: {cards: 1, bids: {Ann: 9, Ben: 0}, won: {Ann: 1, Ben: 0}}\n  - bid: [\n  - bid: 1\n  - bid: {\n"
    )
    judged = JudgedLog(HEAD + events, "a.yaml")
    assert [finding.line for finding in judged.findings if finding.kind == "violation"] == [5]
    assert [each.place.line for each in judged.complaints] == [6, 8]


@pytest.mark.parametrize("key", ["spend", "roll", "capture", "attack", "uncontrolled"])
def test_every_key_of_a_log_has_a_meaning(key: str) -> None:
    rules = rulesets.load_ruleset("illuminati")
    assert meaning(rules, f"  - {key}: 7", 6)
