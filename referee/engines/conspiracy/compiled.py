"""A compiled conspiracy ruleset: its cards, by number and in masks, and the words that its rules read."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from referee.core.cards import fold_name, members
from referee.core.family import CompiledRules, Named
from referee.core.ruleset import Ruleset
from referee.core.wording import did_you_mean
from referee.core.words import as_list

ILLUMINATI, GROUP, SPECIAL = "illuminati", "group", "special"
SIDES = ("top", "right", "bottom", "left")
"""The sides of a card whose name is upright, clockwise."""
KINDS = ("control", "neutralize", "destroy")
"""The three kinds of attack."""

ABSENT = -1
"""The number in place of a card, a side, a seat or a number that there is not."""

SECTIONS = {ILLUMINATI: "illuminati", GROUP: "groups", SPECIAL: "specials"}
"""Sections of a ruleset that list the cards of each kind."""

_WORD_ENDS = re.compile(r"[\s/-]+")


class Bonus(NamedTuple):
    """Points for some attempts against some targets: any, those in `cards`, or those with an alignment of `alignments`."""

    attempts: list[str]
    value: int
    cards: int
    alignments: int
    direct: bool


class PrintedCard(NamedTuple):
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
    bonuses: tuple[Bonus, ...]
    goal: Mapping[str, Any]


class Pack:
    """The cards: Illuminati first, then groups, then Specials, each kind in the order of the ruleset.

    `names` are by number; `opposite` and `shuns` are masks by alignment, of those opposite to it in both directions, and of
    those that count as opposite when it attacks them; `masks` holds, by ability word, which cards have it (0 if none has).
    """

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.alignments = tuple(data["alignments"])
        self._bit = {name: 1 << place for place, name in enumerate(self.alignments)}
        entries = list(data["alignments"].values())
        self.opposite = tuple(self.mask(as_list(entry.get("opposite", ()))) for entry in entries)
        shuns = [self.mask(as_list(entry.get("shuns", ()))) for entry in entries]
        self.shuns = tuple(both | more for both, more in zip(self.opposite, shuns, strict=True))
        self.plain = sum(bit for bit, other in zip(self._bit.values(), self.opposite, strict=True) if not bit & other)
        goals = data["goals"]
        if goals["hidden"]:
            more = goals["hidden_bonus"]
        else:
            more = {"power": 0, "transferable": 0}
        printed = []
        for kind, section in SECTIONS.items():
            for name, facts in data[section].items():
                printed.append((kind, name, facts))
        self.by_name = {name: number for number, (_, name, _) in enumerate(printed)}
        self.size = len(printed)
        self.cards = tuple(self._card(number, *entry, more) for number, entry in enumerate(printed))
        self.names = tuple(card.name for card in self.cards)
        self.illuminati = range(sum(card.kind == ILLUMINATI for card in self.cards))
        self.specials = range(self.size - sum(card.kind == SPECIAL for card in self.cards), self.size)
        self.groups = range(len(self.illuminati), self.specials.start)
        self.also = {fold_name(name): card for card, entry in enumerate(printed) for name in entry[2].get("also", ())}
        self.masks: Counter[str] = Counter()
        for card in self.cards:
            for word in card.does:
                self.masks[word] |= 1 << card.number

    def _card(
        self, number: int, kind: str, name: str, facts: Mapping[str, Any], more: Mapping[str, int]
    ) -> PrintedCard:
        """Return a card; `more` is added to one whose goal is chosen."""
        does: dict[str, Any] = dict(facts.get("does", {}))
        for entry in facts.get("abilities", ()):
            for word, argument in entry.items():
                does[word] = [*does.get(word, ()), argument] if word == "bonus" else argument
        goal = dict(facts.get("goal", {}))
        if "chosen" in goal:
            added = more
        else:
            added = {}
        power, lent, resistance, income = (
            facts.get(key, 0) + added.get(key, 0) for key in ("power", "transferable", "resistance", "income")
        )
        bonuses = tuple(
            Bonus(as_list(bonus["attempt"]), bonus["value"], *self.select(bonus["against"]), bonus["scope"] == "direct")
            for bonus in does.get("bonus", ())
        )
        return PrintedCard(
            number, name, kind, power, lent, resistance, income,
            alignments=self.mask(facts.get("alignments", ())),
            inward=SIDES.index(facts["in"]) if "in" in facts else ABSENT,
            outward=tuple(map(SIDES.index, facts.get("out", ()))),
            copies=facts["copies"] if kind == SPECIAL else 1,
            does=does, bonuses=bonuses, goal=goal,
        )  # fmt: skip

    def select(self, against: Any) -> tuple[int, int]:
        """Return what a selector names: a mask of cards and a mask of alignments; 'any' means every card."""
        if against == "any":
            return (1 << self.size) - 1, 0
        cards = 0
        for name in as_list(against.get("group", ())):
            cards |= 1 << self.by_name[name]
        return cards, self.mask(as_list(against.get("alignment", ())))

    def is_among(self, against: Any, card: PrintedCard, alignments: int) -> bool:
        """Return whether a selector names a card that has these alignments now."""
        cards, wanted = self.select(against)
        return bool(cards >> card.number & 1 or wanted & alignments)

    def mask(self, names: Iterable[str]) -> int:
        """Return the mask of some alignments."""
        return sum({self._bit[name] for name in names})

    def alignment_names(self, mask: int) -> list[str]:
        """Return the alignments in a mask by name."""
        return [self.alignments[place] for place in members(mask)]

    def against(self, ours: int, theirs: int) -> list[tuple[int, int]]:
        """Return the pairs of opposite alignments when a card with some attacks one with others."""
        found = []
        for place in members(ours):
            for other in members(self.shuns[place] & theirs):
                found.append((place, other))
        return found

    def find(self, text: str, kinds: Sequence[str] = (ILLUMINATI, GROUP, SPECIAL)) -> list[int]:
        """Return the cards of these kinds that a player may have meant: 'kkk', 'CIA', 'mafia', 'cthulhu'. A whole name is
        preferred to the start of one, the start of a name to the start of a word in it."""
        exact = self.by_name.get(text, self.also.get(fold_name(text)))
        if exact is not None and self.cards[exact].kind in kinds:
            return [exact]
        folded = _fold(text)
        fitting: list[set[int]] = [set(), set(), set()]  # a whole name, the start of one, the start of a word in it
        if folded:
            for end, word, card in self._ends[bisect_left(self._ends, (folded,)) :]:
                if not end.startswith(folded):
                    break
                if self.cards[card].kind in kinds:
                    fitting[2 if word else end != folded].add(card)
        return sorted(next(filter(None, fitting), ()))

    @cached_property
    def _ends(self) -> list[tuple[str, int, int]]:
        """Return the rest of each name from each of its words on, folded, in order; with the place of the word and the card."""
        words = [_WORD_ENDS.split(name) for name in self.names]
        return sorted(
            (_fold(" ".join(rest[place:]) if place else name), place, card)
            for card, (name, rest) in enumerate(zip(self.names, words, strict=True))
            for place in range(len(rest))
        )

    def suggestion(self, text: str, kinds: Sequence[str]) -> str:
        """Return the end of a sentence about an unknown card."""
        return did_you_mean(text, [card.name for card in self.cards if card.kind in kinds])


@lru_cache(maxsize=8)
def pack_of(ruleset: Ruleset) -> Pack:
    """Return the cards of a ruleset, shared with the one that it was made of if that has the same."""
    full = ruleset.full
    alike = ruleset.alike
    shared = alike and all(full[part] is alike.full[part] for part in ("alignments", "goals", *SECTIONS.values()))
    if alike and shared:
        return pack_of(alike)
    return Pack(full)


def _fold(text: str) -> str:
    folded = fold_name(text).replace("/", "").replace("&", "and")
    if folded != "the":
        return folded.removeprefix("the")
    return folded


class ConspiracyRules(CompiledRules):
    """The rules at a table of `players`; schemas/conspiracy.schema.json explains each value."""

    def __init__(self, ruleset: Ruleset, players: int) -> None:
        data = ruleset.full
        self.ruleset = ruleset
        self.players = players
        self.pack = pack_of(ruleset)
        self.clockwise = data["direction"] == "clockwise"
        self.attack, self.turn, self.passing = Named(data["attack"]), Named(data["turn"]), Named(data["turn"]["pass"])
        self.tax, self.upkeep = Named(data["tax"]), Named(data["upkeep"])
        self.uncontrolled = Named(data["uncontrolled"])
        self.gifts, self.bribery, self.moving = Named(data["gifts"]), Named(data["bribery"]), Named(data["moving"])
        self.elimination, self.hidden = Named(data["elimination"]), Named(data["hidden"])
        self.goals, self.more_income = Named(data["goals"]), Named(ruleset.part("bonus_income"))
        self.basic: int = data["goals"]["basic"].get(str(players), 0)
        self.bonus_income: int = ruleset.part("bonus_income").get(str(players), 0)
