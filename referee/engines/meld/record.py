"""Writing a played game down as a log, at each level of detail."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from referee.core.family import DEALS, RESULTS, Draw, Record
from referee.core.ruleset import Ruleset
from referee.engines.meld.compiled import NOTHING, PILE, STOCK, MeldRules
from referee.engines.meld.game import MeldGame
from referee.engines.meld.position import write_arrangement
from referee.engines.meld.rules import pad_points, rounds
from referee.engines.meld.state import SHOW, MeldState
from referee.engines.meld.words.scoring import RoundSeat

MOST_TURNS, MOST_TURNS_OF_ROUND = 5000, 500


class MeldRecord(Record):
    """The log items of a game as it is played: short forms, and claims at the end of each round."""

    LENGTH = "rounds"
    MOST = 100

    def __init__(self, game: MeldGame, detail: str) -> None:
        super().__init__(game, detail)
        self._taken: Any = None
        self._roles: dict[str, Any] = {}
        self._shows, self._action, self._laid = dict[str, Any](), dict[str, list[Any]](), dict[str, list[str]]()
        self._upcard = ""
        self._seen: MeldState | None = None
        """The state that the items recorded so far lead to, where cards that nobody saw must be shown at the end of a round."""

    @staticmethod
    def setup(rules: Ruleset, players: Sequence[str], draw: Draw) -> dict[str, Any]:
        """Return a set-up drawn at random: who deals first, where that is not drawn for."""
        if rules.get("deal", "first_dealer"):
            return {}
        return Record.setup(rules, players, draw)

    @classmethod
    def too_long(cls, state: MeldState) -> bool:
        """Return whether a random game must stop here."""
        long = state.plays.get("turns", 0) >= MOST_TURNS or state.turns >= MOST_TURNS_OF_ROUND
        return long or super().too_long(state)

    def before(self, state: MeldState, item: Mapping[str, Any]) -> None:
        """Record an item that is about to happen; a take and the plain discard after it are one."""
        if self._seen is None and self.rules.lays and self.detail not in (DEALS, RESULTS):
            self._seen = state.copy()
        ids = self.rules.deck.by_id
        shown = self.rules.action_cards
        take = item.get("take", NOTHING)
        if self.rules.lays:
            beside = {"show", "role", "discard"}
        else:
            beside = {"show", "lay_off", "role", "discard"}
        if self._taken is not None and not item.keys() & beside:
            self.add({"take": self._taken})
            self._taken = None
        if "show" in item:
            self._shows[item["by"]] = item["show"]
        elif "role" in item:
            self._roles[item["by"]] = item["role"]
        elif take == PILE or (take != NOTHING and PILE in take):
            self._taken = take
        elif take != NOTHING:
            if self.detail == DEALS or ids[take[STOCK]] in shown:
                self._taken = take[STOCK]
            else:
                self._taken = STOCK
        elif "discard" in item and self._taken is not None:
            self.add({"turn": [self._taken, item["discard"]]})
            self._taken = None
        elif "action" in item:
            action = dict(item["action"])
            self._action.setdefault(action.get("to", item["by"]), []).append(action["points"])
            if self.detail != DEALS and ids[action["card"]] not in shown:
                del action["card"]
            self.add({"by": item["by"], "action": action})
        elif "declare" in item:
            declared = self.rules.best_declaration(state.hands[state.players.index(item["by"])], state.upcard)
            self.add({"by": item["by"], "declare": write_arrangement(self.rules, declared)})
        elif "put_down" in item and self.detail != DEALS:
            self.add({**item, "put_down": item["put_down"]["card"]} if "take" in item["put_down"] else dict(item))
        elif "buy" in item and self.detail != DEALS:
            self.add({**item, "buy": True})
        elif "deal" not in item or self.detail == DEALS:
            self.add(dict(item))
        if "lay_off" in item and not self.rules.lays:
            self._laid.setdefault(item["by"], []).append(item["lay_off"])
        if "face_up" in item and self.rules.by_upcard:
            self._upcard = item["face_up"]

    def add(self, item: dict[str, Any]) -> None:
        if self.detail != RESULTS or item.keys() & {"draw", "roles"}:
            self.items.append(item)
            if self._seen is not None:
                self.game.advance(self._seen, item)

    def after(self, state: MeldState) -> None:
        """Record the roles once the game is over, and what has ended."""
        if self._roles and all(role is not None for role in state.roles):
            self.add({"roles": self._roles})
            self._roles = {}
        super().after(state)

    def at_end(self, state: MeldState) -> None:
        """Record the hands that were shown, and claim the score of the round."""
        if self.detail != RESULTS or all(state.history[-1].hands):
            super().at_end(state)
        self._shows = {}
        self._action = {}
        self._laid = {}

    def shows(self, state: MeldState) -> dict[str, Any]:
        """Return the hands that were shown, or those that the items so far do not tell."""
        if self._seen is None or self._seen.phase != SHOW:
            if not self._shows:
                return {}
            return {"show": self._shows}
        ended = state.history[-1]
        left = {state.players[seat]: ended.hands[seat] for seat in rounds.to_show(self._seen)}
        return {"show": {who: write_arrangement(self.rules, hand) for who, hand in left.items() if hand is not None}}

    def result(self, state: MeldState) -> dict[str, Any]:
        """Return who ended the round, and what everybody held and had on the table."""
        ended = state.history[-1]
        players = state.players
        names = _on_table(self.rules)
        result: dict[str, Any] = {"declared": players[ended.declarer]} if ended.declarer >= 0 else {}
        if self.rules.scoring.used.intersection(names):
            result["counts"] = {who: _counts(seat, names) for who, seat in zip(players, ended.seats, strict=True)}
        known = ((who, hand) for who, hand in zip(players, ended.hands, strict=True) if hand)
        hands = {who: write_arrangement(self.rules, hand) for who, hand in known}
        result["hands"] = {who: cards for who, cards in hands.items() if cards or not self.rules.lays}
        more = {"lay_off": self._laid, "upcard": self._upcard, "action": self._action}
        return result | {key: value for key, value in more.items() if value}

    def on_pad(self, before: MeldState, after: MeldState) -> Iterator[dict[str, Any]]:
        """Yield the result of the round that was just played: what it is scored by, and its points alone."""
        ended = after.history[-1]
        players = after.players
        if self.rules.lays:
            idle = ""
        else:
            idle = self.rules.idle_called
        if not all(ended.hands):
            return
        result: dict[str, Any] = {"declared": players[ended.declarer]} if ended.declarer >= 0 else {}
        names = ["melds", "idle", *_on_table(self.rules)]
        counts = []
        for seat in ended.seats:
            if idle:
                counts.append({idle: -seat.idle})
            else:
                counts.append(_counts(seat, names))
        result["counts"] = dict(zip(players, counts, strict=True))
        drawn = {who: points for who, points in zip(players, ended.action, strict=True) if points}
        yield result | ({"action": drawn} if drawn else {})
        yield self.score(after)


def _on_table(rules: MeldRules) -> list[str]:
    """Return what a pad may count of what a player had on the table."""
    if not rules.lays:
        return []
    return [name for name in pad_points.names(rules) if name not in ("idle", "left")]


def _counts(seat: RoundSeat, names: Sequence[str]) -> dict[str, Any]:
    """Return what a player had of these, as far as it was anything."""
    counted = {name: getattr(seat, name) for name in names}
    found = {}
    for name, number in counted.items():
        if number:
            found[name] = 1 if number is True else number
    return found
