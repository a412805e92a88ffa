"""`referee diff`: what differs between two games, or what a house rule changes."""

from __future__ import annotations

import click

from referee.cli.exit_codes import ANSWERED, Misuse
from referee.cli.output import say
from referee.cli.ruleset_options import RulesetOptions, game_or_house, ruleset, typed
from referee.cli.shared_options import example, format_option, offered, rules_options
from referee.core.ruleset import Ruleset
from referee.engines import family
from referee.report.difference import FORMATS, Side
from referee.rules.differences import differences


@click.command(epilog=example("referee diff illuminate no-sixes", "referee diff illuminate --variant shorter"))
@click.argument("old", metavar="A", shell_complete=offered("rulesets"))
@click.argument("new", metavar="[B]", required=False, shell_complete=offered("rulesets"))
@format_option(FORMATS)
@rules_options
def command(old: str, new: str | None, form: str, chosen: RulesetOptions) -> int:
    """What changes, in effect, from A to B: games or house rules, by name or file. A house rule stands for its game with the
    rule added.

    Lists every key that differs, with its old and new value, the file and line that set it, and the sentence of the rules if
    that changed. --house, --variant and --ruling are added to B or, without B, to A. A house rule alone is compared with what
    it extends.
    """
    before, after = _sides(old, new, chosen)
    words = [family(side.rules.family).describe(side.rules) for side in (before, after)]
    say(FORMATS[form](before, after, differences(before.rules.data, after.rules.data, *words)), form)
    return ANSWERED


def _sides(old: str, new: str | None, chosen: RulesetOptions) -> tuple[Side, Side]:
    if new is not None:
        return _side(old, RulesetOptions()), _side(new, chosen)
    if any(chosen):
        return _side(old, RulesetOptions()), _side(old, chosen)
    path, house = game_or_house(old)
    if not house:
        raise Misuse(f"name what to compare {old} with, or add --house, --variant or --ruling")
    return _parent(path), _side(old, RulesetOptions())


def _side(name: str, chosen: RulesetOptions) -> Side:
    path, house = game_or_house(name)
    return _of(name, ruleset(path if house else name, chosen))


def _parent(path: str) -> Side:
    """What a house rule extends."""
    from referee import source
    from referee.rules import rulesets

    extended: str = source.load(path).data["extends"]
    return _of(extended, rulesets.load_ruleset(extended, near=path, at=lambda pointer: typed()))


def _of(label: str, rules: Ruleset) -> Side:
    return Side(label, rules, family(rules.family).brief(rules))
