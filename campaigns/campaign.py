"""Plays, changes and judges very many games of everything that is shipped, in every way there is, and compares the verdicts.

    python campaigns/campaign.py --games 1000000 --jobs 2

Games of every ruleset, variant, reading and house rule are drawn at random; of each three mutants are made that are illegal by
construction (see mutants.py). Legal games must be judged legal and every mutant must be found, and the verdict must be the same

- one log at a time, many at once as columns (where NumPy is installed), and without columns in two processes;
- in the short forms that people write, and with every event by itself;
- as JSON and as YAML.

With `--in-turn` forty games of a sort are played in a row, and each is judged by itself and in one of these four ways, in turn;
doubts and readings are compared in every fourth log only: many more games for the time.

No game may take longer than a second, no process more than 200 MB. A log that breaks any of this is written to a folder. The
exit code is 1 then.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import random
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from functools import cache, lru_cache
from itertools import count
from pathlib import Path
from time import monotonic, process_time
from typing import Any, NamedTuple

from mutants import MUTANTS, NEED_SCORES, Data, in_single_events, mutant, with_passes_together

from referee import source
from referee.core.ruleset import Ruleset
from referee.core.verdict import Verdict
from referee.corpus import parts
from referee.corpus.parts import JudgeOptions
from referee.corpus.pool import judge_paths
from referee.judging.judge import judge
from referee.judging.log import make_log
from referee.play.simulate import details, draw_of, simulate_game
from referee.report.paper import table
from referee.rules import shipped

sys.path.append(str(Path(__file__).parents[1] / "tests"))
from recorded import at_most, heads_in_use, rules_of

NAMES = ("Ann", "Ben", "Cyd", "Dov", "Eve", "Flo", "Gus", "Hal")
LENGTHS = {"trick": 3, "meld": 2, "shedding": 2, "fishing": 2, "conspiracy": 4, "climbing": 2}
"""How long a game is let be, by family: many short games show more than a few long ones."""

MUTANTS_EACH = 3
IN_A_ROW = 40
"""Games of one sort after another, with `--in-turn`, and by as many players: their rules are compiled once."""

DOUBTS_OF = 4
"""Of how many logs one has its doubts compared, with `--in-turn`: they ask for every other reading of the rules."""

BATCH = 150
"""Games, and the mutants of each, that are judged together."""

SLOWEST, LARGEST = 1.0, 200
"""Seconds of a game, megabytes of a process."""

WITHOUT_LINE = re.compile(r", line \d+")


Tally = Counter[tuple[str, str, str]]
"""How many logs, by family, sort and what is wrong with them."""


class Sort(NamedTuple):
    """One thing to play: a game and what the head of a log says on top."""

    game: str
    head: Data

    def __str__(self) -> str:
        said = [f"{key} {value}" for key, value in self.head.get("ruling", {}).items()]
        return " + ".join([self.game, *self.head.get("variants", ()), *said, *filter(None, [self.head.get("house")])])


class Trial(NamedTuple):
    """A log to be judged: of what sort, by which rules, and what is wrong with it, "" for nothing."""

    sort: Sort
    rules: Ruleset
    kind: str
    log: Data

    def __str__(self) -> str:
        return f"a game with {self.kind}" if self.kind else "a legal game"


class Came(NamedTuple):
    """What came of a batch: the logs judged, those not legal, what went wrong with which log, seconds and megabytes at most."""

    judged: Tally
    found: Tally
    failures: list[tuple[str, Data]]
    slowest: float
    largest: int


@cache
def sorts(seed: int) -> list[Sort]:
    """Everything that is shipped to be played, well mixed."""
    games = [path.stem for path in shipped.rulesets() if not source.load(str(path)).data.get("abstract")]
    found = [Sort(game, head) for game in games for head in heads_in_use(game)]
    random.Random(seed).shuffle(found)
    return found


@lru_cache(maxsize=16)  # all of them together would be larger than a process may be
def rules_for(seed: int, number: int) -> Ruleset:
    return rules_of(*sorts(seed)[number])


def trials(seed: int, number: int, in_a_row: int = 1) -> Iterator[Trial]:
    """A game drawn at random, and mutants of it: always the same for a seed and a number."""
    which = number // in_a_row % len(sorts(seed))
    sort, rules, rng = sorts(seed)[which], rules_for(seed, which), random.Random(f"{seed} {number}")
    players = NAMES[: random.Random(f"{seed} {number // in_a_row}").choice(rules.get("players"))]
    known = details(rules)
    detail = known[0] if rng.random() < 0.6 else rng.choice(known)
    with at_most(rules.family, rng.randint(1, LENGTHS[rules.family])):
        played = simulate_game(rules, players, detail, draw_of(seed, number))
    head = {"game": sort.game, **sort.head, "players": list(players)}
    claims = {
        "totals": played.score["totals"],
        **({"winners": played.score["winners"]} if played.score["over"] else {}),
    }
    items = with_passes_together(played.items, len(players)) if rng.random() < 0.5 else played.items
    log = {**head, "setup": played.setup, "events": items}
    log = json.loads(json.dumps(log if rules.family == "conspiracy" else {**log, "expect": claims}))
    yield Trial(sort, rules, "", log)
    kinds = list(MUTANTS[rules.family])
    if detail != known[0] and _is_scoreless(log, rules):
        kinds = [kind for kind in kinds if kind not in NEED_SCORES]
    rng.shuffle(kinds)
    made = 0
    for kind in kinds:
        changed = mutant(log, rules, kind, rng, cut=rng.random() < 0.5)
        if changed is not None:
            yield Trial(sort, rules, kind, changed)
            made += 1
        if made == MUTANTS_EACH:
            return


def _is_scoreless(log: Data, rules: Ruleset) -> bool:
    """Whether the referee cannot score a hand of this log, as where nobody knows who was dealt the low of Pitch."""
    doubts = judge(make_log(source.parse(json.dumps(log), "log.json")), rules).doubts
    return any(doubt.rule.endswith(("/unseen-score", "/unseen-points")) for doubt in doubts)


def gist(verdict: Verdict | str, *, whole: bool = True, doubts: bool = True) -> Any:
    """What must be the same however a log is written and judged: all but places and their order, and doubts if not asked for.

    Not `whole`: of a log that cannot be read, only that.
    """
    if isinstance(verdict, str):
        return (verdict,)
    if verdict.status == "unjudged" and not whole:
        return verdict.status
    found = sorted(
        [
            (one.kind, one.rule, WITHOUT_LINE.sub("", one.message), one.event, one.player or "", one.legal)
            for one in (verdict.findings if doubts else verdict.irregularities)
        ]
    )
    said = [complaint.message for complaint in verdict.complaints]
    return verdict.status, verdict.events, verdict.unjudged, verdict.counts, verdict.unfinished, found, said


def batch(seed: int, first: int, games: int, *, in_turn: bool = False) -> Came:
    """Plays `games` games, changes them, and judges all that in every way, or by itself and in one of four ways in turn."""
    came = Came(Counter(), Counter(), [], 0.0, 0)
    alone: list[tuple[str, Data, Any]] = []
    slowest = 0.0
    written, ways = WRITTEN, TOGETHER
    if in_turn:
        which, kind = divmod(first // games % 4, 2)
        written, ways = (WRITTEN[which : which + 1], ()) if kind else ((), TOGETHER[which : which + 1])
    for trial in _played(seed, range(first, first + games), IN_A_ROW if in_turn else 1, came):
        begun = process_time()
        verdict = _tried(_alone, trial)
        taken = process_time() - begun
        slowest = max(slowest, taken)
        doubts = not in_turn or len(alone) % DOUBTS_OF == 0
        mine = gist(verdict, doubts=doubts)
        key = trial.rules.family, str(trial.sort), trial.kind
        came.judged[key] += 1
        came.found[key] += mine[0] != "legal"
        came.failures.extend((why, trial.log) for why in _wrong(trial, verdict, taken, written, doubts))
        alone.append((str(trial), trial.log, mine))  # without its rules: those of a whole batch are many
    each = DOUBTS_OF if in_turn else 1
    for way, verdicts in _together([log for _, log, _ in alone], ways, each).items() if alone else ():
        for (trial_, log, mine), other in zip(alone, verdicts, strict=False):
            if mine != other:
                came.failures.append((f"{trial_} is judged otherwise {way}", log))
        if len(verdicts) != len(alone):
            came.failures.append((f"{len(verdicts)} of {len(alone)} games are judged {way}", alone[-1][1]))
    return came._replace(slowest=slowest, largest=_largest())


def _played(seed: int, numbers: range, in_a_row: int, came: Came) -> Iterator[Trial]:
    """The trials of these games, one after another; those that cannot be played are failures."""
    for number in numbers:
        try:
            yield from list(trials(seed, number, in_a_row))
        except Exception as bug:  # whatever it is, the rest is played
            sort = str(sorts(seed)[number // in_a_row % len(sorts(seed))])
            log = {"game": sort, "seed": seed, "number": number, "events": []}
            came.failures.append((f"cannot be played: {bug!r}", log))


def _wrong(trial: Trial, verdict: Verdict | str, taken: float, ways: Sequence[Written], doubts: bool) -> Iterator[str]:
    """What is wrong with the verdict on a log judged by itself, and with those in other ways of writing it."""
    if isinstance(verdict, str):
        yield f"{trial} ends in {verdict}"
    elif (verdict.status == "legal") == bool(trial.kind):
        said = "; ".join(one.message for one in (*verdict.violations, *verdict.complaints)) or "nothing is found"
        yield f"{trial} is {verdict.status}: {said}"
    if taken > SLOWEST:
        yield f"{trial} takes {taken:.1f} seconds"
    for way, other in ways:
        whole = other is _yaml
        if gist(_tried(other, trial), whole=whole, doubts=doubts) != gist(verdict, whole=whole, doubts=doubts):
            yield f"{trial} is judged otherwise {way}"


def _tried(way: Callable[[Trial], Verdict], trial: Trial) -> Verdict | str:
    """The verdict on a log, or what ended in place of it."""
    try:
        return way(trial)
    except Exception as bug:
        return repr(bug)


def _alone(trial: Trial) -> Verdict:
    return judge(make_log(source.parse(json.dumps(trial.log), "log.json")), trial.rules)


def _single(trial: Trial) -> Verdict:
    items = in_single_events(trial.log["events"], trial.rules.family)
    return judge(make_log(source.parse(json.dumps({**trial.log, "events": items}), "log.json")), trial.rules)


def _yaml(trial: Trial) -> Verdict:
    return judge(make_log(source.parse(in_yaml(trial.log), "log.yaml")), trial.rules)


Written = tuple[str, Callable[[Trial], Verdict]]
WRITTEN: tuple[Written, ...] = (("with single events", _single), ("as YAML", _yaml))
"""The ways to write a log."""


PLAIN = re.compile(r'"(?!(?:true|false|null)")([A-Za-z][A-Za-z0-9]*|[0-9]+[A-Z][A-Za-z]*|[0-9]+[a-df-z][a-z]*)"')
"""Text that YAML takes without quotes."""


def in_yaml(log: Data) -> str:
    """A log in YAML as people write it, an event on each line and quotes only where they must be; quickly."""
    lines = []
    for key, value in log.items():
        lines += (
            ["events:", *(f"  - {_flow(event)}" for event in value)] if key == "events" else [f"{key}: {_flow(value)}"]
        )
    return "\n".join(lines) + "\n"


def _flow(value: Any) -> str:
    return PLAIN.sub(r"\1", json.dumps(value, ensure_ascii=False))


TOGETHER = (("as columns", 1, 1), ("in two processes", 1 << 62, 2))
"""The ways to judge many logs: from how many on as columns, in how many processes."""


def _together(logs: list[Data], ways: Sequence[tuple[str, int, int]], doubts_of: int) -> dict[str, list[Any]]:
    """The gist of the verdicts on logs in two files, in some ways to judge many; the doubts of one in `doubts_of`."""
    lines = [json.dumps(log, separators=(",", ":"), ensure_ascii=False) + "\n" for log in logs]
    half, found, enough = len(lines) // 2, {}, parts.MANY
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder, "one.jsonl"), Path(folder, "other.jsonl")]
        for file, some in zip(files, (lines[:half], lines[half:]), strict=True):
            file.write_text("".join(some), encoding="utf-8")
        for way, many, jobs in ways:
            parts.MANY = many
            try:
                items = judge_paths([str(file) for file in files], JudgeOptions(asked=sys.maxsize), jobs=jobs)
                verdicts = (item for item in items if isinstance(item, Verdict))
                found[way] = [gist(one, doubts=i % doubts_of == 0) for i, one in enumerate(verdicts)]
            except Exception as bug:
                found[way] = [repr(bug)]
            finally:
                parts.MANY = enough
    return found


def _largest() -> int:
    """The most megabytes that this process or one that it began has held."""
    import resource  # not on Windows

    each = (resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return max(each) >> (20 if sys.platform == "darwin" else 10)


def campaign(games: int, seed: int, jobs: int, first: int, minutes: float, in_turn: bool) -> Iterator[Came]:
    """Batches until `games` logs have been judged, or `minutes` have passed, in `jobs` processes."""
    size = min(BATCH, max(1, games // (1 + MUTANTS_EACH)))
    starts, done, until = count(first, size), 0, monotonic() + 60 * minutes
    with ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn")) as pool:
        begun: list[Future[Came]] = []
        while done < games and monotonic() < until:
            while len(begun) < jobs:
                begun.append(pool.submit(batch, seed, next(starts), size, in_turn=in_turn))
            came = begun.pop(0).result()
            done += came.judged.total()
            yield came
        for rest in begun:
            rest.cancel()


def report(judged: Tally, found: Tally) -> str:
    """What was played, by game and what it was played with; what was changed, and how much of that was found."""
    by_sort: dict[str, list[int]] = {}
    by_kind: dict[tuple[str, str], list[int]] = {}
    for key, many in judged.items():
        row = by_sort.setdefault(key[1], [0, 0, 0])
        row[bool(key[2])] += many
        if key[2]:
            row[2] += found[key]
            made = by_kind.setdefault((key[0], key[2]), [0, 0])
            made[0] += many
            made[1] += found[key]
    rows = [(sort, *row) for sort, row in sorted(by_sort.items())]
    kinds = [(*kind, *row) for kind, row in sorted(by_kind.items())]
    tables = (("game", "legal games", "mutants", "found"), rows), (("family", "mutants with", "made", "found"), kinds)
    return "\n\n".join(table(*each) for each in tables)


def main() -> int:
    """The command."""
    says = (__doc__ or "").partition("\n\n")
    parser = argparse.ArgumentParser(
        description=says[0] + "\n\n" + says[2], formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=10_000, help="how many games are judged in all, mutants included")
    parser.add_argument("--seed", type=int, default=1, help="the same seed plays the same games")
    parser.add_argument("--first", type=int, default=0, help="the number of the first game; to go on where a run ended")
    parser.add_argument("--jobs", type=int, default=1, help="how many processes play")
    parser.add_argument("--minutes", type=float, default=1e6, help="stop after this many minutes")
    parser.add_argument("--in-turn", action="store_true", help="judge each game in one of the four ways")
    parser.add_argument("--out", default="campaign", help="the folder for logs that came out wrong")
    given = parser.parse_args()
    judged_, found, failures, slowest, largest = Counter(), Counter(), 0, 0.0, 0
    for came in campaign(given.games, given.seed, given.jobs, given.first, given.minutes, given.in_turn):
        judged_.update(came.judged)
        found.update(came.found)
        slowest, largest = max(slowest, came.slowest), max(largest, came.largest)
        for why, log in came.failures:
            failures += 1
            Path(given.out).mkdir(exist_ok=True)
            path = Path(given.out, f"{failures}.yaml")
            path.write_text(f"# {why}\n{in_yaml(log)}", encoding="utf-8")
            print(f"{path}: {log['game']}: {why}", flush=True)
        if sys.stderr.isatty():
            print(f"\r{judged_.total():,} games judged, {failures} wrong", end="", file=sys.stderr, flush=True)
    print(report(judged_, found))
    total, mutants = judged_.total(), sum(many for key, many in judged_.items() if key[2])
    print(f"\n{total:,} games judged, {mutants:,} of them mutants; {failures} wrong", end="; ")
    print(f"the slowest took {slowest:.2f} s, the largest process {largest} MB")
    return 1 if failures or largest > LARGEST else 0


if __name__ == "__main__":
    sys.exit(main())
