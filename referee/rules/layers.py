"""Layers: the files of a ruleset, and on them the variants and readings of rulings that are played, each with its origin."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from referee.core.merging import at as value_at
from referee.core.merging import has, lay_over, meet
from referee.core.places import Place, Pointer, RulesetError, to_key
from referee.core.ruleset import Layer
from referee.core.wording import unknown_name
from referee.engines import family_names, is_family
from referee.rules.files import Where, label, top_of
from referee.rules.find import PlaceOf, RulesetFile, RulesetFiles
from referee.rules.settings import (
    Addition,
    Setting,
    about,
    contradictions,
    dotted,
    inside,
    merge_layers,
    place_in,
    shorter,
    words_of,
)

NOT_INHERITED = ("$schema", "extends", "abstract", "why", "given", "examples")
"""Keys of a file that are about the file alone."""


class FileLayers(NamedTuple):
    """The files that a ruleset is made of, oldest first, and the names of those that are house rules; each as a layer; and what
    all of them say together."""

    files: tuple[RulesetFile, ...]
    houses: tuple[str, ...]
    layers: tuple[Layer, ...]
    data: dict[str, Any]


class BareReading(NamedTuple):
    """A reading that sets nothing, its ruling, and where it was picked: it can only be in force already."""

    ruling: str
    reading: str
    where: Where


class Layers(NamedTuple):
    """The layers of a ruleset, the base first; what all of them say together; the words that each sets which was added to the
    game; and the readings that set nothing."""

    layers: tuple[Layer, ...]
    data: dict[str, Any]
    additions: Sequence[Addition]
    bare: Sequence[BareReading]


# -- files -------------------------------------------------------------------------------------------------------------


def lay_files(found: RulesetFiles) -> FileLayers:
    """The files of a ruleset as layers, with their merged data.

    Rulings about a section that house rules removed are dropped, as their question does not arise.
    """
    layers = tuple(map(layer_of, found.files))
    data = merge_layers(layers)
    if found.houses:
        game = merge_layers(layer for layer in layers if layer.own)
        data = _without_moot_rulings(data, game)
    if found.files[-1].document.data.get("abstract"):
        data = {**data, "abstract": True}
    return FileLayers(found.files, found.houses, layers, data)


def layer_of(file: RulesetFile) -> Layer:
    """The layer of a file."""
    document = file.document
    data = {key: value for key, value in document.data.items() if key not in NOT_INHERITED}
    return Layer(document.path, data, document.place, file.own, document.reach, str(document.data.get("extends", "")))


def _without_moot_rulings(data: dict[str, Any], game: Mapping[str, Any]) -> dict[str, Any]:
    """Data without the rulings that are about parts of the game which house rules removed."""
    rulings = data.get("rulings")
    if not isinstance(rulings, dict):
        return data
    kept = {}
    for name, entry in rulings.items():
        section = about(entry)[:-1]
        if has(data, section) or not has(game, section):
            kept[name] = entry
    return {**data, "rulings": kept}


def require_game(base: FileLayers) -> None:
    """Refuse files that give together no name or no known family, or two families, by raising RulesetError."""
    last = base.files[-1].document
    missing = [key for key in ("name", "family") if not isinstance(base.data.get(key), str)]
    if missing:
        message = f"`{missing[0]}:` is missing; a ruleset has a name and a family, or extends one that has"
        raise RulesetError.at(top_of(last), message)
    named = base.data["family"]
    if not is_family(named):
        place = top_of(last)
        if "family" in last.data:
            place = last.place(("family",))
        raise RulesetError.at(place, unknown_name(f"no family is called {named!r}", named, family_names(), "families:"))
    families = [layer for layer in base.layers if "family" in layer.data]
    if named != families[0].data["family"]:
        message = f"what this extends is of the {families[0].data['family']} family, and stays so; remove `family:`"
        raise RulesetError.at(families[-1].place(("family",)), message)


# -- variants and readings ---------------------------------------------------------------------------------------------


def lay(base: FileLayers, variants: Sequence[str], ruling: Mapping[str, str], at: PlaceOf) -> Layers:
    """The layers of files, then those of variants and readings.

    `at` says where a variant or reading was picked. Raises RulesetError if there is none of that name.
    """
    stack = _Stack(base)
    stack.take_readings_of_files(ruling)
    for index, name in enumerate(variants):
        stack.add_variant(name, partial(at, ("variants", index)))
    for ruling_id, reading in ruling.items():
        stack.add_reading(ruling_id, reading, partial(at, ("ruling", ruling_id)))
    return Layers(tuple(stack.layers), stack.data, stack.additions, stack.bare)


class _Stack:
    """Layers laid one on the other, what they say together, and which of them were added to the game."""

    def __init__(self, base: FileLayers) -> None:
        """Begin with the layers of the files; each house rule is an addition with the words that it sets."""
        self.files = base.files
        self.of_files = base.layers
        self.layers = list(base.layers)
        self.data = base.data
        self.additions: list[Addition] = []
        for file, layer in zip(base.files, base.layers, strict=True):
            if not file.own:
                words = {}
                for pointer, value in words_of(layer.data):
                    words[pointer] = Setting(value, partial(layer.place, to_key(pointer)), file.chain)
                self.additions.append(Addition(file.id, f"the house rule {label(file.document)}", words))
        self.bare: list[BareReading] = []

    def take_readings_of_files(self, ruling: Mapping[str, str]) -> None:
        """Lay each reading that a file chooses under `ruling:` on top of that file.

        A choice in the game's own files yields to one in `ruling`, the readings picked from outside.
        """
        readings: dict[str, list[Layer]] = {}
        for ruling_id, reading in self.data.get("ruling", {}).items():
            file, layer = self._last_with(("ruling", ruling_id))
            if file.own and ruling_id in ruling:
                continue
            where = partial(layer.place, ("ruling", ruling_id))
            read = reading_layer(ruling_id, reading, self.data, self.of_files, where)
            readings.setdefault(file.id, []).append(read._replace(place=partial(_always, where)))
            self._note_if_bare(ruling_id, reading, where)
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
        """Lay a variant on top, after those that it extends; it counts as an addition that sets its words and theirs."""
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
        """Lay a reading of a ruling on top, and keep it as an addition with the words that it sets.

        Whether a reading that sets nothing is in force is known only when all is laid.
        """
        layer = reading_layer(ruling_id, reading, self.data, self.layers, where)  # a variant may bring the ruling
        self._note_if_bare(ruling_id, reading, where)
        entry = self.data["rulings"][ruling_id]
        word = about(entry)
        words = {}
        for pointer, value in words_of(_patch(entry, reading)):
            within = pointer[len(word) :]
            file, _ = self._last_with(("rulings", ruling_id, "readings", reading, "value") + within)
            words[pointer] = Setting(value, partial(layer.place, within), file.chain)
        self._lay(layer)
        self.additions.append(Addition(layer.name, f"the {layer.name}", words, where, word[:-1]))

    def _note_if_bare(self, ruling_id: str, reading: str, where: Where) -> None:
        if "value" not in self.data["rulings"][ruling_id]["readings"][reading]:
            self.bare.append(BareReading(ruling_id, reading, where))

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
    """Add the words that a house rule's choice of a reading sets to the words of the house rule.

    `over` are the ids of layers that it may change. Raises RulesetError if the house rule itself sets one of them
    differently.
    """
    own = {pointer: setting.value for pointer, setting in house.words.items()}
    for one, pointer in contradictions(own, words):
        word = dotted(shorter(one, pointer))
        elsewhere = house.words[one].place().where
        raise RulesetError.at(
            where(), f"this reading sets `{word}`, which is set differently in {elsewhere}; remove a line"
        )
    for pointer, value in words.items():
        house.words[pointer] = Setting(value, where, over)


def _always(where: Where, _: Pointer) -> Place:
    return where()


def variant_layers(name: str, data: Mapping[str, Any], layers: Sequence[Layer], at: Where) -> list[Layer]:
    """The layers of the variants that a variant extends, and its own last. Raises RulesetError if one is unknown, or
    for a circle."""
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
        at = partial(place_in, layers, ("variants", extended, "extends"), layers[-1])
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
    """The layer that a reading of a ruling makes, empty if it sets nothing. Raises RulesetError if there is no such
    reading."""
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
    if has(data, about(entry)[:-1]):  # otherwise what it is about is not in the game
        patch = _patch(entry, reading)
    return inside(f"reading {ruling_id}: {reading}", patch, layers, ("rulings", ruling_id, "readings", reading))


def _patch(entry: Mapping[str, Any], reading: str) -> dict[str, Any]:
    """The patch that a reading of a ruling makes; empty, if it has no value."""
    if "value" not in entry["readings"][reading]:
        return {}
    patch: Any = entry["readings"][reading]["value"]
    for key in reversed(about(entry)):
        patch = {key: patch}
    return dict(patch)
