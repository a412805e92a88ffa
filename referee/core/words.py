"""Records of the words of a ruleset, made from their schema: their defaults, sentences and points of coverage come from these.

Besides what JSON Schema knows (`description`, `default`, `enum`) a word may have these annotations:

- `cites`: the rule that it cites when it is broken or decides something, or several, of which the first that a ruleset has
counts; `{name}` is the name below the section, and an empty one at the end says that it may cite none. Such a word is a point
of coverage; a word without `cites` is not.
- `says`: the sentence that it makes, or one for each value (`else` for all others, `null` if it is omitted), or under the name
of a part one for each value of that.
- `off`: values with which it decides nothing.
- `ordered`: whether the order of the keys of a map means something.
- `with`: what is written together with its `examples`, and with it in those of what holds it, as a patch; null removes.
- `called`, of a whole schema: what the names in formulas mean, by name (see `core/formula_words.py`); `formulas`: by the
kind of formula, which of them it may ask for, each at more length.
- `faults`, of a whole schema: the rules that a fault may cite in every game, whatever its words.
- `apart`, of a whole schema: the paths of words that only one game of the family has, by the name of that game. The page of
the family has a table of them, apart from what all its games share.
- `where`: other words, each with the values with which this word decides something (true: any except 0, false and none); with
other values it says nothing, and there are no events with a verb. It may be a map of `all`, `any` and `not`, as `needs` have.
- `also`: other names under which players look for it, with underscores: a key of such a name is answered with this word.
- `instead`: the end of the sentence about a map with too many keys, or a list with too many items.
- `names`: what kind of thing it refers to, such as a card of the deck, or what must be true of it; for keys, in
`propertyNames`. A kind that begins with `new` is a name that the ruleset chooses for its formulas.
- `needs`: what must also be so for it to matter, or several such needs, of which the first that is not met is said. Each is the
path of a word that must have some value other than 0, false and none, and whose `lacking` is the sentence if it has not; or a
map of `all`, `any` and `not`, with words and their values as in `where` (all hold, one holds, not all hold), and `else`, the
sentence, with `{value}`, `{name}`, the key, `{of}`, the key of what it is a part of, and other words by their paths. It counts
`for` these values (true: any except 0, false and none; "written": any at all; "on": any that is not `off`; omitted: any that
is not the usual one).
- `common`, of a whole schema: needs of several words, by name, to which these refer with `$ref`.
- `fits`: the same of what must be so for it to make sense at all: `needs` says nothing if a later layer took away what a word
needs, `fits` does.
- `does`, of a verb: what it says of a player who does it, "lays off"; without it what happened comes after a colon.
- `mark`, of a verb about a card: what may be written behind the card instead as it is played, `!`.
- `by_nobody`, of a verb: whether nobody does it of whom the log does not say so.

A path is dotted; one that begins with a dot begins beside the word, with two dots one level above that. `*` in it stands for
all entries of a map: one of them must have the value. Instead of a list of values there may be a comparison with a number or
another word, such as `{"most": "groups"}`, which counts the things in a list or map and holds for a word that is omitted; or
names of which formulas mention one: `{"mentions": ["target"]}`, or true for the key of the word itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, partial, reduce
from operator import eq, ge, gt, le, lt
from typing import Any

from referee.core.data import Schema, Words
from referee.core.merging import at
from referee.core.places import Key, Pointer
from referee.core.wording import NOTHING, Called, in_list

Schemas = Mapping[str, Schema]
"""The schemas by the names of their files."""


def _plain(name: str) -> str:
    """Return a name as the keys of schemas are written."""
    return re.sub("[- ]", "_", name.casefold())


def _property_of(key: str, otherwise: object = None) -> Any:
    """Return the property that is what a schema says under a key."""
    return property(lambda word: word.schema.get(key, otherwise))


class Word:
    """One value of a ruleset or a log as its schema describes it, references followed; the schemas are known by file name.

    Nothing is read before it is needed.
    """

    def __init__(self, schema: object, home: str, schemas: Schemas) -> None:
        self._given = schema, home
        self._schemas = schemas

    @cached_property
    def _whole_schema(self) -> tuple[Schema, str]:
        return _follow(*self._given, self._schemas)

    @property
    def schema(self) -> Schema:
        """Everything that its schema says, including what it refers to."""
        return self._whole_schema[0]

    description: str = _property_of("description", "")
    """Its meaning, in words."""
    default: Any = _property_of("default")
    """Its value if it is omitted; None if it has none."""
    examples: Sequence[object] = _property_of("examples", ())
    """Possible values that its record shows: for a small game of the family."""
    called: Called = _property_of("called", NOTHING)
    """Meanings of the names in formulas, for a whole schema."""
    formulas: Mapping[str, Called] = _property_of("formulas", NOTHING)
    """Names that each kind of formula may ask for, each in words, for a whole schema."""
    faults: Sequence[str] = _property_of("faults", ())
    """The rules that a fault may cite in every game, for a whole schema."""

    @property
    def named(self) -> bool:
        """Whether it is a map with names that its writer chooses."""
        return "$ref" in self.schema.get("propertyNames", ())

    @property
    def choices(self) -> tuple[object, ...]:
        """The values that it may have, except null, if they can be listed."""
        return tuple(choice for choice in self.schema.get("enum", ()) if choice is not None)

    @property
    def cites(self) -> tuple[str, ...]:
        """Its rules; it cites the first that a ruleset has."""
        cited = self.schema.get("cites", ())
        if isinstance(cited, str):
            return (cited,)
        return tuple(cited)

    @cached_property
    def keys(self) -> dict[str, Word]:
        """The keys that it may have, if it is a map with fixed keys."""
        return {key: self.below(part) for key, part in self.schema.get("properties", {}).items()}

    @cached_property
    def parts(self) -> dict[str, Word]:
        """The keys that it may have, also if only one of its forms is a map."""
        return self.keys | {key: word for form in self.forms for key, word in form.keys.items()}

    @cached_property
    def closed(self) -> bool:
        """Whether it may have only these keys."""
        forms = [self.schema, *(form.schema for form in self.forms)]
        maps = [form for form in forms if "properties" in form]
        return bool(maps) and all(form.get("additionalProperties") is False for form in maps)

    @cached_property
    def forms(self) -> tuple[Word, ...]:
        """The forms that it may have, if there are several."""
        return tuple(self.below(form) for form in self.schema.get("anyOf", ()))

    @cached_property
    def names(self) -> str:
        """What kind of thing its value refers to, in one of its forms; empty if nothing is known."""
        return str(self.schema.get("names", "")) or next((form.names for form in self.forms if form.names), "")

    def walk(self, value: object, at: Pointer = ()) -> Iterator[tuple[Pointer, Word, Any]]:
        """Yield this word, each of its forms, and every word inside a value of it, with its place and its value.

        Keys that the writer of a map chose are yielded, too, with a `Key` as the last step of their place.
        """
        yield at, self, value
        for form in self.forms:
            yield from form.walk(value, at)
        if isinstance(value, dict):
            for key, inner in value.items():
                if key not in self.keys:
                    yield at + (Key(key),), self._inside[0], key
                yield from self.keys.get(key, self._inside[1]).walk(inner, at + (key,))
        elif isinstance(value, list):
            for place, inner in enumerate(value):
                yield from self._inside[2].walk(inner, at + (place,))

    @cached_property
    def _inside(self) -> list[Word]:
        """The keys that the writer of a map chooses, what they hold, and what each item of a list holds."""
        return [self.below(self.schema.get(part)) for part in ("propertyNames", "additionalProperties", "items")]

    @cached_property
    def entry(self) -> Word:
        """What each key of a map with free keys holds, or each item of a list; an empty word if nothing is known."""
        return self.below(self.schema.get("additionalProperties") or self.schema.get("items"))

    def key_also_called(self, name: str) -> str:
        """Return the key of this map for which a player may look under another name; empty if there is none."""
        for key, word in self.keys.items():
            if _plain(name) in word.schema.get("also", ()):
                return key
        return ""

    def path_below(self, name: str) -> str:
        """Return the word of this name, or for which players look under it, anywhere in this one, as a path with dots; empty if
        there is none, or if there are different ones."""
        found: list[tuple[str, ...]] = []
        for path, word in self._keys_below():
            if _plain(name) == path[-1] or _plain(name) in word.schema.get("also", ()):
                found.append(path)
        different = {path[-1] for path in found}
        if len(different) != 1:
            return ""
        found.sort(key=len)
        return ".".join(found[0])  # longer paths only say when else the word is in force

    def _keys_below(self, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Word]]:
        """Yield every key of fixed maps in this word, with its path; not those of selectors, whose keys stand everywhere."""
        if self.names == "cards":
            return
        for key, word in self.parts.items():
            yield path + (key,), word
            yield from word._keys_below(path + (key,))

    def part(self, key: str | int) -> Word:
        """Return what a key of a map holds, or an item of a list."""
        return self.parts.get(str(key), self.entry)

    def at(self, pointer: Pointer) -> Word:
        """Return the word at a path."""
        return reduce(Word.part, pointer, self)

    def fill(self, value: object, other: object = None, known: object = None) -> Any:
        """A value with the defaults for everything omitted in it.

        `known` is the result for `other`, a value of the same word: what the two have in common is not filled again.
        """
        if value is None:
            return self.omitted
        if known is not None and value is other:
            return known
        if not isinstance(value, dict | list) or not self.schema:
            return value
        if isinstance(value, list):
            return [self.entry.fill(part) for part in value]
        if isinstance(other, dict):
            others = other
        else:
            others = {}
        if isinstance(known, dict):
            knowns = known
        else:
            knowns = {}
        full = {}
        for key, inner in value.items():
            filled = self.part(key).fill(inner, others.get(key), knowns.get(key))
            if filled is not None:
                full[key] = filled
        return full | {key: default for key, default in self._defaults if key not in value}

    @cached_property
    def omitted(self) -> Any:
        """The value where it is omitted, its default with all defaults in that: made once, and shared by every value
        without it."""
        if self.default is None:
            return None
        return self.fill(self.default)

    @cached_property
    def _defaults(self) -> tuple[tuple[str, object], ...]:
        """What each of its keys that has a default comes to where it is omitted."""
        omitted = ((key, part.omitted) for key, part in self.parts.items())
        return tuple((key, default) for key, default in omitted if default is not None)

    def sentence(
        self, value: object, name: str = "", called: Called = NOTHING, parts: Mapping[str, str] = NOTHING
    ) -> str:
        """The sentence of the rule book that this word makes with a value; "" if it makes none.

        `name` is its key, if its writer chose that; `parts` are the texts for slots such as `{cards}`. A sentence
        about a formula may contain the `{condition}`, the `{amount}` or, for a name of the writer's own, its
        `{definition}`; `called` has the meanings of the names in it. One about a list says what stands between its
        things, `{value:, }` or `{value:or}`, one about a map what stands between its keys and their values, `{value:
        = }`; an empty one makes no sentence.
        """
        says = self.schema.get("says", {})
        of = value
        if isinstance(value, Mapping) and isinstance(says, Mapping) and (by := next(iter(says), "")) in value:
            says = says[by]
            of = value[by]
        if isinstance(says, Mapping):  # by the value as JSON writes it
            if of is None:
                key = "null"
            elif isinstance(of, bool):
                key = str(of).lower()
            else:
                key = str(of)
            says = says.get(key, says.get("else", "") if of is not None else "")
        asked = set(re.findall(r"\{(\w+)", says))
        if value in (None, [], {}) and asked - {"name"}:
            return ""
        words = dict(parts)
        if asked & {"condition", "amount", "definition"}:
            from referee.core.formula_words import amount, condition, definition

            write: dict[str, Callable[..., str]]
            write = {"condition": condition, "amount": amount, "definition": partial(definition, name)}
            words |= {what: write[what](value, called) for what in asked & write.keys()}
        return str(says.format(value=in_sentence(value), name=name, **words))

    def is_off(self, value: object) -> bool:
        """Return whether it decides nothing with this value."""
        return any(same(off, value) for off in self.schema.get("off", ()))

    def speaks_in(self, full: Words) -> bool:
        """Return whether the other words of a ruleset, with defaults, let it say anything, or let such events happen."""
        where = self.schema.get("where", {})
        return not where or _is_so(where if where.keys() & {"any", "not"} else {"all": where}, full, ())

    @cached_property
    def wants(self) -> dict[str, list[Schema]]:
        """What must also be so for it to matter (`needs`) and to make sense (`fits`)."""
        return {kind: list(map(self._need, as_list(self.schema.get(kind, [])))) for kind in ("needs", "fits")}

    def _need(self, given: str | Schema) -> Schema:
        if isinstance(given, str):
            # a path is one of the rules of the family in whose schema the word stands, whatever it refers to
            word = word_at(self._given[1], self._schemas).at(tuple(given.split(".")))
            return {"all": {given: True}, "else": word.schema["lacking"]}
        if "$ref" in given:
            return referent(given["$ref"], self._whole_schema[1], self._schemas)[0]
        return given

    def unmet(self, kind: str, value: object, full: Words, here: Pointer) -> tuple[list[Pointer], str] | None:
        """The first of the needs of a kind ('needs' or 'fits') that is not met in a ruleset where this value is
        `here`.

        It is the places of the words that it is about, and its sentence; None if all are met. `full` is the ruleset
        with defaults.
        """
        if kind in self.schema and value is not None:
            for need in self.wants[kind]:
                if _is_so(need, full, here):
                    continue
                match need.get("for"):
                    case None:
                        counts = not same(self.fill(value), self.omitted)
                    case "written":
                        counts = True
                    case "on":
                        counts = not self.is_off(value)
                    case wanted:
                        counts = _is_one(value, wanted, full, here)
                if counts:
                    paths = [path_from(path, here) for kind in ("all", "any", "not") for path in need.get(kind, ())]
                    paths = [path[: path.index("*")] if "*" in path else path for path in paths]
                    return paths, _fill_in(need["else"], value, full, here)
        return None

    def below(self, part: object) -> Word:
        return Word(part, self._whole_schema[1], self._schemas)


class _List(list[object]):
    """A list in a sentence."""

    def __format__(self, between: str) -> str:
        if between in ("and", "or"):
            return in_list(self, between)
        return (between or ", ").join(map(str, self))


class _Map(dict[str, object]):
    """A map in a sentence."""

    def __format__(self, between: str) -> str:
        return ", ".join(f"{key}{between or ' '}{value}" for key, value in self.items())


def in_sentence(value: object) -> object:
    """Return a value of which a sentence can say the parts."""
    if isinstance(value, dict):
        return _Map((key, in_sentence(part)) for key, part in value.items())
    if isinstance(value, list):
        return _List(value)
    return value


def word_at(file: str, schemas: Schemas, *path: str) -> Word:
    """Return what a schema file describes, as a whole or at a path such as '$defs', 'event'."""
    return Word({"$ref": f"{file}#{''.join(f'/{step}' for step in path)}"}, file, schemas)


def as_list(value: object) -> list[Any]:
    """Return a list unchanged, a single value as a list of one."""
    if isinstance(value, list | tuple):
        return list(value)
    return [value]


def same(one: object, other: object) -> bool:
    """Return whether two values are the same; true is not 1."""
    return isinstance(one, bool) is isinstance(other, bool) and bool(one == other)


def path_from(path: str, here: Pointer) -> Pointer:
    """Return where the word at a dotted path is: a path that begins with dots begins beside, or above, the word here."""
    up = len(path) - len(path.lstrip("."))
    return (*here[: len(here) - up if up else 0], *path[up:].split("."))


def _is_so(condition: Schema, full: Words, here: Pointer) -> bool:
    """Whether the words under `all` have their values, one of those under `any`, and not all of those under `not`.

    Each of the three maps dotted paths of words to the values wanted; a path may begin at `here`.
    """
    all_true, any_true, forbidden = (
        [
            any(_is_one(value, values, full, here) for value in _values(full, path_from(path, here)))
            for path, values in condition.get(kind, {}).items()
        ]
        for kind in ("all", "any", "not")
    )
    return all(all_true) and (not any_true or any(any_true)) and not (forbidden and all(forbidden))


def _values(data: object, pointer: Pointer) -> list[object]:
    """Return the value at a pointer, or None; with `*` for a key, the values of all entries that have one."""
    if "*" not in pointer:
        return [at(data, pointer)]
    place = pointer.index("*")
    values = []
    for entry in (at(data, pointer[:place]) or {}).values():
        values.append(at(entry, pointer[place + 1 :]))
    return [value for value in values if value is not None]


COMPARISONS: Mapping[str, Callable[[Any, Any], bool]] = {
    "least": ge, "most": le, "below": lt, "above": gt, "equal": eq, "odd": lambda number, wanted: number % 2 == wanted,
}  # fmt: skip


def _is_one(value: object, wanted: Any, full: Words, here: Pointer) -> bool:
    """Whether a value is one of those wanted; true stands for any except 0, false and none.

    `wanted` may also be comparisons with numbers or other words ({'most': 'groups'}), or names that formulas must
    mention.
    """
    if not isinstance(wanted, Mapping):
        if wanted is True:
            return bool(value)
        return any(same(value, other) for other in wanted)
    names = wanted.get("mentions")
    if names:
        return any(mention(value, name) for name in ([str(here[-1])] if names is True else names))
    limits = (
        (comparison, _size(limit, full, here) if isinstance(limit, str) else limit)
        for comparison, limit in wanted.items()
    )
    return value is None or all(COMPARISONS[comparison](_number(value), limit) for comparison, limit in limits)


def mention(texts: object, name: str) -> bool:
    """Return whether some formulas ask for a name."""
    if isinstance(texts, Mapping):
        return any(mention(text, name) for text in texts.values())
    return name in re.findall(r"\w+", str(texts))


def _size(path: str, full: Words, here: Pointer) -> object:
    """Return the value of the word at a dotted path as a number."""
    return _number(at(full, path_from(path, here)))


def _number(value: object) -> object:
    """Return how many things a list or a map has, 0 for none, and any other value as it is."""
    if isinstance(value, list | dict):
        return len(value)
    if value is None:
        return 0
    return value


def _fill_in(sentence: str, value: object, full: Words, here: Pointer) -> str:
    """A sentence with `{value}`, `{name}` and `{of}` (the key, and that above it), and `{a.path}` of other words,
    filled in."""
    known = {"value": value, "name": here[-1], "of": here[-2] if here[1:] else ""}

    def word(match: re.Match[str]) -> str:
        return str(known[match[1]] if match[1] in known else _size(match[1], full, here))

    return re.sub(r"\{(\.*[a-z_]+(?:\.[a-z_]+)*)\}", word, sentence)


def _follow(schema: object, home: str, schemas: Schemas) -> tuple[Schema, str]:
    """Return a schema merged with the one that its reference leads to, and the file of that; keys next to the reference win."""
    if not isinstance(schema, Mapping):
        return {}, home
    if "$ref" not in schema:
        return dict(schema), home
    target, there = _follow(*referent(schema["$ref"], home, schemas), schemas)
    merged = dict(target)
    for key, value in schema.items():
        if key == "$ref":
            continue
        if there != home:
            value = _with_file(value, home)
        merged[key] = value
    return merged, there


def _with_file(part: Any, file: str) -> Any:
    """Return a part of a schema in which each reference names the file that it leads to, so that it may stand in another."""
    if isinstance(part, list):
        return [_with_file(item, file) for item in part]
    if not isinstance(part, Mapping):
        return part
    copy = {}
    for key, value in part.items():
        copy[key] = _with_file(value, file)
        if key == "$ref" and value.startswith("#"):
            copy[key] = file + value
    return copy


def referent(reference: str, home: str, schemas: Schemas) -> tuple[Schema, str]:
    """Return the schema that a reference in the file `home` leads to, and the file in which that is."""
    file, _, path = reference.partition("#")
    target: Any = schemas[file or home]
    for step in path.split("/")[1:]:
        target = target[int(step) if isinstance(target, list) else step]
    return target, file or home
