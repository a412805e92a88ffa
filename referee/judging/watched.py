"""A game that is watched: every event is told to somebody just before it happens."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from referee.core.events import Event
from referee.core.family import Game

Watch = Callable[[Game, Any, Event], None]
"""Told of an event: the game, the state before it, and the event. It must not change the state."""


class Watched:
    """A game that goes event by event and tells `watch` of each that happens; otherwise the game itself.

    The fold over a watched game takes no fast lane. The game, and the fold over it, are no slower for it.
    """

    def __init__(self, game: Game, watch: Watch) -> None:
        self.game = game
        self.watch = watch

    def __getattr__(self, name: str) -> Any:
        return getattr(self.game, name)

    def sweep(self, state: Any, items: Sequence[Mapping[str, Any]], start: int) -> tuple[int, int]:
        """No lane: nothing happens unseen."""
        return 0, 0

    def batch(self) -> None:
        """Nobody: every event is told."""

    def take(self, state: Any, events: Sequence[Event]) -> int:
        """Lets events happen one by one for as long as they are legal: how many were."""
        for done, event in enumerate(events):
            if self.game.check(state, event):
                # The game refuses it itself: an event that is refused, too, lets what waited for it take effect.
                return done + self.game.take(state, (event,))
            self.apply(state, event)
        return len(events)

    def apply(self, state: Any, event: Event) -> None:
        """Tells of the event, and makes it happen."""
        self.watch(self.game, state, event)
        self.game.apply(state, event)
