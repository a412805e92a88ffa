"""`referee legal`: what may be played at a point of a log, and what rules the rest out."""

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
from referee.report.positions import LEGAL_FORMATS


@click.command(
    epilog=example("referee simulate illuminate -n 1 --seed 7 --out game.jsonl", "referee legal game.jsonl --at 37")
)
@log_argument
@at_option
@format_option(LEGAL_FORMATS)
@as_played_option
@log_rules_options
def command(log: str, at: int | None, form: str, as_played: bool, chosen: RulesetOptions) -> int:
    """What may be played just before event N of a log, and for everything else the rule that rules it out."""
    played = played_to(log, at, chosen, as_played=as_played)
    say(LEGAL_FORMATS[form](played.game.ruleset, played.game.options(played.state)))
    return ANSWERED
