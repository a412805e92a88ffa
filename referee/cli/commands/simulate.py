"""`referee simulate` and `referee compare`: random legal games as logs, and what a house rule does to them."""

from __future__ import annotations

import datetime
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext, suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import click

from referee.cli import options
from referee.cli.out_file import folder_named, output_to, write_whole
from referee.cli.terminal import RUNS, Misuse, at_a_terminal, beside, paper, say, warn
from referee.core.data import Data, Head
from referee.core.exact import in_json
from referee.core.places import RulesetOptions
from referee.core.ruleset import Ruleset
from referee.core.wording import in_list
from referee.corpus.pool import OtherProcesses, ahead, other_processes
from referee.engines import family, recording
from referee.play.simulate import Simulated, SimulatedGame, details, draw_of, simulate_game
from referee.play.simulate import play_game as play_deal
from referee.report.paper import as_yaml, counted_out, json_line
from referee.report.scores import COMPARISON, SUMMARY, ComparedSide, Comparison, Summary
from referee.rules.decks import files_of
from referee.rules.files import is_path

T = TypeVar("T")
Player = Callable[..., Callable[[int], T]]
"""Makes what plays a game by its number, from 0; chance depends on that number alone."""
FIRST = "2026-01-02"
"""The day of the first game in a folder, a Friday: the same command writes the same files on any day."""
BATCH = 8
"""The games played in one batch, and the batches under way for each core."""


class Deals(NamedTuple):
    """The number of games to play, by which chance, who plays them, and on how many cores."""

    number: int
    seed: int
    players: str | None
    jobs: int


def deals_option(usual: int, least: int) -> options.Decorator:
    """The options that say how many games are played and how; the command gets them as `deals`, of `Deals`.

    `usual` is the number of games by default, `least` the smallest.
    """
    seed = "The same seed gives the same games everywhere."
    added = (
        options.number("-n --games number", least, "How many games.", default=usual, show_default=True),
        options.value("--seed", "N", seed, type=int, default=0, show_default=True),
        options.players,
        options.jobs("Play", more=" The games are the same."),
    )
    return options.gather("deals", "number seed players jobs", Deals, *added)


def _many(player: Player[T], given: tuple[object, ...], deals: Deals) -> Iterator[T]:
    """Yield the results of the games of a run, in order, played on several cores if wanted.

    `player(*given)` makes the function that plays a game by its number; it is called once in each process. A terminal
    shows a bar.
    """
    number = deals.number
    cores = deals.jobs or os.cpu_count() or 1

    def on_cores(others: OtherProcesses) -> Iterator[T]:
        """Yield the results of games played in other processes, in batches; a few batches are always on their way."""
        workers = others.processes(cores)
        batches = (range(first, min(first + BATCH, number)) for first in range(0, number, BATCH))
        begun = (workers.submit(_play, player, given, batch) for batch in batches)
        try:
            for batch in ahead(begun, BATCH * cores):
                yield from batch.result()
        finally:
            with suppress(KeyboardInterrupt):
                workers.shutdown(cancel_futures=True)

    games: Iterator[T]
    others = None
    if deals.jobs != 1:
        others = other_processes()
    if others is None:
        games = map(player(*given), range(number))
    else:
        games = on_cores(others)
    bar: Any = nullcontext(games)
    RUNS[-1].number = number
    if number > 1 and sys.stderr.isatty():
        RUNS[-1].bar = True
        bar = click.progressbar(games, number, label="games", file=sys.stderr)
    with bar as shown:
        for game in shown:
            RUNS[-1].done += 1
            yield game


def _play(player: Player[T], given: tuple[object, ...], numbers: range) -> list[T]:
    return list(map(_player_of(player, given), numbers))


@lru_cache(1)
def _player_of(player: Player[T], given: tuple[object, ...]) -> Callable[[int], T]:
    """The function that plays the games of this process."""
    return player(*given)


@options.command(
    "referee simulate illuminate -n 100 --seed 7 --out corpus.jsonl",
    "referee simulate cassino --games 8 --seed 7 --out season/",
)
@options.game
@deals_option(100, least=0)
@options.value("--out", "FILE|FOLDER/", "Write a .jsonl file, or a file for each game.", "files", type=options.a_file)
@options.value(
    "--date",
    "DAY",
    f"The day of the first game; the others follow week by week.  [{FIRST} in a folder]",
    type=options.a_day,
)
@options.value("--detail", "deals|plays|results", "What the logs record; default: everything.")
@options.formats(SUMMARY)
@options.rules
def command(
    game: str, deals: Deals, out: str | None, date: str | None, detail: str | None, form: str, chosen: RulesetOptions
) -> None:
    """Play random legal games and write them as logs, one game per line; the summary goes to standard error.

    A terminal shows only the summary: --out keeps the games, in a folder as one dated log a week, a season for `referee club`.

    Each game has its own random numbers, so -n 10 writes the first ten games of -n 100. A game that does not end, such as one
    of more than 100 hands, is stopped, and the summary says so.
    """
    rules = options.ruleset(game, chosen)
    number = deals.number
    names = options.players_of(rules, deals.players)
    known = details(rules)
    if detail is None:
        detail = known[0]
    if detail not in known:
        raise Misuse(f"--detail: {detail!r} is not one of {', '.join(known)}")
    folder = folder_named(out)
    file = out
    log_path = out
    if folder:
        file = None
        log_path = f"{folder}/"
    head = {**options.log_head(game, rules, chosen, log_path), "players": list(names)}
    days = [""] * number
    if folder or date:
        days = _days(date or FIRST, number)
    files = []
    if folder:
        files = [str(folder / f"{day}-{rules.name}.yaml") for day in days]
    for path in files:
        if os.path.lexists(path):
            raise Misuse(f"{path} is there already and is not replaced; name a new folder or another --date")
    summary = Summary(rules.name, rules.title, deals.seed, out, recording(rules.family).LENGTH)
    unseen = out is None and at_a_terminal()
    with output_to(file, files_of(rules), "jsonl") as write:
        for day, one in zip(days, _many(_simulating, (game, chosen, names, detail, deals.seed), deals), strict=True):
            log = _log_of(one, head, day)
            if folder:
                write_whole(as_yaml(log), files[len(summary.lengths)])
            elif not unseen:
                write(json_line(in_json(log)))
            summary.add(one.length, one.score)
    warn(SUMMARY[form](summary, beside()), form)
    if unseen:
        warn("a terminal does not show the games; keep them with --out games.jsonl")
    trust = ""
    loaded = [name for name in (head["game"], *head.get("house", ())) if is_path(name)]
    if out and loaded:
        trust = " --trust folder"
        if any(name.startswith(("..", "/")) for name in loaded):
            trust = " --trust all"
        warn(f"they load {in_list(loaded)}, so judge them with `referee validate {out}{trust}`")
    if folder:
        warn(f"{counted_out(number, 'logs')} written to {out}; `referee club {out}{trust}` sums them up")


def _days(day: str, number: int) -> list[str]:
    """The days of weekly games, from this one on: '2026-01-02', '2026-01-09' … Raises Misuse beyond the year 9999."""
    first = datetime.date.fromisoformat(day)
    try:
        return [str(first + datetime.timedelta(weeks=week)) for week in range(number)]
    except OverflowError:
        raise Misuse(f"--date: {first} and {number:,} weeks are not within the years 1 to 9999") from None


def _log_of(game: Simulated, head: Head, day: str) -> Data:
    """The log of a simulated game, with its day if it has one; it claims the totals, and the winners if the game has
    ended."""
    log = dict(head)
    if day:
        log["date"] = day
    log["setup"] = game.setup
    log["events"] = game.items
    log["expect"] = {"totals": game.score["totals"]}
    if game.score["over"]:
        log["expect"]["winners"] = game.score["winners"]
    return log


def _simulating(
    game: str, chosen: RulesetOptions, names: tuple[str, ...], detail: str, seed: int
) -> Callable[[int], Simulated]:
    """A function that plays the game with a number, from 0, of a simulation; chance depends on the seed and that
    number."""
    rules = options.ruleset(game, chosen)

    def play(number: int) -> Simulated:
        return simulate_game(rules, names, detail, draw_of(seed, number))

    return play


@options.command("referee compare illuminate no-sixes -n 20 --seed 7")
@options.game
@options.argument("house", "[HOUSE]", "houses", required=False)
@deals_option(500, least=1)
@options.formats(COMPARISON)
@options.rules
def compare(game: str, house: str | None, deals: Deals, form: str, chosen: RulesetOptions) -> None:
    """Show what a house rule does to a game: random games over the same deals, played with it and without it.

    It compares scores, the length of a game, how often the leader at half time is caught, and what the family counts, such as
    bids made. --house, --variant and --ruling are added to HOUSE, or replace it. Two games cannot play the same deals: of these
    it says what differs, as `referee diff` does.
    """
    added = chosen
    if house and is_another_game(house):
        from referee.cli.commands.library import diff

        context = click.get_current_context()
        more: Data = {"houses": chosen.houses, "variants": chosen.variants, "ruling": chosen.ruling}
        context.invoke(diff, old=game, new=house, form=form, **more)
        return
    if house:
        added = chosen._replace(houses=(house,) + tuple(chosen.houses))
    before = options.ruleset(game)
    if not any(added):
        raise Misuse("name a house rule to compare with, or add --house, --variant or --ruling")
    after = options.ruleset(game, added)
    names = options.players_of(before, deals.players, after)
    options.require_players(after, len(names), "players")
    games = list(_many(_comparing, (game, added, names, deals.seed), deals))
    readings = [f"{ruling}={reading}" for ruling, reading in added.ruling.items()]
    names_added = [Path(house).stem for house in added.houses] + list(added.variants) + readings
    played_before, played_after = zip(*games, strict=True)
    old = _side_of_comparison(game, before, played_before)
    new = _side_of_comparison(f"with {' + '.join(names_added)}", after, played_after)
    compared = Comparison(old, new, seed=deals.seed, players=names)
    say(COMPARISON[form](compared, paper()), form)


def is_another_game(name: str) -> bool:
    """Whether something to compare a game with is a game of its own, not a house rule for it."""
    path = options.file_of(name)
    return path is not None and not options.game_or_house(path)[1]


def _side_of_comparison(name: str, rules: Ruleset, games: Sequence[SimulatedGame]) -> ComparedSide:
    """One side of a comparison: the rules, and the games played by them."""
    return ComparedSide(name, family(rules.family).brief(rules), list(games), recording(rules.family).LENGTH)


def _comparing(
    game: str, added: RulesetOptions, names: tuple[str, ...], seed: int
) -> Callable[[int], tuple[SimulatedGame, SimulatedGame]]:
    """A function that plays the deal with a number, from 0, twice: by the rules of a game, and with what is `added`
    to them."""
    before = options.ruleset(game)
    after = options.ruleset(game, added)

    def play(number: int) -> tuple[SimulatedGame, SimulatedGame]:
        return play_deal(before, names, seed, number), play_deal(after, names, seed, number)

    return play
