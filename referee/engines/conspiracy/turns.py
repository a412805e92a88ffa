"""The course of a turn: income, drawing, passing, its end; players who are out; who wins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from referee.core.cards import members
from referee.core.events import Event
from referee.core.findings import Fault, counted
from referee.engines.conspiracy import departures, goals, hands, places
from referee.engines.conspiracy.money import noted, pay
from referee.engines.conspiracy.naming import NOTHING, UNKNOWN
from referee.engines.conspiracy.pack import GROUP
from referee.engines.conspiracy.state import (
    ACT,
    DRAW,
    INCOME,
    OVER,
    REFILL,
    ROLLS,
    UNCONTROLLED,
    State,
)
from referee.engines.conspiracy.terms import Terms

Rolled = Mapping[int, tuple[int, int]]
"""What everybody rolled for the next turn, and bid on top of it."""


class Turn(NamedTuple):
    """A turn that was played: its number, whose it was, what everybody held at its end, and the money on each card."""

    number: int
    seat: int
    holds: tuple[int, ...]
    money: tuple[int, ...]


def _write_down(state: State) -> None:
    """Adds the turn to the history."""
    state.history.append(Turn(state.number, state.turn, tuple(state.holds), tuple(state.money)))


# -- income ------------------------------------------------------------------------------------------------------------


def went_on(terms: Terms, state: State, phase: str) -> None:
    """Goes on from income or drawing."""
    first, second = (DRAW, INCOME) if terms.draw_first else (INCOME, DRAW)
    state.begun = True
    state.phase = second if phase == first else ACT
    if state.phase == DRAW and not state.draws:
        state.phase = ACT


# -- drawing -----------------------------------------------------------------------------------------------------------


def check_draw(terms: Terms, state: State, event: Event) -> Iterator[Fault]:
    """Whether a card can come out of the deck."""
    card = event.value
    if card == NOTHING:
        left = must_draw(terms, state)
        if left > 0:
            message = f"{state.players[state.turn]} draws nothing; {counted(left, 'cards')} must be drawn"
            yield Fault("draw", message, state.turn, at=event.at)
    elif not state.deck:
        yield Fault("draw", "the deck is empty; nothing is drawn", state.turn, at=event.at, bars=True)
    elif card != UNKNOWN and not state.left[card]:
        message = f"{terms.pack.names[card]} is drawn, but {places.where(terms, state, card)}"
        yield Fault("cards", message, state.turn, at=event.at, bars=True)


def to_draw(terms: Terms, state: State, *, openly: bool = False) -> int:
    """How many cards the player whose turn it is draws; `openly`, without the ability of a hidden Illuminati card."""
    held = state.holds[state.turn] & terms.pack.masks.get("draws", 0)
    if openly and not state.shown[state.turn]:
        held &= ~(1 << state.illuminati[state.turn])
    return max((terms.pack.cards[card].does["draws"] for card in members(held)), default=terms.draws)


def must_draw(terms: Terms, state: State) -> int:
    """How many of the cards still to be drawn must be; the ability of a hidden Illuminati card need not be shown."""
    return state.draws - to_draw(terms, state) + to_draw(terms, state, openly=True)


def take_from_deck(terms: Terms, state: State, card: int, keeper: int | None) -> None:
    """A card comes out of the deck: a group to the table, a Special to its keeper or, without one, out of the game."""
    state.deck -= 1
    if card == UNKNOWN:
        if keeper is not None:
            hands.take_unseen(state, keeper)
        return
    state.left[card] -= 1
    if terms.pack.cards[card].kind == GROUP:
        state.place[card] = UNCONTROLLED
    elif keeper is not None:
        state.specials[keeper].append(card)


def apply_draw(terms: Terms, state: State, event: Event) -> None:
    """Draws a card."""
    if event.value != NOTHING:
        take_from_deck(terms, state, event.value, state.turn)
    state.draws = min(state.draws - 1, state.deck) if event.value != NOTHING else 0
    if not state.draws:
        went_on(terms, state, DRAW)


# -- passing and ending ------------------------------------------------------------------------------------------------


def check_pass(terms: Terms, state: State, event: Event) -> Iterator[Fault]:
    """Whether a player may still pass."""
    who = state.players[state.turn]
    if state.passed:
        yield Fault("passing", f"{who} has passed already; end the turn", state.turn, at=event.at)
    elif state.actions:
        message = f"{who} has taken {counted(state.actions, 'actions')} and cannot pass; end the turn"
        yield Fault("passing", message, state.turn, at=event.at)
    elif state.acted and terms.pass_forbids_all:
        message = f"{who} has done something for free and cannot pass; end the turn"
        yield Fault("passing", message, state.turn, at=event.at, word=("turn", "pass", "forbids"))


def apply_pass(terms: Terms, state: State, event: Event) -> None:
    """Takes the money instead of any action."""
    state.passed = True
    pay(state, state.illuminati[state.turn], terms.pass_money)


def apply_end(terms: Terms, state: State, event: Event) -> None:
    """Ends the turn, or begins to fill up the uncontrolled groups."""
    if _short(terms, state):
        state.phase = REFILL
    else:
        finish(terms, state)


def _short(terms: Terms, state: State) -> bool:
    return bool(terms.refill and state.deck and state.place.count(UNCONTROLLED) < terms.refill)


def apply_refill(terms: Terms, state: State, event: Event) -> None:
    """Turns a card over at the end of a turn: a group stays, a Special is out."""
    take_from_deck(terms, state, event.value, None)
    if not _short(terms, state):
        finish(terms, state)


def finish(terms: Terms, state: State, *, played: bool = True) -> None:
    """The end of a turn: who is out, who has won, whose turn is next."""
    state.turns[state.turn] += played
    departures.eliminate(terms, state)
    _write_down(state)
    stage = state.stage
    _step(terms, state)
    looked_at = terms.sequence != "staggered" or state.stage <= stage or sum(state.alive) <= 1
    won = goals.winners(terms, state) if state.phase != OVER and looked_at else None
    if terms.until == "all_controlled" and looked_at and goals.none_uncontrolled(terms, state):
        if state.deck:
            noted(state, "goals.deck_first")
        if won is not None:
            noted(state, "goals.illuminati_count")
    if won is not None:
        state.phase = OVER
        state.winners = won
    state.aligned = {}
    if state.phase != OVER:
        if terms.rolled_for:
            state.phase = ROLLS
        else:
            begin(terms, state)


def _step(terms: Terms, state: State) -> None:
    """Moves on to the next player who is still in the game; each staggered round begins with the next one after the last."""
    step = 1 if terms.clockwise else -1
    players = terms.players
    if terms.rolled_for:
        return
    if terms.sequence == "fixed":
        state.turn = _next(state, state.turn, step)
        return
    while any(state.alive):
        state.stage += 1
        if state.stage == players:
            after = (state.first + step) % players
            if not state.alive[after]:
                noted(state, "turn.dead_seats")
            state.first = after if terms.dead_seats_kept else _next(state, state.first, step)
            state.stage = 0
        seat = (state.first + step * state.stage) % players
        if state.alive[seat]:
            state.turn = seat
            return


def _next(state: State, seat: int, step: int) -> int:
    """The next player after a seat who is still in the game; the seat itself when there is none."""
    players = len(state.alive)
    after = ((seat + step * distance) % players for distance in range(1, players + 1))
    return next((other for other in after if state.alive[other]), seat)


def begin(terms: Terms, state: State) -> None:
    """Begins the turn of `state.turn`."""
    state.number += 1
    state.actions = state.transfers = state.privileges = state.purchases = state.realigned = 0
    state.multiplied = 1
    state.passed = state.acted = state.begun = state.closing = False
    state.used = {}
    state.attack = None
    state.draws = min(to_draw(terms, state), state.deck)
    state.phase = DRAW if terms.draw_first and state.draws else INCOME


def check_rolls(terms: Terms, state: State, event: Event) -> Iterator[Fault]:
    """Whether everybody rolled who is in the game, bids what he has, and somebody comes highest."""
    rolled: Rolled = event.value
    wanted = {seat for seat in range(terms.players) if state.alive[seat]}
    if rolled.keys() != wanted:
        names = ", ".join(state.players[seat] for seat in sorted(wanted))
        message = f"everybody who is in the game rolls for the next turn: {names}"
        yield Fault("sequence", message, at=event.at, bars=True)
        return
    for seat, (roll, bid) in rolled.items():
        who, at = state.players[seat], (*event.at, state.players[seat])
        if not 2 <= roll <= 12:
            yield Fault("roll", f"{who} rolled {roll}; two dice show 2 to 12", seat, at=(*at, "roll"), bars=True)
        if bid:
            yield from _check_bid(terms, state, seat, bid, (*at, "bid"))
    if len(_highest(state, rolled)) > 1:
        names = " and ".join(state.players[seat] for seat in _highest(state, rolled))
        bids = any(bid for _, bid in rolled.values())
        message = (
            f"{names} come alike with their bids; somebody bids more" if bids else f"{names} rolled alike; roll again"
        )
        yield Fault("sequence", message, at=event.at, bars=True)


def _check_bid(terms: Terms, state: State, seat: int, bid: int, at: tuple[str | int, ...]) -> Iterator[Fault]:
    who, top = state.players[seat], state.illuminati[seat]
    if terms.sequence != "bidding":
        message = f"{who} bids {bid} MB; in this game the dice alone decide who plays next"
        yield Fault("sequence", message, seat, at=at, word=("turn", "sequence"))
    elif bid > state.money[top]:
        message = f"{terms.pack.names[top]} has {state.money[top]} MB; {who} cannot bid {bid}"
        yield Fault("treasury", message, seat, at=at, bars=True)


def _highest(state: State, rolled: Rolled) -> list[int]:
    """Who comes highest of those who may play next, the bid counted with the roll: nobody plays three times running."""
    barred = state.turn if state.running >= 2 and len(rolled) > 1 else -1
    able = {seat: sum(both) for seat, both in rolled.items() if seat != barred}
    return [seat for seat, total in able.items() if total == max(able.values())]


def apply_rolls(terms: Terms, state: State, event: Event) -> None:
    """Whoever comes highest pays his bid and plays next."""
    first = _highest(state, event.value)[0]
    for seat, (_, bid) in event.value.items():
        if bid and seat != first:
            noted(state, "turn.lost_bids")
        if bid and (seat == first or terms.losers_pay):
            pay(state, state.illuminati[seat], -bid)
    state.running = state.running + 1 if first == state.turn else 1
    state.turn = first
    begin(terms, state)


# -- out of the game ---------------------------------------------------------------------------------------------------


def apply_leave(terms: Terms, state: State, event: Event) -> None:
    """A player leaves the game."""
    seat = state.turn if event.seat is None else event.seat
    departures.put_out(terms, state, seat)
    if state.attack is not None and seat in (state.attack.seat, state.attack.owner):
        state.attack = None
    after_loss(terms, state)


def after_loss(terms: Terms, state: State, by: int = -1) -> None:
    """Looks who is out after groups were lost; a turn whose player is out is over, and so is a game with one player."""
    departures.eliminate(terms, state, by)
    if terms.last_wins and sum(state.alive) <= 1:
        state.winners = [seat for seat in range(terms.players) if state.alive[seat]]
        _write_down(state)
        state.phase = OVER
        state.attack = None
    elif not state.alive[state.turn] and state.phase not in (ROLLS, OVER):
        state.attack = None
        finish(terms, state, played=False)
