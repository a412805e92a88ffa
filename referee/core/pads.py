"""Score pads: what somebody can have scored, and who shares a score; and the points of rounds that are scored seat by seat."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from operator import add
from typing import Any

from referee.core.findings import Finding
from referee.core.formula import Parser, define
from referee.core.places import Pointer
from referee.core.wording import listed

MOST_RUNS = 10
"""The most ranges of numbers that a message lists."""


def numbers(scores: Collection[Any], said: Any) -> str:
    """Return the end of a sentence: 'is 40', 'can be 0 to 4, 7 or 14 to 16'; of many numbers, or of a range of them that may be
    too wide, those next to the one that was written."""
    if len(scores) == 1:
        return f"is {next(iter(scores))}"
    if isinstance(scores, range):
        below = scores[min(len(scores), (said - scores.start - 1) // scores.step + 1) - 1] if said > scores[0] else None
        above = scores[max(0, (said - scores.start) // scores.step + 1)] if said < scores[-1] else None
        return _next_to(below, above)
    runs: list[list[Any]] = []
    for score in sorted(scores):
        if runs and score == runs[-1][-1] + 1:
            runs[-1].append(score)
        else:
            runs.append([score])
    words = [str(run[0]) if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in runs]
    if len(words) > MOST_RUNS:
        below = max((score for score in scores if score < said), default=None)
        return _next_to(below, min((score for score in scores if score > said), default=None))
    return f"can be {listed(words, 'or')}"


def _next_to(below: Any, above: Any) -> str:
    if below is not None and above is not None:
        return f"can be {below} or {above}, but nothing between"
    return f"can be {above} at least" if below is None else f"can be {below} at most"


def total_written(total: Any, more: Any) -> str:
    """Return a total as a pad has it, compared to the one before: '71, 41 more than before'."""
    if not more:
        return f"{total}, as before"
    return f"{total}, {abs(more)} {'more' if more > 0 else 'less'} than before"


def partners_apart(
    players: Sequence[str], sides: Iterable[Sequence[int]], points: Mapping[int, Any], words: tuple[str, str]
) -> Iterator[tuple[int, str]]:
    """Partners who share a score but are written with different points: the first of them, and what to say. `words` are what
    the pad has, 'scores', and the verb for it, 'written as'."""
    for side in sides:
        together = {seat: points[seat] for seat in side if seat in points}
        if len(set(together.values())) > 1:
            who = listed([players[seat] for seat in together])
            said = listed([str(number) for number in together.values()])
            yield next(iter(together)), f"{who} score together, and their {words[0]} are {words[1]} {said}"


def gained(told: Mapping[str, Mapping[int, Any]], before: Sequence[Any], untold: Sequence[bool]) -> dict[int, Any]:
    """Return the points of a round that follow from the `score` and the `totals` of a pad; `untold` are the seats whose total
    before is not known."""
    more = {seat: total - before[seat] for seat, total in told.get("totals", {}).items() if not untold[seat]}
    return {**more, **told.get("score", {})}


def points_by_seat(
    told: Mapping[str, Mapping[int, Any]],
    sides: Iterable[Sequence[int]],
    omitted: Container[int],
    scores: list[Any],
    untold: list[bool],
) -> tuple[Any, ...]:
    """Return the points of a round by seat, as the `score` and the `totals` of a pad have them for sides whose players share a
    score; `scores` becomes what they had before, as far as totals tell it, and `untold` the seats whose total is not known any
    more: those that are omitted, whose points are 0."""
    points, totals = told.get("score", {}), told.get("totals", {})
    gained = [0] * len(scores)
    for side in sides:
        total, more = (next((by_seat[seat] for seat in side if seat in by_seat), None) for by_seat in (totals, points))
        for seat in side:
            if more is None:
                more = 0 if total is None else total - scores[seat]
            gained[seat] = more
            if total is not None:
                scores[seat], untold[seat] = total - more, False
            untold[seat] |= seat in omitted
    return tuple(gained)


def known_totals(scores: Sequence[Any], untold: Sequence[bool]) -> tuple[Any, ...]:
    """Return the total of each player, None where a pad leaves it open."""
    return tuple([None if unknown else total for total, unknown in zip(scores, untold, strict=True)])


def add_up(state: Any, points: Sequence[Any], untold: Iterable[int] = ()) -> tuple[Any, ...]:
    """Add the points of a round to the totals, which are not known any more for those whose points are not; return them."""
    state.scores = list(map(add, state.scores, points))
    for seat in untold:
        state.untold[seat] = True
    return known_totals(state.scores, state.untold)


def unscorable(
    rule: str,
    state: Any,
    told: Mapping[str, Mapping[int, Any]],
    sides: Iterable[Sequence[int]],
    able: Callable[[int], Collection[Any]],
    apart: Callable[[Mapping[int, Any]], str],
) -> Iterator[Finding]:
    """Points of a round that no side can have by itself (`able` are those of a player's side), or not beside each other: then
    `apart` says so, as the end of a sentence."""
    points, fine = gained(told, state.scores, state.untold), True
    for seat in (next((seat for seat in side if seat in points), -1) for side in sides):
        if seat < 0 or points[seat] in able(seat):
            continue
        fine, who, number = False, state.players[seat], points[seat]
        what, says = "score", f"the score of {who} is written as {number}"
        if seat not in told.get("score", {}):
            total = total_written(state.scores[seat] + number, number)
            what, says = "totals", f"the total of {who} is written as {total}"
        yield Finding(rule, f"{says}; in this round it {numbers(able(seat), number)}", seat, at=("result", what, who))
    if fine and (together := apart(points)):
        each = ", ".join(f"{state.players[seat]} {number}" for seat, number in sorted(points.items()))
        of_all = next(((what,) for what in ("score", "totals") if told.get(what, {}).keys() >= points.keys()), ())
        yield Finding(rule, f"the scores of this round cannot be {each} {together}", at=("result", *of_all))


def wrongly_added(
    rule: str, players: Sequence[str], before: Sequence[Any], points: Mapping[int, Any], totals: Mapping[int, Any]
) -> Iterator[Finding]:
    """Totals of a pad that are not the sum of its points."""
    for seat, total in totals.items():
        if seat in points and before[seat] is not None and total != before[seat] + points[seat]:
            sum_ = f"{before[seat]} before and {points[seat]} now make {before[seat] + points[seat]}"
            message = f"the total of {players[seat]} is written as {total}; {sum_}"
            yield Finding(rule, message, seat, at=("result", "totals", players[seat]))


def miswritten(
    rule: str,
    players: Sequence[str],
    said: Mapping[str, Mapping[int, Any]],
    true: Mapping[str, Sequence[Any]],
    at: Pointer,
) -> Iterator[Finding]:
    """Points of a pad, by `score` and `totals`, that do not follow from the rest of it."""
    for what, points in said.items():
        called = "the total of" if what == "totals" else "the score of"
        for seat, number in points.items():
            if true[what] and true[what][seat] not in (None, number):
                message = f"{called} {players[seat]} is written as {number}; it is {true[what][seat]}"
                yield Finding(rule, message, seat, at=(*at, what, players[seat]))


def end_names(unit: str = "round") -> dict[str, str]:
    """Return what the end of a game may ask for, in words."""
    return {
        "total": f"score after this {unit}",
        "target": "the target",
        unit: f"number of the {unit} just ended, from 1",
        f"{unit}s": f"number of {unit}s in the game, 0 when open",
        "players": "number of players",
    }


def score_names(own: Mapping[str, str], unit: str = "round") -> dict[str, str]:
    """Return what the points of a player may ask for, in words: what only a family has, and the rest."""
    game = {name: says for name, says in end_names(unit).items() if name != "target"}
    return {**own, **game, "total": f"the player's score before this {unit}", unit: f"number of this {unit}, from 1"}


class RoundScoring:
    """The compiled `define:`, `scoring:` and `end:` of a ruleset, with the names that their formulas may use.

    `targeted` says whether anything asks for the target of the game; `unit` is what players call a round, and formulas, too.
    """

    def __init__(
        self,
        data: Mapping[str, Any],
        players: int,
        parser: Parser,
        score_names: Collection[str],
        *,
        targeted: bool,
        unit: str = "round",
    ) -> None:
        self.players = players
        self.unit = unit
        self.rounds: int = data["deal"].get(f"{unit}s", 0)
        names = set(score_names)
        self.defined = parser.definitions(data["define"], names)
        self.parts = list(parser.parts(("scoring",), data["scoring"], names).values())
        self.formulas = (*self.parts, *(formula for _, formula in self.defined))
        self.each_alone = not any(formula.over for formula in self.formulas)
        """Whether the points of a player depend on no other hand."""
        end = data["end"]
        self.target = parser.at(("end", "target"), end["target"], {"players"}).run if targeted else None
        known = end_names(unit).keys() - (set() if "target" in end else {"target"})
        when = parser.at(("end", "when"), end["when"], known) if "when" in end else None
        self.end_when = when.run if when else None
        self.lowest_wins = end["winner"] == "lowest"

    def points(self, round_: int, seats: Sequence[Any]) -> list[Any]:
        """Return the points of every player for one round, given how it ended for each, by name or as a tuple of names."""
        rows = [{**(seat if isinstance(seat, Mapping) else seat._asdict()), **self._game(round_)} for seat in seats]
        define(rows, self.defined)
        return [sum(part.run(row, rows) for part in self.parts) for row in rows]

    def over(self, totals: Sequence[Any], target: Any, round_: int) -> bool:
        """Return whether the game is over after this round."""
        if self.rounds and round_ >= self.rounds:
            return True
        rows = [{"target": target, "total": total, **self._game(round_)} for total in totals]
        return self.end_when is not None and bool(self.end_when(rows[0], rows))

    def _game(self, round_: int) -> dict[str, int]:
        return {self.unit: round_, f"{self.unit}s": self.rounds, "players": self.players}

    def best(self, points: Sequence[Any]) -> Any:
        """Return the points of whoever did best."""
        return min(points) if self.lowest_wins else max(points)

    def leaders(self, totals: Sequence[Any]) -> list[int]:
        """Return the seats with the best total."""
        return [seat for seat, total in enumerate(totals) if total == self.best(totals)]


def counts_target(data: Mapping[str, Any]) -> bool:
    """Return whether a game has a target, and its end asks for it."""
    return "target" in data["end"] and mention(data["end"].get("when"), "target")


def mention(texts: Any, name: str) -> bool:
    """Return whether some formulas ask for a name."""
    if isinstance(texts, Mapping):
        return any(mention(text, name) for text in texts.values())
    return name in re.findall(r"\w+", str(texts))
