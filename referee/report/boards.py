"""Boards of bridge for other programs, as PBN and as LIN: each hand of a log, played through and written down seat by seat.

The first player is North. What a log claims or notes is written so that `referee import` gives the same log again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from referee.core.named_tuple import NamedTuple
from referee.core.ruleset import Ruleset
from referee.core.text import one_line, visible
from referee.judging.log import Log
from referee.judging.replay import advance, begin

SEATS, NAMES = "NESW", ("North", "East", "South", "West")
VULNERABLE = {0: ("None", "o"), 5: ("NS", "n"), 10: ("EW", "e"), 15: ("All", "b")}
ROOMS = {"Open": "o", "Closed": "c"}
CALLS = {"pass": ("Pass", "p"), "double": ("X", "d"), "redouble": ("XX", "r")}
_NOTE = re.compile(r"(?:(?P<about>[^;]*), )?board (?P<number>[^;, ]+)(?:; (?P<more>.*))?", re.DOTALL)
_NOTED = re.compile(r"(?:^|; )((?:10|[2-9JQKA])[CDHS]): ")
OTHER_SCORES = "scores that are not of single boards"


class WrittenCall(NamedTuple):
    """A call or a card: who made it, what it is, the note on it, and whether the table let it stand."""

    seat: int
    text: str
    note: str
    stands: bool


class PlayedBoard:
    """One board of a log: its number, dealer and vulnerability, the hands (None: not known), calls and cards; how it ended: the
    contract ("" if there is none yet), the declarer, its tricks, and the score of North, if the log claims one; `other_score`
    says that it claims one that East and West do not lose, as in a rubber."""

    def __init__(self, log: Log, state: Any) -> None:
        self.log, self.number, self.dealer, self.vulnerable = log, str(state.hand), state.dealer, state.vulnerable
        self.event = log.occasion.event
        self.hands: list[list[str] | None] = []
        self.calls: list[WrittenCall] = []
        self.cards: list[WrittenCall] = []
        self.over = self.claims = self.other_score = False
        self.contract, self.declarer, self.won = "", -1, -1
        self.score: Any = None
        note = _NOTE.fullmatch(str(log.data.get("note", "")))
        self.about, self.more = (note["about"] or "", note["more"] or "") if note else ("", log.data.get("note", ""))
        self.number = note["number"] if note else self.number

    def see(self, item: Mapping[str, Any], noted: list[str], game: Any, state: Any, event: Any) -> None:
        """Add a call or a card that is about to be made, and the hands as they are before the first."""
        rules = game.rules
        if event.verb in ("bid", "play", "rest", "result") and not self.hands:
            self.dealer, self.vulnerable = state.dealer, state.vulnerable
            held = zip(state.hands, state.known, strict=True)
            self.hands = [rules.deck.names(hand) if known else None for hand, known in held]
        if event.verb not in ("bid", "play"):
            return
        called = event.verb == "bid"
        written = rules.auction.notation(event.value) if called else rules.deck.ids[event.value]
        text, note = next(iter(written.items())) if isinstance(written, dict) else (written, "")
        seat = (state.dealer + len(self.calls)) % 4 if called else (state.leader + len(state.trick)) % 4
        if noted[:1] == [text]:
            note, noted[:2] = noted[1], []
        (self.calls if called else self.cards).append(WrittenCall(seat, text, note, "stands" in item))

    def end(self, game: Any, state: Any, *, over: bool) -> None:
        """Add the contract, and if the board is over its tricks and score."""
        self.over, ended = over, state.history[-1] if over else state
        self.contract, self.declarer = "Pass" if over else "", ended.declarer
        if ended.contract >= 0:
            doubled = {1: "", 2: "X", 4: "XX"}[ended.doubled]
            self.contract = game.rules.auction.calls[ended.contract].name + doubled
            self.won = sum(ended.won[seat] or 0 for seat in (self.declarer, (self.declarer + 2) % 4)) if over else -1
        if over and self.claims and ended.points:
            self.other_score = ended.points[0] != -ended.points[1]
            self.score = None if self.other_score else ended.points[0]


def boards_of(log: Log, rules: Ruleset) -> Iterator[PlayedBoard]:
    """Yield the boards of a log, the last as far as it was played. Raises LogError or RulesetError."""
    growing = log.without_events()
    played = begin(growing, rules)
    board: PlayedBoard | None = None
    for item in log.items:
        growing.items.append(item)
        ended = len(played.state.history)
        board = board or PlayedBoard(log, played.state)
        board.claims |= "score" in item.get("expect", {})
        advance(played, as_played=True, watch=partial(board.see, item, _NOTED.split(str(item.get("note", "")))[1:]))
        if len(played.state.history) > ended:
            board.end(played.game, played.state, over=True)
            yield board
            board = None
        if played.folded.halted:
            break
    if board is not None:
        board.end(played.game, played.state, over=False)
        yield board


def keep_apart(board: PlayedBoard, dealt: dict[Any, Any]) -> None:
    """Add the log to the event of a board, if one of the same name that was written before it was dealt differently."""
    which = board.log.occasion, board.about, board.number
    if any(board.hands) and dealt.setdefault(which, board.hands) != board.hands:
        stem = re.sub(r"\.\w+$", "", re.split(r"[/\\]", board.log.path)[-1])
        board.event = ", ".join(filter(None, [board.event, f"{stem} {board.log.line}".removesuffix(" 0")]))


def _card(card: str) -> str:
    """Return a card with its suit first: SA, ST."""
    return card[-1] + card[:-1].replace("10", "T")


def _suits(hand: list[str] | None) -> list[str]:
    """Return the ranks of a hand by suit, spades first, each from the highest down; nothing if it is not known."""
    ranks = "AKQJT98765432"
    cards = sorted(map(_card, hand or ()), key=lambda card: ranks.index(card[1]))
    return ["".join(card[1] for card in cards if card[0] == suit) for suit in "SHDC"] if hand else []


def pbn(board: PlayedBoard) -> str:
    """Return a board in Portable Bridge Notation."""
    log, seats = board.log, [SEATS[seat] for seat in range(4)]
    occasion, deals = log.occasion, "" if board.dealer < 0 else seats[board.dealer]
    hands = " ".join(".".join(_suits(hand)) or "-" for hand in board.hands)
    played = {"Declarer": seats[board.declarer] if board.declarer >= 0 else "", "Contract": board.contract}
    score = {} if board.score is None else {"Score": f"NS {board.score}"}
    shares = log.board.get("awarded", {})
    if shares:
        score = {"Score": " ".join(f"{side} {shares[log.players[at]]:g}%" for at, side in enumerate(("NS", "EW")))}
    stage, table = log.board.get("session", ""), str(log.board.get("table", ""))
    more = board.about.removeprefix(stage).removesuffix(table).strip(", ")
    which = {"Stage": stage or more, "Round": more if stage else "", "Room" if table in ROOMS else "Table": table}
    tags = {
        "Event": board.event, "Site": occasion.place, "Date": occasion.date.replace("-", "."), **which,
        "Board": board.number, **{name: who for name, who in zip(NAMES, log.players, strict=True) if who not in NAMES},
        "Dealer": deals, "Vulnerable": VULNERABLE.get(board.vulnerable, ("?", ""))[0],
        "Deal": f"N:{hands}" if any(board.hands) else "", **played, "Result": str(board.won) if board.won >= 0 else "", **score,
    }  # fmt: skip
    lines = [f'[{tag} "{_escape(value)}"]' for tag, value in tags.items() if value or tag == "Event"]
    if board.more:
        lines.append(f"{{{visible(board.more).replace('}', ')')}}}")
    notes: list[str] = []

    def section(tag: str, first: int, rows: list[list[str]]) -> None:
        lines.extend([f'[{tag} "{seats[first]}"]', *(" ".join(row) for row in rows)])
        lines.extend(f'[Note "{number}:{_escape(note)}"]' for number, note in enumerate(notes, 1))
        notes.clear()

    def with_note(call: WrittenCall, text: str, irregular: str) -> str:
        notes.extend([call.note] if call.note else [])
        return f"{irregular * call.stands}{text}{f' ={len(notes)}=' if call.note else ''}"

    if board.calls:
        calls = [with_note(call, CALLS.get(call.text, (call.text,))[0], "^I ") for call in board.calls]
        section("Auction", board.calls[0].seat, [calls[at : at + 4] for at in range(0, len(calls), 4)])
    if board.cards:
        first, rows = board.cards[0].seat, []
        for at in range(0, len(board.cards), 4):
            row = {card.seat: with_note(card, _card(card.text), "^R ") for card in board.cards[at : at + 4]}
            rows.append([row.get((first + place) % 4, "-") for place in range(4)])
        section("Play", first, rows + ([["*"]] if board.over and len(board.cards) < 52 else []))
    return "\n".join(lines) + "\n"


def lin(board: PlayedBoard) -> str:
    """Return a board in LIN, as far as it has room (see `unwritten`)."""
    log, (stage, _, room) = board.log, board.about.rpartition(", ")
    stage, room = (stage, room) if room in ROOMS else (board.about, "")
    match = ",".join(text.replace(",", " ") for text in (log.occasion.event, stage, ""))
    parts = [("vg", match)] if match != ",," else []
    parts += [("qx", ROOMS[room] + board.number)] if room else []
    hands = ["".join(suit + ranks for suit, ranks in zip("SHDC", _suits(hand), strict=False)) for hand in board.hands]
    around = [2, 3, 0, 1]
    parts += [("pn", ",".join(log.players[seat].replace(",", " ") for seat in around)), ("st", "")]
    dealt = ",".join(hands[seat] for seat in around) if hands else ""
    dealer = around.index(board.dealer) + 1 if board.dealer >= 0 else 0
    parts += [("md", f"{dealer}{dealt}"), ("ah", f"Board {board.number}")]
    parts += [("sv", VULNERABLE.get(board.vulnerable, ("", "?"))[1])]
    for call in board.calls:
        text = CALLS.get(call.text, ("", call.text.replace("NT", "N")))[1]
        parts += [("mb", text + ("!" if call.note else "")), *([("an", call.note)] if call.note else [])]
    for place, card in enumerate(board.cards):
        parts += ([("pg", "")] if place % 4 == 0 else []) + [("pc", _card(card.text))]
    parts += [("mc", str(board.won))] if board.over and board.won >= 0 and len(board.cards) < 52 else []
    return "".join(f"{name}|{one_line(visible(value)).replace('|', '/')}|" for name, value in [*parts, ("pg", "")])


def unwritten(board: PlayedBoard, form: str) -> list[str]:
    """Return what a log says about a board and its form has no room for."""
    log = board.log
    about = {
        "dates": log.occasion.date,
        "places": log.occasion.place,
        "remarks": board.more,
        "notes on cards": any(card.note for card in board.cards),
        "irregularities that the table let stand": any(call.stands for call in (*board.calls, *board.cards)),
        "contracts without their calls": board.contract and not board.calls,
        "scores": board.score is not None or "awarded" in log.board,
    }
    written = about.keys() if form == "pbn" else ()
    other = [OTHER_SCORES] if board.other_score else []
    return [what for what, said in about.items() if said and what not in written] + other


def _escape(value: str) -> str:
    """Return the value of a tag as PBN writes it."""
    return one_line(visible(value)).replace("\\", "\\\\").replace('"', '\\"')


FORMATS: dict[str, Callable[[PlayedBoard], str]] = {"pbn": pbn, "lin": lin}
"""Formats that a board can be written in."""
