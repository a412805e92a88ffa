"""Points of a hand: the ruleset's counts, definitions and scoring parts, compiled to one function.

Each part is worked out for every player, or for every side with bids, tricks and counts added up; a player's points are
those of the player's side: all its own parts and those of its members.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, NamedTuple

from referee.core.formula import Formula
from referee.core.places import Pointer
from referee.core.ruleset import Ruleset
from referee.engines.trick.selectors import choose_for

SCORE_NAMES = {
    "cards": "cards dealt to each player in this hand, which is also the number of tricks",
    "players": "number of players",
    "hand": "number of this hand, from 1",
    "hands": "number of hands in the game, 0 when it is open",
    "bid": "tricks bid by the player (or by the side together)",
    "won": "tricks won by the player (or by the side together)",
    "total": "score before this hand",
    "bags": "bags carried into this hand",
    "dealer": "true for the dealer (or for the dealer's side)",
}
END_NAMES = {
    "total": "score after this hand",
    "target": "the score that the game is played to",
    "hand": "number of the hand just ended, from 1",
    "hands": "number of hands in the game, 0 when it is open",
    "players": "number of players",
}
HAND_NAMES = ("cards", "players", "hand", "hands")

ParseAt = Callable[[Pointer, Any, Collection[str]], Formula]
Row = dict[str, Any]


class Part(NamedTuple):
    """One part of the score: `cases` are (when, points), the first that holds counts; `when` None always holds."""

    name: str
    by_side: bool
    cases: tuple[tuple[Callable[..., Any] | None, Callable[..., Any]], ...]


class Bags(NamedTuple):
    """Overtricks that are carried along: at `limit` of them `points` are added and `limit` taken off."""

    count: Callable[..., Any]
    limit: int
    points: int


class Ended(NamedTuple):
    """A hand that is to be scored, seat by seat. `own` are the cards with each player's symbol at the end of the hand."""

    number: int
    cards: int
    dealer: int
    bids: Sequence[int | None]
    won: Sequence[int | None]
    taken: Sequence[int]
    own: Sequence[int]
    totals: Sequence[Any]
    bags: Sequence[Any]


class Scoring:
    """The compiled scoring of a ruleset; `needs` are the names whose values it cannot do without."""

    def __init__(self, counts: dict[str, Any], parts: tuple[Part, ...], needs: frozenset[str]) -> None:
        self.counts = counts
        self.parts = parts
        self.needs = needs
        self.defined: tuple[tuple[str, Callable[..., Any]], ...] = ()
        self.bags: Bags | None = None
        self.players = 0
        self.hands = 0
        self.sides: tuple[tuple[int, ...], ...] = ()
        self.deck: Any = None
        self.target: Callable[..., Any] | None = None
        self.end_when: Callable[..., Any] | None = None
        self.lowest_wins = False
        self.play_on = False

    def count_taken(self, taken: int, own: int) -> dict[str, int]:
        """The ruleset's counts for a player who took these cards."""
        return {
            name: (taken & choose_for(selector, self.deck, own)).bit_count() for name, selector in self.counts.items()
        }

    def points(self, ended: Ended, counts: Sequence[Mapping[str, Any]]) -> tuple[list[Any], list[Any]]:
        """The points of every player and the bags carried on."""
        players = self._rows(ended, counts)
        alone = len(self.sides) == self.players
        sides = players if alone else self._side_rows(ended, players)
        score = [0] * len(self.sides)
        for part in self.parts:
            if part.by_side or alone:
                for side, row in enumerate(sides):
                    score[side] += _first_case(part.cases, row, sides)
            else:
                for side, seats in enumerate(self.sides):
                    for seat in seats:
                        score[side] += _first_case(part.cases, players[seat], players)
        bags = list(ended.bags)
        if self.bags:
            for side, (seats, row) in enumerate(zip(self.sides, sides, strict=True)):
                carried = ended.bags[seats[0]] + self.bags.count(row, sides)
                while carried >= self.bags.limit:
                    carried -= self.bags.limit
                    score[side] += self.bags.points
                for seat in seats:
                    bags[seat] = carried
        points = [0] * self.players
        for side, seats in enumerate(self.sides):
            for seat in seats:
                points[seat] = score[side]
        return points, bags

    def over(self, totals: Sequence[Any], target: Any, hand: int) -> bool:
        """Whether the game is over after hand number `hand`."""
        if self.hands and hand >= self.hands:
            return True
        if self.end_when is None:
            return False
        rows = [
            {"total": total, "target": target, "hand": hand, "hands": self.hands, "players": self.players}
            for total in totals
        ]
        return bool(self.end_when(rows[0], rows)) and not (self.play_on and len(self.leaders(totals)) > len(self.sides[0]))

    def leaders(self, totals: Sequence[Any]) -> list[int]:
        """The seats with the best total, several when they share it."""
        best = min(totals) if self.lowest_wins else max(totals)
        return [seat for seat, total in enumerate(totals) if total == best]

    def _rows(self, ended: Ended, counts: Sequence[Mapping[str, Any]]) -> list[Row]:
        rows: list[Row] = [
            {
                "cards": ended.cards,
                "players": self.players,
                "hand": ended.number,
                "hands": self.hands,
                "bid": bid,
                "won": won,
                "total": total,
                "bags": bags,
                "dealer": seat == ended.dealer,
            }
            for seat, (bid, won, total, bags) in enumerate(
                zip(ended.bids, ended.won, ended.totals, ended.bags, strict=True)
            )
        ]
        if self.counts:
            for row, count in zip(rows, counts, strict=True):
                row.update(count)
        self._define(rows)
        return rows

    def _side_rows(self, ended: Ended, players: list[Row]) -> list[Row]:
        rows = []
        for seats in self.sides:
            first = players[seats[0]]
            row = {name: first[name] for name in (*HAND_NAMES, "total", "bags")}
            for name in ("bid", "won", *self.counts):
                values = [players[seat][name] for seat in seats]
                row[name] = None if None in values else sum(values)
            row["dealer"] = ended.dealer in seats
            rows.append(row)
        self._define(rows)
        return rows

    def _define(self, rows: list[Row]) -> None:
        for name, run in self.defined:
            values = [run(row, rows) for row in rows]
            for row, value in zip(rows, values, strict=True):
                row[name] = value


def _first_case(cases: tuple[tuple[Any, Any], ...], row: Row, rows: list[Row]) -> Any:
    for when, points in cases:
        if when is None or when(row, rows):
            return points(row, rows)
    return 0


def compile_scoring(
    ruleset: Ruleset, players: int, sides: tuple[tuple[int, ...], ...], hands: int, parse: ParseAt
) -> Scoring:
    """The scoring of a ruleset for a number of players; `parse` gathers the faults of its formulas."""
    data = ruleset.data
    counts = dict(data.get("count", {}))
    names = {*SCORE_NAMES, *counts}
    used: set[str] = set()

    def formula(pointer: Pointer, text: Any) -> Callable[..., Any]:
        parsed = parse(pointer, text, names)
        used.update(parsed.names)
        return parsed.run

    defined = []
    for name, text in data.get("define", {}).items():
        defined.append((name, formula(("define", name), text)))
        names.add(name)
    parts = []
    for name, part in data.get("scoring", {}).items():
        cases = []
        for place, case in enumerate(part["cases"]):
            pointer = ("scoring", name, "cases", place)
            when = formula((*pointer, "when"), case["when"]) if "when" in case else None
            cases.append((when, formula((*pointer, "points"), case["points"])))
        parts.append(Part(name, part.get("each", "player") == "side", tuple(cases)))
    scoring = Scoring(counts, tuple(parts), frozenset())
    scoring.defined = tuple(defined)
    if "bags" in data:
        bags = data["bags"]
        scoring.bags = Bags(formula(("bags", "count"), bags["count"]), bags["limit"], bags["points"])
    scoring.needs = frozenset(used & {"bid", "won", *counts})
    scoring.players, scoring.hands, scoring.sides, scoring.deck = players, hands, sides, ruleset.deck
    end = data["end"]
    if "target" in end:
        scoring.target = parse(("end", "target"), end["target"], {"players"}).run
    if "when" in end:
        scoring.end_when = parse(("end", "when"), end["when"], END_NAMES).run
    scoring.lowest_wins = end.get("winner", "highest") == "lowest"
    scoring.play_on = end.get("ties", "shared") == "play_on"
    return scoring
