"""`referee games`: the games that can be judged."""

from __future__ import annotations

import click

from referee.cli.exit_codes import ANSWERED, complain
from referee.cli.houses import house_entry
from referee.cli.output import say
from referee.cli.shared_options import example, format_option
from referee.core.places import Unjudgeable
from referee.report.library import FORMATS, GameEntry, HouseEntry


@click.command(epilog=example("referee games"))
@format_option(FORMATS)
def command(form: str) -> int:
    """The games that can be judged, with their numbers of players, their variants, and the house rules for each.

    For each house rule, it shows what the rule adds. Games and house rules in the folders listed by the variable REFEREE_PATH
    are included.
    """
    from referee.engines import family
    from referee.rules import rulesets, shipped

    games: dict[str, GameEntry] = {}
    houses: dict[str, list[HouseEntry]] = {}
    names = {path.stem: str(path) for path in shipped.rulesets()} | shipped.own()
    for path in [*names.values(), *map(str, shipped.houses())]:
        try:
            rules = rulesets.load_ruleset(path)
            house = house_entry(rules, path) if rules.houses else None
        except Unjudgeable as unjudgeable:
            complain(unjudgeable.complaints)
            continue
        if house is not None:
            houses.setdefault(rules.name, []).append(house)
        elif not rules.get("abstract"):
            games[rules.name] = GameEntry(rules, family(rules.family).brief(rules))
    say(FORMATS[form]([entry._replace(houses=houses.get(name, ())) for name, entry in games.items()]), form)
    return ANSWERED
