"""Moves in short notation, the same on the command line and in logs.

    sow 5sp
    harvest Fsu=14 take Ksp+Fwi=1 | S10(6sp+4wi)
    stockpile 3sp make 10 of 3sp+5au+2wi | 10su

A colon may stand for `of`, as it used to; YAML then wants quotes. Behind a move may stand `@Spring` or `@near left`, the
field by its season or its place, `turn Winter`, the season chosen where the card leaves a choice, and `for The
Rake`, the Luminary whose extra play it is. Several cards played as one are joined by `+`. A stockpile is `S10(6sp+4wi)` or
`M10(6sp+4wi|10su)`, or `S10` where that is plain.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from referee.core.cards import members
from referee.core.suggest import did_you_mean, told
from referee.engines.fishing.state import Lying
from referee.engines.fishing.words.compiled import ACTIONS, HARVEST, SOW, CompiledRules

_MOVE = re.compile(r"^\s*(\w+)(?:\s+(.*))?$", re.DOTALL)
_TAIL = re.compile(
    r"\s*(?:@\s*(?P<field>\w+(?:(?:\s+|-)(?!turn\b|for\b)\w+)?)|\bturn\s+(?P<turn>\w+)|\bfor\s+(?P<extra>(?:(?!\bturn\b)[^@|:()+])+?))\s*$",
    re.IGNORECASE,
)
_MAY_HAVE_TAIL = re.compile(r"@|\bturn\b|\bfor\b", re.IGNORECASE)
_WORDS = {word: re.compile(rf"\b{word}\b", re.IGNORECASE) for word in ("take", "make")}
_MADE = re.compile(r"^([^:]*?)(?::|\bof\b)(.*)$", re.DOTALL | re.IGNORECASE)
_PILE = re.compile(r"^([SM])(\d+)(?:\((.*)\))?$", re.IGNORECASE)
LONGEST = 2000


class Unreadable(Exception):  # noqa: N818 - what a move is
    """A move is not in the notation; `card` when it is only a name that no card has."""

    def __init__(self, message: str, *, card: bool = False) -> None:
        self.message, self.card = message, card
        super().__init__(message)


class Named(NamedTuple):
    """A thing as a move names it: the cards written down, a fixed value, 'S' or 'M' for a stockpile with its value."""

    cards: int
    value: int | None = None
    kind: str = ""
    text: str = ""


class Move(NamedTuple):
    """A move: what is done with which cards; the sets taken or fused; the value made; the field, season and Luminary named.

    `field` and `turn` are '' where they are not named, `extra` is the Luminary whose extra play it is.
    """

    action: str
    active: tuple[Named, ...]
    sets: tuple[tuple[Named, ...], ...] = ()
    make: int | None = None
    field: str = ""
    turn: str = ""
    extra: str = ""
    cards: int = 0
    """The cards played, as a mask."""
    values: tuple[tuple[int, ...], ...] = ()
    """The values that each of them may have."""
    vague: bool = False
    """Whether a stockpile is named by its value alone."""


def parse(rules: CompiledRules, text: str) -> Move:
    """The move that a text describes. Raises Unreadable."""
    move = _parsed(rules, text)
    cards = 0
    for one in move.active:
        cards |= one.cards
    values = [rules.values[one.cards.bit_length() - 1] if one.value is None else (one.value,) for one in move.active]
    vague = any(one.kind and not one.cards for named in move.sets for one in named)
    return move._replace(cards=cards, values=tuple(values), vague=vague)


def _parsed(rules: CompiledRules, text: str) -> Move:
    if len(text) > LONGEST:
        raise Unreadable(f"a move has at most {LONGEST} characters")
    text, said = _tail(rules, text)
    found = _MOVE.match(text)
    if not found or found[1].casefold() not in ACTIONS:
        word = text.split()[0] if text.split() else ""
        right = did_you_mean(word, ACTIONS) or "; write sow CARD, harvest CARD take … or stockpile CARD make N of …"
        raise Unreadable(told(f"{word!r} is not a move", right))
    action, rest = found[1].casefold(), (found[2] or "").strip()
    if action == SOW:
        if not rest:
            raise Unreadable("a sow needs a card, as in: sow 5sp")
        return Move(SOW, _things(rules, rest), **said)
    word = "take" if action == HARVEST else "make"
    head, found_word, tail = _cut(rest, word)
    if not found_word:
        example = "harvest 5sp take 5wi | 2au+3au" if action == HARVEST else "stockpile 3au make 5 of 3au+2su | 5st"
        raise Unreadable(f"a {action} needs the word {word!r}, as in: {example}")
    active = _things(rules, head)
    make = None
    if action != HARVEST:
        made = _MADE.match(tail)
        if not made:
            raise Unreadable("after 'make' come the value, 'of' and the sets, as in: stockpile 3au make 5 of 3au+2su")
        make, tail = _value(rules, made[1].strip()), made[2]
    sets = tuple(_things(rules, part) for part in _split(tail, "|"))
    return Move(action, active, sets, make, **said)


def _tail(rules: CompiledRules, text: str) -> tuple[str, dict[str, Any]]:
    """A move without its ending, and the parts of that by name: field, turn and extra, in any order."""
    said: dict[str, Any] = {}
    head, at, field = text.rpartition("@")
    if at and field.isalnum() and not _MAY_HAVE_TAIL.search(head):
        return head, {"field": _field(rules, field)}
    found = _TAIL.search(text)
    while found:
        for what, name in found.groupdict().items():
            if name is None:
                continue
            if what in said:
                raise Unreadable(f"a move names its {_TAIL_NAMES[what]} once")
            said[what] = _NAMED[what](rules, name)
        text = text[: found.start()]
        found = _TAIL.search(text)
    return text, said


_TAIL_NAMES = {"field": "field", "turn": "season", "extra": "Luminary"}


def _luminary(rules: CompiledRules, text: str) -> str:
    one = rules.luminary(text)
    if one is None:
        name = text.strip()
        raise Unreadable(told(f"{name!r} is not a Luminary of this game", did_you_mean(name, rules.luminaries)))
    return one.name


def _value(rules: CompiledRules, text: str) -> int:
    if text.isdecimal() and len(text) < 4:
        return int(text)
    cards = [card.number for card in rules.deck.cards if card.rank == text]
    values = {value for card in cards for value in rules.values[card]}
    if len(values) == 1:
        return values.pop()
    raise Unreadable(f"{text!r} is not a value; write a number")


def _field(rules: CompiledRules, text: str) -> str:
    field = rules.field(text)
    if field is None:
        near = did_you_mean(text, rules.known_fields) or f"; {rules.fields_are()}"
        raise Unreadable(told(f"there is no field {text!r}", near))
    return field


def _season(rules: CompiledRules, text: str) -> str:
    season = rules.season(text)
    if season is None:
        known = ", ".join(rules.seasons) or "none in this game"
        near = did_you_mean(text, rules.seasons) or f"; the seasons are {known}"
        raise Unreadable(told(f"{text!r} is not a season", near))
    return season


_NAMED: Mapping[str, Callable[[CompiledRules, str], str]] = {"field": _field, "turn": _season, "extra": _luminary}


def _cut(text: str, word: str) -> tuple[str, bool, str]:
    found = _WORDS[word].search(text)
    return (text[: found.start()], True, text[found.end() :]) if found else (text, False, "")


def _split(text: str, sign: str) -> list[str]:
    """Parts between signs that stand outside brackets; empty parts are kept."""
    if "(" not in text and ")" not in text:
        return text.split(sign)
    parts, depth, start = [], 0, 0
    for place, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if letter == sign and not depth:
            parts.append(text[start:place])
            start = place + 1
    return [*parts, text[start:]]


def _things(rules: CompiledRules, text: str) -> tuple[Named, ...]:
    named = tuple(_thing(rules, part.strip()) for part in _split(text, "+") if part.strip())
    if not named:
        raise Unreadable("a set is empty; a set is a card, or cards joined with +, and sets are separated by |")
    return named


def _thing(rules: CompiledRules, text: str) -> Named:
    plain = rules.deck.bits.get(text)
    if plain is not None:
        return Named(plain, None, "", text)
    found = _PILE.match(text)
    if found:
        cards = 0
        for part in re.split(r"[+|]", found[3] or ""):
            if part.strip():
                cards |= 1 << _card(rules, part.strip().partition("=")[0])
        return Named(cards, int(found[2]), found[1].upper(), text)
    name, equals, value = text.partition("=")
    card = _card(rules, name.strip())
    if not equals:
        return Named(1 << card, None, "", text)
    fixed = _value(rules, value.strip())
    if fixed not in rules.values[card]:
        able = " or ".join(map(rules.worth, rules.values[card]))
        raise Unreadable(f"{rules.deck.ids[card]} counts {able}, not {fixed}")
    return Named(1 << card, fixed if rules.counts(card) else None, "", text)


def _card(rules: CompiledRules, text: str) -> int:
    card = rules.deck.find(text)
    if card is None:
        several = [part for part in re.split(r"[,;\s]+", text) if part]
        if len(several) > 1 and all(rules.deck.find(part.partition("=")[0]) is not None for part in several):
            raise Unreadable(f"{text!r} is not a set; join the cards of a set with +, and separate sets with |")
        near = did_you_mean(text, rules.deck.ids)
        raise Unreadable(told(f"{text!r} is not a card of {rules.deck.title}", near), card=True)
    return card


def lying(rules: CompiledRules, text: str) -> Lying:
    """Something in a field, from its notation: '5wi' or 'S10(6sp+4wi)'. Raises Unreadable."""
    text = text.strip()
    found = _PILE.match(text)
    if not found:
        return Lying(1 << _card(rules, text))
    sets = []
    for part in (found[3] or "").split("|"):
        mask = 0
        for name in part.split("+"):
            if name.strip():
                mask |= 1 << _card(rules, name.strip().partition("=")[0])
        if mask:
            sets.append(mask)
    if not sets:
        raise Unreadable(f"{text} lists no cards; write for example S10(6sp+4wi)")
    if (len(sets) > 1) != (found[1].upper() == "M"):
        right = "M, with sets separated by |" if len(sets) > 1 else "S; a multiple stockpile has two sets or more"
        raise Unreadable(f"{text} is written {right}")
    cards = 0
    for mask in sets:
        cards |= mask
    lone = next((card for card in members(cards) if not rules.counts(card)), None)
    if lone is not None:
        raise Unreadable(f"{text} has {rules.deck.ids[lone]} in it, which has no value, so it cannot be in a stockpile")
    return Lying(cards, int(found[2]), tuple(sets))


def written(rules: CompiledRules, one: Lying) -> str:
    """Something in a field, in notation."""
    if not one.sets:
        return rules.deck.ids[one.cards.bit_length() - 1]
    sets = "|".join("+".join(rules.deck.names(mask)) for mask in one.sets)
    return f"{'M' if one.locked else 'S'}{one.value}({sets})"
