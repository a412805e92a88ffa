"""Verdicts, tables and rulesets as a notebook shows them: as the commands do, in HTML."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from referee.core.events import Finding
from referee.core.items import in_words
from referee.core.markup import Markup, tag
from referee.core.places import Complaint
from referee.core.ruleset import Ruleset
from referee.core.verdict import Verdict
from referee.core.wording import abridge
from referee.engines import family
from referee.play.session import Table
from referee.report.html import blocks, style_element
from referee.report.rulebook import Rulebook, sheet_parts
from referee.report.verdicts import news_line, proof_lines, verdict_line

MOST_FINDINGS = 50


def in_html(thing: object) -> str:
    """Return one of these as a piece of a page."""
    body = next(drawn(thing) for kind, drawn in DRAWN.items() if isinstance(thing, kind))
    return tag("div", style_element(), *body, class_="referee", lang="en")


def rulebook(rules: Ruleset) -> Rulebook:
    """Return all that a sheet says of some rules."""
    its = family(rules.family)
    most = max(rules.get("players", default=()), default=None)
    return Rulebook(rules, its.brief(rules), its.describe(rules), its.cards(rules, most))


def _verdict(found: Verdict) -> Iterator[Markup]:
    """Yield the verdict in one line, the findings with their proof, and the score."""
    yield tag("p", tag("strong", verdict_line(found.path, found)), class_=found.status)
    if found.brief:
        yield tag("p", found.brief, class_="soft")
    entries = []
    news = list[Finding | Complaint]((*found.findings, *found.complaints))
    for news_item in news:
        proof = proof_lines(news_item) if isinstance(news_item, Finding) else ()
        entries.append(tag("li", news_line(news_item), *(tag("div", part.strip(), class_="soft") for part in proof)))
    if entries:
        yield tag("ul", *abridge(entries, MOST_FINDINGS, lambda _, rest: tag("li", rest)))
    if found.table is not None:
        yield from blocks(found.table.score[1])


def _game(playing: Table) -> Iterator[Markup]:
    """Yield the table drawn, what may happen next, and the score."""
    yield tag("p", tag("strong", f"{playing.ruleset.title}: {', '.join(playing.players)}"))
    yield Markup(playing.picture())
    yield from blocks(playing.blocks())
    legal = playing.legal()
    if legal:
        yield tag("p", f"Legal: {in_words(legal)}")


DRAWN: dict[type, Callable[[Any], Iterable[Markup]]] = {
    Verdict: _verdict,
    Table: _game,
    Ruleset: lambda rules: sheet_parts(rulebook(rules)),
}
