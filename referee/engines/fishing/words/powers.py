"""Powers of Luminaries, compiled: effect words when one is revealed or claimed, and what the face-up ones change together.

Fields are numbers clockwise around the box, so that the field opposite to f is (f + n/2) % n.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from referee.core.data import Words

Effect = tuple[str, Any]
"""An effect word and its argument as the ruleset has it."""
Word = tuple[str, ...]
"""The path at which a ruleset sets a word."""


class Luminary(NamedTuple):
    """One Luminary: effects when it is revealed, while it lies open and when it is claimed; its set; what it is worth."""

    name: str
    set: str
    worth: int
    reveal: tuple[Effect, ...]
    in_play: tuple[Effect, ...]
    claim: tuple[Effect, ...]


def luminary(name: str, entry: Words) -> Luminary:
    """A Luminary made from its entry in the ruleset; effects that are null or false are dropped."""
    reveal, in_play, claim = (
        tuple(
            [
                (word, argument)
                for word, argument in (entry.get(moment) or {}).items()
                if not (argument is None or argument is False)
            ]
        )
        for moment in ("reveal", "in_play", "claim")
    )
    return Luminary(name, entry.get("set", ""), entry["worth"], reveal, in_play, claim)


class FaceUp(NamedTuple):
    """A word of a face-up Luminary: its argument, where the ruleset has it, and the other fields that it is about."""

    name: str
    field: int
    argument: Any
    word: Word
    fields: tuple[int, ...]

    def gives(self, action: str, field: int) -> bool:
        """Return whether it is an extra play of this kind in this field."""
        return bool(self.argument["action"] == action) and self.field == field


@dataclass(slots=True)
class InForce:
    """Everything that the face-up Luminaries of a board change together, by effect word, in the order of their fields."""

    allow: dict[tuple[str, str], Word] = field(default_factory=dict)
    """(action, season) that is allowed although the season forbids it."""
    bar: dict[tuple[str, str], Word] = field(default_factory=dict)
    seasons_stay: list[FaceUp] = field(default_factory=list)
    confine: list[FaceUp] = field(default_factory=list)
    extra: list[FaceUp] = field(default_factory=list)
    repeat: list[FaceUp] = field(default_factory=list)
    """Actions that may be made again, and harvests with another card in another field."""
    swap: list[FaceUp] = field(default_factory=list)
    together: list[FaceUp] = field(default_factory=list)
    reach: list[FaceUp] = field(default_factory=list)
    """Fields besides its own from which a harvest may take."""
    cover: list[FaceUp] = field(default_factory=list)
    turned_by: list[FaceUp] = field(default_factory=list)

    @property
    def confinement(self) -> FaceUp | None:
        """The power that leaves only its own field to act in, if one does."""
        if not self.confine:
            return None
        return self.confine[-1]


def in_field(powers: Iterable[FaceUp], field: int) -> FaceUp | None:
    """Return the power of a Luminary that lies in a field."""
    return next((power for power in powers if power.field == field), None)


def in_force(face_up: Sequence[Luminary | None]) -> InForce:
    """Everything that face-up Luminaries change together; `face_up` has one for each field, or None."""
    force = InForce()
    fields = range(len(face_up))
    for place, one in enumerate(face_up):
        if one is None:
            continue
        for word, argument in one.in_play:  # an effect word and its argument
            by = ("luminaries", "cards", one.name, "in_play", word)
            if word in ("allow", "bar"):
                getattr(force, word).update(
                    {(action, season): by for action in argument for season in argument[action]}
                )
                continue
            if isinstance(argument, Mapping):
                says = argument
            else:
                says = {}
            named = {"opposite": (opposite(place, len(fields)),), "anywhere": tuple(fields), "here": (place,)}
            where = says.get("where", says.get("fields", says.get("with", "")))
            about = named.get(where, tuple(other for other in fields if other != place))
            if word == "reach" and says["card"] == "another":
                word = "repeat"
                argument = {"actions": ["harvest"], "after": "play", **says}
            getattr(force, word).append(FaceUp(one.name, place, argument, by, about))
    only = force.confinement
    if only:  # all other fields are closed
        force.extra = [extra for extra in force.extra if extra.field == only.field]
        force.repeat = [repeat for repeat in force.repeat if repeat.field == only.field]
        force.swap = [swap for swap in force.swap if swap.name == only.name]
    return force


def opposite(field: int, fields: int) -> int:
    """Return the field on the other side of the box."""
    return (field + fields // 2) % fields
