"""Money between the bank and the cards."""

from __future__ import annotations

from collections.abc import Iterator

from referee.engines.conspiracy.state import State
from referee.engines.conspiracy.words.compiled import CompiledRules


def pay(state: State, card: int, amount: int) -> None:
    """Puts money from the bank on a card; a negative amount goes back."""
    state.money[card] += amount
    state.bank += amount


def new_treasuries(
    rules: CompiledRules, state: State, seat: int, treasuries: dict[int, int] | None, bonus: int
) -> Iterator[str]:
    """What is wrong with a player's new treasuries: a card of somebody else, or another sum."""
    if treasuries is None:
        return
    names = rules.pack.names
    for card in treasuries:
        if state.place[card] != seat:
            yield f"cannot put money on {names[card]}, which is not {state.players[seat]}'s"
            return
    before = sum(state.money[card] for card in treasuries)
    after = sum(treasuries.values())
    if before + bonus != after:
        extra = f" and {bonus} from the bank" if bonus else ""
        yield f"moves {before} MB{extra} between these cards, but they would have {after} MB afterwards"
