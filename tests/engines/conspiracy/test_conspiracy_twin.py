"""The numbers of attacks, and what forbids them, agree with a second opinion that shares no code with the referee."""

from __future__ import annotations

import random
from typing import Any

import conspiracy_twin as twin
import pytest
from slowness import NIGHTLY, tries

from referee.core.items import EXTRAS
from referee.engines.conspiracy.game import ConspiracyGame
from referee.engines.conspiracy.rules import attacks
from referee.engines.conspiracy.state import OWN, UNCONTROLLED, Battle, ConspiracyState
from referee.play.simulate import draw_of, positions
from referee.rules import rulesets

PLAYERS = ["Ann", "Ben", "Cyd", "Dov", "Eve", "Fay", "Gus", "Hal"]
KINDS = ("control", "neutralize", "destroy")
RULES = {"attacker", "target", "powerless", "aid", "immunity"}
GROUPS = list(twin.ROWS)[8:]
ILLUMINATI = list(twin.ROWS)[:8]
INITIALS = list(twin.INITIALS)
PECULIAR = [
    "Chinese Campaign Donors",
    *(row.name for row in twin.ROWS.values() for who, *_ in row.abilities if who == "own"),
]
"""Groups for which it matters that they attack themselves."""


def any_attack(position: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """An attack that somebody might announce, most of the time with cards of his own."""
    own = position["structures"][position["turn"]]
    mine = [own["illuminati"], *own.get("groups", {})]
    on_table = [
        card for entry in position["structures"].values() for card in (entry["illuminati"], *entry.get("groups", {}))
    ]
    on_table += position.get("uncontrolled", [])
    everything = list(twin.ROWS)

    def card(often: list[str]) -> str:
        return chance.choice(often if chance.random() < 0.9 and often else everything)

    attack: dict[str, Any] = {chance.choice(KINDS): card(on_table), "with": card(mine)}
    if aid := [card(mine) for _ in range(chance.choice((0, 0, 1, 1, 2, 3)))]:
        attack["aid"] = aid
    return attack


@pytest.mark.parametrize("reading", ["instead", "as-well"])
def test_every_attack_of_simulated_games_has_the_number_of_the_twin(reading: str) -> None:
    rules = rulesets.load_ruleset("illuminati", ruling={"counts-as": reading})
    rolled, tried, broken = 0, 0, set()
    chance = random.Random(reading)
    for number in range(tries(40)):
        if not NIGHTLY and min(rolled, tried) > tries(900) and broken == RULES:
            break
        players = PLAYERS[: 2 + number % 7]
        for game, state, item in positions(rules, players, draw_of(6, number)):
            verb = next(key for key in item if key not in EXTRAS)
            if verb == "roll":
                attack = game.settle(state).attack
                position = game.position(game.settle(state))
                assert attacks.number(game.rules, attack) == twin.number(position, reading), position["attack"]
                rolled += 1
            elif verb == "attack":
                broken |= tried_out(game, game.settle(state), chance)
                tried += 1
    assert min(rolled, tried) > tries(900)
    assert broken == RULES


def tried_out(game: ConspiracyGame, state: ConspiracyState, chance: random.Random) -> set[str]:
    """The rules that forbid some attack here, on which twin and referee must agree."""
    position = game.position(state)
    attack = any_attack(position, chance)
    [event] = game.read(state, {"attack": attack})
    found = {fault.rule for fault in game.check(state, event)} & RULES
    assert found == twin.forbidden(position, attack), (attack, position)
    return found


def any_sum(chance: random.Random) -> dict[str, Any]:
    """A position with an attack in it, as far as its number goes: nothing lies on a grid, and money comes from nowhere.

    Every card may attack every other in any way, so that this goes further than what play allows.
    """
    tops = chance.sample(ILLUMINATI, 2)
    cards = chance.sample(GROUPS, chance.randrange(2, 60))
    structures: dict[str, Any] = {
        player: {"illuminati": top, "groups": {}} for player, top in zip(("Ann", "Ben"), tops, strict=True)
    }
    for card in cards[1:]:
        entry = structures[chance.choice(("Ann", "Ben"))]
        entry["groups"][card] = {"on": {chance.choice([entry["illuminati"], *list(entry["groups"])[-3:]]): "top"}}
    own = structures["Ann"]
    attacker = chance.choice([own["illuminati"], *own["groups"]])
    peculiar = chance.choice(PECULIAR)
    if peculiar not in cards and chance.random() < 0.3:
        attacker = peculiar
        own["groups"][peculiar] = {"on": {own["illuminati"]: "top"}}
    targets = [card for card in cards if card != attacker]
    kind = chance.choice(KINDS)
    attack: dict[str, Any] = {kind: chance.choice(targets or cards[:1]), "with": attacker}
    target = attack[kind]
    helpers = [card for card in own["groups"] if card not in (attacker, target)]
    attack["aid"] = chance.sample(helpers, min(len(helpers), chance.randrange(5)))
    for money in ("money", "support", "oppose"):
        attack[money] = chance.choice((0, 0, chance.randrange(1, 30)))
    if target in structures["Ben"]["groups"]:
        attack["defence"] = chance.choice((0, chance.randrange(1, 30)))
        attack["defence_illuminati"] = chance.choice((0, chance.randrange(1, 30)))
    if kind == "destroy" and not twin.ROWS[target].power:
        attack["special"] = "Whispering Campaign"
    changed = {}
    for card in chance.sample((attacker, target, *cards), chance.randrange(3)):
        if card in GROUPS:
            changed[card] = [twin.INITIALS[initial] for initial in chance.sample(INITIALS, chance.randrange(5))]
    return {"turn": "Ann", "structures": structures, "attack": attack, "aligned": changed}


def summed(game: ConspiracyGame, position: dict[str, Any]) -> Battle:
    """The same attack as the referee keeps it."""
    pack, attack = game.rules.pack, position["attack"]
    kind = twin.kind_of(attack)
    target = attack[kind]
    masks = {
        player: sum(1 << pack.by_name[card] for card in (entry["illuminati"], *entry["groups"]))
        for player, entry in position["structures"].items()
    }
    owner = next((player for player, entry in position["structures"].items() if target in entry["groups"]), None)
    distance = UNCONTROLLED if owner is None else OWN
    if owner == "Ben":
        distance = twin.depth(position["structures"]["Ben"], target)
    made = Battle(
        kind,
        pack.by_name[attack["with"]],
        pack.by_name[target],
        aid=tuple(pack.by_name[card] for card in attack["aid"]),
        holds=masks["Ann"],
        held_by=masks[owner] if owner else 0,
        distance=distance,
        powerless="special" in attack,
        alignments={pack.by_name[card]: pack.mask(names) for card, names in position["aligned"].items()},
    )
    for money in ("money", "support", "oppose", "defence", "defence_illuminati"):
        setattr(made, money, attack.get(money, 0))
    return made


def test_any_sum_at_all_is_that_of_the_twin() -> None:
    readings = ("instead", "as-well")
    games = [
        rulesets.table(rulesets.load_ruleset("illuminati", ruling={"counts-as": reading}), 2) for reading in readings
    ]
    chance, apart = random.Random(6), 0
    for _ in range(tries(16_000)):
        position = any_sum(chance)
        wanted = [twin.number(position, reading) for reading in readings]
        assert [attacks.number(game.rules, summed(game, position)) for game in games] == wanted, position
        apart += wanted[0] != wanted[1]
    assert apart > tries(10)


def test_chances_are_those_of_the_twin() -> None:
    game = rulesets.table(rulesets.load_ruleset("illuminati"), 2)
    assert isinstance(game, ConspiracyGame)
    for wanted in range(-30, 60):
        assert attacks.chance(game.rules, wanted) == twin.ways(wanted)
        for roll in range(2, 13):
            assert attacks.succeeds(game.rules, wanted, roll) == (roll <= wanted and roll < 11)


def test_the_printed_cards_are_those_of_the_twin() -> None:
    game = rulesets.table(rulesets.load_ruleset("illuminati"), 2)
    assert isinstance(game, ConspiracyGame)
    pack = game.rules.pack
    for card in pack.cards[: pack.specials.start]:
        row = twin.ROWS[card.name]
        assert (card.power, card.transferable, card.resistance) == (row.power, row.transferable, row.resistance)
        assert set(pack.alignment_names(card.alignments)) == {twin.INITIALS[initial] for initial in row.alignments}
    assert list(twin.ROWS) == [card.name for card in pack.cards[: pack.specials.start]]
