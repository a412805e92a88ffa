"""A hand that cannot be scored from what a score pad says of it: whether its points are possible, and how it ends."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from referee.core.findings import Finding, counted
from referee.core.pads import PadPoints
from referee.engines.trick.compiled import TrickRules
from referee.engines.trick.rules import outcomes, seats, ways
from referee.engines.trick.rules.outcomes import Outcome
from referee.engines.trick.state import TrickState
from referee.engines.trick.words.scoring import Sides
from referee.engines.trick.words.selectors import sum_over


def _points_in(rules: TrickRules, state: TrickState, value: Mapping[str, Any]) -> PadPoints:
    """Return the points that a result has, or that are claimed beside it."""
    sides = rules.sides if rules.scoring.unpooled else seats.sides(rules, state)
    idle = [(seat,) for seat in range(rules.players) if not any(seat in side for side in sides)]
    return PadPoints("result", state.players, state.scores, value, (*sides, *idle), value.get("claimed", ()))


def faults(rules: TrickRules, state: TrickState, value: Mapping[str, Any], out: Outcome) -> Iterator[Finding]:
    """Yield claims about a hand that no way of sharing its tricks and cards can give."""
    said = _points_in(rules, state, value)
    yield from said.wrongly_added()
    apart = list(said.apart())
    yield from apart or _impossible(rules, state, said, out)


def close(rules: TrickRules, state: TrickState, value: Mapping[str, Any], out: Outcome) -> None:
    """End a hand that cannot be scored from its results: with the only possible points, or with those claimed."""
    said, able = _points_in(rules, state, value), ways.scores(rules, state, out)
    points: list[Any] | None = None
    only = None if able is None or any(len(each) != 1 for each in able.each) else [min(each) for each in able.each]
    """The points of all seats if the hand can have given no others."""
    impossible = any(_impossible(rules, state, said, out))
    if only and not impossible:
        points = only
    elif said.told and not (
        impossible and next(iter(said.told)) in said.beside
    ):  # what the table wrote stands, unlike a claim
        points = _of_everybody(rules, said.sides, said.points)
    if points is not None and points is not only:
        state.unseen.setdefault("score", []).append(state.clock)
    if only is None:
        outcomes.note_unknown(rules, state, out, value)
    if rules.scoring.knock_out:
        state.out += tuple(knocked_out(rules, state, value, out) or ())
    totals = outcomes.added(state.scores, points)
    if None in state.scores:
        totals = _of_everybody(rules, rules.sides, value.get("totals", {}))
    outcomes.close_unscored(rules, state, out, points, totals)
    if seats.out_at_once(rules, state):
        state.unseen.setdefault("declarer", []).append(state.clock)


def _of_everybody(rules: TrickRules, sides: Sides, given: Mapping[int, Any]) -> list[Any] | None:
    """Return what a pad gives everybody, by seat, if it names at least one player of each side; None if it does not."""
    same = {other: given[seat] for side in sides for seat in side if seat in given for other in side}
    known = {**same, **given}
    return [known[seat] for seat in range(rules.players)] if len(known) == rules.players else None


def knocked_out(rules: TrickRules, state: TrickState, value: Mapping[str, Any], out: Outcome) -> list[int] | None:
    """Return who is knocked out by the points on a pad; None if they do not say."""
    able, points = ways.scores(rules, state, out), _points_in(rules, state, value).points
    ends = {seat: able.outs.get((seat, points.get(seat)), ()) for seat in state.seats} if able else {}
    if any(len(each) != 1 for each in ends.values()) or not ends:
        return None
    return [seat for seat, each in ends.items() if True in each]


def _impossible(rules: TrickRules, state: TrickState, said: PadPoints, out: Outcome) -> Iterator[Finding]:
    able = ways.scores(rules, state, out)
    faults = list(said.impossible(able, lambda seat: _grounds(rules, state, out, seat))) if able else []
    yield from faults
    everybody = _of_everybody(rules, said.sides, said.points)
    played = everybody and (any(everybody) or not (able and ways.passed_out(rules, state, out)))
    wrong = rules.scoring.wrong_sum(everybody, state.cards, state.hand) if everybody and played else ""
    if not faults and wrong:
        yield said.finding(f"the points of this hand {wrong}", word=("sums_to",))
    elif not faults and able:
        yield from said.together(able, "hand", lambda: _in_all(rules, state))


def _grounds(rules: TrickRules, state: TrickState, out: Outcome, seat: int) -> str:
    """Return from what the score of a player must come, as the beginning of a sentence."""
    won, dealt = ways.tricks_known(state, out), rules.cards_in_hand(state.hand)
    if won is None:
        return f"in a hand of {counted(dealt, 'cards')} it"
    side = seats.side_of(rules, state, seat) or (seat,)
    return f"with {sum(won[other] for other in side) or 'none'} of {rules.tricks_counted(dealt, len(state.seats))} tricks it"


def _in_all(rules: TrickRules, state: TrickState) -> str:
    """Return what the counts that are the same for everybody add up to in a hand, as the end of a sentence."""
    tricks = rules.tricks_counted(rules.cards_in_hand(state.hand), len(state.seats))
    whole = [
        f"{name.replace('_', ' ')} {sum_over(count, rules.pack, state.trump)}"
        for name, count in zip(rules.scoring.counts, rules.scoring.counted, strict=True)
        if not count.own and tricks * rules.players == rules.pack.bit_count()
    ]
    return f" (in all: {', '.join(whole)})" if whole else ""
