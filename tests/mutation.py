"""How much of the engines and of their core the tests hold: mutants of mutmut, drawn at random, and those that no test notices.

    python tests/mutation.py                       # a sample of every package
    python tests/mutation.py trick --sample 0      # every mutant of one package: hours

Needs the extra `mutation`. mutmut works in a folder of its own (`mutation/PACKAGE`, `--folder`), with the configuration that is
written there, and is asked by its command line alone. What it made is used again while the code stays as it is.

A mutant that changes nothing that anybody could notice is listed in `survivors.yaml` with its reason, by the lines that it
changes; it counts neither as killed nor as survived. So do those of `strict=` that `unnoticed` tells. A mutant that ends by
its time limit counts as killed.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import random
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import yaml

ROOT = Path(__file__).resolve().parent.parent
LINKED = ("referee", "tests", "rulesets", "schemas", "examples", "docs", "README.md", "CONTRIBUTING.md", "CHANGELOG.md")
KILLED = ("killed", "timeout", "segfault")


class Package(NamedTuple):
    """What is mutated, the tests that should notice, and the properties that may."""

    files: tuple[str, ...]
    tests: tuple[str, ...]
    properties: tuple[str, ...] = ()
    cases: tuple[str, ...] = ()
    """The families whose cases are among the tests."""
    spared: tuple[str, ...] = ()
    """Files among them that are mutated elsewhere."""


FAST = tuple(f"referee/engines/trick/{name}" for name in ("columns/*", "rules/plain_tricks.py"))
SHARED = (
    "test_bad_input.py",
    "test_cards_told.py",
    "test_check_faults.py",
    "test_cited_rules.py",
    "test_cli_coverage.py",
    "test_cli_points.py",
    "test_cli_resolve.py",
    "test_cli_simulate.py",
    "test_coverage.py",
    "test_docs.py::test_what_the_readme_shows_is_what_the_commands_print",
    "test_hostile_rules.py",
    "test_live_table.py",
    "test_logs.py::test_report",
    "test_logs.py::test_what_is_told_of_a_log_is_described",
    "test_pointers.py",
    "test_schemas.py",
    "test_shipped_houses.py",
)
"""Tests of every family: golden reports, answers without a game, games drawn at random, what logs set off, faults in rules."""
CORE = (
    "test_bad_input.py",
    "test_bugs.py",
    "test_check_faults.py",
    "test_cited_rules.py",
    "test_cli_library.py",
    "test_cli_resolve.py",
    "test_coverage.py",
    "test_logs.py::test_report",
    "test_schemas.py",
)
"""Those of them that core does most for, and what the library of rules is asked."""
READ_THE_CODE = ("the_code_knows", "engine_cites")
"""What the names of tests say that read the code: they would find the mutants."""
GAMES = "properties/"
"""Where games, and logs that are spoiled, are drawn at random."""
FAMILIES = ("trick", "meld", "fishing", "conspiracy")
PACKAGES = {
    "core": Package(
        ("referee/core/*", "referee/engines/__init__.py"),
        (
            "test_formula.py",
            "test_decks.py",
            "test_fields.py",
            "test_kinds.py",
            "test_merging.py",
            "test_verdict.py",
            "test_words_for_people.py",
            "test_cards_told.py",
            "test_citing.py",
            "test_hostile_text.py",
            f"{GAMES}test_junk.py",
            *CORE,
        ),
        ("test_play.py",),
        ("trick", "meld"),
    ),
    "trick": Package(
        ("referee/engines/trick/*",),
        ("test_brief.py", "test_trick_told.py", f"{GAMES}test_shapes.py", *SHARED),
        ("test_play.py", "test_scores.py", "test_unseen.py", "test_winners.py"),
        ("trick",),
        FAST,
    ),
    "fast": Package(FAST, ("properties/test_fast_path.py", "properties/test_columns.py")),
    "meld": Package(
        ("referee/engines/meld/*",),
        (
            "test_meld_rules.py",
            f"{GAMES}test_meld_games.py::test_cards_are_conserved",
            f"{GAMES}test_meld_shapes.py",
            *SHARED,
        ),
        ("test_meld_arrangements.py", "test_meld_games.py"),
        ("meld",),
    ),
    "fishing": Package(
        ("referee/engines/fishing/*",),
        (
            "test_fishing_rules.py",
            "test_fishing_counts.py",
            "test_cli_resolve_play.py",
            f"{GAMES}test_fishing_games.py::test_simulated_logs_are_legal_at_every_detail",
            f"{GAMES}test_fishing_shapes.py",
            *SHARED,
        ),
        ("test_fishing_games.py", "test_fishing_rules_cited.py"),
        ("fishing",),
    ),
    "conspiracy": Package(
        ("referee/engines/conspiracy/*",),
        (
            "test_conspiracy_places.py",
            f"{GAMES}test_conspiracies.py::test_simulated_games_are_legal_and_lose_nothing[3]",
            f"{GAMES}test_conspiracy_shapes.py",
            *SHARED,
        ),
        (
            "test_conspiracies.py",
            "test_conspiracy_overlaps.py",
            "test_conspiracy_rounds.py",
        ),
        ("conspiracy",),
    ),
}

FRESH = '''"""Nothing that was worked out before a mutant was set is used again; a function with mutants costs frames."""

import json
import sys
from pathlib import Path

sys.setrecursionlimit(10_000)


def pytest_collection_modifyitems(items):
    known = Path("mutmut-stats.json")
    seconds = json.loads(known.read_text())["duration_by_test"] if known.exists() else {}
    items.sort(key=lambda item: seconds.get(item.nodeid, 0))  # most mutants are killed by a test that is quick


def pytest_runtest_setup():
    for name, module in list(sys.modules.items()):
        if name.startswith(("referee.core", "referee.engines", "referee.rules.rulesets")):
            for value in list(vars(module).values()):
                if hasattr(value, "cache_clear") and getattr(value, "__name__", "") != "schema":
                    value.cache_clear()
'''


def lies_at(test: str) -> str:
    """The path of a test, by the name of its file and of what is meant in it."""
    file, sign, name = test.partition("::")
    return f"{next((ROOT / 'tests').rglob(Path(file).name)).relative_to(ROOT)}{sign}{name}"


def configuration(package: Package, *, properties: bool) -> str:
    """The pyproject.toml of the folder that mutmut works in: nobody else sees it.

    Tests that read the code are left out. One with a dash in its name pytest finds only once.
    """
    others = [f"{name}-" for name in FAMILIES if name not in package.cases]
    skipped = " or ".join(["u2013", *READ_THE_CODE, *others])
    named = [*(["test_cases.py"] if package.cases else ()), *package.tests, *(package.properties if properties else ())]
    tests = [lies_at(test) for test in named]
    settings = {
        "source_paths": ["referee"],
        "only_mutate": list(package.files),
        "do_not_mutate": list(package.spared),
        "also_copy": [*LINKED[2:], "fresh.py"],
        "track_dependencies": False,
        "use_git_change_detection": False,
        "timeout_multiplier": 1.5,
        "timeout_constant": 10.0,
        "pytest_add_cli_args": ["-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "fresh"],
        "pytest_add_cli_args_test_selection": [*tests, "-k", f"not ({skipped})"],
    }
    lines = [f"{key} = {json.dumps(value)}" for key, value in settings.items()]
    return "\n".join(["[tool.pytest.ini_options]", 'testpaths = ["tests"]', "[tool.mutmut]", *lines, ""])


def set_up(folder: Path, package: Package, *, properties: bool) -> None:
    """Makes the folder that mutmut works in: links to the project, and its own configuration."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in LINKED:
        if not (folder / name).is_symlink():
            (folder / name).symlink_to(ROOT / name)
    (folder / "pyproject.toml").write_text(configuration(package, properties=properties), encoding="utf-8")
    (folder / "fresh.py").write_text(FRESH, encoding="utf-8")


def mutmut(folder: Path, *words: str) -> str:
    """What mutmut prints."""
    known = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    command = [str(Path(sys.executable).parent / "mutmut"), *words]
    done = subprocess.run(
        command,
        cwd=folder,
        env={"HYPOTHESIS_PROFILE": "hasty", **known},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    return done.stdout.decode("utf-8", "replace")


def mutants(folder: Path) -> list[str]:
    """The names of all mutants that were made."""
    found: list[str] = []
    for path in sorted((folder / "mutants").rglob("*.meta")):
        found += json.loads(path.read_text(encoding="utf-8"))["exit_code_by_key"]
    return found


def results(folder: Path, names: Sequence[str]) -> dict[str, str]:
    """What came of the mutants, by name."""
    lines = (line.strip().rpartition(": ") for line in mutmut(folder, "results", "--all", "true").splitlines())
    found = {name: status for name, _, status in lines}
    return {name: found.get(name, "not checked") for name in names}


def change(folder: Path, name: str) -> tuple[str, str, str]:
    """The file that a mutant changes, the lines that it takes away, and those that it puts there."""
    file, gone, come = "", [], []
    for line in mutmut(folder, "show", name).splitlines():
        if line.startswith("--- "):
            file = line[4:].strip()
        elif line.startswith("-"):
            gone.append(line[1:].strip())
        elif line.startswith("+") and not line.startswith("+++"):
            come.append(line[1:].strip())
    return file, " ".join(gone), " ".join(come)


def unnoticed(changed: tuple[str, str, str]) -> bool:
    """Whether a mutant only takes away that two rows must be as long as each other (which they are), or says anew that they
    need not be."""
    _, gone, come = changed
    return re.sub(r", strict=(True|False)\b", "", gone) == re.sub(r", strict=(False|None)\b|, (?=\))", "", come)


def explained() -> dict[tuple[str, str, str], str]:
    """Why mutants that no test can kill are none to worry about: by file, line and what it becomes."""
    with (ROOT / "tests/survivors.yaml").open(encoding="utf-8") as file:
        listed = yaml.safe_load(file)["survivors"]
    return {
        (path, mutant["line"], mutant["mutant"]): group["because"]
        for group in listed
        for path, found in group["in"].items()
        for mutant in found
    }


def interval(part: int, whole: int) -> tuple[float, float]:
    """Wilson's 95% interval of a share."""
    if not whole:
        return 0.0, 1.0
    z, share = 1.96, part / whole
    middle = (share + z * z / (2 * whole)) / (1 + z * z / whole)
    half = z * math.sqrt(share * (1 - share) / whole + z * z / (4 * whole * whole)) / (1 + z * z / whole)
    return middle - half, middle + half


class Count(NamedTuple):
    """What came of a package."""

    name: str
    all: int
    drawn: int
    listed: int
    killed: int

    def __str__(self) -> str:
        counted = self.drawn - self.listed
        low, high = interval(self.killed, counted)
        share = self.killed / counted if counted else 1
        return (
            f"{self.name:11}{self.all:7} mutants{self.drawn:6} drawn{self.listed:5} listed{self.killed:6} killed  "
            f"{share:6.1%}  (95%: {low:.1%} to {high:.1%})"
        )


def survived(folder: Path, found: dict[str, str]) -> Iterator[tuple[str, str, tuple[str, str, str]]]:
    """Each mutant that was not killed, what came of it, and what it changes."""
    for name, status in found.items():
        if status not in KILLED:
            yield name, status, change(folder, name)


def run(name: str, chosen: argparse.Namespace, known: dict[tuple[str, str, str], str]) -> Count:
    """Draws mutants of a package, runs them, and prints those that survived and are not listed."""
    folder, sample, jobs = chosen.folder.resolve() / name, chosen.sample, str(chosen.jobs)
    set_up(folder, PACKAGES[name], properties=chosen.properties)
    made = mutmut(folder, "run", "--max-children", jobs, "no.mutant.yet")  # makes them, and times the tests
    everyone = mutants(folder)
    if not everyone or "nothing matches" not in made:
        sys.exit(made[-6000:])
    drawn = everyone if not sample else random.Random(chosen.seed).sample(everyone, min(sample, len(everyone)))
    said = mutmut(folder, "run", "--max-children", jobs, *drawn)
    (folder / "said.txt").write_text(said, encoding="utf-8")
    found = results(folder, drawn)
    if "not checked" in found.values():
        sys.exit(said[-6000:])
    listed = 0
    for mutant, status, changed in survived(folder, found):
        if changed in known or unnoticed(changed):
            listed += 1
            continue
        print(
            f"{mutant}: {status}", f"  {changed[0]}", f"  - {changed[1]}", f"  + {changed[2]}", "", sep="\n", flush=True
        )
    print(name, dict(Counter(found.values())), file=sys.stderr, flush=True)
    return Count(name, len(everyone), len(drawn), listed, sum(status in KILLED for status in found.values()))


def main() -> None:
    """One line a package and one for all; ends with 1 where fewer than `--least` of a hundred were killed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("packages", nargs="*", help=f"of {', '.join(PACKAGES)}; all unless said")
    parser.add_argument("--sample", type=int, default=300, help="mutants per package, 0 for all (default: 300)")
    parser.add_argument("--seed", type=int, default=1, help="of the draw (default: 1)")
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, help="mutants at a time (default: one per core)"
    )
    parser.add_argument(
        "--folder", type=Path, default=ROOT / "mutation", help="where mutmut works (default: mutation/)"
    )
    parser.add_argument("--least", type=float, default=95, help="how many of a hundred should be killed (default: 95)")
    parser.add_argument(
        "--properties", action="store_true", help="property tests may kill too, which takes ten times as long"
    )
    chosen = parser.parse_args()
    strangers = [name for name in chosen.packages if name not in PACKAGES]
    if strangers:
        parser.error(f"no package is called {strangers[0]}: {', '.join(PACKAGES)}")
    known = explained()
    for path, line, _ in known:
        if not (ROOT / path).exists() or line not in (ROOT / path).read_text(encoding="utf-8"):
            print(f"tests/survivors.yaml: {path} has no line {line!r}", file=sys.stderr)
    counts = [run(name, chosen, known) for name in chosen.packages or PACKAGES]
    print(*counts, sep="\n")
    whole = Count("all", *(sum(part) for part in list(zip(*counts, strict=True))[1:]))
    if len(counts) > 1:
        print(whole)
    sys.exit(100 * whole.killed < chosen.least * (whole.drawn - whole.listed))


if __name__ == "__main__":
    main()
