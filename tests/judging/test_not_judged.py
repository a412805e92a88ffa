"""Logs of which not everything is judged, because they may be legal in a course that is not followed.

What comes after that is read, but nobody is accused of it, and it is not called legal either. In a game whose next round does
not depend on this one it is judged again; only then may the log be legal.
"""

from __future__ import annotations

from typing import Any

import pytest

from referee.core.unseen import courses
from referee.core.verdict import Verdict
from referee.judging.judge import judge
from referee.judging.log import make_log
from referee.report.verdicts import verdict_line
from referee.source import parse

FOUR = "players: [Ann, Ben, Cyd, Dov]\n"
LOW = "[3C, 4C, 5C, 6C, 7C, 8C, 9C, 10C, JC, QC, KC, AC]"
LOWER = "[2S, 3S, 4S, 5S, 6S, 7S, 8S, 9S, 10S, JS, QS, KS]"
HEADS = {
    "trick": f"game: hearts\n{FOUR}position:\n  dealer: Dov\n  won: {{Dov: 1}}\n  hands: {{Ann: {LOW}, Ben: {LOWER}}}\n",
    "climbing": f"game: big-two\n{FOUR}position:\n  hands: {{Ann: [3C, 4C, 5C], Ben: [3S, 4S, 5S]}}\n",
    "fishing": (
        f"game: illimat\n{FOUR}position:\n  fields: {{Summer: [7au], Spring: [4sp], Winter: [5wi], Autumn: [10sp]}}\n"
        "  hands: {Ann: [7su, 6su, 5su, 4su]}\n  unseen: {Ben: 4, Cyd: 4, Dov: 4}\n  stock: 12\n  okus: {box: 1}\n"
    ),
    "conspiracy": (
        "game: illuminati\nplayers: [Ann, Ben]\nposition:\n  turn: Ben\n  uncontrolled: [Big Media, Yuppies]\n"
        "  structures: {Ben: {illuminati: The UFOs, money: 40}, Ann: {illuminati: The Network, money: 5}}\n"
    ),
}
"""In these positions not all courses are followed."""
COURSES = {
    "trick": "courses: [{leader: Ann}, {leader: Ben}], ",
    "climbing": "courses: [{turn: Ann}, {turn: Ben}], ",
    "fishing": "courses: [{turn: Ann}, {turn: Ben}], ",
    "conspiracy": "",
}
REFUSED = {
    "trick": "{trick: [2D, 3D, 3C, 2S]}",  # Cyd leads, which is one of the courses that are not followed
    "climbing": "{round: [3D, 4D, 5C, 5S]}",
    "fishing": "{by: Cyd, play: sow 2su @Winter}",
    "conspiracy": "{attack: {control: Hollywood, with: The UFOs, roll: 2}}",
}
"""An event, or several in one, that none of the courses admits."""
LATER = {
    "trick": ["{trick: [4D, 5D, 4C, 3S]}", "{result: {won: {Ann: 55}}}", "{by: Dov, play: 2C}"],
    "climbing": ["{round: [6D, pass, pass, pass]}", "{result: {left: {Ann: 3}}}", "{by: Dov, play: 3D}"],
    "fishing": ["{draw: 9}", "{deal: {hands: {Ann: [7su]}}}", "{by: Ben, play: sow 2su @Winter}"],
    "conspiracy": ["{end: true}", "{income: 9999}", "{special: {play: Bribery, group: Yuppies, onto: {UFOs: top}}}"],
}
"""Events that are wrong if they are judged by where the game stood before."""
WORDS = {
    "trick": "`leader:` in the `position:`, instead of `open:`",
    "climbing": "`turn:` in the `position:`, instead of `open:`",
    "fishing": "`turn:` in the `position:`, instead of `open:`",
    "conspiracy": "the whole `position:`, without `open:`",
}
UNTIL = {"trick": "on", "climbing": "on", "fishing": "to the next round", "conspiracy": "on"}
FAMILIES = [*HEADS]


def judged(family: str, said: str, *events: str) -> Verdict:
    text = f"{HEADS[family]}  open: {{{COURSES[family]}{said}: true}}\nevents:\n"
    return judge(make_log(parse(text + "".join(f"- {event}\n" for event in events), "log.yaml")))


def about_courses(verdict: Verdict) -> list[str]:
    return [doubt.message for doubt in verdict.doubts if doubt.rule.endswith("/unseen-meanings")]


def complaints(verdict: Verdict) -> list[str]:
    return [complaint.message for complaint in verdict.complaints]


@pytest.mark.parametrize("family", FAMILIES)
def test_a_log_is_not_judged_from_an_event_on_that_another_course_may_admit(family: str) -> None:
    verdict = judged(family, "more", REFUSED[family], *LATER[family])
    assert verdict.violations == []
    assert verdict.status == "unjudged"
    assert complaints(verdict) == [
        "no course that is followed admits this, but another may, so nothing is judged from event 1 on; "
        f"write {WORDS[family]}"
    ]
    assert (verdict.events, verdict.unfinished) == (0, "")
    assert about_courses(verdict) == [
        f"more can be meant than is followed; what the rest would decide accuses nobody; write {WORDS[family]}; "
        f"event 1 may have been legal all the same, so nothing is judged from there {UNTIL[family]} (event 1)"
    ]


def test_the_last_line_says_how_far_a_log_was_judged() -> None:
    line = verdict_line("a.yaml", judged("trick", "more", REFUSED["trick"], *LATER["trick"]))
    assert line == (
        "a.yaml: not judged: 1 hand, 0 plays, 0 scores; 0 findings, 1 complaint, 1 doubt; "
        "judged to event 0, 10 events not judged"
    )


def test_events_that_are_not_judged_are_not_counted() -> None:
    counts = [judged(family, "more", REFUSED[family], *LATER[family]).counts for family in FAMILIES]
    assert [sum(each.values()) for each in counts] == [1, 1, 1, 0]  # the hand, or round, that is played


@pytest.mark.parametrize("family", FAMILIES)
def test_a_position_may_say_that_nothing_is_judged(family: str) -> None:
    verdict = judged(family, "unjudged", *LATER[family])
    assert complaints(verdict) == [
        f"the position leaves open too much, so nothing is judged from event 1 on; write {WORDS[family]}"
    ]
    assert about_courses(verdict) == [
        f"more can be meant than is followed; what the rest would decide accuses nobody; write {WORDS[family]}; "
        f"the position leaves open too much, so nothing is judged from there {UNTIL[family]}"
    ]


@pytest.mark.parametrize("family", FAMILIES)
def test_a_position_that_is_not_judged_is_written_as_such(family: str) -> None:
    verdict = judged(family, "more", REFUSED[family])
    played: Any = verdict.table
    position = played.game.position(played.state)
    assert position["open"] == {"more": True, "unjudged": True}
    _, blocks = played.game.view(played.state)
    assert blocks[-1].lines[0].endswith(" Nothing is judged from event 1 on; the table before it is shown.")
    assert played.game.options(played.state).doing == "it is not known what comes next"
    assert played.game.legal(played.state).options == ()


@pytest.mark.parametrize(
    ("family", "event", "message"),
    [
        ("trick", "{by: Dov, play: 2Z}", "'2Z' is not a card of the French deck"),
        ("trick", "{by: Zed, play: 2C}", "nobody here is called 'Zed'; the players are Ann, Ben, Cyd, Dov"),
        ("trick", "{play: 2C, expect: {bogus: 3}}", "unknown key 'bogus'; known here: winner, score, totals, roles, …"),
        ("trick", "{trick: [2C, 3C, 2Z]}", "'2Z' is not a card of the French deck"),
        ("trick", "{plya: 2C}", "unknown verb 'plya'; did you mean 'play'?"),
        ("climbing", "{round: [2C, 2Z]}", "'2Z' is not a card of the French deck"),
        ("climbing", "{pass: true, expect: {totals: {Zed: 3}}}", "nobody here is called 'Zed'; the players are …"),
        ("fishing", "{play: sow 2su @Nowhere}", "there is no field 'Nowhere'; the fields are Summer, …"),
        ("fishing", "{draw: [2xx]}", "'2xx' is not a card of the Illimat deck"),
        ("conspiracy", "{drop: Hollywod}", "'Hollywod' is not …; did you mean 'Hollywood'?"),
        (
            "conspiracy",
            "{end: true, expect: {owner: {Hollywod: Ann}}}",
            "'Hollywod' is not …; did you mean 'Hollywood'?",
        ),
    ],
)
def test_what_is_not_judged_is_read(family: str, event: str, message: str) -> None:
    verdict = judged(family, "more", REFUSED[family], event)
    (found,) = [fault.message for fault in verdict.violations] + complaints(verdict)
    begins, _, ends = message.partition("…")
    assert (found[: len(begins)], found[len(found) - len(ends) :]) == (begins, ends)


def test_a_misspelling_in_what_is_not_judged_makes_a_log_illegal() -> None:
    verdict = judged("trick", "more", REFUSED["trick"], "{by: Dov, play: 2Z}", "{by: Dov, play: 2C}")
    assert verdict.status == "illegal"
    assert verdict_line("a.yaml", verdict) == (
        "a.yaml: illegal: 1 hand, 0 plays, 0 scores; 1 finding, 1 doubt; judged to event 0, 6 events not judged"
    )


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("also", ["stands: we let it", "expect: {totals: {Ann: 77}}", "expect: {winners: Ann}"])
def test_what_is_said_of_an_event_that_is_not_judged_is_neither_right_nor_wrong(family: str, also: str) -> None:
    event = LATER[family][0].replace("}", f", {also}}}", 1)
    if family == "conspiracy":
        event = event.replace("end: true", "special: Bribery")
    verdict = judged(family, "more", REFUSED[family], event)
    assert verdict.violations == []
    assert "claims" not in verdict.counts
    assert len(verdict.complaints) == 1


NEXT_DEAL = (
    "{deal: {fields: {Spring: [2sp, 3sp, 4sp], Summer: [2su, 3su, 4su],"
    " Autumn: [2au, 3au, 4au], Winter: [2wi, 3wi, 4wi]}}%s}"
)


def test_the_next_round_is_judged_and_the_log_may_be_legal() -> None:
    verdict = judged("fishing", "more", REFUSED["fishing"], *LATER["fishing"], NEXT_DEAL % "")
    assert (verdict.status, verdict.events, verdict.unjudged) == ("legal", 5, 0)
    assert about_courses(verdict) == [
        "more can be meant than is followed; what the rest would decide accuses nobody; write `turn:` in the "
        "`position:`, instead of `open:`; event 1 may have been legal all the same, so nothing is judged from there "
        "to the next round (event 1)"
    ]


@pytest.mark.parametrize(
    ("also", "said"),
    [
        (", stands: we let it", "this is legal, so there is nothing to let stand; remove `stands:`"),
        (", expect: {stock: 99}", "the pile is claimed to have 99 cards"),
        (
            ", expect: {dealer: Ben}",
            "Ben is claimed to deal; it is Ann",
        ),  # Dov, the last player, dealt the round before
    ],
)
def test_with_the_next_round_claims_and_irregularities_count_again(also: str, said: str) -> None:
    verdict = judged("fishing", "more", REFUSED["fishing"], NEXT_DEAL % also)
    assert [fault.message.partition(";")[0] for fault in verdict.violations] == [said.partition(";")[0]]


def test_a_round_begins_although_the_one_before_goes_on_in_each_course_that_is_followed() -> None:
    verdict = judged("fishing", "more", NEXT_DEAL % ", expect: {dealer: Ben}", "{by: Cyd, play: sow 9sp @Spring}")
    assert [fault.message for fault in verdict.violations][:1] == ["Ben is claimed to deal; it is Ann"]
    assert (verdict.status, verdict.counts["rounds"]) == ("illegal", 2)


def test_a_round_that_begins_wrongly_is_found() -> None:
    verdict = judged("fishing", "more", REFUSED["fishing"], (NEXT_DEAL % "").replace("3su", "2su"))
    assert [fault.message for fault in verdict.violations] == ["2su is listed twice; there is only one"]


ROLES_OPEN = """game: illuminate
variants: [shorter]
players: [Ann, Ben]
setup: {dealer: Ben, roles: {Ann: doctor, Ben: teacher}}
events:
- {result: {cards: 1, bids: {Ann: 0, Ben: 1}, won: {Ann: 1, Ben: 0}}}
- {deal: {Ann: [Mk1:31, Lk4:39], Ben: [Mk7:14, Jn3:2]}}
- {bids: {Ben: 0, Ann: 0}}
- {trick: [Mk7:14, "Mk1:31!"]}
- {by: %s}
"""


@pytest.mark.parametrize(
    ("last", "ends"),
    [
        ("Ann, play: Lk4:39", " (event 1)"),
        (
            "Ben, play: Jn3:2",
            "; event 7 may have been legal all the same, so nothing is judged from there on (events 1 and 7)",
        ),
    ],
)
def test_where_roles_are_open_the_doubt_says_so(monkeypatch: pytest.MonkeyPatch, last: str, ends: str) -> None:
    monkeypatch.setattr(courses, "MOST", 1)
    verdict = judge(make_log(parse(ROLES_OPEN % last, "log.yaml")))
    assert verdict.violations == []
    assert about_courses(verdict) == [
        "more can be meant than is followed; what the rest would decide accuses nobody; "
        f"write `expect: {{roles: …}}` after the result{ends.replace(' and ', ', ')}"
    ]
