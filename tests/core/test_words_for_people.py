"""Small texts: numbers and lists in a sentence, the word that somebody may have meant, text for the forms of output."""

from __future__ import annotations

import pytest

from referee.core.sentences import how_many
from referee.core.text import annotation, annotation_property, csv_cell, markdown, one_line, visible
from referee.core.wording import (
    MOST_COUNTED,
    abridge,
    did_you_mean,
    in_list,
    is_opposite,
    nearest,
    nearly,
    number_of,
    slip_of,
)


def test_one_thing_is_singular() -> None:
    assert [number_of(number, "hidden cards") for number in (0, 1, 2)] == [
        "0 hidden cards",
        "1 hidden card",
        "2 hidden cards",
    ]


def test_a_list_has_its_last_word_before_the_last_thing() -> None:
    names = ["Ann", "Ben", "Cyd", "Dov"]
    assert [in_list(names[:many]) for many in range(5)] == [
        "",
        "Ann",
        "Ann and Ben",
        "Ann, Ben and Cyd",
        "Ann, Ben, Cyd and Dov",
    ]
    assert [in_list(range(many), "or") for many in range(4)] == ["", "0", "0 or 1", "0, 1 or 2"]


def test_numbers_of_players_are_a_span_where_three_or_more_follow_one_another() -> None:
    assert how_many([4, 2, 3]) == "2–4"
    assert how_many([2, 4]) == "2 or 4"
    assert how_many([2, 3]) == "2 or 3"
    assert how_many([2, 3], span=2) == "2–3"
    assert how_many([2, 3, 5]) == "2, 3 or 5"
    assert how_many([4]) == "4"


def test_what_somebody_may_have_meant() -> None:
    assert nearest("DEAL", ["play", "Deal"]) == "Deal"
    assert nearest("xyz", ["play", "deal"]) is None
    assert nearest("a" * 60, ["a" * 60]) == "a" * 60
    assert nearest("a" * 61, ["a" * 61]) is None
    assert did_you_mean("dael", ["play", "deal"]) == "; did you mean 'deal'?"
    assert did_you_mean("xyz", ["play", "deal"]) == ""
    assert nearly("follow_suits", ["follow_suit", "order"]) == "follow_suit"
    assert nearly("follow", ["follow_suit", "order"]) is None
    assert nearly("a" * 60, ["a" * 60]) == "a" * 60
    assert nearly("a" * 61, ["a" * 61]) is None


def test_a_workflow_command_has_the_escapes_of_its_runner() -> None:
    assert annotation("50% of\r\nAnn: 1, Ben") == "50%25 of%0D%0AAnn: 1, Ben"
    assert annotation_property("50%: a,b\r\n") == "50%25%3A a%2Cb%0D%0A"


@pytest.mark.parametrize(
    "text", ["=A1", "@x", "+A1", "-A1", " =A1", "\t=A1", "\uff1dA1", "\uff20A", "\uff0bA", "\uff0dA", "-1-1", "+1+1"]
)
def test_a_spreadsheet_finds_no_formula(text: str) -> None:
    assert csv_cell(text) == f"'{text}"


@pytest.mark.parametrize("value", ["-1", "+2", "-2.5", "12%", "a=1", "", "-", 3, -3, None, "Ann"])
def test_what_is_no_formula_stays_as_it_is(value: object) -> None:
    assert csv_cell(value) == value


def test_text_in_markdown_is_only_text() -> None:
    assert markdown("a|b <i> [x](y) `c` $d$ & \\") == "a\\|b &lt;i&gt; \\[x\\](y) \\`c\\` \\$d\\$ &amp; \\\\"
    assert markdown("a\nb\x1b") == "a\\\\u000ab\\\\u001b"


def test_what_is_not_seen_is_written_as_json_writes_it() -> None:
    assert visible("a\u202eb\x1b\U000e0041\nc") == "a\\u202eb\\u001b\\udb40\\udc41\nc"
    assert one_line("a\nb\n") == "a\\u000ab\\u000a"
    assert visible("::error::x") == "\\u003a:error::x"
    assert visible("a ::error::x") == "a ::error::x"
    assert visible("##[error]x") == "\\u0023#[error]x"


@pytest.mark.parametrize("many", [0, 3, 4, 5, 12, MOST_COUNTED, MOST_COUNTED + 1, MOST_COUNTED + 2])
def test_what_there_is_no_room_for_is_counted(many: int) -> None:
    told = abridge((str(number) for number in range(many)), 4, lambda last, rest: f"{last}: {rest}")
    shown = [str(number) for number in range(many if many <= 4 else 3)]
    left = many - 3
    more = f"and {left} more" if many <= MOST_COUNTED else f"and more than {MOST_COUNTED - 3} more"
    assert told == shown + [f"3: {more}"] * (many > 4)


@pytest.mark.parametrize(
    ("word", "known", "near"),
    [
        ("role", ["resolve", "rules"], "rules"),
        ("Mk1:12", ["Mk1:41", "Mk1:17"], "Mk1:17"),
        ("sixes", ["no-sixes"], None),
        ("no-sixs", ["no-sixes", "sixes"], "no-sixes"),
        ("ilegal", ["legal", "illegal"], "illegal"),
        ("illegal", ["legal"], None),
        ("highest", ["lowest", "nigest"], "nigest"),
        ("first-trick", ["last-trick"], None),
        ("last-trik", ["last-trick", "first-trick"], "last-trick"),
    ],
)
def test_the_nearest_is_never_the_opposite(word: str, known: list[str], near: str | None) -> None:
    assert nearest(word, known) == near
    assert nearest(word, known[::-1]) == near


def test_what_means_the_opposite() -> None:
    assert is_opposite("most-tricks", "fewest-tricks")
    assert is_opposite("grace-said", "grace-silent")
    assert not is_opposite("grace-said", "grace-sayd")
    assert slip_of("unequal", ["equal"]) is None
