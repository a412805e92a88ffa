"""Deals typed at the table, hand by hand and field by field."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from referee.core.data import Data, Entry, Item
from referee.core.events import Finding
from referee.recording.entries import AS_IN_LOG, Unclear
from referee.recording.here import Here, Refused, Shapeless, cards, keys_of, values

Part = tuple[str, str]
"""A part of a deal and where it goes: `hands` and a player; `fields` and a field; or only a player, if a deal is only hands.

What is face down is one part, without a name: `luminaries`.
"""


class TypedDeal:
    """A deal as far as it has been typed."""

    def __init__(self, here: Here, order: tuple[Part, ...]) -> None:
        self._here = here
        self._order = order
        self.typed: dict[Part, Any] = {}

    @property
    def asks(self) -> str:
        """The question for the cards that must be typed next."""
        part = self._next
        if part is None:
            return "Whose cards were others? Write the name and the cards again."
        what, name = part
        if what == "fields":
            return f"The cards that lie open: {name}?"
        if not what:
            return f"The cards of {name}?"
        return f"The cards of {name}? Return if nobody recorded them."

    @property
    def _next(self) -> Part | None:
        for part in self._order:
            if part not in self.typed:
                return part
        return None

    def take(self, line: str) -> list[Item] | None:
        """Take a line: the deal as an event if it is complete now, [] if more must be typed, None if the line is no
        part of it.

        A part is cards, a name and cards, or nothing for a hand that nobody recorded. Raises Unclear or Refused.
        """
        line = line.strip()
        text = line.removeprefix("deal ")
        first, _, rest = text.partition(" ")
        name = first.removesuffix(":").casefold()
        if self._is_face_down(name):
            self._take_face_down(name, rest)
            return []
        part = self._part_of(name)
        if part is None:
            part = self._next
            rest = text
        dealt = cards(self._here, rest)
        if AS_IN_LOG.match(line):
            return None
        if not line and (part is None or part[0] != "hands"):
            return None
        if line and not dealt:
            self._refuse_strange_cards(text, part)
            if part is None or not self.typed:
                return None
            deck = self._here.game.ruleset.deck
            raise Unclear(f"write {part[1]}'s cards like {' '.join(deck.ids[:2])}", rule="deck")
        if part is None:
            raise Unclear("all hands have been typed; write a name and the cards to change one")
        return self._put(part, dealt)

    def _is_face_down(self, name: str) -> bool:
        """Whether this is a part of a deal that lies face down."""
        return name in keys_of(self._here, "deal") and all(name != what for what, _ in self._order)

    def _take_face_down(self, name: str, rest: str) -> None:
        """Take the cards of a part that lies face down, if somebody looked at them. Raises Unclear."""
        here = self._here
        for value in values(here, "deal", f"{name} {rest.lstrip(' :')}"):
            if isinstance(value, dict) and isinstance(value.get(name), dict) and here.read({"deal": value}):
                self.typed[name, ""] = dict(value[name])
                return
        raise Unclear(f"write for each what lies where, with commas: `{name} {self._order[0][1]} …, …`")

    def _part_of(self, name: str) -> Part | None:
        for part in self._order:
            if part[1].casefold() == name:
                return part
        return None

    def _refuse_strange_cards(self, text: str, part: Part | None) -> None:
        """Raise Unclear if all unknown words of a text look like cards: then it is a misspelt part of the deal."""
        deck = self._here.game.ruleset.deck
        known = set(self._here.players)
        if part is not None:
            known.update(part)
        strange = list[str]()
        for word in re.split(r"[\s,]+", text):
            name = word.rstrip(":")
            if name not in known and deck.find(name) is None:
                strange.append(name)
        if strange and all(map(_looks_like_card, strange)):
            like = f"cards are written like {deck.ids[0]} and {deck.ids[-1]}"
            raise Unclear(f"{strange[0]!r} is not a card here; {like}", rule="deck")

    def _put(self, part: Part, dealt: list[str]) -> list[Item]:
        """Put cards into a part of the deal; the deal as an event if it is complete now, otherwise [].

        Raises Unclear or Refused if these cards cannot be there; nothing is changed then.
        """
        typed_before = dict(self.typed)
        self.typed.pop(part, None)  # it is now the part that was typed last
        self.typed[part] = dealt
        deal = {"deal": self._deal()}
        try:
            self._here.after(deal)
        except Refused as no:
            fault = _first_fault_at(no, part)
            if fault is not None:  # nothing about what is still missing
                is_complete = self._next is None
                self.typed = typed_before
                if is_complete:
                    raise no from None
                raise Unclear(fault.message, rule=fault.rule) from None
        except Shapeless:
            pass
        if self._next is not None:
            return []
        return [deal]

    def back(self) -> str:
        """Forget what was typed last, and return it."""
        (what, name), dealt = self.typed.popitem()
        if not name:
            return f"{what} {', '.join(map(' '.join, dealt.items()))}"
        if not dealt:
            return f"{name} nothing"
        return f"{name} {' '.join(dealt)}"

    def _deal(self) -> Data:
        """The value of the event `deal`, with all that has been typed; a deal that is only hands is a map by player."""
        deal: Data = {}
        parts = list(self._order)
        parts += [part for part in self.typed if not part[1]]
        for what, name in parts:
            dealt = self.typed.get((what, name))
            if what and name:
                if dealt:
                    deal.setdefault(what, {})[name] = dealt
            elif dealt is not None:
                deal[what or name] = dealt
        return deal


def _looks_like_card(word: str) -> bool:
    return any(map(str.isdecimal, word)) or word.isupper()


def _first_fault_at(no: Refused, part: Part) -> Finding | None:
    """The first fault of a deal that is in one of its parts."""
    pointer = ("deal",) + tuple(filter(None, part))
    for fault in no.faults:
        if fault.at[: len(pointer)] == pointer:
            return fault
    return None


def due(here: Here, *, only_open: bool = False) -> TypedDeal | None:
    """The deal that comes next, to be typed part by part; None if something else comes next, or no cards must be
    typed.

    With `only_open`, only what is dealt face up is asked for.
    """
    if here.options.options or "deal" not in here.verbs or not here.game.next_step(here.state):
        return None
    view = here.game.view(here.state)[0]
    if view.get("phase") not in ("deal", "deal_rest"):
        return None
    hands = list[str]()
    if not only_open:
        hands = _order_of_deal(here, view)
    parts = _parts(here, hands)
    if not parts:
        return None
    return TypedDeal(here, tuple(parts))


def _order_of_deal(here: Here, view: Entry) -> list[str]:
    """The players who are dealt a hand, from the left of the dealer."""
    absent = {seat["player"] for seat in view.get("seats", ()) if "absent" in seat}
    first = 0
    if view.get("dealer") in here.players:
        first = here.players.index(view["dealer"]) + 1
    around = here.players[first:] + here.players[:first]
    return [who for who in around if who not in absent]


def _parts(here: Here, hands: Sequence[str]) -> list[Part]:
    """The parts of a deal in order: fields on which cards lie open, then these players' hands; none if a deal cannot
    be typed so."""
    if here.read({"deal": {here.players[0]: [here.game.ruleset.deck.ids[0]]}}) is not None:  # a deal is only hands
        return [("", who) for who in hands]
    fields = here.game.dealt_open(here.state)
    if fields is None:
        return []
    parts = [("fields", name) for name in fields]
    parts += [("hands", who) for who in hands]
    return parts
