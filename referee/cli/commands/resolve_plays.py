"""`referee resolve plays`: what can be played on this field?"""

from __future__ import annotations

from typing import Any

import click

from referee.cli.board import board_options, players_at_board
from referee.cli.question import tell_answer
from referee.cli.ruleset_options import RulesetOptions, ruleset
from referee.cli.shared_options import example, format_option, game_of, rules_options
from referee.report.plays import LISTS


@click.command(
    epilog=example('referee resolve plays illimat --season Summer --field "5su 2wi S8(6sp+2au)" --hand "3sp 10au Kwi"')
)
@game_of("fishing")
@board_options
@format_option(LISTS)
@rules_options
def command(game: str, asked: Any, players: int | None, form: str, chosen: RulesetOptions) -> int:
    """Every legal play of a hand on a field, card by card; each set of things to take or fuse is listed once."""
    from referee.engines.fishing.queries import plays

    rules = ruleset(game, chosen)
    number = players_at_board(rules, players)
    return tell_answer(form, LISTS, rules, number, lambda table: plays(table, asked))
