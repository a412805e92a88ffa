"""Rulesets of the fishing family: what the schema and `referee check` say of mistakes, and the rules in a player's words."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from command_runner import run, write

from referee import source
from referee.core.items import EXTRAS
from referee.core.places import RulesetError
from referee.engines import family
from referee.engines.fishing.claims import CLAIMS
from referee.engines.fishing.position import KINDS, STEP
from referee.engines.fishing.reading import VERBS
from referee.engines.fishing.rules import effects
from referee.engines.fishing.words import powers
from referee.rules import rulesets

STORE = rulesets.SCHEMAS


def faults(data: Any, part: str) -> list[str]:
    """What is wrong with data by a definition of the schema, as 'where: message'."""
    wanted = {"$ref": f"fishing.schema.json#/$defs/{part}"} if part else STORE["fishing.schema.json"]
    found = source.schema_faults(data, wanted, store=STORE)
    return [f"{'/'.join(map(str, pointer))}: {message}" for pointer, message in found]


def test_a_ruleset_is_whole_unless_it_extends_another_or_is_abstract() -> None:
    missing = ["deal", "deck", "end", "name", "players", "rules", "scoring", "values", "version"]
    assert faults({"family": "fishing"}, "") == [f": key '{key}' is missing" for key in missing]
    assert faults({"extends": "fishing"}, "") == []


def test_the_parts_of_a_whole_ruleset_are_whole() -> None:
    ruleset = {
        **dict(STORE["fishing.schema.json"]["examples"][0]),
        "family": "fishing",
        "deal": {"each": 4},
        "box": {"seasons": ["Dry", "Wet"]},
        "luminaries": {"cards": {"The Fisher": {"set": "base"}}},
        "scoring": {"most": {"cards": {}}},
        "end": {},
    }
    del ruleset["extends"]
    assert faults(ruleset, "") == [
        "box: key 'suits' is missing",
        "deal: key 'fields' is missing",
        "end: key 'target' is missing",
        "luminaries: key 'dealt' is missing",
        "luminaries/cards/The Fisher: key 'source' is missing",
        "luminaries/cards/The Fisher: key 'text' is missing",
        "scoring/most/cards: key 'points' is missing",
    ]


MISTAKES: list[tuple[Any, str]] = [
    ({"harvst": {}}, "harvst: unknown key 'harvst'; did you mean 'harvest'?"),
    ({"values": {"F": "14"}}, "values/F: expected a value, values to choose from or nothing (null), not the text '14'"),
    ({"leave_out": {"three": {"suit": "st"}}},
     "leave_out/three: 'three' does not have the expected form: a number of players"),
    (
        {"leave_out": {"3": "st"}},
        "leave_out/3: expected some cards of the deck: those that fit all of suit, rank and card; "
        "{} is every card or nothing (null), not the text 'st'",
    ),
    ({"box": {"forbids": {"Winter": ["reap"]}}}, "box/forbids/Winter/0: 'reap' is not one of sow, harvest, stockpile"),
    ({"box": {"seasons": ["Late Summer", "Winter"]}},
     "box/seasons/0: 'Late Summer' does not have the expected form: a season: one word"),
    ({"clearing": {"order": "reveal_frist"}},
     "clearing/order: 'reveal_frist' is not one of reveal_last, reveal_first, null; did you mean 'reveal_first'?"),
    (
        {"luminaries": {"cards": {"The Rake.": {}}}},
        "luminaries/cards/The Rake.: 'The Rake.' does not have the expected form: "
        "the name of a Luminary: letters, digits, spaces, hyphens and apostrophes",
    ),
    ({"luminaries": {"cards": {"The Maiden": {"in_play": {"alow": {}}}}}},
     "luminaries/cards/The Maiden/in_play/alow: unknown key 'alow'; did you mean 'allow'?"),
    ({"luminaries": {"cards": {"The Rake": {"in_play": {"extra": {"must": True}}}}}},
     "luminaries/cards/The Rake/in_play/extra: key 'action' is missing"),
    ({"luminaries": {"cards": {"The Boat": {"in_play": {"reach": {"fields": "oposite"}}}}}},
     "luminaries/cards/The Boat/in_play/reach/fields: 'oposite' is not one of opposite, all; did you mean 'opposite'?"),
    (
        {"luminaries": {"cards": {"The Audience": {"reveal": {"lay": {"two": 2}}}}}},
        "luminaries/cards/The Audience/reveal/lay/two: 'two' does not have the expected form: "
        "a number of players, seasons or turns",
    ),
    ({"scoring": {"ties": "luminary"}},
     "scoring/ties: 'luminary' is not one of luminaries, okus, nobody, all; did you mean 'luminaries'?"),
    ({"variants": {"x": {"patch": {"end": {"tie": []}}}}},
     "variants/x/patch/end/tie: unknown key 'tie'; did you mean 'ties'?"),
]  # fmt: skip


@pytest.mark.parametrize(("patch", "message"), MISTAKES, ids=[message.partition(":")[0] for _, message in MISTAKES])
def test_mistakes_in_a_ruleset(patch: Mapping[str, Any], message: str) -> None:
    assert faults({"extends": "illimat", **patch}, "") == [message]


EVENTS: list[Any] = [
    {
        "deal": {
            "fields": {"Summer": ["5wi", "2au", "Kst"]},
            "hands": {"Ann": ["7su"], "Ben": 4},
            "luminaries": {"Summer": "The Rake"},
        }
    },
    {"play": "harvest 5sp take 5wi | 2au+3au @Summer", "by": "Ann"},
    {"draw": 2},
    {"draw": ["7su"], "note": "at last"},
    {"reseed": ["7su", "8su", "9su"]},
    {"reveal": "The Maiden"},
    {"uncover": ["7su"]},
    {"swap": {"2au": "Ksu"}},
    {"turn": "Winter"},
    {"name": "Winter", "stands": "we forgot"},
    {"give": {"Ben": "5su", "Cyd": None}},
    {"okus": "Ben"},
    {"exchange": {"discard": 3, "draw": ["7su"]}},
    {"lay": {"Ann": ["7su"], "Ben": ["8su"]}},
    {"done": True},
    {
        "result": {
            "piles": {"Ann": ["7su"], "Ben": {"bumper-crop": 22}},
            "okus": {"Ann": 1},
            "luminaries": {"Ann": ["The Rake"]},
        }
    },
    {"done": True, "expect": {"score": {"Ann": -2}, "okus": {"box": 1}, "winners": ["Ann", "Ben"]}},
]


@pytest.mark.parametrize("event", EVENTS, ids=[" ".join(event) for event in EVENTS])
def test_event_fits(event: Mapping[str, Any]) -> None:
    assert faults(event, "event") == []


ALL_VERBS = (
    "deal, play, draw, clear, reseed, reveal, uncover, swap, turn, name, give, okus, exchange, lay, done and result"
)
NOT_EVENTS: list[tuple[Any, str]] = [
    ({"paly": "sow 5sp"}, "paly: unknown key 'paly'; did you mean 'play'?"),
    ({"by": "Ann"}, f": this is not allowed here: an event without a verb; its verbs are {ALL_VERBS}"),
    ({"play": "sow 5sp", "draw": 1}, ": the keys 'play' and 'draw' do not go together"),
    ({"play": ["5sp"]}, "play: expected text, not a list; write 5sp"),
    (
        {"draw": "5sp"},
        "draw: expected a list of cards, such as [5wi, Fsu] or a number of cards, not the text '5sp'; write [5sp]",
    ),
    (
        {"reseed": 3},
        "reseed: expected a list of cards, such as [5wi, Fsu] or the cards by the season of their field, not the number 3",
    ),
    ({"swap": {"2au": 1}}, "swap/2au: expected text, not the number 1; put it in quotes"),
    ({"done": "yes"}, "done: expected true, not 'yes'"),
    ({"result": {}}, "result: expected at least 1 key, not 0"),
    ({"draw": 1, "expect": {"okus": {"Ann": "two"}}}, "expect/okus/Ann: expected a whole number, not the text 'two'"),
]


@pytest.mark.parametrize(("event", "message"), NOT_EVENTS, ids=[" ".join(event) for event, _ in NOT_EVENTS])
def test_mistakes_in_an_event(event: Mapping[str, Any], message: str) -> None:
    assert faults(event, "event") == [message]


def own_keys(*path: str) -> set[str]:
    """The keys of a definition of the schema."""
    part = STORE["fishing.schema.json"]["$defs"][path[0]]
    for step in path[1:]:
        part = part[step]
    return set(part["properties"])


def test_verbs_are_those_of_the_code() -> None:
    verbs = set(VERBS)
    assert own_keys("event") == verbs | set(EXTRAS)
    (one_verb,) = STORE["fishing.schema.json"]["$defs"]["event"]["allOf"]
    assert set(one_verb["properties"]) == set(EXTRAS)
    assert sorted(key for part in one_verb["oneOf"] for key in part["required"]) == sorted(verbs)


def test_heads_and_claims_are_those_of_the_code() -> None:
    assert own_keys("position", "properties", "steps", "items") == set(STEP)
    steps = STORE["fishing.schema.json"]["$defs"]["position"]["properties"]["steps"]["items"]["properties"]
    assert set(steps["do"]["enum"]) == set(KINDS)
    assert own_keys("expect") == set(CLAIMS)


def test_effect_words_are_those_of_the_code() -> None:
    assert own_keys("in_play") == {*powers.InForce.__slots__} - {"any"}
    assert own_keys("reveal") | own_keys("claim") == set(effects.EFFECTS)


def test_a_variant_changes_every_key_of_a_game() -> None:
    fixed = {
        "$schema", "name", "version", "family", "abstract", "extends", "why", "ruling", "variants", "examples", "given",
    }  # fmt: skip
    assert own_keys("patch") == set(STORE["fishing.schema.json"]["properties"]) - fixed


HEAD = "extends: illimat\nwhy: to see what is said\n"
NEW = "luminaries: {{cards: {{The Fisher: {{text: t, source: s, set: base, {}}}}}}}"
UNSOUND = {
    "a value for no card": ("values: {X: 3}",
        "3:10: the Illimat deck has no card and no rank 'X'; its ranks are F, 2, 3, 4, 5, 6, 7, 8, 9, 10, N, Q, K"),
    "hidden cards that nobody hid": (NEW.format("claim: {take_hidden: true}"),
        "3:87: nothing ever lies under this Luminary; it needs `reveal: {hide: …}`"),
    "cards laid by nobody": (NEW.format("reveal: {lay: {2: 1, 3: 1}}"),
        "3:80: how many cards each of 4 players lays is missing; write 4: …"),
}  # fmt: skip


@pytest.mark.parametrize("what", UNSOUND)
def test_a_house_rule_that_does_not_hold_together(what: str, tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    rules, message = UNSOUND[what]
    write("ours.yaml", HEAD + rules + "\n")
    said = run("check", "ours.yaml")
    first = said.out.splitlines()[0]
    assert said.code == 3
    assert first.partition(" [")[0].endswith(message), first


NOT_PLAYED = {
    "okus: {per_player: 0}": "there is no okus to take; `okus: {per_player: …}` adds them",
    "stockpile: {allowed: false}": "nobody makes stockpiles here; `stockpile: {allowed: true}` allows them",
}


@pytest.mark.parametrize("rules", NOT_PLAYED)
def test_only_luminaries_that_are_played_with_stand_in_the_way_of_a_house_rule(rules: str, tmp_path: Any) -> None:
    house = tmp_path / "ours.yaml"
    house.write_text(HEAD + rules + "\n")
    assert rulesets.soundness(rulesets.load_ruleset("illimat", houses=[str(house)])) == []
    with pytest.raises(RulesetError) as told:
        rulesets.load_ruleset("illimat", houses=[str(house)], variants=["the-crane-wife"])
    assert {complaint.message.partition(" [")[0] for complaint in told.value.complaints} == {NOT_PLAYED[rules]}


def test_a_luminary_that_a_house_rule_brings_is_looked_at_whatever_its_set(tmp_path: Any) -> None:
    house = tmp_path / "ours.yaml"
    house.write_text(HEAD + NEW.format("reveal: {turn: Monsoon}").replace("base", "promo") + "\n")
    with pytest.raises(RulesetError, match="'Monsoon' is not a season"):
        rulesets.load_ruleset("illimat", houses=[str(house)])


def test_a_luminary_of_a_house_rule_is_told_like_any_other(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    rules = NEW.format(
        "worth: 2, in_play: {allow: {sow: [Autumn], stockpile: [Spring]}}, claim: {score: {sunkissed: 5}}"
    )
    write("ours.yaml", HEAD + rules + "\n")
    assert run("check", "ours.yaml").code == 0
    lines = run("rules", "illimat", "--house", "ours.yaml").out.splitlines()
    assert [line.partition(" [")[0] for line in lines if "The Fisher" in line] == [
        "  The Fisher. Face up: sowing allowed in Autumn, stockpiling allowed in Spring.",
        "  The Fisher. Claimed: sunkissed scores 5 for you.",
        "  The Fisher. Counts as 2.",
    ]


def test_cards_are_followed_by_the_luminaries() -> None:
    said = run("cards", "illimat", "--players", "3")
    lines = said.out.splitlines()
    assert lines[0].split() == ["card", "suit", "rank", "values", "season", "left", "out"]
    assert lines[2].split() == ["Fsp", "Spring", "Fool", "1", "14", "Spring"]
    assert ["Kst", "Stars", "King", "13", "left", "out"] in [line.split() for line in lines]
    assert any(line.split() == ["card", "set", "reveal", "in", "play", "claim", "left", "out"] for line in lines)
    assert lines[-1] == "The Illimat deck: 65 cards, 13 left out; 23 Luminaries, 15 left out."
    rows = run("cards", "illimat", "--format", "json").data["cards"]
    assert len(rows) == 65 + 23
    assert rows[0] == {
        "kind": "cards",
        "card": "Fsp",
        "suit": "sp",
        "rank": "F",
        "symbols": [],
        "values": [1, 14],
        "season": "Spring",
        "set": "",
        "reveal": "",
        "in_play": "",
        "claim": "",
    }
    assert rows[-1]["card"] == "Saint Joan"
    assert rows[-1]["claim"] == "reseed the field with the whole hand, then draw up; counts as 2"


def test_a_luminary_of_no_set_has_an_empty_one(tmp_path: Path) -> None:
    lamp = {"text": "T.", "source": "us", "in_play": {"turned_by": "any"}}
    house = {"extends": "illimat", "why": "one more", "luminaries": {"cards": {"The Lamplighter": lamp}}}
    (tmp_path / "house.json").write_text(json.dumps(house), encoding="utf-8")
    row = run("cards", "illimat", "--house", str(tmp_path / "house.json"), "--format", "json").data["cards"][-1]
    assert row == {
        "kind": "Luminaries", "card": "The Lamplighter", "set": "", "suit": "", "rank": "", "symbols": [], "values": [],
        "season": "", "reveal": "", "in_play": "any card played here turns the box", "claim": "",
    }  # fmt: skip


def test_beginners_play_without_luminaries() -> None:
    rules = rulesets.load_ruleset("illimat", variants=["beginners"])
    told = family("fishing")
    assert told.brief(rules) == "Illimat, 2–4 players, hands of 4 cards, 4 fields, stockpiles, to 17"
    assert dict(told.describe(rules))["Luminaries"] == []


def test_every_ruling_is_about_something_or_names_a_default() -> None:
    rules = rulesets.load_ruleset("illimat")
    without = [name for name, ruling in rules.get("rulings").items() if rules.get(*ruling["about"].split(".")) is None]
    assert without == ["gambler-replaced"]


def test_the_second_edition_plays_with_the_stars() -> None:
    for rules in (
        rulesets.load_ruleset("illimat", variants=["second-edition"]),
        rulesets.load_ruleset("illimat", ruling={"edition": "second"}),
    ):
        assert rules.get("leave_out") == {}


SUMMER, REST = "Summer: [2su, 3su, 4su]", "Winter: [2wi, 3wi, 4wi]\n      Autumn: [5wi, 6wi, 7wi]"
PLACES = [
    (f"deal:\n    fields:\n      {SUMMER}\n      Spring: [5su, 6su, 7su, 8su]\n      {REST}",
     "9:15: illimat/deal: 4 cards are dealt into the Spring field"),
    (f"deal:\n    fields:\n      {SUMMER}\n      Spring: [5su, 2su, 7su]\n      {REST}",
     "9:21: illimat/deck: 2su is dealt twice"),
    (f"deal:\n    fields:\n      {SUMMER}\n      Spring: [5su, 6su, 7su]\n      {REST}\n"
     "    luminaries:\n      Summer: The Maiden\n      Winter: The Boat",
     "14:15: illimat/luminaries: The Boat is of the set the-crane-wife"),
    ("result:\n    piles:\n      Ann: {bumper-crop: 3}\n      Ben: {bumper-crop: 1, fools: 2}",
     "9:12: illimat/deck: Ben counts 2 for fools in a pile of 1 card"),
    ("result:\n    piles: {Ann: {bumper-crop: 3}}\n    luminaries:\n      Ann: [The Maiden]\n      Ben: [The Rake, Saint Joan]",
     "10:23: illimat/luminaries: Saint Joan is of the set promo"),
]  # fmt: skip
"""Events of a log that begin on its line 6, and where what is said about them."""


@pytest.mark.parametrize(("event", "message"), PLACES, ids=range(len(PLACES)))
def test_a_mistake_is_found_where_it_stands(
    event: str, message: str, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write("game.yaml", f"game: illimat\nplayers: [Ann, Ben]\nsetup:\n  dealer: Ben\nevents:\n- {event}\n")
    said = [line for line in run("validate", "game.yaml").out.splitlines() if line.startswith("game.yaml:")]
    assert said[0].startswith(f"game.yaml:{message}"), said


def test_the_score_says_what_decided_between_equal_totals(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    piles = "{Ann: {bumper-crop: 22, sunkissed: 6, frostbit: 1, fools: 1}, Ben: {bumper-crop: 0}}"
    head = "game: illimat\nplayers: [Ann, Ben]\nsetup: {dealer: Ben, scores: {Ann: 12, Ben: 16}}\n"
    write("game.yaml", head + f"events:\n- result: {{piles: {piles}, okus: {{Ben: 1}}}}\n")
    said = run("score", "game.yaml").out.splitlines()
    assert said[-1] == "Ben wins with 17, before Ann with as many: the okus of the last round decide."


def test_the_places_of_the_fields_are_told() -> None:
    said = "  The fields in the same order, as the dealer sees them: near left, far left, far right, near right."
    assert said in run("rules", "illimat").out.splitlines()


FISHER = {"text": "t", "source": "s", "claim": {"take_okus": {}}}
"""A Luminary at fault where there is no okus."""
NO_OKUS = "there is no okus to take; `okus: {per_player: …}` adds them"
BRINGS = [
    ("of-no-set", {"okus": {"per_player": 1}}, {}, {}, True),
    ("of-a-set-played-with", {"okus": {"per_player": 1}}, {"set": "base"}, {}, True),
    ("of-a-set-not-played-with", {"okus": {"per_player": 1}}, {"set": "promo"}, {}, False),
    ("none-is-dealt", {"okus": {"per_player": 1}}, {}, {"luminaries": {"dealt": 0}}, False),
    ("brought-by-the-game", None, {"set": "promo"}, {}, True),
    ("brought-and-not-dealt", None, {"set": "promo"}, {"luminaries": {"dealt": 0}}, True),
]


@pytest.mark.parametrize(("_", "older", "entry", "more", "wrong"), BRINGS, ids=[one[0] for one in BRINGS])
def test_a_game_answers_for_luminaries_that_it_deals_or_brings(
    _: str, older: Any, entry: Any, more: dict[str, Any], wrong: bool, tmp_path: Path
) -> None:
    """Not for one that an older game brought, whose set it leaves in the box."""
    lamp = {"luminaries": {"cards": {"The Fisher": {**FISHER, **entry}}}}
    extended = "illimat"
    if older is not None:
        extended = str(tmp_path / "older.json")
        data = {"extends": "illimat", "name": "older", "title": "Older", "version": 1, **lamp, **older}
        Path(extended).write_text(json.dumps(data), encoding="utf-8")
    ours = {"extends": extended, "name": "ours", "title": "Ours", "version": 1, "okus": {"per_player": 0}}
    ours |= {"clearing": {"okus": 0}, "scoring": {"okus": 0, "ties": "nobody"}, **more}
    if older is None:
        ours["luminaries"] = {**lamp["luminaries"], **more.get("luminaries", {})}
    path = tmp_path / "ours.json"
    path.write_text(json.dumps(ours), encoding="utf-8")
    found: set[str] = set()
    try:
        rulesets.load_ruleset(str(path))
    except RulesetError as told:
        found = {complaint.message.partition(" [")[0] for complaint in told.complaints}
    assert found == ({NO_OKUS} if wrong else set())
