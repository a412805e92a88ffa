"""What a notebook shows of verdicts, tables and rulesets: the same as the commands, in HTML."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from referee.core.markup import Markup
from referee.core.ruleset import Ruleset
from referee.core.verdict import Verdict
from referee.engines import family
from referee.play.session import Table
from referee.report.html import fragment, game_parts, verdict_parts
from referee.report.rulebook import Rulebook, sheet_parts


def in_html(thing: object) -> str:
    """One of these as a piece of a page."""
    return fragment(next(drawn(thing) for kind, drawn in DRAWN.items() if isinstance(thing, kind)))


def rulebook(rules: Ruleset) -> Rulebook:
    """Return all that a sheet says of some rules."""
    its, most = family(rules.family), max(rules.get("players", default=()), default=None)
    return Rulebook(rules, its.brief(rules), its.describe(rules), its.cards(rules, most))


DRAWN: dict[type, Callable[[Any], Iterable[Markup]]] = {
    Verdict: verdict_parts,
    Table: game_parts,
    Ruleset: lambda rules: sheet_parts(rulebook(rules)),
}
