"""`referee games`: the games there are."""

from __future__ import annotations

import click

from referee.cli.endings import ANSWERED
from referee.cli.options import example, format_option
from referee.cli.output import say
from referee.report.library import FORMATS, GameEntry


@click.command(epilog=example("referee games"))
@format_option(FORMATS)
def command(form: str) -> int:
    """The games that can be judged, with their numbers of players and their variants."""
    from referee import book, shipped
    from referee.engines import family

    entries = []
    for path in shipped.rulesets():
        rules = book.load_ruleset(path.stem)
        if not rules.get("abstract"):
            entries.append(GameEntry(rules, family(rules.family).brief(rules)))
    say(FORMATS[form](entries, [path.stem for path in shipped.houses()]))
    return ANSWERED
