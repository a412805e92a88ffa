"""From the items of a log to events: names become cards and seats, short forms are expanded."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from referee.core import values
from referee.core.cards import mask_of
from referee.core.events import Event
from referee.core.items import CardItems, Each, Row
from referee.core.places import Key, Pointer
from referee.core.values import DONE, POINTS, SEAT, WHOLE, Kind, by_player, either, list_of, refuse, shapeless
from referee.core.wording import unknown_name
from referee.engines.climbing.combinations import ABOVE, Combination
from referee.engines.climbing.compiled import ClimbingRules
from referee.engines.climbing.hands import ClimbingResult, order_in_force
from referee.engines.climbing.state import BID, CALL, GIVE, MASK, RANK, ClimbingState

PASS = "pass"
"""The word for a pass in a round and among bids."""


class ClimbingReading(CardItems[ClimbingRules, ClimbingState]):
    """Reads log items for one table."""

    rules: ClimbingRules

    def order(self, state: ClimbingState) -> Sequence[int]:
        """Return all seats, in the order in which the players act now; of those who give cards the lowest come first."""
        seats = range(len(state.players))
        if state.phase == GIVE:
            return state.giving + [seat for seat in seats if seat not in state.giving]
        if state.phase == BID:
            first = state.turn
        else:
            first = state.dealer + 1
        return [(first + step) % len(seats) for step in seats]

    def cards(self, text: str | list[str], at: Pointer) -> list[int]:
        """The cards in a list or in one text, in their order. Raises Misread, also if one is written twice."""
        if isinstance(text, list):
            cards = [self.card(name, at + (place,)) for place, name in enumerate(text)]
        else:
            if self.deck.find(text) is not None:
                names = [text]
            else:
                names = re.split(r"[\s,;]+", text.strip())
            cards = [self.card(name, at) for name in names]
        if len(set(cards)) == len(cards):
            return cards
        cards = self.deck.each_apart(cards)
        for place, card in enumerate(cards):
            if card in cards[:place]:
                many = self.deck.twins[card].bit_count()
                often = "twice; there is one"
                if many > 1:
                    often = f"{many + 1} times; there are {many}"
                raise refuse(f"{self.deck.ids[card]} is written {often}", at, "deck")
        return cards

    def rank(self, text: str | int, at: Pointer) -> str:
        """Return the rank that a wish is for: one of cards that have a suit."""
        ranks = dict.fromkeys(card.rank for card in self.deck.cards if card.suit)
        for rank in ranks:
            if str(text).strip().casefold() in (rank.casefold(), self.deck.rank_names.get(rank, rank).casefold()):
                return rank
        raise refuse(f"{text} is not a rank; the ranks are {', '.join(ranks)}", at, "deck")

    def call(self, text: str, at: Pointer) -> str:
        """Return the name of a call."""
        name = re.sub(r"[\s-]+", "_", text.strip().casefold())
        if name not in self.rules.calls:
            message = unknown_name(f"{text!r} is not a call", name, self.rules.calls, "the calls are", "none")
            raise refuse(message, at, "order")
        return name

    def combination(self, state: ClimbingState, parts: Mapping[str, list[str]], at: Pointer) -> Combination:
        """Return the combination on the table, as a position has it: its kind and its cards, and the card below a wild one."""
        every = order_in_force(self.rules, state)
        names = parts.keys() - {ABOVE}
        kinds = [kind.name for kind in every.kinds]
        if len(names) != 1:
            raise shapeless()
        (name,) = names
        cards, under = (mask_of(self.cards(parts.get(key, []), at + (key,))) for key in (name, ABOVE))
        if name not in kinds:
            message = unknown_name(f"{name!r} is not a kind of combination", name, kinds, "they are")
            raise refuse(message, at + (Key(name),))
        readings = [one for one in every.readings(cards) if one.kind.name == name]
        if readings and under:
            readings = []
            for on in every.readings(under):
                for one in every.on(cards, on):
                    if one.above:
                        readings.append(one)
        if not readings:
            cards_in_words = "nothing"
            if cards:
                cards_in_words = self.rules.names(cards)
            message = f"{cards_in_words} is not {name.replace('-', ' ')}"
            raise refuse(message, at + (name,))
        return readings[-1]


def _round(reading: ClimbingReading, state: ClimbingState, value: object, seat: int | None) -> list[Event]:
    """The plays and passes of several players in turn; `seat` is the first of them, if the log names one."""
    entries = IN_TURN.of(reading, state, value, ("round",))
    if not entries:
        raise shapeless()
    found = []
    for place, cards in enumerate(entries):
        found.append(Event(PASS if cards is None else "play", cards, seat=None if place else seat, at=("round", place)))
    return found


CARDS_IN_ORDER = Kind((list, str), lambda reading, state, cards, at: reading.cards(cards, at)).such(
    lambda cards: cards if isinstance(cards, list) else cards.strip()
)
CARDS = CARDS_IN_ORDER._replace(read=MASK.read)
A_PASS = values.TEXT.such(lambda text: text.strip().casefold() == PASS).into(lambda text: None)
IN_TURN = list_of(either(A_PASS, CARDS))
"""Turns of several players, one after the other: passes, or cards played."""
BID_OR_PASS = either(WHOLE, values.one_of(PASS).into(lambda text: 0))
VERBS: dict[str, Row] = {
    "deal": by_player(MASK),
    "bid": BID_OR_PASS,
    "bids": Each(BID_OR_PASS, verb="bid"),
    "talon": CARDS,
    "give": Each(CARDS_IN_ORDER, alone=True),
    "play": CARDS,
    "pass": DONE.into(lambda done: None),
    "round": _round,
    "call": CALL,
    "wish": RANK,
    "trick_to": SEAT,
    "result": values.result(
        {"out": list_of(SEAT).into(tuple), "calls": by_player(CALL), "landlord": SEAT, "bid": WHOLE, "bombs": WHOLE}
        | dict.fromkeys(("left", "plays"), by_player(WHOLE))
        | dict.fromkeys(("held", "taken"), by_player(POINTS)),
        ClimbingResult,
    ).such(bool),
}
"""Kind of value for each verb."""
