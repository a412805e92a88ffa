"""`referee compare`: what a house rule does to a game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click

from referee.cli import many_games
from referee.cli.exit_codes import ANSWERED, Misuse
from referee.cli.many_games import jobs_option
from referee.cli.out_file import write_plot
from referee.cli.ruleset_options import players_of, players_option, require_players, ruleset
from referee.cli.shared_options import example, format_option, game_argument, offered, plot_option, rules_options
from referee.cli.terminal import paper, say
from referee.core.ruleset import Ruleset
from referee.corpus.ruleset_cache import RulesetOptions
from referee.engines import family, recording
from referee.play.compare import Played, played
from referee.report.comparison import FORMATS, Comparison, Side
from referee.rules.files_read import files_of


@click.command(epilog=example("referee compare illuminate no-sixes -n 20 --seed 7"))
@game_argument
@click.argument("house", metavar="[HOUSE]", required=False, shell_complete=offered("houses"))
@click.option("-n", "number", type=click.IntRange(min=1), default=500, show_default=True, help="How many games.")
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed gives the same games everywhere.")
@players_option
@jobs_option
@plot_option("Draw both distributions of the scores.")
@format_option(FORMATS)
@rules_options
def command(
    game: str,
    house: str | None,
    number: int,
    seed: int,
    players: str | None,
    jobs: int,
    plot: str | None,
    form: str,
    chosen: RulesetOptions,
) -> int:
    """What a house rule does to a game: random games over the same deals, played with and without it.

    Compares scores, the length of a game, how often the leader at half time is caught, and what the family counts, such as
    bids made. --house, --variant and --ruling are added to HOUSE, or replace it.
    """
    added = chosen._replace(houses=(*((house,) if house else ()), *chosen.houses))
    if not any(added):
        raise Misuse("name a house rule to compare with, or add --house, --variant or --ruling")
    before, after = ruleset(game, RulesetOptions()), ruleset(game, added)
    names = players_of(before, players, after)
    require_players(after, len(names), "players")
    games: tuple[list[Played], list[Played]] = ([], [])
    for pair in many_games.played(_comparing, (game, added, names, seed), number, jobs):
        for side, one in zip(games, pair, strict=True):
            side.append(one)
    compared = Comparison(
        _side(game, before, games[0]), _side(_label(added), after, games[1]), seed=seed, players=names
    )
    say(FORMATS[form](compared, paper()), form)
    if plot:
        from referee.report import plot as plots

        write_plot(plot, plots.compared(compared), [*files_of(before), *files_of(after)])
    return ANSWERED


def _comparing(
    game: str, added: RulesetOptions, names: tuple[str, ...], seed: int
) -> Callable[[int], tuple[Played, Played]]:
    """Plays a deal by its number, under both rulesets."""
    before, after = ruleset(game, RulesetOptions()), ruleset(game, added)
    return lambda number: (played(before, names, seed, number), played(after, names, seed, number))


def _label(added: RulesetOptions) -> str:
    readings = [f"{ruling}={reading}" for ruling, reading in added.ruling.items()]
    return "with " + " + ".join([*(Path(house).stem for house in added.houses), *added.variants, *readings])


def _side(label: str, rules: Ruleset, games: list[Played]) -> Side:
    return Side(label, family(rules.family).brief(rules), games, recording(rules.family).LENGTH)
