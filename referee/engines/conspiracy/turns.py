"""The course of a turn: income, drawing, passing, its end; players who are out; who wins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from referee.core.cards import members
from referee.core.events import Event
from referee.core.findings import Fault, counted
from referee.engines.conspiracy import goals, structure
from referee.engines.conspiracy.pack import GROUP
from referee.engines.conspiracy.reading import UNKNOWN
from referee.engines.conspiracy.state import (
    ACT,
    DEAD,
    DECK,
    DRAW,
    INCOME,
    OUT,
    OVER,
    REFILL,
    ROLLS,
    UNCONTROLLED,
    State,
)
from referee.engines.conspiracy.terms import Terms


class Turn(NamedTuple):
    """A turn that was played: whose, and what everybody had at its end."""

    number: int
    seat: int
    groups: tuple[int, ...]
    power: tuple[int, ...]
    money: tuple[int, ...]


def pay(state: State, card: int, amount: int) -> None:
    """Puts money from the bank on a card; a negative amount goes back."""
    state.money[card] += amount
    state.bank += amount


def noted(state: State, path: str) -> None:
    """Remembers that an unsettled rule mattered at this event."""
    state.readings.setdefault(path, []).append(state.clock + 1)


# -- income ------------------------------------------------------------------------------------------------------------


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
        yield Fault("income", message, seat, at=("income",))
    yield from _check_tax(terms, state, seat, said.get("tax", {}))
    costing = state.holds[seat] & terms.pack.masks.get("upkeep", 0)
    for card, payer in said.get("upkeep", {}).items():
        name, by = terms.pack.names[card], terms.pack.names[payer]
        at = ("income", "upkeep")
        if not costing >> card & 1:
            yield Fault("upkeep", f"{name} costs {who} nothing", seat, at=at)
        elif payer not in _may_pay(terms, state, seat, card):
            named = " or ".join(terms.pack.names[other] for other in _may_pay(terms, state, seat, card))
            yield Fault("upkeep", f"{by} does not pay for {name}; {named} does", seat, at=at)
        elif state.money[payer] + collected.get(payer, 0) < terms.pack.cards[card].does["upkeep"]:
            yield Fault("upkeep", f"{by} has not enough money to pay for {name}", seat, at=at)


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
            if state.place[card] != payer:
                yield Fault("tax", f"{names[card]} is not {players[payer]}'s and pays no tax of {players[payer]}", payer, at=at)
            elif state.money[card] < amount:
                message = f"{names[card]} has {state.money[card]} MB and cannot pay a tax of {amount}"
                yield Fault("treasury", message, payer, at=at)
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
    _after(terms, state, INCOME)


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


def _after(terms: Terms, state: State, phase: str) -> None:
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
    if not state.deck:
        yield Fault("draw", "the deck is empty; nothing is drawn", state.turn, at=event.at, bars=True)
    elif card != UNKNOWN and not state.left[card]:
        message = f"{terms.pack.names[card]} is drawn, but {where(terms, state, card)}"
        yield Fault("cards", message, state.turn, at=event.at, bars=True)


def where(terms: Terms, state: State, card: int) -> str:
    """Where a card is, in words."""
    if terms.pack.cards[card].kind != GROUP:
        holder = next((seat for seat, held in enumerate(state.specials) if card in held), None)
        return f"{state.players[holder]} has it" if holder is not None else "it is out of the game"
    place = state.place[card]
    if place >= 0:
        return f"{state.players[place]} controls it"
    return {UNCONTROLLED: "it lies uncontrolled", DEAD: "it is destroyed", DECK: "it is in the deck"}.get(place, "it is out")


def take_from_deck(terms: Terms, state: State, card: int, keeper: int | None) -> None:
    """A card comes out of the deck: a group to the table, a Special to its keeper or, without one, out of the game."""
    state.deck -= 1
    if card == UNKNOWN:
        if keeper is not None:
            state.hidden[keeper] += 1
        return
    state.left[card] -= 1
    if terms.pack.cards[card].kind == GROUP:
        state.place[card] = UNCONTROLLED
    elif keeper is not None:
        state.specials[keeper].append(card)


def apply_draw(terms: Terms, state: State, event: Event) -> None:
    """Draws a card."""
    take_from_deck(terms, state, event.value, state.turn)
    state.draws = min(state.draws - 1, state.deck)
    if not state.draws:
        _after(terms, state, DRAW)


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
    seats = range(terms.players)
    state.turns[state.turn] += played
    eliminate(terms, state)
    state.history.append(
        Turn(
            state.number,
            state.turn,
            tuple(goals.groups(state, seat) for seat in seats),
            tuple(goals.power(terms, state, seat) for seat in seats),
            tuple(goals.money(state, seat) for seat in seats),
        )
    )
    _step(terms, state)
    won = goals.winners(terms, state) if state.phase != OVER and (terms.sequence != "staggered" or not state.stage) else None
    if won is not None:
        state.phase = OVER
        state.winners = won
    state.aligned = {}
    if state.phase != OVER:
        if terms.sequence == "random":
            state.phase = ROLLS
        else:
            begin(terms, state)


def _step(terms: Terms, state: State) -> None:
    """Moves on to the next player who is still in the game."""
    step = 1 if terms.clockwise else -1
    players = terms.players
    if terms.sequence == "random":
        return
    if terms.sequence == "fixed":
        for distance in range(1, players + 1):
            seat = (state.turn + step * distance) % players
            if state.alive[seat]:
                state.turn = seat
                return
        return
    while any(state.alive):
        state.stage += 1
        if state.stage == players:
            state.first = (state.first + step) % players
            state.stage = 0
        seat = (state.first + step * state.stage) % players
        if state.alive[seat]:
            state.turn = seat
            return


def begin(terms: Terms, state: State) -> None:
    """Begins the turn of `state.turn`."""
    seat = state.turn
    state.number += 1
    state.actions = state.transfers = state.privileges = state.purchases = state.realigned = 0
    state.multiplied = 1
    state.passed = state.acted = state.begun = state.closing = False
    state.used = {}
    state.attack = None
    drawing = [terms.pack.cards[card].does["draws"] for card in members(state.holds[seat] & terms.pack.masks.get("draws", 0))]
    state.draws = min(max(drawing, default=terms.draws), state.deck)
    state.phase = DRAW if terms.draw_first and state.draws else INCOME


def check_rolls(terms: Terms, state: State, event: Event) -> Iterator[Fault]:
    """Whether everybody rolled who is in the game, and somebody rolled highest."""
    rolled: Mapping[int, int] = event.value
    wanted = {seat for seat in range(terms.players) if state.alive[seat]}
    if rolled.keys() != wanted:
        names = ", ".join(state.players[seat] for seat in sorted(wanted))
        yield Fault("sequence", f"everybody who is in the game rolls for the next turn: {names}", at=event.at, bars=True)
        return
    for seat, roll in rolled.items():
        if not 2 <= roll <= 12:
            yield Fault("roll", f"{state.players[seat]} rolled {roll}; two dice show 2 to 12", seat, at=event.at, bars=True)
    if len(_highest(state, rolled)) > 1:
        names = " and ".join(state.players[seat] for seat in _highest(state, rolled))
        yield Fault("sequence", f"{names} rolled alike; roll again", at=event.at, bars=True)


def _highest(state: State, rolled: Mapping[int, int]) -> list[int]:
    """Who rolled highest of those who may play next: nobody three times running."""
    able = {seat: roll for seat, roll in rolled.items() if seat != state.turn or state.running < 2} or rolled
    return [seat for seat, roll in able.items() if roll == max(able.values())]


def apply_rolls(terms: Terms, state: State, event: Event) -> None:
    """The highest roll plays next."""
    seat = _highest(state, event.value)[0]
    state.running = state.running + 1 if seat == state.turn else 1
    state.turn = seat
    begin(terms, state)


# -- out of the game ---------------------------------------------------------------------------------------------------


def eliminate(terms: Terms, state: State, by: int = -1) -> None:
    """Puts everybody out who has no group left after the turns in which nobody is; `by` took somebody's last one."""
    for seat in range(terms.players):
        if not state.alive[seat] or state.turns[seat] < terms.safe_turns or goals.groups(state, seat) > 1:
            continue
        if goals.meets(terms, state, seat):
            continue
        if by >= 0 and by != seat:
            state.kills[by] += 1
        put_out(terms, state, seat)


def put_out(terms: Terms, state: State, seat: int) -> None:
    """Takes a player out of the game: groups uncontrolled, money to the bank, the Illuminati out."""
    top = state.illuminati[seat]
    structure.free(state, [card for card in structure.below(terms, state, top) if card != top])
    structure.free(state, (top,))
    state.place[top] = OUT
    state.alive[seat] = False
    held = state.specials[seat]
    if not terms.specials_stay_out:
        for card in held:
            state.left[card] += 1
        state.deck += len(held) + state.hidden[seat]
    if held or state.hidden[seat]:
        noted(state, "elimination.specials")
    state.specials[seat] = []
    state.hidden[seat] = 0


def apply_leave(terms: Terms, state: State, event: Event) -> None:
    """A player leaves the game."""
    seat = state.turn if event.seat is None else event.seat
    put_out(terms, state, seat)
    if state.attack is not None and seat in (state.attack.seat, state.attack.owner):
        state.attack = None
    after_loss(terms, state)


def after_loss(terms: Terms, state: State, by: int = -1) -> None:
    """Looks who is out after groups were lost; a turn whose player is out is over, and so is a game with one player."""
    eliminate(terms, state, by)
    if terms.last_wins and sum(state.alive) <= 1:
        state.winners = [seat for seat in range(terms.players) if state.alive[seat]]
        state.history.append(
            Turn(
                state.number,
                state.turn,
                tuple(goals.groups(state, seat) for seat in range(terms.players)),
                tuple(goals.power(terms, state, seat) for seat in range(terms.players)),
                tuple(goals.money(state, seat) for seat in range(terms.players)),
            )
        )
        state.phase = OVER
        state.attack = None
    elif not state.alive[state.turn] and state.phase not in (ROLLS, OVER):
        state.attack = None
        finish(terms, state, played=False)
