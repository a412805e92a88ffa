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
from referee.core.family import CompiledRules, sides_of
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
        """Whether these players, by seat, can have scored these points in the same round; assumed if that is too much
        to try.

        Each side took some amounts of the things that all share out, such as tricks; added up, these must lie within
        `limits`.
        """
        if any(number not in self.scores(seat) for seat, number in points.items()):
            return False
        # every sum of amounts that the sides so far can have taken
        reached = {(0,) * len(self.limits)}
        for side, scored in self.able.items():
            points_of_side = {points[seat] for seat in side if seat in points}
            amounts_of_side = set[Taken]()
            for number, ways in scored.items():
                if points_of_side <= {number}:
                    amounts_of_side.update(ways)
            if len(reached) * len(amounts_of_side) > MOST_SUMS:
                return True
            reached = {tuple(map(add, one, other)) for one, other in product(reached, amounts_of_side)}
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
    """The end of a sentence on the scores that are possible: 'is 40', 'can be 0 to 4, 7 or 14 to 16'.

    If that would list too many ranges, only the possible scores next to the `written` one are named.
    """
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
    """The points of a round by seat, from the `score` of a pad or as the difference of `totals`.

    `before` are the totals before the round by seat, None where a total is not known: then no difference is made.
    """
    points = {}
    for seat, total in pad.get("totals", {}).items():
        total_before = before[seat]
        if total_before is not None:
            points[seat] = total - total_before
    return {**points, **pad.get("score", {})}


MOST_TOTALS = 5_000
"""The most totals that a player may have that are kept; with more, any is believed."""


def possible_totals(before: Collection[float] | None, gained: Collection[float] | None) -> frozenset[float] | None:
    """The totals that a player may have after a round: each of those before plus each gain; None if any is possible.

    `before` or `gained` is None if it may be anything; so is the answer if there are too many sums to try or to keep.
    """
    if before is None or gained is None or len(before) * len(gained) > MOST_SUMS:
        return None
    totals = frozenset(total + gain for total, gain in product(before, gained))
    if len(totals) <= MOST_TOTALS:
        return totals
    return None


def without_points(
    pad: Told, state: StateOfRounds, sides: Iterable[Sequence[int]], able: RoundScores | None = None
) -> list[int]:
    """The seats for which a pad should have points and has none, in ascending order.

    That is every seat of a side that the pad says nothing about, if the side can have scored something beside the
    points of the others; without `able` it is assumed that it can.
    """
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
    """The points of a round by seat, as the `score` and `totals` of a pad say it; partners of a side score the same.

    A total alone gives its difference to the total before. The state is changed: a written total tells what the
    player had before, and the totals of `omitted` seats are not known any more (`untold`).
    """
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
    """Add the points of a round to the totals in the state; the new totals by seat, None where one is not known.

    The totals of the seats in `untold` are not known from now on.
    """
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
        """Take the `score` and `totals` of a pad, whose faults cite `rule`.

        `before` are the totals before the round by seat (None: not known); `sides` are the seats that score together;
        what is named in `beside` ('score', 'totals') is not on the pad but claimed in `expect:`.
        """
        self.rule = rule
        self.players = players
        self.before = before
        self.sides = tuple(sides)
        self.beside = beside
        self.told = {what: pad[what] for what in ("score", "totals") if pad.get(what)}
        self.points = points_from_totals(self.told, before)

    def finding(self, message: str, seat: int | None = None, word: Pointer = (), what: str = "") -> Finding:
        """A fault of these points, placed at their `score` or `totals` (that is `what`), and there at the player in
        `seat`.

        Without `what` it is placed at the one that has an entry for everybody, if there is one. `word` is the path of
        the rule that is broken.
        """
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
        """Yield a fault for each total on the pad that is not the sum of the total before and the points of this
        round."""
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
        """Yield a fault for each score and total on the pad that differs from the `true` points by seat.

        These points follow from the rest of the result, such as the tricks. What is only claimed is not looked at
        here.
        """
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
        """Yield a fault for each total that a player cannot have, where the total before is not known.

        `may_have` are the totals that each seat may have had before, `able` the points that the round can have given
        it, None for anything.
        """
        score = self.told.get("score", {})
        totals = self.told.get("totals", {})
        for side in self.sides or [(seat,) for seat in totals]:
            # one seat speaks for its side: the first with a total on the pad and none known before
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
        """Yield everything that is wrong with the points of a round by themselves and together.

        `able` says which scores are possible (None: not known); `unit` is what a round is called; `given(seat)`
        begins the words on what a player can have; `more` ends the sentence on points that do not go together;
        `wrong_sum` says that they add up wrongly, if they do.
        """
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
        """Yield a fault for each side whose points no course of the round can have given it."""
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
        """Compile what all games of rounds have: the deck, the copies of each card, and the formula for the size of
        hands.

        Faults of formulas are collected in `parser`.
        """
        self.ruleset = ruleset
        self.players = players
        self.deck = ruleset.deck
        self.copies = tuple(card.copies for card in self.deck.cards)
        self.parser = Parser()
        self.each = self.parser.at(("deal", "each"), ruleset.full["deal"]["each"], ruleset.words.formulas["deal"])

    def cards_each(self, round_: int) -> int:
        """Return how many cards each player is dealt in a round."""
        return int(self.each.of(players=self.players, hand=round_))


class RoundScoring:
    """The compiled `define:`, `scoring:` and `end:` of a ruleset; their formulas may use names of its own, too.

    `unit` is what players call a round; formulas call it a hand in every family.
    """

    def __init__(
        self, ruleset: Ruleset, players: int, parser: Parser, own_names: Iterable[str] = (), unit: str = "round"
    ) -> None:
        """Compile the formulas of `define:`, `scoring:` and `end:`; their faults are collected in `parser`.

        `own_names` are names that only this family's formulas know. `rounds` is the fixed number of rounds, 0 if
        there is none; `target` and `end_when` are None if the game has no such end.
        """
        data = ruleset.full
        known = ruleset.words.formulas
        self.players = players
        self.unit = unit
        self.rounds: int = data["deal"].get("hands", 0)
        names = set(known["score"])
        names.update(own_names)
        self.defined = parser.definitions(data["define"], names)
        self.parts = list(parser.parts(("scoring",), data["scoring"], names).values())
        self.formulas = tuple(self.parts) + tuple(formula for _, formula in self.defined)
        self.each_alone = not any(formula.over for formula in self.formulas)
        """True if the points of a player depend on no other hand."""
        asked = set[str]()
        for formula in self.formulas:
            asked.update(formula.names)
        self.used = frozenset(asked.intersection(known["score"]))
        """The names of a hand that its score asks for."""
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
        self.plays_on: bool = end["tied"] == "play_on"
        self.sides = sides_of(players, data.get("partners") == "opposite")

    def points(self, round_: int, seats: Sequence[Any]) -> list[Any]:
        """The points of every player for one round.

        `seats` has for each seat what the formulas ask about it, such as the tricks won, as a map or a named tuple.
        """
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
        if self.end_when is None or not self.end_when(rows[0], rows):
            return False
        return not self.plays_on or self._has_winner(totals)

    def _has_winner(self, totals: Sequence[float]) -> bool:
        """Whether one player, or one side, has the best total alone."""
        best = set(self.leaders(totals))
        return any(best.issubset(side) for side in self.sides)

    def _game(self, round_: int) -> dict[str, int]:
        return {"hand": round_, "hands": self.rounds, "players": self.players}

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
