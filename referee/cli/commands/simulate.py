"""`referee simulate`: random legal games as logs, and a summary of their scores."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import click

from referee.cli.exit_codes import ANSWERED, Misuse
from referee.cli.many_games import jobs_option, played
from referee.cli.out_file import output_to
from referee.cli.ruleset_options import log_head, players_of, players_option, ruleset
from referee.cli.shared_options import (
    a_file,
    example,
    format_option,
    game_argument,
    names_option,
    rules_options,
)
from referee.cli.terminal import at_a_terminal, beside, warn
from referee.core.wording import listed
from referee.corpus.ruleset_cache import RulesetOptions
from referee.engines import recording
from referee.play.simulate import Simulated, details, draw_of, simulated
from referee.report.summary import FORMATS, Summary
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
        for game_played in played(_simulating, (game, chosen, names, detail, seed), number, jobs):
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
