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
@click.option("--brief", "in_brief", is_flag=True, help="The rules in one line.")
@format_option(FORMATS)
@rules_options
def command(game: str, in_brief: bool, form: str, chosen: RulesetOptions) -> int:
    """The rules of a game in force, in a player's words, with the place of whatever a house rule or variant changed.

    yaml is the whole ruleset in force with everything merged in, a ruleset in its own right. html and markdown are a sheet to
    print: changes are marked, tables say what cards do, and open questions have their reading.
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
    """Whether a name is a game, a slash and something of that game, such as one of its rules."""
    game, slash, _ = name.rpartition("/")
    try:
        return bool(slash) and bool(ruleset(game, RulesetOptions()))
    except Unjudgeable:
        return False
