"""Portable Bridge Notation 2.1, as clubs and championships publish it: its records, with the tags that each may leave out.

Source: the PBN standard, version 2.1 (tistis.nl/pbn).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from referee.notations.boards import Board
from referee.notations.score_table import boards_in_table
from referee.source.records import quote

BEGIN = ("event", "board", "deal")
"""Tags with which a record begins, if the empty line before it is missing."""
WHICH = ("site", "date", "event", "stage", "round", "hometeam", "visitteam")
"""Tags that hold until the next event."""
CARRIED = ("board", "dealer", "vulnerable", "deal", "scoring")
"""Tags that the next record of the same board need not repeat."""
HEAD = (*WHICH, "board", "table", "room", "west", "north", "east", "south", "dealer", "vulnerable", "deal")
"""Tags that come before what happened on a board; a record that has more than these may be followed by the next."""
APART = "the tags of one board stand apart, with empty lines between them; they are read as one record"

_PART = re.compile(
    r"""(?m:^%[ ]?referee\b(?P<ours>[^\n]*)) | (?m:^%[^\n]*) | (?P<blank>\n[ \t]*(?=\n)) | ;(?P<rest>[^\n]*)
      | \{(?P<comment>[^}\[]*(?:\[(?!\s*(?:Event|Board|Deal)\b)[^}\[]*)*+)(?P<closed>\}?)
      | \[\s*(?P<tag>[A-Za-z_]\w*)(?:\s*"(?P<value>[^"\\\n]*(?:(?:\\.|"(?!\s*\]))[^"\\\n]*)*+)"\s*|\s(?P<bare>[^"\[\]\n]*))\]
      | (?P<broken>\[\s*[A-Za-z_]\w*\s*"[^\n]*) | (?P<text>\[?(?:"[^"\n]*"|[^\[{;\n])++|\[) | \n""",
    re.VERBOSE,
)


def records(text: str) -> Iterator[Board]:
    """Yield the boards of a text, and what else stands where a board could; of a board with the results of several tables one
    for each.

    A tag "#" has the value that it had before; "##" and a value hold for all that follows; a record of the same board repeats
    nothing.
    """
    values: dict[str, str] = {}
    lasting: set[str] = set()
    previous_tags: Mapping[str, tuple[str, int]] = {}
    for record in tagged_records(text):
        tags = record.tags
        for tag in _carried_tags(tags):
            if tag in previous_tags:
                tags.setdefault(tag, previous_tags[tag])
        for tag, (value, at) in tags.items():
            if value.startswith("##"):
                lasting.add(tag)
            if value == "#":
                value = values.get(tag, "")
            else:
                value = value.removeprefix("##")
            values[tag] = value
            tags[tag] = value, at
        tags |= {tag: (values[tag], -1) for tag in lasting - tags.keys()}
        if tags:
            previous_tags = tags
        for board, doubts in boards_in_table(record):
            if board.tags:
                board.read(*(board.tags[tag][0] for tag in WHICH if tag in board.tags))
            board.doubts += doubts
            yield board


def _carried_tags(tags: Collection[str]) -> Sequence[str]:
    """The names of the tags whose values hold from the record before, for a record that has these tags."""
    if not any(tag in tags for tag in (*BEGIN, "dealer", "vulnerable")):
        return WHICH + CARRIED
    if "event" in tags:
        return ()
    return WHICH


def tagged_records(text: str) -> Iterator[Board]:
    """Yield the records with their own tags. An empty line ends a record, unless what follows can only belong to it."""
    board: Board | None = None
    for block in _blocks(text):
        if board is not None and _belongs(block, board):
            _join(board, block)
            continue
        if board is not None:
            yield _whole(board)
        board = block
    if board is not None:
        yield _whole(board)


def _blocks(text: str) -> Iterator[Board]:
    """Yield what stands between empty lines. A tag that begins the next record ends a block, too."""
    block: Board | None = None
    for part in _PART.finditer(text):
        kind = part.lastgroup
        name = (part["tag"] or "").lower()
        if block is not None and (kind == "blank" or (name in BEGIN and name in block.tags)):
            yield block
            block = None
        if kind in (None, "blank"):
            continue
        if block is None and part[0].isspace():
            continue
        if block is None:
            block = Board(part.start())
        if block.ends_before(part.end()):
            continue
        if name:
            _add_tag(block, part, name)
        else:
            _add(block, part)
    if block is not None:
        yield block


def _add_tag(block: Board, part: re.Match[str], name: str) -> None:
    """Add a tag to a block, or the note that it holds to the section before it; a second one of the same name is a
    doubt.

    part: a match of `_PART`. name: of the tag, in lower case.
    """
    at = part.start()
    value = (part["bare"] or "").strip()
    if part.lastgroup == "value":
        value = part["value"].replace('\\"', '"').replace("\\\\", "\\")
    if name == "note":
        number, colon, note = value.partition(":")
        key = block.section, number.strip()
        if not colon:
            note = value
        note = note.strip()
        if block.notes.setdefault(key, note) != note:
            block.doubt(at, f"a second Note {number.strip()[:9]}, {quote(note)}, is not read")
        return
    if name in block.tags:
        block.doubt(at, f"a second tag {part['tag'][:40]}, {quote(value)}, is not read")
    else:
        block.tags[name] = value, at
    block.section = name


def _add(block: Board, part: re.Match[str]) -> None:
    """Add what stands between tags to a block: a comment, a piece of the section that the last tag began, or loose
    text.

    part: a match of `_PART`.
    """
    kind = part.lastgroup
    at = part.start()
    if kind == "ours":
        block.ours |= set(part["ours"].split())
    elif kind in ("closed", "rest"):
        block.comments.append((part["comment"] or part["rest"] or "").strip())
        if kind == "closed" and not part["closed"]:
            block.doubt(at, "a comment that begins here does not end")
    elif kind == "broken":
        block.doubt(at, f"the tag {quote(part[0])} is not complete, and is not read")
    elif block.section in block.sections:
        block.sections[block.section].append((at, part[0]))
    elif not block.section and not part[0].isspace():
        block.loose.append((at, part[0]))


def _belongs(block: Board, board: Board) -> bool:
    """Whether a block after an empty line is of the same board: it repeats nothing, and is too little for a record."""
    if not block.tags:
        return bool(block.notes) or (bool(block.loose) and board.section in board.sections)
    if not block.tags.keys().isdisjoint(board.tags):
        return False
    begun = not board.tags.keys() <= set(HEAD)
    if begun or "deal" in board.tags:
        return len(block.tags) == 1 and block.tags.keys().isdisjoint(HEAD)
    return len(block.tags) == 1 or not board.tags.keys() <= set(WHICH)


def _join(board: Board, block: Board) -> None:
    """Add a block to the board to which it belongs."""
    board.apart = True
    board.tags |= block.tags
    if board.section in board.sections:
        board.sections[board.section] += block.loose
    else:
        board.loose += block.loose
    for section, pieces in block.sections.items():
        board.sections[section] += pieces
    if block.section:
        board.section = block.section
    board.notes |= block.notes
    board.comments += block.comments
    board.doubts += block.doubts
    board.ours |= block.ours


def _whole(board: Board) -> Board:
    """A board once all its blocks are there, with the doubts that they leave added."""
    board.doubts += [(at, f"{quote(text.strip())} belongs to no tag") for at, text in board.loose]
    if board.apart:
        board.doubt(board.at, APART)
    return board
