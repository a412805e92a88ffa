"""`referee coverage`: which rules, words and card powers logs exercised, and which never fired."""

from __future__ import annotations

from collections.abc import Iterable

import click

from referee.cli.exit_codes import ANSWERED, UNJUDGED, WANTING, complain
from referee.cli.logs import inputs, logs, sources
from referee.cli.out_file import write_plot
from referee.cli.shared_options import (
    as_played_option,
    example,
    format_option,
    log_rules_options,
    offered,
    plot_option,
    unpacked_option,
)
from referee.cli.terminal import paper, say, warn
from referee.core.places import Unjudgeable
from referee.corpus.paths import no_log
from referee.corpus.ruleset_cache import RulesetCache, RulesetOptions
from referee.engines import family
from referee.judging.coverage import Coverage
from referee.report.library import COVERAGE as FORMATS
from referee.report.library import share


@click.command(
    epilog=example("referee simulate illuminate -n 20 --seed 7 --out games.jsonl", "referee coverage games.jsonl")
)
@click.argument("paths", metavar="LOG...", nargs=-1, required=True, shell_complete=offered("files"))
@format_option(FORMATS)
@plot_option("Draw a map of the rules: the more often a rule fired, the darker.")
@click.option(
    "--fail-under", type=click.IntRange(0, 100), metavar="PERCENT", help="Exit with 1 if less than this is covered."
)
@as_played_option
@unpacked_option
@log_rules_options
def command(
    paths: tuple[str, ...],
    form: str,
    plot: str | None,
    fail_under: int | None,
    as_played: bool,
    max_unpacked: int,
    chosen: RulesetOptions,
) -> int:
    """Which rules, words and card powers of their games the logs exercised: files, folders, or - for standard input.

    A word fires when it rules something out or decides something: a card that may not be played, who takes a trick, what
    a hand scores. A rule fires when a word that cites it does, or a violation cites it. An illegal log counts up to where
    judging stops.
    """
    by_game: dict[tuple[str, tuple[str, ...]], Coverage] = {}
    unread = _add(by_game, paths, RulesetCache(chosen), as_played=as_played, max_unpacked=max_unpacked)
    covered = list(by_game.values())
    if covered:
        games = [(family(item.rules.family).brief(item.rules), item) for item in covered]
        say(FORMATS[form](games, paper()), form)
        if plot:
            from referee.report.plot import covered as picture

            write_plot(plot, picture(covered), inputs(plot, paths, chosen))
    if unread:
        return UNJUDGED
    return WANTING if any(share(item) < (fail_under or 0) for item in covered) else ANSWERED


def _add(
    by_game: dict[tuple[str, tuple[str, ...]], Coverage],
    paths: Iterable[str],
    cache: RulesetCache,
    *,
    as_played: bool,
    max_unpacked: int,
) -> bool:
    """Counts every log, by game and house rules; returns whether one could not be read."""
    unread = False
    for source in sources(paths, out=cache.chosen.trust == "all"):
        for log in [source] if isinstance(source, Unjudgeable) else logs(source, max_unpacked):
            try:
                if isinstance(log, Unjudgeable):
                    raise log
                rules = cache.ruleset(log)
                covered = by_game.setdefault((rules.name, rules.houses), Coverage(rules))
                covered.add(log, rules, as_played=as_played)
            except Unjudgeable as unjudgeable:
                if not isinstance(source, Unjudgeable) and source.found and (why := no_log(source.path)):
                    warn(f"{source.path}: skipped; {why}")
                    continue
                complain(unjudgeable.complaints)
                unread = True
    return unread
