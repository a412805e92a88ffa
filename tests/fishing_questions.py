"""What is special about the cases of the fishing family; see case_runner.py.

after:   what is true then? The keys of `expect:`, and `season` for the season that the field of the last play has now,
        `next` for what comes next in words, `hand` for the cards of players.
ends:   what does the round score that the events end? The points in a list; `lines`, `totals`, `winners`, `over`.

event:   as elsewhere; `fault` says of what is found where it points and so on, see faulting.py. Nobody errs in what is only
         written wrong, out of order or between rounds, and that is barred.

`doubts:` besides any of them, or `leaves:`, lists what the verdict cannot say for sure, `readings:` the rulings that mattered.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import case_runner
from case_runner import Data, Table, require_left, require_legal, set_table
from faulting import NOBODY, require_faults

from referee.engines.fishing.rules.moves import season
from referee.engines.fishing.state import PLAY


def head(data: Data, players: list[str]) -> Data:
    """The head of a log, the last player dealing unless it says otherwise."""
    if "position" in data:
        return {**data, "position": {"dealer": players[-1], **data["position"]}}
    return {**data, "setup": {"dealer": players[-1]} | data.get("setup", {})}


def _played(case: Data, folder: Path) -> Table:
    table = set_table(case, case["events"], folder)
    verdict = table.verdict(case)
    require_legal(verdict)
    if "doubts" in case:
        found = [{"reason": finding.reason, "message": finding.message} for finding in verdict.doubts]
        assert found == case["doubts"]
    if "readings" in case:
        found = [finding.rule.rpartition("/")[2] for finding in verdict.findings if finding.kind == "reading"]
        assert found == case["readings"]
    return table


def _leaves(case: Data, folder: Path) -> None:
    require_left(case, _played(case, folder))


def _after(case: Data, folder: Path) -> None:
    played = _played(case, folder).replay()
    game, state = played.game, played.state
    wanted = dict(case["after"])
    if "season" in wanted:
        assert season(game.rules, state, state.own[1]) == wanted.pop("season")
    if "next" in wanted:
        assert game.next_step(state) == wanted.pop("next")
    for player, cards in wanted.pop("hand", {}).items():
        assert game.rules.deck.names(state.hands[state.players.index(player)]) == cards.split()
    assert [fault.message for fault in game.claims(state, wanted)] == []


def _ends(case: Data, folder: Path) -> None:
    played = _played(case, folder).replay()
    pad: Any = played.game.score(played.state)[0]
    last = pad["hands"][-1]
    assert list(last["points"].values()) == case["ends"]
    for line, points in case.get("lines", {}).items():
        assert list(last["lines"][line].values()) == points, line
    for key in ("totals", "winners", "over"):
        if key in case:
            assert (list(pad[key].values()) if key == "totals" else pad[key]) == case[key]


def _event(case: Data, folder: Path) -> None:
    case_runner.QUESTIONS["event"](case, folder)
    if "breaks" in case:
        require_faults(case, folder, _doer, OF_NOBODY, BARRED)


def _doer(game: Any, state: Any) -> str:
    """Who plays, or does what comes before the next play; nobody between rounds."""
    if state.phase != PLAY:
        return NOBODY
    who: str = state.players[state.queue[0].seat if state.queue else state.turn]
    return who


OF_NOBODY = ("claim", "notation", "order", "over", "stands")
"""Rules that nobody in particular breaks."""
BARRED = ("deck", "notation", "order", "over", "stands")
"""Rules whose breach no table can let stand."""
QUESTIONS = {"leaves": _leaves, "after": _after, "ends": _ends, "event": _event}
