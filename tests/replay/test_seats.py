"""What a seat of the replay page is shown names no card that the seat has not seen, in games played at random."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import product
from pathlib import Path

import pytest

from referee.core.events import Finding
from referee.core.places import Unjudgeable
from referee.core.scene import Scene
from referee.judging.log import Log, log_of, parse_log
from referee.judging.read import load_log, load_logs
from referee.judging.rules import ruleset_of
from referee.replay.page import blind_to
from referee.replay.steps import ReplayStep, steps_of
from tests.command_runner import REVOKE, STANDS, run
from tests.slowness import NIGHTLY

ROOT = Path(__file__).resolve().parent.parent.parent
GAMES = ["illuminati", "hearts", "illuminate", "spades", "illimat", "cassino", "gin-rummy", "luminars"]
EVENTS = 250 if NIGHTLY else 60
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


def shown_to(step: ReplayStep, who: str) -> Iterator[str]:
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


def names_of(told: str, cards: Iterable[str]) -> list[str]:
    """The cards that are named in what a seat is told."""
    return [name for name in cards if name in told and re.search(rf"(?<![\w:]){re.escape(name)}(?![\w:])", told)]


def beginning(game: str, events: int, folder: Path) -> Log:
    """The first events of a game played at random."""
    run("simulate", game, "-n", "1", "--seed", "5", "--out", str(folder / "games.jsonl"))
    data = load_log(str(folder / "games.jsonl:1")).data
    return log_of({**data, "events": data["events"][:events]}, "games.jsonl")


@pytest.mark.parametrize("game", GAMES)
def test_a_seat_is_shown_no_card_that_it_has_not_seen(game: str, tmp_path: Path) -> None:
    log = beginning(game, EVENTS, tmp_path)
    found = steps_of(log, ruleset_of(log))
    assert any(hidden_from(step.scene, log.players[0]) for step in found.steps)
    for who in log.players:
        seen: set[str] = set()
        for step in found.steps[:STEPS]:
            seen |= seen_by(step.scene, who)
            told = names_of(" ".join(shown_to(step, who)), hidden_from(step.scene, who) - seen)
            assert not told, (step.event, who, told)


def found_for(step: ReplayStep, finding: Finding, who: str) -> str:
    """What the page tells a seat that was found, as replay.js writes it."""
    if who in blind_to(finding, step.scene):
        return finding.text
    return " ".join((finding.message, finding.reason, *finding.legal, finding.text))


def illegal_logs() -> Iterator[Log]:
    """Our illegal logs; by day every third."""
    paths = [path for path in sorted((ROOT / "tests" / "logs" / "illegal").glob("*")) if path.suffix != ".report"]
    for path in paths if NIGHTLY else paths[::3]:
        yield from (log for log in load_logs(str(path)) if isinstance(log, Log))


def test_a_finding_is_told_to_a_seat_without_cards_in_the_hands_of_others() -> None:
    blind = sighted = 0
    for log in illegal_logs():
        try:
            found = steps_of(log, ruleset_of(log, trust="all"))
        except Unjudgeable:
            continue
        for step in found.steps:
            for finding, who in product(step.findings, log.players):
                secret = hidden_from(step.scene, who) if who != finding.player else set()
                assert not names_of(found_for(step, finding, who), secret), (log.path, finding, who)
                unseen = who in blind_to(finding, step.scene)
                blind, sighted = blind + unseen, sighted + (not unseen)
    assert blind
    assert sighted


@pytest.mark.parametrize(("text", "event", "card"), [(REVOKE, 7, "Mk1:31"), (STANDS, 7, "Mk1:31")])
def test_whoever_revoked_is_told_with_which_cards_and_the_others_are_not(text: str, event: int, card: str) -> None:
    log = parse_log(text, "table.yaml")
    step = steps_of(log, ruleset_of(log)).steps[event]
    assert f"holding {card}" in step.findings[0].message
    assert blind_to(step.findings[0], step.scene) == ["Ann", "Cyd", "Dov"]
