"""What it costs more to ask which rulings decide a log, and to judge a log that leaves out who holds what."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from paths import best

from referee.cli.options import players_of
from referee.core.places import RulesetOptions
from referee.core.verdict import Verdict
from referee.corpus.parts import ASKED, JudgeOptions
from referee.corpus.pool import judge_paths
from referee.play.simulate import details, draw_of, simulate_game
from referee.rules import rulesets

FEW, MANY = 5, 20
"""Logs between which the cost of one more is measured, without start-up and the rules."""
ASKING = ("illuminate", "whist", "illimat", "luminars", "illuminati", "big-two", "crazy-eights")
"""A game of each family, and Whist."""
UNSEEN = {"whist": 2, "spades": 2, "oh-hell": 2, "illuminate": 2, "grace": 2, "mercy": 2, "bridge": 2.5}
"""Games judged without deals too, and how many times as long that may take."""


class Ratio(NamedTuple):
    """Seconds of the processor for one more log, in the usual way and in the other, and for all of 20 logs."""

    game: str
    usual: float
    other: float
    all_usual: float
    all_other: float


def asking() -> Iterator[Ratio]:
    """What a log costs with `--quiet`, and when it is asked which rulings decide it."""
    for game in ASKING:
        with tempfile.TemporaryDirectory() as folder:
            files = _write(game, Path(folder), with_deals=True)
            yield _ratio(game, (files, 0), (files, ASKED))


def unseen() -> Iterator[Ratio]:
    """What a log costs with its deals, and without them."""
    for game in UNSEEN:
        with tempfile.TemporaryDirectory() as seen, tempfile.TemporaryDirectory() as hidden:
            usual = _write(game, Path(seen), with_deals=True)
            other = _write(game, Path(hidden), with_deals=False)
            yield _ratio(game, (usual, 0), (other, 0))


def _write(game: str, folder: Path, *, with_deals: bool) -> list[str]:
    """Write games drawn at random, a log in a file; return their paths."""
    rules = rulesets.load_ruleset(game)
    players = players_of(rules, None)
    for number in range(MANY):
        drawn = simulate_game(rules, players, details(rules)[0], draw_of(1, number))
        events = [item for item in drawn.items if with_deals or "deal" not in item]
        log: dict[str, Any] = {"game": game, "players": players, "setup": drawn.setup, "events": events}
        (folder / f"{number:02}.json").write_text(json.dumps(log, ensure_ascii=False), encoding="utf-8")
    return sorted(map(str, folder.iterdir()))


def _ratio(game: str, usual: tuple[list[str], int], other: tuple[list[str], int]) -> Ratio:
    taken = best(
        {
            f"{name} {number}": partial(_judge, files[:number], asked)
            for name, (files, asked) in (("usual", usual), ("other", other))
            for number in (FEW, MANY)
        }
    )
    more = {name: (taken[f"{name} {MANY}"] - taken[f"{name} {FEW}"]) / (MANY - FEW) for name in ("usual", "other")}
    return Ratio(game, more["usual"], more["other"], taken[f"usual {MANY}"], taken[f"other {MANY}"])


def _judge(files: list[str], asked: int) -> None:
    for verdict in judge_paths(files, JudgeOptions(RulesetOptions(trust="all"), asked=asked)):
        if not isinstance(verdict, Verdict) or verdict.status != "legal":
            raise SystemExit(f"a game drawn by referee is not legal: {verdict}")
        _ = verdict.findings
