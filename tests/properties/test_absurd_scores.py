"""A score that no round can give is refused in everything that is shipped, also from a pad that has points alone."""

from __future__ import annotations

import pytest
from recorded import heads_in_use, rules_of
from slowness import NIGHTLY

from referee.play import simulate
from referee.rules import rulesets, shipped

SEATED = ("Ann", "Ben", "Cyd", "Dov", "Eve", "Fay", "Gus", "Hal")
GAMES = [path.stem for path in shipped.rulesets() if path.parent.name in ("trick", "meld", "fishing")]


@pytest.mark.parametrize("name", GAMES)
def test_a_hundred_thousand_points_are_refused(name: str) -> None:
    if rulesets.load_ruleset(name).get("abstract", default=False):
        pytest.skip("not a game but what games have in common")
    heads = list(heads_in_use(name))
    for head in heads if NIGHTLY else heads[:: max(1, len(heads) // 3)]:
        rules = rules_of(name, head)
        if rules.get("declare", "penalty", default=0):
            continue  # whoever declares wrongly time and again can lose any number of points
        for players in rules.get("players"):
            game, who = rulesets.table(rules, players), SEATED[:players]
            drawn = rules.get("deal", "first_dealer", default="") == "highest_drawn"
            position = {"phase": "deal", "dealer": who[0]} if drawn else None
            setup = {} if drawn else simulate.recording(rules.family).setup(rules, who, simulate.draw_of(1, 0))
            state = game.start(who, setup, position)
            (pad,) = game.read(state, {"result": {"score": {who[0]: 100_000}}})
            said = [fault.message for fault in game.check(state, pad)]
            assert any("100000; in " in message for message in said), (head, players, said)
