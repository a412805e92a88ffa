"""Options that put a field, a hand and Luminaries on the table, for questions about plays."""

from __future__ import annotations

from functools import wraps
from typing import Any

import click

from referee.cli.exit_codes import Misuse
from referee.cli.question import require_family
from referee.cli.shared_options import Function, names_option
from referee.core.ruleset import Ruleset
from referee.core.wording import listed


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
