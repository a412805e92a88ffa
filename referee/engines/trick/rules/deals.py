"""What may be wrong with a deal, a turned-up card and a pass of cards, and what passing does."""

from __future__ import annotations

from referee.core.events import Event
from referee.core.findings import Fault, counted
from referee.core.wording import listed
from referee.engines.trick.rules import hands, seats
from referee.engines.trick.rules.whereabouts import played_before
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


def roles_missing(rules: CompiledRules, state: State, event: Event) -> Fault | None:
    """The fault of a log that starts to play without saying who holds which role."""
    if state.roles is not None or not rules.roles:
        return None
    example = ", ".join(f"{player}: {role}" for player, role in zip(state.players, rules.roles, strict=False))
    message = f"nobody's role is known, so no trick can be judged; write `setup: {{roles: {{{example}}}}}`"
    return Fault("roles", message, bars=True)


def check_deal(rules: CompiledRules, state: State, event: Event) -> tuple[Fault, ...]:
    """Everything that is wrong with a deal: its masks hold each card once."""
    missing = roles_missing(rules, state, event)
    faults = [missing] if missing else []
    wanted = rules.cards_in_hand(state.hand)
    for seat, mask in event.value.items():
        who = state.players[seat]
        if seat not in state.seats:
            message = f"{who} is dealt {counted(mask.bit_count(), 'cards')}, but {seats.absence(state, seat)}"
            faults.append(Fault("deal", message, seat, word=("deal",), at=("deal", who), bars=True))
        elif mask.bit_count() != wanted:
            message = (
                f"{who} is dealt {counted(mask.bit_count(), 'cards')}; in hand {state.hand} everybody gets {wanted}"
            )
            faults.append(Fault("deal", message, seat, word=("deal",), at=("deal", who), bars=True))
        if mask & ~rules.pack:
            names = rules.card_names(mask & ~rules.pack)
            message = f"{who} is dealt {names}, left out of the deck with {rules.players} players"
            faults.append(Fault("deck", message, seat, at=("deal", who), bars=True))
    return tuple(faults)


def deal(rules: CompiledRules, state: State, event: Event) -> None:
    """The cards are dealt."""
    state.clock += 1
    hands.begin(rules, state, hands.with_the_last(rules, state, event.value, 0, rules.cards_in_hand(state.hand)))
    if state.blind:
        state.unseen.setdefault("deal", []).append(state.clock)


def check_turn(rules: CompiledRules, state: State, event: Event) -> tuple[Fault, ...]:
    """Everything that is wrong with the turned-up card."""
    name = rules.deck.ids[event.value]
    if not rules.pack >> event.value & 1:
        message = f"{name} is left out of the deck with {rules.players} players"
        return (Fault("deck", message, bars=True),)
    played = played_before(rules, state, event.value)
    if played:
        return (Fault("deck", f"{name} is turned up, which {played}", bars=True),)
    holder = next((s for s in range(rules.players) if state.known[s] and state.hands[s] >> event.value & 1), None)
    last = hands.turned_for(rules, state)
    if holder is not None and holder != last:
        message = f"{name} is turned up, but {state.players[holder]} holds it"
        return (Fault("deck", message, bars=True),)
    if last is not None and holder is None and state.known[last]:
        whose = f"the hand of {state.players[last]}, who dealt"
        message = f"{name} is turned up, but all cards are dealt, and it is not in {whose}"
        return (Fault("deck", message, bars=True),)
    return ()


def check_pass(rules: CompiledRules, state: State, event: Event) -> tuple[Fault, ...]:
    """Everything that is wrong with the cards that a player passes."""
    seat = event.seat if event.seat is not None else next_to_pass(rules, state)
    absent = event.value & ~state.hands[seat]
    passed = event.value.bit_count()
    if passed == rules.pass_count and not absent and not state.passed[seat]:
        return ()
    who = state.players[seat]
    if state.passed[seat]:
        return (Fault("pass", f"{who} has passed cards already", seat, bars=True),)
    faults = []
    if passed != rules.pass_count:
        message = f"{who} passed {counted(passed, 'cards')}, but must pass {rules.pass_count}"
        faults.append(Fault("pass", message, seat, word=("pass", "cards"), bars=True))
    if absent:
        holding = f", holding {rules.card_names(state.hands[seat])}" if state.known[seat] else ""
        message = f"{who} passed {rules.card_names(absent)}, not in that hand{holding}"
        faults.append(Fault("hand", message, seat, bars=True))
    return tuple(faults)


def check_trump(rules: CompiledRules, state: State, event: Event) -> tuple[Fault, ...]:
    """Everything that is wrong with the naming of trump."""
    namers = seats.namers(state)
    names = listed([state.players[seat] for seat in namers], "or")
    if event.seat is not None and event.seat not in namers:
        message = f"{state.players[event.seat]} named trump, but {names} must name it"
        return (Fault("turn", message, event.seat, bars=True),)
    if event.seat is None and len(namers) > 1:
        why = f"{names} must name trump" if state.most else "it is not known who won most tricks in the previous hand"
        return (Fault("turn", f"{why}; add `by:` to say who named it", at=event.at, asks=True),)
    return ()
