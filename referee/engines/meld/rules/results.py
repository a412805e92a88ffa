"""A whole round written as its result: the hands in which it ended, who ended it, what was laid off, Action points."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from referee.core import pads
from referee.core.events import Event
from referee.core.findings import Faults, Finding, counted
from referee.core.named_tuple import NamedTuple
from referee.core.places import Pointer
from referee.engines.meld.compiled import AFTER_TAKING, MeldRules
from referee.engines.meld.rules import pad_points, rounds, shows, whereabouts
from referee.engines.meld.rules.rounds import LayOff, MeldResult, ShownCards
from referee.engines.meld.state import MeldState
from referee.engines.meld.words import packs
from referee.engines.meld.words.arrange import Arrangement

AT: Pointer = ("result",)


class _Hand(NamedTuple):
    """What a result says of one player: all cards held at the end, the hand as it was counted, and what was laid off."""

    whole: int
    kept: ShownCards
    laid: tuple[LayOff, ...]


def check_result(rules: MeldRules, state: MeldState, event: Event) -> Faults:
    """Check that the hands in which a round ended are possible hands, and that the one that was declared was good enough."""
    result = _with_declarer(rules, state, event.value)
    if rules.lays and result.hands:
        faults = list(_left_faults(rules, state, result))
        yield from faults or pad_points.check(rules, state, _counts_left(rules, result))
        return
    if not result.hands:
        yield from pad_points.check(rules, state, result)
        return
    missing = [player for seat, player in enumerate(state.players) if seat not in result.hands]
    if missing:
        message = f"the result has no hand for {' and '.join(missing)}; it must have the hands of all players"
        yield Finding("result", message, at=AT, asks=True)
        return
    trial = state.copy()
    for seat in result.hands:
        faults = list(_hand_faults(rules, trial, result, seat))
        yield from faults
        if faults:
            return
        trial.hands[seat], trial.hidden[seat] = _hand(rules, state, result, seat).whole, 0
        trial.located += trial.hands[seat]
    if result.declarer < 0 and rules.stock.empty == "shuffle_pile":
        says = f"the result does not say who declared {rules.called}, which is how a round ends"
        yield Finding("result", f"{says}; add `declared: PLAYER`", at=AT)
    if result.declarer >= 0:
        yield from _declared_faults(rules, trial, result)
    yield from _laid_faults(rules, trial, _in_order(rules, trial, result))
    drawn, most = sum(map(len, result.action.values())), sum(rules.at_most[card] for card in rules.action_cards)
    if drawn > most:
        message = f"{drawn} Action cards are recorded for one round; the deck has {most} draw cards"
        yield Finding("action", message, at=(*AT, "action"), bars=True)
    if result.points:
        after = state.copy()
        put_result(rules, after, event)
        true = {"score": after.history[-1].points, "totals": pads.known_totals(after.scores, after.untold)}
        yield from pads.miswritten("result", state.players, result.points, true, AT)


def _left_faults(rules: MeldRules, state: MeldState, result: MeldResult) -> Faults:
    """Yield why the cards cannot be those left in the hands of players who laid melds on the table."""
    trial = state.copy()
    for seat, shown in result.hands.items():
        who, at = state.players[seat], (*AT, "hands", state.players[seat])
        if seat == result.declarer and shown.cards:
            message = f"{who} ended the round with {rules.names(shown.cards)} in hand; it ends when no card is left"
            yield Finding("declare", message, seat, at=at)
        yield from whereabouts.faults(rules, trial, shown.cards, f"{who} shows", seat, at)
        trial.located += shown.cards


def _counts_left(rules: MeldRules, result: MeldResult) -> MeldResult:
    """Return the result with what the cards left in hands come to in their place."""
    hands = {result.declarer: ShownCards(0, None), **result.hands} if result.declarer >= 0 else result.hands
    counts = {
        seat: result.counts.get(seat, {})
        | {"idle": rules.arranger.idle_points(shown.cards), "left": packs.size(shown.cards)}
        for seat, shown in hands.items()
    }
    return result._replace(hands={}, counts=counts)


def _with_declarer(rules: MeldRules, state: MeldState, result: MeldResult) -> MeldResult:
    """Return the result with who ended the round, where only one player can have: whoever lays cards off has not."""
    if result.declarer >= 0 or not result.hands or not rules.lays_off:
        return result
    each = rules.cards_each(state.round)
    able = [seat for seat, shown in result.hands.items() if seat not in result.laid and packs.size(shown.cards) >= each]
    return result._replace(declarer=able[0]) if len(able) == 1 else result


def _hand(rules: MeldRules, state: MeldState, result: MeldResult, seat: int) -> _Hand:
    """Return a hand: it may be written with the cards that were laid off or as what was left of it, as its size shows."""
    shown, laid = result.hands[seat], result.laid.get(seat, ())
    off = packs.pack(one.card for one in laid)
    if packs.size(shown.cards) == rules.cards_each(state.round) and not packs.lacking(shown.cards, off):
        return _Hand(shown.cards, ShownCards(shown.cards - off, shown.melds), laid)
    return _Hand(shown.cards + off, shown, laid)


def _hand_faults(rules: MeldRules, trial: MeldState, result: MeldResult, seat: int) -> Faults:
    each, hand = rules.cards_each(trial.round), _hand(rules, trial, result, seat)
    who, at = trial.players[seat], (*AT, "hands", trial.players[seat])
    written, off = packs.size(result.hands[seat].cards), packs.pack(one.card for one in hand.laid)
    # whoever ends the round before discarding has one card more
    one_more = packs.size(hand.whole) != each and seat == result.declarer and AFTER_TAKING in rules.declare_when
    trial.hidden[seat] = each + one_more
    if off and packs.size(hand.whole) != each:
        besides = f"{counted(written, 'cards')} and also lays off {rules.names(off)}"
        yield Finding("hand", f"{who} shows {besides}, but holds {each} in all", seat, at=at, bars=True)
        return
    if not off and written < each and rules.lays_off and result.declarer not in (-1, seat):
        says = f"{who} shows {counted(written, 'cards')}, but holds {each}"
        right = f"write what was laid off as `lay_off: {{{who}: [CARD, …]}}`"
        yield Finding("hand", f"{says}; {right}", seat, at=at, bars=True)
        return
    yield from shows.shown_faults(rules, trial, seat, ShownCards(hand.whole, hand.kept.melds), at, "shows")
    both = packs.lacking(hand.kept.cards, sum(hand.kept.melds or ())) if off else 0
    if both:
        message = f"{who} lays off {rules.names(both)}, which {who} also lays out in a meld"
        yield Finding("lay-off", message, seat, at=(*AT, "lay_off", who), bars=True)


def _declared_faults(rules: MeldRules, trial: MeldState, result: MeldResult) -> Faults:
    """Yield why the hand that ended the round was not good enough; where it was, its melds lie on the table of `trial`."""
    seat, who, arrangement = result.declarer, trial.players[result.declarer], _ending(rules, result)
    if rules.good_enough(arrangement, result.upcard):
        trial.declarer = seat
        shows.put_on_table(rules, trial, seat, arrangement)
        return
    message = shows.not_good_enough(
        rules, f"{who} declares {rules.called}", arrangement, result.hands[seat].cards, result.upcard
    )
    yield Finding("declare", message, seat, at=(*AT, "hands", who))


def _ending(rules: MeldRules, result: MeldResult) -> Arrangement:
    """Return the hand of the player who ended the round, as it is arranged."""
    shown = result.hands[result.declarer]
    return shows.written_arrangement(rules, shown) or rules.best_declaration(shown.cards, result.upcard)


def _laid_faults(rules: MeldRules, trial: MeldState, result: MeldResult) -> Faults:
    """Lay cards off, each as if it had been an event of its own, in the order in which it is written; yield what is wrong."""
    for event in _laid_events(trial, result):
        faults = list(shows.check_lay_off(rules, trial, event))
        yield from (fault._replace(at=event.at) for fault in faults)
        if any(fault.bars for fault in faults):
            return
        shows.lay_off(rules, trial, event)


def _in_order(rules: MeldRules, state: MeldState, result: MeldResult) -> MeldResult:
    """Return the result with what was laid off in an order of the players that is legal, if there is one: a map has none."""
    orders = (result._replace(laid=dict(laid)) for laid in permutations(result.laid.items()))
    return next((one for one in orders if not any(_laid_faults(rules, state.copy(), one))), result)


def _laid_events(state: MeldState, result: MeldResult) -> Iterator[Event]:
    for seat, laid in result.laid.items():
        for place, one in enumerate(laid):
            at = (*AT, "lay_off", state.players[seat], *((place,) if len(laid) > 1 else ()))
            yield Event("lay_off", one, seat=seat, at=at)


def put_result(rules: MeldRules, state: MeldState, event: Event) -> None:
    """Score a round from the hands in which it ended."""
    result = _with_declarer(rules, state, event.value)
    state.begin_round(rules)
    state.upcard = result.upcard
    if rules.lays and result.hands:
        result = _counts_left(rules, result)
    if not result.hands:
        _score(rules, state, result)
        return
    hands = {seat: _hand(rules, state, result, seat) for seat in result.hands}
    for seat, hand in hands.items():
        whereabouts.locate(rules, state, hand.whole)
        state.hands[seat] = hand.whole
    if result.declarer >= 0:
        arrangement = _ending(rules, result)
        if rules.good_enough(arrangement, state.upcard):
            state.declarer = result.declarer
            shows.show_declared(rules, state, result.hands[result.declarer], arrangement)
            for laid in _laid_events(state, _in_order(rules, state, result)):
                shows.lay_off(rules, state, laid)
    elif rules.stock.empty != "shuffle_pile":  # it may have ended with the stock
        able = [
            who for who, hand in zip(state.players, state.hands, strict=True) if rules.may_declare(hand, state.upcard)
        ]
        says = f"the result does not say that anybody declared {rules.called}, but {' and '.join(able)} had the cards for it"
        if able:
            state.notes.append(("undeclared", f"{says}; the round counts as ended by the stock", state.clock + 1))
    for seat, hand in hands.items():
        if state.shown[seat] is None:
            shows.show_other(rules, state, seat, ShownCards(state.hands[seat], hand.kept.melds))
    for seat, points in result.action.items():
        state.action[seat] = sum(points)
    state.miss("turns")
    rounds.finish(rules, state)


def _score(rules: MeldRules, state: MeldState, result: MeldResult) -> None:
    """Score a round from what is counted of it, or with the points of the pad."""
    points, omitted = pad_points.scored(rules, state, result) if result.counts else None, list[int]()
    if points is None:  # whom the pad omits has 0, and a total that is not known then
        before, able = pads.known_totals(state.scores, state.untold), pad_points.possible(rules, state, result)
        omitted = pads.without_points(result.points, before, rules.sides, able)
        for what, happened in (("points", omitted), ("score", any(result.points.values()))):
            if happened:
                state.miss(what)
        points = [*pads.points_by_seat(result.points, rules.sides, omitted, state.scores, state.untold)]
    state.miss("turns")
    state.declarer = result.declarer
    for seat, drawn in result.action.items():
        state.action[seat] = sum(drawn)
    rounds.put_points(rules, state, points, omitted)
