"""The words that a layer sets, with their places, and the words that two layers set differently."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from referee.core.merging import has, lay_over
from referee.core.places import Place, Pointer
from referee.core.ruleset import Layer
from referee.rules.files import Where

ABOUT = ("name", "title", "summary", "version", "rules", "ruling")
"""Keys with which a layer speaks of itself and its rules; what a reading under `ruling` sets counts as set by its file."""


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


def inside(name: str, patch: Any, layers: Sequence[Layer], base: Pointer) -> Layer:
    """A layer made of a part of earlier layers, such as the patch of a variant, which stands at `base` in one of
    them.

    `patch` is its data; each part of it has its place in the last layer that sets it.
    """
    below = tuple(layers)
    holder = next(layer for layer in reversed(below) if has(layer.data, base))

    def place(pointer: Pointer) -> Place:
        return place_in(below, base + pointer, holder)

    reach = holder.reach
    for layer in below:
        if has(layer.data, base + ("deck",)):  # the only word that names a file
            reach = layer.reach
    return Layer(name, patch, place, own=False, reach=reach)


def place_in(layers: Sequence[Layer], pointer: Pointer, otherwise: Layer) -> Place:
    """The place of a pointer in the last of these layers that has something there, or in the layer `otherwise`."""
    holder = otherwise
    for layer in layers:
        if has(layer.data, pointer):
            holder = layer
    place: Place = holder.place(pointer)
    return place


def about(ruling: object) -> Pointer:
    """The path of the word that a ruling is about; () if the ruling does not say."""
    word = None
    if isinstance(ruling, dict):
        word = ruling.get("about")
    if not isinstance(word, str):
        return ()
    return tuple(word.split("."))


def leaves(data: Mapping[str, Any], at: Pointer = ()) -> Iterator[tuple[Pointer, Any]]:
    """Yield every value in nested maps that is not itself a map, or is an empty one, with its pointer; a deck is one
    value."""
    for key, value in data.items():
        pointer = at + (key,)
        if isinstance(value, Mapping) and value and not _is_patched_deck(pointer, value):
            yield from leaves(value, pointer)
        else:
            yield pointer, value


def _is_patched_deck(pointer: Pointer, value: Mapping[str, Any]) -> bool:
    """Return whether this is a deck written as a patch of another, which means nothing in parts."""
    return pointer == ("deck",) and "extends" in value


def words_of(data: Mapping[str, Any]) -> Iterator[tuple[Pointer, Any]]:
    """Yield the words that a layer sets, with their values; not what it says about them."""
    for pointer, value in leaves(data):
        if not _only_says(pointer):
            yield pointer, value


def _only_says(pointer: Pointer) -> bool:
    """Whether a pointer in a layer leads to a text for readers, which sets nothing.

    Of a variant only its patch and `extends` set something, of a ruling the word it is about and its values.
    """
    section = pointer[0]
    if section == "variants" and pointer[2:3] == ("patch",):
        return len(pointer) > 3 and _only_says(pointer[3:])
    if section == "variants" and len(pointer) > 2:
        return pointer[2] != "extends"
    if section == "rulings" and len(pointer) > 2:
        return pointer[2] in ("question", "source", "sure") or pointer[4:5] == ("text",)
    return section in ABOUT


def contradictions(first: Mapping[Pointer, Any], second: Mapping[Pointer, Any]) -> Iterator[tuple[Pointer, Pointer]]:
    """Yield each pair of pointers at which two sets of words differ: the same word, or one that lies inside the
    other, unless that is an empty map."""
    # each pointer to a word of the first, or to a map around one, with that word
    above: dict[Pointer, Pointer] = {}
    for one in first:
        for length in range(1, len(one) + 1):
            above[one[:length]] = one
    for pointer, value in second.items():
        meets = above.get(pointer)
        if meets is None:
            meets = _word_above(first, pointer)
        if meets is None or first[meets] == value:
            continue
        if not _has_room(pointer, value, meets) and not _has_room(meets, first[meets], pointer):
            yield meets, pointer


def _has_room(pointer: Pointer, value: object, other: Pointer) -> bool:
    """Whether the value at a pointer is an empty map around what is at the other, `bidding: {}` around `bidding.hook`."""
    return value == {} and len(pointer) < len(other)


def _word_above(words: Mapping[Pointer, Any], pointer: Pointer) -> Pointer | None:
    """The one of these words that holds what is at a pointer."""
    for length in range(1, len(pointer)):
        if pointer[:length] in words:
            return pointer[:length]
    return None


def shorter(one: Pointer, other: Pointer) -> Pointer:
    """The shorter of two pointers, the second if they are equally long."""
    if len(one) < len(other):
        return one
    return other


def dotted(pointer: Pointer) -> str:
    """A word as messages name it: 'trick.tie'."""
    return ".".join(map(str, pointer))
