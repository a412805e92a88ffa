"""`referee games`: the games that can be judged."""

from __future__ import annotations

import click

from referee.cli.exit_codes import ANSWERED, complain
from referee.cli.output import say
from referee.cli.shared_options import example, format_option
from referee.core.places import Unjudgeable
from referee.core.ruleset import Ruleset
from referee.report.library import FORMATS, GameEntry, HouseEntry

FORMULAS = ("bags", "carry", "count", "define", "scoring")
"""Sections whose sentences are formulas; the texts of the rules say more."""


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
            house = _house(rules, path) if rules.houses else None
        except Unjudgeable as unjudgeable:
            complain(unjudgeable.complaints)
            continue
        if house is not None:
            houses.setdefault(rules.name, []).append(house)
        elif not rules.get("abstract"):
            games[rules.name] = GameEntry(rules, family(rules.family).brief(rules))
    say(FORMATS[form]([entry._replace(houses=houses.get(name, ())) for name, entry in games.items()]), form)
    return ANSWERED


def _house(rules: Ruleset, path: str) -> HouseEntry:
    """What a house rule does to its game."""
    from referee import source
    from referee.engines import family
    from referee.rules import rulesets

    describe = family(rules.family).describe
    before = {line.text for _, lines in describe(rulesets.load_ruleset(rules.name)) for line in lines}
    new = [line for _, lines in describe(rules) for line in lines if line.text not in before]
    plain = [line.text for line in new if line.pointer[0] not in FORMULAS]
    texts = [entry["text"] for entry in rules.layers[-1].data.get("rules", {}).values() if entry and "text" in entry]
    does = plain or texts or [line.text for line in new]
    return HouseEntry(rules.houses[-1], does, source.load(path).data.get("why", ""))
