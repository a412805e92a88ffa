"""A patch laid over a ruleset: the examples of RFC 7396, and patches that keep their nulls until they are picked."""

from __future__ import annotations

from typing import Any

import pytest

from referee.core.merging import holds, lay_over, merge

APPENDIX_A: list[tuple[Any, Any, Any]] = [
    ({"a": "b"}, {"a": "c"}, {"a": "c"}),
    ({"a": "b"}, {"b": "c"}, {"a": "b", "b": "c"}),
    ({"a": "b"}, {"a": None}, {}),
    ({"a": "b", "b": "c"}, {"a": None}, {"b": "c"}),
    ({"a": ["b"]}, {"a": "c"}, {"a": "c"}),
    ({"a": "c"}, {"a": ["b"]}, {"a": ["b"]}),
    ({"a": {"b": "c"}}, {"a": {"b": "d", "c": None}}, {"a": {"b": "d"}}),
    ({"a": [{"b": "c"}]}, {"a": [1]}, {"a": [1]}),
    (["a", "b"], ["c", "d"], ["c", "d"]),
    ({"a": "b"}, ["c"], ["c"]),
    ({"a": "foo"}, None, None),
    ({"a": "foo"}, "bar", "bar"),
    ({"e": None}, {"a": 1}, {"e": None, "a": 1}),
    ([1, 2], {"a": "b", "c": None}, {"a": "b"}),
    ({}, {"a": {"bb": {"ccc": None}}}, {"a": {"bb": {}}}),
]
"""Original, patch and result, as the RFC has them."""


@pytest.mark.parametrize(("original", "patch", "result"), APPENDIX_A)
def test_a_patch_does_what_the_rfc_says(original: Any, patch: Any, result: Any) -> None:
    assert merge(original, patch) == result


def test_neither_what_is_patched_nor_the_patch_is_changed() -> None:
    original, patch = {"a": {"b": 1, "c": 2}}, {"a": {"b": None}}
    merge(original, patch)
    assert (original, patch) == ({"a": {"b": 1, "c": 2}}, {"a": {"b": None}})


PATCHES: list[tuple[Any, Any]] = [
    ({"play": {"a": 1, "b": None}}, {"play": {"b": 2, "c": None}, "end": None}),
    ({"play": {"a": {"x": 1}}}, {"play": {"a": None}}),
    ({"deal": {"each": 3}}, {"play": {"a": None}}),
]
"""The patch of a variant in a game, and what a house rule adds to it. No patch says what a map after a null or a value does."""
UNDER: list[Any] = [
    {},
    {"play": {"a": 0, "b": 0, "c": 0}, "end": 5, "deal": {"each": 1, "hands": 2}},
    {"play": {"a": {"x": 7, "y": 7, "z": 7}}},
]


@pytest.mark.parametrize(("first", "second"), PATCHES)
@pytest.mark.parametrize("under", UNDER)
def test_a_variant_that_a_house_rule_changes_does_what_both_patches_do_one_after_the_other(
    under: Any, first: Any, second: Any
) -> None:
    laid = lay_over({"variants": {"odd": {"patch": first}}}, {"variants": {"odd": {"patch": second}}})
    assert merge(under, laid["variants"]["odd"]["patch"]) == merge(merge(under, first), second)


def test_nulls_of_variants_and_of_readings_are_kept_and_others_act_at_once() -> None:
    game = {"play": {"a": 1, "b": 2}, "variants": {"odd": {"text": "x"}}, "rulings": {"r": {"readings": {"one": {}}}}}
    house = {
        "play": {"a": None},
        "variants": {"odd": {"text": None, "patch": {"end": None}}, "gone": None},
        "rulings": {"r": {"readings": {"one": {"value": {"x": None}}, "two": {"value": None}}}, "s": None},
    }
    assert lay_over(game, house) == {
        "play": {"b": 2},
        "variants": {"odd": {"patch": {"end": None}}},
        "rulings": {"r": {"readings": {"one": {"value": {"x": None}}, "two": {"value": None}}}},
    }


def test_a_null_in_place_of_a_reading_or_a_patch_is_not_passed_over() -> None:
    game = {"variants": {"odd": {"patch": {"a": 1}}}, "rulings": {"r": {"readings": {"one": {"value": 3}}}}}
    house = {"variants": {"odd": {"patch": None}}, "rulings": {"r": {"readings": {"one": {"value": None}}}}}
    assert lay_over(game, house) == house


def test_a_reading_holds_where_it_would_change_nothing() -> None:
    assert holds({"from": "side"}, {"from": "side", "many": 2})
    assert not holds({"from": "side"}, {"from": "all", "many": 2})
    assert holds(None, None)
    assert not holds(None, 3)
