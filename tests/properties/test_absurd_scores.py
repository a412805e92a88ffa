"""A score that no round can give is refused, also from a pad that has points alone, unless a side has too many ways to it."""

from __future__ import annotations

import pytest

from referee.play import simulate
from referee.rules import rulesets, shipped

SEATED = ("Ann", "Ben", "Cyd", "Dov", "Eve", "Fay", "Gus", "Hal")
MANY_WAYS = {
    "canasta",
    "contract-rummy",
    "luminars",
    "pinochle",
    "pitch",
    "rummy",
    "rummy-500",
    "schafkopf",
    "schieber",
    "skat",
}
"""Games in which a side can come to its points in more ways than are tried."""
GAMES = [path.stem for path in shipped.games() if path.parent.name in ("trick", "meld", "fishing")]


@pytest.mark.parametrize("name", GAMES)
def test_a_hundred_thousand_points_are_refused(name: str) -> None:
    rules = rulesets.load_ruleset(name)
    for players in rules.get("players"):
        game, who = rulesets.table(rules, players), SEATED[:players]
        drawn = rules.get("deal", "first_dealer", default="") == "highest_drawn"
        position = {"phase": "deal", "dealer": who[0]} if drawn else None
        setup = {} if drawn else simulate.recording(rules.family).setup(rules, who, simulate.draw_of(1, 0))
        state = game.start(who, setup, position)
        (pad,) = game.read(state, {"result": {"score": {who[0]: 100_000}}})
        said = [fault.message for fault in game.check(state, pad)]
        refused = any("100000; in " in message or "; add `won`" in message for message in said)
        assert refused or name in MANY_WAYS, (players, said)
