"""Items of a log, as far as reading them is the same in every family: one verb, who did it, and forgiving names."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, Protocol, Self, TypeVar

from referee.core.cards import Deck
from referee.core.data import Item
from referee.core.events import Event, Finding, Misread, Unknown
from referee.core.places import Key, Pointer
from referee.core.values import Kind, refuse, shapeless
from referee.core.wording import did_you_mean, unknown_name, with_fix

if TYPE_CHECKING:
    from referee.core.asked import RulesWithDeck
    from referee.core.fields import Field

MOST_IN_ONE = 100
"""The most names that are looked for in one text."""
EXTRAS = frozenset(("by", "expect", "note", "stands"))
"""Keys that an item may have besides its verb."""
FORGOTTEN = "?"
"""What a log writes for a card that somebody played, but nobody remembers."""
FORGOTTEN_ELSEWHERE = (
    f"`{FORGOTTEN}` stands for a card that nobody remembers only among the plays of a trick game; "
    "write the card, or only the `result:`"
)
"""The message that a log writes `FORGOTTEN` where the card must be known."""


class AtTable(Protocol):
    """The part of a state that is the same in every family."""

    all_fields: ClassVar[tuple[Field, ...]]
    """What it is made of, as declared."""
    setup_fields: ClassVar[tuple[Field, ...]]
    """Those that a set-up may fill."""
    players: tuple[str, ...]
    phase: str
    turn: int
    clock: int

    @property
    def history(self) -> Sequence[Any]:
        """The rounds, hands or turns that have ended."""
        ...

    def begin(self, rules: object, /) -> None:
        """Give every field its initial value."""
        ...

    def copy(self) -> Self:
        """Return a copy that can be changed by itself."""
        ...

    def equals(self, other: Self) -> bool:
        """Return whether everything is the same as in another state."""
        ...


R = TypeVar("R")
D = TypeVar("D", bound="RulesWithDeck")
S = TypeVar("S", bound=AtTable)


def names_its_players(verb: str, value: object, seat: int | None) -> None:
    """Reject `by:` with a map of players, which it could only contradict."""
    if not isinstance(value, Mapping):
        raise shapeless()
    if seat is not None:
        message = f"`{verb}` names its players itself; remove `by:`"
        raise refuse(message, ("by",), "players", shapeless=True)


def in_words(value: object) -> str:
    """A value of an item as text: 'Ann 4C 5C, Ben 7D'; True, as in `{pass: true}`, needs no words."""
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {in_words(part)}".rstrip() for key, part in value.items())
    if isinstance(value, list):
        parts = list(map(in_words, value))
        return (", " if any(" " in part for part in parts) else " ").join(parts)
    if value is True:
        return ""
    return str(value)


def verb_of(item: Item, verbs: Mapping[str, object]) -> str:
    """The one verb of an item; `verbs` are those that may be used.

    Raises Misread, without faults, if the item has no verb or several, or an extra key of the wrong type.
    """
    if len(item) == 1:
        (verb,) = item
        if verb in verbs:
            return verb
    named = [key for key in item if key not in EXTRAS]
    stands = item.get("stands", "no")
    note = item.get("note", "")
    extras_sound = (
        isinstance(stands, str) and stands and isinstance(note, str) and isinstance(item.get("expect", {}), Mapping)
    )
    if len(named) != 1 or named[0] not in verbs or not extras_sound:
        raise shapeless()
    return named[0]


def at_key(at: Pointer, name: str) -> Pointer:
    """Return the pointer to a name: if its last step is the name, the name is a key, and the pointer leads to the key."""
    if at and at[-1] == name:
        return (*at[:-1], Key(name))
    return at


def several_in(text: object, known: Callable[[str], bool]) -> list[str]:
    """The names in a text that lacks commas between them; [] unless there are at least two and each is `known`."""
    if isinstance(text, str):
        names = re.split(r"[\s,;]+", text.strip())
    else:
        names = []
    if 1 < len(names) <= MOST_IN_ONE and all(map(known, names)):
        return names
    return []


def without_commas(names: Sequence[str], what: str, at: Pointer) -> str:
    """Return the words that several things are written as one: a list lacks a comma, or only one is allowed."""
    message = f"{' '.join(names)} is {len(names)} {what} in one"
    if at and isinstance(at[-1], int):
        return f"{message}; put a comma between them: {', '.join(names)}"
    return f"{message}; only one is allowed here"


class Each(NamedTuple):
    """The reading of a verb that names players, each with an event of its own: the kind of what each of them did.

    `alone` says that it may be written of one player without a map; `verb` is the verb of the events, if it is another one;
    `order` gives the seats in the order of the events, by default in which the players act now; an empty map is `nothing`, a
    fault.
    """

    kind: Kind
    alone: bool = False
    verb: str = ""
    order: Callable[[Any, Any, Mapping[int, object]], Iterable[int]] | None = None
    nothing: Finding | None = None


Row = Kind | Each | Callable[[Any, Any, Any, "int | None"], list[Event]]
"""The reading of a verb: the kind of its value, one event for each player, or a function of the reader, the state, the value
and who did it."""


class Items(Generic[R, S]):
    """Reads the items of a log for one table, by a row for each verb. The list of a verb read by a function is one event after
    another."""

    def __init__(self, rules: R, verbs: Mapping[str, Row]) -> None:
        self.rules = rules
        self.verbs = verbs

    def read(self, state: S, item: Item) -> list[Event]:
        """The events of one item. Raises Misread, without faults if the schema must say what is wrong.

        A fault is completed with the seat that it is about and with the rule of this game.
        """
        seat = None
        try:
            verb = verb_of(item, self.verbs)
            seat = None
            if "by" in item:
                seat = self.seat(state, item["by"], ("by",))
            return self.events(state, verb, item[verb], seat)
        except Misread as misread:
            misread.faults = [_of_player(fault, state.players, seat) for fault in misread.faults]
            misread.beside = [_of_player(fault, state.players, seat) for fault in misread.beside]
            self.cite(misread)
            raise

    def cite(self, misread: Misread) -> None:
        """Let what is wrong with an item cite the rules of this game."""

    def size(self, item: Item) -> int:
        """The number of events that an item stands for: one for each player, or each entry of a list, if its verb is
        so read."""
        for verb, value in item.items():
            row = self.verbs.get(verb)
            of_each = isinstance(row, Each) and isinstance(value, Mapping)
            if of_each or (callable(row) and isinstance(value, list)):
                return len(value)
        return 1

    def events(self, state: S, verb: str, value: object, seat: int | None) -> list[Event]:
        """Return the events that a verb and its value stand for."""
        row = self.verbs[verb]
        if isinstance(row, Kind):
            return [Event(verb, row.of(self, state, value, (verb,)), seat=seat, at=(verb,))]
        if isinstance(row, Each):
            return self._of_each(row, state, verb, value, seat)
        return row(self, state, value, seat)

    def _of_each(self, row: Each, state: S, verb: str, value: object, seat: int | None) -> list[Event]:
        """The events of a verb that names players: one for each, in the order of the row, or one alone if that may be
        written."""
        event_verb = row.verb or verb
        if row.alone and row.kind.takes(value):
            return [Event(event_verb, row.kind.read(self, state, value, (verb,)), seat=seat, at=(verb,))]
        names_its_players(verb, value, seat)
        if not value:
            raise Misread([row.nothing] if row.nothing else [], shapeless=True)
        entries = self.by_seat(state, value, (verb,))
        seats = entries if row.order is None else row.order(self, state, entries)
        at = {who: (verb, state.players[who]) for who in seats}
        return [Event(event_verb, row.kind.of(self, state, entries[who], at[who]), seat=who, at=at[who]) for who in at]

    def seat(self, state: AtTable, name: object, at: Pointer) -> int:
        """Return the seat of a player by name. Raises Misread."""
        players = state.players
        if name in players:
            return players.index(name)
        if not isinstance(name, str):
            raise shapeless()
        message = unknown_name(f"nobody here is called {name!r}", name, players, "the players are")
        raise Unknown([Finding("players", message, at=at_key(at, name))], players[0], shapeless=True)

    def by_seat(self, state: S, value: object, at: Pointer) -> dict[int, object]:
        """Return a map from players to something, by seat: it says who, and has no order but that in which they act."""
        if not isinstance(value, Mapping):
            raise shapeless()
        written = {self.seat(state, name, at + (name,)): entry for name, entry in value.items()}
        return {seat: written[seat] for seat in self.order(state) if seat in written}

    def order(self, state: S) -> Sequence[int]:
        """Return all seats, in the order in which the players act now."""
        return range(len(state.players))


class CardItems(Items[D, S]):
    """Items whose cards are those of a deck."""

    def __init__(self, rules: D, verbs: Mapping[str, Row]) -> None:
        super().__init__(rules, verbs)
        self.deck: Deck = rules.deck

    def card(self, text: object, at: Pointer) -> int:
        """The number of the card that a log means by `text`. Raises Misread, with a suggestion or a missing comma if
        it sees one."""
        if not isinstance(text, str):
            raise shapeless()
        deck = self.deck
        card = deck.by_id[text] if text in deck.by_id else deck.find(text)
        if card is None:
            message = with_fix(f"{text!r} is not a card of {deck.title}", did_you_mean(text, deck.ids))
            fault = Finding("deck", message, at=at_key(at, text))
            if text == FORGOTTEN:
                fault = Finding("deck", FORGOTTEN_ELSEWHERE, at=at_key(at, text))
            several = several_in(text, lambda part: deck.find(part.removesuffix("!")) is not None)
            if several:
                fault = Finding("deck", without_commas(several, "cards", at), at=at)
            raise Unknown([fault], deck.ids[0])
        return card


AnyItems = Items[Any, Any]
"""The reading of any family."""


def _of_player(fault: Finding, players: Sequence[str], seat: int | None) -> Finding:
    """Return a fault with the seat that it is about: of the player in whose part of the item it is, or of who did it."""
    if fault.seat is not None or fault.rule == "players":
        return fault
    named = next((step for step in fault.at[1:] if step in players), None)
    return fault._replace(seat=seat if named is None else players.index(str(named)))
