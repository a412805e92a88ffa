"""A round for which a score pad has numbers but no cards: points of melds and idle cards, or the score alone.

What a hand can come to is worked out from the deck: how many cards lie idle and what they score, and what the others score in
melds, as if melds did not share a card. That is more than there can be, so nothing is refused that could happen. Where hands
can come to too much, or melds lie on the table, points alone are taken as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache
from itertools import chain, product
from math import inf, prod
from operator import eq, ge, gt, le, lt, ne

from referee.core import pads
from referee.core.data import Data
from referee.core.events import Faults, Finding
from referee.core.formula import Value
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
Span = tuple[Value, Value]
"""The least and the most of a number."""
COMPARE: dict[str, Callable[[Value, Value], bool]] = {"==": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge}
MORE_LAID = ("long", "pure", "put", "at_once")
COUNTED = ("melds", "idle", "left", "cards")
AT: Pointer = ("result",)


def names(rules: MeldRules) -> list[str]:
    """The names under which a pad may count things: of a hand or, where melds are laid during play, of a player."""
    if rules.lays:
        return ["laid", "idle", "left"] + [name for name in MORE_LAID if name in rules.scoring.used]
    found: list[str] = list(COUNTED)
    if rules.idle_called:
        found.append(rules.idle_called)
    return found


def check(rules: MeldRules, state: MeldState, result: MeldResult) -> Faults:
    """Yield everything wrong with the counts and the points of a round on a score pad."""
    if result.counts:
        faults = list(_check_counts(rules, state, result))
        yield from faults
        if faults or not result.points:
            return
    points = points_of_round(rules, state, result)
    written = PadPoints("result", state.players, pads.known_totals(state), result.points, rules.sides)
    if points is None:
        yield from written.faults(possible(rules, state, result))
    else:
        yield from written.miswritten(points)


def _check_counts(rules: MeldRules, state: MeldState, result: MeldResult) -> Faults:
    """Yield that counts of some players are missing, that no hand has such counts, or that nobody is said to have ended
    the round."""
    counted = set(chain.from_iterable(rules.side[seat] for seat in result.counts))
    missing = [player for seat, player in enumerate(state.players) if seat not in counted]
    if missing:
        message = f"the result has no counts for {in_list(missing)}; it must have those of all players"
        yield Finding("result", message, at=AT + ("counts",), asks=True)
        return
    for seat in result.counts:
        if rules.lays:
            yield from _check_counts_on_table(rules, state, result, seat)
        else:
            yield from _check_counts_of_hand(rules, state, result, seat)
    yield from no_declarer(rules, result)


def _check_counts_of_hand(rules: MeldRules, state: MeldState, result: MeldResult, seat: int) -> Faults:
    """Yield that no hand has these counts or, for the player who ended the round, none that may be declared."""
    who = state.players[seat]
    at = AT + ("counts", who)
    hands = hands_of(rules, state, result, seat)
    text = "nothing"
    if result.counts[seat]:
        text = in_list([f"{number} for {name}" for name, number in result.counts[seat].items()])
    if not hands:
        yield Finding("result", f"{who} counts {text}; no hand adds up to that", seat, at=at)
    elif seat == result.declared and not any(rules.enough(*hand) for hand in hands):
        message = f"{who} declared {rules.called} and counts {text}; such a hand may not be declared"
        yield Finding("declare", message, seat, word=("declare", "needs"), at=at)


def no_declarer(rules: MeldRules, result: MeldResult) -> Faults:
    """Yield that a result does not say who ended the round, where only a player can."""
    if result.declared < 0 and rules.always_declared:
        says = f"the result does not say who declared {rules.called}, which is how a round ends"
        yield Finding("result", f"{says}; add `declared: PLAYER`", at=AT)


def _check_counts_on_table(rules: MeldRules, state: MeldState, result: MeldResult, seat: int) -> Faults:
    """Yield counts that a player cannot have, in games where melds are laid during play."""
    who = state.players[seat]
    spans = _spans_on_table(rules, result, seat)
    for name, number in result.counts[seat].items():
        least, most = spans.get(name, (0, inf))
        if least <= number <= most:
            continue
        why = "no cards add up to that"
        if (least, most) == (0, 0):
            why = "it is 0 for who has no card left"
        yield Finding("result", f"{who} counts {number} for {name}; {why}", seat, at=AT + ("counts", who))


def _spans_on_table(rules: MeldRules, result: MeldResult, seat: int) -> dict[str, Span]:
    """The least and the most that a player can have of each thing; whatever is not here has no limit."""
    spans: dict[str, Span] = {"at_once": (0, 0)}
    spans["put"] = (0, sum(rules.at_most[card] for card in rules.put_down))
    if result.declared in (-1, seat) and not result.counts[seat].get("left"):
        spans["at_once"] = (0, 1)
    if seat == result.declared and len(rules.side[seat]) == 1:
        spans["idle"] = (0, 0)
        spans["left"] = (0, 0)
    else:
        worths = [worth * many for worth, many in zip(rules.arranger.idle, rules.at_most, strict=True)]
        spans["idle"] = (sum(min(0, one) for one in worths), sum(max(0, one) for one in worths))
        spans["left"] = (0, sum(rules.at_most))
    return spans


def _end_on_table(rules: MeldRules, state: MeldState, result: MeldResult, seat: int) -> Data:
    """What is known of the end of a round for a player, by the fields of `RoundSeat`, where melds lie on the table. A
    count that is left out is 0; a field that is not here is not known."""
    counts = result.counts.get(seat, {})
    known: Data = dict.fromkeys(RoundSeat._fields, 0)
    known["dealer"] = seat == state.dealer
    known["total"] = state.scores[seat]
    known["declared"] = seat == result.declared
    known.update(counts)
    if state.untold[seat]:
        del known["total"]
    if counts.get("idle") and "left" not in counts:
        del known["left"]
    if seat != result.declared or len(rules.side[seat]) > 1:
        del known["cards"]
    if result.declared < 0 and not counts.get("left"):
        del known["declared"]
    return known


def points_of_round(rules: MeldRules, state: MeldState, result: MeldResult) -> list[Value] | None:
    """The points of a round by seat, from the counts of a pad; None if they depend on more."""
    if not result.counts:
        return None
    if rules.lays:
        nothing = dict.fromkeys(RoundSeat._fields, 0)
        rows = [_end_on_table(rules, state, result, seat) for seat in range(rules.players)]
        if any(rules.scoring.used & (set(RoundSeat._fields) - row.keys()) for row in rows):
            return None
        seats = [RoundSeat(**{**nothing, **row}) for row in rows]
        return rules.scoring.points(state.round, together(seats, rules.sides))
    able = possible(rules, state, result)
    if able and all(len(each) == 1 for each in able.each):
        return [min(each) for each in able.each]
    return None


def hands_of(rules: MeldRules, state: MeldState, result: MeldResult, seat: int) -> list[HandPoints]:
    """The points that the hand of a player may have had, of all hands with these counts."""
    counts = dict(result.counts.get(seat, {}))
    each = rules.cards_each(state.round)
    if rules.idle_called in counts:
        counts["idle"] = -counts.pop(rules.idle_called)  # the players' word, such as deadwood, has no minus sign
    most = each
    if seat == result.declared and AFTER_TAKING in rules.declare_when:
        most += 1
    may_lay_off = rules.lays_off and result.declared not in (-1, seat)
    hands = _hands(rules, each, most, lays_off=may_lay_off)
    if counts:
        counts.setdefault("idle", 0)
        if any(hand.melds for hand in hands):
            counts.setdefault("melds", 0)
    found = []
    for hand in hands:
        if all(getattr(hand, name) == number for name, number in counts.items()):
            found.append(hand)
    return found


@lru_cache(maxsize=32)
def _hands(rules: MeldRules, fewest: int, most: int, *, lays_off: bool) -> list[HandPoints]:
    """The points that hands of `fewest` to `most` cards may have. If the player `lays_off` cards, any number of the
    others may be gone."""
    idle = _idle_scores(rules, most)
    melded = _meld_scores(rules, most)
    ends = set[HandPoints]()
    for size in range(fewest, most + 1):
        for left in range(size + 1):
            fewest_melded = size - left
            if lays_off:
                fewest_melded = 0
            for many in range(fewest_melded, size - left + 1):
                for points in melded[many]:
                    ends |= {HandPoints(points, idle_points, left, left + many) for idle_points in idle[left]}
    return sorted(ends)


def _idle_scores(rules: MeldRules, most: int) -> list[set[Value]]:
    """The scores that idle cards can have: a set for each number of cards, up to `most`."""
    idle: list[set[Value]] = [{0}]
    for _ in range(most):
        idle.append(set())
    for card, worth in enumerate(rules.arranger.idle):
        for _ in range(min(rules.at_most[card], most)):
            for number in range(most, 0, -1):
                idle[number] |= {points + worth for points in idle[number - 1]}
    return idle


def _meld_scores(rules: MeldRules, most: int) -> list[set[Value]]:
    """The scores that cards in melds can have, a set for each number of cards up to `most`. Melds are counted as if
    they could share cards, which allows too much rather than too little."""
    deck = sum(min(many, packs.MOST) * packs.UNITS[card] for card, many in enumerate(rules.at_most))
    kinds = {(len(meld.laid), meld.points) for meld in rules.arranger.melds(deck)}
    melded: list[set[Value]] = [{0}]
    for number in range(1, most + 1):
        scores = set()
        for size, worth in kinds:
            if size <= number:
                scores |= {points + worth for points in melded[number - size]}
        melded.append(scores)
    return melded


ASKS_MORE = {"total", "dealer", "hand", "penalty"}
"""Names in the scoring of a round that more than the hands and who ended it decide."""


def possible(rules: MeldRules, state: MeldState, result: MeldResult) -> RoundScores | None:
    """The points that the players can score in a round; None if there are too many ways to tell, or if they depend on
    more."""
    used = rules.scoring.used
    if rules.lays or (not result.counts and (rules.action_cards or used & ASKS_MORE)):
        return None
    ways = [(declarer, _hands_if_declared(rules, state, result, declarer)) for declarer in _declarers(rules, result)]
    if sum(prod(map(len, hands)) for _, hands in ways) > MOST_WAYS:
        return None
    known: list[tuple[Value, int, bool, Value]] = []  # Action points, penalty, dealer and total of each player
    for seat, total in enumerate(state.scores):
        action = sum(result.action.get(seat, ()))
        dealer = "dealer" in used and seat == state.dealer
        known.append((action, 0, dealer, total if "total" in used else 0))
    round_ = 1
    if "hand" in used:
        round_ = state.round
    void = not result.counts and (not rules.always_declared or rules.may_be_void)
    return _scores(rules, tuple(ways), tuple(known), round_, void)


def _declarers(rules: MeldRules, result: MeldResult) -> list[int]:
    """The seats that may have ended the round, -1 for nobody."""
    if result.declared >= 0 or result.counts:
        return [result.declared]
    seats = list(range(rules.players))
    if not rules.always_declared:
        seats.append(-1)
    return seats


def _hands_if_declared(
    rules: MeldRules, state: MeldState, result: MeldResult, declarer: int
) -> tuple[tuple[HandPoints, ...], ...]:
    """For each player, the hands that are possible if this player ended the round; one stands for all that score the
    same."""
    result = result._replace(declared=declarer)
    hands = [hands_of(rules, state, result, seat) for seat in range(rules.players)]
    if declarer >= 0:
        hands[declarer] = [hand for hand in hands[declarer] if rules.enough(*hand)]
    return tuple(_alike(rules, each) for each in hands)


@lru_cache(maxsize=32)
def _scores(
    rules: MeldRules,
    ways: tuple[tuple[int, tuple[tuple[HandPoints, ...], ...]], ...],
    known: tuple[tuple[Value, int, bool, Value], ...],
    round_: int,
    void: bool,
) -> RoundScores:
    """The points that all players can score together. `ways` are the seats that may have ended the round, each with
    everybody's possible hands then; `known` has, by seat, the fields of `RoundSeat` after `declared`; the round may
    also be `void`."""
    ends = set[tuple[Value, ...]]()
    for declarer, hands in ways:
        for chosen in product(*hands):
            end = [RoundSeat(*hand, seat == declarer, *known[seat]) for seat, hand in enumerate(chosen)]
            ends.add(tuple(rules.scoring.points(round_, end)))
    courses = [_course(end) for end in ends]
    if void:
        courses.append(pads.NOTHING)
    return RoundScores(courses, rules.players)


def _course(end: Sequence[Value]) -> Course:
    """A course of a round in which exactly these points are scored."""
    return Course({(seat,): {number: {()}} for seat, number in enumerate(end)})


def _alike(rules: MeldRules, hands: Sequence[HandPoints]) -> tuple[HandPoints, ...]:
    """One hand for each group of hands that scoring cannot tell apart. Of a number that scoring only compares, the
    outcome of the comparisons is all that matters."""
    asked = rules.scoring.compared
    used = [name for name in COUNTED if name in rules.scoring.used]

    def difference(name: str, number: Value) -> Hashable:
        if name in asked:
            return tuple([COMPARE[sign](number, other) for sign, other in asked[name]])
        return number

    first: dict[tuple[Hashable, ...], HandPoints] = {}
    for hand in hands:
        first.setdefault(tuple([difference(name, getattr(hand, name)) for name in used]), hand)
    return tuple(first.values())
