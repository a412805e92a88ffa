"""What is special about the cases of the fishing family; see case_runner.py.

after: what does the table look like when the `events` have happened? The keys are those of `expect:`, and `season` for the
       season that the field of the last play has now, `next` for what comes next in words, `hand` for the cards of a player.
ends:  what does the round score that the events end? The points in a list; `totals`, `winners`, `over`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from case_runner import Data, require_legal, set_table

from referee.engines.fishing.board import season


def head(data: Data, players: list[str]) -> Data:
    """The head of a log, with the last player as the dealer."""
    if "position" in data:
        return {**data, "position": {"dealer": players[-1], **data["position"]}}
    return data if "setup" in data else {**data, "setup": {"dealer": players[-1]}}


def _after(case: Data, folder: Path) -> None:
    table = set_table(case, case["events"], folder)
    require_legal(table.verdict(case))
    played = table.replay()
    game, state = played.game, played.state
    wanted = dict(case["after"])
    if "season" in wanted:
        assert season(game.terms, state, state.own[1] if state.own else wanted.pop("field")) == wanted.pop("season")
    if "next" in wanted:
        assert game.awaited(state) == wanted.pop("next")
    for player, cards in wanted.pop("hand", {}).items():
        seat = state.players.index(player)
        assert game.terms.deck.names(state.hands[seat]) == cards.split()
    assert [fault.message for fault in game.claims(state, wanted)] == []


def _ends(case: Data, folder: Path) -> None:
    table = set_table(case, case["events"], folder)
    require_legal(table.verdict(case))
    played = table.replay()
    pad: Any = played.game.score(played.state)[0]
    assert list(pad["hands"][-1]["points"].values()) == case["ends"]
    for key in ("totals", "winners", "over"):
        if key in case:
            value = list(pad[key].values()) if key == "totals" else pad[key]
            assert value == case[key]


QUESTIONS = {"after": _after, "ends": _ends}
