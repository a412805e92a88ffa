"""`referee coverage`: what logs exercised of the rules of their games."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from command_runner import LEGAL, RESULTS, REVOKE, UNREADABLE, run, write
from slowness import one_in

from referee.judging.fold import States
from referee.judging.log import Log
from referee.judging.otherwise import Coverage
from referee.judging.read import load_logs
from referee.judging.replay import replay
from referee.judging.rules import ruleset_of

LOGS = Path(__file__).parents[1] / "logs"
HOUSE = "extends: illuminate\nwhy: quiet\ntrick: {grace: silent}\n"
pytestmark = pytest.mark.usefixtures("folder")


def fired(*args: str) -> dict[str, int]:
    """The points that fired in the one game of these logs, and how often."""
    (game,) = run("coverage", *args, "--format", "json").data["games"]
    return {point["point"]: point["fired"] for point in game["points"] if point["fired"]}


def test_what_one_hand_exercises() -> None:
    write("friday.yaml", LEGAL)
    assert fired("friday.yaml") == {
        "deal.sequence": 1,
        "rules.deal": 1,
        "lead.by": 1,
        "play.follow_suit": 1,
        "rules.follow-suit": 1,
        "roles.choose": 1,
        "rules.roles": 1,
        "trick.grace": 1,
        "rules.grace": 1,
    }


@pytest.mark.slow
def test_a_violation_fires_its_word_and_its_rule() -> None:
    write(
        "revoke.yaml",
        REVOKE.replace("bids: {Ann: 1, Ben: 0, Cyd: 1, Dov: 0}", "bids: {Ann: 3, Ben: 0, Cyd: 1, Dov: 0}"),
    )
    assert {"bidding.most", "rules.bid-range"} <= set(fired("revoke.yaml"))
    assert "play.follow_suit" not in fired("revoke.yaml")
    write("claim.yaml", LEGAL.replace("winner: Cyd", "winner: Ann"))
    assert "rules.claim" in fired("claim.yaml")
    write("end.yaml", RESULTS + "expect: {totals: {Ann: 5}}\n")
    assert "rules.claim" in fired("end.yaml")


def test_a_score_pad_exercises_bids_and_scores() -> None:
    write("pad.yaml", RESULTS)
    assert fired("pad.yaml") == {
        "deal.sequence": 1,
        "rules.deal": 1,
        "roles.choose": 1,
        "rules.roles": 1,
        "scoring.bid.cases.4": 1,
        "scoring.bid.cases.5": 1,
        "rules.scoring": 1,
    }


def test_the_report_says_what_never_fired_and_where_it_is_set() -> None:
    write("friday.yaml", LEGAL)
    lines = run("coverage", "friday.yaml").out.splitlines()
    assert lines[0].startswith("Illuminate, 2–4 players, 12 hands of 1–12 cards, exact bids")
    assert lines[2].split() == ["game", "logs", "rules", "words", "powers", "covered"]
    assert lines[4].split() == ["illuminate", "1", "4/25", "5/22", "0/4", "17%"]
    assert lines[6] == "illuminate, never fired:"
    never = {line.split()[0]: " ".join(line.split()[1:]) for line in lines[7 : lines.index("", 7)]}
    assert never["powers.Mk14:27.trick_goes_to"].endswith("rulesets/trick/illuminate.yaml:33")
    assert never["rules.over"] == "Nothing happens after the end of the game."


def test_rules_that_cannot_fire_are_named() -> None:
    run("simulate", "mercy", "-n", "1", "--out", "mercy.jsonl")
    assert run("coverage", "mercy.jsonl").out.splitlines()[-1] == (
        "mercy: 4 rules are for readers only and cannot fire: bid-range, dealing, leading and stars"
    )


@pytest.mark.slow
def test_house_rules_make_another_game_and_variants_do_not() -> None:
    write("silent.yaml", HOUSE)
    write("logs/a.yaml", LEGAL)
    write("logs/b.yaml", "house: [../silent.yaml]\n" + LEGAL)
    write("logs/c.yaml", "variants: [shorter]\n" + LEGAL)
    games = run("coverage", "logs", "--trust", "all", "--format", "json").data["games"]
    assert [(game["game"], game["houses"], game["logs"]) for game in games] == [
        ("illuminate", [], 2),
        ("illuminate", ["silent"], 1),
    ]
    lines = run("coverage", "logs", "--trust", "all", "--house", "silent.yaml").out.splitlines()
    (row,) = (line for line in lines if line.startswith("illuminate + silent  "))
    assert row.split()[3] == "3"  # for log b, too, the house rule is added only once


def test_a_rule_that_only_a_variant_has_is_told_in_its_words() -> None:
    run("simulate", "hearts", "-n", "1", "--detail", "results", "--out", "a.jsonl")
    run("simulate", "hearts", "-n", "1", "--detail", "results", "--variant", "spare-the-queen", "--out", "b.jsonl")
    said = run("coverage", "a.jsonl", "b.jsonl")
    assert said.code == 0
    (line,) = (line for line in said.out.splitlines() if line.startswith("  rules.unless-only "))
    assert line.endswith(
        "Nobody has to lead the Queen of Spades just because Hearts are not broken; Hearts may then be led."
    )


def test_exit_codes() -> None:
    write("friday.yaml", LEGAL)
    write("verb.yaml", UNREADABLE)
    assert run("coverage", "friday.yaml").code == 0
    assert run("coverage", "friday.yaml", "--fail-under", "10").code == 0
    assert run("coverage", "friday.yaml", "--fail-under", "19").code == 1
    said = run("coverage", "nope.yaml", "friday.yaml")
    assert (said.code, said.err) == (3, "nope.yaml:1:1: no such file\n")
    assert "illuminate" in said.out
    assert run("coverage").err == "referee coverage: LOG is missing (see `referee coverage --help`)\n"


def every_log() -> list[Log]:
    found = [path for path in LOGS.glob("*/*") if path.suffix in (".yaml", ".json")]
    return [log for path in sorted(found) for log in load_logs(str(path)) if isinstance(log, Log)]


def outcome(played: Any) -> tuple[Any, ...]:
    folded = played.folded
    return (folded.events, folded.claims, folded.faults, folded.halted, played.game.position(played.state))


@pytest.mark.parametrize("log", one_in(4, every_log()), ids=lambda log: Path(log.path).name)
def test_a_watched_game_goes_the_same_way(log: Log) -> None:
    try:
        plain = replay(log)
    except Exception:
        return
    seen = States()
    watched = replay(log, visitor=seen)
    assert outcome(watched) == outcome(plain)
    assert len(seen.states) > plain.folded.events - len(plain.folded.faults)
    covered = Coverage(ruleset_of(log))
    covered.add(log, covered.rules)
    assert set(covered.fired) <= set(covered.points)
