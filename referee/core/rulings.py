"""Rulings: questions that the sources of a game leave open, their readings, and the one in force."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from referee.core.merging import holds


class Ruling(NamedTuple):
    """One ruling of a ruleset as its `entry` says it; `current` is the value of the word that it is about, `variants` are those
    that are played."""

    name: str
    entry: Mapping[str, Any]
    current: Any
    variants: Sequence[str] = ()

    @property
    def about(self) -> tuple[str, ...]:
        """The word that it decides."""
        return tuple(self.entry["about"].split("."))

    @property
    def question(self) -> str:
        """The question."""
        return str(self.entry["question"])

    @property
    def readings(self) -> Mapping[str, Mapping[str, Any]]:
        """The possible answers by id, including those that only a variant can pick."""
        readings: Mapping[str, Mapping[str, Any]] = self.entry["readings"]
        return readings

    @property
    def values(self) -> dict[str, Any]:
        """The value that each answer sets for the word."""
        return {reading: entry["value"] for reading, entry in self.readings.items() if "value" in entry}

    @property
    def taken(self) -> str | None:
        """The answer in force; None if a house rule has a value of its own, or if nothing that is played asks the question."""
        by_variant = (reading for reading, entry in self.readings.items() if entry.get("variant") in self.variants)
        return next(
            (reading for reading, value in self.values.items() if holds(value, self.current)), next(by_variant, None)
        )

    @property
    def settled(self) -> bool:
        """Return whether a house rule has set a value of its own, so that none of the readings can be picked."""
        return bool(self.values) and self.current is not None and self.taken is None

    @property
    def others(self) -> list[str]:
        """The answers that could be picked instead; of those that are variants if one of them is played."""
        others = [reading for reading, value in self.values.items() if not holds(value, self.current)]
        played = self.taken is not None and "variant" in self.readings[self.taken]
        return others + [reading for reading in self.readings if played and reading not in (*self.values, self.taken)]

    def written(self, reading: str) -> str:
        """Return how a log picks an answer."""
        variant = self.readings[reading].get("variant")
        return f"`variants: [{variant}]`" if variant else f"`ruling: {{{self.name}: {reading}}}`"


class OtherReading(NamedTuple):
    """A ruling that decides an answer: the reading taken, another one in words, and what is `found` by that one."""

    ruling: str
    taken: str
    reading: str
    text: str
    found: Mapping[str, Any]
