"""Something that may legally happen next, drawn at random: for simulated games, and for examples out of them.

Whoever took and discarded blindly would never be out. So players keep what their best arrangement needs, take the face-up card
when it makes the hand better, and end the round as soon as they may. Of a hand that is not known whole the rest is drawn, too.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.core.cards import Card
from referee.core.family import Draw
from referee.engines.meld import packs, roles, rounds, shows
from referee.engines.meld.deals import to_draw_action
from referee.engines.meld.state import ACTION, DEAL, DISCARD, DRAW, FACE_UP, OVER, ROLE, SHOW, TAKE, State
from referee.engines.meld.terms import AFTER_TAKING, NOTHING, PILE, STOCK, Terms
from referee.engines.meld.writing import laid_out


def draw_next(terms: Terms, state: State, draw: Draw) -> Mapping[str, Any] | None:
    """A log item that may legally come next; None after the end of the game."""
    if state.phase == OVER:
        return None
    if state.phase in (TAKE, DISCARD, SHOW) and any(state.hidden):
        return _imagining(terms, state, draw)
    if state.phase in (DRAW, DEAL):
        return _before_play(terms, state, draw)
    if state.phase == ACTION:
        seat = to_draw_action(terms, state)
        return {"action": _action(terms, state, seat, draw), "by": state.players[seat]}
    if state.phase == FACE_UP:
        return {"face_up": terms.deck.ids[_from_stock(terms, state, draw)]}
    if state.phase == SHOW:
        seat = rounds.to_show(state)[0]
        off = _to_lay_off(terms, state, seat)
        if off >= 0:
            return {"lay_off": terms.deck.ids[off], "by": state.players[seat]}
        return {"show": terms.names(state.hands[seat]).split(), "by": state.players[seat]}
    if state.phase == ROLE:
        seat = roles.choosers(terms, state)[0]
        free = [role for role in terms.roles if roles.taken_by(terms, state, role, seat) < 0]
        return {"role": free[draw(len(free))], "by": state.players[seat]}
    if state.phase == DISCARD:
        return _discard(terms, state, draw)
    return _take(terms, state, draw)


def _imagining(terms: Terms, state: State, draw: Draw) -> Mapping[str, Any] | None:
    """What comes next when hands that are not known whole are drawn; who ends the round with one lays it out."""
    imagined = state.copy()
    for old in (True, False):  # what was held before the pile was shuffled did not come out of the pile
        for seat, number in enumerate(state.hidden):
            for _ in range(number - state.fresh[seat] if old else min(number, state.fresh[seat])):
                unit = packs.UNITS[_unseen(terms, imagined, imagined.recycled if old else 0, draw)]
                imagined.hands[seat] += unit
                imagined.located += unit
    imagined.hidden = [0] * terms.players
    item = draw_next(terms, imagined, draw)
    if item is None or item.get("declare") is not True:
        return item
    seat = state.players.index(item["by"])
    hand = imagined.hands[seat]
    return {**item, "declare": laid_out(terms, terms.declared(hand, state.upcard))} if state.hidden[seat] else item


def _unseen(terms: Terms, state: State, elsewhere: int, draw: Draw) -> int:
    """A card that lies in no known place nor in the pack `elsewhere`, and that may be kept in a hand."""
    found = _stock(terms, state)
    kept = [
        card for card in found if not packs.count(elsewhere, card) and not shows.draw_cards_of(terms, packs.UNITS[card])
    ]
    return (kept or found)[draw(len(kept or found))]


def _before_play(terms: Terms, state: State, draw: Draw) -> Mapping[str, Any]:
    ids = terms.deck.ids
    stock = _stock(terms, state)
    if state.phase == DRAW:
        return {"draw": {state.players[seat]: ids[stock.pop(draw(len(stock)))] for seat in state.drawing}}
    dealt = {}
    for step in range(terms.players):
        seat = (state.dealer + 1 + step) % terms.players
        hand = [stock.pop(draw(len(stock))) for _ in range(terms.cards_each(state.round))]
        dealt[state.players[seat]] = terms.names(packs.pack(hand)).split()
    return {"deal": dealt}


def _stock(terms: Terms, state: State) -> list[int]:
    """The cards that lie in no known place; the thought-of numbers of copies are taken for true."""
    return [card for card, many in enumerate(terms.copies) for _ in range(many - packs.count(state.located, card))]


def _from_stock(terms: Terms, state: State, draw: Draw) -> int:
    stock = _stock(terms, state)
    return stock[draw(len(stock))]


def _action(terms: Terms, state: State, seat: int, draw: Draw) -> dict[str, Any]:
    points = terms.action_points[draw(len(terms.action_points))]
    row = {"points": points}
    action: dict[str, Any] = {"points": points}
    if terms.passed.run(row, (row,)):
        others = [player for place, player in enumerate(state.players) if place != seat]
        action["to"] = others[draw(len(others))]
    action["card"] = terms.deck.ids[_from_stock(terms, state, draw)]
    return action


def _to_lay_off(terms: Terms, state: State, seat: int) -> int:
    """A card without which the hand is worth more, and which may be laid off; -1 when there is none."""
    if not shows.lay_off_allowed(terms, state):
        return -1
    hand = state.hands[seat]
    now = terms.arranger.best(hand)
    for card in packs.unpack(now.idle):
        less = terms.arranger.best(hand - packs.UNITS[card])
        if less.score > now.score and shows.meld_for(terms, state, card, 0) >= 0:
            return card
    return -1


def _take(terms: Terms, state: State, draw: Draw) -> Mapping[str, Any]:
    seat = state.turn
    if state.discarder >= 0 and terms.may_declare(state.hands[state.discarder], state.upcard):
        return {"declare": True, "by": state.players[state.discarder]}
    hand = state.hands[seat]
    better = False
    if state.pile and state.offers >= 0:
        card = state.pile[-1]
        kept = _promise(terms, hand + packs.UNITS[card] - packs.UNITS[_worst(terms, hand + packs.UNITS[card], -1)])
        better = kept > _promise(terms, hand)
    if better and not state.last_take:
        return {"take": PILE}
    if state.offers > 0 or state.last_take:
        return {"take": NOTHING}
    if rounds.stock_used_up(terms, state):
        if not rounds.can_shuffle(terms, state):
            return {"take": PILE}
        state = state.copy()
        rounds.shuffle_pile(state)
    return {"take": {STOCK: terms.deck.ids[_from_stock(terms, state, draw)]}}


def _discard(terms: Terms, state: State, draw: Draw) -> Mapping[str, Any]:
    hand = state.hands[state.turn]
    if state.declarer < 0 and AFTER_TAKING in terms.declare_when and terms.may_declare(hand, state.upcard):
        return {"declare": True, "by": state.players[state.turn]}
    held = packs.count(hand, state.taken) if state.taken >= 0 else 0
    barred = state.taken if held == 1 and not terms.discard_taken else -1
    if draw(8) == 0:
        cards = [card for card in packs.unpack(hand) if card != barred]
        return {"discard": terms.deck.ids[cards[draw(len(cards))]]}
    return {"discard": terms.deck.ids[_worst(terms, hand, barred)]}


def _worst(terms: Terms, hand: int, barred: int) -> int:
    """The card without which a hand promises most."""
    cards = [card for card, _ in packs.counts(hand) if card != barred]
    return max(cards, key=lambda card: (_promise(terms, hand - packs.UNITS[card]), card))


def _promise(terms: Terms, hand: int) -> tuple[float, int, float]:
    """How good a hand is to go on with: its idle cards, pairs among them, its points."""
    arrangement = terms.arranger.best(hand)
    idle = packs.unpack(arrangement.idle)
    cards = terms.deck.cards
    near = sum(_near(cards[one], cards[other]) for place, one in enumerate(idle) for other in idle[:place])
    return (-len(idle), near, arrangement.score)


def _near(one: Card, other: Card) -> bool:
    """Whether two cards may grow into a meld."""
    return one.rank == other.rank or (one.suit == other.suit and abs(one.strength - other.strength) < 3)
