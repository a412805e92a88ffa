"""The rest of the tricks of a hand, claimed or conceded: nobody plays them, and the hand is scored as if they had been."""

from __future__ import annotations

from collections.abc import Sequence

from referee.core.events import Event
from referee.core.findings import Fault, counted
from referee.engines.trick.rules import comparing, contracts, hands, outcomes, seats, talons
from referee.engines.trick.state import CHOOSE, State
from referee.engines.trick.words.compiled import CompiledRules


def check(rules: CompiledRules, state: State, event: Event) -> tuple[Fault, ...]:
    """Everything that is wrong with how the rest of the tricks is shared."""
    rest = event.value
    for seat, tricks in rest.items():
        if tricks and seat not in state.seats:
            who = state.players[seat]
            message = f"{who} is given {counted(tricks, 'tricks')} of the rest, but {seats.absence(state, seat)}"
            return (Fault("result", message, seat, bars=True),)
        if tricks < 0:
            who = state.players[seat]
            message = f"{who} is given {counted(tricks, 'tricks')} of the rest"
            return (Fault("result", message, seat, at=("rest", who), bars=True),)
    if sum(rest.values()) != state.left:
        message = f"the rest adds up to {counted(sum(rest.values()), 'tricks')}; {state.left} are still to come"
        return (Fault("result", message, bars=True),)
    return ()


def concede(rules: CompiledRules, state: State, event: Event) -> None:
    """The rest of the tricks are won without being played, and the hand is over, once everybody has chosen."""
    state.clock += 1
    takers = [seat for seat, tricks in event.value.items() if tricks]
    counts = _counts(rules, state, takers)
    state.won = [tricks + event.value.get(seat, 0) for seat, tricks in enumerate(state.won)]
    state.before = outcomes.to_reopen(state)
    state.unseen = {what: list(events) for what, events in state.unseen.items()}
    state.plays += len(state.tricks) * len(state.seats) + len(state.trick)
    together = rules.scoring.by_side
    declared = comparing.scored(rules, state, outcomes.sides(rules, state), state.dealer)
    last = takers[0] if len(takers) == 1 else None
    held = contracts.matadors(rules, state, outcomes.side_of(rules, state, state.declarer))
    state.trick, state.table, state.left = [], 0, 0
    out = outcomes.Outcome(state.bids, state.won, counts, last, state.choices, declared, held, together)
    waiting = outcomes.undecided(rules, state, out)
    if waiting:
        state.phase, state.turn, state.leader = CHOOSE, waiting[0], takers[0]
    elif outcomes.can_score(rules, state, out):
        outcomes.score(rules, state, out)
    else:
        from referee.engines.trick.rules import unscored  # read only for a hand of which too little is known

        unscored.close(rules, state, {"won": state.won}, out)


def _counts(rules: CompiledRules, state: State, takers: Sequence[int]) -> outcomes.Counts | None:
    """What the cards count if somebody takes all that are left; None if it is not known who takes which."""
    if not rules.scoring.counts:
        return ()
    played, unplayed = _played_by(rules, state), _unplayed(rules, state)
    beside = unplayed.bit_count() - state.left * len(state.seats)
    known = beside in (0, talons.counted_by(rules, state, takers)[0]) and outcomes.counts_known(rules, state)
    if len(takers) > 1 or played is None or not known:
        return None
    state.taken[takers[0]] |= unplayed
    state.gone |= unplayed
    if rules.talon_goes_to and not beside:
        talons.take(rules, state, takers[0])
    return rules.scoring.count_taken(state.taken, state.own_cards, state.trump, played)


def _played_by(rules: CompiledRules, state: State) -> list[int] | None:
    """The cards of each player in this hand, those on the table included; None if they count and are not all known."""
    if not rules.scoring.by_player:
        return []
    if (
        rules.stock
        or not all(state.known[seat] for seat in state.seats)
        or len(state.tricks) + state.left < state.length
    ):
        return None
    played = outcomes.played_by(rules, state)
    for seat, card in zip(hands.order_from(rules, state, state.leader), state.trick, strict=False):
        played[seat] |= 1 << card
    return [cards | held for cards, held in zip(played, state.hands, strict=True)]


def _unplayed(rules: CompiledRules, state: State) -> int:
    """The cards that are not in a finished trick: those on the table, and those in the hands if these are all known."""
    cards = state.table
    for seat in state.seats:
        if not state.known[seat]:
            return rules.pack & ~state.gone
        cards |= state.hands[seat]
    return cards
