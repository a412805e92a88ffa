"""A club's season as tables: for programs, for readers as text, Markdown and JSON, and as a page that loads nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import chain, groupby, islice
from typing import Any, NamedTuple

from referee.club.night import Night, TableResult, meetings, pair_name, session_of
from referee.club.season import ClubGame, GameRecord, PlayerRecord, Rating, RatingChange, Season, latest
from referee.core.markup import Markup, cut, file_of, tag
from referee.core.text import markdown as markdown_text
from referee.core.text import one_line, visible
from referee.core.wording import in_list
from referee.picture.plot import Chart, PlotLine, bars, lines, on_page
from referee.report import html
from referee.report.paper import PAPER, Paper, as_json, columns_of, counted_out, markdown_table, table
from referee.report.verdicts import rule_lines

Row = tuple[Any, ...]
Changes = Sequence[RatingChange] | None
"""The ratings after each game that was rated; None if they are not asked for, or cannot be computed."""


Rows = Callable[[Season, Changes], Iterable[Row]]
TABLES: dict[str, tuple[dict[str, type], Rows]] = {}
"""The tables for programs by name: what their columns hold, and what makes the rows. Text, numbers and truth values; None if
something is not known."""


def columns(words: str) -> Callable[[Rows], Rows]:
    """Return what adds a table to TABLES, of the columns in these words."""

    def add(rows: Rows) -> Rows:
        TABLES[rows.__name__] = columns_of(words), rows
        return rows

    return add


@columns("player rating:float mu:float sigma:float games:int ended:int won:int average_place:float last_played")
def players(season: Season, changes: Changes) -> Iterable[Row]:
    """Return one row per player: everything that was played; with ratings if that was one game."""
    if len(season.by_game) == 1:
        ratings_ = latest(changes or ())
    else:
        ratings_ = {}
    strength = {player: rating for (_, player), rating in ratings_.items()}
    rows = [
        (player, *_strength(strength.get(player)), one.games, one.ended, one.won, _round(one.place), one.last)
        for player, one in season.total.records.items()
    ]

    def strongest(row: Row) -> tuple[Any, ...]:
        player, rating, _, _, games, ended, won, *_ = row
        return rating is None, -(rating or 0), -won / (ended or 1), -games, player

    return sorted(rows, key=strongest)


def _strength(found: Rating | None) -> Row:
    if found:
        return (round(found.sure, 3), round(found.mu, 3), round(found.sigma, 3))
    return (None, None, None)


def _records(season: Season) -> Iterator[tuple[str, str, str, PlayerRecord]]:
    """Yield what every player did in each game, by its house rules."""
    for (game, house), played in sorted(season.by_house.items()):
        for player, record in sorted(played.records.items()):
            yield game, _house(house), player, record


@columns(
    "game house player games:int ended:int won:int average_place:float average_points:float rating:float mu:float sigma:float"
)
def games(season: Season, changes: Changes) -> Iterable[Row]:
    """Yield one row per player, game and selection of house rules; the rating is that in the game by any rules."""
    ratings_ = latest(changes or ())
    for game, house, player, one in _records(season):
        counted = (one.games, one.ended, one.won, _round(one.place), _round(one.average))
        yield (game, house, player, *counted, *_strength(ratings_.get((game, player))))


@columns("game house player what counted:float of:float")
def tallies(season: Season, changes: Changes) -> Iterable[Row]:
    """Yield one row per player, game, selection of house rules, and thing counted."""
    for *who, record in _records(season):
        yield from ((*who, name, *tally) for name, tally in record.tallies.items())


@columns("date log line:int game player rating:float mu:float sigma:float games:int")
def ratings(season: Season, changes: Changes) -> Iterable[Row]:
    """Yield one row per game and player, in the order of the games: the rating after it."""
    for entry, after in changes or ():
        for player, rating in after.items():
            numbers = map(_round, (rating.sure, rating.mu, rating.sigma))
            yield (entry.occasion.date, entry.path, entry.line, entry.game, player, *numbers, rating.games)


SESSION = "game house date event session "
night_of = lru_cache(maxsize=1)(Night)
"""The boards of a season, compared once for all its tables."""


@columns(f"{SESSION} direction place:int pair boards:int matchpoints:float top:float percent:float imps:float")
def pairs(season: Season, changes: Changes) -> Iterable[Row]:
    """Yield one row per session, direction and pair, the best first."""
    for one in night_of(season).pairs:
        worth = map(_round, (one.matchpoints, one.top, one.percent, one.imps))
        yield (*one.session, one.direction, one.place, pair_name(one.pair), one.boards, *worth)


@columns(f"{SESSION} team boards:int won:float lost:float")
def teams(season: Season, changes: Changes) -> Iterable[Row]:
    """Yield one row per team of a session in which every board was played at two tables, the winner first."""
    for one in sorted(night_of(season).teams, key=lambda one: (one.session, one.lost - one.won, one.team)):
        yield (*one.session, " / ".join(map(pair_name, one.team)), one.boards, one.won, one.lost)


@columns(
    f"{SESSION} board table ns ew contract declarer lead tricks:int score:float ns_awarded:float ew_awarded:float "
    "ns_matchpoints:float ew_matchpoints:float top:int ns_imps:float ew_imps:float"
)
def boards(season: Season, changes: Changes) -> Iterable[Row]:
    """Yield one row per board and table: the result, and what it was worth."""
    for one in night_of(season).results:
        board = one.board
        worth = (*map(_round, one.matchpoints), one.top, *map(_round, one.imps))
        played = (board.contract, one.declarer, board.lead, board.tricks, one.score, *(one.awarded or (None, None)))
        yield (*session_of(one.entry), str(board.number), board.table, *map(pair_name, one.pairs), *played, *worth)


@columns("game one other met:int won:int tied:int lost:int")
def head_to_head(season: Season, changes: Changes) -> Iterable[Row]:
    """Yield one row per game and two players, or two pairs on boards, who met on different sides."""
    for who, each in sorted(meetings(season, night_of(season).results).items()):
        yield (*who, each.total(), each["won"], each["tied"], each["lost"])


@columns("about what")
def questions(season: Season, changes: Changes) -> Iterable[Row]:
    """Yield one row per question that the logs leave open: names that look alike, and boards that could not be compared."""
    yield from (("name", text) for text in season.questions)
    yield from (("board", text) for text in night_of(season).remarks)


@columns(
    "date place event log line:int game house verdict over:bool seat:int player came_in:int points:float winner:bool complaint"
)
def logs(season: Season, changes: Changes) -> Iterable[Row]:
    """Yield one row per player and log."""
    for entry in season.entries:
        log = (*entry.occasion, entry.path, entry.line, entry.game, _house(entry.house), entry.status, entry.over)
        for seat, player in enumerate(entry.players):
            came_in = None
            if entry.ended:
                came_in = entry.places[seat]
            yield (*log, seat + 1, player, came_in, entry.totals[seat], seat in entry.winners, "")
        if not entry.players:
            yield (*log, None, "", None, None, False, next(iter(entry.complaints), ""))


@columns("date log line:int event:int game kind player rule message reason text source set_at")
def disputes(season: Season, changes: Changes) -> Iterable[Row]:
    """Yield one row per violation, per irregularity that a table let stand, and per open question that they depend on."""
    for entry, found in season.disputes:
        said = (found.rule, found.message, found.reason, found.text, found.source, found.set_at)
        yield (entry.occasion.date, entry.path, found.line, found.event, entry.game, found.kind, found.player, *said)


class ClubSheet(NamedTuple):
    """A table for readers: its title, headers, cells as they are shown, what is said below it, and what a page draws there."""

    title: str
    headers: Sequence[str]
    rows: Sequence[Sequence[str]]
    says: str = ""
    chart: Callable[[], Markup] = Markup


def _standings(season: Season) -> ClubSheet:
    """Return the players, those first who won most of their games."""
    rows = [
        [player, str(number), _share(won, ended), _decimal(place), last]
        for player, *_, number, ended, won, place, last in players(season, None)
    ]
    headers = ["player", "games", "won", "average place", "last played"]
    return ClubSheet("Players", headers, rows, chart=partial(_shares_chart, season))


SAYS = "The rating is what a player is all but surely worth: the estimate less three times its doubt (OpenSkill)."


def _game_sheet(played: GameRecord, house: str = "", strength: Mapping[str, Rating] | None = None) -> ClubSheet:
    """Return the result of a game for each player, with everything counted in it, and the ratings if there are any."""
    names = played.tallied
    rows = []
    for player, record in sorted(played.records.items(), key=lambda item: (-item[1].won, -item[1].games, item[0])):
        shares = [_share(*record.tallies[name]) if name in record.tallies else "" for name in names]
        own = None
        if strength:
            own = strength.get(player)
        if own:
            rating = [f"{own.sure:.1f}", f"{own.mu:.1f} ± {own.sigma:.1f}"]
        else:
            rating = [""] * 2 * bool(strength)
        results = (_share(record.won, record.ended), _decimal(record.place), _decimal(record.average))
        rows.append([player, *rating, str(record.games), *results, *shares])
    if strength:
        rated = ["rating", "estimate"]
    else:
        rated = []
    title = f"{played.title}{', ' if house else ''}{house}: {counted_out(played.games, 'games')}"
    headers = ["player", *rated, "games", "won", "average place", "average points", *names]
    return ClubSheet(title, headers, rows, SAYS if strength else "")


def _game_sheets(season: Season, changes: Changes) -> Iterator[ClubSheet]:
    """Yield the sheets of each game: all of it, then by house rule if there are several."""
    ratings_ = latest(changes or ())
    for game, played in sorted(season.by_game.items(), key=lambda item: (-item[1].games, item[0])):
        strength = {player: rating for (name, player), rating in ratings_.items() if name == game}
        rated = [change for change in changes or () if change.entry.game == game]
        yield _game_sheet(played, "", strength)._replace(chart=partial(_ratings_chart, rated))
        for part in season.of(game):
            yield _game_sheet(part, _house(part.house) or "as the game is written")


MOST_BOARDS = 200
TRAVELLER = [
    "N/S", "E/W", "table", "contract", "by", "lead", "tricks", "score N/S", "score E/W", "N/S %", "N/S", "E/W", "IMPs N/S",
]  # fmt: skip


def _night_sheets(season: Season) -> Iterator[ClubSheet]:
    """Yield the sheets of a night of boards: the pairs, the teams and every board."""
    night = night_of(season)
    for (session, direction), group in groupby(night.pairs, key=lambda one: (one.session, one.direction)):
        pair_rows = []
        records = list(group)
        shared = Counter(one.place for one in records)
        for one in records:
            worth = map(_decimal, (one.matchpoints, one.top, one.imps))
            if shared[one.place] > 1:
                place = f"{one.place}="
            else:
                place = str(one.place)
            pair_rows.append([place, pair_name(one.pair), f"{one.percent:.2f}", str(one.boards), *worth])
        title = ", ".join(["Pairs", *filter(None, session[2:]), direction])
        yield ClubSheet(title, ["place", "pair", "%", "boards", "matchpoints", "top", "IMPs"], pair_rows)
    if night.teams:
        rows = [[row[5], *map(_decimal, row[6:])] for row in teams(season, None)]
        yield ClubSheet("Teams", ["team", "boards", "IMPs won", "IMPs lost"], rows)
    travellers = groupby(night.results, key=lambda one: (session_of(one.entry), str(one.board.number), one.board.dealt))
    for (session, number, _), results in islice(travellers, MOST_BOARDS):
        title = ", ".join([f"Board {number}", *filter(None, session[2:])])
        yield ClubSheet(title, TRAVELLER, list(map(_line, results)))


def _line(one: TableResult) -> list[str]:
    """Return a result as a line of the traveller of its board."""
    board = one.board
    score = one.score
    ours = one.matchpoints[0]
    scores = [f"{share:g}%" for share in one.awarded or ()] or [_decimal(score), _decimal(-(score or 0))]
    if ours is None or not one.top:
        percent = ""
    else:
        percent = f"{100 * ours / one.top:.1f}"
    if board.tricks is None or not one.declarer:
        tricks = ""
    else:
        tricks = str(board.tricks)
    worth = [percent, *map(_decimal, one.matchpoints), _decimal(one.imps[0])]
    return [*map(pair_name, one.pairs), board.table, board.contract, one.declarer, board.lead, tricks, *scores, *worth]


def _meeting_sheets(season: Season) -> Iterator[ClubSheet]:
    """Yield who met whom, and what the logs leave open."""
    met = [list(map(str, row)) for row in sorted(head_to_head(season, None), key=lambda row: -row[3])]
    yield ClubSheet("Head to head", ["game", "one", "other", "met", "won", "tied", "lost"], met[:MOST])
    yield ClubSheet("Questions", ["about", "what"], list(questions(season, None))[:MOST])


KINDS = {"violation": "against the rules", "accepted": "let stand", "reading": "open question"}
VERDICTS = {"legal": "legal", "illegal": "not legal", "unjudged": "not judged"}
MOST, MOST_LOGS = 300, 1_000
"""The most rows of a sheet and the most logs that are shown to readers, latest first."""
Link = Callable[[ClubGame], str]
"""The address of a page on a log; empty if there is none."""


def _dispute_sheet(season: Season, link: Link) -> ClubSheet:
    """Return the disputes, the latest first, each with its rule in words."""
    rows = []
    for entry, dispute in season.disputes[::-1][:MOST]:
        place = _place(entry._replace(line=dispute.line), link, f", event {dispute.event}" if dispute.event else "")
        what = KINDS[dispute.kind] + (f": {dispute.reason}" if dispute.reason else "")
        ruling = [f"{dispute.rule}: {dispute.message}", *(line.strip() for line in rule_lines(dispute))]
        rows.append([entry.occasion.date, place, dispute.player or "", what, "; ".join(ruling)])
    more = _more(season.disputes, MOST, "--format csv --table disputes")
    return ClubSheet("Disputes", ["date", "log", "player", "what", "ruling"], rows, more)


def _log_sheet(season: Season, link: Link) -> ClubSheet:
    """Return every log, the latest first."""
    rows = []
    for entry in season.entries[::-1][:MOST_LOGS]:
        game = (entry.title or entry.game) + (f" ({_house(entry.house)})" if entry.house else "")
        occasion = ", ".join(filter(None, (entry.occasion.event, entry.occasion.place)))
        totals = ["?" if total is None else f"{total:,}" for total in entry.totals]
        score = ", ".join(f"{who} {total}" for who, total in zip(entry.players, totals, strict=False))
        won = "not over"
        if entry.over:
            won = in_list([entry.players[seat] for seat in entry.winners])
        row = [entry.occasion.date, _place(entry, link), game, occasion, score, won if entry.players else ""]
        rows.append([*row, VERDICTS[entry.status]])
    headers = ["date", "log", "game", "occasion", "score", "won by", "verdict"]
    return ClubSheet("Logs", headers, rows, _more(season.entries, MOST_LOGS, "--format csv --table logs"))


def _place(entry: ClubGame, link: Link, event: str = "") -> str:
    """Return where a log is, as a link if there is a page on it."""
    where = f"{entry.where}{event}"
    to = link(entry)
    if to:
        return tag("a", where, href=to)
    return where


def _more(every: Sequence[Any], most: int, lists_all: str) -> str:
    """Return how many are not listed, and what lists them."""
    if len(every) > most:
        return f"{len(every) - most:,} more are not listed; {lists_all} lists all."
    return ""


def _house(house: Iterable[str]) -> str:
    return " + ".join(house)


def _round(number: float | None) -> float | None:
    if number is None:
        return None
    return round(number, 6)


def _decimal(number: float | None) -> str:
    if number is None:
        return ""
    return f"{number:,.2f}".rstrip("0").rstrip(".")


def _share(counted: float, of: float | None) -> str:
    """Return '3 of 4 (75%)'; a dash without any, and only the number if it is no share."""
    if of is None:
        return f"{counted:,}"
    if of:
        return f"{counted:,} of {of:,} ({100 * counted / of:.0f}%)"
    return "–"


Sections = Mapping[tuple[str, str], Sequence[ClubSheet]]
"""The parts of a season for readers, by the name of each on a page and its heading: the sheets that have rows."""


def _sections(season: Season, changes: Changes, link: Link = lambda entry: "") -> Sections:
    unjudged = [[_place(entry, link), why] for entry in season.unjudged[:MOST] for why in entry.complaints[:1]]
    return {
        ("night", "Boards"): list(_night_sheets(season)),
        ("players", "Players"): [_standings(season)],
        ("games", "Games"): list(_game_sheets(season, changes)),
        ("meetings", "Who met whom"): [sheet for sheet in _meeting_sheets(season) if sheet.rows],
        ("disputes", "Disputes"): [_dispute_sheet(season, link)] if season.disputes else [],
        ("unjudged", "Not judged"): [ClubSheet("Not judged", ["log", "why"], unjudged)] if unjudged else [],
    }


WIDEST = 60
"""Longer cells wrap."""


def text(title: str, season: Season, changes: Changes, paper: Paper = PAPER) -> Iterator[str]:
    """Yield the tables for a terminal."""
    yield paper.paint(one_line(title), "head")
    for sheet in chain.from_iterable(_sections(season, changes).values()):
        rows = [[one_line(cell) for cell in row] for row in sheet.rows]
        heading = paper.paint(one_line(sheet.title), "head")
        yield f"\n{heading}\n\n{table(sheet.headers, rows, paper, widest=WIDEST)}"


def markdown(title: str, season: Season, changes: Changes, paper: Paper = PAPER) -> Iterator[str]:
    """Yield the same tables for a page in Markdown."""
    yield f"# {markdown_text(title)}"
    for sheet in chain.from_iterable(_sections(season, changes).values()):
        below = ""
        if sheet.says:
            below = f"\n\n{markdown_text(sheet.says)}"
        yield f"\n## {markdown_text(sheet.title)}\n\n{markdown_table(sheet.headers, sheet.rows)}{below}"


def json(title: str, season: Season, changes: Changes, paper: Paper = PAPER) -> Iterator[str]:
    """Yield the JSON of $defs/club in schemas/report.schema.json: every table, one map per row."""
    data: dict[str, Any] = {"club": title, "from": season.days[0], "to": season.days[1]}
    for name, (columns, rows) in TABLES.items():
        plain = ([visible(cell) if isinstance(cell, str) else cell for cell in row] for row in rows(season, changes))
        data[name] = [dict(zip(columns, row, strict=True)) for row in plain]
    data["projects"] = season.projects
    yield as_json(data)


FORMATS: dict[str, Callable[[str, Season, Changes, Paper], Iterator[str]]]
FORMATS = {"text": text, "markdown": markdown, "json": json}


def page(title: str, season: Season, changes: Changes, link: Link) -> str:
    """Return the same tables and all logs as a page, with charts."""
    logs = {("logs", "Logs"): [_log_sheet(season, link)]}
    sections = {part: sheets for part, sheets in {**_sections(season, changes, link), **logs}.items() if sheets}
    first, last = season.days
    about = f"{counted_out(len(season.counted), 'games')}, {len(season.total.records):,} players"
    about += (f", {first}" if first else "") + (f" to {last}" if first != last else "") + "."
    undated = sum(not entry.occasion.date for entry in season.counted)
    if first and undated:
        why = "do not say when they were played; they count as the first, in the order of their files."
        about += f" {undated} of the games {why}"
    links = [tag("li", tag("a", heading, href=f"#{name}")) for name, heading in sections]
    projects = [tag("p", line, class_="soft") for line in season.projects]
    body = [tag("h1", title), tag("p", about), *projects, tag("nav", tag("ul", *links), aria_label="On this page")]
    for (name, heading), sheets in sections.items():
        parts = []
        for sheet in sheets:
            if sheet.says:
                below = [tag("p", sheet.says, class_="soft")]
            else:
                below = []
            parts += [html.table(sheet.title, sheet.headers, sheet.rows), *below, sheet.chart()]
        body.append(tag("section", tag("h2", heading), *parts, id=name))
    body.append(tag("footer", "Judged and counted by ", tag("code", "referee club"), "."))
    style = file_of(__package__, "page.css") + file_of("referee.picture", "plot.css")
    return html.page(title, body, style, file_of(__package__, "page.js"))


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
    series = []
    for player in sorted(points, key=lambda player: (-len(points[player]), player))[:MOST_LINES]:
        line = points[player]
        step = -(-len(points[player]) // MOST_POINTS)
        series.append((player, line if step < 2 else [*line[:-1:step], line[-1]]))  # the last point always

    def drawn(wide: float, high: float, names: float, letters: int) -> Chart:
        labelled = [PlotLine(f"{cut(one_line(who), letters)} {line[-1][1]:.1f}", line) for who, line in series]
        ends = ("first game", f"game {len(changes):,}")
        return lines(labelled, "The ratings, game by game. In the end:", size=(wide, high), names=names, ends=ends)

    if len(changes) > 1:
        return _figure("Ratings, game by game", drawn)
    return Markup()


def _shares_chart(season: Season) -> Markup:
    """Return bars of the games that each player won, of those that ended, for those who played more than a few, the largest
    share first; empty if nobody did."""
    few = max((one.ended for one in season.total.records.values()), default=0) // 10
    records = [(who, one.won / one.ended, one) for who, one in season.total.records.items() if one.ended > few]
    records = sorted(records, key=lambda row: (-row[1], -row[2].ended, row[0]))[:MOST_BARS]

    def drawn(wide: float, high: float, names: float, letters: int) -> Chart:
        rows = [
            (cut(one_line(who), letters), share, f"{100 * share:.0f}%, {one.won:,} of {one.ended:,}")
            for who, share, one in records
        ]
        return bars(rows, "Games won:", wide=wide, names=names * 0.7)

    if records:
        return _figure("Games won, of those that ended", drawn)
    return Markup()


def _figure(caption: str, drawn: Callable[[float, float, float, int], Chart]) -> Markup:
    """Return a chart under its caption for every width of a screen, of which the page shows one."""
    charts = (tag("div", on_page(drawn(*size)), class_=name) for name, size in WIDTHS.items())
    return tag("figure", tag("figcaption", caption), *charts)
