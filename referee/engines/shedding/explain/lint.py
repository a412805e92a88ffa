"""Faults of a shedding ruleset that its schema cannot see: names that name nothing, hands that do not fit."""

from __future__ import annotations

from collections.abc import Iterator

from referee.core.family import Unsound
from referee.core.lint import (
    IDLE_TARGET,
    LintFault,
    common_kinds,
    hands_fit,
    idle,
    out_of_reach,
    outside_readings,
    unexplained,
    unknown_names,
)
from referee.core.points import Cited, deciding
from referee.core.ruleset import Ruleset
from referee.core.scoring import counts_target
from referee.core.selectors import choose
from referee.engines.shedding.words.compiled import SheddingRules
from referee.engines.shedding.words.scoring import SCORE_NAMES


def soundness(ruleset: Ruleset) -> Iterator[LintFault]:
    """Yield every fault of a ruleset, as (pointer, sentence); what compiling finds included."""
    names = list(_names(ruleset))
    yield from names
    for name in ruleset.full["define"]:
        if name in SCORE_NAMES:
            yield ("define", name), f"{name!r} is a name already: {SCORE_NAMES[name]}; define another"
    yield from unexplained(ruleset, cited(ruleset))
    yield from outside_readings(ruleset)
    yield from out_of_reach(ruleset.full["scoring"])
    for at, others, message in idle(ruleset):
        if ruleset.latest(at, *others) == at:  # what another layer made useless later is not this one's fault
            yield at, message
    if names:
        return
    yield from _without_effect(ruleset)
    seen: set[LintFault] = set()
    for players in ruleset.get("players", default=()):
        try:
            rules = SheddingRules(ruleset, players)
        except Unsound as unsound:
            seen.update(unsound.faults)
            continue
        yield from hands_fit(rules, 1)
        if rules.scoring.target:
            rules.scoring.target({"players": players}, ())
    yield from sorted(seen, key=str)


def cited(ruleset: Ruleset) -> Iterator[Cited]:
    """Return the words that decide something, each with the rules it may cite: the first that exists."""
    return deciding(ruleset)


def _names(ruleset: Ruleset) -> Iterator[LintFault]:
    """Cards, suits, ranks and symbols that the deck does not have."""
    deck, data = ruleset.deck, ruleset.full
    yield from unknown_names(ruleset, common_kinds(ruleset))
    if "symbol" in data["match"]["by"] and not deck.symbols:
        yield ("match", "by"), f"{deck.title} has no symbols that cards could match by"


def _without_effect(ruleset: Ruleset) -> Iterator[LintFault]:
    """Special cards that an entry above covers, and a target that nothing asks for."""
    data, deck = ruleset.full, ruleset.deck
    left = set(range(len(deck)))
    for name, entry in data["effects"].items():
        named = choose(entry["cards"], deck)
        if not named & left:
            yield ("effects", name), "it names only cards that the entries above already cover"
        left -= named
    if "target" in data["end"] and not counts_target(data):
        yield ruleset.latest(("end", "target"), ("end", "when")), IDLE_TARGET
