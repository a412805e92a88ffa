"""Whether a `position:` is possible: every card in one place, every hand of the right size."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from referee.core.findings import counted
from referee.core.places import Pointer
from referee.engines.trick.rules import hands, put_aways
from referee.engines.trick.rules.stocks import drawing_order
from referee.engines.trick.rules.whereabouts import hand_size
from referee.engines.trick.state import CHOOSE, DRAW, PLAY, PUT_AWAY, State
from referee.engines.trick.words.compiled import CompiledRules

Misplaced = tuple[Pointer, str]


def faults(rules: CompiledRules, state: State, position: Mapping[str, Any]) -> Iterator[Misplaced]:
    """The contradictions in a position, as read into `state`: (pointer, sentence) pairs."""
    yield from _doubled(rules, state, position)
    if state.cards * len(state.seats) > rules.pack.bit_count():
        message = f"{counted(state.cards, 'cards')} each for {len(state.seats)} players are more than the deck has"
        yield ("position", "cards" if "cards" in position else "hands"), message
    elif state.phase in (PLAY, DRAW):
        yield from _tricks(rules, state, position)
    elif state.phase != CHOOSE:
        wanted = [state.cards * (seat in state.seats) for seat in range(rules.players)]
        if state.phase == PUT_AWAY:
            wanted[state.turn] += put_aways.many(rules, state)
        yield from _sizes(rules, state, wanted)


def _tricks(rules: CompiledRules, state: State, position: Mapping[str, Any]) -> Iterator[Misplaced]:
    """What is wrong with the tricks won, and with the sizes of hands after them."""
    won, players = sum(state.won), state.players
    if min(state.won) < 0 or won >= rules.tricks_counted(state.cards, len(state.seats)):
        of = counted(state.cards, "cards")
        yield ("position", "won"), f"the tricks won add up to {won}; in a hand of {of} at least one is still to come"
        return
    for seat, taken in enumerate(state.taken):
        if (taken & ~rules.goes_back).bit_count() > state.won[seat] * len(state.seats):
            tricks = counted(state.won[seat], "tricks")
            message = (
                f"{players[seat]} has taken {counted(taken.bit_count(), 'cards')} in {tricks} of {len(state.seats)}"
            )
            yield ("position", "taken", players[seat]), message
    if "leader" not in position and (won or (state.trick and state.turn < 0)):
        yield ("position",), f"who leads? a position in the middle of a hand must say so, as in `leader: {players[0]}`"
        return
    has_played = hands.order_from(rules, state, state.leader)[: len(state.trick)]
    wanted = [hand_size(state, seat) - (seat in has_played) for seat in range(rules.players)]
    if state.phase == DRAW:
        order = drawing_order(rules, state)
        wanted = [
            (state.cards - (seat in order[order.index(state.turn) :])) * (seat in order)
            for seat in range(rules.players)
        ]
    yield from _sizes(rules, state, wanted)


def _sizes(rules: CompiledRules, state: State, wanted: list[int]) -> Iterator[Misplaced]:
    """Hands that hold more or fewer cards than are left at this point."""
    for seat, who in enumerate(state.players):
        held = state.hands[seat].bit_count()
        if state.known[seat] and held != wanted[seat]:
            right = f"at this point of a hand of {state.cards} it must be {wanted[seat]}"
            message = f"{who} holds {counted(held, 'cards')}; {right}"
            yield ("position", "hands", who), message


def _doubled(rules: CompiledRules, state: State, position: Mapping[str, Any]) -> Iterator[Misplaced]:
    """Cards that lie in two places, or are not in play."""
    places = [(("hands", who), state.hands[seat] * state.known[seat]) for seat, who in enumerate(state.players)]
    places += [(("taken", who), state.taken[seat]) for seat, who in enumerate(state.players)]
    seen = 0
    places += [(("holds", who), state.sure[seat]) for seat, who in enumerate(state.players)]
    places += [(("put_away", who), state.put_away[seat]) for seat, who in enumerate(state.players)]
    for place, cards in [
        *places,
        (("trick",), state.table),
        (("discarded",), state.discarded),
        (("talon",), state.talon),
    ]:
        if cards & seen:
            yield ("position", *place), _too_often(rules, cards & seen)
        if cards & ~rules.pack:
            names = rules.card_names(cards & ~rules.pack)
            yield ("position", *place), f"{names} is left out of the deck with {rules.players} players"
        seen |= cards


def _too_often(rules: CompiledRules, cards: int) -> str:
    copies = rules.deck.twins[cards.bit_length() - 1].bit_count()
    names = rules.card_names(rules.deck.once(cards))
    return f"{names} cannot be in two places" if copies == 1 else f"{names} is named too often; the deck has {copies}"
