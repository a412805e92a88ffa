"""`referee resolve hand`: the best arrangement of a hand and its points."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from referee.cli.exit_codes import ANSWERED, WANTING
from referee.cli.output import say, warn
from referee.cli.question import require_family
from referee.cli.ruleset_options import RulesetOptions, ruleset
from referee.cli.shared_options import example, format_option, game_argument, rules_options
from referee.core.merging import holds
from referee.core.ruleset import Ruleset
from referee.report.melds import FORMATS, Otherwise


@click.command(epilog=example("referee resolve hand luminars R4 G4 B4 B5 B6 B7 Y7 R1"))
@game_argument
@click.argument("cards", metavar="CARD...", nargs=-1, required=True)
@click.option("--declared", is_flag=True, help="The hand ends the round: is it good enough, and what does it score?")
@click.option("--claim", "claim", multiple=True, metavar='"CARD …"', help="A meld that is claimed; may be repeated.")
@format_option(FORMATS)
@rules_options
def command(
    game: str, cards: tuple[str, ...], declared: bool, claim: tuple[str, ...], form: str, chosen: RulesetOptions
) -> int:
    """The best arrangement of a hand, its points, and what is idle; with a card too many, which one to discard.

    With --claim the melds that somebody lays out are checked, and counted as they are laid out.
    """
    from referee.engines.meld.queries import Asked

    rules = ruleset(game, chosen)
    require_family(rules, "meld", "melds")
    asked = Asked(cards, claim, declared)
    answer = _answer(rules, asked)
    for problem in answer["problems"]:
        warn(problem)
    if "score" not in answer:
        return WANTING
    say(FORMATS[form](rules.title, answer, _otherwise(rules, game, chosen, asked, answer)))
    return WANTING if answer["problems"] else ANSWERED


def _answer(rules: Ruleset, asked: Any) -> dict[str, Any]:
    from referee.engines.meld.queries import resolved
    from referee.rules import rulesets

    game: Any = rulesets.table(rules, max(rules.get("players", default=[2])))
    return resolved(game, asked)


def _otherwise(
    rules: Ruleset, game: str, chosen: RulesetOptions, asked: Any, answer: Mapping[str, Any]
) -> list[Otherwise]:
    """The rulings under whose other reading the hand would score otherwise."""
    changed = []
    for name, ruling in rules.get("rulings", default={}).items():
        current = rules.get(*ruling["about"].split("."))
        readings = ruling["readings"]
        values = {reading: entry["value"] for reading, entry in readings.items() if "value" in entry}
        taken = next((reading for reading, value in values.items() if holds(value, current)), None)
        for reading, entry in readings.items():
            if taken in (None, reading) or reading not in values:  # what a house rule has settled is no question
                continue
            other = _answer(ruleset(game, chosen._replace(ruling={**chosen.ruling, name: reading})), asked)
            if "score" in other and other["score"] != answer["score"]:
                changed.append(Otherwise(name, str(taken), reading, entry["text"], other["score"]))
    return changed
