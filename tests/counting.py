"""How many ways there are to play some cards out by the rules of a trick game: what perft is to chess."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any, NamedTuple, cast

from referee.core.cards import Deck, mask_of, members
from referee.core.events import Event
from referee.engines.trick.game import TrickGame
from referee.engines.trick.moves import playable
from referee.engines.trick.rules.hands import to_play
from referee.engines.trick.state import PLAY, TrickState
from referee.rules import rulesets


class Count(NamedTuple):
    """How many deals there are, and how many ways to play all of them out."""

    deals: int
    ways: int


def ways_to_play(
    name: str, many: int, cards: Sequence[str], deal: Sequence[Sequence[str]] = (), trump: str = "", contract: str = ""
) -> Count:
    """The ways to play cards out among so many players: every deal of `cards`, or one `deal` with the leader's hand first.

    The player left of the dealer leads, unless the game says otherwise; whoever leads has made the `contract`, if there
    is one; roles are held in the order of the ruleset; Grace is never said; there is no stock.
    """
    game = cast(TrickGame, rulesets.table(rulesets.load_ruleset(name), many))
    rules = game.rules
    deck = rules.deck
    players = tuple(f"player {number}" for number in range(1, many + 1))
    named = list(cards)
    for hand in deal:
        named += hand
    apart = deck.each_apart([game.reading.card(card, ()) for card in named])
    each = len(apart) // many
    position: dict[str, Any] = {"phase": "play", "cards": each, "dealer": players[-1]}
    if trump:
        position["trump"] = trump
    if contract:
        position["contract"] = contract
        position["declarer"] = players[0]
    if rules.roles:
        position["roles"] = dict(zip(players, rules.roles, strict=False))
    if rules.stock:
        position["stock"] = 0
    start = game.start(players, {}, position)
    deals: list[list[int]] = []
    if deal:
        deals.append([mask_of(apart[at : at + each]) for at in range(0, len(apart), each)])
    else:
        deals += every_deal(deck, mask_of(apart), many, each)
    ways = 0
    for hands in deals:
        state = start.copy()
        state.hands = hands
        state.known = [True] * many
        to_play(rules.current(state), state)
        ways += playouts(game, state, {})
    return Count(len(deals), ways)


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


def playouts(game: TrickGame, state: TrickState, known: dict[Any, int]) -> int:
    """How many ways there are to play on to the end of the hand; equal cards are one.

    Two orders of play may lead to the same state; those that are `known` are not played again.
    """
    key = (tuple(state.hands), tuple(state.trick), state.turn, state.trump, state.roles and tuple(state.roles))
    if key not in known:
        ways = 0
        for card in members(game.rules.deck.once(playable(game.rules.current(state), state))):
            after = state.copy()
            game.happen(after, Event("play", card, bit=1 << card))
            if after.phase == PLAY and after.hand == state.hand:
                ways += playouts(game, after, known)
            else:
                ways += 1
        known[key] = ways
    return known[key]
