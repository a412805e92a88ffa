"""A play or a pass: what may be wrong with it, and what it does; when a trick ends."""

from __future__ import annotations

from referee.core.cards import members
from referee.core.events import Event, Faults, Finding, number_of, out_of_turn
from referee.core.wording import in_list
from referee.engines.climbing import hands
from referee.engines.climbing.combinations import Combination, CombinationKind
from referee.engines.climbing.compiled import ClimbingRules
from referee.engines.climbing.state import BID, PLAY, TRICK, ClimbingState, PastTrick


def _does(rules: ClimbingRules, event: Event) -> str:
    """The act of a player in words: 'passes', 'plays 7H 7S'."""
    if event.verb == "pass":
        return "passes"
    if event.verb == "trick_to":
        return "gives the trick away"
    return f"plays {rules.names(event.value)}"


def _is_bomb(rules: ClimbingRules, cards: int) -> bool:
    """Return whether cards may be taken for a bomb."""
    return any(one.kind.bomb for one in rules.combinations.readings(cards))


def interrupts(rules: ClimbingRules, state: ClimbingState, event: Event) -> bool:
    """Return whether somebody plays a bomb out of turn: on what lies on the table, or on a trick that everybody has passed, as
    long as nobody has led to the next one."""
    if rules.play.bombs != "any_time" or event.verb != "play" or event.seat is None:
        return False
    if state.on is None and (state.past is None or event.seat == state.turn):
        return False
    return _is_bomb(rules, event.value)


def lies(state: ClimbingState, seat: int) -> Combination | None:
    """The combination that a player must beat, who may not be the one to lead; None for a lead."""
    if state.on is None and state.past is not None and seat != state.turn:
        return state.past.on
    return state.on


def _turn_faults(rules: ClimbingRules, state: ClimbingState, event: Event) -> Faults:
    """Yield the fault of an event out of turn, unless it is a bomb where these may be played at any time; or ask who
    leads, if that is not known."""
    if state.turn < 0 and event.seat is None:
        message = f"it is not known who leads; write it, as in `{{by: {state.players[0]}, {event.verb}: …}}`"
        yield Finding("turn", message, at=event.at, bars=True, asks=True)
    if state.turn < 0 or event.seat in (None, state.turn):
        return
    if interrupts(rules, state, event):
        return
    does = _does(rules, event)
    if event.seat in state.passed and not rules.play.again:
        message = f"{state.players[event.seat]} {does} after passing; who has passed is out until the trick is over"
        yield Finding("pass", message, event.seat, word=("play", "again"), at=("by",), bars=True)
    else:
        yield out_of_turn(state, event.seat, does)


def check_play(rules: ClimbingRules, state: ClimbingState, event: Event) -> Faults:
    """Check that cards are held, are a combination, and beat those on the table."""
    seat = state.turn if event.seat is None else event.seat
    cards = hands.own_copies(rules, state, seat, event.value)
    card = rules.lead_card
    faults = list(_turn_faults(rules, state, event))
    if not faults:
        faults = list(hands.lacking(rules, state, seat, cards, "plays", event.at))
    yield from faults
    if faults:
        return
    who = state.players[seat]
    names = rules.names(cards)
    order = hands.order_in_force(rules, state)
    readings = order.readings(cards)
    under = state.on
    if state.past is not None:
        under = lies(state, seat)
    if not readings:
        message = f"{who} plays {names}, which {no_combination(rules, cards)}"
        yield Finding("combinations", message, seat, at=event.at, bars=True)
    elif under is None and hands.must_contain(rules, state) and not cards >> card & 1:
        message = f"{who} leads {names}; the first lead must contain {rules.deck.ids[card]}"
        yield Finding("lead", message, seat, word=("lead", "contains"), at=event.at)
    elif under and not order.on(cards, under):
        why = not_beaten(rules, readings[-1], under)
        if state.revolution:
            why += ", and the order of ranks is turned round"
        yield Finding("beat", f"{who} plays {names}, {why}", seat, at=event.at)
    else:
        yield from _wish_faults(rules, state, event)


def to_grant(rules: ClimbingRules, state: ClimbingState) -> list[int]:
    """The combinations known to be in hand that the player to act may play now to grant a wish."""
    hand = state.hands[state.turn]
    wished = rules.of_rank(state.wish)
    if not hand & wished or hands.must_contain(rules, state):
        return []
    return [cards for cards in hands.order_in_force(rules, state).in_hand(hand, state.on) if cards & wished]


def _wish_faults(rules: ClimbingRules, state: ClimbingState, event: Event) -> Faults:
    """Yield the fault of a player in turn who could grant the wish for a rank, and does not."""
    if not state.wish or event.seat not in (None, state.turn):
        return
    if event.value and event.value & rules.of_rank(state.wish):
        return
    able = tuple(map(rules.names, to_grant(rules, state)))
    if able:
        does = f"{state.players[state.turn]} {_does(rules, event)}"
        message = f"{does}, but can play {able[0]}, and a wish for {state.wish} must be granted"
        yield Finding("wish", message, state.turn, able, ("play", "wish"), event.at)


def _note_wish(rules: ClimbingRules, state: ClimbingState, seat: int, cards: int) -> None:
    """End a wish that these cards of a player grant, or else note if the player may hold unseen cards that would grant
    it. Whoever may wish must do so before this."""
    wished = rules.of_rank(state.wish)
    state.wisher = -1
    if cards & wished:
        state.wish = ""
    elif state.hidden[seat] and seat == state.turn and wished & ~(state.gone | sum(state.hands)):
        state.miss("wish")


def check_wish(rules: ClimbingRules, state: ClimbingState, event: Event) -> Faults:
    """Check that only a player who has just played the card for it wishes."""
    if state.wisher < 0 or event.seat not in (None, state.wisher):
        card = rules.wish_card
        if card < 0:
            may = "nobody may"
        else:
            may = f"only whoever has just played {rules.deck.ids[card]} may"
        yield Finding("order", f"a wish is written, but {may} wish for a rank", event.seat, at=event.at, bars=True)


def make_wish(rules: ClimbingRules, state: ClimbingState, event: Event) -> None:
    """Wish for a rank, until somebody plays a card of it."""
    state.wish = event.value
    state.wisher = -1


def no_combination(rules: ClimbingRules, cards: int) -> str:
    """The words that cards are no combination, with those of so many cards: 'are no combination; 2 cards must be a pair'."""
    number = cards.bit_count()
    able = [kind.in_words for kind in rules.combinations.kinds if kind.fits(number)]
    must = "are never one"
    if able:
        must = f"must be {in_list(able, 'or')}"
    return f"are no combination; {number_of(number, 'cards')} {must}"


def not_beaten(rules: ClimbingRules, over: Combination, under: Combination) -> str:
    """The words that one combination does not beat another, with those that do: 'a pair, which does not beat 9C 9S; …'."""
    on = rules.names(under.cards)
    return f"{over.kind.in_words}, which does not beat {on}; that takes {rules.combinations.what_beats(under)}"


def play(rules: ClimbingRules, state: ClimbingState, event: Event) -> None:
    """Play a combination, which may end the trick, and with it the hand."""
    seat = state.turn if event.seat is None else event.seat
    cards = hands.own_copies(rules, state, seat, event.value)
    if (seat != state.turn or state.phase == TRICK) and interrupts(rules, state, event):
        _reopen(state)
    state.past = None
    order = hands.order_in_force(rules, state)
    able = order.on(cards, state.on)
    if not able:
        able = order.readings(cards)
    skips = rules.play.equal_skips and state.on is not None and _is_equal(able[-1], state.on)
    _note_wish(rules, state, seat, cards)
    hands.take_out(state, seat, cards)
    state.on = able[-1]
    if state.on.kind.turns_ranks:
        _turn_ranks(rules, state, state.on)
    state.last = seat
    state.skipped = []
    state.gone |= cards
    state.pile += rules.value(cards)
    state.made[seat] += 1
    state.bombs += able[-1].kind.bomb
    if rules.wish_card >= 0 and cards >> rules.wish_card & 1:
        state.wisher = seat
    else:
        state.wisher = -1
    state.plays["plays"] = state.plays.get("plays", 0) + 1
    if rules.play.again:
        state.passed = []
    if not hands.holds(state, seat):
        _go_out(rules, state, seat, {order.rank_of[card] for card in members(cards)}, order.highest)
    if _closes(rules, cards) or able[-1].kind.passes_lead or hands.ends(rules, state.out, state.landlord):
        _end_trick(rules, state, able[-1].kind)
    else:
        _next_turn(rules, state, seat, skips=skips)


def _go_out(rules: ClimbingRules, state: ClimbingState, seat: int, ranks: set[str], highest: str) -> None:
    """Let a player be out, and note whether a last card of the highest rank costs the last place."""
    state.out.append(seat)
    if rules.play.high_finish == "last" and highest in ranks:
        state.fouled.append(seat)


def _is_equal(over: Combination, under: Combination) -> bool:
    """Return whether two combinations are of one kind, with as many cards, and equally high."""
    return (over.kind.name, over.size, over.height) == (under.kind.name, under.size, under.height)


def _turn_ranks(rules: ClimbingRules, state: ClimbingState, played: Combination) -> None:
    """Turn the order of ranks round, also for the combination that did it."""
    state.revolution = not state.revolution
    for one in hands.order_in_force(rules, state).readings(played.cards):
        if one.kind.name == played.kind.name:
            state.on = one


def _reopen(state: ClimbingState) -> None:
    """Let a trick go on that everybody has passed."""
    state.phase = PLAY
    if state.on is None and state.past is not None:
        state.on = state.past.on
        state.last = state.past.last
        state.pile = state.past.pile
        state.passed = list(state.past.passed)
        state.taken[state.last] -= state.pile
        state.plays["tricks"] = state.plays.get("tricks", 1) - 1


def _closes(rules: ClimbingRules, cards: int) -> bool:
    """Return whether cards close a trick, as all of them do in some games if they are of certain ranks."""
    if not rules.closing:
        return False
    return {rules.combinations.rank_of[card] for card in members(cards)} <= rules.closing


def check_pass(rules: ClimbingRules, state: ClimbingState, event: Event) -> Faults:
    """Check that a player may pass: in turn, and not instead of a lead."""
    if state.phase == BID:
        yield from hands.check_bid(rules, state, event)
        return
    faults = list(_turn_faults(rules, state, event))
    yield from faults
    if not faults and state.on is None:
        seat = state.turn if event.seat is None else event.seat
        who = state.players[seat]
        yield Finding("pass", f"{who} passes, but {who} leads, and who leads must play", seat, at=event.at, bars=True)
    elif not faults:
        yield from _wish_faults(rules, state, event)


def skip(rules: ClimbingRules, state: ClimbingState, event: Event) -> None:
    """Let a player pass; after all others have, the trick is over."""
    if state.phase == BID:
        hands.bid(rules, state, event)
        return
    _note_wish(rules, state, state.turn, 0)
    state.passed.append(state.turn)
    _next_turn(rules, state, state.turn)


def _next_turn(rules: ClimbingRules, state: ClimbingState, seat: int, *, skips: bool = False) -> None:
    """Give the turn to the next player who may still play in this trick, or the one after; without one the trick is over."""
    clockwise = [(seat + step) % rules.players for step in range(1, rules.players)]
    silent = state.passed + state.skipped + state.out + [state.last]
    able = [one for one in clockwise if one not in silent]
    if skips and able:
        state.skipped.append(able.pop(0))
    if able:
        state.turn = able[0]
    elif state.on:
        if rules.play.bombs == "any_time":
            state.past = PastTrick(state.on, state.last, state.pile, tuple(state.passed))
        _end_trick(rules, state, state.on.kind)


def _end_trick(rules: ClimbingRules, state: ClimbingState, kind: CombinationKind) -> None:
    """End a trick that a combination of this kind took. It goes to whoever played last, or to the partner opposite if
    the kind passes the lead. A kind may make the player give the trick to an opponent, unless the hand is over and its
    points are the same whoever gets it."""
    if kind.passes_lead:
        state.last = (state.last + rules.players // 2) % rules.players
    state.turn = state.last
    if not kind.gives_trick:
        give_trick(rules, state, Event("trick_to", state.last))
    elif _matters_to_whom(rules, state):
        state.phase = TRICK
    else:
        give_trick(rules, state, Event("trick_to", opponents(rules, state)[0]))


def _matters_to_whom(rules: ClimbingRules, state: ClimbingState) -> bool:
    """Return whether it makes a difference which opponent gets a trick: always, unless it is the last one of a hand and the
    points are the same."""
    if not hands.ends(rules, state.out, state.landlord):
        return True
    outcomes = []
    for seat in opponents(rules, state):
        trial = state.copy()
        trial.taken[seat] += trial.pile
        outcomes.append(hands.outcome(rules, trial)[:2])
    return any(outcome != outcomes[0] for outcome in outcomes)


def opponents(rules: ClimbingRules, state: ClimbingState) -> list[int]:
    """The seats to which a trick may be given by the player who took it."""
    own = rules.side(state.landlord, state.last)
    return [seat for seat in range(rules.players) if rules.side(state.landlord, seat) != own]


def check_trick_to(rules: ClimbingRules, state: ClimbingState, event: Event) -> Faults:
    """Check that whoever took a trick gives it to an opponent."""
    yield from _turn_faults(rules, state, event)
    who = state.players[state.turn]
    to = state.players[event.value]
    able = tuple(state.players[seat] for seat in opponents(rules, state))
    if to not in able:
        message = f"{who} gives the trick to {to}; it must be {in_list(able, 'or')}"
        yield Finding("combinations", message, state.turn, able, at=event.at, bars=True)


def give_trick(rules: ClimbingRules, state: ClimbingState, event: Event) -> None:
    """Count the cards of a trick for a player. Whoever played last leads, or the next player who has cards."""
    state.taken[event.value] += state.pile
    if hands.ends(rules, state.out, state.landlord):
        hands.finish(rules, state)
        return
    from_last = [(state.last + step) % rules.players for step in range(rules.players)]
    state.turn = next(seat for seat in from_last if seat not in state.out)
    if state.phase == TRICK:
        state.past = None
    state.pile = 0
    state.phase = PLAY
    state.on = None
    state.last = -1
    state.passed = []
    state.skipped = []
    state.plays["tricks"] = state.plays.get("tricks", 0) + 1
