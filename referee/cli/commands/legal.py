"""`referee legal`: what may be played at a point of a log, and what rules the rest out."""

from __future__ import annotations

import click

from referee.cli.exit_codes import ANSWERED
from referee.cli.output import say
from referee.cli.point import point_options
from referee.cli.shared_options import example
from referee.cli.terminal import paper
from referee.judging.replay import Replay
from referee.report.positions import LEGAL_FORMATS


@click.command(
    epilog=example("referee simulate illuminate -n 1 --seed 7 --out game.jsonl", "referee legal game.jsonl --at 37")
)
@point_options(LEGAL_FORMATS)
def command(played: Replay, form: str) -> int:
    """What may be played just before event N of a log, and the rule that rules out everything else."""
    say(LEGAL_FORMATS[form](played.game.ruleset, played.game.options(played.state), paper()), form)
    return ANSWERED
