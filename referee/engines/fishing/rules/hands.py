"""Cards and where they are: whether one can be in a hand, where else it lies, and how it leaves the hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.core.cards import mask_of
from referee.core.findings import Fault
from referee.engines.fishing.rules.board import Play, field_name
from referee.engines.fishing.rules.notation import written
from referee.engines.fishing.state import State
from referee.engines.fishing.words.compiled import CompiledRules


def check(rules: CompiledRules, state: State, play: Play) -> Iterator[Fault]:
    """Whether the cards can be in the player's hand."""
    seat = play.seat
    unknown = play.active & ~state.hands[seat]
    if not unknown:
        return
    who = state.players[seat]
    elsewhere = unknown & state.located
    out = unknown & ~rules.pack
    if out:
        message = f"{who} plays {rules.names(out)}, which is left out with {rules.players} players"
        yield Fault("deck", message, seat, word=("leave_out",), bars=True)
    elif elsewhere or unknown.bit_count() > state.hidden[seat]:
        name = rules.names(elsewhere or unknown)
        where = place_of(rules, state, elsewhere) if elsewhere else ""
        held = f"holds {rules.names(state.hands[seat])}" if not state.hidden[seat] else "cannot hold it"
        message = f"{who} plays {name}, which {where or 'is not in that hand'}; {who} {held}"
        yield Fault("hand", message, seat, bars=True)


def line_up(state: State, seat: int, cards: Sequence[int]) -> None:
    """Puts cards after those of a hand that is played in order."""
    state.order[seat] = [*(card for card in state.order[seat] if card not in cards), *cards]


def check_order(rules: CompiledRules, state: State, play: Play) -> Iterator[Fault]:
    """Whether the cards are the first of a hand that is played in order; nothing where that order is not known."""
    seat, hand = play.seat, state.hands[play.seat]
    order = [card for card in state.order[seat] if hand >> card & 1]
    if state.hidden[seat] or len(order) < hand.bit_count() or play.active & ~hand:
        return
    first = order[: play.active.bit_count()]
    if mask_of(first) != play.active:
        names = " ".join(rules.deck.ids[card] for card in first)
        message = f"{state.players[seat]} plays {rules.names(play.active)}"
        message += f"; the hand is played in order, and {names} comes first"
        yield Fault("hand", message, seat, word=("deal", "in_order"))


def place_of(rules: CompiledRules, state: State, cards: int) -> str:
    """Where the first of some known cards is, as the end of a sentence: 'lies in the Spring field'."""
    card = cards & -cards
    for field, lying in state.everything():
        if lying.cards & card:
            inside = f" inside {written(rules, lying)}" if lying.sets else ""
            return f"lies{inside} {'on' if not rules.seasons else 'in'} {field_name(rules, state, field)}"
    for seat, who in enumerate(state.players):
        if state.hands[seat] & card:
            return f"is in {who}'s hand"
        if state.piles[seat] & card:
            return f"is in {who}'s harvest pile"
    return "is out of the round"


def leave_hand(state: State, seat: int, cards: int) -> None:
    """Takes cards out of a hand, known there or not; they are seen from now on."""
    known = state.hands[seat] & cards
    state.hands[seat] ^= known
    state.hidden[seat] -= (cards ^ known).bit_count()
    state.located |= cards


def forget(state: State, seat: int) -> None:
    """Cards left a hand unseen, so that those known to have been there may be elsewhere now."""
    known = state.hands[seat]
    state.hands[seat] = 0
    state.hidden[seat] += known.bit_count()
    state.located &= ~known
