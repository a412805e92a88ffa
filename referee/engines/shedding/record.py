"""Writing a played game down as a log, at each level of detail."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from referee.core import family
from referee.core.family import DEALS, RESULTS
from referee.core.family import DETAILS as DETAILS
from referee.engines.shedding.game import SheddingGame
from referee.engines.shedding.state import SheddingState

LENGTH = "rounds"
MOST_ROUNDS = 100
MOST_TURNS = 2000
IN_A_LINE = 10
"""How many turns are written in one item."""


def too_long(state: SheddingState) -> bool:
    """Return whether a random game must stop here."""
    return len(state.history) >= MOST_ROUNDS or sum(state.plays.values()) >= MOST_TURNS


class SheddingRecord(family.Record):
    """The log items of a game as it is played: turns in the short form, and claims at the end of each round."""

    def before(self, state: SheddingState, item: Mapping[str, Any]) -> None:
        """Record an item that is about to happen; plays, cards drawn and turns passed in a row are one."""
        if self.detail == RESULTS or ("deal" in item and self.detail != DEALS):
            return
        if "forgot" in item and self.detail != DEALS:
            item = {"forgot": next(iter(item["forgot"]))}
        text = self._notation(item)
        if not text:
            self.items.append(dict(item))
        elif self.items and len(self.items[-1].get("plays", ())) in range(1, IN_A_LINE):
            self.items[-1]["plays"].append(text)
        else:
            self.items.append({"plays": [text]})

    def _notation(self, item: Mapping[str, Any]) -> str:
        if "draw" in item:
            cards = item["draw"] if self.detail == DEALS else [len(item["draw"])] * (len(item["draw"]) > 1)
            return " ".join(map(str, ("draw", *cards)))
        return str(item["play"]) if "play" in item else "pass" if "pass" in item else ""

    def ended(self, state: SheddingState) -> None:
        """Record the hands that were left, if they are not known from the rest, and claim the score of the round."""
        ended, players = state.history[-1], state.players
        left = [self.rules.names(hand or ()) for hand in ended.hands]
        if self.detail == RESULTS:
            out = {"out": players[ended.out]} if ended.out >= 0 else {}
            hands = {players[seat]: cards for seat, cards in enumerate(left) if seat != ended.out}
            self.items.append({"result": {**out, "hands": hands}})
        elif self.detail != DEALS and self.rules.needs_cards:
            self.items.append({"show": {players[seat]: cards for seat, cards in enumerate(left) if cards}})
        self.claim(state)


setup = family.first_dealer
record = SheddingRecord


def on_pad(game: SheddingGame, before: SheddingState, after: SheddingState) -> Iterator[dict[str, Any]]:
    """Yield the result of the round that was just played, as score pads have it: what the cards left count, and the points."""
    ended, players = after.history[-1], after.players
    if None in ended.hands:
        return
    out = {"out": players[ended.out]} if ended.out >= 0 else {}
    worth = [game.rules.worth(hand or ()) for hand in ended.hands]
    yield {**out, "counts": {players[seat]: points for seat, points in enumerate(worth) if seat != ended.out}}
    yield {"score": dict(zip(players, ended.points, strict=True))}
