"""`referee new house`: a house rule to start from."""

from __future__ import annotations

import click

from referee.cli.chosen import Chosen, ruleset
from referee.cli.endings import ANSWERED, Misuse
from referee.cli.options import example, game_argument
from referee.cli.output import say
from referee.cli.schema import schema_uri
from referee.core.outline import outline
from referee.report import drafts


@click.command(epilog=example("referee new house illuminate"))
@game_argument
def command(game: str) -> int:
    """A house rule for a game: what it may change, with the values in force and what each means, as comments.

    It changes nothing until you take comment marks away; it is sound as it is.
    """
    from referee import book
    from referee.engines import family

    rules = ruleset(game, Chosen())
    if rules.get("abstract"):
        raise Misuse(f"{rules.name} is not a game; it is what other rulesets extend")
    file = family(rules.family).SCHEMA
    words = outline(file, book.SCHEMAS)
    frame = outline("ruleset.schema.json", book.SCHEMAS).keys()
    say(drafts.house(rules, game, words, frame.keys(), schema_uri(file)))
    return ANSWERED
