"""Income: what each card collects, who pays the tax, and who pays for a group that costs money."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from referee.core.cards import members
from referee.core.events import Event
from referee.core.findings import Fault
from referee.engines.conspiracy import structure, turns
from referee.engines.conspiracy.money import noted, pay
from referee.engines.conspiracy.state import INCOME, State
from referee.engines.conspiracy.terms import Terms


def due(terms: Terms, state: State, seat: int) -> dict[int, int]:
    """What each card of a player collects from the bank."""
    collected = {}
    cards = terms.pack.cards
    for card in members(state.holds[seat]):
        amount = cards[card].income * state.multiplied
        if card == state.illuminati[seat]:
            amount += terms.bonus_income
        if amount:
            collected[card] = amount
    return collected


def check_income(terms: Terms, state: State, event: Event) -> Iterator[Fault]:
    """Whether an income is right: what is collected, who pays the tax out of what, who pays for a group that costs money."""
    seat = state.turn
    who = state.players[seat]
    said: Mapping[str, Any] = event.value
    collected = due(terms, state, seat)
    total = sum(collected.values())
    claimed = said.get("collects", total)
    least = most = total
    if terms.hidden and not state.shown[seat]:
        least, most = total - collected.get(state.illuminati[seat], 0), total + terms.overstate
    if not least <= claimed <= most:
        right = f"{total}" if least == most else f"between {least} and {most}"
        message = f"{who} collects {claimed} MB; the income of {who}'s cards is {right} MB"
        if least == most:
            message += _counted_along(terms, state, seat, claimed, total)
        yield Fault("income", message, seat, at=("income", "collects"))
    yield from _check_tax(terms, state, seat, said.get("tax", {}))
    costing = state.holds[seat] & terms.pack.masks.get("upkeep", 0)
    for card, payer in said.get("upkeep", {}).items():
        name, by = terms.pack.names[card], terms.pack.names[payer]
        at = ("income", "upkeep", said["upkeep"].written[card])
        if not costing >> card & 1:
            yield Fault("upkeep", f"{name} costs {who} nothing", seat, at=at)
        elif payer not in _may_pay(terms, state, seat, card):
            named = " or ".join(terms.pack.names[other] for other in _may_pay(terms, state, seat, card))
            yield Fault("upkeep", f"{by} does not pay for {name}; {named} does", seat, at=at)
        elif state.money[payer] + collected.get(payer, 0) < terms.pack.cards[card].does["upkeep"]:
            yield Fault("upkeep", f"{by} has not enough money to pay for {name}", seat, at=at)


def _counted_along(terms: Terms, state: State, seat: int, claimed: int, total: int) -> str:
    """What somebody who wrote another sum has probably counted along, and how it is written; the end of a sentence."""
    pack = terms.pack
    taxing = members(state.holds[seat] & pack.masks.get("tax", 0))
    tax = sum(sum(tax_due(terms, state, seat, pack.cards[card].does["tax"]).values()) for card in taxing)
    costing = list(members(state.holds[seat] & pack.masks.get("upkeep", 0)))
    cost = sum(pack.cards[card].does["upkeep"] for card in costing)
    apart = []
    if tax and claimed in (total + tax, total + tax - cost):
        apart.append(f"the tax of {tax} MB")
    if cost and claimed in (total - cost, total + tax - cost):
        apart.append(f"the upkeep of {cost} MB for {' and '.join(pack.names[card] for card in costing)}")
    if apart:
        return f"; {' and '.join(apart)} {'is' if len(apart) == 1 else 'are'} counted apart: write `income: {total}`"
    if state.multiplied == 1:
        for card in members(pack.masks.get("multiply_income", 0)):
            times = pack.cards[card].does["multiply_income"]
            if claimed == (total - terms.bonus_income) * times + terms.bonus_income:
                return f"; that times {times} needs `special: {pack.names[card]}` before it"
    elif claimed == (total - terms.bonus_income) // state.multiplied + terms.bonus_income:
        return f", {state.multiplied} times what it says on them, by the Special played"
    for card in members(pack.masks.get("money", 0)):
        brought = pack.cards[card].does["money"]
        if claimed == total + brought:
            name = pack.names[card]
            return f"; the {brought} MB of {name} are counted apart: write `special: {name}` and `income: {total}`"
    return ""


def tax_due(terms: Terms, state: State, seat: int, rate: int) -> dict[int, int]:
    """What each other player owes to the owner of a group that taxes."""
    owed = {}
    for other in range(terms.players):
        if other != seat and state.alive[other]:
            held = [state.money[card] for card in members(state.holds[other])]
            owed[other] = min(rate, sum(held) if terms.tax_split else max(held, default=0))
    return owed


def _check_tax(terms: Terms, state: State, seat: int, said: Mapping[int, Any]) -> Iterator[Fault]:
    taxing = list(members(state.holds[seat] & terms.pack.masks.get("tax", 0)))
    names, players = terms.pack.names, state.players
    if said and not taxing:
        yield Fault("tax", f"{players[seat]} has no group that takes a tax", seat, at=("income", "tax"))
        return
    rate = sum(terms.pack.cards[card].does["tax"] for card in taxing)
    owed = tax_due(terms, state, seat, rate)
    for payer, paid in said.items():
        at = ("income", "tax", players[payer])
        if payer not in owed:
            yield Fault("tax", f"{players[payer]} owes no tax to {players[seat]}", payer, at=at)
            continue
        wanted = owed[payer]
        amounts = {paid: wanted} if isinstance(paid, int) else paid
        for card, amount in amounts.items():
            there = at if isinstance(paid, int) else (*at, paid.written[card])
            if state.place[card] != payer:
                message = f"{names[card]} is not {players[payer]}'s and pays no tax of {players[payer]}"
                yield Fault("tax", message, payer, at=there)
            elif state.money[card] < amount:
                message = f"{names[card]} has {state.money[card]} MB and cannot pay a tax of {amount}"
                yield Fault("treasury", message, payer, at=there)
        if sum(amounts.values()) != wanted:
            message = f"{players[payer]} pays a tax of {sum(amounts.values())} MB; {wanted} MB are due"
            yield Fault("tax", message, payer, at=at)
        elif len(amounts) > 1 and not terms.tax_split:
            message = f"{players[payer]} pays the tax out of {len(amounts)} treasuries; it comes out of one"
            yield Fault("tax", message, payer, at=at, word=("tax", "split"))


def _may_pay(terms: Terms, state: State, seat: int, card: int) -> list[int]:
    """Who may pay for a group that costs money."""
    payers = [state.master[card], state.illuminati[seat]] if state.master[card] != state.illuminati[seat] else []
    payers = payers or [state.illuminati[seat]]
    return [*payers, card] if terms.upkeep_own else payers


def apply_income(terms: Terms, state: State, event: Event) -> None:
    """Collects: income from the bank, tax from the others, and pays for what costs money."""
    seat = state.turn
    said: Mapping[str, Any] = event.value
    collected = due(terms, state, seat)
    if "collects" in said:
        top = state.illuminati[seat]
        collected[top] = collected.get(top, 0) + said["collects"] - sum(collected.values())
    for card, amount in collected.items():
        pay(state, card, amount)
    for card in members(state.holds[seat] & terms.pack.masks.get("tax", 0)):
        rate = terms.pack.cards[card].does["tax"]
        for payer, wanted in tax_due(terms, state, seat, rate).items():
            if 0 < wanted < rate:
                noted(state, "tax.split")
            paid = said.get("tax", {}).get(payer)
            amounts = {paid: wanted} if isinstance(paid, int) else paid or _from_the_top(state, payer, wanted)
            for treasury, amount in amounts.items():
                state.money[treasury] -= amount
                state.money[card] += amount
    for card in list(members(state.holds[seat] & terms.pack.masks.get("upkeep", 0))):
        cost = terms.pack.cards[card].does["upkeep"]
        named = said.get("upkeep", {}).get(card)
        payers = [named] if named is not None else _may_pay(terms, state, seat, card)
        able = [payer for payer in payers if state.money[payer] >= cost]
        if able:
            pay(state, able[0], -cost)
        else:
            noted(state, "upkeep.unpaid")
            if terms.upkeep_unpaid == "lost":
                structure.free(state, structure.below(terms, state, card))
    turns.went_on(terms, state, INCOME)


def _from_the_top(state: State, seat: int, wanted: int) -> dict[int, int]:
    """Out of which treasuries a tax is paid when the log does not say: one that can pay it all, the Illuminati first."""
    cards = list(members(state.holds[seat]))
    for card in cards:
        if state.money[card] >= wanted:
            return {card: wanted}
    amounts = {}
    for card in cards:
        amounts[card] = min(wanted, state.money[card])
        wanted -= amounts[card]
    return {card: amount for card, amount in amounts.items() if amount}
