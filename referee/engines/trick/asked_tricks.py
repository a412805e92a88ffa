"""A trick asked about without a game, even if nobody says who holds which role."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, permutations
from typing import NamedTuple

from referee.core.questions import Answer

Roles = Mapping[str, str]
Outcome = tuple[str, str]
"""Who wins, and with which card."""
Case = tuple[Roles, Outcome]


class AskedTrick(NamedTuple):
    """A trick as typed: the players in order of play and their cards, who holds which role, the trump suit."""

    players: tuple[str, ...]
    cards: tuple[str, ...]
    roles: Roles | None = None
    trump: str | None = None


def roles_unknown(roles: Sequence[str], asked: AskedTrick, answer: Callable[[AskedTrick], Answer]) -> Answer:
    """Who wins, whatever the roles are; or else who wins if no role decides, and which roles would change that."""
    found = []
    for held in permutations(roles, len(asked.players)):
        known = dict(zip(asked.players, held, strict=True))
        one = answer(asked._replace(roles=known))
        if one.problems:
            return one
        found.append((known, one))
    plain = min((one for _, one in found), key=lambda one: one.data["rule"] == "grace")
    usual, outcomes = _outcome(plain), [(known, _outcome(one)) for known, one in found]
    others = [
        {"roles": some, "winner": winner, "card": card}
        for some, (winner, card) in _conditions(asked.players, roles, outcomes, usual)
    ]
    data = {**plain.data, "roles": None, "if_said": [], "if_roles": others}
    return Answer(data, aside={"moved": False})


def _outcome(answer: Answer) -> Outcome:
    return answer.data["winner"], answer.data["card"]


def _conditions(players: Sequence[str], roles: Sequence[str], found: Sequence[Case], usual: Outcome) -> Iterator[Case]:
    """Which roles decide who wins, one after the other: the first that holds counts; if none does, the usual winner."""
    left = found
    while any(outcome != usual for _, outcome in left):
        first = next(_deciding(players, roles, left, usual))
        yield first
        left = _without(first[0], left)


def _deciding(players: Sequence[str], roles: Sequence[str], cases: Sequence[Case], usual: Outcome) -> Iterator[Case]:
    """Roles that are enough for another winner, the fewest first; or for the usual one, if as few then decide the rest."""
    for number in range(1, len(players) + 1):
        some = [
            dict(zip(who, held, strict=True))
            for who in combinations(players, number)
            for held in permutations(roles, number)
        ]
        enough = _enough(some, cases)
        yield from (case for case in enough if case[1] != usual)
        for known, outcome in enough:
            if any(other != usual for _, other in _enough(some, _without(known, cases))):
                yield known, outcome


def _enough(some: Sequence[Roles], cases: Sequence[Case]) -> list[Case]:
    """The roles that are enough to know who wins, each with the winner."""
    met = [(known, {outcome for held, outcome in cases if known.items() <= held.items()}) for known in some]
    return [(known, outcomes.pop()) for known, outcomes in met if len(outcomes) == 1]


def _without(known: Roles, cases: Sequence[Case]) -> list[Case]:
    return [(held, outcome) for held, outcome in cases if not known.items() <= held.items()]
