"""What a player does besides attacks and Specials: transfers, moves and drops."""

from __future__ import annotations

from collections.abc import Iterator

from referee.core.events import Event
from referee.core.findings import Fault, counted
from referee.engines.conspiracy.rules import places, specials_held, structure, turns
from referee.engines.conspiracy.state import State
from referee.engines.conspiracy.words.compiled import CompiledRules
from referee.engines.conspiracy.words.pack import ILLUMINATI


def not_after_passing(rules: CompiledRules, state: State, what: str) -> Iterator[Fault]:
    if state.passed and rules.pass_forbids_all:
        who = state.players[state.turn]
        yield Fault(
            "passing",
            f"{who} has passed and {what}; end the turn",
            state.turn,
            word=("turn", "pass", "forbids"),
        )


def must_own(rules: CompiledRules, state: State, seat: int, card: int, at: tuple[str | int, ...]) -> Iterator[Fault]:
    if state.place[card] != seat:
        message = f"{rules.pack.names[card]} is not {state.players[seat]}'s; {places.where(rules, state, card)}"
        yield Fault("turn", message, seat, at=at, bars=True)


# -- money -------------------------------------------------------------------------------------------------------------


def check_transfer(rules: CompiledRules, state: State, event: Event) -> Iterator[Fault]:
    """Whether money may move from one card to another."""
    source, goal, amount, as_action = event.value
    seat, names = state.turn, rules.pack.names
    who = state.players[seat]
    if as_action:
        yield from specials_held.no_action(rules, state)
    else:
        yield from not_after_passing(rules, state, "cannot transfer money")
        if state.transfers >= rules.transfers:
            message = f"{who} has made {counted(state.transfers, 'free transfers')} this turn, the maximum"
            yield Fault("transfer", f"{message}; another is an action", seat, word=("turn", "transfers"))
        if state.closing and rules.transfers_last:
            message = f"{who} has used a special power; free money transfers come before special powers"
            yield Fault("order", message, seat, word=("turn", "transfers_when"))
    faults = [
        *must_own(rules, state, seat, source, ("transfer", "from")),
        *must_own(rules, state, seat, goal, ("transfer", "to")),
    ]
    yield from faults
    if faults:
        return
    near = state.master[source] == goal or state.master[goal] == source
    if source == goal:
        yield Fault("transfer", f"{names[source]} transfers money to itself", seat)
    elif not near and "sends_anywhere" not in rules.pack.cards[source].does:
        message = (
            f"{names[source]} and {names[goal]} are not next to each other; money moves between a master and its group"
        )
        yield Fault("transfer", message, seat)
    if amount > state.money[source]:
        message = f"{names[source]} has {state.money[source]} MB and cannot transfer {amount}"
        yield Fault("treasury", message, seat, at=("transfer", "amount"), bars=True)
    elif not amount:
        yield Fault("treasury", f"{names[source]} transfers nothing; remove it", seat, at=("transfer", "amount"))


def apply_transfer(rules: CompiledRules, state: State, event: Event) -> None:
    """Moves money."""
    source, goal, amount, as_action = event.value
    state.money[source] -= amount
    state.money[goal] += amount
    state.acted = True
    if as_action:
        state.actions += 1
    else:
        state.transfers += 1


# -- groups ------------------------------------------------------------------------------------------------------------


def check_move(rules: CompiledRules, state: State, event: Event) -> Iterator[Fault]:
    """Whether a group may move to another arrow of its structure."""
    card, (master, side), wished = event.value
    seat, names = state.turn, rules.pack.names
    yield from specials_held.no_action(rules, state)
    faults = [
        *must_own(rules, state, seat, card, ("move", "group")),
        *must_own(rules, state, seat, master, ("move", "onto")),
    ]
    yield from faults
    if faults:
        return
    if master in structure.below(rules, state, card):
        what = "itself" if master == card else f"{names[master]}, which is below it"
        yield Fault("move", f"{names[card]} cannot be attached to {what}", seat, at=("move", "onto"), bars=True)
    elif side not in structure.free_arrows(rules, state, master) and not (
        rules.vacated_is_free and structure.vacates(rules, state, card, master, side)
    ):
        word = ("moving", "vacated") if structure.vacates(rules, state, card, master, side) else ()
        yield places.no_such_arrow(rules, state, master, side, card)._replace(at=("move", "onto"), word=word)
    else:
        plan = structure.plan(rules, state, seat, card, master, side, wished)
        yield from places.wrong_places(rules, plan, wished, ("move", "places"), seat)


def apply_move(rules: CompiledRules, state: State, event: Event) -> None:
    """Moves a group with everything under it; what does not fit becomes uncontrolled."""
    card, (master, side), wished = event.value
    state.actions += 1
    state.acted = True
    plan = structure.plan(rules, state, state.turn, card, master, side, wished)
    structure.relay(rules, state, state.turn, card, plan)
    turns.after_loss(rules, state)


def check_drop(rules: CompiledRules, state: State, event: Event) -> Iterator[Fault]:
    """Whether a group may be dropped."""
    yield from not_after_passing(rules, state, "cannot drop a group")
    yield from must_own(rules, state, state.turn, event.value, event.at)
    if rules.pack.cards[event.value].kind == ILLUMINATI:
        message = f"{rules.pack.names[event.value]} is an Illuminati card and cannot be dropped"
        yield Fault("drop", message, state.turn, bars=True)


def apply_drop(rules: CompiledRules, state: State, event: Event) -> None:
    """Drops a group and everything under it."""
    structure.free(state, structure.below(rules, state, event.value))
    state.acted = True
    turns.after_loss(rules, state)
