"""A question asked without a log: which games it is for, and its answer with the readings that would change it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from referee.cli.exit_codes import ANSWERED, WANTING, Misuse
from referee.cli.output import say, warn
from referee.cli.ruleset_options import RulesetOptions, ruleset
from referee.cli.terminal import paper
from referee.core.formula import FormulaError
from referee.core.questions import Answer, Unanswerable
from referee.core.ruleset import Ruleset
from referee.core.wording import counted, listed
from referee.report.answers import Form
from referee.rules import rulesets


def require_family(rules: Ruleset, family: str, things: str) -> None:
    """Refuses a game of a family that the question is not about; `things` are what it lacks, such as 'tricks'."""
    if rules.family != family:
        raise Misuse(f"{rules.title} has no {things}; it is a {rules.family} game")


def require_players(rules: Ruleset, number: int, what: str) -> None:
    """Refuses a number of players that the game does not have; `what` says what was counted, such as 'cards'."""
    allowed = rules.get("players", default=[])
    if allowed and number not in allowed:
        some = listed([str(count) for count in allowed], "or")
        given = f"{counted(number, what)} {'is' if number == 1 else 'are'} given"
        raise Misuse(f"{rules.title} is for {some} players; {given}")


def refuse_roles(rules: Ruleset) -> None:
    """Refuses roles in a game that has none."""
    if not rules.get("roles", "choose"):
        raise Misuse(f"{rules.title} has no roles; omit --roles")


def tell_answer(
    form: str,
    forms: Mapping[str, Form],
    game: str,
    chosen: RulesetOptions,
    rules: Ruleset,
    players: int,
    ask: Callable[[Any], Answer],
    *,
    told: Sequence[str] = (),
    compared: Sequence[str] = (),
) -> int:
    """Prints the answer to a question about a table, with the readings that would change it; returns the exit code.

    `told` are the keys of the answer that are reported for another reading; `compared`, if given, the keys that must differ.
    """
    answer = _answer(ask, rules, players)
    for problem in answer.problems:
        warn(problem)
    if not answer.data:
        return WANTING
    others = []
    for path in answer.words:
        for other in rules.other_readings(path):
            by_that = chosen._replace(ruling={**chosen.ruling, other.ruling: other.reading})
            data = _answer(ask, ruleset(game, by_that), players).data
            if data and any(data[key] != answer.data[key] for key in compared or told):
                others.append(other._replace(found={key: data[key] for key in told}))
    say(forms[form](answer, others, paper()), form)
    return ANSWERED if answer.legal and not answer.problems else WANTING


def _answer(ask: Callable[[Any], Answer], rules: Ruleset, players: int) -> Answer:
    try:
        return ask(rulesets.table(rules, players))
    except Unanswerable as unanswerable:
        raise Misuse(str(unanswerable)) from None
    except FormulaError as error:
        raise rules.without_value(error) from None
