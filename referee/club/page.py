"""The season as a page: one file that loads nothing from elsewhere, a template filled with tables and charts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from referee.club import tables
from referee.club.season import Change, Dispute, Entry, Season
from referee.core.harmless import one_line
from referee.core.markup import Markup, cut
from referee.core.places import COMMAND_LINE, Complaint, Place, SourceError
from referee.core.wording import listed
from referee.picture.plot import Line, bars, lines, on_page, styles
from referee.report.html import file_of, filled

MOST_LINES, MOST_BARS, MOST_POINTS = 8, 20, 160
"""The most players with a line or a bar, and the most points of a line."""


def _ratings_chart(changes: Sequence[Change]) -> Markup:
    """Return the ratings of those who played most, game by game; empty if there is no line to draw."""
    points: dict[str, list[tuple[float, float]]] = {}
    for number, change in enumerate(changes, 1):
        for player, rating in change.after.items():
            points.setdefault(player, []).append((number, rating.sure))
    most = sorted(points, key=lambda player: (-len(points[player]), player))[:MOST_LINES]
    if len(changes) < 2 or not most:
        return Markup("")
    series = [Line(f"{_cut(player)} {points[player][-1][1]:.1f}", _thinned(points[player])) for player in most]
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

Link = Callable[[Entry], str]
"""The address of a page on a log; empty if there is none."""


def require_package() -> None:
    """Raise SourceError if the package for templates is missing."""
    try:
        import jinja2  # noqa: F401 - only whether it is there
    except ImportError:
        raise SourceError([Complaint(Place(COMMAND_LINE, 1, 1), MISSING)]) from None


def page(title: str, season: Season, changes: Sequence[Change] | None, link: Link = lambda entry: "") -> str:
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
        "standings": tables.standings(season, changes),
        "ratings": _ratings_chart(changes or ()),
        "shares": _shares_chart(_shares(season, changes)),
        "by_game": list(tables.game_sheets(season)),
        "disputes": [_dispute(*one, link) for one in disputes[:MOST_DISPUTES]],
        "more_disputes": max(len(disputes) - MOST_DISPUTES, 0),
        "unjudged": [(entry, link(entry)) for entry in season.unjudged[:MOST_DISPUTES]],
        "more_unjudged": max(len(season.unjudged) - MOST_DISPUTES, 0),
        "logs": [_log(entry, link) for entry in entries[:MOST_LOGS]],
        "more_logs": max(len(entries) - MOST_LOGS, 0),
        "undated": season.undated if first else 0,
    }
    return filled(__package__, "page.html.j2", content)


def _shares(season: Season, changes: Sequence[Change] | None) -> Iterable[tuple[str, int, int]]:
    """Return how many of the games that ended each player won, the largest share first, for those who played more than a
    few."""
    few = max(record.ended for record in season.total.records.values()) // 10 if season.total.records else 0
    records = [(player, one.won, one.ended) for player, one in season.total.records.items() if one.ended > few]
    return sorted(records, key=lambda row: (-row[1] / row[2], -row[2], row[0]))


def _log(entry: Entry, link: Link) -> dict[str, Any]:
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


def _dispute(entry: Entry, found: Dispute, link: Link) -> dict[str, Any]:
    where = f"{entry.path}:{found.line}" if found.line else entry.path
    return {
        "entry": entry,
        "found": found,
        "kind": KINDS.get(found.kind, found.kind),
        "where": where,
        "link": link(entry),
    }
