"""What must hold of every trick game at every point: one source of legality, nothing lost, nothing changed by looking."""

from __future__ import annotations

import random
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_games import (
    CARDS,
    PLAYERS,
    Data,
    careful,
    drawn_rulesets,
    examples,
    game_of,
    in_short,
    in_tricks,
    played,
    playing,
    setup_of,
    snapshot,
    start,
)

from referee import source
from referee.core.events import Event
from referee.core.merging import merge
from referee.engines.trick.game import TrickGame
from referee.engines.trick.state import TrickState
from referee.judging.fold import fold
from referee.rules import rulesets

SEED = st.integers(0, 2**32)


def universe(game: TrickGame, state: TrickState) -> list[Event]:
    """Everything that anybody could try next."""
    seats = [None, *range(game.rules.players)]
    tries = []
    for seat in seats:
        tries += [Event("play", card, seat=seat, bit=1 << card) for card in range(len(CARDS))]
        tries += [Event("bid", bid, seat=seat) for bid in range(-1, 7)]
        tries += [Event("trump", suit, seat=seat) for suit in range(-1, 3)]
    tries += [Event("pass", 1 << card, seat=0) for card in range(len(CARDS))]
    tries += [Event("turn", card) for card in range(len(CARDS))]
    tries += [Event("grace", card) for card in range(len(CARDS))]
    tries += [Event("deal", {0: 0b11, 1: 0b1100})]
    return tries


@pytest.mark.slow
@examples(120)
@given(drawn_rulesets(), SEED)
def test_options_and_check_agree_and_looking_changes_nothing(ruled: tuple[Data, int], seed: int) -> None:
    game, rng = game_of(*ruled), random.Random(seed)
    for state, _ in playing(game, setup_of(game, rng), rng):
        before = snapshot(state)
        options = game.options(state)
        assert list(game.legal(state).options) == options.legal
        allowed = {option.notation for option in options.legal}
        assert {option.notation for option in options.options if option.fault} == {
            option.notation for option in options.options
        } - allowed
        for event in universe(game, state):
            legal = not game.check(state, event)
            name = game.rules.deck.ids[event.value] if event.verb == "play" else str(event.value)
            if event.verb == "trump":
                name = "none" if event.value < 0 else game.rules.suits[event.value]
            if event.verb == state.phase and event.verb in ("play", "bid", "trump"):
                assert legal == (name in allowed and event.seat in (None, state.turn)), (event, allowed)
            elif event.verb in ("play", "bid", "trump") and state.phase != "deal":
                assert not legal, event
        game.position(state)
        game.view(state)
        game.score(state)
        list(game.doubts(state))
        game.counts(state)
        assert snapshot(state) == before


@examples(60)
@given(drawn_rulesets(), SEED)
def test_passing_takes_any_cards_of_the_own_hand(ruled: tuple[Data, int], seed: int) -> None:
    data, count = ruled
    most = min(data["deal"]["sequence"])
    data["pass"] = {"cards": min(2, most), "to": ["left", "right"]}
    game, rng = game_of(data, count), random.Random(seed)
    for state, _ in playing(game, setup_of(game, rng), rng):
        if state.phase != "pass":
            continue
        for seat in range(count):
            for cards in combinations(range(len(CARDS)), data["pass"]["cards"]):
                mask = sum(1 << card for card in cards)
                legal = not game.check(state, Event("pass", mask, seat=seat))
                assert legal == (not mask & ~state.hands[seat] and not state.passed[seat])


@examples(80)
@given(drawn_rulesets(), SEED)
def test_cards_are_conserved(ruled: tuple[Data, int], seed: int) -> None:
    game, rng = game_of(*ruled), random.Random(seed)
    dealt = 0
    for state, item in playing(game, setup_of(game, rng), rng):
        if item and "deal" in item:
            dealt = sum(1 << game.rules.deck.by_id[card] for cards in item["deal"].values() for card in cards)
        if state.phase in ("deal", "over"):
            continue
        places = [*state.hands, *state.taken, state.table]
        assert sum(places) == dealt
        assert sum(mask.bit_count() for mask in places) == dealt.bit_count()
        assert state.gone == sum(state.taken)
        assert sum(state.won) + state.left == state.cards


@examples(80)
@given(drawn_rulesets(), SEED, st.integers(0, 100), st.booleans())
def test_a_log_in_two_parts_is_the_log(ruled: tuple[Data, int], seed: int, cut: int, whole: bool) -> None:
    game, rng = game_of(*ruled), random.Random(seed)
    setup = setup_of(game, rng)
    items = played(game, setup, rng)
    items = in_tricks(game, items) if whole else items
    cut = cut % (len(items) + 1)
    once = fold(game, start(game, setup), items)
    first = fold(game, start(game, setup), items[:cut])
    second = fold(game, first.state, items[cut:])
    assert snapshot(second.state) == snapshot(once.state)
    assert first.events + second.events == once.events
    assert not once.faults


@examples(100)
@given(drawn_rulesets(), SEED)
def test_the_fast_lane_and_the_careful_way_lead_to_the_same_state(ruled: tuple[Data, int], seed: int) -> None:
    game, rng = game_of(*ruled), random.Random(seed)
    setup = setup_of(game, rng)
    items = played(game, setup, rng)
    slow = fold(careful(*ruled), start(game, setup), items)
    fast = fold(game, start(game, setup), in_short(game, setup, items))
    assert not slow.faults
    assert snapshot(fast.state) == snapshot(slow.state)
    assert fast.events == slow.events


def spoil(items: list[Data], players: int, rng: random.Random) -> None:
    """Changes one thing in short forms: a card, a bid, a player, or the order of items."""
    item = rng.choice(items)
    ((verb, value),) = item.items()
    if rng.random() < 0.2:
        items.insert(rng.randrange(len(items)), item)
    elif verb in ("deal", "pass"):
        value[rng.choice(PLAYERS[:players])][0] = rng.choice([*CARDS, "a9"])
    elif verb == "bids":
        value[rng.choice(PLAYERS[:players])] = rng.choice([-1, 0, 1, 2, 5])
    elif verb == "trick":
        value[rng.randrange(len(value))] = rng.choice([*CARDS, *(f"{card}!" for card in CARDS), "a9"])


@pytest.mark.slow
@examples(200)
@given(drawn_rulesets(), SEED)
def test_the_fast_lane_finds_what_the_careful_way_finds(ruled: tuple[Data, int], seed: int) -> None:
    game, rng = game_of(*ruled), random.Random(seed)
    setup = setup_of(game, rng)
    items = in_short(game, setup, played(game, setup, rng))
    spoil(items, game.rules.players, rng)
    slow = fold(careful(*ruled), start(game, setup), items)
    fast = fold(game, start(game, setup), items)
    assert snapshot(fast.state) == snapshot(slow.state)
    assert fast.faults == slow.faults
    assert (fast.events, fast.halted, fast.shapeless) == (slow.events, slow.halted, slow.shapeless)


@pytest.mark.slow
@examples(120)
@given(drawn_rulesets(), SEED)
def test_a_position_written_and_read_goes_on_in_the_same_way(ruled: tuple[Data, int], seed: int) -> None:
    game, rng = game_of(*ruled), random.Random(seed)
    setup = setup_of(game, rng)
    items = played(game, setup, rng)
    end = fold(game, start(game, setup), items).state
    shape = {"$ref": "trick.schema.json#/$defs/position"}
    state = start(game, setup)
    for place, item in enumerate(items):
        position = game.position(state)
        assert source.schema_faults(position, shape, store=rulesets.SCHEMAS) == []
        again = game.start(PLAYERS[: game.rules.players], {}, position)
        assert game.position(again) == position
        assert game.options(again) == game.options(state)
        rest = fold(game, again, items[place:])
        assert not rest.faults, rest.faults
        assert (again.scores, again.phase, again.roles, again.bags) == (end.scores, end.phase, end.roles, end.bags)
        game.take(state, game.read(state, item))
    position = game.position(state)
    assert game.position(game.start(PLAYERS[: game.rules.players], {}, position)) == position


def without(data: Data, path: tuple[str, ...]) -> Data:
    """The same ruleset without the word at `path`."""
    copy: Data = merge({}, data)
    inner: Any = copy
    for key in path[:-1]:
        inner = inner[key]
    del inner[path[-1]]
    return copy


@examples(100)
@given(drawn_rulesets(), SEED)
def test_dropping_the_last_ban_makes_nothing_illegal(ruled: tuple[Data, int], seed: int) -> None:
    data, count = ruled
    soft = list(data["play"]["if_able"])
    bids = [word for word in ("least", "most", "hook", "all_or_nothing", "only") if word in data.get("bidding", {})]
    free = merge(data, {"play": {"follow_suit": False}})
    fewer = without(data, ("play", "if_able", soft[-1])) if soft else free
    for word in bids:
        fewer = without(fewer, ("bidding", word))
    strict, loose, rng = game_of(data, count), game_of(fewer, count), random.Random(seed)
    for state, _ in playing(strict, setup_of(strict, rng), rng):
        if state.phase in ("play", "bid"):
            bound = {option.notation for option in strict.options(state).legal}
            free = {option.notation for option in loose.options(state).legal}
            assert bound <= free
