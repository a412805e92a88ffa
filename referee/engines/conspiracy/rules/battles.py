"""Attacks under way: paid for and against, called off or rolled for."""

from __future__ import annotations

from collections.abc import Iterator

from referee.core.events import Event
from referee.core.findings import Fault
from referee.engines.conspiracy.attack import UNCONTROLLED
from referee.engines.conspiracy.rules import bans
from referee.engines.conspiracy.rules.money import pay
from referee.engines.conspiracy.state import Battle, State
from referee.engines.conspiracy.words.compiled import CompiledRules
from referee.engines.conspiracy.words.pack import ABSENT


def check_spend(rules: CompiledRules, state: State, event: Event) -> Iterator[Fault]:
    """Whether these treasuries may pay for or against the attack."""
    battle = state.attack
    assert battle is not None
    names = rules.pack.names
    target = names[battle.target]
    for card, amount in event.value.items():
        at = (*event.at, event.value.written[card])
        owner = state.place[card]
        if owner == battle.seat:
            allowed: tuple[int, int] | None = (battle.attacker, state.illuminati[owner])
        elif owner >= 0 and owner == battle.owner:
            allowed = (battle.target, state.illuminati[owner])
        else:
            allowed = None
        if event.seat is not None and event.seat != owner:
            yield Fault("attack-money", f"{names[card]} is not {state.players[event.seat]}'s", event.seat, at=at)
        if allowed is None or card not in allowed:
            yield _not_this_treasury(rules, state, battle, card, allowed)._replace(at=at)
        elif owner == battle.owner and battle.privileged and not (rules.owner_defends or battle.joined >> owner & 1):
            message = f"nobody may spend against a privileged attack, not even the owner of {target}"
            yield Fault("privilege", message, owner, at=at, word=("attack", "privilege", "owner_defends"))
        elif not amount:
            yield Fault("treasury", f"{names[card]} spends nothing; remove it", owner, at=at)
        if owner >= 0 and amount > state.money[card]:
            message = f"{names[card]} has {state.money[card]} MB and cannot spend {amount}"
            yield Fault("treasury", message, owner, at=at, bars=True)


def _not_this_treasury(
    rules: CompiledRules, state: State, battle: Battle, card: int, allowed: tuple[int, int] | None
) -> Fault:
    names = rules.pack.names
    owner = state.place[card]
    if allowed:
        side = "for" if owner == battle.seat else "against"
        listed = names[allowed[0]] if allowed[0] == allowed[1] else f"{names[allowed[0]]} and {names[allowed[1]]}"
        message = f"{names[card]} cannot spend {side} this attack; {state.players[owner]} spends from {listed}"
        return Fault("attack-money", message, owner)
    if card == battle.target and battle.owner == ABSENT:
        return bans.no_defender(rules, battle)._replace(bars=True)
    if owner >= 0:
        who = state.players[owner]
        message = (
            f"{who} is neither the attacker nor the defender and may spend only from {names[state.illuminati[owner]]}"
        )
        return Fault("attack-money", f"{message}: `support:` or `oppose:`", owner)
    return Fault(
        "attack-money", f"{names[card]} is not in a power structure and has no money to spend", None, bars=True
    )


def apply_spend(rules: CompiledRules, state: State, event: Event) -> None:
    """Spends money for or against the attack."""
    battle = state.attack
    assert battle is not None
    for card, amount in event.value.items():
        pay(state, card, -amount)
        battle.paid = True
        if state.place[card] == battle.seat:
            battle.money += amount
        elif card == battle.target:
            battle.defence += amount
        else:
            battle.defence_illuminati += amount


def check_interference(rules: CompiledRules, state: State, event: Event) -> Iterator[Fault]:
    """Whether these players may pay for or against an attack that is not theirs."""
    battle = state.attack
    assert battle is not None
    for seat, amount in event.value.items():
        at = (*event.at, state.players[seat])
        who, top = state.players[seat], state.illuminati[seat]
        does = "support" if event.verb == "support" else "oppose"
        own = does == "support" and seat == battle.owner
        if event.seat not in (None, seat):
            message = (
                f"{state.players[event.seat]} cannot spend {who}'s money; only {who} may {does} the attack with it"
            )
            yield Fault("interference", message, event.seat, at=at)
        elif not state.alive[seat]:
            yield Fault("players", f"{who} is out of the game and cannot {does} an attack", seat, at=at, bars=True)
        elif own and not rules.owner_supports:
            message = f"{who} owns {rules.pack.names[battle.target]} and may not support the attack on it"
            yield Fault("interference", message, seat, at=at, word=("attack", "owner_supports"))
        elif seat in (battle.seat, battle.owner) and not own:
            side = "attacks" if seat == battle.seat else f"owns {rules.pack.names[battle.target]}"
            yield Fault("interference", f"{who} {side} and cannot interfere; write `spend:`", seat, at=at)
        elif battle.privileged and not battle.joined >> seat & 1:
            message = f"{who} cannot {does} a privileged attack; its privilege must be abolished first"
            yield Fault("privilege", message, seat, at=at)
        elif not amount:
            yield Fault("treasury", f"{who} spends nothing; remove it", seat, at=at)
        if state.alive[seat] and amount > state.money[top]:
            message = f"{rules.pack.names[top]} has {state.money[top]} MB and cannot spend {amount}"
            yield Fault("treasury", message, seat, at=at, bars=True)


def apply_interference(rules: CompiledRules, state: State, event: Event) -> None:
    """Other players pay for or against the attack."""
    battle = state.attack
    assert battle is not None
    for seat, amount in event.value.items():
        pay(state, state.illuminati[seat], -amount)
        battle.paid = True
        if event.verb == "support":
            battle.support += amount
        else:
            battle.oppose += amount


def check_call_off(rules: CompiledRules, state: State, event: Event) -> Iterator[Fault]:
    """Whether the attack can still be called off."""
    battle = state.attack
    assert battle is not None
    if committed(rules, battle):
        what, word = (
            ("money was spent on", ()) if battle.paid else ("a Special was played for", ("attack", "card_commits"))
        )
        message = f"{what} the attack on {rules.pack.names[battle.target]}; it cannot be called off"
        yield Fault("calling-off", message, battle.seat, word=word)


def apply_call_off(rules: CompiledRules, state: State, event: Event) -> None:
    """Calls the attack off."""
    withdraw(rules, state)


def committed(rules: CompiledRules, battle: Battle) -> bool:
    """Whether an attack must be played out and counts as an action."""
    return battle.paid or (battle.carded and rules.card_commits)


def withdraw(rules: CompiledRules, state: State) -> None:
    """Ends an attack before its dice. If it was not committed, it is no action, and nobody took part in it."""
    battle = state.attack
    assert battle is not None
    if not committed(rules, battle):
        state.actions -= 1
        for card in (battle.attacker, *battle.aid):
            state.used[card] -= 1
    state.attack = None


def lose_owner(rules: CompiledRules, state: State) -> None:
    """The owner of the target has left, so nobody controls it: a committed attack is played out, any other ends."""
    battle = state.attack
    assert battle is not None
    if not committed(rules, battle) or rules.owner_leaves == "ends":
        withdraw(rules, state)
        return
    battle.owner = ABSENT
    if not battle.roll:
        battle.distance, battle.held_by = UNCONTROLLED, 0


# -- dice and outcome --------------------------------------------------------------------------------------------------


def check_roll(rules: CompiledRules, state: State, event: Event) -> Iterator[Fault]:
    """Whether two dice can show this."""
    rolled = event.value
    if len(rolled) == 2 and not all(1 <= die <= 6 for die in rolled):
        message = f"the dice show {rolled[0]} and {rolled[1]}; a die shows 1 to 6"
        yield Fault("roll", message, state.turn, bars=True)
    elif not 2 <= sum(rolled) <= 12:
        yield Fault("roll", f"the dice show {rolled[0]}; two dice show 2 to 12", state.turn, bars=True)


def apply_roll(rules: CompiledRules, state: State, event: Event) -> None:
    """Rolls the dice; the outcome is pending while Specials and the captured group's place may follow."""
    battle = state.attack
    assert battle is not None
    battle.roll = sum(event.value)
    battle.paid = True
