"""From a deck's data (`rulesets/decks/*.yaml`, or `deck:` in a ruleset) to a `Deck`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from referee.core import formula
from referee.core.cards import Card, Deck
from referee.core.family import Unsound
from referee.core.formula_parser import FormulaFault
from referee.core.places import Pointer

Raw = tuple[str, str, str, Mapping[str, Any]]
"""A card before it has a strength: id, suit, rank and the facts written about it."""
NO_SUIT = "none"
"""What a deck writes for a card without a suit."""


def build_deck(data: Mapping[str, Any]) -> Deck:
    """Return the deck that `data`, already checked for its shape, describes. Raises Unsound with pointers into `data`."""
    suits = data["suits"]
    ranks = data.get("ranks", {})
    raws = list(_raw_cards(data))
    faults: list[tuple[Pointer, str]] = list(_taken(data))
    for card_id, suit, _, _ in raws:
        if suit not in suits and suit != NO_SUIT:
            known = ", ".join(suits)
            faults.append((("cards", card_id, "suit"), f"{card_id} is of no suit of this deck; its suits are {known}"))
    copies = [_copies(facts, ranks.get(rank, {})) for _, _, rank, facts in raws]
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
    order = {value: strength for strength, value in enumerate(sorted(set(values)))}
    cards = [
        Card(
            index,
            card_id,
            "" if suit == NO_SUIT else suit,
            rank,
            order[value],
            tuple(facts.get("symbols", ())),
            facts,
            *many,
        )
        for index, ((card_id, suit, rank, facts), value, many) in enumerate(zip(raws, values, copies, strict=True))
    ]
    return Deck(
        data["name"],
        data.get("title", data["name"]),
        cards,
        {suit: entry.get("name", suit) for suit, entry in suits.items()},
        rank_names={rank: entry.get("name", rank) for rank, entry in ranks.items()},
        signs={suit: entry["sign"] for suit, entry in suits.items() if "sign" in entry},
        rank_signs={rank: entry["sign"] for rank, entry in ranks.items() if "sign" in entry},
        colours={suit: entry["colour"] for suit, entry in suits.items() if "colour" in entry},
        unplaced=() if "strength" in data or not ranks else [card.id for card in cards if card.rank not in ranks],
    )


def _taken(data: Mapping[str, Any]) -> Iterator[tuple[Pointer, str]]:
    """Cards listed by a name that would be read as a card of a suit and a rank, and those with another suit than that."""
    made = {f"{suit}{rank}": (suit, rank) for suit in data["suits"] for rank in data.get("ranks", {})}
    made |= {f"{rank}{suit}": (suit, rank) for suit, rank in made.values()}
    names = {(suit, rank): card for card, suit, rank, _ in _raw_cards(data)}
    for card, facts in data.get("cards", {}).items():
        if card not in made:
            continue
        suit, rank = made[card]
        known = names[suit, rank]
        named = f"the {data['ranks'][rank].get('name', rank)} of {data['suits'][suit].get('name', suit)}"
        if card != known:
            message = f"{card} would be read as {known}, {named}; write {known}, or give this card another name"
            yield ("cards", card), message
        elif facts.get("suit", suit) != suit:
            yield ("cards", card, "suit"), f"{card} is {named} already; give this card another name"


def _copies(facts: Mapping[str, Any], rank: Mapping[str, Any]) -> tuple[int, int]:
    """Return how many equal cards there are, and at most: what the card says, or its rank."""
    copies = facts.get("copies", rank.get("copies", 1))
    return copies, facts.get("at_most", rank.get("at_most", copies))


def _raw_cards(data: Mapping[str, Any]) -> Iterator[Raw]:
    listed = data.get("cards", {})
    if "ranks" in data:
        suit_first = data.get("notation", "rank suit") == "suit rank"
        for suit in data["suits"]:
            for rank in data["ranks"]:
                card_id = f"{suit}{rank}" if suit_first else f"{rank}{suit}"
                facts = listed.get(card_id, {})
                yield card_id, suit, rank, facts
    made = {f"{suit}{rank}" for suit in data["suits"] for rank in data.get("ranks", {})}
    made |= {f"{rank}{suit}" for suit in data["suits"] for rank in data.get("ranks", {})}
    for card_id, facts in listed.items():
        if card_id not in made:
            suit = facts.get("suit", "")
            yield card_id, suit, card_id.removeprefix(suit), facts


def _values(data: Mapping[str, Any], raws: list[Raw]) -> list[Any]:
    """Return what orders the cards: the deck's `strength` formula for each card's numbers, or the order of its ranks."""
    text = data.get("strength")
    if text is None:
        position = {rank: index for index, rank in enumerate(data.get("ranks", {}))}
        return [position.get(rank, len(position) + index) for index, (_, _, rank, _) in enumerate(raws)]
    known = {key for _, _, _, facts in raws for key, value in facts.items() if isinstance(value, int)}
    try:
        strength = formula.parse(text, known)
    except FormulaFault as fault:
        raise Unsound([(("strength",), fault.message)]) from None
    values = []
    for card_id, _, _, facts in raws:
        missing = strength.names - facts.keys()
        if missing:
            raise Unsound(
                [(("cards", card_id), f"{card_id} lacks {', '.join(sorted(missing))}, which `strength` uses")]
            )
        values.append(strength.run(facts, (facts,)))
    return values


def rows(deck: Deck) -> list[dict[str, Any]]:
    """Return what a deck says about each card, suit by suit from low to high: 'card', 'suit', 'rank', 'symbols', 'copies' if
    any."""
    ordered = [deck.cards[card] for card in sorted(range(len(deck)), key=deck.sort_key)]
    several = any(card.copies > 1 for card in ordered)
    return [
        {"card": card.id, "suit": card.suit, "rank": card.rank, "symbols": list(card.symbols)}
        | ({"copies": card.copies} if several else {})
        for card in ordered
    ]
