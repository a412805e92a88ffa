"""A JSON file: what referee reads, Python's own reader reads as the same; what it refuses is refused in a line."""

from __future__ import annotations

import json

from target import fuzz, instrumented, require_lines, text_of, ways

with instrumented():
    from referee import source
    from referee.core.places import SourceError


def TestOneInput(data: bytes) -> None:
    text = text_of(data)
    try:
        document = source.parse(text, "log.json")
    except SourceError as error:
        require_lines(map(str, error.complaints))
        return
    assert json.loads(text.removeprefix("\ufeff")) == document.data
    for way in ways(document.data):
        place = document.place(way)
        assert place.line >= 1, (way, place)
        assert place.column >= 1, (way, place)


if __name__ == "__main__":
    fuzz(TestOneInput, of_data=True)
