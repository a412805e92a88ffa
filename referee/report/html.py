"""Pages in HTML, of the elements of core.markup, so text is never markup; page.css has the style."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import repeat

from referee.core.family import Block
from referee.core.markup import Markup, file_of, tag

POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
)


def page(title: str, body: Iterable[Markup], style: str = "", script: str = "") -> str:
    """A page of HTML by itself, which loads nothing else; `style` and `script` are our own, and are not escaped."""
    named = {"viewport": "width=device-width, initial-scale=1", "color-scheme": "light dark"}
    metas = [tag("meta", charset="utf-8"), *(tag("meta", name=name, content=said) for name, said in named.items())]
    policy = tag("meta", http_equiv="Content-Security-Policy", content=POLICY)
    head = tag("head", *metas, policy, tag("title", title), style_element(style))
    main = tag("main", *body, *([tag("script", Markup(script), type="module")] if script else []))
    return f"<!DOCTYPE html>\n{tag('html', head, tag('body', main), lang='en')}"


def style_element(more: str = "") -> Markup:
    """Return the style of our pages, and what comes with it."""
    return tag("style", Markup(file_of("referee.report", "page.css") + more))


def table(
    caption: str, headers: Sequence[str], rows: Iterable[Sequence[object]], changed: Sequence[str] = ()
) -> Markup:
    """A table in HTML with column and row headers; it scrolls if it is too wide. Numbers are aligned right.

    `changed` says for each row which file and line changed it, "" if none.
    """
    lines = []
    for row, by in zip(rows, changed or repeat(""), strict=False):
        kinds = ["number" if isinstance(cell, int | float) else None for cell in row]
        first, *others = (cell if isinstance(cell, str) else str(cell) for cell in row)  # markup stays markup
        cells = [tag("td", cell, class_=kind) for cell, kind in zip(others, kinds[1:], strict=True)]
        header = tag("th", first, *change_mark(by), scope="row")
        lines.append(tag("tr", header, *cells, class_="changed" if by else None))
    head = tag("thead", tag("tr", *(tag("th", name, scope="col") for name in headers)))
    drawn = tag("table", tag("caption", caption), head, tag("tbody", *lines))
    return tag("div", drawn, class_="wide", role="region", aria_label=caption, tabindex="0")


def change_mark(by: str) -> list[str]:
    """Return the mark of what a house rule, a variant or a reading changed."""
    if not by:
        return []
    return [" ", tag("small", f"changed: {by}", class_="by")]


def blocks(parts: Iterable[Block]) -> Iterator[Markup]:
    """Yield blocks as HTML: a table, a title, or lines as they stand."""
    for part in parts:
        if part.headers:
            yield table(part.title or "The table", part.headers, part.rows)
        elif part.title and part.lines:
            yield tag("p", part.title)
        if part.lines:
            yield tag("pre", "\n".join(part.lines))
