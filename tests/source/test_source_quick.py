"""Lines read by orjson say the same, and stand in the same places, as for the strict reader; what is in doubt is left to it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.core.places import Key, SourceError
from referee.source import json_places
from referee.source.document import Document
from referee.source.lines import documents
from referee.source.quick import quick_reader

pytest.importorskip("orjson")

TEXT = st.text('aé\n"\\[]{}:, 1', max_size=5)
DATA = st.dictionaries(
    TEXT,
    st.recursive(
        st.none() | st.booleans() | st.integers(-(10**20), 10**20) | st.floats(allow_nan=False) | TEXT,
        lambda below: st.lists(below, max_size=4) | st.dictionaries(TEXT, below, max_size=4),
        max_leaves=12,
    ),
    max_size=4,
)


def ways(data: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every value inside plain data."""
    yield way
    entries = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in entries:
        yield from ways(value, (*way, key))


@given(DATA, st.booleans(), st.booleans())
def test_data_and_places_are_those_of_the_strict_reader(data: Any, escaped: bool, spaced: bool) -> None:
    text = json.dumps(data, ensure_ascii=escaped, separators=None if spaced else (",", ":"))
    (quick,) = documents("games.jsonl", [text.encode()])
    if isinstance(quick, SourceError):
        return
    assert quick.data == json.loads(text)
    strict = Document("games.jsonl", data, text, json_places.places)
    for way in filter(None, ways(data)):
        assert quick.place(way) == strict.place(way)
        assert quick.place((*way[:-1], Key(way[-1]))) == strict.place((*way[:-1], Key(way[-1])))


@pytest.mark.parametrize(
    "line",
    [
        b'{"a":1,"a":2}',
        b'{"a": 1, "a": 2}',
        b'{"a": "b c"}',
        b'{"a": "b: c", "b": 1.50}',
        b'{"a":1.50}',
        b'{"a":1e5}',
        b'{"a":1234567890123456789}',
        b'{"a":123456789012345678901234567890}',
        b'{"a":"\\ud800"}',
        b'{"a":NaN}',
        b'{"a":' + b"[" * 70 + b"]" * 70 + b"}",
        b"{",
    ],
)
def test_what_is_in_doubt_is_left_to_the_strict_reader(line: bytes) -> None:
    assert quick_reader()(line) is None


@pytest.mark.parametrize("blank", [b"", b" "], ids=["compact", "spaced"])
def test_a_plain_line_is_read(blank: bytes) -> None:
    known = quick_reader()(b'{"game": "hearts", "players": ["Ann", "Ben"]}'.replace(b" ", blank))
    assert known is not None
    assert known[0] == {"game": "hearts", "players": ["Ann", "Ben"]}
