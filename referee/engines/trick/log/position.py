"""Where a game stands: the setup of a log, and a `position:` that starts in the middle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.core import fields
from referee.core.cards import mask_of, members
from referee.core.events import Misread
from referee.core.fields import GAME, Data
from referee.core.findings import Fault, counted
from referee.core.places import Pointer
from referee.core.suggest import did_you_mean, told
from referee.core.values import Kind, refuse
from referee.engines.trick.log import placement
from referee.engines.trick.log.placement import AT, ReadingCopies
from referee.engines.trick.log.reading import Reading
from referee.engines.trick.rules import declarer, declaring, hands, seats
from referee.engines.trick.rules.hands import learn
from referee.engines.trick.rules.seats import NOT_KNOWN
from referee.engines.trick.rules.stocks import drawing_order
from referee.engines.trick.state import (
    BID,
    BID_VALUE,
    CALL,
    CALLS,
    CARDS,
    CHOOSE,
    CONTRACT_NAMED,
    DEAL,
    DRAW,
    HAND,
    ON_TABLE,
    OVER,
    PLAY,
    PLAYING,
    PUT_AWAY,
    ROLES,
    TRUMP,
    State,
)
from referee.engines.trick.words.compiled import CompiledRules


def start(rules: CompiledRules, reading: Reading, players: Sequence[str], setup: Data, position: Data | None) -> State:
    """Return the state before the first event. Raises Misread with pointers into the head of the log."""
    state = State()
    if position is not None and rules.deck.has_twins:
        reading = ReadingCopies(reading)
    state.begin(rules)
    hands.begin(rules, state, {})
    state.phase = DEAL
    fields.opened(state, reading, players, setup, position, BY_HAND)
    _put_setup(rules, state, "setup" if position is None else "position")
    if position is not None:
        if state.dealer < 0:
            state.dealer = rules.players - 1
        _put_position(rules, reading, state, position)
    elif state.dealer >= 0:
        state.seats = seats.seats_in(rules, state)
    if state.dealer < 0:
        raise refuse(f"who deals the first hand? write `setup: {{dealer: {players[-1]}}}`", ("setup",))
    return state


def _put_setup(rules: CompiledRules, state: State, at: str) -> None:
    """Applies what follows from a setup: the cards of roles, the same scores for partners."""
    state.chosen = state.roles
    if state.roles is not None:
        hands.give_roles(rules, state, state.roles)
    if state.vulnerable is not None:
        if not (rules.vulnerable or rules.vulnerable_when):
            raise refuse("nobody is vulnerable in this game", (at, "vulnerable"))
        for side in rules.sides:
            if state.vulnerable & (together := mask_of(side)) not in (0, together):
                names = " and ".join(state.players[seat] for seat in side)
                raise refuse(f"{names} are partners and vulnerable together; write both", (at, "vulnerable"))
    alone = rules.auction is not None and rules.auction.partner == "nobody"
    carried = [(name, values, (at, "carried", name)) for name, values in state.carried.items()]
    shared = [("scores", state.scores, (at, "scores")), ("bags", state.bags, (at, "bags")), *carried]
    for what, values, there in shared:
        for side in () if alone else rules.sides:
            if len({values[seat] for seat in side}) > 1:
                names = " and ".join(state.players[seat] for seat in side)
                raise refuse(f"{names} are partners and have the same {what}; write both", there)


def write(rules: CompiledRules, state: State) -> dict[str, Any]:
    """Return the state as a `position:`; reading it back gives a state that continues in the same way."""
    data = fields.write(State.all_fields, rules, state, BY_HAND)
    for seat, who in enumerate(state.players):
        if "hands" in data and not (state.known[seat] and seat in state.seats):
            del data["hands"][who]
    return data


def _lacks(rules: CompiledRules, state: State, _: Any) -> dict[str, list[str]]:
    """Cards that are known not to be in unrecorded hands, of those not yet played."""
    hands = list(zip(state.players, state.hands, state.known, strict=True))
    seen = state.gone | state.table
    for _who, hand, known in hands:
        seen |= hand * known
    lacks = {who: rules.deck.names(rules.pack & ~seen & ~hand) for who, hand, known in hands if not known}
    return {who: cards for who, cards in lacks.items() if cards}


def _roles(reading: Reading, state: State, written: Any, at: Pointer) -> list[int] | None:
    """Return the roles of all seats; None if two players have the same; `state.shared` says who they are."""
    rules = reading.rules
    named = reading.by_seat(state, written, at)
    if not rules.roles:
        raise refuse("this game has no roles", at)
    roles: dict[int, int] = {}
    for seat, role in named.items():
        here = (*at, state.players[seat])
        if role not in rules.roles:
            near = did_you_mean(str(role), rules.roles) or f"; the roles are {', '.join(rules.roles)}"
            raise refuse(told(f"{role!r} is not a role", near), here)
        index = rules.roles.index(role)
        if index in roles.values():
            other = next(state.players[s] for s, r in roles.items() if r == index)
            state.shared = f"{state.players[seat]} and {other} both hold the role {role}; every role is one card"
            state.shared_at = here
        roles[seat] = index
    missing = [state.players[seat] for seat in range(rules.players) if seat not in roles]
    if missing:
        raise refuse(f"no role is given for {' and '.join(missing)}", at)
    return None if state.shared else [roles[seat] for seat in range(rules.players)]


def _bid(reading: Reading, state: State, bid: Any, at: Pointer) -> int:
    return reading.bid_value(state, bid, at)


def _trump(reading: Reading, state: State, suit: str, at: Pointer) -> int:
    names = reading.rules.trump_words()
    trump = names.get(reading.rules.deck.find_suit(suit))
    if trump is None:
        raise refuse(f"{suit!r} cannot be trump; name one of {', '.join(names)}", at)
    return trump


def _call(reading: Reading, state: State, call: Any, at: Pointer) -> int:
    if reading.rules.auction is None:
        raise refuse("this game has no auction", at)
    return reading.call(call, at)


def _contract(reading: Reading, state: State, call: Any, at: Pointer) -> int:
    if reading.rules.auction is None:
        raise refuse("this game has no auction", at)
    return reading.contract(call, at)


def _calls(reading: Reading, state: State, calls: list[Any], at: Pointer) -> list[int]:
    return [_call(reading, state, call, (*at, place)) for place, call in enumerate(calls)]


BY_HAND: fields.ByHand = {
    "roles": ROLES._replace(read=_roles),
    "chosen": ROLES._replace(read=_roles),
    "bids": BID_VALUE._replace(read=_bid),
    "calls": CALLS._replace(read=_calls),
    "contract": CONTRACT_NAMED._replace(read=_contract),
    "bid_for": CALL._replace(read=_call),
    "trump": TRUMP._replace(read=_trump),
    "lacks": Kind(((dict, list),), write=_lacks),
}
"""The parts of a position that need more than the state's own fields."""


def _put_position(rules: CompiledRules, reading: Reading, state: State, position: Data) -> None:
    fields.read(fields.lasting(State, GAME), reading, state, position, AT, BY_HAND)
    held = {
        seat: CARDS.read(reading, state, cards, (*AT, "hands", state.players[seat]))
        for seat, cards in reading.by_seat(state, position.get("hands", {}), (*AT, "hands")).items()
    }
    won = sum(position.get("won", {}).values())
    _put_hand_number(rules, state, position, held, won)
    if "playing" not in position:
        state.seats = seats.seats_in(rules, state)
    for seat in held:
        if seat not in state.seats:
            who = state.players[seat]
            raise refuse(f"{who} holds no cards: {seats.absence(state, seat)}", (*AT, "hands", who))
    phase = placement.phase_of(state, position)
    if not phase and rules.turned and "turned" in position:
        phase = BID
    if phase in (DEAL, OVER):
        state.phase = phase
        return
    cards, roles = state.cards, state.roles
    whole = won or position.get("trick")
    hands.begin(rules, state, held if whole else hands.with_the_last(rules, state, held, 0, cards))
    hands.set_length(rules, state, cards)
    state.left = cards - won
    if rules.stock:
        _put_stock(rules, state, position, phase, won)
    if roles is not None:
        hands.give_roles(rules, state, roles)
    fields.read(fields.lasting(State, HAND), reading, state, position, AT, BY_HAND)
    if "turned" in position and "trump" not in position and rules.turned is None:
        state.trump = rules.trump_turned_by(state.turned)
    state.ranking = rules.rankings[state.trump]
    if rules.auction is not None and "trump" not in position:
        declarer.enter(rules, state)
    state.spoken = sum(bid is not None for bid in state.bids)
    if phase == PUT_AWAY and state.calls:
        state.phase = phase  # once repeated, the calls say who must put a card away
    else:
        placement.enter(rules, state, phase)
    if rules.auction is not None:
        placement.put_auction(rules, state, position)
    fields.read(fields.lasting(State, PLAYING, ON_TABLE), reading, state, position, AT, BY_HAND)
    if rules.matadors_count and won and "played" not in position:
        state.played = [NOT_KNOWN] * rules.players
    if rules.trump_set(state.hand) == "led" and won and "trump" not in position:
        suits = ", ".join(rules.suits)
        raise refuse(
            f"what was led first? a position after the first trick says what is trump: `trump:` and one of {suits}", AT
        )
    for taken in state.taken:
        state.gone |= taken
    state.gone |= state.discarded
    if state.phase == PLAY:
        _put_trick(rules, state, position)
    elif state.phase == DRAW:
        if rules.stock is None:
            raise refuse("nobody draws from a stock in this game", (*AT, "phase"))
        state.turn = drawing_order(rules, state)[-state.stock % len(state.seats)]
    elif state.phase == CHOOSE:
        placement.put_choice(rules, state)
    _put_unseen(rules, reading, state, position)
    placement.put_partner(rules, state)
    wrong = [Fault("setup", message, at=pointer) for pointer, message in placement.faults(rules, state, position)]
    if wrong:
        raise Misread(wrong, shapeless=True)
    if state.blind:
        state.unseen["deal"] = [0]


def _put_stock(rules: CompiledRules, state: State, position: Data, phase: str, won: int) -> None:
    """How many cards are in the stock, and so how many tricks are left: as written, or according to the tricks won."""
    assert rules.stock is not None
    many, most = len(state.seats), state.stock
    beside = max(0, most - won * many) if rules.stock.tricks_count else most
    stock = position.get("stock", beside)
    if stock > most or (phase != DRAW and stock % many):
        fits = f"at most {most}, the same number for each player"
        raise refuse(f"{counted(stock, 'cards')} cannot lie in the stock; at this point it is {fits}", (*AT, "stock"))
    if phase == DRAW and not stock:
        raise refuse("nobody draws from an empty stock", (*AT, "stock"))
    state.stock = stock
    if phase == DRAW:
        state.left = state.cards - 1 - (-stock // many)
    elif stock:
        state.left = state.cards + stock // many
    else:
        state.left = min(state.cards, rules.tricks_counted(state.cards, many) - won)


def _put_hand_number(
    rules: CompiledRules,
    state: State,
    position: Data,
    held: Mapping[int, int],
    tricks: int,
) -> None:
    """Which hand this is and how many cards it has: as written, or according to the hands that are shown."""
    cards = position.get("cards")
    away = position.get("phase") == PUT_AWAY
    if cards is None and "hand" not in position and held and rules.stock is None and not (away and rules.talon):
        cards = max(mask.bit_count() for mask in held.values()) + tricks - away
    if "hand" in position:
        state.hand = position["hand"]
        state.cards = cards or rules.cards_in_hand(state.hand)
        if not state.cards:
            raise refuse(f"there is no hand {state.hand} in this game", (*AT, "hand"))
    elif cards is not None:
        state.cards = cards
        dealt = [hand for hand in range(1, (rules.hands or 1) + 1) if rules.cards_in_hand(hand) == cards]
        state.hand = dealt[0] if dealt else 1
    else:
        state.cards = rules.cards_in_hand(state.hand)


def _put_trick(rules: CompiledRules, state: State, position: Data) -> None:
    """Places the cards of the trick in progress on the table."""
    if "leader" in position:
        state.turn = state.leader
    state.table = mask_of(state.trick)
    if not state.trick:
        return
    if len(state.trick) >= len(state.seats):
        raise refuse("a position shows the trick in progress, which is not full yet", (*AT, "trick"))
    state.leader = max(state.leader, 0)
    if rules.trump_set(state.hand) == "led":
        hands.set_trump_by_lead(rules, state, state.trick[0])
    state.led = state.ranking.led_by(state.trick)
    order = hands.order_from(rules, state, state.leader)
    state.turn = order[len(state.trick)]
    for seat, card, text in zip(order, state.trick, position["trick"], strict=False):
        if "own" not in position and state.own_cards[seat] >> card & 1:
            state.own |= 1 << card
        if text.rstrip().endswith("!"):
            state.said |= 1 << card
            state.ever_said = True
    if "grace" not in position:
        state.graced = state.own if rules.grace == "silent" else state.own & state.said


def _put_unseen(rules: CompiledRules, reading: Reading, state: State, position: Data) -> None:
    """Removes from the unseen hands what is open or is known not to be there."""
    _put_declared(rules, state)
    for_trump = state.turned >= 0 and not rules.stock and not rules.turned
    if for_trump and not rules.deck.twins[state.turned] & (state.gone | state.table):
        hands.show_turned(rules, state)
    lacks = reading.by_seat(state, position.get("lacks", {}), (*AT, "lacks"))
    for seat in range(rules.players):
        if not state.known[seat]:
            state.hands[seat] &= ~(state.gone | state.table | sum(state.put_away))
            state.hands[seat] = (state.hands[seat] & ~sum(state.sure)) | state.sure[seat]
            named = CARDS.read(reading, state, lacks.get(seat, ()), (*AT, "lacks", state.players[seat]))
            state.hands[seat] &= ~_lacked(rules, state, seat, named)
    if state.phase == PLAY and "leader" in position and not hands.may_open(rules, state, state.leader):
        opening = rules.card_names(hands.opening_card(rules, state))
        message = f"{state.players[state.leader]} leads, but does not hold {opening}, whose holder leads"
        raise refuse(message, (*AT, "leader"))
    if state.phase == PLAY and not state.stock and state.known.count(False) == 1:
        last = state.known.index(False)
        left = state.left - (last in hands.order_from(rules, state, state.leader)[: len(state.trick)])
        held = {seat: state.hands[seat] for seat in state.seats if seat != last}
        whole = hands.with_the_last(rules, state, held, state.gone | state.table | sum(state.put_away), left)
        if last in whole:
            learn(state, last, whole[last])


def _put_declared(rules: CompiledRules, state: State) -> None:
    """Tells apart the equal cards that players declared, and removes those still to be played from the other unseen hands."""
    said, state.declared = state.declared, [[] for _ in range(rules.players)]
    for seat, each in enumerate(said):
        there = rules.pack
        for other in range(rules.players):
            if other != seat:
                there &= ~(state.hands[other] * state.known[other] | _declared_by(state, other))
        for made in each:
            state.declared[seat].append(declaring.resolved(rules, state, seat, (made.what, made.suit), there))
    for seat in range(rules.players):
        unplayed = [
            card
            for card in members(_declared_by(state, seat))
            if not rules.deck.twins[card] & (state.gone | state.table)
        ]
        hands.not_elsewhere(rules, state, seat, mask_of(unplayed))


def _declared_by(state: State, seat: int) -> int:
    cards = 0
    for made in state.declared[seat]:
        cards |= made.cards
    return cards


def _lacked(rules: CompiledRules, state: State, seat: int, named: int) -> int:
    """Return the cards that an unseen hand lacks, of equal ones those that it is not known to hold."""
    if not rules.deck.has_twins:
        return named
    own, open_to_all = state.sure[seat] | _declared_by(state, seat), rules.pack & ~(state.gone | state.table)
    for held, known in zip(state.hands, state.known, strict=True):
        open_to_all &= ~(held * known)
    lacked = 0
    while named:
        copies = rules.deck.twins[named.bit_length() - 1]
        last = sorted(members(copies & open_to_all), key=lambda card: (own >> card & 1, state.hands[seat] >> card & 1))
        lacked |= mask_of(last[: (named & copies).bit_count()])
        named &= ~copies
    return lacked
