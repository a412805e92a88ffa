"""`referee show` and `referee legal`: the table at a point of a log, and what may be played there."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

import click

from referee.cli.exit_codes import ANSWERED, UNJUDGED, WANTING, Misuse
from referee.cli.out_file import output_to
from referee.cli.shared_options import (
    Function,
    as_played_option,
    example,
    format_option,
    log_argument,
    log_rules_options,
    out_option,
)
from referee.cli.terminal import paper, say, warn, warn_of
from referee.core.events import Event
from referee.core.game import Game
from referee.core.ruleset import Ruleset
from referee.core.scene import barred
from referee.core.verdict import Verdict
from referee.core.wording import listed
from referee.corpus.ruleset_cache import RulesetCache, RulesetOptions
from referee.judging.judge import judge
from referee.judging.log import Log, load_log
from referee.judging.replay import Replay, begin, replay
from referee.report.positions import LEGAL_FORMATS, SHOW_FORMATS

HELP = (
    "Just before event N (counted from 1), or 'line 41', 'hand 3', 'hand 3 trick 2', 'round 2', 'turn 5', 'end'; "
    "default: just before the first illegal event, or the end."
)


class Point(click.ParamType[dict[str, int]]):
    """A point of a log as numbers, keyed by what they count: {'event': 41}, {'hand': 3, 'trick': 2}; {} for the end."""

    name = "point"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        words = value.split()
        if words == ["end"]:
            return {}
        words = ["event", *words] if len(words) == 1 else words
        numbers = [int(number) for number in words[1::2] if number.isdecimal() and len(number) < 10]
        if len(words) != 2 * len(numbers) or not words or 0 in numbers[:1]:
            self.fail(f"{value!r} is not a point of a log; write 41, 'line 41', 'hand 3 trick 2' or 'end'", param, ctx)
        return dict(zip(words[::2], numbers, strict=True))


def point_options(formats: Iterable[str]) -> Callable[[Function], Function]:
    """LOG, `--at POINT`, and how to judge it: the command gets the log `played` to just before there, and its `form`.

    It exits with code 1 if no point was asked for and an event is not legal.
    """

    def pointed(function: Function) -> Function:
        @log_argument
        @click.option("--at", type=Point(), metavar="POINT", help=HELP)
        @format_option(formats)
        @as_played_option
        @log_rules_options
        @wraps(function)
        def command(
            log: str, at: dict[str, int] | None, form: str, as_played: bool, chosen: RulesetOptions, **more: Any
        ) -> Any:
            played, code = _played_to(log, at, chosen, as_played=as_played)
            return function(played, form, **more) or code

        return command

    return pointed


def _played_to(path: str, at: dict[str, int] | None, chosen: RulesetOptions, *, as_played: bool) -> tuple[Replay, int]:
    """A log played up to just before a point, or to its first fault or its end, and the exit code.

    Exits with code 1 or 3, with the reason on standard error, if an event before that point is not legal or cannot be
    read; raises Misuse if the log does not go that far.
    """
    log = load_log(path)
    rules = RulesetCache(chosen).ruleset(log)
    if at is None:
        played = replay(log, rules, as_played=as_played)
        wrong = not as_played and any(flaw.reason is None for flaw in played.folded.flaws)
        if not (played.folded.halted or wrong):
            return played, ANSWERED
        verdict = judge(log, rules, as_played=as_played)
        warn_of(verdict)
        if not played.folded.halted:
            return played, WANTING
        if played.folded.shapeless or not verdict.violations:
            raise click.exceptions.Exit(UNJUDGED)
        warn(f"{path}: this is the table just before event {played.folded.events + 1}, which is not legal")
        return played, WANTING
    until = _number_of(at, log, rules, as_played=as_played)
    played = replay(log, rules, until=until, as_played=as_played)
    folded = played.folded
    if folded.halted:
        raise click.exceptions.Exit(_tell(judge(log, rules, as_played=as_played)))
    if until is not None and folded.events < until:
        end = folded.events + 1
        raise Misuse(f"--at {until + 1} is beyond the end; this log has {folded.events} events, so N is 1 to {end}")
    return played, ANSWERED


def _number_of(at: dict[str, int], log: Log, rules: Ruleset, *, as_played: bool) -> int | None:
    """How many events come before a point; None for all of them."""
    match [*at]:
        case []:
            return None
        case ["event"]:
            return at["event"] - 1
        case ["line"]:
            return _on_line(at["line"], log, rules)
    return _at_spot(at, log, rules, as_played=as_played)


def _on_line(line: int, log: Log, rules: Ruleset) -> int:
    """How many events come before the first that is written on a line, or after it."""
    begun = begin(log, rules)
    before = 0
    for item in log.items:
        size = begun.game.size(item)
        within = next((n for n in range(1, size + 1) if begun.place(before + n).line >= line), 0)
        if within:
            return before + within - 1
        before += size
    raise Misuse(f"--at 'line {line}' is after the last event, which is on line {begun.place(before).line}")


def _at_spot(at: dict[str, int], log: Log, rules: Ruleset, *, as_played: bool) -> int:
    """How many events come before the first at a spot that players count by."""
    found: list[int] = []
    passed = 0
    known: dict[str, int] = {}

    def watch(game: Game, state: Any, event: Event) -> None:
        nonlocal passed, known
        known = game.spot(state)
        if not found and all(known.get(what) == number for what, number in at.items()):
            found.append(passed)
        passed += 1

    replay(log, rules, as_played=as_played, watch=watch)
    if found:
        return found[0]
    asked = " ".join(f"{what} {number}" for what, number in at.items())
    if known and not at.keys() <= known.keys():
        strange = next(what for what in at if what not in known)
        raise Misuse(
            f"--at {asked!r}: this game does not count by {strange}; count by {listed(known, 'or')}, or by event or line"
        )
    reached = " ".join(f"{what} {number}" for what, number in known.items())
    raise Misuse(f"--at {asked!r}: this log has no event there" + (f"; it ends at {reached}" if reached else ""))


def _tell(verdict: Verdict) -> int:
    """Says why a log cannot be played further, and returns the exit code."""
    warn_of(verdict)
    if not verdict.violations:
        return UNJUDGED
    last = verdict.violations[0].event
    warn(f"{verdict.path}: event {last} is not legal, so nothing after it can be played; `--at {last}` stops before it")
    return UNJUDGED if verdict.complaints else WANTING


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


@click.command(
    epilog=example("referee simulate illuminate -n 1 --seed 7 --out game.jsonl", "referee legal game.jsonl --at 37")
)
@point_options(LEGAL_FORMATS)
def legal(played: Replay, form: str) -> int:
    """What may be played just before event N of a log, and the rule that rules out everything else."""
    say(LEGAL_FORMATS[form](played.game.ruleset, played.game.options(played.state), paper()), form)
    return ANSWERED
