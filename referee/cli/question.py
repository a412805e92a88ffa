"""A question asked without a log: a table set up from what was typed, and one event played on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.cli.exit_codes import Misuse
from referee.core.places import COMMAND_LINE, LogError
from referee.core.ruleset import Ruleset
from referee.judging.log import Log
from referee.judging.replay import Replay, replay
from referee.report.plain import counted, listed
from referee.source import Document


def require_family(rules: Ruleset, family: str, things: str) -> None:
    """Refuses a game of another family than the question is about; `things` are what it lacks, as 'tricks'."""
    if rules.family != family:
        raise Misuse(f"{rules.title} has no {things}; it is a {rules.family} game")


def require_players(rules: Ruleset, number: int, what: str) -> None:
    """Refuses a number of players that the game does not have; `what` counts them, as 'cards'."""
    allowed = rules.get("players", default=[])
    if allowed and number not in allowed:
        some = listed([str(count) for count in allowed], "or")
        given = f"{counted(number, what)} {'is' if number == 1 else 'are'} given"
        raise Misuse(f"{rules.title} is for {some} players; {given}")


def require_roles(rules: Ruleset, players: int, given: bool) -> None:
    """Refuses to go on without the roles, in a game that has them."""
    roles = rules.get("roles", "choose", default=())
    if roles and not given:
        example = ",".join(roles[:players])
        raise Misuse(f"who holds which role decides in {rules.title}; write for example --roles {example}")
    if given and not roles:
        raise Misuse(f"{rules.title} has no roles; leave --roles away")


def play_out(
    rules: Ruleset,
    players: Sequence[str],
    position: Mapping[str, Any],
    item: Mapping[str, Any],
) -> Replay:
    """The table after one log item, played from a position. What cannot be set up is a usage error."""
    data = {"game": rules.name, "players": list(players), "position": dict(position), "events": [item]}
    log = Log(COMMAND_LINE, data, Document(COMMAND_LINE, data, "", lambda _: 0))
    try:
        return replay(log, rules)
    except LogError as error:
        raise Misuse("; ".join(complaint.message for complaint in error.complaints)) from None
