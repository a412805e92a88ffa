"""What a club asks a game of a hand that several tables play: the contract, who declared it, and the tricks of that side."""

from __future__ import annotations

from typing import Any

import pytest

from referee.core.family import BoardFacts, BoardMove, ContractPlayed
from referee.rules import rulesets

PLAYERS = ("Ann", "Ben", "Cyd", "Dov")


def played(game: str, *items: dict[str, Any]) -> ContractPlayed | None:
    table = rulesets.table(rulesets.load_ruleset(game), 4)
    state = table.start(PLAYERS, {"dealer": "Ann"}, None)
    for item in items:
        assert table.advance(state, item) == []
    return table.contract_played(state)


WON = {"Ann": 6, "Ben": 2, "Cyd": 1, "Dov": 4}


@pytest.mark.parametrize(
    ("bids", "said"),
    [
        # Ann and Cyd won 6 + 1 tricks, Ben and Dov 2 + 4
        (["1S", "pass", "pass", "pass"], ContractPlayed("1S", 0, 7)),
        (["pass", "1NT", "double", "pass", "pass", "pass"], ContractPlayed("1NT, doubled", 1, 6)),
        # Cyd names spades first for the side that plays them
        (["pass", "pass", "1S", "pass", "2S", "pass", "pass", "pass"], ContractPlayed("2S", 2, 7)),
    ],
)
def test_a_contract_without_its_player(bids: list[str], said: ContractPlayed) -> None:
    assert played("bridge", {"result": {"cards": 13, "bids": bids, "won": WON}}) == said


def test_a_hand_that_is_passed_out_has_no_declarer() -> None:
    assert played("bridge", {"bids": ["pass"] * 4}) == ContractPlayed("passed out", -1, None)


def test_before_the_first_hand_has_ended_there_is_none() -> None:
    assert played("bridge") is None


def test_a_game_without_an_auction_has_none() -> None:
    assert played("hearts", {"result": {"score": {"Ann": 13, "Ben": 13, "Cyd": 0, "Dov": 0}}}) is None


def test_a_board_and_its_calls() -> None:
    table = rulesets.table(rulesets.load_ruleset("bridge"), 4)
    state = table.start(PLAYERS, {"dealer": "Dov"}, None)
    assert table.board_ended(state) is None
    (call,) = table.read(state, {"bid": "1S", "by": "Dov"})
    assert table.board_move(state, call) == BoardMove(3, "1S")
    assert table.advance(state, {"bids": ["1S", "double", "pass", "pass", "pass"]}) == []
    unknown = (None, None, None, None)
    assert table.board(state) == BoardFacts(1, 3, 0, unknown, dealt=True, contract="1S", doubled=2, declarer=3)


def test_a_board_that_ended() -> None:
    table = rulesets.table(rulesets.load_ruleset("bridge"), 4)
    state = table.start(PLAYERS, {"dealer": "Ann"}, None)
    assert table.advance(state, {"result": {"cards": 13, "bids": ["1S", "pass", "pass", "pass"], "won": WON}}) == []
    # Ann and Cyd won 6 + 1 tricks; nobody is vulnerable on the first board, and the next dealer is Ben
    assert table.board_ended(state) == BoardFacts(1, 0, 0, dealt=True, contract="1S", declarer=0, tricks=7)
    following = table.board(state)
    assert following is not None
    assert following[:2] == (2, 1)


def test_a_game_without_an_auction_has_no_boards() -> None:
    table = rulesets.table(rulesets.load_ruleset("hearts"), 4)
    assert table.board(table.start(PLAYERS, {"dealer": "Ann"}, None)) is None
