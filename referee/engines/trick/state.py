"""The state of a trick game: where the cards are, who acts next, and what has been scored."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from referee.core.cards import Deck, fold_name, mask_of
from referee.core.data import Said
from referee.core.exact import written
from referee.core.fields import Lifetime, by_player, part, state_class, value
from referee.core.formula import Formula, Value
from referee.core.places import Key, Pointer
from referee.core.unseen.courses import Courses, open_part
from referee.core.unseen.leader import LedState
from referee.core.values import CARD, NUMBER, POINTS_IF_KNOWN, SEAT, TARGET, Kind, list_of, one_of, refuse, target_of
from referee.core.wording import did_you_mean, unknown_name, with_fix
from referee.engines.trick.words.bids import Names, Stock, bid_notation
from referee.engines.trick.words.declarations import Declared
from referee.engines.trick.words.ranking import Ranking
from referee.engines.trick.words.scoring import Hand, Known, TrickScoring

if TYPE_CHECKING:
    from referee.core.items import CardItems

    Reading = CardItems["RulesOfState", "TrickState"]

DEAL, TURN_UP, PASS, DEAL_REST, OVER = "deal", "turn", "pass", "deal_rest", "over"
BID, TALON, PUT_AWAY, CONTRACT, NAME_TRUMP, CALLING = "bid", "talon", "put_away", "contract", "trump", "call"
GIVE, PLAY, DRAW, CHOOSE = "give", "play", "draw", "choose"
BEFORE_CONTRACT = frozenset((DEAL, TURN_UP, BID, OVER))
"""Phases in which no contract has been reached, so that none changes the rules."""
NO_CARD = -1
"""The number in place of a card that nobody wrote down."""


class Trick(NamedTuple):
    """A finished trick: led by seat `leader`, won by seat `winner` with `card`. Masks: `graced` counted as Grace, `own` had
    their player's symbol, `said` had Grace said over them; `event` is the number of the event that ended it."""

    leader: int
    cards: tuple[int, ...]
    winner: int
    card: int
    graced: int
    own: int
    said: int
    event: int


class Unproved(NamedTuple):
    """A bid from an unseen hand: the number of its event, the bid, and what its words asked about."""

    event: int
    bid: int
    names: Names


BareTrick = tuple[int, Sequence[int], int, int, int, int, int, int]
"""A finished trick as the state keeps it, with the cards as bits: what a fast fold can afford."""
LEADS = "lead.by"
"""The path of the word that says who leads to the first trick of a hand."""


class ShownVoid(NamedTuple):
    """A void that a player with an unseen hand showed by a play: none of the cards in `mask`, or it broke the word `word`.
    One that was shown by a declaration has NO_CARD as `card`, its name as `word` and its number as `led`."""

    event: int
    card: int
    mask: int
    word: str
    led: int


class RulesOfState(Protocol):
    """What the fields ask of the compiled rules, whose words know the state."""

    players: int
    circle: tuple[int, ...]
    deck: Deck
    pack: int
    roles: tuple[str, ...]
    rotation_lasts: str
    named_by: str
    notes_plays: bool
    sits_out: Formula | None
    stock: Stock | None
    scoring: TrickScoring

    def trump_set(self, hand: int) -> str:
        """How trump is set in a hand."""
        ...


def _cards_in_order(reading: Reading, state: TrickState, texts: list[str], at: Pointer) -> list[int]:
    """The cards that a list names, as numbers in its order; a `!` after a card (Grace was said over it) is ignored.
    Raises Misread, at its place in the list, for a card that is listed twice."""
    cards: list[int] = []
    for place, text in enumerate(texts):
        card = reading.card(text.rstrip().removesuffix("!"), at + (place,))
        if card in cards:
            raise refuse(reading.deck.twice(card, "is listed here"), at + (place,))
        cards.append(card)
    return cards


def _seats(reading: Reading, state: TrickState, names: list[str], at: Pointer) -> tuple[int, ...]:
    """Return players in a list, as seats in order of play."""
    named = [reading.seat(state, name, at + (place,)) for place, name in enumerate(names)]
    return tuple(seat for seat in reading.rules.circle if seat in named)


def _roles(reading: Reading, state: TrickState, written: object, at: Pointer) -> list[int] | None:
    """The role of each seat, as an index into `rules.roles`, from roles written by player. None if two players have the
    same role: then `state.shared` and `state.shared_at` say who and where. Raises Misread for a role that the game does
    not have or that is missing."""
    rules = reading.rules
    named = reading.by_seat(state, written, at)
    if not rules.roles:
        raise refuse("this game has no roles", at)
    spelling = {fold_name(role): role for role in rules.roles}  # capitals and quotes do not matter
    roles: dict[int, int] = {}
    for seat, role in named.items():
        here = at + (state.players[seat],)
        role = spelling.get(fold_name(str(role)), role)
        if role not in rules.roles:
            raise refuse(unknown_name(f"{role!r} is not a role", role, rules.roles, "the roles are"), here)
        index = rules.roles.index(role)
        if index in roles.values():
            other = next(state.players[s] for s, r in roles.items() if r == index)
            state.shared = f"{state.players[seat]} and {other} both hold the role {role}; every role is one card"
            state.shared_at = here
        roles[seat] = index
    missing = [state.players[seat] for seat in range(rules.players) if seat not in roles]
    if missing:
        raise refuse(f"no role is given for {' and '.join(missing)}", at)
    if state.shared:
        return None
    return [roles[seat] for seat in range(rules.players)]


def _lacks(rules: RulesOfState, state: TrickState, _: object) -> dict[str, list[str]]:
    """The cards not yet played that each player with an unseen hand is known not to hold, as names by player."""
    hands = list(zip(state.players, state.hands, state.known, strict=True))
    seen = state.gone | state.table
    for _who, hand, known in hands:
        seen |= hand * known  # nothing if the hand is not known
    lacks = {who: rules.deck.names(rules.pack & ~seen & ~hand) for who, hand, known in hands if not known}
    return {who: cards for who, cards in lacks.items() if cards}


def _amounts_before(
    reading: Reading, state: TrickState, values: Mapping[str, Said], at: Pointer
) -> dict[str, list[Known]]:
    """The values brought in from before the log, by the name under `carry` and by seat; 0 for omitted ones. Raises
    Misread for a name that is not carried in this game."""
    carried: dict[str, list[Known]] = _empty_carry(reading.rules)
    for name, by_name in values.items():
        if name not in carried:
            raise refuse(
                with_fix(f"{name!r} is not carried in this game", did_you_mean(name, carried)), at + (Key(name),)
            )
        for seat, brought in reading.by_seat(state, by_name, at + (name,)).items():
            carried[name][seat] = POINTS_IF_KNOWN.read(reading, state, brought, at)
    return carried


def _contract_chosen(reading: Any, state: TrickState, name: str | int, at: Pointer) -> str:
    """A contract that somebody chose in an earlier hand. Raises Misread for a name that is not one of the game."""
    chosen: str = reading.contract_chosen(name, at)
    return chosen


PHASE = one_of(
    DEAL, TURN_UP, PASS, BID, CALLING, TALON, GIVE, PUT_AWAY, CONTRACT, NAME_TRUMP, DEAL_REST, PLAY, DRAW, CHOOSE, OVER
)  # fmt: skip
BID_VALUE = Kind(
    (int, str),
    lambda reading, state, bid, at: reading.bid_value(state, bid, at),
    lambda rules, state, bid: bid_notation(bid),
)
ROLES = Kind(
    ((dict, str),),
    _roles,
    lambda rules, state, held: {who: rules.roles[role] for who, role in zip(state.players, held, strict=True)},
)
CARDS = Kind(
    (list,),
    lambda reading, state, cards, at: mask_of(_cards_in_order(reading, state, cards, at)),
    lambda rules, state, mask: rules.deck.names(mask),
)
TRICK = Kind(
    (list,),
    _cards_in_order,
    lambda rules, state, cards: [rules.deck.ids[card] + "!" * (state.said >> card & 1) for card in cards],
)
CARRIED = Kind(
    ((dict, (dict, *POINTS_IF_KNOWN.shapes)),),
    _amounts_before,
    lambda rules, state, carried: {
        name: dict(zip(state.players, map(written, each), strict=True)) for name, each in carried.items()
    },
)
DECLARED = list_of(
    Kind(
        (str,),
        lambda reading, state, text, at: Declared(*reading.declaration(text, at)),
        lambda rules, state, made: rules.declarations[made.what].text(rules.deck, made.suit),
    )
)
CHOSEN = Kind((list,), lambda reading, state, options, at: list(options))
CALL = Kind(
    (int, str),
    lambda reading, state, call, at: reading.call(call, at),
    lambda rules, state, call: rules.auction.notation(call),
)
CONTRACT_NAMED = CALL._replace(
    shapes=(int, str, type(None)), read=lambda reading, state, call, at: reading.contract(call, at)
)
SPOKEN = CALL._replace(shapes=(int, str, dict))
"""A call that may be written with what it means."""
CALLS = Kind(
    ((list, object),),
    list_of(SPOKEN).read,
    lambda rules, state, calls: [rules.auction.notation(call) for _, call in calls],
)
CONTRACTS_CHOSEN = list_of(Kind((str, int), _contract_chosen))
TRUMP = Kind(
    (str,),
    lambda reading, state, suit, at: reading.trump(suit, at, reading.rules.trump_words(), "setup"),
    lambda rules, state, trump: rules.trump_word(trump),
)
SEATS = Kind((list,), _seats, lambda rules, state, seats: [state.players[seat] for seat in sorted(seats)])
SEAT_MASK = Kind(
    (list,),
    lambda reading, state, names, at: mask_of(_seats(reading, state, names, at)),
    lambda rules, state, mask: [who for seat, who in enumerate(state.players) if mask >> seat & 1],
)


def _in_hand(rules: RulesOfState, state: TrickState) -> bool:
    return state.phase not in (DEAL, OVER)


def _in_play(rules: RulesOfState, state: TrickState) -> bool:
    if state.phase == TURN_UP:
        return bool(state.left < state.length)
    return state.phase in (PLAY, DRAW, CHOOSE)


def _in_trick(rules: RulesOfState, state: TrickState) -> bool:
    return bool(state.phase == PLAY and state.trick)


HAND = Lifetime(_in_hand)
PLAYING = Lifetime(_in_play)
ON_TABLE = Lifetime(_in_trick)


def _most_tricks_name(rules: RulesOfState, state: TrickState) -> bool:
    return bool(rules.named_by == "most_tricks")


def _roles_moved(rules: RulesOfState, state: TrickState) -> bool:
    """Whether roles that go back to their holders after the hand have moved in it."""
    return bool(rules.rotation_lasts == "hand" and state.chosen != state.roles)


def _anything_carried(rules: RulesOfState, state: TrickState) -> bool:
    return any(any(value != 0 for value in values) for values in state.carried.values())


def _is_dealt_in_part(rules: RulesOfState, state: TrickState) -> bool:
    return bool(state.dealt < state.cards)


def _has_stock(rules: RulesOfState, state: TrickState) -> bool:
    return rules.stock is not None


def _has_roles(rules: RulesOfState, state: TrickState) -> bool:
    return state.roles is not None


def _remembers_contracts(rules: RulesOfState, state: TrickState) -> bool:
    """Whether some contract was chosen in an earlier hand that may not be chosen again."""
    return any(state.contracts)


def _notes_plays(rules: RulesOfState, state: TrickState) -> bool:
    return bool(rules.notes_plays and min(state.played) >= 0)


def _somebody_sits_out(rules: RulesOfState, state: TrickState) -> bool:
    """Whether somebody who is not knocked out sits this hand out; after the end, whether that can have been so."""
    if state.phase == OVER and rules.sits_out is not None:
        return True
    return state.phase != DEAL and set(state.seats) != set(rules.circle).difference(state.out)


def _holds_known_cards(rules: RulesOfState, state: TrickState, seat: int) -> bool:
    return bool(state.known[seat] and seat in state.seats)


def _empty_carry(rules: RulesOfState) -> dict[str, list[Known]]:
    return {name: [0] * rules.players for name, _ in rules.scoring.carry}


def _trump_known(rules: RulesOfState, state: TrickState) -> bool:
    """Whether it is known what is trump. That may be no suit: a player named none, or the first card led had no suit."""
    how = rules.trump_set(state.hand)
    if state.trump != -1 or how == "named":
        return True
    return how == "led" and any(state.won)


def _after_bidding(rules: RulesOfState, state: TrickState) -> bool:
    """Whether the bids are over, also if the declarer has yet to name a contract and the defenders are answering."""
    if state.phase == BID:
        return bool(state.answers >= 0 and state.bid_for >= 0)
    over = state.phase in (CALLING, TALON, GIVE, PUT_AWAY, CONTRACT, NAME_TRUMP, PASS, DEAL_REST)
    return over or PLAYING.there(rules, state)


def _after_bids(rules: RulesOfState, state: TrickState) -> bool:
    """Whether the bids are over, and somebody bid: without a bid the sides follow from the cards."""
    return _after_bidding(rules, state) and max(state.contract, state.bid_for) >= 0


def _has_joined(rules: RulesOfState, state: TrickState) -> bool:
    return max(state.contract, state.called) >= 0


@state_class
class TrickState(LedState):
    """Everything a trick game depends on. Seats are 0 … n-1 clockwise; cards are indexes and masks.

    `seats` are those that play this hand, in order of play; `out` are knocked out; `most` won most tricks in the hand before.
    `dealt` of the `cards` of each have been dealt so far. `left` of the `length` tricks of a hand are still to be won; `stock`
    cards are in the stock; the `talon`, if known, goes to `talon_to`. `put_away` are the known cards that players put away
    before play. `sure` are cards known to be in hands otherwise unseen, `undrawn` the unseen draws of this hand, `discarded`
    the cards of tricks that do not count.

    `hands[seat]` is what the player holds; if `known[seat]` is false, it is what the player may still hold. `table` is
    the mask of the trick in progress, `gone` of the finished tricks of this hand; `chosen` are the roles before any rotation.
    `unproved` are bids that depend on cards that nobody saw. `contracts` are those that each has chosen in earlier hands, if
    each may be chosen once.
    `calls` are those of an auction, (seat, call) each; until it is over `contract` and `declarer` are the highest bid and its
    bidder; `bid_for` is the bid after which the contract is named, `answers` counts the defenders who have spoken after it, -1
    before. `dummy` is the seat whose hand is open; `partner` holds the card `called`, once that is known, or has joined the
    declarer by trick number `joined`. If nobody bid, `declarer` and `partner` are the holders of the cards that make the sides.
    `passes` counts how often somebody has given cards in an exchange of cards that are owed.
    `played` are the cards of finished tricks by who played them, if that counts, -1 if not known.
    `vulnerable` are the seats that are vulnerable in this hand, as a mask; None before it is dealt, if nobody said
    it. `shared` says who were given the same role, if any were, and `shared_at` where: then nothing can happen. `full` is
    the state with the latest trick still on the table, if Grace may be said over its cards. `omitted` is what hands that
    the log does not let the referee score lack; `may_have` are the totals that each may have then, None if any is possible.
    `may_be_over`: whether the latest trick may have ended the hand (`play: until`), since what decides it is not known.
    `moves` are the places by which the roles may have moved in hands that have only their result recorded, 0 perhaps among
    them; it is empty if the roles are known. `courses` are the others that may be the case, see
    `core.unseen`.
    """

    beside = ("known", "shown", "tricks", "moves", "out", "history")
    players: tuple[str, ...] = value(())
    clock: int = value(0)
    seats: tuple[int, ...] = value(attrgetter("circle"), SEATS, "playing", written=_somebody_sits_out)
    out: tuple[int, ...] = value((), SEATS)
    most: tuple[int, ...] = value((), SEATS, "most_tricks", written=_most_tricks_name)
    hand: int = value(1, NUMBER, least=1, always=True)
    dealer: int = value(-1, SEAT, setup=True)
    phase: str = value(DEAL, PHASE, always=True)
    roles: list[int] | None = value(None, ROLES, setup=True)
    chosen: list[int] | None = value(
        None,
        ROLES,
        "chosen_roles",
        written=_roles_moved,
    )
    vulnerable: int | None = value(None, SEAT_MASK, setup=True)
    scores: list[Known] = by_player(0, POINTS_IF_KNOWN, setup=True, always=True, whole=True)
    may_have: list[Collection[Value] | None] = by_player(None)
    omitted: tuple[str, ...] = value(())
    bags: list[Known] = by_player(0, Kind((int, type(None))), setup=True, whole=True)
    carried: dict[str, list[Known]] = value(
        _empty_carry,
        CARRIED,
        setup=True,
        written=_anything_carried,
    )
    contracts: list[list[str]] = by_player(list, CONTRACTS_CHOSEN, setup=True, written=_remembers_contracts)
    target: Known = value(target_of, TARGET, setup=True)
    shared: str = value("")
    shared_at: Pointer = value(())
    own_cards: list[int] = by_player(0)
    history: list[Hand] = value(list)
    full: TrickState | None = value(None)
    plays: int = value(0)
    unsaid: list[int] = value(list)
    ever_said: bool = value(False)
    unseen: dict[str, list[int]] = value(dict)
    moves: tuple[int, ...] = value(())
    may_be_over: bool = value(False)
    courses: Courses[TrickState] | None = value(None)

    cards: int = value(0, NUMBER, lasts=HAND, least=1, always=True)
    dealt: int = value(0, NUMBER, lasts=HAND, least=1, written=_is_dealt_in_part)
    left: int = value(0)
    length: int = value(0)
    stock: int = value(0, NUMBER, lasts=HAND, least=0, always=True, written=_has_stock)
    talon: int = value(0, CARDS, lasts=HAND)
    talon_to: int = value(-1, SEAT, lasts=HAND)
    undrawn: int = value(0, lasts=HAND)
    discarded: int = value(0, CARDS, lasts=HAND)
    sure: list[int] = by_player(0, CARDS, "holds", HAND)
    hands: list[int] = by_player(0, CARDS, lasts=HAND, always=True, whole=True, of=_holds_known_cards)
    known: list[bool] = by_player(False)
    shown: list[list[ShownVoid]] = by_player(list, lasts=HAND)
    bids: list[int | None] = by_player(None, BID_VALUE, lasts=HAND)
    passed: list[int] = by_player(0, CARDS, lasts=HAND)
    passes: int = value(0, NUMBER, lasts=HAND, least=1)
    unproved: list[Unproved | None] = by_player(None, lasts=HAND)
    spoken: int = value(0, lasts=HAND)
    calls: list[tuple[int, int]] = value(list, CALLS, lasts=HAND)
    contract: int = value(-1, CONTRACT_NAMED, lasts=HAND, written=_after_bidding)
    declarer: int = value(-1, SEAT, lasts=HAND, written=_after_bids)
    bid_for: int = value(-1, CALL, "bid", HAND, written=_after_bidding)
    answers: int = value(-1, lasts=HAND)
    doubled: int = value(1, NUMBER, lasts=HAND, least=1, written=_after_bidding)
    called: int = value(-1, CARD, lasts=HAND)
    called_by_event: int = value(0, lasts=HAND)
    partner: int = value(-1, SEAT, lasts=HAND, written=_has_joined)
    joined: int = value(0, NUMBER, lasts=HAND, least=1)
    dummy: int = value(-1, lasts=HAND)
    turned: int = value(-1, CARD, lasts=HAND)
    put_away: list[int] = by_player(0, CARDS, lasts=HAND)
    trump: int = value(-1, TRUMP, lasts=HAND, always=True, written=_trump_known)
    ranking: Ranking = value(None)
    won: list[int] = by_player(0, NUMBER, lasts=HAND, always=True, whole=True, written=PLAYING.there)
    taken: list[int] = by_player(0, CARDS, lasts=HAND, always=True, written=PLAYING.there)
    opener: int = value(-1, lasts=HAND)
    leader: int = value(-1, SEAT, lasts=PLAYING)
    turn: int = value(-1)
    led: int = value(-1)
    trick: list[int] = value(list, TRICK, lasts=PLAYING)
    table: int = value(0, lasts=HAND)
    gone: int = value(0, lasts=HAND)
    own: int = value(0, CARDS, lasts=ON_TABLE, always=True, written=_has_roles)
    said: int = value(0, lasts=HAND)
    graced: int = value(0, CARDS, "grace", ON_TABLE, always=True, written=_has_roles)
    tricks: list[BareTrick] = value(list, lasts=HAND)
    played: list[int] = by_player(0, CARDS, lasts=HAND, written=_notes_plays)
    choices: list[list[str]] = by_player(list, CHOSEN, lasts=PLAYING)
    declared: list[list[Declared]] = by_player(list, DECLARED, lasts=PLAYING)

    lacks = part(Kind(((dict, list),), write=_lacks), HAND)
    open = open_part()

    @property
    def blind(self) -> bool:
        """Whether the hand of somebody is not known."""
        return not all(self.known)

    def contract_in_force(self) -> int:
        """The number of the call that is the contract of this hand; -1 until the auction is over."""
        if self.phase in BEFORE_CONTRACT:
            return -1
        return self.contract

    def finished(self) -> list[Trick]:
        """The finished tricks of this hand, made of the bare tuples that the state keeps for speed."""
        found = []
        for leader, bits, *rest in self.tricks:
            found.append(Trick(leader, tuple(bit.bit_length() - 1 for bit in bits), *rest))
        return found

    def last_trick(self) -> Trick | None:
        """Return the trick that ended with the latest event, if one did."""
        if self.tricks and self.tricks[-1][-1] == self.clock:
            return self.finished()[-1]
        return None
