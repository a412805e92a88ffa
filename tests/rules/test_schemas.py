"""The schemas: sound themselves, true to the code's words, and kept by everything that comes with referee."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from slowness import one_in
from test_docs import (
    ALWAYS_KNOWN,
    AUCTION_NAMES,
    BID_NAMES,
    BIDDING_NAMES,
    DEAL_NAMES,
    END_NAMES,
    HAND_NAMES,
    PASS_NAMES,
    SCORE_NAMES,
    SEAT_NAMES,
    VULNERABLE_NAMES,
)

from referee import source
from referee.core.items import EXTRAS
from referee.engines import FAMILIES, trick
from referee.engines.trick.reading import VERBS
from referee.engines.trick.words import bids, scoring
from referee.engines.trick.words.bids import BID_WORDS
from referee.engines.trick.words.plays import PLAY_WORDS
from referee.rules import rulesets, shipped

STORE = rulesets.SCHEMAS
NAMES = sorted(STORE)
FAMILY = {path.stem: path.parent.name for path in shipped.rulesets() if not source.load(str(path)).data.get("abstract")}
GAMES = list(FAMILY)
VARIANTS = [(game, variant) for game in GAMES for variant in rulesets.load_ruleset(game).get("variants", default={})]
PLAYERS = ["Ann", "Ben", "Cyd", "Dov"]

MAPS = ("properties", "patternProperties", "$defs", "dependentSchemas")
LISTS = ("allOf", "anyOf", "oneOf", "prefixItems")
SINGLE = ("additionalProperties", "propertyNames", "items", "contains", "not", "if", "then", "else")
ONLY_DEMANDS = {"partial", "complete", "if", "then"}
"""Parts of a schema that only say which keys are needed; what the keys mean stands where they are defined."""


def below(schema: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Mapping[str, Any]]]:
    """A schema and all schemas inside it, each with the way to it."""
    if not isinstance(schema, dict):
        return
    yield path, schema
    for word in MAPS:
        for key, part in schema.get(word, {}).items():
            yield from below(part, (*path, word, key))
    for word in LISTS:
        for index, part in enumerate(schema.get(word, ())):
            yield from below(part, (*path, word, str(index)))
    for word in SINGLE:
        if word in schema:
            yield from below(schema[word], (*path, word))


def followed(ref: str, home: str) -> Any:
    """Where a `$ref` in the schema `home` leads."""
    name, _, fragment = ref.partition("#")
    found: Any = STORE[name or home]
    for step in fragment.split("/")[1:]:
        found = found[step]
    return found


def described(part: Mapping[str, Any], home: str) -> bool:
    """Whether an editor has something to show for a schema: its own description, or that of the one it refers to."""
    if part.get("description"):
        return True
    ref = part.get("$ref")
    return ref is not None and described(followed(ref, home), ref.partition("#")[0] or home)


def own_keys(definition: str) -> set[str]:
    """The keys of a definition of the trick family, or of a path into one: 'play/if_able'."""
    first, *rest = definition.split("/")
    part = trick_schema()["$defs"][first]
    for step in rest:
        part = part["properties"][step]
    return set(part["properties"])


@cache
def trick_schema() -> Mapping[str, Any]:
    return STORE["trick.schema.json"]


def faults(data: Any, part: str, schema: str = "trick") -> list[str]:
    """What is wrong with data by a schema, or by one of its definitions, as 'where: message'."""
    name = f"{schema}.schema.json"
    wanted = {"$ref": f"{name}#/$defs/{part}"} if part else STORE[name]
    found = source.schema_faults(data, wanted, store=STORE)
    return [f"{'/'.join(map(str, pointer))}: {message}" for pointer, message in found]


@pytest.mark.parametrize("name", NAMES)
def test_schema_is_draft_2020_12(name: str) -> None:
    Draft202012Validator.check_schema(STORE[name])
    assert STORE[name]["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert STORE[name]["$id"] == name


CHECKED = {
    "$ref", "properties", "additionalProperties", "propertyNames", "items", "allOf", "anyOf", "not", "if", "then", "else",
    "type", "enum", "const", "required", "oneOf", "uniqueItems", "pattern", "minimum", "maximum", "minLength", "maxLength",
    "minItems", "maxItems", "minProperties", "maxProperties",
}  # fmt: skip
SAYS_NOTHING = {"$schema", "$id", "$defs", "$comment", "title", "description", "default", "examples"}
ANNOTATIONS = {
    "called", "faults", "cites", "says", "off", "where", "does", "by_nobody", "mark", "with", "names", "needs", "fits",
    "also", "instead", "lacking", "lasting", "ordered", "common", "formulas",
    "apart",
}  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_every_keyword_is_known(name: str) -> None:
    assert {word for _, part in below(STORE[name]) for word in part} <= CHECKED | SAYS_NOTHING | ANNOTATIONS


@pytest.mark.parametrize("name", NAMES)
def test_refs_lead_somewhere(name: str) -> None:
    for path, part in below(STORE[name]):
        if "$ref" in part:
            assert isinstance(followed(part["$ref"], name), dict), path


LIMITS_VALUES = {"$ref", "type", "enum", "const", "anyOf", "oneOf", "allOf", "not", "properties"}


@pytest.mark.parametrize("family", FAMILIES)
def test_no_word_takes_just_any_value(family: str) -> None:
    free = []
    for path, part in below(STORE[f"{family}.schema.json"]):
        if ONLY_DEMANDS & set(path) or path[:2] == ("$defs", "position"):
            continue
        for key, value in part.get("properties", {}).items():
            if isinstance(value, dict) and not LIMITS_VALUES & set(value):
                free.append("/".join((*path, key)))
    assert free == []


@pytest.mark.parametrize("name", NAMES)
def test_every_property_is_described(name: str) -> None:
    bare = [
        "/".join((*path, key))
        for path, part in below(STORE[name])
        if not ONLY_DEMANDS & set(path)
        for key, value in part.get("properties", {}).items()
        if value is not True and not described(value, name)
    ]
    assert bare == []


OPEN = {
    "certificate.schema.json": {"properties/meaning": "the words of a ruleset",
        "properties/score": "a pad of the family"},
    "common.schema.json": dict.fromkeys(("$defs/lead", "$defs/talon", "$defs/end", "$defs/part"), "closed by each family"),
    "house.schema.json": {"": "the keys of the families"},
    "ruleset.schema.json": {"": "the keys of a family", "$defs/example/properties/setup": "described by the family",
        "$defs/example/properties/position": "described by the family",
        "$defs/example/properties/event": "described by the family",
        "$defs/change/properties/patch": "described by the family",
        "$defs/variant/properties/patch": "described by the family", "$defs/with_given": "the words of a ruleset"},
}  # fmt: skip


def test_every_word_says_which_values_it_takes() -> None:
    says = {"type", "enum", "const", "$ref", "anyOf", "oneOf", "allOf"}
    anything_goes = []
    for family in FAMILIES:
        for path, part in below(STORE[f"{family}.schema.json"]):
            is_word = path[-2:-1] == ("properties",) and path[1] != "position" and not ONLY_DEMANDS & {*path}
            if is_word and not says & {*part}:
                anything_goes.append(f"{family}: {'/'.join(path)}")
    assert anything_goes == []


@pytest.mark.parametrize("name", [name for name in NAMES if name != "report.schema.json"])
def test_maps_are_closed(name: str) -> None:
    maps = {
        "/".join(path): "additionalProperties" in part
        for path, part in below(STORE[name])
        if "object" in part.get("type", ()) and "not" not in path
    }
    assert {path for path, closed in maps.items() if not closed} == set(OPEN.get(name, {}))


def test_only_keys_exclude_each_other() -> None:
    alternatives = [one for name in NAMES for _, part in below(STORE[name]) for one in part.get("oneOf", ())]
    assert alternatives == [{"required": one["required"][:1]} for one in alternatives]


@pytest.mark.parametrize("path", shipped.rulesets(), ids=lambda path: path.stem)
def test_shipped_ruleset_fits(path: Path) -> None:
    data = source.load(str(path)).data
    assert faults(data, "", path.parent.name) == []
    assert faults(data, "", "ruleset") == []
    assert data["name"] == path.stem


@pytest.mark.parametrize("path", shipped.houses(), ids=lambda path: path.stem)
def test_shipped_house_rule_fits(path: Path) -> None:
    data = source.load(str(path)).data
    assert faults(data, "", "house") == []
    assert "why" in data
    assert rulesets.soundness(rulesets.load_ruleset(data["extends"], houses=[path.stem])) == []


@pytest.mark.parametrize("path", sorted(shipped.folder("rulesets").glob("decks/*.yaml")), ids=lambda path: path.stem)
def test_shipped_deck_fits(path: Path) -> None:
    data = source.load(str(path)).data
    assert faults(data, "", "deck") == []
    assert data["name"] == path.stem


@pytest.mark.parametrize("path", [*shipped.rulesets(), *shipped.houses()], ids=lambda path: path.stem)
def test_first_line_names_the_schema(path: Path) -> None:
    schema = path.parent.name
    first = path.read_text(encoding="utf-8").partition("\n")[0]
    assert first == f"# yaml-language-server: $schema=../../schemas/{schema}.schema.json"


@pytest.mark.parametrize("game", GAMES)
def test_shipped_game_is_sound(game: str) -> None:
    assert rulesets.soundness(rulesets.load_ruleset(game)) == []


@pytest.mark.parametrize(("game", "variant"), VARIANTS)
def test_variant_is_sound_and_changes_something(game: str, variant: str) -> None:
    changed = rulesets.load_ruleset(game, variants=[variant])
    assert rulesets.soundness(changed) == []
    assert changed.data != rulesets.load_ruleset(game).data


@pytest.mark.parametrize("game", ["hearts", "spades"])
def test_variants_go_together_in_any_order(game: str) -> None:
    variants = [variant for of, variant in VARIANTS if of == game]
    forwards = rulesets.load_ruleset(game, variants=variants)
    assert rulesets.soundness(forwards) == []
    assert rulesets.load_ruleset(game, variants=variants[::-1]).data == forwards.data
    for place, first in enumerate(variants):
        for second in variants[:place]:
            assert (
                rulesets.load_ruleset(game, variants=[first, second]).data
                == rulesets.load_ruleset(game, variants=[second, first]).data
            )


def test_words_of_play_are_those_of_the_code() -> None:
    assert own_keys("play/if_able") | {"follow_suit"} == set(PLAY_WORDS)
    assert "follow_suit" in own_keys("play")


def test_words_of_bidding_are_those_of_the_code() -> None:
    of_auctions = {"calls", "rounds", "higher", "ends", "passing", "doubles", "nobody", "marks", "declarer"}
    of_auctions |= {"by_pairs", "contracts", "who", "once"}
    assert own_keys("bidding") - {"first", "spoken", "holds", "by_cards"} - of_auctions == set(BID_WORDS)


def test_where_a_trick_goes_is_what_the_code_knows() -> None:
    words = set(trick_schema()["$defs"]["power"]["properties"]["trick_goes_to"]["enum"]) - {None}
    folder = Path(trick.__file__).parent
    tables = [
        {key.value for key in table.keys if isinstance(key, ast.Constant)}
        for path in sorted(folder.rglob("*.py"))
        for table in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(table, ast.Dict) and len(table.keys) > 2
    ]
    known = [table for table in tables if "lowest_without_grace" in table]
    assert known
    assert all(table == words for table in known)


def test_verbs_are_those_of_the_code() -> None:
    verbs = set(VERBS)
    assert own_keys("event") == verbs | set(EXTRAS)
    (one_verb,) = trick_schema()["$defs"]["event"]["allOf"]
    assert set(one_verb["properties"]) == set(EXTRAS)
    assert sorted(key for part in one_verb["oneOf"] for key in part["required"]) == sorted(verbs)


def test_a_house_rule_is_written_in_the_words_of_any_family() -> None:
    assert [part["$ref"] for part in STORE["house.schema.json"]["anyOf"]] == [
        f"{name}.schema.json" for name in FAMILIES
    ]


def test_a_log_is_written_in_the_words_of_any_family() -> None:
    parts = STORE["log.schema.json"]["properties"]
    for part, holder in (
        ("setup", parts["setup"]),
        ("position", parts["position"]),
        ("event", parts["events"]["items"]),
    ):
        assert [choice["$ref"] for choice in holder["anyOf"]] == [
            f"{name}.schema.json#/$defs/{part}" for name in FAMILIES
        ]


def test_a_variant_changes_every_key_of_a_game() -> None:
    game = set(trick_schema()["properties"])
    fixed = {
        "$schema",
        "name",
        "version",
        "family",
        "abstract",
        "extends",
        "why",
        "reads",
        "seats",
        "ruling",
        "variants",
        "examples",
        "given",
    }
    assert own_keys("patch") == game - fixed


@pytest.mark.parametrize(
    ("definition", "names"),
    [
        ("deal_formula", DEAL_NAMES),
        ("bid_formula", {**BID_NAMES, **AUCTION_NAMES}),
        ("score_formula", {**SCORE_NAMES, **BIDDING_NAMES, **ALWAYS_KNOWN}),
        ("seat_formula", SEAT_NAMES),
        ("vulnerable_formula", VULNERABLE_NAMES),
        ("pass_formula", {**PASS_NAMES, **{name: ALWAYS_KNOWN[name] for name in ALWAYS_KNOWN if name != "matadors"}}),
        ("sum_formula", HAND_NAMES),
        ("end_formula", END_NAMES),
    ],
)
def test_formula_names_are_documented(definition: str, names: Mapping[str, str]) -> None:
    description = trick_schema()["$defs"][definition]["description"]
    assert [name for name in names if not re.search(rf"\b{name}\b", description)] == []


def test_formulas_know_the_names_that_the_schema_lists() -> None:
    assert [*scoring.COLUMNS] == [*SCORE_NAMES]
    assert [*scoring.END_NAMES] == [*END_NAMES]
    assert [[*bids.HAND_NAMES], [*bids.BID_NAMES], [*bids.AUCTION_NAMES]] == [
        [*HAND_NAMES],
        [*BID_NAMES],
        [*AUCTION_NAMES],
    ]
    assert [*bids.ALWAYS_KNOWN] == [*ALWAYS_KNOWN]


NOT_BY_NULL = {"extends", "$schema", "deck", "players", "deal", "play", "trick", "scoring", "end", "rules", "given"}
"""Keys that a game cannot do without, or that no other file inherits, so that a house rule cannot remove them."""


def test_null_removes_any_key_that_a_game_can_do_without() -> None:
    for key in set(trick_schema()["properties"]) - {"name", "version", "family"} - NOT_BY_NULL:
        assert faults({"extends": "hearts", key: None}, "", "house") == [], key
    for section in ("bidding", "deal", "play", "play/if_able", "trick", "end"):
        for key in own_keys(section):
            patch: Any = {key: None}
            for step in reversed(section.split("/")):
                patch = {step: patch}
            assert faults({"extends": "hearts", "why": "we do", **patch}, "", "house") == [], (section, key)
    for section in ("rules", "rulings", "variants", "powers", "count", "define", "scoring", "leave_out"):
        key = "3" if section == "leave_out" else "x"
        assert faults({"extends": "hearts", section: {key: None}}, "", "house") == [], section


@pytest.mark.parametrize("game", one_in(7, [game for game, family in FAMILY.items() if family == "trick"]))
def test_positions_and_tables_of_a_game_fit(game: str) -> None:
    ruleset = rulesets.load_ruleset(game)
    many = 4 if 4 in ruleset.get("players") else max(ruleset.get("players"))
    players = [*PLAYERS, "Eve"][:many]
    table = rulesets.table(ruleset, many)
    roles = {"roles": dict(zip(players, ruleset.get("roles", "choose"), strict=True))} if ruleset.get("roles") else {}
    state = table.start(players, {"dealer": players[-1], **roles}, None)
    while state.phase != "over" and len(state.history) < 3:
        item = table.draw_next(state, lambda choices: choices // 2)
        assert item is not None
        assert faults(item, "event") == []
        events = table.read(state, item)
        assert table.take(state, events) == len(events)
        assert faults(json.loads(json.dumps(table.position(state))), "position") == []
        seen, _ = table.view(state)
        seen["position"] = table.position(state)
        assert faults(seen, "show", "report") == []
    pad, _ = table.score(state)
    assert faults({"game": game, **pad}, "score", "report") == []


@pytest.mark.parametrize("family", FAMILIES)
def test_examples_of_what_a_log_consists_of_fit_their_schema(family: str) -> None:
    name = f"{family}.schema.json"
    tried = 0
    for part in ("event", "setup", "position", "expect"):
        for path, schema in below(STORE[name]["$defs"][part], ("$defs", part)):
            pointer = "/".join(step.replace("~", "~0").replace("/", "~1") for step in path)
            for example in schema.get("examples", ()):
                found = source.schema_faults(example, {"$ref": f"{name}#/{pointer}"}, store=STORE)
                assert found == [], (path, example)
                tried += 1
    assert tried
