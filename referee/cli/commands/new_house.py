"""`referee new house`: a house rule to start from."""

from __future__ import annotations

import click

from referee.cli.drafted import all_option, deliver, first_line, out_option
from referee.cli.exit_codes import ANSWERED, Misuse
from referee.cli.ruleset_options import RulesetOptions, ruleset
from referee.cli.shared_options import example, game_argument
from referee.core.words import word_at
from referee.report import drafts


@click.command(epilog=example("referee new house illuminate"))
@game_argument
@all_option
@out_option
def command(game: str, in_full: bool, out: str | None) -> int:
    """A house rule for a game, with a few lines that it may change as comments.

    With --all, it contains everything that it may change, with the values in force and what each means. It is sound as it is,
    and changes nothing until you uncomment a line.
    """
    from referee.engines import family
    from referee.rules import rulesets

    rules = ruleset(game, RulesetOptions())
    if rules.get("abstract"):
        raise Misuse(f"{rules.name} is not a game; it is what other rulesets extend")
    file = family(rules.family).schema
    words = word_at(file, rulesets.SCHEMAS)
    frame = word_at("ruleset.schema.json", rulesets.SCHEMAS).keys
    draft = drafts.house if in_full else drafts.brief_house
    deliver(draft(rules, game, words, frame.keys(), first_line(file, out)), out)
    return ANSWERED
