"""The fast lane: trick after trick with nothing wrong in it, judged and played without making events.

This is where a corpus spends its time, so it works on local variables and asks the words of play as rarely as it can: a card
that the words would leave even of the full pack may be played from any hand, and only for others is the hand looked at.
Whatever is not plain (an unseen hand, an illegal card, a misspelt name) is left to `plays`, which takes it card by card; a
property test holds that both ways lead to the same state.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import Any

from referee.engines.trick import hands
from referee.engines.trick.plays import chain, decide, rotate
from referee.engines.trick.state import PLAY, State
from referee.engines.trick.terms import Terms

Sweep = Callable[[State, Sequence[Mapping[str, Any]], int], tuple[int, int]]


def compile_sweep(terms: Terms) -> Sweep:
    """The lane for one ruleset: plays the whole tricks that stand in `items` from `start` on, and says how many it played.

    It stops before the first item that is anything else than a plain, legal trick, and at the end of the hand.
    """
    players, pack = terms.players, terms.pack
    lead = tuple(chain(rules) if rules else None for rules in terms.leading)
    follow = tuple(chain(rules) for rules in terms.following)
    shifting = any(rule.word.shifting for rule in terms.play_rules.values())
    suits = {
        trump: {1 << card: suit for card, suit in enumerate(ranking.suit_of)}
        for trump, ranking in terms.rankings.items()
    }
    power_cards, equals, highest = terms.judgement.power_cards, terms.judgement.equals, terms.judgement.highest
    bit_of = {name: 1 << card for card, name in enumerate(terms.deck.ids)}
    silent, by_word = terms.grace == "silent", terms.grace == "said"
    if by_word:
        bit_of |= {f"{name}!": bit for name, bit in bit_of.items()}
    with_roles = bool(terms.roles)
    order = [tuple((leader + place) % players for place in range(players)) for leader in range(players)]

    def sweep(state: State, items: Sequence[Mapping[str, Any]], start: int) -> tuple[int, int]:
        if state.phase != PLAY or state.blind or state.trick or shifting:
            return 0, 0
        held, taken, won, tricks, ranking = state.hands, state.taken, state.won, state.tricks, state.ranking
        suit_of, members, trumps = suits[ranking.trump], ranking.members, ranking.trumps
        leader, left, clock, gone = state.turn, state.left, state.clock, state.gone
        graced = swept = 0
        for item in islice(items, start, start + left):
            try:
                names = item["trick"]
                bits = [bit_of[name] for name in names]
            except (KeyError, TypeError):
                break
            if len(bits) != players or len(item) > 1 or type(names) is not list:
                break
            opening, hand, first = bits[0], held[leader], left == state.cards
            words = lead[first]
            if not (words(state, hand) if words else hand) & opening:
                break
            led = state.led = suit_of[opening]
            narrow = follow[first]
            free = narrow(state, pack) | opening
            table = 0
            for seat, bit in zip(order[leader], bits):  # noqa: B905 - as long as each other, checked above
                hand = held[seat]
                if not hand & bit or not (bit & free or narrow(state, hand) & bit):
                    break
                held[seat] = hand ^ bit
                table |= bit
            else:
                clock += players
                if with_roles:
                    graced = mark(state, names, bits, leader)
                among = graced or table & trumps or table & members[led]
                card = among.bit_length() - 1 if highest else (among & -among).bit_length() - 1
                if table & power_cards or graced & equals[card] & ~(1 << card) or (by_word and not state.ever_said):
                    state.clock = clock
                    card = decide(terms, state, [bit.bit_length() - 1 for bit in bits])
                winner = order[leader][bits.index(1 << card)]
                taken[winner] |= table
                won[winner] += 1
                gone |= table
                state.gone = gone
                left -= 1
                tricks.append((leader, bits, winner, card, graced, state.own, state.said, clock))
                leader = winner
                swept += 1
                continue
            _put_back(held, order[leader], bits, table)
            break
        if swept:
            state.own = state.said = state.graced = 0
            state.leader = state.turn = leader
            state.left, state.clock = left, clock
            if not left:
                hands.finish(terms, state)
        return swept, swept * players

    def mark(state: State, names: Sequence[str], bits: Sequence[int], leader: int) -> int:
        """The cards of a trick that count as Grace; those with their player's symbol, as the roles move, and those said."""
        own, own_cards = 0, state.own_cards
        for seat, bit in zip(order[leader], bits, strict=True):
            own |= own_cards[seat] & bit
            if power_cards & bit:
                rotate(terms, state, bit.bit_length() - 1)
                own_cards = state.own_cards
        state.own = own
        if not by_word:
            state.graced = own if silent else 0
            return state.graced
        said = 0
        for name, bit in zip(names, bits, strict=True):
            if name[-1] == "!":
                said |= bit
        if said:
            state.ever_said = True
        state.said, state.graced = said, own & said
        return state.graced

    return sweep


def _put_back(held: list[int], seats: Sequence[int], bits: Sequence[int], table: int) -> None:
    """Gives the cards of a trick that were laid so far back to their hands."""
    for seat, bit in zip(seats, bits, strict=True):
        if not table & bit:
            break
        held[seat] |= bit
        table ^= bit
