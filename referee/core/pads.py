"""Score pads: what somebody can have scored, and who shares a score; and the points of rounds that are scored seat by seat."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, product
from operator import add
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from referee.core.data import Words
from referee.core.events import Finding
from referee.core.exact import stands_for
from referee.core.family import CompiledRules
from referee.core.formula import Parser, define
from referee.core.places import Pointer
from referee.core.ruleset import Ruleset
from referee.core.wording import in_list
from referee.core.words import mention

if TYPE_CHECKING:
    from referee.core.rounds import StateOfRounds

MOST_RUNS = 10
"""The most ranges of numbers that a message lists."""
MOST_SUMS = 100_000
"""The most pairs of what sides may have taken that are looked at; more are assumed to add up."""
Told = Mapping[str, Mapping[int, float]]
"""The `score` and the `totals` of a pad, by seat."""
NOBODY: Mapping[int, Any] = MappingProxyType({})
"""Entries by seat of a pad that says nothing."""
Taken = tuple[int, ...]
"""Amounts that a side took of each thing that all sides share out."""


class Course(NamedTuple):
    """One course that a round may have taken: what each side can have scored, with all that it may have taken to score it, and
    how much of each thing all sides take together, at least and at most. Whoever is on no side scores nothing."""

    able: Mapping[tuple[int, ...], Mapping[Any, Collection[Taken]]]
    limits: Sequence[tuple[float, float]] = ()

    def scores(self, seat: int) -> Mapping[Any, Collection[Taken]]:
        """Return what one player can score, each with what the player's side may have taken."""
        for side, scored in self.able.items():
            if seat in side:
                return scored
        return {0: ()}

    def together(self, points: Mapping[int, float]) -> bool:
        """Return whether these players can score this beside each other; assumed if that is too much to try."""
        if any(number not in self.scores(seat) for seat, number in points.items()):
            return False
        reached = {(0,) * len(self.limits)}
        for side, scored in self.able.items():
            points_of_side = {points[seat] for seat in side if seat in points}
            more = set[Taken]()
            for number, ways in scored.items():
                if points_of_side <= {number}:
                    more.update(ways)
            if len(reached) * len(more) > MOST_SUMS:
                return True
            reached = {tuple(map(add, one, other)) for one, other in product(reached, more)}
        for taken in reached:
            if all(least <= number <= most for number, (least, most) in zip(taken, self.limits, strict=True)):
                return True
        return False


NOTHING = Course({})
"""A round in which nobody scores."""


class RoundScores:
    """Scores that a round can have had: by each player, and together, in one of the courses that it may have taken."""

    def __init__(self, courses: Sequence[Course], players: int) -> None:
        self.courses = courses
        self.each: list[set[float]] = []
        for seat in range(players):
            self.each.append(set(chain.from_iterable(course.scores(seat) for course in courses)))

    def together(self, points: Mapping[int, float]) -> bool:
        """Return whether these players can score this in one round."""
        return any(course.together(points) for course in self.courses)


def numbers(scores: Collection[float], written: float) -> str:
    """Return the end of a sentence: 'is 40', 'can be 0 to 4, 7 or 14 to 16'; of many numbers those next to the one said."""
    if len(scores) == 1:
        return f"is {next(iter(scores))}"
    runs: list[list[float]] = []
    for score in sorted(scores):
        if not runs or score != runs[-1][-1] + 1:
            runs.append([])
        runs[-1].append(score)
    if len(runs) <= MOST_RUNS:
        words = []
        for run in runs:
            if len(run) == 1:
                words.append(str(run[0]))
            else:
                words.append(f"{run[0]} to {run[-1]}")
        return f"can be {in_list(words, 'or')}"
    below = max((score for score in scores if score < written), default=None)
    above = min((score for score in scores if score > written), default=None)
    if below is not None and above is not None:
        return f"can be {below} or {above}, but nothing between"
    if below is None:
        return f"can be {above} at least"
    return f"can be {below} at most"


def points_from_totals(pad: Told, before: Sequence[Any]) -> dict[int, Any]:
    """Return the points of a round that follow from the `score` and the `totals` of a pad; a total before may be None."""
    points = {}
    for seat, total in pad.get("totals", {}).items():
        had = before[seat]
        if had is not None:
            points[seat] = total - had
    return {**points, **pad.get("score", {})}


MOST_TOTALS = 5_000
"""The most totals that a player may have that are kept; with more, any is believed."""


def possible_totals(before: Collection[float] | None, gained: Collection[float] | None) -> frozenset[float] | None:
    """Return the totals that a player may have after a round, from those before and what the round can have given; None if
    any is possible."""
    if before is None or gained is None or len(before) * len(gained) > MOST_SUMS:
        return None
    totals = frozenset(total + more for total, more in product(before, gained))
    if len(totals) <= MOST_TOTALS:
        return totals
    return None


def without_points(
    pad: Told, state: StateOfRounds, sides: Iterable[Sequence[int]], able: RoundScores | None = None
) -> list[int]:
    """Return the players whose side has no points on a pad and can have scored, with what the others have."""
    points = points_from_totals(pad, known_totals(state))

    known = points.keys() | pad.get("totals", {}).keys()
    found = list[int]()
    for side in sides:
        if known.isdisjoint(side) and (able is None or _can_score(able, points, side[0])):
            found += side
    return sorted(found)


def _can_score(able: RoundScores, points: Mapping[int, float], seat: int) -> bool:
    """Return whether a player can have scored anything beside these points of others."""
    for course in able.courses:
        for number in course.scores(seat):
            if number and course.together({**points, seat: number}):
                return True
    return False


def points_by_seat(
    pad: Told, state: StateOfRounds, sides: Iterable[Sequence[int]], omitted: Collection[int]
) -> tuple[Any, ...]:
    """Return the points of a round by seat, as the `score` and the `totals` of a pad have them for sides whose players share a
    score, 0 for those that are omitted; totals tell what players had before, in `state`, and the others' total is not known any
    more if they are omitted."""
    gained: list[float] = [0] * len(state.scores)
    for side in sides:
        total = _first_number(side, pad.get("totals", {}))
        more = _first_number(side, pad.get("score", {}))
        for seat in side:
            if more is None:
                if total is None:
                    more = 0
                else:
                    more = total - state.scores[seat]
            gained[seat] = more
            if total is not None:
                state.scores[seat] = total - more
                state.untold[seat] = False
            state.untold[seat] |= seat in omitted
    return tuple(gained)


def _first_number(side: Sequence[int], by_seat: Mapping[int, float]) -> float | None:
    """The first number that a pad has for a player of a side; None if it has none."""
    for seat in side:
        if seat in by_seat:
            return by_seat[seat]
    return None


def known_totals(state: StateOfRounds) -> list[Any]:
    """Return the total of each player, None where a pad leaves it open."""
    return [None if unknown else total for total, unknown in zip(state.scores, state.untold, strict=True)]


def add_up(state: StateOfRounds, points: Sequence[object], untold: Iterable[int] = ()) -> tuple[Any, ...]:
    """Add the points of a round to the totals, which are not known any more for those whose points are not; return them."""
    state.scores = list(map(add, state.scores, points))
    for seat in untold:
        state.untold[seat] = True
    return tuple(known_totals(state))


def _in_this_round(seat: int) -> str:
    return "in this round it"


class PadPoints:
    """The points of a round by seat, as a pad has them by `score` or `totals`, or as they are claimed `beside` it; `before` are
    the totals before, None where they are not known."""

    def __init__(
        self,
        rule: str,
        players: Sequence[str],
        before: Sequence[Any],
        pad: Told,
        sides: Sequence[tuple[int, ...]] = (),
        beside: Collection[str] = (),
    ) -> None:
        self.rule = rule
        self.players = players
        self.before = before
        self.sides = tuple(sides)
        self.beside = beside
        self.told = {what: pad[what] for what in ("score", "totals") if pad.get(what)}
        self.points = points_from_totals(self.told, before)

    def finding(self, message: str, seat: int | None = None, word: Pointer = (), what: str = "") -> Finding:
        """Return a fault of these points, at `what` of them (all that is told of everybody here, if there is such)."""
        if not what:
            what = self._tells_of_all()
        rule = self.rule
        at: Pointer = ("result",)
        if what in self.beside:
            rule = "claim"
            at = ("expect",)
        if what:
            at += (what,)
        if seat is not None and not word:
            at += (self.players[seat],)
        return Finding(rule, message, seat, word=word, at=at)

    def _tells_of_all(self) -> str:
        """The part of the pad that tells of everybody of whom any tells; empty if none does."""
        for what, by_seat in self.told.items():
            if by_seat.keys() >= self.points.keys():
                return what
        return ""

    def _verb(self, what: str) -> str:
        if what in self.beside:
            return "claimed to be"
        return "written as"

    def _wrongly_added(self) -> Iterator[Finding]:
        """Yield totals that are not the sum of what was before and the points."""
        score = self.told.get("score", {})
        if "totals" in self.beside:
            return
        for seat, total in self.told.get("totals", {}).items():
            before = self.before[seat]
            now = score.get(seat)
            if before is not None and now is not None and total != before + now:
                message = f"the total of {self.players[seat]} is written as {total}; {before} before and {now} now make"
                yield self.finding(f"{message} {before + now}", seat, what="totals")

    def miswritten(self, true: Sequence[float]) -> Iterator[Finding]:
        """Yield points and totals that do not follow from the rest of a pad, which gives these points."""
        totals = [None if total is None else total + more for total, more in zip(self.before, true, strict=True)]
        for what, numbers in self.told.items():
            called, right = ("the total of", totals) if what == "totals" else ("the score of", true)
            if what not in self.beside:
                for seat, number in numbers.items():
                    if right[seat] is not None and not stands_for(number, right[seat]):
                        message = f"{called} {self.players[seat]} is written as {number}; it is {right[seat]}"
                        yield self.finding(message, seat, what=what)

    def _apart(self) -> Iterator[Finding]:
        """Yield partners who share a score but are written with different points."""
        for what, side in product(self.told, self.sides):
            together = []
            for seat in side:
                if seat in self.told[what] and seat in self.points:
                    together.append(seat)
            if len({self.points[seat] for seat in together}) > 1:
                who = in_list([self.players[seat] for seat in together])
                numbers = in_list([str(self.told[what][seat]) for seat in together])
                message = f"{who} score together, and their {what.rstrip('s')}s are {self._verb(what)} {numbers}"
                yield self.finding(message, None, ("partners",), what)

    def impossible_totals(
        self, may_have: Sequence[Collection[float] | None], able: Sequence[Collection[float] | None]
    ) -> Iterator[Finding]:
        """Yield totals that a player whose total before is not known cannot have: `may_have` are those before, `able` what
        this round can have given, seat by seat, None if it may be anything."""
        score = self.told.get("score", {})
        totals = self.told.get("totals", {})
        for side in self.sides or [(seat,) for seat in totals]:
            seat = next((seat for seat in side if seat in totals and self.before[seat] is None), -1)
            if seat < 0:
                continue
            gained = {score[seat]} if seat in score else able[seat]
            possible = possible_totals(may_have[seat], gained)
            if possible is not None and totals[seat] not in possible:
                can = numbers(possible, totals[seat])
                message = f"the total of {self.players[seat]} is {self._verb('totals')} {totals[seat]}; it {can}"
                yield self.finding(message, seat, what="totals")

    def faults(
        self,
        able: RoundScores | None = None,
        more: str = "",
        *,
        unit: str = "round",
        given: Callable[[int], str] = _in_this_round,
        wrong_sum: str = "",
    ) -> Iterator[Finding]:
        """Yield everything that is wrong with the points of a round, as far as it is known what it can give; `given` begins
        what a player can have, `more` ends what all cannot have together."""
        yield from self._wrongly_added()
        wrong = list(self._apart())
        if not wrong and able:
            wrong = list(self._impossible(able, given))
        yield from wrong
        if not wrong and wrong_sum:
            yield self.finding(f"the points of this {unit} {wrong_sum}", word=("sums_to",))
        elif not wrong and able and not able.together(self.points):
            each = ", ".join(f"{self.players[seat]} {number}" for seat, number in sorted(self.points.items()))
            yield self.finding(f"the scores of this {unit} cannot be {each} together{more}")

    def _impossible(self, able: RoundScores, given: Callable[[int], str]) -> Iterator[Finding]:
        """Yield points that no side can have by itself."""
        for side in self.sides:
            seats = [seat for seat in side if seat in self.points]
            if not seats or self.points[seats[0]] in able.each[seats[0]]:
                continue
            seat = seats[0]
            number = self.points[seats[0]]
            what = "score"
            called = "score"
            written = str(number)
            if seat not in self.told.get("score", {}):
                more = "as"
                if number:
                    more = f"{abs(number)} {'more' if number > 0 else 'less'} than"
                what = "totals"
                called = "total"
                written = f"{self.before[seat] + number}, {more} before"
            who = in_list([self.players[other] for other in seats])
            can = numbers(able.each[seat], number)
            message = f"the {called} of {who} is {self._verb(what)} {written}; {given(seat)} {can}"
            yield self.finding(message, seat, what=what)


STEPS = {"left": 1, "right": -1, "same": 0}
"""Seats to the left by which the deal passes, where that does not depend on the score."""


class RoundRules(CompiledRules):
    """The compiled rules of a game of rounds in which everybody is dealt as many cards as a formula says."""

    def __init__(self, ruleset: Ruleset, players: int) -> None:
        self.ruleset = ruleset
        self.players = players
        self.deck = ruleset.deck
        self.copies = tuple(card.copies for card in self.deck.cards)
        self.parser = Parser()
        self.each = self.parser.at(("deal", "each"), ruleset.full["deal"]["each"], ruleset.words.formulas["deal"])

    def cards_each(self, round_: int) -> int:
        """Return how many cards each player is dealt in a round."""
        return int(self.each.of(players=self.players, round=round_))


class RoundScoring:
    """The compiled `define:`, `scoring:` and `end:` of a ruleset; their formulas may use names of its own, too.

    `unit` is what players call a round, and formulas, too.
    """

    def __init__(
        self, ruleset: Ruleset, players: int, parser: Parser, own_names: Iterable[str] = (), unit: str = "round"
    ) -> None:
        data = ruleset.full
        known = ruleset.words.formulas
        self.players = players
        self.unit = unit
        self.rounds: int = data["deal"].get(f"{unit}s", 0)
        names = set(known["score"])
        names.update(own_names)
        self.defined = parser.definitions(data["define"], names)
        self.parts = list(parser.parts(("scoring",), data["scoring"], names).values())
        self.formulas = tuple(self.parts) + tuple(formula for _, formula in self.defined)
        self.each_alone = not any(formula.over for formula in self.formulas)
        """True if the points of a player depend on no other hand."""
        end = data["end"]
        self.target = None
        if counts_target(data):
            self.target = parser.at(("end", "target"), end["target"], {"players"}).run
        self.end_when = None
        if "when" in end:
            names_at_end = set(known["end"])
            if "target" not in end:
                names_at_end.discard("target")
            self.end_when = parser.at(("end", "when"), end["when"], names_at_end).run
        self.lowest_wins = end["winner"] == "lowest"

    def points(self, round_: int, seats: Sequence[Any]) -> list[Any]:
        """Return the points of every player for one round, given how it ended for each, by name or as a tuple of names."""
        rows = []
        for seat in seats:
            names = seat
            if not isinstance(seat, Mapping):
                names = seat._asdict()
            rows.append({**names, **self._game(round_)})
        define(rows, self.defined)
        scored = []
        for row in rows:
            scored.append(sum(part.run(row, rows) for part in self.parts))
        return scored

    def over(self, totals: Sequence[float], target: Any, round_: int) -> bool:
        """Return whether the game is over after this round."""
        if self.rounds and round_ >= self.rounds:
            return True
        rows = [{"target": target, "total": total, **self._game(round_)} for total in totals]
        return self.end_when is not None and bool(self.end_when(rows[0], rows))

    def _game(self, round_: int) -> dict[str, int]:
        return {self.unit: round_, f"{self.unit}s": self.rounds, "players": self.players}

    def leaders(self, totals: Sequence[float]) -> list[int]:
        """Return the seats with the best total."""
        best = max(totals)
        if self.lowest_wins:
            best = min(totals)
        return [seat for seat, total in enumerate(totals) if total == best]


def counts_target(data: Words) -> bool:
    """Return whether a game has a target, and its end, or a bonus at its end, asks for it."""
    texts = {"when": data["end"].get("when"), "bonuses": data.get("bonuses")}
    return "target" in data["end"] and mention(texts, "target")
