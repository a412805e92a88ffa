"""The values that a sentence states: numbers in digits or words, cards, suits and ranks by their names.

A value is a text that means the same in a sentence and in a word of the rules: '3', 'card 2C', 'suit S', 'rank Q'.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from referee.core.cards import Deck
from referee.core.wording import number_in_words

NUMBERS = {number_in_words(number): str(number) for number in range(2, 100)}
"""Numbers in words, from two: 'one' mostly stands for a thing that was named."""
PLAYERS = re.compile(
    rf"(?i)\b(?:(?:{'|'.join([*NUMBERS, 'one'])}|\d+)(?:, | or | and | to |–)?)+(?: or more)? players?\b"
)
"""How many players a sentence is about: 'two players', '5 or 6 players'."""
DIGITS = r"(?<![\w:.])\d+(?:,\d{3})*(?![\w:])(?!\.\d)"


def values_stated(text: str, deck: Deck) -> dict[str, str]:
    """The values that a text states, each with the word that states it: {'3': 'three', 'suit S': 'Spades', 'rank Q':
    'queen'}.

    A number of players ('with 5 or 6 players') says for whom the text holds, and is not among them.
    """
    text = PLAYERS.sub("players", text)
    found: dict[str, str] = {}
    patterns = _patterns(deck)
    for match in patterns.pattern.finditer(text):
        words = match[0]
        key = words.casefold()
        rank = patterns.ranks.get(key)
        if key in patterns.cards:
            value = f"card {patterns.cards[key]}"
        elif key in patterns.suits:
            value = f"suit {patterns.suits[key]}"
        elif rank and (key not in NUMBERS or _is_rank(text, match.start())):
            value = f"rank {rank}"
        elif key in NUMBERS:
            value = NUMBERS[key]
        else:
            value = words.replace(",", "")
        found.setdefault(value, words)
    return found


def _is_rank(text: str, start: int) -> bool:
    """Return whether a number in words is the name of a rank: 'a seven' or, where no sentence begins, 'Seven'."""
    before = text[:start].rstrip()
    if re.search(r"\b[Aa]n?$", before):
        return True
    return text[start].isupper() and bool(before) and before[-1] not in ".:;!?"


class _Patterns:
    """The names of a deck by what stands in a text, in small letters, and the pattern that finds them and numbers."""

    def __init__(self, deck: Deck) -> None:
        """Collect the ways to write the cards, suits and ranks of a deck, and the pattern that finds any of them,
        longest first."""
        self.cards: dict[str, str] = {}
        self.suits: dict[str, str] = {}
        self.ranks: dict[str, str] = {}
        for suit, title in deck.suits.items():
            for name in {title, title.removesuffix("s")}:
                self.suits[name.casefold()] = suit
        for rank, title in deck.rank_names.items():
            for name in (title, f"{title}s", f"{title}es"):
                if not name.isdecimal():
                    self.ranks[name.casefold()] = rank
        for card in deck.cards:
            rank = deck.rank_names.get(card.rank, card.rank)
            suit = deck.suits.get(card.suit, "")
            names = [card.id, str(card.facts.get("name", card.id)), f"{rank} of {suit}", f"{card.rank} of {suit}"]
            for name in names:
                if len(name) > 1 and not name.isdecimal():
                    self.cards[name.casefold()] = card.id
        names = sorted([*self.cards, *self.suits, *self.ranks, *NUMBERS], key=len, reverse=True)
        self.pattern = re.compile(rf"(?i)\b(?:{'|'.join(map(re.escape, names))})(?![\w-])|{DIGITS}")


@lru_cache(maxsize=64)
def _patterns(deck: Deck) -> _Patterns:
    return _Patterns(deck)


def values_held(value: object, deck: Deck) -> Iterator[str]:
    """Yield the values that a word holds, in the form of `values_stated`, in its keys, lists, maps and formulas as
    well."""
    if isinstance(value, Mapping):
        for key, part in value.items():
            yield from values_held(str(key), deck)
            yield from values_held(part, deck)
    elif isinstance(value, list):
        for part in value:
            yield from values_held(part, deck)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield str(abs(value))
    elif isinstance(value, str):
        yield from _facts_in_text(value, deck)


def _facts_in_text(text: str, deck: Deck) -> Iterator[str]:
    """Yield the card, suit or rank that a text names, and the numbers of a formula, in the form of `values_stated`."""
    if text in deck.by_id:
        yield f"card {text}"
    if text in deck.suits:
        yield f"suit {text}"
    if text in deck.rank_names:
        yield f"rank {text}"
    yield from re.findall(r"(?<![\w.])\d+(?!\w)", text)
