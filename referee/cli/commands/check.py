"""`referee check`: whether rulesets are sound and their examples hold; `coverage`: the rules that logs exercised."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from referee import source
from referee.cli import options
from referee.cli.logs import Intake, every_log
from referee.cli.terminal import ANSWERED, WANTING, debugging, paper, say, say_all, warn
from referee.core.formula import FormulaError
from referee.core.places import Complaint, Place, RulesetError, Unjudgeable, bug_in_words
from referee.core.wording import unknown_name
from referee.corpus.parts import Bug, JudgeOptions, RulesetCache
from referee.corpus.paths import FOLLOWS, PathRemark, files_below
from referee.engines import family
from referee.judging.otherwise import Coverage
from referee.play.examples import Bench, untouched_rules
from referee.report.library import CHECKS, COVERAGE, Checked, share
from referee.rules import shipped
from referee.rules.checking import soundness_of
from referee.rules.files import is_path

if TYPE_CHECKING:
    pass


@options.command("referee check illuminate no-sixes")
@options.argument("names", "[RULESET]...", "rulesets", nargs=-1)
@options.flag("--if-there", "Skip files and folders that do not exist.")
@options.flag("--no-examples without", "Do not run the examples, which takes most of the time.")
@options.formats(CHECKS)
def command(names: tuple[str, ...], if_there: bool, without: bool, form: str) -> int:
    """Is a ruleset, house rule or deck sound, and do its examples hold? By name, file or folder; without arguments, everything
    that is shipped.

    A ruleset is also checked with each of its variants and each reading of its rulings. Of its examples it reports those that
    do not come out as they say, those of the game that a house rule changes, and the rules that no example touches. The exit
    code is 3 if one is not sound, 1 if an example fails.
    """
    run = Intake()

    def checked() -> Iterator[Checked]:  # a bug in referee affects one thing alone
        for label, path in _targets(names, if_there=if_there):
            try:
                result = _check(label, path, examples=not without)
                run.count([_status(result)])
            except FormulaError:
                raise
            except Exception as bug:
                if debugging():
                    raise
                words = bug_in_words(bug)
                run.report(Bug(words))
                result = Checked(label, complaints=[Complaint(Place(str(path), 1, 1), f"referee has a bug{words}")])
            yield result

    say_all(CHECKS[form](checked(), paper()), form)
    return run.code


NOTHING_THERE = (
    "there is no ruleset, house rule or deck in this folder or below it; each is a file in .yaml, .yml or .json"
)


def _status(checked: Checked) -> str:
    """The status of a file that was checked, as that of a log, for the exit code: 'unjudged' if unsound, 'illegal' if
    examples fail."""
    if checked.complaints:
        return "unjudged"
    if checked.failed:
        return "illegal"
    return "legal"


def _check(label: str, path: str | Unjudgeable, *, examples: bool) -> Checked:
    """Check one file, and run its examples if it is sound."""
    if isinstance(path, Unjudgeable):
        return Checked(label, complaints=path.complaints)
    checked = Checked(label, *soundness_of(path))
    if not examples or checked.complaints or checked.kind not in ("ruleset", "house"):
        return checked
    try:
        bench = Bench(path, options.ruleset(path))
        results = [bench.result_of(one) for one in list(bench.examples())]
    except Unjudgeable as unjudgeable:
        return checked._replace(complaints=unjudgeable.complaints)
    checked = checked._replace(results=results)
    if checked.own:
        return checked._replace(untouched=untouched_rules(bench, results))
    return checked


def _targets(names: tuple[str, ...], *, if_there: bool) -> Iterator[tuple[str, str | Unjudgeable]]:
    """Yield each thing to check: its name and its file, or the error why there is none.

    Without names it is everything that is shipped; `if_there` skips what does not exist.
    """
    decks = {path.stem: str(path) for path in sorted((shipped.folder("rulesets") / "decks").glob("*.yaml"))}
    known = {path.stem: str(path) for path in shipped.rulesets() + shipped.houses()}
    if not names:
        yield from known.items()
        for name, file in decks.items():
            yield f"decks/{name}", file
    known |= decks
    for name in dict.fromkeys(map(shipped.ruleset_of_examples, names)):
        path = _target(name, known)
        if Path(name).is_dir():
            yield from _targets_below(name)
        elif if_there and not Path(name).exists() and (path == name or isinstance(path, Unjudgeable)):
            warn(f"{name}: skipped; there is no such file or folder")
        else:
            yield name, path


def _target(name: str, known: Mapping[str, str]) -> str | Unjudgeable:
    """The file of a ruleset, house rule or deck, by name or path, or the error that there is none; `known` has files
    by name."""
    if is_path(name):
        return name
    path = options.file_of(name) or known.get(name)
    if path is not None:
        return path
    message = f"there is no folder {name!r} here, and no ruleset, house rule or deck of this name"
    return RulesetError.at(options.place_typed(), unknown_name(message, name, known, "known here:"))


def _targets_below(folder: str) -> Iterator[tuple[str, str | Unjudgeable]]:
    """Yield the files in a folder and below it that are neither logs nor only examples, each with its path as its
    name."""
    empty = True
    for item in files_below(folder, shipped.SUFFIXES):
        empty = False
        if isinstance(item, PathRemark):
            warn(item.removesuffix(FOLLOWS))
        elif isinstance(item, Unjudgeable):
            yield folder, item
        elif shipped.ruleset_of_examples(item.path) != item.path:
            continue
        elif _is_log_file(item.path):
            warn(f"{item.path}: skipped; this is a log, not a ruleset (`referee validate` judges it)")
        else:
            yield item.path, item.path
    if empty:
        yield folder, RulesetError.at(Place(folder, 1, 1), NOTHING_THERE)


def _is_log_file(path: str) -> bool:
    """Whether a file can be read, and has a log."""
    with suppress(Unjudgeable):
        data = source.load(path).data
        return isinstance(data, dict) and "game" in data
    return False


@options.command("referee simulate illuminate -n 20 --seed 7 --out games.jsonl", "referee coverage games.jsonl")
@options.logs()
@options.formats(COVERAGE)
@options.value("--fail-under", "PERCENT", "Exit with 1 if less than this is covered.", type=click.IntRange(0, 100))
@options.judging(packed=True)
def coverage(paths: tuple[str, ...], form: str, fail_under: int | None, judging: JudgeOptions) -> int:
    """Say which rules, words and card powers of their games logs exercised: files, folders, or - for standard input.

    A word fires when it rules something out that a player could look for, or when the log comes to something else without
    it: each log is judged again without each word, which takes a while. A rule fires when a word that cites it does, or
    when it rules something out. An illegal log counts up to where judging stops.
    """
    by_game: dict[tuple[str, tuple[str, ...]], Coverage] = {}
    run = Intake()
    cache = RulesetCache(judging.chosen)
    for file, log in every_log(paths, judging):
        with run.excuse(file):
            if isinstance(log, Unjudgeable):
                raise log
            rules = cache.ruleset(log)
            run.name_project(rules.project)
            by_game.setdefault((rules.name, rules.houses), Coverage(rules)).add(log, rules, as_played=judging.as_played)
    covered = list(by_game.values())
    if covered:
        games = [(family(item.rules.family).brief(item.rules), item) for item in covered]
        say(COVERAGE[form](games, paper()), form)
    if run.code == ANSWERED and fail_under is not None and any(share(item) < fail_under for item in covered):
        return WANTING
    return run.code
