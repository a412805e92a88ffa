"""The cards of a `position:` if a deck has equal cards: each time a card is named, it means another copy."""

from __future__ import annotations

from typing import Any

from referee.core.cards import mask_of, members
from referee.core.places import Pointer
from referee.engines.trick.log.reading import Reading

LIES = ("hands", "holds", "taken", "trick", "put_away", "discarded", "talon")
"""The keys of a position that say where cards are; other keys name cards that are already there, or at an unknown place."""


class ReadingCopies(Reading):
    """Reads the cards of one position, in which the same place of the position is always the same copy."""

    def __init__(self, reading: Reading) -> None:
        self.__dict__.update(reading.__dict__)
        self._read: dict[Pointer, int] = {}

    def card(self, text: Any, at: Pointer, seat: int | None = None) -> int:
        """The copy that a position means at this place."""
        card = super().card(text, at, seat)
        if at not in self._read:
            self._read[at] = self._copy(card, at)
        return self._read[at]

    def _copy(self, card: int, at: Pointer) -> int:
        copies = self.deck.twins[card]
        lies = mask_of(copy for place, copy in self._read.items() if place[1] in LIES)
        if at[1] in LIES:
            return next(members(copies & ~lies), copies.bit_length() - 1)
        named = mask_of(copy for place, copy in self._read.items() if place[:-1] == at[:-1])
        there = mask_of(copy for place, copy in self._read.items() if place[:-1] == self._where(at))
        left = copies & ~named
        return next(members(left & there or left & ~lies or left), copies.bit_length() - 1)

    def _where(self, at: Pointer) -> Pointer:
        """The place of a position from which this place names cards."""
        return {"passed": (at[0], "hands", *at[2:-1]), "own": (at[0], "trick"), "grace": (at[0], "trick")}.get(
            str(at[1]), ()
        )
