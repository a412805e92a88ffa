"""Attacks as they are announced, and what forbids them: attacker, target, aid and arrow, hidden Illuminati, privilege.

What forbids an attack whoever makes it and whenever is said without a state, for verdicts and for `resolve attack` alike.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import repeat
from typing import Any

from referee.core.cards import members
from referee.core.events import Event
from referee.core.findings import Fault, counted
from referee.core.places import Pointer
from referee.engines.conspiracy.attack import OWN, UNCONTROLLED, Attack, compared
from referee.engines.conspiracy.rules import means, structure
from referee.engines.conspiracy.state import ANNOUNCED, PRIVILEGE, Battle, Played, State
from referee.engines.conspiracy.words.compiled import CompiledRules
from referee.engines.conspiracy.words.pack import ABSENT, ILLUMINATI

WITH: Pointer = ("attack", "with")


def against(rules: CompiledRules, attack: Attack, seat: int | None = None) -> Iterator[Fault]:
    """Yield everything that forbids an attack as such: who may attack what and how, and who may aid."""
    cards = rules.pack.cards
    by, target, kind = cards[attack.attacker], cards[attack.target], attack.kind
    at: Pointer = ("attack", kind)
    if by.power <= 0:
        lends = f"; it may aid with {by.transferable}" if by.transferable else "; attack with a card that has some"
        yield Fault("attacker", f"{by.name} has no Power and cannot attack{lends}", seat, at=WITH)
    itself = Fault("target", f"{target.name} cannot attack itself; attack with another group", seat, at=WITH)
    if target.kind == ILLUMINATI:
        message = f"{target.name} is an Illuminati card and cannot be attacked; attack a group"
        yield Fault("target", message, seat, at=at)
    elif by.number == target.number and kind != "destroy":
        yield itself
    elif kind == "control" and attack.distance == OWN:
        message = f"{target.name} is in the attacker's own power structure; to control, attack a group that is not"
        yield Fault("target", message, seat, at=at)
    elif kind == "neutralize" and attack.distance in (OWN, UNCONTROLLED):
        whose = "uncontrolled" if attack.distance == UNCONTROLLED else "the attacker's own"
        message = f"{target.name} is {whose}; only a group that another player controls can be neutralized"
        yield Fault("target", message, seat, at=at)
    elif kind == "destroy":
        if target.power <= 0 and not attack.powerless:
            names = [rules.pack.names[card] for card in members(rules.pack.masks["destroy_powerless"])]
            but = f" without {' or '.join(names)}" if names else ""
            instead = {UNCONTROLLED: "; control it instead", OWN: ""}
            but += instead.get(attack.distance, "; neutralize or control it instead")
            yield Fault("powerless", f"{target.name} has no Power and cannot be destroyed{but}", seat, at=at)
        if target.power > 0 and attack.powerless:
            message = f"{target.name} has Power {target.power}; the Special is for groups without Power"
            yield Fault("powerless", message, seat, at=("attack", "special"))
        if by.number == target.number:
            yield itself
        if target.number in attack.aid:
            message = f"{target.name} cannot aid its own destruction"
            yield Fault("aid", message, seat, at=("attack", "aid", attack.aid.index(target.number)))
    for place, card in enumerate(attack.aid):
        name, at = cards[card].name, ("attack", "aid", place)
        if cards[card].transferable <= 0:
            yield Fault("aid", f"{name} has no transferable Power and cannot aid; a card with some can", seat, at=at)
        if card == by.number:
            yield Fault("aid", f"{name} makes this attack and cannot aid it as well", seat, at=at)
        elif card in attack.aid[:place]:
            yield Fault("aid", f"{name} is already aiding this attack; it can aid only once", seat, at=at)
    if attack.distance != OWN or rules.immune_to_own:
        yield from _kept_off(rules, attack, seat)


def _kept_off(rules: CompiledRules, attack: Attack, seat: int | None) -> Iterator[Fault]:
    """Yield the cards in this attack that an ability keeps off the target's power structure."""
    pack = rules.pack
    own: Pointer = ("attack", "immune_to_own") if attack.distance == OWN else ()
    for holder in members(attack.held_by & pack.masks["immune"] & ~attack.silent):
        unwelcome = pack.mask(pack.cards[holder].does["immune"]["alignment"])
        for place, card in enumerate((attack.attacker, *attack.aid)):
            printed = attack.alignments.get(card, pack.cards[card].alignments) & unwelcome
            alike = printed or (disguised(rules, attack) & unwelcome if not place and rules.immune_as_counted else 0)
            if alike:
                names = f"{'is' if printed else 'counts as'} {' and '.join(pack.aligned(alike))}"
                does = "aid an attack on" if place else "attack"
                message = f"{pack.names[card]} {names} and cannot {does} {pack.names[attack.target]}"
                message += f"; {pack.names[holder]} keeps such groups off"
                at = ("attack", "aid", place - 1) if place else WITH
                yield Fault("immunity", message, seat, at=at, word=own if printed else ("attack", "immunity"))


def disguised(rules: CompiledRules, attack: Attack) -> int:
    """Return the alignments that the target's owner keeps off and that the attacker has only for the sum."""
    pack, unwelcome = rules.pack, 0
    for holder in members(attack.held_by & pack.masks["immune"] & ~attack.silent):
        unwelcome |= pack.mask(pack.cards[holder].does["immune"]["alignment"])
    own = attack.alignments.get(attack.attacker, pack.cards[attack.attacker].alignments)
    return compared(rules, attack)[0] & unwelcome & ~own if unwelcome else 0


def wrong_special(rules: CompiledRules, attack: Attack, special: int, seat: int | None = None) -> Iterator[Fault]:
    """Yield why a Special cannot be announced with an attack of this kind."""
    if not attack.powerless or attack.kind != "destroy":
        right = (
            "is announced with an attack to destroy, not"
            if attack.powerless
            else "is played on its own, not with an attack"
        )
        message = f"{rules.pack.names[special]} {right} to {attack.kind}"
        yield Fault("specials", message, seat, at=("attack", "special"))


def no_defender(rules: CompiledRules, attack: Attack) -> Fault:
    """Return that nobody can spend money in defence of a target that no other player controls."""
    name = rules.pack.names[attack.target]
    why = f"{name} is in the attacker's own power structure" if attack.distance == OWN else f"nobody controls {name}"
    return Fault("defence", f"{why}, so nobody can defend it with money")


# -- at the table ------------------------------------------------------------------------------------------------------


def announced(rules: CompiledRules, state: State, said: tuple[Any, ...]) -> Battle:
    """Return the attack that is announced like this, before anybody pays."""
    kind, attacker, target, aid, privilege, special, stated, ability = said
    seat, place = state.turn, state.place[target]
    owner = place if place >= 0 and place != seat else ABSENT
    if place == seat:
        distance = OWN
    elif owner == ABSENT or rules.pack.cards[target].kind == ILLUMINATI:
        distance = UNCONTROLLED
    else:
        distance = structure.between(state, target)
    silent = 0 if ability else 1 << state.illuminati[seat]
    if owner != ABSENT and not state.shown[owner]:
        silent |= 1 << state.illuminati[owner]
    return Battle(
        kind,
        attacker,
        target,
        seat,
        owner,
        privilege,
        special,
        aid=aid,
        holds=state.holds[seat],
        held_by=state.holds[place] if place >= 0 else 0,
        distance=distance,
        powerless=special != ABSENT and "destroy_powerless" in rules.pack.cards[special].does,
        alignments=dict(state.aligned),
        stated=stated,
        silent=silent,
    )


def out_of_reach(rules: CompiledRules, state: State, battle: Battle) -> Iterator[Fault]:
    """Yield why this attack cannot be: its attacker is not the player's, or else its target is not in play."""
    names = rules.pack.names
    attacker, target = battle.attacker, battle.target
    if state.place[attacker] != battle.seat:
        who, where = state.players[battle.seat], structure.where(rules, state, attacker)
        yield Fault("attacker", f"{who} does not control {names[attacker]}; {where}", battle.seat, at=WITH, bars=True)
    elif rules.pack.cards[target].kind != ILLUMINATI and not structure.in_play(state, target):
        message = f"{names[target]} is not in play; {structure.where(rules, state, target)}"
        yield Fault("target", message, battle.seat, at=("attack", battle.kind), bars=True)


def check_attack(rules: CompiledRules, state: State, event: Event) -> Iterator[Fault]:
    """Yield everything wrong with an attack: attacker, target, kind, aid, arrow, privilege."""
    seat, names, cards = state.turn, rules.pack.names, rules.pack.cards
    yield from means.no_action(rules, state)
    battle = announced(rules, state, event.value)
    for fault in out_of_reach(rules, state, battle):
        yield fault
        return
    yield from against(rules, battle, seat)
    for place, card in enumerate((battle.attacker, *battle.aid)):
        at: Pointer = ("attack", "aid", place - 1) if place else WITH
        times = state.used.get(card, 0)
        if state.place[card] != seat:
            message = f"{names[card]} is not in {state.players[seat]}'s power structure and cannot aid"
            yield Fault("aid", message, seat, at=at)
        elif times >= cards[card].does.get("takes_part", 1):
            attacks = "an attack" if times == 1 else counted(times, "attacks")
            message = f"{names[card]} has taken part in {attacks} this turn; use another group"
            yield Fault("aid" if place else "attacker", message, seat, at=at)
    by = battle.attacker
    if battle.kind == "control" and cards[by].power > 0 and not structure.free_arrows(rules, state, by):
        yield Fault("arrow", f"{names[by]} has no free outgoing arrow for {names[battle.target]}", seat, at=WITH)
    yield from _hidden(rules, state, battle)
    if battle.privilege != ABSENT:
        yield from _privilege(rules, state, battle.privilege, battle.special)
    if battle.special != ABSENT:
        yield from wrong_special(rules, battle, battle.special, seat)
        yield from means.holding(rules, state, seat, (battle.special,), [("attack", "special")])


def _most_stated(rules: CompiledRules, battle: Battle, top: int) -> int:
    """Return the most Power that a hidden Illuminati card may claim in an attack."""
    card = rules.pack.cards[top]
    return (card.power if top == battle.attacker else card.transferable) + rules.overstate


def _hidden(rules: CompiledRules, state: State, battle: Battle) -> Iterator[Fault]:
    """Yield why the attacker may not say this about a hidden Illuminati card: the Power it uses, or not to use its ability."""
    seat, top, stated = battle.seat, state.illuminati[battle.seat], battle.stated
    name, who = rules.pack.names[top], state.players[seat]
    if stated == ABSENT and not battle.silent >> top & 1:
        return
    key = "power" if stated != ABSENT else "ability"
    word: Pointer = ()
    most = _most_stated(rules, battle, top)
    if state.shown[seat]:
        message = f"{name} is face up, so its Power and ability are those of the card; remove `{key}:`"
        word = ("hidden", "illuminati")
    elif stated != ABSENT and top not in (battle.attacker, *battle.aid):
        message = f"{who}'s Illuminati card takes no part in this attack, so its Power is not stated; remove `power:`"
    elif stated > most:
        has = f"{name} has {most - rules.overstate}"
        message = f"{who} states a Power of {stated}; {has}{f' and may claim at most {most}' * bool(rules.overstate)}"
        word = ("hidden", "overstate")
    elif stated == 0:
        message = f"{who} states no Power; a card that attacks or aids uses at least 1"
    else:
        return
    yield Fault("hidden", message, seat, at=("attack", key), word=word)


def _privilege(rules: CompiledRules, state: State, card: int, special: int) -> Iterator[Fault]:
    seat, at = state.turn, ("attack", "privilege")
    name, who = rules.pack.names[card], state.players[seat]
    if not rules.privilege_allowed:
        message = "no attack is privileged in this game; announce it without `privilege:`"
        yield Fault("privilege", message, seat, at=at, word=("attack", "privilege", "allowed"))
    elif card not in rules.pack.illuminati:
        cards = (special, card) if special != ABSENT else (card,)
        before = len(list(means.holding(rules, state, seat, cards[:-1], repeat(at))))
        yield from list(means.holding(rules, state, seat, cards, repeat(at)))[before:]
    elif state.illuminati[seat] != card:
        message = f"{who} does not have {name} and must discard a Special for privilege"
        yield Fault("privilege", message, seat, at=at, bars=True)
    elif (word := rules.pack.cards[card].does.get("privilege")) is None:
        message = f"{name} cannot buy privilege; discard a Special for it"
        yield Fault("privilege", message, seat, at=at, bars=True)
    else:
        if state.privileges >= word["times"]:
            yield Fault("privilege", f"{name} has already bought privilege this turn", seat, at=at)
        if state.money[card] < word["cost"]:
            message = f"privilege costs {word['cost']} MB; {name} has {state.money[card]}"
            yield Fault("treasury", message, seat, at=at, bars=True)


def apply_attack(rules: CompiledRules, state: State, event: Event) -> None:
    """Announce an attack; a Special that comes with it, or is discarded for its privilege, may be answered."""
    state.attack = battle = announced(rules, state, event.value)
    seat, card, special = battle.seat, battle.privilege, battle.special
    if battle.stated > _most_stated(rules, battle, state.illuminati[seat]):
        state.cheated[seat] = True
    state.last = None
    state.actions += 1
    state.acted |= special != ABSENT or card != ABSENT
    for taking_part in (battle.attacker, *battle.aid):
        state.used[taking_part] = state.used.get(taking_part, 0) + 1
    if special != ABSENT:
        means.discard(state, seat, special)
        battle.carded = True
        state.played = Played(seat, special, ANNOUNCED, {})
    battle.privileged = card != ABSENT
    if card in rules.pack.illuminati:
        state.pay(card, -rules.pack.cards[card].does["privilege"]["cost"])
        state.privileges += 1
        battle.paid |= rules.payment_commits
    elif card != ABSENT:
        means.discard(state, seat, card)
        battle.carded = True
        state.played = Played(seat, card, PRIVILEGE, {}, (special,) if special != ABSENT else ())
