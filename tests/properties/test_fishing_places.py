"""A name that nothing has is found where it stands, in the head of a fishing log and in a score pad."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
from test_shapes import GAMES, SHAPES

from referee.core.events import Misread
from referee.engines.fishing.state import FishingState

GAME, ILLIMAT = GAMES["fishing"], SHAPES["fishing"]
PLAYERS, SETUP = ILLIMAT["players"], ILLIMAT["setup"]
NOBODY = "Xyzzy"
Way = tuple[Any, ...]
PADS: list[dict[str, Any]] = [
    {
        "piles": {"Ann": ["7su", "8su"], "Ben": {"bumper-crop": 2, "fools": 1}},
        "okus": {"Ann": 1},
        "luminaries": {"Ann": ["The Rake", "The River"], "Ben": "The Maiden"},
    },
    {"most": {"bumper-crop": "Ann", "sunkissed": "nobody"}, "piles": {"Ann": {"fools": 1}}},
    {"score": {"Ann": 3, "Ben": 2}, "totals": {"Ann": 3, "Ben": 2}},
    {"score": {"Ann": 3}, "convergences": 1, "okus": {"Dov": 2}},
]


def ways(data: Any, way: Way = ()) -> Iterator[tuple[Way, bool]]:
    """The way to every text, be it a value or a key that is no word of the log; and whether it is a key."""
    if isinstance(data, dict):
        for key, value in data.items():
            if key[0].isupper() or key[0].isdigit():
                yield (*way, key), True
            yield from ways(value, (*way, key))
    elif isinstance(data, list):
        for place, value in enumerate(data):
            yield from ways(value, (*way, place))
    elif isinstance(data, str):
        yield way, False


def misspelt(data: Any, way: Way, key: bool) -> Any:
    """The data with a name that nothing has in this place."""
    data = deepcopy(data)
    inner = data
    for step in way[:-1]:
        inner = inner[step]
    if key:
        entries = [(NOBODY if name == way[-1] else name, value) for name, value in inner.items()]
        inner.clear()
        inner.update(entries)
    else:
        inner[way[-1]] = NOBODY
    return data


def found(part: str, data: Any) -> list[tuple[Way, str]]:
    """What is said about the head of a log, and where; shapes aside."""
    try:
        GAME.start(PLAYERS, data if part == "setup" else {}, data if part == "position" else None)
    except Misread as misread:
        return [(fault.at, fault.message) for fault in misread.faults]
    return []


HEADS = [("setup", SETUP), *(("position", position) for position in ILLIMAT["positions"].values())]
CLOSED = (("steps", 0, "do"), ("own", "action"), ("phase",), ("used",), ("named", "st"), ("steps", 0, "told"))
"""Words of the log, of which only some are known, and what may be anything."""


@pytest.mark.parametrize(
    ("part", "data", "way", "key"),
    [
        (part, data, way, key)
        for part, data in HEADS
        for way, key in ways(data)
        if not {way[:1], way[:2], way[:3]} & {*CLOSED}
    ],
    ids=lambda one: "/".join(map(str, one)) if isinstance(one, tuple) else None,
)
def test_an_unknown_name_in_the_head_is_found_where_it_stands(part: str, data: Any, way: Way, key: bool) -> None:
    there = (part, *way[:-1], NOBODY) if key else (part, *way)
    said = found(part, misspelt(data, way, key))
    assert [at for at, message in said if NOBODY in message] == [there], said


@pytest.mark.parametrize(
    ("pad", "way", "key"),
    [(pad, way, key) for pad in PADS for way, key in ways(pad)],
    ids=lambda one: "/".join(map(str, one)) if isinstance(one, tuple) else None,
)
def test_an_unknown_name_in_a_pad_is_found_where_it_stands(pad: Any, way: Way, key: bool) -> None:
    state: FishingState = GAME.start(PLAYERS, SETUP, None)
    there = ("result", *way[:-1], NOBODY) if key else ("result", *way)
    with pytest.raises(Misread) as misread:
        GAME.read(state, {"result": misspelt(pad, way, key)})
    said = [fault.at for fault in misread.value.faults if NOBODY in fault.message]
    assert [at[: len(there)] for at in said] == [there]  # a single name may be written without its list
