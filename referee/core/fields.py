"""The fields of a state, each declared once: its initial value, how long it lasts, and its form in a `position:`."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol, Self, TypedDict, TypeVar, Unpack, cast

from referee.core.data import Head
from referee.core.exact import exact
from referee.core.places import Pointer
from referee.core.values import Kind, refuse, shapeless

if TYPE_CHECKING:
    from referee.core.asked import ReadingBy, ReadingOfFields, RulesForPlayers, RulesOfRounds

    Put = Callable[["Fields", "Fields"], None]
    """What puts every field of one state into another."""

Data = Head  # until the modules `position` have followed
AT: Pointer = ("position",)
"""The way to a position in the head of a log."""
ByHand = Mapping[str, Kind]
"""The kinds of fields, by name, that need more to be read or written than the state declares."""
NOTHING: ByHand = MappingProxyType({})
Make = Callable[[Any], object]
"""A function from the rules to a value."""


There = Callable[[Any, Any], bool]
"""Whether something is there, by the rules and the state of a family."""


class Lifetime(NamedTuple):
    """The lifetime of a field: when it exists, and whether it is reset in every round."""

    there: There
    cleared: bool = True


def _always(rules: object, state: object) -> bool:
    return True


def _of_everybody(rules: object, state: object, seat: int) -> bool:
    return True


GAME = Lifetime(_always, cleared=False)
"""Lifetime from the beginning to the end of the game."""


class Field(NamedTuple):
    """One field of a state. A field without a kind is not part of a `position:`.

    `make` makes the initial value if it is not simply `empty`, which is omitted when the field is written (from the entries of
    players, for `by_player`); `always` keeps the key even then. A `whole` field has all entries, if it has any. `written` says
    when the field is written at all, `of` whose entries are, by seat. `least` is the lowest number. A field that is not
    `stored` is worked out from others.
    """

    make: Make | None
    empty: object
    kind: Kind | None
    key: str
    lasts: Lifetime
    by_player: bool = False
    least: int | None = None
    setup: bool = False
    always: bool = False
    whole: bool = False
    written: Callable[[Any, Any], object] = _always
    of: Callable[[Any, Any, int], bool] = _of_everybody
    stored: bool = True
    name: str = ""


if TYPE_CHECKING:

    class More(TypedDict, total=False):
        """What may be said of a field besides; see `Field`."""

        least: int
        setup: bool
        always: bool
        whole: bool
        written: Callable[[Any, Any], object]
        of: Callable[[Any, Any, int], bool]

    class StateOfFields(Protocol):
        """A state made of declared fields, for some players."""

        players: tuple[str, ...]
        all_fields: ClassVar[tuple[Field, ...]]
        setup_fields: ClassVar[tuple[Field, ...]]

        def begin(self, rules: object, /) -> None:
            """Give every field its initial value."""

    class StateThatIsDealt(StateOfFields, Protocol):
        """The same with a seat that deals."""

        dealer: int


def value(start: object, kind: Kind | None = None, key: str = "", lasts: Lifetime = GAME, **more: Unpack[More]) -> Any:
    """Declare a field of a state with this initial value: a value, `list` or `dict` for an empty one, or a function
    of the rules.

    `kind` says how it is read and written in a `position:`, `key` its key there, `lasts` how long it keeps its value;
    `more` as in `Field`.
    """
    if isinstance(start, type):

        def empty(rules: object) -> object:
            return start()

        return Field(empty, start(), kind, key, lasts, **more)
    if callable(start):
        return Field(start, None, kind, key, lasts, **more)
    return Field(None, start, kind, key, lasts, **more)


def by_player(
    start: object, kind: Kind | None = None, key: str = "", lasts: Lifetime = GAME, **more: Unpack[More]
) -> Any:
    """Declare a field with an entry for each seat; `start` is the initial value of each entry, the rest as for
    `value`."""
    entry = value(start, kind, key, lasts, **more)

    def each(rules: RulesForPlayers) -> list[object]:
        if entry.make:
            return [entry.make(rules) for _ in range(rules.players)]
        return [start] * rules.players

    return entry._replace(make=each, by_player=True)


def part(kind: Kind, lasts: Lifetime = GAME, *, least: int | None = None) -> Any:
    """Declare a part of a `position:` that is not a field: a reader puts it where it belongs, a writer works it out."""
    return Field(None, None, kind, "", lasts, least=least, stored=False)


class Fields:
    """A state made of declared fields: all of them, and those that a set-up may fill. What a round starts with is worked out
    from them: what is always the same, and what is made for the rules."""

    __slots__: tuple[str, ...] = ()
    clock: int
    unseen: Any
    all_fields: ClassVar[tuple[Field, ...]]
    setup_fields: ClassVar[tuple[Field, ...]]
    beside: ClassVar[tuple[str, ...]] = ()
    _constants: ClassVar[list[tuple[str, object]]]
    _made: ClassVar[list[tuple[str, Make]]]
    _types: ClassVar[Mapping[str, str]]

    def begin(self, rules: object) -> None:
        """Give every field its initial value."""
        for field in self.all_fields:
            if field.stored:
                setattr(self, field.name, field.make(rules) if field.make else field.empty)

    def begin_round(self, rules: object) -> None:
        """Reset the fields that last for a round."""
        for name, start in self._constants:
            setattr(self, name, start)
        for name, make in self._made:
            setattr(self, name, make(rules))

    def copy(self) -> Self:
        """Return a copy that can be changed by itself."""
        other = object.__new__(type(self))
        _copier(cast(Hashable, type(self)))(self, other)
        return other

    def miss(self, what: str) -> None:
        """Keep in mind that the coming event says less than it might, for the doubts."""
        self.unseen.setdefault(what, []).append(self.clock + 1)

    def become(self, other: Self) -> None:
        """Take over every field of another state, which is not to be used any more."""
        _copier(cast(Hashable, type(self)))(other, self)

    def equals(self, other: Self) -> bool:
        """Return whether every field is the same as in another state."""
        return all(_alike(getattr(self, name), getattr(other, name)) for name in self._types)

    def goes_on_like(self, other: Self, but: frozenset[str] = frozenset()) -> bool:
        """Whether the game may go on in the same ways as from another state.

        It may if all is the same that a `position:` has, and the fields named in `beside`, except the fields named in
        `but`.
        """
        for name in _deciding(cast(Hashable, type(self))):
            if name not in but and getattr(self, name) != getattr(other, name):
                return False
        return True


@cache
def _deciding(state: type[Fields]) -> tuple[str, ...]:
    """The names of the fields that decide how the game may go on: stored, part of a position, or named in `beside`."""
    names = []
    for field in state.all_fields:
        if field.stored and field.kind:
            names.append(field.name)
    names += state.beside
    return tuple(names)


def _alike(one: object, other: object) -> bool:
    """Return whether two values of a field are the same; states in tuples are compared field by field."""
    if isinstance(one, Fields) and isinstance(other, Fields):
        return one.equals(other)
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(_alike, one, other))
    return bool(one == other)


@cache
def _copier(state: type[Fields]) -> Put:
    """A function `put(old, new)` that copies every field of one state into another, made for a class of states.

    It is written as Python source, a line for each field, and compiled: a loop over the names takes several times as
    long. A list or dict is copied, one level deeper if the annotation of the field says that it holds lists; all else
    is shared.
    """
    # how a field is copied, by the beginning of its annotation; the first that fits, and "" fits all
    copy = {
        "list[list[": "[entry.copy() for entry in {}]",
        "list[dict[": "[entry.copy() for entry in {}]",
        "list[": "None if {0} is None else {0}[:]",
        "dict[": "{{key: entry[:] if type(entry) is list else entry for key, entry in {}.items()}}",
        "": "{}",
    }
    lines = []
    for name, type_ in state._types.items():
        lines.append(
            f"    new.{name} = {next(copy[begin] for begin in copy if type_.startswith(begin)).format(f'old.{name}')}\n"
        )
    scope: dict[str, object] = {}
    exec(f"def put(old, new):\n{''.join(lines)}", scope)
    return cast("Put", scope["put"])


S = TypeVar("S", bound=Fields)
D = TypeVar("D", bound="StateThatIsDealt")


def state_class(state: type[S]) -> type[S]:
    """Make a class with declared fields into one with a slot for each stored field, used as a decorator.

    The new class knows its fields (`all_fields`, `setup_fields`), those to reset in every round (`_constants` with
    their values, `_made` with the functions that make them), and the annotations (`_types`) by which they are copied.
    """
    fields = []
    rest = {}
    for name, part in vars(state).items():
        if isinstance(part, Field):
            fields.append(_named(part, name))
        elif name not in ("__dict__", "__weakref__"):
            rest[name] = part
    types = {field.name: state.__annotations__[field.name] for field in fields if field.stored}
    rest["__slots__"] = tuple(types)
    slotted = cast(type[S], type(state.__name__, state.__bases__, rest))
    slotted.all_fields = tuple(fields)
    slotted.setup_fields = tuple(field for field in fields if field.setup)
    slotted._constants = []
    slotted._made = []
    for field in fields:
        if not field.stored or not field.lasts.cleared:
            continue
        if field.make:
            slotted._made.append((field.name, field.make))
        else:
            slotted._constants.append((field.name, field.empty))
    slotted._types = types
    return slotted


def _named(field: Field, name: str) -> Field:
    """A field with the name that it has in its class, which is also its key unless it has another."""
    key = field.key
    if not key:
        key = name
    return field._replace(name=name, key=key)


@cache
def lasting(state: type[Fields], *spans: Lifetime) -> tuple[Field, ...]:
    """Return the fields that last this long, except those of a set-up."""
    return tuple(field for field in state.all_fields if not field.setup and field.lasts in spans)


def require(fields: Iterable[Field], data: Head) -> None:
    """Refuse unknown keys and values of the wrong shape in a set-up or position, by raising Misread: the schema then
    says why."""
    if not data:
        return
    known = {field.key: field for field in fields}
    for key, written in data.items():
        field = known.get(key)
        if field is None or not field.kind:
            raise shapeless()
        if not field.by_player:
            _require_shape(field, written)
        elif type(written) is dict:
            for entry in written.values():
                _require_shape(field, entry)
        else:
            raise shapeless()


def _require_shape(field: Field, entry: Any) -> None:
    """Raise Misread if a value of a field has the wrong shape, or is a number below the field's least, or has one in
    it."""
    if not field.kind or not field.kind.takes(entry):
        raise shapeless()
    if field.least is None:
        return
    numbers = [entry]
    if type(entry) is dict:
        numbers = list(entry.values())
    if any(exact(number) < field.least for number in numbers):
        raise shapeless()


def read(
    fields: Iterable[Field],
    reading: ReadingOfFields[object],
    state: StateOfFields,
    data: Head,
    at: Pointer,
    by_hand: ByHand = NOTHING,
) -> None:
    """Fill a state, in place, from a set-up or position, field by field.

    A field whose key is not there, or that does not exist by these rules, keeps its value. `at` is the way to `data`
    in the log, for faults; `by_hand` replaces the kinds of some fields. Raises Misread.
    """
    for field in fields:
        if not field.kind or field.key not in data or not field.lasts.there(reading.rules, state):
            continue
        at_field = at + (field.key,)
        read = by_hand.get(field.name, field.kind).read
        if field.by_player:
            entries = getattr(state, field.name)
            for seat, entry in reading.by_seat(state, data[field.key], at_field).items():
                entries[seat] = read(reading, state, entry, at_field + (state.players[seat],))
            continue
        value = read(reading, state, data[field.key], at_field)
        if field.stored:
            setattr(state, field.name, value)


def fill(
    state: StateOfFields, reading: ReadingOfFields[object], players: Sequence[str], setup: Head, position: Head | None
) -> None:
    """Fill a fresh state, in place, with the players, the set-up, and what a position says about the same fields.

    Raises Misread if a key is unknown or a value has the wrong shape.
    """
    if position is None:
        position = {}
    state.players = tuple(players)
    require(state.setup_fields, setup)
    require(state.all_fields, position)
    read(state.setup_fields, reading, state, setup, ("setup",))
    read(state.setup_fields, reading, state, position, AT)


def first_state(
    state: D, reading: ReadingOfFields[RulesOfRounds], players: Sequence[str], setup: Head, position: Head | None
) -> D:
    """Return a new state with what a set-up says, or the position, and with a dealer."""
    state.begin(reading.rules)
    fill(state, reading, players, setup, position)
    seat_dealer(reading, state, position)
    return state


def seat_dealer(reading: ReadingBy[RulesOfRounds], state: StateThatIsDealt, position: Head | None) -> None:
    """Make whoever sits last the dealer if a position names none; a set-up must name one, or else Misread is raised."""
    if state.dealer < 0:
        if position is None:
            dealer = f"write `setup: {{dealer: {state.players[-1]}}}`"
            raise refuse(f"who deals the first {reading.rules.scoring.unit}? {dealer}", ("setup",))
        state.dealer = len(state.players) - 1


def write(rules: object, state: StateOfFields, by_hand: ByHand = NOTHING) -> dict[str, object]:
    """A state as the `position:` of a log; reading it back gives a state that continues in the same way.

    Empty values are omitted, except those of fields that are `always` written; `by_hand` replaces the kinds of some
    fields.
    """
    data: dict[str, object] = {}
    for field in state.all_fields:
        if not field.kind or not field.lasts.there(rules, state) or not field.written(rules, state):
            continue
        write = by_hand.get(field.name, field.kind).write
        value: Any = ()
        if field.stored:
            value = getattr(state, field.name)
        text: Any = {}
        if field.by_player:
            for seat in _seats_written(rules, state, field, value):
                text[state.players[seat]] = write(rules, state, value[seat])
        elif field.always or value != field.empty:
            text = write(rules, state, value)
        if field.always or text not in ([], {}):
            data[field.key] = text
    return data


def _seats_written(rules: object, state: StateOfFields, field: Field, entries: Sequence[object]) -> list[int]:
    """The seats whose entries of a field by player are written: all of them or those that are not empty, as the field
    says."""
    not_empty = [seat for seat, one in enumerate(entries) if one != field.empty]
    seats: Iterable[int] = not_empty
    if field.whole and (not_empty or field.always):
        seats = range(len(entries))
    return [seat for seat in seats if field.of(rules, state, seat)]
