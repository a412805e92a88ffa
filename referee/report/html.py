"""Pages in HTML, of the elements of `core.markup`, so text is never markup; page.css has the style."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from referee.core.markup import Markup, tag


def page(title: str, body: Iterable[Markup]) -> str:
    """A page by itself: it loads nothing, and contains no scripts."""
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="color-scheme", content="light dark"),
        tag("title", title),
        _style(),
    )
    return f"<!DOCTYPE html>\n{tag('html', head, tag('body', tag('main', *body)), lang='en')}"


def fragment(body: Iterable[Markup]) -> str:
    """The same as part of another page, such as a notebook."""
    return tag("div", _style(), *body, class_="referee", lang="en")


def table(caption: str, headers: Sequence[str], rows: Iterable[Sequence[Any]], changed: Sequence[str] = ()) -> Markup:
    """A table with column and row headers; it scrolls if it is too wide. Numbers are aligned right.

    changed: for each row, what changed it, if anything.
    """
    lines = []
    for place, row in enumerate(rows):
        by = changed[place] if changed else ""
        cells = [tag("td", str(cell), class_="number" if _is_number(cell) else None) for cell in row[1:]]
        first = tag("th", str(row[0]), *changed_by(by), scope="row")
        lines.append(tag("tr", first, *cells, class_="changed" if by else None))
    head = tag("thead", tag("tr", *(tag("th", name, scope="col") for name in headers)))
    drawn = tag("table", tag("caption", caption), head, tag("tbody", *lines))
    return tag("div", drawn, class_="wide", role="region", aria_label=caption, tabindex="0")


def changed_by(by: str) -> list[str]:
    """The mark of what a house rule, a variant or a reading changed."""
    return [" ", tag("small", f"changed: {by}", class_="by")] if by else []


def _is_number(cell: Any) -> bool:
    return isinstance(cell, int | float) and not isinstance(cell, bool)


def _style() -> Markup:
    return tag("style", Markup(_sheet()))  # our own, which must not be escaped


@cache
def _sheet() -> str:
    return files("referee.report").joinpath("page.css").read_text(encoding="utf-8")
