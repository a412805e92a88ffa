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
from referee.engines.trick.words.compiled import CompiledRules

Item = Mapping[str, Any]
Cards = NDArray[np.intp]
Numbers = NDArray[np.int64]
Truths = NDArray[np.bool_]
MOST_CARDS = 63
SAID = 64
"""Added to the number of a card that Grace is said over."""
LAYOUTS = 256
"""So many layouts are kept in mind: logs of as many hands, begun by the same dealer, have the same."""

Picker = Callable[[Sequence[Item]], tuple[Item, ...]]
NumberOf = Callable[[str], int]
_deal, _pass, _bids, _trick = map(itemgetter, ("deal", "pass", "bids", "trick"))


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


class Layout(NamedTuple):
    """Where everything is in a log whose hands stand in these spans: how the items with the deals, the passing, the bids and
    the tricks are picked, how many keys each item has, how many cards are in each list dealt, which hand each item ends, and
    the spans as columns. Of `by_player` passes each is an item; otherwise one item has those of all."""

    spans: tuple[Span, ...]
    deals: Picker
    passes: Picker
    by_player: bool
    bids: Picker
    tricks: Picker
    keys: list[int]
    dealt: list[int]
    ends: dict[int, int]
    table: Numbers


class Noted(NamedTuple):
    """The plain hands that a log begins with: where they are (as columns, too), the cards dealt, passed and played in them, the
    bids, and what is claimed after some."""

    spans: tuple[Span, ...]
    table: Numbers
    dealt: bytes
    passed: bytes
    played: bytes
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

    def __init__(self, rules: CompiledRules) -> None:
        self.rules = rules
        self.blank = len(rules.deck.ids)
        numbers = {name: card for card, name in enumerate(rules.deck.ids) if rules.pack >> card & 1}
        said = {f"{name}!": card + SAID for name, card in numbers.items()} if rules.grace == "said" else {}
        self._in_hand: NumberOf = numbers.__getitem__
        self._in_trick: NumberOf = (numbers | said).__getitem__
        self._layout = lru_cache(LAYOUTS)(self._find_layout)

    def note(self, state: State, items: Sequence[Item]) -> Noted | None:
        """The hands of a log from its start on, up to the first that is not plain or not whole; None where there is none."""
        alone = len(items) > 1 and type(items[1].get("pass")) is list
        try:
            layout = self._layout(state.hand, state.dealer, len(items), by_player=alone)
        except FormulaError:  # the careful way says it in words
            return None
        noted = self._read(layout, state.players, items)
        if noted is None:
            spans, plain = layout.spans, 0
            while plain < len(spans) and self._read(
                self._laid_out(spans[plain : plain + 1], alone), state.players, items
            ):
                plain += 1
            noted = self._read(self._laid_out(spans[:plain], alone), state.players, items)
        return noted if noted and noted.spans else None

    def _find_layout(self, number: int, dealer: int, items: int, *, by_player: bool) -> Layout:
        """Where the hands of a log with so many items are."""
        rules, spans, start = self.rules, [], 0
        many, bid = rules.players, rules.bids_spoken
        while size := rules.cards_in_hand(number):
            passing = 0 if rules.pass_offset(number) is None else many if by_player else 1
            tricks = start + 1 + passing + bid
            end = tricks + size
            if end > items:
                break
            events = 1 + (size + bid + (passing > 0)) * many
            spans.append(Span(start, passing, tricks, end, number, dealer, size, events))
            start, number, dealer = end, number + 1, (dealer + rules.next_dealer) % many
        return self._laid_out(tuple(spans), by_player)

    def _laid_out(self, spans: tuple[Span, ...], by_player: bool) -> Layout:
        """The layout of a log whose hands stand there."""
        bid = self.rules.bids_spoken
        return Layout(
            spans,
            _picker([span.start for span in spans]),
            _picker([span.start + 1 + place for span in spans for place in range(span.passing)]),
            by_player,
            _picker([span.tricks - 1 for span in spans if bid]),
            _picker([item for span in spans for item in range(span.tricks, span.end)]),
            _keys(spans, by_player),
            [span.cards for span in spans for _ in range(self.rules.players)],
            {span.end - 1: hand for hand, span in enumerate(spans)},
            np.array(spans, dtype=np.int64).reshape(-1, len(Span._fields)).T,
        )

    def _read(self, layout: Layout, players: Sequence[str], items: Sequence[Item]) -> Noted | None:
        """What is written in these hands; None where it is anything but cards of the deck, and bids that are numbers."""
        many, in_order = len(players), itemgetter(*players)
        try:
            claims = _claims(layout, items)
            deals, bids = list(map(_deal, layout.deals(items))), list(map(_bids, layout.bids(items)))
            passes = _passes(layout, many, items)
            dealt, passed = (list(chain.from_iterable(map(in_order, maps))) for maps in (deals, passes))
            tricks = list(map(_trick, layout.tricks(items)))
            spoken = list(chain.from_iterable(map(in_order, bids)))
            plain = (
                {many}.issuperset(map(len, chain(deals, passes, bids, tricks)))
                and list(map(len, dealt)) == layout.dealt
                and {self.rules.pass_count}.issuperset(map(len, passed))
                and {list}.issuperset(map(type, chain(dealt, passed, tricks)))
                and {int}.issuperset(map(type, spoken))
            )
            if not plain:
                return None
            held = _numbers(self._in_hand, dealt), _numbers(self._in_hand, passed)
            return Noted(layout.spans, layout.table, *held, _numbers(self._in_trick, tricks), bytes(spoken), claims)
        except (KeyError, TypeError, ValueError):
            return None

    def sheet(self, logs: Sequence[Noted]) -> Sheet:
        """The hands that were noted, as columns as long as the longest hand."""
        many, count = self.rules.players, self.rules.pass_count
        log = np.repeat(np.arange(len(logs)), [len(noted.spans) for noted in logs])
        bids = np.frombuffer(b"".join([noted.bids for noted in logs]), np.uint8).astype(np.int64)
        _, passing, _, _, number, dealer, sizes, _ = np.concatenate([noted.table for noted in logs], axis=1)
        passes = (passing > 0) * (count * many)
        place = np.arange(sizes.max())
        there = place[:, None] < sizes
        seats = np.arange(many)
        of_cards, of_passes = (np.cumsum(counts) - counts for counts in (sizes * many, passes))
        dealt = of_cards + seats[:, None, None] * sizes + place[:, None]
        away = of_passes + seats[:, None, None] * count + np.arange(count)[:, None]
        played = of_cards + place[:, None, None] * many + seats[:, None]
        laid = self._cards([noted.played for noted in logs], played, there[:, None])
        return Sheet(
            log,
            number,
            dealer,
            sizes,
            passing > 0,
            self._cards([noted.dealt for noted in logs], dealt, there),
            self._cards([noted.passed for noted in logs], away, passes > 0),
            np.ascontiguousarray(bids.reshape(-1, many).T),
            laid & (SAID - 1),
            laid >= SAID,
        )

    def _cards(self, written: Sequence[bytes], index: Numbers, there: Truths) -> Cards:
        """The cards at these indices of all that is written; a blank where there is none."""
        cards = np.frombuffer(b"".join([*written, bytes((self.blank,))]), np.uint8).astype(np.intp)
        return cards.take(np.where(there, index, len(cards) - 1))


def _numbers(number_of: NumberOf, lists: Sequence[Sequence[str]]) -> bytes:
    return bytes(map(number_of, chain.from_iterable(lists)))


def _picker(indices: Sequence[int]) -> Picker:
    """Picks the items at these indices."""
    if len(indices) > 1:
        return itemgetter(*indices)
    return lambda items: tuple([items[index] for index in indices])


def _keys(spans: Sequence[Span], by_player: bool) -> list[int]:
    """How many keys each item of these spans has if nothing is said beside its event: what a player passed has two."""
    found = []
    for span in spans:
        found += [1, *[1 + by_player] * span.passing, *[1] * (span.end - span.start - 1 - span.passing)]
    return found


def _passes(layout: Layout, many: int, items: Sequence[Item]) -> list[Mapping[str, Any]]:
    """What every player passed, hand by hand. Raises KeyError where that is not plain."""
    written = layout.passes(items)
    if not layout.by_player:
        return list(map(_pass, written))
    groups = [written[first : first + many] for first in range(0, len(written), many)]
    return [{item["by"]: item["pass"] for item in group} for group in groups]


def _claims(layout: Layout, items: Sequence[Item]) -> Mapping[int, Mapping[str, Any]]:
    """What is claimed after some hands. Raises KeyError where an item says anything else beside its event."""
    spans = layout.spans
    if not spans:
        return {}
    sizes = list(map(len, items[spans[0].start : spans[-1].end]))
    if sizes == layout.keys:
        return {}
    claims = {}
    for index, (size, keys) in enumerate(zip(sizes, layout.keys, strict=True), spans[0].start):
        if size == keys + 1 and index in layout.ends and type(items[index]["expect"]) is dict:
            claims[layout.ends[index]] = items[index]["expect"]
        elif size != keys:
            raise KeyError(index)
    return claims
