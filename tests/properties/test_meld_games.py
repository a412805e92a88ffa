"""What must hold of every game of melds at every point: one source of legality, nothing lost, nothing changed by looking."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, cast

import pytest
from slowness import tries

from referee import source
from referee.core.events import Event, Misread
from referee.engines import meld
from referee.engines.meld.compiled import NOTHING, PILE, STOCK
from referee.engines.meld.game import MeldGame
from referee.engines.meld.state import UNSEEN, MeldState
from referee.engines.meld.words import packs
from referee.judging.fold import Folded, Visitor, fold
from referee.play.simulate import draw_of, simulate_game
from referee.rules import rulesets, shipped

PLAYERS = ("Ann", "Ben", "Cyd", "Dov")
Data = dict[str, Any]
TABLES: list[tuple[str, int, tuple[str, ...], dict[str, str]]] = [
    ("luminars", 2, (), {}),
    ("luminars", 3, ("more-low-cards",), {"wild-cards": "one", "late-draw-cards": "kept"}),
    ("luminars", 4, (), {"empty-stock": "count"}),
    ("gin-rummy", 2, (), {}),
    ("gin-rummy", 2, ("big-gin", "around-the-corner"), {}),
    ("gin-rummy", 2, ("twenty-ten", "game-bonuses"), {"next-dealer": "loser"}),
    ("gin-rummy", 2, ("oklahoma",), {"after-a-void-hand": "next"}),
    ("last-light", 3, (), {}),
    ("last-light", 2, (), {"empty-stock": "count", "late-draw-cards": "kept"}),
]
"""A game or a shipped house rule, how many play, variants, readings of rulings."""
HOUSES = [path.stem for path in shipped.houses()]


@cache
def table(number: int) -> MeldGame:
    """One of the tables, ready to play."""
    name, players, variants, ruling = TABLES[number]
    house = [name] if name in HOUSES else []
    rules = rulesets.load_ruleset("luminars" if house else name, houses=house, variants=variants, ruling=ruling)
    return cast(MeldGame, rulesets.table(rules, players))


@cache
def recorded(number: int, seed: int, detail: str = "deals") -> tuple[Data, tuple[Data, ...]]:
    """A random game as a set-up and log items."""
    game = table(number)
    played = simulate_game(game.ruleset, PLAYERS[: game.rules.players], detail, draw_of(seed, number))
    return played.setup, tuple(played.items)


def start(game: MeldGame, setup: Data) -> MeldState:
    return game.start(PLAYERS[: game.rules.players], setup, None)


def snapshot(state: MeldState) -> dict[str, Any]:
    """Everything in a state, for comparison."""
    return {
        name: list(value) if isinstance(value := getattr(state, name), list) else value for name in MeldState.__slots__
    }


def careful(game: MeldGame, state: MeldState, items: Any) -> Folded:
    """A fold that checks each event by itself, and then applies it."""
    folded = Folded(game, state, Visitor())
    folded.go_on(items)
    return folded


def states(game: MeldGame, setup: Data, items: Any) -> Iterator[tuple[MeldState, Data]]:
    """The state before each item; the same state every time, changed in between."""
    state = start(game, setup)
    for item in items:
        yield state, item
        events = game.read(state, item)
        assert game.take(state, events) == len(events), item


def universe(game: MeldGame, state: MeldState) -> list[Event]:
    """Everything that a player could try on a turn."""
    kinds = range(len(game.rules.deck))
    tries = [Event("take", (source, UNSEEN)) for source in (PILE, STOCK, NOTHING)]
    tries += [Event("discard", card) for card in kinds]
    return tries + [Event("declare", None, seat=seat) for seat in range(game.rules.players)]


def name_of(game: MeldGame, state: MeldState, event: Event) -> str:
    if event.verb == "take":
        return str(event.value[0])
    if event.verb == "discard":
        return game.rules.deck.ids[event.value]
    return "declare" if event.seat == state.turn else f"{state.players[event.seat or 0]} declare"


@pytest.mark.parametrize("number", range(len(TABLES)))
def test_options_and_check_agree_and_looking_changes_nothing(number: int) -> None:
    game = table(number)
    setup, items = recorded(number, 1)
    for state, _ in states(game, setup, items[:60]):
        before = snapshot(state)
        options = game.options(state)
        allowed = {option.notation for option in options.legal}
        if state.phase in ("take", "discard"):
            for event in universe(game, state):
                assert (not game.check(state, event)) == (name_of(game, state, event) in allowed), event
        for option in options.options:
            (event,) = game.read(state, option.item)
            assert bool(game.check(state, event)) == (option.fault is not None)
        game.position(state)
        game.view(state)
        game.score(state)
        list(game.doubts(state))
        game.counts(state)
        game.next_step(state)
        assert snapshot(state) == before
        assert snapshot(state.copy()) == before


@pytest.mark.parametrize("detail", ["deals", "plays"])
@pytest.mark.parametrize("number", range(len(TABLES)))
def test_cards_are_conserved(number: int, detail: str) -> None:
    game = table(number)
    setup, items = recorded(number, 2, detail)
    whole = sum(game.rules.copies)
    for state, _ in states(game, setup, items):
        if state.phase in ("draw", "deal", "role", "over"):
            continue
        known = sum(state.hands) + packs.pack(state.pile) + state.aside
        known += sum(state.tabled)
        assert state.located == known
        assert packs.size(known) + sum(state.hidden) + state.stock == whole
        assert all(packs.count(known, card) <= many for card, many in enumerate(game.rules.copies))


@pytest.mark.parametrize("detail", ["deals", "plays", "results"])
@pytest.mark.parametrize("number", range(len(TABLES)))
def test_event_by_event_leads_to_the_same_state(number: int, detail: str) -> None:
    game = table(number)
    for seed in range(3):
        setup, items = recorded(number, seed, detail)
        slow = careful(game, start(game, setup), items)
        fast = fold(game, start(game, setup), items)
        assert not slow.faults
        assert snapshot(fast.state) == snapshot(slow.state)
        assert fast.events == slow.events


@pytest.mark.parametrize("detail", ["deals", "plays"])
@pytest.mark.parametrize("number", range(len(TABLES)))
def test_event_by_event_finds_the_same(number: int, detail: str) -> None:
    game = table(number)
    setup, items = recorded(number, 3, detail)
    rng = random.Random(number)
    for _ in range(tries(60)):
        spoiled = spoil(list(items), game, rng)
        slow = careful(game, start(game, setup), spoiled)
        fast = fold(game, start(game, setup), spoiled)
        assert snapshot(fast.state) == snapshot(slow.state)
        assert fast.faults == slow.faults
        assert (fast.events, fast.halted, fast.shapeless) == (slow.events, slow.halted, slow.shapeless)
        assert all(game.ruleset.rule(flaw.rule)[1] for flaw in slow.faults)


SECTIONS = {
    "action": ("action_cards",),
    "until": ("declare", "until"),
    "dealer": ("deal", "first_dealer"),
    "roles": ("roles",),
}
"""Rules that only games with this section can break."""
UNTOLD = {"setup"}
"""What is said before a log begins, as a complaint that cites no rule."""


@pytest.mark.parametrize("number", range(len(TABLES)))
def test_every_rule_that_a_fault_cites_is_explained(number: int) -> None:
    rules = table(number).ruleset
    sources = Path(meld.__file__).parent.rglob("*.py")
    cited = {
        rule for path in sources for rule in re.findall(r'Finding\(\s*"([a-z-]+)"', path.read_text(encoding="utf-8"))
    }
    assert {"deck", "lay-off", "result", *SECTIONS} <= cited
    cited |= {"order", "over", "players"}  # cited by the core
    possible = {rule for rule in cited - UNTOLD if rules.get(*SECTIONS.get(rule, ("rules",))) is not None}
    assert {rule for rule in possible if not rules.get("rules", rule, "text", default="")} == set()


def spoil(items: list[Data], game: MeldGame, rng: random.Random) -> list[Data]:
    """Changes one thing in the turns of a log: a card, the order, a turn left out or written twice."""
    turns = [place for place, item in enumerate(items) if "turn" in item]
    place = rng.choice(turns)
    took, dropped = items[place]["turn"]
    card = rng.choice([*game.rules.deck.ids, PILE, STOCK, "Q9", ""])
    change = rng.randrange(5)
    if change == 0:
        items[place] = {"turn": [card, dropped]}
    elif change == 1:
        items[place] = {"turn": [took, card]}
    elif change == 2:
        items[place : place + 1] = []
    elif change == 3:
        items.insert(place, items[place])
    else:
        items[place] = {"turn": [took, dropped], "by": rng.choice(PLAYERS[: game.rules.players])}
    return items


@pytest.mark.parametrize("detail", ["deals", "plays"])
@pytest.mark.parametrize("number", range(len(TABLES)))
def test_a_log_in_two_parts_is_the_log(number: int, detail: str) -> None:
    game = table(number)
    setup, items = recorded(number, 4, detail)
    once = fold(game, start(game, setup), items)
    for cut in range(0, len(items), max(1, len(items) // 12)):
        first = fold(game, start(game, setup), items[:cut])
        second = fold(game, first.state, items[cut:])
        assert snapshot(second.state) == snapshot(once.state)
        assert first.events + second.events == once.events


@pytest.mark.parametrize("detail", ["deals", "plays"])
@pytest.mark.parametrize("number", range(len(TABLES)))
def test_a_position_written_and_read_goes_on_in_the_same_way(number: int, detail: str) -> None:
    game = table(number)
    setup, items = recorded(number, 5, detail)
    shape = {"$ref": "meld.schema.json#/$defs/position"}
    end = fold(game, start(game, setup), items).state
    for place, (state, _) in enumerate(states(game, setup, items)):
        position = game.position(state)
        again = game.start(PLAYERS[: game.rules.players], {}, position)
        assert game.position(again) == position
        if place % 9 and state.phase in ("take", "discard"):
            continue
        assert source.schema_faults(position, shape, store=rulesets.SCHEMAS) == []
        assert game.options(again) == game.options(state)
        rest = fold(game, again, items[place:])
        assert not rest.faults, (position, rest.faults)
        assert (again.scores, again.phase, again.roles) == (end.scores, end.phase, end.roles)


@pytest.mark.parametrize("number", range(len(TABLES)))
def test_a_changed_game_is_caught_or_is_another_game(number: int) -> None:
    """A change in a fully recorded game breaks a rule, belies a claim, or makes a legal game of other cards."""
    game = table(number)
    setup, items = recorded(number, 6)
    rng = random.Random(number)
    caught = 0
    for _ in range(tries(60)):
        spoiled = spoil(list(items), game, rng)
        try:
            folded = fold(game, start(game, setup), spoiled)
        except Misread:
            caught += 1
            continue
        legal = not folded.faults and not folded.shapeless
        assert legal or folded.halted
        caught += not legal
    assert caught > tries(60) * 2 // 3


@pytest.mark.parametrize("number", range(len(TABLES)))
def test_every_level_of_detail_scores_the_same(number: int) -> None:
    game = table(number)
    totals = []
    for detail in ("deals", "plays", "results"):
        setup, items = recorded(number, 7, detail)
        folded = fold(game, start(game, setup), items)
        assert not folded.faults
        totals.append(folded.state.scores)
    assert detail == "results"
    assert totals[0] == totals[1]
    void = any(
        not all(ended.hands)
        for ended in fold(game, start(game, *recorded(number, 7)[:1]), recorded(number, 7)[1]).state.history
    )
    assert void or totals[2] == totals[0]
