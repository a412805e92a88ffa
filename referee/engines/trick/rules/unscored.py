"""What a hand can have scored when a score pad says too little: what its tricks, and the cards in them, can give.

The referee tries every way that the scoring can tell apart (`ways`). If there are too many, or the score depends on something
else that the pad omits, only the least and the greatest score are known (`bounds`): what is refused is impossible.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from referee.core import pads
from referee.core.findings import Finding
from referee.core.wording import listed
from referee.engines.trick.rules import outcomes, seats
from referee.engines.trick.rules.bounds import Bounds
from referee.engines.trick.rules.outcomes import Outcome
from referee.engines.trick.rules.ways import PadHandFacts, ways_of
from referee.engines.trick.state import TrickState
from referee.engines.trick.words.compiled import TrickRules
from referee.engines.trick.words.scoring import Sides


def faults(rules: TrickRules, state: TrickState, value: Mapping[str, Any], out: Outcome) -> Iterator[Finding]:
    """Yield claims about a hand that no way of sharing its tricks and cards can give."""
    claim = _claimed(state, value)
    if claim is None:
        return
    if claim.what == "score" and "totals" not in value.get("claimed", ()):
        yield from pads.wrongly_added("result", state.players, state.scores, claim.points, value.get("totals", {}))
    words = "scores" if claim.what == "score" else "totals", "claimed to be" if claim.beside else "written as"
    apart = list(pads.partners_apart(state.players, _one_score(rules, state), claim.points, words))
    for seat, message in apart:
        yield Finding(claim.rule, message, seat, word=("partners",), at=claim.place)
    if not apart:
        yield from _impossible(rules, state, claim, _able(rules, state, out))


def close(rules: TrickRules, state: TrickState, value: Mapping[str, Any], out: Outcome) -> None:
    """End a hand that cannot be scored from its results: with the only possible points, or with those claimed."""
    claim = _claimed(state, value)
    able = _able(rules, state, out)
    points: list[Any] | None = None
    only = None if able is None or any(len(each) != 1 for each in able.scores) else [min(each) for each in able.scores]
    """The points of all seats if the hand can have given no others."""
    impossible = claim is not None and any(_impossible(rules, state, claim, able))
    if only and not impossible:
        points = only
    elif claim is not None and not (impossible and claim.beside):  # what the table wrote stands, unlike a claim
        points = _of_everybody(rules, _one_score(rules, state), claim.points)
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
    able, claim = _able(rules, state, out), _claimed(state, value)
    return able.knocked_out(claim.points) if able and claim else None


class Claimed(NamedTuple):
    """Points that are claimed for a hand, by seat: its score or totals, on the pad or claimed beside it."""

    points: Mapping[int, Any]
    what: str
    beside: bool

    @property
    def rule(self) -> str:
        """Return the rule that impossible points break."""
        return "claim" if self.beside else "result"

    @property
    def place(self) -> tuple[str, str]:
        """Return where the log says it."""
        return ("expect" if self.beside else "result", self.what)

    def says(self, who: str, points: Any, before: Any) -> str:
        """Return what is claimed about a player, as the beginning of a sentence."""
        said = "claimed to be" if self.beside else "written as"
        if self.what == "totals":
            return f"the total of {who} is {said} {pads.total_written(before + points, points)}"
        return f"the score of {who} is {said} {points}"


def _claimed(state: TrickState, value: Mapping[str, Any]) -> Claimed | None:
    """Return what a result claims that its hand scored; from the totals if nothing else is given and those before are known."""
    beside = value.get("claimed", ())
    if value.get("score"):
        return Claimed(value["score"], "score", "score" in beside)
    if value.get("totals") and None not in state.scores:
        points = {seat: total - state.scores[seat] for seat, total in value["totals"].items()}
        return Claimed(points, "totals", "totals" in beside)
    return None


def _impossible(rules: TrickRules, state: TrickState, claim: Claimed, able: PadHandFacts | None) -> Iterator[Finding]:
    fine, told, sides = True, set[int](), _one_score(rules, state)
    for seat, points in claim.points.items() if able else ():
        side = next((side for side in sides if seat in side), (seat,))
        if able and seat not in told and points not in able.scores[seat]:
            fine = False
            who = listed([state.players[other] for other in side if other in claim.points])
            message = f"{claim.says(who, points, state.scores[seat])}; {able.span(seat, points)}"
            yield Finding(claim.rule, message, seat, at=(*claim.place, state.players[seat]))
        told.update(side)
    everybody = _of_everybody(rules, sides, claim.points)
    played = everybody and (any(everybody) or (able and not able.passed_out))
    wrong = rules.scoring.wrong_sum(everybody, state.cards, state.hand) if everybody and played else ""
    if fine and wrong:
        yield Finding(claim.rule, f"the points of this hand {wrong}", word=("sums_to",), at=claim.place)
    elif fine and able and not able.together(claim.points):
        scores = ", ".join([f"{state.players[seat]} {points}" for seat, points in sorted(claim.points.items())])
        message = f"the scores of this hand cannot be {scores} together{able.in_all()}"
        yield Finding(claim.rule, message, at=claim.place)


def _one_score(rules: TrickRules, state: TrickState) -> Sides:
    """Return the sides whose players have one score."""
    return rules.sides if rules.scoring.unpooled else seats.sides(rules, state)


def _able(rules: TrickRules, state: TrickState, out: Outcome) -> PadHandFacts | None:
    """Return what a hand can have scored; None if nothing is known about its points."""
    hand = PadHandFacts(rules, state, out)
    return ways_of(hand) or next((bounds for bounds in (Bounds(hand),) if bounds.whole), None)
