"""What is special about the cases of the conspiracy family; see case_runner.py.

attack:   what is the sum? The options of `referee resolve attack` as keys, `kind`, `attacker`, `target` among them; then
          `number`, `sum` (line by line), `ways` out of 36, `outcome`, and `forbidden`, the messages of what forbids it.
then:     what stands on the table after `events`? Parts of the `position:` that the state is written out as.
event:    as elsewhere; `fault` says of what is found where it points (`there`, a value in the event; else all that follows its
          verb), who errs (`who`; else the player who does it, and nobody in a false claim or out of order), whether it is
          `barred`, so that the table cannot let it stand, and which `word` of the ruleset it rests on; see faulting.py.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, cast

import case_runner
from case_runner import Data, require_legal, set_table
from faulting import require_faults

from referee.core.ruleset import Ruleset
from referee.engines.conspiracy.game import ConspiracyGame
from referee.engines.conspiracy.queries import attack
from referee.rules import rulesets

GAME = "illuminati"
CALLED = {
    "position": "where",
    "spend": "money",
    "defend_target": "defence",
    "defend_illuminati": "defence_illuminati",
}
"""What the question calls some of the options of `referee resolve attack`."""


def head(data: Data, players: list[str]) -> Data:
    """The head of a log: of the common game, in a position with nothing in it unless the case has another."""
    data = {**data, "game": data["game"] or GAME}
    if "position" in data or "setup" in data:
        return data
    return {**data, "position": {}}


@cache
def _rules(ruling: tuple[tuple[str, str], ...], variants: tuple[str, ...], house: str, assembled: Any) -> Ruleset:
    """The rules of an attack that is asked about; `assembled` is how they are put together, which tests alter."""
    return rulesets.load_ruleset(GAME, houses=[house] if house else [], variants=variants, ruling=dict(ruling))


def _attack(case: Data, folder: Path) -> None:
    given: Data = case["attack"]
    ruling = tuple(case.get("ruling", {}).items())
    rules = _rules(ruling, tuple(case.get("variants", ())), case.get("house", ""), rulesets.assemble)
    asked = {CALLED.get(key, key): value for key, value in given.items()}
    asked["where"] = str(asked.get("where", "uncontrolled"))
    answer = attack(cast(ConspiracyGame, rulesets.table(rules, 2)), **asked)
    data = answer.data
    assert [violation["message"] for violation in data["violations"]] == case.get("forbidden", [])
    assert all(violation["text"] for violation in data["violations"])
    assert answer.legal == (data["violations"] == [])
    terms = {term["what"]: term["value"] for term in data["terms"]}
    assert sum(term["value"] for term in data["terms"]) == data["number"]
    if "number" in case:
        assert data["number"] == case["number"], terms
    if "sum" in case:
        assert terms == case["sum"]
    if "ways" in case:
        assert data["ways"] == case["ways"]
    if "outcome" in case:
        assert data["outcome"] == case["outcome"]


def _then(case: Data, folder: Path) -> None:
    table = set_table(case, case["events"], folder)
    require_legal(table.verdict(case))
    played = table.replay()
    game = cast(ConspiracyGame, played.game)
    found = game.position(game.settle(played.state))
    for key, value in case["then"].items():
        assert _part(found.get(key), value) == value, (key, found.get(key))


def _part(found: Any, wanted: Any) -> Any:
    """As much of what was found as a case asks for."""
    if isinstance(found, dict) and isinstance(wanted, dict):
        return {key: _part(found[key], entry) for key, entry in wanted.items() if key in found}
    return found


def _event(case: Data, folder: Path) -> None:
    case_runner.QUESTIONS["event"](case, folder)
    if "breaks" not in case:
        return
    require_faults(case, folder, _doer, OF_NOBODY)


def _doer(game: Any, state: Any) -> str:
    """Whose turn it is, once everything pending has taken effect."""
    state = game.settle(state)
    who: str = state.players[state.turn]
    return who


OF_NOBODY = ("claim", "order", "over", "sequence")
"""Rules that nobody in particular breaks."""
QUESTIONS = {"attack": _attack, "then": _then, "event": _event}
