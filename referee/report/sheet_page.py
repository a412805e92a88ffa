"""A sheet of rules as a page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.core.markup import Markup, tag
from referee.report import html
from referee.report.html import changed_by
from referee.report.sheet import CARDS, READINGS, Entry, Reading, Rulebook, sheet, what_is_marked


def page(book: Rulebook) -> str:
    """The sheet as a page to print."""
    return html.page(f"{book.rules.title}: the rules", body(book))


def body(book: Rulebook) -> Iterator[Markup]:
    """What is on the sheet."""
    found = sheet(book)
    yield tag("h1", found.title)
    yield tag("p", found.brief, class_="brief")
    if found.changes:
        yield tag("p", what_is_marked(found.changes), class_="soft")
    for title, entries in found.sections:
        yield tag("h2", title)
        yield _list(entries)
    if found.tables:
        yield tag("h2", CARDS)
    for part in found.tables:
        yield html.table(part.caption, part.headers, part.rows, part.changed)
    if found.readings:
        yield tag("h2", READINGS)
        yield tag("dl", *(part for reading in found.readings for part in _reading(reading)))
    yield tag("footer", found.footer)


def _list(entries: Sequence[Entry]) -> Markup:
    return tag("ul", *(_entry("li", entry) for entry in entries))


def _entry(name: str, entry: Entry) -> Markup:
    return tag(name, entry.text, *changed_by(entry.changed), class_="changed" if entry.changed else None)


def _reading(reading: Reading) -> Iterator[Markup]:
    yield tag("dt", reading.question)
    yield _entry("dd", reading.taken)
    for other in reading.others:
        yield tag("dd", f"Or: {other}", class_="other")
