"""The life of a hand before its tricks: the deal, what is turned up, passed and named as trump, and who acts next."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from functools import partial
from typing import Any

from referee.core.events import Event, Finding, number_of
from referee.core.leading import seat_named
from referee.core.places import Pointer
from referee.core.wording import in_list
from referee.engines.trick.compiled import TrickRules
from referee.engines.trick.rules import owing, seats
from referee.engines.trick.state import BID, CALLING, DEAL_REST, NAME_TRUMP, NO_CARD, PASS, PLAY, TURN_UP, TrickState
from referee.engines.trick.words.bids import UNSEEN, words_of
from referee.engines.trick.words.ranking import FIRST_VOID, NO_TRUMP
from referee.engines.trick.words.scoring import ROLES, Known, Row


def bar(rule: str, message: str, seat: int | None = None, **more: Any) -> tuple[Finding, ...]:
    """The one fault of an event that cannot take effect, even if the table lets it stand (it `bars`)."""
    return (Finding(rule, message, seat, bars=True, **more),)


def by_another(state: TrickState, event: Event, whose: int, did: str, but: str, **more: Any) -> tuple[Finding, ...]:
    """The fault of an event that another player than the one at seat `whose` is said to have caused (a tuple, empty if
    it is not). `did` and `but` make the message, `more` goes into the finding."""
    if event.seat in (None, whose):
        return ()
    return bar(more.pop("rule", "turn"), f"{state.players[event.seat or 0]} {did}, but {but}", event.seat, **more)


def not_in_deck(rules: TrickRules, card: int, seat: int | None = None, at: Pointer = ()) -> Finding:
    """The fault of a card that is not in play with this number of players, as played or named by the player at
    `seat`."""
    message = f"{rules.deck.ids[card]} is left out of the deck with {rules.players} players"
    return Finding("deck", message, seat, at=at, bars=True)


def surely(state: TrickState, seat: int) -> int:
    """Return the cards that a player is known to hold."""
    if state.known[seat]:
        return state.hands[seat]
    return state.sure[seat]


def holding(rules: TrickRules, state: TrickState, seat: int) -> str:
    """Return what a player holds, as the end of a sentence; empty if that is not known."""
    if not state.known[seat]:
        return ""
    return f", holding {rules.card_names(state.hands[seat])}"


def next_seat(rules: TrickRules, state: TrickState, seat: int) -> int:
    """The seat that acts after the player at `seat`: the next in order of play that plays this hand."""
    return next((other for other in rules.orders[seat][1:] if other in state.seats), seat)


def order_from(rules: TrickRules, state: TrickState, seat: int) -> tuple[int, ...]:
    """Return the seats that play this hand in order of play, from `seat` on, or from the next one if it does not play."""
    order = rules.orders[seat]
    if len(state.seats) == len(order):
        return order
    return tuple([other for other in order if other in state.seats])


def places_after(rules: TrickRules, state: TrickState, seat: int, places: int) -> int:
    """The seat this many places clockwise from another one (the other way round if below 0), or the next one beyond it
    that plays this hand."""
    if not places:
        return order_from(rules, state, seat)[0]
    seat += places
    while seat % rules.players not in state.seats:
        if places > 0:
            seat += 1
        else:
            seat += -1
    return seat % rules.players


def after_dealer(rules: TrickRules, state: TrickState) -> tuple[int, ...]:
    """Return the seats that play this hand in order of play, the one after the dealer first."""
    return order_from(rules, state, next_seat(rules, state, state.dealer))


def cards_played(rules: TrickRules, state: TrickState) -> Iterator[tuple[int, int, int]]:
    """Yield every card of this hand that was played, as the number of its trick (0 on the table), a seat and a card."""
    for number, (leader, bits, *_) in enumerate(state.tricks, start=1):
        for seat, bit in zip(order_from(rules, state, leader), bits, strict=True):
            yield number, seat, bit.bit_length() - 1
    yield from ((0, seat, card) for seat, card in seats.cards_laid(rules, state))


def when_played(rules: TrickRules, state: TrickState, card: int) -> str:
    """Return who played a card in this hand and when, as the end of a sentence; empty if nobody did."""
    for number, seat, other in cards_played(rules, state):
        if other == card:
            return f"{state.players[seat]} has played to {f'trick {number} of this hand' if number else 'this trick'} already"
    return ""


def begin(rules: TrickRules, state: TrickState, hands: dict[int, int]) -> None:
    """Begin a hand with these cards dealt (masks by seat), and go on to what follows the deal. The hands of other seats
    are unseen: any card that nobody else was dealt may be in them."""
    state.begin_round(rules)
    unseen = rules.pack & ~sum(hands.values())
    state.known = [True] * rules.players
    state.hands = [hands.get(seat, 0) for seat in range(rules.players)]
    for seat in state.seats:
        if seat not in hands:
            state.known[seat] = False
            state.hands[seat] = unseen
    set_length(rules, state, rules.cards_in_hand(state.hand))
    if rules.first_dealt and all(mask.bit_count() <= rules.first_dealt for mask in hands.values()):
        state.dealt = rules.first_dealt
    if state.vulnerable is None and state.dealer >= 0:
        state.vulnerable = seats.vulnerable(rules, state)
    if rules.rotation_lasts == "hand" and state.chosen is not None:
        give_roles(rules, state, state.chosen)
    set_trump(rules, state, rules.trump_of(state.hand))
    if rules.turned or rules.trump_set(state.hand) == "turned_up":
        state.phase = TURN_UP
    else:
        to_passing(rules, state)


def with_the_last(rules: TrickRules, state: TrickState, hands: dict[int, int], gone: int, size: int) -> dict[int, int]:
    """Hands by seat, with the only one that is missing, if exactly `size` cards are left for it; `gone` are cards that
    nobody holds any more."""
    rest = rules.pack & ~gone & ~sum(hands.values())
    missing = [seat for seat in state.seats if seat not in hands]
    if len(missing) == 1 and rest.bit_count() == size:
        return {**hands, missing[0]: rest}
    return hands


def set_length(rules: TrickRules, state: TrickState, cards: int) -> None:
    """Make the hand one of this many cards each, with what is left over in the stock."""
    state.cards = state.dealt = cards
    state.stock = rules.stock_beside(cards, len(state.seats))
    state.left = state.length = cards - rules.put_away_to_bid + state.stock // max(1, len(state.seats))


def set_trump(rules: TrickRules, state: TrickState, trump: int) -> None:
    """Make a suit trump, or none."""
    state.trump = trump
    state.ranking = rules.rankings[trump]


def set_trump_by_play(rules: TrickRules, state: TrickState, card: int) -> None:
    """Make the suit of a card about to be laid trump, if it is the first led, or the first off suit, and that sets trump."""
    how = rules.trump_set(state.hand)
    led = 0
    if state.trick:
        led = state.ranking.members[state.led]
    first = how == "led" and state.left == state.length and not state.trick
    if state.trump == NO_TRUMP and (first or (how == FIRST_VOID and led and not led >> card & 1)):
        set_trump(rules, state, rules.trump_turned_by(card))


def give_roles(rules: TrickRules, state: TrickState, roles: list[int]) -> None:
    """Give the players these roles, seat by seat, which decide the cards with their own symbol."""
    state.roles = roles
    state.own_cards = [rules.role_cards(role) for role in roles]


def move_roles(rules: TrickRules, state: TrickState, places: int) -> None:
    """Move the roles on by this many places, each to the player who sits there."""
    roles = state.roles
    if roles is not None and places:
        give_roles(rules, state, [roles[(seat + places) % rules.players] for seat in range(rules.players)])


def owner_of_turned(rules: TrickRules, state: TrickState) -> int | None:
    """The seat whose card is turned up: the dealer's last if all cards are dealt; None if it comes from the cards left
    over."""
    some_left = rules.first_dealt or rules.pack.bit_count() > state.cards * len(state.seats)
    if some_left:
        return None
    return state.dealer


def check_turn(rules: TrickRules, state: TrickState, event: Event) -> tuple[Finding, ...]:
    """Return everything that is wrong with the turned-up card."""
    card = event.value
    name = rules.deck.ids[event.value]
    if not rules.pack >> card & 1:
        return (not_in_deck(rules, card),)
    played = when_played(rules, state, card)
    if played:
        return bar("deck", f"{name} is turned up, which {played}")
    holder = None
    for seat in range(rules.players):
        if state.known[seat] and state.hands[seat] >> card & 1:
            holder = seat
            break
    last = owner_of_turned(rules, state)
    but = ""
    if holder not in (None, last):
        but = f"{state.players[holder or 0]} holds it"
    elif holder is None and last is not None and state.known[last]:
        but = f"all cards are dealt, and it is not in the hand of {state.players[last]}, who dealt"
    if not but:
        return ()
    return bar("deck", f"{name} is turned up, but {but}")


def turn_up(rules: TrickRules, state: TrickState, event: Event) -> None:
    """Turn up a card: after the deal, for trump or an auction, or later the next one on top of the stock."""
    state.turned = event.value
    seen = event.value != NO_CARD
    if state.left < state.length:
        not_elsewhere(state, None, 1 << event.value if seen else 0)
        state.phase = PLAY
        state.turn = state.leader
        return
    if seen:
        show_turned(rules, state)
    else:
        state.miss("turned")
    if rules.turned is None:
        set_trump(rules, state, rules.trump_turned_by(event.value))
    to_passing(rules, state)


def show_turned(rules: TrickRules, state: TrickState) -> None:
    """Note that the card turned up is in no other hand than its owner's, who holds it unless cards are passed on."""
    owner = owner_of_turned(rules, state)
    bit = 1 << state.turned
    not_elsewhere(state, owner, bit)
    if owner in state.seats and not state.known[owner] and rules.pass_offset(state.hand) is None:
        state.sure[owner] |= bit & state.hands[owner]


def not_elsewhere(state: TrickState, seat: int | None, cards: int) -> None:
    """Take cards that one player showed, or that are open or gone, out of all other unseen hands."""
    for other, known in enumerate(state.known):
        if other != seat and not known:
            state.hands[other] &= ~cards
            state.sure[other] &= ~cards


def take(rules: TrickRules, state: TrickState, seat: int, cards: int) -> None:
    """Put cards that are known into the hand of a player."""
    state.hands[seat] |= cards
    state.sure[seat] |= 0 if state.known[seat] else cards
    not_elsewhere(state, seat, cards)


def learn(state: TrickState, seat: int, held: int) -> None:
    """Note that a player holds exactly these cards, which nobody else does."""
    state.hands[seat] = held
    state.sure[seat] = 0
    state.known[seat] = True
    if not state.blind:
        state.shown = [[] for _ in state.players]
    not_elsewhere(state, seat, held)


def lose_sight(state: TrickState, seat: int, sure: int, more: int = 0) -> None:
    """Make a hand unknown, if it was known, except for the cards in `sure`; it may hold those in `more`, too."""
    state.hands[seat] |= more
    if not state.known[seat]:
        return
    if not state.blind:
        state.miss("deal")
    state.known[seat], state.sure[seat], state.shown[seat] = False, sure, []


def first_of(event: Event, wanted: int) -> Pointer:
    """The place of the first of these cards that an event lists; of all its cards, if it lists none or only one."""
    if len(event.value) > 1:
        for place, card in enumerate(event.value):
            if wanted >> card & 1:
                return event.at + (place,)
    return event.at


def forget_unseen_deal(state: TrickState) -> None:
    """Note that nothing about the deal of this hand is unknown any longer."""
    unseen = state.unseen.pop("deal", [])[:-1]
    if unseen:
        state.unseen["deal"] = unseen


def to_passing(rules: TrickRules, state: TrickState) -> None:
    """Go on after the deal: cards are passed, if they are in this hand, or bids are next."""
    state.phase = PASS
    if rules.owed:
        state.turn = -1
        to_next_step(rules, state)
    elif rules.pass_when or rules.pass_offset(state.hand) is None:
        to_bidding(rules, state)


def to_next_step(rules: TrickRules, state: TrickState) -> None:
    """Go on with the exchange of cards that are owed; bids are next if nobody owes any more. If it is not known who does,
    cards may still be given."""
    each = owing.steps(rules, state)
    if each is not None and state.passes >= len(each):
        to_bidding(rules, state)


def order_of_exchange(rules: TrickRules, state: TrickState) -> Iterator[int]:
    """Yield the seats that pass cards after the bids, one after another: each player for whom the formula `pass: when`
    holds, and then the partner, who passes back."""
    if rules.pass_when is None:
        return
    hand = seats.end_of_hand(rules, state)
    same: Row = {
        "cards": state.cards,
        "players": rules.players,
        "hand": state.hand,
        "hands": rules.hands,
        **hand.names,
    }
    for seat in speaking_order(rules, state):
        row = same | seats.carried_by(state, seat) | marks_by(rules, words_of(state.bids[seat]))
        row |= {role: seat in hand.plays_as(role) for role in ROLES}
        row |= {"dealer": seat == state.dealer, "bid": state.bids[seat]}
        if opposite(rules, seat) in state.seats and rules.pass_when.run(row, (row,)):
            yield from (seat, opposite(rules, seat))


def marks_by(rules: TrickRules, word: str) -> dict[str, bool]:
    """Return the marks of words for bids, and whether a bid by this word has each."""
    return {mark: mark == rules.bid_marks.get(word) for mark in rules.bid_marks.values()}


def opposite(rules: TrickRules, seat: int) -> int:
    """Return the seat of the player who sits opposite."""
    return (seat + rules.players // 2) % rules.players


def yet_to_pass(rules: TrickRules, state: TrickState) -> list[int]:
    """The seats that have yet to pass cards, in order; before the bids the player after the dealer is first."""
    step = owing.step_now(rules, state)
    if step:
        return [step.seat]
    order = order_of_exchange(rules, state) if rules.pass_when else after_dealer(rules, state)
    return [seat for seat in order if not state.passed[seat]]


def next_to_pass(rules: TrickRules, state: TrickState) -> int:
    """Return the first player who has not passed yet."""
    return yet_to_pass(rules, state)[0]


def cards_to_pass(rules: TrickRules, state: TrickState) -> tuple[int, int]:
    """The cards, as a mask, of which the next player passes some, and how many these are."""
    held = state.hands[next_to_pass(rules, state)]
    if not rules.owed:
        return held, rules.pass_count
    step = owing.step_now(rules, state)
    if step is None:  # nobody knows who owes how many
        return 0, 0
    if step.back and state.known[step.seat]:
        held = owing.due_back(rules, state, step, held)
    return held, step.many


def check_pass(rules: TrickRules, state: TrickState, event: Event) -> tuple[Finding, ...]:
    """Return everything that is wrong with the cards that a player passes."""
    wanted = cards_to_pass(rules, state)[1]
    if not wanted:  # nobody knows who owes how many
        return ()
    first = next_to_pass(rules, state)
    seat = first if event.seat is None else event.seat
    who = state.players[seat]
    absent = event.value & ~state.hands[seat]
    many = event.value.bit_count()
    of_turn: Pointer = ("pass", "when")
    of_number: Pointer = ("pass", "cards")
    if rules.owed:
        of_turn = OWED
        of_number = OWED
    elif state.passed[seat]:
        return bar("pass", f"{who} has passed cards already", seat)
    turn = f"it is {state.players[first]}'s turn to pass"
    in_turn = rules.pass_when or rules.owed
    if in_turn and (wrong := by_another(state, event, first, "passed cards", turn, rule="pass", word=of_turn)):
        return wrong
    message = f"{who} passed {number_of(many, 'cards')}, but must pass {wanted}"
    faults = () if many == wanted else bar("pass", message, seat, word=of_number)
    message = f"{who} passed {rules.card_names(absent)}, not in that hand{holding(rules, state, seat)}"
    if absent:
        return faults + bar("hand", message, seat)
    return faults or _check_back(rules, state, event.value)


OWED = ("pass", "owed")


def _check_back(rules: TrickRules, state: TrickState, cards: int) -> tuple[Finding, ...]:
    """The fault of cards (a mask) that are given back for others and are not the highest of their suits, as far as the hand
    is known."""
    step = owing.step_now(rules, state)
    if step is None or not step.back:
        return ()
    seat = step.seat
    due = owing.due_back(rules, state, step, surely(state, seat) | cards)
    if rules.deck.names(due) == rules.deck.names(cards):
        return ()
    message = f"{state.players[seat]} gave back {rules.card_names(cards)}, "
    message += "but must give the highest of the suit for each card received"
    if state.known[seat]:
        message += f": {rules.card_names(due)}"
    return bar(rules.cite(*OWED), message, seat, word=OWED)


def _pass_owed(rules: TrickRules, state: TrickState, event: Event) -> None:
    """Give cards that are owed, or give cards back, at once; where nobody knows who owes any, no hand is known then."""
    step = owing.step_now(rules, state)
    if step is None:
        _lose_all_hands(rules, state)
        return
    state.passed[step.seat] = event.value
    state.passes += 1
    not_elsewhere(state, step.seat, event.value)
    state.hands[step.seat] &= ~event.value
    state.sure[step.seat] &= ~event.value
    take(rules, state, step.to, event.value)
    to_next_step(rules, state)


def pass_cards(rules: TrickRules, state: TrickState, event: Event) -> None:
    """Set cards of a player aside for another; they change hands once everybody has passed, or at once after the
    bids."""
    if rules.owed:
        _pass_owed(rules, state, event)
        return
    if event.seat is None:
        seat = next_to_pass(rules, state)
    else:
        seat = event.seat
    state.passed[seat] = event.value
    not_elsewhere(state, seat, event.value)
    if rules.pass_when:  # to the partner at once, who then passes as many back
        state.hands[seat] &= ~event.value
        take(rules, state, opposite(rules, seat), event.value)
        to_exchange(rules, state)
        return
    if not all(state.passed[seat] for seat in state.seats):
        return
    for seat in state.seats:
        if state.known[seat]:
            state.hands[seat] &= ~state.passed[seat]
    around = sorted(state.seats)
    offset = rules.pass_offset(state.hand) or 0
    for place, seat in enumerate(around):
        to = around[(place + offset) % len(around)]
        moved = state.passed[seat]
        not_elsewhere(state, to, moved)
        state.hands[to] |= moved
    to_bidding(rules, state)


def to_exchange(rules: TrickRules, state: TrickState) -> None:
    """Go on after the bids and the naming of trump: some may pass cards to their partners before play."""
    if rules.pass_when and yet_to_pass(rules, state):
        state.phase = PASS
        state.turn = -1
    else:
        to_play(rules, state)


def pass_unseen(rules: TrickRules, state: TrickState) -> None:
    """Pass cards that nobody wrote down: afterwards no hand is known, or, where cards are passed after the bids, no hand
    of those who pass."""
    if rules.pass_when:
        for seat in yet_to_pass(rules, state):
            pair = (seat, opposite(rules, seat))
            theirs = state.hands[pair[0]] | state.hands[pair[1]]
            for one in pair:
                keeps = surely(state, one) * bool(state.passed[one])  # who has passed has only to take cards
                lose_sight(state, one, keeps)
                state.hands[one], state.sure[one] = theirs, keeps
                not_elsewhere(state, one, keeps)
        to_play(rules, state)
        return
    _lose_all_hands(rules, state)
    to_bidding(rules, state)


def _lose_all_hands(rules: TrickRules, state: TrickState) -> None:
    """Make all hands unknown: each may hold any card."""
    if not state.blind:
        state.miss("deal")
    state.known = [seat not in state.seats for seat in range(rules.players)]
    state.hands = [rules.pack * (not known) for known in state.known]  # an unseen hand may hold any card
    state.sure = [0] * rules.players


def speaking_order(rules: TrickRules, state: TrickState) -> tuple[int, ...]:
    """Return the seats in the order in which they bid or call for the first time."""
    return order_from(rules, state, places_after(rules, state, state.dealer, rules.first_bidder))


def callers(rules: TrickRules, state: TrickState) -> tuple[int, ...]:
    """Return the seats that take part in the auction, in the order in which they call for the first time."""
    order = speaking_order(rules, state)
    if not rules.the_auction.places:
        return order
    return tuple([order[place - 1] for place in rules.the_auction.places if place <= len(order)])


def to_bidding(rules: TrickRules, state: TrickState) -> None:
    """Go on after passing, if there was any: bids are next if the game has them."""
    if not rules.bids_spoken and not rules.auction:
        to_naming(rules, state)
        return
    state.phase = BID
    if rules.auction is None:
        state.turn = speaking_order(rules, state)[0]
    elif rules.auction.by_pairs:
        state.turn = speaking_order(rules, state)[1]
    else:
        state.turn = callers(rules, state)[0]


def to_naming(rules: TrickRules, state: TrickState) -> None:
    """Go on after bidding, if there was any: trump is named if a player names it in this game. The turn is -1 if it is
    not known who does."""
    if rules.trump_set(state.hand) != "named":
        to_answers(rules, state)
        return
    if len(state.most) == 1:
        most = state.most[0]
    else:
        most = -1
    state.phase = NAME_TRUMP
    if rules.named_by == "most_tricks":
        state.turn = most
    else:
        state.turn = _seat_of(rules, state, rules.named_by)


def check_trump(rules: TrickRules, state: TrickState, event: Event) -> tuple[Finding, ...]:
    """Return everything that is wrong with the naming of trump."""
    namers = seats.namers(state)
    names = in_list([state.players[seat] for seat in namers], "or")
    if event.seat not in (None, *namers):
        return by_another(state, event, -1, "named trump", f"{names} must name it")
    if event.seat is None and len(namers) > 1:
        why = "it is not known who won most tricks in the previous hand"
        if state.most:
            why = f"{names} must name trump"
        return (Finding("turn", f"{why}; add `by:` to say who named it", at=event.at, asks=True),)
    return ()


def name_trump(rules: TrickRules, state: TrickState, event: Event) -> None:
    """Make the suit that a player names trump, or none."""
    set_trump(rules, state, event.value)
    to_answers(rules, state)


def answerers(rules: TrickRules, state: TrickState) -> list[int]:
    """The defenders, in the order in which they may say something to the contract."""
    partners = rules.partners[state.declarer]
    return [seat for seat in speaking_order(rules, state) if seat != state.declarer and seat not in partners]


def to_answers(rules: TrickRules, state: TrickState) -> None:
    """Go on to the first lead, once a declarer who calls a card late has, and each defender has said whether to come along."""
    if rules.calls_late and max(state.partner, state.called) < 0 and seats.calls_partner(rules, state):
        state.phase = CALLING
        state.turn = state.declarer
    elif rules.auction and state.answers < 0 and rules.auction.asks_along(state.contract):
        state.phase = BID
        state.answers = 0
        state.turn = answerers(rules, state)[0]
    else:
        to_exchange(rules, state)


def along_known(rules: TrickRules, state: TrickState) -> bool:
    """Whether it is known which defenders come along, if they are asked."""
    if rules.auction is None or not rules.auction.asks_along(state.contract):
        return True
    return state.answers >= len(answerers(rules, state))


def to_play(rules: TrickRules, state: TrickState) -> None:
    """Go on to the first lead, once all cards are dealt; the turn is -1 if it is impossible to know whose it is."""
    if state.dealt < state.cards:
        state.phase = DEAL_REST
        state.turn = -1
        return
    state.phase = PLAY
    rules = rules.current(state)
    if isinstance(rules.led_by, str):
        state.turn = _seat_of(rules, state, rules.led_by)
    else:
        state.turn = _holder_of_opening(rules, state)
    state.leader = state.turn
    if rules.dummy and state.declarer >= 0 and rules.partners[state.declarer][0] in state.seats:
        state.dummy = rules.partners[state.declarer][0]


def _holder_of_opening(rules: TrickRules, state: TrickState) -> int:
    """The player whose card leads the hand, the first from the dealer's left if nobody has it; -1 if that is not known."""
    wanted = rules.led_by_holder_of[state.trump]
    order = after_dealer(rules, state)
    for seat in order:
        if state.hands[seat] & wanted:
            return seat if state.known[seat] else -1
    if state.known[order[0]] and not state.blind:
        return order[0]
    return -1


def _seat_of(rules: TrickRules, state: TrickState, who: str) -> int:
    """The seat of a player as rules name one: by the place from the dealer, or as the declarer or the highest bidder."""
    bidder = state.declarer
    if rules.auction is None:
        bidder = _highest_bidder(rules, state)
    return seat_named(who, state.dealer, bidder, partial(places_after, rules, state))


def _highest_bidder(rules: TrickRules, state: TrickState) -> int:
    """The first from the dealer's left of those who bid most tricks; whoever has not bid comes after all others."""
    highest = -1
    order = after_dealer(rules, state)
    bidder = order[0]
    for seat in order:
        bid = state.bids[seat]
        if bid is not None and bid > highest:
            highest = bid
            bidder = seat
    return bidder


def opening_card(rules: TrickRules, state: TrickState) -> int:
    """The card whose holder leads now, as a mask; 0 if several cards do, it is too late, or it may have been dealt to
    nobody."""
    if isinstance(rules.led_by, str) or state.left < state.length or state.tricks:
        return 0
    wanted = rules.led_by_holder_of[state.trump]
    dealt = (state.cards - rules.put_away_to_bid) * len(state.seats) == rules.pack.bit_count()
    if dealt and wanted.bit_count() == 1 and not wanted & state.table:
        return wanted
    return 0


def may_open(rules: TrickRules, state: TrickState, seat: int) -> bool:
    """Whether a player may lead first. If so, note that an unseen hand holds the card whose holder leads."""
    wanted = opening_card(rules, state)
    if wanted and not state.known[seat] and state.hands[seat] & wanted:
        state.sure[seat] |= wanted
        not_elsewhere(state, seat, wanted)
    return not wanted or bool(state.hands[seat] & wanted)


def _cards(rules: TrickRules, state: TrickState, seat: int) -> int:
    return state.cards


def _players(rules: TrickRules, state: TrickState, seat: int) -> int:
    return rules.players


def _hand(rules: TrickRules, state: TrickState, seat: int) -> int:
    return state.hand


def _hands(rules: TrickRules, state: TrickState, seat: int) -> int:
    return rules.hands


def _bids(rules: TrickRules, state: TrickState, seat: int) -> int:
    return sum(bid for bid in state.bids if bid is not None)


def _spoken(rules: TrickRules, state: TrickState, seat: int) -> int:
    return state.spoken


def _last(rules: TrickRules, state: TrickState, seat: int) -> bool:
    return state.spoken == len(state.seats) - 1


def _partner_bid(rules: TrickRules, state: TrickState, seat: int) -> int:
    return sum([state.bids[other] or 0 for other in rules.partners[seat]])


def _total(rules: TrickRules, state: TrickState, seat: int) -> Known:
    return state.scores[seat]


def _round(rules: TrickRules, state: TrickState, seat: int) -> int:
    return sum(by == seat for by, _ in state.calls) + 1


def _turned(rules: TrickRules, state: TrickState, seat: int) -> int | str | None:
    if state.turned >= 0:
        return rules.rankings[NO_TRUMP].suit_of[state.turned]
    if rules.turned:
        return UNSEEN
    return None


BID_VALUES: dict[str, Callable[[TrickRules, TrickState, int], object]] = {
    "cards": _cards,
    "players": _players,
    "hand": _hand,
    "hands": _hands,
    "bids": _bids,
    "spoken": _spoken,
    "last": _last,
    "partner_bid": _partner_bid,
    "total": _total,
    "round": _round,
    "turned": _turned,
}
"""The names that the words of bidding may ask about, for the player at a seat; for the suit of the card turned up None if
there is none, and UNSEEN if nobody wrote it down."""


def bid_names(rules: TrickRules, state: TrickState, seat: int) -> Row:
    """The values of the names that words of bidding may use, for the player at `seat`; None for one that is not known."""
    names = {name: value(rules, state, seat) for name, value in BID_VALUES.items()}
    return names | seats.carried_by(state, seat)


def later_beginning(rules: TrickRules, state: TrickState, dealt: Collection[int]) -> str:
    """The end of a sentence about a first hand in which everybody has as many cards as in a later one: how a log says
    that it begins there; "" for any other. `dealt` are the numbers of cards of the players."""
    numbers = set(dealt)
    if state.hand != 1 or len(numbers) != 1 or not numbers.issubset(rules.sequence):
        return ""
    hand = rules.sequence.index(numbers.pop()) + 1
    return f"; a log that begins at hand {hand} says `position: {{hand: {hand}}}`"
