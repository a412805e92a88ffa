"""A night of boards: the same deals at several tables, compared in matchpoints and IMPs, by pair and by team.

A pair gets 2 matchpoints for each pair that it beats in its direction and 1 for each that it ties with. Where fewer tables have
a result than on other boards of the session, they are factored as Gerard Neuberg does: of n results among N, m becomes
N / n * (m + 1) - 1. IMPs are the average over the other tables; with two tables that is the match of two teams.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import NamedTuple

from referee.club.season import ClubBoard, ClubGame, Season
from referee.core.wording import in_list
from referee.source.boards import PLAYERS

DIRECTIONS = ("N/S", "E/W")
BOTH = "both"
Pair = tuple[str, ...]
Session = tuple[str, str, str, str, str]


class TableResult(NamedTuple):
    """The result of a board at one table, direction by direction: the score of the first, matchpoints of `top`, and IMPs, each
    None where there is nothing to compare."""

    entry: ClubGame
    board: ClubBoard
    pairs: tuple[Pair, Pair]
    score: int | float | None
    matchpoints: tuple[float | None, float | None] = (None, None)
    top: int = 0
    imps: tuple[float | None, float | None] = (None, None)

    @property
    def awarded(self) -> tuple[float, float] | None:
        """Return what each side is awarded in percent; half for a board without a result. None for a result."""
        shares = self.board.awarded
        if shares:
            return shares[self.entry.sides[0][0]], shares[self.entry.sides[1][0]]
        if self.score is not None:
            return None
        return (50, 50)

    @property
    def declarer(self) -> str:
        """The name of the declarer, if there is one."""
        if self.board.declarer >= 0:
            return self.entry.players[self.board.declarer]
        return ""


class PairRecord(NamedTuple):
    """A pair in a session, or one of its directions, and its place there."""

    session: Session
    direction: str
    place: int
    pair: Pair
    boards: int
    matchpoints: float
    top: float
    imps: float

    @property
    def percent(self) -> float:
        """The share of the matchpoints that could be had."""
        if not self.top:
            return 0
        return 100 * self.matchpoints / self.top


class TeamRecord(NamedTuple):
    """A team of a session in which every board was played at two tables, with the IMPs won and lost."""

    session: Session
    team: tuple[Pair, ...]
    boards: int
    won: float
    lost: float


class Night:
    """The boards of a season: every result by board, the pairs and the teams, and what could not be compared."""

    def __init__(self, season: Season) -> None:
        self.remarks: list[str] = []
        self.results: list[TableResult] = []
        self.pairs: list[PairRecord] = []
        self.teams: list[TeamRecord] = []
        sessions: dict[Session, dict[str, list[TableResult]]] = {}
        for entry in season.counted:
            if entry.board and len(entry.sides) == 2 and len(entry.players) > 2:
                score = None
                if entry.over and not entry.board.awarded:
                    score = entry.totals[entry.sides[0][0]]
                result = TableResult(entry, entry.board, _pairs_of(entry, entry.board), score)
                boards = sessions.setdefault(session_of(entry), {})
                boards.setdefault(str(entry.board.number), []).append(result)
        unnamed = 0
        for session, boards in sessions.items():
            _tell_directions_apart(boards.values())
            pieces = {name: re.findall(r"\d+|\D+", name) for name in boards}  # 2 comes before 10
            names = sorted(boards, key=lambda name: [(int(one) if one.isdigit() else 0, one) for one in pieces[name]])
            compared = [self._without_repeats(group) for name in names for group in self._deals(boards[name])]
            tables = max(sum(result.score is not None for result in group) for group in compared)
            results = [result for group in compared for result in self._compare(group, tables)]
            self.results += results
            self.pairs += self._places(session, results)
            self.teams += _teams(session, results)
            unnamed += sum(not _has_names(pair) for result in results for pair in result.pairs) // 2
        if unnamed:
            what = "results name no players; others are compared with them, but nobody is listed"
            self.remarks.append(f"{unnamed:,} {what}")

    def _deals(self, results: Sequence[TableResult]) -> Iterator[list[TableResult]]:
        """Yield the results of a number that belong together: those of one deal."""
        deals: dict[str, list[TableResult]] = {}
        for result in results:
            deals.setdefault(result.board.dealt, []).append(result)
        dealt = [deal for deal in deals if deal]
        if len(dealt) < 2:
            yield list(results)
            return
        where = in_list([deals[deal][0].entry.where for deal in dealt])
        what = f"board {results[0].board.number} has {len(dealt)} different deals ({where}); each is compared by itself"
        self.remarks.append(what)
        yield from deals.values()

    def _without_repeats(self, results: Iterable[TableResult]) -> list[TableResult]:
        """Return the results of a deal without a second one of the same pair."""
        kept: list[TableResult] = []
        seen: set[frozenset[str]] = set()
        for result in results:
            twice = [pair for pair in result.pairs if frozenset(pair) in seen and _has_names(pair)]
            if twice:
                what = (
                    f"{pair_name(twice[0])} have a second result on board {result.board.number}, which is not counted"
                )
                self.remarks.append(f"{result.entry.where}: {what}")
                continue
            seen |= set(map(frozenset, result.pairs))
            kept.append(result)
        return kept

    def _compare(self, results: Sequence[TableResult], tables: int) -> Iterator[TableResult]:
        """Yield the results of a deal with matchpoints and IMPs, where up to `tables` have a result."""
        scores = [result.score for result in results if result.score is not None]
        alone = len(scores) == 1
        if len(results) == 1 or alone:
            why = "has a result at one table only"
            if len(results) == 1:
                why = "was played at one table only"
            what = f"board {results[0].board.number} {why}; there is nothing to compare"
            self.remarks.append(f"{results[0].entry.where}: {what}")
        top = 2 * (tables - 1)
        for result in results:
            mine = result.score
            shares = result.awarded
            if shares:
                plus = [result.board.average_plus * ((share > 50) - (share < 50)) for share in shares]
                points = (top * shares[0] / 100, top * shares[1] / 100)
                yield result._replace(matchpoints=points, top=top, imps=(plus[0], plus[1])) if top > 0 else result
            elif mine is None or alone:
                yield result
            else:
                others = len(scores) - 1
                beaten = sum(2 * (mine > score) + (mine == score) for score in scores) - 1
                ours, theirs = (tables / len(scores) * (m + 1) - 1 for m in (beaten, 2 * others - beaten))
                ahead = [mine - score for score in scores]
                won = [bisect_right(result.board.imps, abs(more)) * (1 if more > 0 else -1) for more in ahead]
                imps = sum(won) / others
                yield result._replace(matchpoints=(ours, theirs), top=top, imps=(imps, -imps or 0))

    def _places(self, session: Session, results: Sequence[TableResult]) -> Iterator[PairRecord]:
        """Yield the pairs in their order: one list for each direction, unless somebody played both."""
        by_pair: dict[frozenset[str], list[tuple[int, TableResult]]] = defaultdict(list)
        for result in results:
            for side, pair in enumerate(result.pairs):
                if result.top and result.matchpoints[side] is not None and _has_names(pair):
                    by_pair[frozenset(pair)].append((side, result))
        both = [each for each in by_pair.values() if len({side for side, _ in each}) == 2]
        if both and len(both) < len(by_pair):
            side, result = both[0][0]
            what = f"{pair_name(result.pairs[side])} played in both directions"
            self.remarks.append(f"{what}, so all pairs are in one list though others played in one only")
        lists: dict[str, list[PairRecord]] = {}
        for each in by_pair.values():
            side, first = each[0]
            if both:
                direction = BOTH
            else:
                direction = DIRECTIONS[side]
            points = sum(result.matchpoints[side] or 0 for side, result in each)
            imps = sum(result.imps[side] or 0 for side, result in each)
            top = sum(result.top for _, result in each)
            record = PairRecord(session, direction, 0, first.pairs[side], len(each), points, top, imps)
            lists.setdefault(direction, []).append(record)
        for direction in sorted(lists, reverse=True):
            shares = sorted(-round(one.percent, 6) for one in lists[direction])
            placed = (one._replace(place=1 + shares.index(-round(one.percent, 6))) for one in lists[direction])
            yield from sorted(placed, key=lambda record: (record.place, record.pair))


def _pairs_of(entry: ClubGame, board: ClubBoard) -> tuple[Pair, Pair]:
    """The pairs at a table, by the names of their players, or else by what the pairs are called."""
    first, second = (tuple(entry.players[seat] for seat in side) for side in entry.sides)
    if len(board.pairs) == 2 and not _has_names(first) and not _has_names(second):
        return (board.pairs[0],), (board.pairs[1],)
    return first, second


def _tell_directions_apart(boards: Iterable[list[TableResult]]) -> None:
    """Add the direction to numbers of pairs if each direction has its own, as is seen where a number meets itself."""
    results = list(boards)
    if not any(result.pairs[0] == result.pairs[1] for board in results for result in board):
        return
    for board in results:
        for place, result in enumerate(board):
            first, second = result.pairs
            if len(first) == len(second) == 1:
                apart = (f"{first[0]} {DIRECTIONS[0]}",), (f"{second[0]} {DIRECTIONS[1]}",)
                board[place] = result._replace(pairs=apart)


def session_of(entry: ClubGame) -> Session:
    """Return what the boards that are compared have in common: game, house rules, day, event and session."""
    session = ""
    if entry.board:
        session = entry.board.session
    return entry.game, " + ".join(entry.house), entry.occasion.date, entry.occasion.event, session


def pair_name(pair: Pair) -> str:
    """Return a pair by its names."""
    return " & ".join(pair)


def _has_names(pair: Pair) -> bool:
    """Return whether a record names this pair, and not only its seats."""
    return not set(pair) <= set(PLAYERS)


def _teams(session: Session, results: Sequence[TableResult]) -> Iterator[TeamRecord]:
    """Yield the teams, if all boards were played at two tables by the same pairs: a team is N/S at one and E/W at the other."""
    boards: dict[tuple[object, str], list[TableResult]] = defaultdict(list)
    for result in results:
        boards[result.board.number, result.board.dealt].append(result)
    teams: dict[str, set[Pair]] = {}
    for tables in boards.values():
        if len(tables) > 2 or not all(_has_names(pair) for result in tables for pair in result.pairs):
            return
        if len(tables) == 1:
            continue
        for ours, theirs in (tables, tables[::-1]):
            mates = {tuple(sorted(ours.pairs[0])), tuple(sorted(theirs.pairs[1]))}
            team = set[Pair]().union(mates, *(teams.get(player, ()) for pair in mates for player in pair))
            teams |= {player: team for pair in team for player in pair}
    if any(len({id(teams.get(pair[0])) for pair in result.pairs}) == 1 for result in results):
        return
    for team in {id(team): team for team in teams.values()}.values():
        both = [one for first, *_ in boards.values() for one in zip(first.pairs, first.imps, strict=True)]
        swings = [swing for pair, swing in both if swing is not None and teams.get(pair[0]) is team]
        won = sum(max(swing, 0) for swing in swings)
        lost = sum(max(-swing, 0) for swing in swings)
        yield TeamRecord(session, tuple(sorted(team)), len(swings), won, lost)


def meetings(season: Season, results: Iterable[TableResult]) -> Mapping[tuple[str, str, str], Counter[str]]:
    """Return how often each met each other on different sides, by game: `won`, `tied` and `lost` by the first. On a board that
    several tables played pairs meet, and whoever has more than half of the matchpoints wins it."""
    met: dict[tuple[str, str, str], Counter[str]] = defaultdict(Counter)

    def add(game: str, one: str, other: str, better: float) -> None:
        if one > other:
            one, other, better = other, one, -better
        met[game, one, other]["won" if better > 0 else "lost" if better < 0 else "tied"] += 1

    for entry in season.counted:
        for side, against in combinations(entry.sides if entry.ended and not entry.board else (), 2):
            for one, other in product(side, against):
                ahead = entry.places[other] - entry.places[one]
                add(entry.game, entry.players[one], entry.players[other], ahead)
    for result in results:
        ours, theirs = result.matchpoints
        if ours is not None and theirs is not None and all(map(_has_names, result.pairs)):
            us, them = (pair_name(tuple(sorted(pair))) for pair in result.pairs)
            add(result.entry.game, us, them, round(ours - theirs, 6))
    return met
