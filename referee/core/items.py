"""What reading the items of a log has in common in every family: one verb, who did it, and forgiving names."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from referee.core.cards import Deck
from referee.core.events import Event, Misread, Unknown
from referee.core.findings import Fault
from referee.core.places import Key, Pointer
from referee.core.suggest import did_you_mean, told

_PARTED = re.compile(r"[\s,;]+")
MOST_IN_ONE = 100
"""The most names that are looked for in one text."""
EXTRAS = frozenset(("by", "expect", "note", "stands"))
"""What an item may have besides its verb."""
Shape = type | frozenset[str] | tuple[Any, ...] | dict[str, Any]
"""What a value may be: a type (`object`: anything), one of some words, a map or list and the types of its values, or a map with
exactly these keys."""


class AtTable(Protocol):
    """The part of a state that reading needs."""

    players: tuple[str, ...]


def shapeless() -> Misread:
    """That a value has the wrong form: the schema says which."""
    return Misread([])


def names_its_players(verb: str, value: Any, seat: int | None) -> None:
    """Rejects `by:` with a map of players, which it could only contradict."""
    if not isinstance(value, Mapping):
        raise shapeless()
    if seat is not None:
        message = f"`{verb}` names its players itself; remove `by:`"
        raise Misread([Fault("players", message, at=("by",))], shapeless=True)


def in_words(value: Any) -> str:
    """A value of an item as text: 'Ann 4C 5C, Ben 7D'."""
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {in_words(part)}".rstrip() for key, part in value.items())
    if isinstance(value, list):
        parts = list(map(in_words, value))
        return (", " if any(" " in part for part in parts) else " ").join(parts)
    return "" if value is True else str(value)


def verb_of(item: Mapping[str, Any], verbs: Mapping[str, Any]) -> str:
    """The one verb of an item with more keys. Raises Misread if it has none or several, or wrong extra keys."""
    found = [key for key in item if key not in EXTRAS]
    texts = (item.get("stands", "no"), item.get("note", ""))
    if len(found) != 1 or found[0] not in verbs or any(not isinstance(text, str) for text in texts) or not texts[0]:
        raise shapeless()
    if not isinstance(item.get("expect", {}), Mapping):
        raise shapeless()
    return found[0]


def at_key(at: Pointer, name: str) -> Pointer:
    """Return the pointer to a name: if its last step is the name, the name is a key, and the pointer leads to the key."""
    return (*at[:-1], Key(name)) if at and at[-1] == name else at


def seat_of(players: tuple[str, ...], name: Any, at: Pointer) -> int:
    """The seat of a player by name. Raises Misread."""
    try:
        return players.index(name)
    except ValueError:
        pass
    if not isinstance(name, str):
        raise shapeless()
    near = did_you_mean(name, players) or f"; the players are {', '.join(players)}"
    fault = Fault("players", told(f"nobody here is called {name!r}", near), at=at_key(at, name))
    raise Unknown([fault], players[0], shapeless=True)


def card_of(deck: Deck, text: Any, at: Pointer, seat: int | None = None) -> int:
    """The card that a log means by `text`. Raises Misread."""
    if not isinstance(text, str):
        raise shapeless()
    card = deck.find(text)
    if card is None:
        several = several_in(text, lambda part: deck.find(part.removesuffix("!")) is not None)
        if several:
            raise Unknown([Fault("deck", without_commas(several, "cards", at), seat, at=at)], deck.ids[0])
        near = did_you_mean(text, deck.ids)
        fault = Fault("deck", told(f"{text!r} is not a card of {deck.title}", near), seat, at=at_key(at, text))
        raise Unknown([fault], deck.ids[0])
    return card


def several_in(text: Any, known: Callable[[str], bool]) -> list[str]:
    """The names in one text in which a comma is missing; [] if there are not only names."""
    parts = _PARTED.split(text.strip()) if isinstance(text, str) else []
    return parts if 1 < len(parts) <= MOST_IN_ONE and all(map(known, parts)) else []


def without_commas(names: Sequence[str], what: str, at: Pointer) -> str:
    """That several things are written as one: a list lacks a comma, or only one is allowed."""
    said = f"{' '.join(names)} is {len(names)} {what} in one"
    if at and isinstance(at[-1], int):
        return f"{said}; put a comma between them: {', '.join(names)}"
    return f"{said}; only one is allowed here"


class Items:
    """Reads the items of a log for one table. A family provides `readers`: a function of state, value and seat for each
    verb."""

    readers: Mapping[str, Any]

    def read(self, state: Any, item: Mapping[str, Any]) -> list[Event]:
        """The events of one item. Raises Misread, without faults if the schema must say what is wrong."""
        if len(item) == 1:
            for verb, value in item.items():
                if verb in self.readers:
                    return self.events(state, verb, value, None)
        verb = verb_of(item, self.readers)
        seat = self.seat(state, item["by"], ("by",)) if "by" in item else None
        return self.events(state, verb, item[verb], seat)

    def size(self, item: Mapping[str, Any]) -> int:
        """How many events an item stands for."""
        return 1

    def events(self, state: Any, verb: str, value: Any, seat: int | None) -> list[Event]:
        """The events that a verb and its value stand for."""
        found: list[Event] = self.readers[verb](state, value, seat)
        return found

    def seat(self, state: AtTable, name: Any, at: Pointer) -> int:
        """The seat of a player by name."""
        return seat_of(state.players, name, at)

    def by_seat(self, state: AtTable, value: Any, at: Pointer) -> dict[int, Any]:
        """A map from players to something, by seat: it says who, and has no order but that in which they act."""
        if not isinstance(value, Mapping):
            raise shapeless()
        written = {self.seat(state, name, (*at, name)): entry for name, entry in value.items()}
        return {seat: written[seat] for seat in self.order(state) if seat in written}

    def order(self, state: Any) -> Sequence[int]:
        """All seats, in the order in which the players act now."""
        return range(len(state.players))


class CardItems(Items):
    """Items whose cards are those of a deck."""

    deck: Deck

    def card(self, text: Any, at: Pointer, seat: int | None = None) -> int:
        """The card that a log means by `text`."""
        return card_of(self.deck, text, at, seat)


def refuse(message: str, at: Pointer) -> Misread:
    """That the head of a log says something impossible at this place."""
    return Misread([Fault("setup", message, at=at)])


def fits(value: Any, shape: Shape) -> bool:
    """Whether a value has a shape; lists hold text unless said otherwise."""
    if isinstance(shape, type):
        if shape is list and type(value) is list:
            return all(type(entry) is str for entry in value)
        return shape is object or type(value) is shape
    if isinstance(shape, frozenset):
        return type(value) is str and value in shape
    if isinstance(shape, dict):
        return (
            type(value) is dict and value.keys() == shape.keys() and all(fits(value[key], shape[key]) for key in shape)
        )
    outer, *inner = shape
    if type(value) is not outer:
        return False
    entries = value.values() if outer is dict else value
    return all(any(fits(entry, kind) for kind in inner) for entry in entries)
