"""The fields of a state, each declared once: its initial value, how long it lasts, and its form in a `position:`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any, ClassVar, Self, TypeVar, cast

from referee.core.named_tuple import NamedTuple
from referee.core.places import Pointer
from referee.core.values import Kind, fits, refuse, shapeless

Data = Mapping[str, Any]
ByHand = Mapping[str, Kind]
"""The kinds of fields, by name, that need more to be read or written than the state declares."""
NOTHING: ByHand = MappingProxyType({})
Make = Callable[[Any], Any]
"""From the rules to a value."""


class Lifetime(NamedTuple):
    """How long a field lasts: when it exists, and whether it is reset in every round."""

    there: Callable[[Any, Any], bool]
    cleared: bool = True


GAME = Lifetime(lambda rules, state: True, cleared=False)
"""From the beginning to the end of the game."""


class Field(NamedTuple):
    """One field of a state. A field without a kind is not part of a `position:`.

    `make` makes the initial value if it is not simply `empty`, which is omitted when the field is written (from the entries of
    players, for `by_player`), unless `whole`; `always` keeps the key even then. `written` says when the field is written at
    all, `least` is the lowest number. A field that is not `stored` is worked out from others.
    """

    make: Make | None
    empty: Any
    kind: Kind | None
    key: str
    lasts: Lifetime
    by_player: bool = False
    least: int | None = None
    setup: bool = False
    always: bool = False
    whole: bool = False
    written: Callable[[Any, Any], Any] = lambda rules, state: True
    stored: bool = True
    name: str = ""


def value(start: Any, kind: Kind | None = None, key: str = "", lasts: Lifetime = GAME, **more: Any) -> Any:
    """Declare a field with this initial value: a value, `list` or `dict` for an empty one, or a function of the rules."""
    make, empty = _beginning(start)
    return Field(make, empty, kind, key, lasts, **more)


def by_player(start: Any, kind: Kind | None = None, key: str = "", lasts: Lifetime = GAME, **more: Any) -> Any:
    """Declare a field with an entry for each seat; `start` is the initial value of each entry."""
    make, empty = _beginning(start)

    def each(rules: Any) -> list[Any]:
        return [make(rules) for _ in range(rules.players)] if make else [start] * rules.players

    return Field(each, empty, kind, key, lasts, by_player=True, **more)


def part(kind: Kind, lasts: Lifetime = GAME) -> Any:
    """Declare a part of a `position:` that is not a field: a reader puts it where it belongs, a writer works it out."""
    return Field(None, None, kind, "", lasts, stored=False)


def _beginning(start: Any) -> tuple[Make | None, Any]:
    """Return what makes the initial value of a field, if something does, and the value that counts as empty."""
    if isinstance(start, type):
        return lambda rules: start(), start()
    return (start, None) if callable(start) else (None, start)


class Fields:
    """A state made of declared fields: all of them, and those that a set-up may fill.

    The rest is worked out from them: what a round starts with, always the same or made for the rules; and the names to be
    copied as plain values, as lists, as lists of lists or maps, and as maps.
    """

    __slots__: tuple[str, ...] = ()
    clock: int
    unseen: Any
    all_fields: ClassVar[tuple[Field, ...]]
    setup_fields: ClassVar[tuple[Field, ...]]
    _constants: ClassVar[list[tuple[str, Any]]]
    _made: ClassVar[list[tuple[str, Make]]]
    _plain: ClassVar[list[str]]
    _lists: ClassVar[list[str]]
    _copy_lists: ClassVar[list[str]]
    _maps: ClassVar[list[str]]

    def begin(self, rules: Any) -> None:
        """Give every field its initial value."""
        for field in self.all_fields:
            if field.stored:
                setattr(self, field.name, field.make(rules) if field.make else field.empty)

    def begin_round(self, rules: Any) -> None:
        """Reset the fields that last for a round."""
        for name, held in self._constants:
            setattr(self, name, held)
        for name, make in self._made:
            setattr(self, name, make(rules))

    def copy(self) -> Self:
        """Return a copy that can be changed by itself."""
        other = object.__new__(type(self))
        _copier(cast(Any, type(self)))(self, other)
        return other

    def miss(self, what: str) -> None:
        """Keep in mind that the coming event says less than it might, for the doubts."""
        self.unseen.setdefault(what, []).append(self.clock + 1)

    def become(self, other: Self) -> None:
        """Take over every field of another state, which is not to be used any more."""
        _copier(cast(Any, type(self)))(other, self)

    def goes_on_like(self, other: Self) -> bool:
        """Return whether the same may follow as in another state: whether everything is the same that a `position:` has."""
        names = (field.name for field in self.all_fields if field.stored and field.kind)
        return all(getattr(self, name) == getattr(other, name) for name in names)

    def of_the_game(self) -> Self:
        """Return a state of which only the fields are there that a round does not reset: with the same values, not copies of
        them."""
        other = object.__new__(type(self))
        _sharer(cast(Any, type(self)))(self, other)
        return other


Put = Callable[[Any, Any], None]
"""Puts fields of one state into another."""


@cache
def _copier(state: type[Fields]) -> Put:
    """Return what copies every field."""
    how: dict[str, Any] = dict.fromkeys(state._plain)
    how |= (
        dict.fromkeys(state._lists, _list)
        | dict.fromkeys(state._copy_lists, _copy_lists)
        | dict.fromkeys(state._maps, _map)
    )
    return _copy_function(how)


def _list(held: list[Any] | None) -> list[Any] | None:
    return None if held is None else held[:]


def _copy_lists(held: list[Any]) -> list[Any]:
    return [entry.copy() for entry in held]


def _map(held: dict[Any, Any]) -> dict[Any, Any]:
    return {key: entry[:] if type(entry) is list else entry for key, entry in held.items()}


@cache
def _sharer(state: type[Fields]) -> Put:
    """Return what hands on the fields that a round does not reset."""
    return _copy_function({field.name: None for field in state.all_fields if field.stored and not field.lasts.cleared})


def _copy_function(fields: Mapping[str, Callable[[Any], Any] | None]) -> Put:
    """Return what puts each field, or what a function makes of it, into another state: field by field, as a loop over their
    names would take several times as long."""
    lines = [f"    new.{name} = {how.__name__ if how else ''}(old.{name})\n" for name, how in fields.items()]
    scope: dict[str, Any] = {how.__name__: how for how in fields.values() if how}
    exec(f"def put(old, new):\n{''.join(lines)}", scope)
    return cast(Put, scope["put"])


S = TypeVar("S", bound=Fields)


def state_class(state: type[S]) -> type[S]:
    """Return the class of a state, with a slot for each declared field; its annotation says how it is copied."""
    rest = {name: held for name, held in vars(state).items() if name not in ("__dict__", "__weakref__")}
    fields = [held._replace(name=name, key=held.key or name) for name, held in rest.items() if isinstance(held, Field)]
    types = {field.name: state.__annotations__[field.name] for field in fields if field.stored}
    for field in fields:
        del rest[field.name]
    made = cast(type[S], type(state.__name__, state.__bases__, {**rest, "__slots__": tuple(types)}))
    made.all_fields = tuple(fields)
    made.setup_fields = tuple(field for field in fields if field.setup)
    cleared = [field for field in fields if field.stored and field.lasts.cleared]
    made._constants = [(field.name, field.empty) for field in cleared if not field.make]
    made._made = [(field.name, field.make) for field in cleared if field.make]
    made._copy_lists = _names_of_type(types, "list[list[", "list[dict[")
    made._lists = [name for name in _names_of_type(types, "list[") if name not in made._copy_lists]
    made._maps = _names_of_type(types, "dict[")
    made._plain = [name for name in types if name not in {*made._copy_lists, *made._lists, *made._maps}]
    return made


def _names_of_type(types: Mapping[str, str], *begin: str) -> list[str]:
    """Return the names whose types begin with one of these words."""
    return [name for name, said in types.items() if said.startswith(begin)]


@cache
def lasting(state: type[Fields], *spans: Lifetime) -> tuple[Field, ...]:
    """Return the fields that last this long, except those of a set-up."""
    return tuple(field for field in state.all_fields if field.lasts in spans and not field.setup)


def require(fields: Iterable[Field], data: Data) -> None:
    """Refuse unknown keys and values of the wrong shape, which the schema then explains."""
    known = {field.key: field for field in fields} if data else {}
    for key, written in data.items():
        field = known.get(key)
        if not field or not field.kind or (field.by_player and type(written) is not dict):
            raise shapeless()
        for entry in written.values() if field.by_player else (written,):
            if not any(fits(entry, shape) for shape in field.kind.shapes):
                raise shapeless()
            if field.least is None:
                continue
            numbers = entry.values() if type(entry) is dict else (entry,)
            if any(number < field.least for number in numbers):
                raise shapeless()


def read(fields: Iterable[Field], reading: Any, state: Any, data: Data, at: Pointer, by_hand: ByHand = NOTHING) -> None:
    """Fill a state from a set-up or position, field by field."""
    for field in fields:
        if not field.kind or field.key not in data or not field.lasts.there(reading.rules, state):
            continue
        here, read = (*at, field.key), by_hand.get(field.name, field.kind).read
        if not field.by_player:
            said = read(reading, state, data[field.key], here)
            if field.stored:
                setattr(state, field.name, said)
            continue
        entries = getattr(state, field.name)
        for seat, entry in reading.by_seat(state, data[field.key], here).items():
            entries[seat] = read(reading, state, entry, (*here, state.players[seat]))


def fill(
    state: Any, reading: Any, players: Sequence[str], setup: Data, position: Data | None, by_hand: ByHand = NOTHING
) -> None:
    """Fill a fresh state with what a set-up says, and with what a position says about the same fields."""
    state.players = tuple(players)
    require(state.setup_fields, setup)
    require(state.all_fields, position or {})
    read(state.setup_fields, reading, state, setup, ("setup",), by_hand)
    read(state.setup_fields, reading, state, position or {}, ("position",), by_hand)


def first_state(
    state: S, rules: Any, reading: Any, players: Sequence[str], setup: Data, position: Data | None, unit: str
) -> S:
    """Return a new state with what a set-up says, or the position; whoever sits last has dealt if that does not say it."""
    state.begin(rules)
    fill(state, reading, players, setup, position)
    said: Any = state
    if said.dealer < 0 and position is not None:
        said.dealer = rules.players - 1
    if said.dealer < 0:
        raise refuse(f"who deals the first {unit}? write `setup: {{dealer: {players[-1]}}}`", ("setup",))
    return state


def write(fields: Iterable[Field], rules: Any, state: Any, by_hand: ByHand = NOTHING) -> dict[str, Any]:
    """Return a state as a `position:`."""
    data: dict[str, Any] = {}
    for field in fields:
        if not field.kind or not field.lasts.there(rules, state) or not field.written(rules, state):
            continue
        held = getattr(state, field.name) if field.stored else ()
        write = by_hand.get(field.name, field.kind).write
        if not field.by_player:
            said = write(rules, state, held) if field.always or held != field.empty else {}
            if field.always or said not in ([], {}):
                data[field.key] = said
            continue
        entries = {
            player: write(rules, state, entry)
            for player, entry in zip(state.players, held, strict=True)
            if field.whole or entry != field.empty
        }
        if entries or field.always:
            data[field.key] = entries
    return data
