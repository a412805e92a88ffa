"""Every item of a log, with each of its values replaced, left out, doubled, or joined by a key: reading and the schema refuse
the same."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Sequence
from types import ModuleType
from typing import Any

import pytest
import test_conspiracy_shapes as conspiracy
import test_fishing_shapes as fishing
import test_meld_shapes as meld
import test_shapes as trick
from slowness import one_in
from test_shapes import paths

from referee import source
from referee.core.events import Misread
from referee.rules import rulesets

Data = dict[str, Any]
VALUES: list[Any] = [
    None, True, False, 0, 1, 3, -1, 1.5, "", "Ann", "Texas", "5wi", [], {}, [3], ["Ann"], ["5wi"], [[]], {"Ann": 1},
    {"Ann": -1}, {"Ann": "1"}, {"Ann": None}, {"Ann": ["5wi"]}, {"Eve": 1}, {"Summer": ["5wi"]}, {"Texas": "top"},
]  # fmt: skip
"""What each value is replaced by."""
ITEMS = [(module, item) for module in (conspiracy, fishing, meld, trick) for item in module.ITEMS]


@pytest.mark.parametrize(("module", "item"), one_in(4, ITEMS))
def test_what_reading_refuses_the_schema_refuses(module: ModuleType, item: Data) -> None:
    schema = {"$ref": f"{module.GAME.ruleset.family}.schema.json#/$defs/event"}
    setup = getattr(module, "SETUP", None)
    state = module.GAME.start(module.PLAYERS, setup or {}, None if setup else module.POSITION)
    for data in changed(item):
        try:
            module.GAME.read(state, data)
            if "expect" in data:
                list(module.GAME.claims(state, data["expect"]))
            how = ""
        except Misread as misread:
            how = "words" if misread.faults else "shape"
        if not source.schema_faults(data, schema, store=rulesets.SCHEMAS):
            assert how != "shape", data
        elif repr(data.get("expect")) == repr(item.get("expect")):  # what is claimed is judged, whatever it is
            assert how, data


def changed(original: Data) -> Iterator[Data]:
    """An item with each of its values in turn replaced, left out, doubled, and with a key more in each of its maps."""
    yield original | {"by": "Ann"}
    for path in paths(original)[1:]:
        for value in VALUES:
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
