"""The state of a climbing game: who holds what as far as it is known, what lies on the table, and what has been scored."""

from __future__ import annotations

from typing import NamedTuple

from referee.core.cards import mask_of
from referee.core.data import Data
from referee.core.fields import Lifetime, by_player, state_class, value
from referee.core.formula import Value
from referee.core.places import Pointer
from referee.core.unseen.courses import Courses, open_part
from referee.core.unseen.leader import LedState
from referee.core.values import NUMBER, POINTS, SEAT, TARGET, YES_NO, Kind, list_of, one_of, record, target_of
from referee.engines.climbing.combinations import ABOVE, Combination

DEAL, REST, BID, TALON, GIVE, PLAY = "deal", "rest", "bid", "talon", "give", "play"
TRICK, OVER = "trick", "over"
"""The deal, the rest of it, bids, the talon turned up for the landlord, cards given, plays; a trick given to an opponent,
nothing."""


class ClimbingHand(NamedTuple):
    """A finished hand: who went out in which order, the cards left by seat (None where they are not known), the landlord (-1:
    none), the bid, points and totals, and by seat what formulas ask, if the hand was played. `untold` are the seats whose
    points are not known; they count as 0."""

    number: int
    dealer: int
    out: tuple[int, ...]
    left: tuple[int | None, ...]
    landlord: int
    bid: int
    points: tuple[Value, ...]
    totals: tuple[Value | None, ...]
    untold: tuple[int, ...] = ()
    seats: tuple[Data, ...] = ()


class PastTrick(NamedTuple):
    """A trick that is over: the combination `on` top, who played it last, what its cards are worth, and who had passed."""

    on: Combination
    last: int
    pile: Value
    passed: tuple[int, ...]


MASK = Kind(
    (list,),
    lambda reading, state, names, at: mask_of(reading.cards(names, at)),
    lambda rules, state, cards: rules.names(cards).split(),
)
"""A mask of cards."""
RANK = Kind((str, int), lambda reading, state, text, at: reading.rank(text, at))
CALL = Kind((str,), lambda reading, state, text, at: reading.call(text, at))
ON_TABLE = Kind(
    ((dict, list),),
    lambda reading, state, text, at: reading.combination(state, text, at),
    lambda rules, state, on: (
        {name: rules.names(cards).split() for name, cards in ((on.kind.name, on.cards), (ABOVE, on.above)) if cards}
        if on
        else {}
    ),
)

_TRICK = record(
    {"table": ON_TABLE, "last": SEAT, "pile": POINTS, "passed": list_of(SEAT)},
    ("table", "last"),
    {"pile": 0, "passed": []},
)


def _read_trick(reading: object, state: object, parts: Data, at: Pointer) -> PastTrick:
    """A trick that is over, as a position has it."""
    known = _TRICK.read(reading, state, parts, at)
    return PastTrick(known["table"], known["last"], known["pile"], tuple(known["passed"]))


def _write_trick(rules: object, state: object, past: PastTrick) -> object:
    parts = {"table": past.on, "last": past.last, "pile": past.pile, "passed": list(past.passed)}
    return _TRICK.write(rules, state, parts)


PAST = Kind(_TRICK.shapes, _read_trick, _write_trick)
"""A trick that is over."""
HAND = Lifetime(lambda rules, state: state.phase not in (DEAL, OVER))
BIDDING = Lifetime(lambda rules, state: state.phase == BID)
GIVING = Lifetime(lambda rules, state: state.phase == GIVE)
PLAYING = Lifetime(lambda rules, state: state.phase in (PLAY, TRICK))


@state_class
class ClimbingState(LedState):
    """Everything a climbing game depends on. Seats are 0 … n-1 in the order of play; cards are masks.

    `hands[seat]` holds the cards that are known, `hidden[seat]` is how many are not. `given` are cards that are on
    their way to a player, `gone` are cards that were played. `on` is the combination to beat, which `last` played;
    `passed` have passed since. A bomb may still be played on the `past` trick as long as nobody has led. The `wisher` may
    wish for a rank now, and the `wish` must be granted. During a `revolution` the lowest is the highest.
    Those who are `skipped` have missed a turn since the last play; those who `fouled` are `out`, but come last. `pile` is
    what the cards of this trick are worth, `taken` what those of earlier ones are. `finish` is the order in which the last
    hand ended, by which titles are held. `courses` are the others that may be the case, see `core.unseen`. What else stands
    in a `position:` is described in the schema. -1 is no seat and no card.
    """

    beside = ("history",)
    players: tuple[str, ...] = value(())
    clock: int = value(0)
    hand: int = value(1, NUMBER, least=1, always=True)
    dealer: int = value(-1, SEAT, setup=True)
    phase: str = value(DEAL, one_of(DEAL, REST, BID, TALON, GIVE, PLAY, TRICK, OVER), always=True)
    scores: list[Value] = by_player(0, POINTS, setup=True, always=True, whole=True)
    untold: list[bool] = by_player(False, YES_NO)
    """True for each player whose total is not known, because a log omits points."""
    target: Value | None = value(target_of, TARGET, setup=True)
    finish: list[int] = value(list, list_of(SEAT))
    history: list[ClimbingHand] = value(list)
    plays: dict[str, int] = value(dict)
    unseen: dict[str, list[int]] = value(dict)
    courses: Courses[ClimbingState] | None = value(None)

    hands: list[int] = by_player(0, MASK, lasts=HAND, always=True, whole=True)
    hidden: list[int] = by_player(0, NUMBER, "unseen", HAND, least=0, always=True)
    opener: int = value(-1, lasts=HAND)
    turn: int = value(-1, SEAT, lasts=HAND)
    bids: list[int] = by_player(-1, NUMBER, lasts=BIDDING, least=0)
    silent: int = value(0, NUMBER, "passes", BIDDING, least=0)
    bid: int = value(0, NUMBER, lasts=HAND, least=0)
    landlord: int = value(-1, SEAT, lasts=HAND)
    calls: list[str] = by_player("", CALL, lasts=HAND)
    giving: list[int] = value(list, list_of(SEAT), lasts=GIVING, always=True)
    given: list[int] = by_player(0, MASK, lasts=GIVING)
    gone: int = value(0, MASK, lasts=PLAYING)
    revolution: bool = value(False, YES_NO, lasts=PLAYING)
    on: Combination | None = value(None, ON_TABLE, "table", PLAYING)
    last: int = value(-1, SEAT, lasts=PLAYING)
    passed: list[int] = value(list, list_of(SEAT), lasts=PLAYING)
    skipped: list[int] = value(list, list_of(SEAT), lasts=PLAYING)
    past: PastTrick | None = value(None, PAST, lasts=PLAYING)
    wisher: int = value(-1, SEAT, lasts=PLAYING)
    wish: str = value("", RANK, lasts=PLAYING)
    out: list[int] = value(list, list_of(SEAT), lasts=PLAYING)
    fouled: list[int] = value(list, list_of(SEAT), lasts=PLAYING)
    made: list[int] = by_player(0, NUMBER, "played", PLAYING, least=0)
    bombs: int = value(0, NUMBER, lasts=PLAYING, least=0)
    pile: Value = value(0, POINTS, lasts=PLAYING)
    taken: list[Value] = by_player(0, POINTS, lasts=PLAYING)
    open = open_part()
