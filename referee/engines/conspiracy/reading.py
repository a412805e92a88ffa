"""From the items of a log to events: names become cards and seats, short forms are expanded.

A whole attack on one line becomes its steps.
"""

from __future__ import annotations

from collections.abc import Mapping
from operator import itemgetter
from types import MappingProxyType
from typing import Any

from referee.core import values
from referee.core.data import Data, Item, Said
from referee.core.events import Event, Finding, Unknown
from referee.core.items import FORGOTTEN, FORGOTTEN_ELSEWHERE, Items, Row
from referee.core.places import Pointer
from referee.core.values import DONE, SEAT, WHOLE, YES_NO, Kind, either, map_of, record, refuse
from referee.core.wording import article, did_you_mean, in_list, with_fix
from referee.engines.conspiracy.compiled import ABSENT, GROUP, ILLUMINATI, KINDS, SIDES, SPECIAL, ConspiracyRules
from referee.engines.conspiracy.rules.goals import WAYS, GameEnd, Held
from referee.engines.conspiracy.state import NOTHING, UNKNOWN, Announced, ByCard, ConspiracyState

STEPS = ("spend", "support", "oppose", "roll", "capture")
"""The steps that an `attack:` on one line may continue with, in order."""
IN_PLAY = (ILLUMINATI, GROUP)
KIND_WORDS = {ILLUMINATI: "Illuminati card", GROUP: "group", SPECIAL: "Special"}


def a_kind(kind: str) -> str:
    """Return a kind of card with its article: 'a group', 'an Illuminati card'."""
    return article(KIND_WORDS[kind])


class ConspiracyReading(Items[ConspiracyRules, ConspiracyState]):
    """Reads log items for one table."""

    def __init__(self, rules: ConspiracyRules, verbs: Mapping[str, Row]) -> None:
        super().__init__(rules, verbs)
        self.pack = rules.pack
        self.kinds = {name: rules.pack.cards[card].kind for name, card in rules.pack.by_name.items()}

    def read(self, state: ConspiracyState, item: Item) -> list[Event]:
        """The events of one item of a log. Raises Misread; without findings if the schema must say what is wrong."""
        if "aid" in item and not item.keys() & self.verbs.keys():
            message = "aid is announced with its attack, before any money is spent; write `aid:` inside `attack:`"
            raise refuse(message, ("aid",), "aid")
        return super().read(state, item)

    def size(self, item: Item) -> int:
        """Return how many events an item stands for."""
        value = item.get("attack")
        if isinstance(value, Mapping):
            return 1 + sum(step in value for step in STEPS)
        return 1

    def card(self, state: ConspiracyState, text: object, at: Pointer, kinds: tuple[str, ...] = IN_PLAY) -> int:
        """The number of the card that a log means by `text`, looking only among these kinds. Raises Misread if several
        cards fit, and Unknown if none does."""
        if not isinstance(text, str):
            raise values.shapeless()
        if self.kinds.get(text) in kinds:
            return self.pack.by_name[text]
        meant = self.pack.find(text, kinds)
        if len(meant) > 1:
            names = in_list([self.pack.names[card] for card in meant], "or")
            raise refuse(f"{text!r} could be {names}; write more of the name", at, "cards")
        if not meant:
            raise Unknown([Finding("cards", self._no_such_card(state, text, kinds), at=at)])
        return meant[0]

    def _no_such_card(self, state: ConspiracyState, text: str, kinds: tuple[str, ...]) -> str:
        """The message that a text names no card of these kinds, with help: it names a player, a card of another kind,
        or nearly a card."""
        if text == FORGOTTEN:
            return FORGOTTEN_ELSEWHERE
        if text in state.players:
            top = state.illuminati[state.players.index(text)]
            if top != ABSENT:
                return f"{text} is a player, not a card; the Illuminati card of {text} is {self.pack.names[top]}"
        near = self.pack.suggestion(text, kinds)
        other = self.pack.by_name.get(text)
        if other is not None:
            near = f"; it is {a_kind(self.pack.cards[other].kind)}"
        wanted = " or ".join([a_kind(kind) for kind in kinds])
        return with_fix(f"{text!r} is not {wanted} in this game", near)


# -- kinds of values ---------------------------------------------------------------------------------------------------


def card_of(*kinds: str, but: Mapping[str, int] = MappingProxyType({})) -> Kind:
    """The codec of a card of these kinds; `but` maps words that stand for no card, as 'special', to their values."""

    def read(reading: ConspiracyReading, state: ConspiracyState, name: object, at: Pointer) -> int:
        return reading.card(state, name, at, kinds)

    def write(rules: ConspiracyRules, state: ConspiracyState, card: int) -> str:
        return rules.pack.names[card]

    card = Kind((str,), read, write)
    if but:
        return card.or_words(but)
    return card


UNNAMED = {"special": UNKNOWN}
CARD = card_of(*IN_PLAY)
ILLUMINATI_CARD = card_of(ILLUMINATI)
A_GROUP = card_of(GROUP)
A_SPECIAL = card_of(SPECIAL)


def by_card(entry: Kind, key: Kind = CARD) -> Kind:
    """The codec of a map from cards to values, each read by `entry`. Each card may stand in it once, whatever names it
    has."""

    def read(reading: ConspiracyReading, state: ConspiracyState, said: Said, at: Pointer) -> ByCard[Any]:
        """The values by card, with the names that the log has for the cards. Raises Misread if a card is named
        twice."""
        entries = dict[int, Any]()
        written = dict[int, str]()
        for name, what in said.items():
            there = at + (name,)
            card = key.read(reading, state, name, there)
            if card in entries:
                names = f"{reading.pack.names[card]} is written twice, as {written[card]!r} and as {name!r}"
                raise refuse(names, there, "cards")
            entries[card] = entry.read(reading, state, what, there)
            written[card] = name
        return ByCard(entries, written)

    return map_of(key, entry)._replace(read=read)


def _alignment(reading: ConspiracyReading, state: ConspiracyState, name: str, at: Pointer) -> int:
    known = reading.pack.alignments
    if name not in known:
        raise refuse(with_fix(f"no alignment is called {name!r}", did_you_mean(name, known)), at, "powers")
    return known.index(name)


SPECIALS = values.list_of(card_of(SPECIAL, but=UNNAMED)).into(tuple)
"""Specials, named or not."""


def _read_side(reading: ConspiracyReading, state: ConspiracyState, name: str, at: Pointer) -> int:
    return SIDES.index(name)


def _write_side(rules: ConspiracyRules, state: ConspiracyState, side: int) -> str:
    return SIDES[side]


SIDE = Kind((frozenset(SIDES),), _read_side, _write_side)
ONTO = values.pair(CARD, SIDE)
"""A card and the side of it: {Texas: top}."""
AMOUNTS = by_card(WHOLE)
PLACES = by_card(SIDE, A_GROUP)
ALIGNMENT = Kind((str,), _alignment)
GROUPS = values.list_of(A_GROUP).into(tuple)


def _is_zero(paid: int) -> bool:
    return paid == 0


def _out_of_no_treasury(paid: int) -> ByCard[int]:
    return ByCard()


FORGONE = WHOLE.such(_is_zero).into(_out_of_no_treasury)
"""A tax of 0, which is paid out of no treasury."""
DRAWN = card_of(GROUP, SPECIAL, but=UNNAMED)


def _are_two_dice(dice: object) -> bool:
    return isinstance(dice, list) and list(map(type, dice)) == [int, int]


def _dice(reading: ConspiracyReading, state: ConspiracyState, rolled: int | list[int], at: Pointer) -> tuple[int, ...]:
    """The dice, one by one or as their sum alone."""
    if isinstance(rolled, list):
        return tuple(rolled)
    return (rolled,)


STEP_KINDS = {
    "spend": AMOUNTS,
    "support": map_of(SEAT, WHOLE),
    "oppose": map_of(SEAT, WHOLE),
    "roll": Kind((int, _are_two_dice), _dice),
    "capture": record({"places": PLACES, "arrow": SIDE, "money": WHOLE}, usual={"places": ByCard()}),
}
ANNOUNCED: dict[str, Kind] = {
    **dict.fromkeys(KINDS, CARD),
    "with": CARD,
    "aid": values.some(CARD).such(bool).into(tuple),
    "privilege": card_of(SPECIAL, ILLUMINATI, but=UNNAMED),
    "special": A_SPECIAL,
    "power": WHOLE,
    "ability": YES_NO,
}
"""Keys of an announced attack; what makes it privileged is a Special, named or not, or an Illuminati card that pays."""
SPECIAL_PLAYED: dict[str, Kind] = {
    "play": A_SPECIAL,
    "group": CARD,
    "onto": ONTO,
    "treasuries": AMOUNTS,
    "player": SEAT,
    "cancels": A_SPECIAL,
}


def _taker(reading: ConspiracyReading, state: ConspiracyState, name: str, at: Pointer) -> int:
    """Read who gets a gift. Raises Misread for a group, with the player who controls it."""
    group = reading.pack.by_name.get(name, ABSENT)
    if name not in state.players and group in reading.pack.groups:
        message = f"{reading.pack.names[group]} cannot be given anything; money goes from Illuminati to Illuminati"
        holder = state.place[group]
        if holder >= 0:
            message += f": write `to: {state.players[holder]}`"
        raise refuse(message, at, "gifts")
    return int(SEAT.read(reading, state, name, at))


TAKER = Kind((str,), _taker)
GIFT = {"money": WHOLE, "specials": SPECIALS, "group": A_GROUP, "onto": ONTO, "places": PLACES, "frees": GROUPS}
NO_GIFT = {"money": 0, "specials": (), "group": ABSENT, "onto": None, "places": ByCard(), "frees": ()}


def one_kind(attack: Kind) -> Kind:
    """The kind of an attack that has exactly one of the three kinds of attack."""
    return attack.such(_has_one_kind)


def _has_one_kind(said: Said) -> bool:
    return sum([kind in said for kind in KINDS]) == 1


def _first_in(said: Said, words: tuple[str, ...]) -> str:
    """The first of some words that is a key; one of them must be."""
    for word in words:
        if word in said:
            return word
    raise AssertionError(f"none of {words}")


def announcement(said: Said) -> Announced:
    """The keys of an attack, put in the order of `Announced`: kind, attacker, target, aid, privilege, Special, stated
    power, and whether an ability is used. A key that is missing has -1, or its default."""
    kind = _first_in(said, KINDS)
    return (
        kind,
        said["with"],
        said[kind],
        said.get("aid", ()),
        said.get("privilege", ABSENT),
        said.get("special", ABSENT),
        said.get("power", ABSENT),
        said.get("ability", True),
    )


ATTACK = one_kind(record(ANNOUNCED | dict.fromkeys(STEPS, Kind((object,))), needs=("with",)).into(announcement))


def _attack(reading: ConspiracyReading, state: ConspiracyState, value: Said, seat: int | None) -> list[Event]:
    """Read an attack and those later steps that stand on the same line, as `attack: {control: …, with: …, spend: …,
    roll: 7}`."""
    events = [Event("attack", ATTACK.of(reading, state, value, ("attack",)), seat=seat, at=("attack",))]
    for step in STEPS:
        if step in value:
            at = ("attack", step)
            events.append(Event(step, STEP_KINDS[step].of(reading, state, value[step], at), at=at))
    return events


WAYS_TO_ALIGN = ("add", "remove", "reverse")
NUMBERS = ("power", "money", "destroyed")


def _change_of_alignment(said: Said) -> tuple[int, str, int, int]:
    """The group that is aligned, the way, the alignment, and the one instead of it."""
    way = _first_in(said, WAYS_TO_ALIGN)
    return said["group"], way, said[way], said.get("to", ABSENT)


def _has_one_way(said: Said) -> bool:
    """Whether exactly one way to change an alignment is written, with `to:` only beside `reverse:`."""
    if "to" in said and "reverse" not in said:
        return False
    return sum([way in said for way in WAYS_TO_ALIGN]) == 1


def _holdings(said: Said) -> Held:
    """A player's belongings at the end of a game. `groups:` may be a number, a list of groups, or a map from groups to
    masters and their arrows."""
    top = said.get("illuminati", ABSENT)
    groups = said.get("groups")
    numbers = {key: said[key] for key in NUMBERS if key in said}
    if groups is None:
        return Held(top, None, numbers)
    if isinstance(groups, int):
        return Held(top, None, numbers | {"groups": groups})
    if isinstance(groups, tuple):  # named without their masters
        return Held(top, dict.fromkeys(groups, ABSENT), numbers)
    masters = {card: master for card, (master, _) in groups.items()}
    return Held(top, masters, numbers, {card: side for card, (_, side) in groups.items() if side != ABSENT})


def _master_alone(card: int) -> tuple[int, int]:
    return card, ABSENT


def _income_alone(amount: int) -> dict[str, int]:
    return {"collects": amount}


def _special_alone(card: int) -> dict[str, int]:
    return {"play": card}


def _transfer(said: Said) -> tuple[int, int, int, bool]:
    """The card that the money leaves, the one that gets it, the amount, and whether it is an action."""
    return said["from"], said["to"], said["amount"], "as" in said


def _without_bid(roll: int) -> tuple[int, int]:
    return roll, 0


def _race(said: Data) -> GameEnd:
    return GameEnd(held=said.pop("structures"), **said)


MASTER = either(ONTO, CARD.into(_master_alone))
"""The master of a group, and its arrow (-1: not written): a name, or {Texas: top}."""
HELD = record(
    {
        "illuminati": ILLUMINATI_CARD,
        **dict.fromkeys(NUMBERS, WHOLE),
        "groups": either(WHOLE, GROUPS, by_card(MASTER, A_GROUP)),
    }
).into(_holdings)
VERBS: dict[str, Row] = {
    "income": either(
        WHOLE.into(_income_alone),
        record({"collects": WHOLE, "tax": map_of(SEAT, either(CARD, AMOUNTS, FORGONE)), "upkeep": by_card(CARD, A_GROUP)}),
    ),
    "draw": card_of(GROUP, SPECIAL, but={**UNNAMED, "nothing": NOTHING}),
    "attack": _attack,
    **STEP_KINDS,
    "call_off": DONE,
    "special": either(A_SPECIAL.into(_special_alone), record(SPECIAL_PLAYED, needs=("play",))),
    "abolish": SPECIALS.such(bool),
    "transfer": record(
        {"from": CARD, "to": CARD, "amount": WHOLE, "as": values.one_of("action")}, needs=("from", "to", "amount")
    ).into(_transfer),
    "move": record(
        {"group": A_GROUP, "onto": ONTO, "places": PLACES}, needs=("group", "onto"), usual={"places": ByCard()}
    ).into(itemgetter("group", "onto", "places")),
    "give": record({**GIFT, "to": TAKER, "for": record(GIFT, usual=NO_GIFT)}, needs=("to",), usual=NO_GIFT),
    "drop": CARD,
    "pass": DONE,
    "redistribute": AMOUNTS,
    "rearrange": by_card(ONTO, A_GROUP),
    "align": record(dict.fromkeys(WAYS_TO_ALIGN, ALIGNMENT) | {"to": ALIGNMENT, "group": A_GROUP}, needs=("group",))
    .such(_has_one_way)
    .into(_change_of_alignment),
    "buy": DRAWN,
    "end": DONE,
    "refill": DRAWN,
    "leave": DONE,
    "reveal": ILLUMINATI_CARD,
    "accuse": record({"player": SEAT, "illuminati": ILLUMINATI_CARD}, needs=("player", "illuminati")).into(
        itemgetter("player", "illuminati")
    ),
    "rolls": map_of(
        SEAT,
        either(
            WHOLE.into(_without_bid),
            record({"roll": WHOLE, "bid": WHOLE}, needs=("roll",), usual={"bid": 0}).into(itemgetter("roll", "bid")),
        ),
    ),
    "result": record(
        {
            "structures": values.by_player(HELD),
            "goals": values.by_player(ILLUMINATI_CARD),
            "won": values.by_player(values.one_of(*WAYS)),
            "uncontrolled": GROUPS,
            "destroyed": GROUPS,
        },
        needs=("structures",),
        usual={"uncontrolled": (), "destroyed": (), "goals": {}, "won": {}},
    ).into(_race),
}  # fmt: skip
"""Kind of value for each verb."""
