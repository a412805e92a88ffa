"""Whole games with cards outside the suits, against a second reading of the rules that shares no line with the engine."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_games import examples

from referee.engines.trick.game import TrickGame
from referee.engines.trick.state import TrickState
from referee.judging.fold import fold
from referee.rules import rulesets

RULES = Path(__file__).parents[1] / "games" / "wizards-and-jesters.yaml"
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
PACK = [*(rank + suit for suit in "CDHS" for rank in RANKS), *"WWWWNNNN"]
PLAYERS = ("Ann", "Ben", "Cyd", "Dov", "Eve", "Fay")
Data = dict[str, Any]


def asked_for(trick: list[str]) -> str:
    """The suit that a trick asks for; empty where it asks for none."""
    for card in trick:
        if card == "W":
            return ""
        if card != "N":
            return card[-1]
    return ""


def playable(hand: list[str], trick: list[str]) -> set[str]:
    suit = asked_for(trick)
    if suit and any(card[-1] == suit for card in hand):
        return {card for card in hand if card[-1] == suit or card in ("W", "N")}
    return set(hand)


def taken_by(trick: list[str], trump: str) -> int:
    """The place of the card that wins a full trick."""
    if "W" in trick:
        return trick.index("W")
    suit = asked_for(trick)
    strength = [
        -1 if card == "N" else RANKS.index(card[:-1]) + 100 * (card[-1] == trump) + 20 * (card[-1] == suit)
        for card in trick
    ]
    return strength.index(max(strength))


def play_hand(game: TrickGame, state: TrickState, items: list[Data], rng: random.Random) -> None:
    """Plays a hand at random by the second reading, the engine beside it."""

    def happen(item: Data) -> None:
        items.append(item)
        events = game.read(state, item)
        assert game.take(state, events) == len(events), (item, game.check(state, events[0]))

    players, size = state.players, (1, 3, 6, 9)[state.hand - 1]
    many, dealer = len(state.players), state.dealer
    pack = rng.sample(PACK, len(PACK))
    hands = [[pack.pop() for _ in range(size)] for _ in players]
    happen({"deal": {player: list(hand) for player, hand in zip(players, hands, strict=True)}})
    turned = pack.pop()
    happen({"turn": turned})
    trump = "" if turned in ("W", "N") else turned[-1]
    first = (dealer + 1) % many
    bids = {players[(first + step) % many]: rng.randint(0, size) for step in range(many)}
    happen({"bids": dict(bids)})
    leader, won = first, [0] * many
    for _ in range(size):
        trick: list[str] = []
        for place in range(many):
            seat = (leader + place) % many
            legal = playable(hands[seat], trick)
            assert {option.notation for option in game.options(state).legal} == legal
            card = rng.choice(sorted(legal))
            happen({"play": card})
            hands[seat].remove(card)
            trick.append(card)
        leader = (leader + taken_by(trick, trump)) % many
        won[leader] += 1
    scored = [
        20 + 10 * bids[player] if won[seat] == bids[player] else -10 * abs(won[seat] - bids[player])
        for seat, player in enumerate(players)
    ]
    assert list(state.history[-1].won) == won
    assert list(state.history[-1].points or ()) == scored


@pytest.mark.parametrize("many", [3, 4, 5, 6])
@examples(25)
@given(st.integers(0, 10**9))
def test_whole_games(many: int, seed: int) -> None:
    game = cast(TrickGame, rulesets.table(rulesets.load_ruleset(str(RULES)), many))
    rng, players = random.Random(seed), PLAYERS[:many]
    setup = {"dealer": rng.choice(players)}
    state = game.start(players, setup, None)
    items: list[Data] = []
    while state.phase != "over":
        play_hand(game, state, items, rng)
    unseen = [{"deal": {}} if "deal" in item else item for item in items]
    for log in (items, unseen):
        folded = fold(game, game.start(players, setup, None), log)
        assert not folded.faults, folded.faults[0]
        assert folded.state.scores == state.scores
