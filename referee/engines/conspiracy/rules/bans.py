"""What forbids an attack, whoever makes it and whenever, for verdicts and for `resolve attack` alike."""

from __future__ import annotations

from collections.abc import Iterator

from referee.core.cards import members
from referee.core.findings import Fault
from referee.core.places import Pointer
from referee.engines.conspiracy.attack import OWN, UNCONTROLLED, Attack, compared
from referee.engines.conspiracy.words.compiled import CompiledRules
from referee.engines.conspiracy.words.pack import ILLUMINATI


def against(rules: CompiledRules, attack: Attack, seat: int | None = None) -> Iterator[Fault]:
    """Everything that forbids an attack as such: who may attack what and how, and who may aid."""
    cards = rules.pack.cards
    by, target, kind = cards[attack.attacker], cards[attack.target], attack.kind
    if by.power <= 0:
        lends = f"; it may aid with {by.transferable}" if by.transferable else "; attack with a card that has some"
        yield Fault("attacker", f"{by.name} has no Power and cannot attack{lends}", seat, at=("attack", "with"))
    if target.kind == ILLUMINATI:
        message = f"{target.name} is an Illuminati card and cannot be attacked; attack a group"
        yield Fault("target", message, seat, at=("attack", kind))
    elif by.number == target.number and kind != "destroy":
        yield _against_itself(target.name, seat)
    elif kind == "control" and attack.distance == OWN:
        message = f"{target.name} is in the attacker's own power structure; to control, attack a group that is not"
        yield Fault("target", message, seat, at=("attack", kind))
    elif kind == "neutralize" and attack.distance in (OWN, UNCONTROLLED):
        whose = "uncontrolled" if attack.distance == UNCONTROLLED else "the attacker's own"
        message = f"{target.name} is {whose}; only a group that another player controls can be neutralized"
        yield Fault("target", message, seat, at=("attack", kind))
    elif kind == "destroy":
        yield from _destruction(rules, attack, seat)
    yield from _aid(rules, attack, seat)
    if attack.distance != OWN or rules.immune_to_own:
        yield from kept_off(rules, attack, seat)


def _destruction(rules: CompiledRules, attack: Attack, seat: int | None) -> Iterator[Fault]:
    target = rules.pack.cards[attack.target]
    if target.power <= 0 and not attack.powerless:
        names = [rules.pack.names[card] for card in members(rules.pack.masks.get("destroy_powerless", 0))]
        but = f" without {' or '.join(names)}" if names else ""
        instead = {UNCONTROLLED: "; control it instead", OWN: ""}.get(
            attack.distance, "; neutralize or control it instead"
        )
        message = f"{target.name} has no Power and cannot be destroyed{but}{instead}"
        yield Fault("powerless", message, seat, at=("attack", "destroy"))
    if target.power > 0 and attack.powerless:
        message = f"{target.name} has Power {target.power}; the Special is for groups without Power"
        yield Fault("powerless", message, seat, at=("attack", "special"))
    if attack.attacker == attack.target:
        yield _against_itself(target.name, seat)
    if attack.target in attack.aid:
        message = f"{target.name} cannot aid its own destruction"
        yield Fault("aid", message, seat, at=("attack", "aid", attack.aid.index(attack.target)))


def _against_itself(name: str, seat: int | None) -> Fault:
    return Fault("target", f"{name} cannot attack itself; attack with another group", seat, at=("attack", "with"))


def announced_special(rules: CompiledRules, attack: Attack, special: int, seat: int | None = None) -> Iterator[Fault]:
    """Why a Special cannot be announced with an attack of this kind."""
    if attack.powerless and attack.kind == "destroy":
        return
    way = "is announced with an attack to destroy, not"
    if not attack.powerless:
        way = "is played on its own, not with an attack"
    message = f"{rules.pack.names[special]} {way} to {attack.kind}"
    yield Fault("specials", message, seat, at=("attack", "special"))


def _aid(rules: CompiledRules, attack: Attack, seat: int | None) -> Iterator[Fault]:
    for place, card in enumerate(attack.aid):
        aiding = rules.pack.cards[card]
        at = ("attack", "aid", place)
        if aiding.transferable <= 0:
            yield Fault(
                "aid", f"{aiding.name} has no transferable Power and cannot aid; a card with some can", seat, at=at
            )
        if card == attack.attacker:
            yield Fault("aid", f"{aiding.name} makes this attack and cannot aid it as well", seat, at=at)
        elif card in attack.aid[:place]:
            yield Fault("aid", f"{aiding.name} is already aiding this attack; it can aid only once", seat, at=at)


def kept_off(rules: CompiledRules, attack: Attack, seat: int | None = None) -> Iterator[Fault]:
    """The cards in this attack that an ability keeps off the target's power structure."""
    pack = rules.pack
    own: Pointer = ("attack", "immune_to_own") if attack.distance == OWN else ()
    for holder in members(attack.held_by & pack.masks.get("immune", 0) & ~attack.silent):
        unwelcome = pack.mask(pack.cards[holder].does["immune"]["alignment"])
        for place, card in enumerate((attack.attacker, *attack.aid)):
            found = attack.alignments.get(card, pack.cards[card].alignments) & unwelcome
            counted = disguised(rules, attack) & unwelcome if not place and rules.immune_as_counted else 0
            if found or counted:
                does = "attack" if not place else "aid an attack on"
                names = f"{'is' if found else 'counts as'} {' and '.join(pack.aligned(found or counted))}"
                message = f"{pack.names[card]} {names} and cannot {does} {pack.names[attack.target]}"
                message += f"; {pack.names[holder]} keeps such groups off"
                at = ("attack", "aid", place - 1) if place else ("attack", "with")
                word = own if found else ("attack", "immunity")
                yield Fault("immunity", message, seat, at=at, word=word)


def disguised(rules: CompiledRules, attack: Attack) -> int:
    """The alignments that the target's owner keeps off and that the attacker has only for the sum."""
    pack, kept_off = rules.pack, 0
    for holder in members(attack.held_by & pack.masks.get("immune", 0) & ~attack.silent):
        kept_off |= pack.mask(pack.cards[holder].does["immune"]["alignment"])
    own = attack.alignments.get(attack.attacker, pack.cards[attack.attacker].alignments)
    return compared(rules, attack)[0] & kept_off & ~own if kept_off else 0


def undefended(rules: CompiledRules, attack: Attack, seat: int | None = None) -> Iterator[Fault]:
    """Why money cannot be spent in defence of a target that no other player controls."""
    if attack.distance < 0 and (attack.defence or attack.defence_illuminati):
        yield no_defender(rules, attack)._replace(seat=seat)


def no_defender(rules: CompiledRules, attack: Attack) -> Fault:
    """That nobody can defend a target."""
    name = rules.pack.names[attack.target]
    if attack.distance == OWN:
        return Fault("defence", f"{name} is in the attacker's own power structure, so nobody can defend it with money")
    return Fault("defence", f"nobody controls {name}, so nobody can defend it with money")
