"""Bids of tricks and the calls of an auction: who speaks next, what may be said and why not, and where it leads.

Every ban is a set of bids or calls that it leaves, as a mask, with the rule and the words of a message: `_bans` is the one
source of what is legal, of the verdict on a call and of its proof. A ban that would leave nothing at all gives way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from referee.core.cards import mask_of, members
from referee.core.data import Said
from referee.core.events import Event, Finding, number_of
from referee.core.places import Pointer
from referee.engines.trick.compiled import TrickRules
from referee.engines.trick.rules import declarer, hands, outcomes, seats, stocks, whereabouts
from referee.engines.trick.state import BID, CONTRACT, DEAL, PUT_AWAY, TALON, TrickState, Unproved
from referee.engines.trick.words.bids import LAST_MUST, Auction, BidRule, Names, bid_notation, words_of
from referee.engines.trick.words.scoring import Row

SAID = {"pass": "passed", "hold": "held", "double": "doubled", "redouble": "redoubled"}
"""Verbs for each call that is not a bid, as a player made it."""
UNOPPOSED = "no defender comes along"
THROWN_IN = ("next_deal", "same_dealer")
"""What follows where a hand is not played."""
HAS_NO_RESULT = "{}, so the hand has no result; write only its calls, as `bids:`"
Way = dict[str, int]
"""The number of cards that a hand holds for each name that the words of bidding ask about."""


def pair(rules: TrickRules, state: TrickState) -> tuple[int, int, bool]:
    """The two who bid against each other in an auction by pairs, in which one bids and the other may hold that bid: the
    seat of the bidder (-1 if nobody is left to bid), that of the holder, and whether the holder must answer a bid."""
    holder, bidder, *waiting = hands.speaking_order(rules, state)
    asked = False
    for seat, call in state.calls:
        if bidder < 0:
            break
        if call == rules.the_auction.passes:
            if seat == holder:
                holder = bidder
            if waiting:
                bidder = waiting.pop(0)
            else:
                bidder = -1
            asked = False
        else:
            asked = seat == bidder
    return bidder, holder, asked


def next_to_speak(rules: TrickRules, state: TrickState) -> int:
    """The seat that bids or calls next; -1 if everything is said. Bids of tricks go round once."""
    auction = rules.auction
    if state.answers >= 0:
        yet = hands.answerers(rules, state)[state.answers :]
        return yet[0] if yet else -1
    if auction is None:
        for seat in hands.speaking_order(rules, state):
            if state.bids[seat] is None:
                return seat
        return -1
    if auction.by_pairs:
        return _next_in_pairs(rules, state)
    callers = hands.callers(rules, state)
    if not state.calls:
        return callers[0]
    if _is_ended_by_call(auction, state):
        return -1
    order = [seat for seat in rules.orders[state.calls[-1][0]][1:] if seat in callers]
    if auction.out:
        return _next_still_in(auction, state, [*order, state.calls[-1][0]])
    if not order or _has_called_enough(auction, state, order[0]):
        return -1
    if not auction.rounds and _passes_in_a_row(auction, state) >= len(callers) - (state.contract >= 0):
        return -1
    return order[0]


def _is_ended_by_call(auction: Auction, state: TrickState) -> bool:
    """Whether nobody speaks any more after the first bid, or after the highest double, where these end an auction."""
    if auction.first_bid_ends:
        return state.contract >= 0
    return auction.double_ends and state.doubled == (4 if auction.redoubles >= 0 else 2)


def _next_in_pairs(rules: TrickRules, state: TrickState) -> int:
    """The seat that calls next where two players bid against each other until one passes."""
    bidder, holder, asked = pair(rules, state)
    if bidder >= 0:
        if asked:
            return holder
        return bidder
    # the last may, if nobody has bid
    if state.contract < 0 and state.calls[-1][0] != holder:
        return holder
    return -1


def _next_still_in(auction: Auction, state: TrickState, order: Sequence[int]) -> int:
    """The seat that calls next where whoever passes is out, of those who may call, in their order from now on: nobody once
    only the declarer is left."""
    out = {seat for seat, call in state.calls if call == auction.passes}
    for seat in order:
        if seat not in out:
            break
    else:
        return -1
    if _has_called_enough(auction, state, seat):
        return -1
    if seat == state.declarer and len(out) == len(order) - 1:
        return -1
    return seat


def _has_called_enough(auction: Auction, state: TrickState, seat: int) -> bool:
    """Whether a player has made as many calls as each may."""
    return bool(auction.rounds) and sum(by == seat for by, _ in state.calls) >= auction.rounds


def _passes_in_a_row(auction: Auction, state: TrickState) -> int:
    """The number of calls since the last that was not a pass."""
    passes = 0
    for _, call in reversed(state.calls):
        if call != auction.passes:
            break
        passes += 1
    return passes


def raising(state: TrickState) -> bool:
    """Return whether the declarer, who has taken the talon, may bid higher now."""
    return state.phase == BID and state.talon_to >= 0 > state.answers


def may_be_unsaid(rules: TrickRules, state: TrickState) -> bool:
    """Return whether what is said now may be missing in a log, which then means pass."""
    return raising(state) or (state.phase == BID and state.answers >= 0 and not rules.the_auction.along)


def speak_again(rules: TrickRules, state: TrickState) -> None:
    """Go on to what is said after the auction, past a talon whose cards do not matter here."""
    if state.phase == TALON and rules.talon and rules.talon.may_raise:
        state.talon_to = state.declarer
        stocks.to_raising(rules, state)
    elif state.phase in (TALON, PUT_AWAY):
        hands.to_answers(rules, state)


class Ban(NamedTuple):
    """The calls that a rule leaves: its id, the word that sets it, a mask, and what a message says about another call."""

    rule: str
    word: Pointer
    leaves: int
    message: Callable[[int], str]


def _bans_of_auction(rules: TrickRules, state: TrickState, seat: int) -> Iterator[Ban]:
    """Yield the bans on calls by the player at `seat` now, except those by the words that a ruleset has for bids."""
    auction = rules.the_auction
    if raising(state):
        yield _only_higher_after_talon(rules, state, seat)
        return
    if auction.by_pairs:
        yield _bid_or_answer(rules, state)
    if auction.answers:
        yield _answer_or_call(rules, state)
        if state.answers >= 0:
            return
    high = state.contract
    if high >= 0 and auction.higher != "never":
        higher = auction.above[high]
        if auction.higher == "dealer_may_equal" and seat == state.dealer:
            higher = auction.as_high[high]
        beaten = f"not higher than the {auction.calls[high].name} of {state.players[state.declarer]}"
        yield _ban(rules, ("higher",), higher | ~auction.bid_mask, partial(_bid_but, rules, beaten))
    for call, wanted in ((auction.doubles, 1), (auction.redoubles, 2)):
        if call >= 0:
            why = _no_double(rules, state, seat, wanted)
            if why:
                yield _ban(rules, ("doubles",), ~(1 << call), why)
    chosen = declarer.chosen_before(rules, state, seat)
    if chosen:
        again = f"which {state.players[seat]} has chosen in an earlier hand"
        yield _ban(rules, ("once",), ~chosen, partial(_bid_but, rules, again))
    none = declarer.bids_without_call(rules, state, seat)
    if none:
        without = partial(_bid_but, rules, "without a card to call")
        yield _ban(rules, ("declarer", "none"), ~none, without)
    if auction.double_ends and state.doubled > 1:
        doubled = (
            f"the {auction.calls[high].name} of {state.players[state.declarer]} is doubled, and nobody bids after that"
        )
        yield _ban(rules, ("ends",), ~auction.bid_mask, partial(_did_but, rules, doubled))
    if auction.somebody_must and high < 0 and _would_end_by_passing(rules, state, seat):
        who = "the dealer"
        if auction.nobody == LAST_MUST:
            who = "the last to speak"
        message = f"passed, but {who} must bid when everybody else has passed"
        yield _ban(rules, ("nobody",), ~(1 << auction.passes), message)


def _would_end_by_passing(rules: TrickRules, state: TrickState, seat: int) -> bool:
    """Whether nobody would speak after a pass by this player."""
    after = state.copy()
    after.calls.append((seat, rules.the_auction.passes))
    return next_to_speak(rules, after) < 0


def _ban(
    rules: TrickRules, word: Pointer, leaves: int, message: str | Callable[[int], str], section: str = "bidding"
) -> Ban:
    """The ban by a word of a section, with one message for all calls or one for each."""
    says = message if callable(message) else partial(_same_message, message)
    return Ban(rules.cite(section, *word), (section,) + word, leaves, says)


def _same_message(message: str, call: int) -> str:
    return message


def _bid_but(rules: TrickRules, why: str, call: int) -> str:
    return f"bid {call_name(rules, call)}, {why}"


def _bid_by_cards_but(why: str, bid: int) -> str:
    return f"bid {bid}, {why}"


def _did_but(rules: TrickRules, why: str, call: int) -> str:
    return f"{doing(rules, call)}, but {why}"


def _only_higher_after_talon(rules: TrickRules, state: TrickState, seat: int) -> Ban:
    """The ban on all but a pass and higher bids in which the talon is taken, for a declarer who has taken it."""
    auction = rules.the_auction
    leaves = 1 << auction.passes
    for call in members(auction.above[state.contract]):
        if stocks.is_taken(rules, state, call):
            leaves |= 1 << call
    bid = auction.calls[state.contract].name
    why = f"the auction is over; {state.players[seat]} may bid more than {bid}, or pass"
    return _ban(rules, ("may_raise",), leaves, partial(_did_but, rules, why), section="talon")


def _bid_or_answer(rules: TrickRules, state: TrickState) -> Ban:
    """The ban on a bid by the player who has been asked, or on an answer by one who has not."""
    auction = rules.the_auction
    bidder, _, asked = pair(rules, state)
    if asked and bidder >= 0:
        bid = f"{state.players[bidder]} has bid {auction.calls[state.contract].name}"
        return _ban(rules, ("by_pairs",), ~auction.bid_mask, f"bid, but {bid}, and the answer is hold or pass")
    return _ban(rules, ("by_pairs",), ~(1 << auction.holds), "held, but nobody has asked; the call is a bid or pass")


def _answer_or_call(rules: TrickRules, state: TrickState) -> Ban:
    """The ban on calls once defenders answer the contract, or on their answers before."""
    auction = rules.the_auction
    word = ("marks", auction.answers[0])
    if state.answers >= 0:
        leaves = auction.answer_mask | 1 << auction.passes
        return _ban(rules, word, leaves, partial(_did_but, rules, "the auction is over"))
    return _ban(rules, word, auction.everything & ~auction.answer_mask, partial(_why_no_double, rules))


def _why_no_double(rules: TrickRules, call: int) -> str:
    mark = rules.the_auction.calls[call].marks[-1]
    return f"{doing(rules, call)}, but {mark} is for a defender, once the auction is over"


def _no_double(rules: TrickRules, state: TrickState, seat: int, wanted: int) -> str:
    """The reason why a bid cannot be doubled now (`wanted` is 1), or a double not redoubled (2); empty if it can."""
    verb = "doubled" if wanted == 1 else "redoubled"
    if state.contract < 0:
        return f"{verb}, but nobody has bid"
    own = seat == state.declarer or seat in rules.partners[state.declarer]
    why = ""
    if state.doubled != wanted:
        why = "which is " + {1: "not doubled", 2: "doubled already", 4: "redoubled already"}[state.doubled]
    elif own == (wanted == 1):
        why = "which the same side doubled"
        if own:
            why = "a bid by the same side"
    if not why:
        return ""
    return f"{verb} {rules.the_auction.calls[state.contract].name}, {why}"


def legal_bids(rules: TrickRules, state: TrickState, seat: int, word: str = "") -> int:
    """The bids or calls that every rule allows the player at `seat`, as a mask in which bid b is 1 << b; for an unseen
    hand, all that some possible hand allows. `word` is that of a bid which means more than its number."""
    left = 0
    for way in _ways(rules, state, seat):
        mask = _everything(rules, state.cards)
        for ban in _bans(rules, state, seat, word, way):
            mask &= ban.leaves
        left |= mask
    return left


def _bans(rules: TrickRules, state: TrickState, seat: int, word: str, way: Way | None) -> Iterator[Ban]:
    """Yield the bans on bids or calls by a player, one after the other. A ban that would leave nothing at all gives way.

    `word` is that of a bid which means more than its number. `way` is how many cards the hand holds for each name that
    words of bidding ask about; None if that is not known, so that these words cannot be asked.
    """
    left = _everything(rules, state.cards)
    if rules.auction:
        for ban in _bans_of_auction(rules, state, seat):
            if left & ban.leaves:
                left &= ban.leaves
                yield ban
    if rules.by_cards:
        by_cards = rules.by_cards.bids(state.hands[seat])
        if by_cards & left:
            left &= by_cards
            cards = number_of(rules.put_away_to_bid, "cards")
            no = f"but no {cards} of that hand say so{hands.holding(rules, state, seat)}"
            yield Ban(rules.cite(*stocks.BY_CARDS), stocks.BY_CARDS, by_cards, partial(_bid_by_cards_but, no))
    if way is None or not rules.bidding:
        return
    looked_at = [hands.BID_VALUES[name](rules, state, seat) for name in rules.bid_names if name in hands.BID_VALUES]
    looked_at += seats.carried_by(state, seat).values()
    key = ("bids", left, word, *way.values(), *looked_at)
    words = rules.remember(key, lambda: list(in_force(rules, names_for(rules, state, seat, word) | way, left)))
    for rule, leaves in words:
        yield Ban(rule.rule, rule.pointer, leaves, partial(_clause, rules, rule, state, seat, word))


def check(rules: TrickRules, state: TrickState, event: Event) -> tuple[Finding, ...]:
    """Everything that is wrong with a bid or a call: it is out of turn, or some ban forbids it."""
    bid = event.value
    turn = state.turn
    seat = turn
    if event.seat is not None:
        seat = event.seat
    twice = rules.bid_at_once and state.bids[seat] is not None
    if rules.bid_at_once and seat in state.seats and not twice:
        turn = seat
    may_say = legal_bids(rules, state, seat, words_of(bid))
    beyond = _limit_of_tricks(rules, state, bid)
    if seat == turn and not beyond and may_say >> bid & 1:
        return ()
    who = state.players[seat]
    at = event.at
    if not at and not rules.auction:
        at = ("bids", who)
    if seat != turn:
        but = f"it is {state.players[turn]}'s turn to {'call' if rules.auction else 'bid'}"
        if twice:
            but = f"{who} has bid already"
        return hands.bar("turn", f"{who} {doing(rules, bid)}, but {but}", seat, at=at)
    legal = tuple([call_name(rules, other) for other in members(may_say)])
    faults: dict[str, Finding] = {}
    way = _ways(rules, state, seat)[0]  # of an unseen hand: one that is possible
    for ban in _bans(rules, state, seat, words_of(bid), way):
        forbids = ban.word == beyond  # masks do not go so far
        if not beyond:
            forbids = not ban.leaves >> bid & 1
        if forbids:
            message = f"{who} {ban.message(bid)}"
            faults.setdefault(message, Finding(ban.rule, message, seat, legal, ban.word, at))
    if beyond and not faults:
        message = f"{who} bid {bid} in a hand of {number_of(state.cards, 'cards')}"
        return (Finding("bid-range", message, seat, legal, beyond, at),)
    return tuple(faults.values())


def _limit_of_tricks(rules: TrickRules, state: TrickState, bid: int) -> Pointer:
    """The path of the word of bidding that a bid of fewer tricks than none, or of more than there are, breaks; empty for
    any other bid."""
    if rules.auction or 0 <= bid <= state.cards:
        return ()
    return ("bidding", "least" if bid < 0 else "most")


def check_cards(rules: TrickRules, state: TrickState, event: Event) -> tuple[Finding, ...]:
    """Return everything that is wrong with cards put away, which may say a bid."""
    wrong = stocks.check_put_away(rules, state, event)
    if wrong or not rules.by_cards:
        return wrong
    return check(rules, state, Event("bid", rules.by_cards.bid(mask_of(event.value)), seat=event.seat, at=event.at))


def _ways(rules: TrickRules, state: TrickState, seat: int) -> Sequence[Way | None]:
    """What the player's hand may hold, each way as numbers of cards by name; only None if that, or a total, is not known
    well enough to ask the words of bidding."""
    brought = {"total": state.scores[seat], **seats.carried_by(state, seat)}
    if None in [brought[name] for name in brought.keys() & rules.bid_names]:
        return (None,)
    return whereabouts.ways(rules, state, seat) or (None,)


def _clause(rules: TrickRules, rule: BidRule, state: TrickState, seat: int, word: str, bid: int) -> str:
    """The part of a message about a forbidden bid that follows the name of the bidder."""
    bidding = f"bid {call_name(rules, bid)} {rule.word.clause(names_for(rules, state, seat, word))}".rstrip()
    return f"{bidding}{whereabouts.holding_for_bid(rules, state, seat, rule.names)}"


def names_for(rules: TrickRules, state: TrickState, seat: int, word: str = "") -> Row:
    """The values of the names that words of bidding may use, except those for cards held, for a bid by this word."""
    return hands.bid_names(rules, state, seat) | hands.marks_by(rules, word)


def in_force(rules: TrickRules, names: Names, left: int) -> Iterator[tuple[BidRule, int]]:
    """Yield the words of bidding, each with the bids that it allows (a mask), for these values of `names`. `left` are
    the bids allowed so far; a word that would leave no plain bid gives way and is skipped."""
    plain = {**names, **dict.fromkeys(rules.bid_marks.values(), False)} if rules.bid_marks else names
    for rule in rules.bidding:
        leaves = rule.allow(plain)
        if left & leaves:
            left &= leaves
            yield rule, rule.allow(names) if rules.bid_marks else leaves


def _everything(rules: TrickRules, cards: int) -> int:
    """Return all bids of tricks in a hand of this many cards, or all calls of the auction."""
    if rules.auction:
        return rules.auction.everything
    return (2 << cards) - 1


def call_name(rules: TrickRules, bid: int) -> str:
    """Return a bid or a call as a message names it."""
    if rules.auction:
        return rules.auction.calls[bid].name
    return str(bid_notation(bid))


def doing(rules: TrickRules, bid: int) -> str:
    """The act of a player who made a bid or a call, in words: 'bid 3', 'passed', 'said alone'."""
    auction = rules.auction
    name = call_name(rules, bid)
    if auction and bid >= auction.bids:
        return SAID.get(name, f"said {name}")
    return f"bid {name}"


def speak(rules: TrickRules, state: TrickState, event: Event) -> None:
    """Let a player bid or call, and remember a bid that only some possible hands allow, or that unseen cards say."""
    if rules.bid_at_once and event.seat is not None:
        state.turn = event.seat
    if rules.by_cards and event.verb == "bid":
        if state.known[state.turn]:
            hands.lose_sight(state, state.turn, 0)
            state.unproved[state.turn] = Unproved(state.clock + 1, event.value, names_for(rules, state, state.turn))
        state.miss("bids")
    elif rules.held_names:
        made = Unproved(state.clock + 1, event.value, names_for(rules, state, state.turn, words_of(event.value)))
        if _is_unproved(rules, state, made):
            state.miss("bids")
            if whereabouts.stays(rules):
                state.unproved[state.turn] = made
    call(rules, state, event)


def _is_unproved(rules: TrickRules, state: TrickState, made: Unproved) -> bool:
    """Whether a bid of the player to act is allowed with some of the hands that the player may hold, and not with
    others; also if there are too many to look at."""
    ways = whereabouts.ways(rules, state, state.turn)
    if not ways:
        return True
    allowed = {_forbidding_word(rules, made, way) is None for way in ways}
    return len(allowed) == 2


def bid_by_cards(rules: TrickRules, state: TrickState, event: Event) -> None:
    """Let a player put cards away: they say the bid, or are put away in exchange for others."""
    cards = mask_of(event.value)
    if rules.by_cards is None:
        stocks.lay_aside(rules, state, cards)
        stocks.to_raising(rules, state)
        return
    if event.seat is not None:
        state.turn = event.seat
    stocks.lay_aside(rules, state, cards)
    speak(rules, state, Event("put_away", rules.by_cards.bid(cards)))


def not_put_away(rules: TrickRules, state: TrickState, seat: int, event: Event) -> tuple[Finding, ...]:
    """The fault, where cards put away say the bid, of a bid that no cards left to a player can say any more, as the card
    played now shows."""
    made = state.unproved[seat]
    ways = stocks.each_without(rules, state, seat)
    away = state.put_away[seat] & event.bit or (state.hands[seat] & event.bit and ways)
    if made is None or not away or any(held & event.bit for _, held in ways):
        return ()
    many = number_of(rules.put_away_to_bid, "cards")
    at = stocks.BY_CARDS
    bid = f"{state.players[seat]} bid {made.bid}"
    after = f" and plays {rules.deck.ids[event.value]} now"
    after += f", without which no {many} say so"
    return (Finding(rules.cite(*at), bid, seat, word=at, cites=(made.event,), after=after),)


def _forbidding_word(rules: TrickRules, made: Unproved, way: Way) -> BidRule | None:
    """The word that forbids a bid by a player who holds these numbers of cards; None if none does."""
    words = in_force(rules, {**made.names, **way}, _everything(rules, made.names["cards"]))
    for rule, legal in words:
        if made.bid < 0 or not legal >> made.bid & 1:
            return rule
    return None


def bids_disproved(rules: TrickRules, state: TrickState, event: Event) -> Iterator[Finding]:
    """Yield the faults of bids that no hand allowed, as a card that is played now shows. Not those that were known
    before it."""
    for seat, made in enumerate(state.unproved):
        if not made:
            continue
        # for each hand that the player may hold, before and after this play, the word that forbids the bid
        before = [_forbidding_word(rules, made, way) for way in whereabouts.ways(rules, state, seat, None)]
        after = [_forbidding_word(rules, made, way) for way in whereabouts.ways(rules, state, seat, event)]
        if not after or None in after or (before and None not in before):
            continue
        rule = after[0]
        assert rule is not None
        message = f"{state.players[seat]} bid {call_name(rules, made.bid)} {rule.word.clause(made.names)}".rstrip()
        shown = whereabouts.proof_by_play(rules, state, seat, rule.names, event)
        yield Finding(rule.rule, message, seat, word=rule.pointer, cites=(made.event,), after=shown)


def call(rules: TrickRules, state: TrickState, event: Event) -> None:
    """Let the player to act bid or call, which may end the bidding, and with it the auction."""
    auction = rules.auction
    seat = state.turn
    bid = event.value
    state.spoken += 1
    if auction is None:
        state.bids[seat] = bid
        state.turn = next_to_speak(rules, state)
        if state.turn < 0:
            hands.to_naming(rules, state)
        return
    state.calls.append((seat, bid))
    if state.answers >= 0:
        _answer(rules, state, seat, bid)
        return
    if raising(state):
        if bid < auction.bids:
            state.contract = bid
        declarer.enter(rules, state)
        hands.to_naming(rules, state)
        return
    if bid < auction.bids:
        state.contract = bid
        state.declarer = seat
        state.doubled = 1
    elif bid == auction.holds:
        state.declarer = seat
    elif bid != auction.passes:
        state.doubled = 2 if bid == auction.doubles else 4
    following = next_to_speak(rules, state)
    if following >= 0:
        state.turn = following
    else:
        _end(rules, state, auction)


def _end(rules: TrickRules, state: TrickState, auction: Auction) -> None:
    """End the auction: find the declarer and let play come nearer, or do what the rules say if nobody bid."""
    what_follows = auction.nobody
    if state.contract >= 0:
        what_follows = auction.calls[state.contract].then
    if what_follows in THROWN_IN:
        _throw_in(rules, state, what_follows)
        return
    if state.contract < 0:
        hands.to_naming(rules, state)
        return
    if auction.declarer == "first_of_side":
        state.declarer = _first_to_name(rules, state, auction)
    if auction.contracts:
        state.bid_for = state.contract
        state.contract = -1
    declarer.enter(rules, state)
    if auction.answers and not auction.along:
        state.answers = 0
        state.turn = hands.answerers(rules, state)[0]
    else:
        declarer.to_calling(rules, state)


def _throw_in(rules: TrickRules, state: TrickState, what_follows: str) -> None:
    """End a hand that is not played, since nobody bid or by the bid that won the auction: the next hand is dealt, or the
    same again."""
    state.contract = -1
    state.declarer = -1
    if state.blind:
        hands.forget_unseen_deal(state)
    if what_follows == "next_deal":
        outcomes.pass_out(rules, state)
    else:
        state.phase = DEAL


def _first_to_name(rules: TrickRules, state: TrickState, auction: Auction) -> int:
    """The first player of the declarer's side who bid the strain of the contract."""
    side = (state.declarer,) + tuple(rules.partners[state.declarer])
    strain = auction.calls[state.contract].strain
    for seat, call in state.calls:
        if seat in side and call < auction.bids and auction.calls[call].strain == strain:
            return seat
    return state.declarer


def _answer(rules: TrickRules, state: TrickState, seat: int, answer: int) -> None:
    """Let a defender answer the contract: come along, which ends the hand if nobody does; play without the partner; or
    pass, which leaves it to the next."""
    auction = rules.the_auction
    state.answers += 1
    if auction.along:
        if answer != auction.passes:
            state.choices[seat].append(auction.along)
        state.turn = next_to_speak(rules, state)
        if state.turn >= 0:
            return
        if any(state.choices) or auction.marks[auction.along]["nobody"] != "over":
            leave_out_silent(rules, state)
            hands.to_exchange(rules, state)
            return
        if state.blind:
            hands.forget_unseen_deal(state)
        state.won = [0] * rules.players  # it is scored without a trick
        counts = (tuple(state.won),) * len(rules.scoring.counts)
        outcomes.score(rules, state, outcomes.as_played(rules, state, counts, -1, ()))
        return
    if answer != auction.passes:
        state.contract = auction.call_of(" ".join((auction.calls[state.contract].name, *auction.calls[answer].marks)))
        if auction.marks[auction.calls[answer].name]["partner"] == "sits_out":
            state.seats = tuple([other for other in state.seats if other not in rules.partners[seat]])
    else:
        following = next_to_speak(rules, state)
        if following >= 0:
            state.turn = following
            return
    declarer.to_calling(rules, state)


def leave_out_silent(rules: TrickRules, state: TrickState) -> None:
    """Let those defenders sit out who do not come along, if these rules say so."""
    auction = rules.the_auction
    defenders = hands.answerers(rules, state)
    silent = [seat for seat in defenders if not state.choices[seat]]
    if auction.marks[auction.along]["silent"] == "sits_out" and len(silent) < len(defenders):
        state.seats = tuple([seat for seat in state.seats if seat not in silent])


def nobody_answers(rules: TrickRules, state: TrickState) -> None:
    """Let everybody who has yet to speak pass, if a log may omit that."""
    while may_be_unsaid(rules, state):
        call(rules, state, Event("bid", rules.the_auction.passes))


def settle_contract(rules: TrickRules, state: TrickState, value: Said) -> None:
    """Put the contract that the result of a hand gives, by its calls or by name, into a hand that has just begun."""
    if state.phase != CONTRACT:
        hands.to_bidding(rules, state)
    for bid in value.get("bids", ()):
        speak_again(rules, state)
        call(rules, state, Event("bid", bid))
    by = value.get("declarer", state.declarer)
    if value.get("contract") == rules.the_auction.passes:
        hands.to_naming(rules, state)
    elif "contract" in value and by >= 0:
        state.contract = value["contract"]
        state.declarer = by
        state.bid_for = value.get("bid", state.bid_for)
        state.doubled = value.get("doubled", 1)
        declarer.enter(rules, state)
    if rules.the_auction.asks_along(state.contract) and "choices" in value:
        for seat, options in value["choices"].items():
            state.choices[seat] = [option for option in options if option == rules.the_auction.along]
        state.answers = rules.players
        leave_out_silent(rules, state)
    state.partner = value.get("partner", state.partner)
