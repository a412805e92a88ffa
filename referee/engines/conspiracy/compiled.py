"""A conspiracy ruleset made ready for a number of players: every argument compiled, every name turned into an index.

Its cards are numbers, and masks say which of them have an ability.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple

from referee.core.cards import fold_name, members
from referee.core.data import Data, Words
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
    does: Words
    bonuses: tuple[Bonus, ...]
    goal: Words


class Pack:
    """The cards: Illuminati first, then groups, then Specials, each kind in the order of the ruleset.

    `names` are by number; `opposite` and `shuns` are masks by alignment, of those opposite to it in both directions, and of
    those that count as opposite when it attacks them; `masks` holds, by ability word, which cards have it (0 if none has).
    """

    def __init__(self, data: Words) -> None:
        """Number the cards of a ruleset. `also` maps other names of cards to their numbers; `plain` is the mask of the
        alignments that are not opposite to themselves."""
        self.alignments = tuple(data["alignments"])
        self._bit = {name: 1 << place for place, name in enumerate(self.alignments)}
        self.opposite = self._masks_of(data, "opposite")
        shuns = self._masks_of(data, "shuns")
        self.shuns = tuple([both | more for both, more in zip(self.opposite, shuns, strict=True)])
        self.plain = 0
        for bit, other in zip(self._bit.values(), self.opposite, strict=True):
            if not bit & other:
                self.plain |= bit
        more = {"power": 0, "transferable": 0}
        if data["goals"]["hidden"]:
            more = data["goals"]["hidden_bonus"]
        printed: list[tuple[str, str, Words]] = []
        self.also: dict[str, int] = {}
        for kind, section in SECTIONS.items():
            for name, facts in data[section].items():
                for other_name in facts.get("also", ()):
                    self.also[fold_name(other_name)] = len(printed)
                printed.append((kind, name, facts))
        self.by_name = {name: number for number, (_, name, _) in enumerate(printed)}
        self.size = len(printed)
        self.illuminati = range(len(data["illuminati"]))
        self.specials = range(self.size - len(data["specials"]), self.size)
        self.groups = range(len(self.illuminati), self.specials.start)
        self.cards = tuple([self._card(number, *facts, more) for number, facts in enumerate(printed)])
        self.names = tuple([card.name for card in self.cards])
        self.masks: Counter[str] = Counter()
        for card in self.cards:
            for word in card.does:
                self.masks[word] |= 1 << card.number

    def _masks_of(self, data: Words, key: str) -> tuple[int, ...]:
        """For each alignment, the mask of the alignments that its entry in the ruleset lists under a key, as `opposite:
        [Weird]`."""
        return tuple([self.mask(as_list(entry.get(key, ()))) for entry in data["alignments"].values()])

    def _card(self, number: int, kind: str, name: str, facts: Words, more: Mapping[str, int]) -> PrintedCard:
        """A card made from its entry in the ruleset (`facts`). `more` is the Power and transferable Power added to an
        Illuminati card whose goal is chosen by its player."""
        does = _abilities(facts)
        goal = dict(facts.get("goal", {}))
        power = facts.get("power", 0)
        transferable = facts.get("transferable", 0)
        if "chosen" in goal:
            power += more.get("power", 0)
            transferable += more.get("transferable", 0)
        inward = ABSENT
        if "in" in facts:
            inward = SIDES.index(facts["in"])
        copies = 1
        if kind == SPECIAL:
            copies = facts["copies"]
        return PrintedCard(
            number, name, kind, power, transferable, facts.get("resistance", 0), facts.get("income", 0),
            alignments=self.mask(facts.get("alignments", ())),
            inward=inward,
            outward=tuple([SIDES.index(side) for side in facts.get("out", ())]),
            copies=copies,
            does=does, bonuses=tuple([self._bonus(bonus) for bonus in does.get("bonus", ())]), goal=goal,
        )  # fmt: skip

    def _bonus(self, bonus: Words) -> Bonus:
        cards, alignments = self.select(bonus["against"])
        return Bonus(as_list(bonus["attempt"]), bonus["value"], cards, alignments, bonus["scope"] == "direct")

    def select(self, against: str | Words) -> tuple[int, int]:
        """The cards that a selector names, as in `against: {group: Texas, alignment: Liberal}`: a mask of the cards and
        one of the alignments that it lists. 'any' is every card."""
        if isinstance(against, str):
            return (1 << self.size) - 1, 0
        cards = 0
        for name in as_list(against.get("group", ())):
            cards |= 1 << self.by_name[name]
        return cards, self.mask(as_list(against.get("alignment", ())))

    def is_among(self, against: str | Words, card: PrintedCard, alignments: int) -> bool:
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
        """The pairs of opposite alignments when a card with the alignments `ours` attacks one with `theirs`; both are
        masks, the pairs are places in `alignments`."""
        found = []
        for place in members(ours):
            for other in members(self.shuns[place] & theirs):
                found.append((place, other))
        return found

    def find(self, text: str, kinds: Sequence[str] = (ILLUMINATI, GROUP, SPECIAL)) -> list[int]:
        """The cards of these kinds that a player may have meant by a text: 'kkk', 'CIA', 'mafia', 'cthulhu'. A whole
        name is preferred to the start of one, and the start of a name to the start of a later word in it."""
        exact = self.by_name.get(text, self.also.get(fold_name(text)))
        if exact is not None and self.cards[exact].kind in kinds:
            return [exact]
        folded = _fold(text)
        if not folded:
            return []
        whole = set()
        starts = set()
        words = set()
        # in the sorted list, all entries that start with the text stand together
        for end, word, card in self._ends[bisect_left(self._ends, (folded,)) :]:
            if not end.startswith(folded):
                break
            if self.cards[card].kind not in kinds:
                continue
            if word:
                words.add(card)
            elif end == folded:
                whole.add(card)
            else:
                starts.add(card)
        for fitting in (whole, starts, words):
            if fitting:
                return sorted(fitting)
        return []

    @cached_property
    def _ends(self) -> list[tuple[str, int, int]]:
        """Every name, and the rest of it from each later word on, folded for comparison and sorted; each with the place
        of its first word in the name and the card."""
        ends = []
        for card, name in enumerate(self.names):
            ends.append((_fold(name), 0, card))
            words = _WORD_ENDS.split(name)
            for place in range(1, len(words)):
                ends.append((_fold(" ".join(words[place:])), place, card))
        return sorted(ends)

    def suggestion(self, text: str, kinds: Sequence[str]) -> str:
        """Return the end of a sentence about an unknown card."""
        return did_you_mean(text, [card.name for card in self.cards if card.kind in kinds])


@lru_cache(maxsize=8)
def pack_of(ruleset: Ruleset) -> Pack:
    """The cards of a ruleset. A ruleset that was made from another one with the same cards shares the pack of that."""
    if ruleset.alike and _same_cards(ruleset, ruleset.alike):
        return pack_of(ruleset.alike)
    return Pack(ruleset.full)


def _same_cards(one: Ruleset, other: Ruleset) -> bool:
    for part in ("alignments", "goals") + tuple(SECTIONS.values()):
        if one.full[part] is not other.full[part]:
            return False
    return True


def _abilities(facts: Words) -> Data:
    """A card's ability words with their arguments. `bonus` may stand there several times, so that its argument is a
    list of them."""
    does: Data = dict(facts.get("does", {}))
    for entry in facts.get("abilities", ()):
        for word, argument in entry.items():
            if word == "bonus":
                does.setdefault(word, []).append(argument)
            else:
                does[word] = argument
    return does


def _fold(text: str) -> str:
    folded = fold_name(text).replace("/", "").replace("&", "and")
    if folded != "the":
        return folded.removeprefix("the")
    return folded


class ConspiracyRules(CompiledRules):
    """The rules at a table of `players`; schemas/conspiracy.schema.json explains each value."""

    def __init__(self, ruleset: Ruleset, players: int) -> None:
        """Compile a ruleset for a number of players. Each section of it becomes an attribute; `basic` is the number of
        groups that wins with so many players (0: none does), `bonus_income` the extra income of each Illuminati
        card."""
        data = ruleset.full
        self.ruleset = ruleset
        self.players = players
        self.pack = pack_of(ruleset)
        self.clockwise = data["direction"] == "clockwise"
        self.attack = Named(data["attack"])
        self.turn = Named(data["turn"])
        self.passing = Named(data["turn"]["pass"])
        self.tax = Named(data["tax"])
        self.upkeep = Named(data["upkeep"])
        self.uncontrolled = Named(data["uncontrolled"])
        self.gifts = Named(data["gifts"])
        self.bribery = Named(data["bribery"])
        self.moving = Named(data["moving"])
        self.elimination = Named(data["elimination"])
        self.hidden = Named(data["hidden"])
        self.goals = Named(data["goals"])
        self.more_income = Named(ruleset.part("bonus_income"))
        self.basic: int = data["goals"]["basic"].get(str(players), 0)
        self.bonus_income: int = ruleset.part("bonus_income").get(str(players), 0)
