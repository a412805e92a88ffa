"""Gifts, sales and trades between players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from referee.core.events import Event
from referee.core.findings import Fault, counted
from referee.core.places import Pointer
from referee.engines.conspiracy.rules import goals, places, specials_held, structure, turns
from referee.engines.conspiracy.rules.deeds import must_own
from referee.engines.conspiracy.rules.specials_held import actor
from referee.engines.conspiracy.state import ACT, DRAW, INCOME, OVER, UNKNOWN, State
from referee.engines.conspiracy.words.compiled import CompiledRules
from referee.engines.conspiracy.words.pack import ABSENT


def check_give(rules: CompiledRules, state: State, event: Event) -> Iterator[Fault]:
    """Everything wrong with a gift, a sale or a trade."""
    giver = actor(state, event)
    gift: Mapping[str, Any] = event.value
    taker = gift["to"]
    players = state.players
    if giver == taker:
        yield Fault(
            "gifts",
            f"{players[giver]} is both giver and receiver; a gift goes to another player",
            giver,
            at=("give", "to"),
            bars=True,
        )
        return
    for seat in (giver, taker):
        if not state.alive[seat]:
            yield Fault(
                "players", f"{players[seat]} is out of the game and cannot trade", seat, at=("give", "to"), bars=True
            )
            return
    if state.attack is not None and state.attack.privileged:
        yield Fault(
            "gifts",
            "nothing may be given or traded during a privileged attack; wait until it is over",
            giver,
        )
    if state.passed and _acts(state, giver, gift) and rules.pass_forbids_all:
        message = f"{players[state.turn]} has passed and cannot trade this turn; end the turn"
        yield Fault("passing", message, state.turn, word=("turn", "pass", "forbids"))
    if not any(_has_something(part) for part in _parts(gift)):
        yield Fault("gifts", f"{players[giver]} gives {players[taker]} nothing; remove it", giver)
    faults: list[Fault] = []
    sides: tuple[tuple[int, int, Pointer], ...] = ((giver, taker, ("give",)), (taker, giver, ("give", "for")))
    for part, (one, other, at) in zip(_parts(gift), sides, strict=False):
        faults += _check_part(rules, state, part, one, at)
        if part["group"] != ABSENT:
            faults += _check_group(rules, state, gift, part, one, other, at)
    if moved := len(_groups(gift)):
        faults += _check_groups(rules, state, event, giver, moved)
    yield from faults
    if not faults and not rules.may_throw and rules.thrown_at_once:
        for one, other in _thrown(rules, state, event):
            message = f"{state.players[one]} would give {state.players[other]} the victory"
            yield Fault("throwing", message, one, word=("gifts", "throwing"))


def _has_something(part: Mapping[str, Any]) -> bool:
    """Whether anything changes hands in one direction of a trade."""
    return bool(part and (part["money"] or part["specials"] or part["group"] != ABSENT))


def _acts(state: State, giver: int, gift: Mapping[str, Any]) -> bool:
    """Whether the player whose turn it is gives something; only receiving is not an action."""
    return state.turn == giver or (state.turn == gift["to"] and "for" in gift)


def _check_part(
    rules: CompiledRules, state: State, part: Mapping[str, Any], giver: int, at: Pointer
) -> Iterator[Fault]:
    """One direction of a trade: does the giver have the money and the Specials?"""
    top = state.illuminati[giver]
    if part["money"] > state.money[top]:
        message = f"{rules.pack.names[top]} has {state.money[top]} MB and cannot give {part['money']}"
        yield Fault("treasury", message, giver, at=(*at, "money"), bars=True)
    yield from specials_held.holding(rules, state, giver, part["specials"], specials_held.in_list((*at, "specials")))
    for key in ("onto", "places", "frees"):
        if part["group"] == ABSENT and part[key]:
            yield Fault("gifts", f"`{key}:` is about a group, and none is given; remove it", giver, at=(*at, key))


def _check_group(
    rules: CompiledRules,
    state: State,
    gift: Mapping[str, Any],
    part: Mapping[str, Any],
    giver: int,
    taker: int,
    at: Pointer,
) -> Iterator[Fault]:
    """One direction of a trade: does the giver have the group, and does it fit?"""
    names, players = rules.pack.names, state.players
    card = part["group"]
    if state.attack is not None:
        yield Fault("gifts", "no group may change hands during an attack", giver, at=(*at, "group"))
    owned = list(must_own(rules, state, giver, card, (*at, "group")))
    yield from owned
    if owned:
        return
    if part["onto"] is None:
        message = f"{players[taker]} must say where {names[card]} goes, as in `onto: {{{names[state.illuminati[taker]]}: top}}`"
        yield Fault("gifts", message, taker, at=(*at, "group"), bars=True)
        return
    master, side = part["onto"]
    for place, old in enumerate(part["frees"]):
        yield from must_own(rules, state, taker, old, (*at, "frees", place))
        if not rules.old_may_go:
            message = f"{names[old]} stays; a group that does not fit is lost, not one that was there"
            yield Fault("overlap", message, taker, at=(*at, "frees", place), word=("gifts", "overlaps"))
    after = state.copy()
    _make_room(rules, after, gift)
    lacking = [
        *must_own(rules, after, giver, card, (*at, "group")),
        *must_own(rules, after, taker, master, (*at, "onto")),
    ]
    yield from lacking
    if lacking:
        return
    leaving = [other for going in _groups(gift) if going != card for other in structure.below(rules, after, going)]
    if master in leaving:
        message = (
            f"{names[master]} changes hands as well and cannot take on a group; {names[card]} must go to one that stays"
        )
        yield Fault("gifts", message, taker, at=(*at, "onto"), bars=True)
    elif side not in rules.pack.cards[master].outward or structure.beside(after, master, side) in after.grid[
        taker
    ].keys() - {after.cell[other] for other in leaving}:
        yield places.no_such_arrow(rules, after, master, side, card)._replace(at=(*at, "onto"), seat=taker)
    else:
        plan = structure.plan(rules, after, taker, card, master, side, part["places"], leaving)
        yield from places.wrong_places(rules, plan, part["places"], (*at, "places"), taker)


def _groups(gift: Mapping[str, Any]) -> list[int]:
    """The groups that change hands."""
    return [part["group"] for part in _parts(gift) if part["group"] != ABSENT]


def _parts(gift: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """What each side gives: the gift, and what comes back for it."""
    return [gift, gift["for"]] if "for" in gift else [gift]


def _make_room(rules: CompiledRules, state: State, gift: Mapping[str, Any]) -> None:
    """Receivers give up the groups that make room."""
    for part in _parts(gift):
        for old in part["frees"]:
            structure.free(state, structure.below(rules, state, old))


def _check_groups(rules: CompiledRules, state: State, event: Event, giver: int, moved: int) -> Iterator[Fault]:
    gift, players, who = event.value, state.players, state.players[state.turn]
    taker, back = gift["to"], gift.get("for", {})
    if state.turn not in (giver, taker):
        message = f"a group changes hands in the turn of {players[giver]} or {players[taker]}; this is {who}'s turn"
        yield Fault("gifts", message, giver)
        return
    if state.phase != ACT:
        when = f"{who} has not drawn yet" if state.phase in (INCOME, DRAW) else f"{who}'s turn is over"
        message = f"{when}; giving a group is an action, which comes after drawing"
        yield Fault("order", message, giver)
    if rules.groups_given == "own_turn_or_sale":
        for seller, part, paid in ((giver, gift, back), (taker, back, gift)):
            if part and part["group"] != ABSENT and seller != state.turn and not _has_something(paid):
                message = f"{players[seller]} may only sell a group in {who}'s turn; say for what with `for:`"
                yield Fault("gifts", message, seller, word=("gifts", "groups"))
    yield from specials_held.no_action(rules, state)
    if state.actions < rules.actions < state.actions + moved:
        message = f"{counted(moved, 'groups')} cost {counted(moved, 'actions')}; {who} has {rules.actions - state.actions} left"
        yield Fault("actions", message, state.turn)


def _thrown(rules: CompiledRules, state: State, event: Event) -> Iterator[tuple[int, int]]:
    """Giver and receiver of each part that makes the receiver, not the giver, meet a goal or become the last player left."""
    giver, taker = actor(state, event), event.value["to"]
    after = state.copy()
    _exchange(rules, after, event)
    over = after.phase == OVER
    wins = {seat for seat in (giver, taker) if (seat in after.winners if over else goals.meets(rules, after, seat))}
    for one, other in ((giver, taker), (taker, giver))[: 1 + ("for" in event.value)]:
        if other in wins and one not in wins and not goals.meets(rules, state, other):
            yield one, other


def check_end(rules: CompiledRules, state: State, event: Event) -> Iterator[Fault]:
    """Whether somebody wins at the end of the turn by what another player gave."""
    for one, other in state.thrown:
        if goals.meets(rules, state, other) and not goals.meets(rules, state, one):
            message = f"{state.players[other]} wins by what {state.players[one]} gave this turn"
            yield Fault("throwing", message, one, word=("gifts", "throwing_when"))


def apply_give(rules: CompiledRules, state: State, event: Event) -> None:
    """Gives, sells or trades."""
    if not rules.may_throw and not rules.thrown_at_once:
        state.thrown += tuple(_thrown(rules, state, event))
    _exchange(rules, state, event)


def _exchange(rules: CompiledRules, state: State, event: Event) -> None:
    giver = actor(state, event)
    gift = event.value
    taker = gift["to"]
    parts = list(zip(_parts(gift), (giver, taker), (taker, giver), strict=False))
    for part, one, other in parts:
        state.money[state.illuminati[one]] -= part["money"]
        state.money[state.illuminati[other]] += part["money"]
        for card in part["specials"]:
            _hand_over(state, one, other, card)
    _make_room(rules, state, gift)
    moved = [(part, other) for part, _, other in parts if part["group"] != ABSENT]
    _hand_on(rules, state, moved)
    if _acts(state, giver, gift) and state.phase == ACT:
        state.acted = True
    if moved:
        state.actions += len(moved)
        turns.after_loss(rules, state)


def _hand_over(state: State, giver: int, taker: int, card: int) -> None:
    if card != UNKNOWN and card in state.specials[giver]:
        state.specials[giver].remove(card)
        state.specials[taker].append(card)
        return
    specials_held.lose_unseen(state, giver)
    if card == UNKNOWN:
        specials_held.take_unseen(state, taker)
    else:
        state.left[card] -= 1
        state.specials[taker].append(card)


def _hand_on(rules: CompiledRules, state: State, moved: list[tuple[Mapping[str, Any], int]]) -> None:
    """Groups change hands at the same time, so that each may go to an arrow that another leaves."""
    going = [card for part, _ in moved for card in structure.below(rules, state, part["group"])]
    plans = []
    for part, seat in moved:
        master, side = part["onto"]
        plans.append((seat, structure.plan(rules, state, seat, part["group"], master, side, part["places"], going)))
    structure.lift(state, going)
    for seat, plan in plans:
        structure.lay(state, seat, plan.laid)
        structure.shed(state, plan)
