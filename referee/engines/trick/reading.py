"""From the items of a log to events: names become cards and seats, short forms are expanded."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import partial
from typing import cast

from referee.core import values
from referee.core.cards import mask_of
from referee.core.data import Item
from referee.core.events import Event, Finding, Misread, Unknown, each_read
from referee.core.exact import exact
from referee.core.items import FORGOTTEN, CardItems, Each, Row, names_its_players, several_in, without_commas
from referee.core.places import Key, Pointer
from referee.core.values import (
    CARD,
    NUMBER,
    POINTS,
    SEAT,
    Kind,
    by_player,
    either,
    is_points,
    list_of,
    refuse,
    shapeless,
    some,
)
from referee.core.wording import did_you_mean, in_list, meant, unknown_name, with_fix
from referee.engines.trick.compiled import TrickRules
from referee.engines.trick.rules import declarer, hands
from referee.engines.trick.rules.hands import speaking_order
from referee.engines.trick.rules.stocks import drawing_order
from referee.engines.trick.state import BID, BID_VALUE, CALL, CONTRACT_NAMED, NO_CARD, SPOKEN, TrickState
from referee.engines.trick.words.bids import PASS, Worded
from referee.engines.trick.words.declarations import read_declaration


class TrickReading(CardItems[TrickRules, TrickState]):
    """Reads log items for one table. Plays are shared events, looked up by the exact text."""

    rules: TrickRules

    def __init__(self, rules: TrickRules, verbs: Mapping[str, Row]) -> None:
        super().__init__(rules, verbs)
        self.plays: dict[str, Event] = {}
        for name, card in self.deck.by_id.items():
            self.plays[name] = Event("play", card, bit=1 << card)
            self.plays[f"{name}!"] = Event("play", card, said=True, bit=1 << card)
        self.plays[FORGOTTEN] = Event("play", NO_CARD)
        self.plays[f"{FORGOTTEN}!"] = Event("play", NO_CARD, said=True)

    def size(self, item: Item) -> int:
        """Return how many events an item stands for."""
        for verb in item.keys() & {"declare", "trick", "bids"}:
            value = item[verb]
            parts = value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else [value]
            return sum(len(part) if isinstance(part, list) else 1 for part in parts)
        return super().size(item)

    def read(self, state: TrickState, item: Item) -> list[Event]:
        """Return the events of one item; a result includes the points and totals that are claimed after it."""
        events = super().read(state, item)
        if "result" in item and isinstance(claims := item.get("expect"), Mapping):
            result = events[0].value
            players = state.players
            for what in claims.keys() & ({"score", "totals"} - result.keys()):
                points = claims[what]
                numbers = isinstance(points, Mapping) and all(map(is_points, points.values()))
                if numbers and points.keys() <= set(players):
                    result[what] = {players.index(who): exact(number) for who, number in points.items()}
                    result.setdefault("claimed", set()).add(what)
        return events

    def bid_value(self, state: TrickState, value: int | str, at: Pointer) -> int:
        """A bid as a number of tricks; 'all', 'nothing' and the like as the ruleset says. Raises Misread for what is not
        a bid."""
        if type(value) is int:
            return value
        spoken = self.rules.bid_words
        if value not in spoken:
            known = f"a number of tricks{''.join(f' or {word!r}' for word in spoken)}"
            raise refuse(f"{value!r} is not a bid; a bid is {known}", at, "bid-range")
        names = {"cards": state.cards or self.rules.cards_in_hand(state.hand), "players": self.rules.players}
        bid = int(spoken[value].run(names, (names,)))
        if value in self.rules.bid_marks:
            return Worded.by(value, bid)
        return bid

    def call(self, value: object, at: Pointer) -> int:
        """A call of an auction as its number; with its meaning, if it is written with it: {1NT: 15-17}. Raises
        Misread."""
        auction = self.rules.auction
        if auction is None:
            raise refuse("this game has no auction", at)
        if isinstance(value, Mapping):
            if len(value) != 1 or not {str, int}.issuperset(map(type, value.values())):
                message = "write each call with what it means by itself: {1NT: 15-17}"
                raise refuse(message, at, "auction", shapeless=True)
            ((name, meaning),) = value.items()
            return Worded.by(str(meaning), self.call(name, at + (Key(name),)))
        call = auction.call_of(value)
        if call >= 0:
            return call
        several = several_in(value, lambda part: auction.call_of(part) >= 0)
        if several:
            raise refuse(without_commas(several, "calls", at), at, "auction")
        raise _unknown("auction", value, "call", auction.index, auction.in_words(), at)

    def contract(self, value: object, at: Pointer) -> int:
        """Return the contract of a hand: the bid that won the auction, or the contract that the declarer named."""
        auction = self.rules.auction
        if auction is None or not auction.contracts or value == PASS:
            return self.call(value, at)
        return self.contract_to_name(value, at)

    def contract_to_name(self, value: object, at: Pointer) -> int:
        """A contract that a declarer names, as its number among all calls; -1 in a game where nobody does. `null` is a
        name that YAML reads as nothing. Raises Misread."""
        auction = self.rules.auction
        if auction is None or not auction.contracts:
            return -1  # nobody names one: `not_now` reports it
        call = auction.contract_of(value)
        if call >= 0:
            return call
        rule = self.rules.cite("bidding", "contracts")
        if value is None:
            text = "null"
        else:
            text = str(value)
        bare, *marks = text.split() or [""]
        if bare in auction.to_name and set(marks) <= set(auction.marks) and len(set(marks)) == len(marks):
            wrong = next(mark for mark in marks if not auction.goes_with(mark, bare, marks))
            message = f"{wrong!r} is not said with {text!r}; it goes only with {auction.marks[wrong]['only']}"
            raise refuse(message, at, rule)
        names = [call.name for call in auction.contracts]
        raise _unknown(rule, text, "contract", names, in_list(auction.to_name, "or"), at)

    def contract_chosen(self, value: str | int, at: Pointer) -> str:
        """A contract that somebody chose in an earlier hand, by its name. Raises Misread for any other name, and in a game
        that remembers none."""
        auction = self.rules.auction
        if auction is None or not auction.once:
            write = "remove `contracts`, or write `bidding: {once: true}`"
            raise refuse(f"contracts are not remembered in this game; {write}", at)
        if auction.calls_of((str(value),)):
            return str(value)
        known = in_list(auction.to_name, "or") or auction.bids_in_words()
        raise _unknown("setup", value, "contract", auction.index, known, at)

    def trump(self, name: str, at: Pointer, known: Collection[str], rule: str) -> int:
        """The number of a trump suit, from its name, which must be one of those known. Raises Misread by the rule
        `rule`."""
        suit = self.deck.find_suit(name)
        if suit not in known:
            raise refuse(f"{name!r} cannot be trump; name one of {', '.join(known)}", at, rule)
        return self.rules.trump_words()[suit]

    def option(self, value: str, at: Pointer) -> str:
        """The option that somebody chose, as it is written; the mark of a defender who comes along counts as one. Raises
        Misread for what is not an option."""
        choices = self.rules.scoring.choices
        options = [option for choice in choices for option in choice.options]
        if self.rules.auction and self.rules.auction.along:
            options += [self.rules.auction.along]
        if value not in options:
            rule = "order"
            if choices:
                rule = self.rules.cite("choices", choices[0].name)
            none = "" if options else "; this game has none"
            message = unknown_name(f"{value!r} is not a choice{none}", value, options, "choose one of")
            raise refuse(message, at, rule)
        return value

    def declaration(self, text: str, at: Pointer) -> tuple[int, int]:
        """A declaration as it is written, 'marriage H', as its place in the rules and its suit. Raises Misread."""
        declarations = self.rules.declarations
        declaration = read_declaration(text, declarations, self.deck)
        if isinstance(declaration, str):
            raise refuse(declaration, at, "declare" if declarations else "order")
        return declaration

    def each(self, names: list[str], at: Pointer, what: str) -> list[int]:
        """Cards of a list, which must differ; `what` says in a message what was done with one that is listed twice.
        Raises Misread."""
        cards = self.deck.each_apart(self.card(card, at + (place,)) for place, card in enumerate(names))
        for place, card in enumerate(cards):
            if card in cards[:place]:
                raise refuse(self.deck.twice(card, f"is {what}"), at + (place,), "deck")
        return cards

    def apart(self, cards: dict[int, list[int]]) -> dict[int, list[int]]:
        """Return cards by seat; each time a card is named it means another copy, as long as there are copies."""
        each = iter(self.deck.each_apart(card for several in cards.values() for card in several))
        return {seat: [next(each) for _ in several] for seat, several in cards.items()}


def _unknown(rule: str, value: object, what: str, names: Iterable[str], known: str, at: Pointer) -> Misread:
    """The refusal of what is not a call or contract (`what`); `known` lists those of the game. Nothing similar is
    suggested for a short name, since all short names are alike."""
    near = ""
    if len(str(value)) > 3:
        near = did_you_mean(str(value), names)
    message = with_fix(f"{value!r} is not a {what} of this game", near or f"; a {what} is {known}")
    return refuse(message, at, rule)


def _one_play(reading: TrickReading, text: object, at: Pointer, seat: int | None = None) -> Event:
    """The play of the card that a text names, with Grace if it ends in `!`. It is one event shared by all logs, unless
    the log says who plays."""
    if isinstance(text, str) and text in reading.plays:
        event = reading.plays[text]
    else:
        grace = False
        if isinstance(text, str) and text.rstrip().endswith("!"):
            grace = True
            text = text.rstrip().removesuffix("!")
        card = reading.card(text, at)
        event = reading.plays[reading.deck.ids[card] + ("!" if grace else "")]
    if seat is None:
        return event
    return Event("play", event.value, seat=seat, said=event.said, bit=event.bit)


def _trick(reading: TrickReading, state: TrickState, value: object, seat: int | None) -> list[Event]:
    """The plays of a whole trick, from a list of cards; `seat` leads, if the log says who does. Raises Misread."""
    players = len(state.seats)
    if type(value) is list and len(value) == players and seat is None and not state.trick:
        try:
            return [reading.plays[name] for name in value]
        except (KeyError, TypeError):
            pass  # something is not a card as decks name it, and a message can point at it
    if not isinstance(value, list):
        raise shapeless()
    if state.trick or len(value) != players:
        raise _no_whole_trick(reading, state, value)
    events, faults = _each_play(reading, value)
    if faults:
        raise Unknown(_with_seats(reading, state, faults, seat))
    if seat is not None:
        events[0] = Event("play", events[0].value, seat=seat, said=events[0].said, bit=events[0].bit)
    return events


def _each_play(reading: TrickReading, cards: Sequence[object]) -> tuple[list[Event], list[Finding]]:
    """The plays of a trick, and the faults of those that cannot be read."""
    return each_read(partial(_one_play, reading, text, ("trick", place)) for place, text in enumerate(cards))


def _no_whole_trick(reading: TrickReading, state: TrickState, value: Sequence[object]) -> Misread:
    """The refusal of a trick that is given although one is in progress, or that lacks cards, perhaps since several are
    written as one text."""
    players = len(state.seats)
    message = f"a trick is {players} cards here, one from each player; this one has {len(value)}"
    at: Pointer = ("trick",)
    if state.trick:
        there = f"{len(state.trick)} of its {players} cards on the table already"
        message = f"a whole trick is given, but one is in progress with {there}"
        at = ()
    else:
        for place, text in enumerate(value):
            several = several_in(text, partial(_is_card, reading))
            if several:
                return refuse(without_commas(several, "cards", ("trick", place)), ("trick", place), "deck")
    try:
        _, beside = _each_play(reading, value)
    except Misread:
        beside = []
    return Misread([Finding("trick-size", message, at=at)], beside=beside)


def _is_card(reading: TrickReading, text: str) -> bool:
    return reading.deck.find(text.removesuffix("!")) is not None


def _with_seats(reading: TrickReading, state: TrickState, faults: Sequence[Finding], seat: int | None) -> list[Finding]:
    """Faults of the cards of a trick with the players who played them, as far as it is known who led."""
    first = state.turn if seat is None else seat
    if first < 0:
        return [fault._replace(seat=None) for fault in faults]
    order = hands.order_from(reading.rules, state, first)
    return [fault._replace(seat=order[int(fault.at[1])]) for fault in faults]


def _deal(reading: TrickReading, state: TrickState, value: object, at: Pointer) -> dict[int, int]:
    """The cards dealt, as masks by seat. Raises Misread, for every card that is unknown or dealt twice."""
    if not isinstance(value, Mapping):
        raise shapeless()
    bit_of = reading.deck.bits.__getitem__
    seats = state.players
    try:
        masks = {seats.index(name): sum(map(bit_of, cards)) for name, cards in value.items()}
        dealt = value.values()
        if {list}.issuperset(map(type, dealt)) and sum(masks.values()).bit_count() == sum(map(len, dealt)):
            return masks
    except (KeyError, TypeError, ValueError):
        pass  # something is misspelt, repeated or not a card, and a message can point at each
    cards = reading.apart(_cards_dealt(reading, state, value, at))
    faults = _cards_dealt_again(reading, state, cards, at)
    if faults:
        raise Misread(faults)
    return {to: mask_of(several) for to, several in cards.items()}


def _cards_dealt(
    reading: TrickReading, state: TrickState, value: Mapping[str, object], at: Pointer
) -> dict[int, list[int]]:
    """The cards dealt, by seat, each read by itself. Raises Unknown with every one that is not a card."""
    cards: dict[int, list[int]] = {}
    faults: list[Finding] = []
    for name, names in value.items():
        here = at + (name,)
        to = reading.seat(state, name, here)
        if not isinstance(names, list):
            raise shapeless()
        cards[to], wrong = each_read(partial(reading.card, card, here + (n,)) for n, card in enumerate(names))
        faults += wrong
    if faults:
        raise Unknown(faults)
    return cards


def _cards_dealt_again(
    reading: TrickReading, state: TrickState, cards: Mapping[int, Sequence[int]], at: Pointer
) -> list[Finding]:
    """The faults of cards that are dealt again."""
    faults = []
    owner: dict[int, int] = {}
    for to, several in cards.items():
        for place, card in enumerate(several):
            if card in owner:
                message = reading.deck.twice(card, "is dealt")
                if owner[card] != to and not reading.deck.has_twins:
                    message += f", to {state.players[owner[card]]} first"
                faults.append(Finding("deck", message, to, at=at + (state.players[to], place)))
            owner.setdefault(card, to)
    return faults


def _calls(reading: TrickReading, state: TrickState, value: object, at: Pointer) -> list[int]:
    """The calls of an auction, as numbers in order of speaking. Raises Misread."""
    if not value or not isinstance(value, list):
        example = f"write for example [{reading.rules.the_auction.calls[0].name}, pass]"
        order = f"the calls of an auction are written in order of speaking, as a list; {example}"
        message = "nobody calls anything here" if value == [] else order
        raise refuse(message, at, "auction", shapeless=True)
    calls, faults = each_read(
        partial(SPOKEN.of, reading, state, name, at + (place,)) for place, name in enumerate(value)
    )
    if faults:
        raise Unknown(faults)
    return calls


def _bid(reading: TrickReading, state: TrickState, value: object, at: Pointer) -> int:
    """Return a bid, or a call of an auction."""
    if reading.rules.auction is None and isinstance(value, Mapping):
        message = "a map of players is written as `bids: …`, not `bid:`"
        raise refuse(message, at, "bid-range", shapeless=True)
    return cast(int, (SPOKEN if reading.rules.auction else BID_VALUE).of(reading, state, value, at))


def _bids(reading: TrickReading, state: TrickState, value: object, seat: int | None) -> list[Event]:
    """The bids of all players in order of speaking, or the calls of an auction as they are listed. Raises Misread."""
    at: Pointer = ("bids",)
    if reading.rules.auction is not None:
        if seat is not None and isinstance(value, list):
            message = "the calls of an auction are written in order of speaking; remove `by:`"
            raise refuse(message, ("by",), "players", shapeless=True)
        calls = _calls(reading, state, value, at)
        return [Event("bid", call, at=at + (place,)) for place, call in enumerate(calls)]
    if not isinstance(value, Mapping):
        message = "bids of tricks are written by player; write for example {{{}: 2, {}: 0}}".format(*state.players)
        raise refuse(message, at, "bid-range", shapeless=True)
    names_its_players("bids", value, seat)
    order = speaking_order(reading.rules, state)
    players = state.players
    plain = not state.spoken and {int}.issuperset(map(type, value.values()))
    if plain and value.keys() == {players[who] for who in order}:
        return [Event("bid", value[players[who]], seat=who) for who in order]
    return _bids_one_by_one(reading, state, reading.by_seat(state, value, at), order, at)


def _bids_one_by_one(
    reading: TrickReading, state: TrickState, bids: Mapping[int, object], order: Sequence[int], at: Pointer
) -> list[Event]:
    """The bids of tricks by seat, in order of speaking, each read by itself; those of players who do not bid come last.
    Raises Misread if somebody's bid is missing or is not a bid."""
    players = state.players
    if state.phase == BID:
        order = [who for who in order if state.bids[who] is None]
    seats = [who for who in order if who in bids]
    seats += [who for who in bids if who not in order]
    numbers, faults = each_read(partial(BID_VALUE.of, reading, state, bids[who], at + (players[who],)) for who in seats)
    missing = [players[who] for who in order if who not in bids]
    if missing:
        have = "has" if len(missing) == 1 else "have"
        message = f"{' and '.join(missing)} {have} not bid; a bid from each player is needed"
        raise Misread([Finding("turn", message, at=at)], beside=faults)
    if faults:
        raise Unknown(faults)
    return [Event("bid", bid, seat=who, at=at + (players[who],)) for who, bid in zip(seats, numbers, strict=True)]


def _declare(reading: TrickReading, state: TrickState, value: object, seat: int | None) -> list[Event]:
    """The declarations of one player, or of several by name. Raises Misread."""
    if not isinstance(value, Mapping):
        return _declarations(reading, state, value, seat, ("declare",))
    names_its_players("declare", value, seat)
    seats = {name: reading.seat(state, name, ("declare", name)) for name in value}
    events = []
    for name, texts in value.items():
        events += _declarations(reading, state, texts, seats[name], ("declare", name))
    if not events:
        raise refuse("nobody declares anything here", ("declare",), "order")
    return events


def _declarations(
    reading: TrickReading, state: TrickState, texts: object, seat: int | None, at: Pointer
) -> list[Event]:
    """The declarations that one player makes: one, or a list of them."""
    if isinstance(texts, list):
        each = [(text, at + (place,)) for place, text in enumerate(texts)]
    else:
        each = [(texts, at)]
    return [Event("declare", DECLARATION.of(reading, state, text, here), seat=seat, at=here) for text, here in each]


def _result_bids(reading: TrickReading, state: TrickState, value: object, at: Pointer) -> object:
    """The bids of a result by seat, or the calls of an auction in a list. Raises Misread."""
    if reading.rules.auction is not None:
        return _calls(reading, state, value, at)
    if isinstance(value, list):
        example = "write for example {{{}: 1, {}: 0}}".format(*state.players)
        message = f"bids are written by player; only the calls of an auction are a list; {example}"
        raise refuse(message, at, "players", shapeless=True)
    return by_player(BID_VALUE).of(reading, state, value, at)


def _counts(reading: TrickReading, state: TrickState, numbers: Mapping[str, int], at: Pointer) -> dict[str, int]:
    """The counts of the cards that a player took, by the names of the ruleset, which may be shortened. Raises
    Misread."""
    known = list(reading.rules.scoring.counts)
    counts: dict[str, int] = {}
    for name, number in numbers.items():
        count = meant(name, known)
        if count is None or count in counts:
            message = unknown_name(f"{name!r} is not a count of this game", name, known, "it counts")
            if count:
                message = f"{count} is counted twice for {at[-1]}"
            raise refuse(message, at + (Key(name),), "result" if known else "order")
        counts[count] = number
    return counts


def _of_auction(kind: Kind) -> Kind:
    """The same kind of value for a key that only the result of a game with an auction has; refused in others."""

    def read(reading: TrickReading, state: TrickState, value: object, at: Pointer) -> object:
        if reading.rules.auction is None:
            raise refuse(f"`{at[-1]}` is given, but this game has no auction", at, "order")
        return kind.read(reading, state, value, at)

    return kind._replace(read=read)


def _different(what: str) -> Kind:
    """Return the kind of a list of different cards; `what` says what is done with them."""
    return Kind((LIST,), lambda reading, state, names, at: reading.each(names, at, what))


def _given(reading: TrickReading, state: TrickState, value: object, at: Pointer) -> dict[int, int]:
    """The cards that a declarer gives to others, as masks by seat. Raises Misread, also for a card that is given twice."""
    try:
        cards = reading.apart(by_player(some(CARD)).of(reading, state, value, at))
    except Misread as misread:
        if state.declarer >= 0:  # whoever gives a card has named it, not the player who gets it
            misread.faults = [fault._replace(seat=state.declarer) for fault in misread.faults]
        raise
    given = 0
    masks: dict[int, int] = {}
    for to, several in cards.items():
        for card in several:
            if given >> card & 1:
                raise refuse(reading.deck.twice(card, "is given"), at + (state.players[to],), "deck")
            given |= 1 << card
        masks[to] = mask_of(several)
    return masks


LIST = (list, object)
TRUMP_NAMED = Kind((str,), lambda reading, state, name, at: reading.trump(name, at, reading.rules.named_from, "trump"))
DECLARATION = Kind((str,), lambda reading, state, text, at: reading.declaration(text, at))
PILES = Kind(
    ((dict, list),),
    lambda reading, state, piles, at: reading.apart(by_player(list_of(CARD)).read(reading, state, piles, at)),
)
OPTION = Kind((str,), lambda reading, state, text, at: reading.option(text, at))
AWAY = either(CARD.into(lambda card: [card]), _different("put away"))
GIVEN = Kind(((dict, object),), _given)
VERBS: dict[str, Row] = {
    "deal": Kind((object,), _deal),
    "turn": CARD,
    "talon": Kind(
        (LIST,), lambda reading, state, names, at: reading.deck.each_apart(list_of(CARD).read(reading, state, names, at))
    ),
    "give": GIVEN,
    "draw": Each(
        CARD,
        alone=True,
        order=lambda reading, state, drawn: sorted(
            drawn, key=([*drawing_order(reading.rules, state), *drawn] if reading.rules.stock else list(drawn)).index
        ),
    ),
    "pass": Each(
        _different("passed").into(mask_of),
        alone=True,
        nothing=Finding("pass", "nobody passes anything here; name each player and the cards", at=("pass",)),
    ),
    "bid": Kind((object,), _bid),
    "bids": _bids,
    "call": CARD.or_words({"nobody": declarer.NOBODY}),
    "put_away": Each(
        AWAY, alone=True, nothing=Finding("order", "nobody puts anything away here", at=("put_away",))
    ),
    "contract": CONTRACT_NAMED._replace(read=lambda reading, state, value, at: reading.contract_to_name(value, at)),
    "trump": TRUMP_NAMED,
    "open": _different("laid open"),
    "dummy": _different("laid open").into(mask_of),
    "rest": either(
        SEAT._replace(read=lambda reading, state, name, at: {reading.seat(state, name, at): state.left}),
        by_player(NUMBER).such(bool),
    ),
    "play": lambda reading, state, value, seat: [_one_play(reading, value, ("play",), seat)],
    "trick": _trick,
    "grace": CARD,
    "choose": OPTION,
    "declare": _declare,
    "result": values.record(
        {
            "cards": NUMBER,
            "won": by_player(NUMBER),
            "score": by_player(POINTS),
            "totals": by_player(POINTS),
            "bids": Kind((object,), _result_bids),
            "doubled": _of_auction(NUMBER),
            "matadors": _of_auction(NUMBER),
            "contract": _of_auction(CONTRACT_NAMED),
            "bid": _of_auction(CALL),
            "declarer": _of_auction(SEAT),
            "partner": _of_auction(SEAT),
            "captured": PILES,
            "counts": by_player(Kind(((dict, int),), _counts)),
            "choices": by_player(some(OPTION)),
            "declared": by_player(some(DECLARATION)),
            "trump": TRUMP_NAMED,
            "last_trick": SEAT,
        },
        usual={"cards": None},
    ),
}  # fmt: skip
"""The reading of each verb."""
