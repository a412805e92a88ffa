"""Attacks as they are announced: attacker, target, aid and privilege; and privilege abolished."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import repeat
from typing import Any

from referee.core.events import Event
from referee.core.findings import Fault, counted
from referee.engines.conspiracy.attack import OWN
from referee.engines.conspiracy.attack import UNCONTROLLED as NOBODY
from referee.engines.conspiracy.rules import bans, places, specials_held, structure
from referee.engines.conspiracy.rules.money import pay
from referee.engines.conspiracy.state import Battle, State
from referee.engines.conspiracy.words.compiled import CompiledRules
from referee.engines.conspiracy.words.pack import ABSENT, ILLUMINATI


def announced(rules: CompiledRules, state: State, said: tuple[Any, ...]) -> Battle:
    """The attack that is announced like this, before anybody pays."""
    kind, attacker, target, aid, privilege, special, stated, ability = said
    seat = state.turn
    place = state.place[target]
    owner = place if place >= 0 and place != seat else ABSENT
    if place == seat:
        distance = OWN
    elif owner == ABSENT or rules.pack.cards[target].kind == ILLUMINATI:
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
        powerless=special != ABSENT and "destroy_powerless" in rules.pack.cards[special].does,
        alignments=dict(state.aligned) if state.aligned else None,
    )
    battle.stated = stated
    if owner != ABSENT and not state.shown[owner]:
        battle.silent = 1 << state.illuminati[owner]
    if not ability:
        battle.silent |= 1 << state.illuminati[seat]
    battle.privilege = privilege
    battle.special = special
    return battle


def check_attack(rules: CompiledRules, state: State, event: Event) -> Iterator[Fault]:
    """Everything wrong with an attack: attacker, target, kind, aid, arrow, privilege."""
    kind, attacker, target, _, privilege, special, _, _ = event.value
    seat = state.turn
    names = rules.pack.names
    yield from specials_held.no_action(rules, state)
    battle = announced(rules, state, event.value)
    far = list(out_of_reach(rules, state, battle))
    yield from far[:1]
    if far:
        return
    yield from bans.against(rules, battle, seat)
    yield from _taking_part(rules, state, battle)
    if (
        kind == "control"
        and rules.pack.cards[attacker].power > 0
        and not structure.has_free_arrow(rules, state, attacker)
    ):
        message = f"{names[attacker]} has no free outgoing arrow for {names[target]}"
        yield Fault("arrow", message, seat, at=("attack", "with"))
    yield from _hidden(rules, state, battle)
    if privilege != ABSENT:
        yield from _privilege(rules, state, privilege, special)
    if special != ABSENT:
        yield from bans.announced_special(rules, battle, special, seat)
        yield from specials_held.holding(rules, state, seat, (special,), [("attack", "special")])


def out_of_reach(rules: CompiledRules, state: State, battle: Battle) -> Iterator[Fault]:
    """Why this attack cannot be: its attacker is not the player's, or its target is not in play."""
    seat, names = battle.seat, rules.pack.names
    attacker, target = battle.attacker, battle.target
    if state.place[attacker] != seat:
        message = f"{state.players[seat]} does not control {names[attacker]}; {places.where(rules, state, attacker)}"
        yield Fault("attacker", message, seat, at=("attack", "with"), bars=True)
    if rules.pack.cards[target].kind != ILLUMINATI and not places.in_play(state, target):
        message = f"{names[target]} is not in play; {places.where(rules, state, target)}"
        yield Fault("target", message, seat, at=("attack", battle.kind), bars=True)


def limit(rules: CompiledRules, card: int) -> int:
    """How many attacks a card may take part in each turn."""
    most: int = rules.pack.cards[card].does.get("takes_part", 1)
    return most


def _taking_part(rules: CompiledRules, state: State, battle: Battle) -> Iterator[Fault]:
    names = rules.pack.names
    for place, card in enumerate((battle.attacker, *battle.aid)):
        at: tuple[str | int, ...] = ("attack", "aid", place - 1) if place else ("attack", "with")
        if state.place[card] != battle.seat:
            message = f"{names[card]} is not in {state.players[battle.seat]}'s power structure and cannot aid"
            yield Fault("aid", message, battle.seat, at=at)
        elif state.used.get(card, 0) >= limit(rules, card):
            attacks = "an attack" if state.used[card] == 1 else counted(state.used[card], "attacks")
            message = f"{names[card]} has taken part in {attacks} this turn; use another group"
            yield Fault("attacker" if not place else "aid", message, battle.seat, at=at)


def _most_stated(rules: CompiledRules, battle: Battle, top: int) -> int:
    """The most Power that a hidden Illuminati card may claim in an attack."""
    card = rules.pack.cards[top]
    return (card.power if top == battle.attacker else card.transferable) + rules.overstate


def _hidden(rules: CompiledRules, state: State, battle: Battle) -> Iterator[Fault]:
    """Whether the attacker may say this about a hidden Illuminati card: the Power it uses, or not to use its ability."""
    seat, top, stated = battle.seat, state.illuminati[battle.seat], battle.stated
    name, who = rules.pack.names[top], state.players[seat]
    silent = bool(battle.silent >> top & 1)
    if stated == ABSENT and not silent:
        return
    key = "power" if stated != ABSENT else "ability"
    most = _most_stated(rules, battle, top)
    if state.shown[seat]:
        message = f"{name} is face up, so its Power and ability are those of the card; remove `{key}:`"
        yield Fault("hidden", message, seat, at=("attack", key), word=("hidden", "illuminati"))
    elif stated != ABSENT and top not in (battle.attacker, *battle.aid):
        message = f"{who}'s Illuminati card takes no part in this attack, so its Power is not stated; remove `power:`"
        yield Fault("hidden", message, seat, at=("attack", "power"))
    elif stated > most:
        has = f"{name} has {most - rules.overstate}"
        message = f"{who} states a Power of {stated}; {has}{f' and may claim at most {most}' * bool(rules.overstate)}"
        yield Fault("hidden", message, seat, at=("attack", "power"), word=("hidden", "overstate"))
    elif stated == 0:
        message = f"{who} states no Power; a card that attacks or aids uses at least 1"
        yield Fault("hidden", message, seat, at=("attack", "power"))


def _privilege(rules: CompiledRules, state: State, card: int, special: int) -> Iterator[Fault]:
    seat, at = state.turn, ("attack", "privilege")
    if not rules.privilege_allowed:
        message = "no attack is privileged in this game; announce it without `privilege:`"
        yield Fault("privilege", message, seat, at=at, word=("attack", "privilege", "allowed"))
        return
    if card not in rules.pack.illuminati:
        cards = (special, card) if special != ABSENT else (card,)
        before = len(list(specials_held.holding(rules, state, seat, cards[:-1], repeat(at))))
        yield from list(specials_held.holding(rules, state, seat, cards, repeat(at)))[before:]
        return
    name, who = rules.pack.names[card], state.players[seat]
    word = rules.pack.cards[card].does.get("privilege")
    if state.illuminati[seat] != card:
        message = f"{who} does not have {name} and must discard a Special for privilege"
        yield Fault("privilege", message, seat, at=at, bars=True)
    elif word is None:
        message = f"{name} cannot buy privilege; discard a Special for it"
        yield Fault("privilege", message, seat, at=at, bars=True)
    else:
        if state.privileges >= word["times"]:
            yield Fault("privilege", f"{name} has already bought privilege this turn", seat, at=at)
        if state.money[card] < word["cost"]:
            message = f"privilege costs {word['cost']} MB; {name} has {state.money[card]}"
            yield Fault("treasury", message, seat, at=at, bars=True)


def apply_attack(rules: CompiledRules, state: State, event: Event) -> None:
    """Announces an attack."""
    battle = announced(rules, state, event.value)
    state.attack = battle
    if battle.stated > _most_stated(rules, battle, state.illuminati[battle.seat]):
        state.cheated[battle.seat] = True
    state.last = None
    state.actions += 1
    state.acted |= battle.special != ABSENT or battle.privilege != ABSENT
    for card in (battle.attacker, *battle.aid):
        state.used[card] = state.used.get(card, 0) + 1
    if battle.special != ABSENT:
        specials_held.discard(state, battle.seat, battle.special)
        battle.carded = True
    card = battle.privilege
    if card == ABSENT:
        return
    battle.privileged = True
    if card in rules.pack.illuminati:
        pay(state, card, -rules.pack.cards[card].does["privilege"]["cost"])
        state.privileges += 1
        battle.paid |= rules.payment_commits
    else:
        specials_held.discard(state, battle.seat, card)
        battle.carded = True


ABOLISHED_BY = ("attack", "privilege", "abolished_by")


def check_abolish(rules: CompiledRules, state: State, event: Event) -> Iterator[Fault]:
    """Whether a player may discard Specials against the privilege."""
    battle = state.attack
    assert battle is not None
    seat = specials_held.actor(state, event)
    if specials_held.unclear(state, event):
        message = f"{state.players[seat]} does not have these Specials; say with `by:` who discards them"
        yield Fault("abolish", message, at=event.at, asks=True)
        return
    if not rules.abolished_by:
        yield Fault("abolish", "only a card that says so abolishes privilege", seat, word=ABOLISHED_BY)
        return
    reason = not_privileged(battle)
    if reason:
        yield Fault("abolish", f"no privilege can be abolished: {reason}", seat)
    needed = needed_to_abolish(rules, battle, seat)
    if len(event.value) != needed:
        what = f"{needed} abolish{'es' if needed == 1 else ''} the privilege"
        message = f"{state.players[seat]} discards {counted(len(event.value), 'Specials')}; {what}"
        yield Fault("abolish", message, seat, word=ABOLISHED_BY)
    yield from specials_held.holding(rules, state, seat, event.value, specials_held.in_list(event.at))


def needed_to_abolish(rules: CompiledRules, battle: Battle, seat: int) -> int:
    """How many Specials this player must discard against the privilege; only the player's own earlier ones count."""
    return rules.abolished_by - (battle.abolishing if battle.abolisher in (ABSENT, seat) else 0)


def not_privileged(battle: Battle) -> str:
    """Why there is no privilege to act on; empty when there is."""
    if battle.privileged:
        return ""
    return "its privilege has already been abolished" if battle.abolished else "this attack is not privileged"
