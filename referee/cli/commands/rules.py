"""`referee rules`: the rules of a game in force."""

from __future__ import annotations

import click

from referee.cli.drafted import schema_line
from referee.cli.exit_codes import ANSWERED, Misuse
from referee.cli.output import say
from referee.cli.ruleset_options import RulesetOptions, ruleset
from referee.cli.shared_options import example, format_option, game_argument, rules_options
from referee.core.places import Unjudgeable
from referee.notebook import rulebook
from referee.report.rulebook import FORMATS


@click.command(epilog=example("referee rules illuminate --variant not-perfect", "referee rules spades --brief"))
@game_argument
@click.option("--brief", "in_brief", is_flag=True, help="The rules in one line, made from their values.")
@format_option(FORMATS)
@rules_options
def command(game: str, in_brief: bool, form: str, chosen: RulesetOptions) -> int:
    """The rules of a game as they are in force, in a player's words; what a house rule or variant set says where.

    The form yaml is the whole ruleset as it is judged by, with everything merged in: a ruleset of its own. The forms html and
    markdown are a sheet to print, with what was changed marked, what cards do as tables, and how open questions are read.
    """
    from referee.engines import family

    try:
        rules = ruleset(game, chosen)
    except Unjudgeable:
        if _is_of_a_game(game):
            raise Misuse(f"one rule is explained by `referee explain {game}`") from None
        raise
    its = family(rules.family)
    if in_brief:
        say(its.brief(rules))
        return ANSWERED
    if form == "yaml" and (line := schema_line(its.schema)):
        say(line, form)
    say(FORMATS[form](rulebook(rules)), form)
    return ANSWERED


def _is_of_a_game(name: str) -> bool:
    """Whether a name is that of a game, a slash and something of it, such as one of its rules."""
    game, slash, _ = name.rpartition("/")
    try:
        return bool(slash) and bool(ruleset(game, RulesetOptions()))
    except Unjudgeable:
        return False
