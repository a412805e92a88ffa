"""`referee check` and `referee test`: is a ruleset sound, and do its examples hold?"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from referee import source
from referee.cli.exit_codes import ANSWERED, BUG, UNJUDGED, WANTING, bug_line, debugging
from referee.cli.ruleset_options import game_or_house, ruleset, typed
from referee.cli.shared_options import example, format_option, offered
from referee.cli.terminal import paper, say_all, warn
from referee.core.bugs import bug_in_words
from referee.core.formula import FormulaError
from referee.core.places import Complaint, Place, RulesetError, Unjudgeable
from referee.core.suggest import did_you_mean
from referee.corpus.paths import below
from referee.corpus.ruleset_cache import RulesetOptions
from referee.engines import family
from referee.play.examples import Bench, untouched
from referee.report.library import CHECKS as CHECKED
from referee.report.library import EXAMPLES as TESTED
from referee.report.library import Checked, Tested
from referee.rules import rulesets, shipped
from referee.rules.checking import soundness_of
from referee.rules.find import versioned

SUFFIXES = (".yaml", ".yml", ".json")


@click.command(epilog=example("referee check illuminate no-sixes"))
@click.argument("names", metavar="RULESET...", nargs=-1, shell_complete=offered("rulesets"))
@click.option("--if-there", is_flag=True, help="Skip files and folders that do not exist.")
@format_option(CHECKED)
def command(names: tuple[str, ...], if_there: bool, form: str) -> int:
    """Is a ruleset, house rule or deck sound? By name, file or folder; without arguments, everything that is shipped.

    A ruleset is also checked with each of its variants and each reading of its rulings. The exit code is 3 if one is not
    sound.
    """
    codes = [ANSWERED]
    checked = (_safely(*target, codes) for target in _targets(names, if_there=if_there))
    say_all(CHECKED[form](checked, paper()), form)
    return max(codes)


def _safely(label: str, path: str | Unjudgeable, codes: list[int]) -> Checked:
    """One thing checked, its exit code added to the others; a bug in referee affects that thing alone."""
    try:
        result = _check(label, path)
    except FormulaError:
        raise
    except Exception as bug:
        if debugging():
            raise
        told = bug_in_words(bug)
        warn(bug_line(told))
        codes.append(BUG)
        return Checked(label, "", "", (Complaint(Place(str(path), 1, 1), f"referee has a bug{told}"),))
    codes.append(UNJUDGED if result.complaints else ANSWERED)
    return result


def _targets(names: tuple[str, ...], *, if_there: bool) -> Iterator[tuple[str, str | Unjudgeable]]:
    """Each thing to check: its name and its file."""
    if not names:
        yield from ((path.stem, str(path)) for path in (*shipped.rulesets(), *shipped.houses()))
        yield from ((f"decks/{path.stem}", str(path)) for path in _decks())
    for name in names:
        if Path(name).is_dir():
            yield from ((path, path) for path in sorted(below(name, SUFFIXES)) if not _passed_over(path))
        elif (
            if_there and not Path(name).exists() and (rulesets.is_path(name) or isinstance(_shipped(name), Unjudgeable))
        ):
            warn(f"{name}: skipped; there is no such file or folder")
        elif rulesets.is_path(name):
            yield name, name
        else:
            yield name, _shipped(name)


def _decks() -> list[Path]:
    return sorted((shipped.folder("rulesets") / "decks").glob("*.yaml"))


def _passed_over(path: str) -> bool:
    """Whether a file found in a folder is a log, which is skipped with a remark."""
    try:
        data = source.load(path).data
    except Unjudgeable:
        return False
    is_log = isinstance(data, dict) and "game" in data
    if is_log:
        warn(f"{path}: skipped; this is a log, not a ruleset (`referee validate` judges it)")
    return is_log


def _shipped(name: str) -> str | Unjudgeable:
    """The file of a ruleset, house rule or deck by name."""
    for house in (False, True):
        try:
            return rulesets.find(versioned(name)[0], None, typed, house=house)
        except RulesetError:
            continue
    known = {path.stem: str(path) for path in (*shipped.rulesets(), *shipped.houses(), *_decks())}
    if name in known:
        return known[name]
    hint = did_you_mean(name, known) or f"; known here: {', '.join(known)}"
    message = f"there is no folder {name!r} here, and no ruleset, house rule or deck of this name{hint}"
    return RulesetError([Complaint(typed(), message)])


def _check(label: str, path: str | Unjudgeable) -> Checked:
    if isinstance(path, Unjudgeable):
        return Checked(label, "", "", path.complaints)
    return Checked(label, *soundness_of(path))


@click.command(epilog=example("referee test illuminate no-sixes"))
@click.argument("names", metavar="RULESET...", nargs=-1, shell_complete=offered("rulesets"))
@format_option(TESTED)
def test(names: tuple[str, ...], form: str) -> int:
    """Run the examples in rulesets and house rules, by name or file; without arguments, all that are shipped.

    Reports examples that do not come out as they say, examples of the game that a house rule changes, and rules that no example
    touches. The exit code is 1 if an example fails.
    """
    codes = [ANSWERED]

    def tested(name: str) -> Tested:
        result = _test(name)
        codes.append(UNJUDGED if result.complaints else WANTING if result.failed else ANSWERED)
        return result

    say_all(TESTED[form](map(tested, names or _all()), paper()), form)
    return max(codes)


def _all() -> list[str]:
    return [path.stem for path in (*shipped.rulesets(), *shipped.houses())]


def _test(name: str) -> Tested:
    try:
        path, _ = game_or_house(name)
        rules = ruleset(path, RulesetOptions())
        bench = Bench(path, rules)
        carried = list(bench.examples())
    except Unjudgeable as unjudgeable:
        return Tested(name, complaints=unjudgeable.complaints)
    if rules.get("abstract"):
        return Tested(name, f"{rules.title}, for other rulesets to extend")
    results = [bench.result_of(one) for one in carried]
    return Tested(name, family(rules.family).brief(rules), results, untouched(bench, results))
