"""Drawing from the stock after each trick."""

from __future__ import annotations

from referee.core.events import Event
from referee.core.findings import Fault
from referee.engines.trick.rules import hands
from referee.engines.trick.rules.whereabouts import elsewhere, hand_size, unplaced
from referee.engines.trick.state import DRAW, PLAY, TURN_UP, State
from referee.engines.trick.words.compiled import CompiledRules


def drawing_order(rules: CompiledRules, state: State) -> tuple[int, ...]:
    """The seats in the order in which they draw after a trick."""
    assert rules.stock is not None
    order = hands.order_from(rules, state, state.leader)
    return order if rules.stock.first == "winner" else (*order[1:], order[0])


def to_draw(rules: CompiledRules, state: State) -> None:
    """The trick is in, and cards are left to draw."""
    state.phase = DRAW
    state.turn = drawing_order(rules, state)[0]


def certain(rules: CompiledRules, state: State) -> int:
    """The card that the next player draws, if only one is possible; otherwise -1."""
    assert rules.stock is not None
    first = state.turn == drawing_order(rules, state)[0]
    if state.turned >= 0 and (first if rules.stock.turned == "next" else state.stock == 1):
        return state.turned
    may_be = drawable(rules, state)
    return may_be.bit_length() - 1 if may_be.bit_count() == 1 else -1


def drawable(rules: CompiledRules, state: State) -> int:
    """The cards that may be in the stock, except the open one."""
    return unplaced(rules, state) & ~(1 << state.turned if state.turned >= 0 else 0)


def check_draw(rules: CompiledRules, state: State, event: Event) -> tuple[Fault, ...]:
    """Everything that is wrong with a card drawn."""
    seat = state.turn if event.seat is None else event.seat
    card, who = rules.deck.ids[event.value], state.players[seat]
    if seat != state.turn:
        message = f"{who} drew {card}, but it is {state.players[state.turn]}'s turn to draw"
        return (Fault("turn", message, seat, bars=True),)
    if not rules.pack >> event.value & 1:
        message = f"{card} is left out of the deck with {rules.players} players"
        return (Fault("deck", message, seat, bars=True),)
    where = elsewhere(rules, state, event.value)
    if where:
        return (Fault("deck", f"{who} drew {card}, which {where}", seat, bars=True),)
    right = certain(rules, state)
    if right >= 0 and right != event.value:
        message = f"{who} drew {card}, but the next card of the stock is {rules.deck.ids[right]}"
        return (Fault("stock", message, seat, word=("stock",), bars=True),)
    if right < 0 and event.value == state.turned:
        message = f"{who} drew {card}, which lies {'under' if _under(rules) else 'on top of'} the stock"
        return (Fault("stock", message, seat, word=("stock", "turned"), bars=True),)
    return ()


def _under(rules: CompiledRules) -> bool:
    return rules.stock is not None and rules.stock.turned == "last"


def turn_next(rules: CompiledRules, state: State, event: Event) -> None:
    """A card is turned up: after the deal, for trump, and later the next one on top of the stock."""
    if state.left == state.length:
        hands.turn_up(rules, state, event)
        return
    state.turned = event.value
    hands.not_elsewhere(rules, state, None, 1 << event.value)
    state.phase, state.turn = PLAY, state.leader
    state.clock += 1


def draw(rules: CompiledRules, state: State, event: Event) -> None:
    """A player draws a card that is known."""
    state.clock += 1
    _take(rules, state, event.value)


def _take(rules: CompiledRules, state: State, card: int) -> None:
    seat, bit = state.turn, 1 << card
    state.hands[seat] |= bit
    if not state.known[seat]:
        state.sure[seat] |= bit
    hands.not_elsewhere(rules, state, seat, bit)
    if card == state.turned and not _under(rules):
        state.turned = -1
    _next(rules, state)


def draw_unseen(rules: CompiledRules, state: State) -> None:
    """A player draws a card that nobody wrote down."""
    card = certain(rules, state)
    if card >= 0:
        _take(rules, state, card)
        return
    seat = state.turn
    if not state.undrawn:
        state.unseen.setdefault("draw", []).append(state.clock + 1)
    state.undrawn += 1
    if not state.blind:
        state.shown = [[] for _ in state.players]
    if state.known[seat]:
        state.known[seat], state.blind, state.sure[seat] = False, True, state.hands[seat]
    state.hands[seat] |= drawable(rules, state)
    state.shown[seat] = []
    _next(rules, state)


def _next(rules: CompiledRules, state: State) -> None:
    """The next player draws; after the last of them a card is turned up, if the stock has an open card, or the winner leads."""
    assert rules.stock is not None
    state.stock -= 1
    order = drawing_order(rules, state)
    if state.turn != order[-1]:
        state.turn = order[order.index(state.turn) + 1]
        return
    state.phase, state.turn = PLAY, state.leader
    if rules.stock.turned == "next" and state.stock:
        state.phase = TURN_UP
    _settle(rules, state)


def _settle(rules: CompiledRules, state: State) -> None:
    """Hands whose cards are now all known; with the stock out, also the only one that is missing."""
    for seat in state.seats:
        if not state.known[seat] and state.sure[seat].bit_count() == hand_size(state, seat):
            learn(state, seat, state.sure[seat])
    unseen = [seat for seat in state.seats if not state.known[seat]]
    if len(unseen) == 1 and not state.stock:
        held = state.sure[unseen[0]] | unplaced(rules, state)
        if held.bit_count() == hand_size(state, unseen[0]):
            learn(state, unseen[0], held)


def learn(state: State, seat: int, held: int) -> None:
    """A hand is known from now on."""
    state.hands[seat], state.sure[seat], state.known[seat] = held, 0, True
    state.blind = not all(state.known)
    for other in state.seats:
        if not state.known[other]:
            state.hands[other] &= ~held


def catch_up(rules: CompiledRules, state: State, event: Event) -> None:
    """Applies the draws that a log omits before this event, and the card turned up after them."""
    while state.phase == DRAW and not (event.verb == "draw" and event.seat in (None, state.turn)):
        draw_unseen(rules, state)
    if state.phase == TURN_UP and event.verb != "turn":
        state.phase, state.turned = PLAY, -1


def left_out(rules: CompiledRules, state: State, event: Event) -> bool:
    """Whether draws happened at the table before this event and the log does not say so."""
    if state.phase == TURN_UP:
        return state.left < state.length and event.verb in ("play", "declare")
    if state.phase != DRAW:
        return False
    if event.verb != "draw":
        return event.verb in ("play", "turn", "declare")
    order = drawing_order(rules, state)
    return event.seat is not None and event.seat in order[order.index(state.turn) + 1 :]
