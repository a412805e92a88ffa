"""Where cards are; how a round goes on and ends: the next turn, the stock, hands shown, the score, and what comes next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import add
from types import MappingProxyType
from typing import Any

from referee.core import pads
from referee.core.events import Event
from referee.core.findings import Faults, Finding, counted
from referee.core.named_tuple import NamedTuple
from referee.core.places import Pointer
from referee.engines.shedding.compiled import SHUFFLE_PILE, SheddingRules
from referee.engines.shedding.state import DEAL, OVER, SHOW, TURN, UNSEEN, SheddingRound, SheddingState


class SheddingResult(NamedTuple):
    """How a round ended, from a score pad: the `score` and the `totals`, who went out (-1: nobody), the cards left in hands,
    and what they count."""

    points: Mapping[str, Mapping[int, Any]]
    out: int = -1
    hands: Mapping[int, list[int]] = MappingProxyType({})
    counts: Mapping[int, Any] = MappingProxyType({})


def holds(state: SheddingState, seat: int) -> int:
    """Return how many cards a player holds, seen and unseen."""
    return len(state.hands[seat]) + state.hidden[seat]


def elsewhere(
    rules: SheddingRules, state: SheddingState, cards: Sequence[int], says: str, seat: int | None, at: Pointer
) -> Faults:
    """Yield the first of some new cards of which the deck has no more, with where the others are."""
    for place, card in enumerate(cards):
        if card == UNSEEN:
            continue
        lying = [f"in {who}'s hand" for who, hand in zip(state.players, state.hands, strict=True) if card in hand]
        lying += ["in the pile"] if card in state.pile else []
        known = sum(hand.count(card) for hand in state.hands) + state.pile.count(card)
        if known + cards[: place + 1].count(card) > rules.copies[card]:
            where = " and ".join(lying) or "already among these cards"
            yield Finding("deck", f"{says} {rules.deck.ids[card]}, which is {where}", seat, at=at, bars=True)
            return


def available(rules: SheddingRules, state: SheddingState) -> int:
    """Return how many cards can still be drawn."""
    return state.stock + (max(len(state.pile) - 1, 0) if rules.stock_empty == SHUFFLE_PILE else 0)


def refill(state: SheddingState) -> None:
    """Make the pile without its top card the stock, if the stock is empty."""
    if state.stock == 0:
        state.stock, state.pile = len(state.pile) - 1, state.pile[-1:]


def take_one(state: SheddingState, seat: int, card: int) -> None:
    """Take a card from the stock into a hand."""
    refill(state)
    state.stock -= 1
    if card == UNSEEN:
        state.hidden[seat] += 1
        state.miss("stock")
    else:
        state.hands[seat].append(card)


def check_taken(rules: SheddingRules, trial: SheddingState, seat: int, card: int, event: Event) -> Faults:
    """Yield what is wrong with a card taken from the stock, and take it in a state that is only a trial."""
    refill(trial)
    yield from elsewhere(rules, trial, [card], f"{trial.players[seat]} draws", seat, event.at)
    take_one(trial, seat, card)


def move_on(rules: SheddingRules, state: SheddingState, seat: int, steps: int = 1) -> None:
    """Pass the turn from a seat to the one that is some steps further, in the direction of play."""
    state.turn = (seat + (-steps if state.reversed else steps)) % rules.players
    state.drawn = []


def to_show(state: SheddingState) -> list[int]:
    """Return whose hands are not known, of those who still hold cards."""
    return [seat for seat, hidden in enumerate(state.hidden) if hidden]


def end_round(rules: SheddingRules, state: SheddingState) -> None:
    """Nobody plays any more: hands that are not known are shown, if they count."""
    state.turn, state.owed, state.drawn = -1, 0, []
    state.phase = SHOW
    if not (rules.needs_cards and to_show(state)):
        finish(rules, state)


def check_show(rules: SheddingRules, state: SheddingState, event: Event) -> Faults:
    """Yield what is wrong with a hand that is shown at the end of a round."""
    seat = to_show(state)[0] if event.seat is None else event.seat
    who, new, number = state.players[seat], list(event.value), holds(state, seat)
    if seat not in to_show(state):
        yield Finding("show", f"{who} shows a hand, but it is known already", seat, at=event.at, bars=True)
        return
    if len(new) != number:
        message = f"{who} shows {counted(len(new), 'cards')}, but holds {number}"
        yield Finding("show", message, seat, at=event.at, bars=True)
    for card in state.hands[seat]:
        if card in new:
            new.remove(card)
        else:
            message = f"{who} shows a hand without {rules.deck.ids[card]}, which is in it"
            yield Finding("show", message, seat, at=event.at, bars=True)
    yield from elsewhere(rules, state, new, f"{who} shows", seat, event.at)


def show(rules: SheddingRules, state: SheddingState, event: Event) -> None:
    """Show a hand; after the last one the round is scored."""
    seat = to_show(state)[0] if event.seat is None else event.seat
    state.hands[seat], state.hidden[seat] = list(event.value), 0
    if not to_show(state):
        finish(rules, state)


def finish(rules: SheddingRules, state: SheddingState) -> None:
    """Score the round as far as the hands are known, and prepare the next one."""
    hidden = to_show(state) if rules.needs_cards else []
    untold = hidden if rules.scoring.each_alone else list(range(rules.players)) if hidden else []
    worth = [rules.worth(hand) for hand in state.hands]
    left = [holds(state, seat) for seat in range(rules.players)]
    hands = [None if seat in to_show(state) else tuple(hand) for seat, hand in enumerate(state.hands)]
    score(rules, state, _points(rules, state, state.out, worth, left), state.out, hands, untold)


def _points(
    rules: SheddingRules, state: SheddingState, out: int, worth: Sequence[Any], left: Sequence[int]
) -> list[Any]:
    rows = zip(worth, left, state.scores, strict=True)
    seats = [
        {"points": points, "left": number, "out": seat == out, "dealer": seat == state.dealer, "total": total}
        for seat, (points, number, total) in enumerate(rows)
    ]
    return rules.scoring.points(state.round, seats)


def score(
    rules: SheddingRules,
    state: SheddingState,
    points: Sequence[Any],
    out: int,
    hands: Sequence[tuple[int, ...] | None],
    untold: Sequence[int] = (),
) -> None:
    """Give a round these points, and go on to the next one or the end of the game."""
    points = [0 if seat in untold else number for seat, number in enumerate(points)]
    totals = pads.add_up(state, points, untold)
    if untold:
        state.unseen.setdefault("points", []).append(state.clock)
    ended = SheddingRound(state.round, state.dealer, out, tuple(hands), tuple(points), totals, tuple(untold))
    state.history.append(ended)
    state.round_began = state.clock
    if rules.scoring.over(state.scores, state.target, state.round):
        state.phase = OVER
        return
    state.phase = DEAL
    state.round += 1
    state.dealer = (state.dealer + rules.deal_step) % rules.players
    state.begin_round(rules)


def check_result(rules: SheddingRules, state: SheddingState, event: Event) -> Faults:
    """Yield what is wrong with a round of which only the end is written: its cards, and what does not follow from them."""
    result, players = event.value, state.players
    trial = state.copy()
    trial.begin_round(rules)
    for seat, cards in result.hands.items():
        at = ("result", "hands", players[seat])
        yield from elsewhere(rules, trial, cards, f"{players[seat]} is left with", seat, at)
        trial.hands[seat] = cards
    kept = result.hands.get(result.out) or result.counts.get(result.out)
    if kept:
        message = f"{players[result.out]} is out, and so has no cards left"
        yield Finding("result", message, result.out, at=("result", "out"))
    missing = [who for seat, who in enumerate(players) if seat != result.out and seat not in result.hands]
    if result.hands and missing:
        message = f"the result has no hand for {' and '.join(missing)}; it must have the hands of all other players"
        yield Finding("result", message, at=("result", "hands"), bars=True)
        return
    if result.hands or result.counts:  # from which the score follows
        points = _result_points(rules, state, result)
        true = {"score": points, "totals": list(map(add, state.scores, points))}
        yield from pads.miswritten("result", players, result.points, true, ("result",))
        return
    before = pads.known_totals(state.scores, state.untold)
    yield from pads.PadPoints("result", players, before, result.points).wrongly_added()


def put_result(rules: SheddingRules, state: SheddingState, event: Event) -> None:
    """Count a round as the pad has it: by its cards, by what they count, or by the points alone."""
    result, every = event.value, range(rules.players)
    state.phase = TURN
    state.miss("turns")
    if result.hands or result.counts:
        hands = [tuple(result.hands.get(seat, ())) if result.hands else None for seat in every]
        score(rules, state, _result_points(rules, state, result), result.out, hands)
        return
    state.miss("score")
    written = {seat for by_seat in result.points.values() for seat in by_seat}
    missing = [seat for seat in every if seat not in written] if len(written) > 1 else []
    points = pads.points_by_seat(result.points, rules.sides, missing, state.scores, state.untold)
    score(rules, state, points, result.out, [None] * rules.players, missing)


def _result_points(rules: SheddingRules, state: SheddingState, result: SheddingResult) -> list[Any]:
    every = range(rules.players)
    worth = [rules.worth(result.hands.get(seat, ())) if result.hands else result.counts.get(seat, 0) for seat in every]
    left = [len(result.hands.get(seat, ())) or int(seat in result.counts) for seat in every]
    return _points(rules, state, result.out, worth, left)
