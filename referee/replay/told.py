"""An event in a sentence: 'Ann plays 4C'."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from typing import Any, NamedTuple

from referee.core.items import EXTRAS, in_words

ONE_OF = {"bids": "bid", "trick": "play"}
VERBS = frozenset(
    ("abolish", "accuse", "align", "attack", "bid", "buy", "call", "capture", "choose", "clear", "deal", "declare", "discard",
     "draw", "drop", "exchange", "give", "lay", "leave", "move", "name", "open", "oppose", "pass", "play", "rearrange",
     "redistribute", "reseed", "reveal", "roll", "show", "spend", "support", "swap", "take", "transfer", "uncover")
)  # fmt: skip
"""Verbs with somebody as their subject: Ann plays. With others, what happened comes after a colon: 'Ann: contract 4S'."""
TWO_WORDS = {"put_away": "puts away", "lay_off": "lays off", "call_off": "calls it off", "end": "ends the turn",
             "done": "is done", "okus": "takes an okus from"}  # fmt: skip
BY_NOBODY = frozenset(("face_up", "result", "rolls", "refill", "reveal", "reseed"))


class Among(NamedTuple):
    """The words that a log may use: the verbs of its game, and its players."""

    verbs: Container[str]
    players: Sequence[str]


def sentence(item: Mapping[str, Any], number: int, size: int, verb: str, who: str, among: Among) -> str:
    """What an event of an item says: the one with this number, of this many."""
    key = next((name for name in item if name not in EXTRAS), verb)
    value = item.get(key)
    if size > 1 and isinstance(value, list) and number < len(value):
        value = value[number]
    elif isinstance(value, Mapping) and verb != "deal":
        value, who = _part(value, number, size, verb, who, among)
    verb = verb or ONE_OF.get(key, key)
    if verb == "deal":  # everybody's cards are visible
        return f"{who} deals" if who else "The cards are dealt"
    words = in_words(value)
    if not who:
        return f"{verb.replace('_', ' ').capitalize()}: {words}"
    if verb == "bid" and not words[:1].isdigit():
        return f"{who} says {words}"
    if verb == "play" and " " in words:
        return f"{who}: {words}"
    return f"{_done(verb, who)} {words}".strip()


def _part(value: Mapping[str, Any], number: int, size: int, verb: str, who: str, among: Among) -> tuple[Any, str]:
    """The part of a map that an event is about, and who did it: a map by player, or one that holds other events."""
    if any(name in among.verbs for name in value):
        rest = {name: part for name, part in value.items() if name not in among.verbs}
        return value.get(verb, rest), who
    if size > 1 and number < len(value):
        return next((part, name) for place, (name, part) in enumerate(value.items()) if place == number)
    if not set(value) <= set(among.players):
        return value, who
    return next(((part, name) for name, part in value.items()), (value, who)) if len(value) == 1 else (value, "")


def _done(verb: str, who: str) -> str:
    if verb in TWO_WORDS:
        return f"{who} {TWO_WORDS[verb]}"
    if verb not in VERBS:
        return f"{who}: {verb.replace('_', ' ')}"
    return f"{who} {verb}{'es' if verb.endswith(('s', 'sh', 'ch')) else 's'}"
