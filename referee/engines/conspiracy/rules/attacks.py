"""Attacks as they are announced, and what forbids them: attacker, target, aid and arrow, hidden Illuminati, privilege.

What forbids an attack whoever makes it and whenever is said without a state, for verdicts and for `resolve attack` alike.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.core.cards import members
from referee.core.events import Event, Finding, number_of
from referee.core.places import Pointer
from referee.engines.conspiracy import state as table
from referee.engines.conspiracy.compiled import ABSENT, ILLUMINATI, ConspiracyRules
from referee.engines.conspiracy.rules import arrows, means, structure
from referee.engines.conspiracy.state import OWN, UNCONTROLLED, Battle, ConspiracyState, PendingSpecial

WITH: Pointer = ("attack", "with")


def against(rules: ConspiracyRules, battle: Battle, seat: int | None = None) -> Iterator[Finding]:
    """Yield everything that forbids an attack as such: who may attack what and how, and who may aid."""
    cards = rules.pack.cards
    by = cards[battle.attacker]
    target = cards[battle.target]
    kind = battle.kind
    at: Pointer = ("attack", kind)
    if by.power <= 0:
        lends = "; attack with a card that has some"
        if by.transferable:
            lends = f"; it may aid with {by.transferable}"
        yield Finding("attacker", f"{by.name} has no Power and cannot attack{lends}", seat, at=WITH)
    itself = Finding("target", f"{target.name} cannot attack itself; attack with another group", seat, at=WITH)
    if target.kind == ILLUMINATI:
        message = f"{target.name} is an Illuminati card and cannot be attacked; attack a group"
        yield Finding("target", message, seat, at=at, bars=True)
    elif by.number == target.number and kind != "destroy":
        yield itself._replace(bars=True)
    elif kind == "control" and battle.distance == OWN:
        message = f"{target.name} is in the attacker's own power structure; to control, attack a group that is not"
        yield Finding("target", message, seat, at=at)
    elif kind == "neutralize" and battle.distance in (OWN, UNCONTROLLED):
        whose = "the attacker's own"
        if battle.distance == UNCONTROLLED:
            whose = "uncontrolled"
        message = f"{target.name} is {whose}; only a group that another player controls can be neutralized"
        yield Finding("target", message, seat, at=at)
    elif kind == "destroy":
        if target.power <= 0 and not battle.powerless:
            names = [rules.pack.names[card] for card in members(rules.pack.masks["destroy_powerless"])]
            but = ""
            if names:
                but = f" without {' or '.join(names)}"
            instead = {UNCONTROLLED: "; control it instead", OWN: ""}
            but += instead.get(battle.distance, "; neutralize or control it instead")
            yield Finding("powerless", f"{target.name} has no Power and cannot be destroyed{but}", seat, at=at)
        if target.power > 0 and battle.powerless:
            message = f"{target.name} has Power {target.power}; the Special is for groups without Power"
            yield Finding("powerless", message, seat, at=("attack", "special"))
        if by.number == target.number:
            yield itself
        if target.number in battle.aid:
            message = f"{target.name} cannot aid its own destruction"
            yield Finding("aid", message, seat, at=("attack", "aid", battle.aid.index(target.number)))
    for place, card in enumerate(battle.aid):
        name = cards[card].name
        at = ("attack", "aid", place)
        if cards[card].transferable <= 0:
            yield Finding("aid", f"{name} has no transferable Power and cannot aid; a card with some can", seat, at=at)
        if card == by.number:
            yield Finding("aid", f"{name} makes this attack and cannot aid it as well", seat, at=at)
        elif card in battle.aid[:place]:
            yield Finding("aid", f"{name} is already aiding this attack; it can aid only once", seat, at=at)
    if battle.distance != OWN or rules.attack.immune_to_own:
        yield from _barred_cards(rules, battle, seat)


def _barred_cards(rules: ConspiracyRules, battle: Battle, seat: int | None) -> Iterator[Finding]:
    """Yield the cards in this attack that an ability keeps off the target's power structure."""
    pack = rules.pack
    own: Pointer = ("attack", "immune_to_own") if battle.distance == OWN else ()
    for holder in members(battle.held_by & pack.masks["immune"] & ~battle.silent):
        unwelcome = pack.mask(pack.cards[holder].does["immune"]["alignment"])
        for place, card in enumerate((battle.attacker, *battle.aid)):
            printed = battle.alignments.get(card, pack.cards[card].alignments) & unwelcome
            if printed or place:
                counted = 0
            else:
                counted = alignments_in(rules, battle)[0] & unwelcome
            if counted and rules.attack.immunity == "counted":
                alike = counted
            else:
                alike = printed
            if alike:
                names = f"{'is' if printed else 'counts as'} {' and '.join(pack.alignment_names(alike))}"
                does = "aid an attack on" if place else "attack"
                message = f"{pack.names[card]} {names} and cannot {does} {pack.names[battle.target]}"
                message += f"; {pack.names[holder]} keeps such groups off"
                at = ("attack", "aid", place - 1) if place else WITH
                yield Finding("immunity", message, seat, at=at, word=own if printed else ("attack", "immunity"))


def wrong_special(rules: ConspiracyRules, battle: Battle, special: int, seat: int | None = None) -> Iterator[Finding]:
    """Yield why a Special cannot be announced with an attack of this kind."""
    if not battle.powerless or battle.kind != "destroy":
        right = "played on its own, not with an attack"
        if battle.powerless:
            right = "announced with an attack to destroy, not"
        message = f"{rules.pack.names[special]} is {right} to {battle.kind}"
        yield Finding("specials", message, seat, at=("attack", "special"))


def no_defender(rules: ConspiracyRules, battle: Battle) -> Finding:
    """Return the finding that nobody can spend money in defence of a target that no other player controls."""
    name = rules.pack.names[battle.target]
    if battle.distance == OWN:
        why = f"{name} is in the attacker's own power structure"
    else:
        why = f"nobody controls {name}"
    return Finding("defence", f"{why}, so nobody can defend it with money")


# -- at the table ------------------------------------------------------------------------------------------------------


def attack_of(rules: ConspiracyRules, state: ConspiracyState, said: tuple[Any, ...]) -> Battle:
    """Return the attack that is announced like this, before anybody pays."""
    kind, attacker, target, aid, privilege, special, stated, ability = said
    seat = state.turn
    place = state.place[target]
    owner = place if place >= 0 and place != seat else ABSENT
    if place == seat:
        distance = OWN
    elif owner == ABSENT or rules.pack.cards[target].kind == ILLUMINATI:
        distance = UNCONTROLLED
    else:
        distance = structure.between(state, target)
    if ability:
        silent = 0
    else:
        silent = 1 << state.illuminati[seat]
    if owner != ABSENT and not state.shown[owner]:
        silent |= 1 << state.illuminati[owner]
    held_by = 0
    if place >= 0:
        held_by = state.holds[place]
    return Battle(
        kind, attacker, target, seat=seat, owner=owner, privilege=privilege, special=special, aid=aid,
        holds=state.holds[seat], held_by=held_by, distance=distance, powerless=lets_destroy(rules, special),
        alignments=dict(state.aligned), stated=stated, silent=silent,
    )  # fmt: skip


def lets_destroy(rules: ConspiracyRules, special: int) -> bool:
    """Return whether a Special (-1: none) allows a group without Power to be destroyed."""
    return special != ABSENT and "destroy_powerless" in rules.pack.cards[special].does


def out_of_reach(rules: ConspiracyRules, state: ConspiracyState, battle: Battle) -> Iterator[Finding]:
    """Yield why this attack cannot be: its attacker is not the player's, or else its target is not in play."""
    names = rules.pack.names
    attacker = battle.attacker
    target = battle.target
    if state.place[attacker] != battle.seat:
        who = state.players[battle.seat]
        where = structure.where(rules, state, attacker)
        message = f"{who} does not control {names[attacker]}; {where}"
        yield Finding("attacker", message, battle.seat, at=WITH, bars=state.place[attacker] < 0)
    elif rules.pack.cards[target].kind != ILLUMINATI and not structure.in_play(state, target):
        message = f"{names[target]} is not in play; {structure.where(rules, state, target)}"
        yield Finding("target", message, battle.seat, at=("attack", battle.kind), bars=True)


def check_attack(rules: ConspiracyRules, state: ConspiracyState, event: Event) -> Iterator[Finding]:
    """Yield everything wrong with an attack: attacker, target, kind, aid, arrow, privilege."""
    seat = state.turn
    names = rules.pack.names
    cards = rules.pack.cards
    yield from means.no_action(rules, state)
    battle = attack_of(rules, state, event.value)
    unreachable = list(out_of_reach(rules, state, battle))
    if unreachable:
        yield from unreachable
        if not any(fault.bars for fault in unreachable):
            others = (*against(rules, battle, seat), *_below_itself(rules, state, battle))
            yield from (fault for fault in others if fault.bars)
        return
    yield from against(rules, battle, seat)
    yield from _below_itself(rules, state, battle)
    for place, card in enumerate((battle.attacker, *battle.aid)):
        at: Pointer = ("attack", "aid", place - 1) if place else WITH
        times = state.used.get(card, 0)
        if state.place[card] != seat:
            if place:
                message = f"{names[card]} is not in {state.players[seat]}'s power structure and cannot aid"
                yield Finding("aid", message, seat, at=at)
        elif times >= cards[card].does.get("takes_part", 1):
            if times == 1:
                attacks = "an attack"
            else:
                attacks = number_of(times, "attacks")
            message = f"{names[card]} has taken part in {attacks} this turn; use another group"
            yield Finding("aid" if place else "attacker", message, seat, at=at)
    by = battle.attacker
    if battle.kind == "control" and cards[by].power > 0 and not arrows.free_arrows(rules, state, by):
        fault = Finding("arrow", f"{names[by]} has no free outgoing arrow for {names[battle.target]}", seat, at=WITH)
        for side in cards[by].outward:
            for asked in arrows.too_open(rules, state, by, side, WITH):
                fault = asked
        yield fault
    yield from _hidden(rules, state, battle)
    if battle.privilege != ABSENT:
        yield from _privilege(rules, state, battle.privilege, battle.special)
    if battle.special != ABSENT:
        yield from wrong_special(rules, battle, battle.special, seat)
        yield from means.holding(rules, state, seat, (battle.special,), ("attack", "special"))


def _below_itself(rules: ConspiracyRules, state: ConspiracyState, battle: Battle) -> Iterator[Finding]:
    """Yield that a group which hangs below its target cannot hold it."""
    attacker = battle.attacker
    target = battle.target
    if battle.kind != "control" or attacker == target or state.place[target] < 0:
        return
    if rules.pack.cards[target].kind == ILLUMINATI:
        return
    if attacker in structure.below(rules, state, target):
        names = rules.pack.names
        message = f"{names[target]} cannot be attached to {names[attacker]}, which is below it"
        yield Finding("arrow", message, battle.seat, at=WITH, bars=True)


def _most_power(rules: ConspiracyRules, battle: Battle, top: int) -> int:
    """Return the most Power that a hidden Illuminati card may claim in an attack."""
    card = rules.pack.cards[top]
    more = rules.hidden.overstate
    most: int = more + (card.power if top == battle.attacker else card.transferable)
    return most


def _hidden(rules: ConspiracyRules, state: ConspiracyState, battle: Battle) -> Iterator[Finding]:
    """Yield why the attacker may not say this about a hidden Illuminati card: the Power it uses, or not to use its ability."""
    seat = battle.seat
    top = state.illuminati[battle.seat]
    stated = battle.stated
    name = rules.pack.names[top]
    who = state.players[seat]
    if stated == ABSENT and not battle.silent >> top & 1:
        return
    key = "power" if stated != ABSENT else "ability"
    word: Pointer = ()
    most = _most_power(rules, battle, top)
    if state.shown[seat]:
        message = f"{name} is face up, so its Power and ability are those of the card; remove `{key}:`"
        word = ("hidden", "illuminati")
    elif stated != ABSENT and top not in (battle.attacker, *battle.aid):
        message = f"{who}'s Illuminati card takes no part in this attack, so its Power is not stated; remove `power:`"
    elif stated > most:
        claim = ""
        if rules.hidden.overstate:
            claim = f" and may claim at most {most}"
        message = f"{who} states a Power of {stated}; {name} has {most - rules.hidden.overstate}{claim}"
        word = ("hidden", "overstate")
    elif stated == 0:
        message = f"{who} states no Power; a card that attacks or aids uses at least 1"
    else:
        return
    yield Finding("hidden", message, seat, at=("attack", key), word=word)


def _privilege(rules: ConspiracyRules, state: ConspiracyState, card: int, special: int) -> Iterator[Finding]:
    seat = state.turn
    at = ("attack", "privilege")
    name = rules.pack.names[card]
    who = state.players[seat]
    if not rules.attack.privilege.allowed:
        message = "no attack is privileged in this game; announce it without `privilege:`"
        yield Finding("privilege", message, seat, at=at, word=("attack", "privilege", "allowed"))
    elif card not in rules.pack.illuminati:
        cards = (special, card) if special != ABSENT else (card,)
        before = len(list(means.holding(rules, state, seat, cards[:-1], at)))
        yield from list(means.holding(rules, state, seat, cards, at))[before:]
    elif state.illuminati[seat] != card:
        message = f"{who} does not have {name} and must discard a Special for privilege"
        yield Finding("privilege", message, seat, at=at, bars=True)
    elif (word := rules.pack.cards[card].does.get("privilege")) is None:
        message = f"{name} cannot buy privilege; discard a Special for it"
        yield Finding("privilege", message, seat, at=at, bars=True)
    else:
        if state.privileges >= word["times"]:
            yield Finding("privilege", f"{name} has already bought privilege this turn", seat, at=at)
        if state.most(card) < word["cost"]:
            message = f"privilege costs {word['cost']} MB; {name} has {means.there_are(state, card)}"
            yield Finding("treasury", message, seat, at=at)


def apply_attack(rules: ConspiracyRules, state: ConspiracyState, event: Event) -> None:
    """Announce an attack; a Special that comes with it, or is discarded for its privilege, may be answered."""
    state.attack = battle = attack_of(rules, state, event.value)
    seat = battle.seat
    card = battle.privilege
    special = battle.special
    if battle.stated > _most_power(rules, battle, state.illuminati[seat]):
        state.cheated[seat] = True
    state.last = None
    state.actions += 1
    state.acted |= special != ABSENT or card != ABSENT
    for taking_part in (battle.attacker, *battle.aid):
        state.used[taking_part] = state.used.get(taking_part, 0) + 1
    if special != ABSENT:
        means.discard(state, seat, special)
        battle.carded = True
        state.played = PendingSpecial(seat, special, table.ANNOUNCED, {})
    battle.privileged = card != ABSENT
    if card in rules.pack.illuminati:
        state.change(card, -rules.pack.cards[card].does["privilege"]["cost"])
        state.privileges += 1
        battle.paid |= rules.attack.privilege.payment_commits
    elif card != ABSENT:
        means.discard(state, seat, card)
        battle.carded = True
        state.played = PendingSpecial(seat, card, table.PRIVILEGE, {}, (special,) if special != ABSENT else ())


# -- the number to roll --------------------------------------------------------------------------------------------------


def lines(rules: ConspiracyRules, battle: Battle) -> list[tuple[str, int]]:
    """Return the sum as lines of (what, points); a line of 0 says why something that a player would look for adds nothing."""
    cards = rules.pack.cards
    kind = battle.kind
    money = rules.attack.money
    by = cards[battle.attacker]
    target = cards[battle.target]
    summed = [(f"Power of {by.name}", by.power)]
    summed += [(f"aid of {cards[card].name}", cards[card].transferable) for card in battle.aid]
    if battle.stated != ABSENT:
        for place, card in enumerate((by.number, *battle.aid)):
            if cards[card].kind == ILLUMINATI:
                summed[place] = (summed[place][0], battle.stated)
    ours, theirs = alignments_in(rules, battle)
    turned = -1 if kind == "destroy" else 1
    names = rules.pack.alignments
    alike = ours & theirs & rules.pack.plain
    if alike:
        worth = turned * rules.attack.alike * alike.bit_count()
        summed.append((f"alike: {', '.join(rules.pack.alignment_names(alike))}", worth))
    opposite = rules.pack.against(ours, theirs)
    if opposite:
        pairs = ", ".join(f"{names[place]} against {names[other]}" for place, other in opposite)
        summed.append((f"opposite: {pairs}", turned * rules.attack.opposite * len(opposite)))
    if kind == "neutralize" and rules.attack.neutralize:
        summed.append(("attempt to neutralize", rules.attack.neutralize))
    bit = 1 << target.number
    helping = battle.holds & rules.pack.masks["bonus"]
    if helping & bit and not rules.attack.bonus_against_itself:
        helping ^= bit
    for direct, able in ((True, 1 << by.number), (False, helping)):
        for card in members(able & ~battle.silent):
            for bonus in cards[card].bonuses:
                counts = bonus.direct == direct and kind in bonus.attempts
                if counts and (bonus.cards & bit or bonus.alignments & theirs):
                    summed.append((f"ability of {cards[card].name}", bonus.value))
    if battle.money:
        summed.append((f"{battle.money} MB spent by the attacker", battle.money * money.attacker))
    if battle.support:
        summed.append((f"{battle.support} MB from others, for it", battle.support * money.others))
    if kind == "destroy" and not battle.powerless:
        summed.append((f"Power of {target.name}", -target.power))
    else:
        other = target.does.get("resists")
        if other is not None and rules.pack.is_among(other["against"], by, ours):
            summed.append((f"Resistance of {target.name} against such an attacker", -other["value"]))
        else:
            summed.append((f"Resistance of {target.name}", -target.resistance))
        shields = battle.held_by & rules.pack.masks["shields"] & ~(bit | battle.silent)
        summed += [(f"ability of {cards[card].name}", -cards[card].does["shields"]) for card in members(shields)]
    if 0 <= battle.distance < len(rules.attack.position):
        near = "next to"
        if battle.distance:
            near = f"{number_of(battle.distance, 'groups')} between it and"
        summed.append((f"{near} its Illuminati", -rules.attack.position[battle.distance]))
    if battle.defence:
        summed.append((f"{battle.defence} MB from {target.name}", -battle.defence * money.target))
    if battle.defence_illuminati:
        value = battle.defence_illuminati * money.illuminati
        summed.append((f"{battle.defence_illuminati} MB from its Illuminati", -value))
    if battle.oppose:
        summed.append((f"{battle.oppose} MB from others, against it", -battle.oppose * money.others))
    return summed


def alignments_in(rules: ConspiracyRules, battle: Battle) -> tuple[int, int]:
    """Return the alignments of attacker and target that count in this attack."""
    by = rules.pack.cards[battle.attacker]
    target = rules.pack.cards[battle.target]
    changed = battle.alignments
    if changed:
        theirs = changed.get(target.number, target.alignments)
    else:
        theirs = target.alignments
    if changed:
        ours = changed.get(by.number, by.alignments)
    else:
        ours = by.alignments
    word = by.does.get("counts_as")
    if word is not None and word["attempt"] == battle.kind and rules.pack.is_among(word["against"], target, theirs):
        ours = rules.pack.mask([word["alignment"]]) | (0 if rules.attack.counts_as == "instead" else ours)
    return ours, theirs


def number(rules: ConspiracyRules, battle: Battle) -> int:
    """Return the number to roll: a roll of this or less on two dice succeeds."""
    return sum(value for _, value in lines(rules, battle))


WAYS = (0, 0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)
"""Ways of the 36 in which two dice can fall that show each sum, from 0 to 12."""


def chance(rules: ConspiracyRules, wanted: int) -> int:
    """Return how many of the 36 ways that two dice can fall let an attack of this number succeed."""
    return sum(ways for roll, ways in enumerate(WAYS) if succeeds(rules, wanted, roll))


def succeeds(rules: ConspiracyRules, wanted: int, roll: int) -> bool:
    """Return whether a roll succeeds."""
    return roll <= highest(rules, wanted)


def highest(rules: ConspiracyRules, wanted: int) -> int:
    """Return the highest roll with which an attack of this number succeeds."""
    most: int = min(max(wanted, rules.attack.succeeds_to), rules.attack.fails_from - 1)
    return most
