"""A played game written down as a log, at each level of detail."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from referee.core.data import Data, Item
from referee.core.family import DEALS, RESULTS, Draw, Record
from referee.core.formula import Value
from referee.core.ruleset import Ruleset
from referee.engines.meld.compiled import NOTHING, PILE, STOCK, MeldRules
from referee.engines.meld.game import MeldGame
from referee.engines.meld.position import write_arrangement
from referee.engines.meld.rules import pad_points, rounds
from referee.engines.meld.state import SHOW, MeldRound, MeldState
from referee.engines.meld.words.scoring import RoundSeat

MOST_TURNS = 5000
MOST_TURNS_OF_ROUND = 500


class MeldRecord(Record[MeldGame, MeldRules, MeldState]):
    """The log items of a game as it is played: short forms, and claims at the end of each round."""

    LENGTH = "rounds"
    MOST = 100

    def __init__(self, game: MeldGame, detail: str) -> None:
        """Begin to record a game. What is not written down at once is kept until it can be: the card taken this turn
        (`_taken`), roles chosen, hands shown, Action cards, cards laid off, and the card turned up."""
        super().__init__(game, detail)
        self._taken: object = None
        self._roles: dict[str, str] = {}
        self._shows: Data = {}
        self._action: dict[str, list[Value]] = {}
        self._laid: dict[str, list[str]] = {}
        self._upcard = ""
        self._seen: MeldState | None = None
        """The state that the items recorded so far lead to, where cards that nobody saw must be shown at the end of a round."""

    @staticmethod
    def setup(ruleset: Ruleset, players: Sequence[str], draw: Draw) -> Data:
        """A set-up drawn at random: who deals first, where that is not drawn for."""
        if ruleset.get("deal", "first_dealer"):
            return {}
        return Record.setup(ruleset, players, draw)

    @classmethod
    def too_long(cls, state: MeldState) -> bool:
        """Return whether a random game must stop here."""
        long = state.plays.get("turns", 0) >= MOST_TURNS or state.turns >= MOST_TURNS_OF_ROUND
        return long or super().too_long(state)

    def before(self, state: MeldState, item: Item) -> None:
        """Write down an item that is about to happen. A take waits for the discard after it, so that both make a turn
        in short form."""
        if self._seen is None and self.rules.lays and self.detail not in (DEALS, RESULTS):
            self._seen = state.copy()
        if self._taken is not None and not item.keys() & self._beside_a_take():
            self.add({"take": self._taken})
            self._taken = None
        for verb, record in RECORDED_BY_VERB.items():
            if verb in item:
                record(self, state, item)
                return
        self.add(dict(item))

    def _beside_a_take(self) -> set[str]:
        """The verbs before which a take is not recorded yet: a discard makes a turn of it, the others end the round."""
        verbs = {"show", "role", "discard"}
        if not self.rules.lays:
            verbs.add("lay_off")
        return verbs

    def _record_show(self, state: MeldState, item: Item) -> None:
        self._shows[item["by"]] = item["show"]

    def _record_role(self, state: MeldState, item: Item) -> None:
        self._roles[item["by"]] = item["role"]

    def _record_take(self, state: MeldState, item: Item) -> None:
        """Keep what is taken until the discard. A card of the stock is named only where hands are written, or if it is
        a draw card."""
        take = item["take"]
        if take == NOTHING:
            self.add(dict(item))
        elif PILE in take:
            self._taken = take
        elif self.detail == DEALS or self.rules.deck.by_id[take[STOCK]] in self.rules.action_cards:
            self._taken = take[STOCK]
        else:
            self._taken = STOCK

    def _record_discard(self, state: MeldState, item: Item) -> None:
        if self._taken is None:
            self.add(dict(item))
            return
        self.add({"turn": [self._taken, item["discard"]]})
        self._taken = None

    def _record_action(self, state: MeldState, item: Item) -> None:
        action: Data = dict(item["action"])
        keeps: str = item["by"]
        self._action.setdefault(action.get("to", keeps), []).append(action["points"])
        if self.detail != DEALS and self.rules.deck.by_id[action["card"]] not in self.rules.action_cards:
            del action["card"]
        self.add({"by": item["by"], "action": action})

    def _record_declare(self, state: MeldState, item: Item) -> None:
        seat = state.players.index(item["by"])
        declared = self.rules.best_declaration(state.hands[seat], state.upcard)
        self.add({"by": item["by"], "declare": write_arrangement(self.rules, declared)})

    def _record_put_down(self, state: MeldState, item: Item) -> None:
        put_down = item["put_down"]
        if self.detail != DEALS and "take" in put_down:
            put_down = put_down["card"]
        self.add({**item, "put_down": put_down})

    def _record_buy(self, state: MeldState, item: Item) -> None:
        if self.detail == DEALS:
            self.add(dict(item))
        else:
            self.add({**item, "buy": True})

    def _record_deal(self, state: MeldState, item: Item) -> None:
        if self.detail == DEALS:
            self.add(dict(item))

    def _record_lay_off(self, state: MeldState, item: Item) -> None:
        self.add(dict(item))
        if not self.rules.lays:
            self._laid.setdefault(item["by"], []).append(item["lay_off"])

    def _record_face_up(self, state: MeldState, item: Item) -> None:
        self.add(dict(item))
        if self.rules.by_upcard:
            self._upcard = item["face_up"]

    def add(self, item: Data) -> None:
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

    def shows(self, state: MeldState) -> Data:
        """The hands shown at the end of a round, or those that the items so far do not show."""
        if self._seen is None or self._seen.phase != SHOW:
            if not self._shows:
                return {}
            return {"show": self._shows}
        ended = state.history[-1]
        shown = {}
        for seat in rounds.to_show(self._seen):
            hand = ended.hands[seat]
            if hand is not None:
                shown[state.players[seat]] = write_arrangement(self.rules, hand)
        return {"show": shown}

    def result(self, state: MeldState) -> Data:
        """The result of the last round: who ended it, and for each player the hand and what lay on the table."""
        ended = state.history[-1]
        players = state.players
        names = _on_table(self.rules)
        result = _declarer_entry(players, ended)
        if self.rules.scoring.used.intersection(names):
            result["counts"] = {who: _counts(seat, names) for who, seat in zip(players, ended.seats, strict=True)}
        result["hands"] = self._hands(players, ended)
        if self._laid:
            result["lay_off"] = self._laid
        if self._upcard:
            result["upcard"] = self._upcard
        if self._action:
            result["action"] = self._action
        return result

    def _hands(self, players: Sequence[str], ended: MeldRound) -> dict[str, list[str]]:
        """The hands at the end of a round, by player. Where melds lie on the table, players without cards are left
        out."""
        hands = {}
        for who, hand in zip(players, ended.hands, strict=True):
            if hand is None:
                continue
            cards = write_arrangement(self.rules, hand)
            if cards or not self.rules.lays:
                hands[who] = cards
        return hands

    def on_pad(self, before: MeldState, after: MeldState) -> Iterator[Data]:
        """Yield what a score pad has of the round just played: the counts that it is scored by, and then its points
        alone."""
        ended = after.history[-1]
        players = after.players
        if not all(ended.hands):
            return
        result = _declarer_entry(players, ended)
        counts = [self._counts_of_hand(seat) for seat in ended.seats]
        result["counts"] = dict(zip(players, counts, strict=True))
        drawn = {who: points for who, points in zip(players, ended.action, strict=True) if points}
        if drawn:
            result["action"] = drawn
        yield result
        yield self.score(after)

    def _counts_of_hand(self, seat: RoundSeat) -> Data:
        """The counts of a player on a pad: idle cards by the players' own word for them, if they have one."""
        if self.rules.idle_called and not self.rules.lays:
            return {self.rules.idle_called: -seat.idle}
        return _counts(seat, ["melds", "idle"] + _on_table(self.rules))


def _declarer_entry(players: Sequence[str], ended: MeldRound) -> Data:
    """The beginning of a result: who ended the round, if anybody did."""
    if ended.declarer < 0:
        return {}
    return {"declared": players[ended.declarer]}


def _on_table(rules: MeldRules) -> list[str]:
    """The names of what a pad may count of the melds of a player on the table."""
    if not rules.lays:
        return []
    return [name for name in pad_points.names(rules) if name not in ("idle", "left")]


def _counts(seat: RoundSeat, names: Sequence[str]) -> Data:
    """The counts of a player by these names, without those that are 0. Something that is only true or false counts as
    1."""
    found = {}
    for name in names:
        number = getattr(seat, name)
        if number is True:
            number = 1
        if number:
            found[name] = number
    return found


RECORDED_BY_VERB: Mapping[str, Callable[[MeldRecord, MeldState, Item], None]] = {
    "show": MeldRecord._record_show,
    "role": MeldRecord._record_role,
    "take": MeldRecord._record_take,
    "discard": MeldRecord._record_discard,
    "action": MeldRecord._record_action,
    "declare": MeldRecord._record_declare,
    "put_down": MeldRecord._record_put_down,
    "buy": MeldRecord._record_buy,
    "deal": MeldRecord._record_deal,
    "lay_off": MeldRecord._record_lay_off,
    "face_up": MeldRecord._record_face_up,
}
"""The functions that record an item, by verb; everything else is recorded as it is."""
