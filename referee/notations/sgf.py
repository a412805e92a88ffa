"""SGF as the International Skat Server writes it: a game is `(;GM[Skat]…P0[…]…MV[…]R[…];)`, a move a player and a deed.

Player 0 is forehand, so player 2 has dealt; `w` is the server. `MV` holds the deal, the bids (a number, `y` for hold, `p` for
pass), `s` and the two cards of the talon, the contract with the cards put away (`G.SK.S7`, `CHZ`, `NO`), the cards played, and
what ended the game early: `RE` resigns, `LE.1` says that player 1 has left, `TI.1` that his time is up; `SC` only shows cards.
`R` is the server's result, and its value `v:` a claim about the score of the hand.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from referee.core.data import Data
from referee.core.text import one_line, visible
from referee.source.records import AT, ForeignRecord, people, quote
from referee.source.text import meant_by

SEATS = ("forehand", "middlehand", "rearhand")
CONTRACTS = {name[0].upper(): name for name in re.findall(r"\w+", "clubs spades hearts diamonds grand null")}
SAID = {"y": "hold", "p": "pass"}
MARKS = {"H": "hand", "S": "schneider", "Z": "schwarz", "O": "ouvert"}
CARDS = {suit + rank: f"{'10' if rank == 'T' else rank}{suit}" for suit in "CSHD" for rank in "AKQJT987"}

_PART = re.compile(
    r"(?P<begin>\(\s*;) | (?P<key>[A-Z][A-Z0-9]*)\s*\[(?P<value>(?:[^\]\\\n]++|\\.)*+)\] | (?P<aside>[;)\s]+)"
    r"| (?P<other>[A-Z][A-Z0-9]*\s*\[[^\n]*|[^\s;()]+|\()",
    re.VERBOSE,
)
_GAME = re.compile(r"([CSHDGN])([OHSZ]*)((?:\.[CSHD][AKQJT987])*)")
_VALUE = re.compile(r"\bd:([0-2]) .{0,99}\bv:(-?[0-9]{1,5})\b")


def records(text: str) -> Iterator[ForeignRecord]:
    """Yield the games of a text."""
    game: _Skat | None = None
    for part in _PART.finditer(text):
        if part["aside"]:
            continue
        if game is not None and part["begin"]:
            yield game.whole()
        if game is None or part["begin"]:
            game = _Skat(part.start())
        if game.ends_before(part.end()):
            continue
        if part["key"]:
            game.add(part)
        elif part["other"]:
            game.doubt(part.start(), f"{quote(part['other'])} is not a property with its value, and is not read")
    if game is not None:
        yield game.whole()


class SkatMove(NamedTuple):
    """A move: the `seat` of its player (-1: the server), `what` it says, the `cards` in it, which are its parts
    between points, and those `known` to be cards, as a log names them; `by` is the player with the offset, as an
    event has them."""

    seat: int
    what: str
    cards: list[str]
    known: list[str]
    by: Data


class _Skat(ForeignRecord):
    """One game: its properties with their offsets, and the events. `declarer` is a seat (None before somebody takes
    the talon or names a contract), `contract` what is played, `played` the number of cards played; `resigned` are the
    seats that gave up, and `gone` is the seat that left or ran out of time."""

    def __init__(self, at: int) -> None:
        """Begin a game without properties at an offset of its file."""
        super().__init__(at)
        self.events: list[Data] = []
        self.declarer: int | None = None
        self.contract = ""
        self.played = 0
        self.resigned: set[int] = set()
        self.gone: int | None = None

    def __getitem__(self, key: str) -> str:
        """The value of a property; empty if it says nothing."""
        return self.tags.get(key.lower(), ("", 0))[0].replace("\\]", "]").replace("\\\\", "\\").strip()

    def add(self, part: re.Match[str]) -> None:
        """Add a property, unless there is one of this name already."""
        key = part["key"].lower()
        if key in self.tags:
            self.doubt(part.start(), f"a second {part['key']} is not read")
        else:
            self.tags[key] = part["value"], part.start("value")

    def whole(self) -> _Skat:
        """The game with its log."""
        self.code = self["GM"]
        self.players = people([self[f"P{seat}"] for seat in range(3)]) or SEATS
        value, start = self.tags.get("mv", ("", self.at))
        moves = [(match[0], start + match.start()) for match in re.finditer(r"\S+", value)]
        for (who, _), (what, at) in zip(moves[::2], moves[1::2], strict=False):
            if self.gone is not None or not self._read(who, what, at):
                break
        if not self.events:
            self.doubt(self.at, f"GM {quote(self.code)} has no deal or bid that can be judged; the record is left out")
            return self
        self._end()
        self.log = {"players": list(self.players), "setup": {"dealer": self.players[2]}}
        self.log |= self._occasion()
        self.log["events"] = self.events
        return self

    def _occasion(self) -> Data:
        """When and where the game was played, and what else is said of it, as keys of a log."""
        head = {
            "date": meant_by(self["DT"].partition("/")[0]),
            "event": one_line(visible(self["PC"]))[:200],
            "note": ", ".join(self._notes()),
        }
        return {key: text for key, text in head.items() if text}

    def _notes(self) -> Iterator[str]:
        """Yield what the note of the log says: the series, the game, who sat where, and a comment."""
        for key, name in (("SE", "series"), ("ID", "game")):
            if self[key]:
                yield f"{name} {self[key]}"
        if self.players is SEATS:
            for number, seat in enumerate(SEATS):
                if self[f"P{number}"]:
                    yield f"{seat} {self[f'P{number}']}"
        if self["CO"]:
            yield self["CO"]

    def _read(self, who: str, what: str, at: int) -> bool:
        """Add what a move does; False if it is not understood, so that the moves after it cannot be read either.

        who: w for the server or the number of a player. what: the move. at: its offset.
        """
        if who not in ("w", "0", "1", "2"):
            self.doubt(at - len(who), f"{quote(who)} is not a player; the moves are read up to there")
            return False
        seat = -1
        readers: Sequence[Callable[[_Skat, SkatMove], bool]] = SERVER
        if who != "w":
            seat = int(who)
            readers = PLAYER
        cards = re.split(r"[.|]", what)
        known = [CARDS[card] for card in cards if card in CARDS]
        move = SkatMove(seat, what, cards, known, {"by": self.players[seat], AT: at})
        for read in readers:
            if read(self, move):
                return True
        if what == "??":
            return True
        self.doubt(at, f"{quote(what)} is not understood; the moves are read up to there")
        return False

    # Each of these takes a move of its kind, and returns whether this was one.

    def _leave(self, move: SkatMove) -> bool:
        """A player has left or run out of time."""
        match = re.fullmatch(r"(?:LE|TI)\.([0-2])", move.what)
        if match is None:
            return False
        self.gone = int(match[1])
        return True

    def _deal(self, move: SkatMove) -> bool:
        """The deal: ten cards for each player, unknown ones as "??", and then the talon."""
        if self.events or len(move.cards) != 32:
            return False
        dealt: Data = {}
        for place, name in enumerate(self.players):
            hand = move.cards[10 * place : 10 * place + 10]
            if CARDS.keys() >= set(hand):
                dealt[name] = [CARDS[card] for card in hand]
        self.events.append({"deal": dealt, AT: move.by[AT]})
        return True

    def _talon(self, move: SkatMove) -> bool:
        """The two cards that the declarer took up; the server may hide them."""
        if self.declarer is None or len(move.cards) != 2:
            return False
        if len(move.known) == 2:
            self.events.append({"talon": move.known, AT: move.by[AT]})
        return len(move.known) == 2 or move.what == "??.??"

    def _show(self, move: SkatMove) -> bool:
        """A player shows cards, which changes nothing."""
        return re.fullmatch(r"SC(?:\..*)?", move.what) is not None

    def _resign(self, move: SkatMove) -> bool:
        """A player gives up."""
        if move.what != "RE":
            return False
        self.resigned.add(move.seat)
        return True

    def _bid(self, move: SkatMove) -> bool:
        """A bid, a hold or a pass."""
        if self.contract or not re.fullmatch("[0-9]{1,4}|[yp]", move.what):
            return False
        if move.what in SAID:
            bid: Data = {"bid": SAID[move.what]}
        else:
            bid = {"bid": int(move.what)}
        self.events.append(bid | move.by)
        return True

    def _take_talon(self, move: SkatMove) -> bool:
        """The player who won the bidding takes the talon."""
        if self.contract or move.what != "s":
            return False
        self.declarer = move.seat
        return True

    def _contract(self, move: SkatMove) -> bool:
        """The declarer names the contract, perhaps with the cards put away."""
        game = _GAME.fullmatch(move.what)
        if self.contract or game is None:
            return False
        self._declare(move.seat, game, move.known, move.by)
        return True

    def _play(self, move: SkatMove) -> bool:
        """A card is played."""
        if not self.contract or move.what not in CARDS:
            return False
        self.events.append({"play": CARDS[move.what], **move.by})
        self.played += 1
        return True

    def _put_away(self, move: SkatMove) -> bool:
        """The declarer puts two cards away in a move after that of the contract; the log has them before it."""
        if move.seat != self.declarer or not self.contract or self.played:
            return False
        if not len(move.known) == len(move.cards) == 2:
            return False
        contract = self.events.pop()
        self.events += [{"put_away": move.known, **move.by}, contract]
        return True

    def _declare(self, seat: int, game: re.Match[str], cards: list[str], by: Data) -> None:
        """Add the contract with its marks, the cards put away and an open hand.

        game: the contract, as `_GAME` matches it. cards: those named with it. by: the player and the offset, for each
        event.
        """
        trump, marks, _ = game.groups()
        if self.declarer is None:  # without the talon
            marks += "H"
        elif cards:
            self.events.append({"put_away": cards[:2], **by})
            cards = cards[2:]
        self.declarer = seat
        if trump != "N":  # who plays with open cards has announced all tricks, and with these enough of them
            if "O" in marks:
                marks += "Z"
            if "Z" in marks:
                marks += "S"
        announced = [name for mark, name in MARKS.items() if mark in marks]
        self.contract = " ".join([CONTRACTS[trump]] + announced)
        self.events.append({"contract": self.contract, **by})
        if cards:
            self.events.append({"open": cards, **by})

    def _end(self) -> None:
        """Add who has the tricks that were not played, and the score that the server counted."""
        if self.declarer is None or not self.contract:
            if self.gone is not None:
                self.doubt(self.of("R"), f"{self.players[self.gone]} left before there was a contract")
            return
        why = ""
        if self.played < 30:
            why = self._add_rest(self.declarer)
        result = self["R"]
        if not result:
            return
        match = _VALUE.search(result)
        if not why and (match is None or int(match[1]) != self.declarer):
            why = "since it does not give a value to the declarer"
        if why:
            self.doubt("R", f"is not judged, {why}")
        elif match is not None:
            score = dict.fromkeys(self.players, 0)
            score[self.players[self.declarer]] = int(match[2])
            self.events[-1]["expect"] = {"score": score}

    def _add_rest(self, declarer: int) -> str:
        """Add who has the tricks that were not played. Returns why the score of the server is not judged; empty if it
        is."""
        others = {0, 1, 2} - {declarer}
        beaten = declarer in self.resigned
        if not beaten and not others <= self.resigned and self.gone not in others:
            return "since the play does not end"
        taker = min(others)
        # they go to the side that has won, or to the other in null, where tricks lose
        if beaten == self.contract.startswith("null"):
            taker = declarer
        self.events.append({"rest": self.players[taker], AT: self.of("R")})
        if beaten and self.played < 3:
            return "since the server counts no schneider where a declarer resigns in the first trick"
        return ""


SERVER = (_Skat._leave, _Skat._deal, _Skat._talon, _Skat._show)
"""What a move of the server may be, in this order."""
PLAYER = (
    _Skat._show, _Skat._resign, _Skat._bid, _Skat._take_talon, _Skat._contract, _Skat._play, _Skat._put_away,
)  # fmt: skip
"""What a move of a player may be, in this order."""
