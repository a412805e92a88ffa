"""Properties of reading: the same data from every form, and every value at its place."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.core.exact import Exact, exact
from referee.core.places import Pointer, SourceError, to_key
from referee.source import Document, parse
from referee.source.lines import LineBatch

# What JSON writes as it is and YAML reads back: no control characters, no line ends of YAML 1.1, no decimals
# with exponents, which are text in strict YAML.
TEXT = st.text(
    st.characters(exclude_categories=("Cs", "Cc"), exclude_characters="\u2028\u2029\ufeff\ufffe\uffff"), max_size=12
)
WORDS = st.sampled_from(["true", "null", "no", "1", "-", "a: b", "#", "[", '"', "\\", "\n", "'", "<<", ""])
NUMBERS = st.integers(-(10**18) + 1, 10**18 - 1) | st.decimals(-(10**6), 10**6, places=3).map(str).map(exact)
SCALARS = st.none() | st.booleans() | NUMBERS.filter(lambda n: "e" not in repr(n)) | TEXT | WORDS
DATA = st.recursive(
    SCALARS, lambda below: st.lists(below, max_size=4) | st.dictionaries(TEXT | WORDS, below, max_size=4), max_leaves=12
)


def written(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def block(data: Any, indent: int = 0) -> str:
    """YAML in block style, with the scalars of JSON, after a key or a dash."""
    pad = "\n" + "  " * indent
    if isinstance(data, dict) and data:
        return "".join(f"{pad}{written(key)}:{block(value, indent + 1)}" for key, value in data.items())
    if isinstance(data, list) and data:
        return "".join(f"{pad}-{block(value, indent + 1)}" for value in data)
    return f" {written(data)}"


def scalars(data: Any, pointer: Pointer = ()) -> Iterator[tuple[Pointer, Any]]:
    if isinstance(data, dict):
        for key, value in data.items():
            yield from scalars(value, (*pointer, key))
    elif isinstance(data, list):
        for index, value in enumerate(data):
            yield from scalars(value, (*pointer, index))
    else:
        yield pointer, data


def assert_reads(text: str, path: str, data: Any) -> None:
    document = parse(text, path)
    assert document.data == data
    assert written(document.data) == written(data)  # 1 and true are equal, but not the same
    assert_places(document, text.split("\n"))


def assert_places(document: Document, lines: list[str]) -> None:
    for pointer, value in scalars(document.data):
        _, line, column = document.place(pointer)
        assert lines[line - 1][column - 1 :].startswith(written(value))
        if pointer and isinstance(pointer[-1], str):
            _, line, column = document.place(to_key(pointer))
            assert lines[line - 1][column - 1 :].startswith(written(pointer[-1]))


@given(DATA, st.sampled_from([None, 0, 1, 4]))
def test_json_and_yaml_read_the_same(data: Any, indent: int | None) -> None:
    text = json.dumps(data, ensure_ascii=False, indent=indent)
    assert_reads(text, "a.json", data)
    assert_reads(text, "a.yaml", data)


@given(DATA)
def test_yaml_in_block_style(data: Any) -> None:
    assert_reads(block(data), "a.yaml", data)


@given(st.lists(DATA, min_size=1, max_size=4))
def test_lines(documents: list[Any]) -> None:
    lines = list(map(written, documents))
    found = list(LineBatch("a.jsonl", 1, ((number, line.encode()) for number, line in enumerate(lines, 1))).documents)
    for document, data in zip(found, documents, strict=True):
        assert isinstance(document, Document)
        assert written(document.data) == written(data)
        assert_places(document, lines)


@pytest.mark.slow
@given(st.from_regex(r"-?[0-9]{1,20}(\.[0-9]{0,4})?|[-+.0-9_:xe]{1,8}|[tfn]\w{0,5}|true|false|null", fullmatch=True))
def test_plain_scalars(scalar: str) -> None:
    try:
        found = parse(f"[ {scalar} , 1]", "a.yaml").data[0]
    except SourceError as error:
        is_long = re.fullmatch(r"-?[1-9][0-9]{18,}(\.[0-9]+)?", scalar)
        assert is_long or re.search(r":$|^[:-]", scalar), error
        return
    words: dict[str, Any] = {"true": True, "false": False, "null": None}
    if scalar in words:
        assert found is words[scalar]
    elif re.fullmatch(r"-?(0|[1-9][0-9]{0,17})", scalar, re.ASCII):
        assert type(found) is int
        assert found == int(scalar)
    elif re.fullmatch(r"-?(0|[1-9][0-9]{0,17})\.[0-9]+", scalar, re.ASCII):
        assert Fraction(scalar) == (Fraction(found.above, found.below) if isinstance(found, Exact) else found)
    elif not re.search(r":$|^[:-]", scalar):
        assert found == scalar


@settings(max_examples=300)
@given(
    st.text("\t \n\r-:?[]{},#&*!|>'\"%@`a01.~\\u\ud800\x00\u2028😀<", max_size=20), st.sampled_from(["yaml", "json"])
)
def test_any_text_is_data_or_one_line(text: str, suffix: str) -> None:
    try:
        document = parse(text, f"a.{suffix}")
    except SourceError as error:
        assert re.fullmatch(rf"a\.{suffix}:\d+:\d+: [^\n]+", str(error))
    else:
        for pointer, _ in scalars(document.data):
            document.place(pointer)
