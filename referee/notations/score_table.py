"""Tables in PBN: the results of a board, one row for each table.

A row may name the pairs, and says what was played, how it ended, or what the director awarded. `TotalScoreTable`, which sums up
an event, and `InstantScoreTable`, which says what a score would be worth, hold nothing that was played.

Source: the PBN standard, version 2.1, sections 5.2, 5.5, 5.9 and 5.10.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from referee.notations.boards import Board
from referee.source.records import quote

RESULTS = "scoretable"
NOT_PLAYED = {
    "totalscoretable": ("TotalScoreTable", "it sums up results, and the boards themselves are judged"),
    "instantscoretable": ("InstantScoreTable", "it says what scores are worth, and not who had them"),
}
"""Tables that are not read: their names, and why."""
TABLES = (RESULTS, *NOT_PLAYED)
COLUMNS = {
    "table": "table", "round": "round", "room": "room", "contract": "contract", "declarer": "declarer", "result": "result",
    "pairid_ns": "pairns", "pairid_ew": "pairew", "playerid_north": "north", "playerid_east": "east",
    "playerid_south": "south", "playerid_west": "west",
}  # fmt: skip
"""Columns that say the same as a tag."""
SIDES = {"ns": ("north", "south"), "ew": ("east", "west")}
OF_ONE_TABLE = (
    *COLUMNS.values(), "score", "scoreimp", "scoremp", "scorepercentage", "auction", "play", *TABLES,
)  # fmt: skip
"""Tags of a record that hold for its own table only."""
NOTHING = ("", "-", "?")
MOST_ALIKE = 100
"""At most this many tables with the same result are read from one row."""
_COLUMN = re.compile(r"[+-]?(.*?)(?:\\\d+[LR]?)?")
_ELEMENT = re.compile(r'"([^"\n]*)"|(\S+)')


class Row(NamedTuple):
    """A row of a table: its offset, and its elements by column, in lower case; what is not known or not relevant is omitted."""

    at: int
    elements: Mapping[str, str]


Doubts = list[tuple[int, str]]
"""Offsets, and what is doubtful there."""


def boards_in_table(record: Board) -> Iterator[tuple[Board, Doubts]]:
    """Yield the boards that a record stands for, each with doubts that do not touch its own result: a board for each result in
    its table, and its own unless it is one of these or only says what was dealt."""
    doubts: Doubts = []
    boards: list[Board] = []
    for row in _rows(record, doubts):
        boards += _boards_of_row(record, row, doubts)
    if not boards or _has_result(record):
        boards = [record, *_without_own(boards, record)]
    else:
        boards[0].doubts += record.doubts
        boards[0].comments += record.comments
    for table, (name, why) in NOT_PLAYED.items():
        if table in record.tags:
            doubts.append((record.of(table), f"{name} is not read: {why}"))
    for board in boards:
        yield board, doubts
        doubts = []


def _has_result(record: Board) -> bool:
    """Whether a record says how its own table played the board."""
    if record["Contract"] or record["Result"] or record["Score"]:
        return True
    pieces = record.sections["auction"] + record.sections["play"]
    return any(text.strip() for _, text in pieces)


def _without_own(boards: Sequence[Board], record: Board) -> Iterator[Board]:
    """Yield the boards of a table without the one that the record itself describes, which is among them by the standard."""
    found = False
    for board in boards:
        if not found and _is_same(board, record):
            found = True
            continue
        yield board


def _is_same(board: Board, record: Board) -> bool:
    """Whether a board of a table had the result of the record itself, and was played by its pairs at its table, as
    far as both say."""
    for tag in ("Contract", "Declarer", "Result"):
        if board[tag].upper() != record[tag].upper():
            return False
    for tag in ("PairNS", "PairEW", "Table"):
        if record[tag] and board[tag] not in ("", record[tag]):
            return False
    return True


def _rows(record: Board, doubts: Doubts) -> Iterator[Row]:
    """Yield the rows of the table of results that can be read.

    doubts: gets one about each other row.
    """
    tag, _ = record.tags.get(RESULTS, ("", -1))
    names = [_name_of(column) for column in tag.split(";")]
    if not any(name.partition("_")[0] in ("result", "score", "mp", "imp", "percentage") for name in names):
        return
    for at, elements in _lines(record, len(names)):
        if len(elements) != len(names):
            many = f"this row of ScoreTable has {len(elements)} elements, not {len(names)} like its columns"
            doubts.append((at, f"{many}, and is not read"))
            continue
        filled = {name: element for name, element in zip(names, elements, strict=True) if element not in NOTHING}
        if "contract" in filled or _award(filled):
            yield Row(at, filled)
        else:
            doubts.append((at, "this row of ScoreTable has neither a contract nor an award, and is not read"))


def _lines(record: Board, wide: int) -> list[tuple[int, list[str]]]:
    """The rows of the table of results, each with its offset: a line each, unless all lines together make rows of the
    right length.

    wide: the number of columns.
    """
    lines = [(at, _elements(text)) for at, text in record.sections[RESULTS] if text.strip()]
    longest = max((len(elements) for _, elements in lines), default=0)
    if longest > wide or all(len(elements) == wide for _, elements in lines):
        return lines
    flat = list[str]()
    for _, elements in lines:
        flat += elements
    if len(flat) % wide:
        return lines
    first, _ = lines[0]
    return [(first, flat[at : at + wide]) for at in range(0, len(flat), wide)]


def _name_of(column: str) -> str:
    """The name of a column in lower case, without the sign of its order and its width."""
    match = _COLUMN.fullmatch(column.strip())
    if not match:
        return ""
    return match[1].lower()


def _elements(text: str) -> list[str]:
    """The elements of a line, those in quotation marks without these."""
    return [quoted or bare for quoted, bare in _ELEMENT.findall(text)]


def _boards_of_row(record: Board, row: Row, doubts: Doubts) -> Iterator[Board]:
    """Yield the boards that a row stands for, one for each table that had this result.

    doubts: gets one if the row stands for more tables than are read.
    """
    times = row.elements.get("multiplicity", "1")
    many = 1
    if times.isdecimal() and len(times) < 9:
        many = int(times)
    if many > MOST_ALIKE:
        doubts.append((row.at, f"Multiplicity {quote(times)} is more than {MOST_ALIKE}; {MOST_ALIKE} results are read"))
    for _ in range(min(many, MOST_ALIKE)):
        board = Board(row.at)
        board.tags = {tag: value for tag, value in record.tags.items() if tag not in OF_ONE_TABLE}
        board.say(row.at, **_tags(row.elements))
        yield board


def _tags(elements: Mapping[str, str]) -> dict[str, str]:
    """The tags that say the same as the elements of a row."""
    tags = {tag: elements[column] for column, tag in COLUMNS.items() if column in elements}
    section = elements.get("section", "")
    for side, seats in SIDES.items():
        pair = f"pair{side}"
        if pair in tags:
            tags[pair] = section + tags[pair]
        names = [name.strip() for name in elements.get(f"names_{side}", "").split(";") if name.strip()]
        if len(names) == len(seats):
            tags |= dict(zip(seats, names, strict=True))
        elif names:
            tags[pair] = ";".join(names)
    if section and "table" in tags:
        tags["table"] = section + tags["table"]
    score = _award(elements)
    if not score:
        score = _score(elements)
    if score:
        tags["score"] = score
    return tags


def _award(elements: Mapping[str, str]) -> str:
    """The score that the director awarded in place of a result; empty if there is a result."""
    if "contract" in elements:
        return ""
    awards = [elements.get(f"score_{side}", "").lstrip("^") for side in SIDES]
    if any(re.fullmatch(r"(?i)a(ve?|verage)?\s*(\+|-|plus|minus)?|\d{1,3}\s*%", award) for award in awards):
        given = [f"{side.upper()} {award}" for side, award in zip(SIDES, awards, strict=True) if award]
        return " ".join(given)
    shares = [elements.get(f"percentage_{side}", "").lstrip("^") for side in SIDES]
    if all(re.fullmatch(r"\d{1,3}(\.\d+)?", share) for share in shares):
        return " ".join(f"{side.upper()} {round(float(share))}%" for side, share in zip(SIDES, shares, strict=True))
    return ""


def _score(elements: Mapping[str, str]) -> str:
    """The score of the first side that has a number in its column, as the tag Score says it; empty if none has."""
    for side in SIDES:
        score = elements.get(f"score_{side}", "")
        if re.fullmatch(r"[+-]?\d{1,6}", score):
            return f"{side.upper()} {score}"
    return ""
