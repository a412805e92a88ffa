"""What states of every family have from their fields: copies that go their own way, and shapes of what is written."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.core.events import Misread
from referee.core.fields import Fields
from referee.core.items import Shape, fits, verb_of
from referee.judging.log import load_log
from referee.judging.replay import replay

LOGS = Path(__file__).parents[1] / "logs" / "legal"
PLAYED = ("illuminate-plays.yaml", "luminars-plays.yaml", "illimat-plays.yaml", "illuminati-two-players.yaml")


def held(state: Fields) -> Iterator[tuple[str, Any]]:
    """All lists and maps in the fields of a state, and those within them."""
    for field in state.all_fields:
        value = getattr(state, field.name) if field.stored else None
        if isinstance(value, list | dict):
            yield field.name, value
            for entry in value if isinstance(value, list) else value.values():
                if isinstance(entry, list | dict):
                    yield f"{field.name}.[]", entry


def plain(state: Fields, name: str) -> Any:
    """A number, a text or several of them; the type of anything else."""
    value = getattr(state, name)
    return value if isinstance(value, int | float | str | tuple) else type(value)


@pytest.mark.parametrize("name", PLAYED)
@pytest.mark.parametrize("until", [None, 4])
def test_a_copy_is_equal_and_shares_nothing_that_can_be_changed(name: str, until: int | None) -> None:
    state = replay(load_log(str(LOGS / name)), until=until).state
    copy = state.copy()
    assert list(held(copy)) == list(held(state))
    assert [name for (name, one), (_, other) in zip(held(copy), held(state), strict=True) if one is other] == []
    assert all(plain(copy, field.name) == plain(state, field.name) for field in state.all_fields if field.stored)


FITS: list[tuple[Any, Shape, bool]] = [
    (3, int, True),
    (True, int, False),
    ("a", int, False),
    (None, object, True),
    ([1, "a"], object, True),
    (["a", "b"], list, True),
    (["a", 1], list, False),
    ({}, list, False),
    ("a", frozenset({"a", "b"}), True),
    ("c", frozenset({"a", "b"}), False),
    (1, frozenset({"a", "b"}), False),
    ({"a": 1, "b": "x"}, {"a": int, "b": str}, True),
    ({"a": 1}, {"a": int, "b": str}, False),
    ({"a": 1, "b": 2}, {"a": int, "b": str}, False),
    ({"a": 1, "b": "x", "c": 1}, {"a": int, "b": str}, False),
    ([1], {"a": int}, False),
    ({"x": 1, "y": "z"}, (dict, int, str), True),
    ({"x": 1, "y": 2.5}, (dict, int, str), False),
    ([1, 2], (list, int), True),
    ([1, "a"], (list, int), False),
    ({"x": 1}, (list, int), False),
    ([["a"]], (list, list), True),
    ([], (list, int), True),
]


@pytest.mark.parametrize(("value", "shape", "right"), FITS)
def test_what_is_written_has_a_shape(value: Any, shape: Shape, right: bool) -> None:
    assert fits(value, shape) is right


VERBS = {"play": None, "deal": None}


@pytest.mark.parametrize(
    "item",
    [
        {"play": 1},
        {"play": 1, "by": "Ann", "note": "why", "stands": "seen late", "expect": {}},
        {"expect": {"x": 1}, "deal": {}},
    ],
)
def test_an_item_has_one_verb_and_what_may_stand_beside_it(item: dict[str, Any]) -> None:
    assert verb_of(item, VERBS) in item


@pytest.mark.parametrize(
    "item",
    [
        {},
        {"by": "Ann"},
        {"play": 1, "deal": 2},
        {"bid": 1},
        {"play": 1, "note": 3},
        {"play": 1, "stands": True},
        {"play": 1, "stands": ""},
        {"play": 1, "expect": [1]},
    ],
)
def test_an_item_of_another_form_is_left_to_the_schema(item: dict[str, Any]) -> None:
    with pytest.raises(Misread) as misread:
        verb_of(item, VERBS)
    assert misread.value.shapeless
    assert misread.value.faults == []
