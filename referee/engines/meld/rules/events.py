"""What the events of a game of melds carry."""

from __future__ import annotations

from typing import Any, NamedTuple

UNSEEN = -1


class Take(NamedTuple):
    """Where a card is taken from, and which card it is; `UNSEEN` where the log does not say."""

    source: str
    card: int


class Shown(NamedTuple):
    """Cards that a player shows: all of them as a pack, and the melds where they are written in groups."""

    cards: int
    melds: tuple[int, ...] | None


class Action(NamedTuple):
    """An Action card: its points, the seat that it is passed to (-1: it is kept), and the card taken in its place."""

    points: Any
    to: int
    card: int


class LayOff(NamedTuple):
    """A card laid off, and cards of the meld that it is laid on (0 where the log leaves that open)."""

    card: int
    on: int


class Result(NamedTuple):
    """How a round ended, from a score pad: who ended it (-1: nobody); hands, cards laid off and points of Action cards.

    `upcard` is the card first turned up, `UNSEEN` where the pad does not say. In place of hands it may have
    `counts`, numbers by name, and `points`: the `score` and the `totals`.
    """

    declarer: int
    hands: dict[int, Shown]
    laid: dict[int, tuple[LayOff, ...]]
    action: dict[int, tuple[Any, ...]]
    upcard: int
    counts: dict[int, dict[str, Any]]
    points: dict[str, dict[int, Any]]
