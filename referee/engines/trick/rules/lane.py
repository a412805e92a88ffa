"""The fast lane: plain items of a log (a whole deal, all bids, all passes, whole tricks), judged and played without events.

Most items of most logs have nothing wrong in them. The lane asks the same words and keeps the same state as the careful way
through `reading`, `Game.check` and `Game.apply`; it only leaves out what is needed for messages. Whatever is not plain it
declines with nothing changed. A property test holds that both ways lead to the same state.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from referee.engines.trick.rules import hands
from referee.engines.trick.rules.bidding import Bidding
from referee.engines.trick.rules.whole_hands import compile_hand
from referee.engines.trick.rules.whole_tricks import compile_tricks
from referee.engines.trick.state import BID, DEAL, PASS, PLAY, State
from referee.engines.trick.words.compiled import CompiledRules

Item = Mapping[str, Any]
Sweep = Callable[[State, Sequence[Item], int], tuple[int, int]]
Lane = Callable[[State, Item], bool]


def compile_sweep(rules: CompiledRules, bidding: Bidding) -> Sweep:
    """The lane for one ruleset: lets the plain items from `start` on happen, and says how many items and events that were."""
    players = rules.players
    play_hand, play_tricks, pass_alone = compile_hand(rules), compile_tricks(rules), _pass_alone_lane(rules)
    lanes: dict[str, tuple[Lane, int]] = {
        DEAL: (_deal_lane(rules), 1),
        PASS: (_pass_lane(rules), players),
        BID: (_bid_lane(rules, bidding), players),
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


def _deal_lane(rules: CompiledRules) -> Lane:
    players, pack, need_roles = rules.players, rules.pack, bool(rules.roles)
    bit_of = rules.deck.bits.__getitem__

    def deal(state: State, item: Item) -> bool:
        dealt = item.get("deal")
        if type(dealt) is not dict or len(dealt) != players or (need_roles and state.roles is None):
            return False
        wanted = rules.cards_in_hand(state.hand)
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
        hands.begin_seen(rules, state, masks)
        return True

    return deal


def _pass_lane(rules: CompiledRules) -> Lane:
    players, count = rules.players, rules.pass_count
    bit_of = rules.deck.bits.__getitem__

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
        hands.exchange(rules, state)
        hands.to_bidding(rules, state)
        return True

    return pass_cards


def _pass_alone_lane(rules: CompiledRules) -> Lane:
    """One player's passing, written with `by:`."""
    count = rules.pass_count
    bit_of = rules.deck.bits.__getitem__

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
            hands.exchange(rules, state)
            hands.to_bidding(rules, state)
        return True

    return pass_cards


def _bid_lane(rules: CompiledRules, bidding: Bidding) -> Lane:
    players = rules.players
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
            hands.to_naming(rules, state)
            return True
        state.bids = [None] * players
        state.spoken = 0
        return False

    return bid
