"""Where cards are and where they can go, as parts of messages."""

from __future__ import annotations

from collections.abc import Iterator

from referee.core.findings import Fault
from referee.engines.conspiracy.rules import structure
from referee.engines.conspiracy.rules.structure import Plan
from referee.engines.conspiracy.state import DEAD, DECK, UNCONTROLLED, ByCard, State
from referee.engines.conspiracy.words.compiled import CompiledRules
from referee.engines.conspiracy.words.pack import SIDES, SPECIAL


def where(rules: CompiledRules, state: State, card: int) -> str:
    """Where a card is, in words."""
    if rules.pack.cards[card].kind == SPECIAL:
        holder = next((seat for seat, held in enumerate(state.specials) if card in held), None)
        return f"{state.players[holder]} has it" if holder is not None else "it is out of the game"
    place = state.place[card]
    if place >= 0:
        return f"{state.players[place]} controls it"
    return {UNCONTROLLED: "it is uncontrolled", DEAD: "it is destroyed", DECK: "it is in the deck"}.get(
        place, "it is out of the game"
    )


def in_play(state: State, card: int) -> bool:
    """Whether a group is on the table or in a structure."""
    return state.place[card] >= UNCONTROLLED > DECK


def no_such_arrow(rules: CompiledRules, state: State, master: int, side: int, card: int) -> Fault:
    """Why a card cannot be attached to an arrow of another."""
    names = rules.pack.names
    free = structure.free_arrows(rules, state, master)
    listed = " or ".join(SIDES[other] for other in free) or "no arrow"
    if side not in rules.pack.cards[master].outward:
        message = f"{names[master]} has no outgoing arrow on the {SIDES[side]} for {names[card]}; free: {listed}"
        return Fault("arrow", message, state.turn, bars=True)
    there = state.grid[state.place[master]][structure.beside(state, master, side)]
    if state.master[there] == master:
        message = f"the {SIDES[side]} arrow of {names[master]} holds {names[there]}; free: {listed}"
    else:
        message = f"the {SIDES[side]} arrow of {names[master]} is blocked by {names[there]}; free: {listed}"
    return Fault("arrow", message, state.turn, bars=True)


def wrong_places(
    rules: CompiledRules, plan: Plan, places: ByCard[int], at: tuple[str | int, ...], seat: int
) -> Iterator[Fault]:
    """Places named for subordinates that are impossible."""
    laid = {entry.card: entry for entry in plan.laid}
    names = rules.pack.names
    for card, side in places.items():
        entry = laid.get(card)
        if entry is None:
            what = (
                "does not fit there; name another arrow of its master"
                if card in plan.lost
                else "is not among the groups that come along"
            )
            yield Fault("overlap", f"{names[card]} {what}", seat, at=(*at, places.written[card]))
        elif entry.side != side:
            message = f"{names[card]} goes to the {SIDES[entry.side]} arrow of {names[entry.master]}, not to the {SIDES[side]}"
            message += "; only a card that would overlap moves, to an arrow that is free"
            yield Fault("overlap", message, seat, at=(*at, places.written[card]))
