"""The records of words in the schemas: what they say of each word is well formed, and the only place where it is said."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from test_schemas import ANNOTATIONS, STORE, below

from referee.core.words import Word, in_sentence, same
from referee.engines import FAMILIES
from referee.engines import family as engine
from referee.rules import rulesets

ENGINES = Path(__file__).resolve().parents[2] / "referee" / "engines"
PHRASES = {
    "fishing": ("actions", "name_season", "exchange", "swap", "reveal", "reveal_opposite", "in_play", "claim"),
    "conspiracy": ("ability", "does", "goal"),
}
"""The definitions of a schema whose words say parts of one sentence about a card."""


def annotated(family: str, annotation: str) -> Iterator[tuple[str, dict[str, Any], Any]]:
    """The parts of a family's schema that have an annotation: where, the whole part, and what it is annotated with."""
    for path, part in below(STORE[engine(family).schema]):
        if annotation in part:
            yield "/".join(path), dict(part), part[annotation]


@pytest.mark.parametrize("name", sorted(STORE))
def test_only_families_annotate_words(name: str) -> None:
    used = {key for _, part in below(STORE[name]) for key in part} & ANNOTATIONS
    assert not used or name.removesuffix(".schema.json") in {*FAMILIES, "common"}


@pytest.mark.parametrize("family", FAMILIES)
def test_a_word_with_a_record_beside_a_reference_says_there_what_it_means(family: str) -> None:
    """Editors show nothing otherwise: they take the keys next to a reference for the whole."""
    for path, part in below(STORE[engine(family).schema]):
        if "$ref" in part and part.keys() & ANNOTATIONS and path[-2:-1] == ("properties",):
            assert "description" in part, path


@pytest.mark.parametrize("family", FAMILIES)
def test_every_default_is_a_choice_and_every_choice_says_something(family: str) -> None:
    said = {
        "own": "",
        "cards": "2S",
        "Cards": "2S",
        "name": "N",
        "suit": "Spades",
        "by": "2S",
        "kept": "",
        "runs": "",
        "condition": "x is 2",
        "amount": "2",
        "definition": "N is 2",
    }
    for path, part in below(STORE[engine(family).schema]):
        choices = [choice for choice in part.get("enum", ()) if choice is not None]
        assert part.get("default") is None or not choices or part["default"] in choices, path
        says = part.get("says", "")
        if isinstance(says, dict) and choices and "else" not in says:
            assert says.keys() - {"null"} <= {
                str(choice).lower() if isinstance(choice, bool) else str(choice) for choice in choices
            }, path
        texts = [*says.values()] if isinstance(says, dict) else [says]
        for text in [one for each in texts for one in (each.values() if isinstance(each, dict) else (each,))]:
            if path[:1] == ("$defs",) and path[1] in PHRASES.get(family, ()):
                assert not text.endswith("."), path
                continue
            value = in_sentence(
                {"cycle": ["2"]} if "[cycle]" in text else ["2"] if re.search(r"{value:[^+]", text) else 2
            )
            assert not text or re.fullmatch(r'["A-Za-z0-9].*[.]', text.format(value=value, **said)), path


@pytest.mark.parametrize("family", FAMILIES)
def test_words_hang_on_words_that_there_are(family: str) -> None:
    needs = [
        (path, need.get(kind, {}))
        for annotation in ("needs", "fits")
        for path, part, _ in annotated(family, annotation)
        for need in Word(part, engine(family).schema, STORE).wants[annotation]
        for kind in ("all", "any", "not")
    ]
    wheres = [(path, where) for path, _, given in annotated(family, "where")
              for where in (given.values() if given.keys() <= {"all", "any", "not"} else (given,))]  # fmt: skip
    for path, where in [*wheres, *needs]:
        for other, values in where.items():
            word = (
                beside(family, path, other) if other[0] == "." else rulesets.words(family).at(tuple(other.split(".")))
            )
            assert word.description, (path, other)
            assert (
                isinstance(values, bool | dict) or not word.choices or {*values} <= {*word.choices, True, False, None}
            ), (
                path,
                other,
            )


def beside(family: str, path: str, other: str) -> Word:
    """The word that a path with one dot leads to from a word in a part of a schema with properties; with two from one in a part
    of that, or in a definition that is named as the part that it describes."""
    parts = STORE[engine(family).schema]
    for step in path.split("/")[: 1 - 2 * (len(other) - len(other.lstrip(".")))]:
        parts = parts[int(step) if isinstance(parts, list) else step]
    return Word({"properties": parts}, engine(family).schema, STORE).at(tuple(other.lstrip(".").split(".")))


@pytest.mark.parametrize("family", FAMILIES)
def test_rules_that_words_cite_are_rules_of_a_game(family: str) -> None:
    folders = (ENGINES.parent.parent / "rulesets" / family, Path(__file__).resolve().parents[1] / "cases" / family)
    known = "".join(path.read_text(encoding="utf-8") for folder in folders for path in folder.glob("*.yaml"))
    for path, _, cites in annotated(family, "cites"):
        named = {cites} if isinstance(cites, str) else set(cites)
        assert all(f"{rule}: " in known or f"{rule}:\n" in known for rule in named - {"", "{name}"}), path


@pytest.mark.parametrize("family", FAMILIES)
def test_no_default_of_a_word_stands_in_python(family: str) -> None:
    parts = [(path[-1], part) for path, part in below(STORE[engine(family).schema]) if path[-2:-1] == ("properties",)]
    files = [ENGINES / family / f"{name}.py" for name in ("compiled", "lint", "sentences", "claims")]
    names = {key for key, part in parts if "default" in part} - {key for key, part in parts if "default" not in part}
    found = [
        f"{path.name}:{call.lineno}"
        for path in [*files, *(ENGINES / family / "words").glob("*.py")]
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "get"
        for given in [*call.args[1:], *(keyword.value for keyword in call.keywords)]
        if isinstance(call.args[0], ast.Constant)
        and call.args[0].value in names
        and isinstance(given, ast.Constant | ast.Dict | ast.List | ast.Tuple)
    ]
    assert found == []


SCHEMA = {
    "properties": {
        "turn": {"$ref": "#/$defs/turn", "default": {}},
        "names": {"additionalProperties": {"says": "{name} is {value}."}},
        "extra": {"properties": {"points": {"default": 3}}},
    },
    "$defs": {
        "turn": {
            "properties": {
                "open": {"default": True, "says": {"true": "All is open.", "1": "One is.", "else": "{value} are."}},
                "many": {"says": "{value} are many.", "off": [0], "where": {"turn.open": [True]}},
            }
        }
    },
}
WORDS = Word(SCHEMA, "a", {"a": SCHEMA})


def test_what_is_left_out_or_null_is_filled_in() -> None:
    assert WORDS.fill({}) == {"turn": {"open": True}}
    assert WORDS.fill({"turn": {"open": None}, "extra": {}}) == {"turn": {"open": True}, "extra": {"points": 3}}
    assert WORDS.fill({"turn": {"open": 1, "odd": 2}}) == {"turn": {"open": 1, "odd": 2}}


@pytest.mark.parametrize(
    ("value", "says"), [(True, "All is open."), (1, "One is."), (False, "False are."), (7, "7 are."), (None, "")]
)
def test_true_is_not_one(value: Any, says: str) -> None:
    assert WORDS.at(("turn", "open")).sentence(value) == says


def test_a_word_speaks_where_another_lets_it() -> None:
    many = WORDS.at(("turn", "many"))
    assert many.speaks_in({"turn": {"open": True}})
    assert not many.speaks_in({"turn": {"open": 1}})
    assert many.is_off(0)
    assert not many.is_off(False)
    assert not same(True, 1)
    assert WORDS.at(("names", "Ann")).sentence(3, "Ann") == "Ann is 3."
    assert WORDS.at(("nothing", "at all")).description == ""


def test_a_ruleset_of_melds_that_takes_words_away_has_their_defaults(tmp_path: Path) -> None:
    path = tmp_path / "ours.yaml"
    path.write_text(json.dumps({"extends": "gin-rummy", "declare": {"called": None, "when": None}}), encoding="utf-8")
    told = [line.text for _, lines in engine("meld").describe(rulesets.load_ruleset(str(path))) for line in lines]
    assert "A player may declare to be out after discarding." in told
