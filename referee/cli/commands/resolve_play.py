"""`referee resolve play`: is this play on this field legal, and what follows?"""

from __future__ import annotations

from typing import Any

import click

from referee.cli.board import board_options, players_at_board
from referee.cli.question import tell_answer
from referee.cli.ruleset_options import RulesetOptions, ruleset
from referee.cli.shared_options import example, format_option, game_of, rules_options
from referee.report.plays import FORMATS


@click.command(
    epilog=example(
        'referee resolve play illimat --season Spring --field "5wi 2au 3au" "harvest 5sp take 5wi | 2au+3au"'
    )
)
@game_of("fishing")
@click.argument("move", metavar="PLAY")
@board_options
@format_option(FORMATS)
@rules_options
def command(game: str, move: str, asked: Any, players: int | None, form: str, chosen: RulesetOptions) -> int:
    """Whether a play is legal, by which rule, and what follows: cards to the pile, the field cleared or not, the new season.

    PLAY is a sow, a harvest or a stockpile in notation: "sow 5sp", "harvest 5sp take 5wi | 2au+3au" or
    "stockpile 3au make 5 of 3au+2su".
    """
    from referee.engines.fishing.queries import play

    rules = ruleset(game, chosen)
    number = players_at_board(rules, players)
    compared = ("legal", "outcomes")
    return tell_answer(
        form,
        FORMATS,
        rules,
        number,
        lambda table: play(table, asked, move),
        told=("legal",),
        compared=compared,
    )
