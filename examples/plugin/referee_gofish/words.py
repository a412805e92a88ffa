"""What a ruleset says: whether it is sound, and its sentences; and what logs may claim."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from referee.core import claims, lint
from referee.core.cards import rows
from referee.core.family import Query
from referee.core.ruleset import Ruleset, deciding
from referee.core.sentences import in_a_line, sections
from referee_gofish.reading import AskingReading
from referee_gofish.state import AskingRules, AskingState

PLAN = {"Cards": ("deck",), "Deal": ("deal",), "Asking": ("ask",), "Books": ("book",)}
"""The words of a ruleset, in the order in which `referee rules` tells them."""
describe = partial(sections, plan=PLAN, computed={})
citations = deciding
CLAIMS: dict[str, claims.Claim[AskingRules, AskingReading, AskingState]] = {
    "turn": claims.of_one("it is claimed to be {}'s turn", lambda state: state.turn, "it is {}'s turn"),
    **claims.OF_ROUNDS,
}
DOUBTS: Mapping[str, str] = {}
"""What a log may leave in doubt: nothing, since every card is written."""
doubts = claims.only_unseen(DOUBTS)
progress = claims.round_of
counts = partial(claims.counts, kinds=("asks",))
QUESTIONS: Mapping[str, Query] = {}
"""The questions that `referee resolve` may ask: none."""


def brief(ruleset: Ruleset) -> str:
    """The ruleset in one line."""
    return in_a_line(ruleset, f"books of {ruleset.full['book']}", "the most books win")


def cards(ruleset: Ruleset, players: int | None) -> list[dict[str, Any]]:
    """What is known of each card."""
    return list(rows(ruleset.deck))


def soundness(ruleset: Ruleset) -> Iterator[lint.LintFault]:
    """Yield every fault of a ruleset that its schema cannot see."""
    hands_fit = partial(lint.hands_fit, spare=0)
    more = partial(lint.at_each_table, compiled=AskingRules, check=hands_fit)
    return lint.common(ruleset, citations(ruleset), {}, more)
