"""Examples in messages: a text that shows cards, suits and ranks, with those of the deck in hand instead of others."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

from referee.core.cards import Card, Deck
from referee.core.text import yaml_line

InCards = Callable[[str], str]
"""Puts the example in a message into the cards of a game."""

_CARD = re.compile(r"(?<![\w'.-])(?:(10|[1-9AKQJFN])(?:sp|su|au|wi|st|[SHDC])|(?:Mk|Lk|Mt|Jn)\d+:(\d+)|[RYGB](\d))\b")
"""A card in an example, as the shipped decks write them; its only group that is there is the rank."""
_SUIT = re.compile(r"(?<=suit: )(\w+)")
_NO_SUIT = ("trump", "any", "own")
_RANK = re.compile(r"""(?<=rank: )["']?(\w+)["']?""")
_RANKS = re.compile(r"""\[(?:["']?(?:10|[1-9AKQJ])["']?, ){4,}["']?(?:10|[1-9AKQJ])["']?\]""")
"""All ranks of a deck, from low to high."""


def in_cards_of(deck: Deck, text: str) -> str:
    """An example of a message in the cards of a deck: 'sow 5sp' becomes 'sow 5S'.

    Cards, suits and ranks that the deck has stay. Each other card becomes one of the same rank, if there is one that the
    text does not name yet, or else any such card.
    """
    if not deck.cards:
        return text
    named = {match[0] for match in _CARD.finditer(text) if match[0] in deck.by_id}
    text = _CARD.sub(partial(_card_instead, deck, named, {}), text)
    text = _SUIT.sub(partial(_other_name, list(deck.suits)), text)
    ranks = list(dict.fromkeys(card.rank for card in deck.cards if card.rank))
    text = _RANK.sub(partial(_other_name, ranks), text)
    return _RANKS.sub(partial(_other_ranks, ranks), text)


def _card_instead(deck: Deck, named: set[str], instead: dict[str, str], match: re.Match[str]) -> str:
    """The card of the deck that stands in the example for the one that was found.

    `named` are the cards of the deck in the example so far, and `instead` those that stand for others already; both grow.
    """
    name = match[0]
    if name in deck.by_id:
        return name
    if name not in instead:
        (rank,) = filter(None, match.groups())
        instead[name] = min(deck.cards, key=partial(_fits_badly, rank, named)).id
        named.add(instead[name])
    return instead[name]


def _fits_badly(rank: str, named: set[str], card: Card) -> tuple[bool, bool]:
    """How badly a card fits in place of one of this rank: worst if the example names it already, badly with another rank."""
    return card.id in named, card.rank != rank


def _other_name(known: list[str], match: re.Match[str]) -> str:
    """The name that was found, or the first of those known if it is none of them."""
    if match[1] in known or match[1] in _NO_SUIT or not known:
        return match[0]
    return yaml_line(known[0])


def _other_ranks(ranks: list[str], match: re.Match[str]) -> str:
    """All ranks of the deck, as a list in YAML."""
    return yaml_line(ranks)
