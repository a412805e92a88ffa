"""What the reports have in common: counting words, lists, tables, CSV and JSON as text."""

from __future__ import annotations

import pytest

from referee.core import wording
from referee.core.events import Finding
from referee.core.family import Block
from referee.core.places import Complaint, Place
from referee.core.verdict import Verdict
from referee.report import paper, verdicts
from referee.report.paper import PAPER
from referee.report.verdicts import no_lines


@pytest.mark.parametrize(("number", "said"), [(0, "0 hands"), (1, "1 hand"), (2, "2 hands")])
def test_counted(number: int, said: str) -> None:
    assert wording.number_of(number, "hands") == said


@pytest.mark.parametrize(
    ("words", "said"), [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")]
)
def test_listed(words: list[str], said: str) -> None:
    assert wording.in_list(words) == said


def test_tables_put_numbers_right() -> None:
    assert paper.table(("who", "what"), [("Ann", 7), ("Ben", 12)]) == (
        "who      what\n-----  ------\nAnn         7\nBen        12"
    )
    assert paper.table(("who", "what"), []) == "who    what\n-----  ------"


def test_csv_quotes_what_needs_it() -> None:
    assert paper.as_csv([["a,b", 'c"d', 1]]) == '"a,b","c""d",1'


def test_blocks_are_parted_by_blank_lines() -> None:
    blocks = [Block(lines=("one",)), Block(), Block("Two", ("a",), (("x",),), ("after",)), Block("Three", lines=("x",))]
    assert paper.as_text(blocks) == "one\n\nTwo\na\n---\nx\nafter\n\nThree\nx"
    assert paper.as_markdown(blocks) == "one\n\n### Two\n\n| a   |\n|-----|\n| x   |\n\nafter\n\n### Three\n\nx"


def test_a_file_with_several_games_names_their_lines() -> None:
    def verdict(path: str, line: int = 0) -> Verdict:
        return Verdict(path, "illuminate", "legal", line=line)

    judged = [
        verdict("one.jsonl", 1),
        verdict("two.jsonl", 1),
        verdict("two.jsonl", 2),
        verdict("a.yaml"),
        verdict("a.yaml"),
    ]
    assert [label for label, _ in verdicts.with_names(judged)] == [
        "one.jsonl",
        "two.jsonl:1",
        "two.jsonl:2",
        "a.yaml",
        "a.yaml",
    ]


def test_colours_are_painted_from_outside() -> None:
    verdict = Verdict("a.yaml", "illuminate", "legal", 1, counts={"hands": 1})
    line = verdicts.verdict_line("a.yaml", verdict, lambda text, what: f"<{what}>{text}</{what}>")
    assert line == "a.yaml: <good>legal</good>: 1 hand; 0 findings, 0 doubts"


def test_the_place_of_a_complaint_is_shown_before_it() -> None:
    verdict = Verdict("a.yaml", "", "unjudged", complaints=[Complaint(Place("a.yaml", 3, 4), "what is this?")])
    assert list(verdicts.text([verdict], PAPER)) == ["a.yaml:3:4: what is this?", "a.yaml: not judged: 1 complaint"]


def test_a_rule_that_a_house_rule_set_says_where() -> None:
    rule = {"text": "Do not.", "source": "us", "set_at": "house.yaml:4"}
    finding = Finding("g/r", "Ann did", legal=("x", "y"), file="a.yaml", line=2, column=3, **rule)
    assert list(verdicts.news_lines(finding, PAPER, no_lines)) == [
        "a.yaml:2:3: g/r: Ann did",
        "    legal here: x y",
        "    rule: Do not. (us)",
        "    set at house.yaml:4",
    ]


def test_legal_moves_of_several_words_are_told_apart() -> None:
    finding = Finding("g/r", "Ann did", legal=("Artist", "Data Scientist"), file="a.yaml", line=2, column=3)
    assert list(verdicts.news_lines(finding, PAPER, no_lines))[1] == "    legal here: Artist, Data Scientist"
