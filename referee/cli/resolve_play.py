"""`referee resolve play`: is this play on this field legal, and what follows?"""

from __future__ import annotations

from typing import Any

import click

from referee.cli.board import board_options, fishing_table
from referee.cli.chosen import Chosen, ruleset
from referee.cli.endings import ANSWERED, WANTING, Misuse
from referee.cli.options import example, format_option, game_argument, rules_options
from referee.cli.output import say
from referee.core.ruleset import Ruleset
from referee.report.plays import FORMATS, Judged, Otherwise


@click.command(
    epilog=example(
        'referee resolve play illimat --season Spring --field "5wi 2au 3au Fsu 4sp" --hand "5sp 9au" '
        '"harvest 5sp take 5wi | 2au+3au | Fsu+4sp"'
    )
)
@game_argument
@click.argument("move", metavar="PLAY")
@board_options
@format_option(FORMATS)
@rules_options
def command(game: str, move: str, asked: Any, players: int | None, form: str, chosen: Chosen) -> int:
    """Whether a play is legal, by which rule, and what follows: cards to the pile, the field cleared or not, the new season.

    PLAY is a sow, a harvest or a stockpile in notation: sow 5sp; harvest 5sp take 5wi | 2au+3au; stockpile 3au make 5: 3au+2su.
    """
    judged = _judged(ruleset(game, chosen), asked, players, move)
    say(FORMATS[form](judged._replace(otherwise=_otherwise(game, chosen, asked, players, move, judged))))
    return ANSWERED if judged.legal else WANTING


def _judged(rules: Ruleset, asked: Any, players: int | None, move: str) -> Judged:
    from referee.engines.fishing import answers

    try:
        answer = answers.judged(fishing_table(rules, players), asked, move)
    except answers.Unanswerable as unanswerable:
        raise Misuse(str(unanswerable)) from None
    violations = [{**_rule(rules, fault.rule), "message": fault.message} for fault in answer.faults]
    return Judged(answer, violations, [_rule(rules, name) for name in answer.rules], ())


def _rule(rules: Ruleset, name: str) -> dict[str, str]:
    known = rules.get("rules", default={})
    words = (
        {"text": known[name]["text"], "source": known[name]["source"]} if name in known else {"text": "", "source": ""}
    )
    return {"rule": f"{rules.name}/{name}", **words}


def _otherwise(
    game: str, chosen: Chosen, asked: Any, players: int | None, move: str, judged: Judged
) -> list[Otherwise]:
    """The rulings under whose other reading the play would be judged otherwise, or something else would follow."""
    rules = ruleset(game, chosen)
    found = []
    for path in dict.fromkeys(judged.answer.hinges):
        name = rules.ruling_about(tuple(path.split(".")))
        if name is None:
            continue
        current = rules.get(*path.split("."))
        readings = rules.get("rulings", name, "readings")
        taken = next((reading for reading, entry in readings.items() if entry.get("value") == current), str(current))
        for reading, entry in readings.items():
            if "value" not in entry or entry["value"] == current:
                continue
            other = ruleset(game, chosen._replace(ruling={**chosen.ruling, name: reading}))
            by_that = _judged(other, asked, players, move)
            if (by_that.legal, by_that.answer.outcome) != (judged.legal, judged.answer.outcome):
                found.append(Otherwise(name, taken, reading, entry["text"], by_that.legal))
    return found
