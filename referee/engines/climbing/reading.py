"""From the items of a log to events: names become cards and seats, short forms are expanded."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from referee.core.cards import mask_of
from referee.core.events import Event, Misread
from referee.core.findings import Finding
from referee.core.items import CardItems, Each, Row
from referee.core.places import Key, Pointer
from referee.core.values import (
    DONE,
    POINTS,
    SEAT,
    WHOLE,
    Kind,
    by_player,
    either,
    listed,
    result,
    shapeless,
    such,
)
from referee.core.wording import did_you_mean, with_fix
from referee.engines.climbing.combinations import ABOVE, Combination
from referee.engines.climbing.compiled import ClimbingRules
from referee.engines.climbing.rules.results import ClimbingResult
from referee.engines.climbing.state import BID, CALL, GIVE, HELD, RANK, ClimbingState

PASS = "pass"
"""What stands for a pass in a round and among bids."""


class ClimbingReading(CardItems):
    """Reads log items for one table."""

    in_a_row = "round"

    def __init__(self, rules: ClimbingRules) -> None:
        self.rules = rules
        self.deck = rules.deck
        self.verbs = VERBS

    def order(self, state: ClimbingState) -> Sequence[int]:
        """Return all seats, in the order in which the players act now; of those who give cards the lowest come first."""
        seats = range(len(state.players))
        if state.phase == GIVE:
            return [*state.giving, *(seat for seat in seats if seat not in state.giving)]
        first = state.turn if state.phase == BID else state.dealer + 1
        return [(first + step) % len(seats) for step in seats]

    def cards(self, said: Any, at: Pointer) -> list[int]:
        """Return the cards in a list or in one text. Raises Misread, also if one is written twice."""
        names = said
        if isinstance(said, str):
            names = [said] if self.deck.find(said) is not None else re.split(r"[\s,;]+", said.strip())
        places = [(*at, place) if isinstance(said, list) else at for place in range(len(names))]
        found = [self.card(name, place) for name, place in zip(names, places, strict=True)]
        twice = next((card for place, card in enumerate(found) if card in found[:place]), None)
        if twice is not None:
            raise Misread([Finding("deck", f"{self.deck.ids[twice]} is written twice; there is one", at=at)])
        return found

    def rank(self, said: str | int, at: Pointer) -> str:
        """Return the rank that a wish is for: one of cards that have a suit."""
        ranks = dict.fromkeys(card.rank for card in self.deck.cards if card.suit)
        for rank in ranks:
            if str(said).strip().casefold() in (rank.casefold(), self.deck.rank_names.get(rank, rank).casefold()):
                return rank
        raise Misread([Finding("deck", f"{said} is not a rank; the ranks are {', '.join(ranks)}", at=at)])

    def call(self, said: str, at: Pointer) -> str:
        """Return the name of a call."""
        name = re.sub(r"[\s-]+", "_", said.strip().casefold())
        if name not in self.rules.calls:
            near = did_you_mean(name, self.rules.calls) or f"; the calls are {', '.join(self.rules.calls) or 'none'}"
            raise Misread([Finding("order", with_fix(f"{said!r} is not a call", near), at=at)])
        return name

    def combination(self, said: Mapping[str, list[str]], at: Pointer) -> Combination:
        """Return the combination on the table, as a position has it: its kind and its cards, and what a wild card is above."""
        kinds = [kind.name for kind in self.rules.combinations.kinds]
        if len(said.keys() - {ABOVE}) != 1:
            raise shapeless()
        (name,) = said.keys() - {ABOVE}
        cards, under = (mask_of(self.cards(said.get(key, []), (*at, key))) for key in (name, ABOVE))
        found = [one for one in self.rules.combinations.readings(cards) if one.kind.name == name]
        if found and under:
            found = [
                one for on in self.rules.combinations.readings(under) for one in self.rules.combinations.on(cards, on)
            ]
            found = [one for one in found if one.above]
        if name not in kinds:
            near = did_you_mean(name, kinds) or f"; they are {', '.join(kinds)}"
            message = with_fix(f"{name!r} is not a kind of combination", near)
            raise Misread([Finding("setup", message, at=(*at, Key(name)))])
        if not found:
            message = f"{self.rules.names(cards) or 'nothing'} is not {name.replace('-', ' ')}"
            raise Misread([Finding("setup", message, at=(*at, name))])
        return found[-1]


def _round(reading: ClimbingReading, state: ClimbingState, value: Any, seat: int | None) -> list[Event]:
    """Return the plays and passes of several players in turn; the first may be named."""
    entries = listed(either(A_PASS, CARDS)).of(reading, state, value, ("round",))
    if not entries:
        raise shapeless()
    return [
        Event(PASS if cards is None else "play", cards, seat=None if place else seat, at=("round", place))
        for place, cards in enumerate(entries)
    ]


SOME_CARDS: tuple[Any, ...] = (
    lambda said: type(said) is str and bool(said.strip()),
    such(Kind((list,)), bool).shapes[0],
)
CARDS_IN_ORDER = Kind(SOME_CARDS, lambda reading, state, said, at: reading.cards(said, at))
CARDS = Kind(SOME_CARDS, HELD.read)
A_PASS = Kind((lambda said: type(said) is str and said.strip().casefold() == PASS,), lambda *where: None)
BID_OR_PASS = either(WHOLE, Kind((frozenset((PASS,)),), lambda reading, state, said, at: 0))
VERBS: dict[str, Row] = {
    "deal": by_player(HELD),
    "bid": BID_OR_PASS,
    "bids": Each(BID_OR_PASS, verb="bid"),
    "talon": CARDS,
    "give": Each(CARDS_IN_ORDER, alone=CARDS_IN_ORDER),
    "play": CARDS,
    "pass": DONE._replace(read=lambda reading, state, said, at: None),
    "round": _round,
    "call": CALL,
    "wish": RANK,
    "trick_to": SEAT,
    "result": such(
        result(
            {
                "out": listed(SEAT, tuple),
                "left": by_player(WHOLE),
                "plays": by_player(WHOLE),
                "held": by_player(POINTS),
                "taken": by_player(POINTS),
                "calls": by_player(CALL),
                "landlord": SEAT,
                "bid": WHOLE,
                "bombs": WHOLE,
            },
            ClimbingResult,
        ),
        bool,
    ),
}
"""How each verb is read."""
