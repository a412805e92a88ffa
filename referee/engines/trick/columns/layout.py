"""Where the hands of a log are among its items: found once for all logs that have the same keys in the same order."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from itertools import islice
from operator import itemgetter
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from referee.engines.trick.words.compiled import CompiledRules

Picker = Callable[[Sequence[Any]], Sequence[Any]]
LETTERS = {"deal": "d", "pass": "p", "bids": "B", "bid": "b", "trick": "t", "play": "c"}
"""A letter for each kind of item in a plain hand; a pass that says who passes is a P, anything else an x."""
BESIDE = {"by", "expect", "note"}
"""What a plain item may say besides its event."""
MAY_SAY_WHO = "Pbtc"


class Span(NamedTuple):
    """Where a hand of `cards` cards is among the items of a log: from `start` to before `end`. If all hands before it
    are sound, it has this `number` and `dealer` (a seat), and `events` events; `passing` is 1 if cards are passed in it."""

    start: int
    end: int
    number: int
    dealer: int
    cards: int
    events: int
    passing: int


class Found(NamedTuple):
    """A hand that was found: which items are its passes, its bids and its plays, as ranges, and the kind of each item from
    `start` on; which items say who acts or hold a note, and which claim something after a trick, and which trick."""

    span: Span
    kinds: str
    passes: range
    bids: range
    plays: range
    by: list[int]
    notes: list[int]
    claims: list[tuple[int, int]]


class Turns(NamedTuple):
    """How to pick what each player does in turn from the values of items. If each has an item, `seats` are the players in
    turn, and `said` the places (and items) that say who it is; otherwise one item has a map of all players."""

    picked: Picker
    seats: list[int] | None
    said: list[tuple[int, int]]


class Layout(NamedTuple):
    """Where everything is in logs with these hands. Items are counted from `first`, one for each of `verbs`; pickers
    pick from the values of their verbs.

    `lengths`: how long the lists dealt, passed and played are. `whole`: for each item with plays whether it is a whole trick.
    `by`: items that say who plays, and which card that is. `claims`: items that claim something, after which hand and trick,
    and whether that is the last of the hand. `table`: the spans as columns.
    """

    hands: tuple[Found, ...]
    spans: list[Span]
    first: int
    verbs: list[str]
    deals: Picker
    passes: Turns | None
    bids: Turns | None
    plays: Picker
    whole: list[bool]
    lengths: list[int]
    cards: int
    by: list[tuple[int, int]]
    notes: list[int]
    claims: list[tuple[int, int, int, bool]]
    table: NDArray[np.int64]


VERBS = {letter: verb for verb, letter in LETTERS.items()} | {"P": "pass"}


def find_hands(
    rules: CompiledRules, number: int, dealer: int, keys: Sequence[str], sizes: Sequence[int]
) -> tuple[Found, ...]:
    """The plain hands that a log begins with. Its first hand has this number and dealer; `sizes` says how many of all its
    `keys` each item has. Raises FormulaError."""
    left = iter(keys)
    items = [tuple(islice(left, size)) for size in sizes]
    kinds = "".join(map(_kind, items)) if sum(sizes) == len(keys) else ""
    found: list[Found] = []
    start = 0
    while size := rules.cards_in_hand(number):
        passing = rules.pass_offset(number) is not None
        match = _pattern(rules.players, size, passing, rules.bids_spoken).match(kinds, start)
        if match is None:
            break
        events = 1 + (size + rules.bids_spoken + passing) * rules.players
        span = Span(start, match.end(), number, dealer, size, events, int(passing))
        hand = _found(rules.players, span, match, items)
        if hand is None:
            break
        found.append(hand)
        start, number, dealer = match.end(), number + 1, (dealer + rules.next_dealer) % rules.players
    return tuple(found)


def _kind(item: tuple[str, ...]) -> str:
    """The kind of an item with these keys, as a letter."""
    verbs = [key for key in item if key not in BESIDE]
    kind = LETTERS.get(verbs[0], "x") if len(verbs) == 1 else "x"
    if "by" not in item:
        return kind
    kind = "P" if kind == "p" else kind
    return kind if kind in MAY_SAY_WHO else "x"


@cache
def _pattern(many: int, size: int, passing: bool, bidding: bool) -> re.Pattern[str]:
    """What the kinds of a plain hand's items look like."""
    passes = f"P{{{many}}}|p{{{many}}}|p" if passing else ""
    bids = f"B|b{{{many}}}" if bidding else ""
    return re.compile(f"d({passes})({bids})((?:t|c{{{many}}}){{{size}}})")


def _found(many: int, span: Span, match: re.Match[str], items: Sequence[tuple[str, ...]]) -> Found | None:
    """A hand whose kinds of items match; None if something is claimed before the end of a trick."""
    by, notes, claims = ([at for at in range(*match.span()) if key in items[at]] for key in ("by", "note", "expect"))
    passes, bids, plays = (range(*match.span(group)) for group in (1, 2, 3))
    there, after = 0, []
    for at in plays:
        there += many if match.string[at] == "t" else 1
        if at in claims:
            if there % many:
                return None
            after.append((at, there // many - 1))
    return Found(span, match.group(), passes, bids, plays, by, notes, after) if len(after) == len(claims) else None


def laid_out(rules: CompiledRules, hands: tuple[Found, ...]) -> Layout:
    """The layout of a log with these consecutive hands."""
    many, first = rules.players, hands[0].span.start if hands else 0
    spans = [hand.span for hand in hands]
    alike = _alike(hands)
    hands, spans = hands[:alike], spans[:alike]
    plays = [at - first for hand in hands for at in hand.plays]
    kinds = "".join([hand.kinds for hand in hands])
    by, claims, cards = [], [], 0
    for index, hand in enumerate(hands):
        last = hand.span.cards - 1
        claims += [(at - first, index, cards // many + trick, trick == last) for at, trick in hand.claims]
        said = set(hand.by)
        for at in hand.plays:
            if at in said:
                by.append((at - first, cards))
            cards += many if kinds[at - first] == "t" else 1
    sizes = [span.cards for span in spans for _ in range(many)]
    passed = [rules.pass_count] * (many * sum(span.passing for span in spans))
    return Layout(
        hands,
        spans,
        first,
        [VERBS[kind] for kind in kinds],
        _picker([span.start - first for span in spans]),
        _turns(rules, hands, [hand.passes for hand in hands], 1),
        _turns(rules, hands, [hand.bids for hand in hands], rules.first_bidder),
        _picker(plays),
        [kinds[at] == "t" for at in plays],
        [*sizes, *passed, *[many] * sum(kinds[at] == "t" for at in plays)],
        cards,
        by,
        [at - first for hand in hands for at in hand.notes],
        claims,
        np.array(spans, dtype=np.int64).reshape(-1, len(Span._fields)).T,
    )


def _alike(hands: Sequence[Found]) -> int:
    """How many of these hands write their passes, and their bids, like the first hand that has any."""
    for part in ("passes", "bids"):
        ways = [len(getattr(hand, part)) for hand in hands]
        way = next(filter(None, ways), 0)
        odd = next((index for index, other in enumerate(ways) if other not in (0, way)), len(hands))
        hands = hands[:odd]
    return len(hands)


def _turns(rules: CompiledRules, hands: Sequence[Found], parts: Sequence[range], step: int) -> Turns | None:
    """How to pick the passes or the bids of these hands, if there are any; the first player sits `first` seats from the
    dealer."""
    if not any(parts):
        return None
    first, many = hands[0].span.start if hands else 0, rules.players
    alone = any(len(part) == many for part in parts)
    dealers = [hand.span.dealer for hand, part in zip(hands, parts, strict=True) if part]
    seats = [(dealer + step + place) % many for dealer in dealers for place in range(many)]
    at = [at for part in parts for at in part]
    named = {item for hand in hands for item in hand.by}
    said = [(place, item - first) for place, item in enumerate(at) if item in named]
    return Turns(_picker([item - first for item in at]), seats if alone else None, said)


def _picker(indices: Sequence[int]) -> Picker:
    """Picks the values at these indices."""
    first, last = (indices[0], indices[-1] + 1) if indices else (0, 0)
    in_a_row = list(indices) == list(range(first, last))
    picker: Picker = itemgetter(slice(first, last)) if in_a_row else itemgetter(*indices)
    return picker
