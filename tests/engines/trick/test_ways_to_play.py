"""How many ways there are to play some cards out, by the rulesets and by a brute force that shares nothing with them.

Authors of chess programs compare the number of positions some moves deep; one wrong rule, and it differs. Here are such numbers
for every trick game.

The brute force knows cards by their names and each game by its rules of play, written here once more and as plainly as can be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import permutations
from typing import NamedTuple

import pytest
from counting import ways_to_play
from slowness import slow_where

from referee.rules import shipped

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SYMBOLS = {
    "Mk1:11": "neighbor", "Mk1:14": "preacher", "Mk1:17": "teacher", "Mk1:31": "doctor", "Mt4:17": "preacher",
    "Lk4:39": "doctor", "Lk6:31": "neighbor", "Lk7:50": "preacher", "Lk8:4": "teacher", "Jn3:2": "teacher",
    "Jn5:8": "doctor", "Jn6:11": "neighbor",
}  # fmt: skip
"""Whose Grace a card is, as printed on it; the stars have none."""
ROLES = ("doctor", "neighbor", "preacher", "teacher")

Hand = frozenset[str]
Play = tuple[int, str]


def apart(names: Sequence[str]) -> list[str]:
    """Names that tell equal cards apart: the second of two has a stroke."""
    cards: list[str] = []
    for name in names:
        cards.append(f"{name}'" if name in cards else name)
    return cards


def name_of(card: str) -> str:
    """What is printed on a card, the same for two equal ones."""
    return card.removesuffix("'")


def is_second(card: str, cards: Iterable[str]) -> bool:
    """Whether a card is the second of two equal ones that are both there; whichever is taken, it makes no difference."""
    return card.endswith("'") and name_of(card) in cards


def suit(card: str) -> str:
    return card[:2] if ":" in card else name_of(card)[-1]


def height(card: str) -> int:
    if ":" not in card:
        return RANKS.index(card[:-1])
    chapter, verse = card[2:].split(":")
    return 1000 * int(chapter) + int(verse)


class Table(NamedTuple):
    """What a player sees: the tricks that are over, the trick on the table, the roles now, and the trump suit."""

    gone: tuple[tuple[Play, ...], ...]
    trick: tuple[Play, ...]
    roles: tuple[str, ...]
    trump: str


def following(hand: Hand, table: Table) -> Hand:
    """The cards that follow suit, or all where none does."""
    led = suit(table.trick[0][1])
    return frozenset(card for card in hand if suit(card) == led) or hand


def plain(hand: Hand, table: Table) -> Hand:
    return following(hand, table) if table.trick else hand


def hearts(hand: Hand, table: Table) -> Hand:
    if table.trick:
        legal = following(hand, table)
        harmless = frozenset(card for card in legal if suit(card) != "H" and card != "QS")
        return legal if table.gone else harmless or legal
    if not table.gone:
        return frozenset(("2C",))
    broken = any(suit(card) == "H" for trick in table.gone for _, card in trick)
    return hand if broken else frozenset(card for card in hand if suit(card) != "H") or hand


def spades(hand: Hand, table: Table) -> Hand:
    if table.trick:
        return following(hand, table)
    broken = any(suit(card) == "S" for trick in table.gone for _, card in trick)
    return hand if broken else frozenset(card for card in hand if suit(card) != "S") or hand


def anything(hand: Hand, table: Table) -> Hand:
    return hand


def briscola(table: Table) -> int:
    """Who takes a trick of Briscola, where the Three comes next to the Ace."""
    order, led = ("2", "4", "5", "6", "7", "J", "N", "K", "3", "A"), suit(table.trick[0][1])
    return max(
        table.trick, key=lambda play: (suit(play[1]) == table.trump, suit(play[1]) == led, order.index(play[1][:-1]))
    )[0]


def highest(table: Table) -> int:
    """Who takes a trick by the highest trump, or else the highest card of the suit that was led."""
    led = suit(table.trick[0][1])
    return max(table.trick, key=lambda play: (suit(play[1]) == table.trump, suit(play[1]) == led, height(play[1])))[0]


def graced(table: Table) -> int:
    """The same where a card with its player's own symbol is Grace by itself."""
    grace = [play for play in table.trick if SYMBOLS[play[1]] == table.roles[play[0]]]
    return max(grace, key=lambda play: height(play[1]))[0] if grace else highest(table)


def starred(table: Table) -> int:
    """The same in Illuminate where nobody says Grace: the star that was played last says where the trick goes."""
    for _, card in reversed(table.trick):
        if card == "Mt19:30":
            return min(table.trick, key=lambda play: height(play[1]))[0]
        if card == "Mk14:27":
            return table.trick[0][0]
    return highest(table)


OTHER = {"C": "S", "S": "C", "H": "D", "D": "H"}
"""The other suit of the same colour."""


def bowers(card: str, trump: str) -> tuple[str, int]:
    """The suit that a card of Euchre belongs to, and how high it is there: two Jacks are the highest trumps."""
    if card[:-1] == "J" and trump in (card[-1], OTHER[card[-1]]):
        return trump, 14 if card[-1] == trump else 13
    return card[-1], RANKS.index(card[:-1])


def jacks(card: str, trump: str) -> tuple[str, int]:
    """The same in Skat: all Jacks are trumps, the one of Clubs the highest; in a Null there is no trump at all."""
    if trump == "none":
        return card[-1], RANKS.index(card[:-1])
    if card[:-1] == "J":
        return "trump", 20 + "DHSC".index(card[-1])
    return "trump" if card[-1] == trump else card[-1], ("7", "8", "9", "Q", "K", "10", "A").index(card[:-1])


def tens_high(card: str, trump: str) -> tuple[str, int]:
    """The same in Pinochle, where the Ten comes next to the Ace."""
    return suit(card), ("9", "J", "Q", "K", "10", "A").index(name_of(card)[:-1])


def nine_high(card: str, trump: str) -> tuple[str, int]:
    """The same in Belote, where Jack and Nine of trumps are the highest."""
    plain_ranks, trumps = ("7", "8", "9", "J", "Q", "K", "10", "A"), ("7", "8", "Q", "K", "10", "A", "9", "J")
    return card[-1], (trumps if card[-1] == trump else plain_ranks).index(card[:-1])


def bauer_high(card: str, trump: str) -> tuple[str, int]:
    """The same in Schieber."""
    trumps = ("6", "7", "8", "10", "Q", "K", "A", "9", "J")
    return card[-1], trumps.index(card[:-1]) if card[-1] == trump else RANKS.index(card[:-1])


def queens(card: str, trump: str) -> tuple[str, int]:
    """The same in Schafkopf and Sheepshead: Queens are the highest trumps, then Jacks, the one of Clubs first."""
    if card[:-1] in ("J", "Q"):
        return "trump", 10 * "JQ".index(card[:-1]) + 10 + "DHSC".index(card[-1])
    return "trump" if card[-1] == trump else card[-1], ("7", "8", "9", "K", "10", "A").index(card[:-1])


def tens_of_hearts(card: str, trump: str) -> tuple[str, int]:
    """The same in Doppelkopf: Tens of Hearts are the highest trumps, then Queens, then Jacks, the ones of Clubs first; in the
    solos of Queens `Q` or Jacks `J` only these are trumps, and in one without trumps `none`."""
    name = name_of(card)
    if name[:-1] == trump:
        return "trump", "DHSC".index(suit(card))
    if trump in ("none", "J", "Q"):
        return tens_high(card, trump)
    if name == "10H":
        return "trump", 40
    if name[:-1] in ("J", "Q"):
        return "trump", 10 * "JQ".index(name[:-1]) + 10 + "DHSC".index(suit(card))
    return "trump" if suit(card) == trump else suit(card), ("9", "K", "10", "A").index(name[:-1])


Ranked = Callable[[str, str], tuple[str, int]]


def follow_by(ranked: Ranked) -> Callable[[Hand, Table], Hand]:
    """Following suit, by the suits that the cards belong to."""

    def legal(hand: Hand, table: Table) -> Hand:
        if not table.trick:
            return hand
        led = ranked(table.trick[0][1], table.trump)[0]
        return frozenset(card for card in hand if ranked(card, table.trump)[0] == led) or hand

    return legal


def beats(ranked: Ranked, table: Table, card: str) -> tuple[bool, bool, int]:
    """How high a card is in a trick."""
    own, height = ranked(card, table.trump)
    return own in (table.trump, "trump"), own == ranked(table.trick[0][1], table.trump)[0], height


def highest_by(ranked: Ranked) -> Callable[[Table], int]:
    """Who takes a trick, by the suits that the cards belong to; the first of two equal cards."""
    return lambda table: max(table.trick, key=lambda play: beats(ranked, table, play[1]))[0]


def pinochle(hand: Hand, table: Table) -> Hand:
    """One follows suit, else trumps, and beats the trick where one can."""
    if not table.trick:
        return hand
    legal = follow_by(tens_high)(hand, table)
    if legal == hand and not any(suit(card) == suit(table.trick[0][1]) for card in hand):
        legal = frozenset(card for card in hand if suit(card) == table.trump) or hand
    best = max(beats(tens_high, table, card) for _, card in table.trick)
    able = frozenset(card for card in legal if beats(tens_high, table, card) > best)
    return able if any(beats(tens_high, table, card)[:2] != (False, False) for card in able) else legal


def belote(hand: Hand, table: Table) -> Hand:
    """One follows suit, and goes higher in trumps; who cannot trumps, and higher, unless the partner is winning."""
    if not table.trick:
        return hand
    led = suit(table.trick[0][1])
    trumps = frozenset(card for card in hand if suit(card) == table.trump)
    same = frozenset(card for card in hand if suit(card) == led)
    if same and led != table.trump:
        return same
    partner = len(table.trick) > 1 and table.trick[-2][0] == highest_by(nine_high)(table)
    if not same and (partner or not trumps):
        return hand
    best = max(beats(nine_high, table, card) for _, card in table.trick)
    return frozenset(card for card in trumps if beats(nine_high, table, card) > best) or trumps


def schieber(hand: Hand, table: Table) -> Hand:
    """One follows suit or trumps, but not below another trump; the Jack of trumps may be kept back."""
    if not table.trick or table.trump == "none":
        return plain(hand, table)
    led = suit(table.trick[0][1])
    trumps = frozenset(card for card in hand if suit(card) == table.trump)
    if led == table.trump:
        return trumps if trumps - {f"J{table.trump}"} else hand
    if trumps == hand:
        return hand
    laid = [bauer_high(card, table.trump)[1] for _, card in table.trick if suit(card) == table.trump]
    low = frozenset(card for card in trumps if bauer_high(card, table.trump)[1] < max(laid, default=-1))
    same = frozenset(card for card in hand if suit(card) == led)
    return (same | trumps if same else hand) - low


def pitch(hand: Hand, table: Table) -> Hand:
    """The first card led set trump; one may follow suit or trump."""
    if not table.trick:
        return hand
    led, trump = suit(table.trick[0][1]), set_by_lead(table)
    legal = frozenset(card for card in hand if suit(card) == led)
    return legal | frozenset(card for card in hand if suit(card) == trump) if legal else hand


def set_by_lead(table: Table) -> str:
    return suit((table.gone or (table.trick,))[0][0][1])


def pitched(table: Table) -> int:
    return highest(table._replace(trump=set_by_lead(table)))


GAMES: dict[str, tuple[Callable[[Hand, Table], Hand], Callable[[Table], int]]] = {
    "hearts": (hearts, highest),
    "spades": (spades, highest),
    "oh-hell": (plain, highest),
    "bridge": (plain, highest),
    "whist": (plain, highest),
    "briscola": (anything, briscola),
    "knockout-whist": (plain, highest),
    "euchre": (follow_by(bowers), highest_by(bowers)),
    "skat": (follow_by(jacks), highest_by(jacks)),
    "pinochle": (pinochle, highest_by(tens_high)),
    "pitch": (pitch, pitched),
    "belote": (belote, highest_by(nine_high)),
    "schieber": (schieber, highest_by(bauer_high)),
    "schafkopf": (follow_by(queens), highest_by(queens)),
    "sheepshead": (follow_by(queens), highest_by(queens)),
    "doppelkopf": (follow_by(tens_of_hearts), highest_by(tens_of_hearts)),
    "schnapsen": (pinochle, highest_by(tens_high)),
    "illuminate": (plain, starred),
    "grace": (plain, graced),
    "mercy": (plain, graced),
}
"""What may be played in each game, and who takes the trick."""
ALWAYS = {"spades": "S", "sheepshead": "D"}
COUNTERCLOCKWISE = ("briscola", "belote", "schieber")


class Row(NamedTuple):
    """A row of the table."""

    game: str
    players: int
    cards: str
    trump: str
    deals: int
    ways: int
    contract: str = ""


ROWS = [
    Row("hearts", 4, "2C 3C AH KH QS KS AC KC", "", 2_520, 5_328),
    Row("hearts", 4, "2C 3C 4C 5C 2H 3H 4H 5H", "", 2_520, 7_488),
    Row("hearts", 4, "2C 2D 2H 2S 3C 3D 3H QS", "", 2_520, 5_328),
    Row("hearts", 4, "2C 5D 7H 9H QS / 3C 6D 8H 10H AS / 4D 7D JH QH KS / 5C 8D 2H 3H 4S", "", 1, 224),
    Row("spades", 4, "AS KS AC KC AH KH AD KD", "", 2_520, 18_720),
    Row("spades", 4, "2S 3S 4S 5S 2H 3H 4H 5H", "", 2_520, 10_944),
    Row("spades", 4, "2S 5D 7H 9H QS / 3S 6D 8H 10H AS / 4D 7D JH QH KS / 5S 8D 2H 3H 4S", "", 1, 4_608),
    Row("bridge", 4, "AS KS AC KC AH KH AD KD", "none", 2_520, 23_040),
    Row("bridge", 4, "AS KS AC KC AH KH AD KD", "S", 2_520, 23_040),
    Row("oh-hell", 3, "AC KC QC AH KH QH", "H", 90, 360),
    Row("oh-hell", 3, "AC KC QC AH KH QH", "none", 90, 360),
    Row("oh-hell", 3, "AC KC QC AH KH QH AS KS QS", "S", 1_680, 81_216),
    Row("oh-hell", 4, "AC KC AH KH AD KD AS KS", "S", 2_520, 23_040),
    Row("whist", 4, "AC KC AH KH AD KD AS KS", "S", 2_520, 23_040),
    Row("whist", 4, "2S 5D 7H 9H QS / 3S 6D 8H 10H AS / 4D 7D JH QH KS / 5S 8D 2H 3H 4S", "H", 1, 17_792),
    Row("briscola", 2, "AS 3S AC 3C KS KC", "S", 20, 720),
    Row("briscola", 3, "AS 3S AC 3C KS KC", "S", 90, 720),
    Row("knockout-whist", 3, "AC KC QC AH KH QH", "H", 90, 360),
    Row("euchre", 4, "AH KH JH JD QD AD AS KS", "H", 2_520, 19_008),
    Row("euchre", 4, "JC JS JH JD 9C 10C 9H 10H", "S", 2_520, 23_040),
    Row("pitch", 4, "AC KC QC JC AH KH QH JH", "", 2_520, 14_976),
    Row("pinochle", 4, "AS 10S KS QS AH 10H KH QH", "S", 2_520, 13_456),
    Row("pinochle", 4, "AS AS 10S 10S AH AH KH KH", "S", 282, 865),
    Row("pinochle", 4, "10S 10H AS / KH KH 9H / KS QS 10S / AH 9H 10H", "S", 1, 612),
    Row("skat", 3, "JC JS AH 10H KH AS 10S KS JD", "H", 1_680, 77_760),
    Row("skat", 3, "JC JS AH 10H KH AS 10S KS JD", "always", 1_680, 81_216),
    Row("skat", 3, "JC JS AH 10H KH AS 10S KS JD", "none", 1_680, 118_368),
    Row("belote", 4, "JH 9H AH 7H AS 10S KS QS", "H", 2_520, 13_920),
    Row("belote", 4, "JS QS 7S 8S AH 10H KH QH", "S", 2_520, 13_920),
    Row("schieber", 4, "JH 9H AH 6H AS 10S KS QS", "H", 2_520, 25_584),
    Row("schieber", 4, "JH 9H 6H 7H AS 10S KS QS", "none", 2_520, 14_976),
    Row("schafkopf", 4, "QC JD AH 7H AS 10S KS 9S", "H", 2_520, 14_976),
    Row("schafkopf", 4, "QC JD AH 7H AS 10S KS 9S", "always", 2_520, 19_008),
    Row("sheepshead", 5, "QC 7D AS / JD 9S 10H / AD KS AH / 8D 7S KH / QD 10S 9H", "", 1, 22),
    Row("doppelkopf", 4, "10H 10H QC QC AD AD AS AS", "D", 282, 1_170),
    Row("doppelkopf", 4, "10H 10H AH AH KS KS 9S 9S", "D", 282, 1_188),
    Row("doppelkopf", 4, "10H 10H JD JD AH AH KD KD", "H", 282, 1_170, "hearts_solo"),
    Row("doppelkopf", 4, "10H 10H QH QH JC JC KC KC", "none", 282, 936, "no_trump_solo"),
    Row("doppelkopf", 4, "QS QS QH QH 10H 10H JS JS", "Q", 282, 1_188, "queens_solo"),
    Row("doppelkopf", 4, "JC JC JD JD 10H 10H QH QH", "J", 282, 936, "jacks_solo"),
    Row("doppelkopf", 4, "9H QC QS / JD 9H AD / JD AH AD / 10D 10H QS", "H", 1, 80, "hearts_solo"),
    Row("doppelkopf", 4, "QC AC JC / QH AH JC / AC QC KS / QH AH 10C", "none", 1, 80, "no_trump_solo"),
    Row("doppelkopf", 4, "QC QS QH / JC AC AS / QD QD 10S / AC QC JC", "Q", 1, 88, "queens_solo"),
    Row("doppelkopf", 4, "JH AC JD / 10S 10S AC / QC JC AS / JH JC AS", "J", 1, 44, "jacks_solo"),
    Row("doppelkopf", 4, "AD KD KD JD / AD 9C 10D 9C / QD KH 10H AS / QC 9H 9S AS", "D", 1, 912),
    Row("doppelkopf", 4, "10H QC JD AS KH / 10H 9D KS KS 9H / QC JS AD AS AC / QD JD 10D 9S KH", "D", 1, 78_132),
    Row("schnapsen", 2, "AS 10S KS QS AH 10H KH QH", "S", 70, 6_912),
    Row("schnapsen", 2, "AS JS KC QC AH JH 10D QD", "H", 70, 7_488),
    Row("illuminate", 2, "Mk1:11 Mk1:14 Mk1:17 Mk1:31 Lk4:39 Lk6:31 Lk7:50 Lk8:4", "", 70, 9_216),
    Row("illuminate", 4, "Mk1:11 Mk14:27 Mt4:17 Mt19:30 Lk4:39 Lk19:24 Jn1:5 Jn3:2", "", 2_520, 23_040),
    Row("grace", 2, "Mk1:11 Mk1:14 Mk1:17 Mk1:31 Lk4:39 Lk6:31 Lk7:50 Lk8:4", "", 70, 8_940),
    Row("grace", 4, "Mk1:11 Mk1:14 Mk1:17 Mk1:31 Lk4:39 Lk6:31 Lk7:50 Lk8:4", "", 2_520, 14_976),
    Row("mercy", 3, "Mk1:11 Mk1:14 Mk1:17 Lk4:39 Lk6:31 Lk7:50 Jn3:2 Jn5:8 Jn6:11", "", 1_680, 82_968),
]  # fmt: skip
"""In a row with one deal, `/` separates the hands. In Skat the trump `always` is a Grand, `none` a Null. A card named
twice is two equal cards. The leader declares the contract."""


def dealt(row: Row) -> Iterator[tuple[Hand, ...]]:
    """Every deal of a row: all orders of the cards, cut into hands, each set of hands once."""
    if "/" in row.cards:
        named = apart(row.cards.replace("/", "").split())
        each = len(named) // row.players
        yield tuple(frozenset(named[at : at + each]) for at in range(0, len(named), each))
        return
    cards = apart(row.cards.split())
    yield from out(tuple(cards), row.players, len(cards) // row.players)


def out(cards: Sequence[str], players: int, each: int) -> Iterator[tuple[Hand, ...]]:
    if not players:
        yield ()
        return
    for hand in {frozenset(some) for some in permutations(cards, each)}:
        left = [card for card in cards if card not in hand]
        if any(is_second(card, left) for card in hand):
            continue
        for others in out(left, players - 1, each):
            yield (hand, *others)


def brute(row: Row, hands: tuple[Hand, ...], table: Table, turn: int) -> int:
    """How many ways there are to play on, counted one by one."""
    legal, winner = GAMES[row.game]
    ways = 0
    for card in legal(hands[turn], table):
        if is_second(card, hands[turn]):
            continue
        left = tuple(hand - {card} for hand in hands)
        trick = (*table.trick, (turn, card))
        roles = (*table.roles[1:], table.roles[0]) if card == "Lk19:24" else table.roles
        onwards = -1 if row.game in COUNTERCLOCKWISE else 1
        after, following_turn = table._replace(trick=trick, roles=roles), (turn + onwards) % row.players
        if len(trick) == row.players:
            following_turn = winner(after)
            after = after._replace(trick=(), gone=(*table.gone, trick))
        ways += brute(row, left, after, following_turn) if any(left) else 1
    return ways


@pytest.mark.parametrize(
    "row",
    slow_where(lambda row: row.ways > 1_000, ROWS),
    ids=lambda row: f"{row.game}-{row.players}-{row.cards[:12]}-{row.trump}",
)
def test_every_number_is_counted_twice(row: Row) -> None:
    start = Table((), (), ROLES[: row.players], ALWAYS.get(row.game, row.trump))
    counted = [
        brute(
            row,
            hands,
            start,
            next((seat for seat, hand in enumerate(hands) if "2C" in hand), 0) if row.game == "hearts" else 0,
        )
        for hands in dealt(row)
    ]
    assert (row.deals, row.ways) == (len(counted), sum(counted))
    cards = [] if "/" in row.cards else row.cards.split()
    deal = [hand.split() for hand in row.cards.split("/")] if "/" in row.cards else []
    trump = row.trump
    if row.contract:
        trump = ""  # it follows from the contract
    said = ways_to_play(row.game, row.players, cards, deal, trump, row.contract)
    assert (said.deals, said.ways) == (len(counted), sum(counted))


def test_every_trick_game_is_counted() -> None:
    shipped_games = [path.stem for path in shipped.rulesets() if path.parent.name == "trick"]
    assert {row.game for row in ROWS} == set(GAMES) == {*shipped_games} - {"tricks"}
