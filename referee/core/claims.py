"""What logs claim about themselves and leave open, if it is the same in every family: `expect:`, doubts, readings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from referee.core.findings import Finding, doubt
from referee.core.items import AtTable, Items
from referee.core.places import Pointer
from referee.core.values import shapeless


def wrong(what: str, claimed: Any, true: Any, seat: int | None, at: Pointer) -> Finding:
    """Return the finding that something is claimed that is not so."""
    return Finding("claim", f"{what} is claimed to be {claimed}; it is {true}", seat, at=at)


def exactly(claimed: Any, players: Sequence[str], true: Sequence[Any]) -> bool:
    """Return whether a claim states exactly the true numbers of all players; anything else needs a closer look."""
    return claimed == dict(zip(players, true, strict=False)) and {int}.issuperset(map(type, claimed.values()))


def per_player(
    reading: Items,
    state: AtTable,
    claimed: Any,
    true: Sequence[Any],
    at: Pointer,
    what: str,
    kinds: tuple[type, ...] = (int, float),
) -> Iterator[Finding]:
    """Yield what is false in a map from players to values, given what is true seat by seat; nothing if that is not known."""
    if exactly(claimed, state.players, true):
        return
    for seat, value in reading.by_seat(state, claimed, at).items():
        if type(value) not in kinds:
            raise shapeless()
        if not true or true[seat] != value:
            who = state.players[seat]
            yield wrong(f"{what} {who}", value, true[seat] if true else "not known", seat, (*at, who))


def names(reading: Items, state: AtTable, claimed: Any, at: Pointer) -> list[str]:
    """Return the players that a claim names: one, several, or none for an empty list. Raises Misread."""
    if not isinstance(claimed, list):
        reading.seat(state, claimed, at)
        return [claimed]
    for place, name in enumerate(claimed):
        reading.seat(state, name, (*at, place))
    return claimed


def winners(state: AtTable, named: Sequence[str], true: Iterable[int], at: Pointer, by: str = "") -> Iterator[Finding]:
    """Check whether these players have won the game; `by` says what decided it, at the end of the sentence."""
    won = [state.players[seat] for seat in true]
    if sorted(named) != sorted(won):
        verb = "are" if len(named) > 1 else "is"
        who = " and ".join(won) or "nobody"
        message = f"{' and '.join(named) or 'nobody'} {verb} claimed to have won the game; {who} won it{by}"
        yield Finding("claim", message, at=at)


def not_over(at: Pointer) -> Finding:
    """Return the finding that winners are claimed too early."""
    return Finding("claim", "winners are claimed, but the game is not over", at=at)


def unseen(seen: Mapping[str, Sequence[int]], doubts: Mapping[str, str]) -> Iterator[Finding]:
    """Yield what a log does not show, with the events that hid it."""
    for what, events in seen.items():
        yield doubt(f"unseen-{what}", doubts[f"unseen-{what}"], tuple(dict.fromkeys(filter(None, events))))


def only_unseen(doubts: Mapping[str, str]) -> Callable[..., Iterator[Finding]]:
    """Return what yields the doubts about a log that leaves nothing open but what it does not show."""
    return lambda rules, state, *, goes_on=False: unseen(state.unseen, doubts)


AFTER_A_ROUND = ("deal", "role", "over")
"""The phases in which a round has just ended, in the families that score rounds seat by seat."""


def score_of_round(rules: Any, reading: Items, state: Any, claimed: Any, at: Pointer) -> Iterator[Finding]:
    """Check the points of the round that has just ended; those that are not known are not checked."""
    if state.phase not in AFTER_A_ROUND or not state.history:
        yield Finding("claim", f"a score is claimed, but no {rules.scoring.unit} ended here", at=at)
        return
    ended = state.history[-1]
    wrong = list(per_player(reading, state, claimed, ended.points, at, "the score of"))
    yield from (fault for fault in wrong if fault.seat not in ended.untold)


def known_total(rules: Any, reading: Items, state: Any, claimed: Any, at: Pointer) -> Iterator[Finding]:
    """Check the totals that are known."""
    wrong = list(per_player(reading, state, claimed, state.scores, at, "the total of"))
    yield from (fault for fault in wrong if not state.untold[fault.seat or 0])


def winners_of_rounds(rules: Any, reading: Items, state: Any, claimed: Any, at: Pointer) -> Iterator[Finding]:
    """Check who has won a game of rounds, as far as the totals are known."""
    named = names(reading, state, claimed, at)
    untold, over = any(state.untold), state.phase in AFTER_A_ROUND[1:]
    if not over and not (untold and rules.scoring.target is not None):  # or the omitted points may have ended it
        yield not_over(at)
    if over and not untold:
        yield from winners(state, named, rules.scoring.leaders(state.scores), at)


OF_ROUNDS = {"winners": winners_of_rounds, "score": score_of_round, "totals": known_total}
"""What logs of games of rounds claim."""


def round_of(rules: Any, state: Any) -> dict[str, int]:
    """Return the number of the round, or hand."""
    return {rules.scoring.unit: getattr(state, rules.scoring.unit)}


def counts(rules: Any, state: Any, *kinds: str) -> dict[str, int]:
    """Return how many rounds have been judged, how much of each kind in them, and how many were scored."""
    begun = len(state.history) + (state.phase not in AFTER_A_ROUND)
    judged = {f"{rules.scoring.unit}s": begun} | {kind: state.plays.get(kind, 0) for kind in kinds}
    return judged | {"scores": len(state.history)}
