"""The state of a shedding game: where the cards lie as far as they are known, who is to act, and what has been scored."""

from __future__ import annotations

from typing import NamedTuple

from referee.core.fields import Fields, Lifetime, by_player, state_class, value
from referee.core.formula import Value
from referee.core.values import CARD, NTH, NUMBER, POINTS, SEAT, TARGET, TEXT, YES_NO, list_of, one_of, target_of

DEAL, FACE_UP, TURN, SHOW, OVER = "deal", "face_up", "turn", "show", "over"
"""The deal, the first card of the pile turned up, a turn, hands shown after somebody is out, nothing."""
UNSEEN = -1
"""A card that the log does not show."""


class SheddingRound(NamedTuple):
    """A finished round, seat by seat: who went out (-1: nobody), the cards left (None where they are not known), points and
    totals. `untold` are the seats whose points are not known; they count as 0."""

    number: int
    dealer: int
    out: int
    hands: tuple[tuple[int, ...] | None, ...]
    points: tuple[Value, ...]
    totals: tuple[Value | None, ...]
    untold: tuple[int, ...] = ()


CARDS = list_of(CARD)
UNSEEN_CARD = "unseen"
"""The word in a log for a card drawn unseen."""
DRAWN = CARD.or_words({UNSEEN_CARD: UNSEEN})
ROUND = Lifetime(lambda rules, state: state.phase not in (DEAL, OVER))
PLAY = Lifetime(lambda rules, state: state.phase in (TURN, SHOW))


@state_class
class SheddingState(Fields):
    """Everything a shedding game depends on. Seats are 0 … n-1 clockwise.

    `hands[seat]` holds the cards that are known, `hidden[seat]` is how many are not. The `bluffer` has just played a card
    that may be challenged, against the cards in `bluff`; the `challenger` goes on when the cards of a challenge are drawn.
    What stands in a `position:` is described in the schema. -1 is no seat and no card.
    """

    players: tuple[str, ...] = value(())
    clock: int = value(0)
    round: int = value(1, NTH, "hand", least=1, always=True)
    dealer: int = value(-1, SEAT, setup=True)
    phase: str = value(DEAL, one_of(DEAL, FACE_UP, TURN, SHOW, OVER), always=True)
    scores: list[Value] = by_player(0, POINTS, setup=True, always=True, whole=True)
    untold: list[bool] = by_player(False, YES_NO)
    """True for each player whose total is not known, because a log omits what it depends on."""
    target: Value | None = value(target_of, TARGET, setup=True)
    history: list[SheddingRound] = value(list)
    plays: dict[str, int] = value(dict)
    unseen: dict[str, list[int]] = value(dict)

    hands: list[list[int]] = by_player(list, CARDS, lasts=ROUND, always=True, whole=True)
    hidden: list[int] = by_player(0, NUMBER, "unseen", ROUND, least=0, always=True)
    pile: list[int] = value(list, CARDS, lasts=ROUND, always=True)
    stock: int = value(lambda rules: sum(rules.copies), NUMBER, lasts=ROUND, least=0, always=True)
    turn: int = value(-1, SEAT, lasts=PLAY)
    reversed: bool = value(False, YES_NO, lasts=PLAY)
    named: str = value("", TEXT, lasts=PLAY)
    owed: int = value(0, NUMBER, lasts=PLAY, least=0)
    drawn: list[int] = value(list, list_of(DRAWN), lasts=PLAY)
    paid: bool = value(False, YES_NO, lasts=PLAY)
    passes: int = value(0, NUMBER, lasts=PLAY, least=0)
    silent: int = value(-1, SEAT, lasts=PLAY)
    bluffer: int = value(-1, SEAT, lasts=PLAY)
    bluff: list[int] = value(list, list_of(DRAWN), lasts=PLAY)
    challenger: int = value(-1, SEAT, lasts=PLAY)
    out: int = value(-1, SEAT, lasts=PLAY)
