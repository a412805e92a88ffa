"""A round for which a score pad has numbers but no cards: points of melds and idle cards, or the score alone.

What a hand can come to is worked out from the deck: how many cards lie idle and what they score, and what the others score in
melds, as if melds did not share a card. That is more than there can be, so nothing is refused that could happen. Where hands
can come to too much, or melds lie on the table, points alone are taken as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import product
from math import inf, prod
from operator import eq, ge, gt, le, lt, ne
from typing import Any

from referee.core import pads
from referee.core.events import Faults, Finding
from referee.core.pads import Course, PadPoints, RoundScores
from referee.core.places import Pointer
from referee.core.wording import in_list
from referee.engines.meld.compiled import AFTER_TAKING, MeldRules
from referee.engines.meld.rules.rounds import MeldResult
from referee.engines.meld.state import MeldState
from referee.engines.meld.words import packs
from referee.engines.meld.words.scoring import HandPoints, RoundSeat, together

MOST_WAYS = 20_000
"""The most ways of a pad that are looked at; with more, nothing is said about points."""
COMPARE: dict[str, Callable[[Any, Any], bool]] = {"==": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge}
MORE_LAID = ("long", "pure", "put", "at_once")
COUNTED = ("melds", "idle", "left", "cards")
AT: Pointer = ("result",)


def names(rules: MeldRules) -> list[str]:
    """Return the names of what a pad may count in a hand, or, where melds are laid during play, of what a player has."""
    if rules.lays:
        return ["laid", "idle", "left", *(name for name in MORE_LAID if name in rules.scoring.used)]
    return [*COUNTED, *([rules.idle_called] if rules.idle_called else [])]


def check(rules: MeldRules, state: MeldState, result: MeldResult) -> Faults:
    """Yield what is wrong with the numbers of a pad."""
    if result.counts:
        faults = list(_check_counts(rules, state, result))
    else:
        faults = []
    yield from faults
    if faults or (result.counts and not result.points):
        return
    points = points_of_round(rules, state, result)
    written = PadPoints("result", state.players, pads.known_totals(state), result.points, rules.sides)
    if points is None:
        yield from written.faults(possible(rules, state, result))
    else:
        yield from written.miswritten(points)


def _check_counts(rules: MeldRules, state: MeldState, result: MeldResult) -> Faults:
    counted = {other for seat in result.counts for other in rules.side[seat]}
    missing = [player for seat, player in enumerate(state.players) if seat not in counted]
    if missing:
        message = f"the result has no counts for {in_list(missing)}; it must have those of all players"
        yield Finding("result", message, at=(*AT, "counts"), asks=True)
        return
    for seat in result.counts:
        who = state.players[seat]
        at = (*AT, "counts", state.players[seat])
        if rules.lays:
            yield from _laid_faults(rules, state, result, seat, at)
            continue
        hands = hands_of(rules, state, result, seat)
        text = in_list([f"{number} for {name}" for name, number in result.counts[seat].items()]) or "nothing"
        if not hands:
            yield Finding("result", f"{who} counts {text}; no hand adds up to that", seat, at=at)
        elif seat == result.declared and not any(rules.enough(*hand) for hand in hands):
            message = f"{who} declared {rules.called} and counts {text}; such a hand may not be declared"
            yield Finding("declare", message, seat, word=("declare", "needs"), at=at)
    yield from no_declarer(rules, result)


def no_declarer(rules: MeldRules, result: MeldResult) -> Faults:
    """Yield that a result does not say who ended the round, where only a player can."""
    if result.declared < 0 and rules.always_declared:
        says = f"the result does not say who declared {rules.called}, which is how a round ends"
        yield Finding("result", f"{says}; add `declared: PLAYER`", at=AT)


def _laid_faults(rules: MeldRules, state: MeldState, result: MeldResult, seat: int, at: Pointer) -> Faults:
    """Yield why a player cannot have these cards left, or have laid so much."""
    none_left = seat == result.declared and len(rules.side[seat]) == 1
    worths = [worth * many for worth, many in zip(rules.arranger.idle, rules.at_most, strict=True)]
    spans = {
        "idle": (0, 0) if none_left else (sum(min(0, one) for one in worths), sum(max(0, one) for one in worths)),
        "left": (0, 0 if none_left else sum(rules.at_most)),
        "put": (0, sum(rules.at_most[card] for card in rules.put_down)),
        "at_once": (0, int(result.declared in (-1, seat) and not result.counts[seat].get("left"))),
    }
    for name, number in result.counts[seat].items():
        least, most = spans.get(name, (0, inf))
        if not least <= number <= most:
            what = "no cards add up to that"
            if (least, most) == (0, 0):
                what = "it is 0 for who has no card left"
            yield Finding("result", f"{state.players[seat]} counts {number} for {name}; {what}", seat, at=at)


def _end_on_table(rules: MeldRules, state: MeldState, result: MeldResult, seat: int) -> dict[str, Any]:
    """Return what is known of a player at the end of a round in which melds lie on the table; a count left out is 0."""
    counts = result.counts.get(seat, {})
    unknown = {
        "total": state.untold[seat],
        "left": counts.get("idle") and "left" not in counts,
        "cards": seat != result.declared or len(rules.side[seat]) > 1,
        "declared": result.declared < 0 and not counts.get("left"),
    }
    own = {"dealer": seat == state.dealer, "total": state.scores[seat], "declared": seat == result.declared, **counts}
    return {name: own.get(name, 0) for name in RoundSeat._fields if not unknown.get(name)}


def points_of_round(rules: MeldRules, state: MeldState, result: MeldResult) -> list[Any] | None:
    """Return the points of a round from what is counted; None where these depend on what is not."""
    if not result.counts:
        return None
    if rules.lays:
        rows = [_end_on_table(rules, state, result, seat) for seat in range(rules.players)]
        if any(rules.scoring.used & {*RoundSeat._fields} - row.keys() for row in rows):
            return None
        seats = [RoundSeat(**{**dict.fromkeys(RoundSeat._fields, 0), **row}) for row in rows]
        return rules.scoring.points(state.round, together(seats, rules.sides))
    able = possible(rules, state, result)
    if able and all(len(each) == 1 for each in able.each):
        return [min(each) for each in able.each]
    return None


def hands_of(rules: MeldRules, state: MeldState, result: MeldResult, seat: int) -> list[HandPoints]:
    """Return what a hand of a player may come to, with what is counted of it."""
    counts = dict(result.counts.get(seat, {}))
    each = rules.cards_each(state.round)
    if rules.idle_called in counts:
        counts["idle"] = -counts.pop(rules.idle_called)
    one_more = seat == result.declared and AFTER_TAKING in rules.declare_when
    hands = _hands(rules, each, each + one_more, lays_off=rules.lays_off and result.declared not in (-1, seat))
    if counts:
        counts = {"idle": 0, **({"melds": 0} if any(hand.melds for hand in hands) else {}), **counts}
    found = []
    for hand in hands:
        if all(getattr(hand, name) == number for name, number in counts.items()):
            found.append(hand)
    return found


@lru_cache(maxsize=32)
def _hands(rules: MeldRules, fewest: int, most: int, *, lays_off: bool) -> list[HandPoints]:
    """Return what any hand of so many cards may come to, of somebody who may lay cards off or not."""
    pack = packs.pack([card for card, many in enumerate(rules.at_most) for _ in range(min(many, packs.MOST))])
    kinds = {(len(meld.laid), meld.points) for meld in rules.arranger.melds(pack)}
    idle: list[set[Any]] = [{0}, *(set() for _ in range(most))]
    """Scores that idle cards can have, by their number."""
    for card, worth in enumerate(rules.arranger.idle):
        for _ in range(min(rules.at_most[card], most)):
            for number in range(most, 0, -1):
                idle[number] |= {points + worth for points in idle[number - 1]}
    melded: list[set[Any]] = [{0}]
    """Scores that cards in melds can have, by their number."""
    for number in range(1, most + 1):
        melded.append({points + worth for size, worth in kinds if size <= number for points in melded[number - size]})
    ends = set()
    for size in range(fewest, most + 1):
        for left in range(size + 1):
            for many in range(size - left + 1) if lays_off else (size - left,):
                ends |= {HandPoints(points, out, left, left + many) for points in melded[many] for out in idle[left]}
    return sorted(ends)


def possible(rules: MeldRules, state: MeldState, result: MeldResult) -> RoundScores | None:
    """Return what the players can score in a round; None where there are too many ways, or where that depends on more."""
    used = rules.scoring.used
    counted = bool(result.counts)
    players = range(rules.players)
    if rules.lays or (not counted and (rules.action_cards or used & {"total", "dealer", "round", "penalty"})):
        return None
    open_end = result.declared < 0 and not counted
    if open_end:
        declarers = [*players, *([] if rules.always_declared else [-1])]
    else:
        declarers = [result.declared]
    ways = []
    for declarer in declarers:
        hands = [hands_of(rules, state, result._replace(declared=declarer), seat) for seat in players]
        if declarer >= 0:
            hands[declarer] = [hand for hand in hands[declarer] if rules.enough(*hand)]
        ways.append((declarer, tuple([_alike(rules, each) for each in hands])))
    if sum(prod(map(len, hands)) for _, hands in ways) > MOST_WAYS:
        return None
    known = tuple(
        [
            (sum(result.action.get(seat, ())), 0, "dealer" in used and seat == state.dealer, "total" in used and total)
            for seat, total in enumerate(state.scores)
        ]
    )
    void = not counted and (not rules.always_declared or rules.may_be_void)
    return _scores(rules, tuple(ways), known, state.round if "round" in used else 1, void)


@lru_cache(maxsize=32)
def _scores(
    rules: MeldRules,
    ways: tuple[tuple[int, tuple[tuple[HandPoints, ...], ...]], ...],
    known: tuple[tuple[Any, ...], ...],
    round_: int,
    void: bool,
) -> RoundScores:
    """Return what all players can score: for each who may have ended the round, with the hands that they may have then."""
    ends = set[tuple[Any, ...]]()
    for declarer, hands in ways:
        for chosen in product(*hands):
            end = [RoundSeat(*hand, seat == declarer, *known[seat]) for seat, hand in enumerate(chosen)]
            ends.add(tuple(rules.scoring.points(round_, end)))
    courses = [Course({(seat,): {number: {()}} for seat, number in enumerate(end)}) for end in ends]
    return RoundScores([*courses, *([pads.NOTHING] if void else [])], rules.players)


def _alike(rules: MeldRules, hands: Sequence[HandPoints]) -> tuple[HandPoints, ...]:
    """Return one of all hands that scoring cannot tell apart."""
    asked = rules.scoring.compared
    used = [name for name in COUNTED if name in rules.scoring.used]

    def tell(name: str, number: Any) -> Any:
        if name in asked:
            return tuple([COMPARE[sign](number, other) for sign, other in asked[name]])
        return number

    first: dict[tuple[Any, ...], HandPoints] = {}
    for hand in hands:
        first.setdefault(tuple([tell(name, getattr(hand, name)) for name in used]), hand)
    return tuple(first.values())
