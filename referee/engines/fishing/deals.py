"""The deal of a round, further hands dealt in a round that goes on, and rounds known from their results only."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from referee.core.cards import members
from referee.core.events import Event
from referee.core.findings import Fault, counted
from referee.engines.fishing import rounds
from referee.engines.fishing.asked import Cards
from referee.engines.fishing.board import field_name
from referee.engines.fishing.hands import place_of
from referee.engines.fishing.state import DEAL, PLAY, Lying, State, sweep_table
from referee.engines.fishing.terms import Terms


class Dealt(NamedTuple):
    """A deal: the cards laid into each field, the hands and the Luminaries, as far as they are recorded."""

    fields: Mapping[int, tuple[int, ...]]
    hands: Mapping[int, Cards]
    luminaries: Mapping[int, str]


class Result(NamedTuple):
    """How a round ended, from a score pad, seat by seat: piles as cards or as counts by line, okus, names of Luminaries."""

    piles: Mapping[int, int | Mapping[str, int]]
    okus: Mapping[int, int]
    luminaries: Mapping[int, tuple[str, ...]]
    sweeps: Mapping[int, int]


def first_seat(terms: Terms, state: State) -> int:
    """Who plays first: the player left of the dealer."""
    return (state.dealer + 1) % terms.players


def hand_size(terms: Terms, state: State, seat: int) -> int:
    """How many cards a player is dealt now."""
    if rounds.deals_hands_only(state):
        return min(terms.hand, state.stock // terms.players)
    return terms.first_hand if seat == first_seat(terms, state) else terms.hand


def check(terms: Terms, state: State, event: Event) -> Iterator[Fault]:
    """Everything that is wrong with a deal."""
    dealt: Dealt = event.value
    again = rounds.deals_hands_only(state)
    if again and (dealt.fields or dealt.luminaries):
        yield Fault(
            "deal", "cards are dealt to the table in a round that goes on; only hands are", at=event.at, bars=True
        )
        return
    if not again and _plain(terms, state, dealt):
        yield from _check_luminaries(terms, state, dealt, event)
        return
    seen: dict[int, str] = {}
    for field in range(terms.fields) if not again else ():
        number = len(dealt.fields.get(field, ()))
        if number != terms.seeded:
            place = _place(terms, state, field)
            message = f"{counted(number, 'cards')} are dealt {place}; it must be {terms.seeded}"
            yield Fault("deal", message, word=("deal", "fields"), at=event.at, bars=not again)
        for card in dealt.fields.get(field, ()):
            yield from _check_card(terms, state, card, _place(terms, state, field), seen, event)
    for seat, hand in dealt.hands.items():
        who, size = state.players[seat], hand_size(terms, state, seat)
        if hand.number != size:
            first = ", being first to play" if seat == first_seat(terms, state) and not again else ""
            message = f"{who} is dealt {counted(hand.number, 'cards')}; it must be {size}{first}"
            yield Fault("deal", message, seat, word=("deal", "hand"), at=(*event.at, "hands", who))
        for card in members(hand.known):
            yield from _check_card(terms, state, card, f"into {who}'s hand", seen, event)
    yield from _check_luminaries(terms, state, dealt, event)


def _plain(terms: Terms, state: State, dealt: Dealt) -> bool:
    """Whether everybody and every field has as many cards as they should, each card of the pack once."""
    cards = number = 0
    for listed in dealt.fields.values():
        number += len(listed)
        for card in listed:
            cards |= 1 << card
    for seat, hand in dealt.hands.items():
        if hand.number != hand_size(terms, state, seat):
            return False
        number += hand.known.bit_count()
        cards |= hand.known
    even = len(dealt.fields) == terms.fields and all(len(listed) == terms.seeded for listed in dealt.fields.values())
    return even and cards.bit_count() == number and not cards & (state.located | ~terms.pack)


def _place(terms: Terms, state: State, field: int) -> str:
    return f"{'into' if terms.seasons else 'on'} {field_name(terms, state, field)}"


def _check_card(
    terms: Terms, state: State, card: int, place: str, seen: dict[int, str], event: Event
) -> Iterator[Fault]:
    name = terms.deck.ids[card]
    if not terms.pack >> card & 1:
        message = f"{name} is dealt {place}, but is left out with {terms.players} players"
        yield Fault("deck", message, word=("left_out",), at=event.at, bars=True)
    elif state.located >> card & 1:
        message = f"{name} is dealt {place}, but {place_of(terms, state, 1 << card)}"
        yield Fault("deck", message, at=event.at, bars=True)
    elif card in seen:
        yield Fault("deck", f"{name} is dealt twice, {seen[card]} and {place}", at=event.at, bars=True)
    seen[card] = place


def _check_luminaries(terms: Terms, state: State, dealt: Dealt, event: Event) -> Iterator[Fault]:
    names: set[str] = set()
    at = (*event.at, "luminaries")
    if len(dealt.luminaries) > terms.dealt_luminaries:
        number = counted(len(dealt.luminaries), "Luminaries")
        message = f"{number} are dealt; it must be {terms.dealt_luminaries}"
        yield Fault("luminaries", message, word=("luminaries", "dealt"), at=at, bars=True)
    for name in dealt.luminaries.values():
        if name in names:
            yield Fault("luminaries", f"{name} is dealt twice; each Luminary is there once", at=at, bars=True)
        elif name not in terms.in_sets:
            message, word = terms.not_played_with(name)
            yield Fault("luminaries", message, word=word, at=at, bars=True)
        names.add(name)


def deal(terms: Terms, state: State, event: Event) -> None:
    """Lays the table and deals the hands; what is not recorded is dealt unseen."""
    dealt: Dealt = event.value
    sizes = [hand_size(terms, state, seat) for seat in range(terms.players)]
    if not rounds.deals_hands_only(state):
        _lay_table(terms, state, dealt)
    for seat, size in enumerate(sizes):
        hand = dealt.hands.get(seat, Cards(0, size))
        state.hands[seat] = hand.known
        state.hidden[seat] = hand.number - hand.known.bit_count()
        state.located |= hand.known
        if state.hidden[seat]:
            state.see("hands")
    dealt_out = sum(state.held(seat) for seat in range(terms.players))
    state.stock -= dealt_out
    state.phase = PLAY
    state.turn = first_seat(terms, state)


def _lay_table(terms: Terms, state: State, dealt: Dealt) -> None:
    sweep_table(state, terms.fields)
    state.stock, state.box_okus = terms.size, terms.okus
    if terms.left_out_unasked:
        state.hinge("left_out")
    for field, cards in dealt.fields.items():
        state.fields[field] = [Lying(1 << card) for card in cards]
        state.stock -= len(cards)
        for card in cards:
            state.located |= 1 << card
    for field in range(min(terms.dealt_luminaries, terms.fields)):
        state.luminaries[field] = dealt.luminaries.get(field, "")


def check_result(terms: Terms, state: State, event: Event) -> Iterator[Fault]:
    """What cannot be in the results of a round."""
    result: Result = event.value
    if rounds.deals_hands_only(state):
        yield Fault("order", "a result is written in a round that goes on", at=event.at, bars=True)
        return
    seen = 0
    known = all(isinstance(pile, int) for pile in result.piles.values())
    for seat, pile in result.piles.items():
        who = state.players[seat]
        if not isinstance(pile, int):
            continue
        out = pile & ~terms.pack
        if out:
            message = f"{who}'s harvest pile has {terms.names(out)}, which is left out with {terms.players} players"
            yield Fault("deck", message, seat, word=("left_out",), at=event.at, bars=True)
        if pile & seen:
            message = f"{who}'s harvest pile has {terms.names(pile & seen)}, which another pile has, too"
            yield Fault("deck", message, seat, at=event.at, bars=True)
        seen |= pile
    if not known:
        yield from _check_counts(terms, state, result, event)
    taken = sum(result.okus.values())
    if taken > terms.okus:
        message = f"{taken} okus are counted; there are {terms.okus}"
        yield Fault("okus", message, word=("okus", "per_player"), at=(*event.at, "okus"), bars=True)
    names = [name for listed in result.luminaries.values() for name in listed]
    for name in dict.fromkeys(names):
        if names.count(name) > 1:
            message = f"{name} is counted twice; each Luminary is there once"
            yield Fault("luminaries", message, at=(*event.at, "luminaries"), bars=True)
        elif name not in terms.in_sets:
            message, word = terms.not_played_with(name)
            yield Fault("luminaries", message, word=word, at=event.at, bars=True)


def _check_counts(terms: Terms, state: State, result: Result, event: Event) -> Iterator[Fault]:
    for line in terms.scoring.lines:
        most = ((line.cards | (terms.nameable if line.suits else 0)) & terms.pack).bit_count()
        total = sum(
            (pile & line.cards).bit_count() if isinstance(pile, int) else pile.get(line.name, 0)
            for pile in result.piles.values()
        )
        if total > most:
            message = f"{counted(total, 'cards')} are counted for {line.name}; there are {most}"
            yield Fault("deck", message, word=("scoring",), at=event.at, bars=True)


def put_result(terms: Terms, state: State, event: Event) -> None:
    """Scores a round from its results."""
    result: Result = event.value
    state.see("rounds")
    hauls = []
    for seat in range(terms.players):
        pile = result.piles.get(seat, 0)
        counts = terms.scoring.counts(pile, {}) if isinstance(pile, int) else dict(pile)
        names, sweeps = result.luminaries.get(seat, ()), result.sweeps.get(seat, 0)
        hauls.append(rounds.haul_of(terms, counts, result.okus.get(seat, 0), names, sweeps))
    sweep_table(state, terms.fields)
    state.phase = DEAL
    claimed = tuple(result.luminaries.get(seat, ()) for seat in range(terms.players))
    rounds.score(terms, state, tuple(hauls), claimed)
