"""Score sheets as CSV or TSV, of any game: a row a hand, a column a player, with points or running totals.

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

from referee.core.exact import exact
from referee.source.records import AT, ForeignRecord, Item, people, quote
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


def records(text: str) -> Iterator[ForeignRecord]:
    """Yield the games of a text; one that does not say what is played is the same as the one before."""
    above = dict[str, Cell]()
    rows = list[list[Cell]]()
    titles = list[Cell]()
    sheet: _Sheet | None = None
    apart = True
    for row in chain(_rows(text), [None]):
        filled = [cell for cell in row or () if cell.text]
        label = None
        if apart and len(filled) < 3:
            label = ABOVE.fullmatch(" ".join(cell.text for cell in filled))
        names = len(filled) > 1 and all(cell.number is None for cell in filled)
        title = apart and not label and _is_title(filled)
        if (rows and apart and (label or names or title)) or (row is None and (rows or above or not sheet)):
            sheet = _Sheet(rows, above, titles, sheet)
            yield sheet
            above = {}
            rows = []
            titles = []
        if label:
            above[label[1].lower()] = Cell(label[2], filled[-1].at)
        elif title:
            titles += filled
        elif row and filled:
            rows.append(row)
        apart = not filled or not rows


def _is_title(filled: Sequence[Cell]) -> bool:
    """Return whether a row has one cell, with words that are no total."""
    return len(filled) == 1 and filled[0].number is None and not TOTAL.fullmatch(filled[0].text.lower())


def _rows(text: str) -> Iterator[list[Cell]]:
    """Yield the cells of each line. What separates them is a tab, a semicolon or a comma, whichever there is most of."""
    mark = max("\t;,", key=re.sub(r'"[^"\n]*"', "", text[:4096]).count)
    part = re.compile(rf'[^\S\t]*(?:"((?:[^"]++|"")*+)"[^\S\t]*|([^{mark}]*)){mark}')
    start = 0
    for line in text.split("\n"):
        cells = [(match, match.lastindex or 2) for match in part.finditer(line + mark)]
        yield [Cell(" ".join(cell[of].replace('""', '"').split()), start + cell.start(of)) for cell, of in cells]
        start += len(line) + 1


class _Sheet(ForeignRecord):
    """One game: its columns and players, and what is known of each hand, perhaps nothing, by what it is and whose."""

    def __init__(
        self, rows: list[list[Cell]], above: dict[str, Cell], titles: list[Cell], before: _Sheet | None
    ) -> None:
        super().__init__(min((cell.at for cell in [*above.values(), *(row[0] for row in rows[:1])]), default=0))
        if before:
            self.code = before.code
        else:
            self.code = ""
        if before:
            self.variants = before.variants
        else:
            self.variants = ()
        if "game" in above:
            self.code = _as_id(above["game"].text)
            self.variants = ()
        for label in ("variant", "variants"):
            if label in above:
                self.variants = tuple(map(_as_id, re.split(r"[,;+&]", above[label].text)))
        self.title = ", ".join(title.text for title in titles)
        self.began: dict[str, int] = {}
        self.columns: dict[tuple[str, str], int] = {}
        self.hands: list[dict[tuple[str, str], Cell]] = []
        once = [self._is_new(place, cell, rows[1:]) for row in rows[:1] for place, cell in enumerate(row)]
        self.names = list(dict.fromkeys(who for _, who in self.columns if who))
        self.kinds = {what for what, who in self.columns if who}
        named = people(self.names) and len(self.names) > 1 and not any(name.isdecimal() for name in self.names)
        if not all(once) or not named or not self.kinds & {"score", "totals"}:
            self.doubt(self.at, "no row names two players or more, each once, above their points")
            return
        for row in rows[1:]:
            self._read(row, len(rows[0]))
        while self.hands and not self.hands[-1]:
            self.hands.pop()
        first = {what: cell for (what, who), at in self.columns.items() if not who for cell in rows[1][at : at + 1]}
        self.said = {what: cell for what, cell in {**first, **above}.items() if cell.text}
        running = None
        if self.hands:
            running = self._is_running()
        if running is None:
            self.doubt(rows[0][0].at, UNCLEAR if self.hands else "no row has the points of a hand")
        else:
            self.log = {"players": self.names, **self._head(), "events": [*self._events(running)]}

    def _is_new(self, place: int, cell: Cell, rows: Sequence[list[Cell]]) -> bool:
        """Note what a column holds, and whose; return whether there was none with the same before."""
        heading = cell.text[:LONGEST]
        text = heading.lower()
        owned = OWNED.fullmatch(heading)
        if LABEL.fullmatch(text):
            key = (text, "")
        else:
            key = ("score", cell.text)
        if owned and key[1]:
            key = KINDS[(owned[1] or owned[4]).lower()], owned[2] or owned[3]
        if key[1] and key in self.columns:
            self.doubt(cell.at, f"{quote(cell.text)} is there twice; give each player a name of their own")
            return False
        if key[1] and (TOTAL.fullmatch(text) or all(row[place].number is None for row in rows if len(row) > place)):
            self.doubt(cell.at, f"the column {quote(cell.text)} does not hold numbers of a player, and is not read")
        else:
            self.columns[key] = place
        return True

    def _read(self, row: list[Cell], width: int) -> None:
        """Add what a row says: a hand, or the totals after it."""
        if len(row) < width or any(cell.text for cell in row[width:]):
            self.doubt(row[0].at, f"this row has {len(row)} cells, not {width} like the names, and is not read")
            row = [Cell("", row[0].at) if cell.number is not None else cell for cell in row]
        cells = {key: row[place] for key, place in self.columns.items() if key[1] and place < len(row)}
        known = {}
        for key, cell in cells.items():
            whole = key[0] in WHOLE
            if isinstance(cell.number, int) or (cell.number is not None and not whole):
                known[key] = cell
            elif cell.text not in UNKNOWN:
                self.doubt(cell.at, f"{quote(cell.text)} is not a {'whole ' if whole else ''}number, and is not read")
        points = {who: cell for (what, who), cell in known.items() if what in ("score", "totals")}
        if not self.hands and not self.began and any(START.fullmatch(cell.text.lower()) for cell in row):
            self.began = {who: cell.number or 0 for who, cell in points.items()}
        elif not any(TOTAL.fullmatch(cell.text.lower()) for cell in row):
            self.hands.append(known if points else {})
        elif self.hands and self.hands[-1]:
            self.hands[-1] |= {("claims", who): cell for who, cell in points.items()}
        elif points:
            self.doubt(row[0].at, "there is no hand above these totals, so they are not read")

    def _numbers(self, hand: dict[tuple[str, str], Cell], what: str) -> list[Any]:
        """Return what a hand says of everybody, 0 where it says nothing."""
        return [hand[what, who].number or 0 if (what, who) in hand else 0 for who in self.names]

    def _is_running(self) -> bool | None:
        """Return whether the rows are running totals and not points; None if they may be either."""
        if "rows" in self.said:
            heading = self.said["rows"].text.lower()
        else:
            heading = " ".join(what for what, _ in self.columns)
        lines, claims = ([self._numbers(hand, what) for hand in self.hands if hand] for what in ("score", "claims"))
        if "score" not in self.kinds or (heading and "totals" not in self.kinds and re.search("after|total", heading)):
            return True
        if "totals" in self.kinds or len(lines) < 2:
            return False
        start = [self.began.get(who, 0) for who in self.names]
        sums = [*map(sum, zip(start, *lines[:-1], strict=True))]
        nearly = lines[-1] == sums or _alike(lines[-1], sums) > max(1, len(self.names) // 2)
        if nearly and len(lines) > 2 and not any(map(any, claims)) and self.hands[-2]:
            last = self.hands.pop()
            if lines[-1] != sums:
                self.doubt(min(cell.at for cell in last.values()), NEARLY)
            self.hands[-1] |= {("claims", who): cell for (what, who), cell in last.items() if what == "score"}
            return False
        if "points" in heading:
            return False
        steps = [
            [now - then for now, then in zip(lines[0], start, strict=True)],
            *([now - then for then, now in zip(*pair, strict=True)] for pair in pairwise(lines)),
        ]
        added = _alike(claims[-1], map(sum, zip(start, *lines, strict=True)))
        moves = [step for line in steps[1:] for step in line if step]
        falls = sum(step < 0 for step in moves)
        steady = _steady(lines) and falls > 0, _steady(steps) and not falls
        for points, totals in ((added, _alike(claims[-1], lines[-1])), steady):
            if points != totals:
                return totals > points
        if self._somebody_falls_to_nothing():
            return False
        restless = 2 * sum(map(abs, moves)) >= sum(abs(number) for line in lines for number in line)
        if restless and 4 * falls >= len(moves) > 0 and any(map(sum, lines)):
            return False
        return None

    def _somebody_falls_to_nothing(self) -> bool:
        """Return whether a number is followed by 0 and none is below 0, which totals cannot do without minus points."""
        falls = False
        for before, hand in pairwise(self.hands):
            for what, who in hand:
                then = before.get((what, who))
                now = hand[what, who].number
                falls = falls or (now == 0 and then is not None and (then.number or 0) > 0)
        return falls and all((cell.number or 0) >= 0 for hand in self.hands for cell in hand.values())

    def _head(self) -> Item:
        """Return what is said of the game and its first hand."""
        texts = {key: cell.text for key, cell in self.said.items()}
        date = meant_by(texts.get("date", ""))
        dealer = texts.get("dealer")
        setup: Item = {"dealer": dealer if dealer in self.names else self.names[-1]}
        target = None
        if "target" in self.said:
            target = self.said["target"].number
        if target is not None and target >= 0:
            setup["target"] = target
        if self.began:
            setup["scores"] = {who: self.began.get(who, 0) for who in self.names}
        for key, good in (("date", date), ("dealer", dealer in self.names), ("target", "target" in setup)):
            if key in texts and not good:
                self.doubt(self.said[key].at, f"{quote(texts[key])} is not understood as the {key}, and is not read")
        if "bids" in self.kinds and not dealer:
            self.doubt(self.at, f"nothing says who dealt the first hand; {setup['dealer']} is taken for the dealer")
        head: Item = {
            "date": date,
            **{key: texts[key] for key in ("place", "event") if key in texts},
            "note": self.title,
        }
        return {**{key: value for key, value in head.items() if value}, "setup": setup}

    def _events(self, running: bool) -> Iterator[Item]:
        """Yield the hands, with the totals claimed after them, except those that only repeat an error and are not the last."""
        main = "totals" if running else "score"
        lost = False
        true, written = ({who: self.began.get(who, 0) for who in self.names} for _ in range(2))
        for hand, before in zip(self.hands, [self.hands[-1], *self.hands], strict=False):
            first = min((cell.at for cell in hand.values()), default=0)
            if hand and not before and not lost:
                lost = True
                self.doubt(first, "the points of the hand above are not known, so totals are not judged from here on")
            if not hand or (lost and running):
                continue
            says: dict[str, dict[str, Cell]] = defaultdict(dict)
            for (what, who), cell in hand.items():
                says[main if what == "score" else what][who] = cell
            for who, cell in says["score"].items():
                true[who] += cell.number or 0
                written[who] += cell.number or 0
            claims = {**says["claims"], **({} if running else says["totals"])}
            ends = running or hand is self.hands[-1]
            kept = {who: cell for who, cell in claims.items() if ends or not true[who] != cell.number == written[who]}
            written.update({who: cell.number or 0 for who, cell in claims.items()})
            result = {what: says[what] for what in ("bids", "won") if len(says[what]) == len(self.names)}
            expect = {"totals": {} if lost else kept}
            if result:
                expect[main] = {**says[main], **expect.get(main, {})}
            parts = {"result": result or ({main: says[main]} if says[main] else {"totals": claims}), "expect": expect}
            event: Item = {AT: {(): first}}
            for part, kinds in parts.items():
                event[part] = {what: {who: each[who].number for who in each} for what, each in kinds.items() if each}
                event[AT] |= {(part, what, who): each[who].at for what, each in kinds.items() for who in each}
            yield {key: value for key, value in event.items() if value}

    def seat_sides(self, numbers: Collection[int]) -> None:
        """Seat two partners for each column, opposite each other, if the game is for twice as many players as columns.
        A column may name both: "Ann & Cyd"; otherwise the second is the partner of the first.

        numbers: of players that the game may have.
        """
        sides = self.names
        if self.log is None or len(sides) in numbers or 2 * len(sides) not in numbers:
            return
        parts = [PARTNERS.split(side) for side in sides]
        pairs = [tuple(names) if len(names) == 2 and all(names) else (side, f"{side} (partner)")
                 for names, side in zip(parts, sides, strict=True)]  # fmt: skip
        players = people([first for first, _ in pairs] + [second for _, second in pairs])
        if players is None:
            return
        called = {side: first for side, (first, _) in zip(sides, pairs, strict=True)}
        self.log["players"] = list(players)
        setup = self.log["setup"]
        setup["dealer"] = called[setup["dealer"]] if "dealer" in self.said else players[-1]
        if "scores" in setup:
            scores = list(setup["scores"].values())
            setup["scores"] = dict(zip(players, scores + scores, strict=True))
        for event in self.log["events"]:
            self._name_sides(event, called)

    def _name_sides(self, event: Item, called: Mapping[str, str]) -> None:
        """Let the points of sides be those of their first players. Bids and tricks are of one player, nobody knows whose."""
        places = event[AT]
        event[AT] = {(*way[:-1], called.get(way[-1], way[-1])) if way else way: at for way, at in places.items()}
        for part in ("result", "expect"):
            for what in list(event.get(part, {})):
                by_side = event[part].pop(what)
                if what in ("bids", "won"):
                    self.doubt(places[()], f"{what}: {OF_SIDES}")
                else:
                    event[part][what] = {called[side]: number for side, number in by_side.items()}
        if not event.get("result"):
            event["result"] = event.pop("expect", {})


def _as_id(name: str) -> str:
    """A name as files and variants have it: small letters and dashes."""
    return re.sub(r"[^\w@]+", "-", name.lower()).strip("-")


def _alike(some: Iterable[int], others: Iterable[int]) -> int:
    """Return how many numbers are the same, and not 0."""
    return sum(one == other != 0 for one, other in zip(some, others, strict=True))


def _steady(lines: Sequence[Sequence[int]]) -> bool:
    """Return whether most lines have the same sum, as in a game that deals out so many points a hand."""
    sums = Counter(map(sum, lines))
    return any(number and count > 1 and 2 * count > len(lines) for number, count in sums.items())
