"""A position of Illuminati with something wrong in it: whatever is wrong is pointed at, wherever it is written."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

import pytest

from referee.engines.conspiracy.game import ConspiracyGame
from referee.judging.judge import judge
from referee.judging.log import make_log
from referee.rules import rulesets
from referee.source import parse

Data = dict[str, Any]
Path = tuple[Any, ...]
PLAYERS = ["Ann", "Ben", "Cyd", "Dov"]
HIDING = ["hidden-illuminati", "hidden-goals"]
TABLE: Data = {
    "turn": "Ann",
    "phase": "act",
    "structures": {
        "Ann": {
            "illuminati": "Bermuda",
            "money": 12,
            "groups": {"Lasers": {"on": {"Bermuda": "right"}, "money": 3}, "KGB": {"on": {"Bermuda": "left"}}},
        },
        "Ben": {"illuminati": "UFOs", "groups": {"Texas": {"on": {"UFOs": "top"}}}},
        "Cyd": {"illuminati": "Gnomes"},
        "Dov": {"illuminati": "Network"},
    },
    "uncontrolled": ["Yuppies", "Trekkies"],
    "destroyed": ["Moonies"],
    "specials": {"Ann": ["Slush Fund", "special"], "Ben": ["Deep Agent"]},
    "gone": ["Market Manipulation"],
    "turns": {"Ann": 2, "Ben": 1},
    "kills": {"Ann": 1},
    "out": ["Dov"],
    "used": {"KGB": 1},
    "aligned": {"Yuppies": ["Weird"]},
    "number": 7, "actions": 1, "transfers": 0, "draws": 0, "privileges": 0, "purchases": 0, "realigned": 0, "multiplied": 1,
    "stage": 0, "running": 1, "deck": 50, "acted": True, "passed": False, "begun": True, "closing": False,
}  # fmt: skip
"""Everything that a position may say of a table with nothing under way."""
HIDDEN: Data = {"shown": ["Ann"], "cheated": ["Ben"], "goals": {"Ben": "Gnomes", "Ann": "Network"}}
ATTACK: Data = {
    "control": "Texas", "with": "Bermuda", "aid": ["Lasers"], "privilege": "Bribery", "power": 5, "ability": False,
    "money": 1, "defence": 2, "defence_illuminati": 3, "support": 4, "oppose": 5, "roll": 0, "abolishing": 1,
    "abolisher": "Cyd", "paid": True, "carded": True, "privileged": False, "abolished": True, "joined": ["Ben", "Cyd"],
}  # fmt: skip
UNDER_WAY: tuple[Data, ...] = (
    {**HIDDEN, "attack": ATTACK},
    {"attack": {"destroy": "Trekkies", "with": "KGB", "aid": "Lasers"}},
    {"played": {"by": "Ann", "play": "Bribery", "use": "special", "group": "Yuppies", "onto": {"Lasers": "top"}}},
    {"played": {"by": "Ben", "play": "White Collar Crime", "use": "special", "treasuries": {"UFOs": 3, "Texas": 2}}},
    {"played": {"by": "Cyd", "play": "Computer Espionage", "use": "special", "player": "Ben"}},
    {"attack": {"control": "Yuppies", "with": "Lasers", "privilege": "Media Campaign"},
     "played": {"by": "Ben", "play": "Murphy's Law", "use": "abolition", "also": ["Assassination", "Bribery"]}},
    {"attack": {"neutralize": "Texas", "with": "KGB", "privilege": "Media Campaign", "abolished": True},
     "played": {"by": "Dov", "play": "special", "use": "abolition", "also": ["special"]}},
)  # fmt: skip
"""What may be under way besides."""
NOBODY = "Xyzzy"
FULL = {"Bermuda": "The Bermuda Triangle", "UFOs": "The UFOs", "Lasers": "Orbital Mind Control Lasers"}
"""The names on cards that are written shorter here."""


def lines(data: Any, here: Path = ()) -> Iterator[tuple[str, Path]]:
    """Plain data as YAML with a line for every value and every key, each with the way to it."""
    indent = "  " * len(here)
    for key, value in data.items() if isinstance(data, dict) else enumerate(data):
        way = (*here, key)
        before = f"{indent}{key}:" if isinstance(data, dict) else f"{indent}-"
        if isinstance(value, (dict, list)) and value:
            yield before, way
            yield from lines(value, way)
        else:
            yield f"{before} {str(value).lower() if isinstance(value, bool) else value}", way


def with_another(data: Data, path: Path, value: Any) -> Data:
    """The same plain data with another value there."""
    key, *rest = path
    changed = value if not rest else with_another(data[key], tuple(rest), value)
    if isinstance(data, dict):
        return {**data, key: changed}
    return [*data[:key], changed, *data[key + 1 :]]  # type: ignore[unreachable]


def with_another_key(data: Data, path: Path) -> Data:
    """The same plain data with another key there, in the same place."""
    *above, last = path
    renamed = {NOBODY if key == last else key: value for key, value in at(data, tuple(above)).items()}
    return with_another(data, tuple(above), renamed) if above else renamed


def at(data: Any, path: Path) -> Any:
    """What is there."""
    for key in path:
        data = data[key]
    return data


def wrong(value: Any, part: str) -> Any:
    """What can be put in the place of a value so that nobody can read it."""
    if isinstance(value, (dict, list)):
        return True
    return -1 if type(value) is int and part == "position" else NOBODY


def complained(data: Data) -> tuple[list[Path], list[tuple[int, str]]]:
    """The way to each line of a position, a set-up or an event, and what is said about it, with its line."""
    variants = ", ".join(HIDING if "shown" in data.get("position", {}) else [])
    event = "events" in data
    head = ["game: illuminati", f"players: [{', '.join(PLAYERS)}]", f"variants: [{variants}]"]
    head += ["position: {}"] if event else ["events: []"]
    written = list(lines(data))
    found = judge(make_log(parse("\n".join([*head, *(line for line, _ in written)]), "log.yaml")))
    said = [(one.place.line, one.message) for one in found.complaints]
    said += [(one.line, one.message) for one in found.violations]
    return [way for _, way in written], [(line - len(head) - 1, message) for line, message in said]


def require_pointed_at(data: Data, path: Path) -> None:
    """A wrong value there is pointed at, and a wrong name before the value."""
    ways, [(line, message)] = complained(with_another(data, path, wrong(at(data, path), path[0])))
    assert ways[line] == path, (path, message)
    if str(path[-1])[0].isupper():
        ways, [(line, message)] = complained(with_another_key(data, path))
        assert ways[line][: len(path)] == (*path[:-1], NOBODY), (path, message)
        assert repr(NOBODY) in message


@pytest.mark.parametrize("more", UNDER_WAY, ids=lambda more: "-".join(more.get("played", more)))
def test_a_wrong_value_or_name_anywhere_in_a_position_is_pointed_at(more: Data) -> None:
    position = {"position": {**TABLE, **more}}
    assert complained(position)[1] == []
    for _, path in lines(position):
        if len(path) > 1 and (path[1] in more or more is UNDER_WAY[0]):
            require_pointed_at(position, path)


TOPS = {"Ann": "Gnomes", "Ben": "UFOs", "Cyd": "Discordian", "Dov": "Network"}
SETUP: Data = {"illuminati": TOPS, "uncontrolled": ["Hollywood", "KKK", "Moonies", "Texas"], "goals": {"Ben": "Gnomes"}}
HEADS: tuple[Data, ...] = ({**SETUP, "first": "Ann"}, {**SETUP, "rolls": {"Ann": 9, "Ben": 5, "Cyd": 3, "Dov": 4}})


@pytest.mark.parametrize("setup", HEADS, ids=("first", "rolls"))
def test_a_wrong_value_or_name_anywhere_in_a_set_up_is_pointed_at(setup: Data) -> None:
    assert complained({"setup": setup})[1] == []
    for _, path in lines({"setup": setup}):
        if len(path) > 1:
            require_pointed_at({"setup": setup}, path)


SAID: tuple[Data, ...] = (
    {
        "result": {
            "structures": {
                "Ann": {"illuminati": "Gnomes", "groups": {"KKK": "Gnomes"}, "money": 3, "destroyed": 0},
                "Ben": {"groups": ["Texas", "KGB"]},
                "Cyd": {"groups": 4, "power": 12},
            },
            "uncontrolled": ["Moonies"],
            "destroyed": ["Yuppies"],
            "goals": {"Ann": "Network"},
            "won": {"Ann": "special"},
        }
    },
    {"income": {"collects": 9, "tax": {"Ben": "Texas", "Cyd": {"Gnomes": 2}}, "upkeep": {"Post Office": "Bermuda"}}},
    {"attack": {"control": "KKK", "with": "Gnomes", "aid": ["Texas"], "privilege": "Bribery", "power": 3, "roll": 4}},
    {"attack": {"destroy": "KKK", "with": "Gnomes", "spend": {"Gnomes": 1}, "support": {"Cyd": 1}, "oppose": {"Dov": 1}}},
    {"attack": {"control": "KKK", "with": "Gnomes", "capture": {"arrow": "top", "money": 1, "places": {"KGB": "left"}}}},
    {"special": {"play": "Bribery", "group": "KKK", "onto": {"Gnomes": "top"}, "treasuries": {"Texas": 1}}},
    {"special": {"play": "Secrets", "player": "Ben", "cancels": "Slush Fund"}},
    {"transfer": {"from": "Gnomes", "to": "Texas", "amount": 1, "as": "action"}},
    {"move": {"group": "KGB", "onto": {"Gnomes": "bottom"}, "places": {"Texas": "top"}}},
    {"give": {"to": "Ben", "group": "KGB", "onto": {"UFOs": "left"}, "places": {"KKK": "top"}, "frees": ["Texas"]}},
    {"give": {"to": "Ben", "money": 1, "for": {"specials": ["Bribery"], "group": "KGB", "onto": {"UFOs": "left"}}}},
    {"align": {"group": "Texas", "reverse": "Violent", "to": "Peaceful"}},
    {"rearrange": {"KGB": {"Gnomes": "bottom"}}},
    {"rolls": {"Ann": 7, "Ben": {"roll": 4, "bid": 5}, "Cyd": 2}},
    {"accuse": {"player": "Ben", "illuminati": "Gnomes"}},
    {"abolish": ["Bribery", "Slush Fund"], "by": "Ben"},
    {"redistribute": {"Texas": 1}},
    {"draw": "KGB"},
)  # fmt: skip
"""Events with everything that may be written in them."""


@pytest.mark.parametrize("event", SAID, ids=lambda event: "-".join(str(path[-1]) for _, path in lines(event))[:40])
def test_a_wrong_value_or_name_anywhere_in_an_event_is_pointed_at(event: Data) -> None:
    for _, path in lines({"events": [event]}):
        if len(path) > 2:
            require_pointed_at({"events": [event]}, path)


GROUPS = (("structures", "Ann", "groups"), ("structures", "Ben", "groups"), ("uncontrolled",), ("destroyed",))
SPECIALS = (("specials", "Ann"), ("specials", "Ben"), ("gone",))


def in_two_places(places: tuple[Path, ...]) -> Iterator[tuple[str, Path, Data]]:
    """A card of each place put in each later place as well: the card, the way to the second, the position."""
    for number, first in enumerate(places):
        [name, *_] = at(TABLE, first)
        for second in places[number + 1 :]:
            there = at(TABLE, second)
            if isinstance(there, dict):
                yield name, (*second, name), with_another(TABLE, second, {**there, name: {"on": {"UFOs": "left"}}})
            else:
                yield name, (*second, len(there)), with_another(TABLE, second, [*there, name])


def test_a_card_in_two_places_is_pointed_at_in_the_second() -> None:
    for name, path, position in (*in_two_places(GROUPS), *in_two_places(SPECIALS)):
        ways, [(line, message)] = complained({"position": position})
        assert (ways[line][1 : len(path) + 1], message) == (path, f"{FULL.get(name, name)} is in two places")


ALL_CARDS = 83 + 15
"""The groups and the Specials of the game."""


def table_of(more: Data) -> ConspiracyGame:
    """A table at which something may be under way."""
    rules = rulesets.load_ruleset("illuminati", variants=HIDING if "shown" in more else [])
    return cast(ConspiracyGame, rulesets.table(rules, len(PLAYERS)))


def full(said: Any) -> Any:
    """What is said, with the names that are on the cards."""
    if isinstance(said, list):
        return [full(one) for one in said]
    if isinstance(said, dict):
        return {full(name): one for name, one in said.items()}
    return FULL.get(said, said)


def named_specials(more: Data) -> list[str]:
    """The Specials that are on the table in what is under way."""
    attack, played = more.get("attack", {}), more.get("played", {})
    found = [attack.get("privilege", ""), attack.get("special", ""), played.get("play", ""), *played.get("also", ())]
    return sorted(set(found) - {"", "special"})


@pytest.mark.parametrize("more", UNDER_WAY, ids=lambda more: "-".join(more.get("played", more)))
def test_what_is_under_way_is_counted_whatever_the_position_omits(more: Data) -> None:
    attack, played = more.get("attack", {}), more.get("played", {})
    game = table_of(more)
    for omitted in (("gone", "deck", "actions", "acted", "used"), ("deck",), ("gone", "actions", "used"), ()):
        table = {key: value for key, value in TABLE.items() if key not in omitted}
        spent = named_specials(more)
        if "gone" in table:
            table["gone"] = ["Market Manipulation", *spent] if not omitted else ["Market Manipulation"]
        gone = sorted({*table.get("gone", ()), *spent})
        left = game.position(game.start(PLAYERS, {}, {**table, **more}))
        seen = 3 + 2 + 1 + 3 + len(gone)  # in structures, uncontrolled, destroyed, in hands, out of the game
        assert (sorted(left.get("gone", [])), left["deck"]) == (gone, table.get("deck", ALL_CARDS - seen))
        action = bool(attack) or played.get("play") == "Bribery"
        assert left["actions"] == table.get("actions", int(action))
        by_ann = "privilege" in attack or "special" in attack or played.get("by") == "Ann"
        assert left.get("acted", False) == table.get("acted", by_ann)
        aid = attack.get("aid", [])
        fought = [attack[key] for key in ("with",) if key in attack] + ([aid] if isinstance(aid, str) else aid)
        assert left.get("used", {}) == {FULL.get(name, name): 1 for name in (*table.get("used", ()), *fought)}
        assert game.position(game.start(PLAYERS, {}, left)) == left


@pytest.mark.parametrize("more", UNDER_WAY, ids=lambda more: "-".join(more.get("played", more)))
def test_what_is_under_way_is_written_again_as_it_was_read(more: Data) -> None:
    left = table_of(more).position(table_of(more).start(PLAYERS, {}, {**TABLE, **more}))
    for key in ("attack", "played"):
        for name, said in more.get(key, {}).items():
            written = left[key].get(name, 0)
            assert full(written) == full([said] if name == "aid" and isinstance(said, str) else said), (key, name)
