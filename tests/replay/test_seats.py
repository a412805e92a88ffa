"""What a seat of the replay page is shown names no card that the seat has not seen, in games played at random."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from referee.core.scene import Scene
from referee.judging.log import load_log
from referee.judging.replay import ruleset_of
from referee.replay.steps import Step, steps_of
from tests.command_runner import run

GAMES = ["illuminati", "hearts", "illuminate", "spades", "illimat", "cassino", "gin-rummy", "luminars"]
STEPS = 250


def hidden_from(scene: Scene, who: str) -> set[str]:
    """The cards that others hold in secret."""
    others = [seat for seat in scene.seats if seat.player != who]
    held = {card.name for seat in others for row in seat.rows if row.owner not in ("", who) for card in row.cards}
    held = held.union(*(seat.kept for seat in others))
    return {name for name in held if len(name) > 1}  # a letter may stand for anything


def seen_by(scene: Scene, who: str) -> set[str]:
    """The cards that lie open or that a player holds."""
    rows = [*scene.piles, *(row for part in (*scene.fields, *scene.seats) for row in part.rows)]
    open_cards = {card.name for row in rows if row.owner in ("", who) for card in row.cards}
    open_cards |= {seat.laid.name for seat in scene.seats if seat.laid}
    open_cards |= {node.name for nodes in (scene.loose, *(seat.tree for seat in scene.seats)) for node in nodes}
    return open_cards.union(*(seat.kept for seat in scene.seats if seat.player == who))


def shown_to(step: Step, who: str) -> Iterator[str]:
    """All words of a step that the page shows to a seat, as replay.js chooses them, except for the findings of the referee."""
    telling = step.telling
    yield telling.told if telling.told and telling.who != who else telling.said
    yield from (step.scene.title, *step.scene.lines, step.doing)
    for move in step.moves:
        if move.by == who:
            yield from (move.notation, move.why)
    for part in step.drawn.parts:
        yield part.says
        if not part.owner or part.owner == who:
            yield from re.findall(r'(?:href="#[^"]*"|>[^<]+<)', str(part.inside))


@pytest.mark.parametrize("game", GAMES)
def test_a_seat_is_shown_no_card_that_it_has_not_seen(game: str, tmp_path: Path) -> None:
    run("simulate", game, "-n", "1", "--seed", "5", "--out", str(tmp_path / "games.jsonl"))
    log = load_log(str(tmp_path / "games.jsonl:1"))
    found = steps_of(log, ruleset_of(log))
    assert any(hidden_from(step.scene, log.players[0]) for step in found.steps)
    for who in log.players:
        seen: set[str] = set()
        for step in islice(found.steps, STEPS):
            seen |= seen_by(step.scene, who)
            secret = hidden_from(step.scene, who) - seen
            shown = " ".join(shown_to(step, who))
            told = [name for name in secret if re.search(rf"(?<![\w:]){re.escape(name)}(?![\w:])", shown)]
            assert not told, (step.event, who, shown)
