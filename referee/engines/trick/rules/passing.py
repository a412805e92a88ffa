"""Cards that players pass on before play."""

from __future__ import annotations

from referee.core.events import Event
from referee.engines.trick.rules import hands
from referee.engines.trick.state import State
from referee.engines.trick.words.compiled import CompiledRules


def pass_cards(rules: CompiledRules, state: State, event: Event) -> None:
    """A player sets cards aside for another; they change hands once everybody has passed."""
    seat = event.seat if event.seat is not None else next_to_pass(rules, state)
    state.passed[seat] = event.value
    state.clock += 1
    hands.not_elsewhere(rules, state, seat, event.value)
    if all(state.passed[seat] for seat in state.seats):
        exchange(rules, state)
        hands.to_bidding(rules, state)


def pass_unseen(rules: CompiledRules, state: State) -> None:
    """Cards are passed and nobody wrote them down: no hand is known any longer."""
    if any(state.known):
        state.known = [seat not in state.seats for seat in range(rules.players)]
        state.hands = [0 if known else rules.pack for known in state.known]
    hands.to_bidding(rules, state)


def next_to_pass(rules: CompiledRules, state: State) -> int:
    """The first player, the one after the dealer first, who has not passed yet."""
    order = hands.order_from(rules, state, hands.next_seat(rules, state, state.dealer))
    return next(seat for seat in order if not state.passed[seat])


def _receiver(state: State, seat: int, offset: int) -> int:
    """Who gets the cards of the player at `seat`, passed this many places on, among those who play."""
    around = sorted(state.seats)
    return around[(around.index(seat) + offset) % len(around)] if seat in around else seat


def exchange(rules: CompiledRules, state: State) -> None:
    """The cards set aside change hands."""
    offset = rules.pass_offset(state.hand) or 0
    players = rules.players
    if not state.blind and len(state.seats) == players:
        moved_on = state.passed[-offset:] + state.passed[:-offset] if offset else state.passed
        state.hands = [
            hand & ~away | here for hand, away, here in zip(state.hands, state.passed, moved_on, strict=True)
        ]
        return
    for seat in range(players):
        if state.known[seat]:
            state.hands[seat] &= ~state.passed[seat]
    for seat in range(players):
        to, moved = _receiver(state, seat, offset), state.passed[seat]
        if state.known[to]:
            state.hands[to] |= moved
        for other in range(players):
            if not state.known[other]:
                state.hands[other] = state.hands[other] | moved if other == to else state.hands[other] & ~moved
