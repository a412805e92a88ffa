"""Offers of what a game could have besides what it has: words with a first value, from the examples in their records.

A record says under `examples` what a word may be, and under `with` what is written together with that, as a patch.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import reduce
from typing import Any, NamedTuple

from referee.core.family import RuleLine
from referee.core.merging import at, both, lay_over, meet, replace
from referee.core.places import Place, Pointer
from referee.core.ruleset import Layer, Ruleset, deciding, without_text
from referee.core.words import Word
from referee.rules.citing import sentences
from referee.rules.decks import deck_in
from referee.rules.words import words


class MapOffers(NamedTuple):
    """The words that a map may contain, by name, with their possible values, and the same of each of them.

    silent: words that would say nothing there.
    """

    new: Mapping[str, tuple[Offer, ...]]
    below: Mapping[str, MapOffers]
    silent: Collection[str]


class Offer(NamedTuple):
    """A value for a word; what is written together with it; the rules that it cites and that have no text yet, with one."""

    value: Any
    along: Mapping[str, Any]
    rules: Mapping[str, str]
    inside: MapOffers


def offers(data: Mapping[str, Any], frame: Collection[str]) -> MapOffers:
    """Return what may be written into a game. `frame` are keys with free values, such as its name."""
    new, below, silent = _offers(words(data["family"]), (), _Game(data))
    return MapOffers(
        {key: offer for key, offer in new.items() if key not in frame},
        {key: inside for key, inside in below.items() if key not in frame},
        silent,
    )


def _in_draft(pointer: Pointer) -> Place:
    return Place("draft", 1, 1)


class _Game:
    """A game as far as it is written, and what it says."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        layer = Layer("draft", data, _in_draft, own=True)
        self.data = data
        self.rules = Ruleset(dict(data), deck_in(data, [layer]), words(data["family"]), (layer,), (), ())

    def unexplained(self) -> dict[str, list[Pointer]]:
        """Return the rules that it cites without a text, each with the words that cite it."""
        words: dict[str, list[Pointer]] = {}
        for pointer, rule in without_text(self.rules, deciding(self.rules)):
            words.setdefault(rule, []).append(pointer)
        return words


def _offers(word: Word, pointer: Pointer, game: _Game) -> MapOffers:
    """The words that may be written into the map at a pointer of a game, by name, and the same for the maps in it."""
    here = at(game.data, pointer)
    if not here:
        here = {}
    new = {}
    below = {}
    silent = set()
    for key, part in word.keys.items():
        if not part.speaks_in(game.rules.full):
            silent.add(key)
        elif part.examples and here.get(key) not in part.examples:
            new[key] = tuple(_alternatives(part, pointer + (key,), game))
        if key in here and part.keys and isinstance(here[key], Mapping):
            below[key] = _offers(part, pointer + (key,), game)
    return MapOffers(new, below, silent)


def _alternatives(word: Word, pointer: Pointer, game: _Game) -> Iterator[Offer]:
    """Yield a word with each of its examples as a value; words inside are offered with the first example that allows
    them."""
    seen: set[str] = set()
    for example in word.examples:
        along: dict[str, Any] = reduce(both, _along(word, example), {})
        after = _Game(lay_over(lay_over(game.data, along), replace({}, pointer, example)))
        inside = _offers(word, pointer, after)
        new = {key: offers for key, offers in inside.new.items() if key not in seen}
        texts = _texts(word, game, after)
        yield Offer(example, along, texts, inside._replace(new=new, silent=seen.union(inside.silent)))
        seen.update(new)


def _along(word: Word, value: Any) -> Iterator[Mapping[str, Any]]:
    """Yield what is written together with a value and with those inside it."""
    yield word.schema.get("with", {})
    if isinstance(value, Mapping):
        for key, part in value.items():
            yield from _along(word.at((key,)), part)


def _texts(word: Word, before: _Game, after: _Game) -> dict[str, str]:
    """Texts for the rules that a word now cites and that have none, made of the sentences of the words that cite
    them.

    `before` and `after` are the game without and with the word.
    """
    old = {line.text for line in sentences(before.rules)}
    texts = dict[str, str]()
    lines = [line for line in sentences(after.rules) if line.text not in old]
    known = before.unexplained()
    for rule, cited in after.unexplained().items():
        if rule in known:
            continue
        texts[rule] = " ".join(line.text for line in lines if _is_about(line, cited))
        if not texts[rule]:
            texts[rule] = word.description
    return texts


def _is_about(line: RuleLine, words: Collection[Pointer]) -> bool:
    """Return whether a sentence is about one of some words, about what holds it, or about something in it."""
    return any(meet(line.pointer, word) for word in words)
