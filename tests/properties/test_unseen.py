"""Hands that nobody saw: what is found without the deal, against every deal that there could have been."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import permutations
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from small_games import CARDS, PLAYERS, Data, drawn_rulesets, examples, game_of, in_tricks, playing, setup_of, start

from referee.core.events import Event
from referee.engines.trick.game import TrickGame
from referee.engines.trick.state import TrickState
from referee.judging.fold import Folded, fold

SEED = st.integers(0, 2**32)


def careless(game: TrickGame, setup: Data, rng: random.Random) -> list[Data]:
    """One hand in which every third play looks at nothing but the own hand."""
    state = start(game, setup)
    items: list[Data] = []
    while state.phase != "over" and not state.history:
        item: Any = game.draw_next(state, rng.randrange)
        if "play" in item and rng.random() < 0.35:
            hand = [card for card in range(len(CARDS)) if state.hands[state.turn] >> card & 1]
            item = {"play": game.rules.deck.ids[rng.choice(hand)]}
        items.append(dict(item))
        for event in game.read(state, item):
            game.apply(state, event)
    return items


def tells_all(play: Data) -> bool:
    """Whether what an unseen player showed is all that there is to know: not where a third card can lift a ban."""
    words = play["if_able"]
    spared = any("unless_only" in argument for argument in words.values() if isinstance(argument, dict))
    return not spared


def judged(game: TrickGame, setup: Data, items: list[Data]) -> Folded:
    return fold(game, start(game, setup), items)


@pytest.mark.slow
@examples(250)
@given(drawn_rulesets(), SEED, st.booleans())
def test_a_hand_played_to_its_end_is_judged_as_if_it_had_been_seen(
    ruled: tuple[Data, int], seed: int, whole: bool
) -> None:
    data, count = ruled
    data.pop("pass", None)
    game, rng = game_of(data, count), random.Random(seed)
    setup = setup_of(game, rng)
    items = careless(game, setup, rng)
    blind = [item for item in items if "deal" not in item]
    if any("turn" in item for item in items):
        blind = [{"deal": {}}, *blind]
    blind = in_tricks(game, blind) if whole else blind
    seen, unseen = judged(game, setup, items), judged(game, setup, blind)
    if tells_all(data["play"]):
        assert bool(unseen.faults) == bool(seen.faults), (items, unseen.faults, seen.faults)
    else:
        assert seen.faults or not unseen.faults


@examples(120)
@given(drawn_rulesets(), SEED, st.integers(0, 2**16))
def test_one_hand_seen_changes_nothing(ruled: tuple[Data, int], seed: int, which: int) -> None:
    data, count = ruled
    data.pop("pass", None)
    game, rng = game_of(data, count), random.Random(seed)
    setup = setup_of(game, rng)
    items = careless(game, setup, rng)
    some = [player for seat, player in enumerate(PLAYERS[:count]) if which >> seat & 1]
    partly = [
        {"deal": {player: cards for player, cards in item["deal"].items() if player in some}}
        if "deal" in item
        else item
        for item in items
    ]
    seen, unseen = judged(game, setup, items), judged(game, setup, partly)
    if tells_all(data["play"]):
        assert bool(unseen.faults) == bool(seen.faults), (items, unseen.faults, seen.faults)
    else:
        assert seen.faults or not unseen.faults


@examples(40)
@given(drawn_rulesets(players=2), SEED, st.integers(1, 4))
def test_nobody_is_accused_while_some_deal_explains_the_plays(ruled: tuple[Data, int], seed: int, plays: int) -> None:
    data, count = ruled
    data.pop("pass", None)
    data.pop("bidding", None)
    data["deal"]["sequence"] = [2]
    data["trick"]["trump"] = "a"
    data["leave_out"] = {"2": ["a1", "a4", "b1", "b4", "c1", "c4"]}
    game, rng = game_of(data, count), random.Random(seed)
    setup = setup_of(game, rng)
    items = [item for item in careless(game, setup, rng) if "deal" not in item][:plays]
    accused = bool(judged(game, setup, items).faults)
    possible = any(not judged(game, setup, [deal, *items]).faults for deal in deals(game, setup, items))
    # The other way round holds once a hand is played to its end: before that, the cards that are left are not counted out.
    assert not (accused and possible)


def deals(game: TrickGame, setup: Data, items: list[Data]) -> list[Data]:
    """Every deal of two cards each in which each player held the cards that were played."""
    state = start(game, setup)
    shown: list[list[str]] = [[], []]
    for item in items:
        seat = turn_of(game, state, item)
        shown[seat].append(item["play"].rstrip("!"))
        for event in game.read(state, item):
            game.apply(state, event)
    rest = [card for card in ("a2", "a3", "b2", "b3", "c2", "c3") if card not in shown[0] + shown[1]]
    wanted = [2 - len(cards) for cards in shown]
    dealt = []
    for extra in permutations(rest, sum(wanted)):
        hands = [shown[0] + list(extra[: wanted[0]]), shown[1] + list(extra[wanted[0] :])]
        dealt.append({"deal": dict(zip(PLAYERS[:2], hands, strict=True))})
    return dealt


def turn_of(game: TrickGame, state: TrickState, item: Data) -> int:
    """Who plays next, also where the deal itself is still to come."""
    if state.phase == "play":
        return state.turn
    (event,) = game.read(state, item)
    return next(
        seat for seat in range(2) if not game.check(state, Event("play", event.value, seat=seat, bit=event.bit))
    )


@examples(60)
@given(drawn_rulesets(), SEED)
def test_a_legal_game_stays_legal_unseen(ruled: tuple[Data, int], seed: int) -> None:
    game, rng = game_of(*ruled), random.Random(seed)
    setup = setup_of(game, rng)
    items = [item for _, item in playing(game, setup, rng) if item is not None]
    assume(not any("pass" in item or "turn" in item for item in items))
    blind = judged(game, setup, [item for item in items if "deal" not in item])
    assert not blind.faults
    assert blind.state.scores == judged(game, setup, items).state.scores
    assert blind.state.phase == "over"


SUITS_IN_PLAY = ["a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3"]
FOLLOWING: Data = {
    "name": "small",
    "title": "Small",
    "players": [3],
    "deal": {"sequence": [3], "next_dealer": "left"},
    "leave_out": {"3": ["a4", "b4", "c4"]},
    "lead": {"by": "left_of_dealer"},
    "play": {"follow_suit": True},
    "trick": {"trump": "none", "grace": "none"},
    "scoring": {"won": {"each": "player", "cases": [{"points": "won"}]}},
}


@examples(60)
@given(SEED, st.integers(4, 8))
def test_somebody_is_accused_as_soon_as_no_deal_explains_the_plays(seed: int, plays: int) -> None:
    game, rng = game_of(FOLLOWING, 3), random.Random(seed)
    setup: Data = {"dealer": "Cyd"}
    items = [item for item in careless(game, setup, rng) if "deal" not in item][:plays]
    accused = bool(judged(game, setup, items).faults)
    possible = any(not judged(game, setup, [deal, *items]).faults for deal in every_deal(game, setup, items))
    assert accused != possible


def every_deal(game: TrickGame, setup: Data, items: list[Data]) -> Iterator[Data]:
    """Every deal of three cards each to three players in which each held the cards that were played."""
    state = start(game, {**setup})
    shown: list[list[str]] = [[], [], []]
    for item in items:
        shown[state.turn if state.phase == "play" else 0].append(item["play"])
        for event in game.read(state, item):
            game.apply(state, event)
    rest = [card for card in SUITS_IN_PLAY if card not in {*shown[0], *shown[1], *shown[2]}]
    for some in permutations(rest):
        cards = iter(some)
        yield {
            "deal": {
                who: [*has, *(next(cards) for _ in range(3 - len(has)))]
                for who, has in zip(PLAYERS, shown, strict=False)
            }
        }
