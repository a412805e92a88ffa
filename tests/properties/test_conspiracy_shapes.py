"""Reading and the schema of the conspiracy family refuse the same shapes; whatever a log holds, the judge says something."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

from slowness import tries
from test_shapes import paths

from referee import source
from referee.core.events import Misread
from referee.core.places import Unjudgeable
from referee.judging.judge import judge
from referee.judging.log import make_log
from referee.rules import rulesets
from referee.source import parse

Data = dict[str, Any]
PLAYERS = ["Ann", "Ben", "Cyd"]
POSITION: Data = {
    "turn": "Ann",
    "phase": "act",
    "structures": {
        "Ann": {
            "illuminati": "Bermuda",
            "money": 12,
            "groups": {
                "Democrats": {"on": {"Bermuda": "left"}, "money": 3},
                "Recyclers": {"on": {"Bermuda": "top"}, "money": 8},
                "Lasers": {"on": {"Bermuda": "right"}},
                "KGB": {"on": {"Democrats": "left"}},
            },
        },
        "Ben": {"illuminati": "UFOs", "money": 9, "groups": {"Texas": {"on": {"UFOs": "top"}, "money": 4}}},
        "Cyd": {"illuminati": "Gnomes", "money": 9},
    },
    "uncontrolled": ["Yuppies", "Boy Sprouts", "Trekkies"],
    "destroyed": ["Moonies"],
    "specials": {"Ann": ["Slush Fund", "Bribery", "Media Campaign"], "Ben": ["Deep Agent", "special"]},
    "turns": {"Ann": 2},
    "kills": {"Ann": 1},
    "goals": {"Ben": "Gnomes"},
    "used": {"KGB": 1},
    "aligned": {"Yuppies": ["Weird"]},
}
ITEMS: list[Data] = [
    {"income": 9},
    {"income": {"collects": 9, "tax": {"Ben": "Texas", "Cyd": {"Gnomes": 2}}, "upkeep": {"Post Office": "Bermuda"}}},
    {"draw": "Hackers"},
    {"draw": "special"},
    {"attack": {"control": "Yuppies", "with": "Democrats", "aid": ["Lasers"], "privilege": "Slush Fund"}},
    {
        "attack": {
            "control": "Boy Sprouts", "with": "Bermuda", "aid": "Lasers", "spend": {"Bermuda": 5}, "support": {"Cyd": 1},
            "oppose": {"Ben": 1}, "roll": [1, 2], "capture": {"arrow": "bottom", "money": 2, "places": {}},
        },
        "expect": {"outcome": "success", "owner": {"Boy Sprouts": "Ann", "Yuppies": "nobody"}, "power": {"Ann": 3}},
    },
    {"attack": {"destroy": "Boy Sprouts", "with": "Democrats", "special": "Whispering Campaign"}, "stands": "agreed"},
    {"attack": {"neutralize": "Texas", "with": "Democrats"}, "expect": {"number": -3, "money": {"Texas": 4}}},
    {"spend": {"Democrats": 1}},
    {"oppose": {"Ben": 2}},
    {"roll": 7},
    {"roll": [3, 4]},
    {"capture": {"arrow": "bottom"}},
    {"call_off": True},
    {"special": "Slush Fund", "note": "at last"},
    {"special": {"play": "Bribery", "group": "Yuppies", "onto": {"Bermuda": "bottom"}}},
    {"special": {"play": "White Collar Crime", "treasuries": {"Bermuda": 20}}},
    {"special": {"play": "Computer Espionage", "player": "Ben"}, "by": "Ann"},
    {"abolish": ["Slush Fund", "special"], "by": "Ben"},
    {"transfer": {"from": "Bermuda", "to": "Democrats", "amount": 2, "as": "action"}},
    {"move": {"group": "KGB", "onto": {"Bermuda": "bottom"}, "places": {"Texas": "top"}}},
    {"give": {"to": "Ben", "money": 2, "specials": ["Bribery"], "for": {"group": "Texas", "onto": {"KGB": "bottom"}}}},
    {"give": {"to": "Ben", "group": "KGB", "onto": {"UFOs": "left"}, "places": {}, "frees": ["Texas"]}},
    {"drop": "KGB"},
    {"pass": True},
    {"redistribute": {"Bermuda": 3}},
    {"rearrange": {"KGB": {"Bermuda": "bottom"}}},
    {"align": {"group": "Yuppies", "add": "Weird"}},
    {"align": {"group": "Texas", "reverse": "Violent"}},
    {"align": {"group": "Texas", "reverse": "Violent", "to": "Peaceful"}},
    {"buy": "Hackers"},
    {"end": True, "expect": {"totals": {"Ann": 5}, "destroyed": {"Ann": 1}, "turn": "Cyd", "winners": ["Ann"]}},
    {"refill": "Hackers"},
    {"leave": True, "by": "Ben"},
    {"reveal": "Gnomes", "by": "Ben"},
    {"accuse": {"player": "Ben", "illuminati": "Gnomes"}},
    {"rolls": {"Ann": 7, "Ben": {"roll": 4, "bid": 5}, "Cyd": 2}},
]  # fmt: skip
JUNK: list[Any] = [
    None, True, False, 0, 3, -1, 10**30, 1.5, "", "Ann", "nobody", "Texas", "KGB", "Slush Fund", "top", [], ["KGB"], [3], [[]],
    {}, {"Ann": 1}, {"Texas": "top"}, {"Texas": 3}, {"Eve": 1}, {"": None},
]  # fmt: skip
KEYS = ["aid", "byy", "Eve", "money", "group", "places", "KGB"]
GAME = rulesets.table(rulesets.load_ruleset("illuminati"), 3)


def mutated(original: Data, chance: random.Random, changes: int) -> Data:
    """Plain data with some of its values replaced, removed, or joined by a key."""
    data = copy.deepcopy(original)
    for _ in range(changes):
        path = chance.choice(paths(data)[1:] or [()])
        if not path:
            continue
        holder: Any = data
        for key in path[:-1]:
            holder = holder[key]
        change = chance.choice(["replace", "replace", "remove", "add"])
        if change == "replace":
            holder[path[-1]] = copy.deepcopy(chance.choice(JUNK))
        elif change == "remove":
            del holder[path[-1]]
        elif isinstance(holder, dict):
            holder[chance.choice(KEYS)] = copy.deepcopy(chance.choice(JUNK))
    return data


def taken(part: str, data: Data) -> str:
    """How a part of a log is taken: '' when it reads, 'words' when it is told what is wrong, 'shape' for the schema to say."""
    try:
        if part == "position":
            GAME.start(PLAYERS, {}, data)
            return ""
        state = GAME.start(PLAYERS, {}, copy.deepcopy(POSITION))
        for event in GAME.read(state, data):
            if GAME.check(state, event):
                return "words"
            GAME.apply(state, event)
        if "expect" in data:
            list(GAME.claims(state, data["expect"]))
    except Misread as misread:
        return "words" if misread.faults else "shape"
    return ""


def refused(part: str, data: Data) -> bool:
    schema = {"$ref": f"conspiracy.schema.json#/$defs/{part}"}
    return bool(source.schema_faults(data, schema, store=rulesets.SCHEMAS))


def test_every_item_reads() -> None:
    for item in ITEMS:
        assert taken("event", item) in ("", "words") and not refused("event", item), item
    assert taken("position", POSITION) == ""


def test_reading_and_schema_refuse_the_same_events() -> None:
    chance = random.Random(1)
    for item in ITEMS:
        for _ in range(tries(8)):
            data = mutated(item, chance, chance.choice((1, 1, 2)))
            how = taken("event", data)
            if refused("event", data):
                assert how, data
            else:
                assert how != "shape", data


def test_reading_and_schema_refuse_the_same_positions() -> None:
    chance = random.Random(2)
    for _ in range(100):
        data = mutated(POSITION, chance, 1)
        how = taken("position", data)
        if refused("position", data):
            assert how, data
        else:
            assert how != "shape", data


def test_the_judge_says_something_about_anything() -> None:
    chance = random.Random(3)
    for _ in range(tries(150)):
        events = chance.sample(ITEMS, 6)
        log = {"game": "illuminati", "players": PLAYERS, "position": POSITION, "events": events}
        if chance.random() < 0.3:
            log["variants"] = [
                chance.choice(
                    ["older", "hidden-illuminati", "random-sequence", "staggered-sequence", "bidding-sequence"]
                )
            ]
        text = json.dumps(mutated(log, chance, chance.choice((0, 1, 3))))
        for as_played in (False, True):
            try:
                verdict = judge(make_log(parse(text, "log.json")), as_played=as_played)
            except Unjudgeable as unjudgeable:
                assert unjudgeable.complaints
                continue
            said = [finding.message for finding in (*verdict.violations, *verdict.complaints)]
            assert all(message and "\n" not in message and len(message) < 500 for message in said)
            assert said or verdict.status == "legal"
