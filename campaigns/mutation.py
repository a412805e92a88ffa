"""How much of the engines and of their core the tests hold: mutants drawn at random, and those that no test notices.

    python campaigns/mutation.py --sample 100 --seed 3 meld    # minutes, on one core
    python campaigns/mutation.py                               # a sample of every package
    python campaigns/mutation.py trick --sample 0              # every mutant of one package: hours
    python campaigns/mutation.py trick --sample 0 --of shown   # every mutant of one function

Needs the extra `mutation`. mutmut makes the mutants; each is put into the running code of a process of its own, which then runs
the tests that came through the changed function when they were timed, until one fails: those of its package first, then all the
others, the quickest of each before the rest. What the tests of a file came through is kept in `mutation/` and used again while
the code and that file stay as they are; to time all of them takes half an hour of one core.

A mutant that changes nothing that anybody could notice is listed in `survivors.yaml` with its reason, by its function and the
words that it changes; it counts neither as killed nor as survived. `unnoticed` tells more of them: of `strict=`, and of how
often a random game does a thing. A mutant that ends by its time limit counts as killed; one whose tests take longer than
`--cap` seconds, without one failing, as survived.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import gc
import hashlib
import importlib
import math
import multiprocessing
import os
import pickle
import random
import re
import resource
import signal
import sys
import time
import types
from collections import Counter
from collections.abc import Iterator, Sequence
from fnmatch import fnmatch
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml
from measured import note_mutation

ROOT = Path(__file__).resolve().parent.parent
KILLED = ("killed", "timeout")


class Package(NamedTuple):
    """What is mutated, and the files of tests whose tests come first."""

    files: tuple[str, ...]
    first: tuple[str, ...]
    spared: tuple[str, ...] = ()
    """Files among them that are mutated elsewhere."""


FAST = tuple(f"referee/engines/trick/{name}" for name in ("columns/*", "rules/plain_tricks.py"))
FAST_TESTS = ("properties/test_fast_path.py", "properties/test_columns.py")
CASES = "test_cases.py"
PACKAGES = {
    "core": Package(("referee/core/*", "referee/engines/__init__.py"), ("core/*", "rules/*", CASES)),
    "trick": Package(("referee/engines/trick/*",), ("engines/trick/*", CASES), FAST),
    "fast": Package(FAST, FAST_TESTS),
    "meld": Package(("referee/engines/meld/*",), ("engines/meld/*", CASES, "properties/test_meld_*")),
    "climbing": Package(("referee/engines/climbing/*",), ("engines/climbing/*", CASES, "properties/test_climbing_*")),
    "fishing": Package(("referee/engines/fishing/*",), ("engines/fishing/*", CASES, "properties/test_fishing_*")),
    "conspiracy": Package(
        ("referee/engines/conspiracy/*",), ("engines/conspiracy/*", CASES, "properties/test_conspirac*")
    ),
}
OF_THE_NIGHT = ("test_coverage.py", "test_around_cases.py", "test_readings_of_cases.py")
"""Files of which the slow half counts, too, as it runs as often as mutants do."""
READ_THE_CODE = ("the_code_knows", "engine_cites")
"""What the names of tests say that read the code: they would find the mutants."""
APART = ("test_mutation.py", "test_fuzz.py", "test_signals.py", "test_record_killed.py", "test_cluster.py")
"""Files of tests of other programs, or of what becomes of a program that is ended."""


def selected() -> list[str]:
    """What pytest is told to run: all tests but those that read the code, and one whose name has a dash."""
    skipped = " or ".join(["u2013", *READ_THE_CODE])
    apart = (f"--ignore-glob=*/{name}" for name in APART)
    return [str(ROOT / "tests"), "-m", "", "-k", f"not ({skipped})", *apart]


class Mutant(NamedTuple):
    """One change: the file and the name that mutmut gave it, which holds that of its function."""

    path: str
    name: str

    def __str__(self) -> str:
        return f"{self.path}: {self.name}"

    @property
    def owner(self) -> str:
        """The class that the function stands in, if any."""
        return self.name.split("ǁ")[1] if self.name.startswith("xǁ") else ""

    @property
    def function(self) -> str:
        """The name of the function."""
        name = self.name.partition("__mutmut_")[0]
        return name.split("ǁ")[2] if self.owner else name.removeprefix("x_")

    @property
    def qualified(self) -> str:
        """The name of the function with its class."""
        return f"{self.owner}.{self.function}" if self.owner else self.function

    @property
    def text(self) -> str:
        """Its function as the mutant has it."""
        return made(self.path)[self.name]


@cache
def made(path: str) -> dict[str, str]:
    """The functions of a file as mutmut changes them, by name, the unchanged ones among them."""
    code = (ROOT / path).read_text(encoding="utf-8")
    kept = Path(f"{hashlib.sha256(code.encode()).hexdigest()[:16]}.mutants")
    if kept.exists():
        texts: dict[str, str] = pickle.loads(kept.read_bytes())
    else:
        texts = _made(path, code)
        kept.write_bytes(pickle.dumps(texts))
    return texts


def _made(path: str, code: str) -> dict[str, str]:
    from mutmut.mutation.file_mutation import mutate_file_contents

    found = mutate_file_contents(path, code)
    lines = found.code.splitlines()
    spans = {
        name: span if isinstance(span, tuple) else (span.start, span.end)
        for name, span in found.line_span_by_function_name.items()
    }
    texts = {name: "\n".join(lines[start - 1 : end]) for name, (start, end) in spans.items()}
    wanted = {*found.mutant_names, *(name.partition("__mutmut_")[0] + "__mutmut_orig" for name in found.mutant_names)}
    return {name: texts[name] for name in sorted(wanted)}


def mutants(package: Package) -> list[Mutant]:
    """All mutants of a package."""
    files = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "referee").rglob("*.py"))
    mine = [
        file
        for file in files
        if any(fnmatch(file, one) for one in package.files) and not any(fnmatch(file, one) for one in package.spared)
    ]
    return [Mutant(file, name) for file in mine for name in made(file) if not name.endswith("__mutmut_orig")]


def change(mutant: Mutant) -> tuple[str, str, str]:
    """The file that a mutant changes, the lines that it removes, and those that it adds."""
    first = mutant.name.partition("__mutmut_")[0] + "__mutmut_orig"
    before = made(mutant.path)[first].replace(first, mutant.function).splitlines()
    after = mutant.text.replace(mutant.name, mutant.function).splitlines()
    lines = list(difflib.unified_diff(before, after, lineterm="", n=0))[2:]
    gone = [line[1:].strip() for line in lines if line.startswith("-")]
    come = [line[1:].strip() for line in lines if line.startswith("+")]
    return mutant.path, " ".join(gone), " ".join(come)


def put_in(mutant: Mutant) -> None:
    """Puts the changed function in the place of the function, for everybody who has it already."""
    module = importlib.import_module(mutant.path.removesuffix(".py").replace("/", ".").removesuffix(".__init__"))
    text = re.sub(rf"\bdef {re.escape(mutant.name)}\b", f"def {mutant.function}", mutant.text, count=1)
    text = f"from __future__ import annotations\n{f'class {mutant.owner}:' if mutant.owner else ''}\n{text}\n"
    names: dict[str, Any] = dict(vars(module))
    exec(compile(text, str(ROOT / mutant.path), "exec"), names)
    old = _function(vars(getattr(module, mutant.owner)) if mutant.owner else vars(module), mutant.function)
    new = _function(vars(names[mutant.owner]) if mutant.owner else names, mutant.function)
    put_into_made(list(inner_code(old.__code__)), list(inner_code(new.__code__)))
    if len(new.__code__.co_freevars) != len(old.__code__.co_freevars):
        # it asks what its class extends, or asks it no more
        code = _call_of(new).replace(co_freevars=old.__code__.co_freevars)
        new = types.FunctionType(code, vars(module), closure=old.__closure__)
    old.__code__, old.__defaults__, old.__kwdefaults__ = new.__code__, new.__defaults__, new.__kwdefaults__


def inner_code(code: types.CodeType) -> Iterator[types.CodeType]:
    """The code of the functions within a function, in order."""
    for part in code.co_consts:
        if isinstance(part, types.CodeType):
            yield part
            yield from inner_code(part)


def put_into_made(before: list[types.CodeType], after: list[types.CodeType]) -> None:
    """Puts the code of inner functions into those that the function made before, such as the entries of a table."""
    if not before or len(before) != len(after):
        return
    place = {id(code): number for number, code in enumerate(before)}
    gc.unfreeze()
    made = [one for one in gc.get_objects() if isinstance(one, types.FunctionType) and id(one.__code__) in place]
    for one in made:
        code = after[place[id(one.__code__)]]
        if len(code.co_freevars) == len(one.__code__.co_freevars):
            one.__code__ = code
            continue
        cells = dict(zip(one.__code__.co_freevars, one.__closure__ or (), strict=True))
        held = tuple(cells[name] for name in code.co_freevars)
        other = types.FunctionType(code, one.__globals__, one.__name__, one.__defaults__, held)
        one.__code__ = _call_of(other).replace(co_freevars=one.__code__.co_freevars)


def _call_of(function: types.FunctionType) -> types.CodeType:
    """Code that calls a function: it can replace that of one with other variables from outside."""

    def call(*listed: Any, **named: Any) -> Any:
        function: Any = "function"
        return function(*listed, **named)

    code = call.__code__
    return code.replace(co_consts=tuple(function if part == "function" else part for part in code.co_consts))


def _function(names: Any, name: str) -> types.FunctionType:
    found = names[name]
    while not isinstance(found, types.FunctionType):
        found = found.__func__ if hasattr(found, "__func__") else found.__wrapped__
    return found


def forget() -> None:
    """Nothing that was worked out before a mutant was put in is used again."""
    for name, module in list(sys.modules.items()):
        if name.startswith(("referee.core", "referee.engines", "referee.rules.rulesets")):
            for value in list(vars(module).values()):
                if hasattr(value, "cache_clear") and getattr(value, "__name__", "") != "schema":
                    value.cache_clear()


Came = dict[str, tuple[float, frozenset[tuple[str, str]]]]
"""By test: its seconds, and the functions that it came through, by file and qualified name."""


class Runs:
    """A pytest plugin: times the tests that were collected, and puts each mutant to those that come through its function."""

    def __init__(self, package: Package, drawn: Sequence[Mutant], chosen: argparse.Namespace) -> None:
        self.package = package
        self.drawn = drawn
        self.chosen = chosen
        self.found: dict[Mutant, str] = {}
        self._failed = False
        self._functions: dict[tuple[str, str], tuple[str, str]] = {}
        """Each once, so that what many tests came through is written quickly."""

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Slow tests are omitted, except those of files that count as a whole."""
        items[:] = [item for item in items if item.path.name in OF_THE_NIGHT or not item.get_closest_marker("slow")]

    def pytest_runtest_setup(self) -> None:
        forget()

    def pytest_runtest_logreport(self, report: Any) -> None:
        self._failed |= report.failed

    def pytest_runtestloop(self, session: Any) -> bool:
        came = self._timed(session.items)
        items = sorted(
            (item for item in session.items if item.nodeid in came),
            key=lambda item: (not self._comes_first(item), came[item.nodeid][0]),
        )
        running: dict[int, Mutant] = {}
        for mutant in self.drawn:
            wanted = (mutant.path, mutant.qualified)
            mine = [item for item in items if wanted in came[item.nodeid][1]]
            while len(running) >= self.chosen.jobs:
                self._ended(running)
            if mine:
                running[self._begun(mutant, mine, sum(came[item.nodeid][0] for item in mine))] = mutant
            else:
                self.found[mutant] = "without a test"
        while running:
            self._ended(running)
        return True

    def _comes_first(self, item: pytest.Item) -> bool:
        file = item.path.relative_to(ROOT / "tests").as_posix()
        return any(fnmatch(file, one) for one in self.package.first)

    def _timed(self, items: Sequence[Any]) -> Came:
        """What each test came through when it ran; those that fail as things are count for nothing."""
        code = hashlib.sha256()
        for path in sorted((*(ROOT / "referee").rglob("*.py"), ROOT / "tests/conftest.py")):
            code.update(path.read_bytes())
        folder = self.chosen.folder / f"{code.hexdigest()[:16]}.tests"
        folder.mkdir(exist_ok=True)
        files: dict[Path, list[Any]] = {}
        for item in items:
            files.setdefault(item.path, []).append(item)
        kept = {file: folder / f"{file.stem}-{hashlib.sha256(file.read_bytes()).hexdigest()[:16]}" for file in files}
        new = [file for file in files if not kept[file].exists()]
        if new:
            print(f"timing the tests of {len(new)} files", file=sys.stderr, flush=True)
        timing = 0
        for file in new:
            timing = self._one_ended(timing)
            if not os.fork():
                try:
                    _quietly()
                    came = {item.nodeid: self._through(item) for item in files[file]}
                    part = kept[file].with_suffix(".part")
                    part.write_bytes(pickle.dumps(came))
                    part.replace(kept[file])
                finally:
                    os._exit(0)
            timing += 1
        while timing:
            os.wait()
            timing -= 1
        found = (pickle.loads(one.read_bytes()) for one in kept.values() if one.exists())
        return {name: one for came in found for name, one in came.items() if one[1]}

    def _one_ended(self, running: int) -> int:
        """How many run when there is room for one more."""
        while running >= self.chosen.jobs:
            os.wait()
            running -= 1
        return running

    def _through(self, item: Any) -> tuple[float, frozenset[tuple[str, str]]]:
        seen: set[types.CodeType] = set()

        def called(frame: types.FrameType, event: str, argument: Any) -> None:
            seen.add(frame.f_code)

        self._failed = False
        sys.settrace(called)
        begun = time.process_time()
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
        taken = time.process_time() - begun
        sys.settrace(None)
        inside = {
            (code.co_filename.removeprefix(f"{ROOT}/"), code.co_qualname.partition(".<locals>")[0])
            for code in seen
            if code.co_filename.startswith(f"{ROOT}/referee/")
        }
        return taken, frozenset(() if self._failed else (self._functions.setdefault(one, one) for one in inside))

    def _begun(self, mutant: Mutant, items: Sequence[Any], seconds: float) -> int:
        """The process in which a mutant is put to its tests; it ends with 0 if none failed, 2 if it could not be tried."""
        if child := os.fork():
            return child
        code = 2
        try:
            _quietly()
            limit = int(4 * min(seconds, self.chosen.cap)) + 15
            resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 2))
            put_in(mutant)
            code, begun = 0, time.process_time()
            for item in items:
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
                if self._failed or time.process_time() - begun > self.chosen.cap:
                    break
            code = int(self._failed)
        except BaseException:
            code = code or 1 if code != 2 else 2
        finally:
            os._exit(code)

    def _ended(self, running: dict[int, Mutant]) -> None:
        child, status = os.wait()
        if child in running:
            by_limit = os.WIFSIGNALED(status) and os.WTERMSIG(status) in (signal.SIGXCPU, signal.SIGKILL)
            code = -1 if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)
            named = {0: "survived", 1: "killed", 2: "not tried", -1: "timeout" if by_limit else "killed"}
            self.found[running.pop(child)] = named[code]


def _quietly() -> None:
    """Nothing that a process says is read."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)


def unnoticed(changed: tuple[str, str, str]) -> bool:
    """Whether a mutant only removes that two rows must be as long as each other (which they are), repeats that they need not
    be, or changes how often a game drawn at random does a thing that it goes on doing now and then."""
    path, gone, come = changed
    if re.sub(r", strict=(True|False)\b", "", gone) == re.sub(r", strict=(False|None)\b|, (?=\))", "", come):
        return True
    some = re.findall(r"\bdraw\((\d+)\)(?: [!=]= (\d+))?", come)
    now_and_then = all(int(number or 0) < int(choices) > 1 for choices, number in some)
    return Path(path).name == "moves.py" and now_and_then and _by_chance(gone) == _by_chance(come)


def _by_chance(code: str) -> str:
    return re.sub(r"(\bnot )?\b(self\.)?draw\(\d+\)( [!=]= \d+)?", "by chance", code)


class Survivor(NamedTuple):
    """A mutant that no test can kill: its file and function, and the words that the change removes and adds."""

    path: str
    function: str
    removed: str
    added: str


def explained() -> dict[Survivor, str]:
    """The reasons in `survivors.yaml`, by mutant."""
    with (ROOT / "campaigns/survivors.yaml").open(encoding="utf-8") as file:
        groups = yaml.safe_load(file)["survivors"]
    reasons: dict[Survivor, str] = {}
    for group in groups:
        for path, listed in group["in"].items():
            for mutant in listed:
                reasons[Survivor(path, mutant["function"], *mutant["change"])] = group["because"]
    return reasons


def words_changed(gone: str, come: str) -> tuple[str, str]:
    """The words that a change removes from some lines and adds to them, without what is the same before and behind them."""
    before = re.findall(r"\w+|[^\w\s]+", gone)
    after = re.findall(r"\w+|[^\w\s]+", come)
    while before and after and before[0] == after[0]:
        del before[0], after[0]
    while before and after and before[-1] == after[-1]:
        del before[-1], after[-1]
    return " ".join(before), " ".join(after)


def survivor(mutant: Mutant) -> Survivor:
    """A mutant as `survivors.yaml` names it."""
    path, gone, come = change(mutant)
    return Survivor(path, mutant.qualified, *words_changed(gone, come))


def functions_of(path: str) -> set[str]:
    """The functions of a file, those of a class with its name."""
    names: set[str] = set()
    for node in ast.parse((ROOT / path).read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef):
            names.add(node.name)
        elif isinstance(node, ast.ClassDef):
            names |= {f"{node.name}.{part.name}" for part in node.body if isinstance(part, ast.FunctionDef)}
    return names


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


def run(name: str, chosen: argparse.Namespace, known: dict[Survivor, str]) -> Count:
    """Draws mutants of a package, runs them, and prints those that survived and are not listed."""
    os.chdir(chosen.folder)  # mutmut reads its configuration where it works
    everyone = [one for one in mutants(PACKAGES[name]) if not chosen.of or one.function in chosen.of]
    os.chdir(ROOT)
    sample = min(chosen.sample or len(everyone), len(everyone))
    runs = Runs(PACKAGES[name], random.Random(chosen.seed).sample(everyone, sample), chosen)
    quiet = ["-q", "-s", "--no-header", "--no-summary", "-p", "no:cacheprovider", "-p", "no:xdist"]
    pytest.main([*selected(), *quiet], plugins=[runs])
    if len(runs.found) < sample:
        raise RuntimeError("pytest did not run the tests")
    listed = 0
    for mutant, status in runs.found.items():
        changed = change(mutant)
        if status in KILLED:
            continue
        if survivor(mutant) in known or unnoticed(changed):
            listed += 1
            continue
        print(f"{mutant}: {status}", f"  - {changed[1]}", f"  + {changed[2]}", "", sep="\n", flush=True)
    print(name, dict(Counter(runs.found.values())), file=sys.stderr, flush=True)
    killed = sum(status in KILLED for status in runs.found.values())
    return Count(name, len(everyone), sample, listed, killed)


def apart(name: str, chosen: argparse.Namespace, known: dict[Survivor, str]) -> Count:
    """The same in a process of its own: what pytest imported for one package is not there for the next."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return pool.apply(_in_a_process, (name, chosen, known))


def _in_a_process(name: str, chosen: argparse.Namespace, known: dict[Survivor, str]) -> Count:
    os.environ["HYPOTHESIS_PROFILE"] = "hasty"
    sys.setrecursionlimit(10_000)
    return run(name, chosen, known)


def main() -> None:
    """One line a package and one for all; ends with 1 where fewer than `--least` of a hundred were killed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("packages", nargs="*", help=f"of {', '.join(PACKAGES)}; all unless said")
    parser.add_argument("--sample", type=int, default=300, help="mutants per package, 0 for all (default: 300)")
    parser.add_argument("--seed", type=int, default=1, help="of the draw (default: 1)")
    parser.add_argument(
        "--of", nargs="+", default=(), metavar="FUNCTION", help="only mutants of functions of these names"
    )
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, help="mutants at a time (default: one per core)"
    )
    parser.add_argument(
        "--folder",
        type=Path,
        default=ROOT / "mutation",
        help="where what the tests came through is kept (default: mutation/)",
    )
    parser.add_argument("--cap", type=float, default=120, help="seconds of tests for a mutant at most (default: 120)")
    parser.add_argument("--least", type=float, default=95, help="how many of a hundred should be killed (default: 95)")
    parser.add_argument(
        "--record", action="store_true", help="keep the scores for the page of tests, in campaigns/measured.json"
    )
    chosen = parser.parse_args()
    if chosen.of and chosen.record:
        parser.error("--of draws from a few functions, which is no score of a package; omit --record")
    strangers = [name for name in chosen.packages if name not in PACKAGES]
    if strangers:
        parser.error(f"no package is called {strangers[0]}: {', '.join(PACKAGES)}")
    known = explained()
    for listed in known:
        if not (ROOT / listed.path).exists() or listed.function not in functions_of(listed.path):
            print(f"campaigns/survivors.yaml: {listed.path} has no function {listed.function}", file=sys.stderr)
    chosen.folder = chosen.folder.resolve()
    chosen.folder.mkdir(parents=True, exist_ok=True)
    (chosen.folder / "pyproject.toml").write_text('[tool.mutmut]\nsource_paths = ["referee"]\n', encoding="utf-8")
    counts = [apart(name, chosen, known) for name in chosen.packages or PACKAGES]
    print(*counts, sep="\n")
    for one in counts if chosen.record else ():
        note_mutation(
            one.name, seed=chosen.seed, mutants=one.all, drawn=one.drawn, listed=one.listed, killed=one.killed
        )
    whole = Count("all", *(sum(part) for part in list(zip(*counts, strict=True))[1:]))
    if len(counts) > 1:
        print(whole)
    sys.exit(100 * whole.killed < chosen.least * (whole.drawn - whole.listed))


if __name__ == "__main__":
    main()
