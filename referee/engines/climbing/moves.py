"""Moves that may come next: every option with the rule that forbids it, and one that is drawn at random."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from referee.core.cards import mask_of, members
from referee.core.data import Data, Item
from referee.core.family import Draw, Options
from referee.core.wording import in_list, unrecorded_cards
from referee.engines.climbing import hands, plays
from referee.engines.climbing.compiled import ClimbingRules
from referee.engines.climbing.game import ClimbingGame
from referee.engines.climbing.state import BID, DEAL, GIVE, OVER, PLAY, REST, TALON, TRICK, ClimbingState

PASSES_OF_TEN = 4
"""Times out of ten that a random player passes who could play."""


def next_step(game: ClimbingGame, state: ClimbingState) -> str:
    """The next step, as the end of a sentence: 'Ann must play or pass'; empty after the end."""
    if state.phase == OVER:
        return ""
    in_words = STEPS_IN_WORDS.get(state.phase)
    if in_words is not None:
        return in_words(game.rules, state)
    if state.turn < 0 and (state.gone or not hands.is_led_by_card(game.rules, state)):
        return "the next play is awaited"
    if state.turn < 0:
        return f"whoever holds {game.rules.deck.ids[game.rules.lead_card]} must lead"
    who = state.players[state.turn]
    if state.phase == TRICK:
        return f"{who} must give the trick to {in_list(_takers(game.rules, state), 'or')}"
    if state.phase == PLAY and state.on is None:
        return f"{who} must lead"
    return f"{who} must {in_list(_ways(game, state), 'or')}"


def _deal_in_words(_: ClimbingRules, state: ClimbingState) -> str:
    return f"{state.players[state.dealer]} must deal hand {state.hand}"


def _rest_in_words(_: ClimbingRules, state: ClimbingState) -> str:
    return f"{state.players[state.dealer]} must deal the rest of hand {state.hand}"


def _talon_in_words(_: ClimbingRules, state: ClimbingState) -> str:
    return f"the talon is turned up for {state.players[state.landlord]}"


def _giving_in_words(_: ClimbingRules, state: ClimbingState) -> str:
    return f"{in_list([state.players[seat] for seat in state.giving])} must give cards"


STEPS_IN_WORDS: Mapping[str, Callable[[ClimbingRules, ClimbingState], str]] = {
    DEAL: _deal_in_words,
    REST: _rest_in_words,
    TALON: _talon_in_words,
    GIVE: _giving_in_words,
}
"""The next step in phases in which it does not depend on whose turn it is."""


def _ways(game: ClimbingGame, state: ClimbingState) -> list[str]:
    """The verbs of the moves that the player to act may make."""
    able = set[str]()
    for _, item in _candidates(game.rules, state):
        if not able.issuperset(item) and not game.faults_of(state, item):
            able.update(item)
    if state.phase == PLAY and state.hidden[state.turn]:
        able.add("play")  # perhaps with cards that nobody has seen
    return [verb for verb in ("bid", "play", "pass") if verb in able]


def to_act(state: ClimbingState) -> int:
    """The seat that must act; -1 if it is nobody, or not known."""
    if state.phase == GIVE:
        return state.giving[0]
    if state.phase in (BID, PLAY, TRICK):
        return state.turn
    return -1


def options(game: ClimbingGame, state: ClimbingState) -> Options:
    """The options of the player to act, with the rule that forbids each of the others listed."""
    if state.courses is not None and game.settle(state).turn < 0:
        doubt = "who led this hand is not recorded, so it is not known whose turn it is"
        return Options(None, game.next_step(state), doubt=doubt)
    doing = next_step(game, state)
    seat = to_act(state)
    if seat < 0:
        if not doing:
            doing = "the game is over"
        return Options(None, doing)
    if state.phase in (BID, TRICK):
        doubt = ""
    else:
        doubt = unrecorded_cards(state, seat)
    listed = []
    for notation, item in _candidates(game.rules, state):
        option = game.option(state, notation, item)
        if option.fault is None or state.phase != GIVE:
            listed.append(option)
    return Options(state.players[seat], doing, tuple(listed), doubt)


def _candidates(rules: ClimbingRules, state: ClimbingState) -> Iterator[tuple[str, Data]]:
    """Yield the moves that the player to act might make, legal or not, in short notation and as items."""
    seat = to_act(state)
    if state.phase == GIVE:
        for cards in map(rules.names, _gifts(rules, state, seat)):
            yield cards, {"by": state.players[seat], "give": cards}
    elif state.phase == TRICK:
        yield from ((who, {"trick_to": who}) for who in _takers(rules, state))
    elif state.phase == BID:
        yield from ((str(call), {"bid": call}) for call in rules.bids)
    else:
        for cards in map(rules.names, hands.order_in_force(rules, state).in_hand(state.hands[seat], state.on)):
            yield cards, {"play": cards}
    if state.phase in (BID, PLAY):
        yield "pass", {"pass": True}


def _takers(rules: ClimbingRules, state: ClimbingState) -> list[str]:
    """The players to whom a trick may be given."""
    return [state.players[seat] for seat in plays.opponents(rules, state)]


def _gifts(rules: ClimbingRules, state: ClimbingState, seat: int) -> Iterator[int]:
    """Yield sets of cards that a player may give: the best, or any as far as they lie together in the hand."""
    cards = rules.in_order(state.hands[seat])
    number = hands.cards_to_give(rules, state, seat)
    for first in range(len(cards) - number, -1, -1):
        yield mask_of(cards[first : first + number])


def draw_next(game: ClimbingGame, state: ClimbingState, draw: Draw) -> Item | None:
    """A log item that may legally come next; None after the end of the game."""
    rules = game.rules
    if state.phase == OVER:
        return None
    call = _draw_call(rules, state, draw)
    if call:
        return call
    if state.phase in (DEAL, REST):
        return {"deal": _draw_deal(rules, state, draw)}
    if any(state.hidden):
        state = _draw_unseen(rules, state, draw)
    if state.phase == TALON:
        return {"talon": rules.names(rules.deck.all & ~sum(state.hands)).split()}
    if state.phase in (GIVE, TRICK):
        able = [item for _, item in _candidates(rules, state) if not game.faults_of(state, item)]
        return able[draw(len(able))]
    if state.phase == BID:
        return _draw_bid(rules, state, draw)
    return _draw_play(game, state, draw)


def _draw_call(rules: ClimbingRules, state: ClimbingState, draw: Draw) -> dict[str, str]:
    """A call, now and then, if a player drawn at random may make one drawn at random; else nothing."""
    if not rules.calls:
        return {}
    seat = draw(rules.players)
    name = list(rules.calls)[draw(len(rules.calls))]
    phase = PLAY
    if rules.calls[name] == "rest":
        phase = REST
    if state.phase != phase or state.made[seat] or state.calls[seat] or draw(4):
        return {}
    return {"by": state.players[seat], "call": name}


def _draw_bid(rules: ClimbingRules, state: ClimbingState, draw: Draw) -> Data:
    """A bid higher than the last, or a pass as often."""
    higher = [bid for bid in rules.bids if bid > state.bid]
    if draw(2):
        return {"pass": True}
    return {"bid": higher[draw(len(higher))]}


def _draw_play(game: ClimbingGame, state: ClimbingState, draw: Draw) -> Item:
    """A play drawn at random, more often than not one of the lowest; or a wish, or a pass."""
    rules = game.rules
    seat = to_act(state)
    if state.wisher >= 0 and draw(2):
        ranks = list(dict.fromkeys(card.rank for card in rules.deck.cards if card.suit))
        return {"wish": ranks[draw(len(ranks))]}
    if rules.play.bombs == "any_time" and (state.on or state.past) and not draw(5):
        bomb = _bomb_out_of_turn(rules, state, seat)
        if bomb:
            return bomb
    item = {}
    if seat < 0:
        seat = _may_lead(rules, state)[0]
        item["by"] = state.players[seat]
    able = plays.to_grant(rules, state)
    if state.on is not None and not able and draw(10) < PASSES_OF_TEN:
        return {"pass": True}
    if not able:
        able = list(hands.order_in_force(rules, state).in_hand(state.hands[seat], state.on))
    if hands.must_contain(rules, state):
        able = [cards for cards in able if cards >> rules.lead_card & 1]
    if not able:
        return {"pass": True}
    lower = min(draw(len(able)), draw(len(able)))  # the lower of two that are drawn
    item["play"] = rules.names(able[lower])
    return item


def _bomb_out_of_turn(rules: ClimbingRules, state: ClimbingState, seat: int) -> dict[str, str]:
    """A bomb of the first player who holds one and is not to act; nothing if nobody is."""
    for other in range(rules.players):
        for cards in hands.order_in_force(rules, state).in_hand(state.hands[other], plays.lies(state, other)):
            if other != seat and rules.combinations.readings(cards)[-1].kind.bomb:
                return {"by": state.players[other], "play": rules.names(cards)}
    return {}


def _may_lead(rules: ClimbingRules, state: ClimbingState) -> list[int]:
    """The seats that may lead, at least one, if it is not known who does: who holds the card that leads, or else anybody."""
    seats = list(range(rules.players))
    if hands.is_led_by_card(rules, state):
        holders = [seat for seat in seats if state.hands[seat] >> rules.lead_card & 1]
        return holders or seats
    return [seat for seat in seats if state.hands[seat]] or seats


def _draw_deal(rules: ClimbingRules, state: ClimbingState, draw: Draw) -> dict[str, list[str]]:
    """The cards of a deal by player, drawn at random: whole hands, or the first or the second part of them."""
    stock = list(members(rules.deck.all & ~sum(state.hands)))
    first = 0
    if state.phase == DEAL:
        first = rules.first
    dealt = {}
    for step in range(1, rules.players + 1):
        seat = (state.dealer + step) % rules.players
        number = first
        if not number:
            number = rules.size(state.dealer, seat) - state.hands[seat].bit_count()
        hand = [stock.pop(draw(len(stock))) for _ in range(number)]
        dealt[state.players[seat]] = rules.names(mask_of(hand)).split()
    return dealt


def _draw_unseen(rules: ClimbingRules, state: ClimbingState, draw: Draw) -> ClimbingState:
    """A copy in which unseen hands are drawn; whoever is to lead for holding a card holds it."""
    state = state.copy()
    free = list(members(rules.deck.all & ~(sum(state.hands) | state.gone)))
    card = rules.lead_card
    leads = state.turn
    if hands.must_contain(rules, state) and leads >= 0 and card in free and state.hidden[leads]:
        free.remove(card)
        state.hands[leads] |= 1 << card
        state.hidden[leads] -= 1
    for seat, number in enumerate(state.hidden):
        for _ in range(number):
            state.hands[seat] |= 1 << free.pop(draw(len(free)))
    state.hidden = [0] * rules.players
    return state
