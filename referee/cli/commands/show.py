"""`referee show`: the table at a point of a log, drawn in text."""

from __future__ import annotations

import click

from referee.cli.exit_codes import ANSWERED
from referee.cli.output import say
from referee.cli.point import point_options
from referee.cli.shared_options import example
from referee.cli.terminal import paper
from referee.judging.replay import Replay
from referee.report.positions import SHOW_FORMATS


@click.command(
    epilog=example("referee simulate illuminate -n 1 --seed 7 --out game.jsonl", "referee show game.jsonl --at 37")
)
@point_options(SHOW_FORMATS)
def command(played: Replay, form: str) -> int:
    """Draw the table just before event N of a log: who sits where, the trick, hands where known, scores, the turn."""
    data, blocks = played.game.view(played.state)
    data["position"] = played.game.position(played.state)
    say(SHOW_FORMATS[form](played.game.ruleset.name, data, blocks, paper()), form)
    return ANSWERED
