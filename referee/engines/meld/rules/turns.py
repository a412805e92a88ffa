"""A turn: a card is taken, a card is discarded. What may be wrong with each, and its effect."""

from __future__ import annotations

from collections.abc import Iterator

from referee.core.events import Event
from referee.core.findings import Fault, counted
from referee.engines.meld.rules import rounds, whereabouts
from referee.engines.meld.rules.deals import take_in
from referee.engines.meld.rules.events import UNSEEN
from referee.engines.meld.state import ACTION, DISCARD, TAKE, State
from referee.engines.meld.words import packs
from referee.engines.meld.words.compiled import (
    AFTER_DISCARDING,
    AFTER_TAKING,
    COUNT,
    LAST_TAKE,
    NOTHING,
    PILE,
    SHUFFLE_PILE,
    STOCK,
    CompiledRules,
)

REFUSED = -1
"""What `State.offers` holds once everybody has refused the first face-up card."""


def out_of_turn(state: State, seat: int | None, does: str) -> Fault | None:
    """The fault of acting when it is somebody else's turn."""
    if seat is None or seat == state.turn:
        return None
    message = f"{state.players[seat]} {does}, but it is {state.players[state.turn]}'s turn"
    return Fault("turn", message, seat, at=("by",), bars=True)


def check_take(rules: CompiledRules, state: State, event: Event) -> tuple[Fault, ...]:
    """Everything that is wrong with taking a card, or with taking none."""
    source, card = event.value
    wrong = out_of_turn(state, event.seat, "takes a card")
    if wrong:
        return (wrong,)
    if source == NOTHING:
        return tuple(_nothing_faults(state))
    if source == PILE:
        return tuple(_pile_faults(rules, state, card))
    return tuple(_stock_faults(rules, state, card))


def _nothing_faults(state: State) -> Iterator[Fault]:
    if state.offers <= 0 and not state.last_take:
        who = state.players[state.turn]
        yield Fault("take", f"{who} takes nothing; a turn begins with a card from the pile or the stock", state.turn)


def _pile_faults(rules: CompiledRules, state: State, card: int) -> Iterator[Fault]:
    who, seat, ids = state.players[state.turn], state.turn, rules.deck.ids
    if not state.pile:
        yield Fault("take", f"{who} takes a card from the face-up pile, which is empty", seat, ("stock",), bars=True)
        return
    top = state.pile[-1]
    if card not in (UNSEEN, top):
        where = "it is covered" if card in state.pile else "it is not there"
        message = f"{who} takes {ids[card]} from the face-up pile, but {where}; the top card is {ids[top]}"
        yield Fault("take", message, seat, (f"pile {ids[top]}",), bars=True)
        return
    if state.offers == REFUSED:
        message = f"{who} takes {ids[top]}, which everybody has refused; the first turn begins with the stock"
        yield Fault("take", message, seat, (STOCK,))
    if state.last_take and rules.stock_empty != LAST_TAKE:
        yield Fault(
            "stock", f"{who} takes {ids[top]}, but the stock is used up and the round is void", seat, (NOTHING,)
        )
    elif state.last_take and not state.hidden[seat] and not _ends_with(rules, state, packs.UNITS[top]):
        message = f"{who} takes {ids[top]}, but with the stock used up it may only be taken to end the round"
        yield Fault("stock", message, seat, (NOTHING,))


def _ends_with(rules: CompiledRules, state: State, taken: int) -> bool:
    """Whether the hand of the player to act can be declared with a card that is taken, or after some discard."""
    hand = state.hands[state.turn] + taken
    if AFTER_TAKING in rules.declare_when and rules.may_declare(hand, state.upcard):
        return True
    return any(rules.may_declare(hand - packs.UNITS[card], state.upcard) for card, _ in packs.counts(hand))


def _stock_faults(rules: CompiledRules, state: State, card: int) -> Iterator[Fault]:
    who, seat = state.players[state.turn], state.turn
    if state.offers > 0:
        top = rules.deck.ids[state.pile[-1]]
        message = f"{who} takes from the stock while {top} is offered; take it or nothing"
        yield Fault("take", message, seat, (PILE, NOTHING))
    if state.last_take:
        message = f"{who} takes from the stock, which is used up with {counted(state.stock, 'cards')} left"
        yield Fault("stock", message, seat, (NOTHING,), bars=True)
        return
    state = rounds.met_by_taker(rules, state)
    if rounds.stock_used_up(rules, state):
        yield Fault("stock", f"{who} takes from the stock, which is empty", seat, (PILE,), bars=True)
    elif card != UNSEEN:
        found = whereabouts.stock_faults(rules, state, packs.UNITS[card], f"{who} takes", seat, ())
        yield from (fault._replace(message=fault.message + _from_pile(rules, state, card)) for fault in found)


def _from_pile(rules: CompiledRules, state: State, card: int) -> str:
    """The end of a message about a card said to come from the stock, of which one lies on the pile."""
    if not state.pile or state.pile[-1] != card:
        return ""
    return f"; if it was the {rules.deck.ids[card]} that lies face up, write `pile`"


def take(rules: CompiledRules, state: State, event: Event) -> None:
    """A card comes into the hand of the player to act, or the turn passes."""
    source, card = event.value
    state.discarder = -1
    if source == NOTHING:
        _pass_by(rules, state)
        return
    state.plays["turns"] = state.plays.get("turns", 0) + 1
    state.offers = 0
    state.phase = DISCARD
    if source == PILE:
        top = state.pile.pop()
        state.hands[state.turn] += packs.UNITS[top]
        state.taken = top
        return
    if rounds.refills(rules, state):
        rounds.shuffle_pile(state)
    state.stock -= 1
    noted = len(state.notes)
    take_in(rules, state, state.turn, card)
    state.notes[noted:] = [
        (rule, message + _from_pile(rules, state, card), event) for rule, message, event in state.notes[noted:]
    ]
    if state.late:
        state.phase = ACTION


def _pass_by(rules: CompiledRules, state: State) -> None:
    if state.last_take:
        rounds.call_off(rules, state)
        return
    state.offers = state.offers - 1 or REFUSED
    state.turn = (state.turn + 1) % rules.players


def check_discard(rules: CompiledRules, state: State, event: Event) -> tuple[Fault, ...]:
    """Everything that is wrong with discarding a card."""
    wrong = out_of_turn(state, event.seat, "discards")
    if wrong:
        return (wrong,)
    return tuple(discard_faults(rules, state, event.value))


def discard_faults(rules: CompiledRules, state: State, card: int) -> Iterator[Fault]:
    """Why the player to act cannot discard this card."""
    seat, who, name = state.turn, state.players[state.turn], rules.deck.ids[card]
    unit = packs.UNITS[card]
    known = packs.count(state.hands[seat], card)
    if not known and not state.hidden[seat]:
        held = rules.names(state.hands[seat])
        yield Fault(
            "hand",
            f"{who} discards {name}, which is not in hand; {who} holds {held}",
            seat,
            tuple(held.split()),
            bars=True,
        )
        return
    if not known:
        yield from whereabouts.faults(rules, state, unit, f"{who}, whose hand is unseen, discards", seat, ())
        yield from unseen_since(rules, state, seat, unit, "discards")
    if card == state.taken and not rules.discard_taken and known < 2:
        yield Fault(
            "discard",
            f"{who} discards {name}, which was just taken from the pile; it must be another card",
            seat,
            word=("turn", "discard_taken"),
        )
    if card in rules.action_cards and rules.late_drawn:
        yield Fault(
            "action", f"{who} discards {name}; a draw card must be shown and set aside for an Action card", seat
        )
    if state.last_take and not state.hidden[seat] and not rules.may_declare(state.hands[seat] - unit, state.upcard):
        message = f"{who} discards {name}; with the stock used up the rest must be good enough to end the round"
        yield Fault("stock", message, seat)


def unseen_since(rules: CompiledRules, state: State, seat: int, new: int, does: str) -> Iterator[Fault]:
    """Whether cards that went back into the stock can have come to a player who shows them out of an unseen hand."""
    if not state.recycled:
        return
    since = whereabouts.from_stock(rules, state, new)
    if packs.size(since) > state.fresh[seat]:
        who, names = state.players[seat], rules.names(since)
        message = f"{who} {does} {names}, which went from the face-up pile into the stock and has not been taken since"
        yield Fault("deck", message, seat, bars=True)
        return
    never = whereabouts.never_in_stock(state, new)
    if packs.size(never) > max(0, state.hidden[seat] - state.fresh[seat]):
        who, names, there = state.players[seat], rules.names(never), rules.names(state.recycled)
        message = (
            f"{who} {does} {names}; {counted(state.fresh[seat], 'cards')} of this hand came from the stock after the face-up "
            f"pile was shuffled into it, and can be only of {there}"
        )
        yield Fault("deck", message, seat, bars=True)


def discard(rules: CompiledRules, state: State, event: Event) -> None:
    """A card goes on the face-up pile, and the turn passes; a stock that is used up may end the round."""
    seat, card = state.turn, event.value
    unit = packs.UNITS[card]
    if packs.count(state.hands[seat], card):
        state.hands[seat] -= unit
    else:
        taken_since = packs.size(whereabouts.from_stock(rules, state, unit))
        state.hidden[seat] -= 1
        whereabouts.locate(rules, state, unit, state.fresh[seat])
        state.fresh[seat] = min(state.fresh[seat] - taken_since, state.hidden[seat])
    state.pile.append(card)
    state.taken = -1
    state.phase = TAKE
    state.turn = (seat + 1) % rules.players
    if state.declarer >= 0:
        rounds.end_last_turn(rules, state)
        return
    state.discarder = seat if AFTER_DISCARDING in rules.declare_when else -1
    if rules.stock_empty != SHUFFLE_PILE and rounds.stock_used_up(rules, state):
        if rules.stock_empty == COUNT:
            rounds.begin_showing(rules, state)
        else:
            state.last_take = True
