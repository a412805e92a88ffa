"""Something that may legally happen next, drawn at random: for simulated games, and for examples out of them.

Whoever took and discarded blindly would never be out. So players keep what their best arrangement needs, take the face-up card
when it makes the hand better, and end the round as soon as they may. Of a hand that is not known whole the rest is drawn, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from referee.core.cards import Card
from referee.core.family import Draw
from referee.engines.meld.log.position import laid_out
from referee.engines.meld.rules import roles, rounds, shows, whereabouts
from referee.engines.meld.rules.deals import to_draw_action
from referee.engines.meld.rules.turns import discard_faults
from referee.engines.meld.state import ACTION, DEAL, DISCARD, DRAW, FACE_UP, OVER, ROLE, SHOW, TAKE, State
from referee.engines.meld.words import packs
from referee.engines.meld.words.compiled import AFTER_TAKING, NOTHING, PILE, STOCK, CompiledRules

if TYPE_CHECKING:
    from referee.engines.meld.game import Game


def draw_next(game: Game, state: State, draw: Draw) -> Mapping[str, Any] | None:
    """A log item that may legally come next; None after the end of the game."""
    rules = game.rules
    state = game.settled(state)
    if state.phase == OVER:
        return None
    if state.phase in (TAKE, DISCARD, SHOW) and any(state.hidden):
        return _imagining(game, state, draw)
    if state.phase in (DRAW, DEAL):
        return _before_play(rules, state, draw)
    seat = to_draw_action(rules, state) if state.phase == ACTION else -1
    if seat >= 0:
        return {"action": _action(rules, state, seat, draw), "by": state.players[seat]}
    if state.phase in (ACTION, FACE_UP):  # of the hands that are unseen none is taken to hold a draw card
        return {"face_up": rules.deck.ids[_from_stock(rules, state, draw)]}
    if state.phase == SHOW:
        seat = rounds.to_show(state)[0]
        off = _to_lay_off(rules, state, seat)
        if off >= 0:
            return {"lay_off": rules.deck.ids[off], "by": state.players[seat]}
        return {"show": rules.names(state.hands[seat]).split(), "by": state.players[seat]}
    if state.phase == ROLE:
        seat = roles.choosers(rules, state)[0]
        free = [role for role in rules.roles if roles.taken_by(rules, state, role, seat) < 0]
        return {"role": free[draw(len(free))], "by": state.players[seat]}
    if state.phase == DISCARD:
        return _discard(rules, state, draw)
    return _take(rules, state, draw)


def _imagining(game: Game, state: State, draw: Draw) -> Mapping[str, Any] | None:
    """What comes next when hands that are not known whole are drawn; who ends the round with one lays it out."""
    rules, imagined = game.rules, state.copy()
    for old in (True, False):  # what was held before the pile was shuffled did not come out of the pile
        for seat, number in enumerate(state.hidden):
            for _ in range(number - state.fresh[seat] if old else min(number, state.fresh[seat])):
                card = _unseen(rules, imagined, draw, old=old)
                imagined.hands[seat] += packs.UNITS[card]
                whereabouts.locate(rules, imagined, packs.UNITS[card], fresh=not old)
                imagined.fresh[seat] -= not old
    imagined.hidden = [0] * rules.players
    item = draw_next(game, imagined, draw)
    if item is None or item.get("declare") is not True:
        return item
    seat = state.players.index(item["by"])
    hand = imagined.hands[seat]
    return {**item, "declare": laid_out(rules, rules.declared(hand, state.upcard))} if state.hidden[seat] else item


def _unseen(rules: CompiledRules, state: State, draw: Draw, *, old: bool) -> int:
    """A card that lies in no known place, and that may be kept in a hand; `old`: held before the pile was shuffled."""
    found = _stock(rules, state) if old else _in_stock(rules, state)
    kept = [
        card
        for card in found
        if not (old and packs.count(state.recycled, card)) and not shows.draw_cards_of(rules, packs.UNITS[card])
    ]
    return (kept or found)[draw(len(kept or found))]


def _before_play(rules: CompiledRules, state: State, draw: Draw) -> Mapping[str, Any]:
    ids = rules.deck.ids
    stock = _stock(rules, state)
    if state.phase == DRAW:
        return {"draw": {state.players[seat]: ids[stock.pop(draw(len(stock)))] for seat in state.drawing}}
    dealt = {}
    for step in range(rules.players):
        seat = (state.dealer + 1 + step) % rules.players
        hand = [stock.pop(draw(len(stock))) for _ in range(rules.cards_each(state.round))]
        dealt[state.players[seat]] = rules.names(packs.pack(hand)).split()
    return {"deal": dealt}


def _stock(rules: CompiledRules, state: State) -> list[int]:
    """The cards that lie in no known place; the assumed numbers of copies are taken as true."""
    return [card for card, many in enumerate(rules.copies) for _ in range(many - packs.count(state.located, card))]


def _in_stock(rules: CompiledRules, state: State) -> list[int]:
    """Those of these cards that can be in the stock."""
    found = _stock(rules, state)
    return [card for card in found if not whereabouts.never_in_stock(state, packs.UNITS[card])] or found


def _from_stock(rules: CompiledRules, state: State, draw: Draw) -> int:
    stock = _in_stock(rules, state)
    return stock[draw(len(stock))]


def _action(rules: CompiledRules, state: State, seat: int, draw: Draw) -> dict[str, Any]:
    points = rules.action_points[draw(len(rules.action_points))]
    row = {"points": points}
    action: dict[str, Any] = {"points": points}
    if rules.passed.run(row, (row,)):
        others = [player for place, player in enumerate(state.players) if place != seat]
        action["to"] = others[draw(len(others))]
    state = rounds.met_by_taker(rules, state)
    if state.stock > 0:
        action["card"] = rules.deck.ids[_from_stock(rules, state, draw)]
    return action


def _to_lay_off(rules: CompiledRules, state: State, seat: int) -> int:
    """A card without which the hand is worth more, and which may be laid off; -1 when there is none."""
    if not shows.lay_off_allowed(rules, state):
        return -1
    hand = state.hands[seat]
    now = rules.arranger.best(hand)
    for card in packs.unpack(now.idle):
        less = rules.arranger.best(hand - packs.UNITS[card])
        if less.score > now.score and shows.meld_for(rules, state, card, 0) >= 0:
            return card
    return -1


def _take(rules: CompiledRules, state: State, draw: Draw) -> Mapping[str, Any]:
    seat = state.turn
    if state.discarder >= 0 and rules.may_declare(state.hands[state.discarder], state.upcard):
        return {"declare": True, "by": state.players[state.discarder]}
    if (
        state.pile
        and state.offers >= 0
        and not state.last_take
        and _better_with(rules, state.hands[seat], state.pile[-1])
    ):
        return {"take": PILE}
    if state.offers > 0 or state.last_take:
        return {"take": NOTHING}
    state = rounds.met_by_taker(rules, state)
    if rounds.stock_used_up(rules, state):
        return {"take": PILE}
    return {"take": {STOCK: rules.deck.ids[_from_stock(rules, state, draw)]}}


def _better_with(rules: CompiledRules, hand: int, card: int) -> bool:
    """Whether a hand promises more with a card taken for the worst of its own."""
    more = hand + packs.UNITS[card]
    return _promise(rules, more - packs.UNITS[_worst(rules, more, packs.unpack(more))]) > _promise(rules, hand)


def _discard(rules: CompiledRules, state: State, draw: Draw) -> Mapping[str, Any]:
    hand = state.hands[state.turn]
    if state.declarer < 0 and AFTER_TAKING in rules.declare_when and rules.may_declare(hand, state.upcard):
        return {"declare": True, "by": state.players[state.turn]}
    cards = [card for card in packs.unpack(hand) if not any(discard_faults(rules, state, card))]
    if draw(8) == 0:
        return {"discard": rules.deck.ids[cards[draw(len(cards))]]}
    return {"discard": rules.deck.ids[_worst(rules, hand, cards)]}


def _worst(rules: CompiledRules, hand: int, cards: Iterable[int]) -> int:
    """The one of these cards without which a hand promises most."""
    return max(set(cards), key=lambda card: (_promise(rules, hand - packs.UNITS[card]), card))


def _promise(rules: CompiledRules, hand: int) -> tuple[float, int, float]:
    """How promising a hand is: its idle cards, pairs among them, its points."""
    arrangement = rules.arranger.best(hand)
    idle = packs.unpack(arrangement.idle)
    cards = rules.deck.cards
    near = sum(_near(cards[one], cards[other]) for place, one in enumerate(idle) for other in idle[:place])
    return (-len(idle), near, arrangement.score)


def _near(one: Card, other: Card) -> bool:
    """Whether two cards may grow into a meld."""
    return one.rank == other.rank or (one.suit == other.suit and abs(one.strength - other.strength) < 3)
