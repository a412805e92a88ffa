"""`referee resolve attack`: the sum of an attack line by line, the number to roll and the chance."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from referee.cli.exit_codes import ANSWERED, WANTING, Misuse
from referee.cli.output import say
from referee.cli.question import require_family
from referee.cli.ruleset_options import RulesetOptions, ruleset
from referee.cli.shared_options import example, format_option, game_argument, offered, rules_options
from referee.core.ruleset import Ruleset
from referee.report.attacks import FORMATS, Answer, Otherwise

if TYPE_CHECKING:
    from referee.engines.conspiracy.attack import Attack
    from referee.engines.conspiracy.words.compiled import CompiledRules

KINDS = ("control", "neutralize", "destroy")
WHERE = ("uncontrolled", "adjacent", "1", "2", "3", "own")
MOST = click.IntRange(min=0, max=999)
CERTAIN = 36
"""The ways to succeed out of 36 when a Special has set the roll."""


class Asked(NamedTuple):
    """The attack that is asked about, as it was typed."""

    kind: str
    attacker: str
    target: str
    aid: tuple[str, ...]
    attacker_holds: tuple[str, ...]
    target_holds: tuple[str, ...]
    attacker_illuminati: str | None
    target_illuminati: str | None
    where: str
    special: str | None
    money: dict[str, int]
    roll: int | None


def _money(what: str, helps: str) -> Callable[[Any], Any]:
    return click.option(f"--{what}", type=MOST, default=0, metavar="MB", help=helps)


@click.command(
    epilog=example('referee resolve attack illuminati control --attacker mafia --target "loan sharks" --table')
)
@game_argument
@click.argument("kind", type=click.Choice(KINDS))
@click.option(
    "--attacker",
    required=True,
    metavar="CARD",
    shell_complete=offered("attackers"),
    help="The group or Illuminati that attacks.",
)
@click.option(
    "--target", required=True, metavar="GROUP", shell_complete=offered("groups"), help="The group that is attacked."
)
@click.option(
    "--aid",
    multiple=True,
    metavar="CARD",
    shell_complete=offered("attackers"),
    help="Who aids with transferable Power; may be given again.",
)
@click.option(
    "--attacker-holds",
    multiple=True,
    metavar="GROUP",
    shell_complete=offered("groups"),
    help="Another group of the attacking player.",
)
@click.option(
    "--target-holds",
    multiple=True,
    metavar="GROUP",
    shell_complete=offered("groups"),
    help="Another group of the target's owner.",
)
@click.option(
    "--attacker-illuminati",
    metavar="NAME",
    shell_complete=offered("illuminati"),
    help="The attacking player's Illuminati.",
)
@click.option(
    "--target-illuminati",
    metavar="NAME",
    shell_complete=offered("illuminati"),
    help="The Illuminati of the target's owner.",
)
@click.option(
    "--position",
    "where",
    type=click.Choice(WHERE),
    default="uncontrolled",
    show_default=True,
    help="Where the target is: next to its Illuminati, with so many groups between, or the attacker's own.",
)
@_money("spend", "What the attacker spends.")
@_money("defend-target", "What is spent from the target itself.")
@_money("defend-illuminati", "What is spent from the target's Illuminati.")
@_money("support", "What other players spend for the attack.")
@_money("oppose", "What other players spend against it.")
@click.option(
    "--special", metavar="NAME", shell_complete=offered("specials"), help="A Special played for or against it."
)
@click.option("--roll", type=int, metavar="N", help="What the two dice show.")
@click.option("--table", "tabled", is_flag=True, help="Chance against money of both sides.")
@format_option(FORMATS)
@rules_options
def command(game: str, form: str, chosen: RulesetOptions, tabled: bool, **given: Any) -> int:
    """The sum of an attack line by line, the number to roll, the chance, and what one more megabuck changes.

    KIND is control, neutralize or destroy. Cards are called by their names or the beginning of one: cia, mafia, "loan sharks".
    An attack that the rules forbid is answered all the same, with the rule; the exit code is 1 then.
    """
    from referee.rules import rulesets

    rules = ruleset(game, chosen)
    require_family(rules, "conspiracy", "power structures")
    names = ("spend", "defend_target", "defend_illuminati", "support", "oppose")
    asked = Asked(money={name: given.pop(name) for name in names}, **given)
    table: Any = rulesets.table(rules, min(rules.get("players")))
    answer = answer_to(rules, table.rules, asked, tabled)
    say(FORMATS[form](answer._replace(otherwise=_otherwise(rules, game, chosen, asked, answer))))
    return WANTING if answer.violations else ANSWERED


def answer_to(rules: Ruleset, compiled: CompiledRules, asked: Asked, tabled: bool) -> Answer:
    """The sum of the attack that is asked about, and what forbids it."""
    from referee.engines.conspiracy import attack as sums
    from referee.engines.conspiracy.rules import bans

    attack, special, roll = _attack(compiled, asked)
    faults = [*bans.against(compiled, attack), *bans.undefended(compiled, attack)]
    set_by = ""
    if special >= 0 and "set_roll" in compiled.pack.cards[special].does:
        set_by = compiled.pack.names[special]
        if tabled:
            raise Misuse(f"{set_by} sets the roll, so there is no chance to show; leave --table or --special away")
    elif special >= 0:
        faults += bans.announced_special(compiled, attack, special)
    lines = sums.lines(compiled, attack)
    number = sum(value for _, value in lines)
    outcome = None if roll is None else sums.succeeds(compiled, number, roll)
    wanted = (number, number + compiled.points.attacker)
    ways = [sums.chance(compiled, other) for other in wanted]
    if set_by and roll is not None:
        ways = [CERTAIN * sums.succeeds(compiled, other, roll) for other in wanted]
    names = compiled.pack.names
    title = f"{names[attack.attacker]} to {attack.kind} {names[attack.target]}"
    return Answer(
        title,
        lines,
        number,
        compiled.fails_from,
        ways,
        roll,
        outcome,
        [_violation(rules, fault.rule, fault.message) for fault in faults],
        _tabled(compiled, attack, number) if tabled else None,
        set_by=set_by,
    )


def _violation(rules: Ruleset, rule: str, message: str) -> dict[str, str]:
    known = rules.get("rules", default={})
    text = known[rule]["text"] if rule in known else ""
    return {"rule": f"{rules.name}/{rule}", "message": message, "text": text}


def _attack(compiled: CompiledRules, asked: Asked) -> tuple[Attack, int, int | None]:
    """The attack that is asked about, the Special played (-1: none), and the roll once it has had its say."""
    from referee.engines.conspiracy.attack import OWN, UNCONTROLLED, Attack

    attacker = _card(compiled, "--attacker", asked.attacker, "illuminati", "group")
    target = _card(compiled, "--target", asked.target, "illuminati", "group")
    aid = tuple(_card(compiled, "--aid", name, "illuminati", "group") for name in asked.aid)
    holds = {attacker, *aid, *(_card(compiled, "--attacker-holds", name, "group") for name in asked.attacker_holds)}
    held_by = {target, *(_card(compiled, "--target-holds", name, "group") for name in asked.target_holds)}
    if asked.attacker_illuminati is not None:
        holds.add(_card(compiled, "--attacker-illuminati", asked.attacker_illuminati, "illuminati"))
    if asked.target_illuminati is not None:
        held_by.add(_card(compiled, "--target-illuminati", asked.target_illuminati, "illuminati"))
    _require_one_illuminati(compiled, holds)
    if asked.where != "own":
        _require_one_owner(compiled, holds - {attacker}, held_by)
    if asked.where == "uncontrolled":
        if asked.target_holds or asked.target_illuminati is not None:
            raise Misuse("an uncontrolled target has no owner; say with --position where it is")
        held_by = set()
    elif asked.where == "own":
        holds.add(target)
        held_by = holds
    distance = {"uncontrolled": UNCONTROLLED, "own": OWN, "adjacent": 0}.get(asked.where)
    special, roll = _special(compiled, asked)
    attack = Attack(
        asked.kind,
        attacker,
        target,
        aid=aid,
        holds=sum(1 << card for card in holds),
        held_by=sum(1 << card for card in held_by),
        distance=int(asked.where) if distance is None else distance,
        powerless=special >= 0 and "destroy_powerless" in compiled.pack.cards[special].does,
    )
    attack.money, attack.support, attack.oppose = (asked.money[key] for key in ("spend", "support", "oppose"))
    attack.defence, attack.defence_illuminati = asked.money["defend_target"], asked.money["defend_illuminati"]
    return attack, special, roll


def _require_one_illuminati(compiled: CompiledRules, holds: set[int]) -> None:
    held = [compiled.pack.names[card] for card in sorted(holds) if card in compiled.pack.illuminati]
    if len(held) > 1:
        raise Misuse(f"a player is one of {' and '.join(held)}, not several")


def _require_one_owner(compiled: CompiledRules, holds: set[int], held_by: set[int]) -> None:
    both = [compiled.pack.names[card] for card in sorted(holds & held_by)]
    if both:
        raise Misuse(f"{' and '.join(both)} cannot stand on both sides; a card has one owner")


def _special(compiled: CompiledRules, asked: Asked) -> tuple[int, int | None]:
    """The Special that is played (-1: none), and the roll, which it may set."""
    roll = asked.roll
    if roll is not None and not 2 <= roll <= 12:
        raise Misuse(f"--roll: two dice show 2 to 12, not {roll}")
    if asked.special is None:
        return -1, roll
    number = _card(compiled, "--special", asked.special, "special")
    card = compiled.pack.cards[number]
    if not card.does.keys() & {"set_roll", "destroy_powerless"}:
        raise Misuse(f"{card.name} changes neither the sum nor the roll of an attack; leave --special away")
    return number, card.does.get("set_roll", roll)


def _card(compiled: CompiledRules, option: str, text: str, *kinds: str) -> int:
    from referee.engines.conspiracy.words.pack import Ambiguous

    try:
        card = compiled.pack.find(text, kinds)
    except Ambiguous as ambiguous:
        listed = f"{', '.join(ambiguous.args[:-1])} or {ambiguous.args[-1]}"
        raise Misuse(f"{option}: {text!r} could be {listed}; write more of it") from None
    if card is None:
        what = " or ".join("Illuminati" if kind == "illuminati" else kind for kind in kinds)
        raise Misuse(f"{option}: no {what} is called {text!r}{compiled.pack.suggestion(text, kinds)}")
    return card


def _tabled(compiled: CompiledRules, attack: Attack, number: int) -> tuple[list[int], list[int], list[list[int]]]:
    """Ways to succeed out of 36, by what the attacker (down) and the other side (across) spend more."""
    from referee.engines.conspiracy.attack import chance

    most = compiled.fails_from - 1
    down = list(range(max(most - number, 0) // max(compiled.points.attacker, 1) + 7))[:20]
    across = list(range(11))
    worth = compiled.points.illuminati if attack.distance >= 0 else compiled.points.others
    ways = [
        [chance(compiled, number + spent * compiled.points.attacker - against * worth) for against in across]
        for spent in down
    ]
    return down, across, ways


def _otherwise(rules: Ruleset, game: str, chosen: RulesetOptions, asked: Asked, answer: Answer) -> list[Otherwise]:
    """The rulings about attacks under whose other reading the number would be another."""
    from referee.rules import rulesets

    table: Any = rulesets.table(rules, min(rules.get("players")))
    attack, *_ = _attack(table.rules, asked)
    if "counts_as" not in table.rules.pack.cards[attack.attacker].does:
        return []
    name = rules.ruling_about(("attack", "counts_as"))
    if name is None:
        return []
    found = []
    current = rules.get("attack", "counts_as")
    readings = rules.get("rulings", name, "readings")
    taken = next((reading for reading, entry in readings.items() if entry.get("value") == current), str(current))
    for reading, entry in readings.items():
        if reading == taken or "value" not in entry:
            continue
        other = ruleset(game, chosen._replace(ruling={**chosen.ruling, name: reading}))
        other_table: Any = rulesets.table(other, min(other.get("players")))
        number = answer_to(other, other_table.rules, asked, False).number
        if number != answer.number:
            found.append(Otherwise(name, taken, reading, entry["text"], number))
    return found
