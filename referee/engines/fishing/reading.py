"""From the items of a log to events: names become cards and seats, short forms are expanded.

Moves in notation become plays on a field.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from referee.core import values
from referee.core.cards import mask_of
from referee.core.data import Data, Item, Said
from referee.core.events import Event, Misread
from referee.core.items import CardItems, Row
from referee.core.places import Key, Pointer
from referee.core.values import CARD, WHOLE, Kind, by_player, either, refuse, shapeless
from referee.engines.fishing.compiled import FishingRules
from referee.engines.fishing.rules import moves
from referee.engines.fishing.rules.moves import field_in
from referee.engines.fishing.rules.results import FishingResult, Pile
from referee.engines.fishing.rules.rounds import BOX, Cards, Reseeded
from referee.engines.fishing.state import FishingState

NOBODY = "nobody"
REMEMBERED = 20_000
"""Plays that are kept as they were read; games say the same thing often."""


class FishingReading(CardItems[FishingRules, FishingState]):
    """Reads log items for one table."""

    rules: FishingRules

    def __init__(self, rules: FishingRules, verbs: Mapping[str, Row]) -> None:
        super().__init__(rules, verbs)
        self.plays = lru_cache(REMEMBERED)(lambda text: [Event("play", moves.parse(rules, text), at=("play",))])

    def read(self, state: FishingState, item: Item) -> list[Event]:
        """The events of one item. Raises Misread. A play without other keys is read from its text alone and
        remembered."""
        text = None
        if len(item) == 1:
            text = item.get("play")
        if type(text) is str:
            try:
                return self.plays(text)
            except Misread:
                pass  # and say of whom
        return super().read(state, item)

    def cite(self, misread: Misread) -> None:
        """Let what is wrong with an item cite the rules of this game."""
        self.rules.misread(misread)

    def cards(self, listed: Sequence[str], at: Pointer) -> tuple[int, ...]:
        """The cards of a list, by number. Raises Misread if one is listed twice."""
        known = self.deck.by_id
        names = set(listed)
        if len(names) == len(listed) and known.keys() >= names:
            return tuple([known[name] for name in listed])
        cards = tuple([self.card(text, at + (place,)) for place, text in enumerate(listed)])
        if len(set(cards)) < len(cards):
            place, card = next((place, card) for place, card in enumerate(cards) if card in cards[:place])
            raise refuse(f"{self.deck.ids[card]} is listed twice; there is only one", at + (place,), "deck")
        return cards

    def resolve_name(self, what: str, name: object, at: Pointer) -> str:
        """The 'field', 'season' or 'Luminary' (`what`) that a log means, by the name that the rules give it. Raises
        Misread."""
        if not isinstance(name, str):
            raise shapeless()
        try:
            return self.rules.official_name(what, name)
        except KeyError as unknown:
            rule = "luminaries" if what == "Luminary" else "seasons"
            raise refuse(unknown.args[0], at, rule) from None

    def field_at(self, state: FishingState, name: str, at: Pointer) -> int:
        """Return the field that a position names."""
        return field_in(self.rules, state, self.resolve_name("field", name, at))

    def luminary_at(self, name: str, at: Pointer) -> str:
        """Return the Luminary that a position names, if it can be in the round."""
        known = self.resolve_name("Luminary", name, at)
        wrong = self.rules.not_in_round(known)
        if wrong is not None:
            raise refuse(wrong[0], at)
        return known


# -- kinds of values ---------------------------------------------------------------------------------------------------


def by_field(kind: Kind) -> Kind:
    """The codec of a map from fields to values. A field is named by its place, or by its season as a round begins."""

    def read(reading: FishingReading, state: FishingState, said: Mapping[str, object], at: Pointer) -> dict[int, Any]:
        """The values by field. Raises Misread if a field is named twice."""
        rules = reading.rules
        found = {}
        names = dict[int, str]()
        for name, value in said.items():
            known = reading.resolve_name("field", name, at + (name,))
            field = (rules.places if known in rules.places else rules.field_names).index(known)
            if field in found:
                message = f"{names[field]} and {name} are the same field; name it once"
                raise refuse(message, at + (name,), "seasons")
            found[field], names[field] = kind.read(reading, state, value, at + (name,)), name
        return found

    return Kind(((dict, *kind.shapes),), read)


def _reseed(reading: FishingReading, state: FishingState, said: Mapping[str, list[str]], at: Pointer) -> Reseeded:
    ((name, listed),) = said.items()
    field = reading.resolve_name("field", name, at + (name,))
    return Reseeded(reading.cards(listed, at + (name,)), field, (name,))


def _swap(reading: FishingReading, state: FishingState, said: Mapping[str, object], at: Pointer) -> dict[int, int]:
    """Read a swap, from each card given to the card taken for it. Raises Misread if a card is taken twice."""
    pairs: dict[int, int] = values.map_of(CARD, CARD).read(reading, state, said, at)
    if not pairs or len(set(pairs.values())) < len(pairs):
        raise refuse("a swap names a card of the board for each card given", at, "luminaries")
    return pairs


def _pile_of_cards(reading: FishingReading, state: FishingState, names: list[str], at: Pointer) -> Pile:
    """Read a harvest pile whose cards are listed, and count them."""
    cards = mask_of(reading.cards(names, at))
    return Pile(reading.rules.scoring.counts(cards, {}), cards)


def _counts(reading: FishingReading, state: FishingState, said: Mapping[str, int], at: Pointer) -> Pile:
    """Read a pile that is written as counts only, by line of the score: {stars: 5}. Raises Misread for a line named
    twice."""
    counts: dict[str, int] = {}
    for name, number in said.items():
        line = LINE.read(reading, state, name, at + (name,))
        if line in counts:
            raise refuse(f"{line} is counted twice", at + (Key(name),), "scoring")
        counts[line] = number
    return Pile(counts)


def _result(said: Said) -> FishingResult:
    """The result of a round on a score pad; `written` has the keys that are written, as others are left open."""
    points: Data = {what: said[what] for what in ("score", "totals") if what in said}
    return FishingResult(
        **{key: said[key] for key in said if key not in points}, points=points, written=frozenset(said)
    )


FIELD = Kind((str,), lambda reading, state, name, at: reading.resolve_name("field", name, at))
LUMINARY = Kind((str,), lambda reading, state, name, at: reading.resolve_name("Luminary", name, at))
SEASON = Kind((str,), lambda reading, state, name, at: reading.resolve_name("season", name, at))
CARDS = Kind((list,), lambda reading, state, names, at: reading.cards(names, at))
LINE = values.beginning_of(
    lambda rules: [line.name for line in rules.scoring.lines],
    "no line of the score is called {!r}", "the lines are", "scoring",
)  # fmt: skip
MOST = values.beginning_of(
    lambda rules: [line.name for line in rules.scoring.lines if line.most],
    "nobody scores for most of {!r}", "somebody does for", "scoring",
)  # fmt: skip
"""A line of the score, and one that counts for who has most."""
SOME = either(CARDS.into(Cards.of), WHOLE.into(lambda number: Cards(0, number)))
"""Cards that are listed, or only counted."""
VERBS: dict[str, Row] = {
    "deal": values.record(
        {"fields": by_field(CARDS), "hands": by_player(SOME), "luminaries": by_field(LUMINARY)},
        usual={"fields": {}, "hands": {}, "luminaries": {}},
    ),
    "play": Kind((str,), lambda reading, state, text, at: moves.parse(reading.rules, text)),
    "draw": SOME,
    "clear": FIELD,
    "reseed": either(
        Kind(((dict, list),), _reseed).such(lambda said: len(said) == 1),
        CARDS.into(lambda cards: Reseeded(cards, "")),
    ),
    "reveal": LUMINARY,
    "uncover": CARDS,
    "swap": Kind(((dict, str),), _swap),
    "turn": SEASON,
    "name": SEASON,
    "give": by_player(either(CARD, Kind((type(None),)))),
    "okus": values.SEAT.or_words({"box": BOX}),
    "exchange": values.record({"discard": SOME, "draw": SOME}),
    "lay": by_player(CARDS.into(list)),
    "done": values.DONE,
    "result": values.record(
        {
            "convergences": WHOLE,
            "piles": by_player(either(Kind(CARDS.shapes, _pile_of_cards), Kind(((dict, *WHOLE.shapes),), _counts))),
            "luminaries": by_player(values.some(LUMINARY).into(tuple)),
            "okus": by_player(WHOLE),
            "sweeps": by_player(WHOLE),
            "last_capture": values.SEAT,
            "score": by_player(values.NUMBER),
            "totals": by_player(values.NUMBER),
            "most": values.map_of(MOST, values.SEAT.or_words({NOBODY: -1})),
        }
    )
    .such(bool)
    .into(_result),
}
"""Kind of value for each verb."""
