"""referee: a rules referee for card games.

    import referee
    verdict = referee.judge("friday.yaml")
    verdict.status, [finding.message for finding in verdict.violations]

`judge` answers for a log and `judge_many` for as many as there are; `games` lists the games; `who_wins`, `score_hand` and more
answer one question without a log; `load_ruleset` and `load_log` read the two kinds of files; a `Table` is played at move by
move, and `walk` goes through a log. docs/reference/api.md shows each.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

from referee.core import Shown
from referee.version import __version__

if TYPE_CHECKING:
    from referee.core.events import Finding
    from referee.core.places import Complaint, LogError, Place, RecordError, RulesetError, SourceError, Unjudgeable
    from referee.core.ruleset import Ruleset
    from referee.core.verdict import Played, Verdict
    from referee.corpus.pool import judge_many
    from referee.judging.judge import judge
    from referee.judging.log import Log, log_of, parse_log
    from referee.judging.read import load_log, load_logs
    from referee.play.questions import attack, beats, may_match, may_play, revoke, score_hand, who_wins
    from referee.play.session import HandScore, IllegalMove, Score, Seat, Step, Table, View, walk
    from referee.rules.rulesets import games, load_ruleset

_HOMES = {
    "judge": "referee.judging.judge",
    "load_ruleset": "referee.rules.rulesets",
    "judge_many": "referee.corpus.pool",
    "load_log": "referee.judging.read",
    "load_logs": "referee.judging.read",
    "log_of": "referee.judging.log",
    "parse_log": "referee.judging.log",
    "games": "referee.rules.rulesets",
    "who_wins": "referee.play.questions",
    "score_hand": "referee.play.questions",
    "attack": "referee.play.questions",
    "may_play": "referee.play.questions",
    "may_match": "referee.play.questions",
    "beats": "referee.play.questions",
    "revoke": "referee.play.questions",
    "Table": "referee.play.session",
    "IllegalMove": "referee.play.session",
    "HandScore": "referee.play.session",
    "Score": "referee.play.session",
    "Seat": "referee.play.session",
    "View": "referee.play.session",
    "Step": "referee.play.session",
    "walk": "referee.play.session",
    "Log": "referee.judging.log",
    "Ruleset": "referee.core.ruleset",
    "Verdict": "referee.core.verdict",
    "Played": "referee.core.verdict",
    "Finding": "referee.core.events",
    "Place": "referee.core.places",
    "Complaint": "referee.core.places",
    "Unjudgeable": "referee.core.places",
    "SourceError": "referee.core.places",
    "RecordError": "referee.core.places",
    "RulesetError": "referee.core.places",
    "LogError": "referee.core.places",
}


def __getattr__(name: str) -> Any:
    """Return a public name, imported when it is first used, so that `referee --version` loads nothing that it does not need."""
    if name in _HOMES:
        import importlib

        return getattr(importlib.import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'referee' has no attribute {name!r}")


def __dir__() -> list[str]:
    """Return the public names, which Tab lists, imported or not."""
    return list(__all__)


def _in_html(shown: object) -> str:
    """Return a verdict, a table or a ruleset in HTML, drawn by a module that is imported when a notebook first asks."""
    import importlib

    drawn: str = importlib.import_module("referee.notebook").in_html(shown)
    return drawn


Shown._draw = _in_html


class _Package(ModuleType):
    """The package itself, as it travels."""

    def __reduce__(self) -> Any:
        # As other modules travel by name to the workers of Dask, Ray and Spark, inside the functions that use them.
        import importlib

        return importlib.import_module, (__name__,)


sys.modules[__name__].__class__ = _Package

__all__ = [
    "Complaint", "Finding", "HandScore", "IllegalMove", "Log", "LogError", "Place", "Played", "RecordError", "Ruleset",
    "RulesetError", "Score", "Seat", "SourceError", "Step", "Table", "Unjudgeable", "Verdict", "View", "__version__",
    "attack", "beats", "games", "judge", "judge_many", "load_log", "load_logs", "load_ruleset", "log_of", "may_match",
    "may_play", "parse_log", "revoke", "score_hand", "walk", "who_wins",
]  # fmt: skip
