"""The state of a meld game: where the cards lie as far as they are known, who is to act, and what has been scored."""

from __future__ import annotations

from typing import Any, NamedTuple

from referee.engines.meld.words.arrange import Arrangement

DRAW, DEAL, ACTION, FACE_UP, TAKE, DISCARD, SHOW, ROLE, OVER = (
    "draw", "deal", "action", "face_up", "take", "discard", "show", "role", "over",
)  # fmt: skip
"""Drawing for the deal, the deal, Action cards before play, the card turned up, a turn before and after taking, hands shown at
the end of a round, roles chosen at the end of the game, nothing."""


class Round(NamedTuple):
    """A finished round, seat by seat: the arrangements (None where the round was void), Action points, points and totals."""

    number: int
    dealer: int
    declarer: int
    hands: tuple[Arrangement | None, ...]
    action: tuple[Any, ...]
    points: tuple[Any, ...]
    totals: tuple[Any, ...]


class State:
    """Everything a meld game depends on. Seats are 0 … n-1 clockwise; hands are packs (see `packs`).

    `hands[seat]` holds the cards that are known, `hidden[seat]` is how many are not. `located` is the pack of all cards whose
    place is known: in hands, in the pile, set aside or laid off. `recycled` are those that went back into the stock and were
    not seen since; of the cards in `hidden[seat]`, `fresh[seat]` were taken after that. `stock` counts the cards of the stock.
    """

    __slots__ = (
        "action",
        "aside",
        "bonus",
        "clock",
        "contenders",
        "dealer",
        "declarer",
        "discarder",
        "drawing",
        "drawn",
        "fresh",
        "hands",
        "hidden",
        "hinges",
        "history",
        "laid",
        "last_take",
        "last_turns",
        "late",
        "located",
        "notes",
        "offers",
        "penalty",
        "phase",
        "pile",
        "players",
        "plays",
        "recycled",
        "roles",
        "round",
        "round_began",
        "scores",
        "shown",
        "stock",
        "tabled",
        "taken",
        "target",
        "turn",
        "unseen",
        "upcard",
        "won",
    )  # fmt: skip

    players: tuple[str, ...]
    phase: str
    clock: int
    round: int
    dealer: int
    scores: list[Any]
    target: Any
    won: list[int]
    """How many rounds each player has won, alone."""
    bonus: list[Any]
    """What each player got at the end of the game besides; empty before."""
    history: list[Round]
    contenders: list[int]
    """Who may still become the dealer by drawing the highest card."""
    drawing: list[int]
    """Who of them has still to draw."""
    drawn: list[int]
    """What each player drew last for the deal, -1 before."""
    hands: list[int]
    hidden: list[int]
    fresh: list[int]
    located: int
    recycled: int
    stock: int
    pile: list[int]
    upcard: int
    """The card first turned up beside the stock in this round; -1 where it is not known."""
    aside: int
    """The draw cards of this round that were set aside."""
    turn: int
    taken: int
    """The card that was taken from the pile on this turn; -1 when it was none, -2 when a card of the stock was taken unseen."""
    late: int
    """How many draw cards taken on this turn wait for their Action cards."""
    offers: int
    """How many players may still refuse the first face-up card."""
    last_take: bool
    """The stock is used up: the face-up card may be taken to end the round, and nothing else is possible."""
    last_turns: int
    """How many players still have a last turn, after somebody has ended the round."""
    discarder: int
    """Who has just discarded and may still declare; -1 when nobody may."""
    action: list[Any]
    penalty: list[Any]
    declarer: int
    shown: list[Arrangement | None]
    tabled: list[int]
    """The melds of the player who ended the round, with what was laid off on them."""
    laid: list[int]
    """What each player laid off."""
    roles: list[str | None]
    plays: dict[str, int]
    round_began: int
    """The number of the last event before this round."""
    unseen: dict[str, list[int]]
    notes: list[tuple[str, str, int]]
    """Doubts of this log, each a rule, a sentence and an event."""
    hinges: list[tuple[str, int]]

    def copy(self) -> State:
        """A state that can go its own way."""
        other = State.__new__(State)
        for name in State.__slots__:
            value = getattr(self, name)
            if type(value) is list:
                value = value[:]
            elif type(value) is dict:
                value = {key: entry[:] if type(entry) is list else entry for key, entry in value.items()}
            setattr(other, name, value)
        return other
