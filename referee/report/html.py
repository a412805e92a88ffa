"""Pages in HTML, of the elements of core.markup, so text is never markup; page.css has the style."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import repeat
from typing import TYPE_CHECKING, Any

from referee.core.family import Block
from referee.core.findings import Finding
from referee.core.markup import Markup, file_of, tag
from referee.core.places import Complaint
from referee.core.verdict import Verdict
from referee.core.wording import shortened
from referee.report.verdicts import news_line, proof_lines, verdict_line

if TYPE_CHECKING:
    from referee.play.session import Table


POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
)


def page(title: str, body: Iterable[Markup], style: str = "", script: str = "") -> str:
    """Return a page by itself: it loads nothing. `style` and `script` are our own."""
    named = {"viewport": "width=device-width, initial-scale=1", "color-scheme": "light dark"}
    metas = [tag("meta", charset="utf-8"), *(tag("meta", name=name, content=said) for name, said in named.items())]
    policy = tag("meta", http_equiv="Content-Security-Policy", content=POLICY)
    head = tag("head", *metas, policy, tag("title", title), _style(style))
    main = tag("main", *body, *([tag("script", Markup(script), type="module")] if script else []))
    return f"<!DOCTYPE html>\n{tag('html', head, tag('body', main), lang='en')}"


def fragment(body: Iterable[Markup]) -> str:
    """Return the same as part of another page, such as a notebook."""
    return tag("div", _style(), *body, class_="referee", lang="en")


def _style(more: str = "") -> Markup:
    return tag("style", Markup(file_of(__package__, "page.css") + more))


def table(caption: str, headers: Sequence[str], rows: Iterable[Sequence[Any]], changed: Sequence[str] = ()) -> Markup:
    """Return a table with column and row headers; it scrolls if it is too wide. Numbers are aligned right.

    changed: for each row, what changed it, if anything.
    """
    lines = []
    for row, by in zip(rows, changed or repeat(""), strict=False):
        kinds = ["number" if isinstance(cell, int | float) else None for cell in row]
        first, *others = (cell if isinstance(cell, str) else str(cell) for cell in row)  # markup stays markup
        cells = [tag("td", cell, class_=kind) for cell, kind in zip(others, kinds[1:], strict=True)]
        header = tag("th", first, *changed_by(by), scope="row")
        lines.append(tag("tr", header, *cells, class_="changed" if by else None))
    head = tag("thead", tag("tr", *(tag("th", name, scope="col") for name in headers)))
    drawn = tag("table", tag("caption", caption), head, tag("tbody", *lines))
    return tag("div", drawn, class_="wide", role="region", aria_label=caption, tabindex="0")


def changed_by(by: str) -> list[str]:
    """Return the mark of what a house rule, a variant or a reading changed."""
    return [" ", tag("small", f"changed: {by}", class_="by")] if by else []


MOST_FINDINGS = 50


def verdict_parts(found: Verdict) -> Iterator[Markup]:
    """Yield the verdict in one line, the findings with their proof, and the score."""
    yield tag("p", tag("strong", verdict_line(found.path, found)), class_=found.status)
    if found.brief:
        yield tag("p", found.brief, class_="soft")
    said, news = [], list[Finding | Complaint]((*found.findings, *found.complaints))
    for what in news:
        proof = proof_lines(what) if isinstance(what, Finding) else ()
        said.append(tag("li", news_line(what), *(tag("div", part.strip(), class_="soft") for part in proof)))
    if said:
        yield tag("ul", *shortened(said, MOST_FINDINGS, lambda _, rest: tag("li", rest)))
    if found.table is not None:
        yield from blocks(found.table.score[1])


def game_parts(playing: Table) -> Iterator[Markup]:
    """Yield the table drawn, what may happen next, and the score."""
    yield tag("p", tag("strong", f"{playing.ruleset.title}: {', '.join(playing.players)}"))
    yield Markup(playing.picture())
    yield from blocks(playing.blocks())
    if legal := playing.legal():
        yield tag("p", f"Legal: {(', ' if any(' ' in move for move in legal) else ' ').join(legal)}")


def blocks(parts: Iterable[Block]) -> Iterator[Markup]:
    """Yield blocks as a command would draw them."""
    for part in parts:
        if part.headers:
            yield table(part.title or "The table", part.headers, part.rows)
        elif part.title and part.lines:
            yield tag("p", part.title)
        if part.lines:
            yield tag("pre", "\n".join(part.lines))
