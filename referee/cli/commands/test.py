"""`referee test`: do the examples of a ruleset or house rule come out as they say?"""

from __future__ import annotations

import click

from referee.cli.exit_codes import ANSWERED, UNJUDGED, WANTING
from referee.cli.output import say_all
from referee.cli.ruleset_options import RulesetOptions, game_or_house, ruleset
from referee.cli.shared_options import example, format_option, offered
from referee.cli.terminal import paper
from referee.core.places import Unjudgeable
from referee.engines import family
from referee.play.ruleset_examples import Bench, untouched
from referee.report.example_results import FORMATS, Tested
from referee.rules import shipped


@click.command(epilog=example("referee test illuminate no-sixes"))
@click.argument("names", metavar="RULESET...", nargs=-1, shell_complete=offered("rulesets"))
@format_option(FORMATS)
def command(names: tuple[str, ...], form: str) -> int:
    """Run the examples in rulesets and house rules, by name or file; without arguments, all that are shipped.

    Reports examples that do not come out as they say, examples of the game that a house rule changes, and rules that no example
    touches. The exit code is 1 if an example fails.
    """
    codes = [ANSWERED]

    def tested(name: str) -> Tested:
        result = _test(name)
        codes.append(UNJUDGED if result.complaints else WANTING if result.failed else ANSWERED)
        return result

    say_all(FORMATS[form](map(tested, names or _all()), paper()), form)
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
