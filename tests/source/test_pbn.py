"""Portable Bridge Notation as plain data: the standard's own forms, and what public files make of them."""

from __future__ import annotations

import pytest

from referee.source.pbn import Board, Remark, Token, boards

WHOLE = """% PBN 2.1
% EXPORT

[Event "Club evening"]
[Board "7"]
[Dealer "S"]
[Vulnerable "All"]
[Deal "S:AKQ.JT9.876.5432 - - -"]
{A comment
  over two lines}
[Auction "S"]
1NT =1= Pass 2C! $1 Pass ; the rest of the line
2H =2= AP
[Note "1:15 to 17"]
[Note "2:four or five"]
[Play "W"]
D4 DJ DQ D6
- - ^R S2 *
[ScoreTable "Place;Contract"]
1 2H
2 3NT

[Event "#"]
[Board "8"]
"""


def read(text: str) -> list[Board]:
    return list(boards(text))


def test_a_board_with_everything() -> None:
    first, second = read(WHOLE)
    assert (first.line, first["Board"], first["deal"], first.line_of("Deal")) == (4, "7", "S:AKQ.JT9.876.5432 - - -", 8)
    assert [(token.text, token.line, token.note) for token in first.tokens["auction"]] == [
        ("1NT", 12, "1"), ("Pass", 12, ""), ("2C", 12, ""), ("Pass", 12, ""), ("2H", 13, "2"), ("AP", 13, ""),
    ]  # fmt: skip
    assert first.notes == {("auction", "1"): "15 to 17", ("auction", "2"): "four or five"}
    assert first.tokens["play"][-3:] == [Token("-", 18), Token("S2", 18, irregular="R"), Token("*", 18)]
    assert first.comments == ["A comment\n  over two lines", "the rest of the line"]
    assert first.tables == ["1 2H", "2 3NT"]
    assert (second["Event"], second["Board"], second["Dealer"]) == ("Club evening", "8", "")
    assert not first.remarks
    assert not second.remarks


@pytest.mark.parametrize(
    ("text", "tags"),
    [
        ("[Board 5]\n[Dealer E]", {"board": "5", "dealer": "E"}),
        ('[Board "5"] [Dealer "E"]', {"board": "5", "dealer": "E"}),
        ('[ Board "5" ]\r\n[Dealer\r\n"E"]', {"board": "5", "dealer": "E"}),
        (r'[Event "the \"best\" club"]', {"event": 'the "best" club'}),
        ('[Event "unclosed', {"event": "unclosed"}),
    ],
)
def test_tags_are_read_kindly(text: str, tags: dict[str, str]) -> None:
    (board,) = read(text)
    assert {tag: board[tag] for tag in board.tags} == tags
    assert board.remarks == []


def test_boards_without_an_empty_line_between_them() -> None:
    assert [board["Board"] for board in read('[Board "1"]\n[Deal "N:... - - -"]\n[Board "2"]\n[Deal "E:..."]')] == [
        "1",
        "2",
    ]


def test_calls_on_the_line_of_their_tag() -> None:
    (board,) = read('[Auction "N"]1C x XX p\n')
    assert [token.text for token in board.tokens["auction"]] == ["1C", "x", "XX", "p"]


@pytest.mark.parametrize(
    ("text", "remark"),
    [
        ("1C Pass\n", Remark(1, "'1C Pass' belongs to no tag")),
        ('[Site "A"]\n[Site "B"]', Remark(2, "a second tag Site, 'B'")),
        ('[Auction "N"]\n1C =a= Pass', Remark(2, "'=' among the auction is not a call or card")),
    ],
)
def test_what_is_not_understood_is_told_with_its_line(text: str, remark: Remark) -> None:
    assert next(iter(read(text))).remarks[0] == remark
