"""The talon: cards left over that somebody takes, with a trick or as the declarer after an auction."""

from __future__ import annotations

from collections.abc import Sequence

from referee.core.events import Event
from referee.core.findings import Fault, counted
from referee.engines.trick.rules import hands, put_aways
from referee.engines.trick.rules.whereabouts import elsewhere, unplaced
from referee.engines.trick.state import CONTRACT, PLAY, TALON, State
from referee.engines.trick.words.compiled import CompiledRules
from referee.engines.trick.words.talon import DECLARER


def size(rules: CompiledRules, state: State) -> int:
    """How many cards lie in the talon of this hand."""
    return rules.talon_beside(state.cards, len(state.seats))


def after_auction(rules: CompiledRules, state: State) -> None:
    """The auction has a declarer: a card or the talon is taken, a contract named if there are several, or play begins."""
    assert rules.auction is not None
    if put_aways.take_up(rules, state):
        return
    state.turn = state.declarer
    if rules.auction.contracts and state.contract < 0:
        state.phase = CONTRACT
    elif state.talon_to < 0 and state.contract >= 0 and is_taken(rules, state, state.contract):
        state.phase = TALON
    else:
        hands.to_naming(rules, state)


def is_taken(rules: CompiledRules, state: State, call: int) -> bool:
    """Whether the declarer takes the talon to play this contract."""
    if rules.talon is None or rules.talon.goes_to != DECLARER or not size(rules, state):
        return False
    assert rules.auction is not None
    names = rules.auction.contract_names(call, state.doubled, state.bid_for)
    return bool(rules.talon.when.run(names, (names,)))


def may_take(rules: CompiledRules, state: State) -> bool:
    """Whether the declarer may take the talon before a contract is named, and has not."""
    if state.phase != CONTRACT or state.talon_to >= 0 or rules.auction is None:
        return False
    places = rules.auction.contract_index.values()
    return any(is_taken(rules, state, place) for place in places)


def may_be_shown(rules: CompiledRules, state: State) -> bool:
    """Whether the talon may be written now: by the declarer after the auction, or after the first trick if it goes
    with that."""
    if rules.talon_goes_to == DECLARER:
        return state.phase == TALON or may_take(rules, state)
    after = state.phase == PLAY and not state.trick and state.left == state.length - 1
    return after and rules.talon_goes_to == "first_trick" and not state.talon


def why_not(rules: CompiledRules, state: State) -> str:
    """Why the talon may not be written now, in a sentence."""
    if not rules.talon_goes_to:
        return "the cards of a talon are given, but nobody takes one in this game"
    if rules.talon_goes_to == DECLARER:
        if state.talon_to >= 0:
            return f"the talon is taken, but {state.players[state.talon_to]} has taken it already"
        return "the talon is taken, but only the declarer takes it, before play, and not in every contract"
    if rules.talon_goes_to == "last_trick":
        return "the cards of the talon are given, but they are the ones that nobody played; omit them"
    if state.talon:
        return "the cards of the talon are given twice"
    return "the cards of the talon are given here, but the winner of the first trick finds them, just after it"


def check_talon(rules: CompiledRules, state: State, event: Event) -> tuple[Fault, ...]:
    """Everything that is wrong with the cards that somebody found in the talon."""
    many, there = len(event.value), size(rules, state)
    before_play = state.phase != PLAY
    taker = state.declarer if before_play else state.talon_to
    if event.seat not in (None, taker):
        assert event.seat is not None
        why = "is the declarer" if before_play else "won the first trick"
        message = f"{state.players[event.seat]} took the talon, but {state.players[taker]} {why}"
        return (Fault("turn", message, event.seat, bars=True),)
    if many != there:
        message = f"the talon is recorded with {counted(many, 'cards')}; it has {there}"
        return (Fault("talon", message, word=("talon",), bars=True),)
    faults = []
    for place, card in enumerate(event.value):
        name, at = rules.deck.ids[card], (*event.at, place)
        where = elsewhere(rules, state, card)
        if not rules.pack >> card & 1:
            message = f"{name} is left out of the deck with {rules.players} players"
            faults.append(Fault("deck", message, at=at, bars=True))
        elif where:
            faults.append(Fault("deck", f"the talon is recorded with {name}, which {where}", at=at, bars=True))
        elif card in event.value[:place]:
            faults.append(Fault("deck", f"{name} is listed twice here", at=at, bars=True))
    return tuple(faults)


def show(rules: CompiledRules, state: State, event: Event) -> None:
    """The cards of the talon are known from now on: they are in no hand, or in that of the declarer who takes them."""
    state.clock += 1
    if state.phase != PLAY:
        put_aways.pick_up(rules, state, sum(1 << card for card in event.value))
        return
    state.talon = sum(1 << card for card in event.value)
    for seat in state.seats:
        if not state.known[seat]:
            state.hands[seat] &= ~state.talon


def take(rules: CompiledRules, state: State, last: int) -> None:
    """The hand is over, and its last trick went to this seat: the cards that nobody played go to the owner of the talon."""
    left, to = rules.pack & ~state.gone, state.talon_to
    if rules.talon_goes_to == "last_trick" or (rules.talon_goes_to == "first_trick" and not state.tricks):
        state.talon_to = to = last
    elif rules.talon_goes_to == DECLARER:
        to = state.declarer
    if to < 0 and rules.talon_goes_to == DECLARER:
        return
    if to < 0 or left.bit_count() != size(rules, state):
        state.unseen.setdefault("captured", []).append(state.clock)
        return
    state.talon = left
    if rules.talon and (rules.talon.counts_for == DECLARER or rules.talon_goes_to != DECLARER):
        state.taken[to] |= left


def counted_by(rules: CompiledRules, state: State, seats: Sequence[int]) -> tuple[int, int]:
    """How many cards of the talon some players count at the end of the hand: at least and at most."""
    if rules.talon is None:
        return 0, 0
    if rules.talon_goes_to == DECLARER and state.declarer >= 0:
        many = size(rules, state) * (rules.talon.counts_for == DECLARER and state.declarer in seats)
        return many, many
    return 0, size(rules, state)


def take_unseen(rules: CompiledRules, state: State) -> None:
    """The declarer takes a talon that nobody wrote down; if all hands are known, so are its cards."""
    there = unplaced(rules, state)
    put_aways.pick_up(rules, state, there if there.bit_count() == size(rules, state) else 0)
