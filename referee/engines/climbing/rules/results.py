"""A whole hand written as its result: who went out in which order, the cards left, the bid, or the points alone."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from referee.core import pads
from referee.core.events import Event
from referee.core.findings import Faults, Finding
from referee.core.named_tuple import NamedTuple
from referee.core.wording import listed
from referee.engines.climbing.compiled import SAME, ClimbingRules
from referee.engines.climbing.rules import hands
from referee.engines.climbing.state import ClimbingState

NOBODY: Mapping[int, Any] = MappingProxyType({})


class ClimbingResult(NamedTuple):
    """What a score pad has of a hand: `points` are the `score` and the `totals`; who went out in which order; by seat the cards
    left and the combinations played, what the cards left and those taken in tricks are worth, and what was called; the landlord
    (-1: nobody), the bid and the number of bombs (None where it does not say)."""

    points: Mapping[str, Mapping[int, Any]]
    out: tuple[int, ...] = ()
    left: Mapping[int, int] = NOBODY
    plays: Mapping[int, int] = NOBODY
    held: Mapping[int, Any] = NOBODY
    taken: Mapping[int, Any] = NOBODY
    calls: Mapping[int, str] = NOBODY
    landlord: int = -1
    bid: int | None = None
    bombs: int | None = None


def check_result(rules: ClimbingRules, state: ClimbingState, event: Event) -> Faults:
    """Check that a hand can have ended like this, and that its points follow from the rest of it."""
    result: ClimbingResult = event.value
    faults = [*_out_faults(rules, state, result), *_number_faults(rules, state, result)]
    yield from faults
    if faults:
        return
    missing, before = _missing(rules, result), pads.known_totals(state.scores, state.untold)
    if "out" in missing and order_matters(rules):
        message = "the result must say in which order the players went out; add `out: [PLAYER, …]`"
        yield Finding("result", message, at=("result",), asks=True)
    elif missing and not result.points:
        message = f"the result says too little to score it; add {listed([f'`{key}:`' for key in missing])}, or `score:`"
        yield Finding("result", message, at=("result",), asks=True)
    elif missing:
        yield from pads.PadPoints("result", state.players, before, result.points).wrongly_added()
    elif result.points:
        scored = _points_of(rules, state, result)
        totals = [None if total is None else total + more for total, more in zip(before, scored, strict=True)]
        true = {"score": scored, "totals": totals}
        yield from pads.miswritten("result", state.players, result.points, true, ("result",))


def order_matters(rules: ClimbingRules) -> bool:
    """Return whether what comes next depends on who went out when."""
    return bool(rules.titles or rules.exchange) or rules.next_dealer != "left" or rules.lead_then != SAME


def _out_faults(rules: ClimbingRules, state: ClimbingState, result: ClimbingResult) -> Faults:
    out = list(result.out)
    twice = next((seat for place, seat in enumerate(out) if seat in out[:place]), -1)
    if twice >= 0:
        yield Finding("result", f"{state.players[twice]} is out twice in the result", twice, at=("result", "out"))
    elif out and not hands.ends(rules, out, result.landlord):
        message = f"the hand is not over when only {listed([state.players[seat] for seat in out])} went out"
        yield Finding("result", message, at=("result", "out"), asks=True)
    elif len(out) > 1 and hands.ends(rules, out[:-1], result.landlord) and len(out) < rules.players:
        message = f"the hand is over before {state.players[out[-1]]} goes out"
        yield Finding("result", message, out[-1], at=("result", "out"))


def _number_faults(rules: ClimbingRules, state: ClimbingState, result: ClimbingResult) -> Faults:
    for seat, number in result.left.items():
        who, out = state.players[seat], seat in _out(rules, result)
        most = rules.size(state.dealer, seat) + rules.talon * (seat == result.landlord)
        can = "is 0, as they went out" if out else f"can be 1 to {most}"
        if number > most or bool(number) == out or (not result.out and not number and rules.needs & {"place"}):
            message = f"{who} is recorded with {number} cards left; it {can}"
            yield Finding("result", message, seat, at=("result", "left", who))
    if result.bid is not None and result.bid not in rules.bids:
        message = f"the bid is recorded as {result.bid}; the bids are {listed(rules.bids) or 'none'}"
        yield Finding("bidding" if rules.bids else "result", message, at=("result", "bid"), bars=bool(rules.bids))


def _out(rules: ClimbingRules, result: ClimbingResult) -> list[int]:
    """Return who has no cards left: the last of all players who are named still has some."""
    return list(result.out[: rules.players - 1])


def _missing(rules: ClimbingRules, result: ClimbingResult) -> list[str]:
    """Return what the pad does not have but the score depends on."""
    out, players, needs = _out(rules, result), {*range(rules.players)}, rules.needs
    still = players - {*out}
    whose = {"left": still, "plays": players, "held": still, "taken": players}
    lacks = {
        "out": bool(needs & {"place", "won"} or order_matters(rules)) and not out,
        **{key: key in needs and bool(who - getattr(result, key).keys()) for key, who in whose.items()},
        "landlord": bool(rules.bids) and bool(needs & {"landlord", "won"}) and result.landlord < 0,
        "bid": "bid" in needs and result.bid is None,
        "bombs": bool(needs & {"bombs", "doubling"}) and result.bombs is None,
    }
    return [key for key, lack in lacks.items() if lack]


def _points_of(rules: ClimbingRules, state: ClimbingState, result: ClimbingResult) -> list[Any]:
    """Return the points that follow from the rest of a pad."""
    trial = state.copy()
    trial.landlord, trial.bid = result.landlord, result.bid or 0
    every = range(rules.players)
    left, held = ([said.get(seat, 0) for seat in every] for said in (result.left, result.held))
    trial.made, trial.taken = ([said.get(seat, 0) for seat in every] for said in (result.plays, result.taken))
    trial.out = _out(rules, result) or sorted(every, key=left.__getitem__)[:1]
    trial.bombs, trial.calls = result.bombs or 0, [result.calls.get(seat, "") for seat in every]
    return rules.scoring.points(state.hand, hands.rows(rules, trial, left, held))


def put_result(rules: ClimbingRules, state: ClimbingState, event: Event) -> None:
    """Score a hand from its result, or by the points of the pad."""
    result: ClimbingResult = event.value
    untold: tuple[int, ...] = ()
    if _missing(rules, result):
        alone, before = [(seat,) for seat in range(rules.players)], pads.known_totals(state.scores, state.untold)
        untold = tuple(pads.without_points(result.points, before, alone))
        points = list(pads.points_by_seat(result.points, alone, untold, state.scores, state.untold))
        state.miss("points" if untold else "score")
    else:
        points = _points_of(rules, state, result)
    state.miss("plays")
    state.begin_round(rules)
    state.out, state.landlord, state.bid = _out(rules, result), result.landlord, result.bid or 0
    left = [0 if seat in state.out else result.left.get(seat) for seat in range(rules.players)]
    hands.end_hand(rules, state, points, left, untold)
