"""Runs fuzz targets: python fuzz/run.py TARGET… --minutes N; `all` for every one, which share the minutes.

Each target begins with its files in `fuzz/corpus/`, and what it finds on the way goes to a folder that is thrown away
(`--keep FOLDER` keeps it for the next run). An input that breaks a target is written to `fuzz/found/`, made smaller if
possible, and the exit code is 1. Once the defect is mended, the input becomes a file of the corpus, named for what was wrong.
`--record` adds the run to `campaigns/measured.json`, from which docs/explanation/testing.md says how much has been fuzzed.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from target import CORPUS, HERE, TARGETS

sys.path.append(str(HERE.parent / "campaigns"))
from measured import note_fuzzing

FOUND = HERE / "found"
SLOWEST, LARGEST, LONGEST = 20, 2048, 8192
"""Seconds and megabytes that one input may take, and the most bytes of one."""


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("targets", nargs="+", choices=[*TARGETS, "all"], metavar="TARGET", help=", ".join(TARGETS))
    asked.add_argument("--minutes", type=float, default=10, help="for all targets together")
    asked.add_argument("--keep", type=Path, help="a folder for what the fuzzer finds out")
    asked.add_argument("--record", action="store_true", help="add the run to campaigns/measured.json")
    options = asked.parse_args()
    targets = TARGETS if "all" in options.targets else tuple(options.targets)
    seconds = max(1, round(options.minutes * 60 / len(targets)))
    with tempfile.TemporaryDirectory() as thrown_away:
        kept = (options.keep or Path(thrown_away)).resolve()
        tried = {name: _tried(name, seconds, kept) for name in targets}
    broken = [name for name, (_, holds) in tried.items() if not holds]
    if options.record:
        note_fuzzing(seconds, {name: inputs for name, (inputs, _) in tried.items()}, broken)
    print(
        f"{len(targets)} target{'s' * (len(targets) != 1)}, {len(broken)} broken{': ' if broken else ''}{', '.join(broken)}"
    )
    return 1 if broken else 0


def _tried(name: str, seconds: int, kept: Path) -> tuple[int, bool]:
    """Return how many inputs a target tried in this many seconds, and whether none broke it."""
    known = kept / name
    found = FOUND / name
    known.mkdir(parents=True, exist_ok=True)
    found.mkdir(parents=True, exist_ok=True)
    done = subprocess.run(
        [
            sys.executable, str(HERE / f"fuzz_{name}.py"), f"-max_total_time={seconds}", f"-timeout={SLOWEST}",
            f"-rss_limit_mb={LARGEST}", f"-max_len={LONGEST}", f"-artifact_prefix={found}/", "-print_final_stats=1",
            str(known), str(CORPUS / name),
        ],
        capture_output=True, text=True, errors="replace", check=False,
    )  # fmt: skip
    runs = re.search(r"number_of_executed_units: (\d+)", done.stderr)
    inputs = int(runs[1]) if runs else 0
    print(f"{name}: {inputs:,} inputs in {seconds} s", flush=True)
    if done.returncode == 0:
        return inputs, True
    print(done.stdout[-3000:], done.stderr[-3000:], f"{name}: broken; see {found}", sep="\n", flush=True)
    return inputs, False


if __name__ == "__main__":
    sys.exit(main())
