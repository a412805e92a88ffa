"""The course of a turn: income, drawing, passing, its end; players who are out; who wins."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from referee.core.cards import members
from referee.core.events import Event
from referee.core.findings import Fault, counted
from referee.engines.conspiracy.rules import battles, departures, goals, places, specials_held
from referee.engines.conspiracy.rules.money import pay
from referee.engines.conspiracy.state import (
    ACT,
    DRAW,
    INCOME,
    NOTHING,
    OVER,
    REFILL,
    ROLLS,
    UNCONTROLLED,
    UNKNOWN,
    State,
)
from referee.engines.conspiracy.words.compiled import CompiledRules
from referee.engines.conspiracy.words.pack import ABSENT, GROUP

Rolled = Mapping[int, tuple[int, int]]
"""What everybody rolled for the next turn, and their bids."""


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


def went_on(rules: CompiledRules, state: State, phase: str) -> None:
    """Moves on from income or drawing."""
    first, second = (DRAW, INCOME) if rules.draw_first else (INCOME, DRAW)
    state.begun = True
    state.phase = second if phase == first else ACT
    if state.phase == DRAW and not state.draws:
        state.phase = ACT


# -- drawing -----------------------------------------------------------------------------------------------------------


def check_draw(rules: CompiledRules, state: State, event: Event) -> Iterator[Fault]:
    """Whether a card can come out of the deck."""
    card = event.value
    if card == NOTHING:
        left = must_draw(rules, state)
        if left > 0:
            message = f"{state.players[state.turn]} draws nothing, but must draw {counted(left, 'cards')}"
            yield Fault("draw", message, state.turn)
    elif not state.deck:
        yield Fault("draw", "the deck is empty; there is nothing to draw", state.turn, bars=True)
    elif card != UNKNOWN and not state.left[card]:
        message = f"{rules.pack.names[card]} is drawn, but {places.where(rules, state, card)}"
        yield Fault("cards", message, state.turn, bars=True)
    elif (card == UNKNOWN or card in rules.pack.specials) and not specials_held.undrawn(rules, state):
        yield Fault("cards", "a Special is drawn, but none is left in the deck", state.turn, bars=True)


def to_draw(rules: CompiledRules, state: State, *, openly: bool = False) -> int:
    """How many cards the player whose turn it is may draw; `openly`, without the ability of a hidden Illuminati card."""
    held = state.holds[state.turn] & rules.pack.masks["draws"]
    if openly and not state.shown[state.turn]:
        held &= ~(1 << state.illuminati[state.turn])
    return max((rules.pack.cards[card].does["draws"] for card in members(held)), default=rules.draws)


def must_draw(rules: CompiledRules, state: State) -> int:
    """How many of the cards left to draw must be drawn; the ability of a hidden Illuminati card need not be used."""
    return state.draws - to_draw(rules, state) + to_draw(rules, state, openly=True)


def take_from_deck(rules: CompiledRules, state: State, card: int, keeper: int | None) -> None:
    """Takes a card out of the deck: a group goes to the table, a Special to its keeper or, without one, out of the game."""
    state.deck -= 1
    if card == UNKNOWN:
        if keeper is not None:
            specials_held.take_unseen(state, keeper)
        return
    state.left[card] -= 1
    if rules.pack.cards[card].kind == GROUP:
        state.place[card] = UNCONTROLLED
    elif keeper is not None:
        state.specials[keeper].append(card)


def apply_draw(rules: CompiledRules, state: State, event: Event) -> None:
    """Draws a card."""
    if event.value != NOTHING:
        take_from_deck(rules, state, event.value, state.turn)
    state.draws = min(state.draws - 1, state.deck) if event.value != NOTHING else 0
    state.begun = True
    if not state.draws:
        went_on(rules, state, DRAW)


# -- passing and ending ------------------------------------------------------------------------------------------------


def check_pass(rules: CompiledRules, state: State, event: Event) -> Iterator[Fault]:
    """Whether a player may still pass."""
    who = state.players[state.turn]
    if state.passed:
        yield Fault("passing", f"{who} has already passed; end the turn", state.turn)
    elif state.actions:
        message = f"{who} has taken {counted(state.actions, 'actions')} and cannot pass; end the turn"
        yield Fault("passing", message, state.turn)
    elif state.acted and rules.pass_forbids_all:
        message = f"{who} has already taken a free action and cannot pass; end the turn"
        yield Fault("passing", message, state.turn, word=("turn", "pass", "forbids"))


def apply_pass(rules: CompiledRules, state: State, event: Event) -> None:
    """Takes the money instead of actions."""
    state.passed = True
    pay(state, state.illuminati[state.turn], rules.pass_money)


def apply_end(rules: CompiledRules, state: State, event: Event) -> None:
    """Ends the turn, or begins to refill the uncontrolled groups."""
    _close(rules, state)


def _close(rules: CompiledRules, state: State) -> None:
    """Ends the turn once there are enough uncontrolled groups; that of a player who is out does not count as played."""
    if _short(rules, state):
        state.phase = REFILL
    else:
        finish(rules, state, played=state.alive[state.turn])


def _short(rules: CompiledRules, state: State) -> bool:
    return bool(rules.refill and state.deck and state.place.count(UNCONTROLLED) < rules.refill)


def apply_refill(rules: CompiledRules, state: State, event: Event) -> None:
    """Turns up a card at the end of a turn: a group stays, a Special is out."""
    take_from_deck(rules, state, event.value, None)
    _close(rules, state)


def finish(rules: CompiledRules, state: State, *, played: bool) -> None:
    """The end of a turn: who is out, who has won, whose turn is next."""
    state.turns[state.turn] += played
    departures.eliminate(rules, state, ends=True)
    _write_down(state)
    stage = state.stage
    _step(rules, state)
    looked_at = rules.sequence != "staggered" or state.stage <= stage or sum(state.alive) <= 1
    won = goals.winners(rules, state) if state.phase != OVER and looked_at else None
    if won is not None:
        win(state, won)
    state.aligned = {}
    if state.phase != OVER:
        if rules.rolled_for:
            state.phase = ROLLS
        else:
            begin(rules, state)


def end_if_met(rules: CompiledRules, state: State, seat: int) -> None:
    """Makes a player win whose goal, shown just after a turn, was met at its end."""
    if just_ended(rules, state) and goals.meets(rules, state, seat):
        win(state, {*state.winners, seat})


def win(state: State, won: Iterable[int]) -> None:
    """Ends the game with these winners."""
    state.phase = OVER
    state.winners = sorted(won)


def just_ended(rules: CompiledRules, state: State) -> bool:
    """Whether nothing has changed since the end of a turn, at which goals are checked."""
    before = state.phase in (ROLLS, OVER) or (state.phase in (INCOME, DRAW) and not state.begun)
    if not before or not state.history:
        return False
    ended, now = state.history[-1], (tuple(state.holds), tuple(state.money))
    return (ended.holds, ended.money) == now and not (rules.sequence == "staggered" and state.stage)


def _step(rules: CompiledRules, state: State) -> None:
    """Moves on to the next player who is still in the game; each staggered round begins with the next one after the last."""
    step = 1 if rules.clockwise else -1
    players = rules.players
    if rules.rolled_for:
        return
    if rules.sequence == "fixed":
        state.turn = _next(state, state.turn, step)
        return
    while any(state.alive):
        state.stage += 1
        if state.stage == players:
            after = (state.first + step) % players
            state.first = after if rules.dead_seats_kept else _next(state, state.first, step)
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


def begin(rules: CompiledRules, state: State) -> None:
    """Begins the turn of `state.turn`."""
    state.number += 1
    state.begin_round(rules)
    state.attack = None
    state.draws = min(to_draw(rules, state), state.deck)
    state.phase = DRAW if rules.draw_first and state.draws else INCOME


def check_rolls(rules: CompiledRules, state: State, event: Event) -> Iterator[Fault]:
    """Whether everybody in the game rolled, nobody bids more than they have, and one player is highest."""
    rolled: Rolled = event.value
    wanted = {seat for seat in range(rules.players) if state.alive[seat]}
    if rolled.keys() != wanted:
        names = ", ".join(state.players[seat] for seat in sorted(wanted))
        message = f"everybody who is in the game rolls for the next turn: {names}"
        yield Fault("sequence", message, bars=True)
        return
    for seat, (roll, bid) in rolled.items():
        who, at = state.players[seat], (*event.at, state.players[seat])
        if not 2 <= roll <= 12:
            yield Fault("roll", f"{who} rolled {roll}; two dice show 2 to 12", seat, at=(*at, "roll"), bars=True)
        if bid:
            yield from _check_bid(rules, state, seat, bid, (*at, "bid"))
    if len(_highest(state, rolled)) > 1:
        names = " and ".join(state.players[seat] for seat in _highest(state, rolled))
        bids = any(bid for _, bid in rolled.values())
        message = (
            f"{names} are tied with their bids; one of them must bid more"
            if bids
            else f"{names} rolled the same; roll again"
        )
        yield Fault("sequence", message, bars=True)


def _check_bid(rules: CompiledRules, state: State, seat: int, bid: int, at: tuple[str | int, ...]) -> Iterator[Fault]:
    who, top = state.players[seat], state.illuminati[seat]
    if rules.sequence != "bidding":
        message = f"{who} bids {bid} MB; in this game the dice alone decide who plays next"
        yield Fault("sequence", message, seat, at=at, word=("turn", "sequence"))
    elif bid > state.money[top]:
        message = f"{rules.pack.names[top]} has {state.money[top]} MB; {who} cannot bid {bid}"
        yield Fault("treasury", message, seat, at=at, bars=True)


def _highest(state: State, rolled: Rolled) -> list[int]:
    """Who is highest, bid included, of those who may play next: nobody plays three times in a row."""
    barred = state.turn if state.running >= 2 and len(rolled) > 1 else ABSENT
    able = {seat: sum(both) for seat, both in rolled.items() if seat != barred}
    return [seat for seat, total in able.items() if total == max(able.values())]


def apply_rolls(rules: CompiledRules, state: State, event: Event) -> None:
    """The highest player pays the bid and plays next."""
    first = _highest(state, event.value)[0]
    for seat, (_, bid) in event.value.items():
        if bid and (seat == first or rules.losers_pay):
            pay(state, state.illuminati[seat], -bid)
    state.running = state.running + 1 if first == state.turn else 1
    state.turn = first
    begin(rules, state)


# -- out of the game ---------------------------------------------------------------------------------------------------


def apply_leave(rules: CompiledRules, state: State, event: Event) -> None:
    """A player leaves the game."""
    seat = state.turn if event.seat is None else event.seat
    departures.put_out(rules, state, seat)
    if state.attack is not None and seat == state.attack.owner:
        battles.lose_owner(rules, state)
    after_loss(rules, state)


def after_loss(rules: CompiledRules, state: State, by: int = ABSENT) -> None:
    """Eliminates players after groups were lost. A turn whose player is out is over, and so is a game with one player left."""
    departures.eliminate(rules, state, by)
    if rules.last_wins and sum(state.alive) <= 1:
        state.winners = [seat for seat in range(rules.players) if state.alive[seat]]
        _write_down(state)
        state.phase = OVER
        state.attack = None
    elif not state.alive[state.turn] and state.phase not in (ROLLS, OVER):
        state.attack = None
        _close(rules, state)
