"""What players may have declared in a hand, if its declarations were not written down."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import reduce

from referee.core.formula_values import NOTHING, Values, added, either
from referee.engines.trick.words.compiled import CompiledRules
from referee.engines.trick.words.declarations import NO_SUIT, SAME, TRUMP, Declaration, picked

MOST_WAYS = 3_000
"""With more ways than this to declare, declarations may share cards."""


def names(rules: CompiledRules, trumps: Sequence[int]) -> Iterator[tuple[str, Values]]:
    """The points declared, and how often each declaration was made: what they may be for anybody."""
    points, most = rules.remembered(("declared", *trumps), lambda: _found(rules, trumps))
    yield "declared", points
    for name, often in most.items():
        yield name, frozenset(range(often + 1))


def _found(rules: CompiledRules, trumps: Sequence[int]) -> tuple[Values, Mapping[str, int]]:
    """What may have been declared for points, and how often each declaration was made at most."""
    points: Values = frozenset()
    most = Counter[str]()
    for trump in trumps:
        by_kind: dict[str, list[tuple[Declaration, int]]] = {}
        for found in rules.declarations:
            by_kind.setdefault(found.kind, []).extend((found, suit) for suit in _suits(rules, found, trump))
        points = either(points, reduce(added, [_sums(rules, listed, trump) for listed in by_kind.values()]))
        for found in rules.declarations:
            often = sum(_often(rules, found, suit, trump) for suit in _suits(rules, found, trump))
            most[found.name] = max(most[found.name], often)
    return points, most


def _suits(rules: CompiledRules, found: Declaration, trump: int) -> Sequence[int]:
    """The suits in which something may be declared; of a run its highest cards."""
    if found.suits == TRUMP and trump < 0:
        return ()
    if found.run:
        return found.tops(rules.deck)
    return range(len(rules.suits)) if found.suits == SAME else (NO_SUIT,)


def _often(rules: CompiledRules, found: Declaration, suit: int, trump: int) -> int:
    """How often something can be declared in one suit with all the cards."""
    asked = found.asks_for(rules.deck, suit, trump)
    return min((copies & rules.pack).bit_count() // many for copies, many in asked)


def _sums(rules: CompiledRules, listed: Sequence[tuple[Declaration, int]], trump: int) -> Values:
    """What declarations of one kind, which share no card, may add up to."""
    ways = {(0, 0)}
    """The cards that count, and the points."""
    for found, suit in listed:
        asked = found.asks_for(rules.deck, suit, trump)
        begun = ways
        for _ in range(_often(rules, found, suit, trump)):
            more = set()
            for taken, points in begun:
                cards, missing = picked(asked, rules.pack, taken)
                if not missing:
                    more.add((taken | cards, points + found.worth(cards, rules.rankings[trump])))
            ways, begun = ways | more, more
            if len(ways) > MOST_WAYS:
                return _unshared(rules, listed, trump)
    return frozenset(points for _, points in ways)


def _unshared(rules: CompiledRules, listed: Sequence[tuple[Declaration, int]], trump: int) -> Values:
    """What they may add up to if they may share cards, which allows more."""
    sums = NOTHING
    for found, suit in listed:
        cards, _ = picked(found.asks_for(rules.deck, suit, trump), rules.pack, 0)
        points = found.worth(cards, rules.rankings[trump])
        sums = added(sums, frozenset(points * often for often in range(_often(rules, found, suit, trump) + 1)))
    return sums
