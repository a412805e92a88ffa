"""LIN, the notation of Bridge Base Online and of vugraphs: pairs of a command and its value, `mb|1H|pc|SA|`.

`md` deals (the first digit is the dealer; South, West, North, East), `sv` is vulnerability, `mb` and `an` a call and what it
means, `pc` a card in order of play, `mc` a claim of the declarer's tricks in all. `qx` begins a board at a table (`o12`, `c12`:
open and closed room); `vg` and `rs` say of a whole match which boards there are and how they ended; `pn` seats eight at two
tables. There is no standard; how the commands are used is taken from files.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from urllib.parse import unquote

from referee.notations.boards import Board
from referee.source.records import quote

SEATED = ("South", "West", "North", "East")
VULNERABLE = {"o": "None", "0": "None", "n": "NS", "e": "EW", "b": "All"}
ROOMS = {"o": "Open", "c": "Closed"}
ASIDE = frozenset(re.findall(r"\w+", "pg nt st rh zz at bt bn mp pw kw hs va fp cp cq cs tu mn sa"))
"""Commands that say nothing about the game: pages, comments of onlookers, layout."""

_PART = re.compile(
    r"(?P<name>[A-Za-z0-9]{2})\|(?P<value>(?:[^|\n]++|\n(?![A-Za-z0-9]{2}\|))*+)\|"
    r"| (?P<other>[A-Za-z0-9]{2}\|[^|\n]*|[^\s|][^|\n]*\|?|\|)",
    re.VERBOSE,
)
_LINK = re.compile(r"(?m)^\s*https?://\S*?[?&]lin=([^\s&#]*)")
_BOARD = re.compile(r"(?:Board\s*)?([1-9][0-9]{0,3})", re.IGNORECASE)
_OUTCOME = re.compile(r"([1-7](?:NT?|[SHDC]))([NESW])(x{0,2})(=|[+-][0-9]{1,2})", re.IGNORECASE)


def records(text: str) -> Iterator[Board]:
    """Yield the boards of a text, at every table; in links to a viewer of boards they follow `lin=`."""
    links = list(_LINK.finditer(text))
    if not links:
        yield from _boards(text, range(len(text)))
    for link in links:
        yield from _boards(*_decode(link))


def _decode(link: re.Match[str]) -> tuple[str, list[int]]:
    """The boards in a link, and the offset at which each of their characters stands in the file. All characters of an
    escape stand at its beginning."""
    text = ""
    places = list[int]()
    # a letter that is not ASCII is several escapes in a row
    for part in re.finditer(r"%[0-7][0-9A-Fa-f]|(?:%[89A-Fa-f][0-9A-Fa-f])+|[^%]+|%", link[1]):
        decoded = unquote(part[0])
        start = link.start(1) + part.start()
        text += decoded
        if decoded == part[0]:
            places += range(start, start + len(decoded))
        else:
            places += [start] * len(decoded)
    return text, places


def _boards(text: str, places: Sequence[int]) -> Iterator[Board]:
    """Yield the boards of LIN, at every table. What `vg`, `rs` and `pn` say of a match holds for the boards after it.

    places: the offset of each character in the file.
    """
    board: Board | None = None
    match = {"vg": ("", -1), "rs": ("", -1), "pn": ("", -1)}
    for part in _PART.finditer(text):
        name = ""
        value = ""
        if part["name"]:
            name = part["name"].lower()
            value = part["value"].strip()
        at = places[part.start()]
        if board is not None and _begins_another(name, board):
            yield _whole(board)
            board = None
        if name in match:
            match[name] = value, at
            if name == "pn" and board is not None:
                _seat(board, *match["pn"])
            continue
        if board is None:
            if name in ASIDE:
                continue
            board = Board(at, in_order=True)
            _seat(board, *match["pn"])
            _entitle(board, *match["vg"])
        if board.ends_before(part.end()):
            continue
        if name == "qx":
            _name(board, value.partition(",")[0], at, match)
        elif not name:
            board.doubt(at, f"{quote(part[0].strip())} is not a command with its value, and is not read")
        else:
            _add(board, name, value, _offset(places, part.start("value")))
    if board is not None:
        yield _whole(board)


def _begins_another(name: str, board: Board) -> bool:
    """Whether a command begins another board than the one that is being read."""
    return name == "qx" or (name in ("md", "pn") and "deal" in board.tags)


def _offset(places: Sequence[int], at: int) -> int:
    """The offset in the file of a character of the text, or of its last if the text ends before.

    places: the offset of each character.
    """
    return places[min(at, len(places) - 1)]


def _seat(board: Board, names: str, at: int) -> None:
    """Name who sits at the table of a board.

    names: of four players, or of eight, of whom the last four sit in the closed room.
    """
    everybody = [name.strip() for name in names.split(",")]
    if board["Room"] == ROOMS["c"] and len(everybody) > 4:
        everybody = everybody[4:]
    for seat, name in zip(SEATED, everybody, strict=False):
        board.say(at, **{seat.lower(): name})


def _entitle(board: Board, title: str, at: int) -> None:
    """Add the event and the stage of a match."""
    named = title.split(",")
    board.say(at, event=named[0], stage=", ".join(named[1:2]))


def _name(board: Board, value: str, at: int, match: Mapping[str, tuple[str, int]]) -> None:
    """Add the number and the room of a board, and what its file says once for the whole match: title, players and
    outcomes.

    value: such as o12. match: `vg`, `rs` and `pn` with their offsets.
    """
    board.say(at, board=value[1:], room=ROOMS.get(value[:1], ""))
    _seat(board, *match["pn"])
    title, title_at = match["vg"]
    results, results_at = match["rs"]
    _entitle(board, title, title_at)
    outcome = _outcome(value, title.split(",")[3:4], results.split(","))
    if outcome is None:
        return
    contract, declarer, doubled, overtricks = outcome.groups()
    tricks = 6 + int(contract[0])
    if overtricks != "=":
        tricks += int(overtricks)
    bid = (contract + doubled).upper()
    board.say(results_at, contract=bid, declarer=declarer.upper(), result=str(tricks))


def _outcome(value: str, first: Sequence[str], outcomes: Sequence[str]) -> re.Match[str] | None:
    """How a board ended, as a match of contract, declarer, doubling and overtricks; None if its match does not say.

    value: the board, such as o12. first: the number of the first board of the match, if it is given. outcomes: two
    for each board, that of the open room before that of the closed one.
    """
    if not first or not first[0].isdecimal() or not value[1:].isdecimal():
        return None
    place = 2 * (int(value[1:]) - int(first[0])) + (value[:1] == "c")
    if not 0 <= place < len(outcomes):
        return None
    return _OUTCOME.fullmatch(outcomes[place].strip())


def _add(board: Board, name: str, value: str, at: int) -> None:
    """Add what a command says about a board."""
    if name in COMMANDS:
        COMMANDS[name](board, value, at)
    elif name not in ASIDE:
        board.doubt(at, f"{quote(f'{name}|{value}|')} is not understood")


def _add_deal(board: Board, value: str, at: int) -> None:
    """Add the hands and the dealer, which is the digit before them."""
    dealer = dict(zip("1234", "SWNE", strict=True)).get(value[:1])
    board.say(at, deal=_deal(value))
    if dealer:
        board.say(at, dealer=dealer)


def _add_vulnerable(board: Board, value: str, at: int) -> None:
    """Add who is vulnerable."""
    board.say(at, vulnerable=VULNERABLE.get(value.lower(), value or "?"))


def _add_title(board: Board, value: str, at: int) -> None:
    """Add the number of a board, or a title that is no number as a comment."""
    match = _BOARD.fullmatch(value)
    if match:
        board.say(at, board=match[1])
    elif value:
        board.comments.append(value)


def _add_call(board: Board, value: str, at: int) -> None:
    """Add a call."""
    board.sections["auction"].append((at, value))


def _add_meaning(board: Board, value: str, at: int) -> None:
    """Add what the last call means, as a note with the number of calls so far; without a call it is not read."""
    auction = board.sections["auction"]
    if not auction:
        return
    at, call = auction[-1]
    auction[-1] = at, f"{call} ={len(auction)}="
    board.notes["auction", str(len(auction))] = value


def _add_card(board: Board, value: str, at: int) -> None:
    board.sections["play"].append((at, value))


def _add_claim(board: Board, value: str, at: int) -> None:
    if "result" in board.tags and board["Result"] != value:
        board.doubt("Result", f"by rs is not the {quote(value)} that was claimed by mc")
    board.say(at, result=value)
    board.sections["play"].append((at, "*"))


COMMANDS = {
    "md": _add_deal,
    "sv": _add_vulnerable,
    "ah": _add_title,
    "mb": _add_call,
    "an": _add_meaning,
    "pc": _add_card,
    "mc": _add_claim,
}
"""The commands that say something about a board, and the functions that add it."""


def _deal(value: str) -> str:
    """The hands as PBN writes them, from South; empty if none is known. The last hand may be left out, since it has all other
    cards."""
    hands = list[list[str]]()
    for hand in "".join(value.lstrip("0123456789 ").upper().split()).replace("10", "T").split(",")[:4]:
        unsuited, *parts = re.split("([SHDC])", hand)  # what stands before the first suit is of none
        ranks = dict(zip(parts[::2], parts[1::2], strict=True))
        suits = [ranks.get(suit, "") for suit in "SHDC"]
        suits[0] = unsuited + suits[0]
        hands.append(suits)
    if len(hands) == 3 or (len(hands) == 4 and not any(hands[3])):
        seen = list(map("".join, zip(*hands, strict=True)))
        rest = list(map(_other_ranks, seen))
        if sum(map(len, seen)) == 39 and sum(map(len, rest)) == 13:
            hands[3:] = [rest]
    if not any(map(any, hands)):
        return ""
    return f"S:{' '.join(map(_in_pbn, hands))}"


def _other_ranks(ranks: str) -> str:
    """The ranks of a suit that are not among these, from the highest down."""
    return "".join(rank for rank in "AKQJT98765432" if rank not in ranks)


def _in_pbn(hand: Sequence[str]) -> str:
    """A hand as PBN writes it, from its ranks by suit."""
    if not any(hand):
        return "-"
    return ".".join(hand)


def _whole(board: Board) -> Board:
    """A board that is complete, with its log: its auction begins with the dealer, and nothing says who leads."""
    for tag, first in (("auction", board["Dealer"]), ("play", "")):
        if board.sections[tag]:
            board.say(board.sections[tag][0][0], **{tag: first})
    board.read(board["Event"], board["Stage"])
    return board
