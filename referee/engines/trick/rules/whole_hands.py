"""The part of the fast lane where a corpus spends its time: a whole hand of four players, every trick of it.

What `whole_tricks` asks of every card is asked once, when the hand is over: if all the cards laid are different, and those of
each player make up the hand that the player was dealt, then each was held when it was laid. So the loop only looks who may lead
and who may discard what, and who wins. In any doubt it declines, with the state as it was, and `whole_tricks` goes through
the same hand trick by trick.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from referee.core.cards import mask_of
from referee.engines.trick.rules import hands
from referee.engines.trick.rules.plays import GRACE, chain, decide, note_grace, rotate
from referee.engines.trick.state import State
from referee.engines.trick.words.compiled import CompiledRules

PLAYERS = 4
Items = Sequence[Mapping[str, Any]]
PlayHand = Callable[[State, Items, int], bool]

KEPT = ("clock", "gone", "graced", "led", "own", "own_cards", "roles", "ever_said")
"""What a hand changes while it is played, beside the lists that only grow."""


def compile_hand(rules: CompiledRules) -> PlayHand | None:
    """The lane for one ruleset: plays the hand whose first trick is item `start`, if all of it is there, plain and legal.

    None for rulesets that it is not made for.
    """
    shifting = any(rule.word.shifting for rule in rules.play_rules.values())
    if rules.players != PLAYERS or not rules.judgement.highest or shifting:
        return None
    follow_tricks, with_roles = _compile_tricks(rules), bool(rules.roles)

    def play_hand(state: State, items: Items, start: int) -> bool:
        blocked = state.blind or state.trick or state.turn < 0 or (with_roles and state.roles is None)
        if blocked or len(items) - start < state.left:
            return False
        before = [getattr(state, name) for name in KEPT]
        hinges, unsaid = len(state.hinges), len(state.unsaid)
        try:
            if follow_tricks(state, items, start):
                hands.finish(rules, state)
                return True
        except (KeyError, TypeError, ValueError):
            pass
        for name, value in zip(KEPT, before, strict=True):
            setattr(state, name, value)
        del state.hinges[hinges:], state.unsaid[unsaid:]
        return False

    return play_hand


def _compile_tricks(rules: CompiledRules) -> PlayHand:
    pack, size, equals = rules.pack, len(rules.deck.ids), rules.judgement.equals
    lead = tuple(chain(ruleset) if ruleset else None for ruleset in rules.leading)
    follow = tuple(chain(ruleset) for ruleset in rules.following)
    only_suit = tuple([rule.name for rule in ruleset] == ["follow_suit"] for ruleset in rules.following)
    suits = {
        trump: {1 << card: suit for card, suit in enumerate(ranking.suit_of)}
        for trump, ranking in rules.rankings.items()
    }
    rotators = mask_of(card for card, power in rules.powers.items() if power.rotates)
    quieters, deciders = rules.judgement.quieters, rules.judgement.takers | rules.judgement.levellers
    silent, by_word, with_roles = rules.grace == "silent", rules.grace == "said", bool(rules.roles)
    stars = with_roles or bool(deciders)
    bit_of, whole = rules.bits_in_tricks(), rules.deck.all
    free_of: dict[tuple[bool, int], dict[int, int]] = {}

    def follow_tricks(state: State, items: Items, start: int) -> bool:
        """Follows every trick; whether all were legal. Cards are held only once that is known."""
        ranking, leader, clock, left = state.ranking, state.turn, state.clock, state.left
        suit_of, members, trumps = suits[ranking.trump], ranking.members, ranking.trumps
        taken, won, tricks = list(state.taken), list(state.won), list(state.tricks)
        held = state.hands
        before = gone = state.gone
        one, two, three, four = held[leader:] + held[:leader]
        own_held = _own(held, state.own_cards) if with_roles else 0
        said = own = graced = counted = 0
        unasked = rules.grace_unasked and not any(path == GRACE for path, _ in state.hinges)
        first = True
        words, narrow, suit_binds = lead[True], follow[True], only_suit[True]
        free_by = free_of.setdefault((True, trumps), {})
        leads = words(state, pack) if words else pack
        for item in items[start : start + left]:
            names = item["trick"]
            if len(item) > 1 or type(names) is not list:
                return False
            name, second, third, fourth = names
            a, b, c, d = bits = [bit_of[name], bit_of[second], bit_of[third], bit_of[fourth]]
            table = a | b | c | d
            if by_word:
                said = table >> size
                if said:
                    table &= whole
                    a, b, c, d = bits = [bit & whole for bit in bits]
            # What may be led of the full pack may be led from any hand, and later on as well: bans on leads are only lifted.
            if not a & leads and words and not words(state, one) & a:
                return False
            led = suit_of[a]
            suit, free = members[led], free_by.get(led)
            if free is None:
                state.led = led
                free = free_by[led] = narrow(state, pack)
            if table & ~free:
                state.led = led
                binds = suit if suit_binds else pack
                if (
                    (not b & free and two & binds and not narrow(state, two) & b)
                    or (not c & free and three & binds and not narrow(state, three) & c)
                    or (not d & free and four & binds and not narrow(state, four) & d)
                ):
                    return False
            one ^= a
            two ^= b
            three ^= c
            four ^= d
            clock += PLAYERS
            if with_roles:
                own = table & own_held
                if table & rotators:
                    own = _mark(rules, state, leader, bits, rotators)
                    own_held = _own((one, two, three, four), state.own_cards[leader:] + state.own_cards[:leader])
                graced = own & said if by_word else own if silent else 0
                if said:
                    state.ever_said = True
                counted = 0 if table & quieters else graced
            card = (counted or table & trumps or table & suit).bit_length() - 1
            if stars and (
                table & deciders
                or (counted and counted & equals[card] & ~(1 << card))
                or (own and by_word and not state.ever_said)
            ):
                state.clock, state.own, state.graced = clock, own, graced
                card = decide(rules, state, [bit.bit_length() - 1 for bit in bits])
            if unasked and counted:
                state.clock, state.graced = clock, graced
                unasked = not note_grace(rules, state, [bit.bit_length() - 1 for bit in bits], card)
            place = bits.index(1 << card)
            winner = (leader + place) % PLAYERS
            tricks.append((leader, bits, winner, card, graced, own, said, clock))
            taken[winner] |= table
            won[winner] += 1
            gone = state.gone = gone | table
            leader = winner
            if place == 1:
                one, two, three, four = two, three, four, one
            elif place == 2:
                one, two, three, four = three, four, one, two
            elif place:
                one, two, three, four = four, one, two, three
            if first:
                first = False
                words, narrow, suit_binds = lead[False], follow[False], only_suit[False]
                free_by = free_of.setdefault((False, trumps), {})
                leads = words(state, pack) if words else pack
        if one or two or three or four or (gone ^ before).bit_count() != PLAYERS * left:
            return False
        state.hands = [0] * PLAYERS
        state.taken, state.won, state.tricks = taken, won, tricks
        state.own = state.graced = state.left = 0
        state.leader = state.turn = leader
        state.clock = clock
        return True

    return follow_tricks


def _own(held: Sequence[int], own_cards: Sequence[int]) -> int:
    """The cards in these hands that bear their player's own symbol."""
    return sum([hand & own for hand, own in zip(held, own_cards, strict=True)])


def _mark(rules: CompiledRules, state: State, leader: int, bits: Sequence[int], rotators: int) -> int:
    """Which cards of a trick bear their player's symbol, where the roles move while it is played."""
    own, own_cards = 0, state.own_cards
    for place, bit in enumerate(bits):
        own |= own_cards[(leader + place) % PLAYERS] & bit
        if bit & rotators:
            rotate(rules, state, bit.bit_length() - 1)
            own_cards = state.own_cards
    return own
