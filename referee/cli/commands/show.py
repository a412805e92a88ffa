"""`referee show`: the table at a point of a log, drawn in text."""

from __future__ import annotations

import click

from referee.cli.exit_codes import ANSWERED
from referee.cli.output import say
from referee.cli.point import played_to
from referee.cli.ruleset_options import RulesetOptions
from referee.cli.shared_options import (
    as_played_option,
    at_option,
    example,
    format_option,
    log_argument,
    log_rules_options,
)
from referee.report.positions import SHOW_FORMATS


@click.command(
    epilog=example("referee simulate illuminate -n 1 --seed 7 --out game.jsonl", "referee show game.jsonl --at 37")
)
@log_argument
@at_option
@format_option(SHOW_FORMATS)
@as_played_option
@log_rules_options
def command(log: str, at: int | None, form: str, as_played: bool, chosen: RulesetOptions) -> int:
    """Draw the table just before event N of a log: who sits where, the trick, hands where known, scores, the turn."""
    played = played_to(log, at, chosen, as_played=as_played)
    data, blocks = played.game.view(played.state)
    data["position"] = played.game.position(played.state)
    say(SHOW_FORMATS[form](played.game.ruleset.name, data, blocks))
    return ANSWERED
