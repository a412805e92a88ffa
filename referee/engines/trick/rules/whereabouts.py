"""Whereabouts of cards as far as they are known, and cards that a hand that is not seen can hold."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import prod
from typing import NamedTuple

from referee.core.cards import mask_of
from referee.core.events import Event, Finding, number_of
from referee.core.places import Pointer
from referee.core.unseen import room
from referee.engines.trick.compiled import TrickRules
from referee.engines.trick.rules.hands import bar, cards_played, not_in_deck, surely, when_played
from referee.engines.trick.rules.seats import cards_laid
from referee.engines.trick.state import TrickState
from referee.engines.trick.words.bids import NOBODY


def elsewhere(rules: TrickRules, state: TrickState, card: int) -> str:
    """The reason why a card cannot be in the stock, as the end of a sentence; empty if it may."""
    played = when_played(rules, state, card)
    if played or state.gone >> card & 1:
        return played or "has been played in this hand already"
    return next((f"{state.players[seat]} holds" for seat in state.seats if surely(state, seat) >> card & 1), "")


def check_origin(
    rules: TrickRules, state: TrickState, card: int, what: str, seat: int | None = None, at: Pointer = ()
) -> tuple[Finding, ...]:
    """The fault of a card that cannot come from the stock or talon; `what` says who says so: 'Ann drew AS'."""
    if not rules.pack >> card & 1:
        return (not_in_deck(rules, card, seat, at),)
    where = elsewhere(rules, state, card)
    if not where:
        return ()
    return bar("deck", f"{what}, which {where}", seat, at=at)


def loose_cards(rules: TrickRules, state: TrickState) -> int:
    """Return the cards whose place is unknown, or that are known to be in the stock."""
    placed = state.gone | state.table | state.talon
    for cards in state.put_away:
        placed |= cards
    for seat in state.seats:
        placed |= surely(state, seat)
    return rules.pack & ~placed


def hand_size(state: TrickState, seat: int) -> int:
    """Return how many cards a player holds while no trick is on the table."""
    if seat not in state.seats:
        return 0
    return min(state.cards, state.left)


class Overfull(NamedTuple):
    """Players with unseen hands who together must hold one of these cards, because no others are left for them, although each
    has shown to hold none of them. No players and cards if there is room for all."""

    seats: tuple[int, ...] = ()
    cards: int = 0


def overfull(rules: TrickRules, state: TrickState) -> Overfull:
    """The fewest players whose unseen hands cannot be filled with the cards that they may hold, and the cards left, of
    which they would have to hold some all the same; no players and cards if there is room for all."""
    on_table = {seat for seat, _ in cards_laid(rules, state)}
    size = min(state.cards, state.left)
    there = rules.pack & ~state.gone & ~state.table
    unseen = []
    for seat in state.seats:
        if state.known[seat]:
            there &= ~state.hands[seat]
        else:
            unseen.append(seat)
    places = [(state.hands[seat] & there, size - (seat in on_table)) for seat in unseen]
    if room.has_room(places):
        return Overfull()
    group = room.lacking(places)
    may_hold = 0
    for number in group:
        may_hold |= places[number][0]
    return Overfull(tuple(unseen[number] for number in group), there & ~may_hold)


MOST_WAYS = 5000
"""The most ways to hold a hand that are looked at; with more, none is ruled out before the cards are seen."""


def ways(rules: TrickRules, state: TrickState, seat: int, event: Event | None = None) -> Sequence[dict[str, int]]:
    """All values that the names for cards held may have had at the player's bid, a map for each way, as far as the plays
    show, perhaps with one more (`event`). Empty if there are too many ways."""
    if not rules.held_names:
        return ({},)
    spans = [_bounds(rules, state, seat, cards, event) for cards in rules.held_names.values()]
    if prod(map(len, spans)) > MOST_WAYS:
        return ()
    return [dict(zip(rules.held_names, many, strict=True)) for many in product(*spans)]


def _bounds(rules: TrickRules, state: TrickState, seat: int, cards: int, event: Event | None) -> range:
    """How many of some cards the player held at the bid, from the least to the most that is possible after the plays,
    perhaps with one more (`event`)."""
    played = mask_of(card for _, other, card in cards_played(rules, state) if other == seat)
    laid = 0
    if event is not None:
        laid = event.bit
        if seat == (state.turn if event.seat is None else event.seat):
            played |= laid
    if state.known[seat]:
        many = (cards & (played | state.hands[seat])).bit_count()
        return range(many, many + 1)
    out = state.gone | state.table | laid
    sure = state.sure[seat] & ~out
    open_to = state.hands[seat]
    for shown in state.shown[seat]:  # not to hold, if every play was right
        open_to |= shown.mask
    open_to &= ~out & ~sure
    left = state.dealt - (played | sure).bit_count()
    there = (cards & (played | sure)).bit_count()
    least = max(0, left - (open_to & ~cards).bit_count())
    return range(there + least, there + max(least, min(left, (open_to & cards).bit_count())) + 1)


def stays(rules: TrickRules) -> bool:
    """Return whether a hand is played as it was when its player bid, so that the plays show what was in it."""
    taken_up = rules.talon_goes_to == "declarer" or (rules.turned and rules.turned.goes_to != NOBODY)
    return not (rules.stock or rules.pass_when or rules.by_cards or taken_up)


def holding_for_bid(rules: TrickRules, state: TrickState, seat: int, names: frozenset[str]) -> str:
    """The cards of a player about which a word of bidding asks, by these names, as the end of a sentence: ', holding 2
    spades: AS 5S'. Empty if they are not known."""
    clauses = []
    if state.known[seat]:
        for name in sorted(names & rules.held_names.keys()):
            cards = state.hands[seat] & rules.held_names[name]
            clauses.append(f"{_many(cards.bit_count(), name)}{f': {rules.card_names(cards)}' if cards else ''}")
    if not clauses:
        return ""
    return f", holding {' and '.join(clauses)}"


def proof_by_play(rules: TrickRules, state: TrickState, seat: int, names: frozenset[str], event: Event) -> str:
    """What a play shows about the cards that a word of bidding asks about, as the end of a sentence: ' and shows 4 to 6
    spades now'."""
    clauses = []
    for name in sorted(names & rules.held_names.keys()):
        bounds = _bounds(rules, state, seat, rules.held_names[name], event)
        least = bounds[0]
        most = bounds[-1]
        clauses.append(_many(least, name) if least == most else f"{least} to {_many(most, name)}")
    if not clauses:
        return ""
    return f" and shows {' and '.join(clauses)} now"


def _many(number: int, name: str) -> str:
    """Return a number of cards with a name: '2 spades', 'no spades'."""
    if number:
        return number_of(number, name.replace("_", " "))
    return f"no {name.replace('_', ' ')}"
