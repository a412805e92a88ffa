"""Verdicts and tables in HTML."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from xml.etree.ElementTree import Element, fromstring

from referee.core.family import Block
from referee.core.verdict import Verdict
from referee.core.wording import shortened
from referee.play.session import Table
from referee.report.html import element
from referee.report.html import table as table_of
from referee.report.verdict_lines import complaint_line, finding_line, proof_lines, verdict_line

MOST_FINDINGS = 50
NAMESPACE = ' xmlns="http://www.w3.org/2000/svg"'


def verdict(found: Verdict) -> Iterator[Element]:
    """The verdict in one line, the findings with their proof, and the score."""
    yield element("p", element("strong", verdict_line(found.path, found)), class_=found.status)
    if found.brief:
        yield element("p", found.brief, class_="soft")
    said = [_finding(finding_line(finding), proof_lines(finding)) for finding in found.findings]
    said += [_finding(complaint_line(complaint), ()) for complaint in found.complaints]
    if said:
        yield element("ul", *shortened(said, MOST_FINDINGS, lambda _, rest: element("li", rest)))
    if found.table is not None:
        yield from blocks(found.table.score[1])


def _finding(line: str, proof: Iterable[str]) -> Element:
    return element("li", line, *(element("div", part.strip(), class_="soft") for part in proof))


def table(playing: Table) -> Iterator[Element]:
    """The table drawn, what may happen next, and the score."""
    yield element("p", element("strong", f"{playing.ruleset.title}: {', '.join(playing.players)}"))
    yield fromstring(playing.picture().replace(NAMESPACE, "", 1))  # HTML recognizes an svg by its name
    yield from blocks(playing.blocks())
    if legal := playing.legal():
        yield element("p", f"Legal: {(', ' if any(' ' in move for move in legal) else ' ').join(legal)}")


def blocks(parts: Iterable[Block]) -> Iterator[Element]:
    """Blocks as a command would draw them."""
    for part in parts:
        if part.headers:
            yield table_of(part.title or "The table", part.headers, part.rows)
        elif part.title and part.lines:
            yield element("p", part.title)
        if part.lines:
            yield element("pre", "\n".join(part.lines))
