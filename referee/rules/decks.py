"""The deck of a ruleset: named, in a file, or written out; a deck that extends another is a patch of it; from its data to a
`Deck`."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import product
from typing import Any

from referee import source
from referee.core.cards import Card, Deck
from referee.core.family import Unsound
from referee.core.formula import parse
from referee.core.formula_parser import FormulaFault
from referee.core.merging import merge
from referee.core.places import ANYTHING, Complaint, Place, Pointer, Reach, RulesetError
from referee.core.ruleset import Layer, Ruleset, sets
from referee.core.wording import unknown_name
from referee.rules import shipped
from referee.rules.files import Where, beside, is_path, is_shipped, load_map, require_reach
from referee.rules.settings import inside
from referee.rules.shipped import schema
from referee.source import Document

MOST = 16
"""The most decks that extend one another."""
NO_DECK = Deck("none", "no deck", (), {}, {})


def deck_in(data: Mapping[str, Any], layers: Sequence[Layer]) -> Deck:
    """The deck of a ruleset: the last layer that sets one counts, and it may be a name, a path or written out."""
    wanted = data.get("deck")
    if wanted is None:
        return NO_DECK
    holder = layers[-1]
    for layer in layers:
        if "deck" in layer.data:
            holder = layer
    at = partial(holder.place, ("deck",))
    if isinstance(wanted, str):
        place = holder.place
    else:
        place = inside("deck", wanted, layers, ("deck",)).place
    return deck_of(wanted, at, place, holder.reach, checked=is_shipped(holder.name))


def deck_of(
    wanted: str | Mapping[str, Any],
    at: Where,
    place: Callable[[Pointer], Place],
    reach: Reach = ANYTHING,
    *,
    checked: bool = False,
) -> Deck:
    """The deck for a name, a path from the file of `at`, or a deck written out, whose parts are at `place`.

    `reach` says which files may be loaded; the form of a deck that is `checked` is not checked again. Raises
    RulesetError with every fault.
    """
    if isinstance(wanted, str) and not is_path(wanted):
        return _load_shipped(_path_of(wanted, at))
    contents, place = _whole(wanted, at, place, reach)
    if not checked:
        faults = source.schema_faults(contents, schema("deck.schema.json"))
        if faults:
            raise RulesetError(Complaint(place(pointer), message) for pointer, message in faults)
    try:
        return build_deck(contents)
    except Unsound as unsound:
        raise RulesetError(Complaint(place(pointer), message) for pointer, message in unsound.faults) from None


def in_file(document: Document) -> Deck | None:
    """Return the deck in a file, if it is one rather than rules. Raises RulesetError with every fault."""
    if not _is_deck(document.data):
        return None
    return deck_of(document.data, partial(document.place, ()), document.place)


def _is_deck(data: Mapping[str, Any]) -> bool:
    """Whether a file holds a deck rather than rules: it has the words of a deck, and extends no game."""
    extended = data.get("extends")
    if isinstance(extended, str) and extended not in _names() and shipped.shipped_path(extended):
        return False
    known = schema("deck.schema.json")["properties"].keys()
    if data.keys() <= known and data.keys() & {"suits", "ranks", "cards"}:
        return True
    return "suits" in data and not data.keys() & {"family", "extends"}


def _whole(
    wanted: str | Mapping[str, Any], at: Where, place: Callable[[Pointer], Place], reach: Reach, depth: int = 1
) -> tuple[Mapping[str, Any], Callable[[Pointer], Place]]:
    """The data of a deck merged over the decks that it extends, and a function that gives the place of each part.

    `depth` counts the decks on the way, to stop at a circle.
    """
    if isinstance(wanted, str):
        if is_path(wanted):
            path = beside(wanted, at().file)
            require_reach(path, reach, at)
        else:
            path = _path_of(wanted, at)
        document = load_map(path, at)
        return _whole(document.data, at, document.place, reach, depth)
    if not isinstance(wanted, Mapping):
        raise RulesetError.at(at(), "`deck:` names a deck, like `deck: french`, or is a map with its suits and ranks")
    if "extends" not in wanted:
        return wanted, place
    here = partial(place, ("extends",))
    if depth >= MOST:
        raise RulesetError.at(here(), f"more than {MOST} decks extend one another")
    if not isinstance(wanted["extends"], str):
        raise RulesetError.at(here(), "`extends:` names one deck, like `extends: french`")
    below, below_at = _whole(wanted["extends"], here, place, reach, depth + 1)
    own = {key: value for key, value in wanted.items() if key != "extends"}

    def either(pointer: Pointer) -> Place:
        if sets(own, pointer):
            return place(pointer)
        return below_at(pointer)

    return merge(below, own), either


@cache
def _load_shipped(path: str) -> Deck:
    return build_deck(shipped.document(path).data)


def _path_of(name: str, at: Where) -> str:
    """Return where a shipped deck is."""
    path = shipped.path("rulesets", "decks", f"{name}.yaml")
    if not os.path.isfile(path):
        raise RulesetError.at(at(), unknown_name(f"no deck is called {name!r}", name, _names(), "decks:"))
    return path


def _names() -> list[str]:
    """Return the shipped decks."""
    return sorted(file.removesuffix(".yaml") for file in os.listdir(shipped.path("rulesets", "decks")))


def files_of(rules: Ruleset) -> Iterator[str]:
    """Yield the paths of all files that make a ruleset: the game, what it extends, house rules, and those of its
    deck."""
    yield from (layer.place(()).file for layer in rules.layers)
    if rules.get("deck") is not None:
        wanted = rules.get("deck")
        near = rules.origin(("deck",)).file
        for _ in range(MOST):
            if isinstance(wanted, Mapping):
                wanted = wanted.get("extends")
            if not isinstance(wanted, str) or not is_path(wanted):
                return
            near = beside(wanted, near)
            yield near
            wanted = load_map(near, None).data


Raw = tuple[str, str, str, Mapping[str, Any]]
"""A card before it has a strength: id, suit, rank and the facts written about it."""
NO_SUIT = "none"
"""The word of a deck for a card without a suit."""


def build_deck(data: Mapping[str, Any]) -> Deck:
    """The deck described by data whose form is right. Raises Unsound with pointers into the data.

    `strength` of a card is the number of different values below its own.
    """
    suits = data["suits"]
    ranks = data.get("ranks", {})
    raws = list(_raw_cards(data))
    faults: list[tuple[Pointer, str]] = list(_ambiguous_names(data, raws))
    for card_id, suit, _, _ in raws:
        if suit not in suits and suit != NO_SUIT:
            known = ", ".join(suits)
            faults.append((("cards", card_id, "suit"), f"{card_id} is of no suit of this deck; its suits are {known}"))
    copies = [_copies({**ranks.get(rank, {}), **facts}) for _, _, rank, facts in raws]
    for (card_id, *_), (many, most) in zip(raws, copies, strict=True):
        if most < many:
            faults.append((("cards", card_id), f"{card_id} has {many} copies, but at most {most}"))
    total = sum(many for many, _ in copies)
    if total != data["count"] and not faults:
        says = f"the deck says {data['count']} cards but lists {total}; write `count: {total}` or list the others"
        faults.append((("count",), says))
    if faults:
        raise Unsound(faults)
    values = _values(data, raws)
    # equal values have equal strength
    order = {value: strength for strength, value in enumerate(sorted(set(values)))}
    cards: list[Card] = []
    for (card_id, suit, rank, facts), value, (many, most) in zip(raws, values, copies, strict=True):
        if suit == NO_SUIT:
            suit = ""
        symbols = tuple(facts.get("symbols", ()))
        cards.append(Card(len(cards), card_id, suit, rank, order[value], symbols, facts, many, most))
    unplaced: list[str] = []
    if ranks and "strength" not in data:
        unplaced = [card.id for card in cards if card.rank not in ranks]
    return Deck(data["name"], data.get("title", data["name"]), cards, suits, ranks, unplaced)


def _copies(facts: Mapping[str, Any]) -> tuple[int, int]:
    """How many copies of a card there are, and at most, as the card says, or else its rank."""
    many = facts.get("copies", 1)
    return many, facts.get("at_most", many)


def _by_name(data: Mapping[str, Any]) -> dict[str, tuple[str, str]]:
    """Return the suit and the rank of each card that has both, by both ways to write it."""
    cards = list(product(data["suits"], data.get("ranks", {})))
    by_name = {f"{suit}{rank}": (suit, rank) for suit, rank in cards}
    by_name.update({f"{rank}{suit}": (suit, rank) for suit, rank in cards})
    return by_name


def _ambiguous_names(data: Mapping[str, Any], raws: list[Raw]) -> Iterator[tuple[Pointer, str]]:
    """Yield a fault for each card whose name would be read as another suit and rank than it has."""
    by_name = _by_name(data)
    names = {(suit, rank): card for card, suit, rank, _ in raws}
    for card, facts in data.get("cards", {}).items():
        if card not in by_name:
            continue
        suit, rank = by_name[card]
        known = names[suit, rank]
        named = f"the {data['ranks'][rank].get('name', rank)} of {data['suits'][suit].get('name', suit)}"
        if card != known:
            message = f"{card} would be read as {known}, {named}; write {known}, or give this card another name"
            yield ("cards", card), message
        elif facts.get("suit", suit) != suit:
            yield ("cards", card, "suit"), f"{card} is {named} already; give this card another name"


def _raw_cards(data: Mapping[str, Any]) -> Iterator[Raw]:
    """Yield the cards of a deck as they are written: those of each suit and rank, then those listed by a name of
    their own."""
    listed = data.get("cards", {})
    by_name = _by_name(data)
    suit_first = data.get("notation", "rank suit") == "suit rank"
    for suit, rank in dict.fromkeys(by_name.values()):
        card_id = f"{rank}{suit}"
        if suit_first:
            card_id = f"{suit}{rank}"
        yield card_id, suit, rank, listed.get(card_id, {})
    for card_id, facts in listed.items():
        if card_id not in by_name:
            suit = facts.get("suit", "")
            yield card_id, suit, card_id.removeprefix(suit), facts


def _values(data: Mapping[str, Any], raws: list[Raw]) -> list[Any]:
    """A value for each card, to order them by: the deck's `strength` formula, or the place of its rank."""
    text = data.get("strength")
    if text is None:
        position = {rank: index for index, rank in enumerate(data.get("ranks", {}))}
        return [position.get(rank, len(position) + index) for index, (_, _, rank, _) in enumerate(raws)]
    known = set[str]()
    for _, _, _, facts in raws:
        known.update(key for key, value in facts.items() if isinstance(value, int))
    try:
        strength = parse(text, known)
    except FormulaFault as fault:
        raise Unsound([(("strength",), fault.message)]) from None
    values = []
    for card_id, _, _, facts in raws:
        missing = ", ".join(sorted(strength.names - facts.keys()))
        if missing:
            raise Unsound([(("cards", card_id), f"{card_id} lacks {missing}, which `strength` uses")])
        values.append(strength.run(facts, (facts,)))
    return values
