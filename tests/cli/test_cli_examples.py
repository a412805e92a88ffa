"""`referee check`: the examples that rulesets and house rules carry come out as they say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from command_runner import run, write
from slowness import slow_where

from referee.rules import rulesets, shipped

ROOT = Path(__file__).resolve().parents[2]
HOUSE = """\
extends: illuminate
why: Six-card hands felt like a lottery.
bidding: {all_or_nothing: cards == 12}
define: {special: cards == 12}
"""
CARRYING = f"""{HOUSE}
rules:
  all-or-nothing:
    examples:
      - {{title: as in any hand, position: {{cards: 6, phase: bid}}, event: {{bid: 3}}}}
      - {{position: {{cards: 12, phase: bid}}, event: {{bid: 3}}, verdict: all-or-nothing}}
      - position: {{cards: 12, phase: bid}}
        event: {{bid: 3}}
        verdict: Ann bid 3 in a hand of 12 cards, where a bid is all or nothing
"""
BRIEF = "Illuminate, 2–4 players, 12 hands of 1–12 cards, exact bids, Grace must be said, all-or-nothing at 12, house rule ours"
pytestmark = pytest.mark.usefixtures("folder")


def without_notes(out: str) -> list[str]:
    """What `referee check` says, without its notes."""
    return [line for line in out.splitlines() if ": note: " not in line]


SHIPPED = {path.stem: path.parent.name for path in (*shipped.rulesets(), *shipped.houses())}


@pytest.mark.parametrize("name", slow_where(lambda name: SHIPPED[name] == "house", SHIPPED))
def test_what_is_shipped_holds_and_no_rule_of_it_is_without_an_example(name: str) -> None:
    said = run("check", name, "--format", "json")
    assert said.code == 0
    (tested,) = said.data["rulesets"]
    assert (tested["path"], tested["complaints"]) == (name, [])
    if SHIPPED[name] == "house" or not rulesets.load_ruleset(name).get("abstract"):
        assert tested["holds"]
        assert tested["untouched"] == []
        assert not all(example["inherited"] for example in tested["examples"])


def test_examples_that_hold() -> None:
    write("ours.yaml", CARRYING)
    lines = without_notes(run("check", "ours.yaml").out)
    assert lines[0] == f"ours.yaml: sound: {BRIEF}"
    assert ": changed here: scoring, six cards, Ann bids all and makes five" in lines[1]
    assert lines[2:] == ["ours.yaml: 3 examples hold; of 36 inherited, 1 changed here"]


def test_examples_that_fail() -> None:
    write("ours.yaml", CARRYING.replace("event: {bid: 3}}", "event: {bid: 7}}", 1).replace("cards: 12", "cards: 11"))
    said = run("check", "ours.yaml")
    assert said.code == 1
    assert [line for line in without_notes(said.out)[1:] if line.startswith("ours.yaml")] == [
        "ours.yaml:9:9: fails: all-or-nothing, as in any hand: the example says 'legal'; "
        "the rules say 'Ann bid 7 in a hand of 6 cards'",
        "ours.yaml:10:9: fails: all-or-nothing: the example says 'against all-or-nothing'; the rules say 'legal'",
        "ours.yaml:11:9: fails: all-or-nothing: the example says 'Ann bid 3 in a hand of 12 cards, where a bid is all or "
        "nothing'; the rules say 'legal'",
        "ours.yaml: 3 of 3 examples fail; of 36 inherited, 1 changed here",
    ]


@pytest.mark.slow
def test_an_example_at_the_top_touches_the_rules_that_have_a_say() -> None:
    manners = "rules: {manners: {text: Be kind., source: our table}}\n"
    write("ours.yaml", HOUSE + manners + "examples:\n  - {position: {cards: 4, phase: bid}, event: {bid: 0}}\n")
    assert run("check", "ours.yaml").out.splitlines()[-1] == "ours.yaml: no example touches all-or-nothing, manners"
    write("ours.yaml", HOUSE + "examples:\n  - {position: {cards: 12, phase: bid}, event: {bid: 0}}\n")
    assert (
        run("check", "ours.yaml").out.splitlines()[-1] == "ours.yaml: 1 example holds; of 36 inherited, 1 changed here"
    )


def test_an_example_may_name_variants_readings_and_house_rules() -> None:
    write("more.yaml", "extends: illuminate\nbidding: {least: 1}\n")
    write(
        "mine.yaml",
        "extends: illuminate\nwhy: x\nexamples:\n"
        "  - {variants: [shorter], position: {hand: 7}, event: {bid: 0}, verdict: this game has 6 hands}\n"
        "  - {house: [more.yaml], position: {cards: 4, phase: bid}, event: {bid: 0}, verdict: bid-range}\n"
        "  - {ruling: {grace-until: laid}, position: {leader: Ann, trick: ['Mk1:31'], roles: {Ann: doctor, Ben: teacher, "
        "Cyd: preacher, Dov: neighbor}}, event: {grace: 'Mk1:31'}, verdict: grace-until}\n",
    )
    found = run("check", "mine.yaml", "--format", "json").data["rulesets"][0]["examples"]
    assert [example["found"] for example in found if not example["inherited"]][1:] == [
        "Ann bid 0 in a hand of 4 cards",
        "Grace is said over Mk1:31 after it was laid; here it is said as the card is laid (Mk1:31!)",
    ]
    assert [example["holds"] for example in found if not example["inherited"]][1:] == [True, True]


def test_what_is_no_example_is_pointed_at() -> None:
    write("mine.yaml", "extends: illuminate\nwhy: x\nexamples:\n  - {evnt: {bid: 0}}\n  - 5\n")
    said = run("check", "mine.yaml")
    assert said.code == 3
    assert said.out.splitlines() == [
        "mine.yaml:4:5: key 'event' is missing",
        "mine.yaml:4:6: unknown key 'evnt'; did you mean 'event'?",
        "mine.yaml:5:5: expected a map, not the number 5",
        "mine.yaml: not sound: 3 faults",
    ]
    assert run("explain", "mine.yaml/tie").code == 3


BESIDE = """\
given: {position: {cards: 12, phase: bid}}
rules:
  all-or-nothing:
    - {event: {bid: 3}, verdict: all-or-nothing}
    - {position: {cards: 6}, event: {bid: 3}}
    - {position: null, setup: {dealer: Dov, roles: {Ann: doctor, Ben: teacher, Cyd: preacher, Dov: neighbor}}, event: {bid: 0}}
examples:
  - {event: {bid: 7}}
"""


def test_examples_beside_the_ruleset() -> None:
    write("ours.yaml", HOUSE)
    write("ours.examples.yaml", BESIDE)
    said = run("check", "ours.yaml", "ours.examples.yaml")
    assert (said.code, [line for line in without_notes(said.out)[1:] if line.startswith("ours")]) == (
        1,
        [
            "ours.examples.yaml:8:5: fails: the example says 'legal'; "
            "the rules say 'Ann bid 7 in a hand of 12 cards, where a bid is all or nothing'",
            "ours.yaml: 1 of 4 examples fails; of 36 inherited, 1 changed here",
        ],
    )
    assert said.out.count("sound: Illuminate") == 1
    assert without_notes(run("check", "ours.yaml", "--no-examples").out) == [f"ours.yaml: sound: {BRIEF}"]
    assert [line for line in run("explain", "ours.yaml/all-or-nothing").out.splitlines() if "egal: " in line] == [
        "Legal: bid 3",
        "Not legal: Ann bid 3 in a hand of 12 cards, where a bid is all or nothing",
    ]
    assert run("validate", ".").err.splitlines()[0] == (
        "./ours.examples.yaml: skipped; these are examples of a ruleset, not a log (`referee check` runs them)"
    )


def test_what_is_wrong_beside_the_ruleset_is_pointed_at() -> None:
    write("ours.yaml", HOUSE)
    write("ours.examples.yaml", "given: {event: {bid: 1}, position: 5}\nrules: {tie: 3}\n")
    assert without_notes(run("check", "ours.yaml").out) == [
        "ours.examples.yaml:1:9: unknown key 'event'; known here: players, house, variants, ruling, setup, position",
        "ours.examples.yaml:1:36: expected a map or nothing (null), not the number 5",
        "ours.examples.yaml:2:14: expected a list or nothing (null), not the number 3",
        "ours.yaml: not sound: 3 faults",
    ]
    write("ours.examples.yaml", "rules:\n  tie:\n    - {evnt: {bid: 1}, position: {cards: 99}}\n")
    assert without_notes(run("check", "ours.yaml").out)[0].startswith("ours.examples.yaml:3:7: key 'event' is missing")


def test_an_example_that_cannot_be_read_fails_with_the_reason() -> None:
    write("mine.yaml", "extends: illuminate\nwhy: x\nexamples:\n  - {position: {leader: Eve}, event: {bid: 0}}\n")
    said = run("check", "mine.yaml")
    assert said.code == 1
    assert said.out.splitlines()[1:] == [
        "mine.yaml:4:5: fails: the example says 'legal'; the rules say \"nobody here is called 'Eve'; the players are "
        'Ann, Ben, Cyd, Dov"',
        "mine.yaml: 1 of 1 example fails; of 36 inherited, none changed here",
    ]


def test_test_is_a_spelling_of_check() -> None:
    write("mine.yaml", "extends: illuminate\nwhy: x\nexamples:\n  - {event: {bid: 0}}\n")
    assert run("test", "mine.yaml") == run("check", "mine.yaml")


def test_the_example_of_the_docs_holds() -> None:
    page = (ROOT / "docs" / "reference" / "writing-a-ruleset.md").read_text(encoding="utf-8")
    block = next(block for block in re.findall(r"```yaml\n(.*?)```", page, re.DOTALL) if "examples:" in block)
    write("ours.yaml", HOUSE + block)
    said = run("check", "ours.yaml")
    assert said.out.splitlines()[-1] == "ours.yaml: 4 examples hold; of 36 inherited, 1 changed here"
