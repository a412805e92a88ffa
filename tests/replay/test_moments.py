"""The moment on which a page opens, and its headline: the fault, else the turn of the game, else its end."""

from __future__ import annotations

import pytest

from referee.judging.log import parse_log
from referee.judging.rules import ruleset_of
from referee.replay.moments import KeyMoment, moment_of, result_of
from referee.replay.steps import Steps, steps_of
from tests.command_runner import LEGAL, REVOKE, UNREADABLE

HEARTS = "game: hearts\nplayers: [Ann, Ben, Cyd, Dov]\nsetup: {dealer: Dov}\nevents:\n"
EIGHTS = "game: crazy-eights\nplayers: [Ann, Ben, Cyd]\nsetup: {dealer: Cyd, target: 200}\nevents:\n"


def made(text: str) -> Steps:
    log = parse_log(text, "table.yaml")
    return steps_of(log, ruleset_of(log))


def scored(head: str, *rounds: dict[str, int]) -> Steps:
    """A game of which only the points of each round are known."""
    return made(head + "".join(f"  - result: {{score: {points}}}\n" for points in rounds))


def points(ann: int, ben: int, cyd: int) -> dict[str, int]:
    return {"Ann": ann, "Ben": ben, "Cyd": cyd}


@pytest.mark.parametrize(
    ("rounds", "moment"),
    [
        # Ann 30, 30, 130 – Ben 0, 50, 50: Ben leads after two rounds, and Ann after the third
        ([points(30, 0, 0), points(0, 50, 0), points(100, 0, 0)], KeyMoment(3, "Ann passed Ben in round 3")),
        # Ben leads from the second round on; who is second does not matter
        ([points(30, 0, 0), points(0, 50, 0), points(0, 0, 40)], KeyMoment(2, "Ben passed Ann in round 2")),
        # Ann 30, 30, 60 – Cyd 0, 30, 30: level after two rounds
        ([points(30, 0, 0), points(0, 0, 30), points(30, 0, 0)], KeyMoment(3, "Ann drew ahead of Cyd in round 3")),
        ([points(30, 0, 0), points(0, 0, 30)], KeyMoment(2, "Cyd drew level with Ann in round 2")),
        # Ann and Ben 20 each, then Cyd 45
        ([points(20, 0, 0), points(0, 20, 0), points(0, 0, 45)], KeyMoment(3, "Cyd passed Ann and Ben in round 3")),
        # Ann leads all the way: nothing turned, so the end matters
        (
            [points(30, 0, 0), points(0, 10, 0)],
            KeyMoment(2, "Not over: 2 rounds scored; the game goes to 200"),
        ),
        ([points(110, 0, 0), points(0, 10, 0), points(100, 0, 0)], KeyMoment(3, "Ann wins with 210")),
    ],
)  # fmt: skip
def test_the_turn_of_a_game_is_when_the_last_leader_took_the_lead(
    rounds: list[dict[str, int]], moment: KeyMoment
) -> None:
    assert moment_of(scored(EIGHTS, *rounds)) == moment


def test_who_has_the_fewest_points_leads_where_they_are_bad() -> None:
    first = {"Ann": 0, "Ben": 5, "Cyd": 8, "Dov": 13}
    second = {"Ann": 13, "Ben": 0, "Cyd": 5, "Dov": 8}  # Ann 13, Ben 5, Cyd 13, Dov 21
    found = scored(HEARTS, first, second)
    assert moment_of(found) == KeyMoment(2, "Ben passed Ann in hand 2")


def test_partners_pass_together() -> None:
    text = (
        "game: whist\nplayers: [Ann, Ben, Cyd, Dov]\nsetup: {dealer: Dov, target: 5}\nevents:\n"
        "  - result: {score: {Ann: 1, Cyd: 1, Ben: 0, Dov: 0}}\n  - result: {score: {Ann: 0, Cyd: 0, Ben: 3, Dov: 3}}\n"
    )
    assert moment_of(made(text)) == KeyMoment(2, "Ben and Dov passed Ann and Cyd in hand 2")


def test_a_fault_comes_before_everything() -> None:
    assert moment_of(made(REVOKE)) == KeyMoment(7, "Against the rules in hand 2: follow-suit (Ben)")
    unreadable = made(UNREADABLE)
    assert moment_of(unreadable) == KeyMoment(6, "Event 6 cannot be judged")


def test_an_unfinished_game_opens_at_its_last_event() -> None:
    assert moment_of(made(LEGAL)) == KeyMoment(9, "Not over: 0 of 12 hands scored")


BOARD = """
game: bridge
variants: [single-board]
players: [Eve, Kim, Fox, Lou]
setup: {dealer: Eve, vulnerable: []}
board: {number: 1}
events:
  - result: {contract: 3S, declarer: Eve, won: {Eve: 10}}
"""


def test_nobody_wins_a_board_that_others_play_as_well() -> None:
    found = made(BOARD)  # three odd tricks and an overtrick in spades: 3 × 30, 30, and 50 for the part score
    assert result_of(found) == "Board 1: Eve and Fox score 170."
    assert moment_of(found) == KeyMoment(1, "Board 1: Eve and Fox score 170")
