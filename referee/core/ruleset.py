"""A ruleset after extending, patching and choosing: plain data that remembers which file set each value."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any, NamedTuple, cast

from referee.core import Shown
from referee.core.cards import Deck
from referee.core.data import Data, Entry, Words
from referee.core.formula import FormulaError, cases_text
from referee.core.merging import at, holds, merge
from referee.core.places import ANYTHING, Place, Pointer, Reach, RulesetError
from referee.core.words import Word


class Ruling(NamedTuple):
    """One ruling of a ruleset as its `entry` says it; `current` is the value of the word that it is about, `variants` are those
    that are played."""

    name: str
    entry: Entry
    current: object
    variants: Sequence[str] = ()

    @property
    def about(self) -> tuple[str, ...]:
        """The word that it decides."""
        return tuple(self.entry["about"].split("."))

    @property
    def question(self) -> str:
        """The question."""
        return str(self.entry["question"])

    @property
    def readings(self) -> Mapping[str, Entry]:
        """The possible answers by id, including those that only a variant can pick."""
        readings: Mapping[str, Entry] = self.entry["readings"]
        return readings

    @property
    def values(self) -> dict[str, object]:
        """The value that each answer sets for the word."""
        return {reading: entry["value"] for reading, entry in self.readings.items() if "value" in entry}

    @property
    def taken(self) -> str | None:
        """The answer in force; None if a house rule has a value of its own, or if nothing that is played asks the question."""
        by_variant = (reading for reading, entry in self.readings.items() if entry.get("variant") in self.variants)
        return next(
            (reading for reading, value in self.values.items() if holds(value, self.current)), next(by_variant, None)
        )

    @property
    def settled(self) -> bool:
        """Whether a house rule has set a value of its own, so that none of the readings can be picked."""
        return bool(self.values) and self.current is not None and self.taken is None

    @property
    def others(self) -> list[str]:
        """The answers that could be picked instead; of those that are variants if one of them is played."""
        others = [reading for reading, value in self.values.items() if not holds(value, self.current)]
        played = self.taken is not None and "variant" in self.readings[self.taken]
        return others + [reading for reading in self.readings if played and reading not in (*self.values, self.taken)]

    def choice(self, reading: str) -> str:
        """Return how a log picks an answer."""
        variant = self.readings[reading].get("variant")
        if variant:
            return f"`variants: [{variant}]`"
        return f"`ruling: {{{self.name}: {reading}}}`"


class OtherReading(NamedTuple):
    """A ruling that decides an answer: the reading taken, another one in words, and what is `found` by that one."""

    ruling: str
    taken: str
    reading: str
    text: str
    found: Entry


TOLD = ("rules", "rulings", "ruling", "variants", "examples")
"""Keys of a ruleset that hold no words of its rules."""


class Rule(NamedTuple):
    """A rule in words, and its source."""

    id: str
    text: str
    source: str


class Layer(NamedTuple):
    """One file, variant or reading that a ruleset was made of: its own data, the places of its values, what it may load, and
    for a file what it `extends`, as it is written there."""

    name: str
    data: Words
    place: Callable[[Pointer], Place]
    own: bool
    reach: Reach = ANYTHING
    extends: str = ""

    def below(self, base: Pointer) -> Callable[[Pointer], Place]:
        """Return the place of each part of the value at a pointer."""
        return lambda pointer: self.place(base + pointer)


def sets(data: object, pointer: Pointer) -> bool:
    """Return whether plain data holds a value at `pointer`, or something other than a map in place of an ancestor of it."""
    for key in pointer:
        if not isinstance(data, Mapping):
            return True
        if key not in data:
            return False
        data = data[key]
    return True


Asked = tuple[str | None, ...]
"""The way to a word that was asked for; it ends with None where all words of a part were."""


class WatchedWords(cast(Any, Mapping), dict[str, Any]):  # type: ignore[misc]
    """A part of a ruleset that notes the place of each word that is asked for, and None in place of a word where all are.

    As a `Mapping` first it reads itself by its own three methods only, also when it is copied or compared.
    """

    def __init__(self, part: Words, asked: set[Asked], at: tuple[str, ...] = ()) -> None:
        dict.__init__(self, part)
        self._asked = asked
        self._at = at

    def __getitem__(self, word: str) -> Any:
        at = (*self._at, word)
        self._asked.add(at)
        value = dict.__getitem__(self, word)
        if isinstance(value, dict):
            return WatchedWords(value, self._asked, at)
        return value

    def __iter__(self) -> Iterator[str]:
        self._asked.add((*self._at, None))
        return dict.__iter__(self)

    def __len__(self) -> int:
        self._asked.add((*self._at, None))
        return dict.__len__(self)


class ProjectUse(NamedTuple):
    """The additions of a project file to the rules of a log, and what it leaves out of answers; `passed` are project files that
    were found but belong to another user, so that they are not used."""

    file: str = ""
    house: tuple[str, ...] = ()
    variants: tuple[str, ...] = ()
    ruling: Mapping[str, str] = {}
    ignore: tuple[str, ...] = ()
    passed: tuple[str, ...] = ()

    @property
    def lines(self) -> list[str]:
        """Sentences for the user: each project file that is not used and why, then the one in use with what it sets."""
        lines = [f"{file} belongs to another user and is not used; --project {file} uses it" for file in self.passed]
        parts = [f"house rule {house}" for house in self.house]
        parts += [f"variant {variant}" for variant in self.variants]
        parts += [f"ruling {name}={reading}" for name, reading in self.ruling.items()]
        parts += [f"{name} is not reported" for name in self.ignore]
        if parts:
            lines.append(f"{self.file} sets: {', '.join(parts)}")
        return lines

    @property
    def data(self) -> Data:
        """The same as plain data."""
        data = self._asdict()
        data["ruling"] = dict(self.ruling)
        return data


def project_data(project: ProjectUse | None) -> Data:
    """The part of an answer in JSON that names a project file; empty without one."""
    if not project:
        return {}
    return {"project": project.data}


class Ruleset(Shown):
    """The effective rules of one game.

    `data` is the merged ruleset, `words` the record of its words; `layers` run from the oldest ancestor to the last house rule,
    `own` marking the game's own files; `houses` and `variants` name what was added to the game; `restated` gives a rule in
    the words of what is in force; `tables` keeps what `rulesets.table` made, by the number of players; `alike` is the
    ruleset of which this is another reading; `project` is what the project of the log adds, if these are the rules of a log.
    """

    def __init__(
        self,
        data: dict[str, Any],
        deck: Deck,
        words: Word,
        layers: tuple[Layer, ...],
        houses: tuple[str, ...],
        variants: tuple[str, ...],
        restated: Callable[[Ruleset, str], Rule | None] = lambda rules, rule_id: None,
        alike: Ruleset | None = None,
    ) -> None:
        """Keep the parts described in the docstring of the class; `title` and `version` have defaults, `tables`
        begins empty."""
        self.data = data
        self.deck = deck
        self.words = words
        self.layers = layers
        self.houses = houses
        self.variants = variants
        self.name: str = data["name"]
        self.title: str = data.get("title", self.name)
        self.version: int = data.get("version", 1)
        self.family: str = data["family"]
        self.tables: dict[int, Any] = {}
        self.restated = restated
        self.alike = alike
        self.project: ProjectUse | None = None
        self.unchanged: Ruleset | None = None
        """The rules without any of their `changes:`, of rules with some of them; these number the cards."""
        self._cited: dict[str, Rule] = {}

    def alike_with(self, data: Data, *, deck: Deck | None = None, layers: tuple[Layer, ...] = ()) -> Ruleset:
        """Return a ruleset with other data, most of it the same."""
        its = deck or self.deck
        of = layers or self.layers
        alike = Ruleset(data, its, self.words, of, self.houses, self.variants, self.restated, self)
        alike.unchanged = self.unchanged
        return alike

    def changed(self, numbers: Sequence[int]) -> Ruleset:
        """The rules while the entries of `changes:` with these numbers, from 0, are in force: each patch is a layer
        on top."""
        data = {key: value for key, value in self.data.items() if key != "changes"}
        layers = list(self.layers)
        holder = self.layer(("changes",))
        for number in numbers:
            patch = self.data["changes"][number]["patch"]
            place = holder.below(("changes", number, "patch"))
            layers.append(Layer(f"change {number + 1}", patch, place, holder.own, holder.reach))
            data = merge(data, patch)
        changed = self.alike_with(data, layers=tuple(layers))
        changed.unchanged = self
        return changed

    @cached_property
    def full(self) -> Data:
        """The data, with defaults for words that are omitted."""
        told = {key: self.data[key] for key in TOLD if key in self.data}
        words = {key: value for key, value in self.data.items() if key not in told}
        full: Data = self.words.fill(words, *(self.alike.data, self.alike.full) if self.alike else ())
        return full | told

    def part(self, key: str) -> Data:
        """Return a section with its defaults, even if the ruleset does not have it."""
        filled: Data = self.full[key] if key in self.full else self.words.at((key,)).fill({})
        return filled

    def get(self, *pointer: str, default: object = None) -> Any:
        """Return the value at a path of keys, or `default`."""
        value = at(self.data, pointer)
        if value is None:
            return default
        return value

    def rule(self, rule_id: str) -> Rule:
        """Return the rule with this id as it is in force; KeyError if the ruleset does not have it."""
        if rule_id not in self._cited:
            self._cited[rule_id] = self.restated(self, rule_id) or self.own_words(rule_id)
        return self._cited[rule_id]

    def cited(self, rule_id: str) -> Rule:
        """Return the rule with this id as it is in force; without words if the ruleset does not have it."""
        if rule_id in self.data.get("rules", {}):
            return self.rule(rule_id)
        return Rule(rule_id, "", "")

    def own_words(self, rule_id: str) -> Rule:
        """Return the rule with this id as its last text is written, with slots; KeyError if the ruleset does not have it."""
        entry = self.data["rules"][rule_id]
        return Rule(rule_id, entry["text"], entry["source"])

    def ruling_about(self, pointer: Pointer) -> str | None:
        """Return the id of the ruling that decides the value at `pointer`, if there is one."""
        path = ".".join(map(str, pointer))
        for name, ruling in self.data.get("rulings", {}).items():
            if ruling["about"] == path:
                return str(name)
        return None

    @property
    def rulings(self) -> dict[str, Ruling]:
        """The questions that its sources leave open, by id."""
        all_entries = (self.data.get("rulings") or {}).items()
        return {
            name: Ruling(name, entry, self._about(entry["about"].split(".")), self.variants)
            for name, entry in all_entries
        }

    def _about(self, path: list[str]) -> object:
        """Return the value that a ruling is about: what is written, or the default."""
        value = self.get(*path)
        if value is None:
            return self.words.at(tuple(path)).default
        return value

    def other_readings(self, path: str) -> Iterator[OtherReading]:
        """Yield each other reading of the word at a dotted path, if a ruling decides it; `found` is still empty."""
        name = self.ruling_about(tuple(path.split(".")))
        if name is None:
            return
        ruling = self.rulings[name]
        for reading in ruling.others:
            text = ruling.readings[reading]["text"]
            yield OtherReading(name, ruling.taken or str(ruling.current), reading, text, {})

    def layer(self, pointer: Pointer) -> Layer:
        """Return the layer that set the value at `pointer`: the last one that has it, or something in its place."""
        return next((layer for layer in reversed(self.layers) if sets(layer.data, pointer)), self.layers[0])

    def latest(self, *pointers: Pointer) -> Pointer:
        """Return the one of these pointers whose value was set by the latest layer; the first of several."""
        return max(pointers, key=lambda pointer: self.layers.index(self.layer(pointer)))

    def origin(self, pointer: Pointer) -> Place:
        """Return the file and line that set the value at `pointer`."""
        return self.layer(pointer).place(pointer)

    def is_changed(self, pointer: Pointer) -> bool:
        """Return whether a house rule, variant or reading set this value; otherwise it is the game's own."""
        return not self.layer(pointer).own

    def origin_if_changed(self, pointer: Pointer) -> Place | None:
        """Return where a house rule, variant or reading set this value; None when it is the game's own."""
        if not self.is_changed(pointer):
            return None
        return self.origin(pointer)

    def without_value(self, error: FormulaError) -> RulesetError:
        """Return what to say about a formula that has no value, at its line."""
        where = next((pointer for pointer, text in formulas(self.data, ()) if text == error.text), ("scoring",))
        return RulesetError.at(self.origin(where), error.message)


def formulas(data: object, pointer: Pointer) -> Iterator[tuple[Pointer, str]]:
    """Yield the place and text of every text in a ruleset that may be a formula, and of every list of cases, on one
    line.

    `data` is the part of the ruleset at `pointer`; words for readers and patches, which cannot count, are passed
    over.
    """
    if isinstance(data, Mapping):
        for key, value in data.items():
            if pointer or key not in ("rules", "rulings", "variants"):
                yield from formulas(value, pointer + (key,))
    elif isinstance(data, list):
        if pointer[-1:] == ("cases",) and all(isinstance(case, Mapping) for case in data):
            yield pointer, " ".join(cases_text((case.get("when"), case.get("points")) for case in data).split())
        for place, value in enumerate(data):
            yield from formulas(value, pointer + (place,))
    elif isinstance(data, str):
        yield pointer, " ".join(data.split())


@lru_cache(maxsize=8)
def every_word(rules: Ruleset) -> list[tuple[Pointer, Word, object]]:
    """Return all words that a ruleset has, as `Word.walk` does; those of `changes:` are looked at when they are in force."""
    return list(rules.words.walk({key: value for key, value in rules.data.items() if key not in (*TOLD, "changes")}))


class Point(NamedTuple):
    """Something in a ruleset that a log can exercise: its place, and the rule that it cites, if any."""

    pointer: Pointer
    cites: str = ""


Cited = tuple[Pointer, tuple[str, ...]]
"""A word and its rules; it cites the first that the ruleset has."""


def points(rules: Ruleset, words: Iterable[Cited]) -> dict[str, Point]:
    """The points of coverage of a ruleset: what a log can exercise, by dotted path, words first and then rules.

    `words` are words with the rules that each may cite. A rule counts as `rules.<id>` if a word or a fault of the
    family cites it.
    """
    known = rules.get("rules", default={})
    listed = {}
    for pointer, cites in words:
        candidates = (*cites, rules.ruling_about(pointer) or "")
        listed[".".join(map(str, pointer))] = Point(pointer, next((rule for rule in candidates if rule in known), ""))
    cited = {*rules.words.faults, *(point.cites for point in listed.values())}
    listed.pop("deck", None)  # no log can be judged without one
    return listed | {f"rules.{rule}": Point(("rules", rule), rule) for rule in known if rule in cited}


def without_text(rules: Ruleset, words: Iterable[Cited]) -> Iterator[tuple[Pointer, str]]:
    """Yield each word of which the ruleset has no rule that it could cite, with the rule that is missing."""
    known = rules.get("rules", default={})
    return ((pointer, cites[-1]) for pointer, cites in words if cites[-1] and known.keys().isdisjoint(cites))


def deciding(rules: Ruleset, *, left_out: bool = False, anywhere: bool = False) -> Iterator[Cited]:
    """Yield the words written in a ruleset that decide something, each with the rules it may cite, in the order of
    the schema.

    `left_out` adds those with only their default; `anywhere` adds those that other words make irrelevant.
    """
    data = rules.full if left_out else rules.data
    full = None if anywhere else rules.full
    yield from _deciding(rules.words, {key: data[key] for key in data if key not in TOLD}, (), full)


def _deciding(word: Word, value: Any, pointer: Pointer, full: Words | None) -> Iterator[Cited]:
    """Yield a word and those below it that decide something, each with its pointer and the rules that it may cite.

    `full` is the ruleset with defaults, to pass over words that others make irrelevant; None if these count, too.
    """
    if value is None or word.is_off(value):
        return
    if full is not None and not word.speaks_in(full):
        return
    if word.cites:
        named = _name_in(pointer)
        yield pointer, tuple(rule.format(name=named) for rule in word.cites)
    for key in _keys_in_order(word, value):
        yield from _deciding(word.part(key), value[key], pointer + (key,), full)


def _name_in(pointer: Pointer) -> str:
    """The name below the section, with hyphens, that stands for `{name}` in the rules a word cites; "" if there is
    none.

    In a patch of `changes:` the words stand as in a ruleset, three steps deeper.
    """
    path = pointer
    if path[0] == "changes":
        path = path[3:]
    if len(path) < 2:
        return ""
    return str(path[1]).replace("_", "-")


def _keys_in_order(word: Word, value: object) -> Iterable[str | int]:
    """The keys of a map, those of its schema first and in that order, or the indexes of a list; nothing for other
    values."""
    if isinstance(value, list):
        return range(len(value))
    if not isinstance(value, dict):
        return ()
    keys = [key for key in word.parts if key in value]
    keys += [key for key in value if key not in word.parts]
    return keys
