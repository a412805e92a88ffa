"""Selectors: how a ruleset names some cards of its deck.

A selector is a card ('QS'), a map of one of `suit`, `rank`, `symbol` or `card`, or a list of selectors (any of them).
`{symbol: own}` depends on who is asked about and is resolved seat by seat. A suit is the one printed on a card when cards
are counted or left out, and the one it now belongs to when a word of play names it; there `{suit: trump}` means
the trumps.
"""

from __future__ import annotations

from typing import Any

from referee.core.cards import Deck, mask_of
from referee.engines.trick.words.ranking import Ranking

OWN = "own"
TRUMP = "trump"


def choose(selector: Any, deck: Deck, ranking: Ranking | None = None) -> int:
    """The mask of the cards that a selector without `own` names; with a ranking, by the suits that cards have under it."""
    return choose_for(selector, deck, 0, ranking)


def choose_for(selector: Any, deck: Deck, own: int, ranking: Ranking | None = None) -> int:
    """The mask of the cards that a selector names for a player whose own symbol is on the cards in `own`."""
    if isinstance(selector, str):
        return deck.twins[deck.by_id[selector]]
    if isinstance(selector, list):
        mask = 0
        for part in selector:
            mask |= choose_for(part, deck, own, ranking)
        return mask
    ((by, wanted),) = selector.items()
    if by == "suit":
        return deck.suit_mask(wanted) if ranking is None else _of_suit(wanted, deck, ranking)
    if by == "rank":
        return mask_of(card.number for card in deck.cards if card.rank == wanted)
    if by == "symbol":
        return own if wanted == OWN else deck.symbols.get(wanted, 0)
    return deck.twins[deck.by_id[wanted]]


def _of_suit(suit: str, deck: Deck, ranking: Ranking) -> int:
    suits = list(deck.suits)
    return ranking.members[suits.index(suit)] if suit in suits else ranking.trumps


def bans_nothing(argument: Any) -> bool:
    """Whether a word of play names no cards, or is switched off."""
    return argument is False or argument == [] or (isinstance(argument, dict) and argument.get("cards") == [])


def faults(selector: Any, deck: Deck, *, trump: Any = None) -> list[str]:
    """The parts of a selector that match nothing in this deck; a word of play may name the trumps if `trump` says that there
    are any."""
    if isinstance(selector, str):
        return [] if selector in deck.by_id else [f"{selector} is not a card of {deck.title}"]
    if isinstance(selector, list):
        return [fault for part in selector for fault in faults(part, deck, trump=trump)]
    ((by, wanted),) = selector.items()
    if by == "card":
        return faults(wanted, deck, trump=trump)
    known = _known(by, deck)
    if trump is not None and (by, wanted) == ("suit", TRUMP):
        return (
            ["there is no trump in any hand; set `trick: {trump: …}`"] if trump in ("none", {"cycle": ["none"]}) else []
        )
    return [] if wanted in known else [f"{deck.title} has no {by} {wanted!r}; it has {', '.join(known)}"]


def _known(by: str, deck: Deck) -> list[str]:
    """What a selector by suit, rank or symbol may name."""
    if by == "suit":
        return list(deck.suits)
    return [OWN, *deck.symbols] if by == "symbol" else list(dict.fromkeys(card.rank for card in deck.cards))


def in_words(selector: Any, deck: Deck) -> str:
    """A selector as a player would say it: 'Hearts or QS'."""
    if isinstance(selector, str):
        return selector
    if isinstance(selector, list):
        return " or ".join(in_words(part, deck) for part in selector)
    ((by, wanted),) = selector.items()
    if by == "suit" and wanted not in deck.suits:
        return "a trump"
    if by == "suit":
        return f"a card of {deck.suits.get(wanted, wanted)}"
    if by == "rank":
        return f"a {deck.rank_names.get(wanted, wanted)}"
    if by == "symbol":
        return "a card with the player's own symbol" if wanted == OWN else f"a card with the {wanted} symbol"
    return str(wanted)


def in_plural(selector: Any, deck: Deck) -> str:
    """A selector as a player would say it of several cards: 'Hearts', 'Queens and 2C'."""
    if isinstance(selector, str):
        return selector
    if isinstance(selector, list):
        return " and ".join(in_plural(part, deck) for part in selector)
    ((by, wanted),) = selector.items()
    if by == "suit":
        return deck.suits.get(wanted, "trumps")
    if by == "rank":
        return f"{deck.rank_names.get(wanted, wanted)}s"
    return in_words(selector, deck).replace("a card ", "cards ")
