"""What a notebook shows of a verdict, a table and a ruleset; it asks each for `_repr_html_`."""

from __future__ import annotations

import subprocess
import sys

import pytest
from read_page import Page

import referee
from referee.engines import FAMILIES
from referee.rules import shipped

LOG = """
game: hearts
players: ["<script>", Ben, Cyd, Dov]
setup: {dealer: Dov}
events: []
"""


def shown(thing: object) -> Page:
    """What a notebook draws, taken apart."""
    text = thing._repr_html_()  # type: ignore[attr-defined]
    assert text.startswith('<div class="referee" lang="en"><style>')
    page = Page(text)
    assert {"script", "html", "body"} & {tag for tag, _, _ in page.found} == set()
    return page


def test_a_verdict_with_what_was_found_and_the_score() -> None:
    page = shown(referee.judge("examples/broken/revoke.yaml"))
    assert page.texts("strong")[0].startswith("examples/broken/revoke.yaml: illegal: 3 hands, 13 plays, 12 bids")
    (finding,) = page.texts("li")
    assert finding.startswith(
        "examples/broken/revoke.yaml:19:21: illuminate/follow-suit: Dov played Lk6:31 on a Mark lead, holding Mk1:17 Mk10:52"
        "legal here: Mk1:17 Mk10:52rule: Follow the Gospel that was led"
    )
    assert page.texts("caption") == ["Score"]
    assert page.texts("th")[:3] == ["hand", "cards", "dealer"]


def test_a_verdict_without_a_game() -> None:
    page = shown(referee.judge("nowhere.yaml"))
    assert page.texts("strong") == ["nowhere.yaml: not judged: 1 complaint"]
    assert page.texts("li") == ["nowhere.yaml:1:1: no such file"]


def test_of_many_findings_the_last_line_says_how_many_more() -> None:
    events = [{"play": "2C"}] * 80
    log = referee.log_of({"game": "hearts", "players": ["Ann", "Ben", "Cyd", "Dov"], "events": events})
    verdict = referee.judge(log, as_played=True)
    verdict.complaints = verdict.complaints * 80 or [referee.Complaint(referee.Place("x", 1, 1), "bad")] * 80
    said = shown(verdict).texts("li")
    assert len(said) == 50
    assert said[-1] == f"and {len(verdict.findings) + len(verdict.complaints) - 49} more"


def test_names_are_text() -> None:
    page = shown(referee.judge(referee.parse_log(LOG)))
    assert "<script>" in page.texts("th")


def test_a_table_with_what_may_be_played() -> None:
    roles = {"Ann": "doctor", "Ben": "teacher"}
    table = referee.Table("illuminate", ["Ann", "Ben"], setup={"dealer": "Ben", "roles": roles})
    assert shown(table).texts("strong") == ["Illuminate: Ann, Ben"]
    table.play({"deal": {"Ann": ["Mk1:11"], "Ben": ["Mk1:31"]}})
    page = shown(table)
    assert page.texts("p")[-1] == "Legal: 0 1"
    assert any("Ann" in text for text in page.texts("text"))


@pytest.mark.parametrize("family", FAMILIES)
def test_a_ruleset_is_shown_as_its_sheet(family: str) -> None:
    for path in shipped.rulesets():
        if path.parent.name == family:
            rules = referee.load_ruleset(str(path))
            page = shown(rules)
            assert page.texts("h1") == [rules.title]


def test_nothing_of_it_is_loaded_before_somebody_looks() -> None:
    code = "import referee, sys; referee.judge('nowhere.yaml'); print({'referee.notebook', 'xml.etree'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"
