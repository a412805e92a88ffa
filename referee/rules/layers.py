"""The layers over a game: house rules, variants and readings of rulings; what each sets, and which of them go together.

Layers are merged one after another, but nothing depends on their order. Where two of them set a word differently, one says
that it changes the other, or both are refused, in a line that names both and the word. A house rule says so when it extends
another, and when it writes what a variant or a reading sets with it; a variant when it extends another.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations
from typing import Any, NamedTuple

from referee.core.merging import at as value_at
from referee.core.merging import has, holds, lay_over, meet
from referee.core.places import Complaint, Place, Pointer, RulesetError, to_key
from referee.core.ruleset import Layer
from referee.core.wording import number_of, unknown_name
from referee.rules.find import Where, label
from referee.source import Document
from referee.source.files import real_path

PlaceOf = Callable[[Pointer], Place]
"""Says where something was written, by its pointer."""
NOT_INHERITED = ("$schema", "extends", "abstract", "why", "given", "examples")
"""Keys of a file that are about the file alone."""
ABOUT = ("name", "title", "summary", "version", "rules", "ruling")
"""Keys with which a layer speaks of itself and its rules; what a reading under `ruling` sets counts as set by its file."""


class RulesetFile(NamedTuple):
    """A file that a ruleset is made of, whether it is the game's own, and the ids of itself and of all that it extends."""

    document: Document
    own: bool
    chain: frozenset[str]

    @property
    def id(self) -> str:
        """The same for each path that leads to the file."""
        return file_id(self.document)


def file_id(document: Document) -> str:
    """The real path of a file, the same for each path that leads to it."""
    return os.path.realpath(real_path(document.path))


class Setting(NamedTuple):
    """The value that a layer sets for a word; where; and the ids of the layers that it says it changes."""

    value: Any
    place: Where
    over: Collection[str]


class Addition(NamedTuple):
    """A layer that somebody added to the game: its id, what it is called, its words, and where it was picked.

    Of house rules their own lines are to blame, so `picked` is None. `section` is the part of the game that a reading is about;
    where another layer removes it, the question does not arise.
    """

    id: str
    title: str
    words: dict[Pointer, Setting]
    picked: Where | None = None
    section: Pointer = ()


def merge_layers(layers: Iterable[Layer]) -> dict[str, Any]:
    """The data of layers laid one over the other."""
    data: dict[str, Any] = {}
    for layer in layers:
        data = lay_over(data, layer.data)
    return data


def layer_of(file: RulesetFile) -> Layer:
    """The layer of a file."""
    document = file.document
    data = {key: value for key, value in document.data.items() if key not in NOT_INHERITED}
    return Layer(document.path, data, document.place, file.own, document.reach, str(document.data.get("extends", "")))


# -- laying them on the game -------------------------------------------------------------------------------------------


def lay(
    files: Sequence[RulesetFile], data: dict[str, Any], variants: Sequence[str], ruling: Mapping[str, str], at: PlaceOf
) -> tuple[list[Layer], dict[str, Any]]:
    """The layers of files, which together say `data`, then those of variants and readings; and what all say together.

    `at` says where a variant or reading was picked. Raises RulesetError if there is none of that name, or if two layers
    contradict each other.
    """
    stack = _Stack(files, data)
    stack.take_readings_of_files(ruling)
    for index, name in enumerate(variants):
        stack.add_variant(name, partial(at, ("variants", index)))
    for ruling_id, reading in ruling.items():
        stack.add_reading(ruling_id, reading, partial(at, ("ruling", ruling_id)))
    found = list(conflicts(stack.additions))
    if found:
        raise RulesetError(found)
    for ruling_id, reading, where in stack.without_value:
        stack.require_in_force(ruling_id, reading, variants, where)
    return stack.layers, stack.data


class _Stack:
    """Layers laid one on the other, what they say together, and which of them were added to the game."""

    def __init__(self, files: Sequence[RulesetFile], data: dict[str, Any]) -> None:
        self.files = files
        self.of_files = [layer_of(file) for file in files]
        self.layers = list(self.of_files)
        self.data = data
        self.additions: list[Addition] = []
        for file, layer in zip(files, self.of_files, strict=True):
            if not file.own:
                words = {}
                for pointer, value in words_of(layer.data):
                    words[pointer] = Setting(value, partial(layer.place, to_key(pointer)), file.chain)
                self.additions.append(Addition(file.id, f"the house rule {label(file.document)}", words))
        self.without_value: list[tuple[str, str, Where]] = []
        """The readings that set nothing, with their rulings and where they were picked: they can only be in force already."""

    def take_readings_of_files(self, ruling: Mapping[str, str]) -> None:
        """Lay each reading that a file takes on that file; of the game's own files, unless `ruling` has another."""
        readings: dict[str, list[Layer]] = {}
        for ruling_id, reading in self.data.get("ruling", {}).items():
            file, layer = self._last_with(("ruling", ruling_id))
            if file.own and ruling_id in ruling:
                continue
            where = partial(layer.place, ("ruling", ruling_id))
            read = reading_layer(ruling_id, reading, self.data, self.of_files, where)
            readings.setdefault(file.id, []).append(read._replace(place=partial(_always, where)))
            self._note_if_without_value(ruling_id, reading, where)
            for addition in self.additions:
                if addition.id == file.id:
                    _take_words(addition, dict(words_of(read.data)), where, file.chain)
        if readings:
            self.layers = []
            for file, layer in zip(self.files, self.of_files, strict=True):
                self.layers.append(layer)
                self.layers += readings.get(file.id, [])
            beside = {key: self.data[key] for key in ("abstract", "rulings") if key in self.data}
            self.data = merge_layers(self.layers) | beside

    def add_variant(self, name: str, where: Where) -> None:
        """Lay a variant on top, after those that it extends, whose words are also its own unless it changes them."""
        words: dict[Pointer, Setting] = {}
        extended = set[str]()
        for layer in variant_layers(name, self.data, self.of_files, where):
            base = ("variants", layer.name.removeprefix("variant "), "patch")
            for pointer, value in words_of(layer.data):
                file, _ = self._last_with(base + pointer)
                words = {word: setting for word, setting in words.items() if not meet(word, pointer)}
                words[pointer] = Setting(value, partial(layer.place, to_key(pointer)), file.chain | extended)
            extended.add(layer.name)
            if not any(laid.name == layer.name for laid in self.layers):
                self._lay(layer)
        self.additions.append(Addition(f"variant {name}", f"the variant {name}", words, where))

    def add_reading(self, ruling_id: str, reading: Any, where: Where) -> None:
        """Lay a reading on top; whether one that sets nothing is in force is known when all is laid."""
        layer = reading_layer(ruling_id, reading, self.data, self.layers, where)  # a variant may bring the ruling
        self._note_if_without_value(ruling_id, reading, where)
        entry = self.data["rulings"][ruling_id]
        about = _about(entry)
        words = {}
        for pointer, value in words_of(_patch(entry, reading)):
            within = pointer[len(about) :]
            file, _ = self._last_with(("rulings", ruling_id, "readings", reading, "value") + within)
            words[pointer] = Setting(value, partial(layer.place, within), file.chain)
        self._lay(layer)
        self.additions.append(Addition(layer.name, f"the {layer.name}", words, where, about[:-1]))

    def _note_if_without_value(self, ruling_id: str, reading: str, where: Where) -> None:
        if "value" not in self.data["rulings"][ruling_id]["readings"][reading]:
            self.without_value.append((ruling_id, reading, where))

    def require_in_force(self, ruling_id: str, reading: str, variants: Collection[str], where: Where) -> None:
        """Refuse a reading that sets nothing, so that `ruling:` cannot choose it, unless it is in force anyway."""
        if self._is_in_force(ruling_id, reading, variants):
            return
        entry = self.data["rulings"][ruling_id]["readings"][reading]
        choose = entry["text"]
        if "variant" in entry:
            choose = f"write `variants: [{entry['variant']}]`"
        elif "follows" in entry:
            followed = ", ".join(f"{other}: {its_reading}" for other, its_reading in entry["follows"].items())
            choose = f"write `ruling: {{{followed}}}`, which decides it"
        raise RulesetError.at(where(), f"{ruling_id}: {reading} is not chosen by `ruling:`; {choose}")

    def _is_in_force(self, ruling_id: str, reading: str, variants: Collection[str]) -> bool:
        readings = self.data["rulings"][ruling_id]["readings"]
        entry = readings[reading]
        if "variant" in entry:
            return str(entry["variant"]) in variants
        if "follows" not in entry:
            return reading == str(next(iter(readings)))
        for other, its_reading in entry["follows"].items():
            followed = self.data["rulings"].get(other, {})
            value = value_at(followed, ("readings", its_reading, "value"))
            if value is None or not holds(value, value_at(self.data, _about(followed))):
                return False
        return True

    def _lay(self, layer: Layer) -> None:
        self.layers.append(layer)
        self.data = lay_over(self.data, layer.data)

    def _last_with(self, pointer: Pointer) -> tuple[RulesetFile, Layer]:
        """The last file that says what is at a pointer, and its layer; the first file if none does."""
        for file, layer in zip(reversed(self.files), reversed(self.of_files), strict=True):
            if has(layer.data, pointer):
                return file, layer
        return self.files[0], self.of_files[0]


def _take_words(house: Addition, words: Mapping[Pointer, Any], where: Where, over: Collection[str]) -> None:
    """Add the words of a reading that a house rule takes to its own. Raises RulesetError if it sets one of them differently."""
    own = {pointer: setting.value for pointer, setting in house.words.items()}
    for one, pointer in contradictions(own, words):
        word = dotted(_shorter(one, pointer))
        elsewhere = house.words[one].place().where
        raise RulesetError.at(
            where(), f"this reading sets `{word}`, which is set differently in {elsewhere}; remove a line"
        )
    for pointer, value in words.items():
        house.words[pointer] = Setting(value, where, over)


def _always(where: Where, _: Pointer) -> Place:
    return where()


def variant_layers(name: str, data: Mapping[str, Any], layers: Sequence[Layer], at: Where) -> list[Layer]:
    """The patch of a variant as a layer, after those of the variants that it extends. Raises RulesetError if there is none."""
    known = data.get("variants", {})
    chain: list[str] = []
    extended: str | None = name
    while extended is not None:
        if extended not in known:
            _require_not_removed(extended, layers, at)
            message = f"{data.get('title', 'this game')} has no variant {extended!r}"
            raise RulesetError.at(at(), unknown_name(message, extended, known, "its variants:", "none"))
        if extended in chain:
            circle = " → ".join(chain[chain.index(extended) :] + [extended])
            raise RulesetError.at(at(), f"`extends:` leads in a circle of variants: {circle}")
        chain.append(extended)
        at = partial(_place_in, layers, ("variants", extended, "extends"), layers[-1])
        extended = known[extended].get("extends")
    chain.reverse()
    return [inside(f"variant {one}", known[one]["patch"], layers, ("variants", one, "patch")) for one in chain]


def _require_not_removed(variant: str, layers: Sequence[Layer], at: Where) -> None:
    """Refuse a variant that a house rule has removed."""
    for layer in layers:
        if has(layer.data, ("variants", variant)) and value_at(layer.data, ("variants", variant)) is None:
            where = layer.place(to_key(("variants", variant))).where
            raise RulesetError.at(at(), f"the variant {variant} is removed here [{where}]; play by one of the two")


def reading_layer(ruling_id: str, reading: Any, data: Mapping[str, Any], layers: Sequence[Layer], at: Where) -> Layer:
    """The layer of a reading: empty, if it has no value. Raises RulesetError if there is none of that name."""
    rulings = data.get("rulings", {})
    if ruling_id not in rulings:
        message = f"{data.get('title', 'this game')} has no ruling {ruling_id!r}"
        raise RulesetError.at(at(), unknown_name(message, ruling_id, rulings, "its rulings:", "none"))
    entry = rulings[ruling_id]
    readings = entry["readings"]
    if isinstance(reading, dict | list):
        raise RulesetError.at(at(), f"`{ruling_id}:` names one reading; its readings: {', '.join(readings)}")
    if reading not in readings:
        message = f"the ruling {ruling_id!r} has no reading {reading!r}"
        raise RulesetError.at(at(), unknown_name(message, reading, list(readings), "its readings:", "none"))
    patch: Any = {}
    if has(data, _about(entry)[:-1]):  # otherwise what it is about is not in the game
        patch = _patch(entry, reading)
    return inside(f"reading {ruling_id}: {reading}", patch, layers, ("rulings", ruling_id, "readings", reading))


def _patch(entry: Mapping[str, Any], reading: str) -> dict[str, Any]:
    """The patch that a reading of a ruling makes; empty, if it has no value."""
    if "value" not in entry["readings"][reading]:
        return {}
    patch: Any = entry["readings"][reading]["value"]
    for key in reversed(_about(entry)):
        patch = {key: patch}
    return dict(patch)


def _about(ruling: Any) -> Pointer:
    about = None
    if isinstance(ruling, dict):
        about = ruling.get("about")
    if not isinstance(about, str):
        return ()
    return tuple(about.split("."))


def without_moot_rulings(data: dict[str, Any], game: Mapping[str, Any]) -> dict[str, Any]:
    """Data without the rulings that are about parts of the game which house rules removed."""
    rulings = data.get("rulings")
    if not isinstance(rulings, dict):
        return data
    kept = {}
    for name, entry in rulings.items():
        section = _about(entry)[:-1]
        if has(data, section) or not has(game, section):
            kept[name] = entry
    return {**data, "rulings": kept}


def inside(name: str, patch: Any, layers: Sequence[Layer], base: Pointer) -> Layer:
    """A layer whose data is at `base` in earlier layers, each part of it in the last that has it."""
    below = tuple(layers)
    holder = next(layer for layer in reversed(below) if has(layer.data, base))

    def place(pointer: Pointer) -> Place:
        return _place_in(below, base + pointer, holder)

    reach = holder.reach
    for layer in below:
        if has(layer.data, base + ("deck",)):  # the only word that names a file
            reach = layer.reach
    return Layer(name, patch, place, own=False, reach=reach)


def _place_in(layers: Sequence[Layer], pointer: Pointer, otherwise: Layer) -> Place:
    """The place of a pointer in the last of these layers that has something there."""
    holder = otherwise
    for layer in layers:
        if has(layer.data, pointer):
            holder = layer
    place: Place = holder.place(pointer)
    return place


# -- the words of a layer ----------------------------------------------------------------------------------------------


def leaves(data: Mapping[str, Any], at: Pointer = ()) -> Iterator[tuple[Pointer, Any]]:
    """Yield every value in maps that is not a map with something in it, with its place; a whole deck is one value."""
    for key, value in data.items():
        here = at + (key,)
        if isinstance(value, Mapping) and value and not _is_patched_deck(here, value):
            yield from leaves(value, here)
        else:
            yield here, value


def _is_patched_deck(pointer: Pointer, value: Mapping[str, Any]) -> bool:
    """Return whether this is a deck written as a patch of another, which means nothing in parts."""
    return pointer == ("deck",) and "extends" in value


def words_of(data: Mapping[str, Any]) -> Iterator[tuple[Pointer, Any]]:
    """Yield the words that a layer sets, with their values; not what it says about them."""
    for pointer, value in leaves(data):
        if not _only_says(pointer):
            yield pointer, value


def _only_says(pointer: Pointer) -> bool:
    """Return whether a pointer leads to a text: of a variant only its patch sets anything, of a ruling the values."""
    section = pointer[0]
    if section == "variants" and pointer[2:3] == ("patch",):
        return len(pointer) > 3 and _only_says(pointer[3:])
    if section == "variants" and len(pointer) > 2:
        return pointer[2] != "extends"
    if section == "rulings" and len(pointer) > 2:
        return pointer[2] in ("question", "source", "sure") or pointer[4:5] == ("text",)
    return section in ABOUT


def contradictions(first: Mapping[Pointer, Any], second: Mapping[Pointer, Any]) -> Iterator[tuple[Pointer, Pointer]]:
    """Yield the words that are set differently, as they stand in both: the same word, or one that holds the other."""
    above: dict[Pointer, Pointer] = {}
    for one in first:
        for length in range(1, len(one) + 1):
            above[one[:length]] = one
    for pointer, value in second.items():
        meets = above.get(pointer)
        if meets is None:
            meets = _held_in(first, pointer)
        if meets is not None and first[meets] != value:
            yield meets, pointer


def _held_in(words: Mapping[Pointer, Any], pointer: Pointer) -> Pointer | None:
    """The one of these words that holds what is at a pointer."""
    for length in range(1, len(pointer)):
        if pointer[:length] in words:
            return pointer[:length]
    return None


def dotted(pointer: Pointer) -> str:
    """A word as messages name it: 'trick.tie'."""
    return ".".join(map(str, pointer))


# -- conflicts ---------------------------------------------------------------------------------------------------------


def conflicts(additions: Sequence[Addition]) -> Iterator[Complaint]:
    """Yield what two additions set differently, where neither says that it changes the other."""
    for first, second in combinations(additions, 2):
        clashes = list(_clashes(first, second))
        if not clashes:
            continue
        if second.picked is None:
            for one, other in clashes:
                yield _clash_of_houses(first.words[one], second.words[other], dotted(_shorter(one, other)))
        else:
            yield _clash_of_picks(first, second, second.picked, clashes)


def _clashes(first: Addition, second: Addition) -> Iterator[tuple[Pointer, Pointer]]:
    values = {pointer: setting.value for pointer, setting in first.words.items()}
    others = {pointer: setting.value for pointer, setting in second.words.items()}
    for one, other in contradictions(values, others):
        here = first.words[one]
        there = second.words[other]
        if second.id in here.over or first.id in there.over:
            continue
        if not _removes(here, one, second.section) and not _removes(there, other, first.section):
            yield one, other


def _removes(setting: Setting, pointer: Pointer, section: Pointer) -> bool:
    """Return whether a layer removes a section with what it sets at a pointer."""
    return setting.value is None and section[: len(pointer)] == pointer


def _shorter(one: Pointer, other: Pointer) -> Pointer:
    if len(one) < len(other):
        return one
    return other


def _clash_of_houses(first: Setting, second: Setting, word: str) -> Complaint:
    message = f"`{word}` is set here, and differently in {first.place().where}"
    advice = "let one of the two house rules extend the other to say which counts, or remove a line"
    return Complaint(second.place(), f"{message}; {advice}")


def _clash_of_picks(
    first: Addition, second: Addition, where: Where, clashes: Sequence[tuple[Pointer, Pointer]]
) -> Complaint:
    one, other = clashes[0]
    word = f"`{dotted(_shorter(one, other))}`"
    if len(clashes) > 1:
        word += f" and {number_of(len(clashes) - 1, 'more words')}"
    them = "them" if len(clashes) > 1 else "it"
    sets = f"{second.title} sets {word}, and {first.title} sets {them} differently [{first.words[one].place().where}]"
    advice = "play by one of the two"
    if first.picked is None and second.id.startswith("variant "):
        name = second.id.removeprefix("variant ")
        advice += ", or say in that house rule, or in one that extends it, what counts: "
        advice += f"`variants: {{{name}: {{patch: …}}}}`"
    elif first.id.startswith("variant ") and second.id.startswith("variant "):
        advice += ", or let one of them extend the other to say which counts"
    return Complaint(where(), f"{sets}; {advice}")
