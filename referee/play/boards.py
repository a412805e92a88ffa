"""Boards of Portable Bridge Notation as logs.

A file says who plays, what each was dealt, the calls, the cards in columns by player, the number of tricks and a score. A log
says the same in the order in which it happened. The holder of a card, not its column, says who played it, because many files
list cards in order of play; the game says who led.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from referee.core.days import meant_by
from referee.core.events import Misread
from referee.core.harmless import one_line, visible
from referee.core.ruleset import Ruleset
from referee.rules import rulesets
from referee.source.pbn import SEATS, Board, Remark, Token

PLAYERS = ("North", "East", "South", "West")
SUITS, RANKS = "SHDC", "AKQJT98765432"
CALLS = {
    **dict.fromkeys(("PASS", "P", "PAS"), "pass"),
    **dict.fromkeys(("X", "D", "DBL", "DOUBLE"), "double"),
    **dict.fromkeys(("XX", "R", "RD", "RDBL", "REDOUBLE"), "redouble"),
}
ALL_PASS = ("AP", "ALLPASS")
ENDS = ("*", "+")
"""What is written where no more calls or cards follow."""
MISSING = "-"
VULNERABLE = {"none": (), "love": (), "ns": (0, 2), "ew": (1, 3), "all": (0, 1, 2, 3), "both": (0, 1, 2, 3)}
IRREGULAR = {"I": "an insufficient bid", "S": "a call out of turn", "L": "a lead out of turn", "R": "a revoke"}
OCCASION = {"date": "Date", "place": "Site", "event": "Event"}
"""Tags that the head of a log has keys for."""
ABOUT = ("Stage", "Round", "Table", "Room")
"""Tags that say, besides the number of the board, which game it was."""

_BID = re.compile(r"([1-7]) ?(C|D|H|S|NT?|SA)", re.IGNORECASE)
_CONTRACT = re.compile(r"([1-7]) ?(C|D|H|S|NT?|SA) ?(X{0,2})", re.IGNORECASE)
_CARD = re.compile(rf"([{SUITS}])(10|[{RANKS}])|(10|[{RANKS}])([{SUITS}])", re.IGNORECASE)
_TRICKS = re.compile(r"(?:\b(NS|EW)\s*)?\^?([+-]?\d+)", re.IGNORECASE)

Item = dict[str, Any]


class Writer:
    """Writes boards as logs of one game; `head` is what each of them says about the rules."""

    def __init__(self, rules: Ruleset, head: Mapping[str, Any]) -> None:
        self.head = {**head, "players": list(PLAYERS)}
        self.game: Any = rulesets.table(rules, len(PLAYERS))

    def log(self, board: Board) -> tuple[Item, list[Remark]]:
        """A board as a log, and what was not understood."""
        return _Log(self, board).written()


class _Log:
    """One board on its way to a log: the items so far, and the table after them, which shows who leads."""

    def __init__(self, writer: Writer, board: Board) -> None:
        self.board = board
        self.remarks = list(board.remarks)
        self.head = writer.head
        self.game = writer.game
        self.items: list[Item] = []
        self.holder: dict[str, int] = {}
        self.setup = self._setup()
        self.occasion = self._occasion()
        self.state = self.game.start(PLAYERS, self.setup, None)
        self.lost = False

    def written(self) -> tuple[Item, list[Remark]]:
        """The log, and what was not understood."""
        dealt = self._dealt()
        begins = self._position(dealt)
        if begins is None and dealt:
            self._happen({"deal": dealt})
        self._auction()
        self._play()
        self._result()
        claims = {"won": self._tricks_claimed(), "score": self._score()}
        if self.items and not self.lost:
            self._claim({what: claim for what, claim in claims.items() if claim})
        note = "; ".join(self._note())
        head = {**self.head, **({"setup": self.setup} if begins is None else {"position": begins})}
        note_too = {"note": note} if note else {}
        return {**head, **self.occasion, **note_too, "events": self.items}, self.remarks

    def _claim(self, claims: Item) -> None:
        """What the file says about the hand after the last item."""
        if claims:
            self.items[-1]["expect"] = {**self.items[-1].get("expect", {}), **claims}

    def _contract(self) -> Item:
        """The contract that the tags name, with its declarer, and doubled if it was; empty if they name none."""
        said = self.board["Contract"]
        if said.upper() in CALLS and CALLS[said.upper()] == "pass":
            return {"contract": "pass"}
        found, declarer = _CONTRACT.fullmatch(said), self._seat("Declarer")
        if found is None or declarer is None:
            return {}
        made = {"contract": _bid(found), "declarer": PLAYERS[declarer]}
        return {**made, "doubled": 2 ** len(found[3])} if found[3] else made

    def _position(self, dealt: Item) -> Item | None:
        """The beginning of a log for a board with its cards but without its calls."""
        contract = self._contract()
        if self.board.tokens.get("auction") or not self.board.tokens.get("play") or "declarer" not in contract:
            return None
        position = {"phase": "play", **self.setup, **contract, **({"hands": dealt} if dealt else {})}
        try:
            self.state = self.game.start(PLAYERS, {}, position)
        except Misread:
            return None
        return position

    def _remark(self, line: int, message: str) -> None:
        self.remarks.append(Remark(line, message))

    def _seat(self, tag: str) -> int | None:
        """The seat that a tag names: N, north or ^S for a player out of turn."""
        name = self.board[tag].lstrip("^").upper()
        if not name:
            return None
        if name[0] not in SEATS:
            self._remark(self.board.line_of(tag), f"{tag} {self.board[tag]!r} is not a player; write N, E, S or W")
            return None
        return SEATS.index(name[0])

    def _setup(self) -> Item:
        dealer = self._seat("Dealer")
        if dealer is None:
            dealer = self._seat("Auction")
        setup: Item = {"dealer": PLAYERS[dealer or 0]}
        said = self.board.tags.get("vulnerable", ("", 0))[0].strip().lower()
        if said in VULNERABLE or said == "-":
            setup["vulnerable"] = [PLAYERS[seat] for seat in VULNERABLE.get(said, ())]
        elif said and said != "?":
            self._remark(self.board.line_of("Vulnerable"), f"Vulnerable {said!r} is not one of None, NS, EW and All")
        return setup

    def _occasion(self) -> Item:
        """When and where it was, if the file says so; nothing for a date like 2026.09.??."""
        said = {key: one_line(visible(self.board[tag])).strip() for key, tag in OCCASION.items()}
        date = meant_by(said["date"])
        if said["date"] and not date and "?" not in said["date"]:
            self._remark(self.board.line_of("Date"), f"Date {said['date']!r} is not a day; write it like 2026.09.18")
        return {key: text for key, text in {**said, "date": date}.items() if text}

    def _note(self) -> Iterator[str]:
        """What else the file says: which game it was, who sat where, comments, tables with their number of rows."""
        board = self.board
        date = [board["Date"]] if "date" not in self.occasion and set(board["Date"]) & set("123456789") else []
        about = date + [board[tag] for tag in ABOUT if board[tag]] + [f"board {board['Board']}"] * bool(board["Board"])
        if about:
            yield ", ".join(about)
        names = [f"{player} {board[player]}" for player in PLAYERS if board[player]]
        if names:
            yield ", ".join(names)
        yield from board.comments

    def _happen(self, item: Item) -> None:
        """Records an item and applies it, legal or not, without checking."""
        self.items.append(item)
        if self.lost:
            return
        try:
            for event in self.game.read(self.state, item):
                if not self.game.possible(self.state, event):
                    self.lost = True
                    return
                self.game.happen(self.state, event)
        except Misread:
            self.lost = True

    def _dealt(self) -> Item:
        """The hands that were dealt, by player; hands that the file does not have are omitted."""
        first, colon, hands = self.board["Deal"].partition(":")
        if not first:
            return {}
        seat, line = SEATS.find(first.strip()[:1].upper()), self.board.line_of("Deal")
        if seat < 0 or not colon:
            self._remark(
                line, f"Deal {self.board['Deal'][:20]!r} does not begin with a player and a colon, as in N:AKQ.JT9."
            )
            return {}
        dealt: Item = {}
        for place, text in enumerate(hands.split()[:4]):
            player = (seat + place) % 4
            if text.strip(".") in ("", MISSING):
                continue
            cards = []
            for suit, ranks in zip(SUITS, text.upper().replace("10", "T").split("."), strict=False):
                cards += [f"{'10' if rank == 'T' else rank}{suit}" for rank in ranks if rank in RANKS]
                if strange := set(ranks) - set(RANKS):
                    self._remark(
                        line, f"{''.join(sorted(strange))!r} among the {suit} of {PLAYERS[player]} is not a rank"
                    )
            dealt[PLAYERS[player]] = cards
            self.holder |= dict.fromkeys(cards, player)
        return dealt

    def _auction(self) -> None:
        first = self._seat("Auction")
        if first is None:
            first = PLAYERS.index(self.setup["dealer"])
        calls = list(self._calls(self.board.tokens.get("auction", ()), first))
        regular = all(
            place == turn and not token.irregular for turn, (place, _, token) in enumerate(calls, start=first)
        )
        if regular and calls and PLAYERS[first] == self.setup["dealer"]:
            self._happen(
                {"bids": [call for _, call, _ in calls], **self._notes("auction", [(call, t) for _, call, t in calls])}
            )
        else:
            for place, call, token in calls:
                item = {"by": PLAYERS[place % 4], "bid": call}
                self._happen({**item, **self._stands(item, token), **self._notes("auction", [(call, token)])})
        if calls and not self.lost and self.state.phase != "bid":
            self._claim(self._contract())

    def _stands(self, item: Item, token: Token) -> Item:
        """Why an irregularity that the file marks was let stand; empty if the rules do not forbid it."""
        if not token.irregular or self.lost:
            return {}
        try:
            faults = [
                fault for event in self.game.read(self.state, item) for fault in self.game.check(self.state, event)
            ]
        except Misread:
            return {}
        return {"stands": f"{IRREGULAR.get(token.irregular, 'an irregularity')}, by the file"} if faults else {}

    def _calls(self, tokens: Sequence[Token], first: int) -> Iterator[tuple[int, str, Token]]:
        """Each call with its place, counted from the seat of the first; a place without a call is skipped."""
        place, passed, bid = first, 0, False
        for token in tokens:
            text = token.text.upper()
            if text in ENDS:
                return
            if text in ALL_PASS:
                for _ in range((3 if bid else 4) - passed):
                    yield place, "pass", token
                    place += 1
                return
            found = _BID.fullmatch(text)
            call = _bid(found) if found else CALLS.get(text, "")
            if call:
                yield place, call, token
                passed = passed + 1 if call == "pass" else 0
                bid = bid or found is not None
            elif text != MISSING:
                self._remark(token.line, f"{token.text!r} is not a call")
            place += 1

    def _notes(self, section: str, said: Sequence[tuple[str, Token]]) -> Item:
        """The notes on some calls or cards, as the note of an item."""
        notes = self.board.notes
        texts = [f"{what}: {notes[section, token.note]}" for what, token in said if (section, token.note) in notes]
        return {"note": "; ".join(texts)} if texts else {}

    def _play(self) -> None:
        first = self._seat("Play")
        cards = list(self._cards(self.board.tokens.get("play", ())))
        for start in range(0, len(cards), 4):
            row = cards[start : start + 4]
            held = {
                self.holder.get(card, ((first or 0) + column) % 4): (card, token)
                for column, (card, token) in enumerate(row)
                if card
            }
            if not held:
                return
            self._trick(held)

    def _cards(self, tokens: Sequence[Token]) -> Iterator[tuple[str, Token]]:
        """The cards of the play; empty if none are written."""
        for token in tokens:
            if token.text in ENDS:
                return
            found = _CARD.fullmatch(token.text)
            if found:
                suit, rank = (found[1], found[2]) if found[1] else (found[4], found[3])
                yield f"{rank.upper().replace('T', '10')}{suit.upper()}", token
            else:
                if token.text != MISSING:
                    self._remark(token.line, f"{token.text!r} is not a card")
                yield "", token

    def _trick(self, held: Mapping[int, tuple[str, Token]]) -> None:
        """A trick, or as much of one as was played, in the order in which the players sit, from the leader."""
        turn = -1 if self.lost else self.state.turn
        leader = turn if turn in held else next(seat for seat in held if (seat - 1) % 4 not in held or len(held) == 4)
        order = [(leader + step) % 4 for step in range(4) if (leader + step) % 4 in held]
        said = [held[seat] for seat in order]
        marked = [token.irregular for _, token in said if token.irregular]
        if len(order) == 4 and not marked and leader == turn:
            self._happen({"trick": [card for card, _ in said], **self._notes("play", said)})
            return
        for seat, (card, token) in zip(order, said, strict=True):
            item = {**({} if seat == turn and not self.lost else {"by": PLAYERS[seat]}), "play": card}
            self._happen({**item, **self._stands(item, token), **self._notes("play", [(card, token)])})
            turn = -1 if self.lost else self.state.turn

    def _tricks(self, declarer: int) -> int | None:
        """The tricks that the declarer's side won, as the file says; a number above 13 is for the judge to refuse."""
        said = self.board["Result"]
        found = _TRICKS.match(said)
        if not found:
            return None
        tricks = int(found[2])
        if found[1] and (found[1].upper() == "NS") != (declarer % 2 == 0):
            tricks = 13 - tricks
        if tricks >= 0:
            return tricks
        self._remark(self.board.line_of("Result"), f"Result {said!r} is not a number of tricks from 0 to 13")
        return None

    def _declarer(self) -> int:
        """The seat of the declarer, as the log shows it; -1 if there is none."""
        declarer: int = self.state.history[-1].declarer if self.state.history else self.state.declarer
        return declarer

    def _tricks_claimed(self) -> Item:
        """The tricks of the declarer's side, if they were played out and the file says how many there were."""
        declarer = self._declarer()
        if declarer < 0 or not self.state.history or not self.items or not self.items[-1].keys() & {"trick", "play"}:
            return {}
        tricks = self._tricks(declarer)
        return {} if tricks is None else {PLAYERS[declarer]: tricks}

    def _result(self) -> None:
        """The tricks that were not played out, or the result of a board whose cards were not written down."""
        state, said = self.state, self._contract()
        if self.lost or (state.phase in ("over", "deal") and state.history):
            return
        called = bool(self.board.tokens.get("auction"))
        if not called and said == {"contract": "pass"}:
            self._happen({"result": said})
            return
        declarer = PLAYERS.index(said["declarer"]) if "declarer" in said else -1
        declarer = state.declarer if state.phase == "play" else declarer
        tricks = self._tricks(declarer) if declarer >= 0 else None
        if tricks is None or (state.phase != "play" and called):
            return
        if state.phase != "play":
            self._happen({"result": {**said, "won": {PLAYERS[declarer]: tricks}}})
        elif not state.tricks and not state.trick:
            self._happen({"result": {"won": {PLAYERS[declarer]: tricks}}})
        else:
            more = tricks - state.won[declarer] - state.won[(declarer + 2) % 4]
            rest = {PLAYERS[declarer]: more, PLAYERS[(declarer + 1) % 4]: state.left - more}
            self._happen({"rest": {player: number for player, number in rest.items() if number}})

    def _score(self) -> Item:
        """The score that the file claims, for both sides."""
        found = _TRICKS.match(self.board["Score"])
        declarer = self._declarer()
        if not found or not self.state.history or (not found[1] and declarer < 0):
            return {}
        points = int(found[2])
        ours = 0 if (found[1] or "").upper() == "NS" or (not found[1] and declarer % 2 == 0) else 1
        return {player: points if seat % 2 == ours else -points for seat, player in enumerate(PLAYERS)}


def _bid(found: re.Match[str]) -> str:
    """A bid as rulesets write it: '3NT' for 3N and 3SA."""
    strain = found[2].upper()
    return f"{found[1]}{'NT' if strain in ('N', 'SA') else strain}"
