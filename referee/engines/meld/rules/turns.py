"""The course of a round, from the draw for the deal to the turns: what may be wrong with each event, and what it does."""

from __future__ import annotations

from collections.abc import Iterable

from referee.core.events import Event, Faults, Finding, number_of, out_of_turn
from referee.engines.meld import compiled
from referee.engines.meld.compiled import MeldRules
from referee.engines.meld.rules import rounds, whereabouts
from referee.engines.meld.rules.rounds import ActionCard
from referee.engines.meld.state import ACTION, DEAL, DISCARD, FACE_UP, TAKE, UNSEEN, MeldState
from referee.engines.meld.words import packs

UNSEEN_TAKE = -2
REFUSED = -1
"""The value of `MeldState.offers` once everybody has refused the first face-up card."""


def check_draw(rules: MeldRules, state: MeldState, event: Event) -> Faults:
    """Yield what is wrong with cards drawn for the deal: by somebody who need not draw, or drawn already."""
    located = state.located
    for seat, card in event.value.items():
        who = state.players[seat]
        if seat not in state.drawing:
            names = " and ".join(state.players[other] for other in state.drawing)
            message = f"{who} draws a card for the deal, but only {names} must draw"
            yield Finding("dealer", message, seat, at=("draw", who), bars=True)
        elif packs.count(located, card) >= rules.at_most[card]:
            name = rules.deck.ids[card]
            most = rules.at_most[card]
            message = f"{who} draws {name} for the deal; the deck has {most}, already drawn"
            yield Finding("deck", message, seat, at=("draw", who), bars=True)
        located += packs.UNITS[card]


def draw(rules: MeldRules, state: MeldState, event: Event) -> None:
    """Draw cards for the deal: the highest deals. Tied players draw again, and so does a player whose card has no
    value."""
    for seat, card in event.value.items():
        state.drawn[seat] = card
        valued = rules.valued[card] is not None
        if valued:
            state.drawing.remove(seat)
        if valued or rules.deal.redraw != "go_back":
            state.located += packs.UNITS[card]
    if state.drawing:
        return
    values = {seat: rules.values[state.drawn[seat]] for seat in state.contenders}
    highest = [seat for seat, value in values.items() if value == max(values.values())]
    if len(highest) > 1:
        state.contenders = highest
        state.drawing = list(highest)
        if rules.deal.redraw == "go_back":
            state.located = 0
        return
    state.dealer = highest[0]
    state.begin_round(rules)
    state.phase = DEAL


def check_deal(rules: MeldRules, state: MeldState, event: Event) -> Faults:
    """Yield what is wrong with a deal: the dealer, the number of cards, cards that the deck does not have."""
    each = rules.cards_each(state.round)
    if event.seat not in (None, state.dealer) and not rounds.dealer_unknown(rules, state):
        who = state.players[event.seat or 0]
        dealer = state.players[state.dealer]
        message = f"{who} deals round {state.round}; the dealer is {dealer}"
        yield Finding("turn", message, event.seat, at=("by",), bars=True)
    trial = state.copy()
    for seat, cards in event.value.items():
        who = state.players[seat]
        number = packs.size(cards)
        if number != each:
            message = f"{who} is dealt {number} cards; everybody is dealt {each}"
            yield Finding("deal", message, seat, at=("deal", who), bars=True)
        faults = list(whereabouts.faults(rules, trial, cards, f"{who} is dealt", seat, ("deal", who)))
        yield from faults
        if faults:
            return
        trial.hands[seat] = cards
        trial.located += cards


def deal(rules: MeldRules, state: MeldState, event: Event) -> None:
    """Deal a round; hands that the log does not show are unseen."""
    each = rules.cards_each(state.round)
    if event.seat is not None:
        state.dealer = event.seat
    state.begin_round(rules)
    for seat in range(rules.players):
        state.hands[seat] = event.value.get(seat, 0)
        whereabouts.locate(rules, state, state.hands[seat])
        state.hidden[seat] = 0 if seat in event.value else each
    if any(state.hidden):
        state.miss("deal")
    state.stock -= each * rules.players
    state.plays["deals"] = state.plays.get("deals", 0) + 1
    _await_action(rules, state)


def _await_action(rules: MeldRules, state: MeldState) -> None:
    """Continue with the Action cards when somebody holds a draw card or may hold one unseen, else with the card turned up."""
    if rules.action_cards and (any(state.hidden) or to_draw_action(rules, state) >= 0):
        state.phase = ACTION
    else:
        state.phase = FACE_UP


def to_draw_action(rules: MeldRules, state: MeldState) -> int:
    """The seat that draws an Action card next: the player to act or, before play, the first one clockwise from the
    dealer known to hold a draw card; -1 if there is none."""
    if state.turn >= 0:
        return state.turn
    for step in range(rules.players):
        seat = (state.dealer + 1 + step) % rules.players
        if state.hands[seat] & rules.draws:
            return seat
    return -1


def check_action(rules: MeldRules, state: MeldState, event: Event) -> Faults:
    """Yield what is wrong with an Action card: it is drawn for a draw card in hand, passed on as its points say, and
    another card is taken."""
    seat = _who_draws_action(rules, state, event)
    if seat < 0:
        message = "hands are unseen, so it is not known who draws this Action card; add `by:`"
        yield Finding("turn", message, at=event.at, asks=True)
        return
    who = state.players[seat]
    card = _draw_card_in(rules, state.hands[seat])
    if card < 0 and not state.hidden[seat]:
        yield Finding("action", f"{who} draws an Action card, but holds no draw card", seat, bars=True)
        return
    yield from _check_order_of_actions(rules, state, seat, card)
    if card < 0 and _draw_card_left(rules, state) < 0:
        # no draw card can have been among the unseen cards of the hand
        number = sum(rules.at_most[card] for card in rules.action_cards)
        drawn = sum(packs.count(state.aside, card) for card in rules.action_cards)
        message = f"{who} draws Action card number {drawn + 1} of this round; the deck has {number} draw cards"
        yield Finding("action", message, seat, bars=True)
    yield from _pass_faults(rules, state, event.value, seat)
    taken = event.value.card
    if taken == UNSEEN:
        return
    at = ("action", "card")
    state = rounds.as_taker_finds(rules, state)
    if state.stock <= 0:
        yield Finding("stock", f"{who} takes {rules.deck.ids[taken]}, but the stock is empty", seat, at=at)
    yield from whereabouts.stock_faults(rules, state, packs.UNITS[taken], f"{who} takes", seat, at)


def _who_draws_action(rules: MeldRules, state: MeldState, event: Event) -> int:
    """The seat that draws an Action card; -1 if the log does not say and somebody with unseen cards may come first."""
    if event.seat is not None:
        return event.seat
    seat = to_draw_action(rules, state)
    if seat < 0 or state.turn >= 0:
        return seat
    # whoever comes first among those with a draw card, seen or not
    ahead = (seat - state.dealer - 1) % rules.players
    for step in range(ahead):
        if state.hidden[(state.dealer + 1 + step) % rules.players]:
            return -1
    if event.value.to == seat and any(state.hidden):  # nobody passes a card to themselves
        return -1
    return seat


def _check_order_of_actions(rules: MeldRules, state: MeldState, seat: int, card: int) -> Faults:
    """Yield that another player comes first: whose turn it is or, before play, the first with a draw card."""
    expected = to_draw_action(rules, state)
    if state.turn >= 0 and seat != state.turn:
        yield out_of_turn(state, seat, "draws an Action card")
    elif state.turn < 0 <= expected != seat and card >= 0:
        first = state.players[expected]
        message = f"{state.players[seat]} draws an Action card before {first}, who holds a draw card and comes first"
        yield Finding("turn", message, seat, at=("by",))


def _draw_card_in(rules: MeldRules, hand: int) -> int:
    """A draw card among the known cards of a hand; -1 if there is none."""
    for card in rules.action_cards:
        if packs.count(hand, card):
            return card
    return -1


def _draw_card_left(rules: MeldRules, state: MeldState) -> int:
    """A draw card that is in no known place, so that it may be in an unseen hand; -1 if there is none."""
    for card in rules.action_cards:
        if packs.count(state.located, card) < rules.at_most[card]:
            return card
    return -1


def _pass_faults(rules: MeldRules, state: MeldState, action: ActionCard, seat: int) -> Faults:
    """Yield that an Action card is kept although it must be passed, or is passed although it may not be, or to its own
    player."""
    who = state.players[seat]
    kept = action.to < 0
    passed_on = bool(rules.passed.of(points=action.points))
    if action.to == seat:
        message = f"{who} passes an Action card to {who}; it must go to another player"
        yield Finding("action", message, seat, at=("action", "to"), bars=True)
    elif passed_on == kept and (rules.action.must_pass or not kept):
        asked = ""
        if rules.passed.names:
            asked = rules.when(rules.passed)
        if kept:
            when = ""
            if asked:
                when = f"when {asked}, "
            message = f"{who} keeps an Action card of {action.points} points; {when}it must go to another player"
        else:
            when = "none may be passed"
            if asked:
                when = f"it may be passed only when {asked}"
            message = f"{who} passes an Action card of {action.points} points; {when}"
        yield Finding("action", message, seat, at=("action", "points"))


def draw_action(rules: MeldRules, state: MeldState, event: Event) -> None:
    """Set a draw card aside, count the points of its Action card, and take another card from the stock."""
    seat = event.seat
    action = event.value
    if seat is None:
        seat = to_draw_action(rules, state)
    card = _draw_card_in(rules, state.hands[seat])
    if card >= 0:
        state.hands[seat] -= packs.UNITS[card]
    else:
        card = _draw_card_left(rules, state)
        state.hidden[seat] -= 1
        state.fresh[seat] -= state.turn >= 0  # on a turn it has just come from the stock
        whereabouts.locate(rules, state, packs.UNITS[card])
    state.aside += packs.UNITS[card]
    state.action[seat if action.to < 0 else action.to] += action.points
    state.plays["action cards"] = state.plays.get("action cards", 0) + 1
    rounds.refill(rules, state)
    if state.stock > 0:
        take_in(rules, state, seat, action.card)
    else:
        state.late = 0
    if state.turn < 0:
        _await_action(rules, state)
    else:
        state.phase = DISCARD
        if state.late:
            state.phase = ACTION


def take_in(rules: MeldRules, state: MeldState, seat: int, card: int) -> None:
    """Take a card of the stock into a hand, seen or unseen. If it is a draw card taken on a turn, its Action card comes
    next."""
    draw_from_stock(rules, state, seat, card)
    state.late = int(state.turn >= 0 and card in rules.action_cards and rules.late_drawn)
    state.taken = -1
    if card == UNSEEN and state.turn >= 0:
        state.taken = UNSEEN_TAKE


def draw_from_stock(rules: MeldRules, state: MeldState, seat: int, card: int, number: int = 1) -> None:
    """Take some cards of the stock into a hand; `card` is the one that is seen (-1: none)."""
    state.stock -= number
    seen = int(card >= 0 and number > 0)
    if seen:
        state.hands[seat] += packs.UNITS[card]
        whereabouts.locate(rules, state, packs.UNITS[card], fresh=1)
    state.hidden[seat] += number - seen
    state.fresh[seat] += number - seen
    if number > seen:
        state.miss("stock")


def check_face_up(rules: MeldRules, state: MeldState, event: Event) -> Faults:
    """Yield that a card turned up cannot come from the stock, or that an Action card is still due."""
    waiting = to_draw_action(rules, state)
    if state.phase == ACTION and waiting >= 0:
        holds = f"{state.players[waiting]} holds a draw card and has not drawn an Action card"
        yield Finding("action", f"a card is turned up, but {holds}", waiting)
    yield from whereabouts.faults(rules, state, packs.UNITS[event.value], "the dealer turns up", None, event.at)


def turn_up(rules: MeldRules, state: MeldState, event: Event) -> None:
    """Turn up the first card of the pile. A card that may not lie there first is followed by another."""
    unit = packs.UNITS[event.value]
    state.stock -= 1
    whereabouts.locate(rules, state, unit)
    if event.value in rules.action_cards:
        state.aside += unit
    else:
        state.pile.append(event.value)
    if event.value in rules.action_cards | rules.put_down | rules.freezers:  # another one is turned up
        state.phase = FACE_UP
        return
    state.upcard = event.value
    state.phase = TAKE
    state.turn = (state.dealer + 1) % rules.players
    state.offers = 0
    if rules.turn.refuse_first:
        state.offers = rules.players


def check_take(rules: MeldRules, state: MeldState, event: Event) -> Iterable[Finding]:
    """Everything wrong with taking a card from the pile or the stock, or with taking none."""
    source, card = event.value
    over = over_at_once(rules, state)
    if over:
        message = f"{state.players[state.turn]} takes a card, but {over}"
        return [Finding("until", message, state.turn, word=("declare", "until"))]
    if source == compiled.PILE:
        return _pile_faults(rules, state, card)
    if source == compiled.STOCK:
        return _stock_faults(rules, state, card)
    if state.offers > 0 or state.last_take or rounds.runs_dry(rules, state):
        return []
    message = f"{state.players[state.turn]} takes nothing; a turn begins with a card from the pile or the stock"
    return [Finding("take", message, state.turn)]


def over_at_once(rules: MeldRules, state: MeldState) -> str:
    """Why the round is over with the hand of the player who has just discarded; empty if it is not, or may not be."""
    seat = state.discarder
    if seat < 0 or state.hidden[seat] or not rules.is_over(rules.arranger.best(state.hands[seat])):
        return ""
    return f"{state.players[seat]} has {rules.names(state.hands[seat])}, and the round is over when {rules.when(rules.until)}"


def _pile_faults(rules: MeldRules, state: MeldState, card: int) -> Faults:
    """Yield why the card cannot be taken from the face-up pile (-1: its top card)."""
    who = state.players[state.turn]
    seat = state.turn
    ids = rules.deck.ids
    if not state.pile:
        yield Finding("take", f"{who} takes a card from the face-up pile, which is empty", seat, ("stock",), bars=True)
        return
    top = state.pile[-1]
    offered = [top]
    if rules.turn.pile == "from_card":
        offered = state.pile
    if card != UNSEEN and card not in offered:
        where = "it is not there"
        if card in state.pile:
            where = "it is covered"
        message = f"{who} takes {ids[card]} from the face-up pile, but {where}; the top card is {ids[top]}"
        yield Finding("take", message, seat, (f"pile {ids[top]}",), bars=True)
        return
    if state.offers == REFUSED and not rounds.stock_used_up(rules, rounds.as_taker_finds(rules, state)):
        gone = "everybody has refused; the first turn"
        if rules.buys:
            gone = "is not offered any more; this turn"
        yield Finding("take", f"{who} takes {ids[top]}, which {gone} begins with the stock", seat, (compiled.STOCK,))
    if state.last_take and rules.stock.empty != "last_take":
        message = f"{who} takes {ids[top]}, but the stock is used up and the round is void"
        yield Finding("stock", message, seat, (compiled.NOTHING,))
    elif state.last_take and not state.hidden[seat] and not _ends_with(rules, state, packs.UNITS[top]):
        message = f"{who} takes {ids[top]}, but with the stock used up it may only be taken to end the round"
        yield Finding("stock", message, seat, (compiled.NOTHING,))


def _ends_with(rules: MeldRules, state: MeldState, taken: int) -> bool:
    """Whether the player to act can end the round with the cards `taken` (a pack), at once or after some discard."""
    hand = state.hands[state.turn] + taken
    if compiled.AFTER_TAKING in rules.declare_when and rules.may_declare(hand, state.upcard):
        return True
    return any(rules.may_declare(hand - packs.UNITS[card], state.upcard) for card, _ in packs.counts(hand))


def _stock_faults(rules: MeldRules, state: MeldState, card: int) -> Faults:
    """Yield why a card cannot be taken from the stock; `card` is -1 if it was not seen."""
    who = state.players[state.turn]
    seat = state.turn
    if state.offers > 0:
        top = rules.deck.ids[state.pile[-1]]
        message = f"{who} takes from the stock while {top} is offered; take it or nothing"
        yield Finding("take", message, seat, (compiled.PILE, compiled.NOTHING))
    if state.last_take:
        message = f"{who} takes from the stock, which is used up with {number_of(state.stock, 'cards')} left"
        yield Finding("stock", message, seat, (compiled.NOTHING,), bars=True)
        return
    state = rounds.as_taker_finds(rules, state)
    if rounds.stock_used_up(rules, state):
        yield Finding("stock", f"{who} takes from the stock, which is empty", seat, (compiled.PILE,), bars=True)
    elif card != UNSEEN and (state.recycled or not whereabouts.can_turn_up(rules, state, packs.UNITS[card])):
        faults = whereabouts.stock_faults(rules, state, packs.UNITS[card], f"{who} takes", seat, ())
        yield from (fault._replace(message=fault.message + _from_pile(rules, state, card)) for fault in faults)


def _from_pile(rules: MeldRules, state: MeldState, card: int) -> str:
    """The end of a message about a card that is said to come from the stock, if the same card lies on the pile;
    otherwise empty."""
    if state.pile[-1:] != [card]:
        return ""
    return f"; if it was the {rules.deck.ids[card]} that lies face up, write `pile`"


def take(rules: MeldRules, state: MeldState, event: Event) -> None:
    """Take a card into the hand of the player to act, or take none and pass the turn on."""
    source, card = event.value
    state.discarder = -1
    if source == compiled.NOTHING:
        _take_nothing(rules, state)
        return
    state.plays["turns"] = state.plays.get("turns", 0) + 1
    state.phase = DISCARD
    state.offers = 0
    state.melds_laid = 0
    state.turns += rules.lays  # they matter only where melds are laid during play
    if source == compiled.PILE:
        _take_pile(rules, state, card)
    else:
        _take_stock(rules, state, card)


def _take_nothing(rules: MeldRules, state: MeldState) -> None:
    """Take no card: the round is void or over if the stock is used up, or else the first card is offered to the next
    player."""
    if state.last_take:
        rounds.call_off(rules, state)
    elif rounds.runs_dry(rules, state):
        rounds.begin_showing(rules, state)
    else:
        state.offers -= 1
        if not state.offers:
            state.offers = REFUSED
        state.turn = (state.turn + 1) % rules.players


def _take_pile(rules: MeldRules, state: MeldState, card: int) -> None:
    """Take the top card of the pile, its cards from one on, or all of it. The top card of the whole pile, or else the
    lowest card taken, may have to go to the table."""
    whole = rules.turn.pile == "whole"
    taken = state.pile[-_number_of_pile(rules, state, card) :]
    unlaid = rules.turn.frozen_at_first and not rounds.has_laid(rules, state, state.turn)
    state.frozen = unlaid or any(card in rules.freezers for card in state.pile)
    del state.pile[-len(taken) :]
    state.hands[state.turn] += packs.pack(taken)
    state.taken = taken[0]
    if whole:
        state.taken = taken[-1]
    if rules.turn.must_meld is True or (rules.turn.must_meld and len(taken) > 1):
        state.must_lay = state.taken
        state.under = 0
        if whole:
            state.under = packs.pack(taken) - packs.UNITS[state.taken]


def _number_of_pile(rules: MeldRules, state: MeldState, card: int) -> int:
    """How many cards of the pile are taken: the whole pile, all from `card` up to the top, or the top card."""
    if rules.turn.pile == "whole":
        return len(state.pile)
    if rules.turn.pile == "from_card" and card != UNSEEN:
        return state.pile[::-1].index(card) + 1
    return 1


def _take_stock(rules: MeldRules, state: MeldState, card: int) -> None:
    """Take a card of the stock. A doubt noted about that card gets a hint if the same card lies on the pile."""
    rounds.refill(rules, state)
    noted = len(state.notes)
    take_in(rules, state, state.turn, card)
    if len(state.notes) > noted:
        end = _from_pile(rules, state, card)
        state.notes[noted:] = [(rule, message + end, event) for rule, message, event in state.notes[noted:]]
    if state.late:
        state.phase = ACTION


def check_discard(rules: MeldRules, state: MeldState, event: Event) -> Faults:
    """Check that a card is in hand and may be discarded."""
    return discard_faults(rules, state, event.value)


def discard_faults(rules: MeldRules, state: MeldState, card: int) -> Faults:
    """Yield why the player to act cannot discard this card."""
    seat = state.turn
    who = state.players[seat]
    hand = state.hands[seat]
    says = f"{who} discards {rules.deck.ids[card]}"
    unit = packs.UNITS[card]
    if not packs.count(hand, card):
        if not state.hidden[seat]:
            held = rules.names(hand)
            message = f"{says}, which is not in hand; {who} holds {held}"
            yield Finding("hand", message, seat, tuple(held.split()), bars=True)
            return
        yield from whereabouts.faults(rules, state, unit, f"{who}, whose hand is unseen, discards", None, ())
        yield from unseen_since(rules, state, seat, unit, "discards")
    if card == state.taken and not rules.turn.discard_taken and not _has_another(rules, state, card):
        message = f"{says}, which was just taken from the pile; it must be another card"
        yield Finding("discard", message, seat, word=("turn", "discard_taken"))
    yield from _check_due_first(rules, state, says)
    if (hand, state.hidden[seat]) in ((unit, 0), (0, 1)):  # it is the last card, seen or unseen
        yield from _check_last_discard(rules, state, card)
    if card in rules.action_cards and rules.late_drawn:
        message = f"{says}; a draw card must be shown and set aside for an Action card"
        yield Finding("action", message, seat)
    if state.last_take and not state.hidden[seat] and not rules.may_declare(hand - unit, state.upcard):
        message = f"{says}; with the stock used up the rest must be good enough to end the round"
        yield Finding("stock", message, seat)


def _has_another(rules: MeldRules, state: MeldState, card: int) -> bool:
    """Return whether the player to act has one more of a card that is in hand, or may have one unseen."""
    seat = state.turn
    if packs.count(state.hands[seat], card) > 1:
        return True
    return bool(state.hidden[seat]) and not any(whereabouts.faults(rules, state, packs.UNITS[card], "", seat, ()))


def _check_due_first(rules: MeldRules, state: MeldState, says: str) -> Faults:
    """Yield that something must go to the table, or be put down, before the discard; `says` begins the message."""
    seat = state.turn
    if state.must_lay >= 0:
        due = rules.deck.ids[state.must_lay]
        message = f"{says}, but {due} was taken from the pile and must go to the table first"
        yield Finding("take", message, seat, word=("turn", "must_meld"))
    due_down = [card for card in sorted(rules.put_down) if packs.count(state.hands[seat], card)]
    if due_down:
        message = f"{says}, but {rules.names(packs.pack(due_down))} in hand must be put down first"
        yield Finding("put-down", message, seat)


def _check_last_discard(rules: MeldRules, state: MeldState, card: int) -> Faults:
    """Yield that the round may not be ended by discarding the last card."""
    seat = state.turn
    does = f"discards {rules.deck.ids[card]}"
    yield from rounds.out_faults(rules, state, seat, does, ())
    if rules.table.last_card == "laid":
        message = f"{state.players[seat]} {does}, the last card, which must go to the table"
        yield Finding("lay", message, seat, word=("table", "last_card"))


def unseen_since(rules: MeldRules, state: MeldState, seat: int, new: int, does: str) -> Faults:
    """Yield that cards shown out of an unseen hand (`new`, a pack) went back into the stock, and cannot have come to
    the player since. `does` is the verb of the message."""
    if not state.recycled:
        return
    shuffled = whereabouts.from_stock(rules, state, new)
    if packs.size(shuffled) > state.fresh[seat]:
        who = state.players[seat]
        names = rules.names(shuffled)
        message = f"{who} {does} {names}, which went from the face-up pile into the stock and has not been taken since"
        yield Finding("deck", message, seat, bars=True)
        return
    never = whereabouts.never_in_stock(state, new)
    if packs.size(never) > max(0, state.hidden[seat] - state.fresh[seat]):
        who = state.players[seat]
        names = rules.names(never)
        there = rules.names(state.recycled)
        since = f"{number_of(state.fresh[seat], 'cards')} of this hand came from the stock after the face-up pile"
        message = f"{who} {does} {names}; {since} was shuffled into it, and can be only of {there}"
        yield Finding("deck", message, seat, bars=True)


def leave_hand(rules: MeldRules, state: MeldState, seat: int, cards: int) -> None:
    """Take cards (a pack) out of a hand, whether they were known there or not; everybody has seen them now. `under` are
    cards that came with a card of the pile, `fresh` counts the unseen cards of a hand taken since the pile was shuffled
    into the stock."""
    new = packs.lacking(state.hands[seat], cards)
    state.hands[seat] -= cards - new
    if state.under:
        state.under -= packs.lacking(state.hands[seat], state.under)
    if new:
        taken_since = packs.size(whereabouts.from_stock(rules, state, new))
        state.hidden[seat] -= packs.size(new)
        whereabouts.locate(rules, state, new, state.fresh[seat])
        state.fresh[seat] = min(state.fresh[seat] - taken_since, state.hidden[seat])


def discard(rules: MeldRules, state: MeldState, event: Event) -> None:
    """Put a card on the face-up pile and pass the turn on. Without a card left, or with the stock used up, the round
    may be over."""
    seat = state.turn
    card = event.value
    leave_hand(rules, state, seat, packs.UNITS[card])
    state.pile.append(card)
    state.taken = -1
    state.must_lay = -1
    state.under = 0
    if rules.lays and not (state.hands[seat] or state.hidden[seat]):
        rounds.go_out(rules, state, seat)
        return
    state.phase = TAKE
    state.turn = (seat + 1) % rules.players
    used_up = rules.stock.empty != "shuffle_pile" and rounds.stock_used_up(rules, state)
    state.discarder = -1
    if rules.ends_at_once or (state.declarer < 0 and compiled.AFTER_DISCARDING in rules.declare_when):
        state.discarder = seat
    if state.declarer >= 0:
        state.last_turns = max(0, state.last_turns - 1)
        if not state.last_turns or used_up:
            rounds.begin_showing(rules, state)
        return
    if used_up and rules.stock.empty == "count":
        rounds.begin_showing(rules, state)
    elif used_up:
        state.last_take = True
