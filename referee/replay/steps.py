"""A log as steps: what happened, a drawing of the table after it, what might be done next, and what was found."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from referee.core.events import Event
from referee.core.family import Block, Options
from referee.core.findings import Finding
from referee.core.game import Game
from referee.core.items import EXTRAS
from referee.core.ruleset import Ruleset
from referee.core.scene import Scene, barred
from referee.core.verdict import Verdict
from referee.judging.judge import verdict_on
from referee.judging.log import Log
from referee.judging.replay import Replay, replay
from referee.picture.drawing import Drawing, drawing
from referee.picture.faces import Faces
from referee.replay.told import BY_NOBODY, Among, sentence


class Move(NamedTuple):
    """A move as it is written, who may make it, and the rule that forbids it, if any, with the sentence."""

    notation: str
    by: str = ""
    rule: str = ""
    why: str = ""


class Telling(NamedTuple):
    """Who did something, what, what others know of it, and the line of the log."""

    who: str
    said: str
    told: str
    line: int


class Step(NamedTuple):
    """The table after an event (0: before the first), and what was said and found about the event.

    `spot` is the event's place in the game; `doing` is what comes next, by `to_act`, who may make one of the `moves`.
    """

    event: int
    spot: Mapping[str, int]
    telling: Telling
    scene: Scene
    drawn: Drawing
    findings: tuple[Finding, ...]
    complaints: tuple[str, ...]
    to_act: str
    doing: str
    moves: tuple[Move, ...]


class Steps(NamedTuple):
    """A whole log: its rules and verdict, the faces of its cards, and every step."""

    log: Log
    rules: Ruleset
    verdict: Verdict
    faces: Faces
    steps: list[Step]
    pad: list[Block]


def steps_of(log: Log, rules: Ruleset, *, as_played: bool = False) -> Steps:
    """Every step of a log, as far as it can be judged. Raises LogError or RulesetError if it cannot begin."""
    faces = Faces(rules.deck)
    walk = _Walk(faces)
    played = replay(log, rules, as_played=as_played, watch=walk.before)
    verdict = verdict_on(played, strict=False)
    walk.end(played.game, played.state)
    return Steps(log, rules, verdict, faces, list(_steps(walk, played, verdict)), played.score[1])


class Seen(NamedTuple):
    """What a walk keeps about a point of a game."""

    spot: Mapping[str, int]
    scene: Scene
    drawn: Drawing
    options: Options
    event: Event | None


class _Walk:
    """Looks at the table before every event, and after the last."""

    def __init__(self, faces: Faces) -> None:
        self._faces = faces
        self.seen: list[Seen] = []

    def before(self, game: Game, state: Any, event: Event | None) -> None:
        """Called with an event just before it happens."""
        options = game.options(state)
        scene = barred(game.scene(state), options)
        self.seen.append(Seen(game.spot(state), scene, drawing(scene, self._faces), options, event))

    def end(self, game: Game, state: Any) -> None:
        """Looks at the table after the last event."""
        self.before(game, state, None)


def _steps(walk: _Walk, played: Replay, verdict: Verdict) -> Iterator[Step]:
    """The steps, with one more for an event that could not happen."""
    found: dict[int, list[Finding]] = {}
    last = len(walk.seen) - 1
    for finding in verdict.findings:
        found.setdefault(min(finding.event, last + 1), []).append(finding)
    written = _written(played)
    start = Telling("", "The game begins.", "", played.log.line)
    yield _step(0, walk.seen[0], walk.seen[0], start, found)
    for number in range(1, last + 1):
        before = walk.seen[number - 1]
        yield _step(number, before, walk.seen[number], _told(played.game, before, next(written)), found)
    if last + 1 in found or verdict.complaints:
        before = walk.seen[-1]
        told = _told(played.game, before, next(written, Written({}, 0, 1, 0)))
        yield _step(last + 1, before, before, told, found, tuple(map(str, verdict.complaints)))


def _step(
    number: int,
    before: Seen,
    after: Seen,
    telling: Telling,
    found: Mapping[int, list[Finding]],
    complaints: tuple[str, ...] = (),
) -> Step:
    options = after.options
    moves = tuple(
        Move(
            one.notation,
            str(one.item.get("by", options.player or "")),
            one.fault.rule if one.fault else "",
            one.fault.message if one.fault else "",
        )
        for one in options.options
    )
    return Step(number, before.spot, telling, after.scene, after.drawn, tuple(found.get(number, ())), complaints,
                options.player or "", options.doing, moves)  # fmt: skip


class Written(NamedTuple):
    """Where an event is written: its item, its number there, how many events the item stands for, and its line."""

    item: Mapping[str, Any]
    number: int
    size: int
    line: int


def _written(played: Replay) -> Iterator[Written]:
    """Where each event is written."""
    for position, item in enumerate(played.log.items):
        line, size = played.log.place(("events", position)).line, played.game.size(item)
        yield from (Written(item, number, size, line) for number in range(size))


def _told(game: Game, before: Seen, written: Written) -> Telling:
    event = before.event
    verb = event.verb if event is not None else ""
    who = written.item.get("by")
    if not isinstance(who, str):
        who = _actor(before, verb)
    among = Among(game.acts, [seat.player for seat in before.scene.seats])
    said = sentence(written.item, written.number, written.size, verb, who, among).rstrip(".:")
    key = verb or next((key for key in written.item if key not in EXTRAS), "")
    told = said
    if event is not None and game.secret(event):
        by_player = isinstance(written.item.get(key), Mapping)
        known = [] if by_player else [word for word in said.split() if word.strip(",!") not in game.ruleset.deck.by_id]
        told = " ".join(known) if known and len(known) < len(said.split()) else f"{who} {key}s".strip()
    return Telling(who, f"{said}.", f"{told}." if told != said else "", written.line)


def _actor(before: Seen, verb: str) -> str:
    """Who did something that is written without a name: the player to act, or the dealer."""
    seats, event = before.scene.seats, before.event
    if event is not None and event.seat is not None:
        return seats[event.seat].player
    if verb in BY_NOBODY:
        return ""
    if verb == "deal":
        return next((seat.player for seat in seats if seat.deals), "")
    return next((seat.player for seat in seats if seat.to_act), "")
