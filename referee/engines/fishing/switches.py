"""Keys that turn something on or off in a player's words: what each of their values means, where it is worth a line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

SWITCHES: tuple[tuple[tuple[str, str], Any, Mapping[Any, str]], ...] = (
    (
        ("harvest", "sums"),
        True,
        {True: "A card takes cards that add up to its value.", False: "A card takes cards of its value, but no sums."},
    ),
    (
        ("harvest", "several"),
        True,
        {True: "It takes several sets at once.", False: "It takes one set only."},
    ),
    (
        ("harvest", "equal_cards"),
        True,
        {False: "Of several separate cards of its value it takes one."},
    ),
    (
        ("harvest", "equal_faces"),
        True,
        {False: "Of several separate cards without a value it takes one."},
    ),
    (
        ("harvest", "single_in_sums"),
        True,
        {False: "A single stockpile is harvested by its own value only."},
    ),
    (
        ("harvest", "multiple_in_sums"),
        False,
        {
            True: "A multiple stockpile may be a term of a sum that is harvested.",
            False: "A multiple stockpile is harvested by its own value only.",
        },
    ),
    (
        ("harvest", "both_values"),
        False,
        {True: "A card of several values may take sets of each at once."},
    ),
    (
        ("harvest", "whole_hand"),
        False,
        {True: "All cards of a full hand may be played as one of their total, for a harvest."},
    ),
    (
        ("stockpile", "passive"),
        "held",
        {
            "held": "Who makes a stockpile holds another card of its value.",
            "said": "Who makes a stockpile says that another card of its value is in hand; nobody looks.",
        },
    ),
    (
        ("stockpile", "multiple_in_sums"),
        False,
        {
            True: "Any stockpile may be raised to a higher value.",
            False: "A single stockpile may be raised to a higher value; a multiple stockpile keeps its own.",
        },
    ),
    (
        ("stockpile", "ripe"),
        "next_action",
        {"next_turn": "A stockpile is not harvested on the turn on which it was made."},
    ),
    (
        ("stockpile", "owned"),
        False,
        {True: "A stockpile belongs to whoever built it last."},
    ),
    (
        ("stockpile", "raised"),
        "any",
        {"from_hand": "A single stockpile is raised by the card played alone, without cards of the field."},
    ),
    (
        ("stockpile", "keep"),
        False,
        {True: "Who owns a stockpile keeps a card of its value until it is taken or built on."},
    ),
    (
        ("sow", "while_capturing"),
        True,
        {False: "A card that can capture something is not sown."},
    ),
    (
        ("sow", "while_owning"),
        True,
        {False: "Who owns a stockpile does not sow."},
    ),
)
"""(key, its default, sentences by value)."""
