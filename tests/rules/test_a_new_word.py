"""A word is its record, its effect and its cases: with a record whatever lists words knows it, and without it nothing does."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from referee.core.merging import at, merge
from referee.core.ruleset import Ruleset
from referee.core.words import word_at
from referee.engines import FAMILIES, family
from referee.rules import otherwise, rulesets
from referee.source import fits

GAMES = {
    "trick": ("illuminate", "play"),
    "meld": ("gin-rummy", "turn"),
    "shedding": ("mau-mau", "draw"),
    "fishing": ("cassino", "harvest"),
    "conspiracy": ("illuminati", "turn"),
    "climbing": ("president", "play"),
}
"""A game of each family, and a section that gets a new word."""
WAVE = {
    "description": "How often players wave to one another.",
    "type": "integer",
    "default": 0,
    "off": [0],
    "cites": "waving",
    "says": {"0": "", "else": "Players wave {value} times."},
}
WAVING = {"waving": {"text": "Players wave.", "source": "our own"}}
Schemas = dict[str, Any]


def schemas(name: str, **more: Any) -> Schemas:
    """Every schema, that of the family with the record of the new word, which may say more."""
    store = {each: copy.deepcopy(rulesets.schema(each)) for each in rulesets.SCHEMAS}
    its = store[family(name).schema]
    part = its["properties"][GAMES[name][1]]
    for step in part["$ref"].split("/")[1:] if "$ref" in part else ():
        its = its[step]
        part = its
    part["properties"]["wave"] = WAVE | more
    return store


def ruleset(name: str, store: Any, **changed: Any) -> Ruleset:
    """The game, something in it changed, its words by the records of these schemas."""
    rules = rulesets.load_ruleset(GAMES[name][0])
    records = word_at(family(name).schema, store)
    return Ruleset(merge(rules.data, changed), rules.deck, records, rules.layers, rules.houses, rules.variants)


@pytest.mark.parametrize("name", FAMILIES)
def test_a_word_is_added_and_removed_by_its_record(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    section, its, store = GAMES[name][1], family(name), schemas(name)
    wave = section, "wave"
    plain, new = ruleset(name, rulesets.SCHEMAS), ruleset(name, store, **{section: {"wave": 2}, "rules": WAVING})
    assert fits(new.data, store[its.schema], store)
    assert not fits(new.data, rulesets.schema(its.schema), rulesets.SCHEMAS)
    assert (at(ruleset(name, store).full, wave), at(plain.full, wave)) == (0, None)
    points = its.points(new)
    assert points[f"{section}.wave"].cites == "waving"
    assert points.keys() - its.points(plain).keys() == {f"{section}.wave", "rules.waving"}
    said, before = ({line.text for _, lines in its.describe(rules) for line in lines} for rules in (new, plain))
    assert said - before == {"Players wave 2 times."}
    assert list(its.soundness(new)) == []
    needy = schemas(name, needs={"all": {"abstract": True}, "for": True, "else": "nobody waves here"})
    astray = ruleset(name, needy, **{section: {"wave": 2}, "rules": WAVING})
    # a fishing game says so only of what its last file sets
    assert ((wave, "nobody waves here") in its.soundness(astray)) is (name != "fishing")
    monkeypatch.setattr(rulesets, "SCHEMAS", store)
    monkeypatch.setattr(rulesets, "schema", store.__getitem__)
    assert [at(other.full, wave) for other in otherwise.without(new, wave)] == [0]
