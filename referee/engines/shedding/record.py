"""A played game written down as a log, at each level of detail."""

from __future__ import annotations

from collections.abc import Iterator

from referee.core.data import Data, Item
from referee.core.family import DEALS, RESULTS, Record
from referee.engines.shedding.compiled import SheddingRules
from referee.engines.shedding.game import SheddingGame
from referee.engines.shedding.state import SheddingState

IN_A_LINE = 10
"""The most turns that are written in one item."""
MOST_TURNS = 2000


class SheddingRecord(Record[SheddingGame, SheddingRules, SheddingState]):
    """The log items of a game as it is played: turns in the short form, and claims at the end of each round."""

    LENGTH = "rounds"
    MOST = 100

    @classmethod
    def too_long(cls, state: SheddingState) -> bool:
        """Return whether a random game must stop here."""
        return super().too_long(state) or sum(state.plays.values()) >= MOST_TURNS

    def before(self, state: SheddingState, item: Item) -> None:
        """Record an item that is about to happen; turns in a row become one item in the short form."""
        if self.detail == RESULTS or ("deal" in item and self.detail != DEALS):
            return
        if "forgot" in item and self.detail != DEALS:
            item = {"forgot": next(iter(item["forgot"]))}
        text = self._notation(state, item)
        if not text:
            self.items.append(dict(item))
        elif self.items and len(self.items[-1].get("plays", ())) in range(1, IN_A_LINE):
            self.items[-1]["plays"].append(text)
        else:
            self.items.append({"plays": [text]})

    def _notation(self, state: SheddingState, item: Item) -> str | dict[str, str]:
        """A turn as it stands in a line of turns; empty if it has an item of its own."""
        if "draw" in item:
            if self.detail == DEALS:
                cards = item["draw"]
            elif len(item["draw"]) > 1:
                cards = [len(item["draw"])]
            else:
                cards = []
            return " ".join(map(str, ("draw", *cards)))
        if "challenge" in item:
            return f"challenge {'won' if state.bluff else 'lost'}"
        if "by" in item:
            return {item["by"]: str(item["play"])}
        if "play" in item:
            return str(item["play"])
        if "pass" in item:
            return "pass"
        return ""

    def shows(self, state: SheddingState) -> Data:
        """Return the hands that were left, if they are not known from the rest."""
        known = self.detail == DEALS or not self.rules.needs_cards
        if known:
            return {}
        return {"show": {who: cards for who, cards in self._hands_left(state).items() if cards}}

    def _hands_left(self, state: SheddingState) -> dict[str, list[str]]:
        """The names of the cards left at the end of the last round, by player; none for a hand that is not known."""
        hands = zip(state.players, state.history[-1].hands, strict=True)
        found = {}
        for who, hand in hands:
            found[who] = self.rules.names(hand or ())
        return found

    def result(self, state: SheddingState) -> Data:
        """Return who went out, and the hands that were left."""
        out = self._out(state)
        left = self._hands_left(state).items()
        return {**out, "hands": {who: cards for who, cards in left if who not in out.values()}}

    def _out(self, state: SheddingState) -> dict[str, str]:
        seat = state.history[-1].out
        if seat >= 0:
            return {"out": state.players[seat]}
        return {}

    def on_pad(self, before: SheddingState, after: SheddingState) -> Iterator[Data]:
        """Yield the result of the round that was just played: what the cards left count, and the points."""
        hands = after.history[-1].hands
        out = self._out(after)
        if None in hands:
            return
        worth = {}
        for who, hand in zip(after.players, hands, strict=True):
            worth[who] = self.rules.worth(hand or ())
        yield {**out, "counts": {who: points for who, points in worth.items() if who not in out.values()}}
        yield self.score(after)
