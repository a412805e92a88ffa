"""`referee replay`: a page that steps through a log."""

from __future__ import annotations

from importlib.util import find_spec

import click

from referee.cli.exit_codes import ANSWERED, Misuse
from referee.cli.logs import inputs
from referee.cli.out_file import file_for
from referee.cli.output import say
from referee.cli.ruleset_options import RulesetCache, RulesetOptions
from referee.cli.shared_options import as_played_option, example, log_argument, log_rules_options
from referee.judging.log import load_log


@click.command(
    epilog=example(
        "referee simulate illuminate -n 1 --seed 7 --out game.jsonl", "referee replay game.jsonl --out game.html"
    )
)
@log_argument
@click.option("--out", required=True, metavar="FILE.html", help="The page, one file that needs nothing else.")
@as_played_option
@log_rules_options
def command(log: str, out: str, as_played: bool, chosen: RulesetOptions) -> int:
    """Make a page that steps through a log: every table drawn, every move, what was legal, and what was found.

    It is one file for any browser, and asks nobody for anything. Links such as friday.html#event-41 lead to a step.
    """
    if find_spec("jinja2") is None:
        raise Misuse("replay needs Jinja2, which the extra brings along: pip install 'referee[replay]'")
    from referee.replay.page import page
    from referee.replay.steps import steps_of

    found = load_log(log)
    rules = RulesetCache(chosen).ruleset(found)
    text = page(steps_of(found, rules, as_played=as_played))
    with file_for(out, inputs=inputs(out, (log,), chosen)) as part:
        part.write_text(text, encoding="utf-8", errors="backslashreplace", newline="\n")
    say(f"{out}: {len(text.encode(errors='backslashreplace')):,} bytes")
    return ANSWERED
