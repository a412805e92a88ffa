"""How many auctions there are in Bridge, counted by asking the ruleset what may be called and then calling it.

An auction is at a state; two states are the same for the rules where the calls since the last bid are, and who made it. From
each such state the auctions are counted once.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from referee.core.cards import members
from referee.core.events import Event
from referee.engines.trick.rules import auctions
from referee.engines.trick.state import BID, TrickState
from referee.rules import rulesets

AUCTIONS = {7: 128_745_650_347_030_683_120_231_926_111_609_371_363_122_697_557, 2: (4 * 22**10 - 1) // 3}
"""The number of auctions of Contract Bridge, passed out or not, as published, and of one with bids up to two."""
PLAYERS = ("Ann", "Ben", "Cyd", "Dov")


@pytest.mark.parametrize("level", [2, pytest.param(7, marks=pytest.mark.slow)])
def test_as_many_auctions_as_there_are(level: int, tmp_path: Path) -> None:
    house = tmp_path / "house.yaml"
    house.write_text(f"extends: bridge\nbidding: {{calls: {{levels: {[*range(1, level + 1)]}}}}}\n", encoding="utf-8")
    game: Any = rulesets.table(rulesets.load_ruleset("bridge", houses=[str(house)]), 4)
    rules = game.rules
    calls = range(len(rules.auction.calls))
    start: TrickState = game.start(PLAYERS, {}, {"phase": "bid", "dealer": "Dov"})
    states: dict[tuple[Any, ...], TrickState] = {}

    def seen_as(state: TrickState) -> tuple[Any, ...]:
        """What the rules can know about a state: the calls from the last bid on, and where its bidder sits from the caller."""
        last = max((place for place, (_, call) in enumerate(state.calls) if call == state.contract), default=0)
        since = (
            tuple((seat - state.turn) % 4 for seat, _ in state.calls[last:]),
            tuple(call for _, call in state.calls[last:]),
        )
        states.setdefault(since, state)
        return since

    @cache
    def count(key: tuple[Any, ...]) -> int:
        state, found = states[key], 0
        legal = auctions.legal_bids(rules, state, state.turn)
        assert list(members(legal)) == [
            call for call in calls if not auctions.check(rules, state, Event("bid", call, seat=state.turn))
        ]
        for call in members(legal):
            after = state.copy()
            auctions.call(rules, after, Event("bid", call))
            found += count(seen_as(after)) if after.phase == BID else 1
        return found

    assert count(seen_as(start)) == AUCTIONS[level]
    assert len(states) < 1000
