"""Strict JSON and JSON Lines: one line about everything that is not."""

from __future__ import annotations

import io
import json
import time
from pathlib import Path

import pytest

from referee.core.places import Key, SourceError
from referee.source import Document, parse
from referee.source.lines import LineBatch, lines_of, load_lines

DEEP = "lists and maps are nested more than 64 deep here; at most 64 are allowed"
EMPTY = "the file is empty; expected a map, such as 'key: value', or a list"
ONE = "one file, or one line of a .jsonl file, holds one document"
REFUSED = {
    "": f"1:1: {EMPTY}",
    " \n ": f"1:1: {EMPTY}",
    # Syntax
    "{": "1:2: expected a key in double quotes, not the end",
    "[1,": "1:4: expected a value, not the end",
    "[1 2]": "1:4: expected ',' or ']' after a list item, not '2'",
    "[1}": "1:3: expected ',' or ']' after a list item, not '}'",
    '{"a": 1 "b": 2}': "1:9: expected ',' or '}' after a value, not '\"'",
    '{"a" 1}': "1:6: expected ':' after the key 'a', not '1'",
    '{"a":}': "1:6: expected a value, not '}'",
    "{a: 1}": "1:2: expected a key in double quotes, not 'a'",
    "[,1]": "1:2: expected a value, not ','",
    "[1,\n2,]": "2:2: the ',' before ']' is one too many; remove it",
    '{"a": 1,}': "1:8: the ',' before '}' is one too many; remove it",
    "['a']": '1:2: expected a value, not "\'"; write text in double quotes',
    "[abc]": "1:2: expected a value, not 'abc'; write text in double quotes",
    "[1, // one\n2]": "1:5: expected a value, not '/'; JSON has no comments",
    "# one\n[1]": "1:1: expected a value, not '#'; JSON has no comments",
    "[1]\n[2]": f"2:1: expected the end, not '['; {ONE}",
    # Text
    '["abc]': "1:2: the text that begins here is not closed; end it with '\"'",
    '["a\nb"]': "1:4: a line break is not allowed inside text; write it as \\n",
    '["a\tb"]': "1:4: a tab is not allowed inside text; write it as \\t",
    '["\\q"]': "1:3: this escape is not known; write a backslash as \\\\",
    '["a", "\\ud800"]': "1:7: this text holds half of a surrogate pair; write the character itself",
    '["\ud800"]': "1:2: this text holds half of a surrogate pair; write the character itself",
    "[1\x00]": "1:3: the character U+0000 is not allowed; remove it",
    '["\x1b[0m"]': "1:3: the character U+001B is not allowed; remove it",
    # Numbers and words
    "[NaN]": "1:2: 'NaN' is not a number in JSON; write a number, or null",
    "[-Infinity]": "1:2: '-Infinity' is not a number in JSON; write a number, or null",
    "[True]": "1:2: 'True' is not a word of JSON; write true",
    "[None]": "1:2: 'None' is not a word of JSON; write null",
    "[010]": "1:2: '010' is not a number in JSON; write it like 1, -2 or 0.5",
    "[.5]": "1:2: '.5' is not a number in JSON; write it like 1, -2 or 0.5",
    "[1e999]": "1:2: the number 1e999 is too large; write a smaller one",
    "[1234567890123456789]": (
        "1:2: the number 1234567890123456789 has 19 digits; write at most 18, or put it in quotes"
    ),
    "[1234567890123456789.5]": (
        "1:2: the number 1234567890…23456789.5 has 19 digits; write at most 18, or put it in quotes"
    ),
    # Keys
    '{"a": 1,\n "b": {"c": 1,\n  "c": 2}}': "3:3: the key 'c' is already on line 2; keep one of the two",
    '{"a": 1, "\\u0061": 2}': "1:10: the key 'a' is already on line 1; keep one of the two",
    # Depth, also where brackets in text pretend to close it
    "[" * 65 + "]" * 65: f"1:65: {DEEP}",
    '["]",' * 65 + "1" + ',"["]' * 65: f"1:321: {DEEP}",
    '["\\"]\\"",' * 65 + "1" + ',"\\"[\\""]' * 65: f"1:577: {DEEP}",
}
HOSTILE = {
    "[" * 10_000: f"1:65: {DEEP}",
    '{"a":' * 100_000: f"1:321: {DEEP}",
    "[" + "1" * 10_000 + "]": (
        "1:2: the number 1111111111…1111111111 has 10000 digits; write at most 18, or put it in quotes"
    ),
    "[" + "x" * 100_000 + "]": (
        "1:2: expected a value, not 'xxxxxxxxxxxxxxxxxxxx…xxxxxxxxxxxxxxxxxxxx'; write text in double quotes"
    ),
    '["' + "\\\\" * 100_000: "1:2: the text that begins here is not closed; end it with '\"'",
}
ACCEPTED = (
    '{"": 1, "a": [true, false, null], "b": {"a": -0.5e3}}',
    "[123456789012345678, -0, 0.12345678901234567890123]",
    '["\\ud83d\\ude00", "\\u00e9\\"[[{", "\\\\", "\\\\\\"]"]',
    "[" * 64 + "]" * 64,
    '{"a":' * 64 + "1" + "}" * 64,
    '["[",' * 64 + "1" + "]" * 64,
    " 1 ",
    '"x"',
    "null",
)


def complaint(text: str) -> str:
    with pytest.raises(SourceError) as caught:
        parse(text, "game.json")
    assert len(caught.value.complaints) == 1
    return str(caught.value)


@pytest.mark.parametrize("text", REFUSED, ids=lambda text: ascii(text[:20]))
def test_refused(text: str) -> None:
    assert complaint(text) == f"game.json:{REFUSED[text]}"


@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: text[:8])
def test_hostile(text: str) -> None:
    began = time.perf_counter()
    assert complaint(text) == f"game.json:{HOSTILE[text]}"
    assert time.perf_counter() - began < 5


@pytest.mark.parametrize("text", ACCEPTED, ids=lambda text: text[:20])
def test_accepted(text: str) -> None:
    assert parse(text, "game.json").data == json.loads(text)


def test_places() -> None:
    document = parse('{"game": "x",\n "😀": [1,  "two", {"b": null}]}', "game.json")
    assert str(document.place(())) == "game.json:1:1"
    assert str(document.place(("game",))) == "game.json:1:10"
    assert str(document.place((Key("game"),))) == "game.json:1:2"
    assert str(document.place(("😀", 1))) == "game.json:2:12"
    assert str(document.place(("😀", 2, "b"))) == "game.json:2:25"
    assert str(document.place(("😀", 3))) == "game.json:2:7"


def test_lines() -> None:
    lines = ['\ufeff{"a": 1}\n', "\n", "  \r\n", "{\n", '[2, {"b": 3}]\r\n', "{} {}\n", "[3]"]
    found = list(LineBatch("corpus.jsonl", 1, lines_of(io.BytesIO("".join(lines).encode()), "corpus.jsonl")).documents)
    assert [each.data if isinstance(each, Document) else str(each) for each in found] == [
        {"a": 1},
        "corpus.jsonl:4:2: expected a key in double quotes, not the end",
        [2, {"b": 3}],
        f"corpus.jsonl:6:4: expected the end, not '{{'; {ONE}",
        [3],
    ]
    document = found[2]
    assert isinstance(document, Document)
    assert str(document.place((1, "b"))) == "corpus.jsonl:5:11"


def test_a_repeated_key_in_a_line_names_that_line() -> None:
    [_, second] = LineBatch("corpus.jsonl", 1, [(1, b"1"), (2, b'{"a": 1, "a": 2}')]).documents
    assert str(second) == "corpus.jsonl:2:10: the key 'a' is already on line 2; keep one of the two"


@pytest.mark.parametrize("text", ["", "\n \n"])
def test_no_lines(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("corpus.jsonl").write_text(text, encoding="utf-8")
    [error] = load_lines("corpus.jsonl")
    assert isinstance(error, SourceError)
    assert str(error) == "corpus.jsonl:1:1: the file is empty; expected one JSON document per line"
