"""A question asked without a log: its options, which games it is for, and its answer with the readings that would change it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import wraps
from typing import Any, NamedTuple

import click

from referee.cli.exit_codes import ANSWERED, WANTING, Misuse
from referee.cli.ruleset_options import require_family
from referee.cli.shared_options import Function, names_option
from referee.cli.terminal import paper, say, warn
from referee.core.formula import FormulaError
from referee.core.places import RulesetError
from referee.core.questions import Answer, Unanswerable
from referee.core.ruleset import Ruleset
from referee.core.rulings import OtherReading
from referee.core.wording import counted, listed
from referee.report.questions import Form
from referee.rules import rulesets

ANSWERS = ("text", "json")
"""The forms of an answer."""


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


class Named(NamedTuple):
    """Values in the order typed, and the players' names if they were typed too."""

    names: tuple[str, ...]
    values: tuple[str, ...]

    def by_player(self, players: Sequence[str], option: str) -> dict[str, str]:
        """Each player's value; values without names go to the players in order."""
        if self.names:
            stranger = next((name for name in self.names if name not in players), None)
            if stranger is not None:
                raise Misuse(f"{option} names {stranger}, who is not among {', '.join(players)}")
            missing = [player for player in players if player not in self.names]
            if missing:
                raise Misuse(f"{option} has no value for {', '.join(missing)}")
            return dict(zip(self.names, self.values, strict=True))
        if len(self.values) != len(players):
            raise Misuse(
                f"{option} has {counted(len(self.values), 'values')} for {counted(len(players), 'players')}; "
                "give one for each, in their order, separated by commas"
            )
        return dict(zip(players, self.values, strict=True))


def parted(texts: Sequence[str]) -> tuple[str, ...]:
    """What was typed, separated by spaces, commas or both: `2C,3C 4C`."""
    return tuple(part for text in texts for part in map(str.strip, text.split(",")) if part)


def read_named(parts: Sequence[str], option: str) -> Named:
    """Return the values in `['Ann=6', 'Ben=0']` or `['6', '0']`; a number for a name is a player's: 1 is player 1."""
    split = [part.strip().partition("=") for part in parts]
    named = [bool(equals) for _, equals, _ in split]
    if not any(named):
        return Named((), tuple(value for value, _, _ in split))
    if not all(named):
        bare = next(text for text, equals, _ in split if not equals)
        raise Misuse(f"{option}: {bare!r} has no player before it; name all of them, as in Ann={bare}, or none")
    names = [f"player {name}" if name.isdecimal() else name for name in (name.strip() for name, _, _ in split)]
    twice = next((name for place, name in enumerate(names) if name in names[:place]), None)
    if twice is not None:
        raise Misuse(f"{option} names {twice} twice")
    return Named(tuple(names), tuple(value.strip() for _, _, value in split))


def numbered(count: int) -> tuple[str, ...]:
    """Names for players without one: 'player 1', 'player 2' …"""
    return tuple(f"player {number}" for number in range(1, count + 1))


def board_options(function: Function) -> Function:
    """`--season`, `--field`, `--hand`, `--luminary` and `--players`; all except the last are passed to the command as
    `asked`."""

    @names_option("--season", "NAME", "seasons", "The season of the field.", default="")
    @click.option(
        "--field",
        "fields",
        multiple=True,
        metavar='"THING …[@SEASON]"',
        help="What lies in the field: 5wi, S10(6sp+4wi), M10(6sp+4wi|10su). For another field, add its season.",
    )
    @click.option(
        "--hand", metavar='"CARD …"', help="The whole hand before the play; without it a passive card is a doubt."
    )
    @names_option(
        "--luminary luminaries",
        "NAME[@SEASON]",
        "luminaries",
        "A Luminary that lies face up, at the field or at another one; may be repeated.",
        multiple=True,
    )
    @click.option(
        "--players", type=int, metavar="N", help="How many players there are; default: the most that the game allows."
    )
    @wraps(function)
    def with_board(
        *args: Any, season: str, fields: tuple[str, ...], hand: str | None, luminaries: tuple[str, ...], **rest: Any
    ) -> Any:
        from referee.engines.fishing.queries import Asked

        return function(*args, asked=Asked(season, fields, hand, luminaries), **rest)

    return with_board


def players_at_board(rules: Ruleset, players: int | None) -> int:
    """How many players sit at the table: the given number, or the most that the game is for."""
    require_family(rules, "fishing", "fields")
    allowed: list[int] = rules.get("players", default=[2])
    if players is not None and players not in allowed:
        raise Misuse(f"{rules.title} is for {listed([str(number) for number in allowed], 'or')} players, not {players}")
    return players or max(allowed)
