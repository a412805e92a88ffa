"""What is wrong with a patch as a patch: lines that change nothing, and lines about what the parent does not have."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from referee.core.merging import at, holds, laid_over
from referee.core.places import Complaint, Key, Pointer
from referee.core.ruleset import Layer
from referee.core.suggest import cut_texts, did_you_mean, nearly
from referee.core.words import Word, word_at
from referee.rules.schemas import SCHEMAS


class PatchFault(NamedTuple):
    """What is wrong with a line of a patch; an `idle` line is harmless: it only changes nothing."""

    pointer: Pointer
    message: str
    idle: bool = False


BESIDE_WORDS = {key: word_at("ruleset.schema.json", SCHEMAS, "properties", key) for key in ("rules", "variants")}
"""Parts of a ruleset to whose record a family adds something."""
IDLE = "is like this in {title} already, so this changes nothing; remove it, or write another value"


def faults(layers: Sequence[Layer], words: Word) -> list[Complaint]:
    """Return what is wrong with house rules as patches of what is below them; `words` are the record of the family's words."""
    return [complaint for complaint, idle in _looked_at(layers, words) if not idle]


def idle_lines(layers: Sequence[Layer], words: Word) -> list[Complaint]:
    """Return the lines of house rules that change nothing: harmless, but maybe not what was intended."""
    return [complaint for complaint, idle in _looked_at(layers, words) if idle]


def _looked_at(layers: Sequence[Layer], words: Word) -> Iterator[tuple[Complaint, bool]]:
    below: dict[str, Any] = {}
    for number, layer in enumerate(layers):
        if number and not layer.own:
            yield from _faults_of(layer, below, words)
        else:
            for pointer, message, idle in _unknown(layer.data, words, ()):
                yield Complaint(layer.place(pointer), message), idle
        below = laid_over(below, layer.data)


def _faults_of(layer: Layer, below: Mapping[str, Any], words: Word) -> Iterator[tuple[Complaint, bool]]:
    title = below.get("title", below.get("name", "what it extends"))
    for pointer, message, idle in (*_compared(layer.data, below, words, ()), *_readings(layer.data, below)):
        yield Complaint(layer.place(pointer), message.replace("{title}", str(title))), idle


def _compared(
    patch: Mapping[str, Any], below: Mapping[str, Any], words: Word | None, path: Pointer
) -> Iterator[PatchFault]:
    keys = words.keys if words else {}
    entry = words.entry if words else None
    cut = cut_texts(patch, words.parts if words and words.closed else None)
    for key, value in patch.items():
        part = keys.get(key, entry) if path or key not in BESIDE_WORDS else BESIDE_WORDS[key]
        pointer = (*path, Key(key))
        name = f"`{'.'.join(map(str, pointer))}`"
        if key not in below and key in cut:
            yield PatchFault(pointer, f"{name} is not a word{cut[key]}")
        elif key not in below:
            yield from _absent(
                pointer, name, value, below, part, free=words is not None and words.named and key not in keys
            )
            yield from _unknown(value, part, pointer)
        elif value is not None and below[key] == value:
            yield PatchFault(pointer, f"{name} {IDLE}", idle=True)
        elif isinstance(value, Mapping) and isinstance(below[key], Mapping) and path[:1] != ("variants",):
            if not value:
                message = f"{name} has nothing below it, so this changes nothing; remove it, or write what changes"
                yield PatchFault(pointer, message, idle=True)
            yield from _compared(value, below[key], part, pointer)


def _unknown(entries: Any, word: Word | None, path: Pointer) -> Iterator[PatchFault]:
    """Keys without a value, in new parts, that are not words: a patch removes them, so no schema sees them."""
    if not isinstance(entries, Mapping) or word is None:
        return
    cut = cut_texts(entries, word.parts) if word.closed else {}
    for key, value in entries.items():
        pointer = (*path, Key(key))
        if value is None and word.closed and key not in word.parts:
            yield PatchFault(pointer, f"`{'.'.join(map(str, pointer))}` is not a word{cut.get(key, '')}")
        elif key != "patch":  # its nulls remove keys, and are checked when it is picked
            part = word.parts.get(key, word.entry) if path or key not in BESIDE_WORDS else BESIDE_WORDS[key]
            yield from _unknown(value, part, pointer)


def _absent(
    pointer: Pointer, name: str, value: Any, below: Mapping[str, Any], part: Word | None, *, free: bool
) -> Iterator[PatchFault]:
    """Yield a key that the parent does not have: there is nothing to remove, and a name near a known one is a slip."""
    key = str(pointer[-1])
    if value is None:
        hint = did_you_mean(key, below) or "; remove this line"
        yield PatchFault(pointer, f"{name} is not in {{title}}, so there is nothing to remove{hint}")
    elif part is not None and part.default is not None and part.default == value:
        yield PatchFault(pointer, f"{name} {IDLE}", idle=True)
    elif free and (meant := nearly(key, below)):
        message = f"{name} is not in {{title}}; did you mean {meant!r}? If it is new, give it a name less like that one"
        yield PatchFault(pointer, message)


def _readings(patch: Mapping[str, Any], below: Mapping[str, Any]) -> Iterator[PatchFault]:
    """Rulings set to the reading that they already have."""
    chosen = patch.get("ruling")
    for name, reading in chosen.items() if isinstance(chosen, Mapping) else ():
        about = at(below, ("rulings", name, "about"))
        entry = at(below, ("rulings", name, "readings", reading))
        current = at(below, tuple(about.split("."))) if isinstance(about, str) else None
        if isinstance(entry, Mapping) and current is not None and holds(entry.get("value"), current):
            message = (
                f"the ruling {name!r} is read as {reading} in {{title}} already, so this changes nothing; remove it"
            )
            yield PatchFault(("ruling", Key(name)), message, idle=True)
