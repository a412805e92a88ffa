"""House rules that mean harm: each costs one line, exit code 3, and less than a second."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from command_runner import run, write
from slowness import one_in

HEAD = "extends: illuminate\nwhy: mischief\n"
PATIENCE = 5
"""Seconds of work, on the slowest of machines."""
LONG = "won" + " + won" * 48


def many(number: int, piece: Callable[[int], str]) -> str:
    return "".join(map(piece, range(number)))


HOSTILE = {
    "huge": ("# " + "x" * 3_000_000, "ours.yaml:1:1: the file has 2,929 KB; rules have at most 256 KB"),
    "full of values": ("rules:\n" + many(2000, lambda i: f"  r{i}: {{text: a, source: b}}\n"),
        "ours.yaml:1:1: there are more than 6,000 values here; rules are shorter"),
    "deep": ("bidding: " + "{a: " * 5000 + "1" + "}" * 5000,
        "ours.yaml:3:262: lists and maps are nested more than 64 deep here; at most 64 are allowed"),
    "an alias bomb": ("define: {a: &a [x, x, x], b: [*a, *a, *a]}",
        "ours.yaml:3:13: the anchor '&a' is not allowed; write each value out, or put text in quotes"),
    "a power tower": (
        "bidding: {most: 9**9**9**9}",
        "ours.yaml:3:17: '**' is not allowed in a formula; write a power as a product, such as 2 * 2 "
        "(at character 2 of the formula)",
    ),
    "a formula that looks for a way out": (
        "bidding: {most: ().__class__.__bases__}",
        "ours.yaml:3:17: '.' is not allowed in a formula; write a name alone, without attributes, and a decimal begins with "
        "a digit, such as 0.5 (at character 3 of the formula)",
    ),
    "a formula that calls": (
        "bidding: {most: __import__(os)}",
        "ours.yaml:3:17: unknown function '__import__'; known here: abs, all, any, count, max, min, sum "
        "(at character 1 of the formula)",
    ),
    "a formula without end": (f"bidding: {{most: {'(' * 50_000}1{')' * 50_000}}}",
        "ours.yaml:3:17: expected at most 400 characters, not 100001"),
    "a chain of products": ("define:\n  d0: cards\n" + many(200, lambda i: f"  d{i + 1}: d{i} * d{i}\n"),
        "ours.yaml:4:3: expected at most 60 keys, not 203"),
    "too many cases": (
        "scoring: {bid: {cases: [" + many(900, lambda i: f"{{when: won == {i}, points: {i}}}, ") + "{points: 0}]}}",
        "ours.yaml:3:24: expected at most 60 items, not 901"),
    "too many hands": (f"deal: {{sequence: [{', '.join(['1'] * 5000)}]}}",
        "ours.yaml:3:18: expected at most 200 items, not 5000"),
    "too many players": (f"players: [{', '.join(map(str, range(1, 99)))}]",
        "ours.yaml:3:10: expected at most 20 items, not 98"),
    "too many cards": (
        "deck: {name: x, count: 1000, suits: {A: {}}, cards: {" + many(2900, lambda i: f"c{i}: {{suit: A}}, ") + "}}",
        "ours.yaml:3:24: the deck says 1000 cards but lists 2900; write `count: 2900` or list the others"),
    "too many variants": (
        "variants:\n" + many(900, lambda i: f"  v{i}: {{text: a, source: b, patch: {{bidding: {{least: 1}}}}}}\n"),
        "ours.yaml:4:3: expected at most 60 keys, not 906"),
    "a ruling about nothing, deep down": (
        f"rulings: {{a: {{question: q, about: {'a.' * 100_000}a, source: s, sure: low, readings: "
        "{x: {text: x, value: 1}, y: {text: y, value: 2}}}}\nruling: {a: x}",
        "ours.yaml:3:35: expected at most 120 characters, not 200001",
    ),
    "a ruling without readings": ("rulings: {a: {question: q}}\nruling: {a: x}",
        "ours.yaml:3:14: key 'about' is missing"),
    "a circle": ("", "ours.yaml:1:10: `extends:` leads in a circle: ours.yaml → ours.yaml"),
}  # fmt: skip
pytestmark = pytest.mark.usefixtures("folder")


@pytest.mark.parametrize("what", HOSTILE)
def test_it_costs_a_line_and_little_time(what: str) -> None:
    rules, line = HOSTILE[what]
    write("ours.yaml", (HEAD if rules else "extends: ./ours.yaml\n") + rules + "\n")
    before = time.process_time()
    said = run("check", "ours.yaml")
    assert said.code == 3
    assert said.out.splitlines()[0] == line
    assert time.process_time() - before < PATIENCE
    if what != "a ruling without readings":
        assert said.out.splitlines()[1:] == ["ours.yaml: not sound: 1 fault"]


@pytest.mark.parametrize("what", one_in(3, HOSTILE))
def test_it_stops_no_other_command_for_longer(what: str) -> None:
    rules, line = HOSTILE[what]
    write("ours.yaml", (HEAD if rules else "extends: ./ours.yaml\n") + rules + "\n")
    before = time.process_time()
    said = run("rules", "illuminate", "--house", "ours.yaml")
    assert (said.code, said.out) == (3, "")
    assert said.err.splitlines()[0] in (line, line.replace(":1:1: ", ": "))
    assert time.process_time() - before < PATIENCE


def test_what_is_only_just_allowed_is_checked_in_time() -> None:
    """Much to compile, many ways to read it: what a ruleset for many players costs at most."""
    parts = many(50, lambda i: f"  p{i}: {{cases: [{{when: {LONG} == {i}, points: {LONG}}}, {{points: 0}}]}}\n")
    variants = many(50, lambda i: f"  v{i}: {{text: a, source: b, patch: {{bidding: {{most: {i + 1}}}}}}}\n")
    write("ours.yaml", f"{HEAD}scoring:\n{parts}variants:\n{variants}")
    before = time.process_time()
    assert run("check", "ours.yaml").code == 0
    assert time.process_time() - before < 3 * PATIENCE


def test_six_thousand_values_are_allowed_and_not_one_more() -> None:
    rules = many(
        1_998, lambda number: f"  r{number}: {{text: a, source: b}}\n"
    )  # three values each, and two maps, and four
    write("ours.yaml", f"{HEAD}title: T\nsummary: S\nrules:\n{rules}")
    assert run("check", "ours.yaml").code == 0
    write("ours.yaml", f"{HEAD}title: T\nsummary: S\nrules:\n{rules}  more: {{text: a}}\n")
    said = run("check", "ours.yaml")
    assert said.code == 3
    assert said.out.splitlines()[0] == "ours.yaml:1:1: there are more than 6,000 values here; rules are shorter"


def test_faults_without_number_are_told_up_to_fifty() -> None:
    write("ours.yaml", HEAD + many(5000, lambda i: f"key{i}: {i}\n"))
    said = run("check", "ours.yaml")
    assert (said.code, len(said.out.splitlines())) == (3, 51)
