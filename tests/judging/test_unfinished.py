"""A log that only stops: what is unknown because the game is not over yet is no doubt."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from slowness import NIGHTLY, one_in

from referee import source
from referee.core.verdict import Verdict
from referee.judging.judge import judge
from referee.judging.log import parse_log

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
LOGS = [path for path in sorted(EXAMPLES.glob("*/*.yaml")) if path.parent.name != "broken"]
FOUR = "players: [Ann, Ben, Cyd, Dov]\nsetup: {dealer: Dov}\n"


def verdict(log: str) -> Verdict:
    return judge(parse_log(log, "log.yaml"))


@pytest.mark.parametrize("log", one_in(6, LOGS[::-1]), ids=lambda log: f"{log.parent.name}-{log.stem}")
def test_the_beginning_of_a_log_leaves_no_more_in_doubt_than_the_whole(log: Path) -> None:
    data = source.load(str(log)).data
    events = data["events"]
    known = {finding.rule for finding in judge(str(log)).doubts}
    lengths = [len(events) // 2, 1, len(events) - 1, 2, len(events) // 3]
    for number in {*lengths[: 5 if NIGHTLY else 2]} - {0, len(events)}:
        begun = {**data, "events": events[:number]}
        begun.pop("expect", None)
        found = judge(parse_log(json.dumps(begun), str(log.with_suffix(".json"))))
        assert {finding.rule for finding in found.doubts} <= known, number


def test_a_hand_in_play_without_its_deal_is_no_doubt_and_one_that_was_conceded_is() -> None:
    begun = f"game: whist@1\n{FOUR}events:\n  - turn: 2H\n  - trick: [2C, 3C, 4C, 5C]\n"
    assert (verdict(begun).doubts, verdict(begun).unfinished) == ([], "Dov must lead to trick 2")
    conceded = verdict(begun + "  - rest: Ann\n")
    assert [finding.rule for finding in conceded.doubts] == ["whist/unseen-deal"]


def test_the_hand_in_which_judging_stops_is_no_doubt_and_one_before_it_is() -> None:
    begun = f"game: whist@1\n{FOUR}events:\n  - turn: 2H\n  - trick: [2C, 3C, 4C, 2C]\n"
    assert (verdict(begun).status, verdict(begun).doubts) == ("illegal", [])
    unread = verdict(begun.replace("4C, 2C", "4C, 2X"))
    assert (unread.status, unread.doubts) == ("illegal", [])
    conceded = verdict(begun.replace("4C, 2C]", "4C, 5C]\n  - rest: Ann\n  - turn: 3H\n  - trick: [AC, AC]"))
    assert conceded.status == "illegal"
    assert [(finding.rule, finding.event) for finding in conceded.doubts] == [("whist/unseen-deal", 1)]


def test_strict_lets_an_unfinished_hand_be() -> None:
    log = parse_log(f"game: whist@1\n{FOUR}events:\n  - turn: 2H\n  - trick: [2C, 3C, 4C, 5C]\n", "log.yaml")
    assert judge(log, strict=True).status == "legal"


def test_the_same_doubt_is_told_once_with_the_number_of_events() -> None:
    row = "  - result: {won: {Ann: 3, Ben: 3, Cyd: 3, Dov: 4}, trump: H}\n"
    pad = "game: whist@1\n" + FOUR + "events:\n"

    def told(rounds: int) -> list[str]:
        found = verdict(pad + row * rounds).doubts
        return [finding.message for finding in found if finding.rule == "whist/unseen-plays"]

    what = "only results are recorded, so no play could be judged; write the plays, not only a `result:`"
    assert told(2) == [f"{what} (events 1, 2)"]
    assert told(4) == [f"{what} (events 1, 2, 3, 4)"]
    assert told(5) == [f"{what} (in 5 events, first in event 1)"]


def test_a_reading_that_the_log_chose_is_not_repeated_even_where_it_is_the_usual_one() -> None:
    log = (EXAMPLES / "gin-rummy" / "friday.yaml").read_text(encoding="utf-8")
    told = {finding.rule for finding in verdict(log).findings if finding.kind == "reading"}
    assert "gin-rummy/next-dealer" in told
    chosen = log.replace("\nplayers:", "\nruling: {next-dealer: in-turn}\nplayers:", 1)
    assert {f.rule for f in verdict(chosen).findings if f.kind == "reading"} == told - {"gin-rummy/next-dealer"}
