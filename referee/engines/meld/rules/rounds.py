"""Values of events; the beginning and end of a round: the stock, the score and what comes next; roles chosen at the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from operator import add
from typing import NamedTuple

from referee.core import pads
from referee.core.events import Event, Faults, Finding
from referee.core.formula import Value
from referee.core.pads import NOBODY
from referee.core.places import Pointer
from referee.engines.meld.compiled import MeldRules
from referee.engines.meld.state import DEAL, DRAW, OVER, ROLE, SHOW, TAKE, UNSEEN, MeldRound, MeldState
from referee.engines.meld.words import packs
from referee.engines.meld.words.scoring import RoundSeat, hand_points, together


class ShownCards(NamedTuple):
    """Cards that a player shows: all of them as a pack, and the melds where they are written in groups."""

    cards: int
    melds: tuple[int, ...] | None


class ActionCard(NamedTuple):
    """An Action card: its points, the seat that it is passed to (-1: it is kept), and the card taken in its place."""

    points: Value
    to: int
    card: int


class LayOff(NamedTuple):
    """A card laid off, and cards of the meld that it is laid on (0 where the log leaves that open)."""

    card: int
    on: int


class MeldResult(NamedTuple):
    """The end of a round, from a score pad: who ended it (-1: nobody); hands, cards laid off and points of Action cards.
    `upcard` is the card first turned up, `UNSEEN` where the pad does not say. In place of hands it may have `counts`, numbers
    by name, and `points`: the `score` and the `totals`."""

    points: Mapping[str, Mapping[int, Value]]
    declared: int = -1
    hands: Mapping[int, ShownCards] = NOBODY
    lay_off: Mapping[int, tuple[LayOff, ...]] = NOBODY
    action: Mapping[int, tuple[Value, ...]] = NOBODY
    upcard: int = UNSEEN
    counts: Mapping[int, Mapping[str, Value]] = NOBODY


def begin_draw(rules: MeldRules, state: MeldState) -> None:
    """Let everybody draw a card for the deal."""
    state.phase = DRAW
    state.contenders = list(range(rules.players))
    state.drawing = list(range(rules.players))


def stock_used_up(rules: MeldRules, state: MeldState) -> bool:
    """Return whether the stock is as small as it may be."""
    return bool(state.stock <= rules.stock.leave)


def as_taker_finds(rules: MeldRules, state: MeldState) -> MeldState:
    """The state in which a card of the stock is taken: this one, or a copy in which the pile has been shuffled into the
    stock."""
    if stock_used_up(rules, state):
        state = state.copy()
        refill(rules, state)
    return state


def runs_dry(rules: MeldRules, state: MeldState) -> bool:
    """Whether the stock is used up for good and nobody has to take the face-up card, so that the round may end here."""
    return rules.may_run_dry and state.phase == TAKE and stock_used_up(rules, as_taker_finds(rules, state))


def is_dead(state: MeldState) -> bool:
    """Return whether the stock is used up, so that the round is void unless somebody still ends it."""
    return state.last_take and state.phase == TAKE


def refill(rules: MeldRules, state: MeldState) -> None:
    """If the stock is used up, and the rules say so, shuffle the face-up pile into it, except the top card."""
    if rules.stock.empty == "shuffle_pile" and len(state.pile) > 1 and stock_used_up(rules, state):
        under = state.pile[:-1]
        state.pile = state.pile[-1:]
        state.recycled = packs.pack(under)
        state.located -= state.recycled
        state.stock += len(under)
        state.fresh = [0] * len(state.fresh)


def holds(state: MeldState, seat: int) -> int:
    """Return how many cards a player holds, seen and unseen."""
    return packs.size(state.hands[seat]) + state.hidden[seat]


def declarer_is_unseen(state: MeldState) -> bool:
    """Whether the round was ended with a hand that has not been shown yet."""
    return state.declarer >= 0 and state.shown[state.declarer] is None


def ends_unseen(state: MeldState) -> bool:
    """Whether the round may end with hands that are not shown: only the one that ended it is missing or, where melds
    are laid during play, those that are left."""
    return state.phase == SHOW and (state.turns > 0 or (declarer_is_unseen(state) and len(to_show(state)) == 1))


def dealer_unknown(rules: MeldRules, state: MeldState) -> bool:
    """Whether the next dealer depends on points that are not known."""
    if rules.deal.next_dealer in pads.STEPS:
        return False
    return ends_unseen(state) or (state.phase == DEAL and bool(state.history) and bool(state.history[-1].untold))


def to_show(state: MeldState) -> list[int]:
    """The seats that must still show a hand, clockwise from the player who ended the round."""
    seats = len(state.players)
    clockwise = [(state.declarer + 1 + step) % seats for step in range(seats)]
    return [seat for seat in clockwise if state.shown[seat] is None]


def begin_last_turns(rules: MeldRules, state: MeldState) -> None:
    """Give the other players one more turn after somebody ended the round, if the rules do, or begin to show the
    hands."""
    state.taken = -1
    state.discarder = -1
    if not rules.declare.last_turn or state.last_take:
        begin_showing(rules, state)
        return
    state.phase = TAKE
    state.turn = (state.declarer + 1) % rules.players
    state.last_turns = rules.players - 1


def begin_showing(rules: MeldRules, state: MeldState) -> None:
    """Begin to show the hands. Where melds are laid during play, hands that are known count as idle cards at once."""
    state.phase = SHOW
    if rules.lays:
        for seat in to_show(state):
            if not state.hidden[seat]:
                state.shown[seat] = rules.arranger.arrangement_into(state.hands[seat], ())
    if not to_show(state):
        finish(rules, state)


def has_laid(rules: MeldRules, state: MeldState, seat: int) -> bool:
    """Return whether a player, or the partner, has a meld on the table."""
    return any(owner in rules.side[seat] for owner in state.owners)


def out_faults(rules: MeldRules, state: MeldState, seat: int, does: str, at: Pointer) -> Faults:
    """Yield why a player may not get rid of the last card yet."""
    if rules.lays and not rules.out_needs.of(**long_melds(rules, state, rules.side[seat])):
        needs = rules.when(rules.out_needs)
        message = f"{state.players[seat]} {does} and has no card left; the last card may go only when {needs}"
        yield Finding("out", message, seat, at=at, word=("table", "out_needs"))


def go_out(rules: MeldRules, state: MeldState, seat: int) -> None:
    """End the round for a player who has no card left."""
    state.declarer = seat
    state.taken = -1
    state.must_lay = -1
    state.shown[seat] = rules.arranger.arrangement_into(0, ())
    begin_showing(rules, state)


def still_unseen(state: MeldState) -> dict[str, list[int]]:
    """The numbers of events that left something unseen, by kind, without those that the hands of this round will
    show."""
    left = {}
    for kind, events in state.unseen.items():
        if kind in ("deal", "stock"):
            events = [event for event in events if event <= state.round_began]
        if events:
            left[kind] = events
    return left


def finish(rules: MeldRules, state: MeldState) -> None:
    """Score the round and prepare the next one. Points that depend on a hand that was never shown are not known;
    everything else unseen in this round is known now."""
    unseen = set[int]()
    left = to_show(state)
    if state.turns and left:
        unseen = set(chain.from_iterable(rules.side[seat] for seat in left))
        state.unseen.setdefault("left", []).append(state.clock)
    elif declarer_is_unseen(state):
        unseen = {state.declarer}
        state.unseen.setdefault("declared", []).append(state.clock)
    else:
        state.unseen = still_unseen(state)
    untold = tuple(sorted(unseen))
    if unseen and not rules.scoring.each_alone:
        untold = tuple(range(rules.players))
    seats = [_end_for(rules, state, seat) for seat in range(rules.players)]
    points = rules.scoring.points(state.round, together(seats, rules.sides))
    for seat in untold:
        points[seat] = 0
        state.untold[seat] = True
    _score(rules, state, points, untold, tuple(seats))


def _end_for(rules: MeldRules, state: MeldState, seat: int) -> RoundSeat:
    """The end of the round for one player, by everything that scoring may ask about."""
    melds, idle, left, cards = hand_points(state.shown[seat])
    long = {"long": 0, "pure": 0}
    if rules.lays:
        long = long_melds(rules, state, (seat,))
    return RoundSeat(
        melds,
        idle,
        left,
        cards,
        declared=seat == state.declarer,
        action=state.action[seat],
        penalty=state.penalty[seat],
        dealer=seat == state.dealer,
        total=state.scores[seat],
        laid=state.worth[seat],
        long=long["long"],
        pure=long["pure"],
        put=state.put[seat],
        at_once=seat == state.declarer and state.opened[seat] in (0, state.turns),
    )


def put_points(rules: MeldRules, state: MeldState, points: list[float], untold: Sequence[int] = ()) -> None:
    """Score a round with only its points known, except those of the seats that a pad omits, and perhaps who ended it."""
    state.shown = [None] * rules.players
    _score(rules, state, points, tuple(untold))


def call_off(rules: MeldRules, state: MeldState) -> None:
    """End the round as void: nobody scores."""
    state.declarer = -1
    put_points(rules, state, [0] * rules.players)


def long_melds(rules: MeldRules, state: MeldState, seats: Sequence[int]) -> dict[str, int]:
    """How many long melds these players have on the table (`long`), and how many of them have no wild card (`pure`)."""
    own = [meld for meld, owner in zip(state.tabled, state.owners, strict=False) if owner in seats]
    long = [meld for meld in own if packs.size(meld) >= rules.table.long]
    return {"long": len(long), "pure": sum(not meld & rules.arranger.wild_mask for meld in long)}


def _score(
    rules: MeldRules,
    state: MeldState,
    points: list[float],
    untold: tuple[int, ...] = (),
    seats: tuple[RoundSeat, ...] = (),
) -> None:
    """Enter the points of a round into the score, and go on to the next round or to the end of the game. `untold` are
    seats whose points are not known, `seats` how the round ended for each."""
    shown = tuple(state.shown)
    action = tuple(state.action)
    totals = pads.add_up(state, points)
    ended = MeldRound(state.round, state.dealer, state.declarer, shown, action, tuple(points), totals, untold, seats)
    state.history.append(ended)
    state.round_began = state.clock
    winner = rules.scoring.winner(points)
    if winner >= 0:
        state.won[winner] += 1
    over = rules.scoring.over(state.scores, state.target, state.round)
    if rules.lays and any(state.untold) and state.round != rules.scoring.rounds:
        over = False  # what is not known may have been below nothing
    if over:
        if rules.scoring.bonuses:
            state.bonus = rules.scoring.bonus(state.scores, state.won, state.target, state.round)
            state.scores = list(map(add, state.scores, state.bonus))
        state.phase = ROLE if rules.roles else OVER
        return
    state.phase = DEAL
    state.round += 1
    rules = rules.current(state)
    state.dealer = _next_dealer(rules, state, points)
    state.begin_round(rules)


def _next_dealer(rules: MeldRules, state: MeldState, points: Sequence[float]) -> int:
    """The seat that deals after a round with these points."""
    if state.declarer < 0 and rules.may_be_void and rules.deal.after_void == "same":
        return state.dealer
    step = pads.STEPS.get(rules.deal.next_dealer)
    if step is not None:
        return (state.dealer + step) % rules.players
    if len(set(points)) == 1:
        return state.dealer
    # the winner has the lowest points where these are bad, and so has the loser where they are good
    if rules.scoring.lowest_wins == (rules.deal.next_dealer == "winner"):
        wanted = min(points)
    else:
        wanted = max(points)
    seat = (state.dealer + 1) % rules.players
    while points[seat] != wanted:
        seat = (seat + 1) % rules.players
    return seat


def places(rules: MeldRules, state: MeldState) -> list[list[int]]:
    """The seats by place, the best place first. If a total is not known, everybody may have come first."""
    if any(state.untold):
        return [list(range(rules.players))]
    best_first = sorted(set(state.scores), reverse=not rules.scoring.lowest_wins)
    found = []
    for best in best_first:
        found.append([seat for seat, total in enumerate(state.scores) if total == best])
    return found


def choosers(rules: MeldRules, state: MeldState) -> list[int]:
    """The seats that may choose now: those of the best place that has not chosen yet."""
    for place in places(rules, state):
        waiting = [seat for seat in place if state.roles[seat] is None]
        if waiting:
            return waiting
    return []


def chooser(rules: MeldRules, state: MeldState, event: Event) -> int:
    """The seat that chooses: as the log says, or the first of those who may."""
    if event.seat is None:
        return choosers(rules, state)[0]
    return event.seat


def rival_for_role(rules: MeldRules, state: MeldState, role: str, seat: int) -> int:
    """The seat that has taken a role, so that this player cannot have it; -1 if nobody has. Players who are tied may
    choose the same."""
    if rules.roles_shared:
        return -1
    tied = _tied_with(rules, state, seat)
    for other, chosen in enumerate(state.roles):
        if chosen == role and other not in tied:
            return other
    return -1


def _tied_with(rules: MeldRules, state: MeldState, seat: int) -> list[int]:
    """The seats that share the place of a player, who is one of them."""
    for place in places(rules, state):
        if seat in place:
            return place
    return [seat]


def check_role(rules: MeldRules, state: MeldState, event: Event) -> Faults:
    """Yield what is wrong with choosing a role: too early, twice, or one that is taken."""
    seat = chooser(rules, state, event)
    who = state.players[seat]
    other = rival_for_role(rules, state, event.value, seat)
    if state.roles[seat] is not None:
        yield Finding("roles", f"{who} has already chosen a role, {state.roles[seat]}", seat, bars=True)
    elif seat not in choosers(rules, state):
        names = " and ".join(state.players[other] for other in choosers(rules, state))
        yield Finding("roles", f"{who} chooses a role before {names}, who scored better", seat, bars=True)
    elif other >= 0:
        free = tuple(role for role in rules.roles if rival_for_role(rules, state, role, seat) < 0)
        yield Finding("roles", f"{who} chooses {event.value}, which {state.players[other]} has taken", seat, free)


def choose_role(rules: MeldRules, state: MeldState, event: Event) -> None:
    """Give a player a role; after the last one the game is over."""
    state.roles[chooser(rules, state, event)] = event.value
    if not choosers(rules, state):
        state.phase = OVER
