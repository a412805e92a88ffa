"""Something that may legally happen next, drawn at random; how many ways there are to play a hand out (perft)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

from referee.core.cards import Deck, members
from referee.core.events import Event
from referee.core.family import Draw
from referee.engines.trick.rules import declarer, declaring, hands, seats, stocks
from referee.engines.trick.rules.whereabouts import unplaced
from referee.engines.trick.state import (
    BID,
    CALLING,
    CHOOSE,
    CONTRACT,
    DEAL,
    DRAW,
    NAME_TRUMP,
    OVER,
    PASS,
    PLAY,
    PUT_AWAY,
    TALON,
    TURN_UP,
    State,
)
from referee.engines.trick.words.compiled import CompiledRules

if TYPE_CHECKING:
    from referee.engines.trick.game import Game


Ways = tuple[int, ...]
"""How many sequences there are of one card, of two, and so on to the last card of the hand."""


def every_deal(deck: Deck, cards: int, players: int, each: int) -> Iterator[list[int]]:
    """Every way to deal the cards of a mask to the players, `each` cards per player: masks, seat by seat.

    Which of two equal cards a player gets makes no difference: earlier seats get the earlier copies.
    """
    if players == 1:
        yield [cards]
        return
    for hand in combinations([1 << card for card in members(cards)], each):
        mask = sum(hand)
        if all(not deck.twins[card] & cards & ~mask & (1 << card) - 1 for card in members(mask)):
            for rest in every_deal(deck, cards & ~mask, players - 1, each):
                yield [mask, *rest]


def playouts(game: Game, state: State) -> Ways:
    """The ways to play on from here to the end of the hand; equal cards count as one. Grace is never said unless it must be."""
    return _ways(game, state, {})


def _ways(game: Game, state: State, known: dict[Any, Ways]) -> Ways:
    """The same, remembering earlier states: two orders of play may lead to the same state."""
    key = (tuple(state.hands), tuple(state.trick), state.turn, state.trump, state.roles and tuple(state.roles))
    found = known.get(key)
    if found is None:
        ways: list[int] = []
        for card in members(game.rules.deck.once(game.playable(state))):
            after = state.copy()
            game.happen(after, Event("play", card, bit=1 << card))
            further = _ways(game, after, known) if after.phase == PLAY and after.hand == state.hand else ()
            ways = _added(ways, (1, *further))
        found = known[key] = tuple(ways)
    return found


def _added(some: Sequence[int], more: Sequence[int]) -> list[int]:
    """Two counts, length by length; the hand is as long whatever is played."""
    return [a + b for a, b in zip(some, more, strict=True)] if some else list(more)


STEPS = 4
"""How many of the lowest bids are drawn from if only numbers are bid."""


def draw_next(game: Game, state: State, draw: Draw) -> Mapping[str, Any] | None:
    """A log item that may legally come next, drawn at random; None after the end of the game.

    Deals are written whole, bids and plays one at a time; Grace is said over half of the cards that it would help.
    """
    rules = game.rules
    if state.phase == OVER:
        return None
    if state.phase == DEAL:
        return {"deal": _deal(rules, state, draw)}
    if state.phase == TURN_UP:
        undealt = rules.pack
        for mask in (*state.hands, state.gone):
            undealt &= ~mask
        cards = list(members(undealt or state.hands[state.dealer]))
        return {"turn": rules.deck.ids[cards[draw(len(cards))]]}
    if state.phase == DRAW:
        right = stocks.certain(rules, state)
        cards = [right] if right >= 0 else list(members(stocks.drawable(rules, state)))
        return {"draw": rules.deck.ids[cards[draw(len(cards))]]}
    if state.phase == PASS:
        seat = hands.next_to_pass(rules, state)
        cards = list(members(state.hands[seat]))
        chosen = [cards.pop(draw(len(cards))) for _ in range(rules.pass_count)]
        return {"by": state.players[seat], "pass": [rules.deck.ids[card] for card in chosen]}
    if state.phase == BID and rules.auction is not None:
        return {"bid": rules.auction.written(_call(game, state, draw))}
    if state.phase == BID:
        bids: list[int | str] = list(members(game.bidding.allowed(state, state.turn)))
        for word in rules.bid_marks:
            meant = game.reading.bid_value(state, word, (), None)
            bids += [word] * (game.bidding.allowed(state, state.turn, word) >> meant & 1)
        return {"bid": bids[draw(len(bids))]} if bids else None
    if state.phase == CALLING:
        callable_now = declarer.callable_cards(rules, state) or ["nobody"]
        return {"call": callable_now[draw(len(callable_now))]}
    if state.phase in (TALON, CONTRACT):
        return _before_play(rules, state, draw)
    if state.phase == PUT_AWAY:
        cards = list(members(stocks.may_go(rules, state)))
        away = [cards.pop(draw(len(cards))) for _ in range(stocks.many_away(rules, state))]
        ids = [rules.deck.ids[card] for card in sorted(away, key=rules.deck.sort_key)]
        return {"put_away": ids if ids[1:] else ids[0]}
    if state.phase == NAME_TRUMP:
        names, namers = rules.named_from, seats.namers(state)
        named = {"trump": names[draw(len(names))]}
        return named if state.turn >= 0 else {"by": state.players[namers[draw(len(namers))]], **named}
    if state.phase == CHOOSE:
        options = declaring.waiting(rules, state)[1].options
        return {"choose": options[draw(len(options))]}
    declared = _declared(game, state, draw) if rules.declarations else None
    if declared:
        return declared
    cards = list(members(game.playable(state)))
    card = cards[draw(len(cards))]
    said = rules.grace == "said" and state.own_cards[state.turn] >> card & 1 and draw(2)
    return {"play": rules.deck.ids[card] + ("!" if said else "")}


def _before_play(rules: CompiledRules, state: State, draw: Draw) -> Mapping[str, Any]:
    """The declarer takes the talon, or names a contract."""
    named = declarer.contracts_allowed(rules, state) if state.phase == CONTRACT else []
    if state.phase == TALON or stocks.may_take(rules, state):
        named = [call for call in named if not stocks.is_taken(rules, state, call)]
        if not named or draw(2):
            return {"talon": rules.deck.names(unplaced(rules, state))}
    assert rules.auction is not None
    return {"contract": rules.auction.calls[named[draw(len(named))]].name}


def _declared(game: Game, state: State, draw: Draw) -> Mapping[str, Any] | None:
    """A declaration drawn from those that may be made now, half of the time when there are any."""
    rules = game.rules
    options = [(seat, *made) for seat in state.seats for made in declaring.possible(rules, state, seat)]
    if not options or not draw(2):
        return None
    seat, what, suit = options[draw(len(options))]
    return {"by": state.players[seat], "declare": rules.declarations[what].text(rules.deck, suit)}


def _call(game: Game, state: State, draw: Draw) -> int:
    """A call drawn at random; if passing is allowed, every second one is a pass, or all auctions would end high."""
    auction = game.rules.auction
    assert auction is not None
    allowed = game.bidding.allowed(state, state.turn)
    if allowed >> auction.passes & 1 and draw(2):
        return auction.passes
    calls = list(members(allowed))
    if not auction.strains:  # bids by number alone go up by a few steps
        calls = calls[:STEPS]
    return calls[draw(len(calls))]


def _deal(rules: CompiledRules, state: State, draw: Draw) -> dict[str, list[str]]:
    cards = list(members(rules.pack))
    wanted = rules.cards_in_hand(state.hand)
    dealt: dict[str, list[str]] = {}
    for seat in hands.order_from(rules, state, hands.next_seat(rules, state, state.dealer)):
        hand = [cards.pop(draw(len(cards))) for _ in range(wanted)]
        dealt[state.players[seat]] = [rules.deck.ids[card] for card in sorted(hand, key=rules.deck.sort_key)]
    return dealt
