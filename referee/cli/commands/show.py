"""`referee show`: the table at a point of a log, drawn in text or as a picture."""

from __future__ import annotations

import click

from referee.cli.exit_codes import ANSWERED
from referee.cli.output import output_to, say
from referee.cli.point import point_options
from referee.cli.shared_options import example, out_option
from referee.cli.terminal import paper
from referee.core.scene import barred
from referee.judging.replay import Replay
from referee.report.positions import SHOW_FORMATS

PICTURES = ("svg", "html")


@click.command(
    epilog=example(
        "referee simulate illuminate -n 1 --seed 7 --out game.jsonl",
        "referee show game.jsonl --at 37",
        "referee show game.jsonl --at 37 --format svg --out table.svg",
    )
)
@point_options((*SHOW_FORMATS, *PICTURES))
@out_option
def command(played: Replay, form: str, out: str | None) -> int:
    """Draw the table just before event N of a log: who sits where, the trick, known hands, scores, whose turn it is.

    A picture (svg, html) is drawn as in `replay`, with cards that may not be played dimmed.
    """
    inputs = [played.log.path] * (out is not None)
    text = _drawn(played, form) if form in PICTURES else _told(played, form, out)
    if out is None:
        say(text, form)
    else:
        with output_to(out, inputs, form) as line:
            line(text)
    return ANSWERED


def _told(played: Replay, form: str, out: str | None) -> str:
    data, blocks = played.game.view(played.state)
    data["position"] = played.game.position(played.state)
    return SHOW_FORMATS[form](played.game.ruleset.name, data, blocks, paper(out, form))


def _drawn(played: Replay, form: str) -> str:
    from referee.picture.drawing import html, svg
    from referee.picture.faces import Faces

    game, state = played.game, played.state
    scene = barred(game.scene(state), game.options(state))
    return {"svg": svg, "html": html}[form](scene, Faces(game.ruleset.deck))
