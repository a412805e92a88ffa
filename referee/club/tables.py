"""A club's season as tables: for programs, for readers as text, Markdown and JSON, and as a page that loads nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from referee.club.season import ClubGame, Dispute, GameRecord, RatingChange, Season, latest
from referee.core.harmless import markdown as markdown_text
from referee.core.harmless import one_line, visible
from referee.core.markup import Markup, cut
from referee.core.places import COMMAND_LINE, Complaint, Place, SourceError
from referee.core.wording import listed
from referee.picture.plot import PlotLine, bars, lines, on_page, styles
from referee.report.html import file_of, filled
from referee.report.paper import PAPER, Paper, as_json, markdown_table, table

Row = tuple[Any, ...]


class ClubTable(NamedTuple):
    """A table for programs: what its columns hold, and its rows. Text, numbers and truth values; None if something is not
    known."""

    columns: dict[str, type]
    rows: Sequence[Row]


def players(season: Season, changes: Sequence[RatingChange] | None) -> ClubTable:
    """One row per player: everything that was played."""
    rating = latest(changes or ())
    rows: list[Row] = []
    for player, record in season.total.records.items():
        found = rating.get(player)
        strength = (round(found.sure, 3), round(found.mu, 3), round(found.sigma, 3)) if found else (None, None, None)
        rows.append((player, *strength, record.games, record.ended, record.won, _rounded(record.place), record.last))
    columns = {
        "player": str, "rating": float, "mu": float, "sigma": float, "games": int, "ended": int, "won": int,
        "average_place": float, "last_played": str,
    }  # fmt: skip
    return ClubTable(columns, sorted(rows, key=_strongest))


def _strongest(row: Row) -> tuple[Any, ...]:
    _, rating, _, _, games, ended, won, _, _ = row
    return rating is None, -(rating or 0), -won / (ended or 1), -games, row[0]


def games(season: Season, changes: Sequence[RatingChange] | None) -> ClubTable:
    """One row per player, game and selection of house rules."""
    rows = [
        (
            game,
            _house(house),
            player,
            record.games,
            record.ended,
            record.won,
            _rounded(record.place),
            _rounded(record.average),
        )
        for (game, house), played in sorted(season.by_house.items())
        for player, record in sorted(played.records.items())
    ]
    columns = {
        "game": str, "house": str, "player": str, "games": int, "ended": int, "won": int, "average_place": float,
        "average_points": float,
    }  # fmt: skip
    return ClubTable(columns, rows)


def tallies(season: Season, changes: Sequence[RatingChange] | None) -> ClubTable:
    """One row per player, game, selection of house rules, and thing counted."""
    rows = [
        (game, _house(house), player, name, tally.counted, tally.of)
        for (game, house), played in sorted(season.by_house.items())
        for player, record in sorted(played.records.items())
        for name, tally in record.tallies.items()
    ]
    columns = {"game": str, "house": str, "player": str, "what": str, "counted": float, "of": float}
    return ClubTable(columns, rows)


def ratings(season: Season, changes: Sequence[RatingChange] | None) -> ClubTable:
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


def logs(season: Season, changes: Sequence[RatingChange] | None) -> ClubTable:
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


def disputes(season: Season, changes: Sequence[RatingChange] | None) -> ClubTable:
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


TABLES: dict[str, Callable[[Season, Sequence[RatingChange] | None], ClubTable]] = {
    "players": players,
    "games": games,
    "tallies": tallies,
    "ratings": ratings,
    "logs": logs,
    "disputes": disputes,
}
"""The tables by name."""


class ClubSheet(NamedTuple):
    """A table for readers: its title, headers, and cells as they are shown."""

    title: str
    headers: Sequence[str]
    rows: Sequence[Sequence[str]]
    says: str = ""


def standings(season: Season, changes: Sequence[RatingChange] | None) -> ClubSheet:
    """Return the players, the strongest first."""
    with_ratings = bool(changes)
    rows = []
    for player, rating, mu, sigma, games_, ended, won, place, last in players(season, changes).rows:
        strength = [f"{rating:.1f}", f"{mu:.1f} ± {sigma:.1f}"] if rating is not None else ["", ""]
        counted = [str(games_), _share(won, ended), _decimal(place), last]
        rows.append([player, *(strength if with_ratings else []), *counted])
    strength_too = ["rating", "estimate"] if with_ratings else []
    says = "The rating is what a player is all but surely worth: the estimate less three times its doubt (OpenSkill)."
    headers = ["player", *strength_too, "games", "won", "average place", "last played"]
    return ClubSheet("Players", headers, rows, says if with_ratings else "")


def played_sheet(played: GameRecord, title: str) -> ClubSheet:
    """Return the result of a game for each player, with everything counted in it."""
    names = played.tallied
    rows = []
    for player, record in sorted(played.records.items(), key=lambda item: (-item[1].won, -item[1].games, item[0])):
        found = [record.tallies.get(name) for name in names]
        counted = ["" if tally is None else _tally(tally.counted, tally.of) for tally in found]
        rows.append(
            [player, str(record.games), _share(record.won, record.ended), _decimal(record.place), _decimal(record.average),
             *counted]
        )  # fmt: skip
    return ClubSheet(title, ["player", "games", "won", "average place", "average points", *names], rows)


def game_sheets(season: Season) -> Iterator[tuple[str, list[ClubSheet]]]:
    """For each game its title and sheets: all of it, then by house rule if there are several."""
    for game, played in sorted(season.by_game.items(), key=lambda item: (-item[1].games, item[0])):
        sheets = [played_sheet(played, f"{played.title}: {_count(played.games)}")]
        for part in season.of(game):
            what = _house(part.house or ()) or "as the game is written"
            sheets.append(played_sheet(part, f"{played.title}, {what}: {_count(part.games)}"))
        yield played.title, sheets


def _count(games_: int) -> str:
    return f"{games_:,} game{'' if games_ == 1 else 's'}"


def _house(house: Iterable[str]) -> str:
    return " + ".join(house)


def _rounded(number: float | None) -> float | None:
    return None if number is None else round(number, 6)


def _decimal(number: float | None) -> str:
    return "" if number is None else f"{number:,.2f}".rstrip("0").rstrip(".")


def _share(counted: float, of: float) -> str:
    """'3 of 4 (75%)'; empty without any."""
    return f"{counted:,} of {of:,} ({100 * counted / of:.0f}%)" if of else "–"


def _tally(counted: float, of: float | None) -> str:
    return f"{counted:,}" if of is None else _share(counted, of)


Changes = Sequence[RatingChange] | None
WIDEST = 60
"""Longer cells wrap."""
MOST = 300
"""The most disputes and complaints that are shown to readers, latest first."""


def _sheets(season: Season, changes: Changes) -> Iterator[ClubSheet]:
    yield standings(season, changes)
    for _, sheets in game_sheets(season):
        yield from sheets
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
    found = {name: _maps(make(season, changes)) for name, make in TABLES.items()}
    yield as_json({"club": title, "from": season.days[0], "to": season.days[1], **found})


def _maps(found: ClubTable) -> list[dict[str, object]]:
    return [
        {name: visible(cell) if isinstance(cell, str) else cell for name, cell in zip(found.columns, row, strict=True)}
        for row in found.rows
    ]


FORMATS: dict[str, Callable[[str, Season, Changes, Paper], Iterator[str]]] = {
    "text": text,
    "markdown": markdown,
    "json": json,
}


MOST_LINES, MOST_BARS, MOST_POINTS = 8, 20, 160
"""The most players with a line or a bar, and the most points of a line."""


def _ratings_chart(changes: Sequence[RatingChange]) -> Markup:
    """Return the ratings of those who played most, game by game; empty if there is no line to draw."""
    points: dict[str, list[tuple[float, float]]] = {}
    for number, change in enumerate(changes, 1):
        for player, rating in change.after.items():
            points.setdefault(player, []).append((number, rating.sure))
    most = sorted(points, key=lambda player: (-len(points[player]), player))[:MOST_LINES]
    if len(changes) < 2 or not most:
        return Markup("")
    series = [PlotLine(f"{_cut(player)} {points[player][-1][1]:.1f}", _thinned(points[player])) for player in most]
    ends = ("first game", f"game {len(changes):,}")
    return on_page(lines(series, "The ratings, game by game. In the end:", ends=ends))


def _shares_chart(shares: Iterable[tuple[str, int, int]]) -> Markup:
    """Return bars of (player, won, played); empty if nobody has one."""
    rows = [(_cut(player), won / of, f"{100 * won / of:.0f}%, {won:,} of {of:,}") for player, won, of in shares if of]
    return on_page(bars(rows[:MOST_BARS], "Games won:")) if rows else Markup("")


def _thinned(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return at most `MOST_POINTS` of the points, and always the last."""
    step = -(-len(points) // MOST_POINTS)
    return points if step < 2 else [*points[:-1:step], points[-1]]


def _cut(name: str) -> str:
    return cut(one_line(name), 18)


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


def page(title: str, season: Season, changes: Sequence[RatingChange] | None, link: Link = lambda entry: "") -> str:
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
        "standings": standings(season, changes),
        "ratings": _ratings_chart(changes or ()),
        "shares": _shares_chart(_shares(season, changes)),
        "by_game": list(game_sheets(season)),
        "disputes": [_dispute(*one, link) for one in disputes[:MOST_DISPUTES]],
        "more_disputes": max(len(disputes) - MOST_DISPUTES, 0),
        "unjudged": [(entry, link(entry)) for entry in season.unjudged[:MOST_DISPUTES]],
        "more_unjudged": max(len(season.unjudged) - MOST_DISPUTES, 0),
        "logs": [_log(entry, link) for entry in entries[:MOST_LOGS]],
        "more_logs": max(len(entries) - MOST_LOGS, 0),
        "undated": season.undated if first else 0,
    }
    return filled(__package__, "page.html.j2", content)


def _shares(season: Season, changes: Sequence[RatingChange] | None) -> Iterable[tuple[str, int, int]]:
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
