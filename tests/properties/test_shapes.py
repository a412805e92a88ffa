"""Reading and the schemas accept the same shapes in every family: neither lets pass what the other refuses."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from slowness import one_in, tries
from small_games import examples

from referee import source
from referee.core.events import Misread
from referee.core.places import Unjudgeable
from referee.judging.judge import judge
from referee.judging.log import make_log
from referee.rules import rulesets

Data = dict[str, Any]
SHAPES: dict[str, Any] = source.load(str(Path(__file__).parents[1] / "shapes.yaml")).data
GAMES = {
    family: rulesets.table(rulesets.load_ruleset(shapes["game"]), len(shapes["players"]))
    for family, shapes in SHAPES.items()
}
JUNK: list[Any] = [
    None, True, False, 0, 1, 3, -1, 10**30, 1.5, "", "Ann", "Eve", "nobody", "Mk1:11", "R5", "5wi", "Texas", "top",
    "Slush Fund", [], {}, [3], [[]], ["Ann"], ["Mk1:11"], ["5wi"], ["KGB"], {"Ann": 1}, {"Ann": -1}, {"Ann": "1"},
    {"Ann": None}, {"Ann": ["Mk1:11"]}, {"Ann": ["5wi"]}, {"Eve": 1}, {"Summer": ["5wi"]}, {"Texas": "top"},
    {"Texas": 3}, {"": None},
]  # fmt: skip
"""What values are replaced by."""
KEYS = ["tirck", "byy", "Eve", "won", "aid", "money", "group", "places", "KGB"]
HEADS = [
    *((family, "setup", shapes["setup"]) for family, shapes in SHAPES.items() if "setup" in shapes),
    *((family, "position", position) for family, shapes in SHAPES.items() for position in shapes["positions"].values()),
]


def paths(value: Any, here: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The way to every value in plain data, itself included."""
    found = [here]
    if isinstance(value, dict):
        for key, entry in value.items():
            found += paths(entry, (*here, key))
    elif isinstance(value, list):
        for index, entry in enumerate(value):
            found += paths(entry, (*here, index))
    return found


@st.composite
def mutated(draw: st.DrawFn, originals: list[Data]) -> Data:
    """Plain data with up to two of its values replaced, removed, or joined by another key."""
    data: Data = copy.deepcopy(draw(st.sampled_from(originals)))
    for _ in range(draw(st.integers(0, 2))):
        path = draw(st.sampled_from(paths(data)[1:] or [()]))
        if not path:
            continue
        holder: Any = data
        for key in path[:-1]:
            holder = holder[key]
        change = draw(st.sampled_from(["replace", "replace", "remove", "add"]))
        if change == "replace":
            holder[path[-1]] = copy.deepcopy(draw(st.sampled_from(JUNK)))
        elif change == "remove":
            del holder[path[-1]]
        elif isinstance(holder, dict):
            holder[draw(st.sampled_from(KEYS))] = copy.deepcopy(draw(st.sampled_from(JUNK)))
    return data


def every_change(original: Data) -> Iterator[Data]:
    """An item with each of its values in turn replaced, left out, doubled, and with a key more in each of its maps."""
    yield original | {"by": "Ann"}
    for path in paths(original)[1:]:
        for value in JUNK:
            yield _with(original, path, lambda held, key, value=value: held.__setitem__(key, value))
        yield _with(original, path, lambda held, key: held.__delitem__(key))
        yield _with(original, path, lambda held, key: held.__setitem__(key, [held[key], held[key]]))
        yield _with(original, path, lambda held, key: isinstance(held, list) and held.append(held[key]))
        yield _with(original, path, lambda held, key: isinstance(held, dict) and held.__setitem__("Zoe", held[key]))


def _with(original: Data, path: Sequence[Any], change: Callable[[Any, Any], Any]) -> Data:
    data = copy.deepcopy(original)
    held: Any = data
    for key in path[:-1]:
        held = held[key]
    change(held, path[-1])
    return data


def refused(family: str, part: str, data: Data) -> bool:
    """Whether the schema refuses a part of a log."""
    return bool(source.schema_faults(data, {"$ref": f"{family}.schema.json#/$defs/{part}"}, store=rulesets.SCHEMAS))


def taken(family: str, part: str, data: Data) -> str:
    """How a part of a log is taken: '' when it reads, 'words' when it is said what is wrong, 'shape' for the schema to say."""
    game, shapes = GAMES[family], SHAPES[family]
    try:
        if part != "event":
            game.start(shapes["players"], data if part == "setup" else {}, data if part == "position" else None)
            return ""
        setup = shapes.get("setup")
        position = None if setup else next(iter(shapes["positions"].values()))
        state = game.start(shapes["players"], setup or {}, copy.deepcopy(position))
        game.read(state, data)
        if "expect" in data:
            list(game.claims(state, data["expect"]))
    except Misread as misread:
        return "words" if misread.faults else "shape"
    return ""


def require_agreement(family: str, original: Data, data: Data) -> None:
    """Asserts that reading and the schema say the same of an item that was changed."""
    how = taken(family, "event", data)
    if not refused(family, "event", data):
        assert how != "shape", data
    elif repr(data.get("expect")) == repr(original.get("expect")):  # what is claimed is judged, whatever it is
        assert how, data


@pytest.mark.parametrize("family", SHAPES)
def test_what_is_not_changed_is_read(family: str) -> None:
    for item in SHAPES[family]["items"]:
        assert taken(family, "event", item) != "shape" and not refused(family, "event", item), item
    for _, part, data in (head for head in HEADS if head[0] == family):
        assert taken(family, part, data) == "" and not refused(family, part, data)


@pytest.mark.parametrize("family", SHAPES)
def test_what_reading_and_the_schema_refuse_of_items(family: str) -> None:
    items = SHAPES[family]["items"]

    @examples(100)
    @given(st.sampled_from(items).flatmap(lambda item: st.tuples(st.just(item), mutated([item]))))
    def holds(pair: tuple[Data, Data]) -> None:
        require_agreement(family, *pair)

    holds()


@pytest.mark.parametrize(
    ("family", "item"), one_in(4, [(family, item) for family in SHAPES for item in SHAPES[family]["items"]])
)
def test_every_change_of_an_item(family: str, item: Data) -> None:
    for data in every_change(item):
        require_agreement(family, item, data)


@pytest.mark.parametrize(("family", "part", "original"), HEADS)
def test_the_head_of_a_log_is_as_strict_as_its_schema(family: str, part: str, original: Data) -> None:
    @examples(100)
    @given(mutated([original]))
    def holds(data: Data) -> None:
        how = taken(family, part, data)
        assert how if refused(family, part, data) else how != "shape", data

    holds()


@pytest.mark.parametrize("family", SHAPES)
def test_the_judge_says_something_about_anything(family: str) -> None:
    shapes, chance = SHAPES[family], random.Random(3)
    log = {"game": shapes["game"], "players": shapes["players"]}
    variants = list(GAMES[family].ruleset.get("variants", default={}))
    for _ in range(tries(150)):
        more: Data = {"position": chance.choice(list(shapes["positions"].values()))}
        if chance.random() < 0.3 and variants:
            more["variants"] = [chance.choice(variants)]
        whole = {**log, **more, "events": chance.sample(shapes["items"], 6)}
        for _ in range(chance.choice((0, 1, 3))):
            path = chance.choice(paths(whole)[1:])
            whole = _with(whole, path, lambda held, key: held.__setitem__(key, copy.deepcopy(chance.choice(JUNK))))
        for as_played in (False, True):
            try:
                verdict = judge(make_log(source.parse(json.dumps(whole), "log.json")), as_played=as_played)
            except Unjudgeable as unjudgeable:
                assert unjudgeable.complaints
                continue
            said = [finding.message for finding in (*verdict.violations, *verdict.complaints)]
            assert all(message and "\n" not in message and len(message) < 500 for message in said)
            assert said or verdict.status == "legal"
