"""Claims in logs (`expect:`), doubts and readings, as far as they are the same in every family."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from referee.core.events import Finding, doubt
from referee.core.exact import stands_for
from referee.core.items import AnyItems, AtTable
from referee.core.pads import known_totals
from referee.core.places import Pointer
from referee.core.values import NUMBER, POINTS, SEAT, Kind, by_player, some

if TYPE_CHECKING:
    from referee.core.asked import RulesOfRounds, RulesOfScoring
    from referee.core.rounds import StateOfRounds

R = TypeVar("R")
I = TypeVar("I")  # noqa: E741 - the items of a log
S = TypeVar("S", bound=AtTable)
Claim = Callable[[R, I, S, Any, Pointer], Iterable[Finding]]
"""A check of claims of one kind, from the rules, the reading of items, a state, the claim and its place."""


def wrong(what: str, claimed: object, true: object, seat: int | None, at: Pointer) -> Finding:
    """Return the finding that something is claimed that is not so."""
    return Finding("claim", f"{what} is claimed to be {claimed}; it is {true}", seat, at=at)


def exactly(claimed: object, players: Sequence[str], true: Sequence[object]) -> bool:
    """Return whether a claim states exactly the true numbers of all players; anything else needs a closer look."""
    if not isinstance(claimed, dict) or claimed != dict(zip(players, true, strict=False)):
        return False
    return {int}.issuperset(map(type, claimed.values()))


def per_player(
    reading: AnyItems,
    state: AtTable,
    claimed: object,
    true: Sequence[object],
    at: Pointer,
    what: str,
    kind: Kind = POINTS,
) -> Iterator[Finding]:
    """Yield the false values in a claimed map from players to values, given the true value of each seat.

    A true value is None where it is not known; then nothing is said. `what` begins the message: 'the score of'.
    `kind` reads the values claimed.
    """
    if exactly(claimed, state.players, true):
        return
    for seat, value in by_player(kind).of(reading, state, claimed, at).items():
        known = "not known"
        if true:
            known = true[seat]
        if known is not None and not stands_for(value, known):
            who = state.players[seat]
            yield wrong(f"{what} {who}", value, known, seat, at + (who,))


def of_each(what: str, true: Callable[[R, S], Sequence[object]], kind: Kind = NUMBER) -> Claim[R, AnyItems, S]:
    """A check of a claimed value for each player; `true` gives the true values seat by seat from the rules and a
    state."""
    return lambda rules, reading, state, claimed, at: per_player(
        reading, state, claimed, true(rules, state), at, what, kind
    )


def of_one(says: str, true: Callable[[S], int], right: str, nobody: str = "it is nobody") -> Claim[object, AnyItems, S]:
    """A check of a claim that something is true of one player, such as who deals.

    `true` gives the right seat, negative if it is nobody. `says` is the message with {} for the claimed name, `right`
    its end with {} for the right name, `nobody` its end if there is none.
    """

    def claim(rules: object, reading: AnyItems, state: S, claimed: object, at: Pointer) -> Iterator[Finding]:
        seat = reading.seat(state, claimed, at)
        its = true(state)
        if seat != its:
            if its >= 0:
                truth = right.format(state.players[its])
            else:
                truth = nobody
            yield Finding("claim", f"{says.format(claimed)}; {truth}", seat, at=at)

    return claim


NAMED = some(SEAT)
"""The players that a claim names: one, several, or none as an empty list."""


def winners(
    state: AtTable, named: Sequence[int], true: Collection[int], at: Pointer, by: str = ""
) -> Iterator[Finding]:
    """Yield a fault if the players named are not those who won; `by` says what decided the game, at the end of the
    sentence."""
    if sorted(named) != sorted(true):
        said, won = (" and ".join(state.players[seat] for seat in seats) or "nobody" for seats in (named, true))
        verb = "are" if len(named) > 1 else "is"
        yield Finding("claim", f"{said} {verb} claimed to have won the game; {won} won it{by}", at=at)


def not_over(at: Pointer) -> Finding:
    """Return the finding that winners are claimed too early."""
    return Finding("claim", "winners are claimed, but the game is not over", at=at)


def unseen_doubts(seen: Mapping[str, Sequence[int]], doubts: Mapping[str, str]) -> Iterator[Finding]:
    """Yield a doubt for each kind of thing that a log does not show, citing the numbers of the events that hid it.

    `seen` maps such kinds ('cards') to the numbers of events, `doubts` the rule 'unseen-cards' to its sentence.
    """
    for what, events in seen.items():
        yield doubt(f"unseen-{what}", doubts[f"unseen-{what}"], tuple(dict.fromkeys(filter(None, events))))


def only_unseen(doubts: Mapping[str, str]) -> Callable[..., Iterator[Finding]]:
    """The function that yields doubts, for games whose only doubts are about unseen cards and the like."""
    return lambda rules, state, *, goes_on=False: unseen_doubts(state.unseen, doubts)


BETWEEN_ROUNDS = ("draw", "deal", "role", "over")
"""The phases before the first round and after one has ended, in the families that score rounds seat by seat."""


def score_of_round(
    rules: RulesOfScoring, reading: AnyItems, state: StateOfRounds, claimed: object, at: Pointer
) -> Iterator[Finding]:
    """Check the points claimed for the round that has just ended; points that the log does not tell are not checked."""
    if state.phase not in BETWEEN_ROUNDS or not state.history:
        yield Finding("claim", f"a score is claimed, but no {rules.scoring.unit} ended here", at=at)
        return
    ended = state.history[-1]
    points = [None if seat in ended.untold else more for seat, more in enumerate(ended.points)]
    yield from per_player(reading, state, claimed, points, at, "the score of")


def winners_of_rounds(
    rules: RulesOfScoring, reading: AnyItems, state: StateOfRounds, claimed: object, at: Pointer
) -> Iterator[Finding]:
    """Check who is claimed to have won a game of rounds, as far as the log tells the totals."""
    named = NAMED.of(reading, state, claimed, at)
    some_untold = any(state.untold)
    over = state.phase in BETWEEN_ROUNDS[2:]
    # points that the log omits may have ended the game
    if not over and not (some_untold and rules.scoring.target is not None):
        yield not_over(at)
    if over and not some_untold:
        yield from winners(state, named, rules.scoring.leaders(state.scores), at)


def _totals(rules: object, state: StateOfRounds) -> Sequence[object]:
    return known_totals(state)


known_total = of_each("the total of", _totals, POINTS)
OF_ROUNDS: Mapping[str, Claim[RulesOfScoring, AnyItems, StateOfRounds]] = {
    "winners": winners_of_rounds,
    "score": score_of_round,
    "totals": known_total,
}
"""Claims that logs of games of rounds may make."""


def round_of(rules: RulesOfRounds, state: AtTable) -> dict[str, int]:
    """The number of the round, or hand, under the name that players give it."""
    return {rules.scoring.unit: getattr(state, rules.scoring.unit)}


def counts(
    rules: RulesOfRounds, state: StateOfRounds, *, kinds: Iterable[str], rare: Iterable[str] = ()
) -> dict[str, int]:
    """What has been judged, counted: rounds (or hands) begun, events of each of these kinds in them, and rounds
    scored.

    Kinds that are `rare` are only counted if there are any.
    """
    begun = len(state.history) + (state.phase not in BETWEEN_ROUNDS)
    there = (*kinds, *(kind for kind in rare if state.plays.get(kind)))
    judged = {f"{rules.scoring.unit}s": begun} | {kind: state.plays.get(kind, 0) for kind in there}
    return judged | {"scores": len(state.history)}
