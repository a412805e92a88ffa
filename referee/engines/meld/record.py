"""Writing a played game down as a log, at each level of detail."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from referee.core import family
from referee.core.family import DEALS, RESULTS, Draw
from referee.core.family import DETAILS as DETAILS
from referee.core.ruleset import Ruleset
from referee.engines.meld.compiled import NOTHING, PILE, STOCK
from referee.engines.meld.game import MeldGame
from referee.engines.meld.position import laid_out
from referee.engines.meld.rules import pad_points, rounds
from referee.engines.meld.state import SHOW, MeldState
from referee.engines.meld.words.scoring import RoundSeat

LENGTH = "rounds"
MOST_ROUNDS = 100
MOST_TURNS, MOST_TURNS_OF_ROUND = 5000, 500


def setup(ruleset: Ruleset, players: Sequence[str], draw: Draw) -> dict[str, Any]:
    """Return a set-up drawn at random: who deals first, where that is not drawn for."""
    drawn_for = ruleset.get("deal", "first_dealer") is not None
    return {} if drawn_for else {"dealer": players[draw(len(players))]}


def too_long(state: MeldState) -> bool:
    """Return whether a random game must stop here."""
    long = state.plays.get("turns", 0) >= MOST_TURNS or state.turns >= MOST_TURNS_OF_ROUND
    return long or len(state.history) >= MOST_ROUNDS


class MeldRecord(family.Record):
    """The log items of a game as it is played: short forms, and claims at the end of each round."""

    def __init__(self, game: MeldGame, detail: str) -> None:
        super().__init__(game, detail)
        self._taken: Any = None
        self._shows: dict[str, Any] = {}
        self._roles: dict[str, Any] = {}
        self._action: dict[str, list[Any]] = {}
        self._laid: dict[str, list[str]] = {}
        self._upcard = ""
        self._seen: MeldState | None = None
        """What the items recorded so far tell, where cards that nobody saw must be shown at the end of a round."""

    def before(self, state: MeldState, item: Mapping[str, Any]) -> None:
        """Record an item that is about to happen; a take and the plain discard after it are one."""
        if self._seen is None and self.rules.lays and self.detail not in (DEALS, RESULTS):
            self._seen = state.copy()
        ids, shown, take = self.rules.deck.by_id, self.rules.action_cards, item.get("take", NOTHING)
        beside = {"show", "role", "discard"} if self.rules.lays else {"show", "lay_off", "role", "discard"}
        if self._taken is not None and not item.keys() & beside:
            self._add({"take": self._taken})
            self._taken = None
        if "show" in item:
            self._shows[item["by"]] = item["show"]
        elif "role" in item:
            self._roles[item["by"]] = item["role"]
        elif take == PILE or (take != NOTHING and PILE in take):
            self._taken = take
        elif take != NOTHING:
            self._taken = take[STOCK] if self.detail == DEALS or ids[take[STOCK]] in shown else STOCK
        elif "discard" in item and self._taken is not None:
            self._add({"turn": [self._taken, item["discard"]]})
            self._taken = None
        elif "action" in item:
            action = dict(item["action"])
            self._action.setdefault(action.get("to", item["by"]), []).append(action["points"])
            if self.detail != DEALS and ids[action["card"]] not in shown:
                del action["card"]
            self._add({"by": item["by"], "action": action})
        elif "declare" in item:
            declared = self.rules.best_declaration(state.hands[state.players.index(item["by"])], state.upcard)
            self._add({"by": item["by"], "declare": laid_out(self.rules, declared)})
        elif "put_down" in item and self.detail != DEALS:
            self._add({**item, "put_down": item["put_down"]["card"]} if "take" in item["put_down"] else dict(item))
        elif "buy" in item and self.detail != DEALS:
            self._add({**item, "buy": True})
        elif "deal" not in item or self.detail == DEALS:
            self._add(dict(item))
        if "lay_off" in item and not self.rules.lays:
            self._laid.setdefault(item["by"], []).append(item["lay_off"])
        if "face_up" in item and self.rules.by_upcard:
            self._upcard = item["face_up"]

    def _add(self, item: dict[str, Any]) -> None:
        if self.detail != RESULTS or item.keys() & {"draw", "roles"}:
            self.items.append(item)
            if self._seen is not None:
                self.game.advance(self._seen, item)

    def after(self, state: MeldState) -> None:
        """Record the roles once the game is over, and what has ended."""
        if self._roles and all(role is not None for role in state.roles):
            self._add({"roles": self._roles})
            self._roles = {}
        super().after(state)

    def ended(self, state: MeldState) -> None:
        """Record the hands that were shown, and claim the score of the round."""
        ended = state.history[-1]
        if self.detail == RESULTS and all(ended.hands):
            self.items.append({"result": self._result(state)})
        elif self._seen is not None and self._seen.phase == SHOW:
            left = {state.players[seat]: ended.hands[seat] for seat in rounds.to_show(self._seen)}
            self._add({"show": {who: laid_out(self.rules, hand) for who, hand in left.items() if hand is not None}})
        elif self._shows:
            self._add({"show": self._shows})
        self._shows, self._action, self._laid = {}, {}, {}
        if self.items and (self.detail != RESULTS or all(ended.hands)):
            self.claim(state)

    def _result(self, state: MeldState) -> dict[str, Any]:
        ended = state.history[-1]
        result: dict[str, Any] = {}
        if ended.declarer >= 0:
            result["declared"] = state.players[ended.declarer]
        if self.rules.lays and "laid" in self.rules.scoring.used:
            result["counts"] = dict(zip(state.players, (_on_table(self, seat) for seat in ended.seats), strict=True))
        result["hands"] = {
            player: laid_out(self.rules, hand)
            for player, hand in zip(state.players, ended.hands, strict=True)
            if hand and (hand.cards or not self.rules.lays)
        }
        if self._laid:
            result["lay_off"] = self._laid
        if self._upcard:
            result["upcard"] = self._upcard
        if self._action:
            result["action"] = self._action
        return result


record = MeldRecord


def on_pad(game: MeldGame, before: MeldState, after: MeldState) -> Iterator[dict[str, Any]]:
    """Yield the result of the round that was just played, as score pads have it: what it is scored by, and its points alone."""
    ended, players = after.history[-1], after.players
    if not all(ended.hands):
        return
    result: dict[str, Any] = {"declared": players[ended.declarer]} if ended.declarer >= 0 else {}
    result["counts"] = {}
    for who, hand, seat in zip(players, ended.hands, ended.seats or [None] * len(players), strict=True):
        if hand is not None:
            points = {"melds": hand.score - hand.idle_points, "idle": hand.idle_points}
            if game.rules.idle_called:
                points = {game.rules.idle_called: -hand.idle_points}
            counts = {name: number for name, number in points.items() if number or game.rules.idle_called}
            result["counts"][who] = counts | (_on_table(game, seat) if game.rules.lays else {})
    drawn = {who: points for who, points in zip(players, ended.action, strict=True) if points}
    yield result | ({"action": drawn} if drawn else {})
    yield {"score": dict(zip(players, ended.points, strict=True))}


def _on_table(game: Any, seat: RoundSeat | None) -> dict[str, Any]:
    """Return what a player had on the table, in the words of a pad, by the rules of a game."""
    names = [name for name in pad_points.names(game.rules) if name not in ("idle", "left")] if seat else []
    return {name: number for name in names if (number := getattr(seat, name))}
