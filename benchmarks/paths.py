"""The whole path, from bytes on disk to verdicts and final scores, beside other programs; what cores and size do to it."""

from __future__ import annotations

import gc
import json
import random
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from time import perf_counter, process_time
from typing import NamedTuple

import files
import peers
from processes import IMPORTS, LOG, REFEREE, RESOLVE, _medians, _run, installed

from referee import Table
from referee.core.places import RulesetOptions
from referee.corpus.parts import STAGES, JudgeOptions, Stages
from referee.corpus.pool import judge_paths
from referee.rules import rulesets, shipped

ROUNDS = 5
PEER_GAMES = 200
FOUR = ("Ann", "Ben", "Cyd", "Dov")
OPTIONS = JudgeOptions(RulesetOptions(trust="all"))


class Speed(NamedTuple):
    """How much of something was done in a second of one core: decisions, or events."""

    name: str
    rate: float


def judge(path: Path) -> int:
    """Judges a corpus in this process: how many events that was. All of it is legal, the final scores too."""
    events = 0
    for verdict in judge_paths([str(path)], OPTIONS):
        if verdict.status != "legal":  # type: ignore[union-attr]
            raise SystemExit(f"{path}: a game drawn by referee is not legal: {verdict}")
        events += verdict.events  # type: ignore[union-attr]
    return events


def whole_path(games: int) -> Iterator[tuple[str, dict[str, float]]]:
    """For each game that OpenSpiel has too, and for Illuminate: decisions a second by what did them."""
    with tempfile.TemporaryDirectory() as folder:
        for name in ("hearts", "spades", "illuminate"):
            path = Path(folder) / f"{name}.jsonl"
            files.write(name, games, path)
            runs: dict[str, Callable[[], object]] = {
                "referee": partial(judge, path),
                "json": partial(peers.parse, path, json.loads),
                "parse": partial(peers.parse, path, peers.fast_loads()),
            }
            if name in peers.NUMBERS:
                runs["apply"] = partial(peers.openspiel, path, name, look=False)
                runs["look"] = partial(peers.openspiel, path, name, look=True)
            count = files.decisions(path)
            yield name, {what: count / seconds for what, seconds in best(runs).items()}


def other_programs() -> Iterator[Speed]:
    """Decisions a second in programs with games and formats of their own."""
    for title, make in (
        ("PokerKit, hold'em in its own format", peers.pokerkit),
        ("python-chess, PGN", peers.chess),
        ("RLCard, Gin Rummy stepped through", peers.rlcard),
    ):
        try:
            run, count = make(PEER_GAMES)
        except ImportError:
            continue
        yield Speed(title, count / best({"run": run})["run"])


def at_live_tables(games: int) -> Iterator[Speed]:
    """Yield decisions a second of players at random: at a `Table` of Illuminate, and in RLCard if that is installed."""

    def play() -> int:
        decisions, chance = 0, random.Random(1)
        roles = dict(zip(FOUR, ("doctor", "neighbor", "preacher", "teacher"), strict=True))
        for _ in range(games):
            table = Table("illuminate", FOUR, setup={"dealer": FOUR[-1], "roles": roles})
            while not table.over:
                if table.player is None:
                    table.draw(chance.randrange)
                else:
                    table.play(chance.choice(table.legal()))
                    decisions += 1
        return decisions

    runs, counts = {"Illuminate, players at random": play}, {"Illuminate, players at random": play()}
    with suppress(ImportError):
        title = "RLCard, Gin Rummy stepped through"
        runs[title], counts[title] = peers.rlcard(PEER_GAMES)
    for name, seconds in best(runs).items():
        yield Speed(name, counts[name] / seconds)


def every_game(games: int) -> Iterator[tuple[str, float, dict[str, float]]]:
    """Every shipped ruleset: events a second, and the share of each stage."""
    with tempfile.TemporaryDirectory() as folder:
        for rules in shipped.rulesets():
            if not rulesets.load_ruleset(rules.stem).get("players", default=[]):
                continue  # a base that other rulesets extend
            path = Path(folder) / f"{rules.stem}.jsonl"
            files.write(rules.stem, games, path)
            judge(path)
            stages, events = Stages(process_time), 0
            for verdict in judge_paths([str(path)], OPTIONS, stages=stages):
                events += verdict.events  # type: ignore[union-attr]
            stages.to("report")
            total = sum(stages.seconds.values())
            yield rules.stem, events / total, {stage: stages.seconds[stage] / total for stage in STAGES}


def cores(games: int) -> float:
    """Return how many times as fast two cores are as one, by the wall clock, whole processes."""
    with tempfile.TemporaryDirectory() as folder, installed():
        path = Path(folder) / "hearts.jsonl"
        files.write("hearts", games, path)
        one, two = (
            min(_wall((REFEREE, "validate", str(path), "--jobs", jobs)) for _ in range(3)) for jobs in ("1", "2")
        )
        return one / two


def cold_starts() -> dict[str, float]:
    """Each command as a whole process, against an interpreter that imports click and yaml."""
    commands = {
        "referee --version": (REFEREE, "--version"),
        "referee resolve trick …": RESOLVE,
        "referee validate one.yaml": (REFEREE, "validate", str(LOG)),
    }
    with installed():
        taken = _medians(partial(_run, IMPORTS), *(partial(_run, command) for command in commands.values()))
    return {name: seconds / taken[0] for name, seconds in zip(commands, taken[1:], strict=True)}


def by_hands(hands: tuple[int, ...] = (1, 10, 100, 1000), all_hands: int = 20_000) -> dict[int, float]:
    """Seconds for a log of this many hands, as one of many: what a corpus of them takes beyond one with half of them."""
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        for number in hands:
            path = Path(folder) / f"{number}.jsonl"
            files.long_log(number, path)
            line, logs = path.read_bytes(), all_hands // number
            few = Path(folder) / "few.jsonl"
            few.write_bytes(line * (logs // 2))
            path.write_bytes(line * logs)
            judge(path)
            taken = best({"few": partial(judge, few), "many": partial(judge, path)})
            found[number] = (taken["many"] - taken["few"]) / (logs - logs // 2)
    return found


def by_games(largest: int) -> dict[int, float]:
    """Seconds a game for corpora of 10, 100, … games up to the largest, less what a log without events takes.

    There are a hundred different games, over and over.
    """
    found, numbers = {}, [10]
    while numbers[-1] * 10 < largest:
        numbers.append(numbers[-1] * 10)
    with tempfile.TemporaryDirectory() as folder:
        start = _start(Path(folder))
        drawn = Path(folder) / "drawn.jsonl"
        files.write("hearts", 100, drawn)
        text = drawn.read_bytes()
        for number in (*numbers, largest):
            path = Path(folder) / "games.jsonl"
            lines = text.splitlines(keepends=True)
            path.write_bytes(text * (number // 100) if number >= 100 else b"".join(lines[:number]))
            times = max(1, 200 // number)

            def run(path: Path = path, times: int = times) -> None:
                for _ in range(times):
                    judge(path)

            found[number] = (best({"run": run}, rounds=3)["run"] / times - start) / number
    return found


def _start(folder: Path) -> float:
    """Seconds for a log without events: finding the ruleset, opening the file, the head."""
    path = folder / "head.jsonl"
    path.write_text('{"game":"hearts","players":["Ann","Ben","Cyd","Dov"],"setup":{"dealer":"Dov"},"events":[]}\n')

    def run() -> None:
        for _ in range(100):
            judge(path)

    return best({"run": run})["run"] / 100


def best(runs: dict[str, Callable[[], object]], rounds: int = ROUNDS) -> dict[str, float]:
    """The least seconds of processor time of each, one after another in every round."""
    gc.collect()
    found = dict.fromkeys(runs, float("inf"))
    for _ in range(rounds):
        for name, run in runs.items():
            start = process_time()
            run()
            found[name] = min(found[name], process_time() - start)
    return found


def _wall(command: tuple[str, ...]) -> float:
    start = perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    return perf_counter() - start
