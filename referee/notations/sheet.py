"""Score sheets of any game as CSV or TSV: one row per hand, one column per player, with points or running totals.

Lines such as `game,hearts` and a title may stand above the names; after an empty line, other names begin another game. A row
called `total` claims the totals after the hands above it, a first row called `start` says what the game began with. Where
partners keep score together, a column may be a side's. What a table wrote for a hand stands, so that all of a sheet is judged.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, pairwise
from typing import Any, NamedTuple

from referee.core.data import Data, Head
from referee.core.exact import exact
from referee.source.records import AT, ForeignRecord, people, quote
from referee.source.text import meant_by

ABOVE = re.compile(r"(?i)#?\s*(game|variants?|date|place|event|dealer|target|rows)\b\s*[:=]?\s*(.+)")
LABEL = re.compile(r"|#|(?:after\W*)?(?:hand|round|deal|game|no|nr|runde|spiel)s?\b\W*(?:no|nr|number)?\W*|date|dealer")
TOTAL = re.compile(r"(?:(?:running|grand|final) )?(?:totals?|sum)|final|σ|summe|gesamt|totaal|somme")
START = re.compile(
    r"start(?:ing)?(?: points?| scores?)?|before|beginning|carried(?: over| forward)?|brought forward|übertrag"
)
PARTNERS = re.compile(r"\s*[&/+]\s*|\s+(?:and|und|et|en|y)\s+")
"""What stands between the names of two partners."""
NEARLY = "this last row is nearly the sum of the rows above it, so it is read as their totals"
OF_SIDES = "these are of a side, and do not say whose; they are not read"
KINDS = {"bid": "bids", "won": "won", "tricks": "won", "total": "totals", "points": "score", "score": "score"}
OWNED = re.compile(rf"(?i)({'|'.join(KINDS)})s?\W+(\w.*)|(.+?)\W+({'|'.join(KINDS)})s?\W*")
NUMBER = re.compile(r"-?[0-9]{1,9}(?:\.[0-9]{1,9}|/[1-9][0-9]{0,8})?")
WHOLE = ("bids", "won")
UNKNOWN = ("", "-", "–", "—", "?")
LONGEST = 200
"""Characters of a heading that are looked at: a longer one names nobody."""
UNCLEAR = "these rows may be points or running totals; write a line `rows,points` or `rows,totals` above the names"


class Cell(NamedTuple):
    """A cell: its text, and its offset."""

    text: str
    at: int

    @property
    def number(self) -> Any:
        """The number in the cell, exactly; None if there is none, or not surely one."""
        text = self.text.replace("−", "-").removeprefix("+")
        if not NUMBER.fullmatch(text):
            return None
        return exact(text)


NOTHING = Cell("0", 0)


def records(text: str) -> Iterator[ForeignRecord]:
    """Yield the games of a text; one that does not say what is played is the same as the one before. A text without
    rows is one game, which has no log."""
    above: dict[str, Cell] = {}
    titles: list[Cell] = []
    rows: list[list[Cell]] = []
    sheet: _Sheet | None = None
    apart = True
    for row in _rows(text):
        filled = [cell for cell in row if cell.text]
        label = None
        title = False
        if apart:
            label = _label(filled)
            title = label is None and _is_title(filled)
        if rows and apart and (label or title or _is_names(filled)):
            sheet = _Sheet(rows, above, titles, sheet)
            yield sheet
            above = {}
            titles = []
            rows = []
        if label:
            above[label[1].casefold()] = Cell(label[2], filled[-1].at)
        elif title:
            titles += filled
        elif filled:
            rows.append(row)
        apart = not filled or not rows
    if rows or above or sheet is None:
        yield _Sheet(rows, above, titles, sheet)


def _label(filled: Sequence[Cell]) -> re.Match[str] | None:
    """A line above the names, such as `game,hearts`, as a match of its label and what it says."""
    if len(filled) > 2:
        return None
    return ABOVE.fullmatch(" ".join(cell.text for cell in filled))


def _is_names(filled: Sequence[Cell]) -> bool:
    """Whether a row may name players."""
    return len(filled) > 1 and all(cell.number is None for cell in filled)


def _is_title(filled: Sequence[Cell]) -> bool:
    """Whether a row has one cell, with words that are no total."""
    return len(filled) == 1 and filled[0].number is None and not TOTAL.fullmatch(filled[0].text.lower())


def _rows(text: str) -> Iterator[list[Cell]]:
    """Yield the cells of each line. What separates them is a tab, a semicolon or a comma, whichever there is most of."""
    mark = max("\t;,", key=re.sub(r'"[^"\n]*"', "", text[:4096]).count)
    part = re.compile(rf'[^\S\t]*(?:"((?:[^"]++|"")*+)"[^\S\t]*|([^{mark}]*)){mark}')
    start = 0
    for line in text.split("\n"):
        yield [_cell(match, start) for match in part.finditer(line + mark)]
        start += len(line) + 1


def _cell(match: re.Match[str], start: int) -> Cell:
    """A cell of a line, as a match of what it may be, in quotation marks or without.

    start: the offset of the line.
    """
    group = 2
    if match[1] is not None:
        group = 1
    return Cell(" ".join(match[group].replace('""', '"').split()), start + match.start(group))


Key = tuple[str, str]
"""What a cell holds, such as points or bids, and whose; a column that is nobody's has its heading, and no name."""
Hand = dict[Key, Cell]


class _Sheet(ForeignRecord):
    """One game: its columns and players, and what is known of each hand, perhaps nothing, by what it is and whose.
    `began` has the points that a first row called `start` gives, `said` the cells that say something of the game, by
    label, and `kinds` what the columns of players hold."""

    def __init__(
        self, rows: list[list[Cell]], above: dict[str, Cell], titles: list[Cell], before: _Sheet | None
    ) -> None:
        """Read a game into its log; without one, a doubt says why.

        rows: the first names the columns. above: lines with a label that stand above the names. titles: other cells
        there. before: the sheet before in the same text.
        """
        beginnings = list(above.values())
        beginnings += [row[0] for row in rows[:1]]
        super().__init__(min((cell.at for cell in beginnings), default=0))
        self.title = ", ".join(title.text for title in titles)
        self.began: dict[str, int] = {}
        self.columns: dict[Key, int] = {}
        self.hands: list[Hand] = []
        self._choose_game(above, before)
        if not self._read_names(rows):
            self.doubt(self.at, "no row names two players or more, each once, above their points")
            return
        for row in rows[1:]:
            self._read(row, len(rows[0]))
        while self.hands and not self.hands[-1]:
            self.hands.pop()
        self.said = self._labelled_cells(rows[1], above)
        if not self.hands:
            self.doubt(rows[0][0].at, "no row has the points of a hand")
            return
        running = self._is_running()
        if running is None:
            self.doubt(rows[0][0].at, UNCLEAR)
            return
        self.log = {"players": self.names, **self._head(), "events": list(self._events(running))}

    def _choose_game(self, above: Mapping[str, Cell], before: _Sheet | None) -> None:
        """Choose the game and its variants: those above the names, or else those of the sheet before."""
        if "game" in above:
            self.code = _as_id(above["game"].text)
        elif before is not None:
            self.code = before.code
            self.variants = before.variants
        for label in ("variant", "variants"):
            if label in above:
                self.variants = tuple(map(_as_id, re.split(r"[,;+&]", above[label].text)))

    def _read_names(self, rows: Sequence[list[Cell]]) -> bool:
        """Read whose the columns are, from the first row; False if they are not those of two players or more, each
        once, with points."""
        once = True
        for row in rows[:1]:
            for place, cell in enumerate(row):
                if not self._add_column(place, cell, rows[1:]):
                    once = False
        self.names = list(dict.fromkeys(who for _, who in self.columns if who))
        self.kinds = {what for what, who in self.columns if who}
        if not once or not people(self.names) or len(self.names) < 2:
            return False
        return not any(map(str.isdecimal, self.names)) and not self.kinds.isdisjoint(("score", "totals"))

    def _add_column(self, place: int, cell: Cell, rows: Sequence[list[Cell]]) -> bool:
        """Add what a column holds, and whose; False if there is one with the same before. A column without numbers is
        a doubt, and is left out.

        place: of the column, from 0. cell: its heading. rows: those under the headings.
        """
        key = _key_of_column(cell)
        if not key[1]:
            self.columns[key] = place
            return True
        if key in self.columns:
            self.doubt(cell.at, f"{quote(cell.text)} is there twice; give each player a name of their own")
            return False
        if TOTAL.fullmatch(cell.text[:LONGEST].lower()) or not _has_numbers(rows, place):
            self.doubt(cell.at, f"the column {quote(cell.text)} does not hold numbers of a player, and is not read")
        else:
            self.columns[key] = place
        return True

    def _labelled_cells(self, first: Sequence[Cell], above: Mapping[str, Cell]) -> dict[str, Cell]:
        """The cells that say something of the game, by label: those above the names, or else those of the first hand
        in columns of nobody.

        first: the row of the first hand.
        """
        labelled: dict[str, Cell] = {}
        for (what, who), place in self.columns.items():
            if not who and place < len(first):
                labelled[what] = first[place]
        labelled.update(above)
        return {what: cell for what, cell in labelled.items() if cell.text}

    def _read(self, row: list[Cell], width: int) -> None:
        """Add what a row says: a hand, the points at the start, or the totals after the hand before.

        width: the number of columns.
        """
        if len(row) < width or any(cell.text for cell in row[width:]):
            self.doubt(row[0].at, f"this row has {len(row)} cells, not {width} like the names, and is not read")
            row = _without_numbers(row)
        known = self._known(row)
        points = {who: cell for (what, who), cell in known.items() if what in ("score", "totals")}
        if not self.hands and not self.began and _is_called(START, row):
            self.began = {who: cell.number for who, cell in points.items()}
        elif not _is_called(TOTAL, row):
            if not points:
                known = {}
            self.hands.append(known)
        elif self.hands and self.hands[-1]:
            self.hands[-1] |= {("claims", who): cell for who, cell in points.items()}
        elif points:
            self.doubt(row[0].at, "there is no hand above these totals, so they are not read")

    def _known(self, row: Sequence[Cell]) -> Hand:
        """The cells of a row that hold a number of a player. Others that say something are doubts."""
        known: Hand = {}
        for (what, who), place in self.columns.items():
            if not who or place >= len(row):
                continue
            cell = row[place]
            number = cell.number
            if isinstance(number, int) or (number is not None and what not in WHOLE):
                known[what, who] = cell
            elif cell.text not in UNKNOWN:
                kind = "number"
                if what in WHOLE:
                    kind = "whole number"
                self.doubt(cell.at, f"{quote(cell.text)} is not a {kind}, and is not read")
        return known

    def _numbers(self, what: str) -> list[list[Any]]:
        """The numbers of one kind in each hand that anything is known about: everybody's, 0 where there is none."""
        lines = []
        for hand in filter(None, self.hands):
            lines.append([hand.get((what, who), NOTHING).number for who in self.names])
        return lines

    def _start(self) -> dict[str, int]:
        """The points with which everybody began."""
        return {who: self.began.get(who, 0) for who in self.names}

    def _is_running(self) -> bool | None:
        """Whether the rows are running totals and not points; None if they may be either."""
        heading = " ".join(what for what, _ in self.columns)
        if "rows" in self.said:
            heading = self.said["rows"].text.lower()
        if "score" not in self.kinds:
            return True
        if "totals" in self.kinds:
            return False
        if re.search("after|total", heading):
            return True
        lines = self._numbers("score")
        if len(lines) < 2 or self._ends_in_totals(lines) or "points" in heading:
            return False
        return self._looks_running(lines)

    def _ends_in_totals(self, lines: Sequence[list[Any]]) -> bool:
        """Whether the last row is the sum of those above it, or nearly. It is then made a claim of the totals after
        the hand before, and is no longer a hand.

        lines: the points of each hand.
        """
        sums = _sums([list(self._start().values()), *lines[:-1]])
        if lines[-1] != sums and _alike(lines[-1], sums) <= max(1, len(self.names) // 2):
            return False
        if len(lines) < 3 or any(map(any, self._numbers("claims"))) or not self.hands[-2]:
            return False
        last = self.hands.pop()
        if lines[-1] != sums:
            self.doubt(min(cell.at for cell in last.values()), NEARLY)
        self.hands[-1] |= {("claims", who): cell for (what, who), cell in last.items() if what == "score"}
        return True

    def _looks_running(self, lines: list[list[Any]]) -> bool | None:
        """Whether rows look more like running totals than like points; None if one is as likely as the other.

        lines: the rows. If the totals at their end are claimed, these decide; or else rows with the same sum, as in
        games that deal out so many points; or else numbers that fall.
        """
        claimed = self._numbers("claims")[-1]
        with_start = [list(self._start().values())] + lines
        as_points = _alike(claimed, _sums(with_start))
        as_totals = _alike(claimed, lines[-1])
        if as_points != as_totals:
            return as_totals > as_points
        steps = [[later - earlier for earlier, later in zip(*pair, strict=True)] for pair in pairwise(with_start)]
        # what everybody gains or loses from row to row, after the first
        moves = list(filter(None, chain.from_iterable(steps[1:])))
        falls = sum(move < 0 for move in moves)
        if falls and _steady(lines):
            return False
        if not falls and _steady(steps):
            return True
        if self._somebody_falls_to_nothing():
            return False
        restless = 2 * sum(map(abs, moves)) >= sum(map(abs, chain.from_iterable(lines)))
        if restless and 4 * falls >= len(moves) > 0 and any(map(sum, lines)):
            return False
        return None

    def _somebody_falls_to_nothing(self) -> bool:
        """Whether a number is followed by 0 and none is below 0, which totals cannot do without minus points."""
        if any(map(_has_minus, self.hands)):
            return False
        for before, hand in pairwise(self.hands):
            for key, cell in hand.items():
                if cell.number == 0 and key in before and before[key].number > 0:
                    return True
        return False

    def _head(self) -> Data:
        """What is said of the game and its first hand."""
        head: Data = {}
        if "date" in self.said:
            date = meant_by(self.said["date"].text)
            if date:
                head["date"] = date
            else:
                self._doubt_about("date")
        for key in ("place", "event"):
            if key in self.said:
                head[key] = self.said[key].text
        if self.title:
            head["note"] = self.title
        head["setup"] = self._setup()
        return head

    def _setup(self) -> Data:
        """Who deals first (the last player, if nobody is named), the target, and the points with which everybody
        begins."""
        setup: Data = {"dealer": self.names[-1]}
        if "dealer" in self.said:
            dealer = self.said["dealer"].text
            if dealer in self.names:
                setup["dealer"] = dealer
            else:
                self._doubt_about("dealer")
        if "target" in self.said:
            target = self.said["target"].number
            if target is not None and target >= 0:
                setup["target"] = target
            else:
                self._doubt_about("target")
        if self.began:
            setup["scores"] = self._start()
        if "bids" in self.kinds and "dealer" not in self.said:
            self.doubt(self.at, f"nothing says who dealt the first hand; {setup['dealer']} is taken for the dealer")
        return setup

    def _doubt_about(self, label: str) -> None:
        """Add a doubt that the cell with a label is not understood."""
        cell = self.said[label]
        self.doubt(cell.at, f"{quote(cell.text)} is not understood as the {label}, and is not read")

    def _events(self, running: bool) -> Iterator[Data]:
        """Yield the hands as events, with the totals claimed after them, except those that only repeat an error and
        are not the last.

        running: whether the rows are running totals.
        """
        main = "score"
        if running:
            main = "totals"
        totals = _Totals(self._start())
        known = True
        hand_above = self.hands[-1]
        for hand in self.hands:
            at = min((cell.at for cell in hand.values()), default=0)
            if hand and not hand_above and known:
                known = False
                self.doubt(at, "the points of the hand above are not known, so totals are not judged from here on")
            hand_above = hand
            if not hand or (running and not known):
                continue
            says = _by_kind(hand, main)
            totals.add(says["score"])
            claims = dict(says["claims"])
            if not running:
                claims |= says["totals"]
            expect: dict[str, dict[str, Cell]] = {}
            if known and (running or hand is self.hands[-1]):
                expect["totals"] = claims
            elif known:
                expect["totals"] = totals.without_repeated_errors(claims)
            totals.write(claims)
            result = self._result(says, main)
            if main not in result:
                expect[main] = says[main] | expect.get(main, {})
            yield _event(at, result or {"totals": claims}, expect)

    def _result(self, says: Mapping[str, dict[str, Cell]], main: str) -> dict[str, dict[str, Cell]]:
        """What a hand is judged by: bids and tricks, if everybody's are known, or else its points.

        says: the cells of the hand by kind and player. main: the kind of the points, "score" or "totals".
        """
        result = {what: says[what] for what in WHOLE if len(says[what]) == len(self.names)}
        if not result and says[main]:
            result[main] = says[main]
        return result

    def seat_sides(self, numbers: Collection[int]) -> None:
        """Seat two partners for each column, opposite each other, if the game is for twice as many players as columns.
        A column may name both: "Ann & Cyd"; otherwise the second is the partner of the first.

        numbers: of players that the game may have.
        """
        sides = self.names
        if self.log is None or len(sides) in numbers or 2 * len(sides) not in numbers:
            return
        pairs = list(map(_partners, sides))
        firsts = [first for first, _ in pairs]
        players = people(firsts + [second for _, second in pairs])
        if players is None:
            return
        called = dict(zip(sides, firsts, strict=True))
        self.log["players"] = list(players)
        setup = self.log["setup"]
        if "dealer" in self.said:
            setup["dealer"] = called[setup["dealer"]]
        else:
            setup["dealer"] = players[-1]
        if "scores" in setup:
            scores = list(setup["scores"].values())
            setup["scores"] = dict(zip(players, scores + scores, strict=True))
        for event in self.log["events"]:
            self._name_sides(event, called)

    def _name_sides(self, event: Data, called: Mapping[str, str]) -> None:
        """Give the points of sides in an event to their first players. Bids and tricks are left out, since they are
        of one player and nobody knows whose.

        called: the first player of each side.
        """
        places = event[AT]
        event[AT] = {_with_player(way, called): at for way, at in places.items()}
        for part in ("result", "expect"):
            for what in list(event.get(part, {})):
                by_side = event[part].pop(what)
                if what in ("bids", "won"):
                    self.doubt(places[()], f"{what}: {OF_SIDES}")
                else:
                    event[part][what] = {called[side]: number for side, number in by_side.items()}
        if not event.get("result"):
            event["result"] = event.pop("expect", {})


class _Totals:
    """The points of everybody after each hand: added up, and as they were written."""

    def __init__(self, start: Head) -> None:
        """Begin with the points of everybody before the first hand."""
        self._true = dict(start)
        self._written = dict(start)

    def add(self, points: Mapping[str, Cell]) -> None:
        """Add the points of a hand."""
        for who, cell in points.items():
            self._true[who] += cell.number
            self._written[who] += cell.number

    def write(self, claims: Mapping[str, Cell]) -> None:
        """Write totals, right or wrong."""
        self._written |= {who: cell.number for who, cell in claims.items()}

    def without_repeated_errors(self, claims: Mapping[str, Cell]) -> dict[str, Cell]:
        """The claims of totals without those that are wrong only because an earlier one was: not the true total, but
        what comes of the totals written before."""
        return {who: cell for who, cell in claims.items() if not self._true[who] != cell.number == self._written[who]}


def _with_player(way: tuple[str, ...], called: Mapping[str, str]) -> tuple[str, ...]:
    """The way to a part of an event, with the first player of a side in place of its name at the end."""
    if not way:
        return way
    return way[:-1] + (called.get(way[-1], way[-1]),)


def _key_of_column(cell: Cell) -> Key:
    """What the column with a heading holds, and whose; a heading that says no kind is the name of a player with
    points."""
    heading = cell.text[:LONGEST]
    if LABEL.fullmatch(heading.lower()):
        return heading.lower(), ""
    owned = OWNED.fullmatch(heading)
    if owned is None:
        return "score", cell.text
    before, owner, other_owner, behind = owned.groups()
    if before:
        return KINDS[before.casefold()], owner
    return KINDS[behind.casefold()], other_owner


def _has_numbers(rows: Sequence[Sequence[Cell]], place: int) -> bool:
    """Whether a column has a number in one of these rows."""
    cells = [row[place] for row in rows if place < len(row)]
    return any(cell.number is not None for cell in cells)


def _without_numbers(row: Sequence[Cell]) -> list[Cell]:
    """The cells of a row with its words alone; those with numbers are empty."""
    words = []
    for cell in row:
        if cell.number is not None:
            cell = Cell("", row[0].at)
        words.append(cell)
    return words


def _is_called(name: re.Pattern[str], row: Sequence[Cell]) -> bool:
    """Whether one of the cells of a row is such a name."""
    return any(name.fullmatch(cell.text.lower()) for cell in row)


def _has_minus(hand: Hand) -> bool:
    """Whether a number of a hand is below 0."""
    return any(cell.number < 0 for cell in hand.values())


def _by_kind(hand: Hand, main: str) -> Mapping[str, dict[str, Cell]]:
    """The cells of a hand by what they hold and whose.

    main: what columns hold that do not say it, "score" or "totals".
    """
    says: dict[str, dict[str, Cell]] = defaultdict(dict)
    for (what, who), cell in hand.items():
        if what == "score":
            what = main
        says[what][who] = cell
    return says


def _event(at: int, result: Mapping[str, dict[str, Cell]], expect: Mapping[str, dict[str, Cell]]) -> Data:
    """A hand as an event, with the offset of each part.

    at: the offset of the hand. result, expect: what is known of it and what is claimed, by kind and player.
    """
    places: dict[tuple[str, ...], int] = {(): at}
    event: Data = {AT: places}
    for part, kinds in (("result", result), ("expect", expect)):
        numbers = {}
        for what, cells in kinds.items():
            if cells:
                numbers[what] = {who: cell.number for who, cell in cells.items()}
            places |= {(part, what, who): cell.at for who, cell in cells.items()}
        if numbers:
            event[part] = numbers
    return event


def _partners(side: str) -> tuple[str, str]:
    """The names of the partners of a side: "Ann & Cyd", or only the first of them."""
    names = PARTNERS.split(side)
    if len(names) == 2 and all(names):
        return names[0], names[1]
    return side, f"{side} (partner)"


def _as_id(name: str) -> str:
    """A name as files and variants have it: small letters and dashes."""
    return re.sub(r"[^\w@]+", "-", name.lower()).strip("-")


def _sums(lines: Sequence[Sequence[object]]) -> list[Any]:
    """The sum of each column."""
    return list(map(sum, zip(*lines, strict=True)))


def _alike(some: Iterable[int], others: Iterable[int]) -> int:
    """The number of places at which both have the same number, and not 0."""
    return sum(one == other != 0 for one, other in zip(some, others, strict=True))


def _steady(lines: Sequence[Sequence[int]]) -> bool:
    """Whether more than half of the lines have the same sum, and not 0, as in a game that deals out so many points a
    hand."""
    for number, count in Counter(map(sum, lines)).items():
        if number and count > 1 and 2 * count > len(lines):
            return True
    return False
