"""The season as a page: one file that loads nothing from elsewhere, a template filled with tables and plots."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from importlib import resources
from typing import Any

from referee.club import plots, tables
from referee.club.entry import Dispute, Entry
from referee.club.ratings import Change
from referee.club.season import Season
from referee.core.harmless import visible
from referee.core.markup import Markup
from referee.core.places import COMMAND_LINE, Complaint, Place, SourceError
from referee.core.wording import listed
from referee.picture.plot import styles

MOST_LOGS, MOST_DISPUTES = 1_000, 300
"""The most logs and disputes that are listed, latest first."""
MISSING = "a page needs the package Jinja2; install it with pip install 'referee[club]'"
KINDS = {"violation": "against the rules", "accepted": "let stand", "reading": "open question"}
VERDICTS = {"legal": "legal", "illegal": "not legal", "unjudged": "not judged"}

Link = Callable[[Entry], str]
"""The address of a page on a log; empty if there is none."""


def require_package() -> Any:
    """The package for templates. Raises SourceError if it is missing."""
    try:
        import jinja2
    except ImportError:
        raise SourceError([Complaint(Place(COMMAND_LINE, 1, 1), MISSING)]) from None
    return jinja2


def page(title: str, season: Season, changes: Sequence[Change] | None, link: Link = lambda entry: "") -> str:
    """The page of a season. Raises SourceError without Jinja2."""
    jinja2 = require_package()
    environment = jinja2.Environment(
        autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True, finalize=_shown
    )
    template = environment.from_string(_file("page.html.j2"))
    first, last = season.days
    entries, disputes = season.entries[::-1], season.disputes[::-1]
    return str(
        template.render(
            title=title,
            styles=Markup(_file("page.css") + styles()),
            first=first,
            last=last,
            games=len(season.counted),
            players=len(season.total.records),
            standings=tables.standings(season, changes),
            ratings=plots.of_ratings(changes or ()),
            shares=plots.of_shares(_shares(season, changes)),
            by_game=list(tables.game_sheets(season)),
            disputes=[_dispute(*one, link) for one in disputes[:MOST_DISPUTES]],
            more_disputes=max(len(disputes) - MOST_DISPUTES, 0),
            unjudged=[(entry, link(entry)) for entry in season.unjudged[:MOST_DISPUTES]],
            more_unjudged=max(len(season.unjudged) - MOST_DISPUTES, 0),
            logs=[_log(entry, link) for entry in entries[:MOST_LOGS]],
            more_logs=max(len(entries) - MOST_LOGS, 0),
            undated=season.undated if first else 0,
        )
    )


def _shown(value: Any) -> Any:
    """Text that may be shown."""
    return visible(value) if type(value) is str else value


def _file(name: str) -> str:
    return resources.files(__package__).joinpath(name).read_text(encoding="utf-8")


def _shares(season: Season, changes: Sequence[Change] | None) -> Iterable[tuple[str, int, int]]:
    """How many of the games that ended each player won, the largest share first, for those who played more than a few."""
    few = max(record.ended for record in season.total.records.values()) // 10 if season.total.records else 0
    records = [(player, one.won, one.ended) for player, one in season.total.records.items() if one.ended > few]
    return sorted(records, key=lambda row: (-row[1] / row[2], -row[2], row[0]))


def _log(entry: Entry, link: Link) -> dict[str, Any]:
    """A log in the list of all."""
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
