"""Kinds of values in a log, each with its shapes, how it is read and how it is written.

Reading and writing a `position:` are the same rows run in both directions; the items of a log are read with them, too.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import chain
from math import isfinite
from typing import TYPE_CHECKING, Any, NamedTuple

from referee.core.events import Finding, Misread
from referee.core.exact import Number, exact, is_quotient, written
from referee.core.places import Key, Pointer
from referee.core.wording import meant, unknown_name

if TYPE_CHECKING:
    from referee.core.asked import (
        Reading,
        ReadingBy,
        ReadingWithCards,
        RulesOfScoring,
        RulesToTarget,
        RulesWithDeck,
        RulesWithTarget,
        Seated,
    )
    from referee.core.formula import Value

Shape = type | frozenset[str] | tuple[Any, ...] | Callable[[Any], bool]
"""A shape of values: a type (`object`: anything), one of some words, a map or list and the shapes of its values, or what a
function says of it."""
Read = Callable[[Any, Any, Any, Pointer], Any]
"""A reader of a value in a log, from the log's reader, the state so far, what is written and where. Raises Misread."""
Write = Callable[[Any, Any, Any], Any]
"""A writer of a value as a log says it, from the rules, the state and the value."""


def shapeless() -> Misread:
    """Return the refusal of a value of the wrong form; the schema says which is right."""
    return Misread([])


def refuse(message: str, at: Pointer, rule: str = "setup", *, shapeless: bool = False) -> Misread:
    """Return the refusal of what is written at a place, by the rule that it breaks; in a head, that of the set-up."""
    return Misread([Finding(rule, message, at=at)], shapeless=shapeless)


def fits(value: Any, shape: Shape) -> bool:
    """Whether a value has a shape (see `Shape`): a type, one of some words, a list or map of shapes, or a function
    that says so.

    A plain `list` holds text only.
    """
    if isinstance(shape, type):
        if shape is list:
            return type(value) is list and {str}.issuperset(map(type, value))
        return type(value) is shape or shape is object
    if callable(shape):
        return shape(value)
    if isinstance(shape, frozenset):
        return type(value) is str and value in shape
    outer, *inner = shape
    if type(value) is not outer:
        return False
    entries = value
    if outer is dict:
        entries = value.values()
    return not [entry for entry in entries if not fits_one(entry, inner)]


def fits_one(value: Any, shapes: Sequence[Shape]) -> bool:
    """Return whether a value has one of some shapes."""
    kind = type(value)
    if kind in shapes and (kind is not list or {str}.issuperset(map(type, value))):
        return True
    for shape in shapes:  # a loop, since readers spend much of their time here
        if fits(value, shape):
            return True
    return False


def _as_written(reading: object, state: object, value: object, at: Pointer) -> object:
    return value


def _as_is(rules: object, state: object, value: object) -> object:
    return value


class Kind(NamedTuple):
    """The shapes that a value may have in a log, and how to read and write it once its shape is known."""

    shapes: tuple[Shape, ...]
    read: Read = _as_written
    write: Write = _as_is

    def takes(self, value: object) -> bool:
        """Return whether a value has one of the shapes."""
        return fits_one(value, self.shapes)

    def of(self, reading: object, state: object, value: object, at: Pointer) -> Any:
        """Return the value that is written at a place. Raises Misread, without faults if it has none of the shapes."""
        if not fits_one(value, self.shapes):
            raise shapeless()
        return self.read(reading, state, value, at)

    def into(self, make: Callable[[Any], object]) -> Kind:
        """The kind of such a value that becomes something else when it is read."""

        def read(reading: object, state: object, value: object, at: Pointer) -> object:
            return make(self.read(reading, state, value, at))

        return self._replace(read=read)

    def such(self, condition: Callable[[Any], object]) -> Kind:
        """The kind of such a value that fulfils a condition, too."""

        def shape(value: object) -> bool:
            return fits_one(value, self.shapes) and bool(condition(value))

        return self._replace(shapes=(shape,))

    def or_words(self, words: Mapping[str, object]) -> Kind:
        """The same kind, with words that stand for values: `words` maps each word to its value, and is used in both
        directions."""
        back = {value: word for word, value in words.items()}

        def read(reading: object, state: object, text: str, at: Pointer) -> object:
            if text in words:
                return words[text]
            return self.read(reading, state, text, at)

        def write(rules: object, state: object, value: object) -> object:
            if value in back:
                return back[value]
            return self.write(rules, state, value)

        return Kind(self.shapes, read, write)


def target_of(rules: RulesToTarget) -> Value | None:
    """The score that a game is played to, by its rules; None if there is none. A table may choose another."""
    if not rules.scoring.target:
        return None
    return rules.scoring.target({"players": rules.players}, ())


def _target(reading: ReadingBy[RulesWithTarget], state: object, target: Number, at: Pointer) -> Number:
    if reading.rules.scoring.target is None:
        raise refuse("this game is not played to a target", at)
    return exact(target)


def _round(reading: ReadingBy[RulesOfScoring], state: object, number: int, at: Pointer) -> int:
    if reading.rules.scoring.rounds and number > reading.rules.scoring.rounds:
        raise refuse(f"there is no round {number} in this game", at)
    return number


def is_points(value: object) -> bool:
    """Return whether a value is an amount of points: 7, 3.3 or, where no decimals say it, the text '10/3'."""
    if isinstance(value, float):
        return isfinite(value)
    return type(value) is int or is_quotient(value)


def _read_points(reading: object, state: object, number: str | float, at: Pointer) -> Number:
    return exact(number)


def _read_points_if_known(reading: object, state: object, number: str | float | None, at: Pointer) -> Number | None:
    if number is None:
        return None
    return exact(number)


def _write_points(rules: object, state: object, number: object) -> object:
    return written(number)


def _is_whole(value: object) -> bool:
    return type(value) is int and value >= 0


def _is_done(value: object) -> bool:
    return value is True


def _read_seat(reading: Reading, state: Seated, name: str, at: Pointer) -> int:
    return reading.seat(state, name, at)


def _write_seat(rules: object, state: Seated, seat: int) -> str:
    return state.players[seat]


def _read_card(reading: ReadingWithCards, state: object, name: str, at: Pointer) -> int:
    return reading.card(name, at)


def _write_card(rules: RulesWithDeck, state: object, card: int) -> str:
    return rules.deck.ids[card]


NUMBER = Kind((int,))
YES_NO = Kind((bool,))
TEXT = Kind((str,))
POINTS = Kind((int, is_points), _read_points, _write_points)
WHOLE = Kind((_is_whole,))
DONE = Kind((_is_done,))
"""The value after a verb that says everything itself: `pass: true`."""
POINTS_IF_KNOWN = POINTS._replace(shapes=POINTS.shapes + (type(None),), read=_read_points_if_known)
"""An amount of points, or nothing where it is not known."""
TARGET = POINTS._replace(read=_target)
NTH = Kind((int,), _round)
"""The number of a round."""
SEAT = Kind((str,), _read_seat, _write_seat)
CARD = Kind((str,), _read_card, _write_card)


def one_of(*words: str) -> Kind:
    """The kind of one of several words."""
    return Kind((frozenset(words),))


def beginning_of(known: Callable[[Any], Collection[str]], unknown: str, listing: str, rule: str) -> Kind:
    """The kind of a key that is one of the names in the rules, or the beginning of one.

    `known` gives the names from the rules; `unknown` is the sentence about another word: 'it does not count {!r}';
    `listing` goes before all names; `rule` is cited.
    """

    def read(reading: ReadingBy[object], state: object, text: str, at: Pointer) -> str:
        names = known(reading.rules)
        name = meant(text, names)
        if name is None:
            raise refuse(unknown_name(unknown.format(text), text, names, listing), at[:-1] + (Key(text),), rule)
        return name

    return Kind((str,), read)


def either(*kinds: Kind) -> Kind:
    """The kind of a value of one of these kinds: the first whose shape it has reads it. It is not written."""
    *others, last = kinds

    def read(reading: object, state: object, value: object, at: Pointer) -> object:
        for kind in others:
            if fits_one(value, kind.shapes):
                return kind.read(reading, state, value, at)
        return last.read(reading, state, value, at)

    return Kind(tuple(chain.from_iterable(kind.shapes for kind in kinds)), read)


def list_of(kind: Kind) -> Kind:
    """The kind of a list of values of a kind."""

    def read(reading: object, state: object, values: list[object], at: Pointer) -> list[object]:
        return [kind.read(reading, state, value, at + (place,)) for place, value in enumerate(values)]

    def write(rules: object, state: object, values: Iterable[object]) -> list[object]:
        return [kind.write(rules, state, value) for value in values]

    return Kind(((list,) + kind.shapes,), read, write)


def some(kind: Kind) -> Kind:
    """The kind of a list of values of a kind, or of only one, which needs no list."""
    several = list_of(kind)
    return either(several, kind.into(_alone))._replace(write=several.write)


def _alone(one: object) -> list[object]:
    return [one]


def map_of(key: Kind, entry: Kind) -> Kind:
    """The kind of a map with keys of one kind and entries of another, read into a dict."""

    def read(reading: object, state: object, entries: Mapping[str, object], at: Pointer) -> dict[object, object]:
        found = {}
        for name, value in entries.items():
            at_entry = at + (name,)
            found[key.read(reading, state, name, at_entry)] = entry.read(reading, state, value, at_entry)
        return found

    def write(rules: object, state: object, values: Mapping[object, object]) -> dict[object, object]:
        return {key.write(rules, state, name): entry.write(rules, state, value) for name, value in values.items()}

    return Kind(((dict,) + entry.shapes,), read, write)


def pair(key: Kind, entry: Kind) -> Kind:
    """The kind of a map with exactly one entry, which is read as the pair of its key and its value."""
    both = map_of(key, entry)

    def write(rules: object, state: object, value: tuple[object, object]) -> object:
        return both.write(rules, state, dict([value]))

    return both.such(_has_one_entry).into(_only_entry)._replace(write=write)


def _has_one_entry(entries: Mapping[str, object]) -> bool:
    return len(entries) == 1


def _only_entry(entries: Mapping[str, object]) -> tuple[str, object]:
    (entry,) = entries.items()
    return entry


def by_player(kind: Kind) -> Kind:
    """The kind of a map from players to values, which is read as a dict by seat, in the order in which the players
    act now."""

    def read(reading: Reading, state: Seated, entries: object, at: Pointer) -> dict[int, object]:
        found = {}
        for seat, entry in reading.by_seat(state, entries, at).items():
            found[seat] = kind.read(reading, state, entry, at + (state.players[seat],))
        return found

    return Kind(((dict,) + kind.shapes,), read)


def record(parts: Mapping[str, Kind], needs: Collection[str] = (), usual: Mapping[str, object] | None = None) -> Kind:
    """The kind of a map with these keys, read as a dict of values by key.

    Keys in `needs` must be there; a key that is omitted has its `usual` value, or is missing from the dict.
    """
    known: dict[str, object] = {}
    if usual:
        known.update(usual)
    needed = frozenset(needs)

    def shape(entries: object) -> bool:
        if type(entries) is not dict or not parts.keys() >= entries.keys() >= needed:
            return False
        return not [key for key, value in entries.items() if not fits_one(value, parts[key].shapes)]

    def read(reading: object, state: object, entries: Mapping[str, object], at: Pointer) -> dict[str, object]:
        values = dict(known)
        for key, kind in parts.items():
            if key in entries:
                values[key] = kind.read(reading, state, entries[key], at + (key,))
        return values

    def write(rules: object, state: object, values: Mapping[str, object]) -> dict[str, object]:
        entries = {}
        for key, kind in parts.items():
            if key not in values or (key in known and values[key] == known[key]):
                continue
            entries[key] = kind.write(rules, state, values[key])
        return entries

    return Kind((shape,), read, write)


def result(parts: Mapping[str, Kind], of: Callable[..., object]) -> Kind:
    """The kind of the result of a round on a score pad: these parts, any of them, with the `score` and the `totals`
    of players.

    `of` makes the value from the parts by name, and `points`: the score and totals by seat.
    """
    points = dict.fromkeys(("score", "totals"), by_player(POINTS))

    def make(entries: dict[str, object]) -> object:
        gained = {what: entries.pop(what) for what in points if what in entries}
        return of(**entries, points=gained)

    return record({**parts, **points}).into(make)
