"""Moves that may come next: every option with the rule that forbids it, and one that is drawn at random."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from referee.core.data import Data
from referee.core.events import Item, number_of
from referee.core.family import Draw, Option, Options
from referee.core.wording import in_list, unrecorded_cards
from referee.engines.shedding.compiled import SheddingRules
from referee.engines.shedding.game import SheddingGame
from referee.engines.shedding.rules import (
    CardPlayed,
    available,
    held_after,
    holds,
    partners_of,
    refill,
    take_one,
    to_draw,
    to_show,
)
from referee.engines.shedding.state import DEAL, FACE_UP, OVER, SHOW, TURN, UNSEEN, SheddingState

SELDOM = 12
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
    may = set[str]()
    for option in legal:
        may.update(option.item)
    if state.hidden[state.turn] and state.out < 0:
        may.add("play")  # perhaps with a card that nobody has seen
    ways: list[str] = [verb for verb in ("play", "draw", "pass") if verb in may]
    if state.owed:
        ways = [f"draw {number_of(to_draw(rules, state), 'cards')}"]
        if "play" in may:
            ways.append("answer")
        if "challenge" in may:
            ways.append("challenge")
    who = state.players[state.turn]
    return f"{who} must {in_list(ways, 'or')}"


def to_act(rules: SheddingRules, state: SheddingState) -> int:
    """Return the seat that must act; -1 if it is nobody or the dealer."""
    if state.phase == SHOW:
        return to_show(state)[0]
    return state.turn


def options(game: SheddingGame, state: SheddingState) -> Options:
    """The moves that the player to act may make, and the others with the rule that forbids each."""
    rules = game.rules
    seat = to_act(game.rules, state)
    if seat < 0:
        doing = next_step(game, state)
        if not doing:
            doing = "the game is over"
        return Options(None, doing)
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


def _moves(rules: SheddingRules, state: SheddingState, seat: int) -> Iterator[tuple[str, Data, bool]]:
    """Yield the moves that a player might make, in notation and as an item, and whether each is listed even if it is
    forbidden. Somebody who did not announce the last card may be caught."""
    if state.out < 0:
        for card in sorted(set(state.hands[seat]), key=rules.deck.sort_key):
            yield from _plays_of(rules, state, seat, card)
    number = to_draw(rules, state)
    if number > 1:
        yield f"draw {number}", {"draw": number}, True
    else:
        yield "draw", {"draw": 1}, True
    if state.out < 0:
        yield "pass", {"pass": True}, True
    if state.bluffer >= 0:
        yield "challenge", {"challenge": True}, False
    if state.silent >= 0:
        who = state.players[state.silent]
        yield f"{who} forgot", {"forgot": who}, False


def _plays_of(rules: SheddingRules, state: SheddingState, seat: int, card: int) -> Iterator[tuple[str, Data, bool]]:
    """Yield the plays of a card of a player: with each suit that it may name, with each other player with whom hands may be
    swapped, and the last card announced or in silence."""
    suits = [""]
    if rules.effects[card].names and holds(state, seat) > 1:
        suits = [f":{suit}" for suit in rules.deck.suits]
    for suit, partner in product(suits, partners_of(rules, state, seat, card)):
        lasts = [""]
        if rules.penalty and held_after(rules, state, seat, CardPlayed(card, partner=partner)) == 1:
            lasts = ["!", ""]
        whom = ""
        if partner >= 0:
            whom = f" with {state.players[partner]}"
        for last in lasts:
            text = f"{rules.deck.ids[card]}{suit}{whom}{last}"
            yield text, {"play": text}, last == lasts[0]


def draw_next(game: SheddingGame, state: SheddingState, draw: Draw) -> Item | None:
    """A log item that may legally come next, with hands that are not known drawn first; None after the end."""
    rules = game.rules
    if state.phase == OVER:
        return None
    seat = to_act(rules, state)
    if any(state.hidden):
        state = _draw_unseen(rules, state, draw)
    if state.phase == SHOW:
        return {"by": state.players[seat], "show": rules.names(state.hands[seat])}
    if state.phase == DEAL:
        return {"deal": _draw_hands(rules, state, draw)}
    if state.phase == FACE_UP:
        return {"face_up": _draw_starter(rules, state, draw)}
    if rules.match.jump_in != "none" and draw(2):
        jumps = [item for item in _jumps(rules, state) if not game.faults_of(state, item)]
        if jumps:
            return jumps[draw(len(jumps))]
    legal = [item for _, item, _ in _moves(rules, state, seat) if not game.faults_of(state, item)]
    for draw_move in (_draw_forgot, _draw_challenge, _draw_play, _draw_or_pass):
        item = draw_move(rules, state, legal, draw)
        if item:
            return item
    return None


def _draw_hands(rules: SheddingRules, state: SheddingState, draw: Draw) -> dict[str, list[str]]:
    """The hands of a deal, by player."""
    stock = _loose_cards(rules, state)
    hands = {}
    for who in state.players:
        hand = [stock.pop(draw(len(stock))) for _ in range(rules.cards_each(state.round))]
        hands[who] = [rules.deck.ids[card] for card in hand]
    return hands


def _draw_starter(rules: SheddingRules, state: SheddingState, draw: Draw) -> str:
    """The first card of the pile, with a suit if it names one."""
    stock = _loose_cards(rules, state)
    card = stock[draw(len(stock))]
    suits = list(rules.deck.suits)
    effect = rules.effects[card]
    if effect.names and effect.starter == "counts":
        return f"{rules.deck.ids[card]}:{suits[draw(len(suits))]}"
    return rules.deck.ids[card]


def _draw_forgot(rules: SheddingRules, state: SheddingState, legal: Sequence[Item], draw: Draw) -> Item:
    """Somebody caught for not announcing the last card, half the time; else nothing."""
    number = min(rules.penalty, available(rules, state))
    for item in legal:
        if "forgot" in item and number:
            if draw(2):
                return {"forgot": {item["forgot"]: _from_stock(rules, state, number, draw)}}
            break
    return {}


def _jumps(rules: SheddingRules, state: SheddingState) -> Iterator[Data]:
    """Yield the plays of the same card as the top one by players who do not have the turn."""
    top = state.pile[-1]
    for seat, hand in enumerate(state.hands):
        if seat == state.turn or top not in hand or state.out >= 0:
            continue
        for _, item, _ in _plays_of(rules, state, seat, top):
            yield {"by": state.players[seat], "play": item["play"]}


def _draw_challenge(rules: SheddingRules, state: SheddingState, legal: Sequence[Item], draw: Draw) -> Item:
    """A challenge, half the time if there may be one; else nothing."""
    for item in legal:
        if "challenge" in item and draw(2):
            return item
    return {}


def _draw_play(rules: SheddingRules, state: SheddingState, legal: Sequence[Item], draw: Draw) -> Item:
    """A play drawn at random, nearly always with the last card announced; {} if there is none, or now and then where drawing
    or passing is possible, too. `draw(n)` is a random number below n."""
    plays = [item for item in legal if "play" in item]
    announced = [item for item in plays if {"play": f"{item['play']}!"} not in plays]
    if not announced:
        return {}
    if any(map(_is_draw_or_pass, legal)) and not draw(SELDOM):
        return {}
    item = announced[draw(len(announced))]
    if draw(SELDOM) == 0:
        return {"play": item["play"].removesuffix("!")}
    return item


def _draw_or_pass(rules: SheddingRules, state: SheddingState, legal: Sequence[Item], draw: Draw) -> Item:
    """Cards drawn if that is legal, else a pass; nothing if neither is."""
    for item in filter(_is_draw_or_pass, legal):
        if "draw" in item:
            return {"draw": _from_stock(rules, state, item["draw"], draw)}
        return item
    return {}


def _is_draw_or_pass(item: Item) -> bool:
    return "draw" in item or "pass" in item


def _loose_cards(rules: SheddingRules, state: SheddingState) -> list[int]:
    """The cards that lie in no known place, each as often as there are such copies."""
    known = list(state.pile)
    for hand in state.hands:
        known += hand
    found = []
    for card, many in enumerate(rules.copies):
        for _ in range(many - known.count(card)):
            found.append(card)
    return found


def _from_stock(rules: SheddingRules, state: SheddingState, number: int, draw: Draw) -> list[str]:
    """The names of so many cards drawn from the stock, into which the pile goes when it is empty. The state stays as it
    is."""
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
    """A copy of the state in which cards are drawn for those in hands that are not known."""
    state = state.copy()
    for seat, number in enumerate(state.hidden):
        for _ in range(number):
            unplaced = _loose_cards(rules, state)
            state.hands[seat].append(unplaced[draw(len(unplaced))])
    state.hidden = [0] * rules.players
    # cards drawn unseen on this turn are the last ones of the hand
    fresh = iter(state.hands[state.turn][::-1])
    for place, card in enumerate(state.drawn):
        if card == UNSEEN:
            state.drawn[place] = next(fresh)
    return state
