"""Questions from Python: the answers are those of the worked situations, and what cannot be asked says why in one line."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import traceback
from collections.abc import Callable
from typing import Any

import pytest
from command_runner import run

import referee


def test_who_wins_says_why() -> None:
    won = referee.who_wins(
        "illuminate",
        {"Ann": "Mk1:11", "Ben": "Mk1:31", "Cyd": "Lk7:50!", "Dov": "Mk4:2"},
        roles={"Dov": "teacher", "Ann": "doctor", "Ben": "neighbor", "Cyd": "preacher"},
    )
    assert (won["winner"], won["card"]) == ("Cyd", "Lk7:50")
    assert won["because"] == "Grace: Lk7:50 has the symbol of the Preacher, Cyd"


def test_a_partner_may_sit_out() -> None:
    assert referee.who_wins("euchre", ["9H", "AH", "9S"], trump="S")["winner"] == "player 3"


def test_a_hand_is_scored_as_the_pad_says() -> None:
    said = {
        "cards": 6,
        "bids": {"Ann": 6, "Ben": 0, "Cyd": 0, "Dov": 0},
        "won": {"Ann": 5, "Ben": 1, "Cyd": 0, "Dov": 0},
    }
    assert referee.score_hand("illuminate", said)["points"] == {"Ann": 0, "Ben": 10, "Cyd": 12, "Dov": 12}


def test_cards_in_hand_are_arranged_at_their_best() -> None:
    # three Fours for 12, 5 6 7 of Blue for 18, and 7 and 1 left over: -7
    arranged = referee.score_hand("luminars", ["R4", "G4", "B4", "B5", "B6", "B7", "Y7", "R1"])
    assert (arranged["score"], arranged["idle"]) == (23, ["R1", "Y7"])


@pytest.mark.parametrize(
    ("asked", "args"),
    [
        (
            lambda: referee.attack("illuminati", "control", "mafia", "loan sharks", spend=3),
            "attack illuminati control --attacker mafia --target loan\xa0sharks --spend 3",
        ),
        (lambda: referee.beats("big-two", ["9H", "9S"], on=["7C", "7S"]), "beat big-two 9H 9S --on 7C,7S"),
        (lambda: referee.may_match("crazy-eights", "7H", "7C"), "match crazy-eights 7H --on 7C"),
        (
            lambda: referee.may_play("hearts", "AH", hand=["2C", "AH", "QS"], table=["5C"]),
            "play hearts AH --hand 2C,AH,QS --table 5C",
        ),
        (
            lambda: referee.may_play("illimat", "sow 5sp", season="Spring", fields=["2au"], hand="5sp"),
            "play illimat sow\xa05sp --season Spring --field 2au --hand 5sp",
        ),
        (lambda: referee.revoke("bridge", 5, 3, by_player=True), "revoke bridge --trick 5 --won 3 --by-player"),
        (
            lambda: referee.score_hand("bridge", {}, contract="4SX", tricks=11, vulnerable=["player 1"]),
            "score bridge --contract 4SX --tricks 11 --vulnerable 1",
        ),
    ],
)
def test_the_answer_is_that_of_the_command(asked: Callable[[], Any], args: str) -> None:
    typed = [arg.replace("\xa0", " ") for arg in args.split(" ")]
    printed = run("resolve", *typed, "--format", "json")
    assert json.loads(json.dumps(asked())) == json.loads(printed.out)


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        (
            lambda: referee.who_wins("whist", ["2C", "AC", "3C", "KC"]),
            "trump changes in Whist; say what it is with `trump=`, one of C, D, H, S, none",
        ),
        (lambda: referee.who_wins("hearts", ["2C"]), "Hearts is for 4 players, not 1"),
        (
            lambda: referee.who_wins("hearts", ["2C", "2C", "3C", "4C"]),
            "player 2 played 2C, which player 1 has played to this trick already",
        ),
        (lambda: referee.who_wins("illuminate", ["Mk1:11", "Mk1:31"], roles=["doctor"]), "roles: 1 for 2 players"),
        (
            lambda: referee.who_wins("illuminate", ["Mk1:11", "Mk1:31"], roles={"Ann": "doctor"}),
            "cards: 2 for 1 players",
        ),
        (
            lambda: referee.who_wins("illuminate", {"Ann": "Mk1:11", "Ben": "Mk1:31"}, roles={"Ann": "doctor"}),
            "roles: none for Ben",
        ),
        (
            lambda: referee.attack("illuminati", "control", "mafia", "nothing"),
            "`target=`: no Illuminati card or group is called 'nothing'",
        ),
        (
            lambda: referee.attack("hearts", "control", "mafia", "cia"),
            "Hearts is a trick game, which has no such question; it has trick, play, score, revoke",
        ),
        (lambda: referee.score_hand("hearts", {"x": 3}), "what is asked about is not in the form that it has in a log"),
        (
            lambda: referee.score_hand(
                "illuminate", {"cards": 6, "bids": {"Ann": 6, "Ben": 0}, "won": {"Ann": 5, "Ben": 0}}
            ),
            "the tricks won add up to 5; in a hand of 6 cards there are 6 tricks",
        ),
    ],
)
def test_what_cannot_be_asked_says_why(asked: Callable[[], Any], says: str) -> None:
    with pytest.raises(ValueError, match=re.escape(says)) as raised:
        asked()
    assert str(raised.value) == says


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        (lambda: referee.who_wins(3, ["2C"]), "`game=`: expected a loaded ruleset or a text, not 3"),
        (
            lambda: referee.who_wins("hearts", "2C 3C 4C 5C"),
            "`cards=`: expected a list of texts or a map of texts, not '2C 3C 4C 5C'",
        ),
        (
            lambda: referee.who_wins("hearts", ["2C", 3, "4C", "5C"]),
            "`cards=`: expected a list of texts or a map of texts, not ['2C', 3, '4C', '5C']",
        ),
        (lambda: referee.who_wins("whist", ["2C"], trump=3), "`trump=`: expected a text or None, not 3"),
        (lambda: referee.score_hand("illuminate", None), "`hand=`: expected a list of texts or a map, not None"),
        (lambda: referee.score_hand("luminars", [3]), "`hand=`: expected a list of texts or a map, not [3]"),
        (
            lambda: referee.score_hand("luminars", {"Ann": 18, "Ben": 6}),
            "`counted=`: expected a map of maps, not {'Ann': 18, 'Ben': 6}",
        ),
        (
            lambda: referee.score_hand("bridge", {}, contract="4S", tricks=True),
            "`tricks=`: expected a whole number from 0 to 999 or None, not True",
        ),
        (
            lambda: referee.score_hand("bridge", {}, counts={"Ann": "x"}),
            "`counts=`: expected a map of whole numbers or None, not {'Ann': 'x'}",
        ),
        (
            lambda: referee.attack("illuminati", "steal", "mafia", "loan sharks"),
            "an attack is to control, neutralize or destroy, not to 'steal'",
        ),
        (
            lambda: referee.attack("illuminati", "control", "mafia", "loan sharks", spend=-3),
            "`spend=`: expected a whole number from 0 to 999, not -3",
        ),
        (
            lambda: referee.attack("illuminati", "control", "mafia", "loan sharks", where="moon"),
            "a target is uncontrolled, own, adjacent, 1, 2 or 3 groups from its Illuminati, not 'moon'",
        ),
        (
            lambda: referee.attack("illuminati", "control", "mafia", "loan sharks", attacker_holds=["zz"]),
            "`attacker_holds=`: no group is called 'zz'",
        ),
        (lambda: referee.may_play("hearts", "2C"), "`hand=` is missing"),
        (
            lambda: referee.may_play("hearts", "2C", hand=["2C"], fields=[]),
            "there is no `fields=` here; there is table, trump, broken and first_trick",
        ),
        (
            lambda: referee.may_play("hearts", "2C", hand=["2C"], broken="yes"),
            "`broken=`: expected True or False, not 'yes'",
        ),
        (
            lambda: referee.may_play("illimat", hand=["3sp"], season="Winter", fields={"Winter": ["2sp"]}),
            "`fields=`: expected a list of texts, not {'Winter': ['2sp']}",
        ),
        (lambda: referee.beats("big-two", "9H"), "`cards=`: expected a list of texts, not '9H'"),
    ],
)
def test_an_argument_in_the_wrong_form_is_named(asked: Callable[[], Any], says: str) -> None:
    with pytest.raises(ValueError, match=re.escape(says)) as raised:
        asked()
    assert str(raised.value) == says


def test_a_hand_on_a_field_is_a_list_of_cards_too() -> None:
    listed = referee.may_play("illimat", "sow 3sp", hand=["3sp", "9au"], season="Summer")
    assert listed == referee.may_play("illimat", "sow 3sp", hand="3sp 9au", season="Summer")


def test_an_attack_may_be_privileged() -> None:
    asked = referee.attack("illuminati", "control", "bavarian", "loan sharks", privileged=True)
    assert asked["number"] == 5  # Power 10, and the Loan Sharks resist with 5
    assert asked != referee.attack("illuminati", "control", "bavarian", "loan sharks")


def test_games_are_listed_with_their_titles() -> None:
    titles = {rules.name: rules.title for rules in referee.games()}
    assert titles["gin-rummy"] == "Gin Rummy"
    assert "tricks" not in titles  # what games are made of is none


HEARTS = {"game": "hearts", "players": ["Ann", "Ben", "Cyd", "Dov"], "setup": {"dealer": "Dov"}, "events": []}


@pytest.mark.parametrize(
    ("data", "status", "says"),
    [
        (HEARTS, "legal", []),
        ({}, "unjudged", ["key 'game' is missing", "key 'players' is missing"]),
        ({"game": "hearts"}, "unjudged", ["key 'players' is missing"]),
        (
            {**HEARTS, "events": [{"deal": object()}]},
            "unjudged",
            ["this is not plain data: Object of type object is not JSON serializable"],
        ),
    ]
    + [
        (
            data,
            "unjudged",
            [f"a log is a path, plain data with `game:`, `players:` and `events:`, or a loaded Log, not {kind}"],
        )
        for data, kind in ((None, "NoneType"), (3, "int"), ([HEARTS], "list"), (b"hearts", "bytes"))
    ],
)
def test_plain_data_is_judged_and_never_raises(data: Any, status: str, says: list[str]) -> None:
    verdict = referee.judge(data)
    assert (verdict.status, [complaint.message for complaint in verdict.complaints]) == (status, says)
    assert verdict.as_dict()["verdict"] == status
    assert json.loads(json.dumps(verdict.as_dict()["complaints"])) == [one.as_dict() for one in verdict.complaints]


def test_a_verdict_as_data_is_what_validate_prints() -> None:
    log = "examples/broken/revoke.yaml"
    printed = subprocess.run(
        [sys.executable, "-m", "referee", "validate", log, "--format", "json"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert json.loads(printed.stdout)["logs"] == [json.loads(json.dumps(referee.judge(log).as_dict()))]


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: referee.load_ruleset("iluminate"),
        lambda: referee.load_log("nowhere.yaml"),
        lambda: referee.log_of({"game": "hearts"}),
        lambda: referee.parse_log("game: hearts"),
        lambda: referee.who_wins("iluminate", ["Mk1:11"]),
    ],
)
def test_a_traceback_ends_with_the_callers_line(wrong: Callable[[], Any]) -> None:
    with pytest.raises(referee.Unjudgeable) as raised:
        wrong()
    frames = traceback.extract_tb(raised.value.__traceback__)
    assert [frame.filename for frame in frames[:2]] == [__file__, __file__]
    assert len(frames) <= 5
