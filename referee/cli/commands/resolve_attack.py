"""`referee resolve attack`: the sum of an attack line by line, the number to roll and the chance."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from referee.cli.question import require_family, tell_answer
from referee.cli.ruleset_options import RulesetOptions, ruleset
from referee.cli.shared_options import example, format_option, game_of, names_option, rules_options
from referee.report.attacks import FORMATS

KINDS = ("control", "neutralize", "destroy")
WHERE = ("uncontrolled", "adjacent", "1", "2", "3", "own")
MOST = click.IntRange(min=0, max=999)


def _money(what: str, helps: str) -> Callable[[Any], Any]:
    return click.option(f"--{what}", type=MOST, default=0, metavar="MB", help=helps)


@click.command(
    epilog=example('referee resolve attack illuminati control --attacker mafia --target "loan sharks" --table')
)
@game_of("conspiracy")
@click.argument("kind", type=click.Choice(KINDS))
@names_option("--attacker", "CARD", "attackers", "The attacking group or Illuminati.", required=True)
@names_option("--target", "GROUP", "groups", "The group under attack.", required=True)
@names_option("--aid", "CARD", "attackers", "Who aids with transferable Power; may be repeated.", multiple=True)
@names_option("--attacker-holds", "GROUP", "groups", "Another group of the attacking player.", multiple=True)
@names_option("--target-holds", "GROUP", "groups", "Another group of the target's owner.", multiple=True)
@names_option("--attacker-illuminati", "NAME", "illuminati", "The attacking player's Illuminati.")
@names_option("--target-illuminati", "NAME", "illuminati", "The Illuminati of the target's owner.")
@click.option(
    "--position",
    "where",
    type=click.Choice(WHERE),
    default="uncontrolled",
    show_default=True,
    help="Where the target is: next to its Illuminati, 1 to 3 groups away from it, or in the attacker's own structure.",
)
@_money("spend", "What the attacker spends.")
@_money("defend-target", "What is spent from the target itself.")
@_money("defend-illuminati", "What is spent from the target's Illuminati.")
@_money("support", "What other players spend for the attack.")
@_money("oppose", "What other players spend against the attack.")
@names_option("--special", "NAME", "specials", "A Special played for or against the attack.")
@click.option("--roll", type=int, metavar="N", help="What the two dice show.")
@click.option("--table", "tabled", is_flag=True, help="A table of the chance by the money of both sides.")
@format_option(FORMATS)
@rules_options
def command(game: str, form: str, chosen: RulesetOptions, **given: Any) -> int:
    """The sum of an attack line by line, the number to roll, the chance, and what one more megabuck changes.

    KIND is control, neutralize or destroy. Name cards by their names or the beginning of one: cia, mafia, "loan sharks".
    An attack that the rules forbid is worked out all the same, with the rule; the exit code is then 1.
    """
    from referee.engines.conspiracy.queries import SPENT, Asked, attack

    rules = ruleset(game, chosen)
    require_family(rules, "conspiracy", "power structures")
    asked = Asked(money={name: given.pop(name) for name in SPENT}, **given)
    return tell_answer(
        form,
        FORMATS,
        rules,
        min(rules.get("players")),
        lambda table: attack(table, asked),
        told=("number", "violations"),
    )
