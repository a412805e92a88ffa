"""Strict YAML: what is data, what is text, and one line about everything else."""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import pairwise

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from referee.core.exact import Exact
from referee.core.places import Key, Pointer, SourceError
from referee.core.text import visible, yaml_line
from referee.source import parse, yaml_text

PARSERS = {"c": getattr(yaml, "CSafeLoader", yaml_text._Pure), "python": yaml_text._Pure}


@pytest.fixture(params=PARSERS)
def parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """PyYAML's two parsers in turn: the messages do not depend on which one is there."""
    monkeypatch.setattr(yaml_text, "_Loader", PARSERS[request.param])
    yield request.param


def complaint(text: str) -> str:
    with pytest.raises(SourceError) as caught:
        parse(text, "game.yaml")
    assert len(caught.value.complaints) == 1
    return str(caught.value)


NOT_TEXT = {
    "true": True,
    "false": False,
    "null": None,
    "": None,
    "0": 0,
    "-0": 0,
    "7": 7,
    "-12": -12,
    "123456789012345678": 123456789012345678,
    "1.5": 1.5,
    "-0.25": -0.25,
    "0.10": 0.1,
}
TEXT = (
    "no yes on off y n True FALSE Null NULL ~ 010 -01 +1 1_0 0x10 0o17 1:30 1:30:00 2024-01-01 "
    ".inf -.inf .nan 1. .5 1e5 1.5e3 Mk1:11 Lk7:50! 1,5 -- -a << = tr truetrue 12a 1.2.3 00 ١"
)


@pytest.mark.parametrize("written", NOT_TEXT)
def test_what_is_not_text(parser: str, written: str) -> None:
    found = parse(f"a: {written}\n", "game.yaml").data["a"]
    assert found == NOT_TEXT[written]
    exact = type(NOT_TEXT[written]) is float  # a number with a point is kept as it is written
    assert type(found) is (Exact if exact else type(NOT_TEXT[written]))


@pytest.mark.parametrize("written", TEXT.split())
def test_everything_else_is_text(parser: str, written: str) -> None:
    assert parse(f"a: {written}\n", "game.yaml").data == {"a": written}


@pytest.mark.parametrize("written", ["true", "6", "1.5", "null", ""])
def test_what_is_quoted_is_text(parser: str, written: str) -> None:
    assert parse(f"[\"{written}\", '{written}']\n", "game.yaml").data == [written, written]


def test_keys_are_text(parser: str) -> None:
    text = 'true: a\nnull: b\n6: c\n1.50: d\nno: e\n"<<": f\n"": g\n'
    assert parse(text, "game.yaml").data == {
        "true": "a",
        "null": "b",
        "6": "c",
        "1.50": "d",
        "no": "e",
        "<<": "f",
        "": "g",
    }


def test_a_log(parser: str) -> None:
    text = """\
# yaml-language-server: $schema=x
game: illuminate@1
players: [Ann, Ben]
events:
  - deal: {Ann: [Mk1:11, Lk7:50!], Ben: []}
  - bids: {Ann: 1, Ben: 0}
    note: >
      two
      lines
  - {}
"""
    assert parse(text, "game.yaml").data == {
        "game": "illuminate@1",
        "players": ["Ann", "Ben"],
        "events": [
            {"deal": {"Ann": ["Mk1:11", "Lk7:50!"], "Ben": []}},
            {"bids": {"Ann": 1, "Ben": 0}, "note": "two lines\n"},
            {},
        ],
    }


COLON = "this ':' begins no value; put text that holds ': ' in quotes, or indent the key like its neighbours"
DEEP = "lists and maps are nested more than 64 deep here; at most 64 are allowed"
EMPTY = "the file is empty; expected a map, such as 'key: value', or a list"
TAB = "a tab indents this line; use spaces"
UNCLOSED = "the quoted text that begins here is not closed; end it with the same quote"
REFUSED = {
    "": f"1:1: {EMPTY}",
    " \n\n": f"1:1: {EMPTY}",
    "# nothing but a comment\n": f"1:1: {EMPTY}",
    # Syntax
    "a:\n\tb: 1\n": f"2:1: {TAB}",
    "a:\n  b: 1\n\tc: 2\n": f"3:1: {TAB}",
    "a: |\n\tx\n": f"2:1: {TAB}",
    "a: b: c\n": f"1:5: {COLON}",
    "a: 1\n  b: 2\n": f"2:4: {COLON}",
    "a:\n    b: 1\n  c: 2\n": "3:3: expected a key of the map that begins on line 1; indent its keys alike",
    "a: 1\n- b\n": "2:1: expected a key of the map that begins on line 1; indent its keys alike",
    "- a\nb: 1\n": "2:1: expected '- ' as in the list that begins on line 1; indent its items alike",
    "a: [1, 2\nb: 3\n": "2:2: expected ',' or ']' in the list that begins on line 1, not ':'",
    "a: {b: 1\nc: 2\n": "2:2: expected ',' or '}' in the map that begins on line 1, not ':'",
    "a: [1, 2": "1:9: expected ',' or ']' in the list that begins on line 1, not the end",
    'a: "abc\nb: 1\n': f"1:4: {UNCLOSED}",
    "b: 1\na: 'abc\n": f"2:4: {UNCLOSED}",
    'a: "b\n---\nc"\n': f"1:4: {UNCLOSED}",
    "a: @x\n": "1:4: text cannot begin with '@'; put it in quotes",
    "a: %x\n": "1:4: text cannot begin with '%'; put it in quotes",
    "a: 1\nb\nc: 2\n": "2:1: expected ': ' and a value after this key",
    "a: - b\n": "1:4: a list cannot begin here; give its first '- ' a line of its own",
    "a: ? b\n": "1:4: '? ' is not allowed here; put the text in quotes",
    'a: "b" c\n': "1:8: the value before this has ended; put the whole text in quotes",
    "a: }\n": "1:4: expected a value, not '}'; put text that begins with it in quotes",
    "a: > 5\n": "1:4: expected a line break after '|' or '>'; put text that begins with them in quotes",
    '"a" "b"\n': "1:5: the document has ended before this; expected one map or one list",
    "😀: [é, ]]\n": "1:9: the value before this has ended; put the whole text in quotes",
    "%YAML 2.0\n---\na: 1\n": (
        "1:1: '%' begins a directive here, and only %YAML 1.1 or 1.2 is allowed; remove the line"
    ),
    # Aliases, anchors, tags
    "a: &x [lol]\nb: &y [*x, *x]\nc: [*y, *y]\n": (
        "1:4: the anchor '&x' is not allowed; write each value out, or put text in quotes"
    ),
    "&a b: 1\n": "1:1: the anchor '&a' is not allowed; write each value out, or put text in quotes",
    "a: &x\n  b: 1\n": "1:4: the anchor '&x' is not allowed; write each value out, or put text in quotes",
    "a: & b\n": "1:4: '&' begins an anchor here, and anchors are not allowed; put the text in quotes",
    "a: *x\n": "1:4: the alias '*x' is not allowed; write the value out, or put text in quotes",
    "a: *b*\n": "1:4: '*' begins an alias here, and aliases are not allowed; put the text in quotes",
    "- !!python/object:os.system x\n": (
        "1:3: the tag '!!python/object:os.system' is not allowed; remove it, or put text in quotes"
    ),
    "a: !!map {}\n": "1:4: the tag '!!map' is not allowed; remove it, or put text in quotes",
    "a: ! 5\n": "1:4: the tag '!' is not allowed; remove it, or put text in quotes",
    "a: !e!x 1\n": "1:4: '!' begins a tag here, and tags are not allowed; put the text in quotes",
    # Keys
    "a: 1\nb:\n  c: 1\n  d: 2\n  'c': 3\n": "5:3: the key 'c' is already on line 3; keep one of the two",
    "{a: 1, b: {}, a: 2}\n": "1:15: the key 'a' is already on line 1; keep one of the two",
    "- 6: a\n  '6': b\n": "2:3: the key '6' is already on line 1; keep one of the two",
    "a:\n  <<: {b: 1}\n": "2:3: merge keys ('<<') are not allowed; write the keys out",
    "{[a]: b}\n": "1:2: a key cannot be a list or a map; write it as text",
    "? {a: 1}\n: b\n": "1:3: a key cannot be a list or a map; write it as text",
    "a: [b, ?, c]\n": '1:8: a ? alone is not text in YAML; write "?"',
    "- ?\n": '1:3: a ? alone is not text in YAML; write "?"',
    "?\n: a\n": "1:2: a key is missing before this ':'; write one, or put the text in quotes",
    # Limits
    "a: 1\n---\nb: 2\n": "2:1: a second document begins here; one file holds one document",
    "[" * 65 + "]" * 65: f"1:65: {DEEP}",
    "a: 1234567890123456789\n": (
        "1:4: the number 1234567890123456789 has 19 digits; write at most 18, or put it in quotes"
    ),
    "a: -1234567890123456789.5\n": (
        "1:4: the number -123456789…23456789.5 has 19 digits; write at most 18, or put it in quotes"
    ),
    # Characters
    "a: \x00\n": "1:4: the character U+0000 is not allowed; remove it",
    "a: 1\nb: \x1b[0m\n": "2:4: the character U+001B is not allowed; remove it",
    "a: b\u2028c\n": "1:5: the character U+2028 is not allowed; remove it",
    "a: \ud800\n": "1:4: the character U+D800 is not allowed; remove it",
}


@pytest.mark.parametrize("text", REFUSED)
def test_refused(parser: str, text: str) -> None:
    assert complaint(text) == f"game.yaml:{REFUSED[text]}"


@pytest.mark.parametrize("escape", ["\\q", "\\xzz", "\\ud800", "\\UFFFFFFFF"])
def test_escapes(parser: str, escape: str) -> None:
    # The two parsers point at different characters of the same escape.
    place, _, message = complaint(f'a: "{escape}"\n').partition(": ")
    assert place in {"game.yaml:1:4", "game.yaml:1:5", "game.yaml:1:6", "game.yaml:1:7"}
    assert message == "this escape is not known; write a backslash as \\\\, or use single quotes"


HOSTILE = {
    "[" * 10_000: f"1:65: {DEEP}",
    "- " * 10_000: f"1:129: {DEEP}",
    "{a: " * 10_000: f"1:257: {DEEP}",
    "".join(f"{' ' * n}a:\n" for n in range(2_000)): f"65:65: {DEEP}",
    "? " * 10_000: "1:3: a key cannot be a list or a map; write it as text",
    "a: " + "1" * 10_000: (
        "1:4: the number 1111111111…1111111111 has 10000 digits; write at most 18, or put it in quotes"
    ),
    "a: &a [lol]\n" + "".join(f"{b}: &{b} [{', '.join([f'*{a}'] * 9)}]\n" for a, b in pairwise("abcdefghi")): (
        "1:4: the anchor '&a' is not allowed; write each value out, or put text in quotes"
    ),
    "a: !" + "x" * 10_000: (
        "1:4: the tag '!xxxxxxxxxxxxxxxxxxx…xxxxxxxxxxxxxxxxxxxx' is not allowed; remove it, or put text in quotes"
    ),
    f"{'k' * 900}: 1\n{'k' * 900}: 2\n": (
        "2:1: the key 'kkkkkkkkkkkkkkkkkkkk…kkkkkkkkkkkkkkkkkkkk' is already on line 1; keep one of the two"
    ),
}


@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: text[:8])
def test_hostile(parser: str, text: str) -> None:
    began = time.perf_counter()
    assert complaint(text) == f"game.yaml:{HOSTILE[text]}"
    assert time.perf_counter() - began < 5


def test_64_deep_is_allowed(parser: str) -> None:
    data = parse("[" * 64 + "]" * 64, "game.yaml").data
    for _ in range(63):
        [data] = data
    assert data == []


def test_places(parser: str) -> None:
    document = parse("# é\ngame: x\n😀: {a: [1,  'two', {b: }]}\nlist:\n- c:\n    d: 1\n", "game.yaml")
    assert str(document.place(())) == "game.yaml:2:1"
    assert str(document.place(("game",))) == "game.yaml:2:7"
    assert str(document.place((Key("game"),))) == "game.yaml:2:1"
    assert str(document.place(("😀", "a", 1))) == "game.yaml:3:13"
    assert str(document.place(("😀", "a", 2, Key("b")))) == "game.yaml:3:21"
    assert str(document.place(("list", 0, "c", "d"))) == "game.yaml:6:8"
    assert str(document.place(("list", 0))) == "game.yaml:5:3"


def test_a_pointer_that_leads_nowhere_has_the_place_of_the_nearest_ancestor(parser: str) -> None:
    document = parse("a: 1\nb: {c: [5, 6]}\n", "game.yaml")
    below_map: list[Pointer] = [("b", "x"), ("b", "x", "y"), ("b", 0)]
    for pointer in below_map:
        assert str(document.place(pointer)) == str(document.place((*pointer[:-1], Key(pointer[-1])))) == "game.yaml:2:4"
    below_list: list[Pointer] = [("b", "c", 2), ("b", "c", -1), ("b", "c", "0")]
    for pointer in below_list:
        assert str(document.place(pointer)) == "game.yaml:2:8"
    assert str(document.place(("a", "x"))) == "game.yaml:1:4"
    assert str(document.place(("x",))) == "game.yaml:1:1"


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends(parser: str, end: str) -> None:
    document = parse(f"a: 1{end}b: [2,{end}  3]{end}", "game.yaml")
    assert document.data == {"a": 1, "b": [2, 3]}
    assert str(document.place(("b", 1))) == "game.yaml:3:3"


HARD = (
    *(
        "",
        "10",
        "-1.5",
        "1e5",
        "010",
        "true",
        "No",
        "null",
        "~",
        "-",
        "- a",
        "?",
        "? a",
        "!x",
        "!",
        "a: b",
        "a:",
        ":",
        "a #b",
        "#",
        "---",
    ),
    *(
        " a",
        "a ",
        "a  b",
        "a,b",
        "[",
        "}",
        "&a",
        "*a",
        "|",
        ">",
        "%a",
        "@a",
        "`a`",
        "'a'",
        '"a"',
        "a'b",
        "a\\b",
        "<<",
        "=",
        "cards == 12",
    ),
    *(
        "小明",
        "a\nb",
        "a\tb",
        "\x7f",
        "\x85",
        "\u2028",
        "\u202e",
        "\ufeff",
        "\U000e0001",
        "😀",
        "::error::",
        "##[error]",
        "Mk1:11!",
    ),
)


@pytest.mark.parametrize("around", ["{}", "- {}", "key: {}", "[a, {}, b]", "{{key: {}}}", "{{{}: key}}"])
def test_a_text_on_one_line_reads_as_itself(around: str) -> None:
    for text in HARD:
        line = visible(around.format(yaml_line(text)))
        assert "\n" not in line
        assert yaml_text.read(line, "a.yaml")[0] == yaml_text.read(around.format(_escaped(text)), "a.yaml")[0], line


def _escaped(text: str) -> str:
    """A text in double quotes, every character as an escape."""
    return '"' + "".join(f"\\U{ord(character):08x}" for character in text) + '"'


TEXT = st.one_of(st.sampled_from(HARD), st.text(st.characters(exclude_categories=["Cs"]), max_size=6))
NUMBERS = st.one_of(st.integers(-(10**17), 10**17), st.floats(-1e15, 1e15).map(lambda number: round(number, 6) + 0.0))
PLAIN = st.recursive(
    st.one_of(TEXT, NUMBERS, st.booleans(), st.none()),
    lambda part: st.one_of(st.lists(part, max_size=3), st.dictionaries(TEXT, part, max_size=3)),
    max_leaves=8,
)


@given(PLAIN)
def test_plain_data_on_one_line_reads_as_itself(data: object) -> None:
    assert yaml_text.read(yaml_line(data), "a.yaml")[0] == data


def test_text_that_needs_no_quotes_has_none() -> None:
    event = {
        "trick": ["Mk1:11", "Lk7:50!"],
        "by": "Ann Smith",
        "when": "max(total) >= 3",
        "won": {"2": 1, "a": True, "b": None},
    }
    line = "{trick: [Mk1:11, Lk7:50!], by: Ann Smith, when: max(total) >= 3, won: {2: 1, a: true, b: null}}"
    assert yaml_line(event) == line
