"""Runs fuzz targets: python fuzz/run.py TARGET… --minutes N; `all` for every one, which share the minutes.

Each target begins with its files in `fuzz/corpus/`, and what it finds on the way goes to a folder that is thrown away
(`--keep FOLDER` keeps it, for the next run). An input that breaks a target is written to `fuzz/found/`, smaller where that can
be done, and the exit code is 1. Such an input becomes a file of the corpus, named for what was wrong, once that is mended.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from target import CORPUS, HERE, TARGETS

FOUND = HERE / "found"
SLOWEST, LARGEST, LONGEST = 20, 2048, 8192
"""Seconds and megabytes that one input may take, and the most bytes of one."""


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("targets", nargs="+", choices=[*TARGETS, "all"], metavar="TARGET", help=", ".join(TARGETS))
    asked.add_argument("--minutes", type=float, default=10, help="for all targets together")
    asked.add_argument("--keep", type=Path, help="a folder for what the fuzzer finds out")
    options = asked.parse_args()
    targets = TARGETS if "all" in options.targets else tuple(options.targets)
    seconds = max(1, round(options.minutes * 60 / len(targets)))
    with tempfile.TemporaryDirectory() as thrown_away:
        kept = (options.keep or Path(thrown_away)).resolve()
        broken = [name for name in targets if not _holds(name, seconds, kept)]
    print(f"{len(targets)} targets, {len(broken)} broken{': ' if broken else ''}{', '.join(broken)}")
    return 1 if broken else 0


def _holds(name: str, seconds: int, kept: Path) -> bool:
    """Whether no input broke a target in this many seconds."""
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
    print(f"{name}: {int(runs[1]) if runs else 0:,} inputs in {seconds} s", flush=True)
    if done.returncode == 0:
        return True
    print(done.stdout[-3000:], done.stderr[-3000:], f"{name}: broken; see {found}", sep="\n", flush=True)
    return False


if __name__ == "__main__":
    sys.exit(main())
