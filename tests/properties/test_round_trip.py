"""What is imported, exported and imported again is the same log: records of boards, drawn with everything that a file may leave
out, contradict or add."""

from __future__ import annotations

import random
from typing import Any

import pytest

from referee.judging.log import Log
from referee.judging.read import logs_of
from referee.judging.rules import ruleset_of
from referee.notations.writing import DOUBTS, FORMATS, boards_of, unwritten
from referee.source.records import RecordFile

RANKS = "AKQJT98765432"
SUITS = "SHDC"
SEATS = "NESW"
NAMES = ("North", "East", "South", "West")
CARDS = [suit + rank for suit in SUITS for rank in RANKS]
SIMPLE = ("1C", "1D", "1H", "1S", "1NT", "2C", "2H", "2S", "3NT", "4S", "6D")
WORDS = ("rain", "a late start", 'the "old" hall', "1;2", "{braces", "50% \\ more", "2026.09.??", "~~M7")


def logs(text: str, notation: str) -> list[Log]:
    """The logs of a text."""
    found = list(logs_of(RecordFile("boards.txt", text, notation)))
    return [log for log in found if isinstance(log, Log)]


def plain(log: Log) -> dict[str, Any]:
    """A log as plain data without the doubts of the reader, which are about the file."""
    return {key: value for key, value in log.data.items() if key != "unsure"}


def written(log: Log, form: str) -> str:
    """The boards of a log, in a notation."""
    return "\n".join(FORMATS[form](board) for board in boards_of(log, ruleset_of(log)))


def maybe(draw: random.Random, value: str, chance: float = 0.7) -> str:
    """A value, or nothing."""
    return value if draw.random() < chance else ""


def hands(draw: random.Random) -> list[list[str]]:
    """Thirteen cards for each seat."""
    cards = CARDS[:]
    draw.shuffle(cards)
    return [cards[13 * seat : 13 * seat + 13] for seat in range(4)]


def dotted(hand: list[str]) -> str:
    """A hand as PBN writes it."""
    return ".".join("".join(card[1] for card in hand if card[0] == suit) for suit in SUITS)


def calls(draw: random.Random) -> list[str]:
    """An auction that may be whole, broken off or passed out."""
    made = ["Pass"] * draw.choice([0, 0, 1, 2, 4])
    bids = sorted(draw.sample(SIMPLE, draw.choice([0, 1, 2, 3])), key=SIMPLE.index)
    for bid in bids:
        made += [bid, *["Pass"] * draw.choice([0, 1, 2])]
    if bids and draw.random() < 0.8:
        made += draw.choice([[], ["X"], ["X", "Pass", "Pass", "XX"]]) if made[-1] == bids[-1] else []
        while made[-3:] != ["Pass"] * 3:
            made.append("Pass")
    return made


def last_bid(made: list[str], first: int) -> tuple[str, int]:
    """The contract in which calls end, and its declarer; `first` is the seat of the first call."""
    bids = [(place, call) for place, call in enumerate(made) if call[0].isdigit()]
    if not bids:
        return "Pass", -1
    place, bid = bids[-1]
    named = [at for at, call in bids if (at - place) % 2 == 0 and call[1:] == bid[1:]]
    doubled = max((made.index(mark) for mark in ("X", "XX") if mark in made[place:]), default=-1)
    return bid + (made[doubled] if doubled > place else ""), (first + named[0]) % 4


def tricks(draw: random.Random, dealt: list[list[str]], leader: int, trump: str) -> list[list[tuple[int, str]]]:
    """Some tricks in which everybody follows suit, each card with its seat."""
    held = [hand[:] for hand in dealt]
    played = []
    for _ in range(draw.choice([0, 1, 3, 12, 13])):
        trick: list[tuple[int, str]] = []
        for turn in range(4):
            seat = (leader + turn) % 4
            lead = trick[0][1][0] if trick else ""
            able = [card for card in held[seat] if card[0] == lead] or held[seat]
            card = draw.choice(able)
            held[seat].remove(card)
            trick.append((seat, card))
        suit = trump if any(card[0] == trump for _, card in trick) else trick[0][1][0]
        leader = min(trick, key=lambda one: (one[1][0] != suit, RANKS.index(one[1][1])))[0]
        played.append(trick)
    if played and len(played) < 13 and draw.random() < 0.4:
        played[-1] = played[-1][: draw.choice([1, 2, 3])]
    return played


def about(draw: random.Random) -> dict[str, str]:
    """Tags about the occasion and the players."""
    said = {
        "Event": maybe(draw, draw.choice(WORDS)),
        "Site": maybe(draw, "Hull", 0.4),
        "Date": draw.choice(["", "2026.09.18", "2026.09.??", "2013-08-10 17:04", "someday"]),
        "Stage": maybe(draw, draw.choice(("Final", "Session 2, A")), 0.4),
        "Round": maybe(draw, "3", 0.3),
        "Room": maybe(draw, draw.choice(("Open", "Closed")), 0.3),
        "Table": maybe(draw, "4", 0.3),
        "Board": maybe(draw, draw.choice(("1", "17", "2A")), 0.9),
    }
    names = draw.choice(
        [("Nell", "Ed", "Sue", "Walt"), ("1", "5", "1", "5"), ("Nell", "", "", "Walt"), ("", "", "", "")]
    )
    said |= dict(zip(NAMES, names, strict=True))
    said |= draw.choice([{}, {}, {"PairNS": "3", "PairEW": "8"}])
    return said


def record(draw: random.Random) -> str:
    """A record in PBN."""
    dealt, first = hands(draw), draw.randrange(4)
    said = about(draw)
    said["Dealer"] = maybe(draw, SEATS[first], 0.9)
    said["Vulnerable"] = draw.choice(["None", "NS", "EW", "All", ""])
    shown = [draw.random() < 0.9 for _ in range(4)]
    deal = " ".join(dotted(hand) if known else "-" for hand, known in zip(dealt, shown, strict=True))
    said["Deal"] = maybe(draw, f"N:{deal}", 0.9)
    made = calls(draw)
    contract, declarer = last_bid(made, first)
    said["Declarer"] = maybe(draw, SEATS[declarer] if declarer >= 0 else "", 0.8)
    said["Contract"] = maybe(draw, contract, 0.8)
    played = tricks(draw, dealt, (declarer + 1) % 4, contract[1]) if declarer >= 0 else []
    said["Result"] = draw.choice(["", str(draw.randrange(14)), "9", "NS 8", "10"])
    said["Score"] = draw.choice(["", "", "NS 420", "EW -50", "A+", "NS 40% EW 60%"])
    lines = [f'[{tag} "{value.translate(str.maketrans({chr(34): chr(92) + chr(34), chr(92): chr(92) * 2}))}"]'
             for tag, value in said.items() if value or tag == "Event"]  # fmt: skip
    if draw.random() < 0.3:
        lines.append(draw.choice(["{rain all evening}", "; to } the end", "{two\nlines}", "{one} {two}"]))
    if made and draw.random() < 0.8:
        lines += section(draw, "Auction", first, [(seat, call) for seat, call in enumerate(made, first)], "^I ")
        if played and draw.random() < 0.9:
            flat = [(seat, card) for trick in played for seat, card in trick]
            lines += section(draw, "Play", (declarer + 1) % 4, flat, "^R ")
    elif played and draw.random() < 0.5:
        lines += section(draw, "Play", (declarer + 1) % 4, [one for trick in played for one in trick], "^R ")
    return "\n".join(lines) + "\n"


def section(draw: random.Random, tag: str, first: int, made: list[tuple[int, str]], irregular: str) -> list[str]:
    """A section of a record with notes and marks."""
    lines, notes = [f'[{tag} "{SEATS[first]}"]'], list[str]()
    for at in range(0, len(made), 4):
        row = {(seat - first) % 4: call for seat, call in made[at : at + 4]}
        words = []
        for column in range(4 if tag == "Play" else len(row)):
            word = row.get(column, "-")
            if word != "-" and draw.random() < 0.05:
                notes.append(draw.choice(["15-17", "weak; or strong", "KH: asks"]))
                word += f" ={len(notes)}="
            if word != "-" and draw.random() < 0.02:
                word = irregular + word
            words.append(word)
        lines.append(" ".join(words))
    if tag == "Play":
        lines.append(draw.choice(["*", "+", "+ - - -\n*", ""]))
    return lines + [f'[Note "{number}:{note}"]' for number, note in enumerate(notes, 1)]


def lin_record(draw: random.Random) -> str:
    """A board in LIN."""
    dealt, first = hands(draw), draw.randrange(4)
    around = (2, 3, 0, 1)
    made = calls(draw)
    contract, declarer = last_bid(made, first)
    played = tricks(draw, dealt, (declarer + 1) % 4, contract[1]) if declarer >= 0 else []
    parts = [("vg", "Cup,Final,I,3,3"), ("rs", draw.choice(["4SN=,4HEx-1", ","]))] if draw.random() < 0.3 else []
    if parts or draw.random() < 0.5:
        parts.append(("qx", draw.choice(["o3", "c3"])))
    parts.append(("pn", draw.choice(["Sue,Walt,Nell,Ed", "1,5,1,5", ""])))
    held = ["".join(suit + "".join(card[1] for card in hand if card[0] == suit) for suit in SUITS) for hand in dealt]
    parts.append(("md", f"{around.index(first) + 1}{','.join(held[seat] for seat in around)}"))
    parts += [("ah", "Board 3")] if draw.random() < 0.8 else []
    parts += [("sv", draw.choice("oneb"))] if draw.random() < 0.9 else []
    for call in made:
        parts.append(("mb", {"Pass": "p", "X": "d", "XX": "r"}.get(call, call.replace("NT", "N"))))
        if draw.random() < 0.1:
            parts.append(("an", draw.choice(["15-17", "weak; or strong"])))
    parts += [("pc", card) for trick in played for _, card in trick]
    parts += [("mc", str(draw.randrange(14)))] if draw.random() < 0.5 else []
    return "".join(f"{name}|{value}|" for name, value in parts) + "\n"


@pytest.mark.parametrize("seed", range(400))
def test_a_record_in_pbn(seed: int) -> None:
    for log in logs(record(random.Random(f"pbn {seed}")), "pbn"):
        text = written(log, "pbn")
        assert list(map(plain, logs(text, "pbn"))) == [plain(log)], text


@pytest.mark.parametrize("form", ["lin", "pbn"])
@pytest.mark.parametrize("seed", range(150))
def test_a_record_in_lin(seed: int, form: str) -> None:
    for log in logs(lin_record(random.Random(f"lin {seed}")), "lin"):
        text = written(log, form)
        left = {what for board in boards_of(log, ruleset_of(log)) for what in unwritten(board, form)}
        assert not left or DOUBTS in left or left == {"contracts without their calls"}
        if not left:
            assert list(map(plain, logs(text, form))) == [plain(log)], text


def test_most_records_that_are_drawn_are_boards() -> None:
    drawn = [logs(record(random.Random(f"pbn {seed}")), "pbn") for seed in range(200)]
    assert sum(map(len, drawn)) > 150


@pytest.mark.parametrize(
    "text",
    [
        # the commonest records there are: what was dealt, and perhaps who bids, without a result
        '[Board "1"]\n[Dealer "N"]\n[Deal "N:QT876.QT984.3.T5 AK.J65.A9.Q87632 J952.2.JT65.KJ94 43.AK73.KQ8742.A"]\n',
        '[Deal "W:- - J952.2.JT65.KJ94 -"]\n[Vulnerable "All"]\n[Dealer "S"]\n',
        '[Board "1"]\n[Dealer "N"]\n[Auction "N"]\nPass 1NT Pass\n',
        '[Board "1"]\n[Score "A+"]\n[Dealer "N"]\n',
        # a result that nobody can have had
        '[Board "1"]\n[Dealer "N"]\n[Vulnerable "None"]\n[Declarer "E"]\n[Contract "4SX"]\n[Result "14"]\n',
    ],
)
def test_a_board_without_calls_or_without_cards(text: str) -> None:
    (log,) = logs(text, "pbn")
    assert list(map(plain, logs(written(log, "pbn"), "pbn"))) == [plain(log)]


def test_calls_that_do_not_end_have_no_declarer_yet() -> None:
    (log,) = logs('[Board "1"]\n[Dealer "N"]\n[Auction "N"]\nPass 1NT Pass\n', "pbn")
    assert written(log, "pbn") == '[Event ""]\n[Board "1"]\n[Dealer "N"]\n[Auction "N"]\nPass 1NT Pass\n'
