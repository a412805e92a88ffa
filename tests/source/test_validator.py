"""Data with known mistakes get the sentences of these mistakes; and the keywords that referee checks in its own way agree
with jsonschema and jsonschema-rs, which others wrote."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator, validators
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012 as DRAFT
from slowness import NIGHTLY, one_in, tries

from referee import source
from referee.core.places import Key, Pointer
from referee.engines import FAMILIES, family
from referee.rules import rulesets, shipped
from referee.rules.soundness import shared_parts
from referee.source import fits
from referee.source.schema import SENTENCES

ROOT = Path(__file__).resolve().parents[2]
JUNK = [
    None,
    True,
    False,
    0,
    1,
    -1,
    3.0,
    2.5,
    10**18,
    "",
    "x",
    "frist",
    "A-b",
    "x " * 300,
    [],
    [1, 1],
    ["a", "a"],
    [{}],
    {},
    {"x": 1},
]
FILES = [*shipped.rulesets(), *shipped.houses(), *sorted((ROOT / "rulesets" / "decks").glob("*.yaml"))]


# -- known mistakes ----------------------------------------------------------------------------------------------------

NIGHT: dict[str, Any] = {
    "$id": "night.json",
    "type": "object",
    "additionalProperties": False,
    "required": ["bids", "cards", "round"],
    "properties": {
        "bids": {"type": "object", "additionalProperties": {"type": "integer", "minimum": 0, "maximum": 13}},
        "cards": {"type": "array", "items": {"$ref": "parts.json#/$defs/card"}, "maxItems": 52, "uniqueItems": True},
        "round": {"$ref": "parts.json#/$defs/round"},
    },
}
PARTS: dict[str, Any] = {
    "$defs": {
        "card": {"type": "string", "pattern": "^[2-9TJQKA][CDHS]$", "description": "A rank and a suit. Such as QS."},
        "way": {"enum": ["left", "right", "across"]},
        "round": {
            "type": "object",
            "oneOf": [{"required": ["pass"]}, {"required": ["hold"]}],
            "properties": {"pass": {"$ref": "#/$defs/way"}, "hold": {"const": True}},
        },
    }
}
STORE: Mapping[str, Any] = {"parts.json": PARTS}
PLAYERS = ["Ann", "Ben", "Cyd", "Dov"]
PACK = [rank + suit for suit in "CDHS" for rank in "23456789TJQKA"]
Mistake = Callable[[dict[str, Any], random.Random], tuple[Pointer, str]]
"""Makes a mistake in sound data, and says where it is and what is said about it."""


def _night(chance: random.Random) -> dict[str, Any]:
    bids = {player: chance.randrange(14) for player in PLAYERS}
    way = chance.choice(["left", "right", "across"])
    return {"bids": bids, "cards": chance.sample(PACK, 12), "round": {"pass": way}}


def _no_cards(data: dict[str, Any], chance: random.Random) -> tuple[Pointer, str]:
    del data["cards"]
    return (), "key 'cards' is missing"


def _unknown_key(data: dict[str, Any], chance: random.Random) -> tuple[Pointer, str]:
    data["zzz"] = chance.choice(JUNK)
    return (Key("zzz"),), "unknown key 'zzz'; known here: bids, cards, round"


def _misspelt_key(data: dict[str, Any], chance: random.Random) -> tuple[Pointer, str]:
    data["rounds"] = chance.choice(JUNK)
    return (Key("rounds"),), "unknown key 'rounds'; did you mean 'round'?"


def _high_bid(data: dict[str, Any], chance: random.Random) -> tuple[Pointer, str]:
    bid = chance.randrange(14, 99)
    data["bids"]["Ann"] = bid
    return ("bids", "Ann"), f"expected at most 13, not {bid}"


def _low_bid(data: dict[str, Any], chance: random.Random) -> tuple[Pointer, str]:
    bid = -chance.randrange(1, 99)
    data["bids"]["Ben"] = bid
    return ("bids", "Ben"), f"expected at least 0, not {bid}"


def _no_whole_bid(data: dict[str, Any], chance: random.Random) -> tuple[Pointer, str]:
    bid, said = chance.choice([("nil", "the text 'nil'"), (3.0, "the number 3.0"), (True, "true"), ([2], "a list")])
    data["bids"]["Cyd"] = bid
    return ("bids", "Cyd"), f"expected a whole number, not {said}"


def _no_card(data: dict[str, Any], chance: random.Random) -> tuple[Pointer, str]:
    data["cards"][3] = "1Q"
    return ("cards", 3), "'1Q' does not have the expected form: a rank and a suit"


def _no_text(data: dict[str, Any], chance: random.Random) -> tuple[Pointer, str]:
    data["cards"][5] = 10
    return ("cards", 5), "expected text, not the number 10; put it in quotes"


def _card_twice(data: dict[str, Any], chance: random.Random) -> tuple[Pointer, str]:
    first = chance.choice([0, 1, 2])
    card = data["cards"][first]
    data["cards"][8] = card
    return ("cards", 8), f"'{card}' is already item {first + 1} of this list; each may be listed once"


def _no_way(data: dict[str, Any], chance: random.Random) -> tuple[Pointer, str]:
    data["round"]["pass"] = "lfet"
    return ("round", "pass"), "'lfet' is not one of left, right, across; did you mean 'left'?"


def _pass_and_hold(data: dict[str, Any], chance: random.Random) -> tuple[Pointer, str]:
    data["round"]["hold"] = True
    return ("round",), "the keys 'pass' and 'hold' do not go together"


MISTAKES: Sequence[Mistake] = (
    _no_card, _no_text, _card_twice, _unknown_key, _misspelt_key, _high_bid, _low_bid, _no_whole_bid, _no_way, _pass_and_hold,
)  # fmt: skip


def _place(pointer: Pointer) -> list[tuple[bool, bool, str]]:
    """Sorts the places above: a key itself comes after values, of which none of these is an item of the same list."""
    return [(isinstance(step, str), isinstance(step, Key), str(step)) for step in pointer]


def test_mistakes_get_their_sentences_however_many_there_are() -> None:
    chance = random.Random(1)
    for _ in range(tries(2_000)):
        data = _night(chance)
        made = [mistake(data, chance) for mistake in MISTAKES if chance.random() < 0.3]
        if chance.random() < 0.2:  # what was wrong with the cards goes with them
            made = [each for each in made if each[0][:1] != ("cards",)]
            made.append(_no_cards(data, chance))
        found = source.schema_faults(data, NIGHT, store=STORE)
        assert sorted(found, key=lambda fault: _place(fault[0])) == sorted(made, key=lambda fault: _place(fault[0]))
        assert fits(data, NIGHT, STORE) == (not made)


def test_what_is_trusted_is_not_checked_and_only_where_it_fitted() -> None:
    sound, other = {"Ann": "two"}, {"Ben": "two"}
    trusted = {id(sound)}
    wanted = {"type": "object", "additionalProperties": {"type": "integer"}}
    fault = [(("bids", "Ben"), "expected a whole number, not the text 'two'")]
    by_name = {"properties": {"bids": wanted}}
    assert source.schema_faults({"bids": sound}, by_name, trusted=trusted) == []
    assert source.schema_faults({"bids": other}, by_name, trusted=trusted) == fault
    assert source.schema_faults({"bids": sound}, {"additionalProperties": wanted}, trusted=trusted) == []
    assert source.schema_faults([{"bids": sound}], {"items": {"allOf": [by_name]}}, trusted=trusted) == []
    # It fitted as a whole, which says nothing of what may not be so, nor of one alternative by itself.
    never = {"not": {"properties": {"bids": {"properties": {"Ann": {"const": "one"}}}}}}
    assert source.schema_faults({"bids": sound}, never, trusted=trusted) == []
    either = {"anyOf": [by_name, {"properties": {"bids": {"const": 1}}}]}
    assert not fits({"bids": sound}, either, {}, trusted)
    if_so = {"if": by_name, "else": {"required": ["why"]}}
    assert source.schema_faults({"bids": sound}, if_so, trusted=trusted) == [((), "key 'why' is missing")]


@pytest.mark.parametrize("name", FAMILIES)
def test_trust_changes_nothing_about_a_changed_ruleset(name: str) -> None:
    schema, chance = rulesets.schema(family(name).schema), random.Random(name)
    sound = rulesets.load_ruleset(next(path.stem for path in shipped.games() if path.parent.name == name)).data
    trusted = set(shared_parts(sound))
    for _ in range(tries(100)):
        key = chance.choice([*sound, "extends", "zzz"])
        broken = {**sound, key: chance.choice([*JUNK, None])}
        if isinstance(sound.get(key), dict) and chance.random() < 0.7:
            broken[key] = {**sound[key], chance.choice([*sound[key], "zzz"]): chance.choice(JUNK)}
        found = source.schema_faults(broken, schema, store=rulesets.SCHEMAS, trusted=trusted)
        assert found == source.schema_faults(broken, schema, store=rulesets.SCHEMAS)


LEAD_ON = {"$ref", "allOf", "if", "properties", "propertyNames"}
"""Keywords that only lead to other schemas, whose faults are said."""


def _keywords(schema: Any) -> Iterator[str]:
    """The keywords of a schema and of everything in it, whether they check something or not."""
    if isinstance(schema, dict):
        for keyword, said in schema.items():
            yield keyword
            yield from _keywords(said)
    elif isinstance(schema, list):
        for part in schema:
            yield from _keywords(part)


def test_every_keyword_of_our_schemas_has_a_sentence() -> None:
    used = {keyword for schema in rulesets.SCHEMAS.values() for keyword in _keywords(schema)}
    checked = used & Draft202012Validator.VALIDATORS.keys() - {"contains"}  # here the name of a word of a ruleset
    assert checked - LEAD_ON <= SENTENCES.keys()


# -- the same as others ------------------------------------------------------------------------------------------------


def is_whole(_: object, value: object) -> bool:
    """3.0 is a whole number to jsonschema, and none to the referee."""
    return isinstance(value, int) and not isinstance(value, bool)


BY_NAME: Any = Registry
REGISTRY = BY_NAME().with_resources(
    (name, Resource.from_contents({key: value for key, value in schema.items() if key != "$schema"}, DRAFT))
    for name, schema in rulesets.SCHEMAS.items()
)
TYPES = Draft202012Validator.TYPE_CHECKER.redefine("integer", is_whole)
USUAL: Any = validators.extend(Draft202012Validator, type_checker=TYPES)


def usually_fits(data: Any, schema: Any) -> bool:
    """Whether data fit by jsonschema alone, without any keyword of ours."""
    return bool(USUAL(schema, registry=REGISTRY).is_valid(data))


def schema_of(path: Path) -> Any:
    kinds = {"house": "house.schema.json", "decks": "deck.schema.json"}
    return rulesets.schema(kinds.get(path.parent.name) or family(path.parent.name).schema)


def places(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every value inside plain data."""
    yield path
    entries = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in entries:
        yield from places(value, (*path, key))


def changed(data: Any, chance: random.Random, junk: Sequence[Any] = JUNK) -> Any:
    """Data with one value replaced by junk, one key removed, or one key added."""
    data = copy.deepcopy(data)
    *way, last = chance.choice([place for place in places(data) if place])
    holder = data
    for step in way:
        holder = holder[step]
    what = chance.randrange(3)
    if what == 0 and isinstance(holder, dict):
        del holder[last]
    elif what == 1 and isinstance(holder, dict):
        holder[f"{last}x"] = holder[last]
    else:
        holder[last] = chance.choice(junk)
    return data


@pytest.mark.parametrize("path", one_in(20, FILES), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_what_is_shipped_fits_and_what_is_broken_does_not_in_any_way(path: Path) -> None:
    schema, data = schema_of(path), source.load(str(path)).data
    # Rules in words are all alike, and slow.
    data = {key: dict(list(value.items())[:2]) if key == "rules" else value for key, value in data.items()}
    assert fits(data, schema, rulesets.SCHEMAS)
    chance = random.Random(path.stem)
    for _ in range(tries(40)):
        broken = changed(data, chance)
        found = source.schema_faults(broken, schema, store=rulesets.SCHEMAS)
        assert fits(broken, schema, rulesets.SCHEMAS) == (not found) == usually_fits(broken, schema), broken


@pytest.mark.parametrize("name", FAMILIES)
def test_effective_rulesets_fit(name: str) -> None:
    schema = rulesets.schema(family(name).schema)
    for path in shipped.rulesets():
        if path.parent.name == name:
            rules = rulesets.load_ruleset(path.stem)
            assert fits(rules.data, schema, rulesets.SCHEMAS)


@pytest.mark.parametrize("junk", JUNK, ids=repr)
def test_junk_fits_or_not_in_the_same_places(junk: Any) -> None:
    for schema in rulesets.SCHEMAS.values():
        assert fits(junk, schema, rulesets.SCHEMAS) == usually_fits(junk, schema)


LOGS = sorted(path for folder in ("tests/logs", "examples") for path in (ROOT / folder).rglob("*.yaml"))
JUNK_OF_LOGS = [junk for junk in JUNK if junk != 3.0]
CHANGES = 4


def test_logs_and_changed_logs_fit_as_by_jsonschema_rs() -> None:
    schema = rulesets.schema("log.schema.json")
    jsonschema_rs = pytest.importorskip("jsonschema_rs")
    theirs = jsonschema_rs.Draft202012Validator(schema, retriever=lambda uri: rulesets.SCHEMAS[uri.rpartition("/")[2]])
    chance, seen = random.Random(1), {True: 0, False: 0}
    for path in LOGS if NIGHTLY else LOGS[::8]:
        data = source.load(str(path)).data if "unreadable" not in path.stem else None
        if not isinstance(data, dict) or "game" not in data:
            continue
        data = {**data, "events": (data.get("events") or [])[:6]}
        for log in [data, *(changed(data, chance, JUNK_OF_LOGS) for _ in range(CHANGES))]:
            answer = theirs.is_valid(log)
            assert fits(log, schema, rulesets.SCHEMAS) == answer, (path, log)
            seen[answer] += 1
    assert min(seen.values()) > (100 if NIGHTLY else 20)
