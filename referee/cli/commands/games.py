"""`referee games`: the games there are."""

from __future__ import annotations

import click

from referee.cli.exit_codes import ANSWERED, complain
from referee.cli.output import say
from referee.cli.shared_options import example, format_option
from referee.core.places import Unjudgeable
from referee.report.library import FORMATS, GameEntry


@click.command(epilog=example("referee games"))
@format_option(FORMATS)
def command(form: str) -> int:
    """The games that can be judged, with their numbers of players and their variants; the house rules by name.

    Those in the folders that the variable REFEREE_PATH lists are among them.
    """
    from referee.engines import family
    from referee.rules import rulesets, shipped

    entries = []
    houses = [path.stem for path in shipped.houses()]
    for name in [*(path.stem for path in shipped.rulesets()), *shipped.own()]:
        try:
            rules = rulesets.load_ruleset(name)
        except Unjudgeable as unjudgeable:
            complain(unjudgeable.complaints)
            continue
        if rules.houses:
            houses.append(name)
        elif not rules.get("abstract"):
            entries.append(GameEntry(rules, family(rules.family).brief(rules)))
    say(FORMATS[form](entries, houses))
    return ANSWERED
