"""What must hold of every fishing game at every point: nothing is lost, looking changes nothing, one source of legality."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any, cast

import pytest
from slowness import one_in, tries

from referee import source
from referee.engines import family
from referee.engines.fishing import record
from referee.engines.fishing.game import FishingGame
from referee.engines.fishing.rules import moves
from referee.engines.fishing.state import PLAY, FishingState
from referee.judging.fold import Folded, Visitor, fold
from referee.play.simulate import draw_of, happen
from referee.rules import rulesets

PLAYERS = ("Ann", "Ben", "Cyd", "Dov")
SETS = ("the-crane-wife", "false-baron", "promo")
Data = dict[str, Any]
NAMES = sorted(rulesets.load_ruleset("illimat").get("luminaries", "cards"))
TABLES: list[tuple[int, tuple[str, ...], dict[str, str]]] = [
    (2, (), {}),
    (3, ("second-edition", *SETS), {"in-force": "at-once", "fool-both-ways": "both", "rake-last-card": "owed"}),
    (4, SETS, {"rake-after-clearing": "lapses", "two-face-cards": "none", "convergence-leaves": "everything"}),
    (4, ("rogers-rules", *SETS), {}),
    (3, ("beginners", "full-harvest", "freebooter", "harsh-penalties"), {}),
]


@cache
def table(number: int) -> FishingGame:
    """One of the tables, ready to play."""
    players, variants, ruling = TABLES[number]
    rules = rulesets.load_ruleset("illimat", variants=variants, ruling=ruling)
    return cast(FishingGame, family("fishing").compile(rules, players))


@cache
def table_with(name: str, players: int) -> FishingGame:
    """A table where one Luminary is dealt in every round, with three others of all sets."""
    rules = rulesets.load_ruleset("illimat", variants=("second-edition", *SETS))
    game = cast(FishingGame, family("fishing").compile(rules, players))
    place = NAMES.index(name)
    game.rules.in_sets = tuple((NAMES[place:] + NAMES[:place])[:4])
    return game


def start(game: FishingGame) -> FishingState:
    """Before a game of one round: whoever has a point has won."""
    return game.start(PLAYERS[: game.rules.players], {"dealer": "Ann", "target": 1}, None)


def recorded(game: FishingGame, seed: int, detail: str) -> tuple[list[Data], FishingState]:
    """A random game as log items, and the state at its end."""
    state, draw = start(game), draw_of(seed, game.rules.players)
    written = record.FishingRecord(game, detail)
    while (item := game.draw_next(state, draw)) is not None and state.round == 1:
        written.before(state, item)
        happen(game, state, item)
        written.after(state)
    return cast("list[Data]", written.items), state


def states(game: FishingGame, items: list[Data]) -> Iterator[tuple[FishingState, Data | None]]:
    """The state before each item and after the last; the same state every time, changed in between."""
    state = start(game)
    for item in items:
        yield state, item
        happen(game, state, item)
    yield state, None


def snapshot(state: FishingState) -> Data:
    """Everything in a state, for comparison."""
    copied = state.copy()
    held = {name: getattr(copied, name) for name in FishingState.__slots__ if name != "force"}
    beside = state.courses
    others = beside.others if beside else ()
    return held | {"courses": list(map(snapshot, others)), "opened": beside and beside._replace(others=())}


def conserved(game: FishingGame, state: FishingState) -> None:
    """Cards, okus and Luminaries are all somewhere, each card that is known in one place."""
    compiled, known = game.rules, 0
    lying = [one.cards for _, one in state.everything()]
    for cards in (*state.hands, *state.piles, state.aside, *lying):
        assert not known & cards, compiled.names(known & cards)
        known |= cards
    assert known == state.located
    hidden = [
        *state.hidden,
        *state.piles_hidden,
        *state.under.values(),
        *state.covered.values(),
        state.aside_hidden,
        state.stock,
    ]
    hidden += [step.number for step in state.queue if step.kind == "uncover" and not step.free]
    assert min(hidden) >= 0
    assert known.bit_count() + sum(hidden) == compiled.size
    assert sum(state.okus) + state.box_okus == compiled.okus
    assert min(state.okus) >= 0
    named = [
        name for name in (*state.luminaries, *state.discarded, *(one for won in state.claimed for one in won)) if name
    ]
    assert len(set(named)) == len(named)
    assert all(lying is None or not up or lying for lying, up in zip(state.luminaries, state.faces, strict=True))


def looked_at(game: FishingGame, state: FishingState, item: Data | None) -> None:
    """Options, checks and every way to look leave a state as it was, and what is listed as legal is."""
    before = snapshot(state)
    options = game.options(state)
    for option in options.options:
        (event,) = game.read(state, option.item)
        assert bool(game.check(state, event)) == (option.fault is not None), option
    if item is not None and "play" in item and not options.doubt:
        assert item["play"] in {option.notation for option in options.legal}
    game.position(state)
    game.view(state)
    game.score(state)
    list(game.doubts(state))
    game.counts(state)
    game.next_step(state)
    assert snapshot(state) == before


def written_and_read(game: FishingGame, state: FishingState) -> None:
    """A position that is written and read is the same position."""
    position = game.position(state)
    players = PLAYERS[: game.rules.players]
    assert game.position(game.start(players, {}, position)) == position


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("name", one_in(2, NAMES))
def test_nothing_is_lost_whichever_luminary_is_in_play(name: str, players: int) -> None:
    game = table_with(name, players)
    up = 0
    for seed in range(60):
        items, _ = recorded(game, seed, "deals")
        for state, _ in states(game, items):
            if state.phase == PLAY:
                conserved(game, state)
            up += any(state.faces[field] and name == there for field, there in enumerate(state.luminaries))
        if up > tries(80):
            return
    raise AssertionError(f"{name} lay open before {up} events only")


@pytest.mark.parametrize("detail", record.FishingRecord.DETAILS[:2])
@pytest.mark.parametrize("number", range(len(TABLES)))
def test_nothing_is_lost_at_any_table(number: int, detail: str) -> None:
    game = table(number)
    for seed in range(5):
        items, _ = recorded(game, seed, detail)
        for state, _ in states(game, items):
            if state.phase == PLAY:
                conserved(game, state)


@pytest.mark.parametrize("name", one_in(2, NAMES))
def test_options_and_check_agree_and_looking_changes_nothing(name: str) -> None:
    game = table_with(name, 3)
    items, _ = recorded(game, 1, "deals")
    for place, (state, item) in enumerate(states(game, items)):
        if place % 6 == 0 or state.queue:
            looked_at(game, state, item)


@pytest.mark.parametrize("detail", record.FishingRecord.DETAILS[:2])
@pytest.mark.parametrize("name", one_in(2, NAMES))
def test_a_position_written_and_read_is_the_same(name: str, detail: str) -> None:
    game = table_with(name, 3)
    items, _ = recorded(game, 2, detail)
    for state, _ in states(game, items):
        written_and_read(game, state)


@pytest.mark.parametrize("number", range(len(TABLES)))
def test_a_position_goes_on_in_the_same_way_and_keeps_its_shape(number: int) -> None:
    game = table(number)
    items, end = recorded(game, 3, "deals")
    shape = {"$ref": "fishing.schema.json#/$defs/position"}
    for place, (state, _) in enumerate(states(game, items)):
        position = game.position(state)
        if place % 20 == 0:
            assert source.schema_faults(position, shape, store=rulesets.SCHEMAS) == []
            later = fold(game, game.start(PLAYERS[: game.rules.players], {}, position), items[place:])
            assert not later.faults
            assert later.state.scores == end.scores


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", one_in(2, NAMES))
def test_simulated_logs_are_legal_at_every_detail(name: str, players: int) -> None:
    game = table_with(name, players)
    scores = []
    for detail in record.FishingRecord.DETAILS:
        items, end = recorded(game, 5, detail)
        folded = fold(game, start(game), items)
        assert not folded.faults, folded.faults[0]
        assert not folded.halted
        assert folded.state.scores == end.scores
        scores.append(end.scores)
    assert scores[0] == scores[1] == scores[2]


@pytest.mark.parametrize("number", range(len(TABLES)))
def test_a_log_in_two_parts_is_the_log(number: int) -> None:
    game = table(number)
    items, _ = recorded(game, 6, "deals")
    once = fold(game, start(game), items)
    for cut in range(0, len(items), 10):
        first = fold(game, start(game), items[:cut])
        second = fold(game, first.state, items[cut:])
        assert snapshot(second.state) == snapshot(once.state)


@pytest.mark.parametrize("number", range(len(TABLES)))
def test_taking_does_what_checking_and_applying_do(number: int) -> None:
    game = table(number)
    items, _ = recorded(game, 7, "deals")
    rng = random.Random(number)
    slow = start(game)
    for state, item in states(game, items):
        assert snapshot(slow) == snapshot(state)
        if item is None:
            return
        spoiled = rng.choice(items)
        for tried in (spoiled, item):
            (event,) = game.read(slow, tried)
            faults = game.check(slow, event)
            assert bool(faults) == (game.take(state.copy(), [event]) == 0), tried
        game.apply(slow, event)


def careful(game: FishingGame, items: list[Data]) -> Folded:
    """A fold that checks each event by itself, and then applies it."""
    folded = Folded(game, start(game), Visitor())
    folded.go_on(items)
    return folded


@pytest.mark.parametrize("name", one_in(2, NAMES))
def test_event_by_event_finds_the_same(name: str) -> None:
    game = table_with(name, 3)
    rng = random.Random(name)
    for seed in range(8):
        items, _ = recorded(game, seed, record.FishingRecord.DETAILS[seed % 2])
        if seed > 1:
            place, other = rng.randrange(1, len(items)), rng.randrange(1, len(items))
            items[place] = items[other]
        slow, fast = careful(game, items), fold(game, start(game), items)
        assert snapshot(fast.state) == snapshot(slow.state)
        assert (fast.events, fast.halted) == (slow.events, slow.halted)
        assert fast.faults == slow.faults


@pytest.mark.parametrize("number", [0, 3])
def test_plays_are_plain_yaml_and_read_as_with_the_colon_of_older_logs(number: int) -> None:
    game, seen = table(number), 0
    for detail in range(3):
        state = game.start(PLAYERS[: TABLES[number][0]], {"dealer": "Ann"}, None)
        draw = draw_of(detail, number)
        for _ in range(60):
            item = game.draw_next(state, draw)
            if item is None:
                break
            if "play" in item:
                text = item["play"]
                assert source.parse(f"- play: {text}\n- {{play: {text}}}\n", "plays.yaml").data == [{"play": text}] * 2
                move = moves.parse(game.rules, text)
                if move.make is not None:
                    older = text.replace(f" make {move.make} of ", f" make {move.make}: ")
                    seen += older != text
                    assert moves.parse(game.rules, older) == move
            happen(game, state, item)
    assert seen
