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
from itertools import chain, combinations, product
from operator import attrgetter
from typing import NamedTuple

from referee.club.season import ClubBoard, ClubGame, Season
from referee.core.wording import in_list

DIRECTIONS = ("N/S", "E/W")
SEATS = ("North", "East", "South", "West")
"""What a record of a board calls players whom it does not name."""
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
        """The award of each side in percent; half for a board without a result. None for a result."""
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


def _sessions(season: Season) -> Mapping[Session, dict[str, list[TableResult]]]:
    """The results of boards by session, and in each session by the name of the board."""
    sessions: dict[Session, dict[str, list[TableResult]]] = {}
    for entry in season.counted:
        if not entry.board or len(entry.sides) != 2 or len(entry.players) < 3:
            continue
        score = None
        if entry.over and not entry.board.awarded:
            score = entry.totals[entry.sides[0][0]]
        result = TableResult(entry, entry.board, _pairs_of(entry, entry.board), score)
        boards = sessions.setdefault(session_of(entry), {})
        boards.setdefault(str(entry.board.number), []).append(result)
    return sessions


def _scores(results: Iterable[TableResult]) -> list[int | float]:
    """The scores of the tables that have a result."""
    return [result.score for result in results if result.score is not None]


def _in_order_of_numbers(name: str) -> list[tuple[int, str]]:
    """A key for sorting names of boards, by which 2 comes before 10."""
    pieces = []
    for piece in re.findall(r"\d+|\D+", name):
        number = 0
        if piece.isdigit():
            number = int(piece)
        pieces.append((number, piece))
    return pieces


class Night:
    """The boards of a season: every result by board, the pairs and the teams, and what could not be compared."""

    def __init__(self, season: Season) -> None:
        """Compare the boards of a season, session by session."""
        self.remarks: list[str] = []
        self.results: list[TableResult] = []
        self.pairs: list[PairRecord] = []
        self.teams: list[TeamRecord] = []
        unnamed = 0
        for session, boards in _sessions(season).items():
            _tell_directions_apart(boards.values())
            results = self._compare_boards(boards)
            self.results += results
            self.pairs += self._places(session, results)
            self.teams += _teams(session, results)
            pairs = chain.from_iterable(result.pairs for result in results)
            unnamed += sum(not _has_names(pair) for pair in pairs) // 2
        if unnamed:
            what = "results name no players; others are compared with them, but nobody is listed"
            self.remarks.append(f"{unnamed:,} {what}")

    def _compare_boards(self, boards: Mapping[str, Sequence[TableResult]]) -> list[TableResult]:
        """The results of one session with matchpoints and IMPs, board by board."""
        compared = []
        for name in sorted(boards, key=_in_order_of_numbers):
            compared += [self._without_repeats(group) for group in self._deals(boards[name])]
        tables = max(len(_scores(group)) for group in compared)
        results = list[TableResult]()
        for group in compared:
            results += self._compare(group, tables)
        return results

    def _deals(self, results: Sequence[TableResult]) -> Iterator[list[TableResult]]:
        """Yield the results of a board in groups with the same cards; a remark tells if there are several.

        Results whose cards are not known go with the only known deal.
        """
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
        """The results of a deal without a second result of a pair that has one already; a remark tells of it."""
        kept: list[TableResult] = []
        seen: set[frozenset[str]] = set()
        for result in results:
            twice = [pair for pair in filter(_has_names, result.pairs) if frozenset(pair) in seen]
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
        """Yield the results of one deal with matchpoints and IMPs.

        `tables` is the greatest number of results of any board in the session: with fewer, matchpoints are factored.
        """
        scores = _scores(results)
        only_one_score = len(scores) == 1
        if len(results) == 1 or only_one_score:
            why = "has a result at one table only"
            if len(results) == 1:
                why = "was played at one table only"
            what = f"board {results[0].board.number} {why}; there is nothing to compare"
            self.remarks.append(f"{results[0].entry.where}: {what}")
        top = 2 * (tables - 1)
        for result in results:
            if result.awarded:
                yield _with_award(result, result.awarded, top)
            elif result.score is None or only_one_score:
                yield result
            else:
                yield _with_comparison(result, result.score, scores, tables)

    def _places(self, session: Session, results: Sequence[TableResult]) -> Iterator[PairRecord]:
        """Yield the records of pairs with their places, the best first: a list for each direction, or one if somebody
        played both."""
        by_pair: dict[frozenset[str], list[tuple[int, TableResult]]] = defaultdict(list)
        for result in results:
            for side, pair in enumerate(result.pairs):
                if result.top and result.matchpoints[side] is not None and _has_names(pair):
                    by_pair[frozenset(pair)].append((side, result))
        both = list(filter(_is_of_both_directions, by_pair.values()))
        if both and len(both) < len(by_pair):
            side, result = both[0][0]
            what = f"{pair_name(result.pairs[side])} played in both directions"
            self.remarks.append(f"{what}, so all pairs are in one list though others played in one only")
        lists: dict[str, list[PairRecord]] = {}
        for each in by_pair.values():
            side, _ = each[0]
            direction = DIRECTIONS[side]
            if both:
                direction = BOTH
            lists.setdefault(direction, []).append(_record(session, direction, each))
        for direction in sorted(lists, reverse=True):
            yield from sorted(_with_places(lists[direction]), key=attrgetter("place", "pair"))


def _is_of_both_directions(played: Sequence[tuple[int, TableResult]]) -> bool:
    """Whether a pair sat N/S at some tables and E/W at others; `played` has its side, 0 or 1, with each result."""
    return len({side for side, _ in played}) == 2


def _record(session: Session, direction: str, played: Sequence[tuple[int, TableResult]]) -> PairRecord:
    """The record of a pair, not placed yet; `played` has its side, 0 or 1, with each of its results."""
    side, first = played[0]
    pair = first.pairs[side]
    points = sum(filter(None, (result.matchpoints[side] for side, result in played)))
    imps = sum(filter(None, (result.imps[side] for side, result in played)))
    top = sum(result.top for _, result in played)
    return PairRecord(session, direction, 0, pair, len(played), points, top, imps)


def _with_places(records: Sequence[PairRecord]) -> Iterator[PairRecord]:
    """Yield the pairs of a list with their places; those with the same percentage share one."""
    shares = sorted(-round(one.percent, 6) for one in records)
    for one in records:
        yield one._replace(place=1 + shares.index(-round(one.percent, 6)))


def _with_award(result: TableResult, shares: tuple[float, float], top: int) -> TableResult:
    """A result that was awarded in percent of the matchpoints, with matchpoints out of `top` and IMPs for each side."""
    if top <= 0:
        return result
    ours, theirs = shares
    plus = result.board.average_plus
    imps = (plus * _sign(ours - 50), plus * _sign(theirs - 50))
    return result._replace(matchpoints=(top * ours / 100, top * theirs / 100), top=top, imps=imps)


def _with_comparison(result: TableResult, mine: int | float, scores: Sequence[int | float], tables: int) -> TableResult:
    """A result with matchpoints and IMPs, compared with all `scores` of its deal, its own score `mine` among them.

    `tables` is the greatest number of results of a board: fewer results are factored as Neuberg does.
    """
    others = len(scores) - 1
    # 2 for each lower score, 1 for each equal one; its own is equal and does not count
    beaten = sum(1 + _sign(mine - score) for score in scores) - 1
    factor = tables / len(scores)
    matchpoints = (factor * (beaten + 1) - 1, factor * (2 * others - beaten + 1) - 1)
    won = 0
    for score in scores:
        won += bisect_right(result.board.imps, abs(mine - score)) * _sign(mine - score)
    imps = won / others
    return result._replace(matchpoints=matchpoints, top=2 * (tables - 1), imps=(imps, -imps or 0))


def _sign(number: int | float) -> int:
    return (number > 0) - (number < 0)


def _pairs_of(entry: ClubGame, board: ClubBoard) -> tuple[Pair, Pair]:
    """The pairs at a table, N/S first, as the names of their players, or as the record calls the pairs if it names no
    players."""
    first = tuple(entry.players[seat] for seat in entry.sides[0])
    second = tuple(entry.players[seat] for seat in entry.sides[1])
    if len(board.pairs) == 2 and not _has_names(first) and not _has_names(second):
        return (board.pairs[0],), (board.pairs[1],)
    return first, second


def _tell_directions_apart(boards: Iterable[list[TableResult]]) -> None:
    """Add the direction to numbers of pairs, in place, if a number meets itself: then each direction has its own
    numbers."""
    results = list(boards)
    if not any(result.pairs[0] == result.pairs[1] for result in chain.from_iterable(results)):
        return
    for board in results:
        for place, result in enumerate(board):
            first, second = result.pairs
            if len(first) == len(second) == 1:
                apart = (f"{first[0]} {DIRECTIONS[0]}",), (f"{second[0]} {DIRECTIONS[1]}",)
                board[place] = result._replace(pairs=apart)


def session_of(entry: ClubGame) -> Session:
    """The things that boards which are compared have in common: game, house rules, day, event and session."""
    session = ""
    if entry.board:
        session = entry.board.session
    return entry.game, " + ".join(entry.house), entry.occasion.date, entry.occasion.event, session


def pair_name(pair: Pair) -> str:
    """The name of a pair, from those of its players."""
    return " & ".join(pair)


def _has_names(pair: Pair) -> bool:
    """Whether a record names this pair, and not only its seats."""
    return not set(pair) <= set(SEATS)


def _teams(session: Session, results: Sequence[TableResult]) -> Iterator[TeamRecord]:
    """Yield the teams of a session, with IMPs won and lost, if all boards were played at two tables by the same
    pairs.

    A team sits N/S at one table and E/W at the other.
    """
    boards: dict[tuple[object, str], list[TableResult]] = defaultdict(list)
    for result in results:
        boards[result.board.number, result.board.dealt].append(result)
    if not all(map(_is_match, boards.values())):
        return
    teams = _team_of_each(boards.values())
    for result in results:
        ours, theirs = result.pairs
        if teams.get(ours[0]) is teams.get(theirs[0]):
            return
    for team in {id(team): team for team in teams.values()}.values():
        swings = list[float]()
        for first, *_ in boards.values():
            for pair, swing in zip(first.pairs, first.imps, strict=True):
                if swing is not None and teams.get(pair[0]) is team:
                    swings.append(swing)
        won = sum(max(swing, 0) for swing in swings)
        lost = sum(max(-swing, 0) for swing in swings)
        yield TeamRecord(session, tuple(sorted(team)), len(swings), won, lost)


def _is_match(tables: Sequence[TableResult]) -> bool:
    """Whether the results of a board are of at most two tables, with pairs that have names."""
    if len(tables) > 2:
        return False
    for result in tables:
        if not all(map(_has_names, result.pairs)):
            return False
    return True


def _team_of_each(boards: Iterable[Sequence[TableResult]]) -> Mapping[str, set[Pair]]:
    """For each player the pairs of the player's team: those who sat in different directions at the two tables of a
    board."""
    teams: dict[str, set[Pair]] = {}
    for tables in boards:
        if len(tables) == 1:
            continue
        for ours, theirs in (tables, tables[::-1]):
            team = {tuple(sorted(ours.pairs[0])), tuple(sorted(theirs.pairs[1]))}
            # teams that have a player in common are one
            for player in list(chain.from_iterable(team)):
                team |= teams.get(player, set())
            teams |= dict.fromkeys(chain.from_iterable(team), team)
    return teams


def meetings(season: Season, results: Iterable[TableResult]) -> Mapping[tuple[str, str, str], Counter[str]]:
    """How often players met on different sides, by game and the two names: counts of 'won', 'tied' and 'lost' by the
    first.

    On boards that several tables played pairs meet, and the one with more than half of the matchpoints wins.
    """
    met: dict[tuple[str, str, str], Counter[str]] = defaultdict(Counter)

    def add(game: str, one: str, other: str, better: float) -> None:
        if one > other:
            one, other, better = other, one, -better
        met[game, one, other][("tied", "won", "lost")[_sign(better)]] += 1

    for entry in season.counted:
        if not entry.ended or entry.board:
            continue
        for side, against in combinations(entry.sides, 2):
            for one, other in product(side, against):
                ahead = entry.places[other] - entry.places[one]
                add(entry.game, entry.players[one], entry.players[other], ahead)
    for result in results:
        ours, theirs = result.matchpoints
        if ours is not None and theirs is not None and all(map(_has_names, result.pairs)):
            us, them = (pair_name(tuple(sorted(pair))) for pair in result.pairs)
            add(result.entry.game, us, them, round(ours - theirs, 6))
    return met
