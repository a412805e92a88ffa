"""The life of a hand around its tricks: the deal, what is said and passed before play, and the score at the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import add
from typing import Any, NamedTuple

from referee.core.events import Event
from referee.engines.trick.rules import comparing, contracts, seats
from referee.engines.trick.state import BID, CHOOSE, DEAL, NAME_TRUMP, OVER, PASS, PLAY, TURN_UP, Hand, State
from referee.engines.trick.words.compiled import FROM_DEALER, CompiledRules
from referee.engines.trick.words.declarations import Declared
from referee.engines.trick.words.scoring import Choice, Ended, Sides

LASTS = "roles.rotation_lasts"
"""The path of the word that says whether a rotation of the roles lasts into later hands."""


def next_seat(rules: CompiledRules, state: State, seat: int) -> int:
    """Who acts after the player at `seat`: the next in order of play who plays this hand."""
    for other in rules.orders[seat][1:]:
        if other in state.seats:
            return other
    return seat


def order_from(rules: CompiledRules, state: State, seat: int) -> tuple[int, ...]:
    """The seats that play this hand in order of play, beginning with `seat`, or with the next one where it does not play."""
    order = rules.orders[seat]
    return order if len(state.seats) == len(order) else tuple([other for other in order if other in state.seats])


def from_dealer(rules: CompiledRules, state: State, places: int) -> int:
    """The seat so many places clockwise from the dealer, among those that play this hand."""
    if not places:
        return order_from(rules, state, state.dealer)[0]
    seat = state.dealer + places
    while seat % rules.players not in state.seats:
        seat += 1 if places > 0 else -1
    return seat % rules.players


def begin(rules: CompiledRules, state: State, hands: dict[int, int]) -> None:
    """A hand begins with these cards dealt (seat to mask); the hands of other seats are unseen."""
    players = rules.players
    if len(hands) == len(state.seats):
        begin_seen(rules, state, [hands.get(seat, 0) for seat in range(players)])
        return
    state.begin_round(rules)
    state.known = [seat in hands or seat not in state.seats for seat in range(players)]
    state.blind = True
    unseen = rules.pack & ~sum(hands.values())
    state.hands = [hands.get(seat, unseen if seat in state.seats else 0) for seat in range(players)]
    state.shown = [[] for _ in range(players)]
    _begin(rules, state)


def with_the_last(rules: CompiledRules, state: State, hands: dict[int, int], gone: int, size: int) -> dict[int, int]:
    """Hands by seat, with the only one that is missing: where it has `size` cards and no others are left, these are they."""
    rest = rules.pack & ~gone & ~sum(hands.values())
    missing = [seat for seat in state.seats if seat not in hands]
    return {**hands, missing[0]: rest} if len(missing) == 1 and rest.bit_count() == size else hands


def begin_seen(rules: CompiledRules, state: State, hands: list[int]) -> None:
    """A hand begins with these cards dealt, seat by seat."""
    state.begin_round(rules)
    state.known = [True] * rules.players
    state.blind = False
    state.hands = hands
    state.shown = []
    _begin(rules, state)


def _begin(rules: CompiledRules, state: State) -> None:
    set_length(rules, state, rules.cards_in_hand(state.hand))
    if rules.vulnerable and state.vulnerable is None and state.dealer >= 0:
        state.vulnerable = contracts.vulnerable(rules, state)
    if rules.rotation_lasts == "game" and state.clock and state.roles != state.chosen:
        state.mattered_first(LASTS, state.clock)
    if rules.rotation_lasts == "hand" and state.chosen is not None:
        give_roles(rules, state, state.chosen)
    state.trump = rules.trump_of(state.hand)
    state.ranking = rules.rankings[state.trump]
    state.phase = TURN_UP if rules.trump_set(state.hand) == "turned_up" else PASS
    _to_passing(rules, state)


def set_length(rules: CompiledRules, state: State, cards: int) -> None:
    """A hand of so many cards each, with what is left over in the stock."""
    state.cards = cards
    state.stock = rules.stock_beside(cards, len(state.seats))
    state.left = state.length = cards + state.stock // max(1, len(state.seats))


def give_roles(rules: CompiledRules, state: State, roles: list[int]) -> None:
    """The players hold these roles, seat by seat; with them goes which cards bear their own symbol."""
    state.roles = roles
    state.own_cards = [rules.role_cards(role) for role in roles]


def turn_up(rules: CompiledRules, state: State, event: Event) -> None:
    """The turned-up card makes its suit trump."""
    state.turned = event.value
    not_elsewhere(rules, state, turned_for(rules, state), 1 << event.value)
    state.trump = rules.trump_turned_by(event.value)
    state.ranking = rules.rankings[state.trump]
    state.phase = PASS
    state.clock += 1
    _to_passing(rules, state)


def turned_for(rules: CompiledRules, state: State) -> int | None:
    """Whose card is turned up: the dealer's last where all cards are dealt, otherwise nobody's."""
    return None if rules.pack.bit_count() > state.cards * len(state.seats) else state.dealer


def not_elsewhere(rules: CompiledRules, state: State, seat: int | None, cards: int) -> None:
    """Cards that one player showed, or that lie open, are in no other unseen hand."""
    for other in range(rules.players):
        if other != seat and not state.known[other]:
            state.hands[other] &= ~cards


def _to_passing(rules: CompiledRules, state: State) -> None:
    if state.phase == PASS and rules.pass_offset(state.hand) is None:
        to_bidding(rules, state)


def to_bidding(rules: CompiledRules, state: State) -> None:
    """Passing is over, or there was none: bids are next where the game has them."""
    if not rules.bids_spoken and rules.auction is None:
        to_naming(rules, state)
        return
    state.phase = BID
    state.turn = from_dealer(rules, state, rules.first_bidder)


def to_naming(rules: CompiledRules, state: State) -> None:
    """Bidding is over, or there was none: trump is named where the game has it named."""
    if rules.trump_set(state.hand) != "named":
        to_play(rules, state)
        return
    state.phase = NAME_TRUMP
    if rules.named_by != "most_tricks":
        state.turn = _seat_of(rules, state, rules.named_by)
    else:
        state.turn = state.most[0] if len(state.most) == 1 else -1


def to_play(rules: CompiledRules, state: State) -> None:
    """The first lead is next; -1 as the turn when nobody can know whose it is."""
    state.phase = PLAY
    if isinstance(rules.leads, str):
        state.turn = _seat_of(rules, state, rules.leads)
    else:
        state.turn = _holder(rules, state, rules.led_by_holder_of[state.trump])
    state.leader = state.turn
    if rules.dummy and state.declarer >= 0 and rules.partners[state.declarer][0] in state.seats:
        state.dummy = rules.partners[state.declarer][0]


def _holder(rules: CompiledRules, state: State, wanted: int) -> int:
    """Who holds one of these cards, the first from the dealer's left, or the player there if nobody does; -1 if not known."""
    order = order_from(rules, state, next_seat(rules, state, state.dealer))
    first = next((seat for seat in order if state.hands[seat] & wanted), order[0])
    return first if state.known[first] and (state.hands[first] & wanted or not state.blind) else -1


def _seat_of(rules: CompiledRules, state: State, who: str) -> int:
    if who in ("high_bidder", "declarer", "left_of_declarer") and rules.auction is not None:
        if state.declarer < 0:
            return next_seat(rules, state, state.dealer)
        return next_seat(rules, state, state.declarer) if who == "left_of_declarer" else state.declarer
    if who == "high_bidder":
        order = order_from(rules, state, next_seat(rules, state, state.dealer))
        return max(order, key=lambda seat: -1 if state.bids[seat] is None else state.bids[seat] or 0)
    return from_dealer(rules, state, FROM_DEALER[who])


def name_trump(rules: CompiledRules, state: State, event: Event) -> None:
    """A player names the trump suit, or no trump."""
    state.trump = event.value
    state.ranking = rules.rankings[state.trump]
    state.clock += 1
    to_play(rules, state)


def _partners_bid(rules: CompiledRules, state: State, seat: int) -> int:
    bids, total = state.bids, 0
    for other in rules.partners[seat]:
        total += bids[other] or 0
    return total


BID_VALUES: dict[str, Callable[[CompiledRules, State, int], Any]] = {
    "cards": lambda rules, state, seat: state.cards,
    "players": lambda rules, state, seat: rules.players,
    "hand": lambda rules, state, seat: state.hand,
    "hands": lambda rules, state, seat: rules.hands,
    "bids": lambda rules, state, seat: sum(bid for bid in state.bids if bid is not None),
    "spoken": lambda rules, state, seat: state.spoken,
    "last": lambda rules, state, seat: state.spoken == len(state.seats) - 1,
    "partner_bid": _partners_bid,
    "total": lambda rules, state, seat: state.scores[seat],
    "round": lambda rules, state, seat: sum(by == seat for by, _ in state.calls) + 1,
    "turned": lambda rules, state, seat: rules.rankings[-1].suit_of[state.turned] if state.turned >= 0 else None,
}


def bid_names(rules: CompiledRules, state: State, seat: int) -> dict[str, Any]:
    """The names that the words of bidding may ask about, for the player at `seat`."""
    return {name: value(rules, state, seat) for name, value in BID_VALUES.items()}


def bid(rules: CompiledRules, state: State, event: Event) -> None:
    """A player bids."""
    state.bids[state.turn] = event.value
    state.spoken += 1
    state.clock += 1
    state.turn = next_seat(rules, state, state.turn)
    if state.spoken == len(state.seats):
        to_naming(rules, state)


def pass_out(rules: CompiledRules, state: State) -> None:
    """Nobody bid: the hand scores nothing, and the next one is dealt."""
    nothing = [0] * rules.players
    counts = tuple(tuple(nothing) for _ in rules.scoring.counts)
    _close(rules, state, Outcome(state.bids, nothing, counts, None), nothing, added(state.scores, nothing))


def deal_again(state: State) -> None:
    """Nobody bid: the same dealer deals the hand again."""
    state.phase = DEAL


def finish(rules: CompiledRules, state: State) -> None:
    """The last trick is in: the hand is scored and the next one prepared."""
    state.before = (state.scores, state.bags, state.unseen, state.out, state.most, state.seats, state.carried)
    state.unseen = {what: list(events) for what, events in state.unseen.items()}
    state.plays += len(state.tricks) * len(state.seats)
    if state.blind and len(state.tricks) == state.length:
        forget_unseen_deal(state)
        if state.undrawn and not any((*rules.leading, *rules.following)):
            forget_unseen_deal(state, "draw")
    settle(rules, state)


def settle(rules: CompiledRules, state: State) -> None:
    """The hand is scored, unless a player has yet to choose something."""
    out = played_out(rules, state)
    waiting = undecided(rules, state, out)
    if waiting:
        state.phase, state.turn = CHOOSE, waiting[0]
    else:
        score(rules, state, out)


def reopen(rules: CompiledRules, state: State) -> None:
    """The hand that ended with the latest trick goes on: as if it had never been scored."""
    if state.phase == CHOOSE:
        state.plays -= len(state.tricks) * len(state.seats)
        state.phase, state.unseen = PLAY, state.before[2]
        return
    hand = state.history.pop()
    state.scores, state.bags, state.unseen, state.out, state.most, state.seats, state.carried = state.before
    state.hand, state.dealer, state.phase = hand.number, hand.dealer, PLAY
    state.vulnerable = hand.vulnerable if rules.vulnerable else None
    state.plays -= len(state.tricks) * len(state.seats)


def forget_unseen_deal(state: State, what: str = "deal") -> None:
    """Once every card of a hand has been played nothing about its deal is unknown any more: what was held was shown."""
    unseen = state.unseen.get(what, [])
    if unseen:
        unseen.pop()
    if not unseen:
        state.unseen.pop(what, None)


Counts = tuple[tuple[int, ...], ...]
"""The ruleset's counts of cards taken, name by name and seat by seat."""
Numbers = list[int | None] | list[int]


class Outcome(NamedTuple):
    """How a hand came out, as far as that is known: bids, tricks won and counts seat by seat, who took the last trick, and what
    the players chose."""

    bids: Numbers
    won: Numbers
    counts: Counts | None
    last: int | None
    chosen: Sequence[Sequence[str]] = ()
    declared: Sequence[Sequence[tuple[str, Any]]] | None = None
    together: bool = False
    """Whether `won` are the tricks of sides, and not of players."""


def played_out(rules: CompiledRules, state: State) -> Outcome:
    """How a hand came out that was played to its last trick."""
    counts = rules.scoring.count_taken(state.taken, state.own_cards, state.trump)
    return Outcome(
        state.bids,
        state.won,
        counts,
        state.leader,
        state.choices,
        declared(rules, state, state.declared, sides(rules, state), state.dealer),
    )


def declared(
    rules: CompiledRules, state: State, made: Sequence[Sequence[Declared]], together: Sides, dealer: int
) -> Sequence[Sequence[tuple[str, Any]]]:
    """What players declared in a hand, as far as it counts, with its points."""
    leader = state.tricks[0][0] if state.tricks else rules.orders[dealer][1]
    return comparing.scored(rules, state.ranking, made, together, rules.orders[leader])


def undecided(rules: CompiledRules, state: State, out: Outcome) -> tuple[int, Choice] | None:
    """Who has yet to choose something before the hand is scored, the one after the dealer first, and what; None also where
    nobody can know."""
    if not rules.scoring.choices or not all_known(rules, state, out):
        return None
    order = order_from(rules, state, next_seat(rules, state, state.dealer))
    return rules.scoring.undecided(ended(rules, state, out), order)


def sides(rules: CompiledRules, state: State) -> Sides:
    """The sides of this hand, as tuples of seats; a side of which nobody plays is none. A declarer may play alone."""
    declarer = state.declarer
    if declarer >= 0 and rules.auction is not None and rules.auction.partner == "nobody":
        return (declarer,), tuple([seat for seat in state.seats if seat != declarer])
    if len(state.seats) == rules.players:
        return rules.sides
    return tuple([side for side in rules.sides if any(seat in state.seats for seat in side)])


def ended(rules: CompiledRules, state: State, out: Outcome) -> Ended:
    """A hand as its scoring sees it; who does not play has bid and won nothing."""
    together = sides(rules, state)
    contract = contracts.scored(rules, together, state.declarer, state.contract, state.doubled)
    bids, won = seats.in_play(state, out.bids), seats.in_play(state, out.won)
    return Ended(
        state.hand, state.cards, state.dealer, bids, won, out.counts or (), state.scores, state.bags,
        together, out.last, out.chosen, out.declared or ((),) * rules.players, contract, state.vulnerable or 0, state.carried,
    )  # fmt: skip


def trump_known(rules: CompiledRules, state: State) -> bool:
    """Whether it is known what is trump in a hand of which a result is written."""
    return rules.trump_set(state.hand) == "fixed" or state.turned >= 0 or state.phase == PLAY


def counts_known(rules: CompiledRules, state: State) -> bool:
    """Whether enough is known of a hand to say what each card counts for: whose symbols it bears, and what is trump."""
    scoring = rules.scoring
    return (trump_known(rules, state) or not scoring.by_trump) and (state.roles is not None or not scoring.by_symbol)


def can_score(rules: CompiledRules, state: State, out: Outcome) -> bool:
    """Whether everything is known that the score of a hand depends on."""
    return all_known(rules, state, out) and undecided(rules, state, out) is None


def all_known(rules: CompiledRules, state: State, out: Outcome) -> bool:
    """Whether everything is known that the score depends on, what players choose aside."""
    scoring = rules.scoring
    unknown = (
        ("bid" in scoring.needs and None in seats.in_play(state, out.bids))
        or ("won" in scoring.needs and None in seats.in_play(state, out.won))
        or ("last_trick" in scoring.needs and out.last is None)
        or (scoring.asks_declared and out.declared is None)
        or ("total" in scoring.columns and None in state.scores)
        or (scoring.bags is not None and None in state.bags)
        or any(None in values for values in state.carried.values())
        or (rules.auction is not None and state.contract < 0 and not rules.auction.played_by_nobody)
    )
    return out.counts is not None and not unknown


def score(rules: CompiledRules, state: State, out: Outcome) -> None:
    """Scores a hand from its results and goes on to the next; unscored when something that counts is unknown."""
    if not can_score(rules, state, out):
        close_unscored(rules, state, out, None, None)
        return
    hand = ended(rules, state, out)
    points, state.bags = rules.scoring.points(hand)
    if rules.scoring.carry:
        state.carried = rules.scoring.carried_on(hand)
    totals = added(state.scores, points)
    if rules.scoring.knock_out and totals is not None:
        knocked_out = rules.scoring.knocked_out(hand, totals)
        state.out += tuple([seat for seat in state.seats if seat in knocked_out])
    _close(rules, state, out, points, totals)


def added(scores: Sequence[Any], points: Sequence[Any] | None) -> list[Any] | None:
    """The totals after a hand; None where they are not known."""
    return None if points is None or None in scores else list(map(add, scores, points))


def close_unscored(
    rules: CompiledRules,
    state: State,
    out: Outcome,
    points: Sequence[Any] | None,
    totals: list[Any] | None,
) -> None:
    """Ends a hand that cannot be scored from its results: with points and totals from elsewhere, or with none."""
    if rules.scoring.bags:
        state.bags = [None] * rules.players
    state.carried = {name: [None] * rules.players for name in state.carried}
    if points is None:
        state.unseen.setdefault("points", []).append(state.clock)
    _close(rules, state, out, points, totals)


def _close(
    rules: CompiledRules,
    state: State,
    out: Outcome,
    points: Sequence[Any] | None,
    totals: list[Any] | None,
) -> None:
    """Writes a hand down and goes on to the next, or to the end of the game."""
    state.scores = [None] * rules.players if totals is None else totals
    state.history.append(
        Hand(
            state.hand, state.cards, state.dealer, tuple(out.bids), tuple(out.won), out.counts,
            None if points is None else tuple(points), tuple(state.scores), sides(rules, state), out.last,
            tuple(map(tuple, out.chosen)) if rules.scoring.choices else (),
            tuple(map(tuple, state.declared)) if rules.declarations else (),
            state.declarer, state.contract, state.doubled, state.vulnerable or 0, tuple(state.calls),
            out.together, state.carried,
        )
    )  # fmt: skip
    state.vulnerable = None
    if rules.named_by == "most_tricks":
        won, most = seats.in_play(state, out.won), max([tricks or 0 for tricks in out.won])
        state.most = () if None in won else tuple([seat for seat in state.seats if out.won[seat] == most])
    still_in = [side for side in rules.sides if not set(side) <= set(state.out)]
    last = bool(state.out) and len(still_in) < 2
    state.phase = OVER if last or _over(rules, state) else DEAL
    if state.phase == DEAL:
        state.hand += 1
        state.dealer = seats.next_dealer(rules, state)
        state.seats = seats.seats_in(rules, state)


def _over(rules: CompiledRules, state: State) -> bool:
    """Whether the game is over with the hand that was just written down."""
    first = seats.counting_first(rules, state, state.history[-1])
    return rules.scoring.over(state.scores, state.target, state.hand, state.carried, first)
