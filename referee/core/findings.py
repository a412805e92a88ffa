"""What a referee says about an event: faults from the rules, and findings once the judge has added rule and place."""

from __future__ import annotations

from typing import Literal, NamedTuple

from referee.core.places import Pointer
from referee.core.suggest import Fix, fix_in
from referee.core.wording import counted as counted

Kind = Literal["violation", "accepted", "doubt", "reading"]
"""violation: against the rules. accepted: an irregularity that the table let stand. doubt: cannot be known from this
log. reading: an unsettled rule mattered here, and this is the reading that was taken."""


class Fault(NamedTuple):
    """What a rule finds wrong with an event, before the judge knows the place of the event.

    `rule` is the rule's id, `word` the path in the ruleset that sets it, `legal` what could have been done instead, `at` the
    way from the event's item to the offending value, or, if it is `in_head`, from the log to a value before its events.
    `cites` are numbers of earlier events, whose places follow `message` in brackets, and `after` is the rest of the sentence;
    neither is a format string. A `bars` fault cannot take effect even if the table lets it stand. A fault that `asks` is no
    violation: the log must say more before anything can be judged.
    """

    rule: str
    message: str
    seat: int | None = None
    legal: tuple[str, ...] = ()
    word: Pointer = ()
    at: Pointer = ()
    cites: tuple[int, ...] = ()
    after: str = ""
    bars: bool = False
    in_head: bool = False
    asks: bool = False


class Doubt(NamedTuple):
    """What a log does not say, or a ruling that decides what it comes to; `events` are the numbers of the events it
    concerns."""

    rule: str
    message: str
    events: tuple[int, ...] = ()
    kind: Kind = "doubt"


class Finding(NamedTuple):
    """One thing the referee found, with its rule, its place and its proof.

    `event` counts from 1 (0: the log as a whole); `legal` is what could have been done instead; `text` is the rule in words and
    `set_at` the file and line that set it if that is not the game itself.
    """

    kind: Kind
    rule: str
    message: str
    event: int
    file: str
    line: int
    column: int
    player: str | None = None
    legal: tuple[str, ...] = ()
    text: str = ""
    source: str = ""
    set_at: str = ""
    reason: str = ""

    @property
    def fix(self) -> Fix | None:
        """How to correct it, if that is clear."""
        return fix_in(self.message)
