"""Words of a fishing ruleset that change nothing because of others: what they need, and which word brings it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from referee.core.lint import LintFault
from referee.core.merging import at
from referee.core.places import Pointer
from referee.core.ruleset import Ruleset
from referee.engines.fishing.words.powers import Word

Holds = Callable[[Ruleset], bool]
"""Whether a ruleset has what a word needs."""


def soundness(ruleset: Ruleset) -> Iterator[LintFault]:
    """Words that a house rule, or the game's own last file, sets to no effect."""
    for pointers, does_nothing, needs, message in IDLE:
        for pointer in pointers:
            value = ruleset.get(*pointer)
            if value is not None and does_nothing(value) and _ours(ruleset, pointer) and not needs(ruleset):
                yield pointer, message
    for name, entry in ruleset.part("luminaries")["cards"].items():
        each = ((entry.get("claim") or {}).get("collect") or {}).get("each") or 1
        if each > 1:
            here = ("luminaries", "cards", name, "claim", "collect", "each")
            yield here, f"each player gives one card, not {each}; omit `each:`"


def _ours(ruleset: Ruleset, pointer: Pointer) -> bool:
    """Whether the last file of all sets a word: a house rule, or a game that extends another."""
    layer = ruleset.layer(pointer)
    if ruleset.houses:
        return not layer.own and layer.name.partition(" ")[0] not in ("variant", "reading")
    own = [other for other in ruleset.layers if other.own]
    return not ruleset.variants and len(own) > 1 and layer is own[-1]


def _number(*pointer: str) -> Holds:
    return lambda ruleset: bool(at(ruleset.full, pointer))


def _stockpiles(ruleset: Ruleset) -> bool:
    return bool(ruleset.full["stockpile"]["allowed"])


def _sums(ruleset: Ruleset) -> bool:
    return _stockpiles(ruleset) and bool(ruleset.full["harvest"]["sums"])


def _like_only(ruleset: Ruleset) -> bool:
    values = ruleset.full["values"]
    return any(card.rank not in values and card.id not in values for card in ruleset.deck.cards)


def _two_values(ruleset: Ruleset) -> bool:
    return any(isinstance(value, list) and len(value) > 1 for value in ruleset.full["values"].values())


def _played_together(ruleset: Ruleset) -> bool:
    if ruleset.full["harvest"]["whole_hand"]:
        return True
    told = ruleset.part("luminaries")
    return told["dealt"] and any(entry.get("in_play", {}).get("together") for entry in told["cards"].values())


def _reseeds(ruleset: Ruleset) -> bool:
    return bool(ruleset.full["okus"]["per_player"] or ruleset.part("luminaries")["dealt"])


def _several_fields(ruleset: Ruleset) -> bool:
    return bool(ruleset.part("box").get("seasons"))


def _loss(ruleset: Ruleset) -> bool:
    return any(line["points"] < 0 for line in ruleset.full["scoring"]["most"].values())


def _below(section: str, *words: str) -> tuple[Word, ...]:
    return tuple((section, word) for word in words)


def _true(value: Any) -> bool:
    return bool(value)


LUMINARY_WORDS = ("order", "short", "short_effect", "reseed_after_discard", "opposite", "lacking", "top_up_takes")
IDLE: tuple[tuple[tuple[Word, ...], Callable[[Any], bool], Holds, str], ...] = (
    (
        (("draw_when",),),
        lambda value: value == "hand_empty",
        _number("draw_up"),
        "nobody draws here; `draw_up: …` has players draw",
    ),
    ((("draw_fallow",),), _true, _number("draw_up"), "nobody draws here; `draw_up: …` has players draw"),
    (
        (("sow", "while_owning"),),
        lambda value: value is False,
        _number("stockpile", "owned"),
        "nobody owns a stockpile here; `stockpile: {owned: true}` gives them owners",
    ),
    (
        (("stockpile", "keep"),),
        _true,
        _number("stockpile", "owned"),
        "nobody owns a stockpile here; `stockpile: {owned: true}` gives them owners",
    ),
    (
        _below("stockpile", "passive", "equals_added", "ripe", "multiple_in_sums", "raised", "owned"),
        lambda value: value not in (False, "held", "next_action", "any"),
        _stockpiles,
        "nobody makes stockpiles here; `stockpile: {allowed: true}` allows them",
    ),
    (
        (("stockpile", "combined"),),
        lambda value: value is False,
        _stockpiles,
        "nobody makes stockpiles here; `stockpile: {allowed: true}` allows them",
    ),
    (
        (("harvest", "multiple_in_sums"),),
        _true,
        _sums,
        "no stockpile is added to anything here; that takes `stockpile: {allowed: true}` and `harvest: {sums: true}`",
    ),
    (
        (("harvest", "single_in_sums"),),
        lambda value: value is False,
        _sums,
        "no stockpile is added to anything here; that takes `stockpile: {allowed: true}` and `harvest: {sums: true}`",
    ),
    (
        (("harvest", "single_first"),),
        _true,
        _number("harvest", "sums"),
        "no sums are taken here; `harvest: {sums: true}` allows them",
    ),
    (
        (("harvest", "equal_faces"),),
        lambda value: value is False,
        _like_only,
        "every card has a value here; omit from `values:` the cards that only take their like",
    ),
    (
        (("harvest", "both_values"),),
        _true,
        _two_values,
        "no card has two values here; write them in `values:`, as in F: [1, 14]",
    ),
    (
        (("harvest", "whole_hand"),),
        _true,
        _number("draw_up"),
        "no hand is ever full here; `draw_up: …` says how many cards it has",
    ),
    (
        (("box", "turned_on"),),
        _true,
        _number("box", "turned_by"),
        "no card turns the box here; `turned_by:` names some",
    ),
    (
        (("box", "several"),),
        lambda value: value == "none",
        _played_together,
        "no cards are played as one here; a Luminary with `together:` or `harvest: {whole_hand: true}` allows them",
    ),
    (
        (("deal", "first_draws"),),
        lambda value: value == "before",
        _number("draw_up"),
        "nobody draws here; `draw_up: …` has players draw",
    ),
    (
        (("okus", "per_player"),),
        _true,
        _number("clearing", "okus"),
        "nobody ever takes an okus here; `clearing: {okus: 1}` has players take them",
    ),
    (
        (("clearing", "okus"), ("scoring", "okus")),
        _true,
        _number("okus", "per_player"),
        "there are no okus here; `okus: {per_player: …}` adds them",
    ),
    (
        (("clearing", "reseed"),),
        _true,
        _reseeds,
        "a field is reseeded where an okus is taken or a Luminary is revealed; this game has neither",
    ),
    (
        _below("clearing", *LUMINARY_WORDS),
        lambda value: value not in ("reveal_last", "discard_all", "discard", True, "top_up", "cards", "lacking"),
        _number("luminaries", "dealt"),
        "no Luminaries are dealt here; `luminaries: {dealt: …}` deals them",
    ),
    (
        (("scoring", "luminaries"), ("luminaries", "convergence")),
        _true,
        _number("luminaries", "dealt"),
        "no Luminaries are dealt here; `luminaries: {dealt: …}` deals them",
    ),
    (
        _below("luminaries", "extra_first", "in_force"),
        lambda value: value in (False, "at_once"),
        _number("luminaries", "dealt"),
        "no Luminaries are dealt here; `luminaries: {dealt: …}` deals them",
    ),
    (
        (("clearing", "several"),),
        lambda value: value == "choice",
        _several_fields,
        "there is a single field here; `box: {seasons: …}` makes several",
    ),
    (
        (("clearing", "last_sweep"),),
        lambda value: value is False,
        _number("clearing", "sweep"),
        "emptying a field scores nothing here; `clearing: {sweep: …}` says what it scores",
    ),
    (
        (("scoring", "tied_loss"),),
        lambda value: value == "all",
        _loss,
        "nobody loses points for having most; a line of `most:` with `points:` below 0 does that",
    ),
    (
        (("scoring", "none_counted"),),
        lambda value: value == "nobody",
        _number("scoring", "most"),
        "nothing scores for having most here; `most:` has such lines",
    ),
)
"""The words, the values of theirs that would change something, what they need for it, what is said where it is missing."""
