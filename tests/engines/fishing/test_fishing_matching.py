"""The plays that the engine finds are those of the brute-force twin, and what it judges one by one is judged alike."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import cast

import fishing_twin as twin
import pytest
from fishing_twin import Field, Harvest, Move, Rules, Stockpile
from slowness import tries

from referee.core.cards import members
from referee.engines.fishing.game import FishingGame
from referee.engines.fishing.rules import plays as legal_plays
from referee.engines.fishing.rules.moves import Play
from referee.engines.fishing.state import FishingState
from referee.rules import rulesets

BOARDS = tries(2_500)
"""How many boards are compared for each of the readings, five of them."""
READINGS: list[tuple[dict[str, str], Rules]] = [
    ({}, Rules()),
    (
        {"stack-in-harvest": "in-sums", "stack-in-stockpile": "raised"},
        Rules(locked_in_harvest=True, locked_in_stockpile=True),
    ),
    ({"fool-both-ways": "both"}, Rules(both_values=True)),
    ({"equal-cards": "one"}, Rules(equal_cards=False)),
    ({}, Rules(single_in_harvest=False)),
]
"""Rulings, and the twin's words for them; of what no ruling is about a house rule is made."""
SEASONS = ("Summer", "Spring", "Winter", "Autumn")


class Board:
    """A random field with a hand of two or three cards, as texts and as a state of the engine."""

    def __init__(self, game: FishingGame, draw: Random) -> None:
        self.game = game
        cards = list(game.rules.deck.ids)
        low = [card for card in cards if card[:-2] in ("F", "2", "3", "4", "5", "6", "7")]
        pool = draw.sample(cards if draw.random() < 0.4 else low, 24)
        self.hand = [pool.pop() for _ in range(draw.choice((2, 2, 3)))]
        if draw.random() < 0.6:
            high = [card for card in cards if card not in low and card not in pool and card not in self.hand]
            self.hand[0] = draw.choice(high)
        self.season = draw.choice(SEASONS)
        things = draw.choice((1, 2, 3, 4, 5, 6, 7, 8))
        self.field = Field([_thing(pool, draw) for _ in range(things)])
        self.state = self._state()

    def _state(self) -> FishingState:
        """Ann to play, with nothing in the other fields."""
        hands = {"Ann": self.hand, "Ben": []}
        position = {"turn": "Ann", "fields": {self.season: self.field.things}, "hands": hands}
        return self.game.start(("Ann", "Ben"), {}, position)

    def fault(self, text: str) -> str:
        """What the engine says against a play; '' when it is legal."""
        event = self.game.read(self.state, {"play": f"{text} @{self.season}"})[0]
        faults = [fault for fault in self.game.check(self.state, event) if fault.rule != "box"]
        return faults[0].message if faults else ""

    def text(self, move: Move) -> str:
        """A move of the twin in notation."""
        names = [move.card if place < 0 else self.field.things[place] for one in move.sets for place in one]
        sets = " | ".join("+".join(names.pop(0) for _ in one) for one in move.sets)
        return f"stockpile {move.card} make {move.make}: {sets}" if move.make else f"harvest {move.card} take {sets}"


def _thing(pool: list[str], draw: Random) -> str:
    """A loose card more often than a stockpile, of two or three cards of the pool."""
    kind = draw.random()
    if kind < 0.7:
        return pool.pop()
    first, second = pool[-1], pool[-2]
    value = twin.values(first)[0] + twin.values(second)[0]
    if value > 14:
        return pool.pop()
    single = f"{first}+{second}"
    third = next((card for card in pool[:-2] if value in twin.values(card)), None)
    del pool[-2:]
    if kind < 0.85 or third is None:
        return f"S{value}({single})"
    pool.remove(third)
    return f"M{value}({single}|{third})"


@cache
def table(reading: int) -> FishingGame:
    ruling, rules = READINGS[reading]
    with TemporaryDirectory() as folder:
        house = Path(folder) / "house.yaml"
        single = str(rules.single_in_harvest).lower()
        house.write_text(f"extends: illimat\nwhy: the twin says so\nharvest: {{single_in_sums: {single}}}\n")
        found = rulesets.load_ruleset("illimat", houses=(str(house),), variants=("second-edition",), ruling=ruling)
    return cast(FishingGame, rulesets.table(found, 2))


def found(board: Board) -> tuple[set[str], set[Harvest], set[Stockpile]]:
    """What the engine lists, in the twin's words: sows, harvests, stockpiles in the field."""
    sows, harvests, stockpiles = [], [], []
    compiled, state = board.game.rules, board.state
    field = next(number for number, lying in enumerate(state.fields) if lying)
    places = {lying.cards: 1 << place for place, lying in enumerate(state.fields[field])}
    listed = legal_plays.legal(compiled, state, 0)
    assert listed.whole
    for play in listed.plays:
        if play.field != field:
            continue
        card = compiled.deck.ids[next(members(play.active))]
        things = sum(places[one.lying.cards] for elements in play.sets for one in elements if one.field >= 0)
        if play.action == "sow":
            sows.append(card)
        elif play.action == "harvest":
            harvests.append(Harvest(card, things))
        else:
            stockpiles.append(Stockpile(card, play.make, things, _multiple(play)))
    for plays in (sows, harvests, stockpiles):
        assert len(set(plays)) == len(plays)
    return set(sows), set(harvests), set(stockpiles)


def _multiple(play: Play) -> bool:
    return len(play.sets) > 1


def tried(board: Board, draw: Random) -> Move:
    """A play that somebody might try: mostly sets of one value, which may overlap or have a card too many."""
    card = draw.choice(board.hand)
    make = draw.choice([value for other in board.hand for value in twin.values(other)]) if draw.random() < 0.5 else 0
    value = make or draw.choice(twin.values(card))
    sets: list[tuple[int, ...]] = []
    if make and draw.random() < 0.95:
        sets.append((*_set(board.field, make - draw.choice(twin.values(card)), draw), -1))
    for _ in range(draw.choice((0, 0, 1, 2) if sets else (1, 1, 2, 3))):
        one = _set(board.field, value, draw)
        if one and (draw.random() < 0.2 or not set(one) & {place for other in sets for place in other}):
            sets.append(one)
    return Move(card, make, tuple(sets))


def _set(field: Field, value: int, draw: Random) -> tuple[int, ...]:
    """A set of the field that has a value, where there is one, and now and then any set at all."""
    sets = field.matching(value, locked=True) if value > 0 else []
    chosen = draw.choice(sets) if sets and draw.random() < 0.8 else draw.choice((0, *field.every)) if value else 0
    return tuple(members(chosen))


@pytest.mark.parametrize("reading", range(len(READINGS)))
def test_every_legal_play_is_found_and_no_other(reading: int) -> None:
    game, rules = table(reading), READINGS[reading][1]
    met = {"sow": 0, "harvest": 0, "stockpile": 0}
    for seed in range(BOARDS):
        board = Board(game, Random(f"{reading}/{seed}"))
        sows, harvests, stockpiles = found(board)
        barred = twin.BARRED[board.season]
        where = (seed, board.season, board.hand, board.field.things)
        assert sows == twin.sows(board.hand, board.season), where
        assert harvests == (set() if barred == "harvest" else twin.harvests(board.field, board.hand, rules)), where
        assert stockpiles == (set() if barred == "stockpile" else twin.stockpiles(board.field, board.hand, rules)), (
            where
        )
        for action, plays in (("sow", sows), ("harvest", harvests), ("stockpile", stockpiles)):
            met[action] += len(plays)
    assert min(met.values()) > BOARDS


@pytest.mark.parametrize("reading", range(len(READINGS)))
def test_a_play_that_somebody_tries_is_judged_alike(reading: int) -> None:
    game, rules = table(reading), READINGS[reading][1]
    judged = {True: 0, False: 0}
    for seed in range(BOARDS // 5):
        draw = Random(f"tried/{reading}/{seed}")
        board = Board(game, draw)
        for _ in range(10):
            move = tried(board, draw)
            if not move.sets:
                continue
            text = board.text(move)
            legal = twin.allowed(move, board.field, board.hand, board.season, rules)
            assert (board.fault(text) == "") == legal, (seed, board.season, board.hand, board.field.things, text)
            judged[legal] += 1
    assert min(judged.values()) > BOARDS / 5
