"""Pages in HTML, of the elements of core.markup, so text is never markup; page.css has the style."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import repeat

from referee.core.family import Block
from referee.core.markup import Markup, file_of, tag

POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; "
    "base-uri 'none'; form-action 'none'"
)
"""What a page may do: run its own script and draw pictures of its own, and load nothing."""
GENERATOR = "referee"
IS_OURS = f'<meta name="generator" content="{GENERATOR}"/>'
"""What stands in the head of every page of ours, and in no other."""


def page(title: str, body: Iterable[Markup], style: str = "", script: str = "", summary: str = "") -> str:
    """A page of HTML by itself, which loads nothing else; `style` and `script` are our own, and are not escaped.

    `summary` is a sentence or two on what is in it, which a chat shows below the title where somebody sends a link.
    """
    named = {"viewport": "width=device-width, initial-scale=1", "color-scheme": "light dark", "generator": GENERATOR}
    metas = [tag("meta", charset="utf-8")]
    metas += [tag("meta", name=name, content=said) for name, said in named.items()]
    if summary:
        metas.append(tag("meta", name="description", content=summary))
        shown = {"og:type": "website", "og:site_name": GENERATOR, "og:title": title, "og:description": summary}
        metas += [tag("meta", property=name, content=said) for name, said in shown.items()]
    policy = tag("meta", http_equiv="Content-Security-Policy", content=POLICY)
    head = tag("head", *metas, policy, tag("title", title), style_element(style))
    inside = list(body)
    if script:
        inside.append(tag("script", Markup(script), type="module"))
    return f"<!DOCTYPE html>\n{tag('html', head, tag('body', tag('main', *inside)), lang='en')}"


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
