"""`referee new house`: a house rule to start from."""

from __future__ import annotations

import click

from referee.cli.commands.schema import schema_uri
from referee.cli.exit_codes import ANSWERED, Misuse
from referee.cli.output import say
from referee.cli.ruleset_options import RulesetOptions, ruleset
from referee.cli.shared_options import example, game_argument
from referee.core.words import word_at
from referee.report import drafts


@click.command(epilog=example("referee new house illuminate"))
@game_argument
def command(game: str) -> int:
    """A house rule for a game: what it may change, with the values in force and what each means, as comments.

    It changes nothing until you take comment marks away; it is sound as it is.
    """
    from referee.engines import family
    from referee.rules import rulesets

    rules = ruleset(game, RulesetOptions())
    if rules.get("abstract"):
        raise Misuse(f"{rules.name} is not a game; it is what other rulesets extend")
    file = family(rules.family).schema
    words = word_at(file, rulesets.SCHEMAS)
    frame = word_at("ruleset.schema.json", rulesets.SCHEMAS).keys
    say(drafts.house(rules, game, words, frame.keys(), schema_uri(file)), "yaml")
    return ANSWERED
