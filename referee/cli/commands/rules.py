"""`referee rules`: the rules of a game in force."""

from __future__ import annotations

import click

from referee.cli.commands.schema import schema_uri
from referee.cli.exit_codes import ANSWERED
from referee.cli.output import say
from referee.cli.ruleset_options import RulesetOptions, ruleset
from referee.cli.shared_options import example, format_option, game_argument, rules_options
from referee.report.drafts import schema_line
from referee.report.rulebook import FORMATS


@click.command(epilog=example("referee rules illuminate --variant not-perfect", "referee rules spades --brief"))
@game_argument
@click.option("--brief", "in_brief", is_flag=True, help="The rules in one line, made from their values.")
@format_option(FORMATS)
@rules_options
def command(game: str, in_brief: bool, form: str, chosen: RulesetOptions) -> int:
    """The rules of a game as they are in force, in a player's words; what a house rule or variant set says where.

    The form yaml is the whole ruleset as it is judged by, with everything merged in: a ruleset of its own.
    """
    from referee.engines import family

    rules = ruleset(game, chosen)
    its = family(rules.family)
    if in_brief:
        say(its.brief(rules))
        return ANSWERED
    if form == "yaml":
        say(schema_line(schema_uri(its.schema)))
    say(FORMATS[form](rules, its.brief(rules), its.describe(rules)))
    return ANSWERED
