"""Attacks as they are announced, and what forbids them: attacker, target, aid and arrow, hidden Illuminati, privilege.

What forbids an attack whoever makes it and whenever is said without a state, for verdicts and for `resolve attack` alike.
"""

from __future__ import annotations

from collections.abc import Iterator

from referee.core.cards import members
from referee.core.events import Event, Finding, number_of
from referee.core.places import Pointer
from referee.engines.conspiracy import state as table
from referee.engines.conspiracy.compiled import ABSENT, ILLUMINATI, ConspiracyRules
from referee.engines.conspiracy.rules import arrows, means, structure
from referee.engines.conspiracy.state import OWN, UNCONTROLLED, Announced, Battle, ConspiracyState, PendingSpecial

WITH: Pointer = ("attack", "with")


def against(rules: ConspiracyRules, battle: Battle, seat: int | None = None) -> Iterator[Finding]:
    """Yield everything that forbids an attack as such: who may attack what and how, and who may aid."""
    yield from _check_power(rules, battle, seat)
    yield from _check_target(rules, battle, seat)
    yield from _check_aid(rules, battle, seat)
    if battle.distance != OWN or rules.attack.immune_to_own:
        yield from _barred_cards(rules, battle, seat)


def taking_part(battle: Battle) -> tuple[int, ...]:
    """The cards that make an attack: the attacker, then those that aid it."""
    return (battle.attacker,) + battle.aid


def _pointer_to(place: int) -> Pointer:
    """The pointer to a card that takes part, by its place among them."""
    if place:
        return ("attack", "aid", place - 1)
    return WITH


def _check_power(rules: ConspiracyRules, battle: Battle, seat: int | None) -> Iterator[Finding]:
    """Yield that the attacker has no Power, and what it may do instead."""
    by = rules.pack.cards[battle.attacker]
    if by.power > 0:
        return
    lends = "; attack with a card that has some"
    if by.transferable:
        lends = f"; it may aid with {by.transferable}"
    yield Finding("attacker", f"{by.name} has no Power and cannot attack{lends}", seat, at=WITH)


def _check_target(rules: ConspiracyRules, battle: Battle, seat: int | None) -> Iterator[Finding]:
    """Yield why this target cannot be attacked in this way: an Illuminati card, the attacker itself, or a group of the
    wrong player."""
    target = rules.pack.cards[battle.target]
    at: Pointer = ("attack", battle.kind)
    if target.kind == ILLUMINATI:
        message = f"{target.name} is an Illuminati card and cannot be attacked; attack a group"
        yield Finding("target", message, seat, at=at, bars=True)
    elif battle.kind == "destroy":
        yield from _check_destruction(rules, battle, seat)
    elif battle.attacker == battle.target:
        yield _attacks_itself(rules, battle, seat)._replace(bars=True)
    elif battle.kind == "control" and battle.distance == OWN:
        message = f"{target.name} is in the attacker's own power structure; to control, attack a group that is not"
        yield Finding("target", message, seat, at=at)
    elif battle.kind == "neutralize" and battle.distance in (OWN, UNCONTROLLED):
        whose = "the attacker's own"
        if battle.distance == UNCONTROLLED:
            whose = "uncontrolled"
        message = f"{target.name} is {whose}; only a group that another player controls can be neutralized"
        yield Finding("target", message, seat, at=at)


def _attacks_itself(rules: ConspiracyRules, battle: Battle, seat: int | None) -> Finding:
    name = rules.pack.names[battle.target]
    return Finding("target", f"{name} cannot attack itself; attack with another group", seat, at=WITH)


def _check_destruction(rules: ConspiracyRules, battle: Battle, seat: int | None) -> Iterator[Finding]:
    """Yield why a group cannot be destroyed with this attacker, this aid, and a Special for groups without Power or
    none."""
    target = rules.pack.cards[battle.target]
    if target.power <= 0 and not battle.powerless:
        message = f"{target.name} has no Power and cannot be destroyed{_unless(rules, battle)}"
        yield Finding("powerless", message, seat, at=("attack", battle.kind))
    if target.power > 0 and battle.powerless:
        message = f"{target.name} has Power {target.power}; the Special is for groups without Power"
        yield Finding("powerless", message, seat, at=("attack", "special"))
    if battle.attacker == target.number:
        yield _attacks_itself(rules, battle, seat)
    if target.number in battle.aid:
        message = f"{target.name} cannot aid its own destruction"
        yield Finding("aid", message, seat, at=("attack", "aid", battle.aid.index(target.number)))


def _unless(rules: ConspiracyRules, battle: Battle) -> str:
    """The end of a message that a group without Power cannot be destroyed: the Specials that allow it, and other
    attacks on it."""
    names = [rules.pack.names[card] for card in members(rules.pack.masks["destroy_powerless"])]
    without = ""
    if names:
        without = f" without {' or '.join(names)}"
    instead = {UNCONTROLLED: "; control it instead", OWN: ""}
    return without + instead.get(battle.distance, "; neutralize or control it instead")


def _check_aid(rules: ConspiracyRules, battle: Battle, seat: int | None) -> Iterator[Finding]:
    """Yield cards that cannot aid: without transferable Power, the attacker itself, or named twice."""
    cards = rules.pack.cards
    for place, card in enumerate(battle.aid):
        name = cards[card].name
        at = ("attack", "aid", place)
        if cards[card].transferable <= 0:
            yield Finding("aid", f"{name} has no transferable Power and cannot aid; a card with some can", seat, at=at)
        if card == battle.attacker:
            yield Finding("aid", f"{name} makes this attack and cannot aid it as well", seat, at=at)
        elif card in battle.aid[:place]:
            yield Finding("aid", f"{name} is already aiding this attack; it can aid only once", seat, at=at)


def _barred_cards(rules: ConspiracyRules, battle: Battle, seat: int | None) -> Iterator[Finding]:
    """Yield the attacking and aiding cards that an ability of the target's owner keeps off, because of their
    alignments. A card may also be kept off because of the alignment that it only counts as in this attack, if the rules
    say so."""
    pack = rules.pack
    for holder in members(battle.held_by & pack.masks["immune"] & ~battle.silent):
        unwelcome = pack.mask(pack.cards[holder].does["immune"]["alignment"])
        for place, card in enumerate(taking_part(battle)):
            printed = battle.alignments.get(card, pack.cards[card].alignments) & unwelcome
            alike = printed
            if not printed and not place:  # the attacker, which may count as something else
                alike = alignments_in(rules, battle)[0] & unwelcome
            if not alike or (not printed and rules.attack.immunity != "counted"):
                continue
            names = " and ".join(pack.alignment_names(alike))
            being = f"is {names}"
            word: Pointer = ()
            if not printed:
                being = f"counts as {names}"
                word = ("attack", "immunity")
            elif battle.distance == OWN:
                word = ("attack", "immune_to_own")
            does = "attack"
            if place:
                does = "aid an attack on"
            message = f"{pack.names[card]} {being} and cannot {does} {pack.names[battle.target]}"
            message += f"; {pack.names[holder]} keeps such groups off"
            yield Finding("immunity", message, seat, at=_pointer_to(place), word=word)


def wrong_special(rules: ConspiracyRules, battle: Battle, special: int, seat: int | None = None) -> Iterator[Finding]:
    """Yield that a Special cannot be announced with this attack: only one that lets a group without Power be destroyed
    can, with an attack to destroy."""
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


def attack_of(rules: ConspiracyRules, state: ConspiracyState, said: Announced) -> Battle:
    """The attack that is announced like this, with everything that follows from the table: whose the target is, how far
    from its Illuminati it lies, and which hidden Illuminati cards do not use their abilities (`silent`)."""
    kind, attacker, target, aid, privilege, special, stated, ability = said
    seat = state.turn
    place = state.place[target]
    owner = ABSENT
    held_by = 0
    if place >= 0:
        held_by = state.holds[place]
        if place != seat:
            owner = place
    distance = UNCONTROLLED
    if place == seat:
        distance = OWN
    elif owner != ABSENT and rules.pack.cards[target].kind != ILLUMINATI:
        distance = structure.between(state, target)
    silent = 0
    if not ability:
        silent = 1 << state.illuminati[seat]
    if owner != ABSENT and not state.shown[owner]:
        silent |= 1 << state.illuminati[owner]
    return Battle(
        kind, attacker, target, seat=seat, owner=owner, privilege=privilege, special=special, aid=aid,
        holds=state.holds[seat], held_by=held_by, distance=distance, powerless=lets_destroy(rules, special),
        alignments=dict(state.aligned), stated=stated, silent=silent,
    )  # fmt: skip


def lets_destroy(rules: ConspiracyRules, special: int) -> bool:
    """Return whether a Special (-1: none) allows a group without Power to be destroyed."""
    return special != ABSENT and "destroy_powerless" in rules.pack.cards[special].does


def out_of_reach(rules: ConspiracyRules, state: ConspiracyState, battle: Battle) -> Iterator[Finding]:
    """Yield why this attack is impossible: its attacker is not the player's, or else its target is not in play."""
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
    """Yield everything wrong with an announced attack. If the attacker or the target is out of reach, the rest is not
    looked at, except for what bars it, whatever the table let stand."""
    seat = state.turn
    yield from means.no_action(rules, state)
    battle = attack_of(rules, state, event.value)
    unreachable = list(out_of_reach(rules, state, battle))
    if unreachable:
        yield from unreachable
        if not any(fault.bars for fault in unreachable):
            others = list(against(rules, battle, seat))
            others += _below_itself(rules, state, battle)
            yield from [fault for fault in others if fault.bars]
        return
    yield from against(rules, battle, seat)
    yield from _below_itself(rules, state, battle)
    yield from _check_use(rules, state, battle)
    yield from _check_arrow(rules, state, battle)
    yield from _check_statement(rules, state, battle)
    if battle.privilege != ABSENT:
        yield from _privilege(rules, state, battle.privilege, battle.special)
    if battle.special != ABSENT:
        yield from wrong_special(rules, battle, battle.special, seat)
        yield from means.holding(rules, state, seat, (battle.special,), ("attack", "special"))


def _check_use(rules: ConspiracyRules, state: ConspiracyState, battle: Battle) -> Iterator[Finding]:
    """Yield the cards that cannot take part: not the player's, or they have already done so this turn."""
    seat = battle.seat
    for place, card in enumerate(taking_part(battle)):
        name = rules.pack.names[card]
        times = state.used.get(card, 0)
        if state.place[card] != seat:
            if place:  # whose the attacker is has been checked
                message = f"{name} is not in {state.players[seat]}'s power structure and cannot aid"
                yield Finding("aid", message, seat, at=_pointer_to(place))
        elif times >= rules.pack.cards[card].does.get("takes_part", 1):
            attacks = number_of(times, "attacks")
            if times == 1:
                attacks = "an attack"
            message = f"{name} has taken part in {attacks} this turn; use another group"
            yield Finding("aid" if place else "attacker", message, seat, at=_pointer_to(place))


def _check_arrow(rules: ConspiracyRules, state: ConspiracyState, battle: Battle) -> Iterator[Finding]:
    """Yield that an attacker has no free arrow for the group that it wants to control, or that this cannot be
    decided."""
    by = rules.pack.cards[battle.attacker]
    if battle.kind != "control" or by.power <= 0 or arrows.free_arrows(rules, state, by.number):
        return
    message = f"{by.name} has no free outgoing arrow for {rules.pack.names[battle.target]}"
    fault = Finding("arrow", message, battle.seat, at=WITH)
    for side in by.outward:
        for asked in arrows.too_open(rules, state, by.number, side, WITH):
            fault = asked
    yield fault


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
    """The most Power that a hidden Illuminati card may claim in an attack."""
    card = rules.pack.cards[top]
    most: int = rules.hidden.overstate
    if top == battle.attacker:
        most += card.power
    else:
        most += card.transferable
    return most


def _check_statement(rules: ConspiracyRules, state: ConspiracyState, battle: Battle) -> Iterator[Finding]:
    """Yield why a player may not state this Power for a hidden Illuminati card, or not do without its ability."""
    seat = battle.seat
    top = state.illuminati[battle.seat]
    stated = battle.stated
    name = rules.pack.names[top]
    who = state.players[seat]
    if stated == ABSENT and not battle.silent >> top & 1:  # nothing is said about the card
        return
    key = "ability"
    if stated != ABSENT:
        key = "power"
    word: Pointer = ()
    most = _most_power(rules, battle, top)
    if state.shown[seat]:
        message = f"{name} is face up, so its Power and ability are those of the card; remove `{key}:`"
        word = ("hidden", "illuminati")
    elif stated != ABSENT and top not in taking_part(battle):
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
    """Yield why a card may not make an attack privileged. It is an Illuminati card that pays, or a Special that is
    discarded besides the Special announced with the attack, if there is one."""
    seat = state.turn
    at = ("attack", "privilege")
    if not rules.attack.privilege.allowed:
        message = "no attack is privileged in this game; announce it without `privilege:`"
        yield Finding("privilege", message, seat, at=at, word=("attack", "privilege", "allowed"))
    elif card in rules.pack.illuminati:
        yield from _privilege_faults(rules, state, card)
    elif special == ABSENT:
        yield from means.holding(rules, state, seat, (card,), at)
    else:
        # the other Special of the attack has its own findings, which come first
        before = len(list(means.holding(rules, state, seat, (special,), at)))
        yield from list(means.holding(rules, state, seat, (special, card), at))[before:]


def _privilege_faults(rules: ConspiracyRules, state: ConspiracyState, card: int) -> Iterator[Finding]:
    """Yield why an Illuminati card may not pay for privilege: whose it is, its ability, how often it has paid, its
    money."""
    seat = state.turn
    at = ("attack", "privilege")
    name = rules.pack.names[card]
    if state.illuminati[seat] != card:
        message = f"{state.players[seat]} does not have {name} and must discard a Special for privilege"
        yield Finding("privilege", message, seat, at=at, bars=True)
        return
    word = rules.pack.cards[card].does.get("privilege")
    if word is None:
        message = f"{name} cannot buy privilege; discard a Special for it"
        yield Finding("privilege", message, seat, at=at, bars=True)
        return
    if state.privileges >= word["times"]:
        yield Finding("privilege", f"{name} has already bought privilege this turn", seat, at=at)
    if state.most(card) < word["cost"]:
        message = f"privilege costs {word['cost']} MB; {name} has {means.there_are(state, card)}"
        yield Finding("treasury", message, seat, at=at)


def apply_attack(rules: ConspiracyRules, state: ConspiracyState, event: Event) -> None:
    """Announce an attack: it is an action, and its cards have taken part. A Special that comes with it, or is discarded
    for its privilege, is pending, as it may be cancelled."""
    battle = attack_of(rules, state, event.value)
    state.attack = battle
    seat = battle.seat
    card = battle.privilege
    special = battle.special
    if battle.stated > _most_power(rules, battle, state.illuminati[seat]):
        state.cheated[seat] = True
    state.last = None
    state.actions += 1
    state.acted |= special != ABSENT or card != ABSENT
    for part in taking_part(battle):
        state.used[part] = state.used.get(part, 0) + 1
    also: tuple[int, ...] = ()
    if special != ABSENT:
        means.discard(state, seat, special)
        battle.carded = True
        state.played = PendingSpecial(seat, special, table.ANNOUNCED, {})
        also = (special,)
    battle.privileged = card != ABSENT
    if card in rules.pack.illuminati:
        state.change(card, -rules.pack.cards[card].does["privilege"]["cost"])
        state.privileges += 1
        battle.paid |= rules.attack.privilege.payment_commits
    elif card != ABSENT:
        means.discard(state, seat, card)
        battle.carded = True
        state.played = PendingSpecial(seat, card, table.PRIVILEGE, {}, also)


# -- the number to roll --------------------------------------------------------------------------------------------------


Lines = list[tuple[str, int]]
"""Lines of a sum: the reason, and the points."""


def lines(rules: ConspiracyRules, battle: Battle) -> Lines:
    """The sum of an attack, line by line. A line of 0 says why something that a player would look for adds nothing."""
    ours, theirs = alignments_in(rules, battle)
    summed = _power(rules, battle)
    summed += _shared_alignments(rules, battle, ours, theirs)
    if battle.kind == "neutralize" and rules.attack.neutralize:
        summed.append(("attempt to neutralize", rules.attack.neutralize))
    summed += _abilities(rules, battle, theirs)
    summed += _money_for(rules, battle)
    summed += _strength_of_target(rules, battle, ours)
    summed += _position(rules, battle)
    summed += _money_against(rules, battle)
    return summed


def _power(rules: ConspiracyRules, battle: Battle) -> Lines:
    """The Power of the attacker and of those that aid it; that of a hidden Illuminati card is what its player states."""
    by = rules.pack.cards[battle.attacker]
    summed = [(f"Power of {by.name}", by.power)]
    for card in battle.aid:
        summed.append((f"aid of {rules.pack.names[card]}", rules.pack.cards[card].transferable))
    if battle.stated != ABSENT:
        for place, card in enumerate(taking_part(battle)):
            if card in rules.pack.illuminati:
                summed[place] = (summed[place][0], battle.stated)
    return summed


def _shared_alignments(rules: ConspiracyRules, battle: Battle, ours: int, theirs: int) -> Lines:
    """The lines for alignments that attacker and target share, and for those opposite to each other. In an attack to
    destroy, both count the other way round. `ours` and `theirs` are masks."""
    turned = 1
    if battle.kind == "destroy":
        turned = -1
    summed: Lines = []
    alike = ours & theirs & rules.pack.plain
    if alike:
        worth = turned * rules.attack.alike * alike.bit_count()
        summed.append((f"alike: {', '.join(rules.pack.alignment_names(alike))}", worth))
    opposite = rules.pack.against(ours, theirs)
    if opposite:
        names = rules.pack.alignments
        pairs = ", ".join([f"{names[place]} against {names[other]}" for place, other in opposite])
        summed.append((f"opposite: {pairs}", turned * rules.attack.opposite * len(opposite)))
    return summed


def _abilities(rules: ConspiracyRules, battle: Battle, theirs: int) -> Lines:
    """The lines for abilities that help the attack: first those of the attacker itself, then those of all the player's
    cards that help any of them. `theirs` is the mask of the target's alignments."""
    bit = 1 << battle.target
    helping = battle.holds & rules.pack.masks["bonus"]
    if helping & bit and not rules.attack.bonus_against_itself:
        helping ^= bit  # without the target
    summed: Lines = []
    for direct, able in ((True, 1 << battle.attacker), (False, helping)):
        for card in members(able & ~battle.silent):
            for bonus in rules.pack.cards[card].bonuses:
                if bonus.direct != direct or battle.kind not in bonus.attempts:
                    continue
                if bonus.cards & bit or bonus.alignments & theirs:
                    summed.append((f"ability of {rules.pack.names[card]}", bonus.value))
    return summed


def _money_for(rules: ConspiracyRules, battle: Battle) -> Lines:
    """The lines for the money spent on the attack's side, by the attacker and by others."""
    money = rules.attack.money
    summed: Lines = []
    if battle.money:
        summed.append((f"{battle.money} MB spent by the attacker", battle.money * money.attacker))
    if battle.support:
        summed.append((f"{battle.support} MB from others, for it", battle.support * money.others))
    return summed


def _strength_of_target(rules: ConspiracyRules, battle: Battle, ours: int) -> Lines:
    """The lines for the Power of a target to be destroyed, or else for its Resistance and the abilities of its owner's
    cards that shield it. `ours` is the mask of the attacker's alignments."""
    target = rules.pack.cards[battle.target]
    if battle.kind == "destroy" and not battle.powerless:
        return [(f"Power of {target.name}", -target.power)]
    other = target.does.get("resists")
    if other is not None and rules.pack.is_among(other["against"], rules.pack.cards[battle.attacker], ours):
        summed = [(f"Resistance of {target.name} against such an attacker", -other["value"])]
    else:
        summed = [(f"Resistance of {target.name}", -target.resistance)]
    for card in members(battle.held_by & rules.pack.masks["shields"] & ~(1 << target.number | battle.silent)):
        summed.append((f"ability of {rules.pack.names[card]}", -rules.pack.cards[card].does["shields"]))
    return summed


def _position(rules: ConspiracyRules, battle: Battle) -> Lines:
    """The line for a target's nearness to its Illuminati; none for an uncontrolled target or the attacker's own."""
    if not 0 <= battle.distance < len(rules.attack.position):
        return []
    near = "next to"
    if battle.distance:
        near = f"{number_of(battle.distance, 'groups')} between it and"
    return [(f"{near} its Illuminati", -rules.attack.position[battle.distance])]


def _money_against(rules: ConspiracyRules, battle: Battle) -> Lines:
    """The lines for the money spent against the attack: from the target, from its Illuminati, and by others."""
    money = rules.attack.money
    summed: Lines = []
    if battle.defence:
        name = rules.pack.names[battle.target]
        summed.append((f"{battle.defence} MB from {name}", -battle.defence * money.target))
    if battle.defence_illuminati:
        value = battle.defence_illuminati * money.illuminati
        summed.append((f"{battle.defence_illuminati} MB from its Illuminati", -value))
    if battle.oppose:
        summed.append((f"{battle.oppose} MB from others, against it", -battle.oppose * money.others))
    return summed


def alignments_in(rules: ConspiracyRules, battle: Battle) -> tuple[int, int]:
    """The alignments of attacker and target that count in this attack, as masks: those printed or changed for the turn,
    and those that the attacker counts as having against such a target."""
    by = rules.pack.cards[battle.attacker]
    target = rules.pack.cards[battle.target]
    ours = by.alignments
    theirs = target.alignments
    if battle.alignments:
        ours = battle.alignments.get(by.number, ours)
        theirs = battle.alignments.get(target.number, theirs)
    word = by.does.get("counts_as")
    if word is None or word["attempt"] != battle.kind or not rules.pack.is_among(word["against"], target, theirs):
        return ours, theirs
    counted = rules.pack.mask([word["alignment"]])
    if rules.attack.counts_as != "instead":
        counted |= ours
    return counted, theirs


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
