"""The moment on which a page opens, with its headline: the fault, or else the turn of the game, or else the end."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from referee.core.events import Finding
from referee.core.wording import in_list
from referee.replay.steps import ReplayStep, Steps


class KeyMoment(NamedTuple):
    """The number of the step on which a page opens, and a headline that says why: 'Ann passed Ben in hand 12'."""

    step: int
    headline: str


def moment_of(found: Steps) -> KeyMoment:
    """The moment of a game that matters most: its first fault, or else the turn of the game, or else its end."""
    fault = _first_fault(found.steps)
    if fault is not None:
        return fault
    if not found.log.board:  # on a board that others play as well, the cards decide who has more points
        turn = turn_of_game(found.steps)
        if turn is not None:
            return turn
    end = result_of(found).rstrip(".")
    if not end:
        end = f"{len(found.steps) - 1} events"
    return KeyMoment(len(found.steps) - 1, end)


def _first_fault(steps: Sequence[ReplayStep]) -> KeyMoment | None:
    """The first event against the rules, or that cannot be judged; None in a legal game."""
    for number, step in enumerate(steps):
        for finding in step.findings:
            if finding.kind == "violation":
                return KeyMoment(number, f"Against the rules{_when(step)}: {_rule_and_player(finding)}")
        if step.complaints:
            return KeyMoment(number, f"Event {step.event} cannot be judged")
    return None


def _rule_and_player(finding: Finding) -> str:
    """The rule that was broken and who did it: 'follow-suit (Dov)'; the rule alone if it is nobody's fault."""
    rule = finding.rule.rpartition("/")[2]
    if finding.player:
        return f"{rule} ({finding.player})"
    return rule


def turn_of_game(steps: Sequence[ReplayStep]) -> KeyMoment | None:
    """The step at which those who lead at the end took the lead for good from somebody else.

    None if nobody else ever led, or if it is not known who leads.
    """
    leaders = steps[-1].leaders
    for number in range(len(steps) - 1, 0, -1):
        before = steps[number - 1].leaders
        if before == leaders:
            continue
        if not before or len(before) == len(steps[number].scene.seats):
            return None
        return KeyMoment(number, f"{_lead_change(before, leaders)}{_when(steps[number])}")
    return None


def _lead_change(before: Collection[str], after: Collection[str]) -> str:
    """What happened when those in the lead `before` were followed by those `after`: 'Ann passed Ben'."""
    left_behind = sorted(set(before) - set(after))
    newcomers = sorted(set(after) - set(before))
    if not left_behind:
        return f"{in_list(newcomers)} drew level with {in_list(list(before))}"
    if not newcomers:
        return f"{in_list(list(after))} drew ahead of {in_list(left_behind)}"
    return f"{in_list(newcomers)} passed {in_list(left_behind)}"


def _when(step: ReplayStep) -> str:
    """When an event happens, as the end of a headline: ' in hand 12'; empty in a game that counts nothing."""
    for what, number in step.spot.items():
        if number:
            return f" in {what} {number}"
    return ""


def result_of(found: Steps) -> str:
    """The sentence on how a game ended or how far it came, 'Ann wins with 52.'; empty if there is no score.

    A board that others play as well has a score, and no winner.
    """
    if not found.log.board:
        if not found.pad or not found.pad[-1].lines:
            return ""
        return found.pad[-1].lines[-1]
    board = f"Board {found.log.board['number']}"
    totals = {}
    for seat in found.steps[-1].scene.seats:
        if not seat.total.startswith(("-", "0", "?")):
            totals[seat.player] = seat.total
    if not totals:
        return f"{board}."
    return f"{board}: {in_list(list(totals))} score {max(totals.values())}."
