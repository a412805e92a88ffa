"""Questions without a log: what is the number to roll in this attack, and what are the chances?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from referee.core.cards import mask_of, members
from referee.core.data import Data
from referee.core.events import Finding
from referee.core.family import Answer, Query, Unanswerable
from referee.core.wording import in_list
from referee.engines.conspiracy.compiled import ABSENT, KINDS, ConspiracyRules
from referee.engines.conspiracy.game import ConspiracyGame
from referee.engines.conspiracy.reading import KIND_WORDS
from referee.engines.conspiracy.rules import attacks
from referee.engines.conspiracy.state import OWN, UNCONTROLLED, Battle


def attack(game: ConspiracyGame, *, tabled: bool = False, **asked: Any) -> Answer:
    """Answer `resolve attack`: the sum of an attack line by line, the number to roll, the ways of 36 to succeed, and
    every rule that forbids the attack. With `tabled` also the ways when both sides spend more. Raises Unanswerable."""
    rules = game.rules
    attack, special, roll = _attack(rules, **asked)
    set_by = ""
    if special != ABSENT and "set_roll" in rules.pack.cards[special].does:
        set_by = rules.pack.names[special]
        if tabled:
            raise Unanswerable(f"{set_by} sets the roll, so there is no chance to show; omit --table or --special")
    faults = _faults(rules, attack, special)
    lines = attacks.lines(rules, attack)
    number = sum([value for _, value in lines])
    set_to = None
    if set_by:
        set_to = roll
    ways = _ways(rules, number, set_to)
    more = _ways(rules, number + rules.attack.money.attacker, set_to)  # if the attacker spends one MB more
    data = {
        "number": number,
        "chance": round(ways / 36, 4),
        "ways": ways,
        "terms": [{"what": what, "value": value} for what, value in lines],
        "roll": roll,
        "outcome": _outcome(rules, number, roll),
        "violations": [_violation(rules, fault) for fault in faults],
        "one_more": {"ways": more, "chance": round(more / 36, 4)},
        "readings": [],
    }
    if attack.privileged:
        data["privilege"] = _privilege(rules, attack)
    if tabled:
        data["table"] = _stakes(rules, attack, number)
    names = rules.pack.names
    title = f"{names[attack.attacker]} to {attack.kind} {names[attack.target]}"
    aside = {"title": title, "fails_from": rules.attack.fails_from, "set_by": set_by}
    return Answer(data, (), not faults, aside)


def _faults(rules: ConspiracyRules, attack: Battle, special: int) -> list[Finding]:
    """Everything that forbids an attack, and the Special played for it (-1: none)."""
    faults = list(attacks.against(rules, attack))
    if attack.distance < 0 and (attack.defence or attack.defence_illuminati):
        faults.append(attacks.no_defender(rules, attack))
    if special != ABSENT and "set_roll" not in rules.pack.cards[special].does:
        faults += attacks.wrong_special(rules, attack, special)
    if attack.privileged:
        faults += _barred_by_privilege(rules, attack)
    return faults


def _barred_by_privilege(rules: ConspiracyRules, attack: Battle) -> Iterator[Finding]:
    """Yield what privilege forbids in an attack: that others interfere and, by one reading, that the owner defends."""
    if not rules.attack.privilege.allowed:
        yield Finding("privilege", "no attack is privileged in this game; omit --privileged")
    if attack.support or attack.oppose:
        message = "nobody else can spend anything in a privileged attack; its privilege must be abolished first"
        yield Finding("privilege", message)
    if (attack.defence or attack.defence_illuminati) and not rules.attack.privilege.owner_defends:
        message = "the owner of the target cannot defend it with money in a privileged attack"
        yield Finding("privilege", message, word=("attack", "privilege", "owner_defends"))


def _privilege(rules: ConspiracyRules, attack: Battle) -> Data:
    """What an attack costs its player for being privileged: the `payer` among the attacker's cards and the money, `cost`, or
    else "" and 0, as a Special must be discarded; with the rule."""
    rule = rules.ruleset.cited("privilege")
    paid: Data = {"payer": "", "cost": 0}
    for card in members(attack.holds & rules.pack.masks["privilege"]):
        paid = {"payer": rules.pack.names[card], "cost": rules.pack.cards[card].does["privilege"]["cost"]}
    return paid | {"rule": f"{rules.ruleset.name}/{rule.id}", "text": rule.text, "source": rule.source}


def _violation(rules: ConspiracyRules, fault: Finding) -> dict[str, str]:
    rule = rules.ruleset.cited(fault.rule)
    return {
        "rule": f"{rules.ruleset.name}/{fault.rule}",
        "message": fault.message,
        "text": rule.text,
        "source": rule.source,
    }


def _outcome(rules: ConspiracyRules, number: int, roll: int | None) -> str | None:
    if roll is None:
        return None
    if attacks.succeeds(rules, number, roll):
        return "success"
    return "failure"


def _ways(rules: ConspiracyRules, number: int, set_to: int | None) -> int:
    """The ways of 36 in which a number is rolled: all or none of them if a Special sets the roll."""
    if set_to is None:
        return attacks.chance(rules, number)
    return 36 * attacks.succeeds(rules, number, set_to)


def _stakes(rules: ConspiracyRules, attack: Battle, number: int) -> Data:
    """The ways of 36 to succeed, by how much more the attacker (rows) and the other side (columns) spend. There are
    enough rows to reach the best chance and a few beyond, at most 20."""
    most = rules.attack.fails_from - 1
    each = rules.attack.money.attacker
    down = list(range(max(most - number, 0) // max(each, 1) + 7))[:20]
    across = list(range(11))
    worth = rules.attack.money.others
    if attack.distance >= 0:  # a player controls the target, and defends it with the money of the Illuminati
        worth = rules.attack.money.illuminati
    table = []
    for spent in down:
        table.append([attacks.chance(rules, number + spent * each - more * worth) for more in across])
    return {"for": down, "against": across, "ways": table}


DISTANCES = {"uncontrolled": UNCONTROLLED, "own": OWN, "adjacent": 0}
"""The distance of a target, by words for its position; elsewhere it is a number."""
POSITIONS = ("uncontrolled", "own", "adjacent", "1", "2", "3")
"""Where a target may be: in words, or how many groups from its Illuminati."""


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
    """Build an attack from the options of `resolve attack`. `where` is 'uncontrolled', 'own', 'adjacent' or the number
    of groups between the target and its Illuminati. Gives the attack, the Special played (-1: none), and the roll after
    its effect. Raises Unanswerable."""
    if kind not in KINDS:
        raise Unanswerable(f"an attack is to {in_list(list(KINDS), 'or')}, not to {kind!r}")
    if where not in POSITIONS:
        raise Unanswerable(f"a target is {in_list(list(POSITIONS), 'or')} groups from its Illuminati, not {where!r}")
    attacking = _card(rules, "--attacker", attacker, "illuminati", "group")
    attacked = _card(rules, "--target", target, "illuminati", "group")
    aiding = tuple([_card(rules, "--aid", name, "illuminati", "group") for name in aid])
    holds = {attacking, *aiding} | _cards(rules, "--attacker-holds", attacker_holds)
    held_by = {attacked} | _cards(rules, "--target-holds", target_holds)
    if attacker_illuminati is not None:
        holds.add(_card(rules, "--attacker-illuminati", attacker_illuminati, "illuminati"))
    if target_illuminati is not None:
        held_by.add(_card(rules, "--target-illuminati", target_illuminati, "illuminati"))
    _require_two_sides(rules, holds, held_by - {attacking}, one_owner=where == "own")
    if where == "uncontrolled":
        if target_holds or target_illuminati is not None:
            raise Unanswerable("an uncontrolled target has no owner; say with --position where it is")
        held_by = set()
    elif where == "own":
        holds.add(attacked)
        held_by = holds
    distance = DISTANCES.get(where)
    if distance is None:
        distance = int(where)
    if roll is not None and not 2 <= roll <= 12:
        raise Unanswerable(f"--roll: two dice show 2 to 12, not {roll}")
    played = ABSENT
    if special is not None:
        played = _special(rules, special)
        roll = rules.pack.cards[played].does.get("set_roll", roll)
    attack = Battle(
        kind,
        attacking,
        attacked,
        aid=aiding,
        holds=mask_of(holds),
        held_by=mask_of(held_by),
        distance=distance,
        powerless=attacks.lets_destroy(rules, played),
        **money,
    )
    return attack, played, roll


def _require_two_sides(rules: ConspiracyRules, holds: set[int], held_by: set[int], *, one_owner: bool) -> None:
    """Refuse two Illuminati cards of the attacker, and cards that both sides control, unless both are one player
    (`one_owner`)."""
    tops = [rules.pack.names[card] for card in sorted(holds) if card in rules.pack.illuminati]
    if len(tops) > 1:
        raise Unanswerable(f"a player has one Illuminati card, not {' and '.join(tops)}")
    both = [rules.pack.names[card] for card in sorted(holds & held_by)]
    if both and not one_owner:
        raise Unanswerable(f"{' and '.join(both)} cannot be on both sides; a card has one owner")


def _special(rules: ConspiracyRules, name: str) -> int:
    """The Special that `--special` names. Raises Unanswerable unless it changes attacks."""
    played = _card(rules, "--special", name, "special")
    card = rules.pack.cards[played]
    if "set_roll" not in card.does and "destroy_powerless" not in card.does:
        raise Unanswerable(f"{card.name} changes neither the sum nor the roll of an attack; omit --special")
    return played


def _cards(rules: ConspiracyRules, option: str, names: Sequence[str]) -> set[int]:
    return {_card(rules, option, name, "group") for name in names}


def _card(rules: ConspiracyRules, option: str, text: str, *kinds: str) -> int:
    """The card of these kinds that the text of an option names. Raises Unanswerable if none fits, or several."""
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
