"""LIN, the notation of Bridge Base Online and of vugraphs: pairs of a command and its value, `mb|1H|pc|SA|`.

`md` deals (the first digit is the dealer; South, West, North, East), `sv` is vulnerability, `mb` and `an` a call and what it
means, `pc` a card in order of play, `mc` a claim of the declarer's tricks in all. `qx` begins a board at a table (`o12`, `c12`:
open and closed room); `vg` and `rs` say of a whole match which boards there are and how they ended; `pn` seats eight at two
tables. There is no standard; how the commands are used is taken from files.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from referee.source.boards import Board
from referee.source.records import quoted

SEATED = ("South", "West", "North", "East")
VULNERABLE = {"o": "None", "0": "None", "n": "NS", "e": "EW", "b": "All"}
ROOMS = {"o": "Open", "c": "Closed"}
ASIDE = frozenset(
    ["pg", "nt", "st", "rh", "zz", "at", "bt", "bn", "mp", "pw", "kw", "hs", "va", "fp", "cp", "cq", "cs", "tu"]
)
"""Commands that say nothing about the game: pages, comments of onlookers, layout."""

_PART = re.compile(
    r"(?P<name>[A-Za-z0-9]{2})\|(?P<value>(?:[^|\n]|\n(?![A-Za-z0-9]{2}\|))*)\|"
    r"| (?P<other>[A-Za-z0-9]{2}\|[^|\n]*|[^\s|][^|\n]*\|?|\|)",
    re.VERBOSE,
)
_BOARD = re.compile(r"(?:Board\s*)?([1-9][0-9]{0,3})", re.IGNORECASE)
_OUTCOME = re.compile(r"([1-7](?:NT?|[SHDC]))([NESW])(x{0,2})(=|[+-][0-9]{1,2})", re.IGNORECASE)


def records(text: str) -> Iterator[Board]:
    """Yield the boards of a text, at every table."""
    board: Board | None = None
    match = _Match()
    for part in _PART.finditer(text):
        name, value, at = (part["name"] or "").lower(), (part["value"] or "").strip(), part.start()
        begun = board is not None and "deal" in board.tags
        if board is not None and (name == "qx" or (name in ("md", "pn") and begun)):
            yield _whole(board)
            board = None
        if name in match.says:
            match.says[name] = value, at
            if name == "pn" and board is not None:
                match.seat(board)
            continue
        if board is None and name in ASIDE:
            continue
        if board is None:
            board = Board(at, in_order=True)
            match.seat(board)
        if name == "qx":
            match.name(board, value, at)
        elif part["other"] is not None:
            board.doubt(at, f"{quoted(part['other'].strip())} is not a command with its value, and is not read")
        else:
            _add(board, name, value, part.start("value"))
    if board is not None:
        yield _whole(board)


class _Match:
    """What a file says once for all its boards, each with its offset: the match, its results and who plays."""

    def __init__(self) -> None:
        self.says = {"vg": ("", -1), "rs": ("", -1), "pn": ("", -1)}

    def seat(self, board: Board) -> None:
        """Name who sits at the table of a board."""
        value, at = self.says["pn"]
        names, closed = [name.strip() for name in value.split(",")], board["Room"] == ROOMS["c"]
        for seat, name in zip(SEATED, names[4:] if closed and len(names) > 4 else names, strict=False):
            board.tags[seat.lower()] = name, at

    def name(self, board: Board, value: str, at: int) -> None:
        """Add the number and the room of a board, and what the match says about it."""
        board.tags |= {tag: (said, at) for tag, said in (("board", value[1:]), ("room", ROOMS.get(value[:1], "")))}
        self.seat(board)
        match, (results, where) = self.says["vg"][0].split(","), self.says["rs"]
        board.tags |= {"event": (match[0], self.says["vg"][1]), "stage": (", ".join(match[1:2]), self.says["vg"][1])}
        if match[3:4] and match[3].isdecimal() and value[1:].isdecimal():
            place = 2 * (int(value[1:]) - int(match[3])) + (value[:1] == "c")
            outcomes = results.split(",")
            if 0 <= place < len(outcomes) and (found := _OUTCOME.fullmatch(outcomes[place].strip())):
                contract, declarer, doubled, over = found.groups()
                tricks = 6 + int(contract[0]) + (0 if over == "=" else int(over))
                said = {"contract": contract + doubled, "declarer": declarer, "result": str(tricks)}
                board.tags |= {tag: (value.upper(), where) for tag, value in said.items()}


def _add(board: Board, name: str, value: str, at: int) -> None:
    """Add what a command says about a board."""
    auction, play = board.sections["auction"], board.sections["play"]
    if name == "md":
        board.tags |= {tag: (said, at) for tag, said in zip(("dealer", "deal"), _deal(value), strict=True) if said}
        board.tags.setdefault("deal", ("", at))
    elif name == "sv":
        board.tags["vulnerable"] = VULNERABLE.get(value.lower(), value or "?"), at
    elif name == "ah" and (found := _BOARD.fullmatch(value)):
        board.tags["board"] = found[1], at
    elif name == "ah":
        board.comments += [value] if value else []
    elif name == "mb":
        auction.append((at, value))
    elif name == "an" and auction:
        at, call = auction[-1]
        auction[-1] = at, f"{call} ={len(auction)}="
        board.notes["auction", str(len(auction))] = value
    elif name == "pc":
        play.append((at, value))
    elif name == "mc":
        if "result" in board.tags and board["Result"] != value:
            board.doubt("Result", f"by rs is not the {quoted(value)} that was claimed by mc")
        board.tags["result"] = value, at
        play.append((at, "*"))
    elif name not in ASIDE and name != "an":
        board.doubt(at, f"{quoted(f'{name}|{value}|')} is not understood")


def _deal(value: str) -> tuple[str, str]:
    """Return the dealer and the hands as PBN writes them. The last hand may be left out, since it has all other cards."""
    dealer = dict(zip("1234", "SWNE", strict=True)).get(value[:1], "")
    hands = [_suits(hand) for hand in value.lstrip("0123456789 ").upper().split(",")[:4]]
    seen = ["".join(hand[suit] for hand in hands) for suit in range(4)]
    if len(hands) == 3 or (len(hands) == 4 and not any(hands[3])):
        rest = ["".join(rank for rank in "AKQJT98765432" if rank not in suit) for suit in seen]
        if sum(map(len, seen)) == 39 and sum(map(len, rest)) == 13:
            hands[3:] = [rest]
    return dealer, "S:" + " ".join(".".join(hand) if any(hand) else "-" for hand in hands) if any(
        map(any, hands)
    ) else ""


def _suits(hand: str) -> Sequence[str]:
    """Return the ranks of a hand by suit: spades, hearts, diamonds, clubs; what stands before the first suit is of none."""
    parts = re.split("([SHDC])", "".join(hand.split()).replace("10", "T"))
    ranks = dict(zip(parts[1::2], parts[2::2], strict=True))
    return [parts[0] + ranks.get("S", ""), *(ranks.get(suit, "") for suit in "HDC")]


def _whole(board: Board) -> Board:
    """Return a board with its log."""
    for tag in ("auction", "play"):
        if board.sections[tag]:
            seat = board["Dealer"] if tag == "auction" else ""
            board.tags[tag] = seat, board.sections[tag][0][0]
    board.read(board["Event"], board["Stage"])
    return board
