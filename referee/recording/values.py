"""What may be written after a verb, as the value in a log: words become lists, numbers, maps of players."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from referee import source
from referee.core.cards import Deck
from referee.core.places import SourceError
from referee.core.words import word_at
from referee.engines import family
from referee.recording.here import Here
from referee.rules import rulesets

MOST_READINGS, MOST_TRIED = 6, 1_000
"""How many readings of a part of a map are tried, and of all its parts together."""
PAIR = re.compile(r"(.+?)[ =:]+(\d+)")


def values(here: Here, verb: str, text: str) -> Iterator[Any]:
    """The values that a text may stand for, the most likely first; the game decides which of them it can read."""
    if text[:1] in ("[", "{"):
        try:
            yield source.parse(text, "<entry>.yaml").data
        except SourceError:
            return
        return
    yield from _of_options(here, verb, text)
    yield from _with_keys(here, verb, text)
    if not text:
        yield from (True, {}, "yes")
        return
    words = [_word(word) for word in text.split()]
    if len(words) == 1:
        yield words[0]
        if isinstance(words[0], int):
            yield text
    yield from _by_player(here, text, words)
    if "," in text:
        yield [_word(part.strip()) for part in text.split(",") if part.strip()]
    elif len(words) > 1:
        yield words
    cards = _cards(here.game.ruleset.deck, text)
    if cards:
        yield cards
    yield text
    found = PAIR.fullmatch(text)
    if found:
        yield {found[1]: int(found[2])}
    pairs = _pairs(here, text)
    if pairs:
        yield pairs


def _word(word: str) -> Any:
    return int(word) if re.fullmatch(r"-?\d{1,9}", word) else word


def _of_options(here: Here, verb: str, text: str) -> Iterator[Any]:
    """The value of an option of the same verb, with the typed number in place of its own."""
    if not text.isdecimal():
        return
    for option in here.legal_options:
        value = option.item.get(verb)
        if isinstance(value, Mapping) and sum(type(part) is int for part in value.values()) == 1:
            yield {key: int(text) if type(part) is int else part for key, part in value.items()}


def _with_keys(here: Here, verb: str, text: str) -> Iterator[Any]:
    """A map whose keys the verb knows: `won 8 3 1 1 bids 2 3 1 1`."""
    known = keys_of(here, verb)
    words = text.split()
    starts = [place for place, word in enumerate(words) if word in known]
    if not starts or starts[0]:
        return
    ends = [*starts[1:], len(words)]
    parts = {words[start]: " ".join(words[start + 1 : end]) for start, end in zip(starts, ends, strict=True)}
    likely = [list(islice(_part(here, part.rstrip(",")), MOST_READINGS)) for part in parts.values()]
    for chosen in islice(_likeliest(likely), MOST_TRIED):
        yield dict(zip(parts, chosen, strict=True))


def _likeliest(readings: Sequence[Sequence[Any]]) -> Iterator[tuple[Any, ...]]:
    """One reading of each part, first those that take the first ones."""

    def places(left: Sequence[Sequence[Any]], unlikely: int) -> Iterator[tuple[int, ...]]:
        if not left:
            yield from [()] if not unlikely else []
            return
        for place in range(min(len(left[0]), unlikely + 1)):
            yield from ((place, *rest) for rest in places(left[1:], unlikely - place))

    for unlikely in range(sum(map(len, readings)) + 1):
        for chosen in places(readings, unlikely):
            yield tuple(reading[place] for reading, place in zip(readings, chosen, strict=True))


def keys_of(here: Here, verb: str) -> Collection[str]:
    """What a map after a verb may say."""
    events = word_at(family(here.game.ruleset.family).schema, rulesets.SCHEMAS, "$defs", "event").keys
    return events[verb].keys if verb in events else ()


def _part(here: Here, text: str) -> Iterator[Any]:
    """The value after a key of such a map."""
    words = [_word(word) for word in text.split()]
    if words in ([], ["none"]):
        yield {}
        return
    yield from _by_player(here, text, words)
    if len(words) == 1:
        yield words[0]
        return
    pair = PAIR.fullmatch(text)
    if pair:
        yield {pair[1]: int(pair[2])}
    yield _cards(here.game.ruleset.deck, text) or (text.split() if all(map(str.isalnum, text.split())) else text)
    if "," in text:
        yield [_word(piece.strip()) for piece in text.split(",")]
    yield text
    pairs = _pairs(here, text)
    if pairs:
        yield pairs
    yield words


def _pairs(here: Here, text: str) -> dict[str, Any]:
    """'Summer 5wi 9su, Winter 3sp', 'Qwi for 9au' or '6su Ksp 5su 4sp' as a map; empty if it is not one."""
    deck, words = here.game.ruleset.deck, text.replace("=", " ").split()
    if "," not in text and len(words) % 2 == 0 and len(_cards(deck, " ".join(words))) == len(words):
        return dict(zip(words[::2], words[1::2], strict=True))
    parts = [part.strip().partition(" ") for part in text.split(",")]
    if not all(rest for _, _, rest in parts):
        return {}
    rests = {name: rest.removeprefix("for ").strip() for name, _, rest in parts}
    several = any(" " in rest for rest in rests.values())
    return {name: (several and _cards(deck, rest)) or _word(rest) for name, rest in rests.items()}


def _by_player(here: Here, text: str, words: list[Any]) -> Iterator[Any]:
    """A map from players: one word for each in order of their turns, or the words after their names."""
    named = _behind_names(here, text)
    if named:
        deck = here.game.ruleset.deck
        counted = {who: _counted(part) for who, part in named.items()}
        if any(counted.values()) and None not in counted.values():
            yield counted
        if not any(" " in part for part in named.values()):
            yield {who: _word(part) for who, part in named.items()}
        if any("," in part for part in named.values()):
            yield {who: _pairs(here, part) or part for who, part in named.items()}
            yield {
                who: [piece.strip() for piece in part.split(",")] if "," in part else part.split()
                for who, part in named.items()
            }
            yield {who: [piece.strip() for piece in part.split(",")] for who, part in named.items()}
        yield {who: _cards(deck, part) or [_word(word) for word in part.split()] for who, part in named.items()}
        yield {who: [part] for who, part in named.items()}
    if len(words) > 1:
        words = [_word(word) for word in text.replace(",", " ").split()]
        order = in_order(here)
        if len(words) == len(order):
            yield dict(zip(order, words, strict=True))


def in_order(here: Here) -> Sequence[str]:
    """The players in the order in which a line may have something for each without names: first whoever must act."""
    players, first = here.players, here.options.player
    start = players.index(first) if first in players else 0
    return [*players[start:], *players[:start]]


def _counted(text: str) -> dict[str, int] | None:
    """'stars 1 own 3' as a map, with or without commas; None if it is not one."""
    counted: dict[str, int] = {}
    name: list[str] = []
    for word in text.replace(",", " ").split():
        if not isinstance(_word(word), int):
            name.append(word)
        elif name:
            counted[" ".join(name)] = int(word)
            name = []
        else:
            return None
    return None if name else counted


def _behind_names(here: Here, text: str) -> dict[str, str]:
    """The words after the name of each player; empty if the text does not begin with a name."""
    found: dict[str, list[str]] = {}
    who = ""
    for word in text.split():
        if word.rstrip(":,") in here.players:
            who = word.rstrip(":,")
            found[who] = []
        elif not who:
            return {}
        else:
            found[who].append(word)
    return {who: " ".join(said).rstrip(",") for who, said in found.items()}


def _cards(deck: Deck, text: str) -> list[str]:
    """Return the cards in a text; empty if it is not only cards."""
    numbers = [deck.find(word) for word in text.split()]
    return [deck.ids[number] for number in numbers if number is not None] if None not in numbers else []


def cards(here: Here, text: str) -> list[str]:
    """The cards in a text of this game."""
    return _cards(here.game.ruleset.deck, text)
