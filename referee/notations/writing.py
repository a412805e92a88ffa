"""Boards of bridge for other programs, as PBN and as LIN: each hand of a log, played through and written down seat by seat.

The first player is North. What a log claims or notes is written so that `referee import` gives the same log again. What other
programs expect and the log does not claim, such as the contract in which the calls end, is written as well; a line that begins
with `% referee`, which PBN has for such notes of a program, says that it is not a claim.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from referee.core.data import Data, Item, Said
from referee.core.events import Event
from referee.core.family import BoardFacts, BoardMove
from referee.core.game import Game
from referee.core.items import AtTable
from referee.core.places import LogError
from referee.core.ruleset import Ruleset
from referee.core.text import one_line, visible
from referee.judging.fold import Visitor
from referee.judging.log import Log
from referee.judging.replay import advance, begin

SEATS, NAMES = "NESW", ("North", "East", "South", "West")
SIDES = ("NS", "EW")
RANKS = "AKQJT98765432"
VULNERABLE = {0: ("None", "o"), 5: ("NS", "n"), 10: ("EW", "e"), 15: ("All", "b")}
ROOMS = {"Open": "o", "Closed": "c"}
CALLS = {"pass": ("Pass", "p"), "double": ("X", "d"), "redouble": ("XX", "r")}
DOUBLED = {1: "", 2: "X", 4: "XX"}
_BOARD = re.compile(r"(?:(?P<about>[^;]*), )?board (?P<number>[^;, ]+)(?:; (?P<more>.*))?", re.DOTALL)
_SEATED = re.compile(
    r"(?=North|East|South|West)(?:North (?P<North>[^;]*?))?(?:(?:, |^)East (?P<East>[^;]*?))?"
    r"(?:(?:, |^)South (?P<South>[^;]*?))?(?:(?:, |^)West (?P<West>[^;]*?))?(?:; (?P<more>.*))?",
    re.DOTALL,
)
_NOTED = re.compile(r"(?:^|; )((?:10|[2-9JQKA])[CDHS]): ")
OTHER_SCORES = "scores that are not of single boards"
DOUBTS = "doubts of the reader"
NOWHERE = (OTHER_SCORES, DOUBTS)
"""What no form has room for."""


class WrittenCall(NamedTuple):
    """A call or a card: who made it, what it is, the note on it, and whether the table let it stand."""

    seat: int
    text: str
    note: str
    stands: bool


class PlayedBoard:
    """One board of a log: its number ("" if it has none), dealer (-1) and vulnerability (None where the log of a single board
    does not say it), the hands (None: not known), calls and cards; how it ended: the contract ("" if there is none yet), the
    declarer (-1), its tricks (-1), and the score of North, if the log claims one; `other_score` says that it claims one that
    East and West do not lose, as in a rubber.

    `over` says that the play ended, perhaps before the last card. `claims` holds what the log claims of the contract and the
    tricks, `dealt` the hands that it gives, and `result` a result without cards: what only follows from these is not written.
    `single` are calls (0) and tricks (from 1) that the log has one by one. `broken` is the item of the log at which playing it
    through ended, -1 if it did not.
    """

    def __init__(self, log: Log, start: BoardFacts, *, alone: bool) -> None:
        """Begin a board before its first event.

        log: the whole log. start: what the game says about it at this point. alone: whether the log is of a single board,
        so that only what it says counts.
        """
        self.log = log
        self.alone = alone
        self.event = log.occasion.event
        self.dealer = -1
        self.vulnerable: int | None = None
        self.hands: list[list[str] | None] = []
        self.dealt: Said | None = (log.position or {}).get("hands")
        self.calls: list[WrittenCall] = []
        self.cards: list[WrittenCall] = []
        self.single: set[int] = set()
        self.claims: Data = {}
        self.result: Said = {}
        self.over = self.other_score = False
        self.broken = -1
        self.contract = ""
        self.declarer = self.won = -1
        self.score: Any = None
        if alone:
            self.number = ""
        else:
            self.number = str(start.number)
        self.about = ""
        self.names: Mapping[str, str] = {}
        self.more = str(log.data.get("note", ""))
        self._take_note_apart()
        self._see_start(start)

    def _take_note_apart(self) -> None:
        """Find the number, what is said about it and the names of seats in a note that a reader of boards has written."""
        note = _BOARD.fullmatch(self.more)
        if note:
            self.number = note["number"]
            self.about = note["about"] or ""
            self.more = note["more"] or ""
        if "number" in self.log.board:
            self.number = str(self.log.board["number"])
        if self.log.players == NAMES and (seated := _SEATED.fullmatch(self.more)):
            self.names = {seat: seated[seat] for seat in NAMES if seated[seat]}
            self.more = seated["more"] or ""

    def _see_start(self, board: BoardFacts) -> None:
        """Note who deals and who is vulnerable; of a single board only what the log says, not what the rules assume."""
        said = self.log.setup
        if self.log.position is not None:
            said = self.log.position
        if not self.alone or "dealer" in said:
            self.dealer = board.dealer
        if not self.alone or "vulnerable" in said:
            self.vulnerable = board.vulnerable

    def see(self, item: Item, noted: list[str], game: Game, state: AtTable, event: Event) -> None:
        """Add a call or a card that is about to be made, and the hands as they are before the first.

        item, event: the item of the log, and the event of it that comes next. noted: the cards of the item with their
        notes, in turn; those that are used up are removed.
        """
        move = game.board_move(state, event)
        if event.verb in ("bid", "play", "rest", "result") and not self.hands:
            self._see_hands(_at_table(game, state, self.log))
        if move is None:
            return
        if move.is_card:
            self._see_card(item, noted, move)
        else:
            self._see_call(item, move)

    def _see_hands(self, board: BoardFacts) -> None:
        """Note the hands, and who deals, once cards have been dealt."""
        self._see_start(board)
        for who, cards in zip(self.log.players, board.hands, strict=True):
            hand = None
            if cards is not None and (self.dealt is None or who in self.dealt):
                hand = list(cards)
            elif self.dealt is not None and who in self.dealt:
                hand = list(map(str, self.dealt[who]))
            self.hands.append(hand)

    def _see_call(self, item: Item, call: BoardMove) -> None:
        if "bids" not in item:
            self.single.add(0)
        self.calls.append(WrittenCall(call.seat, call.name, call.meaning, "stands" in item))

    def _see_card(self, item: Item, noted: list[str], card: BoardMove) -> None:
        """Add a card, with its note if it is the next in `noted`, from which it is then removed."""
        note = ""
        if noted[:1] == [card.name]:
            note = noted[1]
            noted[:2] = []
        if "trick" not in item:
            self.single.add(len(self.cards) // 4 + 1)
        self.cards.append(WrittenCall(card.seat, card.name, note, "stands" in item))

    def see_item(self, item: Item) -> None:
        """Note whose cards an item gives, and what it claims."""
        if isinstance(item.get("deal"), Mapping):
            self.dealt = item["deal"]
        if isinstance(item.get("result"), Mapping):
            self.result = item["result"]
        self.claims |= item.get("expect", {})

    def end(self, ended: BoardFacts) -> None:
        """Add the contract, the tricks and the score of the board, which is over."""
        self.over = True
        self.contract = "Pass"
        self._see_contract(ended)
        if ended.contract:
            self.won = ended.tricks
        self._see_claims()

    def break_off(self, board: BoardFacts) -> None:
        """Add the contract of a board that is not over, and a result that it cannot have had."""
        if not self.hands and (board.dealt or self.dealt):
            self._see_hands(board)
        self._see_contract(board)
        self._see_impossible_result()
        self._see_claims()

    def _see_contract(self, board: BoardFacts) -> None:
        if board.contract:
            self.declarer = board.declarer
            self.contract = board.contract + DOUBLED[board.doubled]

    def _see_claims(self) -> None:
        """Take the tricks and the score as the log claims them."""
        self._see_tricks(self.claims.get("won", {}))
        self._see_score()

    def _see_impossible_result(self) -> None:
        """Take a result as the log has it if nobody can have had it, such as 14 tricks."""
        if "contract" in self.result and "declarer" in self.result:
            self.contract = self.result["contract"] + DOUBLED[self.result.get("doubled", 1)]
            self.declarer = self.log.players.index(self.result["declarer"])
        if self.result:
            self.broken = -1
            self._see_tricks(self.result.get("won", {}))

    def _see_tricks(self, won: Mapping[str, int]) -> None:
        """Take the tricks as the log has them, even if there were others.

        won: the tricks of one player of a side.
        """
        if self.declarer < 0:
            return
        for who, tricks in won.items():
            declares = (self.log.players.index(who) - self.declarer) % 2 == 0
            if declares:
                self.won = tricks
            else:
                self.won = 13 - tricks

    def _see_score(self) -> None:
        """Take the score as the log claims it; a score that is none of a single board has no room."""
        score = self.claims.get("score", {})
        points = [score.get(who) for who in self.log.players]
        if None in points:
            return
        self.other_score = points != [points[0], -points[0]] * 2
        if not self.other_score:
            self.score = points[0]


class _Scribe(Visitor):
    """A visitor who writes what happens on a board, to which it is turned before each item."""

    def turn_to(self, board: PlayedBoard, item: Mapping[str, Any]) -> None:
        """Write what comes of an item on this board, until the next is given."""
        self._board = board
        self._item = item
        self._notes = _notes(item)

    def before(self, game: Game, state: AtTable, event: Event) -> None:
        self._board.see(self._item, self._notes, game, state, event)


def boards_of(log: Log, rules: Ruleset) -> Iterator[PlayedBoard]:
    """Yield the boards of a log, the last as far as it was played. Raises LogError or RulesetError."""
    is_single = _is_record(log, rules)
    growing = log.without_events()
    scribe = _Scribe()
    played = begin(growing, rules, scribe)
    board: PlayedBoard | None = None
    for item in log.items:
        growing.items.append(item)
        ended = len(played.state.history)
        board = board or PlayedBoard(log, _at_table(played.game, played.state, log), alone=is_single)
        board.see_item(item)
        scribe.turn_to(board, item)
        advance(played, as_played=True)
        if len(played.state.history) > ended:
            board.end(_require(played.game.board_ended(played.state), played.game, log))
            yield board
            board = None
        if played.folded.halted:
            break
    if board is None and not log.items:
        board = PlayedBoard(log, _at_table(played.game, played.state, log), alone=is_single)
    if board is not None:
        if played.folded.halted:
            board.broken = played.folded.items
        else:
            board.broken = -1
        board.break_off(_at_table(played.game, played.state, log))
        yield board


def _at_table(game: Game, state: AtTable, log: Log) -> BoardFacts:
    """The board at the table. Raises LogError in a game without boards."""
    return _require(game.board(state), game, log)


def _require(board: BoardFacts | None, game: Game, log: Log) -> BoardFacts:
    """A board that there must be. Raises LogError in a game without boards."""
    if board is None:
        what = f"{game.ruleset.title} has no boards to write: they are of games for four players with an auction"
        raise LogError.at(log.place(("game",)), what)
    return board


def _is_record(log: Log, rules: Ruleset) -> bool:
    """Whether a log is of a single board: it has all variants with which the rules read records of boards."""
    reads = rules.get("reads", "pbn") or ()
    return bool(reads) and set(reads) <= set(log.variants)


def _notes(item: Item) -> list[str]:
    """The notes on the cards of an item: a card and its note, in turn. What names another card belongs to the note before."""
    cards = item.get("trick", [item.get("play")])
    noted: list[str] = []
    parts = _NOTED.split(str(item.get("note", "")))[1:]
    for card, note in zip(parts[::2], parts[1::2], strict=True):
        if card in cards or not noted:
            noted += [card, note]
        else:
            noted[-1] += f"; {card}: {note}"
    return noted


def keep_apart(board: PlayedBoard, dealt: dict[object, object]) -> None:
    """Add the place of the log to the event of a board, if one of the same name that was written before it was dealt
    differently.

    dealt: the hands of each board that was written, by what names it; this one is added.
    """
    which = board.log.occasion, board.about, board.number
    if any(board.hands) and dealt.setdefault(which, board.hands) != board.hands:
        stem = re.sub(r"\.\w+$", "", re.split(r"[/\\]", board.log.path)[-1])
        board.event = ", ".join(filter(None, [board.event, f"{stem} {board.log.line}".removesuffix(" 0")]))


def _card(card: str) -> str:
    """Return a card with its suit first: SA, ST."""
    return card[-1] + card[:-1].replace("10", "T")


def _suits(hand: list[str] | None) -> list[str]:
    """Return the ranks of a hand by suit, spades first, each from the highest down; nothing if it is not known."""
    cards = sorted(map(_card, hand or ()), key=lambda card: RANKS.index(card[1]))
    if not hand:
        return []
    return ["".join(card[1] for card in cards if card[0] == suit) for suit in "SHDC"]


def pbn(board: PlayedBoard) -> str:
    """Return a board in Portable Bridge Notation."""
    tags = _tags(board)
    lines = [f'[{tag} "{_escape(value)}"]' for tag, value in tags.items() if value or tag == "Event"]
    ours = _ours(board, tags)
    if ours:
        lines.insert(1, f"% referee {ours}")
    if board.more:
        lines.append(_comment(board.more))
    if board.calls:
        lines += _auction(board)
    if board.cards:
        lines += _play(board)
    return "\n".join(lines) + "\n"


def _tags(board: PlayedBoard) -> dict[str, str]:
    """The tags of a board in the order in which they are written, many of them empty."""
    log = board.log
    tags = {"Event": board.event, "Site": log.occasion.place}
    tags |= _occasion(board)
    tags["Board"] = board.number
    tags |= {name: who for name, who in zip(NAMES, log.players, strict=True) if who not in NAMES}
    tags |= board.names
    tags |= {f"Pair{side}": pair for side, pair in zip(SIDES, log.board.get("pairs", ()), strict=False)}
    if board.dealer >= 0:
        tags["Dealer"] = SEATS[board.dealer]
    if board.vulnerable is not None:
        tags["Vulnerable"] = VULNERABLE.get(board.vulnerable, ("?", ""))[0]
    if any(board.hands):
        tags["Deal"] = f"N:{' '.join('.'.join(_suits(hand)) or '-' for hand in board.hands)}"
    tags |= _contract(board)
    if board.won >= 0:
        tags["Result"] = str(board.won)
    if board.score is not None:
        tags["Score"] = f"NS {board.score}"
    shares = log.board.get("awarded", {})
    if shares:
        tags["Score"] = " ".join(f"{side} {shares[log.players[at]]:g}%" for at, side in enumerate(SIDES))
    return tags


def _contract(board: PlayedBoard) -> dict[str, str]:
    """The tags of the contract: as the log claims it, or else as it came to be."""
    claimed = board.claims.get("contract")
    contract = board.contract
    if claimed is not None:
        if claimed == "pass":
            contract = "Pass"
        else:
            contract = claimed + DOUBLED[board.claims.get("doubled", 1)]
    return {"Declarer": SEATS[board.declarer] if board.declarer >= 0 else "", "Contract": contract}


def _occasion(board: PlayedBoard) -> dict[str, str]:
    """The day, and what is said about the board besides its number: the session, the round and the table."""
    session = board.log.board.get("session", "")
    table = str(board.log.board.get("table", ""))
    day = board.log.occasion.date.replace("-", ".")
    about = board.about
    if session and session in about:
        day_in_note, _, about = about.partition(session)
        day = day or day_in_note.removesuffix(", ")
        about = about.removeprefix(", ")
    room = ""
    if table and re.search(rf"(^|, ){re.escape(table)}(, |$)", about):
        at = about.rindex(table)
        about, room = about[:at].removesuffix(", "), about[at + len(table) :].removeprefix(", ")
    stage = session
    if not session and not board.log.board:
        stage = about
        about = ""
    said = {"Date": day, "Stage": stage, "Round": about}
    if room:
        return said | {"Room": room, "Table": table}
    if table:
        said["Room" if table in ROOMS else "Table"] = table
    return said


def _ours(board: PlayedBoard, tags: Mapping[str, str]) -> str:
    """The names that a line of notes for referee lists: tags that are written though the log does not claim them, and
    "calls" and tricks that the log has one by one."""
    names: list[str] = []
    if board.calls and tags["Contract"] and "contract" not in board.claims:
        names.append("Contract")
    if board.calls and tags["Declarer"] and "declarer" not in board.claims:
        names.append("Declarer")
    if len(board.cards) == 52 and "Result" in tags and "won" not in board.claims:
        names.append("Result")
    if 0 in board.single and not any(call.stands for call in board.calls):
        names.append("calls")
    for number in sorted(board.single - {0}):
        trick = board.cards[4 * number - 4 : 4 * number]
        if len(trick) == 4 and not any(card.stands for card in trick):
            names.append(f"trick{number}")
    return " ".join(names)


def _comment(text: str) -> str:
    """A comment; one with a closing brace goes to the end of its line."""
    if "}" in text and "\n" not in text:
        return f"; {text}"
    return f"{{{visible(text).replace('}', ')')}}}"


def _auction(board: PlayedBoard) -> list[str]:
    """The lines of the calls, and of the notes on them."""
    notes: list[str] = []
    calls = [_with_note(call, CALLS.get(call.text, (call.text,))[0], "^I ", notes) for call in board.calls]
    rows = [calls[at : at + 4] for at in range(0, len(calls), 4)]
    return _section("Auction", board.calls[0].seat, rows, notes)


def _play(board: PlayedBoard) -> list[str]:
    """The lines of the cards in the columns of their players, and of the notes on them."""
    notes: list[str] = []
    first = board.cards[0].seat
    rows = []
    for at in range(0, len(board.cards), 4):
        row = {card.seat: _with_note(card, _card(card.text), "^R ", notes) for card in board.cards[at : at + 4]}
        rows.append([row.get((first + place) % 4, "-") for place in range(4)])
    sign = _ending(board)
    if sign:
        rows.append([sign])
    return _section("Play", first, rows, notes)


def _ending(board: PlayedBoard) -> str:
    """The sign after the last card: * where the play ended before all were played, + where its tricks are those so
    far; else empty."""
    if len(board.cards) == 52:
        return ""
    if board.over:
        return "*"
    # it goes on; what is claimed decides how the reader takes Result
    claimed = [board.log.players.index(who) for who in board.claims.get("won", {})]
    if not claimed:
        return ""
    if (claimed[0] - board.declarer) % 2 == 0 and board.won <= 13:
        return "+"
    return "*"


def _section(tag: str, first: int, rows: Sequence[Sequence[str]], notes: Sequence[str]) -> list[str]:
    """The lines of a section of PBN with its notes.

    first: the seat of its first column. rows: its calls or cards.
    """
    lines = [f'[{tag} "{SEATS[first]}"]']
    lines += [" ".join(row) for row in rows]
    lines += [f'[Note "{number}:{_escape(note)}"]' for number, note in enumerate(notes, 1)]
    return lines


def _with_note(call: WrittenCall, text: str, irregular: str, notes: list[str]) -> str:
    """A call or card as PBN writes it; its note is added to the others.

    irregular: the mark of one that the table let stand. notes: those so far.
    """
    mark = ""
    if call.stands:
        mark = irregular
    if not call.note:
        return mark + text
    notes.append(call.note)
    return f"{mark}{text} ={len(notes)}="


AROUND = (2, 3, 0, 1)
"""The seats in the order of LIN, from South."""


def lin(board: PlayedBoard) -> str:
    """A board in LIN, as far as it has room (see `unwritten`)."""
    return "".join(f"{name}|{one_line(visible(value)).replace('|', '/')}|" for name, value in _lin_parts(board))


def _lin_parts(board: PlayedBoard) -> Iterator[tuple[str, str]]:
    """Yield the commands of a board in LIN, each with its value."""
    yield from _match(board)
    yield "pn", ",".join(_names_in_lin(board))
    yield "st", ""
    yield "md", _deal_in_lin(board)
    if board.number:
        yield "ah", f"Board {board.number}"
    if board.vulnerable is not None:
        yield "sv", VULNERABLE.get(board.vulnerable, ("", "?"))[1]
    for call in board.calls:
        text = CALLS.get(call.text, ("", call.text.replace("NT", "N")))[1]
        if call.note:
            yield "mb", f"{text}!"
            yield "an", call.note
        else:
            yield "mb", text
    for place, card in enumerate(board.cards):
        if place % 4 == 0:
            yield "pg", ""
        yield "pc", _card(card.text)
    if board.calls and board.won >= 0 and (len(board.cards) < 52 or "won" in board.claims):
        yield "mc", str(board.won)
    yield "pg", ""


def _deal_in_lin(board: PlayedBoard) -> str:
    """The dealer, counted from South (0 if nobody is known to deal), and the hands."""
    dealer = 0
    if board.dealer >= 0:
        dealer = AROUND.index(board.dealer) + 1
    hands = []
    if board.hands:
        for seat in AROUND:
            suits = zip("SHDC", _suits(board.hands[seat]), strict=False)
            hands.append("".join(suit + ranks for suit, ranks in suits))
    return f"{dealer}{','.join(hands)}"


def _names_in_lin(board: PlayedBoard) -> list[str]:
    """The names of the players in the order of LIN."""
    named = board.names or dict(zip(NAMES, board.log.players, strict=True))
    return [named.get(NAMES[seat], "").replace(",", " ") for seat in AROUND]


def _match(board: PlayedBoard) -> list[tuple[str, str]]:
    """The commands for the match of a board, each with its value: its title, its outcome if a vugraph gave it, and
    its room."""
    stage, _, room = board.about.rpartition(", ")
    if room not in ROOMS:
        stage = board.about
        room = ""
    fields = [board.log.occasion.event, stage, ""]
    outcome = ""
    if room and board.number.isdecimal():
        outcome = _outcome(board)
    if outcome:
        fields[2:] = ["I", board.number, board.number]
    match = ",".join(text.replace(",", " ") for text in fields)
    if match != ",,":
        parts = [("vg", match)]
    else:
        parts = []
    if outcome:
        parts.append(("rs", f"{',' * (room == 'Closed')}{outcome}"))
    if room:
        parts.append(("qx", ROOMS[room] + board.number))
    return parts


def _outcome(board: PlayedBoard) -> str:
    """Contract and tricks in one, as vugraphs give them for a whole match: 4SNx+1. Empty if the log does not claim both, or
    claims a score, so that it is not from there."""
    claimed = board.claims.get("contract", "pass")
    if claimed == "pass" or board.score is not None or board.won < 0:
        return ""
    doubled = DOUBLED[board.claims.get("doubled", 1)].lower()
    over = board.won - 6 - int(claimed[0])
    return f"{claimed.replace('NT', 'N')}{SEATS[board.declarer]}{doubled}{f'{over:+}' if over else '='}"


def unwritten(board: PlayedBoard, form: str) -> list[str]:
    """What a log says about a board and a form has no room for, in words."""
    log = board.log
    said_of_board = {
        "dates": log.occasion.date,
        "places": log.occasion.place,
        "remarks": board.more,
        "notes on cards": any(card.note for card in board.cards),
        "irregularities that the table let stand": any(call.stands for call in (*board.calls, *board.cards)),
        "contracts without their calls": board.contract and not board.calls,
        "scores": board.score is not None or "awarded" in log.board,
    }
    written = said_of_board.keys() if form == "pbn" else ()
    left_out = [what for what, said in said_of_board.items() if said and what not in written]
    if board.other_score:
        left_out.append(OTHER_SCORES)
    if log.unsure:
        left_out.append(DOUBTS)
    return left_out


def _escape(value: str) -> str:
    """Return the value of a tag as PBN writes it."""
    return one_line(visible(value)).replace("\\", "\\\\").replace('"', '\\"')


FORMATS: dict[str, Callable[[PlayedBoard], str]] = {"pbn": pbn, "lin": lin}
"""Formats that a board can be written in."""
