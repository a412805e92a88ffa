"""Faults of a fishing ruleset that its schema cannot see: unknown names, small decks, idle Luminaries, rules without text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from referee.core import lint
from referee.core.cards import fold_name
from referee.core.family import Unsound
from referee.core.findings import counted
from referee.core.lint import Kind, LintFault
from referee.core.places import Pointer
from referee.core.ruleset import Cited, Ruleset, deciding
from referee.engines.fishing.compiled import FishingRules
from referee.engines.fishing.words.powers import entries, selected
from referee.engines.fishing.words.scoring import LEFT, SCORE_NAMES, TOKENS, as_name

ALWAYS: tuple[Cited, ...] = (
    *((("deal",), (rule,)) for rule in ("order", "turn", "deck", "deal", "hand")),
    (("values",), ("sow",)),
    (("values",), ("harvest",)),
)
"""Rules that every fishing game cites."""


def soundness(ruleset: Ruleset) -> Iterator[LintFault]:
    """Yield every fault of a ruleset, as (pointer, sentence)."""
    yield from _cards(ruleset)
    yield from _box(ruleset)
    yield from _luminaries(ruleset)
    yield from _idle(ruleset)
    yield from _scoring(ruleset)
    yield from _deal(ruleset)
    yield from lint.unexplained(ruleset, [*ALWAYS, *cited(ruleset)])
    yield from lint.outside_readings(ruleset)
    yield from _formulas(ruleset)
    yield from _at_each_table(ruleset)


def _cards(ruleset: Ruleset) -> Iterator[LintFault]:
    """Cards, suits and ranks that the deck does not have."""
    deck = ruleset.deck
    if any(card.copies > 1 for card in deck.cards):
        yield ("deck",), f"{deck.title} has cards that are alike; all cards of a fishing game are different"
    for pointer, message in lint.unknown_names(ruleset, _kinds(ruleset)):
        # what is wrong with a Luminary matters only where it may be dealt
        if pointer[:2] != ("luminaries", "cards") or pointer[3] == "set" or _matters(ruleset, str(pointer[2])):
            yield pointer, message


def _kinds(ruleset: Ruleset) -> dict[str, Kind]:
    """Return the kinds of things that words name: what the deck, the box, the score and the sets of Luminaries have."""
    common, deck, fields = lint.common_kinds(ruleset), ruleset.deck, seasons(ruleset)
    luminaries = ruleset.part("luminaries")
    scoring, sets = ruleset.full["scoring"], luminaries["sets"]
    own = [*scoring["most"], *scoring["each"]]
    held = {entry["set"] for entry in luminaries["cards"].values() if "set" in entry}

    def cards(at: Pointer, selector: Any) -> str:
        keys = selector if isinstance(selector, dict) else ()
        if any(common[key](at, name) for key in keys for name in entries(selector, key)):
            return ""
        fit = not keys or selected(deck, selector)
        return "" if fit else f"no card of {deck.title} is all of this; remove a key with null"

    def one_of(what: str, listed: Iterable[str], *more: str) -> Kind:
        known = [*listed, *more]
        return lint.kind(known, lambda name: f"{name!r} is not a {what}", f"; there are {lint.all_of(listed)}")

    return common | {
        "cards": cards,
        "season": one_of("season", fields),
        "season_or_any": one_of("season", fields, "any"),
        "line": one_of("line of the score", [*TOKENS, *own]),
        "tie_breaker": one_of("line of the score", [*TOKENS, *own, *LEFT]),
        "own_line": lint.kind(own, lambda name: f"the score has no line {name!r}", f"; it has {lint.all_of(own)}"),
        "set": lint.kind(
            sets, lambda name: f"`sets:` do not name the set {name!r}", f"; they name {lint.all_of(sets)}"
        ),
        "set_of_luminaries": lint.kind(held, lambda name: f"no Luminary is of the set {name!r}"),
    }


def _box(ruleset: Ruleset) -> Iterator[LintFault]:
    """Places of the box that are too few, or whose names mean something else."""
    box = ruleset.part("box")
    places = box.get("places") or ()
    if places and len(places) != len(box["seasons"]):
        message = f"{counted(len(places), 'places')} for {counted(len(box['seasons']), 'fields')}; each has one"
        yield ("box", "places"), message
    seasons = {fold_name(season): season for season in box.get("seasons", ())}
    for number, place in enumerate(places):
        if fold_name(place) in seasons:
            yield ("box", "places", number), f"{seasons[fold_name(place)]} is a season; a place stays where it is"
        if place.split()[-1].casefold() in ("turn", "for"):
            yield ("box", "places", number), f"{place!r} ends with a word that moves use; give it another name"


def _scoring(ruleset: Ruleset) -> Iterator[LintFault]:
    """Lines with a name that is taken, and ties broken by what nobody can have."""
    scoring = ruleset.full["scoring"]
    most, each = scoring["most"], scoring["each"]
    for section, lines in (("most", most), ("each", each)):
        for name in lines:
            if name in TOKENS:
                yield ("scoring", section, name), f"{name} is a line of every score already; give this one another name"
    for name in most.keys() & each.keys():
        yield ("scoring", "each", name), f"`most:` has a line {name!r} too; give one of them another name"
    held = {"okus": ruleset.full["okus"]["per_player"], "luminaries": ruleset.part("luminaries")["dealt"]}
    ties = scoring["ties"] if isinstance(scoring["ties"], list) else [scoring["ties"]]
    for place, what in enumerate(ties):
        at = ("scoring", "ties", place)
        if not held.get(what, 1) and any(line["points"] for line in most.values()):
            others = [name for name, number in held.items() if number]
            yield at, f"nobody can have {what}, so they break no tie; write {' or '.join([*others, 'nobody'])}"
        elif what in LEFT and place < len(ties) - 1:
            yield at, f"{what} says who scores a tie that nothing breaks; write it last"


def _formulas(ruleset: Ruleset) -> Iterator[LintFault]:
    """Formulas that cannot be read, cases that are never reached, and names that say two things."""
    full = ruleset.full
    lines = [*TOKENS, *full["scoring"]["most"], *full["scoring"]["each"]]
    taken = {*SCORE_NAMES, *map(as_name, lines)}
    for section in ("count", "define"):
        for name in full[section]:
            if name in taken:
                yield (section, name), f"formulas know something called {name} already; give this another name"
            taken.add(name)
    for name in full["scoring"]["parts"]:
        if name in lines:
            yield ("scoring", "parts", name), f"the score has a line {name!r} already; give this part another name"
    for pointer, message in lint.out_of_reach(full["scoring"]["parts"]):
        yield ("scoring", "parts", *pointer[1:]), message


def _deal(ruleset: Ruleset) -> Iterator[LintFault]:
    """Misdeals that never happen or always do, and cards whose value leaves nothing to take."""
    deal, total = ruleset.full["deal"], ruleset.full["harvest"]["total"]
    if misdeal := deal.get("misdeal"):
        there = selected(ruleset.deck, misdeal["cards"]).bit_count()
        if misdeal["number"] > min(deal["fields"], there):
            dealt = f"{counted(deal['fields'], 'cards')} {'is' if deal['fields'] == 1 else 'are'} dealt to a field"
            most = f"{dealt}, and the deck has {there} of these"
            yield ("deal", "misdeal", "number"), f"no deal can be a misdeal; {most}"
        elif deal["fields"] * (len(seasons(ruleset)) or 1) > len(ruleset.deck) - there + misdeal["number"] - 1:
            yield ("deal", "misdeal"), "every deal is a misdeal; name fewer cards, or more of them"
    for what, value in ruleset.full["values"].items():
        least = min(value) if isinstance(value, list) else value
        if 0 < total <= least:
            message = f"{what} is {least}, and no card makes {total} with it; omit it if it takes only its like"
            yield ruleset.latest(("values", what), ("harvest", "total")), message


def _at_each_table(ruleset: Ruleset) -> Iterator[LintFault]:
    """Yield what compiling finds for each number of players, and decks that are too small for what is dealt."""
    seen: dict[LintFault, None] = {}
    for players in ruleset.data["players"]:
        try:
            rules = FishingRules(ruleset, players)
        except Unsound as unsound:
            seen |= dict.fromkeys(unsound.faults)
            continue
        dealt = rules.hand * (players - 1) + rules.first_hand + rules.seeded * rules.fields
        if dealt > rules.size:
            pointer = ruleset.latest(("deal", "each"), ("deal", "fields"), ("players",), ("leave_out",), ("deck",))
            seen[pointer, f"with {players} players {dealt} cards are dealt, from a deck of {rules.size}"] = None
    yield from seen


def cited(ruleset: Ruleset) -> Iterator[Cited]:
    """Yield the words in force that decide something, each with its rules: it cites the first that the ruleset has."""
    for pointer, cites in deciding(ruleset, left_out=True):
        if _loss(ruleset) or pointer != ("scoring", "tied_loss"):
            yield pointer, cites


def _idle(ruleset: Ruleset) -> Iterator[LintFault]:
    """Words that a house rule, or the game's own last file, sets to no effect."""
    for at, _, message in lint.idle(ruleset):
        if _ours(ruleset, at):
            yield at, message
    full, told, values = ruleset.full, ruleset.part("luminaries"), ruleset.full["values"]
    together = told["dealt"] and any(entry.get("in_play", {}).get("together") for entry in told["cards"].values())
    like_only = any(card.rank not in values and card.id not in values for card in ruleset.deck.cards)
    two_values = any(type(value) is list and len(value) > 1 for value in values.values())
    as_one = "no cards are played as one here; a Luminary with `together:` or `harvest: {whole_hand: true}` allows them"
    for pointer, value, there, message in (
        (
            ("harvest", "equal_faces"), False, like_only,
            "every card has a value here; omit from `values:` the cards that only take their like",
        ),
        (
            ("harvest", "both_values"), True, two_values,
            "no card has two values here; write them in `values:`, as in F: [1, 14]",
        ),
        (("box", "several"), "none", full["harvest"]["whole_hand"] or together, as_one),
        (
            ("scoring", "tied_loss"), "all", _loss(ruleset),
            "nobody loses points for having most; a line of `most:` with `points:` below 0 does that",
        ),
    ):  # fmt: skip
        if ruleset.get(*pointer) == value and _ours(ruleset, pointer) and not there:
            yield pointer, message
    for name, entry in ruleset.part("luminaries")["cards"].items():
        each = ((entry.get("claim") or {}).get("collect") or {}).get("each") or 1
        if each > 1:
            here = ("luminaries", "cards", name, "claim", "collect", "each")
            yield here, f"each player gives one card, not {each}; omit `each:`"


def _ours(ruleset: Ruleset, pointer: Pointer) -> bool:
    """Return whether the last file of all sets a word: a house rule, or a game that extends another."""
    layer = ruleset.layer(pointer)
    if ruleset.houses:
        return not layer.own and layer.name.partition(" ")[0] not in ("variant", "reading")
    own = [other for other in ruleset.layers if other.own]
    return not ruleset.variants and len(own) > 1 and layer is own[-1]


def _loss(ruleset: Ruleset) -> bool:
    return any(line["points"] < 0 for line in ruleset.full["scoring"]["most"].values())


def _luminaries(ruleset: Ruleset) -> Iterator[LintFault]:
    """Yield every fault of the Luminaries of a ruleset."""
    listed = ruleset.part("luminaries")
    yield from _numbers(listed, len(seasons(ruleset)))
    for name, entry in listed["cards"].items():
        if not _matters(ruleset, name):
            continue
        for moment in ("reveal", "in_play", "claim"):
            for word, argument in entry.get(moment, {}).items():
                if argument is not False:
                    for message in _argument(ruleset, entry, word, argument):
                        yield ("luminaries", "cards", name, moment, word), message


def _matters(ruleset: Ruleset, name: str) -> bool:
    """Return whether a fault of a Luminary is one of this ruleset: it may be dealt, or the house rule or game itself brings
    it."""
    listed = ruleset.full["luminaries"]
    entry = listed["cards"][name]
    if listed["dealt"] and ("set" not in entry or listed["sets"].get(entry["set"])):
        return True
    written = ruleset.layer(("luminaries", "cards", name, "text"))
    return not written.own if ruleset.houses else written is [layer for layer in ruleset.layers if layer.own][-1]


def seasons(ruleset: Ruleset) -> list[str]:
    """Return the seasons of the box, clockwise; none if there is no box."""
    return list(ruleset.part("box").get("seasons", ()))


def _numbers(told: Mapping[str, Any], fields: int) -> Iterator[LintFault]:
    """More Luminaries than there are, or than there are fields for."""
    dealt, sets = told["dealt"], told["sets"]
    played = sum("set" not in entry or bool(sets.get(entry["set"])) for entry in told["cards"].values())
    if dealt > fields:
        yield ("luminaries", "dealt"), f"one Luminary is dealt to a field, and `box:` has {fields} fields"
    elif dealt > played:
        yield ("luminaries", "dealt"), f"{dealt} Luminaries are dealt; the sets played with have {played}"
    faces = told.get("convergence", {}).get("faces", 0)
    if dealt and faces > fields:
        yield ("luminaries", "convergence", "faces"), f"at most {fields} Luminaries lie face up, one in a field"


def _argument(ruleset: Ruleset, entry: Mapping[str, Any], word: str, told: Any) -> Iterator[str]:
    """Yield what an effect word of a Luminary asks for that is not there."""
    says = told if isinstance(told, Mapping) else {}
    opposite = word.endswith("_opposite") or "opposite" in (says.get("fields"), says.get("where"))
    if opposite and (not seasons(ruleset) or len(seasons(ruleset)) % 2):
        yield "an opposite field needs an even number of seasons in `box:`"
    if word == "name_season" and told["suit"] in ruleset.part("box").get("suits", {}):
        yield f"the suit {told['suit']!r} has a season in `box:`, so there is none to name"
    elif word == "name_season" and not seasons(ruleset):
        yield "there is no season to name; `box:` has them"
    if word == "take_hidden" and not entry.get("reveal", {}).get("hide"):
        yield "nothing ever lies under this Luminary; it needs `reveal: {hide: …}`"
    for players in ruleset.data["players"] if word == "lay" else ():
        if str(players) not in told:
            yield f"how many cards each of {players} players lays is missing; write {players}: …"
    if word == "take_okus" and not ruleset.full["okus"]["per_player"]:
        yield "there is no okus to take; `okus: {per_player: …}` adds them"
    if word == "extra" and told["action"] == "stockpile" and not ruleset.full["stockpile"]["allowed"]:
        yield "nobody makes stockpiles here; `stockpile: {allowed: true}` allows them"
