"""The words of play in force in a ruleset, with their arguments, and when each applies."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from referee.core.cards import Deck
from referee.core.places import Pointer
from referee.engines.trick.words.plays import PLAY_WORDS, Narrow, Narrowing, PlayWord, by_trump_now
from referee.engines.trick.words.ranking import Ranking
from referee.engines.trick.words.selectors import bans_nothing


class PlayRule(NamedTuple):
    """A word of play in force: its rule id, where the ruleset sets it, and how it narrows, as a function and as data. The
    data is None if it depends on trump, since a suit that it names is the suit that cards then have."""

    name: str
    rule: str
    pointer: Pointer
    argument: Any
    word: PlayWord
    narrowing: Narrowing | None
    shifts: bool
    narrow: Narrow


def path_of(pointer: Pointer) -> str:
    """The path of a word: 'play.follow_suit'."""
    return ".".join(map(str, pointer))


def speaking(words: Mapping[str, PlayRule], when: str) -> tuple[tuple[PlayRule, ...], tuple[PlayRule, ...]]:
    """The words that apply when leading or following: after the first trick, and in it."""
    ruleset = tuple(rule for rule in words.values() if rule.word.when in (when, "both"))
    return tuple(rule for rule in ruleset if not rule.word.first_trick), ruleset


def play_rules(
    play: Mapping[str, Any],
    at: Pointer,
    deck: Deck,
    rankings: Mapping[int, Ranking],
    trumps: Collection[int],
    renege: int,
) -> dict[str, PlayRule]:
    """The words of play in force, by their paths."""
    listed: list[tuple[Pointer, str, Any]] = []
    if play["follow_suit"]:
        listed.append(((*at, "follow_suit"), "follow_suit", play["follow_suit"]))
    for name, argument in (play.get("if_able") or {}).items():
        if argument is not None and not bans_nothing(argument):
            listed.append(((*at, "if_able", name), name, argument))
    return {
        path_of(pointer): _play_rule(pointer, name, argument, deck, rankings, trumps, renege)
        for pointer, name, argument in listed
    }


def _play_rule(
    pointer: Pointer,
    name: str,
    argument: Any,
    deck: Deck,
    rankings: Mapping[int, Ranking],
    trumps: Collection[int],
    renege: int,
) -> PlayRule:
    word = PLAY_WORDS[name]
    if word.by_state:
        return PlayRule(
            name, name.replace("_", "-"), pointer, argument, word, None, True, word.by_state(argument, deck)
        )
    by_trump = {trump: word.make(argument, deck, ranking) for trump, ranking in rankings.items()}
    if name == "follow_suit" and renege:
        by_trump = {
            trump: made._replace(withheld=rankings[trump].highest_trumps(renege)) for trump, made in by_trump.items()
        }
    if word.when == "follow":
        by_trump = {trump: made._replace(free=rankings[trump].outside.any_time) for trump, made in by_trump.items()}
    shifts = any(made.shifts for made in by_trump.values())
    possible = {by_trump[trump] for trump in trumps}
    data = possible.pop() if len(possible) == 1 else None
    return PlayRule(name, name.replace("_", "-"), pointer, argument, word, data, shifts, by_trump_now(by_trump))
