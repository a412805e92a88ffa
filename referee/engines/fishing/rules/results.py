"""Rounds known from a score pad only: what cannot be on it, and how it is scored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from referee.core import pads
from referee.core.events import Event, Faults, Finding, number_of
from referee.core.places import Pointer
from referee.engines.fishing.compiled import FishingRules
from referee.engines.fishing.rules import counts, rounds
from referee.engines.fishing.state import DEAL, FishingState
from referee.engines.fishing.words.scoring import LAST, LUMINARIES, OKUS, SWEEPS, Haul, ScoreLine, as_name


class Pile(NamedTuple):
    """A harvest pile on a score pad: how much each line of the score counts, and its cards, if they are listed."""

    counts: Mapping[str, int]
    cards: int | None = None


class FishingResult(NamedTuple):
    """The end of a round, from a score pad, seat by seat: piles, okus, names of Luminaries.
    `convergences` is how often everybody moved a seat to the left, None where the pad does not say. `most` says who had most of
    a line, -1 for nobody; `points` are the `score` and the `totals` of the pad; `written` has the keys that it has."""

    piles: Mapping[int, Pile] = {}
    okus: Mapping[int, int] = {}
    luminaries: Mapping[int, tuple[str, ...]] = {}
    sweeps: Mapping[int, int] = {}
    last_capture: int | None = None
    convergences: int | None = None
    most: Mapping[str, int] = {}
    points: Mapping[str, Mapping[int, int]] = {}
    written: frozenset[str] = frozenset(("piles",))

    @property
    def points_only(self) -> bool:
        """Whether the pad does not mention what was harvested."""
        return not self.written & {"piles", "most"}


def check(rules: FishingRules, state: FishingState, event: Event) -> Faults:
    """Yield everything impossible in the result of a round on a score pad."""
    result: FishingResult = event.value
    if rounds.deals_hands_only(state):
        yield Finding("order", "a result is written in the middle of a round", at=event.at, bars=True)
        return
    faults = list(_check_piles(rules, state, result))
    faults += _check_counts(rules, state, result)
    faults += _check_tokens(rules, result)
    faults += _check_luminaries(rules, state, result)
    faults += _check_most(rules, result)
    yield from faults
    if result.points_only and not result.points:
        message = "the result does not say what was harvested; write `piles`, `most` or the `score`"
        yield Finding("order", message, at=event.at, asks=True)
    elif result.points and not faults:
        wrong = [_wrong_points(rules, state, event, moved) for moved in _moves(rules, state, result)]
        if all(wrong):
            yield from wrong[0]


def _wrong_points(rules: FishingRules, state: FishingState, event: Event, moved: int) -> list[Finding]:
    """The findings about points and totals that the round cannot have given, or did not give where all is known, if
    everybody has moved on by `moved` seats."""
    result: FishingResult = event.value
    after = state.copy()
    _move(rules, after, moved)
    points = pads.PadPoints("scoring", state.players, pads.known_totals(after), result.points, rules.sides)
    if result.points_only:
        tokens = _tokens(rules, result)
        most = sum(line.most for line in counts.lines(rules, tokens))
        return list(points.faults(counts.possible(rules, after, tokens), f"; a round is worth {most} in all at most"))
    _score(rules, after, result)
    return list(points.miswritten(after.history[-1].points))


def _tokens(rules: FishingRules, result: FishingResult) -> counts.Tokens:
    """The okus, Luminaries, sweeps and last capture that a pad has, by line of the score: a number for each side."""
    worth = {}
    for seat, names in result.luminaries.items():
        worth[seat] = sum(rules.luminaries[name].worth for name in names)
    last = {-1 if result.last_capture is None else result.last_capture: 1}
    found = {}
    for name, held in ((OKUS, result.okus), (LUMINARIES, worth), (SWEEPS, result.sweeps), (LAST, last)):
        if as_name(name) in result.written:
            found[name] = [sum(held.get(seat, 0) for seat in seats) for seats in rules.sides]
    return found


def _fault(rule: str, message: str, *at: str | int, word: Pointer = (), seat: int | None = None) -> Finding:
    """Return what cannot be so at a place in the result."""
    return Finding(rule, message, seat, word=word, at=("result", *at), bars=True)


def _check_most(rules: FishingRules, result: FishingResult) -> Faults:
    """Yield who is said to have most of a line although the piles are counted, and lines of which nobody is said to
    have most."""
    if "most" not in result.written:
        return
    for line in rules.scoring.lines:
        word: Pointer = ("scoring", "most", line.name)
        who = result.most.get(line.name)
        nobody = f"nobody is said to have most of {line.name}"
        if not line.most:
            continue
        if any(line.name in pile.counts for pile in result.piles.values()):
            if who is not None:
                message = f"the piles say who has most of {line.name}; remove it from `most`"
                yield _fault("scoring", message, "most", line.name, word=word)
        elif who is None:
            message = f"who has most of {line.name} is not written; name a player, or nobody"
            yield _fault("scoring", message, "most", word=word)
        elif who < 0 and not counts.may_tie(rules, line):
            message = f"{nobody}; two sides cannot share out {rules.countable(line).bit_count()} cards alike"
            yield _fault("scoring", message, "most", line.name, word=word)._replace(bars=False)
        elif who < 0 and rules.scoring.ties_shared:
            message = f"{nobody}; those who are level share it"
            yield _fault("scoring", message, "most", line.name, word=("scoring", "ties"))._replace(bars=False)


def _check_piles(rules: FishingRules, state: FishingState, result: FishingResult) -> Faults:
    """Yield that partners have two piles, and cards that are not in the pack or are in two piles."""
    for seats in rules.sides:
        if len(seats) > 1 and result.piles.keys() >= set(seats):
            names = " and ".join(state.players[seat] for seat in seats)
            last = max(seats)
            message = f"{names} are partners and have one harvest pile; write it once"
            yield _fault("scoring", message, "piles", state.players[last], word=("partners",), seat=last)
    seen = 0
    for seat, pile in result.piles.items():
        if pile.cards is not None:
            who = state.players[seat]
            out = pile.cards & ~rules.pack
            if out:
                message = f"{who}'s harvest pile has {rules.names(out)}, which is left out with {rules.players} players"
                yield _fault("deck", message, "piles", who, word=("leave_out",), seat=seat)
            if pile.cards & seen:
                message = f"{who}'s harvest pile has {rules.names(pile.cards & seen)}, which another pile has, too"
                yield _fault("deck", message, "piles", who, seat=seat)
            seen |= pile.cards


def _check_counts(rules: FishingRules, state: FishingState, result: FishingResult) -> Faults:
    """Yield counts that no pile, or not all piles together, can have, and cards that are in no pile although somebody
    gets what is left over."""
    counts_of = {seat: pile.counts for seat, pile in result.piles.items() if pile.cards is None}
    wrong = {seat: counts.impossible(rules, pile) for seat, pile in counts_of.items()}
    if any(wrong.values()):
        for seat, message in wrong.items():
            who = state.players[seat]
            if message:
                yield _fault("deck", f"{who} counts {message}", "piles", who, word=("scoring",), seat=seat)
        return
    whole = _any_capture(result) and counts.all_captured(rules) and len(result.piles) == len(rules.sides)
    if counts_of:
        for line in rules.scoring.lines:
            if line.best:
                message = counts.clash(rules, line, [pile.get(line.name, 0) for pile in counts_of.values()])
                if message:
                    yield _fault("deck", message, "piles", word=("scoring",))
            elif line.name not in result.most:
                yield from _check_sum(rules, line, result, whole)
    if whole:
        yield from _check_left_over(rules, result)


def _check_sum(rules: FishingRules, line: ScoreLine, result: FishingResult, whole: bool) -> Faults:
    """Yield that the piles together have more of a line than there is or, if they are the `whole` pack, less."""
    there = rules.countable(line).bit_count()
    total = sum(pile.counts.get(line.name, 0) for pile in result.piles.values())
    are = "is" if total == 1 else "are"
    counted = f"{number_of(total, 'cards')} {are} counted for {line.name}"
    if total > there:
        yield _fault("deck", f"{counted}; {_there_is(there)}", "piles", word=("scoring",))
    elif total < there and whole and len(_certain_piles(line, result)) == len(rules.sides):
        message = f"{counted}; it must be {there}, as whoever captured last gets what lies on the table"
        yield _fault("scoring", message, "piles", word=("end", "leftovers"))


def _check_left_over(rules: FishingRules, result: FishingResult) -> Faults:
    """Yield cards that are in no pile, if the cards of all piles are listed."""
    left = rules.pack
    for pile in result.piles.values():
        if pile.cards is None:
            return
        left &= ~pile.cards
    if left:
        message = f"no pile has {rules.names(left)}; whoever captured last gets what lies on the table"
        yield _fault("scoring", message, "piles", word=("end", "leftovers"))


def _check_tokens(rules: FishingRules, result: FishingResult) -> Faults:
    """Yield too many okus, sweeps or a last capture that score nothing here, and a last capture that is missing."""
    taken = sum(result.okus.values())
    if taken > rules.okus:
        message = f"{taken} okus {'is' if taken == 1 else 'are'} counted; {_there_is(rules.okus)}"
        yield _fault("okus", message, "okus", word=("okus", "per_player") if rules.okus else ())
    if any(result.sweeps.values()) and not rules.sweep:
        message = "sweeps are counted; in this game they score nothing"
        yield _fault("scoring", message, "sweeps", word=("clearing", "sweep"))
    word = ("scoring", "last_capture")
    if result.last_capture is not None and not rules.scoring.last:
        yield _fault("scoring", "a last capture is counted; in this game it scores nothing", "last_capture", word=word)
    elif result.last_capture is None and rules.scoring.last and _any_capture(result):
        message = "nobody is said to have captured last, which scores; write it as in: last_capture: NAME"
        yield _fault("scoring", message, word=word)


def _check_luminaries(rules: FishingRules, state: FishingState, result: FishingResult) -> Faults:
    """Yield Luminaries that cannot be in a round, that two players have, or that are too many, and convergences where
    there are none."""
    names: list[str] = []
    for seat, listed in result.luminaries.items():
        for place, name in enumerate(listed):
            wrong = rules.not_in_round(name, names, "counted")
            if wrong:
                yield _fault("luminaries", wrong[0], "luminaries", state.players[seat], place, word=wrong[1], seat=seat)
            names.append(name)
    most = rules.dealt_luminaries + sum(map(rules.brings_another, set(names)))
    if len(set(names)) == len(names) > most and rules.dealt_luminaries:
        message = f"{len(names)} Luminaries are counted; in a round there can be {most} of them"
        yield _fault("luminaries", message, "luminaries", word=("luminaries", "dealt"))
    if result.convergences and not rules.convergence:
        number = number_of(result.convergences, "convergences")
        message = f"{number} {'is' if result.convergences == 1 else 'are'} counted; in this game nobody moves"
        yield _fault("convergence", message, "convergences")


def _any_capture(result: FishingResult) -> bool:
    """Return whether anything was captured in the round."""
    for pile in result.piles.values():
        if pile.cards or any(pile.counts.values()):
            return True
    return False


def _there_is(number: int) -> str:
    return f"there {'is' if number == 1 else 'are'} {number or 'none'}"


def apply(rules: FishingRules, state: FishingState, event: Event) -> None:
    """Score a round from a result on a pad. If it does not say how often everybody moved seats, the first number that
    fits is taken."""
    state.miss("rounds")
    moves = _moves(rules, state, event.value)
    moved = moves[0]
    if len(moves) > 1:
        state.miss("convergences")
        moved = next((one for one in moves if not _wrong_points(rules, state, event, one)), moved)
    _move(rules, state, moved)
    _score(rules, state, event.value)


def _score(rules: FishingRules, state: FishingState, result: FishingResult) -> None:
    """Score a round with the result of a pad; everybody sits where the totals already are."""
    if result.points_only:
        _score_points(rules, state, result)
        return
    if any(_omits(rules, line, result) for line in rules.scoring.lines):
        state.miss("counts")
    hauls = tuple([_haul(rules, result, seats) for seats in rules.sides])
    state.begin_round(rules)
    state.phase = DEAL
    claimed = tuple(result.luminaries.get(seat, ()) for seat in range(rules.players))
    most = {}
    for line, seat in result.most.items():
        most[line] = seat
        if seat >= 0:
            most[line] = rules.side_of[seat]
    rounds.score(rules, state, hauls, claimed, most)


def _score_points(rules: FishingRules, state: FishingState, result: FishingResult) -> None:
    """Score a round that a pad has only the points of."""
    state.miss("score")
    able = counts.possible(rules, state, _tokens(rules, result))
    omitted = pads.without_points(result.points, state, rules.sides, able)
    if omitted:
        state.miss("points")
    points = pads.points_by_seat(result.points, state, rules.sides, omitted)
    rounds.put_points(rules, state, points, tuple(omitted))


def _haul(rules: FishingRules, result: FishingResult, seats: Sequence[int]) -> Haul:
    """Everything that a side (these seats) has on a pad."""
    numbers: Mapping[str, int] | None = None
    okus = 0
    sweeps = 0
    names: list[str] = []
    for seat in seats:
        if numbers is None and seat in result.piles:
            numbers = result.piles[seat].counts
        okus += result.okus.get(seat, 0)
        sweeps += result.sweeps.get(seat, 0)
        names += result.luminaries.get(seat, ())
    if numbers is None:
        numbers = rules.scoring.counts(0, {})
    return rounds.haul_of(rules, dict(numbers), okus, names, sweeps, last=result.last_capture in seats)


def _omits(rules: FishingRules, line: ScoreLine, result: FishingResult) -> bool:
    """Whether a pad leaves out cards that score in a line and that a side may have. A pile that is written without them
    has none, and where only most is written, no pile counts."""
    known = _certain_piles(line, result)
    few = line.best or sum(pile.counts.get(line.name, 0) for pile in known) < rules.countable(line).bit_count()
    written = "most" in result.written and (not line.most or line.name in result.most)
    return bool(not written and few and len(known) < len(rules.sides))


def _certain_piles(line: ScoreLine, result: FishingResult) -> list[Pile]:
    """The piles for which it is known how much a line counts."""
    found = []
    for pile in result.piles.values():
        if line.name in pile.counts or not line.most:
            found.append(pile)
    return found


def _moves(rules: FishingRules, state: FishingState, result: FishingResult) -> Sequence[int]:
    """How many seats everybody may have moved on: what the pad says, or any number if it says nothing."""
    silent = result.convergences is None and rules.convergence and len(set(state.scores)) > 1
    if silent:
        return range(rules.players)
    return [(result.convergences or 0) % rules.players]


def _move(rules: FishingRules, state: FishingState, moved: int) -> None:
    """Move the totals with everybody to other seats, and the deal where it is the seat's."""
    state.dealer = (state.dealer - moved * (rules.moving.get("dealer") == "seat")) % rules.players
    state.scores = state.scores[moved:] + state.scores[:moved]
    state.untold = state.untold[moved:] + state.untold[:moved]
