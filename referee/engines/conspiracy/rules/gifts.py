"""Gifts, sales and trades between players: what each side gives the other, and where groups go that change hands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from referee.core.events import Event
from referee.core.findings import Fault, counted
from referee.core.places import Pointer
from referee.engines.conspiracy.rules import goals, means, structure, turns
from referee.engines.conspiracy.rules.means import actor, must_own
from referee.engines.conspiracy.state import ACT, DRAW, INCOME, OVER, UNKNOWN, State
from referee.engines.conspiracy.words.compiled import CompiledRules
from referee.engines.conspiracy.words.pack import ABSENT


class Part(NamedTuple):
    """One direction of a trade: who gives whom what, and where that is written."""

    giver: int
    taker: int
    gives: Mapping[str, Any]
    at: Pointer

    @property
    def group(self) -> int:
        """Return the group that changes hands; -1 if there is none."""
        group: int = self.gives["group"]
        return group

    @property
    def something(self) -> bool:
        """Return whether anything changes hands."""
        return bool(self.gives["money"] or self.gives["specials"] or self.group != ABSENT)


def _parts(state: State, event: Event) -> list[Part]:
    """Return what each side gives: the gift, and what comes back for it."""
    giver, taker, gift = actor(state, event), event.value["to"], event.value
    back = [Part(taker, giver, gift["for"], ("give", "for"))] if "for" in gift else []
    return [Part(giver, taker, gift, ("give",)), *back]


def check_give(rules: CompiledRules, state: State, event: Event) -> Iterator[Fault]:
    """Yield everything wrong with a gift, a sale or a trade."""
    parts, players = _parts(state, event), state.players
    giver, taker, _, _ = parts[0]
    to: Pointer = ("give", "to")
    if giver == taker:
        message = f"{players[giver]} is both giver and receiver; a gift goes to another player"
        yield Fault("gifts", message, giver, at=to, bars=True)
        return
    for seat in (giver, taker):
        if not state.alive[seat]:
            yield Fault("players", f"{players[seat]} is out of the game and cannot trade", seat, at=to, bars=True)
            return
    if state.attack is not None and state.attack.privileged:
        message = "nothing may be given or traded during a privileged attack; wait until it is over"
        yield Fault("gifts", message, giver)
    if state.turn in [part.giver for part in parts]:  # only receiving is not an action
        yield from means.not_after_passing(rules, state, "cannot trade this turn")
    if not any(part.something for part in parts):
        yield Fault("gifts", f"{players[giver]} gives {players[taker]} nothing; remove it", giver)
    faults: list[Fault] = []
    for part in parts:
        faults += _check_part(rules, state, part)
        if part.group != ABSENT:
            faults += _check_group(rules, state, parts, part)
    if any(part.group != ABSENT for part in parts):
        faults += _check_groups(rules, state, parts)
    yield from faults
    if not faults and not rules.may_throw and rules.thrown_at_once:
        for one, other in _thrown(rules, state, event):
            message = f"{players[one]} would give {players[other]} the victory"
            yield Fault("throwing", message, one, word=("gifts", "throwing"))


def _check_part(rules: CompiledRules, state: State, part: Part) -> Iterator[Fault]:
    """Yield the money and the Specials that the giver does not have, and what is said about a group that is not given."""
    giver, gives, at = part.giver, part.gives, part.at
    yield from means.must_have(rules, state, state.illuminati[giver], gives["money"], "give", giver, (*at, "money"))
    yield from means.holding(rules, state, giver, gives["specials"], means.in_list((*at, "specials")))
    for key in ("onto", "places", "frees"):
        if part.group == ABSENT and gives[key]:
            yield Fault("gifts", f"`{key}:` is about a group, and none is given; remove it", giver, at=(*at, key))


def _check_group(rules: CompiledRules, state: State, parts: list[Part], part: Part) -> Iterator[Fault]:
    """Yield why the giver does not have the group, or it does not fit."""
    names, players = rules.pack.names, state.players
    (giver, taker, gives, at), card = part, part.group
    group, onto = (*at, "group"), (*at, "onto")
    if state.attack is not None:
        yield Fault("gifts", "no group may change hands during an attack", giver, at=group)
    if (yield from must_own(rules, state, giver, (card, group))):
        return
    if gives["onto"] is None:
        where = f"as in `onto: {{{names[state.illuminati[taker]]}: top}}`"
        yield Fault("gifts", f"{players[taker]} must say where {names[card]} goes, {where}", taker, at=group, bars=True)
        return
    master, side = gives["onto"]
    for place, old in enumerate(gives["frees"]):
        yield from must_own(rules, state, taker, (old, (*at, "frees", place)))
        if not rules.old_may_go:
            message = f"{names[old]} stays; a group that does not fit is lost, not one that was there"
            yield Fault("overlap", message, taker, at=(*at, "frees", place), word=("gifts", "overlaps"))
    after = state.copy()
    _make_room(rules, after, parts)
    kept = yield from must_own(rules, after, giver, (card, group))
    if (yield from must_own(rules, after, taker, (master, onto))) or kept:
        return
    going = [other.group for other in parts if other.group not in (card, ABSENT)]
    leaving = [below for other in going for below in structure.below(rules, after, other)]
    blocked = after.grid[taker].keys() - {after.cell[other] for other in leaving}
    if master in leaving:
        message = f"{names[master]} changes hands as well and cannot take on a group"
        message += f"; {names[card]} must go to one that stays"
        yield Fault("gifts", message, taker, at=onto, bars=True)
    elif side not in rules.pack.cards[master].outward or structure.beside(after, master, side) in blocked:
        yield structure.no_such_arrow(rules, after, master, side, card, onto, taker)
    else:
        plan = structure.plan(rules, after, taker, card, (master, side), gives["places"], leaving)
        yield from structure.wrong_places(rules, plan, gives["places"], (*at, "places"), taker)


def _make_room(rules: CompiledRules, state: State, parts: list[Part]) -> None:
    """Let receivers give up the groups that make room."""
    for part in parts:
        for old in part.gives["frees"]:
            structure.free(state, structure.below(rules, state, old))


def _check_groups(rules: CompiledRules, state: State, parts: list[Part]) -> Iterator[Fault]:
    """Yield why groups may not change hands now: whose turn it is, what it costs, a sale that is a gift."""
    players, who = state.players, state.players[state.turn]
    giver, taker, _, _ = parts[0]
    if state.turn not in (giver, taker):
        message = f"a group changes hands in the turn of {players[giver]} or {players[taker]}; this is {who}'s turn"
        yield Fault("gifts", message, giver)
        return
    if state.phase != ACT:
        when = f"{who} has not drawn yet" if state.phase in (INCOME, DRAW) else f"{who}'s turn is over"
        yield Fault("order", f"{when}; giving a group is an action, which comes after drawing", giver)
    for part in parts if rules.groups_given == "own_turn_or_sale" else ():
        paid = any(other.something for other in parts if other is not part)
        if part.group != ABSENT and part.giver != state.turn and not paid:
            message = f"{players[part.giver]} may only sell a group in {who}'s turn; say for what with `for:`"
            yield Fault("gifts", message, part.giver, word=("gifts", "groups"))
    yield from means.no_action(rules, state)
    moved = sum(part.group != ABSENT for part in parts)
    if state.actions < rules.actions < state.actions + moved:
        costs = f"{counted(moved, 'groups')} cost {counted(moved, 'actions')}"
        yield Fault("actions", f"{costs}; {who} has {rules.actions - state.actions} left", state.turn)


def _thrown(rules: CompiledRules, state: State, event: Event) -> Iterator[tuple[int, int]]:
    """Yield giver and receiver of each part that makes the receiver, not the giver, meet a goal or become the last player
    left."""
    after = state.copy()
    _exchange(rules, after, event)
    wins = [
        seat in after.winners if after.phase == OVER else goals.meets(rules, after, seat)
        for seat in range(rules.players)
    ]
    for part in _parts(state, event):
        if wins[part.taker] and not wins[part.giver] and not goals.meets(rules, state, part.taker):
            yield part.giver, part.taker


def apply_give(rules: CompiledRules, state: State, event: Event) -> None:
    """Give, sell or trade."""
    if not rules.may_throw and not rules.thrown_at_once:
        state.thrown += tuple(_thrown(rules, state, event))
    _exchange(rules, state, event)


def _exchange(rules: CompiledRules, state: State, event: Event) -> None:
    """Let everything change hands; groups at the same time, so that each may go to an arrow that another leaves."""
    parts = _parts(state, event)
    for giver, taker, gives, _ in parts:
        state.money[state.illuminati[giver]] -= gives["money"]
        state.money[state.illuminati[taker]] += gives["money"]
        for card in gives["specials"]:
            means.discard(state, giver, card)
            if card == UNKNOWN:
                means.take_unseen(state, taker)
            else:
                state.specials[taker].append(card)
    _make_room(rules, state, parts)
    moved = [part for part in parts if part.group != ABSENT]
    going = [card for part in moved for card in structure.below(rules, state, part.group)]
    plans = [
        structure.plan(rules, state, part.taker, part.group, part.gives["onto"], part.gives["places"], going)
        for part in moved
    ]
    structure.lift(state, going)
    for part, plan in zip(moved, plans, strict=True):
        structure.lay(state, part.taker, plan.laid)
        structure.free(state, plan.lost)
    if state.turn in [part.giver for part in parts] and state.phase == ACT:
        state.acted = True
    if moved:
        state.actions += len(moved)
        turns.after_loss(rules, state)
