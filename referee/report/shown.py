"""Verdicts and tables in HTML."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.core.family import Block
from referee.core.markup import Markup, tag
from referee.core.verdict import Verdict
from referee.core.wording import shortened
from referee.play.session import Table
from referee.report.html import table as table_of
from referee.report.verdict_lines import complaint_line, finding_line, proof_lines, verdict_line

MOST_FINDINGS = 50


def verdict(found: Verdict) -> Iterator[Markup]:
    """The verdict in one line, the findings with their proof, and the score."""
    yield tag("p", tag("strong", verdict_line(found.path, found)), class_=found.status)
    if found.brief:
        yield tag("p", found.brief, class_="soft")
    said = [_finding(finding_line(finding), proof_lines(finding)) for finding in found.findings]
    said += [_finding(complaint_line(complaint), ()) for complaint in found.complaints]
    if said:
        yield tag("ul", *shortened(said, MOST_FINDINGS, lambda _, rest: tag("li", rest)))
    if found.table is not None:
        yield from blocks(found.table.score[1])


def _finding(line: str, proof: Iterable[str]) -> Markup:
    return tag("li", line, *(tag("div", part.strip(), class_="soft") for part in proof))


def table(playing: Table) -> Iterator[Markup]:
    """The table drawn, what may happen next, and the score."""
    yield tag("p", tag("strong", f"{playing.ruleset.title}: {', '.join(playing.players)}"))
    yield Markup(playing.picture())
    yield from blocks(playing.blocks())
    if legal := playing.legal():
        yield tag("p", f"Legal: {(', ' if any(' ' in move for move in legal) else ' ').join(legal)}")


def blocks(parts: Iterable[Block]) -> Iterator[Markup]:
    """Blocks as a command would draw them."""
    for part in parts:
        if part.headers:
            yield table_of(part.title or "The table", part.headers, part.rows)
        elif part.title and part.lines:
            yield tag("p", part.title)
        if part.lines:
            yield tag("pre", "\n".join(part.lines))
