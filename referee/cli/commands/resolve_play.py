"""`referee resolve play`: is this play on this field legal, and what follows?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import click

from referee.cli.board import board_options, fishing_table
from referee.cli.exit_codes import ANSWERED, WANTING, Misuse
from referee.cli.output import say
from referee.cli.ruleset_options import RulesetOptions, ruleset
from referee.cli.shared_options import example, format_option, game_argument, rules_options
from referee.core.ruleset import Ruleset
from referee.report.plays import FORMATS, Judged, Otherwise


@click.command(
    epilog=example(
        'referee resolve play illimat --season Spring --field "5wi 2au 3au" "harvest 5sp take 5wi | 2au+3au"'
    )
)
@game_argument
@click.argument("move", metavar="PLAY")
@board_options
@format_option(FORMATS)
@rules_options
def command(game: str, move: str, asked: Any, players: int | None, form: str, chosen: RulesetOptions) -> int:
    """Whether a play is legal, by which rule, and what follows: cards to the pile, the field cleared or not, the new season.

    PLAY is a sow, a harvest or a stockpile in notation: "sow 5sp", "harvest 5sp take 5wi | 2au+3au" or
    "stockpile 3au make 5: 3au+2su".
    """
    rules = ruleset(game, chosen)
    judged, words = _judged(rules, asked, players, move)
    otherwise = []
    for changed in _other_readings(rules, words):
        other = ruleset(game, chosen._replace(ruling={**chosen.ruling, changed.ruling: changed.reading}))
        by_that, _ = _judged(other, asked, players, move)
        if (by_that.legal, by_that.outcomes) != (judged.legal, judged.outcomes):
            otherwise.append(changed._replace(legal=by_that.legal))
    say(FORMATS[form](judged._replace(otherwise=otherwise)))
    return ANSWERED if judged.legal else WANTING


def _judged(rules: Ruleset, asked: Any, players: int | None, move: str) -> tuple[Judged, list[str]]:
    """The play as judged, and the paths of the words that mattered to it."""
    from referee.engines.fishing import queries

    try:
        answer = queries.judged(fishing_table(rules, players), asked, move)
    except queries.Unanswerable as unanswerable:
        raise Misuse(str(unanswerable)) from None
    violations = [{**_rule(rules, fault.rule), "message": fault.message} for fault in answer.faults]
    follows = None if answer.outcome is None else answer.outcome._asdict()
    resting_on = [_rule(rules, name) for name in answer.rules]
    return Judged(answer.play, violations, follows, resting_on, answer.doubts), answer.words


def _rule(rules: Ruleset, name: str) -> dict[str, str]:
    known = rules.get("rules", default={}).get(name, {})
    return {"rule": f"{rules.name}/{name}", "text": known.get("text", ""), "source": known.get("source", "")}


def _other_readings(rules: Ruleset, words: Iterable[str]) -> Iterator[Otherwise]:
    """The other readings of the rulings that decide these words."""
    for path in words:
        name = rules.ruling_about(tuple(path.split(".")))
        if name is None:
            continue
        current = rules.get(*path.split("."))
        readings = rules.get("rulings", name, "readings")
        taken = next((reading for reading, entry in readings.items() if entry.get("value") == current), str(current))
        for reading, entry in readings.items():
            if "value" in entry and entry["value"] != current:
                yield Otherwise(name, taken, reading, entry["text"], True)
