"""From the deal to the first lead, and the end of a hand, played or written: what may be wrong with an event, what it does."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from operator import or_
from typing import Any, NamedTuple

from referee.core import pads
from referee.core.cards import mask_of, members
from referee.core.data import Data
from referee.core.events import Event, Faults, Finding, number_of, out_of_turn
from referee.core.formula import Value
from referee.core.leading import seat_named
from referee.core.pads import NOBODY
from referee.core.places import Pointer
from referee.core.wording import in_list
from referee.engines.climbing.combinations import Combinations
from referee.engines.climbing.compiled import ClimbingRules
from referee.engines.climbing.state import (
    BID,
    DEAL,
    GIVE,
    OVER,
    PLAY,
    REST,
    TALON,
    TRICK,
    ClimbingHand,
    ClimbingState,
)


def holds(state: ClimbingState, seat: int) -> int:
    """Return how many cards a player holds, seen and unseen."""
    return state.hands[seat].bit_count() + state.hidden[seat]


def order_in_force(rules: ClimbingRules, state: ClimbingState) -> Combinations:
    """The combinations by the order of ranks that is in force."""
    if state.revolution:
        return rules.turned
    return rules.combinations


def copies_for(rules: ClimbingRules, state: ClimbingState, cards: Iterable[int], own: int) -> list[int]:
    """The copies that are meant by cards of these names: those in `own`, the cards of a hand, then those that lie nowhere yet.
    Equal cards are all alike, so that nobody needs to say which one is meant."""
    if not rules.deck.has_twins:
        return list(cards)
    elsewhere = state.gone
    for hand in state.hands + state.given:
        elsewhere |= hand
    chosen: list[int] = []
    for card in cards:
        copies = rules.deck.twins[card] & ~mask_of(chosen)
        for best in (copies & own, copies & ~elsewhere, copies):
            if best:
                chosen.append(next(members(best)))
                break
    return chosen


def own_copies(rules: ClimbingRules, state: ClimbingState, seat: int, cards: int) -> int:
    """The copies of some cards that a player holds, as far as that is known."""
    if not rules.deck.has_twins:
        return cards
    return mask_of(copies_for(rules, state, members(cards), state.hands[seat]))


def _new_hands(rules: ClimbingRules, state: ClimbingState, dealt: Mapping[int, int]) -> dict[int, int]:
    """The cards dealt to each player, of equal cards each time another copy."""
    hands = dict(dealt)
    if not rules.deck.has_twins:
        return hands
    trial = state.copy()
    if state.phase != REST:
        trial.begin_round(rules)
    for seat, cards in dealt.items():
        hands[seat] = mask_of(copies_for(rules, trial, members(cards), 0))
        trial.hands[seat] |= hands[seat]
    return hands


def lacking(rules: ClimbingRules, state: ClimbingState, seat: int, cards: int, says: str, at: Pointer) -> Faults:
    """Yield the fault of cards that a player cannot hold: one was played or is in another hand, or more are not in this
    one than it has unseen cards. `says` is the verb for the message, such as "plays"."""
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


def deals_rest_only(rules: ClimbingRules, state: ClimbingState, event: Event) -> bool:
    """Whether a deal is of the rest of the cards only: their first part is not recorded."""
    if event.verb != "deal" or state.phase != DEAL or not rules.first or not event.value:
        return False
    for seat, cards in event.value.items():
        number = cards.bit_count()
        if number == rules.first or number != rules.size(state.dealer, seat) - rules.first:
            return False
    return True


def check_deal(rules: ClimbingRules, state: ClimbingState, event: Event) -> Faults:
    """Check that each hand has its number of cards, and no card is dealt twice."""
    if event.seat is not None and event.seat != state.dealer:
        message = f"{state.players[event.seat]} deals hand {state.hand}; the dealer is {state.players[state.dealer]}"
        yield Finding("turn", message, event.seat, at=("by",), bars=True)
    dealt = sum(state.hands)
    whole = _deals_whole(rules, state, event)
    for seat, cards in _new_hands(rules, state, event.value).items():
        who = state.players[seat]
        number = cards.bit_count()
        size = rules.size(state.dealer, seat)
        if state.phase == REST:
            if state.hands[seat] or number != size:
                size -= rules.first
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
    """Whether each hand has all its cards after a deal: it is dealt at once, this is the second part, or both are
    written in one."""
    both = any(cards.bit_count() > rules.first for cards in event.value.values())
    return not rules.first or state.phase == REST or both


def deal(rules: ClimbingRules, state: ClimbingState, event: Event) -> None:
    """Deal the hands, or their first or second part; those that the log does not show are unseen."""
    if event.seat is not None:
        state.dealer = event.seat
    whole = _deals_whole(rules, state, event)
    if state.phase != REST:
        state.begin_round(rules)
    dealt = _new_hands(rules, state, event.value)
    for seat in range(rules.players):
        state.hands[seat] |= dealt.get(seat, 0)
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
    elif state.phase in (PLAY, TRICK) and state.made[seat]:
        late = "after playing; it must come before"
    if late:
        yield Finding("calls", f"{does} {late}", seat, word=("calls", event.value, "before"), at=event.at)


def call(rules: ClimbingRules, state: ClimbingState, event: Event) -> None:
    """Let a player call something for this hand."""
    seat = event.seat
    if seat is None:
        seat = 0
    state.calls[seat] = event.value


def check_bid(rules: ClimbingRules, state: ClimbingState, event: Event) -> Faults:
    """Check that a bid comes in turn, is one of those there are, and is higher than the last."""
    seat = state.turn if event.seat is None else event.seat
    who = state.players[seat]
    bid = _number(event.value)
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
        yield Finding("bidding", message, seat, ("pass",) + higher, ("bidding", "calls"), event.at, bars=True)


def bid(rules: ClimbingRules, state: ClimbingState, event: Event) -> None:
    """Let a player bid or pass; the highest bidder becomes the landlord, and if all pass there is a new deal."""
    seat = state.turn
    state.bids[seat] = _number(event.value)
    state.silent += 1
    if event.value:
        state.bid = event.value
        state.landlord = seat
        state.silent = 0
    if rules.bidding.once:
        passed = min(state.bids) >= 0  # everybody has spoken
    else:
        passed = state.silent >= rules.players - bool(state.bid)  # all, or all others after a bid
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
    talon = mask_of(copies_for(rules, state, members(event.value), 0))
    number = talon.bit_count()
    who = state.players[state.landlord]
    if number != rules.talon:
        message = (
            f"{number_of(number, 'cards')} {'is' if number == 1 else 'are'} turned up; the talon has {rules.talon}"
        )
        yield Finding("talon", message, state.landlord, at=("talon",), bars=True)
    holder = next((seat for seat, hand in enumerate(state.hands) if hand & talon), -1)
    if holder >= 0:
        cards = rules.names(state.hands[holder] & talon)
        message = f"{who} takes {cards}, which {state.players[holder]} holds"
        yield Finding("hand", message, state.landlord, at=("talon",), bars=True)


def take_talon(rules: ClimbingRules, state: ClimbingState, event: Event) -> None:
    """Give the landlord the talon; one that the log does not show has the cards that nobody holds, or is unseen."""
    if event.value is not None:
        state.hands[state.landlord] |= mask_of(copies_for(rules, state, members(event.value), 0))
    elif any(state.hidden):
        state.hidden[state.landlord] += rules.talon
    else:
        state.hands[state.landlord] |= rules.deck.all & ~sum(state.hands)
    _begin_giving(rules, state)


# -- the exchange ------------------------------------------------------------------------------------------------------


def gifts(rules: ClimbingRules, state: ClimbingState, seat: int) -> list[tuple[int, int]]:
    """The players to whom one gives cards, each with how many: all others from the left, or whoever came as far from the
    other end in the hand before."""
    if rules.exchange.each:
        return [((seat + step) % rules.players, rules.exchange.each) for step in range(1, rules.players)]
    place = state.finish.index(seat)
    return [(state.finish[-1 - place], rules.gives(place))]


def cards_to_give(rules: ClimbingRules, state: ClimbingState, seat: int) -> int:
    """Return how many cards a player gives."""
    return sum(number for _, number in gifts(rules, state, seat))


def _begin_giving(rules: ClimbingRules, state: ClimbingState) -> None:
    """Go on to the cards that are given before play, or to play if nobody gives any."""
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
    cards = mask_of(copies_for(rules, state, event.value, state.hands[seat]))
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
    if better and not absent and _must_give_best(rules, state, seat):
        message = f"{who} gives{to} {rules.names(cards)} and keeps {rules.deck.ids[better[-1]]}; it must be the best"
        yield Finding("exchange", message, seat, word=("exchange", "best"), at=at)


def _must_give_best(rules: ClimbingRules, state: ClimbingState, seat: int) -> bool:
    """Return whether a player must give the best cards: one who came in the lower half, where that is the rule."""
    if rules.exchange.each or not rules.exchange.best:
        return False
    return state.finish.index(seat) * 2 >= rules.players


def give(rules: ClimbingRules, state: ClimbingState, event: Event) -> None:
    """Give cards to others: at once for titles, when all have given if everybody gives. After the last of them play begins."""
    if event.seat is not None:
        seat = event.seat
    else:
        seat = state.giving[0]
    cards = copies_for(rules, state, event.value, state.hands[seat])
    take_out(state, seat, mask_of(cards))
    for receiver, number in gifts(rules, state, seat):
        gift = mask_of(cards[:number])
        if rules.exchange.each:
            state.given[receiver] |= gift
        else:
            state.hands[receiver] |= gift
        del cards[:number]
    state.giving.remove(seat)
    if not state.giving:
        _end_giving(rules, state)


def give_unseen(rules: ClimbingRules, state: ClimbingState) -> None:
    """Give cards that the log does not show: the hands of those who gave them are not known any more."""
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


def is_led_like_first(rules: ClimbingRules, state: ClimbingState) -> bool:
    """Return whether this hand is led as the first of a game is; a position may begin in a later one."""
    return rules.lead.then == "same" or (state.hand == 1 and not state.finish)


def is_led_by_card(rules: ClimbingRules, state: ClimbingState) -> bool:
    """Return whether somebody leads this hand for holding a card."""
    return rules.lead_card >= 0 and is_led_like_first(rules, state)


def must_contain(rules: ClimbingRules, state: ClimbingState) -> bool:
    """Return whether a play must now contain the card of the first lead."""
    if state.phase != PLAY or state.gone:
        return False
    return rules.lead.contains and is_led_by_card(rules, state)


def begin_play(rules: ClimbingRules, state: ClimbingState) -> None:
    """Begin the play of a hand; the turn is -1 if it is not known who leads."""
    state.phase = PLAY
    if is_led_by_card(rules, state):
        holders = [seat for seat, hand in enumerate(state.hands) if hand >> rules.lead_card & 1]
        if not holders:
            holders = [seat for seat, hidden in enumerate(state.hidden) if hidden]
        if len(holders) == 1:
            state.turn = holders[0]
        else:
            state.turn = -1
    elif is_led_like_first(rules, state):
        state.turn = seat_named(rules.lead.by, state.dealer, state.landlord, rules.place_after)
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
    """Play is over: the hand is scored. Whoever fouled comes after all others, the first of them last."""
    if state.fouled:
        fair = [seat for seat in state.out if seat not in state.fouled]
        fair += [seat for seat in range(rules.players) if seat not in state.out]
        places = fair + state.fouled[::-1]
        state.out = places[:-1]
    points, untold, seats = outcome(rules, state)
    if untold:
        state.miss("held")
    end_hand(rules, state, points, [row["left"] for row in seats], untold, seats)


def outcome(rules: ClimbingRules, state: ClimbingState) -> tuple[list[Value], tuple[int, ...], list[Data]]:
    """The points of a hand that is over, by seat; the seats whose points depend on unseen cards, which count as 0; and
    the values for formulas by seat."""
    hidden = [seat for seat, number in enumerate(state.hidden) if number]
    rest = rules.deck.all & ~(state.gone | sum(state.hands))
    # the only hand with unseen cards must have all that are nowhere else
    rest_is_known = len(hidden) == 1 and rest.bit_count() == state.hidden[hidden[0]]
    worth = list(map(rules.value, state.hands))
    if rest_is_known:
        worth[hidden[0]] = rules.value(state.hands[hidden[0]] | rest)
        hidden = []
    seats = rows(rules, state, [holds(state, seat) for seat in range(rules.players)], worth)
    points = list(rules.scoring.points(state.hand, seats))
    untold = _unsure(rules, state, seats, points, hidden)
    for seat in untold:
        points[seat] = 0
    return points, tuple(untold), seats


def _unsure(
    rules: ClimbingRules,
    state: ClimbingState,
    seats: list[Data],
    points: Sequence[Value],
    hidden: Sequence[int],
) -> list[int]:
    """The seats whose points would be others if one of the hidden hands were worth more. `seats` are the values for
    formulas and `points` their result; `hidden` are the seats with such a hand."""
    if "held" not in rules.scoring.used:
        return []
    unsure = set[int]()
    for hand in hidden:
        others = [dict(row) for row in seats]
        others[hand]["held"] += 1
        other = rules.scoring.points(state.hand, others)
        unsure.update(seat for seat in range(rules.players) if other[seat] != points[seat])
    return sorted(unsure)


def rows(rules: ClimbingRules, state: ClimbingState, left: list[int], worth: list[Value]) -> list[Data]:
    """How a hand ended for each player, by the names that formulas use. `left` is how many cards each has left, `worth`
    what they are worth."""
    out = state.out
    won = -1
    if out:
        won = rules.side(state.landlord, out[0])
    table = []
    for seat in range(rules.players):
        place = len(out) + 1
        if seat in out:
            place = out.index(seat) + 1
        row: Data = {
            "place": place,
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
        }
        for name in rules.calls:
            row[name] = state.calls[seat] == name
        table.append(row)
    return table


def end_hand(
    rules: ClimbingRules,
    state: ClimbingState,
    points: list[Value],
    left: Sequence[int | None],
    untold: tuple[int, ...],
    seats: Sequence[Data] = (),
) -> None:
    """Write down the points of a hand, and prepare the next hand or the end of the game. `left` are the cards left (None
    if not known), `untold` the seats whose points are not known, `seats` the values for formulas if the hand was
    played."""
    totals = pads.add_up(state, points, untold)
    hand = (state.hand, state.dealer, tuple(state.out), tuple(left), state.landlord, state.bid)
    state.history.append(ClimbingHand(*hand, tuple(points), totals, untold, tuple(seats)))
    state.finish = []
    if state.out:
        state.finish = state.out + [seat for seat in range(rules.players) if seat not in state.out]
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

    points: Mapping[str, Mapping[int, Value]]
    out: tuple[int, ...] = ()
    left: Mapping[int, int] = NOBODY
    plays: Mapping[int, int] = NOBODY
    held: Mapping[int, Value] = NOBODY
    taken: Mapping[int, Value] = NOBODY
    calls: Mapping[int, str] = NOBODY
    landlord: int = -1
    bid: int | None = None
    bombs: int | None = None


def check_result(rules: ClimbingRules, state: ClimbingState, event: Event) -> Faults:
    """Check that a hand can have ended as a score pad says, and that its points follow from the rest of the pad."""
    result: ClimbingResult = event.value
    faults = list(_impossible(rules, state, result))
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
    """Return whether the next hand depends on who went out when."""
    if rules.titles or rules.exchange.cards:
        return True
    if rules.deal.next_dealer != "left":
        return True
    return bool(rules.lead.then != "same")


def _impossible(rules: ClimbingRules, state: ClimbingState, result: ClimbingResult) -> Faults:
    """Yield the faults of a hand that cannot have ended in this order, with so many cards left or this bid."""
    yield from _check_order(rules, state, result)
    for seat, number in result.left.items():
        yield from _check_left(rules, state, result, seat, number)
    if result.bid is not None and result.bid not in rules.bids:
        bids = in_list(rules.bids)
        rule = "bidding"
        if not rules.bids:
            bids = "none"
            rule = "result"
        message = f"the bid is recorded as {result.bid}; the bids are {bids}"
        yield Finding(rule, message, at=("result", "bid"), bars=bool(rules.bids))


def _check_order(rules: ClimbingRules, state: ClimbingState, result: ClimbingResult) -> Faults:
    """Check that nobody went out twice or after the end, and that the hand is over."""
    out = list(result.out)
    at = ("result", "out")
    twice = _first_twice(out)
    if twice is not None:
        yield Finding("result", f"{state.players[twice]} is out twice in the result", twice, at=at)
    elif out and not ends(rules, out, result.landlord):
        message = f"the hand is not over when only {in_list([state.players[seat] for seat in out])} went out"
        yield Finding("result", message, at=at, asks=True)
    elif 1 < len(out) < rules.players and ends(rules, out[:-1], result.landlord):
        message = f"the hand is over before {state.players[out[-1]]} goes out"
        yield Finding("result", message, out[-1], at=at)


def _first_twice(seats: Sequence[int]) -> int | None:
    """The first seat that is named again; None if there is none."""
    for place, seat in enumerate(seats):
        if seat in seats[:place]:
            return seat
    return None


def _check_left(rules: ClimbingRules, state: ClimbingState, result: ClimbingResult, seat: int, number: int) -> Faults:
    """Check that a player may have so many cards left: none if out, else at least one."""
    is_out = seat in _out(rules, result)
    most = rules.size(state.dealer, seat)
    if seat == result.landlord:
        most += rules.talon
    can = f"can be 1 to {most}"
    if is_out:
        can = "is 0, as they went out"
    # without a card the player went out, and if the score depends on when, the result must say it
    must_be_out = not number and "place" in rules.scoring.used
    if rules.play.high_finish == "last":
        is_out = not number  # whoever went out may come after somebody who did not
    if number > most or bool(number) == is_out or (must_be_out and not result.out):
        who = state.players[seat]
        message = f"{who} is recorded with {number} cards left; it {can}"
        yield Finding("result", message, seat, at=("result", "left", who))


def _out(rules: ClimbingRules, result: ClimbingResult) -> list[int]:
    """The seats without cards left. The last of all players still has some, even if the result names that player,
    too."""
    return list(result.out[: rules.players - 1])


def _missing(rules: ClimbingRules, result: ClimbingResult) -> list[str]:
    """The keys on which the score depends and which the pad does not have."""
    needs = rules.scoring.used
    missing = []
    if not result.out and (needs & {"place", "won"} or order_matters(rules)):
        missing.append("out")
    players = set(range(rules.players))
    still = players - set(_out(rules, result))
    for key, whose in {"left": still, "plays": players, "held": still, "taken": players}.items():
        if key in needs and whose - getattr(result, key).keys():
            missing.append(key)
    if rules.bids and needs & {"landlord", "won"} and result.landlord < 0:
        missing.append("landlord")
    if "bid" in needs and result.bid is None:
        missing.append("bid")
    if needs & {"bombs", "doubling"} and result.bombs is None:
        missing.append("bombs")
    return missing


def _points_of(rules: ClimbingRules, state: ClimbingState, result: ClimbingResult) -> list[Value]:
    """The points by seat that follow from the rest of a pad."""
    trial = state.copy()
    left = _by_seat(rules, result.left)
    trial.landlord = result.landlord
    trial.bid = _number(result.bid)
    trial.made = _by_seat(rules, result.plays)
    trial.taken = _by_seat(rules, result.taken)
    trial.out = _out(rules, result)
    if not trial.out:
        trial.out = [left.index(min(left))]
    trial.bombs = _number(result.bombs)
    trial.calls = [result.calls.get(seat, "") for seat in range(rules.players)]
    return rules.scoring.points(state.hand, rows(rules, trial, left, _by_seat(rules, result.held)))


def _by_seat(rules: ClimbingRules, numbers: Mapping[int, Value]) -> list[Any]:
    """The number of each player on a pad; 0 where it has none."""
    return [numbers.get(seat, 0) for seat in range(rules.players)]


def _number(number: int | None) -> int:
    """A number; 0 where none is written, and for a pass."""
    if number is None:
        return 0
    return number


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
    state.bid = _number(result.bid)
    left = []
    for seat in range(rules.players):
        if seat in state.out:
            left.append(0)
        else:
            left.append(result.left.get(seat))
    end_hand(rules, state, points, left, untold)
