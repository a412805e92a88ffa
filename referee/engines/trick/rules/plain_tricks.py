"""The fast path of the fold: trick after trick with nothing wrong in it, played without events and messages.

It asks the same words as the careful way, as rarely as it can. A card that the words would leave even of the full pack may be
played from any hand; one that they would leave of all other suits may be played from any hand without the suit that was led.
Only for other cards are they asked about the hand. The fast path declines whatever is not plain (an unseen hand, an illegal
card, a misspelt name), with nothing changed. A property test checks that both ways lead to the same state.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import and_
from typing import Any

from referee.core.cards import mask_of
from referee.engines.trick.compiled import TrickRules
from referee.engines.trick.rules import outcomes
from referee.engines.trick.rules.plays import decide, rotate
from referee.engines.trick.state import PLAY, TrickState

Items = Sequence[Mapping[str, Any]]
FastForward = Callable[[TrickState, Items, int], tuple[int, int]]


def compile_tricks(rules: TrickRules) -> FastForward:
    """Return the fast path for one ruleset: plays the whole tricks in `items` from `start` on, returns how many items and
    events that was, and stops before anything else, after a trick that claims something, and at the end of the hand."""
    players, pack, order, size, whole = rules.players, rules.pack, rules.orders, len(rules.deck.ids), rules.deck.all
    lead = tuple(words.narrow if words else None for words in rules.leading)
    follow = tuple(words.narrow for words in rules.following)
    usual = rules.plain and not any(rule.narrowing and rule.narrowing.shifts for rule in rules.play_rules.values())
    rankings, judgement = rules.rankings, rules.judgement
    suits = {trump: {1 << card: suit for card, suit in enumerate(rankings[trump].suit_of)} for trump in rankings}
    equals, highest, quieters = judgement.equals, judgement.highest, judgement.quieters
    special = judgement.takers | judgement.levellers
    deciders = {trump: special if ranking.plain else whole for trump, ranking in rankings.items()}
    rotators = mask_of(card for card, power in rules.powers.items() if power.rotates)
    late, with_roles = rules.grace != "none", bool(rules.roles)
    silent, by_word = rules.grace == "silent", rules.grace == "said"
    bit_of = rules.deck.bits | {f"{name}!": bit | bit << size for name, bit in rules.deck.bits.items() if by_word}
    free_of: dict[tuple[bool, int], dict[int, tuple[int, int]]] = {}

    def play_tricks(state: TrickState, items: Items, start: int) -> tuple[int, int]:
        plain = usual and state.phase == PLAY and len(state.seats) == players and state.turn >= 0
        if not plain or state.blind or state.trick or state.shared or (with_roles and state.roles is None):
            return 0, 0
        held, taken, won, tricks, ranking = state.hands, state.taken, state.won, state.tricks, state.ranking
        trump, members, trumps = ranking.trump, ranking.members, ranking.trumps
        suit_of, not_plain = suits[trump], deciders[trump]
        leader, left, clock, position = state.turn, state.left, state.clock, start
        own_held = sum(map(and_, held, state.own_cards)) if with_roles else 0
        own = said = graced = counted = played = 0
        asked = None
        while left and position < len(items):
            first = left == state.length
            if first is not asked:
                asked = first
                words, narrow, free_by = lead[first], follow[first], free_of.setdefault((first, trump), {})
            names, after = items[position].get("trick"), position + 1
            if type(names) is not list or len(items[position]) > 1:
                names, after = _trick(items, position, players)
            if late and after < len(items) and "grace" in items[after]:  # over a card of this trick
                break
            try:
                bits = [bit_of[name] for name in names]
            except (KeyError, TypeError):
                break
            if len(bits) != players:
                break
            if by_word:
                said = sum(bits) >> size
                if said:
                    bits = [bit & whole for bit in bits]
            seats, opening = order[leader], bits[0]
            if words and not words(state, held[leader]) & opening:
                break
            led = state.led = suit_of[opening]
            suit, known = members[led], free_by.get(led)
            if known is None:
                known = free_by[led] = narrow(state, pack), narrow(state, pack & ~suit)
            free, free_if_void = known[0] | opening, known[1]
            table = 0
            for seat, bit in zip(seats, bits):  # noqa: B905 - as long as each other, checked above
                hand = held[seat]
                rest = hand ^ bit
                if rest > hand or not (
                    bit & free or (bit & free_if_void and not hand & suit) or narrow(state, hand) & bit
                ):
                    break
                held[seat] = rest
                table |= bit
            else:
                if with_roles:
                    own = table & own_held
                    if table & rotators:  # which cards have their player's symbol, while the roles move
                        own = 0
                        for seat, bit in zip(seats, bits):  # noqa: B905
                            own |= state.own_cards[seat] & bit
                            if bit & rotators:
                                rotate(rules, state, bit.bit_length() - 1)
                        own_held = sum(map(and_, held, state.own_cards))
                    graced = own & said if by_word else own if silent else 0
                    if said:
                        state.ever_said = True
                    counted = 0 if table & quieters else graced
                among = counted or table & trumps or table & suit
                card = among.bit_length() - 1 if highest else (among & -among).bit_length() - 1
                hangs = own and by_word and not state.ever_said
                if table & not_plain or counted & equals[card] & ~(1 << card) or hangs:
                    state.clock, state.own, state.graced = clock + players - 1, own, graced
                    card = decide(rules, state, [bit.bit_length() - 1 for bit in bits])
                winner = seats[bits.index(1 << card)]
                taken[winner] |= table
                won[winner] += 1
                state.gone |= table
                left -= 1
                clock += players
                tricks.append((leader, bits, winner, card, graced, own, said, clock))
                leader, position, played = winner, after, played + 1
                if len(items[position - 1]) > 1:
                    break
                continue
            for seat, bit in zip(seats[: table.bit_count()], bits, strict=False):
                held[seat] |= bit
            break
        if played:
            state.own = state.graced = 0
            state.leader = state.turn = leader
            state.left, state.clock = left, clock
            if not left:
                state.clock = clock - 1  # what follows from the last card happens with it
                outcomes.finish(rules, state)
                state.clock = clock
        return position - start, played * players

    return play_tricks


def _trick(items: Items, at: int, players: int) -> tuple[Sequence[Any], int]:
    """Return the cards of the whole trick that is written from item `at` on, perhaps one card per item, and the item after it;
    no cards if that is not plain. Its last item may claim something."""
    there: Items = [items[at]]
    names = there[0].get("trick")
    if names is None:
        there = items[at : at + players]
        names = [item.get("play") for item in there]
    more = sum(map(len, there)) - len(there)
    plain = type(names) is list and (not more or (more == 1 and type(there[-1].get("expect")) is dict))
    return (names, at + len(there)) if plain else ((), at)
