"""Sums of the best cards of each suit, as a score pad has them: whether any pile can have one, and whether several piles can.

Of a suit it is tried which card is the best in a pile: those above it are not in that pile, and the others are counted as
`counts` does. Which cards are best in several piles at once is worked out suit by suit, from the best card down.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from operator import le, sub

from referee.core.cards import members
from referee.core.findings import counted
from referee.engines.fishing.rules.counts import MOST_WAYS, sizes
from referee.engines.fishing.words.compiled import CompiledRules
from referee.engines.fishing.words.scoring import Best, Line

MOST_TRIED = 400_000
"""How many ways to share out one more suit are tried; with more it is too long for a referee to tell."""
MOST_SHARES = 20_000
"""How many ways to share out one suit are listed."""


def impossible(rules: CompiledRules, pile: Mapping[str, int]) -> str:
    """Why no pile has such sums beside its other counts, as what follows "Ann counts …"; '' where one may."""
    for line in rules.scoring.lines:
        if line.best is None or line.name not in pile:
            continue
        if next(_ways(line.best, pile[line.name]), None) is None:
            return f"{pile[line.name]} for {line.name}; no pile has that"
        others = [other for other in rules.scoring.lines if other.name in pile and not other.best]
        if not _beside(rules, line.best, pile[line.name], others, pile):
            said = ", ".join(f"{pile[other.name]} for {other.name}" for other in others)
            return f"{pile[line.name]} for {line.name} with {said}; no pile has that together"
    return ""


def _beside(rules: CompiledRules, best: Best, wanted: int, others: Sequence[Line], pile: Mapping[str, int]) -> bool:
    """Whether a pile with this sum can have the other counts, too; also where there are too many ways to tell."""
    whole = [pile[line.name] for line in others if line.cards & rules.pack == rules.pack]
    masks = [line.cards & rules.pack for line in others if line.cards & rules.pack != rules.pack]
    numbers = [pile[line.name] for line in others if line.cards & rules.pack != rules.pack]
    for chosen, out in _ways(best, wanted):
        left = rules.pack & ~(chosen | out)
        missing = [number - (mask & chosen).bit_count() for mask, number in zip(masks, numbers, strict=True)]
        if min(missing, default=0) < 0:
            continue
        able = sizes([mask & left for mask in masks], left, missing)
        if able is None:
            return True
        fewest, most = (size + chosen.bit_count() for size in able)
        if able[0] <= able[1] and all(fewest <= number <= most for number in whole):
            return True
    return False


def _ways(best: Best, wanted: int) -> Iterator[tuple[int, int]]:
    """The best cards of suits that add up to a sum, each time with the cards that are then in another pile."""
    if best.every_suit and not wanted:
        yield from ((0, suit) for suit in best.suits)
    begun = [(0, 0, 0)]
    tops = [max(best.worth[card] for card in members(suit)) for suit in best.suits]
    for place, suit in enumerate(best.suits):
        rest = sum(tops[place + 1 :])
        options = list(_options(best, suit))
        begun = [
            (total + worth, chosen | card, out | above)
            for total, chosen, out in begun
            for worth, card, above in options
            if total + worth <= wanted <= total + worth + rest
        ]
    yield from ((chosen, out) for _, chosen, out in begun)


def _options(best: Best, suit: int) -> Iterator[tuple[int, int, int]]:
    """The cards that may be the best of a suit: the worth, the card, and those above it."""
    above = 0
    for card in sorted(members(suit), key=lambda card: -best.worth[card]):
        yield best.worth[card], 1 << card, above
        above |= 1 << card
    if not best.every_suit:
        yield 0, 0, suit


def clash(rules: CompiledRules, line: Line, numbers: Sequence[int]) -> str:
    """Why no piles have these sums at once, each with cards of its own; '' where they may, or where it is hard to tell."""
    best = line.best
    wanted = tuple(number for number in numbers if number)
    if best is None or len(wanted) < 2:
        return ""
    ways, shares = {wanted}, list(_shares(best, wanted))
    if not all(shares):
        ways, shares = set(), []
    for place, here in enumerate(shares, 1):
        if len(here) > MOST_SHARES or len(ways) * len(here) > MOST_TRIED:
            return ""
        least, most = _reach(shares[place:], len(wanted))
        ways = {
            now
            for missing in ways
            for share in here
            if all(map(le, least, now := tuple(map(sub, missing, share)))) and all(map(le, now, most))
        }
        if len(ways) > MOST_WAYS:
            return ""
    if not ways or (0,) * len(wanted) not in ways:
        said = " and ".join(map(str, wanted))
        return f"{said} are counted for {line.name}; no {counted(len(wanted), 'piles')} have that together"
    return ""


def _reach(shares: Sequence[set[tuple[int, ...]]], piles: int) -> tuple[list[int], list[int]]:
    """The least and the most that the suits that are left can bring each pile."""
    columns = [[{share[pile] for share in suit} for suit in shares] for pile in range(piles)]
    return [sum(map(min, suits)) for suits in columns], [sum(map(max, suits)) for suits in columns]


def _shares(best: Best, wanted: Sequence[int]) -> Iterator[set[tuple[int, ...]]]:
    """For each suit, what its best card may be worth in each of several piles with these sums."""
    worths = [sorted((best.worth[card] for card in members(suit)), reverse=True) for suit in best.suits]
    tops = sum(own[0] for own in worths)
    found: dict[tuple[int, ...], set[tuple[int, ...]]] = {}
    for own in worths:
        if tuple(own) not in found:
            least = [number - tops + own[0] for number in wanted]
            found[tuple(own)] = _shared_out(own, least, wanted, every=best.every_suit)
        yield found[tuple(own)]


def _shared_out(
    worths: Sequence[int], least: Sequence[int], most: Sequence[int], *, every: bool
) -> set[tuple[int, ...]]:
    """What the best card of a suit may be worth in each pile, between what is the least and the most there, from what its cards
    are worth, the best first; more than `MOST_SHARES` where there are too many to list."""
    none = -1
    shares = {(none,) * len(most)}
    for worth in worths:
        fits = [low <= worth <= high for low, high in zip(least, most, strict=True)]
        shares |= {
            (*share[:place], worth, *share[place + 1 :])
            for share in shares
            for place, held in enumerate(share)
            if held == none and fits[place]
        }
        if len(shares) > MOST_SHARES:
            return shares
    if every:
        return {share for share in shares if none not in share}
    return {tuple(max(worth, 0) for worth in share) for share in shares}
