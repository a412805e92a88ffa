"""The rules of a game of asking for a number of players, and its state: who holds what, and who asks whom for what."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from referee.core.family import Unsound, sides_of
from referee.core.fields import Fields, by_player, state_class, value
from referee.core.pads import RoundRules
from referee.core.ruleset import Ruleset
from referee.core.values import CARD, NUMBER, SEAT, TEXT, list_of, one_of

DEAL, ASK, ANSWER, DRAW, OVER = "deal", "ask", "answer", "draw", "over"
"""What comes next: the deal, a question, its answer, a card from the stock, nothing."""


class Books(NamedTuple):
    """The scoring: the game is one round, and the most books win."""

    unit: str = "round"
    rounds: int = 1
    target: None = None
    lowest_wins: bool = False

    def leaders(self, totals: Sequence[Any]) -> list[int]:
        """The seats with the most books."""
        return [seat for seat, total in enumerate(totals) if total == max(totals)]


class AskingRules(RoundRules):
    """A ruleset compiled for `players` players. Raises Unsound with every fault that compiling finds."""

    def __init__(self, ruleset: Ruleset, players: int) -> None:
        super().__init__(ruleset, players)
        self.sides = sides_of(players, partners=False)
        self.scoring = Books()
        self.book: int = ruleset.full["book"]
        self.must_hold: bool = ruleset.full["ask"]["must_hold"]
        self.lucky_draw: str = ruleset.full["ask"]["lucky_draw"]
        self.ranks = tuple(dict.fromkeys(card.rank for card in self.deck.cards))
        faults = list(self.parser.faults)
        for rank in self.ranks:
            number = len(self.of_rank(range(len(self.deck)), rank))
            if number % self.book:
                faults.append((("book",), f"{number} cards of a rank do not make books of {self.book}"))
        if faults:
            raise Unsound(faults)

    def of_rank(self, cards: Sequence[int], rank: str) -> list[int]:
        """Those of some cards that have a rank."""
        return [card for card in cards if self.deck.cards[card].rank == rank]

    def names(self, cards: Sequence[int]) -> list[str]:
        """The names of some cards, as a player sorts a hand."""
        return [self.deck.ids[card] for card in sorted(cards, key=self.deck.sort_key)]


class AskingRound(NamedTuple):
    """The game when it is over, seat by seat: `points` are the books."""

    number: int
    dealer: int
    points: tuple[int, ...]
    totals: tuple[int, ...]
    untold: tuple[int, ...] = ()


@state_class
class AskingState(Fields):
    """Everything a game depends on. Seats are 0 … n-1 clockwise; -1 is nobody, and "" no rank.

    `laid` are the cards in each player's books, and `scores` the number of these. `asked` and `rank` are the question that is
    being answered, or for which a card is drawn.
    """

    players: tuple[str, ...] = value(())
    clock: int = value(0)
    round: int = value(1)
    dealer: int = value(-1, SEAT, setup=True)
    target: Any = value(None)
    phase: str = value(DEAL, one_of(DEAL, ASK, ANSWER, DRAW, OVER), always=True)
    history: list[AskingRound] = value(list)
    plays: dict[str, int] = value(dict)
    unseen: dict[str, list[int]] = value(dict)
    untold: list[bool] = by_player(False)
    scores: list[int] = by_player(0)
    hands: list[list[int]] = by_player(list, list_of(CARD), always=True, whole=True)
    laid: list[list[int]] = by_player(list, list_of(CARD), "books")
    stock: int = value(lambda rules: sum(rules.copies), NUMBER, least=0, always=True)
    turn: int = value(-1, SEAT)
    asked: int = value(-1, SEAT)
    rank: str = value("", TEXT)
