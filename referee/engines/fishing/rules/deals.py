"""The deal of a round, and further hands dealt in the middle of a round."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from referee.core.cards import mask_of
from referee.core.events import Event
from referee.core.findings import Fault, counted
from referee.core.places import Pointer
from referee.engines.fishing.rules import hands, rounds
from referee.engines.fishing.rules.board import field_name
from referee.engines.fishing.rules.hands import place_of
from referee.engines.fishing.rules.step_checks import Cards
from referee.engines.fishing.state import PLAY, Lying, State, Step
from referee.engines.fishing.words.compiled import CompiledRules


class Dealt(NamedTuple):
    """A deal: the cards laid into each field, the hands and the Luminaries, as far as they are recorded."""

    fields: Mapping[int, tuple[int, ...]]
    hands: Mapping[int, Cards]
    luminaries: Mapping[int, str]


def first_seat(rules: CompiledRules, state: State) -> int:
    """Who plays first: the player after the dealer."""
    return (state.dealer + rules.direction) % rules.players


def hand_size(rules: CompiledRules, state: State, seat: int) -> int:
    """How many cards a player is dealt now."""
    if rounds.deals_hands_only(state):
        return min(rules.hand, state.stock // rules.players)
    return rules.first_hand if seat == first_seat(rules, state) else rules.hand


def check(rules: CompiledRules, state: State, event: Event) -> Iterator[Fault]:
    """Everything that is wrong with a deal."""
    dealt: Dealt = event.value
    again = rounds.deals_hands_only(state)
    if again and (dealt.fields or dealt.luminaries):
        yield Fault(
            "deal",
            "cards are dealt to the table in the middle of a round; only hands may be",
            at=(*event.at, "fields" if dealt.fields else "luminaries"),
            bars=True,
        )
        return
    yield from _check_misdeal(rules, state, dealt, event)
    if not again and _plain(rules, state, dealt):
        yield from _check_luminaries(rules, dealt, event)
        return
    seen: dict[int, str] = {}
    for field in range(rules.fields) if not again else ():
        number = len(dealt.fields.get(field, ()))
        at, told = (*event.at, "fields"), (rules.field_names[field],) if field in dealt.fields else ()
        if number != rules.seeded:
            are = "is" if number == 1 else "are"
            message = f"{counted(number, 'cards')} {are} dealt {_place(rules, state, field)}; it must be {rules.seeded}"
            yield Fault("deal", message, word=("deal", "fields"), at=(*at, *told), bars=not again)
        for place, card in enumerate(dealt.fields.get(field, ())):
            yield from _check_card(rules, state, card, _place(rules, state, field), seen, (*at, *told, place))
    for seat, hand in dealt.hands.items():
        who, size = state.players[seat], hand_size(rules, state, seat)
        if hand.number != size:
            first = ", being first to play" if seat == first_seat(rules, state) and not again else ""
            message = f"{who} is dealt {counted(hand.number, 'cards')}; it must be {size}{first}"
            yield Fault(
                "deal",
                message,
                seat,
                word=("deal", "first" if first and rules.first_hand != rules.hand else "each"),
                at=(*event.at, "hands", who),
            )
        for place, card in enumerate(hand.listed):
            yield from _check_card(rules, state, card, f"into {who}'s hand", seen, (*event.at, "hands", who, place))
    yield from _check_luminaries(rules, dealt, event)


def _plain(rules: CompiledRules, state: State, dealt: Dealt) -> bool:
    """Whether everybody and every field has as many cards as they should, each card of the pack once."""
    cards = number = 0
    for listed in dealt.fields.values():
        number += len(listed)
        for card in listed:
            cards |= 1 << card
    for seat, hand in dealt.hands.items():
        if hand.number != hand_size(rules, state, seat):
            return False
        number += hand.known.bit_count()
        cards |= hand.known
    even = len(dealt.fields) == rules.fields and all(len(listed) == rules.seeded for listed in dealt.fields.values())
    return even and cards.bit_count() == number and not cards & (state.located | ~rules.pack)


def _check_misdeal(rules: CompiledRules, state: State, dealt: Dealt, event: Event) -> Iterator[Fault]:
    for field, cards in dealt.fields.items():
        wrong = rules.misdeal.among(mask_of(cards))
        if wrong:
            where = _place(rules, state, field)
            message = f"{rules.names(wrong)} are dealt {where}, which is a misdeal; the cards are dealt again"
            at = (*event.at, "fields", rules.field_names[field])
            yield Fault("deal", message, word=("deal", "misdeal"), at=at)


def _place(rules: CompiledRules, state: State, field: int) -> str:
    return f"{'into' if rules.seasons else 'on'} {field_name(rules, state, field)}"


def _check_card(
    rules: CompiledRules, state: State, card: int, place: str, seen: dict[int, str], at: Pointer
) -> Iterator[Fault]:
    name = rules.deck.ids[card]
    if not rules.pack >> card & 1:
        message = f"{name} is dealt {place}, but is left out with {rules.players} players"
        yield Fault("deck", message, word=("leave_out",), at=at, bars=True)
    elif state.located >> card & 1:
        message = f"{name} is dealt {place}, but {place_of(rules, state, 1 << card)}"
        yield Fault("deck", message, at=at, bars=True)
    elif card in seen:
        yield Fault("deck", f"{name} is dealt twice, {seen[card]} and {place}", at=at, bars=True)
    seen[card] = place


def _check_luminaries(rules: CompiledRules, dealt: Dealt, event: Event) -> Iterator[Fault]:
    names: set[str] = set()
    at = (*event.at, "luminaries")
    number = len(dealt.luminaries)
    if number > rules.dealt_luminaries > 0:
        message = f"{number} Luminaries are dealt; it must be {rules.dealt_luminaries}"
        yield Fault("luminaries", message, word=("luminaries", "dealt"), at=at, bars=True)
    for field, name in dealt.luminaries.items():
        here, wrong = (*at, rules.field_names[field]), rules.not_in_round(name)
        if wrong is not None:
            yield Fault("luminaries", wrong[0], word=wrong[1], at=here, bars=True)
        elif name in names:
            yield Fault("luminaries", f"{name} is dealt twice; each Luminary is there once", at=here, bars=True)
        names.add(name)


def deal(rules: CompiledRules, state: State, event: Event) -> None:
    """Lays the table and deals the hands; what is not recorded is dealt unseen."""
    dealt: Dealt = event.value
    sizes = [hand_size(rules, state, seat) for seat in range(rules.players)]
    again = rounds.deals_hands_only(state)
    if not again:
        _lay_table(rules, state, dealt)
    for seat, size in enumerate(sizes):
        hand = dealt.hands.get(seat, Cards(0, size))
        state.hands[seat] = hand.known
        if rules.in_order:
            hands.line_up(state, seat, hand.listed)
        state.hidden[seat] = hand.number - hand.known.bit_count()
        state.located |= hand.known
        if state.hidden[seat]:
            state.see("hands")
    dealt_out = sum(state.held(seat) for seat in range(rules.players))
    state.stock -= dealt_out
    state.phase = PLAY
    state.turn = first_seat(rules, state)
    if rules.first_draws and not again:
        state.queue = [Step("draw", state.turn)]


def _lay_table(rules: CompiledRules, state: State, dealt: Dealt) -> None:
    state.begin_round(rules)
    state.stock, state.box_okus = rules.size, rules.okus
    for field, cards in dealt.fields.items():
        state.fields[field] = [Lying(1 << card) for card in cards]
        state.stock -= len(cards)
        for card in cards:
            state.located |= 1 << card
    for field in range(min(rules.dealt_luminaries, rules.fields)):
        state.luminaries[field] = dealt.luminaries.get(field, "")
