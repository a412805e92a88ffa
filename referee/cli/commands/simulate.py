"""`referee simulate` and `referee compare`: random legal games as logs, and what a house rule does to them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from referee.cli import many_games
from referee.cli.exit_codes import ANSWERED, Misuse
from referee.cli.many_games import jobs_option
from referee.cli.out_file import output_to, write_plot
from referee.cli.ruleset_options import log_head, players_of, players_option, require_players, ruleset
from referee.cli.shared_options import (
    a_file,
    example,
    format_option,
    game_argument,
    names_option,
    offered,
    plot_option,
    rules_options,
)
from referee.cli.terminal import at_a_terminal, beside, paper, say, warn
from referee.core.ruleset import Ruleset
from referee.core.wording import listed
from referee.corpus.ruleset_cache import RulesetOptions
from referee.engines import family, recording
from referee.play.simulate import Played, Simulated, details, draw_of, simulated
from referee.play.simulate import played as play_deal
from referee.report.simulated import COMPARISON as COMPARISONS
from referee.report.simulated import SUMMARY as FORMATS
from referee.report.simulated import Comparison, Side, Summary
from referee.rules.files_read import files_of
from referee.rules.find import is_path


@click.command(epilog=example("referee simulate illuminate -n 1000 --seed 7 --out corpus.jsonl"))
@game_argument
@click.option("-n", "number", type=click.IntRange(min=0), default=100, show_default=True, help="How many games.")
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed gives the same games everywhere.")
@names_option("--out", "FILE", "files", "Write the logs to a .jsonl file; default: standard output.", callback=a_file)
@players_option
@jobs_option
@click.option("--detail", metavar="deals|plays|results", help="What the logs record; default: everything.")
@format_option(FORMATS)
@rules_options
def command(
    game: str,
    number: int,
    seed: int,
    out: str | None,
    players: str | None,
    jobs: int,
    detail: str | None,
    form: str,
    chosen: RulesetOptions,
) -> int:
    """Play random legal games and write them as logs, one game per line; the summary goes to standard error.

    A terminal shows only the summary: --out keeps the games.

    Each game has its own random numbers, so -n 10 writes the first ten games of -n 1000. A game that does not end, such as one
    of more than 100 hands, is stopped, and the summary says so.
    """
    rules = ruleset(game, chosen)
    names = players_of(rules, players)
    known = details(rules)
    detail = known[0] if detail is None else detail
    if detail not in known:
        raise Misuse(f"--detail: {detail!r} is not one of {', '.join(known)}")
    head = log_head(game, rules, chosen, out)
    summary = Summary(rules.name, rules.title, seed, names, out, recording(rules.family).LENGTH)
    unseen = out is None and at_a_terminal()
    with output_to(out, files_of(rules), "jsonl") as write:
        for game_played in many_games.played(_simulating, (game, chosen, names, detail, seed), number, jobs):
            summary.add(game_played.length, game_played.score)
            if not unseen:
                write(json.dumps(_log(head, names, game_played), separators=(",", ":"), ensure_ascii=False))
    warn(FORMATS[form](summary, beside()), form)
    if unseen:
        warn("a terminal does not show the games; keep them with --out games.jsonl")
    if out and (loaded := [name for name in (head["game"], *head.get("house", ())) if is_path(name)]):
        trust = "all" if any(name.startswith(("..", "/")) for name in loaded) else "folder"
        warn(f"they load {listed(loaded)}, so judge them with `referee validate {out} --trust {trust}`")
    return ANSWERED


def _simulating(
    game: str, chosen: RulesetOptions, names: tuple[str, ...], detail: str, seed: int
) -> Callable[[int], Simulated]:
    """Plays a game by its number."""
    rules = ruleset(game, chosen)
    return lambda number: simulated(rules, names, detail, draw_of(seed, number))


def _log(head: dict[str, Any], names: tuple[str, ...], played: Simulated) -> dict[str, Any]:
    expect = {"totals": played.score["totals"]}
    if played.score["over"]:
        expect["winners"] = played.score["winners"]
    return {**head, "players": names, "setup": played.setup, "events": played.items, "expect": expect}


@click.command(epilog=example("referee compare illuminate no-sixes -n 20 --seed 7"))
@game_argument
@click.argument("house", metavar="[HOUSE]", required=False, shell_complete=offered("houses"))
@click.option("-n", "number", type=click.IntRange(min=1), default=500, show_default=True, help="How many games.")
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed gives the same games everywhere.")
@players_option
@jobs_option
@plot_option("Draw both distributions of the scores.")
@format_option(COMPARISONS)
@rules_options
def compare(
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
    say(COMPARISONS[form](compared, paper()), form)
    if plot:
        from referee.report import plot as plots

        write_plot(plot, plots.compared(compared), [*files_of(before), *files_of(after)])
    return ANSWERED


def _comparing(
    game: str, added: RulesetOptions, names: tuple[str, ...], seed: int
) -> Callable[[int], tuple[Played, Played]]:
    """Plays a deal by its number, under both rulesets."""
    before, after = ruleset(game, RulesetOptions()), ruleset(game, added)
    return lambda number: (play_deal(before, names, seed, number), play_deal(after, names, seed, number))


def _label(added: RulesetOptions) -> str:
    readings = [f"{ruling}={reading}" for ruling, reading in added.ruling.items()]
    return "with " + " + ".join([*(Path(house).stem for house in added.houses), *added.variants, *readings])


def _side(label: str, rules: Ruleset, games: list[Played]) -> Side:
    return Side(label, family(rules.family).brief(rules), games, recording(rules.family).LENGTH)
