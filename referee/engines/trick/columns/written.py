"""Finding the hands in logs, in whatever shape they are written, and reading them into columns of numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import chain, compress
from operator import getitem, itemgetter
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from referee.core.formula import FormulaError
from referee.engines.trick.columns.layout import Layout, Turns, find_hands, laid_out
from referee.engines.trick.state import State
from referee.engines.trick.words.compiled import CompiledRules

Item = Mapping[str, Any]
Cards = NDArray[np.intp]
Numbers = NDArray[np.int64]
Truths = NDArray[np.bool_]
MOST_CARDS = 63
SAID = 64
"""Added to the number of a card that Grace is said over."""
LAYOUTS = 1024
"""The most layouts that are remembered: most logs of a corpus are written like others."""

NumberOf = Callable[[str], int]


class Written(NamedTuple):
    """The hands that a log begins with: their layout, the cards dealt, passed and played in them, and the bids.

    `by` is who plays each card, `winners` who wins each trick: a seat from 1 on, 0 if not said; empty
    if none is said. `claims`: by hand, how many things are claimed in it, and what is claimed after its last trick.
    """

    layout: Layout
    dealt: bytes
    passed: bytes
    played: bytes
    bids: bytes
    by: bytes
    winners: bytes
    claims: Mapping[int, tuple[int, Mapping[str, Any]]]


class Sheet(NamedTuple):
    """The hands of many logs in columns: the last index of every array is the hand.

    `dealt` and `passed` are cards by seat, `played` by trick and place, `bids` by seat; `said` marks the cards over which
    Grace was said. `by` and `winners` are as in `Written`; None if no log says anything. A hand with
    fewer cards than others is filled up with a blank, which is not a card. `log` is the index of its log.
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
    by: Cards | None
    winners: Cards | None


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
        self._usual: dict[tuple[int, int, bytes], Layout] = {}

    def read(self, start: State, items: Sequence[Item]) -> Written | None:
        """The hands of a log from its start, up to the first that is not plain or not whole; None if there are none.

        Usually its items have the same keys, in the same numbers, as those of another log. If not, reading them misses one.
        """
        try:
            sizes = bytes(map(len, items))
            alike = start.hand, start.dealer, sizes
            if (usual := self._usual.get(alike)) and (written := self._read(usual, start.players, items)):
                return written
            layout = self._layout(start.hand, start.dealer, " ".join(chain.from_iterable(items)), sizes)
        except (FormulaError, TypeError, ValueError):  # the careful way reports it
            return None
        if layout.hands and len(layout.verbs) == len(items) and len(self._usual) < LAYOUTS:
            self._usual[alike] = layout
        written = self._read(layout, start.players, items)
        if written is None:
            hands, plain = layout.hands, 0
            while plain < len(hands) and self._read(
                laid_out(self.rules, hands[plain : plain + 1]), start.players, items
            ):
                plain += 1
            written = self._read(laid_out(self.rules, hands[:plain]), start.players, items)
        return written if written and written.layout.hands else None

    def _find_layout(self, number: int, dealer: int, keys: str, sizes: bytes) -> Layout:
        return laid_out(self.rules, find_hands(self.rules, number, dealer, keys.split(" "), sizes))

    def _read(self, layout: Layout, players: Sequence[str], items: Sequence[Item]) -> Written | None:
        """What these hands contain; None if that is anything except cards of the deck and bids that are numbers."""
        many, in_order = len(players), itemgetter(*players)
        items = items[layout.first :] if layout.first else items
        try:
            values = list(map(getitem, items, layout.verbs))
            maps, plays, spoken = [*layout.deals(values)], layout.plays(values), list[int]()
            if layout.passes:
                maps += _by_player(layout.passes, values, players, items, any_order=True)
            lists = list(chain.from_iterable(map(in_order, maps)))
            if layout.bids:
                bids = _by_player(layout.bids, values, players, items, any_order=False)
                spoken = list(chain.from_iterable(map(in_order, bids)))
                maps += bids
            held, tricks = len(lists), list(compress(plays, layout.whole))
            lists += tricks
            plain = (
                {many}.issuperset(map(len, maps))
                and list(map(len, lists)) == layout.lengths
                and {list}.issuperset(map(type, lists))
                and {int}.issuperset(map(type, spoken))
                and {str}.issuperset([type(items[item]["note"]) for item in layout.notes])
            )
            if not plain:
                return None
            if tricks and len(tricks) < len(plays):
                plays = [play if whole else (play,) for play, whole in zip(plays, layout.whole, strict=True)]
            by = _who(layout, players, items)
            claims, winners = _claims(layout, players, items)
            here = bytes(map(self._in_hand, chain.from_iterable(lists[:held])))
            laid = bytes(map(self._in_trick, chain.from_iterable(plays) if tricks else plays))
            dealt, passed = here[: layout.cards], here[layout.cards :]
            return Written(layout, dealt, passed, laid, bytes(spoken), by, winners, claims)
        except (KeyError, TypeError, ValueError):
            return None

    def sheet(self, logs: Sequence[Written]) -> Sheet:
        """The hands that were read, as columns as long as the longest hand."""
        many, count = self.rules.players, self.rules.pass_count
        log = np.repeat(np.arange(len(logs)), [len(written.layout.hands) for written in logs])
        bids = np.frombuffer(b"".join([written.bids for written in logs]), np.uint8).astype(np.int64)
        _, _, number, dealer, sizes, _, passing = np.concatenate([written.layout.table for written in logs], axis=1)
        passes = passing * (count * many)
        place = np.arange(sizes.max())
        there = place[:, None] < sizes
        seats = np.arange(many)
        of_cards, of_passes = (np.cumsum(counts) - counts for counts in (sizes * many, passes))
        dealt = of_cards + seats[:, None, None] * sizes + place[:, None]
        away = of_passes + seats[:, None, None] * count + np.arange(count)[:, None]
        played = of_cards + place[:, None, None] * many + seats[:, None]
        laid = _numbers([written.played for written in logs], played, there[:, None], self.blank)
        by = winners = None
        if any(written.by for written in logs):
            said = [written.by or bytes(len(written.played)) for written in logs]
            by = _numbers(said, played, there[:, None], 0)
        if any(written.winners for written in logs):
            said = [written.winners or bytes(len(written.played) // many) for written in logs]
            winners = _numbers(said, of_cards // many + place[:, None], there, 0)
        return Sheet(
            log,
            number,
            dealer,
            sizes,
            passing > 0,
            _numbers([written.dealt for written in logs], dealt, there, self.blank),
            _numbers([written.passed for written in logs], away, passes > 0, self.blank),
            np.ascontiguousarray(bids.reshape(-1, many).T),
            laid & (SAID - 1),
            laid >= SAID,
            by,
            winners,
        )


def _numbers(written: Sequence[bytes], index: Numbers, there: Truths, blank: int) -> Cards:
    """The numbers at these indices of everything written; `blank` if there is none."""
    numbers = np.frombuffer(b"".join([*written, bytes((blank,))]), np.uint8).astype(np.intp)
    return numbers.take(np.where(there, index, len(numbers) - 1))


def _by_player(
    turns: Turns, values: Sequence[Any], players: Sequence[str], items: Sequence[Item], *, any_order: bool
) -> Sequence[Mapping[str, Any]]:
    """What every player passed or bid, hand by hand. Raises KeyError if somebody does so out of turn."""
    picked, many = turns.picked(values), len(players)
    if turns.seats is None:
        return picked
    names = [players[seat] for seat in turns.seats]
    for place, item in turns.said:
        name = items[item]["by"]
        if name != names[place] and not any_order:
            raise KeyError(name)
        names[place] = name
    return [dict(zip(names[at : at + many], picked[at : at + many], strict=True)) for at in range(0, len(names), many)]


def _who(layout: Layout, players: Sequence[str], items: Sequence[Item]) -> bytes:
    """Who plays each card, if the log says so. Raises KeyError."""
    if not layout.by:
        return b""
    seats = {name: seat for seat, name in enumerate(players, 1)}
    found = bytearray(layout.cards)
    for item, card in layout.by:
        found[card] = seats[items[item]["by"]]
    return bytes(found)


def _claims(
    layout: Layout, players: Sequence[str], items: Sequence[Item]
) -> tuple[Mapping[int, tuple[int, Mapping[str, Any]]], bytes]:
    """What is claimed in some hands, and the winners of tricks that are claimed. Raises KeyError if that is not plain."""
    claims: dict[int, tuple[int, Mapping[str, Any]]] = {}
    if not layout.claims:
        return claims, b""
    winners = bytearray(layout.cards // len(players))
    for item, hand, trick, last in layout.claims:
        claimed = items[item]["expect"]
        if type(claimed) is not dict or (not last and len(claimed) != ("winner" in claimed)):
            raise KeyError("expect")
        if "winner" in claimed:
            winners[trick] = players.index(claimed["winner"]) + 1
        number = claims[hand][0] if hand in claims else 0
        claims[hand] = number + len(claimed), claimed if last else {}
    return claims, bytes(winners)
