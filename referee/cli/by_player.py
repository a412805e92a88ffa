"""Values by player, as typed: `6,0,0,0` in order, or `Ann=6,Ben=0` by name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from referee.cli.exit_codes import Misuse
from referee.core.wording import counted


class Named(NamedTuple):
    """Values in the order typed, and the players' names if they were typed too."""

    names: tuple[str, ...]
    values: tuple[str, ...]

    def by_player(self, players: Sequence[str], option: str) -> dict[str, str]:
        """Each player's value; values without names go to the players in order."""
        if self.names:
            stranger = next((name for name in self.names if name not in players), None)
            if stranger is not None:
                raise Misuse(f"{option} names {stranger}, who is not among {', '.join(players)}")
            missing = [player for player in players if player not in self.names]
            if missing:
                raise Misuse(f"{option} has no value for {', '.join(missing)}")
            return dict(zip(self.names, self.values, strict=True))
        if len(self.values) != len(players):
            raise Misuse(
                f"{option} has {counted(len(self.values), 'values')} for {counted(len(players), 'players')}; "
                "give one for each, in their order, separated by commas"
            )
        return dict(zip(players, self.values, strict=True))


def parted(texts: Sequence[str]) -> tuple[str, ...]:
    """What was typed, separated by spaces, commas or both: `2C,3C 4C`."""
    return tuple(part for text in texts for part in map(str.strip, text.split(",")) if part)


def read_named(parts: Sequence[str], option: str) -> Named:
    """Return the values in `['Ann=6', 'Ben=0']` or `['6', '0']`; a number for a name is a player's: 1 is player 1."""
    split = [part.strip().partition("=") for part in parts]
    named = [bool(equals) for _, equals, _ in split]
    if not any(named):
        return Named((), tuple(value for value, _, _ in split))
    if not all(named):
        bare = next(text for text, equals, _ in split if not equals)
        raise Misuse(f"{option}: {bare!r} has no player before it; name all of them, as in Ann={bare}, or none")
    names = [f"player {name}" if name.isdecimal() else name for name in (name.strip() for name, _, _ in split)]
    twice = next((name for place, name in enumerate(names) if name in names[:place]), None)
    if twice is not None:
        raise Misuse(f"{option} names {twice} twice")
    return Named(tuple(names), tuple(value.strip() for _, _, value in split))


def numbered(count: int) -> tuple[str, ...]:
    """Names for players without one: 'player 1', 'player 2' …"""
    return tuple(f"player {number}" for number in range(1, count + 1))
