"""What states of every family have from their fields: copies that go their own way, and shapes of what is written."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from referee.core.events import Misread
from referee.core.fields import GAME, Fields, Lifetime, by_player, fill, lasting, part, read, state_class, value, write
from referee.core.items import Items, verb_of
from referee.core.values import NUMBER, SEAT, TEXT, YES_NO, Kind, Shape, fits, list_of, map_of
from referee.judging.read import load_log
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


LATE = Lifetime(lambda rules, state: state.late)
"""Lasts for a round, and is only there late in the game."""


READING = Items(SimpleNamespace(players=2, first=7), {})
"""Reads names; the rules are of a game for two."""


def small() -> Any:
    """A state with a field of every kind, declared here and now."""

    class State(Fields):
        players: tuple[str, ...] = value(())
        dealer: int = value(-1, SEAT, setup=True, always=True)
        late: bool = value(False, YES_NO)
        target: int = value(lambda rules: rules.first, NUMBER, "to", least=5)
        round: int = value(1, NUMBER, lasts=LATE)
        names: dict[str, int] = value(dict, map_of(TEXT, NUMBER), lasts=LATE, least=2)
        tricks: list[list[int]] = by_player(list, list_of(SEAT), "won", LATE)
        bids: list[int] = by_player(0, NUMBER, lasts=LATE, least=0)
        scores: list[int] = by_player(lambda rules: rules.first, NUMBER, whole=True)
        secret: int = value(0, NUMBER, written=lambda rules, state: False)
        table: Any = part(Kind((str,), write=lambda rules, state, value: {}), LATE)

    return state_class(State)


def test_a_state_begins_with_what_was_declared_and_a_round_clears_what_lasts_for_it() -> None:
    state = small()()
    state.begin(READING.rules)
    begun = {field.name: getattr(state, field.name) for field in state.all_fields if field.stored}
    assert begun == {
        "players": (), "dealer": -1, "late": False, "target": 7, "round": 1, "names": {}, "tricks": [[], []], "bids": [0, 0],
        "scores": [7, 7], "secret": 0,
    }  # fmt: skip
    assert state.tricks[0] is not state.tricks[1]
    other = small()()
    other.begin(READING.rules)
    assert other.names is not state.names
    state.dealer, state.target, state.round, state.scores = 1, 9, 4, [1, 2]
    state.names["x"], state.bids[0], state.late = 3, 2, True
    state.tricks[1].append(0)
    copy = state.copy()
    state.begin_round(READING.rules)
    assert (state.dealer, state.target, state.scores, state.late) == (1, 9, [1, 2], True)
    assert (state.round, state.names, state.bids, state.tricks) == (1, {}, [0, 0], [[], []])
    assert (copy.round, copy.names, copy.bids, copy.tricks) == (4, {"x": 3}, [2, 0], [[], [0]])


SEVEN = {"Ann": 7, "Ben": 7}
FULL = {
    "dealer": "Ann",
    "late": True,
    "round": 3,
    "names": {"x": 2},
    "won": {"Ben": ["Ann", "Ben"]},
    "bids": {"Ann": 2},
}
POSITION: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"dealer": "Ben"}, {"dealer": "Ben", "to": 7, "scores": SEVEN}),
    ({"dealer": "Ann", "to": 5, "scores": {"Ben": 3}}, {"dealer": "Ann", "to": 5, "scores": {"Ann": 7, "Ben": 3}}),
    (FULL, {**FULL, "to": 7, "scores": SEVEN}),
    ({"dealer": "Ann", "round": 3, "bids": {"Ann": 2}, "secret": 4}, {"dealer": "Ann", "to": 7, "scores": SEVEN}),
]
"""What a position says, and how it is written again: what is not there, or never written, is ignored."""


@pytest.mark.parametrize(("said", "again"), POSITION)
def test_what_is_said_of_fields_is_read_and_written(said: dict[str, Any], again: dict[str, Any]) -> None:
    kind = small()
    state = kind()
    state.begin(READING.rules)
    fill(state, READING, ["Ann", "Ben"], {"dealer": "Ann"}, said)
    assert (state.players, state.dealer) == (("Ann", "Ben"), ["Ann", "Ben"].index(said["dealer"]))
    rest = [field for field in kind.all_fields if not field.setup]
    read(rest, READING, state, said, ("position",))
    assert write(READING.rules, state) == again
    assert [field.key for field in lasting(kind, LATE)] == ["round", "names", "won", "bids", "table"]
    assert "dealer" not in [field.name for field in lasting(kind, GAME)]


@pytest.mark.parametrize(
    "said",
    [
        {"dealer": 1}, {"target": 8}, {"to": 4}, {"names": {"x": 1}}, {"bids": {"Ann": -1}}, {"bids": [1, 2]},
        {"won": {"Ann": 3}}, {"scores": {"Ann": "3"}}, {"stranger": 1}, {"late": 0}, {"table": 3}, {"players": ["Ann"]},
    ],
)  # fmt: skip
def test_what_does_not_fit_a_field_is_left_to_the_schema(said: dict[str, Any]) -> None:
    state = small()()
    state.begin(READING.rules)
    with pytest.raises(Misread) as misread:
        fill(state, READING, ["Ann", "Ben"], {}, said)
    assert misread.value.shapeless
    assert misread.value.faults == []


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
