"""Faults in what a trick ruleset says about trump and the order of cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from referee.core.cards import Deck
from referee.core.lint import LintFault
from referee.core.places import Pointer
from referee.core.suggest import did_you_mean, told
from referee.engines.trick.words.ranking import (
    ALWAYS,
    NO_TRUMP,
    NOT_SUITS,
    Entry,
    is_card,
    named,
    possible_trumps,
    trump_places,
)
from referee.engines.trick.words.selectors import choose, faults

IN_HANDS = ("turned_up", "named", "led", "contract")
"""What `trump:` may say besides a suit: that the suit changes with what happens."""


def order_faults(deck: Deck, data: Mapping[str, Any]) -> Iterator[LintFault]:
    """Every fault of `trick: {trump, order, trump_order, no_trump_order, always_trump}`."""
    trick = data["trick"]
    suits = list(deck.suits)
    for word in ("order", "no_trump_order"):
        yield from _ranks(deck, word, trick.get(word))
    wrong = [
        *_trump(deck, "trump", trick["trump"]),
        *_trump(deck, "first_trump", trick.get("first_trump", "none")),
        *_named_from(deck, trick),
        *_always_trump(deck, trick),
        *_entries(deck, trick),
        *_outside(deck, data["outside"]),
    ]
    yield from wrong
    if not wrong:
        possible = possible_trumps(trick, deck)
        yield from _suitless(deck, data, possible)
        yield from _idle(data, possible)
        yield from _unplaced(deck, data, [suits[trump] for trump in sorted(possible) if trump >= 0])


def _ranks(deck: Deck, word: str, order: list[str] | None) -> Iterator[LintFault]:
    ranks = list(dict.fromkeys(card.rank for card in deck.cards if card.suit))
    if order and sorted(order) != sorted(ranks):
        yield ("trick", word), f"the order must name each rank of {deck.title} once: {', '.join(ranks)}"


def _trump(deck: Deck, word: str, trump: Any) -> Iterator[LintFault]:
    """Suits that the deck does not have."""
    listed = trump["cycle"] if isinstance(trump, dict) else [] if trump in IN_HANDS else [trump]
    for suit in listed:
        if suit not in NOT_SUITS and suit not in deck.suits:
            yield ("trick", word), f"{deck.title} has no suit {suit!r}; it has {', '.join(deck.suits)}"


def _named_from(deck: Deck, trick: Mapping[str, Any]) -> Iterator[LintFault]:
    """What may be named trump but is not a suit of the deck."""
    for place, suit in enumerate(trick.get("named_from", ())):
        if suit != "none" and suit not in deck.suits:
            known = f"choose one of {', '.join(deck.suits)} or none"
            yield ("trick", "named_from", place), f"{deck.title} has no suit {suit!r}; {known}"


def _always_trump(deck: Deck, trick: Mapping[str, Any]) -> Iterator[LintFault]:
    always = trick.get("always_trump", ())
    for place, card in enumerate(always):
        if card not in deck.by_id:
            message = told(f"{card} is not a card of {deck.title}", did_you_mean(card, deck.ids))
            yield ("trick", "always_trump", place), message
    trump = trick["trump"]
    if not always and (trump == "always" or (isinstance(trump, dict) and "always" in trump["cycle"])):
        yield ("trick", "trump"), "no card is always a trump; list such cards in `trick: {always_trump: […]}`"


def _entries(deck: Deck, trick: Mapping[str, Any]) -> Iterator[LintFault]:
    """Entries of an order of trumps that name nothing, or a card that is above all of them."""
    ranks = list(dict.fromkeys(card.rank for card in deck.cards))
    for place, entry in enumerate(trick.get("trump_order", ())):
        at: Pointer = ("trick", "trump_order", place)
        rank = entry if isinstance(entry, str) else entry["rank"]
        if isinstance(entry, str) and entry in trick.get("always_trump", ()):
            yield at, f"{entry} is always a trump, above all others; remove it here or from `always_trump`"
        elif rank not in ranks and not is_card(deck, entry):
            kind = "neither a rank nor a card" if isinstance(entry, str) else "not a rank"
            yield at, told(f"{rank} is {kind} of {deck.title}", did_you_mean(rank, [*ranks, *deck.ids]))


def _outside(deck: Deck, outside: Mapping[str, Any]) -> Iterator[LintFault]:
    """Cards listed as outside the suits that do not exist, or have a suit."""
    for card in outside:
        if card not in deck.by_id:
            yield ("outside", card), told(f"{card} is not a card of {deck.title}", did_you_mean(card, deck.ids))
        elif suit := deck.cards[deck.by_id[card]].suit:
            yield (
                ("outside", card),
                f"{card} is a card of {deck.suits[suit]}; only cards of no suit are outside the suits",
            )


def _suitless(deck: Deck, data: Mapping[str, Any], possible: frozenset[int]) -> Iterator[LintFault]:
    """Cards without a suit for which the ruleset does not say what they do, in every hand or in one without trump."""
    trick = data["trick"]
    always = set(trick.get("always_trump", ()))
    trumps = always | {entry for entry in trick.get("trump_order", ()) if is_card(deck, entry)}
    for card in deck.cards:
        if card.suit or card.id in data["outside"]:
            continue
        if card.id not in trumps:
            says = f"`outside: {{{card.id}: {{wins: never}}}}`"
            yield ("deck",), f"{card.id} has no suit; say what it does with {says}, or make it a trump"
        elif NO_TRUMP in possible or (ALWAYS in possible and card.id not in always):
            message = f"{card.id} has no suit in a hand without trump; say what it does there with"
            yield ("deck",), f"{message} `outside: {{{card.id}: {{wins: never}}}}`"


def _idle(data: Mapping[str, Any], possible: frozenset[int]) -> Iterator[LintFault]:
    """Words that no hand ever uses: there is no trump in any hand, or in every hand."""
    trick = data["trick"]
    switched_off = any("trump" in words.get("switch_off", "") for words in data["powers"].values())
    if trick.get("always_trump") and possible == {NO_TRUMP}:
        yield ("trick", "always_trump"), "there is no trump that these cards could be above; set `trick: {trump: …}`"
    if trick.get("trump_order") and possible <= {NO_TRUMP, ALWAYS}:
        yield ("trick", "trump_order"), "there is no trump suit that could rank in this order; set `trick: {trump: …}`"
    if trick.get("no_trump_order") and NO_TRUMP not in possible and not switched_off:
        yield ("trick", "no_trump_order"), "there is a trump in every hand; write the order of plain suits as `order:`"


def _never_played(deck: Deck, data: Mapping[str, Any]) -> int:
    """The cards that are left out for every number of players."""
    away = deck.all
    for players in data.get("players", ()):
        cards = data["leave_out"].get(str(players), [])
        away &= 0 if faults(cards, deck) else choose(cards, deck)
    return away if data.get("players") else 0


def _unplaced(deck: Deck, data: Mapping[str, Any], trumps: list[str]) -> Iterator[LintFault]:
    """Trumps that an order of trumps does not place, and entries that match no card of some suit."""
    trick, away = data["trick"], _never_played(deck, data)
    order: list[Entry] = trick.get("trump_order", [])
    for place, entry in enumerate(order):
        for suit in trumps:
            if not isinstance(entry, str) and not deck.same_colour(suit):
                message = (
                    f"no other suit of {deck.title} has the colour of {deck.suits[suit]}; set `colour:` for its suits"
                )
                yield ("trick", "trump_order", place), message
                return
            if not named(deck, entry, suit):
                message = f"while {deck.suits[suit]} are trump, this matches no card"
                yield ("trick", "trump_order", place), message
                return
    for suit in trumps if order else ():
        placed = trump_places(deck, order, suit).keys() | {deck.by_id[card] for card in trick.get("always_trump", ())}
        missing = [card.id for card in deck.cards if card.suit == suit and not away >> card.number & 1]
        missing = [card for card in missing if deck.by_id[card] not in placed]
        if missing:
            message = (
                f"the order must place every trump; while {deck.suits[suit]} are trump it does not mention {missing[0]}"
            )
            yield ("trick", "trump_order"), message
            return
