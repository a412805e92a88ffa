"""Keys that turn something on or off in a player's words: what each of their values means, where it is worth a line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Switches = tuple[tuple[tuple[str, str], Any, Mapping[Any, str]], ...]

SWITCHES: Switches = (
    (
        ("harvest", "sums"),
        True,
        {True: "A card takes cards that add up to its value.", False: "A card takes cards of its value, but no sums."},
    ),
    (
        ("harvest", "several"),
        True,
        {True: "A card takes several sets at once.", False: "A card takes one set only."},
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
        ("stockpile", "equals_added"),
        "held",
        {"freely": "Who adds cards to a stockpile that has their value already need hold no other card of it."},
    ),
    (
        ("stockpile", "combined"),
        True,
        {False: "No two stockpiles are added up to one."},
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

CLEARING: Switches = (
    (
        ("clearing", "several"),
        "own_first",
        {
            "own_first": "Of several emptied fields that of the play is cleared first, then the others clockwise.",
            "choice": "Of several emptied fields the player chooses which is cleared first.",
        },
    ),
    (
        ("clearing", "order"),
        "reveal_last",
        {
            "reveal_last": "A Luminary face down is revealed after the reseed; one face up is claimed.",
            "reveal_first": "A Luminary face down is revealed before the reseed; one face up is claimed.",
        },
    ),
    (
        ("clearing", "short"),
        "discard_all",
        {
            "discard_all": "When too few cards are left, all Luminaries face down are discarded.",
            "discard_own": "When too few cards are left, the Luminary of that field is discarded.",
            "keep": "When too few cards are left, its Luminary stays.",
        },
    ),
    (
        ("clearing", "short_effect"),
        "discard",
        {
            "discard": "A Luminary that lacks cards for its effect is discarded.",
            "lapse": "A Luminary that lacks cards for its effect stays, and the effect lapses.",
            "as_far": "A Luminary that lacks cards for its effect stays, and the effect goes as far as they do.",
        },
    ),
    (
        ("clearing", "reseed_after_discard"),
        True,
        {
            True: "A field whose Luminary was discarded for lack of cards is reseeded if an okus was taken.",
            False: "A field whose Luminary was discarded for lack of cards is not reseeded.",
        },
    ),
    (
        ("clearing", "opposite"),
        "top_up",
        {
            "top_up": "A field whose Luminary another one reveals gets as many cards as it lacks.",
            "deal": "A field whose Luminary another one reveals gets as many cards as any other.",
        },
    ),
    (
        ("clearing", "lacking"),
        "cards",
        {
            "cards": "Where a field gets what it lacks, each card of a stockpile counts.",
            "things": "Where a field gets what it lacks, a stockpile counts as one card.",
        },
    ),
    (
        ("clearing", "top_up_takes"),
        "lacking",
        {
            "lacking": "A field gets what it lacks if the pile has as many cards.",
            "reseed": "A field gets what it lacks if the pile has enough for a whole reseed.",
        },
    ),
)
"""The same of clearing a field, where there are Luminaries or several fields."""

LUMINARIES: Switches = (
    (
        ("luminaries", "extra_first"),
        True,
        {
            True: "Plays that Luminaries add to a turn come before drawing up and clearing.",
            False: "Plays that Luminaries add to a turn come after clearing, and lapse with a Luminary that is claimed.",
        },
    ),
    (
        ("luminaries", "in_force"),
        "next_turn",
        {
            "next_turn": "A revealed Luminary acts from the next turn on.",
            "at_once": "A revealed Luminary acts at once.",
        },
    ),
)
"""The same of what all Luminaries have in common."""
