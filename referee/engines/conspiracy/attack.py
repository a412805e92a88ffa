"""An attack: who against whom, and the number to roll, line by line."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass, field

from referee.core.cards import members
from referee.engines.conspiracy.words.compiled import CompiledRules
from referee.engines.conspiracy.words.pack import ABSENT, ILLUMINATI

UNCONTROLLED = -1
OWN = -2
"""Distances of targets that no Illuminati defends: uncontrolled, or in the attacker's own power structure."""


@dataclass(slots=True, eq=False, repr=False)
class Attack:
    """One attack, as far as its number is concerned.

    `holds` and `held_by` are masks of what the attacker's and the target's owners control, Illuminati included; `distance`
    counts the groups between the target and its Illuminati, or is UNCONTROLLED or OWN. `powerless` says that a Special allows a
    group without Power to be destroyed. `alignments` are changes for this turn, by card. For hidden Illuminati, `stated` is the
    Power that the attacker claims for a card that takes part (-1: what the card says), `silent` is a mask of those whose
    abilities do not count.
    """

    kind: str
    attacker: int
    target: int
    _: KW_ONLY
    aid: tuple[int, ...] = ()
    holds: int = 0
    held_by: int = 0
    distance: int = UNCONTROLLED
    powerless: bool = False
    alignments: dict[int, int] = field(default_factory=dict)
    stated: int = ABSENT
    silent: int = 0
    money: int = 0
    defence: int = 0
    defence_illuminati: int = 0
    support: int = 0
    oppose: int = 0


Lines = list[tuple[str, int]]
"""What an attack's number is made of: (what, points)."""


def lines(rules: CompiledRules, attack: Attack) -> Lines:
    """Return the sum, line by line; a line of 0 says why something that a player would look for adds nothing."""
    cards, said, kind = rules.pack.cards, rules.said, attack.kind
    by, target = cards[attack.attacker], cards[attack.target]
    summed = [(said.power[by.number], by.power)]
    if attack.aid:
        summed += [(said.aid[card], cards[card].transferable) for card in attack.aid]
    if attack.stated != ABSENT:
        for place, card in enumerate((by.number, *attack.aid)):
            if cards[card].kind == ILLUMINATI:
                summed[place] = (summed[place][0], attack.stated)
    ours, theirs = compared(rules, attack)
    summed += rules.alignment_lines(kind, ours, theirs)
    if kind == "neutralize" and rules.neutralize:
        summed.append(("attempt to neutralize", rules.neutralize))
    bit = 1 << target.number
    bonuses = rules.pack.bonuses[kind]
    for bonus in () if attack.silent >> by.number & 1 else bonuses[by.number]:
        if bonus.direct and (bonus.cards & bit or bonus.alignments & theirs):
            summed.append((said.ability[by.number], bonus.value))
    helping = attack.holds & rules.pack.helpers[kind] & ~attack.silent
    if helping:
        if not rules.bonus_against_itself:
            helping &= ~bit
        for card in members(helping):
            for bonus in bonuses[card]:
                if not bonus.direct and (bonus.cards & bit or bonus.alignments & theirs):
                    summed.append((said.ability[card], bonus.value))
    if attack.money:
        summed.append((f"{attack.money} MB spent by the attacker", attack.money * rules.points.attacker))
    if attack.support:
        summed.append((f"{attack.support} MB from others, for it", attack.support * rules.points.others))
    if kind == "destroy" and not attack.powerless:
        summed.append((said.power[target.number], -target.power))
    else:
        summed.append(rules.resistance_line(target, by, ours))
        shields = attack.held_by & rules.shields & ~(bit | attack.silent)
        if shields:
            summed += [(said.ability[card], -cards[card].does["shields"]) for card in members(shields)]
    distance = attack.distance
    if 0 <= distance < len(rules.position):
        summed.append((rules.position_said[distance], -rules.position[distance]))
    if attack.defence:
        value = attack.defence * rules.points.target
        summed.append((f"{attack.defence} MB from {target.name}", -value))
    if attack.defence_illuminati:
        summed.append(
            (
                f"{attack.defence_illuminati} MB from its Illuminati",
                -attack.defence_illuminati * rules.points.illuminati,
            )
        )
    if attack.oppose:
        summed.append((f"{attack.oppose} MB from others, against it", -attack.oppose * rules.points.others))
    return summed


def compared(rules: CompiledRules, attack: Attack) -> tuple[int, int]:
    """Return the alignments of attacker and target that count in this attack."""
    by, target = rules.pack.cards[attack.attacker], rules.pack.cards[attack.target]
    changed = attack.alignments
    theirs = changed.get(target.number, target.alignments) if changed else target.alignments
    ours = changed.get(by.number, by.alignments) if changed else by.alignments
    if "counts_as" in by.does:
        ours = rules.counted_as(by, attack.kind, ours, target, theirs)
    return ours, theirs


def number(rules: CompiledRules, attack: Attack) -> int:
    """Return the number to roll: a roll of this or less on two dice succeeds."""
    total = 0
    for _, value in lines(rules, attack):
        total += value
    return total


WAYS = (0, 0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)
"""How many of the 36 ways that two dice can fall show each sum."""


def chance(rules: CompiledRules, wanted: int) -> int:
    """Return how many of the 36 ways that two dice can fall let an attack of this number succeed."""
    return sum(ways for roll, ways in enumerate(WAYS) if succeeds(rules, wanted, roll))


def succeeds(rules: CompiledRules, wanted: int, roll: int) -> bool:
    """Return whether a roll succeeds."""
    return roll <= highest(rules, wanted)


def highest(rules: CompiledRules, wanted: int) -> int:
    """Return the highest roll with which an attack of this number succeeds."""
    return min(max(wanted, rules.succeeds_to), rules.fails_from - 1)
