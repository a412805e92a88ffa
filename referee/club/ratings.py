"""How strong players are, by OpenSkill: the games replayed in the order in which they were played.

Players who play together throughout a game are a team; equal places are ties. The extra `referee[club]` installs the package.

Source: Weng and Lin, A Bayesian approximation method for online ranking (2011); openskill, its model by Plackett and Luce.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from referee.club.entry import Entry
from referee.core.places import COMMAND_LINE, Complaint, Place, SourceError

MISSING = "ratings need the package openskill; install it with pip install 'referee[club]'"


class Rating(NamedTuple):
    """The estimate of a player: `mu`, its uncertainty (`sigma`), and the number of games."""

    mu: float
    sigma: float
    games: int

    @property
    def sure(self) -> float:
        """The rating that a player almost certainly reaches: three sigmas below the estimate."""
        return self.mu - 3 * self.sigma


class Change(NamedTuple):
    """A game that was rated, and the ratings of its players after it."""

    entry: Entry
    after: dict[str, Rating]


def rated(entries: Iterable[Entry]) -> list[Change]:
    """The ratings after each game that ended, in order. Raises SourceError without the package."""
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        raise SourceError([Complaint(Place(COMMAND_LINE, 1, 1), MISSING)]) from None
    model: Any = PlackettLuce()
    now: dict[str, Any] = {}
    games: dict[str, int] = {}
    changes: list[Change] = []
    for entry in entries:
        if not entry.ended or len(entry.sides) < 2:
            continue
        sides = [[entry.players[seat] for seat in side] for side in entry.sides]
        teams = [[now.get(player) or model.rating(name=player) for player in side] for side in sides]
        ranks = [float(entry.places[side[0]]) for side in entry.sides]
        after: dict[str, Rating] = {}
        for side, team in zip(sides, model.rate(teams, ranks=ranks), strict=True):
            for player, rating in zip(side, team, strict=True):
                now[player] = rating
                games[player] = games.get(player, 0) + 1
                after[player] = Rating(rating.mu, rating.sigma, games[player])
        changes.append(Change(entry, after))
    return changes


def latest(changes: Iterable[Change]) -> dict[str, Rating]:
    """The final rating of each player."""
    return {player: rating for change in changes for player, rating in change.after.items()}
