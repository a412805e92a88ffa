"""What a notebook shows of a verdict, a table and a ruleset: HTML in which text is text."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import referee
from tests.command_runner import REVOKE, UNREADABLE


def test_a_verdict_has_its_findings_with_their_rules() -> None:
    shown = referee.judge(referee.parse_log(REVOKE, "<b>.yaml"))._repr_html_()
    assert shown.startswith("<p><strong>&lt;b&gt;.yaml: illegal</strong>, 6 events judged; Illuminate, ")
    assert (
        "<b>illuminate/follow-suit</b>: Ben played Mt5:6 on a Mark lead, holding Mk1:31<br/><small>Follow the Gospel"
        in shown
    )


def test_a_verdict_that_could_not_be_reached_says_why() -> None:
    shown = referee.judge(referee.parse_log(UNREADABLE, "table.yaml"))._repr_html_()
    assert "<li>table.yaml:8:5: unknown verb 'trikc'; did you mean 'trick'?</li>" in shown


def test_a_table_is_drawn() -> None:
    table = referee.Table("hearts", ["Ann", "Ben", "<i>", "Dov"], setup={"dealer": "Dov"})
    picture = ET.fromstring(table._repr_html_())
    assert "<i> · 0" in [part.text for part in picture.iter("{http://www.w3.org/2000/svg}text")]


def test_a_ruleset_has_its_rules_with_their_sources() -> None:
    shown = referee.load_ruleset("hearts")._repr_html_()
    table = ET.fromstring(shown[shown.index("<table>") :])
    rows = {row[0].text: (row[1].text, row[2].text) for row in table}
    _, text, source = referee.load_ruleset("hearts").rule("follow-suit")
    assert rows["follow-suit"] == (text, source)
