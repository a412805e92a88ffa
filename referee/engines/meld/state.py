"""The state of a meld game: where the cards lie as far as they are known, who is to act, and what has been scored."""

from __future__ import annotations

from typing import Any, NamedTuple

from referee.core.fields import Fields, Lifetime, by_player, state_class, value
from referee.core.formula import Value
from referee.core.places import Pointer
from referee.core.values import CARD, NTH, NUMBER, POINTS, SEAT, TARGET, TEXT, YES_NO, Kind, list_of, one_of, target_of
from referee.engines.meld.compiled import UNSEEN as UNSEEN
from referee.engines.meld.compiled import MeldRules
from referee.engines.meld.words import packs
from referee.engines.meld.words.arrange import Arrangement
from referee.engines.meld.words.scoring import RoundSeat

DRAW = "draw"
DEAL = "deal"
ACTION = "action"
FACE_UP = "face_up"
TAKE = "take"
DISCARD = "discard"
SHOW = "show"
ROLE = "role"
OVER = "over"
"""Drawing for the deal, the deal, Action cards before play, the card turned up, a turn before and after taking, hands shown at
the end of a round, roles chosen at the end of the game, nothing."""


NO_CARD = -2
"""No card."""


class MeldRound(NamedTuple):
    """A finished round, seat by seat: the arrangements (None where the round was void), Action points, points and totals, None
    where they are not known. `untold` are the seats that may have scored and whose points a pad omits; they count as 0. `seats`
    is how the round ended for each, where it was played."""

    number: int
    dealer: int
    declarer: int
    hands: tuple[Arrangement | None, ...]
    action: tuple[Value, ...]
    points: tuple[Value, ...]
    totals: tuple[Value | None, ...]
    untold: tuple[int, ...] = ()
    seats: tuple[RoundSeat, ...] = ()


PHASE = one_of(DRAW, DEAL, ACTION, FACE_UP, TAKE, DISCARD, SHOW, ROLE, OVER)


def _read_pack(reading: Any, state: MeldState, cards: list[str], at: Pointer) -> int:
    pack: int = reading.cards(cards, at).cards
    return pack


def _write_pack(rules: MeldRules, state: MeldState, pack: int) -> list[str]:
    return rules.names(pack).split()


def _read_meld(reading: Any, state: MeldState, text: str, at: Pointer) -> int:
    pack: int = reading.cards([text], at).cards
    return pack


def _write_meld(rules: MeldRules, state: MeldState, pack: int) -> str:
    return rules.names(pack)


CARDS = Kind((list,), _read_pack, _write_pack)
"""A pack, where several cards in one text are a meld."""
PACK = CARDS._replace(read=list_of(CARD).into(packs.pack).read)
"""The same, card by card."""
MELD = Kind((str,), _read_meld, _write_meld)
HAND = Kind((list,))
UNSEEN_CARD = "stock"
"""The word of a position for a card just taken unseen."""
TAKEN = CARD.or_words({UNSEEN_CARD: -2})


def _while_drawing(rules: MeldRules, state: MeldState) -> bool:
    return state.phase == DRAW


def _in_round(rules: MeldRules, state: MeldState) -> bool:
    return state.phase not in (DRAW, DEAL, ROLE, OVER)


def _on_turn(rules: MeldRules, state: MeldState) -> bool:
    return state.phase in (ACTION, TAKE, DISCARD)


def _with_melds_on_table(rules: MeldRules, state: MeldState) -> bool:
    return rules.lays and _in_round(rules, state)


def _once_declared(rules: MeldRules, state: MeldState) -> bool:
    return _in_round(rules, state) and (state.phase == SHOW or state.declarer >= 0)


def _with_melds_to_see(rules: MeldRules, state: MeldState) -> bool:
    return _with_melds_on_table(rules, state) or _once_declared(rules, state)


DRAWING = Lifetime(_while_drawing)
ROUND = Lifetime(_in_round)
TURN = Lifetime(_on_turn)
ON_TABLE = Lifetime(_with_melds_on_table)
SHOWING = Lifetime(_once_declared)
TABLED = Lifetime(_with_melds_to_see)


def _has_bonuses(rules: MeldRules, state: MeldState) -> object:
    return rules.scoring.bonuses


def _needs_upcard(rules: MeldRules, state: MeldState) -> object:
    return rules.by_upcard


def _whole_deck(rules: MeldRules) -> int:
    return sum(rules.copies)


def _has_not_shown(rules: MeldRules, state: MeldState, seat: int) -> bool:
    return state.shown[seat] is None


@state_class
class MeldState(Fields):
    """Everything a meld game depends on. Seats are 0 … n-1 clockwise; hands are packs (see `packs`).

    `hands[seat]` holds the cards that are known, `hidden[seat]` is how many are not. `located` is the pack of all cards whose
    place is known: in hands, in the pile, set aside or laid off. `recycled` are those that went back into the stock and were
    not seen since; of the cards in `hidden[seat]`, `fresh[seat]` were taken after that. `last_take` says that the stock is used
    up: the face-up card may be taken to end the round, and nothing else is possible. Where melds are laid during play, `owners`
    says who laid each, `worth` what the cards that a player put on the table count, and `opened` on which turn of the round the
    first of them came; `turns` and `melds_laid` count the turns of this round and the melds laid on this one; `under` are the
    cards that came with a card of the pile that must still go to the table. What else stands in a `position:` is described in
    the schema. -1 is no seat and no card.
    """

    players: tuple[str, ...] = value(())
    clock: int = value(0)
    round: int = value(1, NTH, "hand", least=1, always=True)
    dealer: int = value(-1, SEAT, setup=True)
    phase: str = value(DEAL, PHASE, always=True)
    scores: list[Value] = by_player(0, POINTS, setup=True, always=True, whole=True)
    untold: list[bool] = by_player(False, YES_NO)
    """True for each player whose total is not known, because a log omits points, or the hand that had them."""
    target: Value | None = value(target_of, TARGET, setup=True)
    won: list[int] = by_player(0, NUMBER, least=0, written=_has_bonuses)
    roles: list[str | None] = by_player(None, TEXT)
    bonus: list[Value] = value(list)
    """Points that each player got besides at the end of the game; empty before."""
    history: list[MeldRound] = value(list)
    plays: dict[str, int] = value(dict)
    round_began: int = value(0)
    """The number of the last event before this round."""
    unseen: dict[str, list[int]] = value(dict)
    notes: list[tuple[str, str, int]] = value(list)
    """Doubts of this log, each a rule, a sentence and an event."""

    contenders: list[int] = value(list, list_of(SEAT), lasts=DRAWING, always=True)
    drawing: list[int] = value(list, list_of(SEAT), lasts=DRAWING, always=True)
    drawn: list[int] = by_player(-1, CARD, lasts=DRAWING, always=True)

    located: int = value(0, lasts=ROUND)
    hands: list[int] = by_player(0, CARDS, lasts=ROUND, always=True, whole=True, of=_has_not_shown)
    hidden: list[int] = by_player(0, NUMBER, "unseen", ROUND, least=0, always=True)
    fresh: list[int] = by_player(0, NUMBER, lasts=ROUND, least=0)
    action: list[Value] = by_player(0, POINTS, lasts=ROUND)
    penalty: list[Value] = by_player(0, POINTS, lasts=ROUND)
    pile: list[int] = value(list, list_of(CARD), lasts=ROUND, always=True)
    upcard: int = value(-1, CARD, lasts=ROUND, written=_needs_upcard)
    stock: int = value(_whole_deck, NUMBER, lasts=ROUND, least=0, always=True)
    aside: int = value(0, PACK, lasts=ROUND)
    recycled: int = value(0, PACK, lasts=ROUND)
    turn: int = value(-1, SEAT, lasts=TURN)
    taken: int = value(-1, TAKEN, lasts=ROUND)
    """-2 when a card of the stock was taken unseen."""
    late: int = value(0, lasts=ROUND)
    """The number of draw cards taken on this turn that wait for their Action cards."""
    offers: int = value(0, NUMBER, "offered", ROUND, least=-1)
    last_take: bool = value(False, YES_NO, lasts=ROUND)
    last_turns: int = value(0, NUMBER, lasts=TURN, least=0)
    discarder: int = value(-1, SEAT, lasts=ROUND)
    declarer: int = value(-1, SEAT, "declared", ROUND)
    shown: list[Arrangement | None] = by_player(None, HAND, lasts=SHOWING, always=True)
    tabled: list[int] = value(list, list_of(MELD), "table", TABLED)
    laid: list[int] = by_player(0, CARDS, "laid_off", SHOWING)

    owners: list[int] = value(list, list_of(SEAT), lasts=ON_TABLE)
    worth: list[Value] = by_player(0, POINTS, "laid", ON_TABLE)
    opened: list[int] = by_player(0, NUMBER, lasts=ON_TABLE, least=0)
    turns: int = value(0, NUMBER, lasts=ON_TABLE, least=0, always=True)
    melds_laid: int = value(0, NUMBER, lasts=ON_TABLE, least=0)
    must_lay: int = value(-1, CARD, lasts=ON_TABLE)
    put: list[int] = by_player(0, NUMBER, lasts=ROUND, least=0)
    frozen: bool = value(False, YES_NO, lasts=ON_TABLE)
    under: int = value(0, PACK, lasts=ON_TABLE)
    bought: list[int] = by_player(0, NUMBER, lasts=ROUND, least=0)
