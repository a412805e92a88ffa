"""Moves that may come next: every option with the rule that forbids it, and one that is drawn at random."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from typing import Any

from referee.core.events import number_of
from referee.core.family import Draw, Option, Options
from referee.core.wording import in_list, unrecorded_cards
from referee.engines.shedding.compiled import SheddingRules
from referee.engines.shedding.game import SheddingGame
from referee.engines.shedding.rules import available, holds, refill, take_one, to_draw, to_show
from referee.engines.shedding.state import DEAL, FACE_UP, OVER, SHOW, TURN, UNSEEN, SheddingState

OFTEN = 12
"""A random game draws one time in so many where a card could be played, and forgets to announce the last card as often."""


def next_step(game: SheddingGame, state: SheddingState) -> str:
    """The next step, as the end of a sentence: 'Ann must play or draw'; empty after the end."""
    if state.phase == TURN:
        return options(game, state).doing
    if state.phase == DEAL:
        return f"{state.players[state.dealer]} must deal round {state.round}"
    if state.phase == FACE_UP:
        return "a card must be turned up"
    if state.phase == SHOW:
        return f"{in_list([state.players[seat] for seat in to_show(state)])} must show a hand"
    return ""


def _turn_in_words(rules: SheddingRules, state: SheddingState, legal: Iterable[Option]) -> str:
    """The choice of the player to act, by the options that are legal: 'Ann must draw 2 cards or answer'."""
    may = {verb for option in legal for verb in option.item}
    if state.hidden[state.turn] and state.out < 0:
        may.add("play")  # perhaps with a card that nobody has seen
    ways: list[str] = [verb for verb in ("play", "draw", "pass") if verb in may]
    if state.owed:
        ways = [f"draw {number_of(to_draw(rules, state), 'cards')}"]
        if "play" in may:
            ways.append("answer")
    who = state.players[state.turn]
    return f"{who} must {in_list(ways, 'or')}"


def to_act(rules: SheddingRules, state: SheddingState) -> int:
    """Return the seat that must act; -1 if it is nobody or the dealer."""
    if state.phase == SHOW:
        return to_show(state)[0]
    return state.turn


def options(game: SheddingGame, state: SheddingState) -> Options:
    """Return what the player to act may do, and for everything else the rule that forbids it."""
    rules = game.rules
    seat = to_act(game.rules, state)
    if seat < 0:
        return Options(None, next_step(game, state) or "the game is over")
    who = state.players[seat]
    if state.phase == SHOW:
        return Options(who, next_step(game, state), doubt=f"not all cards in {who}'s hand are recorded")
    moves = []
    for notation, item, always in _moves(rules, state, seat):
        option = game.option(state, notation, item)
        if always or option.fault is None:
            moves += [option]
    doing = _turn_in_words(rules, state, (option for option in moves if option.fault is None))
    return Options(who, doing, tuple(moves), unrecorded_cards(state, seat))


def _moves(rules: SheddingRules, state: SheddingState, seat: int) -> Iterator[tuple[str, dict[str, Any], bool]]:
    """Yield what a player might do, in notation and as an item, and whether it is listed if forbidden: with the last card
    announced, or kept silent about. Whoever was silent before may be caught."""
    lasts = ("!", "") if rules.penalty and holds(state, seat) == 2 else ("",)
    if state.out < 0:
        for card in sorted(set(state.hands[seat]), key=rules.deck.sort_key):
            names = rules.effects[card].names and holds(state, seat) > 1
            for suit, last in product(rules.deck.suits if names else ("",), lasts):
                text = f"{rules.deck.ids[card]}{f':{suit}' if suit else ''}{last}"
                yield text, {"play": text}, last == lasts[0]
    number = to_draw(rules, state) or 1
    yield f"draw {number}" if number > 1 else "draw", {"draw": number}, True
    if state.out < 0:
        yield "pass", {"pass": True}, True
    if state.silent >= 0:
        who = state.players[state.silent]
        yield f"{who} forgot", {"forgot": who}, False


def draw_next(game: SheddingGame, state: SheddingState, draw: Draw) -> Mapping[str, Any] | None:
    """Return a log item that may legally come next, with hands that are not known drawn first; None after the end."""
    rules = game.rules
    if state.phase == OVER:
        return None
    seat = to_act(rules, state)
    if any(state.hidden):
        state = _draw_unseen(rules, state, draw)
    if state.phase == SHOW:
        return {"by": state.players[seat], "show": rules.names(state.hands[seat])}
    ids = rules.deck.ids
    stock = _loose_cards(rules, state)
    if state.phase == DEAL:
        each = range(rules.cards_each(state.round))
        return {"deal": {who: [ids[stock.pop(draw(len(stock)))] for _ in each] for who in state.players}}
    if state.phase == FACE_UP:
        card = stock[draw(len(stock))]
        suits = list(rules.deck.suits)
        effect = rules.effects[card]
        names = ""
        if effect.names and effect.starter == "counts":
            names = f":{suits[draw(len(suits))]}"
        return {"face_up": f"{ids[card]}{names}"}
    legal = [item for _, item, _ in _moves(rules, state, seat) if not game.faults_of(state, item)]
    caught = [item["forgot"] for item in legal if "forgot" in item]
    number = min(rules.penalty, available(rules, state))
    if caught and number and draw(2):
        return {"forgot": {caught[0]: _from_stock(rules, state, number, draw)}}
    plays = [item for item in legal if "play" in item]
    plays = [item for item in plays if {"play": f"{item['play']}!"} not in plays]
    others = [item for item in legal if item.keys() & {"draw", "pass"}]
    if plays and (not others or draw(OFTEN)):
        item = plays[draw(len(plays))]
        if draw(OFTEN) == 0:
            return {"play": item["play"].removesuffix("!")}
        return item
    if not others:
        return None
    if "draw" in others[0]:
        return {"draw": _from_stock(rules, state, others[0]["draw"], draw)}
    return others[0]


def _loose_cards(rules: SheddingRules, state: SheddingState) -> list[int]:
    """Return the cards that lie in no known place."""
    known = [card for cards in (*state.hands, state.pile) for card in cards]
    found = []
    for card, many in enumerate(rules.copies):
        for _ in range(many - known.count(card)):
            found.append(card)
    return found


def _from_stock(rules: SheddingRules, state: SheddingState, number: int, draw: Draw) -> list[str]:
    """Return some cards drawn from the stock, into which the pile goes when it is empty."""
    trial = state.copy()
    names = []
    for _ in range(number):
        refill(trial)
        stock = _loose_cards(rules, trial)
        card = stock[draw(len(stock))]
        take_one(trial, trial.turn, card)
        names.append(rules.deck.ids[card])
    return names


def _draw_unseen(rules: SheddingRules, state: SheddingState, draw: Draw) -> SheddingState:
    """Return the state with cards drawn for those in hands that are not known."""
    state = state.copy()
    for seat, number in enumerate(state.hidden):
        for _ in range(number):
            unplaced = _loose_cards(rules, state)
            state.hands[seat].append(unplaced[draw(len(unplaced))])
    state.hidden = [0] * rules.players
    fresh = iter(state.hands[state.turn][::-1])
    state.drawn = [next(fresh) if card == UNSEEN else card for card in state.drawn]
    return state
