"""Counts of a harvest pile by lines of the score, and sums of the best cards of each suit: whether any pile can have them; and
points of a round that a score pad has without what was harvested: whether any round gives them.

Cards that count in the same lines are alike. Of those that several lines count it is tried kind by kind how many there are,
keeping for each way what is missing then and the fewest and the most cards so far; the rest of a line are cards of its own.
Of a suit of which only the best card counts it is tried which is the best in a pile: those above it are not in that pile.

Where a pad has only points: each line of the score is worth something by itself, most of some cards to one side, cards that
count to whoever has them, tokens likewise. So the points of a side are sums of what each line may give it, and all lines give
all sides only so much.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from referee.core import pads
from referee.core.cards import mask_of, members
from referee.core.events import number_of
from referee.core.pads import Course, RoundScores, Taken
from referee.core.wording import in_list
from referee.engines.fishing.compiled import FishingRules
from referee.engines.fishing.state import FishingState
from referee.engines.fishing.words.scoring import LAST, LUMINARIES, OKUS, SWEEPS, Best, ScoreLine

MOST_WAYS = 5_000
"""The most ways that are kept; a score with more lines in common than that is not looked at."""

Sizes = tuple[int, int]
"""The fewest and the most cards."""
Tokens = Mapping[str, Sequence[int]]
"""Okus, Luminaries (their worth), sweeps and the last capture on a pad: by line of the score, side by side."""


def impossible(rules: FishingRules, pile: Mapping[str, int]) -> str:
    """Why no pile can have these counts together (by line of the score), to follow "Ann counts …"; empty if one can."""
    whole = []
    others = []
    for line in rules.scoring.lines:
        if line.name in pile and not line.best:
            if pile[line.name] > rules.countable(line).bit_count():
                return _impossible_best(rules, pile)
            if line.cards & rules.pack == rules.pack:
                whole.append(line)
            else:
                others.append(line)
    able = _sizes_as_named(rules, others, [pile[line.name] for line in others])
    if able is None:
        return _impossible_best(rules, pile)
    fewest, most = able
    texts = [f"{pile[line.name]} for {line.name}" for line in others]
    if fewest > most:
        return f"{in_list(texts)}; no pile has that together"
    for line in whole:
        number = pile[line.name]
        if fewest > number:
            there = [text for text in texts if text[0] != "0"]
            needed = ""
            if len(there) != 1:
                needed = f"; that takes {fewest}"
            return f"{in_list(there)} in a pile of {number_of(number, 'cards')}{needed}"
        if most < number <= rules.size:
            return f"{in_list(texts)} in a pile of {number_of(number, 'cards')}; it has {most} at most"
    return _impossible_best(rules, pile)


def _sizes_as_named(rules: FishingRules, lines: Sequence[ScoreLine], wanted: Sequence[int]) -> Sizes | None:
    """The fewest and the most cards of a pile that counts so many in each line, whatever seasons Luminaries may have
    given to suits by the end of the round; None if there are too many ways to tell."""
    suits = sorted({rules.deck.cards[card].suit for card in members(rules.nameable)})
    fewest = rules.size + 1
    most = -1
    for seasons in product(("",) + rules.seasons, repeat=len(suits)):
        named = {suit: season for suit, season in zip(suits, seasons, strict=True) if season}
        masks = [rules.scoring.cards_of(line, named) & rules.pack for line in lines]
        able = sizes(masks, rules.pack, wanted)
        if able is None:
            return None
        fewest = min(fewest, able[0])
        most = max(most, able[1])
    return fewest, most


def sizes(masks: Sequence[int], pack: int, wanted: Sequence[int]) -> Sizes | None:
    """The fewest and the most cards of a pile that has so many of each mask; (pack size + 1, -1) if there is no such
    pile, None if there are too many ways to tell."""
    size = pack.bit_count()
    seen = 0
    shared = 0
    for mask in masks:
        shared |= seen & mask
        seen |= mask
    # cards of several masks, grouped by which; each way has what is missing of each mask, and fewest and most cards
    kinds = Counter(tuple(one for one, mask in enumerate(masks) if mask >> card & 1) for card in members(shared & pack))
    ways: dict[tuple[int, ...], Sizes] = {tuple(wanted): (0, 0)}
    for kind, number in kinds.items():
        more: dict[tuple[int, ...], Sizes] = {}
        for missing, (fewest, most) in ways.items():
            for taken in range(min(number, *(missing[line] for line in kind)) + 1):
                now = tuple(number - taken * (line in kind) for line, number in enumerate(missing))
                before = more.get(now, (size, 0))
                more[now] = min(before[0], fewest + taken), max(before[1], most + taken)
        if len(more) > MOST_WAYS:
            return None
        ways = more
    own = [(mask & pack & ~shared).bit_count() for mask in masks]
    # what is still missing of a mask must be cards of that mask alone
    whole = [
        (fewest + sum(missing), most + sum(missing))
        for missing, (fewest, most) in ways.items()
        if all(number <= there for number, there in zip(missing, own, strict=True))
    ]
    if whole:
        return (min(whole)[0], max(most for _, most in whole) + size - seen.bit_count())
    return (size + 1, -1)


def all_captured(rules: FishingRules) -> bool:
    """Whether every card ends up in somebody's pile in a round in which anything is captured: the last taker gets what
    is left."""
    rest = rules.size - rules.seeded * rules.fields - rules.hand * (rules.players - 1) - rules.first_hand
    dealt_out = rules.draw_up > 0 or (rules.deal["again"] and not rest % rules.players) or not rest
    return rules.end["leftovers"] == "last_taker" and dealt_out and not rules.dealt_luminaries


def _impossible_best(rules: FishingRules, pile: Mapping[str, int]) -> str:
    """Why no pile can have such sums of best cards beside its other counts, to follow "Ann counts …"; empty if one
    can."""
    for line in rules.scoring.lines:
        if line.best is None or line.name not in pile:
            continue
        if next(_ways(line.best, pile[line.name]), None) is None:
            return f"{pile[line.name]} for {line.name}; no pile has that"
        others = []
        for other in rules.scoring.lines:
            if other.name in pile and not other.best:
                others.append(other)
        if not _beside(rules, line.best, pile[line.name], others, pile):
            texts = ", ".join(f"{pile[other.name]} for {other.name}" for other in others)
            return f"{pile[line.name]} for {line.name} with {texts}; no pile has that together"
    return ""


def _beside(rules: FishingRules, best: Best, wanted: int, others: Sequence[ScoreLine], pile: Mapping[str, int]) -> bool:
    """Whether a pile with the sum `wanted` of best cards can have the counts of the `others`, too. True if there are
    too many ways to tell."""
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
    """Yield each way to reach a sum with the best card of each suit: a mask of those best cards, and a mask of the
    cards that are then in other piles, as they are better."""
    if best.every_suit and not wanted:
        yield from ((0, suit) for suit in best.suits)
    begun = [(0, 0, 0)]  # the sum so far, best cards as a mask, and the cards that are better and so elsewhere
    tops = [max(best.worth[card] for card in members(suit)) for suit in best.suits]
    for place, suit in enumerate(best.suits):
        rest = sum(tops[place + 1 :])  # the most that the suits still to come can add
        ranked = sorted(members(suit), key=lambda card: -best.worth[card])
        options = [(best.worth[card], 1 << card, mask_of(ranked[:above])) for above, card in enumerate(ranked)]
        if best.every_suit:
            options += []
        else:
            options += [(0, 0, suit)]  # no card of the suit at all
        begun = [
            (total + worth, chosen | card, out | above)
            for total, chosen, out in begun
            for worth, card, above in options
            if total + worth <= wanted <= total + worth + rest
        ]
    yield from ((chosen, out) for _, chosen, out in begun)


def clash(rules: FishingRules, line: ScoreLine, numbers: Sequence[int]) -> str:
    """Why piles with these sums of best cards cannot exist at once; empty if they can. Together, so many piles have no
    more than that many best cards of each suit."""
    if line.best is None:
        return ""
    worth = line.best.worth
    wanted = list(filter(None, numbers))
    suits = []
    for suit in line.best.suits:
        suits.append(sorted([worth[card] for card in members(suit)], reverse=True))
    for many in range(2, len(wanted) + 1):
        if sum(sorted(wanted, reverse=True)[:many]) > sum(sum(worths[:many]) for worths in suits):
            sums = " and ".join(map(str, wanted))
            return f"{sums} are counted for {line.name}; no {number_of(len(wanted), 'piles')} have that together"
    return ""


# -- points ------------------------------------------------------------------------------------------------------------


class _Line(NamedTuple):
    """The numbers that a line of the score can give each side, and all sides together at least and at most."""

    each: list[Collection[int]]
    least: int
    most: int


def possible(rules: FishingRules, state: FishingState, tokens: Tokens) -> RoundScores | None:
    """The points that the sides can score in a round, with the tokens that the pad has; None if formulas decide
    that."""
    if rules.scoring.parts:
        return None
    able = dict[tuple[int, ...], dict[int, set[Taken]]]()
    each = list(lines(rules, tokens))
    for side, seats in enumerate(rules.sides):
        ways = {(0, 0)}  # gains and losses, of which only losses end at a total of 0
        for line in each:
            ways = {(up + max(more, 0), down + min(more, 0)) for (up, down), more in product(ways, line.each[side])}
        scored = defaultdict[int, set[Taken]](set)
        open_floor = rules.scoring.words["floor"] and state.untold[seats[0]]
        for up, down in ways:
            floored = rules.scoring.with_floor((up, down), state.scores[seats[0]])
            # with a total that is not known, losses may be cut off anywhere
            for points in range(up + down, up + 1) if open_floor else (floored,):
                scored[points].add((up + down,))
        able[seats] = scored
    courses = [Course(able, [(sum(line.least for line in each), sum(line.most for line in each))])]
    if not any(map(any, tokens.values())):
        courses.append(pads.NOTHING)
    return RoundScores(courses, rules.players)


def lines(rules: FishingRules, tokens: Tokens) -> Iterator[_Line]:
    """Yield what each line of the score can give to each side, and to all sides together. Tokens on the pad give a
    fixed number."""
    scoring = rules.scoring
    names: Sequence[str] = ()
    if rules.dealt_luminaries:
        names = rules.in_sets
    changed = defaultdict[str, set[int]](set)
    for name in names:
        for line_name, points in dict(rules.luminaries[name].claim).get("score", {}).items():
            changed[line_name].add(points)
    for line in scoring.lines:
        yield _line(rules, line, {line.points} | changed[line.name])
    worths = sorted([rules.luminaries[name].worth for name in names], reverse=True)
    places = min(rules.dealt_luminaries + sum(map(rules.brings_another, names)), 2 * rules.dealt_luminaries)
    for name, points, least, most in (
        (OKUS, scoring.okus, 0, rules.okus),
        (LUMINARIES, scoring.luminaries, 0, sum(worths[:places])),
        (SWEEPS, scoring.sweeps, 0, rules.pack.bit_count() // 2),
        (LAST, scoring.last, 1, 1),
    ):
        if name in tokens:
            total = points * sum(tokens[name])
            yield _Line([[points * number] for number in tokens[name]], total, total)
        else:
            able = [points * number for number in range(most + 1)]
            yield _Line([able] * len(rules.sides), points * least, points * most)


def _line(rules: FishingRules, line: ScoreLine, values: Collection[int]) -> _Line:
    """What a line of the score can give, if each most, or each card, is worth one of these values."""
    if line.most:
        there = 1
        least, most = _scoring_sides(rules, line)
    else:
        there = rules.countable(line).bit_count()
        most = there
        least = 0
        if all_captured(rules):
            least = there
    sums = [points * number for points in values for number in (least, most)]
    able = {points * number for points in values for number in range(there + 1)}
    return _Line([able] * len(rules.sides), min(sums), max(sums))


def _scoring_sides(rules: FishingRules, line: ScoreLine) -> tuple[int, int]:
    """The fewest and the most sides that score a line for having most of it."""
    ties = rules.scoring.ties_shared
    if line.points < 0:
        ties = rules.scoring.words["tied_loss"] == "all"
    most = 1
    if ties:
        most = len(rules.sides)
        if not _may_be_level(rules, line):
            most -= 1
    counted = all_captured(rules) or rules.scoring.words["none_counted"] == "tied"
    if counted and (ties or not may_tie(rules, line)):
        return 1, most
    return 0, most


def may_tie(rules: FishingRules, line: ScoreLine) -> bool:
    """Return whether sides can be level in a line: not where two share out an odd number of cards, and none is left."""
    return len(rules.sides) != 2 or _may_be_level(rules, line)


def _may_be_level(rules: FishingRules, line: ScoreLine) -> bool:
    """Return whether all sides can have the same of a line."""
    indivisible = rules.countable(line).bit_count() % len(rules.sides)
    return line.best is not None or not all_captured(rules) or not indivisible
