"""Faults of a fishing ruleset that its schema cannot see: unknown names, small decks, idle Luminaries, rules without text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from referee.core import lint
from referee.core.cards import fold_name
from referee.core.findings import counted
from referee.core.formula import Parser
from referee.core.lint import Kind, LintFault
from referee.core.places import Pointer
from referee.core.ruleset import Cited, Ruleset, deciding
from referee.engines.fishing.words.compiled import faults_of_partners
from referee.engines.fishing.words.powers import Selector, entries, fits, selected
from referee.engines.fishing.words.scoring import LEFT, SCORE_NAMES, TOKENS, Formulas, as_name

ALWAYS: tuple[Cited, ...] = (
    *((("deal",), (rule,)) for rule in ("order", "turn", "deck", "deal", "hand")),
    (("values",), ("sow",)),
    (("values",), ("harvest",)),
)
"""Rules that every fishing game cites."""


def soundness(ruleset: Ruleset) -> Iterator[LintFault]:
    """Yield every fault of a ruleset, as (pointer, sentence)."""
    for check in (_cards, _total, _box, _luminaries, _idle, _scoring, _deal):
        yield from check(ruleset)
    yield from lint.unexplained(ruleset, [*ALWAYS, *cited(ruleset)])
    yield from lint.outside_readings(ruleset)
    yield from _formulas(ruleset)


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

    def one_of(what: str, *known: str, listed: Iterable[str]) -> Kind:
        return lint.kind(known, lambda name: f"{name!r} is not a {what}", f"; there are {lint.all_of(listed)}")

    def line(*known: str) -> Kind:
        return one_of("line of the score", *known, listed=known)

    return common | {
        "cards": cards,
        "season": one_of("season", *fields, listed=fields),
        "season_or_any": one_of("season", *fields, "any", listed=fields),
        "line": line(*TOKENS, *own),
        "tie_breaker": line(*TOKENS, *own, *LEFT),
        "own_line": lint.kind(own, lambda name: f"the score has no line {name!r}", f"; it has {lint.all_of(own)}"),
        "set": lint.kind(
            sets, lambda name: f"`sets:` do not name the set {name!r}", f"; they name {lint.all_of(sets)}"
        ),
        "set_of_luminaries": lint.kind(held, lambda name: f"no Luminary is of the set {name!r}"),
    }


def _total(ruleset: Ruleset) -> Iterator[LintFault]:
    """Cards whose value leaves nothing to take, where a card and what it takes make a total."""
    total = ruleset.full["harvest"]["total"]
    for what, value in ruleset.full["values"].items():
        least = min(value) if isinstance(value, list) else value
        if 0 < total <= least:
            message = f"{what} is {least}, and no card makes {total} with it; omit it if it takes only its like"
            yield ruleset.latest(("values", what), ("harvest", "total")), message


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
    seen: dict[LintFault, None] = {}
    for players in full["players"]:
        parser = Parser()
        Formulas(full, [*lines, *full["count"]], players, parser)
        seen |= dict.fromkeys(parser.faults)
    yield from seen


def _deal(ruleset: Ruleset) -> Iterator[LintFault]:
    """Decks that are too small for what is dealt, and misdeals that never happen or always do."""
    deal = ruleset.data["deal"]
    fields = len(ruleset.get("box", "seasons", default=())) or 1
    misdeal = ruleset.full["deal"].get("misdeal")
    if misdeal:
        there = ruleset.deck.total - pack_size(ruleset, misdeal["cards"])
        if misdeal["number"] > min(deal["fields"], there):
            dealt = f"{counted(deal['fields'], 'cards')} {'is' if deal['fields'] == 1 else 'are'} dealt to a field"
            most = f"{dealt}, and the deck has {there} of these"
            yield ("deal", "misdeal", "number"), f"no deal can be a misdeal; {most}"
        elif deal["fields"] * fields > ruleset.deck.total - there + misdeal["number"] - 1:
            yield ("deal", "misdeal"), "every deal is a misdeal; name fewer cards, or more of them"
    for players in ruleset.data["players"]:
        yield from faults_of_partners(ruleset, players)
        pack = pack_size(ruleset, ruleset.get("leave_out", str(players)))
        dealt = deal["each"] * (players - 1) + deal.get("first", deal["each"]) + deal["fields"] * fields
        if dealt > pack:
            pointer = ruleset.latest(("deal", "each"), ("deal", "fields"), ("players",), ("leave_out",), ("deck",))
            yield pointer, f"with {players} players {dealt} cards are dealt, from a deck of {pack}"


def pack_size(ruleset: Ruleset, out: Selector | None) -> int:
    """Return how many cards are used when some are left out."""
    return sum(out is None or not fits(out, card) for card in ruleset.deck.cards)


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
    for pointer, (value, there) in _needs(ruleset).items():
        if ruleset.get(*pointer) == value and _ours(ruleset, pointer) and not there:
            yield pointer, IDLE[pointer]
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


def _needs(ruleset: Ruleset) -> dict[tuple[str, str], tuple[object, Any]]:
    """Return the value of each word in IDLE that would change something, and whether there is what it needs."""
    full, told, values = ruleset.full, ruleset.part("luminaries"), ruleset.full["values"]
    together = told["dealt"] and any(entry.get("in_play", {}).get("together") for entry in told["cards"].values())
    like_only = any(card.rank not in values and card.id not in values for card in ruleset.deck.cards)
    return {
        ("harvest", "equal_faces"): (False, like_only),
        ("harvest", "both_values"): (True, any(type(value) is list and len(value) > 1 for value in values.values())),
        ("box", "several"): ("none", full["harvest"]["whole_hand"] or together),
        ("scoring", "tied_loss"): ("all", _loss(ruleset)),
    }


IDLE: dict[tuple[str, str], str] = {
    ("harvest", "equal_faces"): "every card has a value here; omit from `values:` the cards that only take their like",
    ("harvest", "both_values"): "no card has two values here; write them in `values:`, as in F: [1, 14]",
    ("box", "several"): (
        "no cards are played as one here; a Luminary with `together:` or `harvest: {whole_hand: true}` allows them"
    ),
    ("scoring", "tied_loss"): "nobody loses points for having most; a line of `most:` with `points:` below 0 does that",
}
"""What is said of a word for which something is missing."""


Told = Callable[[Ruleset, Mapping[str, Any], Any], Iterable[str]]
"""What is wrong with the argument of an effect word, of the ruleset, its Luminary and the argument."""


def _luminaries(ruleset: Ruleset) -> Iterator[LintFault]:
    """Yield every fault of the Luminaries of a ruleset."""
    listed = ruleset.part("luminaries")
    yield from _numbers(listed, len(seasons(ruleset)))
    for name, entry in listed["cards"].items():
        if not _matters(ruleset, name):
            continue
        for moment in ("reveal", "in_play", "claim"):
            for word, argument in entry.get(moment, {}).items():
                if argument is False or word not in ARGUMENTS:
                    continue
                for message in ARGUMENTS[word](ruleset, entry, argument):
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


def _opposite(ruleset: Ruleset, entry: Mapping[str, Any], told: Any) -> list[str]:
    even = seasons(ruleset) and not len(seasons(ruleset)) % 2
    return _unless(even, "an opposite field needs an even number of seasons in `box:`")


def _fields(ruleset: Ruleset, entry: Mapping[str, Any], told: Any) -> list[str]:
    return _opposite(ruleset, entry, told) if "opposite" in (told.get("fields"), told.get("where")) else []


def _unless(fine: object, message: str) -> list[str]:
    return [] if fine else [message]


def _suit(ruleset: Ruleset, entry: Mapping[str, Any], told: Any) -> list[str]:
    if told["suit"] in ruleset.part("box").get("suits", {}):
        return [f"the suit {told['suit']!r} has a season in `box:`, so there is none to name"]
    return _unless(seasons(ruleset), "there is no season to name; `box:` has them")


ARGUMENTS: dict[str, Told] = {
    "reveal_opposite": _opposite,
    "discard_opposite": _opposite,
    "reach": _fields,
    "repeat": _fields,
    "name_season": _suit,
    "take_hidden": lambda ruleset, entry, told: _unless(
        entry.get("reveal", {}).get("hide"), "nothing ever lies under this Luminary; it needs `reveal: {hide: …}`"
    ),
    "lay": lambda ruleset, entry, told: [
        f"how many cards each of {players} players lays is missing; write {players}: …"
        for players in ruleset.data["players"]
        if str(players) not in told
    ],
    "take_okus": lambda ruleset, entry, told: _unless(
        ruleset.full["okus"]["per_player"], "there is no okus to take; `okus: {per_player: …}` adds them"
    ),
    "extra": lambda ruleset, entry, told: _unless(
        told["action"] != "stockpile" or ruleset.full["stockpile"]["allowed"],
        "nobody makes stockpiles here; `stockpile: {allowed: true}` allows them",
    ),
}
"""The effect words whose argument can name what is not there."""
