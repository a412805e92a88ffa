"""The fast lane: plain items of a log (a whole deal, all bids, all passes, whole tricks), judged and played without events.

Most items of most logs have nothing wrong in them. The lane asks the same words and keeps the same state as the careful way
through `reading`, `Game.check` and `Game.apply`; it only leaves out what is needed for messages. Whatever is not plain it
declines with nothing changed. A property test holds that both ways lead to the same state.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from referee.engines.trick import hands
from referee.engines.trick.bidding import Bidding
from referee.engines.trick.state import BID, DEAL, PASS, PLAY, State
from referee.engines.trick.terms import Terms
from referee.engines.trick.whole_hands import compile_hand
from referee.engines.trick.whole_tricks import compile_tricks

Item = Mapping[str, Any]
Sweep = Callable[[State, Sequence[Item], int], tuple[int, int]]
Lane = Callable[[State, Item], bool]


def compile_sweep(terms: Terms, bidding: Bidding) -> Sweep:
    """The lane for one ruleset: lets the plain items from `start` on happen, and says how many items and events that were."""
    players = terms.players
    play_hand, play_tricks, pass_alone = compile_hand(terms), compile_tricks(terms), _pass_alone_lane(terms)
    lanes: dict[str, tuple[Lane, int]] = {
        DEAL: (_deal_lane(terms), 1),
        PASS: (_pass_lane(terms), players),
        BID: (_bid_lane(terms, bidding), players),
    }

    def sweep(state: State, items: Sequence[Item], start: int) -> tuple[int, int]:
        position, events = start, 0
        while position < len(items) and not state.shared:
            if state.phase == PLAY:
                cards = state.left
                if play_hand is not None and cards == state.cards and play_hand(state, items, position):
                    position += cards
                    events += cards * players
                    continue
                tricks = play_tricks(state, items, position)
                position += tricks
                events += tricks * players
                if not tricks or "expect" in items[position - 1]:
                    break
                continue
            lane = lanes.get(state.phase)
            item = items[position]
            if lane is None:
                break
            if len(item) > 1:
                if state.phase != PASS or not pass_alone(state, item):
                    break
                events += 1
            elif lane[0](state, item):
                events += lane[1]
            else:
                break
            position += 1
        return position - start, events

    return sweep


def _deal_lane(terms: Terms) -> Lane:
    players, pack, need_roles = terms.players, terms.pack, bool(terms.roles)
    bit_of = terms.deck.bits.__getitem__

    def deal(state: State, item: Item) -> bool:
        dealt = item.get("deal")
        if type(dealt) is not dict or len(dealt) != players or (need_roles and state.roles is None):
            return False
        wanted = terms.cards_in_hand(state.hand)
        masks = []
        try:
            for player in state.players:
                cards = dealt[player]
                if type(cards) is not list or len(cards) != wanted:
                    return False
                masks.append(sum(map(bit_of, cards)))
        except (KeyError, TypeError):
            return False
        # Only the sum of different bits has as many of them as there are cards.
        everything = sum(masks)
        if everything & ~pack or everything.bit_count() != wanted * players:
            return False
        state.clock += 1
        hands.begin_seen(terms, state, masks)
        return True

    return deal


def _pass_lane(terms: Terms) -> Lane:
    players, count = terms.players, terms.pass_count
    bit_of = terms.deck.bits.__getitem__

    def pass_cards(state: State, item: Item) -> bool:
        passed = item.get("pass")
        if type(passed) is not dict or len(passed) != players or state.blind or any(state.passed):
            return False
        masks = []
        try:
            for player, hand in zip(state.players, state.hands, strict=True):
                cards = passed[player]
                if type(cards) is not list or len(cards) != count:
                    return False
                mask = sum(map(bit_of, cards))
                if mask & ~hand or mask.bit_count() != count:
                    return False
                masks.append(mask)
        except (KeyError, TypeError):
            return False
        state.passed = masks
        state.clock += players
        hands.exchange(terms, state)
        hands.to_bidding(terms, state)
        return True

    return pass_cards


def _pass_alone_lane(terms: Terms) -> Lane:
    """One player's passing, written with `by:`."""
    count = terms.pass_count
    bit_of = terms.deck.bits.__getitem__

    def pass_cards(state: State, item: Item) -> bool:
        if len(item) > 2 or state.blind:
            return False
        try:
            cards, seat = item["pass"], state.players.index(item["by"])
            mask = sum(map(bit_of, cards))
        except (KeyError, TypeError, ValueError):
            return False
        if state.passed[seat] or mask & ~state.hands[seat] or mask.bit_count() != count or len(cards) != count:
            return False
        if type(cards) is not list:
            return False
        state.passed[seat] = mask
        state.clock += 1
        if all(state.passed):
            hands.exchange(terms, state)
            hands.to_bidding(terms, state)
        return True

    return pass_cards


def _bid_lane(terms: Terms, bidding: Bidding) -> Lane:
    players = terms.players
    order = [tuple((first + place) % players for place in range(players)) for first in range(players)]

    def bid(state: State, item: Item) -> bool:
        spoken = item.get("bids")
        if type(spoken) is not dict or len(spoken) != players or state.spoken:
            return False
        bids, names, top = state.bids, state.players, state.cards
        allowed_to = bidding.allowed
        same = allowed_to(state, state.turn) if bidding.same_for_all else None
        for seat in order[state.turn]:
            value = spoken.get(names[seat])
            if type(value) is not int or not 0 <= value <= top:
                break
            allowed = allowed_to(state, seat) if same is None else same
            if not allowed >> value & 1:
                break
            bids[seat] = value
            state.spoken += 1
        else:
            state.clock += players
            hands.to_naming(terms, state)
            return True
        state.bids = [None] * players
        state.spoken = 0
        return False

    return bid
