"""From the items of a log to events: names become cards and seats, short forms are expanded."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import Any

from referee.core import values
from referee.core.events import Event, Finding, Misread, Unknown, each_read
from referee.core.items import CardItems, Each, Row
from referee.core.places import Pointer
from referee.core.values import CARD, Kind, by_player, either, refuse, shapeless
from referee.core.wording import did_you_mean, unknown_name, with_fix
from referee.engines.meld.compiled import NOTHING, PILE, STOCK, MeldRules
from referee.engines.meld.rules import pad_points, rounds
from referee.engines.meld.rules.rounds import ActionCard, LayOff, MeldResult, ShownCards
from referee.engines.meld.state import MELD, NO_CARD, ROLE, UNSEEN, MeldState
from referee.engines.meld.words import packs

SOURCES = (PILE, STOCK, NOTHING)
SAME = lru_cache(1_000)(Event)
"""Makes an event of which only a verb and a value are known; equal ones are the same."""


class MeldReading(CardItems):
    """Reads log items for one table."""

    rules: MeldRules

    def order(self, state: MeldState) -> Sequence[int]:
        """Return all seats, in the order in which the players act now: at the end of a game those who scored best first."""
        if state.phase == ROLE:
            return [seat for place in rounds.places(self.rules, state) for seat in place]
        return super().order(state)

    def cards(self, listed: Sequence[str], at: Pointer) -> ShownCards:
        """Return the cards in a list; several in one text are a meld. All unknown names are reported at once."""
        known = self.deck.by_id
        every = list[int]()
        melds = list[int]()
        faults = list[Finding]()
        for place, text in enumerate(listed):
            if text in known:
                every.append(known[text])
                continue
            if len(text.split()) > 1 and self.deck.find(text) is None:
                names = text.split()
            else:
                names = [text]
            try:
                group = [self.card(name, (*at, place)) for name in names]
            except Misread as misread:
                faults += misread.faults
                continue
            every += group
            if len(group) > 1:
                melds += [packs.pack(group)]
        if faults:
            raise Unknown(faults)
        self.refuse_crowd(every, at)
        return ShownCards(packs.pack(every), tuple(melds) or None)

    def refuse_crowd(self, cards: Sequence[int], at: Pointer) -> None:
        """Raise Misread when there are more equal cards than a pack can hold."""
        repeated = len(cards) - len(set(cards))
        crowd = None
        if repeated >= packs.MOST:
            crowd = next((card for card in cards if cards.count(card) > packs.MOST), None)
        if crowd is not None:
            name = self.deck.ids[crowd]
            most = self.rules.at_most[crowd]
            message = f"{name} is written {cards.count(crowd)} times; the deck has {most}"
            raise refuse(message, at, "deck")


def _take(reading: MeldReading, state: MeldState, value: str, at: Pointer) -> tuple[str, int]:
    """Return where a card is taken from, and which card it is: one that is only named comes from the stock."""
    source = value.strip().casefold()
    if source in SOURCES:
        return source, UNSEEN
    if source.isalpha() and len(source) > 2 and reading.deck.find(value) is None:
        near = did_you_mean(value, SOURCES) or "; one is taken from pile or stock, or nothing"
        raise refuse(with_fix(f"{value!r} is not a card of {reading.deck.title}", near), at, "deck")
    return STOCK, reading.card(value, at)


TAKE = either(Kind((str,), _take), values.pair(values.TEXT, CARD).such(lambda taken: taken.keys() <= {PILE, STOCK}))


def _turn(reading: MeldReading, state: MeldState, value: Any, seat: int | None) -> list[Event]:
    if seat is None and isinstance(value, list) and [*map(type, value)] == [str, str]:
        (taken, discarded), known = value, reading.deck.by_id
        if discarded in known and (taken in SOURCES or taken in known):
            if taken in SOURCES:
                source = (taken, UNSEEN)
            else:
                source = (STOCK, known[taken])
            return [SAME("take", source), SAME("discard", known[discarded])]
    if isinstance(value, str) or (isinstance(value, list) and len(value) != 2):
        unseen = "[stock, CARD] if the card taken was not seen, or [CARD, CARD] with the first from the stock"
        message = f"a turn is a card taken and a card discarded: [pile, CARD], {unseen}"
        raise refuse(message, ("turn",), "take", shapeless=True)
    if not isinstance(value, list):
        raise shapeless()
    reads = enumerate(zip((TAKE, CARD), value, strict=True))
    read, faults = each_read(partial(kind.of, reading, state, one, ("turn", place)) for place, (kind, one) in reads)
    if faults:
        raise Unknown(faults)
    return [Event(verb, one, seat=seat) for verb, one in zip(("take", "discard"), read, strict=True)]


def _after_deal(kind: Kind) -> Kind:
    """Return a kind of which a value can only be read where it is known who deals, and so whose turn it is."""

    def read(reading: MeldReading, state: MeldState, value: Any, at: Pointer) -> Any:
        if rounds.dealer_unknown(reading.rules, state):
            by = f"`{{by: {state.players[0]}, deal: {{}}}}`"
            message = f"who deals depends on points that are not recorded; write it, as in {by}"
            raise refuse(message, at, "deal", shapeless=True)
        return kind.of(reading, state, value, at)

    return Kind((object,), read)


def _deal(reading: MeldReading, state: MeldState, value: Any, seat: int | None) -> list[Event]:
    dealt = (HANDS_AFTER if seat is None else HANDS).of(reading, state, value, ("deal",))
    return [Event("deal", {who: shown.cards for who, shown in dealt.items()}, seat=seat, at=("deal",))]


def _all_laid(reading: MeldReading, state: MeldState, value: Any, at: Pointer) -> tuple[LayOff, ...]:
    laid: tuple[LayOff, ...] = values.some(LAID).into(tuple).read(reading, state, value, at)
    reading.refuse_crowd([one.card for one in laid], at)
    return laid


def _role(reading: MeldReading, state: MeldState, name: str, at: Pointer) -> str:
    known = reading.rules.roles
    if not known:
        raise refuse("nobody chooses a role in this game", at, "order")
    role = reading.rules.role(name)
    if role is None:
        raise refuse(unknown_name(f"{name!r} is not a role", name, known, "the roles are"), at, "roles")
    return role


CARDS = Kind((list,), lambda reading, state, names, at: reading.cards(names, at))
HANDS = by_player(CARDS)
HANDS_AFTER = _after_deal(HANDS)
NO_TAKE = values.one_of(NOTHING).into(lambda text: NO_CARD)
ONE_MELD = Kind((str,), lambda reading, state, text, at: reading.cards([text], at))
ROLE_NAME = Kind((str,), _role)
COUNTED = values.beginning_of(pad_points.names, "{!r} is not something that a hand counts", "it counts", "result")
LAID = either(
    CARD.into(lambda card: LayOff(card, 0)),
    values.record({"on": MELD, "card": CARD}, ("card", "on")).into(lambda parts: LayOff(parts["card"], parts["on"])),
)
VERBS: dict[str, Row] = {
    "draw": by_player(CARD).such(bool),
    "deal": _deal,
    "action": _after_deal(
        values.record({"points": values.NUMBER, "to": values.SEAT, "card": CARD}, needs=("points",)).into(
            lambda parts: ActionCard(parts["points"], parts.get("to", -1), parts.get("card", UNSEEN))
        )
    ),
    "face_up": _after_deal(CARD),
    "take": TAKE,
    "discard": CARD,
    "turn": _turn,
    "declare": either(values.DONE.into(lambda done: None), CARDS),
    "lay": either(ONE_MELD, CARDS),
    "lay_off": LAID,
    "swap": LAID,
    "put_down": either(
        CARD.into(lambda card: (card, UNSEEN)),
        values.record({"card": CARD, "take": either(NO_TAKE, CARD)}, ("card",)).into(
            lambda parts: (parts["card"], parts.get("take", UNSEEN))
        ),
    ),
    "buy": either(values.DONE.into(lambda done: UNSEEN), CARD),
    "call": ONE_MELD,
    "show": Each(CARDS, alone=True),
    "result": values.result(
        {
            "declared": values.SEAT,
            "hands": HANDS,
            "lay_off": by_player(values.some(LAID)._replace(read=_all_laid)),
            "upcard": CARD,
            "action": by_player(values.some(values.NUMBER).into(tuple)),
            "counts": by_player(values.map_of(COUNTED, values.NUMBER)),
        },
        MeldResult,
    ).such(lambda parts: parts.keys() & {"hands", "counts", "score", "totals"}),
    "role": ROLE_NAME,
    "roles": Each(ROLE_NAME, verb="role"),
}
"""The reading of each verb."""
