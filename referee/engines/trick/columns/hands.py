"""The hands of many logs in columns of numbers: finding and reading them in the usual shapes; who takes each trick, and whether
every card in them was legal.

Where the cards, bids and claims are among the items is found once for all logs that have the same keys in the same order. The
words of play are asked about many hands at once, as `words.plays` asks about one; a property test keeps them equal.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import chain, islice
from operator import getitem, itemgetter
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from referee.core.data import Data, Item, Said
from referee.core.formula import FormulaError
from referee.engines.trick.compiled import TrickRules
from referee.engines.trick.rules import plays
from referee.engines.trick.state import TrickState
from referee.engines.trick.words.plays import Narrowing

Cards: TypeAlias = NDArray[np.intp]
Numbers: TypeAlias = NDArray[np.int64]
Truths: TypeAlias = NDArray[np.bool_]
MOST_CARDS = 63
SAID = 64
"""Added to the number of a card that Grace is said over."""
LAYOUTS = 1024
"""The most layouts that are remembered: most logs of a corpus are written like others."""

LETTERS = {"deal": "d", "pass": "p", "bids": "B", "bid": "b", "trick": "t", "play": "c"}
"""A letter for each kind of item in a plain hand; a pass that says who passes is a P, anything else is an x, such as
a card of which the log says who plays it."""
VERBS = {letter: verb for verb, letter in LETTERS.items()} | {"P": "pass"}


class HandSpan(NamedTuple):
    """A hand of `cards` cards of each player, which ends before item `end` of its log. If all hands before it are sound, it has
    this `number` and `dealer` (a seat), and `events` events; `passing` is 1 if cards are passed in it."""

    end: int
    number: int
    dealer: int
    cards: int
    events: int
    passing: int


class Layout(NamedTuple):
    """Places of everything in logs of these hands: those of the items that deal, pass, bid and play, and their `verbs`.

    `passing_alone` says that an item passes the cards of one player, not of all; `bidders` are the seats that bid, if each bids
    by itself. `lengths`: how long the lists of cards dealt, passed and, in `tricks`, played are. `claims`: the items that claim
    something, by hand; `table`: the spans.
    """

    spans: list[HandSpan]
    verbs: list[str]
    deals: list[int]
    passes: list[int]
    passing_alone: bool
    bids: list[int]
    bidders: list[int]
    plays: list[int]
    tricks: bool
    lengths: list[int]
    cards: int
    claims: dict[int, int]
    table: NDArray[np.int64]


def lay_out(rules: TrickRules, number: int, dealer: int, keys: str, sizes: bytes) -> Layout | None:
    """The layout of a log of plain hands, the first of which has this number and dealer; None if there is anything else
    in it. `keys` are the keys of all items, joined by spaces, and `sizes` how many of them each item has. Raises
    FormulaError."""
    left = iter(keys.split(" "))
    many = rules.players
    items = [tuple(islice(left, size)) for size in sizes]
    if next(left, None) is not None:
        return None
    kinds = "".join(map(_kind, items))
    found = _spans(rules, number, dealer, kinds)
    if found is None:
        return None
    spans, parts = found
    claims = {index: span.end - 1 for index, span in enumerate(spans) if "expect" in items[span.end - 1]}
    if not _is_written_alike(kinds) or len(claims) != sum("expect" in item for item in items):
        return None
    passed, spoken, plays = (_places(parts, part) for part in (1, 2, 3))
    turns = []
    if "b" in kinds:
        for span in spans:
            turns += [(span.dealer + rules.first_bidder + place) % many for place in range(many)]
    lengths = []
    for span in spans:
        lengths += [span.cards] * many
    lengths += [rules.pass_count] * (many * sum(span.passing for span in spans))
    lengths += [many] * kinds.count("t")
    return Layout(
        spans=spans,
        verbs=[VERBS[kind] for kind in kinds],
        deals=[hand.start() for hand in parts],
        passes=passed,
        passing_alone="P" in kinds,
        bids=spoken,
        bidders=turns,
        plays=plays,
        tricks="t" in kinds,
        lengths=lengths,
        cards=sum(span.cards for span in spans) * many,
        claims=claims,
        table=np.array(spans, dtype=np.int64).T,
    )


def _spans(
    rules: TrickRules, number: int, dealer: int, kinds: str
) -> tuple[list[HandSpan], list[re.Match[str]]] | None:
    """The hands among items of these kinds, a letter each, from hand `number` and `dealer` on: the span of each, and the
    match whose groups 1 to 3 are its passes, bids and plays. None if something else is left."""
    many = rules.players
    spans = list[HandSpan]()
    parts = list[re.Match[str]]()
    start = 0
    while start < len(kinds):
        size = rules.cards_in_hand(number)
        if not size:
            return None
        passing = rules.pass_offset(number) is not None
        passes = ""
        if passing:
            passes = f"P{{{many}}}|p"
        bids = ""
        if rules.bids_spoken:
            bids = f"B|b{{{many}}}"
        hand = re.compile(f"d({passes})({bids})((?:t|c{{{many}}}){{{size}}})").match(kinds, start)
        if hand is None:
            return None
        parts.append(hand)
        start = hand.end()
        events = 1 + (size + rules.bids_spoken + passing) * many
        spans.append(HandSpan(start, number, dealer, size, events, int(passing)))
        number = number + 1
        dealer = (dealer + rules.next_dealer) % many
    if not spans:
        return None
    return spans, parts


def _is_written_alike(kinds: str) -> bool:
    """Whether passes, bids and plays are each written in one way in the whole log: together, or player by player."""
    return not any(set(letters) <= set(kinds) for letters in ("pP", "bB", "tc"))


def _places(hands: Sequence[re.Match[str]], part: int) -> list[int]:
    """The places of the items of one part of each hand."""
    places: list[int] = []
    for hand in hands:
        places += range(*hand.span(part))
    return places


def _kind(item: tuple[str, ...]) -> str:
    """A letter (see LETTERS) for the kind of an item with these keys."""
    verbs = [key for key in item if key not in ("by", "expect")]
    kind = "x"
    if len(verbs) == 1:
        kind = LETTERS.get(verbs[0], "x")
    if "by" not in item:
        return kind
    if kind == "p":
        return "P"
    return "x"


class WrittenHands(NamedTuple):
    """The hands of a log: their layout, the cards dealt, passed and played in them, and the bids.

    `claims`: what is claimed after the last trick of a hand.
    """

    layout: Layout
    dealt: bytes
    passed: bytes
    played: bytes
    bids: bytes
    claims: Mapping[int, Said]


class HandColumns(NamedTuple):
    """The hands of many logs in columns: the last index of every array is the hand.

    `dealt` and `passed` are cards by seat, `played` by trick and place, `bids` by seat; `said` marks the cards over which
    Grace was said. A hand with fewer cards than others is filled up with a blank, which is not a card. `log` is the index of
    its log.
    """

    log: Numbers
    number: Numbers
    dealer: Numbers
    cards: Numbers
    passing: Truths
    dealt: Cards
    passed: Cards
    bids: Numbers
    played: Cards
    said: Truths


class Reader:
    """Reads the hands of one ruleset's logs."""

    def __init__(self, rules: TrickRules) -> None:
        """Prepare the number of each card by its name, with `!` in tricks if Grace is said; `blank` is the number after
        them."""
        self.rules = rules
        self.blank = len(rules.deck.ids)
        numbers = {name: card for card, name in enumerate(rules.deck.ids) if rules.pack >> card & 1}
        if rules.grace == "said":
            said = {f"{name}!": card + SAID for name, card in numbers.items()}
        else:
            said = {}
        self._in_hand = numbers.__getitem__
        self._in_trick = (numbers | said).__getitem__
        self._layout = lru_cache(LAYOUTS)(lay_out)

    def read(self, start: TrickState, items: Sequence[Item]) -> WrittenHands | None:
        """Read a log that begins in the state `start`; None if anything in it is not a card of the deck or a bid by
        number, or is not where it is in plain hands."""
        players = start.players
        many = len(players)
        in_order = itemgetter(*players)
        try:
            keys = " ".join(chain.from_iterable(items))
            sizes = bytes(map(len, items))
            layout = self._layout(self.rules, start.hand, start.dealer, keys, sizes)
            if layout is None:
                return None
            values = list(map(getitem, items, layout.verbs))
            deals, passes, bids, plays = (
                [values[at] for at in places] for places in (layout.deals, layout.passes, layout.bids, layout.plays)
            )
            if layout.passing_alone:
                passes = _by_player([items[at]["by"] for at in layout.passes], passes, many)
            maps = deals + passes
            lists = list(chain.from_iterable(map(in_order, maps)))
            held = len(lists)
            if layout.bidders:
                bids = _by_player([players[seat] for seat in layout.bidders], bids, many)
            spoken = list(chain.from_iterable(map(in_order, bids)))
            if layout.tricks:
                lists += plays
                plays = list(chain.from_iterable(plays))
            # each map has all players, each list the right number of cards, each bid is a number
            plain = (
                {many}.issuperset(map(len, (*maps, *bids)))
                and list(map(len, lists)) == layout.lengths
                and {list}.issuperset(map(type, lists))
                and {int}.issuperset(map(type, spoken))
            )
            in_hands = b""
            if plain:
                in_hands = bytes(map(self._in_hand, chain.from_iterable(lists[:held])))
            dealt = in_hands[: layout.cards]
            passed = in_hands[layout.cards :]
            claims = {hand: items[at]["expect"] for hand, at in layout.claims.items()}
            if not (plain and {dict}.issuperset(map(type, claims.values()))):
                return None
            return WrittenHands(layout, dealt, passed, bytes(map(self._in_trick, plays)), bytes(spoken), claims)
        except (FormulaError, KeyError, TypeError, ValueError):  # judging event by event reports it
            return None

    def sheet(self, logs: Sequence[WrittenHands]) -> HandColumns:
        """The hands of all these logs in columns, as long as the longest hand."""
        many = self.rules.players
        count = self.rules.pass_count
        log = np.repeat(np.arange(len(logs)), [len(written.layout.spans) for written in logs])
        bids = np.frombuffer(b"".join([written.bids for written in logs]), np.uint8).astype(np.int64)
        _, number, dealer, sizes, _, passing = np.concatenate([written.layout.table for written in logs], axis=1)
        passes = passing * (count * many)
        place = np.arange(sizes.max())
        there = place[:, None] < sizes
        seats = np.arange(many)
        # where the cards of each hand, and those passed in it, begin in the bytes of all logs
        of_cards, of_passes = (np.cumsum(counts) - counts for counts in (sizes * many, passes))
        dealt = of_cards + seats[:, None, None] * sizes + place[:, None]
        away = of_passes + seats[:, None, None] * count + np.arange(count)[:, None]
        played = of_cards + place[:, None, None] * many + seats[:, None]
        laid = _numbers([written.played for written in logs], played, there[:, None], self.blank)
        return HandColumns(
            log,
            number,
            dealer,
            sizes,
            passing > 0,
            _numbers([written.dealt for written in logs], dealt, there, self.blank),
            _numbers([written.passed for written in logs], away, passes > 0, self.blank),
            np.ascontiguousarray(bids.reshape(-1, many).T),
            laid & (SAID - 1),  # SAID is a bit above the numbers of all cards
            laid >= SAID,
        )


def _by_player(names: Sequence[str], values: Sequence[object], many: int) -> list[Data]:
    """For each hand a map of everything that players passed, or bid, by name. `many` players follow one another in
    `names`."""
    return [dict(zip(names[at : at + many], values[at : at + many], strict=True)) for at in range(0, len(names), many)]


def _numbers(written: Sequence[bytes], index: Numbers, there: Truths, blank: int) -> Cards:
    """Return the numbers at these indices of everything written; `blank` if there is none."""
    numbers = np.frombuffer(b"".join([*written, bytes((blank,))]), np.uint8).astype(np.intp)
    return numbers.take(np.where(there, index, len(numbers) - 1))


Masks = NDArray[np.uint64]
EVERY = 2**64 - 1
Ranks = NDArray[np.int16]
TRUMP, GRACE = 64, 128
"""Strength that a trump has over a card of the suit that was led, and a card that counts as Grace."""


Table = Said
"""Cards that the words look at, by name: the cards of the suit that was led, the trumps, and the cards of earlier tricks."""


def narrow(word: Narrowing, table: Table, held: Masks) -> Masks:
    """The cards of each hand (masks) that a word of play allows, as `words.plays.narrow_by` finds them for one hand.
    `table` has the cards that words look at, by name: those of the suit that was led, the trumps, and those of earlier
    tricks (`gone`)."""
    keep, unless = (
        table[cards] if isinstance(cards, str) else np.uint64(cards & EVERY) for cards in (word.keep, word.unless)
    )
    left = held & keep
    # hands that the word does not restrict: nothing would be left but cards `beside`, or the ban is lifted or broken
    whole = left & np.uint64(~word.beside & EVERY) == 0
    if word.unless:
        whole = whole | (held & unless != 0)
    if word.until:
        whole = whole | (np.bitwise_count(table["gone"] & np.uint64(word.until)) >= word.many)
    return np.where(whole, held, left)


class Roles(NamedTuple):
    """Roles by hand: each seat's at the beginning of the log (or of the hand, if they move back); how far they have moved by
    each play, and by the end; whether Grace has been said in this log by the end of each trick."""

    first: Numbers
    moved: Numbers
    moved_at_end: Numbers
    said: Truths


class Taken(NamedTuple):
    """Leader and winner of each trick, by seat; which hands have a trick that depends on a Grace that nobody said."""

    leaders: Numbers
    winners: Numbers
    unsaid: Truths


class Tricks:
    """The tricks of one ruleset."""

    def __init__(self, rules: TrickRules) -> None:
        """Prepare arrays by card: bit, rank, suit, whose own it is … Each has one more entry, for the blank that fills
        up short hands."""
        self.rules = rules
        size = len(rules.deck.ids)
        judgement = rules.judgement
        self._blank = size
        rank = list(range(1, size + 1))
        self._bits: Masks = np.array([1 << card for card in range(size)] + [0], dtype=np.uint64)
        self._rank = np.array([*(rank if judgement.highest else rank[::-1]), 0], dtype=np.int16)
        self._own = np.array([_flags(mask, size) for mask in own_cards(rules)]).ravel()
        self._deciding = np.array(_flags(judgement.takers | judgement.levellers | judgement.quieters, size))
        self._ranking = rules.rankings[rules.trump_cycle[0]]
        suits = self._ranking.suit_of
        members = self._ranking.members
        self._suits = np.array([*suits, len(rules.suits)], dtype=np.int16)
        self._members: Masks = np.array([*(members[suit] for suit in suits), 0], dtype=np.uint64)
        self._trumps = np.array(_flags(self._ranking.trumps, size))
        self._lead, self._follow = (
            [[rule.narrowing for rule in ruleset if rule.narrowing] for ruleset in words]
            for words in (rules.leading, rules.following)
        )

    def masks(self, cards: Cards) -> Masks:
        """Return the cards of each seat as a mask."""
        masks: Masks = np.bitwise_or.reduce(self._bits.take(cards), axis=1)
        return masks

    def takers(self, sheet: HandColumns, leader: Numbers, roles: Roles | None) -> Taken:
        """Who takes each trick, when `leader` leads to the first, if every card is played by its holder.

        Tricks with a star (a card whose power decides), with several Graces, or with a Grace that nobody may have said,
        are decided one by one.
        """
        played = sheet.played
        many = self.rules.players
        suits = self._suits.take(played)
        rank = self._rank.take(played)
        strength = rank * (suits == suits[:, :1])
        if self._trumps.any():
            strength = np.where(self._trumps.take(played), rank + np.int16(TRUMP), strength)
        apart = None  # the tricks to be decided one by one
        if self._deciding.any():
            apart = self._deciding.take(played).any(axis=1)
        own = graced = np.zeros(played.shape, np.bool_)
        if roles is not None:
            own = self._own.take(self._role(sheet, roles) * (self._blank + 1) + played)
            if self.rules.grace == "said":
                graced = own & sheet.said
            elif self.rules.grace == "silent":
                graced = own
            strength = np.where(graced, rank + np.int16(GRACE), strength)
            apart = (graced.sum(axis=1) > 1) | (False if apart is None else apart)
            if self.rules.grace == "said":
                apart |= own.any(axis=1) & ~roles.said
        places = np.arange(many)[:, None]
        # strength and place as one number, of which the greatest is the first of the strongest
        place = many - 1 - (strength * many + places[::-1]).max(axis=1) % many
        unsaid = np.zeros(len(sheet.log), np.bool_)
        if apart is not None:
            trick, hand = np.nonzero(apart & (played[:, 0] < self._blank))
            cards = played[trick, :, hand]
            masks = (np.bitwise_or.reduce(self._bits.take(cards) * of[trick, :, hand], axis=1) for of in (own, graced))
            if roles is not None:
                said = roles.said[trick, hand].tolist()
            else:
                said = [False] * len(cards)
            state = TrickState()
            decided = []
            depends = []
            state.ranking = self._ranking
            state.clock = 0
            for each, *grace in zip(cards.tolist(), *(mask.tolist() for mask in masks), said, strict=True):
                state.own, state.graced, state.ever_said = grace
                state.unsaid = []
                decided.append(each.index(plays.decide(self.rules, state, each)))
                depends.append(bool(state.unsaid))
            place[trick, hand] = decided
            unsaid[hand[np.array(depends, np.bool_)]] = True
        winners: Numbers = (leader + np.cumsum(place, axis=0)) % many
        return Taken(np.concatenate((leader[None], winners[:-1])), winners, unsaid)

    def _role(self, sheet: HandColumns, roles: Roles) -> Numbers:
        """The role of each card's player when it is played, by trick, place and hand."""
        many, _, hands = sheet.dealt.shape
        every = np.arange(hands)
        seats = np.arange(many)[:, None, None]
        # who holds each card after the pass, by card and hand
        holder = np.zeros((self._blank + 1, hands), np.int16)
        holder[sheet.dealt, every] = seats
        if self.rules.pass_count:
            passing = np.flatnonzero(sheet.passing)
            to = (seats + pass_offsets(self.rules, sheet)[passing]) % many
            holder[sheet.passed[:, :, passing], passing] = to
        seat = around(holder.ravel().take(sheet.played * hands + every) + roles.moved % many, many)
        role: Numbers = roles.first.ravel().take(seat * hands + every)
        return role

    def legal(self, sheet: HandColumns, leaders: Numbers, held: Masks) -> Truths:
        """In which hands every card was held where it was played, and every word allowed it. `leaders` leads to each
        trick, `held` are the hands by seat when play begins."""
        played = sheet.played
        tricks, many, hands = played.shape
        bits = self._bits.take(played)
        # the place of each seat in each trick, and with it the card that it laid, by trick, seat and hand
        places = around(np.arange(many)[:, None] + many - leaders[:, None], many)
        begins = np.arange(tricks)[:, None, None] * (many * hands) + np.arange(hands)
        laid: Masks = bits.ravel().take(places * hands + begins)
        # what each seat still holds in each trick: all that it plays from then on; and what fell in earlier tricks
        left: Masks = np.bitwise_or.accumulate(laid[::-1], axis=0)[::-1]
        gone = np.zeros((tricks + 1, 1, hands), np.uint64)
        np.bitwise_or.accumulate(np.bitwise_or.reduce(bits, axis=1, keepdims=True), axis=0, out=gone[1:])
        fine: Truths = (left[0] == held).all(axis=0) & (np.bitwise_count(gone[-1, 0]) == sheet.cards * many)
        led = self._members.take(played[:, :1])
        leading = places == 0
        for first, span in ((True, slice(0, 1)), (False, slice(1, tricks))):  # the first trick, and all others
            table = {"led": led[span], "trumps": np.uint64(self._ranking.trumps), "gone": gone[span]}
            for words, whose in ((self._lead[first], leading[span]), (self._follow[first], ~leading[span])):
                among = left[span]
                for word in words:
                    among = narrow(word, table, among)
                if words:
                    fine &= ~((among & laid[span] == 0) & (laid[span] != 0) & whose).any(axis=(0, 1))
        return fine


def around(seats: Numbers, many: int) -> Numbers:
    """Seats, from numbers that may have gone around the table once."""
    return seats - many * (seats >= many)


def pass_offsets(rules: TrickRules, sheet: HandColumns) -> Numbers:
    """How many seats on cards are passed in each hand."""
    offsets = np.array([offset or 0 for offset in rules.passing])
    return offsets[(sheet.number - 1) % len(offsets)]


def own_cards(rules: TrickRules) -> list[int]:
    """Return the cards that have the symbol of each role; a game without roles counts as one with a role that no card has."""
    return [rules.role_cards(role) for role in range(len(rules.roles))] or [0]


def _flags(mask: int, size: int) -> list[bool]:
    """For each card whether it is in a mask, and False for the blank after them."""
    return [*(bool(mask >> card & 1) for card in range(size)), False]
