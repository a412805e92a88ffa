"""PTN, in which Trickster Cards exports a hand: the tags of PBN for any number of seats, bids and cards in columns by seat.

`GameCode` names the game, which a ruleset claims; the trump is the suit in `Contract`. Only what every such game has is read:
hands, who deals, bids of tricks, plays. Without a trump nobody knows who leads to the second trick.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain

from referee.core.data import Data
from referee.notations.boards import CARDS, PLAYERS, Board
from referee.notations.pbn import tagged_records
from referee.source.records import AT, people, quote

SEATS = {2: "S N", 3: "S W E", 4: "S W N E", 5: "S SW NW NE SE", 6: "S SW NW N NE SE"}
"""The seats of as many hands, clockwise."""
BETWEEN = {"SW": "Southwest", "NW": "Northwest", "NE": "Northeast", "SE": "Southeast"}
NAMES = {name[0]: name for name in PLAYERS} | BETWEEN
SIGNS = dict(zip("♠♥♦♣", "SHDC", strict=True))
RANKS = "23456789TJQKA"


def records(text: str) -> Iterator[Board]:
    """Yield the hands of a text."""
    for hand in tagged_records(text):
        hand.code = hand["GameCode"]
        hand.log = _log(hand)
        yield hand


def _log(hand: Board) -> Data | None:
    """The log of a hand, as far as it is understood; None if there is nothing to judge."""
    first, _, dealt = hand["Deal"].upper().partition(":")
    around = SEATS.get(len(dealt.split()), "").split()
    first_place = 0
    if first in around:
        first_place = around.index(first)
    dealer = hand["Dealer"].upper() or first
    seats = around[first_place:] + around[:first_place]
    names = people([hand[NAMES[seat]] for seat in seats])
    if not names:
        names = tuple(NAMES[seat] for seat in seats)
    hands = _hands(names, dealt)
    known = list(chain.from_iterable(hands.values()))
    equal = len(set(map(len, hands.values()))) == 1
    if not equal or "" in known or len(set(known)) < len(known) or first not in around or dealer not in around:
        hand.doubt("Deal", f"with {dealer[:9] or 'nobody'} as dealer is not one of equal hands; the record is left out")
        return None
    dealer = names[seats.index(dealer)]
    position = {"phase": "bid", "dealer": dealer, "cards": len(known) // len(hands), "hands": hands}
    trump = _trump(hand["Contract"].upper())
    if trump:
        position["trump"] = trump
    events = _bids(hand, seats, names)
    if len(events) == len(names):
        events += _plays(hand, seats, names, trump)
    return {"players": list(names), "position": position, "note": hand["Event"], "events": events}


def _hands(names: Sequence[str], dealt: str) -> dict[str, list[str]]:
    """The hands that were dealt, by player, except those that are unknown; a card that is not understood is empty.

    dealt: the hands as the tag has them, a word each, in the order of the names.
    """
    hands = {}
    for name, written in zip(names, dealt.split(), strict=False):
        if written == "-":
            continue
        hands[name] = list[str]()
        for suit, ranks in zip("SHDC", written.split("."), strict=False):
            hands[name] += [CARDS.get(suit + rank, "") for rank in ranks]
    return hands


def _trump(contract: str) -> str:
    """The suit of trumps that a contract names, "none" if there are none, or empty if it names no suit."""
    suit = re.search("[♠♥♦♣]|[SHDC]$|NT?$", contract)
    if suit is None:
        return ""
    if suit[0][0] == "N":
        return "none"
    return SIGNS.get(suit[0], suit[0])


def _bids(hand: Board, seats: list[str], names: tuple[str, ...]) -> list[Data]:
    """The bids of tricks as events, one for each player at most.

    seats, names: the players in turn, by the letters and by the names that the log uses.
    """
    words = list[tuple[str, int]]()
    for at, line in hand.sections["auction"]:
        words += [(word, at) for word in line.split()]
    if words and hand["Auction"].upper() not in seats:
        hand.doubt("Auction", "is no seat of the hand, so the bids are left out")
        return []
    items: list[Data] = []
    for place, (word, at) in enumerate(words):
        if not re.fullmatch("[0-9]{1,2}", word) or place >= len(names):
            hand.doubt(at, f"{quote(word)} is not a bid of tricks; the bids are read up to there")
            break
        bidder = (seats.index(hand["Auction"].upper()) + place) % len(names)
        items.append({"bid": int(word), "by": names[bidder], AT: at})
    return items


def _plays(hand: Board, seats: list[str], names: tuple[str, ...], trump: str) -> list[Data]:
    """The cards as events, up to the first row that is not a trick of the player who leads it.

    seats, names: the players in turn, by the letters and by the names that the log uses.
    """
    items: list[Data] = []
    if hand["Play"].upper() not in seats:
        return items
    column = seats.index(hand["Play"].upper())
    leader = column
    for place, (at, line) in enumerate(hand.sections["play"]):
        if place and not trump:
            hand.doubt(at, "nothing says what is trump, so the play is read up to here")
            break
        cards = {(column + seat) % len(seats): card for seat, card in enumerate(line.upper().split()) if card != "-"}
        turns = [(leader + turn) % len(seats) for turn in range(len(cards))]
        if set(turns) != set(cards) or not CARDS.keys() >= set(cards.values()):
            hand.doubt(at, "this is not a card of each player in turn; the play is read up to here")
            break
        items += [{"play": CARDS[cards[seat]], "by": names[seat], AT: at} for seat in turns]
        if cards:
            lead = cards[leader][0]
            # trumps beat the suit led, which beats all others
            power = {seat: (card[0] == trump, card[0] == lead, RANKS.find(card[1])) for seat, card in cards.items()}
            leader = max(power, key=power.__getitem__)
    return items
