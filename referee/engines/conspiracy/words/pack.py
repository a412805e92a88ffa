"""The cards of a conspiracy game, compiled: numbers for cards, masks for sets of them and of alignments, names at the edge."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple
from weakref import WeakValueDictionary

from referee.core.cards import fold_name, members
from referee.core.suggest import did_you_mean

ILLUMINATI, GROUP, SPECIAL = "illuminati", "group", "special"
SIDES = ("top", "right", "bottom", "left")
"""The sides of a card whose name is upright, clockwise."""
KINDS = ("control", "neutralize", "destroy")
"""The three kinds of attack."""

ABSENT = -1
"""In place of a card, a side, a seat or a number that there is not."""

MADE_OF = ("alignments", "goals", "illuminati", "groups", "specials")
"""The sections of a ruleset that define cards."""

_WORD_ENDS = re.compile(r"[\s/-]+")


class Bonus(NamedTuple):
    """Points for an attempt against some targets: any, those in `cards`, or those with an alignment of `alignments`."""

    value: int
    cards: int
    alignments: int
    direct: bool


class Card(NamedTuple):
    """One card: what is printed, and its abilities by word. `inward` and `outward` are sides, see `SIDES`; -1 is none."""

    number: int
    name: str
    kind: str
    power: int
    transferable: int
    resistance: int
    income: int
    alignments: int
    inward: int
    outward: tuple[int, ...]
    copies: int
    does: Mapping[str, Any]
    goal: Mapping[str, Any]


class Said(NamedTuple):
    """The lines of the sum of an attack by card, written once."""

    power: list[str]
    resistance: list[str]
    aid: list[str]
    ability: list[str]


class Ambiguous(Exception):  # noqa: N818 - what the name is
    """Raised for a name that fits several cards, which are its argument."""


class Pack:
    """The cards: Illuminati first, then groups, then Specials, each kind in the order of the ruleset.

    `names` are by number; `opposite` and `shuns` are masks by alignment, of those opposite to it in both directions, and of
    those that count as opposite when it attacks them; `masks` holds, by ability word, which cards have it (0 if none has);
    `bonuses` by kind of attack and card.
    """

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.made_of = tuple(data[section] for section in MADE_OF)
        self.alignments = tuple(data["alignments"])
        self._bit = {name: 1 << place for place, name in enumerate(self.alignments)}
        entries = list(data["alignments"].values())
        self.opposite = tuple(self.mask(as_list(entry.get("opposite", ()))) for entry in entries)
        self.shuns = tuple(
            both | self.mask(as_list(entry.get("shuns", ())))
            for both, entry in zip(self.opposite, entries, strict=True)
        )
        self.plain = sum(bit for bit, other in zip(self._bit.values(), self.opposite, strict=True) if not bit & other)
        goals = data["goals"]
        more = goals["hidden_bonus"] if goals["hidden"] else {"power": 0, "transferable": 0}
        cards: list[Card] = []
        for kind, section in ((ILLUMINATI, "illuminati"), (GROUP, "groups"), (SPECIAL, "specials")):
            for name, facts in data[section].items():
                card = self._card(len(cards), name, kind, facts)
                if "chosen" in card.goal:
                    lent = card.transferable + more["transferable"]
                    card = card._replace(power=card.power + more["power"], transferable=lent)
                cards.append(card)
        self.cards = tuple(cards)
        self.names = tuple(card.name for card in cards)
        self.said = Said(
            [f"Power of {name}" for name in self.names],
            [f"Resistance of {name}" for name in self.names],
            [f"aid of {name}" for name in self.names],
            [f"ability of {name}" for name in self.names],
        )
        self.by_name = {card.name: card.number for card in cards}
        self.size = len(cards)
        self.illuminati = range(sum(card.kind == ILLUMINATI for card in cards))
        self.specials = range(self.size - sum(card.kind == SPECIAL for card in cards), self.size)
        self.groups = range(len(self.illuminati), self.specials.start)
        self.also = {
            fold_name(other): self.by_name[name]
            for section in ("illuminati", "groups", "specials")
            for name, facts in data[section].items()
            for other in facts.get("also", ())
        }
        self.masks: Counter[str] = Counter()
        for card in cards:
            for word in card.does:
                self.masks[word] |= 1 << card.number
        self.bonuses = {kind: [tuple(self._bonuses(card, kind)) for card in cards] for kind in KINDS}
        self.helpers = {
            kind: sum(
                1 << card for card, found in enumerate(by_card) if any(not bonus.direct for bonus in found)
            )
            for kind, by_card in self.bonuses.items()
        }  # fmt: skip

    def _card(self, number: int, name: str, kind: str, facts: Mapping[str, Any]) -> Card:
        does: dict[str, Any] = dict(facts.get("does", {}))
        for entry in facts.get("abilities", ()):
            for word, argument in entry.items():
                does[word] = [*does.get(word, ()), argument] if word == "bonus" else argument
        return Card(
            number,
            name,
            kind,
            facts.get("power", 0),
            facts.get("transferable", 0),
            facts.get("resistance", 0),
            facts.get("income", 0),
            self.mask(facts.get("alignments", ())),
            SIDES.index(facts["in"]) if "in" in facts else ABSENT,
            tuple(SIDES.index(side) for side in facts.get("out", ())),
            facts["copies"] if kind == SPECIAL else 1,
            does,
            dict(facts.get("goal", {})),
        )

    def _bonuses(self, card: Card, kind: str) -> Iterator[Bonus]:
        for argument in card.does.get("bonus", ()):
            if kind in as_list(argument["attempt"]):
                cards, alignments = self.selected(argument["against"])
                yield Bonus(argument["value"], cards, alignments, argument["scope"] == "direct")

    def selected(self, against: Any) -> tuple[int, int]:
        """Return what a selector names: a mask of cards and a mask of alignments; 'any' means every card."""
        if against == "any":
            return (1 << self.size) - 1, 0
        cards = 0
        for name in as_list(against.get("group", ())):
            cards |= 1 << self.by_name[name]
        return cards, self.mask(as_list(against.get("alignment", ())))

    def is_among(self, against: Any, card: Card, alignments: int) -> bool:
        """Return whether a selector names a card that has these alignments now."""
        cards, wanted = self.selected(against)
        return bool(cards >> card.number & 1 or wanted & alignments)

    def mask(self, names: Iterable[str]) -> int:
        """Return the mask of some alignments."""
        return sum({self._bit[name] for name in names})

    def aligned(self, mask: int) -> list[str]:
        """Return the alignments in a mask by name."""
        return [self.alignments[place] for place in members(mask)]

    def against(self, ours: int, theirs: int) -> list[tuple[int, int]]:
        """Return the pairs of opposite alignments when a card with some attacks one with others."""
        return [(place, other) for place in members(ours) for other in members(self.shuns[place] & theirs)]

    def find(self, text: str, kinds: Iterable[str] = (ILLUMINATI, GROUP, SPECIAL)) -> int | None:
        """Return the card of these kinds that a player may have meant: 'kkk', 'CIA', 'mafia', 'cthulhu'; None when there is
        none.

        A whole name is preferred to the start of one, the start of a name to the start of a word in it. Raises Ambiguous.
        """
        wanted = tuple(kinds)
        exact = self.by_name.get(text, self.also.get(fold_name(text)))
        if exact is not None and self.cards[exact].kind in wanted:
            return exact
        folded = _folded(text)
        fitting: dict[str, list[int]] = {"whole": [], "start": [], "within": []}
        for card in self.cards if folded else ():
            if card.kind in wanted:
                name = _folded(card.name)
                if name == folded:
                    fitting["whole"].append(card.number)
                elif name.startswith(folded):
                    fitting["start"].append(card.number)
                elif any(rest.startswith(folded) for rest in _later_words(card.name)):
                    fitting["within"].append(card.number)
        best = next(filter(None, fitting.values()), [])
        if len(best) > 1:
            raise Ambiguous(*(self.names[number] for number in best))
        return best[0] if best else None

    def suggestion(self, text: str, kinds: Iterable[str]) -> str:
        """Return the end of a sentence about an unknown card."""
        wanted = tuple(kinds)
        return did_you_mean(text, [card.name for card in self.cards if card.kind in wanted])


def _folded(text: str) -> str:
    folded = fold_name(text).replace("/", "").replace("&", "and")
    return folded.removeprefix("the") if folded != "the" else folded


def _later_words(name: str) -> Iterator[str]:
    """Yield the rest of a name from each of its later words on."""
    words = _WORD_ENDS.split(name)
    return (_folded(" ".join(words[place:])) for place in range(1, len(words)))


def as_list(value: Any) -> list[Any]:
    """Return a list unchanged, a single value as a list of one."""
    return list(value) if isinstance(value, (list, tuple)) else [value]


_packs: WeakValueDictionary[tuple[int, ...], Pack] = WeakValueDictionary()


def pack_of(data: Mapping[str, Any]) -> Pack:
    """Return the cards of a ruleset; rulesets with the same sections, such as other readings of one, share them."""
    made_of = tuple(id(data[section]) for section in MADE_OF)
    pack = _packs.get(made_of)
    if pack is None:
        pack = _packs[made_of] = Pack(data)
    return pack
