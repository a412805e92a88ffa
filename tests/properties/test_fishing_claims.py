"""Claims of fishing logs against the table as a position has it: what is true is not a fault, and what is false is one."""

from __future__ import annotations

import re
from typing import Any, cast

import pytest
from test_fishing_games import PLAYERS, SETS

from referee.engines.fishing.game import FishingGame
from referee.engines.fishing.state import PLAY, FishingState
from referee.play.simulate import draw_of, happen
from referee.rules import rulesets

Data = dict[str, Any]
TABLES = [("illimat", 3, ("second-edition", *SETS)), ("cassino", 2, ()), ("scopone", 4, ())]


def truth(game: FishingGame, state: FishingState) -> Data:
    """What may be claimed here, from a position and a view of the table."""
    position, seen = game.position(state), game.view(state)[0]
    keepers = {who: state.players[game.rules.keeper[seat]] for seat, who in enumerate(state.players)}
    owned = re.compile(r"\) \w+$")  # a position says who made a build
    known, unseen = position.get("piles", {}), position.get("piles_unseen", {})
    return {
        "dealer": position["dealer"],
        "turn": seen["turn"],
        "stock": position["stock"],
        "okus": {"box": 0, **dict.fromkeys(state.players, 0), **position.get("okus", {})},
        "piles": {who: len(known.get(keeper, ())) + unseen.get(keeper, 0) for who, keeper in keepers.items()},
        "totals": dict.fromkeys(state.players, 0) | position.get("scores", {}),
        "fields": {name: [owned.sub(")", thing) for thing in things] for name, things in position["fields"].items()},
        "luminaries": {who: [] for who in state.players} | position.get("claimed", {}),
    }


def wrong(state: FishingState, true: Data, seat: int) -> list[tuple[Data, str, int | None, tuple[str, ...]]]:
    """False claims, what is said of each, whose fault it is, and where it is found."""
    who = state.players[seat]
    found: list[tuple[Data, str, int | None, tuple[str, ...]]] = []
    for key, does in (("dealer", "deal"), ("turn", "be next to act")):
        if true[key] != who:
            found.append(({key: who}, f"{who} is claimed to {does}; it is {true[key]}", seat, (key,)))
    for key, what in (("piles", "the number of cards harvested by"), ("totals", "the total of")):
        number = true[key][who]
        message = f"{what} {who} is claimed to be {number + 1}; it is {number}"
        found.append(({key: {**true[key], who: number + 1}}, message, seat, (key, who)))
    for owner in (who, "box"):
        number = true["okus"][owner]
        seat = None if owner == "box" else state.players.index(owner)
        whose = "the box" if owner == "box" else owner
        message = f"the okus of {whose} are claimed to be {number - 1}; they are {number}"
        found.append(({"okus": {**true["okus"], owner: number - 1}}, message, seat, ("okus", owner)))
    found.append(({"stock": 99}, f"the pile is claimed to have 99 cards; it has {true['stock']}", None, ("stock",)))
    for name, things in true["fields"].items():
        for said in ([*things, *things[:1]] if things else ["5su"], things[:-1] if things else ["6su"]):
            text = f"claimed to hold {' '.join(said) or 'nothing'}; there lies"
            found.append(({"fields": {name: said}}, text, None, ("fields", name)))
    return found


@pytest.mark.parametrize(("name", "players", "variants"), TABLES)
def test_what_is_true_may_be_claimed_and_nothing_else(name: str, players: int, variants: tuple[str, ...]) -> None:
    game = cast(FishingGame, rulesets.table(rulesets.load_ruleset(name, variants=variants), players))
    state = game.start(PLAYERS[:players], {"dealer": "Ann"}, None)
    draw, judged = draw_of(1, players), 0
    for place in range(70):
        item = game.draw_next(state, draw)
        assert item is not None
        happen(game, state, dict(item))
        if place % 6 or state.phase != PLAY:
            continue
        true = truth(game, state)
        assert list(game.claims(state, true)) == []
        for claimed, message, seat, at in wrong(state, true, place % players):
            if name == "scopone" and "okus" in claimed:
                continue
            faults = list(game.claims(state, claimed))
            assert [(fault.rule, fault.seat, fault.at) for fault in faults] == [("claim", seat, ("expect", *at))], (
                claimed
            )
            assert message in faults[0].message
            judged += 1
        for said in ("score", "winners"):
            claim = {said: true["totals"] if said == "score" else [PLAYERS[0]]}
            (fault,) = game.claims(state, claim)
            assert (fault.rule, fault.at) == ("claim", ("expect", said))
    assert judged > 50
