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

from referee.core.data import Data
from referee.core.text import one_line, visible
from referee.core.wording import number_of
from referee.source.records import AT, ForeignRecord, people, quote
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
DOUBLED = {"double": 2, "redouble": 4}
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
UP_TO_THERE = "the auction is read up to there"
_NUMBER = re.compile(r"(\^?)\s*(?:(NS|EW)\s*)?([+-]?\d{1,6})(?:\s*(?:NS|EW)\s*[+-]?\d+)?", re.IGNORECASE)
_OTHER_SCORES = re.compile(r"rubber|chicago|oldmp|imp_19|instant", re.IGNORECASE)


def _by_suits(hand: str) -> str:
    """A hand as four suits with points between them; some files write the suit before its ranks or before each card.
    A hand that is written in neither way is returned as it is."""
    if _SUIT.search(hand) is None:
        return hand
    ranks = dict.fromkeys(SUITS, "")
    for unsuited, suit, rest in _SUITED.findall(hand):
        if unsuited:
            return hand
        ranks[suit] += rest
    return ".".join(ranks.values())


def _cards_of(suits: Mapping[str, str]) -> list[str]:
    """The cards of a hand as a log names them, from its ranks by suit, each suit from the highest down."""
    cards = []
    for suit, ranks in suits.items():
        cards += [_CARDS[suit, rank] for rank in sorted(ranks, key=RANKS.index)]
    return cards


def _on_one_line(note: str) -> str:
    """A note as a log can have it."""
    return visible(" ".join(note.split("\n"))).strip()


class Token(NamedTuple):
    """A call or card: its offset, the number of the note on it, and the marks of irregularities before it, one letter each."""

    text: str
    at: int
    note: str = ""
    irregular: str = ""


def _most_passes(bid: str) -> int:
    """The number of passes in a row that end the auction, after a bid or without one."""
    if bid:
        return 3
    return 4


def _has_word(text: str, known: Mapping[str, str]) -> bool:
    """Whether one of the words of a text is known."""
    return any(map(known.__contains__, re.findall("[A-Z0-9]+", text.upper())))


def _share(sign: str, percent: str) -> int:
    """The share in percent that an award gives, from its number or, without one, from the sign of its average."""
    if percent:
        return min(int(percent), 100)
    return AVERAGES.get(sign.lower(), 50)


def _winner(cards: Mapping[int, Token], leader: int, trump: str) -> int:
    """The seat that wins a trick.

    cards: by seat. trump: the letter of a suit, or other text if there is none.
    """
    suit = cards[leader].text[-1]
    if any(card.text[-1] == trump for card in cards.values()):
        suit = trump
    powers = {seat: POWER[card.text[:-1]] for seat, card in cards.items() if card.text[-1] == suit}
    return max(powers, key=powers.__getitem__)


def _has_unmarked_revoke(broken: Sequence[str], trick: Sequence[Token]) -> bool:
    """Whether a card of a trick breaks the rules and the file does not mark it. A card of a suit in which its player
    is void is never a revoke that was marked.

    broken: for each card what `Board._revokes` says.
    """
    for how, token in zip(broken, trick, strict=True):
        if how == "void" or (how and not token.irregular):
            return True
    return False


class Board(ForeignRecord):
    """A board: its tags by name (lower case) with their offsets (-1: not in this record), the text of its sections
    piece by piece, notes by section and number, and comments. `in_order` says that cards stand in order of play, not
    in columns. While it is read, `section` is the last tag, `loose` is text that belongs to none, and `apart` says
    that empty lines stand between its tags. `ours` is what the exporter of referee noted: tags that it worked out and
    the log did not claim.

    On the way to a log: `holder` is the seat that was dealt each card, and `length` how many cards of a suit a seat
    still holds; `calls` have their places, counted from the first column, `blank` is the number of empty columns
    before them, and `left_out` that of the passes before them that the file leaves out; `contract` is the one in
    which the calls end, and `over` whether they do; `irregular` says that an irregularity is marked,
    `doubled_otherwise` that the calls double otherwise than Contract; `won` has the seat that won each trick.
    """

    def __init__(self, at: int, *, in_order: bool = False) -> None:
        """Begin a board without tags at an offset of its file."""
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
        self.contract: Data = {}
        self.blank = 0
        self.irregular = False
        self.over = False
        self.doubled_otherwise = False
        self.left_out = 0
        self.won: list[int] = []

    def read(self, *match: str) -> None:
        """Work out the log, and with it the number, the players, the hands and what was awarded.

        match: what names the match, which comes before the number of the board.
        """
        self.number = ()
        if self["Board"]:
            self.number = match + (f"board {self['Board']}",)
        self.dealt = self["Deal"]
        self.players = people([self[seat] for seat in PLAYERS]) or PLAYERS
        self.awarded = self._award()
        self.hands = self._hands()
        self.seats = {tag: self._seat(tag) for tag in ("Dealer", "Declarer", "Auction", "Play")}
        self.log = self._log()

    def _log(self) -> Data | None:
        """The log without its rules; None if the record is not a board."""
        other = self._another_game()
        if other:
            self.doubt(self.at, f"{other}; the record is left out")
            return None
        stated = self._contract_by_tags()
        setup = self._setup()
        all_read = self._read_calls()
        self.cards, self.readable = self._tokens("play", CARDS)
        first = None
        if self.calls:
            first = self._first(all_read, stated)
        bids = []
        contract = stated
        if first is not None:
            bids = self._bids(first, stated, setup)
            contract = self.contract
        has_ended = self.over or not bids
        cards = []
        if has_ended:
            cards = self._play(contract, bool(bids))
        log: Data = {"players": list(self.players), "setup": setup}
        events: list[Data] = []
        if cards and not bids:
            log = {"players": list(self.players), "position": self._position(setup, contract)}
        elif self.hands:
            events.append({"deal": self.hands, AT: self.of("Deal")})
        events += bids + cards
        if has_ended:
            self._result(events, contract, bool(bids), bool(cards), "vulnerable" in setup)
        if not events and not self.awarded:
            self.doubt(self.at, "there is no deal, call or result here that can be judged; the record is left out")
            return None
        if not cards and not bids and "dealer" not in setup:
            setup["dealer"] = self.players[0]
            self.doubt("Dealer", "names nobody; North is assumed")
        log |= self._occasion(bool(bids))
        log["events"] = events
        return log

    def _position(self, setup: Data, contract: Data) -> Data:
        """Where the log begins of a board whose play alone is known."""
        position: Data = {"phase": "play", **setup, **contract}
        if self.hands:
            position["hands"] = self.hands
        return position

    def _occasion(self, called: bool) -> Data:
        """When and where the board was played, which it was, and what else the file says, as keys of a log.

        called: whether its calls are events; otherwise the note quotes them.
        """
        texts = {key: self.text(tag)[:200] for key, tag in OCCASION.items()}
        day = texts["date"]
        texts["date"] = meant_by(day)
        if texts["date"]:
            day = ""
        elif day and "?" not in day:
            self.doubt("Date", "is not a day; write it like 2026.09.18")
        about: Data = {key: text for key, text in texts.items() if text}
        board = self._which()
        if board:
            about["board"] = board
        note = "; ".join(filter(None, self._note(day, called)))
        if note:
            about["note"] = note
        return about

    def _which(self) -> Data:
        """The number of the board, its table and its pairs; empty without a number."""
        which: Data = {key: self.text(tag)[:200] for key, tag in WHICH if self[tag]}
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

    def _award(self) -> Data:
        """What the director awarded, under the key `awarded`, in percent by player; empty if nothing was awarded.

        The tag that says it is removed, since it then says no result.
        """
        for tag in ("Score", "Result", "Contract"):
            value = self[tag]
            if _AWARDED.fullmatch(value):
                del self.tags[tag.lower()]
                shares = [_share(*award) for award in re.findall(_AWARD, value, re.IGNORECASE)]
                if len(shares) == 1:
                    shares.append(100 - shares[0])
                sides = shares[:2]
                if value[:2].upper() == "EW":
                    sides.reverse()
                return {"awarded": {player: sides[seat % 2] for seat, player in enumerate(self.players)}}
        return {}

    def _another_game(self) -> str:
        """Why a record is not a board; empty if it is one."""
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
        """Yield what else the file says, each part perhaps empty: which game it was, who sat where, comments, calls.

        date: a date that is not a day, so that only a note has room for it. called: whether the calls are among the
        events.
        """
        about = []
        if set(date) & set("123456789"):
            about.append(date)
        about += [self.text(tag) for tag in ABOUT]
        if self["Board"]:
            about.append(f"board {self.text('Board')}")
        yield ", ".join(filter(None, about))
        if self.players is PLAYERS:
            yield ", ".join(f"{player} {self.text(player)}" for player in PLAYERS if self[player])
        calls = " ".join(text for _, text in self.sections["auction"]).split()
        if calls and not called:
            yield f"calls: {' '.join(calls)}"
        yield from map(visible, self.comments)

    def text(self, tag: str) -> str:
        """The value of a tag as a log can have it: on one line, without characters that nobody sees."""
        value = self[tag]
        if not value:
            return ""
        return one_line(visible(value)).strip()

    def _seat(self, tag: str) -> int | None:
        """The seat that a tag names: N, north or ^S for a player out of turn; None, and a doubt if it names something
        else."""
        name = self[tag].lstrip("^").title()
        if name and name not in SEATS and name not in PLAYERS:
            self.doubt(tag, "is not a player; write N, E, S or W")
            return None
        if not name:
            return None
        return SEATS.index(name[0])

    def _setup(self) -> Data:
        """Who deals and who is vulnerable, as far as the file says so."""
        dealer = self.seats["Dealer"]
        sides = self.tags.get("vulnerable", ("", 0))[0].strip().lower()
        setup: Data = {}
        if dealer is not None:
            setup["dealer"] = self.players[dealer]
        if sides in VULNERABLE:
            setup["vulnerable"] = [self.players[seat] for seat in VULNERABLE[sides]]
        elif sides not in ("", "?"):
            self.doubt("Vulnerable", "is not one of None, NS, EW and All")
        return setup

    def _hands(self) -> Data:
        """The hands that were dealt, by player, except those that are unknown or not understood. Also notes who holds
        each card, and how many of each suit."""
        first, colon, hands = self["Deal"].upper().replace("10", "T").partition(":")
        seat = SEATS.find(first.strip()[:1] or "?")
        if first and (seat < 0 or not colon):
            self.doubt("Deal", "does not begin with a player and a colon, as in N:AKQ.JT9.")
            return {}
        dealt: Data = {}
        if not hands.isascii():
            hands = hands.translate(SUIT_SIGNS)
        for place, written in enumerate(hands.split()[:4]):
            hand = _by_suits(written)
            holder = (seat + place) % 4
            suits = hand.split(".")
            strange = "".join(sorted(set(hand) - set(RANKS) - set(".-")))
            if strange or (hand.strip(".-") and len(suits) != 4):
                why = number_of(len(suits), "suits")
                if strange:
                    why = f"{strange[:20]!r} as a rank"
                self.doubt("Deal", f"gives {PLAYERS[holder]} {why}; the hand is left out")
            elif hand.strip(".-"):
                by_suit = dict(zip(SUITS, hand.replace("-", "").split("."), strict=True))
                cards = _cards_of(by_suit)
                dealt[self.players[holder]] = cards
                self.holder |= dict.fromkeys(cards, holder)
                self.length |= {(holder, suit): len(ranks) for suit, ranks in by_suit.items()}
        return dealt

    def _tokens(self, section: str, known: Mapping[str, str]) -> tuple[list[Token], bool]:
        """The calls or cards of a section without other marks, as far as it is understood, and whether all of it is.
        The mark of an irregularity belongs to the next token, the number of a note to the one before.

        known: how the log writes each call or card that a file may have.
        """
        tokens: list[Token] = []
        irregular = ""
        for at, text in self.sections[section]:
            words = text.upper().split()
            if not irregular and all(map(known.__contains__, words)):
                tokens += [Token(known[word], at) for word in words]
                continue
            for part in _WORD.finditer(re.sub(r"(?i)\ball pass\b", "AP", text)):
                word = ""
                if part.lastgroup in ("word", "sign"):
                    word = part[0].upper().replace("10", "T")
                if word in known:
                    tokens.append(Token(known[word], at, irregular=irregular))
                    irregular = ""
                elif part["irregular"]:
                    irregular += part["irregular"].upper()
                    self.irregular = True
                elif part["note"] and tokens:
                    tokens[-1] = tokens[-1]._replace(note=part["note"])
                elif word or _has_word(part["mark"] or "", known):
                    what = "card"
                    if section == "auction":
                        what = "call"
                    self.doubt(at, f"{quote(part[0])} is not a {what}; the {section} is read up to there")
                    return tokens, False
        return tokens, True

    def _read_calls(self) -> bool:
        """Read the calls and the contract in which they end, whose declarer is a column until the first one is known.
        Returns whether all calls were understood."""
        tokens, all_read = self._tokens("auction", CALLS)
        while tokens and tokens[-1].text in SIGNS:
            tokens.pop()
        place = 0
        passes = 0
        bid = ""
        first_to_name: dict[tuple[int, str], int] = {}
        for token in tokens:
            if token.text in ("*", "+"):
                continue  # calls follow, so this is a mark on the one before
            if token.text == "-" and not self.calls:
                self.blank += 1
                place += 1
                continue
            if self.over:
                self.doubt(token.at, f"{token.text!r} comes after the end of the auction; {UP_TO_THERE}")
                break
            if token.text == "-":
                self.doubt(token.at, f"'-' stands for a call; {UP_TO_THERE}")
                all_read = False
                break
            text = token.text.removeprefix("all ")
            times = 1
            if text != token.text:
                times = _most_passes(bid) - passes
            self.calls += [(place + extra, token._replace(text=text)) for extra in range(times)]
            if text == "pass":
                passes += times
            elif text in DOUBLED:
                passes = 0
                self.contract["doubled"] = DOUBLED[text]
            else:
                passes = 0
                bid = text
                # the declarer is who of the side was the first to name the strain
                self.contract = {"contract": text, "declarer": first_to_name.setdefault((place % 2, text[1:]), place)}
            place += times
            self.over = passes >= _most_passes(bid)
        if not bid:
            self.contract = {"contract": "pass"}
        return all_read

    def _contract_by_tags(self) -> Data:
        """The contract that the tags name, with its declarer, and doubled if it was; empty if they name none."""
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
        contract: Data = {"contract": CALLS[f"{level}{strain.upper()}"]}
        if declarer is not None:
            contract["declarer"] = self.players[declarer]
        if doubled:
            contract["doubled"] = DOUBLED[CALLS[doubled.upper()]]
        return contract

    def _first(self, all_read: bool, stated: Data) -> int | None:
        """The seat whose calls are in the first column; None if the calls cannot be used. Files leave out passes
        before the first call, if Declarer and the opening lead show how many.

        all_read: whether every call was understood. stated: the contract by the tags.
        """
        why = self._why_without_calls(all_read, stated)
        first = self.seats["Auction"]
        if first is None:
            first = self.seats["Dealer"]
        declarer = self.seats["Declarer"]
        if not why and declarer is not None and "declarer" in self.contract:
            first = self._first_by_declarer(first, declarer)
            if first is None:
                why = "Declarer and the opening lead contradict it"
        if first is None and not why:
            why = "nothing says who made the first call"
        if why:
            self.doubt("Auction", f"is left out: {why}")
            return None
        return first

    def _why_without_calls(self, all_read: bool, stated: Data) -> str:
        """Why the calls cannot be used, whoever made the first; empty if they can.

        all_read: whether every call was understood. stated: the contract by the tags.
        """
        if self["Declarer"].startswith("^"):
            return "Declarer says that declarer and dummy were swapped"
        if any("S" in call.irregular for _, call in self.calls):
            return "a call out of turn was accepted, which a log cannot say"
        if "declarer" in stated and not all_read:
            return "not every call is understood"
        if "declarer" in stated and not self.over:
            return "it does not end"
        if self.over and stated and self.contract["contract"] != stated["contract"]:
            return f"it ends in {self.contract['contract']}, and Contract is {quote(self['Contract'])}"
        return ""

    def _first_by_declarer(self, first: int | None, declarer: int) -> int | None:
        """The seat whose calls are in the first column: `first`, which other tags say, unless the declarer and the
        opening lead show that passes are left out; None if they contradict it.

        declarer: the seat by its tag.
        """
        column: int = self.contract["declarer"]
        fitting = (declarer - column) % 4
        if first is None or first == fitting:
            return fitting
        lead = self.seats["Play"]
        if self.cards:
            lead = self.holder.get(self.cards[0].text, lead)
        bids = [place for place, call in self.calls if call.text != "pass"]
        # the passes before the first bid, with those left out; after four the auction would be over
        passes = bids[0] - self.blank
        dealer = self.seats["Dealer"]
        if dealer is not None:
            passes += (fitting + self.blank - dealer) % 4
        if passes < 4 and lead in (None, (declarer + 1) % 4):
            return fitting
        declarer_by_calls = (first + column) % 4
        if lead not in (None, (declarer_by_calls + 1) % 4):
            return None
        self.doubt("Declarer", f"is not {PLAYERS[declarer_by_calls]}, who declares by the calls")
        return first

    def _bids(self, first: int, stated: Data, setup: Data) -> list[Data]:
        """The calls as events, with the passes that were left out; the last expects the contract that the tags state.
        Also adds the dealer to `setup` if no tag names one, and makes the declarer of `contract` a player.

        first: the seat of the first column. stated: the contract by the tags.
        """
        caller = self.seats["Dealer"]
        if caller is None:
            caller = first
            if self.seats["Auction"] is not None:
                caller = self.seats["Auction"]
            caller = (caller + self.blank) % 4
            setup["dealer"] = self.players[caller]
        self.left_out = (first + self.blank - caller) % 4
        if self.left_out:
            self._doubt_left_out(first)
        if "declarer" in self.contract:
            self.contract["declarer"] = self.players[(first + self.contract["declarer"]) % 4]
        calls = [Token("pass", self.calls[0][1].at)] * self.left_out
        calls += [call for _, call in self.calls]
        items: list[Data] = [{"bids": list(map(self._with_note, calls)), AT: [call.at for call in calls]}]
        if "calls" in self.ours or any(call.irregular for call in calls):
            items = self._single_bids(calls)
        self.doubled_otherwise = (
            self.over and "contract" in stated and stated.get("doubled") != self.contract.get("doubled")
        )
        expect = self._expected_contract(stated)
        if expect:
            items[-1]["expect"] = expect
        return items

    def _doubt_left_out(self, first: int) -> None:
        """Say that passes before the first call were left out, and how it shows."""
        shows = "Declarer shows"
        if first == self.seats["Auction"]:
            shows = "Dealer shows"
        passes = f"{self.left_out} passes"
        if self.left_out == 1:
            passes = "a pass"
        self.doubt("Auction", f"leaves out {passes} before the first call, as {shows}")

    def _with_note(self, call: Token) -> str | dict[str, str]:
        """A call as an event has it, with the note on it if there is one."""
        note = self._note_of("auction", call.note)
        if not note:
            return call.text
        return {call.text: note}

    def _single_bids(self, calls: Sequence[Token]) -> list[Data]:
        """The calls as an event each, so that a marked bid that is not higher than those before it can stand."""
        items: list[Data] = []
        highest = ""
        for call in calls:
            item: Data = {"bid": self._with_note(call)}
            bid = call.text.replace("N", "T")  # the strains rise as letters do
            if bid[0].isdigit():
                if call.irregular and bid <= highest:
                    item["stands"] = "an insufficient bid, by the file"
                highest = max(highest, bid)
            item[AT] = call.at
            items.append(item)
        return items

    def _expected_contract(self, stated: Data) -> Data:
        """What the tags state of the contract and the calls bear out, without what the exporter worked out."""
        expect: Data = {}
        if not self.over:
            return expect
        for key, value in self.contract.items():
            if stated.get(key) == value and CLAIMED_BY[key] not in self.ours:
                expect[key] = value
        return expect

    def _note_of(self, section: str, number: str) -> str:
        """The note with a number in a section, or else one in another section, unless that section refers to it
        itself; empty if there is none."""
        if not number:
            return ""
        if (section, number) in self.notes:
            return _on_one_line(self.notes[section, number])
        for (place, other), note in self.notes.items():
            if other == number and not self._refers(place, number):
                return _on_one_line(note)
        return ""

    def _refers(self, section: str, number: str) -> bool:
        """Whether a call or card of a section has the number of a note."""
        return any(re.search(rf"=\s*{number}\s*=", text) for _, text in self.sections.get(section, ()))

    def _notes(self, cards: Sequence[Token]) -> Data:
        """The notes on some cards as the key `note` of an item; empty if there are none."""
        notes = []
        for card in cards:
            note = self._note_of("play", card.note)
            if note:
                notes.append(f"{card.text}: {note}")
        if not notes:
            return {}
        return {"note": "; ".join(notes)}

    def _play(self, contract: Data, called: bool) -> list[Data]:
        """The cards as events, up to the first trick whose cards cannot be given to the players in turn. A card
        belongs to its holder, whatever its column, since many files list cards in order of play.

        called: whether the calls are events; without them the log begins with the hands, which all must be known.
        """
        if "declarer" not in contract:
            return []
        tokens = list(self.cards)
        while tokens and (tokens[-1].text in SIGNS or (len(tokens) % 4 and not self.readable)):
            tokens.pop()
        if not tokens:
            return []
        leader = (self.players.index(contract["declarer"]) + 1) % 4
        column = self.seats["Play"]
        if column is None:
            column = leader
        first = self.holder.get(tokens[0].text, column)
        if first != leader:
            why = f"{PLAYERS[first]} leads, and by the contract it is {PLAYERS[leader]}"
            self.doubt("Play", f"is left out: {why}")
            return []
        if not called and not len(self.holder) == sum(map(len, self.hands.values())) == 13 * len(self.hands):
            self.doubt("Play", "is left out: it cannot begin with the hands of Deal")
            return []
        unknown = any(token.text not in self.holder for token in tokens if token.text not in SIGNS)
        tricks = self._tricks_in(tokens, leader, column, contract["contract"][1:], unknown)
        if unknown and tricks:
            self.doubt("Play", "is read by columns, since Deal does not say who held every card")
        return self._events_of(tricks, unknown)

    def _events_of(self, tricks: Sequence[tuple[Sequence[int], list[Token]]], unknown: bool) -> list[Data]:
        """The tricks as events, up to the first that shows a revoke which may only be a misunderstanding.

        tricks: the seats and the cards of each. unknown: whether Deal leaves out who held some card.
        """
        items: list[Data] = []
        # any doubt but the one about passes left out
        unsafe = len(self.doubts) > bool(self.left_out)
        void = set[tuple[int, str]]()
        for number, (seats, trick) in enumerate(tricks, 1):
            broken = [""] * len(trick)
            if unsafe or self.irregular:
                broken = self._revokes(seats, trick, void, unknown)
            if unsafe and _has_unmarked_revoke(broken, trick):
                why = f"shows a revoke in trick {number}, if it is understood; it is read up to there"
                self.doubt("Play", why)
                del self.won[number - 1 :]
                break
            if len(trick) == 4 and not self._is_single(number, trick):
                cards = [token.text for token in trick]
                places = [token.at for token in trick]
                items.append({"trick": cards, **self._notes(trick), AT: places})
                continue
            for token, how in zip(trick, broken, strict=True):
                item: Data = {"play": token.text}
                if how == "held" and token.irregular:
                    item["stands"] = "a revoke, by the file"
                items.append({**item, **self._notes([token]), AT: token.at})
        return items

    def _is_single(self, number: int, trick: Sequence[Token]) -> bool:
        """Whether the cards of a trick are events of their own: one is irregular, or they were before an export."""
        if not self.irregular and not self.ours:
            return False
        return f"trick{number}" in self.ours or any(token.irregular for token in trick)

    def _tricks_in(
        self, tokens: Sequence[Token], leader: int, column: int, trump: str, unknown: bool
    ) -> list[tuple[Sequence[int], list[Token]]]:
        """The cards trick by trick in order of play, each with the seats of its cards; also notes who wins each.

        leader, column: the seats that lead first, and whose cards are in the first column. trump: the letter of a
        suit, or other text if there is none. unknown: whether Deal leaves out who held some card.
        """
        tricks: list[tuple[Sequence[int], list[Token]]] = []
        for at in range(0, len(tokens), 4):
            if self.in_order:
                column = leader
            places = enumerate(tokens[at : at + 4], column)
            row = [(self.holder.get(card.text, seat % 4), card) for seat, card in places if card.text not in SIGNS]
            cards = dict(row)
            seats = list(takewhile(cards.__contains__, ((leader + turn) % 4 for turn in range(4))))
            size = 4
            if at + 4 >= len(tokens):  # the last trick may not be complete
                size = len(row)
            out_of_turn = any("L" in card.irregular for _, card in row)
            if out_of_turn or len(seats) < size or (unknown and self._contradicts_hands(cards)):
                why = f"trick {at // 4 + 1} is not a card of {PLAYERS[leader]} and then one of each player in turn"
                self.doubt(tokens[at].at, f"{why}; the play is read up to there")
                break
            tricks.append((seats, [cards[seat] for seat in seats]))
            if len(seats) == 4:
                leader = _winner(cards, leader, trump)
                self.won.append(leader)
        return tricks

    def _contradicts_hands(self, cards: Mapping[int, Token]) -> bool:
        """Whether a player whose hand is known plays a card that nobody is known to hold."""
        for seat, card in cards.items():
            if card.text not in self.holder and self.players[seat] in self.hands:
                return True
        return False

    def _revokes(
        self, seats: Sequence[int], trick: Sequence[Token], void: set[tuple[int, str]], unknown: bool
    ) -> list[str]:
        """For each card of a trick why its player may have revoked: the suit was "held", or the card is of a suit in
        which the player was "void"; otherwise nothing. Takes the cards from `length`, and adds to `void` each seat
        and suit of which it had none.

        unknown: whether Deal leaves out who held some card.
        """
        lead = trick[0].text[-1]
        broken = []
        for seat, token in zip(seats, trick, strict=True):
            suit = token.text[-1]
            self.length[seat, suit] -= 1
            how = ""
            if unknown and (seat, suit) in void:
                how = "void"
            if suit != lead:
                void.add((seat, lead))
                if self.length[seat, lead] > 0:
                    how = "held"
            broken.append(how)
        return broken

    def _result(self, events: list[Data], contract: Data, called: bool, played: bool, vulnerable: bool) -> None:
        """Add the tricks that were not played out, or the result of a board without cards, and what the file claims.

        called, played: whether calls and cards are events. vulnerable: whether it is known who was.
        """
        if "contract" not in contract:
            return
        unsafe = len(self.doubts) > bool(self.left_out)
        declarer = None
        tricks = None
        if "declarer" in contract:
            declarer = self.players.index(contract["declarer"])
            tricks = self._tricks(declarer)
        expect: Data = {}
        if contract["contract"] == "pass":
            if not called:
                events.append({"result": {"contract": "pass"}, AT: self.of("Contract")})
        elif declarer is None or tricks is None:
            return
        elif not played:
            result: Data = {}
            if not called:
                result |= contract
            result["won"] = {self.players[declarer]: tricks}
            events.append({"result": result, AT: self.of("Result")})
        elif self._rest(events, expect, declarer, tricks):
            unsafe = True
        if "won" not in expect or len(self.won) == 13:
            expect |= self._score(declarer, vulnerable)
        if "Result" in self.ours:
            expect.pop("won", None)
        if expect and not unsafe:
            events[-1]["expect"] = {**events[-1].get("expect", {}), **expect}

    def _rest(self, events: list[Data], expect: Data, declarer: int, tricks: int) -> bool:
        """Add who had the tricks that were not played, or expect those in Result if all were, or if it counts only
        these. Returns whether Result was taken for that of the whole board without a sign of it.

        events, expect: what gets them. declarer: the seat. tricks: what Result says.
        """
        unplayed = 13 - len(self.won)
        still_won = tricks - sum((seat - declarer) % 2 == 0 for seat in self.won)
        us = self.players[declarer]
        them = self.players[(declarer + 1) % 4]
        if not unplayed or self._goes_on(still_won):
            expect["won"] = {us: tricks}
            return False
        shares = {us: still_won, them: unplayed - still_won}
        for side, number in shares.items():
            if number < 0:
                self.doubt("Result", f"gives {side} {number} of the {number_of(unplayed, 'tricks')} left")
                expect["won"] = {us: tricks}
                if side == them and tricks <= 13:
                    expect["won"] = {them: 13 - tricks}
                return False
        rest = {side: number for side, number in shares.items() if number}
        events.append({"rest": rest, AT: self.of("Result")})
        if not self.readable or self._is_at("*"):
            return False
        self.doubt("Result", "is taken as that of the whole board, though no * ends the play")
        return True

    def _is_at(self, sign: str) -> bool:
        """Return whether a sign stands among the cards: * where the play ended, + where it is to go on."""
        return any(token.text == sign for token in self.cards)

    def _goes_on(self, more: int) -> bool:
        """Whether Result counts only the tricks played so far, as + says where no * ends the play.

        more: the tricks in Result beyond those. A record with a score is of a board that has ended, so with more or fewer
        tricks than were played its Result is not one so far.
        """
        if self._is_at("*") or not self._is_at("+"):
            return False
        return not more or not self["Score"]

    def _tricks(self, declarer: int) -> int | None:
        """The tricks that the declarer's side won, as the file says; a number above 13 is for the judge to refuse."""
        text = self["Result"]
        if not text:
            return None
        match = _NUMBER.fullmatch(text)
        tricks = -1
        side = ""
        if match:
            if match[2]:
                side = match[2].upper()
            if match[3].isdigit():
                tricks = int(match[3])
        if side and (side == "NS") != (declarer % 2 == 0):
            tricks = 13 - tricks
        if tricks < 0:
            self.doubt("Result", "is not a number of tricks from 0 to 13")
            return None
        if text.startswith("^"):
            self.doubt("Result", "is not what was won, as its ^ says")
            return None
        if not side and self.seats["Declarer"] not in (None, declarer, (declarer + 2) % 4):
            return None
        return tricks

    def _score(self, declarer: int | None, vulnerable: bool) -> Data:
        """The score that the file claims, for both sides, under the key `score`; empty if it cannot be judged.

        vulnerable: whether it is known who was.
        """
        text = self["Score"]
        match = _NUMBER.fullmatch(text.lstrip("^"))
        if not text or (declarer is None and match and not match[2]):
            return {}
        why = self._why_score_is_not_judged(declarer, vulnerable)
        if match is None or why:
            self.doubt("Score", why or "is not a number of points")
            return {}
        scoring_side = 1
        if (match[2] or "").upper() == "NS" or (not match[2] and declarer in (0, 2)):
            scoring_side = 0
        points = int(match[3])
        score: Data = {}
        for seat, player in enumerate(self.players):
            score[player] = -points
            if seat % 2 == scoring_side:
                score[player] = points
        return {"score": score}

    def _why_score_is_not_judged(self, declarer: int | None, vulnerable: bool) -> str:
        """Why the score that the file claims is not judged; empty if it is."""
        scoring = self["Scoring"]
        if _OTHER_SCORES.search(scoring):
            return f"is not judged, since Scoring is {quote(scoring)}"
        if self.irregular:
            return "is not judged, since the file marks an irregularity"
        if self.doubled_otherwise:
            return "is not judged, since the calls double otherwise than Contract"
        if declarer is not None and not vulnerable:
            return "is not judged, since nothing says who was vulnerable"
        return ""
