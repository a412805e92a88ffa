"""Selectors: how a ruleset of any family names some cards of its deck.

A selector is a card ('QS') or `any` for every card; a map of one of `suit`, `rank`, `symbol` and `card`, with a name or a list
of names; `{any: […]}`, `{all: […]}` or `{not: …}` of selectors; or a list of selectors, which is any of them. `{symbol: own}`
depends on the player who is asked about. A suit is the one printed on a card, unless a word of play asks for the suits that
cards belong to now.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import reduce
from operator import and_, or_
from typing import Any

from referee.core.cards import Deck, mask_of, members
from referee.core.wording import article, in_list
from referee.core.words import as_list

Selector = str | Mapping[str, object] | list["Selector"]
"""Some cards, as a ruleset names them."""
OWN = "own"
"""The symbol of the player's own role."""
TRUMP = "trump"
"""The trumps, as a suit in words of play."""
ANY = "any"
"""Every card, as a selector; and the key of a map, for the cards of any of several selectors."""
ALL = "all"
NOT = "not"


def choose(selector: Selector, deck: Deck, suits: Mapping[str, int] | None = None, own: int = 0) -> int:
    """Return the mask of the cards that a selector names; names that the deck lacks name no card.

    suits: the masks of the suits that cards belong to now, with the trumps among them; the printed suits when omitted.
    own: the mask of the cards with the player's own symbol.
    """
    by, of = _split(selector)
    if by in (ANY, ALL, NOT):
        masks = [choose(part, deck, suits, own) for part in of]
        if by == ALL:
            return reduce(and_, masks, deck.all)
        some = reduce(or_, masks, 0)
        if by == NOT:
            return deck.all & ~some
        return some
    cards = 0
    for name in map(str, of):
        cards |= _named(by, name, deck, suits, own)
    return cards


def _named(by: str, name: str, deck: Deck, suits: Mapping[str, int] | None, own: int) -> int:
    """Return the mask of the cards of one name: a card, a rank, a symbol or a suit."""
    if by == "card":
        if name == ANY:
            return deck.all
        card = deck.find(name)
        return 0 if card is None else deck.twins[card]
    if by == "rank":
        return mask_of(card.number for card in deck.cards if card.rank == name)
    if by == "symbol":
        return own if name == OWN else deck.symbols.get(name, 0)
    if suits is None:
        return deck.suit_mask(name)
    return suits.get(name, 0)


def kinds(selector: Selector, deck: Deck) -> frozenset[int]:
    """Return the numbers of the cards that a selector names, in a deck that has each kind of card once."""
    return frozenset(members(choose(selector, deck)))


def names_in(selector: Selector, by: str) -> Iterator[str]:
    """Yield every suit, rank, symbol or card that a selector mentions."""
    way, of = _split(selector)
    for part in of:
        if way in (ANY, ALL, NOT):
            yield from names_in(part, by)
        elif way == by:
            yield str(part)


def is_one_card(selector: Selector) -> bool:
    """Return whether a selector is a single card by its name, and is said in the singular."""
    by, of = _split(selector)
    if by == ANY and len(of) == 1:
        return is_one_card(of[0])
    return by == "card" and of != [ANY] and len(of) == 1


def in_words(selector: Selector, deck: Deck) -> str:
    """Return a selector as a player would say it of one card: 'a card of Hearts or QS', 'a Queen'."""
    return in_list(_each_in_words(selector, deck, plural=False), "or")


def in_plural(selector: Selector, deck: Deck, last: str = "and") -> str:
    """Return a selector as a player would say it of several cards: 'Hearts', 'Queens and 2C', 'Kings of Stars'."""
    return in_list(_each_in_words(selector, deck, plural=True), last)


def _each_in_words(selector: Selector, deck: Deck, *, plural: bool) -> list[str]:
    """Return the parts of a selector in words, in the singular or the plural."""
    by, of = _split(selector)
    if by == ANY:
        found = []
        for part in of:
            found += _each_in_words(part, deck, plural=plural)
        return found
    if by == NOT:
        others = in_plural(of, deck)
        return [f"cards other than {others}" if plural else f"a card other than {others}"]
    if by == ALL:
        return [_all_in_words(of, deck, plural=plural)]
    if plural:
        return [_several(by, str(name), deck) for name in of]
    return [_one(by, str(name), deck) for name in of]


def _all_in_words(parts: list[Selector], deck: Deck, *, plural: bool) -> str:
    """Return in words the cards that are all of several things, such as 'Kings and Queens of Stars'."""
    ways = [_split(part)[0] for part in parts]
    if sorted(ways) == ["rank", "suit"]:
        ranks = parts[ways.index("rank")]
        suits = [deck.suits.get(suit, suit) for suit in names_in(parts[ways.index("suit")], "suit")]
        if plural:
            return f"{in_plural(ranks, deck)} of {in_list(suits)}"
        return f"{in_words(ranks, deck)} of {in_list(suits, 'or')}"
    if plural:
        return " that are also ".join([in_plural(part, deck) for part in parts])
    return " that is also ".join([in_words(part, deck) for part in parts])


def _one(by: str, name: str, deck: Deck) -> str:
    """Return one card of a name in words."""
    if by == "suit":
        return f"a card of {deck.suits[name]}" if name in deck.suits else "a trump"
    if by == "rank":
        return article(deck.rank_names.get(name, name))
    if by == "symbol":
        return f"a card {_with_symbol(name)}"
    return "a card" if name == ANY else name


def _several(by: str, name: str, deck: Deck) -> str:
    """Return the cards of a name in words."""
    if by == "suit":
        suit = deck.suits.get(name, "trumps")
        return suit if suit.endswith("s") else f"{suit} cards"
    if by == "rank":
        return _plural_of(deck.rank_names.get(name, name))
    if by == "symbol":
        return f"cards {_with_symbol(name)}"
    return "cards" if name == ANY else name


def _plural_of(rank: str) -> str:
    """Return the plural of a rank: 'Queens', 'Sixes', and 'Dregs' as it is."""
    if len(rank) > 1 and rank.endswith("s"):
        return rank
    return f"{rank}es" if rank.endswith("x") else f"{rank}s"


def _with_symbol(symbol: str) -> str:
    if symbol == OWN:
        return "with the player's own symbol"
    return f"with the {symbol} symbol"


def _split(selector: Selector) -> tuple[str, list[Any]]:
    """Return how a selector names its cards, and its names or selectors: ('card', ['QS']), ('any', [...])."""
    if isinstance(selector, str):
        return "card", [selector]
    if isinstance(selector, list):
        return ANY, selector
    ((by, of),) = selector.items()
    return by, as_list(of)
