"""The table at one point of a game as a picture, alone or on a page."""

from __future__ import annotations

from referee.core.family import Options
from referee.core.game import Game
from referee.core.items import AtTable
from referee.core.markup import tag
from referee.core.scene import mark_barred
from referee.replay.drawing import svg
from referee.replay.faces import Faces
from referee.report.html import page


def picture(game: Game, state: AtTable, choices: Options) -> str:
    """The table drawn as SVG; cards that may not be played are shown back from the others."""
    return svg(mark_barred(game.scene(state), choices), Faces(game.ruleset.deck))


def picture_page(game: Game, state: AtTable, choices: Options) -> str:
    """The table drawn on a page, with what comes next below it."""
    scene = mark_barred(game.scene(state), choices)
    drawn = svg(scene, Faces(game.ruleset.deck))
    comes = scene.next
    if not comes:
        comes = "nothing; the game is over"
    return page(scene.title, [drawn, tag("p", f"Next: {comes}.")], "svg { max-width: 100%; height: auto }")
