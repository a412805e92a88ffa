"""An auction: who calls next, which calls are allowed, and the contract that it leads to.

Every ban is a set of calls that it leaves, as a mask, with the rule and the words of a message: `bans` is the one source of
what is legal, of the verdict on a call and of its proof. A ban that would leave no call at all gives way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from referee.core.events import Event
from referee.core.places import Pointer
from referee.engines.trick.rules import called, hands, outcomes
from referee.engines.trick.state import BID, State
from referee.engines.trick.words.auction import Auction
from referee.engines.trick.words.compiled import CompiledRules


class Pair(NamedTuple):
    """Who bids (a seat), who holds, and whether the holder has been asked; the bidder is -1 if nobody is left to bid."""

    bidder: int
    holder: int
    asked: bool = False

    @property
    def speaker(self) -> int:
        """Who must call, as long as somebody bids."""
        return self.holder if self.asked else self.bidder


def pair(rules: CompiledRules, state: State) -> Pair:
    """The pair that is bidding now, according to the calls so far."""
    assert rules.auction is not None
    first = hands.from_dealer(rules, state, rules.first_bidder)
    holder, *waiting = hands.order_from(rules, state, first)
    bidder, asked = waiting.pop(0), False
    for seat, call in state.calls:
        if bidder < 0:
            break
        if call == rules.auction.passes:
            holder = bidder if seat == holder else holder
            bidder, asked = waiting.pop(0) if waiting else -1, False
        else:
            asked = seat == bidder
    return Pair(bidder, holder, asked)


def caller(rules: CompiledRules, state: State) -> int:
    """The seat that calls next; -1 if the auction is over. If nobody has bid, the last player may."""
    now = pair(rules, state)
    if now.bidder >= 0:
        return now.speaker
    last = state.calls[-1][0] == now.holder and state.contract < 0
    return now.holder if state.contract < 0 and not last else -1


def wrong(rules: CompiledRules, state: State) -> Iterator[tuple[int, str]]:
    """The calls that the player who must call now may not make, as masks, each with its message."""
    auction, now = rules.auction, pair(rules, state)
    assert auction is not None
    if now.asked and now.bidder >= 0:
        asked = auction.calls[state.contract].name
        told = f"bid, but {state.players[now.bidder]} has bid {asked}, and the answer is hold or pass"
        yield auction.bid_mask, told
    else:
        yield 1 << auction.holds, "held, but nobody has asked; the call is a bid or pass"


class Ban(NamedTuple):
    """What a rule leaves of the calls: its id, the word that sets it, a mask, and what a message says about another call."""

    rule: str
    word: Pointer
    leaves: int
    message: Callable[[int], str]


def next_to_speak(rules: CompiledRules, state: State) -> int:
    """The seat that bids or calls next; -1 if everything is said. Bids of tricks go round once."""
    auction, calls, players = rules.auction, state.calls, len(state.seats)
    if state.answers >= 0:
        return next(iter(answerers(rules, state)[state.answers :]), -1)
    if auction is not None and auction.by_pairs:
        return caller(rules, state)
    if auction is None or not calls:
        return hands.speaking_order(rules, state)[state.spoken] if state.spoken < players else -1
    if auction.first_bid_ends and state.contract >= 0:
        return -1
    out = {seat for seat, call in calls if call == auction.passes} if auction.out else set[int]()
    order = hands.order_from(rules, state, hands.next_seat(rules, state, calls[-1][0]))
    seat = next((seat for seat in order if seat not in out), -1)
    if seat < 0 or (auction.rounds and sum(by == seat for by, _ in calls) >= auction.rounds):
        return -1
    if auction.out:
        return -1 if seat == state.declarer and len(out) == players - 1 else seat
    if not auction.rounds and _passed(auction, calls) >= players - (state.contract >= 0):
        return -1
    return seat


def answerers(rules: CompiledRules, state: State) -> list[int]:
    """The defenders, in the order in which they may say something to the contract."""
    side = {state.declarer, *rules.partners[state.declarer]}
    return [seat for seat in hands.speaking_order(rules, state) if seat not in side]


def _passed(auction: Auction, calls: list[tuple[int, int]]) -> int:
    """How many players have passed one after another, up to now."""
    passed = 0
    for _, call in reversed(calls):
        if call != auction.passes:
            break
        passed += 1
    return passed


def bans(rules: CompiledRules, state: State, seat: int) -> Iterator[Ban]:
    """The bans on calls by the player at `seat` now, except the words that a ruleset has for bids."""
    auction = _auction(rules)
    if auction.by_pairs:
        here = ("bidding", "by_pairs")
        for calls, told in wrong(rules, state):
            yield Ban(rules.cite(*here), here, ~calls, lambda call, told=told: told)  # type: ignore[misc]
    if auction.answers:
        yield _answer_ban(rules, state)
        if state.answers >= 0:
            return
    if state.contract >= 0 and auction.higher != "never":
        equal = auction.higher == "dealer_may_equal" and seat == state.dealer
        higher = (auction.as_high if equal else auction.above)[state.contract]
        here = ("bidding", "higher")
        yield Ban(rules.cite(*here), here, higher | ~auction.bid_mask, lambda call: _too_low(rules, state, call))
    for call, wanted in ((auction.doubles, 1), (auction.redoubles, 2)):
        if call >= 0 and (told := _no_double(rules, state, seat, wanted)):
            here = ("bidding", "doubles")
            yield Ban(rules.cite(*here), here, ~(1 << call), lambda call, told=told: told)  # type: ignore[misc]
    if auction.nobody == "dealer_must" and state.contract < 0 and _last_to_speak(rules, state, seat):
        here, told = ("bidding", "nobody"), "passed, but the dealer must bid when everybody else has passed"
        yield Ban(rules.cite(*here), here, ~(1 << auction.passes), lambda call: told)


def _answer_ban(rules: CompiledRules, state: State) -> Ban:
    """A mark of a defender is said once the auction is over, and then nothing else is."""
    auction = _auction(rules)
    word = ("bidding", "marks", auction.answers[0])
    if state.answers >= 0:
        leaves = auction.answer_mask | 1 << auction.passes
        return Ban(rules.cite(*word), word, leaves, lambda call: f"{said(auction, call)}, but the auction is over")
    late = "for a defender, once the auction is over"
    return Ban(
        rules.cite(*word), word, auction.everything & ~auction.answer_mask,
        lambda call: f"{said(auction, call)}, but {auction.calls[call].marks[-1]} is {late}",
    )  # fmt: skip


def _last_to_speak(rules: CompiledRules, state: State, seat: int) -> bool:
    """Whether the auction would be over, without a bid, if this player passed too."""
    if seat != state.dealer:
        return False
    after = state.copy()
    after.calls.append((seat, _auction(rules).passes))
    return next_to_speak(rules, after) < 0


def _too_low(rules: CompiledRules, state: State, call: int) -> str:
    auction = _auction(rules)
    bid, high = auction.calls[call].name, auction.calls[state.contract].name
    return f"bid {bid}, not higher than the {high} of {state.players[state.declarer]}"


def _no_double(rules: CompiledRules, state: State, seat: int, wanted: int) -> str:
    """Why a bid cannot be doubled now (`wanted` is 1), or a double not redoubled (2); empty if it can."""
    doing = "doubled" if wanted == 1 else "redoubled"
    if state.contract < 0:
        return f"{doing}, but nobody has bid"
    bid, bidder = _auction(rules).calls[state.contract].name, state.declarer
    own = seat == bidder or seat in rules.partners[bidder]
    if wanted == 1 and state.doubled > 1:
        return f"doubled {bid}, which is {'re' * (state.doubled > 2)}doubled already"
    if wanted == 2 and state.doubled != 2:
        return f"redoubled {bid}, which is {'not doubled' if state.doubled == 1 else 'redoubled already'}"
    if wanted == 1 and own:
        return f"doubled {bid}, a bid by the same side"
    if wanted == 2 and not own:
        return f"redoubled {bid}, which the same side doubled"
    return ""


SAID = {"pass": "passed", "hold": "held", "double": "doubled", "redouble": "redoubled"}
"""What a player did by a call that is not a bid."""


def said(auction: Auction, call: int) -> str:
    """What a player did by a call: 'bid 1C', 'passed', 'said alone'."""
    name = auction.calls[call].name
    return SAID.get(name, f"{'bid' if call < auction.bids else 'said'} {name}")


def call(rules: CompiledRules, state: State, event: Event) -> None:
    """A player bids or calls, which may end the bidding."""
    auction, seat, made = rules.auction, state.turn, event.value
    state.spoken += 1
    state.clock += 1
    if auction is None:
        state.bids[seat] = made
    else:
        state.calls.append((seat, made))
        if state.answers >= 0:
            _answer(rules, state, seat, made)
            return
        if made < auction.bids:
            state.contract, state.declarer, state.doubled = made, seat, 1
        elif made == auction.holds:
            state.declarer = seat
        elif made != auction.passes:
            state.doubled = 2 if made == auction.doubles else 4
    following = next_to_speak(rules, state)
    if following >= 0:
        state.turn = following
    elif auction is None:
        hands.to_naming(rules, state)
    else:
        settle(rules, state)


def settle(rules: CompiledRules, state: State) -> None:
    """The auction is over: who is the declarer of what, or what happens if nobody bid."""
    auction = _auction(rules)
    if state.contract < 0:
        if state.blind and auction.nobody in ("next_deal", "same_dealer"):
            outcomes.forget_unseen_deal(state)
        if auction.nobody == "next_deal":
            outcomes.pass_out(rules, state)
        elif auction.nobody == "same_dealer":
            hands.deal_again(state)
        else:
            hands.to_naming(rules, state)
        return
    if auction.declarer == "first_of_side":
        side = {state.declarer, *rules.partners[state.declarer]}
        strain = auction.calls[state.contract].strain
        state.declarer = next(
            seat
            for seat, call in state.calls
            if seat in side and call < auction.bids and auction.calls[call].strain == strain
        )
    if auction.contracts:
        state.bid_for, state.contract = state.contract, -1
    enter(rules, state)
    if auction.answers:
        state.answers, state.turn = 0, answerers(rules, state)[0]
    else:
        called.to_calling(rules, state)


def _answer(rules: CompiledRules, state: State, seat: int, made: int) -> None:
    """A defender says something to the contract, and then plays without the partner, or leaves it to the next."""
    auction = _auction(rules)
    state.answers += 1
    if made != auction.passes:
        state.contract = auction.answered(state.contract, made)
        if auction.marks[auction.calls[made].name]["partner"] == "sits_out":
            state.seats = tuple([other for other in state.seats if other not in rules.partners[seat]])
    elif next_to_speak(rules, state) >= 0:
        state.turn = next_to_speak(rules, state)
        return
    called.to_calling(rules, state)


def nobody_answers(rules: CompiledRules, state: State) -> None:
    """The defenders who have yet to speak say nothing, which a log may omit."""
    clock = state.clock
    while state.phase == BID:
        call(rules, state, Event("bid", _auction(rules).passes))
    state.clock = clock


def enter(rules: CompiledRules, state: State) -> None:
    """The contract makes its suit trump, if it has one, and may make the declarer's partner sit out."""
    trump = _auction(rules).calls[state.contract].trump if state.contract >= 0 else None
    if trump is not None:
        state.trump = trump
        state.ranking = rules.rankings[trump]
    if state.contract >= 0 and _auction(rules).sits_out(state.contract):
        state.seats = tuple([seat for seat in state.seats if seat not in rules.partners[state.declarer]])


def _auction(rules: CompiledRules) -> Auction:
    assert rules.auction is not None
    return rules.auction
