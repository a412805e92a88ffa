"""Attacks at the table: announced, aided, paid for and against, called off or rolled for, and what comes of them."""

from __future__ import annotations

from collections.abc import Iterator

from referee.core.cards import members
from referee.core.events import Event
from referee.core.findings import Fault, counted
from referee.engines.conspiracy import bans, structure, turns
from referee.engines.conspiracy.attack import OWN, number, succeeds
from referee.engines.conspiracy.attack import UNCONTROLLED as NOBODY
from referee.engines.conspiracy.pack import ILLUMINATI, SIDES
from referee.engines.conspiracy.state import DEAD, UNCONTROLLED, Battle, State
from referee.engines.conspiracy.structure import Plan
from referee.engines.conspiracy.terms import Terms


def announced(terms: Terms, state: State, event: Event) -> Battle:
    """The attack that an event announces, as it stands before anybody pays."""
    kind, attacker, target, aid, privilege, special = event.value
    seat = state.turn
    place = state.place[target]
    owner = place if place >= 0 and place != seat else -1
    if place == seat:
        distance = OWN
    elif owner < 0 or terms.pack.cards[target].kind == ILLUMINATI:
        distance = NOBODY
    else:
        distance = structure.between(state, target)
    battle = Battle(
        seat,
        owner,
        kind,
        attacker,
        target,
        aid=aid,
        holds=state.holds[seat],
        held_by=state.holds[place] if place >= 0 else 0,
        distance=distance,
        powerless=special >= 0 and "destroy_powerless" in terms.pack.cards[special].does,
        alignments=dict(state.aligned) if state.aligned else None,
    )
    battle.privilege = privilege
    battle.special = special
    return battle


def check_attack(terms: Terms, state: State, event: Event) -> Iterator[Fault]:
    """Everything against an attack: who, whom, how, with whose aid, on which arrow, by what privilege."""
    kind, attacker, target, aid, privilege, special = event.value
    seat = state.turn
    names, who = terms.pack.names, state.players[seat]
    yield from no_action(terms, state, "attack")
    if state.place[attacker] != seat:
        message = f"{who} does not control {names[attacker]}; {turns.where(terms, state, attacker)}"
        yield Fault("attacker", message, seat, at=("attack", "with"), bars=True)
        return
    battle = announced(terms, state, event)
    if terms.pack.cards[target].kind != ILLUMINATI and not structure.in_play(state, target):
        message = f"{names[target]} is not in play; {turns.where(terms, state, target)}"
        yield Fault("target", message, seat, at=("attack", kind), bars=True)
        return
    yield from bans.against(terms, battle, seat)
    yield from _taking_part(terms, state, battle)
    if kind == "control" and not structure.has_free_arrow(terms, state, attacker):
        message = f"{names[attacker]} has no free outgoing arrow for {names[target]}"
        yield Fault("arrow", message, seat, at=("attack", "with"))
    if privilege >= 0:
        yield from _privilege(terms, state, privilege, special)
    if special >= 0:
        if not battle.powerless or kind != "destroy":
            message = f"{names[special]} is not announced with an attack to {kind}; play it by itself, at its time"
            yield Fault("specials", message, seat, at=("attack", "special"))
        yield from holding(terms, state, seat, (special,), ("attack", "special"))


def no_action(terms: Terms, state: State, what: str) -> Iterator[Fault]:
    """Why the player whose turn it is has no action left."""
    seat, who = state.turn, state.players[state.turn]
    if state.passed:
        yield Fault("passing", f"{who} has passed and takes no action; end the turn", seat, at=(what,))
    elif state.actions >= terms.actions:
        message = f"{who} has taken {counted(state.actions, 'actions')} this turn, which is all; end the turn"
        yield Fault("actions", message, seat, at=(what,), word=("turn", "actions"))
    elif state.transfers and terms.transfers_last:
        message = f"{who} has begun the money transfers; actions come before them"
        yield Fault("order", message, seat, at=(what,), word=("turn", "transfers_when"))
    elif state.closing:
        message = f"{who} has begun the special powers; actions come before them"
        yield Fault("order", message, seat, at=(what,))


def holding(terms: Terms, state: State, seat: int, cards: tuple[int, ...], at: tuple[str | int, ...]) -> Iterator[Fault]:
    """Whether a player has these Specials; cards that the log did not name when they were drawn may be any."""
    held, missing = state.specials[seat][:], 0
    for card in cards:
        if card in held:
            held.remove(card)
            continue
        missing += 1
        gone = card >= 0 and not state.left[card]
        if missing > state.hidden[seat] or gone:
            what = terms.pack.names[card] if card >= 0 else "another Special"
            why = f"; {turns.where(terms, state, card)}" if gone else ""
            yield Fault("specials", f"{state.players[seat]} does not have {what}{why}", seat, at=at, bars=True)


def discard(state: State, seat: int, card: int) -> None:
    """Takes a Special out of a player's hand and out of the game."""
    if card in state.specials[seat]:
        state.specials[seat].remove(card)
    else:
        state.hidden[seat] -= 1
        if card >= 0:
            state.left[card] -= 1


def _limit(terms: Terms, card: int) -> int:
    """In how many attacks a turn a card may take part."""
    limit: int = terms.pack.cards[card].does.get("takes_part", 1)
    return limit


def _taking_part(terms: Terms, state: State, battle: Battle) -> Iterator[Fault]:
    names = terms.pack.names
    for place, card in enumerate((battle.attacker, *battle.aid)):
        at: tuple[str | int, ...] = ("attack", "aid", place - 1) if place else ("attack", "with")
        if state.place[card] != battle.seat:
            message = f"{names[card]} is not in {state.players[battle.seat]}'s power structure and cannot aid"
            yield Fault("aid", message, battle.seat, at=at)
        elif state.used.get(card, 0) >= _limit(terms, card):
            times = "" if state.used[card] == 1 else f" {state.used[card]} times"
            message = f"{names[card]} has taken part in an attack this turn{times}; let another group do it"
            yield Fault("attacker" if not place else "aid", message, battle.seat, at=at)


def _privilege(terms: Terms, state: State, card: int, special: int) -> Iterator[Fault]:
    seat, at = state.turn, ("attack", "privilege")
    name, who = terms.pack.names[card], state.players[seat]
    if terms.pack.cards[card].kind != ILLUMINATI:
        cards = (special, card) if special >= 0 else (card,)
        yield from list(holding(terms, state, seat, cards, at))[-1:] if card != special else holding(
            terms, state, seat, (card, card), at
        )
        return
    word = terms.pack.cards[card].does.get("privilege")
    if state.illuminati[seat] != card:
        yield Fault("privilege", f"{who} is not {name} and discards a Special for privilege", seat, at=at)
    elif word is None:
        yield Fault("privilege", f"{name} cannot buy privilege; a Special is discarded for it", seat, at=at)
    elif state.privileges >= word["times"]:
        yield Fault("privilege", f"{name} has bought privilege this turn already", seat, at=at)
    elif state.money[card] < word["cost"]:
        message = f"privilege costs {word['cost']} MB; {name} has {state.money[card]}"
        yield Fault("treasury", message, seat, at=at)


def apply_attack(terms: Terms, state: State, event: Event) -> None:
    """Announces an attack."""
    battle = announced(terms, state, event)
    state.attack = battle
    state.actions += 1
    state.acted = True
    for card in (battle.attacker, *battle.aid):
        state.used[card] = state.used.get(card, 0) + 1
    if battle.special >= 0:
        discard(state, battle.seat, battle.special)
        battle.paid |= terms.card_commits
    card = battle.privilege
    if card < 0:
        return
    battle.privileged = True
    if terms.pack.cards[card].kind == ILLUMINATI:
        turns.pay(state, card, -terms.pack.cards[card].does["privilege"]["cost"])
        state.privileges += 1
        battle.paid |= terms.payment_commits
    else:
        discard(state, battle.seat, card)
        battle.paid |= terms.card_commits


# -- money -------------------------------------------------------------------------------------------------------------


def check_spend(terms: Terms, state: State, event: Event) -> Iterator[Fault]:
    """Whether these treasuries may pay for or against the attack."""
    battle = state.attack
    assert battle is not None
    names, cards = terms.pack.names, terms.pack.cards
    target = names[battle.target]
    for card, amount in event.value.items():
        at = (*event.at, names[card])
        owner = state.place[card]
        if owner == battle.seat:
            allowed = (battle.attacker, state.illuminati[owner])
        elif owner >= 0 and owner == battle.owner:
            allowed = (battle.target, state.illuminati[owner])
        else:
            allowed = ()
        if event.seat is not None and event.seat != owner:
            yield Fault("attack-money", f"{names[card]} is not {state.players[event.seat]}'s", event.seat, at=at)
        if card not in allowed:
            yield _not_this_treasury(terms, state, battle, card, allowed)._replace(at=at)
        elif owner == battle.owner and battle.privileged and not terms.owner_defends:
            message = f"nobody spends against a privileged attack, the owner of {target} included"
            yield Fault("privilege", message, owner, at=at, word=("attack", "privilege", "owner_defends"))
        elif amount > state.money[card]:
            message = f"{names[card]} has {state.money[card]} MB and cannot spend {amount}"
            yield Fault("treasury", message, owner, at=at, bars=True)
        elif not amount:
            yield Fault("treasury", f"{names[card]} spends nothing; leave it out", owner, at=at)


def _not_this_treasury(terms: Terms, state: State, battle: Battle, card: int, allowed: tuple[int, ...]) -> Fault:
    names = terms.pack.names
    owner = state.place[card]
    if allowed:
        side = "for" if owner == battle.seat else "against"
        listed = names[allowed[0]] if allowed[0] == allowed[1] else f"{names[allowed[0]]} and {names[allowed[1]]}"
        message = f"{names[card]} cannot spend {side} this attack; {state.players[owner]} spends from {listed}"
        return Fault("attack-money", message, owner)
    if card == battle.target and battle.owner < 0:
        return Fault("defence", f"nobody controls {names[card]}, so nobody defends it with money", None)
    if owner >= 0:
        who = state.players[owner]
        message = f"{who} is neither attacker nor defender and interferes from {names[state.illuminati[owner]]} only"
        return Fault("attack-money", f"{message}: `support:` or `oppose:`", owner)
    return Fault("attack-money", f"{names[card]} is in no power structure and has no money to spend", None, bars=True)


def apply_spend(terms: Terms, state: State, event: Event) -> None:
    """Spends money for or against the attack."""
    battle = state.attack
    assert battle is not None
    for card, amount in event.value.items():
        turns.pay(state, card, -amount)
        battle.paid = True
        if state.place[card] == battle.seat:
            battle.money += amount
        elif card == battle.target:
            battle.defence += amount
        else:
            battle.defence_illuminati += amount


def check_interference(terms: Terms, state: State, event: Event) -> Iterator[Fault]:
    """Whether these players may pay for or against an attack that is not theirs."""
    battle = state.attack
    assert battle is not None
    for seat, amount in event.value.items():
        at = (*event.at, state.players[seat])
        who, top = state.players[seat], state.illuminati[seat]
        does = "support" if event.verb == "support" else "oppose"
        if not state.alive[seat]:
            yield Fault("players", f"{who} is out of the game and cannot {does} an attack", seat, at=at)
        elif seat in (battle.seat, battle.owner):
            side = "attacks" if seat == battle.seat else f"owns {terms.pack.names[battle.target]}"
            yield Fault("interference", f"{who} {side} and does not interfere; write `spend:`", seat, at=at)
        elif battle.privileged and not battle.joined >> seat & 1:
            yield Fault("privilege", f"{who} cannot {does} a privileged attack", seat, at=at)
        elif amount > state.money[top]:
            message = f"{terms.pack.names[top]} has {state.money[top]} MB and cannot spend {amount}"
            yield Fault("treasury", message, seat, at=at, bars=True)
        elif not amount:
            yield Fault("treasury", f"{who} spends nothing; leave it out", seat, at=at)


def apply_interference(terms: Terms, state: State, event: Event) -> None:
    """Other players pay for or against the attack."""
    battle = state.attack
    assert battle is not None
    for seat, amount in event.value.items():
        turns.pay(state, state.illuminati[seat], -amount)
        battle.paid = True
        if event.verb == "support":
            battle.support += amount
        else:
            battle.oppose += amount


def check_call_off(terms: Terms, state: State, event: Event) -> Iterator[Fault]:
    """Whether the attack can still be called off."""
    battle = state.attack
    assert battle is not None
    if battle.paid:
        message = f"money was spent on the attack on {terms.pack.names[battle.target]}; it cannot be called off"
        yield Fault("calling-off", message, battle.seat, at=event.at)


def apply_call_off(terms: Terms, state: State, event: Event) -> None:
    """Calls the attack off: it was no action, and nobody took part in it."""
    battle = state.attack
    assert battle is not None
    state.actions -= 1
    for card in (battle.attacker, *battle.aid):
        state.used[card] -= 1
    state.attack = None


# -- dice and outcome --------------------------------------------------------------------------------------------------


def check_roll(terms: Terms, state: State, event: Event) -> Iterator[Fault]:
    """Whether two dice can show this."""
    rolled = event.value
    if len(rolled) == 2 and not all(1 <= die <= 6 for die in rolled):
        message = f"the dice show {rolled[0]} and {rolled[1]}; a die shows 1 to 6"
        yield Fault("roll", message, state.turn, at=event.at, bars=True)
    elif not 2 <= sum(rolled) <= 12:
        yield Fault("roll", f"the dice show {rolled[0]}; two dice show 2 to 12", state.turn, at=event.at, bars=True)


def apply_roll(terms: Terms, state: State, event: Event) -> None:
    """Rolls the dice; what comes of it waits for Specials and for the captured group's place."""
    battle = state.attack
    assert battle is not None
    battle.roll = sum(event.value)
    battle.paid = True


def success(terms: Terms, battle: Battle) -> bool:
    """Whether the roll of an attack succeeds."""
    return succeeds(terms, number(terms, battle), battle.roll)


def check_capture(terms: Terms, state: State, event: Event) -> Iterator[Fault]:
    """Whether the captured group may lie there, and whether the attacker has the money that goes along."""
    battle = state.attack
    assert battle is not None
    names = terms.pack.names
    target, by = names[battle.target], names[battle.attacker]
    if not battle.roll or battle.kind != "control" or not success(terms, battle):
        why = "the dice are not rolled" if not battle.roll else f"this attempt to {battle.kind} it "
        why += "" if not battle.roll else "captures nothing" if battle.kind != "control" else "failed"
        yield Fault("capture", f"{target} is not captured; {why}", battle.seat, at=event.at, bars=True)
        return
    side = event.value.get("arrow")
    free = structure.free_arrows(terms, state, battle.attacker)
    if side is not None and side not in free:
        yield no_such_arrow(terms, state, battle.attacker, side, battle.target)._replace(at=(*event.at, "arrow"))
        return
    plan = planned(terms, state, event)
    yield from wrong_places(terms, plan, event.value["places"], (*event.at, "places"), battle.seat)
    amount = event.value.get("money", 0)
    if amount > state.money[battle.attacker]:
        message = f"{by} has {state.money[battle.attacker]} MB and cannot move {amount} to {target}"
        yield Fault("treasury", message, battle.seat, at=(*event.at, "money"), bars=True)


def no_such_arrow(terms: Terms, state: State, master: int, side: int, card: int) -> Fault:
    """Why a card cannot go on an arrow of another."""
    names = terms.pack.names
    free = structure.free_arrows(terms, state, master)
    listed = " or ".join(SIDES[other] for other in free) or "no arrow"
    if side not in terms.pack.cards[master].outward:
        message = f"{names[master]} has no outgoing arrow on the {SIDES[side]} for {names[card]}; free: {listed}"
        return Fault("arrow", message, state.turn, bars=True)
    there = state.grid[state.place[master]][structure.beside(state, master, side)]
    if state.master[there] == master:
        message = f"the {SIDES[side]} arrow of {names[master]} holds {names[there]}; free: {listed}"
    else:
        message = f"the {SIDES[side]} arrow of {names[master]} is blocked by {names[there]}; free: {listed}"
    return Fault("arrow", message, state.turn, bars=True)


def wrong_places(
    terms: Terms, plan: Plan, places: dict[int, int], at: tuple[str | int, ...], seat: int
) -> Iterator[Fault]:
    """Which of the wished-for places of subordinates cannot be had."""
    laid = {entry.card: entry for entry in plan.laid}
    names = terms.pack.names
    for card, side in places.items():
        entry = laid.get(card)
        if entry is None:
            what = "does not fit" if card in plan.lost else "is not among the groups that come along"
            yield Fault("overlap", f"{names[card]} {what}", seat, at=(*at, names[card]))
        elif entry.side != side:
            message = f"{names[card]} goes to the {SIDES[entry.side]} arrow of {names[entry.master]}, not to the {SIDES[side]}"
            message += "; only a card that would overlap moves, to an arrow that is free"
            yield Fault("overlap", message, seat, at=(*at, names[card]))


def planned(terms: Terms, state: State, event: Event | None) -> Plan:
    """How the captured groups will lie; on the arrow that loses fewest where nobody says."""
    battle = state.attack
    assert battle is not None
    places = event.value["places"] if event is not None else {}
    side = event.value.get("arrow") if event is not None else None
    sides = [side] if side is not None else structure.free_arrows(terms, state, battle.attacker)
    plans = [
        structure.plan(terms, state, battle.seat, battle.target, battle.attacker, other, places) for other in sides
    ]
    return min(plans, key=lambda plan: len(plan.lost))


def resolve(terms: Terms, state: State, capture: Event | None) -> None:
    """What comes of an attack once the dice are final."""
    battle = state.attack
    assert battle is not None
    wanted = number(terms, battle)
    won = succeeds(terms, wanted, battle.roll)
    state.last = (wanted, won)
    state.attacks += 1
    if not won:
        state.attack = None
    else:
        OUTCOMES[battle.kind](terms, state, battle, capture)
        state.attack = None
        turns.after_loss(terms, state, battle.seat)


def _control(terms: Terms, state: State, battle: Battle, capture: Event | None) -> None:
    plan = planned(terms, state, capture)
    tree = structure.below(terms, state, battle.target) if battle.owner >= 0 else [battle.target]
    kept = _halved(terms, state, tree)
    structure.lift(state, tree)
    structure.lay(state, battle.seat, plan.laid)
    for card, amount in kept.items():
        turns.pay(state, card, amount - state.money[card])
    structure.free(state, plan.lost)
    if capture is not None and (amount := capture.value.get("money", 0)):
        state.money[battle.attacker] -= amount
        state.money[battle.target] += amount


def _halved(terms: Terms, state: State, cards: list[int]) -> dict[int, int]:
    """What stays on captured groups: half of it, rounded down for each card or in all."""
    each = {card: state.money[card] // 2 for card in cards}
    missing = sum(state.money[card] for card in cards) // 2 - sum(each.values())
    if missing:
        turns.noted(state, "attack.captured_money")
    if not terms.halved_each:
        for card in cards:
            if missing and state.money[card] % 2:
                each[card] += 1
                missing -= 1
    return each


def _neutralize(terms: Terms, state: State, battle: Battle, capture: Event | None) -> None:
    structure.free(state, structure.below(terms, state, battle.target))


def _destroy(terms: Terms, state: State, battle: Battle, capture: Event | None) -> None:
    target = battle.target
    owner = state.place[target]
    if state.money[target]:
        turns.noted(state, "attack.destroyed_money")
        if terms.destroyed_money == "owner" and owner >= 0:
            state.money[state.illuminati[owner]] += state.money[target]
            state.money[target] = 0
    structure.free(state, structure.below(terms, state, target) if owner >= 0 else [target])
    state.place[target] = DEAD
    state.kills[battle.seat] += 1


OUTCOMES = {"control": _control, "neutralize": _neutralize, "destroy": _destroy}


# -- privilege ---------------------------------------------------------------------------------------------------------


def check_abolish(terms: Terms, state: State, event: Event) -> Iterator[Fault]:
    """Whether a player may discard Specials against the privilege."""
    battle = state.attack
    assert battle is not None
    seat = state.turn if event.seat is None else event.seat
    if not terms.abolished_by:
        yield Fault("abolish", "privilege is abolished by a card for it only", seat, at=event.at, word=("attack", "privilege"))
        return
    yield from not_privileged(state, battle, seat, event.at)
    needed = terms.abolished_by - battle.abolishing
    if len(event.value) != needed:
        message = f"{state.players[seat]} discards {counted(len(event.value), 'Specials')}; {needed} abolish the privilege"
        yield Fault("abolish", message, seat, at=event.at, word=("attack", "privilege", "abolished_by"))
    yield from holding(terms, state, seat, event.value, event.at)


def not_privileged(state: State, battle: Battle, seat: int, at: tuple[str | int, ...]) -> Iterator[Fault]:
    """Why there is no privilege to do something about."""
    if battle.roll:
        yield Fault("abolish", "the dice are rolled; privilege no longer matters", seat, at=at)
    elif not battle.privileged:
        why = "its privilege is abolished already" if battle.abolished else "it is not privileged"
        yield Fault("abolish", f"nothing is to be done about privilege in this attack; {why}", seat, at=at)


def uncontrolled(state: State) -> list[int]:
    """The uncontrolled groups."""
    return [card for card, place in enumerate(state.place) if place == UNCONTROLLED]


def held(state: State, seat: int) -> list[int]:
    """The cards of a player's structure."""
    return list(members(state.holds[seat]))
