"""What is said where the referee gives up: too many layouts of a structure, or too many courses, are possible."""

from __future__ import annotations

from functools import partial

import pytest

from referee.core.unseen import courses
from referee.core.unseen.seats import Patience
from referee.core.verdict import Verdict
from referee.engines.conspiracy.rules import arrows
from referee.judging.judge import judge
from referee.judging.log import make_log
from referee.source import parse


def judged(structures: str, events: str) -> Verdict:
    head = "game: illuminati\nplayers: [Ann, Ben]\nposition:\n  turn: Ben\n  specials: {Ben: [Bribery]}\n"
    text = f"{head}  uncontrolled: [Big Media, Yuppies]\n  structures: {structures}\nevents: [{events}]\n"
    return judge(make_log(parse(text, "log.yaml")))


def test_a_log_is_asked_for_an_arrow_where_too_many_layouts_are_possible(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arrows, "Patience", partial(Patience, 0))
    verdict = judged(
        "{Ben: {illuminati: The UFOs, money: 40}}",
        "{attack: {control: Big Media, with: UFOs, spend: {UFOs: 20}, roll: 2}},"
        "{special: {play: Bribery, group: Yuppies, onto: {UFOs: top}}}",
    )
    assert verdict.violations == []
    said = "this depends on what the log leaves out; write `arrow:` at event 3"
    assert [complaint.message for complaint in verdict.complaints] == [said]


def test_more_courses_than_are_followed_are_a_doubt(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(courses, "MOST", 1)
    verdict = judged(
        "{Ann: {illuminati: The Network, groups: {Moonies: {'on': {The Network: top}}, Hollywood: {'on': {Moonies: top}}}},"
        " Ben: {illuminati: The UFOs, money: 40,"
        " groups: {Militia: {'on': {The UFOs: right}}, South American Nazis: {'on': {Militia: top}}}}}",
        "{attack: {control: Moonies, with: The UFOs, spend: {The UFOs: 40}, roll: 2}}, {end: true}",
    )
    said = (
        "more can be meant than is followed; what the rest would decide accuses nobody; "
        "write `arrow:` or `places:` (event 3)"
    )
    assert said in [doubt.message for doubt in verdict.doubts]
