"""The table at one point of a game as a picture, alone or on a page."""

from __future__ import annotations

from referee.core.family import Options
from referee.core.game import Game
from referee.core.items import AtTable
from referee.core.markup import tag
from referee.core.scene import mark_barred
from referee.replay.drawing import ACROSS, svg
from referee.replay.faces import Faces
from referee.report.html import page

STYLE = """
svg { max-width: 100%; height: auto }
.broad svg { width: 100% }
.narrow { display: none; overflow-x: auto }
.narrow svg { max-width: none }
@media (max-width: 45rem) { .broad { display: none } .narrow { display: block } main { padding: .3rem } }
"""
"""Trees of cards are drawn twice; on a narrow screen a tree that is too wide scrolls, so that its letters stay as large."""


def picture(game: Game, state: AtTable, choices: Options) -> str:
    """The table drawn as SVG; cards that may not be played are shown back from the others."""
    return svg(mark_barred(game.scene(state), choices), Faces(game.ruleset.deck))


def picture_page(game: Game, state: AtTable, choices: Options) -> str:
    """The table drawn on a page, with what comes next below it."""
    scene = mark_barred(game.scene(state), choices)
    faces = Faces(game.ruleset.deck)
    comes = scene.next
    if not comes:
        comes = "nothing; the game is over"
    drawn = [svg(scene, faces)]
    if any(seat.tree for seat in scene.seats):  # side by side on a large screen, below each other on a phone
        narrow = svg(scene, faces, ACROSS)
        drawn = [tag("div", drawn[0], class_="broad"), tag("div", narrow, class_="narrow")]
    return page(scene.title, drawn + [tag("p", f"Next: {comes}.")], STYLE)
