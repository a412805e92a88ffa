"""Finding the hands in logs that are written plainly, and reading them into columns of numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from operator import itemgetter
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from referee.core.formula import FormulaError
from referee.engines.trick.state import State
from referee.engines.trick.terms import Terms

Item = Mapping[str, Any]
Cards = NDArray[np.uint8]
Numbers = NDArray[np.int64]
Truths = NDArray[np.bool_]
MOST_CARDS = 63
SAID = 64
"""Added to the number of a card that Grace is said over."""

_trick = itemgetter("trick")
_ONE = {1}


class Span(NamedTuple):
    """Where a hand of so many `cards` stands among the items of a log: item `start` is the deal, the passing, the bids and the
    tricks follow, `end` is the item after it. It has this `number` and `dealer` (a seat) if all hands before it are sound."""

    start: int
    passing: int
    tricks: int
    end: int
    number: int
    dealer: int
    cards: int
    events: int


class Noted(NamedTuple):
    """The plain hands that a log begins with: where they are, all their cards and bids, and what is claimed after some."""

    spans: Sequence[Span]
    cards: bytes
    bids: bytes
    claims: Mapping[int, Mapping[str, Any]]


class Sheet(NamedTuple):
    """The hands of many logs in columns: the last index of everything is that of the hand.

    `dealt` and `passed` are cards by seat, `played` by trick and place, `bids` by seat; `said` tells over which cards Grace
    was. A hand with fewer cards than others is filled up with a blank, which is no card. `log` is the index of its log.
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

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.blank = len(terms.deck.ids)
        numbers = {name: card for card, name in enumerate(terms.deck.ids) if terms.pack >> card & 1}
        if terms.grace == "said":
            numbers |= {f"{name}!": card + SAID for name, card in numbers.items()}
        self._number_of: Callable[[str], int] = numbers.__getitem__
        self._spans = lru_cache(4096)(self._find_spans)

    def note(self, state: State, items: Sequence[Item]) -> Noted | None:
        """The hands of a log from its start on, up to the first that is not plain or not whole; None where there is none."""
        passes = 1
        if self.terms.pass_offset(state.hand) is not None and len(items) > 1 and type(items[1].get("pass")) is list:
            passes = self.terms.players
        try:
            spans = self._spans(state.hand, state.dealer, len(items), passes)
        except FormulaError:  # the careful way says it in words
            return None
        noted = self._read(spans, state.players, items)
        if noted is None:
            plain = 0
            while plain < len(spans) and self._read(spans[plain : plain + 1], state.players, items):
                plain += 1
            noted = self._read(spans[:plain], state.players, items)
        return noted if noted and noted.spans else None

    def _find_spans(self, number: int, dealer: int, items: int, passes: int) -> tuple[Span, ...]:
        """Where the hands of a log with so many items are, if each player's passing is an item, or that of all is one."""
        terms, spans, start = self.terms, [], 0
        many, bid = terms.players, terms.bids_spoken
        while size := terms.cards_in_hand(number):
            passing = 0 if terms.pass_offset(number) is None else passes
            tricks = start + 1 + passing + bid
            end = tricks + size
            if end > items:
                break
            events = 1 + (size + bid + (passing > 0)) * many
            spans.append(Span(start, passing, tricks, end, number, dealer, size, events))
            start, number, dealer = end, number + 1, (dealer + terms.next_dealer) % many
        return tuple(spans)

    def _read(self, spans: Sequence[Span], players: Sequence[str], items: Sequence[Item]) -> Noted | None:
        """What is written in these hands; None where it is anything but cards of the deck, and bids that are numbers."""
        many, count, bid = len(players), self.terms.pass_count, self.terms.bids_spoken
        in_order = itemgetter(*players)
        lists: list[Any] = []
        lengths: list[int] = []
        bids: list[Any] = []
        maps: list[Any] = []
        claims: dict[int, Mapping[str, Any]] = {}
        try:
            for index, (start, passing, tricks, end, _, _, size, _) in enumerate(spans):
                dealt = items[start]["deal"]
                maps.append(dealt)
                lists += in_order(dealt)
                lengths += [size] * many
                if passing:
                    lists += self._passed(in_order, items[start + 1 : start + 1 + passing])
                    lengths += [count] * many
                if bid:
                    spoken = items[tricks - 1]["bids"]
                    maps.append(spoken)
                    bids += in_order(spoken)
                lists += map(_trick, items[tricks:end])
                lengths += [many] * size
                if len(items[end - 1]) > 1:
                    claims[index] = items[end - 1]["expect"]
                alone = [items[start], *items[tricks - bid : end]] if passing else items[start:end]
                if set(map(len, alone)) != _ONE and not _claims_last(alone):
                    return None
            plain = {list}.issuperset(map(type, lists)) and {int}.issuperset(map(type, bids))
            if not plain or list(map(len, lists)) != lengths or any(len(by_player) != many for by_player in maps):
                return None
            return Noted(spans, bytes(map(self._number_of, chain.from_iterable(lists))), bytes(bids), claims)
        except (KeyError, TypeError, ValueError):
            return None

    def _passed(self, in_order: Callable[[Any], Sequence[Any]], items: Sequence[Item]) -> Sequence[Any]:
        """The cards that each player passed, in one item or in one a player. Raises KeyError where that is not plain."""
        by_player = items[0]["pass"] if len(items) == 1 else {item["by"]: item["pass"] for item in items}
        if len(by_player) != self.terms.players or any(len(item) != min(len(items), 2) for item in items):
            raise KeyError("pass")
        return in_order(by_player)

    def sheet(self, logs: Sequence[Noted]) -> Sheet:
        """The hands that were noted, as columns as long as the longest hand."""
        many, count = self.terms.players, self.terms.pass_count
        spans = list(chain.from_iterable([noted.spans for noted in logs]))
        log = np.repeat(np.arange(len(logs)), [len(noted.spans) for noted in logs])
        cards = np.frombuffer(b"".join([bytes((self.blank,)), *(noted.cards for noted in logs)]), np.uint8)
        bids = np.frombuffer(b"".join([noted.bids for noted in logs]), np.uint8).astype(np.int64)
        _, passing, _, _, number, dealer, sizes, _ = np.array(spans, dtype=np.int64).T
        passes = (passing > 0) * (count * many)
        begins = 1 + np.concatenate(([0], np.cumsum(2 * sizes * many + passes)[:-1]))
        place = np.arange(sizes.max())
        there = place[:, None] < sizes
        seats = np.arange(many)
        dealt = begins + seats[:, None, None] * sizes + place[:, None]
        away = begins + sizes * many + seats[:, None, None] * count + np.arange(count)[:, None]
        played = begins + sizes * many + passes + place[:, None, None] * many + seats[:, None]
        laid = cards[np.where(there[:, None], played, 0)]
        return Sheet(
            log,
            number,
            dealer,
            sizes,
            passing > 0,
            cards[np.where(there, dealt, 0)],
            cards[np.where(passes > 0, away, 0)],
            np.ascontiguousarray(bids.reshape(-1, many).T),
            laid & np.uint8(SAID - 1),
            laid >= SAID,
        )


def _claims_last(items: Sequence[Item]) -> bool:
    """Whether the last item claims something, and the others are nothing but themselves."""
    last = items[-1]
    return len(last) == 2 and type(last["expect"]) is dict and set(map(len, items[:-1])) <= _ONE
