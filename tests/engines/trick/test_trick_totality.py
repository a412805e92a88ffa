"""Everything in the trick family has a case: every word, value of a word, rule, ruling, verb and game."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from case_runner import Case, cases, over

from referee import source
from referee.engines.trick.explain.lint import cited
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
Data = dict[str, Any]


def variations(case: Case) -> Iterator[Data]:
    """A case, and the same under each of its other readings."""
    yield case.data
    for other in case.data.get("otherwise", ()):
        yield over(case.data, other)


def proving(word: str) -> list[Case]:
    """The cases of the files that are about a word."""
    return [case for case in CASES if word in case.words]


def test_ids_are_there_once() -> None:
    assert [name for name, count in Counter(case.name for case in CASES).items() if count > 1] == []


def test_every_case_names_its_source() -> None:
    assert [case.name for case in CASES if not case.data.get("source")] == []


@pytest.mark.parametrize("word", [*PLAY_WORDS, *BID_WORDS])
def test_every_ban_has_a_case_both_ways(word: str) -> None:
    about = proving(word)
    rule = rulesets.words("trick").at(("bidding", word)).cites[0] if word in BID_WORDS else word.replace("_", "-")
    assert any(case.data.get("legal") for case in about), f"no case in which {word} lets something pass"
    assert any(case.data.get("breaks") == rule for case in about), f"no case in which {word} is broken"


@cache
def properties() -> dict[str, Data]:
    """Every word that a ruleset may hold, by its path, with its schema."""
    schema = rulesets.schema("trick.schema.json")

    def resolved(entry: Data) -> Data:
        if str(entry.get("$ref", "")).startswith("#/"):
            inner: Any = schema
            for key in entry["$ref"][2:].split("/"):
                inner = inner[key]
            return {**inner, **entry}
        return entry

    def below(path: str, entry: Data) -> Iterator[tuple[str, Data]]:
        entry = resolved(entry)
        if path:
            yield path, entry
        for key, inner in entry.get("properties", {}).items():
            yield from below(f"{path}.{key}".lstrip("."), inner)

    found: dict[str, Data] = {}
    for section in (
        "partners", "leave_out", "direction", "roles", "deal", "pass", "talon", "stock", "turned", "bidding", "vulnerable",
        "play", "trick", "bags", "end",
    ):  # fmt: skip
        found.update(below(section, schema["properties"][section]))
    for section, holder in (("outside", "outside"), ("powers", "power"), ("scoring", "part"), ("scoring", "case")):
        found.update(below(section, schema["$defs"][holder]))
    return found


SECTIONS = {
    "roles",
    "deal",
    "pass",
    "talon",
    "stock",
    "turned",
    "bidding",
    "play",
    "play.if_able",
    "trick",
    "bags",
    "end",
    "outside",
    "powers",
    "scoring",
}
"""Words that only hold other words."""
NO_CASE_NEEDED = {"powers.rule"}
WORDS = sorted(set(properties()) - SECTIONS - NO_CASE_NEEDED)


@pytest.mark.parametrize("word", WORDS)
def test_every_word_has_a_file_about_it(word: str) -> None:
    assert proving(word), f"no file of tests/cases/trick lists {word!r} among its `words`"


def test_no_file_is_about_a_word_that_is_not_there() -> None:
    paths = {word for case in CASES for word in case.words if "." in word}
    assert paths - set(WORDS) == set()


@cache
def in_force() -> tuple[tuple[tuple[str, ...], Data], ...]:
    """For every variation of every case: the words its file is about, and the ruleset in force."""
    judged = [case for case in CASES if "unsound" not in case.data]
    return tuple((case.words, effective(data)) for case in judged for data in variations(case))


def effective(case: Data) -> Data:
    """The ruleset that a case is judged by, merged from its parts without its own files."""
    game = case.get("game") or case["ruleset"]["extends"]
    house = case.get("house", [])
    rules = rulesets.load_ruleset(
        game,
        houses=house if isinstance(house, list) else [],
        variants=case.get("variants", []),
        ruling=case.get("ruling"),
    ).data
    for patch in (case.get("ruleset"), house):
        if isinstance(patch, dict):
            rules = rulesets.merge(rules, patch)
    return rules


def value_at(rules: Data, word: str) -> list[Any]:
    """Every value that a ruleset gives a word: of all its powers, of all parts of its score."""
    section, _, rest = word.partition(".")
    if section in ("outside", "powers", "scoring"):
        return [part.get(rest) for part in (rules.get(section) or {}).values() if part]
    value: Any = rules
    for key in word.split("."):
        value = value.get(key) if isinstance(value, dict) else None
    return [value]


def choices(entry: Data) -> list[Any]:
    """The values that a word chooses from, if there is a fixed list."""
    listed = [*entry.get("enum", ())]
    listed += [value for part in entry.get("anyOf", ()) for value in part.get("enum", ())]
    return [value for value in listed if value is not None]


CHOICES = [(word, value) for word in WORDS for value in choices(properties()[word])]
CHOICES += [("trick.trump", value) for value in ("none", "turned_up", "named", "S", {"cycle": ["C", "D", "none"]})]
CHOICES += [("pass.to", [to]) for to in ("left", "right", "across", "nobody")]


@pytest.mark.parametrize(("word", "value"), CHOICES, ids=str)
def test_every_choice_of_a_word_is_in_force_in_a_case(word: str, value: Any) -> None:
    held = [found for words, rules in in_force() if word in words for found in value_at(rules, word)]
    if word == "pass.to":
        assert any(value[0] in (listed or ()) for listed in held)
    else:
        assert value in held


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
    data, rules = ruleset.data, {rules[-1] for _, rules in cited(ruleset)} - {""}
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
                assert str(rule.value) in shared | asked | never_stamped, f"{path.name}:{node.lineno}"
    assert cited > 30


READINGS = [
    (name, ruling, reading)
    for name in RULESETS
    for ruling, entry in rulesets.load_ruleset(name).data.get("rulings", {}).items()
    for reading, choice in entry["readings"].items()
    if "value" in choice
]


@pytest.mark.parametrize(("game", "ruling", "reading"), READINGS, ids=str)
def test_every_ruling_has_a_case_for_each_reading(game: str, ruling: str, reading: str) -> None:
    ruled = [data for case in CASES for data in variations(case) if data.get("game") == game]
    chosen = [data for data in ruled if data.get("ruling", {}).get(ruling) == reading]
    data = rulesets.load_ruleset(game).data["rulings"][ruling]
    value: Any = rulesets.load_ruleset(game).data
    for key in data["about"].split("."):
        value = value.get(key)
    by_default = data["readings"][reading]["value"] == value
    # A case shows the game's own reading if another reading judges it differently.
    others = [case for case in CASES if case.data.get("game") == game and ruling in str(case.data.get("otherwise"))]
    pairs = [data for data in ruled if ruling in (data.get("ruling") or {})]
    assert chosen or (by_default and (others or pairs))


def verbs() -> list[str]:
    event = rulesets.schema("trick.schema.json")["$defs"]["event"]["properties"]
    return [verb for verb in event if verb not in ("by", "expect", "note", "stands")]


@pytest.mark.parametrize("verb", verbs())
def test_every_verb_has_a_case(verb: str) -> None:
    legal = [case for case in CASES if case.data.get("legal") and verb in case.data["event"]]
    broken = [case for case in CASES if case.data.get("breaks") and verb in case.data.get("event", {})]
    assert legal
    assert broken


@pytest.mark.parametrize("claim", sorted(rulesets.schema("trick.schema.json")["$defs"]["expect"]["properties"]))
def test_every_claim_has_a_case_both_ways(claim: str) -> None:
    about = [case.data for case in proving("expect") if claim in case.data.get("event", {}).get("expect", {})]
    assert any(data.get("legal") for data in about)
    assert any(data.get("breaks") == "claim" for data in about)
