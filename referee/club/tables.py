"""A club's season as tables: for programs, for readers as text, Markdown and JSON, and as a page that loads nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby, islice
from types import MappingProxyType
from typing import Any, NamedTuple

from referee.club.night import Night, TableResult, meetings, named, session_of
from referee.club.season import ClubGame, Dispute, GameRecord, Rating, RatingChange, Season, latest
from referee.core.harmless import markdown as markdown_text
from referee.core.harmless import one_line, visible
from referee.core.markup import Markup, cut, joined, tag
from referee.core.places import COMMAND_LINE, Complaint, Place, SourceError
from referee.core.wording import listed
from referee.picture.plot import Chart, PlotLine, bars, lines, on_page, styles
from referee.report.html import file_of, filled
from referee.report.paper import PAPER, Paper, as_json, markdown_table, table

Row = tuple[Any, ...]
Changes = Sequence[RatingChange] | None
"""The ratings after each game that was rated; None if they are not asked for, or cannot be computed."""


class ClubTable(NamedTuple):
    """A table for programs: what its columns hold, and its rows. Text, numbers and truth values; None if something is not
    known."""

    columns: dict[str, type]
    rows: Sequence[Row]


def players(season: Season, changes: Changes) -> ClubTable:
    """One row per player: everything that was played; with ratings if that was one game."""
    ratings_ = latest(changes or ()) if len(season.by_game) == 1 else {}
    found = {player: rating for (_, player), rating in ratings_.items()}
    rows: list[Row] = []
    for player, record in season.total.records.items():
        counted = (record.games, record.ended, record.won, _rounded(record.place), record.last)
        rows.append((player, *_strength(found.get(player)), *counted))
    columns = {
        "player": str, "rating": float, "mu": float, "sigma": float, "games": int, "ended": int, "won": int,
        "average_place": float, "last_played": str,
    }  # fmt: skip

    def strongest(row: Row) -> tuple[Any, ...]:
        _, rating, _, _, games, ended, won, _, _ = row
        return rating is None, -(rating or 0), -won / (ended or 1), -games, row[0]

    return ClubTable(columns, sorted(rows, key=strongest))


def _strength(found: Rating | None) -> Row:
    return (round(found.sure, 3), round(found.mu, 3), round(found.sigma, 3)) if found else (None, None, None)


def games(season: Season, changes: Changes) -> ClubTable:
    """One row per player, game and selection of house rules; the rating is that in the game by any rules."""
    ratings_ = latest(changes or ())
    rows = []
    for (game, house), played in sorted(season.by_house.items()):
        for player, record in sorted(played.records.items()):
            counted = (record.games, record.ended, record.won, _rounded(record.place), _rounded(record.average))
            rows.append((game, _house(house), player, *counted, *_strength(ratings_.get((game, player)))))
    columns = {
        "game": str, "house": str, "player": str, "games": int, "ended": int, "won": int, "average_place": float,
        "average_points": float, "rating": float, "mu": float, "sigma": float,
    }  # fmt: skip
    return ClubTable(columns, rows)


def tallies(season: Season, changes: Changes) -> ClubTable:
    """One row per player, game, selection of house rules, and thing counted."""
    rows = [
        (game, _house(house), player, name, tally.counted, tally.of)
        for (game, house), played in sorted(season.by_house.items())
        for player, record in sorted(played.records.items())
        for name, tally in record.tallies.items()
    ]
    columns = {"game": str, "house": str, "player": str, "what": str, "counted": float, "of": float}
    return ClubTable(columns, rows)


def ratings(season: Season, changes: Changes) -> ClubTable:
    """One row per game and player, in the order of the games: the rating after it."""
    rows = [
        (
            change.entry.occasion.date, change.entry.path, change.entry.line, change.entry.game, player,
            round(rating.sure, 6), round(rating.mu, 6), round(rating.sigma, 6), rating.games,
        )
        for change in changes or ()
        for player, rating in change.after.items()
    ]  # fmt: skip
    columns = {
        "date": str, "log": str, "line": int, "game": str, "player": str, "rating": float, "mu": float, "sigma": float,
        "games": int,
    }  # fmt: skip
    return ClubTable(columns, rows)


def logs(season: Season, changes: Changes) -> ClubTable:
    """One row per player and log."""
    rows: list[Row] = []
    for entry in season.entries:
        said = (
            entry.occasion.date, entry.occasion.place, entry.occasion.event, entry.path, entry.line, entry.game,
            _house(entry.house), entry.status, entry.over,
        )  # fmt: skip
        rows += [
            (
                *said, seat + 1, player, entry.places[seat] if entry.ended else None, entry.totals[seat],
                seat in entry.winners, "",
            )
            for seat, player in enumerate(entry.players)
        ]  # fmt: skip
        if not entry.players:
            rows.append((*said, None, "", None, None, False, entry.complaints[0] if entry.complaints else ""))
    columns = {
        "date": str, "place": str, "event": str, "log": str, "line": int, "game": str, "house": str, "verdict": str,
        "over": bool, "seat": int, "player": str, "came_in": int, "points": float, "winner": bool, "complaint": str,
    }  # fmt: skip
    return ClubTable(columns, rows)


def disputes(season: Season, changes: Changes) -> ClubTable:
    """One row per violation, per irregularity that a table let stand, and per open question that one of them depends on."""
    rows = [
        (
            entry.occasion.date, entry.path, found.line, found.event, entry.game, found.kind, found.player, found.rule,
            found.message, found.reason, found.text, found.source, found.set_at,
        )
        for entry, found in season.disputes
    ]  # fmt: skip
    columns = {
        "date": str, "log": str, "line": int, "event": int, "game": str, "kind": str, "player": str, "rule": str,
        "message": str, "reason": str, "text": str, "source": str, "set_at": str,
    }  # fmt: skip
    return ClubTable(columns, rows)


SESSION = {"game": str, "house": str, "date": str, "event": str, "session": str}
night_of = lru_cache(maxsize=1)(Night)
"""The boards of a season, compared once for all its tables."""


def pairs(season: Season, changes: Changes) -> ClubTable:
    """One row per session, direction and pair, the best first."""
    rows = [
        (
            *one.session, one.direction, one.place, named(one.pair), one.boards, _rounded(one.matchpoints), _rounded(one.top),
            _rounded(one.percent), _rounded(one.imps),
        )
        for one in night_of(season).pairs
    ]  # fmt: skip
    columns = {
        **SESSION, "direction": str, "place": int, "pair": str, "boards": int, "matchpoints": float, "top": float,
        "percent": float, "imps": float,
    }  # fmt: skip
    return ClubTable(columns, rows)


def teams(season: Season, changes: Changes) -> ClubTable:
    """One row per team of a session in which every board was played at two tables, the winner first."""
    rows = [
        (*one.session, " / ".join(map(named, one.team)), one.boards, one.won, one.lost)
        for one in sorted(night_of(season).teams, key=lambda one: (one.session, one.lost - one.won, one.team))
    ]
    return ClubTable({**SESSION, "team": str, "boards": int, "won": float, "lost": float}, rows)


def boards(season: Season, changes: Changes) -> ClubTable:
    """One row per board and table: the result, and what it was worth."""
    rows: list[Row] = []
    for one in night_of(season).results:
        board, score, awarded = one.board, one.score, one.awarded or (None, None)
        rows.append((
            *session_of(one.entry), str(board.number), board.table, *map(named, one.pairs), board.contract,
            one.entry.players[board.declarer] if board.declarer >= 0 else "", board.lead, board.tricks, score, *awarded,
            *map(_rounded, one.matchpoints), one.top, *map(_rounded, one.imps),
        ))  # fmt: skip
    columns = {
        **SESSION, "board": str, "table": str, "ns": str, "ew": str, "contract": str, "declarer": str, "lead": str,
        "tricks": int, "score": float, "ns_awarded": float, "ew_awarded": float, "ns_matchpoints": float,
        "ew_matchpoints": float, "top": int, "ns_imps": float, "ew_imps": float,
    }  # fmt: skip
    return ClubTable(columns, rows)


def head_to_head(season: Season, changes: Changes) -> ClubTable:
    """One row per game and two players, or two pairs on boards, who met on different sides."""
    met = meetings(season, night_of(season).results)
    rows = [
        (*who, each.total(), *(each[what] for what in ("won", "tied", "lost"))) for who, each in sorted(met.items())
    ]
    columns = {"game": str, "one": str, "other": str, "met": int, "won": int, "tied": int, "lost": int}
    return ClubTable(columns, rows)


def questions(season: Season, changes: Changes) -> ClubTable:
    """One row per question that the logs leave open: names that look alike, and boards that could not be compared."""
    asked = [("name", text) for text in season.questions]
    return ClubTable({"about": str, "what": str}, asked + [("board", text) for text in night_of(season).remarks])


TABLES: dict[str, Callable[[Season, Changes], ClubTable]] = {
    make.__name__: make
    for make in (
        players, games, tallies, ratings, pairs, teams, boards, head_to_head, questions, logs, disputes
    )
}  # fmt: skip
"""The tables by name."""


class ClubSheet(NamedTuple):
    """A table for readers: its title, headers, and cells as they are shown."""

    title: str
    headers: Sequence[str]
    rows: Sequence[Sequence[str]]
    says: str = ""


def standings(season: Season) -> ClubSheet:
    """Return the players, those first who won most of their games."""
    rows = [
        [player, str(games_), _share(won, ended), _decimal(place), last]
        for player, *_, games_, ended, won, place, last in players(season, None).rows
    ]
    return ClubSheet("Players", ["player", "games", "won", "average place", "last played"], rows)


SAYS = "The rating is what a player is all but surely worth: the estimate less three times its doubt (OpenSkill)."


def played_sheet(played: GameRecord, title: str, strength: Mapping[str, Rating] = MappingProxyType({})) -> ClubSheet:
    """Return the result of a game for each player, with everything counted in it, and the ratings if there are any."""
    names = played.tallied
    rows = []
    for player, record in sorted(played.records.items(), key=lambda item: (-item[1].won, -item[1].games, item[0])):
        found = [record.tallies.get(name) for name in names]
        counted = ["" if tally is None else _share(tally.counted, tally.of) for tally in found]
        rating = strength.get(player)
        rated_ = [f"{rating.sure:.1f}", f"{rating.mu:.1f} ± {rating.sigma:.1f}"] if rating else ["", ""]
        rows.append(
            [player, *(rated_ if strength else []), str(record.games), _share(record.won, record.ended), _decimal(record.place),
             _decimal(record.average), *counted]
        )  # fmt: skip
    rating_headers = ["rating", "estimate"] if strength else []
    headers = ["player", *rating_headers, "games", "won", "average place", "average points", *names]
    return ClubSheet(title, headers, rows, SAYS if strength else "")


def game_sheets(season: Season, changes: Changes) -> Iterator[tuple[str, str, list[ClubSheet]]]:
    """For each game its name, title and sheets: all of it, then by house rule if there are several."""
    ratings_ = latest(changes or ())
    for game, played in sorted(season.by_game.items(), key=lambda item: (-item[1].games, item[0])):
        strength = {player: rating for (name, player), rating in ratings_.items() if name == game}
        sheets = [played_sheet(played, f"{played.title}: {_count(played.games)}", strength)]
        for part in season.of(game):
            what = _house(part.house or ()) or "as the game is written"
            sheets.append(played_sheet(part, f"{played.title}, {what}: {_count(part.games)}"))
        yield game, played.title, sheets


def night_sheets(season: Season) -> Iterator[ClubSheet]:
    """Yield the sheets of a night of boards: the pairs, the teams and every board."""
    night = night_of(season)
    for (session, direction), group in groupby(night.pairs, key=lambda one: (one.session, one.direction)):
        records = list(group)
        pair_rows = [
            [str(one.place), named(one.pair), f"{one.percent:.2f}", str(one.boards), _decimal(one.matchpoints),
             _decimal(one.top), _decimal(one.imps)]
            for one in records
        ]  # fmt: skip
        title = ", ".join(["Pairs", *filter(None, session[2:]), direction])
        yield ClubSheet(title, ["place", "pair", "%", "boards", "matchpoints", "top", "IMPs"], pair_rows)
    if night.teams:
        rows = [[row[5], *map(_decimal, row[6:])] for row in teams(season, None).rows]
        yield ClubSheet("Teams", ["team", "boards", "IMPs won", "IMPs lost"], rows)
    travellers = groupby(night.results, key=lambda one: (session_of(one.entry), str(one.board.number), one.board.dealt))
    for (session, number, _), results in islice(travellers, MOST_BOARDS):
        yield ClubSheet(
            ", ".join([f"Board {number}", *filter(None, session[2:])]), TRAVELLER, list(map(_line, results))
        )


def meeting_sheets(season: Season) -> Iterator[ClubSheet]:
    """Yield who met whom, and what the logs leave open."""
    met = sorted(head_to_head(season, None).rows, key=lambda row: -row[3])[:MOST]
    if met:
        yield ClubSheet(
            "Head to head", ["game", "one", "other", "met", "won", "tied", "lost"], [list(map(str, row)) for row in met]
        )
    asked = [list(row) for row in questions(season, None).rows]
    if asked:
        yield ClubSheet("Questions", ["about", "what"], asked[:MOST])


MOST_BOARDS = 200
TRAVELLER = [
    "N/S", "E/W", "table", "contract", "by", "lead", "tricks", "score N/S", "score E/W", "N/S %", "N/S", "E/W", "IMPs N/S",
]  # fmt: skip


def _line(one: TableResult) -> list[str]:
    """Return a result as a line of the traveller of its board."""
    board, score, shares, ours = one.board, one.score, one.awarded, one.matchpoints[0]
    scores = ["", ""] if score is None else [_decimal(score), _decimal(-score)]
    scores = [f"{share:g}%" for share in shares] if shares else scores
    percent = "" if ours is None or not one.top else f"{100 * ours / one.top:.1f}"
    by = one.entry.players[board.declarer] if board.declarer >= 0 else ""
    tricks = "" if board.tricks is None or not by else str(board.tricks)
    worth = [percent, *map(_decimal, one.matchpoints), _decimal(one.imps[0])]
    return [*map(named, one.pairs), board.table, board.contract, by, board.lead, tricks, *scores, *worth]


def _count(games_: int) -> str:
    return f"{games_:,} game{'' if games_ == 1 else 's'}"


def _house(house: Iterable[str]) -> str:
    return " + ".join(house)


def _rounded(number: float | None) -> float | None:
    return None if number is None else round(number, 6)


def _decimal(number: float | None) -> str:
    return "" if number is None else f"{number:,.2f}".rstrip("0").rstrip(".")


def _share(counted: float, of: float | None) -> str:
    """'3 of 4 (75%)'; a dash without any, and only the number if it is no share."""
    if of is None:
        return f"{counted:,}"
    return f"{counted:,} of {of:,} ({100 * counted / of:.0f}%)" if of else "–"


WIDEST = 60
"""Longer cells wrap."""
MOST = 300
"""The most disputes and complaints that are shown to readers, latest first."""


def _sheets(season: Season, changes: Changes) -> Iterator[ClubSheet]:
    yield from night_sheets(season)
    yield standings(season)
    for _, _, sheets in game_sheets(season, changes):
        yield from sheets
    yield from meeting_sheets(season)
    disputed = [
        [entry.occasion.date, entry.where, found.player, found.reason or found.kind, f"{found.rule}: {found.message}"]
        for entry, found in season.disputes[::-1][:MOST]
    ]
    if disputed:
        yield ClubSheet("Disputes", ["date", "log", "player", "what", "ruling"], disputed)
    unjudged = [[entry.where, why] for entry in season.unjudged[:MOST] for why in entry.complaints[:1]]
    if unjudged:
        yield ClubSheet("Not judged", ["log", "why"], unjudged)


def text(title: str, season: Season, changes: Changes, paper: Paper = PAPER) -> Iterator[str]:
    """Tables for a terminal."""
    yield paper.paint(one_line(title), "head")
    for sheet in _sheets(season, changes):
        rows = [[one_line(cell) for cell in row] for row in sheet.rows]
        heading = paper.paint(one_line(sheet.title), "head")
        yield f"\n{heading}\n\n{table(sheet.headers, rows, paper, widest=WIDEST)}"


def markdown(title: str, season: Season, changes: Changes, paper: Paper = PAPER) -> Iterator[str]:
    """Yield the same tables for a page in Markdown."""
    yield f"# {markdown_text(title)}"
    for sheet in _sheets(season, changes):
        said = f"\n\n{markdown_text(sheet.says)}" if sheet.says else ""
        yield f"\n## {markdown_text(sheet.title)}\n\n{markdown_table(sheet.headers, sheet.rows)}{said}"


def json(title: str, season: Season, changes: Changes, paper: Paper = PAPER) -> Iterator[str]:
    """schemas/report.schema.json, $defs/club: every table, one map per row."""
    found: dict[str, list[dict[str, object]]] = {}
    for name, make in TABLES.items():
        columns, rows = make(season, changes)
        plain = [[visible(cell) if isinstance(cell, str) else cell for cell in row] for row in rows]
        found[name] = [dict(zip(columns, row, strict=True)) for row in plain]
    yield as_json({"club": title, "from": season.days[0], "to": season.days[1], **found})


FORMATS: dict[str, Callable[[str, Season, Changes, Paper], Iterator[str]]] = {
    "text": text,
    "markdown": markdown,
    "json": json,
}


MOST_LINES, MOST_BARS, MOST_POINTS = 8, 20, 160
"""The most players with a line or a bar, and the most points of a line."""
WIDTHS = {"broad": (1100, 300, 150, 18), "narrow": (336, 220, 100, 9)}
"""A chart is drawn twice, for the screen of a computer and for that of a phone: how wide and high, how wide its names are, and
how many letters they have."""


def _ratings_chart(changes: Sequence[RatingChange]) -> Markup:
    """Return the ratings of those who played most, game by game; empty if there is no line to draw."""
    points: dict[str, list[tuple[float, float]]] = {}
    for number, change in enumerate(changes, 1):
        for player, rating in change.after.items():
            points.setdefault(player, []).append((number, rating.sure))
    most = sorted(points, key=lambda player: (-len(points[player]), player))[:MOST_LINES]
    if len(changes) < 2 or not most:
        return Markup("")
    series = {}
    for player in most:
        line, step = points[player], -(-len(points[player]) // MOST_POINTS)
        series[player] = line if step < 2 else [*line[:-1:step], line[-1]]  # the last point always
    ends = ("first game", f"game {len(changes):,}")

    def drawn(wide: float, high: float, names: float, letters: int) -> Chart:
        named = [PlotLine(f"{cut(one_line(who), letters)} {line[-1][1]:.1f}", line) for who, line in series.items()]
        return lines(named, "The ratings, game by game. In the end:", size=(wide, high), names=names, ends=ends)

    return _at_every_width(drawn)


def _shares_chart(shares: Iterable[tuple[str, int, int]]) -> Markup:
    """Return bars of (player, won, played); empty if nobody has one."""
    rows = [(player, won / of, f"{100 * won / of:.0f}%, {won:,} of {of:,}") for player, won, of in shares if of]

    def drawn(wide: float, high: float, names: float, letters: int) -> Chart:
        named = [(cut(one_line(who), letters), share, words) for who, share, words in rows[:MOST_BARS]]
        return bars(named, "Games won:", wide=wide, names=names * 0.7)

    return _at_every_width(drawn) if rows else Markup("")


def _at_every_width(drawn: Callable[[float, float, float, int], Chart]) -> Markup:
    """Return a chart for every width of a screen, of which the page shows one."""
    return joined(*(tag("div", on_page(drawn(*size)), class_=name) for name, size in WIDTHS.items()))


MOST_LOGS, MOST_DISPUTES = 1_000, 300
"""The most logs and disputes that are listed, latest first."""
MISSING = "a page needs the package Jinja2; install it with pip install 'referee[club]'"
KINDS = {"violation": "against the rules", "accepted": "let stand", "reading": "open question"}
VERDICTS = {"legal": "legal", "illegal": "not legal", "unjudged": "not judged"}

Link = Callable[[ClubGame], str]
"""The address of a page on a log; empty if there is none."""


def require_package() -> None:
    """Raise SourceError if the package for templates is missing."""
    try:
        import jinja2  # noqa: F401 - only whether it is there
    except ImportError:
        raise SourceError([Complaint(Place(COMMAND_LINE, 1, 1), MISSING)]) from None


def page(title: str, season: Season, changes: Changes, link: Link = lambda entry: "") -> str:
    """Return the page of a season. Raises SourceError without Jinja2."""
    require_package()
    first, last = season.days
    entries, disputes = season.entries[::-1], season.disputes[::-1]
    content = {
        "title": title,
        "styles": Markup(file_of(__package__, "page.css") + styles()),
        "first": first,
        "last": last,
        "games": len(season.counted),
        "players": len(season.total.records),
        "standings": standings(season),
        "shares": _shares_chart(_shares(season, changes)),
        "night": list(night_sheets(season)),
        "meetings": list(meeting_sheets(season)),
        "by_game": [
            (name, sheets, _ratings_chart([change for change in changes or () if change.entry.game == game]))
            for game, name, sheets in game_sheets(season, changes)
        ],
        "script": Markup(file_of(__package__, "page.js")),
        "disputes": [_dispute(*one, link) for one in disputes[:MOST_DISPUTES]],
        "more_disputes": max(len(disputes) - MOST_DISPUTES, 0),
        "unjudged": [(entry, link(entry)) for entry in season.unjudged[:MOST_DISPUTES]],
        "more_unjudged": max(len(season.unjudged) - MOST_DISPUTES, 0),
        "logs": [_log(entry, link) for entry in entries[:MOST_LOGS]],
        "more_logs": max(len(entries) - MOST_LOGS, 0),
        "undated": season.undated if first else 0,
    }
    return filled(__package__, "page.html.j2", content)


def _shares(season: Season, changes: Changes) -> Iterable[tuple[str, int, int]]:
    """Return how many of the games that ended each player won, the largest share first, for those who played more than a
    few."""
    few = max(record.ended for record in season.total.records.values()) // 10 if season.total.records else 0
    records = [(player, one.won, one.ended) for player, one in season.total.records.items() if one.ended > few]
    return sorted(records, key=lambda row: (-row[1] / row[2], -row[2], row[0]))


def _log(entry: ClubGame, link: Link) -> dict[str, Any]:
    """Return a log in the list of all."""
    winners = listed([entry.players[seat] for seat in entry.winners]) if entry.players else ""
    scores = "" if not entry.players else ", ".join(
        f"{who} {'?' if total is None else f'{total:,}'}" for who, total in zip(entry.players, entry.totals, strict=True)
    )  # fmt: skip
    return {
        "entry": entry,
        "link": link(entry),
        "house": " + ".join(entry.house),
        "scores": scores,
        "outcome": winners if entry.over else "not over" if entry.players else "",
        "verdict": VERDICTS[entry.status],
        "occasion": ", ".join(filter(None, (entry.occasion.event, entry.occasion.place))),
    }


def _dispute(entry: ClubGame, found: Dispute, link: Link) -> dict[str, Any]:
    where = f"{entry.path}:{found.line}" if found.line else entry.path
    return {
        "entry": entry,
        "found": found,
        "kind": KINDS.get(found.kind, found.kind),
        "where": where,
        "link": link(entry),
    }
