"""Who leads a hand: the word `lead: {by}`, which families share."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from referee.core.cards import Deck
from referee.core.ruleset import Ruleset
from referee.core.selectors import Selector, choose, in_words

LeadBy = str | Mapping[str, Selector]
"""The value of `lead: {by}`: a player by name, such as 'declarer', or `{holder_of: …}` with some cards."""
FROM_DEALER = {"left_of_dealer": 1, "dealer": 0, "right_of_dealer": -1}
"""Players by how many places they sit after the dealer."""


def opening_cards(by: LeadBy, deck: Deck, suits: Mapping[str, int] | None = None) -> int:
    """The mask of the cards whose holder leads; 0 if no card decides who does. `suits` are the masks of the suits that cards
    belong to now, the printed suits when omitted."""
    if isinstance(by, str):
        return 0
    return choose(by["holder_of"], deck, suits)


def seat_named(who: str, dealer: int, declarer: int, place_after: Callable[[int, int], int]) -> int:
    """The seat of a player whom rules name by the place from the dealer, or by what was bid.

    `declarer` is the seat of the highest bidder, -1 if nobody has bid; the player left of the dealer stands for one.
    `place_after(seat, places)` is the seat that many places after another one, before it if below 0.
    """
    if who in FROM_DEALER:
        return place_after(dealer, FROM_DEALER[who])
    if declarer < 0:
        return place_after(dealer, 1)
    if who == "left_of_declarer":
        return place_after(declarer, 1)
    return declarer


def leader_in_words(ruleset: Ruleset, by: LeadBy) -> str:
    """The sentence about who leads a hand."""
    says = ruleset.words.at(("lead", "by"))
    if isinstance(by, str):
        return says.sentence(by)
    return says.sentence(in_words(by["holder_of"], ruleset.deck))
