"""What a club keeps of a game, plain enough to travel between processes and to be kept in a file."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from referee.core.family import Tally
from referee.core.findings import Finding
from referee.core.ruleset import Ruleset
from referee.core.verdict import Verdict
from referee.judging.log import Occasion
from referee.rules.files_read import files_of
from referee.rules.find import is_shipped


class Dispute(NamedTuple):
    """Something that was against the rules or that the table let stand, or an open question that it depends on."""

    kind: str
    rule: str
    message: str
    event: int
    line: int
    player: str = ""
    text: str = ""
    source: str = ""
    set_at: str = ""
    reason: str = ""


class Entry(NamedTuple):
    """A game as a club remembers it. Seats are counted from 0; `places` is empty if they are not known.

    `game` is its ruleset and `title` its name in words; `house` are house rules and variants; `complaints` say, with their
    places, why it could not be judged to its end; `rests_on` are the files of rules other than those of referee.
    """

    path: str
    line: int
    status: str
    game: str = ""
    title: str = ""
    house: tuple[str, ...] = ()
    occasion: Occasion = Occasion()
    players: tuple[str, ...] = ()
    sides: tuple[tuple[int, ...], ...] = ()
    over: bool = False
    winners: tuple[int, ...] = ()
    totals: tuple[int | float | None, ...] = ()
    places: tuple[int, ...] = ()
    tallies: tuple[Tally, ...] = ()
    disputes: tuple[Dispute, ...] = ()
    complaints: tuple[str, ...] = ()
    unfinished: str = ""
    rests_on: tuple[str, ...] = ()

    @property
    def where(self) -> str:
        """The file, with the line on which the game begins if the file may hold several."""
        return f"{self.path}:{self.line}" if self.line else self.path

    @property
    def ended(self) -> bool:
        """Whether it ended, with known places."""
        return self.over and bool(self.places)


def entry_of(verdict: Verdict) -> Entry:
    """What is kept of a game that has been judged."""
    complaints = tuple(map(str, verdict.complaints))
    played: Any = verdict.table
    if played is None:
        return Entry(verdict.path, verdict.line, verdict.status, verdict.game, complaints=complaints)
    log, rules = played.log, played.game.ruleset
    # after a batch the state knows the score, which is all that is needed here
    standing = played.game.standing(played.folded.state)
    return Entry(
        verdict.path,
        verdict.line,
        verdict.status,
        rules.name,
        rules.title,
        (*rules.houses, *rules.variants),
        log.occasion,
        log.players,
        standing.sides,
        standing.over,
        standing.winners,
        standing.totals,
        standing.places,
        standing.tallies,
        tuple(_disputes(verdict)),
        complaints,
        verdict.unfinished,
        _rests_on(rules),
    )


def _disputes(verdict: Verdict) -> Iterator[Dispute]:
    """What was found, with the questions that it depends on."""
    if not verdict.irregularities:
        return
    for found in verdict.findings:
        if found.kind != "doubt":
            yield _dispute(found)


def _dispute(found: Finding) -> Dispute:
    return Dispute(
        found.kind,
        found.rule,
        str(found.message),
        found.event,
        found.line,
        found.player or "",
        found.text,
        found.source,
        found.set_at,
        found.reason,
    )


@lru_cache(maxsize=128)
def _rests_on(rules: Ruleset) -> tuple[str, ...]:
    """The files of rules that may change."""
    return tuple(dict.fromkeys(file for file in files_of(rules) if not is_shipped(file)))
