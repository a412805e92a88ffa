"""What happens before play, and what may be wrong: the draw for the deal, the deal, Action cards, the card turned up."""

from __future__ import annotations

from collections.abc import Iterator

from referee.core.events import Event
from referee.core.findings import Fault
from referee.core.formula_words import condition
from referee.core.sentences import called_in
from referee.engines.meld.rules import rounds, whereabouts
from referee.engines.meld.rules.events import UNSEEN, Action
from referee.engines.meld.state import ACTION, DEAL, DISCARD, FACE_UP, TAKE, State
from referee.engines.meld.words import packs
from referee.engines.meld.words.compiled import CompiledRules

UNSEEN_TAKE = -2


def check_draw(rules: CompiledRules, state: State, event: Event) -> Iterator[Fault]:
    """Draws for the deal by those who still must draw, of cards that are still there."""
    located = state.located
    for seat, card in event.value.items():
        who = state.players[seat]
        if seat not in state.drawing:
            names = " and ".join(state.players[other] for other in state.drawing)
            message = f"{who} draws a card for the deal, but only {names} must draw"
            yield Fault("dealer", message, seat, at=("draw", who), bars=True)
        elif packs.count(located, card) >= rules.at_most[card]:
            name, most = rules.deck.ids[card], rules.at_most[card]
            message = f"{who} draws {name} for the deal; the deck has {most}, already drawn"
            yield Fault("deck", message, seat, at=("draw", who), bars=True)
        located += packs.UNITS[card]


def draw(rules: CompiledRules, state: State, event: Event) -> None:
    """Cards are drawn for the deal: the highest deals, the tied draw again, and so does who drew a card without a value."""
    for seat, card in event.value.items():
        state.drawn[seat] = card
        if rules.valued[card] is not None:
            state.drawing.remove(seat)
            state.located += packs.UNITS[card]
        elif not rules.drawn_go_back:
            state.located += packs.UNITS[card]
    if state.drawing:
        return
    values = {seat: rules.values[state.drawn[seat]] for seat in state.contenders}
    highest = [seat for seat, value in values.items() if value == max(values.values())]
    if len(highest) > 1:
        state.contenders, state.drawing = highest, list(highest)
        if rules.drawn_go_back:
            state.located = 0
        return
    state.dealer = highest[0]
    state.begin_round(rules)
    state.phase = DEAL


def check_deal(rules: CompiledRules, state: State, event: Event) -> Iterator[Fault]:
    """Each hand has as many cards as the round calls for, and the deck has them."""
    each = rules.cards_each(state.round)
    if event.seat not in (None, state.dealer) and not rounds.dealer_unknown(rules, state):
        message = (
            f"{state.players[event.seat or 0]} deals round {state.round}; the dealer is {state.players[state.dealer]}"
        )
        yield Fault("turn", message, event.seat, at=("by",), bars=True)
    trial = state.copy()
    for seat, cards in event.value.items():
        who = state.players[seat]
        number = packs.size(cards)
        if number != each:
            message = f"{who} is dealt {number} cards; everybody is dealt {each}"
            yield Fault("deal", message, seat, at=("deal", who), bars=True)
        found = list(whereabouts.faults(rules, trial, cards, f"{who} is dealt", seat, ("deal", who)))
        yield from found
        if found:
            return
        trial.hands[seat] = cards
        trial.located += cards


def deal(rules: CompiledRules, state: State, event: Event) -> None:
    """Hands are dealt; those that the log does not show are unseen."""
    each = rules.cards_each(state.round)
    if event.seat is not None:
        state.dealer = event.seat
    state.begin_round(rules)
    for seat in range(rules.players):
        if seat in event.value:
            state.hands[seat] = event.value[seat]
            whereabouts.locate(rules, state, event.value[seat])
        else:
            state.hidden[seat] = each
    if any(state.hidden):
        state.unseen.setdefault("deal", []).append(state.clock + 1)
    state.stock -= each * rules.players
    state.plays["deals"] = state.plays.get("deals", 0) + 1
    _await_action(rules, state)


def _await_action(rules: CompiledRules, state: State) -> None:
    """Continues with the Action cards when somebody holds a draw card or may hold one unseen, else to the card turned up."""
    state.phase = ACTION if rules.action_cards and (any(state.hidden) or to_draw_action(rules, state) >= 0) else FACE_UP


def to_draw_action(rules: CompiledRules, state: State) -> int:
    """The first player, clockwise from the left of the dealer, known to hold a draw card; -1 when there is none."""
    if state.turn >= 0:
        return state.turn
    for step in range(rules.players):
        seat = (state.dealer + 1 + step) % rules.players
        if any(packs.count(state.hands[seat], card) for card in rules.action_cards):
            return seat
    return -1


def _drawer(rules: CompiledRules, state: State, event: Event) -> int:
    """Who draws an Action card: the player the log names, or else the one known; -1 when it is not known."""
    return to_draw_action(rules, state) if event.seat is None else event.seat


def check_action(rules: CompiledRules, state: State, event: Event) -> tuple[Fault, ...]:
    """An Action card is drawn for a draw card in hand, passed as its points say, and another card is taken."""
    seat = _drawer(rules, state, event)
    if seat < 0:
        message = "hands are unseen, so it is not known who draws this Action card; add `by:`"
        return (Fault("turn", message, at=event.at, asks=True),)
    return tuple(_action_faults(rules, state, event, seat))


def _action_faults(rules: CompiledRules, state: State, event: Event, seat: int) -> Iterator[Fault]:
    who, action = state.players[seat], event.value
    expected = to_draw_action(rules, state)
    card = next((card for card in rules.action_cards if packs.count(state.hands[seat], card)), -1)
    if card < 0 and not state.hidden[seat]:
        message = f"{who} draws an Action card, but holds no draw card"
        yield Fault("action", message, seat, bars=True)
        return
    if state.turn >= 0 and seat != state.turn:
        message = f"{who} draws an Action card, but it is {state.players[state.turn]}'s turn"
        yield Fault("turn", message, seat, at=("by",), bars=True)
    elif state.turn < 0 <= expected != seat and card >= 0:
        message = f"{who} draws an Action card before {state.players[expected]}, who holds a draw card and comes first"
        yield Fault("turn", message, seat, at=("by",))
    if card < 0:
        yield from _unseen_draw_card(rules, state, seat)
    yield from _pass_faults(rules, state, action, seat)
    if action.card != UNSEEN:
        at, state = ("action", "card"), rounds.met_by_taker(rules, state)
        if state.stock <= 0:
            yield Fault("stock", f"{who} takes {rules.deck.ids[action.card]}, but the stock is empty", seat, at=at)
        yield from whereabouts.stock_faults(rules, state, packs.UNITS[action.card], f"{who} takes", seat, at)


def _unseen_draw_card(rules: CompiledRules, state: State, seat: int) -> Iterator[Fault]:
    """Whether a draw card can have been among the unseen cards of a hand."""
    if all(packs.count(state.located, card) >= rules.at_most[card] for card in rules.action_cards):
        number = sum(rules.at_most[card] for card in rules.action_cards)
        drawn = sum(packs.count(state.aside, card) for card in rules.action_cards)
        message = f"{state.players[seat]} draws Action card number {drawn + 1} of this round; the deck has {number} draw cards"
        yield Fault("action", message, seat, bars=True)


def _passed_when(rules: CompiledRules) -> str:
    return condition(rules.passed.text, called_in(rules.ruleset))


def _pass_faults(rules: CompiledRules, state: State, action: Action, seat: int) -> Iterator[Fault]:
    who = state.players[seat]
    row = {"points": action.points}
    passed_on = bool(rules.passed.run(row, (row,)))
    if action.to == seat:
        message = f"{who} passes an Action card to {who}; it must go to another player"
        yield Fault("action", message, seat, at=("action", "to"), bars=True)
    elif action.to >= 0 and not passed_on:
        when = f"it may be passed only when {_passed_when(rules)}" if rules.passed.names else "none may be passed"
        message = f"{who} passes an Action card of {action.points} points; {when}"
        yield Fault("action", message, seat, at=("action", "points"))
    elif action.to < 0 and passed_on and rules.must_pass:
        when = f"when {_passed_when(rules)}, " if rules.passed.names else ""
        message = f"{who} keeps an Action card of {action.points} points; {when}it must go to another player"
        yield Fault("action", message, seat, at=("action", "points"))


def draw_action(rules: CompiledRules, state: State, event: Event) -> None:
    """A draw card is set aside, its Action card counts, and another card is taken from the stock."""
    seat, action = _drawer(rules, state, event), event.value
    card = next((card for card in rules.action_cards if packs.count(state.hands[seat], card)), -1)
    if card >= 0:
        state.hands[seat] -= packs.UNITS[card]
    else:
        card = next(card for card in rules.action_cards if packs.count(state.located, card) < rules.at_most[card])
        state.hidden[seat] -= 1
        state.fresh[seat] -= state.turn >= 0
        whereabouts.locate(rules, state, packs.UNITS[card])
    state.aside += packs.UNITS[card]
    state.action[seat if action.to < 0 else action.to] += action.points
    state.plays["action cards"] = state.plays.get("action cards", 0) + 1
    if rounds.refills(rules, state):
        rounds.shuffle_pile(state)
    if state.stock > 0:
        state.stock -= 1
        take_in(rules, state, seat, action.card)
    else:
        state.late = 0
    if state.turn < 0:
        _await_action(rules, state)
    else:
        state.phase = ACTION if state.late else DISCARD


def take_in(rules: CompiledRules, state: State, seat: int, card: int) -> None:
    """A card of the stock comes into a hand, seen or unseen; on a turn a draw card waits for its Action card."""
    state.late = 0
    if card == UNSEEN:
        state.hidden[seat] += 1
        state.fresh[seat] += 1
        state.taken = UNSEEN_TAKE if state.turn >= 0 else -1
        state.unseen.setdefault("stock", []).append(state.clock + 1)
        return
    unit = packs.UNITS[card]
    state.hands[seat] += unit
    state.taken = -1
    whereabouts.locate(rules, state, unit, fresh=1)
    if state.turn >= 0 and card in rules.action_cards and rules.late_drawn:
        state.late = 1


def check_face_up(rules: CompiledRules, state: State, event: Event) -> tuple[Fault, ...]:
    """The card turned up was in the stock, and everybody has drawn the Action cards that were due."""
    faults = []
    waiting = to_draw_action(rules, state) if state.phase == ACTION else -1
    if waiting >= 0:
        message = (
            f"a card is turned up, but {state.players[waiting]} holds a draw card and has not drawn an Action card"
        )
        faults.append(Fault("action", message, waiting))
    faults += whereabouts.faults(rules, state, packs.UNITS[event.value], "the dealer turns up", None, event.at)
    return tuple(faults)


def turn_up(rules: CompiledRules, state: State, event: Event) -> None:
    """A card is turned up beside the stock; a draw card is set aside and another one is turned up."""
    unit = packs.UNITS[event.value]
    state.stock -= 1
    whereabouts.locate(rules, state, unit)
    if event.value in rules.action_cards:
        state.aside += unit
        state.phase = FACE_UP
        return
    state.pile, state.upcard = [event.value], event.value
    state.phase = TAKE
    state.turn = (state.dealer + 1) % rules.players
    state.offers = rules.players if rules.refuse_first else 0
