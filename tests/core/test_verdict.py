"""A verdict by itself: findings in order of place, doubts put into words late, and what leaves its process."""

from __future__ import annotations

import pickle

from referee.core.events import Finding, Kind
from referee.core.verdict import Verdict


def finding(kind: Kind, event: int, line: int, column: int) -> Finding:
    said = Finding(f"hearts/{kind}", "A sentence.", kind=kind, event=event)
    return said._replace(file="log.yaml", line=line, column=column)


def test_findings_stand_by_place_and_those_about_the_whole_log_last() -> None:
    verdict = Verdict("log.yaml", "hearts", "illegal")
    whole = finding("doubt", 0, 1, 1)
    places = [finding("violation", event, line, column) for event, line, column in ((5, 9, 3), (2, 4, 8), (3, 4, 2))]
    verdict.add([whole, places[0]])
    verdict.add(places[1:])
    verdict.add([])
    assert verdict.findings == [places[2], places[1], places[0], whole]
    assert verdict.violations == [places[2], places[1], places[0]]
    assert verdict.doubts == [whole]


def test_doubts_are_put_into_words_once_and_only_when_somebody_asks() -> None:
    asked: list[int] = []
    verdict = Verdict("log.yaml", "hearts", "legal")
    doubt = finding("doubt", 1, 2, 1)

    def later() -> list[Finding]:
        asked.append(1)
        return [doubt]

    verdict.doubt(later)
    assert (asked, verdict.violations) == ([], [])
    assert verdict.findings == [doubt]
    assert verdict.doubts == [doubt]
    assert asked == [1]


def test_two_verdicts_are_equal_by_what_they_say() -> None:
    one, other = (Verdict("log.yaml", "hearts", "legal", table=table) for table in (1, 2))
    assert one == other
    other.doubt(lambda: [finding("doubt", 1, 2, 1)])
    assert one != other
    assert one != "legal"
    one.doubt(lambda: [finding("doubt", 1, 2, 1)])
    assert one == other
    one.judged_by(lambda: "Hearts, 4 players")
    assert one != other
    assert one.brief == "Hearts, 4 players"


def test_what_nobody_asked_for_is_not_kept() -> None:
    verdict = Verdict("log.yaml", "hearts", "legal", table=1)
    verdict.doubt(lambda: [finding("doubt", 1, 2, 1)])
    verdict.judged_by(lambda: "Hearts, 4 players")
    verdict.keep("the totals")
    assert (verdict.kept, verdict.table, verdict.findings, verdict.brief) == ("the totals", None, [], "")


def test_a_verdict_that_leaves_its_process_leaves_the_table_behind() -> None:
    verdict = Verdict("log.yaml", "hearts", "legal", table=lambda: None)
    verdict.doubt(lambda: [finding("doubt", 1, 2, 1)])
    verdict.judged_by(lambda: "Hearts, 4 players")
    packed = verdict.pack()
    assert packed is verdict
    assert packed.table is None
    assert packed.brief == "Hearts, 4 players"
    assert pickle.loads(pickle.dumps(packed)) == packed
