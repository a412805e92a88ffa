"""A club's season as tables: for programs, for readers as text, Markdown and JSON, and as a page that loads nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import chain, groupby, islice
from operator import attrgetter, itemgetter
from typing import Any, NamedTuple

from referee.club.night import (
    BOTH,
    Night,
    PairRecord,
    Session,
    TableResult,
    TeamRecord,
    meetings,
    pair_name,
    session_of,
)
from referee.club.season import ClubGame, GameRecord, PlayerRecord, Rating, RatingChange, Season, latest
from referee.core.data import Data
from referee.core.markup import Markup, cut, file_of, tag
from referee.core.text import markdown as markdown_text
from referee.core.text import one_line, visible
from referee.core.wording import in_list
from referee.report import html
from referee.report.paper import PAPER, Paper, as_json, counted_out, markdown_table, table
from referee.report.plot import Chart, PlotLine, bars, lines, on_page
from referee.report.verdicts import rule_lines

Row = tuple[Any, ...]
Changes = Sequence[RatingChange] | None
"""The ratings after each game that was rated; None if they are not asked for, or cannot be computed."""


Rows = Callable[[Season, Changes], Iterable[Row]]
TABLES: dict[str, tuple[tuple[str, ...], Rows]] = {}
"""The tables for programs by name: their columns, and what makes the rows. Text, numbers and truth values; None if
something is not known."""


def columns(words: str) -> Callable[[Rows], Rows]:
    """A decorator that adds a function which makes rows to TABLES, under its name, with the columns in these words."""

    def add(rows: Rows) -> Rows:
        TABLES[rows.__name__] = tuple(words.split()), rows
        return rows

    return add


@columns("player rating mu sigma games ended won average_place last_played")
def players(season: Season, changes: Changes) -> Iterable[Row]:
    """One row per player on all games; with ratings if there is only one kind of game. The strongest come first."""
    strength: Mapping[str, Rating] = {}
    if len(season.by_game) == 1:
        strength = _strengths(changes, *season.by_game)
    rows = []
    for player, one in season.total.records.items():
        counted = (one.games, one.ended, one.won, _round(one.place), one.last)
        rows.append((player,) + _strength(strength.get(player)) + counted)
    return sorted(rows, key=_strongest_first)


def _strongest_first(row: Row) -> Row:
    """Where a row of a player is sorted: by rating, then by the share of games won, then by games played.

    Players of whom no game ended come last.
    """
    player, rating, _, _, games, ended, won, *_ = row
    if not ended:
        return True, 0, 0, -games, player
    return rating is None, -(rating or 0), -won / ended, -games, player


def _strengths(changes: Changes, game: str) -> Mapping[str, Rating]:
    """The final ratings of the players of a game."""
    return {player: rating for (name, player), rating in latest(_games_with_ratings(changes)).items() if name == game}


def _games_with_ratings(changes: Changes) -> Sequence[RatingChange]:
    """The games that were rated; none if ratings are not asked for."""
    return changes or ()


def _strength(found: Rating | None) -> Row:
    if found:
        return (round(found.sure, 3), round(found.mu, 3), round(found.sigma, 3))
    return (None, None, None)


def _records(season: Season) -> Iterator[tuple[str, str, str, PlayerRecord]]:
    """Yield what every player did in each game, by its house rules."""
    for (game, house), played in sorted(season.by_house.items()):
        for player, record in sorted(played.records.items()):
            yield game, _house(house), player, record


@columns("game house player games ended won average_place average_points rating mu sigma")
def games(season: Season, changes: Changes) -> Iterable[Row]:
    """Yield one row per player, game and set of house rules; the rating is that in the game by any house rules."""
    final = latest(_games_with_ratings(changes))
    for game, house, player, one in _records(season):
        counted = (one.games, one.ended, one.won, _round(one.place), _round(one.average))
        yield (game, house, player) + counted + _strength(final.get((game, player)))


@columns("game house player what counted of")
def tallies(season: Season, changes: Changes) -> Iterable[Row]:
    """Yield one row per player, game, selection of house rules, and thing counted."""
    for game, house, player, record in _records(season):
        for name, (counted, of) in record.tallies.items():
            yield game, house, player, name, counted, of


@columns("date log line game player rating mu sigma games")
def ratings(season: Season, changes: Changes) -> Iterable[Row]:
    """Yield one row per game and player, in the order of the games: the rating after it."""
    for entry, after in _games_with_ratings(changes):
        for player, rating in after.items():
            numbers = tuple(map(_round, (rating.sure, rating.mu, rating.sigma)))
            yield (entry.occasion.date, entry.path, entry.line, entry.game, player) + numbers + (rating.games,)


SESSION = "game house date event session "
night_of = lru_cache(maxsize=1)(Night)
"""The boards of a season, compared once for all its tables."""


@columns(f"{SESSION} direction place pair boards matchpoints top percent imps")
def pairs(season: Season, changes: Changes) -> Iterable[Row]:
    """Yield one row per session, direction and pair, the best first."""
    for one in night_of(season).pairs:
        worth = tuple(map(_round, (one.matchpoints, one.top, one.percent, one.imps)))
        yield one.session + (one.direction, one.place, pair_name(one.pair), one.boards) + worth


@columns(f"{SESSION} team boards won lost")
def teams(season: Season, changes: Changes) -> Iterable[Row]:
    """Yield one row per team of a session in which every board was played at two tables, the winner first."""
    for one in sorted(night_of(season).teams, key=_winner_first):
        yield one.session + (" / ".join(map(pair_name, one.team)), one.boards, one.won, one.lost)


def _winner_first(one: TeamRecord) -> tuple[object, ...]:
    return one.session, one.lost - one.won, one.team


@columns(
    f"{SESSION} board table ns ew contract declarer lead tricks score ns_awarded ew_awarded "
    "ns_matchpoints ew_matchpoints top ns_imps ew_imps"
)
def boards(season: Season, changes: Changes) -> Iterable[Row]:
    """Yield one row per board and table: the result, and what it was worth."""
    for one in night_of(season).results:
        board = one.board
        row: Row = session_of(one.entry) + (str(board.number), board.table)
        row += tuple(map(pair_name, one.pairs))
        row += (board.contract, one.declarer, board.lead, board.tricks, one.score)
        row += one.awarded or (None, None)
        yield row + tuple(map(_round, one.matchpoints)) + (one.top,) + tuple(map(_round, one.imps))


@columns("game one other met won tied lost")
def head_to_head(season: Season, changes: Changes) -> Iterable[Row]:
    """Yield one row per game and two players, or two pairs on boards, who met on different sides."""
    for who, each in sorted(meetings(season, night_of(season).results).items()):
        yield who + (each.total(), each["won"], each["tied"], each["lost"])


@columns("about what")
def questions(season: Season, changes: Changes) -> Iterable[Row]:
    """Yield one row per question that the logs leave open: names that look alike, and boards that could not be compared."""
    for text in season.questions:
        yield "name", text
    for text in night_of(season).remarks:
        yield "board", text


@columns("date place event log line game house verdict over seat player came_in points winner complaint")
def logs(season: Season, changes: Changes) -> Iterable[Row]:
    """Yield one row per log and player; one without a player for a log that could not be judged."""
    for entry in season.entries:
        log: Row = tuple(entry.occasion)
        log += (entry.path, entry.line, entry.game, _house(entry.house), entry.status, entry.over)
        for seat, player in enumerate(entry.players):
            came_in = None
            if entry.ended:
                came_in = entry.places[seat]
            yield log + (seat + 1, player, came_in, entry.totals[seat], seat in entry.winners, "")
        if not entry.players:
            yield log + (None, "", None, None, False, "".join(entry.complaints[:1]))


@columns("date log line event game kind player rule message reason text source set_at")
def disputes(season: Season, changes: Changes) -> Iterable[Row]:
    """Yield one row per violation, irregularity that a table let stand, and open question these depend on."""
    for entry, found in season.disputes:
        said = (found.rule, found.message, found.reason, found.text, found.source, found.set_at)
        row = (entry.occasion.date, entry.path, found.line, found.event, entry.game, found.kind, found.player)
        yield row + said


class ClubSheet(NamedTuple):
    """A table for readers: its title, headers, cells as they are shown, what is said below it, and what a page draws there."""

    title: str
    headers: Sequence[str]
    rows: Sequence[Sequence[str]]
    says: str = ""
    chart: Callable[[], Markup] = Markup


def _standings(season: Season) -> ClubSheet:
    """The players, those first who won most of their games."""
    rows = []
    for player, *_, number, ended, won, place, last in players(season, None):
        rows.append([player, str(number), _share(won, ended), _decimal(place), last])
    headers = ["player", "games", "won", "average place", "last played"]
    return ClubSheet("Players", headers, rows, chart=partial(_shares_chart, season))


SAYS = "The rating is what a player is all but surely worth: the estimate less three times its doubt (OpenSkill)."


def _game_sheet(played: GameRecord, house: str = "", strength: Mapping[str, Rating] | None = None) -> ClubSheet:
    """The table of a game for readers, one row per player with everything counted; with ratings if `strength` has
    any."""
    names = played.tallied
    rows = []
    for player, record in sorted(played.records.items(), key=_most_won_first):
        row = [player]
        if strength:
            row += _rating_cells(strength.get(player))
        row += [str(record.games), _share(record.won, record.ended), _decimal(record.place), _decimal(record.average)]
        row += [_tally_cell(record, name) for name in names]
        rows.append(row)
    title = played.title
    if house:
        title = f"{title}, {house}"
    headers = ["player"]
    says = ""
    if strength:
        headers += ["rating", "estimate"]
        says = SAYS
    headers += ["games", "won", "average place", "average points"]
    return ClubSheet(f"{title}: {counted_out(played.games, 'games')}", headers + names, rows, says)


def _most_won_first(item: tuple[str, PlayerRecord]) -> tuple[object, ...]:
    """Where a player is sorted in the table of a game: by games won, then by games; last if no game ended."""
    player, record = item
    return not record.ended, -record.won, -record.games, player


def _rating_cells(rating: Rating | None) -> list[str]:
    if rating is None:
        return ["", ""]
    return [f"{rating.sure:.1f}", f"{rating.mu:.1f} ± {rating.sigma:.1f}"]


def _tally_cell(record: PlayerRecord, name: str) -> str:
    if name not in record.tallies:
        return ""
    return _share(*record.tallies[name])


def _game_sheets(season: Season, changes: Changes) -> Iterator[ClubSheet]:
    """Yield the tables of each game, those played most first: all games, then by house rule if there are several."""
    for game, played in sorted(season.by_game.items(), key=_most_played_first):
        rated = [change for change in _games_with_ratings(changes) if change.entry.game == game]
        sheet = _game_sheet(played, "", _strengths(changes, game))
        yield sheet._replace(chart=partial(_ratings_chart, rated))
        for part in season.of(game):
            yield _game_sheet(part, _house(part.house) or "as the game is written")


def _most_played_first(item: tuple[str, GameRecord]) -> tuple[int, str]:
    game, played = item
    return -played.games, game


MOST_BOARDS = 200
TRAVELLER = [
    "N/S", "E/W", "table", "contract", "by", "lead", "tricks", "score N/S", "score E/W", "N/S %", "N/S", "E/W", "IMPs N/S",
]  # fmt: skip


def _night_sheets(season: Season) -> Iterator[ClubSheet]:
    """Yield the tables of a night of boards: pairs, teams, and the traveller of each board."""
    night = night_of(season)
    for (session, direction), records in groupby(night.pairs, key=attrgetter("session", "direction")):
        headers = ["place", "pair", "matchpoints", "top", "%", "boards", "IMPs"]
        yield ClubSheet(_title("Pairs", session[2:], direction), headers, _pair_rows(list(records)))
    if night.teams:
        rows = [row[5:6] + tuple(map(_decimal, row[6:])) for row in teams(season, None)]
        yield ClubSheet("Teams", ["team", "boards", "IMPs won", "IMPs lost"], rows)
    for (session, number, _), results in islice(groupby(night.results, key=_deal_of), MOST_BOARDS):
        yield ClubSheet(_title(f"Board {number}", session[2:]), TRAVELLER, list(map(_line, results)))


def _deal_of(one: TableResult) -> tuple[Session, str, str]:
    """What the results on one traveller have in common: the session, the board and its cards."""
    return session_of(one.entry), str(one.board.number), one.board.dealt


def _title(what: str, session: Iterable[str], direction: str = "") -> str:
    """A title with the parts of a session that are known."""
    return ", ".join(filter(None, (what, *session, direction)))


def _pair_rows(records: Sequence[PairRecord]) -> list[list[str]]:
    """The rows of the pairs of a session in one direction; an equals sign follows a place that is shared."""
    shared = Counter(one.place for one in records)
    rows = []
    for one in records:
        place = str(one.place)
        if shared[one.place] > 1:
            place += "="
        row = [place, pair_name(one.pair), _decimal(one.matchpoints), _decimal(one.top)]
        rows.append(row + [f"{one.percent:.2f}", str(one.boards), _decimal(one.imps)])
    return rows


def _line(one: TableResult) -> list[str]:
    """A result as a line of the traveller of its board, with the columns of TRAVELLER."""
    board = one.board
    scores = [_decimal(one.score), _decimal(-(one.score or 0))]
    if one.awarded:
        scores = [f"{share:g}%" for share in one.awarded]
    percent = ""
    ours = one.matchpoints[0]
    if ours is not None and one.top:
        percent = f"{100 * ours / one.top:.1f}"
    tricks = ""
    if board.tricks is not None and one.declarer:
        tricks = str(board.tricks)
    line = list(map(pair_name, one.pairs))
    line += [board.table, board.contract, one.declarer, board.lead, tricks]
    line += scores
    line.append(percent)
    line += map(_decimal, one.matchpoints)
    line.append(_decimal(one.imps[0]))
    return line


def _meeting_sheets(season: Season) -> Iterator[ClubSheet]:
    """Yield who met whom, and what the logs leave open."""
    met = [list(map(str, row)) for row in sorted(head_to_head(season, None), key=_most_met_first)]
    yield ClubSheet("Head to head", ["game", "one", "other", "met", "won", "tied", "lost"], met[:MOST])
    yield ClubSheet("Questions", ["about", "what"], list(questions(season, None))[:MOST])


def _most_met_first(row: Row) -> int:
    return -int(row[3])


KINDS = {"violation": "against the rules", "accepted": "let stand", "reading": "open question"}
VERDICTS = {"legal": "legal", "illegal": "not legal", "unjudged": "not judged"}
MOST, MOST_LOGS = 300, 1_000
"""The most rows of a sheet and the most logs that are shown to readers, latest first."""
Link = Callable[[ClubGame], str]
"""The address of a page on a log; empty if there is none."""


def _dispute_sheet(season: Season, link: Link) -> ClubSheet:
    """The table of disputes for readers, the latest first, each with its rule in words; `link` gives the page on a
    game."""
    rows = []
    for entry, dispute in season.disputes[::-1][:MOST]:
        event = ""
        if dispute.event:
            event = f", event {dispute.event}"
        place = _place(entry._replace(line=dispute.line), link, event)
        what = KINDS[dispute.kind]
        if dispute.reason:
            what += f": {dispute.reason}"
        ruling = [f"{dispute.rule}: {dispute.message}"]
        ruling += [line.strip() for line in rule_lines(dispute)]
        rows.append([entry.occasion.date, place, dispute.player or "", what, "; ".join(ruling)])
    more = _more(season.disputes, MOST, "--format csv --table disputes")
    return ClubSheet("Disputes", ["date", "log", "player", "what", "ruling"], rows, more)


def _log_sheet(season: Season, link: Link) -> ClubSheet:
    """The table of all logs for readers, the latest first; `link` gives the page on a game."""
    rows = []
    for entry in season.entries[::-1][:MOST_LOGS]:
        game = entry.title or entry.game
        if entry.house:
            game += f" ({_house(entry.house)})"
        occasion = ", ".join(filter(None, (entry.occasion.event, entry.occasion.place)))
        totals = map(_total, entry.totals)
        score = ", ".join(f"{who} {total}" for who, total in zip(entry.players, totals, strict=False))
        cells = [entry.occasion.date, _place(entry, link), game, occasion, score, _winners(entry)]
        rows.append(cells + [VERDICTS[entry.status]])
    headers = ["date", "log", "game", "occasion", "score", "won by", "verdict"]
    return ClubSheet("Logs", headers, rows, _more(season.entries, MOST_LOGS, "--format csv --table logs"))


def _total(total: int | float | None) -> str:
    if total is None:
        return "?"
    return f"{total:,}"


def _winners(entry: ClubGame) -> str:
    """The winners of a game, or that it is not over; empty if nobody is known to have played."""
    if not entry.players:
        return ""
    if not entry.over:
        return "not over"
    return in_list([entry.players[seat] for seat in entry.winners])


def _place(entry: ClubGame, link: Link, event: str = "") -> str:
    """The place where a log is, as a link if there is a page on it."""
    where = f"{entry.where}{event}"
    to = link(entry)
    if to:
        return tag("a", where, href=to)
    return where


def _more(every: Sequence[object], most: int, lists_all: str) -> str:
    """How many are not listed, and what lists them."""
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
    """'3 of 4 (75%)'; a dash without any, and only the number if it is no share."""
    if of is None:
        return f"{counted:,}"
    if of:
        return f"{counted:,} of {of:,} ({100 * counted / of:.0f}%)"
    return "–"


Sections = Mapping[tuple[str, str], Sequence[ClubSheet]]
"""The parts of a season for readers, by the name of each on a page and its heading: the sheets that have rows."""


def _no_link(entry: ClubGame) -> str:
    return ""


def _sections(season: Season, changes: Changes, link: Link = _no_link) -> Sections:
    """The parts of a season for readers, with the tables of each; boards come first if pairs are compared on them."""
    disputes = []
    if season.disputes:
        disputes.append(_dispute_sheet(season, link))
    boards = {("night", "Boards"): list(_night_sheets(season))}
    sections = {
        ("players", "Players"): [_standings(season)],
        ("games", "Games"): list(_game_sheets(season, changes)),
    }
    if night_of(season).pairs:
        sections = boards | sections
    else:
        sections |= boards
    sections["meetings", "Who met whom"] = [sheet for sheet in _meeting_sheets(season) if sheet.rows]
    sections["disputes", "Disputes"] = disputes
    sections["unjudged", "Not judged"] = list(_unjudged_sheets(season, link))
    return {part: list(map(_without_empty_columns, sheets)) for part, sheets in sections.items()}


def _without_empty_columns(sheet: ClubSheet) -> ClubSheet:
    """A sheet without the columns that say nothing in any row, such as the table on a night when nobody wrote it down."""
    if not sheet.rows:
        return sheet
    columns = [column for column in zip(sheet.headers, *sheet.rows, strict=True) if not set(column[1:]) <= {"", "–"}]
    headers, *rows = zip(*columns, strict=True)
    return sheet._replace(headers=headers, rows=rows)


def headline(season: Season) -> str:
    """The news of a season in a sentence: the best pairs of the last night, or who won most games."""
    night = night_of(season)
    if night.pairs:
        last = max((one.session for one in night.pairs), key=itemgetter(2, 3, 4))
        return _night_headline([one for one in night.pairs if one.session == last])
    won = {player: record.won for player, record in season.total.records.items()}
    most = max(won.values(), default=0)
    best = [player for player, number in won.items() if number == most]
    if not most:
        return "Nobody has won a game yet."
    if len(best) > 1:
        return f"{in_list(best)} won most games, {most:,} each."
    return f"{best[0]} won most games: {most:,} of {season.total.records[best[0]].ended:,}."


def _night_headline(records: Sequence[PairRecord]) -> str:
    """The best pairs of a night, in each direction if there are two: 'Ada & Bob won N/S with 62.5%.'"""
    says = []
    for direction, pairs in groupby(records, key=attrgetter("direction")):
        best = [one for one in pairs if one.place == 1]
        where = ""
        if direction != BOTH:
            where = f" {direction}"
        names = in_list([pair_name(one.pair) for one in best])
        if len(best) > 2:
            names = f"{len(best)} pairs"
        does = "share first place"
        if len(best) == 1:
            does = "won"
        says.append(f"{names} {does}{where} with {_decimal(best[0].percent)}%")
    return f"{'; '.join(says)}."


def _unjudged_sheets(season: Season, link: Link) -> Iterator[ClubSheet]:
    """Yield the games that could not be judged, with the first reason of each, if there are any."""
    rows = []
    for entry in season.unjudged[:MOST]:
        rows.append([_place(entry, link), entry.complaints[0]])
    if rows:
        yield ClubSheet("Not judged", ["log", "why"], rows)


WIDEST = 60
"""Longer cells wrap."""


def text(title: str, season: Season, changes: Changes, paper: Paper = PAPER) -> Iterator[str]:
    """Yield the tables for a terminal."""
    yield paper.paint(one_line(title), "head")
    yield one_line(headline(season))
    for sheet in chain.from_iterable(_sections(season, changes).values()):
        rows = [[one_line(cell) for cell in row] for row in sheet.rows]
        heading = paper.paint(one_line(sheet.title), "head")
        yield f"\n{heading}\n\n{table(sheet.headers, rows, paper, widest=WIDEST)}"


def markdown(title: str, season: Season, changes: Changes, paper: Paper = PAPER) -> Iterator[str]:
    """Yield the same tables for a page in Markdown."""
    yield f"# {markdown_text(title)}\n\n{markdown_text(headline(season))}"
    for sheet in chain.from_iterable(_sections(season, changes).values()):
        below = ""
        if sheet.says:
            below = f"\n\n{markdown_text(sheet.says)}"
        yield f"\n## {markdown_text(sheet.title)}\n\n{markdown_table(sheet.headers, sheet.rows)}{below}"


def json(title: str, season: Season, changes: Changes, paper: Paper = PAPER) -> Iterator[str]:
    """Yield the JSON of $defs/club in schemas/report.schema.json: every table, one map per row."""
    data: Data = {"club": title, "from": season.days[0], "to": season.days[1]}
    for name, (columns, rows) in TABLES.items():
        data[name] = [dict(zip(columns, map(_plain, row), strict=True)) for row in rows(season, changes)]
    data["projects"] = season.projects
    yield as_json(data)


def _plain(cell: object) -> object:
    """A cell for programs, without characters that nobody sees."""
    if isinstance(cell, str):
        return visible(cell)
    return cell


FORMATS: dict[str, Callable[[str, Season, Changes, Paper], Iterator[str]]]
FORMATS = {"text": text, "markdown": markdown, "json": json}


def page(title: str, season: Season, changes: Changes, link: Link) -> str:
    """The season as a page in HTML, with all tables and logs, and with charts; `link` gives the page on a game."""
    sections = dict(_sections(season, changes, link))
    sections["logs", "Logs"] = [_without_empty_columns(_log_sheet(season, link))]
    sections = {part: sheets for part, sheets in sections.items() if sheets}
    links = [tag("li", tag("a", heading, href=f"#{name}")) for name, heading in sections]
    news = headline(season)
    about = _about(season)
    body = [tag("h1", title), tag("p", news, class_="headline"), tag("p", about)]
    body += [tag("p", line, class_="soft") for line in season.projects]
    body.append(tag("nav", tag("ul", *links), aria_label="On this page"))
    for (name, heading), sheets in sections.items():
        parts = []
        for sheet in sheets:
            parts.append(html.table(sheet.title, sheet.headers, sheet.rows))
            if sheet.says:
                parts.append(tag("p", sheet.says, class_="soft"))
            parts.append(sheet.chart())
        body.append(tag("section", tag("h2", heading), *parts, id=name))
    body.append(tag("footer", "Judged and counted by ", tag("code", "referee club"), "."))
    style = file_of("referee.club", "page.css") + file_of("referee.report", "plot.css")
    return html.page(title, body, style, file_of("referee.club", "page.js"), f"{news} {about}")


def _about(season: Season) -> str:
    """A sentence on how many games and players a season has, and from which day to which."""
    first, last = season.days
    about = f"{counted_out(len(season.counted), 'games')}, {len(season.total.records):,} players"
    if first:
        about += f", {first}"
    if first != last:
        about += f" to {last}"
    about += "."
    undated = sum(not entry.occasion.date for entry in season.counted)
    if first and undated:
        why = "do not say when they were played; they count as the first, in the order of their files."
        about += f" {undated} of the games {why}"
    return about


MOST_LINES, MOST_BARS, MOST_POINTS = 8, 20, 160
"""The most players with a line or a bar, and the most points of a line."""
WIDTHS = {"broad": (1100, 300, 150, 18), "narrow": (336, 220, 100, 9)}
"""A chart is drawn twice, for the screen of a computer and for that of a phone: how wide and high, how wide its names are, and
how many letters they have."""


def _ratings_chart(changes: Sequence[RatingChange]) -> Markup:
    """A chart of the ratings of those who played most, game by game; empty if there are not two games."""
    points: dict[str, list[tuple[float, float]]] = {}
    for number, change in enumerate(changes, 1):
        for player, rating in change.after.items():
            points.setdefault(player, []).append((number, rating.sure))
    if len(changes) < 2:
        return Markup()
    most_first = sorted(sorted(points), key=lambda player: -len(points[player]))
    series = []
    for player in most_first[:MOST_LINES]:
        line = points[player]
        # rounded up: minus twice, as // rounds down
        step = -(-len(line) // MOST_POINTS)
        if step > 1:
            line = line[:-1:step] + line[-1:]  # the last point always
        series.append((player, line))

    def drawn(wide: float, high: float, names: float, letters: int) -> Chart:
        labelled = [PlotLine(f"{cut(one_line(who), letters)} {line[-1][1]:.1f}", line) for who, line in series]
        ends = ("first game", f"game {len(changes):,}")
        return lines(labelled, "The ratings, game by game. In the end:", size=(wide, high), names=names, ends=ends)

    return _figure("Ratings, game by game", drawn)


def _shares_chart(season: Season) -> Markup:
    """A chart of the share of games that each player won, the largest first, for those who played more than a few.

    Empty if nobody did.
    """
    few = max((one.ended for one in season.total.records.values()), default=0) // 10
    records = [(-one.won / one.ended, -one.ended, who) for who, one in season.total.records.items() if one.ended > few]
    records = sorted(records)[:MOST_BARS]
    if not records:
        return Markup()

    def drawn(wide: float, high: float, names: float, letters: int) -> Chart:
        rows = []
        for _, _, who in records:
            one = season.total.records[who]
            share = one.won / one.ended
            says = f"{100 * share:.0f}%, {one.won:,} of {one.ended:,}"
            rows.append((cut(one_line(who), letters), share, says))
        return bars(rows, "Games won:", wide=wide, names=names * 0.7)

    return _figure("Games won, of those that ended", drawn)


def _figure(caption: str, drawn: Callable[[float, float, float, int], Chart]) -> Markup:
    """A chart under its caption, drawn for each width of WIDTHS; the page shows the one that fits the screen."""
    charts = (tag("div", on_page(drawn(*size)), class_=name) for name, size in WIDTHS.items())
    return tag("figure", tag("figcaption", caption), *charts)
