"""Faults in what scoring counts, lets players declare and choose, and carries: names that are taken, missing cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.core.cards import Deck
from referee.core.lint import LintFault
from referee.core.places import Pointer
from referee.core.ruleset import Ruleset
from referee.core.suggest import did_you_mean
from referee.engines.trick.words.scoring import SCORE_NAMES
from referee.engines.trick.words.selectors import EXTREMES, is_extreme, is_points


def scoring_faults(ruleset: Ruleset) -> Iterator[LintFault]:
    """Everything that is wrong with them."""
    data = ruleset.full
    yield from _card_points(ruleset.deck, data)
    yield from _extremes(data)
    yield from _named_twice(ruleset, data)
    yield from _declarations(ruleset, data)
    yield from _unpooled(ruleset, data)


def _unpooled(ruleset: Ruleset, data: dict[str, Any]) -> Iterator[LintFault]:
    """Parts that are not pooled although nobody has a partner, or the partners have one score all the game."""
    for name, part in data["scoring"].items():
        if part["pooled"]:
            continue
        at: Pointer = ("scoring", name, "pooled")
        if part["each"] == "side":
            yield at, "a side scores as one; `pooled: false` goes with `each: player`"
        elif data["partners"] != "none":
            message = "partners have one score all game; `pooled: false` is for the sides that an auction makes"
            yield ruleset.latest(at, ("partners",)), message
        elif not sides_by_auction(data):
            yield at, "everybody plays alone, so nothing is pooled; remove this line"


def sides_by_auction(data: dict[str, Any]) -> bool:
    """Whether an auction makes the sides of a hand."""
    bidding = data.get("bidding") or {}
    return "calls" in bidding and bidding["declarer"]["with"] != "partner"


def is_played(data: dict[str, Any], what: str) -> bool:
    if what == "roles":
        return "roles" in data
    trick = data["trick"]
    return bool(trick[what] != "none" or (what == "trump" and trick.get("always_trump")))


def _named_twice(ruleset: Ruleset, data: dict[str, Any]) -> Iterator[LintFault]:
    """Counts, options and definitions whose name already means something in formulas."""
    known: dict[str, tuple[Pointer, str]] = {
        name: ((), f"a name already: {says}") for name, says in SCORE_NAMES.items()
    }
    named: list[tuple[Pointer, str, str]] = [(("count", name), name, "a count") for name in data["count"]]
    for choice, words in data["choices"].items():
        options = enumerate(words["options"])
        named += [(("choices", choice, "options", place), name, "an option") for place, name in options]
    named += [(("declare", name), name, "a declaration") for name in data["declare"]]
    named += [(("carry", name), name, "a carried value") for name in data["carry"]]
    named += [(("define", name), name, "a definition") for name in data["define"]]
    for pointer, name, what in named:
        if name in known:
            other, says = known[name]
            yield ruleset.latest(pointer, other) if other else pointer, f"{name!r} is {says}; choose another name"
        known.setdefault(name, (pointer, f"{what} already"))


def _declarations(ruleset: Ruleset, data: dict[str, Any]) -> Iterator[LintFault]:
    """Declarations of cards that the deck does not have, or of nothing, or that no formula asks for."""
    deck = ruleset.deck
    ranks = list(dict.fromkeys(card.rank for card in deck.cards))
    for name, words in data["declare"].items():
        at: Pointer = ("declare", name)
        written = ruleset.data["declare"][name]
        if sum(key in words for key in ("ranks", "cards", "run")) != 1:
            yield at, "a declaration has exactly one of `ranks:`, `cards:` and `run:`"
            continue
        if words.get("run", 0) > len(ranks):
            yield (*at, "run"), f"there is no run of {words['run']} cards; {deck.title} has {len(ranks)} ranks"
            continue
        if "run" in words and "suits" in written:
            yield (*at, "suits"), "a run is of one suit, the suit of its highest card; `suits` goes with `ranks`"
        for key, known in (("ranks", ranks), ("cards", deck.ids)):
            for place, one in enumerate(words.get(key, ())):
                if one not in known:
                    near = did_you_mean(one, known) or (f"; it has {', '.join(ranks)}" if key == "ranks" else "")
                    yield (*at, key, place), f"{one!r} is not a {key[:-1]} of {deck.title}{near}"
                elif words[key].count(one) > max(card.copies for card in deck.cards if one in (card.rank, card.id)):
                    yield (*at, key, place), f"{one} is listed more often than it is in {deck.title}"
                    break
        if "cards" in words and "suits" in written:
            yield (*at, "suits"), "these cards have their suits already; `suits` goes with `ranks`"
        if words["suits"] == "trump" and "ranks" in words and not is_played(data, "trump"):
            yield (*at, "suits"), "there are no trumps in this game"


def _extremes(data: dict[str, Any]) -> Iterator[LintFault]:
    """Counts that ask for the highest and the lowest card at once, or for neither."""
    for name, what in data["count"].items():
        which = [word for word in EXTREMES if isinstance(what, dict) and word in what]
        if len(which) > 1:
            yield (
                ("count", name, which[1]),
                "a count is of the highest card or of the lowest; give the other a name of its own",
            )
        elif isinstance(what, dict) and "to" in what and not which:
            yield ("count", name, "to"), "`to:` needs `highest:` or `lowest:`; add one of them"


def _card_points(deck: Deck, data: dict[str, Any]) -> Iterator[LintFault]:
    """Points for ranks and cards that the deck does not have, for trumps in a game without trumps, or for nothing."""
    ranks = list(dict.fromkeys(card.rank for card in deck.cards))
    for name, what in data["count"].items():
        if is_extreme(what) or not is_points(what):
            continue
        for table, points in what.items():
            for key in points:
                if key not in ranks and key not in deck.by_id:
                    message = f"{deck.title} has neither a rank nor a card {key!r}; its ranks: {', '.join(ranks)}"
                    yield ("count", name, table, key), message
        if not any(points for table in what.values() for points in table.values()):
            yield ("count", name), "no card is worth any points here; write for example {points: {A: 11}}"
        if what.get("trump_points") and not is_played(data, "trump"):
            yield ("count", name, "trump_points"), "there are no trumps that these points could be for"
