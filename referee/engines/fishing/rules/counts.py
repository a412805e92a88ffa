"""Counts of a harvest pile by lines of the score: whether any pile can have them.

Cards that count in the same lines are alike. Of those that several lines count it is tried kind by kind how many there are,
keeping for each way what is missing then and the fewest and the most cards so far; the rest of a line are cards of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from itertools import product
from operator import or_

from referee.core.cards import members
from referee.core.findings import counted
from referee.core.wording import listed
from referee.engines.fishing.words.compiled import CompiledRules

MOST_WAYS = 5_000
"""How many ways are kept; a score with more lines in common than that is not looked at."""

Sizes = tuple[int, int]
"""The fewest and the most cards."""


def impossible(rules: CompiledRules, pile: Mapping[str, int]) -> str:
    """Why no pile has these counts together, as what follows "Ann counts …"; '' where one may."""
    lines = [line for line in rules.scoring.lines if line.name in pile and not line.best]
    whole = [line.name for line in lines if line.cards & rules.pack == rules.pack]
    others = [line for line in lines if line.name not in whole]
    wanted = [pile[line.name] for line in others]
    if any(pile[line.name] > rules.countable(line).bit_count() for line in lines):
        return ""
    fewest, most = rules.size + 1, -1
    for named in _namings(rules):
        masks = [rules.scoring.counted(line, named) & rules.pack for line in others]
        able = sizes(masks, rules.pack, wanted)
        if able is None:
            return ""
        fewest, most = min(fewest, able[0]), max(most, able[1])
    said = [f"{pile[line.name]} for {line.name}" for line in others]
    if fewest > most:
        return f"{listed(said)}; no pile has that together"
    for name in whole:
        if fewest > pile[name]:
            there = [text for text in said if text[0] != "0"]
            needed = "" if len(there) == 1 else f"; that takes {fewest}"
            return f"{listed(there)} in a pile of {counted(pile[name], 'cards')}{needed}"
        if most < pile[name] <= rules.size:
            return f"{listed(said)} in a pile of {counted(pile[name], 'cards')}; it has {most} at most"
    return ""


def sizes(masks: Sequence[int], pack: int, wanted: Sequence[int]) -> Sizes | None:
    """The fewest and the most cards of a pile of which so many are in each mask, and more than the pack has and -1 where
    there is none; None where there are too many ways to tell.
    """
    lines = range(len(masks))
    size = pack.bit_count()
    ways: dict[tuple[int, ...], Sizes] = {tuple(wanted): (0, 0)}
    for kind, number in _kinds(masks, pack).items():
        more: dict[tuple[int, ...], Sizes] = {}
        for missing, (fewest, most) in ways.items():
            for taken in range(min(number, *(missing[line] for line in kind)) + 1):
                now = tuple(missing[line] - taken * (line in kind) for line in lines)
                before = more.get(now, (size, 0))
                more[now] = min(before[0], fewest + taken), max(before[1], most + taken)
        if len(more) > MOST_WAYS:
            return None
        ways = more
    own = [_only_in(masks, pack, line).bit_count() for line in lines]
    done = [
        (fewest + sum(missing), most + sum(missing))
        for missing, (fewest, most) in ways.items()
        if all(missing[line] <= own[line] for line in lines)
    ]
    rest = size - reduce(or_, masks, 0).bit_count()
    return (min(done)[0], max(most for _, most in done) + rest) if done else (size + 1, -1)


def all_captured(rules: CompiledRules) -> bool:
    """Whether all cards of the pack are in somebody's pile after a round in which anything was captured."""
    rest = rules.size - rules.seeded * rules.fields - rules.hand * (rules.players - 1) - rules.first_hand
    dealt_out = rules.draw_up > 0 or (rules.deals_again and not rest % rules.players) or not rest
    return rules.leftovers == "last_taker" and dealt_out and not rules.dealt_luminaries


def _namings(rules: CompiledRules) -> Iterator[dict[str, str]]:
    """The seasons that Luminaries may have given to suits by the end of a round, none to begin with."""
    suits = sorted({rules.deck.cards[card].suit for card in members(rules.nameable)})
    for seasons in product(("", *rules.seasons), repeat=len(suits)):
        yield {suit: season for suit, season in zip(suits, seasons, strict=True) if season}


def _kinds(masks: Sequence[int], pack: int) -> Counter[tuple[int, ...]]:
    """How many cards there are that several lines count, by these lines."""
    shared, seen = 0, 0
    for mask in masks:
        shared |= seen & mask
        seen |= mask
    return Counter(
        tuple(line for line, mask in enumerate(masks) if mask >> card & 1) for card in members(shared & pack)
    )


def _only_in(masks: Sequence[int], pack: int, line: int) -> int:
    """The cards that no other line counts."""
    others = reduce(or_, (mask for other, mask in enumerate(masks) if other != line), 0)
    return masks[line] & pack & ~others
