"""From the items of a log to events: names become cards and seats, short forms are expanded."""

from __future__ import annotations

from functools import partial
from typing import Any

from referee.core import values
from referee.core.events import Event, Finding, Unknown, each_read
from referee.core.items import CardItems, Each, Row
from referee.core.places import Pointer
from referee.core.values import CARD, DONE, POINTS, SEAT, Kind, by_player, either, list_of, pair, record, result
from referee.core.wording import unknown_name
from referee.engines.shedding.compiled import SheddingRules
from referee.engines.shedding.rules import CardPlayed, SheddingResult
from referee.engines.shedding.state import CARDS, UNSEEN, SheddingState

LAST_CARD = "last card"
"""Words of a player who goes down to one card; in notation an exclamation mark after the card."""


class SheddingReading(CardItems[SheddingRules, SheddingState]):
    """Reads log items for one table."""

    rules: SheddingRules


def _suit(reading: SheddingReading, state: SheddingState, text: str, at: Pointer) -> str:
    suit = reading.deck.find_suit(text)
    if suit not in reading.deck.suits:
        message = f"{text!r} is not a suit of {reading.deck.title}"
        near = unknown_name(message, text, reading.deck.suits.values(), "its suits are")
        raise Unknown([Finding("names", near, at=at)], next(iter(reading.deck.suits)))
    return suit


def _notation(reading: SheddingReading, state: SheddingState, text: str, at: Pointer) -> CardPlayed:
    """Return a card in notation: 7H, 8C:H with a suit that is named, `7H with Ben`, 7H! with the last card announced."""
    plain = text.strip().removesuffix("!").strip()
    last = plain != text.strip()
    if reading.deck.find(plain) is not None:
        return CardPlayed(reading.card(plain, at), "", last)
    plain, _, who = plain.partition(" with ")
    partner = -1
    if who:
        partner = reading.seat(state, who.strip(), at)
    card, colon, suit = plain.rpartition(":")
    if not colon or reading.deck.find(plain) is not None:
        return CardPlayed(reading.card(plain, at), "", last, partner)
    return CardPlayed(reading.card(card.strip(), at), _suit(reading, state, suit.strip(), at), last, partner)


SUIT = Kind((str,), _suit)
PLAYED = either(
    Kind((str,), _notation),
    record({"card": CARD, "names": SUIT, "says": values.one_of(LAST_CARD), "with": SEAT}, ("card",)).into(
        lambda parts: CardPlayed(parts["card"], parts.get("names", ""), "says" in parts, parts.get("with", -1))
    ),
)
HOW_MANY = values.NUMBER.such(lambda number: 0 < number <= 1000)
DRAWN = either(
    values.some(CARD).into(tuple), HOW_MANY.into(lambda number: (UNSEEN,) * number), DONE.into(lambda done: (UNSEEN,))
)


OUTCOMES = {True: None, "won": True, "lost": False}
CHALLENGE = either(DONE, values.one_of("won", "lost")).into(OUTCOMES.__getitem__)
"""A challenge: whether it was won; None if that follows from the hand."""
OUT_OF_TURN = pair(SEAT, Kind((str,), _notation))
TURNS = list_of(either(values.TEXT, OUT_OF_TURN))
"""Turns of several players: each in words, or a card played out of turn by the player who is its key."""


def _plays(reading: SheddingReading, state: SheddingState, value: Any, seat: int | None) -> list[Event]:
    """The turns of several players in one item: cards in notation, `draw`, `draw 2`, `draw 7H`, `pass`. Raises
    Misread."""
    if not (value and (values.fits(value, list) or TURNS.takes(value))):
        raise values.shapeless()
    if seat is not None:
        message = "`plays` are by several players, one after another; remove `by:`"
        raise values.refuse(message, ("by",), "turn", shapeless=True)
    texts = [(text, ("plays", place)) for place, text in enumerate(value)]
    events, faults = each_read(partial(_one_turn, reading, state, *one) for one in texts)
    if faults:
        raise Unknown(faults)
    return events


def _one_turn(reading: SheddingReading, state: SheddingState, text: str | dict[str, str], at: Pointer) -> Event:
    if isinstance(text, dict):
        seat, played = OUT_OF_TURN.read(reading, state, text, at)
        return Event("play", played, seat=seat, at=at)
    verb, *rest = text.split() or [""]
    if verb == "challenge":
        return Event("challenge", CHALLENGE.of(reading, state, rest[0] if rest else True, at), at=at)
    if verb == "pass" and not rest:
        return Event("pass", True, at=at)
    if verb != "draw":
        return Event("play", _notation(reading, state, text, at), at=at)
    number = len(rest) == 1 and rest[0].isdecimal() and reading.deck.find(rest[0]) is None
    several: object = int(rest[0][:5]) if number else rest or True
    return Event("draw", DRAWN.of(reading, state, several, at), at=at)


VERBS: dict[str, Row] = {
    "deal": by_player(CARDS),
    "face_up": PLAYED,
    "play": PLAYED,
    "draw": DRAWN,
    "pass": DONE,
    "challenge": CHALLENGE,
    "plays": _plays,
    "forgot": either(SEAT.into(lambda seat: (seat, None)), pair(SEAT, DRAWN)),
    "show": Each(CARDS, alone=True),
    "result": result({"out": SEAT, "hands": by_player(CARDS), "counts": by_player(POINTS)}, SheddingResult).such(
        lambda parts: parts.keys() & {"hands", "counts", "score", "totals"}
    ),
}
"""Kind of value for each verb."""
