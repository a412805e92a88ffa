"""Boards of bridge as other programs write them: from tags, calls and cards to a log, and what was not understood.

A log accuses only of what the file states. Public files do not always keep to their standards: passes are left out, calls bear
marks, cards stand in order of play, tags contradict one another. What was not understood or was guessed is a doubt of the
record, and nothing that depends on it is claimed.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from typing import NamedTuple

from referee.core.text import one_line, visible
from referee.core.wording import number_of
from referee.source.records import AT, ForeignRecord, Item, people, quote
from referee.source.text import meant_by

SEATS, PLAYERS = "NESW", ("North", "East", "South", "West")
SUITS, RANKS = "SHDC", "AKQJT98765432"
SUIT_SIGNS = str.maketrans("♠♥♦♣", SUITS)
POWER = {rank.replace("T", "10"): -place for place, rank in enumerate(RANKS)}
SIGNS = {"-": "-", "*": "*", "+": "+"}
"""A place without a call or card; what is written where no more follow."""
_CARDS = {(suit, rank): f"{rank.replace('T', '10')}{suit}" for suit in SUITS for rank in RANKS}
CARDS = {written: card for (suit, rank), card in _CARDS.items() for written in (suit + rank, rank + suit)} | SIGNS
CALLS = {
    **{f"{level}{suit}": f"{level}{suit}" for level in range(1, 8) for suit in SUITS},
    **{f"{level}{no_trump}": f"{level}NT" for level in range(1, 8) for no_trump in ("NT", "N", "SA")},
    **dict.fromkeys(("PASS", "P", "PAS"), "pass"),
    **dict.fromkeys(("X", "D", "DBL", "DOUBLE"), "double"),
    **dict.fromkeys(("XX", "R", "RD", "RDBL", "REDOUBLE"), "redouble"),
    **dict.fromkeys(("AP", "ALLPASS"), "all pass"),
    **SIGNS,
}
VULNERABLE = {"none": (), "love": (), "-": (), "ns": (0, 2), "ew": (1, 3), "all": (0, 1, 2, 3), "both": (0, 1, 2, 3)}
OCCASION = {"date": "Date", "place": "Site", "event": "Event"}
"""Tags that the head of a log has keys for."""
WHICH = (("number", "Board"), ("session", "Stage"), ("table", "Room"), ("table", "Table"))
"""Tags that say which board it was, and at which table, by the key of a log."""
SECTIONS = ("auction", "play", "scoretable", "totalscoretable", "instantscoretable")
"""Tags after which a section follows that is read, or said not to be."""
CLAIMED_BY = {"contract": "Contract", "doubled": "Contract", "declarer": "Declarer"}
"""What is claimed of a contract, with the tag that claims it."""
PAIRS = {"PairNS": ("North", "South"), "PairEW": ("East", "West")}
"""Tags that name a pair, and those of its players."""
ABOUT = ("Stage", "Round", "Table", "Room")
"""Tags that say, besides the number of the board, which game it was."""
_WORD = re.compile(
    r"""\^\s*(?P<irregular>[A-Za-z]) | =\s*(?P<note>\d+)\s*= | (?<!\S)(?P<sign>[-*+])(?!\S) | (?P<word>[A-Za-z0-9]+)
      | [!?]+ | \$\d* | (?P<mark>[^\sA-Za-z0-9]\S*)""",
    re.VERBOSE,
)
_SUIT = re.compile(f"[{SUITS}]")
_SUITED = re.compile(rf"([^{SUITS}.-]*)[.-]*([{SUITS}])([^{SUITS}.-]*)")
_CONTRACT = re.compile(r"([1-7]) ?(C|D|H|S|NT?|SA) ?(XX|X|R|D|)", re.IGNORECASE)
_AWARD = r"(?:(?:NS|EW)\s*+)?(?:(?:adj[a-z]{0,9}|a(?:ve?|verage)?)\s*+(\+|-|plus|minus)?|(\d{1,3})\s*%)"
_AWARDED = re.compile(rf"{_AWARD}(?:[\s/,]*{_AWARD})?", re.IGNORECASE)
AVERAGES = {"+": 60, "plus": 60, "-": 40, "minus": 40}
_NUMBER = re.compile(r"(\^?)\s*(?:(NS|EW)\s*)?([+-]?\d{1,6})(?:\s*(?:NS|EW)\s*[+-]?\d+)?", re.IGNORECASE)
_OTHER_SCORES = re.compile(r"rubber|chicago|oldmp|imp_19|instant", re.IGNORECASE)


def _by_suits(hand: str) -> str:
    """A hand as four suits with points between them; some files write the suit before its ranks or before each card."""
    if _SUIT.search(hand) is None:
        return hand
    ranks = dict.fromkeys(SUITS, "")
    for unsuited, suit, more in _SUITED.findall(hand):
        if unsuited:
            return hand
        ranks[suit] += more
    return ".".join(ranks.values())


def _on_one_line(note: str) -> str:
    """A note as a log can have it."""
    return visible(" ".join(note.split("\n"))).strip()


class Token(NamedTuple):
    """A call or card: its offset, the number of the note on it, and the marks of irregularities before it, one letter each."""

    text: str
    at: int
    note: str = ""
    irregular: str = ""


class Board(ForeignRecord):
    """A board: its tags by name (lower case) with their offsets (-1: not in this record), the text of its sections piece by
    piece, notes by section and number, and comments. `in_order` says that cards stand in order of play, not in columns.
    While it is read, `section` is the last tag, `loose` is text that belongs to none, and `apart` says that empty lines stand
    between its tags. `ours` is what the exporter of referee noted: tags that it worked out and the log did not claim.

    On the way to a log: who was dealt each card, the calls with their places, counted from the first column, the contract in
    which they end, the cards in the order of the file, and who won each trick."""

    def __init__(self, at: int, *, in_order: bool = False) -> None:
        super().__init__(at)
        self.in_order = in_order
        self.sections: dict[str, list[tuple[int, str]]] = {section: [] for section in SECTIONS}
        self.section = ""
        self.loose: list[tuple[int, str]] = []
        self.apart = False
        self.ours: set[str] = set()
        self.notes: dict[tuple[str, str], str] = {}
        self.comments: list[str] = []
        self.holder: dict[str, int] = {}
        self.length: defaultdict[tuple[int, str], int] = defaultdict(int)
        self.calls: list[tuple[int, Token]] = []
        self.contract: Item = {}
        self.blank = 0
        self.irregular = self.over = self.doubled_otherwise = False
        self.left_out = 0
        self.won: list[int] = []

    def read(self, *match: str) -> None:
        """Add the log, and the number of the board in its match."""
        if self["Board"]:
            self.number = (*match, f"board {self['Board']}")
        else:
            self.number = ()
        self.dealt = self["Deal"]
        self.players = people([self[seat] for seat in PLAYERS]) or PLAYERS
        self.awarded = self._award()
        self.hands = self._hands()
        self.seats = {tag: self._seat(tag) for tag in ("Dealer", "Declarer", "Auction", "Play")}
        self.log = self._log()

    def _log(self) -> Item | None:
        """Return what the log says besides its rules; None if the record is not a board."""
        other = self._another_game()
        if other:
            self.doubt(self.at, f"{other}; the record is left out")
            return None
        stated = self._contract_by_tags()
        setup = self._setup()
        whole = self._read_calls()
        self.cards, self.readable = self._tokens("play", CARDS)
        first = None
        if self.calls:
            first = self._first(whole, stated)
        if first is None:
            bids = []
        else:
            bids = self._bids(first, stated, setup)
        contract = self.contract if bids else stated
        begins: Item = {"setup": setup}
        events: list[Item] = [{"deal": self.hands, AT: self.of("Deal")}] if self.hands else []
        if "declarer" in contract and (self.over or not bids):
            cards = self._play(contract, bool(bids))
        else:
            cards = []
        if cards and not bids:
            if self.hands:
                hands = {"hands": self.hands}
            else:
                hands = {}
            events = []
            begins = {"position": {"phase": "play", **setup, **contract, **hands}}
        events += bids + cards
        if "contract" in contract and (self.over or not bids):
            self._result(events, contract, bool(bids), bool(cards), "vulnerable" in setup)
        if not events and not self.awarded:
            self.doubt(self.at, "there is no deal, call or result here that can be judged; the record is left out")
            return None
        if not cards and not bids and "dealer" not in setup:
            setup["dealer"] = self.players[0]
            self.doubt("Dealer", "names nobody; North is assumed")
        log: Item = {"players": list(self.players)}
        log |= begins
        log |= self._occasion(bool(bids))
        log["events"] = events
        return log

    def _occasion(self, called: bool) -> Item:
        """When and where the board was played, which it was, and what else the file says, as keys of a log."""
        texts = {key: self.text(tag)[:200] for key, tag in OCCASION.items()}
        day = texts["date"]
        texts["date"] = meant_by(day)
        if texts["date"]:
            day = ""
        elif day and "?" not in day:
            self.doubt("Date", "is not a day; write it like 2026.09.18")
        about: Item = {key: text for key, text in texts.items() if text}
        board = self._which()
        if board:
            about["board"] = board
        note = "; ".join(filter(None, self._note(day, called)))
        if note:
            about["note"] = note
        return about

    def _which(self) -> Item:
        """The number of the board, its table and its pairs; empty without a number."""
        which: Item = {key: self.text(tag)[:200] for key, tag in WHICH if self[tag]}
        if "number" not in which:
            return {}
        if re.fullmatch("[1-9][0-9]{0,8}", which["number"]):
            which["number"] = int(which["number"])
        pairs = self._pairs()
        if pairs:
            which["pairs"] = pairs
        return which | self.awarded

    def _pairs(self) -> list[str]:
        """The names of the pairs, North's first: by their tags, or by one name that both players of a pair have; empty if
        the file does not say it of both."""
        pairs = []
        for tag, seats in PAIRS.items():
            names = [self.text(seat) for seat in seats]
            if self[tag]:
                pairs.append(self.text(tag)[:200])
            elif all(names) and self.players is PLAYERS:
                pairs.append(" & ".join(dict.fromkeys(names))[:200])
        if len(pairs) != len(PAIRS):
            return []
        return pairs

    def _award(self) -> Item:
        """Return what the director awarded in percent, by player; the tag with it then says no result."""
        for tag in ("Score", "Result", "Contract"):
            value = self[tag]
            if _AWARDED.fullmatch(value):
                del self.tags[tag.lower()]
                awards = re.findall(_AWARD, value, re.IGNORECASE)
                shares = [min(int(share or AVERAGES.get(sign.lower(), 50)), 100) for sign, share in awards]
                sides = (*shares, 100 - shares[0])[:2][:: -1 if value[:2].upper() == "EW" else 1]
                return {"awarded": {player: sides[seat % 2] for seat, player in enumerate(self.players)}}
        return {}

    def _another_game(self) -> str:
        """Return why a record is not a board; empty if it is one."""
        for tag in ("GameCode", "Game", "Variation", "Scoring", "Event"):
            plain = ""
            if tag.lower() in self.tags:
                plain = re.sub(r"\W", "", self[tag]).lower()
            if "minibridge" in plain or (tag.startswith("Game") and plain and not re.search("(?<!mini)bridge", plain)):
                return f"{tag} {quote(self[tag])} is another game"
        if self.hands and max(map(len, self.hands.values())) < 13:
            return "nobody is dealt 13 cards, so this is not a whole board"
        return ""

    def _note(self, date: str, called: bool) -> Iterator[str]:
        """Yield what else the file says: which game it was, who sat where, comments, calls that are not among the events."""
        if set(date) & set("123456789"):
            about = [date]
        else:
            about = []
        about += [self.text(tag) for tag in ABOUT]
        if self["Board"]:
            about.append(f"board {self.text('Board')}")
        yield ", ".join(filter(None, about))
        if self.players is PLAYERS:
            yield ", ".join(f"{player} {self.text(player)}" for player in PLAYERS if self[player])
        if not called and (calls := " ".join(" ".join(text for _, text in self.sections["auction"]).split())):
            yield f"calls: {calls}"
        yield from map(visible, self.comments)

    def text(self, tag: str) -> str:
        """The value of a tag as a log can have it: on one line, without characters that nobody sees."""
        value = self[tag]
        if not value:
            return ""
        return one_line(visible(value)).strip()

    def _seat(self, tag: str) -> int | None:
        """Return the seat that a tag names: N, north or ^S for a player out of turn."""
        name = self[tag].lstrip("^").title()
        if name and name not in SEATS and name not in PLAYERS:
            self.doubt(tag, "is not a player; write N, E, S or W")
            return None
        if not name:
            return None
        return SEATS.index(name[0])

    def _setup(self) -> Item:
        """Return who deals and who is vulnerable, as far as the file says so."""
        dealer = self.seats["Dealer"]
        sides = self.tags.get("vulnerable", ("", 0))[0].strip().lower()
        setup: Item = {} if dealer is None else {"dealer": self.players[dealer]}
        if sides in VULNERABLE:
            setup["vulnerable"] = [self.players[seat] for seat in VULNERABLE[sides]]
        elif sides not in ("", "?"):
            self.doubt("Vulnerable", "is not one of None, NS, EW and All")
        return setup

    def _hands(self) -> Item:
        """Return the hands that were dealt, by player, except those that are unknown or not understood."""
        first, colon, hands = self["Deal"].upper().replace("10", "T").partition(":")
        seat = SEATS.find(first.strip()[:1] or "?")
        if first and (seat < 0 or not colon):
            self.doubt("Deal", "does not begin with a player and a colon, as in N:AKQ.JT9.")
            return {}
        dealt: Item = {}
        if not hands.isascii():
            hands = hands.translate(SUIT_SIGNS)
        for place, written in enumerate(hands.split()[:4]):
            hand = _by_suits(written)
            at = (seat + place) % 4
            suits = hand.split(".")
            strange = "".join(sorted(set(hand) - set(RANKS) - set(".-")))
            if strange or (hand.strip(".-") and len(suits) != 4):
                if strange:
                    why = f"{strange[:20]!r} as a rank"
                else:
                    why = number_of(len(suits), "suits")
                self.doubt("Deal", f"gives {PLAYERS[at]} {why}; the hand is left out")
            elif hand.strip(".-"):
                by_suit = dict(zip(SUITS, hand.replace("-", "").split("."), strict=True))
                cards = [
                    _CARDS[suit, rank] for suit, ranks in by_suit.items() for rank in sorted(ranks, key=RANKS.index)
                ]
                dealt[self.players[at]] = cards
                self.holder |= dict.fromkeys(cards, at)
                self.length |= {(at, suit): len(ranks) for suit, ranks in by_suit.items()}
        return dealt

    def _tokens(self, section: str, known: Mapping[str, str]) -> tuple[list[Token], bool]:
        """Return the calls or cards of a section without other marks, as far as it is understood, and whether all of it is."""
        tokens: list[Token] = []
        irregular = ""
        for at, text in self.sections[section]:
            words = text.upper().split()
            if not irregular and all(map(known.__contains__, words)):
                tokens += [Token(known[word], at) for word in words]
                continue
            for part in _WORD.finditer(re.sub(r"(?i)\ball pass\b", "AP", text)):
                word = (part["word"] or part["sign"] or "").upper().replace("10", "T")
                if word in known:
                    tokens.append(Token(known[word], at, irregular=irregular))
                    irregular = ""
                elif part["irregular"]:
                    irregular = irregular + part["irregular"].upper()
                    self.irregular = True
                elif part["note"] and tokens:
                    tokens[-1] = tokens[-1]._replace(note=part["note"])
                elif word or any(map(known.__contains__, re.findall("[A-Z0-9]+", (part["mark"] or "").upper()))):
                    what = "call" if section == "auction" else "card"
                    self.doubt(at, f"{quote(part[0])} is not a {what}; the {section} is read up to there")
                    return tokens, False
        return tokens, True

    def _read_calls(self) -> bool:
        """Read the calls and the contract in which they end, and say whether all of them were understood."""
        tokens, whole = self._tokens("auction", CALLS)
        while tokens and tokens[-1].text in SIGNS:
            tokens.pop()
        place = 0
        passes = 0
        bid = ""
        named: dict[tuple[int, str], int] = {}
        for token in tokens:
            if token.text in ("*", "+"):
                continue  # calls follow, so this is a mark on the one before
            if self.over or (token.text == "-" and self.calls):
                why = "stands for a call"
                if self.over:
                    why = "comes after the end of the auction"
                self.doubt(token.at, f"{token.text!r} {why}; the auction is read up to there")
                whole = whole and self.over
                break
            if token.text == "-":
                self.blank += 1
                place += 1
                continue
            text = token.text.removeprefix("all ")
            if text == token.text:
                times = 1
            else:
                times = (3 if bid else 4) - passes
            self.calls += [(place + more, token._replace(text=text)) for more in range(times)]
            if text == "pass":
                passes = passes + times
            else:
                passes = 0
            if text[0].isdigit():
                bid = text
                self.contract = {"contract": text, "declarer": named.setdefault((place % 2, text[1:]), place)}
            elif text != "pass":
                self.contract["doubled"] = 2 if text == "double" else 4
            place += times
            self.over = passes >= (3 if bid else 4)
        if not bid:
            self.contract = {"contract": "pass"}
        return whole

    def _contract_by_tags(self) -> Item:
        """Return the contract that the tags name, with its declarer, and doubled if it was; empty if they name none."""
        text = self["Contract"]
        declarer = self.seats["Declarer"]
        if CALLS.get(text.upper()) == "pass":
            return {"contract": "pass"}
        match = _CONTRACT.fullmatch(text)
        if match is None:
            if text:
                self.doubt("Contract", "is not a contract, like 4SX")
            return {}
        level, strain, doubled = match.groups()
        contract: Item = {"contract": CALLS[f"{level}{strain.upper()}"]}
        if declarer is None:
            contract |= {}
        else:
            contract |= {"declarer": self.players[declarer]}
        if doubled:
            return {**contract, "doubled": 2 if doubled.upper() in ("X", "D") else 4}
        return contract

    def _first(self, whole: bool, stated: Item) -> int | None:
        """Return the seat whose calls are in the first column; None if the calls cannot be used. Files leave out passes before
        the first call, if Declarer and the opening lead show how many."""
        ends = self.contract
        dealer = self.seats["Dealer"]
        declarer = self.seats["Declarer"]
        first = self.seats["Auction"] if self.seats["Auction"] is not None else dealer
        why = ""
        if self["Declarer"].startswith("^"):
            why = "Declarer says that declarer and dummy were swapped"
        elif any("S" in call.irregular for _, call in self.calls):
            why = "a call out of turn was accepted, which a log cannot say"
        elif "declarer" in stated and not (whole and self.over):
            why = "not every call is understood"
            if whole:
                why = "it does not end"
        elif self.over and stated and ends["contract"] != stated["contract"]:
            why = f"it ends in {ends['contract']}, and Contract is {quote(self['Contract'])}"
        elif "declarer" in ends and declarer is not None:
            fits = (declarer - ends["declarer"]) % 4
            if self.cards:
                lead = self.holder.get(self.cards[0].text, self.seats["Play"])
            else:
                lead = self.seats["Play"]
            opening = next(at for at, call in self.calls if call.text != "pass")
            passes = opening - self.blank + (0 if dealer is None else (fits + self.blank - dealer) % 4)
            if first is None or (fits != first and passes < 4 and lead in (None, (declarer + 1) % 4)):
                first = fits
            elif fits != first and lead not in (None, (first + ends["declarer"] + 1) % 4):
                why = "Declarer and the opening lead contradict it"
            elif fits != first:
                self.doubt("Declarer", f"is not {PLAYERS[(first + ends['declarer']) % 4]}, who declares by the calls")
        if first is None and not why:
            why = "nothing says who made the first call"
        if why:
            self.doubt("Auction", f"is left out: {why}")
        if why:
            return None
        return first

    def _bids(self, first: int, stated: Item, setup: Item) -> list[Item]:
        """Return the calls as events, with the passes that were left out; the last says what the tags say."""
        auction = self.seats["Auction"]
        caller = self.seats["Dealer"]
        if caller is None:
            caller = ((first if auction is None else auction) + self.blank) % 4
            setup["dealer"] = self.players[caller]
        self.left_out = (first + self.blank - caller) % 4
        if self.left_out:
            shows = "Dealer shows" if first == auction else "Declarer shows"
            if self.left_out == 1:
                passes = "a pass"
            else:
                passes = f"{self.left_out} passes"
            self.doubt("Auction", f"leaves out {passes} before the first call, as {shows}")
        if "declarer" in self.contract:
            self.contract["declarer"] = self.players[(first + self.contract["declarer"]) % 4]
        calls = [Token("pass", self.calls[0][1].at)] * self.left_out + [call for _, call in self.calls]
        notes = [self._note_of("auction", call.note) for call in calls]
        bids = [{call.text: note} if note else call.text for call, note in zip(calls, notes, strict=True)]
        items: list[Item] = [{"bids": bids, AT: [call.at for call in calls]}]
        if "calls" in self.ours or any(call.irregular for call in calls):
            items = []
            height = ""
            for call, written in zip(calls, bids, strict=True):
                bid = call.text.replace("N", "T")  # the strains rise as letters do
                low = call.irregular and bid[0].isdigit() and bid <= height
                if low:
                    stands = {"stands": "an insufficient bid, by the file"}
                else:
                    stands = {}
                items.append({"bid": written, **stands, AT: call.at})
                if bid[0].isdigit():
                    height = max(height, bid)
        expect = {key: value for key, value in self.contract.items() if self.over and stated.get(key) == value}
        self.doubled_otherwise = (
            self.over and "contract" in stated and stated.get("doubled") != self.contract.get("doubled")
        )
        if self.ours:
            expect = {key: value for key, value in expect.items() if CLAIMED_BY[key] not in self.ours}
        items[-1] |= {"expect": expect} if expect else {}
        return items

    def _note_of(self, section: str, number: str) -> str:
        """The note with a number in the auction or the play; one that stands elsewhere, unless it is used there."""
        if not number:
            return ""
        if (section, number) in self.notes:
            return _on_one_line(self.notes[section, number])
        for (place, other), note in self.notes.items():
            if other == number and not self._refers(place, number):
                return _on_one_line(note)
        return ""

    def _refers(self, section: str, number: str) -> bool:
        """Return whether a call or card of a section has the number of a note."""
        return any(re.search(rf"=\s*{number}\s*=", text) for _, text in self.sections.get(section, ()))

    def _notes(self, cards: Sequence[Token]) -> Item:
        """Return the notes on some cards, as the note of an item."""
        notes = [f"{card.text}: {note}" for card in cards if (note := self._note_of("play", card.note))]
        if not notes:
            return {}
        return {"note": "; ".join(notes)}

    def _play(self, contract: Item, called: bool) -> list[Item]:
        """Return the cards as events, up to the first trick whose cards cannot be given to the players in turn. A card belongs
        to its holder, whatever its column, since many files list cards in order of play."""
        tokens = list(self.cards)
        while tokens and (tokens[-1].text in SIGNS or (len(tokens) % 4 and not self.readable)):
            tokens.pop()
        if not tokens:
            return []
        leader = (self.players.index(contract["declarer"]) + 1) % 4
        if self.seats["Play"] is None:
            column = leader
        else:
            column = self.seats["Play"]
        first = self.holder.get(tokens[0].text, column)
        why = ""
        if first != leader:
            why = f"{PLAYERS[first]} leads, and by the contract it is {PLAYERS[leader]}"
        elif not called and not len(self.holder) == sum(map(len, self.hands.values())) == 13 * len(self.hands):
            why = "it cannot begin with the hands of Deal"
        unknown = any(token.text not in self.holder for token in tokens if token.text not in SIGNS)
        if why:
            self.doubt("Play", f"is left out: {why}")
            return []
        tricks = self._tricks_in(tokens, leader, column, contract["contract"][1:], unknown)
        if unknown and tricks:
            self.doubt("Play", "is read by columns, since Deal does not say who held every card")
        items: list[Item] = []
        unsafe = len(self.doubts) > bool(self.left_out)
        void = set[tuple[int, str]]()
        for number, (seats, trick) in enumerate(tricks):
            marked = (self.irregular or self.ours) and self._is_single(number + 1, trick)
            broken = self._broken(seats, trick, void, unknown) if unsafe or self.irregular else ()
            unmarked = (how for how, token in zip(broken, trick, strict=True) if how == "void" or not token.irregular)
            if unsafe and any(unmarked):
                why = f"shows a revoke in trick {number + 1}, if it is understood; it is read up to there"
                self.doubt("Play", why)
                del self.won[number:]
                break
            if len(trick) == 4 and not marked:
                cards = [token.text for token in trick]
                places = [token.at for token in trick]
                items.append({"trick": cards, **self._notes(trick), AT: places})
                continue
            for place, token in enumerate(trick):
                revokes = broken and broken[place] == "held" and token.irregular
                if revokes:
                    stands = {"stands": "a revoke, by the file"}
                else:
                    stands = {}
                items.append({"play": token.text, **stands, **self._notes([token]), AT: token.at})
        return items

    def _is_single(self, number: int, trick: Sequence[Token]) -> bool:
        """Return whether the cards of a trick are events of their own: one is irregular, or they were before an export."""
        return f"trick{number}" in self.ours or any(token.irregular for token in trick)

    def _tricks_in(
        self, tokens: Sequence[Token], leader: int, column: int, trump: str, unknown: bool
    ) -> list[tuple[Sequence[int], list[Token]]]:
        """Return the cards trick by trick in order of play, each with the seats of its cards, and note who wins it."""
        tricks: list[tuple[Sequence[int], list[Token]]] = []
        holder = self.holder
        for at in range(0, len(tokens), 4):
            places = enumerate(tokens[at : at + 4], leader if self.in_order else column)
            row = [(holder.get(card.text, seat % 4), card) for seat, card in places if card.text not in SIGNS]
            cards = dict(row)
            seats = list(takewhile(cards.__contains__, ((leader + turn) % 4 for turn in range(4))))
            odd = any("L" in card.irregular for _, card in row)
            if unknown and any(cards[seat].text not in holder and self.players[seat] in self.hands for seat in cards):
                odd = True
            if odd or len(seats) < (len(row) if at + 4 >= len(tokens) else 4):
                why = f"trick {at // 4 + 1} is not a card of {PLAYERS[leader]} and then one of each player in turn"
                self.doubt(tokens[at].at, f"{why}; the play is read up to there")
                break
            tricks.append((seats, [cards[seat] for seat in seats]))
            if len(seats) == 4:
                if any(card.text[-1] == trump for _, card in row):
                    suit = trump
                else:
                    suit = cards[leader].text[-1]
                leader = max(row, key=lambda one: (one[1].text[-1] == suit, POWER[one[1].text[:-1]]))[0]
                self.won.append(leader)
        return tricks

    def _broken(
        self, seats: Sequence[int], trick: Sequence[Token], void: set[tuple[int, str]], unknown: bool
    ) -> list[str]:
        """Return for each card of a trick why its player may have revoked: the suit was "held", or the card is of a suit in
        which the player was "void"; otherwise nothing. Both are noted for the next trick."""
        lead = trick[0].text[-1]
        broken = []
        for seat, token in zip(seats, trick, strict=True):
            suit = token.text[-1]
            self.length[seat, suit] -= 1
            if suit != lead:
                void |= {(seat, lead)}
            else:
                void |= set()
            revokes = suit != lead and self.length[seat, lead] > 0
            broken.append("held" if revokes else "void" if unknown and (seat, suit) in void else "")
        return broken

    def _result(self, events: list[Item], contract: Item, called: bool, played: bool, vulnerable: bool) -> None:
        """Add the tricks that were not played out, or the result of a board without cards, and what the file claims."""
        unsafe = len(self.doubts) > bool(self.left_out)
        declarer = None
        if "declarer" in contract:
            declarer = self.players.index(contract["declarer"])
        if declarer is None:
            tricks = None
        else:
            tricks = self._tricks(declarer)
        expect: Item = {}
        if contract["contract"] == "pass":
            if not called:
                events.append({"result": {"contract": "pass"}, AT: self.of("Contract")})
        elif declarer is None or tricks is None:
            return
        elif not played:
            won = {self.players[declarer]: tricks}
            events.append({"result": {**({} if called else contract), "won": won}, AT: self.of("Result")})
        else:
            unsafe = self._rest(events, expect, declarer, tricks) or unsafe
        if "won" not in expect or len(self.won) == 13:
            expect |= self._score(declarer, vulnerable)
        if "Result" in self.ours:
            expect.pop("won", None)
        if expect and not unsafe:
            events[-1]["expect"] = {**events[-1].get("expect", {}), **expect}

    def _rest(self, events: list[Item], expect: Item, declarer: int, tricks: int) -> bool:
        """Add who had the tricks that were not played, or expect those in Result if all were, or if it counts only these. Say
        whether Result was taken for that of the whole board without a sign of it."""
        left = 13 - len(self.won)
        more = tricks - sum((seat - declarer) % 2 == 0 for seat in self.won)
        us = self.players[declarer]
        them = self.players[(declarer + 1) % 4]
        if not left or self._goes_on(more):
            expect["won"] = {us: tricks}
            return False
        loser, number = (us, more) if more < 0 else (them, left - more)
        if number < 0:
            self.doubt("Result", f"gives {loser} {number} of the {number_of(left, 'tricks')} left")
            expect["won"] = {us: tricks} if more < 0 or tricks > 13 else {them: 13 - tricks}
            return False
        rest = {side: number for side, number in ((us, more), (them, left - more)) if number}
        events.append({"rest": rest, AT: self.of("Result")})
        if not self.readable or self._is_at("*"):
            return False
        self.doubt("Result", "is taken as that of the whole board, though no * ends the play")
        return True

    def _is_at(self, sign: str) -> bool:
        """Return whether a sign stands among the cards: * where the play ended, + where it is to go on."""
        return any(token.text == sign for token in self.cards)

    def _goes_on(self, more: int) -> bool:
        """Return whether Result counts only the tricks played so far, as + says where no * ends the play.

        more: the tricks in Result beyond those. A record with a score is of a board that has ended, so with more or fewer
        tricks than were played its Result is not one so far.
        """
        if self._is_at("*") or not self._is_at("+"):
            return False
        return not more or not self["Score"]

    def _tricks(self, declarer: int) -> int | None:
        """Return the tricks that the declarer's side won, as the file says; a number above 13 is for the judge to refuse."""
        text = self["Result"]
        match = _NUMBER.fullmatch(text)
        if match and match[3].isdigit():
            tricks = int(match[3])
        else:
            tricks = -1
        if match and match[2] and (match[2].upper() == "NS") != (declarer % 2 == 0):
            tricks = 13 - tricks
        if text and (tricks < 0 or text.startswith("^")):
            why = "is not what was won, as its ^ says"
            if tricks < 0:
                why = "is not a number of tricks from 0 to 13"
            self.doubt("Result", why)
            return None
        other = self.seats["Declarer"] not in (None, declarer, (declarer + 2) % 4) and not (match and match[2])
        if text and not other:
            return tricks
        return None

    def _score(self, declarer: int | None, vulnerable: bool) -> Item:
        """Return the score that the file claims, for both sides; empty if it cannot be judged."""
        text = self["Score"]
        scoring = self["Scoring"]
        why = ""
        match = _NUMBER.fullmatch(text.lstrip("^"))
        if not text or (declarer is None and match and not match[2]):
            return {}
        if _OTHER_SCORES.search(scoring):
            why = f"is not judged, since Scoring is {quote(scoring)}"
        elif self.irregular:
            why = "is not judged, since the file marks an irregularity"
        elif self.doubled_otherwise:
            why = "is not judged, since the calls double otherwise than Contract"
        elif declarer is not None and not vulnerable:
            why = "is not judged, since nothing says who was vulnerable"
        if match is None or why:
            self.doubt("Score", why or "is not a number of points")
            return {}
        ours = 1
        if (match[2] or "").upper() == "NS" or (not match[2] and declarer in (0, 2)):
            ours = 0
        points = int(match[3])
        return {"score": {player: points if seat % 2 == ours else -points for seat, player in enumerate(self.players)}}
