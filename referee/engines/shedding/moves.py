"""Moves that may come next: every option with the rule that forbids it, and one that is drawn at random."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from referee.core.events import number_of
from referee.core.family import Draw, Options
from referee.core.wording import in_list, unrecorded_cards
from referee.engines.shedding.compiled import SheddingRules
from referee.engines.shedding.game import SheddingGame
from referee.engines.shedding.rules import available, holds, refill, take_one, to_draw, to_show
from referee.engines.shedding.state import DEAL, FACE_UP, OVER, SHOW, UNSEEN, SheddingState

OFTEN = 12
"""A random game draws one time in so many where a card could be played, and forgets to announce the last card as often."""


def next_step(rules: SheddingRules, state: SheddingState) -> str:
    """Return what comes next, as the end of a sentence: 'Ann must play or draw'; empty after the end."""
    if state.phase == DEAL:
        return f"{state.players[state.dealer]} must deal round {state.round}"
    if state.phase == FACE_UP:
        return "a card must be turned up"
    if state.phase == SHOW:
        return f"{in_list([state.players[seat] for seat in to_show(state)])} must show a hand"
    if state.phase == OVER:
        return ""
    who, number = state.players[state.turn], number_of(to_draw(rules, state), "cards")
    if state.owed:
        return f"{who} must draw {number}{' or answer' if rules.draw_cards.answer != 'none' and state.out < 0 else ''}"
    more = "pass" if state.drawn or state.paid or not available(rules, state) else "draw"
    return f"{who} must play or {more}"


def to_act(rules: SheddingRules, state: SheddingState) -> int:
    """Return the seat that must act; -1 if it is nobody or the dealer."""
    return to_show(state)[0] if state.phase == SHOW else state.turn


def options(game: SheddingGame, state: SheddingState) -> Options:
    """Return what the player to act may do, and for everything else the rule that forbids it."""
    rules, doing, seat = game.rules, next_step(game.rules, state), to_act(game.rules, state)
    if seat < 0:
        return Options(None, doing or "the game is over")
    who = state.players[seat]
    if state.phase == SHOW:
        return Options(who, doing, doubt=f"not all cards in {who}'s hand are recorded")
    moves = tuple(game.option(state, notation, item) for notation, item in _moves(rules, state, seat))
    return Options(who, doing, moves, unrecorded_cards(state, seat))


def _moves(rules: SheddingRules, state: SheddingState, seat: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield what a player might do, in notation and as an item."""
    last = "!" if rules.penalty and holds(state, seat) == 2 else ""
    if state.out < 0:
        for card in sorted(set(state.hands[seat]), key=rules.deck.sort_key):
            names = rules.effects[card].names and holds(state, seat) > 1
            for suit in rules.deck.suits if names else ("",):
                text = f"{rules.deck.ids[card]}{f':{suit}' if suit else ''}{last}"
                yield text, {"play": text}
    number = to_draw(rules, state) or 1
    yield f"draw {number}" if number > 1 else "draw", {"draw": number}
    if state.out < 0:
        yield "pass", {"pass": True}


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
    ids, stock = rules.deck.ids, _loose_cards(rules, state)
    if state.phase == DEAL:
        each = range(rules.cards_each(state.round))
        return {"deal": {who: [ids[stock.pop(draw(len(stock)))] for _ in each] for who in state.players}}
    if state.phase == FACE_UP:
        card = stock[draw(len(stock))]
        suits, effect = list(rules.deck.suits), rules.effects[card]
        names = f":{suits[draw(len(suits))]}" if effect.names and effect.starter == "counts" else ""
        return {"face_up": f"{ids[card]}{names}"}
    number = min(rules.penalty, available(rules, state))
    if state.silent >= 0 and number and draw(2):
        return {"forgot": {state.players[state.silent]: _from_stock(rules, state, number, draw)}}
    legal = [item for _, item in _moves(rules, state, seat) if not game.faults_of(state, item)]
    plays = [item for item in legal if "play" in item]
    if plays and (len(plays) == len(legal) or draw(OFTEN)):
        item = plays[draw(len(plays))]
        return {"play": item["play"].removesuffix("!")} if draw(OFTEN) == 0 else item
    others = [item for item in legal if "play" not in item]
    if not others:
        return None
    return {"draw": _from_stock(rules, state, others[0]["draw"], draw)} if "draw" in others[0] else others[0]


def _loose_cards(rules: SheddingRules, state: SheddingState) -> list[int]:
    """Return the cards that lie in no known place."""
    known = [card for cards in (*state.hands, state.pile) for card in cards]
    return [card for card, many in enumerate(rules.copies) for _ in range(many - known.count(card))]


def _from_stock(rules: SheddingRules, state: SheddingState, number: int, draw: Draw) -> list[str]:
    """Return some cards drawn from the stock, into which the pile goes when it is empty."""
    trial, names = state.copy(), []
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
