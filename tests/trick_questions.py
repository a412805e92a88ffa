"""What is special about the cases of the trick family; see case_runner.py.

trick:    who wins? `winner`, `card`, `because`; `roles_after`; `if_said`; `otherwise:` the same under other readings.
hand:     what does it score? `points`; `totals`, `bags`, `over`, `winners`.
revoke:   what does it cost? `costs`: tricks, points, text, source, redress.
deals:    how many cards hand by hand; `special` are the hands bid all or nothing.
"""

from __future__ import annotations

from pathlib import Path
from typing import cast

from case_runner import PLAYERS, Data, over, require_legal, set_table

from referee.engines.trick.game import TrickGame
from referee.engines.trick.queries import resolve_trick, revoke


def head(data: Data, players: list[str]) -> Data:
    """The head of a log, the last player dealing unless it says otherwise."""
    if "position" in data:
        return data
    return {**data, "setup": {"dealer": players[-1]} | data.get("setup", {})}


def _trick(case: Data, folder: Path) -> None:
    for other in case.get("otherwise", ()):
        bare = {
            key: value for key, value in case.items() if key not in ("otherwise", "because", "roles_after", "if_said")
        }
        _trick(over(bare, other), folder)
    cards = case["trick"]
    players = list(PLAYERS[: len(cards)])
    roles = {"roles": dict(zip(players, case["roles"], strict=True))} if "roles" in case else {}
    position = {"phase": "play", "cards": 2, "leader": "Ann", **roles, **case.get("position", {})}
    case = {**case, "players": players, "position": position}
    for events in ([{"trick": cards}], [{"play": card} for card in cards]):
        table = set_table(case, events, folder)
        require_legal(table.verdict(case))
        played = table.replay()
        decided = resolve_trick(cast(TrickGame, played.game).rules, played.state)
        for key, asked in (("winner", "winner"), ("card", "card"), ("because", "because"), ("if_said", "if_said")):
            assert key not in case or decided[asked] == case[key], decided
        if "roles_after" in case:
            assert list(decided["roles"].values()) == case["roles_after"]


def _hand(case: Data, folder: Path) -> None:
    given = case["hand"]
    players = list(PLAYERS[: case.get("players", 4)])
    position: Data = {"phase": "deal", "dealer": players[-1], **case.get("position", {})}
    if "roles" in case:
        position["roles"] = dict(zip(players, case["roles"], strict=True))
    result: Data = {}
    if "cards" in given:
        result["cards"] = given["cards"]
        position.setdefault("cards", given["cards"])
    for key in ("bids", "won", "captured"):
        if isinstance(given.get(key), list):
            result[key] = dict(zip(players, given[key], strict=True))
        elif key in given:
            result[key] = given[key]
    table = set_table({**case, "position": position}, [{"result": result}], folder)
    require_legal(table.verdict(case))
    played = table.replay()
    pad, _ = played.game.score(played.state)
    if "points" in case:
        assert list(pad["hands"][-1]["points"].values()) == case["points"]
    for key in ("totals", "bags"):
        if key in case:
            assert list(pad[key].values()) == case[key]
    for key in ("over", "winners"):
        if key in case:
            assert pad[key] == case[key]


def _deals(case: Data, folder: Path) -> None:
    count = case.get("players", 4)
    table = set_table({**case, "position": {}}, [], folder)
    compiled = cast(TrickGame, table.replay().game).rules
    deals = case["deals"]
    assert [compiled.cards_in_hand(hand + 1) for hand in range(len(deals))] == deals
    assert not compiled.hands or compiled.cards_in_hand(len(deals) + 1) == 0
    for hand, cards in enumerate(deals, 1):
        if "special" in case:
            bids = set_table({**case, "position": {"phase": "bid", "hand": hand}}, [], folder).replay()
            options = [option.notation for option in bids.game.options(bids.state).legal]
            assert (options == ["0", str(cards)] and cards > 1) == (hand in case["special"]), (hand, options)
    if "target" in case:
        assert table.replay().state.target == case["target"]
    assert count == len(table.players)


def _revoke(case: Data, folder: Path) -> None:
    game = set_table({**case, "position": {"phase": "deal", "dealer": "Ann"}}, [], folder).replay().game
    said = revoke(cast(TrickGame, game), **case["revoke"]).data
    assert {key: said[key] for key in case["costs"]} == case["costs"]


TEXTS = {
    rule: {"text": "A rule of our own game.", "source": "a test"}
    for rule in ("auction", "partners", "scoring", "trump", "winning")
}
"""Texts of rules, for games of our own that give them none."""
QUESTIONS = {"trick": _trick, "hand": _hand, "deals": _deals, "revoke": _revoke}
