"""Pages in HTML. Elements are those of the standard library, so text is never markup; page.css has the style."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files
from typing import Any
from xml.etree.ElementTree import Element, tostring

from referee.core.harmless import visible

Inside = Element | str


def element(tag: str, *inside: Inside, **attributes: str) -> Element:
    """An element with elements and text in it; `class_` is the attribute class, and an underscore becomes a hyphen."""
    made = Element(tag, {name.rstrip("_").replace("_", "-"): visible(value) for name, value in attributes.items()})
    for part in inside:
        if isinstance(part, Element):
            made.append(part)
        elif len(made):
            made[-1].tail = (made[-1].tail or "") + visible(part)
        else:
            made.text = (made.text or "") + visible(part)
    return made


def written(part: Element) -> str:
    """An element as text."""
    return tostring(part, encoding="unicode", method="html")


def page(title: str, body: Iterable[Element]) -> str:
    """A page by itself: it loads nothing, and contains no scripts."""
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        element("title", title),
        _style(),
    )
    return f"<!DOCTYPE html>\n{written(element('html', head, element('body', element('main', *body)), lang='en'))}"


def fragment(body: Iterable[Element]) -> str:
    """The same as part of another page, such as a notebook."""
    return written(element("div", _style(), *body, class_="referee", lang="en"))


def table(caption: str, headers: Sequence[str], rows: Iterable[Sequence[Any]], changed: Sequence[str] = ()) -> Element:
    """A table with column and row headers; it scrolls if it is too wide. Numbers are aligned right.

    changed: for each row, what changed it, if anything.
    """
    body = element("tbody")
    for place, row in enumerate(rows):
        by = changed[place] if changed else ""
        cells = [element("td", str(cell), **({"class_": "number"} if _is_number(cell) else {})) for cell in row[1:]]
        first = element("th", str(row[0]), *changed_by(by), scope="row")
        body.append(element("tr", first, *cells, **({"class_": "changed"} if by else {})))
    head = element("thead", element("tr", *(element("th", name, scope="col") for name in headers)))
    drawn = element("table", element("caption", caption), head, body)
    return element("div", drawn, class_="wide", role="region", aria_label=caption, tabindex="0")


def changed_by(by: str) -> list[Inside]:
    """The mark of what a house rule, a variant or a reading changed."""
    return [" ", element("small", f"changed: {by}", class_="by")] if by else []


def _is_number(cell: Any) -> bool:
    return isinstance(cell, int | float) and not isinstance(cell, bool)


def _style() -> Element:
    # Not by `element`: a style sheet must not be escaped, and this one is our own.
    style = Element("style")
    style.text = _sheet()
    return style


@cache
def _sheet() -> str:
    return files("referee.report").joinpath("page.css").read_text(encoding="utf-8")
