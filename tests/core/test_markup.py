"""What is written as SVG or HTML is read back by a parser of each: the same elements, attributes and text, and nothing more."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.core.markup import VOID, Markup, cut, join, number, tag, text
from referee.core.text import visible

WORDS = st.text(st.sampled_from("ab <>&\"'/=\n♠é"), max_size=8)
NAMES = st.sampled_from(["class_", "data_x", "stroke-width", "id"])
VALUES = st.one_of(WORDS, st.integers(-9, 9), st.sampled_from([0.5, 2.0, -1.25]), st.none(), st.booleans())


class Tags(HTMLParser):
    """The elements and the text of a page, in order."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[Any] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [(tag, dict(attrs)), f"/{tag}"]

    def handle_endtag(self, tag: str) -> None:
        self.found.append(f"/{tag}")

    def handle_data(self, data: str) -> None:
        self.found.append(data)


def said(value: Any) -> str:
    """An attribute's value as text: at most one digit after the point, and none where it is 0."""
    if isinstance(value, float):
        return str(int(value)) if value == int(value) else format(value, ".1f")
    return visible(value) if isinstance(value, str) else str(value)


@given(st.dictionaries(NAMES, VALUES), WORDS, WORDS)
def test_an_element_is_read_back(attributes: dict[str, Any], before: str, after: str) -> None:
    wanted = {
        {"class_": "class", "data_x": "data-x"}.get(name, name): said(value)
        for name, value in attributes.items()
        if value is not None and value is not False
    }
    written = tag("text", before, tag("b", after, id=1), after, **attributes)
    element = ElementTree.fromstring(written)
    assert (element.tag, element.attrib, element.text or "") == ("text", wanted, visible(before))
    (inner,) = element
    assert (inner.tag, inner.attrib, inner.text or "", inner.tail or "") == ("b", {"id": "1"}, *[visible(after)] * 2)
    begun = [("text", wanted), before, ("b", {"id": "1"}), after, "/b", after, "/text"]
    assert Tags(written).found == [visible(part) if isinstance(part, str) else part for part in begun if part]


@pytest.mark.parametrize("name", ["div", "g", "text", *sorted(VOID)])
def test_only_elements_that_hold_nothing_lack_an_end(name: str) -> None:
    assert tag(name, id="x") == (f'<{name} id="x"/>' if name in VOID else f'<{name} id="x"></{name}>')
    assert tag(name, "x") == f"<{name}>x</{name}>"


def test_what_is_markup_stays_markup() -> None:
    parts = join(tag("b"), text("<"), Markup("&amp;"))
    assert parts == "<b></b>&lt;&amp;"
    assert all(type(part) is Markup for part in (parts, tag("b"), tag("br"), text("x")))
    assert parts.__html__() is parts


@pytest.mark.parametrize(("words", "most", "left"), [("abcd", 4, "abcd"), ("abcde", 4, "abc…"), ("", 0, "")])
def test_a_text_is_cut(words: str, most: int, left: str) -> None:
    assert cut(words, most) == left


@pytest.mark.parametrize(("value", "short"), [(1.0, "1"), (0.25, "0.2"), (10.04, "10"), (-3.5, "-3.5"), (100.0, "100")])
def test_a_length_has_no_needless_digits(value: float, short: str) -> None:
    assert number(value) == short
