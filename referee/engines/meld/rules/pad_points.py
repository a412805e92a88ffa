"""A round for which a score pad has numbers but no cards: points of melds and idle cards, or the score alone.

What a hand can come to is worked out from the deck: how many cards lie idle and what they score, and what the others score in
melds, as if melds did not share a card. That is a little more than there can be, so nothing is refused that could happen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import product
from math import inf, prod
from operator import eq, ge, gt, le, lt, ne
from typing import Any, NamedTuple

from referee.core import pads
from referee.core.findings import Faults, Finding
from referee.core.formula_spans import ANY, TRUTH, NumberSpan, either, exactly, span
from referee.core.places import Pointer
from referee.core.wording import listed
from referee.engines.meld.rules.rounds import MeldResult
from referee.engines.meld.state import MeldState
from referee.engines.meld.words import packs
from referee.engines.meld.words.compiled import AFTER_TAKING, MeldRules
from referee.engines.meld.words.scoring import SHARED, RoundSeat, together

MOST_WAYS = 20_000
"""With more ways than this it is only worked out between what numbers each player's points lie."""
COMPARE: dict[str, Callable[[Any, Any], bool]] = {"==": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge}
MORE_LAID = ("long", "pure", "put", "at_once")
COUNTED = ("melds", "idle", "left", "cards")
AT: Pointer = ("result",)
Points = tuple[Any, ...]
"""The points of a round, seat by seat."""


class PadHand(NamedTuple):
    """What a hand comes to at the end of a round."""

    melds: Any
    idle: Any
    left: int
    cards: int


def names(rules: MeldRules) -> list[str]:
    """Return the names of what a pad may count in a hand, or, where melds are laid during play, of what a player has."""
    if rules.lays:
        return ["laid", "idle", "left", *(name for name in MORE_LAID if name in rules.scoring.used)]
    return [*COUNTED, *([rules.idle_called] if rules.idle_called else [])]


def check(rules: MeldRules, state: MeldState, result: MeldResult) -> Faults:
    """Yield what is wrong with the numbers of a pad."""
    if result.counts:
        faults = list(_check_counts(rules, state, result))
        yield from faults
        if faults or not result.points:
            return
        points = scored(rules, state, result)
        if points is not None:
            known = zip(pads.known_totals(state.scores, state.untold), points, strict=True)
            totals = [None if before is None else before + more for before, more in known]
            true: dict[str, Sequence[Any]] = {"score": points, "totals": totals}
            yield from pads.miswritten("result", state.players, result.points, true, AT)
            return
    scores, totals_said = result.points.get("score", {}), result.points.get("totals", {})
    yield from pads.wrongly_added(
        "result", state.players, pads.known_totals(state.scores, state.untold), scores, totals_said
    )
    able = possible(rules, state, result)
    if able is not None:
        ways, alone = able.together, rules.sides
        yield from pads.unscorable(
            "result", state, result.points, alone, able.each.__getitem__,
            lambda points: "" if ways is None or _together(ways, points) else "together",
        )  # fmt: skip


def omitted(rules: MeldRules, state: MeldState, result: MeldResult) -> list[int]:
    """Return the players who have no points on the pad and can have scored, with what the others have."""
    said = pads.gained(result.points, state.scores, state.untold)
    without = [seat for seat in range(rules.players) if seat not in {*said, *result.points.get("totals", {})}]
    able = possible(rules, state, result) if without else None
    if able is None:
        return without
    if able.together is None:
        return [seat for seat in without if any(able.each[seat])]
    ways = _together(able.together, said)
    return [seat for seat in without if any(way[seat] for way in ways)]


def _together(ways: Iterable[Points], told: Mapping[int, Any]) -> list[Points]:
    """Return the ways in which a round can end with these points."""
    return [way for way in ways if all(way[seat] == number for seat, number in told.items())]


class RoundScores(NamedTuple):
    """What every player can score in a round, and what all together, where that was tried."""

    each: list[set[Any]] | list[range]
    together: set[Points] | None


def _check_counts(rules: MeldRules, state: MeldState, result: MeldResult) -> Faults:
    counted = {other for seat in result.counts for other in rules.side[seat]}
    missing = [player for seat, player in enumerate(state.players) if seat not in counted]
    if missing:
        message = f"the result has no counts for {listed(missing)}; it must have those of all players"
        yield Finding("result", message, at=(*AT, "counts"), asks=True)
        return
    for seat in result.counts:
        who, at = state.players[seat], (*AT, "counts", state.players[seat])
        if rules.lays:
            yield from _laid_faults(rules, state, result, seat, at)
            continue
        hands = hands_of(rules, state, result, seat)
        said = listed([f"{number} for {name}" for name, number in result.counts[seat].items()]) or "nothing"
        if not hands:
            yield Finding("result", f"{who} counts {said}; no hand adds up to that", seat, at=at)
        elif seat == result.declarer and not any(rules.enough(*hand) for hand in hands):
            message = f"{who} declared {rules.called} and counts {said}; such a hand may not be declared"
            yield Finding("declare", message, seat, word=("declare", "needs"), at=at)
    if result.declarer < 0 and rules.always_declared:
        says = f"the result does not say who declared {rules.called}, which is how a round ends"
        yield Finding("result", f"{says}; add `declared: PLAYER`", at=AT)


def _laid_faults(rules: MeldRules, state: MeldState, result: MeldResult, seat: int, at: Pointer) -> Faults:
    """Yield why a player cannot have these cards left, or have laid so much."""
    who, row = state.players[seat], _spans(rules, state, result._replace(counts={}), seat)
    for name, number in result.counts[seat].items():
        if not row[name].least <= number <= row[name].most:
            says = f"{who} counts {number} for {name}"
            what = "it is 0 for who has no card left" if row[name][:2] == (0, 0) else "no cards add up to that"
            yield Finding("result", f"{says}; {what}", seat, at=at)


def _spans(rules: MeldRules, state: MeldState, result: MeldResult, seat: int) -> dict[str, NumberSpan]:
    """Return between what numbers each name of a player's score lies, where melds are laid during play."""
    cards, out = sum(rules.at_most), seat == result.declarer
    worths = [worth * many for worth, many in zip(rules.arranger.idle, rules.at_most, strict=True)]
    holds = result.counts.get(seat, {}).get("left", 0) > 0
    none_left = out and len(rules.side[seat]) == 1
    counts = dict[str, NumberSpan]()
    if any(other in result.counts for other in rules.side[seat]):  # what a pad omits then is 0
        told = dict.fromkeys(("laid", "idle", *MORE_LAID), 0) | result.counts.get(seat, {})
        told = told if told["idle"] else {"left": 0} | told
        counts = {name: exactly(number) for name, number in told.items()}
    nothing, total = exactly(0), state.scores[seat]
    idle = NumberSpan(min(0, sum(min(0, one) for one in worths)), sum(max(0, one) for one in worths), 1)
    return {
        **dict.fromkeys(("melds", "action", "penalty"), nothing),
        "idle": nothing if none_left else idle,
        **dict.fromkeys(("left", "cards"), nothing if none_left else NumberSpan(0, cards, 1)),
        "laid": NumberSpan(0, _most_laid(rules, cards), 1),
        **dict.fromkeys(("long", "pure"), NumberSpan(0, cards // rules.long, 1)),
        "put": NumberSpan(0, sum(rules.at_most[card] for card in rules.put_down), 1),
        "declared": exactly(int(out)) if result.declarer >= 0 or holds else TRUTH,
        "at_once": TRUTH if result.declarer in (-1, seat) and not holds else nothing,
        "dealer": exactly(int(seat == state.dealer)),
        "total": ANY if state.untold[seat] else exactly(total),
        "round": exactly(state.round),
        "rounds": exactly(rules.scoring.rounds),
        "players": exactly(rules.players),
        **counts,
    }


def _shared(rules: MeldRules, rows: list[dict[str, NumberSpan]]) -> list[dict[str, NumberSpan]]:
    """Return between what numbers the names lie for each player with what partners add up."""
    sums = [
        {name: sum([rows[seat][name] for seat in side], exactly(0)) for name in SHARED}
        | {name: either(*[rows[seat][name] for seat in side]) for name in ("declared", "at_once")}
        for side in rules.side
    ]
    return [row | more if len(side) > 1 else row for row, more, side in zip(rows, sums, rules.side, strict=True)]


def _most_laid(rules: MeldRules, cards: int) -> Any:
    """Return more than all melds of a round can count together."""
    most: Any = 0
    for kind in rules.arranger.kinds:
        worth = [max(0, value) * many for value, many in zip(kind.values, rules.at_most, strict=True)]
        once = kind.points(sum(worth), cards, 0)
        most += once if kind.points(0, cards, 0) == 0 else once * (cards // kind.arguments.least)
    return most


def _row(
    rules: MeldRules, state: MeldState, result: MeldResult, seat: int, hands: Sequence[PadHand]
) -> dict[str, NumberSpan]:
    """Return between what numbers each name of a player's score lies who has one of these hands at the end of a round."""
    each = rules.action_points if rules.action_cards else ()
    action = sum([NumberSpan(min(0, points), max(0, points), abs(points)) for points in each], exactly(0))
    if result.action or (rules.action_cards and not each):
        action = exactly(sum(result.action.get(seat, ()))) if result.action else ANY
    return {
        **dict.fromkeys(RoundSeat._fields, exactly(0)),
        **{name: either(*map(exactly, {getattr(hand, name) for hand in hands})) for name in COUNTED},
        "declared": exactly(int(seat == result.declarer)) if result.declarer >= 0 else TRUTH,
        "action": action,
        "penalty": ANY if rules.penalty else exactly(0),
        "players": exactly(rules.players),
        "rounds": exactly(rules.scoring.rounds),
    }


def _between(rules: MeldRules, rows: Sequence[dict[str, NumberSpan]]) -> RoundScores | None:
    """Return between what numbers the points of each player lie, each name of the scoring taken by itself."""
    scoring = rules.scoring
    anybody = {name: either(*[row[name] for row in rows]) for name in rows[0]}
    for name, formula in scoring.defined:
        for row in rows:
            row[name] = span(formula, row, anybody, rules.players)
        anybody[name] = either(*[row[name] for row in rows])
    spans = [sum([span(part, row, anybody, rules.players) for part in scoring.parts], exactly(0)) for row in rows]
    if rules.may_be_void and not rules.lays:
        spans = [either(one, exactly(0)) for one in spans]
    if any(one.step is None for one in spans):
        return None
    return RoundScores([range(one.least, one.most + 1, one.step or 1) for one in spans], None)


def scored(rules: MeldRules, state: MeldState, result: MeldResult) -> list[Any] | None:
    """Return the points of a round from what is counted; None where these depend on what is not."""
    if rules.lays:
        rows = [_spans(rules, state, result, seat) for seat in range(rules.players)]
        if any(row[name].least != row[name].most for row in rows for name in rules.scoring.used):
            return None
        seats = [RoundSeat(**{name: row[name].least for name in RoundSeat._fields}) for row in rows]
        return rules.scoring.points(state.round, together(seats, rules.sides))
    able = possible(rules, state, result)
    ways = able.together if able is not None else None
    return list(*ways) if ways and len(ways) == 1 else None


def _enough(rules: MeldRules, state: MeldState, result: MeldResult, seat: int) -> list[PadHand]:
    """Return the hands that a player may have had who counts what is written, good enough to end the round for whoever did."""
    hands = hands_of(rules, state, result, seat)
    return [hand for hand in hands if rules.enough(*hand)] if seat == result.declarer else hands


def hands_of(rules: MeldRules, state: MeldState, result: MeldResult, seat: int) -> list[PadHand]:
    """Return what a hand of a player may come to, with what is counted of it."""
    told = dict(result.counts.get(seat, {}))
    if rules.idle_called in told:
        told["idle"] = -told.pop(rules.idle_called)
    hands = _hands(rules, state.round, declared=seat == result.declarer, others=result.declarer not in (-1, seat))
    if told and "melds" not in told and any(hand.melds for hand in hands):
        told["melds"] = 0
    if told and "idle" not in told:
        told.setdefault("idle", 0)
    return [hand for hand in hands if all(getattr(hand, name) == number for name, number in told.items())]


def _hands(rules: MeldRules, round_: int, *, declared: bool, others: bool) -> list[PadHand]:
    """Return what any hand may come to: of somebody who ended the round, of another who may lay cards off, or of neither."""
    each = rules.cards_each(round_)
    key = (each, declared, others and rules.lays_off)
    if key not in rules.hands_known:
        sizes = [each, each + 1] if declared and AFTER_TAKING in rules.declare_when else [each]
        most = ("most", max(sizes))
        if most not in rules.hands_known:
            rules.hands_known[most] = _idle(rules, max(sizes)), _melded(rules, max(sizes))
        idle, melded = rules.hands_known[most]
        found = set()
        for size in sizes:
            for left in range(size + 1):
                in_melds = range(size - left + 1) if key[2] else (size - left,)
                for many, lying in product(in_melds, idle[left]):
                    found |= {PadHand(points, lying, left, left + many) for points in melded[many]}
        rules.hands_known[key] = sorted(found)
    known: list[PadHand] = rules.hands_known[key]
    return known


def _idle(rules: MeldRules, most: int) -> list[set[Any]]:
    """Return what idle cards can score, by their number."""
    sums: list[set[Any]] = [{0}, *(set() for _ in range(most))]
    for card, worth in enumerate(rules.arranger.idle):
        for _ in range(min(rules.at_most[card], most)):
            for number in range(most, 0, -1):
                sums[number] |= {points + worth for points in sums[number - 1]}
    return sums


def _melded(rules: MeldRules, most: int) -> list[set[Any]]:
    """Return what cards in melds can score, by their number: never more than the best of them would, each with its share of a
    meld."""
    values = rules.arranger.values
    copies = [min(number, packs.MOST) for number in rules.at_most]
    pack = packs.pack([card for card, number in enumerate(copies) for _ in range(number)])
    kinds, shares = set[tuple[int, Any]](), [-inf] * len(copies)
    for meld in rules.arranger.melds(pack):
        kinds.add((len(meld.laid), meld.points))
        rest = meld.points - sum(values[card] for card in meld.laid)
        plain = [card for card in meld.laid if card not in rules.arranger.wilds] or meld.laid
        for card in meld.laid:
            shares[card] = max(shares[card], values[card] + rest / len(plain) * (card in plain))
    best = sorted([share for share, number in zip(shares, copies, strict=True) for _ in range(number)], reverse=True)
    sums: list[set[Any]] = [{0}, *(set() for _ in range(most))]
    for number in range(1, most + 1):
        able = sum(best[:number]) + 1e-6
        sums[number] = {points + worth for size, worth in kinds if size <= number for points in sums[number - size]}
        sums[number] = {points for points in sums[number] if points <= able}
    return sums


def possible(rules: MeldRules, state: MeldState, result: MeldResult) -> RoundScores | None:
    """Return what the players can score in a round; None where there are too many ways."""
    if rules.lays:
        rows = _shared(rules, [_spans(rules, state, result, seat) for seat in range(rules.players)])
        return None if "total" in rules.scoring.used and any(state.untold) else _between(rules, rows)
    if result.counts:
        return _counted(rules, state, result)
    key = (rules.cards_each(state.round), result.declarer, tuple(sorted(result.action.items())))
    if rules.scoring.used & {"total", "dealer", "round"}:
        return None
    if key not in rules.points_known:
        rules.points_known[key] = _possible(rules, state, result)
    able: RoundScores | None = rules.points_known[key]
    return able


def _counted(rules: MeldRules, state: MeldState, result: MeldResult) -> RoundScores | None:
    """Return what the players can score with what is counted."""
    used = rules.scoring.used
    hands = [_alike(rules, _enough(rules, state, result, seat), used) for seat in range(rules.players)]
    if prod(map(len, hands)) > MOST_WAYS:
        return None
    together = {tuple(_points(rules, state, result.declarer, chosen, result)) for chosen in product(*hands)}
    return RoundScores([{way[seat] for way in together} for seat in range(rules.players)], together)


def _possible(rules: MeldRules, state: MeldState, result: MeldResult) -> RoundScores | None:
    used, players = rules.scoring.used, range(rules.players)
    declarers = [*players, *([] if rules.always_declared else [-1])] if result.declarer < 0 else [result.declarer]
    ways = []
    for declarer in declarers:
        one = result._replace(declarer=declarer)
        ways.append([_alike(rules, _enough(rules, state, one, seat), used) for seat in players])
    if sum(prod(map(len, hands)) for hands in ways) > MOST_WAYS or "penalty" in used or rules.action_cards:
        rows = [_row(rules, state, result, seat, [hand for hands in ways for hand in hands[seat]]) for seat in players]
        return _between(rules, rows)
    together = {
        tuple(_points(rules, state, declarer, chosen, result))
        for declarer, hands in zip(declarers, ways, strict=True)
        for chosen in product(*hands)
    }
    if not rules.always_declared or rules.may_be_void:
        together.add((0,) * rules.players)
    return RoundScores([{way[seat] for way in together} for seat in players], together)


def _alike(rules: MeldRules, hands: Sequence[PadHand], used: frozenset[str]) -> list[PadHand]:
    """One of all hands that scoring cannot tell apart."""
    asked = rules.scoring.compared

    def tell(name: str, number: Any) -> Any:
        return tuple([COMPARE[sign](number, other) for sign, other in asked[name]]) if name in asked else number

    first: dict[tuple[Any, ...], PadHand] = {}
    for hand in hands:
        first.setdefault(tuple([tell(name, getattr(hand, name)) for name in COUNTED if name in used]), hand)
    return list(first.values())


def _points(
    rules: MeldRules, state: MeldState, declarer: int, hands: Sequence[PadHand], result: MeldResult
) -> list[Any]:
    seats = []
    for seat, hand in enumerate(hands):
        action = sum(result.action.get(seat, ()))
        seats.append(RoundSeat(*hand, seat == declarer, action, 0, seat == state.dealer, state.scores[seat]))
    return rules.scoring.points(state.round, seats)
