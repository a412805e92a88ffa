"""Rulings: questions that the sources of a game leave open, their readings, and the one in force."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from referee.core.merging import holds


class Ruling(NamedTuple):
    """One ruling of a ruleset as its `entry` says it; `current` is the value of the word that it is about."""

    name: str
    entry: Mapping[str, Any]
    current: Any

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
        """The answer in force; None if a house rule has a value of its own."""
        return next((reading for reading, value in self.values.items() if holds(value, self.current)), None)

    @property
    def settled(self) -> bool:
        """Whether a house rule has set a value of its own, so that none of the readings can be picked."""
        return bool(self.values) and self.current is not None and self.taken is None

    @property
    def others(self) -> list[str]:
        """The answers that could be picked instead."""
        return [reading for reading, value in self.values.items() if not holds(value, self.current)]


class OtherReading(NamedTuple):
    """A ruling that mattered to an answer: the reading taken, another one in words, and what is `found` by that one."""

    ruling: str
    taken: str
    reading: str
    text: str
    found: Mapping[str, Any]
