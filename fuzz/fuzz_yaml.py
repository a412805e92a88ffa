"""A YAML file: it is read as plain data, each part with its place, or refused in a line; JSON says the same of the data."""

from __future__ import annotations

import json

from target import fuzz, instrumented, require_lines, text_of, ways

with instrumented():
    from referee import source
    from referee.core.places import SourceError


def TestOneInput(data: bytes) -> None:
    text = text_of(data)
    try:
        document = source.parse(text, "log.yaml")
    except SourceError as error:
        require_lines(map(str, error.complaints))
        return
    lines = text.count("\n") + text.count("\r") + 1
    for way in ways(document.data):
        place = document.place(way)
        assert 1 <= place.line <= lines + 1, (way, place)
        assert place.column >= 1, (way, place)
    written = json.dumps(document.data)
    assert source.parse(written, "log.json").data == document.data, written


if __name__ == "__main__":
    fuzz(TestOneInput)
