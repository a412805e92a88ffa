"""From the items of a log to events: names become cards and seats, short forms are expanded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from itertools import chain

from referee.core import values
from referee.core.data import Said
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
"""Makes an event from a verb and a value alone; equal ones are the same."""


class MeldReading(CardItems[MeldRules, MeldState]):
    """Reads log items for one table."""

    rules: MeldRules

    def order(self, state: MeldState) -> Sequence[int]:
        """Return all seats, in the order in which the players act now: at the end of a game those who scored best first."""
        if state.phase == ROLE:
            return list(chain.from_iterable(rounds.places(self.rules, state)))
        return super().order(state)

    def cards(self, listed: Sequence[str], at: Pointer) -> ShownCards:
        """The cards of a list; several in one text are a meld. Raises Unknown with all unknown names at once, and
        Misread for more equal cards than there can be."""
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
                group = [self.card(name, at + (place,)) for name in names]
            except Misread as misread:
                faults += misread.faults
                continue
            every += group
            if len(group) > 1:
                melds += [packs.pack(group)]
        if faults:
            raise Unknown(faults)
        self.refuse_crowd(every, at)
        laid_out = None
        if melds:
            laid_out = tuple(melds)
        return ShownCards(packs.pack(every), laid_out)

    def refuse_crowd(self, cards: Sequence[int], at: Pointer) -> None:
        """Raise Misread for more equal cards than a pack, with its four bits per kind, can hold."""
        if len(cards) - len(set(cards)) < packs.MOST:
            return
        for card in cards:
            number = cards.count(card)
            if number > packs.MOST:
                name = self.deck.ids[card]
                most = self.rules.at_most[card]
                raise refuse(f"{name} is written {number} times; the deck has {most}", at, "deck")


def _take(reading: MeldReading, state: MeldState, value: str, at: Pointer) -> tuple[str, int]:
    """Read where a card is taken from and which one it is, as a pair of the place and the card (-1: unseen). A card
    that is only named comes from the stock."""
    source = value.strip().casefold()
    if source in SOURCES:
        return source, UNSEEN
    if source.isalpha() and len(source) > 2 and reading.deck.find(value) is None:
        near = did_you_mean(value, SOURCES)
        if not near:
            near = "; one is taken from pile or stock, or nothing"
        raise refuse(with_fix(f"{value!r} is not a card of {reading.deck.title}", near), at, "deck")
    return STOCK, reading.card(value, at)


def _are_sources(taken: Mapping[str, int]) -> bool:
    return taken.keys() <= {PILE, STOCK}


TAKE = either(Kind((str,), _take), values.pair(values.TEXT, CARD).such(_are_sources))


def _plain_turn(reading: MeldReading, value: Sequence[str]) -> list[Event]:
    """The events of a turn with both cards named in full; empty for any other. Most turns are like this, and are read
    faster here."""
    if list(map(type, value)) != [str, str]:
        return []
    taken, discarded = value
    known = reading.deck.by_id
    if discarded not in known:
        return []
    if taken in SOURCES:
        return [SAME("take", (taken, UNSEEN)), SAME("discard", known[discarded])]
    if taken in known:
        return [SAME("take", (STOCK, known[taken])), SAME("discard", known[discarded])]
    return []


def _turn(reading: MeldReading, state: MeldState, value: object, seat: int | None) -> list[Event]:
    """Read a turn in short form, [card taken, card discarded], as its two events."""
    if seat is None and isinstance(value, list):
        events = _plain_turn(reading, value)
        if events:
            return events
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
    """A codec of values that can be read only if it is known who deals, and so whose turn it is. Raises Misread
    otherwise."""

    def read(reading: MeldReading, state: MeldState, value: object, at: Pointer) -> object:
        if rounds.dealer_unknown(reading.rules, state):
            by = f"`{{by: {state.players[0]}, deal: {{}}}}`"
            message = f"who deals depends on points that are not recorded; write it, as in {by}"
            raise refuse(message, at, "deal", shapeless=True)
        return kind.of(reading, state, value, at)

    return Kind((object,), read)


def _deal(reading: MeldReading, state: MeldState, value: object, seat: int | None) -> list[Event]:
    dealt = (HANDS_AFTER if seat is None else HANDS).of(reading, state, value, ("deal",))
    return [Event("deal", {who: shown.cards for who, shown in dealt.items()}, seat=seat, at=("deal",))]


def _all_laid(reading: MeldReading, state: MeldState, value: object, at: Pointer) -> tuple[LayOff, ...]:
    laid: tuple[LayOff, ...] = values.some(LAID).into(tuple).read(reading, state, value, at)
    reading.refuse_crowd([one.card for one in laid], at)
    return laid


def _role(reading: MeldReading, state: MeldState, name: str, at: Pointer) -> str:
    """The role that a player chooses. Raises Misread."""
    known = reading.rules.roles
    if not known:
        raise refuse("nobody chooses a role in this game", at, "order")
    role = reading.rules.role(name)
    if role is None:
        raise refuse(unknown_name(f"{name!r} is not a role", name, known, "the roles are"), at, "roles")
    return role


def _cards(reading: MeldReading, state: MeldState, names: list[str], at: Pointer) -> ShownCards:
    return reading.cards(names, at)


def _one_meld(reading: MeldReading, state: MeldState, text: str, at: Pointer) -> ShownCards:
    return reading.cards([text], at)


def _nothing_taken(text: str) -> int:
    return NO_CARD


def _lay_off_anywhere(card: int) -> LayOff:
    return LayOff(card, 0)


def _lay_off_on(parts: Mapping[str, int]) -> LayOff:
    return LayOff(parts["card"], parts["on"])


def _action_card(parts: Said) -> ActionCard:
    return ActionCard(parts["points"], parts.get("to", -1), parts.get("card", UNSEEN))


def _put_down(card: int) -> tuple[int, int]:
    return card, UNSEEN


def _put_down_for(parts: Mapping[str, int]) -> tuple[int, int]:
    return parts["card"], parts.get("take", UNSEEN)


def _hand_unseen(done: bool) -> None:
    """A hand that is declared without being laid out."""


def _card_unseen(done: bool) -> int:
    return UNSEEN


def _says_how_it_ended(parts: Said) -> bool:
    return bool(parts.keys() & {"hands", "counts", "score", "totals"})


CARDS = Kind((list,), _cards)
HANDS = by_player(CARDS)
HANDS_AFTER = _after_deal(HANDS)
NO_TAKE = values.one_of(NOTHING).into(_nothing_taken)
ONE_MELD = Kind((str,), _one_meld)
ROLE_NAME = Kind((str,), _role)
COUNTED = values.beginning_of(pad_points.names, "{!r} is not something that a hand counts", "it counts", "result")
LAID = either(
    CARD.into(_lay_off_anywhere),
    values.record({"on": MELD, "card": CARD}, ("card", "on")).into(_lay_off_on),
)
VERBS: dict[str, Row] = {
    "draw": by_player(CARD).such(bool),
    "deal": _deal,
    "action": _after_deal(
        values.record({"points": values.NUMBER, "to": values.SEAT, "card": CARD}, needs=("points",)).into(_action_card)
    ),
    "face_up": _after_deal(CARD),
    "take": TAKE,
    "discard": CARD,
    "turn": _turn,
    "declare": either(values.DONE.into(_hand_unseen), CARDS),
    "lay": either(ONE_MELD, CARDS),
    "lay_off": LAID,
    "swap": LAID,
    "put_down": either(
        CARD.into(_put_down),
        values.record({"card": CARD, "take": either(NO_TAKE, CARD)}, ("card",)).into(_put_down_for),
    ),
    "buy": either(values.DONE.into(_card_unseen), CARD),
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
    ).such(_says_how_it_ended),
    "role": ROLE_NAME,
    "roles": Each(ROLE_NAME, verb="role"),
}
"""The reading of each verb."""
