"""Whatever a finding of the conspiracy family cites, `referee explain` knows, with a text and a source."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from command_runner import run
from slowness import one_in

from referee import RulesetError, source
from referee.core.merging import merge
from referee.core.ruleset import TOLD, Ruleset
from referee.core.words import Word
from referee.engines import conspiracy, family
from referee.engines.conspiracy import sentences
from referee.rules import rulesets

CITED = rulesets.words("conspiracy").faults
FOLDER = Path(conspiracy.__file__).parent
HOUSES = Path(conspiracy.__file__).parents[3] / "rulesets" / "house"


def argument(name: str, place: int) -> Iterator[tuple[str, ast.expr]]:
    """What the family's code gives as one argument of every call of a function, with the line where it does."""
    for path in sorted(FOLDER.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name:
                yield f"{path.name}:{node.lineno}", node.args[place]


def texts(value: ast.expr) -> set[str]:
    """The texts that an expression may be: a literal, either branch of a choice; empty for a name."""
    if isinstance(value, ast.IfExp):
        return texts(value.body) | texts(value.orelse)
    return {value.value} if isinstance(value, ast.Constant) and isinstance(value.value, str) else set()


def every_ruleset() -> Iterator[Ruleset]:
    """Illuminati, each of its variants, each house rule for it."""
    plain = rulesets.load_ruleset("illuminati")
    yield plain
    for name in plain.get("variants"):
        yield rulesets.load_ruleset("illuminati", variants=[name])
    for path in sorted(HOUSES.glob("*.yaml")):
        if source.load(str(path)).data.get("extends") == "illuminati":
            yield rulesets.load_ruleset("illuminati", houses=[str(path)])


def test_every_rule_that_the_code_cites_is_one_that_every_ruleset_must_explain() -> None:
    written = [(where, texts(value)) for where, value in argument("Finding", 0)]
    assert len(written) > 100
    for where, rules in written:
        assert rules <= set(CITED), where
    named = [where.partition(":")[0] for where, rules in written if not rules]
    assert named == ["specials.py"], "a rule that is no literal; see that it is one of those below"
    assert {"setup", "cancel", "specials"} <= set(CITED)


def test_every_rule_is_explained_with_a_text_and_a_source() -> None:
    for rules in every_ruleset():
        for rule in CITED:
            _, text, origin = rules.rule(rule)
            assert text.strip(), rule
            assert origin.strip(), rule


@pytest.mark.parametrize("rule", one_in(40, CITED))
def test_explain_knows_every_rule(rule: str) -> None:
    said = run("explain", f"illuminati/{rule}", "--format", "json")
    assert said.code == 0
    assert rulesets.load_ruleset("illuminati").rule(rule)[1] in said.out


CARDS = ("illuminati", "groups", "specials", "alignments")
WHERE: dict[str, dict[str, Any]] = {
    "turn.dead_seats": {"turn": {"sequence": "staggered"}},
    "turn.lost_bids": {"turn": {"sequence": "bidding"}},
    "bonus_income.at_setup": {"bonus_income": {"4": 3}},
    "bonus_income.multiplied": {"bonus_income": {"4": 3}},
    "hidden.overstate": {"hidden": {"illuminati": True}},
    "goals.illuminati_count": {"goals": {"until": "all_controlled"}},
    "goals.deck_first": {"goals": {"until": "all_controlled"}},
    "goals.hidden_bonus.power": {"goals": {"hidden": True}},
    "goals.hidden_bonus.transferable": {"goals": {"hidden": True}},
}
"""What must be in force for a word to have something to say."""


def values(path: str) -> list[Any]:
    """Two values of a word at least, as its schema has them."""
    schema = rulesets.schema("conspiracy.schema.json")
    entry: Any = {"properties": schema["properties"]}
    for key in path.split("."):
        entry = entry["properties"][key]
        if "$ref" in entry:
            entry = schema["$defs"][entry["$ref"].rpartition("/")[2]]
    if "enum" in entry:
        return [value for value in entry["enum"] if value is not None]
    if "boolean" in entry["type"]:
        return [True, False]
    return {
        "bonus_income": [{"4": 7}, {"4": 8}],
        "goals.basic": [{"4": 7}, {"4": 8}],
        "attack.position": [[7], [8]],
    }.get(path, [7, 8])


def of_the_table(word: Word, path: tuple[str, ...] = ()) -> Iterator[str]:
    """The paths of the words that cite a rule, except those of cards."""
    for key, part in word.keys.items():
        if not path and key in (*CARDS, *TOLD):
            continue
        yield from (".".join((*path, key)),) if part.cites else ()
        yield from of_the_table(part, (*path, key))


@pytest.mark.parametrize("path", list(of_the_table(rulesets.words("conspiracy"))))
def test_every_word_makes_a_sentence_of_its_value(path: str, tmp_path: Path) -> None:
    house = tmp_path / "house.json"
    said = []
    for value in values(path):
        change: Any = value
        for key in reversed(path.split(".")):
            change = {key: change}
        change = merge(WHERE.get(path, {}), change)
        house.write_text(json.dumps({"extends": "illuminati", "why": "a trial", **change}), encoding="utf-8")
        rules = rulesets.load_ruleset("illuminati", houses=[str(house)])
        lines = [
            line.text
            for _, lines in sentences.describe(rules)
            for line in lines
            if line.pointer == tuple(path.split("."))
        ]
        said.append(lines)
    silent = path in ("goals.hidden", "hidden.illuminati")
    assert all(len(lines) == 1 for lines in said) or silent
    assert len({*map(str, said)}) == len(said)


def test_every_ability_makes_a_sentence() -> None:
    for rules in every_ruleset():
        pointers = {line.pointer for _, lines in sentences.describe(rules) for line in lines}
        words = {
            point.pointer
            for point in family("conspiracy").points(rules).values()
            if point.pointer[0] in ("illuminati", "groups", "specials")
        }
        assert words <= pointers


def test_every_sentence_stands_for_something_in_the_ruleset() -> None:
    for rules in every_ruleset():
        for _, lines in sentences.describe(rules):
            for line in lines:
                there: Any = rules.full
                for key in line.pointer:
                    there = there[key]
                assert line.text == line.text.strip() and line.text.endswith((".", "?"))


@pytest.mark.parametrize(
    ("until", "special", "told"), [("met", True, "each"), ("met", False, "none"), ("all_controlled", True, "nothing")]
)
def test_special_goals_are_told_as_far_as_they_count(until: str, special: bool, told: str, tmp_path: Path) -> None:
    house = tmp_path / "house.json"
    change = {"extends": "illuminati", "why": "a trial", "goals": {"until": until, "special": special}}
    house.write_text(json.dumps(change), encoding="utf-8")
    rules = rulesets.load_ruleset("illuminati", houses=[str(house)])
    lines = [line for _, lines in sentences.describe(rules) for line in lines]
    goals = {line.pointer: line.text for line in lines if line.pointer[-1] == "goal"}
    each = {
        ("illuminati", name, "goal"): f"{name}: {sentences.goal(rules, card['goal'])}."
        for name, card in rules.full["illuminati"].items()
    }
    assert goals == (each if told == "each" else {})
    none = [line.text for line in lines if line.pointer == ("goals", "special")]
    assert none == ["The special goals of the Illuminati do not count."] * (told == "none")


@pytest.mark.parametrize(
    ("players", "said"), [([2, 4], "2 or 4"), ([2, 4, 6], "2, 4 or 6"), ([3, 4], "3–4"), ([5], "5")]
)
def test_the_rules_in_one_line_say_who_may_play(players: list[int], said: str, tmp_path: Path) -> None:
    house = tmp_path / "house.json"
    house.write_text(json.dumps({"extends": "illuminati", "why": "a trial", "players": players}), encoding="utf-8")
    assert sentences.brief(rulesets.load_ruleset("illuminati", houses=[str(house)])).startswith(
        f"Illuminati, {said} players, "
    )


def test_rules_are_told_in_sections() -> None:
    titles = [title for title, _ in sentences.describe(rulesets.load_ruleset("illuminati"))]
    assert titles == ["Cards", "Turn", "Attacks", "Gifts and players who are out", "Winning", "What the cards do"]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            "alignments: {Violent: {opposite: [Peaceful, Straight]}}",
            [
                "Violent is opposite to Straight, but Straight is not opposite to Violent; "
                "for one side only, write `shuns: Straight`"
            ],
        ),
        ("alignments: {Violent: {shuns: [Strait]}}", ["no alignment is called 'Strait'; did you mean 'Straight'?"]),
        (
            "attack: {succeeds_to: 11}",
            ["a roll of 11 would always succeed, by `succeeds_to`, and always fail, by `fails_from`"],
        ),
        ("alignments: {Violent: {shuns: [Straight, Violent]}}", []),
    ],
)
def test_what_is_no_ruleset(change: str, said: list[str], tmp_path: Path) -> None:
    house = tmp_path / "house.yaml"
    house.write_text(f"extends: illuminati\nwhy: a trial\n{change}\n", encoding="utf-8")
    try:
        rulesets.load_ruleset("illuminati", houses=[str(house)])
        found = []
    except RulesetError as error:
        found = [complaint.message for complaint in error.complaints]
    assert found == said
