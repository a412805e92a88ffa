"""From the deal to the first lead, and the end of a hand, played or written: what may be wrong with an event, what it does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import or_
from typing import Any, NamedTuple

from referee.core import pads
from referee.core.cards import mask_of, members
from referee.core.events import Event, Faults, Finding, number_of, out_of_turn
from referee.core.pads import NOBODY
from referee.core.places import Pointer
from referee.core.wording import in_list
from referee.engines.climbing.compiled import ClimbingRules
from referee.engines.climbing.state import BID, DEAL, GIVE, OVER, PLAY, REST, TALON, ClimbingHand, ClimbingState


def holds(state: ClimbingState, seat: int) -> int:
    """Return how many cards a player holds, seen and unseen."""
    return state.hands[seat].bit_count() + state.hidden[seat]


def lacking(rules: ClimbingRules, state: ClimbingState, seat: int, cards: int, says: str, at: Pointer) -> Faults:
    """Yield which of these cards a player cannot hold: one is played or in another hand, or too many are not in this one."""
    who = state.players[seat]
    absent = cards & ~state.hands[seat]
    for card in members(absent):
        hands = map(or_, state.hands, state.given)
        holder = next((other for other, hand in enumerate(hands) if hand >> card & 1), -1)
        if state.gone >> card & 1 or holder >= 0:
            if holder < 0:
                where = "was played before"
            else:
                where = f"{state.players[holder]} holds"
            if holder == seat:
                where = f"{who} does not hold yet"
            yield Finding("hand", f"{who} {says} {rules.deck.ids[card]}, which {where}", seat, at=at, bars=True)
            return
    if absent.bit_count() > state.hidden[seat]:
        message = f"{who} {says} {rules.names(absent)}, which {who} does not hold"
        yield Finding("hand", message, seat, at=at, bars=True)


def take_out(state: ClimbingState, seat: int, cards: int) -> None:
    """Take cards out of a hand; those that were not known were among the unseen ones."""
    state.hidden[seat] -= (cards & ~state.hands[seat]).bit_count()
    state.hands[seat] &= ~cards


# -- the deal ----------------------------------------------------------------------------------------------------------


def check_deal(rules: ClimbingRules, state: ClimbingState, event: Event) -> Faults:
    """Check that each hand has its number of cards, and no card is dealt twice."""
    if event.seat not in (None, state.dealer):
        who = state.players[event.seat or 0]
        dealer = state.players[state.dealer]
        message = f"{who} deals hand {state.hand}; the dealer is {dealer}"
        yield Finding("turn", message, event.seat, at=("by",), bars=True)
    dealt = sum(state.hands)
    whole = _deals_whole(rules, state, event)
    for seat, cards in event.value.items():
        who = state.players[seat]
        number = cards.bit_count()
        size = rules.size(state.dealer, seat)
        if state.phase == REST:
            size -= rules.first * bool(state.hands[seat] or number != size)
        elif not whole:
            size = rules.first
        if number != size:
            message = f"{who} is dealt {number_of(number, 'cards')}; it must be {size}"
            yield Finding("deal", message, seat, at=("deal", who), bars=True)
        if cards & dealt:
            message = f"{who} is dealt {rules.names(cards & dealt)}, which another player is dealt"
            yield Finding("deck", message, seat, at=("deal", who), bars=True)
        dealt |= cards


def _deals_whole(rules: ClimbingRules, state: ClimbingState, event: Event) -> bool:
    """Return whether all cards of each hand are there after a deal: it has no parts, is the second, or has both in one."""
    both = any(cards.bit_count() > rules.first for cards in event.value.values())
    return not rules.first or state.phase == REST or both


def deal(rules: ClimbingRules, state: ClimbingState, event: Event) -> None:
    """Deal the hands; those that the log does not show are unseen."""
    if event.seat is not None:
        state.dealer = event.seat
    whole = _deals_whole(rules, state, event)
    if state.phase != REST:
        state.begin_round(rules)
    for seat in range(rules.players):
        state.hands[seat] |= event.value.get(seat, 0)
        state.hidden[seat] = (rules.size(state.dealer, seat) if whole else rules.first) - state.hands[seat].bit_count()
    if any(state.hidden):
        state.miss("deal")
    if not whole:
        state.phase = REST
    elif rules.bids:
        state.phase = BID
        state.turn = (state.dealer + 1) % rules.players
    else:
        _begin_giving(rules, state)


# -- calls, bids and the talon ------------------------------------------------------------------------------------------------


def check_call(rules: ClimbingRules, state: ClimbingState, event: Event) -> Faults:
    """Check that a call comes in time, and is the only one of a player."""
    name = event.value.replace("_", " ")
    seat = event.seat
    if seat is None:
        message = f"it is not known who calls {name}; write it, as in `{{by: {state.players[0]}, call: {event.value}}}`"
        yield Finding("calls", message, at=event.at, bars=True, asks=True)
        return
    does = f"{state.players[seat]} calls {name}"
    late = ""
    if state.calls[seat]:
        called = state.calls[seat].replace("_", " ")
        yield Finding("calls", f"{does}, but has called {called}", seat, at=event.at, bars=True)
    elif rules.calls[event.value] == "rest" and state.phase != REST:
        late = f"after all cards were dealt; it must come after the first {rules.first}"
    elif state.phase == PLAY and state.made[seat]:
        late = "after playing; it must come before"
    if late:
        yield Finding("calls", f"{does} {late}", seat, word=("calls", event.value, "before"), at=event.at)


def call(rules: ClimbingRules, state: ClimbingState, event: Event) -> None:
    """Let a player call something for this hand."""
    state.calls[event.seat or 0] = event.value


def check_bid(rules: ClimbingRules, state: ClimbingState, event: Event) -> Faults:
    """Check that a bid comes in turn, is one of those there are, and is higher than the last."""
    seat = state.turn if event.seat is None else event.seat
    who = state.players[seat]
    bid = event.value or 0
    higher = tuple(str(call) for call in rules.bids if call > state.bid)
    if seat != state.turn:
        yield out_of_turn(state, seat, f"bids {bid}" if bid else "passes")
    elif bid and str(bid) not in higher:
        known = bid in rules.bids
        if known:
            why = f", which is not higher than {state.bid}"
        else:
            why = f"; the bids are {in_list(rules.bids)}"
        message = f"{who} bids {bid}{why}"
        yield Finding("bidding", message, seat, ("pass", *higher), ("bidding", "calls"), event.at, bars=True)


def bid(rules: ClimbingRules, state: ClimbingState, event: Event) -> None:
    """Let a player bid or pass; the highest bidder becomes the landlord, and if all pass there is a new deal."""
    seat = state.turn
    state.bids[seat] = event.value or 0
    state.silent += 1
    if event.value:
        state.bid = event.value
        state.landlord = seat
        state.silent = 0
    if rules.bidding.once:
        passed = min(state.bids) >= 0
    else:
        passed = state.silent >= rules.players - bool(state.bid)
    if state.bid == rules.bids[-1] or (passed and state.bid):
        state.phase = TALON
        state.turn = state.landlord
        if not rules.talon:
            _begin_giving(rules, state)
    elif passed:
        state.begin_round(rules)
        state.phase = DEAL
    else:
        state.turn = (seat + 1) % rules.players


def check_talon(rules: ClimbingRules, state: ClimbingState, event: Event) -> Faults:
    """Check that as many cards are turned up as there are, and that nobody holds one of them."""
    number = event.value.bit_count()
    who = state.players[state.landlord]
    if number != rules.talon:
        message = (
            f"{number_of(number, 'cards')} {'is' if number == 1 else 'are'} turned up; the talon has {rules.talon}"
        )
        yield Finding("talon", message, state.landlord, at=("talon",), bars=True)
    holder = next((seat for seat, hand in enumerate(state.hands) if hand & event.value), -1)
    if holder >= 0:
        cards = rules.names(state.hands[holder] & event.value)
        message = f"{who} takes {cards}, which {state.players[holder]} holds"
        yield Finding("hand", message, state.landlord, at=("talon",), bars=True)


def take_talon(rules: ClimbingRules, state: ClimbingState, event: Event) -> None:
    """Give the landlord the talon; one that the log does not show is what nobody holds, or unseen."""
    if event.value is not None:
        state.hands[state.landlord] |= event.value
    elif any(state.hidden):
        state.hidden[state.landlord] += rules.talon
    else:
        state.hands[state.landlord] |= rules.deck.all & ~sum(state.hands)
    _begin_giving(rules, state)


# -- the exchange ------------------------------------------------------------------------------------------------------


def gifts(rules: ClimbingRules, state: ClimbingState, seat: int) -> list[tuple[int, int]]:
    """Return to whom a player gives how many cards: all others from the left, or whoever came as far from the other end."""
    if rules.exchange.each:
        return [((seat + step) % rules.players, rules.exchange.each) for step in range(1, rules.players)]
    place = state.finish.index(seat)
    return [(state.finish[-1 - place], rules.gives(place))]


def cards_to_give(rules: ClimbingRules, state: ClimbingState, seat: int) -> int:
    """Return how many cards a player gives."""
    return sum(number for _, number in gifts(rules, state, seat))


def _begin_giving(rules: ClimbingRules, state: ClimbingState) -> None:
    if rules.exchange.each:
        state.giving = [(state.dealer + step) % rules.players for step in range(1, rules.players + 1)]
    elif state.finish and rules.exchange.cards:
        lowest_first = reversed(range(rules.players))
        state.giving = [state.finish[place] for place in lowest_first if rules.gives(place)]
    if state.giving:
        state.phase = GIVE
        state.turn = -1
    else:
        begin_play(rules, state)


def check_give(rules: ClimbingRules, state: ClimbingState, event: Event) -> Faults:
    """Check that a player gives as many cards as the rules say, of those held, and the best if they must be."""
    if event.seat is not None:
        seat = event.seat
    else:
        seat = state.giving[0]
    cards = mask_of(event.value)
    who = state.players[seat]
    at = event.at
    if seat not in state.giving:
        yield Finding("exchange", f"{who} gives {rules.names(cards)}, but has no cards to give", seat, at=at, bars=True)
        return
    number = cards_to_give(rules, state, seat)
    many = cards.bit_count()
    if rules.exchange.each:
        to = ""
    else:
        to = f" {state.players[gifts(rules, state, seat)[0][0]]}"
    if many != number:
        word = ("exchange", "each" if rules.exchange.each else "cards")
        message = f"{who} gives{to} {number_of(many, 'cards')}; it must be {number}"
        yield Finding("exchange", message, seat, word=word, at=at, bars=True)
        return
    absent = list(lacking(rules, state, seat, cards, "gives", at))
    yield from absent
    left = state.hands[seat] & ~cards
    place = rules.combinations.place
    better = [card for card in rules.in_order(left) if place(card) > min(map(place, members(cards)))]
    must_be_best = rules.exchange.best and not rules.exchange.each and state.finish.index(seat) * 2 >= rules.players
    if must_be_best and better and not absent:
        message = f"{who} gives{to} {rules.names(cards)} and keeps {rules.deck.ids[better[-1]]}; it must be the best"
        yield Finding("exchange", message, seat, word=("exchange", "best"), at=at)


def give(rules: ClimbingRules, state: ClimbingState, event: Event) -> None:
    """Give cards to others: at once for titles, when all have given if everybody gives. After the last of them play begins."""
    if event.seat is not None:
        seat = event.seat
    else:
        seat = state.giving[0]
    cards = list(event.value)
    take_out(state, seat, mask_of(cards))
    for receiver, number in gifts(rules, state, seat):
        (state.given if rules.exchange.each else state.hands)[receiver] |= mask_of(cards[:number])
        del cards[:number]
    state.giving.remove(seat)
    if not state.giving:
        _end_giving(rules, state)


def give_unseen(rules: ClimbingRules, state: ClimbingState) -> None:
    """Give cards that the log does not show: what is left in the hands of those who gave them is not known any more."""
    for seat in state.giving:
        state.hands[seat], state.hidden[seat] = 0, holds(state, seat)
    for seat in state.giving:
        for receiver, number in gifts(rules, state, seat):
            state.hidden[seat] -= number
            state.hidden[receiver] += number
    state.miss("give")
    state.giving = []
    _end_giving(rules, state)


def _end_giving(rules: ClimbingRules, state: ClimbingState) -> None:
    state.hands = [hand | given for hand, given in zip(state.hands, state.given, strict=True)]
    state.given = [0] * rules.players
    begin_play(rules, state)


# -- the beginning and the end of play ---------------------------------------------------------------------------------


def led_as_at_first(rules: ClimbingRules, state: ClimbingState) -> bool:
    """Return whether this hand is led as the first of a game is; a position may begin in a later one."""
    return rules.lead.then == "same" or (state.hand == 1 and not state.finish)


def led_by_card(rules: ClimbingRules, state: ClimbingState) -> bool:
    """Return whether somebody leads this hand for holding a card."""
    return rules.lead.by == "holder" and led_as_at_first(rules, state)


def must_contain(rules: ClimbingRules, state: ClimbingState) -> bool:
    """Return whether what is played now must contain the card of the first lead."""
    first = state.phase == PLAY and not state.gone
    return first and rules.lead.contains and led_by_card(rules, state)


def begin_play(rules: ClimbingRules, state: ClimbingState) -> None:
    """Play begins; whose lead it is may not be known."""
    state.phase = PLAY
    if led_by_card(rules, state):
        holders = [seat for seat, hand in enumerate(state.hands) if hand >> rules.lead_card & 1]
        if not holders:
            holders = [seat for seat, hidden in enumerate(state.hidden) if hidden]
        if len(holders) == 1:
            state.turn = holders[0]
        else:
            state.turn = -1
    elif rules.lead.by == "landlord":
        state.turn = state.landlord
    elif led_as_at_first(rules, state):
        state.turn = (state.dealer + 1) % rules.players
    elif state.finish:
        state.turn = state.finish[-1 if rules.lead.then == "last_out" else 0]
    else:
        state.turn = -1


def ends(rules: ClimbingRules, out: list[int], landlord: int) -> bool:
    """Return whether a hand is over when these players have no cards."""
    if rules.play.until == "first_out":
        return bool(out)
    still = {rules.side(landlord, seat) for seat in range(rules.players) if seat not in out}
    return len(out) >= rules.players - 1 or (rules.play.until == "side_out" and len(still) == 1)


def finish(rules: ClimbingRules, state: ClimbingState) -> None:
    """Play is over: the hand is scored."""
    points, untold, seats = outcome(rules, state)
    if untold:
        state.miss("held")
    end_hand(rules, state, points, [row["left"] for row in seats], untold, seats)


def outcome(rules: ClimbingRules, state: ClimbingState) -> tuple[list[Any], tuple[int, ...], list[dict[str, Any]]]:
    """Return the points of a hand that is over, whose points depend on cards that are not known, and what formulas ask."""
    every = range(rules.players)
    hidden = [seat for seat, number in enumerate(state.hidden) if number]
    rest = rules.deck.all & ~(state.gone | sum(state.hands))
    exact = len(hidden) == 1 and rest.bit_count() == state.hidden[hidden[0]]
    worth = []
    for seat in every:
        worth.append(rules.value(state.hands[seat] | (rest if exact and seat in hidden else 0)))
    seats = rows(rules, state, [holds(state, seat) for seat in every], worth)
    points = rules.scoring.points(state.hand, seats)
    untold: set[int] = set()
    for unsure in () if exact or "held" not in rules.needs else hidden:
        others = [{**row, "held": row["held"] + (seat == unsure)} for seat, row in enumerate(seats)]
        other = rules.scoring.points(state.hand, others)
        untold |= {seat for seat in every if other[seat] != points[seat]}
    return [0 if seat in untold else points[seat] for seat in every], tuple(sorted(untold)), seats


def rows(rules: ClimbingRules, state: ClimbingState, left: list[int], worth: list[Any]) -> list[dict[str, Any]]:
    """Return how a hand ended for each player, by the names that formulas use."""
    out = state.out
    if out:
        won = rules.side(state.landlord, out[0])
    else:
        won = -1
    return [
        {
            "place": (out.index(seat) if seat in out else len(out)) + 1,
            "left": left[seat],
            "held": worth[seat],
            "taken": state.taken[seat],
            "plays": state.made[seat],
            "bombs": state.bombs,
            "doubling": 1 << state.bombs,
            "bid": state.bid,
            "landlord": seat == state.landlord,
            "won": rules.side(state.landlord, seat) == won,
            "total": state.scores[seat],
            **{name: state.calls[seat] == name for name in rules.calls},
        }
        for seat in range(rules.players)
    ]


def end_hand(
    rules: ClimbingRules,
    state: ClimbingState,
    points: list[Any],
    left: list[Any],
    untold: tuple[int, ...],
    seats: Sequence[Mapping[str, Any]] = (),
) -> None:
    """Write down the points of a hand, and prepare the next hand or the end of the game."""
    totals = pads.add_up(state, points, untold)
    hand = (state.hand, state.dealer, tuple(state.out), tuple(left), state.landlord, state.bid)
    state.history.append(ClimbingHand(*hand, tuple(points), totals, untold, tuple(seats)))
    rest = (seat for seat in range(rules.players) if seat not in state.out)
    if state.out:
        state.finish = [*state.out, *rest]
    else:
        state.finish = []
    state.begin_round(rules)
    if rules.scoring.over(state.scores, state.target, state.hand):
        state.phase = OVER
        return
    state.hand += 1
    rules = rules.current(state)
    follows = {"first_out": state.finish[:1], "last_out": state.finish[-1:]}.get(rules.deal.next_dealer)
    if follows:
        state.dealer = follows[0]
    else:
        state.dealer = (state.dealer + 1) % rules.players
    state.phase = DEAL


# -- a hand written as its result --------------------------------------------------------------------------------------


class ClimbingResult(NamedTuple):
    """A hand on a score pad: `points` are the `score` and the `totals`; who went out in which order; by seat the cards
    left and the combinations played, what the cards left and those taken in tricks are worth, and what was called; the landlord
    (-1: nobody), the bid and the number of bombs (None where it does not say)."""

    points: Mapping[str, Mapping[int, Any]]
    out: tuple[int, ...] = ()
    left: Mapping[int, int] = NOBODY
    plays: Mapping[int, int] = NOBODY
    held: Mapping[int, Any] = NOBODY
    taken: Mapping[int, Any] = NOBODY
    calls: Mapping[int, str] = NOBODY
    landlord: int = -1
    bid: int | None = None
    bombs: int | None = None


def check_result(rules: ClimbingRules, state: ClimbingState, event: Event) -> Faults:
    """Check that a hand can have ended like this, and that its points follow from the rest of it."""
    result: ClimbingResult = event.value
    faults = [*_impossible(rules, state, result)]
    yield from faults
    if faults:
        return
    missing = _missing(rules, result)
    if "out" in missing and order_matters(rules):
        message = "the result must say in which order the players went out; add `out: [PLAYER, …]`"
        yield Finding("result", message, at=("result",), asks=True)
    elif missing and not result.points:
        message = (
            f"the result says too little to score it; add {in_list([f'`{key}:`' for key in missing])}, or `score:`"
        )
        yield Finding("result", message, at=("result",), asks=True)
    else:
        written = pads.PadPoints("result", state.players, pads.known_totals(state), result.points)
        if missing:
            yield from written.faults()
        else:
            yield from written.miswritten(_points_of(rules, state, result))


def order_matters(rules: ClimbingRules) -> bool:
    """Return whether what comes next depends on who went out when."""
    return bool(rules.titles or rules.exchange.cards) or rules.deal.next_dealer != "left" or rules.lead.then != "same"


def _impossible(rules: ClimbingRules, state: ClimbingState, result: ClimbingResult) -> Faults:
    """Yield why a hand cannot have ended in this order, with so many cards left and this bid."""
    out = list(result.out)
    twice = next((seat for place, seat in enumerate(out) if seat in out[:place]), -1)
    if twice >= 0:
        yield Finding("result", f"{state.players[twice]} is out twice in the result", twice, at=("result", "out"))
    elif out and not ends(rules, out, result.landlord):
        message = f"the hand is not over when only {in_list([state.players[seat] for seat in out])} went out"
        yield Finding("result", message, at=("result", "out"), asks=True)
    elif len(out) > 1 and ends(rules, out[:-1], result.landlord) and len(out) < rules.players:
        message = f"the hand is over before {state.players[out[-1]]} goes out"
        yield Finding("result", message, out[-1], at=("result", "out"))
    for seat, number in result.left.items():
        who = state.players[seat]
        is_out = seat in _out(rules, result)
        most = rules.size(state.dealer, seat) + rules.talon * (seat == result.landlord)
        if is_out:
            can = "is 0, as they went out"
        else:
            can = f"can be 1 to {most}"
        if number > most or bool(number) == is_out or (not result.out and not number and rules.needs & {"place"}):
            message = f"{who} is recorded with {number} cards left; it {can}"
            yield Finding("result", message, seat, at=("result", "left", who))
    if result.bid is not None and result.bid not in rules.bids:
        message = f"the bid is recorded as {result.bid}; the bids are {in_list(rules.bids) or 'none'}"
        yield Finding("bidding" if rules.bids else "result", message, at=("result", "bid"), bars=bool(rules.bids))


def _out(rules: ClimbingRules, result: ClimbingResult) -> list[int]:
    """Return who has no cards left: the last of all players who are named still has some."""
    return list(result.out[: rules.players - 1])


def _missing(rules: ClimbingRules, result: ClimbingResult) -> list[str]:
    """Return what the pad does not have but the score depends on."""
    out = _out(rules, result)
    players = {*range(rules.players)}
    needs = rules.needs
    still = players - {*out}
    whose = {"left": still, "plays": players, "held": still, "taken": players}
    lacks = {
        "out": bool(needs & {"place", "won"} or order_matters(rules)) and not out,
        **{key: key in needs and bool(who - getattr(result, key).keys()) for key, who in whose.items()},
        "landlord": bool(rules.bids) and bool(needs & {"landlord", "won"}) and result.landlord < 0,
        "bid": "bid" in needs and result.bid is None,
        "bombs": bool(needs & {"bombs", "doubling"}) and result.bombs is None,
    }
    return [key for key, lack in lacks.items() if lack]


def _points_of(rules: ClimbingRules, state: ClimbingState, result: ClimbingResult) -> list[Any]:
    """Return the points that follow from the rest of a pad."""
    trial = state.copy()
    every = range(rules.players)
    trial.landlord = result.landlord
    trial.bid = result.bid or 0
    written = (result.left, result.held, result.plays, result.taken)
    left, worth, trial.made, trial.taken = ([by_seat.get(seat, 0) for seat in every] for by_seat in written)
    trial.out = _out(rules, result) or sorted(every, key=left.__getitem__)[:1]
    trial.bombs, trial.calls = result.bombs or 0, [result.calls.get(seat, "") for seat in every]
    return rules.scoring.points(state.hand, rows(rules, trial, left, worth))


def put_result(rules: ClimbingRules, state: ClimbingState, event: Event) -> None:
    """Score a hand from its result, or by the points of the pad."""
    result = event.value
    untold = tuple[int, ...]()
    if _missing(rules, result):
        alone = [(seat,) for seat in range(rules.players)]
        untold = tuple(pads.without_points(result.points, state, alone))
        points = list(pads.points_by_seat(result.points, state, alone, untold))
        state.miss("points" if untold else "score")
    else:
        points = _points_of(rules, state, result)
    state.miss("plays")
    state.begin_round(rules)
    state.out = _out(rules, result)
    state.landlord = result.landlord
    state.bid = result.bid or 0
    left = []
    for seat in range(rules.players):
        if seat in state.out:
            left.append(0)
        else:
            left.append(result.left.get(seat))
    end_hand(rules, state, points, left, untold)
