"""Where cards are, and how they come and go: out of a hand, from the pile, into a field; and the answers that carry cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from referee.core.cards import mask_of
from referee.core.events import Event
from referee.core.findings import Fault
from referee.core.places import Pointer
from referee.engines.fishing.rules.moves import Play, field_name, lying_text
from referee.engines.fishing.state import Lying, State, Step
from referee.engines.fishing.words.compiled import CompiledRules

BOX = -1
"""In place of a seat: the box, from which an okus may be taken."""


class Cards(NamedTuple):
    """Cards taken from the pile or given up: a mask of those that are known, how many they are in all, the known in order."""

    known: int
    number: int
    listed: tuple[int, ...] = ()


class Reseeded(NamedTuple):
    """Cards laid into a field, and the season of the field where the log names it."""

    cards: tuple[int, ...]
    field: str
    written: Pointer = ()
    """The way from the event to the cards: the name of the field as the log has it."""


class Exchange(NamedTuple):
    """Cards given up and cards drawn for them; None if the log does not mention them."""

    discard: Cards | None
    draw: Cards | None


def check_hand(rules: CompiledRules, state: State, play: Play) -> Iterator[Fault]:
    """Check whether the cards played can be in the player's hand."""
    seat, who = play.seat, state.players[play.seat]
    unknown = play.active & ~state.hands[seat]
    elsewhere, out = unknown & state.located, unknown & ~rules.pack
    if out:
        message = f"{who} plays {rules.names(out)}, which is left out with {rules.players} players"
        yield Fault("deck", message, seat, word=("leave_out",), bars=True)
    elif elsewhere or unknown.bit_count() > state.hidden[seat]:
        where = place_of(rules, state, elsewhere) if elsewhere else "is not in that hand"
        held = f"holds {rules.names(state.hands[seat])}" if not state.hidden[seat] else "cannot hold it"
        message = f"{who} plays {rules.names(elsewhere or unknown)}, which {where}; {who} {held}"
        yield Fault("hand", message, seat, bars=True)


def check_order(rules: CompiledRules, state: State, play: Play) -> Iterator[Fault]:
    """Check whether the cards are the first of a hand that is played in order; nothing where that order is not known."""
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
    """Return where the first of some known cards is, as the end of a sentence: 'lies in the Spring field'."""
    card = cards & -cards
    for field, lying in state.everything():
        if lying.cards & card:
            inside = f" inside {lying_text(rules, lying)}" if lying.sets else ""
            return f"lies{inside} {'on' if not rules.seasons else 'in'} {field_name(rules, state, field)}"
    for seat, who in enumerate(state.players):
        if state.hands[seat] & card:
            return f"is in {who}'s hand"
        if state.piles[seat] & card:
            return f"is in {who}'s harvest pile"
    return "is out of the round"


def line_up(state: State, seat: int, cards: Sequence[int]) -> None:
    """Puts cards after those of a hand that is played in order."""
    state.order[seat] = [*(card for card in state.order[seat] if card not in cards), *cards]


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


def draw_cards(rules: CompiledRules, state: State, seat: int, drawn: Cards) -> None:
    """Puts cards of the pile into a hand."""
    state.hands[seat] |= drawn.known
    if rules.in_order:
        line_up(state, seat, drawn.listed)
    state.located |= drawn.known
    state.hidden[seat] += drawn.number - drawn.known.bit_count()
    state.stock -= drawn.number


def put_into(state: State, field: int, cards: Iterable[int], hand: int | None = None) -> None:
    """Lays cards open in a field, from a hand or from the pile."""
    for card in cards:
        state.fields[field].append(Lying(1 << card))
        if hand is not None:
            leave_hand(state, hand, 1 << card)
        else:
            state.located |= 1 << card
            state.stock -= 1


def fault(
    rule: str,
    message: str,
    step: Step,
    event: Event,
    *,
    word: tuple[str, ...] = (),
    bars: bool = False,
    at: Pointer = (),
    seat: int | None = None,
) -> Fault:
    """Return a fault at a place within an event, of whoever a step is for unless a seat is named; it cites the Luminary that
    the step is owed to unless a word is named."""
    seat = step.seat if seat is None else seat
    return Fault(rule, message, seat, word=word or step.word, at=(*event.at, *at), bars=bars)


def moment(state: State, step: Step) -> str:
    """Return the rule of what a Luminary does now: of being claimed, or of being revealed."""
    return "claiming" if any(step.name in names for names in state.claimed) else "reveal"


def among(listed: Sequence[int], cards: int) -> Pointer:
    """Return the place in a list of the first of these cards."""
    return next(((place,) for place, card in enumerate(listed) if cards >> card & 1), ())


def from_pile(
    rules: CompiledRules,
    state: State,
    cards: int,
    step: Step,
    event: Event,
    verb: str,
    listed: Sequence[int] = (),
    at: Pointer = (),
) -> Iterator[Fault]:
    """Check whether cards can come from the pile; they are `listed` at the place `at` in the event."""
    who = state.players[step.seat]
    out, known = cards & ~rules.pack, cards & state.located & rules.pack
    if out:
        message = f"{who} {verb} {rules.names(out)}, which is left out with {rules.players} players"
        yield fault("deck", message, step, event, word=("leave_out",), bars=True, at=(*at, *among(listed, out)))
    if known:
        where = place_of(rules, state, known)
        message = f"{who} {verb} {rules.names(known)}, which {where}; it comes from the draw pile"
        yield fault("deck", message, step, event, bars=True, at=(*at, *among(listed, known)))


def out_of_hand(
    rules: CompiledRules, state: State, seat: int, cards: Cards, does: str, step: Step, event: Event, at: Pointer
) -> Iterator[Fault]:
    """Check whether cards can come out of a hand in answer to a step."""
    strange = cards.known & ~state.hands[seat]
    if strange & state.located or strange.bit_count() > state.hidden[seat]:
        who, held = state.players[seat], rules.names(state.hands[seat])
        message = f"{who} {does} {rules.names(strange)}, which is not in hand; {who} holds {held}"
        yield fault("hand", message, step, event, bars=True, at=(*at, *among(cards.listed, strange)), seat=seat)
