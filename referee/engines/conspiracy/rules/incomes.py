"""Income: what each card collects, who pays the tax, and who pays for a group that costs money."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from referee.core.cards import members
from referee.core.events import Event
from referee.core.findings import Fault
from referee.engines.conspiracy.rules import means, structure, turns
from referee.engines.conspiracy.state import INCOME, State
from referee.engines.conspiracy.words.compiled import CompiledRules
from referee.engines.conspiracy.words.pack import ABSENT


def due(rules: CompiledRules, state: State, seat: int) -> dict[int, int]:
    """Return what each card of a player collects from the bank, if it collects anything."""
    top = state.illuminati[seat]
    each = {
        card: _multiplied(
            rules, rules.pack.cards[card].income, rules.bonus_income if card == top else 0, state.multiplied
        )
        for card in members(state.holds[seat])
    }
    return {card: amount for card, amount in each.items() if amount}


def _multiplied(rules: CompiledRules, printed: int, bonus: int, times: int) -> int:
    """Return what an income comes to when a Special multiplies it."""
    return (printed + bonus) * times if rules.bonus_multiplied else printed * times + bonus


def tax_due(rules: CompiledRules, state: State, seat: int) -> dict[int, int]:
    """Return what each other player owes to the owner of groups that tax; nothing at all if there are none."""
    rate = sum(rules.pack.cards[card].does["tax"] for card in members(state.holds[seat] & rules.pack.masks["tax"]))
    owed: dict[int, int] = {}
    for other in range(rules.players) if rate else ():
        if other != seat and state.alive[other]:
            held = [state.money[card] for card in members(state.holds[other])]
            owed[other] = min(rate, sum(held) if rules.tax_split else max(held, default=0))
    return owed


def may_pay(rules: CompiledRules, state: State, seat: int, card: int) -> list[int]:
    """Return who may pay for a group that costs money."""
    payers = list(dict.fromkeys((state.master[card], state.illuminati[seat])))
    return [*payers, card] if rules.upkeep_own else payers


class Payments(NamedTuple):
    """Who pays what in an income phase: `taxes` as (treasury, taxing group, MB), `upkeep` as (group, treasury, MB).

    The treasury of an upkeep is -1 if nobody can pay it.
    """

    taxes: tuple[tuple[int, int, int], ...]
    upkeep: tuple[tuple[int, int, int], ...]


def payments(rules: CompiledRules, state: State, said: Mapping[str, Any], collected: Mapping[int, int]) -> Payments:
    """Return all payments of an income: those that the log names, and the defaults for the others."""
    seat, cards = state.turn, rules.pack.cards
    there = state.money[:]
    for card, amount in collected.items():
        there[card] += amount
    taxing = list(members(state.holds[seat] & rules.pack.masks["tax"]))
    taxes: list[tuple[int, int, int]] = []
    for payer, wanted in tax_due(rules, state, seat).items():
        paid = said.get("tax", {}).get(payer)
        amounts = {paid: wanted} if isinstance(paid, int) else paid or _from_the_top(state, payer, wanted)
        owed = {card: cards[card].does["tax"] for card in taxing}
        for treasury, amount in amounts.items():
            for card in taxing:
                part = amount if card == taxing[-1] else min(amount, owed[card])
                if part:
                    taxes.append((treasury, card, part))
                    there[treasury] -= part
                    there[card] += part
                    amount, owed[card] = amount - part, owed[card] - part
    upkeep: list[tuple[int, int, int]] = []
    for card in members(state.holds[seat] & rules.pack.masks["upkeep"]):
        cost = cards[card].does["upkeep"]
        named = said.get("upkeep", {}).get(card)
        payers = [named] if named is not None else may_pay(rules, state, seat, card)
        payer = next((other for other in payers if there[other] >= cost), ABSENT)
        if payer != ABSENT:
            there[payer] -= cost
        upkeep.append((card, payer, cost))
    return Payments(tuple(taxes), tuple(upkeep))


def _from_the_top(state: State, seat: int, wanted: int) -> dict[int, int]:
    """Return which treasuries pay a tax if the log does not say: one that can pay it all, the Illuminati first."""
    cards = list(members(state.holds[seat]))
    for card in cards:
        if state.money[card] >= wanted:
            return {card: wanted}
    amounts = {}
    for card in cards:
        amounts[card] = min(wanted, state.money[card])
        wanted -= amounts[card]
    return {card: amount for card, amount in amounts.items() if amount}


def check_income(rules: CompiledRules, state: State, event: Event) -> Iterator[Fault]:
    """Yield what is wrong with an income: what is collected, which treasuries pay the tax, who pays for a group that costs
    money."""
    seat, names = state.turn, rules.pack.names
    who = state.players[seat]
    said: Mapping[str, Any] = event.value
    collected = due(rules, state, seat)
    least = most = total = sum(collected.values())
    claimed = said.get("collects", total)
    if rules.hidden and not state.shown[seat]:
        least, most = total - collected.get(state.illuminati[seat], 0), total + rules.overstate
    if not least <= claimed <= most:
        right = f"{total}" if least == most else f"between {least} and {most}"
        message = f"{who} collects {claimed} MB; the income of {who}'s cards is {right} MB"
        if least == most:
            message += _counted_along(rules, state, seat, claimed, total)
        yield Fault("income", message, seat, at=("income", "collects"))
    faults = list(_check_tax(rules, state, seat, said.get("tax", {})))
    yield from faults
    if faults or "upkeep" not in said:
        return
    paying = payments(rules, state, said, _collected(state, said, collected))
    unpaid = {card for card, payer, _ in paying.upkeep if payer == ABSENT}
    for card, payer in said["upkeep"].items():
        if not state.holds[seat] & rules.pack.masks["upkeep"] & 1 << card:
            message = f"{names[card]} costs {who} nothing"
        elif payer not in (able := may_pay(rules, state, seat, card)):
            right = " or ".join(names[other] for other in able)
            message = f"{names[payer]} does not pay for {names[card]}; {right} does"
        elif card in unpaid:
            message = f"{names[payer]} does not have enough money to pay for {names[card]}"
        else:
            continue
        yield Fault("upkeep", message, seat, at=("income", "upkeep", said["upkeep"].written[card]))


def _counted_along(rules: CompiledRules, state: State, seat: int, claimed: int, total: int) -> str:
    """Return what a wrong sum has probably included, and how to write it; the end of a sentence."""
    pack = rules.pack
    tax = sum(tax_due(rules, state, seat).values())
    costing = list(members(state.holds[seat] & pack.masks["upkeep"]))
    cost = sum(pack.cards[card].does["upkeep"] for card in costing)
    apart = []
    if tax and claimed in (total + tax, total + tax - cost):
        apart.append(f"the tax of {tax} MB")
    if cost and claimed in (total - cost, total + tax - cost):
        apart.append(f"the upkeep of {cost} MB for {' and '.join(pack.names[card] for card in costing)}")
    if apart:
        does = "is" if len(apart) == 1 else "are"
        return f"; {' and '.join(apart)} {does} counted separately: write `income: {total}`"
    printed = sum(pack.cards[card].income for card in members(state.holds[seat]))
    if state.multiplied == 1:
        for card in members(pack.masks["multiply_income"]):
            times = pack.cards[card].does["multiply_income"]
            if claimed == _multiplied(rules, printed, rules.bonus_income, times):
                return f"; that times {times} needs `special: {pack.names[card]}` before it"
    elif claimed == printed + rules.bonus_income:
        return f", {state.multiplied} times what is printed on them, because of the Special played"
    for card in members(pack.masks["money"]):
        brought = pack.cards[card].does["money"]
        if claimed == total + brought:
            name = pack.names[card]
            return f"; the {brought} MB of {name} are counted separately: write `special: {name}` and `income: {total}`"
    return ""


def _check_tax(rules: CompiledRules, state: State, seat: int, said: Mapping[int, Any]) -> Iterator[Fault]:
    names, players, owed = rules.pack.names, state.players, tax_due(rules, state, seat)
    if said and not state.holds[seat] & rules.pack.masks["tax"]:
        yield Fault("tax", f"{players[seat]} has no group that takes a tax", seat, at=("income", "tax"))
        return
    for payer, paid in said.items():
        who, at = players[payer], ("income", "tax", players[payer])
        if payer not in owed:
            yield Fault("tax", f"{who} owes no tax to {players[seat]}", payer, at=at)
            continue
        wanted = owed[payer]
        amounts = {paid: wanted} if isinstance(paid, int) else paid
        for card, amount in amounts.items():
            there = at if isinstance(paid, int) else (*at, paid.written[card])
            if state.place[card] != payer:
                message = f"{names[card]} is not {who}'s and cannot pay the tax of {who}"
                yield Fault("tax", message, payer, at=there, bars=True)
            else:
                yield from means.must_have(rules, state, card, amount, "pay a tax of", payer, there)
        if len(amounts) > 1 and not rules.tax_split:
            message = f"{who} pays the tax out of {len(amounts)} treasuries; it must come out of one"
            yield Fault("tax", message, payer, at=at, word=("tax", "split"))
        elif sum(amounts.values()) != wanted:
            message = f"{who} pays a tax of {sum(amounts.values())} MB; {wanted} MB are due"
            yield Fault("tax", message, payer, at=at)


def apply_income(rules: CompiledRules, state: State, event: Event) -> None:
    """Collect: income from the bank, tax from the others, and pays for what costs money."""
    seat = state.turn
    said: Mapping[str, Any] = event.value
    in_full = due(rules, state, seat)
    if said.get("collects", 0) > sum(in_full.values()) + rules.overstate and not state.shown[seat]:
        state.cheated[seat] = True
    collected = _collected(state, said, in_full)
    taxes, upkeep = payments(rules, state, said, collected)
    for card, amount in collected.items():
        state.pay(card, amount)
    for treasury, card, amount in taxes:
        state.money[treasury] -= amount
        state.money[card] += amount
    for card, payer, cost in upkeep:
        if state.place[card] != seat:
            continue
        if payer != ABSENT:
            state.pay(payer, -cost)
        elif rules.upkeep_unpaid == "lost":
            structure.free(state, structure.below(rules, state, card))
            turns.after_loss(rules, state)
    if state.alive[seat]:
        turns.go_on(rules, state, INCOME)


def _collected(state: State, said: Mapping[str, Any], in_full: Mapping[int, int]) -> dict[int, int]:
    """Return what each card collects; the Illuminati card makes up for what a player takes more or less than is due."""
    collected, top = dict(in_full), state.illuminati[state.turn]
    total = sum(collected.values())
    missing = total - said.get("collects", total)
    for card in (top, *in_full):
        less = min(missing, collected.get(card, 0))
        if less:
            collected[card] = collected.get(card, 0) - less
            missing -= less
    return collected
