"""A point in a log: what the log says up to there, played through."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

import click

from referee.cli.exit_codes import UNJUDGED, WANTING, Misuse
from referee.cli.output import warn, warn_of
from referee.cli.ruleset_options import RulesetCache, RulesetOptions
from referee.cli.shared_options import Function, as_played_option, format_option, log_argument, log_rules_options
from referee.core.verdict import Verdict
from referee.judging.judge import judge
from referee.judging.log import load_log
from referee.judging.replay import Replay, replay


def point_options(formats: Iterable[str]) -> Callable[[Function], Function]:
    """LOG, `--at N`, and how to judge it: the command is given the log `played` to just before there, and its `form`."""

    def pointed(function: Function) -> Function:
        @log_argument
        @click.option(
            "--at",
            type=click.IntRange(min=1),
            metavar="N",
            help="Just before event N (events count from 1); the end of the log without it.",
        )
        @format_option(formats)
        @as_played_option
        @log_rules_options
        @wraps(function)
        def command(log: str, at: int | None, form: str, as_played: bool, chosen: RulesetOptions) -> Any:
            return function(_played_to(log, at, chosen, as_played=as_played), form)

        return command

    return pointed


def _played_to(path: str, at: int | None, chosen: RulesetOptions, *, as_played: bool) -> Replay:
    """A log played up to just before event `at`, or to its end.

    Leaves with exit code 1 or 3, the reason said on standard error, where an event before that point is not legal or
    cannot be read; raises Misuse when the log does not go that far.
    """
    log = load_log(path)
    rules = RulesetCache(chosen).ruleset(log)
    played = replay(log, rules, until=None if at is None else at - 1, as_played=as_played)
    folded = played.folded
    if folded.halted:
        raise click.exceptions.Exit(_tell(judge(log, rules, as_played=as_played)))
    if at is not None and folded.events < at - 1:
        end = folded.events + 1
        raise Misuse(f"--at {at} is beyond the end; this log has {folded.events} events, so N is 1 to {end}")
    return played


def _tell(verdict: Verdict) -> int:
    """Says why a log cannot be played further; the exit code."""
    warn_of(verdict)
    if not verdict.violations:
        return UNJUDGED
    last = verdict.violations[0].event
    warn(f"{verdict.path}: event {last} is not legal, so what comes after it is no game; `--at {last}` stops before it")
    return UNJUDGED if verdict.complaints else WANTING
