"""Score pads against a scoring by hand: what a round comes to, and which points no round of a small pack can have."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple, cast

import pytest

from referee.core import pads
from referee.engines.fishing.game import FishingGame
from referee.rules import rulesets

PLAYERS = ("Ann", "Ben", "Cyd", "Dov")
Data = dict[str, Any]
Points = tuple[int, ...]
Said = tuple[str, int | None, tuple[Any, ...]]
"""A message, whom it blames, and where it points."""
SUMMER, WINTER, FOOLS = ("2su", "3su", "4su"), ("2wi", "3wi", "4wi"), ("Fsp", "Fau")
PACK = (*SUMMER, *WINTER, *FOOLS, "5au", "6au", "7au", "8au")
DECK = [f"{rank}{suit}" for suit in ("sp", "su", "au", "wi", "st") for rank in ("F", *range(2, 11), "N", "Q", "K")]


class Words(NamedTuple):
    """The words of a scoring, the players, and the totals before the round."""

    players: int = 2
    ties: str = "nobody"
    loss: int = -2
    tied_loss: str = "spared"
    floor: bool = False
    fool: int = 1
    okus: int = 0
    sweep: int = 0
    last: int = 0
    leftovers: str = "nobody"
    luminaries: int = 0
    partners: bool = False
    counted: bool = False
    """Whether cards are counted that score nothing."""
    before: Points = (0, 0, 0, 0)

    @property
    def sides(self) -> list[list[int]]:
        """Seats that score together."""
        return [[0, 2], [1, 3]] if self.partners else [[seat] for seat in range(self.players)]


class Round(NamedTuple):
    """What each side has after a round: cards of each kind, and tokens; `last` is -1 where nobody captured anything."""

    summer: Points
    winter: Points
    fools: Points
    okus: Points
    luminaries: Points
    sweeps: Points
    last: int


WORDS = {
    "plain": Words(),
    "three-share": Words(players=3, ties="all"),
    "loss-for-all": Words(tied_loss="all"),
    "floor": Words(floor=True, before=(1, 0, 0, 0)),
    "floor-below": Words(floor=True, loss=-3, before=(-1, 4, 0, 0)),
    "okus": Words(okus=2),
    "fools-lose": Words(fool=-1, ties="all", floor=True, before=(2, 0, 0, 0)),
    "sweeps": Words(sweep=2, loss=-1),
    "last": Words(last=1),
    "all-captured": Words(last=3, leftovers="last_taker", players=3, loss=-1),
    "all-captured-two": Words(leftovers="last_taker"),
    "luminaries": Words(luminaries=2),
    "partners": Words(players=4, partners=True, okus=1),
    "counted": Words(counted=True, fool=2),
}


@cache
def table(name: str) -> FishingGame:
    """A game of twelve cards with these words."""
    words = WORDS[name]
    left_out = {"suit": None, "card": [card for card in DECK if card not in PACK]}
    house: Data = {
        "extends": "illimat", "why": "a small one", "players": [words.players], "leave_out": {str(words.players): left_out},
        "deal": {"each": 1, "first": 1, "fields": 1}, "draw_up": 1, "clearing": {"okus": 1 if words.okus else 0},
        "okus": {"per_player": 1 if words.okus else 0}, "luminaries": {"dealt": words.luminaries},
        "scoring": {
            "most": {
                "bumper-crop": None, "sunkissed": {"cards": {"suit": "su"}, "points": 2},
                "frostbit": {"cards": {"suit": "wi"}, "points": words.loss},
            },
            "each": {"fools": {"cards": {"rank": "F"}, "points": words.fool}}, "last_capture": words.last,
            "okus": words.okus, "luminaries": 1 if words.luminaries else 0, "ties": words.ties,
            "tied_loss": words.tied_loss, "floor": words.floor,
        },
        "end": {"leftovers": words.leftovers, "ties": [], "target": 99},
    }  # fmt: skip
    house["leave_out"] |= {other: None for other in ("2", "3") if other != str(words.players)}
    if words.luminaries:
        house["luminaries"]["cards"] = dict.fromkeys(
            ("The River", "The Newborn")
        )  # one scores otherwise, one brings more
    else:
        house["luminaries"]["convergence"] = None
    if words.sweep:
        house["clearing"]["sweep"] = words.sweep
    if words.counted:
        house["count"] = {"spares": {"card": ["5au", "6au"]}}
    if words.partners:
        house["partners"] = "opposite"
        house["rules"] = {"partners": {"text": "Partners score together.", "source": "us"}}
    with TemporaryDirectory() as folder:
        path = Path(folder) / "house.json"
        path.write_text(json.dumps(house), encoding="utf-8")
        return cast(FishingGame, rulesets.table(rulesets.load_ruleset("illimat", houses=(str(path),)), words.players))


def shares(sides: int, many: int, *, whole: bool) -> Iterator[Points]:
    """All ways to share a number of things out; if not `whole`, some may be nobody's."""
    for share in product(range(many + 1), repeat=sides):
        if sum(share) == many or (sum(share) < many and not whole):
            yield share


def scored(words: Words, ended: Round) -> Points:
    """The points of a round, by hand: gains, and then losses, which a floor stops at a total of 0."""
    gains = [0] * len(words.sides)
    losses = [0] * len(words.sides)
    for number, points, tied in ((ended.summer, 2, words.ties), (ended.winter, words.loss, words.tied_loss)):
        level = [side for side, many in enumerate(number) if many == max(number)]
        for side in level if len(level) == 1 or tied == "all" else ():
            (gains if points > 0 else losses)[side] += points
    for side, seats in enumerate(words.sides):
        for many, worth in (
            (ended.fools[side], words.fool),
            (ended.okus[side], words.okus),
            (ended.luminaries[side], 1),
            (ended.sweeps[side], words.sweep),
            (int(ended.last == side), words.last),
        ):
            (gains if worth > 0 else losses)[side] += many * worth
        if words.floor:
            richest = words.before[seats[0]] + gains[side]
            losses[side] = max(losses[side], -max(richest, 0))
    return tuple(gained + lost for gained, lost in zip(gains, losses, strict=True))


def rounds(words: Words) -> Iterator[Round]:
    """Every round there can be, sweeps aside, as far as what scores can tell."""
    sides, none = len(words.sides), (0,) * len(words.sides)
    whole = words.leftovers == "last_taker"
    yield Round(none, none, none, none, none, none, -1)
    for summer, winter in product(shares(sides, 3, whole=whole), repeat=2):
        for fools in shares(sides, 2, whole=whole):
            for okus in shares(sides, words.players if words.okus else 0, whole=False):
                for luminaries in shares(sides, words.luminaries, whole=False):
                    for last in range(sides) if words.last else (0,):
                        yield Round(summer, winter, fools, okus, luminaries, none, last)


@cache
def ended(name: str) -> dict[Round, Points]:
    """Every round there can be, and its points."""
    return {one: scored(WORDS[name], one) for one in rounds(WORDS[name])}


def swept(words: Words, points: Sequence[int], able: set[Points]) -> bool:
    """Whether some sides have these points in a round, with as many sweeps as there are pairs of cards at most."""
    most = words.sweep * (len(PACK) // 2)
    for one in able:
        rest = [said - true for said, true in zip(points, one, strict=True)]
        if not any(rest) or (min(rest) >= 0 and sum(rest) <= most and not any(more % words.sweep for more in rest)):
            return True
    return False


def said_of(words: Words, points: Points, able: set[Points], what: str, *, together: bool = True) -> list[Said]:
    """What must be said of points on a pad, and where."""
    found: list[Said] = []
    extra = range(0, words.sweep * (len(PACK) // 2) + 1, words.sweep) if words.sweep else (0,)
    for side, seats in enumerate(words.sides):
        numbers = sorted({one[side] + more for one in able for more in extra})
        if points[side] not in numbers:
            total, who = words.before[seats[0]] + points[side], " and ".join(PLAYERS[seat] for seat in seats)
            says = f"the score of {who} is written as {points[side]}"
            if what == "totals":
                change = f"{abs(points[side])} {'more' if points[side] > 0 else 'less'} than" if points[side] else "as"
                says = f"the total of {who} is written as {total}, {change} before"
            says += f"; in this round it {pads.numbers(numbers, points[side])}"
            found.append((says, seats[0], ("result", what, PLAYERS[seats[0]])))
    if together and not found and not swept(words, points, able):
        each = ", ".join(f"{who} {points[side]}" for who, side in zip(PLAYERS, seat_sides(words), strict=False))
        most = max(map(sum, able)) + max(extra)
        says = f"the scores of this round cannot be {each} together; a round is worth {most} in all at most"
        found.append((says, None, ("result", what)))
    return found


def seat_sides(words: Words) -> list[int]:
    """The side of each seat."""
    return [next(side for side, seats in enumerate(words.sides) if seat in seats) for seat in range(words.players)]


def begun(name: str) -> tuple[FishingGame, Any]:
    """The game and its first round, with the totals before it."""
    game, words = table(name), WORDS[name]
    players = PLAYERS[: words.players]
    return game, game.start(players, {"dealer": "Ann", "scores": dict(zip(players, words.before, strict=False))}, None)


def faults(game: FishingGame, state: Any, result: Data) -> list[Said]:
    (event,) = game.read(state, {"result": result})
    found = game.check(state, event)
    assert {fault.rule for fault in found} <= {"scoring"}
    return [(fault.message, fault.seat, fault.at) for fault in found]


def tried(name: str, number: int) -> Iterator[tuple[Points, str, Data]]:
    """Points of each side, possible or not, whether they are said as score or as totals, and the result."""
    words, able, draw = WORDS[name], {*ended(name).values()}, Random(f"{name} {number}")
    low, high = (min(map(min, able)) - 1, max(map(max, able)) + 2 + words.sweep)
    every = list(product(range(low, high), repeat=len(words.sides)))
    half = number // 2
    for points in draw.sample(every, min(len(every), half)) + draw.sample(sorted(able), min(len(able), half)):
        what = draw.choice(("score", "totals"))
        numbers = {who: points[side] for who, side in zip(PLAYERS, seat_sides(words), strict=False)}
        if what == "totals":
            numbers = {
                who: number + before for (who, number), before in zip(numbers.items(), words.before, strict=False)
            }
        yield points, what, {what: numbers}


@pytest.mark.parametrize("name", WORDS)
def test_points_are_possible_if_some_round_has_them(name: str) -> None:
    """What each player can have alone is known exactly, and of all together what they add up to."""
    game, state = begun(name)
    able = {*ended(name).values()}
    judged = {True: 0, False: 0}
    for points, what, result in tried(name, 40):
        alone, both = (said_of(WORDS[name], points, able, what, together=together) for together in (False, True))
        found = faults(game, state, result)
        assert found in (alone, both), points
        judged[not found] += 1
    assert all(judged.values())


@pytest.mark.parametrize("name", WORDS)
def test_points_with_tokens_are_possible_if_some_round_with_those_has_them(name: str) -> None:
    words = WORDS[name]
    game, state = begun(name)
    by_tokens: dict[tuple[Points, int], set[Points]] = {}
    for one, points in ended(name).items():
        by_tokens.setdefault((one.okus, one.last), set()).add(points)
    draw = Random(name)
    for okus, last in draw.sample(sorted(by_tokens), min(len(by_tokens), 4)):
        if last < 0:
            continue
        able = by_tokens[okus, last]
        if not any(okus) and not words.last:
            able = able | {(0,) * len(words.sides)}
        told = (
            {"okus": {PLAYERS[seats[0]]: many for seats, many in zip(words.sides, okus, strict=True)}}
            if words.okus
            else {}
        )
        told |= {"sweeps": {}} if words.sweep else {}
        told |= {"last_capture": PLAYERS[words.sides[last][-1]]} if words.last else {}
        no_sweeps = words._replace(sweep=0)
        low, high = min(map(min, able)) - 1, max(map(max, able)) + 2
        for points in draw.sample(list(product(range(low, high), repeat=len(words.sides))), 6):
            numbers = {who: points[side] for who, side in zip(PLAYERS, seat_sides(words), strict=False)}
            alone, both = (said_of(no_sweeps, points, able, "score", together=together) for together in (False, True))
            assert faults(game, state, {"score": numbers, **told}) in (alone, both), (okus, last, points)


@pytest.mark.parametrize("name", WORDS)
def test_a_round_that_is_counted_scores_what_it_does_by_hand(name: str) -> None:
    words = WORDS[name]
    game, state = begun(name)
    draw = Random(name)
    for one in draw.sample([*ended(name)][1:], 15):
        counted = zip(one.summer, one.winter, one.fools, strict=True)
        piles = {
            PLAYERS[seats[0]]: {"sunkissed": summer, "frostbit": winter, "fools": fools}
            for seats, (summer, winter, fools) in zip(words.sides, counted, strict=True)
        }
        if not any(any(pile.values()) for pile in piles.values()):
            continue
        result: Data = {"piles": piles}
        if words.okus:
            result["okus"] = {PLAYERS[seats[-1]]: many for seats, many in zip(words.sides, one.okus, strict=True)}
        if words.sweep:
            one = one._replace(sweeps=tuple(draw.randrange(3) for _ in words.sides))
            result["sweeps"] = {PLAYERS[seats[-1]]: many for seats, many in zip(words.sides, one.sweeps, strict=True)}
        if words.last:
            result["last_capture"] = PLAYERS[words.sides[one.last][-1]]
        if words.luminaries:
            names = iter(game.rules.in_sets)
            result["luminaries"] = {
                PLAYERS[side]: [next(names) for _ in range(many)] for side, many in enumerate(one.luminaries)
            }
        assert faults(game, state, result) == []
        after = state.copy()
        game.apply(after, game.read(state, {"result": result})[0])
        wanted = [scored(words, one)[side] for side in seat_sides(words)]
        assert list(after.history[-1].points) == wanted, one
        assert after.scores == [before + more for before, more in zip(words.before, wanted, strict=False)]
        for said in (wanted, [more + 1 for more in wanted]):
            told = {"score": dict(zip(PLAYERS, said, strict=False))}
            assert bool(faults(game, state, {**result, **told})) == (said is not wanted)


@pytest.mark.parametrize("name", WORDS)
def test_a_total_is_open_if_its_player_may_have_scored(name: str) -> None:
    """With what the others have, where a pad omits the points of a player."""
    words = WORDS[name]
    game, state = begun(name)
    able = {*ended(name).values()}
    draw = Random(name)
    open_ = 0
    for points in draw.sample(sorted(able), min(len(able), 8)):
        told = draw.sample(range(len(words.sides)), draw.randrange(1, len(words.sides)))
        result = {"score": {PLAYERS[words.sides[side][-1]]: points[side] for side in told}}
        assert faults(game, state, result) == []
        after = state.copy()
        game.apply(after, game.read(state, {"result": result})[0])
        alike = [one for one in able if all(one[side] == points[side] for side in told)]
        may = {side for side in range(len(words.sides)) if any(one[side] for one in alike) or words.sweep} - {*told}
        assert [bool(untold) for untold in after.untold] == [side in may for side in seat_sides(words)], (points, told)
        gained = [points[side] if side in told else 0 for side in seat_sides(words)]
        assert after.scores == [before + more for before, more in zip(words.before, gained, strict=False)]
        open_ += bool(may)
    assert open_
