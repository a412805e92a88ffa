"""`--profile` says where the time went; stages inside each other are each counted once."""

from __future__ import annotations

import re
from itertools import count
from pathlib import Path

from command_runner import run

from referee.corpus.parts import Stages

FRIDAY = str(Path(__file__).resolve().parents[2] / "examples" / "illuminate" / "friday.yaml")


def test_a_stage_inside_another_counts_only_for_itself() -> None:
    ticks = count()
    stages = Stages(lambda: float(next(ticks)))  # every look at the clock takes a second

    def items() -> object:
        yield from stages.through("fold", ["judged"])

    assert list(stages.through("parse", items())) == ["judged"]
    stages.to("report")
    assert stages.seconds == {"parse": 4.0, "schema": 0.0, "fold": 2.0, "report": 3.0}
    assert sum(stages.seconds.values()) == next(ticks) - 1


def test_profile_tells_the_shares_of_a_run() -> None:
    done = run("validate", "--profile", FRIDAY)
    assert done.code == 0
    assert done.out == run("validate", FRIDAY).out
    line = r"1 log, \d+ events in [\d.]+ s: [\d,]+ events/s; parse \d+%, schema \d+%, fold \d+%, report \d+%\n"
    assert re.fullmatch(line, done.err)


def test_profile_looks_at_one_core() -> None:
    done = run("validate", "--profile", "--jobs", "2", FRIDAY)
    assert done.code == 2
    assert "--profile cannot be combined with --jobs or --cluster" in done.err
