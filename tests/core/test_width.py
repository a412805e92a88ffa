"""Lines that are wrapped and cells that are folded: nothing is lost, nothing is wider than it may be."""

from __future__ import annotations

import json
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from referee.core.text import centre, columns, in_ascii, longest_word, to_left, to_right, with_escapes, wrap
from referee.report.paper import Paper, table

WORD = st.text("aé小", min_size=1, max_size=9)
LINE = st.builds(lambda margin, words: " " * margin + " ".join(words), st.integers(0, 6), st.lists(WORD, max_size=20))


def test_columns_as_terminals_count_them() -> None:
    assert [columns(text) for text in ("", "Ann", "小明", "Zoë", "Zoe\u0308", "\ud800x\ud801", "♠–…")] == [
        0,
        3,
        4,
        3,
        3,
        1,
        3,
    ]


def test_the_widest_word_counts_if_there_is_one() -> None:
    assert [longest_word(texts) for texts in ([], [""], ["  "], ["a 小明 bb", "ccc"])] == [0, 0, 0, 4]


@given(st.text("ab ", max_size=12), st.integers(0, 20))
def test_text_is_padded_as_python_pads_it(text: str, width: int) -> None:
    assert to_left(text, width) == text.ljust(width)
    assert to_right(text, width) == text.rjust(width)
    assert centre(text, width) == text.center(width)


@given(LINE, st.integers(20, 60))
def test_a_wrapped_line_keeps_its_words_and_its_margin(line: str, width: int) -> None:
    lines = list(wrap(line, width))
    assert " ".join(lines).split() == line.split()
    assert max(map(columns, lines)) <= max(width, 6 + 2 + 18)
    margin = len(line) - len(line.lstrip())
    if line.strip():
        assert lines[0].startswith(line[: margin + 1])
        assert all(line.startswith(" " * (margin + 2)) for line in lines[1:])
        assert all(columns(one) + 1 + columns(following.split()[0]) > width for one, following in pairwise(lines))


@given(
    st.integers(1, 6).flatmap(
        lambda wide: st.tuples(
            st.lists(st.text("abc", min_size=1, max_size=12), min_size=wide, max_size=wide),
            st.lists(st.lists(LINE.map(str.strip), min_size=wide, max_size=wide), max_size=4),
        )
    ),
    st.integers(44, 80),
)
def test_a_table_that_does_not_fit_is_folded_or_goes_on_below(
    given_table: tuple[list[str], list[list[str]]], width: int
) -> None:
    headers, rows = given_table
    whole = table(headers, rows)
    narrow = table(headers, rows, Paper(width))
    if max(map(columns, whole.split("\n"))) <= width:
        assert narrow == whole
    else:
        found = narrow.split()
        for word in (*headers, *(word for row in rows for cell in row for word in cell.split())):
            assert word in found
        assert max(map(columns, narrow.split("\n"))) <= width


def test_columns_that_have_no_room_stand_in_another_table() -> None:
    headers, row = ("player", *(f"total-{n}" for n in range(6))), ("Ann", 1, 2, 3, 4, 5, 6)
    assert table(headers, [row], Paper(41)) == (
        "player      total-0    total-1    total-2\n"
        "--------  ---------  ---------  ---------\n"
        "Ann               1          2          3\n"
        "\n"
        "player      total-3    total-4    total-5\n"
        "--------  ---------  ---------  ---------\n"
        "Ann               4          5          6"
    )


def test_long_cells_are_folded_first() -> None:
    assert table(("card", "does"), [("KKK", "takes part in two attacks a turn"), ("UFOs", "")], Paper(25)) == (
        "card    does\n------  -----------------\nKKK     takes part in two\n        attacks a turn\nUFOs"
    )


def test_a_row_that_looks_otherwise_does_so_in_all_its_lines() -> None:
    def paint(text: str, what: str) -> str:
        return f"<{what}>{text}</>"

    rows = [("KKK", "takes part in two attacks a turn"), ("UFOs", "hides")]
    assert table(("card", "does"), rows, Paper(25, False, paint), looks={0: "dim"}) == (
        "<head>card    does</>\n"
        "<dim>------  -----------------</>\n"
        "<dim>KKK     takes part in two</>\n"
        "<dim>        attacks a turn</>\n"
        "UFOs    hides"
    )


@given(st.text("aé小𝔸♠", max_size=8))
def test_an_escape_is_that_of_json(text: str) -> None:
    assert with_escapes(text).isascii()
    assert json.loads(f'"{with_escapes(text)}"') == text
    assert json.loads(f'"{in_ascii(text)}"') == text.replace("♠", "S")


def test_what_grows_in_ascii_takes_the_room_behind_it() -> None:
    assert in_ascii("小明      won 2") == "\\u5c0f\\u660e won 2"[:12] + " won 2"
    assert in_ascii("Zoë       won 2") == "Zo\\u00eb  won 2"
    assert in_ascii("♠A ♥K – 2–4 … →") == "SA HK - 2-4 ... ->"
    assert in_ascii("\ud800x\ud801é") == "\ud800x\ud801\\u00e9"
