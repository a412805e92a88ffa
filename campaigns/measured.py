"""Results of long runs, kept in `campaigns/measured.json` for docs/explanation/testing.md: mutation scores and fuzzing.

`python campaigns/mutation.py --record` and `python fuzz/run.py --record` write them; `python tests/claims.py --write` puts them
into the page.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

FILE = Path(__file__).parent / "measured.json"


def measured() -> dict[str, Any]:
    """What has been measured: `mutation` by package, the last run of each, and `fuzz`, a list of runs."""
    return {"mutation": {}, "fuzz": []} | (json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {})


def note_mutation(package: str, *, seed: int, mutants: int, drawn: int, listed: int, killed: int) -> None:
    """Keeps the result of a package in place of its last one."""
    found = measured()
    found["mutation"][package] = {
        "date": _today(),
        "seed": seed,
        "mutants": mutants,
        "drawn": drawn,
        "listed": listed,
        "killed": killed,
    }
    found["mutation"] = dict(sorted(found["mutation"].items()))
    _write(found)


def note_fuzzing(seconds: int, inputs: Mapping[str, int], broken: list[str]) -> None:
    """Adds a run of the fuzzer: seconds per target, how many inputs each target tried, and the targets that broke."""
    found = measured()
    found["fuzz"].append({"date": _today(), "seconds": seconds, "inputs": dict(inputs), "broken": broken})
    _write(found)


def _today() -> str:
    return datetime.now(UTC).date().isoformat()


def _write(found: dict[str, Any]) -> None:
    FILE.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")


def mutation_table() -> str:
    """The mutation scores as Markdown; equivalent mutants that are listed do not count."""
    if not measured()["mutation"]:
        return "None yet.\n"
    rows = ["| package | mutants | drawn | killed | score | on |\n| --- | ---: | ---: | ---: | ---: | --- |\n"]
    for package, of in measured()["mutation"].items():
        counted = of["drawn"] - of["listed"]
        share = f"{of['killed'] / counted:.1%}" if counted else "–"
        rows.append(
            f"| `{package}` | {of['mutants']:,} | {of['drawn']:,} | {of['killed']:,} of {counted:,} | {share} "
            f"| {of['date']}, seed {of['seed']} |\n"
        )
    return "".join(rows)


def fuzz_table() -> str:
    """The fuzzing on record as Markdown: by target, how long and how many inputs in all runs."""
    runs = measured()["fuzz"]
    if not runs:
        return "None yet.\n"
    rows = ["| target | minutes | inputs | runs that found something |\n| --- | ---: | ---: | ---: |\n"]
    for target in sorted({target for run in runs for target in run["inputs"]}):
        its = [run for run in runs if target in run["inputs"]]
        minutes = round(sum(run["seconds"] for run in its) / 60)
        inputs = sum(run["inputs"][target] for run in its)
        rows.append(f"| `{target}` | {minutes} | {inputs:,} | {sum(target in run['broken'] for run in its)} |\n")
    hours = sum(run["seconds"] * len(run["inputs"]) for run in runs) / 3600
    total = sum(sum(run["inputs"].values()) for run in runs)
    days = sorted({run["date"] for run in runs})
    when = f", {days[0]} to {days[-1]}" if len(days) > 1 else f", {days[0]}" if days else ""
    rows.append(f"\n{hours:.1f} hours on one core and {total:,} inputs in all{when}.\n")
    return "".join(rows)
