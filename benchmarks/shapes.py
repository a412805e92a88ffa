"""The same random hands written in several shapes: many hands per log or one, whole tricks or one card per item, claims or
none."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import paths
import peers
from corpora import PLAYERS, SETUPS, Items, short
from files import RULES

from referee.play.simulate import draw_of, simulate_game
from referee.rules import rulesets

HANDS = 10
FEW = 200
"""With this many logs, loading NumPy should pay off."""
TARGET = {"target": 10**6}
GAMES: dict[str, dict[str, Any]] = {
    "hearts": {"game": "hearts", "variants": ["no-passing"]},
    "spades": {"game": "spades", **RULES["spades"]},
    "illuminate": {"game": "illuminate"},
}
"""What a log of each game says beside its players, set-up and events."""


class Shape(NamedTuple):
    """How hands are written: so many in a log, and how the items of one hand become others."""

    name: str
    hands: int
    written: Callable[[Items], Iterable[dict[str, Any]]]


SHAPES = (
    Shape("ten hands per log, `trick`", HANDS, short),
    Shape("one hand per log, `trick`", 1, short),
    Shape("ten hands per log, one card per item", HANDS, lambda items: items),
    Shape("one hand per log, one card per item", 1, lambda items: items),
)


class Rates(NamedTuple):
    """Decisions a second over one file, by referee and by OpenSpiel (over its Hearts where it has not the game)."""

    what: str
    ours: float
    theirs: float


def measure(hands: int) -> Iterator[Rates]:
    """Every shape of every game, each beside OpenSpiel on a file of the same shape."""
    peer: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder:
        for name in GAMES:
            for shape in (*SHAPES, None):
                if name == "illuminate" and shape is not None and shape.hands == 1:
                    continue  # its first hand is of one card
                path = Path(folder) / "shape.jsonl"
                logs = simulated_logs(name, hands // HANDS) if shape is None else shaped(name, hands, shape)
                path.write_text("".join(map(_line, logs)), encoding="utf-8")
                what = "as `referee simulate` writes" if shape is None else shape.name
                runs: dict[str, Callable[[], object]] = {"ours": partial(paths.judge, path)}
                if name in peers.NUMBERS:
                    runs["theirs"] = partial(peers.openspiel, path, name, look=False)
                count, taken = decisions(path), paths.best(runs)
                if "theirs" in taken:
                    peer[what] = count / taken["theirs"] if name == "hearts" else peer[what]
                yield Rates(
                    f"{name}: {what}",
                    count / taken["ours"],
                    count / taken["theirs"] if "theirs" in taken else peer[what],
                )


def shaped(name: str, hands: int, shape: Shape) -> Iterator[dict[str, Any]]:
    """Logs that together hold so many random hands, the same whatever the shape: each log begins with the first hand."""
    setup = {**(SETUPS.get(name) or {"dealer": "Dov"}), **({} if name == "illuminate" else TARGET)}
    game = rulesets.table(_rules(name), len(PLAYERS))
    for number in range(hands // shape.hands):
        state, items, rng = game.start(PLAYERS, setup, None), [], random.Random(f"{name} {number}")
        while (item := game.draw_next(state, rng.randrange)) is not None:
            if "deal" in item and game.counts(state)["hands"] == shape.hands:
                break
            game.take(state, game.read(state, item))
            items.append(dict(item))
        totals = game.score(state)[0]["totals"]
        events = list(shape.written(items))
        yield {**GAMES[name], "players": PLAYERS, "setup": setup, "events": events, "expect": {"totals": totals}}


def simulated_logs(name: str, logs: int) -> Iterator[dict[str, Any]]:
    """Logs as `referee simulate` writes them, left after ten hands: each player's passing by itself, claims after each hand."""
    head, rules = dict(GAMES[name]), _rules(name)
    if name == "hearts":
        del head["variants"]
        rules = rulesets.load_ruleset(name)
    for number in range(logs):
        drawn = simulate_game(rules, PLAYERS, "deals", draw_of(1, number))
        deals = [place for place, item in enumerate(drawn.items) if "deal" in item]
        some = drawn.items[: deals[HANDS]] if len(deals) > HANDS else drawn.items
        yield {**head, "players": PLAYERS, "setup": drawn.setup, "events": some}


def decisions(path: Path) -> int:
    """Return how many bids, passes of a card and plays there are in a file."""
    found = 0
    with path.open(encoding="utf-8") as file:
        for line in file:
            for item in json.loads(line)["events"]:
                found += sum(
                    len(_flat(item[verb])) for verb in ("trick", "bids", "pass", "play", "bid") if verb in item
                )
    return found


def few_logs() -> Iterator[tuple[str, float, float]]:
    """Yield what a whole process takes to judge a few logs, NumPy loaded if that is thought worth it, and where there
    is none."""
    with tempfile.TemporaryDirectory() as folder:
        for shape in SHAPES:
            path = Path(folder) / "few.jsonl"
            path.write_text("".join(map(_line, shaped("hearts", FEW * shape.hands, shape))), encoding="utf-8")
            taken = [min(_process(path, *more) for _ in range(5)) for more in ((), ("without",))]
            yield f"hearts: {FEW} logs, {shape.name}", taken[0], taken[1]


def _process(path: Path, *more: str) -> float:
    here = str(Path(__file__).parent)
    run = subprocess.run(
        (sys.executable, "-c", CHILD, str(path), *more),
        env={**os.environ, "PYTHONPATH": os.pathsep.join((here, os.environ.get("PYTHONPATH", "")))},
        capture_output=True,
        text=True,
        check=True,
    )
    return float(run.stdout)


CHILD = """
import sys
from pathlib import Path
from time import process_time
if sys.argv[2:]:
    sys.modules["numpy"] = None
from paths import judge
before = process_time()
judge(Path(sys.argv[1]))
print(process_time() - before)
"""


def _flat(value: Any) -> list[Any]:
    values = value.values() if isinstance(value, dict) else value if isinstance(value, list) else [value]
    return [one for some in values for one in (some if isinstance(some, list) else [some])]


def _line(log: dict[str, Any]) -> str:
    return json.dumps(log, separators=(",", ":"), ensure_ascii=False) + "\n"


def _rules(name: str) -> Any:
    head = GAMES[name]
    return rulesets.load_ruleset(
        name, houses=[head["house"]] if "house" in head else [], variants=head.get("variants", [])
    )
