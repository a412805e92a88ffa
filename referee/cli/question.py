"""A question asked without a log: which games it is for, and its answer with the readings that would change it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from referee.cli.exit_codes import ANSWERED, WANTING, Misuse
from referee.cli.output import say, warn
from referee.cli.terminal import paper
from referee.core.formula import FormulaError
from referee.core.places import RulesetError
from referee.core.questions import Answer, Unanswerable
from referee.core.ruleset import Ruleset
from referee.core.rulings import OtherReading
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
    others = list(_others(ask, rules, players, answer.data, told, compared or told)) if told else []
    say(forms[form](answer, others, paper()), form)
    return ANSWERED if answer.legal and not answer.problems else WANTING


def _others(
    ask: Callable[[Any], Answer],
    rules: Ruleset,
    players: int,
    first: Mapping[str, Any],
    told: Sequence[str],
    compared: Sequence[str],
) -> Iterator[OtherReading]:
    """Yield the readings by which the question has another answer."""
    for ruling in rules.rulings.values():
        for other in () if ruling.settled else rules.other_readings(".".join(ruling.about)):
            try:
                data = ask(rulesets.table(rulesets.read_otherwise(rules, other.ruling, other.reading), players)).data
            except (FormulaError, RulesetError, Unanswerable):  # by that reading there is no such question
                continue
            if data and any(data[key] != first[key] for key in compared):
                yield other._replace(found={key: data[key] for key in told})


def _answer(ask: Callable[[Any], Answer], rules: Ruleset, players: int) -> Answer:
    try:
        return ask(rulesets.table(rules, players))
    except Unanswerable as unanswerable:
        raise Misuse(str(unanswerable)) from None
    except FormulaError as error:
        raise rules.without_value(error) from None
