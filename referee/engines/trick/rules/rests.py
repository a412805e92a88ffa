"""The rest of the tricks of a hand, claimed or conceded: nobody plays them, and the hand is scored as if they had been."""

from __future__ import annotations

from referee.core.events import Event
from referee.core.findings import Fault, counted
from referee.engines.trick.rules import comparing, matadors, outcomes, talons
from referee.engines.trick.state import State
from referee.engines.trick.words.compiled import CompiledRules


def check(rules: CompiledRules, state: State, event: Event) -> tuple[Fault, ...]:
    """Everything that is wrong with how the rest of the tricks is shared."""
    rest = event.value
    for seat, tricks in rest.items():
        if tricks < 0:
            who = state.players[seat]
            message = f"{who} is given {counted(tricks, 'tricks')} of the rest"
            return (Fault("result", message, seat, at=("rest", who), bars=True),)
    if sum(rest.values()) != state.left:
        message = f"the rest adds up to {counted(sum(rest.values()), 'tricks')}; {state.left} are still to come"
        return (Fault("result", message, bars=True),)
    return ()


def concede(rules: CompiledRules, state: State, event: Event) -> None:
    """The rest of the tricks are won without being played, and the hand is over."""
    state.clock += 1
    takers = [seat for seat, tricks in event.value.items() if tricks]
    unplayed = _unplayed(rules, state)
    counts: outcomes.Counts | None = ()
    if rules.scoring.counts:
        known = len(takers) == 1 and unplayed.bit_count() == state.left * len(state.seats)
        if known:
            state.taken[takers[0]] |= unplayed
            state.gone |= unplayed
            if rules.talon_goes_to == "declarer":
                talons.take(rules, state)
        counts = rules.scoring.count_taken(state.taken, state.own_cards, state.trump) if known else None
    won = list(state.won)
    for seat, tricks in event.value.items():
        won[seat] += tricks
    state.before = (state.scores, state.bags, state.unseen, state.out, state.most, state.seats, state.carried)
    state.unseen = {what: list(events) for what, events in state.unseen.items()}
    state.plays += len(state.tricks) * len(state.seats) + len(state.trick)
    together = rules.scoring.by_side
    declared = comparing.scored(rules, state, outcomes.sides(rules, state), state.dealer)
    last = takers[0] if len(takers) == 1 else None
    held = matadors.matadors(rules, state, outcomes.side_of(rules, state, state.declarer))
    state.trick, state.table = [], 0
    outcomes.score(rules, state, outcomes.Outcome(state.bids, won, counts, last, (), declared, held, together))


def _unplayed(rules: CompiledRules, state: State) -> int:
    """The cards that are not in a finished trick: those on the table, and those in the hands if these are all known."""
    cards = state.table
    for seat in state.seats:
        if not state.known[seat]:
            return rules.pack & ~state.gone
        cards |= state.hands[seat]
    return cards
