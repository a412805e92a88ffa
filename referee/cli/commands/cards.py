"""`referee cards`: the cards of a game."""

from __future__ import annotations

import click

from referee.cli.exit_codes import ANSWERED
from referee.cli.output import say
from referee.cli.question import require_players
from referee.cli.ruleset_options import RulesetOptions, ruleset
from referee.cli.shared_options import example, format_option, game_argument, rules_options
from referee.cli.terminal import paper
from referee.report.cards import FORMATS


@click.command(epilog=example("referee cards illuminate --format csv"))
@game_argument
@click.option("--players", type=click.IntRange(min=1), metavar="N", help="Mark the cards not used with N players.")
@format_option(FORMATS)
@rules_options
def command(game: str, players: int | None, form: str, chosen: RulesetOptions) -> int:
    """The cards of a game, suit by suit from low to high if it has suits, with everything known about each."""
    from referee.engines import family

    rules = ruleset(game, chosen)
    if players is not None:
        require_players(rules, players, "players")
    say(FORMATS[form](rules, family(rules.family).cards(rules, players), paper()), form)
    return ANSWERED
