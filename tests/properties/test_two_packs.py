"""Hearts with two packs, whole games, against a second reading of its rules that shares no line with the engine."""

from __future__ import annotations

import random
from itertools import permutations
from pathlib import Path
from typing import Any, cast

import pytest
from counting import ways_to_play
from hypothesis import given
from hypothesis import strategies as st
from small_games import examples

from referee.engines.trick.game import TrickGame
from referee.engines.trick.state import TrickState
from referee.judging.fold import fold
from referee.rules import rulesets

RULES = Path(__file__).parents[1] / "games" / "two-pack-hearts.yaml"
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
PLAYERS = ("Ann", "Ben", "Cyd", "Dov", "Eve", "Fay", "Gus", "Hal")
Data = dict[str, Any]


def game_for(players: int) -> TrickGame:
    return cast(TrickGame, rulesets.table(rulesets.load_ruleset(str(RULES)), players))


def playable(hand: list[str], trick: list[str], first: bool, broken: bool) -> set[str]:
    """What a hand may play, read from the rules of the game once more."""
    points = {card for card in hand if card[-1] == "H" or card == "QS"}
    if trick:
        followed = {card for card in hand if card[-1] == trick[0][-1]} or set(hand)
        return followed - points or followed if first else followed
    if first:
        return {"2C"} if "2C" in hand else set(hand)
    return set(hand) if broken else {card for card in hand if card[-1] != "H"} or set(hand)


def taken_by(trick: list[str]) -> int:
    """The place of the card that wins: the last of the highest cards of the suit that was led."""
    best = 0
    for place, card in enumerate(trick):
        if card[-1] == trick[0][-1] and RANKS.index(card[:-1]) >= RANKS.index(trick[best][:-1]):
            best = place
    return best


def play_hand(game: TrickGame, state: TrickState, items: list[Data], rng: random.Random) -> list[int]:
    """Plays a hand at random by the second reading, the engine beside it: the points of each player."""

    def happen(item: Data) -> None:
        items.append(item)
        events = game.read(state, item)
        assert game.take(state, events) == len(events), (item, game.check(state, events[0]))

    players = state.players
    many = len(players)
    pack = [rank + suit for suit in "CDHS" for rank in RANKS for _ in range(2) if many != 6 or rank + suit != "2D"]
    rng.shuffle(pack)
    size = len(pack) // many
    hands = [pack[seat * size : (seat + 1) * size] for seat in range(many)]
    dealer, offset = state.dealer, (1, -1, 0)[(state.hand - 1) % 3]
    happen({"deal": {player: list(hand) for player, hand in zip(players, hands, strict=True)}})
    if offset:
        passed = [[hand.pop(rng.randrange(len(hand))) for _ in range(3)] for hand in hands]
        happen({"pass": dict(zip(players, passed, strict=True))})
        for seat in range(many):
            hands[(seat + offset) % many] += passed[seat]
    leader = next(seat % many for seat in range(dealer + 1, dealer + 1 + many) if "2C" in hands[seat % many])
    points, broken = [0] * many, False
    for number in range(size):
        trick: list[str] = []
        for place in range(many):
            seat = (leader + place) % many
            legal = playable(hands[seat], trick, number == 0, broken)
            if rng.random() < 0.2 or place == 0:
                assert {option.notation for option in game.options(state).legal} == legal
            card = rng.choice(sorted(legal))
            opens = {"by": players[seat]} if number == place == 0 else {}
            happen({**opens, "play": card})
            hands[seat].remove(card)
            trick.append(card)
        broken = broken or any(card[-1] == "H" for card in trick)
        leader = (leader + taken_by(trick)) % many
        assert state.finished()[-1].winner == leader or number == size - 1
        points[leader] += sum(1 if card[-1] == "H" else 13 if card == "QS" else 0 for card in trick)
    assert list(state.history[-1].points or ()) == points
    return points


def played_out(hands: list[list[str]], leader: int, trick: list[str], number: int, broken: bool) -> int:
    """How many ways there are to play these hands to the end."""
    if not any(hands):
        return 1
    seat = (leader + len(trick)) % len(hands)
    ways = 0
    for card in playable(hands[seat], trick, number == 0, broken):
        rest = [list(hand) for hand in hands]
        rest[seat].remove(card)
        laid = [*trick, card]
        if len(laid) < len(hands):
            ways += played_out(rest, leader, laid, number, broken)
        else:
            fell = broken or any(card[-1] == "H" for card in laid)
            ways += played_out(rest, (leader + taken_by(laid)) % len(hands), [], number + 1, fell)
    return ways


@pytest.mark.parametrize(
    "cards", [("2C", "2C", "AS", "AS", "3H", "3H", "QS", "KD"), ("2C", "2C", "2H", "2H", "3H", "3H", "QS", "QS")]
)
def test_ways_to_play_cards_out(cards: tuple[str, ...]) -> None:
    deals = {tuple(tuple(sorted(order[at : at + 2])) for at in range(0, 8, 2)) for order in permutations(cards)}
    ways = 0
    for deal in deals:
        leader = next(seat for seat in range(4) if "2C" in deal[seat])
        ways += played_out([list(hand) for hand in deal], leader, [], 0, False)
    assert ways_to_play(str(RULES), 4, cards) == (len(deals), ways)


@pytest.mark.parametrize("many", [4, 6, 8])
@examples(6)
@given(st.integers(0, 10**9))
def test_whole_games(many: int, seed: int) -> None:
    game, rng = game_for(many), random.Random(seed)
    players = PLAYERS[:many]
    state = game.start(players, {"dealer": rng.choice(players)}, None)
    dealer, items, totals = state.dealer, list[Data](), [0] * many
    while state.phase != "over":
        for seat, scored in enumerate(play_hand(game, state, items, rng)):
            totals[seat] += scored
    assert state.scores == totals
    unseen = [item for item in items if "deal" not in item and "pass" not in item]
    known = rng.choice(players)
    told = [{"deal": {known: item["deal"][known]}} if "deal" in item else item for item in items]
    for log in (items, unseen, told):
        folded = fold(game, game.start(players, {"dealer": players[dealer]}, None), log)
        assert not folded.faults, folded.faults[0]
        assert folded.state.scores == totals


@pytest.mark.parametrize("many", [2, 4])
@examples(25)
@given(st.integers(0, 10**9))
def test_equal_cards_in_a_stock(many: int, seed: int) -> None:
    """A legal game is legal, and scores the same, whatever of its hands and draws is not written down."""
    rules = rulesets.load_ruleset(str(RULES.parent / "two-pack-briscola.yaml"))
    game, rng, players = cast(TrickGame, rulesets.table(rules, many)), random.Random(seed), PLAYERS[:many]
    state = game.start(players, {"dealer": players[0]}, None)
    items: list[Data] = []
    while (item := game.draw_next(state, rng.randrange)) is not None:
        items.append(dict(item))
        assert game.take(state, game.read(state, item)) == 1
    dealt = items[0]["deal"]
    for deal in (dealt, {}, {players[0]: dealt[players[0]]}):
        for log in (
            [{"deal": deal}, *items[1:]],
            [{"deal": deal}, *(item for item in items[1:] if "draw" not in item)],
        ):
            folded = fold(game, game.start(players, {"dealer": players[0]}, None), log)
            assert not folded.faults, folded.faults[0]
            assert folded.state.scores == state.scores
