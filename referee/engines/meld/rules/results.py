"""A whole round written as its result: the hands in which it ended, who ended it, what was laid off, Action points."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, permutations

from referee.core import pads
from referee.core.events import Event, Faults, Finding, number_of
from referee.core.places import Pointer
from referee.engines.meld.compiled import AFTER_TAKING, MeldRules
from referee.engines.meld.rules import pad_points, rounds, shows, whereabouts
from referee.engines.meld.rules.rounds import MeldResult, ShownCards
from referee.engines.meld.state import MeldState
from referee.engines.meld.words import packs

AT: Pointer = ("result",)


def check_result(rules: MeldRules, state: MeldState, event: Event) -> Faults:
    """Yield everything wrong with a round written as its result: the hands at its end, the declaration, cards laid off,
    Action cards, and points."""
    result = _with_declarer(rules, state, event.value)
    if rules.lays or not result.hands:
        faults = list(_left_faults(rules, state, result))
        if not faults:
            faults = list(pad_points.check(rules, state, _counts_left(rules, result)))
        yield from faults
        return
    missing = [player for seat, player in enumerate(state.players) if seat not in result.hands]
    if missing:
        message = f"the result has no hand for {' and '.join(missing)}; it must have the hands of all players"
        yield Finding("result", message, at=AT, asks=True)
        return
    trial = state.copy()  # the hands are put here one after another, and cards laid off, as at the table
    trial.upcard = result.upcard
    for seat in result.hands:
        faults = list(_hand_faults(rules, trial, result, seat))
        yield from faults
        if faults:
            return
        trial.hands[seat] = _whole(rules, state, result, seat)
        trial.hidden[seat] = 0
        trial.located += trial.hands[seat]
    yield from pad_points.no_declarer(rules, result)
    if result.declared >= 0:
        seat = result.declared
        who = state.players[result.declared]
        shown = result.hands[result.declared]
        faults = list(shows.declaration_faults(rules, trial, seat, shown, "declares", AT + ("hands", who)))
        yield from faults
        if not faults:
            trial.declarer = seat
            shows.put_on_table(rules, trial, seat, shows.to_declare(rules, trial, seat, shown))
    yield from _lay_off(rules, trial, _lay_offs(rules, trial, result))
    drawn = sum(map(len, result.action.values()))
    most = sum(rules.at_most[card] for card in rules.action_cards)
    if drawn > most:
        message = f"{drawn} Action cards are recorded for one round; the deck has {most} draw cards"
        yield Finding("action", message, at=AT + ("action",), bars=True)
    if result.points:
        after = state.copy()
        put_result(rules, after, event)
        written = pads.PadPoints("result", state.players, pads.known_totals(state), result.points)
        yield from written.miswritten(after.history[-1].points)


def _left_faults(rules: MeldRules, state: MeldState, result: MeldResult) -> Faults:
    """Yield why these cannot be the cards left in players' hands, in games where melds are laid during play."""
    trial = state.copy()
    for seat, shown in result.hands.items():
        who = state.players[seat]
        at = AT + ("hands", who)
        if seat == result.declared and shown.cards:
            message = f"{who} ended the round with {rules.names(shown.cards)} in hand; it ends when no card is left"
            yield Finding("declare", message, seat, at=at)
        yield from whereabouts.faults(rules, trial, shown.cards, f"{who} shows", seat, at)
        trial.located += shown.cards


def _counts_left(rules: MeldRules, result: MeldResult) -> MeldResult:
    """The result with counts in place of hands: the points and the number of the cards left in each."""
    if not result.hands:
        return result
    hands = {result.declared: ShownCards(0, None), **result.hands} if result.declared >= 0 else result.hands
    counts = {}
    for seat, shown in hands.items():
        left = {"idle": rules.arranger.idle_points(shown.cards), "left": packs.size(shown.cards)}
        counts[seat] = {**result.counts.get(seat, {}), **left}
    return result._replace(hands={}, counts=counts)


def _with_declarer(rules: MeldRules, state: MeldState, result: MeldResult) -> MeldResult:
    """The result with the player who ended the round, if it does not say who but only one can have: a whole hand, none
    of it laid off."""
    if result.declared >= 0 or not result.hands or not rules.lays_off:
        return result
    each = rules.cards_each(state.round)
    whole = (seat for seat, shown in result.hands.items() if packs.size(shown.cards) >= each)
    able = [seat for seat in whole if seat not in result.lay_off]
    if len(able) == 1:
        return result._replace(declared=able[0])
    return result


def _off(result: MeldResult, seat: int) -> int:
    """Return the cards that a player laid off."""
    return packs.pack(laid.card for laid in result.lay_off.get(seat, ()))


def _whole(rules: MeldRules, state: MeldState, result: MeldResult, seat: int) -> int:
    """All cards that a player held at the end. The hand is written with the cards that were laid off or without them,
    as its size shows."""
    cards = result.hands[seat].cards
    off = _off(result, seat)
    if packs.size(cards) == rules.cards_each(state.round) and not packs.lacking(cards, off):
        return cards
    return cards + off


def _hand_faults(rules: MeldRules, trial: MeldState, result: MeldResult, seat: int) -> Faults:
    """Yield why a player cannot have held this hand, with what was laid off from it. Sets how many cards the player
    holds in `trial`, so that the hand can be checked there."""
    each = rules.cards_each(trial.round)
    whole = _whole(rules, trial, result, seat)
    shown = result.hands[seat]
    who = trial.players[seat]
    at = AT + ("hands", who)
    written = packs.size(shown.cards)
    off = _off(result, seat)
    if rules.buys:  # a result does not say who bought cards, and so holds more
        each = max(each, packs.size(whole))
    # whoever ends the round before discarding has one card more
    trial.hidden[seat] = each
    if packs.size(whole) != each and seat == result.declared and AFTER_TAKING in rules.declare_when:
        trial.hidden[seat] += 1
    if off and packs.size(whole) != each:
        besides = f"{number_of(written, 'cards')} and also lays off {rules.names(off)}"
        yield Finding("hand", f"{who} shows {besides}, but holds {each} in all", seat, at=at, bars=True)
        return
    if not off and written < each and rules.lays_off and result.declared not in (-1, seat):
        says = f"{who} shows {number_of(written, 'cards')}, but holds {each}"
        right = f"write what was laid off as `lay_off: {{{who}: [CARD, …]}}`"
        yield Finding("hand", f"{says}; {right}", seat, at=at, bars=True)
        return
    yield from shows.shown_faults(rules, trial, seat, ShownCards(whole, shown.melds), at, "shows")
    if not off or not shown.melds:
        return
    both = packs.lacking(whole - off, sum(shown.melds))
    if both:
        message = f"{who} lays off {rules.names(both)}, which {who} also lays out in a meld"
        yield Finding("lay-off", message, seat, at=AT + ("lay_off", who), bars=True)


def _lay_off(rules: MeldRules, trial: MeldState, events: Sequence[Event]) -> Faults:
    """Lay cards off in `trial`, one after another, and yield what is wrong, up to the first that cannot be laid off."""
    for event in events:
        faults = list(shows.check_lay_off(rules, trial, event))
        yield from (fault._replace(at=event.at) for fault in faults)
        if any(fault.bars for fault in faults):
            return
        shows.lay_off(rules, trial, event)


def _lay_offs(rules: MeldRules, state: MeldState, result: MeldResult) -> list[Event]:
    """The cards laid off as events. A map of players has no order, so one is chosen in which all of it is legal, if
    there is one."""
    by_seat = []
    for seat, laid in result.lay_off.items():
        at = AT + ("lay_off", state.players[seat])
        if len(laid) == 1:
            by_seat.append([Event("lay_off", laid[0], seat=seat, at=at)])
        else:
            by_seat.append([Event("lay_off", one, seat=seat, at=at + (place,)) for place, one in enumerate(laid)])
    for order in permutations(by_seat):
        events = list(chain(*order))
        if not any(_lay_off(rules, state.copy(), events)):
            return events
    return list(chain(*by_seat))


def put_result(rules: MeldRules, state: MeldState, event: Event) -> None:
    """Score a round from its result, as if it had been played.

    The hands are put down; the declarer, found from the hands if the result names none, shows melds if they are good enough,
    and the others lay off cards. Without hands, or where melds are laid during play, the points come from counts. `action` are
    the points of Action cards that each player drew.
    """
    result = _with_declarer(rules, state, event.value)
    state.begin_round(rules)
    state.upcard = result.upcard
    for seat, drawn in result.action.items():
        state.action[seat] = sum(drawn)
    if rules.lays or not result.hands:
        _put_points(rules, state, _counts_left(rules, result))
        return
    for seat in result.hands:
        state.hands[seat] = _whole(rules, state, result, seat)
        whereabouts.locate(rules, state, state.hands[seat])
    if result.declared >= 0:
        shown = result.hands[result.declared]
        arrangement = shows.to_declare(rules, state, result.declared, shown)
        if rules.good_enough(arrangement, state.upcard):
            state.declarer = result.declared
            shows.show_declared(rules, state, result.declared, shown, arrangement)
            for laid in _lay_offs(rules, state, result):
                shows.lay_off(rules, state, laid)
    elif not rules.always_declared:  # it may have ended with the stock
        hands = zip(state.players, state.hands, strict=True)
        able = [who for who, hand in hands if rules.may_declare(hand, state.upcard)]
        says = f"the result does not say that anybody declared {rules.called}, but {' and '.join(able)} had the cards for it"
        if able:
            state.notes.append(("undeclared", f"{says}; the round counts as ended by the stock", state.clock + 1))
    for seat, shown in result.hands.items():
        if state.shown[seat] is None:
            shows.show_other(rules, state, seat, ShownCards(state.hands[seat], shown.melds))
    state.miss("turns")
    rounds.finish(rules, state)


def _put_points(rules: MeldRules, state: MeldState, result: MeldResult) -> None:
    """Score a round from the counts of a pad, or from its points. Players whose points are omitted get 0, and an
    unknown total."""
    points = pad_points.points_of_round(rules, state, result)
    omitted = list[int]()
    if points is None:  # whom the pad omits has 0, and a total that is not known then
        omitted = pads.without_points(result.points, state, rules.sides, pad_points.possible(rules, state, result))
        for what, happens in (("points", omitted), ("score", any(result.points.values()))):
            if happens:
                state.miss(what)
        points = list(pads.points_by_seat(result.points, state, rules.sides, omitted))
    state.miss("turns")
    state.declarer = result.declared
    rounds.put_points(rules, state, points, omitted)
