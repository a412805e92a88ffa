"""The fast lane: lets plain turns of a log happen at once.

It takes `{turn: [pile, CARD]}`, `{turn: [stock, CARD]}` and `{turn: [CARD, CARD]}` in which nothing needs a closer look, and
stops before the first that does. A property test holds that the state afterwards is the one that reading, checking and applying
lead to.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from referee.engines.meld.state import TAKE, State
from referee.engines.meld.words import packs
from referee.engines.meld.words.compiled import AFTER_DISCARDING, PILE, SHUFFLE_PILE, STOCK, CompiledRules

Sweep = Callable[[State, Sequence[Mapping[str, Any]], int], tuple[int, int]]
NONE = (0, 0)


def compile_sweep(rules: CompiledRules) -> Sweep:
    """The fast lane of one table."""
    players = rules.players
    kinds = {name: card for card, name in enumerate(rules.deck.ids) if card not in rules.action_cards}
    units, shifts = packs.UNITS, tuple(packs.WIDTH * card for card in range(len(rules.deck)))
    field, full, guards = packs.FIELD, rules.full, rules.guards
    least = rules.stock_left + (rules.stock_empty != SHUFFLE_PILE)
    discard_taken, may_speak = rules.discard_taken, AFTER_DISCARDING in rules.declare_when

    def sweep(state: State, items: Sequence[Mapping[str, Any]], start: int) -> tuple[int, int]:
        if state.phase != TAKE or state.offers or state.last_take or state.recycled or state.declarer >= 0:
            return NONE
        hands, hidden, pile, clock = state.hands, state.hidden, state.pile, state.clock
        located, stock, seat = state.located, state.stock, state.turn
        place, taken = start, -1
        for place in range(start, len(items)):
            item = items[place]
            turn = item.get("turn")
            if len(item) != 1 or type(turn) is not list or len(turn) != 2:
                break
            source, text = turn
            if type(source) is not str or type(text) is not str:
                break
            card = kinds.get(text, -1)
            hand, unseen, known, taken = hands[seat], hidden[seat], located, -1
            if source == PILE:
                if not pile:
                    break
                taken = pile[-1]
                hand += units[taken]
            elif stock <= least:
                break
            elif source == STOCK:
                unseen += 1
            else:
                drawn = kinds.get(source, -1)
                if drawn < 0:
                    break
                hand += units[drawn]
                known += units[drawn]
            if card < 0 or (card == taken and not discard_taken):
                break
            if hand >> shifts[card] & field:
                hand -= units[card]
            elif unseen:
                unseen -= 1
                known += units[card]
            else:
                break
            if known != located:
                if (full | guards) - known & guards != guards:
                    break
                located = known
            if source == PILE:
                pile.pop()
            else:
                stock -= 1
                if source == STOCK:
                    state.fresh[seat] += 1
                    state.unseen.setdefault("stock", []).append(clock + 1)
            hands[seat], hidden[seat] = hand, unseen
            pile.append(card)
            clock += 2
            seat = seat + 1 if seat + 1 < players else 0
        else:
            place += 1
        done = place - start
        if not done:
            return NONE
        state.located, state.stock, state.turn, state.clock = located, stock, seat, clock
        state.discarder = (seat - 1) % players if may_speak else -1
        state.plays["turns"] = state.plays.get("turns", 0) + done
        return done, 2 * done

    return sweep
