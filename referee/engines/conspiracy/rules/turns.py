"""The course of a turn: drawing, passing, its end, rolling for the next; players who are out of the game; who wins."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from referee.core.cards import members
from referee.core.events import Event
from referee.core.findings import Fault, counted
from referee.engines.conspiracy.rules import goals, means, structure
from referee.engines.conspiracy.state import (
    ACT,
    DRAW,
    INCOME,
    NOTHING,
    OUT,
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


def begin(rules: CompiledRules, state: State) -> None:
    """Begin the turn of `state.turn`."""
    state.number += 1
    state.begin_round(rules)
    state.attack = None
    state.draws = min(to_draw(rules, state), state.deck)
    state.phase = DRAW if rules.draw_first and state.draws else INCOME


def go_on(rules: CompiledRules, state: State, phase: str) -> None:
    """Move on from income or drawing."""
    first, second = (DRAW, INCOME) if rules.draw_first else (INCOME, DRAW)
    state.begun = True
    state.phase = second if phase == first and (second != DRAW or state.draws) else ACT


# -- drawing -----------------------------------------------------------------------------------------------------------


def check_draw(rules: CompiledRules, state: State, event: Event) -> Iterator[Fault]:
    """Yield why a card cannot come out of the deck."""
    card = event.value
    if card == NOTHING:
        left = must_draw(rules, state)
        if left > 0:
            message = f"{state.players[state.turn]} draws nothing, but must draw {counted(left, 'cards')}"
            yield Fault("draw", message, state.turn)
    elif not state.deck:
        yield Fault("draw", "the deck is empty; there is nothing to draw", state.turn, bars=True)
    elif card != UNKNOWN and not state.left[card]:
        message = f"{rules.pack.names[card]} is drawn, but {structure.where(rules, state, card)}"
        yield Fault("cards", message, state.turn, bars=True)
    elif (card == UNKNOWN or card in rules.pack.specials) and not means.undrawn(rules, state):
        yield Fault("cards", "a Special is drawn, but none is left in the deck", state.turn, bars=True)


def to_draw(rules: CompiledRules, state: State, *, openly: bool = False) -> int:
    """Return how many cards the player whose turn it is may draw; `openly`, without the ability of a hidden Illuminati card."""
    held = state.holds[state.turn] & rules.pack.masks["draws"]
    if openly and not state.shown[state.turn]:
        held &= ~(1 << state.illuminati[state.turn])
    return max((rules.pack.cards[card].does["draws"] for card in members(held)), default=rules.draws)


def must_draw(rules: CompiledRules, state: State) -> int:
    """Return how many of the cards left to draw must be drawn; the ability of a hidden Illuminati card need not be used."""
    return state.draws - to_draw(rules, state) + to_draw(rules, state, openly=True)


def take_from_deck(rules: CompiledRules, state: State, card: int, keeper: int | None) -> None:
    """Take a card out of the deck: a group goes to the table, a Special to its keeper or, without one, out of the game."""
    state.deck -= 1
    if card == UNKNOWN:
        if keeper is not None:
            means.take_unseen(state, keeper)
        return
    state.left[card] -= 1
    if rules.pack.cards[card].kind == GROUP:
        state.place[card] = UNCONTROLLED
    elif keeper is not None:
        state.specials[keeper].append(card)


def apply_draw(rules: CompiledRules, state: State, event: Event) -> None:
    """Draw a card."""
    state.begun = True
    if event.value == NOTHING:
        state.draws = 0
    else:
        take_from_deck(rules, state, event.value, state.turn)
        state.draws = min(state.draws - 1, state.deck)
    if not state.draws:
        go_on(rules, state, DRAW)


# -- passing and ending ------------------------------------------------------------------------------------------------


def check_pass(rules: CompiledRules, state: State, event: Event) -> Iterator[Fault]:
    """Yield why a player may no longer pass."""
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
    """Take the money instead of actions."""
    state.passed = True
    state.pay(state.illuminati[state.turn], rules.pass_money)


def check_end(rules: CompiledRules, state: State, event: Event) -> Iterator[Fault]:
    """Yield who wins at the end of the turn by what another player gave."""
    for one, other in state.thrown:
        if goals.meets(rules, state, other) and not goals.meets(rules, state, one):
            message = f"{state.players[other]} wins by what {state.players[one]} gave this turn"
            yield Fault("throwing", message, one, word=("gifts", "throwing_when"))


def apply_end(rules: CompiledRules, state: State, event: Event | None) -> None:
    """End the turn once there are enough uncontrolled groups; that of a player who is out does not count as played."""
    if rules.refill and state.deck and state.place.count(UNCONTROLLED) < rules.refill:
        state.phase = REFILL
    else:
        finish(rules, state, played=state.alive[state.turn])


def apply_refill(rules: CompiledRules, state: State, event: Event) -> None:
    """Turn up a card at the end of a turn: a group stays, a Special is out."""
    take_from_deck(rules, state, event.value, None)
    apply_end(rules, state, event)


def finish(rules: CompiledRules, state: State, *, played: bool) -> None:
    """End a turn: who is out, who has won, whose turn is next."""
    state.turns[state.turn] += played
    eliminate(rules, state, ends=True)
    _write_down(state)
    stage = state.stage
    _step(rules, state)
    looked_at = rules.sequence != "staggered" or state.stage <= stage or sum(state.alive) <= 1
    won = goals.winners(rules, state) if state.phase != OVER and looked_at else None
    if won is not None:
        win(state, won)
    state.aligned = {}
    if state.phase != OVER and rules.rolled_for:
        state.phase = ROLLS
    elif state.phase != OVER:
        begin(rules, state)


def _write_down(state: State) -> None:
    """Add the turn to the history."""
    state.history.append(Turn(state.number, state.turn, tuple(state.holds), tuple(state.money)))


def win(state: State, won: Iterable[int]) -> None:
    """End the game with these winners."""
    state.phase = OVER
    state.winners = sorted(won)


def just_ended(rules: CompiledRules, state: State) -> bool:
    """Return whether nothing has changed since the end of a turn, at which goals are checked."""
    before = state.phase in (ROLLS, OVER) or (state.phase in (INCOME, DRAW) and not state.begun)
    if not before or not state.history:
        return False
    ended, now = state.history[-1], (tuple(state.holds), tuple(state.money))
    return (ended.holds, ended.money) == now and not (rules.sequence == "staggered" and state.stage)


def _step(rules: CompiledRules, state: State) -> None:
    """Move on to the next player who is still in the game; each staggered round begins with the next one after the last."""
    step = 1 if rules.clockwise else -1
    players = rules.players

    def after(seat: int) -> int:
        seats = ((seat + step * distance) % players for distance in range(1, players + 1))
        return next((other for other in seats if state.alive[other]), seat)

    if rules.sequence == "fixed":
        state.turn = after(state.turn)
    while rules.sequence == "staggered" and any(state.alive):
        state.stage += 1
        if state.stage == players:
            state.first = (state.first + step) % players if rules.dead_seats_kept else after(state.first)
            state.stage = 0
        seat = (state.first + step * state.stage) % players
        if state.alive[seat]:
            state.turn = seat
            return


def check_rolls(rules: CompiledRules, state: State, event: Event) -> Iterator[Fault]:
    """Yield what is wrong unless everybody in the game rolled, nobody bids more than they have, and one player is highest."""
    rolled: Rolled = event.value
    wanted = {seat for seat in range(rules.players) if state.alive[seat]}
    if rolled.keys() != wanted:
        names = ", ".join(state.players[seat] for seat in sorted(wanted))
        yield Fault("sequence", f"everybody who is in the game rolls for the next turn: {names}", bars=True)
        return
    for seat, (roll, bid) in rolled.items():
        who, top, at = state.players[seat], state.illuminati[seat], (*event.at, state.players[seat])
        if not 2 <= roll <= 12:
            yield Fault("roll", f"{who} rolled {roll}; two dice show 2 to 12", seat, at=(*at, "roll"), bars=True)
        if bid and rules.sequence != "bidding":
            message = f"{who} bids {bid} MB; in this game the dice alone decide who plays next"
            yield Fault("sequence", message, seat, at=(*at, "bid"), word=("turn", "sequence"))
        elif bid > state.money[top]:
            message = f"{rules.pack.names[top]} has {state.money[top]} MB; {who} cannot bid {bid}"
            yield Fault("treasury", message, seat, at=(*at, "bid"), bars=True)
    first = _highest(state, rolled)
    if len(first) > 1:
        names = " and ".join(state.players[seat] for seat in first)
        bids = any(bid for _, bid in rolled.values())
        how = "are tied with their bids; one of them must bid more" if bids else "rolled the same; roll again"
        yield Fault("sequence", f"{names} {how}", bars=True)


def _highest(state: State, rolled: Rolled) -> list[int]:
    """Return who is highest, bid included, of those who may play next: nobody plays three times in a row."""
    barred = state.turn if state.running >= 2 and len(rolled) > 1 else ABSENT
    return goals.best({seat: sum(both) for seat, both in rolled.items() if seat != barred})


def apply_rolls(rules: CompiledRules, state: State, event: Event) -> None:
    """Let the highest player pay the bid and play next."""
    first = _highest(state, event.value)[0]
    for seat, (_, bid) in event.value.items():
        if bid and (seat == first or rules.losers_pay):
            state.pay(state.illuminati[seat], -bid)
    state.running = state.running + 1 if first == state.turn else 1
    state.turn = first
    begin(rules, state)


# -- out of the game ---------------------------------------------------------------------------------------------------


def eliminate(rules: CompiledRules, state: State, by: int = ABSENT, *, ends: bool = False) -> None:
    """Eliminate everybody who has no group left, once the turns of grace are over; `by` took somebody's last group.

    A player who wins is not eliminated: when the turn `ends` by any goal, before by the goal to destroy groups.
    """
    for seat in range(rules.players):
        if not state.alive[seat] or state.turns[seat] < rules.safe_turns or goals.groups(state, seat) > 1:
            continue
        own = state.goals[seat]
        destroys = own != ABSENT and "destroyed" in rules.pack.cards[own].goal
        if (ends or destroys) and goals.meets(rules, state, seat):
            continue
        if by not in (ABSENT, seat):
            state.kills[by] += 1
        put_out(rules, state, seat)


def put_out(rules: CompiledRules, state: State, seat: int) -> None:
    """Take a player out of the game: the groups become uncontrolled, the money goes to the bank."""
    top = state.illuminati[seat]
    structure.free(state, structure.below(rules, state, top))
    state.place[top] = OUT
    state.alive[seat] = False
    state.turns[seat] = 0
    held = state.specials[seat]
    if not rules.specials_stay_out:
        for card in held:
            state.left[card] += 1
        state.deck += len(held) + state.hidden[seat]
    state.specials[seat] = []
    state.hidden[seat] = 0


def after_loss(rules: CompiledRules, state: State, by: int = ABSENT) -> None:
    """Eliminate players after groups were lost. A turn whose player is out is over, and so is a game with one player left."""
    eliminate(rules, state, by)
    if rules.last_wins and sum(state.alive) <= 1:
        _write_down(state)
        win(state, [seat for seat in range(rules.players) if state.alive[seat]])
        state.attack = None
    elif not state.alive[state.turn] and state.phase not in (ROLLS, OVER):
        state.attack = None
        apply_end(rules, state, None)
