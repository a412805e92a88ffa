"""What a table shows and how it stands, as values with names and types; complete as the data of `--format json`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

JSON = None | bool | int | float | str | Sequence["JSON"] | Mapping[str, "JSON"]
"""What JSON can say."""
Points = Mapping[str, int | float | None]
"""Points by player; None if they are not known."""


@dataclass(frozen=True, slots=True)
class Result:
    """What is known about a table. `result["key"]` and `as_dict()` have all of it, as `--format json` prints it."""

    _data: Mapping[str, JSON] = field(repr=False)

    def __getitem__(self, key: str) -> JSON:
        return self._data[key]

    def __contains__(self, key: str) -> bool:
        return key in self._data

    def as_dict(self) -> dict[str, JSON]:
        """The same as plain data, ready to be written as JSON; its own copy."""
        return deepcopy(dict(self._data))


@dataclass(frozen=True, slots=True)
class HandScore(Result):
    """A hand, a round or a turn that was scored.

    number: from 1. dealer: who dealt, or None if nobody deals. points: what it scored. totals: the scores after it.
    """

    number: int
    dealer: str | None
    points: Points
    totals: Points


@dataclass(frozen=True, slots=True)
class Score(Result):
    """The score pad.

    players: clockwise. hands: those scored so far. totals: the scores now. over: whether the game has ended. winners: who won
    it; none before the end. target: the score that the game is played to, or None.
    """

    players: tuple[str, ...]
    hands: tuple[HandScore, ...]
    totals: Points
    over: bool
    winners: tuple[str, ...]
    target: int | float | None


@dataclass(frozen=True, slots=True)
class Seat(Result):
    """A player at the table.

    total: the score, or groups if those are counted. hand: the cards held, as far as they are known; None if none of them is,
    or if nobody holds cards.
    """

    player: str
    total: int | float | None
    hand: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class View(Result):
    """The table.

    number: which hand, round or turn it is, from 1. phase: what is under way, in the words of a `position:`. dealer: who deals,
    or None if nobody does. turn: who must act, or None. awaited: what comes next, in words; empty after the end. seats: the
    players, clockwise.
    """

    number: int
    phase: str
    dealer: str | None
    turn: str | None
    awaited: str
    seats: tuple[Seat, ...]


def score_of(data: Mapping[str, Any]) -> Score:
    """The score pad from the data of a family."""
    hands = tuple(
        HandScore(hand, hand["hand"], hand.get("dealer"), hand["points"], hand["totals"]) for hand in data["hands"]
    )
    players, winners = tuple(data["players"]), tuple(data["winners"])
    return Score(data, players, hands, data["totals"], data["over"], winners, data.get("target"))


def view_of(data: Mapping[str, Any]) -> View:
    """The table from the data of a family."""
    number = data["hand"] if "hand" in data else data["turn_number"]
    seats = tuple(map(_seat, data["seats"]))
    return View(data, number, data["phase"], data.get("dealer"), data["turn"], data["next"], seats)


def _seat(data: Mapping[str, Any]) -> Seat:
    hand = data.get("hand")
    total = data["total"] if "total" in data else data["groups"]
    return Seat(data, data["player"], total, None if hand is None else tuple(hand))
