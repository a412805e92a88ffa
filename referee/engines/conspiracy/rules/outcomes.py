"""The outcome of an attack once the dice are rolled: a capture with its money and place, groups freed or destroyed."""

from __future__ import annotations

from collections.abc import Iterator

from referee.core.events import Event
from referee.core.findings import Fault
from referee.engines.conspiracy.attack import number, succeeds
from referee.engines.conspiracy.rules import places, structure, turns
from referee.engines.conspiracy.rules.money import pay
from referee.engines.conspiracy.rules.structure import Plan
from referee.engines.conspiracy.state import DEAD, Battle, State
from referee.engines.conspiracy.words.compiled import CompiledRules
from referee.engines.conspiracy.words.pack import ABSENT


def outcome(rules: CompiledRules, battle: Battle) -> tuple[int, bool | None]:
    """The number of an attack, and whether the roll that counts succeeds; None before the dice."""
    wanted = number(rules, battle)
    return wanted, succeeds(rules, wanted, battle.roll) if battle.roll else None


def check_capture(rules: CompiledRules, state: State, event: Event) -> Iterator[Fault]:
    """Whether the captured group may go there, and whether the attacker has the money to move to it."""
    battle = state.attack
    assert battle is not None
    names = rules.pack.names
    target, by = names[battle.target], names[battle.attacker]
    if battle.kind != "control" or not outcome(rules, battle)[1]:
        why = "the dice have not been rolled" if not battle.roll else f"this attempt to {battle.kind} it "
        why += "" if not battle.roll else "captures nothing" if battle.kind != "control" else "failed"
        yield Fault("capture", f"{target} is not captured; {why}", battle.seat, bars=True)
        return
    side = event.value.get("arrow")
    free = structure.free_arrows(rules, state, battle.attacker)
    if side is not None and side not in free:
        yield places.no_such_arrow(rules, state, battle.attacker, side, battle.target)._replace(at=(*event.at, "arrow"))
        return
    plan = planned(rules, state, event)
    yield from places.wrong_places(rules, plan, event.value["places"], (*event.at, "places"), battle.seat)
    amount = event.value.get("money", 0)
    if amount > state.money[battle.attacker]:
        message = f"{by} has {state.money[battle.attacker]} MB and cannot move {amount} to {target}"
        yield Fault("treasury", message, battle.seat, at=(*event.at, "money"), bars=True)


def planned(rules: CompiledRules, state: State, event: Event | None) -> Plan:
    """Where captured groups go: unless the log says, to the arrow that loses the fewest. Without an arrow all are lost."""
    battle = state.attack
    assert battle is not None
    places = event.value["places"] if event is not None else {}
    side = event.value.get("arrow") if event is not None else None
    sides = [side] if side is not None else structure.free_arrows(rules, state, battle.attacker)
    plans = [
        structure.plan(rules, state, battle.seat, battle.target, battle.attacker, other, places) for other in sides
    ]
    if not plans:
        return Plan((), tuple(_tree(rules, state, battle)))
    return min(plans, key=lambda plan: len(plan.lost))


def _tree(rules: CompiledRules, state: State, battle: Battle) -> list[int]:
    """The target and what comes with it."""
    return structure.below(rules, state, battle.target) if battle.owner != ABSENT else [battle.target]


def resolve(rules: CompiledRules, state: State, capture: Event | None) -> None:
    """Carries out the outcome of an attack once the dice are final."""
    battle = state.attack
    assert battle is not None
    state.last = outcome(rules, battle)
    won = bool(state.last[1])
    state.attacks[battle.seat] += 1
    state.attacks_won[battle.seat] += won
    if battle.owner != ABSENT and battle.owner != battle.seat:
        state.defences[battle.owner] += 1
        state.defences_won[battle.owner] += not won
    if not won:
        state.attack = None
    else:
        OUTCOMES[battle.kind](rules, state, battle, capture)
        state.attack = None
        turns.after_loss(rules, state, battle.seat)


def _control(rules: CompiledRules, state: State, battle: Battle, capture: Event | None) -> None:
    plan = planned(rules, state, capture)
    tree = _tree(rules, state, battle)
    kept = _halved(rules, state, tree)
    structure.lift(state, tree)
    structure.lay(state, battle.seat, plan.laid)
    for card, amount in kept.items():
        pay(state, card, amount - state.money[card])
    structure.shed(state, plan)
    if capture is not None and (amount := capture.value.get("money", 0)):
        state.money[battle.attacker] -= amount
        state.money[battle.target] += amount


def _halved(rules: CompiledRules, state: State, cards: list[int]) -> dict[int, int]:
    """The money that stays on captured groups: half of it, rounded down for each card or for the sum."""
    each = {card: state.money[card] // 2 for card in cards}
    missing = sum(state.money[card] for card in cards) // 2 - sum(each.values())
    if not rules.halved_each:
        for card in cards:
            if missing and state.money[card] % 2:
                each[card] += 1
                missing -= 1
    return each


def _neutralize(rules: CompiledRules, state: State, battle: Battle, capture: Event | None) -> None:
    if battle.owner != ABSENT:
        structure.free(state, structure.below(rules, state, battle.target))


def _destroy(rules: CompiledRules, state: State, battle: Battle, capture: Event | None) -> None:
    target = battle.target
    owner = state.place[target]
    if rules.destroyed_money == "owner" and owner >= 0:
        state.money[state.illuminati[owner]] += state.money[target]
        state.money[target] = 0
    structure.free(state, structure.below(rules, state, target) if owner >= 0 else [target])
    state.place[target] = DEAD
    state.kills[battle.seat] += 1


OUTCOMES = {"control": _control, "neutralize": _neutralize, "destroy": _destroy}
