"""A sheet of rules as a page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from xml.etree.ElementTree import Element

from referee.report import html
from referee.report.html import changed_by, element
from referee.report.sheet import CARDS, READINGS, Entry, Reading, Rulebook, sheet, what_is_marked


def page(book: Rulebook) -> str:
    """The sheet as a page to print."""
    return html.page(f"{book.rules.title}: the rules", body(book))


def body(book: Rulebook) -> Iterator[Element]:
    """What is on the sheet."""
    found = sheet(book)
    yield element("h1", found.title)
    yield element("p", found.brief, class_="brief")
    if found.changes:
        yield element("p", what_is_marked(found.changes), class_="soft")
    for title, entries in found.sections:
        yield element("h2", title)
        yield _list(entries)
    if found.tables:
        yield element("h2", CARDS)
    for part in found.tables:
        yield html.table(part.caption, part.headers, part.rows, part.changed)
    if found.readings:
        yield element("h2", READINGS)
        yield element("dl", *(part for reading in found.readings for part in _reading(reading)))
    yield element("footer", found.footer)


def _list(entries: Sequence[Entry]) -> Element:
    return element("ul", *(_entry("li", entry) for entry in entries))


def _entry(tag: str, entry: Entry) -> Element:
    return element(tag, entry.text, *changed_by(entry.changed), **({"class_": "changed"} if entry.changed else {}))


def _reading(reading: Reading) -> Iterator[Element]:
    yield element("dt", reading.question)
    yield _entry("dd", reading.taken)
    for other in reading.others:
        yield element("dd", f"Or: {other}", class_="other")
