"""Questions without a log: what is the number to roll in this attack, and what are the chances?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.core.family import Answer, Query, Unanswerable
from referee.core.wording import in_list
from referee.engines.conspiracy.compiled import ABSENT, ConspiracyRules
from referee.engines.conspiracy.game import ConspiracyGame
from referee.engines.conspiracy.reading import KIND_WORDS
from referee.engines.conspiracy.rules import attacks
from referee.engines.conspiracy.state import OWN, UNCONTROLLED, Battle


def attack(game: ConspiracyGame, *, tabled: bool = False, **asked: Any) -> Answer:
    """Return the sum of an attack, the number to roll, the ways to succeed, and what forbids it; if `tabled`, also the chances
    when both sides spend more. Raises Unanswerable."""
    rules = game.rules
    attack, special, roll = _attack(rules, **asked)
    faults = list(attacks.against(rules, attack))
    if attack.distance < 0 and (attack.defence or attack.defence_illuminati):
        faults.append(attacks.no_defender(rules, attack))
    set_by = ""
    if special != ABSENT and "set_roll" in rules.pack.cards[special].does:
        set_by = rules.pack.names[special]
        if tabled:
            raise Unanswerable(f"{set_by} sets the roll, so there is no chance to show; omit --table or --special")
    elif special != ABSENT:
        faults += attacks.wrong_special(rules, attack, special)
    lines = attacks.lines(rules, attack)
    number = sum(value for _, value in lines)
    if roll is None:
        outcome = None
    elif attacks.succeeds(rules, number, roll):
        outcome = "success"
    else:
        outcome = "failure"
    # all rolls or none let it succeed if a Special sets the roll
    ways, more = (
        36 * attacks.succeeds(rules, other, roll) if set_by and roll is not None else attacks.chance(rules, other)
        for other in (number, number + rules.attack.money.attacker)
    )
    data = {
        "number": number,
        "chance": round(ways / 36, 4),
        "ways": ways,
        "terms": [{"what": what, "value": value} for what, value in lines],
        "roll": roll,
        "outcome": outcome,
        "violations": [
            {
                "rule": f"{rules.ruleset.name}/{fault.rule}",
                "message": fault.message,
                "text": rules.ruleset.cited(fault.rule).text,
            }
            for fault in faults
        ],
        "one_more": {"ways": more, "chance": round(more / 36, 4)},
        "readings": [],
    }
    if tabled:
        most = rules.attack.fails_from - 1
        each = rules.attack.money.attacker
        down = list(range(max(most - number, 0) // max(each, 1) + 7))[:20]
        across = list(range(11))
        if attack.distance >= 0:
            worth = rules.attack.money.illuminati
        else:
            worth = rules.attack.money.others
        # the ways to succeed, by how much more the attacker and the other side spend
        table = []
        for spent in down:
            table.append([attacks.chance(rules, number + spent * each - more * worth) for more in across])
        data["table"] = {"for": down, "against": across, "ways": table}
    names = rules.pack.names
    title = f"{names[attack.attacker]} to {attack.kind} {names[attack.target]}"
    aside = {"title": title, "fails_from": rules.attack.fails_from, "set_by": set_by}
    return Answer(data, (), not faults, aside)


def _attack(
    rules: ConspiracyRules,
    *,
    kind: str,
    attacker: str,
    target: str,
    aid: Sequence[str] = (),
    attacker_holds: Sequence[str] = (),
    target_holds: Sequence[str] = (),
    attacker_illuminati: str | None = None,
    target_illuminati: str | None = None,
    where: str = "uncontrolled",
    special: str | None = None,
    roll: int | None = None,
    **money: Any,
) -> tuple[Battle, int, int | None]:
    """Return an attack by the names of its cards, the Special played (-1: none), and the roll after its effect."""
    attacking = _card(rules, "--attacker", attacker, "illuminati", "group")
    attacked = _card(rules, "--target", target, "illuminati", "group")
    aiding = tuple(_card(rules, "--aid", name, "illuminati", "group") for name in aid)
    holds = {attacking, *aiding, *(_card(rules, "--attacker-holds", name, "group") for name in attacker_holds)}
    held_by = {attacked, *(_card(rules, "--target-holds", name, "group") for name in target_holds)}
    if attacker_illuminati is not None:
        holds.add(_card(rules, "--attacker-illuminati", attacker_illuminati, "illuminati"))
    if target_illuminati is not None:
        held_by.add(_card(rules, "--target-illuminati", target_illuminati, "illuminati"))
    tops = [rules.pack.names[card] for card in sorted(holds) if card in rules.pack.illuminati]
    if len(tops) > 1:
        raise Unanswerable(f"a player has one Illuminati card, not {' and '.join(tops)}")
    both = [rules.pack.names[card] for card in sorted((holds - {attacking}) & held_by)]
    if both and where != "own":
        raise Unanswerable(f"{' and '.join(both)} cannot be on both sides; a card has one owner")
    if where == "uncontrolled":
        if target_holds or target_illuminati is not None:
            raise Unanswerable("an uncontrolled target has no owner; say with --position where it is")
        held_by = set()
    elif where == "own":
        holds.add(attacked)
        held_by = holds
    distance = {"uncontrolled": UNCONTROLLED, "own": OWN, "adjacent": 0}.get(where)
    played = ABSENT
    if roll is not None and not 2 <= roll <= 12:
        raise Unanswerable(f"--roll: two dice show 2 to 12, not {roll}")
    if special is not None:
        played = _card(rules, "--special", special, "special")
        card = rules.pack.cards[played]
        if not card.does.keys() & {"set_roll", "destroy_powerless"}:
            raise Unanswerable(f"{card.name} changes neither the sum nor the roll of an attack; omit --special")
        roll = card.does.get("set_roll", roll)
    attack = Battle(
        kind,
        attacking,
        attacked,
        aid=aiding,
        holds=sum(1 << card for card in holds),
        held_by=sum(1 << card for card in held_by),
        distance=int(where) if distance is None else distance,
        powerless=attacks.lets_destroy(rules, played),
        **money,
    )
    return attack, played, roll


def _card(rules: ConspiracyRules, option: str, text: str, *kinds: str) -> int:
    cards = rules.pack.find(text, kinds)
    if len(cards) > 1:
        names = in_list([rules.pack.names[card] for card in cards], "or")
        raise Unanswerable(f"{option}: {text!r} could be {names}; write more of the name")
    if not cards:
        what = " or ".join(KIND_WORDS[kind] for kind in kinds)
        raise Unanswerable(f"{option}: no {what} is called {text!r}{rules.pack.suggestion(text, kinds)}")
    return cards[0]


QUESTIONS = {"attack": Query(attack)}
"""The questions of this family."""
