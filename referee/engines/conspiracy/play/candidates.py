"""Items that might come next in a random game; each must pass the same checks as the items of a log."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from referee.core.cards import members
from referee.core.family import Draw
from referee.engines.conspiracy.rules import structure
from referee.engines.conspiracy.state import State
from referee.engines.conspiracy.words.pack import SIDES

if TYPE_CHECKING:
    from referee.engines.conspiracy.game import Game

Item = dict[str, Any]


class Candidates:
    """What may be picked at one table."""

    def __init__(self, game: Game, state: State, draw: Draw) -> None:
        self.game = game
        self.rules = game.rules
        self.state = state
        self.draw = draw
        self.names = game.rules.pack.names

    def legal(self, item: Item) -> bool:
        events = self.game.read(self.state, item)
        return not self.game.check(self.state, events[0])

    def any(self, things: list[Any]) -> Any:
        return things[self.draw(len(things))]

    def first_legal(self, candidates: Iterator[Item | None]) -> Item | None:
        for candidate in candidates:
            if candidate is not None and self.legal(candidate):
                return candidate
        return None

    def holders(self, word: str) -> list[tuple[int, int]]:
        cards = self.rules.pack.cards
        return [
            (seat, card) for seat, held in enumerate(self.state.specials) for card in held if word in cards[card].does
        ]

    def free_arrow(self, seat: int) -> Item | None:
        masters = [
            card for card in members(self.state.holds[seat]) if structure.has_free_arrow(self.rules, self.state, card)
        ]
        if not masters:
            return None
        master = self.any(masters)
        return {self.names[master]: SIDES[self.any(structure.free_arrows(self.rules, self.state, master))]}
