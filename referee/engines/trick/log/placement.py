"""A `position:` against itself: the phase that its cards and calls mean, equal cards told apart, and what cannot be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from referee.core.cards import mask_of, members
from referee.core.events import Event
from referee.core.fields import Data
from referee.core.findings import counted
from referee.core.places import Pointer
from referee.core.values import refuse
from referee.engines.trick.log.reading import Reading
from referee.engines.trick.rules import auctions, declarer, hands, outcomes, seats, stocks
from referee.engines.trick.rules.stocks import drawing_order
from referee.engines.trick.rules.whereabouts import hand_size
from referee.engines.trick.state import (
    BID,
    CALLING,
    CHOOSE,
    CONTRACT,
    DEAL,
    DRAW,
    NAME_TRUMP,
    PASS,
    PLAY,
    PUT_AWAY,
    TALON,
    TURN_UP,
    State,
)
from referee.engines.trick.words.bids import DECLARER
from referee.engines.trick.words.compiled import CompiledRules

LIES = ("hands", "holds", "taken", "trick", "put_away", "discarded", "talon")
"""The keys of a position that say where cards are; other keys name cards that are already there, or at an unknown place."""


class ReadingCopies(Reading):
    """Reads the cards of one position, in which the same place of the position is always the same copy."""

    def __init__(self, reading: Reading) -> None:
        self.__dict__.update(reading.__dict__)
        self._read: dict[Pointer, int] = {}

    def card(self, text: Any, at: Pointer) -> int:
        """Return the copy that a position means at this place."""
        card = super().card(text, at)
        if at not in self._read:
            self._read[at] = self._copy(card, at)
        return self._read[at]

    def _copy(self, card: int, at: Pointer) -> int:
        copies = self.deck.twins[card]
        lies = mask_of(copy for place, copy in self._read.items() if place[1] in LIES)
        if at[1] in LIES:
            return next(members(copies & ~lies), copies.bit_length() - 1)
        named = mask_of(copy for place, copy in self._read.items() if place[:-1] == at[:-1])
        there = mask_of(copy for place, copy in self._read.items() if place[:-1] == self._where(at))
        left = copies & ~named
        return next(members(left & there or left & ~lies or left), copies.bit_length() - 1)

    def _where(self, at: Pointer) -> Pointer:
        """Return the place of a position from which this place names cards."""
        return {"passed": (at[0], "hands", *at[2:-1]), "own": (at[0], "trick"), "grace": (at[0], "trick")}.get(
            str(at[1]), ()
        )


AT: Pointer = ("position",)
AFTER_AUCTION = (TALON, PUT_AWAY, CONTRACT, NAME_TRUMP, PLAY, DRAW, CHOOSE)


def phase_of(state: State, position: Data) -> str:
    """Return the phase of a position, from what it mentions."""
    if "phase" in position:
        return str(position["phase"])
    if position.keys() & {"trick", "won", "taken", "leader"}:
        return PLAY
    if position.keys() & {"contract", "bid", "declarer"}:
        return CONTRACT if "bid" in position and "contract" not in position else PLAY
    if "calls" in position:
        return BID
    if "bids" in position:
        return PLAY if len(position["bids"]) == len(state.seats) else BID
    return "" if position.keys() & {"hands", "trump", "turned"} else DEAL


def enter(rules: CompiledRules, state: State, phase: str) -> None:
    """Puts the state into its phase with the right player to act."""
    if phase in (BID, PASS, CALLING, TALON, CONTRACT, NAME_TRUMP, TURN_UP, DRAW):
        state.phase = phase
    if phase in (TALON, CONTRACT):
        state.turn = state.declarer
    if phase == BID:
        hands.to_bidding(rules, state)
        state.turn = hands.order_from(rules, state, state.turn)[state.spoken % len(state.seats)]
    elif phase == CALLING:
        state.turn = state.declarer
    elif phase == PUT_AWAY:
        _to_putting_away(rules, state)
    elif phase == NAME_TRUMP:
        hands.to_naming(rules, state)
    elif phase == PLAY:
        hands.to_play(rules, state)
    elif phase == CHOOSE:
        state.phase = CHOOSE


def _to_putting_away(rules: CompiledRules, state: State) -> None:
    """Somebody holds the card that was turned up, or the talon, and must put as many cards away."""
    state.phase, state.turn = PUT_AWAY, stocks.taker(rules, state)
    if rules.talon_goes_to == DECLARER and state.turn < 0:
        state.turn = state.declarer
    elif state.turn < 0:
        raise refuse("according to `turned` and the contract, nobody has taken a card here", (*AT, "phase"))


def put_auction(rules: CompiledRules, state: State, position: Data) -> None:
    """Repeats the calls of a position; they lead to the contract that it names, if any."""
    named = [key for key in ("contract", "bid", "declarer", "doubled") if key in position]
    contract = "bid" if "bid" in position else "contract"
    if named and not {contract, "declarer"} <= position.keys():
        raise refuse(f"`{named[0]}` needs {'`declarer`' if contract in position else '`contract`'} with it", AT)
    said = (state.contract, state.declarer, state.doubled, state.bid_for)
    made: list[Any] = state.calls
    if not made:
        return
    phase, clock, hands_now, playing = state.phase, state.clock, (state.hands[:], state.sure[:]), state.seats
    state.seats = seats.seats_in(
        rules, state
    )  # a player who sits the hand out because of its contract called like the others
    state.calls, state.contract, state.declarer, state.doubled, state.bid_for = [], -1, -1, 1, -1
    hands.to_bidding(rules, state)
    for place, call in enumerate(made):
        if state.phase != BID:
            raise refuse("the auction is over before this call", (*AT, "calls", place))
        auctions.call(rules, state, Event("bid", call))
    if state.phase == BID and state.answers >= 0 and phase != BID:
        auctions.nobody_answers(rules, state)
    state.clock = clock
    state.seats = playing if "playing" in position else state.seats
    if phase != BID:
        state.hands, state.sure = hands_now
    if state.phase == DEAL:
        raise refuse("with these calls nobody bids, and the hand is not played", (*AT, "calls"))
    if state.bid_for >= 0:
        state.contract = said[0]
        declarer.enter(rules, state)
    if phase in AFTER_AUCTION and state.phase in (CALLING, TALON, PUT_AWAY, CONTRACT, NAME_TRUMP, PLAY):
        enter(rules, state, phase)
    if "phase" in position and phase != state.phase:
        raise refuse(f"with these calls the auction is {'not ' * (state.phase == BID)}over", (*AT, "calls"))
    if named and said != (state.contract, state.declarer, state.doubled, state.bid_for):
        told = seats.contract_in_words(rules, state.players, state)
        raise refuse(f"these calls lead to {told}; the position says otherwise", (*AT, named[0]))


def put_partner(rules: CompiledRules, state: State) -> None:
    """Sets the declarer's partner, if a card was called."""
    if (state.called >= 0 or state.partner >= 0) and not seats.calls_partner(rules, state):
        raise refuse(
            "no card is called for a partner in this hand", (*AT, "called" if state.called >= 0 else "partner")
        )
    said, state.partner = state.partner, -1
    declarer.find_partner(rules, state)
    if -1 not in (said, state.partner) and said != state.partner:
        message = f"{state.players[state.partner]} holds {rules.deck.ids[state.called]}, which was called"
        raise refuse(message, (*AT, "partner"))
    state.partner = max(said, state.partner)


def put_choice(rules: CompiledRules, state: State) -> None:
    """Sets who must choose something after the last trick."""
    state.hands, state.known, state.blind = [0] * rules.players, [True] * rules.players, False
    waiting = outcomes.undecided(rules, state, outcomes.played_out(rules, state)) if not state.left else None
    if waiting is None:
        raise refuse("according to `won`, `taken` and `leader`, nobody has anything to choose here", (*AT, "phase"))
    state.turn = waiting[0]


Misplaced = tuple[Pointer, str]


def faults(rules: CompiledRules, state: State, position: Mapping[str, Any]) -> Iterator[Misplaced]:
    """Yield the contradictions in a position, as read into `state`: (pointer, sentence) pairs."""
    yield from _doubled(rules, state, position)
    if state.cards * len(state.seats) > rules.pack.bit_count():
        message = f"{counted(state.cards, 'cards')} each for {len(state.seats)} players are more than the deck has"
        yield ("position", "cards" if "cards" in position else "hands"), message
    elif state.phase in (PLAY, DRAW):
        yield from _tricks(rules, state, position)
    elif state.phase != CHOOSE:
        wanted = [state.cards * (seat in state.seats) for seat in range(rules.players)]
        if state.phase == PUT_AWAY:
            wanted[state.turn] += stocks.many_away(rules, state)
        yield from _sizes(rules, state, wanted)


def _tricks(rules: CompiledRules, state: State, position: Mapping[str, Any]) -> Iterator[Misplaced]:
    """Yield what is wrong with the tricks won, and with the sizes of hands after them."""
    won, players = sum(state.won), state.players
    if min(state.won) < 0 or won >= rules.tricks_counted(state.cards, len(state.seats)):
        of = counted(state.cards, "cards")
        yield ("position", "won"), f"the tricks won add up to {won}; in a hand of {of} at least one is still to come"
        return
    for seat, taken in enumerate(state.taken):
        if (taken & ~rules.goes_back).bit_count() > state.won[seat] * len(state.seats):
            tricks = counted(state.won[seat], "tricks")
            message = (
                f"{players[seat]} has taken {counted(taken.bit_count(), 'cards')} in {tricks} of {len(state.seats)}"
            )
            yield ("position", "taken", players[seat]), message
    if "leader" not in position and (won or (state.trick and state.turn < 0)):
        yield ("position",), f"who leads? a position in the middle of a hand must say so, as in `leader: {players[0]}`"
        return
    has_played = hands.order_from(rules, state, state.leader)[: len(state.trick)]
    wanted = [hand_size(state, seat) - (seat in has_played) for seat in range(rules.players)]
    if state.phase == DRAW:
        order = drawing_order(rules, state)
        wanted = [
            (state.cards - (seat in order[order.index(state.turn) :])) * (seat in order)
            for seat in range(rules.players)
        ]
    yield from _sizes(rules, state, wanted)


def _sizes(rules: CompiledRules, state: State, wanted: list[int]) -> Iterator[Misplaced]:
    """Hands that hold more or fewer cards than are left at this point."""
    for seat, who in enumerate(state.players):
        held = state.hands[seat].bit_count()
        if state.known[seat] and held != wanted[seat]:
            right = f"at this point of a hand of {state.cards} it must be {wanted[seat]}"
            message = f"{who} holds {counted(held, 'cards')}; {right}"
            yield ("position", "hands", who), message


def _doubled(rules: CompiledRules, state: State, position: Mapping[str, Any]) -> Iterator[Misplaced]:
    """Cards that lie in two places, or are not in play."""
    places = [(("hands", who), state.hands[seat] * state.known[seat]) for seat, who in enumerate(state.players)]
    places += [(("taken", who), state.taken[seat]) for seat, who in enumerate(state.players)]
    seen = 0
    places += [(("holds", who), state.sure[seat]) for seat, who in enumerate(state.players)]
    places += [(("put_away", who), state.put_away[seat]) for seat, who in enumerate(state.players)]
    for place, cards in [
        *places,
        (("trick",), state.table),
        (("discarded",), state.discarded),
        (("talon",), state.talon),
    ]:
        if cards & seen:
            yield ("position", *place), _too_often(rules, cards & seen)
        if cards & ~rules.pack:
            names = rules.card_names(cards & ~rules.pack)
            yield ("position", *place), f"{names} is left out of the deck with {rules.players} players"
        seen |= cards


def _too_often(rules: CompiledRules, cards: int) -> str:
    copies = rules.deck.twins[cards.bit_length() - 1].bit_count()
    names = rules.card_names(rules.deck.once(cards))
    return f"{names} cannot be in two places" if copies == 1 else f"{names} is named too often; the deck has {copies}"
