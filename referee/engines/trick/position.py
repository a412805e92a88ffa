"""The set-up of a log, and a `position:` that starts in the middle of a game; a state as a position."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from operator import or_
from typing import NamedTuple

from referee.core import fields
from referee.core.cards import mask_of, members
from referee.core.data import Head
from referee.core.events import Event, Finding, Misread, number_of
from referee.core.fields import AT, GAME, Data
from referee.core.places import Pointer
from referee.core.values import by_player, refuse
from referee.engines.trick import state as phases
from referee.engines.trick.compiled import TrickRules
from referee.engines.trick.reading import TrickReading
from referee.engines.trick.rules import auctions, declarer, declaring, hands, outcomes, owing, seats, sides, stocks
from referee.engines.trick.rules.hands import learn
from referee.engines.trick.rules.seats import NOT_KNOWN
from referee.engines.trick.rules.stocks import drawing_order
from referee.engines.trick.rules.whereabouts import hand_size
from referee.engines.trick.state import CARDS, HAND, ON_TABLE, PLAYING, TrickState
from referee.engines.trick.words.bids import DECLARER
from referee.engines.trick.words.declarations import CLOSE_STOCK, NO_SUIT
from referee.engines.trick.words.ranking import BY_DECLARING
from referee.engines.trick.words.scoring import Known

BY_HAND = fields.NOTHING
LIES = ("hands", "holds", "taken", "trick", "put_away", "discarded", "talon")
"""The keys of a position that say where cards are; other keys name cards that are already there, or at an unknown place."""


class ReadingCopies(TrickReading):
    """Reads the cards of one position, in which the same place of the position is always the same copy."""

    def __init__(self, reading: TrickReading) -> None:
        self.__dict__.update(reading.__dict__)
        self._read: dict[Pointer, int] = {}

    def card(self, text: object, at: Pointer) -> int:
        """Return the copy that a position means at this place."""
        copies = self.deck.twins[super().card(text, at)]
        if at not in self._read:
            self._read[at] = self._copy_at(at, copies)
        return self._read[at]

    def _copy_at(self, at: Pointer, copies: int) -> int:
        """The copy (a card number) that is meant at a place of the position read for the first time: one that no other
        place has, if there is one; where other cards are named again, one of those there; the last of all `copies` (a
        mask) if none is left."""
        # keys of cards that lie in a hand or in the trick, with the place where they do
        beside = {"passed": (at[0], "hands") + at[2:-1], "own": (at[0], "trick"), "grace": (at[0], "trick")}
        where = beside.get(str(at[1]))
        # of the copies read before: those that lie somewhere, those in the same list, those where this card must lie
        lies = 0
        named = 0
        there = 0
        for place, copy in self._read.items():
            if place[1] in LIES:
                lies |= 1 << copy
            if place[:-1] == at[:-1]:
                named |= 1 << copy
            if place[:-1] == where:
                there |= 1 << copy
        left = copies & ~named
        if at[1] in LIES:
            left = copies & ~lies
        for best in (left & there, left & ~lies, left, 1 << copies.bit_length() - 1):
            if best:
                break
        return next(members(best))


def start(
    rules: TrickRules, reading: TrickReading, players: Sequence[str], setup: Data, position: Data | None
) -> TrickState:
    """Return the state before the first event. Raises Misread with pointers into the head of the log."""
    state = TrickState()
    if position is not None and rules.deck.has_twins:
        reading = ReadingCopies(reading)
    state.begin(rules)
    hands.begin(rules, state, {})
    state.phase = phases.DEAL
    fields.fill(state, reading, players, setup, position)
    _set_up(rules, state, "setup" if position is None else "position")
    fields.seat_dealer(reading, state, position)
    if position is None:
        state.seats = seats.seats_in(rules, state)
    else:
        _set_position(rules, reading, state, position)
    return state


def _set_up(rules: TrickRules, state: TrickState, at: str) -> None:
    """Apply what follows from a setup: the cards of roles, the same scores for partners. `at` is where it is written,
    "setup" or "position". Raises Misread if partners differ in what they share."""
    state.chosen = state.roles
    if state.roles is not None:
        hands.give_roles(rules, state, state.roles)
    if state.vulnerable is not None and not (rules.vulnerable or rules.vulnerable_when):
        raise refuse("nobody is vulnerable in this game", (at, "vulnerable"))
    shared: list[tuple[Pointer, Sequence[Known]]] = [(("scores",), state.scores), (("bags",), state.bags)]
    shared += [(("carried", name), values) for name, values in state.carried.items()]
    if rules.auction and rules.auction.partner == "nobody":
        shared = []
    if state.vulnerable is not None:
        shared.append((("vulnerable",), [state.vulnerable >> seat & 1 for seat in range(rules.players)]))
    for (*what, last), values in shared:  # by the path below `at`, values by seat
        for side in rules.sides:
            if len({values[seat] for seat in side}) > 1:
                names = " and ".join(state.players[seat] for seat in side)
                if last == "vulnerable":
                    same = "vulnerable together"
                else:
                    same = f"have the same {last}"
                raise refuse(f"{names} are partners and {same}; write both", (at, *what, last))


def _set_position(rules: TrickRules, reading: TrickReading, state: TrickState, position: Data) -> None:
    """Put a state that has just begun where a position is, step by step. Raises Misread."""
    fields.read(fields.lasting(TrickState, GAME), reading, state, position, AT)
    shown = by_player(CARDS).read(reading, state, position.get("hands", {}), AT + ("hands",))
    won = sum(position.get("won", {}).values())
    _set_hand_number(rules, state, position, shown, won)
    if "playing" not in position:
        state.seats = seats.seats_in(rules, state)
    _require_seats(state, shown)
    phase = _phase_of(state, position)
    if not phase and rules.turned and "turned" in position:
        phase = phases.BID
    if phase in (phases.DEAL, phases.OVER):
        state.phase = phase
        return
    _set_hands(rules, state, position, phase, shown, won)
    fields.read(fields.lasting(TrickState, HAND), reading, state, position, AT)
    _set_trump(rules, state, position)
    if rules.auction is not None:
        declarer.enter(rules, state)
    state.spoken = sum(bid is not None for bid in state.bids)
    if phase == phases.PUT_AWAY and state.calls:
        state.phase = phase  # once repeated, the calls say who must put a card away
    else:
        _enter(rules, state, phase)
    if rules.auction is not None:
        _set_auction(rules, state, position)
    fields.read(fields.lasting(TrickState, PLAYING, ON_TABLE), reading, state, position, AT)
    if rules.notes_plays and won and "played" not in position:
        state.played = [NOT_KNOWN] * rules.players
    if rules.trump_set(state.hand) == "led" and won and "trump" not in position:
        says = f"a position after the first trick says what is trump: `trump:` and one of {', '.join(rules.suits)}"
        raise refuse(f"what was led first? {says}", AT)
    state.gone |= reduce(or_, state.taken) | state.discarded
    _set_declarations(rules, state, position)
    _set_turn(rules, state, position)
    _set_unseen(rules, reading, state, position)
    if rules.notes_plays and min(state.played) >= 0:
        _match_copies_played(rules, state)
    _set_partner(rules, state)
    faults = [Finding("setup", message, at=AT + place) for place, message in _faults(rules, state, position)]
    if faults:
        raise Misread(faults, shapeless=True)
    if state.blind:
        state.unseen["deal"] = [0]


def _require_seats(state: TrickState, shown: Mapping[int, int]) -> None:
    """Refuse the hand of somebody who does not play. Raises Misread."""
    for seat in shown:
        if seat not in state.seats:
            who = state.players[seat]
            raise refuse(f"{who} holds no cards: {seats.absence(state, seat)}", AT + ("hands", who))


def _set_hands(
    rules: TrickRules, state: TrickState, position: Data, phase: str, shown: dict[int, int], won: int
) -> None:
    """Deal the hands that are `shown` (masks by seat), and set how many cards the others, the stock and the hand as a
    whole have. `won` is how many tricks were won so far."""
    cards = state.cards
    roles = state.roles
    in_part = rules.first_dealt and phase != phases.PLAY
    if not (won or position.get("trick") or in_part):
        shown = hands.with_the_last(rules, state, shown, 0, cards)
    hands.begin(rules, state, shown)
    # before play perhaps only the first part of each hand has been dealt
    at_first = state.dealt == rules.first_dealt and phase not in (phases.PLAY, phases.DRAW, phases.CHOOSE)
    hands.set_length(rules, state, cards)
    state.dealt = cards
    if "talon_to" in position:  # a declarer who gives cards to everybody has done so, except in that phase
        at_first = phase == phases.GIVE
    if at_first:
        state.dealt = rules.first_dealt
    state.left -= won
    if rules.stock:
        _set_stock(rules, state, position, phase, won)
    if roles is not None:
        hands.give_roles(rules, state, roles)


def _set_trump(rules: TrickRules, state: TrickState, position: Data) -> None:
    """Set how the cards rank by the trump that is written, or that follows. Raises Misread."""
    if "trump" in position:
        trump = _trump_by_rules(rules, state)
        if trump not in (None, state.trump):
            raise refuse(f"trump is {rules.trump_word(trump)} in this hand; remove `trump`", AT + ("trump",))
    elif "turned" in position and rules.turned is None:
        state.trump = rules.trump_turned_by(state.turned)
    state.ranking = rules.rankings[state.trump]


def _set_turn(rules: TrickRules, state: TrickState, position: Data) -> None:
    """Set who is to play, draw or choose. Raises Misread."""
    if state.phase == phases.PLAY:
        _set_trick(rules, state, position)
    elif state.phase == phases.DRAW:
        if rules.stock is None:
            raise refuse("nobody draws from a stock in this game", AT + ("phase",))
        # the stock went round evenly before anybody drew in this round
        have_drawn = -state.stock % len(state.seats)
        state.turn = drawing_order(rules, state)[have_drawn]
    elif state.phase == phases.CHOOSE:
        state.hands = [0] * rules.players
        state.known = [True] * rules.players
        waiting = None
        if not state.left:
            waiting = outcomes.next_choice(rules, state, outcomes.outcome_of_play(rules, state))
        if waiting is None:
            message = "according to `won`, `taken` and `leader`, nobody has anything to choose here"
            raise refuse(message, AT + ("phase",))
        state.turn = waiting[0]


def _set_stock(rules: TrickRules, state: TrickState, position: Data, phase: str, won: int) -> None:
    """Set how many cards are in the stock, and so how many tricks are left: as written, or according to the tricks
    `won`. Raises Misread if the stock cannot have so many."""
    assert rules.stock is not None
    many = len(state.seats)
    most = state.stock
    # If tricks do not count while the stock lasts, the tricks won say nothing about it.
    if rules.stock.tricks_count:
        beside = max(0, most - won * many)
    else:
        beside = most
    stock = position.get("stock", beside)
    if stock > most or (phase != phases.DRAW and stock % many):
        fits = f"at most {most}, the same number for each player"
        raise refuse(
            f"{number_of(stock, 'cards')} cannot lie in the stock; at this point it is {fits}", AT + ("stock",)
        )
    if phase == phases.DRAW and not stock:
        raise refuse("nobody draws from an empty stock", AT + ("stock",))
    state.stock = stock
    if phase == phases.DRAW:  # of this round of draws some players may have drawn already
        rounds_left = -(-stock // many)  # rounded up
        state.left = state.cards - 1 + rounds_left
    elif stock:
        state.left = state.cards + stock // many
    else:
        state.left = min(state.cards, rules.tricks_counted(state.cards, many) - won)
        if _is_closed(rules, position):
            state.left = max([len(cards) for cards in position.get("hands", {}).values()], default=state.left)
            state.length = state.left + won


def _is_closed(rules: TrickRules, position: Data) -> bool:
    """Whether somebody has closed the stock, according to what was declared."""
    closing = set()
    for one in rules.declarations:
        if one.then == CLOSE_STOCK:
            closing.add(one.text(rules.deck, NO_SUIT))
    declared = position.get("declared", {}).values()
    return any(not closing.isdisjoint(each) for each in declared)


def _trump_by_rules(rules: TrickRules, state: TrickState) -> int | None:
    """The trump suit that follows from the ruleset, the contract or the card turned up, by its index; None if something
    else decides."""
    how = rules.trump_set(state.hand)
    if how == "contract":
        if state.contract >= 0:
            return rules.the_auction.calls[state.contract].trump
        return None
    if how == "turned_up":
        another_is_open = rules.stock is not None and rules.stock.turned == "next" and any(state.won)
        if state.turned >= 0 and not another_is_open:
            return rules.trump_turned_by(state.turned)
        return None
    if how != "fixed":
        return None
    return rules.trump_of(state.hand)


def _set_hand_number(
    rules: TrickRules, state: TrickState, position: Data, shown: Mapping[int, int], tricks: int
) -> None:
    """Set which hand this is and how many cards it has: as written, or according to the hands that are `shown` and how
    many `tricks` were won. Raises Misread if the game has no such hand."""
    cards = position.get("cards")
    if cards is None and "hand" not in position and shown and _hands_are_whole(rules, position):
        away = position.get("phase") == phases.PUT_AWAY  # somebody holds one card more
        cards = max([mask.bit_count() for mask in shown.values()]) + tricks - away
    if "hand" in position:
        state.hand = position["hand"]
    elif cards is not None:
        state.hand = _hand_with(rules, cards)
    state.cards = cards or rules.cards_in_hand(state.hand)
    if "hand" in position and not state.cards:
        raise refuse(f"there is no hand {state.hand} in this game", AT + ("hand",))


def _hands_are_whole(rules: TrickRules, position: Data) -> bool:
    """Whether the hands that are shown say how many cards were dealt: none are drawn, put away, dealt later or passed."""
    if rules.talon and position.get("phase") == phases.PUT_AWAY:
        return False
    return not (rules.stock or rules.by_cards or rules.first_dealt or rules.pass_when or rules.owed)


def _hand_with(rules: TrickRules, cards: int) -> int:
    """The number of the first hand with so many cards; 1 if there is none."""
    for hand in range(1, (rules.hands or 1) + 1):
        if rules.cards_in_hand(hand) == cards:
            return hand
    return 1


def _set_trick(rules: TrickRules, state: TrickState, position: Data) -> None:
    """Place the cards of the trick in progress on the table, and let the next player act."""
    if "leader" in position:
        state.turn = state.leader
    state.table = mask_of(state.trick)
    if not state.trick:
        return
    if len(state.trick) >= len(state.seats):
        raise refuse("a position shows the trick in progress, which is not full yet", AT + ("trick",))
    state.leader = max(state.leader, 0)
    laid = state.trick
    state.trick = []
    for card in laid:
        hands.set_trump_by_play(rules, state, card)
        state.trick.append(card)
        state.led = state.ranking.suit_led(state.trick)
    order = hands.order_from(rules, state, state.leader)
    state.turn = order[len(state.trick)]
    for seat, card, text in zip(order, state.trick, position["trick"], strict=False):
        if "own" not in position and state.own_cards[seat] >> card & 1:
            state.own |= 1 << card
        if text.rstrip().endswith("!"):
            state.said |= 1 << card
            state.ever_said = True
    if "grace" not in position:
        if rules.grace == "silent":
            state.graced = state.own
        else:
            state.graced = state.own & state.said


def _set_unseen(rules: TrickRules, reading: TrickReading, state: TrickState, position: Data) -> None:
    """Remove from the unseen hands all cards that are elsewhere or are known not to be there. Raises Misread if somebody
    leads who cannot hold the card whose holder leads."""
    # a card turned up for trump is in its owner's hand, open to all, until it is played
    for_trump = state.turned >= 0 and not rules.stock and not rules.turned
    if for_trump and not rules.deck.twins[state.turned] & (state.gone | state.table):
        hands.show_turned(rules, state)
    lacks = by_player(CARDS).read(reading, state, position.get("lacks", {}), AT + ("lacks",))
    for seat in range(rules.players):
        if not state.known[seat]:
            state.hands[seat] &= ~(state.gone | state.table | sum(state.put_away))
            state.hands[seat] = (state.hands[seat] & ~sum(state.sure)) | state.sure[seat]
            state.hands[seat] &= ~_lacks(rules, state, seat, lacks.get(seat, 0))
    if state.phase != phases.PLAY:
        return
    if "leader" in position and not hands.may_open(rules, state, state.leader):
        opening = rules.card_names(hands.opening_card(rules, state))
        message = f"{state.players[state.leader]} leads, but does not hold {opening}, whose holder leads"
        raise refuse(message, AT + ("leader",))
    if not state.stock and state.known.count(False) == 1:
        _learn_last_hand(rules, state, state.known.index(False))


def _learn_last_hand(rules: TrickRules, state: TrickState, last: int) -> None:
    """Let the only unseen hand hold all that is nowhere else, if that is as many cards as it has."""
    left = state.left - (last in hands.order_from(rules, state, state.leader)[: len(state.trick)])
    others = {seat: state.hands[seat] for seat in state.seats if seat != last}
    whole = hands.with_the_last(rules, state, others, state.gone | state.table | sum(state.put_away), left)
    if last in whole:
        learn(state, last, whole[last])


def _set_declarations(rules: TrickRules, state: TrickState, position: Data) -> None:
    """Note the cards that players declared, which may set trump; those still to be played are in no other unseen hand.
    Raises Misread if it is not clear which declaration set trump."""
    if "trump" not in position and rules.trump_set(state.hand) == BY_DECLARING:
        kinds = {}
        for seat, each in enumerate(state.declared):
            kinds[seat] = [(made.what, made.suit) for made in each]
        trump = declaring.trump_by(rules, state, kinds)
        if trump is None:
            raise refuse("which of these was declared last? say what is trump: `trump:` and a suit", AT + ("declared",))
        hands.set_trump(rules, state, trump)
    seats_all = range(rules.players)
    named = state.declared
    state.declared = [[] for _ in seats_all]
    for seat, each in enumerate(named):
        others = [other for other in seats_all if other != seat]
        # cards in known hands, and those that others declared, cannot be the ones declared here
        elsewhere = [state.hands[other] * state.known[other] | _cards_lacking(state, other) for other in others]
        there = rules.pack & ~reduce(or_, elsewhere)
        for made in each:
            state.declared[seat].append(declaring.with_cards(rules, state, seat, (made.what, made.suit), there))
    seen = state.gone | mask_of(state.trick)
    for seat in seats_all:
        unplayed = [card for card in members(_cards_lacking(state, seat)) if not rules.deck.twins[card] & seen]
        hands.not_elsewhere(state, seat, mask_of(unplayed))


def _cards_lacking(state: TrickState, seat: int) -> int:
    return reduce(or_, [made.cards for made in state.declared[seat]], 0)


def _lacks(rules: TrickRules, state: TrickState, seat: int, named: int) -> int:
    """The cards that an unseen hand lacks, if the position names these, as a mask; of equal ones those that it is not
    known to hold."""
    if not rules.deck.has_twins:
        return named
    seen = sum(hand * known for hand, known in zip(state.hands, state.known, strict=True))
    own = state.sure[seat] | _cards_lacking(state, seat)
    open_to_all = rules.pack & ~(state.gone | state.table | seen)
    lacked = 0
    while named:  # card by card, all its copies at once
        copies = rules.deck.twins[named.bit_length() - 1]
        last = sorted(members(copies & open_to_all), key=lambda card: (own >> card & 1, state.hands[seat] >> card & 1))
        lacked |= mask_of(last[: (named & copies).bit_count()])
        named &= ~copies
    return lacked


def _phase_of(state: TrickState, position: Data) -> str:
    """The phase of a position, from what it mentions; empty for the one right after the deal."""
    if "phase" in position:
        return str(position["phase"])
    if position.keys() & {"trick", "won", "taken", "leader"}:
        return phases.PLAY
    if position.keys() & {"contract", "bid", "declarer"}:
        if "bid" in position and "contract" not in position:
            return phases.CONTRACT
        return phases.PLAY
    if "calls" in position:
        return phases.BID
    if "bids" in position:
        if len(position["bids"]) == len(state.seats):
            return phases.PLAY
        return phases.BID
    if position.keys() & {"hands", "trump", "turned"}:
        return ""
    return phases.DEAL


def _enter(rules: TrickRules, state: TrickState, phase: str) -> None:
    """Put the state into its phase with the right player to act. Raises Misread if nobody can be."""
    if phase == phases.PLAY:
        hands.to_play(rules, state)
    elif phase:
        state.phase = phase
    if phase == phases.NAME_TRUMP:
        hands.to_naming(rules, state)
    elif phase in (phases.TALON, phases.GIVE, phases.CONTRACT, phases.CALLING):
        state.turn = state.declarer
    elif phase in (phases.PASS, phases.DEAL_REST):
        state.turn = -1
    elif phase == phases.BID:
        hands.to_bidding(rules, state)
        if rules.auction is None:
            state.turn = max(auctions.next_to_speak(rules, state), 0)
    elif phase == phases.PUT_AWAY:  # somebody holds the card that was turned up, or the talon
        state.turn = stocks.taker(rules, state)
        if rules.talon_goes_to == DECLARER and state.turn < 0:
            state.turn = state.declarer
        elif state.turn < 0:
            raise refuse("according to `turned` and the contract, nobody has taken a card here", AT + ("phase",))


def _set_auction(rules: TrickRules, state: TrickState, position: Data) -> None:
    """Repeat the calls of a position; they lead to the contract that it names, if any. Raises Misread."""
    named = [key for key in ("contract", "bid", "declarer", "doubled") if key in position]
    _require_whole_contract(position, named)
    if "choices" in position and rules.the_auction.along:
        state.answers = rules.players
    if not state.calls:
        return
    phase = state.phase
    as_written = Contract.of(state)
    hands_now = (state.hands[:], state.sure[:])  # with all that the auction did to them
    playing = state.seats
    talon_to = state.talon_to
    _repeat_calls(rules, state, as_written)
    if phase == phases.BID and talon_to >= 0:
        auctions.speak_again(rules, state)
    elif phase != phases.BID:
        auctions.nobody_answers(rules, state)
    state.talon_to = talon_to
    if "playing" in position:
        state.seats = playing
    if phase != phases.BID:
        state.hands, state.sure = hands_now
    if state.phase == phases.DEAL:
        raise refuse("with these calls nobody bids, and the hand is not played", AT + ("calls",))
    if state.bid_for >= 0:
        state.contract = as_written.contract
        declarer.enter(rules, state)
    if not _is_before_play(rules, phase) and state.phase not in (phases.BID, phases.OVER):
        _enter(rules, state, phase)
    if "phase" in position and phase != state.phase:
        raise refuse(f"with these calls the auction is {'not ' * (state.phase == phases.BID)}over", AT + ("calls",))
    if named and as_written != Contract.of(state):
        contract = seats.contract_in_words(rules, state.players, state)
        raise refuse(f"these calls lead to {contract}; the position says otherwise", AT + (named[0],))


class Contract(NamedTuple):
    """What an auction leads to, as a position names it."""

    contract: int
    declarer: int
    doubled: int
    bid_for: int

    @classmethod
    def of(cls, state: TrickState) -> Contract:
        """The contract of a state."""
        return cls(state.contract, state.declarer, state.doubled, state.bid_for)


def _require_whole_contract(position: Data, named: Sequence[str]) -> None:
    """Refuse a part of a contract without the rest of it. Raises Misread."""
    contract = "bid" if "bid" in position else "contract"
    if not named or {contract, "declarer"} <= position.keys():
        return
    lacking = "declarer" if contract in position else "contract"
    raise refuse(f"`{named[0]}` needs `{lacking}` with it", AT)


def _repeat_calls(rules: TrickRules, state: TrickState, named: Contract) -> None:
    """Make all calls of a state again, from the first; the declarer names the same contract as before. Raises Misread."""
    calls = state.calls
    state.seats = seats.seats_in(rules, state)  # who sits the hand out because of its contract called like the others
    state.calls = []
    state.contract = -1
    state.declarer = -1
    state.doubled = 1
    state.bid_for = -1
    state.talon_to = -1
    state.answers = -1
    hands.to_bidding(rules, state)
    for place, call in enumerate(calls):
        if state.phase == phases.CONTRACT and named.contract >= 0:
            state.contract = named.contract
            hands.to_answers(rules, state)
        auctions.speak_again(rules, state)
        if state.phase != phases.BID:
            raise refuse("the auction is over before this call", AT + ("calls", place))
        auctions.call(rules, state, Event("bid", call))


def _is_before_play(rules: TrickRules, phase: str) -> bool:
    """Whether calls lead to this phase by themselves."""
    if phase == phases.PASS:
        return not rules.pass_when
    if phase == phases.CALLING:
        return not (rules.calls_late or rules.the_auction.contracts)
    return phase in (phases.TURN_UP, phases.BID)


def _match_copies_played(rules: TrickRules, state: TrickState) -> None:
    """Let the cards that each player has played be the copies that lie in the tricks taken: both are written by the same
    names, and equal cards are still in hands."""
    left = state.gone
    for seat, named in enumerate(state.played):
        state.played[seat] = 0
        for card in members(named):
            copies = rules.deck.twins[card] & left or 1 << card
            state.played[seat] |= copies & -copies
            left &= ~(copies & -copies)


def _set_partner(rules: TrickRules, state: TrickState) -> None:
    """Set the declarer's partner, if a card was called. Raises Misread if none is called here, or somebody else holds
    the card."""
    if state.called < 0 and seats.finds_partner(rules, state):
        sides.settle_by_cards(rules, state)
        return
    if (state.called >= 0 or state.partner >= 0) and not seats.calls_partner(rules, state):
        key = "called" if state.called >= 0 else "partner"
        raise refuse("no card is called for a partner in this hand", AT + (key,))
    named = state.partner
    state.partner = -1
    declarer.find_partner(rules, state)
    if -1 not in (named, state.partner) and named != state.partner:
        message = f"{state.players[state.partner]} holds {rules.deck.ids[state.called]}, which was called"
        raise refuse(message, AT + ("partner",))
    state.partner = max(named, state.partner)


Misplaced = tuple[Pointer, str]


def _faults(rules: TrickRules, state: TrickState, position: Head) -> Iterator[Misplaced]:
    """Yield the contradictions in a position, as read into `state`: where, and a sentence."""
    yield from _cards_in_two_places(rules, state)
    if state.cards * len(state.seats) > rules.pack.bit_count():
        message = f"{number_of(state.cards, 'cards')} each for {len(state.seats)} players are more than the deck has"
        yield ("cards" if "cards" in position else "hands",), message
        return
    if state.phase == phases.CHOOSE:
        return
    if state.phase in (phases.PLAY, phases.DRAW):
        won = sum(state.won)
        if min(state.won) < 0 or won >= rules.tricks_counted(state.cards, len(state.seats)):
            of = number_of(state.cards, "cards")
            yield ("won",), f"the tricks won add up to {won}; in a hand of {of} at least one is still to come"
            return
        yield from _piles_too_large(rules, state)
        if "leader" not in position and (won or (state.trick and state.turn < 0)):
            who = state.players[0]
            yield (), f"who leads? a position in the middle of a hand must say so, as in `leader: {who}`"
            return
    yield from _wrong_sizes(rules, state)


def _piles_too_large(rules: TrickRules, state: TrickState) -> Iterator[Misplaced]:
    """Yield who has taken more cards than the tricks that the player won can have."""
    many = len(state.seats)
    for who, taken, won in zip(state.players, state.taken, state.won, strict=True):
        if (taken & ~rules.goes_back).bit_count() > won * many:
            cards = number_of(taken.bit_count(), "cards")
            yield ("taken", who), f"{who} has taken {cards} in {number_of(won, 'tricks')} of {many}"


def _wrong_sizes(rules: TrickRules, state: TrickState) -> Iterator[Misplaced]:
    """Yield the faults of hands that are shown with more or fewer cards than players hold at this point."""
    if state.phase == phases.PLAY:
        wanted = _sizes_in_play(rules, state)
    elif state.phase == phases.DRAW:
        wanted = _sizes_while_drawing(rules, state)
    else:
        wanted = _sizes_before_play(rules, state)
    for seat, who in enumerate(state.players):
        size = state.hands[seat].bit_count()
        if state.known[seat] and size != wanted[seat]:
            right = f"at this point of a hand of {state.cards} it must be {wanted[seat]}"
            yield ("hands", who), f"{who} holds {number_of(size, 'cards')}; {right}"


def _sizes_in_play(rules: TrickRules, state: TrickState) -> list[int]:
    """The number of cards in each hand while a trick is played."""
    has_played = hands.order_from(rules, state, state.leader)[: len(state.trick)]
    return [hand_size(state, seat) - (seat in has_played) for seat in range(rules.players)]


def _sizes_while_drawing(rules: TrickRules, state: TrickState) -> list[int]:
    """The number of cards in each hand while cards are drawn after a trick."""
    order = drawing_order(rules, state)
    yet = order[order.index(state.turn) :]
    return [(state.cards - (seat in yet)) * (seat in order) for seat in range(rules.players)]


def _sizes_before_play(rules: TrickRules, state: TrickState) -> list[int]:
    """The number of cards in each hand before the first lead."""
    wanted = [0] * rules.players
    for seat in state.seats:
        wanted[seat] = state.cards - stocks.rest_for(rules, state, seat)
    for seat, bid in enumerate(state.bids):
        if bid is not None:
            wanted[seat] -= rules.put_away_to_bid
    if state.phase == phases.PUT_AWAY:
        wanted[state.turn] += stocks.many_away(rules, state)
    elif state.phase == phases.GIVE:
        wanted[state.turn] += stocks.talon_taken(rules, state)
    step = owing.step_now(rules, state)
    if step and step.back:
        wanted[step.seat] += step.many
        wanted[step.to] -= step.many
    if rules.pass_when:
        for seat, passed in enumerate(state.passed):
            wanted[seat] -= passed.bit_count()
            wanted[hands.opposite(rules, seat)] += passed.bit_count()
    return wanted


def _cards_in_two_places(rules: TrickRules, state: TrickState) -> Iterator[Misplaced]:
    """Yield cards that lie in two places, or are not in play."""
    seen = 0
    known = [hand * known for hand, known in zip(state.hands, state.known, strict=True)]
    of_players = (("hands", known), ("taken", state.taken), ("holds", state.sure), ("put_away", state.put_away))
    places: list[tuple[Pointer, int]] = []
    for key, each in of_players:
        places += [((key, who), cards) for who, cards in zip(state.players, each, strict=True)]
    places += [(("trick",), state.table), (("discarded",), state.discarded), (("talon",), state.talon)]
    for place, cards in places:
        if cards & seen:
            copies = rules.deck.twins[(cards & seen).bit_length() - 1].bit_count()
            if copies == 1:
                twice = "cannot be in two places"
            else:
                twice = f"is named too often; the deck has {copies}"
            yield place, f"{rules.card_names(rules.deck.once(cards & seen))} {twice}"
        if cards & ~rules.pack:
            names = rules.card_names(cards & ~rules.pack)
            yield place, f"{names} is left out of the deck with {rules.players} players"
        seen |= cards
