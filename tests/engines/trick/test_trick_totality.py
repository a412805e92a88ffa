"""Every rule and ban of the trick family has a case, with its source, and a text."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from case_runner import Case, cases
from every_word import words

from referee import source
from referee.engines.trick.lint import citations
from referee.engines.trick.words.bids import BID_WORDS
from referee.engines.trick.words.plays import PLAY_WORDS
from referee.rules import rulesets, shipped

TESTS = Path(__file__).parents[2]
CASES = list(cases("trick"))
RULESETS = [
    path.stem
    for path in shipped.rulesets()
    if path.parent.name == "trick" and not source.load(str(path)).data.get("abstract")
]


def proving(word: str) -> list[Case]:
    """The cases of the files that are about a word."""
    return [case for case in CASES if word in case.words]


def test_every_case_names_its_source() -> None:
    assert [case.name for case in CASES if not case.data.get("source")] == []


@pytest.mark.parametrize("word", [*PLAY_WORDS, *BID_WORDS])
def test_every_ban_has_a_case_both_ways(word: str) -> None:
    about = proving(word)
    rule = rulesets.words("trick").at(("bidding", word)).cites[0] if word in BID_WORDS else word.replace("_", "-")
    assert any(case.data.get("legal") for case in about), f"no case in which {word} lets something pass"
    assert any(case.data.get("breaks") == rule for case in about), f"no case in which {word} is broken"


def test_no_file_is_about_a_word_that_is_not_there() -> None:
    paths = [word.path[:end] for word in words("trick") for end in range(1, len(word.path) + 1)]
    known = {".".join(key for key in path if key not in ("*", "[]", "cases")) for path in paths} | {"scoring.cases"}
    assert {word for case in CASES for word in case.words if "." in word} - known == set()


def broken_or_used() -> set[tuple[str, str]]:
    """(game, rule) for every rule that a case breaks or shows."""
    found = set()
    for case in CASES:
        game = case.data.get("game") or "tricks"
        rules = {case.data.get("breaks"), *case.data.get("uses", ())}
        rules |= {entry["breaks"] for entry in case.data.get("also", ())}
        rules |= {finding["rule"] for finding in case.data.get("findings", ())}
        found |= {(game, rule) for rule in rules if rule}
    return found


@pytest.mark.parametrize("name", RULESETS)
def test_every_rule_that_a_game_cites_has_a_text_and_a_case(name: str) -> None:
    ruleset = rulesets.load_ruleset(name)
    data, rules = ruleset.data, {rules[-1] for _, rules in citations(ruleset)} - {""}
    assert rules - data["rules"].keys() == (
        {"winning"} if name == "knockout-whist" else set()
    )  # `knock-out` says it there
    rules &= data["rules"].keys()
    assert [rule for rule in rules if not (data["rules"][rule]["text"] and data["rules"][rule]["source"])] == []
    shown = {rule for game, rule in broken_or_used() if game == name}
    assert sorted(rules - shown) == []


def test_every_rule_of_the_family_itself_has_a_case() -> None:
    shown = {rule for _, rule in broken_or_used()}
    assert sorted(set(rulesets.load_ruleset("tricks").data["rules"]) - shown) == []


def test_every_rule_that_the_code_cites_has_a_text() -> None:
    """A `Finding("…", …)` in the family names a rule of `tricks`, or one that soundness requires if its word is used."""
    shared = set(rulesets.load_ruleset("tricks").data["rules"])
    asked = {"auction", "bid-range", "dummy", "grace", "pass", "roles", "stock", "talon", "trump"}
    never_stamped = {"setup", "players", "shape"}
    doubts = {"unseen-meanings"}  # core says it for every family that follows several meanings of an event
    code = TESTS.parent / "referee"
    cited = 0
    others = {path for path in (code / "engines").rglob("*.py") if "trick" not in path.relative_to(code).parts}
    for path in set(code.rglob("*.py")) - others:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Finding"):
                continue
            rule = node.args[0] if node.args else None
            if isinstance(rule, ast.Constant):
                cited += 1
                assert str(rule.value) in shared | asked | never_stamped | doubts, f"{path.name}:{node.lineno}"
    assert cited > 30
