"""Cards that changed hands without their names. Nothing here knows a game.

Ann has Bribery and a Slush Fund and discards "a card" of the two. Now she has one card, which may be either, and the other is
gone. If she plays Bribery later, the Slush Fund was discarded. So there is no need to try both: one card is known to be in her
hand and one to be gone, and both of what they may be. This is a *packet*: a place, how many cards it has, and a set of what
they may be. By Hall's theorem the cards can be dealt out to the packets unless some packets need more cards than there are for
them; see room.py. A card that turns up somewhere leaves its packet, which is possible exactly if the rest can be dealt out.

A card that was drawn without its name is one of the cards, too; it may turn out to be any that is nowhere else.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from referee.core.unseen.room import has_room

GONE = -1
"""The place of cards that are in nobody's hand."""
UNSEEN = -1
"""A card that nobody ever named, among `cards`."""


class Packet(NamedTuple):
    """Some cards that lie in one place: `size` of those in the mask `may_be`, which counts them as `Unnamed.cards` does."""

    place: int
    may_be: int
    size: int


class Unnamed(NamedTuple):
    """All cards of which it is not known where they are, and the packets that they make up."""

    cards: tuple[int, ...] = ()
    packets: tuple[Packet, ...] = ()

    def count(self, place: int) -> int:
        """Return how many cards lie in a place."""
        return sum([packet.size for packet in self.packets if packet.place == place])

    def may_be_anywhere(self) -> set[int]:
        """Return the cards of which it is not known where they are, by name."""
        named = set[int]()
        for packet in self.packets:
            named |= {card for place, card in enumerate(self.cards) if packet.may_be >> place & 1}
        return named - {UNSEEN}

    def move(self, place: int, own: Sequence[int], goal: int) -> Unnamed:
        """The cards after one of a place went to another without its name.

        `own` are the cards that were known to be in that place, or `UNSEEN`; now they may be either. The place has
        one card at least.
        """
        cards = self.cards + tuple(own)
        # the bits of the cards just added
        may_be = (1 << len(cards)) - (1 << len(self.cards))
        size = len(own)
        packets: list[Packet] = []
        for packet in self.packets:
            if packet.place == place:
                may_be |= packet.may_be
                size += packet.size
            else:
                packets.append(packet)
        packets.append(Packet(place, may_be, size - 1))
        packets.append(Packet(goal, may_be, 1))
        return Unnamed(cards, tuple(packets))._tidy()

    def without(self, place: int, card: int, *, new: bool) -> tuple[Unnamed, bool] | None:
        """What is left when a card leaves a place by its name, and whether it was never named before; None if it
        cannot be there.

        If it is `new`, so nowhere else, it may also be one of the cards that nobody ever named.
        """
        for name in (card, UNSEEN) if new else (card,):
            for number, packet in enumerate(self.packets):
                if packet.place != place:
                    continue
                for bit, other in enumerate(self.cards):
                    if other != name or not packet.may_be >> bit & 1:
                        continue
                    rest = self._without(number, bit)
                    if has_room([(one.may_be, one.size) for one in rest.packets]):
                        return rest._tidy(), name == UNSEEN
        return None

    def certain(self) -> tuple[Unnamed, list[tuple[int, int]]]:
        """What is left without the packets whose cards are certain, and the place and name of each card in those.

        A packet is certain if it may be no more cards than it has; its cards are then in no other packet, which may
        make that certain.
        """
        rest = self
        found: list[tuple[int, int]] = []
        while True:
            for packet in rest.packets:
                if packet.may_be.bit_count() == packet.size:
                    break
            else:
                return rest, found
            others = []
            for other in rest.packets:
                if other is not packet:
                    others.append(other._replace(may_be=other.may_be & ~packet.may_be))
            found += [(packet.place, card) for bit, card in enumerate(self.cards) if packet.may_be >> bit & 1]
            rest = Unnamed(self.cards, tuple(others))._tidy()

    def forget(self, place: int) -> tuple[Unnamed, set[int]]:
        """What is left when all cards of a place are mixed with those nobody has seen, and the cards that they may
        have been."""
        mixed = 0
        for packet in self.packets:
            if packet.place == place:
                mixed |= packet.may_be
        named = {card for bit, card in enumerate(self.cards) if mixed >> bit & 1} - {UNSEEN}
        cards = []
        for bit, card in enumerate(self.cards):
            if mixed >> bit & 1:
                cards.append(UNSEEN)
            else:
                cards.append(card)
        packets = [packet for packet in self.packets if packet.place != place]
        return Unnamed(tuple(cards), tuple(packets))._tidy(), named

    def lose(self, place: int) -> Unnamed:
        """What is left when all cards of a place are gone: they lie in the place `GONE`."""
        packets = []
        for packet in self.packets:
            if packet.place == place:
                packets.append(packet._replace(place=GONE))
            else:
                packets.append(packet)
        return Unnamed(self.cards, tuple(packets))._tidy()

    def _without(self, number: int, bit: int) -> Unnamed:
        """What is left when the card at this index of `cards` has left the packet at index `number`."""
        packets = []
        for place, packet in enumerate(self.packets):
            size = packet.size - (place == number)
            packets.append(packet._replace(may_be=packet.may_be & ~(1 << bit), size=size))
        return self._replace(packets=tuple(packets))

    def _tidy(self) -> Unnamed:
        """The same without empty packets, and with one packet instead of several that say the same; empty if all
        cards are gone."""
        sizes: dict[tuple[int, int], int] = {}
        for place, may_be, size in self.packets:
            sizes[place, may_be] = sizes.get((place, may_be), 0) + size
        packets = [Packet(place, may_be, size) for (place, may_be), size in sizes.items() if size]
        if all(packet.place == GONE for packet in packets):
            return Unnamed()
        return self._replace(packets=tuple(packets))
