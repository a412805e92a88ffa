"""What a roll fires is what its sum is made of: the abilities, alignments and bonuses that have a line in it, and no others."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from copy import copy
from typing import Any, cast

import pytest
from slowness import tries

from referee.engines.conspiracy import attack as sums
from referee.engines.conspiracy.explain.coverage import fired
from referee.engines.conspiracy.game import Game
from referee.engines.conspiracy.state import ACT, State
from referee.play.simulate import draw_of, positions
from referee.rules import rulesets

PLAYERS = ("Ann", "Ben", "Cyd", "Dov")
RULES: tuple[dict[str, Any], ...] = (
    {},
    {"ruling": {"own-destruction": "not", "counts-as": "as-well"}},
    {"variants": ["hidden-illuminati"]},
)
OF_A_CARD = re.compile(r"(?:illuminati|groups)\.(.+)\.abilities\.\d+")


def rolls(given: dict[str, Any]) -> Iterator[tuple[Game, State]]:
    """Attacks of all kinds that wait for the dice, in points of random games."""
    rules, chance = rulesets.load_ruleset("illuminati", **given), random.Random(7)
    for number in range(tries(30)):
        for place, (game, state, _) in enumerate(positions(rules, PLAYERS, draw_of(53, number))):
            settled = cast(State, game.settled(state))
            if place % 11 or settled.attack is not None or settled.phase != ACT:
                continue
            items = [option.item["attack"] for option in game.options(settled).legal if "attack" in option.item]
            for item in chance.sample(items, min(6, len(items))):
                after = settled.copy()
                quiet = {"ability": False} if rules.get("hidden", "illuminati") and chance.random() < 0.5 else {}
                if game.take(after, game.read(after, {"attack": {**item, **quiet}})):
                    yield cast(Game, game), after


@pytest.mark.parametrize("given", RULES, ids=("plain", "otherwise", "hidden"))
def test_a_roll_fires_what_its_sum_is_made_of(given: dict[str, Any]) -> None:
    seen = 0
    for game, state in rolls(given):
        assert state.attack is not None
        said = [what for what, _ in sums.lines(game.rules, state.attack)]
        event = game.read(state, {"roll": 12})[0]
        words = fired(game, state, event)
        cards = {found[1] for word in words if (found := OF_A_CARD.fullmatch(word))}
        summed = {what.removeprefix("ability of ") for what in said if what.startswith("ability of ")}
        if any("against such an attacker" in what for what in said):
            summed.add(game.rules.pack.names[state.attack.target])
        donors = {name for name in cards if name == "Chinese Campaign Donors"}
        assert cards - donors == summed, (said, words)
        assert bool(donors) == ("attack.counts_as" in words)
        alike = [what for what in said if what.startswith("alike: ")]
        against = [what for what in said if what.startswith("opposite: ")]
        assert (bool(alike), bool(against)) == ("attack.alike" in words, "attack.opposite" in words)
        named = {word.removeprefix("alignments.") for word in words if word.startswith("alignments.")}
        assert named == set(re.findall(r"(?!alike|opposite|against)\b[A-Z]\w+", " ".join(alike + against)))
        assert ("attack.neutralize" in words) == ("attempt to neutralize" in said)
        assert ("attack.position" in words) == any("its Illuminati" in what for what in said)
        seen += bool(summed)
    assert seen > 10


FLIPPED = {"attack.counts_as": "counts_instead", "attack.bonus_against_itself": "bonus_against_itself"}
"""Unsettled words of a sum, and the flag of the rules that each sets."""


@pytest.mark.parametrize("given", RULES[:2], ids=("plain", "otherwise"))
def test_a_roll_names_the_rulings_that_would_change_its_number(given: dict[str, Any]) -> None:
    changed: set[str] = set()
    for game, state in rolls(given):
        assert state.attack is not None
        wanted = set()
        for path, flag in FLIPPED.items():
            otherwise = copy(game.rules)
            setattr(otherwise, flag, not getattr(otherwise, flag))
            if sums.number(otherwise, state.attack) != sums.number(game.rules, state.attack):
                wanted.add(path)
        state.readings = {}
        assert game.take(state, game.read(state, {"roll": 12}))
        assert {path for path in state.readings if path in FLIPPED} == wanted
        changed |= wanted
    assert changed
